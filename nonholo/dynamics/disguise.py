"""Linear constraints that are written as if they were not: squares, sums of squares, products.

(x' - y z')^2 = 0     x'^2 + y'^2 = 0     (x' - y z') (x' + y z') = 0     x'^3 = y^3 z'^3
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import takewhile
from typing import TypeAlias

from nonholo.algebra.field import Field
from nonholo.algebra.lowest import cleared, lowest
from nonholo.arithmetic.polynomials import Polynomial, factors_of
from nonholo.errors import OutOfReach
from nonholo.expression.breaks import is_quadratic, is_smooth_in
from nonholo.expression.graph import Expr, linear
from nonholo.expression.ranges import Range, range_of
from nonholo.expression.text import text
from nonholo.geometry.constraints.chart import Chart
from nonholo.geometry.zeros.half_angles import halved, refined, square_part
from nonholo.geometry.zeros.signs import never_vanishes, of_one_sign
from nonholo.linear.elimination import vanishes
from nonholo.signs.factored import never_negative
from nonholo.work import BUDGETS, Work

Square: TypeAlias = tuple[Expr, Range, Expr]  # c, what is known of it, l: the term c l^2


def factors_with_velocities(chart: Chart, value: Expr) -> tuple[list[Expr], list[Expr]]:
    """The different irreducible factors of an expression that hold velocities, and those that do
    not; the expression alone where it cannot be factored.

    A factor that no velocity makes 0, or that is 0 only where another one is, is left out.

    >>> import nonholo as nh
    >>> system = nh.constraints("x'^2 = y^2 z'^2").system
    >>> len(factors_with_velocities(system.chart, system.nonlinear[0].value)[0])
    2
    """
    try:
        field = Field([value], Work.of(BUDGETS.factors))
        factors = [f for f, _ in factors_of(field.normal(value).num)[1]]
        whole = [e for f in factors for e in _in_half_angles(chart, field, f)]
    except (OutOfReach, ZeroDivisionError):
        return [value], []
    moving = [f for f in whole if f.has(chart.v)]
    if len(moving) == 1:
        moving = _two_lines(chart, value) or moving
    moving = [f for f in moving if not _needless(chart, f, moving)]
    return moving, [f for f in whole if not f.has(chart.v) and not f.is_constant]


def _in_half_angles(chart: Chart, field: Field, factor: Polynomial) -> list[Expr]:
    """The factors that s^2 + c^2 = 1 hides: s^2 x'^2 - c^2 y'^2 is (s x' - c y') (s x' + c y'), and
    no product of polynomials in s, x' and y' alone.  In sines and cosines of half angles where
    those of the angles themselves would square a factor, and with it its velocities.
    """
    if any(atom.has(chart.v) for atom, _ in field.circle.values()):
        return [field.expression(factor)]  # sin(x') has a half angle, and so on without end
    places = [k for k, g in enumerate(field.generators) if g in chart.v]

    def degree(p: Polynomial, k: int) -> int:
        return int(p.degrees()[k])

    try:
        pieces = refined(field, factor)
        whole = all(sum(degree(p, k) for p in pieces) <= degree(factor, k) for k in places)
        split = whole and sum(any(degree(p, k) for k in places) for p in pieces) > 1
        values = [field.expression(p) for p in pieces] if split else halved(field, factor)
    except OutOfReach:
        values = []
    if sum(value.has(chart.v) for value in values) < 2:
        return [field.expression(factor)]
    return [min(value, -value, key=lambda e: len(text(e))) for value in values]


def never_obeyed(chart: Chart, value: Expr) -> bool:
    """No velocity makes the expression 0, wherever: all its factors were left out, or never vanish.

    >>> import nonholo as nh
    >>> chart = nh.System("x y", "x'**2/2").system.chart
    >>> x, y = chart.v
    >>> never_obeyed(chart, x**2 + y**2 + 1), never_obeyed(chart, x**2 + y**2 - 1)
    (True, False)
    """
    moving, others = factors_with_velocities(chart, value)
    return not moving and all(never_vanishes(f, chart) for f in others)


def is_sum_of_squares(chart: Chart, value: Expr) -> bool:
    """value = sum c l^2 + left, l linear in the velocities, where no c is negative, nor what is
    left.

    >>> import nonholo as nh
    >>> chart = nh.System("x y", "x'**2/2").system.chart
    >>> x, y = chart.v
    >>> told = (x**2 + a * x * y + y**2 for a in (-2, chart.graph.cos(chart.q[0]), -3))
    >>> [is_sum_of_squares(chart, f) for f in told]
    [True, True, False]
    """
    try:
        squares, left = _completed(value, chart.v)
    except (OutOfReach, ZeroDivisionError):
        return False
    return all(map(never_negative, (*(c for c, _, _ in squares), left)))


def _needless(chart: Chart, f: Expr, factors: Sequence[Expr]) -> bool:
    """f = sum of c l^2 and of what is positive, or of k g^2 for another factor g, all of one sign
    and k nowhere 0.
    """
    if _sign_of_rest(*_completed(f, chart.v)):
        return True
    for g in factors:
        v = next((v for v in chart.v if g is not f and g.diff(v).is_number and g.has([v])), None)
        if v is None:
            continue
        slope, others = g.diff(v), [u for u in chart.v if u is not v]
        squares, left = _completed(f.subs({v: (v - g + v * slope) / slope}), others)
        k = left / v**2
        if not k.has([v]) and _sign_of_rest(squares, k):
            return True
    return False


def _sign_of_rest(squares: Sequence[Square], left: Expr) -> bool:
    """Nothing of sum c l^2 + left is of another sign than what is left, which is nowhere 0."""
    ranges = [r for _, r, _ in squares]
    above = range_of(left).positive and all(r.not_negative for r in ranges)
    return above or (range_of(left).negative and all(r.not_positive for r in ranges))


def _two_lines(chart: Chart, value: Expr) -> list[Expr]:
    """The factors of a v^2 + b v + c, a of numbers alone, with b^2 - 4 a c the square of something
    that is linear in velocities, times what is positive everywhere.
    """
    graph = chart.graph
    for v in chart.v:
        a = value.diff(v).diff(v) / 2
        if a.is_zero or not a.is_number or not is_smooth_in(value, v):
            continue
        b, c = value.diff(v).subs({v: graph.zero}), value.subs({v: graph.zero})
        under = b**2 - 4 * a * c
        positive = range_of(under).positive and not under.has(chart.v)
        root = graph.sqrt(under) if positive else _root(under)
        root = root or _root_of_normal_form(chart, under)
        if root is not None and not root.is_zero:
            return [v + (b + sign * root) / (2 * a) for sign in (-1, 1)]
    return []


def _root(square: Expr) -> Expr | None:
    """The root of a number times even powers, but for its sign."""
    constant, terms = linear(square)
    if constant != 0 or len(terms) != 1:
        return None
    ((node, number),) = terms
    powers = node.powers
    size = node.graph.sqrt(node.graph.number(number))
    if not size.is_number or any(not isinstance(e, int) or e % 2 for _, e in powers):
        return None
    return size * node.graph.product([(base, e // 2) for base, e in powers])


def _root_of_normal_form(chart: Chart, square: Expr) -> Expr | None:
    """g sqrt(c) with g^2 c = square, g linear in velocities and c positive everywhere on sight:
    (2 - 2 cos(y)) z'^2 is the square of 2 sin(y/2) z'.
    """
    graph = chart.graph
    try:
        field = Field([square], Work.of(BUDGETS.factors))
        g = square_part(field, field.normal(square).num)
        moving = next((v for v in chart.v if not g.diff(v).is_zero), None)
        if moving is None or g.diff(moving).has(chart.v):
            return None
        one = {v: graph.one if v is moving else graph.zero for v in chart.v}
        c = square.subs(one) / g.subs(one) ** 2
        positive = range_of(lowest([c], BUDGETS.factors)[0]).positive
    except (OutOfReach, ZeroDivisionError):
        return None
    return g * graph.sqrt(c) if positive and vanishes(g**2 * c - square) else None


def straightened(chart: Chart, value: Expr) -> list[Expr]:
    """Simpler expressions that are zero exactly where `value` is, affine in the velocities or
    without repeated factors; [] if there are none of this kind.

    >>> import nonholo as nh
    >>> nh.constraints("x'^2 + 2*y x' z' + y^2 z'^2 = 0").system.pfaffian.value(0)
    xdot + y*zdot
    """
    terms = _terms_of_one_sign(chart, value)
    if terms:
        return [line for term in terms for line in straightened(chart, term) or [term]]
    moving, others = factors_with_velocities(chart, value)
    if len(moving) != 1 or not all(never_vanishes(f, chart) for f in others):
        return []
    (factor,) = moving
    if not any(factor.diff(v).has(chart.v) for v in chart.v):
        return [factor]
    try:
        squares = _of_squares(chart, factor)
    except OutOfReach:
        squares = []
    return squares or ([] if _proportional(factor, value) else [factor])


def _terms_of_one_sign(chart: Chart, value: Expr) -> list[Expr]:
    """What is 0 together where a sum of roots, sizes and what else is nowhere negative is 0, or
    where an exponential is 1 or another one: x' and z' of abs(x') + sqrt(z') = 0; [] if it is no
    such sum.
    """
    constant, terms = linear(value)
    nodes = [node for node, _ in terms]
    numbers = [c for _, c in terms]
    powers = [e for e in map(_exponent, nodes) if e is not None]
    if len(powers) == len(nodes) and constant + sum(numbers) == 0:
        one = [*powers, chart.graph.zero]
        return [one[0] - one[1]] if len(nodes) + (constant != 0) == 2 else []
    ranges = [range_of(node * c) for node, c in terms]
    one_sign = all(r.not_negative for r in ranges) or all(r.not_positive for r in ranges)
    if constant != 0 or not one_sign or not all(node.has(chart.v) for node in nodes):
        return []
    inside = [_inside(node) for node in nodes]
    apart = len(nodes) > 1 or inside != nodes  # else it would be asked again as it is
    return inside if apart and any(map(_bent, nodes)) else []


def _bent(node: Expr) -> bool:
    """A size, or a root."""
    size = node.calls("abs")
    return size or (
        node.kind == "product" and any(isinstance(power, Fraction) for _, power in node.args)
    )


def _exponent(node: Expr) -> Expr | None:
    return node.args[1][0] if node.calls("exp") else None


def _inside(node: Expr) -> Expr:
    """u of abs(u), and of a root of u; what is 0 where the node is."""
    if node.calls("abs"):
        size: Expr = node.args[1][0]
        return size
    if node.kind == "product" and len(node.args) == 1:
        base: Expr = node.args[0][0]
        return base if node.args[0][1] > 0 else node
    return node


def divided_by(chart: Chart, value: Expr) -> list[Expr]:
    """The factors with velocities of what an expression is divided by, which may vanish.

    >>> import nonholo as nh
    >>> chart = nh.System("x y", "x'**2/2").system.chart
    >>> x, y = chart.v
    >>> divided_by(chart, (x - 1) / y), divided_by(chart, x / (y**2 + 1))
    ([ydot], [])
    """
    try:
        field = Field([value], Work.of(BUDGETS.factors))
        below = [field.factors[k] for k in field.normal(value).den]
        unsure = [f for f in below if not of_one_sign(field, f, chart.v)]
    except (OutOfReach, ZeroDivisionError):
        return []
    return [e for e in map(field.expression, unsure) if e.has(chart.v)]


def _proportional(a: Expr, b: Expr) -> bool:
    return (a / b).is_number


def _of_squares(chart: Chart, value: Expr) -> list[Expr]:
    """Affine in the velocities, together zero exactly where value = sum c l^2 is, all c of one
    sign: the l whose c vanishes nowhere, and for the rest r its root or its rows S w, where
    r = w^T S w, w = (q', 1); [] if there is no such sum.  Raises OutOfReach.

    A c that vanishes somewhere is no factor of c l there: l has a pole, as in x^2 (z' - y'/x)^2.
    """
    squares, left = _completed(value, chart.v)
    ranges = [r for _, r, _ in squares]
    one_sign = all(r.not_negative for r in ranges) or all(r.not_positive for r in ranges)
    if not one_sign or not vanishes(left):
        return []
    sure = list(takewhile(lambda square: square[1].nonzero, squares))
    rows = [l for _, _, l in sure]
    if len(sure) == len(squares):
        return rows
    remainder = value - value.graph.add(*(c * l**2 for c, _, l in sure))
    (remainder,) = cleared([remainder], BUDGETS.factors)
    root = _root_of_normal_form(chart, remainder) or _root_of_normal_form(chart, -remainder)
    return [*rows, *([root] if root is not None else _polar(chart, remainder))]


def _polar(chart: Chart, value: Expr) -> list[Expr]:
    """The rows of S w for value = w^T S w, w = (q', 1): where value has one sign, they vanish
    together exactly where it does.
    """
    at_rest = dict.fromkeys(chart.v, chart.graph.zero)
    slopes = [value.diff(v) / 2 for v in chart.v]
    half = chart.graph.add(*(s.subs(at_rest) * v for s, v in zip(slopes, chart.v, strict=True)))
    rows = list[Expr]()
    for row in (*slopes, half + value.subs(at_rest)):
        if not row.is_zero and not any(_proportional(row, other) for other in rows):
            rows.append(row)
    return rows


def _completed(value: Expr, velocities: Sequence[Expr]) -> tuple[list[Square], Expr]:
    """value = sum c l^2 + left by completing squares, l linear in the velocities, those first
    whose c vanishes nowhere; no square if the value is not quadratic in them.  Raises OutOfReach.
    """
    if not is_quadratic(value, velocities):
        return [], value
    zero, squares, waiting = value.graph.zero, list[Square](), list(velocities)
    while waiting:
        pivots = [value.diff(v).diff(v) / 2 for v in waiting]
        ranges = [range_of(lowest([c], BUDGETS.factors)[0]) for c in pivots]
        at = next((i for i, r in enumerate(ranges) if r.nonzero), 0)
        v, c = waiting.pop(at), pivots[at]
        if not vanishes(c):
            half = value.diff(v).subs({v: zero}) / (2 * c)
            squares.append((c, ranges[at], v + half))
            value = value.subs({v: zero}) - c * half**2
    return squares, value
