"""The class of one form and its normal form (Pfaff, Darboux1882).

With r the largest number such that w ^ (dw)^r != 0 there are, near most points, coordinates in
which

    (dw)^(r+1) = 0      class 2r+1      w = dz - y_1 dx_1 - ... - y_r dx_r
    (dw)^(r+1) != 0     class 2r+2      w = y_1 dx_1 + ... + y_(r+1) dx_(r+1)

The ranks of dw and of dw bordered by w tell: rank dw = 2s; the bordered matrix has rank 2s + 2 for
class 2s+1 and rank 2s for class 2s."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from nonholo.arithmetic.matrices import rank_modulo
from nonholo.decide.zero import Decision, settle
from nonholo.errors import OutOfReach
from nonholo.expression.graph import Expr, Graph
from nonholo.expression.node import doubtful
from nonholo.geometry.constraints.pfaffian import Pfaffian
from nonholo.geometry.curvature.integrability import exterior_derivative
from nonholo.linear.elimination import Matrix, echelon
from nonholo.work import BUDGETS


@dataclass(frozen=True, slots=True)
class FormClass:
    """number: the class; variables: how many there are; evidence: what the ranks rest on."""

    number: int
    variables: int
    evidence: Decision

    @property
    def rank(self) -> int:
        """The largest r with w ^ (dw)^r != 0."""
        return (self.number - 1) // 2

    @property
    def odd(self) -> bool:
        """(dw)^(r+1) = 0."""
        return self.number % 2 == 1

    @property
    def normal_form(self) -> str:
        """The form in suitable coordinates, as text.

        >>> FormClass(5, 5, Decision(True, "normal form")).normal_form
        'dz - y1 dx1 - y2 dx2'
        """
        pairs = self.rank if self.odd else self.rank + 1
        terms = ["y dx"] if pairs == 1 else [f"y{i} dx{i}" for i in range(1, pairs + 1)]
        return (
            " - ".join(["dz", *terms])
            if self.odd and pairs
            else "dz"
            if self.odd
            else " + ".join(terms)
        )


def form_class(pfaffian: Pfaffian, l: int) -> FormClass | None:
    """The generic class of row l, on q for a form without t and dt, else on (t, q).

        r the largest number with w ^ (dw)^r != 0:   class 2r+1 if (dw)^(r+1) = 0, else 2r+2

    None for a row that is zero, and where it is undecided.  References: Darboux1882.

    >>> import nonholo as nh
    >>> form = form_class(nh.constraints("dz = y dx").system.pfaffian, 0)
    >>> form.number, form.normal_form
    (3, 'dz - y dx')
    """
    chart = pfaffian.chart
    form, variables = pfaffian.form(l), (chart.t, *chart.q)
    if form[0].is_zero and not any(e.has([chart.t]) for e in form):
        form, variables = form[1:], variables[1:]
    if all(e.is_zero for e in form):
        return None
    try:
        return _class(form, variables)
    except OutOfReach:
        return None


def _class(form: Sequence[Expr], variables: Sequence[Expr]) -> FormClass:
    """By the ranks at the graph's random point, which bound those of the matrices from below.

    The rank of the bordered matrix is that of the other or larger by 2.  So one of the two is to be
    bounded from above: by its size, or by elimination."""
    graph, size = variables[0].graph, len(variables)
    inner, outer = _matrices(form, variables)
    if doubtful(e for row in outer for e in row):
        ranks = echelon(graph, inner, tracked=False).rank, echelon(graph, outer, tracked=False).rank
        return FormClass(ranks[0] + (ranks[1] > ranks[0]), size, _settled(graph))
    least, larger = _rank_at_point(inner), _rank_at_point(outer)
    bounded, rank = (inner, least) if larger > least else (outer, larger)
    if rank == len(bounded) - len(bounded) % 2:
        return FormClass(least + (larger > least), size, Decision(True, "modular"))
    rank = echelon(graph, bounded, tracked=False).rank
    return FormClass(rank + (larger > least), size, _settled(graph))


def _settled(graph: Graph) -> Decision:
    return Decision(True, "normal form" if settle(graph, BUDGETS.form_class) else "randomised")


def _matrices(form: Sequence[Expr], variables: Sequence[Expr]) -> tuple[Matrix, Matrix]:
    """dw, and dw bordered by w, without the rows and columns of zeros."""
    zero, size = variables[0].graph.zero, len(variables)
    matrix = [[zero] * size for _ in range(size)]
    for (i, j), value in exterior_derivative(form, variables).items():
        matrix[i][j], matrix[j][i] = value, -value
    bordered = [[zero, *form], *([-w, *row] for w, row in zip(form, matrix))]
    return _without_zeros(matrix), _without_zeros(bordered)


def _without_zeros(matrix: Matrix) -> Matrix:
    filled = [i for i, row in enumerate(matrix) if not all(e.is_zero for e in row)]
    return [[matrix[i][j] for j in filled] for i in filled]


def _rank_at_point(matrix: Matrix) -> int:
    """The rank at the graph's random point modulo its prime."""
    if not matrix:
        return 0
    return rank_modulo([[e.value[0] for e in row] for row in matrix], matrix[0][0].graph.modulus.p)
