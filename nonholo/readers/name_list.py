"""Names that a person gave as one text or as several."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from nonholo.errors import NonholoError
from nonholo.words.sentence import say


def name_list(given: str | Iterable[str], argument: str, rates: bool = False) -> tuple[str, ...]:
    """The names of an argument: "x", "x, y" or ["x", "y"]; "x'" means x, unless `rates`.

    Raises NonholoError for what is no name.

    >>> name_list("x, y'", "dependent"), name_list(["x"], "dependent"), name_list((), "dependent")
    (('x', 'y'), ('x',), ())
    """
    pieces: Any = given.replace(",", " ").split() if isinstance(given, str) else given
    try:
        names = tuple(pieces)
    except TypeError:
        names = (pieces,)
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
