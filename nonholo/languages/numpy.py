"""NumPy: a Python function of arrays, so that many states are done at once."""

from __future__ import annotations

from nonholo.expression.text import Style, plain_number
from nonholo.languages.program import Language, Program, calls, powers
from nonholo.languages.python import TAKEN, unpacked
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
    return "\n".join(
        [
            "import numpy as np",
            "",
            "",
            "def accelerations(t, q, v, p):",
            f'    """{program.title}."""',
            *unpacked(program),
            *(f"    {name} = {code}" for name, code in program.parts),
            f"    return np.stack(np.broadcast_arrays({', '.join(program.results)}))",
            "",
        ]
    )


LANGUAGE = Language(
    "numpy",
    Style(plain_number, powers("**", "np.sqrt"), calls("np.", ARCS), pi="np.pi"),
    Words(TAKEN | words("np")),
    _layout,
)
