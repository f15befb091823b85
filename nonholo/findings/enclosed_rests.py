"""Configurations of rest that no formula gives: enclosures by Krawczyk's operator.

They are those of the numbers of a case.  What lies close to a plain number or a multiple of pi is
tried there exactly: the only zero of an enclosure is then known as it is.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from nonholo.arithmetic.balls import Ball, at_precision
from nonholo.arithmetic.numbers import Rational, rational
from nonholo.decide.ball import ball, balls
from nonholo.dynamics.enclosed_rest import (
    SquareSystem,
    enclosed_multipliers,
    spans_at,
    square_system,
)
from nonholo.dynamics.equilibria import DRY, NO_RANK, Piece, multipliers_at
from nonholo.dynamics.rest_domain import excluded, excluded_in_balls
from nonholo.dynamics.rest_stability import (
    UNDECIDED,
    Stability,
    energy_minors,
    judged_in_balls,
    small_motions,
)
from nonholo.dynamics.statics import Statics
from nonholo.errors import InadmissibleState, NonholoError, OutOfReach
from nonholo.expression.graph import Expr
from nonholo.findings.rests import Equilibria, Rest, exact_rest
from nonholo.linear.elimination import vanishes
from nonholo.numerics.krawczyk import Enclosure, Zeros, zeros_in
from nonholo.readers.case import Case
from nonholo.words.sentence import say
from nonholo.work import BUDGETS, Work

BITS = 128
TURN, FAR = Fraction(22, 7), Fraction(10)  # how far coordinates are looked at where nothing is said
PLAIN, PARTS = 60, 12  # the largest denominators of plain numbers, and of multiples of pi
DEPENDENT = say("the virtual displacements used do not span everywhere")

Ranges = Mapping[str, tuple[Fraction, Fraction]]
Point = Mapping[Expr, Ball]


def enclosed_rests(case: Case, at_rest: Statics, within: Ranges) -> Equilibria:
    """The configurations of rest in a box, each exact or in an enclosure with no other.

    at_rest: with the numbers of the case; within: coordinate -> (low, high); else -pi to pi where a
    whole turn changes nothing, -10 to 10 for others.  Raises NotApplicable, OutOfReach where the
    equations are none that can be enclosed.
    """
    nominal = {q: case.nominal[q] for q in at_rest.system.chart.q}
    square = square_system(at_rest, nominal)
    box = {
        q: within.get(q.args, (-TURN, TURN) if q in square.turning else (-FAR, FAR))
        for q in square.unknowns
    }
    zeros = zeros_in(
        square.equations,
        square.unknowns,
        [(rational(low), rational(high)) for low, high in box.values()],
        {},
        Work.of(BUDGETS.equilibria),
        square.turning,
        [rational(case.initial.get(q.args, Fraction(0))) for q in square.unknowns],
    )
    numbers = {s: ball(e, {}, BITS) for s, e in {**case.system.values, **square.held}.items()}
    rests = [
        _known(case, at_rest, square, zero) or _enclosed(case, at_rest, square, zero)
        for zero in zeros.zeros
        if not excluded_in_balls(
            at_rest, {**numbers, **dict(zip(square.unknowns, zero.box))}, square.turning
        )
    ]
    reasons = _limits(at_rest, square, box, zeros)
    admitted = tuple(r for r in rests if r is not None and not _beside(case, at_rest, square, r))
    return Equilibria(case, at_rest, admitted, not reasons, tuple(reasons))


def _beside(case: Case, at_rest: Statics, square: SquareSystem, one: Rest) -> bool:
    """What is known exactly lies at an end that is not of the range."""
    values = {q: one.values[q.args] for q in at_rest.system.chart.q if q.args in one.values}
    return excluded(at_rest, {**case.system.values, **values}, square.turning) is not None


def _limits(
    at_rest: Statics,
    square: SquareSystem,
    box: Mapping[Expr, tuple[Fraction, Fraction]],
    zeros: Zeros,
) -> list[str]:
    """What keeps the list of enclosures from being all there are."""
    reasons: list[str] = []
    if square.held:
        told = ", ".join(f"{q} = {e}" for q, e in square.held.items())
        reasons.append(say("looked at only with {told} held", told=told))
    cut = [
        f"{low} <= {q} <= {high}"
        for q, (low, high) in box.items()
        if q not in square.turning or high - low < 2 * TURN
    ]
    if cut:
        reasons.append(say("looked at only for {ranges}", ranges=", ".join(cut)))
    if not zeros.complete:
        reasons.append(say("the search ended with {n} boxes undecided", n=len(zeros.open)))
    if at_rest.dry:
        reasons.append(DRY)
    if not at_rest.full_rank:
        reasons.append(NO_RANK)
    if not at_rest.spanning:
        reasons.append(DEPENDENT)
    return reasons


# exact after all --------------------------------------------------------------------------------
def _known(case: Case, at_rest: Statics, square: SquareSystem, zero: Enclosure) -> Rest | None:
    """The record of a zero that is plain numbers and multiples of pi, proved exactly."""
    graph = at_rest.chart.graph
    values = dict(square.held)
    for q, b in zip(square.unknowns, zero.box):
        guess = _multiple_of_pi(graph, b) if q in square.turning else _plain(graph, b)
        if guess is None:
            return None
        values[q] = guess
    try:
        if not all(vanishes(e.subs(values)) for e in square.equations):
            return None
        multipliers = multipliers_at(at_rest, values)
    except (InadmissibleState, OutOfReach, ZeroDivisionError):
        return None
    return exact_rest(case, at_rest, Piece(values, (), (), multipliers, values), square.held)


def _multiple_of_pi(graph, value: Ball) -> Expr | None:
    turns = Fraction(float(value) / 3.141592653589793).limit_denominator(PARTS)
    turns = turns - 2 if turns > 1 else turns + 2 if turns <= -1 else turns
    return graph.scale(graph.pi, Rational(turns.numerator, turns.denominator))


def _plain(graph, value: Ball) -> Expr | None:
    guess = Fraction(float(value)).limit_denominator(PLAIN)
    return graph.lift(guess) if value.contains(Ball(rational(guess))) else None


# in balls ---------------------------------------------------------------------------------------
def _enclosed(case: Case, at_rest: Statics, square: SquareSystem, zero: Enclosure) -> Rest | None:
    with at_precision(BITS):
        point = {
            **{q: ball(e, {}, BITS) for q, e in square.held.items()},
            **{q: ball(case.nominal[q], {}, BITS) for q in square.free},
            **dict(zip(square.unknowns, zero.box)),
        }
    if not spans_at(at_rest, point):
        return None
    multipliers = enclosed_multipliers(at_rest, point)
    return Rest(
        {},
        tuple(q.args for q in square.free),
        None if multipliers is None else tuple(multipliers),
        tuple(-b for b in balls(at_rest.forces, point, BITS)),
        _stability(at_rest, point, multipliers),
        {},
        {q.args: point[q] for q in square.unknowns},
        {q.args: e for q, e in square.held.items()},
        violated=_violated(case, point),
    )


def _stability(at_rest: Statics, point: Point, multipliers: Sequence[Ball] | None) -> Stability:
    if multipliers is None:
        return Stability(UNDECIDED, say("the constraints may lose rank there"))
    graph = at_rest.system.chart.graph
    letters = [graph.symbol(f"reaction {l}") for l in range(at_rest.rows.k)]
    there = {**point, **dict(zip(letters, multipliers))}
    weight = _large_first(there)
    try:
        small = small_motions(at_rest, {}, letters, weight)
        plain = None not in at_rest.rows.functions
        minors = energy_minors(at_rest, {}, letters, weight) if plain else None
        return judged_in_balls(at_rest, small, minors, there)
    except (NonholoError, ZeroDivisionError, ValueError) as error:
        return Stability(UNDECIDED, str(error))


def _large_first(point: Point) -> Callable[[Expr, int], Any]:
    """A weight for pivots: those that are large at a place come first."""

    def weight(entry: Expr, column: int) -> tuple[float, int]:
        try:
            (value,) = balls([entry], point, BITS)
        except ValueError:
            return 1.0, column
        size = abs(float(value.mid())) if value.is_finite() and not value.contains(0) else 0.0
        return -size, column

    return weight


def _violated(case: Case, point: Point) -> tuple[str, ...]:
    system = case.system
    still = dict.fromkeys(system.chart.v, system.chart.graph.zero)
    slacks = [(t, case.slack(t).subs(still).subs(system.values)) for t in system.inequalities]
    return tuple(
        text
        for text, slack in slacks
        if all(s in point for s in slack.symbols()) and bool(balls([slack], point, BITS)[0] < 0)
    )
