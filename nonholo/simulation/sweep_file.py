"""The file of a sweep: JSON lines, what was asked first, then one line a member as it is finished.

The first line holds a hash of the whole case, each other line one of itself and of the first: a
file of another case or of other options is refused, and so is a line that was changed.  Only a last
line that was cut off is run again.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from pathlib import Path as File
from typing import Any

from nonholo.errors import NonholoError
from nonholo.files import Lines
from nonholo.readers.case import Case
from nonholo.words.sentence import say

SUM = "sha256"
Record = dict[str, Any]


def fingerprint(case: Case) -> str:
    """A hash of everything in a case on which a motion depends."""
    system, rows = case.system, case.system.pfaffian
    told = [
        system.chart.names,
        system.lagrangian,
        [rows.value(l) for l in range(rows.k)],
        rows.functions,
        system.forces,
        sorted((s.args, str(x)) for s, x in system.values.items()),
        case.scope.parameters,
        sorted(s.args for s in system.positive),
        system.inequalities,
        [c.value for c in system.nonlinear],
        case.dependent,
        sorted((n, str(x)) for n, x in case.initial.items()),
    ]
    if system.inputs:
        told.append(sorted((u.args, str(x)) for u, x in system.inputs.items()))
    if system.velocities:
        told.append(sorted((name, str(u)) for name, u in system.velocities.items()))
    return hashlib.sha256(json.dumps(told, default=str).encode()).hexdigest()


def finished(file: str | File | None, head: Record) -> dict[int, Record]:
    """What the file holds already.

    Raises NonholoError for a file of another sweep, and for a line that is broken or does not
    belong there.
    """
    if file is None or not File(file).exists():
        return {}
    whole = File(file).read_text(encoding="utf-8", errors="replace")
    lines = whole.splitlines()
    if not lines:
        return {}
    if _read(lines[0]) is None:
        raise NonholoError(say("{file}: is no file of a sweep; give another file", file=file))
    if _read(lines[0]) != json.loads(json.dumps(head)):
        raise NonholoError(
            say(
                "{file}: holds another sweep (another case, other options or members); "
                "give another file, or remove it",
                file=file,
            )
        )
    records: dict[int, Record] = {}
    for number, line in enumerate(lines[1:], start=2):
        record = _checked(line, head)
        if record is not None and record["number"] not in records:
            records[record["number"]] = record
        elif number < len(lines) or whole.endswith("\n"):
            raise NonholoError(
                say(
                    "{file}: line {number} is broken, was changed or stands there twice; "
                    "remove the line, and its member is run again",
                    file=file,
                    number=number,
                )
            )
    return records


def _read(line: str) -> Any:
    try:
        return json.loads(line)
    except ValueError:
        return None


def _checked(line: str, head: Record) -> Record | None:
    """The record of a line; None if it is not as it was written for this sweep."""
    record = _read(line)
    if not isinstance(record, dict) or record.pop(SUM, None) != _sum(record, head):
        return None
    return record


def _sum(record: Record, head: Record) -> str:
    return hashlib.sha256(json.dumps([head, record]).encode()).hexdigest()


class Sweep:
    """Appends records to the file, each at once; nothing without a file."""

    def __init__(self, file: str | File | None, head: Record):
        self.file, self.head = file, head

    def __enter__(self) -> Callable[[Record], None]:
        """Begin, or go on behind the last whole line."""
        if self.file is None:
            return lambda record: None
        self.out = Lines(self.file, anew=False)
        if not self.out.began:
            self._line(self.head)
        return self.write

    def write(self, record: Record) -> None:
        record = json.loads(json.dumps(record))
        self._line(record | {SUM: _sum(record, self.head)})

    def _line(self, record: Record) -> None:
        self.out.add(json.dumps(record))

    def __exit__(self, *_) -> None:
        if self.file is not None:
            self.out.close()
