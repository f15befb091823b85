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
from nonholo.readers.assumptions import state_factors, state_range
from nonholo.readers.case import Case
from nonholo.readers.own import own_copy
from nonholo.work import BUDGETS, Work
from nonholo.writing.present import presentable

Answer = str | bool
Asked = Callable[[Case], Answer | None]
Assumed = tuple[Expr, Range]
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
    given: Sequence[Expr] = (),
) -> tuple[Settling, ...]:
    """The assumptions on some expressions of a case under which a question has an answer.

    Each is tried: the case is judged with it.  f != 0 is told where that is enough, else f > 0 and
    f < 0; where none is enough alone, signs of all of them together.  expressions: those whose
    signs are not known; asked: the answer to the question, None where it is open; given: what has
    to be positive for the question to have a sense, told with every assumption that needs it.
    """
    work = Work.of(BUDGETS.trials)
    base = [(e, POSITIVE) for e in given]
    if base:
        answer = _answer_under(case, base, asked)
        if answer is not None:
            return (_told(question, base, answer),)
    settlings: list[Settling] = []
    few = [e for e in expressions if len(text(presentable(e))) <= LONGEST][:MOST]
    moving = case.system.chart.q
    for e in few:
        if settlings and e.has(moving):
            break  # numbers that settle it are worth more than a part of the configurations
        for ranges in ((NONZERO,), (POSITIVE, NEGATIVE)):
            trials = [] if work.over else [[*base, (e, allowed)] for allowed in ranges]
            successes = list(_settled(case, trials, question, asked))
            settlings += successes
            if successes:
                break
    still = [e for e in few if not e.has(moving)]
    if not settlings and len(still) > 1 and not work.over:
        signs = (POSITIVE, NEGATIVE) if len(still) <= FEW else (POSITIVE,)
        trials = [[*base, *zip(still, ranges)] for ranges in product(signs, repeat=len(still))]
        if len(signs) == 1:
            trials = [_fewest(case, trial, asked) for trial in trials]
        return tuple(_settled(case, trials, question, asked))
    return tuple(settlings)


def _settled(
    case: Case, trials: Sequence[Sequence[Assumed]], question: str, asked: Asked
) -> Iterator[Settling]:
    for assumed in trials:
        answer = _answer_under(case, assumed, asked)
        if answer is not None:
            yield _told(question, assumed, answer)


def _fewest(case: Case, assumed: Sequence[Assumed], asked: Asked) -> list[Assumed]:
    """Those that the answer needs, the longest left out first."""
    answer, needed = _answer_under(case, assumed, asked), list(assumed)
    for each in sorted(assumed, key=lambda one: -len(text(one[0]))) if answer is not None else ():
        fewer = [one for one in needed if one is not each]
        if fewer and _answer_under(case, fewer, asked) == answer:
            needed = fewer
    return needed


def _told(question: str, assumed: Sequence[Assumed], answer: Answer) -> Settling:
    shown = [text(presentable(e)) for e, _ in assumed]
    told = ", ".join(words(e, allowed) for e, (_, allowed) in zip(shown, assumed))
    return Settling(question, told, ", ".join(shown), answer)


def _answer_under(
    case: Case,
    assumed: Sequence[Assumed],
    asked: Asked,
) -> Answer | None:
    """The answer under further assumptions; None where there is none, or nothing obeys them."""
    copied = own_copy(case)
    graph = copied.system.chart.graph
    try:
        for e, allowed in assumed:
            state_range(graph.lift(e), allowed)
        state_factors(graph, copied.system.chart.q)
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
