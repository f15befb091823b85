"""What relations between several symbols say of each of them, and of sums.

Relations that are assumed, I1 > I2 or a*b >= 1, are linear in the terms they are made of.  So they
bound every linear combination of these terms, exactly (`arithmetic.inequalities`); bounds of a
product or a power bound its factors.  Both is repeated a few times: what is found always holds, and
may be less than what could be known."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction

from nonholo.arithmetic.inequalities import Ends, Inequality, ends_of
from nonholo.arithmetic.numbers import Rational
from nonholo.expression.intervals import (
    ANY,
    ONE,
    ZERO,
    Range,
    both,
    bounded,
    inverse,
    of_number,
    power,
    root_above,
    root_below,
    times,
)
from nonholo.expression.node import Expr, ordered
from nonholo.expression.sums import Terms, linear

ROUNDS = 4
MOST_TERMS = 12  # of a sum that is asked about
Stated = Mapping[Expr, Range]
Known = dict[int, Range]


def narrowed(stated: Stated, evaluated: Callable[[Expr, Known], Range]) -> Known:
    """The ranges of everything below some relations, under all of them; evaluated: the range of a
    node by those of its parts.
    """
    nodes = list(ordered(stated))
    known: Known = {}
    for _ in range(ROUNDS):
        before = dict(known)
        for node in nodes:
            bounds = both(evaluated(node, known), stated.get(node, ANY))
            known[node.index] = both(bounds, known.get(node.index, ANY))
        for node in nodes:
            known[node.index] = both(known[node.index], of_sum(stated, node, known))
        for node in reversed(nodes):
            _push_down(node, known)
        if known == before:
            break
    return known


def of_sum(stated: Stated, node: Expr, known: Known) -> Range:
    """What the relations say of constant + sum of coefficient * term; ANY where that is nothing."""
    constant, terms = linear(node)
    if not 0 < len(terms) <= MOST_TERMS:
        return ANY
    apart = _kept_from_zero(stated, constant, terms)
    ends = _ends(stated, terms, constant, known, {})
    if ends is None or ends.empty:
        return Range(apart=apart)
    apart |= (ends.low == 0 and ends.open_low) or (ends.high == 0 and ends.open_high)
    return Range(bounded(ends.low), bounded(ends.high), apart)


def _kept_from_zero(stated: Stated, constant: Rational, terms: Terms) -> bool:
    """A multiple of a sum that is assumed not to be 0: b - a where a - b is."""
    inverse_lead = 1 / terms[0][1]
    form = {-1: constant * inverse_lead} | {t.index: c * inverse_lead for t, c in terms}
    for node, assumed in stated.items():
        shift, others = linear(node)
        c = next((c for t, c in others if assumed.nonzero and t is terms[0][0]), None)
        if c and form == {-1: shift / c} | {t.index: d / c for t, d in others}:
            return True
    return False


def placed(stated: Stated, symbol: Expr, known: Known, fixed: Mapping[Expr, Rational]) -> Range:
    """What the linear relations leave to a symbol where others have values.

    >>> from nonholo.expression.graph import Graph
    >>> g = Graph()
    >>> a, b = g.symbol("a"), g.symbol("b")
    >>> placed({a - b: Range(low=ZERO, apart=True)}, a, {}, {b: Rational(3)}).low
    3
    """
    values = {s.index: value for s, value in fixed.items()}
    ends = _ends(stated, [(symbol, ONE)], ZERO, known, values)
    if ends is None or ends.empty:
        return ANY
    return Range(ends.low, ends.high, ends.open_low and ends.low == 0)


def contradictory(stated: Stated, known: Known, fixed: Mapping[Expr, Rational]) -> bool:
    """No numbers obey the relations where some symbols have values, by what is linear in them and
    by bounds of the rest.

    >>> from nonholo.expression.graph import Graph
    >>> g = Graph()
    >>> a, b = g.symbol("a"), g.symbol("b")
    >>> above = Range(low=ZERO, apart=True)
    >>> contradictory({a - b: above, b: above}, {}, {a: Rational(1)})
    False
    >>> contradictory({a - b: above, b: above}, {}, {a: Rational(-1)})
    True
    """
    values = {s.index: value for s, value in fixed.items()}
    terms = dict.fromkeys(t for node in stated for t, _ in linear(node)[1])
    ends = [_ends(stated, [(t, ONE)], ZERO, known, values) for t in terms]
    return any(bounds is not None and bounds.empty for bounds in ends) or any(
        bounds.empty for bounds in known.values()
    )


def _ends(
    stated: Stated,
    terms: Terms,
    constant: Rational,
    known: Known,
    values: Mapping[int, Rational],
) -> Ends | None:
    """Bounds of a linear form by the relations that are linked to it; None if there are none."""
    rows: list[Inequality] = []
    reached = {t.index: t for t, _ in terms}
    forms = [(node, both(assumed, known.get(node.index, ANY))) for node, assumed in stated.items()]
    terms_of_all = {t.index: t for node in stated for t, _ in linear(node)[1]}
    for node in list(reached.values()):
        reached |= {size.index: size for size, _ in _sizes(node, terms_of_all, known)}
    while linked := [f for f in forms if any(t.index in reached for t, _ in linear(f[0])[1])]:
        forms = [f for f in forms if f not in linked]
        for node, bounds in linked:
            reached |= {t.index: t for t, _ in linear(node)[1]}
            rows += _rows(node, bounds)
    if not rows:
        return None
    for _, node in sorted(reached.items()):
        value = values.get(node.index)
        rows += _rows(node, known.get(node.index, ANY) if value is None else of_number(value), True)
        rows += _beside(node, _sizes(node, terms_of_all, known))
    return ends_of({t.index: c for t, c in terms}, constant, rows)


def _rows(node: Expr, bounds: Range, whole: bool = False) -> Iterator[Inequality]:
    """A range of a sum as inequalities between its terms; whole: the node is a term itself."""
    shift, terms = (ZERO, [(node, ONE)]) if whole else linear(node)
    coefficients = {t.index: c for t, c in terms}
    if bounds.low is not None:
        yield Inequality(coefficients, shift - bounds.low, bounds.above)
    if bounds.high is not None:
        less = {index: -c for index, c in coefficients.items()}
        yield Inequality(less, bounds.high - shift, bounds.below)


def _beside(node: Expr, sizes: Sequence[tuple[Expr, Rational]]) -> Iterator[Inequality]:
    """u <= |u| and -u <= |u|; and b cos(x) <= |b|, -b cos(x) <= |b|."""
    for size, c in sizes:
        for sign in (ONE, -ONE):
            yield Inequality({size.index: c, node.index: sign}, ZERO, False)
    if node.kind != "function" or node.args[0] != "abs":
        return
    constant, terms = linear(node.args[1][0])
    for sign in (ONE, -ONE):
        coefficients = {t.index: -sign * c for t, c in terms}
        coefficients[node.index] = coefficients.get(node.index, ZERO) + ONE
        yield Inequality(coefficients, -sign * constant, False)


def _sizes(node: Expr, terms: Mapping[int, Expr], known: Known) -> list[tuple[Expr, Rational]]:
    """c size >= |node| for a product of one base and of sines and cosines."""
    if node.kind != "product":
        return []
    others = [(b, e) for b, e in node.args if not (_is_wave(b) and isinstance(e, int) and e > 0)]
    if len(others) != 1 or others[0][1] != 1 or len(node.args) == 1:
        return []
    ((base, _),) = others
    bounds = known.get(base.index, ANY)
    signed = [(base, ONE if bounds.not_negative else -ONE)] * (
        bounds.not_negative or bounds.not_positive
    )
    sizes = [t for t in terms.values() if t.kind == "function" and t.args == ("abs", (base,))]
    return [*signed, *((size, ONE) for size in sizes)]


def _is_wave(node: Expr) -> bool:
    return node.calls("sin", "cos")


# from a product to its factors ---------------------------------------------------------------
def _push_down(node: Expr, known: Known) -> None:
    """What the range of a node says of its parts."""
    if node.kind == "product":
        for base, e in node.args:
            known[base.index] = both(known[base.index], _factor(node, base, e, known))
    elif node.calls("abs"):
        (inner,) = node.args[1]
        bounds = known[node.index]
        low = None if bounds.high is None else -bounds.high
        known[inner.index] = both(known[inner.index], Range(low, bounds.high, bounds.nonzero))


def _factor(node: Expr, base: Expr, e: int | Fraction, known: Known) -> Range:
    """The range of one base of a product by those of the product and of the others."""
    whole, beside = known[node.index], of_number(ONE)
    for other, k in node.args:
        beside = beside if other is base else times(beside, power(known[other.index], k))
    nonzero = Range(apart=whole.nonzero)
    if not beside.nonzero:
        return nonzero
    return both(nonzero, _base(times(whole, inverse(beside)), e, known[base.index]))


def _base(raised: Range, e: int | Fraction, base: Range) -> Range:
    """The range of u by that of u^e."""
    if e == 1:
        return raised
    if e == -1:
        return inverse(raised)
    if not isinstance(e, int):
        return Range(low=ZERO)
    if e < 0:
        return _base(inverse(raised), -e, base)
    if e % 2:
        return Range(ZERO if raised.not_negative else None, ZERO if raised.not_positive else None)
    high = None if raised.high is None or raised.high < 0 else root_above(raised.high, e)
    least = ZERO if raised.low is None or raised.low <= 0 else root_below(raised.low, e)
    low = least if base.not_negative else None if high is None else -high
    return Range(low, -least if base.not_positive else high)
