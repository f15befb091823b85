"""Expressions that are positive at one configuration and negative at another."""

from __future__ import annotations

import random

from nonholo.arithmetic.numbers import Rational
from nonholo.decide.ball import as_assumed, balls, obeys
from nonholo.expression.functions import is_unspecified
from nonholo.expression.graph import Expr, ordered
from nonholo.expression.ranges import range_of
from nonholo.geometry.constraints.chart import Chart

SHORT = 40  # nodes of an expression whose normal form is there sooner
SAMPLES, SIXTIETHS = 10, 180
CONTINUOUS = ("sin", "cos", "exp")


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
    nodes = ordered([f])
    if not all(map(jumps_nowhere, nodes)):
        return False
    rng, seen = random.Random(1), set()
    point = {s: drawn(rng, 1) for s in nodes if s.kind == "symbol"}
    moving = [s for s in (*chart.q, chart.t) if s in point]
    free = [n for n in nodes if is_unspecified(n)]
    turning = list(dict.fromkeys(base for node in nodes for base in poles_of(node)))
    for _ in range(SAMPLES):
        at = as_assumed(point | {s: drawn(rng, -SIXTIETHS) for s in moving})
        at |= {n: drawn(rng, -SIXTIETHS) for n in free}
        values = balls([f, *turning], at)
        if obeys(at) and all(v.is_finite() and not v.contains(0) for v in values):
            sign, *others = (bool(v > 0) for v in values)
            if (not sign, *others) in seen:
                return True
            seen.add((sign, *others))
    return False


def drawn(rng: random.Random, low: int) -> Rational:
    return Rational(rng.randint(low, SIXTIETHS), 60)


def jumps_nowhere(node: Expr) -> bool:
    return node.kind != "function" or node.args[0] in CONTINUOUS or is_unspecified(node)


def poles_of(node: Expr) -> list[Expr]:
    """What the node is divided by and may turn its sign; a root is positive wherever it is real."""
    factors = node.args if node.kind == "product" else ()
    return [b for b, e in factors if isinstance(e, int) and e < 0 and not range_of(b).nonzero]
