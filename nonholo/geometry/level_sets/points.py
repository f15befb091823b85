"""Exact real points of the set where holonomic constraints hold."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice, product

from nonholo.algebra.field import Field
from nonholo.arithmetic.balls import Ball
from nonholo.arithmetic.numbers import Rational, rational
from nonholo.arithmetic.polynomials import factors_of
from nonholo.decide.ball import PRECISIONS, as_assumed, ball, drawn_values, obeys
from nonholo.decide.on_set import zero_near
from nonholo.decide.zero import decide_zero
from nonholo.errors import OutOfReach
from nonholo.expression.demands import demands
from nonholo.expression.graph import Expr
from nonholo.expression.once import once
from nonholo.geometry.constraints.pfaffian import Pfaffian, entries
from nonholo.geometry.level_sets.declared import declared_on, holds_inside, place_inside
from nonholo.geometry.level_sets.sheets import Sheet
from nonholo.geometry.zeros.branches import angles_of, assignments
from nonholo.geometry.zeros.domain import as_declared, divisors, drawn_as_declared, switches
from nonholo.linear.elimination import echelon, vanishes

Values = Mapping[Expr, Expr]
MOST_POINTS = 4  # of a sheet
SIZES = tuple(
    Fraction(p, q)
    for p, q in ((3, 5), (0, 1), (5, 13), (-4, 5), (1, 1), (8, 17), (2, 1), (-12, 13))
)
BESIDE = tuple(Fraction(p, q) for p, q in ((0, 1), (1, 1), (-1, 3), (1, 20), (-1, 400)))
FINEST = 1000  # the largest denominator of a place of which no exact one is known
MOST_TRIES = 400  # choices of the free coordinates among which those without roots are looked for
LETTERS = tuple(Fraction(p, q) for p, q in ((7, 5), (11, 10), (13, 7), (9, 8)))  # for parameters


@dataclass(frozen=True, slots=True)
class Question:
    """What Z is asked for: the rows and the numbers of parameters.

    nominal: the configuration people look at, by choice or (given) as an initial one; slacks: what
    may not be negative; prefer: coordinates to solve for, other things being equal.
    """

    rows: Pfaffian
    values: Values
    nominal: Values
    given: bool = False
    slacks: tuple[Expr, ...] = ()
    prefer: tuple[Expr, ...] = ()


def real_points(sheet: Sheet, functions: Sequence[Expr], asked: Question) -> list[Values]:
    """Exact real points of a sheet, where no root vanishes and nothing is divided by zero; the
    plain ones first.

    None at all where none is found around which all that is declared holds: what is left there may
    be less than a part.
    """
    points: list[Values] = []
    inside: list[Values] = []
    for free in islice(_choices(sheet, asked), MOST_TRIES):
        point = exact_point(sheet, functions, free, asked)
        if point is not None and not _has_values(point):
            continue
        plain = point is not None and all(v.is_number for v in point.values())
        if point is not None and (plain or not inside or len(points) < MOST_POINTS):
            points.append(point)
            inside += [point] if is_inside(sheet, point, asked) else []
        if not inside:
            continue
        if sum(all(v.is_number for v in p.values()) for p in points) >= MOST_POINTS - 1 or (
            not sheet.under and len(points) >= MOST_POINTS
        ):
            break
    return sorted(
        points if inside else [],
        key=lambda p: (
            slopes_lost(p, functions, asked),
            p not in inside,
            not _is_nominal(p, asked),
            not all(v.is_number for v in p.values()),
        ),
    )[:MOST_POINTS]


def is_inside(sheet: Sheet, point: Values, asked: Question) -> bool:
    """What is declared holds around a point of a sheet, as far as it moves there."""
    return holds_inside(asked.rows.chart, sheet.values, point, asked.slacks)


def _has_values(point: Values) -> bool:
    """Each constant of the point is a real number, for some unspecified functions: -log(0) is
    none.
    """
    return all(v.support or ball(v, drawn_values([v])).is_finite() for v in point.values())


def defined_at_one(nodes: Sequence[Expr], points: Sequence[Values]) -> bool:
    """At one of the points, which have a number for every symbol, all expressions have real values.

    On a part of Z that is enough for most of its points.

    >>> from nonholo.expression.graph import Graph
    >>> graph = Graph()
    >>> x, y = graph.symbol("x"), graph.symbol("y")
    >>> cross = {x: graph.zero, y: graph.one}
    >>> defined_at_one([x / y], [cross]), defined_at_one([y / x], [cross])
    (True, False)
    """
    return any(_defined(nodes, point) for point in points)


def _defined(nodes: Sequence[Expr], point: Values) -> bool:
    try:
        values = nodes[0].graph.substitute(list(nodes), point) if nodes else []
        return all(not v.support and ball(v, drawn_values([v])).is_finite() for v in values)
    except (OutOfReach, ZeroDivisionError, ValueError):
        return False


def slopes_lost(point: Values, functions: Sequence[Expr], asked: Question) -> int:
    """How many of the functions have no slope of their own at a point."""
    graph = asked.rows.chart.graph
    try:
        slopes = [
            graph.substitute([f.diff(q) for q in asked.rows.chart.q], point) for f in functions
        ]
        return len(functions) - echelon(graph, slopes).rank
    except (OutOfReach, ZeroDivisionError):  # a slope has no value there
        return len(functions)


def _is_nominal(point: Values, asked: Question) -> bool:
    beside = (point[q] - v for q, v in asked.nominal.items() if q in point)
    return all(decide_zero(e).answer is True for e in beside)


def _choices(sheet: Sheet, asked: Question) -> Iterator[Values]:
    """Values for everything that is not solved for."""
    chart, graph = asked.rows.chart, asked.rows.chart.graph
    nodes = [*entries(asked.rows), *sheet.values.values()]
    drawn = numbers_for_letters(asked, nodes)
    given = {s: graph.number(x) for s, x in drawn.items()} | dict(asked.values)
    active = [s for s in (*chart.q, chart.t) if s not in sheet.values]
    angles = angles_of(nodes, chart)
    yield {**asked.nominal, **given}
    for some in assignments(chart, active, angles):
        yield {**some, **given}
    usual = {s: graph.lift(Fraction(i + 2, 3)) for i, s in enumerate(active)}
    slacks = [e for e in (e.subs(sheet.values) for e in asked.slacks) if e.has(chart.q)]
    declared = bool(slacks) or any(True for _ in declared_on(chart, sheet.values))
    positive = [*sheet.under, *slacks]
    chosen = place_inside(chart, sheet.values, given, positive) if declared else None
    if chosen:
        yield {**usual, **{s: graph.number(x) for s, x in chosen.items()}, **given}
    scales = [graph.one, *(v for v in given.values() if v.is_number)]
    rooted = [s for s in active if any(e.has([s]) for e in sheet.under)]
    for scale in scales:
        for sizes in islice(product(SIZES, repeat=len(rooted)), MOST_TRIES // len(scales)):
            yield {**usual, **{s: graph.lift(x) * scale for s, x in zip(rooted, sizes)}, **given}
    for e in sheet.under:
        for place in _around_the_most(e.subs(given), usual):
            yield {**usual, **place, **given}


def _around_the_most(e: Expr, usual: Values) -> Iterator[Values]:
    """Where an expression has no slope, and beside it: of 1 - (x - 100)^2 - (y - 50)^2 the middle
    of the disc on which it is positive.
    """
    held = [s for s in usual if e.has([s])]
    if not held or set(e.symbols()) - set(held):
        return
    start = {s: rational(Fraction(i + 2, 3)) for i, s in enumerate(held)}
    slopes = [e.diff(s) for s in held]
    middle = zero_near(slopes, [[p.diff(s) for s in held] for p in slopes], held, start)
    if middle is None:
        return
    plain = [Fraction(float(Ball(middle[s]).mid())).limit_denominator(FINEST) for s in held]
    for beside in BESIDE:
        places = (x + beside * Fraction(i + 2, 7) for i, x in enumerate(plain))
        yield {s: e.graph.lift(x) for s, x in zip(held, places)}


def numbers_for_letters(asked: Question, nodes: Sequence[Expr]) -> dict[Expr, Rational]:
    """Numbers for the parameters of the question and of some expressions that have none.

    >>> import nonholo as nh
    >>> case = nh.System("x y", None, (), ["x = a*y"], parameters={"a": None})
    >>> numbers_for_letters(Question(case.system.pfaffian, {}, {}), [])
    {a: 7/5}
    """
    functions = [f for f in asked.rows.functions if f is not None]
    letters = [
        s
        for s in asked.rows.chart.parameters([*entries(asked.rows), *functions, *nodes])
        if s not in asked.values
    ]
    usual = as_assumed({s: rational(LETTERS[i % len(LETTERS)]) for i, s in enumerate(letters)})
    return usual if obeys(usual) else drawn_as_declared(letters, random.Random(len(letters)))


def exact_point(
    sheet: Sheet, functions: Sequence[Expr], free: Values, asked: Question
) -> Values | None:
    """The point of the sheet over some values of the others, if it is real and regular."""
    free = {s: v for s, v in free.items() if s not in sheet.values}
    try:
        if any(_drawn_sign(e.subs(free)) <= 0 for e in sheet.under) or any(
            vanishes(e.subs(free)) for e in sheet.slopes
        ):
            return None
        point = free | {s: e.subs(free) for s, e in sheet.values.items()}
        if not as_declared(point):
            return None
        if any(v.support for v in point.values()) or any(not _holds(f, point) for f in functions):
            return None
        if any(_drawn_sign(e.subs(point)) < 0 for e in asked.slacks):
            return None
        if not smooth_at(limits((*functions, *entries(asked.rows))), point, sheet):
            return None
    except (OutOfReach, ZeroDivisionError, ValueError):
        return None
    return point


@dataclass(frozen=True, slots=True)
class Limits:
    """Where some expressions have values and are smooth.

    positive: what is to be positive; roots: those of them that may be 0; signed: what is not to be
    0, where abs bends and sign jumps; divisors: what is divided by, but for those roots."""

    positive: tuple[Expr, ...]
    roots: frozenset[Expr]
    signed: tuple[Expr, ...]
    divisors: tuple[Expr, ...] = ()


NONE = Limits((), frozenset(), ())


def limits(nodes: tuple[Expr, ...]) -> Limits:
    """The limits of expressions.

    >>> from nonholo.expression.graph import Graph
    >>> graph = Graph()
    >>> x, y = graph.symbol("x"), graph.symbol("y")
    >>> within = limits((graph.call("log", x) + graph.call("abs", y),))
    >>> within.positive, within.signed
    ((x,), (y,))
    """
    return once(nodes[0].graph, ("limits", nodes), lambda: _limits(nodes)) if nodes else NONE


def _limits(nodes: tuple[Expr, ...]) -> Limits:
    needed = [(u, strict) for u, strict in demands(nodes) if u.support]
    roots = frozenset(u for u, strict in needed if not strict)
    signed = tuple(u for call in switches(nodes) if (u := call.args[1][0]).support)
    below = tuple(dict.fromkeys(b for b in divisors(nodes) if b.support and b not in roots))
    return Limits(tuple(u for u, _ in needed), roots, signed, below)


def smooth_at(within: Limits, point: Values, sheet: Sheet) -> bool:
    """Expressions with these limits are smooth around a point, as far as it has numbers; or a root
    vanishes all over the sheet, with values on one side of it.

    >>> from nonholo.expression.graph import Graph
    >>> graph = Graph()
    >>> x = graph.symbol("x")
    >>> root = limits((graph.sqrt(x),))
    >>> [smooth_at(root, {x: graph.lift(n)}, Sheet()) for n in (-1, 0, 1)]
    [False, False, True]
    >>> smooth_at(root, {x: graph.zero}, Sheet({x: graph.zero}))
    True
    """

    def sign(u: Expr) -> int | None:
        value = u.subs(point)
        return None if value.support else _drawn_sign(value)

    def on_one_side(u: Expr) -> bool:
        slopes = (u.diff(s) for s in sheet.values)
        return u in within.roots and vanishes(u.subs(sheet.values)) and any(map(sign, slopes))

    positive = ((u, sign(u)) for u in within.positive)
    return (
        all(s is None or s > 0 or on_one_side(u) for u, s in positive)
        and all(sign(u) != 0 for u in within.signed)
        and not any(u.subs(point).is_zero for u in within.divisors)
    )


def _holds(f: Expr, point: Values) -> bool:
    value = f.subs(point)
    return not value.support and vanishes(value)


def on_surface(f: Expr, functions: Sequence[Expr], asked: Question) -> Iterator[Values]:
    """Points of f = 0 with rational coordinates, all but one chosen."""
    for free in _choices(Sheet(), asked):
        for s in asked.rows.chart.q:
            try:
                line = f.subs({q: v for q, v in free.items() if q is not s})
            except ZeroDivisionError:
                continue
            for root in _rational_roots(line, s):
                point = exact_point(Sheet(), functions, {**free, s: root}, asked)
                if point is not None:
                    yield point


def _rational_roots(f: Expr, s: Expr) -> list[Expr]:
    if not f.has([s]) or f.support & ~s.support:
        return []
    field = Field([f])
    factors = [field.expression(poly) for poly, _ in factors_of(field.normal(f).num)[1]]
    straight = [(e, e.diff(s)) for e in factors if e.has([s])]
    return [-e.subs({s: f.graph.zero}) / slope for e, slope in straight if slope.is_number]


def sign_in(value: Ball) -> int:
    return 0 if not value.is_finite() or value.contains(0) else 1 if value > 0 else -1


def sign_of(number: Expr, values: Mapping[Expr, Rational] | None = None) -> int:
    """-1, 0 or 1 for a constant; 0 too where it cannot be told from zero.

    number: without symbols but those of `values`, symbol -> number.

    >>> from nonholo.expression.graph import Graph
    >>> graph = Graph()
    >>> sign_of(graph.lift(2) ** Fraction(1, 2) - 2), sign_of(graph.zero)
    (-1, 0)
    """
    for precision in PRECISIONS:
        if sign := sign_in(ball(number, values or {}, precision)):
            return sign
    return 0


def _drawn_sign(number: Expr) -> int:
    """The same for some values of unspecified functions."""
    return sign_of(number, drawn_values([number]))
