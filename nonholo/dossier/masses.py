"""Where the masses of a Lagrangian are: a drawing of a case of which no body is told.

Two or three squares of velocities with one factor are the kinetic energy of one mass,

    L = c ((dX/dt)^2 + (dY/dt)^2 [+ (dZ/dt)^2]) + ...,

where each velocity is the total derivative of a function of q, t alone; these functions are its
place.  A square of one coordinate that another place holds is a mass on a line, but not that of
an angle, in which some place is periodic; nor are two angles a place, in which the constraints are.
Two masses that keep their distance are joined by a bar.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, combinations

import numpy as np

from nonholo.arithmetic.numbers import Rational
from nonholo.dossier.sketch import (
    FIRST,
    LESS,
    SAMPLES,
    Angle,
    levels_of,
    on_levels,
)
from nonholo.errors import NonholoError
from nonholo.expression.graph import Expr
from nonholo.expression.node import UNIT
from nonholo.findings.verdict import Verdict
from nonholo.geometry.constraints.chart import Chart
from nonholo.geometry.integrals.potentials.exact import exact
from nonholo.numerics.tape import Tape
from nonholo.work import Work

MOST, FLAT, SOLID = 8, 2, 3  # masses, and coordinates, that are drawn; of a plane, of space
SAME, STEP, SEEN = 1e-6, 1e-6, 1e-4  # equal lengths; a difference, and slopes that are equal
FAR, NEAR, NEXT = 1.3, 0.4, 0.28  # coordinates in lengths of bars: between, and by how much less
WORK = 2_000_000  # for the places

Place = tuple[Expr, ...]
Placed = Callable[[np.ndarray], np.ndarray]  # configurations to (configurations, masses, 2 or 3)


@dataclass(frozen=True, slots=True)
class Masses:
    """Masses at one configuration.

    axes: what is written at them, empty where no coordinate lies along one; letters: of the factor
    of each; places: (masses, 2 or 3); called: the coordinates that a place is, else empty; bars:
    pairs of masses, -1 for the origin; angles: coordinates by which bars turn; allowed: in the
    place of a mass that is the whole configuration, directions that obey the constraints;
    undrawn: coordinates that nothing shows.
    """

    axes: tuple[str, ...]
    letters: tuple[str, ...]
    places: np.ndarray
    called: tuple[tuple[str, ...], ...]
    bars: tuple[tuple[int, int], ...]
    angles: tuple[Angle, ...]
    allowed: np.ndarray
    undrawn: tuple[str, ...]


def masses(check: Verdict) -> Masses | None:
    """The masses of a case that was judged, found in its Lagrangian; None where it names none.

    >>> import nonholo as nh
    >>> found = masses(nh.check(nh.case("rosenberg_particle")))
    >>> found.axes, found.called, found.allowed.shape
    (('x', 'y', 'z'), (('x', 'y', 'z'),), (2, 3))
    """
    try:
        return _masses(check)
    except NonholoError:  # a function without a value
        return None


def _masses(check: Verdict) -> Masses | None:
    case, chart = check.case, check.case.system.chart
    if case.system.lagrangian is None or chart.n > MOST:
        return None
    rows = case.system.pfaffian
    told = _told(chart, case.system.lagrangian, [e for l in range(rows.k) for e in rows.form(l)])
    if not told or len(told) > MOST:
        return None
    width = max(len(place) for _, place in told)
    places = [(*place, *[chart.graph.zero] * (width - len(place))) for _, place in told]
    lengths = [q for q in chart.q if any(q is e for place in places for e in place)]
    placed = _by_numbers(check, places)
    drawn = np.random.default_rng(1).uniform(-1.0, 1.0, (SAMPLES, chart.n))
    some = on_levels(levels_of(case, chart), chart, drawn.copy())
    still = not any(e.has([chart.t]) for e in (*case.system.holonomic, *chain(*places)))
    bars: tuple[tuple[int, int], ...] = ()
    size = 1.0
    if still and some is not None:
        bars = tuple(_bars(placed(some)))
        size = max((_span(placed(some)[0], *bar) for bar in bars), default=1.0)
    drawn[0] = _configuration(chart, lengths, size)
    allowed = on_levels(levels_of(case, chart), chart, drawn)
    if allowed is None or not np.all(np.isfinite(at := placed(allowed[:1])[0])):
        return None
    angles = tuple(_angles(chart, bars, placed, allowed[0])) if width == FLAT else ()
    called = tuple(tuple(_name(e) if e in lengths else "" for e in place) for place in places)
    axes = tuple(map(_shared, zip(*called)))
    shown = {*(a.name for a in angles), *(name for names in called for name in names)}
    return Masses(
        axes,
        tuple(letters for letters, _ in told),
        at,
        called,
        bars,
        angles,
        _allowed(check, called, allowed[0], width),
        tuple(name for name in chart.names if name not in shown),
    )


# the places ---------------------------------------------------------------------------------------
def _told(chart: Chart, lagrangian: Expr, coefficients: Sequence[Expr]) -> list[tuple[str, Place]]:
    """The masses with their places, those on a line first; coefficients: of the constraints."""
    together: dict[tuple[int, Expr, Rational], list[Expr]] = {}
    one = chart.graph.one
    for around, factor, number, velocity in _squares(chart, lagrangian, one, one, UNIT):
        together.setdefault((around.index, factor, number), []).append(velocity)
    free: list[tuple[str, Place]] = []
    alone: list[tuple[str, Expr]] = []
    for (_, factor, _), velocities in together.items():
        letters = _name(factor) if factor.kind == "symbol" else ""
        for some in _parted(chart, velocities) if factor is not one else [velocities]:
            place = [_integral(chart, velocity) for velocity in some]
            known = tuple(e for e in place if e is not None)
            if len(known) == len(place) and len(place) in (FLAT, SOLID):
                free.append((letters, known))
            elif len(known) == 1:
                alone.append((letters, known[0]))
    angles = {q for q in chart.q if any(_turns(chart, q, e) for e in chain(*(p for _, p in free)))}
    headings = {q for q in chart.q if any(_turns(chart, q, e) for e in coefficients)}
    free = [
        (letters, place)
        for letters, place in free
        if angles.isdisjoint(place) and not headings.issuperset(place)
    ]
    first = {e: place for _, place in free for e in chart.q if place[0].has([e])}
    lined = [
        (letters, (e,))
        for letters, e in alone
        if e in first and first[e][0] is not e and e not in angles
    ]
    return [*lined, *free]


def _squares(
    chart: Chart, node: Expr, around: Expr, factor: Expr, number: Rational
) -> Iterator[tuple[Expr, Expr, Rational, Expr]]:
    """The squares of velocities in a sum: the sum around each, its factor, the number of that,
    the velocity.
    """
    if node.kind == "sum":
        for term, c in node.args[1]:
            yield from _squares(chart, term, node, factor, number * c)
    elif node.kind == "product":
        moving = [(base, e) for base, e in node.args if base.has(chart.v)]
        still = [(base, e) for base, e in node.args if not base.has(chart.v)]
        if len(moving) != 1:
            return
        ((base, exponent),) = moving
        product = chart.graph.product
        if exponent == 1 and base.kind == "sum":
            yield from _squares(chart, base, node, factor * product(still), number)
        elif exponent == FLAT:
            even = [(b, e // 2) for b, e in still if e % 2 == 0]
            odd = [(b, e) for b, e in still if e % 2 != 0]
            yield around, factor * product(odd), number, base * product(even)


def _parted(chart: Chart, velocities: Sequence[Expr]) -> list[list[Expr]]:
    """Velocities with one factor, a mass each: more than three by the ends of their names."""
    if len(velocities) <= SOLID:
        return [list(velocities)]
    named = dict(zip(chart.v, chart.names))
    parts: dict[str, list[Expr]] = {}
    for velocity in velocities:
        name = named.get(velocity, "")
        end = name[len(name.rstrip("0123456789")) :]
        parts.setdefault(end if name else f" {len(parts)}", []).append(velocity)
    return list(parts.values())


def _integral(chart: Chart, velocity: Expr) -> Expr | None:
    """The function of q, t whose total derivative it is."""
    graph = chart.graph
    for q, v in zip(chart.q, chart.v):
        if v is velocity:
            return q
    slopes = [graph.diff(velocity, v) for v in chart.v]
    still = velocity.subs(dict.fromkeys(chart.v, graph.zero))
    place = exact([still, *slopes], [chart.t, *chart.q], Work.of(WORK))
    if place is None or any(e.has(chart.v) for e in slopes):
        return None
    moved = [graph.diff(place, s) - e for s, e in zip((chart.t, *chart.q), (still, *slopes))]
    return place - _middle(chart, place) if all(e.is_zero for e in moved) else None


def _middle(chart: Chart, place: Expr) -> Expr:
    """The constant around which it turns: its mean over opposite angles, all lengths 0."""
    graph = chart.graph
    for q in chart.q:
        ends = (graph.zero, graph.pi) if _turns(chart, q, place) else (graph.zero,)
        place = graph.add(*(place.subs({q: end}) for end in ends)) / len(ends)
    return place


def _turns(chart: Chart, q: Expr, place: Expr) -> bool:
    """The place depends on q, and is the same after a turn by it."""
    return place.has([q]) and place.subs({q: q + 2 * chart.graph.pi}) is place


def _name(symbol: Expr) -> str:
    return str(symbol.args)


def _shared(names: Sequence[str]) -> str:
    """What the coordinates along an axis are called: x for x1 and x2; empty without a name.

    >>> _shared(["x1", "x2"]), _shared(["u", ""]), _shared(["u", "x"])
    ('x', 'u', '')
    """
    known = {name for name in names if name}
    stems = known if len(known) == 1 else {name.rstrip("0123456789_") for name in known}
    return stems.pop() if len(stems) == 1 else ""


# their numbers ------------------------------------------------------------------------------------
def _by_numbers(check: Verdict, places: Sequence[Place]) -> Placed:
    """The places as numbers at t = 0, lengths without a number 1."""
    chart, values = check.case.system.chart, check.case.system.values
    given = [e.subs(values) for place in places for e in place]
    free = dict.fromkeys(chart.parameters(given), chart.graph.one)
    tape = Tape([e.subs(free) for e in given], [*chart.q, chart.t])

    def placed(q: np.ndarray) -> np.ndarray:
        at = tape(np.column_stack([q, np.zeros(len(q))]))
        return np.asarray(at).reshape(len(q), len(places), -1)

    return placed


def _configuration(chart: Chart, lengths: Sequence[Expr], size: float) -> list[float]:
    """Each angle smaller than the one before, and each length, until it begins anew."""
    far = (size * (FAR - (FAR - NEAR) * (NEXT * i % 1)) for i in range(chart.n))
    turned = (FIRST - LESS * i / 2 for i in range(chart.n))
    return [next(far) if q in lengths else next(turned) for q in chart.q]


def _span(at: np.ndarray, i: int, j: int) -> float:
    return float(np.linalg.norm(_between(at, i, j)))


def _between(at: np.ndarray, i: int, j: int) -> np.ndarray:
    return np.asarray(at[j] - (at[i] if i >= 0 else 0.0))


def _bars(at: np.ndarray) -> Iterator[tuple[int, int]]:
    """Pairs of masses whose distance is the same at all configurations; -1 is the origin."""
    for i, j in combinations(range(-1, at.shape[1]), 2):
        spans = [_span(one, i, j) for one in at]
        if min(spans) > SAME and max(spans) - min(spans) < SAME * max(spans):
            yield i, j


def _angles(
    chart: Chart, bars: Sequence[tuple[int, int]], placed: Placed, here: np.ndarray
) -> Iterator[Angle]:
    """The coordinates by which bars turn, from fixed directions or from the bar before."""

    def heading(q: np.ndarray, bar: tuple[int, int]) -> float:
        x, y = _between(placed(q[None])[0], *bar)
        return float(np.arctan2(y, x))

    def slope(k: int, bar: tuple[int, int]) -> float:
        step = STEP * np.eye(chart.n)[k]
        turn = heading(here + step, bar) - heading(here - step, bar)
        return float(np.sin(turn)) / (2 * STEP)

    slopes = {bar: np.array([slope(k, bar) for k in range(chart.n)]) for bar in bars}
    for bar in bars:
        before = [slopes[other] for other in bars if other[1] == bar[0]]
        for less in (np.zeros(chart.n), *before):
            turning = np.flatnonzero(np.abs(left := slopes[bar] - less) > SEEN)
            if len(turning) != 1 or abs(abs(left[k := int(turning[0])]) - 1) > SEEN:
                continue
            turn = float(round(left[k]) * here[k])
            foot = placed(here[None])[0][bar[0]] if bar[0] >= 0 else (0.0, 0.0)
            start = heading(here, bar) - turn
            yield Angle((float(foot[0]), float(foot[1])), start, turn, chart.names[k])
            break


def _allowed(
    check: Verdict, called: Sequence[tuple[str, ...]], here: np.ndarray, width: int
) -> np.ndarray:
    """Directions of the virtual displacements, where one place is the whole configuration."""
    d, nothing = check.distribution, np.empty((0, width))
    if d is None or not 0 < d.m < d.chart.n or d.chart.n != width:
        return nothing
    order = next((names for names in called if set(names) == set(d.chart.names)), None)
    if order is None:
        return nothing
    chart, values = d.chart, check.case.system.values
    entries = [e.subs(values) for row in d.kernel() for e in row]
    free = dict.fromkeys(chart.parameters(entries), chart.graph.one)
    tape = Tape([e.subs(free) for e in entries], [*chart.q, chart.t])
    N = np.asarray(tape(np.append(here, 0.0)[None])).reshape(chart.n, d.m)
    if not np.all(np.isfinite(N)):
        return nothing
    return np.asarray(np.linalg.qr(N[[chart.names.index(name) for name in order]])[0].T)
