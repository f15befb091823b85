"""Rigid bodies, rolling contacts and loads as texts: what they add to a Lagrangian, to constraints
and to forces.

body      parent, origin (in the parent's axes), rotation ["z yaw", "x roll"] or a matrix [["...",
...], ...] whose
          columns are its axes, centre (in its own axes), mass, inertia ["xx", "yy", "zz"] or
          { xx = "...", xz = "..." } about the mass centre along its own axes
rolling   body, and at = [...] (the contact in space), or radius and axle for a thin wheel on the
level floor load      body, force, moment (in space), at (in the body's axes; the mass centre if
absent)"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ParamSpec

from nonholo.dynamics.bodies import Body, Wrench, generalised_forces, lagrangian
from nonholo.dynamics.space import (
    AXES,
    Frame,
    Step,
    Vector,
    apply,
    fixed_frame,
    is_rotation,
    off_rotation,
    plus,
    shifted,
    turned,
    turned_by,
)
from nonholo.dynamics.tree import Link, Slip, Tree
from nonholo.errors import BadCase, BadExpression, NonholoError, Place, said
from nonholo.expression.graph import Expr
from nonholo.linear.elimination import Matrix
from nonholo.readers import rolling
from nonholo.readers.lower import Scope
from nonholo.readers.tables import Tables, leaves, shown
from nonholo.readers.told_once import ToldOnce
from nonholo.words.sentence import say

P = ParamSpec("P")
BODY_KEYS = ("name", "parent", "origin", "rotation", "centre", "mass", "inertia")
LOAD_KEYS = ("body", "force", "moment", "at")
NAMES = ("name", "parent", "body", "axle", "on")  # of things, no expressions
TABLES = ("bodies", "rolling", "loads", "shapes")
MOMENTS = ("xx", "yy", "zz", "xy", "yz", "xz")
SPACE = ("0", "0", "0")


@dataclass(frozen=True, slots=True)
class Parts:
    """What bodies, contacts and loads add to a system; constraints and conditions with their
    labels.

    demands: velocities that have to vanish wherever all constraints hold; tree: what hangs on what.
    """

    lagrangian: Expr
    constraints: list[tuple[str, Expr]] = field(default_factory=list)
    holonomic: list[tuple[str, Expr]] = field(default_factory=list)
    forces: list[Vector] = field(default_factory=list)
    demands: list[rolling.Demand] = field(default_factory=list)
    tree: Tree | None = None


@dataclass(frozen=True, slots=True)
class Placed:
    """A body and the frame that turns with it, spin included; its place among the links."""

    frame: Frame
    body: Body
    place: int = 0


def assemble(
    scope: Scope,
    gravity: Sequence[Any],
    bodies: Sequence[Mapping[str, Any]],
    contacts: Sequence[Mapping[str, Any]],
    loads: Sequence[Mapping[str, Any]] = (),
    place: Callable[[str, str], Place] = lambda key, text: Place(key=key),
    nominal: Mapping[Expr, Expr] | None = None,
    levels: Sequence[Expr] = (),
) -> Parts:
    """The parts of a system that its bodies make.

    Raises BadCase with the keys of all tables that are wrong.

    nominal: numbers of coordinates and parameters at which the directions of a contact shall be
    regular; levels: what the holonomic constraints of the case demand, on which a matrix may be a
    rotation.
    """
    read = BodyReader(scope, place, levels)
    placed = read.bodies(bodies)
    read.stop()
    pull = read.guard(read.vector, "gravity", gravity or SPACE)
    read.stop()
    heavy = [one.body for one in placed.values() if _weighs(one.body)]
    parts = Parts(lagrangian(heavy, pull) if heavy else scope.chart.graph.zero)
    parts.demands.extend(read.demands)
    slips: list[Slip] = []
    for i, table in enumerate(contacts, start=1):
        slips += (
            read.guard(read.contact, f"rolling[{i}]", table, placed, parts, nominal or {}) or ()
        )
    for i, table in enumerate(loads, start=1):
        force = read.guard(read.load, f"loads[{i}]", table, placed)
        if force is not None:
            parts.forces.append(force)
    read.stop()
    read.require_use(bodies, contacts, loads, placed)
    return replace(parts, tree=Tree(tuple(read.links), pull, tuple(slips), parts.lagrangian))


@dataclass(frozen=True, slots=True)
class InSpace:
    """Bodies, the acceleration of gravity, contacts, and the forces of loads along fixed axes, each
    with the name of its body.
    """

    bodies: tuple[Body, ...]
    gravity: Vector
    touches: tuple[rolling.Touch, ...]
    loads: tuple[tuple[str, Vector], ...]


def in_space(scope: Scope, tables: Mapping[str, Any], nominal: Mapping[Expr, Expr]) -> InSpace:
    """The tables of a case that was read before, as things in space.

    tables: gravity, bodies, rolling, loads as they were given; nominal: as for `assemble`.
    """
    read = BodyReader(scope, lambda key, text: Place(key=key))
    placed = read.bodies(tables["bodies"])
    touches = [
        rolling.touch(
            read,
            key,
            table,
            body,
            nominal,
            read.called(body.name),
            read.carrier(key, table, placed),
        )
        for i, table in enumerate(tables["rolling"], start=1)
        for key in [f"rolling[{i}]"]
        for body in [read.named(key, table, "body", placed).body]
    ]
    loads = [
        (table["body"], read.vector(f"loads[{i}].force", table.get("force", SPACE)))
        for i, table in enumerate(tables["loads"], start=1)
    ]
    return InSpace(
        tuple(one.body for one in placed.values()),
        read.vector("gravity", tables["gravity"] or SPACE),
        tuple(touches),
        tuple(loads),
    )


def _weighs(body: Body) -> bool:
    return not body.mass.is_zero or any(not e.is_zero for row in body.inertia for e in row)


def texts_of(tables: Mapping[str, Any]) -> list[str]:
    """Every expression in the tables of bodies and what goes with them, to look for names in."""
    texts = leaves(tables["gravity"])
    for table in (t for word in TABLES for t in tables[word]):
        for key, value in table.items() if isinstance(table, Mapping) else ():
            if key == "rotation":
                texts += _angles(value)
            elif key not in NAMES:
                texts += leaves(value)
    return texts


def _angles(steps: Any) -> list[str]:
    """The angles of turns such as "z yaw", the entries of a matrix."""
    steps = steps if isinstance(steps, (list, tuple)) else [steps]
    turns = [step.strip().partition(" ")[2] for step in steps if isinstance(step, str)]
    return turns + [leaf for step in steps if not isinstance(step, str) for leaf in leaves(step)]


def _is_rotor(axis: int, inertia: Matrix, centre: Vector) -> bool:
    """Symmetric about the axis: turning about it changes neither its inertia nor its mass
    centre.
    """
    i, j = (k for k in range(3) if k != axis)
    products = inertia[0][1].is_zero and inertia[0][2].is_zero and inertia[1][2].is_zero
    return products and inertia[i][i] is inertia[j][j] and centre[i].is_zero and centre[j].is_zero


def _no_rotation(left: str, why: str) -> str:
    return say(
        "the matrix is no rotation; its columns must be unit vectors at right angles, "
        "right-handed, wherever the holonomic constraints hold ({left} is {why})",
        left=left,
        why=why,
    )


class BodyReader(Tables):
    """Reads tables of bodies, contacts and loads in the names of a scope, and gathers what is
    wrong.
    """

    def __init__(
        self, scope: Scope, place: Callable[[str, str], Place], levels: Sequence[Expr] = ()
    ):
        super().__init__(scope, place)
        self.levels = levels
        self.complaints: list[str] = []
        self.links: list[Link] = []
        self.demands: list[rolling.Demand] = []
        self.once = ToldOnce(self.complaints)
        self.contacts: Counter[str] = Counter()

    def guard(self, action: Callable[P, Any], *args: P.args, **named: P.kwargs) -> Any:
        """What the action gives, or None and a complaint."""
        try:
            return action(*args, **named)
        except BadExpression as error:
            self.once.complain(error)
        except NonholoError as error:
            self.complaints.append(said(error))
        return None

    def stop(self) -> None:
        """End with all complaints, if there are any.

        Raises BadCase.
        """
        if self.complaints:
            raise BadCase("", self.complaints)

    # values ---------------------------------------------------------------------------------
    def rotation(self, key: str, steps: Any) -> list[Step]:
        """Turns about axes, or one matrix."""
        if not isinstance(steps, (str, list, tuple)):
            raise self.wrong(
                key,
                say(
                    'needed are turns such as ["z yaw"], or a matrix; given was {shown}',
                    shown=shown(steps),
                ),
            )
        if not isinstance(steps, str) and any(isinstance(step, (list, tuple)) for step in steps):
            return [self.matrix(key, steps)]
        return [self.turn(key, step) for step in ([steps] if isinstance(steps, str) else steps)]

    def turn(self, key: str, step: Any) -> Step:
        axis, _, angle = step.strip().partition(" ") if isinstance(step, str) else ("", "", "")
        if axis not in AXES or not angle.strip():
            raise self.wrong(
                key,
                say(
                    '{shown} is no rotation; needed is an axis and an angle: "z yaw"',
                    shown=shown(step),
                ),
            )
        return axis, self.one(key, angle.strip())

    def matrix(self, key: str, rows: Any) -> Matrix:
        if len(rows) != 3:
            raise self.wrong(
                key,
                say(
                    'needed are turns such as ["z yaw"], or a matrix of three rows; given '
                    "was {shown}",
                    shown=shown(rows),
                ),
            )
        R = [self.vector(f"{key}[{i}]", row) for i, row in enumerate(rows, start=1)]
        if not is_rotation(R):  # it may be one on |q| = 1
            self.demands += [rolling.Demand(key, e, _no_rotation) for e in off_rotation(R)]
        return R

    def inertia(self, key: str, given: Any) -> Matrix:
        """Three moments, or the entries by name; products of inertia enter as matrix elements
        (I_xz = -int x z dm).
        """
        if isinstance(given, (list, tuple)) and len(given) == 3:
            given = dict(zip(MOMENTS, given))
        if not isinstance(given, Mapping) or not set(given) <= set(MOMENTS):
            raise self.wrong(
                key,
                say(
                    'needed are three moments ["...", "...", "..."] or a table of {names}; '
                    "given was {shown}",
                    names=", ".join(MOMENTS),
                    shown=shown(given),
                ),
            )
        entries = {name: self.one(f"{key}.{name}", text) for name, text in given.items()}
        return [[entries.get("".join(sorted(a + b)), self.graph.zero) for b in AXES] for a in AXES]

    def named(
        self, key: str, table: Mapping[str, Any], word: str, placed: Mapping[str, Placed]
    ) -> Placed:
        if word not in table:
            raise self.wrong(
                key,
                say(
                    "{word} is missing; there are: {value}",
                    word=word,
                    value=", ".join(placed) or say("none at all"),
                ),
            )
        name = self.text(f"{key}.{word}", table[word])
        if name not in placed:
            raise self.wrong(
                key,
                say(
                    "{word} = {shown} is no body named before; there are: {value}",
                    word=word,
                    shown=shown(name),
                    value=", ".join(placed) or say("none at all"),
                ),
                word,
            )
        return placed[name]

    # tables ---------------------------------------------------------------------------------
    def bodies(self, tables: Sequence[Any]) -> dict[str, Placed]:
        """Every body by its name; one that is wrong stands for itself until `stop`, for those that
        name it.
        """
        placed: dict[str, Placed] = {}
        for i, table in enumerate(tables, start=1):
            key = f"bodies[{i}]"
            one = self.guard(self.body, key, table, placed)
            name = (
                one.body.name
                if one
                else table.get("name", key)
                if isinstance(table, Mapping)
                else key
            )
            if isinstance(name, str) and name in placed:
                self.complaints.append(
                    str(
                        self.wrong(
                            f"{key}.name",
                            say("there are two bodies of the name {name!r}", name=name),
                        )
                    )
                )
            elif isinstance(name, str):
                placed[name] = one or self.nothing(name)
        return placed

    def nothing(self, name: str) -> Placed:
        frame, zero = fixed_frame(self.chart), self.graph.zero
        return Placed(frame, Body(frame, zero, [[zero] * 3] * 3, [zero] * 3, [zero] * 3, name))

    def body(self, key: str, table: Mapping[str, Any], placed: Mapping[str, Placed]) -> Placed:
        self.table(key, table, BODY_KEYS)
        name = self.text(f"{key}.name", table["name"]) if "name" in table else key
        parent = self.named(key, table, "parent", placed) if "parent" in table else None
        offset = self.vector(f"{key}.origin", table.get("origin", SPACE))
        frame = shifted(parent.frame if parent else fixed_frame(self.chart), offset)
        steps = self.rotation(f"{key}.rotation", table.get("rotation", ()))
        before = frame
        for step in steps:
            before, frame = frame, self.after(frame, step)
        centre = self.vector(f"{key}.centre", table.get("centre", SPACE))
        mass = self.one(f"{key}.mass", table.get("mass", "0"))
        inertia = self.inertia(f"{key}.inertia", table.get("inertia", {}))
        last = steps[-1] if steps and isinstance(steps[-1], tuple) else None
        rotor = last is not None and _is_rotor(AXES[last[0]], inertia, centre)
        spin, place = [self.graph.zero] * 3, len(self.links)
        if rotor and last is not None:
            frame_of, spin = before, self.along(last[0], self.chart.rate(last[1]))
        else:
            frame_of = frame
        base = parent.place if parent else None
        self.links.append(Link(base, offset, tuple(steps), mass, inertia, centre, rotor))
        return Placed(frame, Body(frame_of, mass, inertia, centre, spin, name), place)

    def after(self, frame: Frame, step: Step) -> Frame:
        """The axes after one turn more."""
        if isinstance(step, tuple):
            return turned(frame, *step)
        return turned_by(frame, step, self.levels)

    def along(self, axis: str, size: Expr) -> Vector:
        return [size if j == AXES[axis] else self.graph.zero for j in range(3)]

    def contact(
        self,
        key: str,
        table: Mapping[str, Any],
        placed: Mapping[str, Placed],
        parts: Parts,
        nominal: Mapping[Expr, Expr],
    ) -> list[Slip]:
        self.table(key, table, rolling.KEYS)
        one = self.named(key, table, "body", placed)
        carrier = self.carrier(key, table, placed)
        contact = rolling.contact(self, key, table, one.body, nominal, carrier)
        called = self.called(one.body.name)
        if contact.condition is not None:
            parts.holonomic.append((rolling.FLOOR.format(called), contact.condition))
        parts.constraints.extend(
            (rolling.NO_SLIP.format(called, i), row) for i, row in enumerate(contact.slip, start=1)
        )
        parts.demands.extend(contact.demands)
        return [
            Slip(one.place, point.side, point.arm, point.ground, value)
            for point, value in zip(contact.points, contact.slip)
        ]

    def called(self, body: str) -> str:
        """A contact by its body, from the second one on with its number."""
        self.contacts[body] += 1
        return body if self.contacts[body] == 1 else f"{body}, contact {self.contacts[body]}"

    def carrier(
        self, key: str, table: Mapping[str, Any], placed: Mapping[str, Placed]
    ) -> rolling.Carrier | None:
        """The body `on` which another rolls; None on ground that is no body."""
        if "on" not in table:
            return None
        one = self.named(key, table, "on", placed)
        if table["on"] == table.get("body"):
            raise self.wrong(f"{key}.on", say("a body rolls on another one"))
        other = self.named(key, table, "body", placed)
        return rolling.Carrier(one.frame, one.body, self.seen_from(one.place, other))

    def seen_from(self, base: int, one: Placed) -> Body | None:
        """A body in the axes of one that it hangs on, as if those were fixed; None if it does
        not.
        """
        chain: list[Link] = []
        place: int | None = one.place
        while place is not None and place != base:
            chain.append(self.links[place])
            place = self.links[place].parent
        if place is None or not chain:
            return None
        frame = before = fixed_frame(self.chart)
        for link in reversed(chain):
            before = frame = shifted(frame, link.offset)
            for step in link.steps:
                before, frame = frame, self.after(frame, step)
        return replace(one.body, frame=before if chain[0].rotor else frame)

    def load(self, key: str, table: Mapping[str, Any], placed: Mapping[str, Placed]) -> Vector:
        self.table(key, table, LOAD_KEYS)
        one = self.named(key, table, "body", placed)
        if "force" not in table and "moment" not in table:
            raise self.wrong(key, say("has neither a force nor a moment"))
        if "at" in table and "force" not in table:
            raise self.wrong(
                f"{key}.at",
                say("says where a force acts, and there is none; a moment has no place"),
            )
        force, moment = (
            self.vector(f"{key}.{word}", table.get(word, SPACE)) for word in ("force", "moment")
        )
        spot = one.body.place
        if "at" in table:
            offset = self.vector(f"{key}.at", table["at"])
            spot = plus(one.frame.origin, apply(one.frame.rotation, offset))
        return generalised_forces(Wrench(one.body, force, moment, spot))

    def require_use(
        self,
        bodies: Sequence[Mapping[str, Any]],
        contacts: Sequence[Mapping[str, Any]],
        loads: Sequence[Mapping[str, Any]],
        placed: Mapping[str, Placed],
    ) -> None:
        """Refuse a body that would change nothing."""
        met = {*(t.get("parent") for t in bodies), *(t.get("body") for t in (*contacts, *loads))}
        met |= {t.get("on") for t in contacts}
        for i, (name, one) in enumerate(placed.items(), start=1):
            if name not in met and not _weighs(one.body):
                raise self.wrong(
                    f"bodies[{i}]",
                    say(
                        "{name} has neither mass nor inertia, and no other body, contact or load "
                        "names it: it would change nothing",
                        name=name,
                    ),
                )
