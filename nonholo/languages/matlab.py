"""MATLAB: a function accelerations(t, q, v, p) -> column of the accelerations of all
coordinates; Octave reads it too.

Roots, logarithms and arcs that are not real are errors there: MATLAB itself would go on with
complex numbers.
"""

from __future__ import annotations

import re

from nonholo.expression.text import Style, calls, plain_number, powers
from nonholo.languages.program import Language, Program
from nonholo.languages.words import ARGUMENTS, FUNCTIONS, Words, words

WORDS = Words(
    words(
        FUNCTIONS,
        ARGUMENTS,
        "a t pi i j e eps inf Inf nan NaN NA ans end",
        "break case catch classdef continue do else elseif end_try_catch end_unwind_protect "
        "endclassdef endenumeration endevents endfor endfunction endif endmethods endparfor "
        "endproperties endswitch endwhile enumeration events for function global if methods "
        "otherwise parfor persistent properties return spmd switch try until unwind_protect "
        "unwind_protect_cleanup while __FILE__ __LINE__ realmin realmax intmin intmax",
        "realsqrt realpow reallog isreal error",
    ),
    ascii=True,
    reserved="_|[0-9]",
)


ARCS = re.compile(r"\b(asin|acos|acosh|atanh)\(")


def _layout(program: Program) -> str:
    result = program.task.result
    written = [*(code for _, code in program.parts), *program.results]
    arcs = any(ARCS.search(code) for code in written)
    unpacked = [
        f"    {name} = {source}({i});"
        for source, group in program.groups
        for i, name in enumerate(group, start=1)
    ]
    return "\n".join(
        [
            f"function {result} = {program.task.function}({', '.join(program.letters)})",
            f"    % {program.title}.",
            *unpacked,
            *(f"    {name} = {code};" for name, code in program.parts),
            f"    {result} = [{'; '.join(program.results)}];",
            *([f"    if ~isreal({result}), error('not real at this state'); end"] if arcs else []),
            "end",
            "",
        ]
    )


LANGUAGE = Language(
    "matlab",
    Style(
        plain_number,
        powers("^", "realsqrt", "realpow"),
        calls("", {"log": "reallog"}),
        rounded=True,
    ),
    WORDS,
    _layout,
    names_result=True,
)
