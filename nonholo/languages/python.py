"""Python: a function of one state with nothing but the standard library."""

from __future__ import annotations

import keyword

from nonholo.expression.text import Style, plain_number
from nonholo.languages.program import Language, Program, listing, powers
from nonholo.languages.words import ARGUMENTS, Words, words

TAKEN = words(keyword.kwlist, ARGUMENTS, "__debug__")


def unpacked(program: Program) -> list[str]:
    """(x, y) = q, and so on."""
    return [
        f"    {listing(group)} = {source}" for group, source in zip(program.groups, "qvp") if group
    ]


def _call(name: str, args: list[str]) -> str:
    if name == "sign":
        return f"(({args[0]} > 0) - ({args[0]} < 0))"
    return f"{'abs' if name == 'abs' else 'math.' + name}({', '.join(args)})"


def _layout(program: Program) -> str:
    return "\n".join(
        [
            "import math",
            "",
            "",
            "def accelerations(t, q, v, p):",
            f'    """{program.title}."""',
            *unpacked(program),
            *(f"    {name} = {code}" for name, code in program.parts),
            f"    return {listing(program.results)}",
            "",
        ]
    )


LANGUAGE = Language(
    "python",
    Style(plain_number, powers("**", "math.sqrt"), _call, pi="math.pi"),
    Words(TAKEN | words("math abs")),
    _layout,
)
