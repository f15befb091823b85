"""The stability of a steady motion as a section of the page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nonholo.views.drawing.svg import inline
from nonholo.views.linear.text import steady_motion
from nonholo.views.page.math import Math, Text
from nonholo.views.page.page import Block, Figure, Note, Paragraph, Section, Table
from nonholo.views.page.words import begun, shown, unshouted
from nonholo.views.steady.picture import steady_picture
from nonholo.views.steady.text import (
    MOST,
    boundary_rows,
    certified,
    complete,
    in_order,
    place,
    such_as,
    told_family,
    verdict,
)
from nonholo.words.language import tell, tell_many, told
from nonholo.words.sentence import say
from nonholo.writing.latex import TOO_LONG, name_latex

if TYPE_CHECKING:
    from nonholo.expression.graph import Expr
    from nonholo.findings.steady_map import SteadyLine, SteadyMap
    from nonholo.findings.steady_stability import SteadyStability

HEADING = say("For which parameters a steady motion is stable")
LONGEST = 120  # characters of an equation in a table


def _short(node: Expr) -> str:
    """A boundary, if it can be read in a table."""
    written = shown(node)
    return written if len(written) <= LONGEST else f"({told(TOO_LONG)})"


def _set(name: str) -> Text:
    """A name as a formula, anything longer as it stands."""
    return Math(name_latex(name)) if name.isidentifier() else name


def steady_section(steady: SteadyStability, drawn: SteadyLine | SteadyMap | None = None) -> Section:
    """The steady motion, a picture over one or two letters, boundaries and cells."""
    names = ", ".join(str(x.args) for x in steady.letters)
    letters = f"`{names}`" if names else tell("none")
    motion = steady_motion(steady.small)
    blocks: list[Block] = [
        Paragraph(
            tell(
                "The steady motion: {motion}. Letters in it: {letters}.",
                motion=motion,
                letters=letters,
            )
        )
    ]
    if ignored := steady.small.linear.ignored:
        idle = ", ".join(f"`{name}`" for name in ignored)
        blocks.append(Paragraph(begun(f"{tell('not judged')}: {idle}.", ())))
    if steady.zeros:
        blocks.append(Paragraph(begun(f"{told_family(steady)}.", ())))
    if drawn is not None:
        blocks.append(Figure(inline(steady_picture(drawn)), f"{told(HEADING)}: {motion}"))
    boundaries = [(_set(name), what) for name, what in boundary_rows(steady, _short)]
    if boundaries:
        blocks.append(
            Table((tell("where"), tell("what can happen")), tuple(boundaries), row_headers=True)
        )
    cells = in_order(steady)
    rows = tuple(
        (place(steady, cell), unshouted(verdict(cell), ()), such_as(cell)) for cell in cells[:MOST]
    )
    blocks.append(
        Table((tell("where"), tell("stability"), tell("such as")), rows, row_headers=True)
    )
    if len(cells) > MOST:
        blocks.append(
            Note(
                "remark",
                tell_many(
                    len(cells) - MOST,
                    "{n} more cell is in the record.",
                    "{n} more cells are in the record.",
                ),
            )
        )
    if not steady.complete:
        blocks.append(Note("remark", f"{complete(steady)}."))
    if steady.certified is not None:
        blocks.append(Note("remark", f"{tell('certified')}: {certified(steady)}."))
    return Section(told(HEADING), tuple(blocks))
