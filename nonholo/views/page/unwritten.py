"""Formulas too long to be written out, one after the other: said once, not line by line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

from nonholo.views.page.math import Math, Text
from nonholo.views.page.mixed import mixed
from nonholo.views.page.page import Block, Formula, Paragraph
from nonholo.words.language import tell_many
from nonholo.writing.latex import UNWRITTEN


def said_once(rows: Iterable[str]) -> Iterator[str | Text]:
    r"""The rows; those in sequence that say only that they are too long, as one sentence.

    rows: LaTeX, each "label = expression" or "expression = 0"; sentences are tuples.

    >>> list(said_once(["x = 1", r"y = \mbox{too long}", r"z = \mbox{too long}"]))
    ['x = 1', (Math(latex='y, z'), ': too long to be written out')]
    >>> list(said_once([r"\mbox{too long} = 0"] * 3))
    [('3 equations, too long to be written out',)]
    """
    for kind, run in groupby(rows, _kind):
        if not kind:
            yield from run
        elif kind == ANONYMOUS:
            yield _equations(len(list(run)))
        else:
            names = ", ".join(row.partition(f" = {UNWRITTEN}")[0] for row in run)
            yield mixed("{names}: too long to be written out", names=Math(names))


ANONYMOUS, LABELLED = "an expression = 0", "label = an expression"


def _kind(row: str) -> str:
    """Which of the two a row says that is not written out; nothing of one that is."""
    if row.startswith(UNWRITTEN) and row.endswith("} = 0"):
        return ANONYMOUS
    return LABELLED if f" = {UNWRITTEN}" in row and row.endswith("}") else ""


def _equations(number: int) -> tuple[str]:
    return (
        tell_many(
            number,
            "{n} equation, too long to be written out",
            "{n} equations, too long to be written out",
        ),
    )


def blocks_said_once(blocks: Iterable[Block]) -> Iterator[Block]:
    """The blocks, with formulas in sequence that are not written out as one paragraph.

    blocks: of a section, in their order; a formula with a label or a note stays.
    """
    for plain, run in groupby(blocks, _is_plain):
        if not plain:
            yield from run
            continue
        for told in said_once(block.latex for block in run if isinstance(block, Formula)):
            yield Formula(told) if isinstance(told, str) else Paragraph(told)


def _is_plain(block: Block) -> bool:
    return isinstance(block, Formula) and not block.label and not block.note
