"""Small motions near a steady motion of a constrained system.

With s the coordinates that matter (dependent ones eliminated to first order) and u the independent
velocities, both meaning deviations from the steady motion,

    s' = P s + B u,       M u' + C u + K s = F w,       y = Y (s, u) + D w

P: p x p, B: p x m, M, C: m x m, K: m x p; w the inputs and y the outputs, both as deviations, F: m
x r, Y: o x (p + m), D: o x r.  If each u is the velocity of an s this is M s'' + C s' +
K s = 0.  The reactions are varied too: with the balance G = E - Q - A^T lambda, lambda that of the
steady motion, and N a basis of ker A,   N^T (G_q dq + G_v dv + M da) = 0,  where dq, dv, da obey
the constraints to first order.  All derivatives are taken before the motion is put in, so no pivot
of a general position stands below.

References: NeimarkFufaev1972 (chapter on stability), MeijaardPapadopoulosRuinaSchwab2007.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from itertools import combinations, islice, pairwise

from nonholo.dynamics.bends import require_smooth, with_open_signs
from nonholo.dynamics.lagrange import require_lagrangian
from nonholo.dynamics.steady import Base, exactly, holds, steady_base
from nonholo.dynamics.system import System
from nonholo.errors import InadmissibleState, NotApplicable, SingularMass, option
from nonholo.expression.graph import Expr
from nonholo.geometry.constraints.chart import Chart
from nonholo.geometry.constraints.pfaffian import Pfaffian
from nonholo.geometry.zeros.domain import not_inside, switches
from nonholo.linear.elimination import (
    Matrix,
    dot,
    echelon,
    product,
    solve,
    surely,
    transpose,
    vanishes,
)
from nonholo.words.sentence import say
from nonholo.writing.present import presentable

MOST_SPLITS = 20  # choices of dependent velocities that are tried for a steady motion


@dataclass(frozen=True, slots=True)
class Linearisation:
    """s' = P s + B u and M u' + C u + K s = 0 near a steady motion.

    coordinates: names of s (p); velocities: names of the coordinates whose rates are u (m);
    ignored: coordinates that act neither on these nor back on themselves; base: the steady motion
    at t = 0, values of q and q' and of the inputs; multipliers: its lambda; inputs, outputs: names
    of w (r) and y (o), with F, Y and D; exact: that the motion is steady is shown, not rounded;
    needed: what is 0 at the numbers of the parameters and not for their letters: there is no such
    motion else.

    >>> import nonholo as nh
    >>> found = nh.linearise(nh.System("a", "m*adot**2/2 + k*cos(a)")).linear
    >>> found.M, found.K, found.second_order
    ([[m]], [[k]], True)
    >>> found.state_matrix()
    [[0, 1], [-k/m, 0]]
    """

    system: System
    coordinates: tuple[str, ...]
    velocities: tuple[str, ...]
    ignored: tuple[str, ...]
    P: Matrix
    B: Matrix
    M: Matrix
    C: Matrix
    K: Matrix
    base: Mapping[Expr, Expr]
    multipliers: tuple[Expr, ...]
    inputs: tuple[str, ...] = ()
    F: Matrix = field(default_factory=list)
    outputs: tuple[str, ...] = ()
    Y: Matrix = field(default_factory=list)
    D: Matrix = field(default_factory=list)
    exact: bool = True
    needed: tuple[Expr, ...] = ()

    @property
    def second_order(self) -> bool:
        """s' is the part of u that belongs to s: the equations are M s'' + C s' + K s = 0."""

        def unit(c: str, u: str, entry: Expr) -> bool:
            return entry is entry.graph.one if c == u else entry.is_zero

        return all(e.is_zero for row in self.P for e in row) and all(
            unit(c, u, e)
            for c, row in zip(self.coordinates, self.B)
            for u, e in zip(self.velocities, row)
        )

    @property
    def singular(self) -> bool:
        """M is singular, for all values of the parameters: small motions are not determined."""
        graph, m = self.system.chart.graph, len(self.M)
        return echelon(graph, self.M, range(m)).rank < m

    def state_matrix(self) -> Matrix:
        """A in (s, u)' = A (s, u), size p + m.

        Raises SingularMass.
        """
        columns = [*transpose(self.K), *transpose(self.C)]
        top = [[*p, *b] for p, b in zip(self.P, self.B)]
        return top + transpose([self._solved([-e for e in column]) for column in columns])

    def input_matrix(self) -> Matrix:
        """G in (s, u)' = A (s, u) + G w, (p + m) x r.

        Raises SingularMass.
        """
        zero = self.system.chart.graph.zero
        top = [[zero] * len(self.inputs) for _ in self.coordinates]
        columns = transpose(self.F) if self.inputs else []
        lower = transpose([self._solved(column) for column in columns])
        return top + (lower or [[] for _ in self.velocities])

    def _solved(self, right: Sequence[Expr]) -> list[Expr]:
        """M^-1 of a column."""
        column = solve(self.system.chart.graph, self.M, list(right))
        if column is None:
            raise SingularMass(
                say("the mass matrix on the independent velocities is singular at this point")
            )
        return list(column)


def linearise(
    system: System,
    pfaffian: Pfaffian,
    given: Mapping[Expr, Expr],
    wish: Sequence[str] = (),
    outputs: Mapping[str, Expr] | None = None,
) -> Linearisation:
    """Linearise about the steady motion through a point.

    pfaffian: the independent rows; given: coordinate, velocity or input -> constant, or a symbol
    that stays free; wish: names of the velocities that shall be dependent; outputs: name ->
    function of q, q', t and the inputs.  Raises NotApplicable, with the residual, if the motion is
    not steady; InadmissibleState, also where a root, logarithm or arc has no values around it.

    >>> import nonholo as nh
    >>> system = nh.System("a", "m*adot**2/2 + k*cos(a)").system
    >>> a, graph = system.chart.q[0], system.chart.graph
    >>> linearise(system, system.pfaffian, {a: graph.pi}).K
    [[-k]]
    """
    base, told = steady_base(system, pfaffian, given, wish), dict(outputs or {})
    _require_values_around(base, list(told.values()))
    try:
        return _linearised(base, told)
    except ChangesInTime as error:
        refusal = error
    for other in () if wish else _other_splits(base, given):
        try:
            return _linearised(other, told)
        except Unsteady:
            continue
        except ChangesInTime as error:
            refusal = error if isinstance(refusal, Unsteady) else refusal
        except NotApplicable:
            continue
    raise refusal


class ChangesInTime(NotApplicable):
    """In these velocities something is not constant along the motion; in others it may be."""


class Unsteady(ChangesInTime):
    """The forces do not balance with these velocities constant."""


def _linearised(base: Base, outputs: Mapping[str, Expr]) -> Linearisation:
    variations = _Variations(base)
    return _closed(base, variations.matrices(), variations, outputs)


def _other_splits(base: Base, given: Mapping[Expr, Expr]) -> Iterator[Base]:
    """The same motion at its start, told in other independent velocities."""
    chart, tried = base.pfaffian.chart, {base.dependent}
    start = {chart.t: chart.graph.zero}
    point = {s: e for s, e in given.items() if s in chart.q or s in base.system.inputs}
    point |= {v: _at(start, base.values[v]) for v in chart.v}
    for names in islice(combinations(chart.names, base.pfaffian.k), MOST_SPLITS):
        try:
            other = steady_base(base.system, base.pfaffian, point, names)
        except (NotApplicable, InadmissibleState):
            continue
        if other.dependent not in tried:
            tried.add(other.dependent)
            yield other


def _require_values_around(base: Base, outputs: Sequence[Expr]) -> None:
    """Refuses motions that begin outside the domain of what is linearised, or at its edge."""
    system, rows = base.system, base.pfaffian
    chart, L = rows.chart, require_lagrangian(system)
    nodes = [L, *system.forces, *(rows.value(l) for l in range(rows.k)), *system.holonomic]
    numbers = dict(system.values)
    nodes = chart.graph.substitute([*nodes, *outputs], numbers)
    start = {chart.t: chart.graph.zero, **numbers}
    try:
        point = start | {s: _at(start, e) for s, e in base.values.items()}
        beside = not_inside(nodes, point)
    except ZeroDivisionError:
        return  # a pole, which is told where the derivatives meet it
    if beside is not None:
        raise InadmissibleState(
            say(
                "no linear model: {u} = {value} at this point, and a root, logarithm or arc of "
                "the system has values around it only where that is more than 0; change the "
                "point{at}",
                u=presentable(beside),
                value=presentable(beside.subs(point)),
                at=option(" (--at)", ""),
            )
        )


class _Variations:
    """First-order variations of balance and constraints along a base motion.

    With L_vv, L_vq, L_qq along the motion, functions of t alone, the variation of d/dt L_v - L_q is
    L_vv da + (L_vv' + L_vq - L_qv) dv + (L_vq' - L_qq) dq; that of a row f(q, q', t) differentiated
    once is A da + (A' + f_q) dv + f_q' dq."""

    def __init__(self, base: Base):
        self.base, self.chart = base, base.pfaffian.chart
        self.graph = self.chart.graph
        self.values = [base.pfaffian.value(l) for l in range(base.pfaffian.k)]
        self.rows = [base.at(row) for row in base.pfaffian.matrix]
        self.unbalanced: dict[int, Expr] = {}
        self.multipliers = self._steady()

    def _gradient(
        self, nodes: Sequence[Expr], symbols: Sequence[Expr], base: Base | None = None
    ) -> Matrix:
        """d node / d symbol along the motion, one row a node."""
        base = base or self.base
        smooth, signs = with_open_signs(nodes, partial(self._stays_at, base))
        flat = base.at([node.diff(s) for node in smooth for s in symbols])
        require_smooth([*base.at(smooth), *flat] if signs else [], signs)
        flat = self.graph.substitute(flat, dict.fromkeys(signs, self.graph.zero))
        return [flat[i : i + len(symbols)] for i in range(0, len(flat), len(symbols))]

    def _require_no_jump(self, nodes: Sequence[Expr]) -> None:
        """Refuses values that hang on the side of a kink."""
        smooth, signs = with_open_signs(nodes, partial(self._stays_at, self.base))
        require_smooth(self.base.at(smooth) if signs else [], signs)

    def _stays_at(self, base: Base, u: Expr) -> bool:
        """u = 0 on the motion, where u is no constant of the system."""
        chart = self.chart
        moving = u.has([*chart.q, *chart.v, chart.t, *base.system.inputs])
        return moving and vanishes(*base.at([u]))

    def _rate(self, matrix: Matrix) -> Matrix:
        """d/dt along the motion."""
        return [[e.diff(self.chart.t) for e in row] for row in matrix]

    def _forces(self) -> list[Expr]:
        """d/dt L_v - L_q - Q along the motion."""
        L, chart = require_lagrangian(self.base.system), self.chart
        momenta, slopes = (self._gradient([L], symbols)[0] for symbols in (chart.v, chart.q))
        applied = self.base.at(self.base.system.forces)
        return [p.diff(chart.t) - f - Q for p, f, Q in zip(momenta, slopes, applied)]

    def _steady(self) -> list[Expr]:
        """The multipliers of the base motion; refuses a motion on which the forces do not
        balance.
        """
        forces, d = self._forces(), self.base.dependent
        square = [[row[j] for row in self.rows] for j in d]
        multipliers = solve(self.graph, square, [forces[j] for j in d]) if d else []
        assert multipliers is not None  # the dependent columns are regular
        self.unbalanced = {
            j: forces[j] - dot(self.graph, [row[j] for row in self.rows], multipliers)
            for j in self.base.independent
        }
        wrong = {j: e for j, e in self.unbalanced.items() if not holds(self.base.system, e)}
        if wrong:
            told = "; ".join(f"{self.chart.names[j]}: {presentable(e)}" for j, e in wrong.items())
            if any(e.has([self.chart.t]) and surely(e.diff(self.chart.t)) for e in wrong.values()):
                held = [f"{self.chart.names[j]}'" for j in self.base.independent]
                raise Unsteady(
                    say(
                        "not a steady motion with {held} constant: the forces that remain "
                        "unbalanced are {told}; needed is 0. Where another velocity is constant, "
                        "as the speed v of a turn, give it a coordinate, s' = v, as a constraint; "
                        "else change the point{at}",
                        held=", ".join(held),
                        told=told,
                        at=option(" (--at)", ""),
                    )
                )
            raise NotApplicable(
                say(
                    "not a steady motion: the forces that remain unbalanced are {told}{on}; needed "
                    "is 0 with constant velocities; change the point{at} so that they vanish",
                    told=told,
                    on=self._told_velocities(),
                    at=option(" (--at)", ""),
                )
            )
        return multipliers

    def _told_velocities(self) -> str:
        """The velocities at the start that are not 0, as a clause: not all of them were given."""
        start, chart = {self.chart.t: self.graph.zero}, self.chart
        speeds = {v: _at(start, self.base.values[v]) for v in chart.v}
        moving = [
            f"{name}' = {presentable(speeds[v])}"
            for name, v in zip(chart.names, chart.v)
            if not speeds[v].is_zero
        ]
        return say(" on the motion with {speeds}", speeds=", ".join(moving)) if moving else ""

    def matrices(self) -> tuple[Matrix, Matrix, Matrix, Matrix, Matrix]:
        """V, N (dv = V dq + N u) and M, C, K (M u' + C u + K dq = 0), with all n coordinates in
        dq.
        """
        graph = self.graph
        V, N, Wq, Wv = self._constraint_variation
        Gq, Gv, Ga = self._balance_variation()
        NT = transpose(N)
        force_v = _sum(Gv, product(graph, Ga, Wv))
        force_q = _sum(_sum(Gq, product(graph, Ga, Wq)), product(graph, force_v, V))
        return (
            V,
            N,
            product(graph, NT, product(graph, Ga, N)),
            product(graph, NT, product(graph, force_v, N)),
            product(graph, NT, force_q),
        )

    def input_forces(self) -> Matrix:
        """F = N^T dQ/dw (m x r)."""
        _, N, _, _ = self._constraint_variation
        letters = list(self.base.system.inputs)
        if not letters:
            return [[] for _ in self.base.independent]
        return product(self.graph, transpose(N), self._gradient(self.base.system.forces, letters))

    def outputs(self, nodes: Sequence[Expr]) -> tuple[Matrix, Matrix, Matrix]:
        """dy = Y_q dq + Y_u u + D w for functions of q, q', t and the inputs."""
        if not nodes:
            return [], [], []
        V, N, _, _ = self._constraint_variation
        chart, letters, base = self.chart, list(self.base.system.inputs), self.base.followed()
        place, speed = (self._gradient(nodes, symbols, base) for symbols in (chart.q, chart.v))
        return (
            _sum(place, product(self.graph, speed, V)),
            product(self.graph, speed, N),
            self._gradient(nodes, letters, base) if letters else [[] for _ in nodes],
        )

    @cached_property
    def _constraint_variation(self) -> tuple[Matrix, Matrix, Matrix, Matrix]:
        """V, N, Wq, Wv: dv = V dq + N u and da = N u' + Wq dq + Wv dv obey the rows to first
        order.
        """
        chart, base, k = self.chart, self.base, len(self.rows)
        slopes = self._gradient(self.values, chart.q)
        self._require_no_jump([e for row in base.pfaffian.matrix for e in row])
        blocks = [
            [[row[j] for j in base.independent] for row in self.rows],
            slopes,
            self._rate(slopes),
            _sum(self._rate(self.rows), slopes),
        ]
        solved = self._solved([[e for block in blocks for e in block[l]] for l in range(k)])
        m, n = len(base.independent), chart.n
        cuts = pairwise((0, m, m + n, m + 2 * n, m + 3 * n))
        N, V, Wq, Wv = ([row[a:b] for row in solved] for a, b in cuts)
        for J, j in enumerate(base.independent):
            N[j] = [self.graph.one if i == J else self.graph.zero for i in range(m)]
        return V, N, Wq, Wv

    def _solved(self, right: Matrix) -> Matrix:
        """-A_D^{-1} right in the rows of the dependent velocities, 0 elsewhere (n rows)."""
        width = len(self.base.independent) + 3 * self.chart.n
        solution = [[self.graph.zero] * width for _ in range(self.chart.n)]
        d = self.base.dependent
        form = echelon(
            self.graph,
            [[*(row[j] for j in d), *r] for row, r in zip(self.rows, right)],
            range(len(d)),
        )
        for row, c in zip(form.rows, form.pivots):
            solution[d[c]] = [-e for e in row[len(d) :]]
        return solution

    def _balance_variation(self) -> tuple[Matrix, Matrix, Matrix]:
        """G_q, G_v, G_a (n x n each) of G = E - Q - A^T lambda with lambda held."""
        system, chart = self.base.system, self.chart
        L = require_lagrangian(system)
        momenta = [L.diff(v) for v in chart.v]
        Lvv, Lvq = self._gradient(momenta, chart.v), self._gradient(momenta, chart.q)
        Lqq = self._gradient([L.diff(q) for q in chart.q], chart.q)
        Qq, Qv = self._gradient(system.forces, chart.q), self._gradient(system.forces, chart.v)
        Gq = _minus(_minus(self._rate(Lvq), Lqq), Qq)
        Gv = _minus(_minus(_sum(self._rate(Lvv), Lvq), transpose(Lvq)), Qv)
        for row, multiplier in zip(self.base.pfaffian.matrix, self.multipliers):
            if not multiplier.is_zero:
                turn = self._gradient(row, chart.q)
                Gq = [[a - multiplier * b for a, b in zip(x, y)] for x, y in zip(Gq, turn)]
        return Gq, Gv, Lvv


def met_first(system: System) -> None:
    """Make the derivatives that a linearisation asks for while nothing has been eliminated yet.

    Of equal expressions the graph keeps the form it met first.  Those of an elimination have
    denominators, which may vanish at an upright or a straight position, where the derivative itself
    is regular."""
    chart, L = system.chart, require_lagrangian(system)
    symbols = (*chart.q, *chart.v)
    for node in (
        L,
        *(L.diff(s) for s in symbols),
        *(system.pfaffian.value(l) for l in range(system.pfaffian.k)),
    ):
        for s in symbols:
            node.diff(s)


def _closed(
    base: Base,
    full: tuple[Matrix, ...],
    variations: _Variations,
    outputs: Mapping[str, Expr],
) -> Linearisation:
    """Eliminate dependent coordinates and keep those that act on the velocities, the outputs or
    themselves, directly or through others.
    """
    chart, graph = base.pfaffian.chart, base.pfaffian.chart.graph
    V, N, M, C, K = full
    Yq, Yu, D = variations.outputs(list(outputs.values()))
    columns, T = _independent_coordinates(base)
    P, K, Ys = (
        [list(r) for r in product(graph, matrix, T)] for matrix in ([V[j] for j in columns], K, Yq)
    )
    B = [N[j] for j in columns]
    acting = _acting(P, [*K, *Ys])
    P, K, Ys = ([[row[c] for c in acting] for row in matrix] for matrix in (P, K, Ys))
    P, B = [P[i] for i in acting], [B[i] for i in acting]
    Y = [[*s, *u] for s, u in zip(Ys, Yu)]
    start = {chart.t: graph.zero}
    _require_steady_outputs(chart, list(outputs), [[*y, *d] for y, d in zip(Y, D)])
    P, B, M, C, K, F, Y, D = (
        _constant(chart, matrix, start)
        for matrix in (P, B, M, C, K, variations.input_forces(), Y, D)
    )
    names = tuple(chart.names[columns[i]] for i in acting)
    point = {s: _at(start, e) for s, e in base.values.items() if s not in chart.a}
    residuals = [*base.residuals, *variations.unbalanced.values()]
    exact = [exactly(base.system, e) for e in residuals]
    needed = [_at(start, e) for e, at_numbers in zip(residuals, exact) if at_numbers and surely(e)]
    return Linearisation(
        base.system,
        names,
        tuple(chart.names[j] for j in base.independent),
        tuple(n for n in chart.names if n not in names),
        P,
        B,
        M,
        C,
        K,
        point,
        tuple(_at(start, e) for e in variations.multipliers),
        tuple(u.args for u in base.system.inputs),
        F,
        tuple(outputs),
        Y,
        D,
        all(exact),
        tuple(dict.fromkeys(needed)),
    )


def _independent_coordinates(base: Base) -> tuple[list[int], Matrix]:
    """Columns of coordinates left free by the holonomic conditions, and T with dq = T ds (n x
    p).
    """
    chart, graph = base.pfaffian.chart, base.pfaffian.chart.graph
    conditions = [
        row for row, f in zip(base.pfaffian.matrix, base.pfaffian.functions) if f is not None
    ]
    rows = [base.at(row) for row in conditions]
    form = echelon(
        graph, rows, range(chart.n), lambda e, j: (j not in base.dependent, j not in base.seen)
    )
    free = [j for j in range(chart.n) if j not in form.pivots]
    T = [[graph.one if j == c else graph.zero for c in free] for j in range(chart.n)]
    for row, j in zip(form.rows, form.pivots):
        T[j] = [-row[c] for c in free]
    return free, T


def _acting(P: Matrix, K: Matrix) -> list[int]:
    """The coordinates with a column in K, those that act back on themselves, and those that drive
    either through P.

    Among those that are left P is nilpotent: where it stays the same they grow as powers of t.
    """
    drivers = [{c for c, e in enumerate(row) if not vanishes(e)} for row in P]

    def behind(driven: set[int]) -> set[int]:
        """Those that drive these, through others too."""
        while more := {c for i in driven for c in drivers[i]} - driven:
            driven = driven | more
        return driven

    acting = behind({c for row in K for c, e in enumerate(row) if not vanishes(e)})
    for i, direct in enumerate(drivers):
        if i in (loop := behind(direct)):
            acting |= loop
    return sorted(acting)


def _require_steady_outputs(chart: Chart, names: Sequence[str], rows: Matrix) -> None:
    """Refuses slopes of outputs that change along the motion."""
    moving = (chart.t, *chart.q)
    for name, row in zip(names, rows):
        for entry in row:
            if any(_changes(entry, s) for s in moving):
                raise ChangesInTime(
                    say(
                        "the output {name} has a slope that changes in time along this motion "
                        "({entry}); measure what does not move on or turn with it, or "
                        "linearise about a point at rest",
                        name=name,
                        entry=presentable(entry),
                    )
                )


def _constant(chart: Chart, matrix: Matrix, start: Mapping[Expr, Expr]) -> Matrix:
    """The entries at t = 0; refuses entries that change along the motion."""
    for row in matrix:
        for entry in row:
            if _changes(entry, chart.t):
                raise ChangesInTime(
                    say(
                        "the linearised equations have coefficients that change in time "
                        "({entry}): the motion is not steady in these coordinates; try coordinates "
                        "on which L and the constraints do not depend, or a point at rest",
                        entry=presentable(entry),
                    )
                )
    return [[_at(start, entry) for entry in row] for row in matrix]


def _changes(entry: Expr, s: Expr) -> bool:
    """The entry hangs on s; a sign of it has the slope 0 on either side."""
    if not entry.has([s]):
        return False
    return any(e.has([s]) for e in switches([entry])) or not vanishes(entry.diff(s))


def _at(start: Mapping[Expr, Expr], entry: Expr) -> Expr:
    """A constant entry without t, which may stand where its form has a pole at the start."""
    try:
        return entry.subs(start)
    except ZeroDivisionError:
        short = presentable(entry)  # in a graph of its own, where no longer form is known
        return entry.graph.copy([short.subs(short.graph.copied(start))])[0]


def _sum(left: Matrix, right: Matrix) -> Matrix:
    return [[a + b for a, b in zip(x, y)] for x, y in zip(left, right)]


def _minus(left: Matrix, right: Matrix) -> Matrix:
    return [[a - b for a, b in zip(x, y)] for x, y in zip(left, right)]
