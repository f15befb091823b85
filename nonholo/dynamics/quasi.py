"""The quasi-velocities in which a system is told: those that its author chose, else velocities."""

from __future__ import annotations

from nonholo.dynamics.system import System
from nonholo.geometry.curvature.frames import Frame, chosen, frame
from nonholo.geometry.distribution.distribution import Distribution


def frame_of(system: System, d: Distribution) -> Frame:
    """The frame of the quasi-velocities of a system on its constraints.

    Without any it is that of the independent velocities.
    """
    return chosen(d, system.velocities) if system.velocities else frame(d)
