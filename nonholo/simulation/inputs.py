"""What a simulation is given for its inputs: numbers, texts in t, functions of Python, tables."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from numbers import Real
from typing import Any

import numpy as np

from nonholo.dynamics.system import with_inputs
from nonholo.errors import BadCase, NonholoError, Place, said
from nonholo.expression.graph import Expr
from nonholo.expression.text import text
from nonholo.numerics.compile import compiled, constant
from nonholo.numerics.feeds import Feed, Feedback, Feeds, TableOfInput
from nonholo.numerics.model import Model
from nonholo.readers.assumptions import no_real_number
from nonholo.readers.case import Case
from nonholo.readers.inputs import timeless
from nonholo.readers.named import by_name, in_text, name_of, no_values
from nonholo.readers.numbers import initial_value
from nonholo.readers.real_number import real_number
from nonholo.words.sentence import say, together

NEEDED = say(
    'needed is a number, a text in t such as "sin(t)", a function u(t, q, '
    "v), or a table (times, values)"
)


def driven(
    case: Case,
    given: Any,
    span: tuple[float, float],
    parameters: Mapping[str, float] | None = None,
) -> tuple[Case, Feeds]:
    """The case with what is given for its inputs, and the feeds of those that are no expressions.

    given: name -> number, text in t, function u(t, q, v) or table (times, values), beside or
    instead of what the case says; span: from, to: a table has to cover it; parameters: numbers
    instead of those of the case.  Raises BadCase.
    """
    system, where = case.system, case.source or case.name
    known = {u.args: u for u in system.inputs}
    if given is not None and not isinstance(given, Mapping):
        raise BadCase(where, no_values("inputs", given))
    values, feeds, complaints = dict(system.inputs), {}, []
    numbers = {s.args: constant(e) for s, e in system.values.items()} | dict(parameters or {})
    for name, value in by_name(given or {}, case.symbols, where).items():
        if name not in known:
            complaints.append(
                say(
                    "inputs.{name}: no input of this case; there are {value}",
                    name=name,
                    value=", ".join(known) or "none",
                )
            )
            continue
        u = known[name]
        try:
            source = _put(case, name, in_text(value, case.symbols), span, numbers)
        except NonholoError as error:
            complaints.append(together((f"inputs.{name}: ", said(error))))
            continue
        if isinstance(source, Expr):
            values[u] = source
        else:
            values[u], feeds[u] = None, source
    if complaints:
        raise BadCase(where, complaints)
    return replace(case, system=with_inputs(replace(system, inputs=values))), feeds


def _put(
    case: Case, name: str, value: Any, span: tuple[float, float], numbers: Mapping[str, float]
) -> Expr | Feed:
    graph = case.system.chart.graph
    if isinstance(value, str):
        expression, real = real_number(case.scope, value, Place("", name))
        if not real:
            raise NonholoError(no_real_number(name, value))
        wrong = timeless(case.scope, value, expression)
        if wrong:
            raise NonholoError(wrong[0])
        return expression
    if callable(value):
        return _feedback(case, name, value, numbers)
    if isinstance(value, Real) and not isinstance(value, bool):
        return graph.lift(initial_value(value))
    if isinstance(value, (tuple, list)) and len(value) == 2:
        return _table(name, value, span)
    raise NonholoError(say("{needed}; given was {value!r}", needed=NEEDED, value=value))


def _feedback(case: Case, name: str, law: Any, numbers: Mapping[str, float]) -> Feedback:
    try:
        signature = inspect.signature(law)
    except (TypeError, ValueError):  # of a function that does not tell
        signature = None
    if signature is not None:
        try:
            signature.bind(0.0, {}, {})
        except TypeError:
            raise NonholoError(
                say(
                    "needed is a function of three arguments, {name}(t, q, v) with "
                    "coordinates and velocities by name; given was one of {signature}",
                    name=name,
                    signature=signature,
                )
            ) from None
    aliases = {word: symbol.args for symbol, word in case.symbols.items()}
    return Feedback(
        name,
        case.system.chart.names,
        law,
        lambda key: aliases.get(key) or name_of(key),
        dict(_quasi(case, numbers)),
    )


def _quasi(
    case: Case, numbers: Mapping[str, float]
) -> Iterator[tuple[str, Callable[[Sequence[float]], float]]]:
    """The quasi-velocities whose letters have numbers, as functions of (q, q', t)."""
    chart = case.system.chart
    moving = [*chart.q, *chart.v, chart.t]
    for name, node in case.system.velocities.items():
        letters = [s for s in node.symbols() if s not in moving]
        if all(s.args in numbers for s in letters):
            value = compiled([node], moving, letters)([numbers[s.args] for s in letters])
            yield name, partial(_first, value)


def _first(value: Callable[[Sequence[float]], Sequence[float]], x: Sequence[float]) -> float:
    return value(x)[0]


def _table(name: str, given: Sequence[Any], span: tuple[float, float]) -> TableOfInput:
    try:
        times, values = (np.asarray(column, dtype=float) for column in given)
    except (TypeError, ValueError):
        raise NonholoError(say("a table is (times, values), both of numbers")) from None
    if times.ndim != 1 or times.shape != values.shape or len(times) < 2:
        raise NonholoError(
            say(
                "a table is (times, values) of one length, at least 2; given were shapes "
                "{shape} and {value}",
                shape=times.shape,
                value=values.shape,
            )
        )
    if not (np.all(np.isfinite(times)) and np.all(np.isfinite(values))):
        raise NonholoError(say("a table holds finite numbers alone"))
    if not np.all(np.diff(times) > 0):
        raise NonholoError(say("the times of a table have to rise"))
    start, end = span
    slack = 1e-9 * (end - start)
    if times[0] > start + slack or times[-1] < end - slack:
        raise NonholoError(
            say(
                "the table covers t from {times:g} to {value:g}, and the motion lasts "
                "from {start:g} to {end:g}",
                times=times[0],
                value=times[-1],
                start=start,
                end=end,
            )
        )
    return TableOfInput(name, tuple(times.tolist()), tuple(values.tolist()))


def followed(law: Model, t: np.ndarray, y: np.ndarray) -> dict[str, np.ndarray]:
    """The inputs along a motion by their names: y is (len(t), size)."""
    letters = list(law.terms.system.inputs)
    letters = [u for u in letters if u in law.feeds or law.terms.system.inputs[u] is not None]
    if not letters:
        return {}
    return dict(zip((u.args for u in letters), law.measure(letters, t, y)))


def told_of(law: Model) -> dict[str, str]:
    """What stands for each input, in words."""
    written = {
        u: text(value) for u, value in law.terms.system.inputs.items() if value is not None
    } | {u: feed.told for u, feed in law.feeds.items()}
    return {u.args: written[u] for u in law.terms.system.inputs if u in written}
