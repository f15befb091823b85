"""Sums of products of sines and cosines in the angles in which they are shortest.

    sin a cos b - cos a sin b = sin(a - b),      cos b sin(a + b) - sin b cos(a + b) = sin a

A graph in which equal values are one node keeps the form that it met first.  So the terms of a sum
are turned before the sum is made: folded by the addition theorems, or written in some of the angles
that occur, whichever gives the fewest factors; common factors stand outside."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, product

from nonholo.arithmetic.matrices import echelon
from nonholo.arithmetic.numbers import Rational
from nonholo.expression.functions import angle_parts
from nonholo.expression.graph import Expr, Graph, linear
from nonholo.work import spend

MOST_TERMS, MOST_ANGLES, MOST_TURNS, MOST_MIXED = 16, 5, 4, 3
MULTIPLIED, TERM, PAIR = 64, 20, 4  # terms of a sum multiplied out; units for one, and for two
Monomial = tuple[tuple[Expr, int], ...]
Terms = dict[Monomial, Rational]


def turned(graph: Graph, parts: Sequence[tuple[Expr, Rational]]) -> Expr:
    """sum of coefficient * node, as a new node in the shortest form that is tried.

    >>> from nonholo.expression.graph import Graph
    >>> g = Graph()
    >>> a, b, one = g.symbol("a"), g.symbol("b"), Rational(1)
    >>> turned(g, [(g.sin(a) * g.cos(b), one), (g.cos(a) * g.sin(b), -one)])
    sin(a - b)
    >>> turned(g, [(g.sin(a - b) * g.cos(b), one), (g.cos(a - b) * g.sin(b), one)])
    sin(a)
    """
    terms = _multiplied(graph, parts)
    if terms is None or len(terms) < 2 or not any(_angles(terms)):
        return graph.gathered(list(parts))
    return min(_forms(graph, terms), key=_Form.length).built(graph)


def multiplied(graph: Graph, parts: Sequence[tuple[Expr, Rational]]) -> list[tuple[Expr, Rational]]:
    """The terms of a sum with sums inside products multiplied out; as they are if there would be
    too many.

    >>> from nonholo.expression.graph import Graph
    >>> g = Graph()
    >>> a, b, c = g.symbol("a"), g.symbol("b"), g.symbol("c")
    >>> multiplied(g, [(a * (b + c), Rational(1))])
    [(a*b, 1), (a*c, 1)]
    """
    terms = _multiplied(graph, parts)
    return list(parts) if terms is None else [(graph.product(m), c) for m, c in terms.items()]


@dataclass(frozen=True, slots=True)
class _Form:
    """common * sum of terms."""

    common: Monomial
    terms: Terms

    def length(self) -> tuple[int, int]:
        inside = sum(1 + sum(abs(e) for _, e in m) for m in self.terms)
        return inside + sum(abs(e) for _, e in self.common), len(self.terms)

    def built(self, graph: Graph) -> Expr:
        parts = [(graph.product(m), c) for m, c in self.terms.items()]
        return graph.product(((graph.gathered(parts), 1), *self.common))


def _forms(graph: Graph, terms: Terms) -> Iterator[_Form]:
    common, inner = _common(terms)
    yield _Form(common, inner)
    yield _Form(common, _folded(graph, inner))
    alone = len(_angles(inner)) > 1  # else the angles of the common factors help
    bases = list(_expanded(graph, inner if alone else terms))
    if not bases and len(inner) <= MOST_TERMS:
        bases = [(_angles(inner), inner)]
        alone = True
    for basis, expanded in bases:
        for reduced in _reduced(graph, expanded, basis):
            factor, cofactor = _common(reduced)
            outside = _times(common, factor) if alone else factor
            yield _Form(outside, cofactor)
            yield _Form(outside, _folded(graph, cofactor))


# terms ------------------------------------------------------------------------------------------
def _multiplied(graph: Graph, parts: Sequence[tuple[Expr, Rational]]) -> Terms | None:
    """The terms of a sum, sums inside products multiplied out; None if there are too many."""
    terms: Terms = {}
    for node, factor in parts:
        product = _product(graph, node)
        if product is None or len(product) + len(terms) > MULTIPLIED:
            return None
        for m, c in product.items():
            terms[m] = terms.get(m, Rational(0)) + c * factor
    return {m: c for m, c in terms.items() if c}


def _product(graph: Graph, node: Expr) -> Terms | None:
    constant, terms = linear(node)
    total: Terms = {(): constant} if constant else {}
    for term, c in terms:
        product: Terms | None = {(): Rational(1)}
        for base, e in term.powers:
            if type(e) is not int:
                return None
            inside = base.kind == "sum" and e in (1, 2)
            inner = _product(graph, base) if inside else {((base, e),): 1}
            for _ in range(e if inside else 1):
                product = None if product is None or inner is None else _poly_times(product, inner)
                if product is None or len(product) > MULTIPLIED:
                    return None
        for m, k in (product or {}).items():
            total[m] = total.get(m, Rational(0)) + c * k
    return total


def _poly_times(left: Terms, right: Mapping) -> Terms:
    product: Terms = {}
    spend(TERM * len(left) * len(right))
    for m, c in left.items():
        for n, k in right.items():
            both = _times(m, n)
            product[both] = product.get(both, Rational(0)) + c * k
    return {m: c for m, c in product.items() if c}


def _times(m: Monomial, n: Monomial) -> Monomial:
    if not m or not n:
        return m or n
    powers = dict(m)
    for base, e in n:
        powers[base] = powers.get(base, 0) + e
    return tuple(sorted(((b, e) for b, e in powers.items() if e), key=lambda be: be[0].index))


def _common(terms: Terms) -> tuple[Monomial, Terms]:
    if len(terms) < 2:
        return (), terms
    first, *others = terms
    powers = dict(first)
    for m in others:
        exponents = dict(m)
        powers = {
            b: min(e, exponents[b]) for b, e in powers.items() if exponents.get(b, 0) > 0 and e > 0
        }
    if not powers:
        return (), terms
    less = tuple((b, -e) for b, e in powers.items())
    return tuple(powers.items()), {_times(m, less): c for m, c in terms.items()}


def _wave(node: Expr) -> tuple[str, Expr] | None:
    """("sin" or "cos", argument), or None."""
    if node.kind != "function" or node.args[0] not in ("sin", "cos"):
        return None
    return node.args[0], node.args[1][0]


def _angles(terms: Terms) -> list[Expr]:
    waves = [w for m in terms for base, e in m if (w := _wave(base)) and e > 0]
    return list(dict.fromkeys(argument for _, argument in waves))


# addition theorems backward ---------------------------------------------------------------------
def _folded(graph: Graph, terms: Terms) -> Terms:
    """sin a cos b +- cos a sin b, cos a cos b +- sin a sin b as one function, while there are."""
    while (pair := _pair(graph, terms)) is not None:
        first, second, factor, (node, sign) = pair
        left = {m: c for m, c in terms.items() if m not in (first, second)}
        # a root, as cos(pi/4) is, has no terms with whole powers: it stands as it is
        inner = _product(graph, node)
        inner = _whole(node) if inner is None else inner
        folded = _poly_times({factor: terms[first] * sign}, inner)
        for m, c in folded.items():
            left[m] = left.get(m, Rational(0)) + c
        terms = {m: c for m, c in left.items() if c}
    return terms


def _whole(node: Expr) -> Terms:
    """A node that is a number times one term."""
    ((term, coefficient),) = linear(node)[1]
    return {((term, 1),): coefficient}


def _pair(graph: Graph, terms: Terms):
    if len(terms) > MOST_TERMS:
        return None
    spend(PAIR * len(terms) ** 2)
    degrees = {m: sum([e for _, e in m]) for m in terms}
    wavy = [(m, c) for m, c in terms.items() if sum([e for b, e in m if e > 0 and _wave(b)]) > 1]
    for (m, c), (n, k) in combinations(wavy, 2):
        if c not in (k, -k) or degrees[m] != degrees[n]:
            continue
        one, other, shared = _apart(m, n)
        if len(one) == len(other) == 2:
            sum_of = _sum_of_angles(graph, one, other, c == k)
            if sum_of is not None:
                return m, n, shared, sum_of
    return None


def _apart(m: Monomial, n: Monomial) -> tuple[list[Expr], list[Expr], Monomial]:
    """The factors of two monomials that the other has not, and those of both."""
    one, other = dict(m), dict(n)
    shared = tuple((b, min(e, other[b])) for b, e in m if other.get(b, 0) > 0 and e > 0)
    both = dict(shared)
    less = [
        [b for b, e in powers.items() for _ in range(e - both.get(b, 0)) if e > 0]
        if all(e > 0 for b, e in powers.items() if b not in both or e != both[b])
        else []
        for powers in (one, other)
    ]
    return less[0], less[1], shared


def _sum_of_angles(graph: Graph, one: list[Expr], other: list[Expr], same: bool):
    """(sin or cos of a sum, its sign) for one +- other, the sign that of `one`; None if it is
    none, or if the graph met it as a sum first and knows nothing shorter.
    """
    waves = [w for node in (*one, *other) if (w := _wave(node)) is not None]
    if len(waves) < 4:
        return None
    (f, a), (g, b), *others = waves
    swap = {"sin": "cos", "cos": "sin"}
    if a is b or set(others) != {(swap[f], a), (swap[g], b)}:
        return None
    sign = 1
    if f == g:  # cos a cos b -+ sin a sin b, sin a sin b -+ cos a cos b
        node = graph.cos(a - b if same else a + b)
        sign = 1 if f == "cos" or same else -1
    else:
        a, b = (b, a) if f == "cos" else (a, b)
        node = graph.sin(a + b if same else a - b)
    constant, terms = linear(node)
    return None if len(terms) + bool(constant) > 1 else (node, sign)


# addition theorems forward ----------------------------------------------------------------------
def _expanded(graph: Graph, terms: Terms) -> Iterator[tuple[list[Expr], Terms]]:
    """The terms in each set of the angles of which the others are whole combinations."""
    angles = _angles(terms)
    if not 2 <= len(angles) <= MOST_ANGLES or len(terms) > MOST_TERMS:
        return
    parts = [angle_parts(graph, u) for u in angles]
    if any(turn for _, turn in parts):
        return
    atoms = list(dict.fromkeys(atom for combination, _ in parts for atom, _ in combination))
    vectors = [[Rational(0)] * len(atoms) for _ in angles]
    for vector, (combination, _) in zip(vectors, parts):
        for atom, c in combination:
            vector[atoms.index(atom)] = Rational(c.numerator, c.denominator)
    for size in range(1, len(angles)):
        for chosen in combinations(range(len(angles)), size):
            rows = _combinations(vectors, chosen)
            if rows is not None:
                basis = [angles[i] for i in chosen]
                yield basis, _written(graph, terms, dict(zip(angles, rows)), basis)


def _combinations(vectors, chosen) -> list[list[int]] | None:
    """Each vector as whole combination of the chosen ones, none of more than a few turns."""
    count, rows = len(chosen), []
    for vector in vectors:
        columns = [[*(vectors[i][j] for i in chosen), x] for j, x in enumerate(vector)]
        reduced = [row for row in echelon(columns) if any(row)]
        if len(reduced) != count or any(
            row[k] != (j == k) for j, row in enumerate(reduced) for k in range(count)
        ):
            return None
        turns = [row[count] for row in reduced]
        if any(x.q != 1 or abs(x) > MOST_TURNS for x in turns):
            return None
        rows.append([int(x.p) for x in turns])
    return rows


def _written(
    graph: Graph, terms: Terms, turns: Mapping[Expr, list[int]], basis: list[Expr]
) -> Terms:
    total: Terms = {}
    for m, c in terms.items():
        product: Terms = {(): c}
        for base, e in m:
            wave = _wave(base)
            if wave is None or e < 0:
                product = _poly_times(product, {((base, e),): 1})
                continue
            for _ in range(e):
                product = _poly_times(product, _one(graph, wave[0], turns[wave[1]], basis))
        for n, k in product.items():
            total[n] = total.get(n, Rational(0)) + k
    return {m: c for m, c in total.items() if c}


def _one(graph: Graph, name: str, turns: list[int], basis: list[Expr]) -> Terms:
    """sin or cos of sum n_k phi_k as a polynomial in sin phi_k, cos phi_k."""
    re: Terms = {(): Rational(1)}
    im: Terms = {}
    for n, angle in zip(turns, basis):
        c: Terms = {((graph.cos(angle), 1),): Rational(1)}
        s: Terms = {((graph.sin(angle), 1),): Rational(1 if n > 0 else -1)}
        for _ in range(abs(n)):
            re, im = (
                _sum(_poly_times(re, c), _poly_times(im, s), -1),
                _sum(_poly_times(re, s), _poly_times(im, c), 1),
            )
    return re if name == "cos" else im


def _sum(left: Terms, right: Terms, sign: int) -> Terms:
    total = dict(left)
    for m, c in right.items():
        total[m] = total.get(m, Rational(0)) + sign * c
    return {m: c for m, c in total.items() if c}


def _reduced(graph: Graph, terms: Terms, basis: Sequence[Expr]) -> Iterator[Terms]:
    """As they are, and with the squares of the sine or of the cosine of each angle replaced."""
    yield terms
    squared = [u for u in basis if any(_squared(m, u) for m in terms)]
    names = [("sin", "cos"), ("cos", "sin")]
    mixed = len(squared) <= MOST_MIXED
    for choice in product(names, repeat=len(squared)) if mixed else zip(*[names] * len(squared)):
        reduced = terms
        for angle, (name, other) in zip(squared, choice):
            reduced = _without_squares(reduced, graph.call(name, angle), graph.call(other, angle))
        yield reduced


def _squared(m: Monomial, angle: Expr) -> bool:
    return any(e > 1 and (wave := _wave(base)) and wave[1] is angle for base, e in m)


def _without_squares(terms: Terms, base: Expr, other: Expr) -> Terms:
    """base^2 = 1 - other^2."""
    total: Terms = {}
    spend(TERM * len(terms))
    for m, c in terms.items():
        powers = dict(m)
        e = powers.pop(base, 0)
        if e < 2:
            total[m] = total.get(m, Rational(0)) + c
            continue
        product: Terms = {_times(tuple(powers.items()), ((base, e % 2),) if e % 2 else ()): c}
        for _ in range(e // 2):
            product = _poly_times(product, {(): 1, ((other, 2),): -1})
        for n, k in product.items():
            total[n] = total.get(n, Rational(0)) + k
    return {m: c for m, c in total.items() if c}
