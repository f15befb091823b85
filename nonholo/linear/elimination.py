"""Linear algebra over the field of expressions, with pivots that are known not to vanish
identically.

Every zero is seen (equal values are one node), so elimination never divides by a hidden zero and
never keeps a hidden cancellation.  Matrices are lists of rows of `Expr`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from nonholo.arithmetic.matrices import kernel as kernel_of_numbers
from nonholo.decide.zero import decide_zero
from nonholo.errors import OutOfReach
from nonholo.expression.graph import MINUS, UNIT, Expr, Graph
from nonholo.expression.node import counted
from nonholo.words.sentence import say

Matrix = list[list[Expr]]
Rows = Sequence[Sequence[Expr]]  # of a matrix that is only read
Weight = Callable[[Expr, int], Any]  # what pivots are ordered by: numbers, or tuples of them
POLE = 10**9  # the price of a pivot that vanishes where people look


def vanishes(node: Expr) -> bool:
    """Zero or not, with a decision for nodes under doubt; raises OutOfReach if it can't be
    decided.
    """
    if node.is_zero or node.surely_nonzero:
        return node.is_zero
    decision = decide_zero(node)
    if decision.answer is None:
        raise OutOfReach(
            say(
                "whether {node} vanishes identically could not be decided: {reason}",
                node=str(node),
                reason=decision.reason,
            )
        )
    return decision.answer


def surely(node: Expr) -> bool:
    """Certainly not identically zero (an undecided node is no pivot, and no obstacle while there
    are others).
    """
    return node.surely_nonzero or (not node.is_zero and decide_zero(node).answer is False)


def _require_zero(nodes: Iterable[Expr]) -> None:
    for node in nodes:
        vanishes(node)


def cost(node: Expr) -> int:
    """How bad a pivot is: numbers are free, then few nodes and few symbols."""
    if node.is_number:
        return 0
    return size(node) + 4 * node.support.bit_count() + (20 if node.kind == "sum" else 0)


def size(node: Expr) -> int:
    """How many nodes it is made of, as it was when first asked."""
    known = node.graph.sizes
    if node.index not in known:
        known[node.index] = counted(node)
    return known[node.index]


@dataclass(frozen=True, slots=True)
class Echelon:
    """A reduced row echelon form: row i has 1 in column pivots[i], and combine[i] . original = row
    i.

    rows: rank x n;  pivots: the pivot column of each row;  combine: rank x (number of original
    rows); idle: for each dependent original row the coefficients of the vanishing combination of
    rows."""

    rows: Matrix
    pivots: tuple[int, ...]
    combine: Matrix
    idle: tuple[tuple[Expr, ...], ...]

    @property
    def rank(self) -> int:
        return len(self.pivots)


def echelon(
    graph: Graph,
    rows: Sequence[Sequence[Expr]],
    columns: Sequence[int] | None = None,
    weight: Weight | None = None,
    tracked: bool = True,
    diagonal: bool = False,
) -> Echelon:
    """Reduced row echelon form by Gauss-Jordan elimination, cheapest pivot first.

    `columns` are the columns a pivot may stand in (default: all); `weight(entry, column)` orders
    the candidates.  A row without a pivot in these columns is idle (its other columns need not
    vanish).  What is not `tracked` has neither combine nor idle.  diagonal: pivots stand there as
    long as one can, which is regular where a symmetric matrix is positive."""
    work = [list(r) for r in rows]
    count = len(work)
    width = count if tracked else 0  # of thousands of rows, a square of nothing is much work
    track = [[graph.one if i == j else graph.zero for j in range(width)] for i in range(count)]
    allowed = list(range(len(work[0]) if work else 0)) if columns is None else list(columns)
    least = 0 if weight is None else None  # of a number, which is as good as any
    weight = weight or (lambda entry, column: cost(entry))
    free = set(range(count))
    pivots: dict[int, int] = {}
    while free:
        taken = set(pivots.values())
        entries = [(i, j) for i in sorted(free) for j in allowed if j not in taken]
        candidates: list[tuple] = []
        for i, j in entries:
            if not work[i][j].is_zero:
                candidates.append((diagonal and i != j, weight(work[i][j], j), i, j))
                if candidates[-1][:2] == (False, least):
                    break
        best = next((c for c in sorted(candidates) if surely(work[c[2]][c[3]])), None)
        if best is None:
            _require_zero(work[i][j] for i, j in entries)
            break
        *_, i, j = best
        free.remove(i)
        pivots[i] = j
        eliminate(work, track, i, j)
    order = sorted(pivots, key=lambda i: pivots[i])
    idle = tuple(tuple(track[i]) for i in sorted(free))
    return Echelon(
        [work[i] for i in order], tuple(pivots[i] for i in order), [track[i] for i in order], idle
    )


def first_independent(
    graph: Graph, functions: Sequence[Expr], variables: Sequence[Expr], most: int | None = None
) -> list[int]:
    """The numbers of the functions, first come, first served, whose differentials are independent.

    variables: of the differentials; most: how many are enough.

    >>> from nonholo.expression.graph import Graph
    >>> graph = Graph()
    >>> x, y = graph.symbol("x"), graph.symbol("y")
    >>> first_independent(graph, [x * y, 2 * x * y, x + y], [x, y])
    [0, 2]
    """
    independent: list[int] = []
    rows: list[list[Expr]] = []
    for i, f in enumerate(functions):
        if len(independent) == most:
            break
        row = [f.diff(x) for x in variables]
        if echelon(graph, [*rows, row], tracked=False).rank > len(independent):
            independent.append(i)
            rows.append(row)
    return independent


def pivot_block(rows: Sequence[Sequence[Expr]], form: Echelon) -> Matrix:
    """The square part of the rows that holds the pivots: where its determinant does not vanish, the
    echelon form is this one.

    rows: the original ones; form: theirs, tracked.

    >>> graph = Graph()
    >>> x, y = graph.symbol("x"), graph.symbol("y")
    >>> rows = [[x, y], [x**2, x * y]]
    >>> pivot_block(rows, echelon(graph, rows))
    [[x]]
    """
    taken = sorted({i for line in form.combine for i, e in enumerate(line) if not e.is_zero})
    return [[rows[i][j] for j in form.pivots] for i in taken]


def eliminate(work: Matrix, track: Matrix, i: int, j: int) -> None:
    """Make row i have 1 in column j and all other rows 0 there; the rows of `track` take part."""
    pivot, graph = work[i][j], work[i][j].graph
    work[i] = [entry / pivot if not entry.is_zero else entry for entry in work[i]]
    track[i] = [entry / pivot if not entry.is_zero else entry for entry in track[i]]
    for k in range(len(work)):
        factor = work[k][j]
        if k == i or factor.is_zero:
            continue
        work[k] = [
            graph.gathered(((a, UNIT), graph.scaled_product(MINUS, ((factor, 1), (b, 1)))))
            if not b.is_zero
            else a
            for a, b in zip(work[k], work[i])
        ]
        track[k] = [a - factor * b if not b.is_zero else a for a, b in zip(track[k], track[i])]
        work[k][j] = factor.graph.zero


def regular_at(point: Mapping[Expr, Expr] | None) -> Callable[[Expr, int], float] | None:
    """A weight for pivots: those that vanish at the point come last.

    None without a point.
    """
    if not point:
        return None
    known: dict[int, float] = {}
    there: dict[int, Expr] = {}  # entries share long parts

    def weight(entry: Expr, column: int) -> float:
        del column
        if entry.index not in known:
            known[entry.index] = cost(entry) + POLE * _vanishes_at(entry, point, there)
        return known[entry.index]

    return weight


def _vanishes_at(entry: Expr, point: Mapping[Expr, Expr], there: dict[int, Expr]) -> bool:
    try:
        return entry.graph.substitute([entry], point, before=there)[0].is_zero
    except ZeroDivisionError:
        return True


def solve(
    graph: Graph, matrix: Matrix, right: Sequence[Expr], weight: Weight | None = None
) -> list[Expr] | None:
    """The solution x of matrix . x = right for a square regular matrix; None if it is singular."""
    n = len(matrix)
    rows = [[*row, b] for row, b in zip(matrix, right, strict=True)]
    form = echelon(graph, rows, columns=range(n), weight=weight, tracked=False)
    if form.rank < n:
        return None
    return [row[n] for row in form.rows]


def null_space(graph: Graph, rows: Sequence[Sequence[Expr]], size: int) -> Matrix:
    """A basis of the vectors of `size` components that all rows annihilate."""
    if size and all(e.is_number for row in rows for e in row):
        basis = kernel_of_numbers([[e.args for e in row] for row in rows], size)
        return [[graph.lift(c) for c in vector] for vector in basis]
    return kernel(graph, echelon(graph, [list(row) for row in rows], tracked=False), size)


def kernel(graph: Graph, form: Echelon, size: int) -> Matrix:
    """The same from an echelon form of the rows."""
    basis = []
    for free in (j for j in range(size) if j not in form.pivots):
        vector = [graph.zero] * size
        vector[free] = graph.one
        for row, pivot in zip(form.rows, form.pivots):
            vector[pivot] = -row[free]
        basis.append(vector)
    return basis


def determinant(graph: Graph, matrix: Matrix) -> Expr:
    """The determinant, by expansion along the sparsest row (exact, no division).

    A minor that is met again is not expanded again: of a banded matrix there are few.

    >>> graph = Graph()
    >>> x, y = graph.symbol("x"), graph.symbol("y")
    >>> determinant(graph, [[x, y], [graph.one, x]])
    x**2 - y
    """
    minors: dict[tuple[tuple[int, ...], tuple[int, ...]], Expr] = {}

    def minor(rows: tuple[int, ...], columns: tuple[int, ...]) -> Expr:
        if not rows:
            return graph.one
        if (rows, columns) in minors:
            return minors[rows, columns]
        counts = [sum(not matrix[i][j].is_zero for j in columns) for i in rows]
        a = counts.index(min(counts))
        parts = []
        for b, j in enumerate(columns):
            entry = matrix[rows[a]][j]
            if not entry.is_zero:
                less = minor(rows[:a] + rows[a + 1 :], columns[:b] + columns[b + 1 :])
                parts.append(entry * less if (a + b) % 2 == 0 else -(entry * less))
        total = graph.add(*parts) if parts else graph.zero
        minors[rows, columns] = total
        return total

    size = tuple(range(len(matrix)))
    return minor(size, size)


def leading_minors(graph: Graph, matrix: Matrix) -> Iterator[Expr]:
    """The determinants of the upper left corners of a square matrix, the smallest first.

    >>> graph = Graph()
    >>> x, y = graph.symbol("x"), graph.symbol("y")
    >>> list(leading_minors(graph, [[x, y], [graph.one, x]]))
    [x, x**2 - y]
    """
    for size in range(1, len(matrix) + 1):
        yield determinant(graph, [row[:size] for row in matrix[:size]])


def all_minors(
    graph: Graph, rows: Sequence[Sequence[Expr]], size: int, columns: Sequence[int]
) -> Iterator[Expr]:
    """All minors of a certain size, by rows and then by columns.

    rows: of a matrix; columns: those that may be chosen.

    >>> graph = Graph()
    >>> x, y = graph.symbol("x"), graph.symbol("y")
    >>> list(all_minors(graph, [[x, y, graph.one]], 1, [0, 2]))
    [x, 1]
    """
    for some in combinations(rows, size):
        for chosen in combinations(columns, size):
            yield determinant(graph, [[row[j] for j in chosen] for row in some])


def dot(graph: Graph, left: Sequence[Expr], right: Sequence[Expr]) -> Expr:
    """sum_i left_i right_i."""
    zero = graph.zero
    return graph.sum(
        [
            (graph.times(a, b), UNIT)
            for a, b in zip(left, right, strict=True)
            if a is not zero and b is not zero
        ]
    )


def identity(graph: Graph, n: int) -> Matrix:
    """The unit matrix of n rows."""
    return [[graph.one if i == j else graph.zero for j in range(n)] for i in range(n)]


def product(graph: Graph, left: Rows, right: Rows) -> Matrix:
    """The product of two matrices.

    >>> graph = Graph()
    >>> x = graph.symbol("x")
    >>> product(graph, [[x, graph.one]], [[x], [x]])
    [[x + x**2]]
    """
    columns = transpose(right)
    return [[dot(graph, row, column) for column in columns] for row in left]


def congruent(graph: Graph, matrix: Rows, vectors: Rows) -> Matrix:
    """u . matrix . v for each two of the vectors."""
    images = [[dot(graph, row, v) for v in vectors] for row in matrix]
    return product(graph, vectors, images)


def transpose(matrix: Rows) -> Matrix:
    return [list(column) for column in zip(*matrix)]
