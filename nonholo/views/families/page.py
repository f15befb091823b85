"""Families as a section of the page: for each question a table of cells."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from nonholo.expression.graph import Expr
from nonholo.views.families.text import ASKED, complete, family_answer
from nonholo.views.page.math import Math, Text
from nonholo.views.page.page import Block, Note, Paragraph, Section, Table
from nonholo.writing.latex import Writer

if TYPE_CHECKING:
    from nonholo.findings.families import Families
    from nonholo.findings.family import Family, FamilyCell


def families_section(families: Families | None) -> Section:
    """When the answers change: the cells of parameter space, question by question."""
    heading = "For which parameters"
    if families is None:
        return Section(heading, ())
    write = families.case.system.chart.latex()
    blocks: list[Block] = []
    for question, family in families.families.items():
        told = ASKED[question]
        blocks += [Paragraph(told[0].upper() + told[1:]), _table(family, write)]
        if not family.complete:
            blocks.append(Note("remark", f"{complete(family)}."))
    return Section(heading, tuple(blocks))


def _table(family: Family, write: Writer) -> Table:
    rows = tuple((*_place(cell, write), _told(cell)) for cell in family.cells)
    letters = r",\ ".join(write(p) for p in family.parameters)
    caption: Text = ("The parameters: ", Math(letters)) if letters else "There are no parameters."
    return Table(("where", "but not where", "answer"), rows, caption=caption, row_headers=True)


def _place(cell: FamilyCell, write: Writer) -> tuple[Text, Text]:
    if cell.explicit and cell.solved:
        where: Text = Math(r",\ ".join(f"{write(p)} = {write(e)}" for p, e in cell.solved.items()))
    elif cell.equations:
        where = Math(_zero(cell.equations, write))
    else:
        where = "almost all parameters" if cell.without else "all parameters"
    beside = r"\ \text{or}\ ".join(_zero(inner, write) for inner in cell.without)
    return where, Math(beside) if beside else ""


def _zero(equations: Sequence[Expr], write: Writer) -> str:
    told = r",\ ".join(f"{write(e)} = 0" for e in equations)
    return rf"({told})" if len(equations) > 1 else told


def _told(cell: FamilyCell) -> Text:
    pieces = [f"{label.strip()}: {told}" for label, told in family_answer(cell)]
    return "; ".join(pieces)
