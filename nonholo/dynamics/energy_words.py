"""The energy function against kinetic plus potential energy, and moving energies.

    L = L_2 + L_1 + L_0 (degrees in q'),    h = sum_i q_i' dL/dq_i' - L = L_2 - L_0
    T = T_2 + T_1 + T_0, V = V_0 + V_1,     h = T + V - (T_1 + 2 T_0 + V_1)
    dh/dt = -dL/dt + Q.q' - lambda.a_0

So h = T + V where T is homogeneous quadratic, as in coordinates that do not move with time, and V
free of velocities.  Where h changes, a field Y may mend it: with Y an admissible velocity,
A Y + a_0 = 0, and the change of L along Y that of time and forces,

    sum_i (Y_i dL/dq_i + Y_i' dL/dq_i') = -dL/dt + Q.(q' - Y)        d/dt (h - sum_i p_i Y_i) = 0

h - p.Y is a moving energy: h as it is seen by an observer who moves along Y.  Sought is Y affine
in the coordinates.  References: Goldstein2002, FassoSansonetto2016.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from nonholo.decide.relations import decide_zero_on
from nonholo.decide.zero import Decision, decide_zero
from nonholo.dynamics.conserved import alone, is_conserved
from nonholo.dynamics.equations import Motion
from nonholo.dynamics.lagrange import energy, require_lagrangian
from nonholo.dynamics.system import System
from nonholo.errors import OutOfReach
from nonholo.expression.breaks import is_quadratic
from nonholo.expression.graph import Expr, Graph
from nonholo.geometry.distribution.distribution import Distribution
from nonholo.linear.constants import constant_relations
from nonholo.linear.elimination import dot, size, vanishes
from nonholo.shows import ShownAsPart

MOST_COORDINATES, MOST_NODES = 8, 600  # beyond which no field is sought


@dataclass(frozen=True, slots=True)
class MovingEnergy:
    """h - sum_i p_i Y_i, proved constant; field: coordinate -> Y_i, those that are not 0."""

    value: Expr
    field: tuple[tuple[str, Expr], ...]


@dataclass(frozen=True, slots=True)
class EnergyWords(ShownAsPart):
    """What the textbooks say of the energy of a system.

    energy: h; kept: is it constant; quadratic, linear, constant: L_2, L_1, L_0, or None where L is
    no such sum; explicit: L holds t; rheonomic: a constraint holds t; acatastatic: a constraint has
    a part without velocities; powered: forces have power; kinetic, potential: T and V where they
    are known apart; kinetic_parts: T_2, T_1, T_0; equal: h = T + V; total_kept: is T + V constant;
    moving: moving energies.

    >>> import nonholo as nh
    >>> found = nh.energy(nh.System("x", "(x'**2 - x**2)/2 + b*x'"))
    >>> found.quadratic, found.linear, found.constant
    (xdot**2/2, b*xdot, -x**2/2)
    """

    energy: Expr
    kept: Decision
    quadratic: Expr | None
    linear: Expr | None
    constant: Expr | None
    explicit: bool
    rheonomic: bool
    acatastatic: bool
    powered: bool
    kinetic: Expr | None
    potential: Expr | None
    kinetic_parts: tuple[Expr | None, ...]
    equal: Decision | None
    total_kept: Decision | None
    moving: tuple[MovingEnergy, ...]

    def __repr__(self) -> str:
        told = {True: "constant", False: "not constant", None: "undecided"}[self.kept.answer]
        return f"<EnergyWords: the energy function is {told}>"

    @property
    def difference(self) -> Expr | None:
        """T + V - h = T_1 + 2 T_0 + V_1, where T is known."""
        if self.kinetic is None or self.potential is None:
            return None
        return self.kinetic + self.potential - self.energy


def energy_words(
    system: System, d: Distribution, true: Motion, kinetic: Expr | None = None
) -> EnergyWords:
    """The energy function, and T + V where the kinetic energy is given.

    kinetic: T; L does not tell it from V: T_0 of a moving frame looks like a potential.  Raises
    NotApplicable without a Lagrangian.  References: Goldstein2002.

    >>> import nonholo as nh
    >>> found = nh.energy("cases/bead_on_hoop.toml", potential="-m*g*R*cos(theta)")
    >>> found.kept.answer, found.equal.answer, found.total_kept.answer
    (True, False, False)
    >>> found.difference
    m*R**2*w**2*sin(theta)**2
    """
    L, chart, rows = require_lagrangian(system), system.chart, d.pfaffian
    h = energy(system)
    conserved = is_conserved(system, d, true, h)
    power = d.restrict(dot(chart.graph, system.forces, chart.v))
    potential = None if kinetic is None else kinetic - L
    total = None if kinetic is None or potential is None else kinetic + potential
    return EnergyWords(
        h,
        conserved,
        *_degrees(system, L),
        L.has([chart.t]),
        not rows.scleronomic,
        not rows.catastatic,
        not power.is_zero,
        kinetic,
        potential,
        () if kinetic is None else _degrees(system, kinetic),
        None if total is None else decide_zero_on(total - h, system.relations),
        None if total is None else is_conserved(system, d, true, total),
        () if conserved.answer is not False else moving_energies(system, d),
    )


def _degrees(system: System, L: Expr) -> tuple[Expr | None, Expr | None, Expr | None]:
    """L_2, L_1, L_0; None for each where L is of another kind."""
    chart, graph = system.chart, system.chart.graph
    still = dict.fromkeys(chart.v, graph.zero)
    if not is_quadratic(L, chart.v):
        return None, None, None
    bottom = L.subs(still)
    linear = dot(graph, [L.diff(v).subs(still) for v in chart.v], chart.v)
    return L - linear - bottom, linear, bottom


def moving_energies(system: System, d: Distribution) -> tuple[MovingEnergy, ...]:
    """Moving energies h - p.Y along fields Y that are affine in the coordinates; none found is no
    proof that there are none.

        A Y + a_0 = 0,     sum_i (Y_i dL/dq_i + Y_i' dL/dq_i') + dL/dt - Q.(q' - Y) = 0

    Minus the left sides, the first one times the reactions, is the rate of h - p.Y: that they
    vanish proves that it is constant, whatever the accelerations.  References: FassoSansonetto2016.

    >>> import nonholo as nh
    >>> turning = "m*(x'**2 + y'**2)/2 - k*(x*cos(w*t) + y*sin(w*t))**2/2"
    >>> (found,) = nh.energy(nh.System("x y", turning)).moving
    >>> found.field
    (('x', -w*y), ('y', w*x))
    """
    chart, graph, L = system.chart, system.chart.graph, require_lagrangian(system)
    if system.nonlinear or chart.n > MOST_COORDINATES or size(L) > MOST_NODES:
        return ()
    there, split, _ = alone(system, d, L)
    try:
        weights = graph.copy(_weights(there, split))
    except (OutOfReach, ZeroDivisionError):
        return ()
    fields = _affine_fields(graph, chart.q)
    Y = [
        graph.add(*(c * X[i] for c, X in zip(weights, fields)), graph.zero) for i in range(chart.n)
    ]
    if all(vanishes(e) for e in Y):
        return ()
    value = energy(system) - dot(graph, [L.diff(v) for v in chart.v], Y)
    return (MovingEnergy(value, tuple((n, e) for n, e in zip(chart.names, Y) if not e.is_zero)),)


def _weights(system: System, d: Distribution) -> list[Expr]:
    """How much of each of the affine fields makes a moving energy, proved; nothing if none does."""
    chart, graph = system.chart, system.chart.graph
    marks = [graph.symbol(f"row {l} of a field") for l in range(d.k)]
    nodes = [_defect(system, d, field, marks) for field in _affine_fields(graph, chart.q)]
    start = _start(system, d, marks)
    relations = constant_relations([start, *nodes], [*chart.q, *chart.v, chart.t, *marks])
    leading = next((c for c in relations if not c[0].is_zero), None)
    if leading is None:
        return []
    weights = [c / leading[0] for c in leading[1:]]
    proof = decide_zero(graph.add(start, *(c * node for c, node in zip(weights, nodes))))
    return weights if proof.answer and proof.proved else []


def _affine_fields(graph: Graph, q: Sequence[Expr]) -> list[list[Expr]]:
    """d/dq_i, and q_j d/dq_i."""
    return [
        [factor if i == k else graph.zero for k in range(len(q))]
        for factor in (graph.one, *q)
        for i in range(len(q))
    ]


def _defect(system: System, d: Distribution, Y: Sequence[Expr], marks: Sequence[Expr]) -> Expr:
    """The change of L along Y with Q.Y, and A Y behind marks of the rows."""
    chart, graph, L = system.chart, system.chart.graph, require_lagrangian(system)
    change = dot(graph, Y, [L.diff(q) + Q for q, Q in zip(chart.q, system.forces)])
    change = change + dot(graph, chart.rates(list(Y)), [L.diff(v) for v in chart.v])
    rows = [dot(graph, row, Y) for row in d.pfaffian.matrix]
    return change + dot(graph, marks, rows)


def _start(system: System, d: Distribution, marks: Sequence[Expr]) -> Expr:
    """dL/dt - Q.q', and a_0 behind the marks."""
    chart, graph, L = system.chart, system.chart.graph, require_lagrangian(system)
    rate = L.diff(chart.t) - dot(graph, system.forces, chart.v)
    return rate + dot(graph, marks, d.pfaffian.affine)
