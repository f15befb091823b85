"""Names that a person gave as one text or as several."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from nonholo.errors import NonholoError
from nonholo.readers.named import name_of
from nonholo.words.sentence import say


def name_list(given: str | Iterable[str], argument: str, rates: bool = False) -> tuple[str, ...]:
    """The names of an argument: "x", "x, y", ["x", "y"], or a SymPy model's q(t) and q(t).diff(t);
    "x'" means x, unless `rates`.

    Raises NonholoError for what is no name.

    >>> name_list("x, y'", "dependent"), name_list(["x"], "dependent"), name_list((), "dependent")
    (('x', 'y'), ('x',), ())
    """
    pieces: Any = given.replace(",", " ").split() if isinstance(given, str) else given
    try:
        names = tuple(pieces)
    except TypeError:
        names = (pieces,)
    names = tuple(_name(each, rates) for each in names)
    for name in names:
        if not isinstance(name, str) or not name.strip("' "):
            raise NonholoError(
                say(
                    "{argument} = {given!r}: needed are names, such as "
                    '{argument}=["x", "y"] or "x"',
                    argument=argument,
                    given=given,
                )
            )
    return tuple(name.strip() if rates else name.strip().rstrip("'") for name in names)


def _name(given: Any, rates: bool) -> Any:
    """An object of SymPy by its name; anything else as it is."""
    if getattr(given, "is_Derivative", False) and not rates:
        given = given.expr
    return name_of(given) if hasattr(given, "free_symbols") else given
