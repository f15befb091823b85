"""Expressions that know their value: a graph in which equal things are one node.

A node is a number, a symbol, pi, a sum with rational coefficients, a product with rational
exponents, or a function.  Every node carries its value at two random points, each modulo a random
89-bit prime of its own; a structure whose values are already known *is* the node that has them.  So
zero is seen at once and s**2 + c**2 folds to 1.  Each such merge that is no mere reordering is
written into the ledger, and nothing is called proved before `decide.zero` has settled the ledger
with normal forms."""

from __future__ import annotations

import random
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from contextlib import suppress
from copy import copy
from fractions import Fraction
from hashlib import sha256
from operator import attrgetter
from typing import Any, TypeAlias, TypeVar
from weakref import ref

from nonholo.arithmetic.modular import TURN, Modulus
from nonholo.arithmetic.numbers import Integer, Rational, rational
from nonholo.errors import NonholoError, OutOfReach
from nonholo.expression import functions, sweeps
from nonholo.expression.carried import Carried, Carrier, packed, unpacked
from nonholo.expression.node import (
    CONSTANT,
    DIVISION,
    FUNCTIONS,
    MINUS,
    OPAQUE,
    PI,
    UNIT,
    ZERO,
    Exact,
    Expr,
    Kind,
    Structure,
    calls_in,
    children,
    contains,
    ordered,
    over,
)
from nonholo.expression.ranges import ANY, Range, range_of
from nonholo.expression.reading import WATCHED, Reading
from nonholo.expression.roots import number_power, root_value, rooted_monomial, sized_monomial, tidy
from nonholo.expression.steady import steady
from nonholo.expression.sums import (
    all_ones,
    circle,
    common_factors,
    content_of,
    linear,
    ratios_of,
    structure_key,
    tidied,
)
from nonholo.expression.text import SESSION, text
from nonholo.expression.unspecified import Unspecified
from nonholo.words.sentence import say
from nonholo.work import spend

_index = attrgetter("index")
MAX_EXPONENT = 20_000

Record = TypeVar("Record")
Ledger: TypeAlias = list[tuple[Structure, Expr]]

NODE = 12  # units for making a node


class Graph:
    """A world of expressions; what meets a node of another graph is copied into its own, symbols by
    their names.

    >>> g = Graph()
    >>> x = g.symbol("x")
    >>> (g.sin(x)**2 + g.cos(x)**2) is g.one
    True
    """

    def __init__(self, seed: int | None = None, merge: bool = True):
        self.seed = random.SystemRandom().getrandbits(64) if seed is None else seed
        rng = random.Random(self.seed)
        self.moduli = Modulus(rng), Modulus(rng)  # a prime for each of the two points
        self.merge = merge  # a graph for display keeps equal expressions of different form apart
        self.ledger: Ledger = []
        self.stuck = (0, 0)  # the length of a ledger that so many units did not shorten
        self.too_long = (
            False  # a merge has a normal form too long to be computed, with whatever time
        )
        self._table: dict[tuple, Expr] = {}
        self._by_value: dict[tuple[int, int], Expr] = {}
        self._symbols: list[Expr] = []
        self._tamer: list[tuple[Structure, Expr, int, int]] = []
        self._turns: dict[tuple, tuple[int, int]] = {}
        self.assumed: dict[
            int, Range
        ] = {}  # what is assumed of symbols, by their index; never changed later
        self.declared: dict[str, Range] = {}  # what is assumed of symbols that are to be made
        self.stated: dict[Expr, Range] = {}  # what is assumed of other expressions
        # functions of Python for unspecified ones, which numbers are computed with; nothing is
        # decided by them
        self.laws: Mapping[Unspecified, Callable[..., Any]] = {}
        self.all_specified = True  # no unspecified function was met
        self.reading = Reading()
        self.ranges: dict[int, Range] = {}  # see `expression.ranges`
        self.centre: dict[
            int, Rational
        ] = {}  # the values of symbols at a point near which alone the graph speaks
        # arguments of sines and exponentials taken apart (see exact.functions)
        self.angles: dict = {}
        self._flows: dict[tuple, dict[int, Expr]] = {}
        self.sizes: dict[int, int] = {}  # see exact.linear
        self.widths: dict[int, int] = {}  # see `expression.text`
        self.answers: dict[Hashable, Any] = {}  # see `expression.once`
        self.worn: list[Expr] = []  # nodes that have changed their form, one after the other
        self.orders: dict[tuple, list[Expr]] = {}  # see `decide.ball`
        self.refuted: dict[tuple, Any] = {}  # see `decide.zero`
        self.proving: Any = None  # the field in which merges are proved, see `decide.zero`
        self._known_powers: dict[tuple[int, int], tuple[int, int]] = {}
        self.known_roots: dict[tuple[int, int, int], tuple[int, int, int]] = {}  # see `roots`
        self._twins: list[ref[Graph]] = []  # graphs to which nodes are carried over from this one
        self._count = 0
        self.zero = self._node("number", ZERO, (0, 0), 0, 0)
        self.one = self._node("number", UNIT, (1, 1), 0, 0)
        self._table["number", 0, 1], self._table["number", 1, 1] = self.zero, self.one
        self.pi = self._node("pi", None, self._random_pair(), PI, 0)

    def fresh(self, salt: int = 0) -> Graph:
        """An empty graph that assumes the same of symbols, its random points drawn with a seed that
        follows from that of this one.
        """
        drawn = sha256(f"{self.seed} {salt}".encode()).digest()[:8]
        graph = Graph(int.from_bytes(drawn))
        assumed = {s.args: self.assumed[s.index] for s in self._symbols if s.index in self.assumed}
        graph.declared = self.declared | assumed
        nodes = graph.copy(self.stated)
        graph.stated = dict(zip(nodes, self.stated.values(), strict=True))
        graph.ranges.clear()
        graph.laws = self.laws
        return graph

    def __getstate__(self) -> dict[str, Any]:
        """What is pickled: all but what can be computed again."""
        self._complete()
        nodes = {"_by_value": dict(self._by_value), "_table": dict(self._table), "_twins": []}
        forgotten: dict[str, Any] = {"answers": {}, "worn": [], "orders": {}, "refuted": {}}
        forgotten["proving"] = None
        return {**self.__dict__, **nodes, **forgotten}

    # making nodes ---------------------------------------------------------------------------
    def _node(
        self, kind: Kind, args: Any, value: tuple[int, int], doubt: int, support: int
    ) -> Expr:
        node = Expr(self, kind, args, value, doubt, support, self._count)
        self._count += 1
        self._by_value[value] = node
        return node

    def _intern(
        self, kind: Kind, args: Any, value: tuple[int, int], doubt: int, support: int
    ) -> Expr:
        """The node of a structure: a new one, or the one that has its value already."""
        spend(NODE)
        if not self.merge:
            return self._shown(kind, args, value, doubt, support)
        twin = self._by_value.get(value)
        if twin is None:
            if value[0] != value[1] or kind == "number":
                twin = self._by_value[value] = (
                    Expr(  # `_node` without its call: most nodes are made here
                        self, kind, args, value, doubt, support, self._count
                    )
                )
                self._count += 1
                return twin
            twin = self.number(Rational(value[0]))  # the same small whole number modulo both primes
        if twin.kind != kind or twin.args != args:
            self._merge(kind, args, twin, doubt, support)
        return twin

    def _shown(
        self, kind: Kind, args: Any, value: tuple[int, int], doubt: int, support: int
    ) -> Expr:
        """The node of a structure in a graph that keeps different forms apart."""
        key = structure_key(kind, args)
        node = self._table.get(key)
        if node is None:
            node = self._table[key] = self._node(kind, args, value, doubt, support)
        return node

    def _merge(self, kind: Kind, args: Any, twin: Expr, doubt: int, support: int) -> None:
        """Write the merge down once; if the new form is the tamer one, the node shall wear it."""
        key = structure_key(kind, args)
        if key not in self._table:
            self._table[key] = twin
            self.ledger.append((Structure(kind, args), twin))
        if _tamer(doubt, support, twin) and twin.kind not in ("number", "symbol", "pi"):
            self._tamer.append((Structure(kind, args), twin, doubt, support))

    def wear_tamer_forms(self) -> None:
        """Change the forms of nodes that have a tamer one; never while a walk over nodes is
        under way.
        """
        circular = []
        while self._tamer:
            structure, twin, doubt, support = self._tamer.pop()
            if not _tamer(doubt, support, twin):
                continue
            if contains(structure, twin):
                circular.append((structure, twin, doubt, support))
                continue
            self._wear(structure, twin, doubt, support)
            self._tamer += circular  # what they are made of may wear other forms now
            circular = []

    def _wear(self, structure: Structure, twin: Expr, doubt: int, support: int) -> None:
        """The node in another form.  A number is worn at once, also while a walk is under way: it
        has no parts that the walk could miss."""
        for later in self._twins:  # what they carry over is as it was
            if (other := later()) is not None:
                other._complete()
        self._twins = []
        self.ledger.append((Structure(twin.kind, twin.args), twin))
        self._table[structure_key(twin.kind, twin.args)] = twin
        twin.kind, twin.args = structure.kind, structure.args
        twin.doubt, twin.support = doubt, support
        self.widths.clear()
        self.worn.append(twin)

    def _random_pair(self) -> tuple[int, int]:
        first, second = self.moduli
        return first.random(), second.random()

    @property
    def size(self) -> int:
        """How many nodes there are; the next one has this index."""
        return self._count

    @property
    def modulus(self) -> Modulus:
        """The prime of the first value."""
        return self.moduli[0]

    def image(self, number: Rational) -> tuple[int, int]:
        """The images of a rational number modulo the two primes."""
        first, second = self.moduli
        return first.rational(number), second.rational(number)

    def lift(self, value: Exact) -> Expr:
        """A node from a node, an integer or a Fraction (floats are refused: not exact).

        Raises NonholoError for all else.
        """
        if type(value) is Expr:
            return value if value.graph is self else self.copy([value])[0]
        if isinstance(value, Fraction):
            return self.number(rational(value))
        if isinstance(value, (int, Integer, Rational)):
            return self.number(Rational(value))
        raise NonholoError(
            say(
                "{value!r} ({name}) is no exact number; give an integer or a Fraction",
                value=value,
                name=type(value).__name__,
            )
        )

    def number(self, value: Rational) -> Expr:
        key = ("number", int(value.p), int(value.q))  # Rational itself hashes slowly
        node = self._table.get(key)
        if node is None:
            node = self._table[key] = self._intern("number", value, self.image(value), 0, 0)
            if node.kind != "number":
                self._wear(Structure("number", value), node, 0, 0)
        return node

    def symbol(self, name: str, assumed: Range = ANY) -> Expr:
        """The symbol of that name (the same node each time); what is assumed of it is said the
        first time.
        """
        key = ("symbol", name)
        node = self._table.get(key)
        if node is None:
            node = self._node("symbol", name, self._random_pair(), 0, 1 << len(self._symbols))
            self._symbols.append(node)
            self._table[key] = node
            assumed = self.declared.get(name, ANY) if assumed == ANY else assumed
            if assumed != ANY:
                self.assumed[node.index] = assumed
        return node

    def standing(self, name: str, node: Expr) -> Expr:
        """A new symbol that stands for a node and has its value: what is made from now on and has
        this value is the symbol, which no rule of sums and products opens again.

        Merges with it hold where the symbol is the node, so in such a graph nothing is proved.

        >>> g = Graph()
        >>> x, y = g.symbol("x"), g.symbol("y")
        >>> u = g.standing("u", x + y)
        >>> u * (x + y), (x + y) - u
        (u**2, 0)
        """
        symbol = self._node("symbol", name, node.value, 0, 1 << len(self._symbols))
        self._symbols.append(symbol)
        self._table["symbol", name] = symbol
        return symbol

    def adopted(self, symbol: Expr) -> Expr:
        """The symbol of another graph, with what is assumed of it."""
        adopted = self.symbol(symbol.args, symbol.graph.assumed.get(symbol.index, ANY))
        if symbol.index in symbol.graph.centre:
            self.centre[adopted.index] = symbol.graph.centre[symbol.index]
        return adopted

    def mask(self, nodes: Iterable[Expr]) -> int:
        """The symbols in some nodes; of nodes of another graph those of the same names."""
        result = 0
        for node in nodes:
            if node.graph is self:
                result |= node.support
            elif node.kind == "symbol":
                result |= self.lift(node).support
            else:
                result |= self.mask(node.symbols())
        return result

    def unmask(self, support: int) -> tuple[Expr, ...]:
        """The symbols of a mask in order; -1 stands for all."""
        if support < 0:
            return tuple(s for s in self._symbols if s.support & support)
        digits, places = bin(support)[:1:-1], list[int]()
        place = digits.find("1")
        while place >= 0:
            places.append(place)
            place = digits.find("1", place + 1)
        return tuple([self._symbols[i] for i in places])

    # sums -----------------------------------------------------------------------------------
    def add(self, *nodes) -> Expr:
        return self.sum([(self.lift(n), UNIT) for n in nodes])

    def scale(self, node: Expr, factor: Rational | int) -> Expr:
        return self._scaled(node, factor if type(factor) is Rational else Rational(factor))

    def sum(self, parts: Iterable[tuple[Expr, Rational]]) -> Expr:
        """sum of coefficient * node, nested sums flattened, like terms collected."""
        if not isinstance(parts, (list, tuple)):
            parts = list(parts)
        if len(parts) < 2:
            return self._scaled(*parts[0]) if parts else self.zero
        return self._collected_sum(*self._collected(parts))

    def gathered(self, parts: Sequence[tuple[Expr, Rational]]) -> Expr:
        """The same with common factors taken out and R*m*sin**2 + R*m*cos**2 made R*m, as
        derivations want it.
        """
        if len(parts) < 2:
            return self._scaled(*parts[0]) if parts else self.zero
        constant, terms = self._collected(parts)
        while (pair := circle(terms)) is not None:
            sine, cosine, cofactors, factor = pair
            whole = self.product(cofactors)
            if whole.kind == "sum":
                break  # its form is that of these terms, until it wears the tamer one
            others = [(t, c) for t, c in terms if t is not sine and t is not cosine]
            constant, terms = self._collected(
                [(self.number(constant), UNIT), *others, (whole, factor)]
            )
        if not terms:
            return self.number(constant)
        common = common_factors(terms) if len(terms) > 1 and not constant else None
        if not common:
            return self._collected_sum(constant, terms)
        powers = dict(common)
        left = self.sum([(self._without(term, powers), c) for term, c in terms])
        return self.product(((left, 1), *common))

    def _without(self, term: Expr, powers: Mapping[Expr, int]) -> Expr:
        """A term divided by powers that it holds."""
        if term.kind != "product":
            return self.one
        return self.product_node(
            tuple([(b, k) for b, e in term.args if (k := e - powers.get(b, 0))])
        )

    def _collected(
        self, parts: Iterable[tuple[Expr, Rational]]
    ) -> tuple[Rational, list[tuple[Expr, Rational]]]:
        """The constant and the different terms of a sum."""
        constant = ZERO
        collected: dict[Expr, Rational] = {}
        for node, factor in parts:
            kind = node.kind
            if kind == "number":
                constant += node.args * factor
            elif kind == "sum":
                c, terms = linear(node)
                if c:
                    constant += c * factor
                for term, k in terms:
                    total = k if factor is UNIT else factor if k is UNIT else k * factor
                    collected[term] = collected[term] + total if term in collected else total
            else:
                collected[node] = collected[node] + factor if node in collected else factor
        return constant, [(t, c) for t in sorted(collected, key=_index) if (c := collected[t])]

    def _scaled(self, node: Expr, factor: Rational) -> Expr:
        """factor * node, without a look at the terms of a sum."""
        if factor is UNIT:
            return node
        if node.kind == "number":
            return self.number(node.args * factor)
        if node.kind == "sum" and len(node.args[1]) == 1 and not node.args[0]:
            ((node, coefficient),) = node.args[1]
            factor = coefficient * factor
        factor = tidied(factor)
        return (
            node
            if factor is UNIT
            else self._sum_node(ZERO, ((node, factor),))
            if factor
            else self.zero
        )

    def _collected_sum(self, constant: Rational, terms: list[tuple[Expr, Rational]]) -> Expr:
        """The sum of different terms: coprime whole coefficients, the first of them positive,
        times a number.
        """
        if not terms:
            return self.number(constant)
        if not constant and all_ones(terms):
            return terms[0][0] if len(terms) == 1 else self._plain_sum(tuple(terms))
        ratios = ratios_of(constant, terms)
        if len(terms) == 1 and not constant:
            return (
                terms[0][0] if ratios == ([1], [1]) else self._sum_node(ZERO, tuple(terms), ratios)
            )
        content = content_of(*ratios)
        if content is UNIT:
            return self._sum_node(constant, tuple(terms), ratios)
        primitive = self._sum_node(
            constant / content, tuple([(t, tidied(c / content)) for t, c in terms])
        )
        if primitive.kind == "sum" and primitive.args[0] == constant / content:
            return self._sum_node(ZERO, ((primitive, content),))
        return self._scaled(primitive, content)

    def _plain_sum(self, terms: tuple) -> Expr:
        u = v = doubt = support = 0
        for term, _ in terms:
            a, b = term.value
            u, v = u + a, v + b
            doubt |= term.doubt
            support |= term.support
        return self._intern(
            "sum", (ZERO, terms), (u % self.moduli[0].p, v % self.moduli[1].p), doubt, support
        )

    def _sum_node(
        self, constant: Rational, terms: tuple, ratios: tuple[list[int], list[int]] | None = None
    ) -> Expr:
        first, second = self.moduli
        u = v = doubt = support = 0
        for (term, _), p, q in zip(terms, *(ratios or ratios_of(constant, terms))):
            a, b = term.value
            if q != 1:
                a, b = first.inverse(q) * a, second.inverse(q) * b
            if p == 1:
                u, v = u + a, v + b
            else:
                u, v = u + p * a, v + p * b
            doubt |= term.doubt
            support |= term.support
        if constant:
            a, b = self.image(constant)
            u, v = u + a, v + b
        return self._intern("sum", (constant, terms), (u % first.p, v % second.p), doubt, support)

    # products -------------------------------------------------------------------------------
    def multiply(self, *nodes: Exact) -> Expr:
        return self.product([(self.lift(n), 1) for n in nodes])

    def times(self, left: Expr, right: Expr) -> Expr:
        """left * right; asked again, it is looked up."""
        if left is self.zero or right is self.one:
            return left
        if right is self.zero or left is self.one:
            return right
        key = (
            ("times", left.index, right.index)
            if left.index < right.index
            else ("times", right.index, left.index)
        )
        node = self._table.get(key)
        if node is None:
            node = self._table[key] = self.product(((left, 1), (right, 1)))
        return node

    def power(self, base: Expr, exponent: Expr | int | Fraction) -> Expr:
        """base**exponent; of an exponent that is no number exp(exponent * log(base)), or, where it
        is whole and the base negative, (-1)**exponent times that of -base.

        Raises OutOfReach where the exponent is too large.
        """
        if isinstance(exponent, Expr):
            if not exponent.is_number:
                exponent = self.reading.exponent(base, exponent)
            if not exponent.is_number:
                if range_of(exponent).whole and range_of(base).negative:
                    return self.cos(self.pi * exponent) * self.power(-base, exponent)
                return self.exp(exponent * self.log(base))
            exponent = Fraction(int(exponent.args.p), int(exponent.args.q))
        exponent = Fraction(exponent)
        if abs(exponent) > MAX_EXPONENT:
            raise OutOfReach(
                say(
                    "the exponent {exponent} is too large: at most {max_exponent}",
                    exponent=exponent,
                    max_exponent=MAX_EXPONENT,
                )
            )
        root = self.product(((base, tidy(exponent)),))
        if exponent < 0:
            self.reading.divided(base)
        return root if exponent.denominator == 1 else self.reading.made(root)

    def product(self, factors: Iterable[tuple[Expr, int | Fraction]]) -> Expr:
        """product of node**exponent, nested products flattened, equal bases collected."""
        node, coefficient = self.monomial(factors)
        return self._scaled(node, coefficient)

    def scaled_product(
        self, scale: Rational, factors: Iterable[tuple[Expr, int | Fraction]]
    ) -> tuple[Expr, Rational]:
        """scale * product of factors as a node and its rational coefficient."""
        node, coefficient = self.monomial(factors)
        return (
            node,
            coefficient if scale is UNIT else scale if coefficient is UNIT else coefficient * scale,
        )

    def monomial(self, factors: Iterable[tuple[Expr, int | Fraction]]) -> tuple[Expr, Rational]:
        """A product as a node and its rational coefficient."""
        factors = tuple(factors)
        coefficient = UNIT
        collected: dict[Expr, int] = {}
        for node, exponent in factors:
            if type(exponent) is not int:
                return rooted_monomial(self, factors)
            kind = node.kind
            if kind == "sum" and len(node.args[1]) == 1 and not node.args[0]:
                ((node, c),) = node.args[1]
                coefficient *= c if exponent == 1 else number_power(c, exponent)
                kind = node.kind
            if kind == "product":
                for base, e in node.args:
                    if type(e) is not int:
                        return rooted_monomial(self, factors)
                    e *= exponent
                    collected[base] = collected[base] + e if base in collected else e
            elif kind == "number":
                coefficient *= number_power(node.args, exponent)
            else:
                collected[node] = collected[node] + exponent if node in collected else exponent
        if not coefficient:
            return self.zero, UNIT
        bases = [(b, e) for b in sorted(collected, key=_index) if (e := collected[b])]
        return sized_monomial(self, bases, coefficient)

    def product_node(self, bases: tuple) -> Expr:
        if not bases:
            return self.one
        if len(bases) == 1 and bases[0][1] == 1:
            return bases[0][0]
        p, r = self.moduli[0].p, self.moduli[1].p
        u = v = 1
        doubt = support = 0
        for base, exponent in bases:
            doubt |= base.doubt
            support |= base.support
            if exponent == 1:
                a, b = base.value
            else:
                if exponent < 0:
                    doubt |= DIVISION
                if type(exponent) is int:
                    a, b = self.powers(base, exponent)
                else:
                    a, b, extra = root_value(self, base, exponent)
                    doubt |= extra
            u, v = u * a % p, v * b % r
        return self._intern("product", bases, (u, v), doubt, support)

    def powers(self, base: Expr, exponent: int) -> tuple[int, int]:
        """The power of a base modulo both primes.

        Raises ZeroDivisionError for a negative power of 0.
        """
        pair = self._known_powers.get((base.index, exponent))
        if pair is None:
            if exponent < 0 and 0 in base.value:
                raise ZeroDivisionError(say("division by an expression that is zero"))
            (u, v), (first, second) = base.value, self.moduli
            pair = self._known_powers[base.index, exponent] = (
                pow(u, exponent, first.p),
                pow(v, exponent, second.p),
            )
        return pair

    def generator(self, key: tuple) -> tuple[int, int]:
        pair = self._turns.get(key)
        if pair is None:
            pair = self._turns[key] = self._random_pair()
        return pair

    # functions ------------------------------------------------------------------------------
    def call(self, name: str | Unspecified, *args: Expr) -> Expr:
        """A function of the expression language, or one that is not specified, applied to nodes."""
        key = ("call", name, *(a.index for a in args))
        node = self._table.get(key)
        if node is None:
            node = self._table[key] = functions.call(self, name, args)
        if name in WATCHED and self.reading.of_rows is not None:
            self.reading.called(name, node, args)
        return node

    def function(self, name: str | Unspecified, args: tuple[Expr, ...], value, doubt: int) -> Expr:
        """The node of a function whose value is known (for `exact.functions`)."""
        key = ("function", name, tuple(a.index for a in args))
        node = self._table.get(key)
        if node is not None:
            return node
        support = 0
        for a in args:
            support |= a.support
            doubt |= a.doubt & (OPAQUE | DIVISION)
        self.all_specified = self.all_specified and not isinstance(name, Unspecified)
        node = self._table[key] = self._intern("function", (name, args), value, doubt, support)
        return node

    def known_function(self, name: str | Unspecified, args: tuple[Expr, ...]) -> Expr | None:
        return self._table.get(("function", name, tuple(a.index for a in args)))

    def sin(self, x: Exact) -> Expr:
        return self.call("sin", self.lift(x))

    def cos(self, x: Exact) -> Expr:
        return self.call("cos", self.lift(x))

    def exp(self, x: Exact) -> Expr:
        return self.call("exp", self.lift(x))

    def log(self, x: Exact) -> Expr:
        return self.call("log", self.lift(x))

    def sqrt(self, x: Exact) -> Expr:
        return self.call("sqrt", self.lift(x))

    # calculus -------------------------------------------------------------------------------
    def diff(self, root: Expr, symbol: Expr) -> Expr:
        """The partial derivative; every other symbol is held.

        Raises NonholoError for what is no symbol.
        """
        if symbol.kind != "symbol":
            raise NonholoError(
                say("cannot differentiate with respect to {symbol}: it is no symbol", symbol=symbol)
            )
        symbol = self.lift(symbol)
        if not root.support & symbol.support:
            return self.zero
        return sweeps.along(self, [root], {symbol: self.one})[0]

    def written(self, node: Expr) -> str:
        """A node as text, in the language that is read."""
        return text(node)

    def shown(self, node: Expr) -> str:
        """The same as it shows itself, with f'(t) for f_t(t)."""
        return text(node, SESSION)

    def flow(self, field: Mapping[Expr, Expr]) -> dict[int, Expr]:
        """The derivatives along a field that are known, by the index of the node (for
        `expression.sweeps`).
        """
        key = tuple([(s.index, x.index) for s, x in field.items()])
        known = self._flows.get(key)
        if known is None:
            known = self._flows[key] = {s.index: x for s, x in field.items()}
        return known

    def substitute(
        self,
        roots: list[Expr],
        values: Mapping[Expr, Expr],
        gather: bool = False,
        before: dict[int, Expr] | None = None,
    ) -> list[Expr]:
        """The roots with symbols, or other parts, replaced by nodes, all at once; common factors of
        the new sums taken out or not.

        before: what the same values made of nodes of other roots, by their index; more is added.
        """
        values = {self.lift(k): self.lift(v) for k, v in values.items()}
        made = self._put(roots, values, gather, before)
        bits = self.mask(values)
        if not bits & self.mask(values.values()) and any(root.support & bits for root in made):
            self._forget(made, [k for k in values if k.kind == "symbol"])
        return made

    def putting(self, values: Mapping[Expr, Expr]) -> Callable[[Expr], Expr]:
        """Substitution of the same values in one expression after the other: what several hold is
        made once.

        >>> g = Graph()
        >>> x, y = g.symbol("x"), g.symbol("y")
        >>> put = g.putting({x: y + 1})
        >>> put(x**2), put(x**2 + y)
        ((y + 1)**2, y + (y + 1)**2)
        """
        made: dict[int, Expr] = {}
        return lambda e: self.substitute([e], values, before=made)[0]

    def _put(
        self,
        roots: Sequence[Expr],
        values: Mapping[Expr, Expr],
        gather: bool = False,
        before: dict[int, Expr] | None = None,
    ) -> list[Expr]:
        self.wear_tamer_forms()
        bits = self.mask(values)
        memo = {} if before is None else before
        memo.update({k.index: v for k, v in values.items()})
        for node in ordered(
            roots, stop=lambda n: not n.support & bits or n.index in memo or n.kind == "symbol"
        ):
            memo[node.index] = self.rebuild(node, lambda n: memo.get(n.index, n), gather)
        self.wear_tamer_forms()  # the same value may have been met before, with symbols left in it
        return [memo.get(root.index, root) for root in roots]

    def _forget(self, roots: Sequence[Expr], symbols: Sequence[Expr]) -> None:
        """Roots whose values are free of the symbols take forms that are free of them too.

        A value may have been met before in a form that holds them, (x + u)*(x - u) + u**2; a number
        in their place does not change it.
        """
        bits = self.mask(symbols)
        for number in (self.zero, self.zero, self.zero, self.one):  # a sum is made of worn forms
            with suppress(ZeroDivisionError):
                self._put(roots, dict.fromkeys(symbols, number))
            for node in ordered(roots, stop=lambda n: not n.support & bits or n.kind == "symbol"):
                node.support = self.mask(children(node))
            if not any(root.support & bits for root in roots):
                break

    def copy(self, nodes: Iterable[Expr]) -> list[Expr]:
        """Expressions of other graphs, rebuilt in this one.

        Numbers of nodes tell those of one graph apart, so each graph has a walk of its own."""
        roots = list(nodes)
        if any(root.graph is not roots[0].graph for root in roots):
            return [self.copy([root])[0] for root in roots]
        memo: dict[int, Expr] = {}
        for node in ordered(roots):
            memo[node.index] = self.copy_node(node, memo)
        return [memo[root.index] for root in roots]

    def copied(self, values: Mapping[Expr, Expr]) -> dict[Expr, Expr]:
        """Symbols of another graph with their values, both rebuilt in this one."""
        return dict(zip(self.copy(values), self.copy(values.values())))

    def twin(self) -> tuple[Graph, dict[int, Expr]]:
        """The same graph once more, with its nodes by their index: what is written there is not
        written here.

        Forms, values, order and the ledger are the same; what was only remembered to save work is
        left behind."""
        self._complete()
        other = self._bare()
        carry = Carrier(other)
        with steady():
            carry.all(self._by_value.values())
        other._by_value = {value: carry(n) for value, n in self._by_value.items()}
        other._table = {key: carry(n) for key, n in self._table.items()}
        self._furnish(other, carry, self.ledger)
        return other, carry.nodes

    def apart(self, record: Record) -> Record:
        """A record over this graph, carried to a twin: what is derived from it there is not
        written here.
        """
        self._complete()
        data, met = packed(record, self)
        other = self._bare()
        carry = Carrier(other)
        with steady():
            other._by_value = Carried(self._by_value, carry)
            other._table = Carried(self._table, carry)
            ledger = self.ledger[:1] if self.too_long else self.ledger  # one is as open as all
            self._furnish(other, carry, ledger)
            for node in met:
                carry(node)
            self._twins = [twin for twin in self._twins if twin()] + [ref(other)]
            return unpacked(data, other, carry.nodes)

    def _complete(self) -> None:
        """Nothing is left to be carried over."""
        for nodes in (self._by_value, self._table):
            if isinstance(nodes, Carried):
                nodes.complete()

    def _bare(self) -> Graph:
        """A graph with the same random points that assumes the same, without its nodes."""
        other, rng = copy(self), random.Random(0)
        rng.setstate(self.modulus.rng.getstate())
        other.moduli = copy(self.moduli[0]), copy(self.moduli[1])
        for modulus in other.moduli:
            modulus.rng = rng
        other._turns, other._known_powers = dict(self._turns), dict(self._known_powers)
        other.known_roots = dict(self.known_roots)
        other.assumed, other.centre = dict(self.assumed), dict(self.centre)
        other.declared = dict(self.declared)
        other.angles, other._flows, other.ranges, other.sizes, other.widths = {}, {}, {}, {}, {}
        other.answers, other.worn, other.orders, other.refuted = {}, [], {}, {}
        other.proving, other._twins = None, []
        return other

    def _furnish(self, other: Graph, carry: Carrier, ledger: Ledger) -> None:
        """What a twin says of its nodes."""
        nodes = carry.nodes
        merged: Ledger = [*ledger, *((structure, node) for structure, node, _, _ in self._tamer)]
        for structure, node in merged:
            for part in (*children(structure), node):
                carry(part)
        other.ledger = [(Structure(s.kind, over(s, nodes)), nodes[n.index]) for s, n in ledger]
        other._tamer = [
            (Structure(s.kind, over(s, nodes)), nodes[n.index], doubt, support)
            for s, n, doubt, support in self._tamer
        ]
        other._symbols = [carry(s) for s in self._symbols]
        other.stated = {carry(n): assumed for n, assumed in self.stated.items()}
        other.zero, other.one, other.pi = map(carry, (self.zero, self.one, self.pi))

    def copy_node(self, node: Expr, memo: Mapping[int, Expr]) -> Expr:
        """One node of another graph over the copies of its parts (by their index there)."""
        if node.kind == "number":
            return self.number(node.args)
        if node.kind == "symbol":
            return self.adopted(node)
        if node.kind == "pi":
            return self.pi
        return self.rebuild(node, lambda n: memo[n.index])

    def rebuild(self, node: Expr, of: Callable[[Expr], Expr], gather: bool = False) -> Expr:
        if node.kind == "sum":
            constant, terms = node.args
            parts = [(of(t), c) for t, c in terms]
            if constant:
                parts.append((self.number(constant), UNIT))
            return self.gathered(parts) if gather else self.sum(parts)
        if node.kind == "product":
            return self.product([(of(b), e) for b, e in node.args])
        if node.kind == "number":  # worn while the walk was under way
            return self.number(node.args)
        name, args = node.args
        return self.call(name, *(of(a) for a in args))


def _tamer(doubt: int, support: int, node: Expr) -> bool:
    """A form is tamer than that of a node: less doubtful or of fewer symbols, and of no others, for
    what the nodes above hold is known by the symbols that there were.
    """
    fewer = support != node.support
    return not support & ~node.support and (fewer or doubt < node.doubt)


__all__ = [
    "CONSTANT",
    "DIVISION",
    "FUNCTIONS",
    "MINUS",
    "OPAQUE",
    "PI",
    "TURN",
    "UNIT",
    "Expr",
    "Graph",
    "Structure",
    "calls_in",
    "children",
    "linear",
    "ordered",
    "rational",
]
