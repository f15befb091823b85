"""Matrices of numbers, as lists of rows: over Q, over Z, and modulo a prime."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from fractions import Fraction
from typing import Any

from flint import fmpq_mat, fmpz_mat, fmpz_mod_ctx, fmpz_mod_mat, nmod_mat

from nonholo.arithmetic.numbers import Rational, fraction, rational

WORD = 1 << 64
Rows = Sequence[Sequence[int]]


def rank_modulo(rows: Rows, p: int) -> int:
    """The rank modulo a prime."""
    return _modular(rows, p).rank() if rows and len(rows[0]) else 0


def echelon_modulo(rows: Rows, p: int) -> list[list[int]]:
    """The rows of the reduced echelon form that are not 0."""
    form, rank = _modular(rows, p).rref()
    entries, width = form.entries(), form.ncols()
    return [[int(v) for v in entries[i * width : (i + 1) * width]] for i in range(rank)]


def pivots_modulo(rows: Rows, p: int) -> list[int]:
    """The pivot columns of the reduced echelon form."""
    return _pivots(*_modular(rows, p).rref())


def kernel_modulo(rows: Rows, p: int) -> list[list[int]]:
    """A basis of the vectors that all rows annihilate, modulo a prime below 2^64."""
    basis, nullity = _modular(rows, p).nullspace()
    return [[int(basis[i, j]) for i in range(len(rows[0]))] for j in range(nullity)]


def first_relation_modulo(rows: Rows, p: int) -> list[int] | None:
    """The relation between columns that needs the first columns only; None where they are
    independent.
    """
    form, rank = _modular(rows, p).rref()
    width = form.ncols()
    free = next((j for j in range(rank) if form[j, j] == 0), rank)
    if free == width:
        return None
    return [*(-int(form[j, free]) % p for j in range(free)), 1, *[0] * (width - free - 1)]


def solved_modulo(A: Rows, B: Rows, p: int) -> list[list[int]]:
    """X with A X = B.  Raises ZeroDivisionError for a singular A."""
    X = _modular(A, p).solve(_modular(B, p))
    return [[int(X[i, j]) for j in range(len(B[0]))] for i in range(len(A))]


def combinations_of(
    rows: Sequence[Sequence[Fraction]], wanted: Sequence[Sequence[Fraction]]
) -> list[list[Fraction]]:
    """The coefficients of each vector in a basis.

    Raises ZeroDivisionError if it is none.

    rows: the vectors of the basis, as many as they have components; wanted: vectors.

    >>> one, two = Fraction(1), Fraction(2)
    >>> combinations_of([[one, one], [one, two]], [[two, two + one]])
    [[Fraction(1, 1), Fraction(1, 1)]]
    """
    A, B = (
        fmpq_mat([list(map(rational, row)) for row in matrix]).transpose()
        for matrix in (rows, wanted)
    )
    X = A.solve(B)
    return [[fraction(X[i, j]) for i in range(len(rows))] for j in range(len(wanted))]


def rank(rows: Sequence[Sequence[Rational | int]]) -> int:
    """The rank over Q."""
    return fmpq_mat([list(row) for row in rows]).rank() if rows and len(rows[0]) else 0


def echelon(rows: Sequence[Sequence[Rational | int]]) -> list[list[Rational]]:
    """The rows of the reduced echelon form over Q that are not 0."""
    form, rank = fmpq_mat([list(row) for row in rows]).rref()
    return [[form[i, j] for j in range(len(rows[0]))] for i in range(rank)]


def pivots(rows: Sequence[Sequence[Rational | int]]) -> list[int]:
    """The pivot columns of the reduced echelon form over Q."""
    return _pivots(*fmpq_mat([list(row) for row in rows]).rref())


def kernel(rows: Sequence[Sequence[Rational | int]], size: int) -> list[list[Rational]]:
    """The vectors of that size that all rows annihilate: one for each column without pivot, 1
    there.
    """
    return _null_vectors(echelon(rows) if rows else [], size, Rational(0), Rational(1))


def hermite_form(rows: Rows) -> list[list[int]]:
    """The Hermite normal form over Z."""
    return _integers(fmpz_mat([list(row) for row in rows]).hnf())


def short_basis(rows: Rows) -> list[list[int]]:
    """The same lattice by short vectors (Lenstra, Lenstra and Lovasz 1982); the rows are
    independent.
    """
    return _integers(fmpz_mat([list(row) for row in rows]).lll())


def _modular(rows: Rows, p: int) -> Any:
    """FLINT has two kinds, with the same methods but no type in common."""
    if p < WORD and rows:
        with suppress(TypeError):  # residues are no integers
            return nmod_mat(fmpz_mat(rows), p)  # twice as fast as from the entries one by one
    flat, width = [entry for row in rows for entry in row], len(rows[0]) if rows else 0
    if p < WORD:
        return nmod_mat(len(rows), width, flat, p)
    return fmpz_mod_mat(len(rows), width, flat, fmpz_mod_ctx(p))


def _pivots(form: Any, rank: int) -> list[int]:
    columns, column = [], 0
    for i in range(rank):
        while form[i, column] == 0:
            column += 1
        columns.append(column)
        column += 1
    return columns


def _null_vectors(
    reduced: Sequence[Sequence[Any]], size: int, zero: Any, one: Any
) -> list[list[Any]]:
    leading = [next(j for j, c in enumerate(row) if c != 0) for row in reduced]
    basis = []
    for free in (j for j in range(size) if j not in leading):
        vector = [zero] * size
        vector[free] = one
        for j, row in zip(leading, reduced):
            vector[j] = -row[free]
        basis.append(vector)
    return basis


def _integers(matrix: fmpz_mat) -> list[list[int]]:
    return [[int(entry) for entry in row] for row in matrix.tolist()]
