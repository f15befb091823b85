"""Polynomial inputs, found exactly: the inputs are settled in turn.

    q_l' = sum_j alpha_lj r_j' + alpha_l0          alpha polynomial in (q, t)

Order the inputs r_1, r_2, ...  A dependent coordinate belongs to the first input with which all
that its alphas contain is known.  With r_j(s) = straight line + s (1 - s) sum_i u_i P_i(2s - 1), s
= t/T, and the inputs before it settled, the ends of the coordinates that belong to r_j are linear
in the unknowns u_i where no two of these are multiplied: then they are solved for.  An input to
which nothing belongs is free: straight, or with a bump. So go Lemos's particle (Lemos2003), the
Heisenberg, Martinet and Engel sets and every chained form (TilburyMurraySastry1995)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from itertools import islice, permutations, product

import numpy as np
from numpy.polynomial import legendre

from nonholo.errors import NotApplicable
from nonholo.expression.graph import Expr, Graph
from nonholo.geometry.distribution.distribution import Distribution, split
from nonholo.geometry.distribution.pivots import minor, regular_choices
from nonholo.linear.elimination import echelon, vanishes
from nonholo.numerics.tape import approximate
from nonholo.steering.path import Formula
from nonholo.steering.problem import Problem
from nonholo.steering.series import Ring, Series, evaluate, number, series
from nonholo.words.sentence import say

MAX_ORDERS, MAX_SPLITS, MAX_CANDIDATES = 24, 20, 1000
SIZES = tuple(Fraction(2) ** k for k in range(-3, 7))  # of bumps, in powers of ten of the way to go
FINER = (Fraction(3, 4), Fraction(1), Fraction(5, 4), Fraction(3, 2))
BUMPS = (
    (0, 4, -4),
    (0, 8, -16, 8),
    (0, 0, 8, -8),
)  # 1, s, s^2, ...: of height about 1, in the middle, early, late
WORTH = 0.8  # a candidate with bumps must be this much better
DEGREE, ALONE = (
    0.02,
    100,
)  # what an unknown beyond the needed ones costs; where no input is free: only if need be
SAMPLES = np.linspace(0, 1, 121)

Cost = Callable[[np.ndarray], float]
Bump = tuple[Fraction, int]  # height, and which of BUMPS
FLAT: Bump = (Fraction(0), 0)


@dataclass(frozen=True, slots=True)
class Stage:
    """An input (number of an independent coordinate, from 1) and the dependent ones settled with
    it, in order.
    """

    input: int
    rows: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Candidate:
    """A split, the order of its inputs, the bumps of the free ones, unknowns beyond the needed
    ones.
    """

    distribution: Distribution
    stages: tuple[Stage, ...]
    bumps: tuple[Bump, ...]
    extra: int


def polynomial(problem: Problem) -> Formula:
    """The shortest of the polynomial paths tried, with exact coefficients.

    Raises NotApplicable if the constraints are not of this kind or no candidate fits the ends.
    """
    candidate, _ = shortest(problem, polyline)
    path = settled(problem, candidate)
    return Formula(problem.pfaffian, path, problem.chart.q, lack(problem, path))


def shortest(problem: Problem, cost: Cost) -> tuple[Candidate, float]:
    """The cheapest candidate and its price: coarse sizes of the bumps first, then finer ones about
    the best.

    cost: of the values of all coordinates at the samples of s in 0..1 (samples x n).  Raises
    NotApplicable."""
    coarse = _cheapest(problem, cost, _candidates(problem))
    if coarse is None:
        raise NotApplicable(
            say(
                "no order of the inputs leaves equations that are linear in the unknowns "
                "of a polynomial"
            )
        )
    return min(
        coarse, _cheapest(problem, cost, _finer(coarse[0])) or coarse, key=lambda pair: pair[1]
    )


def _cheapest(
    problem: Problem, cost: Cost, candidates: Iterable[Candidate]
) -> tuple[Candidate, float] | None:
    best, price = None, np.inf
    for candidate in islice(candidates, MAX_CANDIDATES):
        if (
            _price(problem, candidate, cost, Ring()) < price
        ):  # large coefficients may have cancelled
            sure = _price(problem, candidate, cost, Ring(rational_numbers=True))
            if sure < price:
                best, price = candidate, sure
    return None if best is None else (best, price)


def settled(problem: Problem, candidate: Candidate) -> tuple[Expr, ...]:
    """The coordinates of a candidate as polynomials in t with exact coefficients."""
    components = _settle(problem, candidate, Ring(problem.chart.graph))
    graph = problem.chart.graph
    s = problem.chart.t / problem.duration
    return tuple(
        graph.add(*(c * s**power for power, c in enumerate(component.coefficients[:, 0])))
        for component in components
    )


def lack(problem: Problem, path: Sequence[Expr]) -> tuple[Expr, ...]:
    """What separates a path from its ends: constants that vanish iff they are met."""
    t, zero = problem.chart.t, problem.chart.graph.zero
    begins = (e.subs({t: zero}) - a for e, a in zip(path, problem.start))
    return (*begins, *(e.subs({t: problem.duration}) - b for e, b in zip(path, problem.goal)))


def polyline(values: np.ndarray) -> float:
    """The length of the polygon through some points (points x n), of which squares may be beyond
    the numbers of the machine."""
    steps = np.diff(values, axis=0)
    with np.errstate(over="ignore"):
        length = float(np.sqrt((steps**2).sum(axis=1)).sum())
        return length if length < np.inf else float(np.hypot.reduce(steps, axis=1).sum())


@np.errstate(over="ignore", invalid="ignore")
def _price(problem: Problem, candidate: Candidate, cost: Cost, ring: Ring) -> float:
    """What a candidate costs; infinity or no number where coefficients are beyond the machine's."""
    try:
        components = _settle(problem, candidate, ring)
    except NotApplicable:
        return np.inf
    if not components:  # every coordinate is held
        return 0.0
    values = np.stack([component.at(SAMPLES) for component in components], axis=1)
    price = cost(values)
    simple = not candidate.extra and not any(height for height, _ in candidate.bumps)
    each = DEGREE if candidate.bumps else ALONE
    return price * WORTH if simple else price * (1 + each * candidate.extra)


# candidates -------------------------------------------------------------------------------------
def _candidates(problem: Problem) -> Iterator[Candidate]:
    """Straight free inputs first, then bumps of either sign and growing size."""
    unit = _unit(problem)
    bumps = [
        (sign * unit * size, shape)
        for size in SIZES
        for sign in (1, -1)
        for shape in range(len(BUMPS))
    ]
    for d in _splits(problem):
        for stages in _orders(d):
            free = sum(not stage.rows for stage in stages)
            yield Candidate(d, stages, (FLAT,) * free, 0)
            if free == len(stages):
                continue
            if not free:
                yield from (Candidate(d, stages, (), extra) for extra in (1, 2))
                continue
            for some in product([FLAT, *bumps], repeat=min(free, 2)):
                for extra in sorted({0, d.k}):
                    yield Candidate(d, stages, (*some, *(some[-1:] * (free - len(some)))), extra)


def _finer(best: Candidate) -> Iterator[Candidate]:
    """Neighbours of a candidate."""
    for size in FINER:
        for extra in sorted({0, 1, 2, best.distribution.k}):
            yield replace(
                best,
                bumps=tuple((height * size, shape) for height, shape in best.bumps),
                extra=extra,
            )


def _unit(problem: Problem) -> Fraction:
    """A power of ten about as large as the way to go."""
    size = max(
        (abs(approximate(b) - approximate(a)) for a, b in zip(problem.start, problem.goal)),
        default=1.0,
    )
    return Fraction(10) ** round(float(np.log10(size))) if size > 0 else Fraction(1)


def _splits(problem: Problem) -> Iterator[Distribution]:
    """Splits of the velocities without denominators, the wished one first."""
    rows, chart = problem.pfaffian, problem.chart
    wish = tuple(chart.index(n) for n in problem.wish)
    choices = (
        sorted(islice(regular_choices(rows), 200), key=lambda c: set(c) != set(wish))
        if rows.k
        else [()]
    )
    plain = not any(_divides(e, chart) for row in rows.matrix for e in row)
    if len(choices) > MAX_SPLITS:  # a determinant that moves is a denominator, as a rule
        moving = (*chart.q, chart.t)
        choices = [c for c in choices if not minor(rows, c).has(moving)] or choices[:1]
    count = 0
    for columns in choices if plain else choices[:1]:
        d = split(rows, columns)
        if count < MAX_SPLITS and not any(_divides(e, chart) for row in d.alpha for e in row):
            count += 1
            yield d


def _divides(node: Expr, chart) -> bool:
    """Not a polynomial in the coordinates, on sight."""
    try:
        evaluate(Ring(), node, {s: number(Ring(), 0.5) for s in (*chart.q, chart.t)})
    except NotApplicable:
        return True
    return False


def _orders(d: Distribution) -> Iterator[tuple[Stage, ...]]:
    """The orders of the inputs in which every dependent coordinate is settled."""
    seen = set()
    for order in islice(permutations(range(1, d.m + 1)), MAX_ORDERS):
        stages = _stages(d, order)
        if stages is not None and stages not in seen:
            seen.add(stages)
            yield stages


def _stages(d: Distribution, order: Sequence[int]) -> tuple[Stage, ...] | None:
    chart, left, stages = d.chart, list(range(d.k)), []
    known = chart.t.support
    moving: set[int] = {0}
    for j in order:
        known |= chart.q[d.independent[j - 1]].support
        moving.add(j)
        rows: list[int] = []
        while (l := next((l for l in left if _ready(d, l, known, moving)), None)) is not None:
            left.remove(l)
            rows.append(l)
            known |= chart.q[d.dependent[l]].support
        stages.append(Stage(j, tuple(rows)))
    return None if left else tuple(stages)


def _ready(d: Distribution, l: int, known: int, moving: set[int]) -> bool:
    variables = d.chart.graph.mask([*d.chart.q, d.chart.t])
    return all(
        e.is_zero or (J in moving and not e.support & variables & ~known)
        for J, e in enumerate(d.alpha[l])
    )


# solving ----------------------------------------------------------------------------------------
def _settle(problem: Problem, candidate: Candidate, ring: Ring) -> list[Series]:
    """The series of all coordinates; raises NotApplicable where the ends cannot be met."""
    d, chart = candidate.distribution, problem.chart
    start = [ring.number(e) for e in problem.start]
    goal = [ring.number(e) for e in problem.goal]
    time = series(ring, [ring.number(chart.graph.zero), ring.number(problem.duration)])
    known: dict[Expr, Series] = {chart.t: time}
    bumps = iter(candidate.bumps)
    for stage in candidate.stages:
        column = d.independent[stage.input - 1]
        count = len(stage.rows) + candidate.extra if stage.rows else 0
        way = _way(ring, start[column], goal[column], count)
        if not stage.rows:
            height, shape = next(bumps)
            way = way + series(
                ring, [ring.number(chart.graph.lift(height * c)) for c in BUMPS[shape]]
            )
        trial = known | {chart.q[column]: way}
        for l in stage.rows:
            trial[chart.q[d.dependent[l]]] = _driven(ring, d, l, trial, start[d.dependent[l]], time)
        values = meeting(
            ring,
            [(trial[chart.q[c]], goal[c]) for c in (d.dependent[l] for l in stage.rows)],
            count,
        )
        known = {symbol: component.put(values) for symbol, component in trial.items()}
    return [known[q] for q in chart.q]


def _way(ring: Ring, start, goal, count: int) -> Series:
    """From start to goal, with `count` unknown shapes s (1 - s) P_i(2 s - 1) that leave the ends
    alone.
    """
    array = ring.zeros((count + 3, count + 1))
    array[0, 0], array[1, 0] = start, goal - start
    for i in range(count):
        for power, c in enumerate(_shape(i)):
            array[power, i + 1] = array[power, i + 1] + c
    return Series(ring, array)


@cache
def _shape(i: int) -> tuple[int, ...]:
    """s (1 - s) P_i(2 s - 1), P_i Legendre's polynomial: whole coefficients of 1, s, s^2, ..."""
    poly = np.polynomial.Polynomial(legendre.leg2poly([0] * i + [1]))(
        np.polynomial.Polynomial([-1, 2])
    )
    return tuple(round(c) for c in (np.polynomial.Polynomial([0, 1, -1]) * poly).coef.tolist())


def _driven(ring: Ring, d: Distribution, l: int, known, start, time: Series) -> Series:
    """q_l = start + integral of sum_J alpha_lJ dr_J."""
    total = number(ring, start)
    for J, alpha in enumerate(d.alpha[l]):
        if not alpha.is_zero:
            way = time if J == 0 else known[d.chart.q[d.independent[J - 1]]]
            total = total + (evaluate(ring, alpha, known) * way.rate()).integral()
    return total


def meeting(ring: Ring, ends: Sequence[tuple], count: int) -> list:
    """The smallest unknowns u with which each series (`Series`, `Waves`) ends where it shall.

    Raises NotApplicable where no unknowns do.
    """
    if not ends:
        return []
    matrix = ring.zeros((len(ends), count))
    right = ring.zeros(len(ends))
    for i, (component, goal) in enumerate(ends):
        end = component.end()
        matrix[i, : len(end) - 1] = end[1:]
        right[i] = goal - end[0]
    if ring.graph is not None:
        return _least_exact(ring.graph, matrix, right)
    return [ring.of_float(u) for u in _least(matrix.astype(float), right.astype(float))]


def _least(matrix: np.ndarray, right: np.ndarray) -> list:
    sizes = np.abs(matrix).max(axis=1, initial=0.0)  # each end by its own size
    sizes[sizes == 0] = 1.0
    matrix, right = matrix / sizes[:, None], right / sizes
    values, *_ = np.linalg.lstsq(matrix, right, rcond=1e-10)
    if np.abs(matrix @ values - right).max() > 1e-8 * (1 + np.abs(right).max()):
        raise NotApplicable(say("the inputs do not excite every coordinate"))
    return list(values)


def _least_exact(graph: Graph, matrix: np.ndarray, right: np.ndarray) -> list:
    """u = M^T y with (M M^T) y = right, over the rows of M that are independent."""
    form = echelon(
        graph, [[*row, b] for row, b in zip(matrix, right)], columns=range(matrix.shape[1])
    )
    if len(form.idle) and any(not vanishes(_combined(graph, idle, right)) for idle in form.idle):
        raise NotApplicable(say("the ends contradict each other"))
    rows = [row[:-1] for row in form.rows]
    gram = [[graph.add(*(a * b for a, b in zip(p, q))) for q in rows] for p in rows]
    solved = echelon(
        graph, [[*row, form.rows[i][-1]] for i, row in enumerate(gram)], columns=range(len(gram))
    )
    y = [row[-1] for row in solved.rows]
    return [graph.add(*(row[j] * c for row, c in zip(rows, y))) for j in range(matrix.shape[1])]


def _combined(graph, idle: Sequence[Expr], right: np.ndarray) -> Expr:
    return graph.add(*(c * b for c, b in zip(idle, right)))
