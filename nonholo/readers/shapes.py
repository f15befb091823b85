"""What bodies look like, for pictures: shapes that are told, else what is known of bodies.

body                one of [[bodies]], with which the shape moves; absent: the fixed axes
origin, rotation    of the axes of the shape, as those of a body in the axes of its parent
ball                "R"; or ellipsoid ["a", "b", "c"] (semi-axes), box ["a", "b", "c"] (sides),
                    disc or ring "R" with its axle ("y" if absent),
                    cylinder or cone ["R", "h"] about an axle: about the origin, and from the tip
                    at the origin to the base,
                    line [["0", "0", "0"], ["a", ...], ...]

A body without a shape of its own is drawn by what is known of it: the disc of a thin wheel, the
ball of a contact that keeps its distance from the origin of the body, else the homogeneous
ellipsoid of the same mass and inertia.  No answer hangs on a shape."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from nonholo.dynamics.space import (
    AXES,
    Frame,
    Vector,
    apply,
    cross,
    fixed_frame,
    shifted,
    turned,
    turned_by,
)
from nonholo.errors import Place
from nonholo.expression.graph import Expr
from nonholo.linear.elimination import dot, transpose
from nonholo.readers.bodies import SPACE, BodyReader, Placed
from nonholo.readers.lower import Scope
from nonholo.readers.rolling import Carrier
from nonholo.readers.tables import shown
from nonholo.words.sentence import say

RING = "ring"
LONG = ("cylinder", "cone")  # of a radius and a length
ROUND = ("disc", RING, *LONG)  # about an axle
FORMS = ("ball", "ellipsoid", "box", *ROUND, "line")
SHAPE_KEYS = ("body", "origin", "rotation", "axle", *FORMS)
MASSIVE = "inertia"  # of which the ellipsoid is found from numbers
FEWEST, MOST = 2, 50  # points of a line


@dataclass(frozen=True, slots=True)
class Shape:
    """A form in its own axes: kind one of FORMS, or MASSIVE.

    sizes: lengths, of a line the coordinates of its points one after the other, of MASSIVE the
    mass, xx, yy, zz, xy, yz, xz; axle: of what is round about one.
    """

    name: str
    kind: str
    sizes: tuple[Expr, ...]
    frame: Frame
    axle: str = "y"


def shapes(scope: Scope, tables: Mapping[str, Any]) -> list[Shape]:
    """The shapes of a case that was read; tables: bodies, rolling, shapes as they were given."""
    read, placed, drawn = _told(scope, tables, lambda key, text: Place(key=key))
    named = {table.get("body") for table in tables["shapes"]}
    contacts = {
        table["body"]: (f"rolling[{i}]", table, read.carrier(f"rolling[{i}]", table, placed))
        for i, table in enumerate(tables["rolling"], start=1)
    }
    plain = [one for name, one in placed.items() if name not in named]
    known = [_known(read, one, contacts.get(one.body.name)) for one in plain]
    return [*drawn, *(shape for shape in known if shape is not None)]


def shape_complaints(
    scope: Scope, tables: Mapping[str, Any], place: Callable[[str, str], Place]
) -> list[str]:
    """What is wrong in the tables [[shapes]]; of bodies nothing, which are judged where they are
    read.
    """
    return _told(scope, tables, place)[0].complaints


def _told(
    scope: Scope, tables: Mapping[str, Any], place: Callable[[str, str], Place]
) -> tuple[BodyReader, dict[str, Placed], list[Shape]]:
    """The tables [[shapes]] read; those that are wrong are left out, with a complaint."""
    read = BodyReader(scope, place)
    placed = read.bodies(tables["bodies"])
    read.complaints.clear()
    numbered = enumerate(tables["shapes"], start=1)
    drawn = [read.guard(_shape, read, f"shapes[{i}]", table, placed) for i, table in numbered]
    return read, placed, [shape for shape in drawn if shape is not None]


def _shape(
    read: BodyReader, key: str, table: Mapping[str, Any], placed: Mapping[str, Placed]
) -> Shape:
    """One table read.  Raises NonholoError naming the key that is wrong."""
    read.table(key, table, SHAPE_KEYS)
    named = "body" in table
    frame = read.named(key, table, "body", placed).frame if named else fixed_frame(read.chart)
    frame = shifted(frame, read.vector(f"{key}.origin", table.get("origin", SPACE)))
    for step in read.rotation(f"{key}.rotation", table.get("rotation", ())):
        frame = turned(frame, *step) if isinstance(step, tuple) else turned_by(frame, step)
    forms = [form for form in FORMS if form in table]
    if len(forms) != 1:
        given = ", ".join(forms) or say("none at all")
        raise read.wrong(
            key,
            say("needed is one of {names}; given was {given}", names=", ".join(FORMS), given=given),
        )
    (form,) = forms
    if "axle" in table and form not in ROUND:
        raise read.wrong(
            f"{key}.axle",
            say("goes with {names}; given was {form}", names=", ".join(ROUND), form=form),
        )
    axle = read.choice(f"{key}.axle", table.get("axle", "y"), tuple(AXES))
    name = str(table.get("body", form))
    return Shape(name, form, _sizes(read, f"{key}.{form}", form, table[form]), frame, axle)


def _sizes(read: BodyReader, key: str, form: str, value: Any) -> tuple[Expr, ...]:
    """Lengths that no coordinate changes; the points of a line may move."""
    if form == "line":
        if not isinstance(value, (list, tuple)) or not FEWEST <= len(value) <= MOST:
            raise read.wrong(
                key,
                say(
                    'needed are {fewest} to {most} points [["0", "0", "0"], ...], given was '
                    "{shown}",
                    fewest=FEWEST,
                    most=MOST,
                    shown=shown(value),
                ),
            )
        points = [read.vector(f"{key}[{i}]", point) for i, point in enumerate(value, start=1)]
        return tuple(component for point in points for component in point)
    lengths = _lengths(read, key, form, value)
    chart = read.chart
    if any(length.has([*chart.q, *chart.v, chart.t]) for length in lengths):
        raise read.wrong(key, say("a length of a rigid body holds no coordinate, velocity or time"))
    if any(length.is_zero for length in lengths):
        raise read.wrong(key, say("a length is zero"))
    return tuple(lengths)


def _lengths(read: BodyReader, key: str, form: str, value: Any) -> list[Expr]:
    """The lengths that a form has."""
    if form in LONG:
        if not isinstance(value, (list, tuple)) or len(value) != 2:
            raise read.wrong(
                key,
                say(
                    'needed are a radius and a length ["...", "..."], given was {shown}',
                    shown=shown(value),
                ),
            )
        return [read.one(key, length) for length in value]
    return [read.one(key, value)] if form in ("ball", *ROUND) else list(read.vector(key, value))


def _known(
    read: BodyReader, one: Placed, contact: tuple[str, Mapping[str, Any], Carrier | None] | None
) -> Shape | None:
    """What is known of a body that has no shape of its own; None of one that has no extent."""
    body, name = one.body, one.body.name
    if contact is not None:
        key, table, carrier = contact
        if "radius" in table:
            radius = read.one(f"{key}.radius", table["radius"])
            return Shape(name, "disc", (radius,), one.frame, table.get("axle", "y"))
        spot = read.vector(f"{key}.at", table["at"])
        spot = carrier.spot(spot) if carrier else spot
        arm = [a - b for a, b in zip(spot, one.frame.origin)]
        square = dot(read.graph, arm, arm)
        if not square.is_zero and not square.has([*read.chart.q, read.chart.t]):
            radius = read.graph.sqrt(square)
            axle = _axle(read, one, arm, table, carrier)
            kind = "disc" if axle else "ball"
            return Shape(name, kind, (radius,), one.frame, axle or "y")
    (xx, xy, xz), (_, yy, yz), (_, _, zz) = body.inertia
    if xx.is_zero or yy.is_zero or zz.is_zero:
        return None
    mass = read.graph.one if body.mass.is_zero else body.mass  # else the size means nothing
    frame = shifted(one.frame, body.centre)
    return Shape(name, MASSIVE, (mass, xx, yy, zz, xy, yz, xz), frame)


def _axle(
    read: BodyReader, one: Placed, arm: Vector, table: Mapping[str, Any], carrier: Carrier | None
) -> str:
    """The axis of the body across the one direction in which it may not slip; none of a ball."""
    sides: Sequence[Any] = table.get("along", ())
    if len(sides) != 1:
        return ""
    side = read.vector("rolling.along", sides[0])
    across = cross(arm, carrier.way(side) if carrier else side)
    inside = apply(transpose(one.frame.rotation), across)
    at = [i for i, component in enumerate(inside) if not component.is_zero]
    return next(axis for axis, i in AXES.items() if i == at[0]) if len(at) == 1 else ""
