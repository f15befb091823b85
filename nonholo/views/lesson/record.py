"""A lesson as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from nonholo.views.lesson import words
from nonholo.views.lesson.lines import line_latex, line_text
from nonholo.views.page.values import SCHEMA, shown
from nonholo.words.language import ENGLISH

if TYPE_CHECKING:
    from nonholo.writing.latex import Writer
    from nonholo.writing.lesson import Exercise, Lesson, Line


def lesson_record(given: Lesson | Exercise) -> dict[str, Any]:
    """Steps with their lines as text and LaTeX, what the shortcut leaves out, the solution."""
    lesson, exercise = words.split(given)
    write = lesson.chart.latex()
    record: dict[str, Any] = {
        "schema": SCHEMA,
        "name": lesson.name,
        "verdict": lesson.answer,
        "steps": [
            {
                "number": number,
                "heading": step.heading,
                "reason": "".join(p if isinstance(p, str) else p.text for p in step.reason),
                "lines": [_line(line, write) for line in step.lines],
                "sources": list(step.sources),
            }
            for number, step in enumerate(lesson.steps, start=1)
        ],
        "missing": [
            {"row": name, "gradient": shown(g), "curvature": shown(c)}
            for name, g, c in lesson.missing
        ],
        "sources": list(lesson.sources),
    }
    if exercise is not None and not exercise.solved:
        del record["missing"]  # it tells many a line that can be hidden
    if lesson.meaning:
        record["meaning"] = dict(lesson.meaning)
    if lesson.language != ENGLISH:
        record["language"] = lesson.language
    if exercise is not None:
        record["exercise"] = {"kind": exercise.kind, "seed": exercise.seed}
    if exercise is not None and exercise.solved:
        record["exercise"] |= {
            "step": exercise.step,
            "line": exercise.number,
            "what": exercise.what,
            "right": _line(exercise.right, write),
        }
    return record


def _line(line: Line, write: Writer) -> dict[str, Any]:
    return {
        "text": line_text(line),
        "latex": line_latex(line, write),
        "derived": line.place is not None,
    }
