"""Coefficients put together from pieces: the flag on each region where they are analytic.

Where no kink u vanishes (see `kinks`) sign(u) is 1 or -1 and abs(u) is u or -u, a root of a square
is its base or minus that, and an arc is a sum of others and a constant.  On each combination of
signs that some simple point has, and near that point, the set is one with analytic coefficients.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain, islice, product
from types import MappingProxyType

from nonholo.arithmetic.numbers import Rational, rational
from nonholo.decide.ball import as_assumed, obeys
from nonholo.decide.zero import Decision
from nonholo.errors import NonholoError
from nonholo.expression.demands import demands
from nonholo.expression.functions import is_unspecified
from nonholo.expression.graph import Expr, ordered
from nonholo.expression.text import text
from nonholo.geometry.constraints.pfaffian import Pfaffian, entries, independent_rows
from nonholo.geometry.distribution.distribution import distribution
from nonholo.geometry.flag.flag import Closure, Growth, closure, in_new_graph, in_space
from nonholo.geometry.flag.local import growth_at
from nonholo.geometry.flag.piecewise import admissible, branching, kinks, near, signs_at
from nonholo.geometry.flag.strata import Stratum
from nonholo.geometry.zeros.branches import PLAIN
from nonholo.geometry.zeros.domain import exists
from nonholo.words.sentence import say, together
from nonholo.work import BUDGETS, Work

NO_VALUES: Mapping[Expr, Expr] = MappingProxyType({})
MOST_KINKS = 3
MOST_POINTS = 60
MOST_REGIONS = 12
MOST_PLACES = 4  # of a region, to find one at which growth is not slower than elsewhere
UNSEEN = say(
    "the coefficients are put together from pieces, and not every region was reached by a simple "
    "point"
)
FURTHER = tuple(
    Rational(p, q) for p, q in ((5, 1), (-4, 1), (1, 3), (-1, 2), (7, 1), (-6, 1), (9, 1))
)
SAMPLES = tuple(rational(v) for v in PLAIN[1:]) + FURTHER


def regions(rows: Pfaffian, units: int = BUDGETS.regions) -> tuple[Stratum, ...]:
    """The growth vector generic on each region; nothing for analytic sets, or with too many kinks.

    units: of work.  A region is where the expressions under abs, sign, ... keep their signs.

    >>> import nonholo as nh
    >>> kinked = nh.constraints("dz = (x + abs(x)) dy").system.pfaffian
    >>> [(where.region, where.growth.vector) for where in regions(kinked)]
    [(('x > 0',), (2, 3)), (('x < 0',), (2,))]
    """
    if not branching(entries(rows)):
        return ()
    parts = kinks(rows)
    if len(parts) > MOST_KINKS:
        return ()
    work = Work.of(units)
    strata: dict[tuple[str, ...], Stratum] = {}
    for at in _points(rows, parts):
        signs = signs_at(parts, at)
        if len(strata) >= MOST_REGIONS or work.over:
            break
        if all(signs):
            stratum = _region(rows, parts, signs, at, work, strata)
            if stratum is not None:
                strata.setdefault(stratum.region, stratum)
    order = {signs: i for i, signs in enumerate(product((1, -1), repeat=len(parts)))}
    told = sorted(strata.values(), key=lambda s: order[tuple(signs_at(parts, s.at))])
    return tuple(told) if parts or len(told) > 1 else ()


def lost_on_a_region(
    rank: int, relations: int | None, growth: Sequence[int], told: Sequence[Stratum]
) -> str:
    """Why no one answer is told of all regions: rows are lost on one, and what is left of them is
    less integrable than the set of all regions together; nothing if that is not so.

    rank, relations, growth: of that set; told: the regions with their growth.

    >>> import nonholo as nh
    >>> rows = nh.constraints("z' = abs(x) y'", "z' = x y'").system.pfaffian
    >>> str(lost_on_a_region(2, 2, (1,), regions(rows)))[60:]
    'x > 0: rank 1, growth (2, 3); x < 0: rank 2, growth (1)'
    """
    if relations is None or all(s.rank == rank for s in told):
        return ""
    size = growth[-1] + relations
    known = [(s, s.growth.vector) for s in told if s.growth is not None]
    least = _integrable(rank, relations)
    if all(_integrable(s.rank, size - vector[-1]) >= least for s, vector in known):
        return ""
    pieces = [
        say(
            "{where}: rank {rank}, growth ({vector})",
            where=", ".join(s.region),
            rank=s.rank,
            vector=", ".join(map(str, vector)),
        )
        for s, vector in known
    ]
    return say(
        "rows are lost on a region, and the answer is another there: {parts}",
        parts=together(pieces, "; "),
    )


def _integrable(rank: int, relations: int) -> int:
    """2 for all of so many rows, 1 for some, 0 for none."""
    return 2 if relations == rank else min(relations, 1)


def settled(rows: Pfaffian, rank: int, generic: Closure, told: Sequence[Stratum]) -> Closure:
    """The closure of the region in which most directions are reached.

    It replaces the closure of all regions together where that is the closure of none: what vanishes
    nowhere identically can vanish on one region here and on another there.  generic: the closure of
    all regions together; rank: of their rows; told: the regions with their growth.

    >>> import nonholo as nh
    >>> from nonholo.geometry.distribution.distribution import distribution
    >>> rows = nh.constraints("dz = (x + abs(x)) dy").system.pfaffian
    >>> settled(rows, 1, closure(distribution(rows)), regions(rows)).growth.vector
    (2, 3)
    """
    best = fastest(rank, generic.growth.vector if generic.relations is not None else (), told)
    if best is None:
        return generic
    relations = rows.chart.n + (best.space == "tq") - best.vector[-1]
    if relations and not all_seen(rows, told):
        return replace(
            generic,
            relations=None,
            growth=replace(best, complete=False, evidence=Decision(None, reason=UNSEEN)),
        )
    return replace(generic, relations=relations, growth=best)


def fastest(rank: int, growth: Sequence[int], told: Sequence[Stratum]) -> Growth | None:
    """The growth of the region in which most directions are reached; None where that of all
    together is that of one of them, or rows are lost.

    rank, growth: of all regions together, empty where it is open; told: the regions.

    >>> import nonholo as nh
    >>> rows = nh.constraints("dz = (x + abs(x)) dy").system.pfaffian
    >>> fastest(1, (2, 3), regions(rows)), fastest(1, (), regions(rows)).vector
    (None, (2, 3))
    """
    growths = [s.growth for s in told if s.growth is not None and s.rank == rank]
    if not told or len(growths) < len(told) or tuple(growth) in {g.vector for g in growths}:
        return None
    return max(growths, key=lambda growth: (growth.vector[-1], growth.vector))


def apart_in_letters(
    rows: Pfaffian, told: Sequence[Stratum], values: Mapping[Expr, Expr] = NO_VALUES
) -> str:
    """Why what holds on one region is not told of all letters: the sign of a letter, or of several,
    parts their numbers into regions with different brackets, or into some that were not seen;
    nothing if all regions of the letters agree.

    rows: at the numbers of the parameters that have some; told: their regions; values: these
    numbers.

    >>> import nonholo as nh
    >>> rows = nh.constraints("dz = (abs(a) - a) y dx").system.pfaffian
    >>> str(apart_in_letters(rows, regions(rows)))
    'the letters decide: a > 0: growth (2); a < 0: growth (2, 3)'
    """
    if letter_with_signs(rows) is None:
        vectors = {s.growth.vector for s in told if s.growth is not None}
        agreed = len(vectors) == 1 and all_seen(rows, told)
        return "" if agreed else tied_to_letters(rows, values)
    places = _places_of_letters(rows, kinks(rows))
    groups: dict[tuple[str, ...], tuple[int, ...]] = {}
    for stratum in told:
        if stratum.growth is not None:
            key, vector = tuple(stratum.region[i] for i in places), stratum.growth.vector
            groups[key] = max(groups.get(key, ()), vector, key=lambda v: (v[-1:], v))
    if len(set(groups.values())) > 1:
        pieces = [
            say("{where}: growth ({vector})", where=", ".join(k), vector=", ".join(map(str, v)))
            for k, v in groups.items()
        ]
        return say("the letters decide: {parts}", parts=together(pieces, "; "))
    return "" if groups and all_seen(rows, told) else UNSEEN


def tied_to_letters(rows: Pfaffian, values: Mapping[Expr, Expr] = NO_VALUES) -> str:
    """Why letters may choose among the regions: something is assumed of them and coordinates
    together; nothing if that is not so, or there are no regions.

    rows: whose kinks part the configurations; values: of parameters.

    >>> import nonholo as nh
    >>> case = nh.System("z w", None, ["dz = abs(w) dw"], parameters=["a"], assumptions=["a*w > 0"])
    >>> print(tied_to_letters(case.system.pfaffian)[:46])
    what is assumed of a*w may let the letters cho
    """
    chart, parts = rows.chart, kinks(rows) if branching(entries(rows)) else []
    if not any(u.has(chart.q) for u in parts):
        return ""
    for e in chart.graph.stated:
        if e.has(chart.q) and any(s not in values for s in chart.parameters([e])):
            return say(
                "what is assumed of {relation} may let the letters choose where the coefficients "
                "are put together from which pieces; try values or signs of the letters",
                relation=e,
            )
    return ""


def letter_with_signs(rows: Pfaffian) -> Expr | None:
    """An expression of letters alone whose sign parts their numbers into regions; None if there is
    none.

    >>> import nonholo as nh
    >>> letter_with_signs(nh.constraints("dz = (abs(a) - a) y dx").system.pfaffian)
    a
    """
    parts = kinks(rows) if branching(entries(rows)) else []
    return next((parts[i] for i in _places_of_letters(rows, parts)), None)


def _places_of_letters(rows: Pfaffian, parts: Sequence[Expr]) -> list[int]:
    """Which of the parts hold no coordinate and no time."""
    variables = [*rows.chart.q, rows.chart.t]
    return [i for i, u in enumerate(parts) if not u.has(variables)]


def all_seen(rows: Pfaffian, told: Sequence[Stratum]) -> bool:
    """Every combination of signs that the domain admits has its region, and none holds on a part
    of it only.

    rows: put together from pieces; told: their regions.

    >>> import nonholo as nh
    >>> kinked = nh.constraints("dz = (x + abs(x)) dy").system.pfaffian
    >>> all_seen(kinked, regions(kinked)), all_seen(kinked, ())
    (True, False)
    """
    parts = kinks(rows)
    seen = {tuple(signs_at(parts, s.at)) for s in told}
    return seen >= set(admissible(rows, parts)) and all(len(s.region) == len(parts) for s in told)


def _region(
    rows: Pfaffian,
    parts: Sequence[Expr],
    signs: Sequence[int],
    at: Mapping[Expr, Expr],
    work: Work,
    known: Mapping[tuple[str, ...], Stratum],
) -> Stratum | None:
    if not exists(entries(rows), (), at, rows.chart, inside=True):
        return None
    where = tuple(f"{text(u)} {'>' if sign > 0 else '<'} 0" for u, sign in zip(parts, signs))
    if where in known:
        return None
    try:
        local_rows, told = near(rows, parts, signs, at)
        if (*where, *told) in known:
            return None
        local_rows, _, _ = independent_rows(local_rows)
        growth = closure(distribution(local_rows), work.left).growth
    except NonholoError:
        return None
    if not growth.complete:
        return None

    def typical(place: Mapping[Expr, Expr]) -> bool:
        try:
            alike = not told or near(rows, parts, signs, place)[1] == told
            there = in_new_graph(local_rows, place)[1]
            local = growth_at(local_rows, there, growth.vector[-1], generic=growth)
            return alike and local.vector == growth.vector
        except NonholoError:
            return False

    places = filter(typical, _places(rows, parts, signs, at))
    told_growth = in_space(growth, rows.space)
    return Stratum((), local_rows.k, told_growth, next(places, at), (*where, *told))


def _places(
    rows: Pfaffian, parts: Sequence[Expr], signs: Sequence[int], at: Mapping[Expr, Expr]
) -> Iterator[Mapping[Expr, Expr]]:
    """Points of the region of `at`, itself first, each also with other numbers in place of 0."""
    nodes, graph = entries(rows), rows.chart.graph
    moved = [s for s, v in at.items() if v.is_zero and any(e.has([s]) for e in nodes)]
    others = {s: graph.number(Rational(2 * i + 1, 2)) for i, s in enumerate(moved)}
    there = (p for p in _points(rows, parts) if signs_at(parts, p) == signs)
    for point in islice(chain([at], there), MOST_PLACES):
        yield from (
            p for p in (point, {**point, **others}) if exists(nodes, (), p, rows.chart, inside=True)
        )


def _points(rows: Pfaffian, parts: Sequence[Expr]) -> Iterator[dict[Expr, Expr]]:
    """Simple points, the symbols under the kinks varied; those of all signs first.  None where a
    function is not specified, which has no value at any.
    """
    chart = rows.chart
    if any(map(is_unspecified, ordered(entries(rows)))):
        return
    origin = dict.fromkeys((*chart.q, *([chart.t] if rows.space == "tq" else [])), chart.graph.zero)
    deep = [*parts, *(u for u, _ in demands(entries(rows)))] or entries(rows)
    moving = [s for s in (*origin, *chart.parameters(deep)) if any(u.has([s]) for u in deep)]
    for values in _drawn(len(moving)):
        at = as_assumed(dict(zip(moving, values)))
        if obeys(at):
            yield origin | {s: chart.graph.number(v) for s, v in at.items()}


def _drawn(count: int) -> Iterator[tuple[Rational, ...]]:
    if count <= 1:
        yield from product(SAMPLES, repeat=count)
        return
    rng, half = random.Random(count), SAMPLES[:4]
    yield from list(product(half, repeat=count))[:MOST_POINTS]
    for _ in range(MOST_POINTS):
        yield tuple(rng.choice(SAMPLES) for _ in range(count))
