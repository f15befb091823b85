"""The arguments of `System` as people give them: one thing or several, texts or SymPy objects,
and their names.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from nonholo.errors import BadCase, BadExpression
from nonholo.expression.unspecified import function_named
from nonholo.readers.declared import TIME
from nonholo.readers.named import called
from nonholo.readers.parser import NO_FUNCTIONS, Signatures
from nonholo.readers.sympy_door import shown
from nonholo.readers.tokens import FUNCTIONS, kind, read_words
from nonholo.words.sentence import say

RESERVED = (TIME, "pi")


@dataclass(frozen=True, slots=True)
class Model:
    """The arguments of `System`, as lists and mappings."""

    q: list[Any]
    lagrangian: Any
    constraints: list[Any]
    holonomic: list[Any]
    forces: dict[Any, Any]
    parameters: dict[Any, Any] | None
    dependent: list[Any]
    inequalities: list[Any]
    name: str
    initial: dict[Any, Any]
    inputs: dict[Any, Any]
    velocities: dict[Any, Any] = field(default_factory=dict)
    about: dict[Any, Any] = field(default_factory=dict)  # what is assumed of coordinates

    def pieces(self) -> dict[str, Any]:
        """Every expression, equation or text by its key in messages."""
        pieces = {} if self.lagrangian is None else {"lagrangian": self.lagrangian}
        pieces |= numbered("constraints", self.constraints)
        pieces |= numbered("holonomic_constraints", self.holonomic)
        pieces |= {f"forces.{called(c)}": force for c, force in self.forces.items()}
        pieces |= {f"inputs.{called(u)}": x for u, x in self.inputs.items() if is_expression(x)}
        pieces |= {f"velocities.{called(u)}": x for u, x in self.velocities.items()}
        return pieces | numbered("inequalities", self.inequalities)

    def texts(self) -> list[str]:
        return [piece for piece in self.pieces().values() if isinstance(piece, str)]


def listed(value: Any) -> list[Any]:
    """One thing or several of them, as a list."""
    if value is None:
        return []
    if isinstance(value, str):
        return [value]
    try:
        return list(iter(value))
    except TypeError:
        return [value]


def named(value: Any) -> list[Any]:
    """As `listed`, and the words of a text "x y theta"."""
    return re.findall(r"[^\s,]+", value) if isinstance(value, str) else listed(value)


def listed_values(parameters: Any, key: str = "parameters") -> Any:
    """Parameters that come as mere names have no values; raises BadCase for what is no table."""
    if isinstance(parameters, Mapping):
        return parameters
    try:
        return dict.fromkeys(named(parameters))
    except TypeError:  # a list in the list
        raise BadCase(
            "",
            say(
                "{key}: needed are names or {{name: value}}, given was {shown}",
                key=key,
                shown=shown(parameters),
            ),
        ) from None


def is_expression(value: Any) -> bool:
    """A text, or an object of SymPy that is no number."""
    return isinstance(value, str) or (hasattr(value, "free_symbols") and not value.is_number)


def mapping(key: str, value: Any) -> dict[Any, Any]:
    """What was given as a mapping; nothing is an empty one.

    Raises BadCase for what is no mapping.
    """
    if value is not None and not isinstance(value, Mapping):
        raise BadCase(
            "",
            say(
                "{key}: needed is a mapping {{name: value}}, given was {shown}",
                key=key,
                shown=shown(value),
            ),
        )
    return dict(value or {})


def numbered(key: str, values: Iterable[Any]) -> dict[str, Any]:
    return {f"{key}[{i}]": value for i, value in enumerate(values, start=1)}


def names_in(
    texts: Iterable[str],
    coordinates: Iterable[str],
    known: Iterable[str],
    functions: Signatures = NO_FUNCTIONS,
) -> list[str]:
    """The names in texts that are not known and no rates, differentials, functions: parameters."""
    forms = {form for c in coordinates for form in (c, f"{c}dot", f"{c}ddot", f"d{c}")}
    apart = {*forms, *known, *RESERVED, "dt", *FUNCTIONS}
    words = dict.fromkeys(word for each in texts for word in _words(each))
    return [
        word
        for word in words
        if word not in apart
        and kind(word) == "name"
        and "'" not in word
        and function_named(word, functions) is None
    ]


def _words(each: str) -> list[str]:
    try:
        return read_words(each).words
    except BadExpression:  # the reader says so, with the place
        return []


def is_name(name: str) -> bool:
    """The language reads it as one name."""
    try:
        first = read_words(name).words[0]
    except BadExpression:
        return False
    return kind(first) == "name" and first == name and "'" not in name


def sides(piece: Any) -> list[Any]:
    """Both sides of an equation or inequality, or the expression alone."""
    return [piece.lhs, piece.rhs] if getattr(piece, "is_Relational", False) else [piece]
