"""A real point of the set f = 0 known by an enclosure, near an initial configuration that is none
itself.
"""

from __future__ import annotations

from nonholo.decide.ball import ball, balls, obeys
from nonholo.decide.on_set import BITS, Box, solved_near
from nonholo.errors import OutOfReach
from nonholo.expression.functions import is_unspecified
from nonholo.expression.graph import ordered
from nonholo.geometry.level_sets.points import (
    Question,
    entries_of,
    numbers_for_letters,
    sign_in,
)


def enclosed_point(asked: Question) -> Box | None:
    """A box with a point of f = 0 near the initial configuration, at which the df are independent:
    a number or a ball for every coordinate, t and letter.

    None where no initial configuration is given, or no point was shown to be there.

    >>> import nonholo as nh
    >>> case = nh.System("x y", None, (), ["x + sin(x) = y + 1"], initial={"x": 0.5})
    >>> near = Question(case.system.pfaffian, {}, case.nominal, given=True)
    >>> round(float(enclosed_point(near)[case.system.chart.q[0]].mid()), 3)  # x + sin(x) = 1
    0.511
    """
    rows = asked.rows
    functions = [f.subs(asked.values) for f in rows.functions if f is not None]
    slacks = [e.subs(asked.values) for e in asked.slacks]
    nodes = [*functions, *slacks, *entries_of(rows)]
    if not asked.given or any(is_unspecified(node) for node in ordered(nodes)):
        return None
    slopes = [[f.diff(q) for q in rows.chart.q] for f in functions]
    known = {**asked.nominal, **asked.values}
    start: Box = {s: ball(v, {}, BITS).mid() for s, v in known.items()}
    start = {**start, **numbers_for_letters(asked, slacks)}
    try:
        box = solved_near(functions, rows.chart.q, slopes, start)
        if box and obeys(box) and all(sign_in(v) > 0 for v in balls(slacks, box, BITS)):
            return box
    except (OutOfReach, ZeroDivisionError, ValueError):
        return None
    return None
