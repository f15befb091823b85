"""Damping and the energy: what they say of a rest with letters.

    M u'' + C u' + K u = 0,     D = (C + C^T)/2, gyroscopic the rest of C,     K = K^T

M > 0, D > 0, K > 0: all eigenvalues have negative real parts; x^T K x < 0 for some x: one has a
positive real part, whatever is gyroscopic (Kelvin, Tait, Chetaev).

    Q(q, q') = -dU/dq + Q_d(q, q'),     d/dt (h + U) = P = Q_d . q' <= 0

makes a strict minimum of h + U stable.  Motions that begin nearby tend to it if none of them keeps
P = 0 but rest (LaSalle): where P < 0 for all q' != 0, and in one coordinate where P is analytic on
q' > 0 up to q' = 0 and not zero, for it cannot vanish on closed orbits as small as one likes.
References: Lagrange1788, LaSalle1960, Merkin1997.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations

from nonholo.decide.zero import decide_zero
from nonholo.dynamics.hurwitz import assumed_sign
from nonholo.dynamics.lagrange import require_lagrangian
from nonholo.dynamics.statics import Statics
from nonholo.expression.graph import Expr, Graph, ordered
from nonholo.expression.ranges import assumption, range_of
from nonholo.linear.elimination import Matrix, determinant, leading_minors, vanishes
from nonholo.signs.factored import factored, never_negative

MOST = 5  # forces of velocities of which all principal minors are looked at


def left_by_forms(graph: Graph, M: Matrix, C: Matrix, K: Matrix) -> bool | None:
    """Have all s with det(M s^2 + C s + K) = 0 negative real parts?

    True: all; False: one has a positive one; None: open.

    graph, M, C, K: square matrices of letters of which something is assumed; M, K symmetric, else
    it is open.

    >>> from nonholo.expression.ranges import assumption
    >>> g = Graph()
    >>> c, k = (g.symbol(name, assumption(positive=True)) for name in "ck")
    >>> free = g.symbol("w")
    >>> M, C = [[g.one, g.zero], [g.zero, g.one]], [[c, free], [-free, c]]
    >>> left_by_forms(g, M, C, [[k, g.zero], [g.zero, k]])
    True
    >>> left_by_forms(g, M, C, [[-k, g.zero], [g.zero, -k]])
    False
    """
    D = [[(a + b) / 2 for a, b in zip(*rows)] for rows in zip(C, zip(*C))]
    if not (_symmetric(M) and _symmetric(K) and _positive(graph, M) and _positive(graph, D)):
        return None
    if any(assumed_sign(row[i]) == -1 for i, row in enumerate(K)):
        return False
    return True if _positive(graph, K) else None


def _symmetric(matrix: Matrix) -> bool:
    return all(vanishes(matrix[i][j] - matrix[j][i]) for i in range(len(matrix)) for j in range(i))


def _positive(graph: Graph, matrix: Matrix) -> bool:
    """The leading minors surely are positive."""
    return all(assumed_sign(minor) == 1 for minor in leading_minors(graph, matrix))


def _minor(graph: Graph, matrix: Matrix, places: Sequence[int]) -> Expr:
    return determinant(graph, [[matrix[i][j] for j in places] for i in places])


def energy_never_grows(statics: Statics) -> bool:
    """The energy h + U is kept or lost: L, constraints and forces without t and inputs, constraints
    catastatic; forces at rest with symmetric slopes, -dU/dq; the power of what is left of them
    nowhere positive.

    >>> import nonholo as nh
    >>> from nonholo.dynamics.statics import statics
    >>> from nonholo.geometry.distribution.distribution import distribution
    >>> def losing(force):
    ...     system = nh.System("x", "x'**2/2", forces={"x": force}).system
    ...     return energy_never_grows(statics(system, distribution(system.pfaffian)))
    >>> losing("-2*x'"), losing("2*x'"), losing("-x*x'"), losing("-x - x^2*x'^3")
    (True, False, False, True)
    """
    system, q = statics.system, statics.system.chart.q
    moving = [system.chart.t, *system.inputs]
    if not _without_time(statics) or any(Q.has(moving) for Q in system.forces):
        return False
    at_rest = _forces_at_rest(statics)
    turning = (
        at_rest[i].diff(q[j]) - at_rest[j].diff(q[i]) for i in range(len(q)) for j in range(i)
    )
    return all(map(vanishes, turning)) and damps(statics)


def damps(statics: Statics) -> bool:
    """The power of the part of the forces that holds velocities is nowhere positive: by its range
    and factors, or that part is -D q', D constant, x^T D x nowhere negative.

    >>> import nonholo as nh
    >>> from nonholo.dynamics.statics import statics
    >>> from nonholo.geometry.distribution.distribution import distribution
    >>> def damping(**forces):
    ...     system = nh.System("x y", "(x'**2 + y'**2)/2", forces=forces).system
    ...     return damps(statics(system, distribution(system.pfaffian)))
    >>> damping(x="-x**3 - x'"), damping(x="-x'*abs(x')"), damping(x="-abs(x')")
    (True, True, False)
    >>> damping(x="-(x' - y')^3", y="(x' - y')^3"), damping(x="-2*x' + y'", y="-3*y' + x'")
    (True, True)
    """
    system = statics.system
    v, graph = system.chart.v, system.chart.graph
    numbers = dict(system.values)
    if all(map(_not_negative, _losses(statics))):
        return True
    still = dict.fromkeys(v, graph.zero)
    slopes = [[Q.diff(u) for u in v] for Q in system.forces]
    linear = [graph.add(*(c * u for c, u in zip(row, v))) for row in slopes]
    moving = [*system.chart.q, *v, system.chart.t, *system.inputs]
    if any(c.has(moving) for row in slopes for c in row):
        return False
    if not all(vanishes(Q - Q.subs(still) - part) for Q, part in zip(system.forces, linear)):
        return False
    damping = [[-(a + b) / 2 for a, b in zip(*rows)] for rows in zip(slopes, zip(*slopes))]
    damping = [graph.substitute(row, numbers) for row in damping]
    acting = [i for i, row in enumerate(damping) if any(not e.is_zero for e in row)]
    return len(acting) <= MOST and all(
        _not_negative(_minor(graph, damping, places))
        for size in range(1, len(acting) + 1)
        for places in combinations(acting, size)
    )


def lost_until_rest(statics: Statics) -> bool:
    """At a strict minimum of the energy, which never grows: no motion nearby but rest keeps it.

    >>> import nonholo as nh
    >>> from nonholo.dynamics.statics import statics
    >>> from nonholo.geometry.distribution.distribution import distribution
    >>> def lost(**forces):
    ...     names = "x y" if "y" in forces else "x"
    ...     L = "(x'**2 + y'**2)/2" if "y" in forces else "x'**2/2"
    ...     system = nh.System(names, L, forces=forces).system
    ...     return lost_until_rest(statics(system, distribution(system.pfaffian)))
    >>> lost(x="-x'^3"), lost(x="-x^2*x'"), lost(x="-x"), lost(x="-x'^3", y="0")
    (True, True, False, False)
    """
    power, v, graph = _power(statics), statics.system.chart.v, statics.chart.graph
    if not _analytic(statics, power):
        return False
    if all(_lost_with(statics, u) for u in v):
        return True
    fast = _faster(v[0])
    forward = power.subs({v[0]: fast})
    plain = not forward.support & ~graph.mask([*statics.chart.q, fast])
    return len(v) == 1 and plain and decide_zero(forward).answer is False


def where_energy_is_lost(statics: Statics) -> list[tuple[Statics, list[list[Expr]]]]:
    """Velocities c . q' such that energy is lost wherever one is not 0, as rows c, beside the
    system as it is while all of them are 0: coordinates' separate, or a combination.

    >>> import nonholo as nh
    >>> from nonholo.dynamics.statics import statics
    >>> from nonholo.geometry.distribution.distribution import distribution
    >>> def lost(**forces):
    ...     system = nh.System("x y", "(x'**2 + y'**2)/2", forces=forces).system
    ...     return where_energy_is_lost(statics(system, distribution(system.pfaffian)))
    >>> [forms for _, forms in lost(x="-x'*abs(x')")], lost(x="-y'")
    ([[[1, 0]]], [])
    >>> [forms for _, forms in lost(x="-(x' - 2*y')^3", y="2*(x' - 2*y')^3")]
    [[[1, -2]]]
    """
    v, graph = statics.system.chart.v, statics.chart.graph
    if not _analytic(statics, _power(statics)):  # dry friction holds where a velocity is 0
        return []
    ways = []
    damped = [u for u in v if _lost_with(statics, u)]
    if damped:
        still = dict.fromkeys(damped, graph.zero)
        coasting = replace(
            statics.system, forces=tuple(Q.subs(still) for Q in statics.system.forces)
        )
        separate = [[graph.one if u is w else graph.zero for w in v] for u in damped]
        ways.append((replace(statics, system=coasting), separate))
    form = _seen_as_power(statics)
    return [*ways, (statics, [form])] if form else ways


def _seen_as_power(statics: Statics) -> list[Expr]:
    """c where P = -a (c . q')^(2 n), a > 0; nothing where it is not of this kind."""
    v = statics.system.chart.v
    number, factors = factored(_power(statics))
    moving = [(f, n) for f, n in factors if f.has(v)]
    steady = [f for f, n in factors if not f.has(v) and n % 2]
    if len(moving) != 1 or moving[0][1] % 2:
        return []
    sign = 1 if number > 0 else -1
    for f in steady:
        sign *= assumed_sign(f)
    slopes = [moving[0][0].diff(u) for u in v]
    plain = not any(c.support for c in slopes)
    return slopes if sign == -1 and plain and vanishes(_at_rest(moving[0][0], v)) else []


def _at_rest(e: Expr, v: Sequence[Expr]) -> Expr:
    return e.subs(dict.fromkeys(v, e.graph.zero))


def goes_away(statics: Statics, form: bool) -> bool:
    """Motions leave a rest at which the potential has no minimum, in a system of levels alone whose
    energy never grows.

    Without forces of velocities and without gyroscopic ones where the lowest form of the potential
    says so (`form`): there is a motion that tends to the rest, and so one that comes from it
    (Kozlov, Palamodov).  With damping in all directions a motion from rest beside it, at less
    potential, loses energy until it rests; rests nearby have the potential of this one, as that is
    analytic.  References: ArnoldKozlovNeishtadt2006.
    """
    system, v = statics.system, statics.system.chart.v
    if None in statics.rows.functions or not statics.smooth_at_rest:
        return False
    L = require_lagrangian(system)
    every = ordered([L, *statics.forces, *statics.system.holonomic])
    if not all(_plain(node, system.chart.q) for node in every):
        return False
    if any(Q.has(v) for Q in system.forces):
        return all(_lost_with(statics, u) for u in v) and _analytic(statics, _power(statics))
    return form and vanishes(L - L.subs({u: -u for u in v}))


def _lost_with(statics: Statics, velocity: Expr) -> bool:
    """P < 0 wherever this velocity is not 0."""
    fast, zero = _faster(velocity), statics.chart.graph.zero
    losses = [-_power(statics).subs({velocity: way}) for way in (fast, -fast)]
    for u in _rough_velocities(statics):
        losses = [e.subs({u: way}) for e in losses for way in (_faster(u), -_faster(u), zero)]
    return all(assumed_sign(e) == 1 for e in losses)


def _analytic(statics: Statics, power: Expr) -> bool:
    """But for absolute values of velocities, which keep their sign on each side."""
    moving = statics.system.chart.q
    return all(_plain(node, moving) for node in ordered([power]))


def _plain(node: Expr, moving: Sequence[Expr]) -> bool:
    if node.kind == "function":
        name, arguments = node.args
        rough = name == "abs" and not any(e.has(moving) for e in arguments)
        return rough or name in ("sin", "cos", "exp")
    if node.kind == "product":
        return all(e == int(e) and (e > 0 or range_of(base).nonzero) for base, e in node.args)
    return True


def _forces_at_rest(statics: Statics) -> list[Expr]:
    still = dict.fromkeys(statics.system.chart.v, statics.chart.graph.zero)
    return [Q.subs(still) for Q in statics.system.forces]


def _power(statics: Statics) -> Expr:
    """P = sum_i (Q_i(q, q') - Q_i(q, 0)) q_i', numbers put in."""
    system, at_rest = statics.system, _forces_at_rest(statics)
    parts = []
    for Q, F, u in zip(system.forces, at_rest, system.chart.v):
        terms = (Q - F).args[1] if (Q - F).kind == "sum" else ((Q - F, 1),)
        parts += [node * u * c for node, c in terms]
    return statics.chart.graph.add(*parts).subs(dict(system.values))


def _losses(statics: Statics) -> list[Expr]:
    """-P for both signs of each velocity whose sign or size stands in it."""
    losses = [-_power(statics)]
    for u in _rough_velocities(statics):
        losses = [e.subs({u: way}) for e in losses for way in (_faster(u), -_faster(u))]
    return losses


def _rough_velocities(statics: Statics) -> list[Expr]:
    """The first few whose sign or size stands in P."""
    nodes = ordered([_power(statics)])
    rough = [n for n in nodes if n.calls("abs", "sign")]
    return [u for u in statics.system.chart.v if any(n.has([u]) for n in rough)][:MOST]


def _faster(velocity: Expr) -> Expr:
    """A letter for a velocity that is positive."""
    return velocity.graph.symbol(f"{velocity} where it is positive", assumption(positive=True))


def _not_negative(e: Expr) -> bool:
    return vanishes(e) or never_negative(e)


def _without_time(statics: Statics) -> bool:
    system, rows = statics.system, statics.rows
    return (
        not require_lagrangian(system).support & system.chart.t.support
        and rows.catastatic
        and rows.scleronomic
    )
