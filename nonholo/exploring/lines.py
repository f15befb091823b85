"""Lines of a field of the form: a text each, or NAME = VALUE; and where in the field they stand."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import tomlkit
from tomlkit.exceptions import TOMLKitError
from tomlkit.items import Float, InlineTable, Integer

from nonholo.errors import BadCase
from nonholo.words.sentence import say


@dataclass(frozen=True, slots=True)
class Line:
    """An entry of a field: its name, if it has one; its text; line and column, counted from 1."""

    name: str
    text: str
    line: int
    column: int


def entries(field: str) -> list[Line]:
    """The lines of a field that hold something.

    field: as it was typed.  Returns a `Line` each, without a name.

    >>> [(line.text, line.line, line.column) for line in entries("dz = y dx\\n\\n  dx = dy")]
    [('dz = y dx', 1, 1), ('dx = dy', 3, 3)]
    """
    return [
        Line("", line.strip(), number, len(line) - len(line.lstrip()) + 1)
        for number, line in enumerate(field.split("\n"), start=1)
        if line.strip()
    ]


def assignments(field: str) -> list[Line]:
    """The lines NAME = VALUE of a field; a name alone has an empty text.

    field: as it was typed.  Returns a `Line` each, in order.

    >>> [(line.name, line.text, line.column) for line in assignments("m = 1.3\\nR")]
    [('m', '1.3', 5), ('R', '', 2)]
    """
    lines = []
    for whole in entries(field):
        name, sign, text = whole.text.partition("=")
        before = len(name) + len(sign) + len(text) - len(text.lstrip())
        lines.append(Line(name.strip(), text.strip(), whole.line, whole.column + before))
    return lines


def named(key: str, field: str, lone: bool) -> dict[str, str]:
    """The texts of a field by their names.

    key: of the field; field: as it was typed; lone: a name may stand alone.  Raises BadCase for a
    name that is given twice, for lines without a name, and for names alone where each needs a
    value.

    >>> named("initial", "x = 0.1\\nxdot = 2", lone=False)
    {'x': '0.1', 'xdot': '2'}
    """
    texts: dict[str, str] = {}
    wrong = []
    for one in assignments(field):
        where = f"{key}, line {one.line}, column 1"
        if not one.name or (not one.text and not lone):
            wrong.append(
                say("{where}: needed is a name and what it is, such as x = 0.5", where=where)
            )
        elif one.name in texts:
            wrong.append(
                say(
                    "{where}: {name} is given twice; delete one of the two",
                    where=where,
                    name=one.name,
                )
            )
        else:
            texts[one.name] = one.text
    if wrong:
        raise BadCase("", wrong)
    return texts


def value_of(text: str) -> Any:
    """What a value of a line is in TOML: a number or a table, with its digits as typed, else a
    text.

    text: behind the "=" of a line.  Returns an empty table for nothing at all.

    >>> value_of("1.50").as_string(), value_of("pi/10"), value_of("{ value = 2 }")
    ('1.50', 'pi/10', {'value': 2})
    """
    if not text:
        return tomlkit.inline_table()
    try:
        value = tomlkit.value(text)
    except (TOMLKitError, RecursionError, ValueError):
        return text
    return value if isinstance(value, (Integer, Float, InlineTable)) else text
