"""Numbers that are given for Symbols of which a model of SymPy holds nothing any more."""

from __future__ import annotations

import warnings
from typing import Any

from nonholo.readers.case import Case
from nonholo.readers.named import called
from nonholo.words.sentence import say


class UnusedParameter(UserWarning):
    """A number is given for a Symbol that occurs in no equation of a model."""


def that_occur(case: Case, given: Any) -> Any:
    """Numbers of parameters without those of Symbols that a model of SymPy holds in no equation.

    case: the model, read; given: Symbol or name -> number.  A mass or length may drop out of the
    equations, so UnusedParameter is warned of; a name that is a text stays, to be refused, and so
    does what is no table.

    >>> import nonholo as nh
    >>> from sympy import symbols
    >>> from sympy.physics.mechanics import dynamicsymbols
    >>> x, (m, a) = dynamicsymbols("x"), symbols("m a")
    >>> with warnings.catch_warnings(record=True) as told:
    ...     print(that_occur(nh.System([x], m * x.diff() ** 2), {m: 2, a: 3}), len(told))
    {m: 2} 1
    """
    known = {*case.scope.letters, *case.scope.inputs, *case.system.chart.names}
    symbols = (
        [key for key in given or () if getattr(key, "is_Symbol", False)] if case.symbols else []
    )
    unused = [key for key in symbols if called(key) not in known]
    if unused:
        warnings.warn(
            say(
                "{names} occurs in no equation: its number changes nothing",
                names=", ".join(map(called, unused)),
            ),
            UnusedParameter,
            stacklevel=2,
        )
    return {key: given[key] for key in given if key not in unused} if unused else given
