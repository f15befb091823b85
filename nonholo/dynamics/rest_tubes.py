"""Families of rests along which the potential rises at least as c s^2: stable as a whole.

    q_a = e_a(q_b) at rest, e_a defined for all q_b;      s_a = q_a - e_a(q_b)
    U(s, q_b) - U(0, q_b) >= c s^2,  c > 0;  M constant and positive
        =>   motions that begin near the family stay near it

Kinetic energy and U - U(0) bound q' and s for ever, however far a motion goes along the family, and
|s| is no less than the distance from it.  The bound holds if U(s, q_b) does not contain q_b and its
second variation is positive at s = 0; or if d2U/ds_a ds_b is 0 off the diagonal, and on it nowhere
less than a positive number.  References: Lagrange1788.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from nonholo.dynamics.dissipation import energy_never_grows
from nonholo.dynamics.equilibria import Piece
from nonholo.dynamics.hurwitz import assumed_sign, surely_positive
from nonholo.dynamics.lagrange import mass_matrix
from nonholo.dynamics.statics import Statics
from nonholo.errors import OutOfReach
from nonholo.expression.graph import Expr
from nonholo.expression.ranges import range_of
from nonholo.geometry.zeros.signs import smooth_everywhere
from nonholo.linear.elimination import Matrix, dot, leading_minors, vanishes
from nonholo.signs.factored import factored

Values = Mapping[Expr, Expr]


def rises_across(statics: Statics, piece: Piece) -> bool:
    """The energy never grows, and surely rises as c s^2 across a family of rests, c > 0.

    piece: with lambda; the numbers of the case are put in.

    >>> import nonholo as nh
    >>> from nonholo.dynamics.equilibria import equilibria
    >>> from nonholo.dynamics.statics import statics
    >>> from nonholo.geometry.distribution.distribution import distribution
    >>> system = nh.System("x y", "(x'**2 + y'**2 - (x - y**2)**2)/2").system
    >>> rest = statics(system, distribution(system.pfaffian))
    >>> [rises_across(rest, piece) for piece in equilibria(rest).pieces]
    [True]
    """
    there, numbers = statics.numbered, dict(statics.system.values)
    chart = there.system.chart
    if piece.under or piece.slopes or any(f is not None for f in there.rows.functions):
        return False
    values = {q: e.subs(numbers) for q, e in piece.values.items()}
    solved = [q for q in chart.q if q in values]
    try:
        multipliers = [e.subs(numbers) for e in piece.multipliers or ()]
        return (
            0 < len(solved) < chart.n
            and not there.kinks
            and all(map(vanishes, multipliers))
            and smooth_everywhere((*values.values(), *there.forces), there.chart)
            and energy_never_grows(statics)
            and _constant_and_positive(mass_matrix(there.system), [*chart.q, *chart.v])
            and _rises(there, values, solved)
        )
    except (OutOfReach, ZeroDivisionError):
        return False


def _constant_and_positive(M: Matrix, moving: Sequence[Expr]) -> bool:
    constant = not any(e.has(moving) for row in M for e in row)
    return constant and all(map(surely_positive, leading_minors(M[0][0].graph, M)))


def _rises(statics: Statics, values: Values, solved: Sequence[Expr]) -> bool:
    """U - U(0) >= c s^2; the letters of the solved coordinates stand for s."""
    graph, forces = statics.chart.graph, dict(zip(statics.chart.q, statics.forces))
    shifted = {q: q + e for q, e in values.items()}
    across = graph.substitute([forces[q] for q in solved], shifted)
    bend = [[-F.diff(s) for s in solved] for F in across]
    free = [q for q in statics.chart.q if q not in values]
    along = graph.substitute([forces[q] for q in free], shifted)
    turned = ([values[q].diff(b) for q in solved] for b in free)
    if all(vanishes(F + dot(graph, across, turn)) for F, turn in zip(along, turned)):
        least = dict.fromkeys(solved, graph.zero)
        at = [graph.substitute(row, least) for row in bend]
        return all(map(surely_positive, leading_minors(graph, at)))
    off = (e for a, row in enumerate(bend) for b, e in enumerate(row) if a != b)
    return all(map(vanishes, off)) and all(
        _bounded_from_zero(row[a], statics.chart.q) for a, row in enumerate(bend)
    )


def _bounded_from_zero(e: Expr, q: Sequence[Expr]) -> bool:
    """Nowhere less than a positive number, by its factors."""
    number, factors = factored(e)
    bounds = (range_of(base**power).low for base, power in factors if base.has(q))
    letters = [assumed_sign(base**power) for base, power in factors if not base.has(q)]
    return (
        number > 0
        and all(sign == 1 for sign in letters)
        and all(low is not None and low > 0 for low in bounds)
    )
