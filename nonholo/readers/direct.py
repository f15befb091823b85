"""The maker of expressions: a text read straight into a graph, without a tree between.

A part of a text is (node, factor, height, degree, bits): it stands for factor * node, or for the
number `factor` where node is None, and the rest is its size as `tree.check_size` has it, known
before anything is computed.  So sums and products are collected once and nothing in between becomes
a node.

This is the short way for what is plain and right.  At any doubt (`Doubt`) the text is read again as
a tree, by the long way that knows every word of complaint and has the last say."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from nonholo.arithmetic.numbers import Rational, fraction
from nonholo.errors import BadExpression, OutOfReach
from nonholo.expression.graph import Expr
from nonholo.expression.roots import MAX_BITS as MAX_FACTOR_BITS
from nonholo.expression.unspecified import Unspecified
from nonholo.geometry.constraints.chart import Chart
from nonholo.readers.declared import DT, Declared
from nonholo.readers.parser import NO_FUNCTIONS, Signatures, expression, sides
from nonholo.readers.tokens import Source, read_words
from nonholo.readers.tree import (
    MAX_BITS,
    MAX_DEGREE,
    MAX_EXPONENT,
    MAX_HEIGHT,
    MAX_POWER_BITS,
    MAX_VALUE_BITS,
    Call,
    Differential,
    Name,
    Number,
    Rate,
    leaf,
)

_ONE, _ZERO = Rational(1), Rational(0)
Operand = tuple[Expr | None, Rational, int, int, int]


class Doubt(Exception):
    """Not plain: the long way shall read this text."""


class Direct:
    """Makes expressions of the texts of one chart and its parameters; knows each word after its
    first time.
    """

    def __init__(
        self, chart: Chart, parameters: Sequence[str], functions: Signatures = NO_FUNCTIONS
    ):
        self.graph, self.functions = chart.graph, functions
        self.declared = Declared(chart.names, parameters, functions=functions)
        self.operands: dict[str, Operand] = {}
        self.small: dict[
            int, Operand
        ] = {}  # of differentials, by identity: what is left of them over dt
        self.rates: set[str] = set()
        self.over_dt = 0  # how many dx/dt this text has

    # texts ----------------------------------------------------------------------------------
    def expression(self, text: str) -> Expr:
        """The expression of a text.

        Raises `Doubt`.
        """
        node, differentials = self._read(text, lambda source: self._expr(expression(source, self)))
        if differentials:
            raise Doubt
        return node

    def constraint(self, text: str) -> tuple[Expr, set[str]]:
        """left - right, and the names of the differentials in it, which stand for velocities (dt
        for dt).

        Raises `Doubt`.
        """
        return self._read(text, lambda source: self._difference(*sides(source, self)))

    def _read(self, text: str, action: Callable[[Source], Expr]) -> tuple[Expr, set[str]]:
        self.over_dt = 0
        try:
            source = read_words(text, hasty=True, functions=self.functions)
            return action(source), self._differentials(source)
        except (BadExpression, OutOfReach, ZeroDivisionError) as doubt:
            raise Doubt from doubt

    def _difference(self, left: Operand, right: Operand | None) -> Expr:
        return self._expr(left if right is None else self.total((left, self.negate(right))))

    def _differentials(self, source: Source) -> set[str]:
        """The differentials that are not part of a dx/dt."""
        if not all(self._moves(source.words[index]) for index in source.small):
            raise Doubt
        differentials = {
            word for word in source.distinct if id(self.operands.get(word)) in self.small
        }
        if differentials and (self.over_dt or source.distinct & self.rates):
            if sum(map(differentials.__contains__, source.words)) != 2 * self.over_dt:
                raise Doubt
            return set()
        return {word[1:] for word in differentials}

    def _moves(self, word: str) -> bool:
        return word in self.rates or id(self.operands.get(word)) in self.small

    def _expr(self, operand: Operand) -> Expr:
        node, factor = operand[:2]
        if node is None:
            return self.graph.number(factor)
        return node if factor is _ONE else self.graph.scale(node, factor)

    # words ----------------------------------------------------------------------------------
    def leaf(self, word: str, index: int) -> Operand:
        """A number or a name.

        Raises `BadExpression` for a name that isn't declared.
        """
        operand = self.operands.get(word)
        if operand is None:
            meant = leaf(word)
            operand = self._number(meant) if isinstance(meant, Number) else self._named(word, meant)
            self.operands[word] = operand
        return operand

    def _number(self, number: Number) -> Operand:
        p, q = number.value.numerator, number.value.denominator
        if q == 1:
            self.graph.lift(p)  # so that sqrt(7) stands among the factors where 7 was met first
        return None, Rational(p, q), 1, 0, p.bit_length() + q.bit_length() - 1

    def _named(self, word: str, named: Name | Rate) -> Operand:
        meant = self.declared.leaf(named)
        operand: Operand = self._symbol(meant), _ONE, 1, 1, 0
        if isinstance(meant, Differential):
            self.small[id(operand)] = operand
        elif isinstance(meant, Rate):
            self.rates.add(word)
        return operand

    def _symbol(self, meant: Name | Rate | Differential | Call) -> Expr:
        if isinstance(meant, Call):
            return self.graph.call(
                meant.function, *(self._symbol(arg) for arg in meant.args if isinstance(arg, Name))
            )
        if isinstance(meant, Name):
            return self.graph.pi if meant.text == "pi" else self.graph.symbol(meant.text)
        if isinstance(meant, Differential):
            return self.graph.symbol(DT if meant.name == "t" else f"{meant.name}dot")
        return self.graph.symbol(meant.name + ("dot", "ddot")[meant.order - 1])

    # parts ----------------------------------------------------------------------------------
    def negate(self, operand: Operand, index: int = 0) -> Operand:
        node, factor, height, degree, bits = operand
        return node, -factor, height + 1, degree, bits + 1

    def power(self, base: Operand, exponent: Operand) -> Operand:
        """A constant exponent within the limits of `tree.check_size`, or any that is not
        constant.

        Raises `Doubt`.
        """
        node, factor, height, degree, bits = base
        unknown, e, other, more, size = exponent
        height = 1 + max(height, other)
        if unknown is not None:
            _bound(height, bits + size)
            return (
                self.graph.power(self._expr(base), self._expr(exponent)),
                _ONE,
                height,
                degree + more,
                bits + size,
            )
        if size > MAX_VALUE_BITS or abs(e) > MAX_EXPONENT:
            raise Doubt
        count = max(1, int(abs(e).ceil()))
        degree, bits = count * degree, count * bits
        if height > MAX_HEIGHT or degree > MAX_DEGREE or bits > MAX_POWER_BITS:
            raise Doubt
        if node is None and e.q == 1:
            return None, factor ** int(e.p), height, degree, bits
        return self.graph.power(self._expr(base), fraction(e)), _ONE, height, degree, bits

    def call(self, function: str | Unspecified, args: Sequence[Operand], index: int) -> Operand:
        """A function of operands.

        Raises Doubt where its name is declared otherwise.
        """
        declared = self.declared.declared
        if function in declared or (function == "log" and "ln" in declared):
            raise Doubt
        height, degree, bits = _size(args, max)
        return self.graph.call(function, *map(self._expr, args)), _ONE, height, degree, bits

    def term(self, over: list[Operand], under: list[Operand] | None) -> Operand:
        """A product, or a quotient of products.

        Raises Doubt for what is too deep or too big.
        """
        return self._quotient(over, under) if under else self._product(over)

    def _product(self, parts: list[Operand]) -> Operand:
        if len(parts) == 1:
            return parts[0]
        height, degree, bits = 0, 0, len(parts).bit_length()
        coefficient, factors = _ONE, []
        for node, factor, h, d, b in parts:
            height, degree, bits = h if h > height else height, degree + d, bits + b
            if node is not None:
                factors.append((node, 1))
            if factor is not _ONE:
                _bound(height, bits, factor)
                coefficient = coefficient * factor
        _bound(height + 1, bits)
        if not factors:
            return None, coefficient, height + 1, degree, bits
        node, more = factors[0] if len(factors) == 1 else self.graph.monomial(factors)
        coefficient = coefficient if more == 1 else coefficient * more
        if (
            coefficient is not _ONE
            and node.kind == "product"
            and any(base.kind == "function" for base, _ in node.args)
        ):
            node, coefficient = (
                self.graph.scale(node, coefficient),
                _ONE,
            )  # 2*sin(x)*cos(x) may be known as sin(2*x)
        return node, coefficient, height + 1, degree, bits

    def _quotient(self, over: list[Operand], under: list[Operand]) -> Operand:
        (h, d, b), (i, e, c) = (
            parts[0][2:] if len(parts) == 1 else _size(parts, sum) for parts in (over, under)
        )
        size = 1 + max(h, i), d + e, b + c + 2
        over, under = self._velocities(over, under)
        node, factor = self._product(over)[:2]
        if not under:
            return node, factor, *size
        below, divisor = self._product(under)[:2]
        if divisor == 0:
            raise Doubt
        for operand in under:
            if operand[0] is not None:
                self.graph.reading.divided(operand[0])
        _bound(*size[::2], factor, divisor)
        factors = [(n, sign) for n, sign in ((node, 1), (below, -1)) if n is not None]
        node, more = self.graph.monomial(factors) if factors else (None, _ONE)
        return node, factor / divisor * more, *size

    def _velocities(
        self, over: list[Operand], under: list[Operand]
    ) -> tuple[list[Operand], list[Operand]]:
        """dx/dt is the velocity of x, which stands for dx already: only the dt goes."""
        dt = self.operands.get(DT)
        if dt is None or dt[0] is None or id(dt) not in self.small:
            return over, under
        time = dt[0].support
        timed = [factor for factor in under if factor[0] is not None and factor[0].support & time]
        moving = [factor for factor in over if factor is not dt and id(factor) in self.small]
        if not timed:
            return over, under
        if timed != [dt] or len(moving) != 1:
            raise Doubt
        self.over_dt += 1
        return over, [factor for factor in under if factor is not dt]

    def total(self, terms: Sequence[Operand]) -> Operand:
        """A sum.

        Raises Doubt for what is too deep or too big.
        """
        height, degree, bits = 0, 0, len(terms).bit_length()
        constant, pairs = _ZERO, []
        for node, factor, h, d, b in terms:
            height, degree, bits = (
                h if h > height else height,
                d if d > degree else degree,
                bits + b,
            )
            if node is not None:
                pairs.append((node, factor))
            else:
                _bound(height, bits)
                constant += factor
        _bound(height + 1, bits)
        if not pairs:
            return None, constant, height + 1, degree, bits
        if constant != 0:
            pairs.append((self.graph.one, constant))
        return self.graph.sum(pairs), _ONE, height + 1, degree, bits

    def whole(self, operand: Operand) -> Operand:
        """The operand, if it is not too large.

        Raises Doubt for what is too deep or too big.
        """
        _bound(operand[2], operand[4])
        return operand


def _bound(height: int, bits: int, *factors: Rational) -> None:
    """Raises `Doubt` for what is too deep or too big to compute with."""
    if height > MAX_HEIGHT or bits > MAX_BITS:
        raise Doubt
    if bits > MAX_FACTOR_BITS and any(factor.height_bits() > MAX_FACTOR_BITS for factor in factors):
        raise Doubt


def _size(parts: Sequence[Operand], degrees) -> tuple[int, int, int]:
    """Height, degree and bits of a product or a call of these parts.  Raises `Doubt`."""
    height = 1 + max(operand[2] for operand in parts)
    bits = sum(operand[4] for operand in parts) + len(parts).bit_length()
    _bound(height, bits)
    return height, degrees(operand[3] for operand in parts), bits
