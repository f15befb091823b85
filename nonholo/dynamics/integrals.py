"""First integrals of the motion by ansatz: linear algebra for constant coefficients, and then a
proof.

    F = sum_s c_s F_s(q, q', t),
            dF/dt = sum_s c_s dF_s/dt = 0   on the motion,   c_s free of q, q' and t

The F_s are those of `families`.  The equations for the c_s are written down at random points modulo
a prime, with the parameters held: what exists in a family is seen there (but for accidents of the
prime).  The few F_s that take part then give the c_s as functions of the parameters, and dF/dt = 0
is decided exactly: what is returned is proved. References: Noether1918, Routh1905, Chaplygin1903.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from nonholo.algebra.kernel import kernel
from nonholo.algebra.lowest import cleared, factors_below
from nonholo.arithmetic.matrices import pivots_modulo, rank_modulo
from nonholo.decide.relations import decide_zero_on
from nonholo.doing import doing
from nonholo.dynamics.conserved import keeps_component, rate_on_motion
from nonholo.dynamics.equations import Motion
from nonholo.dynamics.families import (
    Bounds,
    Family,
    by_angles,
    families,
    generators,
    natural_speeds,
    velocities,
)
from nonholo.dynamics.parities import Parities
from nonholo.dynamics.signs import usually_positive
from nonholo.dynamics.system import System
from nonholo.errors import OutOfReach
from nonholo.expression.breaks import is_smooth_in
from nonholo.expression.graph import Expr
from nonholo.geometry.distribution.distribution import Distribution
from nonholo.geometry.flag.flag import closure, limit_forms
from nonholo.geometry.integrals.integrals import first_integrals
from nonholo.linear.at_points import relation_at_points
from nonholo.modular.residues import Residues
from nonholo.words.sentence import say
from nonholo.work import BUDGETS, Work, spend_matrix

SPARE = 12  # rows beyond the number of unknowns
DOUBLED = 4  # times at most that their points are, where roots are missing at some
PRIMES = 64  # tried at most: modulo half of them a root of what is held is at no point
NO_POINT = say("a root of an integral that is known has no image modulo the primes that were tried")
SUPPORT = 40  # candidates that may take part in one integral
BELOW = 3  # factors below the accelerations that are tried as D


@dataclass(frozen=True, slots=True)
class Search:
    """integrals: proved; searched: the families without a factor of which every candidate was
    decided, but for those that lie in another; complete: are these all that were to be searched?
    """

    integrals: tuple[Expr, ...]
    searched: tuple[Bounds, ...]
    complete: bool


def search_integrals(
    system: System,
    d: Distribution,
    motion: Motion,
    known: Sequence[Expr] = (),
    units: int = BUDGETS.ansatz,
) -> Search:
    """Integrals linear or quadratic in the velocities that are no functions of the known ones, of
    what the constraints keep, or of each other.

    known: integrals that have been found otherwise.  Raises OutOfReach for functions without images
    modulo a prime."""
    rates = Rates(system, d, motion)
    constant = (*known, *system.holonomic, *_relations(d))
    every = rates.different([rates.on(f) for f in constant])
    integrals: list[Expr] = []
    searched: list[Bounds] = []
    complete = True
    speeds = tuple(velocities(d))
    factors = _denominator_factors(system, d, motion)
    plain = generators(system, d, motion)
    turned = by_angles(system, plain)
    sets_of_groups = [plain] if turned == plain else [turned, plain]
    natural = natural_speeds(system, d)
    work = Work.of(units)  # of the search: what is asked before it may be known already
    for family in (
        f for groups in sets_of_groups for f in families(groups, d, motion, factors, natural)
    ):
        if not speeds or rates.all_known(every):
            break
        if work.over:
            complete = False
            break
        doing(
            say(
                "first integrals: families {done}, found {found}",
                done=len(searched),
                found=len(integrals),
            )
        )
        members = list(_in_family(rates, family, every, work))
        proved = [f for f in members if f is not None]
        integrals += proved
        every += map(rates.on, proved)
        if len(proved) < len(members):
            complete = False
        elif family.base is None and family.nodes[-len(speeds) :] == speeds:
            searched.append(family.bounds(len(speeds)))
    most = [a for a in dict.fromkeys(searched) if not any(a != b and a.within(b) for b in searched)]
    return Search(tuple(integrals), tuple(most), complete)


def _relations(d: Distribution) -> list[Expr]:
    """What the constraints keep by themselves, as far as it is found."""
    closed = closure(d)
    limit = limit_forms(d, closed) if closed.relations else ()
    functions = first_integrals(d.pfaffian, range(d.k), limit, d=d) if limit else ()
    return [f.function for f in functions]


def _denominator_factors(system: System, d: Distribution, motion: Motion) -> list[Expr]:
    """Factors below the accelerations that depend on coordinates alone; none if they are out of
    reach.
    """
    if not d.m:
        return []
    try:
        factors = factors_below([motion.accelerations[j] for j in d.independent], BUDGETS.factors)
    except (OutOfReach, ZeroDivisionError):
        return []
    chart = d.chart
    return [
        usually_positive(system, f)
        for f in factors
        if f.kind == "sum" and f.has(chart.q) and not f.has(chart.v)
    ][:BELOW]


class Rates:
    """The motion, and what its families are differentiated with; `solved`: nonlinear constraints,
    for a velocity.

    >>> import nonholo as nh
    >>> from nonholo.dynamics.equations import motion
    >>> from nonholo.formulations.maggi import maggi
    >>> from nonholo.geometry.distribution.distribution import distribution
    >>> system = nh.System("x y z", "(x'**2 + y'**2 + z'**2)/2", ["dz = y dx"]).system
    >>> d = distribution(system.pfaffian, ["z"])
    >>> Rates(system, d, motion(maggi(system, d))).of(system.chart.v[1])
    0
    """

    def __init__(self, system: System, d: Distribution, motion: Motion):
        self.system, self.d, self.motion = system, d, motion
        self.graph = d.chart.graph
        self.solved: dict[Expr, Expr] = {}
        for c in system.nonlinear:
            self.solved |= _for_a_velocity(self.on(c.value), d)
        speeds = [d.chart.v[j] for j in d.independent]
        self.moving = [
            *system.chart.q,
            *(v for v in speeds if v not in self.solved),
            system.chart.t,
        ]
        self.varying = [*self.moving, *system.inputs]  # what a coefficient may not hold
        self._signs: dict[tuple[tuple[Expr, ...], Expr | None], np.ndarray] = {}

    def on(self, f: Expr) -> Expr:
        """f on admissible states."""
        return self.d.restrict(f).subs(self.solved)

    def different(self, functions: Sequence[Expr]) -> list[Expr]:
        """Those that are no functions of the ones before them."""
        independent: list[Expr] = []
        rows: list[list[int]] = []
        for draw in range(PRIMES):
            at = Residues(random.Random(3 + draw), 64)
            slopes = [[at.of(f.diff(x)) for x in self.moving] for f in functions]
            if at.fit.any():
                break
        else:
            raise OutOfReach(NO_POINT)
        point = int(at.fit.argmax())
        for f, slope in zip(functions, slopes):
            row = [int(e[point]) for e in slope]
            if rank_modulo([*rows, row], at.p) > len(rows):
                independent.append(f)
                rows.append(row)
        return independent

    def all_known(self, functions: Sequence[Expr]) -> bool:
        """As many independent integrals as fix the orbit: one less than the state has numbers."""
        return len(functions) >= len(self.moving) - 2 and not any(
            f.has([self.d.chart.t]) for f in functions
        )

    def of(self, f: Expr) -> Expr:
        """df/dt on the motion."""
        return self.on(rate_on_motion(self.system, self.d, self.motion, f))

    def classes(self, family: Family) -> list[list[int]]:
        """The candidates in classes that keep or change their sign together under all sign
        symmetries of the motion: the candidates of an integral are of one class.
        """
        key = family.nodes, family.base
        if key not in self._signs:
            self._signs[key] = self._signs_of(*key)
        signs = family.exponents @ self._signs[key] % 2
        different, number = np.unique(signs, axis=0, return_inverse=True)
        return [np.flatnonzero(number.ravel() == k).tolist() for k in range(len(different))]

    def _signs_of(self, nodes: Sequence[Expr], base: Expr | None) -> np.ndarray:
        """How each generator changes its sign, as far as its rate allows it: rows of bits."""
        functions = [*nodes, *([] if base is None else [base])]
        rated = [(f, self.on(f), self.of(f)) for f in functions]
        signs = Parities(self.system.chart, [f for each in rated for f in each])
        for f, there, slope in rated:
            if not there.is_zero:
                signs.same(signs.of(f), signs.of(there))
            if not slope.is_zero:
                signs.same(signs.of(f) ^ signs.reversal, signs.of(slope))
        forms = [signs.reduced(signs.of(f)) for f in nodes]
        width = max(form.bit_length() for form in forms) or 1
        return np.array([[form >> k & 1 for k in range(width)] for form in forms])

    def without_factor(self, family: Family, f: Expr) -> Expr:
        """D^-e d/dt (D^e f)."""
        more = (
            []
            if family.base is None
            else [self.graph.lift(family.power) * f * self.of(family.base) / family.base]
        )
        return self.graph.add(self.of(f), *more)


class Table:
    """A family at random points modulo a prime, parameters held: values and rates of the
    candidates as rows.

    known: df/dx for all x that move, of the functions f of `every`, which may hold other roots, at
    one point where all of them exist; raises OutOfReach where there is none."""

    def __init__(self, rates: Rates, family: Family, every: Sequence[Expr]):
        self.along, self.family = rates, family
        nodes = [rates.on(node) for node in family.nodes]
        slopes = [rates.of(node) for node in family.nodes]
        self.classes = rates.classes(family)
        wanted = max(map(len, self.classes)) + SPARE
        held = rates.graph.mask(slopes) & ~rates.graph.mask(rates.varying)
        unlucky = doubled = 0
        while unlucky < PRIMES:
            count = wanted << doubled
            self.at = Residues(random.Random(wanted + unlucky), count, rates.graph.unmask(held))
            self.p = self.at.p
            self.nodes, values = nodes, [self.at.of(node) for node in nodes]
            logs = [self.at.of(slope) for slope in slopes]
            base = self._log_of_base(rates.of)
            nonzero = np.all([v != 0 for v in values], axis=0)
            fit = self.at.fit & nonzero
            rows = [[self.at.of(f.diff(x)) for x in rates.moving] for f in every]
            exist = self.at.fit & nonzero
            if exist.any() and (fit.sum() >= wanted or doubled == DOUBLED - 1):
                break
            if exist.any():  # a root is missing at half of the points
                doubled += 1
            else:
                unlucky += 1
        else:
            raise OutOfReach(NO_POINT)
        chosen = np.flatnonzero(fit)[:wanted]  # more say nothing new
        self.point = int(exist.argmax())
        self.known = [[int(e[self.point]) for e in row] for row in rows]
        self._slopes: list[tuple[int, list[int]]] | None = None
        self.values = self._products([v[chosen] for v in values])
        logs = [s[chosen] * self.at.power(v, -1)[chosen] % self.p for s, v in zip(logs, values)]
        self.rates = self.values * self._sum(logs, base[chosen]) % self.p

    def _log_of_base(self, derivative: Callable[[Expr], Expr]) -> np.ndarray:
        """e D'/D."""
        base, power = self.family.base, self.family.power
        if base is None:
            return np.zeros(self.at.count, dtype=np.int64)
        return self.at.of(derivative(base) / base) * self.at.number(power) % self.p

    def _products(self, values: Sequence[np.ndarray]) -> np.ndarray:
        """The monomials at the points."""
        exponents = self.family.exponents
        result = np.ones((len(exponents), len(values[0])), dtype=np.int64)
        for i, v in enumerate(values):
            power = np.ones_like(v)
            for e in range(1, int(exponents[:, i].max(initial=0)) + 1):
                power = power * v % self.p
                some = np.flatnonzero(exponents[:, i] == e)
                result[some] = result[some] * power % self.p
        return np.ascontiguousarray(result.T)

    def _sum(self, logs: Sequence[np.ndarray], start: np.ndarray) -> np.ndarray:
        """sum_i e_i log_i for the exponents of each candidate."""
        exponents = self.family.exponents.astype(np.int64)  # small: no sum leaves 63 bits
        return (start[:, None] + np.stack(logs, axis=1) @ exponents.T) % self.p

    def relations(self) -> list[list[tuple[int, int]]]:
        """A basis of sum_s c_s dF_s/dt = 0 as pairs (s, c_s), those with the first F_s first."""
        basis: list[list[tuple[int, int]]] = []
        for candidates in self.classes:
            columns = self._independent(candidates)
            rates = self.rates[: len(columns) + SPARE, columns].tolist()
            for vector in kernel(rates, len(columns), self.p):
                basis.append([(columns[s], c) for s, c in enumerate(vector) if c])
        return sorted(basis, key=lambda relation: relation[-1][0])

    def _independent(self, candidates: list[int]) -> list[int]:
        """Those of a class that are no combinations of those before them."""
        if self.family.free:
            return candidates
        rows = self.values[: len(candidates) + SPARE, candidates]
        spend_matrix(*rows.shape)
        return [candidates[k] for k in pivots_modulo(rows.tolist(), self.p)]

    def gradient(self, support: Sequence[int], coefficients: Sequence[int]) -> list[int]:
        """D^-e dF/dx at one point for all x that move, F = D^e sum of coefficient * candidate."""
        if self._slopes is None:
            self._slopes = [self._logs(x) for x in self.along.moving]
        values = [c * self._at_point(s) for s, c in zip(support, coefficients)]
        exponents = [self.family.exponents[s].tolist() for s in support]
        return [
            sum(
                value * (start + sum(e * log for e, log in zip(row, logs)))
                for value, row in zip(values, exponents)
            )
            % self.p
            for start, logs in self._slopes
        ]

    def _logs(self, x: Expr) -> tuple[int, list[int]]:
        """D'/D to its power, and of each node its slope over its value, by x at the point."""
        logs = [int(self.at.of(node.diff(x) / node)[self.point]) for node in self.nodes]
        return int(self._log_of_base(partial(Expr.diff, symbol=x))[self.point]), logs

    def _at_point(self, s: int) -> int:
        value = 1
        for node, e in zip(self.nodes, self.family.exponents[s].tolist()):
            if e:
                value = value * pow(int(self.at.of(node)[self.point]), e, self.p) % self.p
        return value


def _in_family(
    rates: Rates, family: Family, every: Sequence[Expr], work: Work
) -> Iterator[Expr | None]:
    """The integrals of a family that are independent of `every`, each proved; None for one that is
    open.
    """
    table = Table(rates, family, every)
    relations, known = table.relations(), table.known
    left = []

    def independent(gradient: Sequence[int]) -> bool:
        return rank_modulo([*known, gradient], table.p) > rank_modulo(known, table.p)

    for relation in relations:
        support, c = zip(*relation)
        gradient = table.gradient(support, c)
        if not independent(gradient):
            continue
        open_ = work.over or len(support) > SUPPORT
        f = None if open_ else _proved(rates, family, support, work)
        if f is None:
            left.append(gradient)
        else:
            known.append(gradient)
            yield f
    yield from (None for gradient in left if independent(gradient))


def _for_a_velocity(f: Expr, d: Distribution) -> dict[Expr, Expr]:
    """A velocity from f = 0, where f is linear or quadratic in one; else nothing."""
    zero = f.graph.zero
    for v in reversed([d.chart.v[j] for j in d.independent]):
        slope = f.diff(v)
        second = slope.diff(v)
        if not slope.is_zero and not slope.has([v]):
            return {v: v - f / slope}
        if not second.is_zero and not second.has([v]) and is_smooth_in(f, v):
            b, c = slope.subs({v: zero}), f.subs({v: zero})
            return {v: (f.graph.sqrt(b**2 - 2 * second * c) - b) / second}
    return {}


def _proved(rates: Rates, family: Family, support: Sequence[int], work: Work) -> Expr | None:
    """D^e sum_s c_s F_s with c_s functions of the parameters, if dF/dt = 0 is proved."""
    graph, chosen = rates.graph, [family.candidate(s) for s in support]
    slopes = [rates.without_factor(family, f) for f in chosen]
    left = work.left
    try:
        c = relation_at_points(slopes, rates.varying, left)
        c = c and cleared(c, left)
    except (OutOfReach, ZeroDivisionError):
        return None
    if c is None:
        return None
    graph.wear_tamer_forms()  # what was cleared may have the value of a quotient met before
    F = family.factor * graph.add(*(a * f for a, f in zip(c, chosen)))
    decision = decide_zero_on(
        graph.add(*(a * slope for a, slope in zip(c, slopes))), rates.system.relations
    )
    if not decision.proved:  # the accelerations may be long
        decision = keeps_component(rates.system, rates.d, F) or decision
    return F if decision.answer and decision.proved else None
