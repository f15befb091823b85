"""Which assumption would settle what is open: each is tried, and the question asked again."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from random import Random

from nonholo.arithmetic.numbers import Rational
from nonholo.decide.ball import as_assumed, drawn, obeys
from nonholo.errors import NonholoError
from nonholo.expression.graph import Expr
from nonholo.expression.ranges import Range, nothing_obeys, words
from nonholo.expression.text import text
from nonholo.geometry.flag.piecewise import on_domain
from nonholo.readers.assumptions import state_range
from nonholo.readers.case import Case
from nonholo.readers.own import own_copy
from nonholo.work import BUDGETS, Work
from nonholo.writing.present import presentable

Answer = str | bool
Asked = Callable[[Case], Answer | None]
POSITIVE = Range(low=Rational(0), apart=True)
NEGATIVE = Range(high=Rational(0), apart=True)
NONZERO = Range(apart=True)
MOST = 8  # expressions that are tried
FEW = 3  # of which all signs are tried together
DRAWS = 40  # of points that may obey
LONGEST = 60  # signs of one that is told


@dataclass(frozen=True, slots=True)
class Settling:
    """With this assumption the open question has this answer.

    question: which key of the record was open; assumption: as it is written under `assumptions` in
    a case file; expression: whose sign or zero was not known.
    """

    question: str
    assumption: str
    expression: str
    answer: Answer


def settled_by(
    case: Case,
    expressions: Sequence[Expr],
    question: str,
    asked: Asked,
) -> tuple[Settling, ...]:
    """The assumptions on some expressions of a case under which a question has an answer.

    Each is tried: the case is judged with it.  f != 0 is told where that is enough, else f > 0 and
    f < 0; where none is enough alone, signs of all of them together.  expressions: those whose
    signs are not known; asked: the answer to the question, None where it is open.
    """
    work = Work.of(BUDGETS.trials)
    settlings: list[Settling] = []
    few = [e for e in expressions if len(text(presentable(e))) <= LONGEST][:MOST]
    moving = case.system.chart.q
    for e in few:
        if settlings and e.has(moving):
            break  # numbers that settle it are worth more than a part of the configurations
        for ranges in ((NONZERO,), (POSITIVE, NEGATIVE)):
            successes = [] if work.over else list(_tried(case, e, ranges, question, asked))
            settlings += successes
            if successes:
                break
    still = [e for e in few if not e.has(moving)]
    if not settlings and len(still) > 1 and not work.over:
        return tuple(_together(case, still, question, asked))
    return tuple(settlings)


def _tried(
    case: Case, e: Expr, ranges: Sequence[Range], question: str, asked: Asked
) -> Iterator[Settling]:
    shown = text(presentable(e))
    for allowed in ranges:
        answer = _asked(case, [(e, allowed)], asked)
        if answer is not None:
            yield Settling(question, words(shown, allowed), shown, answer)


def _together(case: Case, few: Sequence[Expr], question: str, asked: Asked) -> Iterator[Settling]:
    """Signs of several: all choices for a few, else all positive."""
    signs = (POSITIVE, NEGATIVE) if len(few) <= FEW else (POSITIVE,)
    shown = [text(presentable(e)) for e in few]
    for ranges in product(signs, repeat=len(few)):
        answer = _asked(case, list(zip(few, ranges)), asked)
        if answer is not None:
            told = ", ".join(map(words, shown, ranges))
            yield Settling(question, told, ", ".join(shown), answer)


def _asked(
    case: Case,
    assumed: Sequence[tuple[Expr, Range]],
    asked: Asked,
) -> Answer | None:
    """The answer under further assumptions; None where there is none, or nothing obeys them."""
    copied = own_copy(case)
    graph = copied.system.chart.graph
    for e, allowed in assumed:
        state_range(graph.lift(e), allowed)
    try:
        if nothing_obeys(graph) or not _somewhere([graph.lift(e) for e, _ in assumed]):
            return None
        rows = on_domain(copied.system.pfaffian)
        return asked(replace(copied, system=replace(copied.system, pfaffian=rows)))
    except (NonholoError, ZeroDivisionError):
        return None


def _somewhere(nodes: Sequence[Expr]) -> bool:
    """A point at which all that is assumed surely holds was found."""
    symbols = nodes[0].graph.unmask(nodes[0].graph.mask(nodes))
    rng = Random(len(symbols))
    return any(
        obeys(as_assumed(drawn(symbols, rng, (1, 3, 10, 30)[k % 4], k % 2 == 0)))
        for k in range(DRAWS)
    )
