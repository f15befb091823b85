"""Growth of the distribution under Lie brackets, and the hidden holonomic relations.

    D_1 = E,  D_{s+1} = D_s + [D_1, D_s]

E is spanned by X_1..X_m, and X_0 too for an affine or rheonomic set.  The brackets of the X_J have only
components along the dependent coordinates ("vertical"):

    [X_I, X_J]^l = X_I(alpha_lJ) - X_J(alpha_lI),     [X_I, Y]^l = X_I(Y^l) - sum_r Y^r d alpha_lI/dq_r

The involutive closure has dimension n + 1 - h in (t, q); h = rank of the limit of the derived flag is the
number of independent holonomic relations hidden in the set.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from nonholo.errors import OutOfReach, SingularPivot
from nonholo.exact.decide import Decision, settle
from nonholo.exact.graph import OPAQUE, Expr, Graph
from nonholo.exact.linear import Matrix, dot, echelon, vanishes
from nonholo.geometry.chart import chart
from nonholo.geometry.distribution import Distribution, split
from nonholo.geometry.loci import minor
from nonholo.geometry.pfaffian import Pfaffian
from nonholo.geometry.pivots import regular_choices

SECONDS = 10.0
MAX_FIELDS = 3000

Vertical = tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Growth:
    """Growth vector (dim D_1, dim D_2, ...), and how it is known.

    space: "q" or "tq"; complete: the sequence has become stationary; evidence: a `Decision`
    whose answer is True when complete.
    """

    vector: tuple[int, ...]
    space: str
    complete: bool
    evidence: Decision

    @property
    def degree(self) -> int:
        """Degree of nonholonomy: the step at which it stops growing."""
        return len(self.vector)


@dataclass(frozen=True, slots=True)
class Closure:
    """The involutive closure: generic growth, and h = k - (vertical dimension of the closure).

    vertical: a reduced basis of the vertical fields in it (components along the dependent coordinates).
    """

    growth: Growth
    relations: int | None
    vertical: tuple[Vertical, ...] = ()


def indices(d: Distribution) -> tuple[int, ...]:
    """The horizontal fields that span E: X_1..X_m, with X_0 in (t, q)."""
    return tuple(range(1, d.m + 1)) if d.pfaffian.space == "q" else tuple(range(d.m + 1))


def first_brackets(d: Distribution) -> list[Vertical]:
    """The vertical fields [X_I, X_J], I < J."""
    span = indices(d)
    return [tuple(d.X(I, row[J]) - d.X(J, row[I]) for row in d.alpha)
            for a, I in enumerate(span) for J in span[a + 1 :]]


def bracket(d: Distribution, I: int, Y: Vertical) -> Vertical:
    """[X_I, Y] for a vertical field Y."""
    q = [d.chart.q[l] for l in d.dependent]
    graph = d.chart.graph
    return tuple(
        graph.add(d.X(I, y), *(-(c * row[I].diff(s)) for c, s in zip(Y, q) if row[I].has([s])))
        for y, row in zip(Y, d.alpha))


class Span:
    """A growing span of vertical fields over the field of functions, kept as an echelon form."""

    def __init__(self, d: Distribution):
        self.graph = d.chart.graph
        self.rows: Matrix = []
        self.doubtful = False  # functions beyond the exact field take part

    @property
    def rank(self) -> int:
        return len(self.rows)

    def add(self, field: Sequence[Expr]) -> bool:
        """Take the field in; False if it lies in the span already."""
        if all(e.is_zero for e in field):
            return False
        self.doubtful |= any(e.doubt & OPAQUE for e in field)
        form = echelon(self.graph, [*self.rows, list(field)])
        grown = form.rank > self.rank
        if grown:
            self.rows = form.rows
        return grown


def closure(d: Distribution, seconds: float = SECONDS) -> Closure:
    """Generic growth vector and h, by brackets until nothing new comes.

    Growth is proved by pivots that do not vanish, its end by the brackets that fold into the span; when
    normal forms or brackets are out of reach the evidence says so.
    """
    deadline = time.monotonic() + seconds
    base = len(indices(d))
    vector, span = [base], Span(d)
    try:
        fresh = [Y for Y in first_brackets(d) if span.add(Y)]
        while fresh:
            vector.append(base + span.rank)
            if span.rank == d.k:
                break
            fresh = _next_level(d, span, fresh, deadline)
    except OutOfReach as limit:
        return Closure(Growth(tuple(vector), d.pfaffian.space, False, Decision(None, reason=str(limit))), None)
    proved = settle(d.chart.graph, max(0.1, deadline - time.monotonic()))
    kind = "randomised" if not proved else "ball" if span.doubtful else "normal form"
    growth = Growth(tuple(vector), d.pfaffian.space, True, Decision(True, kind))
    return Closure(growth, d.k - span.rank, tuple(map(tuple, span.rows)))


def limit_forms(d: Distribution, found: Closure) -> list[tuple[Expr, ...]]:
    """A basis of I_inf, the limit of the derived flag, as forms (dt, dq_1, ..., dq_n).

    sum_l c_l theta_l with theta_l = dq_l - alpha_lJ dr^J and sum_l c_l Y^l = 0 for all vertical Y of the closure.
    """
    chart, graph = d.chart, d.chart.graph
    columns = list(zip(*found.vertical))
    pivots = [next(l for l, y in enumerate(Y) if y is graph.one and sum(not e.is_zero for e in columns[l]) == 1)
              for Y in found.vertical]
    forms = []
    for free in (l for l in range(d.k) if l not in pivots):
        c = [graph.zero] * d.k
        c[free] = graph.one
        for Y, pivot in zip(found.vertical, pivots):
            c[pivot] = -Y[free]
        form = [graph.zero] * (chart.n + 1)
        for l, column in enumerate(d.dependent):
            form[column + 1] = c[l]
        for J, column in enumerate((-1, *d.independent)):
            form[column + 1] = -dot(graph, c, [row[J] for row in d.alpha])
        forms.append(tuple(form))
    return forms


def _next_level(d: Distribution, span: Span, level: list[Vertical], deadline: float) -> list[Vertical]:
    fresh = []
    for Y in level:
        for I in indices(d):
            if time.monotonic() > deadline:
                raise OutOfReach("the time limit while taking brackets")
            Z = bracket(d, I, Y)
            if span.add(Z):
                fresh.append(Z)
            if span.rank == d.k:
                return fresh
    return fresh


def growth_at(pfaffian: Pfaffian, point: Mapping[Expr, Expr], limit: int,
              seconds: float = SECONDS) -> Growth:
    """Growth vector at one exact point, by all iterated brackets of fields regular there.

    `limit` is the dimension at which growth ends (that of the generic closure).  Raises SingularPivot
    if A loses rank at the point: the distribution is not regular there.
    """
    pfaffian, point = in_new_graph(pfaffian, point)
    d = split(pfaffian, _regular_columns(pfaffian, point), point)
    graph, base = d.chart.graph, len(indices(d))
    deadline = time.monotonic() + seconds
    vector, reason = [base], ""
    values = Span(d)
    level, seen = first_brackets(d), set()
    while base + values.rank < limit:
        level = _distinct(level, seen)
        if not level:
            break
        if len(seen) > MAX_FIELDS or time.monotonic() > deadline:
            reason = f"stopped after {len(seen)} brackets of length up to {len(vector)}"
            break
        for Y in level:
            values.add(graph.substitute(list(Y), point))
        vector.append(base + values.rank)
        level = [bracket(d, I, Y) for Y in level for I in indices(d)] if base + values.rank < limit else []
    while len(vector) > 1 and vector[-1] == vector[-2]:
        vector.pop()
    proved = settle(graph, 1.0)
    evidence = Decision(None, reason=reason) if reason else Decision(
        True, "normal form" if proved else "randomised")
    return Growth(tuple(vector), pfaffian.space, not reason, evidence)


def in_new_graph(pfaffian: Pfaffian, point: Mapping[Expr, Expr] = MappingProxyType({})):
    """A copy (with a point) in a graph of its own: no older form, singular somewhere, stands for a new one,
    and what is merged there burdens nobody else."""
    graph, old = Graph(), pfaffian.chart
    own = chart(graph, old.names, old.t.args)
    rows = tuple(tuple(graph.copy(list(row))) for row in pfaffian.matrix)
    copied = replace(pfaffian, chart=own, matrix=rows, affine=tuple(graph.copy(list(pfaffian.affine))),
                     functions=(None,) * pfaffian.k)
    symbols, values = graph.copy(list(point)), graph.copy(list(point.values()))
    return copied, dict(zip(symbols, values))


def _distinct(level: list[Vertical], seen: set) -> list[Vertical]:
    """The fields that are not zero and not met before, up to sign."""
    fresh = []
    for Y in level:
        key = tuple(e.index for e in Y)
        if key in seen or all(e.is_zero for e in Y):
            continue
        seen.add(key)
        seen.add(tuple((-e).index for e in Y))
        fresh.append(Y)
    return fresh


def _regular_columns(pfaffian: Pfaffian, point: Mapping[Expr, Expr]) -> tuple[int, ...]:
    for columns in regular_choices(pfaffian):
        if not vanishes(minor(pfaffian, columns).subs(point)):
            return columns
    where = ", ".join(f"{s} = {v}" for s, v in point.items() if s is not pfaffian.chart.t or pfaffian.space == "tq")
    raise SingularPivot(f"at {where} the rank of the constraints drops below {pfaffian.k}: "
                        "there is no regular distribution and no growth vector there")


def rank_at(pfaffian: Pfaffian, point: Mapping[Expr, Expr]) -> int:
    """Rank of A at one exact point."""
    graph = pfaffian.chart.graph
    rows = [graph.substitute(list(row), point) for row in pfaffian.matrix]
    return echelon(graph, rows).rank
