"""Velocity constraints as Pfaffian rows  sum_i a_li(q,t) q_i' + a_l0(q,t) = 0.

As one-forms on the extended space: w_l = sum_i a_li dq_i + a_l0 dt.  A holonomic f(q,t) = 0 enters
as df and is remembered, for it fixes the level of f too.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Literal

from nonholo.algebra.field import Field
from nonholo.arithmetic.matrices import rank_modulo
from nonholo.arithmetic.numbers import Rational
from nonholo.decide.ball import ball
from nonholo.errors import ConditionLeft, ContradictoryConstraints, NotPfaffian, OutOfReach, asking
from nonholo.expression.breaks import is_smooth_in
from nonholo.expression.graph import Expr, Graph, ordered
from nonholo.expression.ranges import range_of
from nonholo.geometry.constraints.chart import Chart
from nonholo.geometry.constraints.levels import require_levels
from nonholo.linear.elimination import Echelon, dot, echelon, vanishes
from nonholo.words.sentence import Sentence, say
from nonholo.writing.present import fraction, presentable

_ONE = Rational(1)
SAMPLES = 12  # points at which the sign of a denominator is looked at
WIDE = 64  # columns from which a row keeps only what is not zero


class SparseRow(Sequence):
    """A row of many columns that keeps only its nonzero entries; reads like the tuple it stands
    for.
    """

    __slots__ = ("entries", "size", "zero")

    def __init__(self, entries: Mapping[int, Expr], size: int, zero: Expr):
        self.entries, self.size, self.zero = dict(entries), size, zero

    def __len__(self) -> int:
        return self.size

    def __getitem__(self, j):
        if isinstance(j, slice):
            return tuple(self)[j]
        if not -self.size <= j < self.size:
            raise IndexError(j)
        return self.entries.get(j % self.size, self.zero)

    def __iter__(self) -> Iterator[Expr]:
        return (self.entries.get(j, self.zero) for j in range(self.size))


def row_of(entries: Mapping[int, Expr], size: int, zero: Expr) -> Sequence[Expr]:
    """The row with these entries: a tuple, or a `SparseRow` if it is wide."""
    if size > WIDE:
        return SparseRow({j: e for j, e in sorted(entries.items()) if not e.is_zero}, size, zero)
    return tuple(entries.get(j, zero) for j in range(size))


def nonzero(row: Sequence[Expr]) -> dict[int, Expr]:
    """Column -> entry of a row, without the zeros.

    >>> import nonholo as nh
    >>> nonzero(nh.constraints("dz = y dx").system.pfaffian.matrix[0])
    {0: 1, 1: -y}
    """
    if isinstance(row, SparseRow):
        return row.entries
    return {j: e for j, e in enumerate(row) if not e.is_zero}


Space = Literal["q", "tq"]  # where a distribution lives: configurations, or with time


@dataclass(frozen=True, slots=True)
class Pfaffian:
    """k forms in a chart: matrix A (k x n), affine part a_0 (k), and where each row comes from.

    labels: the constraint as the user wrote it; functions: f for a row that is df, else None.
    """

    chart: Chart
    matrix: tuple[Sequence[Expr], ...]
    affine: tuple[Expr, ...]
    labels: tuple[str, ...]
    functions: tuple[Expr | None, ...]

    @property
    def k(self) -> int:
        return len(self.matrix)

    @property
    def scleronomic(self) -> bool:
        """Neither a coefficient nor a holonomic function contains t."""
        t = self.chart.t.support
        functions = [f for f in self.functions if f is not None]
        return not any(e.support & t for e in (*entries(self), *functions))

    @property
    def catastatic(self) -> bool:
        """a_0 = 0: every virtual displacement is a possible one."""
        return all(e.is_zero for e in self.affine)

    @property
    def space(self) -> Space:
        """ "q" for a catastatic scleronomic set, else "tq": where its distribution lives."""
        return "q" if self.scleronomic and self.catastatic else "tq"

    def form(self, l: int) -> tuple[Expr, ...]:
        """Row l as a form on the extended space, dt first: (a_l0, a_l1, ..., a_ln)."""
        return (self.affine[l], *self.matrix[l])

    def value(self, l: int) -> Expr:
        """The left side sum_i a_li q_i' + a_l0."""
        return dot(self.chart.graph, self.matrix[l], self.chart.v) + self.affine[l]

    def take(self, rows: Sequence[int]) -> Pfaffian:
        """Only the given rows."""
        return replace(
            self,
            matrix=tuple(self.matrix[l] for l in rows),
            affine=tuple(self.affine[l] for l in rows),
            labels=tuple(self.labels[l] for l in rows),
            functions=tuple(self.functions[l] for l in rows),
        )

    def subs(self, values: Mapping[Expr, Expr]) -> Pfaffian:
        """Symbols replaced in every coefficient."""
        graph = self.chart.graph
        put = graph.putting(values)
        matrix = tuple(
            row_of({j: put(e) for j, e in nonzero(row).items()}, len(row), graph.zero)
            for row in self.matrix
        )
        functions = tuple(f if f is None else put(f) for f in self.functions)
        return replace(
            self, matrix=matrix, affine=tuple(map(put, self.affine)), functions=functions
        )


def entries(rows: Pfaffian) -> list[Expr]:
    """The coefficients that are not zero, and the affine parts.

    >>> import nonholo as nh
    >>> entries(nh.constraints("dz = y dx").system.pfaffian)
    [1, -y, 0]
    """
    return [e for row in rows.matrix for e in nonzero(row).values()] + list(rows.affine)


def pfaffian(
    chart: Chart,
    constraints: Sequence[Expr],
    labels: Sequence[str] | None = None,
    holonomic: Sequence[Expr] = (),
    holonomic_labels: Sequence[str] | None = None,
) -> Pfaffian:
    """The rows of holonomic constraints f(q, t) = 0, then those of velocity constraints.

        sum_i a_li q_i' + a_l0 = 0;      of f:  a_li = df/dq_i,  a_l0 = df/dt

    constraints: left sides, affine in the velocities; labels: their texts, for messages; holonomic,
    holonomic_labels: the functions f and their texts.  Raises NotPfaffian for a velocity constraint
    that is not affine in the velocities, or holds accelerations, with the offending term named.

    >>> from nonholo.expression.graph import Graph
    >>> from nonholo.geometry.constraints.chart import chart
    >>> plane = chart(Graph(), ["x", "y"])
    >>> (x, y), (dx, dy) = plane.q, plane.v
    >>> rows = pfaffian(plane, [dx - y * dy + 2], holonomic=[x**2 + y])
    >>> rows.matrix, rows.affine
    (((2*x, 1), (1, -y)), (0, 2))
    """
    labels = list(labels or map(str, constraints))
    holonomic_labels = list(holonomic_labels or map(str, holonomic))
    places, rates, accelerations = Places(chart.q), Places(chart.v), chart.graph.mask(chart.a)
    rows = [_differential(chart, f, places) for f in holonomic]
    rows += [
        _linear_row(chart, c, label, rates, accelerations)
        for c, label in zip(constraints, labels, strict=True)
    ]
    return Pfaffian(
        chart,
        tuple(row for row, _ in rows),
        tuple(a for _, a in rows),
        tuple(holonomic_labels + labels),
        tuple(holonomic) + (None,) * len(constraints),
    )


class Places:
    """Which of some symbols an expression contains, in time proportional to their number there."""

    def __init__(self, symbols: Sequence[Expr]):
        self.mask = 0
        for s in symbols:
            self.mask |= s.support
        self.place = {s.support.bit_length(): j for j, s in enumerate(symbols)}

    def of(self, support: int) -> list[int]:
        """The numbers of the symbols in a support, in order."""
        numbers, remaining = [], support & self.mask
        while remaining:
            low = remaining & -remaining
            numbers.append(self.place[low.bit_length()])
            remaining ^= low
        return sorted(numbers)


def _differential(chart: Chart, f: Expr, places: Places):
    """df = sum_i f_{q_i} dq_i + f_t dt, by the coordinates that f contains."""
    columns = {j: f.diff(chart.q[j]) for j in places.of(f.support)}
    return row_of(columns, chart.n, chart.graph.zero), f.diff(chart.t)


def on_accelerations(label: str) -> Sentence:
    """That a constraint holds accelerations, and what to try.

    >>> on_accelerations("x'' = y'").partition(";")[0]
    "x'' = y': contains accelerations"
    """
    return say(
        "{label}: contains accelerations; needed: a constraint on velocities; its geometry "
        "can be asked with a further coordinate u for a velocity: x' = u, and u' for x''",
        label=label,
    )


def _linear_row(chart: Chart, constraint: Expr, label: str, rates: Places, accelerations: int):
    if constraint.support & accelerations:
        raise NotPfaffian(on_accelerations(label))
    graph = chart.graph
    moving = [(j, chart.v[j]) for j in rates.of(constraint.support)]
    linear = linear_parts(graph, constraint, [v for _, v in moving])
    if linear is None:
        columns = {j: constraint.diff(v) for j, v in moving}
        _refuse_nonlinear(chart, columns, label)
        _refuse_bends(chart, constraint, label)
        affine = constraint.subs({v: graph.zero for _, v in moving})
    else:
        by_rate, affine = linear
        columns = {j: by_rate[v] for j, v in moving if v in by_rate}
    return row_of(columns, chart.n, graph.zero), affine


def _refuse_nonlinear(chart: Chart, columns: Mapping[int, Expr], label: str) -> None:
    for j, entry in columns.items():
        if entry.has(chart.v):
            raise NotPfaffian(
                say(
                    "{label}: not linear in the velocities (its derivative by {names}' is "
                    "{entry}); needed: sum of coefficient(q, t) * velocity + rest(q, t); "
                    "nonlinear velocity constraints have equations of motion (`compare`, by "
                    "Chetaev's rule), but integrability, flags and curvature are those of "
                    "Pfaffian forms",
                    label=label,
                    names=chart.names[j],
                    entry=entry,
                )
            )


def _refuse_bends(chart: Chart, constraint: Expr, label: str) -> None:
    """The sign of a velocity has no slope, and is no number; nor is log(x') - log(2 x') its value
    at rest, where it has none.
    """
    for name, v in zip(chart.names, chart.v):
        if constraint.has([v]) and not is_smooth_in(constraint, v):
            raise NotPfaffian(
                say(
                    "{label}: not linear in the velocities ({name}' is in what bends, jumps or has "
                    "no value for some of them); needed: sum of coefficient(q, t) * velocity + "
                    "rest(q, t)",
                    label=label,
                    name=name,
                )
            )


Columns = dict[Expr, tuple[Expr, Rational]]  # symbol -> its coefficient as node and rational factor


def linear_parts(
    graph: Graph, root: Expr, symbols: Sequence[Expr]
) -> tuple[dict[Expr, Expr], Expr] | None:
    """root = sum_s c_s s + remainder, read off its form in one walk: ({s: c_s}, remainder).

    None if the form does not show it (a square of a velocity that cancels, say): then
    differentiate.

    graph: of all of them; root: an expression; symbols: in which it may be linear.

    >>> g = Graph()
    >>> x, y = g.symbol("x"), g.symbol("y")
    >>> linear_parts(g, 2 * x * y + 1, [x]), linear_parts(g, x * x, [x])
    (({x: 2*y}, 1), None)
    """
    bits = graph.mask(symbols)
    memo: dict[int, tuple[Columns, Expr]] = {}
    for node in ordered([root], stop=lambda n: not n.support & bits):
        parts = _linear_node(graph, node, bits, memo)
        if parts is None:
            return None
        memo[node.index] = parts
    columns, remainder = memo.get(root.index, ({}, root))
    return {
        s: node if c == 1 else graph.scale(node, c) for s, (node, c) in columns.items()
    }, remainder


def _linear_node(graph: Graph, node: Expr, bits: int, memo) -> tuple[Columns, Expr] | None:
    if node.kind == "symbol":
        return {node: (graph.one, _ONE)}, graph.zero
    if node.kind == "product":
        return _linear_product(graph, node, bits, memo)
    return _linear_sum(graph, node, bits, memo) if node.kind == "sum" else None


def _linear_product(graph: Graph, node: Expr, bits: int, memo) -> tuple[Columns, Expr] | None:
    moving = [(base, e) for base, e in node.args if base.support & bits]
    if len(moving) != 1 or moving[0][1] != 1:
        return None
    columns, remainder = memo[moving[0][0].index]
    factors = [(base, e) for base, e in node.args if base is not moving[0][0]]
    if moving[0][0] in columns:  # the symbol itself
        return {moving[0][0]: graph.monomial(factors)}, graph.zero
    scaled = {}
    for s, (other, c) in columns.items():
        product, more = graph.monomial([*factors, (other, 1)])
        scaled[s] = product, c * more
    return scaled, remainder if remainder.is_zero else graph.product([*factors, (remainder, 1)])


def _linear_sum(graph: Graph, node: Expr, bits: int, memo) -> tuple[Columns, Expr]:
    constant, terms = node.args
    remainder = [(graph.number(constant), _ONE)]
    collected: dict[Expr, list[tuple[Expr, Rational]]] = {}
    for term, c in terms:
        if not term.support & bits:
            remainder.append((term, c))
            continue
        columns, other = memo[term.index]
        if not other.is_zero:
            remainder.append((other, c))
        for s, (coefficient, more) in columns.items():
            collected.setdefault(s, []).append((coefficient, c * more))
    return {
        s: pairs[0] if len(pairs) == 1 else (graph.sum(pairs), _ONE)
        for s, pairs in collected.items()
    }, graph.sum(remainder)


@dataclass(frozen=True, slots=True)
class Redundant:
    """A row that follows from others: row = sum_j coefficients[j] * row_j (indices of the full
    set).
    """

    row: int
    coefficients: tuple[tuple[int, Expr], ...]


def independent_rows(full: Pfaffian) -> tuple[Pfaffian, tuple[int, ...], tuple[Redundant, ...]]:
    """The set without redundant rows, the indices kept, and the redundant rows explained.

    Rows are kept first come, first served, but where the rows before are a combination without
    poles of a row and the others, that row is kept: of sin(x) w and w the second.  Each redundant
    row comes with the combination it is.  Raises ContradictoryConstraints if a combination of rows
    has no velocities left but a rest that does not vanish.

    >>> import nonholo as nh
    >>> twice = nh.constraints("dz = y dx", "2 dz = 2 y dx").system.pfaffian
    >>> independent_rows(twice)[1:]
    ((0,), (Redundant(row=1, coefficients=((0, 2),)),))
    """
    if _surely_independent(full) or _echelon(full, range(full.k)).rank == full.k:
        return full, tuple(range(full.k)), ()
    independent: list[int] = []
    for row in range(full.k):
        form = _echelon(full, [*independent, row])
        if form.rank == len(independent) + 1:
            independent.append(row)
        else:
            independent = _without_poles(full, [*independent, row], form)
    others = [row for row in range(full.k) if row not in independent]
    redundant = [
        _combination(full, independent, row, _echelon(full, [*independent, row])) for row in others
    ]
    return full.take(independent), tuple(independent), tuple(redundant)


def independent_at(full: Pfaffian, chosen: Pfaffian, point: Mapping[Expr, Expr]) -> Pfaffian:
    """As many rows as are chosen, and of these as many as can be independent at a point.

    Where all are, they span the same rows as those chosen at the points around it.

    full: all rows; chosen: independent ones, at most points as many as can be; point: coordinate ->
    constant.

    >>> import nonholo as nh
    >>> case = nh.constraints("x dz = x dy", "y dz = y dy")
    >>> full, point = case.system.pfaffian, case.point({"x": 0, "y": 1})
    >>> independent_at(full, full.take([0]), point).labels
    ('y dz = y dy',)
    """
    if full.k == chosen.k:
        return chosen
    graph = full.chart.graph
    try:
        there = [graph.substitute(list(row), point) for row in full.matrix]
    except ZeroDivisionError:
        return chosen
    first = echelon(graph, list(zip(*there)), tracked=False).pivots
    if len(first) < chosen.k:  # filled up with what is independent at the points around it
        order = [*first, *(l for l in range(full.k) if l not in first)]
        around = [full.matrix[l] for l in order]
        form = echelon(graph, list(zip(*around)), tracked=False)
        first = tuple(order[i] for i in form.pivots)
    return full.take(sorted(first[: chosen.k])) if len(first) >= chosen.k else chosen


def _without_poles(full: Pfaffian, rows: list[int], form: Echelon) -> list[int]:
    """The rows but for one that follows from the others, by preference without poles; else the
    last.

    A row df that came first stays: it fixes the level of f too.
    """
    (idle,) = form.idle
    for i in reversed(range(len(rows))):
        free = rows[i] == rows[-1] or full.functions[rows[i]] is None
        if (
            free
            and not idle[i].is_zero
            and not any(_has_pole(c / idle[i]) for c in idle if not c.is_zero)
        ):
            return [row for j, row in enumerate(rows) if j != i]
    return rows[:-1]


def _has_pole(f: Expr) -> bool:
    """A denominator that changes its sign between some points, or vanishes at one; or one that is
    not found out.
    """
    try:
        field = Field([f])
        below = [field.expression(field.factors[k]) for k in field.normal(f).den]
    except OutOfReach:
        return True
    return any(len(_signs(e)) > 1 for e in below)


def _signs(f: Expr) -> set[int]:
    rng, signs = random.Random(1), set()
    for _ in range(SAMPLES):
        value = ball(f, {s: Rational(rng.randint(-60, 60), 20) for s in f.symbols()})
        signs.add(1 if value > 0 else -1 if value < 0 else 0)
    return signs


def _surely_independent(full: Pfaffian) -> bool:
    """Rank k at a random point modulo a prime, where what does not vanish there does not vanish:
    a proof.
    """
    entries = [e for row in full.matrix for e in row]
    if not all(e.is_zero or e.surely_nonzero for e in entries):
        return False
    p = full.chart.graph.modulus.p
    return rank_modulo([[e.value[0] for e in row] for row in full.matrix], p) == full.k


def _echelon(full: Pfaffian, rows: Sequence[int]) -> Echelon:
    graph = full.chart.graph
    return echelon(
        graph, [[*full.matrix[l], full.affine[l]] for l in rows], columns=range(full.chart.n)
    )


def _combination(full: Pfaffian, independent: list[int], row: int, form: Echelon) -> Redundant:
    graph = full.chart.graph
    (idle,) = form.idle
    last = idle[-1]
    coefficients = tuple((l, -c / last) for l, c in zip(independent, idle) if not c.is_zero)
    remainder = full.affine[row] - graph.add(*(c * full.affine[l] for l, c in coefficients))
    if not vanishes(remainder):
        names = [full.labels[l] for l, _ in coefficients] + [full.labels[row]]
        what = presentable(remainder)
        with suppress(OutOfReach):
            field, above, _ = fraction(remainder)
            what = presentable(field.expression(above))
        moving = what.has([*full.chart.q, full.chart.t])
        never = what.is_number or range_of(what).nonzero
        moving = moving and not never
        always = (
            say(" (never true)")
            if never
            else say(", a condition on the configuration, not on velocities")
            if moving and what.has(full.chart.q)
            else say(", a condition on time, not on velocities")
            if moving
            else say(", a condition on parameters")
        )
        refusal = ConditionLeft if moving else ContradictoryConstraints
        raise refusal(
            say(
                "together these constraints leave no velocity and demand {what} = 0{always}: ",
                what=what,
                always=always,
            )
            + "; ".join(names)
            + say(
                "; try dropping or correcting one of them, or stating the condition under "
                "holonomic_constraints"
            )
            + (
                ""
                if not moving
                else say("; {ask} follows it step by step", ask=asking("consistency"))
            )
        )
    require_levels(full.functions, full.labels, row, coefficients)
    return Redundant(row, coefficients)
