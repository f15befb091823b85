"""A lesson as text for a terminal."""

from __future__ import annotations

from textwrap import wrap
from typing import TYPE_CHECKING

from nonholo.views.lesson import words
from nonholo.views.lesson.lines import line_text
from nonholo.views.page.rows import WIDTH, table, wrapped
from nonholo.words.language import told

if TYPE_CHECKING:
    from nonholo.writing.lesson import Exercise, Lesson, Line, Step


def lesson_text(given: Lesson | Exercise) -> str:
    """The steps, numbered; of an exercise the task before and the solution after them."""
    lesson, exercise = words.split(given)
    lines = [told(lesson.name), ""]
    if exercise is not None:
        lines += [words.task(exercise), ""]
    known = [(", ".join(names), meaning) for names, meaning in words.meanings(lesson)]
    lines += [*table(known), ""] if known else []
    for number, step in enumerate(lesson.steps, start=1):
        lines += [f"{number}. {step.heading}", *wrapped(_reason(step))]
        lines += [row for line in step.lines for row in _rows(line)] + [""]
    if exercise is not None and exercise.solved:
        lines += [words.solved(), *wrapped(words.solution(exercise)), *_rows(exercise.right), ""]
    return "\n".join(lines[:-1])


def _reason(step: Step) -> str:
    told = "".join(piece if isinstance(piece, str) else piece.text for piece in step.reason)
    return f"{told} [{words.sources(step)}]" if step.sources else told


def _rows(line: Line) -> list[str]:
    return wrap(
        line_text(line),
        WIDTH,
        initial_indent=" " * 6,
        subsequent_indent=" " * 10,
        break_long_words=False,
        break_on_hyphens=False,
    )
