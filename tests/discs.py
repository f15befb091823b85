"""A thin disc that rolls on a level floor, as the text of a case."""

from __future__ import annotations


def thin_disc(parameters: str, contact: str = 'radius = "R"') -> str:
    """The case with the numbers of m, R, g, and how the contact is told."""
    return f"""
name = "Thin disc on a level floor"
coordinates = ["x", "y", "yaw", "lean", "spin"]
gravity = ["0", "0", "-g"]
parameters = {{ {parameters} }}

[[bodies]]
name = "disc"
origin = ["x + R*sin(yaw)*sin(lean)", "y - R*cos(yaw)*sin(lean)", "R*cos(lean)"]
rotation = ["z yaw", "x lean", "y spin"]
mass = "m"
inertia = ["m*R**2/4", "m*R**2/2", "m*R**2/4"]

[[rolling]]
body = "disc"
{contact}
"""
