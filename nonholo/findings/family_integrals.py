"""For which parameters are there further first integrals?

    F = sum_s c_s F_s(q, q'),     dF/dt = sum_s c_s dF_s/dt = sum_j (sum_s M_js(a) c_s) m_j(q, q')

The F_s are of one class for all parameters: monomials of the coordinates and their waves times
none, one or two velocities, the energy function and the momenta; the m_j are independent.  So the
c_s are the kernel of M(a), whose entries are polynomials in the parameters: its rank, and where
that drops, tell for which parameters there are more integrals in the class.  How many of them are
independent functions is the rank of their gradients, which is guarded too; at special parameters of
the same rank it is not larger, for the kernel there is the limit of others.

Reference: ChangTaborWeiss1982, for a system whose cells are known.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache

import numpy as np

from nonholo.algebra.field import Field, Quotient
from nonholo.arithmetic.polynomials import Polynomial
from nonholo.dynamics.equations import motion
from nonholo.dynamics.families import Bounds, by_angles, families, generators, velocities
from nonholo.dynamics.families import Family as Candidates
from nonholo.dynamics.integrals import Rates
from nonholo.dynamics.lagrange import energy, require_lagrangian
from nonholo.errors import OutOfReach, SingularMass
from nonholo.expression.graph import Expr
from nonholo.expression.node import UNIT
from nonholo.findings.comparison import REFERENCE
from nonholo.findings.family import Family, family_of
from nonholo.findings.family_motion import SINGULAR, guards_of, mass, nodes_of_motion, split
from nonholo.formulations import FORMULATIONS
from nonholo.geometry.families.conditions import coefficients, coincidences
from nonholo.geometry.families.generic import Guards, minors
from nonholo.geometry.families.partition import Judged
from nonholo.geometry.families.piece import Piece
from nonholo.geometry.families.ranks import Row, ranked
from nonholo.linear.elimination import echelon
from nonholo.readers.case import Case
from nonholo.words.sentence import say
from nonholo.work import Work

MOST = 100  # unknown coefficients of a family of monomials


@dataclass(frozen=True, slots=True)
class Integrals:
    """First integrals in a class of functions.

    independent: how many of them are independent functions, None where the mass matrix is singular
    and no motion is determined; integrals: as many, each proved, that are independent for almost
    all parameters of a cell; searched: the class.
    """

    independent: int | None
    integrals: tuple[Expr, ...] = field(default=(), compare=False)
    searched: tuple[Searched, ...] = ()
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Searched:
    """Polynomials in `velocities` within `bounds`, without their odd terms if the degree is 2 and
    the motion is reversible; coefficients of degree k in each of `functions`, coordinates or waves;
    roots, and the sine of a wave, to the power 1.  orders: of the products of velocities.
    """

    bounds: Bounds
    k: int
    velocities: tuple[str, ...]
    functions: tuple[str, ...]
    orders: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class _Class:
    """What integrals are looked for among: monomials in the nodes, by their exponents, the last
    `speeds` of which are velocities.
    """

    nodes: tuple[Expr, ...]
    exponents: tuple[tuple[int, ...], ...]
    speeds: int
    searched: tuple[Searched, ...]


def integrals_family(case: Case, work: Work) -> Family:
    """Where there are further first integrals in a class that is the same for all parameters."""
    scope = cache(lambda: _class_of(case))

    def judge(there: Case, work: Work, piece: Piece) -> Judged[Integrals]:
        return _judged(there, scope(), work, piece)

    return family_of(case, "integrals", judge, nodes_of_motion(case), work)


def _class_of(case: Case) -> _Class | None:
    """The largest families of monomials that are not too large; None where there is no motion."""
    system, d = case.system, split(case)
    try:
        true = motion(FORMULATIONS[REFERENCE](system, d))
    except SingularMass:
        return None
    plain = generators(system, d, true)
    chosen: dict[tuple[int, tuple[int, ...]], Candidates] = {}
    for groups in (by_angles(system, plain), plain):
        for one in families(groups, d, true, ()):
            key = one.degree, _used(one)
            old = chosen.get(key)
            if len(one.exponents) <= MOST and (
                old is None or (one.k, one.total) > (old.k, old.total)
            ):
                chosen[key] = one
    speeds = {v.index: v for v in velocities(d)}
    nodes = {n.index: n for one in chosen.values() for n in one.nodes if n.index not in speeds}
    order = [*nodes, *speeds]
    monomials: dict[tuple[int, ...], None] = {}
    for one in chosen.values():
        places = [order.index(node.index) for node in one.nodes]
        for row in one.exponents:
            exponents = np.zeros(len(order), dtype=np.int64)
            exponents[places] = row
            monomials[tuple(map(int, exponents))] = None
    names = tuple(map(str, speeds.values()))
    searched = tuple(
        Searched(
            one.bounds(len(names)),
            one.k,
            names,
            tuple(str(nodes[i]) for i in used if i in nodes),
            tuple(sorted({*map(int, one.exponents[:, len(one.nodes) - len(names) :].sum(axis=1))})),
        )
        for (_, used), one in chosen.items()
    )
    every = (*nodes.values(), *speeds.values())
    return _Class(every, tuple(monomials), len(speeds), searched)


def _used(one: Candidates) -> tuple[int, ...]:
    """The nodes that stand in a monomial."""
    return tuple(n.index for n, top in zip(one.nodes, one.exponents.max(axis=0)) if top)


def _judged(case: Case, scope: _Class | None, work: Work, piece: Piece) -> Judged[Integrals]:
    """The kernel of M, and how many functions in it are independent."""
    if case.system.inputs:
        raise OutOfReach(say("there are inputs, which may change in time in any way"))
    system, d = case.system, split(case)
    graph = d.chart.graph
    guards = guards_of(case, d, work, piece.left)
    try:
        true = motion(FORMULATIONS[REFERENCE](system, d))
    except SingularMass:
        return guards.judged(Integrals(None, reason=SINGULAR))
    if scope is None:
        raise OutOfReach(say("there is a motion for special parameters only"))
    guards.hold([mass(case, d)])
    nodes = [node.subs(piece.solved) for node in graph.copy(scope.nodes)]
    rates = Rates(system, d, true)
    functions = _kernel(rates, scope, nodes, guards)
    independent = _independent(rates, functions, guards)
    return guards.judged(Integrals(len(independent), tuple(independent), scope.searched))


def _kernel(rates: Rates, scope: _Class, nodes: Sequence[Expr], guards: Guards) -> list[Expr]:
    """The integrals of the class, a basis over the constants, short ones first."""
    system, graph = rates.system, rates.graph
    further = [energy(system), *(require_lagrangian(system).diff(v) for v in system.chart.v)]
    values = [rates.on(node) for node in nodes]
    slopes = [rates.of(node) for node in nodes]
    more = [rates.of(f) for f in further]
    ring = Field([*values, *slopes, *more, graph.one], guards.work)
    monomials = _Monomials(ring, [ring.normal(e) for e in values], [ring.normal(e) for e in slopes])
    quotients = [monomials.rate(e, scope.speeds) for e in scope.exponents]
    quotients += [ring.normal(e) for e in more]
    polys = ring.over_one(quotients)
    rows: dict[tuple[int, ...], Row] = {}
    for s, groups in enumerate(coefficients(ring, polys, guards.moving)):
        for outer, c in groups.items():
            rows.setdefault(outer, {})[s] = c
    judged = ranked(ring, rows.values(), len(polys), guards.work)
    for guard in judged.guards:
        guards.beside(guard)
    guards.coincide(*coincidences(ring, polys, guards.moving))
    heights = [sum(e) for e in scope.exponents] + [2] + [1] * (len(further) - 1)

    def height(vector: Mapping[int, Polynomial]) -> tuple[int, int]:
        return sum(map(len, vector.values())), sum(heights[s] for s in vector)

    def candidate(s: int) -> Expr:
        if s >= len(scope.exponents):
            return further[s - len(scope.exponents)]
        return graph.product([(n, e) for n, e in zip(nodes, scope.exponents[s]) if e])

    return [
        graph.add(*(ring.expression(c) * candidate(s) for s, c in sorted(v.items())))
        for v in sorted(judged.kernel, key=height)
    ]


class _Monomials:
    """Derivatives of products of powers along the motion; values, slopes: of what is multiplied."""

    def __init__(self, ring: Field, values: Sequence[Quotient], slopes: Sequence[Quotient]):
        self.ring, self.values, self.slopes = ring, values, slopes
        self.known: dict[tuple[int, ...], tuple[Quotient, Quotient]] = {}

    def rate(self, exponents: tuple[int, ...], speeds: int) -> Quotient:
        """d/dt of a coefficient times velocities."""
        cut = len(exponents) - speeds
        zeros = (0,) * cut, (0,) * speeds
        m, dm = self.pair((*exponents[:cut], *zeros[1]))
        v, dv = self.pair((*zeros[0], *exponents[cut:]))
        return self.sum(self.ring.multiply(dm, v), self.ring.multiply(m, dv))

    def pair(self, exponents: tuple[int, ...]) -> tuple[Quotient, Quotient]:
        """A product of powers and its derivative, by that with one factor less."""
        if exponents not in self.known:
            k = next((i for i, e in enumerate(exponents) if e), None)
            one, zero = Quotient(self.ring.one), Quotient(self.ring.zero)
            if k is None:
                self.known[exponents] = one, zero
            else:
                less = tuple(e - (i == k) for i, e in enumerate(exponents))
                m, dm = self.pair(less)
                value, slope = self.values[k], self.slopes[k]
                times = self.ring.multiply
                self.known[exponents] = (
                    times(m, value),
                    self.sum(times(dm, value), times(m, slope)),
                )
        return self.known[exponents]

    def sum(self, a: Quotient, b: Quotient) -> Quotient:
        return self.ring.add([(a, UNIT), (b, UNIT)])


def _independent(rates: Rates, functions: Sequence[Expr], guards: Guards) -> list[Expr]:
    """Those that are no functions of the ones before them; that they are independent is guarded."""
    chosen: list[Expr] = []
    rows: list[list[Expr]] = []
    for f in functions:
        on = rates.on(f)
        row = [on.diff(x) for x in rates.moving]
        if echelon(rates.graph, [*rows, row], tracked=False).rank > len(rows):
            chosen, rows = [*chosen, f], [*rows, row]
    if rows:
        guards.hold(minors(rows))
    return chosen
