"""The drawing of a system: its wheels seen from above, or its bodies in space."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nonholo.views.motion.space import sketch_in_space
from nonholo.views.page.math import Literal, Math, Text
from nonholo.views.page.mixed import mixed
from nonholo.views.page.page import Block, Figure
from nonholo.views.path.sketch import sketch_picture
from nonholo.words.language import tell
from nonholo.writing.latex import name_latex

if TYPE_CHECKING:
    from nonholo.dossier.sketch import Sketch
    from nonholo.numerics.trajectory import Space


def system_figure(sketch: Sketch | None, space: Space | None, name: str) -> list[Block]:
    """The figure of a system on wheels or of bodies in space, with what it shows; both where the
    wheels are not all; nothing where neither is known.
    """
    blocks: list[Block] = []
    wheels, undrawn = (0, ()) if sketch is None else (len(sketch.tracks.arms), sketch.undrawn)
    more = space is not None and (len(space.solids) > wheels or bool(undrawn))
    if sketch is not None:
        seen: Text = tell(
            "Seen at right angles to the plane, at any configuration; the orange letters are "
            "coordinates."
        )
        if undrawn and not more:
            told = mixed(
                " Not drawn: {names}; {shapes} in the case file draws what they move.",
                names=Math(", ".join(map(name_latex, undrawn))),
                shapes=Literal("[[shapes]]"),
            )
            seen = (str(seen), *told)
        blocks.append(Figure(sketch_picture(sketch), tell("Sketch: {name}", name=name), seen))
    if space is None or not more:
        return blocks
    alt = tell("{name}: the bodies in space", name=name)
    view = tell("The bodies at the initial configuration.")
    return [*blocks, Figure(sketch_in_space(space), alt, view, free=True)]
