"""Paths on the page of a case that stands on wheels: it parks beside its place; it drives along
a bend, varied.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from nonholo.views.page.page import Figure, Paragraph, Section
from nonholo.views.page.words import shown
from nonholo.views.path.picture import path_picture
from nonholo.views.steering.page import path_blocks
from nonholo.words.language import tell, told
from nonholo.words.sentence import say

if TYPE_CHECKING:
    from nonholo.steering.steering import Steering
    from nonholo.steering.varied import Varied

HEADING = say("A path: parking beside its place")


def path_section(parking: Steering | None) -> Section:
    """The section; empty where nothing stands on wheels or no path was found."""
    if parking is None:
        return Section(told(HEADING), ())
    return Section(
        told(HEADING),
        (
            Paragraph(
                tell(
                    "The constraints do not keep it from the place beside: an admissible path "
                    "from the origin to the place one unit to the side."
                )
            ),
            *path_blocks(parking),
        ),
    )


def varied_figures(bend: Varied | None) -> tuple[Figure, ...]:
    """A path along a bend, and the same path with the heading displaced."""
    if bend is None:
        return ()
    displaced = ", ".join(f"\u03b4{name} = {shown(e)}" for name, e in bend.displacement.items())
    sentence = tell(
        "A path along a bend, and the varied path displaced by {displaced}", displaced=displaced
    )
    return (
        Figure(
            path_picture(bend.steering, "svg", bend).decode(),
            sentence,
            tell(
                "{path}: the wheel stands askew to its track and slips, so this path is not "
                "admissible.",
                path=sentence,
            ),
        ),
    )
