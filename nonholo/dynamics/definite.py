"""Linear equations for accelerations solved by divisors that do not vanish where the motion is
determined.

The matrix N^T M N of the balances on virtual displacements is symmetric, and positive where the
motion is determined: its diagonal does not vanish there, nor does the diagonal of what elimination
by it leaves.  An entry beside it such as m*sin(theta) may be a shorter pivot, and a pole that the
system does not have.  With multipliers,

    M q'' - A^T lambda = F,   A q'' = -c,

the diagonal of M leaves that of A M^-1 A^T; a constraint with an entry in which nothing moves comes
before, and takes its multiplier along, which leaves N^T M N."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from nonholo.expression.graph import Expr, Graph
from nonholo.linear.elimination import POLE, Matrix, Weight, cost, dot, eliminate, solve, surely

Place = tuple[int, int]


class Definite:
    """Rows of a square system with their right sides; `taken` are the pivots (row, column) so far.

    weight: orders the pivots, by default by their cost.
    """

    def __init__(
        self, graph: Graph, matrix: Matrix, right: Sequence[Expr], weight: Weight | None = None
    ):
        self.graph, self.size = graph, len(matrix)
        self.weight = weight or (lambda entry, column: cost(entry))
        self.rows = [[*row, b] for row, b in zip(matrix, right, strict=True)]
        self.taken: dict[int, int] = {}

    def take(self, i: int, j: int) -> None:
        eliminate(self.rows, [[] for _ in self.rows], i, j)
        self.taken[i] = j

    def cheapest(self, places: Iterable[Place]) -> Place | None:
        """The cheapest place of those that are open and surely not zero."""
        columns = set(self.taken.values())
        candidates = [
            (self.weight(self.rows[i][j], j), i, j)
            for i, j in places
            if i not in self.taken and j not in columns and surely(self.rows[i][j])
        ]
        return min(candidates)[1:] if candidates else None

    def diagonal(self, pairs: Sequence[Place]) -> None:
        """Pivots on a diagonal, the cheapest first; those that vanish where they should not are
        left open.
        """
        while (place := self.cheapest(pairs)) is not None:
            if self.weight(self.rows[place[0]][place[1]], place[1]) >= POLE:
                break
            self.take(*place)

    def with_multipliers(self, n: int, moving: Sequence[Expr]) -> None:
        """Constraints where nothing moves in the pivot, each with its multiplier; then the
        diagonals.
        """
        for l in range(n, self.size):
            place = self.cheapest(
                (l, j)
                for j in range(n)
                if not self.rows[l][j].has(moving) and surely(self.rows[j][l])
            )
            if place is not None:
                self.take(*place)
                self.diagonal([(place[1], l)])
        self.diagonal([(i, i) for i in range(n)])
        self.diagonal([(l, l) for l in range(n, self.size)])

    def with_constraints(self, independent: Sequence[int]) -> None:
        """The constraints, which stand last, for the dependent unknowns; then the diagonal of
        the others.
        """
        dependent = [j for j in range(self.size) if j not in independent]
        self.diagonal([(i, j) for i in range(len(independent), self.size) for j in dependent])
        self.diagonal(list(enumerate(independent)))

    def solution(self) -> list[Expr] | None:
        """All unknowns, with any pivots for what is still open; None if the system is singular."""
        rows = [i for i in range(self.size) if i not in self.taken]
        columns = [j for j in range(self.size) if j not in self.taken.values()]
        open_values = solve(
            self.graph,
            [[self.rows[i][j] for j in columns] for i in rows],
            [self.rows[i][-1] for i in rows],
            weight=self.weight,
        )
        if open_values is None:
            return None
        solution = dict(zip(columns, open_values))
        for i, j in self.taken.items():
            row = [self.rows[i][c] for c in columns]
            solution[j] = self.rows[i][-1] - dot(self.graph, row, open_values)
        return [solution[j] for j in range(self.size)]
