"""Equations of motion as data, and their solution for the accelerations.

One multiplier rule everywhere: M q'' = F + A^T lambda.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from nonholo.dynamics.definite import Definite
from nonholo.dynamics.system import System
from nonholo.errors import SingularMass
from nonholo.expression.graph import Expr, Graph
from nonholo.expression.sweeps import along
from nonholo.geometry.constraints.pfaffian import entries
from nonholo.geometry.curvature.frames import Frame
from nonholo.geometry.distribution.distribution import Distribution
from nonholo.linear.elimination import Matrix, Weight, regular_at, transpose
from nonholo.shows import ShownAsFormulas
from nonholo.words.sentence import say

EquationKind = Literal["formulation", "rival"]


@dataclass(frozen=True, slots=True)
class Equations(ShownAsFormulas):
    """rows = 0, linear in the unknowns: accelerations first, then multipliers.

    name, kind ("formulation" or "rival"); note: which elimination a rival made.  Reduced equations
    hold the independent accelerations only; the dependent ones follow from the constraints, solved
    as in `elimination` (that of the distribution unless another is named), or from the
    quasi-velocities of a `frame`, whose rates are then the unknowns; closing: further accelerations
    in terms of the unknowns; along: quasi-velocities that others are told by, where the unknowns
    are accelerations; function: the one whose slopes by accelerations the rows are."""

    name: str
    kind: EquationKind
    distribution: Distribution
    rows: tuple[Expr, ...]
    unknowns: tuple[Expr, ...]
    multipliers: tuple[Expr, ...] = ()
    note: str = ""
    elimination: Distribution | None = None
    frame: Frame | None = None
    closing: tuple[tuple[Expr, Expr], ...] = ()
    along: Frame | None = None
    function: Expr | None = None

    def __repr__(self) -> str:
        return f"<Equations {self.name!r}: {len(self.rows)} rows>"

    @classmethod
    def reduced(
        cls,
        name: str,
        d: Distribution,
        rows: Sequence[Expr],
        kind: EquationKind = "formulation",
        note: str = "",
    ) -> Equations:
        """Equations in the independent accelerations alone."""
        return cls(name, kind, d, tuple(rows), tuple(d.chart.a[j] for j in d.independent), (), note)


@dataclass(frozen=True, slots=True)
class Motion:
    """Accelerations q_i'' (all n, in chart order) and multipliers as functions of (q, r', t).

    rates: u' as functions of (q, u, t), for equations in the quasi-velocities u of a frame.
    """

    accelerations: tuple[Expr, ...]
    multipliers: tuple[Expr, ...]
    rates: tuple[Expr, ...] = ()


def constraint_rates(d: Distribution) -> list[Expr]:
    """d/dt of each constraint row: A q'' + A' q' + a_0' = 0."""
    return d.chart.rates([d.pfaffian.value(l) for l in range(d.k)])


def multiplier_symbols(system: System, count: int) -> tuple[Expr, ...]:
    """The symbols lambda_1, lambda_2, ..., or kappa_1, ... if the system has such names."""
    return free_symbols(system, "lambda_", count)


OTHER_STEMS: Mapping[str, tuple[str, ...]] = {
    "u": ("v", "w", "s"),
    "w": ("v", "u", "s"),
    "lambda_": ("kappa_", "nu_"),
    "mu_": ("nu_", "kappa_"),
}


def free_symbols(system: System, stem: str, count: int) -> tuple[Expr, ...]:
    """The symbols stem1, stem2, ..., or those of another letter if the system has names that look
    like these: set as a formula u_1 is u1.
    """
    chart = system.chart
    expressions = [*entries(system.pfaffian), *system.forces]
    expressions += [system.lagrangian] if system.lagrangian is not None else []
    expressions += [c.value for c in system.nonlinear]
    taken = {s.args for s in chart.graph.unmask(chart.graph.mask(expressions))} | set(chart.names)
    taken |= {u.args for u in system.inputs} | {s.args for s in system.values}
    plain = {name.replace("_", "") for name in taken}
    stems = [stem, *OTHER_STEMS.get(stem, ())]
    while any(f"{stems[0]}{l}".replace("_", "") in plain for l in range(1, count + 1)):
        stems = stems[1:] or [stems[0] + "n"]
    stem = stems[0]
    return tuple(chart.graph.symbol(f"{stem}{l}") for l in range(1, count + 1))


def motion(equations: Equations) -> Motion:
    """Solve for the accelerations on the constraint distribution.

    Rows that are the differentiated constraints are solved already: they give the dependent
    accelerations. Raises SingularMass if the equations do not determine the accelerations."""
    if equations.along is not None and not equations.along.natural:
        return _along(equations, equations.along)
    d = equations.distribution
    chart, graph = d.chart, d.chart.graph
    closing = (equations.elimination or d).close()
    rows, closed = _without_constraints(equations, closing)
    told = d.lift() if equations.frame is None else {}  # in a frame velocities may be its own
    rows = graph.substitute(rows, told | closed, gather=True)
    unknowns = [u for u in equations.unknowns if u not in closed]
    square, right = _linear(graph, rows, unknowns)
    solution = _solved(equations, Definite(graph, square, right, _pivots(d, square)))
    known = dict(zip(unknowns, _regular(equations, solution)))
    known |= {a: graph.substitute([e], dict(known), gather=True)[0] for a, e in equations.closing}
    rates: tuple[Expr, ...] = ()
    if equations.frame is not None:
        rates = tuple(equations.frame.without_velocities([known[u] for u in equations.frame.rates]))
        known |= _out_of_frame(equations.frame, known)
    missing = [a for a in closing if a not in known]
    known |= zip(
        missing, graph.substitute([closing[a] for a in missing], d.lift() | known, gather=True)
    )
    return Motion(
        tuple(known[a] for a in chart.a), tuple(known[u] for u in equations.multipliers), rates
    )


def _pivots(d: Distribution, square: Matrix) -> Weight | None:
    """Those that vanish at the nominal point come last, and at rest, where rows hold velocities."""
    if not any(e.has(d.chart.v) for row in square for e in row):
        return regular_at(d.at)
    return regular_at({**(d.at or {}), **dict.fromkeys(d.chart.v, d.chart.graph.zero)})


def _along(equations: Equations, frame: Frame) -> Motion:
    """The same of balances along the fields of a frame, q' = T u + tau, solved for u': in these
    T^T M T is symmetric; in r', which the frame may mix, nothing on the diagonal keeps off zero.
    """
    d, graph = equations.distribution, equations.distribution.chart.graph
    meaning = _meaning(frame)
    rates = [frame.rate(velocity).subs(meaning) for velocity in frame.velocity()]
    rows = graph.substitute(
        list(equations.rows[: d.m]), d.lift() | dict(zip(d.chart.a, rates)), gather=True
    )
    square = Definite(graph, *_linear(graph, rows, frame.rates), regular_at(d.at))
    square.diagonal([(j, j) for j in range(d.m)])
    known = dict(zip(frame.rates, _regular(equations, square.solution())))
    return Motion(tuple(graph.substitute(rates, known, gather=True)), ())


def _regular(equations: Equations, solution: list[Expr] | None) -> list[Expr]:
    if solution is None:
        raise SingularMass(
            say(
                "{name}: the equations do not determine the accelerations (singular mass "
                "matrix on the constraint distribution)",
                name=equations.name,
            )
        )
    return solution


def _solved(equations: Equations, rows: Definite) -> list[Expr] | None:
    """The unknowns, by pivots that are regular where the motion is determined."""
    d = equations.distribution
    if equations.multipliers:
        rows.with_multipliers(d.chart.n, (*d.chart.q, *d.chart.v, d.chart.t))
    elif rows.size == d.chart.n:
        rows.with_constraints(d.independent)
    else:
        rows.diagonal([(j, j) for j in range(rows.size)])
    return rows.solution()


def _without_constraints(
    equations: Equations, closing: dict[Expr, Expr]
) -> tuple[list[Expr], dict[Expr, Expr]]:
    """The rows that are no differentiated constraints, and the dependent accelerations if all of
    these were there.

    With multipliers every row stays: the elimination finds shorter forms then.
    """
    d, rows = equations.distribution, list(equations.rows)
    if len(rows) == d.m or equations.multipliers:
        return rows, {}
    rates = set(constraint_rates(d))
    others = [row for row in rows if row not in rates]
    return (others, closing) if len(others) == len(equations.unknowns) - d.k else (rows, {})


def _linear(
    graph: Graph, rows: Sequence[Expr], unknowns: Sequence[Expr]
) -> tuple[Matrix, list[Expr]]:
    """Matrix and right side of rows that are linear in the unknowns."""
    columns = [along(graph, rows, {u: graph.one}, gather=True) for u in unknowns]
    constants = graph.substitute(list(rows), dict.fromkeys(unknowns, graph.zero), gather=True)
    return transpose(columns), [-e for e in constants]


def _out_of_frame(frame: Frame, known: dict[Expr, Expr]) -> dict[Expr, Expr]:
    """q'' = d/dt (T u + tau) with the u' that are known and u = S q' + s, by r'."""
    meaning = _meaning(frame)
    return {
        a: frame.rate(velocity).subs(known).subs(meaning)
        for a, velocity in zip(frame.distribution.chart.a, frame.velocity())
    }


def _meaning(frame: Frame) -> dict[Expr, Expr]:
    """Dependent velocities and quasi-velocities by the independent velocities r'."""
    d = frame.distribution
    return d.lift() | {u: d.restrict(f) for u, f in frame.definitions()}
