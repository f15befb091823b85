"""Do the velocities that several nonlinear constraints admit together span all that linear rows do?

    V = { v :  g_1 = ... = g_r = 0 },  solved for r - 1 velocities in turn:  X(u) with g(u) = 0
    T_i = g_j d/du_i - g_i d/du_j      derivatives along V:   T X, T T X, T T T X, ...

Where these span, V lies in no plane at the place, and a relation df/dq . v + df/dt = 0 for all v in
V has df/dq = 0: nothing is hidden but what linear rows hide.  A set in one piece is asked, for of
another piece nothing is known.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, islice

from nonholo.decide.relations import all_zero_on, decide_zero_on
from nonholo.decide.zero import Decision
from nonholo.dynamics.disguise import factors_with_velocities
from nonholo.dynamics.states import unsure_factors
from nonholo.expression.breaks import is_smooth_in
from nonholo.expression.graph import Expr
from nonholo.geometry.constraints.chart import Chart
from nonholo.linear.elimination import Matrix, determinant, dot, vanishes
from nonholo.words.sentence import say

Vector = list[Expr]

MOST_ORDERS = 4  # of derivatives along V
MOST_VECTORS = 12
MOST_TRIES = 20  # choices of vectors
SEVERAL = say(
    "several constraints are nonlinear in the velocities; decided is a set in one piece, all but "
    "one of them solved for a velocity"
)
FLAT = say("no derivatives along the admissible velocities were found that span")


def spans(
    chart: Chart, values: Sequence[Expr], velocities: Sequence[Expr], levels: Sequence[Expr]
) -> Decision:
    """Yes, with a state where they do; or it is open.

    values: the constraints in the independent velocities; velocities: those; levels: holonomic
    constraints.

    >>> import nonholo as nh
    >>> s = nh.constraints("x'^2 + y'^2 = z'^2", "x'*y' = z").system
    >>> spans(s.chart, [c.value for c in s.nonlinear], s.chart.v, ()).answer
    True
    """
    solved = _solved(chart, values, velocities)
    if solved is None:
        return Decision(None, reason=SEVERAL)
    g, place = solved
    free = [v for v in velocities if v not in place]
    tangent = tangents([g.diff(v) for v in free])
    level: list[Vector] = [[place.get(v, v) for v in velocities]]
    vectors: list[Vector] = []
    for _ in range(MOST_ORDERS):
        level = [_along(free, T, X) for X in level for T in tangent][:MOST_VECTORS]
        vectors += [X for X in level if not all(e.is_zero for e in X)]
    for some in islice(_choices(vectors, len(velocities)), MOST_TRIES):
        volume = determinant(chart.graph, some)
        if vanishes(volume):
            continue
        decision = all_zero_on([volume], (*levels, g))
        if decision.answer is False and decision.proved:
            return Decision(True, decision.evidence, point=decision.point)
    return Decision(None, reason=FLAT)


def tangents(slopes: Sequence[Expr]) -> Matrix:
    """p_c e_j - p_j e_c for j != c: they span what a covector p annihilates where p_c is not
    zero.

    >>> from nonholo.expression.graph import Graph
    >>> g = Graph()
    >>> tangents([g.symbol("a"), g.symbol("b")])
    [[-b, a]]
    """
    zero = slopes[0].graph.zero
    c = next((j for j, p in enumerate(slopes) if not p.is_zero), 0)
    vectors = []
    for j in (j for j in range(len(slopes)) if j != c):
        vector = [zero] * len(slopes)
        vector[j], vector[c] = slopes[c], -slopes[j]
        vectors.append(vector)
    return vectors


def _along(free: Sequence[Expr], T: Vector, X: Vector) -> Vector:
    return [dot(X[0].graph, T, [e.diff(v) for v in free]) for e in X]


def _choices(vectors: Sequence[Vector], n: int) -> Iterator[list[Vector]]:
    return (list(some) for some in combinations(vectors, n))


def _solved(
    chart: Chart, values: Sequence[Expr], velocities: Sequence[Expr]
) -> tuple[Expr, dict[Expr, Expr]] | None:
    """The last constraint and the velocities that the others are solved for; None where the set was
    not seen to be of one piece.
    """
    left, place = list(values), dict[Expr, Expr]()
    while len(left) > 1:
        ways = ((g, sure) for sure in (True, False) for g in left)
        steps = (_step(chart, g, left, velocities, sure) for g, sure in ways)
        if (step := next(filter(None, steps), None)) is None:
            return None
        g, v, value = step
        place = {s: e.subs({v: value}) for s, e in place.items()} | {v: value}
        left = [h.subs({v: value}) for h in left if h is not g]
    (g,) = left
    return (g, place) if g.has(velocities) and _one_factor(chart, g) else None


def _step(
    chart: Chart, g: Expr, left: Sequence[Expr], velocities: Sequence[Expr], sure: bool
) -> tuple[Expr, Expr, Expr] | None:
    """A velocity for which g = 0 is solved, and leaves no piece of the set out: its slope vanishes
    nowhere, or (not sure) where no piece is.
    """
    if not _one_factor(chart, g):
        return None
    for v in velocities:
        slope = g.diff(v)
        if slope.is_zero or slope.has([v]) or not is_smooth_in(g, v):
            continue
        offset = g.subs({v: chart.graph.zero})
        others = [h for h in left if h is not g]
        if unsure_factors(slope, chart) == [] if sure else _thin(chart, slope, offset, others):
            return g, v, -offset / slope
    return None


def _thin(chart: Chart, slope: Expr, offset: Expr, others: Sequence[Expr]) -> bool:
    """Where slope and offset vanish, which is one piece, the others do not."""
    moving = (*chart.q, *chart.v)
    s = next((s for s in moving if slope.diff(s).is_number and slope.has([s])), None)
    if s is None:
        return False
    there = {s: s - slope / slope.diff(s)}
    offset = offset.subs(there)
    one = not offset.is_zero and (_one_factor(chart, offset) or offset.is_number)
    return one and all(
        offset.is_number or decide_zero_on(h.subs(there), [offset]).answer is False for h in others
    )


def _one_factor(chart: Chart, g: Expr) -> bool:
    moving, still = factors_with_velocities(chart, g)
    return len(moving) + len(still) == 1
