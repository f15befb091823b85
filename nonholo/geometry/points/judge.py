"""Joint integrability and hidden relations at random points modulo random primes: linear algebra, no symbols.

At a point p, with A(p), the first derivatives d_i w_lj there and vectors X, Y of the kernel E of all w_l, a nonzero
value dw_l(X, Y), with A of full row rank at p, proves that the set is not jointly integrable.  If all values are 0
for random X, Y, then so are they identically, but for an accident of probability `bounds.error_bound` (Schwartz1980,
Zippel1979), squared by a second point modulo a second prime: a randomised statement, never a proof.
"""

from __future__ import annotations

import random
import time
from collections.abc import Mapping
from dataclasses import dataclass, field

from nonholo.errors import OutOfReach
from nonholo.exact.decide import Decision
from nonholo.exact.graph import CONSTANT, OPAQUE, PI
from nonholo.exact.steady import steady
from nonholo.geometry.pfaffian import Pfaffian
from nonholo.geometry.points.bounds import Sampled, error_bound
from nonholo.geometry.points.parts import parts
from nonholo.geometry.points.row_flag import Flag, derived_flag
from nonholo.geometry.points.sample import Sample, extended
from nonholo.geometry.points.values import Point, Unlucky

TRIES = 8
SECONDS = 4.0


@dataclass(frozen=True, slots=True)
class Witness:
    """dw_row(X, Y) = value != 0 modulo `prime` for X, Y in E; components by name (t and coordinates)."""

    row: int
    prime: int
    X: Mapping[str, int]
    Y: Mapping[str, int]
    value: int


@dataclass(frozen=True, slots=True)
class Part:
    """Constraints that share coordinates with each other and with no other constraint.

    rows: their numbers in the full set; forms: the same rows in a chart of their own coordinates; kept,
    idle: independent rows, and for each other row those of its vanishing combination (numbers within the
    part); clash: idle rows whose combination leaves a_0 != 0; relations: bounds of h; first: the rank of
    dw_l|_E; joint: integrable together?; evidence: of h, if its bounds agree; bound: of a randomised statement.
    """

    rows: tuple[int, ...]
    forms: Pfaffian
    kept: tuple[int, ...]
    idle: Mapping[int, tuple[int, ...]]
    relations: tuple[int, int]
    joint: Decision
    evidence: Decision
    first: int = 0
    clash: tuple[int, ...] = ()
    bound: str = ""
    samples: tuple[Sample, ...] = field(default=(), repr=False, compare=False)
    witness: Witness | None = field(default=None, repr=False)

    @property
    def shallow(self) -> bool:
        """Integrable, or its growth ends after the first brackets."""
        return self.joint.answer is True or (self.joint.answer is False and self.first == len(self.kept))


def judge_parts(full: Pfaffian, seconds: float = SECONDS, seed: int | None = None) -> list[Part]:
    """Every part judged at up to two random points modulo two random primes."""
    rng = random.Random(seed) if seed is not None else random.SystemRandom()
    points, deadline = _Points(rng), time.monotonic() + seconds
    with steady():
        return [_judge(rows, forms, points, deadline) for rows, forms in parts(full)]


class _Points:
    """The two points shared by all parts; another pair where a part has no values at them."""

    def __init__(self, rng: random.Random):
        self.rng = rng
        self.shared = [Point(rng), Point(rng)]

    def sample(self, forms: Pfaffian, number: int) -> Sample:
        """A sample of the part.  Raises OutOfReach if there is none."""
        for attempt in range(TRIES):
            point = Point(self.rng) if attempt else self.shared[number]
            try:
                return Sample(forms, point)
            except Unlucky:
                continue
        raise OutOfReach("a denominator vanishes at every random point, or a root has no image")


def _judge(rows, forms: Pfaffian, points: _Points, deadline: float) -> Part:
    try:
        _require_images(forms)
        first = points.sample(forms, 0)
        flag = derived_flag(first, deadline)
        k = len(first.kept)
        exact = not first.idle
        if exact and flag.first == k:
            return _nonholonomic(rows, forms, first, flag, points)
        second = points.sample(forms, 1)
        other = derived_flag(second, deadline)
    except OutOfReach as limit:
        unknown = Decision(None, reason=str(limit))
        return Part(rows, forms, tuple(range(forms.k)), {}, (0, forms.k), unknown, unknown)
    return _compared(rows, forms, (first, second), (flag, other))


def _nonholonomic(rows, forms: Pfaffian, sample: Sample, flag: Flag, points: _Points) -> Part:
    """h = 0 by one point; a second one for rows that may be integrable alone."""
    samples, bound, k = (sample,), "", len(sample.kept)
    if any(sample.alone(l) for l in range(forms.k)):
        samples, bound = (sample, points.sample(forms, 1)), error_bound(forms)
    return Part(rows, forms, sample.kept, {}, (0, 0), Decision(k == 0, "modular"), Decision(True, "modular"), k,
                bound=bound, samples=samples, witness=_witness(forms, sample, flag))


def _compared(rows, forms: Pfaffian, samples, flags) -> Part:
    """What two points say together; a nonzero value at one of them is a proof."""
    better = max(range(2), key=lambda i: (len(samples[i].kept), flags[i].first))
    sample, flag = samples[better], flags[better]
    bound = Sampled(True, "randomised", bound=error_bound(forms))
    lower, upper = (flag.lower, flag.upper) if flags[0] == flags[1] else (0, len(sample.kept) - flag.first)
    if flag.first == 0:
        joint = bound
    else:
        joint = Decision(False, "modular") if not sample.idle else Sampled(False, "randomised", bound=bound.bound)
    known = bound if lower == upper else Decision(
        None, reason="the derived flag was not followed to its end at this size")
    idle = {l: tuple(sorted(c)) for l, c in sample.idle.items()}
    clash = tuple(l for l, c in sample.idle.items()
                  if sum(v * sample.forms[r].get(0, 0) for r, v in c.items()) % sample.p)
    return Part(rows, forms, sample.kept, idle, (lower, upper), joint, known, flag.first, clash, bound.bound,
                tuple(samples), _witness(forms, sample, flag))


def _witness(forms: Pfaffian, sample: Sample, flag: Flag) -> Witness | None:
    if flag.found is None:
        return None
    l, X, Y, value = flag.found
    names = ("t", *forms.chart.names)
    return Witness(l, sample.p, dict(zip(names, X)), dict(zip(names, Y)), value)


def _require_images(forms: Pfaffian) -> None:
    """A nonzero image must prove a nonzero function: no special functions, not pi and e together."""
    doubt = 0
    for l in range(forms.k):
        for e in extended(forms, l).values():
            doubt |= e.doubt
    if doubt & (OPAQUE | PI | CONSTANT) not in (0, PI, CONSTANT):
        raise OutOfReach("functions beyond the field in which values at random points decide")
