"""The numerical search, and again where its path passes a pole of a constraint.

Of x' = phi'/sin(theta) no path passes sin(theta) = 0.  The projection onto the admissible
velocities does not see it: as sin(theta) x' = phi' the row has no pole.  A second search stays on
the side of each pole on which both ends lie, as it stays within bounds.
"""

from __future__ import annotations

from contextlib import suppress

import numpy as np

from nonholo.arithmetic.balls import Ball
from nonholo.decide.ball import balls
from nonholo.errors import NotApplicable, OutOfReach
from nonholo.expression.graph import Expr
from nonholo.numerics.tape import approximate
from nonholo.steering.between import within
from nonholo.steering.path import Chebyshev
from nonholo.steering.problem import Problem
from nonholo.steering.receipt import pole_passed, poles
from nonholo.steering.shooting import shooting

BITS = 128


def numeric(problem: Problem) -> Chebyshev:
    """A path found numerically that passes no pole, if one of both searches finds it.

    Raises NotApplicable where nothing meets the goal.
    """
    curve = shooting(problem)
    if pole_passed(problem.pfaffian, curve.motion(), approximate(problem.duration)) is None:
        return curve
    with suppress(NotApplicable, OutOfReach, np.linalg.LinAlgError):
        return within(problem, sides).curve if (sides := beside_poles(problem)) else curve
    return curve  # with its pole, which is told


def beside_poles(problem: Problem) -> list[Expr]:
    """Each pole with the sign that it has at both ends; of one that changes sign, none is told.

    >>> import nonholo as nh
    >>> from nonholo.steering.question import question
    >>> case = nh.constraints("z' = y'/x")
    >>> beside_poles(question(case, {"x": -1}, {"x": -2, "y": 1}, 1)[0])
    [-x]
    """
    ends = [problem.at_start(), *([] if problem.open else [problem.at_goal()])]
    told = []
    for pole in poles(problem.pfaffian):
        signs = {_sign(pole, end) for end in ends}
        if signs in ({1}, {-1}):
            told.append(pole * signs.pop())
    return told


def _sign(e: Expr, place: dict[Expr, Expr]) -> int:
    """1, -1, or 0 where it is not seen."""
    (value,) = balls([e.subs(place)], {}, BITS)
    return 1 if value > Ball(0) else -1 if value < Ball(0) else 0
