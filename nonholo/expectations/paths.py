"""Statements about paths q(t): published solutions, and paths that join two configurations."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from nonholo.decide.zero import Decision, all_zero
from nonholo.expectations.fact import Finding, NotAStatement, entry, listed, unchecked, whole
from nonholo.expectations.subject import Level, Subject, claim, first_true, new_names
from nonholo.expression.graph import Expr
from nonholo.words.sentence import say

Path = dict[str, Expr]


def solutions(subject: Subject, values: list, i: int) -> Finding:
    """Functions of t that obey the constraints and the equations of motion.

    Their constants (`extra`) are generic first, then at their numbers; parameters likewise.

    Raises NotAStatement for what are no functions of t, and for constants with taken names.
    """
    stated = dict(values[i]) if isinstance(values[i], Mapping) else {}
    numbers = _constants(subject, stated.pop("extra", {}))
    missing = [n for n in subject.case.system.chart.names if n not in stated]
    if missing:
        return unchecked(say("the functions of {names} are not stated", names=", ".join(missing)))

    def answers():
        for level in subject.levels:
            for constants, remark in (({}, ""), (numbers, ", constants at their numbers")):
                path = {n: _function(level, f, numbers, constants) for n, f in stated.items()}
                yield level.where + remark, all_zero(_residuals(level, path))

    return first_true(answers())


def admissible_paths(subject: Subject, values: list, i: int) -> Finding:
    """Functions of t that obey the constraints, whatever forces they need.

    Raises NotAStatement for what are no functions of t.
    """
    stated = dict(values[i]) if isinstance(values[i], Mapping) else {}
    missing = [n for n in subject.case.system.chart.names if n not in stated]
    if missing:
        return unchecked(say("the functions of {names} are not stated", names=", ".join(missing)))

    def question(level: Level) -> Decision:
        path = {n: _function(level, f, {}, {}) for n, f in stated.items()}
        return all_zero(_violations(level, path))

    return claim(subject, question)


def _constants(subject: Subject, extra: Any) -> Mapping[str, Any]:
    """The constants of a solution and their numbers, under names of their own."""
    if not isinstance(extra, Mapping) or subject.taken & set(extra):
        raise NotAStatement(say("needed is extra = a table of new constants with their numbers"))
    return extra


def _function(level: Level, stated: Any, names: Mapping, constants: Mapping) -> Expr:
    graph = level.chart.graph
    put = {graph.symbol(n): level.read(value) for n, value in constants.items()}
    function = level.read(stated, names).subs(put)
    if function.has([*level.chart.q, *level.chart.v]):
        raise NotAStatement(say("{stated}: needed is a function of t", stated=stated))
    return function


def _residuals(level: Level, path: Path):
    """Constraints, holonomic functions and q'' minus the accelerations, along the path."""
    along = _along(level, path)
    yield from _violations(level, path)
    for name, f in path.items():
        yield _rate(level, _rate(level, f)) - level.acceleration(name).subs(along)


def _violations(level: Level, path: Path):
    rows, along = level.system.pfaffian, _along(level, path)
    yield from (rows.value(l).subs(along) for l in range(rows.k))
    yield from (f.subs(along) for f in level.system.holonomic)


def _along(level: Level, path: Path) -> dict[Expr, Expr]:
    """Coordinates and velocities replaced by the functions of t and their rates."""
    at = {level.chart.q[level.index(n)]: f for n, f in path.items()}
    return at | {level.chart.v[level.index(n)]: _rate(level, f) for n, f in path.items()}


def _rate(level: Level, f: Expr) -> Expr:
    return f.diff(level.chart.t)


# paths that join --------------------------------------------------------------------------------
_PLACE = r"\((\w+(?:,\s*\w+)*)\) at (\w+)"
_JOINS = re.compile(rf"(?P<functions>.+) joins {_PLACE} to {_PLACE}")


def access_path(subject: Subject, table: Any) -> Finding:
    """`f` gives every coordinate ("y=f(t), x=f'(t) joins (a,b) at 0 to (c,d) at t0").

    The path obeys the constraints and has the stated ends, for all constants.

    Raises NotAStatement for an end that has not as many coordinates as the case.
    """
    match = _JOINS.fullmatch(entry(table, "note", str).strip())
    if match is None:
        return unchecked(say("the words of the path are not understood"))
    derivatives = _derivatives(match["functions"])
    if set(derivatives) != set(subject.case.system.chart.names):
        return unchecked(
            say("the words do not name every coordinate as f(t) or a derivative of it")
        )
    names = new_names(subject, [entry(table, "f", str), *_texts(match)])

    def question(level: Level) -> Decision:
        path = _derived(level, level.read(table["f"], names), derivatives)
        ends = [(match[2], match[3]), (match[4], match[5])]
        return all_zero(
            [
                *_violations(level, path),
                *(gap for end in ends for gap in _gaps(level, path, end, names)),
            ]
        )

    return claim(subject, question)


def _texts(match: re.Match) -> list[str]:
    return [t for k in (2, 3, 4, 5) for t in match[k].split(",")]


def _derivatives(stated: str) -> dict[str, int]:
    """{"y": 0, "x": 1} of "y=f(t), x=f'(t)"; nothing if it is anything else."""
    parts = [
        re.fullmatch(r"(\w+)\s*=\s*f('*)\(t\)", definition.strip())
        for definition in stated.split(",")
    ]
    return {p[1]: len(p[2]) for p in parts if p} if all(parts) else {}


def _derived(level: Level, f: Expr, derivatives: Mapping[str, int]) -> Path:
    ladder = [f]
    while len(ladder) <= max(derivatives.values()):
        ladder.append(_rate(level, ladder[-1]))
    return {name: ladder[order] for name, order in derivatives.items()}


def _gaps(level: Level, path: Path, end: tuple[str, str], names) -> list[Expr]:
    """Where the path is at the time, minus where it shall be (in the order of the coordinates)."""
    places = [level.read(p, names) for p in end[0].split(",")]
    if len(places) != level.chart.n:
        raise NotAStatement(say("({end}): needed are {n} coordinates", end=end[0], n=level.chart.n))
    now = {level.chart.t: level.read(end[1], names)}
    return [path[n].subs(now) - p for n, p in zip(level.chart.names, places)]


RULES = {
    "solutions": listed(solutions),
    "admissible_paths": listed(admissible_paths),
    "access_path": whole(access_path),
}
