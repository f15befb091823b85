"""Rests and first integrals of one telling of a system, in the words of the other: there too?

Whatever the package says of the other telling by itself, a rest of the first is one, as stable, and
a function that motion keeps is kept.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import nonholo as nh
from nonholo.dynamics.conserved import is_conserved
from nonholo.dynamics.rest_verdict import UNDECIDED
from nonholo.errors import InadmissibleState, NonholoError
from nonholo.expression.text import text
from nonholo.findings.conservation import conserved, further_integrals
from nonholo.readers.case import Case

UNITS, MOST = 5_000_000, 4  # of work for integrals; of rests that are asked for


@dataclass(frozen=True, slots=True)
class Told:
    """Coordinates, rows, levels, forces and Lagrangian as expressions.

    more: names of coordinates beside these, with texts of their rows and levels; moves: (i, j, s)
    for q_i = Q_i + s(q_j), in the order in which they were made; start: what t = 0 was; kept: first
    integrals; solved: the coordinate that is told no more; height: g(q) of the level w = g(q)."""

    order: tuple[int, ...]
    names: dict[str, str]
    rows: tuple[Any, ...]
    levels: tuple[Any, ...]
    forces: tuple[Any, ...]
    lagrangian: Any
    more: tuple[str, ...] = ()
    more_rows: tuple[str, ...] = ()
    more_levels: tuple[str, ...] = ()
    moves: tuple[tuple[int, int, Any], ...] = ()
    start: int = 0
    kept: tuple[Any, ...] = ()
    solved: int | None = None
    height: Any = None


def integrals_told(case: Case) -> list[Any]:
    """First integrals of all kinds, in the graph of the case."""
    if case.system.lagrangian is None:
        return []
    compared = nh.compare(case)
    simple = conserved(compared)
    search = further_integrals(compared, UNITS, simple)
    every = [*(f for _, f in simple), *(search.integrals if search else ())]
    return [case.scope.expression(text(f)) for f in every]


def told_back(
    case: Case, told: Told, other: Case, in_words: Callable, stable: bool
) -> tuple[list[str], list[str]]:
    """(what is wrong, which questions are left open).

    in_words: an expression of the case in the other's words; stable: what is beside the system
    leaves the stability as it is.
    """
    if case.system.lagrangian is None:
        return [], []
    wrong, left = kept(told, other, lambda e: in_words(case, told, e))
    more_wrong, more_left = rests(case, told, other, stable)
    return wrong + more_wrong, left + more_left


def kept(told: Told, other: Case, say: Callable[[Any], str]) -> tuple[list[str], list[str]]:
    """First integrals that are none in the other telling."""
    compared = nh.compare(other)
    wrong, left = [], []
    for f in told.kept if compared.reference is not None else ():
        (there,) = compared.system.chart.graph.copy([other.scope.expression(say(f))])
        decision = is_conserved(compared.system, compared.distribution, compared.reference, there)
        if decision.answer is False:
            wrong.append(f"{say(f)} is not kept")
        elif decision.answer is None:
            left.append("integrals told back")
    return wrong, left


def rests(case: Case, told: Told, other: Case, stable: bool) -> tuple[list[str], list[str]]:
    """Isolated rests that are none in the other telling, or not as stable."""
    wrong, left = [], []
    isolated = [r for r in nh.equilibrium(case).found if r.isolated and not r.enclosure]
    for rest in isolated[:MOST]:
        place = _place(case, told, rest.values)
        if place is None:
            continue
        try:
            there = nh.equilibrium(other, at=place).found
        except InadmissibleState as error:
            wrong.append(f"no rest at {place}: {error}")
            continue
        except NonholoError:
            left.append("rests told back")
            continue
        verdicts = {rest.stability.verdict, *(r.stability.verdict for r in there)}
        if UNDECIDED not in verdicts and len(verdicts) > 1 and stable:
            wrong.append(f"at {place}: {' and '.join(sorted(verdicts))}")
        elif UNDECIDED in verdicts and len(verdicts) > 1 and stable:
            left.append("stability told back")
    return wrong, left


def _place(case: Case, told: Told, values: Any) -> dict[str, str] | None:
    """The configuration in the other telling, Q_i = q_i - s(q_j); None where letters are left."""
    chart = case.system.chart
    q = {n: case.scope.expression(text(values[n])) for n in chart.names}
    for i, j, s in told.moves:
        q[chart.names[i]] -= s.subs({chart.q[j]: q[chart.names[j]]})
    numbers = {n: e.subs(case.system.values) for n, e in q.items()}
    if not all(e.is_constant for e in numbers.values()):
        return None
    place = {told.names[n]: text(numbers[n]) for i, n in enumerate(chart.names) if i != told.solved}
    place |= dict.fromkeys(told.more, "0")
    if told.height is not None:
        at = {s: numbers[n] for s, n in zip(chart.q, chart.names)}
        place[told.more[0]] = text(told.height.subs(at))
    return place
