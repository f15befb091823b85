"""Python: a function of one state with nothing but the standard library."""

from __future__ import annotations

import keyword
from dataclasses import replace

from nonholo.expression.text import Style, plain_number, powers
from nonholo.languages.program import Language, Program, listing
from nonholo.languages.words import ARGUMENTS, Words, words

UNBOUNDED = {  # functions of `math` that raise OverflowError, where others answer with infinity
    name: f"""
def _{name}(u):
    try:
        return math.{name}(u)
    except OverflowError:
        return {infinite}
"""
    for name, infinite in (
        ("exp", "math.inf"),
        ("cosh", "math.inf"),
        ("sinh", "math.copysign(math.inf, u)"),
    )
}
TAKEN = words(keyword.kwlist, ARGUMENTS, "__debug__")


def function(program: Program, package: str, returned: str) -> str:
    """A Python function of (t, q, v, p) that needs one package."""
    groups = [(names, letter) for letter, names in program.groups]
    return "\n".join(
        [
            f"import {package}",
            "",
            "",
            f"def {program.task.function}({', '.join(program.letters)}):",
            f'    """{program.title}."""',
            *(f"    {listing(group)} = {source}" for group, source in groups if group),
            *(f"    {name} = {code}" for name, code in program.parts),
            f"    return {returned}",
            "",
        ]
    )


def _call(name: str, args: list[str]) -> str:
    if name == "sign":
        return f"(float({args[0]} > 0) - float({args[0]} < 0))"  # of numbers of NumPy too
    return f"{'abs' if name == 'abs' else 'math.' + name}({', '.join(args)})"


def _careful_call(name: str, args: list[str]) -> str:
    return f"_{name}({', '.join(args)})" if name in UNBOUNDED else _call(name, args)


def _layout(program: Program) -> str:
    text = function(program, "math", listing(program.results))
    defined = [code for name, code in UNBOUNDED.items() if f"_{name}(" in text]
    return text.replace("import math\n", "\n".join(["import math\n", *defined]), 1)


STYLE = Style(
    plain_number, powers("**", "math.sqrt", "math.pow"), _call, pi="math.pi", rounded=True
)
LANGUAGE = Language(
    "python",
    STYLE,
    Words(TAKEN | words("math abs", *(f"_{name}" for name in UNBOUNDED))),
    _layout,
    careful=replace(STYLE, function=_careful_call),
)
