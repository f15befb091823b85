"""Steady motions: velocities constant in every coordinate that the forces and constraints see.

The motion about which one linearises is q_i(t) = q_i + v_i t in the coordinates that occur in L, Q
or the constraints; the others (the place of a wheel on the floor) may move as the constraints
demand."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from nonholo.decide.ball import ball
from nonholo.decide.zero import decide_zero
from nonholo.dynamics.lagrange import require_lagrangian
from nonholo.dynamics.system import System
from nonholo.errors import InadmissibleState, NotApplicable
from nonholo.expression.graph import Expr
from nonholo.geometry.constraints.chart import Chart
from nonholo.geometry.constraints.pfaffian import Pfaffian, entries, independent_at
from nonholo.linear.elimination import Echelon, Matrix, cost, dot, echelon, vanishes
from nonholo.words.sentence import say
from nonholo.writing.present import presentable

LOST, WISHED, UNSEEN, TURNING = 10**12, 10**9, 10**6, 10**3  # weights of pivots
ROUNDING = 1e-9  # of a point given in decimals


@dataclass(frozen=True, slots=True)
class Base:
    """A candidate for a steady motion, and the split of the velocities that is regular along it.

    dependent, independent: columns; values: q, q' and q'' of every coordinate as functions of t and
    the parameters, and the inputs; seen: the columns of the coordinates that occur in L, Q or the
    constraints; residuals: what is 0 there, or almost so at a point given in decimals."""

    system: System
    pfaffian: Pfaffian
    dependent: tuple[int, ...]
    independent: tuple[int, ...]
    seen: frozenset[int]
    values: Mapping[Expr, Expr]
    residuals: tuple[Expr, ...] = ()

    def at(self, nodes: Sequence[Expr]) -> list[Expr]:
        """The expressions along the motion.

        Raises NotApplicable where one is singular.
        """
        try:
            return self.pfaffian.chart.graph.substitute(list(nodes), self.values)
        except ZeroDivisionError:
            raise NotApplicable(
                say(
                    "at this point an expression of the system is singular (a division by zero); "
                    "try other coordinates, in which the point is regular"
                )
            ) from None

    def followed(self) -> Base:
        """The same motion for what the forces do not see: coordinates that move on uniformly at
        their places, those that move otherwise as symbols.
        """
        chart, values = self.pfaffian.chart, dict(self.values)
        for j in set(range(chart.n)) - self.seen:
            q, speed = chart.q[j], self.values[chart.v[j]]
            if vanishes(speed.diff(chart.t)):
                values[q] += speed * chart.t
            else:
                del values[q]
        return replace(self, values=values)


def steady_base(
    system: System, pfaffian: Pfaffian, given: Mapping[Expr, Expr], wish: Sequence[str]
) -> Base:
    """The motion through the given point, with the velocities that the constraints leave no choice
    about.

    pfaffian: independent rows, in the place of which others of the system stand where these vanish;
    given: values of coordinates, velocities, inputs, and functions linear in the velocities.
    Coordinates and inputs not given are 0; so are the independent velocities not given, and before
    them the quasi-velocities not given where one is.  Raises InadmissibleState if the point
    violates a constraint, NotApplicable if a velocity that the forces see would not stay constant.
    """
    chart = pfaffian.chart
    place = {q: given.get(q, chart.graph.zero) for q in chart.q}
    pfaffian = independent_at(system.pfaffian, pfaffian, place)
    off = _require_on_the_set(system, place)
    seen = _columns_in_equations(system, pfaffian)
    here = _Rows(system, pfaffian, place)
    dependent = here.pivots(_preference(pfaffian, seen, wish))
    chosen = [e - x for e, x in given.items() if e.kind != "symbol"]
    quasi = [e for e in system.velocities.values() if e not in given]
    start = here.velocities(
        given, dependent, chosen, quasi if len(quasi) < len(system.velocities) else []
    )
    independent = tuple(j for j in range(chart.n) if j not in dependent)
    path = {
        chart.q[j]: place[chart.q[j]] + (start[j] * chart.t if j in seen else 0)
        for j in range(chart.n)
    }
    moving = _Rows(system, pfaffian, path)
    along = moving.velocities({chart.v[j]: start[j] for j in independent}, dependent)
    _require_uniform(chart, seen, along)
    rates = {chart.v[j]: along[j] for j in range(chart.n)}
    second = {chart.a[j]: along[j].diff(chart.t) for j in range(chart.n)}
    inputs = {u: given.get(u, chart.graph.zero) for u in system.inputs}
    values = path | rates | second | inputs
    residuals = (*off, *here.residuals, *moving.residuals)
    return Base(system, pfaffian, dependent, independent, seen, values, residuals)


def _require_on_the_set(system: System, place: Mapping[Expr, Expr]) -> list[Expr]:
    """What is left of the holonomic constraints."""
    start = {**place, system.chart.t: system.chart.graph.zero}
    left = [f.subs(start) for f in system.holonomic]
    for f, value in zip(system.holonomic, left):
        if not holds(system, value):
            raise InadmissibleState(
                say(
                    "the point is not on the holonomic set: {f} = {value}, needed is 0; change "
                    "the point",
                    f=presentable(f),
                    value=presentable(value),
                )
            )
    return left


def exactly(system: System, residual: Expr) -> bool:
    """The residual is shown to be 0: identically, or at the numbers of the parameters."""
    return residual.is_zero or decide_zero(residual.subs(system.values)).answer is True


def holds(system: System, residual: Expr) -> bool:
    """The residual is 0: identically, at the numbers of the parameters, or there within the
    rounding of a given point.
    """
    if residual.is_zero:
        return True
    value = residual.subs(system.values)
    if value.support:
        return vanishes(residual)
    return value.is_zero or abs(float(ball(value, {}, 128))) < ROUNDING


def _columns_in_equations(system: System, pfaffian: Pfaffian) -> frozenset[int]:
    chart = pfaffian.chart
    nodes = [require_lagrangian(system), *system.forces, *entries(pfaffian), *system.holonomic]
    support = chart.graph.mask(nodes)
    return frozenset(j for j, q in enumerate(chart.q) if q.support & support)


def _preference(
    pfaffian: Pfaffian, seen: frozenset[int], wish: Sequence[str]
) -> Callable[[int], int]:
    """How gladly a velocity is called dependent: wished for; not seen by the forces; turned by many
    coordinates.

    The last are places such as x' = v cos(yaw), which need not be constant on a steady motion.
    """
    chart = pfaffian.chart
    coordinates = chart.graph.mask(chart.q)

    def gladly(j: int) -> int:
        turning = chart.graph.mask([row[j] for row in pfaffian.matrix]) & coordinates
        return (
            WISHED * (chart.names[j] in wish)
            + UNSEEN * (j not in seen)
            + TURNING * turning.bit_count()
        )

    return gladly


class _Rows:
    """The constraint rows A v + a_0 at a configuration."""

    def __init__(self, system: System, pfaffian: Pfaffian, place: Mapping[Expr, Expr]):
        self.system, self.chart, n = system, pfaffian.chart, pfaffian.chart.n
        self.place = place
        entries = [e for row, a in zip(pfaffian.matrix, pfaffian.affine) for e in (*row, a)]
        try:
            flat = self._here(entries)
        except ZeroDivisionError:
            raise NotApplicable(
                say(
                    "the constraints are singular at this point (a division by zero); try other "
                    "coordinates, in which it is regular"
                )
            ) from None
        self.rows = [flat[i : i + n + 1] for i in range(0, len(flat), n + 1)]
        self.residuals: list[Expr] = []

    def _here(self, entries: Sequence[Expr]) -> list[Expr]:
        return self.chart.graph.substitute(list(entries), self.place)

    def _row(self, f: Expr) -> list[Expr]:
        """A function linear in the velocities as a row."""
        still = dict.fromkeys(self.chart.v, self.chart.graph.zero)
        return self._here([*(f.diff(v) for v in self.chart.v), f.subs(still)])

    def pivots(self, wish: Callable[[int], int]) -> tuple[int, ...]:
        """Columns of velocities to call dependent, the most wished-for first."""
        form = echelon(
            self.chart.graph,
            self.rows,
            range(self.chart.n),
            lambda e, j: cost(e) - wish(j) + self._lost(e),
        )
        rank = min(form.rank, self._rank_at_numbers())
        if rank < len(self.rows):
            raise NotApplicable(
                say(
                    "at this point only {rank} of the {n} constraints are independent; linearise "
                    "where the rank is full",
                    rank=rank,
                    n=len(self.rows),
                )
            )
        return tuple(sorted(form.pivots))

    def _rank_at_numbers(self) -> int:
        """How many rows are independent at the numbers of the parameters."""
        graph, n, values = self.chart.graph, self.chart.n, self.system.values
        if not values:
            return len(self.rows)
        try:
            there = [graph.substitute(list(row), values) for row in self.rows]
        except ZeroDivisionError:
            return 0
        return echelon(graph, there, range(n)).rank

    def _lost(self, pivot: Expr) -> int:
        """The weight of a pivot that has no inverse at the numbers of the parameters."""
        try:
            return LOST * pivot.subs(self.system.values).is_zero
        except ZeroDivisionError:
            return LOST

    def velocities(
        self,
        given: Mapping[Expr, Expr],
        dependent: Sequence[int],
        chosen: Sequence[Expr] = (),
        wished: Sequence[Expr] = (),
    ) -> list[Expr]:
        """All velocities from the given ones, and from linear functions of them that were chosen to
        be 0; then each of the wished functions is 0 that these leave free, and last the free ones.
        """
        chart, graph = self.chart, self.chart.graph
        known = [given.get(v, graph.zero) for v in chart.v]
        free = [j for j, v in enumerate(chart.v) if v not in given]

        def of_free(row: Sequence[Expr]) -> list[Expr]:
            return [*(row[j] for j in free), dot(graph, row[:-1], known) + row[-1]]

        def dear(e: Expr, c: int) -> int:
            return cost(e) - WISHED * (free[c] in dependent) + self._lost(e)

        def solved(rows: Matrix) -> Echelon:
            return echelon(graph, rows, range(len(free)), dear)

        rows = [of_free(row) for row in (*self.rows, *(self._row(f) for f in chosen))]
        form = solved(rows)
        self._require_admissible(rows, form)
        for f in wished:
            more = solved([*rows, of_free(self._row(f))])
            if more.rank > form.rank:
                rows, form = [*rows, of_free(self._row(f))], more
        for row, c in zip(form.rows, form.pivots):
            known[free[c]] = -row[-1]
        return known

    def _require_admissible(self, rows: Matrix, form: Echelon) -> None:
        graph = self.chart.graph
        for combination in form.idle:
            residual = dot(graph, combination, [row[-1] for row in rows])
            self.residuals.append(residual)
            if not holds(self.system, residual):
                raise InadmissibleState(
                    say(
                        "the velocities given violate the constraints: what is left is "
                        "{residual}, needed is 0; name fewer velocities",
                        residual=presentable(residual),
                    )
                )


def _require_uniform(chart: Chart, seen: frozenset[int], along: Sequence[Expr]) -> None:
    for j in sorted(seen):
        if not vanishes(along[j].diff(chart.t)):
            raise NotApplicable(
                say(
                    "no steady motion: the constraints make {name}' = {rate} change in time, and "
                    "{name} occurs in the equations; try a point from which every such velocity "
                    "is constant",
                    name=chart.names[j],
                    rate=presentable(along[j]),
                )
            )
