"""Configurations of rest that no formula gives: enclosures by Krawczyk's operator.

They are those of the numbers of a case.  What lies close to a plain number or a multiple of pi is
tried there exactly: the only zero of an enclosure is then known as it is.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from nonholo.arithmetic.balls import Ball, at_precision
from nonholo.arithmetic.numbers import Rational, rational
from nonholo.decide.ball import ball, balls
from nonholo.dynamics.enclosed_rest import (
    SquareSystem,
    enclosed_multipliers,
    needs_numbers,
    spans_at,
    square_system,
)
from nonholo.dynamics.equilibria import DRY, NO_RANK, Piece, multipliers_at
from nonholo.dynamics.lagrange import require_lagrangian
from nonholo.dynamics.rest_bounds import bounds, without_powers
from nonholo.dynamics.rest_charts import BY_CHART, CHART, rests_elsewhere
from nonholo.dynamics.rest_domain import excluded, excluded_in_balls
from nonholo.dynamics.rest_energy import energy_minors
from nonholo.dynamics.rest_families import least_across_in_balls
from nonholo.dynamics.rest_stability import judged_in_balls
from nonholo.dynamics.rest_verdict import ACROSS, AS_FAMILY, UNDECIDED, Stability
from nonholo.dynamics.small_motions import small_motions
from nonholo.dynamics.statics import Statics
from nonholo.errors import InadmissibleState, NonholoError, OutOfReach, said
from nonholo.expression.graph import Expr
from nonholo.findings.rests import Equilibria, Rest, exact_rest
from nonholo.geometry.level_sets.points import sign_of
from nonholo.geometry.level_sets.sheets import Sheet, Unsolved
from nonholo.linear.elimination import vanishes
from nonholo.numerics.krawczyk import Enclosure, Zeros, zeros_in
from nonholo.readers.case import Case
from nonholo.words.sentence import say, say_many
from nonholo.work import BUDGETS, Work

BITS = 128
TURN, FAR = Fraction(22, 7), Fraction(10)  # how far coordinates are looked at where nothing is said
PLAIN, PARTS = 60, 12  # the largest denominators of plain numbers, and of multiples of pi
ROOTS = say("a root that was solved for holds free coordinates, and nothing is enclosed beside it")
DEPENDENT = say("the virtual displacements used do not span everywhere")

Ranges = Mapping[str, tuple[Fraction, Fraction]]
Point = Mapping[Expr, Ball]


def enclosed_rests(
    case: Case, at_rest: Statics, within: Ranges, part: Unsolved | None = None
) -> Equilibria:
    """The configurations of rest in a box, each exact or in an enclosure with no other.

    at_rest: with the numbers of the case; within: coordinate -> (low, high); else -pi to pi where a
    whole turn changes nothing, -10 to 10 for others; part: the part of them that is asked for, with
    what is solved for on it.  Raises NotApplicable, OutOfReach where the equations are none that
    can be enclosed.
    """
    sheet = Sheet() if part is None else part.sheet
    nominal = {q: case.nominal[q] for q in at_rest.system.chart.q}
    square = square_system(at_rest, nominal, None if part is None else part.functions)
    if any(e.has(square.free) for e in sheet.under):
        raise OutOfReach(ROOTS)
    inside = bounds(square.equations, square.unknowns)
    usual = {
        q: (-TURN, TURN) if q in square.turning else inside.get(q, (-FAR, FAR))
        for q in square.unknowns
    }
    box = {q: within.get(q.args, span) for q, span in usual.items()}
    zeros = zeros_in(
        [without_powers(e) for e in square.equations],
        square.unknowns,
        [(rational(low), rational(high)) for low, high in box.values()],
        square.held,  # slopes may wear a form in which what is held still stands
        Work.of(BUDGETS.equilibria),
        square.turning,
        [rational(case.initial.get(q.args, Fraction(0))) for q in square.unknowns],
    )
    reasons = _limits(at_rest, square, _cut(square, box, inside), zeros, part is None)
    rests: list[Rest] = []
    for zero in zeros.zeros:
        place = _Place(case, at_rest, square, zero, sheet)
        try:
            one = None if place.excluded() else place.known() or place.enclosed()
        except InadmissibleState:
            continue  # the forces are not balanced there, for the constraints lose rank
        except OutOfReach as error:
            reasons.append(said(error))
            continue
        if one is not None and not _beside(case, at_rest, place.turning, one):
            rests.append(one)
    reasons = list(dict.fromkeys(reasons))
    return Equilibria(case, at_rest, tuple(rests), not reasons, tuple(reasons))


def _beside(case: Case, at_rest: Statics, turning: Sequence[Expr], one: Rest) -> bool:
    """What is known exactly lies at an end that is not of the range."""
    values = {q: one.values[q.args] for q in at_rest.system.chart.q if q.args in one.values}
    return excluded(at_rest, {**case.system.values, **values}, turning) is not None


def _cut(
    square: SquareSystem,
    box: Mapping[Expr, tuple[Fraction, Fraction]],
    inside: Mapping[Expr, tuple[Fraction, Fraction]],
) -> list[str]:
    """Ranges beside which there may be more; inside: unknown -> a range that holds all."""

    def whole(q: Expr, low: Fraction, high: Fraction) -> bool:
        if q in square.turning:
            return high - low >= 2 * TURN
        return q in inside and low <= inside[q][0] and inside[q][1] <= high

    return [f"{low} <= {q} <= {high}" for q, (low, high) in box.items() if not whole(q, low, high)]


def _limits(
    at_rest: Statics,
    square: SquareSystem,
    cut: Sequence[str],
    zeros: Zeros,
    whole: bool,
) -> list[str]:
    """What keeps the list of enclosures from being all there are; cut: ranges beside which there
    may be more; whole: it is no part, beside which the rank was looked at."""
    reasons: list[str] = []
    if square.held:
        told = ", ".join(f"{q} = {e}" for q, e in square.held.items())
        reasons.append(say("looked at only with {told} held", told=told))
    if cut:
        reasons.append(say("looked at only for {ranges}", ranges=", ".join(cut)))
    if not zeros.complete:
        reasons.append(
            say_many(
                len(zeros.open),
                "the search ended with {n} box undecided",
                "the search ended with {n} boxes undecided",
            )
        )
    if at_rest.dry:
        reasons.append(DRY)
    if whole and not at_rest.full_rank:
        reasons.append(NO_RANK)
    if whole and not at_rest.spanning:
        reasons.append(DEPENDENT)
    return reasons


@dataclass(frozen=True, slots=True)
class _Place:
    """A zero of the square system; sheet: what is solved for besides."""

    case: Case
    at_rest: Statics
    square: SquareSystem
    zero: Enclosure
    sheet: Sheet

    @property
    def turning(self) -> tuple[Expr, ...]:
        """Angles known up to whole turns."""
        return (*self.square.turning, *self.sheet.turning)

    def excluded(self) -> bool:
        """Something is surely not real there, or not as assumed, or not 0 as it has to be: the
        square of an equation is 0 where its root has the other sign, too."""
        given = {**self.case.system.values, **self.square.held}
        with at_precision(BITS):
            numbers = {s: ball(e, {}, BITS) for s, e in given.items()}
            known = {**numbers, **dict(zip(self.square.unknowns, self.zero.box))}
            solved = [
                s for s, e in self.sheet.values.items() if all(q in known for q in e.symbols())
            ]
            known |= dict(zip(solved, balls([self.sheet.values[s] for s in solved], known, BITS)))
            if any(b < 0 for b in _values_at(self.sheet.under, known)):
                return True
            balance = (*self.at_rest.conditions, *self.at_rest.work)
            if any(not b.contains(0) for b in _values_at(balance, known)):
                return True
        return excluded_in_balls(self.at_rest, known, self.turning)

    def known(self) -> Rest | None:
        """The record of a zero that is plain numbers and multiples of pi, proved exactly.

        Raises InadmissibleState where the forces are not balanced there, OutOfReach where that is
        open.
        """
        graph = self.at_rest.chart.graph
        values = dict(self.square.held)
        for q, box in zip(self.square.unknowns, self.zero.box):
            turns = q in self.square.turning
            guess = _multiple_of_pi(graph, box) if turns else _plain(graph, box)
            if guess is None:
                return None
            values[q] = guess
        try:
            if not all(vanishes(e.subs(values)) for e in self.square.equations):
                return None
            under = tuple(e.subs(values) for e in self.sheet.under)
            if not all(vanishes(e) or sign_of(e) > 0 for e in under):
                return None
            slopes = tuple(e.subs(values) for e in self.sheet.slopes)
            if any(map(vanishes, slopes)):
                raise InadmissibleState(say("what was divided by is 0 there"))
            values |= {s: e.subs(values) for s, e in self.sheet.values.items()}
            multipliers = multipliers_at(self.at_rest, values)
        except (OutOfReach, ZeroDivisionError):
            return None
        if rests_elsewhere(self.at_rest, values) is not None:
            raise InadmissibleState(BY_CHART)
        piece = Piece(values, (), slopes, multipliers, values)
        return exact_rest(self.case, self.at_rest, piece, self.square.held)

    def enclosed(self) -> Rest:
        """The record in balls.  Raises OutOfReach where something that was divided by may be 0, the
        constraints may lose rank, or the coordinates their meaning: whether the forces are balanced
        there is open."""
        solved, free = (
            self.sheet.values,
            [q for q in self.square.free if q not in self.sheet.values],
        )
        with at_precision(BITS):
            point = {
                **{q: ball(e, {}, BITS) for q, e in self.square.held.items()},
                **{q: ball(self.case.nominal[q], {}, BITS) for q in free},
                **dict(zip(self.square.unknowns, self.zero.box)),
            }
            where = ", ".join(f"{q} = {float(point[q]):.6g}" for q in self.square.unknowns)
            if any(b.contains(0) for b in balls(self.sheet.slopes, point, BITS)):
                raise OutOfReach(
                    say("near {where} something that was divided by may be 0", where=where)
                )
            if not all(b >= 0 for b in balls(self.sheet.under, point, BITS)):
                raise OutOfReach(say("near {where} the sign of a root is open", where=where))
            point |= dict(zip(solved, balls(list(solved.values()), point, BITS)))
        multipliers = enclosed_multipliers(self.at_rest, point)
        if multipliers is None or not spans_at(self.at_rest, point):
            raise OutOfReach(say("near {where} the constraints may lose rank", where=where))
        fixed = [s for s, e in solved.items() if not e.has(free)]
        L, rows = require_lagrangian(self.at_rest.system), self.at_rest.rows.matrix
        seen = L.graph.mask([L, *self.at_rest.forces, *(e for row in rows for e in row)])
        stability = _stability(self.at_rest, point, multipliers)
        whole = stability.verdict == UNDECIDED and self.least_across(point)
        if whole:
            stability = replace(stability, verdict=AS_FAMILY, reason=ACROSS)
        return Rest(
            {s.args: e for s, e in solved.items() if s not in fixed},
            tuple(q.args for q in free),
            tuple(multipliers),
            tuple(-b for b in balls(self.at_rest.forces, point, BITS)),
            stability,
            {} if whole else {q.args: self.case.nominal[q] for q in free if q.support & seen},
            {q.args: point[q] for q in (*self.square.unknowns, *fixed)},
            {q.args: e for q, e in self.square.held.items()},
            violated=_violated(self.case, point),
        )

    def least_across(self, point: Point) -> bool:
        """The energy is least on the family: forces act along what was solved for alone, and the
        equations say that they vanish."""
        square, at_rest = self.square, self.at_rest
        if square.held or self.sheet.values or set(at_rest.rows.functions) - {None}:
            return False
        acting = [(q, F) for q, F in zip(at_rest.chart.q, at_rest.forces) if not F.is_zero]
        balanced = all(any((F / e).is_number for e in square.equations) for _, F in acting)
        along = {q for q, _ in acting} <= set(square.unknowns)
        return balanced and along and least_across_in_balls(at_rest, square.unknowns, point)


def _values_at(nodes: Sequence[Expr], known: Point) -> list[Ball]:
    """The values of those that are known there."""
    told = [e for e in nodes if all(s in known for s in e.symbols())]
    return [b for b in balls(told, known, BITS) if b.is_finite()]


def _multiple_of_pi(graph, value: Ball) -> Expr | None:
    """Between -pi and pi."""
    turns = Fraction(float(value) / 3.141592653589793).limit_denominator(PARTS)
    guess = graph.scale(graph.pi, Rational(turns.numerator, turns.denominator))
    if not value.overlaps(ball(guess, {}, BITS)):
        return None
    turns = turns - 2 if turns > 1 else turns + 2 if turns <= -1 else turns
    return graph.scale(graph.pi, Rational(turns.numerator, turns.denominator))


def _plain(graph, value: Ball) -> Expr | None:
    guess = Fraction(float(value)).limit_denominator(PLAIN)
    return graph.lift(guess) if value.contains(Ball(rational(guess))) else None


def _stability(at_rest: Statics, point: Point, multipliers: Sequence[Ball]) -> Stability:
    graph, chart = at_rest.system.chart.graph, at_rest.system.chart
    L = require_lagrangian(at_rest.system)
    moving = {*chart.q, *chart.v, chart.t}
    if open_ := [s.args for s in graph.unmask(graph.mask([L])) if s not in moving]:
        return Stability(UNDECIDED, needs_numbers(open_))
    letters = [graph.symbol(f"reaction {l}") for l in range(at_rest.rows.k)]
    there = {**point, **dict(zip(letters, multipliers))}
    weight = _large_first(there)
    try:
        small = small_motions(at_rest, {}, letters, weight)
        minors = energy_minors(at_rest, {}, letters, weight)
        stability = judged_in_balls(at_rest, small, minors, there)
        inertia = [] if isinstance(small, str) else [small.polynomial[-1]]
        singular = any(b.contains(0) for b in balls(inertia, there, BITS))
    except (NonholoError, ZeroDivisionError, ValueError) as error:
        return Stability(UNDECIDED, said(error))
    if singular and not all(map(vanishes, inertia)):
        raise OutOfReach(CHART)
    return stability


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
