"""Polynomials in some variables over constants: exact, or their images modulo a prime.

Exact constants (rational numbers with pi, roots, cosines of pi/d, parameters adjoined) are the
elements of a `Field`; its generators stand beside the variables x_1..x_n in one ring of
polynomials, modulo the relations between them.  A denominator is inverted in its number field where
it is algebraic; otherwise its inverse is one more generator.  Constants out of reach of normal
forms, such as sin(12345/7), have images modulo a prime: what is not zero there is not zero."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

from nonholo.algebra.field import FAST, STEP, Field
from nonholo.arithmetic.matrices import echelon_modulo, kernel, pivots, pivots_modulo
from nonholo.arithmetic.modular import Modulus
from nonholo.arithmetic.numbers import Rational
from nonholo.arithmetic.polynomials import Polynomial, modular_ring, polynomial_ring
from nonholo.errors import OutOfReach
from nonholo.expression.graph import Expr, Graph
from nonholo.linear.elimination import echelon
from nonholo.words.sentence import say
from nonholo.work import Work, spend, spend_matrix

MAX_PRODUCT = 4_000_000  # terms times terms of one multiplication
MAX_DEGREE = 24  # of an algebraic number that is inverted

GROWTH = 30  # bits of a pivot for one more prime
Element: TypeAlias = (
    Any  # of a ring over Q or modulo a prime: FLINT's types have methods in common, but no base
)
WORDS = 10  # what numbers that are not small residues cost, in matrices


def _leading(relation: Polynomial) -> tuple[int, int]:
    """The first generator in the leading monomial, and its power there."""
    return next(((k, int(e)) for k, e in enumerate(relation.monoms()[0]) if e), (0, 0))


class Ring:
    """Q[x_1..x_n; generators of the constants], with the elements of the given constants.

    >>> g = Graph()
    >>> root = g.sqrt(g.lift(2))
    >>> Ring(g, [1 / (1 + root)], ["x"]).element(1 / (1 + root))  # r0 is the root
    r0 - 1
    """

    def __init__(
        self,
        graph: Graph,
        constants: Sequence[Expr],
        names: Sequence[str],
        work: Work | None = None,
    ):
        self.graph, self.work = graph, work
        self.field = Field([graph.one, *constants], work)
        quotients = {c.index: self.field.normal(c) for c in constants}
        used = sorted({k for q in quotients.values() for k in q.den})
        self._inverses = {k: algebraic_inverse(self.field, self.field.factors[k]) for k in used}
        self._free = [k for k in used if self._inverses[k] is None]
        self._make_context(names)
        self._elements = {index: self._embed(q) for index, q in quotients.items()}

    def _make_context(self, names: Sequence[str]) -> None:
        inner = [str(name) for name in self.field.context.names()]
        outer = [f"x{i}_" for i in range(len(names))] + [f"w{k}_" for k in self._free]
        self.context = polynomial_ring([*outer, *inner])
        gens = self.context.gens()
        self.size = len(names)
        self.x = gens[: self.size]
        self.zero, self.one = self.context.constant(0), self.context.constant(1)
        self._pad = (0,) * len(outer)
        self._w = dict(zip(self._free, gens[self.size :]))
        relations = [self._lift(r) for r in self.field.relations]
        relations += [
            w * self._lift(self.field.factors[k]) - 1
            for k, w in self._w.items()
            if len(self.field.factors[k]) == 1
        ]
        self._relations = [(r, *_leading(r)) for r in relations]
        below = [1 / self.field.expression(self.field.factors[k]) for k in self._free]
        self._nodes = [*below, *self.field.generators]

    def _lift(self, poly: Polynomial) -> Polynomial:
        return self.context.from_dict({(*self._pad, *map(int, e)): c for e, c in poly.terms()})

    def _embed(self, quotient) -> Polynomial:
        result = self._lift(quotient.num)
        for k, e in quotient.den.items():
            inverse = self._inverses[k]
            below = self._w[k] if inverse is None else self._lift(inverse)
            for _ in range(e):
                result = self.times(result, below)
        return result

    def element(self, constant: Expr) -> Polynomial:
        """The element of one of the given constants."""
        if constant.is_number:
            return self.one * constant.args
        return self._elements[constant.index]

    def scaled(self, a: Polynomial, c: Rational) -> Polynomial:
        return a * c

    def vector(self, elements: Sequence[Polynomial]) -> list[Expr]:
        """Elements without x as expressions."""
        return [self.expression(e) for e in elements]

    def basis(self, vectors: Sequence[Sequence[Expr]]) -> list[list[Expr]]:
        """Independent vectors with the same span over the constants."""
        return echelon(self.graph, vectors).rows if vectors else []

    def independent(self, columns: Sequence[dict], count: int) -> list[int]:
        """The columns (row -> rational number) that are no combination of those before, over Q."""
        image = _independent_modulo(self.graph.modulus, columns, count)
        if len(image) == min(count, len(columns)):
            return image  # of full rank modulo a prime, so over Q too
        self._afford(len(columns), count, len(image), columns)
        return pivots([[column.get(i, 0) for column in columns] for i in range(count)])

    def _afford(self, width: int, count: int, rank: int, columns: Sequence[dict]) -> None:
        """Count the elimination over Q: modulo as many primes as its numbers grow long."""
        bits = max(
            (int(c.p).bit_length() + int(c.q).bit_length() for x in columns for c in x.values()),
            default=1,
        )
        cost = (1 + rank * bits // GROWTH) * (count * width // 5 + count * width * rank // 4000)
        if self.work is not None:
            self.work.require(cost)
        spend(cost)

    def times(self, a: Polynomial, b: Polynomial) -> Polynomial:
        return self.reduce(self.product(a, b))

    def product(self: AnyRing, a: Element, b: Element) -> Element:
        """a b, not reduced yet.

        Raises OutOfReach past the limits.
        """
        if len(a) * len(b) > MAX_PRODUCT:
            raise OutOfReach(
                say("a product of {count} by {count2} terms", count=len(a), count2=len(b))
            )
        if self.work is not None:
            self.work.require()
        spend(STEP + len(a) * len(b) // FAST)
        return a * b

    def reduce(self, a: Polynomial) -> Polynomial:
        """The remainder modulo the relations between the generators."""
        degrees = a.degrees()
        for relation, place, power in self._relations:
            spend(STEP + len(a) * len(relation) // FAST)
            if degrees[place] >= power:  # else its leading monomial divides no term
                a = divmod(a, relation)[1]
                degrees = a.degrees()
        return a

    def expression(self, poly: Polynomial) -> Expr:
        """An element without x as an expression."""
        parts = []
        for exponents, c in poly.terms():
            powers = [
                (node, int(e)) for node, e in zip(self._nodes, list(exponents)[self.size :]) if e
            ]
            parts.append((self.graph.product(powers), c))
        return self.graph.sum(parts)


class ModularRing:
    """The same with the images of the constants modulo one of the two primes of the graph (which
    = 0 or 1).
    """

    def __init__(self, graph: Graph, names: Sequence[str], which: int, work: Work | None = None):
        self.work, self.which = work, which
        self.modulus = graph.moduli[which]
        self.context = modular_ring([f"x{i}_" for i in range(len(names))], self.modulus.p)
        self.x = self.context.gens()
        self.zero, self.one = self.context.constant(0), self.context.constant(1)

    def element(self, constant: Expr) -> Element:
        """The image of a constant.

        Raises OutOfReach for one that has none modulo the prime.
        """
        if not constant.surely_nonzero and not constant.is_zero:
            raise OutOfReach(
                say("the constant {constant} has no image modulo a prime", constant=str(constant))
            )
        return self.context.constant(constant.value[self.which])

    def scaled(self, a: Element, c: Rational) -> Element:
        return a * self.modulus.rational(c)

    def vector(self, elements: Sequence[Element]) -> list[int]:
        return [int(e.leading_coefficient()) if e else 0 for e in elements]

    def basis(self, vectors: Sequence[Sequence[int]]) -> list[list[int]]:
        if not vectors:
            return []
        width = len(vectors[0])
        spend_matrix(len(vectors), width, WORDS)
        return echelon_modulo(vectors, self.modulus.p)

    def independent(self, columns: Sequence[dict], count: int) -> list[int]:
        return _independent_modulo(self.modulus, columns, count)

    def times(self, a: Element, b: Element) -> Element:
        return self.product(a, b)

    product = Ring.product

    def reduce(self, a: Element) -> Element:
        return a


AnyRing = Ring | ModularRing


def _independent_modulo(modulus: Modulus, columns: Sequence[dict], count: int) -> list[int]:
    """The columns of rational numbers or residues that are, modulo the prime, no combination of
    those before.
    """
    spend_matrix(count, len(columns), WORDS)
    rows = [[0] * len(columns) for _ in range(count)]
    for j, column in enumerate(columns):
        for i, c in column.items():
            rows[i][j] = modulus.rational(c) if type(c) is Rational else int(c)
    return pivots_modulo(rows, modulus.p)


def algebraic_inverse(field: Field, a: Polynomial) -> Polynomial | None:
    """1/a as a polynomial in the generators, by the minimal relation of 1, a, a^2, ...; None if
    there is none.
    """
    if _transcendental(field, a):
        return None
    powers, places = [field.one], dict[tuple, int]()
    columns = [_column(field.one, places)]
    while len(powers) <= MAX_DEGREE:
        powers.append(field.times(powers[-1], a))
        columns.append(_column(powers[-1], places))
        relation = _linear_relation(field.graph.modulus, columns, len(places))
        if relation is not None:
            if relation[0] == 0:
                return None  # a divisor of zero: the relations define no field
            total = field.zero
            for c, power in zip(relation[1:], powers):
                total -= power * (c / relation[0])
            return total
    return None


def _transcendental(field: Field, a: Polynomial) -> bool:
    """Another generator than cos(pi/d) and roots of numbers takes part, or stands under a root."""
    names, relations = field.context.names(), {str(g): f for g, f in field.algebraic()}
    parts, known = [a], set[str]()
    while parts:
        used = {name for name, d in zip(names, parts.pop().degrees()) if d} - known
        if any(name[0] not in "ru" for name in used):
            return True
        known |= used
        parts += [relations[name] for name in used]
    return False


def _column(poly: Polynomial, places: dict[tuple, int]) -> dict[int, Rational]:
    """The coefficients of a polynomial by the places of their monomials, which grow."""
    return {places.setdefault(tuple(map(int, e)), len(places)): c for e, c in poly.terms()}


def _linear_relation(
    modulus: Modulus, columns: Sequence[dict[int, Rational]], count: int
) -> list[Rational] | None:
    """c with sum c_i column_i = 0, if they are linearly dependent: first modulo a prime, where what
    is independent surely is.
    """
    if len(_independent_modulo(modulus, columns, count)) == len(columns):
        return None
    relations = kernel(
        [[column.get(i, 0) for column in columns] for i in range(count)], len(columns)
    )
    return relations[0] if relations else None
