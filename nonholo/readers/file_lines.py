"""On which line of a TOML text a key is set, found by looking at headers and keys; for complaints
alone.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

Part = tuple[str, int]  # a name, and which of several tables of this name (0: not said)
_HEADER = re.compile(r"\s*(\[\[?)\s*([^\[\]]+?)\s*\]")
_KEY = re.compile(r"\s*((?:\"[^\"]*\"|'[^']*'|[\w.-]|\s*\.\s*)+?)\s*=", re.UNICODE)
_WORD = re.compile(r"\"([^\"]*)\"|'([^']*)'|([^\s.\"']+)")
_STRINGS = ('"""', "'''")


def line_of(lines: Sequence[str], key: str) -> int:
    """The line of a key such as "forces.x" or "bodies[2].origin", or of the table that holds it; 0
    if none is found.

    >>> line_of(["[[bodies]]", "mass = 1", "[[bodies]]", "mass = 2"], "bodies[2].mass")
    4
    """
    wanted, best, line = _parts(key), 0, 0
    for number, path in _settings(lines):
        common = _common(path, wanted)
        if common == len(path) and common > best:
            best, line = common, number
    return line


def _parts(key: str) -> list[Part]:
    """A key of a message in its parts; an index behind a list of texts says nothing about lines."""
    parts = []
    for word in key.split("."):
        name, _, index = word.partition("[")
        digits = index.partition("]")[0]
        parts.append((name, int(digits) if digits.isdecimal() else 0))
    return parts


def _common(path: Sequence[Part], wanted: Sequence[Part]) -> int:
    same = [
        name == other and (not index or not which or index == which)
        for (name, index), (other, which) in zip(path, wanted)
    ]
    return same.index(False) if False in same else len(same)


def _settings(lines: Sequence[str]) -> Iterator[tuple[int, list[Part]]]:
    """Line and full path of every header and every key; what stands in texts of many lines is
    passed over.
    """
    header: list[Part] = []
    tables: Counter[str] = Counter()
    quote = ""
    for number, line in enumerate(lines, start=1):
        inside, quote = quote, _left_open(line, quote)
        if inside:
            continue
        if match := _HEADER.match(line):
            names = _names(match[2])
            tables[match[2]] += match[1] == "[["
            header = [(name, 0) for name in names]
            if match[1] == "[[":
                header[-1] = names[-1], tables[match[2]]
            yield number, header
        elif match := _KEY.match(line):
            yield number, header + [(name, 0) for name in _names(match[1])]


def _names(text: str) -> list[str]:
    return [a or b or c for a, b, c in _WORD.findall(text)] or [text]


def _left_open(line: str, quote: str) -> str:
    """The quotes of a text of many lines that is open at the end of the line."""
    start = 0
    while True:
        marks = [quote] if quote else _STRINGS
        places = [(line.find(mark, start), mark) for mark in marks if line.find(mark, start) >= 0]
        if not places:
            return quote
        at, mark = min(places)
        quote, start = "" if quote else mark, at + 3
