"""Lagrangians with planted parameters for which substitution is right: is one missed or invented?

    python benchmarks/known_substitutions.py [--sets 300] [--seed 1] [--certified]

A system is made of blocks that share no coordinate; f, g, q, h are 0, numbers or random polynomials
in up to four letters, linear in one of them:

    mu (z' - g y x') = 0,   L = (x'^2 + y'^2 + f z'^2)/2 + q x' z' - h z
        chained right where g = 0 or f = q = 0;  plain where g = 0 or f = q = h = 0
    z' = g_1 y x', w' = g_2 y x',   L = (x'^2 + y'^2 + z'^2 - w'^2)/2
        both right where g_1 = g_2 or g_1 = -g_2;  one alone where its g = 0

For each: rational points on the planted sets and beside them lie in cells with the planted answer,
and so do the exact points of all cells.  With --certified the verifier is asked too.
"""

from __future__ import annotations

import random
import time
from fractions import Fraction

from known_families import LETTERS, Hidden, holds, rational, survey, values_of

import nonholo as nh


class Number:
    """A coefficient without letters."""

    def __init__(self, value: int):
        self.value, self.text = value, f"({value})"

    def at(self, values) -> Fraction:
        del values
        return Fraction(self.value)


def coefficient(rng: random.Random, share: float):
    """A random polynomial in the letters, or a number, often 0."""
    return Hidden(rng) if rng.random() < share else Number(rng.choice((0, 0, 1, 2)))


class Block:
    """Rows and a Lagrangian, and for each velocity whether it alone may be put in."""

    def __init__(self, rng: random.Random, number: int):
        x, y, z, w = (f"{n}{number}" for n in "xyzw")
        mu = rng.choice(("1", f"(1 + {x}^2)", f"exp({y})", f"(2 + sin({z}))"))
        self.pair = rng.random() < 0.3
        if self.pair:
            self.hidden = (Hidden(rng), Hidden(rng))
            self.names, self.solved = [x, y, z, w], [z, w]
            self.rows = [
                f"{mu}*({v}' - {g.text}*{y}*{x}') = 0" for v, g in zip(self.solved, self.hidden)
            ]
            self.L = f"({x}'^2 + {y}'^2 + {z}'^2 - {w}'^2)/2"
            return
        self.f, self.g, self.q, self.h = (coefficient(rng, s) for s in (0.5, 0.8, 0.4, 0.4))
        self.hidden = tuple(c for c in (self.f, self.g, self.q, self.h) if isinstance(c, Hidden))
        self.names, self.solved = [x, y, z], [z]
        self.rows = [f"{mu}*({z}' - {self.g.text}*{y}*{x}') = 0"]
        self.L = (
            f"({x}'^2 + {y}'^2 + {self.f.text}*{z}'^2)/2 + {self.q.text}*{x}'*{z}' "
            f"- {self.h.text}*{z}"
        )

    def alone(self, values) -> list[tuple[bool, bool]]:
        """(plain, chained) for each velocity."""
        if self.pair:
            return [(not g.at(values),) * 2 for g in self.hidden]
        f, g, q, h = (c.at(values) for c in (self.f, self.g, self.q, self.h))
        return [(not g or not (f or q or h), not g or not (f or q))]

    def together(self, values) -> tuple[bool, bool]:
        if self.pair:
            p, q = (g.at(values) for g in self.hidden)
            return (p * p == q * q,) * 2
        return self.alone(values)[0]


def system(rng: random.Random):
    """A case, its planted polynomials, and values -> the planted answers."""
    blocks = [Block(rng, n) for n in range(rng.choice((1, 1, 2)))]
    names = [n for b in blocks for n in b.names]
    solved = [n for b in blocks for n in b.solved]
    case = nh.System(
        names,
        " + ".join(b.L for b in blocks),
        [row for b in blocks for row in b.rows],
        dependent=solved,
        parameters=dict.fromkeys(LETTERS),
    )

    def expected(values):
        both = [b.together(values) for b in blocks]
        told = {tuple(solved): tuple(all(one[i] for one in both) for i in (0, 1))}
        if 2 <= len(solved) <= 3:
            alone = [one for b in blocks for one in b.alone(values)]
            told |= {(n,): one for n, one in zip(solved, alone)}
        return told

    return case, [p for b in blocks for p in b.hidden], expected


def drawn(rng: random.Random, most: int):
    return {n: Fraction(rng.randint(-most, most), rng.randint(1, 2)) for n in LETTERS}


def points(rng: random.Random, planted):
    for _ in range(3):
        yield drawn(rng, 9)
    for p in planted:
        yield p.zero(drawn(rng, 9))
    for p in planted:
        for q in planted:
            yield q.zero(p.zero(drawn(rng, 4)))


def judge(rng: random.Random, certify: bool) -> tuple[str, float]:
    case, planted, expected = system(rng)
    start = time.perf_counter()
    found = nh.families(case, "substitution", certify=certify).substitution
    took = time.perf_counter() - start
    if not found.complete:
        return f"open: {found.reasons}", took
    asked = list(points(rng, planted))
    asked += [values_of(cell.at) for cell in found.cells if rational(cell.at)]
    for values in asked:
        inside = {cell.answer for cell in found.cells if holds(cell, values)}
        if len(inside) != 1:
            return f"WRONG: {len(inside)} answers at {values}: {case.name}", took
        (answer,) = inside
        if dict(answer.right) != expected(values):
            return f"WRONG: {answer} at {values}, planted {expected(values)}: {case.name}", took
    if found.certified:
        return "right and certified", took
    return f"right, not certified: {found.uncertified}" if certify else "right", took


if __name__ == "__main__":
    survey(judge, __doc__, 300)
