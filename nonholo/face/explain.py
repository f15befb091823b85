"""nonholo explain, as a function."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path

from nonholo.dossier.drawing import drawn_system
from nonholo.errors import NonholoError
from nonholo.face.pdf import pdf, require_compiler
from nonholo.face.spoken import require_language
from nonholo.files import file_name, write
from nonholo.findings.exercise import KINDS
from nonholo.findings.exercise import exercise as exercise_of
from nonholo.findings.explain import lesson_on
from nonholo.readers.case import Case
from nonholo.views.lesson.document import lesson_latex
from nonholo.views.lesson.markdown import lesson_markdown
from nonholo.views.lesson.page import lesson_page
from nonholo.views.lesson.record import lesson_record
from nonholo.views.lesson.text import lesson_text
from nonholo.words.language import ENGLISH, speaking
from nonholo.words.sentence import say
from nonholo.writing.lesson import Exercise, Lesson


def _json(given: Lesson | Exercise) -> str:
    return json.dumps(lesson_record(given), indent=1, ensure_ascii=False)


STYLES: dict[str, Callable[[Lesson | Exercise], str]] = {  # ending of a file: what is written
    "": lesson_text,
    ".txt": lesson_text,
    ".md": lesson_markdown,
    ".tex": lesson_latex,
    ".pdf": lesson_latex,
    ".html": lesson_page,
    ".json": _json,
}
DRAWN = (".md", ".tex", ".pdf", ".html")  # endings of files that show the drawing


def explain(
    given: Case | str | Path,
    dependent: str | Sequence[str] = (),
    exercise: str = "",
    seed: int = 0,
    output: str | Path | None = None,
    lang: str = ENGLISH,
    solution: bool = True,
) -> Lesson | Exercise:
    """The derivation of a case line by line, each step with its reason; or an exercise of it.

    given: a case, the path of its file, or a model of sympy.physics.mechanics; dependent:
    coordinates whose velocities shall be eliminated; exercise: "hide" one line or plant one
    "error", drawn by `seed`; output: also write it to this file, *.md, *.tex, *.pdf (if there is
    a pdflatex), *.html, *.txt or *.json; lang: "en", "es" or "pt"; solution: whether what is
    written of an exercise shows its solution.  Without a Lagrangian it ends
    with the virtual displacements.  Raises NonholoError for another kind of file, exercise or
    language, OutOfReach for a set too large for tables of symbols (NeimarkFufaev1972).

    >>> import nonholo as nh
    >>> lesson = nh.explain(nh.case("heisenberg"))
    >>> lesson.steps[-1].heading, lesson.missing[0]
    ('Where it goes wrong', ('x', 0, -ydot*(x*ydot - y*xdot)/2))
    >>> nh.explain(nh.constraints("dz = y dx"), lang="es").steps[-1].heading
    'Desplazamientos virtuales'
    """
    language = require_language(lang)
    if exercise and exercise not in KINDS:
        raise NonholoError(
            say(
                "exercise = {exercise!r}: needed is one of {names}",
                exercise=exercise,
                names=", ".join(KINDS),
            )
        )
    if not (exercise or solution):
        raise NonholoError(say("solution = False goes with exercise = 'hide' or 'error'"))
    if output is not None:
        require_style(output)
    pictured = output is not None and _ending(output) in DRAWN
    lesson = lesson_on(given, dependent, drawn_system if pictured else None)
    made = exercise_of(lesson, exercise, seed, solution) if exercise else lesson
    made = made if language == ENGLISH else made.in_language(language)
    if output is not None:
        text = written(made, output)
        write(output, pdf(text) if _ending(output) == ".pdf" else text.encode())
    return made


def written(given: Lesson | Exercise, output: str | Path = "") -> str:
    """The lesson in the style that the ending of a file asks for, of a PDF the LaTeX that it is
    made of; without one text.

    >>> import nonholo as nh
    >>> print(written(nh.explain(nh.constraints("dz = y dx")), "lesson.md").splitlines()[2])
    ## 1. The constraints
    """
    require_style(output)
    lesson = given.lesson if isinstance(given, Exercise) else given
    with speaking(lesson.language):
        return STYLES[_ending(output)](given)


def require_style(output: str | Path) -> None:
    """Raise NonholoError for a file of another kind, and for a PDF that can't be made here."""
    if _ending(output) not in STYLES:
        raise NonholoError(
            say(
                "{output}: {suffix}: no format of a lesson; let the file end in {names}",
                output=output,
                suffix=Path(output).suffix,
                names=", ".join(filter(None, STYLES)),
            )
        )
    if _ending(output) == ".pdf":
        require_compiler()


def _ending(output: str | Path) -> str:
    return Path(file_name(output)).suffix.lower()
