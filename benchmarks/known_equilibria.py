"""Systems whose configurations of rest, and the stability of these, are known.

    python benchmarks/known_equilibria.py [--sets 2000] [--seed 1] [--first 0]

    one coordinate     V' = k (y - r_1)^m_1 (y - r_2)^m_2 ...: rest at the roots; a strict minimum where
                       m is odd and V grows, stable (Lagrange, Dirichlet), else motions go away to a
                       side, unstable; all velocities damped: asymptotically stable (LaSalle)
    an angle           V' = k sin(h - r), not moved: rest at r and r + pi
    z' = y x'          V = k x^2/2 + d x + V_2(y) + c z: V_2'(y) = 0 and k x + d + c y = 0, z free; the
                       linear motion has s^2 = -k/(1 + y^2) and s^2 = -V_2'', unstable if one is > 0;
                       what it is else is not planted

Blocks share no coordinate, so the rests are all combinations, and unstable if one block is.  The
coordinates change, rows are mixed, a level w = g(x, y) is added with what vanishes on it, weights
are letters.  Asked: each planted rest lies on a piece that is told, if the list is called complete;
each piece holds planted rests alone; no stability is told that is not the planted one."""

from __future__ import annotations

import itertools
import random
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from known_families import survey
from known_strata import DIGITS, ZERO, number
from mpmath import fabs, isfinite, mp, mpf, nint
from planted_motion import Planted, polynomial
from strata_blocks import PARAMETERS
from texts import Form, Function, apply, lift, power, variable

import nonholo as nh
from nonholo.dynamics.rest_verdict import ATTRACTING, STABLE, UNDECIDED, UNSTABLE
from nonholo.expression.text import text

UNKNOWN = "not planted"
ANGLE, LEVEL = "alpha", "zeta"


@dataclass(frozen=True, slots=True)
class Rest:
    """Values of the coordinates of a block, None if free, and what is known of its stability."""

    values: tuple[Fraction | None, ...]
    stability: str


@dataclass(frozen=True, slots=True)
class Block:
    """Kinetic energy, potential, rows as in `Planted.case`; its rests."""

    kinetic: Sequence[tuple[Function, Form]]
    potential: Function
    rows: Sequence[Form]
    rests: Sequence[Rest]


def well(rng: random.Random, y: Function) -> tuple[Function, list[tuple[Fraction, str, bool]]]:
    """V of one coordinate, and (rest, stability, does V'' vanish there?)."""
    roots = {
        Fraction(r, rng.choice((1, 1, 2))): rng.choice((1, 1, 1, 1, 2, 3))
        for r in rng.sample(range(-3, 4), rng.choice((1, 1, 2, 2, 3)))
    }
    sign = rng.choice((1, 1, -1))
    slope = [Fraction(sign)]  # V' by rising powers
    for r, m in roots.items():
        for _ in range(m):
            slope = [a - r * b for a, b in zip([0, *slope], [*slope, 0])]
    V = lift(0)
    for n, c in enumerate(slope, start=1):
        V = V + lift(c / n) * (y if n == 1 else power(y, n)) if c else V
    rests = []
    for r, m in roots.items():
        beyond = sum(n for other, n in roots.items() if other > r)
        grows = sign * (-1) ** beyond > 0
        rests.append((r, STABLE if m % 2 and grows else UNSTABLE, m > 1))
    return V, rests


def single(rng: random.Random, y: Sequence[Function]) -> Block:
    V, rests = well(rng, y[0])
    weight = rng.choice((lift(1), lift(2), power(y[0], 2) + 1))
    kinetic = ((weight, ((lift(1), y[0]),)),)
    return Block(kinetic, V, (), [Rest((r,), s) for r, s, _ in rests])


def contact(rng: random.Random, y: Sequence[Function]) -> Block:
    one = lift(1)
    a, b, c = y
    k, d, weight = rng.choice((1, 2, -1)), rng.choice((0, 1)), rng.choice((0, 1, -2))
    V, rests = well(rng, b)
    V = V + lift(Fraction(k, 2)) * power(a, 2) + lift(d) * a + lift(weight) * c
    found = []
    for r, stability, flat in rests:
        grows = k < 0 or (stability == UNSTABLE and not flat)
        values = (Fraction(-(d + weight * r)) / k, r, None)
        found.append(Rest(values, UNSTABLE if grows else UNKNOWN))
    kinetic = [(one, ((one, s),)) for s in y]
    return Block(kinetic, V, (((one, c), (-b, a)),), found)


MAKERS = ((single, 1, 4), (contact, 3, 1))


@dataclass(frozen=True)
class Known:
    """A case, its straight coordinates, and its rests in these; an angle and a level are outside."""

    case: nh.Case
    planted: Planted
    rests: tuple[Rest, ...]
    angle: Fraction | None
    level: Function | None

    @property
    def names(self) -> tuple[str, ...]:
        return (*self.planted.names, *([ANGLE] if self.angle is not None else []))

    def at(self, rest: Rest, rng: random.Random) -> dict[str, mpf]:
        """A configuration of rest in the coordinates of the case."""
        y = [mpf(rng.randint(-4000, 4000)) / 1009 if v is None else _real(v) for v in rest.values]
        size = len(self.planted.names)
        at = self.planted.moved(y[:size])
        if self.angle is not None:
            at[ANGLE] = y[size]
        if self.level is not None:
            at[LEVEL] = number(self.level.text, at)
        return at

    def lies(self, at: Mapping[str, mpf]) -> Rest | None:
        """The planted rest of a configuration of the case."""
        y = [number(e.text, at) for e in self.planted.y]
        turns = [at[ANGLE]] if self.angle is not None else []
        for rest in self.rests:
            near = all(
                v is None or fabs(a - _real(v)) < ZERO for a, v in zip(y, rest.values, strict=False)
            )
            if near and all(_whole(a - _real(rest.values[-1])) for a in turns):
                return rest
        return None


def _real(value) -> mpf:
    if isinstance(value, Fraction):
        return mpf(value.numerator) / value.denominator
    return mpf(value)


def _whole(angle: mpf) -> bool:
    """Zero up to whole turns."""
    turns = angle / (2 * mp.pi)
    return fabs(turns - nint(turns)) < ZERO


def known_rests(rng: random.Random) -> Known:
    chosen = rng.choices(MAKERS, [w for *_, w in MAKERS], k=rng.choice((1, 1, 2, 2)))
    planted = Planted.draw(rng, sum(size for _, size, _ in chosen), rng.choice((0, 1)))
    scale = lift(rng.choice(("k", "1", "1", "2")))
    blocks, start = [], 0
    for maker, size, _ in chosen:
        blocks.append(maker(rng, planted.y[start : start + size]))
        start += size
    kinetic = [pair for b in blocks for pair in b.kinetic]
    rows = [row for b in blocks for row in b.rows]
    V, rests = lift(0), [b.rests for b in blocks]
    for b in blocks:
        V = V + b.potential
    names, angle, level, more = planted.names, None, None, {}
    if rng.random() < 0.25:
        angle, sign = Fraction(rng.choice((0, 0, 1)), rng.choice((2, 3))), rng.choice((1, -1))
        h = variable(ANGLE)
        names = (*names, ANGLE)
        kinetic.append((lift(1), ((lift(1), h),)))
        V = V + lift(-sign) * apply("cos", h - lift(angle) * lift("pi"))
        words = (STABLE, UNSTABLE) if sign > 0 else (UNSTABLE, STABLE)
        turned = ((_turned(angle), words[0]), (_turned(angle + 1), words[1]))
        rests.append([Rest((value,), word) for value, word in turned])
    if rng.random() < 0.25:
        level = polynomial(rng, [variable(n) for n in planted.names], 2)
        w = variable(LEVEL)
        names = (*names, LEVEL)
        kinetic.append((lift(1), ((lift(1), w),)))
        V = V + (w - level) * rng.choice((lift(1), w))
        more["holonomic_constraints"] = [f"{w.text} - ({level.text})"]
    damped = rng.random() < 0.3
    if damped:
        more["damping"] = rng.choice(("1", "1/2"))
    combinations = tuple(_together(parts, damped) for parts in itertools.product(*rests))
    case = planted.case(rng, kinetic, scale * V, rows, names=names, **more, **_letters(scale))
    return Known(case, planted, combinations, angle, level)


def _letters(scale: Function) -> dict:
    numbers = dict(PARAMETERS)
    if scale.text != "k":
        return {"parameters": numbers}
    return {"parameters": {**numbers, "k": 3}, "assumptions": ["k > 0"]}


def _turned(angle: Fraction) -> mpf:
    with mp.workdps(DIGITS):
        return +mp.pi * angle.numerator / angle.denominator


def _together(parts: Sequence[Rest], damped: bool) -> Rest:
    values = tuple(v for part in parts for v in part.values)
    told = {part.stability for part in parts}
    word = UNSTABLE if UNSTABLE in told else UNKNOWN if UNKNOWN in told else STABLE
    return Rest(values, ATTRACTING if damped and word == STABLE else word)


def judge(rng: random.Random, certify: bool) -> tuple[str, float]:
    del certify
    known = known_rests(rng)
    start = time.perf_counter()
    found = nh.equilibrium(known.case)
    took = time.perf_counter() - start
    with mp.workdps(DIGITS):
        return compared(known, found, rng), took


def compared(known: Known, found, rng: random.Random) -> str:
    """What is told against what is planted, with 80 digits."""
    undecided = False
    for rest in found.found:
        if rest.held:  # an enclosure of one of a family, at values that are not planted
            continue
        for at in [None] if rest.enclosure else _points(known, rest, rng):
            planted = _enclosed(known, rest, rng) if at is None else known.lies(at)
            if planted is None:
                return f"WRONG: {rest.values} is no rest"
            word = rest.stability.verdict
            if word == UNDECIDED:
                undecided |= planted.stability != UNKNOWN
            elif not _agrees(word, planted.stability):
                return f"WRONG: {rest.values} told {word}, planted {planted.stability}"
    if not found.complete:
        return f"open: {found.reasons}"
    for planted in known.rests:
        at = known.at(planted, rng)
        if not any(_holds(rest, at) for rest in found.found):
            return f"WRONG: missed {planted} in a complete list"
    return "right, a stability undecided" if undecided else "right"


def _agrees(word: str, planted: str) -> bool:
    """A weaker word is no wrong one; of what is not planted nothing is known."""
    return planted == UNKNOWN or word == planted or (word, planted) == (STABLE, ATTRACTING)


def _points(known: Known, rest, rng: random.Random) -> Iterator[dict[str, mpf]]:
    """Real configurations of a piece that is told."""
    for _ in range(3 if rest.free else 1):
        at = {n: mpf(rng.randint(-4000, 4000)) / 1009 for n in rest.free}
        try:
            told = {n: number(text(e), at) for n, e in rest.values.items()}
            if all(number(text(e), at) >= 0 for e in rest.under):
                yield at | told
        except (TypeError, ValueError, ZeroDivisionError):  # not real, or a pole
            continue


def _enclosed(known: Known, rest, rng: random.Random) -> Rest | None:
    """The planted rest that lies in the enclosure."""
    inside = (one for one in known.rests if _holds(rest, known.at(one, rng)))
    return next(inside, None)


def _within(rest, name: str, at: Mapping[str, mpf]) -> bool:
    """The middle is printed with fewer digits than ZERO wants."""
    ball = rest.enclosure[name]
    gap = at[name] - mpf(ball.mid().str(DIGITS, radius=False))
    if name == ANGLE:
        gap -= 2 * mp.pi * nint(gap / (2 * mp.pi))
    return fabs(gap) <= mpf(ball.rad().str(DIGITS, radius=False)) + ZERO


def _holds(rest, at: Mapping[str, mpf]) -> bool:
    """Does the piece hold the configuration?"""
    if not all(_within(rest, n, at) for n in rest.enclosure):
        return False
    try:
        gaps = {n: at[n] - number(text(e), at) for n, e in rest.values.items()}
    except (TypeError, ValueError, ZeroDivisionError):
        return False
    return all(
        isfinite(gap) and (fabs(gap) < ZERO or (n == ANGLE and _whole(gap)))
        for n, gap in gaps.items()
    )


if __name__ == "__main__":
    survey(judge, __doc__, 2000)
