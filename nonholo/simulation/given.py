"""The numbers a simulation starts from: those of the case, replaced by those of the call."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from fractions import Fraction
from math import isclose, radians
from typing import Any

import numpy as np

from nonholo.errors import BadCase, InadmissibleState, NonholoError, SingularMass, option, said
from nonholo.expression.reading import looked_at
from nonholo.geometry.constraints.pfaffian import entries
from nonholo.geometry.zeros.zeros import periodic
from nonholo.numerics.compile import constant
from nonholo.numerics.initial import initial_state
from nonholo.numerics.model import Model, regular_at
from nonholo.readers.assumptions import against, broken, no_real_number
from nonholo.readers.case import Case
from nonholo.readers.named import by_name, name_of
from nonholo.readers.own import own_copy
from nonholo.readers.real_number import real_number
from nonholo.words.sentence import say

DURATION = 10.0
ROUND = 10.0  # from here on a whole number may be meant in degrees
ELSEWHERE = 0.5, 1.0, 0.1, -0.7  # where a motion may start that is not determined at 0


def wished_duration(case: Case, asked: float | None) -> float:
    """The asked duration, that of the case, or 10.

    Raises BadCase for one that is none.
    """
    stated = case.simulation.get("duration", DURATION) if asked is None else asked
    try:
        value = float(stated)
    except (TypeError, ValueError):
        value = 0.0
    if not 0 < value < 1e9:
        raise BadCase(
            case.source or case.name,
            say(
                "simulation.duration: needed is a time above 0, given was {stated}",
                stated=stated,
            ),
        )
    return value


def start_of(
    case: Case, law: Model, asked: Mapping[str, float], t: float = 0.0
) -> tuple[np.ndarray, list[str]]:
    """The initial state of a case with some numbers replaced, and remarks on what was chosen.

    The case's own values give way where the replaced ones do not go with them.  Raises BadCase for
    names that are neither coordinate nor velocity, InadmissibleState."""
    names, chosen = case.system.chart.names, case.system.velocities
    known = {*names, *(f"{n}dot" for n in names), *chosen}
    if set(asked) - known:
        raise BadCase(
            case.source or case.name,
            [
                say("initial.{value}: no coordinate or velocity; there are ", value=n)
                + ", ".join((*names, *(f"{n}dot" for n in names), *chosen))
                for n in asked
                if n not in known
            ],
        )
    declared = {n: float(x) for n, x in case.initial.items()}
    asked = {n: float(x) for n, x in asked.items()}
    through = looked_at((), case.system.through)
    if not declared and not asked:
        at_rest = say("no initial values are given: it starts from rest at 0")
        return initial_state(law, {}, t), [at_rest, *through]
    try:
        like_degrees = _like_degrees(case, declared | asked)
        return initial_state(law, declared | asked, t), [*like_degrees, *through]
    except InadmissibleState:
        if not asked or not declared:
            raise
    y = initial_state(law, asked, t, wished=declared)
    numbers = numbers_of(case, law, y, t)
    moved = [
        f"{n} = {numbers[n]:.6g}"
        for n, x in declared.items()
        if n not in asked and abs(numbers[n] - x) > 1e-9
    ]
    return y, [say("moved to the constraints: {names}", names=", ".join(moved)), *through]


def _like_degrees(case: Case, given: Mapping[str, float]) -> list[str]:
    """Remarks on angles that start at a whole number, 10 or more, that ends in 0 or 5."""
    chart, system = case.system.chart, case.system
    looks = [q for q in chart.q if abs(x := given.get(str(q.args), 0.0)) >= ROUND and x % 5 == 0]
    nodes = [*entries(system.pfaffian), *([] if system.lagrangian is None else [system.lagrangian])]
    angles = [q for q in looks if any(e.has([q]) for e in nodes)]
    return [
        say(
            "{name} = {value} is in radians; {value} degrees are {angle}",
            name=str(q.args),
            value=f"{given[str(q.args)]:g}",
            angle=f"{radians(given[str(q.args)]):.6g}",
        )
        for q in angles
        if all(periodic(node, q) for node in nodes)
    ]


def numbers_of(case: Case, law: Model, y: np.ndarray, t: float) -> dict[str, float]:
    """A state y (size) at time t by names: coordinates, velocities, quasi-velocities."""
    names, chosen = case.system.chart.names, case.system.velocities
    numbers = dict(zip((*names, *(f"{n}dot" for n in names)), y.tolist()))
    measured = law.measure([*chosen.values()], np.array([t]), y[None, :])[:, 0]
    return numbers | dict(zip(chosen, measured.tolist()))


def begun(
    case: Case, law: Model, asked: Mapping[str, float], t: float = 0.0
) -> tuple[Model, np.ndarray, list[str]]:
    """The law by a way that holds in the initial state, this state, and remarks.

    Where no coordinate is given and the motion is not determined at 0, it starts at the point of
    f = 0 that is known; where nothing is given and there is none, from rest elsewhere.
    Raises InadmissibleState, SingularMass.
    """
    try:
        y, remarks = start_of(case, law, asked, t)
        return regular_at(law, t, y), y, remarks
    except (InadmissibleState, SingularMass):
        given = {n: float(x) for n, x in case.initial.items()}
        given |= {n: float(x) for n, x in asked.items()}
        if any(n in given for n in law.names):
            raise
        chosen = () if given else ELSEWHERE
        # the exact point is the same on every machine; where a search ends is not
        wishes = [_on_levels(case)] + [_spread(law, place) for place in chosen]
        for wished in filter(None, wishes):
            with suppress(InadmissibleState, SingularMass):
                right, y, told = _elsewhere(law, given, wished, t)
                return right, y, [told, *looked_at((), case.system.through)]
        raise


def _spread(law: Model, place: float) -> dict[str, float]:
    """A place with all numbers apart, at rest, or moving where a constraint is not affine and rest
    is singular.
    """
    names = (*law.names, *(f"{n}dot" for n in law.names))
    chosen = names if law.terms.curved else law.names
    return {n: place + 0.1 * i for i, n in enumerate(chosen)}


def _on_levels(case: Case) -> dict[str, float]:
    """The point of f = 0 at which the case is looked at, if one was found."""
    names, known = case.system.chart.names, case.exhibited
    at = {n: known[q] for n, q in zip(names, case.system.chart.q) if known}
    return (
        {n: constant(x) for n, x in at.items()} if all(x.is_constant for x in at.values()) else {}
    )


def _elsewhere(
    law: Model, given: Mapping[str, float], wished: Mapping[str, float], t: float
) -> tuple[Model, np.ndarray, str]:
    """A start next to what is wished, with the velocities that are given."""
    y = initial_state(law, given, t, wished=wished)
    chosen = (*law.names, *(f"{n}dot" for n in law.names)) if law.terms.curved else law.names
    if given:
        where = ", ".join(f"{n} = {x:.6g}" for n, x in zip(law.names, y))
        told = say(
            "no coordinate is given, and at 0 the motion is not determined: it starts at {where}",
            where=where,
        )
        return regular_at(law, t, y), y, told
    where = ", ".join(f"{n} = {x:.6g}" for n, x in zip(chosen, y))
    return (
        regular_at(law, t, y),
        y,
        say(
            "no initial values are given, and at 0 the motion is not determined: it "
            "starts {value} {where}",
            value=say("in motion at") if law.terms.curved else say("from rest at"),
            where=where,
        ),
    )


def parameter_numbers(case: Case, parameters: Mapping[str, Any] | None) -> dict[str, float]:
    """Numbers that replace those of the case.

    Raises BadCase for names that are no parameter.
    """
    unknown = [n for n in parameters or {} if n not in case.scope.parameters]
    if unknown:
        raise BadCase(
            case.source or case.name,
            [
                say("parameters.{value}: not declared; there are ", value=n)
                + (", ".join(case.scope.parameters) or "none")
                for n in unknown
            ],
        )
    numbers = {n: float(x) for n, x in (parameters or {}).items()}
    graph = case.system.chart.graph
    told = ((n, against(graph.symbol(n), x)) for n, x in numbers.items())
    complaints = [f"parameters.{n}: {what}" for n, what in told if what]
    if complaints := complaints or list(_unrelated(own_copy(case), numbers)):
        raise BadCase(case.source or case.name, complaints)
    return numbers


def _unrelated(case: Case, numbers: Mapping[str, float]) -> Iterator[str]:
    """The relations between parameters that these numbers do not obey, with those of the case."""
    graph, given = case.system.chart.graph, case.scope.given
    exact = {graph.symbol(n): graph.lift(Fraction(str(x))) for n, x in numbers.items()}
    known = {**case.system.values, **exact}
    yield from (f"assumptions: {what}" for what in broken(graph, known))
    implied = {n: constant(case.scope.direct.expression(x)) for n, x in case.implied.items()}
    for name, number in {**implied, **numbers}.items():
        if name not in given:
            continue
        written = case.scope.expression(given[name])
        meant = written.subs(known)
        if not meant.is_constant or isclose(constant(meant), number, rel_tol=1e-12):
            continue
        if written.is_number:
            yield say(
                "parameters.{name}: {name} = {number} is put in already, as is assumed or since "
                "an exponent is whole with it; change it in the case",
                name=name,
                number=meant,
            )
        elif name not in numbers:
            yield say(
                "parameters.{name}: the case says {number}, but assumed is {name} = {meant}, which "
                "is {other} now; give it too, or take its number out of the case",
                name=name,
                number=f"{number:.12g}",
                meant=given[name],
                other=f"{constant(meant):.12g}",
            )
        else:
            yield say(
                "parameters.{args}: its value is {values}, but assumed is {args} = {meant}",
                args=name,
                values=number,
                meant=given[name],
            )


def worked_out(case: Case, given: Any) -> Any:
    """Numbers by name with constants such as "pi/6" as numbers; what is none stays as it is.

    Names may be SymPy's: m, theta(t), theta(t).diff(t).  Raises BadCase for what is no real number.

    >>> import nonholo as nh
    >>> worked_out(nh.System("x", "xdot**2"), {"x": "pi/2", "xdot": 1, "y": "north"})
    {'x': 1.5707963267948966, 'xdot': 1, 'y': 'north'}
    """
    if not isinstance(given, Mapping):
        return given
    scope = own_copy(case).scope
    numbers = by_name(given, case.symbols, case.source or case.name)
    wrong: list[str] = []
    for name, value in numbers.items():
        if isinstance(value, str):
            with suppress(NonholoError):
                number, real = real_number(scope, value)
                wrong += [] if real else [no_real_number(name, value)]
                numbers[name] = constant(number)
    if wrong:
        raise BadCase(case.source or case.name, wrong)
    return numbers


def sorted_numbers(
    case: Case, given: Mapping[str, str]
) -> tuple[dict[str, float], dict[str, float]]:
    """Texts by name as initial values and parameters: {"xdot": "1/2", "al": "pi/6"}.

    Raises BadCase for names that are neither, and for texts that are no constants.
    """
    names, scope = case.system.chart.names, own_copy(case).scope
    moving = {*names, *(f"{n}dot" for n in names), *scope.velocities}
    numbers, complaints = {}, []
    for key, text in given.items():
        name = name_of(key)
        try:
            value, real = real_number(scope, text)
            complaints += [] if real else [no_real_number(name, text)]
            numbers[name] = constant(value)
        except NonholoError as error:
            complaints.append(
                say(
                    "{name} = {text}: needed is a constant such as 0.5 or pi/3 ({error})",
                    name=name,
                    text=text,
                    error=said(error),
                )
            )
        if name in case.scope.inputs:
            way = option(f'--input "{name}={text}"', f'inputs={{"{name}": "{text}"}}')
            complaints.append(say("{name} is an input: give it with {way}", name=name, way=way))
        elif name not in moving and name not in case.scope.parameters:
            complaints.append(
                say("{name} is no coordinate, velocity or parameter; there are ", name=name)
                + ", ".join(
                    (
                        *names,
                        *(f"{n}dot" for n in names),
                        *scope.velocities,
                        *case.scope.parameters,
                    )
                )
            )
    if complaints:
        raise BadCase(case.source or case.name, complaints)
    return (
        {n: x for n, x in numbers.items() if n in moving},
        {n: x for n, x in numbers.items() if n not in moving},
    )
