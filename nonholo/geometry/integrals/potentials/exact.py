"""Potentials of closed forms: one variable after another, each over a field of its own functions
alone; else all variables at once.

    G_i = G_(i-1) + int (w_i - d_i G_(i-1)) dx_i
"""

from __future__ import annotations

from collections.abc import Sequence

from nonholo.algebra.antiderivative import antiderivative
from nonholo.algebra.differential import DifferentialField
from nonholo.algebra.lowest import lowest
from nonholo.errors import OutOfReach
from nonholo.expression.graph import Expr
from nonholo.work import BUDGETS, Work


def exact(components: Sequence[Expr], variables: Sequence[Expr], work: Work) -> Expr | None:
    """G with dG = w for a closed form, unchecked.

    components: w_i in the order of `variables`; work: the budget.

    >>> from nonholo.expression.graph import Graph
    >>> g = Graph()
    >>> x, y = g.symbol("x"), g.symbol("y")
    >>> exact([g.sin(y) + 2 * x, x * g.cos(y)], [x, y], Work.of(10**6))
    x*sin(y) + x**2
    """
    for way in (_one_by_one, _integrated):
        try:
            G = way(components, variables, work)
        except (OutOfReach, ZeroDivisionError):
            continue
        if G is not None:
            return G
    return None


def _one_by_one(components: Sequence[Expr], variables: Sequence[Expr], work: Work) -> Expr | None:
    graph = variables[0].graph
    G = graph.zero
    for i, (w, x) in enumerate(zip(components, variables)):
        work.require()
        missing = w - G.diff(x)
        if missing.has(variables[:i]):
            (missing,) = lowest([missing], BUDGETS.lowest)  # in a graph of its own
        known = missing.graph.copy(variables[: i + 1])
        if missing.has(known[:i]):
            return None
        part = (
            _integrated([missing], known[i:], work)
            if missing.has(known[i:])
            else missing * known[i]
        )
        if part is None:
            return None
        G += part if part.graph is graph else graph.copy([part])[0]
    return G


def _integrated(form: Sequence[Expr], variables: Sequence[Expr], work: Work) -> Expr | None:
    K = DifferentialField(form, variables, work)
    integral = antiderivative(K, [K.element(e) for e in form], work)
    return None if integral is None else integral.expression()
