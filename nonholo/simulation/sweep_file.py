"""The file of a sweep: JSON lines, what was asked first, then one line a member as it is finished.

The first line holds a hash of the whole case, each other line one of itself and of the first: a
file of another case or of other options is refused, and so is a line that was changed.  Only a last
line that was cut off is run again.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
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


class Sweep:
    """Appends records to the file, each at once; nothing without a file.

    The file is held from the look at what it has already to the last record, so that no other run
    adds a member twice."""

    def __init__(self, file: str | File | None, head: Record):
        self.file, self.head = file, head
        self.sum = hashlib.sha256(f"[{json.dumps(head)}, ".encode())

    def __enter__(self) -> Sweep:
        """Begin, or go on behind the last whole line.

        Raises NonholoError for a file of another sweep."""
        if self.file is None:
            return self
        if File(self.file).exists():
            self._require_same()
        self.out = Lines(self.file, anew=False)
        if not self.out.began:
            self.out.add(json.dumps(self.head))
        return self

    def _require_same(self) -> None:
        with open(str(self.file), encoding="utf-8", errors="replace") as lines:
            first = lines.readline()
        if first and _read(first) is None:
            raise NonholoError(
                say("{file}: is no file of a sweep; give another file", file=self.file)
            )
        if first and _read(first) != json.loads(json.dumps(self.head)):
            raise NonholoError(
                say(
                    "{file}: holds another sweep (another case, other options or members); "
                    "give another file, or remove it",
                    file=self.file,
                )
            )

    def finished(self) -> Iterator[Record]:
        """The records that the file holds already, one after the other.

        Raises NonholoError for a line that is broken or does not belong there.
        """
        if self.file is None:
            return
        seen: set[int] = set()
        with open(self.file, encoding="utf-8", errors="replace") as lines:
            next(lines)
            for number, line in enumerate(lines, start=2):
                record = self._checked(line)
                if record is None or record["number"] in seen:
                    raise NonholoError(
                        say(
                            "{file}: line {number} is broken, was changed or stands there twice; "
                            "remove the line, and its member is run again",
                            file=self.file,
                            number=number,
                        )
                    )
                seen.add(record["number"])
                yield record

    def write(self, records: Sequence[Record]) -> None:
        if self.file is not None:
            self.out.add(*(self._line(json.dumps(record)) for record in records))

    def _line(self, text: str) -> str:
        return f'{text[:-1]}, "{SUM}": "{self._sum(text)}"}}'

    def _checked(self, line: str) -> Record | None:
        """The record of a line; None if it is not as it was written for this sweep."""
        record = _read(line)
        if not isinstance(record, dict) or SUM not in record:
            return None
        del record[SUM]
        return record if self._line(json.dumps(record)) == line.rstrip("\n") else None

    def _sum(self, text: str) -> str:
        told = self.sum.copy()
        told.update(f"{text}]".encode())
        return told.hexdigest()

    def __exit__(self, *_: object) -> None:
        if self.file is not None:
            self.out.close()


def _read(line: str) -> Any:
    try:
        return json.loads(line)
    except ValueError:
        return None
