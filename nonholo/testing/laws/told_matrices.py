"""Small motions near a rest of two tellings, matrix by matrix.

With dq = J dQ, J diagonal, and t = c T:

    P' = c J^-1 P J,  B' = J^-1 B J,  M' = k/c^2 J M J,  C' = k/c J C J,  K' = k J K J
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from nonholo.decide.zero import combined, decide_zero
from nonholo.expression.graph import Expr
from nonholo.expression.text import text
from nonholo.findings.equilibrium import equilibrium
from nonholo.findings.stability import linearise
from nonholo.testing.laws.answers import RESTS, Pair, answers, asked
from nonholo.testing.tellings import Telling

SHAPES = {  # names of the rows, of the columns, whether the rows are divided by their slopes
    "P": ("coordinates", "coordinates", True),
    "B": ("coordinates", "velocities", True),
    "M": ("velocities", "velocities", False),
    "C": ("velocities", "velocities", False),
    "K": ("velocities", "coordinates", False),
}


def matrices(told: Telling) -> Iterator[Pair]:
    """Near exact rests, with the same velocities eliminated; what stands in them is told."""
    system = told.first.system
    if system.lagrangian is None or told.shift or len(told.alone) < system.chart.n:
        return
    rests = asked(equilibrium, told.first)
    if not answers(rests):
        return
    isolated = [one for one in rests.found if one.isolated and not one.enclosure]
    for one in isolated[:RESTS]:
        at = told.place(one.values)
        if at is None:
            continue
        first = asked(linearise, told.first, {n: text(e) for n, e in one.values.items()})
        if not answers(first):
            continue
        words = [told.word(n) for n in system.chart.names if n not in first.linear.velocities]
        other = asked(linearise, told.other, at, words)
        if not answers(other):
            yield f"small motions at {at}", True, None
            continue
        yield from _the_same_matrices(told, first.linear, other.linear, at)


def _the_same_matrices(told: Telling, first: Any, other: Any, at: dict[str, str]) -> Iterator[Pair]:
    for kind in ("coordinates", "velocities"):
        if {*map(told.word, getattr(first, kind))} != {*getattr(other, kind)}:
            return  # what matters was told in other coordinates
    slopes = _slopes(told, at)
    factors = _factors(told)
    for name, (rows, columns, below) in SHAPES.items():
        there = _entries(other, name, rows, columns)
        decisions = []
        for (row, column), e in _entries(first, name, rows, columns).items():
            i, j = told.word(row), told.word(column)
            scale = slopes[j] / slopes[i] if below else slopes[i] * slopes[j]
            moved = told.other.scope.expression(told.said(e.subs(told.letters)))
            moved = moved * told.other.scope.expression(text(scale)) * factors[name]
            decisions.append(decide_zero(moved - moved.graph.copy([there[i, j]])[0]))
        yield f"{name} at {at}", True, combined(decisions).answer if decisions else True


def _factors(told: Telling) -> dict[str, Fraction]:
    c, k = told.pace, told.weight
    return {"P": c, "B": Fraction(1), "M": k / c**2, "C": k / c, "K": k}


def _entries(one: Any, name: str, rows: str, columns: str) -> dict[tuple[str, str], Expr]:
    return {
        (a, b): e
        for a, row in zip(getattr(one, rows), getattr(one, name))
        for b, e in zip(getattr(one, columns), row)
    }


def _slopes(told: Telling, at: dict[str, str]) -> dict[str, Expr]:
    """dphi/dQ at the place, by the words of the other."""
    chart, scope = told.first.system.chart, told.first.scope
    there = {q: scope.expression(at[told.word(n)]) for n, q in zip(chart.names, chart.q)}
    return {
        told.word(n): told.phi.get(q, q).diff(q).subs(there) for n, q in zip(chart.names, chart.q)
    }
