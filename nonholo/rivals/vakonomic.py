"""Vakonomic equations: another principle, in which varied paths obey the constraints (Kozlov 1983).

    E_i(L + sum_l mu_l c_l) = Q_i,      c_l = sum_i a_li q_i' + a_l0 = 0

    E_i(L) + sum_l mu_l' a_li + sum_l mu_l (a_li' - dc_l/dq_i) = Q_i

The mu_l(t) are unknown functions with equations of their own; their initial values are data that
mechanics does not give.  With mu_l' = - lambda_l these are the multiplier equations and the force
sum_l mu_l (dc_l/dq_i - a_li'), whose work on virtual displacements, sum_l mu_l dw_l(dq, velocity),
is the term by which the two principles differ. References: ArnoldKozlovNeishtadt2006,
LewisMurray1995."""

from __future__ import annotations

from nonholo.dynamics.equations import Equations, constraint_rates, free_symbols
from nonholo.dynamics.lagrange import force_balance
from nonholo.dynamics.system import System, require_pfaffian
from nonholo.expression.graph import Expr
from nonholo.geometry.distribution.distribution import Distribution
from nonholo.linear.elimination import Matrix
from nonholo.words.sentence import say_many


def vakonomic(system: System, distribution: Distribution) -> Equations:
    """The vakonomic equations: n + k rows for n accelerations and the k rates mu'.

        E_i(L) - Q_i + sum_l mu_l' a_li + sum_l mu_l (a_li' - dc_l/dq_i) = 0     (i = 1..n)

    The mu_l stand in the rows; mechanics gives them no initial values.  Raises NotApplicable
    without a Lagrangian, or for a constraint nonlinear in the velocities.  References:
    ArnoldKozlovNeishtadt2006, LewisMurray1995.

    >>> import nonholo as nh
    >>> from nonholo.geometry.distribution.distribution import distribution
    >>> system = nh.System("x y z", "(x'**2 + y'**2 + z'**2)/2", ["dz = y dx"]).system
    >>> found = vakonomic(system, distribution(system.pfaffian, ["z"]))
    >>> found.unknowns
    (xddot, yddot, zddot, mu_1dot)
    >>> found.rows[:2]
    (xddot - y*mu_1dot - ydot*mu_1, yddot + xdot*mu_1)
    """
    require_pfaffian(system, "vakonomic")
    chart, d = system.chart, distribution
    mu = free_symbols(system, "mu_", d.k)
    rates = tuple(chart.graph.symbol(f"{s}dot") for s in mu)
    bend = bending(d)
    balance = [
        e
        + chart.graph.add(
            *(
                rate * row[i] + m * turns[i]
                for m, rate, row, turns in zip(mu, rates, d.pfaffian.matrix, bend)
            )
        )
        for i, e in enumerate(force_balance(system))
    ]
    return Equations(
        "vakonomic",
        "rival",
        d,
        (*balance, *constraint_rates(d)),
        (*chart.a, *rates),
        rates,
        note=_note(mu),
    )


def _note(mu: tuple[Expr, ...]) -> str:
    if not mu:
        return ""
    return say_many(
        len(mu),
        "another principle, not a wrong derivation: {names} is an unknown function of time with an "
        "equation of its own, and its initial value is a further datum",
        "another principle, not a wrong derivation: {names} are unknown functions of time with "
        "equations of their own, and their initial values are further data",
        names=", ".join(map(str, mu)),
    )


def bending(d: Distribution) -> Matrix:
    """a_li' - dc_l/dq_i, for each constraint l and coordinate i."""
    chart, rows = d.chart, []
    for l in range(d.k):
        c = d.pfaffian.value(l)
        rows.append([chart.rate(a) - c.diff(q) for a, q in zip(d.pfaffian.matrix[l], chart.q)])
    return rows


def bending_work(d: Distribution) -> Matrix:
    """sum_i (dc_l/dq_i - a_li') N_ij on admissible velocities (k x m): mu_l times it is the
    vakonomic force.
    """
    return [[-d.restrict(e) for e in d.project(row)] for row in bending(d)]


def vakonomic_force(system: System, d: Distribution) -> list[Expr]:
    """sum_l mu_l dw_l(dq, velocity) on each independent coordinate: by what the two principles
    differ.
    """
    mu, work = free_symbols(system, "mu_", d.k), bending_work(d)
    return [d.chart.graph.add(*(m * row[j] for m, row in zip(mu, work))) for j in range(d.m)]
