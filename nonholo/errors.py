"""The vocabulary of failure: what was given, what is needed, what to try.

Every exception the package raises on purpose is a `NonholoError`.  A verdict is never an
exception (it is a value with three answers); only misuse and impossible input raise.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, replace

from nonholo.words.sentence import Sentence, say, say_many, together

_TYPED: ContextVar[bool] = ContextVar("was the question typed in a shell?", default=False)


@contextmanager
def in_a_shell() -> Iterator[None]:
    """In here hints name the options of the command line; everywhere else, those of Python."""
    before = _TYPED.set(True)
    try:
        yield
    finally:
        _TYPED.reset(before)


def option(typed: str, python: str) -> str:
    """What to give, in the words of whoever asks: `--at x=1` in a shell, `point=...` in Python.

    >>> option("--step 0.01", "step=0.01")
    'step=0.01'
    >>> with in_a_shell():
    ...     option("--step 0.01", "step=0.01")
    '--step 0.01'
    """
    return typed if _TYPED.get() else python


def given_under(table: str) -> str:
    """Where a value of a case is given, in the words of whoever asks.

    table: of a case file, a keyword in Python.

    >>> print(given_under("inputs"))
    by inputs={...}
    >>> with in_a_shell():
    ...     print(given_under("inputs"))
    under [inputs]
    """
    return option(say("under [{table}]", table=table), say("by {table}={{...}}", table=table))


def asking(question: str) -> str:
    """How another question is asked, in the words of whoever asks: a command, or a function.

    question: the name of both.

    >>> asking("consistency")
    '`nh.consistency(case)`'
    >>> with in_a_shell():
    ...     asking("consistency")
    '`nonholo consistency`'
    """
    return option(f"`nonholo {question}`", f"`nh.{question}(case)`")


def said(error: BaseException) -> str:
    """What an error says, as a sentence where it is one, so that it can be told in any language.

    >>> said(NonholoError("no such case"))
    'no such case'
    """
    first = error.args[0] if len(error.args) == 1 else None
    return first if isinstance(first, Sentence) else str(error)


def too_large(text: str) -> str:
    """What is said of a number that the machine does not have.

    text: the number, or its name.

    >>> too_large("10**400")
    '10**400 is beyond the numbers of the machine; give a smaller number'
    """
    return say("{text} is beyond the numbers of the machine; give a smaller number", text=text)


class NonholoError(Exception):
    """Anything the package refuses, said so that a stranger can mend it.

    Its kinds are the classes of `nonholo.errors`; a verdict is a value and never one of them.

    >>> import nonholo as nh
    >>> try:
    ...     nh.check(nh.constraints("dz = y dx", "dz = y dx + dt"))
    ... except nh.NonholoError as refusal:
    ...     type(refusal).__name__
    'ContradictoryConstraints'
    """


@dataclass(frozen=True, slots=True)
class Place:
    """Where a text stands: file and key if known, line and column counted from 1."""

    source: str = ""
    key: str = ""
    line: int = 1
    column: int = 1

    def __str__(self) -> str:
        parts = [self.source] if self.source else []
        if self.key:
            parts.append(self.key)
        parts.append(f"line {self.line}, column {self.column}")
        return ", ".join(parts)

    def said(self) -> Sentence:
        """The same, to be told in any language."""
        where = say("line {line}, column {column}", line=self.line, column=self.column)
        return together([*filter(None, (self.source, self.key)), where], ", ")


@dataclass(frozen=True, slots=True)
class Repair:
    """Characters of a text to be replaced; certain: nothing else can have been meant."""

    start: int
    end: int
    text: str
    certain: bool = True


class BadExpression(NonholoError):
    """A text that is not in the expression language, with the place and a caret under it; `also`:
    other places where the same is wrong; `repair`: how the text can be read on.
    """

    def __init__(
        self,
        message: str,
        place: Place,
        text_line: str = "",
        hint: str = "",
        also: tuple[Place, ...] = (),
        repair: Repair | None = None,
    ):
        self.message, self.place, self.text_line, self.hint = message, place, text_line, hint
        self.also, self.repair = also, repair
        lines: list[str] = [place.said() + ": " + message]
        if text_line:
            start = max(0, place.column - 60)
            lines += [
                "    " + text_line[start : start + 100],
                "    " + " " * (place.column - 1 - start) + "^",
            ]
        if also:
            others = together((replace(where, source="").said() for where in also), "; ")
            lines.append("    " + say("also: {places}", places=others))
        if hint:
            lines.append("    " + say("try: {hint}", hint=hint))
        super().__init__(together(lines, "\n"))

    def there_too(self, other: BadExpression) -> BadExpression:
        """The same complaint with the place of another one that says the same."""
        also = (*self.also, other.place)
        return BadExpression(self.message, self.place, self.text_line, self.hint, also)


class BadCase(NonholoError):
    """A case that cannot be read; `complaints` lists everything that is wrong, not only the
    first.

    source: the file, or the name of the case; complaints: one, or several.
    """

    def __init__(self, source: str, complaints: str | Sequence[str]):
        self.source = source
        self.complaints = [complaints] if isinstance(complaints, str) else list(complaints)
        many = say_many(len(self.complaints), "{n} problem", "{n} problems")
        head = together((source or say("case"), ": ", many))
        super().__init__(together((head, *(together(("- ", c)) for c in self.complaints)), "\n"))


class NotPfaffian(NonholoError):
    """A velocity constraint that is not linear (affine) in the velocities."""


class ContradictoryConstraints(NonholoError):
    """Constraints that no velocity can satisfy together."""


class ConditionLeft(ContradictoryConstraints):
    """A combination of constraints has no velocities left, and is a condition on configurations."""


class SingularPivot(NonholoError):
    """Velocities that the constraints cannot be solved for."""


class NotApplicable(NonholoError):
    """A method asked for a system outside its hypotheses."""


class InadmissibleState(NonholoError):
    """A state that violates the constraints."""


class SingularMass(NonholoError):
    """Accelerations that the equations of motion do not determine."""


class OutOfReach(NonholoError):
    """Work that passes a limit of size or time; what was tried is said."""


class TimeUp(BaseException):
    """The time limit of the whole run is near; raised wherever the work is, and not to be caught
    by the way.
    """
