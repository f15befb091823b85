"""How wide lines of text are: as wide as a narrow terminal, else 100 signs."""

from __future__ import annotations

import re
import shutil
import sys
from collections.abc import Sequence
from textwrap import wrap

FULL, LEAST = 100, 60
COLOUR = re.compile(r"\033\[\d+m")


def columns() -> int:
    """The width of the terminal that standard output is, between LEAST and FULL; FULL where it
    is none.
    """
    if not sys.stdout.isatty():
        return FULL
    return max(LEAST, min(FULL, shutil.get_terminal_size((FULL, 24)).columns))


def folded(text: str, width: int) -> str:
    """`text` with long lines continued below, indented by four more than they begin.

    >>> print(folded("  one two three four five six", 16))
      one two three
          four five
          six
    """
    return "\n".join(piece for line in text.split("\n") for piece in _folded(line, width))


def aligned(rows: Sequence[Sequence[str]], least: int = 0, left: int = 0) -> list[str]:
    """Rows of words in columns two spaces apart at least, the first `left` of them to the left.

    >>> aligned([["", "first"], ["theta", "-1.2345678e-05"]], left=1)
    ['                  first', '  theta  -1.2345678e-05']
    """
    widths = [max(least, *map(len, column)) for column in zip(*rows)]
    sides = [str.ljust] * left + [str.rjust] * (len(widths) - left)
    return [
        "".join(f"  {put(word, w)}" for put, word, w in zip(sides, row, widths)) for row in rows
    ]


def _folded(line: str, width: int) -> list[str]:
    if len(COLOUR.sub("", line)) <= width:
        return [line]
    indent = " " * (len(line) - len(line.lstrip()))
    return wrap(
        line.lstrip(),
        width,
        initial_indent=indent,
        subsequent_indent=indent + " " * 4,
        break_long_words=False,
        break_on_hyphens=False,
    ) or [line]
