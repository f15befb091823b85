"""What is kept in mind of expressions while a case is read, for it may be gone afterwards.

    u^n = exp(n log(u)),  log(u) only where u > 0,  sqrt(u) only where u >= 0, ...

Numbers of letters that make an exponent whole are put in before anything is made of the power.  A
power whose exponent stays a whole letter is looked at for u > 0 alone: abs(u^n) - u^n is 0 there
and nowhere else.  And exp(log(x)) becomes x, which has a value where x <= 0 too; so does x/x."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from nonholo.expression.demands import demands, powers_in
from nonholo.expression.ranges import range_of
from nonholo.expression.sums import linear
from nonholo.words.sentence import say, together

if TYPE_CHECKING:
    from nonholo.expression.graph import Graph
    from nonholo.expression.node import Expr

PARTIAL = frozenset(("log", "sqrt", "asin", "acos", "acosh", "atanh", "atan2"))  # not everywhere
POLES = {"tan": "cos", "sec": "cos", "cot": "sin", "csc": "sin"}  # what each is divided by
WATCHED = PARTIAL.union(POLES)


class Reading:
    """The memory of one graph; it begins where values are given it, and ends with them.

    values: numbers of letters; of_rows: what is read is of constraints, None while it is of no text
    of the case, and nothing is kept in mind; put_in: the letters whose numbers were put in;
    positive: (u, n) for each power u^n that is looked at where u > 0 only, though n is whole;
    demanded: u and whether it must be more than 0, or not less; in_rows: what of it constraints
    demand; divisors: what was divided by, and whether constraints were.

    >>> from nonholo.expression.graph import Graph
    >>> from nonholo.expression.intervals import Range
    >>> g = Graph()
    >>> x, n, m = g.symbol("x"), g.symbol("n"), g.symbol("m", Range(whole=True))
    >>> g.reading.values, g.reading.of_rows = {n: g.lift(2)}, True
    >>> x**n, g.exp(n * g.log(x)), x**m
    (x**2, x**2, exp(m*log(x)))
    >>> g.reading.put_in, g.reading.positive
    ({n}, [(x, m)])
    >>> y = g.symbol("y")
    >>> g.exp(g.log(y)), g.reading.lost([], [y])
    (y, [(y, True)])
    >>> g.reading.divided(y * n)
    >>> g.reading.poles({n: g.one})
    {y: True}
    """

    def __init__(self) -> None:
        self.values: Mapping[Expr, Expr] = {}
        self.of_rows: bool | None = None
        self.put_in: set[Expr] = set()
        self.positive: list[tuple[Expr, Expr]] = []
        self.demanded: dict[Expr, bool] = {}
        self.in_rows: set[Expr] = set()
        self.divisors: dict[Expr, bool] = {}  # in the order in which they were read

    @contextmanager
    def text_of_a_table(self) -> Iterator[None]:
        """While a text about bodies is read, after the others."""
        self.of_rows = False
        try:
            yield
        finally:
            self.of_rows = None

    def exponent(self, base: Expr, exponent: Expr) -> Expr:
        """The exponent, with the numbers of its letters if these make it whole."""
        if self.of_rows is None:
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
        for u, exponent in powers_in(x) if self.of_rows is not None else ():
            if exponent.support and (number := self.exponent(u, exponent)).is_number:
                whole.append((u, number))
                x = x - exponent * x.graph.log(u)
        return x, whole

    def made(self, node: Expr) -> Expr:
        """A node that was read, a root or the like; it demands what it does."""
        if self.of_rows is not None:
            for u, strict in demands([node]):
                self.demanded[u] = self.demanded.get(u, False) or strict
                if self.of_rows:
                    self.in_rows.add(u)
        return node

    def called(self, name: str, node: Expr, args: tuple[Expr, ...]) -> None:
        """A function was read, the first time or again."""
        if name in PARTIAL:
            self.made(node)
        else:
            self.divided(node.graph.call(POLES[name], *args))

    def divided(self, u: Expr) -> None:
        """What was read is divided by u."""
        if self.of_rows is not None and u.kind != "number":
            self.divisors[u] = self.divisors.get(u, False) or self.of_rows

    def lost(self, rows: Iterable[Expr], nodes: Iterable[Expr]) -> list[tuple[Expr, bool]]:
        """What was demanded, by rows and is of none of the rows, or else of none of the nodes: u,
        and whether strictly u > 0; bases of whole powers are told of by themselves.
        """
        powers = {u for u, _ in self.positive}
        in_rows, anywhere = ({u for u, _ in demands(list(e))} | powers for e in (rows, nodes))
        return [
            (u, strict)
            for u, strict in self.demanded.items()
            if u.support
            and u not in (in_rows if u in self.in_rows else anywhere)
            and not (range_of(u).positive if strict else range_of(u).not_negative)
        ]

    def poles(self, meant: Mapping[Expr, Expr]) -> dict[Expr, bool]:
        """What was divided by, factor by factor, and may be 0, and whether constraints were.

        meant: values of letters.
        """
        bases: dict[Expr, bool] = {}
        for u, of_rows in self.divisors.items():
            for b in vanishing(u.subs(meant) if meant else u):
                if not range_of(b).nonzero:
                    bases[b] = bases.get(b, False) or of_rows
        return bases

    def numbers(self) -> list[tuple[Expr, bool]]:
        """What was demanded of numbers; log(-1) has no value."""
        return [(u, strict) for u, strict in self.demanded.items() if not u.support]


@contextmanager
def memory_of_a_value(graph: Graph) -> Iterator[Reading]:
    """The memory of the text of a function's value alone, while this is read.

    >>> from nonholo.expression.graph import Graph
    >>> g = Graph()
    >>> with memory_of_a_value(g) as reading:
    ...     one = g.symbol("u") ** 2 * g.symbol("u") ** -2
    >>> reading.divisors, g.reading.divisors
    ({u: True}, {})
    """
    graph.reading, outer = Reading(), graph.reading
    graph.reading.of_rows = True
    try:
        yield graph.reading
    finally:
        graph.reading = outer


def vanishing(u: Expr) -> Iterator[Expr]:
    """What u = 0 asks of one of its factors, as it stands below: of 2 y^2 abs(x - 1) y or x - 1,
    of 2 - 2 x what x - 1 is asked, of 1/x nothing.

    >>> from nonholo.expression.graph import Graph
    >>> g = Graph()
    >>> x, y = g.symbol("x"), g.symbol("y")
    >>> [*vanishing(2 * y**2 * g.call("abs", x - 1))], [*vanishing(2 - 2 * x)], [*vanishing(1 / x)]
    ([y, x - 1], [x - 1], [])
    """
    if u.is_zero:
        return
    constant, terms = linear(u.graph.product(((u, -1),)))
    below = terms[0][0] if terms and not constant else u.graph.one
    for base, e in below.args if below.kind == "product" else ():
        if base.calls("abs", "sign", "sqrt"):
            yield from vanishing(base.args[1][0])
        elif e < 0 and base.kind != "number":
            yield base


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


def looked_at(powers: Iterable[tuple[str, str]], through: Sequence[str]) -> list[str]:
    """Where texts are looked at: powers for positive bases only, quotients of velocities also where
    they have no value, as y'/x' = z is read as y' = z x'.

    powers: base and exponent of each; through: equations between velocities.

    >>> power, through = looked_at([("y", "n")], ["xdot = 0", "ydot - x = 0"])
    >>> print(power)
    y to the power n is looked at where y > 0 only; give n a value
    >>> print(through)
    what is written has no value where xdot = 0 or ydot - x = 0; it is asked there too
    """
    told = [positive_only(*power) for power in powers]
    if through:
        zeros = together(through, say(" or "))
        told.append(
            say("what is written has no value where {zeros}; it is asked there too", zeros=zeros)
        )
    return told
