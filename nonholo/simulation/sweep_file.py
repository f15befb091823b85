"""The file of a sweep: JSON lines, what was asked first, then one line a member as it is finished."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path as File
from typing import Any

from nonholo.errors import NonholoError


def finished(file: str | File | None, head: dict[str, Any]) -> dict[int, dict[str, Any]]:
    """What the file holds already; a last line that was cut off is left out."""
    if file is None or not File(file).exists():
        return {}
    lines = File(file).read_text(encoding="utf-8").splitlines()
    try:
        if lines and json.loads(lines[0]) != json.loads(json.dumps(head)):
            raise NonholoError(f"{file}: holds another sweep; give another file, or remove it")
    except ValueError:
        raise NonholoError(f"{file}: is no file of a sweep; give another file") from None
    found = {}
    for line in lines[1:]:
        try:
            record = json.loads(line)
        except ValueError:
            continue
        found[record["number"]] = record
    return found


class Sweep:
    """Appends records to the file, each at once; nothing without a file."""

    def __init__(self, file: str | File | None, head: dict[str, Any], resumed: bool):
        self.file, self.head, self.resumed = file, head, resumed

    def __enter__(self) -> Callable[[dict[str, Any]], None]:
        if self.file is None:
            return lambda record: None
        whole = self.resumed and File(self.file).read_text(encoding="utf-8").endswith("\n")
        self.out = open(self.file, "a" if self.resumed else "w", encoding="utf-8")
        if not self.resumed:
            self.write(self.head)
        elif not whole:
            self.out.write("\n")
        return self.write

    def write(self, record: dict[str, Any]) -> None:
        self.out.write(json.dumps(record) + "\n")
        self.out.flush()

    def __exit__(self, *_) -> None:
        if self.file is not None:
            self.out.close()

