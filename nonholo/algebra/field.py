"""Normal forms: the field in which "is it zero?" has a proof.

Elements are quotients of polynomials in the symbols, a pair (s, c) for each unit angle with s^2 = 1
- c^2, one c = cos(pi/d) for all constant angles, a generator for each unit exponential, a generator
r with r^n = u for each root, and free generators for all other functions.  Denominators are kept as
products of known factors.  Zero means that the reduced numerator is the zero polynomial.  That zero
is a proof; a nonzero normal form proves nonzero only where the generators are independent (no doubt
in the sense of `exact.graph`)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from fractions import Fraction
from functools import lru_cache, reduce
from math import lcm
from typing import Any, NamedTuple

from nonholo.arithmetic.cyclotomic import ROOTS, cosine, minimal_polynomial, order, sine
from nonholo.arithmetic.numbers import Rational
from nonholo.arithmetic.polynomials import (
    Polynomial,
    divided,
    factors_of,
    polynomial_ring,
    square_root,
)
from nonholo.errors import OutOfReach
from nonholo.expression.functions import angle_parts
from nonholo.expression.node import UNIT, Expr, Structure, ordered
from nonholo.expression.ranges import range_of
from nonholo.expression.roots import tidy
from nonholo.words.sentence import say
from nonholo.work import Work, spend, spent

STEP = 5  # units for a small step with polynomials
FAST = 30  # terms times terms for a unit
MAX_PRODUCT = 2_000_000  # terms times terms of one multiplication
MAX_TURN = 10_000  # multiples of pi/d have normal forms up to this d
MAX_ROOT = 1_000
MAX_MULTIPLE = 40  # sin(40 x) is expanded, sin(41 x) is not
UNDIVIDED: Mapping[int, int] = {}


class Quotient(NamedTuple):
    """num / product of factors[i]**e: a polynomial over known factors (by their number in the
    field).
    """

    num: Polynomial
    den: Mapping[int, int] = UNDIVIDED


def common_powers(quotients: Iterable[Quotient]) -> dict[int, int]:
    """The powers of factors in the least common denominator."""
    den: dict[int, int] = {}
    for q in quotients:
        for k, e in q.den.items():
            den[k] = max(den.get(k, 0), e)
    return den


class Field:
    """The field of the given expressions; `normal(node)` is the element of a node.

    work, most: the budget, and the limit of one multiplication, terms times terms.
    """

    def __init__(self, roots, work: Work | None = None, most: int = MAX_PRODUCT):
        self.work, self.most = work, most
        nodes = ordered(roots)
        self.graph = next(n.graph for n in nodes if isinstance(n, Expr))
        self.factors: list[Polynomial] = []
        self._normal: dict[int, Quotient] = {}
        self._inverse: dict[int, Quotient] = {}
        self._rooted: dict[tuple[int, int, int], tuple[Quotient, int]] = {}
        self._expanded: dict[tuple, Polynomial] = {}
        self._collect(nodes)
        self._make_context()

    def within(self, work: Work | None) -> Field:
        """The same field with another budget: what it finds is not told to this one."""
        field = copy(self)
        field.work = work
        field.factors, field._monomials = list(self.factors), ([], {})
        field._normal, field._inverse = dict(self._normal), dict(self._inverse)
        field._rooted, field._expanded = dict(self._rooted), dict(self._expanded)
        return field

    # generators -----------------------------------------------------------------------------
    def _collect(self, nodes) -> None:
        """Gather the generators; outer roots and functions come first in the order of the
        polynomials.
        """
        self.circle: dict[int, tuple[Expr, int]] = {}  # atom -> (atom, common denominator)
        self.exponential: dict[int, tuple[Expr, int]] = {}
        self.turns: list[int] = []
        self.roots: list[tuple[Expr, int]] = []
        self.switches = [n for n in nodes if isinstance(n, Expr) and n.calls("sign")]
        self.opaque: list[Expr] = []
        self.plain: list[Expr] = []
        for node in nodes:
            if node.kind in ("product", "function"):
                self._collect_structure(node)
            elif node.kind in ("symbol", "pi"):
                self.plain.append(node)
        self._collect_constant_roots()

    def _collect_constant_roots(self) -> None:
        """Beside constant angles, sqrt 2, sqrt 3 and sqrt 5 are cosines too."""
        if self.turns:
            small = [base for base, n in self.roots if n == 2 and _under_root(base) in ROOTS]
            self.turns += [ROOTS[_under_root(base)][0] for base in small]
            self.roots = [(base, n) for base, n in self.roots if base not in small]
        self.turn = order(self.turns) if self.turns else 0
        if self.turn > MAX_TURN:
            raise OutOfReach(
                f"angles that are multiples of pi/{self.turn}"
                if self.turn < 10**9
                else "angles that are multiples of a very small part of pi"
            )

    def _collect_structure(self, node) -> None:
        if node.kind == "product":
            for base, e in node.args:
                if not isinstance(e, int):
                    self._root_of(base, e.denominator)
        elif node.kind == "function":
            name, args = node.args
            if name in ("sin", "cos") and self._units(self.circle, args[0]):
                return
            if name == "exp":
                self._units(self.exponential, args[0], pi_is_atom=True)
                return
            if name == "abs":  # u*sign(u) where that is there, else a root of u^2
                if not any(args[0] is switch.args[1][0] for switch in self.switches):
                    self._root_of(args[0] ** 2, 2)
                return
            if name == "sign":
                return
            if isinstance(node, Expr):
                self.opaque.append(node)

    def _root_of(self, base: Expr, n: int) -> None:
        """base^(1/n) is needed; |u| is the root of u^2."""
        if n > MAX_ROOT:
            raise OutOfReach(say("roots of an order above {max_root}", max_root=MAX_ROOT))
        known = next((k for k, (b, _) in enumerate(self.roots) if b is base), None)
        if known is None:
            self.roots.append((base, n))
        else:
            self.roots[known] = (base, lcm(self.roots[known][1], n))

    def _units(self, table, arg: Expr, pi_is_atom: bool = False) -> bool:
        parts, turns = _parts(arg, pi_is_atom)
        if turns:
            self.turns.append(turns.denominator)
        for atom, c in parts:
            known = table.get(atom.index, (atom, 1))[1]
            table[atom.index] = (atom, lcm(known, c.denominator))
        return True

    def holds(self, roots) -> bool:
        """No other generators are needed for these expressions than those of the field."""
        fresh = ordered(roots, stop=lambda n: isinstance(n, Expr) and n.index in self._normal)
        return all(map(self._holds, fresh))

    def _holds(self, node) -> bool:
        if node.kind in ("number", "sum"):
            return True
        if node.kind == "product":
            exponents = [(base, e) for base, e in node.args if not isinstance(e, int)]
            return all(
                any(base is b and n % e.denominator == 0 for b, n in self.roots)
                for base, e in exponents
            )
        if isinstance(node, Expr) and (node.index in self.symbols or node.index in self._opaque):
            return True
        if node.kind != "function" or node.args[0] not in ("sin", "cos", "exp"):
            return False
        name, (arg,) = node.args
        parts, turns = _parts(arg, name == "exp")
        table = self.exponential if name == "exp" else self.circle
        return (turns * self.turn).denominator == 1 and all(
            _is_whole(c * table.get(atom.index, (atom, 0))[1]) for atom, c in parts
        )

    def _make_context(self) -> None:
        names = [f"r{k}" for k in reversed(range(len(self.roots)))]
        names += [f"w{k}" for k in range(len(self.switches))]
        names += [f"s{k}" for k in range(len(self.circle))] + [
            f"c{k}" for k in range(len(self.circle))
        ]
        names += ["u"] if self.turn else []
        names += [f"e{k}" for k in range(len(self.exponential))]
        names += [f"f{k}" for k in range(len(self.opaque))] + [
            f"x{k}" for k in range(len(self.plain))
        ]
        ring = _ring(tuple(names), self.turn)
        self.context, gens = ring.context, ring.gens
        self.one, self.zero = ring.one, ring.zero
        self.symbols = {node.index: gens[f"x{k}"] for k, node in enumerate(self.plain)}
        self._opaque = {node.index: gens[f"f{k}"] for k, node in enumerate(self.opaque)}
        self.waves = {i: (gens[f"c{k}"], gens[f"s{k}"]) for k, i in enumerate(self.circle)}
        self._exp = {i: gens[f"e{k}"] for k, i in enumerate(self.exponential)}
        self._root = {base.index: gens[f"r{k}"] for k, (base, _) in enumerate(self.roots)}
        self._switch = {
            node.args[1][0].index: gens[f"w{k}"] for k, node in enumerate(self.switches)
        }
        self._relations, self._bounds = list(ring.relations), ring.bounds
        self._unit = gens.get("u", ring.zero)
        self.generators = self._generator_nodes(names)
        self._free = {  # what stands for a generator that no relation bounds
            node.index
            for name, node in zip(names, self.generators)
            if name[0] in "fx" or (name[0] in "ce" and node.kind == "function")
        }
        self._monomials: tuple[list[Expr], dict[tuple, Expr]] = [], {}  # see `expression`
        self._bases: list[tuple[int, Expr, int | Fraction]] | None = []
        self._root_scale: dict[int, Quotient] = {}

    def _generator_nodes(self, names) -> list[Expr]:
        """The expression that each generator of the polynomials stands for."""
        graph, made = self.graph, {}
        for k, (atom, d) in enumerate(self.circle.values()):
            unit = graph.scale(atom, Rational(1, d))
            made[f"s{k}"], made[f"c{k}"] = graph.sin(unit), graph.cos(unit)
        if self.turn:
            made["u"] = graph.cos(graph.scale(graph.pi, Rational(1, self.turn)))
        for k, (atom, d) in enumerate(self.exponential.values()):
            made[f"e{k}"] = graph.exp(graph.scale(atom, Rational(1, d)))
        for k, node in enumerate(self.opaque):
            made[f"f{k}"] = node
        for k, node in enumerate(self.switches):
            made[f"w{k}"] = node
        for k, node in enumerate(self.plain):
            made[f"x{k}"] = node
        for k, (base, n) in enumerate(self.roots):
            made[f"r{k}"] = graph.power(base, Fraction(1, n))
        return [made[name] for name in names]

    @property
    def circle_pairs(self) -> list[tuple[Polynomial, Polynomial]]:
        """The generators (c, s) of each unit angle."""
        return list(self.waves.values())

    @property
    def relations(self) -> list[Polynomial]:
        """The polynomials that vanish: s^2 + c^2 - 1, and those of the roots."""
        return [relation for _, relation in self._relations]

    def algebraic(self) -> list[tuple[Polynomial, Polynomial]]:
        """(generator, relation) for the roots and for the unit of constant angles."""
        self._relate_roots()
        sines = [s for _, s in self.waves.values()]
        return [(g, relation) for g, relation in self._relations if g not in sines]

    # arithmetic -----------------------------------------------------------------------------
    def hurry(self) -> None:
        if self.work is not None:
            self.work.require()

    def times(self, a: Polynomial, b: Polynomial) -> Polynomial:
        """The product, reduced.

        Raises OutOfReach where it has too many terms.
        """
        if len(a) * len(b) > self.most:
            raise OutOfReach(
                say("a product of {count} by {count2} terms", count=len(a), count2=len(b))
            )
        self.hurry()
        if a.is_one() or b.is_one():
            return b if a.is_one() else a
        spend(STEP + len(a) * len(b) // FAST)
        return self.reduce(a * b)

    def reduce(self, a: Polynomial) -> Polynomial:
        """The remainder modulo all relations between the generators."""
        degrees = a.degrees()
        for place, degree, relation in self._bounds:
            if degrees[place] >= degree:
                spend(STEP + len(a) * len(relation) // FAST)
                a = divmod(a, relation)[1]
                degrees = a.degrees()
        return a

    def power(self, a: Polynomial, n: int) -> Polynomial:
        if n == 1:
            return a
        if n <= MAX_MULTIPLE and len(a) == 1:
            return self.reduce(a**n)
        result, square = self.one, a
        while n:
            if n & 1:
                result = self.times(result, square)
            n >>= 1
            if n:
                square = self.times(square, square)
        return result

    def factor_number(self, poly: Polynomial) -> int:
        for k, known in enumerate(self.factors):
            if known == poly:
                return k
        self.factors.append(poly)
        return len(self.factors) - 1

    def _denominator(self, poly: Polynomial) -> tuple[Rational, dict[int, int]]:
        """A polynomial as rational content times numbered factors."""
        if poly.is_constant():
            return poly.leading_coefficient(), {}
        if len(poly) > 300:
            return Rational(1), {self.factor_number(poly): 1}
        content, factors = factors_of(poly)
        den: dict[int, int] = {}
        for factor, e in factors:
            lead = factor.leading_coefficient()
            factor, content = factor / lead, content * lead**e
            k = self.factor_number(factor)
            den[k] = den.get(k, 0) + e
        return content, den

    def invert(self, a: Quotient) -> Quotient:
        """1/a.

        Raises ZeroDivisionError for 0.
        """
        if a.num == 0:
            raise ZeroDivisionError("division by an expression that is zero")
        content, den = self._denominator(a.num)
        return Quotient(self.expanded(a.den) / content, den)

    def expanded(self, den: Mapping[int, int]) -> Polynomial:
        key = tuple(sorted(den.items()))
        known = self._expanded.get(key)
        if known is None:
            known = self.one
            for k, e in key:
                known = self.times(known, self.power(self.factors[k], e))
            self._expanded[key] = known
        return known

    def multiply(self, a: Quotient, b: Quotient) -> Quotient:
        den = dict(a.den)
        for k, e in b.den.items():
            den[k] = den.get(k, 0) + e
        return self.cancel(Quotient(self.times(a.num, b.num), den))

    def add(self, parts: list[tuple[Quotient, Rational]]) -> Quotient:
        den = common_powers(q for q, _ in parts)
        total = self.zero
        for q, c in parts:
            term = self._over(q, den)
            total += term if c is UNIT else term * c
        return self.cancel(Quotient(total, den))

    def over_one(self, quotients: Sequence[Quotient]) -> list[Polynomial]:
        """The numerators over the least common denominator."""
        den = common_powers(quotients)
        return [self._over(q, den) for q in quotients]

    def _over(self, q: Quotient, den: Mapping[int, int]) -> Polynomial:
        missing = {k: e - q.den.get(k, 0) for k, e in den.items() if e > q.den.get(k, 0)}
        return self.times(q.num, self.expanded(missing)) if missing else q.num

    def cancel(self, a: Quotient) -> Quotient:
        """Divide out the factors of the denominator that divide the numerator."""
        if not a.den:
            return a
        if a.num == 0:
            return Quotient(a.num)
        num, den = a.num, {}
        for k, e in a.den.items():
            self.hurry()
            factor = self.factors[k]
            while e:
                spend(STEP + len(num) // 2)
                quotient = divided(num, factor)
                if quotient is None:
                    break
                num, e = quotient, e - 1
            if e:
                den[k] = e
        return Quotient(num, den)

    # the normal form ------------------------------------------------------------------------
    def normal(self, node: Expr | Structure) -> Quotient:
        """The element of the field that a node stands for; raises OutOfReach past the limits, or
        if there is none.
        """
        self._relate_roots()
        return self._normal_of(node)

    def take(self, node: Expr, num: Polynomial) -> None:
        """What a node stands for is known: a reduced polynomial."""
        self._normal.setdefault(node.index, Quotient(num))

    def _normal_of(self, node) -> Quotient:
        memo = self._normal
        todo = ordered([node], stop=lambda n: isinstance(n, Expr) and n.index in memo)
        for n in todo:
            element = self._element(n)
            if isinstance(n, Expr):
                memo[n.index] = element
        return element if todo else memo[node.index]

    def _relate_roots(self) -> None:
        """r^n = N / D becomes (D r)^n = N D^(n-1), a relation between polynomials; a square root of
        s^2, s of one sign, is s or -s, for r^2 = s^2 alone would leave both.
        """
        for base, n in self.roots[len(self._root_scale) :]:  # where a limit stopped it, it goes on
            u = self._normal_of(base)
            r, d = self._root[base.index], self.expanded(u.den)
            power = self.times(u.num, self.power(d, n - 1))
            plain = self._plain_root(power, d) if n == 2 else None
            relation = r**n - power if plain is None else r - plain
            self._relations.insert(0, (r, relation))
            self._bounds = _bounds(self.context, self._relations)
            self._root_scale[base.index] = self.invert(Quotient(d))
            if not d.is_constant():  # the generator stands for D r
                k = list(self.context.gens()).index(r)
                self.generators[k] = self.generators[k] * self.expression(d)

    def _plain_root(self, square: Polynomial, divisor: Polynomial) -> Polynomial | None:
        """D r for (D r)^2 = s^2, r not negative, where the signs of s and D are known."""
        root = square_root(square)
        if root is None:
            return None
        sign = self._sign(root) * self._sign(divisor)
        return root * sign if sign else None

    def _sign(self, poly: Polynomial) -> int:
        """1 or -1 where no value has the other sign, by the bounds of its factors; 0 if these do
        not say.
        """
        content, factors = factors_of(poly)
        sign = 1 if content > 0 else -1
        for factor, power in factors:
            bounds = range_of(self.expression(factor))
            if power % 2 and not bounds.not_negative:
                sign *= -1 if bounds.not_positive else 0
        return sign

    def _element(self, node) -> Quotient:
        kind = node.kind
        if kind == "number":
            return Quotient(self.one * node.args)
        if isinstance(node, Expr) and node.index in self.symbols:
            return Quotient(self.symbols[node.index])
        if isinstance(node, Expr) and node.index in self._opaque:
            return Quotient(self._opaque[node.index])
        if kind == "sum":
            constant, terms = node.args
            parts = [(self._normal[t.index], c) for t, c in terms]
            return self.add([*parts, (Quotient(self.one), constant)] if constant else parts)
        if kind == "product":
            return self._product(node.args)
        if kind != "function":
            raise OutOfReach(say("a {kind} that is not in the field", kind=kind))
        name, args = node.args
        if name == "exp":
            return self._exponential_element(args[0])
        if name in ("sin", "cos"):
            return self._circle_element(name, args[0])
        if name in ("abs", "sign"):
            return self._sized(name, args[0])
        raise OutOfReach(say("a {name} that is not in the field", name=name))

    def _sized(self, name: str, u: Expr) -> Quotient:
        """|u| or sign(u)."""
        switch = self._switch.get(u.index)
        if name == "sign":
            if switch is None:
                raise OutOfReach(say("a sign that is not in the field"))
            return Quotient(switch)
        if switch is None:
            return self._root_element(u**2, Fraction(1, 2))
        return self.multiply(self._normal[u.index], Quotient(switch))

    def _product(self, factors: Sequence[tuple[Expr, int | Fraction]]) -> Quotient:
        """The product; monomials first, which are reduced together: of one that is bounded and
        free generators nothing is to be reduced.
        """
        monomial, bounded, others = self.one, 0, []
        for base, e in factors:
            q = self._power_element(base, e)
            if q.den or len(q.num) != 1:
                others.append(q)
            else:
                monomial = monomial * q.num
                bounded += base.index not in self._free
        if bounded > 1:
            monomial = self.reduce(monomial)
        if not others:
            return Quotient(monomial)
        if monomial.is_one():
            return self.cancel(others[0]) if len(others) == 1 else reduce(self.multiply, others)
        return reduce(self.multiply, others, Quotient(monomial))

    def _power_element(self, base: Expr, e) -> Quotient:
        if type(e) is not int:
            return self._root_element(base, e)
        q = self._normal[base.index]
        if e == 1:
            return q
        if e > 0 and base.index in self._free:
            return Quotient(q.num**e)
        if e < 0:
            q, e = self._inverted(base), -e
        return Quotient(self.power(q.num, e), {k: m * e for k, m in q.den.items()})

    def _inverted(self, base: Expr) -> Quotient:
        """1 / base: many products divide by the same."""
        if base.index not in self._inverse:
            self._inverse[base.index] = self.invert(self._normal[base.index])
        return self._inverse[base.index]

    def _root_element(self, base: Expr, e: Fraction) -> Quotient:
        if self.turn and e.denominator == 2 and _under_root(base) in ROOTS:
            return self._constant_root(_under_root(base), e)
        known = self._rooted.get((base.index, e.numerator, e.denominator))
        if known is not None:
            spend(known[1])
            return known[0]
        before, root = spent(), self._power_of_root(base, e)
        self._rooted[base.index, e.numerator, e.denominator] = root, spent() - before
        return root

    def _power_of_root(self, base: Expr, e: Fraction) -> Quotient:
        n = next((n for b, n in self.roots if b is base), 1)
        if n % e.denominator:
            raise OutOfReach(say("a root that is not in the field"))
        root = self.reduce(self._root[base.index])  # what it is, where it is no generator
        unit = self.multiply(Quotient(root), self._root_scale[base.index])
        count = int(e * n)
        if count < 0:
            unit, count = self.invert(unit), -count
        result = Quotient(self.one)
        for _ in range(count):
            result = self.multiply(result, unit)
        return result

    def _constant_root(self, prime: int, e: Fraction) -> Quotient:
        n, a, b = ROOTS[prime]
        root = self._turn(cosine, Fraction(1, n)) * a + b
        return Quotient(root * Rational(prime) ** ((e.numerator - 1) // 2))

    def _turn(self, function, multiple: Fraction) -> Polynomial:
        """The cosine or sine of a multiple of pi."""
        if not self.turn or (multiple * self.turn).denominator != 1:
            raise OutOfReach(
                say("the angle {multiple}*pi is not in the field", multiple=str(multiple))
            )
        return _at(function(multiple, self.turn), self._unit)

    def _circle_element(self, name: str, arg: Expr) -> Quotient:
        parts, turns = angle_parts(arg.graph, arg)
        if len(parts) == 1 and not turns:
            return Quotient(self._turned(*parts[0])[name == "sin"])
        c, s = self.one, self.zero
        if turns:
            c, s = (self._turn(f, turns) for f in (cosine, sine))
        for atom, multiple in parts:
            a, b = self._turned(atom, multiple)
            c, s = self.times(c, a) - self.times(s, b), self.times(s, a) + self.times(c, b)
        return Quotient(self.reduce(c if name == "cos" else s))

    def _turned(self, atom: Expr, multiple: Fraction):
        """(cos, sin) of multiple * atom in the unit angle of the atom."""
        k = _whole(multiple, atom, self.circle)
        unit_c, unit_s = self.waves[atom.index]
        if k < 0:
            k, unit_s = -k, -unit_s
        c, s = (unit_c, unit_s) if k else (self.one, self.zero)
        for _ in range(k - 1):
            c, s = (
                self.times(c, unit_c) - self.times(s, unit_s),
                self.times(s, unit_c) + self.times(c, unit_s),
            )
        return c, s

    def _exponential_element(self, arg: Expr) -> Quotient:
        result = Quotient(self.one)
        for atom, c in _parts(arg, True)[0]:
            k = _whole(c, atom, self.exponential)
            unit = Quotient(self._exp[atom.index])
            unit = self.invert(unit) if k < 0 else unit
            for _ in range(abs(k)):
                result = self.multiply(result, unit)
        return result

    # back to expressions --------------------------------------------------------------------
    def expression(self, poly: Polynomial) -> Expr:
        """A polynomial as an expression."""
        graph = self.graph
        if poly.is_constant():  # as most are of which there are many
            return graph.number(poly.leading_coefficient()) if poly else graph.zero
        if (
            self._monomials[0] != self.generators
        ):  # another graph, or a generator that has been given its scale
            self._monomials = list(self.generators), {}
            self._bases = _distinct_bases(self.generators)
        parts, known = [], self._monomials[1]
        for exponents, c in poly.terms():
            monomial = known.get(exponents)
            if monomial is None:
                monomial = known[exponents] = self._monomial(exponents)
            parts.append((monomial, c))
        return graph.sum(parts)

    def _monomial(self, exponents: tuple[int, ...]) -> Expr:
        """The product of the generators to these powers."""
        if self._bases is None:
            factors = [(g, int(e)) for g, e in zip(self.generators, exponents) if e]
            return self.graph.product(factors)
        powers = [
            (base, int(e) if unit == 1 else tidy(unit * int(e)))
            for k, base, unit in self._bases
            if (e := exponents[k])
        ]
        return self.graph.product_node(tuple(powers))


class _Ring(NamedTuple):
    """Polynomials in some generators, the relations (generator, polynomial that vanishes) between
    them, and their bounds.
    """

    context: Any
    gens: Mapping[str, Polynomial]
    one: Polynomial
    zero: Polynomial
    relations: Sequence[tuple[Polynomial, Polynomial]]
    bounds: Sequence[tuple[int, int, Polynomial]]


@lru_cache(maxsize=256)
def _ring(names: tuple[str, ...], turn: int) -> _Ring:
    """The ring of generators of these names, as `Field` gives them; u is cos(pi/turn)."""
    context = polynomial_ring(names)
    gens, one = dict(zip(names, context.gens())), context.constant(1)
    relations = [(g, g**2 - 1) for name, g in gens.items() if name[0] == "w"]
    relations += [
        (s, s**2 + gens[f"c{name[1:]}"] ** 2 - 1) for name, s in gens.items() if name[0] == "s"
    ]
    if turn:
        relations.append((gens["u"], _at(minimal_polynomial(turn), gens["u"])))
    zero = context.constant(0)
    return _Ring(context, gens, one, zero, relations, _bounds(context, relations))


def _at(poly: Any, unit: Polynomial) -> Polynomial:
    """A polynomial in one variable at a generator."""
    return sum((unit**k * c for k, c in enumerate(poly.coeffs())), unit.context().constant(0))


def _bounds(
    context: Any, relations: Sequence[tuple[Polynomial, Polynomial]]
) -> list[tuple[int, int, Polynomial]]:
    """(place of the generator, degree, relation): what is below that degree is reduced."""
    places = {name: k for k, name in enumerate(context.names())}
    return [
        (places[str(g)], int(relation.degrees()[places[str(g)]]), relation)
        for g, relation in relations
    ]


def _distinct_bases(generators: Sequence[Expr]) -> list[tuple[int, Expr, int | Fraction]] | None:
    """(place, base, exponent) of generators that are powers of bases of which no two can come
    together, in the order in which a product holds them; None where there are others.
    """
    bases = []
    for k, node in enumerate(generators):
        whole = node.kind != "product"
        if not whole and len(node.args) > 1:
            return None
        base, e = (node, 1) if whole else node.args[0]
        sized = base.calls("abs")
        if sized or base.kind in ("number", "product") or (base.kind == "sum" and not _plain(base)):
            return None
        bases.append((k, base, e))
    if len({base for _, base, _ in bases}) < len(bases):
        return None
    return sorted(bases, key=lambda entry: entry[1].index)


def _plain(node: Expr) -> bool:
    """A sum that is no multiple of one node."""
    constant, terms = node.args
    return bool(constant) or len(terms) > 1


def _whole(multiple: Fraction, atom: Expr, table) -> int:
    """The multiple of an angle or exponent in units of the field."""
    k = multiple * table.get(atom.index, (atom, 0))[1]
    if not _is_whole(k):
        raise OutOfReach(say("an angle or exponent, or a multiple of it, that is not in the field"))
    return int(k)


def _is_whole(k: Fraction) -> bool:
    return bool(k) and k.denominator == 1 and abs(k) <= MAX_MULTIPLE


def _under_root(base: Expr) -> int:
    """The whole number under a square root; 0 if it is none."""
    return int(base.args.p) if base.is_number and base.args.q == 1 else 0


def _parts(arg: Expr, pi_is_atom: bool):
    parts, turns = angle_parts(arg.graph, arg)
    if pi_is_atom and turns:
        return [*parts, (arg.graph.pi, turns)], Fraction(0)
    return parts, turns
