"""Rigid bodies, rolling contacts and loads as texts: what they add to a Lagrangian, to constraints and to forces.

    body      parent, origin (in the parent's axes), rotation ["z yaw", "x roll"] or a matrix [["...", ...], ...] whose
              columns are its axes, centre (in its own axes), mass, inertia ["xx", "yy", "zz"] or
              { xx = "...", xz = "..." } about the mass centre along its own axes
    rolling   body, and at = [...] (the contact in space), or radius and axle for a thin wheel on the level floor
    load      body, force, moment (in space), at (in the body's axes; the mass centre if absent)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Any

from nonholo.dynamics.bodies import Body, Wrench, generalised_forces, lagrangian, rolling, wheel_contact
from nonholo.errors import NonholoError, Place
from nonholo.exact.graph import Expr
from nonholo.exact.linear import Matrix, dot
from nonholo.geometry.space import (
    AXES,
    Frame,
    Step,
    Vector,
    apply,
    fixed_frame,
    identity,
    is_rotation,
    plus,
    shifted,
    turned,
    turned_by,
)
from nonholo.readers.lower import Scope

BODY_KEYS = ("name", "parent", "origin", "rotation", "centre", "mass", "inertia")
ROLLING_KEYS = ("body", "at", "radius", "axle", "down", "along", "ground")
LOAD_KEYS = ("body", "force", "moment", "at")
NAMES = ("name", "parent", "body", "axle")  # of things, no expressions
SPACE = ("0", "0", "0")


@dataclass(frozen=True, slots=True)
class Parts:
    """What bodies, contacts and loads add to a system; constraints and conditions with their labels."""

    lagrangian: Expr
    constraints: list[tuple[str, Expr]] = field(default_factory=list)
    holonomic: list[tuple[str, Expr]] = field(default_factory=list)
    forces: list[Expr] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Placed:
    """A body and the frame that turns with it, spin included."""

    frame: Frame
    body: Body


def assemble(scope: Scope, gravity: Sequence[str], bodies: Sequence[Mapping[str, Any]],
             contacts: Sequence[Mapping[str, Any]] = (), loads: Sequence[Mapping[str, Any]] = (),
             place: Callable[[str, str], Place] = lambda key, text: Place(key=key)) -> Parts:
    """The parts of a system that its bodies make.  Raises NonholoError naming the table that is wrong."""
    read = _Reader(scope, place)
    placed: dict[str, Placed] = {}
    for i, table in enumerate(bodies, start=1):
        one = read.body(f"bodies[{i}]", table, placed)
        if one.body.name in placed:
            raise NonholoError(f"bodies[{i}]: there are two bodies of the name {one.body.name!r}")
        placed[one.body.name] = one
    pull = read.vector("gravity", gravity or SPACE)
    heavy = [one.body for one in placed.values() if not one.body.mass.is_zero or _turns(one.body)]
    parts = Parts(lagrangian(heavy, pull) if heavy else scope.chart.graph.zero)
    for i, table in enumerate(contacts, start=1):
        read.contact(f"rolling[{i}]", table, placed, parts)
    for i, table in enumerate(loads, start=1):
        parts.forces.append(read.load(f"loads[{i}]", table, placed))
    return parts


def _turns(body: Body) -> bool:
    return any(not e.is_zero for row in body.inertia for e in row)


def texts_of(tables: Mapping[str, Any]) -> list[str]:
    """Every expression in the tables of bodies, contacts and loads, to look for names in."""
    found = [str(text) for text in tables["gravity"]]
    for table in (*tables["bodies"], *tables["rolling"], *tables["loads"]):
        for key, value in table.items():
            if key == "rotation":
                steps = [value] if isinstance(value, str) else value
                found += [text for step in steps for text in ([step.strip().partition(" ")[2]] if isinstance(step, str)
                                                              else _leaves(step))]
            elif key not in NAMES:
                found += _leaves(value)
    return found


def _leaves(value: Any) -> list[str]:
    if isinstance(value, Mapping):
        value = list(value.values())
    return [leaf for part in value for leaf in _leaves(part)] if isinstance(value, (list, tuple)) else [str(value)]


def _is_rotor(axis: int, inertia: Matrix, centre: Vector) -> bool:
    """Symmetric about the axis: turning about it changes neither its inertia nor its mass centre."""
    i, j = (k for k in range(3) if k != axis)
    products = inertia[0][1].is_zero and inertia[0][2].is_zero and inertia[1][2].is_zero
    return products and inertia[i][i] is inertia[j][j] and centre[i].is_zero and centre[j].is_zero


class _Reader:
    """Reads the texts of tables in the names of a scope."""

    def __init__(self, scope: Scope, place):
        self.scope, self.chart, self.graph, self.place = scope, scope.chart, scope.chart.graph, place

    # values ---------------------------------------------------------------------------------
    def one(self, key: str, text: Any) -> Expr:
        if isinstance(text, bool) or not isinstance(text, (str, int)):
            raise NonholoError(f"{key}: needed is a text or a number, given was {text!r}")
        return self.scope.expression(str(text), self.place(key, str(text)))

    def vector(self, key: str, texts: Any) -> Vector:
        if not isinstance(texts, (list, tuple)) or len(texts) != 3:
            raise NonholoError(f'{key}: needed are three components ["...", "...", "..."], given was {texts!r:.60}')
        return [self.one(key, text) for text in texts]

    def rotation(self, key: str, steps: Any) -> list[Step]:
        """Turns about axes, or one matrix."""
        if isinstance(steps, (list, tuple)) and any(isinstance(step, (list, tuple)) for step in steps):
            return [self.matrix(key, steps)]
        found: list[Step] = []
        for step in [steps] if isinstance(steps, str) else steps:
            axis, _, angle = str(step).strip().partition(" ")
            if axis not in AXES or not angle.strip():
                raise NonholoError(f'{key}: {step!r} is no rotation; needed is an axis and an angle: "z yaw"')
            found.append((axis, self.one(key, angle.strip())))
        return found

    def matrix(self, key: str, rows: Any) -> Matrix:
        if len(rows) != 3:
            raise NonholoError(f"{key}: needed are turns such as [\"z yaw\"], or a matrix of three rows; given was "
                               f"{rows!r:.60}")
        R = [self.vector(f"{key}[{i}]", row) for i, row in enumerate(rows, start=1)]
        if not is_rotation(R):
            raise NonholoError(f"{key}: the matrix is no rotation; its columns must be unit vectors at right angles, "
                               "right-handed, for all values of the coordinates")
        return R

    def inertia(self, key: str, given: Any) -> Matrix:
        """Three moments, or the entries by name; products of inertia enter as matrix elements (I_xz = -int x z dm)."""
        if isinstance(given, (list, tuple)) and len(given) == 3:
            given = dict(zip(("xx", "yy", "zz"), given))
        if not isinstance(given, Mapping) or not set(given) <= {"xx", "yy", "zz", "xy", "yz", "xz"}:
            raise NonholoError(f'{key}: needed are three moments ["...", "...", "..."] or a table of xx, yy, zz, xy, '
                               f"yz, xz; given was {given!r:.60}")
        entries = {name: self.one(f"{key}.{name}", text) for name, text in given.items()}
        return [[entries.get("".join(sorted(a + b)), self.graph.zero) for b in AXES] for a in AXES]

    def check(self, key: str, table: Any, known: Sequence[str]) -> None:
        if not isinstance(table, Mapping):
            raise NonholoError(f"{key}: needed is a table, given was {table!r:.60}")
        for name in table:
            if name not in known:
                near = get_close_matches(name, known, 1, 0.5)
                raise NonholoError(f"{key}: unknown key {name}"
                                   + (f"; did you mean {near[0]}?" if near else f"; known: {', '.join(known)}"))

    def named(self, key: str, table: Mapping[str, Any], word: str, placed: Mapping[str, Placed]) -> Placed:
        name = table.get(word)
        if name not in placed:
            raise NonholoError(f"{key}: {word} = {name!r} is no body named before; "
                               f"there are: {', '.join(placed) or 'none'}")
        return placed[name]

    # tables ---------------------------------------------------------------------------------
    def body(self, key: str, table: Mapping[str, Any], placed: Mapping[str, Placed]) -> Placed:
        self.check(key, table, BODY_KEYS)
        parent = self.named(key, table, "parent", placed).frame if "parent" in table else fixed_frame(self.chart)
        frame = shifted(parent, self.vector(f"{key}.origin", table.get("origin", SPACE)))
        steps = self.rotation(f"{key}.rotation", table.get("rotation", ()))
        before = frame
        for step in steps:
            before, frame = frame, turned(frame, *step) if isinstance(step, tuple) else turned_by(frame, step)
        centre = self.vector(f"{key}.centre", table.get("centre", SPACE))
        mass = self.one(f"{key}.mass", table.get("mass", "0"))
        inertia = self.inertia(f"{key}.inertia", table.get("inertia", {}))
        name = str(table.get("name", key))
        if steps and isinstance(steps[-1], tuple) and _is_rotor(AXES[steps[-1][0]], inertia, centre):
            spin = self.along(steps[-1][0], self.chart.rate(steps[-1][1]))
            return Placed(frame, Body(before, mass, inertia, centre, spin, name))
        return Placed(frame, Body(frame, mass, inertia, centre, [self.graph.zero] * 3, name))

    def along(self, axis: str, size: Expr) -> Vector:
        return [size if j == AXES[axis] else self.graph.zero for j in range(3)]

    def contact(self, key: str, table: Mapping[str, Any], placed: Mapping[str, Placed], parts: Parts) -> None:
        self.check(key, table, ROLLING_KEYS)
        one = self.named(key, table, "body", placed)
        down = self.vector(f"{key}.down", table.get("down", ("0", "0", "-1")))
        name = one.body.name
        depth, rows = self.touching(key, table, one, down) if "at" in table else self.wheel(key, table, one, down)
        if depth.has([*self.chart.q, self.chart.t]):  # a constant one is that of a floor or wall off the origin
            parts.holonomic.append((f"{name}: contact with the floor", depth))
        parts.constraints.extend((f"{name}: no slip {i}", row) for i, row in enumerate(rows, start=1))

    def touching(self, key: str, table: Mapping[str, Any], one: Placed, down: Vector) -> tuple[Expr, Sequence[Expr]]:
        """The depth of the contact and its slip along level directions, those named or the fixed axes."""
        spot = self.vector(f"{key}.at", table["at"])
        if "along" in table:
            sides = [self.vector(f"{key}.along", side) for side in table["along"]]
        else:
            sides = [axis for axis in identity(self.graph) if dot(self.graph, axis, down).is_zero]
        ground = self.vector(f"{key}.ground", table["ground"]) if "ground" in table else None
        return dot(self.graph, down, spot), rolling(one.body, spot, sides, ground)

    def wheel(self, key: str, table: Mapping[str, Any], one: Placed, down: Vector) -> tuple[Expr, Sequence[Expr]]:
        """The same for the lowest point of a thin wheel, along and across its heading."""
        axle = table.get("axle", "y")
        if "radius" not in table or axle not in AXES:
            raise NonholoError(f'{key}: needed is at = [...], or radius = "..." and axle = "x", "y" or "z"')
        found = wheel_contact(one.body, axle, self.one(f"{key}.radius", table["radius"]), down)
        return found.condition, found.slip

    def load(self, key: str, table: Mapping[str, Any], placed: Mapping[str, Placed]) -> list[Expr]:
        self.check(key, table, LOAD_KEYS)
        one = self.named(key, table, "body", placed)
        force, moment = (self.vector(f"{key}.{word}", table.get(word, SPACE)) for word in ("force", "moment"))
        spot = one.body.place
        if "at" in table:
            offset = self.vector(f"{key}.at", table["at"])
            spot = plus(one.frame.origin, apply(one.frame.rotation, offset))
        return generalised_forces(Wrench(one.body, force, moment, spot))
