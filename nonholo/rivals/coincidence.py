"""Which motions of mechanics are vakonomic too, for suitable mu(t)?

On a true motion the vakonomic equations ask of mu

    sum_l mu_l dw_l(dq_j, velocity) = 0       (j = 1..m)         mu' = - lambda - sum_l mu_l W_l

Each condition is differentiated along the motion until nothing new comes.  The conditions stay
linear in mu: either they can be met at every state, then a mu(t) exists for every motion, or a
combination without mu is left, the obstruction, which must vanish on a motion that is vakonomic.
(Where its denominators vanish more may be possible.) References: LewisMurray1995,
FernandezBloch2008."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from nonholo.decide.relations import decide_zero_on
from nonholo.decide.zero import Decision
from nonholo.dynamics.conserved import rates_on_motion
from nonholo.dynamics.equations import Motion
from nonholo.dynamics.system import System
from nonholo.errors import OutOfReach, said
from nonholo.expression.graph import Expr
from nonholo.geometry.distribution.distribution import Distribution
from nonholo.geometry.zeros.signs import vanishing_factors
from nonholo.linear.elimination import Matrix, dot, echelon, pivot_block, solve, transpose
from nonholo.rivals.vakonomic import bending, bending_work
from nonholo.words.sentence import say
from nonholo.work import BUDGETS, Work


@dataclass(frozen=True, slots=True)
class Coincidence:
    """Is every motion vakonomic for some mu(t)?

    If not, the obstruction does not vanish.

    free: how many of the k initial values of mu remain free (None if no mu exists or it is open);
    blocks: square matrices by which conditions were solved: where their determinants do not vanish,
    the answer is this one.
    """

    decision: Decision
    obstruction: Expr | None = None
    free: int | None = None
    blocks: tuple[Matrix, ...] = ()

    def needed(self, system: System, units: int = BUDGETS.presenting) -> tuple[Expr, ...] | None:
        """Factors of the obstruction, one of which vanishes on a motion that is vakonomic too
        (for display).

        units: of work; what is told in a sentence takes few.
        """
        if self.obstruction is None:
            return None
        chart = system.chart
        return vanishing_factors(self.obstruction, replace(chart, q=(*chart.q, *chart.v)), units)


def coincidence(
    system: System,
    d: Distribution,
    motion: Motion,
    on: Mapping[Expr, Expr] | None = None,
    units: int = BUDGETS.coincidence,
) -> Coincidence:
    """Decide whether the motions are vakonomic too, for suitable mu(t).

        sum_l mu_l dw_l(dq_j, velocity) = 0       (j = 1..m)

    and its derivatives along the motion are conditions linear in mu.

    motion: the true accelerations and multipliers; on: values such as {theta': 0} that the motions
    asked about keep (an invariant set), instead of all motions; units: of work.  What is beyond
    them comes back as open, with the reason.  References: LewisMurray1995, FernandezBloch2008.

    >>> import nonholo as nh
    >>> from nonholo.dynamics.equations import motion
    >>> from nonholo.formulations.multipliers import multipliers
    >>> from nonholo.geometry.distribution.distribution import distribution
    >>> system = nh.System("x y z", "(x'**2 + y'**2 + z'**2)/2", ["dz = y dx"]).system
    >>> d = distribution(system.pfaffian, ["z"])
    >>> found = coincidence(system, d, motion(multipliers(system, d)))
    >>> found.decision.answer, found.obstruction
    (False, xdot*ydot*(y**2/(y**2 + 1) - 1))
    """
    try:
        return _prolong(system, d, motion, dict(on or {}), Work.of(units))
    except (OutOfReach, ZeroDivisionError) as error:
        return Coincidence(
            Decision(None, reason=say("conditions on mu: {reason}", reason=said(error)))
        )


def _prolong(
    system: System, d: Distribution, motion: Motion, on: Mapping[Expr, Expr], work: Work
) -> Coincidence:
    graph, flow = d.chart.graph, _flow(d, motion)
    layer = [[*(e.subs(on) for e in column), graph.zero] for column in transpose(bending_work(d))]
    rows: Matrix = []
    blocks: tuple[Matrix, ...] = ()
    while True:
        rank = len(rows)
        every = [*rows, *layer]
        form = echelon(graph, every, columns=range(d.k))
        if form.rank > rank:
            blocks = (*blocks, pivot_block(every, form))
        for idle in form.idle:
            residual = dot(graph, idle, [row[-1] for row in every])
            verdict = decide_zero_on(residual, system.holonomic)
            if not verdict.answer:
                return Coincidence(verdict, residual, blocks=blocks)
        if form.rank == rank:
            return Coincidence(Decision(True, "normal form"), free=d.k - rank, blocks=blocks)
        work.require()
        rows = form.rows
        layer = [[e.subs(on) for e in _derivative(system, d, motion, flow, row)] for row in rows]


def _flow(d: Distribution, motion: Motion) -> Matrix:
    """mu_l' = sum_p flow[l][p] mu_p + flow[l][k], from the rows of the dependent coordinates."""
    graph = d.chart.graph
    A = [[row[j] for row in d.pfaffian.matrix] for j in d.dependent]
    bend = [[d.restrict(row[j]) for row in bending(d)] for j in d.dependent]
    columns = [
        solve(graph, A, [line[p] for line in bend]) or () for p in range(d.k)
    ]  # A is regular
    return [[*(-column[l] for column in columns), -motion.multipliers[l]] for l in range(d.k)]


def _derivative(
    system: System, d: Distribution, motion: Motion, flow: Matrix, row: Sequence[Expr]
) -> list[Expr]:
    """d/dt (sum_l row_l mu_l + row_k) along the motion, as such a row again."""
    slopes = rates_on_motion(system, d, motion, row)
    carried = [dot(d.chart.graph, row[:-1], [line[p] for line in flow]) for p in range(d.k + 1)]
    return [a + b for a, b in zip(slopes, carried)]
