"""What is declared of parameters beside their values: positive, negative, nonzero, min, max,
integer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from fractions import Fraction
from math import isfinite, prod
from typing import Any

from nonholo.arithmetic.balls import Ball
from nonholo.arithmetic.numbers import Rational, rational
from nonholo.decide.ball import ball
from nonholo.errors import NonholoError, said
from nonholo.expression.graph import Expr, Graph
from nonholo.expression.ranges import (
    ANY,
    Range,
    assumption,
    between,
    both,
    range_of,
    require_some,
    words,
)
from nonholo.expression.sums import linear
from nonholo.expression.text import text
from nonholo.readers.declared import FLAGS
from nonholo.readers.parser import parse_expression
from nonholo.readers.tree import Divide, Multiply, Name, Negate, Number, fold
from nonholo.signs.factored import factored
from nonholo.words.sentence import say

BOUNDS = ("min", "max")
ROUNDS = 3  # of what factors say of other factors
KEYS = ("value", *FLAGS, *BOUNDS, "between")


def assumed_of(given: Mapping[str, Any], number: Callable[[str, Any], Fraction | None]) -> Range:
    """What the table of a parameter assumes; `number(key, value)` reads a bound.

    Raises NonholoError for unknown keys, for flags that are neither true nor false, and where no
    number is left."""
    _check(given)
    low, high = (_bound(given, key, number) for key in BOUNDS)
    flags: dict[str, Any] = {key: given.get(key) is True for key in FLAGS}
    try:
        interval = ANY if given.get("between") is None else _between(given["between"], number)
        return both(assumption(low=low, high=high, **flags), interval)
    except ValueError as error:
        told = ", ".join(f"{key} = {str(given[key]).lower()}" for key in KEYS[1:] if key in given)
        raise NonholoError(say("{told}: {error}", told=told, error=said(error))) from None


def _check(given: Mapping[str, Any]) -> None:
    for key in given:
        if key not in KEYS:
            near = get_close_matches(str(key), KEYS, 1)
            hint = f"; did you mean {near[0]}?" if near else ""
            raise NonholoError(
                say(
                    "unknown key {key}; known are {names} and {keys}{hint}",
                    key=key,
                    names=", ".join(KEYS[:-1]),
                    keys=KEYS[-1],
                    hint=hint,
                )
            )
    for key in FLAGS:
        if not isinstance(given.get(key, False), bool):
            raise NonholoError(
                say("{key} is true or false, given was {given!r}", key=key, given=given[key])
            )


def _bound(given: Mapping[str, Any], key: str, number) -> Rational | None:
    if given.get(key) is None:
        return None
    bound = number(key, given[key])
    if not isinstance(bound, Fraction):
        raise NonholoError(
            say(
                "{key}: needed is a number such as 0.5, given was {given!r}",
                key=key,
                given=given[key],
            )
        )
    return rational(bound)


def _between(ends: Any, number) -> Range:
    """An open interval: its ends are numbers, or multiples of pi such as "pi/2"."""
    needed = f'between: needed are two ends such as ["0", "pi"] or [0, 2.5], given was {ends!r}'
    if not isinstance(ends, (list, tuple)) or len(ends) != 2:
        raise NonholoError(needed)
    pairs = []
    for end in (str(e) if hasattr(e, "free_symbols") else e for e in ends):  # SymPy's pi
        value = _constant(end) if isinstance(end, str) else None
        if value is None:
            plain = number("between", end)
            value = (plain, Fraction(0)) if isinstance(plain, Fraction) else None
        if value is None:
            raise NonholoError(needed)
        pairs.append(value)
    (q, a), (r, b) = pairs
    if q == r == 0:
        return between(rational(a), rational(b))
    if a == b == 0:
        return _open(rational(q), rational(r))
    raise NonholoError(say("{needed}; both as numbers, or both as multiples of pi", needed=needed))


def _open(low: Rational, high: Rational) -> Range:
    if low >= high:
        raise ValueError("no number is left")
    return Range(low, high, low >= 0 or high <= 0, open_low=True, open_high=True)


def _constant(text: str) -> tuple[Fraction, Fraction] | None:
    """(q, a) of a text that stands for q + a pi; None for another one."""
    try:
        return fold(parse_expression(text), _combined)
    except (NonholoError, ZeroDivisionError):
        return None


def _combined(node: Any, parts: list) -> Any:
    match node:
        case Number():
            return node.value, Fraction(0)
        case Name("pi"):
            return Fraction(0), Fraction(1)
        case Negate():
            return -parts[0][0], -parts[0][1]
        case Multiply():
            q, a = parts[0]
            for r, b in parts[1:]:
                if a and b:
                    break
                q, a = q * r, a * r + q * b
            else:
                return q, a
        case Divide():
            (q, a), (r, b) = parts
            if not b:
                return q / r, a / r
    raise NonholoError(say("no multiple of pi"))


def symbol_assumption(symbol: Any) -> Range:
    """What is assumed of a SymPy Symbol."""
    return assumption(
        bool(symbol.is_positive),
        bool(symbol.is_negative),
        symbol.is_zero is False,
        Rational(0) if symbol.is_nonnegative else None,
        Rational(0) if symbol.is_nonpositive else None,
        bool(symbol.is_integer),
    )


def no_real_number(name: str, value: Any) -> str:
    """The complaint about a constant such as log(0), which no name can have.

    >>> no_real_number("x", "sqrt(-1)")
    'x = sqrt(-1): this is no real number'
    """
    return say("{name} = {value}: this is no real number", name=name, value=value)


def against(symbol: Expr, value: Expr | Fraction | float) -> str:
    """Why a parameter cannot have this value, by what is declared of it; nothing if it can."""
    assumed = symbol.graph.assumed.get(symbol.index, ANY)
    if assumed == ANY or _allowed(assumed, value):
        return ""
    return f"declared {_declared(symbol.args, assumed)}, but its value is {value}"


def state_range(node: Expr, assumed: Range) -> None:
    """Let a graph know bounds by 0 of an expression.

    >>> from nonholo.expression.ranges import range_of
    >>> g = Graph()
    >>> a, b = g.symbol("a"), g.symbol("b")
    >>> state_range(a - b, Range(low=Rational(0), apart=True))
    >>> range_of(2 * a - 2 * b + 1).positive
    True
    """
    sign = 1 if assumed.low is not None else -1 if assumed.high is not None else 0
    state(node.graph, Stated(node, sign, assumed.apart, str(node)))


def state_factors(graph: Graph, moving: Sequence[Expr] = ()) -> None:
    """Let a graph know what relations say of their factors: of a^2 - b^2 > 0 with a and b above 0
    that a - b > 0, and without that that a - b and a + b are not 0.

    moving: coordinates; a relation that holds one is watched along motions, and left as it is.

    >>> from nonholo.expression.ranges import range_of
    >>> g = Graph()
    >>> positive = assumption(positive=True)
    >>> a, b = g.symbol("a", positive), g.symbol("b", positive)
    >>> g.stated[a**2 - b**2] = positive
    >>> state_factors(g)
    >>> range_of(a - b).positive
    True

    Raises NonholoError where they leave no number.
    """
    for _ in range(ROUNDS):
        before = len(graph.stated)
        for node, assumed in [each for each in graph.stated.items() if not each[0].has(moving)]:
            for stated in _of_factors(node, assumed):
                known = range_of(stated.node)
                if both(known, stated.range) != known:
                    state(graph, stated)
        if len(graph.stated) == before:
            return


def _of_factors(node: Expr, assumed: Range) -> Iterator[Stated]:
    """What the sign of a product says of one factor, where the signs of the others are known."""
    content, factors = factored(node)
    if len(factors) < 2:
        return
    sign = 1 if assumed.not_negative else -1 if assumed.not_positive else 0
    told = words(text(node), assumed)
    if content < 0:
        sign = -sign
    signs = [_sign(f, e, assumed.nonzero) for f, e in factors]
    for i, (f, e) in enumerate(factors):
        others = prod(s for j, s in enumerate(signs) if j != i)
        if e % 2 and others and sign:
            yield Stated(f, sign * others, assumed.nonzero, told)
        elif assumed.nonzero:
            yield Stated(f, 0, True, told)


def _sign(factor: Expr, e: int, nonzero: bool) -> int:
    """The sign of a power of a factor; 0 where it is not known, or may be 0 where the product
    may.
    """
    span = range_of(factor)
    if not (nonzero or span.nonzero):
        return 0
    if e % 2 == 0:
        return 1
    return 1 if span.not_negative else -1 if span.not_positive else 0


def carry(value: Expr, symbol: Expr) -> None:
    """What is assumed of a symbol is known of what an equation puts in its place.

    Raises NonholoError where that cannot be.
    """
    graph = symbol.graph
    assumed = graph.assumed.get(symbol.index, ANY)
    if assumed == ANY:
        return
    if value.is_constant:
        if what := against(symbol, value):
            raise NonholoError(say("{args}: {what}", args=symbol.args, what=what))
        return
    told = f"what is declared of {symbol.args}"
    ends = (assumed.low, 1, assumed.above), (assumed.high, -1, assumed.below)
    for end, sign, strict in ends:
        if end is not None:
            state(graph, Stated(value - graph.number(end), sign, strict, told))
    if assumed.apart:
        graph.stated[value] = both(graph.stated.get(value, ANY), Range(apart=True))
        graph.ranges.clear()


def broken(graph: Graph, values: Mapping[Expr, Expr]) -> Iterator[str]:
    """The relations between parameters that values do not obey, each in words."""
    for relation, assumed in graph.stated.items():
        symbols = [s for s in relation.symbols() if s in values]
        if len(symbols) == len(relation.symbols()) and not _allowed(assumed, relation.subs(values)):
            given = ", ".join(f"{s.args} = {values[s]}" for s in symbols)
            yield f"assumed is {words(text(relation), assumed)}, but given is {given}"


def state_at(graph: Graph, values: Mapping[Expr, Expr], moving: Sequence[Expr] = ()) -> bool:
    """Let a graph know what relations leave to parameters where others have values; was there
    anything?

    moving: coordinates.

    >>> from nonholo.expression.ranges import range_of
    >>> g = Graph()
    >>> a, b = g.symbol("a"), g.symbol("b")
    >>> g.stated[a - b] = assumption(positive=True)
    >>> state_at(g, {a: g.number(Rational(3))})
    True
    >>> range_of(b).high
    3
    """
    more = False
    for relation, assumed in list(graph.stated.items()):
        reduced = relation.subs({s: values[s] for s in relation.symbols() if s in values})
        if reduced.support and reduced is not relation:
            graph.stated[reduced] = both(graph.stated.get(reduced, ANY), assumed)
            graph.ranges.clear()
            more = True
    if more:
        state_factors(graph, moving)
    return more


def _allowed(assumed: Range, value: Expr | Fraction | float) -> bool:
    if isinstance(value, Expr):
        return (
            assumed.holds(value.args) if value.is_number else _may_be(assumed, ball(value, {}, 256))
        )
    if isinstance(value, float) and not isfinite(value):
        return True  # refused elsewhere, for what it is
    return assumed.holds(rational(Fraction(str(value))))


def _may_be(assumed: Range, value: Ball) -> bool:
    """Not certainly outside; a constant that is no rational number is no integer."""
    below = assumed.low is not None and bool(value < Ball(assumed.low))
    above = assumed.high is not None and bool(value > Ball(assumed.high))
    return value.is_finite() and not (
        below or above or (assumed.whole and not value.contains_integer())
    )


def _declared(name: str, assumed: Range) -> str:
    for flag in FLAGS:
        alone: dict[str, Any] = {flag: True}
        if assumed == assumption(**alone):
            return {"integer": "an integer"}.get(flag, flag)
    return words(name, assumed)


def assumptions_of(symbols: Iterable[Expr]) -> tuple[str, ...]:
    """What is assumed of some symbols, each as a formula.

    >>> from nonholo.expression.graph import Graph
    >>> assumptions_of([Graph().symbol("a", assumption(positive=True))])
    ('a > 0',)
    """
    told = ((s.args, s.graph.assumed.get(s.index, ANY)) for s in symbols)
    return tuple(words(name, assumed) for name, assumed in told if assumed != ANY)


@dataclass(frozen=True, slots=True)
class Stated:
    """An inequality that is assumed: sign * node > 0, or >= 0 if it is not strict; sign 0: the
    node is not 0.
    """

    node: Expr
    sign: int
    strict: bool
    text: str

    @property
    def range(self) -> Range:
        """What is known of the node."""
        zero = Rational(0)
        low, high = zero if self.sign > 0 else None, zero if self.sign < 0 else None
        return Range(low, high, self.strict)


def state(graph: Graph, stated: Stated) -> None:
    """Let a new graph know an inequality; of one symbol against a number it bounds the symbol.

    Raises NonholoError for one that is never or always true, and where it leaves no number or one.
    """
    node = stated.node
    if node.kind == "sum" and not node.args[0] and len(node.args[1]) == 1:
        ((inner, c),) = node.args[1]
        if inner.kind != "symbol":
            side = stated.sign if c > 0 else -stated.sign
            state(graph, replace(stated, node=inner, sign=side))
            return
    constant, terms = linear(node)
    if not terms:
        raise NonholoError(
            say("{text}: holds no name; needed is a relation such as I1 > I2", text=stated.text)
        )
    single = len(terms) == 1 and terms[0][0].kind == "symbol"
    if single and (not constant or (stated.sign and not stated.strict)):
        ((symbol, c),) = terms
        end = -constant / c
        below = (c > 0) == (stated.sign > 0)
        interval = Range(end, None) if below else Range(None, end)
        interval = interval if stated.sign else ANY
        interval = both(
            graph.assumed.get(symbol.index, ANY),
            replace(interval, apart=stated.strict and end == 0),
        )
        try:
            require_some(interval)
        except ValueError as error:
            raise NonholoError(
                say(
                    "{text}: with what is declared beside it, {error}",
                    text=stated.text,
                    error=said(error),
                )
            ) from None
        graph.assumed[symbol.index] = interval
    else:
        graph.stated[node] = both(graph.stated.get(node, ANY), stated.range)
    graph.ranges.clear()
