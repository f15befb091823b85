"""A motion as an animated picture: the path in the plane, and what runs along it in time: wheels
and the bodies that they carry, else a point.

SVG with its own animation (SMIL), which every browser plays, without a script; right and rival
together."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from html import escape
from typing import TYPE_CHECKING

import numpy as np

from nonholo.errors import NotApplicable, option
from nonholo.views.motion.picture import BLUE, INK, ORANGE, QUIET
from nonholo.views.page.mathml_signs import GREEK
from nonholo.views.page.page import Figure
from nonholo.views.path.scene import Shape, shapes
from nonholo.views.rivals.laws import law_told
from nonholo.words.language import tell
from nonholo.words.sentence import say
from nonholo.writing.latex import called

if TYPE_CHECKING:
    from nonholo.numerics.trajectory import Trajectory
    from nonholo.steering.scene import Tracks

WIDE, TALL, EDGE = 760, 460, 46  # pixels
RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
SHORTEST, LONGEST = 4.0, 20.0  # seconds that the animation takes
MOMENTS = 240
ENDED = 0.35  # how strong the colours of what waits are, its motion having ended before the other's
FILLS = {"body": 0.16, "glass": 0.3, "wheel": 1.0}
Seen = Sequence["Tracks | None"]  # the wheels along the motion and along its rival


def moving_figure(motion: Trajectory, tracks: Seen) -> Figure:
    """The animation as a figure of a page, where it can be held and moved by hand."""
    return Figure(
        animation(motion, tracks),
        _seen(motion),
        tell(
            "From t = {start:g} to t = {end:g}, again and again.",
            start=motion.t[0],
            end=motion.t[-1],
        ),
        moving=True,
    )


def animation(motion: Trajectory, tracks: Seen = ()) -> str:
    """The SVG text; tracks: the wheels along the motion and along its rival, where there are any.

    Raises NotApplicable for a motion without a plane.
    """
    require_plane(motion)
    assert motion.plane is not None
    right, rival = (*tracks, None, None)[:2]
    shown = [
        (motion, BLUE, "", _outlines(right)),
        *([(motion.rival, ORANGE, "6 4", _outlines(rival))] if motion.rival is not None else []),
    ]
    every = np.concatenate([m.plane.points for m, *_ in shown if m.plane], axis=1)
    corners = [shape.corners.T for *_, outlines in shown for each in outlines for shape in each]
    every = np.concatenate([every, *corners], axis=1)
    every = every[:, np.all(np.isfinite(every), axis=0)]
    low, span = every.min(axis=1), np.maximum(np.ptp(every, axis=1), 1e-9)
    scale = min((WIDE - 2 * EDGE) / span[0], (TALL - 2 * EDGE) / span[1])
    shift = (np.array([WIDE, TALL]) - scale * span) / 2

    def placed(points: np.ndarray) -> np.ndarray:
        x, y = (points - low[:, None]) * scale + shift[:, None]
        return np.array([x, TALL - y])

    seconds = float(np.clip(abs(motion.t[-1] - motion.t[0]), SHORTEST, LONGEST))
    body = [
        element
        for m, colour, dashes, outlines in shown
        for element in _moving(m, motion.t, placed, colour, dashes, seconds, outlines)
    ]
    start = placed(motion.plane.points[:, :1])[:, 0]
    words = [
        _word(8, TALL - 8, ", ".join(map(_by_hand, motion.plane.axes)) + f"; {_length(scale)}")
    ]
    words += [
        _word(8 + 300 * i, 22, law_told(m, motion), colour)
        for i, (m, colour, *_) in enumerate(shown)
    ]
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {TALL}" role="img" '
            f'aria-label="{escape(_seen(motion))}" font-family="sans-serif">',
            f'<rect width="{WIDE}" height="{TALL}" fill="#fff"/>',
            *_ruler(scale),
            *body,
            f'<circle cx="{start[0]:.1f}" cy="{start[1]:.1f}" r="3.5" fill="{INK}"/>',
            *words,
            "</svg>",
        ]
    )


def _seen(motion: Trajectory) -> str:
    """What is seen, for those who cannot see it."""
    return tell("{name}: the path in the plane, run through in time", name=motion.name)


def require_plane(motion: Trajectory) -> None:
    """Raise NotApplicable for a motion without a plane."""
    if motion.plane is None:
        raise NotApplicable(
            say(
                "{name}: no plane to draw a path in{hint}",
                name=motion.name,
                hint=option(
                    say('; say which under [simulation]: plane = ["x", "y"]'),
                    say("; columns over t are drawn by motion.plot(names)"),
                ),
            )
        )


def _outlines(tracks: Tracks | None) -> list[list[Shape]]:
    """At each moment the polygons of what moves; empty where it is a point."""
    return [] if tracks is None else [list(shapes(tracks, i)) for i in range(len(tracks.points))]


def _moving(
    motion: Trajectory,
    clock: np.ndarray,
    placed: Callable[[np.ndarray], np.ndarray],
    colour: str,
    dashes: str,
    seconds: float,
    outlines: list[list[Shape]],
) -> list[str]:
    """The whole path faintly, what is done of it, and what moves; a motion that ends early waits
    there.
    """
    assert motion.plane is not None  # asked before it is drawn
    t = np.linspace(clock[0], clock[-1], MOMENTS)
    x, y = (motion.between(c, t) for c in placed(motion.plane.points))
    done = np.concatenate([[0.0], np.cumsum(np.hypot(np.diff(x), np.diff(y)))])
    fraction = done / done[-1] if done[-1] > 0 else done
    path = "M" + " L".join(f"{a:.1f} {b:.1f}" for a, b in zip(x, y))
    times = ";".join(f"{s:.4f}" for s in np.linspace(0, 1, MOMENTS))
    run = f'dur="{seconds:.3g}s" repeatCount="indefinite" calcMode="linear" keyTimes="{times}"'
    left = ";".join(f"{1 - p:.4f}" for p in fraction)
    line = f'<path d="{path}" fill="none" stroke="{colour}"'
    dash = f' stroke-dasharray="{dashes}"' if dashes else ""
    over = (motion.t[-1] - clock[0]) / (clock[-1] - clock[0])
    drawn = [
        f'{line} stroke-width="1.2" opacity="0.3"{dash}/>',
        f'{line} stroke-width="2.2" pathLength="1" stroke-dasharray="1 1" stroke-dashoffset="0">'
        f'<animate attributeName="stroke-dashoffset" values="{left}" {run}/></path>',
    ]
    if outlines:
        timing = f'dur="{seconds:.3g}s" repeatCount="indefinite"'
        moved = [_polygon(one, placed, colour, timing) for one in zip(*outlines, strict=True)]
        return drawn + _pale(moved, over, seconds)
    point = (
        f'<g><circle r="6" fill="{colour}" stroke="#fff" stroke-width="1.5"/>'
        f'<animateTransform attributeName="transform" type="translate" '
        f'values="{";".join(f"{a:.1f} {b:.1f}" for a, b in zip(x, y))}" {run}/></g>'
    )
    return drawn + _pale([point], over, seconds)


def _pale(moved: list[str], over: float, seconds: float) -> list[str]:
    """What moves, pale from the part `over` of the time on, where its motion has ended."""
    if over >= 1:
        return moved
    fading = (
        f'<animate attributeName="opacity" calcMode="discrete" values="1;{ENDED}" '
        f'keyTimes="0;{over:.4f}" dur="{seconds:.3g}s" repeatCount="indefinite"/>'
    )
    return ["<g>", fading, *moved, "</g>"]


def _polygon(
    one: Sequence[Shape], placed: Callable[[np.ndarray], np.ndarray], colour: str, run: str
) -> str:
    """A shape at all moments, which are at equal steps of time."""
    corners = [" ".join(f"{x:.1f},{y:.1f}" for x, y in placed(shape.corners.T).T) for shape in one]
    fill = f'fill="{colour}" fill-opacity="{FILLS.get(one[0].kind, 0.0)}"'
    return (
        f'<polygon points="{corners[0]}" {fill} stroke="{colour}" stroke-width="1.2" '
        f'stroke-linejoin="round"><animate attributeName="points" '
        f'values="{";".join(corners)}" {run}/></polygon>'
    )


def _by_hand(axis: str) -> str:
    """An expression as it is written by hand.

    >>> _by_hand("x**2 + sin(phi)")
    'x² + sin(ϕ)'
    """
    named = re.sub(r"[A-Za-z]+", lambda name: GREEK.get(name[0]) or called(name[0]), axis)
    return named.replace("**2", "²").replace("*", "\u2009")


def _length(scale: float) -> str:
    return tell("the bar is {length} long", length=as_read(_unit(scale)))


def as_read(length: float) -> str:
    """A length of one digit as people write it; very large or small with a power of ten.

    length: 1, 2 or 5 times a power of ten.

    >>> as_read(0.2), as_read(1e7), as_read(5e-6)
    ('0.2', '10⁷', '5·10⁻⁶')
    """
    digits, _, power = f"{length:g}".partition("e")
    if not power:
        return digits
    ten = "10" + str(int(power)).translate(RAISED)
    return ten if digits == "1" else f"{digits}·{ten}"


def _unit(scale: float) -> float:
    """A length of 1, 2 or 5 times a power of ten that is about 100 pixels."""
    exact = 100 / scale
    power = 10.0 ** np.floor(np.log10(exact))
    return float(power * max(k for k in (1, 2, 5) if k * power <= exact * (1 + 1e-9)))


def _ruler(scale: float) -> list[str]:
    wide = _unit(scale) * scale
    return [
        f'<path d="M{WIDE - EDGE - wide:.1f} {TALL - 14} h{wide:.1f}" stroke="{QUIET}" '
        f'stroke-width="3"/>'
    ]


def _word(x: float, y: float, text: str, colour: str = QUIET) -> str:
    return f'<text x="{x}" y="{y}" font-size="16" fill="{colour}">{escape(text)}</text>'
