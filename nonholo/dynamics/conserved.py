"""Is a function kept along the motion?  d/dt f(q, q', t) = 0 on every admissible state."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from nonholo.decide.relations import decide_zero_on
from nonholo.decide.zero import Decision, all_zero, combined
from nonholo.dynamics.balances import chetaev_power_vanishes
from nonholo.dynamics.equations import Motion
from nonholo.dynamics.lagrange import energy, require_lagrangian
from nonholo.dynamics.momentum import Momentum, horizontal_momenta, rate_of_component
from nonholo.dynamics.system import System, input_rate, mapped
from nonholo.errors import OutOfReach
from nonholo.expression.graph import Expr
from nonholo.expression.sweeps import along
from nonholo.geometry.constraints.chart import chart as chart_of
from nonholo.geometry.distribution.distribution import Distribution, split
from nonholo.linear.elimination import dot
from nonholo.words.sentence import say


def rate_on_motion(system: System, d: Distribution, motion: Motion, f: Expr) -> Expr:
    """df/dt with the accelerations of the motion, as a function of (q, r', t)."""
    return rates_on_motion(system, d, motion, [f])[0]


def rates_on_motion(
    system: System, d: Distribution, motion: Motion, functions: Sequence[Expr]
) -> list[Expr]:
    """The same of several functions: their derivatives along the motion as a field on the
    admissible states,

        t' = 1,    q_i' = v_i (q, r', t),    v_j' = a_j (q, r', t)

    which is asked for once for all functions, and for all parts that they share.
    """
    chart, graph, lift = system.chart, system.chart.graph, d.lift()
    of_inputs = [input_rate(system, f) for f in functions] if system.inputs else []
    states = graph.substitute([*functions, *motion.accelerations, *of_inputs], lift)
    count = len(functions)
    accelerations, added = states[count : count + chart.n], states[count + chart.n :]
    field = {q: lift.get(v, v) for q, v in zip(chart.q, chart.v)} | {chart.t: graph.one}
    field |= {chart.v[j]: accelerations[j] for j in d.independent}
    rates = along(graph, states[:count], field, gather=True)
    return [rate + more for rate, more in zip(rates, added)] if added else rates


def is_conserved(system: System, d: Distribution, motion: Motion, f: Expr) -> Decision:
    """Decide whether f is constant on all motions."""
    if _is_energy(system, f) and (decision := _keeps_energy(system, d)).answer:
        return decision if decision.proved else _keeps_energy(*alone(system, d, f)[:2])
    decision = decide_zero_on(rate_on_motion(system, d, motion, f), system.relations)
    if decision.proved or system.lagrangian is None or system.nonlinear:
        return decision
    return keeps_component(system, d, f) or decision


def keeps_component(system: System, d: Distribution, f: Expr) -> Decision | None:
    """The same of a component of the momentum along what the constraints allow, without
    accelerations; None for others.

    >>> import nonholo as nh
    >>> skate = nh.compare("knife_edge_incline")
    >>> keeps_component(skate.system, skate.distribution, skate.system.chart.v[2]).answer
    True
    """
    system, d, f = alone(system, d, f)
    rate = rate_of_component(system, d, f)
    return None if rate is None else decide_zero_on(rate, system.relations)


def alone(system: System, d: Distribution, f: Expr) -> tuple[System, Distribution, Expr]:
    """All of it in a graph of its own, where no long acceleration leaves anything open.

    >>> import nonholo as nh
    >>> skate = nh.compare("knife_edge_incline")
    >>> theta = skate.system.chart.q[2]
    >>> alone(skate.system, skate.distribution, theta)[2] is theta
    False
    """
    graph, old = system.chart.graph.fresh(), system.chart
    chart = chart_of(graph, old.names, old.t.args)

    def copied(e: Expr) -> Expr:
        return graph.copy([e])[0]

    inputs = {copied(u): None for u in system.inputs}
    there = mapped(replace(system, pfaffian=d.pfaffian, tree=None, inputs=inputs), chart, copied)
    return there, split(there.pfaffian, d.dependent), copied(f)


def _is_energy(system: System, f: Expr) -> bool:
    return system.lagrangian is not None and f is energy(system)


def _keeps_energy(system: System, d: Distribution) -> Decision:
    """dh/dt = - dL/dt + Q.q' + R.q' has no terms: no acceleration is asked."""
    if system.inputs or not d.pfaffian.catastatic:
        return Decision(None)
    power = d.restrict(dot(system.chart.graph, system.forces, system.chart.v))
    free = all_zero([require_lagrangian(system).diff(system.chart.t), power])
    return combined([free, chetaev_power_vanishes(system)]) if system.nonlinear else free


def proved_conserved(system: System, d: Distribution, motion: Motion) -> list[tuple[str, Expr]]:
    """Of the energy function, the momenta (along symmetries too) and the velocities: those that
    are proved constant, but for what the constraints determine.
    """
    chart, L = system.chart, require_lagrangian(system)
    candidates = [(say("energy function"), energy(system))]
    candidates += [
        (say("momentum of {coordinate}", coordinate=n), L.diff(v))
        for n, v in zip(chart.names, chart.v)
    ]
    candidates += [
        (say("velocity of {coordinate}", coordinate=n), v) for n, v in zip(chart.names, chart.v)
    ]
    conserved: list[tuple[str, Expr]] = []
    judged: list[Expr] = []
    for name, f in candidates:
        told = any(_affine(system, f, g) for g in judged)
        if told or _is_constant(system, d.restrict(f)):
            continue
        judged.append(f)
        decision = is_conserved(system, d, motion, f)
        if decision.answer and decision.proved:
            conserved.append((name, f))
    plain = [d.restrict(g) for _, g in conserved]
    return conserved + [
        (m.name, m.value)
        for m in _momenta(system, d)
        if m.kept
        and len(m.along) > 1
        and not any(_affine(system, d.restrict(m.value), g) for g in plain)
    ]


def _momenta(system: System, d: Distribution) -> tuple[Momentum, ...]:
    try:
        return horizontal_momenta(system, d)
    except OutOfReach:
        return ()


def _affine(system: System, f: Expr, g: Expr) -> bool:
    """f = a + c g with a and c of parameters alone."""
    chart = system.chart
    slopes = ((f.diff(s), g.diff(s)) for s in (*chart.v, *chart.q, chart.t))
    c = next((a / b for a, b in slopes if not b.is_zero), f.graph.zero)
    return _is_constant(system, c) and _is_constant(system, f - c * g)


def _is_constant(system: System, f: Expr) -> bool:
    """Of parameters alone."""
    return not f.has([*system.chart.q, *system.chart.v, system.chart.t])
