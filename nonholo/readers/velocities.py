"""Quasi-velocities: names that stand for sums of coefficient(q, t) * velocity + rest(q, t)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

from nonholo.errors import BadCase, NonholoError, Place
from nonholo.expression.graph import Expr
from nonholo.geometry.constraints.chart import Chart
from nonholo.geometry.constraints.pfaffian import linear_parts
from nonholo.readers.inputs import RESERVED
from nonholo.readers.lower import Scope
from nonholo.words.sentence import say, say_many, together

NEEDED = say(
    'needed is a sum of coefficient(q, t) * velocity + rest(q, t), such as "x\'*cos(theta)"'
)


def letters_taken(
    parameters: Iterable[str], inputs: Iterable[str], functions: Iterable[str]
) -> dict[str, str]:
    """What the declared names that are no coordinates are."""
    return {
        **dict.fromkeys(functions, say("a function")),
        **dict.fromkeys(inputs, say("an input")),
        **dict.fromkeys(parameters, say("a parameter")),
    }


def velocities_asked_for(
    scope: Scope, texts: Mapping[str, str], place: Callable[[str], Place]
) -> dict[str, Expr]:
    """Quasi-velocities beside those of a case, read in its names.

    texts: name -> what it is; place: where the text of a name stands.  Raises BadCase for a name
    that means something else already, BadExpression for a text that cannot be read.
    """
    taken = letters_taken(scope.parameters, scope.inputs, scope.functions)
    complaints = velocity_complaints(texts, scope.chart.names, taken)
    if complaints:
        raise BadCase("", complaints)
    return {name: scope.expression(text, place(name)) for name, text in texts.items()}


def velocity_complaints(
    names: Collection[str], coordinates: Sequence[str], taken: Mapping[str, str]
) -> list[str]:
    """Names of quasi-velocities that mean something else already, or are no names.

    taken: further names -> what they are.

    >>> velocity_complaints(["x", "v"], ["x"], {"v": "a parameter"})[0]
    'velocities.x: is a coordinate; a quasi-velocity needs a name of its own'
    """
    known = {
        **taken,
        **dict.fromkeys(coordinates, say_many(1, "a coordinate", "coordinates")),
        **RESERVED,
    }
    known |= {f"{c}dot": say("the velocity of {c}", c=c) for c in coordinates}
    known |= {f"{c}ddot": say("the acceleration of {c}", c=c) for c in coordinates}
    rates = known | dict.fromkeys(names, say("a quasi-velocity"))
    complaints: list[str] = []
    for name in names:
        if not name.isidentifier():
            complaints.append(
                say("velocities: {name!r} is no name: letters, digits and _ only", name=name)
            )
        elif name in known:
            what = say("is {known}; a quasi-velocity needs a name of its own", known=known[name])
            complaints.append(together((f"velocities.{name}: ", what)))
        elif f"{name}dot" in rates:
            what = say(
                "its rate would be {name}dot, which is {known} already",
                name=name,
                known=rates[f"{name}dot"],
            )
            complaints.append(together((f"velocities.{name}: ", what)))
    return complaints


def require_linear_velocity(chart: Chart, name: str, meaning: Expr, inputs: Iterable[str]) -> None:
    """Raise NonholoError for what is no velocity: nonlinear, without velocities, accelerated."""
    if meaning.has(chart.a):
        raise NonholoError(
            say("velocities.{name}: holds accelerations; {needed}", name=name, needed=NEEDED)
        )
    held = [u for u in inputs if meaning.has([chart.graph.symbol(u)])]
    if held:
        raise NonholoError(
            say(
                "velocities.{name}: holds the input {held}; {needed}",
                name=name,
                held=held[0],
                needed=NEEDED,
            )
        )
    parts = linear_parts(chart.graph, meaning, chart.v)
    if parts is None:
        raise NonholoError(
            say(
                "velocities.{name}: {meaning} is not linear in the velocities; {needed}",
                name=name,
                meaning=meaning,
                needed=NEEDED,
            )
        )
    if not parts[0]:
        raise NonholoError(
            say(
                "velocities.{name}: {meaning} holds no velocity; {needed}",
                name=name,
                meaning=meaning,
                needed=NEEDED,
            )
        )
