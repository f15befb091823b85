"""Is a configuration of rest stable?  By small motions, and by the energy where these are silent.

    s^k det(M s^2 + C s + K N) = 0            k constraints, p of them holonomic

with M, C, K, N of `small_motions`.  Of the k zeros p stand for the levels of f, which no motion
leaves; the other k - p belong to the directions of a family of configurations of rest, of dimension
k - p where K N is regular: for constraints that are not holonomic rest is never isolated.

    Re s > 0 for some s              unstable (Lyapunov)
    Re s < 0 for all others          stable; motions nearby tend to rest, of the family (Lyapunov,
                                     Malkin)
    the energy has a strict minimum  stable (Lagrange, Dirichlet), also where damping takes it away;
                                     asymptotically, where nothing but rest keeps it (LaSalle)
    it has one across a family       the family is stable as a whole (`rest_families`,
                                     `rest_tubes`)
    else                             undecided by linearisation

References: Lagrange1788, LaSalle1960, NeimarkFufaev1972, Bloch2003.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from nonholo.arithmetic.balls import Ball, ComplexBall
from nonholo.arithmetic.numbers import Rational
from nonholo.arithmetic.roots import (
    each_root_once,
    rational_roots_enclosed,
    simple_roots_enclosed,
)
from nonholo.decide.ball import PRECISION, ball, balls
from nonholo.dynamics.by_momenta import least_with_momentum
from nonholo.dynamics.consistency import determined
from nonholo.dynamics.dissipation import energy_never_grows, left_by_forms
from nonholo.dynamics.hurwitz import all_left, assumed_sign
from nonholo.dynamics.lagrange import force_balance
from nonholo.dynamics.rest_energy import at_minimum, by_energy
from nonholo.dynamics.rest_verdict import (
    ALL_LEFT,
    ATTRACTING,
    BOUNDED,
    CLOSE,
    LACKING,
    NOTHING,
    ROUGH,
    SINGULAR,
    STABLE,
    UNDECIDED,
    UNSTABLE,
    WITH_MOMENTUM,
    Stability,
    all_negative,
    verdict_of,
)
from nonholo.dynamics.small_motions import DRIFT, SmallMotionsAtRest, Values, small_motions
from nonholo.dynamics.statics import Statics
from nonholo.dynamics.system import at_numbers
from nonholo.errors import asking
from nonholo.expression.functions import unspecified_in
from nonholo.expression.graph import Expr
from nonholo.linear.elimination import product, solve, transpose, vanishes
from nonholo.words.sentence import say


def judged(statics: Statics, values: Values, multipliers: Sequence[Expr]) -> Stability:
    """Stability of a configuration of rest by its small motions and its energy, numbers put in.

    values: coordinate -> constant or expression of letters; multipliers: lambda there.  A verdict
    is proved, by balls around eigenvalues or the signs of exact numbers; what is not is undecided.

    >>> import nonholo as nh
    >>> from nonholo.dynamics.statics import statics
    >>> from nonholo.geometry.distribution.distribution import distribution
    >>> system = nh.System("a", "a'**2/2 + cos(a)").system
    >>> rest, at = statics(system, distribution(system.pfaffian)), system.chart.graph.pi
    >>> where = {system.chart.q[0]: at}
    >>> judged(rest, where, ()).verdict
    'unstable'
    """
    try:
        small = small_motions(statics, values, multipliers)
    except ZeroDivisionError:
        small = ROUGH
    if isinstance(small, str):
        rough = statics.steady and statics.kinks and statics.smooth_at_rest
        told = by_energy(statics, values, multipliers) if rough else None
        return Stability(*told) if told else Stability(UNDECIDED, small)
    graph, numbers = statics.chart.graph, statics.system.values
    if not small.mass:
        return Stability(STABLE, NOTHING, small.family)
    coefficients = graph.substitute(list(small.polynomial), dict(numbers))
    while coefficients and vanishes(coefficients[-1]):
        coefficients.pop()
    if len(coefficients) < len(small.polynomial):
        there_alone = determined(at_numbers(statics.system))
        return Stability(UNDECIDED, SINGULAR if there_alone else _without_motion())
    extra = 0
    while len(coefficients) > 1 and vanishes(coefficients[0]):
        coefficients.pop(0)
        extra += 1
    lettered = any(c.support for c in coefficients) or bool(unspecified_in(coefficients))
    stability = _by_signs(coefficients, small, extra) if lettered else None
    if lettered and stability is None:
        stability = _by_forms(statics, small)
    if not lettered:
        stability = _by_roots(coefficients, small, extra)
    zeros, roots = small.family + extra, stability.eigenvalues if stability else ()
    drifts = not statics.rows.catastatic
    if stability is not None and stability.verdict in (STABLE, ATTRACTING) and drifts:
        stability = replace(stability, verdict=UNDECIDED, reason=DRIFT)
    if stability is not None and stability.verdict != UNDECIDED:
        return Stability(stability.verdict, stability.reason, zeros, roots)
    bounded = _turns_for_ever(statics, small, roots) if roots and not zeros else None
    if bounded is not None:
        verdict = (STABLE, BOUNDED) if bounded else (UNSTABLE, LACKING)
        return Stability(*verdict, zeros, roots)
    told = by_energy(statics, values, multipliers)
    if told is None and not small.even and least_with_momentum(statics, values):
        told = STABLE, WITH_MOMENTUM
    if told:
        return Stability(*told, zeros, roots)
    why = stability.reason if stability else _left_open(coefficients, extra)
    return Stability(UNDECIDED, why, zeros, roots)


def _left_open(coefficients: Sequence[Expr], extra: int) -> str:
    """Why letters decide nothing: zeros, where no sign of the other coefficients is open."""
    if extra and all(vanishes(c) or assumed_sign(c) for c in coefficients):
        return all_negative("", extra, 0).reason
    return say("the signs of the coefficients of its polynomial are open")


def _by_signs(
    coefficients: Sequence[Expr], small: SmallMotionsAtRest, extra: int
) -> Stability | None:
    """Unstable if the ends differ in sign, so that there is a positive root; else by the signs of
    Hurwitz's determinants.
    """
    if assumed_sign(coefficients[0]) * assumed_sign(coefficients[-1]) < 0:
        return Stability(UNSTABLE, say("the polynomial of the eigenvalues has a positive root"))
    left = all_left(coefficients)
    if left is None:
        return None
    if not left:
        return Stability(UNSTABLE, say("an eigenvalue has a positive real part (Routh, Hurwitz)"))
    reason = say("all eigenvalues have negative real parts (Routh, Hurwitz)")
    return all_negative(reason, extra, small.family)


def _by_forms(statics: Statics, small: SmallMotionsAtRest) -> Stability | None:
    """By M, C and K as quadratic forms, numbers put in."""
    numbers = dict(statics.system.values)
    forms = (
        [statics.chart.graph.substitute(list(row), numbers) for row in matrix]
        for matrix in (small.mass, small.damping, small.stiffness)
    )
    left = left_by_forms(statics.chart.graph, *forms)
    if left is None:
        return None
    if not left:
        return Stability(
            UNSTABLE, say("damping in all directions, and a stiffness that is negative")
        )
    reason = say("damping in all directions and positive stiffness: ") + ALL_LEFT
    return all_negative(reason, 0, small.family)


def _by_roots(coefficients: Sequence[Expr], small: SmallMotionsAtRest, extra: int) -> Stability:
    even = small.even or (not extra and all(map(vanishes, coefficients[1::2])))
    roots = _roots(coefficients[:: 2 if even else 1])
    if roots is None:
        return Stability(UNDECIDED, CLOSE)
    return verdict_of(roots, even, extra, small.family)


def _roots(coefficients: Sequence[Expr]) -> list[tuple[ComplexBall, int]] | None:
    if all(c.is_number for c in coefficients):
        return rational_roots_enclosed([c.args for c in coefficients])
    roots = simple_roots_enclosed([ball(c, {}, PRECISION) for c in coefficients])
    return None if roots is None else [(z, 1) for z in roots]


def _turns_for_ever(
    statics: Statics, small: SmallMotionsAtRest, eigenvalues: Sequence[tuple[ComplexBall, int]]
) -> bool | None:
    """Are all motions bounded, as those that gyroscopic forces hold on top of a potential (Kelvin)?

    They are if the equations of motion are linear, and all eigenvalues not 0, imaginary, and simple
    or with as many eigenvectors; with fewer some grow.  None for other equations or eigenvalues,
    and where the eigenvectors were not counted.
    """
    chart = statics.system.chart
    moving = [*chart.q, *chart.v, *chart.a, chart.t]
    if statics.rows.k or not all(z.real.is_zero() for z, _ in eigenvalues):
        return None
    if any(e.diff(x).has(moving) for e in force_balance(statics.system) for x in moving):
        return None
    return True if all(n == 1 for _, n in eigenvalues) else _diagonal(statics, small)


def _diagonal(statics: Statics, small: SmallMotionsAtRest) -> bool | None:
    """Can the state matrix be made diagonal?  If the polynomial with each of its eigenvalues once
    makes it 0; None for entries that are not rational.
    """
    graph, numbers, m = statics.chart.graph, dict(statics.system.values), len(small.mass)
    M, C, K = (
        [graph.substitute(list(row), numbers) for row in square]
        for square in (small.mass, small.damping, small.stiffness)
    )
    polynomial = graph.substitute(list(small.polynomial), numbers)
    solved = [solve(graph, M, list(column)) for side in (K, C) for column in transpose(side)]
    columns = [column for column in solved if column is not None]
    entries = [e for column in columns for e in column]
    if len(columns) < 2 * m or not all(e.is_number for e in (*entries, *polynomial)):
        return None
    unit = [[graph.number(Rational(int(i == j))) for j in range(2 * m)] for i in range(2 * m)]
    state = [*unit[m:], *([-column[i] for column in columns] for i in range(m))]
    total = [[graph.zero] * (2 * m) for _ in unit]
    for c in reversed(each_root_once([e.args for e in polynomial])):
        moved = product(graph, total, state)
        total = [[x + graph.scale(y, c) for x, y in zip(*pair)] for pair in zip(moved, unit)]
    return all(e.is_zero for row in total for e in row)


def _without_motion() -> str:
    return say(
        "the mass matrix is singular on the virtual displacements at every configuration, so that "
        "the equations do not determine the motion; {ask} follows what they hide",
        ask=asking("consistency"),
    )


def judged_in_balls(
    statics: Statics,
    small: SmallMotionsAtRest | str,
    minors: Sequence[Expr] | None,
    point: Mapping[Expr, Ball],
) -> Stability:
    """The same at a configuration that is known by balls.

    small, minors: from `small_motions` and `energy_minors` with letters as coordinates and
    multipliers; point: balls for all of them, and for the parameters.
    """
    least = bool(minors) and energy_never_grows(statics)
    least = least and all(e.is_finite() and e > 0 for e in balls(minors or (), point, PRECISION))
    if isinstance(small, str):
        rough = statics.steady and statics.kinks and statics.smooth_at_rest
        return Stability(*at_minimum(statics)) if rough and least else Stability(UNDECIDED, small)
    if not small.mass:
        return Stability(STABLE, NOTHING, small.family)
    step = 2 if small.even else 1
    coefficients = balls(small.polynomial[::step], point, PRECISION)
    roots = simple_roots_enclosed(coefficients)
    if roots is None or coefficients[0].contains(0):
        return Stability(*at_minimum(statics)) if least else Stability(UNDECIDED, CLOSE)
    stability = verdict_of([(z, 1) for z in roots], small.even, 0, small.family)
    if stability.verdict in (STABLE, ATTRACTING) and not statics.rows.catastatic:
        stability = replace(stability, verdict=UNDECIDED, reason=DRIFT)
    if stability.verdict == UNDECIDED and least:
        verdict, reason = at_minimum(statics)
        return replace(stability, verdict=verdict, reason=reason, zeros=small.family)
    return replace(stability, zeros=small.family)
