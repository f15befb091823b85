"""Exact points of a piece: admissible numbers for the parameters that are free, the others by its
equations.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction

from nonholo.arithmetic.numbers import Rational
from nonholo.decide.zero import decide_zero
from nonholo.errors import OutOfReach
from nonholo.expression.graph import Expr
from nonholo.expression.ranges import range_of
from nonholo.geometry.families.admissible import (
    is_admissible,
    positive,
    radicands,
    within,
)
from nonholo.geometry.families.piece import (
    Piece,
    Values,
)

PLAIN = (1, 2, 3, 5, 7, Fraction(1, 2), -1, Fraction(1, 3), Fraction(7, 5), -2, Fraction(11, 7), 0)
TRIES = 60


def point_of(
    piece: Piece,
    parameters: Sequence[Expr],
    beside: Sequence[Piece] = (),
    real: Callable[[Values], bool] = lambda point: True,
) -> Values | None:
    """Exact admissible parameters on the piece, on none of the pieces `beside`, rational ones if
    some are near at hand; None if no simple ones are.

    real: all that is judged has a value there, at some configuration.
    """
    if piece.left:
        return None
    fallback = None
    for values in choices_of([p for p in parameters if p not in piece.solved]):
        point = _completed(piece, values, parameters)
        if point is None or any(_may_hold_at(other, point) for other in beside):
            continue
        rational = all(value.is_number for value in point.values())
        if (rational or fallback is None) and real(point):
            if rational:
                return point
            fallback = point
    return fallback


def smooth_at(piece: Piece, point: Values) -> bool:
    """The point surely lies on the piece, and so do the admissible parameters near it: as many
    letters are free as are not solved for.

    piece: all of it solved; point: numbers of all parameters.

    >>> from nonholo.expression.graph import Graph
    >>> g = Graph()
    >>> a, b = g.symbol("a"), g.symbol("b")
    >>> piece = Piece((a**2 - b,), {a: g.sqrt(b)})
    >>> smooth_at(piece, {a: g.lift(2), b: g.lift(4)}), smooth_at(piece, {a: g.zero, b: g.zero})
    (True, False)
    """
    try:
        on = all(decide_zero((p - e).subs(point)).answer for p, e in piece.solved.items())
        inside = all(positive(u.subs(point)) for e in piece.solved.values() for u in radicands(e))
        assumed = [(p, range_of(p)) for p in point]
        assumed += [(e, r) for p in point for e, r in p.graph.stated.items()]
        return (
            on and inside and not piece.left and all(within(e.subs(point), r) for e, r in assumed)
        )
    except (OutOfReach, ZeroDivisionError):
        return False


def choices_of(free: Sequence[Expr]) -> Iterable[dict[Expr, Expr]]:
    """Values of the free parameters, small ones that differ first."""
    n = len(PLAIN)
    for k in range(TRIES):
        values = {}
        for i, p in enumerate(free):
            number = Fraction(PLAIN[(k + i * (1 + k // n)) % n])
            if k >= n:
                number += Fraction(k % 5, 7 + i)
            taken = range_of(p).inside(Rational(number.numerator, number.denominator))
            values[p] = p.graph.lift(taken)
        yield values
        if not free:
            return


def _completed(piece: Piece, free: Values, order: Sequence[Expr]) -> dict[Expr, Expr] | None:
    """All parameters at the free ones; None where something is not defined or not admissible."""
    try:
        known = dict(free) | {p: e.subs(free) for p, e in piece.solved.items()}
        point = {p: known[p] for p in order}
    except (ZeroDivisionError, OutOfReach):
        return None
    return point if is_admissible(point) else None


def _may_hold_at(piece: Piece, point: Values) -> bool:
    """All equations may hold at the point."""
    try:
        return all(decide_zero(e.subs(point)).answer is not False for e in piece.equations)
    except ZeroDivisionError:
        return True
