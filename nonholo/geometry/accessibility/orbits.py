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

Surfaces f = 0 to which all the fields are tangent, and of which no two meet, may be left out of
that where paths cross them, though no field does: a coordinate p with a column of zeros, which f
does not hold, goes to a value c, and with p = c smooth fields Y are admissible with Y f not 0 on
f = 0, or a straight line is admissible that crosses it.  Outside of them an orbit is open as
before, so all of one side near a point of f = 0 is joined, with that point and the other side: p
does not change f, and the sides near the point are those where p = c.  So are f = g = 0 left, which
part nothing if f and g share no coordinate.  A blade or a disc on a sphere goes straight on through
the pole of its coordinates, where the rank drops; two balls that roll on each other, where both of
them are at theirs; x dy + y dz + z dx = 0 through the origin.

So it need not be known how long brackets are where the first ones do not span, nor whether they
span there: a trailer at a right angle, a ball in Euler's angles where sin(q) = 0."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain, combinations, islice, product, takewhile

from nonholo.algebra.cancel import cancelled
from nonholo.algebra.field import Field
from nonholo.arithmetic.numbers import Rational
from nonholo.decide.zero import settle
from nonholo.errors import OutOfReach
from nonholo.expression.graph import UNIT, Expr
from nonholo.expression.ranges import unbounded
from nonholo.expression.text import text
from nonholo.geometry.accessibility.spanning import basis, no_zero_of_all, volume_factors
from nonholo.geometry.constraints.pfaffian import Pfaffian, entries
from nonholo.geometry.distribution.condition import regular_everywhere
from nonholo.geometry.distribution.distribution import Distribution, split
from nonholo.geometry.distribution.pivots import regular_choices
from nonholo.geometry.distribution.regular import Vector, regular_kernel
from nonholo.geometry.flag.decomposable import pieces_apart
from nonholo.geometry.flag.flag import in_new_graph
from nonholo.geometry.zeros.branches import Values, branches, wound
from nonholo.geometry.zeros.signs import smooth_everywhere
from nonholo.geometry.zeros.zeros import Piece, Surface, common_zeros, on_surface, surfaces
from nonholo.linear.elimination import all_minors, cost, determinant, transpose, vanishes
from nonholo.work import BUDGETS, Work

MOST_ROWS, MOST_COORDINATES = 4, 7
MOST_SPLITS = 3
MOST_SLOPES = 24  # derivatives along the fields, of one factor
LONG = 200  # what such a derivative may cost
MOST_ROUNDS = 3
MOST_FIELDS = 40  # by minors
MOST_BRANCHES, MOST_MINORS = 4, 40  # on which values are looked for where the rank drops


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
    return crossings(rows, first, across=False) == 0


def crossings(rows: Pfaffian, first: Sequence[int], across: bool = True) -> int | None:
    """Proved: admissible paths lead from every point to one where brackets span; how many surfaces
    they cross to which all smooth fields are tangent.  None where that is open.

    rows: of catastatic scleronomic constraints, smooth where there are no bounds; first: as in
    `one_orbit`; across: such surfaces are crossed at all.

    >>> import nonholo as nh
    >>> from nonholo.geometry.distribution.distribution import distribution
    >>> blade, kept = (
    ...     distribution(nh.constraints(row, also="p").system.pfaffian)
    ...     for row in ("cos(p)*dx = x*sin(p)*dy", "exp(p)*dx = x*sin(p)*dy")
    ... )
    >>> crossings(blade.pfaffian, blade.dependent), crossings(kept.pfaffian, kept.dependent)
    (1, None)
    """
    independent = pieces_apart(rows)
    if independent:
        each = [crossings(part, next(regular_choices(part)), across) for part in independent]
        return None if None in each else sum(n for n in each if n is not None)
    if rows.k > MOST_ROWS or rows.chart.n > MOST_COORDINATES:
        return None
    given, (rows, _) = replace(rows, functions=(None,) * rows.k), in_new_graph(rows)
    rows = replace(rows, chart=wound(rows.chart, entries(rows)))
    work = Work.of(BUDGETS.orbits)
    try:
        count = _left_everywhere(rows, given, first, across, work)
        return count if settle(rows.chart.graph, BUDGETS.settling) else None
    except (OutOfReach, ZeroDivisionError):
        return None


def _left_everywhere(
    rows: Pfaffian, given: Pfaffian, first: Sequence[int], across: bool, work: Work
) -> int | None:
    """No orbit stays where brackets do not span, but on so many surfaces that are crossed; given:
    the rows as they were asked before.
    """
    every = _by_minors(rows) if across else []  # before there are quotients of the same values
    others = (columns for columns in regular_choices(rows) if columns != tuple(first))
    splits: list[Distribution] = []
    factors: list[list[Expr]] = []
    for columns in (first, *islice(others, MOST_SPLITS - 1)):
        if work.over:
            return None
        splits.append(d := split(rows, columns))
        factors += volume_factors(d, [basis(d, work)], work)
    fields = smooth_fields(rows, splits, given)
    factors.sort(key=lambda product: sum(map(cost, product)))
    free = [
        set(rows.chart.graph.copy([d.chart.q[j] for j in d.independent]))
        for d in splits
        if regular_everywhere(d)
    ]

    def passed(product: Sequence[Expr], others: Sequence[list[Expr]]) -> int | None:
        met: dict[frozenset[tuple[str, ...]], Piece] = {}
        for f in rows.chart.graph.copy(product):
            if not smooth_everywhere([f], rows.chart):
                return None
            moving = {q for q in rows.chart.q if f.has([q])}
            if any(moving <= bases for bases in free):
                continue
            for surface in _held(rows, fields, f, others, work):
                pieces = crossed(rows, [*fields, *every], surface, work) if across else None
                if pieces is None:
                    return None
                met |= {_points(piece, rows): piece for piece in pieces}
        pairs = combinations(met.values(), 2)
        meet = not all(apart(rows, [s.f for s in (*a, *b)], {}, work) for a, b in pairs)
        return None if meet else len(met)

    ways = (passed(factors[i], factors[:i] + factors[i + 1 :]) for i in range(len(factors)))
    counts: list[int] = []
    for n in ways:
        if n == 0:
            return 0
        counts += [] if n is None else [n]
    return min(counts, default=None)


def _points(piece: Piece, rows: Pfaffian) -> frozenset[tuple[str, ...]]:
    """Which points these are, by other equations too if these are solved."""
    solved = branches(piece, rows.chart)
    if not solved or not all(one.whole for one in solved):
        return frozenset((str(surface),) for surface in piece)
    return frozenset(
        tuple(sorted(f"{q} = {text(v)}" for q, v in one.values.items())) for one in solved
    )


def smooth_fields(
    rows: Pfaffian, splits: Sequence[Distribution], given: Pfaffian | None = None
) -> list[Vector]:
    """Admissible fields, defined and smooth at every point, that span at most points.

    given: the same rows in a graph that may know of what was not found for them.
    """
    graph, fields = rows.chart.graph, list[Vector]()
    regular = regular_kernel(given or rows)
    if regular is not None and settle(regular.chart.graph, BUDGETS.settling):
        fields = [dict(zip(column, graph.copy(column.values()))) for column in regular.columns]
    else:
        for d, det in ((d, d.condition) for d in splits if d.condition is not None):
            for column in zip(*d.kernel()):
                ways = (_smooth_in_lowest_terms(rows, column, f) for f in (graph.one, det))
                fields += islice((X for X in ways if X is not None), 1)
    distinct = {tuple(X.items()): X for X in fields}
    return list(distinct.values()) if all(_smooth(rows, X) for X in fields) else []


def _by_minors(rows: Pfaffian) -> list[Vector]:
    """Admissible fields without quotients: sum_i (-1)^i det A_(C without i) d/dq_i for k + 1
    columns C, and d/dq_j where the column is 0.
    """
    graph, columns = rows.chart.graph, list(zip(*rows.matrix))
    idle = [j for j, column in enumerate(columns) if all(e.is_zero for e in column)]
    moving = [j for j in range(rows.chart.n) if j not in idle]
    fields: list[Vector] = [{j: graph.one} for j in idle]
    for chosen in islice(combinations(moving, rows.k + 1), MOST_FIELDS):
        minors = [
            determinant(graph, transpose([columns[j] for j in chosen if j != i])) for i in chosen
        ]
        signed = zip(chosen, (e if i % 2 == 0 else -e for i, e in enumerate(minors)))
        fields.append({j: e for j, e in signed if not e.is_zero})
    return fields


def _smooth(rows: Pfaffian, X: Vector) -> bool:
    return smooth_everywhere(list(X.values()), rows.chart)


def _smooth_in_lowest_terms(rows: Pfaffian, column: Sequence[Expr], factor: Expr) -> Vector | None:
    """The column times the factor; None where an entry is not smooth."""
    X: Vector = {}
    for j, e in enumerate(column):
        if not e.is_zero:
            X[j] = in_lowest_terms(factor * e)
            if not _smooth(rows, {j: X[j]}):
                return None
    return X


def in_lowest_terms(e: Expr) -> Expr:
    """By its normal form, in which what cancels has gone.

    Raises OutOfReach.
    """
    field = Field([e])
    q = cancelled(field, field.normal(e))
    return field.expression(q.num) / field.expression(field.expanded(q.den))


def _held(
    rows: Pfaffian, fields: Sequence[Vector], f: Expr, others: Sequence[list[Expr]], work: Work
) -> Iterator[Surface]:
    """The pieces of f = 0 on which an orbit may stay, where a product of each of the others
    vanishes too.
    """
    graph = rows.chart.graph
    zeros = [graph.product([(e, 1) for e in graph.copy(product)]) for product in others]
    for surface in surfaces(f, rows.chart, work):
        if not _left_surface(rows, fields, surface, zeros, work):
            yield surface


def _left_surface(
    rows: Pfaffian, fields: Sequence[Vector], surface: Surface, zeros: Sequence[Expr], work: Work
) -> bool:
    """The same for one irreducible piece of f = 0, in all its branches where it was solved."""
    solved = branches((surface,), rows.chart)
    ways = [one.values for one in solved] if all(one.whole for one in solved) else []
    level = _level(surface)
    if surface.angle is None and apart(rows, [level, *_twisted(rows, fields, level)], {}, work):
        return True
    slopes: list[Expr] = []
    for slopes in _slopes(rows, fields, surface, work):
        ways = [at for at in ways or [{}] if not apart(rows, [surface.f, *slopes], at, work)]
        if not ways:
            return True
    return bool(zeros) and all(
        apart(rows, [surface.f, *slopes, *zeros], at, work) for at in ways or [{}]
    )


def _slopes(
    rows: Pfaffian, fields: Sequence[Vector], surface: Surface, work: Work
) -> Iterator[list[Expr]]:
    """The derivatives of its level along the fields, and of these, round by round."""
    slopes, fresh = list[Expr](), [_level(surface)]
    for _ in range(MOST_ROUNDS):
        rates = [along(rows, X, g) for g in fresh for X in fields]
        met = {e for slope in slopes for e in (slope, -slope)}
        unlike = {min(e.index, (-e).index): e for e in rates if not e.is_zero and e not in met}
        fresh = list(unlike.values())  # e and -e vanish together
        if not fresh:
            return
        slopes = [*slopes, *fresh]
        yield slopes
        if len(slopes) > MOST_SLOPES or work.over or max(map(cost, fresh)) > LONG:
            return


def _twisted(rows: Pfaffian, fields: Sequence[Vector], f: Expr) -> list[Expr]:
    """X f - sum_j n_j (dX_j/dq_j) f, n_j the degree of f in the sine and cosine of the angle q_j:
    where f = 0 this is X f, and of a lower degree, so that none of its zeros lie at infinity where
    those of f do.
    """
    field = Field([f])
    degrees = field.normal(f).num.degrees()
    gens = list(field.context.gens())
    high = {
        atom: max(int(degrees[gens.index(g)]) for g in field.waves[i])
        for i, (atom, d) in field.circle.items()
        if d == 1
    }
    turning = [(j, q, high[q]) for j, q in enumerate(rows.chart.q) if high.get(q)]
    each = []
    for X in fields:
        divergences = (X[j].diff(q) * n for j, q, n in turning if j in X)
        each.append(along(rows, X, f) - f.graph.add(*divergences) * f)
    return [e for e in each if not e.is_zero]


def _level(surface: Surface) -> Expr:
    """What is constant on each part of it, and has a slope there."""
    return surface.f if surface.angle is None else surface.angle[0]


def crossed(
    rows: Pfaffian, fields: Sequence[Vector], surface: Surface, work: Work
) -> list[Piece] | None:
    """The pieces of a surface to which all fields are tangent, if admissible paths lead from each
    of their points across them; None if that was not proved.
    """
    first = [along(rows, X, _level(surface)) for X in fields]
    if rows.k > 1 and not _unheld(rows):  # a line along which several rows are obeyed is rare
        return [] if apart(rows, [surface.f, *first], {}, work) else None
    later = islice(_slopes(rows, fields, surface, work), 1, None)
    for slopes in chain([first], takewhile(lambda some: len(some) <= MOST_SLOPES, later)):
        leading = [e for e in slopes if not on_surface(e, surface)]
        alone: list[Piece] = [(surface,)]
        pieces = common_zeros([surface.f, *leading], rows.chart, work) if leading else alone
        each = (
            (not leading or _kept(rows, fields, piece))
            and (_left_on_a_line(rows, piece) or _left_where_rank_drops(rows, piece, work))
            for piece in pieces
        )
        if all(each):
            return pieces
    return None


def _kept(rows: Pfaffian, fields: Sequence[Vector], piece: Piece) -> bool:
    """All fields are tangent to it, and it has one equation or does not part what is near it."""
    if len(piece) == 1:
        return all(on_surface(along(rows, X, _level(piece[0])), piece[0]) for X in fields)
    apart_from_each_other = any(
        not any(s.f.has([x]) and other.f.has([x]) for x in rows.chart.q)
        for s, other in combinations(piece, 2)
    )
    solved = branches(piece, rows.chart)
    return (
        apart_from_each_other
        and bool(solved)
        and all(one.whole for one in solved)
        and all(
            vanishes(along(rows, X, _level(s)).subs(one.values))
            for X in fields
            for s in piece
            for one in solved
        )
    )


def _left_on_a_line(rows: Pfaffian, piece: Piece) -> bool:
    """Through each of its points there is an admissible straight line across it."""
    solved = branches(piece, rows.chart)
    return (
        bool(solved)
        and all(one.whole for one in solved)
        and all(
            any(_admissible_line(rows, piece, one.values, v) for v in _directions(rows.chart.q))
            for one in solved
        )
    )


def _directions(q: Sequence[Expr]) -> Iterator[dict[Expr, Rational]]:
    """One coordinate alone, or two that change alike or one against the other."""
    free = [x for x in q if unbounded([x])]
    yield from ({x: UNIT} for x in free)
    yield from ({x: UNIT, y: c} for x, y in combinations(free, 2) for c in (UNIT, -UNIT))


def _admissible_line(
    rows: Pfaffian, piece: Piece, at: Values, direction: Mapping[Expr, Rational]
) -> bool:
    """At all points of a branch of the piece."""
    graph, levels = rows.chart.graph, [_level(surface) for surface in piece]
    s = graph.symbol("s along a line")
    moved = {x: at.get(x, x) + v * s for x, v in direction.items()}
    work = [
        graph.gathered([(row[rows.chart.q.index(x)], v) for x, v in direction.items()])
        for row in rows.matrix
    ]
    slopes = (
        graph.gathered([(level.diff(x), v) for x, v in direction.items()]).subs(at)
        for level in levels
    )
    return any(e.is_number and not e.is_zero for e in slopes) and all(
        vanishes(e.subs(at | moved)) for e in work
    )


def _left_where_rank_drops(rows: Pfaffian, piece: Piece, work: Work) -> bool:
    """A coordinate that no row needs goes where the rank drops, and there paths lead on."""
    free = [p for p in _unheld(rows) if not any(s.f.has([p]) for s in piece)]
    for values in _drops(rows, piece, free, work):
        held = rows.subs(values)
        ways = _straight_on(held, free)
        slopes = [along(held, Y, _level(s)) for Y in ways for s in piece]
        if any(not e.is_zero for e in slopes) and apart(
            held, [*(s.f for s in piece), *slopes], {}, work
        ):
            return True
    return False


def _unheld(rows: Pfaffian) -> list[Expr]:
    """Coordinates without bounds whose rates no row holds."""
    return [
        p
        for j, p in enumerate(rows.chart.q)
        if all(row[j].is_zero for row in rows.matrix) and unbounded([p])
    ]


def _drops(rows: Pfaffian, piece: Piece, free: Sequence[Expr], work: Work) -> Iterator[Values]:
    """Values of a coordinate at which factors of minors of the rows vanish on a piece."""
    there: list[Values] = [one.values for one in branches(piece, rows.chart)[:MOST_BRANCHES]]
    alone = {
        p: replace(rows.chart.only([j]), winding=rows.chart.winding)
        for j, p in enumerate(rows.chart.q)
        if p in free
    }
    for at in ({}, *there):
        matrix = rows.subs(at).matrix
        minors = all_minors(rows.chart.graph, matrix, rows.k, range(rows.chart.n))
        factors = {
            str(s): s
            for e in islice(minors, MOST_MINORS)
            if e.has(free)
            for s in surfaces(e, rows.chart, work)
            if s.f.has(free)
        }
        for s, (p, line) in product(factors.values(), alone.items()):
            for branch in branches((s,), line) if s.f.has([p]) else ():
                if list(branch.values) == [p] and _smooth(rows, {0: branch.values[p]}):
                    yield branch.values


def _straight_on(rows: Pfaffian, free: Sequence[Expr]) -> list[Vector]:
    """Smooth admissible fields that leave those coordinates alone whose rates no row holds."""
    idle = {i for i, x in enumerate(rows.chart.q) if any(x is p for p in free)}
    fields: list[Vector] = []
    for columns in islice(regular_choices(rows), MOST_SPLITS):
        for column in zip(*split(rows, columns).kernel()):
            moved = (rows.chart.graph.zero if i in idle else e for i, e in enumerate(column))
            X = _smooth_in_lowest_terms(rows, list(moved), rows.chart.graph.one)
            fields += [] if X is None else [X]
    return fields


def apart(rows: Pfaffian, functions: Sequence[Expr], at: Values, work: Work) -> bool:
    """They have no common zero on a branch."""
    there = rows.chart.graph.substitute(list(functions), at) if at else functions
    left = list(dict.fromkeys(e for e in there if not e.is_zero))
    return bool(left) and no_zero_of_all(left, rows.chart, work)


def along(rows: Pfaffian, X: Vector, f: Expr) -> Expr:
    """X f = sum_j X_j df/dq_j."""
    return rows.chart.graph.gathered([(e * f.diff(rows.chart.q[j]), UNIT) for j, e in X.items()])
