"""Random families with roots, products and divisors: is the answer that of every point of a grid?

    python benchmarks/family_grids.py [--sets 400] [--seed 1] [--first 0] [--certified]

z_i' = p_i x_i y_i' is integrable where p_i = 0, each by itself, so the number of hidden relations
is that of the p_i which are 0.  The p_i are random: sqrt(u) x - m, sqrt(u) + p, products of sums,
quadratic forms, x - m/(y + c), cubics, in a, b, c.  Of a family that is said to be complete every
point of the grid lies in cells of its answer alone; of one that is open, for which others are said
to be possible, it is counted how many told cells hold a point with another answer.
"""

from __future__ import annotations

import random
import time
from itertools import product

from known_families import survey

import nonholo as nh
from nonholo.decide.zero import decide_zero
from nonholo.expression.graph import Expr
from nonholo.geometry.zeros.domain import undefined

LETTERS = "abc"
GRID = (-2, -1, 0, 1, 2, 4)
UNDER = ("a", "b", "a*b", "a + b", "c^2 + 1", "b - c", "a*c + 1")
KINDS = (
    "root",
    "root",
    "product",
    "quadratic",
    "quadratic",
    "quadratic",
    "divided",
    "cubic",
    "sum",
)


def monomial(rng: random.Random, degree: int = 2) -> str:
    letters = [rng.choice(LETTERS) for _ in range(rng.randint(0, degree))]
    return "*".join([str(rng.choice((1, 1, 2, -1, 3))), *letters])


def coefficient(rng: random.Random) -> str:
    """Of one of the KINDS."""
    kind, under, x = rng.choice(KINDS), rng.choice(UNDER), rng.choice(LETTERS)
    if kind == "root":
        return f"sqrt({under})*{x} - ({monomial(rng)})"
    if kind == "sum":
        return f"sqrt({under}) + {monomial(rng)} + {monomial(rng)}"
    if kind == "product":
        first, second = (f"({monomial(rng, 1)} + {monomial(rng)})" for _ in range(2))
        return f"{first}*{second}"
    if kind == "quadratic":
        pairs = [(rng.choice(LETTERS), rng.choice(LETTERS)) for _ in range(3)]
        return " + ".join(f"({rng.choice((1, -1, 2, -3))})*{p}*{q}" for p, q in pairs)
    if kind == "divided":
        return f"{x} - ({monomial(rng)})/({rng.choice(LETTERS)} + {rng.choice((0, 1))})"
    return f"{x}^3 + {monomial(rng)} + {monomial(rng)}"


def zero_at(e: Expr, at: dict[str, int]) -> bool:
    """It is 0 at the numbers, where it has a real value."""
    values = put_in(e, at)
    return not undefined(e, values) and bool(decide_zero(e.subs(values)).answer)


def put_in(e: Expr, at: dict[str, int]) -> dict[Expr, Expr]:
    return {s: e.graph.lift(at[s.args]) for s in e.symbols()}


def judge(rng: random.Random, certify: bool) -> tuple[str, float]:
    texts = [coefficient(rng) for _ in range(rng.choice((1, 2, 2, 2, 3)))]
    rows = [f"z{i}' = ({p})*x{i}*y{i}'" for i, p in enumerate(texts)]
    names = [f"{n}{i}" for i in range(len(rows)) for n in "xyz"]
    case = nh.System(names, constraints=rows, parameters=dict.fromkeys(LETTERS))
    start = time.perf_counter()
    found = nh.families(case, "constraints", records=False, certify=certify).constraints
    took = time.perf_counter() - start
    pairs = zip(case.system.pfaffian.matrix, case.system.chart.q[::3], strict=True)
    planted = [sum((e.diff(x) for e in row), x.graph.zero) for row, x in pairs]
    for values in product(GRID, repeat=len(LETTERS)):
        at = dict(zip(LETTERS, values))
        if any(undefined(p, put_in(p, at)) for p in planted):
            continue
        answers = {
            cell.answer and cell.answer.relations
            for cell in found.cells
            if all(zero_at(e, at) for e in cell.equations)
            and not any(all(zero_at(e, at) for e in some) for some in cell.without)
        }
        expected = {sum(zero_at(p, at) for p in planted)}
        if found.complete and answers != expected:
            return f"WRONG: {answers} at {at}, planted {expected}: {texts}", took
        if answers - expected - {None}:
            return f"open, and a told cell holds another answer: {at}, {texts}", took
    if not found.complete:
        return "open", took
    return "right and certified" if found.certified else "right", took


if __name__ == "__main__":
    survey(judge, __doc__, 400)
