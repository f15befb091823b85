"""Joint integrability and hidden relations at random points modulo random primes: linear algebra,
no symbols.

At a point p, with A(p), the first derivatives d_i w_lj there and vectors X, Y of the kernel E of
all w_l, a nonzero value dw_l(X, Y), with A of full row rank at p, proves that the set is not
jointly integrable.  If all values are 0 for random X, Y, then so are they identically, but for an
accident of probability `bounds.error_bound` (Schwartz1980, Zippel1979), squared by a second point
modulo a second prime: a randomised statement, never a proof."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from nonholo.arithmetic.modular import Modulus
from nonholo.decide.zero import Decision
from nonholo.errors import OutOfReach, said
from nonholo.expression.graph import Expr
from nonholo.expression.steady import steady
from nonholo.geometry.constraints.parts import parts
from nonholo.geometry.constraints.pfaffian import Pfaffian
from nonholo.geometry.sampled.bounds import Randomised, error_bound
from nonholo.geometry.sampled.finding import Finding, find
from nonholo.geometry.sampled.sample import Sample, extended
from nonholo.modular.images import images
from nonholo.modular.values import Point, Unlucky
from nonholo.words.sentence import say
from nonholo.work import BUDGETS, Work

TRIES = 8
OPEN = Decision(None, reason=say("the derived flag was not followed to its end at this size"))


@dataclass(frozen=True, slots=True)
class Witness:
    """dw_row(X, Y) != 0 modulo `prime` for some X, Y in E."""

    row: int
    prime: int


@dataclass(frozen=True, slots=True)
class Part:
    """Constraints that share coordinates with each other and with no other constraint.

    rows: their numbers in the full set; forms: the same rows in a chart of their own coordinates;
    independent, idle: independent rows, and for each other row those of its vanishing combination
    (numbers within the part); clash: idle rows whose combination leaves a_0 != 0; relations: bounds
    of h; proved: bounds that are proved; joint: integrable together?; evidence: of h, if its bounds
    agree; growth: dim D_s - dim D_1 for s = 1, 2, ..., if known; grown: its evidence; first: the
    rank of dw_l|_E; bound: of a randomised statement; exact: a nonzero value proves a nonzero
    function; least: of h, as ranks at points bound it from above if the redundant rows are
    redundant; solved: the parts of the solved rows, if h was proved by them."""

    rows: tuple[int, ...]
    forms: Pfaffian
    independent: tuple[int, ...]
    idle: Mapping[int, tuple[int, ...]]
    relations: tuple[int, int]
    proved: tuple[int, int]
    joint: Decision
    evidence: Decision
    growth: tuple[int, ...] | None = None
    grown: Decision = OPEN
    first: int = 0
    exact: bool = True
    least: int = 0
    clash: tuple[int, ...] = ()
    bound: str = ""
    samples: tuple[Sample, ...] = field(default=(), repr=False, compare=False)
    witness: Witness | None = field(default=None, repr=False)
    solved: tuple[Pfaffian, ...] = field(default=(), repr=False)

    @property
    def rank(self) -> int | None:
        """The number of independent rows, None if it is open."""
        return len(self.independent) if self.samples or self.evidence.proved else None

    @property
    def shallow(self) -> bool:
        """Integrable, or its growth ends after the first brackets."""
        return self.joint.answer is True or (
            self.joint.answer is False and self.first == len(self.independent)
        )


def judge_parts(
    full: Pfaffian, units: int = BUDGETS.sampling, seed: int | None = None
) -> list[Part]:
    """Every part judged at up to two random points modulo two random primes.

        dw_l(X, Y) for X, Y in E = ker A,     h as the corank along a random curve

    A nonzero value is a proof, values that vanish leave a bound of the error: DeMilloLipton1978,
    Zippel1979, Schwartz1980.  units: of work; seed: of the random numbers, by default that of
    their graph.

    >>> import nonholo as nh
    >>> two = nh.constraints("dz = y dx", "du = v dv").system.pfaffian
    >>> [(part.rows, part.relations, part.joint.answer) for part in judge_parts(two)]
    [((0,), (0, 0), False), ((1,), (1, 1), True)]
    """
    points, work = (
        _Points(random.Random(full.chart.graph.seed if seed is None else seed)),
        Work.of(units),
    )
    with steady():
        return [_judge(rows, forms, points, work) for rows, forms in parts(full)]


class _Points:
    """The two points shared by all parts; another one where a part has no values at them."""

    def __init__(self, rng: random.Random):
        self.rng = rng

    @cached_property
    def first(self) -> Point:
        return Point(Modulus(self.rng))

    @cached_property
    def second(self) -> Point:
        return Point(Modulus(self.rng))

    def sample(self, forms: Pfaffian, number: int, roots: int) -> Sample:
        """A sample of the part where so many roots exist.  Raises OutOfReach if there is none."""
        for attempt in range(TRIES << roots):
            point = Point(Modulus(self.rng)) if attempt else self.second if number else self.first
            try:
                return Sample(forms, point)
            except Unlucky:
                continue
        raise OutOfReach(
            say("a denominator vanishes at every random point, or a root has no image")
        )


def _judge(rows, forms: Pfaffian, points: _Points, work: Work) -> Part:
    try:
        exact, roots = images(_entries(forms), points.first.modulus)
        first = find(forms, points.sample(forms, 0, roots), work)
        if exact and not first.sample.idle and first.rank == first.k:
            return _nonholonomic(rows, forms, first, points, roots)
        second = find(forms, points.sample(forms, 1, roots), work)
    except OutOfReach as limit:
        unknown = Decision(None, reason=said(limit))
        return Part(
            rows,
            forms,
            tuple(range(forms.k)),
            {},
            (0, forms.k),
            (0, forms.k),
            unknown,
            unknown,
            exact=False,
        )
    return _compared(
        rows,
        forms,
        (first, second),
        exact,
        error_bound(forms, max(first.depth, second.depth), roots),
    )


def _entries(forms: Pfaffian) -> list[Expr]:
    return [e for l in range(forms.k) for e in extended(forms, l).values()]


def _nonholonomic(rows, forms: Pfaffian, finding: Finding, points: _Points, roots: int) -> Part:
    """h = 0 by one point; a second one for rows that may be integrable alone."""
    sample, k, proof = finding.sample, finding.k, Decision(True, "modular")
    samples: tuple[Sample, ...] = (sample,)
    bound = error_bound(forms, finding.depth, roots)
    if any(sample.alone(l) for l in range(forms.k)):
        samples = (sample, points.sample(forms, 1, roots))
    grown = proof if finding.flag.first == k else Randomised(True, "randomised", bound=bound)
    return Part(
        rows,
        forms,
        sample.independent,
        {},
        (0, 0),
        (0, 0),
        Decision(k == 0, "modular"),
        proof,
        finding.growth,
        grown if finding.growth else OPEN,
        finding.flag.first,
        bound=bound,
        samples=samples,
        witness=_witness(finding),
    )


def _compared(
    rows, forms: Pfaffian, findings: tuple[Finding, Finding], exact: bool, bound: str
) -> Part:
    """What two points say together; a nonzero value at one of them is a proof."""
    better = max(findings, key=lambda f: (f.k, f.flag.first, f.rank))
    sample, k = better.sample, better.k
    sampled, proving = Randomised(True, "randomised", bound=bound), exact and not better.sample.idle
    least = k - max(f.rank for f in findings if f.k == k)
    agreed = len({(f.k, f.flag.first, f.relations) for f in findings}) == 1
    h = better.relations if agreed else None
    relations = (0, k) if not exact else (h, h) if h is not None else (0, least)
    growth = (
        better.growth
        if agreed and relations[0] == relations[1] and findings[0].growth == findings[1].growth
        else None
    )
    idle = {l: tuple(sorted(c)) for l, c in sample.idle.items()}
    clash = tuple(
        l
        for l, c in sample.idle.items()
        if sum(v * sample.forms[r].get(0, 0) for r, v in c.items()) % sample.p
    )
    return Part(
        rows,
        forms,
        sample.independent,
        idle,
        relations,
        (0, least if proving else forms.k),
        _joint(better, sampled, exact),
        sampled if relations[0] == relations[1] else _open(exact),
        growth,
        sampled if growth else OPEN,
        better.flag.first,
        exact,
        least,
        clash,
        bound,
        tuple(f.sample for f in findings),
        _witness(better),
    )


def _joint(finding: Finding, sampled: Randomised, exact: bool) -> Decision:
    """All dw_l|_E = 0?"""
    if finding.flag.first == 0:
        return sampled
    if not exact:
        return _open(exact)
    return Decision(False, "modular") if not finding.sample.idle else replace(sampled, answer=False)


def _open(exact: bool) -> Decision:
    return (
        OPEN
        if exact
        else Decision(
            None,
            reason=say("its functions leave the field in which values at random points decide"),
        )
    )


def _witness(finding: Finding) -> Witness | None:
    return None if finding.flag.bent is None else Witness(finding.flag.bent, finding.sample.p)
