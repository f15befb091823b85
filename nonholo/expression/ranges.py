"""Between which bounds an expression lies, and whether it can be zero, under what is assumed of its
symbols.

Interval arithmetic with exact rational ends: what it says holds at every real point at which the
expression is defined and the assumptions hold.  It never guesses: an interval may be wider than the
values are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import ceil, floor
from typing import TYPE_CHECKING

from nonholo.arithmetic.numbers import Rational, fraction
from nonholo.expression.intervals import (
    ANY,
    FUNCTIONS,
    ONE,
    PI,
    UNIT_INTERVAL,
    ZERO,
    Range,
    both,
    of_number,
    power,
    times,
    total,
)
from nonholo.expression.node import Expr, ordered
from nonholo.expression.related import contradictory, narrowed, of_sum, placed
from nonholo.expression.sums import linear
from nonholo.words.sentence import say

if TYPE_CHECKING:
    from nonholo.expression.graph import Graph

__all__ = [
    "ANY",
    "PI",
    "UNIT_INTERVAL",
    "Range",
    "assumption",
    "between",
    "both",
    "convex",
    "inequalities",
    "left_to",
    "nothing_obeys",
    "range_of",
    "words",
]


def range_of(node: Expr) -> Range:
    """The range of an expression; what is worked out once is kept with its graph.

    >>> from nonholo.expression.graph import Graph
    >>> g = Graph()
    >>> x, a = g.symbol("x"), g.symbol("a", Range(low=Rational(0), apart=True))
    >>> range_of(x**2 + a).positive, range_of(x + a).nonzero
    (True, False)
    """
    known, stated = node.graph.ranges, node.graph.stated
    if node.index not in known:
        if stated and not known:
            known.update(narrowed(stated, _range))
        for below in ordered([node], stop=lambda n: n.index in known):
            bounds = _range(below, known)
            related = stated and below.kind == "sum"
            known[below.index] = both(bounds, of_sum(stated, below, known)) if related else bounds
    return known[node.index]


def left_to(symbol: Expr, fixed: Mapping[Expr, Rational]) -> Range:
    """What is left to a symbol where others have values, by all that is linear in what is assumed.

    >>> from nonholo.expression.graph import Graph
    >>> g = Graph()
    >>> a, b = g.symbol("a"), g.symbol("b")
    >>> g.stated[a - b] = Range(low=ZERO, apart=True)
    >>> left_to(a, {b: Rational(3)}).low
    3
    """
    bounds = range_of(symbol)
    stated, known = symbol.graph.stated, symbol.graph.ranges
    return both(bounds, placed(stated, symbol, known, fixed)) if stated else bounds


def nothing_obeys(graph: Graph, fixed: Mapping[Expr, Rational] | None = None) -> bool:
    """The relations that are assumed contradict each other where some symbols have values, or what
    is assumed of one symbol.
    """
    for node in graph.stated:
        range_of(node)
    alone = any(assumed.empty for assumed in graph.assumed.values())
    return alone or contradictory(graph.stated, graph.ranges, fixed or {})


def _range(node: Expr, known: Mapping[int, Range]) -> Range:
    """By the ranges of its parts."""
    kind = node.kind
    if kind == "number":
        return of_number(node.args)
    if kind == "symbol":
        return node.graph.assumed.get(node.index, ANY)  # its ends are those of `turns` too
    if kind == "pi":
        return PI
    if kind == "sum":
        constant, terms = node.args
        parts = [of_number(constant), *(times(of_number(c), known[t.index]) for t, c in terms)]
        return both(total(parts), _in_turns(node, known))
    if kind == "product":
        product = of_number(ONE)
        for base, e in node.args:
            product = times(product, power(known[base.index], e))
        return product
    name, args = node.args
    if name in ("sin", "cos"):
        return _circular(args[0], name == "cos", known)
    return FUNCTIONS.get(name, lambda r: ANY)(known[args[0].index])


def _circular(u: Expr, is_cosine: bool, known: Mapping[int, Range]) -> Range:
    """The sign of sin(u) or cos(u) for u = c s + r pi, s between bounds."""
    constant, terms = linear(u)
    shift = Fraction(1, 2) if is_cosine else Fraction(0)
    moving = [(s, fraction(c)) for s, c in terms if s.kind != "pi"]
    if constant != 0 or len(moving) != 1 or moving[0][0].kind != "symbol":
        return UNIT_INTERVAL
    ((s, c),) = moving
    ends = _turns(known.get(s.index) or _range(s, known))  # u may have got this form by a merge
    if ends is None:
        return UNIT_INTERVAL
    shift += sum((fraction(k) for term, k in terms if term.kind == "pi"), Fraction(0))
    low, high = sorted(c * end + shift for end in ends)
    k = floor(low)
    if high > k + 1:
        return UNIT_INTERVAL
    return Range(ZERO, ONE, True) if k % 2 == 0 else Range(-ONE, ZERO, True)


def _in_turns(u: Expr, known: Mapping[int, Range]) -> Range:
    """The range of c s + r pi, s between multiples of pi; a sum that u is a multiple of is an s."""
    constant, terms = u.args
    if constant != 0 or len(terms) > 2:
        return ANY
    moving = [(known[s.index].turns, c) for s, c in terms if s.kind != "pi"]
    ends, c = moving[0] if len(moving) == 1 else (None, ZERO)
    if ends is None:
        return ANY
    shift = sum((k for term, k in terms if term.kind == "pi"), ZERO)
    return between(*sorted(c * end + shift for end in ends))


def _turns(r: Range) -> tuple[Fraction, Fraction] | None:
    """(a, b) with a pi < value < b pi, from whatever bounds there are."""
    if r.turns is not None:
        return fraction(r.turns[0]), fraction(r.turns[1])
    if r.low is None or r.high is None:
        return None
    assert PI.low is not None and PI.high is not None
    low = r.low / (PI.high if r.low > 0 else PI.low)
    high = r.high / (PI.low if r.high > 0 else PI.high)
    strict = (r.low != 0 or r.above) and (r.high != 0 or r.below)
    return (fraction(low), fraction(high)) if strict else None


def assumption(
    positive: bool = False,
    negative: bool = False,
    nonzero: bool = False,
    low: Rational | None = None,
    high: Rational | None = None,
    integer: bool = False,
    turns: tuple[Rational, Rational] | None = None,
) -> Range:
    """What is assumed of a symbol, as a range.

    Raises ValueError if no number is left, or only one.
    """
    if positive:
        low = ZERO if low is None else max(low, ZERO)
    if negative:
        high = ZERO if high is None else min(high, ZERO)
    if integer:
        low, high = low and Rational(ceil(_plain(low))), high and Rational(floor(_plain(high)))
    bounds = Range(low, high, positive or negative or nonzero, integer)
    if turns is not None:
        bounds = both(bounds, between(*turns))
    require_some(bounds)
    return bounds


def between(a: Rational, b: Rational) -> Range:
    """a pi < value < b pi, with rational ends outside of it too.

    Raises ValueError.
    """
    if a >= b:
        raise ValueError(say("no number is left"))
    assert PI.low is not None and PI.high is not None
    low, high = a * (PI.low if a > 0 else PI.high), b * (PI.high if b > 0 else PI.low)
    return Range(low, high, a >= 0 or b <= 0, False, (a, b))


def _plain(value: Rational) -> Fraction:
    return fraction(value)


def require_some(r: Range) -> None:
    """Raises ValueError if no number is left, or only one."""
    if r.low is None or r.high is None:
        return
    left = [r.low + k for k in range(3) if r.low + k <= r.high and r.holds(r.low + k)]
    if r.low > r.high or (r.whole and not left) or (r.low == r.high and not r.holds(r.low)):
        raise ValueError(say("no number is left"))
    if r.low == r.high or (r.whole and len(left) == 1):
        raise ValueError(say("only {left} is left: give it as the value", left=left[0]))


def words(name: str, r: Range) -> str:
    """What is assumed, as a formula: "a > 0".

    >>> words("a", Range(low=Rational(1, 2)))
    'a >= 1/2'
    """
    parts = []
    if r.turns is not None:
        ends = [_multiple(end) for end in r.turns]
        return f"{ends[0]} < {name} < {ends[1]}"
    if r.low is not None:
        parts.append(f"{name} {'>' if r.above else '>='} {r.low}")
    if r.high is not None:
        parts.append(f"{name} {'<' if r.below else '<='} {r.high}")
    if (
        r.apart
        and not any(end in (r.low, r.high) for end in (ZERO,))
        and not ((r.low or ZERO) > 0 or (r.high or ZERO) < 0)
    ):
        parts.append(f"{name} != 0")
    return " and ".join(parts + ([f"{name} an integer"] if r.whole else []))


def inequalities(name: str, r: Range) -> list[str]:
    """What is assumed, one inequality each: "a > 0".

    >>> inequalities("a", Range(low=Rational(1, 2))), inequalities("a", Range(apart=True))
    (['a >= 1/2'], ['(a)**2 > 0'])
    """
    if r.turns is not None:
        return [f"{name} {sign} {_multiple(end)}" for sign, end in zip("><", r.turns)]
    low = [] if r.low is None else [f"{name} {'>' if r.above else '>='} {r.low}"]
    high = [] if r.high is None else [f"{name} {'<' if r.below else '<='} {r.high}"]
    sided = r.not_negative or r.not_positive
    return [*low, *high, *([f"({name})**2 > 0"] if r.apart and not sided else [])]


def _multiple(turns: Rational) -> str:
    """A multiple of pi as text."""
    if turns == 0:
        return "0"
    over = {1: "pi", -1: "-pi"}.get(int(turns.p), f"{turns.p}*pi")
    return over if turns.q == 1 else f"{over}/{turns.q}"


def unbounded(symbols: Sequence[Expr]) -> bool:
    """Nothing is assumed of some symbols.

    >>> from nonholo.expression.graph import Graph
    >>> g = Graph()
    >>> x, y = g.symbol("x"), g.symbol("y", Range(low=Rational(0)))
    >>> unbounded([x]), unbounded([x, y])
    (True, False)
    """
    return all(range_of(x) == Range() for x in symbols) and not any(
        node.has(symbols) for x in symbols[:1] for node in x.graph.stated
    )


def convex(symbols: Sequence[Expr]) -> bool:
    """The values that are assumed of some symbols are convex on sight: those of x != 0 are not.

    >>> from nonholo.expression.graph import Graph
    >>> g = Graph()
    >>> x, y = g.symbol("x", Range(apart=True)), g.symbol("y", Range(low=Rational(0), apart=True))
    >>> convex([x]), convex([y])
    (False, True)
    """
    if not symbols:
        return True
    graph, alone = symbols[0].graph, list(map(range_of, symbols))
    between = [(node, bounds) for node, bounds in graph.stated.items() if node.has(symbols)]
    return not (
        any(r.whole or (r.nonzero and not (r.positive or r.negative)) for r in alone)
        or any(bounds.low is None and bounds.high is None for _, bounds in between)
        or any(
            t.kind != "symbol" and t.has(symbols) for node, _ in between for t, _ in linear(node)[1]
        )
    )
