"""Equations solved for coordinates, branch by branch, and exact points on their zero sets."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from nonholo.algebra.field import Field
from nonholo.arithmetic.balls import Ball
from nonholo.arithmetic.numbers import Rational
from nonholo.decide.ball import ball
from nonholo.errors import OutOfReach
from nonholo.expression.breaks import is_smooth_in
from nonholo.expression.graph import Expr, Graph, linear
from nonholo.expression.once import once
from nonholo.geometry.constraints.chart import Chart
from nonholo.geometry.zeros.zeros import Piece, Surface, angle_put, nowhere_zero, periodic
from nonholo.linear.elimination import vanishes

Values = dict[Expr, Expr]


@dataclass(frozen=True)
class Branch:
    """Coordinates as functions of the others; marks: the eighth of a turn taken at each angle of
    the piece.

    whole: together with the other branches it reaches every point of the piece, not only most of
    them."""

    values: Values
    marks: tuple[int | None, ...]
    whole: bool = True


UNLIKE = tuple(
    Fraction(p, q)
    for p, q in (
        (17, 5),
        (-23, 7),
        (31, 11),
        (-43, 13),
        (53, 17),
        (-61, 19),
        (71, 23),
        (-83, 29),
        (97, 31),
        (-103, 37),
    )
)
NEAR = tuple(
    Fraction(p, q)
    for p, q in (
        (1, 2),
        (-1, 3),
        (2, 3),
        (-3, 4),
        (1, 4),
        (-2, 3),
        (3, 4),
        (1, 3),
        (-1, 4),
        (-1, 2),
    )
)
PLAIN = (
    Fraction(0),
    Fraction(1),
    Fraction(2),
    Fraction(-1),
    Fraction(1, 2),
    Fraction(3),
    Fraction(-2),
)
TRIANGLES = (
    (3, 4),
    (-5, 12),
    (8, 15),
    (-7, 24),
    (20, 21),
    (12, 35),
    (-9, 40),
    (28, 45),
    (-11, 60),
    (16, 63),
)
TURNS = (
    Fraction(0),
    Fraction(1, 3),
    Fraction(1, 6),
    Fraction(-1, 6),
    Fraction(2, 3),
    Fraction(5, 6),
    Fraction(-1, 3),
)
MOST_BRANCHES = 8
AWAY = 6  # half turns to a place that is none of the first ones


def branches(piece: Piece, chart: Chart) -> list[Branch]:
    """The piece solved for some coordinates, in every way; nothing if that could not be done.

    A linear equation is divided by its slope: the branch then holds where the slope does not
    vanish.

    >>> from nonholo.expression.graph import Graph
    >>> from nonholo.geometry.constraints.chart import chart
    >>> from nonholo.geometry.zeros.zeros import surfaces
    >>> plane = chart(Graph(), ["x", "y"])
    >>> x, y = plane.q
    >>> [branch.values for branch in branches(tuple(surfaces(x - y**2, plane)), plane)]
    [{x: y**2}]
    """
    asked = ("branches", piece, chart)
    return list(once(chart.graph, asked, lambda: _branches(piece, chart)))


def _branches(piece: Piece, chart: Chart) -> list[Branch]:
    ways = [Branch({}, ())]
    try:
        for surface in piece:
            ways = [
                Branch(_joined(known.values, more), (*known.marks, mark), known.whole and whole)
                for known in ways
                for more, mark, whole in _solved(surface, known.values, chart)
            ]
            if len(ways) > MOST_BRANCHES:
                return []
    except (OutOfReach, ZeroDivisionError):
        return []
    return ways


def surely_empty(piece: Piece, chart: Chart) -> bool:
    """Where one equation is solved another never holds."""
    for surface in piece if len(piece) > 1 else ():
        solved = branches((surface,), chart)
        others = [s.f for s in piece if s is not surface]
        if solved and all(
            branch.whole and _one_never(others, branch.values, chart) for branch in solved
        ):
            return True
    return False


def _one_never(nodes: Sequence[Expr], values: Values, chart: Chart) -> bool:
    try:
        return any(nowhere_zero(f.subs(values), chart) for f in nodes)
    except ZeroDivisionError:
        return False


def _joined(known: Values, more: Values) -> Values:
    if not known or not more:
        return {**known, **more}
    graph = next(iter(more)).graph
    return {**dict(zip(known, graph.substitute(list(known.values()), more))), **more}


def _solved(surface: Surface, known: Values, chart: Chart) -> list[tuple[Values, int | None, bool]]:
    """The solutions of f = 0 once what is known is put in; ({}, None, True) if it holds already."""
    if surface.angle is not None:
        l, eighths = surface.angle
        l = l.subs(known)
        if any(c in (1, -1) for t, c in linear(l)[1] if t in (*chart.q, chart.t)):
            turns = [angle_put(l, k) for k in eighths]
            if any(s in chart.winding for put in turns for s in put):
                return []
            return [(put, k, True) for put, k in zip(turns, eighths)]
    f = surface.f.subs(known)
    if vanishes(f):
        return [({}, None, True)]
    ways, whole = solutions(f, chart)
    return [(values, None, whole) for values in ways]


def solutions(f: Expr, chart: Chart, some: bool = False) -> tuple[list[Values], bool]:
    """f = 0 solved for one coordinate: linear in it, or in its sine and cosine, or quadratic or a
    power of e with numbers.

    some: of a coordinate whose whole turns are not alike at some turn, else it is not solved for.

    And whether the solutions are all points of {f = 0}, or only those where a slope does not
    vanish."""
    variables = [s for s in (*chart.q, chart.t) if f.has([s])]
    slopes = [(s, f.diff(s)) for s in variables]
    straight = [(s, a) for s, a in slopes if not a.has([s]) and is_smooth_in(f, s)]
    straight.sort(key=lambda pair: pair[1].has([*chart.q, chart.t]))
    for s, slope in straight:
        if _never_level(f, s, slope, chart):
            return [{s: _root_of_line(f, s, slope)}], True
    if straight:
        s, slope = straight[0]
        return [{s: _root_of_line(f, s, slope)}], False
    for s in variables:
        roots, divisor = circular(f, s, variables)
        if roots and s in chart.winding:
            if some:
                return [{s: root + AWAY * f.graph.pi} for root in roots], False
            continue
        if roots:
            return [{s: root} for root in roots], nowhere_zero(divisor, chart)
        ways = (_quadratic, _power_of_e) if is_smooth_in(f, s) else ()
        roots = next(filter(None, (way(f, s, variables) for way in ways)), [])
        if roots:
            return [{s: root} for root in roots], True
    return [], False


def _never_level(f: Expr, s: Expr, slope: Expr, chart: Chart) -> bool:
    """Where the slope vanishes, if anywhere, f does not: x y = 1 has no point with y = 0."""
    try:
        there = f - slope * s
        return any(nowhere_zero(e, chart) for e in (slope, there, slope**2 + there**2))
    except ZeroDivisionError:
        return False


def _root_of_line(f: Expr, s: Expr, slope: Expr) -> Expr:
    """The s with f = 0, in a form without s: f is linear in s, its form need not be."""
    try:
        return -f.subs({s: f.graph.zero}) / slope
    except ZeroDivisionError:
        at = f.graph.one
        return at - f.subs({s: at}) / slope


def circular(f: Expr, s: Expr, variables: Sequence[Expr]) -> tuple[list[Expr], Expr]:
    """A cos(s) + B sin(s) + C = 0: s = atan(-A/B) and half a turn more for C = 0; +-acos for
    numbers A, C and B = 0; asin and half a turn less it for numbers B, C and A = 0.

    The solutions and what they were divided by.
    """
    graph = f.graph
    second = f.diff(s).diff(s)
    C = f + second
    if C.has([s]):
        return [], C
    A, B = (f.subs({s: at}) - C for at in (graph.zero, graph.scale(graph.pi, Rational(1, 2))))
    if not vanishes(A * graph.cos(s) + B * graph.sin(s) + C - f):
        return [], C
    if C.is_zero and not B.is_zero:
        angle = graph.call("atan", -A / B)
        return [angle, angle + graph.pi], B
    if B.is_zero and _reaches(A, C, variables):
        angle = _arc(graph, -C / A)
        return [angle, -angle], A
    if A.is_zero and _reaches(B, C, variables):
        angle = _arc(graph, -C / B)
        plain = angle.kind != "function"
        quarter = graph.scale(graph.pi, Rational(1, 2))
        first = quarter - angle if plain else graph.call("asin", -C / B)
        return [first, graph.pi - first], B
    return [], C


def _reaches(size: Expr, C: Expr, variables: Sequence[Expr]) -> bool:
    """Numbers with size cos(l) + C = 0 for some l."""
    moving = size.is_zero or size.has(variables) or C.has(variables)
    return not moving and _not_negative(size**2 - C**2)


def _arc(graph: Graph, cosine: Expr) -> Expr:
    """The angle with this cosine, a multiple of pi where it is a well-known one."""
    known = {2: 0, 1: 2, 0: 3, -1: 4, -2: 6}  # twice the cosine: sixths of pi
    for double, sixths in known.items():
        if cosine is graph.lift(Fraction(double, 2)):
            return graph.scale(graph.pi, Rational(sixths, 6))
    return graph.call("acos", cosine)


def _quadratic(f: Expr, s: Expr, variables: Sequence[Expr]) -> list[Expr]:
    graph, zero = f.graph, f.graph.zero
    a = f.diff(s).diff(s) / 2
    if a.has(variables) or a.is_zero:
        return []
    b, c = f.diff(s).subs({s: zero}), f.subs({s: zero})
    under = b**2 - 4 * a * c
    if under.has(variables) or not _not_negative(under):
        return []
    root = graph.sqrt(under)
    return [(root - b) / (2 * a), (-root - b) / (2 * a)]


def _power_of_e(f: Expr, s: Expr, variables: Sequence[Expr]) -> list[Expr]:
    """A exp(k s) + C = 0 with numbers: s = log(-C/A)/k, the only one."""
    zero, rate = {s: f.graph.zero}, f.diff(s)
    try:
        slope = rate.subs(zero)
        if slope.has(variables):
            return []
        at, bend = (e.subs(zero) for e in (f, rate.diff(s)))
        k = bend / slope
        if bend.is_zero or not vanishes(rate.diff(s) - k * rate):
            return []
        power = 1 - at * k / slope
    except ZeroDivisionError:
        return []
    if power.has(variables) or not _not_negative(power) or vanishes(power):
        return []
    return [f.graph.call("log", power) / k]


def _not_negative(number: Expr) -> bool:
    """Certainly >= 0: zero, or a ball around it is positive."""
    if number.support:
        return False
    value = ball(number, {})
    return vanishes(number) or (value.is_finite() and bool(value > Ball(0)))


# exact points
# ---------------------------------------------------------------------------------------
def angles_of(nodes: Sequence[Expr], chart: Chart) -> set[Expr]:
    """The coordinates, and t, that stand under sines and cosines."""
    return {
        atom
        for atom, _ in Field([chart.graph.one, *nodes]).circle.values()
        if atom in (*chart.q, chart.t)
    }


def wound(chart: Chart, nodes: Sequence[Expr]) -> Chart:
    """The chart that knows for which angles a whole turn changes some of the nodes."""
    turning = angles_of(nodes, chart)
    angles = (s for s in (*chart.q, chart.t) if s in turning)
    unlike = (s for s in angles if not all(periodic(node, s) for node in nodes))
    return replace(chart, winding=tuple(unlike))


def assignments(
    chart: Chart, active: Sequence[Expr], angles: set[Expr], more: Sequence[int] = ()
) -> list[Values]:
    """Exact values for all coordinates and t: first in no special position (angles of Pythagorean
    triangles), far from 0 and near, then zeros and other simple ones.

    active: the symbols on which anything depends; the others are 0; more: of those near 0, more
    choices."""
    graph = chart.graph
    origin = dict.fromkeys((*chart.q, chart.t), graph.zero)

    def chosen(angle, plain, step):
        return origin | {
            s: (angle if s in angles else plain)((i + 1) * step) for i, s in enumerate(active)
        }

    def pythagorean(i):
        u, v = TRIANGLES[i % len(TRIANGLES)]
        return graph.call("atan", graph.lift(Fraction(u, v)))

    def turn(i):
        return graph.scale(graph.pi, Rational(*TURNS[i % len(TURNS)].as_integer_ratio()))

    def number(i):
        return graph.lift(PLAIN[i % len(PLAIN)])

    def unlike(i):
        return graph.lift(UNLIKE[i % len(UNLIKE)])

    def near(i):
        return graph.lift(NEAR[i % len(NEAR)])

    return [
        chosen(pythagorean, unlike, 1),
        *(chosen(pythagorean, near, step) for step in (1, *more)),
        origin,
        chosen(turn, number, 1),
        chosen(turn, number, 2),
    ]


def points(
    piece: Piece, solved: Sequence[Branch], chart: Chart, active: Sequence[Expr], angles: set[Expr]
) -> dict[int, list[Values]]:
    """Number of the branch -> exact points on it; of one unsolved equation by solving it with
    numbers put in.
    """
    given = assignments(chart, active, angles, () if solved else (3, 7, 9))
    if solved:
        every = [(n, _at(branch.values, free)) for n, branch in enumerate(solved) for free in given]
    else:
        every = [
            (0, p)
            for free in given
            if len(piece) == 1
            for p in _on_surface(piece[0].f, free, chart)
        ]
    by_branch: dict[int, list[Values]] = {}
    for number, point in every:
        if point is not None:
            by_branch.setdefault(number, []).append(point)
    return by_branch


def _at(branch: Values, free: Values) -> Values | None:
    try:
        return free | {
            s: e.subs({q: v for q, v in free.items() if q not in branch}) for s, e in branch.items()
        }
    except ZeroDivisionError:
        return None


def _on_surface(f: Expr, free: Values, chart: Chart) -> Iterator[Values]:
    origin = {s: chart.graph.zero for s in (*chart.q, chart.t) if f.has([s])}
    yield from (
        point
        for point in ([free | origin] if len(origin) == 1 else [free])
        if holds_at((Surface(f),), point)
    )
    for s in (*chart.q, chart.t):
        if f.has([s]):
            try:
                inner = f.subs({q: v for q, v in free.items() if q is not s})
                roots = [] if inner.is_constant else solutions(inner, chart, True)[0]
            except (ZeroDivisionError, OutOfReach):
                continue
            for root in roots:
                if not any(v.has([*chart.q, chart.t]) for v in root.values()):
                    yield free | root


def holds_at(piece: Piece, point: Mapping[Expr, Expr]) -> bool:
    """All equations surely hold at the point; where one has no value, or none that is decided,
    it does not.
    """
    try:
        return all(vanishes(s.f.subs(point)) for s in piece)
    except (OutOfReach, ZeroDivisionError):
        return False
