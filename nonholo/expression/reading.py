"""What is kept in mind of expressions while a case is read, for it may be gone afterwards.

    u^n = exp(n log(u)),  log(u) only where u > 0,  sqrt(u) only where u >= 0, ...

Numbers of letters that make an exponent whole are put in before anything is made of the power.  A
power whose exponent stays a whole letter is looked at for u > 0 alone: abs(u^n) - u^n is 0 there
and nowhere else.  And exp(log(x)) becomes x, which has a value where x <= 0 too."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from nonholo.expression.demands import demands, powers_in
from nonholo.expression.ranges import range_of
from nonholo.words.sentence import say

if TYPE_CHECKING:
    from nonholo.expression.node import Expr

PARTIAL = frozenset(("log", "sqrt", "asin", "acos", "acosh", "atanh"))  # not defined everywhere


class Reading:
    """The memory of one graph; it begins where values are given it, and ends with them.

    values: numbers of letters, None while nothing is read; put_in: the letters whose numbers were
    put in; positive: (u, n) for each power u^n that is looked at where u > 0 only, though n is
    whole; demanded: u and whether it must be more than 0, or not less.

    >>> from nonholo.expression.graph import Graph
    >>> from nonholo.expression.intervals import Range
    >>> g = Graph()
    >>> x, n, m = g.symbol("x"), g.symbol("n"), g.symbol("m", Range(whole=True))
    >>> g.reading.values = {n: g.lift(2)}
    >>> x**n, g.exp(n * g.log(x)), x**m
    (x**2, x**2, exp(m*log(x)))
    >>> g.reading.put_in, g.reading.positive
    ({n}, [(x, m)])
    >>> y = g.symbol("y")
    >>> g.exp(g.log(y)), g.reading.lost([y])
    (y, [(y, True)])
    """

    def __init__(self) -> None:
        self.values: Mapping[Expr, Expr] | None = None
        self.put_in: set[Expr] = set()
        self.positive: list[tuple[Expr, Expr]] = []
        self.demanded: dict[Expr, bool] = {}

    def exponent(self, base: Expr, exponent: Expr) -> Expr:
        """The exponent, with the numbers of its letters if these make it whole."""
        if self.values is None:
            return exponent
        number = exponent.subs(self.values)
        if number.is_number and number.args.q == 1:
            self.put_in.update(exponent.symbols())
            return number
        bounds, new = range_of(base), (base, exponent) not in self.positive
        if new and range_of(exponent).whole and not (bounds.positive or bounds.negative):
            self.positive.append((base, exponent))
        return exponent

    def factors(self, x: Expr) -> tuple[Expr, list[tuple[Expr, Expr]]]:
        """exp(x) = exp(rest) * product of u^n, n whole by its numbers: the rest, and (u, n)."""
        whole = []
        for u, exponent in powers_in(x) if self.values is not None else ():
            if exponent.support and (number := self.exponent(u, exponent)).is_number:
                whole.append((u, number))
                x = x - exponent * x.graph.log(u)
        return x, whole

    def made(self, node: Expr) -> Expr:
        """A node that was read, a root or the like; it demands what it does."""
        if self.values is not None:
            for u, strict in demands([node]):
                self.demanded[u] = self.demanded.get(u, False) or strict
        return node

    def lost(self, nodes: Iterable[Expr]) -> list[tuple[Expr, bool]]:
        """What was demanded, and is of none of the nodes: u, and whether strictly u > 0; bases of
        whole powers are told of by themselves.
        """
        still = {u for u, _ in (*demands(list(nodes)), *self.positive)}
        return [
            (u, strict)
            for u, strict in self.demanded.items()
            if u.support and u not in still and not range_of(u).not_negative
        ]

    def numbers(self) -> list[tuple[Expr, bool]]:
        """What was demanded of numbers; log(-1) has no value."""
        return [(u, strict) for u, strict in self.demanded.items() if not u.support]


def positive_only(u: Expr | str, n: Expr | str) -> str:
    """Where u^n is looked at, and what to do.

    >>> print(positive_only("y", "n"))
    y to the power n is looked at where y > 0 only; give n a value
    """
    return say(
        "{base} to the power {exponent} is looked at where {base} > 0 only; give "
        "{exponent} a value",
        base=u,
        exponent=n,
    )
