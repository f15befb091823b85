"""No common zero, for almost all values of letters, seen at some values of these.

    u_k = tan(l_k/2) or a coordinate,   f_1, f_2, ... of degrees d_ik in u_k,   on P^1 x ... x P^1
    all monomials u^a, a_k <= D_k, are sums of numbers times u^b f_i

Then the f_i have no common zero, complex ones and those at infinity included.  Where this holds at
some values of the letters, modulo a prime, it holds for almost all: the rank of a matrix is highest
there.  Of n + 1 polynomials in n unknowns that have none, it holds from D_k = sum_i d_ik - 1 on
(Koszul's complex is exact; Macaulay1902).  What only depends on differences of angles is asked with
one of these 0."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from math import prod

from nonholo.algebra.field import Field
from nonholo.arithmetic.matrices import rank_modulo
from nonholo.arithmetic.polynomials import Polynomial, divided
from nonholo.errors import OutOfReach
from nonholo.geometry.zeros.half_angles import in_tangents
from nonholo.work import spend, spend_matrix

PRIME = 2**61 - 1
MOST_MONOMIALS, MOST_ROWS = 600, 3000
MOST_TERMS = 400  # of a polynomial
NUMBERS = (3, 7, 2, 11, 5, 13, 17, 19, 23, 29)  # of letters, over which any will do
Degrees = tuple[int, ...]


def nowhere_together(field: Field, polys: Sequence[Polynomial], moving: Sequence[int]) -> bool:
    """Proved: the polynomials have no common zero, for almost all values of letters.

    field: of the polynomials; moving: the places of the generators that move, which have to be
    symbols, sines and cosines.

    >>> from nonholo.expression.graph import Graph
    >>> g = Graph()
    >>> x, y, a = g.symbol("x"), g.symbol("y"), g.symbol("a")
    >>> nodes = [g.cos(x) + a * g.sin(y), a * g.cos(x) - g.sin(y) + 1, g.sin(x) + 2]
    >>> field = Field(nodes)
    >>> moving = [k for k, u in enumerate(field.generators) if u.has([x, y])]
    >>> polys = [field.normal(e).num for e in nodes]
    >>> nowhere_together(field, polys, moving), nowhere_together(field, polys[:2], moving)
    (True, False)
    """
    polys = [f for f in polys if f != 0]
    if not _are_plain(field, polys, moving):
        return False
    try:
        numbered = _with_numbers(field, _turned(field, polys), moving)
        images = [_image(field, f) for f in numbered if f != 0]
    except OutOfReach:
        return False
    unknown = sorted({k for f in images for k, d in enumerate(f.degrees()) if d})
    degrees = [tuple(int(f.degrees()[k]) for k in unknown) for f in images]
    highest = _enough(degrees)
    if highest is None:
        return any(not any(d) for d in degrees)
    return _all_monomials(images, degrees, unknown, highest)


def _are_plain(field: Field, polys: Sequence[Polynomial], moving: Sequence[int]) -> bool:
    """Only symbols and waves stand in them, and waves are those of what moves."""
    waves = {str(g) for pair in field.circle_pairs for g in pair}
    names, symbols = [str(n) for n in field.context.names()], field.generators

    def plain(k: int) -> bool:
        return k in moving if names[k] in waves else symbols[k].kind == "symbol"

    used = {k for f in polys for k, d in enumerate(f.degrees()) if d}
    short = bool(polys) and all(len(f) <= MOST_TERMS for f in polys)
    return short and all(k < len(symbols) and plain(k) for k in used)


def _turned(field: Field, polys: Sequence[Polynomial]) -> list[Polynomial]:
    """With one angle 0 where all of them may be turned together without a change."""
    gens = list(field.context.gens())
    pairs = [
        (gens.index(c), gens.index(s))
        for c, s in field.circle_pairs
        if any(f.degrees()[gens.index(c)] or f.degrees()[gens.index(s)] for f in polys)
    ]
    if len(pairs) < 2 or any(_rate(field, f, pairs) != 0 for f in polys):
        return list(polys)
    c, s = max(pairs, key=lambda pair: sum(f.degrees()[k] for f in polys for k in pair))
    gens[c], gens[s] = field.one, field.zero
    return [f.compose(*gens) for f in polys]


def _rate(field: Field, f: Polynomial, pairs: Sequence[tuple[int, int]]) -> Polynomial:
    """Its derivative where all angles turn at the rate 1."""
    gens = field.context.gens()
    rates = (gens[c] * f.derivative(s) - gens[s] * f.derivative(c) for c, s in pairs)
    return field.reduce(sum(rates, field.zero))


def _with_numbers(
    field: Field, polys: Sequence[Polynomial], moving: Sequence[int]
) -> list[Polynomial]:
    gens = list(field.context.gens())
    letters = [k for k in range(len(gens)) if k not in moving]
    for number, k in enumerate(letters):
        gens[k] = field.zero + NUMBERS[number % len(NUMBERS)] * (1 + number // len(NUMBERS))
    return [f.compose(*gens) for f in polys]


def _image(field: Field, f: Polynomial) -> Polynomial:
    """In tangents of half angles, without 1 + u^2, which never vanishes."""
    used, image, _ = in_tangents(field, f)
    for c, _ in used:
        unit = field.context.gens()[c] ** 2 + 1
        while (less := divided(image, unit)) is not None:
            image = less
    return image


def _enough(degrees: Sequence[Degrees]) -> Degrees | None:
    """D for the n + 1 polynomials of least degrees, None for fewer."""
    size = len(degrees[0]) if degrees else 0
    least = sorted(degrees, key=sum)[: size + 1]
    if not size or len(least) <= size:
        return None
    return tuple(max(sum(d[k] for d in least) - 1, 0) for k in range(size))


def _all_monomials(
    images: Sequence[Polynomial],
    degrees: Sequence[Degrees],
    unknown: Sequence[int],
    highest: Degrees,
) -> bool:
    """All monomials up to a degree lie in the span of the multiples of the polynomials."""
    width = prod(d + 1 for d in highest)
    if width > MOST_MONOMIALS:
        return False
    steps = [prod(d + 1 for d in highest[k + 1 :]) for k in range(len(highest))]
    rows: list[list[int]] = []
    for f, d in sorted(zip(images, degrees), key=lambda one: sum(one[1])):
        if len(rows) > MOST_ROWS:
            break
        terms = [([int(e[k]) for k in unknown], _residue(c)) for e, c in f.terms()]
        for shift in _shifts(highest, d):
            row = [0] * width
            for e, c in terms:
                row[sum((a + b) * s for a, b, s in zip(e, shift, steps))] = c
            rows.append(row)
    spend(sum(map(len, images)) * len(rows) // len(images))
    spend_matrix(len(rows), width)
    return len(rows) >= width and rank_modulo(rows, PRIME) == width


def _shifts(highest: Degrees, d: Degrees) -> Iterator[Degrees]:
    return product(*(range(h - e + 1) for h, e in zip(highest, d)))


def _residue(c) -> int:
    return int(c.p) * pow(int(c.q), -1, PRIME) % PRIME
