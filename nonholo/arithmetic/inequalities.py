"""Linear inequalities with rational coefficients: what they say of one linear form.

Unknowns are eliminated one by one (Fourier and Motzkin; Schrijver1986): each inequality that
bounds the unknown from below is added to each that bounds it from above.  What is left bounds the
form, and its bounds are the best there are; strict inequalities stay strict."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from nonholo.arithmetic.numbers import Rational
from nonholo.work import spend

MOST = 300  # inequalities; where more would be needed nothing is said
ROW = 4  # units for one of them
ZERO, ONE = Rational(0), Rational(1)
FORM = -1  # the form that is asked about, as an unknown


@dataclass(frozen=True, slots=True)
class Inequality:
    """sum of coefficient * unknown + constant >= 0, or > 0 if it is strict."""

    terms: Mapping[int, Rational]
    constant: Rational
    strict: bool


@dataclass(frozen=True, slots=True)
class Ends:
    """low <= form <= high (None: no bound); open ends are not reached; empty: nothing obeys
    them all.
    """

    low: Rational | None = None
    high: Rational | None = None
    open_low: bool = False
    open_high: bool = False
    empty: bool = False


UNKNOWN = Ends()
NONE_LEFT = Ends(empty=True)


def ends_of(terms: Mapping[int, Rational], constant: Rational, given: Sequence[Inequality]) -> Ends:
    """The least and the greatest value of sum of coefficient * unknown + constant under some
    inequalities (Schrijver1986).

    Of too many inequalities nothing is said.

    >>> a_above_b = Inequality({0: Rational(1), 1: Rational(-1)}, Rational(0), True)
    >>> b_above_5 = Inequality({1: Rational(1)}, Rational(-5), False)
    >>> ends = ends_of({0: Rational(1)}, Rational(0), [a_above_b, b_above_5])
    >>> ends.low, ends.open_low, ends.high
    (5, True, None)
    >>> ends_of({0: Rational(1)}, Rational(0), [a_above_b, Inequality(
    ...     {0: Rational(-1), 1: Rational(1)}, Rational(0), False)]).empty
    True
    """
    rows = _with_form(terms, constant, given)
    while (unknown := _next(rows)) is not None:
        above = [row for row in rows if row.terms.get(unknown, ZERO) > 0]
        below = [row for row in rows if row.terms.get(unknown, ZERO) < 0]
        free = [row for row in rows if unknown not in row.terms]
        if len(free) + len(above) * len(below) > MOST:
            return UNKNOWN
        rows = _sharpest((*free, *(_joined(a, b, unknown) for a in above for b in below)))
    return _ends(rows)


def _with_form(
    terms: Mapping[int, Rational], constant: Rational, given: Sequence[Inequality]
) -> list[Inequality]:
    """The inequalities with one unknown of the form expressed by the form and the others."""
    if not terms:
        return list(given)
    first, c = next(iter(terms.items()))
    solved = {u: -k / c for u, k in terms.items() if u != first} | {FORM: ONE / c}
    rows = []
    for row in given:
        coefficient = row.terms.get(first, ZERO)
        left = {u: k for u, k in row.terms.items() if u != first}
        changed = _sum(left, ONE, solved, coefficient) if coefficient else left
        rows.append(Inequality(changed, row.constant - coefficient * constant / c, row.strict))
    return rows


def _next(rows: Sequence[Inequality]) -> int | None:
    """The unknown that leaves the fewest inequalities."""
    counts: dict[int, list[int]] = {}
    for row in rows:
        for u, c in row.terms.items():
            if u != FORM:
                counts.setdefault(u, [0, 0])[c > 0] += 1
    return min(counts, key=lambda u: (counts[u][0] * counts[u][1], u), default=None)


def _joined(a: Inequality, b: Inequality, unknown: int) -> Inequality:
    """Their sum in which the unknown cancels."""
    p, q = -b.terms[unknown], a.terms[unknown]
    spend(ROW)
    terms = _sum(a.terms, p, b.terms, q)
    return Inequality(terms, p * a.constant + q * b.constant, a.strict or b.strict)


def _sum(
    a: Mapping[int, Rational], p: Rational, b: Mapping[int, Rational], q: Rational
) -> dict[int, Rational]:
    total = {u: p * c for u, c in a.items()}
    for u, c in b.items():
        total[u] = total.get(u, ZERO) + q * c
    return {u: c for u, c in total.items() if c}


def _sharpest(rows: Iterable[Inequality]) -> list[Inequality]:
    """Of inequalities with the same terms the sharpest, those that always hold left out."""
    sharpest: dict[tuple[tuple[int, str], ...], Inequality] = {}
    for row in rows:
        scale = abs(row.terms[min(row.terms)]) if row.terms else ONE
        terms = {u: c / scale for u, c in row.terms.items()}
        key = tuple((u, str(c)) for u, c in sorted(terms.items()))
        other = sharpest.get(key)
        new = Inequality(terms, row.constant / scale, row.strict)
        if not terms and (new.constant > 0 or (new.constant == 0 and not new.strict)):
            continue
        if other is None or (new.constant, not new.strict) < (other.constant, not other.strict):
            sharpest[key] = new
    return list(sharpest.values())


def _ends(rows: Iterable[Inequality]) -> Ends:
    """Of inequalities in which only the form is left."""
    lows: list[tuple[Rational, bool]] = []
    highs: list[tuple[Rational, bool]] = []
    for row in rows:
        c = row.terms.get(FORM, ZERO)
        if c:
            (lows if c > 0 else highs).append((-row.constant / c, row.strict))
        elif row.constant < 0 or (row.constant == 0 and row.strict):
            return NONE_LEFT
    low, open_low = max(lows, default=(None, False))
    high, open_high = min(highs, key=lambda end: (end[0], not end[1]), default=(None, False))
    if low is not None and high is not None:
        gap = high - low
        if gap < 0 or (gap == 0 and (open_low or open_high)):
            return NONE_LEFT
    return Ends(low, high, open_low, open_high)
