"""The table of a case file, key by key, with every complaint at once."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any

from nonholo.errors import BadCase, BadExpression, NonholoError, Place, said
from nonholo.expression.ranges import Range
from nonholo.readers.assumptions import assumed_of
from nonholo.readers.draft import Draft
from nonholo.readers.file_lines import line_of
from nonholo.readers.functions import Function, declared_functions
from nonholo.readers.keys_meant import key_meant, near
from nonholo.readers.model import named
from nonholo.readers.parser import parse_expression
from nonholo.readers.tables import shown
from nonholo.readers.tree import Negate, Number
from nonholo.words.sentence import quoted, say, together

KEYS = (
    "name",
    "source",
    "notes",
    "meaning",
    "coordinates",
    "lagrangian",
    "constraints",
    "holonomic_constraints",
    "inequalities",
    "dependent",
    "parameters",
    "inputs",
    "forces",
    "initial",
    "simulation",
    "expected",
    "gravity",
    "bodies",
    "rolling",
    "loads",
    "shapes",
    "functions",
    "assumptions",
    "velocities",
)
SIMULATION = ("duration", "plane")
NO_NAME = set("=.()[]{}:")  # a text with these is no list of names


class AsWritten(str):
    """A TOML float as it is written, so that 0.1 stays 1/10."""


class CaseTable:
    """The checks of one TOML table, key by key."""

    def __init__(
        self,
        table: Mapping[str, Any],
        text: str,
        source: str,
        place: Callable[[str, str], Place] | None,
    ):
        self.table, self.lines, self.source = _with_lists(table), text.split("\n"), source
        self.place = place or self.in_file
        self.complaints: list[str] = []

    def complain(self, key: str, what: str) -> None:
        line = self.line_of(key)
        place = say(" (line {line})", line=line) if line else ""
        self.complaints.append(together((key, place, ": ", what)))

    def draft(self) -> Draft:
        self.check_keys()
        numbers = self.parameters()
        return Draft(
            coordinates=self.coordinates(),
            parameters=numbers,
            assumed=self.assumed(),
            lagrangian=self.text("lagrangian"),
            constraints=self.texts("constraints"),
            holonomic=self.texts("holonomic_constraints"),
            inequalities=self.texts("inequalities"),
            forces={
                n: t for n, t in self.tables("forces").items() if self.is_text(f"forces.{n}", t)
            },
            name=quoted(self.text("name") or Path(self.source).stem),
            source=self.source,
            sources=self.texts("source"),
            notes=quoted(self.text("notes") or ""),
            meaning=self.meaning(),
            dependent=self.texts("dependent"),
            initial=self.initial(),
            simulation=self.simulation(),
            expected=plain(self.tables("expected")),
            gravity=self.gravity(),
            bodies=self.entries("bodies"),
            rolling=self.entries("rolling"),
            loads=self.entries("loads"),
            shapes=self.entries("shapes"),
            functions=self.functions(),
            assumptions=self.texts("assumptions"),
            inputs=self.inputs(),
            velocities={
                n: t
                for n, t in self.tables("velocities").items()
                if self.is_text(f"velocities.{n}", t)
            },
            place=self.place,
        )

    def check_keys(self) -> None:
        for key in self.table:
            if key not in KEYS:
                hint = key_meant(key, KEYS) or say("; known keys: {names}", names=", ".join(KEYS))
                self.complain(key, say("unknown key{hint}", hint=hint))
        if not {
            "lagrangian",
            "constraints",
            "holonomic_constraints",
            "inequalities",
            "bodies",
        } & set(self.table):
            self.complaints.append(
                say("there is neither a constraint nor a Lagrangian: nothing to ask about")
            )

    def text(self, key: str) -> str | None:
        value = self.table.get(key)
        return value if value is None or self.is_text(key, value) else None

    def is_text(self, key: str, value: Any) -> bool:
        if _is_text(value):
            return True
        self.complain(
            key, say("needed is a text in quotes, given was {value}", value=_shown(value))
        )
        return False

    def texts(self, key: str) -> list[str]:
        value = self.table.get(key, [])
        if _is_text(value):
            value = [value]
        if not isinstance(value, list):
            self.complain(
                key,
                say(
                    'needed is a list of texts ["...", ...], given was {value}', value=_shown(value)
                ),
            )
            return []
        return [t for t in value if self.is_text(key, t)]

    def coordinates(self) -> list[str]:
        """Names in a list, or those of a table of what is assumed of each."""
        given = self.table.get("coordinates")
        names = list(given) if isinstance(given, Mapping) else self.texts("coordinates")
        for name in names:
            if not name.isidentifier():
                what = say(
                    "{name!r} is no name: letters, digits and _ only{needed}",
                    name=name,
                    needed=_meant(name),
                )
                self.complain("coordinates", what)
        return [n for n in names if n.isidentifier()]

    def tables(self, key: str) -> Mapping[str, Any]:
        value = self.table.get(key, {})
        if isinstance(value, Mapping):
            return value
        needed = say('; names without values: parameters = ["m", "g"]')
        self.complain(
            key,
            say(
                "needed is a table [{key}], given was {value}{needed}",
                key=key,
                value=_shown(value),
                needed=needed if key == "parameters" else "",
            ),
        )
        return {}

    def meaning(self) -> dict[str, str]:
        """What letters of the case mean, in words."""
        given = self.tables("meaning")
        coordinates = self.table.get("coordinates")
        named = coordinates if isinstance(coordinates, list | Mapping) else ()
        known = {str(name) for name in (*named, *self.tables("parameters"))}
        for name in given:
            if name not in known:
                hint = near(name, sorted(known), 0.4) or say(
                    "; it names coordinates and parameters"
                )
                self.complain(
                    f"meaning.{name}",
                    say("no coordinate or parameter of this name{hint}", hint=hint),
                )
        return {n: quoted(t) for n, t in given.items() if self.is_text(f"meaning.{n}", t)}

    def gravity(self) -> list[Any]:
        """Three components, checked where they are read."""
        value = plain(self.table.get("gravity", []))
        if isinstance(value, list) and ("gravity" not in self.table or len(value) == 3):
            return value
        self.complain(
            "gravity",
            say(
                'needed are three components such as ["0", "0", "-g"], given was {value}',
                value=_shown(self.table["gravity"]),
            ),
        )
        return []

    def entries(self, key: str) -> list[Mapping[str, Any]]:
        """The tables of [[key]]; what is in them is checked where they are read."""
        value = plain(self.table.get(key, []))
        if isinstance(value, list) and all(isinstance(v, Mapping) for v in value):
            return value
        self.complain(
            key, say("needed are tables [[{key}]], given was {value}", key=key, value=_shown(value))
        )
        return []

    def parameters(self) -> dict[str, Any]:
        values: dict[str, Any] = {}
        for name, value in self.tables("parameters").items():
            key = f"parameters.{name}"
            if not name.isidentifier():
                self.complain(
                    key, say("{name!r} is no name: letters, digits and _ only", name=name)
                )
                continue
            if isinstance(value, Mapping):
                value = value.get("value")
            values[name] = None if value is None else self.number(key, value)
        return values

    def functions(self) -> dict[str, Function]:
        """Declared in a list, "h(x, y) = x^2/4", or in a table, "h(x, y)" = "x^2/4"."""
        given = self.table.get("functions", [])
        if isinstance(given, Mapping):
            given = {n: v for n, v in given.items() if v == {} or self.is_text(f"functions.{n}", v)}
        else:
            given = self.texts("functions")
        try:
            return declared_functions(given)
        except BadCase as error:
            self.complaints += error.complaints
        except BadExpression as error:
            self.complain("functions", error.message)
        return {}

    def inputs(self) -> dict[str, Any]:
        """Values of inputs: inputs = ["u"], u = {} and u = "" say none."""
        given = self.table.get("inputs", {})
        if not isinstance(given, Mapping):
            return dict.fromkeys(self.texts("inputs"))
        values: dict[str, Any] = {}
        for name, value in given.items():
            key = f"inputs.{name}"
            if value in ({}, ""):
                values[name] = None
            elif isinstance(value, str) and not isinstance(value, AsWritten):
                values[name] = value
            elif isinstance(value, bool) or not isinstance(value, (int, str)):
                needed = say(
                    'needed is a number, a text in t such as "sin(t)", or nothing: {name} = {{}}',
                    name=name,
                )
                self.complain(
                    key, say("{needed}; given was {value}", needed=needed, value=_shown(value))
                )
                values[name] = None
            else:
                values[name] = self.number(key, value)
        return values

    def assumed(self) -> dict[str, Range]:
        """What is declared of parameters beside their values."""
        ranges = {}
        coordinates = self.table.get("coordinates")
        tables = {"parameters": self.tables("parameters")}
        if isinstance(coordinates, Mapping):
            tables["coordinates"] = coordinates
        for head, table in tables.items():
            for name, value in table.items():
                key = f"{head}.{name}"
                if head == "coordinates" and not isinstance(value, Mapping):
                    needed = say(
                        "needed is what is assumed of it, or {{}}; given was {value}",
                        value=_shown(value),
                    )
                    self.complain(key, needed)
                elif head == "coordinates" and "value" in value:
                    self.complain(
                        key, say("a coordinate has no value; it starts as [initial] says")
                    )
                elif isinstance(value, Mapping):
                    try:
                        ranges[name] = assumed_of(value, partial(self._bound, key))
                    except (NonholoError, ValueError) as error:
                        self.complain(key, said(error))
        return ranges

    def _bound(self, head: str, key: str, value: Any) -> Any:
        return self.number(f"{head}.{key}", value)

    def number(self, key: str, value: Any) -> Any:
        """A Fraction, or a text that is read as a constant expression."""
        if isinstance(value, bool) or not isinstance(value, (int, str)):
            self.complain(key, say("needed is a number, given was {value}", value=_shown(value)))
            return Fraction(0)
        if isinstance(value, str) and not isinstance(value, AsWritten):
            return value
        try:
            return exact_number(str(value))
        except BadExpression as error:
            self.complain(key, f"{error.message} ({_shown(value)})")
            return Fraction(0)

    def initial(self) -> dict[str, Fraction | str]:
        values: dict[str, Fraction | str] = {}
        names = set(self.coordinates())
        names |= {f"{n}dot" for n in names} | set(self.tables("velocities"))
        for written, value in self.tables("initial").items():
            name = f"{written[:-1]}dot" if written.endswith("'") else written
            if name not in names or name in values:
                there = "; " + say("there are {names}", names=", ".join(self.initial_names()))
                unknown = say("no coordinate or velocity") + (near(name, sorted(names)) or there)
                twice = say("given twice, as a velocity with a prime and with dot")
                self.complain(f"initial.{written}", twice if name in names else unknown)
                continue
            values[name] = self.number(f"initial.{name}", value)
        return values

    def initial_names(self) -> list[str]:
        """Coordinates, their velocities, quasi-velocities: in the order of the case."""
        coordinates = list(self.coordinates())
        return [*coordinates, *(f"{n}dot" for n in coordinates), *self.tables("velocities")]

    def simulation(self) -> dict[str, Any]:
        """duration: a number; plane: two expressions that are drawn as a path."""
        given: dict[str, Any] = plain(self.tables("simulation"))
        for key in given:
            if key not in SIMULATION:
                self.complain(
                    f"simulation.{key}",
                    say("unknown key; known are {names}", names=" and ".join(SIMULATION))
                    + near(key, SIMULATION),
                )
        duration, plane = given.get("duration", 1), given.get("plane", ["", ""])
        if isinstance(duration, bool) or not isinstance(duration, (int, Fraction)) or duration <= 0:
            self.complain(
                "simulation.duration",
                say("needed is a number above 0, given was {duration}", duration=_shown(duration)),
            )
        if (
            not isinstance(plane, list)
            or len(plane) != 2
            or not all(isinstance(e, str) for e in plane)
        ):
            self.complain(
                "simulation.plane",
                say(
                    'needed are two expressions, such as ["x", "y"]; given was {plane}',
                    plane=_shown(plane),
                ),
            )
        return given

    # places ---------------------------------------------------------------------------------
    def line_of(self, key: str) -> int:
        """The line on which a key is set; 0 if it cannot be found by looking."""
        return line_of(self.lines, key)

    def in_file(self, key: str, text: str) -> Place:
        """Where a text stands in the file, found by its first line."""
        first = text.split("\n")[0]
        start = max(1, self.line_of(key))
        for number in range(start, len(self.lines) + 1):
            line = self.lines[number - 1]
            column = max(line.find(f'"{first}"') + 1, line.find(f"'{first}'") + 1) or line.find(
                first
            )
            if first and column >= 0:
                return Place(self.source, key, number, column + 1)
        return Place(self.source, key, start, 1)


def exact_number(text: str) -> Fraction:
    """A TOML number exactly: 0.1 is 1/10.

    Raises BadExpression for inf, nan and giants.
    """
    cleaned = text.replace("_", "").lstrip("+")
    tree = parse_expression(cleaned.lower())
    negative = isinstance(tree, Negate)
    number = tree.arg if isinstance(tree, Negate) else tree
    if not isinstance(number, Number):
        raise BadExpression(say("needed is a finite number"), Place())
    return -number.value if negative else number.value


def plain(value: Any) -> Any:
    """TOML values with floats as Fractions where exact, for later use as data."""
    if isinstance(value, Mapping):
        return {k: plain(v) for k, v in value.items()}
    if isinstance(value, list):
        return [plain(v) for v in value]
    if isinstance(value, AsWritten):
        try:
            return exact_number(value)
        except BadExpression:
            return str(value)
    return value


def _with_lists(table: Mapping[str, Any]) -> dict[str, Any]:
    """Names in one text as a list, "x, y, theta"; parameters that come as names without values."""
    whole = dict(table)
    for key in ("coordinates", "dependent"):
        whole |= {key: _named(whole[key])} if key in whole else {}
    names = _named(whole.get("parameters"))
    if isinstance(names, list) and all(map(_is_text, names)):
        whole["parameters"] = {name: {} for name in names}
    return whole


def _named(value: Any) -> Any:
    """The names of a text; anything else as it is."""
    return named(value) if _is_text(value) and not NO_NAME & set(value) else value


def _meant(name: str) -> str:
    """What is written for x(t), q1..q3 and the like."""
    called = re.fullmatch(r"(\w+)\s*\(.*\)", name)
    between = re.fullmatch(r"([^\W\d]+)(\d{1,3})\s*(?:\.\.+|-|:|…)\s*\1?(\d{1,3})", name)
    if called:
        return say('; needed: "{name}", whose change in time is understood', name=called[1])
    if between and int(between[2]) < int(between[3]):
        numbers = range(int(between[2]), int(between[3]) + 1)
        told = ", ".join(f'"{between[1]}{i}"' for i in numbers[:12])
        return say("; needed: coordinates = [{names}]", names=told + ", ..." * (len(numbers) > 12))
    return say('; needed: coordinates = ["x", "y"]') if {",", " "} & set(name) else ""


def _is_text(value: Any) -> bool:
    return isinstance(value, str) and not isinstance(value, AsWritten)


def _shown(value: Any) -> str:
    """A value as it stands in the file: 9.81 and true, and texts in quotes."""
    if isinstance(value, AsWritten):
        return str(value)
    return str(value).lower() if isinstance(value, bool) else shown(value)
