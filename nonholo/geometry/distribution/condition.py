"""Where a split of the velocities fails: the factors of its condition det A_D that can vanish."""

from __future__ import annotations

from nonholo.expression.graph import Expr
from nonholo.geometry.distribution.distribution import Distribution
from nonholo.geometry.zeros.signs import vanishing_factors


def vanishing(d: Distribution) -> tuple[Expr, ...]:
    """What must not vanish for the split to hold, factor by factor; det A_D itself if its factors
    are out of reach.

    >>> import nonholo as nh
    >>> from nonholo.geometry.distribution.distribution import distribution
    >>> skate = nh.constraints("sin(theta) dx = cos(theta) dy")
    >>> vanishing(distribution(skate.system.pfaffian, ["x"]))
    (sin(theta),)
    """
    if not d.k or not d.condition.has([*d.chart.q, d.chart.t]):
        return ()
    factors = vanishing_factors(d.condition, d.chart)
    return (d.condition,) if factors is None else tuple(factors)
