"""A derivation line by line, as data: what a lecturer writes on the board, each step with its
reason; computes nothing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from nonholo.shows import shown
from nonholo.words.language import ENGLISH, in_language

if TYPE_CHECKING:  # a record computes nothing, so that views may import it
    from nonholo.dossier.masses import Masses
    from nonholo.dossier.sketch import Sketch
    from nonholo.expression.graph import Expr
    from nonholo.geometry.constraints.chart import Chart
    from nonholo.numerics.trajectory import Space


@dataclass(frozen=True, slots=True)
class Mark:
    """What is written as it stands: in the input language for a terminal, and as LaTeX."""

    text: str
    latex: str

    def in_language(self, language: str) -> Mark:
        """The mark with its words in another language."""
        return Mark(in_language(self.text, language), in_language(self.latex, language))


@dataclass(frozen=True, slots=True)
class Sum:
    """sum_i factor_i what_i, a combination of differentials, of fields or of forms."""

    terms: tuple[tuple[Expr, Mark], ...]

    def in_language(self, language: str) -> Sum:
        """The sum with its words in another language."""
        return Sum(tuple((factor, what.in_language(language)) for factor, what in self.terms))


@dataclass(frozen=True, slots=True)
class Line:
    """One formula: its pieces from left to right.

    place: of the piece that was derived, None in what is given or is a general law; dropped: that
    piece with a term of the theory left out, where people forget one; term: what is said of that;
    spread: written as a sum of terms, the way energies are.
    """

    pieces: tuple[Mark | Expr | Sum, ...]
    place: int | None = None
    dropped: Expr | None = None
    term: str = ""
    spread: bool = False

    @property
    def derived(self) -> Expr | Sum | None:
        """The piece that was derived; None in what is given."""
        if self.place is None:
            return None
        piece = self.pieces[self.place]
        return None if isinstance(piece, Mark) else piece

    def having(self, piece: Mark | Expr | Sum) -> Line:
        """The line with another piece in the place of the derived one."""
        pieces = (piece if i == self.place else old for i, old in enumerate(self.pieces))
        return replace(self, pieces=tuple(pieces))

    def in_language(self, language: str) -> Line:
        """The line with its words in another language; the formulas are the same."""
        pieces = (
            piece.in_language(language) if isinstance(piece, Mark | Sum) else piece
            for piece in self.pieces
        )
        return replace(self, pieces=tuple(pieces), term=in_language(self.term, language))


@dataclass(frozen=True, slots=True)
class Step:
    """A heading, the reason (a theorem, a substitution), the formulas, and whose theorem it is.

    sources: keys of docs/references.bib.
    """

    heading: str
    reason: tuple[str | Mark, ...]
    lines: tuple[Line, ...] = ()
    sources: tuple[str, ...] = ()

    def in_language(self, language: str) -> Step:
        """The step with its words in another language."""
        reason = (
            phrase.in_language(language)
            if isinstance(phrase, Mark)
            else in_language(phrase, language)
            for phrase in self.reason
        )
        lines = (line.in_language(language) for line in self.lines)
        heading = in_language(self.heading, language)
        return replace(self, heading=heading, reason=tuple(reason), lines=tuple(lines))


@dataclass(frozen=True, slots=True, repr=False)
class Lesson:
    """The derivation of one case, from the constraints to the line at which the shortcut fails.

    name: of the case; chart: how its letters are written; steps: in order, counted from 1; answer:
    the verdict in one word; missing: for each independent coordinate the gradient part and the
    curvature part that the shortcut leaves out, empty where nothing can be substituted; sources: of
    the case; language: the code of the language in which it is written; meaning: letters of the
    case, each with what it stands for; sketch, space, masses: what is drawn of it, in forms
    that show it.

    >>> import nonholo as nh
    >>> lesson = nh.explain(nh.System("x y z", "(x'**2 + y'**2 + z'**2)/2", ["dz = y dx"]))
    >>> lesson.answer, lesson.missing[0]
    ('nonholonomic', ('x', 0, y*xdot*ydot))
    """

    name: str
    chart: Chart
    steps: tuple[Step, ...]
    answer: str
    missing: tuple[tuple[str, Expr, Expr], ...] = ()
    sources: tuple[str, ...] = ()
    language: str = ENGLISH
    meaning: tuple[tuple[str, str], ...] = ()
    sketch: Sketch | None = None
    space: Space | None = None
    masses: Masses | None = None

    def _repr_html_(self) -> str:
        return str(shown("notebook.lesson_html", self))

    def _repr_markdown_(self) -> str:
        return str(shown("explain.written", self, "lesson.md"))

    def __repr__(self) -> str:
        return f"<Lesson on {self.name!r}: {len(self.steps)} steps, {self.answer}>"

    def lines(self) -> Iterator[tuple[int, int, Line]]:
        """Every formula with the numbers of its step and of itself, each counted from 1."""
        for s, step in enumerate(self.steps, start=1):
            for i, line in enumerate(step.lines, start=1):
                yield s, i, line

    def having(self, step: int, number: int, line: Line) -> Lesson:
        """The lesson with another formula in one place."""
        old = self.steps[step - 1]
        lines = (*old.lines[: number - 1], line, *old.lines[number:])
        steps = (*self.steps[: step - 1], replace(old, lines=lines), *self.steps[step:])
        return replace(self, steps=steps)

    def in_language(self, language: str) -> Lesson:
        """The lesson in another language; name, formulas and the verdict in one word stay."""
        steps = tuple(step.in_language(language) for step in self.steps)
        return replace(self, steps=steps, language=language)


@dataclass(frozen=True, slots=True, repr=False)
class Exercise:
    """A lesson with one line hidden or one error planted, and the solution.

    kind: "hide" or "error"; seed: which line was drawn; lesson: as it is handed out; step, number:
    of the line, counted from 1; right: what stands there in truth; what: what was done to it;
    solved: whether what is written of it shows the solution.
    """

    kind: str
    seed: int
    lesson: Lesson
    step: int
    number: int
    right: Line
    what: str
    solved: bool = True

    def in_language(self, language: str) -> Exercise:
        """The exercise in another language."""
        return replace(
            self,
            lesson=self.lesson.in_language(language),
            right=self.right.in_language(language),
            what=in_language(self.what, language),
        )

    def _repr_html_(self) -> str:
        return str(shown("notebook.lesson_html", self))

    def _repr_markdown_(self) -> str:
        return str(shown("explain.written", self, "exercise.md"))

    def __repr__(self) -> str:
        return f"<Exercise on {self.lesson.name!r}: {self.kind}, seed {self.seed}>"


ZERO = Mark(" = 0", " = 0")
UNEQUAL = Mark(" != 0", r" \neq 0")


def law(text: str, latex: str) -> Line:
    """A general law, or a condition in words."""
    return Line((Mark(text, latex),))


def equal(text: str, latex: str, value: Expr | Sum, given: bool = False) -> Line:
    """left = value"""
    head = Mark(text + " = ", latex + " = ")
    return Line((head, value), None if given else 1)


def energy(text: str, latex: str, value: Expr) -> Line:
    """left = value, derived, and written as a sum of terms"""
    return replace(equal(text, latex, value), spread=True)


def zero(value: Expr, given: bool = False, dropped: Expr | None = None, term: str = "") -> Line:
    """value = 0"""
    return Line((value, ZERO), None if given else 0, dropped, term)


def row_of(name: str, latex: str, value: Expr, dropped: Expr | None = None, term: str = "") -> Line:
    """The equation that belongs to a coordinate, value = 0."""
    head = Mark(f"{name}:  ", rf"{latex}\colon\quad ")
    return Line((head, value, ZERO), 1, dropped, term)
