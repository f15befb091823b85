"""Potentials of single forms: G with dG = mu w, by one method a file, tried in order.

A method takes a `Form` and gives a potential, or None.  Nothing that a method gives is believed before
`first_integral` has checked that mu w = dG identically.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from nonholo.errors import OutOfReach
from nonholo.exact.graph import Expr
from nonholo.geometry.potentials import common_factor, darboux, inverse_factor, pencil
from nonholo.geometry.potentials.form import Form, form_of
from nonholo.geometry.potentials.missing_variable import missing_variable
from nonholo.geometry.potentials.symmetry import symmetry

Method = Callable[[Form], "tuple[str, Expr] | None"]


def _named(name: str, method: Callable[[Form], Expr | None]) -> Method:
    def found(form: Form):
        potential = method(form)
        return None if potential is None else (name, potential)

    return found


METHODS: tuple[Method, ...] = (
    _named(common_factor.NAME, common_factor.common_factor),
    missing_variable,
    symmetry,
    _named(darboux.NAME, darboux.darboux),
    _named(inverse_factor.NAME, inverse_factor.inverse_factor),
    _named(pencil.NAME, pencil.pencil),
)


@dataclass(frozen=True, slots=True)
class Potential:
    """G with dG ~ w, and the method that found it."""

    function: Expr
    method: str


def candidates(components: Sequence[Expr], variables: Sequence[Expr], seconds: float):
    """What the methods give, one after the other, unchecked."""
    deadline = time.monotonic() + seconds
    try:
        form = form_of(components, variables, deadline)
    except (OutOfReach, ZeroDivisionError):
        return
    for method in METHODS:
        try:
            found = method(form)
        except (OutOfReach, ZeroDivisionError):
            continue
        if found is not None:
            yield Potential(found[1], found[0])
