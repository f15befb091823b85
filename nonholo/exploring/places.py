"""Where in the form a complaint belongs: the field, and the line and column inside of it."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from nonholo.errors import Place
from nonholo.exploring.lines import Line, assignments, entries
from nonholo.readers.file_lines import line_of
from nonholo.words.language import ENGLISH, spoken, tell, told

LISTS = ("constraints", "holonomic_constraints", "inequalities")
TABLES = ("forces", "parameters", "initial")
WHOLE = ("name", "coordinates", "lagrangian", "dependent")
FILE = "text"  # the field that holds the whole file
_HEAD = re.compile(
    r"(?P<key>[A-Za-z_][\w.]*)(\[(?P<index>\d+)\])?[\w.\[\]]*"
    r"(, line (?P<line>\d+), column (?P<column>\d+)| \(line (?P<at>\d+)\))?: ",
)
_SPOT = re.compile(r"\(at line (?P<line>\d+), column (?P<column>\d+)\)")


@dataclass(frozen=True, slots=True)
class Complaint:
    """What is wrong, and where: a field of the form ("" for the case as a whole), line, column.

    message: in the language spoken; plain: the same in English, where it differs.
    """

    field: str
    line: int
    column: int
    message: str
    plain: str = ""


def places_in(text: str) -> Callable[[str, str], Place]:
    """Where texts of a case stand: those of a field of the form from its own beginning, others by
    their line in the file.

    text: of the file.  Returns what `parse_case` takes as `place`.

    >>> places_in("")("constraints[2]", "dz = y dx")
    Place(source='', key='constraints[2]', line=1, column=1)
    """
    lines = text.split("\n")

    def place(key: str, given: str) -> Place:
        of_field = key.partition(".")[0].partition("[")[0] in (*LISTS, *TABLES, *WHOLE)
        return Place("", key, 1 if of_field else max(1, line_of(lines, key)), 1)

    return place


def placed(complaint: str, fields: Mapping[str, str]) -> Complaint:
    """A complaint of the readers, in the language spoken, with its place in the form.

    complaint: as for `_placed`; fields: texts of the form by key.

    >>> placed("constraints[2], line 1, column 6: q is not declared", {"constraints": "dz = dx"})
    Complaint(field='constraints', line=1, column=1, message='q is not declared', plain='')
    """
    plain = _placed(str(complaint), fields)
    if spoken() == ENGLISH:
        return plain
    head = _HEAD.match(complaint)
    before = head[0] if head and complaint == f"{head[0]}{plain.message}" else ""
    if before and head and head["line"]:
        there = tell("line {line}, column {column}", line=head["line"], column=head["column"])
        before = f"{complaint[: head.start(4)]}, {there}: "
    elif before and head and head["at"]:
        before = complaint[: head.start(4)] + tell(" (line {line})", line=head["at"]) + ": "
    return replace(plain, message=told(complaint).removeprefix(before), plain=plain.message)


def _placed(complaint: str, fields: Mapping[str, str]) -> Complaint:
    """A complaint of the readers with its place in the form.

    complaint: begins with the key that it is about, as those of `parse_case` do; fields: texts of
    the form by key.  Without such a key it is about the case as a whole.

    >>> text = "constraints[2], line 1, column 6: q is not declared"
    >>> _placed(text, {"constraints": "dz = y dx\\ndx = q dy"})
    Complaint(field='constraints', line=2, column=6, message='q is not declared', plain='')
    """
    head = _HEAD.match(complaint)
    if complaint.startswith("not TOML") and (spot := _SPOT.search(complaint)):
        return Complaint(FILE, int(spot["line"]), int(spot["column"]), complaint)
    if head is None:
        return Complaint("", 1, 1, complaint)
    key, _, name = head["key"].partition(".")
    message = complaint[head.end() :]
    line, column = int(head["line"] or head["at"] or 1), int(head["column"] or 1)
    if key in LISTS:
        return _in_line(key, _entry(entries(fields[key]), head["index"]), line, column, message)
    if key in TABLES and head["line"] and not name:  # told of the lines themselves
        return Complaint(key, line, column, message)
    if key in TABLES:
        assignment = next((a for a in assignments(fields[key]) if a.name == name), None)
        message = message if assignment else f"{name}: {message}" if name else message
        return _in_line(key, assignment, line, column, message)
    if key in WHOLE:
        return Complaint(key, line if head["line"] else 1, column, message)
    if key == "simulation" and name == "duration":
        return Complaint("duration", 1, 1, message)
    return Complaint(FILE, line, column, complaint)


def _entry(lines: list[Line], index: str | None) -> Line | None:
    number = int(index) if index else 0
    return lines[number - 1] if 0 < number <= len(lines) else None


def _in_line(key: str, entry: Line | None, line: int, column: int, message: str) -> Complaint:
    """The place of an entry of a field, and in it the place inside of its text."""
    if entry is None:
        return Complaint(key, 1, 1, message)
    return Complaint(key, entry.line, entry.column + column - 1 if line == 1 else 1, message)
