"""Are expressions identically zero?  By their values at random points where their roots exist.

The points of a graph are drawn before its roots are known, and half of all numbers have no square
root; here points are drawn until they have.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from nonholo.arithmetic.modular import Modulus
from nonholo.decide.zero import Decision, all_zero
from nonholo.errors import OutOfReach, said
from nonholo.expression.graph import Expr
from nonholo.modular.images import images
from nonholo.modular.values import Point, Unlucky
from nonholo.words.sentence import say

POINTS, TRIES = 2, 40
NO_PROOF = say("the normal form is out of reach within the limits")
NO_POINT = say("a denominator vanishes at every random point, or a root has no image")


def decide_at_random(nodes: Sequence[Expr]) -> Decision:
    """Decide whether all expressions vanish identically, from their values at random points.

    A nonzero value is a proof; zeros at two points modulo primes above 2^88 are "randomised".
    Undecided where functions or roots may depend on each other.

    >>> from nonholo.expression.graph import Graph
    >>> g = Graph()
    >>> x, y = g.symbol("x"), g.symbol("y")
    >>> r = g.sqrt(x**2 + y**2)
    >>> decide_at_random([(r + 1) ** 2 - 2 * r - 1 - x**2 - y**2]).answer
    True
    >>> decide_at_random([r - x]).evidence
    'modular'
    """
    left = [node for node in nodes if not node.is_zero]
    if not left:
        return all_zero(nodes)
    rng = random.Random(left[0].graph.seed)
    try:
        sure, roots = images(left, Modulus(rng))
        if not sure:
            return Decision(None, reason="its functions may depend on each other")
        for _ in range(POINTS):
            if any(_values(left, rng, roots)):
                return Decision(False, "modular")
    except OutOfReach as limit:
        return Decision(None, reason=said(limit))
    return Decision(True, "randomised", NO_PROOF)


def _values(nodes: Sequence[Expr], rng: random.Random, roots: int) -> list[int]:
    for _ in range(TRIES << roots):
        point = Point(Modulus(rng))
        try:
            point.evaluate(nodes, {})
        except Unlucky:
            continue
        return [point.value[node.index] for node in nodes]
    raise OutOfReach(NO_POINT)
