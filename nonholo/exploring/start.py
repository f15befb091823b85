"""With which case the live page begins."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Start:
    """The text of a case file, and the name of the file without its ending."""

    text: str
    stem: str


EXAMPLE = Start(
    """name = "Skate on ice"
notes = "An example to change: a blade that does not slip sideways. Angles are in radians."
coordinates = ["x", "y", "theta"]
constraints = ["x'*sin(theta) = y'*cos(theta)"]
lagrangian = "m/2*(x'^2 + y'^2) + J/2*theta'^2 - m*g*y*sin(al)"

[parameters]
m = 1.0
J = 0.5
g = 9.81
al = 0.2

[initial]
x = 0.0
y = 0.0
theta = 0.0
xdot = 1.0
thetadot = 2.0

[simulation]
duration = 6.0
""",
    "skate",
)
EMPTY = Start("coordinates = []\nconstraints = []\n", "case")
