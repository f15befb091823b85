"""Polynomials of one sign as sums of squares, so that all squares are 0 where they are.

    e = sum_ij G_ij m_i m_j = sum_k d_k q_k^2,    d_k > 0

m_i are the monomials whose squares stand in e; G = L D L^T, one square completed after the other
(Lagrange 1759)."""

from __future__ import annotations

from nonholo.arithmetic.numbers import Rational
from nonholo.arithmetic.polynomials import Polynomial

Monomial = tuple[int, ...]
Squares = list[tuple[Polynomial, Polynomial]]


def sum_of_squares(e: Polynomial) -> Squares:
    """(q, d) with e = sum of d q^2 for numbers d > 0, or e = - such a sum; none if it is not seen.

    >>> from nonholo.arithmetic.polynomials import polynomial_ring
    >>> a, b = polynomial_ring(["a", "b"]).gens()
    >>> sum_of_squares(12 * a**2 + 6 * a * b + b**2)
    [(a + 1/4*b, 12), (b, 1/4)]
    >>> sum_of_squares(a**2 - 3 * a * b + b**2)
    []
    """
    sign = 1 if e.leading_coefficient() > 0 else -1
    terms = {tuple(map(int, m)): sign * c for m, c in e.terms()}
    bases = [
        tuple(n // 2 for n in m) for m, c in terms.items() if c > 0 and not any(n % 2 for n in m)
    ]
    if len(terms) < 2 or len(bases) < 2:
        return []
    gram: dict[tuple[int, int], Rational] = {}
    for m, c in terms.items():
        half = tuple(n // 2 for n in m)
        if c > 0 and tuple(2 * n for n in half) == m:
            gram[bases.index(half), bases.index(half)] = c
            continue
        pair = _factors(m, bases)
        if pair is None:
            return []
        i, j = pair
        gram[i, j] = gram[j, i] = c / 2
    return _completed(e, bases, gram)


def _factors(m: Monomial, bases: list[Monomial]) -> tuple[int, int] | None:
    """Two of the monomials whose product it is."""
    for i, a in enumerate(bases):
        other = tuple(n - k for n, k in zip(m, a))
        if other in bases[:i]:
            return bases.index(other), i
    return None


def _completed(e: Polynomial, bases: list[Monomial], gram: dict) -> Squares:
    """One square after the other."""
    ring, n, squares = e.context(), len(bases), []
    for i in range(n):
        d = gram.get((i, i), 0)
        line = {j: gram[i, j] for j in range(i, n) if gram.get((i, j), 0) != 0}
        if d < 0 or (d == 0 and line):
            return []
        if d == 0:
            continue
        q = ring.from_dict({bases[j]: c / d for j, c in line.items()})
        squares.append((q, ring.constant(d)))
        for j in range(i + 1, n):
            for k in range(i + 1, n):
                gram[j, k] = gram.get((j, k), 0) - line.get(j, 0) * line.get(k, 0) / d
    return squares
