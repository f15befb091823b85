"""Accelerations by velocities u that are regular wherever the constraints are independent.

    u = S q' + s,     M u' = f,     q'' = N u' + N' u + b',     admissible velocities  N u + b

M is positive where the inertia is on the virtual displacements, so L D L^T needs no other pivots:
no divisor vanishes where the motion is determined.  States stay (q, q')."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from nonholo.dynamics.speeds import WAYS, Speeds, Way, speeds
from nonholo.errors import NotApplicable, OutOfReach
from nonholo.expression.graph import UNIT, Expr
from nonholo.geometry.distribution.regular import Regular, copied, regular_velocities
from nonholo.linear.elimination import dot
from nonholo.numerics.factors import factored, solved_by
from nonholo.numerics.lines import Steps, operations
from nonholo.numerics.terms import Terms

BY_SPEEDS = "regular velocities"  # how this way is called
NAME = "speed {}"  # no name of a user holds a space
RATE = "rate of speed {}"


@dataclass(frozen=True, slots=True)
class BySpeeds:
    """q'' (n) and the power of all that changes the energy, after steps; admissible velocities next
    to q'.  All in a graph of their own with the symbols of the chart.
    """

    velocities: tuple[Expr, ...]
    accelerations: list[Expr]
    power: Expr
    steps: Steps
    nearest: list[Expr]


def by_speeds(terms: Terms, moving: Sequence[Expr]) -> BySpeeds | None:
    """The shortest of the ways by regular velocities; None where none were found.

    moving: the symbols of a state and of time, by which operations are counted.
    """
    if terms.curved:
        return None
    rows = terms.system.pfaffian.take(list(terms.kept))
    candidates = []
    for i, way in enumerate(WAYS):
        try:
            regular = regular_velocities(rows)
            made = None if regular is None else _made(terms, regular, way)
        except (NotApplicable, OutOfReach):
            return None
        if made is None:
            return None
        roots = [*made.accelerations, made.power]
        candidates.append((operations(roots, moving, made.steps), i, made))
    return min(candidates, key=lambda f: f[:2])[-1]


def _made(terms: Terms, regular: Regular, way: Way) -> BySpeeds | None:
    names = [NAME.format(c) for c in range(regular.m)]
    equations = speeds(terms.system, regular, names, way)
    graph, factors = equations.graph, factored(equations.mass)
    if factors is None:
        return None
    rates = [graph.symbol(RATE.format(c)) for c in range(regular.m)]
    solved = list(zip(rates, solved_by(*factors, equations.force)))
    steps = [*equations.meanings(), *equations.steps, *solved]
    reaction = equations.reaction or [graph.zero] * (regular.m + 1)
    power = copied(graph, terms.own_power) + dot(graph, reaction, [*rates, graph.one])
    return BySpeeds(
        regular.chart.v, equations.accelerations(rates), power, steps, _nearest(equations)
    )


def _nearest(equations: Speeds) -> list[Expr]:
    """N (S q' + s) + b."""
    regular, graph = equations.regular, equations.graph
    values = dict(zip(equations.symbols, equations.symbols)) | dict(equations.meanings())
    parts: list[list] = [[] for _ in regular.chart.names]
    for u, column in zip(equations.symbols, regular.columns):
        for i, e in column.items():
            parts[i].append((e * values[u], UNIT))
    for i, e in regular.drift.items():
        parts[i].append((e, UNIT))
    return [graph.sum(p) for p in parts]
