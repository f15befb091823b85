"""Inputs: letters in the applied forces that may be any functions of time."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from nonholo.dynamics.system import Nonlinear
from nonholo.expression.graph import Expr
from nonholo.geometry.constraints.pfaffian import Pfaffian
from nonholo.readers.lower import Scope
from nonholo.words.sentence import say, say_many

RESERVED: dict[str, str] = {"t": say("time"), "pi": say("the constant")}


def name_complaints(
    inputs: Iterable[str], coordinates: Sequence[str], parameters: Iterable[str]
) -> list[str]:
    """Names of inputs that mean something else already, or are no names.

    >>> name_complaints(["x", "u"], ["x"], [])
    ['inputs.x: is a coordinate; an input needs a name of its own']
    """
    taken: dict[str, str] = dict.fromkeys(parameters, say("a parameter"))
    taken |= dict.fromkeys(coordinates, say_many(1, "a coordinate", "coordinates"))
    taken |= {f"{c}dot": say("the velocity of {c}", c=c) for c in coordinates}
    taken |= {f"{c}ddot": say("the acceleration of {c}", c=c) for c in coordinates} | RESERVED
    inputs = list(inputs)
    complaints: list[str] = []
    complaints += [
        say("inputs.{value}: is {taken}; an input needs a name of its own", value=n, taken=taken[n])
        for n in inputs
        if n in taken
    ]
    complaints += [
        say("inputs: {value!r} is no name: letters, digits and _ only", value=n)
        for n in inputs
        if not n.isidentifier()
    ]
    return complaints


def timeless(scope: Scope, text: str, value: Expr) -> list[str]:
    """A complaint about the value of an input that is no expression in t and the parameters."""
    chart, graph = scope.chart, scope.chart.graph
    moving = [s.args for s in (*chart.q, *chart.v, *chart.a) if value.has([s])]
    others = [n for n in scope.inputs if value.has([graph.symbol(n)])]
    if not moving and not others:
        return []
    hint = say(
        "; a law in coordinates and velocities stands in [forces] itself, or is "
        "a Python function u(t, q, v) for nonholo.simulate"
    )
    return [
        say(
            "{text} holds {names}; needed is a number or an expression in t and the "
            "parameters{hint}",
            text=text,
            names=", ".join(moving + others),
            hint=hint if moving else "",
        )
    ]


def misplaced(
    inputs: Iterable[Expr],
    lagrangian: Expr | None,
    rows: Pfaffian,
    nonlinear: Sequence[Nonlinear],
) -> list[str]:
    """Complaints about inputs that stand anywhere but in the forces."""
    if not (inputs := list(inputs)):
        return []
    pieces = [] if lagrangian is None else [("lagrangian", [lagrangian])]
    pieces += [(rows.labels[l], [*rows.matrix[l], rows.affine[l]]) for l in range(rows.k)]
    pieces += [(rows.labels[l], [f]) for l, f in enumerate(rows.functions) if f is not None]
    pieces += [(c.label, [c.value]) for c in nonlinear]
    return [
        say(
            "{where}: holds the input {given}; an input is an applied force and "
            "stands under forces or loads{instead}",
            where=where,
            given=u.args,
            instead=_instead(where),
        )
        for u in inputs
        for where, nodes in pieces
        if any(f.has([u]) for f in nodes)
    ]


def _instead(where: str) -> str:
    if where == "lagrangian":
        return say("; of a term u*f(q) in it the force on q is u*df/dq")
    return say(
        '; what a drive prescribes is a function of time, functions = ["u(t)"] '
        'and u(t) here, with a value as in "u(t) = sin(t)"; or a coordinate of '
        "its own"
    )
