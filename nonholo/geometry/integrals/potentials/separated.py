"""The factor that separates a form in its variables, though its integrals need not be known.

mu w = sum_i g_i(x_i) dx_i          c(T) dT + (R T/V) dV,  mu = 1/T,  whatever c(T) is
"""

from __future__ import annotations

from collections.abc import Sequence

from nonholo.errors import OutOfReach
from nonholo.expression.graph import Expr
from nonholo.linear.elimination import vanishes
from nonholo.signs.factored import factored


def separating_factor(components: Sequence[Expr], variables: Sequence[Expr]) -> Expr | None:
    """mu, if each mu w_i is a function of x_i alone; None if there is none among the factors.

    components: w_i in the order of `variables`.

    >>> from nonholo.expression.graph import Graph
    >>> g = Graph()
    >>> T, V = g.symbol("T"), g.symbol("V")
    >>> separating_factor([g.exp(T**2), T / V], [T, V])
    1/T
    """
    live = [(w, x) for w, x in zip(components, variables) if not w.is_zero]
    if not live:
        return None
    mu = live[0][0].graph.one
    try:
        for w, x in live:
            others = [y for y in variables if y is not x]
            parts = factored(mu * w)[1]
            mu = mu.graph.product([(mu, 1), *((p, -n) for p, n in parts if p.has(others))])
        scaled = [(mu * w, x) for w, x in live]
        slopes = (e.diff(y) for e, x in scaled for y in variables if y is not x)
        return mu if all(map(vanishes, slopes)) else None
    except (OutOfReach, ZeroDivisionError):
        return None
