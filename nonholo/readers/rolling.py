"""Rolling contacts as tables: no slip along the ground, and what must hold so that the body stays
on it.

body        the body that rolls
at          the place of the contact in space; along: one or two directions in the ground, if not
            all of it
radius      instead: of a thin wheel on the plane through the origin; axle: its axis in the body
            ("y")
down        the direction into the ground, ["0", "0", "-1"] if absent
ground      the velocity of the ground there
on          the body on which it rolls: at, down and along are then along the axes of that one"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from nonholo.decide.relations import all_zero_on
from nonholo.decide.zero import surely_zero
from nonholo.dynamics.bodies import (
    Body,
    Point,
    lowest,
    point,
    point_velocity,
    rolling,
    wheel_contact,
)
from nonholo.dynamics.ground import tangents
from nonholo.dynamics.space import AXES, Frame, Vector, apply, cross, plus, velocity
from nonholo.errors import ContradictoryConstraints, NonholoError, said
from nonholo.expression.graph import Expr
from nonholo.expression.text import text, width
from nonholo.geometry.constraints.pfaffian import Pfaffian, independent_rows
from nonholo.geometry.distribution.distribution import distribution
from nonholo.linear.elimination import dot, transpose
from nonholo.readers.tables import Tables, shown
from nonholo.words.sentence import Sentence, say

KEYS = ("body", "at", "radius", "axle", "down", "along", "ground", "on")
DOWN, STILL = ("0", "0", "-1"), ("0", "0", "0")
NO_SLIP, FLOOR = "{}: no slip {}", "{}: contact with the floor"  # labels of rows
SHORT = 200  # characters of a velocity in a message


def leaves(velocity: str, why: str) -> Sentence:
    """What is said of a body whose point at the contact moves across the ground."""
    return say(
        "the body leaves the ground or sinks into it: across the ground its point at the contact "
        "moves at {velocity}, which is {why}; needed is a `down` at right angles to the ground, "
        "`ground` where that moves, and coordinates or holonomic_constraints that keep the body on "
        "it; places are along the fixed axes, with on = NAME along those of the body NAME",
        velocity=velocity,
        why=why,
    )


def strays(velocity: str, why: str) -> Sentence:
    """What is said of a place of contact that moves across the ground."""
    return say(
        "the contact leaves the ground: `at` moves across it at {velocity}, which is {why}; needed "
        "is a place on the ground, a `down` at right angles to it, and `ground` where it moves",
        velocity=velocity,
        why=why,
    )


@dataclass(frozen=True, slots=True)
class Demand:
    """A velocity that has to vanish wherever the constraints hold, and what is said if it does
    not.
    """

    key: str
    value: Expr
    words: Callable[[str, str], str]


@dataclass(frozen=True, slots=True)
class Contact:
    """What a table of rolling adds: rows that vanish, a holonomic condition or none, and
    demands; points: of the body, one for each row.
    """

    slip: list[Expr]
    condition: Expr | None = None
    demands: list[Demand] = field(default_factory=list)
    points: Sequence[Point] = ()


@dataclass(frozen=True, slots=True)
class Carrier:
    """A body on which another rolls; frame: the axes that turn with it; inside: the other as it
    moves in these, if it hangs on this one.
    """

    frame: Frame
    body: Body
    inside: Body | None = None

    def way(self, vector: Vector) -> Vector:
        """A direction along its axes, along the fixed ones."""
        return apply(self.frame.rotation, vector)

    def spot(self, place: Vector) -> Vector:
        """A place in its axes, in space."""
        return plus(self.frame.origin, self.way(place))


def contact(
    read: Tables,
    key: str,
    table: Mapping[str, Any],
    body: Body,
    nominal: Mapping[Expr, Expr],
    carrier: Carrier | None = None,
) -> Contact:
    """One table read; carrier: the body `on` which the other rolls.

    Raises NonholoError naming the key that is wrong.
    """
    down = read.vector(f"{key}.down", table.get("down", DOWN))
    if all(map(surely_zero, down)):
        raise read.wrong(f"{key}.down", say("is zero; needed is the direction into the ground"))
    ground = read.vector(f"{key}.ground", table["ground"]) if "ground" in table else None
    other = ("radius", "axle") if "at" in table else ("along",)
    for word in other:
        if word in table:
            raise read.wrong(
                f"{key}.{word}",
                say(
                    "goes with {value}; there {other}",
                    value="radius" if "at" in table else "at",
                    other=say("are both at and {word}", word=word)
                    if "at" in table
                    else say("is no at"),
                ),
            )
    if carrier is not None and ground is not None:
        raise read.wrong(
            f"{key}.ground", say("the ground is the body that `on` names, and moves as that does")
        )
    if carrier is not None and carrier.inside is not None:  # seen from there, that is the ground
        inside = contact(read, key, {**table, "on": None}, carrier.inside, nominal)
        return replace(inside, points=())
    if "at" in table:
        return _touching(read, key, table, body, down, ground, nominal, carrier)
    if carrier is not None:
        raise read.wrong(
            f"{key}.on",
            say(
                "{name} is not among the parents of {body}, and then the place of the contact is "
                "needed: at = [...]",
                name=carrier.body.name,
                body=body.name,
            ),
        )
    return _wheel(read, key, table, body, down, ground)


@dataclass(frozen=True, slots=True)
class Touch:
    """A rolling contact as a place of forces.

    name: of the body; called: what the contact is called; down: into the ground, along fixed
    axes; sides: the directions of its slip rows, along fixed axes or those of the body; slip,
    floor: the labels of its rows, floor one that may be absent; ground: its velocity; height: of
    the hub of a thin wheel above the floor, else None; on: the name of the body that is the ground,
    "" where none is.
    """

    name: str
    called: str
    down: Vector
    sides: tuple[Vector, ...]
    slip: tuple[str, ...]
    floor: str
    ground: Vector
    height: Expr | None = None
    on: str = ""


def touch(
    read: Tables,
    key: str,
    table: Mapping[str, Any],
    body: Body,
    nominal: Mapping[Expr, Expr],
    called: str,
    carrier: Carrier | None = None,
) -> Touch:
    """One table, read before without complaints, as a place of forces."""
    graph = read.graph
    down = read.vector(f"{key}.down", table.get("down", DOWN))
    height = spot = None
    if "at" in table:
        sides = _sides(read, key, table, down, nominal)
        if carrier is not None:
            spot = carrier.spot(read.vector(f"{key}.at", table["at"]))
            sides = [carrier.way(side) for side in sides]
    else:
        axle = AXES[table.get("axle", "y")]
        e = [graph.one if j == axle else graph.zero for j in range(3)]
        frame = (body if carrier is None or carrier.inside is None else carrier.inside).frame
        inside = apply(transpose(frame.rotation), down)
        ahead = cross(e, inside)
        sides, height = [ahead, cross(inside, ahead)], -dot(graph, down, frame.origin)
        arm = lowest(read.one(f"{key}.radius", table["radius"]), inside, axle, height)
        spot = plus(body.frame.origin, body.frame.in_space(arm))
    slip = tuple(NO_SLIP.format(called, i) for i in range(1, len(sides) + 1))
    labels = slip, FLOOR.format(called)
    if carrier is None or spot is None:
        ground = read.vector(f"{key}.ground", table.get("ground", STILL))
        return Touch(body.name, called, down, tuple(sides), *labels, ground, height)
    ground, down = point_velocity(carrier.body, spot), carrier.way(down)
    whole = (tuple(sides), *labels, ground, height, carrier.body.name)
    return Touch(body.name, called, down, *whole)


def _touching(
    read: Tables,
    key: str,
    table: Mapping[str, Any],
    body: Body,
    down: Vector,
    ground: Vector | None,
    nominal: Mapping[Expr, Expr],
    carrier: Carrier | None,
) -> Contact:
    """A contact whose place is known: slip along the ground; the depth if the ground is a plane
    through the origin.
    """
    chart, graph = read.chart, read.graph
    spot = read.vector(f"{key}.at", table["at"])
    sides = _sides(read, key, table, down, nominal)
    depth = dot(graph, down, spot)
    is_plane = depth.has(chart.q) and not any(component.has(chart.q) for component in down)
    if carrier is not None:
        spot, down = carrier.spot(spot), carrier.way(down)
        sides = [carrier.way(side) for side in sides]
        ground = point_velocity(carrier.body, spot)
    (across,) = rolling(body, spot, [down], ground)
    place = velocity(chart, spot)
    if ground is not None:
        place = [v - g for v, g in zip(place, ground)]
    demands = [
        Demand(f"{key}.at", dot(graph, down, place), strays),
        Demand(f"{key}.at", across, leaves),
    ]
    return Contact(
        rolling(body, spot, sides, ground),
        depth if is_plane else None,
        demands,
        # a ground whose velocity the coordinates decide bears a reaction of its own
        [point(body, spot, side, ground) for side in sides] if carrier is None else (),
    )


def _sides(
    read: Tables,
    key: str,
    table: Mapping[str, Any],
    down: Vector,
    nominal: Mapping[Expr, Expr],
) -> list[Vector]:
    """The directions in the ground that a contact names, or two of its own."""
    if "along" in table:
        return _named_sides(read, key, table["along"], down)
    return tangents(read.chart, down, nominal)


def _named_sides(read: Tables, key: str, given: Any, down: Vector) -> list[Vector]:
    """One or two directions in the ground, independent."""
    key = f"{key}.along"
    if not isinstance(given, (list, tuple)) or len(given) not in (1, 2):
        raise read.wrong(
            key,
            say(
                'needed are one or two directions [["...", "...", "..."], ["...", "...", '
                '"..."]], given was {shown}',
                shown=shown(given),
            ),
        )
    sides = [read.vector(f"{key}[{i}]", side) for i, side in enumerate(given, start=1)]
    for i, side in enumerate(sides, start=1):
        if not surely_zero(dot(read.graph, side, down)):
            raise read.wrong(
                f"{key}[{i}]", say("is not at right angles to down, the direction into the ground")
            )
    if all(map(surely_zero, cross(*sides) if len(sides) == 2 else sides[0])):
        raise read.wrong(
            key,
            say(
                "the directions are dependent or zero; needed are two that span the ground, or one"
            ),
        )
    return sides


def _wheel(
    read: Tables,
    key: str,
    table: Mapping[str, Any],
    body: Body,
    down: Vector,
    ground: Vector | None,
) -> Contact:
    """The lowest point of a thin wheel, along and across its heading."""
    chart, graph = read.chart, read.graph
    if "radius" not in table:
        raise read.wrong(
            key, say('needed is at = [...], or radius = "..." and axle = "x", "y" or "z"')
        )
    axle = read.choice(f"{key}.axle", table.get("axle", "y"), tuple(AXES))
    if any(component.has([*chart.q, chart.t]) for component in down) or not surely_zero(
        dot(graph, down, down) - 1
    ):
        raise read.wrong(
            f"{key}.down",
            say(
                "the floor under a wheel is a plane: needed is a constant vector of "
                "length 1; on other ground give at = [...]"
            ),
        )
    radius = read.one(f"{key}.radius", table["radius"])
    if surely_zero(radius):
        raise read.wrong(f"{key}.radius", say("is zero"))
    try:
        contact = wheel_contact(body, axle, radius, down, ground)
    except NonholoError as error:
        raise read.wrong(key, said(error)) from None
    moves = contact.condition.has(chart.q)
    if not moves and not surely_zero(contact.condition):
        raise read.wrong(
            key,
            say(
                "the wheel never touches the floor, the plane through the origin: "
                "radius^2 (1 - (down.axle)^2) - height^2 is {told}, not 0",
                told=_told(contact.condition),
            ),
        )
    demands = [] if ground is None else [Demand(f"{key}.ground", -dot(graph, down, ground), leaves)]
    condition = contact.condition if moves else None
    return Contact(list(contact.slip), condition, demands, contact.points)


# demands ----------------------------------------------------------------------------------------
def unmet(demands: Sequence[Demand], rows: Pfaffian) -> dict[str, str]:
    """What is wrong, by key: the first velocity there that the constraints do not force to
    vanish.
    """
    open_ones = [d for d in demands if not d.value.is_zero]
    if not open_ones:
        return {}
    try:
        split = distribution(independent_rows(rows)[0])
    except ContradictoryConstraints:  # which are told of where they are judged
        return {}
    levels = [f for f in rows.functions if f is not None]
    complaints: dict[str, str] = {}
    for demand in (d for d in open_ones if d.key not in complaints):
        residual = split.restrict(demand.value)
        decision = all_zero_on([residual], levels)
        if not decision.answer:
            why = say("not zero") if decision.answer is False else say("not shown to be zero")
            complaints[demand.key] = demand.words(_told(residual), why)
    return complaints


def _told(value: Expr) -> str:
    return text(value) if width(value) <= SHORT else "a long expression"
