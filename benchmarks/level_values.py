"""Verdicts on f = 0 for levels of any kind, held against numbers at points of f = 0.

    python benchmarks/level_values.py [--sets 1000] [--seed 1] [--first 0]

One level in x, y, z, w and one row z' = g v', of random sums and products with roots, logarithms,
abs, sign, exp and quotients, so that parts of f = 0 are empty, have no value or bend.  Newton's
method finds points in floating point; at each the row is curved on the level or not:

    dw(X, Y)  for X, Y that span df = w = 0

A verdict "holonomic" is wrong if one point is curved, another verdict if none of many is, or if, with
coefficients in one piece, many are and many are not: then parts of f = 0 differ.  A refusal is looked
at where points exist.  The exit status is 1 after a wrong verdict or an internal error."""

from __future__ import annotations

import argparse
import random
import sys
import warnings
from collections import Counter

import numpy as np
import sympy as sm

import nonholo as nh
from nonholo.errors import NonholoError

Q = x, y, z, w = sm.symbols("x y z w", real=True)
TRIES, STEPS, ENOUGH = 400, 40, 20
CURVED, FLAT = 1e-7, 1e-9


def leaf(rng: random.Random) -> sm.Expr:
    simple = [x, y, w, x + y, x - y, x - 1, y + 1, x * y, x**2, y**2, x + w, x**2 + y**2]
    return rng.choice([*simple, sm.Integer(rng.randint(1, 3))])


def piece(rng: random.Random, deep: bool = True) -> sm.Expr:
    """A function of one leaf, or a product of two pieces."""
    u = leaf(rng)
    kinds = [
        lambda: sm.Abs(u),
        lambda: u if u.is_number else sm.log(u),
        lambda: sm.sqrt(u),
        lambda: sm.sign(u) * leaf(rng),
        lambda: sm.exp(u),
        lambda: sm.sqrt(u**2 + leaf(rng)),
        lambda: u * leaf(rng),
        lambda: piece(rng, False) * piece(rng, False) if deep else u,
        lambda: sm.sin(u) if deep else u,
        lambda: 1 / u,
        lambda: u,
    ]
    return rng.choice(kinds)()


def drawn(rng: random.Random) -> tuple[sm.Expr, sm.Expr, sm.Symbol]:
    """The level f, and g and v of the row z' = g v'."""
    f = sum(rng.choice([1, -1, 2]) * piece(rng) for _ in range(rng.randint(1, 3)))
    f = f * piece(rng) if rng.random() < 0.25 else f
    g = sum(rng.choice([1, -1]) * piece(rng, False) for _ in range(rng.randint(1, 2)))
    if rng.random() < 0.4:
        u = leaf(rng)
        g = x if u.is_number else sm.Abs(u) - rng.choice([1, -1]) * u
    return f, g * rng.choice([1, w, x, y]), rng.choice([x, y, w])


def told(f: sm.Expr, g: sm.Expr, v: sm.Symbol) -> str:
    """The verdict, or why there is none."""
    row, level = (str(e).replace("Abs", "abs") for e in (g, f))
    try:
        return nh.check(nh.System("x y z w", None, [f"z' - ({row})*{v}'"], [level])).verdict
    except NonholoError as error:
        return f"refused: {error}"


def smooth(e: sm.Expr) -> sm.Expr:
    """Where signs do not change they have no slope."""
    nothing = lambda _: sm.Integer(0)  # noqa: E731 (a rule of replace)
    e = sm.sympify(e).replace(lambda t: isinstance(t, sm.Derivative), nothing)
    return e.replace(lambda t: isinstance(t, sm.DiracDelta), nothing)


def curvatures(f: sm.Expr, g: sm.Expr, v: sm.Symbol, rng: np.random.Generator) -> np.ndarray:
    """dw(X, Y) at points of f = 0 where df and the row are independent."""
    row = [sm.Integer(int(s == z)) - (g if s == v else 0) for s in Q]
    slopes = [
        [smooth(sm.diff(b, a) - sm.diff(c, s)) for s, b in zip(Q, row)] for a, c in zip(Q, row)
    ]
    functions = f, [smooth(sm.diff(f, s)) for s in Q], row, slopes
    level, gradient, form, derivative = (sm.lambdify(Q, e, "numpy") for e in functions)
    values = []
    for _ in range(TRIES):
        point = on_level(level, gradient, rng.uniform(-3, 3, 4))
        if point is None:
            continue
        rows = np.array([gradient(*point), form(*point)], float)
        turn = np.array(derivative(*point), float)
        if not (np.isfinite(rows).all() and np.isfinite(turn).all()):
            continue
        _, sizes, basis = np.linalg.svd(rows)
        if sizes[1] > 1e-5 * sizes[0] and np.linalg.norm(rows[0]) > 1e-5:
            values.append(basis[2] @ turn @ basis[3] / (1 + np.abs(turn).max()))
    return np.array(values)


def on_level(level, gradient, point: np.ndarray) -> np.ndarray | None:
    for _ in range(STEPS):
        value, slope = float(level(*point)), np.array(gradient(*point), float)
        if not (np.isfinite(value) and np.isfinite(slope).all() and slope @ slope > 1e-12):
            return None
        if abs(value) < 1e-13:
            return point
        point = point - slope * value / (slope @ slope)
    return None


def judged(verdict: str, values: np.ndarray, pieces: bool) -> str:
    """What is wrong with a verdict; nothing if nothing is."""
    curved, flat = (np.abs(values) > CURVED).sum(), (np.abs(values) < FLAT).sum()
    if verdict == "holonomic":
        return "WRONG, curved" if curved else ""
    if verdict == "undecided" or len(values) <= ENOUGH:
        return ""
    if verdict.startswith("refused"):
        return f"has points, {verdict}"
    if not curved:
        return "WRONG, flat"
    return "WRONG, parts differ" if flat > len(values) / 10 and not pieces else ""


def main(arguments: list[str] | None = None) -> int:
    """Judge the sets one after the other, and print what is found."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sets", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0)
    options = parser.parse_args(arguments)
    warnings.simplefilter("ignore")
    np.seterr(all="ignore")
    counts: Counter[str] = Counter()
    for i in range(options.first, options.first + options.sets):
        f, g, v = drawn(random.Random(f"{options.seed} {i}"))
        if g == 0 or f.is_number or f.has(sm.zoo, sm.nan) or g.has(sm.zoo, sm.nan):
            continue
        try:
            verdict = told(f, g, v)
        except Exception as error:
            fault, verdict = f"INTERNAL ERROR {error!r}", "internal error"
        else:
            values = curvatures(f, g, v, np.random.default_rng(i))
            fault = judged(verdict, values, g.has(sm.Abs, sm.sign))
        counts[verdict.partition(":")[0]] += 1
        if fault:
            counts[fault.partition(",")[0]] += 1
            print(f"{i}: {fault}; f = {f}, z' = ({g}) {v}'", flush=True)
    print(dict(counts))
    return int(counts["WRONG"] > 0 or counts["INTERNAL ERROR"] > 0 or counts["internal error"] > 0)


if __name__ == "__main__":
    sys.exit(main())
