"""A lesson as Markdown with mathematics between dollar signs."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from nonholo.expression.text import HANDOUT
from nonholo.views.lesson import words
from nonholo.views.lesson.figure import as_address, drawing
from nonholo.views.lesson.lines import display
from nonholo.views.page.mathml import breadth
from nonholo.words.language import tell, told
from nonholo.writing.latex import as_called

if TYPE_CHECKING:
    from nonholo.writing.latex import Writer
    from nonholo.writing.lesson import Exercise, Lesson, Line, Step

WIDEST = 27  # signs that a telephone shows beside each other
ROOM = {r"\,": 0.85, "(": 1.7}  # signs that most programs leave beside these


def lesson_markdown(given: Lesson | Exercise) -> str:
    """One heading a step, formulas in $$; the solution of an exercise is the last heading."""
    lesson, exercise = words.split(given)
    write = lesson.chart.latex(longest=HANDOUT)
    blocks = [f"# {escaped(told(lesson.name))}"]
    if exercise is not None:
        blocks.append(f"**{words.task(exercise)}**")
    shown = drawing(lesson)
    blocks += (
        [f"![{tell('Sketch: {name}', name=escaped(told(lesson.name)))}][sketch]"] if shown else []
    )
    known = [f"- ${words.letters(n)}$: {escaped(what)}" for n, what in words.meanings(lesson)]
    blocks += ["\n".join(known)] if known else []
    for number, step in enumerate(lesson.steps, start=1):
        blocks += [f"## {number}. {step.heading}", _reason(step, lesson.chart.names)]
        blocks += [_display(line, write) for line in step.lines]
    if exercise is not None and exercise.solved:
        blocks += [f"## {words.solved()}", words.solution(exercise)]
        blocks.append(_display(exercise.right, write))
    if lesson.sources:
        head, named = words.sources_of(lesson)
        blocks.append(f"{head}: {escaped(named)}")
    blocks += [f"[sketch]: {as_address(shown)}"] if shown else []
    return as_called("\n\n".join(blocks) + "\n")


def escaped(text: str) -> str:
    """Plain text with the signs that Markdown would read escaped.

    >>> escaped("a_b")
    'a\\\\_b'
    """
    return re.sub(r"([\\`*_\[\]<>#$|^~])", r"\\\1", text)


def _display(line: Line, write: Writer) -> str:
    return f"$$\n{display(line, write, WIDEST, wide)}\n$$"


def wide(latex: str) -> float:
    r"""How many signs wide most programs set a formula in one line.

    >>> wide(r"a \, (b + c)")
    9.55
    """
    return breadth(latex) + sum(room * latex.count(sign) for sign, room in ROOM.items())


def _reason(step: Step, names: Sequence[str]) -> str:
    told = words.reason_latex(step, names, escaped)
    return f"{told} *({escaped(words.sources(step))})*" if step.sources else told
