"""Factors L D L^T of a symmetric matrix of expressions, and linear equations solved by them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from nonholo.decide.zero import decide_zero
from nonholo.expression.graph import Expr, Graph, linear
from nonholo.linear.elimination import Matrix

Name = Callable[[Expr], Expr]


class Named:
    """Names for what is computed on the way: a product of named parts is one multiplication, where
    a graph would make it the product of all that they are made of.

    steps: (symbol, expression) in the order of computing.  The graph must be of this use alone
    (see `Graph.standing`)."""

    def __init__(self, graph: Graph, moving: Iterable[Expr], stem: str):
        self.graph, self.stem, self.bits = graph, stem, graph.mask(moving)
        self.steps: list[tuple[Expr, Expr]] = []

    def __call__(self, node: Expr) -> Expr:
        if not node.support & self.bits or _short(node):
            return node
        symbol = self.graph.standing(f"{self.stem} {len(self.steps)}", node)
        self.bits |= symbol.support
        self.steps.append((symbol, node))
        return symbol


def _short(node: Expr) -> bool:
    """A symbol, but for its number."""
    constant, terms = linear(node)
    return node.kind == "symbol" or (
        not constant and len(terms) == 1 and terms[0][0].kind == "symbol"
    )


def as_it_is(node: Expr) -> Expr:
    return node


def factored(matrix: Matrix, name: Name = as_it_is) -> tuple[Matrix, list[Expr]] | None:
    """L (unit lower triangle, without the ones) and D of matrix = L D L^T; None if a pivot
    vanishes.

    name: what each entry is called from there on.
    """
    L: Matrix = []
    D: list[Expr] = []
    for i, row in enumerate(matrix):
        lower: list[Expr] = []
        scaled: list[Expr] = []  # L_ij D_j
        for j in range(i):
            entry = name(_less(row[j], zip(scaled, L[j])))
            scaled.append(entry)
            lower.append(entry if entry.is_zero else name(entry / D[j]))
        pivot = name(_less(row[i], zip(scaled, lower)))
        if pivot.is_zero or (not pivot.surely_nonzero and decide_zero(pivot).answer):
            return None
        L.append(lower)
        D.append(pivot)
    return L, D


def _less(entry: Expr, pairs) -> Expr:
    parts = [a * b for a, b in pairs if not a.is_zero and not b.is_zero]
    return entry - entry.graph.add(*parts) if parts else entry


def forward(L: Matrix, right: Sequence[Expr], name: Name = as_it_is) -> list[Expr]:
    """L^-1 right."""
    done: list[Expr] = []
    for row, b in zip(L, right, strict=True):
        done.append(name(_less(b, zip(row, done))))
    return done


def backward(L: Matrix, right: Sequence[Expr], name: Name = as_it_is) -> list[Expr]:
    """L^-T right."""
    done = list(right)
    for i in reversed(range(len(done))):
        done[i] = name(_less(done[i], ((L[j][i], done[j]) for j in range(i + 1, len(done)))))
    return done


def solved_by(
    L: Matrix, D: Sequence[Expr], right: Sequence[Expr], name: Name = as_it_is
) -> list[Expr]:
    """(L D L^T)^-1 right."""
    return backward(L, [name(b / d) for b, d in zip(forward(L, right, name), D)], name)
