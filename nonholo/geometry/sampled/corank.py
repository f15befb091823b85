"""h as the corank of a random curve along the constraints: linear algebra over power series.

The variations z of a curve x(s) with A x' = 0 obey  w(z)' = C z  (see `horizontal`): a linear
system for w(z) in R^k whose inputs are the z in E.  What the inputs reach is spanned by V_i:

    V_0 = C E,    V_i = V_(i-1) + L V_(i-1),    L q = q' - C z_q,    A z_q = q

V_i at a point consists of values w(Z) of brackets Z of at most i + 2 fields of E.  So h <= k - rank
V_i, and the rank at a point modulo p proves it.  If V_i = V_(i-1) then h = k - rank V_i.  For let u
be the free coefficients of the curve, as indeterminates.  The covectors that vanish on V_i, sum_l
c_l w_l in echelon form, are stable under L; if the highest derivative of u in them were u^(r), then
their images under L would hold u^(r+1) where those of stable ones cannot.  So they do not depend on
u, L acts along every direction of E, and they span an ideal that is closed under it: the last
derived system I_inf.  That V_i = V_(i-1) holds identically is inferred from dimensions at random
points, with L applied to random vectors of V_(i-1): a randomised statement."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from nonholo.errors import OutOfReach
from nonholo.geometry.constraints.pfaffian import Pfaffian
from nonholo.geometry.sampled.elimination import eliminate
from nonholo.geometry.sampled.horizontal import Horizontal, Vector
from nonholo.geometry.sampled.sample import Sample
from nonholo.work import Work

FIRST_STEPS = 3
RATE = 10  # products of numbers that one unit of work pays for
MAX_DENSE = 300_000  # entries of a matrix that has filled


@dataclass(frozen=True, slots=True)
class Reached:
    """The ranks of V_0, V_1, ... at one point; stopped: the last step added nothing, or the rank
    is k.
    """

    ranks: tuple[int, ...]
    stopped: bool

    @property
    def rank(self) -> int:
        return max(self.ranks, default=0)


def reached(
    rows: Pfaffian, sample: Sample, active: Sequence[int], work: Work, least: int = FIRST_STEPS
) -> Reached:
    """The ranks of V_i for independent rows, until they stop to grow.

    least: how many steps it takes at least; what the budget does not pay for is not begun.
    """
    steps, reach = max(least, FIRST_STEPS), Reached((), False)
    curve = Horizontal(rows, sample, active)
    while not reach.stopped and work.affords(_work(sample, active, steps) // RATE):
        curve.extend(steps + 2)
        reach = _ranks(curve, steps, work)
        steps = min(2 * steps, steps + len(active) - reach.rank + 1)
    return reach


def _work(sample: Sample, active: Sequence[int], steps: int) -> int:
    """Products: for the values along the curve, and for `steps` solutions of an order up to
    `steps`.
    """
    return sum(len(sample.forms[l]) for l in active) * (steps + 3) ** 2 * (20 + steps // 3)


def _ranks(curve: Horizontal, steps: int, work: Work) -> Reached:
    """The ranks of V_0, ..., V_steps at the point: of V_0 by elimination, then by the vectors
    that each step adds.
    """
    k, ranks = len(curve.active), []
    extra: list[dict[int, list[int]]] = []
    try:
        ranks.append(_rank(curve, extra))
        level, grown = _first_level(curve, steps + 1, ranks[0])
        while grown:
            ranks.append(ranks[-1] + grown)
            level = [_mixed(curve, level) for _ in range(grown)]
            extra += level
            if ranks[-1] == k or len(_first(level[0])) == 1 or work.over:
                return Reached(tuple(ranks), ranks[-1] == k)
            level = [_variation(curve, 0, q).q for q in level]
            grown = _rank(curve, extra + level) - ranks[-1]
    except OutOfReach:
        return Reached(tuple(ranks), False)
    return Reached(tuple(ranks) if ranks[-1] == k else (*ranks, ranks[-1]), True)


def _first_level(
    curve: Horizontal, order: int, rank: int
) -> tuple[list[dict[int, list[int]]], int]:
    """L q for enough random q in V_0, and by how much they make it grow."""
    level: list[dict[int, list[int]]] = []
    zero = {l: [0] * (order + 1) for l in curve.active}
    grown = 0
    while grown == len(level) and rank + grown < len(curve.active):
        for _ in range(max(1, len(level))):
            level.append(_variation(curve, 0, _variation(curve, -1, zero).q).q)
        grown = _rank(curve, level) - rank
    return level, grown


def _mixed(curve: Horizontal, level: Sequence[dict[int, list[int]]]) -> dict[int, list[int]]:
    """A random combination."""
    factors = [curve.sample.rng.randrange(curve.p) for _ in level]
    return {
        l: [sum(f * q[l][a] for f, q in zip(factors, level)) % curve.p for a in range(len(c))]
        for l, c in level[0].items()
    }


def _first(q: dict[int, list[int]]) -> list[int]:
    return next(iter(q.values()))


def _rank(curve: Horizontal, vectors: Sequence[dict[int, list[int]]]) -> int:
    """rank V_0 + span of the vectors at s = 0, as  rank (A 0; C q) - rank A."""
    width = len(curve.symbols)
    rows = [{1 + j: c[0] for j, c in row.items() if c[0]} for row in curve.forms.values()]
    for l, row in curve.curls.items():
        entries = {1 + j: v for j, c in row.items() if (v := int(c[0]))}
        rows.append(entries | {1 + width + i: q[l][0] for i, q in enumerate(vectors) if q[l][0]})
    solver = eliminate(rows, width + len(vectors), curve.p, track=False, limit=MAX_DENSE)
    return solver.rank - len(curve.active)


@dataclass(frozen=True, slots=True)
class Variation:
    """z with A z = q of the variation numbered `after` (-1: 0), and what it reaches: q =
    q_after' - C z, by row.
    """

    after: int
    z: Vector
    q: dict[int, list[int]]


def variations(curve: Horizontal, inputs: int, order: int) -> Iterator[list[Variation]]:
    """Level by level the variations of a curve, from random inputs, until the order of their
    series is used up.
    """
    zero = {l: [0] * (order + 1) for l in curve.active}
    level, count = [_variation(curve, -1, zero) for _ in range(inputs)], 0
    while True:
        yield level
        numbered = list(enumerate(level, start=count))
        count += len(level)
        if len(level[0].q[curve.active[0]]) == 1:
            return
        level = [_variation(curve, number, v.q) for number, v in numbered]


def _variation(curve: Horizontal, after: int, before: dict[int, list[int]]) -> Variation:
    order = len(before[curve.active[0]]) - 1
    z = curve.solution(before, order)
    turned = curve.turned(z, order)
    q = {
        l: [(a * v - w) % curve.p for a, (v, w) in enumerate(zip(c[1:], turned[l]), start=1)]
        for l, c in before.items()
    }
    return Variation(after, z, q)
