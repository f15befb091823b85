"""What stands under roots, logarithms and arcs has to obey, so that there is a value."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction

from nonholo.expression.node import Expr, ordered
from nonholo.expression.ranges import range_of
from nonholo.expression.sums import linear


def demands(nodes: Sequence[Expr]) -> list[tuple[Expr, bool]]:
    """(u, strict): the nodes have values only where u >= 0, or u > 0 if strict.

    >>> from nonholo.expression.graph import Graph
    >>> g = Graph()
    >>> demands([g.sqrt(g.symbol("x"))])
    [(x, False)]
    """
    demanded: dict[int, tuple[Expr, bool]] = {}
    for node in ordered(nodes):
        if node.kind == "product":
            demanded |= {b.index: (b, e < 0) for b, e in node.args if isinstance(e, Fraction)}
        elif node.calls(*_UNDER):
            under, strict = _UNDER[node.args[0]]
            demanded[-node.index - 1] = under(*node.args[1]), strict
    return list(demanded.values())


def is_concave(u: Expr) -> bool:
    """On sight: a sum of numbers times symbols, and of even powers of such sums with negative
    numbers.  So u > 0 is convex.

    >>> from nonholo.expression.graph import Graph
    >>> g = Graph()
    >>> x, y = g.symbol("x"), g.symbol("y")
    >>> [is_concave(u) for u in (x - 2 * y, 1 - x**2 - (x + y) ** 2, x**2 - 1, x * y)]
    [True, True, False, False]
    """
    return all(t.kind == "symbol" or (c < 0 and _is_even_power(t)) for t, c in linear(u)[1])


def _is_even_power(e: Expr) -> bool:
    if e.kind != "product" or len(e.args) != 1:
        return False
    base, n = e.args[0]
    even = isinstance(n, int) and n > 0 and n % 2 == 0
    return even and all(t.kind == "symbol" for t, _ in linear(base)[1])


def letter_powers(nodes: Sequence[Expr]) -> list[tuple[Expr, Expr]]:
    """(u, n) for every power u^n with letters in its exponent and a base that may be negative or 0.

    It is known as exp(n log(u)), which has a value where u > 0 only; for a whole number n the power
    itself has others.

    >>> from nonholo.expression.graph import Graph
    >>> g = Graph()
    >>> y, n = g.symbol("y"), g.symbol("n")
    >>> letter_powers([y**n + g.exp(y) ** n])
    [(y, n)]
    """
    powers: dict[int, tuple[Expr, Expr]] = {}
    for node in ordered(nodes):
        if node.calls("exp"):
            for u, e in powers_in(node.args[1][0]):
                if e.support and not range_of(u).positive:
                    powers[node.index] = u, e
    return list(powers.values())


def whole_powers(nodes: Sequence[Expr]) -> list[tuple[Expr, Expr]]:
    """Those of `letter_powers` whose exponents are whole, as is assumed of their letters.

    >>> from nonholo.expression.graph import Graph
    >>> from nonholo.expression.intervals import Range
    >>> g = Graph()
    >>> y, n, a = g.symbol("y"), g.symbol("n", Range(whole=True)), g.symbol("a")
    >>> whole_powers([y**n + y**a])
    [(y, n)]
    """
    return [(u, e) for u, e in letter_powers(nodes) if range_of(e).whole]


def powers_in(x: Expr) -> Iterator[tuple[Expr, Expr]]:
    """u and e for each term e log(u).

    >>> from nonholo.expression.graph import Graph
    >>> g = Graph()
    >>> list(powers_in(g.symbol("n") * g.log(g.symbol("x")) + 1))
    [(x, n)]
    """
    for term, c in linear(x)[1]:
        log = log_in(term)
        if log is not None:
            yield log.args[1][0], x.graph.scale(term, c) / log


def log_in(term: Expr) -> Expr | None:
    """The only log(u) of a term that is log(u) times something else; None for other terms.

    >>> from nonholo.expression.graph import Graph
    >>> g = Graph()
    >>> log_in(g.symbol("n") * g.log(g.symbol("x"))), log_in(g.symbol("n"))
    (log(x), None)
    """
    factors = term.powers
    logs = [b for b, e in factors if e == 1 and b.calls("log")]
    return logs[0] if len(logs) == 1 else None


def letter_power(node: Expr) -> tuple[Expr, Expr] | None:
    """u and e of u^e, which is known as exp(e log(u)); None for anything else.

    >>> from nonholo.expression.graph import Graph
    >>> g = Graph()
    >>> letter_power(g.symbol("x") ** g.symbol("n")), letter_power(g.exp(g.symbol("x")))
    ((x, n), None)
    """
    if not node.calls("exp"):
        return None
    constant, terms = linear(node.args[1][0])
    powers = list(powers_in(node.args[1][0]))
    return powers[0] if constant == 0 and len(terms) == len(powers) == 1 else None


def with_letters_above(
    factors: Sequence[tuple[Expr, int | Fraction]],
) -> tuple[list[tuple[Expr, Expr]], list[tuple[Expr, int | Fraction]]]:
    """Powers with letters in their exponents as (u, e), with others of the same u; and the factors
    without them.

    >>> from nonholo.expression.graph import Graph
    >>> g = Graph()
    >>> x, y, n = g.symbol("x"), g.symbol("y"), g.symbol("n")
    >>> with_letters_above((y * x**n * x**2).args)
    ([(x, n + 2)], [(y, 1)])
    """
    given = [(letter_power(base), e) for base, e in factors]
    if not any(power for power, _ in given):
        return [], list(factors)
    powers: dict[Expr, Expr] = {}
    for power, e in given:
        if power:
            powers[power[0]] = powers.get(power[0], 0) + power[1] * e
    others = [f for f, (power, _) in zip(factors, given) if not power]
    joined = [(u, n + sum(e for base, e in others if base is u)) for u, n in powers.items()]
    return joined, [f for f in others if f[0] not in powers]


_UNDER: dict[str, tuple[Callable[..., Expr], bool]] = {
    "log": (lambda u: u, True),
    "asin": (lambda u: 1 - u**2, False),
    "acos": (lambda u: 1 - u**2, False),
    "acosh": (lambda u: u - 1, False),
    "atanh": (lambda u: 1 - u**2, True),
    "atan2": (lambda y, x: x**2 + y**2, True),
}
