"""An answer that grows is told line by line; as one JSON document when it is whole."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from nonholo.words.language import told
from nonholo.words.sentence import say

OTHERWISE = say("told otherwise, so that the verifier accepts it:")


class Telling:
    """What was told of an answer, and what comes after it."""

    def __init__(self, options: Any):
        self._options = options
        self._lines: list[str] = []
        self._record: dict[str, Any] = {}

    def add(self, text: Callable[[], str], record: Callable[[], dict[str, Any]]) -> None:
        """What can be said by now: lines that were not told yet are told.  It outlives the process
        where a limit is reached.

        text, record: of the whole answer so far, whichever will be told.
        """
        if self._options.json:
            self._record = record()
            self._options.results.add("", self._record, finished=False)
            return
        lines = text().split("\n")
        for line in fresh(self._lines, lines):
            print(line)
        print(end="", flush=True)
        self._lines = lines
        self._options.results.add("", {}, finished=False)

    def end(self) -> None:
        """The answer is whole."""
        if self._options.json:
            print(json.dumps(self._record, indent=1, ensure_ascii=False))


def fresh(before: list[str], lines: list[str]) -> list[str]:
    """The lines that are to be told after those before; where these are not the first ones, all
    since the last empty line that both have, under a line that says so.

    >>> fresh(["a", ""], ["a", "", "b"])
    ['b']
    >>> fresh(["a", "", "b"], ["a", "", "c"])
    ['', 'told otherwise, so that the verifier accepts it:', 'c']
    """
    if lines[: len(before)] == before:
        return lines[len(before) :]
    pairs = enumerate(zip(before, lines, strict=False))
    same = next((n for n, (old, new) in pairs if old != new), len(lines))
    start = max((n for n in range(same) if not lines[n]), default=0)
    return ["", told(OTHERWISE), *lines[start + 1 :]]
