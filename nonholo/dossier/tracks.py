"""Where the wheels of a case stand and look along a motion, for a picture that moves."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import numpy as np

from nonholo.geometry.chained.wheels import Wheels, wheels
from nonholo.geometry.distribution.distribution import distribution
from nonholo.numerics.trajectory import Trajectory
from nonholo.steering.scene import Tracks, tracks_of

MOMENTS = 121


def tracks_along(motion: Trajectory) -> tuple[Tracks | None, Tracks | None]:
    """The wheels along a motion and along its rival, at `MOMENTS` equal steps of time.

    None where nothing rolls, where the path that is drawn is not that of the wheels' plane, and for
    a rival that is not there; a motion that ends early stays where it ended.

    >>> import nonholo as nh
    >>> along, rival = tracks_along(nh.simulate("rolling_coin", 1))
    >>> along.points.shape, along.headings.shape, rival
    ((121, 1, 2), (121, 1), None)
    """
    law = motion.model
    values = {s: s.graph.lift(Fraction(repr(x))) for s, x in law.values.items()}
    rows = law.terms.system.pfaffian.take(list(law.terms.independent)).subs(values)
    wheeled = wheels(distribution(rows)) if rows.k and motion.plane is not None else None
    if wheeled is None or motion.plane is None:
        return None, None
    if motion.plane.axes != tuple(rows.chart.names[i] for i in wheeled.plane):
        return None, None
    t = np.linspace(motion.t[0], motion.t[-1], MOMENTS)
    blades, axle = motion.plane.blades, wheeled.is_axle
    right = replace(tracks_of(*_seen(wheeled, motion, t)), blades=blades, axle=axle)
    if motion.rival is None:
        return right, None
    rival = tracks_of(*_seen(wheeled, motion.rival, t), right.size)
    return right, replace(rival, blades=blades, axle=axle)


def _seen(wheels: Wheels, motion: Trajectory, t: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Points (moments x wheels x 2) and headings of the wheels at times t."""
    roots = [e for wheel in wheels.wheels for e in (wheel.x, wheel.y, wheel.heading)]
    y = np.zeros((len(t), motion.model.size))  # what a state holds beyond q and v is not asked
    for i, column in enumerate((*motion.q.values(), *motion.v.values())):
        y[:, i] = motion.between(column, t)
    values = motion.model.measure(roots, t, y).T.reshape(len(t), -1, 3)
    return values[..., :2], values[..., 2]
