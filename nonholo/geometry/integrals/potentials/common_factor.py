"""A factor that all coefficients share, and powers of what divides its own derivatives
(exponentials, 1 + tau^2).
"""

from __future__ import annotations

from nonholo.expression.graph import Expr
from nonholo.geometry.integrals.potentials.closing import Factor, potential_of
from nonholo.geometry.integrals.potentials.darboux import exponents
from nonholo.geometry.integrals.potentials.form import Form


def common_factor(form: Form) -> Expr | None:
    """The potential of W itself, or of W times such powers.

    >>> from nonholo.expression.graph import Graph
    >>> from nonholo.geometry.integrals.potentials.form import form_of
    >>> from nonholo.work import Work
    >>> g = Graph()
    >>> x, y = g.symbol("x"), g.symbol("y")
    >>> common_factor(form_of([y**2 * x, x**2 * y], [x, y], Work.of(10**6)))
    x*y
    """
    if form.closed:
        return potential_of(form, Factor())
    special = [
        g for j, g in enumerate(form.K.gens) if j not in form.K.constants and form.K.is_special(g)
    ]
    special += [form.K.gens[j] ** 2 + 1 for j in form.K.taus.values()]
    for factor in exponents(form, special):
        return potential_of(form, factor)
    return None
