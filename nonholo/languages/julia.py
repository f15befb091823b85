"""Julia: a function accelerations(t, q, v, p) -> vector of the accelerations of all coordinates."""

from __future__ import annotations

from nonholo.expression.text import Style, calls, plain_number, powers
from nonholo.languages.program import Language, Program
from nonholo.languages.words import ARGUMENTS, FUNCTIONS, Words, words

WORDS = Words(
    words(
        FUNCTIONS,
        ARGUMENTS,
        "t pi im",
        "baremodule begin break catch const continue do else elseif end export false finally "
        "for function global if import let local macro module quote return struct true try "
        "using while where in isa abstract primitive mutable type outer public as ccall cglobal "
        "new var NaN Inf nothing missing undef",
    )
)


def _layout(program: Program) -> str:
    unpacked = [
        f"    {', '.join(group)} = {s}{'[1]' if len(group) == 1 else ''}"
        for s, group in program.groups
        if group
    ]
    return "\n".join(
        [
            f"# {program.title}.",
            f"function {program.task.function}({', '.join(program.letters)})",
            *unpacked,
            *(f"    {name} = {code}" for name, code in program.parts),
            f"    return [{', '.join(program.results)}]",
            "end",
            "",
        ]
    )


LANGUAGE = Language(
    "julia",
    Style(plain_number, powers("^"), calls("", {"atan2": "atan"}), rounded=True),
    WORDS,
    _layout,
)
