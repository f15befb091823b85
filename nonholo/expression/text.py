"""Expressions as text in the language that the readers read: explicit *, ** and xdot names."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from nonholo.arithmetic.numbers import Integer, Rational
from nonholo.expression.demands import letter_power, with_letters_above
from nonholo.expression.node import Expr, ordered
from nonholo.expression.sums import linear
from nonholo.expression.unspecified import Unspecified

SUM, PRODUCT, POWER, ATOM = 0, 1, 2, 3
HALF = Fraction(1, 2)
SHORT = 2**31 - 1  # the longest whole number that every language has
HANDOUT, READABLE, HUGE = (
    1_500,
    6_000,
    50_000,
)  # characters: for people, on paper and on a screen; for machines, who get no more than that


@dataclass(frozen=True, slots=True)
class Style:
    """How a target language writes the pieces."""

    number: Callable[[int, int], str]  # numerator, denominator (> 0)
    power: Callable[
        [tuple[str, int], int | Fraction], tuple[str, int]
    ]  # base and its binding, exponent > 0
    function: Callable[[str, list[str]], str]
    unspecified: Callable[[Unspecified, list[str]], str] = lambda name, args: (
        f"{name.word}({', '.join(args)})"
    )
    symbol: Callable[[str], str] = str
    pi: str = "pi"
    rounded: bool = False  # long numbers are written as the nearest double
    letters_above: bool = False  # x**n is written so, not as exp(n*log(x))

    def rounds(self, value: Rational) -> bool:
        return self.rounded and bool(max(abs(value.p), value.q) > SHORT)


def digits(n: int) -> str:
    """A whole number of any length, which Python's own str refuses beyond 4300 digits."""
    return Integer(n).str()


def double(value: Rational) -> str:
    """The nearest double as a literal."""
    try:
        return repr(int(value.p) / int(value.q))
    except OverflowError:
        return "1e999" if value > 0 else "-1e999"


def plain_number(p: int, q: int) -> str:
    return digits(p) if q == 1 else f"{digits(p)}/{digits(q)}"


def bracket(piece: tuple[str, int], least: int) -> str:
    return piece[0] if piece[1] >= least else f"({piece[0]})"


def powers(
    sign: str, sqrt: str = "sqrt", root: str = ""
) -> Callable[[tuple[str, int], int | Fraction], tuple[str, int]]:
    """How powers are written where a sign stands for them, square roots by a function; other roots
    too where the sign makes complex numbers of them: root(base, exponent).
    """

    def power(base: tuple[str, int], e: int | Fraction) -> tuple[str, int]:
        if e == 1:
            return base
        if e == HALF:
            return f"{sqrt}({base[0]})", ATOM
        if root and not isinstance(e, int):
            return f"{root}({base[0]}, {e})", ATOM
        return f"{bracket(base, ATOM)}{sign}{e if isinstance(e, int) else f'({e})'}", POWER

    return power


def calls(
    prefix: str = "", other: Mapping[str, str] | None = None
) -> Callable[[str, Sequence[str]], str]:
    """How functions are called: with a prefix, some by other names."""
    renamed = other or {}
    return lambda name, args: f"{prefix}{renamed.get(name, name)}({', '.join(args)})"


PLAIN = Style(plain_number, powers("**"), calls())


def _primed(name: Unspecified, args: Sequence[str]) -> str:
    """f'(y), h_xy(x, y)."""
    return f"{name.primed}({', '.join(args)})"


def _as_people_write(name: Unspecified, args: Sequence[str]) -> str:
    """f'(y), h_xy: a function of several arguments without them where they are its own."""
    if len(args) == 1:
        return _primed(name, args)
    return name.word if tuple(args) == name.slots else f"{name.word}({', '.join(args)})"


PEOPLE = Style(plain_number, powers("**"), calls(), _as_people_write, letters_above=True)
SESSION = Style(plain_number, powers("**"), calls(), _primed)


class Written(dict):
    """Nodes of one graph in one style as (text, binding), by index; products: their factors
    above and below.
    """

    def __init__(self) -> None:
        super().__init__()
        self.products: dict[int, tuple[str, list[str]]] = {}


def text(node: Expr, style: Style = PLAIN, known: Written | None = None) -> str:
    """The expression as text; what it prints, the parser reads back to the same node.

    known: what is written of the graph already, for many expressions with common parts.
    """
    memo = Written() if known is None else known
    for below in ordered([node], stop=lambda n: n.index in memo):
        memo[below.index] = _write(below, memo, style)
    return memo[node.index][0]


def width(node: Expr) -> int:
    """About how many characters the text has, without writing it: parts used more than once are
    written each time.

    >>> from nonholo.expression.graph import Graph
    >>> x = Graph().symbol("x")
    >>> width(x**2 + 1), len(text(x**2 + 1))
    (7, 8)
    """
    known = node.graph.widths
    for below in ordered([node], stop=lambda n: n.index in known):
        known[below.index] = _width(below, known)
    return known[node.index]


def _width(node: Expr, memo: dict[int, int]) -> int:
    if node.kind == "symbol":
        return len(node.args)
    if node.kind == "function":
        name = node.args[0]
        called = name.word if isinstance(name, Unspecified) else name
        return len(called) + 2 + sum(memo[a.index] for a in node.args[1])
    if node.kind == "product":
        return sum(memo[base.index] + 3 * (e != 1) for base, e in node.args)
    if node.kind == "sum":
        return sum(memo[term.index] + 3 for term, _ in node.args[1])
    return 2


def _write(node: Expr, memo: Written, style: Style) -> tuple[str, int]:
    if node.kind == "number":
        p, q = int(node.args.p), int(node.args.q)
        return _number(node.args, style), ATOM if p >= 0 and q == 1 else (
            PRODUCT if p >= 0 else SUM
        )
    if node.kind == "symbol":
        return style.symbol(node.args), ATOM
    if node.kind == "pi":
        return style.pi, ATOM
    if node.kind == "function":
        name, args = node.args
        given = [memo[a.index][0] for a in args]
        if isinstance(name, Unspecified):
            return style.unspecified(name, given), ATOM
        if style.letters_above and (power := letter_power(node)):
            return _above(*power, memo, style), POWER
        return style.function(name, given), ATOM
    if node.kind == "product":
        return _product(Rational(1), node, memo, style), PRODUCT
    return _sum(node, memo, style)


def _sum(node: Expr, memo: Written, style: Style, sign: int = 1) -> tuple[str, int]:
    constant, terms = linear(node)
    pieces = [_scaled(sign * c, t, memo, style) for t, c in terms]
    if constant != 0:
        pieces.append((sign * constant < 0, _number(abs(constant), style)))
    if len(pieces) > 1 and pieces[0][0] and not all(negative for negative, _ in pieces):
        first = next(i for i, (negative, _) in enumerate(pieces) if not negative)
        pieces.insert(0, pieces.pop(first))
    out = ("-" if pieces[0][0] else "") + pieces[0][1]
    for negative, piece in pieces[1:]:
        out += (" - " if negative else " + ") + piece
    return out, SUM if len(pieces) > 1 or pieces[0][0] else PRODUCT


def _number(value: Rational, style: Style) -> str:
    if style.rounds(value):
        return double(value)
    return style.number(int(value.p), int(value.q))


def _scaled(c: Rational, term: Expr, memo: Written, style: Style) -> tuple[bool, str]:
    return c < 0, _product(abs(c), term, memo, style)


def _product(c: Rational, term: Expr, memo: Written, style: Style) -> str:
    """coefficient * term as one fraction: 2*g*sin(al)*cos(theta)/(3*R)."""
    over, under = memo.products.get(term.index) or _factors(term, memo, style)
    above, below = (double(c), "1") if style.rounds(c) else (str(c.p), str(c.q))
    if above != "1":
        over = f"{above}*{over}" if over else above
    if below != "1":
        under = [below, *under]
    if not under:
        return over or "1"
    return f"{over or 1}/{under[0]}" if len(under) == 1 else f"{over or 1}/({'*'.join(under)})"


def _factors(term: Expr, memo: Written, style: Style) -> tuple[str, list[str]]:
    """The factors above, joined, and those below."""
    over: list[str] = []
    under: list[str] = []
    factors = term.powers
    powers, factors = with_letters_above(factors) if style.letters_above else ([], factors)
    for base, e in factors:
        written, e = _turned(base, e, memo, style)
        (under if e < 0 else over).append(bracket(style.power(written, -e if e < 0 else e), POWER))
    over += [_above(base, exponent, memo, style) for base, exponent in powers]
    product = memo.products[term.index] = "*".join(over), under
    return product


def _above(base: Expr, exponent: Expr, memo: Written, style: Style) -> str:
    """x**n, whose exponent has letters."""
    above = text(exponent, style, memo), memo[exponent.index][1]
    return f"{bracket(memo[base.index], ATOM)}**{bracket(above, ATOM)}"


def _turned(base: Expr, e, memo: Written, style: Style) -> tuple[tuple[str, int], int | Fraction]:
    """A base and its exponent; 1/exp(-u) as exp(u)."""
    is_exp = base.calls("exp")
    if e < 0 and is_exp and memo[base.args[1][0].index][0].startswith("-"):
        return (style.function("exp", [_sum(base.args[1][0], memo, style, -1)[0]]), ATOM), -e
    return memo[base.index], e
