"""Linear relations with constant coefficients, exactly: sum_s c_s f_s = 0 with c_s free of what
moves.

The functions are brought to one denominator; each monomial in what moves gives a linear equation
for the c_s, whose coefficients hold parameters alone."""

from __future__ import annotations

from collections.abc import Sequence

from nonholo.algebra.field import Field
from nonholo.arithmetic.matrices import pivots_modulo
from nonholo.expression.graph import Expr
from nonholo.linear.elimination import cost, null_space
from nonholo.work import BUDGETS, Work


def constant_relations(
    nodes: Sequence[Expr], moving: Sequence[Expr], units: int = BUDGETS.relations
) -> list[list[Expr]]:
    """A basis of the c with sum_s c_s node_s = 0, c free of the moving symbols.

    >>> from nonholo.expression.graph import Graph
    >>> g = Graph()
    >>> x, a = g.symbol("x"), g.symbol("a")
    >>> len(constant_relations([g.sin(x) ** 2, a * g.cos(x) ** 2, g.one], [x]))
    1
    >>> constant_relations([x, x**2], [x])
    []
    """
    field = Field(nodes, Work.of(units))
    graph = nodes[0].graph
    numerators = field.over_one([field.normal(node) for node in nodes])
    rows: dict[tuple[int, ...], dict[int, dict]] = {}
    turning = [g.has(moving) for g in field.generators]
    for s, numerator in enumerate(numerators):
        for exponents, c in numerator.terms():
            key = tuple([int(e) if t else 0 for e, t in zip(exponents, turning)])
            fixed = tuple([0 if t else int(e) for e, t in zip(exponents, turning)])
            rows.setdefault(key, {}).setdefault(s, {})[fixed] = c
    table = [
        [
            field.expression(field.context.from_dict(row[s])) if s in row else graph.zero
            for s in range(len(nodes))
        ]
        for row in rows.values()
    ]
    few = _spanning(table, graph.modulus.p)
    basis = null_space(graph, few, len(nodes))
    if len(few) < len(table) and not _annihilated(table, basis):
        return null_space(graph, table, len(nodes))
    return basis


def _spanning(table: Sequence[Sequence[Expr]], p: int) -> list[Sequence[Expr]]:
    """Rows that span all of them modulo a prime, the simplest first: there are far more monomials
    than functions.
    """
    if not table:
        return []
    simple = sorted(range(len(table)), key=lambda i: sum(cost(e) for e in table[i]))
    values = [[e.value[0] for e in table[i]] for i in simple]
    chosen = {simple[place] for place in pivots_modulo(list(zip(*values)), p)}
    return [row for i, row in enumerate(table) if i in chosen]


def _annihilated(table: Sequence[Sequence[Expr]], basis: Sequence[Sequence[Expr]]) -> bool:
    """Every row times every vector is 0, as the graph sees it."""
    return all(
        row[0].graph.add(*(c * e for c, e in zip(vector, row) if not e.is_zero)).is_zero
        for vector in basis
        for row in table
    )
