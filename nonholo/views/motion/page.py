"""The motion of a case as a section of its page, or as a page of its own: picture, what moves along
its path, when the rival parts, and folded how exact the numbers are.
"""

from __future__ import annotations

import re
from html import escape
from typing import TYPE_CHECKING

from nonholo import __version__
from nonholo.errors import given_under
from nonholo.views.drawing.svg import inline
from nonholo.views.motion.animation import Seen, moving_figure
from nonholo.views.motion.picture import picture
from nonholo.views.motion.space import space_figures
from nonholo.views.page.math import Literal
from nonholo.views.page.mixed import mixed
from nonholo.views.page.page import Details, Figure, Note, Page, Paragraph, Section, Table
from nonholo.views.page.prose import with_mathematics
from nonholo.views.page.render import render
from nonholo.views.rivals.laws import law_named
from nonholo.words.language import tell, told
from nonholo.words.sentence import say

if TYPE_CHECKING:
    from nonholo.dossier.dossier import Dossier
    from nonholo.numerics.trajectory import Trajectory

HEADING = say("Motion")
FRAME = 720  # pixels of height
EXACT = say("How exact these numbers are")


def motion_section(dossier: Dossier) -> Section:
    """The section; of a case that lacks numbers it says which, without a Lagrangian it is empty."""
    if dossier.no_motion:
        return Section(
            told(HEADING), (Note("caution", told(dossier.no_motion).partition("; needed is")[0]),)
        )
    if dossier.motion is None:
        return Section(told(HEADING), _absent(dossier))
    return Section(told(HEADING), motion_blocks(dossier.motion, dossier.tracks))


def _absent(dossier: Dossier) -> tuple[Note, ...]:
    """What a case has to say to be seen moving."""
    if not dossier.wanting:
        return ()
    words = mixed(
        "No motion is shown: the case gives no numbers under {tables}.",
        tables=Literal("; ".join(dossier.wanting)),
    )
    return (Note("remark", words),)


def animation_page(motion: Trajectory, tracks: Seen = ()) -> str:
    """The HTML document: the animated path, bodies in space, the receipt.

    Raises NotApplicable for a motion without a plane and without bodies.
    """
    in_space = space_figures(motion)
    drawn = (moving_figure(motion, tracks),) if motion.plane is not None or not in_space else ()
    sections = [
        *([Section(tell("Path"), drawn)] if drawn else []),
        *([Section(tell("In space"), in_space)] if in_space else []),
        Section(told(HEADING), motion_blocks(motion)),
    ]
    return render(
        [
            Page(
                told(motion.name),
                with_mathematics(tuple(sections), motion.names),
                subtitle=told(motion.law),
            )
        ],
        title=tell("{name}: motion", name=motion.name),
        footer=f"nonholo {__version__}",
    )


def space_frame(motion: Trajectory) -> str:
    """The bodies in space as a frame of a notebook, with a document of its own for the script."""
    page = Page(told(motion.name), (Section(tell("In space"), space_figures(motion)),))
    document = render([page], title=told(motion.name), footer=f"nonholo {__version__}")
    return (
        f'<iframe srcdoc="{escape(document)}" title="{escape(told(motion.name))}" '
        f'width="100%" height="{FRAME}"></iframe>'
    )


def motion_blocks(motion, tracks: Seen | None = None) -> tuple:
    """The picture in brief, what is seen in it, and the receipt; with tracks also the path to be
    played.
    """
    image = inline(picture(motion, "svg", brief=True))
    captions = [tell("True motion: solid. Rival: dashed.")] if motion.rival is not None else []
    captions += [tell("A square is the end.")] if motion.plane is not None else []
    caption, sentence = " ".join(captions), _told(motion)
    alt = sentence.replace("`", "")
    blocks: list = [Paragraph(sentence), Figure(image, alt, caption)]
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
        blocks.append(Note("caution", "; ".join(map(_untyped, motion.receipt.warnings))))
    if motion.rival is not None and motion.rival.receipt.warnings:
        blocks.append(
            Note(
                "caution",
                tell(
                    "The rival: {warnings}",
                    warnings="; ".join(map(_untyped, motion.rival.receipt.warnings)),
                ),
            )
        )
    if motion.rival is not None:
        blocks += [
            Note(
                "caution",
                tell("The rival ends at t = {t:.3g}: {name}.", t=e.t, name=told(e.name)),
            )
            for e in motion.rival.events
            if e.final
        ]
    notes = [Note("remark", f"{_untyped(remark)}.") for remark in motion.receipt.remarks]
    blocks.append(Details(told(EXACT), (*notes, _receipt(motion.receipt))))
    return tuple(blocks)


def _told(motion) -> str:
    sentences = [
        tell(
            "From the initial state of the case, t = {start:g} to {end:g}.",
            start=motion.t[0],
            end=motion.t[-1],
        )
    ]
    if motion.events:
        events = (tell("At t = {t:.6g}: {name}.", t=e.t, name=told(e.name)) for e in motion.events)
        sentences.append("; ".join(events))
    apart = motion.parting
    if not any(rate.any() for rate in motion.v.values()):
        sentences.append(tell("The system rests in it: give an initial velocity to see it move."))
    elif apart is not None and apart.time is None:
        same = tell(
            "From this state the rival ({law}) gives the same motion; another {where} may tell "
            "them apart.",
            where=told(given_under("initial")),
            law=law_named(motion.rival.law, _typed),
        )
        sentences.append(same)
    elif apart is not None:
        sentences.append(
            tell(
                "The rival ({law}) starts in the same state; from t = {time:.3g} on its "
                "{coordinate} differs by more than {threshold:g}, and at t = {until:g} they are "
                "{final:.3g} apart.",
                law=law_named(motion.rival.law, _typed),
                time=apart.time,
                coordinate=_typed(apart.coordinate),
                threshold=apart.threshold,
                until=apart.until,
                final=apart.final,
            )
        )
    return " ".join(sentences)


def _typed(name: str) -> str:
    """As what is typed, which a page sets as mathematics."""
    return f"`{name}`"


def _untyped(warning: str) -> str:
    """A warning without the method that could be typed: that is no matter of a page."""
    return re.split(r"; (?:--)?method\b", told(warning))[0]


def _receipt(receipt) -> Table:
    rows = tuple(
        (
            told(f.name),
            f"{f.value:.1e}",
            f"{f.bound:.0e}",
            tell("yes") if f.kept else tell("no: out of bounds"),
            told(f.meaning),
        )
        for f in receipt.findings
    )
    return Table(
        (tell("measured"), tell("value"), tell("bound"), tell("kept"), tell("what it is")),
        rows,
        align="lrrll",
        row_headers=True,
        caption=tell(
            "Integrated by {method} with relative tolerance {rtol:g}; the right-hand side was "
            "evaluated {n} times.",
            method=receipt.method,
            rtol=receipt.rtol,
            n=receipt.rhs_evaluations,
        ),
    )
