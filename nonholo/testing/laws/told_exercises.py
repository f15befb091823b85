"""Exercises of two tellings: what is planted is wrong, one line of it, in whatever words."""

from __future__ import annotations

from collections.abc import Iterator

from nonholo.decide.zero import decide_zero
from nonholo.expression.graph import Expr
from nonholo.findings.exercise import KINDS, exercise
from nonholo.findings.explain import lesson_on
from nonholo.testing.laws.answers import Pair, answers, asked
from nonholo.testing.tellings import Telling
from nonholo.writing.lesson import ZERO, Exercise, Lesson, Line, Sum

SEEDS = 3


def exercises(told: Telling) -> Iterator[Pair]:
    """Of either telling: one line alone is another, and an error in it is one."""
    for word, case in (("first", told.first), ("other", told.other)):
        lesson = asked(lesson_on, case)
        if not answers(lesson):
            return
        for kind in KINDS:
            for seed in range(SEEDS):
                made = asked(exercise, lesson, kind, seed)
                if answers(made):
                    at = f"{kind} {seed} of the {word}"
                    yield f"one line of {at}", [(made.step, made.number)], changed(lesson, made)
                    yield f"what is right of {at}", True, told_again(made)
                    if kind == "error":
                        yield f"an error in {at}", True, wrong(made)


def changed(lesson: Lesson, made: Exercise) -> list[tuple[int, int]]:
    """Which lines are others."""
    pairs = zip(lesson.lines(), made.lesson.lines(), strict=True)
    return [(s, i) for (s, i, a), (_, _, b) in pairs if str(a) != str(b)]


def told_again(made: Exercise) -> bool:
    """The line as it is right differs in one piece from the one that is handed out."""
    here = _handed(made)
    return [a for a, b in zip(here.pieces, made.right.pieces, strict=True) if str(a) != str(b)] == [
        here.pieces[made.right.place or 0]
    ]


def wrong(made: Exercise) -> bool | None:
    """What is handed out is not what is right, nor minus that where a row = 0."""
    handed, right = _handed(made).derived, made.right.derived
    if isinstance(handed, Expr) and isinstance(right, Expr):
        answers = [decide_zero(handed - right).answer]
        if made.right.pieces[-1] == ZERO:  # whose sign says nothing
            answers.append(decide_zero(handed + right).answer)
        return None if None in answers else not any(answers)
    if isinstance(handed, Sum) and isinstance(right, Sum):
        pairs = zip(handed.terms, right.terms, strict=True)
        answers = [decide_zero(a - b).answer for (a, _), (b, _) in pairs]
        return None if None in answers else not all(answers)
    return None


def _handed(made: Exercise) -> Line:
    return next(line for s, i, line in made.lesson.lines() if (s, i) == (made.step, made.number))
