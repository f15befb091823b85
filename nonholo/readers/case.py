"""A case: a system with its name, sources, wishes, numbers and what is published about it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import partial
from hashlib import sha256
from math import isinf
from typing import Any, ParamSpec

from nonholo.arithmetic.numbers import fraction
from nonholo.decide.ball import assumed_of, ball
from nonholo.decide.feasible import numbers_inside
from nonholo.decide.zero import decide_zero
from nonholo.dynamics.chetaev import sorted_constraints
from nonholo.dynamics.consistency import Step
from nonholo.dynamics.system import System
from nonholo.dynamics.tree import Tree
from nonholo.errors import (
    BadCase,
    BadExpression,
    NonholoError,
    Place,
    TimeUp,
    option,
    said,
    too_large,
)
from nonholo.expression.graph import Expr, Graph
from nonholo.expression.ranges import ANY, Range, nothing_obeys
from nonholo.expression.steady import steady
from nonholo.expression.text import text as written
from nonholo.expression.unspecified import function_named
from nonholo.geometry.constraints.chart import chart, no_coordinate
from nonholo.geometry.flag.piecewise import on_domain, parted
from nonholo.geometry.zeros.domain import undefined
from nonholo.readers.assumptions import Stated, against, broken, carry, state, state_factors
from nonholo.readers.bare import Bare, read_bare
from nonholo.readers.bodies import assemble
from nonholo.readers.functions import Function
from nonholo.readers.inputs import misplaced, name_complaints, timeless
from nonholo.readers.lower import Scope, lower
from nonholo.readers.name_list import name_list
from nonholo.readers.named import by_name
from nonholo.readers.parser import parse_expression, parse_inequality
from nonholo.readers.read_in_full import lost_domain, valueless, with_numbers
from nonholo.readers.repaired import all_wrong
from nonholo.readers.rolling import unmet
from nonholo.readers.shapes import shape_complaints
from nonholo.readers.tokens import NOWHERE
from nonholo.readers.told_once import ToldOnce
from nonholo.readers.tree import Inequality, Node
from nonholo.readers.velocities import (
    letters_taken,
    require_linear_velocity,
    velocity_complaints,
)
from nonholo.shows import ShownAsFormulas
from nonholo.words.sentence import say, together

P = ParamSpec("P")
TIME = "t"
APART = "!="


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


@dataclass(frozen=True, slots=True, repr=False)
class Case(ShownAsFormulas):
    """A system ready for every question, with what its author said around it.

    dependent: wish for the velocities to eliminate; initial: numbers of coordinates and velocities;
    irrational: the texts of those that are decimals there, such as "pi/6";
    expected: published facts, as written; scope reads further texts in its names; symbols: what the
    user calls a symbol, if the case came as SymPy expressions; exhibited: a configuration where all
    holonomic constraints hold, looked at instead of one where they do not; bare: how the names were
    read, if nothing declared them; tables: bodies, rolling contacts, loads, shapes as given;
    meaning: what a coordinate or a parameter is, in words; undeclared: parameters because they
    stand in a text and nothing says what they are; implied: the numbers of parameters that an
    assumed equation gives; hidden: the constraints that the constraint algorithm added.

    >>> import nonholo as nh
    >>> case = nh.System("x y z", "m*(x'**2 + y'**2 + z'**2)/2", ["dz = y dx"], parameters={"m": 2})
    >>> case.system.pfaffian.matrix, case.system.values
    (((-y, 0, 1),), {m: 2})
    >>> case.point({"x": "pi/2"})
    {x: pi/2, y: 0, z: 0, t: 0}
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
    exhibited: Mapping[Expr, Expr] = field(default_factory=dict)
    bare: Bare | None = None
    tables: Mapping[str, Any] = field(default_factory=dict)
    meaning: Mapping[str, str] = field(default_factory=dict)
    irrational: Mapping[str, str] = field(default_factory=dict)
    undeclared: tuple[str, ...] = ()
    implied: Mapping[str, str] = field(default_factory=dict)
    hidden: tuple[Step, ...] = ()

    def __repr__(self) -> str:
        names, k = ", ".join(self.system.chart.names), self.system.pfaffian.k
        return f"<Case {self.name!r}: {names}; {k} constraint{'s' * (k != 1)}>"

    @property
    def title(self) -> str:
        """What messages call it: its name, or "case" where it has none."""
        return self.name or say("case")

    @property
    def letters(self) -> tuple[str, ...]:
        """The names of its coordinates, parameters and inputs."""
        return (*self.system.chart.names, *self.scope.parameters, *map(str, self.system.inputs))

    @property
    def nominal(self) -> dict[Expr, Expr]:
        """The configuration people look at: initial values of the coordinates, else 0; t = 0."""
        chart = self.system.chart
        if self.exhibited:
            return {s: self.exhibited[s] for s in (*chart.q, chart.t)}
        values = {
            q: self.scope.expression(self.irrational[n])
            if n in self.irrational
            else chart.graph.lift(self.initial.get(n, Fraction(0)))
            for n, q in zip(chart.names, chart.q)
        }
        return values | {chart.t: chart.graph.zero}

    @property
    def place(self) -> dict[Expr, Expr]:
        """`nominal` with the numbers of parameters, where directions of contacts and dependent
        velocities are chosen.
        """
        graph = self.system.chart.graph
        parameters = {
            graph.symbol(str(p)): graph.lift(x.args)
            for p, x in self.system.values.items()
            if x.kind == "number"
        }
        return self.nominal | parameters

    def over(self, system: System) -> Case:
        """The case about a copy of its system: texts are read in the graph of that.

        >>> import nonholo as nh
        >>> coin = nh.case("rolling_coin")
        >>> coin.over(coin.system).name
        'Coin rolling upright on an inclined plane'
        """
        scope = replace(self.scope, chart=system.chart, velocities=system.velocities)
        return replace(self, system=system, scope=scope)

    def slack(self, inequality: str) -> Expr:
        """An inequality of the case as g >= 0: the expression g.

        >>> import nonholo as nh
        >>> nh.System("x y", constraints=["x' = y'"]).slack("x >= 2")
        x - 2
        """
        left, relation, right = re.split(r"(>=|<=|>|<)", inequality)
        difference = self.scope.expression(left) - self.scope.expression(right)
        return difference if relation[0] == ">" else -difference

    def point(self, texts: Mapping[str, Any], place: Place = NOWHERE) -> dict[Expr, Expr]:
        """An exact point from texts such as {"x": "0", "theta": "pi/2"}; what is not named is 0.

        Raises BadCase for names that are no coordinate, parameter, input or t, and for values that
        are not constant.

        >>> import nonholo as nh
        >>> nh.case("heisenberg").point({"x": "pi/2"})
        {x: pi/2, y: 0, z: 0, t: 0}
        """
        chart, graph = self.system.chart, self.system.chart.graph
        texts = by_name(texts, self.symbols, self.name)
        known = {*chart.names, TIME, *self.scope.parameters, *self.scope.inputs}
        complaints: list[str] = [
            no_coordinate(n, (*chart.names, TIME)) for n in texts if n not in known
        ]
        values = dict.fromkeys((*chart.q, chart.t), graph.zero)
        for name, text in texts.items():
            spot = place if place != NOWHERE else Place(key=say("the value of {name}", name=name))
            value = self.scope.expression(str(text), spot)
            if not value.is_constant:
                complaints.append(
                    say(
                        "{name} = {text}: needed is a constant such as 1/2 or pi/3",
                        name=name,
                        text=text,
                    )
                )
            values[symbol := graph.symbol(name)] = value
            if value.is_constant and (what := against(symbol, value)):
                complaints.append(f"{name} = {text}: {what}")
        if complaints:
            raise BadCase(place.source or self.name, complaints)
        return values


def build(draft: Draft) -> Case:
    """Read every text of a draft.

    Raises BadCase with all complaints at once.
    """
    with steady():
        return _build(draft)


def _seed(draft: Draft) -> int:
    """The same for the same texts: what is drawn at random is drawn from them."""
    texts = (
        draft.coordinates,
        tuple(draft.parameters),
        draft.lagrangian,
        draft.constraints,
        draft.holonomic,
        tuple(draft.forces.values()),
    )
    return int.from_bytes(sha256(repr(texts).encode()).digest()[:8])


def _build(draft: Draft) -> Case:
    complaints = _name_complaints(draft)
    if complaints:
        raise BadCase(draft.source or draft.name, complaints)
    graph = Graph(_seed(draft))
    for name in (*draft.parameters, *draft.inputs):
        graph.symbol(name, draft.assumed.get(name, ANY))
    case_chart = chart(graph, draft.coordinates)
    graph.assumed |= {
        q.index: draft.assumed[q.args] for q in case_chart.q if q.args in draft.assumed
    }
    scope = Scope(case_chart, tuple(draft.parameters), tuple(draft.inputs), draft.functions)
    read = _Reader(draft, scope, complaints)
    values = {
        graph.symbol(n): read.number(f"parameters.{n}", v)
        for n, v in draft.parameters.items()
        if v is not None
    }
    graph.reading.values = values
    read.scope = scope = read.velocities()
    solved, initial = read.assumptions(), read.initial()
    graph.reading.values = solved | values
    lagrangian = read.one("lagrangian", draft.lagrangian) if draft.lagrangian is not None else None
    constraints = read.many("constraints", draft.constraints, scope.constraint)
    holonomic = read.many("holonomic_constraints", draft.holonomic, scope.level)
    forces = tuple(
        read.one(f"forces.{n}", draft.forces[n]) if n in draft.forces else graph.zero
        for n in case_chart.names
    )
    graph.reading.values = None
    inputs = {graph.symbol(n): read.input(n, value) for n, value in draft.inputs.items()}
    read.check_values(values)
    rows_read = {"constraints": constraints, "holonomic_constraints": holonomic}
    read.check_domain(lagrangian, rows_read, values)
    read.functions()
    read.inequalities()
    read.plane()
    read.check_arguments(lagrangian, holonomic)
    labels = [
        read.labels(draft.constraints, constraints),
        [scope.level_label(text) for text in draft.holonomic],
    ]
    demands: list[Any] = []
    tree = None
    if draft.bodies or draft.rolling or draft.loads:
        lagrangian, forces, tree = read.assembled(
            lagrangian, forces, (constraints, holonomic), labels, demands
        )
    elif draft.gravity:
        complaints.append(
            say(
                "gravity: acts on [[bodies]], and there are none; a weight in a Lagrangian "
                "is its potential"
            )
        )
    read.shapes()
    rows = (
        read.guard(
            lambda: sorted_constraints(case_chart, constraints, labels[0], holonomic, labels[1])
        )
        if not complaints
        else None
    )
    if rows and demands:
        read.require(demands, rows[0])
    if rows is None or complaints:
        raise BadCase(draft.source or draft.name, complaints)
    linear, nonlinear = rows
    complaints += misplaced(inputs, lagrangian, linear, nonlinear)
    if complaints:
        raise BadCase(draft.source or draft.name, complaints)
    system = System(
        case_chart,
        own_rows := on_domain(linear),
        lagrangian,
        forces,
        values,
        frozenset(graph.symbol(n) for n, assumed in draft.assumed.items() if assumed.positive),
        tuple(draft.inequalities),
        nonlinear,
        parted(linear, own_rows),
        inputs,
        assumptions=(*draft.assumptions, *draft.domain),
        domain=tuple(draft.domain),
        velocities=scope.velocities,
        tree=tree,
    )
    complaints += [*_contradicted_values(solved, values), *valueless(system)]
    if complaints:
        raise BadCase(draft.source or draft.name, complaints)
    if lost := lost_domain(system):
        return _build(replace(draft, domain=[*draft.domain, *lost]))
    system, put = with_numbers(system, solved)
    return Case(
        draft.name,
        system,
        replace(
            scope,
            velocities=system.velocities,
            given={s.args: written(value) for s, value in put.items()},
        ),
        tuple(draft.sources),
        draft.notes,
        tuple(draft.dependent),
        initial,
        draft.simulation,
        draft.expected,
        draft.source,
        tables=_tables(draft),
        meaning=draft.meaning,
        irrational=read.irrational,
        undeclared=tuple(draft.undeclared),
        implied={s.args: written(values[s]) for s in solved if s in values},
    )


def _compares(relation: str) -> bool:
    """An inequality, no equation."""
    return any(sign in relation for sign in ("<", ">", "≤", "≥", "≠", APART))


def _contradicted_values(solved: Mapping[Expr, Expr], values: Mapping[Expr, Expr]) -> list[str]:
    """Values of parameters that are not what the assumed equations say."""
    told: list[str] = []
    for symbol, meant in solved.items():
        if symbol in values and not decide_zero(meant.subs(values) - values[symbol]).answer:
            told.append(
                say(
                    "parameters.{args}: its value is {values}, but assumed is {args} = {meant}",
                    args=symbol.args,
                    values=values[symbol],
                    meant=meant,
                )
            )
    return told


def _tables(draft: Draft) -> dict[str, Any]:
    """What is said of bodies in space and of shapes; of a case without any nothing."""
    words = ("gravity", "bodies", "rolling", "loads", "shapes", "lagrangian", "forces")
    return {word: getattr(draft, word) for word in words} if draft.bodies or draft.shapes else {}


class _Reader:
    """Reads the texts of one draft and gathers the complaints."""

    def __init__(self, draft: Draft, scope: Scope, complaints: list[str]):
        self.draft, self.scope, self.complaints = draft, scope, complaints
        self.once = ToldOnce(complaints)
        self.begun: dict[str, Fraction] = {}  # initial numbers
        self.irrational: dict[str, str] = {}  # what stands for those that are decimals

    def guard(self, action: Callable[P, Any], *args: P.args, **named: P.kwargs) -> Any:
        try:
            return action(*args, **named)
        except TimeUp:
            raise
        except BadCase as error:
            self.complaints += error.complaints
        except BadExpression as error:
            self.once.complain(error)
        except NonholoError as error:
            self.complaints.append(said(error))
        return None

    def one(self, key: str, text: str) -> Expr:
        value = self.placed(key, text, self.scope.expression)
        return self.scope.chart.graph.zero if value is None else value

    def many(self, key: str, texts: Sequence[str], read: Callable[..., Expr]) -> list[Expr]:
        numbered = enumerate(texts, start=1)
        expressions = [self.placed(f"{key}[{i}]", text, read) for i, text in numbered]
        return [e for e in expressions if e is not None]

    def labels(self, texts: Sequence[str], read: Sequence[Expr]) -> list[str]:
        """What constraints are called: as written, in velocities where quasi-velocities stand."""
        names = self.scope.velocities
        if not names or len(texts) != len(read):
            return list(texts)
        pattern = re.compile(rf"\b({'|'.join(map(re.escape, names))})\b")
        return [f"{written(e)} = 0" if pattern.search(t) else t for t, e in zip(texts, read)]

    def placed(self, key: str, text: str, read: Callable[..., Expr]) -> Expr | None:
        """Read one text; where it stands is looked up only if there is something to complain
        about.
        """

        def reading() -> Expr | None:
            try:
                return read(text, lambda: self.draft.place(key, text))
            except BadExpression as error:
                wrong = [*all_wrong(text, read, self.draft.place(key, text))] or [error]
                for each in wrong:
                    self.once.complain(each)
                return None

        value: Expr | None = self.guard(reading)
        return value

    def number(self, key: str, value: Any) -> Expr:
        graph = self.scope.chart.graph
        if not isinstance(value, str):
            return graph.lift(value)
        constant = self.one(key, value)
        if not constant.is_constant:
            self.complaints.append(
                say(
                    "{key} = {value!r}: needed is a number or a constant like pi/10; what follows "
                    "from other parameters is written out where it stands",
                    key=key,
                    value=value,
                )
            )
        return constant

    def initial(self) -> dict[str, Fraction]:
        """Initial numbers; of pi/6 the decimal next to it."""
        for name, value in self.draft.initial.items():
            key = f"initial.{name}"
            try:
                number = self._begun(name, value)
                float(number or 0)
            except OverflowError:
                self.complaints.append(self._lined(key, together((key, ": ", too_large(name)))))
                continue
            if number is not None:
                self.begun[name] = number
                continue
            told = say(
                "{key}: needed is a number or a constant such as pi/6, angles in radians; given "
                "was {value!r}",
                key=key,
                value=str(value)[:60],
            )
            if degrees := re.fullmatch(r"\s*(-?[\d.]+)\s*(?:\u00b0|deg|degrees?)\s*", str(value)):
                told += say("; try {angle}", angle=f'"{degrees[1]}*pi/180"')
            self.complaints.append(self._lined(key, told))
        return self.begun

    def _begun(self, name: str, value: Fraction | str) -> Fraction | None:
        """An initial number; None for a text that is none.  Raises OverflowError."""
        if not isinstance(value, str):
            return value
        with suppress(NonholoError):
            read = self.scope.expression(value)
            if read.is_number:
                return fraction(read.args)
            if read.is_constant and (near := ball(read, {})).is_finite():
                nearest = float(near.mid())
                if isinf(nearest):
                    raise OverflowError
                self.irrational[name] = value
                return Fraction(str(nearest))
        return None

    def velocities(self) -> Scope:
        """The scope with the quasi-velocities, each of which may use those before it."""
        scope = self.scope
        for name, text in self.draft.velocities.items():
            place = partial(self.draft.place, f"velocities.{name}", text)
            meaning = self.guard(scope.expression, text, place)
            if meaning is None:
                continue
            linear = self.guard(self._linear, name, meaning, place)
            known = {**scope.velocities, name: meaning} if linear else scope.velocities
            scope = replace(scope, velocities=known)
        return scope

    def _linear(self, name: str, meaning: Expr, place: Callable[[], Place]) -> bool:
        try:
            require_linear_velocity(self.scope.chart, name, meaning, self.draft.inputs)
        except NonholoError as error:
            raise BadCase("", [self._lined(f"velocities.{name}", said(error))]) from None
        return True

    def _lined(self, key: str, told: str) -> str:
        """A complaint that begins with its key, with the line of the key."""
        spot = self.draft.place(key, "")
        return told.replace(key, f"{key} (line {spot.line})", 1) if spot.source else told

    def input(self, name: str, value: Any) -> Expr | None:
        """The value of an input in t and the parameters; None for a letter that stays."""
        if value is None:
            return None
        key = f"inputs.{name}"
        if not isinstance(value, str):
            return self.scope.chart.graph.lift(value)
        expression = self.one(key, value)
        for what in timeless(self.scope, value, expression):
            spot = self.draft.place(key, "")
            line = f" (line {spot.line})" if spot.source else ""
            self.complaints.append(f"{key}{line}: {what}")
        return expression

    def check_domain(
        self,
        lagrangian: Expr | None,
        rows: Mapping[str, Sequence[Expr]],
        values: Mapping[Expr, Expr],
    ) -> None:
        """Everything has real values somewhere, at the given numbers of the parameters."""
        named = [
            (f"{key}[{i}]", e)
            for key, expressions in rows.items()
            for i, e in enumerate(expressions, 1)
        ]
        named += [] if lagrangian is None else [("lagrangian", lagrangian)]
        for key, e in named:
            what = undefined(e, values)
            if what:
                self.complaints.append(
                    say("{key}: has no real value anywhere: {what}", key=key, what=what)
                )

    def check_values(self, values: Mapping[Expr, Expr]) -> None:
        """The value of a parameter is one of those declared, and given where they are finitely
        many.
        """
        graph = self.scope.chart.graph
        self.complaints += [
            say(
                "parameters.{name}: only finitely many values are left, and a verdict is one "
                "for almost all values; give it a value, or leave out min or max",
                name=name,
            )
            for name in self.draft.parameters
            if assumed_of(graph.symbol(name)).finite and graph.symbol(name) not in values
        ]
        told = ((symbol.args, against(symbol, value)) for symbol, value in values.items())
        self.complaints += [f"parameters.{name}: {what}" for name, what in told if what]
        self.complaints += [f"assumptions: {what}" for what in broken(graph, values)]

    def assembled(
        self,
        lagrangian: Expr | None,
        forces: Sequence[Expr],
        rows: Sequence[list[Expr]],
        labels: Sequence[list[str]],
        demands: list[Any],
    ) -> tuple[Expr | None, tuple[Expr, ...], Tree | None]:
        """Lagrangian and forces with those of the bodies, and the bodies; their constraints are
        added to rows and labels.
        """
        draft = self.draft
        parts = self.guard(
            lambda: assemble(
                self.scope,
                draft.gravity,
                draft.bodies,
                draft.rolling,
                draft.loads,
                draft.place,
                self.nominal(),
            )
        )
        if parts is None:
            return lagrangian, tuple(forces), None
        demands += parts.demands
        for added, known, names in zip((parts.constraints, parts.holonomic), rows, labels):
            known += [e for _, e in added]
            names += [label for label, _ in added]
        total = tuple(self.scope.chart.graph.add(*each) for each in zip(forces, *parts.forces))
        both = parts.lagrangian if lagrangian is None else lagrangian + parts.lagrangian
        return both, total, parts.tree

    def shapes(self) -> None:
        """Shapes are for pictures alone; what is wrong in them is told with the rest."""
        if self.draft.shapes:
            tables = _tables(self.draft)
            self.complaints += shape_complaints(self.scope, tables, self.draft.place)

    def nominal(self) -> dict[Expr, Expr]:
        """The initial place, 0 where none is given, and the numbers of parameters that are
        numbers.
        """
        chart, draft = self.scope.chart, self.draft
        values = {n: v for n, v in draft.parameters.items() if isinstance(v, (int, Fraction))}
        values |= {n: self.begun.get(n, Fraction(0)) for n in (*chart.names, TIME)}
        return {chart.graph.symbol(n): chart.graph.lift(v) for n, v in values.items()}

    def require(self, demands: Sequence[Any], rows: Any) -> None:
        """Complain of velocities that have to vanish on the constraints and do not."""
        for key, what in (self.guard(lambda: unmet(demands, rows)) or {}).items():
            spot = self.draft.place(key, "")
            self.complaints.append(f"{key}{f' (line {spot.line})' if spot.source else ''}: {what}")

    def assumptions(self) -> dict[Expr, Expr]:
        """Every answer assumes these inequalities; parameters that equations give, and by what."""
        solved: dict[Expr, Expr] = {}
        given = [
            (self.draft.place(f"assumptions[{i}]", text), text)
            for i, text in enumerate(self.draft.assumptions, start=1)
        ]
        given += [(Place(key=say("domain of what is written")), t) for t in self.draft.domain]
        for place, text in sorted(given, key=lambda each: _compares(each[1])):  # equations first
            self.guard(self._assumed, text, place, solved)
        for symbol, value in solved.items():
            self.guard(carry, value, symbol)
        self.guard(state_factors, self.scope.chart.graph, self.scope.chart.q)
        none = not self.complaints and numbers_inside(self.scope.chart.graph) is None
        if self.draft.domain and (none or nothing_obeys(self.scope.chart.graph)):
            self.complaints.append(
                say(
                    "what is written has a value only where {conditions}, and no numbers were "
                    "found that obey this and what is assumed; try correcting it",
                    conditions=", ".join(self.draft.domain),
                )
            )
        elif nothing_obeys(self.scope.chart.graph):
            told = ", ".join(self.draft.assumptions)
            self.complaints.append(
                say(
                    "assumptions: {told}: they contradict each other, no numbers are left",
                    told=told,
                )
            )
        elif none:
            self.complaints.append(
                say(
                    "assumptions: {relations}: no numbers were found with which all of them hold "
                    "strictly; try dropping or correcting one, or an equation where they leave "
                    "nothing else",
                    relations="; ".join(self.draft.assumptions),
                )
            )
        return solved

    def _assumed(self, text: str, place: Place, solved: dict[Expr, Expr]) -> None:
        chart = self.scope.chart
        if not _compares(text):
            self._equal(text, place, solved)
            return
        shown = text.replace("≠", APART)
        apart = APART in shown  # read as > between the same sides
        told = shown.replace(APART, "> ") if apart else text
        read = self.scope.resolved(parse_inequality(told, place, self.scope.signatures))
        assert isinstance(read, Inequality)
        gap = self.scope.meant(lower(read.left, chart) - lower(read.right, chart))
        if gap.has([*chart.v, *chart.a, chart.t]):
            raise BadCase(
                "", [say("{key}: {text}: contains velocities or t", key=place.key, text=text)]
            )
        sign = 0 if apart else 1 if read.relation[0] == ">" else -1
        try:
            state(chart.graph, Stated(gap.subs(solved), sign, len(read.relation) == 1, text))
        except NonholoError as error:
            raise BadCase("", [together((place.key, ": ", said(error)))]) from None

    def _equal(self, text: str, place: Place, solved: dict[Expr, Expr]) -> None:
        """An equation between parameters: the last one that stands linearly is put in."""
        graph, names = self.scope.chart.graph, self.scope.parameters
        gap = self.scope.level(text, place).subs(solved)
        if not {s.args for s in gap.symbols()} <= set(names):
            raise BadCase(
                "",
                [
                    say(
                        "{key}: {text}: an equation is between parameters alone",
                        key=place.key,
                        text=text,
                    )
                ],
            )
        for name in reversed(names):
            symbol = graph.symbol(name)
            slope = gap.diff(symbol)
            if slope.is_number and not slope.is_zero:
                value = symbol - gap / slope
                for known in solved:
                    solved[known] = solved[known].subs({symbol: value})
                solved[symbol] = value
                return
        raise BadCase(
            "",
            [
                say(
                    "{key}: {text}: needed is an equation in which a parameter stands "
                    "linearly with a number before it, such as a + b = c",
                    key=place.key,
                    text=text,
                )
            ],
        )

    def functions(self) -> None:
        """What their values hold; the names of their derivatives are nobody else's."""
        declared = {*self.scope.chart.names, *self.scope.parameters}
        for name, function in self.scope.functions.items():
            clash = sorted(w for w in declared if function_named(w, self.scope.signatures))
            self.complaints += [
                say(
                    "{w} is declared, but it is a derivative of the function {name} too",
                    w=w,
                    name=name,
                )
                for w in clash
            ]
            if function.value is not None:
                self._value(name, function.value)

    def _value(self, name: str, text: str) -> None:
        place = partial(self.draft.place, f"functions.{name}", text)
        self.guard(self.scope.value_of, name, place)

    def inequalities(self) -> None:
        for i, text in enumerate(self.draft.inequalities, start=1):
            place = self.draft.place(f"inequalities[{i}]", text)
            self.guard(self.resolved, parse_inequality, text, place)
            held = [n for n in self.scope.inputs if re.search(rf"\b{re.escape(n)}\b", text)]
            self.complaints += [
                say(
                    "inequalities[{i}]: {text}: holds the input {n}, which can be chosen; "
                    "needed is a condition on coordinates, velocities and t",
                    i=i,
                    text=text,
                    n=n,
                )
                for n in held
            ]

    def plane(self) -> None:
        """The plane of a drawn path has to be readable; its expressions are made where it is
        drawn.
        """
        plane = self.draft.simulation.get("plane", ())
        for text in plane if isinstance(plane, list) else ():
            if isinstance(text, str):
                place = self.draft.place("simulation.plane", text)
                self.guard(self.resolved, parse_expression, text, place)

    def resolved(self, parse: Callable[..., Node], text: str, place: Place) -> None:
        self.scope.resolved(parse(text, place, self.scope.signatures))

    def check_arguments(self, lagrangian: Expr | None, holonomic: Sequence[Expr]) -> None:
        chart = self.scope.chart
        if lagrangian is not None and lagrangian.has(chart.a):
            self.complaints.append(say("lagrangian: contains accelerations; needed: L(q, q', t)"))
        rates = chart.graph.mask([*chart.v, *chart.a])
        for text, f in zip(self.draft.holonomic, holonomic):
            if f.support & rates:
                self.complaints.append(
                    say(
                        "holonomic_constraints: {text}: contains velocities; needed: f(q, "
                        "t); velocity constraints go under constraints",
                        text=text,
                    )
                )


def _name_complaints(draft: Draft) -> list[str]:
    names = [*draft.coordinates, *draft.parameters, *draft.functions]
    complaints: list[str] = [
        say("{n} is declared twice", n=n) for n, times in Counter(names).items() if times > 1
    ]
    reserved = {TIME: say("time"), "pi": say("the constant")}
    complaints += [
        say("{n} cannot be declared: it is {reserved}", n=n, reserved=reserved[n])
        for n in names
        if n in reserved
    ]
    rates = {f"{c}{e}": c for c in draft.coordinates for e in ("dot", "ddot")}
    complaints += [
        say(
            "{n} cannot be declared: it is the velocity or acceleration of {rates}",
            n=n,
            rates=rates[n],
        )
        for n in names
        if n in rates
    ]
    complaints += name_complaints(draft.inputs, draft.coordinates, draft.parameters)
    taken = letters_taken(draft.parameters, draft.inputs, draft.functions)
    complaints += velocity_complaints(draft.velocities, draft.coordinates, taken)
    if not draft.coordinates:
        complaints.append(say('coordinates: missing; needed are names such as "x", "y"'))
    for label, given in (("dependent", draft.dependent), ("forces", draft.forces)):
        complaints += [
            no_coordinate(n, draft.coordinates, label) for n in given if n not in draft.coordinates
        ]
    return complaints


def case_from_constraints(
    texts: str | Sequence[str], also: str | Sequence[str] = (), constants: str | Sequence[str] = ()
) -> Case:
    """The case of bare constraints, as on the command line.

    Coordinates are the names that have a velocity or a differential, those in `also`, and by
    convention x, y, z, theta, phi, psi; every other name, and those in `constants`, are parameters.

    >>> case_from_constraints(["dz = y dx"]).system.chart.names
    ('z', 'x', 'y')
    """
    texts = (texts,) if isinstance(texts, str) else tuple(texts)
    names = name_list(also, "also"), name_list(constants, "constants")
    with suppress(BadCase, BadExpression):  # the long way below says what is wrong, in its words
        return _bare(read_bare(texts, *names, hasty=True))
    return _bare(read_bare(texts, *names))


def _bare(bare: Bare) -> Case:
    draft = Draft(
        bare.coordinates,
        dict.fromkeys(bare.parameters),
        constraints=bare.texts,
        functions={name: Function(slots) for name, slots in bare.functions.items()},
        name=_title(bare.texts),
        place=_on_command_line,
    )
    return replace(build(draft), bare=bare)


def _on_command_line(key: str, text: str = "") -> Place:
    return Place(option(say("command line"), ""), key)


def _title(texts: Sequence[str]) -> str:
    """A name for bare constraints: all of them if they are few and short."""
    whole = "; ".join(texts)
    first = texts[0] if len(texts[0]) <= 80 else texts[0][:80] + "..."
    return whole if len(whole) <= 200 else f"{first} ({len(texts)} constraints)"
