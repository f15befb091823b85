"""Paths into points where fewer conditions hold, and through them from leaf to leaf.

    A(q) M (q - p) = 0 for all q,   M constant, a basis of eigenvectors, eigenvalues 0, 1, 2, ...
    q(s) = p + s^M (q - p)          is a polynomial in s, q(1) = q, q(0) in F = {M (q - p) = 0}

For s > 0 it is admissible, q'(s) = M (q(s) - p)/s, and so it is for s = 0, by continuity, whether
the rows keep their rank there or not.  So every configuration is joined with F, and if those of F
are joined with each other inside F, all are: where the rows demand nothing of velocities along F, F
being an affine space; where brackets of what they do demand span at every point of F; or by such
paths again.  For y dx = x dy these are the rays into the origin, through which each leaf is left.

Nothing is asked of brackets where the paths run, and s^M has no inverse at s = 0: this is no flow.
The rows need all to be there, the redundant ones too, for these can demand more in F."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, combinations, islice
from math import gcd, lcm

from nonholo.arithmetic import matrices
from nonholo.arithmetic.numbers import Rational
from nonholo.decide.zero import settle
from nonholo.errors import ContradictoryConstraints, OutOfReach
from nonholo.expression.graph import Expr
from nonholo.expression.ranges import unbounded
from nonholo.geometry.accessibility.steps import spans_in_steps
from nonholo.geometry.constraints.pfaffian import Pfaffian, entries, independent_rows
from nonholo.geometry.flag.flag import in_new_graph
from nonholo.geometry.zeros.signs import smooth_everywhere
from nonholo.linear.constants import constant_relations
from nonholo.linear.elimination import dot, vanishes
from nonholo.work import BUDGETS, Work

MOST_UNKNOWN = 49  # entries of M
MOST_FIELDS = 40  # that are tried as M
MOST_POINTS = 4
HIGHEST = 12  # eigenvalue of M, once its entries are whole numbers without a common divisor
Matrix = list[list[int]]
Values = Mapping[Expr, Expr]


@dataclass(frozen=True, slots=True)
class Contraction:
    """Admissible paths q(s) = p + s^M (q - p) from every configuration q, at s = 1, into
    F = {M (q - p) = 0}, at s = 0.

    matrix: M; point: p, a number for each coordinate in its order; bare: the rows demand nothing of
    velocities along F.
    """

    matrix: Matrix
    point: tuple[Expr, ...]
    bare: bool


def contractions(rows: Pfaffian, points: Sequence[Values] = ()) -> Iterator[Contraction]:
    """Contractions as above, those of the smallest F first for each point.

    rows, points: as for `joined_inside`.

    >>> import nonholo as nh
    >>> found = next(contractions(nh.constraints("y dx = x dy").system.pfaffian))
    >>> found.matrix, found.point, found.bare
    ([[1, 0], [0, 1]], (0, 0), True)
    """
    work = Work.of(BUDGETS.orbits)
    for copy, point in _copies(rows, points):
        some = [(M, matrices.echelon(M)) for M in _fields(copy, point, work)]
        for M, form in sorted(some, key=lambda pair: -len(pair[1])):
            bare = not _inside(copy, point, form).k
            if settle(copy.chart.graph, BUDGETS.settling):
                p = rows.chart.graph.copy([point[q] for q in copy.chart.q])
                yield Contraction(M, tuple(p), bare)


def _copies(rows: Pfaffian, points: Sequence[Values]) -> Iterator[tuple[Pfaffian, Values]]:
    """The rows in graphs of their own, each with a point; none where nothing is known of them."""
    q = rows.chart.q
    if rows.space != "q" or not unbounded(q) or not smooth_everywhere(entries(rows), rows.chart):
        return
    if any(f is not None for f in rows.functions) or rows.k > rows.chart.n:
        return
    origin = dict.fromkeys(q, rows.chart.graph.zero)
    for at in [origin, *points][:MOST_POINTS]:
        yield in_new_graph(rows, at)


def joined_inside(rows: Pfaffian, points: Sequence[Values] = ()) -> tuple[Expr, ...] | None:
    """Proved: admissible paths lead from every configuration into a part whose configurations they
    join; functions that are 0 there alone, None where that is open.

    rows: of catastatic scleronomic constraints, all that are given, redundant ones too; points:
    where their rank drops, beside the origin.

    >>> import nonholo as nh
    >>> told = ("y dx = x dy", "y dy = -x dx")
    >>> rays, circles = (nh.constraints(row).system.pfaffian for row in told)
    >>> joined_inside(rays), joined_inside(circles)
    ((x, y), None)
    """
    work = Work.of(BUDGETS.orbits)
    for copy, point in _copies(rows, points):
        try:
            where = _joined(copy, point, work)
        except (ContradictoryConstraints, OutOfReach, ZeroDivisionError):
            continue
        if where and settle(copy.chart.graph, BUDGETS.settling):
            return tuple(rows.chart.graph.copy(where))
    return None


def _joined(rows: Pfaffian, p: Values, work: Work) -> tuple[Expr, ...]:
    """What is 0 in F, for a part F as above; nothing where none was found."""
    forms = [matrices.echelon(M) for M in _fields(rows, p, work)]
    parts = [(form, _inside(rows, p, form)) for form in forms]
    parts.sort(key=lambda part: part[1].k)
    for form, left in parts:
        if not left.k or _one_piece(left, p, work):
            graph = rows.chart.graph
            away = [q - p[q] for q in rows.chart.q]
            return tuple(dot(graph, [graph.number(c) for c in row], away) for row in form)
    return ()


def _one_piece(rows: Pfaffian, p: Values, work: Work) -> bool:
    """All configurations of an affine space are joined, though the rows demand something there."""
    return not work.over and (
        spans_in_steps(independent_rows(rows)[0], work) or bool(_joined(rows, p, work))
    )


def _inside(rows: Pfaffian, p: Values, form: Sequence[Sequence[Rational]]) -> Pfaffian:
    """What the rows demand on F, in those of its coordinates that lead the others."""
    graph, chart = rows.chart.graph, rows.chart
    pivots = [next(j for j, c in enumerate(row) if c) for row in form]
    free = [j for j in range(chart.n) if j not in pivots]
    led: dict[int, list[Expr]] = {
        i: [graph.number(-row[j]) for j in free] for i, row in zip(pivots, form)
    }
    away = [chart.q[j] - p[chart.q[j]] for j in free]
    values = {chart.q[i]: p[chart.q[i]] + dot(graph, by, away) for i, by in led.items()}
    matrix = [graph.substitute(list(row), values) for row in rows.matrix]
    inside = [
        [graph.add(row[j], *(row[i] * by[a] for i, by in led.items())) for a, j in enumerate(free)]
        for row in matrix
    ]
    asked = tuple(tuple(row) for row in inside if not all(vanishes(e) for e in row))
    k = len(asked)
    return Pfaffian(chart.only(free), asked, (graph.zero,) * k, ("",) * k, (None,) * k)


def _fields(rows: Pfaffian, p: Values, work: Work) -> Iterator[Matrix]:
    """Matrices M as above, not 0: of all with A M (q - p) = 0 the one nearest to 1, those of a
    basis that are such, and sums and differences of two.
    """
    q, graph = rows.chart.q, rows.chart.graph
    idle = [all(row[a].is_zero for row in rows.matrix) for a in range(rows.chart.n)]
    places = [
        (a, b) for a in range(len(q)) for b in range(len(q)) if a == b or not (idle[a] or idle[b])
    ]
    if len(places) > MOST_UNKNOWN or not rows.k or rows.k > len(rows.chart.a):
        return
    nodes = [
        dot(graph, [row[a] for row in rows.matrix], rows.chart.a[: rows.k]) * (q[b] - p[q[b]])
        for a, b in places
    ]
    known = constant_relations(nodes, [*q, *rows.chart.a], max(work.left, 1))
    basis = [[e.args for e in c] for c in known if all(e.is_number for e in c)]
    sums = (
        [sign * a + b for a, b in zip(one, other)]
        for one, other in combinations(basis, 2)
        for sign in (1, -1)
    )
    for vector in islice(chain(_nearest(basis, places), basis, sums), MOST_FIELDS):
        if work.over:
            return
        M = _whole(vector, places, len(q))
        if M is not None:
            yield M


def _nearest(
    basis: Sequence[Sequence[Rational]], places: Sequence[tuple[int, int]]
) -> Iterator[list[Rational]]:
    """1 projected on what the basis spans: 1 itself where it is among them, however told."""
    one = [Rational(a == b) for a, b in places]
    gram = [[_times(v, w) for w in (*basis, one)] for v in basis]
    weights = [row[-1] for row in matrices.echelon(gram)]
    if basis:
        yield [_times(weights, column) for column in zip(*basis)]


def _times(v: Sequence[Rational], w: Sequence[Rational]) -> Rational:
    return sum((a * b for a, b in zip(v, w)), Rational(0))


def _whole(vector: Sequence[Rational], places: Sequence[tuple[int, int]], n: int) -> Matrix | None:
    """M or -M in whole numbers without a common divisor, if it has a basis of eigenvectors with
    eigenvalues 0, 1, 2, ...: if M (M - 1) ... (M - HIGHEST) = 0.
    """
    below = lcm(*(int(c.q) for c in vector))
    whole = [int(c * below) for c in vector]
    divisor = gcd(*whole)
    if not divisor:
        return None
    trace = sum(c for (a, b), c in zip(places, whole) if a == b)
    M = [[0] * n for _ in range(n)]
    for (a, b), c in zip(places, whole):
        M[a][b] = c // divisor * (1 if trace > 0 else -1)
    product = M
    for value in range(1, HIGHEST + 1):
        if not any(map(any, product)):
            break
        shifted = [[c - value * (i == j) for j, c in enumerate(row)] for i, row in enumerate(M)]
        product = [
            [sum(a * b for a, b in zip(row, column)) for column in zip(*shifted)] for row in product
        ]
    return M if trace and not any(map(any, product)) else None
