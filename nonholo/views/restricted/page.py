"""What restricts some chosen coordinates, as a section of the page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nonholo.views.page.page import Block, Formula, Paragraph, Section
from nonholo.views.page.words import unshouted
from nonholo.views.restricted.text import relations_left, sentence, velocities
from nonholo.words.language import tell, told
from nonholo.words.sentence import say

if TYPE_CHECKING:
    from nonholo.findings.restricted import Restricted

HEADING = say("Which part is restricted")


def restricted_section(answer: Restricted) -> Section:
    """Which hidden relations hold among the chosen coordinates alone."""
    write = answer.velocities.chart.latex()
    words = f"({', '.join(answer.names)}): {unshouted(sentence(answer), answer.names)}."
    blocks: list[Block] = [Paragraph(words)]
    blocks += [Formula(rf"{write(f.function)} = \text{{const}}") for f in answer.functions]
    blocks += [Paragraph(f"{form} = 0") for form in relations_left(answer)]
    if answer.relations is not None:
        blocks.append(Paragraph(tell("Velocities: {velocities}.", velocities=velocities(answer))))
    return Section(told(HEADING), tuple(blocks))
