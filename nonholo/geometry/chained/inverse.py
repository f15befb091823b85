"""The way back from a chained form: coordinates in turn, an angle by its tangent, or some
together linearly.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from nonholo.algebra.field import Field
from nonholo.errors import NotApplicable
from nonholo.expression.graph import DIVISION, Expr
from nonholo.expression.text import text
from nonholo.linear.elimination import solve
from nonholo.words.sentence import say
from nonholo.writing.present import brief


@dataclass(frozen=True, slots=True)
class Solved:
    """Relative coordinates found together, in the z and in those found before; an angle is known up
    to half turns.
    """

    columns: tuple[int, ...]
    values: tuple[Expr, ...]
    angle: bool = False


Hanging = tuple[Expr, Expr, Expr]  # z = beside + slope * rate: (rate, slope, beside)


def way_back(
    q: Sequence[Expr],
    z: Sequence[Expr],
    symbols: Sequence[Expr],
    hangs: Sequence[Hanging | None],
) -> Iterator[Solved]:
    """The relative coordinates in turn: alone from one z, or some from as many z in which they are
    linear.

    hangs: of a long z the short rate on which it hangs.  Raises NotApplicable if they cannot be had
    so.
    """
    open_z, left = list(range(len(z))), list(range(len(q)))
    while left:
        step = _solved_alone(q, z, symbols, hangs, open_z, left) or _solved_together(
            q, z, symbols, open_z, left
        )
        if step is None:
            raise NotApplicable(say("the way back from the chained form was not found"))
        solved, used = step
        open_z = [j for j in open_z if j not in used]
        left = [i for i in left if i not in solved.columns]
        yield solved


def _solved_alone(q, z, symbols, hangs, open_z, left) -> tuple[Solved, tuple[int, ...]] | None:
    for j in reversed(open_z):
        unknown = [i for i in left if z[j].has([q[i]])]
        if len(unknown) == 1:
            (i,) = unknown
            rate, slope, beside = hangs[j] or (z[j], z[j].graph.one, z[j].graph.zero)
            if slope.has([q[i]]) or beside.has([q[i]]):
                rate, slope, beside = z[j], z[j].graph.one, z[j].graph.zero
            solution = _solved_for(rate, q[i], symbols[j])
            if solution is not None:
                value, angle = solution
                known = {symbols[j]: (symbols[j] - beside) / slope}
                return Solved((i,), (value.subs(known),), angle), (j,)
    return None


def _solved_for(f: Expr, q: Expr, value: Expr) -> tuple[Expr, bool] | None:
    """q where f = value, if f is linear in it, or its tangent is known; is it an angle?"""
    slope = f.diff(q)
    if not slope.has([q]):
        return _short((value - f.subs({q: f.graph.zero})) / slope), False
    tangent = tangent_of(f, q, value)
    return None if tangent is None else (_arc(tangent), True)


def _arc(tangent: Expr) -> Expr:
    """The angle from its tangent, reckoned from the eighth of a turn that makes the formula
    shortest.

    What is infinite for one reference is regular for another.
    """
    graph = tangent.graph
    turned = [tangent, (tangent - 1) / (1 + tangent), -1 / tangent, (tangent + 1) / (1 - tangent)]
    eighth, shown = min(enumerate(map(_short, turned)), key=lambda pair: _awkward(pair[1]))
    return graph.call("atan", shown) + graph.pi * eighth / 4


def _awkward(node: Expr) -> tuple[bool, int, int]:
    """Infinite where all is zero; with a denominator; long."""
    zero = node.graph.zero
    try:
        node.subs(dict.fromkeys(node.symbols(), zero))
        infinite = False
    except ZeroDivisionError:
        infinite = True
    return infinite, node.doubt & DIVISION, len(text(node))


def _short(node: Expr) -> Expr:
    return node.graph.copy([brief(node)])[0]


def _solved_together(q, z, symbols, open_z, left) -> tuple[Solved, tuple[int, ...]] | None:
    graph = z[0].graph
    for size in (2, 3):
        for some in combinations(open_z, size):
            unknown = [i for i in left if any(z[j].has([q[i]]) for j in some)]
            slopes = [[z[j].diff(q[i]) for i in unknown] for j in some]
            if len(unknown) != size or any(
                e.has([q[i] for i in unknown]) for row in slopes for e in row
            ):
                continue
            zero = {q[i]: graph.zero for i in unknown}
            values = solve(graph, slopes, [symbols[j] - z[j].subs(zero) for j in some])
            if values is not None:
                return Solved(tuple(unknown), tuple(map(_short, values))), some
    return None


def tangent_of(link: Expr, angle: Expr, z: Expr) -> Expr | None:
    """tan(angle) where link = z, if that is P sin(angle) + Q cos(angle) = 0 with P and Q free of
    the angle.
    """
    graph = link.graph
    field = Field([link - z, graph.sin(angle)])
    if field.circle[angle.index][1] != 1:
        return None
    c, s = field.waves[angle.index]
    gens = list(field.context.gens())
    places = (
        gens.index(s),
        gens.index(c),
        gens.index(field.symbols[angle.index]) if angle.index in field.symbols else -1,
    )
    parts = [field.zero, field.zero]
    for exponents, value in field.normal(link - z).num.terms():
        powers = [int(exponents[k]) for k in places[:2]]
        if sorted(powers) != [0, 1] or (places[2] >= 0 and exponents[places[2]]):
            return None
        lowered = list(exponents)
        lowered[places[0]] = lowered[places[1]] = 0
        parts[powers[1]] += field.context.from_dict({tuple(lowered): value})
    if parts[0] == 0 or parts[1] == 0:
        return None
    return -field.expression(parts[1]) / field.expression(parts[0])
