"""A lesson as a page that is readable offline."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from nonholo import __version__
from nonholo.expression.text import HANDOUT
from nonholo.views.lesson import words
from nonholo.views.lesson.lines import line_latex
from nonholo.views.page.math import Math
from nonholo.views.page.page import Details, Facts, Formula, Note, Page, Paragraph, Section
from nonholo.views.page.render import render
from nonholo.views.page.system import system_figure
from nonholo.words.language import tell, told

if TYPE_CHECKING:
    from nonholo.writing.latex import Writer
    from nonholo.writing.lesson import Exercise, Lesson, Step


def lesson_page(given: Lesson | Exercise) -> str:
    """The document."""
    lesson, _ = words.split(given)
    page = Page(told(lesson.name), tuple(lesson_sections(given)), sources=lesson.sources)
    return render([page], title=told(lesson.name), footer=f"nonholo {__version__}")


def lesson_sections(given: Lesson | Exercise) -> list[Section]:
    """One section a step; the solution of an exercise is folded away."""
    lesson, exercise = words.split(given)
    write = lesson.chart.latex(longest=HANDOUT)
    sections = [
        _section(n, step, lesson.chart.names, write) for n, step in enumerate(lesson.steps, start=1)
    ]
    if exercise is not None:
        sections.insert(0, Section(tell("Exercise"), (Note("remark", words.task(exercise)),)))
    if exercise is not None and exercise.solved:
        right = Formula(line_latex(exercise.right, write))
        shown = Details(words.solved(), (Paragraph(words.solution(exercise)), right))
        sections.append(Section(words.solved(), (shown,)))
    return [*_system(lesson, exercise is not None), *sections]


def _system(lesson: Lesson, handed_out: bool) -> list[Section]:
    """A drawing of the system, and what its letters mean."""
    blocks = system_figure(lesson.sketch, lesson.space, lesson.masses, lesson.name, handed_out)
    if known := words.meanings(lesson):
        blocks.append(Facts(tuple((Math(words.letters(n)), meaning) for n, meaning in known)))
    return [Section(tell("The system"), tuple(blocks))] if blocks else []


def _section(number: int, step: Step, names: Sequence[str], write: Writer) -> Section:
    told = words.reason(step, names)
    if step.sources:
        told += (f" ({words.sources(step)})",)
    formulas = (Formula(line_latex(line, write)) for line in step.lines)
    return Section(f"{number}. {step.heading}", (Paragraph(told), *formulas))
