"""Zero on a set f_1 = ... = f_p = 0: expressions modulo the holonomic constraints."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence

from nonholo.errors import OutOfReach
from nonholo.exact.decide import SECONDS, Decision, decide_zero
from nonholo.exact.field import Field
from nonholo.exact.graph import Expr


def decide_zero_on(node: Expr, relations: Sequence[Expr], seconds: float = SECONDS) -> Decision:
    """Does the expression vanish wherever all relations are zero?

    Proved by division: the numerator leaves no remainder modulo the relations.  Refuted if it is a nonzero
    remainder modulo one irreducible relation, or after every relation could be solved for a symbol.
    """
    plain = decide_zero(node, seconds)
    if plain.answer or not relations:
        return plain
    node, rest = _eliminate(node, list(relations))
    if not rest:
        return decide_zero(node, seconds)
    try:
        return _divide(node, rest, seconds)
    except OutOfReach as limit:
        return Decision(None, reason=f"{limit} while dividing by the holonomic constraints")


def all_zero_on(nodes: Iterable[Expr], relations: Sequence[Expr]) -> Decision:
    """Do all expressions vanish wherever the relations do?"""
    verdict = Decision(True, "normal form")
    for node in nodes:
        decision = decide_zero_on(node, relations)
        if decision.answer is False:
            return decision
        if decision.answer is None or (verdict.proved and not decision.proved):
            verdict = decision if verdict.answer is not None else verdict
    return verdict


def _eliminate(node: Expr, relations: list[Expr]) -> tuple[Expr, list[Expr]]:
    """Solve relations that are linear in a symbol with a constant coefficient, and substitute."""
    rest = []
    while relations:
        f = relations.pop(0)
        symbol = next((s for s in reversed(f.symbols())
                       if f.diff(s).is_number and not f.diff(s).is_zero), None)
        if symbol is None:
            rest.append(f)
            continue
        value = symbol - f / f.diff(symbol)
        node = node.subs({symbol: value})
        relations = [g.subs({symbol: value}) for g in relations]
        rest = [g.subs({symbol: value}) for g in rest]
    return node, rest


def _divide(node: Expr, relations: list[Expr], seconds: float) -> Decision:
    field = Field([node, *relations], time.monotonic() + seconds)
    num = field.normal(node).num
    divisors = [field.normal(f).num for f in relations]
    for _ in range(3):
        for divisor in divisors:
            num = field.reduce(divmod(num, divisor)[1])
    if num == 0:
        return Decision(True, "normal form")
    if len(divisors) == 1 and _irreducible(divisors[0]):
        return Decision(False, "normal form")
    return Decision(None, reason="a remainder is left modulo the holonomic constraints")


def _irreducible(poly) -> bool:
    _, factors = poly.factor()
    return len(factors) == 1 and factors[0][1] == 1
