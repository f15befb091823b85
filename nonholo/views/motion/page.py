"""The motion of a case as a section of its page, or as a page of its own: picture, what moves along
its path, when the rival parts, and folded how exact the numbers are.
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from nonholo import __version__
from nonholo.views.motion.animation import Seen, moving_figure
from nonholo.views.motion.picture import picture
from nonholo.views.motion.space import space_figures
from nonholo.views.page.page import Details, Figure, Note, Page, Paragraph, Section, Table
from nonholo.views.page.prose import with_mathematics
from nonholo.views.page.render import render
from nonholo.words.language import tell

if TYPE_CHECKING:
    from nonholo.dossier.dossier import Dossier
    from nonholo.numerics.trajectory import Trajectory

HEADING = "Motion"
FRAME = 720  # pixels of height
EXACT = "How exact these numbers are"


def motion_section(dossier: Dossier) -> Section:
    """The section, empty for a case that does not say where it starts."""
    if dossier.no_motion:
        return Section(HEADING, (Note("caution", dossier.no_motion.partition("; needed is")[0]),))
    if dossier.motion is None:
        return Section(HEADING, ())
    return Section(HEADING, motion_blocks(dossier.motion, dossier.tracks))


def animation_page(motion: Trajectory, tracks: Seen = ()) -> str:
    """The HTML document: the animated path, bodies in space, the receipt.

    Raises NotApplicable for a motion without a plane and without bodies.
    """
    in_space = space_figures(motion)
    drawn = (moving_figure(motion, tracks),) if motion.plane is not None or not in_space else ()
    sections = [
        *([Section("Path", drawn)] if drawn else []),
        *([Section(tell("In space"), in_space)] if in_space else []),
        Section("Motion", motion_blocks(motion)),
    ]
    return render(
        [Page(motion.name, with_mathematics(tuple(sections), motion.names), subtitle=motion.law)],
        title=f"{motion.name}: motion",
        footer=f"nonholo {__version__}",
    )


def space_frame(motion: Trajectory) -> str:
    """The bodies in space as a frame of a notebook, with a document of its own for the script."""
    page = Page(motion.name, (Section(tell("In space"), space_figures(motion)),))
    document = render([page], title=motion.name, footer=f"nonholo {__version__}")
    return (
        f'<iframe srcdoc="{escape(document)}" title="{escape(motion.name)}" '
        f'width="100%" height="{FRAME}"></iframe>'
    )


def motion_blocks(motion, tracks: Seen | None = None) -> tuple:
    """The picture in brief, what is seen in it, and the receipt; with tracks also the path to be
    played.
    """
    image = picture(motion, "svg", brief=True).decode()
    ends = " A square is the end." if motion.plane is not None else ""
    caption = (
        f"True motion: solid. Rival: dashed.{ends}" if motion.rival is not None else ends.strip()
    )
    told = _told(motion)
    blocks: list = [Paragraph(told), Figure(image[image.index("<svg") :], told, caption)]
    if tracks is not None and motion.plane is not None:
        blocks.append(Details(tell("Play the path in time"), (moving_figure(motion, tracks),)))
    if tracks is not None and motion.space is not None:
        rolls_upright = any(wheels is not None for wheels in tracks)  # then the plane shows it all
        blocks.append(
            Details(
                tell("Play the motion in space"), space_figures(motion), opened=not rolls_upright
            )
        )
    if not motion.receipt.ok:
        blocks.append(Note("caution", "; ".join(motion.receipt.warnings)))
    if motion.rival is not None and motion.rival.receipt.warnings:
        blocks.append(Note("caution", f"The rival: {'; '.join(motion.rival.receipt.warnings)}"))
    if motion.rival is not None:
        blocks += [
            Note("caution", f"The rival ends at t = {e.t:.3g}: {e.name}.")
            for e in motion.rival.events
            if e.final
        ]
    blocks.append(Details(EXACT, (_receipt(motion.receipt),)))
    return tuple(blocks)


def _told(motion) -> str:
    told = f"From the initial state of the case, t = {motion.t[0]:g} to {motion.t[-1]:g}."
    if motion.events:
        told += " " + "; ".join(f"At t = {e.t:.6g}: {e.name}." for e in motion.events)
    apart = motion.parting
    if not any(rate.any() for rate in motion.v.values()):
        return f"{told} The system rests in it: give an initial velocity to see it move."
    if apart is None:
        return told
    if apart.time is None:
        return f"{told} From this state the rival ({motion.rival.law}) gives the same motion."
    return (
        f"{told} The rival ({motion.rival.law}) starts in the same state; from t = "
        f"{apart.time:.3g} on its {apart.coordinate} differs by more than {apart.threshold:g}, and "
        f"at t = {apart.until:g} they are {apart.final:.3g} apart."
    )


def _receipt(receipt) -> Table:
    rows = tuple(
        (
            f.name,
            f"{f.value:.1e}",
            f"{f.bound:.0e}",
            "yes" if f.kept else "no: out of bounds",
            f.meaning,
        )
        for f in receipt.findings
    )
    return Table(
        ("measured", "value", "bound", "kept", "what it is"),
        rows,
        align="lrrll",
        row_headers=True,
        caption=f"Integrated by {receipt.method} with relative tolerance {receipt.rtol:g}; the "
        f"right-hand side was evaluated {receipt.rhs_evaluations} times.",
    )
