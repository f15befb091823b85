"""Potentials of exact forms: G with dG = w, where w is polynomial in the variables.

    G = sum_i x_i sum_d (w_i)_d / (d + 1),   (w_i)_d the part of degree d of w_i      (Poincare's homotopy)
"""

from __future__ import annotations

from collections.abc import Sequence

from nonholo.exact.decide import all_zero
from nonholo.exact.graph import Expr


def polynomial_potential(form: Sequence[Expr], variables: Sequence[Expr]) -> Expr | None:
    """The potential of a closed form with polynomial coefficients, checked; None if there is none of this kind.

    >>> from nonholo.exact.graph import Graph
    >>> g = Graph()
    >>> x, y = g.symbol("x"), g.symbol("y")
    >>> polynomial_potential([y, x], [x, y])
    x*y
    """
    graph = variables[0].graph
    scale = graph.symbol("homotopy parameter")
    stretched = {x: scale * x for x in variables}
    parts = []
    for component, x in zip(form, variables):
        integral = _integral(component.subs(stretched), scale)
        if integral is None:
            return None
        parts.append(x * integral)
    potential = graph.add(*parts)
    closed = all_zero(potential.diff(x) - w for x, w in zip(variables, form))
    return potential if closed.answer and closed.proved else None


def _integral(f: Expr, s: Expr) -> Expr | None:
    """The integral of a polynomial in s from 0 to 1, by Taylor coefficients at 0; None if it is none."""
    total, factor, derivative = f.graph.zero, f.graph.one, f
    for degree in range(40):
        try:
            total = total + derivative.subs({s: f.graph.zero}) * factor
        except ZeroDivisionError:
            return None
        derivative = derivative.diff(s)
        if derivative.is_zero:
            return total
        factor = factor / (degree + 2)
    return None
