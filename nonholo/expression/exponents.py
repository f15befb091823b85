"""Exponents with letters, as they are read.

    u^n is known as exp(n log(u)), which has a value where u > 0 only

So numbers of letters that make an exponent whole are put in before anything is made of the power;
and a power whose exponent stays a whole letter is an answer for u > 0 alone, which is kept in mind,
for the power may cancel: abs(u^n) - u^n is 0 for u > 0 and no other u."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from nonholo.expression.demands import powers_in
from nonholo.expression.ranges import range_of

if TYPE_CHECKING:
    from nonholo.expression.node import Expr


class Exponents:
    """What becomes of exponents while a case is read.

    values: numbers of letters, None while nothing is read; put_in: the letters whose numbers were
    put in; positive: (u, n) for each power u^n that is looked at where u > 0 only, though n is
    whole.

    >>> from nonholo.expression.graph import Graph
    >>> from nonholo.expression.intervals import Range
    >>> g = Graph()
    >>> x, n, m = g.symbol("x"), g.symbol("n"), g.symbol("m", Range(whole=True))
    >>> g.exponents.values = {n: g.lift(2)}
    >>> x**n, g.exp(n * g.log(x)), x**m
    (x**2, x**2, exp(m*log(x)))
    >>> g.exponents.put_in, g.exponents.positive
    ({n}, [(x, m)])
    """

    def __init__(self) -> None:
        self.values: Mapping[Expr, Expr] | None = None
        self.put_in: set[Expr] = set()
        self.positive: list[tuple[Expr, Expr]] = []

    def read(self, base: Expr, exponent: Expr) -> Expr:
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
            if exponent.support and (number := self.read(u, exponent)).is_number:
                whole.append((u, number))
                x = x - exponent * x.graph.log(u)
        return x, whole
