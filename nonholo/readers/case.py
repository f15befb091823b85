"""A case: a system with its name, sources, wishes, numbers and what is published about it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from nonholo.dynamics.chetaev import sorted_constraints
from nonholo.dynamics.system import System
from nonholo.errors import BadCase, BadExpression, NonholoError, Place, TimeUp
from nonholo.exact.graph import Expr, Graph
from nonholo.exact.steady import steady
from nonholo.geometry.chart import chart
from nonholo.readers.lower import Scope
from nonholo.readers.names import infer, infer_from_words, resolve
from nonholo.readers.parser import parse_constraint, parse_inequality
from nonholo.readers.tokens import NOWHERE, read_words

TIME = "t"


@dataclass(frozen=True, slots=True)
class Draft:
    """The texts a case is made of, before any of them is read.

    place(key, text) says where a text stands, for error messages.
    """

    coordinates: Sequence[str]
    parameters: Mapping[str, Any] = field(default_factory=dict)
    positive: Sequence[str] = ()
    lagrangian: str | None = None
    constraints: Sequence[str] = ()
    holonomic: Sequence[str] = ()
    inequalities: Sequence[str] = ()
    forces: Mapping[str, str] = field(default_factory=dict)
    name: str = ""
    source: str = ""
    sources: Sequence[str] = ()
    notes: str = ""
    dependent: Sequence[str] = ()
    initial: Mapping[str, Fraction] = field(default_factory=dict)
    simulation: Mapping[str, Any] = field(default_factory=dict)
    expected: Mapping[str, Any] = field(default_factory=dict)
    gravity: Sequence[str] = ()
    bodies: Sequence[Mapping[str, Any]] = ()
    rolling: Sequence[Mapping[str, Any]] = ()
    loads: Sequence[Mapping[str, Any]] = ()
    place: Callable[[str, str], Place] = lambda key, text: Place(key=key)


@dataclass(frozen=True, slots=True, repr=False)
class Case:
    """A system ready for every question, with what its author said around it.

    dependent: wish for the velocities to eliminate; initial: numbers of coordinates and velocities;
    expected: published facts, as written; scope reads further texts in its names;
    symbols: what the user calls a symbol, if the case came as SymPy expressions.
    """

    name: str
    system: System
    scope: Scope
    sources: tuple[str, ...] = ()
    notes: str = ""
    dependent: tuple[str, ...] = ()
    initial: Mapping[str, Fraction] = field(default_factory=dict)
    simulation: Mapping[str, Any] = field(default_factory=dict)
    expected: Mapping[str, Any] = field(default_factory=dict)
    source: str = ""
    symbols: Mapping[Expr, Any] = field(default_factory=dict)

    def __repr__(self) -> str:
        chart = self.system.chart
        return f"<Case {self.name!r}: {', '.join(chart.names)}; {self.system.pfaffian.k} constraints>"

    @property
    def nominal(self) -> dict[Expr, Expr]:
        """The configuration people look at: initial values of the coordinates, else 0; t = 0."""
        chart = self.system.chart
        values = {
            q: chart.graph.lift(self.initial.get(n, Fraction(0)))
            for n, q in zip(chart.names, chart.q)
        }
        return values | {chart.t: chart.graph.zero}

    def slack(self, inequality: str) -> Expr:
        """An inequality of the case as g >= 0: the expression g."""
        left, relation, right = re.split(r"(>=|<=|>|<)", inequality)
        difference = self.scope.expression(left) - self.scope.expression(right)
        return difference if relation[0] == ">" else -difference

    def point(self, texts: Mapping[str, Any], place: Place = NOWHERE) -> dict[Expr, Expr]:
        """An exact point from texts such as {"x": "0", "theta": "pi/2"}; what is not named is 0.

        Raises BadCase for names that are no coordinate, parameter or t, and for values that are
        not constant.
        """
        chart, graph = self.system.chart, self.system.chart.graph
        known = {*chart.names, TIME, *self.scope.parameters}
        complaints = [
            f"{n} is no coordinate; there are {', '.join((*chart.names, TIME))}"
            for n in texts
            if n not in known
        ]
        values = dict.fromkeys((*chart.q, chart.t), graph.zero)
        for name, text in texts.items():
            value = self.scope.expression(str(text), place)
            if not value.is_constant:
                complaints.append(f"{name} = {text}: needed is a constant such as 1/2 or pi/3")
            values[graph.symbol(name)] = value
        if complaints:
            raise BadCase(place.source or self.name, complaints)
        return values


def build(draft: Draft) -> Case:
    """Read every text of a draft.  Raises BadCase with all complaints at once."""
    with steady():
        return _build(draft)


def _build(draft: Draft) -> Case:
    complaints = _name_complaints(draft)
    if complaints:
        raise BadCase(draft.source or draft.name, complaints)
    graph = Graph()
    for name in draft.parameters:
        graph.symbol(name)
    own = chart(graph, draft.coordinates)
    scope = Scope(own, tuple(draft.parameters))
    read = _Reader(draft, scope, complaints)
    lagrangian = read.one("lagrangian", draft.lagrangian) if draft.lagrangian is not None else None
    constraints = read.many("constraints", draft.constraints, scope.constraint)
    holonomic = read.many("holonomic_constraints", draft.holonomic, scope.level)
    forces = tuple(
        read.one(f"forces.{n}", draft.forces[n]) if n in draft.forces else graph.zero
        for n in own.names
    )
    values = {
        graph.symbol(n): read.number(f"parameters.{n}", v)
        for n, v in draft.parameters.items()
        if v is not None
    }
    read.inequalities()
    read.check_arguments(lagrangian, holonomic)
    labels = [list(draft.constraints), [scope.level_label(text) for text in draft.holonomic]]
    if draft.bodies or draft.rolling or draft.loads:
        lagrangian, forces = read.assembled(lagrangian, forces, (constraints, holonomic), labels)
    rows = (
        read.guard(lambda: sorted_constraints(own, constraints, labels[0], holonomic, labels[1]))
        if not complaints
        else None
    )
    if complaints:
        raise BadCase(draft.source or draft.name, complaints)
    linear, nonlinear = rows
    system = System(
        own,
        linear,
        lagrangian,
        forces,
        values,
        frozenset(graph.symbol(n) for n in draft.positive),
        tuple(draft.inequalities),
        nonlinear,
    )
    return Case(
        draft.name,
        system,
        scope,
        tuple(draft.sources),
        draft.notes,
        tuple(draft.dependent),
        draft.initial,
        draft.simulation,
        draft.expected,
        draft.source,
    )


class _Reader:
    """Reads the texts of one draft and gathers the complaints."""

    def __init__(self, draft: Draft, scope: Scope, complaints: list[str]):
        self.draft, self.scope, self.complaints = draft, scope, complaints

    def guard(self, action: Callable[[], Any]) -> Any:
        try:
            return action()
        except TimeUp:
            raise
        except NonholoError as error:
            self.complaints.append(str(error))
        return None

    def one(self, key: str, text: str) -> Expr:
        found = self.placed(key, text, self.scope.expression)
        return self.scope.chart.graph.zero if found is None else found

    def many(self, key: str, texts: Sequence[str], read) -> list[Expr]:
        found = [self.placed(f"{key}[{i}]", text, read) for i, text in enumerate(texts, start=1)]
        return [e for e in found if e is not None]

    def placed(self, key: str, text: str, read) -> Expr | None:
        """Read one text; where it stands is looked up only if there is something to complain about."""
        return self.guard(lambda: read(text, lambda: self.draft.place(key, text)))

    def number(self, key: str, value: Any) -> Expr:
        graph = self.scope.chart.graph
        if not isinstance(value, str):
            return graph.lift(value)
        found = self.one(key, value)
        if not found.is_constant:
            self.complaints.append(
                f"{key} = {value!r}: needed is a number or a constant like pi/10"
            )
        return found

    def assembled(self, lagrangian: Expr | None, forces: Sequence[Expr], rows, labels):
        """Lagrangian and forces with those of the bodies; their constraints are added to rows and labels."""
        from nonholo.readers.bodies import assemble

        draft = self.draft
        parts = self.guard(
            lambda: assemble(self.scope, draft.gravity, draft.bodies, draft.rolling, draft.loads, draft.place))
        if parts is None:
            return lagrangian, tuple(forces)
        for own, known, names in zip((parts.constraints, parts.holonomic), rows, labels):
            known += [e for _, e in own]
            names += [label for label, _ in own]
        total = [self.scope.chart.graph.add(*each) for each in zip(forces, *parts.forces)]
        return parts.lagrangian if lagrangian is None else lagrangian + parts.lagrangian, tuple(total)

    def inequalities(self) -> None:
        for i, text in enumerate(self.draft.inequalities, start=1):
            place = self.draft.place(f"inequalities[{i}]", text)
            self.guard(
                lambda t=text, p=place: resolve(
                    parse_inequality(t, p), self.scope.chart.names, self.scope.parameters
                )
            )

    def check_arguments(self, lagrangian: Expr | None, holonomic: Sequence[Expr]) -> None:
        chart = self.scope.chart
        if lagrangian is not None and lagrangian.has(chart.a):
            self.complaints.append("lagrangian: contains accelerations; needed: L(q, q', t)")
        rates = chart.graph.mask([*chart.v, *chart.a])
        for text, f in zip(self.draft.holonomic, holonomic):
            if f.support & rates:
                self.complaints.append(
                    f"holonomic_constraints: {text}: contains velocities; "
                    "needed: f(q, t); velocity constraints go under constraints"
                )


def _name_complaints(draft: Draft) -> list[str]:
    names = [*draft.coordinates, *draft.parameters]
    complaints = [f"{n} is declared twice" for n, times in Counter(names).items() if times > 1]
    reserved = {TIME: "time", "pi": "the constant"}
    complaints += [f"{n} cannot be declared: it is {reserved[n]}" for n in names if n in reserved]
    rates = {f"{c}{e}": c for c in draft.coordinates for e in ("dot", "ddot")}
    complaints += [
        f"{n} cannot be declared: it is the velocity or acceleration of {rates[n]}"
        for n in names
        if n in rates
    ]
    if not draft.coordinates:
        complaints.append('there are no coordinates; needed: coordinates = ["x", ...]')
    for label, given in (("dependent", draft.dependent), ("forces", draft.forces)):
        complaints += [
            f"{label}: {n} is no coordinate; there are {', '.join(draft.coordinates)}"
            for n in given
            if n not in draft.coordinates
        ]
    return complaints


def case_from_constraints(texts: Sequence[str], also: Sequence[str] = ()) -> Case:
    """The case of bare constraints, as on the command line.

    Coordinates are the names that have a velocity or a differential, and those in `also`; every other name
    is a parameter, that is a constant.

    >>> case_from_constraints(["dz = y dx"], also=["y"]).system.chart.names
    ('z', 'x', 'y')
    """

    with suppress(BadCase, BadExpression):  # the long way below says what is wrong, in its words
        return _bare(texts, also, *infer_from_words(read_words(text, hasty=True) for text in texts))
    trees = [parse_constraint(text, _on_command_line(f"constraint {i}")) for i, text in enumerate(texts, 1)]
    return _bare(texts, also, *infer(trees))


def _on_command_line(key: str, text: str = "") -> Place:
    return Place("command line", key)


def _bare(texts: Sequence[str], also: Sequence[str], coordinates: Sequence[str], parameters: Sequence[str]) -> Case:
    names = [*coordinates, *(n for n in also if n not in coordinates)]
    rest = dict.fromkeys(p for p in parameters if p not in names)
    return build(Draft(names, rest, constraints=texts, name=_title(texts), place=_on_command_line))


def _title(texts: Sequence[str]) -> str:
    """A name for bare constraints: all of them if they are few and short."""
    whole = "; ".join(texts)
    first = texts[0] if len(texts[0]) <= 80 else texts[0][:80] + "..."
    return whole if len(whole) <= 200 else f"{first} ({len(texts)} constraints)"
