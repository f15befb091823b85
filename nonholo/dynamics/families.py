"""Families of functions in which first integrals are looked for: monomials of a stated degree,
times a power.

    F = D^e sum_s c_s m_s(q) v_s(q'),     v_s = 1, a velocity, or a product of two

m_s: monomials of the coordinates, of the sines and cosines, of the exponentials and of the roots
that stand in L, in the forces and in the solved constraints, and, in families of their own, of the
sines and cosines of those coordinates that stand nowhere while the inertia of their velocity moves;
at most of degree k in each and T in all (the sine of an angle and a root, 1/sqrt(x^2 + y^2), to the
power 0 or 1); what neither the accelerations nor the solved constraints depend on takes part in
families of small T only, to the power 1.  D^e: a power of a factor that stands below the
accelerations, e in `POWERS`.  A system that looks the same when time runs backwards needs no
products of two together with single velocities, unless some m_s holds t: t x' stays as it is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations_with_replacement

import numpy as np

from nonholo.dynamics.equations import Motion
from nonholo.dynamics.lagrange import affine_parts, require_lagrangian
from nonholo.dynamics.system import System
from nonholo.expression.functions import angle_parts, stands_outside
from nonholo.expression.graph import Expr, ordered
from nonholo.expression.text import text
from nonholo.geometry.distribution.distribution import Distribution
from nonholo.linear.elimination import first_independent

POWERS = (Fraction(1, 2), Fraction(-1), Fraction(-1, 2))
STAGES = ((1, 2), (3,), (4,), (6,))  # k
WITH_FACTOR = 3  # the largest k of families with a factor D^e
LINEAR, QUADRATIC = 520, 680  # unknown coefficients
Powers = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Group:
    """Generators that belong together: (cos, sin) of an angle, or one function alone; idle: no
    motion depends on it; root: it is one, whose square the others make.
    """

    nodes: tuple[Expr, ...]
    idle: bool
    root: bool = False

    def powers(self, k: int, idle: int) -> list[Powers]:
        """x^a with a <= k, or c^a s^b with b <= 1 and a + b <= k; `idle` in place of k for what
        is idle.
        """
        k = 1 if self.root else idle if self.idle else k
        if len(self.nodes) == 1:
            return [(a,) for a in range(k + 1)]
        return [(a, b) for a in range(k + 1) for b in (0, 1) if a + b <= k]


@dataclass(frozen=True, slots=True)
class Bounds:
    """Of a family: the degree in the velocities; the highest power of each function, a cosine
    together with its sine, that the coefficients hold; their highest degree in all.
    """

    degree: int
    powers: tuple[tuple[tuple[str, ...], int], ...]
    total: int

    def within(self, other: Bounds) -> bool:
        """The other family holds all of these candidates."""
        most = dict(other.powers)
        return (
            self.degree == other.degree
            and self.total <= other.total
            and all(k <= most.get(functions, 0) for functions, k in self.powers)
        )


@dataclass(frozen=True, slots=True)
class Family:
    """Candidates: exponents of the generators, one row each, the velocities last; common factor
    base^power.

    degree: 1 linear or 2 quadratic in the velocities; k, total: the bounds on the coefficients;
    free: the velocities are independent, so no candidate is a combination of others."""

    nodes: tuple[Expr, ...]
    exponents: np.ndarray
    degree: int
    k: int
    total: int
    free: bool
    base: Expr | None = None
    power: Fraction = Fraction(0)

    def candidate(self, s: int) -> Expr:
        """One candidate without the common factor."""
        graph = self.nodes[0].graph
        return graph.product(
            [(node, int(e)) for node, e in zip(self.nodes, self.exponents[s]) if e]
        )

    def bounds(self, speeds: int) -> Bounds:
        """What it holds, the last so many generators being velocities."""
        powers: list[tuple[tuple[str, ...], int]] = []
        for node, top in zip(self.nodes[:-speeds], self.exponents.max(axis=0)):
            if powers and node.calls("sin"):
                powers[-1] = (*powers[-1][0], text(node)), powers[-1][1]
            else:
                powers.append(((text(node),), int(top)))
        return Bounds(self.degree, tuple(one for one in powers if one[1]), self.total)

    @property
    def factor(self) -> Expr:
        graph = self.nodes[0].graph
        return graph.one if self.base is None else graph.power(self.base, self.power)


def generators(system: System, d: Distribution, motion: Motion) -> list[Group]:
    """The groups: an angle or exponential for each atom that stands in the system, and all
    coordinates that stand in no angle alone.
    """
    chart = system.chart
    solved = [e for row in d.alpha for e in row]  # without factors that rows are multiplied by
    given = [
        require_lagrangian(system),
        *system.forces,
        *solved,
        *(c.value for c in system.nonlinear),
    ]
    moves = chart.graph.mask([*chart.q, *chart.v, chart.t])
    driven = chart.graph.mask([*(motion.accelerations[j] for j in d.independent), *solved])
    groups, turning = [], 0
    for nodes in _waves(given, moves):
        groups.append(Group(nodes, not nodes[0].support & driven & moves))
        turning |= nodes[0].support if len(nodes) == 2 else 0
    timed = any(e.has([chart.t]) for e in given)
    plain = [
        q
        for q in (*chart.q, *([chart.t] if timed else []))
        if not q.support & turning or stands_outside(given, q, ("sin", "cos", "exp"))
    ]
    roots = [Group((u,), False, root=True) for u in _roots(given, chart.q) if u.support & driven]
    return [*(Group((q,), not q.support & driven) for q in plain), *groups, *roots]


def by_angles(system: System, groups: Sequence[Group]) -> list[Group]:
    """The groups with (cos q, sin q) for each coordinate that stands nowhere while the inertia of
    its velocity moves: often an angle about an axis, as in r^2 phi'^2.
    """
    chart, L = system.chart, require_lagrangian(system)
    inertia = {q: L.diff(v).diff(v) for q, v in zip(chart.q, chart.v)}
    return [
        replace(g, nodes=(q.graph.cos(q), q.graph.sin(q)))
        if g.idle and q in inertia and inertia[q].has(chart.q) and not L.has([q])
        else g
        for g in groups
        for q in g.nodes[:1]
    ]


def _roots(given: Iterable[Expr], q: Sequence[Expr]) -> list[Expr]:
    """f^(1/2) or f^(-1/2), as it stands, for each f(q) under a square root."""
    moving = q[0].graph.mask(q)
    roots: dict[Expr, Expr] = {}
    for node in ordered(given):
        for base, e in node.args if node.kind == "product" else ():
            if Fraction(e).denominator == 2 and base.support & moving:
                roots.setdefault(base, base.graph.power(base, Fraction(1 if e > 0 else -1, 2)))
    return [*roots.values()]


def _waves(given: Iterable[Expr], moves: int) -> list[tuple[Expr, ...]]:
    """(cos u, sin u) and (exp u,) for each unit u that the arguments are whole multiples of."""
    below: dict[tuple[str, int], tuple[Expr, int]] = {}
    for node in ordered(given):
        if node.calls("sin", "cos", "exp") and node.support & moves:
            kind = "exp" if node.args[0] == "exp" else "circle"
            for atom, c in angle_parts(node.graph, node.args[1][0])[0]:
                if atom.support & moves:
                    old = below.get((kind, atom.index), (atom, 1))[1]
                    below[kind, atom.index] = atom, int(np.lcm(old, c.denominator))
    units = [(kind, atom / unit) for (kind, _), (atom, unit) in below.items()]
    return [
        (u.graph.exp(u),) if kind == "exp" else (u.graph.cos(u), u.graph.sin(u))
        for kind, u in units
    ]


def velocities(d: Distribution) -> list[Expr]:
    """The independent velocities, and the dependent ones too if solving for them has divided by
    something.
    """
    chart = d.chart
    divided = any(
        e < 0 and base.has(chart.q)
        for row in d.alpha
        for entry in row
        for node in ordered([entry])
        if node.kind == "product"
        for base, e in node.args
    )
    return [chart.v[j] for j in (range(chart.n) if divided else d.independent)]


def natural_speeds(system: System, d: Distribution) -> list[Expr]:
    """Rates in which the energy is short, as those of a body in its own axes, completed by
    velocities; none where they are but velocities.

    The quasi-velocities of a case, and the parts of L that are sums of velocities, those that are
    independent; more of them than are free where constraints bind them.  In them an integral may
    be shorter: a component of the angular momentum is sum_j R_ij I_j w_j.

    >>> import nonholo as nh
    >>> from nonholo.geometry.distribution.distribution import distribution
    >>> sleigh = nh.System("x y a", "(cos(a)*x' + sin(a)*y')**2 + a'**2").system
    >>> natural_speeds(sleigh, distribution(sleigh.pfaffian))
    [xdot*cos(a) + ydot*sin(a), xdot, adot]
    """
    chart, graph = d.chart, d.chart.graph
    parts = [*system.velocities.values(), *affine_parts(chart, require_lagrangian(system))]
    named = [u for u in dict.fromkeys(parts) if u.kind == "sum"]
    still = dict.fromkeys(chart.v, graph.zero)
    named = [u for u in named if u.subs(still).is_zero and not d.restrict(u).is_zero]
    speeds = [named[i] for i in first_independent(graph, named, chart.v)]
    taken = [chart.v[j] for j in d.independent] if speeds else []
    whole = [*speeds, *taken]
    needed = first_independent(graph, [d.restrict(u) for u in whole], taken)
    return [*speeds, *(whole[i] for i in needed if i >= len(speeds))]


def families(
    groups: Sequence[Group],
    d: Distribution,
    motion: Motion,
    below: Sequence[Expr],
    natural: Sequence[Expr] = (),
) -> Iterator[Family]:
    """Growing families: linear ones and quadratic ones for growing k, then linear ones with a
    common factor.

    natural: speeds in the place of velocities, for the first of these, with small k.
    """
    timed = any(node.has([d.chart.t]) for group in groups for node in group.nodes)
    plain, mixed = velocities(d), timed or not is_reversible(d, motion)
    first, *others = STAGES
    ways = [(first, plain), *([(first, natural)] if natural else []), *((k, plain) for k in others)]
    for stage, speeds in ways:
        shapes = [
            (degree, mixed, k, *bounds)
            for k in stage
            if k == 1 or not all(group.idle for group in groups)
            for degree in (1, 2)
            for bounds in _totals(groups, k)
        ]
        free = len(speeds) == d.m
        made = [(shape, _family(groups, speeds, shape, free)) for shape in shapes]
        yield from (family for _, family in made if family is not None)
        yield from (
            replace(family, base=base, power=power)
            for (degree, _, _, idle, _), family in made
            if family is not None and degree == 1 and not idle and family.k <= WITH_FACTOR
            for base in below
            for power in POWERS
        )


def _totals(groups: Sequence[Group], k: int) -> list[tuple[int, int]]:
    """(power of what is idle, largest total degree): a small family with it, a larger one
    without it; one with the squares of an idle angle's sine and cosine.
    """
    if not any(group.idle for group in groups):
        return [(0, 2 * k + 1)]
    turning = any(group.idle and len(group.nodes) == 2 for group in groups)
    return [(1, k + 1), (0, 2 * k + 1), *([(2, k + 2)] if turning and k == 2 else [])]


def is_reversible(d: Distribution, motion: Motion) -> bool:
    """Accelerations and solved constraints are the same when all velocities and t change sign."""
    back = {s: -s for s in (*d.chart.v, d.chart.t)}
    even = [motion.accelerations[j] for j in d.independent] + [
        e for row in d.alpha for e in row[1:]
    ]
    put = d.chart.graph.putting(back)
    return all(row[0].is_zero for row in d.alpha) and all((put(e) - e).is_zero for e in even)


def _family(
    groups: Sequence[Group],
    speeds: Sequence[Expr],
    shape: tuple[int, bool, int, int, int],
    free: bool,
) -> Family | None:
    """The monomials up to the largest total degree for which there are not too many."""
    degree, mixed, k, idle, largest = shape
    most = LINEAR if degree == 1 else QUADRATIC
    orders = {1: (1, 0), 2: (2, 1, 0) if mixed else (2, 0)}[degree]
    products = [
        p for order in orders for p in combinations_with_replacement(range(len(speeds)), order)
    ]
    rows = [[p.count(i) for i in range(len(speeds))] for p in products]
    nodes = (*(n for g in groups for n in g.nodes), *speeds)
    for total in range(largest, k - 1, -1):
        coefficients = _monomials(groups, (k, idle), total, most // len(rows))
        if coefficients is not None:
            exponents = np.array([[*c, *row] for c in coefficients for row in rows], dtype=np.int64)
            return Family(nodes, exponents, degree, k, total, free)
    return None


def _monomials(
    groups: Sequence[Group], caps: tuple[int, int], total: int, most: int
) -> list[Powers] | None:
    """Exponents of the coefficients, lowest degree first; None if there are more than `most`."""
    exponents: list[Powers] = [()]
    for group in groups:
        exponents = [
            (*old, *new)
            for old in exponents
            for new in group.powers(*caps)
            if sum(old) + sum(new) <= total
        ]
        if len(exponents) > most:
            return None
    return sorted(exponents, key=lambda e: (sum(e), tuple(-x for x in e)))
