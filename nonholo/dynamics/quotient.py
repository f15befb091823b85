"""Does what acts to first order act alone?  Then linearisation proves what it says.

    s' = f(s, u),   u' = g(s, u)         without the other coordinates, and without t

A coordinate z that stands in the system, and has no part in the linearised equations, is one of a
symmetry: X = d/dz + sigma (q_i d/dq_j - q_j d/dq_i) keeps L, the forces and the span of the rows,
with q_i, q_j that stand nowhere and sigma = 0, 1 or -1: a vehicle that is turned where it stands.
Or it is given by the others through holonomic conditions.  References:
BlochKrishnaprasadMarsdenMurray1996.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from nonholo.dynamics.lagrange import require_lagrangian
from nonholo.dynamics.linearise import Linearisation
from nonholo.dynamics.statics import ROUGH
from nonholo.errors import OutOfReach
from nonholo.expression.graph import Expr, calls_in
from nonholo.geometry.constraints.pfaffian import Pfaffian
from nonholo.linear.elimination import echelon, vanishes
from nonholo.words.sentence import say, say_many

TIMED = say("the equations hold t")
ROUNDED = say("the motion is steady within rounding only; give it by exact numbers")
ONE_SIDED = say("inequalities hold beside the equations")
KINKED = say("sign or abs has no slope everywhere")


@dataclass(frozen=True, slots=True)
class Doubts:
    """Why linearisation may not prove what it says of motions that grow, and of those that decay;
    "" where it does.
    """

    growth: str = ""
    decay: str = ""


CERTAIN = Doubts()


@dataclass(frozen=True, slots=True)
class Turn:
    """d/dz + sigma (q_i d/dq_j - q_j d/dq_i), by columns; sigma = 0: a shift of z alone."""

    z: int
    i: int = 0
    j: int = 0
    sigma: int = 0


def doubts(linear: Linearisation, rows: Pfaffian) -> Doubts:
    """Is it shown that the deviations of a linearisation move by themselves?

    Where all coordinates that stand in the system are at rest, it is an equilibrium of all of them:
    an eigenvalue with a positive real part shows that it is unstable, whatever they do.

    rows: independent ones of its system.

    >>> import nonholo as nh
    >>> sledge = nh.System("x y a", "(x'**2 + y'**2 + a'**2)/2", ["x'*sin(a) = y'*cos(a)"])
    >>> doubts(nh.linearise(sledge, {"xdot": "v"}).linear, sledge.system.pfaffian)
    Doubts(growth='', decay='')
    >>> other = nh.System("x y", "(x'**2 + y'**2 - y**2 + y**3*x**2)/2")
    >>> doubts(nh.linearise(other).linear, other.system.pfaffian).decay
    'x has a part in the equations, though not to first order'
    """
    system, chart = linear.system, linear.system.chart
    L = require_lagrangian(system)
    nodes = [
        L,
        *system.forces,
        *rows.affine,
        *system.holonomic,
        *(e for r in rows.matrix for e in r),
    ]
    if not linear.exact:
        return Doubts(ROUNDED, ROUNDED)
    if system.inequalities:
        return Doubts(ONE_SIDED, ONE_SIDED)
    if any(e.has([chart.t]) for e in nodes):
        return Doubts(TIMED, TIMED)
    moving = [*chart.q, *chart.v, *system.inputs]
    rough = calls_in(nodes, *ROUGH)
    if any(n.has(moving) for n in rough):
        return Doubts(KINKED, KINKED)
    support = chart.graph.mask(nodes)
    seen = [j for j, q in enumerate(chart.q) if q.support & support]
    unseen = [j for j in range(chart.n) if j not in seen]
    ignored = [j for j in seen if chart.names[j] not in linear.coordinates]
    try:
        left = [z for z in ignored if not any(_keeps(linear, rows, x) for x in _turns(z, unseen))]
        if _given(linear, left):
            return CERTAIN
    except (OutOfReach, ZeroDivisionError):
        left = ignored
    names = ", ".join(chart.names[j] for j in left)
    told = say_many(
        len(left),
        "{names} has a part in the equations, though not to first order",
        "{names} have a part in the equations, though not to first order",
        names=names,
    )
    rests = all(linear.base[chart.v[j]].is_zero for j in seen)
    return Doubts("" if rests else told, told)


def _turns(z: int, unseen: Sequence[int]) -> Iterator[Turn]:
    yield Turn(z)
    for i, j in combinations(unseen, 2):
        yield from (Turn(z, i, j, sigma) for sigma in (1, -1))


def symmetric_turns(linear: Linearisation, rows: Pfaffian) -> Iterator[Turn]:
    """Symmetries d/dz + sigma (q_i d/dq_j - q_j d/dq_i), sigma not 0, with q_i, q_j that stand
    nowhere.

    rows: independent ones of its system.

    >>> import nonholo as nh
    >>> sledge = nh.System("x y a", "(x'**2 + y'**2 + a'**2)/2", ["x'*sin(a) = y'*cos(a)"])
    >>> next(symmetric_turns(nh.linearise(sledge).linear, sledge.system.pfaffian))
    Turn(z=2, i=0, j=1, sigma=1)
    """
    system, chart = linear.system, linear.system.chart
    nodes = [require_lagrangian(system), *system.forces, *rows.affine, *system.holonomic]
    support = chart.graph.mask([*nodes, *(e for r in rows.matrix for e in r)])
    seen = [j for j, q in enumerate(chart.q) if q.support & support]
    unseen = [j for j in range(chart.n) if j not in seen]
    for z in seen:
        turns = (turn for turn in _turns(z, unseen) if turn.sigma)
        yield from (turn for turn in turns if _keeps(linear, rows, turn))


def _keeps(linear: Linearisation, rows: Pfaffian, turn: Turn) -> bool:
    """The Lie derivatives of L, Q, f and of the rows vanish, of the rows up to these themselves."""
    system, chart = linear.system, linear.system.chart
    z, i, j, sigma = chart.q[turn.z], turn.i, turn.j, turn.sigma

    def along(e: Expr) -> Expr:
        if not sigma:
            return e.diff(z)
        return e.diff(z) + sigma * (
            chart.v[i] * e.diff(chart.v[j]) - chart.v[j] * e.diff(chart.v[i])
        )

    def form(components: Sequence[Expr]) -> list[Expr]:
        moved = [along(e) for e in components]
        if sigma:
            moved[i] = moved[i] + sigma * components[j]
            moved[j] = moved[j] - sigma * components[i]
        return moved

    invariant = [along(require_lagrangian(system)), *form(system.forces)]
    if not all(map(vanishes, (*invariant, *(f.diff(z) for f in system.holonomic)))):
        return False
    moved = [[*form(row), a.diff(z)] for row, a in zip(rows.matrix, rows.affine)]
    if all(vanishes(e) for row in moved for e in row):
        return True
    whole = [[*row, a] for row, a in zip(rows.matrix, rows.affine)]
    return echelon(chart.graph, [*whole, *moved]).rank == rows.k


def _given(linear: Linearisation, columns: Sequence[int]) -> bool:
    """The holonomic conditions give these coordinates, near the steady motion, by the others."""
    chart, conditions = linear.system.chart, linear.system.holonomic
    if len(conditions) < len(columns):
        return False
    point = {s: e for s, e in linear.base.items() if s in chart.q}
    slopes = [[f.diff(chart.q[j]).subs(point) for j in columns] for f in conditions]
    return not columns or echelon(chart.graph, slopes).rank == len(columns)


def family_dimension(linear: Linearisation, letters: Sequence[Expr]) -> int:
    """How many of the deviations (s, u) the letters of the steady motion move it along.

    letters: those in the point about which was linearised.

    >>> import nonholo as nh
    >>> small = nh.linearise(nh.System("x y", "(x'**2 + y'**2)/2"), {"xdot": "v", "ydot": "2*v"})
    >>> family_dimension(small.linear, [small.linear.system.chart.graph.symbol("v")])
    1
    """
    chart, base = linear.system.chart, linear.base
    values = [base[chart.q[chart.index(n)]] for n in linear.coordinates]
    values += [base[chart.v[chart.index(n)]] for n in linear.velocities]
    slopes = [[e.diff(x) for e in values] for x in letters]
    return echelon(chart.graph, slopes).rank if slopes and values else 0
