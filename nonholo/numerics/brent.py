"""A zero of a function between two numbers where its signs differ.

Step by step as SciPy's `brentq`, to the last bit, without the rest of SciPy: to import it takes
longer than a motion takes.
"""

from __future__ import annotations

from collections.abc import Callable
from math import copysign, inf

MOST = 100  # steps
FINEST = 4 * 2.0**-52  # relative tolerance


def zero_between(
    f: Callable[[float], float], a: float, b: float, xtol: float, rtol: float = FINEST
) -> float:
    """The zero of f between a and b to xtol + rtol |x|: inverse interpolation, else bisection.

    Raises ValueError where the signs at both ends agree.  References: Brent1973.

    >>> round(zero_between(lambda x: x * x - 2, 0.0, 2.0, 1e-12), 9)
    1.414213562
    """
    before, here = float(a), float(b)
    f_before, f_here = float(f(before)), float(f(here))
    if f_before == 0 or f_here == 0:
        return before if f_before == 0 else here
    if _same_sign(f_before, f_here):
        raise ValueError(f"no change of sign between {a} and {b}")
    across = f_across = last = step = 0.0
    for _ in range(MOST):
        if f_before != 0 and f_here != 0 and not _same_sign(f_before, f_here):
            across, f_across = before, f_before
            last = step = here - before
        if abs(f_across) < abs(f_here):
            before, here, across = here, across, here
            f_before, f_here, f_across = f_here, f_across, f_here
        least, half = (xtol + rtol * abs(here)) / 2, (across - here) / 2
        if f_here == 0 or abs(half) < least:
            return here
        if abs(last) > least and abs(f_here) < abs(f_before):
            if before == across:
                tried = -f_here * (here - before) / (f_here - f_before)
            else:
                slope = (f_before - f_here) / (before - here)
                other = (f_across - f_here) / (across - here)
                below = other * slope * (f_across - f_before)
                above = -f_here * (f_across * other - f_before * slope)
                tried = above / below if below else inf
            good = 2 * abs(tried) < min(abs(last), 3 * abs(half) - least)
            last, step = (step, tried) if good else (half, half)
        else:
            last = step = half
        before, f_before = here, f_here
        here += step if abs(step) > least else least if half > 0 else -least
        f_here = float(f(here))
    raise ValueError(f"no zero to {xtol} after {MOST} steps")


def _same_sign(a: float, b: float) -> bool:
    return copysign(1.0, a) == copysign(1.0, b)
