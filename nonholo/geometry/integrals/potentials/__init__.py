"""Potentials of single forms: G with dG = mu w, by one method a file, tried in order.

A method takes a `Form` and gives its name and a potential, or None.  Nothing that it gives is
believed before it is checked that mu w = dG identically (`nonholo.geometry.integrals.integrals`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from nonholo.errors import OutOfReach
from nonholo.expression.graph import Expr
from nonholo.geometry.integrals.method_names import COMMON_FACTOR, DARBOUX, INVERSE_FACTOR, PENCIL
from nonholo.geometry.integrals.potentials import common_factor, darboux, inverse_factor, pencil
from nonholo.geometry.integrals.potentials.foliation import foliation_of_form
from nonholo.geometry.integrals.potentials.form import Form, form_of
from nonholo.geometry.integrals.potentials.missing_variable import missing_variable
from nonholo.geometry.integrals.potentials.symmetry import symmetry
from nonholo.work import Work

Candidate = tuple[str, Expr]  # the word for the method, and the potential
Method = Callable[[Form], "Candidate | None"]


def _named(name: str, method: Callable[[Form], Expr | None]) -> Method:
    def named(form: Form) -> Candidate | None:
        potential = method(form)
        return None if potential is None else (name, potential)

    return named


METHODS: tuple[Method, ...] = (
    _named(COMMON_FACTOR, common_factor.common_factor),
    missing_variable,
    symmetry,
    _named(DARBOUX, darboux.darboux),
    _named(INVERSE_FACTOR, inverse_factor.inverse_factor),
    _named(PENCIL, lambda form: pencil.pencil(foliation_of_form(form))),
)


def potentials(
    components: Sequence[Expr], variables: Sequence[Expr], work: Work, others: Sequence[Expr] = ()
) -> Iterator[Candidate]:
    """What the methods give for a form that is not zero, one after the other, unchecked.

        dG = mu W,      mu the integrating factor

    components: W_i in the order of `variables`; work: the budget.  Nothing if the coefficients
    depend on `others`, variables whose differentials the form has not, or if W ^ dW is not 0.
    Factors with symbols in exponents, such as x^(a/b), are tried only after all others.

    >>> from nonholo.expression.graph import Graph
    >>> g = Graph()
    >>> x, y = g.symbol("x"), g.symbol("y")
    >>> next(potentials([y, -x], [x, y], Work.of(10**6)))
    ('factor of one variable', x/y)
    """
    try:
        form = form_of(components, variables, work)
        if form.depends_on(others) or not form.integrable_here:
            return
    except (OutOfReach, ZeroDivisionError):
        return
    for attempt in (form, replace(form, symbolic=True)) if form.K.constants else (form,):
        for method in METHODS:
            try:
                work.require()
                candidate = method(attempt)
            except (OutOfReach, ZeroDivisionError):
                continue
            if candidate is not None:
                yield candidate
