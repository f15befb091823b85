"""Orbits that stay nowhere where brackets do not span.

    orbit O of smooth admissible fields X_1, ..., X_m:  an immersed manifold of constant dimension
    f = 0 on an open part of O  =>  X_i f = X_i X_j f = ... = 0 there

Outside of P = 0, P = f_1 ... f_r, brackets span, so an orbit with a point there is open.  One
inside P = 0 has an open part on which some f_s vanishes, and with it all its derivatives along the
fields; where these have no common zero there is no such orbit.  Then all orbits are open, and
configurations that hang together are one orbit (Sussmann1973).

Coordinates that are free in a split that is regular everywhere move as one likes, and a function of
them alone that is not 0 vanishes on no open part of an orbit: the shape of a body that turns by
changing it, with coefficients in letters.

So it need not be known how long brackets are where the first ones do not span, nor whether they
span there: a trailer at a right angle, a ball in Euler's angles where sin(q) = 0."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import islice

from nonholo.algebra.cancel import cancelled
from nonholo.algebra.field import Field
from nonholo.decide.zero import settle
from nonholo.errors import OutOfReach
from nonholo.expression.graph import UNIT, Expr
from nonholo.geometry.accessibility.spanning import basis, no_zero_of_all, volume_factors
from nonholo.geometry.constraints.pfaffian import Pfaffian
from nonholo.geometry.distribution.condition import regular_everywhere
from nonholo.geometry.distribution.distribution import Distribution, split
from nonholo.geometry.distribution.pivots import regular_choices
from nonholo.geometry.distribution.regular import Vector, regular_velocities
from nonholo.geometry.flag.decomposable import pieces_apart
from nonholo.geometry.flag.flag import in_new_graph
from nonholo.geometry.flag.piecewise import entries
from nonholo.geometry.zeros.branches import Values, branches, wound
from nonholo.geometry.zeros.signs import smooth_everywhere
from nonholo.geometry.zeros.zeros import Surface, surfaces
from nonholo.linear.elimination import cost
from nonholo.work import BUDGETS, Work

MOST_ROWS, MOST_COORDINATES = 4, 7
MOST_SPLITS = 3
MOST_SLOPES = 24  # derivatives along the fields, of one factor
MOST_ROUNDS = 3


def one_orbit(rows: Pfaffian, first: Sequence[int]) -> bool:
    """Proved: smooth admissible fields lead from every point to one where brackets span.

    rows: of catastatic scleronomic constraints whose coefficients are smooth; first: the columns
    of the split to begin with.  References: Sussmann1973.

    >>> import nonholo as nh
    >>> from nonholo.geometry.distribution.distribution import distribution
    >>> flat, kept = (
    ...     distribution(nh.constraints(row).system.pfaffian, ["z"])
    ...     for row in ("dz = x**2 dy", "dz = z*x dy")
    ... )
    >>> one_orbit(flat.pfaffian, flat.dependent), one_orbit(kept.pfaffian, kept.dependent)
    (True, False)
    """
    independent = pieces_apart(rows)
    if independent:
        return all(one_orbit(part, next(regular_choices(part))) for part in independent)
    if rows.k > MOST_ROWS or rows.chart.n > MOST_COORDINATES:
        return False
    given, (rows, _) = replace(rows, functions=(None,) * rows.k), in_new_graph(rows)
    rows = replace(rows, chart=wound(rows.chart, entries(rows)))
    work = Work.of(BUDGETS.orbits)
    try:
        left = _left_everywhere(rows, given, first, work)
        return left and settle(rows.chart.graph, BUDGETS.settling)
    except (OutOfReach, ZeroDivisionError):
        return False


def _left_everywhere(rows: Pfaffian, given: Pfaffian, first: Sequence[int], work: Work) -> bool:
    """No orbit stays where brackets do not span.  given: the rows as they were asked before."""
    others = (columns for columns in regular_choices(rows) if columns != tuple(first))
    splits: list[Distribution] = []
    factors: list[list[Expr]] = []
    for columns in (first, *islice(others, MOST_SPLITS - 1)):
        if work.over:
            return False
        splits.append(d := split(rows, columns))
        factors += volume_factors(d, [basis(d, work)], work)
    fields = smooth_fields(rows, splits, given)
    factors.sort(key=lambda product: sum(map(cost, product)))
    free = [
        set(rows.chart.graph.copy([d.chart.q[j] for j in d.independent]))
        for d in splits
        if regular_everywhere(d)
    ]

    def left(f: Expr, others: Sequence[list[Expr]]) -> bool:
        [f] = rows.chart.graph.copy([f])
        if not smooth_everywhere([f], rows.chart):
            return False
        moving = {q for q in rows.chart.q if f.has([q])}
        return any(moving <= bases for bases in free) or _left(rows, fields, f, others, work)

    return any(
        all(left(f, factors[:i] + factors[i + 1 :]) for f in factors[i])
        for i in range(len(factors))
    )


def smooth_fields(
    rows: Pfaffian, splits: Sequence[Distribution], given: Pfaffian | None = None
) -> list[Vector]:
    """Admissible fields, defined and smooth at every point, that span at most points.

    given: the same rows in a graph that may know of what was not found for them.
    """
    graph, fields = rows.chart.graph, list[Vector]()
    regular = regular_velocities(given or rows)
    if (
        regular is not None
        and not regular.on_level
        and settle(regular.chart.graph, BUDGETS.settling)
    ):
        fields = [
            dict(zip(column, graph.copy(list(column.values())))) for column in regular.columns
        ]
    else:
        for d, det in ((d, d.condition) for d in splits if d.condition is not None):
            columns = zip(*([det * e for e in row] for row in d.kernel()))
            fields += [
                {j: in_lowest_terms(e) for j, e in enumerate(c) if not e.is_zero} for c in columns
            ]
    smooth = smooth_everywhere([e for X in fields for e in X.values()], rows.chart)
    return list({tuple(X.items()): X for X in fields}.values()) if smooth else []


def in_lowest_terms(e: Expr) -> Expr:
    """By its normal form, in which what cancels has gone.

    Raises OutOfReach.
    """
    field = Field([e])
    q = cancelled(field, field.normal(e))
    return field.expression(q.num) / field.expression(field.expanded(q.den))


def _left(
    rows: Pfaffian, fields: Sequence[Vector], f: Expr, others: Sequence[list[Expr]], work: Work
) -> bool:
    """No orbit stays where f and a product of each of the others vanish."""
    graph = rows.chart.graph
    zeros = [graph.product([(e, 1) for e in graph.copy(product)]) for product in others]
    return all(
        _left_surface(rows, fields, surface, zeros, work)
        for surface in surfaces(f, rows.chart, work)
    )


def _left_surface(
    rows: Pfaffian, fields: Sequence[Vector], surface: Surface, zeros: Sequence[Expr], work: Work
) -> bool:
    """The same for one irreducible piece of f = 0, in all its branches where it was solved."""
    solved = branches((surface,), rows.chart)
    ways = [one.values for one in solved] if all(one.whole for one in solved) else []
    level = surface.f if surface.angle is None else surface.angle[0]
    slopes, fresh = list[Expr](), [level]
    for _ in range(MOST_ROUNDS):
        rates = [along(rows, X, g) for g in fresh for X in fields]
        fresh = [e for e in dict.fromkeys(rates) if not e.is_zero and e not in slopes]
        slopes += fresh
        if not fresh or len(slopes) > MOST_SLOPES or work.over:
            break
        ways = [at for at in ways or [{}] if not apart(rows, [surface.f, *slopes], at, work)]
        if not ways:
            return True
    return bool(zeros) and all(
        apart(rows, [surface.f, *slopes, *zeros], at, work) for at in ways or [{}]
    )


def apart(rows: Pfaffian, functions: Sequence[Expr], at: Values, work: Work) -> bool:
    """They have no common zero on a branch."""
    there = rows.chart.graph.substitute(list(functions), at) if at else functions
    left = list(dict.fromkeys(e for e in there if not e.is_zero))
    return bool(left) and no_zero_of_all(left, rows.chart, work)


def along(rows: Pfaffian, X: Vector, f: Expr) -> Expr:
    """X f = sum_j X_j df/dq_j."""
    return rows.chart.graph.gathered([(e * f.diff(rows.chart.q[j]), UNIT) for j, e in X.items()])
