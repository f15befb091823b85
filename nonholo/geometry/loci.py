"""Where an expression can vanish: its real factors, without those that never do."""

from __future__ import annotations

import time

from nonholo.errors import OutOfReach
from nonholo.exact.field import Field
from nonholo.exact.graph import Expr
from nonholo.exact.linear import determinant, dot
from nonholo.exact.present import presentable
from nonholo.geometry.chart import Chart
from nonholo.geometry.pfaffian import Pfaffian

SECONDS = 1.0
MAX_ROWS = 5


def vanishing_factors(node: Expr, chart: Chart, seconds: float = SECONDS) -> tuple[Expr, ...] | None:
    """The factors (for display) whose zeros in q, t are those of the expression; None if out of reach.

    Factors of parameters alone are left out (parameters are taken as generic), and so are polynomials that are
    positive on sight: only even powers, only coefficients of one sign, and a term without coordinates.
    """
    if node.is_number:
        return ()
    try:
        field = Field([node], time.monotonic() + seconds)
        element = field.normal(node)
        if len(element.num) > 400:
            return None
        _, factors = element.num.factor()
    except OutOfReach:
        return None
    own = [*chart.q, chart.t]
    found = []
    for factor, _ in factors:
        expression = field.expression(factor)
        if expression.has(own) and not _positive(field, factor, own):
            found.append(presentable(expression))
    return tuple(dict.fromkeys(found))


def _positive(field: Field, poly, own) -> bool:
    signs, anchored = set(), False
    for exponents, coefficient in poly.terms():
        if any(int(e) % 2 for e in exponents):
            return False
        signs.add(coefficient > 0)
        anchored |= not any(e and g.has(own) for g, e in zip(field.generators, exponents))
    return len(signs) == 1 and anchored


def never_vanishes(node: Expr, chart: Chart) -> bool:
    """Surely nonzero for all q, t (parameters generic)."""
    if node.is_zero:
        return False
    if not node.has([*chart.q, chart.t]):
        return True
    return vanishing_factors(node, chart) == ()


def rank_drop(pfaffian: Pfaffian) -> tuple[Expr, ...] | None:
    """Factors of det(A A^T), the sum of the squared maximal minors: A loses rank where one is zero.

    Real zeros only count: over the reals det(A A^T) = 0 exactly where rank A < k (Cauchy-Binet).
    None if the determinant is out of reach.
    """
    if pfaffian.k > MAX_ROWS:
        return None
    graph = pfaffian.chart.graph
    gram = [[dot(graph, a, b) for b in pfaffian.matrix] for a in pfaffian.matrix]
    return vanishing_factors(determinant(graph, gram), pfaffian.chart)
