"""Zero on a set f_1 = ... = f_p = 0: expressions modulo the holonomic constraints."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence

from nonholo.errors import OutOfReach
from nonholo.exact.decide import SECONDS, Decision, combined, decide_zero
from nonholo.exact.field import Field
from nonholo.exact.graph import Expr


def decide_zero_on(node: Expr, relations: Sequence[Expr], seconds: float = SECONDS) -> Decision:
    """Does the expression vanish wherever all relations are zero?

    Proved by division (the numerator leaves no remainder modulo the relations), or after the relations
    have been solved for symbols, linear or quadratic ones, roots included.  Refuted after solving, at a real point.

    >>> from nonholo.exact.graph import Graph
    >>> g = Graph()
    >>> x, y = g.symbol("x"), g.symbol("y")
    >>> decide_zero_on(x**4 - (1 - y**2) ** 2, [x**2 + y**2 - 1]).answer
    True
    """
    plain = decide_zero(node, seconds)
    if plain.answer or not relations:
        return plain
    try:
        if _divisible(node, relations, seconds):
            return Decision(True, "normal form")
    except OutOfReach:
        pass
    solved = _solve_all(node, list(relations))
    if solved is None:
        return Decision(None, reason="the holonomic constraints could not be solved for a coordinate")
    return decide_zero(solved, seconds)


def all_zero_on(nodes: Iterable[Expr], relations: Sequence[Expr]) -> Decision:
    """Do all expressions vanish wherever the relations do?"""
    return combined(decide_zero_on(node, relations) for node in nodes)


def _divisible(node: Expr, relations: Sequence[Expr], seconds: float) -> bool:
    field = Field([node, *relations], time.monotonic() + seconds)
    num = field.normal(node).num
    divisors = [field.normal(f).num for f in relations]
    for _ in range(3):
        for divisor in divisors:
            num = field.reduce(divmod(num, divisor)[1])
    return num == 0


def _solve_all(node: Expr, relations: list[Expr]) -> Expr | None:
    """The node on the set of the relations, each solved for one symbol and put in."""
    while relations:
        relations = [f for f in relations if not f.is_zero]
        solution = next(filter(None, map(_solution, relations)), None)
        if solution is None:
            return node if not relations else None
        node = node.subs(solution)
        relations = [f.subs(solution) for f in relations]
    return node


def _solution(f: Expr) -> dict[Expr, Expr] | None:
    """One symbol of f = 0 in terms of the others: linear with a number in front first, then quadratic."""
    zero = f.graph.zero
    slopes = [(s, f.diff(s)) for s in reversed(f.symbols())]
    linear = [(s, slope) for s, slope in slopes if not slope.has([s]) and not slope.is_zero]
    for s, slope in sorted(linear, key=lambda pair: not pair[1].is_number):
        return {s: s - f / slope}
    for s, slope in slopes:
        second = slope.diff(s)
        if second.is_number and not second.is_zero:
            b, c = slope.subs({s: zero}), f.subs({s: zero})
            return {s: (f.graph.sqrt(b**2 - 2 * second * c) - b) / second}
    return None
