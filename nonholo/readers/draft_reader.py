"""The texts of a draft, read one after the other; what is wrong in them is told at once."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from functools import partial
from math import isinf
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

from nonholo.arithmetic.numbers import fraction
from nonholo.decide.ball import assumed_of, ball
from nonholo.errors import (
    BadCase,
    BadExpression,
    NonholoError,
    Place,
    TimeUp,
    said,
    too_large,
)
from nonholo.expression.graph import Expr
from nonholo.expression.text import text as written
from nonholo.expression.unspecified import function_named
from nonholo.geometry.constraints.pfaffian import on_accelerations
from nonholo.geometry.zeros.domain import undefined
from nonholo.readers.assumptions import against, broken, no_real_number
from nonholo.readers.declared import TIME
from nonholo.readers.draft import Draft
from nonholo.readers.inputs import timeless
from nonholo.readers.lower import BLANKS, Scope
from nonholo.readers.parser import parse_expression, parse_inequality
from nonholo.readers.real_number import real_number
from nonholo.readers.told_once import ToldOnce
from nonholo.readers.tree import Node
from nonholo.readers.velocities import require_linear_velocity
from nonholo.words.sentence import say, together

if TYPE_CHECKING:
    from nonholo.dynamics.tree import Tree

P = ParamSpec("P")
T = TypeVar("T")


class DraftReader:
    """Reads the texts of one draft and gathers the complaints.

    begun: the initial numbers; irrational: the texts of those that are decimals there.
    """

    def __init__(self, draft: Draft, scope: Scope, complaints: list[str]):
        self.draft, self.scope, self.complaints = draft, scope, complaints
        self.once = ToldOnce(complaints)
        self.begun: dict[str, Fraction] = {}
        self.irrational: dict[str, str] = {}

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
        names, texts = self.scope.velocities, [text.translate(BLANKS) for text in texts]
        if not names or len(texts) != len(read):
            return texts
        pattern = re.compile(rf"\b({'|'.join(map(re.escape, names))})\b")
        return [f"{written(e)} = 0" if pattern.search(t) else t for t, e in zip(texts, read)]

    def placed(self, key: str, text: str, read: Callable[..., T]) -> T | None:
        """Read one text; where it stands is looked up only if there is something to complain
        about.
        """

        def reading() -> T | None:
            try:
                return read(text, lambda: self.draft.place(key, text))
            except BadExpression as error:
                from nonholo.readers.repaired import all_wrong

                wrong = [*all_wrong(text, read, self.draft.place(key, text))] or [error]
                for each in wrong:
                    self.once.complain(each)
                return None

        value: T | None = self.guard(reading)
        return value

    def number(self, key: str, value: Any) -> Expr:
        graph = self.scope.chart.graph
        if not isinstance(value, str):
            return graph.lift(value)
        read = self.placed(key, value, partial(real_number, self.scope))
        constant, real = read or (graph.zero, True)
        if not constant.is_constant:
            self.complaints.append(
                say(
                    "{key} = {value!r}: needed is a number or a constant like pi/10; what follows "
                    "from other parameters is written out where it stands",
                    key=key,
                    value=value,
                )
            )
        elif not real:
            self.complaints.append(no_real_number(key, value))
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
            read, real = real_number(self.scope, value)
            if not real:
                return None
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
            raise BadCase("", self._lined(f"velocities.{name}", said(error))) from None
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
        forces: Sequence[Expr],
        values: Mapping[Expr, Expr],
    ) -> None:
        """Everything has real values somewhere, at the given numbers of the parameters."""
        named = [
            (f"{key}[{i}]", e)
            for key, expressions in rows.items()
            for i, e in enumerate(expressions, 1)
        ]
        named += [] if lagrangian is None else [("lagrangian", lagrangian)]
        pushed = zip(self.scope.chart.names, forces)
        named += [(f"forces.{n}", e) for n, e in pushed if not e.is_zero]
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
        wrong = [f"parameters.{name}: {what}" for name, what in told if what]
        wrong += [f"assumptions: {what}" for what in broken(graph, values)]
        if wrong and self.draft.domain:
            domain = ", ".join(self.draft.domain)
            wrong.append(
                say("what is written has values only where {conditions}", conditions=domain)
            )
        self.complaints += wrong

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
        from nonholo.readers.bodies import assemble

        parts = self.guard(
            lambda: assemble(
                self.scope,
                draft.gravity,
                draft.bodies,
                draft.rolling,
                draft.loads,
                draft.place,
                self.nominal(),
                levels=tuple(rows[1]),
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
            from nonholo.readers.shapes import shape_complaints

            self.complaints += shape_complaints(self.scope, self.draft.tables, self.draft.place)

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
        if not demands:
            return
        from nonholo.readers.rolling import unmet

        for key, what in (self.guard(lambda: unmet(demands, rows)) or {}).items():
            spot = self.draft.place(key, "")
            self.complaints.append(f"{key}{f' (line {spot.line})' if spot.source else ''}: {what}")

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

    def check_rates(self, constraints: Sequence[Expr]) -> None:
        """Accelerations in constraints, with the line on which each stands."""
        rates = self.scope.chart.graph.mask(self.scope.chart.a)
        texts = self.draft.constraints
        for i, (text, e) in enumerate(zip(texts, constraints), start=1):
            if e.support & rates and len(constraints) == len(texts):
                place = self.draft.at_line(f"constraints[{i}]", text)
                self.complaints.append(
                    together([*([place, ": "] if place else []), on_accelerations(text)])
                )
