"""CasADi: a Python function that builds the CasADi function (t, q, v, p) -> accelerations."""

from __future__ import annotations

from nonholo.expression.text import Style, calls, plain_number, powers
from nonholo.languages.program import Language, Program
from nonholo.languages.python import TAKEN
from nonholo.languages.words import Words, words


def _layout(program: Program) -> str:
    name, result = program.task.function, program.task.result
    sizes = [f'    {s} = ca.SX.sym("{s}", {len(group)})' for s, group in program.groups]
    inside, names = ", ".join(program.letters), ", ".join(f'"{s}"' for s in program.letters)
    unpacked = [
        f"    {', '.join(group)}{',' if len(group) == 1 else ''} = ca.vertsplit({s})"
        for s, group in program.groups
        if group
    ]
    return "\n".join(
        [
            "import casadi as ca",
            "",
            "",
            f"def {name}():",
            f'    """{program.title}."""',
            '    t = ca.SX.sym("t")',
            *sizes,
            *unpacked,
            *(f"    {name} = {code}" for name, code in program.parts),
            f"    {result} = ca.vertcat({', '.join(program.results)})",
            f'    return ca.Function("{name}", [{inside}], [{result}], [{names}], ["{result}"])',
            "",
        ]
    )


LANGUAGE = Language(
    "casadi",
    Style(
        plain_number,
        powers("**", "ca.sqrt"),
        calls("ca.", {"abs": "fabs"}),
        pi="ca.pi",
        rounded=True,
    ),
    Words(TAKEN | words("ca t")),
    _layout,
    names_result=True,
    smooth=True,
)
