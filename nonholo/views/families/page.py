"""Families as a section of the page: for each question a table of cells."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from nonholo.expression.graph import Expr
from nonholo.views.families.text import (
    ASKED,
    certified,
    complete,
    equations,
    family_answer,
    function_rows,
    is_rest,
    nothing_found,
    remarks,
    such_as,
)
from nonholo.views.page.math import Math, Text
from nonholo.views.page.mixed import mixed
from nonholo.views.page.page import Block, Note, Paragraph, Section, Table
from nonholo.views.page.words import begun, unshouted
from nonholo.words.language import tell, told
from nonholo.words.sentence import say
from nonholo.writing.latex import Writer

if TYPE_CHECKING:
    from nonholo.findings.families import Families
    from nonholo.findings.family import Family, FamilyCell

HEADING = say("For which parameters")


def families_section(families: Families | None) -> Section:
    """When the answers change: the cells of parameter space, question by question."""
    if families is None:
        return Section(told(HEADING), ())
    write, names = families.case.system.chart.latex(), families.case.letters
    blocks: list[Block] = []
    for question, family in families.families.items():
        sentence = told(ASKED[question])
        blocks += [Paragraph(begun(sentence, ())), _table(family, write)]
        if question == "constraints" and families.functions is not None:
            blocks += [Paragraph(words) for _, words in function_rows(families.functions)]
        shown = [f"{tell('assumed')}: {'; '.join(family.assumed)}."] if family.assumed else []
        shown.append(f"{tell('complete')}: {complete(family)}.")
        shown += [f"{told(remark)}." for remark in remarks(family)]
        if family.certified is not None:
            shown.append(f"{tell('certified')}: {certified(family)}.")
        blocks.append(Note("remark", " ".join(begun(one, names) for one in shown)))
    return Section(told(HEADING), tuple(blocks))


def _table(family: Family, write: Writer) -> Table:
    header = (tell("where"), tell("but not where"), tell("answer"))
    rows = [(*_place(cell, write, family), _told(family, cell)) for cell in family.cells]
    columns = [c for c in zip(header, *rows, strict=True) if any(c[1:])]
    letters = r",\ ".join(write(p) for p in family.parameters)
    caption: Text = (
        mixed("The parameters: {letters}", letters=Math(letters))
        if letters
        else tell("There are no parameters.")
    )
    header, *rows = zip(*columns, strict=True)
    return Table(header, tuple(rows), caption=caption, row_headers=True)


def _place(cell: FamilyCell, write: Writer, family: Family) -> tuple[Text, Text]:
    if cell in family.doubted:
        where: Text = equations(cell, family)
    elif cell.explicit and cell.solved:
        where = Math(r",\ ".join(f"{write(p)} = {write(e)}" for p, e in cell.solved.items()))
    elif cell.equations:
        where = Math(_zero(cell.equations, write))
    else:
        where = equations(cell, family)
    without = () if is_rest(cell, family) else cell.without
    beside = rf"\ \text{{{tell('or')}}}\ ".join(_zero(inner, write) for inner in without)
    return where, Math(beside) if beside else ""


def _zero(nodes: Sequence[Expr], write: Writer) -> str:
    told = r",\ ".join(f"{write(e)} = 0" for e in nodes)
    return rf"({told})" if len(nodes) > 1 else told


def _told(family: Family, cell: FamilyCell) -> Text:
    rows = [*family_answer(cell), *such_as(cell), *nothing_found(family, cell)]
    told: dict[str, list[str]] = {}
    letters = [str(p) for p in family.parameters]
    for label, words in rows:
        told.setdefault(label.strip() or [*told][-1], []).append(unshouted(words, letters))
    return "; ".join(f"{label}: {'; '.join(words)}" for label, words in told.items())
