"""What every form of a lesson says besides its steps."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from nonholo.writing.lesson import Exercise

if TYPE_CHECKING:
    from nonholo.writing.lesson import Lesson, Step

SOLUTION = "Solution"


def task(exercise: Exercise) -> str:
    """What is asked of the reader."""
    if exercise.kind == "hide":
        return "One line is hidden. Find it."
    return "One line holds an error: it does not follow from the others. Find and mend it."


def solution(exercise: Exercise) -> str:
    """Where it is, and what was done there; the right line follows."""
    return f"Step {exercise.step}, line {exercise.number}: {exercise.what}. It should read:"


def split(given: Lesson | Exercise) -> tuple[Lesson, Exercise | None]:
    """The lesson that is shown, and the exercise if it is one."""
    return (given.lesson, given) if isinstance(given, Exercise) else (given, None)


def source(key: str) -> str:
    """A key of the bibliography as people write it.

    >>> source("NeimarkFufaev1972")
    'Neimark, Fufaev 1972'
    """
    match = re.fullmatch(r"([A-Za-z]+?)(\d{4})", key)
    if match is None:
        return key
    return f"{', '.join(re.findall(r'[A-Z][a-z]+', match[1]))} {match[2]}"


def sources(step: Step) -> str:
    return "; ".join(map(source, step.sources))
