"""Functions of Python where unspecified functions stand: f, and each derivative that is asked for.

The equations hold f and its derivatives as letters; their code calls what is given for them.
Nothing is differentiated by differences, so a derivative that is needed has to be given.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from nonholo.errors import NonholoError, NotApplicable, said
from nonholo.expression.functions import is_unspecified
from nonholo.expression.graph import Expr, ordered
from nonholo.expression.unspecified import Unspecified, no_value
from nonholo.words.sentence import say


def laws_of(roots: Sequence[Expr], arrays: bool) -> dict[str, Callable]:
    """What the code of some expressions calls, by the names there; arrays: with NumPy arrays.

    Raises NotApplicable for a function that has no law, or not that of a derivative.
    """
    called = {n.args[0]: n.graph for n in ordered(roots) if is_unspecified(n)}
    missing = {f: graph.laws for f, graph in called.items() if f not in graph.laws}
    for f, laws in missing.items():
        if any(known.name == f.name for known in laws):
            raise NotApplicable(
                say(
                    "the equations hold {primed} too, and no differences are taken; give it "
                    'as well: functions={{"{primed}": ...}}',
                    primed=f.primed,
                )
            )
    if missing:
        raise NotApplicable(no_value({f.name: f.slots for f in missing}))
    return {code_name(f): _checked(f, graph.laws[f], arrays) for f, graph in called.items()}


def code_name(f: Unspecified) -> str:
    """How the code calls it: no name of anything else there."""
    return f"law_{f.word}"


def _checked(f: Unspecified, law: Callable, arrays: bool) -> Callable:
    def value(*given: float) -> float:
        told = ", ".join(f"{slot} = {x:g}" for slot, x in zip(f.slots, given))
        try:
            answer: Any = law(*given)
        except Exception as error:
            raise NonholoError(
                say(
                    "the function {primed} failed at {told}: {name}: {error}",
                    primed=f.primed,
                    told=told,
                    name=type(error).__name__,
                    error=said(error),
                )
            ) from error
        try:
            return float(answer)
        except (TypeError, ValueError):
            raise NonholoError(
                say(
                    "the function {primed} gave {answer!r} at {told}; needed is a number",
                    primed=f.primed,
                    answer=answer,
                    told=told,
                )
            ) from None

    if not arrays:
        return value
    import numpy as np

    return np.vectorize(value, otypes=[float])
