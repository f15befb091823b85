"""Rests of two tellings, their stability and small motions; what states there are at all."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from nonholo.dynamics.rest_verdict import UNDECIDED
from nonholo.errors import InadmissibleState
from nonholo.expression.graph import Expr
from nonholo.expression.text import text
from nonholo.findings.consistency import consistency
from nonholo.findings.equilibrium import equilibrium
from nonholo.findings.stability import linearise
from nonholo.readers.case import Case
from nonholo.testing.laws.answers import RESTS, Pair, answers, asked, decided, refused
from nonholo.testing.tellings import Telling

CLOSE = 1e-6  # of the coefficients of polynomials, relative


def rests(told: Telling) -> Iterator[Pair]:
    """Configurations of rest, their stability and small motions."""
    if told.first.system.lagrangian is None or told.shift:
        return
    first, other = (asked(equilibrium, case) for case in (told.first, told.other))
    if not (answers(first) and answers(other)):
        yield "rests", refused(first), refused(other)
        return
    if not told.narrow:
        yield "rests", *(dimensions(answer) for answer in (first, other))
        yield "stability", *(_verdicts(answer) for answer in (first, other))
    yield from told_back((told.first, told.other), first.found, told.place, float(told.pace))


def told_back(
    cases: tuple[Case, Case],
    every: Sequence[Any],
    place: Callable[[Mapping[str, Expr]], dict[str, str] | None],
    pace: float = 1.0,
) -> Iterator[Pair]:
    """Rests of the first case asked of the other there: stability, small motions.

    every: those of the first; place: where they are in the other; pace: c of s = S / c.
    """
    for one in [r for r in every if r.isolated and not r.enclosure][:RESTS]:
        at = place(one.values)
        if at is None:
            continue
        there = asked(equilibrium, cases[1], at=at)
        if not answers(there):
            yield f"rest at {at}", True, False if isinstance(there, InadmissibleState) else None
            continue
        before = decided(one.stability.verdict)
        yield f"stability at {at}", before, *(decided(r.stability.verdict) for r in there.found[:1])
        yield from _the_same_roots(cases, one, at, pace)


def consistencies(told: Telling) -> Iterator[Pair]:
    """Are there motions at all, and how many initial states?"""
    if told.first.system.lagrangian is None:
        return
    first, other = (asked(consistency, case) for case in (told.first, told.other))
    if answers(first) and answers(other):
        yield "consistent", first.consistent, other.consistent
        if first.consistent and other.consistent and not (first.branches or other.branches):
            yield "dimension", first.dimension, other.dimension
            yield "freedom", first.freedom, other.freedom


def exact(answer: Any) -> bool:
    """All rests, each by formulas."""
    return answer.complete and not any(r.enclosure or r.held or r.under for r in answer.found)


def dimensions(answer: Any) -> list[int] | None:
    """Of the families of rests, where these are all."""
    return sorted(len(r.free) for r in answer.found) if exact(answer) else None


def _verdicts(answer: Any) -> list[str] | None:
    told = [r.stability.verdict for r in answer.found]
    return None if not exact(answer) or UNDECIDED in told else sorted(told)


def _the_same_roots(
    cases: tuple[Case, Case], one: Any, at: dict[str, str], pace: float
) -> Iterator[Pair]:
    """The polynomial of the eigenvalues, s = S / c."""
    import numpy as np

    values = {n: text(e) for n, e in one.values.items()}
    pair = (asked(linearise, cases[0], values), asked(linearise, cases[1], at))
    if not all(map(answers, pair)):
        yield f"small motions at {at}", *(None if not answers(p) else True for p in pair)
        return
    spectra = [asked(small.eigenvalues) for small in pair]
    if not all(map(answers, spectra)):
        return
    before, after = (np.poly(np.asarray(e) * c) for e, c in zip(spectra, (pace, 1.0)))
    scale = 1 + np.abs(before).max()
    same = before.shape == after.shape and np.abs(before - after).max() < CLOSE * scale
    yield f"eigenvalues at {at}", True, bool(same)
