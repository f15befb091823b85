"""Which velocity is eliminated by what: matching, elimination order, and who feeds whom.

Every independent constraint is matched with one dependent velocity.  Constraint l uses constraint j
if the velocity matched with j occurs in l; the strongly connected components of that relation, in
topological order, are the steps of the elimination (the block triangular form of A_D, Dulmage and
Mendelsohn 1958; it does not depend on the matching).  A step of one constraint is solved for its
velocity, a step of several is coupled and solved as a block.  Velocities of earlier steps are not
substituted, so what is sparse stays sparse.

In the graph an edge runs from what is used to what it determines.  Around a constraint

    sum_out coefficient * velocity  =  sum_in coefficient * velocity          (time has the rate 1)

A constraint that is a step of its own has one edge out, with coefficient 1; one of a block has an
edge to each velocity of the block that occurs in it, with the coefficients of the row as written.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from nonholo.dynamics.equations import multiplier_symbols
from nonholo.dynamics.lagrange import force_balance
from nonholo.dynamics.system import System
from nonholo.errors import NonholoError, OutOfReach
from nonholo.expression.graph import Expr
from nonholo.expression.sweeps import gradient
from nonholo.expression.text import HUGE, text, width
from nonholo.findings.arrows import Arrows
from nonholo.findings.blocks import blocks, matching
from nonholo.findings.dependency import Dependency, Step
from nonholo.geometry.constraints.pfaffian import Pfaffian, Redundant
from nonholo.geometry.distribution.distribution import Distribution
from nonholo.linear.elimination import dot, echelon, vanishes
from nonholo.words.sentence import say
from nonholo.writing.present import presentable

if TYPE_CHECKING:
    from nonholo.findings.verdict import Verdict

LEFT_OUT = "…"
DRAWN = 400  # characters up to which the shortest form is looked for, for a picture
LEVELS = ("velocities", "coordinates", "equations", "multipliers")


def graph_of(check: Verdict) -> Dependency:
    """Who determines whom in the constraints and equations of a checked case."""
    d = check.require("distribution", say("a split of the velocities"))
    return dependency(check.case.system, check.full, d, check.redundant)


def dependency(
    system: System,
    full: Pfaffian,
    distribution: Distribution,
    redundant: Sequence[Redundant] = (),
    include: Iterable[str] = LEVELS[:3],
) -> Dependency:
    """Who determines whom: `full` has all rows, `distribution` the independent ones, solved.

    >>> from nonholo.expression.graph import Graph
    >>> from nonholo.geometry.constraints.chart import chart
    >>> from nonholo.geometry.distribution.distribution import split
    >>> from nonholo.geometry.constraints.pfaffian import pfaffian
    >>> c = chart(Graph(), ["x", "y", "z", "w"])
    >>> engel = pfaffian(c, [c.v[1] - c.q[2] * c.v[0], c.v[2] - c.q[3] * c.v[0]])
    >>> found = dependency(System(c, engel), engel, split(engel, (1, 2)))
    >>> found.matching, found.structural_rank, found.generic_rank
    (((0, 1), (1, 2)), 2, 2)
    >>> [step.solution for step in found.order]
    [(z*xdot,), (w*xdot,)]
    """
    order = elimination_order(full, distribution, redundant)
    pairs = sorted(p for s in order for p in zip(s.constraints, s.velocities))
    graph = dependency_graph(system, full, distribution, order, redundant, include)
    structural = graph.graph["structural_rank"]
    return Dependency(graph, tuple(pairs), order, structural, distribution.k, tuple(redundant))


# ------------------------------------------------------------------------------------ elimination


def occurs(entry: Expr) -> bool:
    """Not proved to be zero: what is undecided counts as present."""
    try:
        return not vanishes(entry)
    except OutOfReach:
        return True


def _matching(rows: Sequence[Sequence[Expr]], columns: Sequence[int]) -> dict[int, int]:
    """A maximum matching row -> column through entries that are not zero."""
    return matching([[j for j in columns if occurs(row[j])] for row in rows])


def structural_rank(full: Pfaffian) -> int:
    """The largest rank any matrix with these zeros can have: the size of a maximum matching."""
    return len(_matching(full.matrix, range(full.chart.n)))


def _row(l: int) -> str:
    return f"constraint {l + 1}"


def _retained(full: Pfaffian, redundant: Sequence[Redundant]) -> list[int]:
    return sorted(set(range(full.k)) - {r.row for r in redundant})


def elimination_order(
    full: Pfaffian, d: Distribution, redundant: Sequence[Redundant]
) -> tuple[Step, ...]:
    """The steps; each uses independent velocities and those of the steps before it."""
    retained, rows = _retained(full, redundant), d.pfaffian.matrix
    matched = _matching(rows, d.dependent)
    users = [
        [l for l, row in enumerate(rows) if j != l and occurs(row[matched[j]])] for j in range(d.k)
    ]
    return tuple(_step(d, some, [matched[l] for l in some], retained) for some in blocks(users))


def _step(d: Distribution, rows: Sequence[int], columns: Sequence[int], retained) -> Step:
    """Solve the rows for the velocities in the columns, everything else left standing."""
    chart, P = d.chart, d.pfaffian
    form = echelon(chart.graph, [[*P.matrix[l], P.affine[l]] for l in rows], columns=columns)
    others = [j for j in range(chart.n) if j not in columns]
    rates = [*(chart.v[j] for j in others), chart.graph.one]
    solved = {
        c: -dot(chart.graph, [*(row[j] for j in others), row[chart.n]], rates)
        for c, row in zip(form.pivots, form.rows)
    }
    uses = tuple(j for j in others if any(occurs(P.matrix[l][j]) for l in rows))
    return Step(
        tuple(retained[l] for l in rows), tuple(columns), uses, tuple(solved[c] for c in columns)
    )


# ------------------------------------------------------------------------------------------ graph


def dependency_graph(
    system: System,
    full: Pfaffian,
    d: Distribution,
    order: Sequence[Step],
    redundant: Sequence[Redundant],
    include: Iterable[str],
) -> Arrows:
    """The elimination as arrows; each one has a `relation` and a `coefficient`.

    A coefficient is text: "" where there is none, "…" where it is too long to be
    written out.

    velocities (always)   velocity -> constraint "used in", constraint -> velocity "solves for" (its
                          `matched` says which is the constraint's own); independent constraint ->
                          redundant one "implies": row = sum coefficient * row
    coordinates           coordinate or t -> constraint or equation "occurs in"
    equations             velocity -> equation "occurs in"; equation -> velocity "drives", with the
                          coefficient of the acceleration: the m balances on virtual displacements,
                          dependent velocities and accelerations eliminated
    multipliers           instead all n balances E_i(L) - Q_i = sum_l lambda_l a_li: constraint ->
                          multiplier "reaction"; multiplier -> equation of an independent i "used
                          in", equation of a dependent i -> multiplier "solves for", both with a_li

    Nodes have kind, role, label and layer (the column of a picture); most have a variable (x for x'
    and its equation), those of the elimination their step.  Without a Lagrangian no equations.
    Raises NonholoError for a level of another name.
    """
    levels = set(include)
    if levels - set(LEVELS):
        raise NonholoError(
            say(
                "{level} is no level of the dependency graph; choose among {names}",
                level=min(levels - set(LEVELS)),
                names=", ".join(LEVELS),
            )
        )
    graph = Arrows(structural_rank=structural_rank(full), generic_rank=d.k)
    contents = _elimination(graph, full, d, order)
    _redundant_rows(graph, full, redundant)
    if system.lagrangian is not None and levels & {"equations", "multipliers"}:
        form = _multiplier_form if "multipliers" in levels else _reduced_form
        contents |= form(graph, system, d, _retained(full, redundant))
    if "coordinates" in levels:
        _coordinates(graph, d, contents)
    return graph


def _link(
    graph: Arrows,
    source: str,
    target: str,
    relation: str,
    coefficient: Expr | None = None,
    **more,
) -> None:
    """An edge, unless its coefficient is zero."""
    if coefficient is None or occurs(coefficient):
        told = "" if coefficient is None else _Coefficient(coefficient)
        graph.add_edge(source, target, relation=relation, coefficient=told, **more)


class _Coefficient:
    """A coefficient as text; what is too long to be written out is left out."""

    def __init__(self, value: Expr):
        self.value = value

    @cached_property
    def written(self) -> str:
        return LEFT_OUT if width(self.value) > HUGE else text(presentable(self.value))

    def __str__(self) -> str:
        return self.written

    def drawn(self) -> str:
        """The same; a long one as it was derived, of which a picture shows the first signs."""
        return text(self.value) if DRAWN < width(self.value) <= HUGE else str(self)


def _velocity(graph: Arrows, name: str, role: str, layer: int, **more) -> None:
    graph.add_node(
        f"{name}'", kind="velocity", role=role, label=f"{name}'", variable=name, layer=layer, **more
    )


def _constraint(graph: Arrows, full: Pfaffian, l: int, role: str, layer: int, **more) -> None:
    graph.add_node(
        _row(l),
        kind="constraint",
        role=role,
        label=full.labels[l],
        layer=layer,
        holonomic=full.functions[l] is not None,
        **more,
    )


def _elimination(graph: Arrows, full: Pfaffian, d: Distribution, order: Sequence[Step]) -> dict:
    """Velocities and independent constraints; what each constraint is made of."""
    depth = dict.fromkeys(d.independent, 0)
    for j in d.independent:
        _velocity(graph, d.chart.names[j], "independent", 0)
    for number, step in enumerate(order, start=1):
        level = 1 + max((depth[j] for j in step.uses), default=0)
        depth |= dict.fromkeys(step.velocities, level)
        for l, j in zip(step.constraints, step.velocities):
            _constraint(graph, full, l, "independent", 2 * level - 1, step=number)
            _velocity(graph, d.chart.names[j], "dependent", 2 * level, step=number)
    return {
        _row(l): _constraint_edges(graph, full, step, l, j)
        for step in order
        for l, j in zip(step.constraints, step.velocities)
    }


def _constraint_edges(graph: Arrows, full: Pfaffian, step: Step, l: int, column: int) -> list:
    """Row l with its affine part, solved for its own velocity unless it stands in a block."""
    row, chart = [*full.matrix[l], full.affine[l]], full.chart
    row = row if step.coupled else [e / full.matrix[l][column] for e in row]
    for j, name in enumerate(chart.names):
        if j in step.velocities:
            _link(graph, _row(l), f"{name}'", "solves for", row[j], matched=j == column)
        else:
            _link(graph, f"{name}'", _row(l), "used in", -row[j])
    if occurs(row[-1]):
        time = f"{chart.t}'"
        graph.add_node(time, kind="velocity", role="time", label=f"{time} = 1", layer=0)
        _link(graph, time, _row(l), "used in", -row[-1])
    return row


def _redundant_rows(graph: Arrows, full: Pfaffian, redundant: Sequence[Redundant]) -> None:
    for r in redundant:
        layers = [graph.nodes[_row(l)]["layer"] for l, _ in r.coefficients]
        _constraint(graph, full, r.row, "redundant", 1 + max(layers, default=0))
        for l, coefficient in r.coefficients:
            _link(graph, _row(l), _row(r.row), "implies", coefficient)


def _coordinates(graph: Arrows, d: Distribution, contents: dict[str, list[Expr]]) -> None:
    """Coordinates and time that occur in a constraint or an equation."""
    roles = dict.fromkeys(d.dependent, "dependent") | dict.fromkeys(d.independent, "independent")
    symbols = [*d.chart.q, d.chart.t]
    slopes = {
        node: list(zip(*(gradient(e.graph, e, symbols) for e in parts)))
        for node, parts in contents.items()
        if parts
    }
    for j, symbol in enumerate(symbols):
        name = str(symbol)
        for node, each in slopes.items():
            if any(map(occurs, each[j])):
                graph.add_node(
                    name,
                    kind="coordinate",
                    role=roles.get(j, "time"),
                    label=name,
                    variable=name,
                    layer=0,
                )
                _link(graph, name, node, "occurs in")


def _reduced_form(graph: Arrows, system: System, d: Distribution, rows) -> dict:
    """One balance for each independent coordinate, in independent velocities and accelerations."""
    del rows
    known = d.lift() | d.close()
    balances = d.project(force_balance(system))
    return dict(_balance(graph, d, j, row.subs(known)) for j, row in zip(d.independent, balances))


def _balance(graph: Arrows, d: Distribution, i: int, row: Expr) -> tuple[str, list[Expr]]:
    """The equation of coordinate i: what occurs in it, and the accelerations it drives."""
    chart, name, node = d.chart, d.chart.names[i], f"equation for {d.chart.names[i]}"
    role, layer = ("dependent", -3) if i in d.dependent else ("independent", -1)
    graph.add_node(node, kind="equation", role=role, label=node, variable=name, layer=layer)
    for j, other in enumerate(chart.names):
        inertia = row.diff(chart.a[j])
        drives = role == "independent" and j in d.independent
        if drives:
            _link(graph, node, f"{other}'", "drives", inertia)
        if occurs(row.diff(chart.v[j])) or (not drives and occurs(inertia)):
            _link(graph, f"{other}'", node, "occurs in")
    return node, [row]


def _multiplier_form(graph: Arrows, system: System, d: Distribution, rows) -> dict:
    """All n balances with reactions; those of dependent coordinates determine the multipliers."""
    made = dict(_balance(graph, d, i, row) for i, row in enumerate(force_balance(system)))
    for symbol, l, row in zip(multiplier_symbols(system, d.k), rows, d.pfaffian.matrix):
        name = str(symbol)
        graph.add_node(name, kind="multiplier", role="dependent", label=name, layer=-2)
        _link(graph, _row(l), name, "reaction")
        for i, node in enumerate(made):
            if i in d.dependent:
                _link(graph, node, name, "solves for", row[i])
            else:
                _link(graph, name, node, "used in", row[i])
    return made
