"""From syntax trees to expressions of a graph."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace

from nonholo.arithmetic.numbers import Rational
from nonholo.errors import BadCase, NotPfaffian, OutOfReach, Place, said
from nonholo.expression.graph import Expr, Graph
from nonholo.geometry.constraints.chart import Chart
from nonholo.geometry.constraints.pfaffian import linear_parts
from nonholo.readers.declared import resolve
from nonholo.readers.direct import Direct, Doubt
from nonholo.readers.functions import Function, Signatures
from nonholo.readers.parser import parse_constraint, parse_expression
from nonholo.readers.places import complaint
from nonholo.readers.tokens import NOWHERE
from nonholo.readers.tree import (
    Add,
    Call,
    Differential,
    Divide,
    Equation,
    Multiply,
    Name,
    Negate,
    Node,
    Number,
    Power,
    Rate,
    Tree,
    fold,
    walk,
)
from nonholo.words.sentence import say

Where = (
    Place | Callable[[], Place]
)  # a function is asked only if there is something to complain about
BLANKS = str.maketrans("\t\n\r", "   ")  # of which a line of an answer has none


def _place(where: Where) -> Place:
    return where() if callable(where) else where


@dataclass(frozen=True, slots=True)
class Scope:
    """What the names of a text mean: a chart, the declared parameters, inputs, functions and
    quasi-velocities, which are read as letters and replaced by what they are, as parameters are
    that an assumed equation gives (`given`, by its text); valued: functions that a case had before
    their values were put in.
    """

    chart: Chart
    parameters: tuple[str, ...]
    inputs: tuple[str, ...] = ()
    functions: Mapping[str, Function] = field(default_factory=dict)
    velocities: Mapping[str, Expr] = field(default_factory=dict)
    given: Mapping[str, str] = field(default_factory=dict)
    valued: Mapping[str, Function] = field(default_factory=dict)
    signatures: Signatures = field(init=False, repr=False, compare=False)
    direct: Direct = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        signatures = {name: function.slots for name, function in self.functions.items()}
        object.__setattr__(self, "signatures", signatures)
        object.__setattr__(self, "direct", Direct(self.chart, self.letters, signatures))

    @property
    def letters(self) -> tuple[str, ...]:
        """The names that are no coordinates: parameters, inputs and quasi-velocities."""
        return (*self.parameters, *self.inputs, *self.velocities)

    def meant(self, read: Expr) -> Expr:
        """An expression with quasi-velocities and given parameters in it replaced by what they
        are.
        """
        graph = self.chart.graph
        values = {graph.symbol(name): meaning for name, meaning in self.velocities.items()}
        known = {graph.symbol(name): text for name, text in self.given.items()}
        if known and read.has(known):
            values |= {s: self.direct.expression(text) for s, text in known.items()}
        return read.subs(values) if values and read.has(values) else read

    def expression(self, text: str, place: Where = NOWHERE, extra: Iterable[str] = ()) -> Expr:
        """Read one expression; `extra` names are parameters too.

        Raises BadExpression.
        """
        if not extra:
            with suppress(Doubt):
                return self.meant(self.direct.expression(text))
        names = (*self.letters, *extra)
        read = parse_expression(text, _place(place), self.signatures)
        return self.meant(lower(self.resolved(read, names), self.chart))

    def resolved(self, tree: Node, parameters: Sequence[str] | None = None) -> Node:
        """A tree with its names understood.

        Raises BadExpression.
        """
        names = self.letters if parameters is None else parameters
        return resolve(
            tree,
            self.chart.names,
            names,
            functions=self.signatures,
            velocities=self.velocities,
        )

    def value_of(self, name: str, place: Where = NOWHERE) -> tuple[tuple[Expr, ...], Expr]:
        """The arguments of an unspecified function as symbols, and its value in them.

        Raises BadExpression, and BadCase for a value that holds more than arguments, parameters, t.
        """
        chart, function = self.chart, self.functions[name]
        extra = [slot for slot in function.slots if slot not in {*chart.names, *self.letters, "t"}]
        value = replace(self, functions={}).expression(function.value or "0", place, extra)
        if value.has([*chart.v, *chart.a]):
            message = say("functions.{name}: contains velocities; needed: {name}(q, t)", name=name)
            raise BadCase("", message)
        others = [q.args for q in chart.q if value.has([q]) and q.args not in function.slots]
        if others:
            message = say(
                "functions.{name}: depends on {names}, which is no argument",
                name=name,
                names=", ".join(others),
            )
            raise BadCase("", message)
        return tuple(chart.graph.symbol(slot) for slot in function.slots), value

    def level(self, text: str, place: Where = NOWHERE) -> Expr:
        """Read a function f whose level f = 0 is meant; "f = g" means f - g.

        Raises BadExpression, NotPfaffian.
        """
        return (self.constraint if "=" in text else self.expression)(text, place)

    @staticmethod
    def level_label(text: str) -> str:
        """The text of the function as it was given: of "f = 0" only f, else f or "f = g"."""
        line = text.translate(BLANKS).replace("==", "=")
        left, _, right = (part.strip() for part in line.partition("="))
        return left if right == "0" else f"{left} = {right}" if right else left

    def constraint(self, text: str, place: Where = NOWHERE) -> Expr:
        """Read a velocity constraint, as a velocity equation or as a Pfaffian form; left - right.

        Raises BadExpression, or NotPfaffian for a form that is not linear in the differentials.
        """
        with suppress(Doubt, NotPfaffian):
            return self.meant(self._form(*self.direct.constraint(text), text))
        return self.meant(self._form(*self._by_tree(text, _place(place)), text))

    def _by_tree(self, text: str, place: Place) -> tuple[Expr, set[str]]:
        """left - right, differentials standing for velocities, and the names of the
        differentials.
        """
        tree = self.resolved(parse_constraint(text, place, self.signatures))
        kinds = {type(node) for node in walk(tree)}
        differentials = {node.name for node in walk(tree) if isinstance(node, Differential)}
        if differentials and Rate in kinds:
            raise NotPfaffian(
                say(
                    "{text}: differentials and velocities in one constraint; write all as "
                    "dx, dt or all as x'",
                    text=text,
                )
            )
        values = {n: _differential_symbol(self.chart.graph, n) for n in differentials}
        return _sides(tree, self.chart, values), differentials

    def _form(self, form: Expr, differentials: set[str], text: str) -> Expr:
        """A Pfaffian form: every term has exactly one differential; dt becomes 1, dq is q'
        already.
        """
        if not differentials:
            return form
        graph = form.graph
        small = tuple(
            _differential_symbol(graph, name)
            for name in (*self.chart.names, "t")
            if name in differentials
        )
        columns, remainder = linear_parts(graph, form, small) or (None, _without(form, small))
        if not remainder.is_zero:
            raise NotPfaffian(
                say(
                    "{text}: the term {rest} has no differential; multiply it by dt, or "
                    "write the constraint with velocities x'",
                    text=text,
                    rest=remainder,
                )
            )
        for symbol in small if columns is None else ():
            if form.diff(symbol).has(small):
                raise NotPfaffian(
                    say(
                        "{text}: not linear in the differentials (see its part with "
                        "{symbol}); needed: a sum of coefficient(q, t) times one differential",
                        text=text,
                        symbol=symbol,
                    )
                )
        self._unmixed(form, differentials, text)
        return form.subs({small[-1]: graph.one}) if "t" in differentials else form

    def _unmixed(self, form: Expr, differentials: set[str], text: str) -> None:
        """A quasi-velocity in a form is a velocity: v dt, and never v dx."""
        graph = form.graph
        letters = [graph.symbol(name) for name in self.velocities]
        if not letters:
            return
        for name in sorted(differentials - {"t"}):
            if form.diff(_differential_symbol(graph, name)).has(letters):
                raise NotPfaffian(
                    say(
                        "{text}: a quasi-velocity times the differential d{name}; write v "
                        "dt, or all with velocities x'",
                        text=text,
                        name=name,
                    )
                )


def _differential_symbol(graph: Graph, name: str) -> Expr:
    """What stands for the differential of a coordinate or of time."""
    return graph.symbol("dt" if name == "t" else name + "dot")


def lower(tree: Tree, chart: Chart, values: Mapping[str, Expr] | None = None) -> Expr:
    """The expression that a resolved tree stands for; `values` are those of differentials.

    Raises TypeError for a kind of tree without a rule.
    """
    values = values or {}

    def build(node, parts):
        try:
            return _build(node, parts, chart, values)
        except ZeroDivisionError:
            spot = node.denominator.place if isinstance(node, Divide) else node.place
            raise complaint(say("division by an expression that is zero"), spot) from None
        except OutOfReach as error:
            raise complaint(said(error), node.place) from None

    return fold(tree, build)


def _build(node, parts, chart: Chart, values) -> Expr:
    graph = chart.graph
    match node:
        case Number():
            return graph.number(Rational(node.value.numerator, node.value.denominator))
        case Name():
            return graph.pi if node.text == "pi" else graph.symbol(node.text)
        case Rate():
            return graph.symbol(node.name + ("dot", "ddot")[node.order - 1])
        case Differential():
            if node.name not in values:
                raise complaint(
                    say("the differential d{name} stands outside a constraint", name=node.name),
                    node.place,
                    say("{name}' for the velocity", name=node.name),
                )
            return values[node.name]
        case Call():
            return graph.call(node.function, *parts)
        case Negate():
            return -parts[0]
        case Add():
            return graph.add(*parts)
        case Multiply():
            return graph.multiply(*parts)
        case Divide():
            quotient = parts[0] / parts[1]
            graph.reading.divided(parts[1])
            return quotient
        case Power():
            return parts[0] ** parts[1]
    raise TypeError(say("no rule for {kind}", kind=type(node).__name__))


def _sides(tree: Equation, chart: Chart, values) -> Expr:
    left = lower(tree.left, chart, values)
    return left if tree.right is None else left - lower(tree.right, chart, values)


def _without(form: Expr, small: tuple[Expr, ...]) -> Expr:
    """What is left of a form that is not linear in the differentials if they vanish; 0 if that
    can't be said.
    """
    zero = form.graph.zero
    try:
        return form.subs(dict.fromkeys(small, zero))
    except ZeroDivisionError:
        return zero
