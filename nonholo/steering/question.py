"""The question of a user: ends as numbers or texts, parameters, time; every complaint at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from nonholo.errors import BadCase, NotApplicable, Place, option
from nonholo.expression.graph import Expr
from nonholo.expression.text import text
from nonholo.geometry.constraints.chart import no_coordinate
from nonholo.geometry.constraints.pfaffian import Pfaffian, entries, independent_rows
from nonholo.geometry.level_sets.level_set import has_limits
from nonholo.numerics.tape import approximate
from nonholo.readers.assumptions import against, no_real_number
from nonholo.readers.case import Case
from nonholo.readers.named import by_name, no_table
from nonholo.readers.on_levels import on_levels
from nonholo.readers.real_number import real_number
from nonholo.readers.unused import that_occur
from nonholo.steering.problem import Problem
from nonholo.words.sentence import say, say_many


def with_numbers(case: Case, parameters: Mapping[str, Any]) -> Case:
    """The case with other numbers for some parameters.

    Raises BadCase for names that are no parameters.
    """
    parameters = _by_name(case, "parameters", parameters)
    unknown = [n for n in parameters if n not in case.scope.parameters]
    if unknown:
        raise BadCase(
            case.name,
            [
                say(
                    "{value} is no parameter; there are {other}",
                    value=n,
                    other=", ".join(case.scope.parameters) or say("none at all"),
                )
                for n in unknown
            ],
        )
    values = {case.system.chart.graph.symbol(n): _number(case, n, v) for n, v in parameters.items()}
    told = [
        f"{symbol.args}: {what}"
        for symbol, value in values.items()
        if (what := against(symbol, value))
    ]
    if told:
        raise BadCase(case.name, told)
    return replace(case, system=replace(case.system, values={**case.system.values, **values}))


def _by_name(case: Case, key: str, given: Any) -> dict[str, Any]:
    """A table that the user gives, by the names of the case.  Raises BadCase for no table."""
    if not isinstance(given, Mapping):
        raise BadCase(case.name, no_table(key, given))
    occurring = that_occur(case, given) if key == "parameters" else given
    return by_name(occurring, case.symbols, case.name)


def _number(case: Case, name: str, value: Any, where: str = "") -> Expr:
    """A constant from a number or a text, which may use the numbers of parameters."""
    numbers = case.system.values
    constant, real = real_number(case.scope, str(value), Place(where, name), numbers=numbers)
    if not constant.is_constant:
        raise BadCase(
            case.name,
            say(
                "{name} = {value}: needed is a constant such as 1/2 or pi/3",
                name=name,
                value=value,
            ),
        )
    if not (real and np.isfinite(approximate(constant))):
        raise BadCase(case.name, no_real_number(name, value))
    return constant


def beginning_at(case: Case, start: Mapping[str, Any]) -> Case:
    """The case with the start of a path among its initial values, which choose between the sets of
    states that hidden constraints leave.

    Raises BadCase for a start that is no table of coordinates.
    """
    given = _by_name(case, "start", start)
    texts = {name: str(given[name]) for name in case.system.chart.names if name in given}
    return replace(case, irrational={**case.irrational, **texts})


def question(
    case: Case, start: Mapping[str, Any], goal: Mapping[str, Any], time: Any
) -> tuple[Problem, list[str]]:
    """The problem, and remarks on what was borrowed; a coordinate of which nothing is said begins
    at 0.

    Raises BadCase for ends that are no numbers, or a goal without any, NotApplicable where
    a holonomic constraint has no value everywhere, or bends.
    """
    names, complaints = case.system.chart.names, []
    start, goal = _by_name(case, "start", start), _by_name(case, "goal", goal)
    for where, given in (("start", start), ("goal", goal)):
        complaints += [
            no_coordinate(n, names, option("--to" if where == "goal" else "--from", where))
            for n in given
            if n not in names
        ]
    if not goal:
        complaints.append(
            say("the goal names no coordinate; there are {names}", names=", ".join(names))
        )
    if complaints:
        raise BadCase(case.name, complaints)
    begins = {**case.initial, **case.irrational}
    borrowed = [n for n in names if n not in start and n in begins]
    unsaid = [n for n in names if n not in start and n not in begins]
    whole = {**dict.fromkeys(unsaid, 0), **{n: begins[n] for n in borrowed}, **start}
    remarks: list[str] = []
    if borrowed:
        remarks.append(
            say(
                "{names} at the start from the initial values of the case",
                names=", ".join(borrowed) if len(borrowed) == 1 else f"({', '.join(borrowed)})",
            )
        )
    if unsaid:
        remarks.append(
            say("{names} = 0 at the start, where nothing else is said", names=" = ".join(unsaid))
        )
    duration = _number(case, "time", time)
    if approximate(duration) <= 0:
        raise BadCase(case.name, say("time = {time}: needed is a number above 0", time=time))
    first, last = (
        tuple(_number(case, n, given[n], where) for n in names)
        for where, given in (("start", whole), ("goal", {**whole, **goal}))
    )
    free = tuple(j for j, n in enumerate(names) if n not in goal)
    rows = _rows(case)
    asked = independent_rows(rows)[0]
    problem = Problem(asked, first, last, duration, case.dependent, free, whole=asked.k == rows.k)
    return problem, remarks


def _given(names: Sequence[str]) -> str:
    """These names with values, as Python writes them."""
    return "{" + ", ".join(f'"{n}": ...' for n in names) + "}"


def _rows(case: Case) -> Pfaffian:
    for f in case.system.holonomic:
        if has_limits([f.subs(case.system.values)], case.system.chart):
            raise NotApplicable(
                say(
                    "{name}: {f} = 0 has no value everywhere, or bends, and a path may leave the "
                    "part where it holds; try writing it without roots, logarithms, abs and sign",
                    name=case.title,
                    f=text(f),
                )
            )
    rows = on_levels(case).system.pfaffian.subs(case.system.values)
    open_ = case.system.chart.parameters(entries(rows))
    if open_:
        names = [s.args for s in open_]
        set_in_python = f"parameters={_given(names)}"
        raise BadCase(
            case.name,
            say_many(
                len(names),
                "{names} has no number; give one {where}",
                "{names} have no number; give one {where}",
                names=", ".join(names),
                where=option(
                    say(
                        "under [parameters], or with --set {name}=...",
                        name=",".join(f"{n}=..." for n in names).removesuffix("=..."),
                    ),
                    say("with {way}", way=set_in_python),
                ),
            ),
        )
    return rows
