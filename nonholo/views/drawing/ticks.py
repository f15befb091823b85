"""Where an axis is marked, and what stands there: steps of 1, 2, 2.5 or 5 times a power of ten.

Chosen as matplotlib chooses, so that pictures of both look alike.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count
from math import ceil, copysign, floor, log10

STEPS = (0.1, 0.2, 0.25, 0.5, 1.0, 2.0, 2.5, 5.0, 10.0, 20.0)
MOST, FEWEST = 9, 2
SHARED = 3  # digits that all have in common and that are written once


def marks(low: float, high: float, most: int) -> list[float]:
    """Round numbers from low to high, about as many as there is room for.

    >>> marks(-0.1, 1.1, 4)
    [0.0, 0.5, 1.0]
    """
    bins = max(1, min(MOST, most))
    span, middle = high - low, (high + low) / 2
    offset = 0.0
    if abs(middle) / span >= 100:
        offset = copysign(10.0 ** (log10(abs(middle)) // 1), middle)
    scale = 10.0 ** (log10(span / bins) // 1)
    start, stop = low - offset, high - offset
    steps = [s * scale for s in STEPS]
    first = next(i for i, s in enumerate(steps) if s >= span / bins)
    chosen: list[float] = []
    for step in steps[first::-1]:
        base = (start // step) * step
        a, b = _at_least(start - base, step), _at_most(stop - base, step)
        chosen = [n * step + base for n in range(a, b + 1)]
        if sum(start <= x <= stop for x in chosen) >= FEWEST:
            break
    return [x + offset for x in chosen if start - 1e-10 * span <= x <= stop + 1e-10 * span]


def _at_least(x: float, step: float) -> int:
    """The first whole number of steps from x on; what misses by rounding counts."""
    n, over = divmod(x, step)
    return int(n) if over / step < 1e-10 else int(n) + 1


def _at_most(x: float, step: float) -> int:
    n, over = divmod(x, step)
    return int(n) + 1 if over / step > 1 - 1e-10 else int(n)


def labels(places: Sequence[float], limits: tuple[int, int]) -> tuple[list[str], str]:
    """What is written at the places, and what stands once at the end: a power of ten, an offset.

    limits: powers of ten from which on, below and above, a power is written once.

    >>> labels([0.0, 0.5, 1.0], (-5, 6))
    (['0.0', '0.5', '1.0'], '')
    >>> labels([0.0, 20000.0], (-4, 4))
    (['0', '2'], '$\\\\times 10^{4}$')
    """
    offset = _offset(places)
    shifted = [x - offset for x in places]
    largest = max((abs(x) for x in shifted), default=0.0)
    power = floor(log10(largest)) if largest else 0
    if offset and len(shifted) > 1:
        power = floor(log10(max(shifted) - min(shifted)))
    power = power if power <= limits[0] or power >= limits[1] else 0
    scaled = [x / 10.0**power for x in shifted]
    digits = _digits(scaled)
    texts = [f"{x + 0.0:.{digits}f}" for x in scaled]
    texts = ["0" + t[2:] if t.startswith("-0") and not t.strip("-0.") else t for t in texts]
    texts = [t.replace("-", "\u2212") for t in texts]
    times = rf"\times 10^{{{power}}}" if power else ""
    added = _added(offset) if offset else ""
    return texts, f"${times}{added}$" if times or added else ""


def _added(offset: float) -> str:
    """An offset with its sign, in as few digits as it has."""
    power = floor(log10(abs(offset)))
    mantissa = f"{offset / 10.0**power:.10g}"
    sign = "" if mantissa.startswith("-") else "+"
    if -4 <= power < 6:
        return f"{sign}{offset:.10g}"
    return f"{sign}{mantissa}\\times 10^{{{power}}}"


def _offset(places: Sequence[float]) -> float:
    """What all places have in common, if it has many digits."""
    if len(places) < 2 or min(places) == max(places) or min(places) <= 0 <= max(places):
        return 0.0
    low, high = sorted((abs(places[0]), abs(places[-1])))
    sign, top = copysign(1.0, places[0]), ceil(log10(high))
    power = 1 + next(p for p in count(top, -1) if low // 10.0**p != high // 10.0**p)
    if (high - low) / 10.0**power <= 1e-2:
        power = 1 + next(p for p in count(top, -1) if high // 10.0**p - low // 10.0**p > 1)
    common = high // 10.0**power
    return sign * common * 10.0**power if common >= 10**SHARED else 0.0


def _digits(values: Sequence[float]) -> int:
    """How many places after the point tell the values apart and hold them."""
    span = (max(values) - min(values) or max(map(abs, values))) if values else 0.0
    if not span:
        return 0
    power = floor(log10(span))
    digits, close = max(0, 3 - power), 1e-3 * 10.0**power
    while digits >= 0 and max(abs(v - round(v, digits)) for v in values) < close:
        digits -= 1
    return digits + 1
