"""Rigid bodies told from elsewhere: another origin, axes turned about the vertical, other names.

    origin -> Z origin + c,   rotation -> Z rotation,   gravity, forces, contacts -> Z of them

Z turns about the vertical axis by a fixed angle.  No coordinate changes, so that the Lagrangian,
the admissible velocities and the forces at the contacts have to be the same functions.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from hypothesis import strategies as st

from nonholo.readers.case import Case
from nonholo.readers.sympy_models import System
from nonholo.testing.tellings import WORD, Telling

Tables = Mapping[str, Any]
VECTORS = {  # what is along the fixed axes, and what is a place
    "bodies": ((), ("origin",)),
    "rolling": (("down", "ground"), ("at",)),
    "loads": (("force", "moment"), ()),
}


@dataclass(frozen=True, slots=True)
class World:
    """Coordinates, parameters and tables of a system of bodies.

    >>> ball = {"name": "b", "origin": ["x", "y", "R"], "rotation": ["z a"], "mass": "m"}
    >>> world = World(("x", "y", "a"), {"m": 1, "R": 1}, {"bodies": [ball]})
    >>> moved(world, ("3", "0", "0"), quarter=True).tables["bodies"][0]["origin"]
    ['0*(x) - 1*(y) + 3', '1*(x) + 0*(y) + 0', 'R + 0']
    """

    coordinates: tuple[str, ...]
    parameters: Mapping[str, Any]
    tables: Tables

    def case(self) -> Case:
        """Read."""
        return System(list(self.coordinates), parameters=self.parameters, **self.tables)


def moved(world: World, shift: Sequence[str], quarter: bool = False) -> World:
    """The same with another origin, and axes turned by a quarter or so that 3, 4, 5 tell how."""
    if quarter:
        c, s, angle = "0", "1", "pi/2"
    else:
        c, s, angle = "3/5", "4/5", "atan(4/3)"

    def along(v: Sequence[str]) -> list[str]:
        return [f"{c}*({v[0]}) - {s}*({v[1]})", f"{s}*({v[0]}) + {c}*({v[1]})", v[2]]

    def placed(v: Sequence[str]) -> list[str]:
        return [f"{e} + {by}" for e, by in zip(along(v), shift, strict=True)]

    def turned(table: Mapping[str, Any], key: str) -> dict[str, Any]:
        arrows, places = VECTORS[key]
        told = dict(table)
        if table.get("parent") or table.get("on"):
            return told
        told |= {word: along(table[word]) for word in arrows if word in table}
        told |= {word: placed(table[word]) for word in places if word in table}
        if "along" in table:
            told["along"] = [along(v) for v in table["along"]]
        if key == "bodies":
            told["origin"] = placed(table.get("origin", ("0", "0", "0")))
            told["rotation"] = [f"z {angle}", *table.get("rotation", ())]
        return told

    tables = {key: [turned(t, key) for t in world.tables.get(key, ())] for key in VECTORS}
    gravity = along(world.tables.get("gravity", ("0", "0", "0")))
    return World(world.coordinates, world.parameters, {**tables, "gravity": gravity})


def renamed(world: World) -> World:
    """Bodies that hang on no other one the other way round, all of them with other names."""
    words = {t["name"]: f"other {t['name']}" for t in world.tables["bodies"]}

    def told(table: Mapping[str, Any]) -> dict[str, Any]:
        names = ("name", "parent", "body", "on")
        return {k: words.get(v, v) if k in names else v for k, v in table.items()}

    hung = {t["parent"] for t in world.tables["bodies"] if t.get("parent")}
    hung |= {t["on"] for t in world.tables.get("rolling", ()) if t.get("on")}
    tables = {key: [told(t) for t in world.tables.get(key, ())] for key in VECTORS}
    if not hung:
        tables["bodies"] = tables["bodies"][::-1]
    gravity = world.tables.get("gravity", ())
    return World(world.coordinates, world.parameters, {**tables, "gravity": gravity})


def seen(first: World, second: World) -> Telling:
    """The telling that one world is of another."""
    return Telling(first.case(), second.case())


@st.composite
def moves(draw: st.DrawFn, world: World) -> World:
    """A world that is moved, renamed, or both; the floor under a wheel stays where it is."""
    lengths = st.sampled_from(["0", "1", "-2", "1/3"])
    wheels = any("radius" in contact for contact in world.tables.get("rolling", ()))
    shift = [draw(lengths), draw(lengths), "0" if wheels else draw(lengths)]
    other = moved(world, shift, draw(st.booleans()))
    return renamed(other) if draw(st.booleans()) else other


# worlds -------------------------------------------------------------------------------------------
MOMENTS = st.sampled_from([["A", "A", "A"], ["A", "A", "B"], ["A", "B", "A"], ["A", "B", "C"]])
TURNS = st.sampled_from(
    [["z a", "x b", "z c"], ["z a", "x b", "y c"], ["z a", "y b", "x c"], ["x b", "z a", "x c"]]
)
GRAVITY = st.sampled_from([["0", "0", "-g"], ["g*sin(al)", "0", "-g*cos(al)"], ["0", "0", "0"]])
LETTERS = {"m": 2, "A": 1, "B": Fraction(3, 2), "C": 2, "R": Fraction(1, 2), "g": 9, "al": "1/3"}


@st.composite
def balls(draw: st.DrawFn) -> World:
    """One that rolls on a floor, level or not, which may move, or turns about its contact."""
    ball = {
        "name": "ball",
        "origin": ["x", "y", "R"],
        "rotation": draw(TURNS),
        "mass": "m",
        "inertia": draw(MOMENTS),
    }
    if draw(st.booleans()):
        ball["centre"] = ["0", "0", "-R/5"]
    contact = {"body": "ball", "at": ["x", "y", "0"]}
    ground = draw(st.sampled_from([None, ["1", "0", "0"], ["-y", "x", "0"]]))
    if ground:
        contact["ground"] = ground
    tables = {"bodies": [ball], "rolling": [contact], "gravity": draw(GRAVITY)}
    return _world(draw, ("x", "y", "a", "b", "c"), tables)


@st.composite
def discs(draw: st.DrawFn) -> World:
    """A thin one on a level floor, with a load."""
    disc = {
        "name": "disc",
        "origin": ["x + R*sin(a)*sin(b)", "y - R*cos(a)*sin(b)", "R*cos(b)"],
        "rotation": ["z a", "x b", "y c"],
        "mass": "m",
        "inertia": ["A", "B", "A"],
    }
    contact: dict[str, Any] = draw(st.sampled_from([{"radius": "R"}, {"at": ["x", "y", "0"]}]))
    tables = {
        "bodies": [disc],
        "rolling": [{"body": "disc", **contact}],
        "gravity": ["0", "0", "-g"],
    }
    return _world(draw, ("x", "y", "a", "b", "c"), tables)


@st.composite
def chains(draw: st.DrawFn) -> World:
    """A body on a line or in a plane, a pendulum that hangs on it, and a third body beside them."""
    cart = {"name": "cart", "origin": ["x", "y", "0"], "rotation": ["z a"], "mass": "m"}
    rod = {
        "name": "rod",
        "parent": draw(st.sampled_from(["cart", ""])),
        "origin": ["R", "0", "0"],
        "rotation": [draw(st.sampled_from(["x b", "y b", "z b"]))],
        "centre": ["0", "R", "-R"],
        "mass": "m",
        "inertia": draw(MOMENTS),
    }
    rod = {k: v for k, v in rod.items() if v}
    top = {"name": "top", "rotation": ["z c"], "inertia": ["A", "A", "B"]}
    bodies = [{**cart, "inertia": ["A", "A", "C"]}, rod, top]
    tables = {"bodies": bodies, "rolling": [], "gravity": draw(GRAVITY)}
    return _world(draw, ("x", "y", "a", "b", "c"), tables)


def _world(draw: st.DrawFn, coordinates: tuple[str, ...], tables: dict[str, Any]) -> World:
    name = tables["bodies"][0]["name"]
    force = draw(st.sampled_from([None, ["1", "0", "0"], ["0", "-x'", "0"], ["0", "t", "2"]]))
    if force:
        tables["loads"] = [{"body": name, "force": force}]
    words = {*WORD.findall(repr(tables))}
    letters = {n: v for n, v in LETTERS.items() if n in words}
    return World(coordinates, letters, tables)


def worlds() -> st.SearchStrategy[World]:
    """Balls, discs, chains."""
    return st.one_of(balls(), discs(), chains())
