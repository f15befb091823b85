"""Values on a whole interval, with rigorous bounds: Taylor's formula in ball arithmetic.

    f(m + h) = f_0 + f_1 h + ... + f_{N-1} h^{N-1} + f_N h^N,
            f_k at m,  f_N a ball over the interval

It is used for every part of an expression, so what cancels does so in the coefficients, and long
expressions are bounded well where plain balls are too wide."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb

from nonholo.arithmetic.balls import Ball, BallSeries, at_precision
from nonholo.decide.ball import PRECISION, ball, whole_power
from nonholo.expression.graph import Expr, ordered

TERMS = 6
PLAIN = ("sin", "cos", "tan", "exp", "log", "atan", "asin", "acos")


@dataclass(frozen=True, slots=True)
class _Taylor:
    """Coefficients at the middle; balls around the coefficients at all points of the interval."""

    centre: BallSeries
    around: BallSeries


def enclosed(
    nodes: Sequence[Expr], inner: Mapping[Expr, Expr], t: Expr, middle: Ball, half: Ball
) -> list[Ball] | None:
    """Balls around the expressions for |t - middle| <= half; None where there is no bound.

    inner: what symbols of the expressions are as functions of t.
    """
    try:
        with at_precision(PRECISION, TERMS + 1):
            h = Ball(0, half)
            time = _Taylor(BallSeries([middle, 1]), BallSeries([middle + h, 1]))
            memo = _evaluated(list(inner.values()), {t.index: time}, h)
            known = {symbol.index: memo[e.index] for symbol, e in inner.items()} | {t.index: time}
            memo = _evaluated(nodes, known, h)
            return [memo[node.index].around[0] for node in nodes]
    except (
        ValueError,
        ZeroDivisionError,
    ):  # a denominator that may be 0; a function without series
        return None


def _evaluated(nodes: Sequence[Expr], memo: dict[int, _Taylor], h: Ball) -> dict[int, _Taylor]:
    support = nodes[0].graph.mask(nodes) if nodes else 0
    for below in ordered(nodes, stop=lambda n: n.index in memo):
        idle = below.kind == "symbol" and not below.support & support
        if idle or below.is_constant:
            value = BallSeries([Ball(1) if idle else ball(below, {}, PRECISION)])
            memo[below.index] = _Taylor(value, value)
        else:
            centre, around = (
                _value(below, lambda e, name=name: getattr(memo[e.index], name))
                for name in ("centre", "around")
            )
            memo[below.index] = _Taylor(centre, _narrowed(centre, around, h))
    return memo


def _narrowed(centre: BallSeries, around: BallSeries, h: Ball) -> BallSeries:
    """f_k(m + h) = sum_j binomial(j, k) f_j h^(j - k), with the last coefficient over the
    interval.
    """
    powers, last = [Ball(1), *(whole_power(h, k) for k in range(1, TERMS + 1))], around[TERMS]
    if not last.is_finite():
        raise ValueError("no bound")
    return BallSeries(
        [
            sum(
                (centre[j] * powers[j - k] * comb(j, k) for j in range(k, TERMS)),
                last * powers[TERMS - k] * comb(TERMS, k),
            )
            for k in range(TERMS)
        ]
        + [last]
    )


def _value(node: Expr, of) -> BallSeries:
    if node.kind == "sum":
        constant, terms = node.args
        return sum((of(e) * BallSeries([Ball(c)]) for e, c in terms), BallSeries([Ball(constant)]))
    if node.kind == "product":
        result = BallSeries([1])
        for base, e in node.args:
            result = result * _power(of(base), e)
        return result
    name, args = node.args
    if name not in PLAIN:
        raise ValueError(f"no series of {node}")
    return getattr(of(args[0]), name)()


def _power(base: BallSeries, e: int | Fraction) -> BallSeries:
    if isinstance(e, int):
        return whole_power(base, e) if e > 0 else 1 / whole_power(base, -e)
    root = (
        base.sqrt()
        if e.denominator == 2
        else (base.log() * BallSeries([Ball(1) / e.denominator])).exp()
    )
    return _power(root, e.numerator)
