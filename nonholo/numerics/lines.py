"""Expressions as straight lines of code: shared parts once, and whatever does not move outside the
loop.

`lines(roots, moving, dialect)` walks the graph once.  A part used twice gets a name; a part without
moving symbols (also the resting factor of a product, the resting terms of a sum) goes to `outer`,
which is run once."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from nonholo.arithmetic.numbers import Rational, rational
from nonholo.expression.graph import Expr, children, linear, ordered
from nonholo.expression.text import ATOM, POWER, PRODUCT, SUM, Style, bracket, double, plain_number
from nonholo.expression.unspecified import Unspecified
from nonholo.writing.growth import Growth, exponents, growth, together
from nonholo.writing.hyperbolic import hyperbolic

# characters of a part that gets a name though it is used once: compilers do not like deep nesting
LONG = 2000
MANY = 100  # terms of a sum without brackets, for the same reason
ONE = Rational(1)
NAME = re.compile(r"\bw\d+\b")


@dataclass(frozen=True, slots=True)
class Dialect:
    """How a language writes expressions and assignments, and how names of what rests begin."""

    style: Style
    assign: str = "{name} = {code}"
    resting: str = "c"


Steps = Sequence[tuple[Expr, Expr]]
COUNTING = Dialect(
    Style(
        plain_number,
        power=lambda base, e: (f"@({base[0]})", ATOM),
        function=lambda name, args: f"@({','.join(args)})",
        unspecified=lambda name, args: f"@({','.join(args)})",
        pi="3",
    ),
    "{code}",
)


@dataclass(slots=True)
class Lines:
    """outer: names and code of what rests; inner: of what moves; results: the code of each root."""

    outer: list[tuple[str, str]] = field(default_factory=list)
    inner: list[str] = field(default_factory=list)
    results: list[str] = field(default_factory=list)


def lines(
    roots: Sequence[Expr],
    moving: Iterable[Expr],
    names: Mapping[str, str],
    dialect: Dialect,
    steps: Steps = (),
) -> Lines:
    """The code of the roots; `names` says how symbols are written.

    steps: (symbol, expression) computed first, in this order; roots and later steps may hold the
    symbols."""
    return _Walk(roots, [*moving, *(s for s, _ in steps)], names, dialect, steps).lines


def operations(roots: Sequence[Expr], moving: Iterable[Expr], steps: Steps = ()) -> int:
    """How many operations the code of the roots has where it moves, functions counted as ten.

    moving: the symbols that change from state to state; steps: (symbol, expression) computed first.

    >>> from nonholo.expression.graph import Graph
    >>> g = Graph()
    >>> x, k = g.symbol("x"), g.symbol("k")
    >>> operations([k**2 * x + g.sin(x)], [x])
    12
    """
    names = {s.args: "x" for s in roots[0].graph.unmask(-1)} if roots else {}
    code = lines(roots, moving, names, COUNTING, steps)
    text = "".join([*code.inner, *code.results])
    return sum(map(text.count, "*/+-")) + 10 * text.count("@")


class _Walk:
    """One walk over the nodes below some roots."""

    def __init__(self, roots, moving, names, dialect: Dialect, steps: Steps = ()):
        self.names, self.dialect, self.lines = dict(names), dialect, Lines()
        nodes = ordered([*(root for _, root in steps), *roots])
        self.mask = roots[0].graph.mask(moving) if roots else 0
        uses = Counter(child.index for node in nodes for child in children(node))
        uses.update(root.index for root in roots)
        self.known: dict[int, tuple[str, int]] = {}
        self.resting: dict[str, str] = {}
        self.lean = False  # something was written so that named parts of it are not needed
        for symbol, root in steps:
            self.walk([root], uses)
            self.moves = True
            code = self.code(root)
            self.names[symbol.args] = code if _simple(code) else self.named(symbol, code)
            self.known[root.index] = (self.names[symbol.args], ATOM)
        self.walk(roots, uses)
        self.moves = True
        self.lines.results = [self.code(root) for root in roots]
        if self.lean and "{name}" in dialect.assign:
            self.lines.inner = needed(self.lines.inner, self.lines.results)

    def walk(self, roots, uses: Counter) -> None:
        """The code of every node that is not known yet; what is used twice gets a name."""
        for node in ordered(roots):
            if node.index in self.known:
                continue
            code = self.write(node)
            shared = (
                uses[node.index] > 1
                and node.kind not in ("number", "symbol")
                and not _simple(code[0])
            )
            shared |= len(code[0]) > LONG
            self.known[node.index] = (self.named(node, code[0]), ATOM) if shared else code

    def named(self, node: Expr, code: str) -> str:
        if not node.support & self.mask:
            return self.outside(code)
        name = f"w{len(self.lines.inner)}"
        self.lines.inner.append(self.dialect.assign.format(name=name, code=code))
        return name

    def outside(self, code: str) -> str:
        """The name of resting code."""
        if _simple(code):
            return code
        if code not in self.resting:
            name = self.resting[code] = f"{self.dialect.resting}{len(self.resting)}"
            self.lines.outer.append((name, code))
        return self.resting[code]

    def write(self, node: Expr) -> tuple[str, int]:
        self.moves = bool(node.support & self.mask)
        if node.kind == "number":
            return _signed(double(node.args))
        if node.kind == "symbol":
            return self.names[node.args], ATOM
        if node.kind == "pi":
            return self.dialect.style.pi, ATOM
        if node.kind == "function":
            name, args = node.args
            style, given = self.dialect.style, [self.code(a) for a in args]
            if isinstance(name, Unspecified):
                return style.unspecified(name, given), ATOM
            return style.function(name, given), ATOM
        if node.kind == "product":
            return self.product(ONE, node)
        return self.sum(node)

    def code(self, node: Expr) -> str:
        """The code of a part; if it rests and the whole moves, its name outside."""
        code, _ = self.known[node.index]
        return (
            self.outside(code)
            if self.moves and not node.support & self.mask and node.kind != "number"
            else code
        )

    def atom(self, node: Expr) -> str:
        code, binding = self.code(node), self.known[node.index][1]
        if code != self.known[node.index][0]:
            return code
        return code if binding == ATOM else f"({code})"

    # products -------------------------------------------------------------------------------
    def product(self, c: Rational, node: Expr) -> tuple[str, int]:
        """c * product: the resting factors are one factor."""
        factors = node.powers
        still = [(b, e) for b, e in factors if not b.support & self.mask]
        moving = [(b, e) for b, e in factors if b.support & self.mask]
        if not moving:
            return self.quotient(c, still)
        if not still:
            return self.quotient(c, moving)
        self.moves = False
        factor, _ = self.quotient(c, still)
        self.moves = True
        return self.quotient(ONE, moving, self.outside(factor))

    def quotient(self, c: Rational, factors, first: str = "") -> tuple[str, int]:
        """first * c * product of base**exponent, divided once."""
        over = [first] if first else []
        under: list[str] = []
        factors = self.tamed(self.bounded(factors, over), over, under)
        for base, e in factors:
            if e < 0 and base.calls("exp"):
                over.append(
                    self.dialect.style.function(
                        "exp", [f"{_factor(e)}{self.atom(base.args[1][0])}"]
                    )
                )
                self.lean = True
            else:
                (under if e < 0 else over).append(self.powered(base, abs(e)))
        negative = c < 0
        if abs(c) != 1 or not over:
            over.insert(0, double(abs(c)))
        code = "*".join(over)
        if under:
            code += "/" + (under[0] if len(under) == 1 else f"({'*'.join(under)})")
        if negative:
            return f"-{code}", SUM
        return code, ATOM if len(over) == 1 and not under and _simple(code) else PRODUCT

    def bounded(self, factors, over: list[str]):
        """The factors without quotients of hyperbolic functions, which go to `over` in forms that
        do not overflow:

        (e^u - e^-u)/(e^u + e^-u) = tanh(u),   1/(e^u + e^-u) = e^-|u|/(1 + e^(-2|u|))
        """
        if not any(e < 0 and base.kind == "sum" for base, e in factors):
            return factors
        seen = {
            base: hyperbolic(base) for base, e in factors if base.kind == "sum" and type(e) is int
        }
        below = {
            wave[1]: (base, -e)
            for base, e in factors
            if e < 0 and (wave := seen.get(base)) and wave[0] > 0
            if not any(growth(b, wave[1:]) for b, _ in factors if not seen.get(b))
        }
        if not below:
            return factors
        self.lean, call, others = True, self.dialect.style.function, []
        for base, e in factors:
            wave = seen.get(base)
            if wave and wave[1] in below and e > 0 and wave[0] < 0:
                plus, left = below[wave[1]]
                below[wave[1]] = plus, left - e
                over.append(self.raised(call("tanh", [self.code(wave[1])]), e))
            elif not (wave and wave[1] in below and below[wave[1]][0] is base):
                others.append((base, e))
        for u, (base, e) in below.items():
            size = call("abs", [self.code(u)])
            one = f"({call('exp', [f'-{size}'])}/(1.0 + {call('exp', [f'-2.0*{size}'])}))"
            if e > 0:
                over.append(self.raised(one, e))
            elif e < 0:
                others.append((base, -e))
        return others

    def tamed(self, factors, over: list[str], under: list[str]):
        """The factors without those that grow with exponentials which stand below: these go to
        `over` and `under` divided by what they grow like (see `growth`).
        """
        arguments = exponents(factors)
        if not arguments:
            return factors
        others, grown = [], []
        for base, e in factors:
            rate = growth(base, arguments)
            if not rate:
                others.append((base, e))
                continue
            grown.append((rate, Fraction(e)))
            if (code := self.over_growth(base, arguments)) != "1.0":
                (under if e < 0 else over).append(
                    code if abs(e) == 1 else self.to_the(code, abs(Fraction(e)))
                )
        if total := together(grown):
            over.append(self.grown(total))
        self.lean = True
        return others

    def over_growth(self, node: Expr, arguments: Sequence[Expr]) -> str:
        """An atom: a part over what it grows like."""
        if not (rate := growth(node, arguments)) and node.kind != "product":
            return self.atom(node)
        if node.kind == "function":
            return "1.0"
        if node.kind == "product":
            over: list[str] = []
            under: list[str] = []
            for base, e in node.args:
                if (code := self.over_growth(base, arguments)) != "1.0":
                    power = code if abs(e) == 1 else self.to_the(code, abs(Fraction(e)))
                    (under if e < 0 else over).append(power)
            code = "/".join(["*".join(over) or "1.0", *under])
            return f"({code})" if over or under else code
        constant, terms = linear(node)
        signed: list[tuple[bool, str]] = []
        for term, c in [*terms, *([(node.graph.one, constant)] if constant else [])]:
            inner = growth(term, arguments)
            less = together([(inner, Fraction(1)), (rate, Fraction(-1))])
            parts = [] if term.is_constant else [self.over_growth(term, arguments)]
            parts += [self.grown(less)] if less else []
            if abs(c) != 1 or not parts:
                parts.insert(0, double(abs(c)))
            signed.append((c < 0, "*".join(part for part in parts if part != "1.0") or "1.0"))
        return f"({_joined(sorted(signed, key=lambda part: part[0]))})"

    def grown(self, rate: Growth) -> str:
        """E^p for u > 0 and E^n for u < 0, of all u together."""
        call, parts = self.dialect.style.function, []
        for u, (p, n) in rate.items():
            size, code = call("abs", [self.code(u)]), self.atom(u)
            for e, side in ((p, f"({code} + {size})"), (n, f"({code} - {size})")):
                if e:
                    parts.append((e < 0, f"{double(rational(abs(e) / 2))}*{side}"))
        return call("exp", [_joined(sorted(parts, key=lambda part: part[0]))])

    def raised(self, code: str, e: int) -> str:
        return self.to_the(code, Fraction(e)) if e > 1 else code

    def to_the(self, code: str, e: int | Fraction) -> str:
        """A power of an atom, as a factor."""
        return bracket(
            self.dialect.style.power((code, ATOM), e.numerator if e.denominator == 1 else e), POWER
        )

    def powered(self, base: Expr, e: int | Fraction) -> str:
        code = self.atom(base)
        if e == 1:
            return code
        if e.denominator == 1 and e <= 3 and _simple(code):
            return "*".join([code] * int(e)) if e == 1 else f"({'*'.join([code] * int(e))})"
        return self.to_the(code, e)

    # sums -----------------------------------------------------------------------------------
    def sum(self, node: Expr) -> tuple[str, int]:
        """The resting terms are one term."""
        constant, terms = linear(node)
        still = [(t, c) for t, c in terms if not t.support & self.mask]
        moving = [(t, c) for t, c in terms if t.support & self.mask]
        if not moving or not still:
            return self.added(constant, terms)
        self.moves = False
        resting, _ = self.added(constant, still)
        self.moves = True
        return self.added(Rational(0), moving, self.outside(resting))

    def added(self, constant: Rational, terms, last: str = "") -> tuple[str, int]:
        pieces = sorted((c < 0, self.scaled(abs(c), t)) for t, c in terms)
        if constant != 0:
            pieces.append((constant < 0, double(abs(constant))))
        if last:
            pieces.append((False, last))
        pieces.sort(key=lambda p: p[0])
        while len(pieces) > MANY:
            pieces = [
                (False, f"({_joined(pieces[i : i + MANY])})") for i in range(0, len(pieces), MANY)
            ]
        return _joined(pieces), SUM

    def scaled(self, c: Rational, term: Expr) -> str:
        known = self.known[term.index]
        if term.kind == "product" and not _simple(known[0]) and c != 1:
            code, binding = self.product(c, term)
        elif c == 1:
            code, binding = known
        else:
            code, binding = f"{double(c)}*{self.atom(term)}", PRODUCT
        return code if binding >= PRODUCT else f"({code})"


def needed(inner: Sequence[str], results: Sequence[str]) -> list[str]:
    """The lines that the results are computed from."""
    used, lines = set(NAME.findall(" ".join(results))), []
    for line in reversed(inner):
        name, *parts = NAME.findall(line)
        if name in used:
            used.update(parts)
            lines.append(line)
    return lines[::-1]


def _joined(pieces: Sequence[tuple[bool, str]]) -> str:
    """Signed pieces as one sum."""
    code = ""
    for negative, piece in pieces:
        code += (
            ("-" if negative else "") + piece
            if not code
            else (" - " if negative else " + ") + piece
        )
    return code


def _factor(e: int | Fraction) -> str:
    """A negative exponent in front of an argument: exp(u)**-2 is exp(-2*u), which does not
    overflow on the way to 0.
    """
    return "-" if e == -1 else f"-{double(abs(rational(e)))}*"


def _simple(code: str) -> bool:
    """A name or a number without sign."""
    return code.replace("_", "").replace(".", "").isalnum() and not code.startswith("-")


def _signed(code: str) -> tuple[str, int]:
    return code, ATOM if not code.startswith("-") else SUM
