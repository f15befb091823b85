"""Many motions of one case: other initial values or parameters in each, results written as they
come.

A file of JSON lines: first what was asked, then one line a member.  Asked again with the same file,
only the members that are missing are run, so a sweep that was interrupted goes on."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, as_completed
from dataclasses import replace
from functools import lru_cache
from pathlib import Path as File
from typing import Any

import numpy as np

from nonholo.errors import BadCase, NonholoError
from nonholo.numerics.compile import constant
from nonholo.numerics.model import Model, model, regular_at, with_numbers
from nonholo.numerics.monitors import Monitors, monitors
from nonholo.numerics.receipt import measured
from nonholo.numerics.settings import Settings
from nonholo.readers.case import Case
from nonholo.readers.given import as_case
from nonholo.readers.on_levels import on_levels
from nonholo.readers.own import own_copy
from nonholo.readers.specified import specified
from nonholo.simulation.given import parameter_numbers, start_of, wished_duration
from nonholo.simulation.members import Members
from nonholo.simulation.run import run
from nonholo.simulation.settings import changed, numbers_by_name, required
from nonholo.simulation.sweep_file import Sweep, fingerprint, finished
from nonholo.words.sentence import say

Numbers = Mapping[str, float]
BRIEF = Settings(points=2, check=False)


def ensemble(
    given: Case | str | File,
    members: Sequence[Numbers],
    duration: float | None = None,
    *,
    settings: Settings = BRIEF,
    together: bool = False,
    executor: Executor | None = None,
    file: str | File | None = None,
    progress: Callable[[int, int], None] | None = None,
    **changes: Any,
) -> list[dict[str, Any]]:
    """The motion of every member, as records in the order of the members.

    given: a case or the path of its file; members: initial values and parameters by name, see
    `grid` and `drawn`; duration: as for `simulate`; settings: how each is computed and told (by
    default 2 points, without a check); changes: fields of the settings by name, of which method,
    rtol, atol, points and step are used; together: all in one vectorised integration (one by one
    where inequalities have to be watched); executor: any concurrent.futures.Executor (processes
    need the case as a file); file: JSON lines; progress: called with how many are done, of how
    many.  A member that fails has "failure" in its record.  Raises BadCase for unknown names and
    settings out of range.

    >>> import nonholo as nh
    >>> spring = nh.System("x", "xdot**2/2 - k*x**2/2", parameters={"k": 1}, initial={"x": 1})
    >>> found = nh.ensemble(spring, [{"k": 1}, {"k": 4}], duration=1)
    >>> [round(record["q"]["x"][-1], 6) for record in found]
    [0.540302, -0.416147]
    """
    case = specified(own_copy(as_case(given)))
    _require_members(case, members)
    time = wished_duration(case, duration)
    settings = required(
        case.source or case.name, replace(changed(settings, changes), check=False), time
    )
    asked = {
        "points": settings.points,
        "method": settings.method,
        "rtol": settings.rtol,
        "atol": settings.atol,
    }
    head = _head(case, members, {"duration": time, "together": together, **asked})
    done = finished(file, head)
    missing = [i for i in range(len(members)) if i not in done]
    with Sweep(file, head) as write:
        records: Iterable[tuple[int, dict[str, Any]]]
        if together and missing and not case.system.inequalities:
            records = zip(missing, _together(case, [members[i] for i in missing], time, settings))
        else:
            records = _each(given, case, missing, members, time, settings, executor)
        for number, record in records:
            done[number] = {"number": number, "set": dict(members[number]), **record}
            write(done[number])
            if progress is not None:
                progress(len(done), len(members))
    return [done[i] for i in range(len(members))]


def _head(case: Case, members: Sequence[Numbers], asked: Mapping[str, Any]) -> dict[str, Any]:
    """What was asked, with the parameters of the case and the seed of members that were drawn."""
    drawn = {"seed": members.seed, "ranges": members.ranges} if isinstance(members, Members) else {}
    return {
        "schema": 1,
        "case": case.name,
        "system": fingerprint(case),
        **asked,
        "parameters": {s.args: constant(x) for s, x in case.system.values.items()},
        **drawn,
        "members": [dict(m) for m in members],
    }


def _require_members(case: Case, members: Sequence[Numbers]) -> None:
    """Refuse names that are not known and numbers that are none.  Raises BadCase."""
    names = case.system.chart.names
    known = {*names, *(f"{n}dot" for n in names), *case.scope.letters} - {*case.scope.inputs}
    wrong = sorted({n for m in members for n in m if n not in known})
    if wrong:
        raise BadCase(
            case.source or case.name,
            [
                say("{value} is no coordinate, velocity or parameter", value=n)
                + say("; of an input write a parameter into its text under [inputs]")
                * (n in case.scope.inputs)
                for n in wrong
            ],
        )
    for number, member_numbers in enumerate(members):
        numbers_by_name(case.source or case.name, f"member {number}", member_numbers)
        parameter_numbers(
            case, {n: x for n, x in member_numbers.items() if n in case.scope.parameters}
        )


def _each(
    given: Case | str | File,
    case: Case,
    missing: Sequence[int],
    members: Sequence[Numbers],
    time: float,
    settings: Settings,
    executor: Executor | None,
) -> Iterator[tuple[int, dict[str, Any]]]:
    """(number, record) of each missing member, as they are finished."""
    if executor is None:
        for i in missing:
            yield i, member(case, members[i], time, settings)
        return
    source = str(given) if isinstance(given, str | File) else case
    futures = {executor.submit(member, source, members[i], time, settings): i for i in missing}
    for future in as_completed(futures):
        yield futures[future], future.result()


def member(given: Case | str, numbers: Numbers, time: float, settings: Settings) -> dict[str, Any]:
    """The record of one member (this is what an executor runs)."""
    case, law = _law(given)
    try:
        law, y, remarks = _start(case, law, numbers)
        trajectory = run(case, law, y, (0.0, time), "member", (), remarks, settings, reacting=False)
    except NonholoError as error:
        return {"failure": str(error)}
    return {
        "t": trajectory.t.tolist(),
        "q": {n: x.tolist() for n, x in trajectory.q.items()},
        "v": {n: x.tolist() for n, x in trajectory.v.items()},
        "residual_max": trajectory.receipt.residual_max,
        "energy_drift": trajectory.receipt.energy_drift,
        "rhs_evaluations": trajectory.receipt.rhs_evaluations,
        "ok": trajectory.receipt.ok,
        "warnings": list(trajectory.receipt.warnings),
        "events": [{"name": e.name, "t": e.t, "final": e.final} for e in trajectory.events],
        "remarks": list(trajectory.receipt.remarks),
    }


@lru_cache(maxsize=4)
def _derived(given: str) -> tuple[Case, Model]:
    case = on_levels(as_case(given))
    return case, model(case.system)


_laws: dict[int, tuple[Case, Case, Model]] = {}  # the case as given, too: it keeps its id


def _law(given: Case | str) -> tuple[Case, Model]:
    """The case and its compiled law, derived once a process."""
    if isinstance(given, str):
        return _derived(given)
    if id(given) not in _laws:
        _laws.clear()
        case = on_levels(given)
        _laws[id(given)] = given, case, model(case.system)
    return _laws[id(given)][1:]


def _start(case: Case, law: Model, numbers: Numbers) -> tuple[Model, np.ndarray, list[str]]:
    graph, parameters = case.system.chart.graph, case.scope.parameters
    law = with_numbers(
        law, {graph.symbol(n): float(x) for n, x in numbers.items() if n in parameters}
    )
    y, remarks = start_of(case, law, {n: x for n, x in numbers.items() if n not in parameters})
    return regular_at(law, 0.0, y), y, remarks


def _together(
    case: Case, members: Sequence[Numbers], time: float, settings: Settings
) -> Iterator[dict[str, Any]]:
    from nonholo.numerics.together import integrate_together

    case = on_levels(case)
    law = model(case.system)
    started = [_start(case, law, numbers) for numbers in members]
    times = np.linspace(0.0, time, settings.points)
    laws, states = [s[0] for s in started], np.array([s[1] for s in started])
    told, evaluations = integrate_together(laws, states, times, settings.rtol, settings.atol)
    names, n = law.names, law.n
    for (member_law, _, remarks), y in zip(started, told):
        seen = monitors(member_law, times, y)
        yield {
            "t": times.tolist(),
            "q": dict(zip(names, y.T[:n].tolist())),
            "v": dict(zip(names, y.T[n : 2 * n].tolist())),
            **_judged(seen, y, member_law.n, settings.rtol),
            "rhs_evaluations": evaluations,
            "events": [],
            "remarks": remarks,
        }


def _judged(seen: Monitors, y: np.ndarray, n: int, rtol: float) -> dict[str, Any]:
    """The receipt of a member in brief."""
    speed = float(np.max(np.abs(y[:, n : 2 * n]), initial=0.0))
    findings = measured(seen, rtol, False, speed)
    return {
        "residual_max": float(max(seen.residual.max(), seen.level.max())),
        "energy_drift": float(np.abs(seen.imbalance).max()),
        "ok": all(f.kept for f in findings),
        "warnings": [f.warning for f in findings if not f.kept],
    }
