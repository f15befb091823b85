"""Fields of functions with derivations: polynomials in generators that know their derivatives.

    K = Q(x, tau, e, log, ..., r)
            tau = tan(u/2):  sin u = 2 tau/(1 + tau^2),  cos u = (1 - tau^2)/(1 + tau^2)

One tau for each unit angle u instead of its sine and cosine: the generators are free but for roots
(r^n = f), so polynomials factor uniquely and any values of the generators are a point.  Closed
under the derivations D_i = d/dx_i; with a common denominator `scale` the derivations scale * D_i
map polynomials to polynomials.  The derivatives of an unspecified function never end: those one
order above what occurs are held, which is wrong for what contains them and is found when a result
is checked."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product

from nonholo.algebra.angles import Winding
from nonholo.algebra.field import Field
from nonholo.arithmetic.numbers import Rational, common_measure
from nonholo.arithmetic.polynomials import (
    Polynomial,
    common_divisor,
    divided,
    factors_of,
    polynomial_ring,
)
from nonholo.errors import OutOfReach
from nonholo.expression.functions import is_unspecified
from nonholo.expression.graph import Expr, ordered
from nonholo.words.sentence import say
from nonholo.work import Work

ROUNDS = 4  # of adding the functions that come up in derivatives
MAX_TERMS = 20_000
MAX_FACTORED = 1500  # terms of a polynomial that is factored

Quotient = tuple[Polynomial, Polynomial]  # numerator, denominator


class DifferentialField:
    """The field of some expressions, closed under d/dx for the variables x.

    gens: the generators as polynomials; place[i]: the generator that is variable i; constants: the
    generators with derivative 0 (parameters).  Raises OutOfReach for functions whose derivatives do
    not close.

    >>> from nonholo.expression.graph import Graph
    >>> g = Graph()
    >>> x = g.symbol("x")
    >>> K = DifferentialField([g.sin(x)], [x])
    >>> num, den = K.element(g.sin(x) / (1 + g.cos(x)))
    >>> num, den, K.diff(num, 0)
    (t0, 1, 1/2*t0^2 + 1/2)
    """

    def __init__(self, roots: Iterable[Expr], variables: Sequence[Expr], work: Work | None = None):
        self.variables = tuple(variables)
        self.graph = variables[0].graph
        roots = _with_lower(list(roots))
        self._highest = _orders(roots)
        self.winding = Winding(self.graph, roots)
        self.source = self._closed([self.winding(e) for e in roots], work)
        self._make_context()
        self._make_relations()
        self._make_derivations()

    def _closed(self, roots: list[Expr], work: Work | None) -> Field:
        """The field of normal forms of the roots and of the derivatives of all generators."""
        roots = [*roots, *self.variables]
        known: set[int] = set()
        for _ in range(ROUNDS):
            field = Field(roots, work)
            new = [g for g in field.generators if g.index not in known]
            if not new:
                return field
            known |= {g.index for g in new}
            roots += [self._slope(g, x) for g in new for x in self.variables]
        raise OutOfReach(say("the derivatives of its functions do not close"))

    def _slope(self, node: Expr, x: Expr) -> Expr:
        """D of an expression in the angles of the winding."""
        if is_unspecified(node) and sum(node.args[0].orders) > self._highest[node.args[0].name]:
            return self.graph.zero
        turning = (
            node.diff(phi) * self.winding(u.diff(x)) for phi, u in self.winding.meaning.items()
        )
        return self.graph.add(node.diff(x), *turning)

    # generators -----------------------------------------------------------------------------
    def _make_context(self) -> None:
        source, names = self.source, self.source.context.names()
        self._algebraic = source.algebraic()
        self._angles = [k for k, n in enumerate(names) if n[0] == "s"]
        self._cosines = [k for k, n in enumerate(names) if n[0] == "c"]
        angles = self.winding.meaning
        self._others = [
            k
            for k, n in enumerate(names)
            if n[0] not in "sc" and source.generators[k] not in angles
        ]
        self.units = [self.graph.scale(atom, Rational(1, d)) for atom, d in source.circle.values()]
        gen_names = [names[k] for k in self._others] + [f"t{k}" for k in range(len(self.units))]
        self.context = polynomial_ring(gen_names)
        self.gens = list(self.context.gens())[: len(gen_names)]
        self.one, self.zero = self.context.constant(1), self.context.constant(0)
        self.taus = {k: len(self._others) + k for k in range(len(self.units))}
        self._nodes = [source.generators[k] for k in self._others]
        index = {node.index: j for j, node in enumerate(self._nodes)}
        self.place = [index[x.index] for x in self.variables]

    def _make_relations(self) -> None:
        """What roots and constant angles obey: (number of the generator, degree, polynomial)."""
        self.relations: list[tuple[int, int, Polynomial]] = []
        for generator, relation in self._algebraic:
            k = list(self.source.context.gens()).index(generator)
            j = self._others.index(k)
            poly, _ = self._halved(relation)
            degree = int(poly.degrees()[j])
            monic, remainder = divmod(poly, coefficient(poly, j, degree))
            if remainder != 0:  # in half angles, the root of a quotient
                raise OutOfReach(
                    say("a root under which the half angles of its sines leave a divisor")
                )
            self.relations.append((j, degree, monic))

    def _make_derivations(self) -> None:
        """rates[i][g] = scale * D_i g."""
        table = [[self._rate(j, x) for j in range(len(self.gens))] for x in self.variables]
        self.scale = self.one
        for row in table:
            for _, den in row:
                self.scale = self.scale * (den / common_divisor(self.scale, den))
        self.rates = [[self.reduce(num * (self.scale / den)) for num, den in row] for row in table]
        self.constants = [
            j for j in range(len(self.gens)) if all(row[j] == 0 for row in self.rates)
        ]

    def _rate(self, j: int, x: Expr) -> Quotient:
        if j >= len(self._others):
            slope = self._slope(self.units[j - len(self._others)], x)
            if slope.is_zero:
                return self.zero, self.one
            num, den = self._element(slope)
            return self.quotient(num * (self.gens[j] ** 2 + 1), den * 2)
        slope = self._slope(self._nodes[j], x)
        return (self.zero, self.one) if slope.is_zero else self._element(slope)

    def node(self, j: int) -> Expr:
        """The expression of generator j; of a tau its angle."""
        return self.winding.back(
            self._nodes[j] if j < len(self._others) else self.units[j - len(self._others)]
        )

    # elements -------------------------------------------------------------------------------
    def element(self, node: Expr) -> Quotient:
        """Numerator and denominator of an expression, without common factors."""
        return self._element(self.winding(node))

    def _element(self, node: Expr) -> Quotient:
        normal = self.source.normal(node)
        num, below = self._halved(normal.num)
        den = self._circles(below)
        for k, e in normal.den.items():
            factor, above = self._halved(self.source.factors[k])
            den, num = den * factor**e, num * self._circles(above) ** e
        return self.quotient(num, den)

    def quotient(self, num: Polynomial, den: Polynomial) -> Quotient:
        """num/den in lowest terms; square roots are moved out of the denominator.

        Raises ZeroDivisionError where den is 0.
        """
        num, den = self.reduce(num), self.reduce(den)
        for j, degree, relation in reversed(self.relations):
            if degree == 2 and den.degrees()[j]:
                other = den.compose(*self._conjugate(j, relation), ctx=self.context)
                num, den = self.reduce(num * other), self.reduce(den * other)
        if den == 0:
            raise ZeroDivisionError("division by an expression that is zero")
        common = common_divisor(num, den)
        num, den = num / common, den / common
        lead = den.leading_coefficient()
        return num / lead, den / lead

    def _conjugate(self, j: int, relation: Polynomial) -> list[Polynomial]:
        gens = list(self.gens)
        gens[j] = -gens[j] - coefficient(relation, j, 1)
        return gens

    def reduce(self, poly: Polynomial) -> Polynomial:
        """The remainder modulo the relations of roots.

        Raises OutOfReach where it has too many terms.
        """
        for _, _, relation in self.relations:
            poly = divmod(poly, relation)[1]
        if len(poly) > MAX_TERMS:
            raise OutOfReach(say("a polynomial of {count} terms", count=len(poly)))
        return poly

    def diff(self, poly: Polynomial, i: int) -> Polynomial:
        """scale * D_i of a polynomial."""
        degrees = poly.degrees()
        parts = (
            poly.derivative(j) * rate
            for j, rate in enumerate(self.rates[i])
            if degrees[j] and rate != 0
        )
        return self.reduce(sum(parts, self.zero))

    def is_constant(self, poly: Polynomial) -> bool:
        """All its derivatives are 0."""
        return all(self.diff(poly, i) == 0 for i in range(len(self.variables)))

    def is_special(self, poly: Polynomial) -> bool:
        """It divides all its derivatives D_i: exp(u), 1 + tau^2, parameters."""
        divisor, cofactor = poly, self.scale
        while not poly.is_constant() and (quotient := divided(cofactor, poly)) is not None:
            divisor, cofactor = divisor * poly, quotient
        return all(
            divided(self.diff(poly, i), divisor) is not None for i in range(len(self.variables))
        )

    def factors(self, poly: Polynomial) -> list[tuple[Polynomial, int]]:
        """Irreducible factors, leading coefficient 1, with exponents; roots are taken as free.

        A polynomial with very many terms counts as irreducible.
        """
        if poly.is_constant():
            return []
        if len(poly) > MAX_FACTORED:
            return [(poly / poly.leading_coefficient(), 1)]
        return [(f / f.leading_coefficient(), int(e)) for f, e in factors_of(poly)[1]]

    # half angles ----------------------------------------------------------------------------
    def _circles(self, powers: dict[int, int]) -> Polynomial:
        """prod (1 + tau_k^2)^e_k."""
        result = self.one
        for k, e in powers.items():
            result *= (self.gens[self.taus[k]] ** 2 + 1) ** e
        return result

    def _halved(self, poly: Polynomial) -> tuple[Polynomial, dict[int, int]]:
        """A polynomial of the field of normal forms as poly / prod (1 + tau_k^2)^e_k."""
        groups: dict[tuple, dict] = {}
        pairs, units = list(zip(self._angles, self._cosines)), (0,) * len(self.units)
        for exponents, c in poly.to_dict().items():
            waves = tuple([(int(exponents[a]), int(exponents[b])) for a, b in pairs])
            groups.setdefault(waves, {})[tuple([exponents[k] for k in self._others]) + units] = c
        top = {k: max(sum(w[k]) for w in groups) for k in range(len(self.units))} if groups else {}
        total = self.zero
        for waves, terms in groups.items():
            summand = self.context.from_dict(terms)
            for k, (a, b) in enumerate(waves):
                t = self.gens[self.taus[k]]
                summand *= (2 * t) ** a * (1 - t**2) ** b * (1 + t**2) ** (top[k] - a - b)
            total += summand
            if len(total) > MAX_TERMS:
                raise OutOfReach(say("a polynomial of {count} terms", count=len(total)))
        return total, {k: e for k, e in top.items() if e}

    def _whole(self, poly: Polynomial, powers: dict[int, int]) -> Polynomial:
        """poly / prod (1 + tau_k^2)^e_k as a polynomial in sines and cosines; needs deg_k <= 2
        e_k.
        """
        source, gens = self.source, list(self.source.context.gens())
        groups: dict[tuple, dict] = {}
        for exponents, c in poly.to_dict().items():
            source_exponents = [0] * len(gens)
            for j, k in enumerate(self._others):
                source_exponents[k] = exponents[j]
            groups.setdefault(tuple([int(exponents[self.taus[k]]) for k in powers]), {})[
                tuple(source_exponents)
            ] = c
        total = source.zero
        for waves, terms in groups.items():
            source.hurry()
            summand = source.context.from_dict(terms)
            for (k, e), power in zip(powers.items(), waves):
                s, cosine = gens[self._angles[k]], gens[self._cosines[k]]
                odd, sign = (power, 1) if power <= e else (2 * e - power, -1)
                summand *= (s / 2) ** odd * ((1 + sign * cosine) / 2) ** (e - odd)
            total += summand
        return source.reduce(total)

    def _written(self, poly: Polynomial) -> Expr:
        """A polynomial in the generators of the normal forms as an expression."""
        return self.winding.back(self.source.expression(poly))

    def expression(self, num: Polynomial, den: Polynomial | None = None) -> Expr:
        """The expression of num/den."""
        den = self.one if den is None else den
        powers = self._half_degrees(num.degrees(), den.degrees())
        over, under = self._whole(num, powers), self._whole(den, powers)
        common = common_divisor(over, under)
        return self._written(over / common) / self._written(under / common)

    def proportional(self, num: Polynomial, den: Polynomial) -> Expr:
        """An expression that is a constant times num/den: numbers and halved constant angles
        left out.
        """
        powers = self._half_degrees(num.degrees(), den.degrees())
        held = {k for k, j in self.taus.items() if j in self.constants}
        parts = []
        for poly in (num, den):
            degrees = self._half_degrees(poly.degrees())
            parts.append(
                self._whole(
                    poly, {k: degrees.get(k, 0) if k in held else e for k, e in powers.items()}
                )
            )
        common = common_divisor(parts[0], parts[1])
        over, under = (self._written(primitive(whole / common)) for whole in parts)
        return over / under

    def _half_degrees(self, *degrees: Sequence[int]) -> dict[int, int]:
        halves = {k: -(-max(int(d[j]) for d in degrees) // 2) for k, j in self.taus.items()}
        return {k: e for k, e in halves.items() if e}

    def whole(self, poly: Polynomial) -> tuple[Expr, dict[int, int]]:
        """poly / prod (1 + tau^2)^e but for a number, as a polynomial in sines and cosines, and
        e by generator.
        """
        powers = self._half_degrees(poly.degrees())
        whole = primitive(self._whole(poly, powers))
        return self._written(whole), {self.taus[k]: e for k, e in powers.items()}


def _with_lower(roots: list[Expr]) -> list[Expr]:
    """With the unspecified functions whose derivatives occur: their antiderivatives."""
    calls = [node for node in ordered(roots) if is_unspecified(node)]
    lower = [
        call.graph.call(call.args[0].of_orders(orders), *call.args[1])
        for call in calls
        for orders in product(*(range(n + 1) for n in call.args[0].orders))
    ]
    return [*roots, *dict.fromkeys(lower)]


def _orders(roots: Iterable[Expr]) -> dict[str, int]:
    """The highest order of a derivative of each unspecified function in some expressions."""
    orders: dict[str, int] = {}
    for node in filter(is_unspecified, ordered(roots)):
        name, order = node.args[0].name, sum(node.args[0].orders)
        orders[name] = max(order, orders.get(name, 0))
    return orders


def primitive(poly: Polynomial) -> Polynomial:
    """The polynomial times a number: coprime integers, the leading one positive."""
    numbers = poly.coeffs()
    measure = common_measure(numbers)
    return poly / (measure if numbers[0] > 0 else -measure)


def coefficient(poly: Polynomial, j: int, power: int) -> Polynomial:
    """The coefficient of generator j to a power."""
    terms = {}
    for exponents, c in poly.to_dict().items():
        if exponents[j] == power:
            lowered = list(exponents)
            lowered[j] = 0
            terms[tuple(lowered)] = c
    return poly.context().from_dict(terms)
