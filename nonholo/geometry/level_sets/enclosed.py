"""A real point of the set f = 0 known by an enclosure, near an initial configuration that is none
itself.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from contextlib import suppress

from nonholo.arithmetic.balls import Ball
from nonholo.arithmetic.numbers import Rational
from nonholo.decide.ball import ball, balls, drawn, obeys
from nonholo.decide.feasible import is_inside
from nonholo.decide.on_set import BITS, TRIES, Box, solved_near
from nonholo.errors import OutOfReach
from nonholo.expression.functions import is_unspecified
from nonholo.expression.graph import Expr, ordered
from nonholo.geometry.constraints.chart import Chart
from nonholo.geometry.constraints.pfaffian import entries
from nonholo.geometry.level_sets.declared import declared_of
from nonholo.geometry.level_sets.points import (
    Question,
    limits,
    numbers_for_letters,
    sign_in,
)

TURN = 6  # about a whole turn: what Newton's method finds farther away is not near


def enclosed_point(asked: Question) -> Box | None:
    """A box with a point of f = 0 near the initial configuration, at which the df are independent:
    a number or a ball for every coordinate, t and letter.

    What is given stays where it is if it can: coordinates that are 0, as all are that are not
    given, are moved first, from several places.  None where no initial configuration is given, or
    no point was shown to be there.

    >>> import nonholo as nh
    >>> case = nh.System("x y", None, (), ["x + sin(x) = y + 1"], initial={"x": 0.5})
    >>> near = Question(case.system.pfaffian, {}, case.nominal, given=True)
    >>> [round(float(Ball(enclosed_point(near)[q]).mid()), 3) for q in case.system.chart.q]
    [0.5, -0.021]
    """
    rows = asked.rows
    functions = [f.subs(asked.values) for f in rows.functions if f is not None]
    within = limits((*functions, *entries(rows)))
    above = [e.subs(asked.values) for e in (*asked.slacks, *within.positive)]
    nodes = [*functions, *above, *entries(rows)]
    if not asked.given or within.signed or any(is_unspecified(node) for node in ordered(nodes)):
        return None
    known = {**asked.nominal, **asked.values}
    start: dict[Expr, Rational | Ball] = {s: ball(v, {}, BITS).mid() for s, v in known.items()}
    start |= numbers_for_letters(asked, above)
    idle, rng = [q for q in rows.chart.q if start[q] == 0], random.Random(0)
    places = [drawn(idle, rng, 1 + n % 3, n % 2 == 0) for n in range(TRIES)]
    for unknown, starts in ((idle, [{}, *places]), (rows.chart.q, [{}])):
        slopes = [[f.diff(q) for q in unknown] for f in functions]
        for from_here in ({**start, **place} for place in starts):
            with suppress(OutOfReach, ZeroDivisionError, ValueError):
                box = solved_near(functions, unknown, slopes, from_here)
                if box and _is_near(box, from_here) and _is_inside(box, above, rows.chart):
                    return box
    return None


def _is_near(box: Box, start: Box) -> bool:
    return all(abs(Ball(v) - Ball(start[s])) < TURN for s, v in box.items())


def _is_inside(box: Box, above: Sequence[Expr], chart: Chart) -> bool:
    """What is assumed holds all over the box and around it, and all of `above` is positive."""
    declared = declared_of(chart)
    known = zip(declared, balls([e for e, _ in declared], box, BITS))
    return (
        obeys(box)
        and all(is_inside(assumed, value) for (_, assumed), value in known)
        and all(sign_in(v) > 0 for v in balls(above, box, BITS))
    )
