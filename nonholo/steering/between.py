"""Paths that keep bounds: one that meets the goal is moved until it breaks none, its end held."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice, pairwise, product

import numpy as np

from nonholo.errors import NotApplicable, said
from nonholo.expression.graph import Expr
from nonholo.numerics.tape import Tape, approximate
from nonholo.steering.field import (
    FRACTIONS,
    MOST_STEPS,
    RANK,
    STEPS,
    STRAY,
    Field,
    beginnings,
    newton,
)
from nonholo.steering.path import Chebyshev
from nonholo.steering.problem import Problem
from nonholo.steering.shooting import POLISH, refined
from nonholo.steering.squares import GOOD, Hats, squared
from nonholo.steering.trees import Room, joined
from nonholo.words.sentence import say

WITHIN = 10  # polynomials an input
FIRST = 4  # tries before trees are grown, around one obstacle
BACK, WORTH = 6, 0.95  # steps of Newton's method back to the goal; less is worth a step
NUDGES, MARGIN, SLIGHT = 25, 1e-2, 1e-9  # steps to the bounds, how far inside, what is no breach
LOOKS = 401  # instants at which a path between bounds is looked at
WAYS, ONE = 8, 2  # around all obstacles; around one
WIDER, EDGE = 1.15, 0.6  # beside where a bound is kept again: in the middle, at the ends
SHARES = np.geomspace(0.01, 2, 40)  # of the whole way, for places beside it


@dataclass(frozen=True, slots=True)
class Kept:
    """A path that keeps all bounds, and of how many pieces, between which it stands still."""

    curve: Chebyshev
    pieces: int = 1


def within(problem: Problem, slacks: Sequence[Expr]) -> Kept:
    """A path found numerically along which all slacks g(q, q', t) are not negative at its steps.

    Of a path that meets the goal the inputs are moved, its end held, by Gauss and Newton's method
    on what is broken.  It begins with ways to the left and to the right of what stands on the
    straight one, else with inputs in pieces (`squares`), and goes on with beginnings at random.
    One that is nearer to a bound than was tried for, but inside, will do.  Where the first few
    fail and there is no drift, trees from both ends look for a way.  Raises NotApplicable if
    nothing gets there.
    """
    field = Field(problem)
    tape = Tape(list(slacks), [*problem.chart.q, *problem.chart.v, problem.chart.t])
    least, tries, told_by_trees = np.inf, 0, ""
    ways = list(_ways(field, problem, slacks))
    beside = (_along(field, way, WITHIN) for way in ways)
    any_way = beginnings(field, WITHIN)
    # around several obstacles trees find a way, or a detour at random, sooner than all their sides
    some = chain(beside, any_way) if len(ways) <= ONE else chain(any_way, beside)
    met = ((field, *newton(field, c, STEPS)) for c in some)
    patient = Hats(problem)
    in_pieces = ((patient, c, miss) for c, miss in squared(patient, tape))
    for by, c, miss in chain(met, in_pieces) if ways else chain(in_pieces, met):
        if tries == (FIRST if len(ways) <= ONE else 0) and problem.driftless:
            try:
                curve, pieces = joined(field, _room(problem, slacks), bool(problem.open))
            except NotApplicable as error:
                told_by_trees = said(error)
            else:
                if _breach(tape, curve, field.duration) <= SLIGHT:
                    return Kept(curve, pieces)
        tries += 1
        if miss < GOOD:
            c, broken = _pushed(by, tape, c)
            if broken < MARGIN * by.size:
                curve = refined(by, c)
                broken = _breach(tape, curve, by.duration)
                if broken <= SLIGHT:
                    return Kept(curve)
            least = min(least, broken)
    told = (
        say("the best breaks a bound by {least:.2g}", least=least)
        if np.isfinite(least)
        else say("none met the goal")
    )
    told = say("numerical search within the bounds: {tries} tries, {told}", tries=tries, told=told)
    raise NotApplicable(f"{told}; {told_by_trees}" if told_by_trees else told)


def _breach(tape: Tape, curve: Chebyshev, duration: float) -> float:
    """By how much a path breaks the bounds at instants between all its ends."""
    times = np.linspace(0, duration, LOOKS)
    q, v = curve.motion()(times)
    return max(0.0, -float(tape(np.column_stack([q, v, times])).min()))


def _room(problem: Problem, slacks: Sequence[Expr]) -> Room:
    """The bounds on places alone, kept by a margin where both ends do."""
    chart = problem.chart
    places = [slack for slack in slacks if not slack.has([*chart.v, chart.t])]
    ends = [problem.at_start(), *([] if problem.open else [problem.at_goal()])]
    margins = [min(approximate(slack.subs(end)) for end in ends) / 2 for slack in places]
    least = np.clip(margins, 0, MARGIN * Field(problem).size)
    return Room(Tape(places, list(chart.q)) if places else None, least)


Way = list[tuple[float, list[int], np.ndarray]]  # (time, coordinates, their values) to pass


def _ways(field: Field, problem: Problem, slacks: Sequence[Expr]) -> Iterator[Way]:
    """Ways around what stands on the straight one, each to the left or to the right.

    Of a bound on places alone that the straight way breaks: where it is kept again beside the
    middle of the breach, across the way.
    """
    chart, sides = problem.chart, dict[float, list[Way]]()
    times = np.linspace(0, field.duration, LOOKS)
    ahead = (field.goal - field.start) / field.duration
    for slack in slacks:
        held = [j for j, q in enumerate(chart.q) if slack.has([q])]
        if slack.has([*chart.v, chart.t]) or len(held) < 2 or not ahead[held].any():
            continue
        tape = Tape([slack], list(chart.q))
        broken = times[tape(field.start + times[:, None] * ahead)[:, 0] < 0]
        if not len(broken):
            continue
        at = (broken[0] + broken[-1]) / 2
        across = np.zeros((len(held) - 1, field.n))
        across[:, held] = np.linalg.svd(ahead[None, held])[2][1:]
        for e in (sign * e for e in across[:2] for sign in (1, -1)):
            far = _clear(tape, field.start + at * ahead, e, field.size)
            beside = ((broken[0], EDGE * far), (at, far), (broken[-1], EDGE * far))
            way = [(t, held, (field.start + t * ahead + x * e)[held]) for t, x in beside]
            sides.setdefault(at, []).extend([way] if far else [])
    several = [sides[at] for at in sorted(sides) if sides[at]]
    for ways in islice(product(*several), WAYS) if several else ():
        one = len(several) == 1
        yield _at_ease(field, [p for way in ways for p in (way if one else way[1:2])])


def _at_ease(field: Field, way: Way) -> Way:
    """The same with times by the length of the way."""
    turns = [field.start.copy()]
    for _, held, place in way:
        turns.append(turns[-1].copy())
        turns[-1][held] = place
    legs = [np.linalg.norm(b - a) for a, b in pairwise([*turns, field.goal])]
    times = field.duration * np.cumsum(legs) / sum(legs)
    return [(float(t), held, place) for t, (_, held, place) in zip(times, way)]


def _clear(tape: Tape, place: np.ndarray, e: np.ndarray, size: float) -> float:
    """How far from a place the bound is kept well, along e; 0 where that is too far."""
    far = SHARES * size
    clear = np.flatnonzero(tape(place + far[:, None] * e)[:, 0] > MARGIN * size)
    return float(WIDER * far[clear[0]]) if len(clear) else 0.0


def _along(field: Field, way: Way, modes: int) -> np.ndarray:
    """Inputs that lead by the places of a way to the goal, as nearly as Newton's method gets."""
    c = next(beginnings(field, modes))
    for _ in range(POLISH):
        h = 1e-6 * (1 + np.abs(c).max())
        batch = c + h * np.eye(c.size).reshape(c.size, *c.shape)
        steps = field.steps(c)
        one, *others = _missed(field, way, np.concatenate([c[None], batch]), steps)
        slope = ((np.array(others) - one) / h).T
        step = (np.linalg.pinv(slope, 1e-3) @ one).reshape(c.shape)
        trials = c - FRACTIONS * step
        misses = (_missed(field, way, trials, steps) ** 2).sum(axis=1)
        misses[[not field.steps(trial) <= MOST_STEPS for trial in trials]] = np.inf
        k = int(np.argmin(np.nan_to_num(misses, nan=np.inf)))
        if not misses[k] < WORTH * (one**2).sum():
            break
        c = trials[k]
    return c


def _missed(field: Field, way: Way, batch: np.ndarray, steps: int) -> np.ndarray:
    """By how much inputs (batch, modes, n) miss the places of a way and the goal."""
    times, q, _ = field.course(batch, steps)
    short = [-field.short(q[:, -1])]
    for at, held, place in way:
        i = int(np.argmin(np.abs(times - at)))
        short.append(q[:, i][:, held] - place)
    return np.concatenate(short, axis=1)


def _pushed(field: Field, tape: Tape, c: np.ndarray) -> tuple[np.ndarray, float]:
    """Inputs with the same end that break less, and by how much they break the bounds still."""
    broken = _broken(field, tape, c[None], field.steps(c))[0]
    for _ in range(NUDGES):
        if not broken.max() > 0:
            break
        steps = field.steps(c)
        short, slope = field.slope(c, steps)
        h = 1e-6 * (1 + np.abs(c).max())
        batch = c + h * np.eye(c.size).reshape(c.size, *c.shape)
        rows = broken > 0
        one, *others = _broken(field, tape, np.concatenate([c[None], batch]), steps, False)
        J = ((np.array(others) - one) / h).T
        inverse = np.linalg.pinv(slope, RANK)
        base, idle = inverse @ short, np.eye(c.size) - inverse @ slope
        wanted = -(broken[rows] + J[rows] @ base)
        step = base + idle @ np.linalg.lstsq(J[rows] @ idle, wanted, rcond=1e-6)[0]
        for share in (1.0, 0.5, 0.2, 0.05):
            trial, miss = newton(field, c + share * step.reshape(c.shape), STEPS, BACK)
            left = _broken(field, tape, trial[None], field.steps(trial))[0]
            if miss < GOOD and (left**2).mean() < WORTH * (broken**2).mean():
                c, broken = trial, left
                break
        else:
            break
    return c, float(broken.max())


def _broken(field: Field, tape: Tape, c: np.ndarray, steps: int, cut: bool = True) -> np.ndarray:
    """margin - g at the steps and halfway for some inputs, 0 where that is negative (if cut):
    (batch, values).

    The margin is 0 at both ends of the path.
    """
    times, q, v = field.course(c, 2 * steps)
    t = np.broadcast_to(times[:, None], (*q.shape[:-1], 1))
    g = tape(np.concatenate([q, v, t], axis=-1))
    margin = MARGIN * field.size * np.sin(np.pi * times / field.duration)[:, None]
    excess = np.nan_to_num(margin - g, nan=STRAY, posinf=STRAY, neginf=-STRAY)
    excess = excess.reshape(len(c), -1)
    return np.where(excess > SLIGHT, excess, 0.0) if cut else excess
