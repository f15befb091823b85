"""Families of rests at which the energy is least: stable as a whole, though not point by point.

    F*: rests on f = 0 with the same U;    d2U >= 0 on the tangent space of f = 0, with as many
    zero directions as F* has dimensions        =>    motions that begin near F* stay near F*

For U has a strict minimum across F* (Morse, Bott), and what is near F* with little energy is a
neighbourhood of it, if it is the same all along F*: where nothing holds the free coordinates, a
shift along F* changes nothing; else F* has to be bounded.  There all is analytic, so that what is
constant on a piece of F*, the coefficients of

    det(mu + d2U) and det(mu + M) on the tangent space,     det(df df^T)

is constant on all of the connected F*.  A single rest of F* need not be stable: a slow motion along
F* goes on for ever.  References: Lagrange1788.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from nonholo.arithmetic.balls import Ball
from nonholo.arithmetic.numbers import Rational
from nonholo.decide.ball import PRECISION, balls
from nonholo.dynamics.dissipation import energy_never_grows
from nonholo.dynamics.equilibria import Piece
from nonholo.dynamics.hurwitz import surely_positive
from nonholo.dynamics.lagrange import mass_matrix, require_lagrangian
from nonholo.dynamics.rest_energy import second_variation
from nonholo.dynamics.statics import Statics
from nonholo.errors import OutOfReach
from nonholo.expression.functions import unspecified_in
from nonholo.expression.graph import Expr, linear, ordered
from nonholo.geometry.zeros.signs import never_vanishes
from nonholo.geometry.zeros.zeros import ENTIRE, periodic
from nonholo.linear.elimination import (
    Matrix,
    congruent,
    determinant,
    echelon,
    kernel,
    product,
    transpose,
    vanishes,
)

MOST = 8  # dimensions of f = 0 up to which these polynomials are written down

Values = Mapping[Expr, Expr]


def least_across(statics: Statics, piece: Piece) -> bool:
    """The energy never grows, and surely is least on a family of rests, as much everywhere.

    piece: with lambda; the numbers of the case are put in.

    >>> import nonholo as nh
    >>> from nonholo.dynamics.equilibria import equilibria
    >>> from nonholo.dynamics.statics import statics
    >>> from nonholo.geometry.distribution.distribution import distribution
    >>> system = nh.System("x y", "(x'**2 + y'**2 - x**2)/2").system
    >>> rest = statics(system, distribution(system.pfaffian))
    >>> [least_across(rest, piece) for piece in equilibria(rest).pieces]
    [True]
    """
    try:
        family = _Family(statics.numbered, piece, dict(statics.system.values))
        asked = bool(family.free) and not statics.kinks and energy_never_grows(statics)
        return asked and family.least()
    except (OutOfReach, ZeroDivisionError):
        return False


def least_across_in_balls(
    statics: Statics, solved: Sequence[Expr], point: Mapping[Expr, Ball]
) -> bool:
    """The same where the coordinates that are solved for are known by balls.

    statics: with numbers, no constraint holonomic, and forces along `solved` alone, which vanish at
    a place in the balls; point: balls for all coordinates.
    """
    family = _Family(statics, Piece({q: q for q in solved}, (), (), (), {}), {})
    try:
        if not family.free or statics.kinks or not energy_never_grows(statics):
            return False
        told = family.positive_on([]) or family.positive_on([list(r) for r in statics.rows.matrix])
        if told is None or any(s not in point for e in told[0] for s in e.symbols()):
            return False
        return all(e.is_finite() and e > 0 for e in balls(told[0], point, PRECISION))
    except (OutOfReach, ZeroDivisionError):
        return False


@dataclass(frozen=True)
class _Family:
    """A piece of rests, and the forces at the numbers of the case."""

    statics: Statics
    piece: Piece
    numbers: Values

    @property
    def free(self) -> list[Expr]:
        return [q for q in self.statics.system.chart.q if q not in self.piece.values]

    @cached_property
    def values(self) -> Values:
        return {q: e.subs(self.numbers) for q, e in self.piece.values.items()}

    def seen(self, rows: Matrix) -> list[Expr]:
        """The free coordinates along which something changes, rows among it."""
        system = self.statics.system
        inertia = mass_matrix(system)  # and forces at rest: gyroscopic terms leave the energy alone
        entries = [e for row in (*rows, *inertia) for e in row]
        functions = [f for f in self.statics.rows.functions if f is not None]
        every = [*self.statics.forces, *system.forces, *entries, *functions]
        support = system.chart.graph.mask([*every, *self.values.values()])
        return [q for q in self.free if q.support & support]

    def least(self) -> bool:
        """See `least_across`; the energy never grows.

        M is asked for what f alone allows, so that rows that are not holonomic may change along
        the family; else for what all rows allow, if they don't.
        """
        rows = self.statics.rows
        levels = [[f.diff(q) for q in rows.chart.q] for f in rows.functions if f is not None]
        everything = [list(row) for row in rows.matrix]
        tries = (levels, everything) if None in rows.functions else (levels,)
        positive = map(self.positive_on, tries)
        return any(p is not None and self.all_positive(*p) for p in positive)

    def positive_on(self, admitted: Matrix) -> tuple[list[Expr], list[Expr]] | None:
        """What has to be positive, constant on the piece, with M on velocities that these rows
        admit, and `seen`; None where the energy changes along it, or more than that is open."""
        system, rows = self.statics.system, self.statics.rows
        multipliers = [e.subs(self.numbers) for e in self.piece.multipliers or ()]
        if any(f is None and not vanishes(c) for f, c in zip(rows.functions, multipliers)):
            return None
        seen = self.seen(admitted)
        holonomic = len(admitted) < rows.k or None not in rows.functions
        if seen and not (holonomic and self.entire() and all(map(self.bounded, seen))):
            return None
        levels = [(c, f) for c, f in zip(multipliers, rows.functions) if f is not None]
        differentials = [[f.diff(q) for q in system.chart.q] for _, f in levels]
        slopes = self.there(differentials)
        tangent, virtual = self.kernel(slopes), self.kernel(self.there(admitted))
        if not tangent or len(tangent) > MOST or not virtual:
            return None
        if len(tangent) != system.chart.n - len(levels):
            return None
        factors = self.statics.chart.graph.substitute([c for c, _ in levels], self.values)
        balanced = list(zip(factors, differentials))
        bend = self.spectrum(tangent, second_variation(self.statics, balanced, self.there))
        inertia = self.spectrum(virtual, self.there(mass_matrix(system)))
        size = [] if not levels else [self.gram(slopes)]
        along, across = bend[: len(self.free)], bend[len(self.free) :]
        constant = [*across, *inertia, *size]
        flat = all(map(vanishes, along))
        same = flat and all(self.of_one_sign(e, seen) for e in constant)
        return (constant, seen) if same else None

    def of_one_sign(self, e: Expr, seen: Sequence[Expr]) -> bool:
        """It is constant along the piece, or never vanishes where all free coordinates are free."""
        if all(vanishes(e.diff(q)) for q in seen):
            return True
        whole = not any(value.has(self.free) for value in self.values.values())
        return whole and never_vanishes(e.subs(self.numbers), self.statics.system.chart)

    def all_positive(self, constant: Sequence[Expr], seen: Sequence[Expr]) -> bool:
        """At one of a few points of the piece, which is enough for what is constant on it."""
        numbers, graph = self.numbers, self.statics.chart.graph
        for c in (Rational(0), Rational(1, 3), Rational(2)) if seen else (Rational(0),):
            at = dict.fromkeys(self.free, graph.number(c))
            inside = all(surely_positive(e.subs(numbers).subs(at)) for e in self.piece.under)
            beside = any(vanishes(e.subs(numbers).subs(at)) for e in self.piece.slopes)
            if inside and not beside:
                return all(surely_positive(e.subs(at)) for e in constant)
        return False

    def there(self, matrix: Sequence[Sequence[Expr]]) -> Matrix:
        """At rest on the family."""
        chart = self.statics.system.chart
        still = dict.fromkeys((*chart.v, *chart.a), chart.graph.zero)
        values = self.values
        return [chart.graph.substitute([e.subs(still) for e in row], values) for row in matrix]

    def kernel(self, rows: Matrix) -> Matrix:
        """A basis of what the rows annihilate."""
        graph, n = self.statics.chart.graph, self.statics.chart.n
        return kernel(graph, echelon(graph, rows), n)

    def spectrum(self, basis: Sequence[Sequence[Expr]], matrix: Matrix) -> list[Expr]:
        """c_j/c_m of det(mu B^T B + B^T matrix B) = sum_j c_j mu^j, j < m."""
        graph = self.statics.chart.graph
        mu = graph.symbol("bend of a family")
        form = congruent(graph, matrix, basis)
        metric = product(graph, basis, transpose(basis))
        entries = [[mu * g + h for g, h in zip(*rows)] for rows in zip(metric, form)]
        node, coefficients, factor = determinant(graph, entries), list[Expr](), graph.one
        for j in range(len(basis) + 1):
            coefficients.append(node.subs({mu: graph.zero}) / factor)
            node, factor = node.diff(mu), factor * (j + 1)
        return [c / coefficients[-1] for c in coefficients[:-1]]

    def gram(self, rows: Matrix) -> Expr:
        graph = self.statics.chart.graph
        return determinant(graph, product(graph, rows, transpose(rows)))

    def entire(self) -> bool:
        """L, forces and f are entire functions on sight."""
        system = self.statics.system
        functions = [f for f in self.statics.rows.functions if f is not None]
        nodes = ordered([require_lagrangian(system), *system.forces, *functions])
        whole = all(
            isinstance(e, int) and e > 0
            for node in nodes
            if node.kind == "product"
            for base, e in node.args
            if base.has([*system.chart.q, *system.chart.v])
        )
        usual = all(n.kind != "function" or n.args[0] in ENTIRE for n in nodes)
        return whole and usual and not unspecified_in(nodes)

    def bounded(self, q: Expr) -> bool:
        """On f = 0, by a sum of squares that is constant; or all is periodic in it."""
        system = self.statics.system
        functions = [f for f in self.statics.rows.functions if f is not None]
        roots = [s**2 - e**2 for s, e in self.values.items()]
        if any(q in _squares(f, system.chart.q) for f in (*functions, *roots)):
            return True
        return all(periodic(e, q) for e in (require_lagrangian(system), *system.forces, *functions))


def _squares(f: Expr, q: Sequence[Expr]) -> list[Expr]:
    """x, y of a x^2 + b y^2 - c with a, b of one sign: bounded where it vanishes."""
    _, terms = linear(f)
    bases = [t.args[0] for t, _ in terms if t.kind == "product" and len(t.args) == 1]
    squares = [base for base, e in bases if type(e) is int and e % 2 == 0 and base in q]
    one_sign = len({c > 0 for _, c in terms}) == 1
    return squares if one_sign and len(squares) == len(terms) else []
