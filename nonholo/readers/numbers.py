"""Numbers as people give them in Python, exact; and what is wrong with them, all at once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from numbers import Rational, Real
from typing import Any

from nonholo.errors import BadExpression, NonholoError
from nonholo.exact.graph import Graph
from nonholo.exact.sympy_door import decimal, from_sympy
from nonholo.exact.text import text


def parameter_value(given: Any) -> Fraction | str | None:
    """The default number of a parameter: exact, or a text that is a constant; None for none.

    >>> parameter_value(0.1), parameter_value("pi/10"), parameter_value({"value": 2, "positive": True})
    (Fraction(1, 10), 'pi/10', Fraction(2, 1))
    """
    if isinstance(given, Mapping):
        unknown = [key for key in given if key not in ("value", "positive")]
        if unknown:
            raise NonholoError(f"unknown key {unknown[0]}; known are value and positive")
        given = given.get("value")
    if given is None or isinstance(given, str):
        return given
    if hasattr(given, "is_Rational"):
        return _constant(given)
    if not isinstance(given, (Real, Decimal)) or isinstance(given, bool):
        raise NonholoError(f"{given!r} is no number; try 1.3, Rational(13, 10) or 'pi/10'")
    if isinstance(given, Rational):
        return Fraction(int(given.numerator), int(given.denominator))
    try:
        return Fraction(str(given))
    except ValueError:
        raise NonholoError(f"{given!r} is no finite number") from None


def _constant(given: Any) -> Fraction | str:
    """A SymPy number; anything but a rational as a text of the language."""
    if given.is_Float:
        return decimal(given)[0]
    if given.is_Rational:
        return Fraction(int(given.p), int(given.q))
    return text(from_sympy([given], Graph(), {})[0])


def initial_value(given: Any) -> Fraction:
    """An initial value: a number; pi/4 becomes the decimal next to it."""
    try:
        irrational = hasattr(given, "is_Rational") and given.is_number and not given.is_Rational
        return Fraction(parameter_value(float(given) if irrational else given))
    except (ValueError, TypeError):
        raise NonholoError(f"{given!r}: needed is a number") from None


@dataclass(slots=True)
class Complaints:
    """What is wrong, each with the key where it is wrong."""

    found: list[str] = field(default_factory=list)

    def guard(self, key: str, action: Callable[[], Any]) -> Any:
        """What the action gives, or None and a complaint."""
        try:
            return action()
        except BadExpression as error:  # has its key
            self.found.append(str(error))
        except NonholoError as error:
            self.found.append(f"{key}: {error}")
        return None


def read_numbers(values: Mapping[str, Any], key: str, read, complaints: Complaints) -> dict[str, Any]:
    return {
        name: complaints.guard(f"{key}.{name}", lambda v=value: read(v))
        for name, value in values.items()
    }


def declared_positive(value: Any) -> bool:
    return isinstance(value, Mapping) and value.get("positive") is True
