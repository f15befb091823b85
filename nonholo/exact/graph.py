"""Expressions that know their value: a graph in which equal things are one node.

A node is a number, a symbol, pi, a sum with rational coefficients, a product with rational
exponents, or a function.  Every node carries its value at two random points, each modulo a random 89-bit
prime of its own; a structure whose values are already known *is* the node that has them.  So zero is seen at
once and s**2 + c**2 folds to 1.  Each such merge that is no mere reordering is written into the ledger,
and nothing is called proved before `exact.decide` has settled the ledger with normal forms.

`doubt` says what a nonzero value is worth.  Symbols, sines and cosines of linear combinations and
exponentials are algebraically independent of each other (Ax 1971, Lindemann-Weierstrass for rational arguments), so a
nonzero value proves a nonzero function unless doubt is OPAQUE or holds PI and CONSTANT together.  (The
bit DIVISION is no doubt: it marks what has a denominator, so that of two forms the regular one is kept.)
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from math import gcd, lcm
from operator import attrgetter

from flint import fmpq, fmpz

from nonholo.errors import NonholoError, OutOfReach
from nonholo.exact.modular import TURN, Modulus

PI, CONSTANT, OPAQUE, DIVISION = 1, 2, 4, 8
UNIT = _ONE = fmpq(1)  # the coefficient 1 is this object: most are, and nothing is computed with it
_ZERO = fmpq(0)
MINUS = _MINUS = fmpq(-1)
_index = attrgetter("index")
MAX_BITS = 200_000  # of a power of numbers
MAX_EXPONENT = 20_000
MAX_ROOT_BITS = 80  # numbers up to here are factored under a root

FUNCTIONS = frozenset((
    "sin", "cos", "tan", "cot", "sec", "csc", "asin", "acos", "atan", "atan2", "sinh", "cosh", "tanh",
    "asinh", "acosh", "atanh", "exp", "log", "sqrt", "abs", "sign"))


class Expr:
    """One node of a `Graph`; arithmetic, equality by identity, `diff` and `subs`."""

    __slots__ = ("args", "doubt", "graph", "index", "kind", "support", "value")

    def __init__(self, graph, kind, args, value, doubt, support, index):
        self.graph, self.kind, self.args = graph, kind, args
        self.value, self.doubt, self.support, self.index = value, doubt, support, index

    # arithmetic ---------------------------------------------------------------------------
    def __add__(self, other):
        graph = self.graph
        other = graph.lift(other)
        return self if other is graph.zero else graph.sum(((self, _ONE), (other, _ONE)))

    __radd__ = __add__

    def __sub__(self, other):
        graph = self.graph
        other = graph.lift(other)
        return self if other is graph.zero else graph.sum(((self, _ONE), (other, _MINUS)))

    def __rsub__(self, other):
        return self.graph.lift(other) - self

    def __neg__(self):
        return self.graph.scale(self, _MINUS)

    def __mul__(self, other):
        return self.graph.times(self, self.graph.lift(other))

    __rmul__ = __mul__

    def __truediv__(self, other):
        return self.graph.product(((self, 1), (self.graph.lift(other), -1)))

    def __rtruediv__(self, other):
        return self.graph.lift(other) / self

    def __pow__(self, exponent):
        return self.graph.power(self, exponent)

    # questions ------------------------------------------------------------------------------
    @property
    def is_zero(self) -> bool:
        """The node is the number 0.  (A node that is not may still vanish: ask `exact.decide`.)"""
        return self is self.graph.zero

    @property
    def is_number(self) -> bool:
        return self.kind == "number"

    @property
    def surely_nonzero(self) -> bool:
        """Its nonzero value proves that it is not identically zero."""
        return not self.is_zero and self.doubt & 7 in (0, PI, CONSTANT)

    @property
    def is_constant(self) -> bool:
        """Holds no symbol."""
        return not self.support

    def has(self, symbols: Iterable[Expr]) -> bool:
        """Depends (formally) on one of the symbols."""
        return bool(self.support & self.graph.mask(symbols))

    def symbols(self) -> tuple[Expr, ...]:
        """The symbols it contains, in order of their creation."""
        return self.graph.unmask(self.support)

    # calculus -------------------------------------------------------------------------------
    def diff(self, symbol: Expr) -> Expr:
        """The partial derivative; every other symbol is held."""
        return self.graph.diff(self, symbol)

    def subs(self, values: Mapping[Expr, Expr]) -> Expr:
        """The same expression with symbols replaced, all at once."""
        return self.graph.substitute([self], values)[0]

    def __repr__(self) -> str:
        from nonholo.exact.text import text

        return text(self)


class Structure:
    """A form that turned out to be an existing node; kept so that the merge can be proved."""

    __slots__ = ("args", "kind")

    def __init__(self, kind, args):
        self.kind, self.args = kind, args


def children(node: Expr | Structure) -> Sequence[Expr]:
    """The nodes a node is built from."""
    if node.kind == "sum":
        return [term for term, _ in node.args[1]]
    if node.kind == "product":
        return [base for base, _ in node.args]
    return node.args[1] if node.kind == "function" else ()


def ordered(roots: Iterable[Expr | Structure], stop: Callable[[Expr], bool] | None = None) -> list[Expr]:
    """Every node below the roots, children first; nodes for which `stop` holds are left out."""
    done: set[Expr | Structure] = set()
    result: list[Expr] = []
    stack: list[Expr | Structure | None] = list(roots)
    while stack:
        node = stack.pop()
        if node is None:  # what is next has its children in the result
            result.append(stack.pop())
            continue
        if node in done or (stop is not None and stop(node)):
            continue
        done.add(node)
        below = children(node)
        if below:
            stack += (node, None)
            stack += [child for child in below if child not in done]
        else:
            result.append(node)
    return result


class Graph:
    """A world of expressions; nodes of different graphs do not mix.

    >>> g = Graph()
    >>> x = g.symbol("x")
    >>> (g.sin(x)**2 + g.cos(x)**2) is g.one
    True
    """

    def __init__(self, seed: int | None = None, merge: bool = True):
        rng = random.Random(seed)  # without a seed: from the system's entropy
        self.moduli = Modulus(rng), Modulus(rng)  # a prime for each of the two points
        self.merge = merge  # a graph for display keeps equal expressions of different form apart
        self.ledger: list[tuple[Structure, Expr]] = []
        self.settled = 0  # how many entries of the ledger are proved
        self.stuck = (0, 0.0)  # the length of a ledger that seconds did not shorten
        self.too_long = False  # a merge has a normal form too long to be computed, with whatever time
        self._table: dict = {}
        self._by_value: dict[tuple[int, int], Expr] = {}
        self._symbols: list[Expr] = []
        self._tamer: list = []
        self._turns: dict = {}
        self.angles: dict = {}  # arguments of sines and exponentials taken apart (see exact.functions)
        self._flows: dict[tuple, dict[int, Expr]] = {}
        self.sizes: dict[int, int] = {}  # see exact.linear
        self._known_powers: dict[tuple[int, int], tuple[int, int]] = {}
        self._count = 0
        self.zero = self._node("number", _ZERO, (0, 0), 0, 0)
        self.one = self._node("number", _ONE, (1, 1), 0, 0)
        self._table["number", 0, 1], self._table["number", 1, 1] = self.zero, self.one
        self.pi = self._node("pi", None, self._random_pair(), PI, 0)

    # making nodes ---------------------------------------------------------------------------
    def _node(self, kind, args, value, doubt, support) -> Expr:
        node = Expr(self, kind, args, value, doubt, support, self._count)
        self._count += 1
        self._by_value[value] = node
        return node

    def _intern(self, kind, args, value, doubt, support) -> Expr:
        """The node of a structure: a new one, or the one that has its value already."""
        if not self.merge:
            return self._shown(kind, args, value, doubt, support)
        twin = self._by_value.get(value)
        if twin is None:
            if value[0] != value[1] or kind == "number":
                return self._node(kind, args, value, doubt, support)
            twin = self.number(fmpq(value[0]))  # the same small whole number modulo both primes
        if twin.kind != kind or twin.args != args:
            self._merge(kind, args, twin, doubt, support)
        return twin

    def _shown(self, kind, args, value, doubt, support) -> Expr:
        """The node of a structure in a graph that keeps different forms apart."""
        key = structure_key(kind, args)
        node = self._table.get(key)
        if node is None:
            node = self._table[key] = self._node(kind, args, value, doubt, support)
        return node

    def _merge(self, kind, args, twin: Expr, doubt: int, support: int) -> None:
        """Write the merge down, once; if the new form is the tamer one, the node shall wear it."""
        key = structure_key(kind, args)
        if key in self._table:
            return
        self._table[key] = twin
        structure = Structure(kind, args)
        self.ledger.append((structure, twin))
        better = doubt < twin.doubt or support.bit_count() < twin.support.bit_count()
        if better and twin.kind not in ("number", "symbol", "pi"):
            self._tamer.append((structure, twin, doubt, support))

    def wear_tamer_forms(self) -> None:
        """Change the forms of nodes that have a tamer one; never while a walk over nodes is under way."""
        while self._tamer:
            structure, twin, doubt, support = self._tamer.pop()
            better = doubt < twin.doubt or support.bit_count() < twin.support.bit_count()
            if better and not _contains(structure, twin):
                self.ledger.append((Structure(twin.kind, twin.args), twin))
                self._table[structure_key(twin.kind, twin.args)] = twin
                twin.kind, twin.args = structure.kind, structure.args
                twin.doubt, twin.support = doubt, support

    def _random_pair(self) -> tuple[int, int]:
        first, second = self.moduli
        return first.random(), second.random()

    @property
    def modulus(self) -> Modulus:
        """The prime of the first value."""
        return self.moduli[0]

    def image(self, number: fmpq) -> tuple[int, int]:
        """The images of a rational number modulo the two primes."""
        first, second = self.moduli
        return first.rational(number), second.rational(number)

    def lift(self, value) -> Expr:
        """A node from a node of this graph, an integer or a Fraction (floats are refused: not exact)."""
        if type(value) is Expr:
            if value.graph is not self:
                raise NonholoError("two expressions of different graphs cannot be combined; "
                                   "build both from the same Graph")
            return value
        if isinstance(value, Fraction):
            return self.number(fmpq(value.numerator, value.denominator))
        if isinstance(value, (int, fmpz, fmpq)):
            return self.number(fmpq(value))
        raise NonholoError(f"{value!r} ({type(value).__name__}) is no exact number; "
                           "give an integer or a Fraction")

    def number(self, value: fmpq) -> Expr:
        key = ("number", int(value.p), int(value.q))  # fmpq itself hashes slowly
        node = self._table.get(key)
        if node is None:
            node = self._table[key] = self._intern("number", value, self.image(value), 0, 0)
        return node

    def symbol(self, name: str) -> Expr:
        """The symbol of that name (the same node each time)."""
        key = ("symbol", name)
        node = self._table.get(key)
        if node is None:
            node = self._node("symbol", name, self._random_pair(), 0, 1 << len(self._symbols))
            self._symbols.append(node)
            self._table[key] = node
        return node

    def mask(self, symbols: Iterable[Expr]) -> int:
        result = 0
        for symbol in symbols:
            result |= symbol.support
        return result

    def unmask(self, support: int) -> tuple[Expr, ...]:
        return tuple(s for s in self._symbols if s.support & support)

    # sums -----------------------------------------------------------------------------------
    def add(self, *nodes) -> Expr:
        return self.sum([(self.lift(n), _ONE) for n in nodes])

    def scale(self, node: Expr, factor: fmpq) -> Expr:
        return self._scaled(node, factor if type(factor) is fmpq else fmpq(factor))

    def sum(self, parts: Iterable[tuple[Expr, fmpq]]) -> Expr:
        """sum of coefficient * node, nested sums flattened, like terms collected."""
        if not isinstance(parts, (list, tuple)):
            parts = list(parts)
        if len(parts) < 2:
            return self._scaled(*parts[0]) if parts else self.zero
        return self._collected_sum(*self._collected(parts))

    def gathered(self, parts: Sequence[tuple[Expr, fmpq]]) -> Expr:
        """The same with common factors taken out, as derivations want it: R*m*sin**2 + R*m*cos**2 is R*m then."""
        if len(parts) < 2:
            return self._scaled(*parts[0]) if parts else self.zero
        constant, terms = self._collected(parts)
        common = _common_factors(terms) if len(terms) > 1 and not constant else None
        if not common:
            return self._collected_sum(constant, terms)
        powers = dict(common)
        rest = self.sum([(self._without(term, powers), c) for term, c in terms])
        return self.product(((rest, 1), *common))

    def _without(self, term: Expr, powers: Mapping[Expr, int]) -> Expr:
        """A term divided by powers that it holds."""
        if term.kind != "product":
            return self.one
        return self._product_node(tuple([(b, k) for b, e in term.args if (k := e - powers.get(b, 0))]))

    def _collected(self, parts: Iterable[tuple[Expr, fmpq]]) -> tuple[fmpq, list[tuple[Expr, fmpq]]]:
        """The constant and the different terms of a sum."""
        constant, collected = _ZERO, {}
        for node, factor in parts:
            kind = node.kind
            if kind == "number":
                constant += node.args * factor
            elif kind == "sum":
                c, terms = linear(node)
                if c:
                    constant += c * factor
                for term, own in terms:
                    total = own if factor is _ONE else factor if own is _ONE else own * factor
                    collected[term] = collected[term] + total if term in collected else total
            else:
                collected[node] = collected[node] + factor if node in collected else factor
        return constant, [(t, c) for t in sorted(collected, key=_index) if (c := collected[t])]

    def _scaled(self, node: Expr, factor: fmpq) -> Expr:
        """factor * node, without a look at the terms of a sum."""
        if factor is _ONE:
            return node
        if node.kind == "number":
            return self.number(node.args * factor)
        if node.kind == "sum" and len(node.args[1]) == 1 and not node.args[0]:
            ((node, own),) = node.args[1]
            factor = own * factor
        factor = _tidied(factor)
        return node if factor is _ONE else self._sum_node(_ZERO, ((node, factor),)) if factor else self.zero

    def _collected_sum(self, constant: fmpq, terms: list[tuple[Expr, fmpq]]) -> Expr:
        """The sum of different terms: coprime whole coefficients, the first of them positive, times a number."""
        if not terms:
            return self.number(constant)
        if not constant and _all_ones(terms):
            return terms[0][0] if len(terms) == 1 else self._plain_sum(tuple(terms))
        ratios = _ratios(constant, terms)
        if len(terms) == 1 and not constant:
            return terms[0][0] if ratios == _UNIT else self._sum_node(_ZERO, tuple(terms), ratios)
        content = _content(*ratios)
        if content == 1:
            return self._sum_node(constant, tuple(terms), ratios)
        primitive = self._sum_node(constant / content, tuple([(t, _tidied(c / content)) for t, c in terms]))
        if primitive.kind == "sum" and primitive.args[0] == constant / content:
            return self._sum_node(_ZERO, ((primitive, content),))
        return self._scaled(primitive, content)

    def _plain_sum(self, terms: tuple) -> Expr:
        u = v = doubt = support = 0
        for term, _ in terms:
            a, b = term.value
            u, v = u + a, v + b
            doubt |= term.doubt
            support |= term.support
        return self._intern("sum", (_ZERO, terms), (u % self.moduli[0].p, v % self.moduli[1].p), doubt, support)

    def _sum_node(self, constant: fmpq, terms: tuple, ratios: tuple[list[int], list[int]] | None = None) -> Expr:
        first, second = self.moduli
        u = v = doubt = support = 0
        for (term, _), p, q in zip(terms, *(ratios or _ratios(constant, terms))):
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
    def multiply(self, *nodes) -> Expr:
        return self.product([(self.lift(n), 1) for n in nodes])

    def times(self, left: Expr, right: Expr) -> Expr:
        """left * right; asked again, it is looked up."""
        if left is self.zero or right is self.one:
            return left
        if right is self.zero or left is self.one:
            return right
        key = ("times", left.index, right.index) if left.index < right.index else ("times", right.index, left.index)
        node = self._table.get(key)
        if node is None:
            node = self._table[key] = self.product(((left, 1), (right, 1)))
        return node

    def power(self, base: Expr, exponent) -> Expr:
        """base**exponent; an exponent that is no number means exp(exponent * log(base))."""
        if isinstance(exponent, Expr):
            if not exponent.is_number:
                return self.exp(exponent * self.log(base))
            exponent = Fraction(int(exponent.args.p), int(exponent.args.q))
        exponent = Fraction(exponent)
        if abs(exponent) > MAX_EXPONENT:
            raise OutOfReach(f"the exponent {exponent} is too large: at most {MAX_EXPONENT}")
        return self.product(((base, _tidy(exponent)),))

    def product(self, factors: Iterable[tuple[Expr, int | Fraction]]) -> Expr:
        """product of node**exponent, nested products flattened, equal bases collected."""
        node, coefficient = self.monomial(factors)
        return self._scaled(node, coefficient)

    def scaled_product(self, scale: fmpq, factors: Iterable[tuple[Expr, int | Fraction]]) -> tuple[Expr, fmpq]:
        """scale * product of factors as a node and its rational coefficient."""
        node, coefficient = self.monomial(factors)
        return node, coefficient if scale is _ONE else scale if coefficient is _ONE else coefficient * scale

    def monomial(self, factors: Iterable[tuple[Expr, int | Fraction]]) -> tuple[Expr, fmpq]:
        """A product as a node and its rational coefficient."""
        factors = tuple(factors)
        coefficient, collected = _ONE, {}
        for node, exponent in factors:
            if type(exponent) is not int:
                return self._rooted_monomial(factors)
            kind = node.kind
            if kind == "sum" and len(node.args[1]) == 1 and not node.args[0]:
                ((node, c),) = node.args[1]
                coefficient *= c if exponent == 1 else self._number_power(c, exponent)
                kind = node.kind
            if kind == "product":
                for base, e in node.args:
                    if type(e) is not int:
                        return self._rooted_monomial(factors)
                    e *= exponent
                    collected[base] = collected[base] + e if base in collected else e
            elif kind == "number":
                coefficient *= self._number_power(node.args, exponent)
            else:
                collected[node] = collected[node] + exponent if node in collected else exponent
        if not coefficient:
            return self.zero, _ONE
        return self._product_node(tuple([(b, e) for b in sorted(collected, key=_index) if (e := collected[b])])), coefficient

    def _rooted_monomial(self, factors: Iterable[tuple[Expr, int | Fraction]]) -> tuple[Expr, fmpq]:
        """A product with roots, which may come together to whole powers."""
        coefficient, collected, rooted = _ONE, {}, False
        pending = list(factors)
        while pending:
            node, exponent = pending.pop()
            whole = isinstance(exponent, int)
            rooted = rooted or not whole
            if node.kind == "number":
                if whole:
                    coefficient *= self._number_power(node.args, exponent)
                else:
                    rational, roots = self._number_root(node.args, exponent)
                    coefficient *= rational
                    for prime, e in roots:
                        _collect(collected, prime, e)
            elif node.kind == "sum" and node.args[0] == 0 and len(node.args[1]) == 1:
                ((term, c),) = node.args[1]
                if whole:
                    coefficient *= self._number_power(c, exponent)
                    pending.append((term, exponent))
                else:
                    positive = self.number(abs(c))
                    pending.append((positive, exponent))
                    _collect(collected, term if c > 0 else self.scale(term, -_ONE), exponent)
            elif node.kind == "product" and whole:
                pending.extend((base, e * exponent) for base, e in node.args)
            else:
                _collect(collected, node, exponent)
            if rooted and not pending:
                pending = _completed_roots(collected)
        if coefficient == 0:
            return self.zero, _ONE
        bases = [collected[i] for i in sorted(collected) if collected[i][1] != 0]
        return self._product_node(tuple(bases)), coefficient

    def _number_power(self, number: fmpq, exponent: int) -> fmpq:
        if exponent == 1:
            return number
        if number == 0 and exponent < 0:
            raise ZeroDivisionError("division by an expression that is zero")
        if abs(exponent) * number.height_bits() > MAX_BITS:
            raise OutOfReach(f"a number to the power {exponent} is too large")
        return number**exponent

    def _number_root(self, number: fmpq, exponent: Fraction):
        """number**exponent as a rational times powers of primes: sqrt(12) = 2 * 3**(1/2)."""
        if number == 0:
            if exponent < 0:
                raise ZeroDivisionError("division by an expression that is zero")
            return _ZERO, []
        if number.height_bits() > MAX_ROOT_BITS:
            return _ONE, [(self.number(number), exponent)]
        rational, rest = _ONE, []
        if number < 0:
            rest.append((self.number(-_ONE), exponent))
        parts = {}
        for value, sign in ((abs(number.p), 1), (number.q, -1)):
            for prime, power in fmpz(value).factor():
                parts[int(prime)] = parts.get(int(prime), 0) + sign * power
        for prime, power in parts.items():
            total = power * exponent
            whole = total.numerator // total.denominator
            rational *= fmpq(prime) ** whole
            if total != whole:
                rest.append((self.number(fmpq(prime)), total - whole))
        return rational, rest

    def _product_node(self, bases: tuple) -> Expr:
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
            elif type(exponent) is int:
                a, b = self._powers(base, exponent)
            else:
                a, b, extra = self._root_value(base, exponent)
                doubt |= extra
            if exponent < 0:
                doubt |= DIVISION
            u, v = u * a % p, v * b % r
        return self._intern("product", bases, (u, v), doubt, support)

    def _powers(self, base: Expr, exponent: int) -> tuple[int, int]:
        pair = self._known_powers.get((base.index, exponent))
        if pair is None:
            if exponent < 0 and 0 in base.value:
                raise ZeroDivisionError("division by an expression that is zero")
            (u, v), (first, second) = base.value, self.moduli
            pair = self._known_powers[base.index, exponent] = pow(u, exponent, first.p), pow(v, exponent, second.p)
        return pair

    def _root_value(self, base: Expr, exponent: Fraction) -> tuple[int, int, int]:
        """Value of base**exponent: exact for roots of small primes, else a free generator under doubt."""
        whole = exponent.numerator // exponent.denominator
        part = exponent - whole
        powers = self._powers(base, whole) if whole else (1, 1)
        roots, doubt = [None], 0
        if part == Fraction(1, 2) and base.is_number and base.args.height_bits() <= MAX_ROOT_BITS:
            roots = [m.i if base.args == -1 else m.root_of_prime(int(base.args.p)) for m in self.moduli]
        if None in roots:
            roots, doubt = self._generator(("root", base.index, part)), OPAQUE
        u, v = (a * r % m.p for a, r, m in zip(powers, roots, self.moduli, strict=True))
        return u, v, doubt

    def _generator(self, key) -> tuple[int, int]:
        pair = self._turns.get(key)
        if pair is None:
            pair = self._turns[key] = self._random_pair()
        return pair

    # functions ------------------------------------------------------------------------------
    def call(self, name: str, *args: Expr) -> Expr:
        """A function of the expression language applied to nodes."""
        key = ("call", name, *(a.index for a in args))
        node = self._table.get(key)
        if node is None:
            from nonholo.exact import functions

            node = self._table[key] = functions.call(self, name, args)
        return node

    def function(self, name: str, args: tuple[Expr, ...], value, doubt: int) -> Expr:
        """The node of a function whose value is known (for `exact.functions`)."""
        key = ("function", name, tuple(a.index for a in args))
        node = self._table.get(key)
        if node is not None:
            return node
        support = 0
        for a in args:
            support |= a.support
            doubt |= a.doubt & (OPAQUE | DIVISION)
        node = self._table[key] = self._intern("function", (name, args), value, doubt, support)
        return node

    def known_function(self, name: str, args: tuple[Expr, ...]) -> Expr | None:
        return self._table.get(("function", name, tuple(a.index for a in args)))

    def sin(self, x):
        return self.call("sin", self.lift(x))

    def cos(self, x):
        return self.call("cos", self.lift(x))

    def exp(self, x):
        return self.call("exp", self.lift(x))

    def log(self, x):
        return self.call("log", self.lift(x))

    def sqrt(self, x):
        return self.call("sqrt", self.lift(x))

    # calculus -------------------------------------------------------------------------------
    def diff(self, root: Expr, symbol: Expr) -> Expr:
        """The partial derivative; every other symbol is held."""
        if symbol.kind != "symbol":
            raise NonholoError(f"cannot differentiate with respect to {symbol}: it is no symbol")
        if not root.support & symbol.support:
            return self.zero
        from nonholo.exact.sweeps import along

        return along(self, [root], {symbol: self.one})[0]

    def flow(self, field: Mapping[Expr, Expr]) -> dict[int, Expr]:
        """The derivatives along a field that are known, by the index of the node (for `exact.sweeps`)."""
        key = tuple([(s.index, x.index) for s, x in field.items()])
        known = self._flows.get(key)
        if known is None:
            known = self._flows[key] = {s.index: x for s, x in field.items()}
        return known

    def substitute(self, roots: list[Expr], values: Mapping[Expr, Expr], gather: bool = False) -> list[Expr]:
        """The roots with symbols replaced by nodes, all at once; common factors of the new sums taken out or not."""
        self.wear_tamer_forms()
        values = {k: self.lift(v) for k, v in values.items()}
        bits = self.mask(values)
        memo: dict[int, Expr] = {k.index: v for k, v in values.items()}
        for node in ordered(roots, stop=lambda n: not n.support & bits or n.index in memo):
            memo[node.index] = self._rebuild(node, lambda n: memo.get(n.index, n), gather)
        return [memo.get(root.index, root) for root in roots]

    def copy(self, roots: list[Expr]) -> list[Expr]:
        """Expressions of another graph, rebuilt in this one."""
        memo: dict[int, Expr] = {}
        for node in ordered(roots):
            memo[node.index] = self.copy_node(node, memo)
        return [memo[root.index] for root in roots]

    def copy_node(self, node: Expr, memo: Mapping[int, Expr]) -> Expr:
        """One node of another graph over the copies of its parts (by their index there)."""
        if node.kind == "number":
            return self.number(node.args)
        if node.kind == "symbol":
            return self.symbol(node.args)
        if node.kind == "pi":
            return self.pi
        return self._rebuild(node, lambda n: memo[n.index])

    def _rebuild(self, node: Expr, of: Callable[[Expr], Expr], gather: bool = False) -> Expr:
        if node.kind == "sum":
            constant, terms = node.args
            parts = [(of(t), c) for t, c in terms]
            if constant:
                parts.append((self.number(constant), _ONE))
            return self.gathered(parts) if gather else self.sum(parts)
        if node.kind == "product":
            return self.product([(of(b), e) for b, e in node.args])
        name, args = node.args
        return self.call(name, *(of(a) for a in args))


def linear(node: Expr) -> tuple[fmpq, tuple[tuple[Expr, fmpq], ...]]:
    """A node as constant + sum of coefficient * term."""
    if node.kind == "number":
        return node.args, ()
    if node.kind != "sum":
        return _ZERO, ((node, _ONE),)
    constant, terms = node.args
    if len(terms) == 1 and constant == 0 and terms[0][0].kind == "sum":
        inner, c = terms[0]
        return inner.args[0] * c, tuple((t, k * c) for t, k in inner.args[1])
    return constant, terms


_UNIT = [1], [1]


def structure_key(kind: str, args) -> tuple:
    """What two equal structures have in common, and is hashed fast."""
    if kind == "sum":
        constant, terms = args
        tops, bottoms = _ratios(constant, terms)
        return "sum", bool(constant), *tops, *bottoms, *[t.index for t, _ in terms]
    if kind == "product":
        return "product", *[b.index for b, _ in args], *[e for _, e in args]
    if kind == "function":
        return "function", args[0], tuple(a.index for a in args[1])
    return "number", int(args.p), int(args.q)


def _all_ones(terms: Iterable[tuple[Expr, fmpq]]) -> bool:
    for _, c in terms:
        if c is not _ONE:
            return False
    return True


def _common_factors(terms: Sequence[tuple[Expr, fmpq]]) -> list[tuple[Expr, int]]:
    """The powers that every term holds."""
    first = terms[0][0]
    common = first.args if first.kind == "product" else ((first, 1),)
    for term, _ in terms[1:]:
        if term.kind == "product":
            own = term.args
            common = [(b, e if abs(e) < abs(k) else k) for b, e in common for a, k in own
                      if a is b and type(e) is int and type(k) is int and (e > 0) == (k > 0)]
        else:
            common = [(b, 1) for b, e in common if b is term and type(e) is int and e > 0]
        if not common:
            return []
    return list(common)




def _tidied(number: fmpq) -> fmpq:
    return _ONE if number == 1 else _MINUS if number == -1 else number


def _ratios(constant: fmpq, terms) -> tuple[list[int], list[int]]:
    """Numerators and denominators of the coefficients and of a constant that is not 0."""
    numbers = [c for _, c in terms]
    if constant:
        numbers.append(constant)
    return ([1 if c is _ONE else -1 if c is _MINUS else int(c.p) for c in numbers],
            [1 if c is _ONE or c is _MINUS else int(c.q) for c in numbers])


def _content(tops: list[int], bottoms: list[int]) -> fmpq | int:
    """The rational factor that leaves coprime integers, the first of them positive."""
    top, bottom = gcd(*tops), lcm(*bottoms)
    if top == bottom == 1 and tops[0] > 0:
        return 1
    return fmpq(top if tops[0] > 0 else -top, bottom)


def _collect(collected: dict, base: Expr, exponent):
    known = collected.get(base.index)
    total = _tidy(exponent + known[1] if known else exponent)
    collected[base.index] = (base, total)
    return total


def _completed_roots(collected: dict) -> list:
    """Take out the bases whose roots have come together to whole powers: sqrt(2) * sqrt(2)."""
    done = [i for i, (b, e) in collected.items()
            if isinstance(e, int) and (b.kind in ("number", "product") or e == 0)]
    return [pair for pair in (collected.pop(i) for i in done) if pair[1]]


def _tidy(exponent):
    if isinstance(exponent, Fraction) and exponent.denominator == 1:
        return int(exponent)
    return exponent


def rational(exponent: int | Fraction) -> fmpq:
    """An exponent as a coefficient."""
    if exponent == 1:
        return _ONE
    return fmpq(exponent) if isinstance(exponent, int) else fmpq(exponent.numerator, exponent.denominator)


def _contains(structure: Structure, node: Expr) -> bool:
    return any(n is node for n in ordered([structure]))


__all__ = ["CONSTANT", "FUNCTIONS", "MINUS", "OPAQUE", "PI", "TURN", "UNIT", "Expr", "Graph", "Structure", "children",
           "linear", "ordered", "rational"]
