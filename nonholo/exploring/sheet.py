"""A case file as a form, and the form written back into the file.

The file is the truth: what the form changes is put in its place in the text, and comments and keys
for which there is no field stay as they were written."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping, Sequence
from difflib import SequenceMatcher
from typing import Any

import tomlkit
from tomlkit.exceptions import TOMLKitError
from tomlkit.items import InlineTable, Item

from nonholo.errors import BadCase
from nonholo.exploring.lines import entries, named, value_of
from nonholo.words.sentence import say

Table = dict[str, Any]
BELOW = say(
    "the form can't write this into the file as it stands; change it in the text of the file"
)


def fields_of(text: str) -> dict[str, str]:
    """The fields of the form as a case file fills them.

    text: TOML.  Returns a text for each of `FIELDS`, empty where the file says nothing.  Raises
    BadCase where the text is no TOML.

    >>> found = fields_of('coordinates = ["x", "y"]\\nconstraints = ["dy = x dt"]')
    >>> found["coordinates"], found["constraints"], found["lagrangian"]
    ('x, y', 'dy = x dt', '')
    """
    table = _table(text)
    written = _document(text)
    return {key: show(table, written) for key, (show, _) in FIELDS.items()}


def written(text: str, fields: Mapping[str, str]) -> str:
    """The case file with what the form says.

    text: TOML; fields: texts of the form by key.  Only what differs from the file is written.
    Raises BadCase where the text is no TOML, and where a field can't be written into it.

    >>> print(written('name = "Skate"  # mine', {"name": "Sled"}))
    name = "Sled"  # mine
    """
    text = text.replace("\r\n", "\n").replace("\r", "\n").removeprefix("\ufeff")
    table, before = _table(text), fields_of(text)
    changed = {key: value for key, value in fields.items() if value != before[key]}
    if not changed:
        return text
    added = "" if text.endswith("\n") else "\n"  # tomlkit puts keys behind the end
    document, wrong = _document(text + added), []
    for key, value in changed.items():
        try:
            wanted = FIELDS[key][1](table, value)
        except BadCase as error:
            wrong += error.complaints
            continue
        if not _fits(table, wanted):
            wrong.append(f"{key}: {BELOW}")
            continue
        _put(document, wanted)
        table = _meant(table, wanted)
    if wrong:
        raise BadCase("", wrong)
    rewritten = tomlkit.dumps(document)
    if _parsed(rewritten) != table:
        raise BadCase("", f"{', '.join(changed)}: {BELOW}")
    return rewritten.removesuffix(added)


def _fits(table: Table, wanted: Mapping[str, Any]) -> bool:
    """Are there tables, or nothing, where entries of tables are wanted?"""
    return all(
        isinstance(table.get(key, {}), Mapping)
        for key, value in wanted.items()
        if isinstance(value, _Inner)
    )


def _parsed(text: str) -> Table | None:
    """None where tomlkit has put a value where TOML takes none."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return None


def _table(text: str) -> Table:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadCase("", f"not TOML: {error}") from None
    except (RecursionError, ValueError):
        raise BadCase("", say("not a case: nested too deeply, or a number without end")) from None


def _document(text: str) -> tomlkit.TOMLDocument:
    try:
        return tomlkit.parse(text)
    except (TOMLKitError, RecursionError) as error:
        raise BadCase(
            "", say("the form can't be filled from this file: {error}", error=error)
        ) from None


# ----------------------------------------------------------------------- what is wanted of a file
class _Absent:
    """A key that is not to be in the file."""


def _meant(table: Table, wanted: Mapping[str, Any]) -> Table:
    """The table with other values; tables below are followed key by key."""
    meant = dict(table)
    for key, value in wanted.items():
        if value is _Absent:
            meant.pop(key, None)
        elif isinstance(value, _Inner):
            meant[key] = _meant(meant.get(key, {}), value)
        else:
            meant[key] = value.unwrap() if isinstance(value, Item) else value
    return meant


class _Inner(dict[str, Any]):
    """Changes below a table, key by key."""


def _put(document: Any, wanted: Mapping[str, Any]) -> None:
    """The same in a document that remembers how it was written."""
    for key, value in wanted.items():
        if value is _Absent:
            if key in document:
                del document[key]
        elif isinstance(value, _Inner):
            if key not in document:
                document[key] = tomlkit.table()
            _put(document[key], value)
        elif isinstance(value, list) and isinstance(document.get(key), list):
            _replace(document[key], value)
        else:
            document[key] = _item(value)


def _replace(array: Any, wanted: Sequence[str]) -> None:
    """Only the entries that differ, so that comments beside the others stay."""
    steps = SequenceMatcher(None, list(array), wanted, autojunk=False).get_opcodes()
    for what, low, high, start, end in reversed(steps):
        if what == "equal":
            continue
        both = min(high - low, end - start)
        for i in range(both):
            array[low + i] = wanted[start + i]
        for i in reversed(range(low + both, high)):
            del array[i]
        for i in range(start + both, end):
            array.insert(low + i - start, wanted[i])


def _item(value: Any) -> Any:
    if isinstance(value, str) and "\n" in value:
        return tomlkit.string(value, multiline=True)
    if isinstance(value, list) and len(value) > 1 and any(len(v) > 12 for v in value):
        array = tomlkit.array()
        array.extend(value)
        return array.multiline(True)
    if isinstance(value, dict) and not isinstance(value, Item):
        return tomlkit.inline_table()  # of a coordinate of which nothing is assumed
    return value


# ------------------------------------------------------------------------------- fields of the form
Show = Callable[[Table, Any], str]
Read = Callable[[Table, str], Mapping[str, Any]]


def _text(key: str) -> tuple[Show, Read]:
    """A text as it is."""

    def show(table: Table, document: Any) -> str:
        value = table.get(key, "")
        return value if isinstance(value, str) else str(value)

    def read(table: Table, field: str) -> Mapping[str, Any]:
        return {key: field if field.strip() else _Absent}

    return show, read


def _texts(key: str) -> tuple[Show, Read]:
    """Texts, one a line."""

    def show(table: Table, document: Any) -> str:
        return "\n".join(" ".join(str(text).split("\n")) for text in _listed(table.get(key, [])))

    def read(table: Table, field: str) -> Mapping[str, Any]:
        asked = [entry.text for entry in entries(field)]
        folded = {" ".join(str(text).split("\n")).strip(): text for text in _listed(table.get(key))}
        return {key: [folded.get(text, text) for text in asked] if asked else _Absent}

    return show, read


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [] if value is None else [value]


def _assigned(key: str, numbers: bool, lone: bool) -> tuple[Show, Read]:
    """A table as lines NAME = VALUE; numbers: values may be numbers, else all are texts."""

    def show(table: Table, document: Any) -> str:
        given = table.get(key, {})
        if not isinstance(given, Mapping):
            return "\n".join(map(str, given)) if isinstance(given, list) else str(given)
        return "\n".join(
            _line(name, value, document[key][name], numbers) for name, value in given.items()
        )

    def read(table: Table, field: str) -> Mapping[str, Any]:
        before = table.get(key, {})
        before = before if isinstance(before, Mapping) else {}
        lines = {n: _line(n, v, None, numbers) for n, v in before.items()}
        asked = named(key, field, lone)
        wanted = _Inner(dict.fromkeys([n for n in before if n not in asked], _Absent))
        values = {n: value_of(text) if numbers else text for n, text in asked.items()}
        for name, value in values.items():
            same = name in before and (
                value == before[name] or _line(name, value, None, numbers) == lines[name]
            )
            if not same:
                wanted[name] = value
        return {key: wanted}

    return show, read


def _line(name: str, value: Any, item: Any, numbers: bool) -> str:
    if isinstance(value, Mapping):
        inside = item if isinstance(item, InlineTable) else tomlkit.inline_table()
        if inside is not item:
            inside.update(value)
        return f"{name} = {inside.as_string().strip()}" if value else name
    if numbers and item is not None and not isinstance(value, (str, bool)):
        return f"{name} = {item.as_string().strip()}"  # 1.0 stays 1.0
    return f"{name} = {' '.join(str(value).split(chr(10)))}"


def _coordinates() -> tuple[Show, Read]:
    """Names; a table of what is assumed of each keeps what it says of those that stay."""

    def show(table: Table, document: Any) -> str:
        given = table.get("coordinates", [])
        return ", ".join(map(str, given if isinstance(given, Mapping) else _listed(given)))

    def read(table: Table, field: str) -> Mapping[str, Any]:
        names = _split(field)
        given = table.get("coordinates")
        if not isinstance(given, Mapping):
            return {"coordinates": names}
        gone = dict.fromkeys([n for n in given if n not in names], _Absent)
        return {"coordinates": _Inner(gone | {n: {} for n in names if n not in given})}

    return show, read


def _names(key: str) -> tuple[Show, Read]:
    """Names in one line."""

    def show(table: Table, document: Any) -> str:
        return ", ".join(map(str, _listed(table.get(key))))

    def read(table: Table, field: str) -> Mapping[str, Any]:
        return {key: _split(field) or _Absent}

    return show, read


def _split(field: str) -> list[str]:
    return [name for group in field.split(",") for name in group.split()]


def _duration() -> tuple[Show, Read]:
    def show(table: Table, document: Any) -> str:
        inner = table.get("simulation", {})
        if not isinstance(inner, Mapping) or "duration" not in inner:
            return ""
        return str(inner["duration"])

    def read(table: Table, field: str) -> Mapping[str, Any]:
        asked = value_of(field.strip()) if field.strip() else _Absent
        return {"simulation": _Inner(duration=asked)}

    return show, read


FIELDS: Mapping[str, tuple[Show, Read]] = {
    "name": _text("name"),
    "coordinates": _coordinates(),
    "constraints": _texts("constraints"),
    "holonomic_constraints": _texts("holonomic_constraints"),
    "inequalities": _texts("inequalities"),
    "lagrangian": _text("lagrangian"),
    "forces": _assigned("forces", numbers=False, lone=False),
    "parameters": _assigned("parameters", numbers=True, lone=True),
    "initial": _assigned("initial", numbers=True, lone=False),
    "duration": _duration(),
    "dependent": _names("dependent"),
}
