"""The texts that a case is made of, before any of them is read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from hashlib import sha256
from typing import Any

from nonholo.errors import Place
from nonholo.expression.ranges import Range
from nonholo.geometry.constraints.chart import coordinate_meant, no_coordinate
from nonholo.readers.functions import Function
from nonholo.readers.inputs import RESERVED, name_complaints
from nonholo.readers.velocities import letters_taken, velocity_complaints
from nonholo.words.sentence import Sentence, say, together


@dataclass(frozen=True, slots=True)
class Draft:
    """The texts a case is made of, before any of them is read.

    place(key, text) says where a text stands, for error messages.
    """

    coordinates: Sequence[str]
    parameters: Mapping[str, Any] = field(default_factory=dict)
    assumed: Mapping[str, Range] = field(default_factory=dict)
    lagrangian: str | None = None
    constraints: Sequence[str] = ()
    holonomic: Sequence[str] = ()
    inequalities: Sequence[str] = ()
    forces: Mapping[str, str] = field(default_factory=dict)
    name: str = ""
    source: str = ""
    sources: Sequence[str] = ()
    notes: str = ""
    meaning: Mapping[str, str] = field(default_factory=dict)
    dependent: Sequence[str] = ()
    initial: Mapping[str, Fraction | str] = field(default_factory=dict)
    simulation: Mapping[str, Any] = field(default_factory=dict)
    expected: Mapping[str, Any] = field(default_factory=dict)
    gravity: Sequence[str] = ()
    bodies: Sequence[Mapping[str, Any]] = ()
    rolling: Sequence[Mapping[str, Any]] = ()
    loads: Sequence[Mapping[str, Any]] = ()
    shapes: Sequence[Mapping[str, Any]] = ()
    inputs: Mapping[str, Any] = field(default_factory=dict)
    functions: Mapping[str, Function] = field(default_factory=dict)
    assumptions: Sequence[str] = ()
    domain: Sequence[str] = ()
    velocities: Mapping[str, str] = field(default_factory=dict)
    undeclared: Sequence[str] = ()
    place: Callable[[str, str], Place] = lambda key, text: Place(key=key)

    @property
    def title(self) -> str:
        """What complaints about it are headed by: where it stands, else its name."""
        return self.source or self.name

    @property
    def seed(self) -> int:
        """The same for the same texts: what is drawn at random is drawn from them."""
        texts = (
            self.coordinates,
            tuple(self.parameters),
            self.lagrangian,
            self.constraints,
            self.holonomic,
            tuple(self.forces.values()),
        )
        return int.from_bytes(sha256(repr(texts).encode()).digest()[:8])

    @property
    def tables(self) -> dict[str, Any]:
        """What is said of bodies in space and of shapes; of a case without any nothing."""
        words = ("gravity", "bodies", "rolling", "loads", "shapes", "lagrangian", "forces")
        return {word: getattr(self, word) for word in words} if self.bodies or self.shapes else {}

    def at_line(self, key: str, text: str) -> Sentence | str:
        """The key with the line on which it stands; "" where no file is read.

        >>> Draft(["x"]).at_line("coordinates", "x")
        ''
        """
        place = self.place(key, text)
        if not (place.source and place.line):
            return ""
        return together([key, say(" (line {line})", line=place.line)])

    def wrong_names(self) -> list[str]:
        """Complaints about names: declared twice, reserved, of no coordinate.

        >>> Draft(["x", "x", "pi"]).wrong_names()
        ['x is declared twice', 'pi cannot be declared: it is the constant']
        """
        names = [*self.coordinates, *self.parameters, *self.functions]
        complaints: list[str] = [
            self._declared(n, say("{n} is declared twice", n=n))
            for n, times in Counter(names).items()
            if times > 1
        ]
        complaints += [
            self._declared(n, say("{n} cannot be declared: it is {reserved}", n=n, reserved=what))
            for n in names
            if (what := RESERVED.get(n))
        ]
        rates = {f"{c}{e}": c for c in self.coordinates for e in ("dot", "ddot")}
        for n in names:
            if n in rates:
                what = say(
                    "{n} cannot be declared: it is the velocity or acceleration of {rates}",
                    n=n,
                    rates=rates[n],
                )
                complaints.append(self._declared(n, what))
        complaints += name_complaints(self.inputs, self.coordinates, self.parameters)
        taken = letters_taken(self.parameters, self.inputs, self.functions)
        complaints += velocity_complaints(self.velocities, self.coordinates, taken)
        if not self.coordinates:
            complaints.append(say('coordinates: missing; needed are names such as "x", "y"'))
        heads = (("dependent", "dependent"), ("forces", "forces.{}"))
        for (label, key), given in zip(heads, (self.dependent, self.forces)):
            complaints += [
                no_coordinate(n, self.coordinates, self.at_line(key.format(n), n) or label)
                for n in given
                if (coordinate_meant(n, self.coordinates) if label == "dependent" else n)
                not in self.coordinates
            ]
        return complaints

    def _declared(self, name: str, what: Sentence) -> Sentence:
        """What is wrong with a name, where it is declared, and what to do."""
        heads = [
            *("coordinates" for n in self.coordinates if n == name),
            *(f"parameters.{n}" for n in self.parameters if n == name),
            *("functions" for n in self.functions if n == name),
        ]
        told = dict.fromkeys(self.at_line(head, name) for head in heads)
        places = [place for place in told if place]
        if not places:
            return what
        there = together(places, ", ")
        return together([what, say("; {places}: leave it out, or take another name", places=there)])
