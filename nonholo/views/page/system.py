"""The drawing of a system: its wheels seen from above, its bodies in space, or its masses."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nonholo.views.motion.space import sketch_in_space
from nonholo.views.page.math import Inline, Literal, Math, Text
from nonholo.views.page.mixed import mixed
from nonholo.views.page.page import Block, Figure
from nonholo.views.path.masses import masses_picture
from nonholo.views.path.sketch import sketch_picture
from nonholo.words.language import tell
from nonholo.writing.latex import name_latex

if TYPE_CHECKING:
    from nonholo.dossier.masses import Masses
    from nonholo.dossier.sketch import Sketch
    from nonholo.numerics.trajectory import Space


def system_figure(
    sketch: Sketch | None,
    space: Space | None,
    masses: Masses | None,
    name: str,
    handed_out: bool = False,
) -> list[Block]:
    """The figure of a system on wheels, of bodies in space or of masses, with what it shows; both
    of the first where the wheels are not all; nothing where none is known.

    handed_out: to somebody without the case file, who is not told what to write there.
    """
    if masses is not None:
        return [_masses_figure(masses, name, handed_out)]
    blocks: list[Block] = []
    wheels, undrawn = (0, ()) if sketch is None else (len(sketch.tracks.arms), sketch.undrawn)
    more = space is not None and (len(space.solids) > wheels or bool(undrawn))
    if sketch is not None:
        seen: Text = tell(
            "Seen at right angles to the plane, at any configuration; the orange letters are "
            "coordinates."
        )
        if undrawn and not more:
            seen = (str(seen), *_not_drawn(undrawn, handed_out))
        blocks.append(Figure(sketch_picture(sketch), tell("Sketch: {name}", name=name), seen))
    if space is None or not more:
        return blocks
    alt = tell("{name}: the bodies in space", name=name)
    view = tell("The bodies at the initial configuration.")
    return [*blocks, Figure(sketch_in_space(space), alt, view, free=True)]


def _masses_figure(masses: Masses, name: str, handed_out: bool) -> Figure:
    """Where the masses are, what the constraints allow there, and what is not drawn."""
    told = [
        tell(
            "The masses of the Lagrangian at some configuration; the orange letters are "
            "coordinates."
        )
    ]
    if len(masses.allowed):
        told.append(tell("Blue: its virtual displacements."))
    seen: Text = " ".join(told)
    if masses.undrawn:
        seen = (str(seen), *_not_drawn(masses.undrawn, handed_out))
    return Figure(masses_picture(masses), tell("Sketch: {name}", name=name), seen)


def _not_drawn(names: tuple[str, ...], handed_out: bool) -> tuple[Inline, ...]:
    """Which coordinates a drawing leaves out, and what draws them."""
    letters = Math(", ".join(map(name_latex, names)))
    if handed_out:
        return mixed(" Not drawn: {names}.", names=letters)
    return mixed(
        " Not drawn: {names}; {shapes} in the case file draws what they move.",
        names=letters,
        shapes=Literal("[[shapes]]"),
    )
