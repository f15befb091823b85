"""What a case assumes of coordinates, watched along a motion: answers that were proved under it end
where the motion leaves it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from nonholo.errors import InadmissibleState
from nonholo.numerics.integrate import Path
from nonholo.numerics.model import Model, value_of
from nonholo.numerics.settings import Settings
from nonholo.numerics.watching import Watch, passes_for_zero, watch
from nonholo.readers.case import Case
from nonholo.readers.gaps import gaps, is_needed
from nonholo.words.sentence import say


def assumes(case: Case) -> bool:
    """Something is assumed of coordinates."""
    return next(gaps(case.system.chart), None) is not None


def assumed_watches(
    case: Case, law: Model, t: float, y: np.ndarray, settings: Settings
) -> list[Watch]:
    """What is assumed of coordinates as values that are to stay positive.

    Raises InadmissibleState where it is broken in the initial state.
    """
    watches = []
    for told, root, apart, strict in gaps(case.system.chart):
        value = value_of(law, root)(t, y)
        nothing = passes_for_zero(law, root, t, y, settings)
        side, value = (-root, -value) if apart and value < 0 else (root, value)
        if not value >= -nothing or (value == 0 and strict and (apart or case.system.domain)):
            raise InadmissibleState(_broken(told, is_needed(case.system, root, apart, strict)))
        slack = 2 * nothing if value <= nothing else 0.0
        watches.append(watch(law, told, side, final=False, slack=slack))
    return watches


def _broken(told: str, needed: bool) -> str:
    if needed:
        return say(
            "what is written has no value in the initial state: it has some where {told}; choose "
            "other initial values",
            told=told,
        )
    return say(
        "the initial state breaks what the case assumes: {told}; choose other initial values, or "
        "leave the assumption out",
        told=told,
    )


def told_apart(path: Path, watches: Sequence[Watch]) -> tuple[Path, list[str]]:
    """The path without the events of these watches, and a remark on the first of each."""
    names = {w.name for w in watches}
    first: dict[str, float] = {}
    for event in path.events:
        if event.name in names:
            first.setdefault(event.name, event.t)
    others = tuple(e for e in path.events if e.name not in names)
    remarks: list[str] = [
        say(
            "at t = {t} the motion leaves {assumption}, which the case assumes: what is found "
            "under it does not speak of the motion from there on",
            t=f"{time:.6g}",
            assumption=name,
        )
        for name, time in first.items()
    ]
    return (replace(path, events=others) if first else path), remarks
