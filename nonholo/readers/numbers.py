"""Numbers as people give them in Python, exact; and what is wrong with them, all at once."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from numbers import Rational, Real
from typing import Any, ParamSpec

from nonholo.errors import BadExpression, NonholoError, said
from nonholo.expression.graph import Graph
from nonholo.expression.ranges import Range
from nonholo.expression.text import text
from nonholo.readers.assumptions import assumed_of
from nonholo.readers.parser import parse_expression
from nonholo.readers.sympy_door import DIGITS, bounded, decimal, from_sympy, shown
from nonholo.readers.tree import Name, walk
from nonholo.words.sentence import say, together

P = ParamSpec("P")
_DIGITS = "[0-9]{1,400}"
_NUMBER = re.compile(
    rf"[-+]?(({_DIGITS}\.?[0-9]{{0,400}}|\.{_DIGITS})([eE][-+]?[0-9]{{1,3}})?|{_DIGITS}/{_DIGITS})"
)


def parameter_value(given: Any) -> Fraction | str | None:
    """The default number of a parameter: exact, or a text that is a constant; None for none.

    Raises NonholoError for what is no finite number.

    >>> parameter_value(0.1), parameter_value("pi/10"), parameter_value({"value": 2})
    (Fraction(1, 10), 'pi/10', Fraction(2, 1))
    """
    if isinstance(given, Mapping):
        given = given.get("value")
    if given is None or isinstance(given, str):
        return given
    if hasattr(given, "is_Rational"):
        return _constant(given)
    if not isinstance(given, (Real, Decimal)) or isinstance(given, bool):
        raise NonholoError(
            say("{given} is no number; try 1.3, Rational(13, 10) or 'pi/10'", given=shown(given))
        )
    if isinstance(given, Rational):
        return bounded(Fraction(int(given.numerator), int(given.denominator)))
    if isinstance(given, Decimal) and given.is_finite() and abs(given.adjusted()) > DIGITS:
        raise NonholoError(
            say("{given}: a number of more than {most} digits", given=shown(given), most=DIGITS)
        )
    try:
        return bounded(Fraction(str(given)))
    except ValueError:
        raise NonholoError(say("{given} is no finite number", given=shown(given))) from None


def _constant(given: Any) -> Fraction | str:
    """A SymPy number; anything but a rational as a text of the language."""
    if given.is_Float:
        return bounded(decimal(given)[0])
    if given.is_Rational:
        return bounded(Fraction(int(given.p), int(given.q)))
    return text(from_sympy([given], Graph(0), {})[0])


def exact_initial_value(given: Any) -> Fraction | str:
    """An initial value: a number, or a text that is a constant; None is refused.

    >>> import sympy
    >>> exact_initial_value("1/2"), exact_initial_value("pi/6"), exact_initial_value(sympy.pi / 4)
    (Fraction(1, 2), 'pi/6', 'pi/4')
    """
    if isinstance(given, str) and not _NUMBER.fullmatch(given.strip()):
        names = {node.text for node in walk(parse_expression(given)) if isinstance(node, Name)}
        return given if names <= {"pi"} else initial_value(given)
    if hasattr(given, "is_Rational") and given.is_real and not given.is_Rational:
        return _constant(given)
    return initial_value(given)


def initial_value(given: Any) -> Fraction:
    """An initial value: a number; pi/4 becomes the decimal next to it.

    Raises NonholoError for what is none.

    >>> initial_value(0.1), initial_value("1/3")
    (Fraction(1, 10), Fraction(1, 3))
    """
    if isinstance(given, str) and not _NUMBER.fullmatch(given.strip()):
        raise NonholoError(say("{given!r}: needed is a number", given=given[:60]))
    try:
        irrational = hasattr(given, "is_Rational") and given.is_number and not given.is_Rational
        value: Any = parameter_value(float(given) if irrational else given)
        return Fraction(value)  # a TypeError, where it is None
    except (ValueError, TypeError, ZeroDivisionError):
        raise NonholoError(say("{given}: needed is a number", given=shown(given))) from None


@dataclass(slots=True)
class Complaints:
    """What is wrong, each with the key where it is wrong."""

    messages: list[str] = field(default_factory=list)

    def guard(self, key: str, action: Callable[P, Any], *args: P.args, **named: P.kwargs) -> Any:
        """What the action gives, or None and a complaint."""
        try:
            return action(*args, **named)
        except BadExpression as error:  # has its key
            self.messages.append(said(error))
        except NonholoError as error:
            self.messages.append(together((key, ": ", said(error))))
        return None


def read_numbers(
    values: Mapping[str, Any], key: str, read, complaints: Complaints
) -> dict[str, Any]:
    return {name: complaints.guard(f"{key}.{name}", read, value) for name, value in values.items()}


def read_assumptions(
    values: Mapping[str, Any], complaints: Complaints, head: str = "parameters"
) -> dict[str, Range]:
    """What is declared of parameters, or coordinates, that are given as tables."""
    ranges = {
        name: complaints.guard(f"{head}.{name}", assumed_of, value, _bound)
        for name, value in values.items()
        if isinstance(value, Mapping)
    }
    return {name: assumed for name, assumed in ranges.items() if assumed is not None}


def _bound(key: str, value: Any) -> Fraction | None:
    number = parameter_value(value)
    return number if isinstance(number, Fraction) else None
