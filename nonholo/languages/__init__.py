"""Languages of generated code: one file and one row each.

A file holds its `LANGUAGE`; its row here is its name with the ending of its files.  Nothing is
loaded before it is asked for.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

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

    >>> language("julia").name
    'julia'
    """
    chosen: Language = import_module(f"{__name__}.{name}").LANGUAGE
    return chosen
