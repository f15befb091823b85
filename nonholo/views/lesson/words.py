"""What every form of a lesson says besides its steps."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable
from typing import TYPE_CHECKING

from nonholo.views.page.math import Inline, Math
from nonholo.views.page.prose import prose
from nonholo.words.language import tell, told
from nonholo.writing.latex import name_latex
from nonholo.writing.lesson import Exercise

if TYPE_CHECKING:
    from nonholo.writing.lesson import Lesson, Step


def task(exercise: Exercise) -> str:
    """What is asked of the reader."""
    if exercise.kind == "hide":
        return tell("One line is hidden. Find it.")
    return tell("One line holds an error: it does not follow from the others. Find and mend it.")


def solution(exercise: Exercise) -> str:
    """Where it is, and what was done there; the right line follows."""
    return tell(
        "Step {step}, line {line}: {what}. It should read:",
        step=exercise.step,
        line=exercise.number,
        what=exercise.what,
    )


def solved() -> str:
    """The heading of the solution."""
    return tell("Solution")


def reason(step: Step, names: Collection[str]) -> tuple[Inline, ...]:
    """The reason of a step with its formulas as mathematics.

    names: of the coordinates.
    """
    marked = tuple(p if isinstance(p, str) else Math(p.latex) for p in step.reason)
    told_so = prose(marked, names)
    return told_so if isinstance(told_so, tuple) else (told_so,)


def reason_latex(step: Step, names: Collection[str], escaped: Callable[[str], str]) -> str:
    """The same with formulas between dollars; escaped: plain words as the document writes them."""
    shown = (
        f"${p.latex}$" if isinstance(p, Math) else escaped(p if isinstance(p, str) else p.text)
        for p in reason(step, names)
    )
    return "".join(shown)


def sources_of(lesson: Lesson) -> tuple[str, str]:
    """What stands before the sources of the case, and they themselves."""
    return tell("Sources of the case"), "; ".join(map(source, lesson.sources))


def meanings(lesson: Lesson) -> list[tuple[list[str], str]]:
    """What is told of letters of the case, each with all letters of which it is told."""
    of: dict[str, list[str]] = {}
    for name, meaning in lesson.meaning:
        of.setdefault(told(meaning), []).append(name)
    return [(names, meaning) for meaning, names in of.items()]


def letters(names: Iterable[str]) -> str:
    """Names of the case, one after the other, as LaTeX."""
    return ", ".join(map(name_latex, names))


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
