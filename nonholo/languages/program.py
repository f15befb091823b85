"""A language of generated code: one record, one file and one row of the table in `languages`.

A program computes the accelerations of one derivation, printed straight from the graph with common
parts named."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from nonholo.errors import NotApplicable, SingularMass
from nonholo.expression.functions import unspecified_in
from nonholo.expression.graph import Expr
from nonholo.expression.text import Style, text
from nonholo.expression.unspecified import no_value
from nonholo.languages.words import Words
from nonholo.writing.common import common_parts
from nonholo.writing.present import display_graph, presentable

if TYPE_CHECKING:
    from nonholo.findings.comparison import Entry

Names = tuple[
    Sequence[str], Sequence[str], Sequence[str]
]  # coordinates, independent velocities, parameters


@dataclass(frozen=True, slots=True)
class Program:
    """What a language lays out: names as they are and as the code writes them, named parts and
    results as code.

    written: name -> its spelling, the dependent velocities too.  parts: (name, code) in the order
    of computing."""

    entry: Entry
    names: Names
    written: Mapping[str, str]
    parts: Sequence[tuple[str, str]]
    results: Sequence[str]

    @property
    def groups(self) -> list[list[str]]:
        """Coordinates, independent velocities and parameters as the code writes them."""
        return [[self.written[name] for name in group] for group in self.names]

    @property
    def title(self) -> str:
        """The derivation and the order of the names."""
        q, v, p = map(listing, self.names)
        return f"{self.entry.equations.name}: q = {q}, v = {v}, p = {p}"


def accelerations(entry: Entry) -> list[Expr]:
    """q'' of all coordinates in their presentable forms.  Raises SingularMass."""
    if entry.motion is None:
        raise SingularMass(entry.failure)
    return [presentable(a) for a in entry.motion.accelerations]


@dataclass(frozen=True, slots=True)
class Language:
    """How code is written: the pieces of an expression, the words that are taken, the layout of a
    program.

    roots: what is computed; time: how t is written.
    """

    name: str
    style: Style
    words: Words
    layout: Callable[[Program], str]
    roots: Callable[[Entry], list[Expr]] = accelerations
    time: str = "t"

    def source(self, entry: Entry) -> str:
        """The program of one derivation.  Raises SingularMass where its equations determine no
        accelerations, NotApplicable for a function without a value.
        """
        roots = self.roots(entry)
        if functions := unspecified_in(roots):
            raise NotApplicable(f"{entry.equations.name}: {no_value(functions)}")
        display = display_graph(entry.equations.distribution.chart.graph)
        roots = [display.copy([root])[0] for root in roots]
        names, written = _names(entry, roots, self.words)
        spelled = {**written, entry.equations.distribution.chart.t.args: self.time}
        style = replace(self.style, symbol=lambda name: spelled.get(name, name))
        parts, results = common_parts(roots)
        code = [(part.args, text(e, style)) for part, e in parts]
        return self.layout(Program(entry, names, written, code, [text(r, style) for r in results]))


def listing(names: Sequence[str]) -> str:
    """(a, b); (a,)"""
    return "(" + ", ".join(names) + ("," if len(names) == 1 else "") + ")"


def _names(entry: Entry, roots: Sequence[Expr], words: Words) -> tuple[Names, dict[str, str]]:
    """Names of coordinates, independent velocities and parameters that occur, and how the code
    writes them.

    A name that the language or the function's own arguments have taken gets an underscore;
    dependent velocities are written by the same rule."""
    d = entry.equations.distribution
    chart = d.chart
    velocities = [chart.v[j].args for j in d.independent]
    own = {s.args for s in (*chart.q, *chart.v, *chart.a, chart.t)}
    graph = roots[0].graph
    parameters = [s.args for s in graph.unmask(graph.mask(roots)) if s.args not in own]
    dependent = [chart.v[l].args for l in d.dependent]
    known = {*own, *parameters}
    written: dict[str, str] = {}
    for name in (*chart.names, *velocities, *parameters, *dependent):
        safe = words.spelled(name)
        while (
            words.refuses(safe, name)
            or safe in written.values()
            or (safe != name and safe in known)
        ):
            safe += "_"
        written[name] = safe
    return (list(chart.names), velocities, parameters), written
