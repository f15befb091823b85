"""Where a split of the velocities fails: its condition det A_D and the factors that can vanish."""

from __future__ import annotations

from nonholo.expression.graph import Expr
from nonholo.geometry.distribution.distribution import Distribution
from nonholo.geometry.zeros.signs import never_vanishes, vanishing_factors


def regular_everywhere(d: Distribution) -> bool:
    """Surely det A_D vanishes nowhere: the split holds at every point.

    >>> import nonholo as nh
    >>> from nonholo.geometry.distribution.distribution import distribution
    >>> rows = nh.constraints("(x**2 + 1)*dz = y dx").system.pfaffian
    >>> [regular_everywhere(distribution(rows, [name])) for name in "zx"]
    [True, False]
    """
    return d.condition is not None and never_vanishes(d.condition, d.chart)


def vanishing(d: Distribution) -> tuple[Expr, ...] | None:
    """What must not vanish for the split to hold, factor by factor; det A_D itself if its factors
    are out of reach, None if it is.

    >>> import nonholo as nh
    >>> from nonholo.geometry.distribution.distribution import distribution
    >>> skate = nh.constraints("sin(theta) dx = cos(theta) dy")
    >>> vanishing(distribution(skate.system.pfaffian, ["x"]))
    (sin(theta),)
    """
    if d.condition is None:
        return None
    if not d.condition.has([*d.chart.q, d.chart.t]):
        return ()
    factors = vanishing_factors(d.condition, d.chart)
    return (d.condition,) if factors is None else tuple(factors)
