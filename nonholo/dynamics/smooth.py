"""Smooth constraints: their reactions do no virtual work, and are determined by a system of their
own.

    R^l_i = lambda_l a_li,      sum_i R^l_i dq_i = lambda_l sum_i a_li dq_i = 0   for A dq = 0
    power of R^l on the motion  sum_i R^l_i q_i' = - lambda_l a_l0
    A M^-1 A^T lambda = b - A M^-1 F      from M q'' = F + A^T lambda,  A q'' = b

References: Lagrange1788, Pars1965, Goldstein2002.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from nonholo.decide.relations import Judge, all_zero_on
from nonholo.decide.zero import Decision
from nonholo.dynamics.constraints import acceleration_rates, reaction_rows
from nonholo.dynamics.equations import Motion, multiplier_symbols
from nonholo.dynamics.lagrange import free_motion
from nonholo.dynamics.system import System
from nonholo.errors import SingularMass, option
from nonholo.expression.graph import Expr, Graph
from nonholo.geometry.constraints.chart import Chart
from nonholo.geometry.distribution.distribution import Distribution
from nonholo.linear.elimination import Matrix, dot, solve, transpose
from nonholo.shows import ShownAsFormulas
from nonholo.words.sentence import say


@dataclass(frozen=True, slots=True)
class SmoothReaction:
    """The reaction of one constraint on the motion.

    force: R_i = lambda a_i (n); works: sum_i R_i dq_i for each virtual displacement of the basis
    (1; alpha); smooth: do they all vanish; power: sum_i R_i q_i' on the motion.
    """

    label: str
    force: tuple[Expr, ...]
    works: tuple[Expr, ...]
    smooth: Decision
    power: Expr


def smooth_reactions(
    system: System, d: Distribution, true: Motion | None, judge: Judge = all_zero_on
) -> tuple[SmoothReaction, ...]:
    """The reaction of each constraint with its virtual work; none without a motion.

        sum_i lambda_l a_li dq_i,    dq a column of N = (1; alpha)

    true: with the multipliers of `formulations.multipliers`; judge: whether all works vanish.  For
    a constraint nonlinear in the velocities a_i = df/dq_i' (Chetaev1932), and its virtual
    displacements are those of Chetaev: they are not judged here.

    >>> import nonholo as nh
    >>> found = nh.compare(nh.System("x y z", "(x'**2 + y'**2 + z'**2)/2", ["dz = y dx"]))
    >>> [(one.label, one.smooth.answer, one.power) for one in found.smooth]
    [('dz = y dx', True, 0)]
    """
    if true is None or system.nonlinear:
        return ()
    graph, kernel = d.chart.graph, transpose(d.kernel())
    reactions = []
    for label, row, affine, multiplier in zip(
        d.pfaffian.labels, d.pfaffian.matrix, d.pfaffian.affine, true.multipliers
    ):
        restricted = [d.restrict(a) for a in row]
        along = [dot(graph, restricted, vector) for vector in kernel]
        works = tuple(multiplier * a for a in along)
        smooth = judge(along, system.relations)  # short; it need not hold where lambda is zero
        if smooth.answer and not smooth.proved:
            smooth = _in_new_graph(restricted, kernel, system, judge)
        reactions.append(
            SmoothReaction(
                label,
                tuple(multiplier * a for a in restricted),
                works,
                smooth if smooth.answer else judge(works, system.relations),
                -multiplier * d.restrict(affine),
            )
        )
    return tuple(reactions)


def _in_new_graph(row: Sequence[Expr], kernel: Matrix, system: System, judge: Judge) -> Decision:
    """The same, which rests on nothing that was merged for long accelerations."""
    graph = system.chart.graph.fresh()
    row, relations = graph.copy(row), graph.copy(system.relations)
    return judge([dot(graph, row, graph.copy(v)) for v in kernel], relations)


@dataclass(frozen=True, slots=True)
class MultiplierSystem(ShownAsFormulas):
    """matrix . multipliers = right: k equations for the multipliers alone, at admissible states.

    chart: of the case; multipliers: their symbols; matrix: A M^-1 A^T (k x k), right: b - A M^-1 F
    (k); labels: the constraints.

    >>> import nonholo as nh
    >>> nh.multiplier_equations("cases/rolling_cylinder.toml").labels
    ('x - R*theta',)
    """

    chart: Chart
    multipliers: tuple[Expr, ...]
    matrix: Matrix
    right: tuple[Expr, ...]
    labels: tuple[str, ...]

    def __repr__(self) -> str:
        return f"<MultiplierSystem of {', '.join(map(str, self.multipliers)) or 'no multipliers'}>"


def multiplier_system(system: System, d: Distribution) -> MultiplierSystem:
    """The linear equations of the multipliers, accelerations eliminated.

        (A M^-1 A^T) lambda = b - A M^-1 F          k x k;   A q'' = b the differentiated rows

    The matrix is symmetric; it is regular where the rows are independent and M is positive.  A
    constraint nonlinear in the velocities takes part with the row df/dq' (Chetaev1932).  Raises
    SingularMass where M has no inverse, NotApplicable without a Lagrangian.  References:
    Lagrange1788, UdwadiaKalaba1992.

    >>> import nonholo as nh
    >>> from nonholo.geometry.distribution.distribution import distribution
    >>> system = nh.System("x y z", "(x'**2 + y'**2 + z'**2)/2", ["dz = y dx"]).system
    >>> found = multiplier_system(system, distribution(system.pfaffian, ["z"]))
    >>> found.matrix, found.right
    ([[y**2 + 1]], (xdot*ydot,))
    """
    graph, chart = d.chart.graph, d.chart
    M, F = free_motion(system, d)
    rows = [[d.restrict(e) for e in row] for row in reaction_rows(system, d)]
    still = dict.fromkeys(chart.a, graph.zero)
    right = [-d.restrict(rate.subs(still)) for rate in acceleration_rates(system, d)]
    columns = [_by_inverse_mass(graph, M, vector) for vector in (*rows, F)]
    matrix = [[dot(graph, row, column) for column in columns[:-1]] for row in rows]
    return MultiplierSystem(
        chart,
        multiplier_symbols(system, len(rows)),
        matrix,
        tuple(b - dot(graph, row, columns[-1]) for b, row in zip(right, rows)),
        (*d.pfaffian.labels, *(c.label for c in system.nonlinear)),
    )


def _by_inverse_mass(graph: Graph, M: Matrix, vector: Sequence[Expr]) -> list[Expr]:
    """M^-1 v."""
    solution = solve(graph, M, vector)
    if solution is None:
        raise SingularMass(
            say(
                "the mass matrix has no inverse, so that the multipliers have no "
                "equations of their own; "
            )
            + option(
                "`nonholo equations --form multipliers`",
                'nh.equations(case, "multipliers")',
            )
            + say(" gives them with the accelerations")
        )
    return solution
