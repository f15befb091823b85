"""Is a path given by formulas finite at all times?  What is exact can still have a pole between its
ends.

Denominators and roots that may vanish somewhere are bounded on pieces of the time, by balls around
z(t) there, or by Taylor's formula (`exact.enclosure`); where no bound contains 0 they do not vanish
on the way, which is a proof."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from nonholo.arithmetic.balls import Ball
from nonholo.arithmetic.numbers import rational
from nonholo.decide.ball import ball, balls
from nonholo.decide.enclosure import enclosed
from nonholo.decide.zero import Decision
from nonholo.expression.graph import Expr, ordered
from nonholo.geometry.constraints.chart import Chart
from nonholo.geometry.zeros.signs import never_vanishes
from nonholo.steering.path import Formula
from nonholo.words.sentence import say
from nonholo.work import BUDGETS, Work

PIECES, DEPTH = 32, 12
SURE = Decision(True, "ball")
WHOLE = {"sin", "cos", "atan", "exp", "asinh"}  # finite everywhere


def finite(path: Formula, duration: Expr) -> Decision:
    """Yes, proved; or undecided with the place where no bound was found."""
    special, bases = special_functions(path.back), risky_bases(path.back, path.rows.chart)
    if not special and not bases:
        return Decision(True, "normal form")
    whole, work = ball(duration, {}), Work.of(BUDGETS.path)
    todo = [(Fraction(i, PIECES), Fraction(i + 1, PIECES)) for i in range(PIECES)]
    while todo:
        left, right = todo.pop()
        if not _bounded(path, special, bases, whole, left, right):
            if right - left < Fraction(1, PIECES * 2**DEPTH):
                return Decision(
                    None,
                    reason=say(
                        "no bound near {share:.4g} of the way: a pole, it seems", share=float(left)
                    ),
                )
            if work.over:
                return Decision(
                    None, reason=say("no proof, within the work allowed, that the path is finite")
                )
            middle = (left + right) / 2
            todo += [(middle, right), (left, middle)]
    return SURE


def _bounded(
    path: Formula,
    special: Sequence[Expr],
    bases: Sequence[Expr],
    duration: Ball,
    left: Fraction,
    right: Fraction,
) -> bool:
    """Balls of all are finite, and those of the bases do not contain 0, on left..right (parts of
    the duration).
    """
    middle = duration * _arb((left + right) / 2)
    half = (duration * _arb((right - left) / 2)).abs_upper()
    inner = dict(zip(path.rows.chart.q, path.z))
    around = enclosed(path.z, {}, path.t, middle, half)
    if around is None:
        return False
    point, watched = dict(zip(inner, around)) | {path.t: middle + Ball(0, half)}, [*bases, *special]
    return _regular(balls(watched, point), len(bases)) or _regular(
        enclosed(watched, inner, path.t, middle, half), len(bases)
    )


def _regular(values: Sequence[Ball] | None, bases: int) -> bool:
    """All are finite, and the first ones do not contain 0."""
    return (
        values is not None
        and all(value.is_finite() for value in values)
        and not any(value.contains(0) for value in values[:bases])
    )


def _arb(value: Fraction) -> Ball:
    return Ball(rational(value))


def risky_bases(back: Sequence[Expr], chart: Chart) -> list[Expr]:
    """Denominators and what stands under roots, unless they can never vanish."""
    bases = {
        base.index: base
        for node in ordered(back)
        if node.kind == "product"
        for base, e in node.args
        if base.support and not (isinstance(e, int) and e > 0)
    }
    return [base for base in bases.values() if not never_vanishes(base, chart)]


def special_functions(back: Sequence[Expr]) -> list[Expr]:
    """Functions that are not finite everywhere, such as logarithms."""
    return [
        node
        for node in ordered(back)
        if node.kind == "function" and node.support and node.args[0] not in WHOLE
    ]
