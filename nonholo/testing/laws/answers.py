"""What may come of a question about one telling: an answer, none yet, or a refusal.

None is undecided; an error is kept, as constraints that contradict each other are an answer too."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from nonholo.dynamics.rest_verdict import UNDECIDED
from nonholo.errors import ContradictoryConstraints, NonholoError

Pair = tuple[Any, ...]  # what was asked, the answer about the first, that about the other
UNITS, RESTS = 2_000_000, 3  # of work for searches; places and rests that are told back


def tallied(pairs: Iterable[Pair]) -> tuple[list[str], list[str], int]:
    """(contradictions, what is undecided on one side alone, how many answers are the same)."""
    wrong, left, same = [], [], 0
    for what, before, after in pairs:
        if before is None or after is None:
            left += [what] if before is not after else []
        elif before != after:
            wrong.append(f"{what}: {before} and {after}")
        else:
            same += 1
    return wrong, left, same


def all_true(answers: Iterable[bool | None]) -> bool | None:
    """Are they all yes?"""
    told = {*answers}
    return False if False in told else None if None in told else True


def asked(ask: Callable, *given, **more) -> Any:
    """The answer, or why there is none."""
    try:
        return ask(*given, **more)
    except NonholoError as error:
        return error


def answers(answer: Any) -> bool:
    return not isinstance(answer, NonholoError)


def refused(answer: Any) -> str | None:
    """Contradictory constraints are an answer, and so is none of that."""
    if isinstance(answer, ContradictoryConstraints):
        return "contradictory"
    return "not contradictory" if answers(answer) else None


def decided(value: Any) -> Any:
    return None if value == UNDECIDED else value


def added(numbers: Sequence[int | None]) -> int | None:
    """The sum; None if one of them is undecided."""
    known = [n for n in numbers if n is not None]
    return sum(known) if len(known) == len(numbers) else None


def summed(vectors: Sequence[tuple[int, ...] | None]) -> tuple[int, ...] | None:
    """Growth with d/dt of several that know nothing of each other, with d/dt once."""
    known = [v for v in vectors if v is not None]
    if len(known) < len(vectors):
        return None
    long = max(map(len, known))
    padded = [(*v, *[v[-1]] * (long - len(v))) for v in known]
    return tuple(sum(column) - len(known) + 1 for column in zip(*padded))
