"""Accelerations by velocities u that are regular wherever the motion is determined.

    u = S q' + s,     M u' = f,     q'' = N u' + N' u + b',     admissible velocities  N u + b

M is positive where the inertia is on the virtual displacements, so L D L^T needs no other pivots:
no divisor vanishes where the motion is determined.  States stay (q, q')."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from nonholo.dynamics.link_rates import by_link_rates
from nonholo.dynamics.natural import natural_exchanges, natural_velocities
from nonholo.dynamics.recursive import recursive_rates
from nonholo.dynamics.speeds import WAYS, Way, speeds
from nonholo.errors import NotApplicable, OutOfReach
from nonholo.expression.graph import UNIT, Expr
from nonholo.geometry.distribution.regular import Regular, copied
from nonholo.linear.elimination import dot
from nonholo.numerics.factors import Named, factored, solved_by
from nonholo.numerics.shared import Code
from nonholo.numerics.terms import Terms

BY_SPEEDS = "regular velocities"  # how this way is called
MANY = 4  # velocities beyond which body by body is shorter than any choice of them
NAME, PART, LINK = "speed {}", "part", "link "  # no name of a user holds a space


@dataclass(frozen=True, slots=True)
class BySpeeds:
    """Slopes (q', q'' and, if asked for, the power of all that changes the energy) after steps, by
    one choice of velocities after the other; admissible velocities next to q'.

    Each is in a graph of its own with the symbols of the chart."""

    ways: list[Code]
    nearest: list[Expr]


def by_speeds(terms: Terms, works: bool) -> BySpeeds | None:
    """The ways by regular velocities; None where none were found."""
    if terms.curved:
        return None
    try:
        base = terms.regular
        ways = [way for way in _ways(terms, base, works) if way is not None] if base else []
    except (NotApplicable, OutOfReach):
        return None
    return BySpeeds(ways, _nearest(base)) if base and ways else None


def _ways(terms: Terms, base: Regular, works: bool) -> Iterator[Code | None]:
    """By the velocities that were found, then by natural ones; of many body by body alone."""
    system, graph = terms.system, base.chart.graph
    if base.m > MANY and not (base.drift and works):
        yield _by_links(terms, graph.apart(base), works)
        return
    for way in WAYS:
        yield _made(terms, graph.apart(base), way, works)
    for exchange, way in natural_exchanges(system, graph.apart(base)):
        velocities = natural_velocities(system, graph.apart(base), exchange)
        yield _made(terms, velocities, way, works)


def _by_links(terms: Terms, regular: Regular, works: bool) -> Code:
    regular = by_link_rates(terms.system, regular)
    names = [NAME.format(c) for c in range(regular.m)]
    equations, rates = recursive_rates(terms.system, regular, names, LINK)
    slope = [*regular.chart.v, *equations.accelerations(rates)]
    if works:
        slope.append(copied(equations.graph, terms.own_power))
    return slope, [*equations.meanings, *equations.steps]


def _made(terms: Terms, regular: Regular, way: Way, works: bool) -> Code | None:
    names = [NAME.format(c) for c in range(regular.m)]
    equations = speeds(terms.system, regular, names, way, standing=True)
    graph, chart = equations.graph, regular.chart
    known = (*equations.symbols, *(s for s, _ in equations.steps))
    name = Named(graph, [*chart.q, *chart.v, chart.t, *known], PART)
    factors = factored([[name(e) for e in row] for row in equations.mass], name)
    if factors is None:
        return None
    rates = solved_by(*factors, [name(e) for e in equations.force], name)
    slope = [*chart.v, *equations.accelerations(rates)]
    if works:
        reaction = equations.reaction or [graph.zero] * (regular.m + 1)
        slope.append(copied(graph, terms.own_power) + dot(graph, reaction, [*rates, graph.one]))
    return slope, [*equations.meanings, *equations.steps, *name.steps]


def _nearest(regular: Regular) -> list[Expr]:
    """N (S q' + s) + b."""
    graph, v = regular.chart.graph, regular.chart.v
    parts: list[list] = [[] for _ in regular.chart.names]
    for form, s, column in zip(regular.forms, regular.offsets, regular.columns):
        u = graph.add(s, *(e * v[i] for i, e in form.items()))
        for i, e in column.items():
            parts[i].append((e * u, UNIT))
    for i, e in regular.drift.items():
        parts[i].append((e, UNIT))
    return [graph.sum(p) for p in parts]
