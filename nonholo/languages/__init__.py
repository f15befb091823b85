"""Languages of generated code: one file and one row each.

A file holds its `LANGUAGE`; its row here is its name with the ending of its files.  Nothing is
loaded before it is asked for.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from nonholo.errors import NonholoError
from nonholo.words.sentence import say

if TYPE_CHECKING:
    from nonholo.languages.program import Language

LANGUAGES = {  # by their names: the ending of files that means this one, if any does
    "python": ".py",
    "c": ".c",
    "numpy": "",
    "julia": ".jl",
    "casadi": "",
    "modelica": ".mo",
    "matlab": ".m",
}


def language(name: str) -> Language:
    """The language of a name in `LANGUAGES`.

    Raises NonholoError for another name.

    >>> language("julia").name
    'julia'
    """
    if name not in LANGUAGES:
        names = ", ".join(LANGUAGES)
        raise NonholoError(
            say("{name!r} is no language; there are {names}", name=name, names=names)
        )
    chosen: Language = import_module(f"{__name__}.{name}").LANGUAGE
    return chosen
