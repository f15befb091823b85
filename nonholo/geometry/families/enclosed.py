"""Real parameters at which equations hold, between rational ends: shown by a change of sign.

    f(x_0) < 0 < f(x_1)   ->   f(x) = 0 for some x between,  f continuous there

The letters solved before are balls around their exact values, and f has these signs at all points
of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise

from nonholo.arithmetic.balls import Ball
from nonholo.arithmetic.numbers import Rational, fraction, rational
from nonholo.decide.ball import balls, obeys
from nonholo.expression.graph import Expr, ordered
from nonholo.expression.ranges import range_of
from nonholo.geometry.families.exact_points import choices_of

Ends = tuple[Fraction, Fraction]
Between = Mapping[Expr, Ends]
GRID = [Fraction(k, 4) + Fraction(1, 97) for k in range(-40, 41)]
HALVINGS = 40


def enclosed_point(
    solved: Sequence[tuple[Expr, Expr]],
    letters: Sequence[Expr],
    beside: Sequence[Sequence[Expr]],
    defined: bool = True,
) -> Between | None:
    """Ends between which there are admissible parameters where equations hold; None if none are
    found.

    solved: (f, the letter it is solved for), continuous where they have values; letters: all;
    beside: sets of equations, none of which holds there as a whole; defined: there is something to
    judge whatever the letters are.

    >>> from nonholo.expression.graph import Graph
    >>> g = Graph()
    >>> a, b = g.symbol("a"), g.symbol("b")
    >>> ends = enclosed_point([(a**3 - 2, a), (b**2 - a, b)], [a, b], [])
    >>> [round(float(low), 3) for low, _ in ends.values()]
    [1.26, 1.122]
    >>> enclosed_point([(g.exp(a) - a, a)], [a], []) is None
    True
    """
    unknowns = [x for _, x in solved]
    functions = [n.args[0] for n in ordered([f for f, _ in solved]) if n.kind == "function"]
    whole = any(range_of(x).whole for x in unknowns)
    if not solved or "sign" in functions or whole or not defined:
        return None
    for values in choices_of([p for p in letters if p not in unknowns]):
        ends = {p: (fraction(value.args), fraction(value.args)) for p, value in values.items()}
        for between in _roots(list(solved), ends):
            point = {p: _ball(*pair) for p, pair in between.items()}
            if obeys(point) and all(_apart(equations, point) for equations in beside):
                return between
    return None


def _ball(low: Fraction, high: Fraction) -> Ball:
    return Ball(rational((low + high) / 2), rational((high - low) / 2))


def _roots(waiting: list[tuple[Expr, Expr]], ends: dict[Expr, Ends]) -> Iterator[dict[Expr, Ends]]:
    """One equation after the other, each with one letter that is not known yet."""
    if not waiting:
        yield ends
        return
    unknown = {x for _, x in waiting}
    step = next((s for s in waiting if not unknown & set(s[0].symbols()) - {s[1]}), None)
    if step is None:
        return
    f, x = step
    known = {p: _ball(*pair) for p, pair in ends.items()}
    signs = [(at, _sign(f, known | {x: Ball(rational(at))})) for at in GRID]
    for (low, s), (high, t) in sorted(pairwise(signs), key=lambda ends: abs(ends[0][0])):
        if s * t < 0 and (pair := _narrowed(f, x, known, low, high, s)):
            yield from _roots([w for w in waiting if w is not step], {**ends, x: pair})


def _narrowed(f: Expr, x: Expr, known, low: Fraction, high: Fraction, sign: int) -> Ends | None:
    """A short interval at whose ends the signs still differ; None where f may have no value."""
    if not balls([f], {**known, x: _ball(low, high)})[0].is_finite():
        return None
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        s = _sign(f, known | {x: Ball(rational(middle))})
        if not s:
            break
        low, high = (middle, high) if s == sign else (low, middle)
    return low, high


def _sign(f: Expr, point: Mapping[Expr, Rational | Ball]) -> int:
    """The sign at all points of balls; 0 if it is not known."""
    value = balls([f], point, 128)[0]
    return int(bool(value > 0)) - int(bool(value < 0)) if value.is_finite() else 0


def _apart(equations: Sequence[Expr], point: Mapping[Expr, Rational | Ball]) -> bool:
    """One of the equations surely does not hold."""
    return any(not v.contains(0) for v in balls(list(equations), point, 128) if v.is_finite())
