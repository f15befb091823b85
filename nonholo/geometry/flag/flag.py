"""Growth of the distribution under Lie brackets, and the hidden holonomic relations.

    small flag   D_1 = E,  D_{s+1} = D_s + [D_1, D_s]
            big flag   D^1 = E,  D^{s+1} = D^s + [D^s, D^s]

E is spanned by X_1..X_m, and X_0 too for an affine or rheonomic set.  The brackets of the X_J have
only components along the dependent coordinates ("vertical"):

    [X_I, X_J]^l = X_I(alpha_lJ) - X_J(alpha_lI),
            [X_I, Y]^l = X_I(Y^l) - sum_r Y^r d alpha_lI/dq_r

The involutive closure has dimension n + 1 - h in (t, q); h = rank of the limit of the derived flag
is the number of independent holonomic relations hidden in the set."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, combinations, product
from types import MappingProxyType

from nonholo.decide.zero import Decision, settle
from nonholo.errors import OutOfReach, said
from nonholo.expression.graph import OPAQUE, Expr, Graph
from nonholo.geometry.constraints.chart import chart as chart_of
from nonholo.geometry.constraints.pfaffian import Pfaffian, Space
from nonholo.geometry.distribution.distribution import Distribution
from nonholo.linear.elimination import Matrix, dot, echelon
from nonholo.words.sentence import say
from nonholo.work import BUDGETS, Work

Vertical = tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Growth:
    """Growth vector (dim D_1, dim D_2, ...), and how it is known.

    space: "q" or "tq"; complete: the sequence has become stationary; evidence: a `Decision`
    whose answer is True when complete.
    """

    vector: tuple[int, ...]
    space: Space
    complete: bool
    evidence: Decision

    @property
    def degree(self) -> int:
        """Degree of nonholonomy: the step at which it stops growing."""
        return len(self.vector)


@dataclass(frozen=True, slots=True)
class Closure:
    """The involutive closure: generic growth, and h = k - (vertical dimension of the closure).

    vertical: a reduced basis of the vertical fields in it (components along the dependent
    coordinates); levels: the brackets by which it grew, length by length; by: how h is known where
    growth is not."""

    growth: Growth
    relations: int | None
    vertical: tuple[Vertical, ...] = ()
    levels: tuple[tuple[Vertical, ...], ...] = ()
    by: Decision | None = None

    @property
    def evidence(self) -> Decision:
        """How h is known."""
        return self.by or self.growth.evidence


def indices(d: Distribution) -> tuple[int, ...]:
    """The horizontal fields that span E: X_1..X_m, with X_0 in (t, q).

    >>> import nonholo as nh
    >>> from nonholo.geometry.distribution.distribution import distribution
    >>> indices(distribution(nh.constraints("dz = y dx").system.pfaffian))
    (1, 2)
    """
    return tuple(range(1, d.m + 1)) if d.pfaffian.space == "q" else tuple(range(d.m + 1))


def first_brackets(d: Distribution) -> list[Vertical]:
    """The vertical fields [X_I, X_J], I < J, each by its entries along the dependent velocities.

    >>> import nonholo as nh
    >>> from nonholo.geometry.distribution.distribution import distribution
    >>> first_brackets(distribution(nh.constraints("dz = y^3 dx").system.pfaffian, ["z"]))
    [(-3*y**2,)]
    """
    span = indices(d)
    return [
        tuple(d.X(I, row[J]) - d.X(J, row[I]) for row in d.alpha)
        for a, I in enumerate(span)
        for J in span[a + 1 :]
    ]


def bracket(d: Distribution, I: int, Y: Vertical) -> Vertical:
    """[X_I, Y] for a vertical field Y.

        [X_I, Y]^l = X_I(Y^l) - sum_r Y^r d alpha_lI/dq_r

    d: rows solved; I: of `indices`; Y: entries along the dependent velocities.

    >>> import nonholo as nh
    >>> from nonholo.geometry.distribution.distribution import distribution
    >>> d = distribution(nh.constraints("dz = y^3 dx").system.pfaffian, ["z"])
    >>> [bracket(d, I, Y) for Y in first_brackets(d) for I in indices(d)]
    [(0,), (-6*y,)]
    """
    q = [d.chart.q[l] for l in d.dependent]
    graph = d.chart.graph
    return tuple(
        graph.add(d.X(I, y), *(-(c * row[I].diff(s)) for c, s in zip(Y, q) if row[I].has([s])))
        for y, row in zip(Y, d.alpha)
    )


def vertical_bracket(d: Distribution, Y: Vertical, Z: Vertical) -> Vertical:
    """[Y, Z]^l = sum_r (Y^r dZ^l/dq_r - Z^r dY^l/dq_r) for vertical fields."""
    q = [d.chart.q[l] for l in d.dependent]
    add = d.chart.graph.add
    return tuple(
        add(
            *(
                Y[r] * z.diff(s) - Z[r] * y.diff(s)
                for r, s in enumerate(q)
                if y.has([s]) or z.has([s])
            )
        )
        for y, z in zip(Y, Z)
    )


class Span:
    """A growing span of vertical fields over the field of functions, kept as an echelon form."""

    def __init__(self, graph: Graph):
        self.graph = graph
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


def closure(d: Distribution, units: int = BUDGETS.brackets) -> Closure:
    """Generic growth vector and h, by brackets until nothing new comes.

        D_1 = E,   D_{s+1} = D_s + [D_1, D_s],      h = k - (dimension of its limit - dim E)

    units: of work.  Growth is proved by pivots that do not vanish, its end by the brackets that
    fold into the span, or as all keep the f of a row df; when normal forms or brackets are out of
    reach the evidence says so.

    >>> import nonholo as nh
    >>> from nonholo.geometry.distribution.distribution import distribution
    >>> generic = closure(distribution(nh.constraints("dz = y dx").system.pfaffian))
    >>> generic.growth.vector, generic.relations, generic.growth.evidence.proved
    ((2, 3), 0, True)
    """
    work = Work.of(units)
    base, most = len(indices(d)), sum(f is None for f in d.pfaffian.functions)
    vector, span = [base], Span(d.chart.graph)
    levels: list[tuple[Vertical, ...]] = []
    try:
        fresh = [Y for Y in first_brackets(d) if span.add(Y)]
        while fresh:
            vector.append(base + span.rank)
            levels.append(tuple(fresh))
            if span.rank == most:
                break
            fresh = _next_level(d, span, fresh, work)
    except OutOfReach as limit:
        return Closure(
            Growth(tuple(vector), d.pfaffian.space, False, Decision(None, reason=said(limit))), None
        )
    proved = settle(d.chart.graph, work.left)
    kind = "randomised" if not proved else "ball" if span.doubtful else "normal form"
    growth = Growth(tuple(vector), d.pfaffian.space, True, Decision(True, kind))
    return Closure(growth, d.k - span.rank, tuple(map(tuple, span.rows)), tuple(levels))


def spanning(d: Distribution, rank: int, units: int = BUDGETS.brackets) -> Iterator[list[Vertical]]:
    """The brackets by which `closure` grows, length by length, until they have a rank.

    Raises OutOfReach.
    """
    work, span = Work.of(units), Span(d.chart.graph)
    fresh = [Y for Y in first_brackets(d) if span.add(Y)]
    while fresh:
        yield fresh
        if span.rank >= rank:
            return
        fresh = _next_level(d, span, fresh, work)


def limit_forms(d: Distribution, generic: Closure) -> list[tuple[Expr, ...]]:
    """A basis of I_inf, the limit of the derived flag, as forms (dt, dq_1, ..., dq_n).

        sum_l c_l theta_l,   theta_l = dq_l - alpha_lJ dr^J,   sum_l c_l Y^l = 0

    for all vertical Y of the closure `generic`.

    >>> import nonholo as nh
    >>> from nonholo.geometry.distribution.distribution import distribution
    >>> pair = nh.constraints("dx + dy = 0", "dz = y du", also=["u"]).system.pfaffian
    >>> d = distribution(pair, ["x", "z"])
    >>> pair.chart.names, limit_forms(d, closure(d))
    (('x', 'y', 'z', 'u'), [(0, 1, 1, 0, 0)])
    """
    chart, graph = d.chart, d.chart.graph
    columns = list(zip(*generic.vertical))
    pivots = [
        next(
            l
            for l, y in enumerate(Y)
            if y is graph.one and sum(not e.is_zero for e in columns[l]) == 1
        )
        for Y in generic.vertical
    ]
    forms = []
    for free in (l for l in range(d.k) if l not in pivots):
        c = [graph.zero] * d.k
        c[free] = graph.one
        for Y, pivot in zip(generic.vertical, pivots):
            c[pivot] = -Y[free]
        form = [graph.zero] * (chart.n + 1)
        for l, column in enumerate(d.dependent):
            form[column + 1] = c[l]
        for J, column in enumerate((-1, *d.independent)):
            form[column + 1] = -dot(graph, c, [row[J] for row in d.alpha])
        forms.append(tuple(form))
    return forms


def big_growth(d: Distribution, generic: Closure, units: int = BUDGETS.brackets) -> Growth:
    """Generic growth vector of the big (derived) flag, which ends where the small one does.

        D^1 = E,   D^{s+1} = D^s + [D^s, D^s]

    generic: the generic closure; units: of work.  Up to degree 3 the two are equal: D^2 = D_2, and
    D^3 lies between D_3 and the closure.

    >>> import nonholo as nh
    >>> from nonholo.geometry.distribution.distribution import distribution
    >>> chain = ["dz = y dx", "du = z dx", "dv = u dx"]
    >>> d = distribution(nh.constraints(*chain).system.pfaffian, ["z", "u", "v"])
    >>> closure(d).growth.vector, big_growth(d, closure(d)).vector
    ((2, 3, 4, 5), (2, 3, 4, 5))
    """
    small = generic.growth
    if not small.complete or small.degree <= 3:
        return small
    work, base = Work.of(units), len(indices(d))
    vector, span = [base], Span(d.chart.graph)
    old: list[Vertical] = []
    try:
        fresh = [Y for Y in first_brackets(d) if span.add(Y)]
        while fresh:
            vector.append(base + span.rank)
            if vector[-1] == small.vector[-1]:
                break
            fresh, old = _next_big(d, span, fresh, old, work), [*old, *fresh]
    except OutOfReach as limit:
        return Growth(tuple(vector), small.space, False, Decision(None, reason=said(limit)))
    proved = small.evidence.proved and settle(d.chart.graph, work.left)
    return Growth(
        tuple(vector), small.space, True, small.evidence if proved else Decision(True, "randomised")
    )


def _next_big(d: Distribution, span: Span, fresh: list[Vertical], old: list[Vertical], work: Work):
    """The brackets of D^s with its newest fields that lie outside it."""
    pairs = [*combinations(fresh, 2), *product(fresh, old)]
    brackets = chain(
        (bracket(d, I, Y) for Y in fresh for I in indices(d)),
        (vertical_bracket(d, Y, Z) for Y, Z in pairs),
    )
    outside = []
    for Z in brackets:
        if work.over:
            raise OutOfReach(say("the limit of work while taking brackets"))
        if span.add(Z):
            outside.append(Z)
    return outside


def _next_level(d: Distribution, span: Span, level: list[Vertical], work: Work) -> list[Vertical]:
    fresh = []
    for Y in level:
        for I in indices(d):
            if work.over:
                raise OutOfReach(say("the limit of work while taking brackets"))
            Z = bracket(d, I, Y)
            if span.add(Z):
                fresh.append(Z)
            if span.rank == d.k:
                return fresh
    return fresh


def in_new_graph(pfaffian: Pfaffian, point: Mapping[Expr, Expr] = MappingProxyType({})):
    """A copy of the rows, with a point, in a graph of its own.

    No older form, singular somewhere, stands for a new one there, and what is merged there burdens
    nobody else.  Returned are the rows and the point in the symbols of the new graph.

    >>> import nonholo as nh
    >>> rows = nh.constraints("dz = y dx").system.pfaffian
    >>> copied, _ = in_new_graph(rows)
    >>> copied.matrix, copied.chart.graph is rows.chart.graph
    (((1, -y, 0),), False)
    """
    graph, old = pfaffian.chart.graph.fresh(), pfaffian.chart
    new_chart = chart_of(graph, old.names, old.t.args)
    rows = tuple(tuple(graph.copy(row)) for row in pfaffian.matrix)
    copied = replace(
        pfaffian,
        chart=new_chart,
        matrix=rows,
        affine=tuple(graph.copy(pfaffian.affine)),
        functions=(None,) * pfaffian.k,
    )
    return copied, graph.copied(point)


def rank_at(pfaffian: Pfaffian, point: Mapping[Expr, Expr]) -> int:
    """Rank of A at one exact point: coordinate -> constant.

    >>> import nonholo as nh
    >>> case = nh.constraints("x dz = y dx")
    >>> rank_at(case.system.pfaffian, case.point({"x": 0})), case.system.pfaffian.k
    (0, 1)
    """
    graph = pfaffian.chart.graph
    rows = [graph.substitute(list(row), point) for row in pfaffian.matrix]
    return echelon(graph, rows).rank


def in_space(growth: Growth, space: Space) -> Growth:
    """The growth vector in (t, q), if the set as written contains t and its independent rows do
    not: d/dt adds 1.

    growth: in the space of the rows that are left; space: that of the set.

    >>> in_space(Growth((2, 3), "q", True, Decision(True)), "tq").vector
    (3, 4)
    """
    if growth.space == space:
        return growth
    return replace(growth, space=space, vector=tuple(d + 1 for d in growth.vector))
