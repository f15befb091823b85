"""What is taken for granted of the letters of a family: that what is written of them has values.

a^b = exp(b log(a)) and log(a) where a > 0,   sqrt(a) where a >= 0
"""

from __future__ import annotations

from collections.abc import Sequence

from nonholo.arithmetic.numbers import Rational
from nonholo.expression.demands import demands, letter_powers
from nonholo.expression.graph import Expr
from nonholo.expression.ranges import Range, range_of, words
from nonholo.expression.reading import positive_only
from nonholo.expression.text import text


def domain_of(nodes: Sequence[Expr], letters: Sequence[Expr]) -> tuple[str, ...]:
    """What has to hold of the letters alone, so that the nodes have values; not what is declared.

    nodes: expressions; letters: the parameters.

    >>> from nonholo.expression.graph import Graph
    >>> g = Graph()
    >>> a, b, x = (g.symbol(n) for n in "abx")
    >>> domain_of([a**b * x + g.sqrt(a) + g.sqrt(b - 1) + g.log(x)], [a, b])
    ('b - 1 >= 0', 'a > 0')
    """
    told: dict[str, None] = {}
    demanded = demands(nodes)
    stronger = {u for u, strict in demanded if strict}
    for u, strict in demanded:
        known = range_of(u)
        if known.positive or (not strict and (known.not_negative or u in stronger)):
            continue
        if u.symbols() and set(u.symbols()) <= set(letters):
            told[words(text(u), Range(low=Rational(0), apart=strict))] = None
    return tuple(told)


def powers_in_letters(nodes: Sequence[Expr]) -> tuple[str, ...]:
    """That a power with letters in its exponent is looked at where its base is positive; not of
    whole letters, of which the answers are open.

    nodes: expressions.

    >>> from nonholo.expression.graph import Graph
    >>> g = Graph()
    >>> print(*powers_in_letters([g.symbol("a") ** g.symbol("b")]))
    a to the power b is looked at where a > 0 only; give b a value
    """
    powers = ((u, n) for u, n in letter_powers(nodes) if not range_of(n).whole)
    return tuple(dict.fromkeys(positive_only(u, n) for u, n in powers))
