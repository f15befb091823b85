"""What restricts some chosen coordinates, as a section of the page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nonholo.views.page.page import Block, Formula, Paragraph, Section
from nonholo.views.restricted.text import relations_left, sentence, velocities

if TYPE_CHECKING:
    from nonholo.findings.restricted import Restricted


def restricted_section(found: Restricted) -> Section:
    """Which hidden relations hold among the chosen coordinates alone."""
    write = found.velocities.chart.latex()
    told = f"{', '.join(found.names)}: {sentence(found)}."
    blocks: list[Block] = [Paragraph(told)]
    blocks += [Formula(rf"{write(f.function)} = \text{{const}}") for f in found.functions]
    blocks += [Paragraph(f"{form} = 0") for form in relations_left(found)]
    if found.restricted is not None:
        blocks.append(Paragraph(f"Velocities: {velocities(found)}."))
    return Section("Which part is restricted", tuple(blocks))
