"""The steps of the constraint algorithm as a part of a page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nonholo.views.consistency.text import consistency_rows, consistency_verdict
from nonholo.views.page.page import Block, Facts, Paragraph, Section
from nonholo.views.page.values import shown
from nonholo.views.page.words import begun, unshouted
from nonholo.words.language import tell

if TYPE_CHECKING:
    from nonholo.dynamics.consistency import Consistency


def consistency_section(consistency: Consistency) -> Section:
    """The verdict, the steps, what is left, and the same of each branch."""
    return Section("", tuple(_blocks(consistency)))


def _blocks(consistency: Consistency) -> list[Block]:
    blocks: list[Block] = [
        Paragraph(begun(unshouted(f"{consistency_verdict(consistency)}.", ()), ()))
    ]
    if rows := consistency_rows(consistency):
        blocks.append(Facts(tuple(rows)))
    for condition, branch in consistency.branches:
        where = tell("  where {condition} = 0", condition=shown(condition)).strip()
        blocks += [Paragraph(f"{where}:"), *_blocks(branch)]
    return blocks
