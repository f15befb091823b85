"""A case: a system with its name, sources, wishes, numbers and what is published about it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from nonholo.dynamics.system import System
from nonholo.errors import BadCase, Place
from nonholo.expression.graph import Expr
from nonholo.geometry.constraints.chart import no_coordinate
from nonholo.readers.assumptions import against, no_real_number
from nonholo.readers.declared import TIME
from nonholo.readers.lower import Scope
from nonholo.readers.named import by_name
from nonholo.readers.real_number import real_number
from nonholo.readers.tokens import NOWHERE
from nonholo.shows import ShownAsFormulas
from nonholo.words.sentence import say

if TYPE_CHECKING:
    from nonholo.dynamics.consistency import Step
    from nonholo.readers.bare import Bare


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
            value, real = real_number(self.scope, str(text), spot)
            if not value.is_constant:
                complaints.append(
                    say(
                        "{name} = {text}: needed is a constant such as 1/2 or pi/3",
                        name=name,
                        text=text,
                    )
                )
            values[symbol := graph.symbol(name)] = value
            if value.is_constant and not real:
                complaints.append(no_real_number(name, text))
            elif value.is_constant and (what := against(symbol, value)):
                complaints.append(f"{name} = {text}: {what}")
        if complaints:
            raise BadCase(place.source or self.name, complaints)
        return values
