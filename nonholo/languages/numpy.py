"""NumPy: a Python function of arrays, so that many states are done at once."""

from __future__ import annotations

from nonholo.expression.text import Style, calls, plain_number, powers
from nonholo.languages.program import Language, Program
from nonholo.languages.python import TAKEN, function
from nonholo.languages.words import Words, words

ARCS = {
    "asin": "arcsin",
    "acos": "arccos",
    "atan": "arctan",
    "atan2": "arctan2",
    "asinh": "arcsinh",
    "acosh": "arccosh",
    "atanh": "arctanh",
}


def _layout(program: Program) -> str:
    """q, v, p hold one array (or number) a name; the result has a row a coordinate."""
    rows = ", ".join(program.results)
    return function(program, "numpy as np", f"np.stack(np.broadcast_arrays({rows}))")


LANGUAGE = Language(
    "numpy",
    Style(
        plain_number,
        powers("**", "np.sqrt", "np.power"),
        calls("np.", ARCS),
        pi="np.pi",
        rounded=True,
    ),
    Words(TAKEN | words("np")),
    _layout,
)
