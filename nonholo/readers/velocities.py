"""Quasi-velocities: names that stand for sums of coefficient(q, t) * velocity + rest(q, t)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from nonholo.errors import NonholoError
from nonholo.expression.graph import Expr
from nonholo.geometry.constraints.chart import Chart
from nonholo.geometry.constraints.pfaffian import linear_parts
from nonholo.linear.elimination import echelon
from nonholo.readers.inputs import RESERVED

NEEDED = 'needed is a sum of coefficient(q, t) * velocity + rest(q, t), such as "x\'*cos(theta)"'


def velocity_complaints(
    names: Iterable[str], coordinates: Sequence[str], taken: Mapping[str, str]
) -> list[str]:
    """Names of quasi-velocities that mean something else already, or are no names.

    taken: further names -> what they are.

    >>> velocity_complaints(["x", "v"], ["x"], {"v": "a parameter"})[0]
    'velocities.x: is a coordinate; a quasi-velocity needs a name of its own'
    """
    known = {**taken, **dict.fromkeys(coordinates, "a coordinate"), **RESERVED}
    known |= {f"{c}dot": f"the velocity of {c}" for c in coordinates}
    known |= {f"{c}ddot": f"the acceleration of {c}" for c in coordinates}
    complaints = []
    for name in names:
        if not name.isidentifier():
            complaints.append(f"velocities: {name!r} is no name: letters, digits and _ only")
        elif name in known:
            what = f"is {known[name]}; a quasi-velocity needs a name of its own"
            complaints.append(f"velocities.{name}: {what}")
        elif f"{name}dot" in known:
            what = f"its rate would be {name}dot, which is {known[f'{name}dot']} already"
            complaints.append(f"velocities.{name}: {what}")
    return complaints


def require_linear_velocity(chart: Chart, name: str, meaning: Expr, inputs: Iterable[str]) -> None:
    """Raise NonholoError for what is no velocity: nonlinear, without velocities, accelerated."""
    if meaning.has(chart.a):
        raise NonholoError(f"velocities.{name}: holds accelerations; {NEEDED}")
    held = [u for u in inputs if meaning.has([chart.graph.symbol(u)])]
    if held:
        raise NonholoError(f"velocities.{name}: holds the input {held[0]}; {NEEDED}")
    parts = linear_parts(chart.graph, meaning, chart.v)
    if parts is None:
        raise NonholoError(
            f"velocities.{name}: {meaning} is not linear in the velocities; {NEEDED}"
        )
    if not parts[0]:
        raise NonholoError(f"velocities.{name}: {meaning} holds no velocity; {NEEDED}")


def dependent_ones(chart: Chart, velocities: Mapping[str, Expr]) -> list[str]:
    """A complaint about each quasi-velocity that those before it determine."""
    complaints: list[str] = []
    rows: list[list[Expr]] = []
    before: list[str] = []
    for name, meaning in velocities.items():
        columns, _ = linear_parts(chart.graph, meaning, chart.v) or ({}, None)
        row = [columns.get(v, chart.graph.zero) for v in chart.v]
        if echelon(chart.graph, [*rows, row], tracked=False).rank == len(rows):
            complaints.append(
                f"velocities.{name}: follows from {', '.join(before)}; needed are quasi-velocities "
                "that are independent of each other (a combination of them can stand where it is "
                "used)"
            )
        else:
            rows.append(row)
            before.append(name)
    return complaints
