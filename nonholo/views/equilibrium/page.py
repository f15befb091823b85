"""Where a case can rest, as a section of a page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nonholo.views.equilibrium.text import (
    artefacts,
    complete,
    conditions,
    displacement,
    eigenvalues,
    headline,
    place,
    stability,
    virtual_work,
)
from nonholo.views.page.page import Block, Facts, Note, Paragraph, Section, Table
from nonholo.views.page.words import begun, unshouted
from nonholo.words.language import tell, told
from nonholo.words.sentence import say

if TYPE_CHECKING:
    from nonholo.findings.rests import Equilibria

HEADING = say("Where it can rest")
MOST = 12  # rests that are listed


def equilibrium_section(equilibria: Equilibria) -> Section:
    """All configurations of rest, with virtual work and stability."""
    names, at_rest = equilibria.case.system.chart.names, equilibria.rest
    works = [
        (displacement(names, v, "\u03b4"), virtual_work(w))
        for v, w in zip(at_rest.displacements, at_rest.work)
    ]
    blocks: list[Block] = [Paragraph(begun(f"{unshouted(headline(equilibria), ())}.", ()))]
    if works:
        header = (tell("virtual displacement"), tell("its work, which has to vanish"))
        blocks.append(Table(header, tuple(works)))
    rests = tuple(
        (
            str(number),
            "; ".join((place(one), *conditions(one))),
            stability(one),
            eigenvalues(one).replace("-", "\N{MINUS SIGN}") if one.stability.eigenvalues else "",
        )
        for number, one in enumerate(equilibria.found[:MOST], start=1)
    )
    if rests:
        columns = (tell("rest"), tell("where"), tell("stability"), tell("eigenvalues"))
        blocks.append(Table(columns, rests, row_headers=True))
    if len(equilibria.found) > MOST:
        blocks.append(Note("remark", tell("More rests are in the record.")))
    blocks += [Note("remark", text) for text in artefacts(equilibria)]
    blocks.append(Facts(((tell("complete"), complete(equilibria)),)))
    return Section(told(HEADING), tuple(blocks))
