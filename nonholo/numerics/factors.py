"""Factors L D L^T of a symmetric matrix of expressions, and linear equations solved by them."""

from __future__ import annotations

from collections.abc import Sequence

from nonholo.expression.graph import Expr
from nonholo.linear.elimination import Matrix


def factored(matrix: Matrix) -> tuple[Matrix, list[Expr]] | None:
    """L (unit lower triangle, without the ones) and D of matrix = L D L^T; None if a pivot
    vanishes.
    """
    L: Matrix = []
    D: list[Expr] = []
    for i, row in enumerate(matrix):
        lower: list[Expr] = []
        scaled: list[Expr] = []  # L_ij D_j
        for j in range(i):
            entry = _less(row[j], zip(scaled, L[j]))
            scaled.append(entry)
            lower.append(entry if entry.is_zero else entry / D[j])
        pivot = _less(row[i], zip(scaled, lower))
        if pivot.is_zero:
            return None
        L.append(lower)
        D.append(pivot)
    return L, D


def _less(entry: Expr, pairs) -> Expr:
    parts = [a * b for a, b in pairs if not a.is_zero and not b.is_zero]
    return entry - entry.graph.add(*parts) if parts else entry


def forward(L: Matrix, right: Sequence[Expr]) -> list[Expr]:
    """L^-1 right."""
    done: list[Expr] = []
    for row, b in zip(L, right, strict=True):
        done.append(_less(b, zip(row, done)))
    return done


def backward(L: Matrix, right: Sequence[Expr]) -> list[Expr]:
    """L^-T right."""
    done = list(right)
    for i in reversed(range(len(done))):
        done[i] = _less(done[i], ((L[j][i], done[j]) for j in range(i + 1, len(done))))
    return done


def solved_by(L: Matrix, D: Sequence[Expr], right: Sequence[Expr]) -> list[Expr]:
    """(L D L^T)^-1 right."""
    return backward(L, [b / d for b, d in zip(forward(L, right), D)])
