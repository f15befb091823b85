"""Factors that do not contain one of the variables.

    dW = eta ^ W with eta_k = 0   <=>   eta_i = (dW)_ik / W_k;
            if d eta = 0:  mu = exp(-integral of eta)

In two variables these are the textbook factors of one variable, in three those of two.
"""

from __future__ import annotations

from nonholo.algebra.antiderivative import antiderivative
from nonholo.algebra.differential import Quotient
from nonholo.expression.graph import Expr
from nonholo.geometry.integrals.potentials.closing import Factor, potential_of
from nonholo.geometry.integrals.potentials.form import Form
from nonholo.words.sentence import say

NAMES = {
    0: say("common factor"),
    1: say("factor of one variable"),
    2: say("factor of two variables"),
}


def missing_variable(form: Form) -> tuple[str, Expr] | None:
    """The name of the method and the potential; the factor with the fewest variables first.

    >>> from nonholo.expression.graph import Graph
    >>> from nonholo.geometry.integrals.potentials.form import form_of
    >>> from nonholo.work import Work
    >>> g = Graph()
    >>> x, y = g.symbol("x"), g.symbol("y")
    >>> missing_variable(form_of([y + x, -g.one], [x, y], Work.of(10**6)))
    ('factor of one variable', exp(-x)*(x + y + 1))
    """
    candidates = []
    for k in range(form.n):
        if form.W[k] != 0:
            eta = _eta(form, k)
            if _closed(form, eta):
                candidates.append((sum(num != 0 for num, _ in eta), k, eta))
    for variables, _, eta in sorted(candidates, key=lambda entry: entry[:2]):
        potential = _potential(form, eta)
        if potential is not None:
            return NAMES.get(variables, say("factor of several variables")), potential
    return None


def _eta(form: Form, k: int) -> list[Quotient]:
    K = form.K
    return [
        (K.zero, K.one) if i == k else K.quotient(form.curl(i, k), form.W[k] * K.scale)
        for i in range(form.n)
    ]


def _closed(form: Form, eta: list[Quotient]) -> bool:
    """d eta = 0, by cross multiplication."""
    K = form.K
    for i in range(form.n):
        for j in range(i):
            (a, b), (c, d) = eta[i], eta[j]
            left = (K.diff(a, j) * b - a * K.diff(b, j)) * d**2
            if K.reduce(left - (K.diff(c, i) * d - c * K.diff(d, i)) * b**2) != 0:
                return False
    return True


def _potential(form: Form, eta: list[Quotient]) -> Expr | None:
    K = form.K
    integral = antiderivative(K, eta, form.work)
    if integral is None or integral.arcs:
        return None
    top, bottom = integral.rational
    powers = tuple((p, (-num, den)) for (num, den), p in integral.logs)
    return potential_of(
        form,
        Factor(powers, None if K.is_constant(top) and K.is_constant(bottom) else (-top, bottom)),
    )
