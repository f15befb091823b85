"""Back in time from the end of a motion: an integrator that is right ends where the motion began.

Where friction or feedback damps a motion, its errors grow on the way back, and the way back needs
ever shorter steps. So it is left where errors have grown too far, and its steps are counted."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import numpy as np

from nonholo.errors import SingularMass, said
from nonholo.numerics.integrate import Lost, Path
from nonholo.numerics.model import Model
from nonholo.numerics.receipt import REVERSED
from nonholo.words.sentence import say

NUDGE = 1e-9  # to see how errors grow
SMALL = 1e-8  # an error at the end that may grow on the way back
LOST = 1e-3  # relative distance from the motion from which the way back is another
TIMES, BESIDES = 2, 100  # steps of the way back: so many times those of the motion, and besides

Back = Callable[[np.ndarray, float, int, Lost], Path]


def reversal(
    law: Model, path: Path, y: np.ndarray, last: np.ndarray, back: Back
) -> tuple[float | None, list[str]]:
    """How far from the start one ends when going back in time; infinite if one does not get there.

    Where errors grow so much on the way back that this explains the distance, or the way back takes
    many more steps than the motion, it says nothing: None, and a remark.  path: the motion; y,
    last: its states at both ends; back: the way back from a state to a time, with at most so many
    steps, left where it is lost.
    """
    start, most = path.pieces[0][0], TIMES * path.steps + BESIDES
    motion = Way(start, lambda t: y if t == start else path.at([t])[0])
    nudged = law.admissible(path.end, last + NUDGE * (1 + np.abs(last)))

    def apart(one: Way, other: Way) -> float:
        return _distance(law.n, one.end, one.place(one.end), other)

    def gone(state: np.ndarray, end: float, beside: Way | None) -> Way:
        def lost(t: float, place: np.ndarray) -> bool:
            return beside is not None and _distance(law.n, t, place, beside) > LOST

        return _gone(law, partial(back, state, end, most, lost), end, most, lost)

    far = 0.0
    for whole in (False, True):  # the whole way where nothing explains that it is lost
        way = gone(last, start, None if whole else motion)
        far = apart(way, motion)
        if way.end != start and far <= LOST:
            return None, [
                say(
                    "going back in time takes more than {most} steps, where the motion took "
                    "{steps}: it was not followed to the start",
                    most=most,
                    steps=path.steps,
                )
            ]
        if far <= REVERSED:
            return far, []
        other = gone(nudged, way.end, None if whole else way)
        if stopped := way.stopped or other.stopped:
            return None, [
                say(
                    "the motion could not be followed back in time, so a reversal says nothing: "
                    "{why}",
                    why=stopped,
                )
            ]
        growth = apart(other, way) / NUDGE
        if (far if way.end == start else LOST) <= growth * SMALL:
            size = f"{growth:.0e} times" if growth < np.inf else say("beyond all bounds")
            return None, [
                say(
                    "going back in time errors grow {size} from t = {t:.4g} to t = {end:.4g}, so "
                    "a reversal says nothing",
                    size=size,
                    t=path.end,
                    end=other.end,
                )
            ]
        if way.end == start:
            break
    return far, []


@dataclass(frozen=True, slots=True)
class Way:
    """States by time, to an end; stopped: why it leads no further, where it was not left."""

    end: float
    place: Callable[[float], np.ndarray]
    stopped: str = ""


def _gone(law: Model, back: Callable[[], Path], end: float, most: int, lost: Lost) -> Way:
    """The way back, which ends at the latest at `end`; not a number if no step leads on."""

    def nowhere(why: str) -> Way:
        return Way(end, lambda t: np.full(law.size, np.nan), why)

    try:
        path = back()
    except SingularMass as error:
        return nowhere(said(error))
    way = Way(path.end, lambda t: law.admissible(t, path.at([t])[0]))
    left = path.steps >= most or lost(way.end, way.place(way.end))
    return nowhere(path.stopped) if path.stopped and not left else way


def _distance(n: int, t: float, state: np.ndarray, way: Way) -> float:
    """The largest distance of coordinates and velocities from a way, relative to their size."""
    place = way.place(t)[: 2 * n]
    worst = float(np.max(np.abs(state[: 2 * n] - place) / (1 + np.abs(place)), initial=0.0))
    return worst if np.isfinite(worst) else float("inf")
