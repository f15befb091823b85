"""Unilateral constraints g(q, t) >= 0: a wall, or a contact that is closed and opens where it would
have to pull.

    g is held at 0 by f(q, t) = 0, df = c dg there:
            reaction lambda df = (lambda c) dg, pressure N = lambda c

The contact presses while N > 0 and opens where N turns negative.  With one degree of freedom and
the energy E kept the velocity is known at each place, and so is N: where it vanishes the contact
opens (Pars1965)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice

from nonholo.decide.relations import all_zero_on
from nonholo.dynamics.conserved import is_conserved
from nonholo.dynamics.equations import Motion
from nonholo.dynamics.lagrange import energy
from nonholo.dynamics.system import System
from nonholo.expression.graph import Expr
from nonholo.geometry.constraints.pfaffian import Pfaffian
from nonholo.geometry.distribution.distribution import Distribution
from nonholo.linear.elimination import all_minors, dot, transpose

WALL, CONTACT, RATE, OPEN = "wall", "contact", "velocity", "undecided"
MOST = 100  # minors that are asked


@dataclass(frozen=True, slots=True)
class Contact:
    """One inequality g >= 0, as written in `label`.

    kind: "wall" (free to leave and to reach), "contact" (held at 0 by a holonomic constraint),
    "velocity" (holds velocities; only classified), "undecided" (a wall or a contact); pressure: N
    on the motion, a function of (q, r', t), None where dg = 0; at_energy: N with the velocity from
    the energy, if the motion has one degree of freedom; energy: the name of its symbol there."""

    label: str
    slack: Expr
    kind: str
    pressure: Expr | None = None
    at_energy: Expr | None = None
    energy: str = "E"


def contact(system: System, d: Distribution, motion: Motion, label: str, slack: Expr) -> Contact:
    """The inequality slack >= 0 classified, with the pressure if it is a closed contact."""
    kind = kind_of(system, slack)
    if kind != CONTACT or not presses(system, slack):
        return Contact(label, slack, kind)
    pressure = pressure_of(system, d, motion, slack)
    return Contact(
        label,
        slack,
        CONTACT,
        pressure,
        _at_energy(system, d, motion, pressure),
        energy_name(system),
    )


def kind_of(system: System, slack: Expr) -> str:
    """Which kind of inequality g >= 0 is.

    A contact has g = 0 on f = 0; a wall is never reached, or has a place on it where dg is no
    combination of the df_l, so that g changes its sign along f = 0.
    """
    chart, levels = system.chart, system.holonomic
    if slack.has(chart.v):
        return RATE
    if not levels:
        return WALL
    if all_zero_on([slack], levels).answer:
        return CONTACT
    there = [*levels, slack]
    if all_zero_on([chart.graph.one], there).answer:
        return WALL
    rows = [[f.diff(q) for q in chart.q] for f in there]
    minors = islice(all_minors(chart.graph, rows, len(rows), range(chart.n)), MOST)
    return WALL if any(all_zero_on([m], there).answer is False for m in minors) else OPEN


def presses(system: System, slack: Expr) -> bool:
    """dg does not vanish on f = 0, so that there is a pressure along it."""
    return all_zero_on([slack.diff(q) for q in system.chart.q], system.holonomic).answer is False


def pressure_of(system: System, d: Distribution, motion: Motion, slack: Expr) -> Expr:
    """N on the motion."""
    return d.restrict(pressure_by(system, d.pfaffian, motion.multipliers, slack))


def pressure_by(system: System, rows: Pfaffian, multipliers: Sequence[Expr], slack: Expr) -> Expr:
    """lambda_l c for the constraint with df_l = c dg; the reaction along dg if no constraint is
    parallel to it.

    multipliers: one for each of the rows.
    """
    match, graph = parallel(system, slack), system.chart.graph
    if match:
        row, factor = match
        functions = zip(multipliers, rows.functions)
        held = [m for m, f in functions if f is system.pfaffian.functions[row]]
        if held:
            return held[0] * factor
    gradient = [slack.diff(q) for q in system.chart.q]
    reaction = [dot(graph, multipliers, column) for column in transpose(rows.matrix)]
    return dot(graph, reaction, gradient) / dot(graph, gradient, gradient)


def parallel(system: System, slack: Expr) -> tuple[int, Expr] | None:
    """(l, c) with df_l = c dg on the holonomic set for the row l of a holonomic constraint."""
    gradient = [slack.diff(q) for q in system.chart.q]
    for l, f in enumerate(system.pfaffian.functions):
        c = None if f is None else _ratio(system, list(system.pfaffian.matrix[l]), gradient)
        if c is not None:
            return l, c
    return None


def _ratio(system: System, row: list[Expr], gradient: list[Expr]) -> Expr | None:
    """c with row = c gradient on the holonomic set; None if they are not parallel."""
    i = next((i for i, g in enumerate(gradient) if not g.is_zero), None)
    if i is None or row[i].is_zero:
        return None
    c = row[i] / gradient[i]
    return (
        c
        if all_zero_on([a - c * g for a, g in zip(row, gradient)], system.holonomic).answer
        else None
    )


def _at_energy(system: System, d: Distribution, motion: Motion, pressure: Expr) -> Expr | None:
    """N with r'^2 = (E - V)/T_2, where the energy is kept and is T_2 r'^2 + V with one r'."""
    h, chart = energy(system), system.chart
    if d.m != 1 or not is_conserved(system, d, motion, h).answer:
        return None
    (v,), zero = [chart.v[j] for j in d.independent], chart.graph.zero
    h = d.restrict(h)
    two, square = h.diff(v).diff(v) / 2, pressure.diff(v).diff(v) / 2
    if any(e.has([v]) for e in (two, square)) or two.is_zero:
        return None
    if not all(f.diff(v).subs({v: zero}).is_zero for f in (h, pressure)):
        return None
    level = chart.graph.symbol(energy_name(system))
    return pressure.subs({v: zero}) + square * (level - h.subs({v: zero})) / two


def energy_name(system: System) -> str:
    """E, or E_ if the system uses that name: the same for all contacts, whenever they are asked
    for.
    """
    chart = system.chart
    used = [f for f in (system.lagrangian, *system.forces, *system.relations) if f is not None]
    rows = [system.pfaffian.value(l) for l in range(system.pfaffian.k)]
    symbols = (
        *chart.graph.unmask(chart.graph.mask([*used, *rows])),
        *chart.q,
        *chart.v,
        *chart.a,
        chart.t,
        *system.values,
    )
    taken, name = {s.args for s in symbols}, "E"
    while name in taken:
        name += "_"
    return name
