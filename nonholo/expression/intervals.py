"""Intervals with exact rational ends, and what is computed with them.

An interval never guesses: it may be wider than the values are."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction

from nonholo.arithmetic.numbers import Rational

MAX_BITS = 2_000  # of a bound; beyond it there is none
ZERO, ONE = Rational(0), Rational(1)
FINE = 2**20  # roots that are no rational numbers are told to one part in so many


@dataclass(frozen=True, slots=True)
class Range:
    """low <= value <= high (None: no bound).

    apart: never zero; whole: always an integer; turns: (a, b) with a pi < value < b pi; open_low,
    open_high: an end that is not reached.
    """

    low: Rational | None = None
    high: Rational | None = None
    apart: bool = False
    whole: bool = False
    turns: tuple[Rational, Rational] | None = None
    open_low: bool = False
    open_high: bool = False

    @property
    def above(self) -> bool:
        """The lower end is no value: it is left out, or 0 and all values are apart from it."""
        return self.open_low or (self.apart and self.low == 0)

    @property
    def below(self) -> bool:
        """The upper end is no value."""
        return self.open_high or (self.apart and self.high == 0)

    @property
    def empty(self) -> bool:
        """No value lies between the ends."""
        if self.low is None or self.high is None:
            return False
        return bool(self.low > self.high) or (self.low == self.high and (self.above or self.below))

    @property
    def nonzero(self) -> bool:
        return (
            self.apart
            or (self.low is not None and (self.low > 0 or (self.open_low and self.low == 0)))
            or (self.high is not None and (self.high < 0 or (self.open_high and self.high == 0)))
        )

    @property
    def not_negative(self) -> bool:
        return self.low is not None and self.low >= 0

    @property
    def not_positive(self) -> bool:
        return self.high is not None and self.high <= 0

    @property
    def positive(self) -> bool:
        return self.not_negative and self.nonzero

    @property
    def negative(self) -> bool:
        return self.not_positive and self.nonzero

    @property
    def finite(self) -> bool:
        """Only finitely many values: what holds for almost all of them says nothing."""
        return self.whole and None not in (self.low, self.high)

    def holds(self, value: Rational) -> bool:
        """The number is one of the range."""
        return not (
            (self.low is not None and (value < self.low or (self.open_low and value == self.low)))
            or (
                self.high is not None
                and (value > self.high or (self.open_high and value == self.high))
            )
            or (self.apart and value == 0)
            or (self.whole and value.q != 1)
            or (self.turns is not None and not self._between(value))
        )

    def _between(self, value: Rational) -> bool:
        """Surely between the multiples of pi."""
        low, high = self._rational_ends()
        return low < value < high

    def _rational_ends(self) -> tuple[Rational, Rational]:
        """Rational numbers between the multiples of pi, close to them."""
        assert self.turns is not None
        a, b = self.turns
        assert PI.low is not None and PI.high is not None
        return a * (PI.high if a > 0 else PI.low), b * (PI.low if b > 0 else PI.high)

    def inside(self, value: Rational) -> Rational:
        """A number of the range, another one for another value: what a random point is taken
        from.
        """
        number = self._moved(value)
        if self.whole:
            number = Rational(number.ceil() if self.high is None else number.floor())
        return number if self.holds(number) else self._next(number)

    def _moved(self, value: Rational) -> Rational:
        low, high = (self.low, self.high) if self.turns is None else self._rational_ends()
        if low is None:
            return value if high is None else high - abs(value)
        if high is None:
            return low + abs(value)
        fraction = abs(value) / (1 + abs(value))
        return low + (high - low) * fraction

    def _next(self, value: Rational) -> Rational:
        steps = [Rational(1), Rational(-1), Rational(1, 97), Rational(-1, 97)]
        if self.turns is not None:
            low, high = self._rational_ends()
            steps += [(high - low) / 97, (low - high) / 97]
        if self.low is not None and self.high is not None:
            steps += [(self.high - self.low) / 97, (self.low - self.high) / 97]
        return next((value + step for step in steps if self.holds(value + step)), value)


ANY = Range()
UNIT_INTERVAL = Range(Rational(-1), Rational(1))
PI = Range(Rational(333, 106), Rational(355, 113))
QUARTER, HALF, WHOLE = Rational(11, 7), Rational(22, 7), Rational(44, 7)  # above pi/2, pi, 2 pi


def both(a: Range, b: Range) -> Range:
    """What obeys two ranges."""
    lows = [end for end in (a.low, b.low) if end is not None]
    highs = [end for end in (a.high, b.high) if end is not None]
    turns = a.turns or b.turns
    if a.turns is not None and b.turns is not None:
        turns = max(a.turns[0], b.turns[0]), min(a.turns[1], b.turns[1])
    low, high = max(lows, default=None), min(highs, default=None)
    return Range(
        low,
        high,
        a.apart or b.apart,
        a.whole or b.whole,
        turns,
        any(r.open_low and r.low == low for r in (a, b)),
        any(r.open_high and r.high == high for r in (a, b)),
    )


def of_number(value: Rational) -> Range:
    """The one number."""
    return Range(value, value, value != 0, value.q == 1)


def total(parts: Iterable[Range]) -> Range:
    """Of a sum, by the ranges of its terms."""
    parts = [r for r in parts if (r.low, r.high) != (ZERO, ZERO)]
    low = _total([r.low for r in parts])
    high = _total([r.high for r in parts])
    whole = all(r.whole for r in parts)
    alike = all(r.not_negative for r in parts) or all(r.not_positive for r in parts)
    apart = alike and any(r.nonzero for r in parts)
    above, below = any(r.above for r in parts), any(r.below for r in parts)
    return Range(
        low, high, apart, whole, None, low is not None and above, high is not None and below
    )


def _total(ends: list[Rational | None]) -> Rational | None:
    known = [end for end in ends if end is not None]
    return bounded(sum(known, ZERO)) if len(known) == len(ends) else None


def bounded(end: Rational | None) -> Rational | None:
    """The end of a range, or none where it is too long."""
    return None if end is None or end.height_bits() > MAX_BITS else end


def times(a: Range, b: Range) -> Range:
    """Of a product."""
    low, high = _product_ends(a, b)
    ends = bounded(low), bounded(high)
    apart, whole = a.nonzero and b.nonzero, a.whole and b.whole
    if a.low is None or a.low != a.high or a.low == 0 or not (b.open_low or b.open_high):
        return Range(*ends, apart, whole)
    opened = (b.open_low, b.open_high) if a.low > 0 else (b.open_high, b.open_low)
    return Range(*ends, apart, whole, None, *opened)


def _product_ends(a: Range, b: Range) -> tuple[Rational | None, Rational | None]:
    """The least and the largest product of ends; (end, sign) stands for an end that is infinite."""
    if (_is_free(a) and not _is_zero(b)) or (_is_free(b) and not _is_zero(a)):
        return None, None
    if a.low is not None and a.low == a.high and a.low != 0:
        ends = [None if end is None else a.low * end for end in (b.low, b.high)]
        return (ends[0], ends[1]) if a.low > 0 else (ends[1], ends[0])
    one, other = ([end for end in (r.low, r.high) if end is not None] for r in (a, b))
    if len(one) == len(other) == 2:
        products = [x * y for x in one for y in other]
        return min(products), max(products)
    every = [_end(x, y) for x in _ends(a) for y in _ends(b)]
    low = None if "-" in every else min((e for e in every if e != "+"), default=None)
    high = None if "+" in every else max((e for e in every if e != "-"), default=None)
    return low, high


def _is_free(r: Range) -> bool:
    return r.low is None and r.high is None


def _is_zero(r: Range) -> bool:
    return r.low == r.high == ZERO


def _ends(r: Range) -> tuple:
    return ("-" if r.low is None else r.low, "+" if r.high is None else r.high)


def _end(x, y):
    """The product of two ends, 0 times an infinite one being 0."""
    if isinstance(x, Rational) and isinstance(y, Rational):
        return x * y
    signs = [_sign(x), _sign(y)]
    if 0 in signs:
        return ZERO
    return "+" if signs[0] == signs[1] else "-"


def _sign(x) -> int:
    if isinstance(x, str):
        return 1 if x == "+" else -1
    return int(x > 0) - int(x < 0)


def power(base: Range, e: int | Fraction) -> Range:
    """Of a power with an integer or a fraction as exponent."""
    if not isinstance(e, int):
        return _root(base, e)
    if e < 0:
        return inverse(power(base, -e))
    if e == 1:
        return base
    size = base if e % 2 else _abs(base)
    low, high = _raised(size.low, e), _raised(size.high, e)
    return Range(low, high, base.nonzero, base.whole)


def _raised(end: Rational | None, e: int) -> Rational | None:
    if end is None or end.height_bits() * e > MAX_BITS:
        return None
    return end**e


def _root(base: Range, e: Fraction) -> Range:
    """A real power with a fraction as exponent: of what is not negative, and not negative."""
    low, high, apart = ZERO, None, base.nonzero or e < 0
    above = base.low is not None and base.low >= 1
    below = base.high is not None and base.high <= 1
    if (above and e > 0) or (below and e < 0):
        low = ONE
    if (below and e > 0) or (above and e < 0):
        high = ONE
    return Range(low, high, apart)


def inverse(r: Range) -> Range:
    """1/r, where it is defined; it is never zero."""
    low = ZERO if r.not_negative else None
    high = ZERO if r.not_positive else None
    if r.not_negative and r.high is not None and r.high > 0:
        low = 1 / r.high
    if r.low is not None and r.low > 0:
        high = 1 / r.low
    if r.not_positive and r.low is not None and r.low < 0:
        high = 1 / r.low
    if r.high is not None and r.high < 0:
        low = 1 / r.high
    return Range(low, high, True)


def _abs(r: Range) -> Range:
    if r.not_negative:
        return r
    if r.not_positive:
        return times(r, of_number(Rational(-1)))
    high = None if r.low is None or r.high is None else max(-r.low, r.high)
    return Range(ZERO, high, r.nonzero, r.whole)


def _odd(bound: Rational | None) -> Callable[[Range], Range]:
    """An odd function that has the sign of its argument, and |f| <= bound."""

    def image(r: Range) -> Range:
        low = ZERO if r.not_negative else None if bound is None else -bound
        high = ZERO if r.not_positive else bound
        return Range(low, high, r.nonzero)

    return image


def _exp(r: Range) -> Range:
    return Range(ONE if r.not_negative else ZERO, ONE if r.not_positive else None, True)


def _log(r: Range) -> Range:
    above = r.low is not None and r.low >= 1
    below = r.high is not None and r.high <= 1
    strict = (r.low is not None and r.low > 1) or (r.high is not None and r.high < 1)
    return Range(ZERO if above else None, ZERO if below else None, strict)


def _sign_range(r: Range) -> Range:
    return Range(
        Rational(1 if r.positive else 0 if r.not_negative else -1),
        Rational(-1 if r.negative else 0 if r.not_positive else 1),
        r.nonzero,
        True,
    )


FUNCTIONS: dict[str, Callable[[Range], Range]] = {
    "sin": lambda r: UNIT_INTERVAL,
    "cos": lambda r: UNIT_INTERVAL,
    "exp": _exp,
    "log": _log,
    "abs": _abs,
    "sign": _sign_range,
    "asin": _odd(QUARTER),
    "atan": _odd(QUARTER),
    "asinh": _odd(None),
    "atanh": _odd(None),
    "acos": lambda r: Range(ZERO, HALF),
    "acosh": lambda r: Range(ZERO, None),
    "atan2": lambda r: Range(-HALF, HALF),
}


def root_above(value: Rational, e: int) -> Rational:
    """A number not below value^(1/e), value >= 0; the root itself where that is rational."""
    below = root_below(value, e)
    return below if below**e == value else below + Rational(1, FINE)


def root_below(value: Rational, e: int) -> Rational:
    """A number not above value^(1/e), value >= 0; the root itself where that is rational.

    >>> root_below(Rational(9, 4), 2), root_below(Rational(2), 2) < root_above(Rational(2), 2)
    (3/2, True)
    """
    exact = Rational(value.p.root(e), value.q.root(e))
    if exact**e == value:
        return exact
    return Rational((value.p * FINE**e // value.q).root(e), FINE)
