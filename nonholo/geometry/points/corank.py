"""h as the corank of a random curve along the constraints: linear algebra over power series.

The variations z of a curve x(s) with A x' = 0 obey  w(z)' = C z  (see `horizontal`): a linear system for w(z) in R^k
whose inputs are the z in E.  What the inputs reach is spanned by V_i:

    V_0 = C E,    V_i = V_(i-1) + L V_(i-1),    L q = q' - C z_q,    A z_q = q

V_i at a point consists of values w(Z) of brackets Z of at most i + 2 fields of E.  So h <= k - rank V_i, and the
rank at a point modulo p proves it.  If V_i = V_(i-1) then h = k - rank V_i.  For let u be the free coefficients of the
curve, as indeterminates.  The covectors that vanish on V_i, sum_l c_l w_l in echelon form, are stable under L; if
the highest derivative of u in them were u^(r), then their images under L would hold u^(r+1) where those of stable ones
cannot.  So they do not depend on u, L acts along every direction of E, and they span an ideal that is closed under it:
the last derived system I_inf.  By the same argument some random inputs z(s) in E do for all of E.  That V_i = V_(i-1)
holds identically is inferred from its dimensions at random points: a randomised statement.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from flint import fmpz_mod_ctx, fmpz_mod_mat

from nonholo.geometry.pfaffian import Pfaffian
from nonholo.geometry.points.horizontal import Horizontal, Vector
from nonholo.geometry.points.sample import Sample

FIRST_STEPS = 2
RATE = 10_000_000  # products of numbers that fit into a second


@dataclass(frozen=True, slots=True)
class Reached:
    """The ranks of V_0, V_1, ... at one point; stopped: the last step added nothing, or the rank is k."""

    ranks: tuple[int, ...]
    stopped: bool

    @property
    def rank(self) -> int:
        return max(self.ranks, default=0)


def reached(rows: Pfaffian, sample: Sample, active: Sequence[int], inputs: int, deadline: float,
            least: int = FIRST_STEPS) -> Reached:
    """The ranks of V_i for independent rows, with some random inputs, until they stop to grow.

    least: how many steps it takes at least; what will not be done before the deadline is not begun.
    """
    steps, found = max(least, FIRST_STEPS), Reached((), False)
    curve = Horizontal(rows, sample, active)
    while not found.stopped and time.monotonic() + _work(sample, active, inputs, steps) / RATE < deadline:
        curve.extend(steps + 2)
        found = _ranks(curve, inputs, steps, deadline)
        steps = min(2 * steps, steps + len(active) - found.rank + 1)
    return found


def _work(sample: Sample, active: Sequence[int], inputs: int, steps: int) -> int:
    """Products: those of `steps` solutions of an order up to `steps`, and those for the values along the curve."""
    entries = sum(len(sample.forms[l]) for l in active)
    return entries * (steps + 3) ** 2 * (20 + inputs * (steps + 1) // 3)


@dataclass(frozen=True, slots=True)
class Variation:
    """z with A z = q of the variation numbered `after` (-1: 0), and what it reaches: q = q_after' - C z, by row."""

    after: int
    z: Vector
    q: dict[int, list[int]]


def variations(curve: Horizontal, inputs: int, order: int) -> Iterator[list[Variation]]:
    """Level by level the variations of a curve, from random inputs, until the order of their series is used up."""
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
    q = {l: [(a * v - w) % curve.p for a, (v, w) in enumerate(zip(c[1:], turned[l]), start=1)]
         for l, c in before.items()}
    return Variation(after, z, q)


def _ranks(curve: Horizontal, inputs: int, steps: int, deadline: float) -> Reached:
    """The ranks of V_0, ..., V_steps at the point."""
    vectors: list[list[int]] = []
    found: list[int] = []
    for level in variations(curve, inputs, steps + 1):
        vectors += [[v.q[l][0] for l in curve.active] for v in level]
        found.append(_rank(vectors, curve.p))
        if found[-1] == len(curve.active) or found[-2:] == [found[-1]] * 2:
            return Reached(tuple(found), True)
        if time.monotonic() > deadline:
            break
    return Reached(tuple(found), False)


def _rank(vectors: Sequence[Sequence[int]], p: int) -> int:
    flat = [v for vector in vectors for v in vector]
    return fmpz_mod_mat(len(vectors), len(vectors[0]), flat, fmpz_mod_ctx(p)).rank()
