"""Bodies in space along a motion as a picture: the right motion and the wrong one side by side,
each with the line along which it touches the floor.

Without a script the picture shows a few moments at once; with it the motion is played, and the eye
is moved by dragging."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, Any

import numpy as np

from nonholo.views.motion.animation import LONGEST, SHORTEST
from nonholo.views.motion.picture import BLUE, INK, ORANGE, QUIET
from nonholo.views.motion.solids import Body, Eye, Seen, bodies, floor, seen, turned_through
from nonholo.views.motion.turns import quaternions
from nonholo.views.page.page import Figure
from nonholo.views.rivals.laws import law_told
from nonholo.words.language import tell

if TYPE_CHECKING:
    from nonholo.numerics.trajectory import Space, Trajectory

WIDE, TALL, EDGE = 440, 330, 22  # of one picture
FEWEST, MOST, STEP = 121, 601, 0.4  # moments; radians that a body turns between two of them
ROOM = 7.0  # in sizes of the bodies: if they go farther, the eye goes with them
GHOSTS = (0.0, 1 / 2)  # moments, beside the last, of the picture that stands still
TONES = {BLUE: ("#cfe5f3", BLUE), ORANGE: ("#f9dfcd", ORANGE)}
EYE = Eye()  # from where it is seen at first
NEAR = 0.02  # of its size: a body so near to the floor all the time touches it
PALE = 0.35


@dataclass(frozen=True, slots=True)
class Stage:
    """One motion as it is drawn: bodies, the lines that they leave, the law, the part of the time
    after which it has ended.
    """

    law: str
    colour: str
    bodies: tuple[Body, ...]
    lines: tuple[np.ndarray, ...]
    over: float


@dataclass(frozen=True, slots=True)
class Theatre:
    """The stages, and what they share: level of the floor, distance of its lines, what is seen at
    once (centre, how far to the sides and upwards), whether the eye goes with the bodies.
    """

    stages: tuple[Stage, ...]
    level: float
    step: float
    centre: np.ndarray
    reach: float
    rise: float
    follows: bool
    times: tuple[float, float]

    @property
    def moments(self) -> int:
        return len(self.stages[0].bodies[0].place)

    @property
    def seconds(self) -> float:
        return float(np.clip(abs(self.times[1] - self.times[0]), SHORTEST, LONGEST))

    @property
    def scale(self) -> float:
        """Pixels for each unit of length, as the eye stands at first."""
        corner = np.sqrt(2) * self.reach  # of the floor, a square, however the eye has turned
        tall = corner * np.sin(EYE.tilt) + self.rise * np.cos(EYE.tilt)
        return float(min((WIDE / 2 - EDGE) / self.reach, (TALL / 2 - EDGE) / tall))

    def middle(self, stage: Stage, i: int) -> np.ndarray:
        """What the eye looks at."""
        return stage.bodies[0].place[i] if self.follows else self.centre


def theatre(motion: Trajectory) -> Theatre | None:
    """A motion with its rival as stages; None where no bodies are known."""
    if motion.space is None:
        return None
    rough = bodies(motion.space, motion.t, motion.t)
    turning = max((turned_through(body) for body in rough), default=0.0)
    moments = int(np.clip(turning / STEP, FEWEST, MOST))
    t = np.linspace(motion.t[0], motion.t[-1], moments)
    played = [(motion, BLUE), *([(motion.rival, ORANGE)] if motion.rival is not None else [])]
    acts = [
        (law_told(m, motion), colour, bodies(m.space, m.t, t), _over(m, motion))
        for m, colour in played
        if m.space is not None
    ]
    return _staged(acts, (float(motion.t[0]), float(motion.t[-1])))


def _staged(
    acts: Sequence[tuple[str, str, tuple[Body, ...], float]], times: tuple[float, float]
) -> Theatre:
    """Stages that share floor, scale and eye; acts: law, colour, bodies, when it has ended."""
    every = [body for _, _, some, _ in acts for body in some]
    size = max(body.reach for body in every)
    level = min(float(body.lowest()[:, 2].min()) for body in every)
    stages = tuple(
        Stage(law, colour, some, _lines(some, level, size), over)
        for law, colour, some, over in acts
    )
    low = np.min([body.place.min(axis=0) - body.reach for body in every], axis=0)
    high = np.max([body.place.max(axis=0) + body.reach for body in every], axis=0)
    centre = (low + high) / 2
    reach = max(
        float(np.hypot(*(body.place - centre)[:, :2].T).max()) + body.reach for body in every
    )
    follows = reach > ROOM * size
    reach = ROOM / 2 * size if follows else reach
    rise = float(high[2] - low[2]) / 2
    step = _round(reach / 3)
    return Theatre(stages, level, step, centre, reach, rise, follows, times)


def sketch_in_space(space: Space) -> str:
    """The SVG of bodies at one configuration."""
    here = np.zeros(1)
    shown = _staged([("", BLUE, bodies(space, here, here), 1.0)], (0.0, 0.0))
    return still(shown, shown.stages[0])


def _over(one: Trajectory, first: Trajectory) -> float:
    whole = first.t[-1] - first.t[0]
    return float((one.t[-1] - first.t[0]) / whole) if whole else 1.0


def _lines(some: tuple[Body, ...], level: float, size: float) -> tuple[np.ndarray, ...]:
    """Where each body touches the floor; of those that do not, the path of the first."""
    touching = []
    for body in some:
        lowest = body.lowest()
        if body.faces and np.all(lowest[:, 2] - level < NEAR * size):
            touching.append(lowest)
    return tuple(touching) or (some[0].place,)


def _round(length: float) -> float:
    """1, 2 or 5 times a power of ten, at most the length."""
    power = 10.0 ** np.floor(np.log10(length))
    return float(power * max(k for k in (1, 2, 5) if k * power <= length * (1 + 1e-9)))


# the picture that stands still -------------------------------------------------------------------
def still(shown: Theatre, stage: Stage) -> str:
    """The SVG of a stage: a few moments, pale, and the last."""
    last, rows = shown.moments - 1, EYE.rows()
    scale = shown.scale
    middle = shown.middle(stage, last)
    light, dark = TONES[stage.colour]

    def path(flat: np.ndarray, closed: bool = True) -> str:
        x, y = scale * (flat - rows[:2] @ middle).T
        corners = "L".join(f"{WIDE / 2 + a:.1f} {TALL / 2 - b:.1f}" for a, b in zip(x, y))
        return f"M{corners}{'Z' if closed else ''}"

    around = floor(middle - shown.reach, middle + shown.reach, shown.level, shown.step)
    grid = "".join(path(line @ rows[:2].T, False) for line in around)
    ways = "".join(path(line @ rows[:2].T, False) for line in stage.lines)
    drawn = [
        f'<path d="{grid}" stroke="{QUIET}" stroke-width=".6" opacity=".35" fill="none"/>',
        f'<path d="{ways}" stroke="{dark}" stroke-width="1.6" fill="none"/>',
    ]
    ghosts = () if shown.follows or not last else GHOSTS
    for part, strength in (*((g, PALE) for g in ghosts), (1.0, 1.0)):
        inside = (
            _drawn(one, (light, dark), path) for one in seen(stage.bodies, round(part * last), EYE)
        )
        drawn.append(f'<g opacity="{strength}">{"".join(inside)}</g>')
    label = escape(", ".join(filter(None, (stage.law, tell("seen in space")))))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDE}" height="{TALL}" '
        f'viewBox="0 0 {WIDE} {TALL}" role="img" '
        f'aria-label="{label}" font-family="sans-serif">'
        f'<rect width="{WIDE}" height="{TALL}" fill="#fff"/>{"".join(drawn)}'
        f'<text x="8" y="20" font-size="17" fill="{dark}">{escape(stage.law)}</text></svg>'
    )


def _drawn(one: Seen, tones: tuple[str, str], path: Callable[..., str]) -> str:
    if one.line is not None:
        return (
            f'<path d="{path(one.line, False)}" fill="none" stroke="{INK}" stroke-width="2.5" '
            f'stroke-linejoin="round" stroke-linecap="round"/>'
        )
    light, dark = ("".join(map(path, polygons)) for polygons in one.tones)
    layers = ((light + dark, tones[1], 2.0), (light, tones[0], 0.6))
    return "".join(
        f'<path d="{d}" fill="{tone}" stroke="{tone}" stroke-width="{width}" '
        f'stroke-linejoin="round"/>'
        for d, tone, width in layers
        if d
    )


# what the script of a page is given --------------------------------------------------------------
def space_figures(motion: Trajectory) -> tuple[Figure, ...]:
    """The bodies of a motion as a figure of a page, to be played and looked at from all sides;
    none where no bodies are known.
    """
    shown = theatre(motion)
    if shown is None:
        return ()
    sentence = tell("{name}: the bodies in space", name=motion.name)
    caption = tell("Drag a picture to look at it from elsewhere.")
    return (Figure(_html(shown), sentence, caption, spatial=True),)


def _html(shown: Theatre) -> str:
    """The pictures with the numbers that move them."""
    pictures = "".join(still(shown, stage) for stage in shown.stages)
    numbers = json.dumps(_numbers(shown), separators=(",", ":")).replace("<", "\\u003c")
    return f'{pictures}<script type="application/json">{numbers}</script>'


def _numbers(shown: Theatre) -> dict[str, Any]:
    digits = max(0, 4 - int(np.floor(np.log10(shown.reach))))
    return {
        "turn": EYE.turn,
        "tilt": EYE.tilt,
        "seconds": shown.seconds,
        "times": shown.times,
        "moments": shown.moments,
        "level": round(shown.level, digits),
        "step": shown.step,
        "centre": _rounded(shown.centre, digits),
        "reach": shown.reach,
        "rise": shown.rise,
        "follows": shown.follows,
        "stages": [
            {
                "law": stage.law,
                "tones": TONES[stage.colour],
                "over": stage.over,
                "lines": [_rounded(line, digits) for line in stage.lines],
                "bodies": [_body_numbers(body, digits) for body in stage.bodies],
            }
            for stage in shown.stages
        ],
    }


def _body_numbers(body: Body, digits: int) -> dict[str, Any]:
    """place, and turn as quaternions (x, y, z, w), moment after moment; a line as its points."""
    place = _rounded(body.place, digits)
    if not body.faces:
        return {"place": place, "points": _rounded(body.points, digits)}
    turns = quaternions(body.turn)
    return {
        "place": place,
        "turn": _rounded(turns, 4),
        "corners": _rounded(body.corners, digits),
        "faces": [[tone, *corners] for tone, corners in body.faces],
    }


def _rounded(values: np.ndarray, digits: int) -> list[float]:
    return [round(x, digits) + 0.0 for x in np.ravel(values).tolist()]
