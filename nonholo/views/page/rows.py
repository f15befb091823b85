"""Rows of a label and a text, wrapped."""

from __future__ import annotations

from textwrap import wrap

from nonholo.errors import option
from nonholo.views.page.columns import columns
from nonholo.words.language import tell

MOST_LABEL = 40
MOST_SIGNS = 400  # of a row: nobody reads a formula of more lines than five
WIDTH = columns()


def table(rows: list[tuple[str, str]], indent: int = 2, least: int = 0) -> list[str]:
    """Label and text in two columns; a label that repeats is left out, long text is wrapped.

    A label that would take the room of the text has a line of its own.  least: characters that the
    first column has at least.
    """
    width = max((len(label) for label, _ in rows if len(label) <= MOST_LABEL), default=4)
    width = max(width, least)
    lines, last = [], None
    for label, content in rows:
        head = "" if label == last else label
        if len(head) > MOST_LABEL:
            lines += wrap(head, WIDTH, initial_indent=" " * indent, subsequent_indent=" " * indent)
            head = ""
        pieces = wrap(content, WIDTH - width - indent - 2, break_long_words=False) or [""]
        lines += [
            " " * indent + (head if i == 0 else "").ljust(width) + "  " + piece
            for i, piece in enumerate(pieces)
        ]
        last = label
    return lines


def readable(row: tuple[str, str], full: bool) -> tuple[str, str]:
    """A row of which nobody reads the end ends earlier, between two words, unless `full`."""
    label, content = row
    if full or len(content) <= MOST_SIGNS:
        return row
    begun = content[:MOST_SIGNS].rsplit(" ", 1)[0]
    hint = option(tell("; --full gives all"), "")
    left = tell("{number} characters more{hint}", number=len(content) - len(begun), hint=hint)
    return label, f"{begun} ... ({left})"


def wrapped(sentence: str) -> list[str]:
    """A sentence in lines, indented."""
    return wrap(
        sentence, WIDTH - 2, initial_indent="  ", subsequent_indent="  ", break_long_words=False
    )
