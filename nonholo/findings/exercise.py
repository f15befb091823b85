"""A lesson as an exercise: one line is hidden, or one error is planted."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from nonholo.errors import NonholoError
from nonholo.expression.graph import Expr, linear
from nonholo.expression.text import HANDOUT, width
from nonholo.words.sentence import say
from nonholo.writing.lesson import ZERO, Exercise, Lesson, Line, Mark, Sum
from nonholo.writing.present import presentable

KINDS = ("hide", "error")
HIDDEN = Mark("[ ? ]", r"\boxed{\,?\,}")
Changed = tuple[int, int, Line, Line, str]  # step, number, as it is right, as it is handed out, how


def exercise(lesson: Lesson, kind: str, seed: int = 0, solved: bool = True) -> Exercise:
    """The lesson with one derived line hidden ("hide"), or with one error in it ("error").

    An error is a sign of one term, or a term of the theory that is dropped (the curvature force).
    The same seed draws the same line; solved: shall the solution be written?  Raises NonholoError
    for another kind, and for a lesson in which nothing was derived.

    >>> import nonholo as nh
    >>> lesson = nh.explain(nh.constraints("dz = y dx"))
    >>> planted = exercise(lesson, "error", seed=1)
    >>> sum(a != b for (*_, a), (*_, b) in zip(lesson.lines(), planted.lesson.lines()))
    1
    """
    if kind not in KINDS:
        raise NonholoError(
            say("exercise = {kind!r}: needed is one of {names}", kind=kind, names=", ".join(KINDS))
        )
    made = list(_hidden(lesson) if kind == "hide" else _wrong(lesson))
    if not made:
        raise NonholoError(
            say(
                "{name}: no line of its lesson can be made an exercise of the kind {kind!r}; "
                "give a case with a constraint",
                name=lesson.name,
                kind=kind,
            )
        )
    draw = Random(seed)
    step, number, right, changed, what = draw.choice(_fair(made, draw))
    handed = lesson.having(step, number, changed)
    return Exercise(kind, seed, handed, step, number, right, what, solved)


def _fair(made: list[Changed], draw: Random) -> list[Changed]:
    """One change of each sort for each step, so that steps of many lines are not drawn more
    often.
    """
    sorts = sorted({(change[0], change[4]) for change in made})
    return [draw.choice([c for c in made if (c[0], c[4]) == sort]) for sort in sorts]


def _hidden(lesson: Lesson) -> Iterator[Changed]:
    for step, number, line in lesson.lines():
        derived = line.derived
        if derived is not None and not _vanishes(derived) and _readable(derived):
            yield step, number, line, line.having(HIDDEN), say("this line was hidden")


def _wrong(lesson: Lesson) -> Iterator[Changed]:
    for step, number, line in lesson.lines():
        if line.derived is None or not _readable(line.derived):
            continue
        if line.dropped is not None:
            yield step, number, line, line.having(line.dropped), line.term
        for piece in _signs(line):
            yield step, number, line, line.having(piece), say("one sign is wrong")


def _signs(line: Line) -> Iterator[Expr | Sum]:
    """The derived piece with the sign of one term turned."""
    derived = line.derived
    homogeneous = line.pieces[-1] == ZERO  # value = 0 has no sign of its own
    if isinstance(derived, Sum):
        for i, (factor, what) in enumerate(derived.terms):
            if len(derived.terms) > 1 or not homogeneous:
                yield Sum((*derived.terms[:i], (-factor, what), *derived.terms[i + 1 :]))
    elif derived is not None:
        constant, terms = linear(derived)
        if homogeneous and len(terms) + (constant != 0) < 2:
            return
        for term, c in terms:
            yield derived - term * (2 * c)
        if constant != 0:
            yield derived - derived.graph.number(2 * constant)


def _vanishes(derived: Expr | Sum) -> bool:
    return all(f.is_zero for f, _ in derived.terms) if isinstance(derived, Sum) else derived.is_zero


def _readable(derived: Expr | Sum) -> bool:
    """Is it written out in a lesson, where an error in it can be found?"""
    if isinstance(derived, Sum) or width(derived) <= HANDOUT:
        return True
    return width(presentable(derived)) <= HANDOUT
