"""The systems of benchmarks/derivation.py as tables of bodies, for the package and
sympy.physics.mechanics alike.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

CASES = Path(__file__).parents[1] / "cases"


@dataclass(frozen=True, slots=True)
class Tables:
    """Coordinates, bodies, gravity and constraints as in a case file; dependent: velocities to
    eliminate.
    """

    coordinates: tuple[str, ...]
    bodies: tuple[Mapping[str, Any], ...]
    constraints: tuple[str, ...] = ()
    dependent: tuple[str, ...] = ()
    rolling: tuple[Mapping[str, Any], ...] = ()
    gravity: tuple[str, ...] = ("0", "0", "0")
    parameters: Mapping[str, Any] = field(default_factory=dict)


def coin() -> Tables:
    body = {
        "name": "coin",
        "origin": ["x", "y", "0"],
        "rotation": ["z theta", "x phi"],
        "mass": "m",
        "inertia": ["m*R**2/2", "m*R**2/4", "m*R**2/4"],
    }
    rows = ("xdot = R*sin(theta)*phidot", "ydot = R*cos(theta)*phidot")
    return Tables(
        ("x", "y", "theta", "phi"), (body,), rows, ("x", "y"), gravity=("0", "g*sin(al)", "0")
    )


def sleigh() -> Tables:
    body = {
        "name": "sleigh",
        "origin": ["x", "y", "0"],
        "rotation": ["z theta"],
        "centre": ["a", "0", "0"],
        "mass": "m",
        "inertia": ["0", "0", "J"],
    }
    return Tables(("x", "y", "theta"), (body,), ("ydot*cos(theta) = xdot*sin(theta)",), ("y",))


def disc() -> Tables:
    body = {
        "name": "disc",
        "origin": ["x + R*sin(yaw)*sin(lean)", "y - R*cos(yaw)*sin(lean)", "R*cos(lean)"],
        "rotation": ["z yaw", "x lean", "y spin"],
        "mass": "m",
        "inertia": ["m*R**2/4", "m*R**2/2", "m*R**2/4"],
    }
    rows = ("xdot + R*cos(yaw)*spindot*(-1) = 0", "ydot - R*sin(yaw)*spindot = 0")
    return Tables(
        ("x", "y", "yaw", "lean", "spin"), (body,), rows, ("x", "y"), gravity=("0", "0", "-g")
    )


def ball() -> Tables:
    body = {
        "name": "ball",
        "origin": ["x", "y", "R"],
        "rotation": ["z phi", "x theta", "z psi"],
        "mass": "m",
        "inertia": ["I1", "I2", "I3"],
    }
    return Tables(
        ("x", "y", "phi", "theta", "psi"),
        (body,),
        (),
        ("x", "y"),
        ({"body": "ball", "at": ["x", "y", "0"]},),
    )


def snakeboard() -> Tables:
    board = {
        "name": "board",
        "origin": ["x", "y", "0"],
        "rotation": ["z theta"],
        "mass": "m",
        "inertia": ["0", "0", "J"],
    }
    rotor = {"name": "rotor", "parent": "board", "rotation": ["z psi"], "inertia": ["0", "0", "Jr"]}
    wheels = [
        {
            "name": name,
            "parent": "board",
            "origin": [f"{sign}l", "0", "0"],
            "rotation": [f"z {sign}phi"],
            "inertia": ["0", "0", "Jw"],
        }
        for name, sign in (("front", ""), ("back", "-"))
    ]
    rows = (
        "-sin(theta + phi)*xdot + cos(theta + phi)*ydot + l*cos(phi)*thetadot = 0",
        "-sin(theta - phi)*xdot + cos(theta - phi)*ydot - l*cos(phi)*thetadot = 0",
    )
    return Tables(("x", "y", "theta", "psi", "phi"), (board, rotor, *wheels), rows, ("x", "y"))


def trailers(n: int) -> Tables:
    """A car with n trailers of length 1: bodies at their axles, which do not slip sideways."""
    bodies, rows = [], []
    x, y, vx, vy = "x", "y", "xdot", "ydot"
    for i in range(n + 1):
        if i:
            x, y = f"{x} - cos(th{i})", f"{y} - sin(th{i})"
            vx, vy = f"{vx} + sin(th{i})*th{i}dot", f"{vy} - cos(th{i})*th{i}dot"
        bodies.append(
            {
                "name": f"car{i}",
                "origin": [x, y, "0"],
                "rotation": [f"z th{i}"],
                "mass": "m",
                "inertia": ["0", "0", "J"],
            }
        )
        rows.append(f"sin(th{i})*({vx}) - cos(th{i})*({vy}) = 0")
    names = ("x", "y", *(f"th{i}" for i in range(n + 1)))
    return Tables(names, tuple(bodies), tuple(rows), ("y", *(f"th{i}" for i in range(1, n + 1))))


def bicycle() -> Tables:
    table = tomllib.loads((CASES / "large" / "whipple_bicycle.toml").read_text())
    return Tables(
        tuple(table["coordinates"]),
        tuple(table["bodies"]),
        (),
        tuple(table["dependent"]),
        tuple(table["rolling"]),
        tuple(table["gravity"]),
        table["parameters"],
    )


MODELS = {
    "coin": coin,
    "sleigh": sleigh,
    "disc": disc,
    "ball": ball,
    "snakeboard": snakeboard,
    **{f"trailers {n}": lambda n=n: trailers(n) for n in range(1, 11)},
    "bicycle": bicycle,
}
