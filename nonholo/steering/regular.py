"""Is a path given by formulas finite at all times?  What is exact can still have a pole between its ends.

Denominators and roots that may vanish somewhere are evaluated in ball arithmetic on pieces of the time, z(t) by its
Taylor polynomial about the middle of a piece (of first order, with the slope as a ball, if z is no polynomial); where no ball contains 0 they do not vanish on the way, which is a proof.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

from flint import arb, arb_poly, fmpq

from nonholo.exact.ball import ball, balls
from nonholo.exact.decide import Decision
from nonholo.exact.graph import Expr, ordered
from nonholo.geometry.chart import Chart
from nonholo.geometry.loci import never_vanishes
from nonholo.steering.path import MAX_DEGREE, Formula

PIECES, DEPTH = 32, 12
SURE = Decision(True, "ball")
WHOLE = {"sin", "cos", "atan", "exp", "asinh"}  # finite everywhere


def finite(path: Formula, duration: Expr) -> Decision:
    """Yes, proved; or undecided with the place where no bound was found."""
    watched = risky(path.back, path.rows.chart)
    if not watched:
        return Decision(True, "normal form")
    around = [_around(e, path.t) for e in path.z]
    whole = ball(duration, {})
    todo = [(Fraction(i, PIECES), Fraction(i + 1, PIECES)) for i in range(PIECES)]
    while todo:
        left, right = todo.pop()
        if not _bounded(path, watched, around, whole, left, right):
            if right - left < Fraction(1, PIECES * 2**DEPTH):
                return Decision(None, reason=f"no bound near {float(left):.4g} of the way: a pole, it seems")
            middle = (left + right) / 2
            todo += [(middle, right), (left, middle)]
    return SURE


def _around(f: Expr, t: Expr) -> Callable[[arb, arb], arb]:
    """(middle, half length) -> a ball around f(t) there."""
    if any(node.kind == "function" and node.has([t]) for node in ordered([f])):
        slope = f.diff(t)
        return lambda middle, half: ball(f, {t: middle}) + arb(0, half) * ball(slope, {t: middle + arb(0, half)})
    poly = arb_poly([ball(c, {}) for c in _coefficients(f, t)])

    def taylor(middle: arb, half: arb) -> arb:
        about, *rest = poly(arb_poly([middle, half])).coeffs() or [arb(0)]
        return about + arb(0, sum((abs(c) for c in rest), arb(0)).abs_upper())

    return taylor


def _coefficients(f: Expr, t: Expr) -> list[Expr]:
    """Of 1, t, t^2, ..."""
    found, factorial, zero = [], 1, f.graph.zero
    for power in range(MAX_DEGREE + 1):
        found.append(f.subs({t: zero}) / factorial)
        f, factorial = f.diff(t), factorial * (power + 1)
        if f.is_zero:
            break
    return found


def _bounded(path: Formula, watched: Sequence[Expr], around: Sequence[Callable], duration: arb,
             left: Fraction, right: Fraction) -> bool:
    """Balls of what is watched are finite and do not contain 0 on left..right (parts of the duration)."""
    middle = duration * _arb((left + right) / 2)
    half = (duration * _arb((right - left) / 2)).abs_upper()
    point = {path.t: middle + arb(0, half)}
    point |= {symbol: value(middle, half) for symbol, value in zip(path.rows.chart.q, around)}
    return all(value.is_finite() and (node.kind == "function" or not value.contains(0))
               for node, value in zip(watched, balls(watched, point)))


def _arb(value: Fraction) -> arb:
    return arb(fmpq(value.numerator, value.denominator))


def risky(back: Sequence[Expr], own: Chart) -> list[Expr]:
    """Denominators and what stands under roots, unless they can never vanish; functions that are not finite
    everywhere, such as logarithms."""
    nodes = ordered(back)
    bases = {base.index: base for node in nodes if node.kind == "product" for base, e in node.args
             if base.support and not (isinstance(e, int) and e > 0)}
    special = [node for node in nodes if node.kind == "function" and node.support and node.args[0] not in WHOLE]
    return special + [base for base in bases.values() if not never_vanishes(base, own)]
