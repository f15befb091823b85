"""Expressions that are positive at one configuration and negative at another."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence

from nonholo.arithmetic.balls import Ball, BallMatrix, at_precision
from nonholo.arithmetic.numbers import Rational
from nonholo.decide.ball import as_assumed, balls, obeys
from nonholo.expression.functions import is_unspecified
from nonholo.expression.graph import Expr, ordered
from nonholo.expression.once import once
from nonholo.expression.ranges import range_of
from nonholo.geometry.constraints.chart import Chart

SHORT = 40  # nodes of an expression whose normal form is there sooner
SAMPLES, SIXTIETHS = 10, 180
SIZES = (Rational(1, 8), Rational(1), Rational(8))  # of values of unspecified functions
CONTINUOUS = ("sin", "cos", "exp")
PRECISION = 64  # bits of a determinant


def has_both_signs(f: Expr, chart: Chart) -> bool:
    """Surely positive at one configuration and negative at another, for the same parameters and
    the same signs of all that f is divided by: what shows an expression nonzero by its one sign
    need not be tried.

    f, chart: the expression and its coordinates; unspecified functions have any values there.

    >>> from nonholo.expression.graph import Graph
    >>> from nonholo.geometry.constraints.chart import chart
    >>> line = chart(Graph(), ["x"])
    >>> x = line.q[0]
    >>> [has_both_signs(f, line) for f in (x**3 + 1, x**2 + 1, 1 / x)]
    [True, False, False]
    """
    return once(f.graph, ("both signs", f, chart.q, chart.t), lambda: _has_both_signs(f, chart))


def _has_both_signs(f: Expr, chart: Chart) -> bool:
    seen = set()
    for (value,), others in _sampled([f], chart):
        if not value.contains(0):
            sign = bool(value > 0)
            if (not sign, others) in seen:
                return True
            seen.add((sign, others))
    return False


def minors_of_both_signs(
    matrix: Sequence[Sequence[Expr]], choices: Iterable[tuple[int, ...]], chart: Chart
) -> set[tuple[int, ...]]:
    """The choices of columns whose determinants are surely positive at one configuration and
    negative at another: each entry is evaluated once for all of them.

    matrix: rows of expressions; choices: as many columns as there are rows; chart: of their
    coordinates.

    >>> import nonholo as nh
    >>> rows = nh.constraints("sin(a) dx = cos(a) dy", also=["a"]).system.pfaffian
    >>> sorted(minors_of_both_signs(rows.matrix, [(0,), (1,)], rows.chart))
    [(0,), (1,)]
    """
    signs: dict[tuple[int, ...], set] = {columns: set() for columns in choices}
    both: set[tuple[int, ...]] = set()
    width, entries = len(matrix[0]), [e for row in matrix for e in row]
    for values, others in _sampled(entries, chart) if signs else ():
        rows = [values[i : i + width] for i in range(0, len(values), width)]
        for columns, det in _determinants(rows, signs.keys() - both):
            if det.is_finite() and not det.contains(0):
                sign = bool(det > 0)
                signs[columns].add((sign, others))
                both |= {columns} if (not sign, others) in signs[columns] else set()
        if len(both) == len(signs):
            break
    return both


def _determinants(
    rows: Sequence[Sequence[Ball]], choices: Iterable[tuple[int, ...]]
) -> list[tuple[tuple[int, ...], Ball]]:
    with at_precision(PRECISION):
        return [(c, BallMatrix([[row[j] for j in c] for row in rows]).det()) for c in choices]


def _sampled(functions: Sequence[Expr], chart: Chart) -> Iterator[tuple[list[Ball], tuple]]:
    """Values at a few configurations for the same parameters, with the signs there of all that the
    functions are divided by; none if one may jump.
    """
    nodes = ordered(functions)
    if not all(map(jumps_nowhere, nodes)):
        return
    rng = random.Random(1)
    point = {s: drawn(rng, 1) for s in nodes if s.kind == "symbol"}
    moving = [s for s in (*chart.q, chart.t) if s in point]
    free = [n for n in nodes if is_unspecified(n)]
    turning = list(dict.fromkeys(base for node in nodes for base in poles_of(node)))
    for _ in range(SAMPLES):
        at = as_assumed(point | {s: drawn(rng, -SIXTIETHS) for s in moving})
        at |= {n: rng.choice(SIZES) * drawn(rng, -SIXTIETHS) for n in free}
        values = balls([*functions, *turning], at)
        poles = values[len(functions) :]
        clear = all(v.is_finite() for v in values) and not any(v.contains(0) for v in poles)
        if obeys(at) and clear:
            yield values[: len(functions)], tuple(bool(v > 0) for v in poles)


def drawn(rng: random.Random, low: int) -> Rational:
    return Rational(rng.randint(low, SIXTIETHS), 60)


def jumps_nowhere(node: Expr) -> bool:
    return node.kind != "function" or node.args[0] in CONTINUOUS or is_unspecified(node)


def poles_of(node: Expr) -> list[Expr]:
    """What the node is divided by and may turn its sign; a root is positive wherever it is real."""
    factors = node.args if node.kind == "product" else ()
    return [b for b, e in factors if isinstance(e, int) and e < 0 and not range_of(b).nonzero]
