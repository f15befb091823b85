"""Small motions near a configuration of rest, and what they say of its stability.

    M u' + C u + K dq = 0,   dq' = N u        N: a basis of ker A there (n x m)
    s^k det(M s^2 + C s + K N) = 0            k constraints, p of them holonomic

M = N^T L_vv N, C = -N^T dF/dv N, K = -N^T (dF/dq + lambda dA/dq).  Of the k zeros p stand for the
levels of f, which no motion leaves; the other k - p belong to the directions of a family of
configurations of rest, of dimension k - p where K N is regular: for constraints that are not
holonomic rest is never isolated.

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

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from nonholo.arithmetic.balls import Ball, ComplexBall
from nonholo.arithmetic.numbers import Rational
from nonholo.arithmetic.roots import (
    each_root_once,
    rational_roots_enclosed,
    simple_roots_enclosed,
)
from nonholo.decide.ball import ball, balls
from nonholo.dynamics.by_momenta import least_with_momentum
from nonholo.dynamics.consistency import determined
from nonholo.dynamics.degenerate import least_by_series
from nonholo.dynamics.dissipation import (
    energy_never_grows,
    goes_away,
    left_by_forms,
    lost_until_rest,
    where_energy_is_lost,
)
from nonholo.dynamics.hurwitz import all_left, assumed_sign, surely_positive
from nonholo.dynamics.lagrange import force_balance, mass_matrix
from nonholo.dynamics.observed import sees_all
from nonholo.dynamics.one_coordinate import least_in_one_coordinate
from nonholo.dynamics.statics import Statics
from nonholo.dynamics.system import at_numbers
from nonholo.errors import OutOfReach, asking
from nonholo.expression.functions import unspecified_in
from nonholo.expression.graph import Expr
from nonholo.linear.elimination import (
    Matrix,
    Weight,
    determinant,
    dot,
    echelon,
    kernel,
    leading_minors,
    solve,
    transpose,
    vanishes,
)
from nonholo.words.sentence import say, say_many

UNSTABLE, STABLE, ATTRACTING, AS_FAMILY, UNDECIDED = (
    "unstable",
    "stable",
    "asymptotically stable",
    "stable as a family",
    "undecided",
)
MOST = 6  # virtual displacements up to which det(M s^2 + C s + K N) is written down
PRECISION = 256
SINGULAR = say(
    "the mass matrix on virtual displacements is singular there, as where angles of rotation lose "
    "their meaning; turns about x, y and z one after the other (Cardan's angles) are regular where "
    "Euler's are not, quaternions and a rotation matrix everywhere"
)
DRIFT = say("the constraints admit rest on a part of the configurations only")
NOTHING = say("the constraints let nothing move")
CLOSE = say("an eigenvalue may be 0, or some are multiple or too close to be told apart")
MINIMUM = say("the energy is kept and has a strict minimum there (Lagrange, Dirichlet)")
LOST = say("the energy has a strict minimum there, and only rest keeps it (LaSalle)")
LOSING = say("the energy never grows and has a strict minimum there (Lagrange, Dirichlet)")
ACROSS = say(
    "the energy never grows and has a strict minimum across the family, the same all along it: "
    "motions that begin near the family stay near it, and may drift along it (Lagrange, Dirichlet)"
)
RISING = say(
    "the energy never grows, and across the family the potential rises at least as a multiple of "
    "the square of the distance: motions that begin near the family stay near it, and may drift "
    "along it (Lagrange, Dirichlet)"
)
BOUNDED = say(
    "the equations are linear, and all eigenvalues imaginary, with as many eigenvectors as they are"
)
WITH_MOMENTUM = say(
    "the energy together with a momentum that is kept has a strict minimum there (Routh, Chetaev)"
)
LACKING = say(
    "the equations are linear, and a multiple imaginary eigenvalue lacks eigenvectors: motions "
    "grow with time"
)
GROWING = say_many(
    1, "an eigenvalue has a positive real part", "{n} eigenvalues have positive real parts"
)
ALL_LEFT = say("all eigenvalues have negative real parts")
FALLING = say(
    "the potential has no minimum there, as its terms of higher order show: motions go away"
)
NO_MINIMUM = say("the energy of one coordinate has no minimum there: motions go away to a side")

Values = Mapping[Expr, Expr]


@dataclass(frozen=True, slots=True)
class SmallMotionsAtRest:
    """M, C, K N at a configuration and its polynomial c_0 + c_1 s + ..., c_j exact.

    even: C = 0, the polynomial is one in s^2; family: k - p, the dimension of the family through
    it.
    """

    mass: Matrix
    damping: Matrix
    stiffness: Matrix
    polynomial: tuple[Expr, ...]
    even: bool
    family: int


@dataclass(frozen=True, slots=True)
class Stability:
    """A verdict (unstable, stable, asymptotically stable, stable as a family, undecided) and what
    it rests on.

    zeros: how many eigenvalues are 0, those of the family included; eigenvalues: the others, in
    balls, with multiplicities; none where the polynomial holds letters."""

    verdict: str
    reason: str
    zeros: int | None = None
    eigenvalues: tuple[tuple[ComplexBall, int], ...] = ()


def small_motions(
    statics: Statics, values: Values, multipliers: Sequence[Expr], weight: Weight | None = None
) -> SmallMotionsAtRest | str:
    """The linearised motion near a configuration of rest, or why there is none here.

    values: coordinate -> expression, those that are not named stay letters; multipliers: lambda
    there; weight: of pivots (those that vanish at a place come last).

    >>> import nonholo as nh
    >>> from nonholo.dynamics.statics import statics
    >>> from nonholo.geometry.distribution.distribution import distribution
    >>> system = nh.System("a", "m*a'**2/2 + k*cos(a)").system
    >>> rest = statics(system, distribution(system.pfaffian))
    >>> small_motions(rest, {system.chart.q[0]: system.chart.graph.zero}, ()).polynomial
    (k, 0, m)
    """
    system, chart, rows = statics.system, statics.system.chart, statics.rows
    graph, n = chart.graph, chart.n
    still = {**dict.fromkeys((*chart.v, *chart.a), graph.zero)}

    def there(matrix: Matrix) -> Matrix:
        return [graph.substitute([e.subs(still) for e in row], values) for row in matrix]

    if not statics.steady:
        return say("the equations hold t: small motions prove nothing")
    if statics.kinks:
        return say("sign or abs in a force has no slope everywhere: small motions prove nothing")
    A = there([list(row) for row in rows.matrix])
    if any(
        not e.is_zero
        for row in there([[a.diff(q) for q in chart.q] for a in rows.affine])
        for e in row
    ):
        return DRIFT
    N = _kernel(statics, A, weight)
    if len(N[0]) != n - rows.k:
        return say("the constraints lose rank there")
    m = n - rows.k
    if m > MOST:
        return say("{m} virtual displacements are too many for a polynomial in letters", m=m)
    balance = force_balance(system)
    load = [
        [
            -F.diff(q) - dot(graph, [row[i].diff(q) for row in rows.matrix], multipliers)
            for q in chart.q
        ]
        for i, F in enumerate(statics.forces)
    ]
    fast = dict.fromkeys(chart.a, graph.zero)
    slopes = [[e.subs(fast).diff(v) for v in chart.v] for e in balance]
    squares = (mass_matrix(system), slopes, load)
    M, C, K = (_squeezed(statics, N, there(square)) for square in squares)
    if chart.t.support & graph.mask([e for square in (M, C, K) for row in square for e in row]):
        return say("the linearised equations change in time")
    even = all(e.is_zero for row in C for e in row)
    return SmallMotionsAtRest(
        M, C, K, _polynomial(statics, M, C, K, even), even, rows.functions.count(None)
    )


def _identity(statics: Statics) -> Matrix:
    graph, n = statics.chart.graph, statics.chart.n
    return [[graph.one if i == j else graph.zero for j in range(n)] for i in range(n)]


def _squeezed(statics: Statics, N: Matrix, matrix: Matrix) -> Matrix:
    """N^T matrix N."""
    graph, columns = statics.chart.graph, transpose(N)
    right = [[dot(graph, row, c) for c in columns] for row in matrix]
    return [[dot(graph, c, column) for column in transpose(right)] for c in columns]


def _without_motion() -> str:
    return say(
        "the mass matrix is singular on the virtual displacements at every configuration, so that "
        "the equations do not determine the motion; {ask} follows what they hide",
        ask=asking("consistency"),
    )


def _polynomial(statics: Statics, M: Matrix, C: Matrix, K: Matrix, even: bool) -> tuple[Expr, ...]:
    """c_j of det(M s^2 + C s + K) = sum_j c_j s^j."""
    graph = statics.chart.graph
    s = graph.symbol("eigenvalue of a rest")
    square = s if even else s**2
    entries = [[a * square + b * s + c for a, b, c in zip(*rows)] for rows in zip(M, C, K)]
    node, coefficients, factor = determinant(graph, entries), [], graph.one
    for j in range((1 if even else 2) * len(M) + 1):
        c = node.subs({s: graph.zero}) / factor
        coefficients += [c, graph.zero] if even else [c]
        node, factor = node.diff(s), factor * (j + 1)
    return tuple(coefficients[:-1] if even else coefficients)


# judged ----------------------------------------------------------------------------------------
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
        small = say("the forces have no derivative there")
    if isinstance(small, str):
        rough = statics.steady and statics.kinks and statics.smooth_at_rest
        told = _by_energy(statics, values, multipliers) if rough else None
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
    told = _by_energy(statics, values, multipliers)
    if told is None and not small.even and least_with_momentum(statics, values):
        told = STABLE, WITH_MOMENTUM
    if told:
        return Stability(*told, zeros, roots)
    why = say("the signs of the coefficients of its polynomial are open")
    return Stability(UNDECIDED, stability.reason if stability else why, zeros, roots)


def _by_energy(
    statics: Statics, values: Values, multipliers: Sequence[Expr]
) -> tuple[str, str] | None:
    """A verdict and its reason by the energy there, if one is had."""
    still = dict.fromkeys(statics.system.chart.v, statics.chart.graph.zero)
    try:
        mass = mass_matrix(statics.system)[0][0].subs(still).subs(values)
        least = least_in_one_coordinate(statics, values, mass)
    except ZeroDivisionError:
        return None
    if least is False:
        return UNSTABLE, NO_MINIMUM
    if least or _minimum(statics, values, multipliers):
        return _at_minimum(statics, values, multipliers)
    return _by_higher_terms(statics, values, multipliers)


def _at_minimum(
    statics: Statics, values: Values | None = None, multipliers: Sequence[Expr] = ()
) -> tuple[str, str]:
    """What a strict minimum of an energy that never grows says of rest there."""
    if not any(Q.has(statics.system.chart.v) for Q in statics.system.forces):
        return STABLE, MINIMUM
    if None in statics.rows.functions:
        return STABLE, LOSING
    if lost_until_rest(statics):
        return ATTRACTING, LOST
    seen = values is not None and _damping_sees_all(statics, values, multipliers)
    return (ATTRACTING, LOST) if seen else (STABLE, LOSING)


def _damping_sees_all(statics: Statics, values: Values, multipliers: Sequence[Expr]) -> bool:
    """No motion nearby but rest keeps the velocities 0 at which energy is lost."""
    for coasting, forms in where_energy_is_lost(statics):
        small = small_motions(coasting, values, multipliers)
        if isinstance(small, str) or not small.mass:
            continue
        N = transpose(_virtual(coasting, values))
        seen = [[dot(statics.chart.graph, form, column) for column in N] for form in forms]
        numbers = dict(statics.system.values)
        if sees_all(statics.chart.graph, small.mass, small.damping, small.stiffness, seen, numbers):
            return True
    return False


def _by_higher_terms(
    statics: Statics, values: Values, multipliers: Sequence[Expr]
) -> tuple[str, str] | None:
    """By the terms of the potential beyond its second variation."""
    if not energy_never_grows(statics) or not _inert(statics, values):
        return None
    least = least_by_series(statics, values, multipliers)
    if least is None or least.strict is None:
        return None
    if least.strict:
        return _at_minimum(statics, values, multipliers)
    return (UNSTABLE, FALLING) if goes_away(statics, least.form) else None


def _inert(statics: Statics, values: Values) -> bool:
    """The mass matrix on virtual displacements is positive there."""
    graph, still = (
        statics.chart.graph,
        dict.fromkeys(statics.system.chart.v, statics.chart.graph.zero),
    )
    try:
        mass = [
            graph.substitute([e.subs(still) for e in row], values)
            for row in mass_matrix(statics.system)
        ]
        minors = _minors(statics, _virtual(statics, values), mass)
    except ZeroDivisionError:
        return False
    return all(map(surely_positive, graph.substitute(minors, dict(statics.system.values))))


def _virtual(statics: Statics, values: Values) -> Matrix:
    """A basis of the virtual displacements there, in columns."""
    rows = [statics.chart.graph.substitute(list(row), values) for row in statics.rows.matrix]
    return _kernel(statics, rows, None)


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
    return _all_negative(reason, extra, small.family)


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
    return _all_negative(reason, 0, small.family)


def _by_roots(coefficients: Sequence[Expr], small: SmallMotionsAtRest, extra: int) -> Stability:
    even = small.even or (not extra and all(map(vanishes, coefficients[1::2])))
    roots = _roots(coefficients[:: 2 if even else 1])
    if roots is None:
        return Stability(UNDECIDED, CLOSE)
    return verdict_of(roots, even, extra, small.family)


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
        moved = [[dot(graph, row, column) for column in transpose(state)] for row in total]
        total = [[x + graph.scale(y, c) for x, y in zip(*pair)] for pair in zip(moved, unit)]
    return all(e.is_zero for row in total for e in row)


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
        return Stability(*_at_minimum(statics)) if rough and least else Stability(UNDECIDED, small)
    if not small.mass:
        return Stability(STABLE, NOTHING, small.family)
    step = 2 if small.even else 1
    coefficients = balls(small.polynomial[::step], point, PRECISION)
    roots = simple_roots_enclosed(coefficients)
    if roots is None or coefficients[0].contains(0):
        return Stability(UNDECIDED, CLOSE)
    stability = verdict_of([(z, 1) for z in roots], small.even, 0, small.family)
    if stability.verdict in (STABLE, ATTRACTING) and not statics.rows.catastatic:
        stability = replace(stability, verdict=UNDECIDED, reason=DRIFT)
    if stability.verdict == UNDECIDED and least:
        verdict, reason = _at_minimum(statics)
        return replace(stability, verdict=verdict, reason=reason, zeros=small.family)
    return replace(stability, zeros=small.family)


def _roots(coefficients: Sequence[Expr]) -> list[tuple[ComplexBall, int]] | None:
    if all(c.is_number for c in coefficients):
        return rational_roots_enclosed([c.args for c in coefficients])
    roots = simple_roots_enclosed([ball(c, {}, PRECISION) for c in coefficients])
    return None if roots is None else [(z, 1) for z in roots]


def verdict_of(
    roots: Sequence[tuple[ComplexBall, int]], even: bool, extra: int, family: int
) -> Stability:
    """What enclosed roots of the polynomial say.

    roots: balls with one root each and its multiplicity, not 0, of the polynomial in s, or if even
    in z = s^2; extra: zero roots of the polynomial; family: zeros that belong to a family of rest.

    >>> from nonholo.arithmetic.roots import simple_roots_enclosed
    >>> found = [(z, 1) for z in simple_roots_enclosed([Ball(1), Ball(1), Ball(1)])]
    >>> verdict_of(found, even=False, extra=0, family=0).verdict
    'asymptotically stable'
    """
    eigenvalues = _eigenvalues(roots) if even else tuple(roots)
    if any(z.real > 0 for z, _ in eigenvalues):
        return Stability(UNSTABLE, GROWING, None, eigenvalues)
    if extra or all(z.real < 0 for z, _ in eigenvalues):
        reason = say("all eigenvalues have negative real parts")
        return _all_negative(reason, extra, family, eigenvalues)
    return Stability(
        UNDECIDED,
        say("the eigenvalues lie on the imaginary axis: linearisation decides nothing")
        if even
        else say(
            "no eigenvalue is known to have a positive real part, and some may lie on the "
            "imaginary axis: linearisation decides nothing"
        ),
        None,
        eigenvalues,
    )


def _all_negative(
    reason: str, extra: int, family: int, eigenvalues: tuple[tuple[ComplexBall, int], ...] = ()
) -> Stability:
    """What follows where no eigenvalue but zeros has a real part that is not negative."""
    if extra:
        return Stability(
            UNDECIDED,
            say_many(
                extra,
                "{n} eigenvalue is 0 besides one for each nonholonomic constraint: "
                "linearisation decides nothing",
                "{n} eigenvalues are 0 besides one for each nonholonomic constraint: "
                "linearisation decides nothing",
            ),
            None,
            eigenvalues,
        )
    if family:
        return Stability(
            STABLE,
            say(
                "{reason} but the {family} that are 0 along the family: motions nearby tend to "
                "configurations of it (Lyapunov, Malkin)",
                reason=reason,
                family=family,
            ),
            None,
            eigenvalues,
        )
    return Stability(ATTRACTING, reason, None, eigenvalues)


def _eigenvalues(squares: Sequence[tuple[ComplexBall, int]]) -> tuple[tuple[ComplexBall, int], ...]:
    """+-sqrt(z) of each z.  A ball of a real polynomial that meets the real axis holds a real
    root: it would hold the conjugate too."""
    eigenvalues: list[tuple[ComplexBall, int]] = []
    for z, times in squares:
        real = z.imag.contains(0)
        if real and z.real < 0:
            root = ComplexBall(Ball(0), (-z.real).sqrt())
        elif real and z.real > 0:
            root = ComplexBall(z.real.sqrt())
        else:
            root = z.sqrt()
        eigenvalues += [(root, times), (-root, times)]
    return tuple(eigenvalues)


def energy_minors(
    statics: Statics, values: Values, multipliers: Sequence[Expr], weight: Weight | None = None
) -> list[Expr] | None:
    """If these are positive, the energy h + U has a strict minimum at a configuration of rest.

    The leading minors of L_vv on ker A, and of the second variation of U - L(q, 0) - sum_l lambda_l
    f_l on all dq with df = 0, where F = d(L(q, 0) - U)/dq; lambda_l has to be 0 for rows that are
    not holonomic, so that F is balanced by f alone.  None if it is not, or A loses rank.
    References: Lagrange1788.

    >>> import nonholo as nh
    >>> from nonholo.dynamics.statics import statics
    >>> from nonholo.geometry.distribution.distribution import distribution
    >>> system = nh.System("a", "a'**2/2 + k*cos(a)").system
    >>> rest = statics(system, distribution(system.pfaffian))
    >>> energy_minors(rest, {system.chart.q[0]: system.chart.graph.zero}, ())
    [k, 1]
    """
    chart, rows = statics.system.chart, statics.rows
    graph = chart.graph
    still = dict.fromkeys(chart.v, graph.zero)

    def there(matrix: Matrix) -> Matrix:
        return [graph.substitute([e.subs(still) for e in row], values) for row in matrix]

    if any(f is None and not vanishes(c) for f, c in zip(rows.functions, multipliers)):
        return None
    levels = [(c, f) for c, f in zip(multipliers, rows.functions) if f is not None]
    tangent = _kernel(statics, there([[f.diff(q) for q in chart.q] for _, f in levels]), weight)
    virtual = _kernel(statics, there([list(row) for row in rows.matrix]), weight)
    if len(tangent[0]) != chart.n - len(levels) or len(virtual[0]) != chart.n - rows.k:
        return None
    second = second_variation(statics, levels, there)
    mass = there(mass_matrix(statics.system))
    return [*_minors(statics, tangent, second), *_minors(statics, virtual, mass)]


def second_variation(
    statics: Statics, levels: Sequence[tuple[Expr, Expr]], there: Callable[[Matrix], Matrix]
) -> Matrix:
    """-dF/dq - sum_l lambda_l d2f_l at rest, F the forces.

    levels: lambda_l there, with f_l; there: puts the configuration into a matrix.

    >>> import nonholo as nh
    >>> from nonholo.dynamics.statics import statics
    >>> from nonholo.geometry.distribution.distribution import distribution
    >>> system = nh.System("a", "a'**2/2 + k*cos(a)").system
    >>> rest = statics(system, distribution(system.pfaffian))
    >>> second_variation(rest, (), lambda matrix: matrix)
    [[k*cos(a)]]
    """
    q = statics.system.chart.q
    second = there([[-F.diff(b) for b in q] for F in statics.forces])
    for multiplier, f in levels:
        turn = there([[f.diff(a).diff(b) for b in q] for a in q])
        second = [[x - multiplier * y for x, y in zip(*pair)] for pair in zip(second, turn)]
    return second


def _kernel(statics: Statics, rows: Matrix, weight: Weight | None) -> Matrix:
    """A basis of what the rows annihilate, in columns."""
    graph, n = statics.chart.graph, statics.chart.n
    basis = kernel(graph, echelon(graph, rows, weight=weight), n) if rows else _identity(statics)
    return transpose(basis) if basis else [[] for _ in range(statics.chart.n)]


def _minors(statics: Statics, N: Matrix, matrix: Matrix) -> list[Expr]:
    """The leading minors of N^T matrix N."""
    return list(leading_minors(statics.chart.graph, _squeezed(statics, N, matrix)))


def _minimum(statics: Statics, values: Values, multipliers: Sequence[Expr]) -> bool:
    """The energy never grows, and surely has a strict minimum there, numbers put in."""
    if not energy_never_grows(statics):
        return False
    try:
        minors = energy_minors(statics, values, multipliers)
    except (OutOfReach, ZeroDivisionError):
        return False
    numbers = dict(statics.system.values)
    return minors is not None and all(
        surely_positive(e) for e in statics.chart.graph.substitute(minors, numbers)
    )
