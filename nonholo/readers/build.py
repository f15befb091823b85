"""A case from a draft: every text read, the rows sorted, the system put together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from nonholo.decide.zero import decide_zero
from nonholo.dynamics.chetaev import sorted_constraints
from nonholo.dynamics.system import System
from nonholo.errors import BadCase
from nonholo.expression.graph import Expr, Graph
from nonholo.expression.ranges import ANY
from nonholo.expression.steady import steady
from nonholo.expression.text import text as written
from nonholo.geometry.constraints.chart import chart, coordinate_meant
from nonholo.geometry.flag.piecewise import on_domain, parted
from nonholo.readers.assumed import assumed
from nonholo.readers.case import Case
from nonholo.readers.draft import Draft
from nonholo.readers.draft_reader import DraftReader
from nonholo.readers.inputs import misplaced
from nonholo.readers.lower import Scope
from nonholo.readers.read_in_full import remembered, with_numbers
from nonholo.words.sentence import say


def build(draft: Draft) -> Case:
    """Read every text of a draft.

    Raises BadCase with all complaints at once.

    >>> build(Draft(["x", "y"], constraints=["x' = y y'"])).system.pfaffian.matrix
    ((1, -y),)
    """
    with steady():
        return _build(draft)


def _build(draft: Draft) -> Case:
    _refuse(draft, draft.wrong_names())
    read = DraftReader(draft, _scope(draft), [])
    system, solved = _system(read)
    read_so = remembered(system, solved)
    _refuse(draft, read_so.complaints)
    if read_so.domain:
        return _build(replace(draft, domain=[*draft.domain, *read_so.domain]))
    system = replace(system, through=read_so.through)
    given = system.values
    system, put = with_numbers(system, solved)
    return Case(
        draft.name,
        system,
        replace(
            read.scope,
            velocities=system.velocities,
            given={s.args: written(value) for s, value in put.items()},
        ),
        tuple(draft.sources),
        draft.notes,
        tuple(coordinate_meant(n, draft.coordinates) for n in draft.dependent),
        read.begun,
        draft.simulation,
        draft.expected,
        draft.source,
        tables=draft.tables,
        meaning=draft.meaning,
        irrational=read.irrational,
        undeclared=tuple(draft.undeclared),
        implied={s.args: written(given[s]) for s in solved if s in given},
    )


def _refuse(draft: Draft, complaints: Sequence[str]) -> None:
    if complaints:
        raise BadCase(draft.title, complaints)


def _scope(draft: Draft) -> Scope:
    """A graph with the names that are declared, and what is assumed of each."""
    graph = Graph(draft.seed)
    for name in (*draft.parameters, *draft.inputs):
        graph.symbol(name, draft.assumed.get(name, ANY))
    made = chart(graph, draft.coordinates)
    graph.assumed |= {q.index: draft.assumed[q.args] for q in made.q if q.args in draft.assumed}
    return Scope(made, tuple(draft.parameters), tuple(draft.inputs), draft.functions)


def _system(read: DraftReader) -> tuple[System, dict[Expr, Expr]]:
    """The system, and the parameters that assumed equations give.  Raises BadCase."""
    draft, complaints = read.draft, read.complaints
    graph = read.scope.chart.graph
    values = {
        graph.symbol(n): read.number(f"parameters.{n}", v)
        for n, v in draft.parameters.items()
        if v is not None
    }
    graph.reading.values, graph.reading.of_rows = values, False
    read.scope = scope = read.velocities()
    solved = assumed(read)
    read.initial()
    graph.reading.values = solved | values
    lagrangian = read.one("lagrangian", draft.lagrangian) if draft.lagrangian is not None else None
    graph.reading.of_rows = True
    constraints = read.many("constraints", draft.constraints, scope.constraint)
    holonomic = read.many("holonomic_constraints", draft.holonomic, scope.level)
    graph.reading.of_rows = False
    forces = tuple(
        read.one(f"forces.{n}", draft.forces[n]) if n in draft.forces else graph.zero
        for n in scope.chart.names
    )
    inputs = {graph.symbol(n): read.input(n, value) for n, value in draft.inputs.items()}
    graph.reading.of_rows = None
    read.check_values(values)
    rows_read = {"constraints": constraints, "holonomic_constraints": holonomic}
    read.check_domain(lagrangian, rows_read, forces, {**values, **solved})
    read.functions()
    read.inequalities()
    read.plane()
    read.check_arguments(lagrangian, holonomic)
    read.check_rates(constraints)
    labels = [
        read.labels(draft.constraints, constraints),
        [scope.level_label(text) for text in draft.holonomic],
    ]
    demands: list[Any] = []
    tree = None
    if draft.bodies or draft.rolling or draft.loads:
        lagrangian, forces, tree = read.assembled(
            lagrangian, forces, (constraints, holonomic), labels, demands
        )
    elif draft.gravity:
        complaints.append(
            say(
                "gravity: acts on [[bodies]], and there are none; a weight in a Lagrangian "
                "is its potential"
            )
        )
    read.shapes()
    _refuse(draft, complaints)
    rows = read.guard(sorted_constraints, scope.chart, constraints, labels[0], holonomic, labels[1])
    _refuse(draft, complaints)
    linear, nonlinear = rows
    read.require(demands, linear)
    _refuse(draft, complaints)
    _refuse(draft, misplaced(inputs, lagrangian, linear, nonlinear))
    system = System(
        scope.chart,
        inside := on_domain(linear),
        lagrangian,
        forces,
        values,
        frozenset(graph.symbol(n) for n, known in draft.assumed.items() if known.positive),
        tuple(draft.inequalities),
        nonlinear,
        parted(linear, inside),
        inputs,
        assumptions=(*draft.assumptions, *draft.domain),
        domain=tuple(draft.domain),
        velocities=scope.velocities,
        tree=tree,
    )
    _refuse(draft, _contradicted_values(solved, values))
    return system, solved


def _contradicted_values(solved: Mapping[Expr, Expr], values: Mapping[Expr, Expr]) -> list[str]:
    """Values of parameters that are not what the assumed equations say."""
    told: list[str] = []
    for symbol, meant in solved.items():
        if symbol in values and not decide_zero(meant.subs(values) - values[symbol]).answer:
            told.append(
                say(
                    "parameters.{args}: its value is {values}, but assumed is {args} = {meant}",
                    args=symbol.args,
                    values=values[symbol],
                    meant=meant,
                )
            )
    return told
