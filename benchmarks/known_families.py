"""Families with planted special cells: is one missed, is one invented?

    python benchmarks/known_families.py [--sets 500] [--seed 1] [--first 0] [--certified]

A set of forms is made of blocks that share no coordinate, beside coordinates that stand in none.
Then the coordinates of all of them change, by maps that may hold letters, and the rows are mixed:

    mu (dz + dG + p(a) x dy)          holonomic where p = 0, else (2, 3) in its block
    mu (dz + p_1(a) x dy + p_2(a) x^2 dy)         holonomic where p_1 = p_2 = 0
    dz = x dy, du = p(a) z dy         growth (2, 3, 4), (2, 3) where p = 0

p are random polynomials in up to four letters, linear in one of them, one in four with another
letter before it.  For each family: rational points on every planted set, beside all of them, and
where letters vanish, lie in exactly one cell, whose h and growth are
those that were planted; and the exact point of every cell has the answer of the cell.  With
--certified the verifier is asked too: does it accept that the cells are all there are?
"""

from __future__ import annotations

import argparse
import random
import re
import signal
import time
from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

from known_strata import mixed_rows, random_moves, scaled
from texts import Function, apply, coefficients, constraint, lift, power, variable

import nonholo as nh

LETTERS = "abcd"


class Hidden:
    """p = s * m * letter + rest: rest a polynomial in the other letters, m = 1 or one of them."""

    def __init__(self, rng: random.Random):
        self.letter, *others = rng.sample(LETTERS, rng.choice((2, 3, 4)))
        self.slope = rng.choice((1, 1, 2, 3, -1))
        self.others = others
        self.terms = [
            (rng.choice((1, -1, 2, -3)), rng.choice(others), rng.choice((1, 1, 2)))
            for _ in range(rng.choice((1, 1, 2)))
        ]
        self.shift = rng.choice((0, 0, 1, -2))
        self.times = rng.choice(others) if rng.random() < 0.25 else None

    @property
    def text(self) -> str:
        rest = " + ".join(f"({c})*{n}^{e}" for c, n, e in self.terms)
        times = f"*{self.times}" if self.times else ""
        return f"(({self.slope}){times}*{self.letter} + {rest} + ({self.shift}))"

    def at(self, values) -> Fraction:
        return self._slope(values) * values[self.letter] + self._rest(values)

    def _slope(self, values) -> Fraction:
        return Fraction(self.slope) * (values[self.times] if self.times else 1)

    def _rest(self, values) -> Fraction:
        return sum((c * values[n] ** e for c, n, e in self.terms), Fraction(self.shift))

    def zero(self, values) -> dict:
        """The values with this letter changed so that p = 0, where its factor is not 0."""
        slope = self._slope(values)
        return values | {self.letter: -self._rest(values) / slope} if slope else values


def block(rng: random.Random, coordinates: Iterator[Function]):
    """Forms, and a function: values -> (growth by steps in the block, h)."""
    x, y, z = (next(coordinates) for _ in "xyz")
    one, mu = (
        lift(1),
        rng.choice((lift(1), power(x, 2) + 1, apply("exp", y), lift(2) + apply("sin", z))),
    )
    slopes = rng.choice(((y, x), (lift(0), lift(0)), (2 * x, apply("cos", y))))
    kind = rng.choice(("one", "one", "pair", "chain"))
    p = Hidden(rng)
    if kind == "chain":
        rows = [[(one, z), (-x, y)], [(one, next(coordinates)), (-(lift(p.text) * z), y)]]
        return rows, [(p,)], lambda a: [1, 1] if p.at(a) else [1], 2
    if kind == "pair":
        q = Hidden(rng)
        row = [(one, z), (lift(p.text) * x, y), (lift(q.text) * power(x, 2), y)]
        return (
            [scaled(row, mu)],
            [(p, q)],
            lambda a: [1] if p.at(a) or q.at(a) else [],
            1,
        )
    row = [(one, z), (slopes[0], x), (slopes[1], y), (lift(p.text) * x, y)]
    return [scaled(row, mu)], [(p,)], lambda a: [1] if p.at(a) else [], 1


def family(rng: random.Random):
    """A case, its planted polynomials, and values -> (h, growth)."""
    blocks = rng.choice((1, 1, 2, 2, 3))
    names = [f"{n}{number}" for number in range(blocks) for n in "xyzu"]
    straight = [variable(n) for n in names]
    for move in random_moves(rng, len(names))[: rng.choice((0, 1, 2))]:
        straight = move.there(straight)
    coordinates = iter(straight)
    rows, planted, grown, k = [], [], [], 0
    for _ in range(blocks):
        more, hidden, growth, count = block(rng, coordinates)
        rows, planted = rows + more, planted + hidden
        grown.append(growth)
        k += count
    if rng.random() < 0.5:
        rows = mixed_rows(rng, rows, [variable(n) for n in names])
    told = [constraint(coefficients(row, names), names) for row in rows]
    case = nh.System(names, constraints=told, parameters=dict.fromkeys(LETTERS))

    def expected(values):
        steps = [growth(values) for growth in grown]
        vector = [len(names) - k]
        for s in range(max(map(len, steps), default=0)):
            vector.append(vector[-1] + sum(step[s] for step in steps if s < len(step)))
        return len(names) - vector[-1], tuple(vector)

    return case, planted, expected


def holds(cell, values) -> bool:
    def zero(e):
        put = {s: e.graph.lift(values[s.args]) for s in e.symbols()}
        try:
            return e.subs(put).is_zero
        except ZeroDivisionError:  # what has no value there is not 0
            return False

    return all(map(zero, cell.equations)) and not any(all(map(zero, w)) for w in cell.without)


def points(rng, planted):
    """Random values beside the planted sets, and on each of them; on a pair where it can be met;
    small ones, at which factors vanish.
    """
    for _ in range(3):
        yield {n: Fraction(rng.randint(-9, 9), rng.randint(1, 3)) for n in LETTERS}
    for hidden in planted:
        values = {n: Fraction(rng.randint(-9, 9), rng.randint(1, 3)) for n in LETTERS}
        for p in hidden:
            values = p.zero(values)
        yield values
    for _ in range(8):
        yield {n: Fraction(rng.choice((-1, 0, 0, 1))) for n in LETTERS}
    if len(planted) > 1:
        values = {n: Fraction(rng.randint(-4, 4)) for n in LETTERS}
        for hidden in planted:
            for p in hidden:
                values = p.zero(values)
        yield values


def rational(at) -> bool:
    return at is not None and all(value.is_number for value in at.values())


def values_of(at):
    """The point of a cell; letters that do not stand in the family are 1."""
    return dict.fromkeys(LETTERS, Fraction(1)) | {str(p): Fraction(str(v)) for p, v in at.items()}


def judge(rng, certify: bool) -> tuple[str, float]:
    case, planted, expected = family(rng)
    start = time.perf_counter()
    found = nh.families(case, "constraints", records=False, certify=certify).constraints
    took = time.perf_counter() - start
    if not found.complete:
        return f"open: {found.reasons}", took
    asked = list(points(rng, planted))
    asked += [values_of(cell.at) for cell in found.cells if rational(cell.at)]
    for values in asked:
        inside = [cell for cell in found.cells if holds(cell, values)]
        if len(inside) != 1 and len({cell.answer for cell in inside}) != 1:
            return f"WRONG: {len(inside)} cells hold {values} of {case.name}", took
        answer = inside[0].answer
        if (answer.relations, answer.growth) != expected(values):
            return f"WRONG: {answer} at {values}, planted {expected(values)}: {case.name}", took
    if found.certified:
        return "right and certified", took
    return f"right, not certified: {found.uncertified}" if certify else "right", took


def survey(judge: Callable[[random.Random, bool], tuple[str, float]], about: str, sets: int):
    """Judge random sets, count what is said of them, and print what is not as it was planted."""
    options = argparse.ArgumentParser(description=about.splitlines()[0])
    options.add_argument("--sets", type=int, default=sets)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--first", type=int, default=0, help="the number of the first set")
    options.add_argument("--limit", type=float, default=60.0, help="seconds of one set (60)")
    options.add_argument("--certified", action="store_true")
    given = options.parse_args()
    told: Counter[str] = Counter()
    causes: Counter[str] = Counter()
    times: list[float] = []
    for number in range(given.first, given.first + given.sets):
        rng = random.Random(f"{given.seed} {number}")
        word, took = within(given.limit, lambda rng=rng: judge(rng, given.certified))
        times.append(took)
        kind, _, why = word.partition(":")
        if why:
            print(number, word, flush=True)
        told[kind] += 1
        if kind == "open":
            causes[cause(why)] += 1
        if told.total() % 50 == 0:
            print(number, dict(told), flush=True)
    times.sort()
    for why, count in causes.most_common():
        print(f"  open {count}: {why}")
    print(dict(told))
    print(
        f"median {times[len(times) // 2]:.3f} s, longest {times[-1]:.2f} s, all {sum(times):.0f} s"
    )
    raise SystemExit(1 if told["WRONG"] else 0)


class Late(BaseException):
    """Past the limit; no Exception, for what catches every one would go on."""


def in_time(limit: float, ask: Callable[[], Any]) -> Any:
    """The answer.  Raises Late where there was none in so many seconds of the processor."""

    def end(*_):
        raise Late

    before = signal.signal(signal.SIGVTALRM, end)
    signal.setitimer(signal.ITIMER_VIRTUAL, limit, 1.0)  # again, for what a callback swallows
    try:
        return ask()
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def within(limit: float, ask: Callable[[], tuple[str, float]]) -> tuple[str, float]:
    """The answer, or that there was none in so many seconds of the processor."""
    try:
        return in_time(limit, ask)
    except Late:
        return f"no answer in time: {limit:g} s", limit
    except MemoryError:
        return "no answer within the memory", limit
    except Exception as error:  # whatever is raised on a sound system is an error of the package
        return f"WRONG: {type(error).__name__}: {error}", 0.0


def cause(why: str) -> str:
    """A reason without the numbers and formulas of the one system.

    >>> cause(" ('a product of 985 by 3062 terms',)")
    'a product of N by N terms'
    """
    plain = re.sub(r"-?\d+(\.\d+)?", "N", why.strip(" ()\"',"))
    return re.sub(r"(?<=whether ).*(?= vanishes)|(?<=in )\w+\(.*", "...", plain)[:100]


if __name__ == "__main__":
    survey(judge, __doc__, 500)
