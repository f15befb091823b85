"""What SymPy objects are called inside: coordinates, velocities, parameters, and aliases for
unwritable names.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from nonholo.errors import BadCase, NonholoError
from nonholo.expression.graph import Expr
from nonholo.geometry.constraints.chart import Chart
from nonholo.readers.declared import TIME
from nonholo.readers.functions import Function, declared_functions, without_bare
from nonholo.readers.model import (
    RESERVED,
    Model,
    is_name,
    listed,
    names_in,
    sides,
)
from nonholo.readers.named import called, is_function_of_time
from nonholo.readers.numbers import Complaints
from nonholo.readers.sympy_door import below, leaves, shown
from nonholo.readers.sympy_functions import applied
from nonholo.words.sentence import say


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """Coordinates, parameters and inputs with the names they have inside.

    functions: q(t) -> name; parameters, inputs: name -> its Symbol or u(t) (None if only texts have
    it); unspecified: functions of these.
    """

    time: Any
    functions: Mapping[Any, str]
    parameters: Mapping[str, Any]
    inputs: Mapping[str, Any]
    unspecified: Mapping[str, Function] = field(default_factory=dict)

    def words(self) -> dict[Any, str]:
        """Names for what users write as keys: q(t), q(t).diff(t), Symbols and their names."""
        words = {called(u): n for n, u in self.inputs.items() if u is not None}
        words |= {u: n for n, u in self.inputs.items() if u is not None}
        words |= {s.name: n for n, s in self.parameters.items() if s is not None}
        words |= {s: n for n, s in self.parameters.items() if s is not None}
        words |= {q.func.__name__: n for q, n in self.functions.items()}
        words |= {q.diff(self.time): f"{n}dot" for q, n in self.functions.items()}
        return words | dict(self.functions)

    def table(self, chart: Chart) -> dict[Expr, Any]:
        """Symbol of the graph -> what the user calls it."""
        table = motions(chart, self.functions, self.time)
        for name, symbol in {**self.parameters, **self.inputs}.items():
            table[chart.graph.symbol(name)] = plain_symbol(name) if symbol is None else symbol
        return table


def vocabulary_of(model: Model, complaints: Complaints, functions: Any) -> Vocabulary:
    """The names of everything.

    Raises BadCase where two things would have one.
    """
    complaints.messages += [
        f"q: {_no_coordinate(c)}" for c in model.q if not is_function_of_time(c)
    ]
    if complaints.messages:
        raise BadCase(model.name, complaints.messages)
    time = model.q[0].args[0]
    coordinates = [c.func.__name__ for c in model.q]
    inputs = driving(model, time, complaints, _names_of(functions))
    symbols = {n: s for n, s in _symbols(model, time, complaints).items() if n not in inputs}
    complaints.messages += _clashes(model, time, coordinates, symbols)
    if complaints.messages:
        raise BadCase(model.name, complaints.messages)
    alias = _aliases(coordinates, [*symbols, *inputs])
    inside = {alias[n]: s for n, s in symbols.items()}
    named = dict(zip(model.q, (alias[n] for n in coordinates), strict=True))
    if model.parameters is None:
        known = {*named.values(), *inside, *(alias[n] for n in inputs), time.name}
        inside |= dict.fromkeys(names_in(model.texts(), named.values(), known))
    letters = {alias[n]: u for n, u in inputs.items()}
    words = Vocabulary(time, named, inside, letters).words() | {time: TIME}
    unspecified = _unspecified(model, words, functions, complaints)
    return Vocabulary(time, named, inside, letters, unspecified)


def _unspecified(
    model: Model, words: Mapping[Any, str], given: Any, complaints: Complaints
) -> dict[str, Function]:
    """The functions that are declared, and those that the expressions apply to something."""
    declared = complaints.guard("functions", _declared, given, words) or {}
    calls: dict[str, Function] = {}
    for key, piece in model.pieces().items():
        if isinstance(piece, str):
            continue
        pieces = complaints.guard(key, lambda each: list(below(sides(each))), piece) or ()
        for each, parts in pieces:
            call = applied(each, declared) if parts else None
            if call is not None and call.name not in calls:
                slots = tuple(words.get(a, f"s{i}") for i, a in enumerate(call.args, start=1))
                calls[call.name] = Function(slots)
    return calls | declared


def _declared(given: Any, words: Mapping[Any, str]) -> dict[str, Function]:
    """Functions given as texts, as applied functions a(t), h(x, y), or as either with a value."""
    pairs = (
        [(f, value) for f, value in given.items() if value is not None or not isinstance(f, type)]
        if isinstance(given, Mapping)
        else ((each, None) for each in without_bare(given))
    )
    functions: dict[str, Function] = {}
    for key, value in pairs:
        if isinstance(key, str):
            functions |= declared_functions({key: value} if value is not None else [key])
            continue
        name = getattr(getattr(key, "func", None), "__name__", None)
        if not name or not getattr(key, "args", ()) or not is_name(name):
            raise NonholoError(say("{key} is no function such as a(t) or h(x, y)", key=shown(key)))
        unknown = [a for a in key.args if a not in words]
        if unknown:
            raise NonholoError(
                say(
                    "{key}: {unknown} is no coordinate, and not time",
                    key=shown(key),
                    unknown=shown(unknown[0]),
                )
            )
        functions[name] = Function(tuple(words[a] for a in key.args), value)
    return functions


def _no_coordinate(thing: Any) -> str:
    named = isinstance(thing, str) or getattr(thing, "is_Symbol", False)
    return f'{shown(thing)} is no q(t); try dynamicsymbols("{called(thing) if named else "x y"}")'


def _symbols(model: Model, time: Any, complaints: Complaints) -> dict[str, Any]:
    """Every parameter by its name: those given first, then those met, in order of their names."""
    symbols: dict[str, Any] = {}
    for key in [*(model.parameters or {}), *_met(model, time, complaints)]:
        name, symbol = called(key), None if isinstance(key, str) else key
        if symbol is not None and not getattr(symbol, "is_Symbol", False):
            complaints.messages.append(f"parameters: {shown(symbol)} is no Symbol and no name")
        known = symbols.get(name)
        if known is not None and symbol is not None and known != symbol:
            complaints.messages.append(
                f"{name}: two different Symbols have this name ({_assumed(known)}; "
                f"{_assumed(symbol)}); try one of them throughout"
            )
        symbols[name] = symbol if known is None else known
    return symbols


def _names_of(functions: Any) -> set[str]:
    """The names of the functions that are declared, a(t) or "a(t)"."""
    given = list(functions) if isinstance(functions, Mapping) else listed(functions)
    heads: list[Any] = [
        f.partition("(")[0] if isinstance(f, str) else f if isinstance(f, type) else f.func
        for f in given
        if isinstance(f, str | type) or hasattr(f, "func")
    ]
    return {getattr(head, "__name__", head) for head in heads if head}


def driving(
    model: Model, time: Any, complaints: Complaints, apart: Iterable[str]
) -> dict[str, Any]:
    """Every input by its name: those given, and functions of time that stand in forces alone and
    are not declared as unspecified.
    """
    unspecified = set(apart)
    inputs = {called(key): None if isinstance(key, str) else key for key in model.inputs}
    met: dict[Any, set[bool]] = {}
    for key, piece in model.pieces().items():
        if not isinstance(piece, str):
            below = complaints.guard(key, _leaves, piece) or ()
            for leaf in below:
                met.setdefault(leaf, set()).add(key.startswith("forces."))
    for thing, forces_alone in met.items():
        if called(getattr(thing, "expr", thing)) in unspecified:
            continue
        if forces_alone == {True} and _is_rate_of_another(thing, model.q):
            complaints.messages.append(
                f"forces: {thing} is the rate of a function of time that is no coordinate; try an "
                "input of its own in its place, or the function among the coordinates"
            )
        function = is_function_of_time(thing) and thing not in model.q and thing.args[0] == time
        if not function and not getattr(thing, "is_Symbol", False):
            continue
        name = called(thing)
        if name in inputs and inputs[name] is None:
            inputs[name] = thing
        elif function and forces_alone == {True} and inputs.setdefault(name, thing) != thing:
            complaints.messages.append(f"{name}: two different inputs have this name")
    return inputs


def _is_rate_of_another(thing: Any, q: Sequence[Any]) -> bool:
    """d/dt of a function of time that is no coordinate."""
    inner = thing.expr if getattr(thing, "is_Derivative", False) else None
    return inner is not None and is_function_of_time(inner) and inner not in q


def _leaves(piece: Any) -> Any:
    return leaves(sides(piece))


def _met(model: Model, time: Any, complaints: Complaints) -> list[Any]:
    """The Symbols in the expressions, without time."""
    symbols: dict[Any, None] = {}
    for key, piece in model.pieces().items():
        if not isinstance(piece, str):
            below = complaints.guard(key, _leaves, piece) or ()
            symbols |= dict.fromkeys(leaf for leaf in below if getattr(leaf, "is_Symbol", False))
    return sorted((s for s in symbols if s != time), key=lambda s: (s.name, _assumed(s)))


def _assumed(symbol: Any) -> str:
    """The assumptions of a Symbol as they were written."""
    given = {k: v for k, v in symbol._assumptions_orig.items() if (k, v) != ("commutative", True)}
    return ", ".join(f"{k}={v}" for k, v in given.items()) or "without assumptions"


def _clashes(
    model: Model, time: Any, coordinates: list[str], symbols: Mapping[str, Any]
) -> list[str]:
    """Things that would have one name in the texts, and symbols that look like another thing."""
    times = [
        f"{shown(c)} is a function of another time than {model.q[0]}; try one time Symbol "
        f"throughout"
        for c in model.q
        if c.args[0] != time
    ]
    other = [
        f"{n} is time: it has no value"
        if s is None or s == time
        else f"the Symbol {n} ({_assumed(s)}) is not the time of {model.q[0]}; "
        f"try {model.q[0]}.args[0], or another name"
        for n, s in symbols.items()
        if n in (TIME, time.name)
    ]
    beside = [
        f"the Symbol {n} stands beside the coordinate {n}({time}); "
        f"try the coordinate in its place, or another name for the parameter"
        for n in symbols
        if n in coordinates
    ]
    twice = [
        f"{n}: two coordinates have this name"
        for n in dict.fromkeys(coordinates)
        if coordinates.count(n) > 1
    ]
    return times + other + beside + twice


def _aliases(coordinates: Iterable[str], symbols: Iterable[str]) -> dict[str, str]:
    """Each name, or what stands for it where the language cannot write it.

    >>> _aliases(["\\\\theta", "x", "x'"], ["q_{1}"])
    {'\\\\theta': 'theta', 'x': 'x', "x'": 'x_2', 'q_{1}': 'q_1'}
    """
    names = [*coordinates, *symbols]
    alias = {n: n for n in names if is_name(n)}
    taken = {*alias, *RESERVED, *(f"{c}{e}" for c in coordinates for e in ("dot", "ddot"))}
    for name in names:
        if name not in alias:
            wish = re.sub(r"[^A-Za-z0-9\u0370-\u03ff]+", "_", name).strip("_")
            wish = wish if is_name(wish) else f"q_{wish}".rstrip("_")
            choices = (wish, *(f"{wish}_{i}" for i in range(2, len(names) + len(taken) + 2)))
            alias[name] = next(c for c in choices if c not in taken)
            taken.add(alias[name])
    return {n: alias[n] for n in names}


def word(thing: Any, words: Mapping[Any, str]) -> str:
    """The name of a coordinate, velocity or parameter that a user names by object or text."""
    if isinstance(thing, str) and thing.endswith("'"):
        return words.get(thing) or words.get(thing[:-1], thing[:-1]) + "dot"
    try:
        known = words.get(thing)
    except TypeError:  # no key of any table, such as a set
        known = None
    return known or called(thing)


def motions(chart: Chart, functions: Iterable[Any], time: Any) -> dict[Expr, Any]:
    """The symbols of a chart -> t, q(t), q(t).diff(t), q(t).diff(t, 2)."""
    table = {chart.t: time}
    for q, v, a, function in zip(chart.q, chart.v, chart.a, functions, strict=True):
        table |= {q: function, v: function.diff(time), a: function.diff(time, 2)}
    return table


def plain_symbol(name: str) -> Any:
    from sympy import Symbol

    return Symbol(name)
