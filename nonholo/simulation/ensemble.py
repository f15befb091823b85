"""Many motions of one case: other initial values or parameters in each, results written as they
come.

A file of JSON lines: first what was asked, then one line a member.  Asked again with the same file,
only the members that are missing are run, so a sweep that was interrupted goes on."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, Future, as_completed
from dataclasses import replace
from functools import lru_cache
from itertools import islice
from pathlib import Path as File
from typing import Any

import numpy as np

from nonholo.errors import BadCase, NonholoError, given_under, said
from nonholo.numerics.compile import constant
from nonholo.numerics.impulse import narrow_of
from nonholo.numerics.model import Model, model, regular_at, with_numbers
from nonholo.numerics.monitors import Monitors, monitors
from nonholo.numerics.rank import LOW, may_lose_rank, nearly
from nonholo.numerics.receipt import measured
from nonholo.numerics.settings import Settings
from nonholo.readers.case import Case
from nonholo.readers.given import as_case
from nonholo.readers.named import each_of
from nonholo.readers.on_levels import on_levels
from nonholo.readers.own import own_copy
from nonholo.readers.specified import specified
from nonholo.simulation.assumed import assumes
from nonholo.simulation.given import parameter_numbers, start_of, wished_duration
from nonholo.simulation.in_lanes import fits_lanes, lane_records
from nonholo.simulation.members import Members
from nonholo.simulation.run import run
from nonholo.simulation.settings import changed, numbers_by_name, required
from nonholo.simulation.sweep_file import Sweep, fingerprint
from nonholo.words.sentence import say

Numbers = Mapping[str, float]
Record = dict[str, Any]
FEWEST = 256  # members that pay for the compilation of lanes
LANED, APART, AHEAD = 1024, 16, 64  # members in lanes at once, sent away at once; chunks on the way
LISTED = 1000  # members in the head of a file
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
) -> list[Record]:
    """The motion of every member, as records in the order of the members.

    given: a case or the path of its file; members: initial values and parameters by name, see
    `grid` and `drawn`; duration: as for `simulate`; settings: how each is computed and told (by
    default 2 points, without a check); changes: fields of the settings by name, of which method,
    rtol, atol, points, step, start and crossings are used; together: all in one vectorised
    integration with a method of its own (one by one where something has to be watched); executor:
    any concurrent.futures.Executor (processes need the case as a file); file: JSON lines; progress:
    called with how many are done, of how many.  Of method="native" many members run side by side in
    lanes, see `lane_records`.  A member that fails has "failure" in its record.  Raises BadCase for
    unknown names, settings out of range, and another method or an executor beside together.

    >>> import nonholo as nh
    >>> spring = nh.System("x", "xdot**2/2 - k*x**2/2", parameters={"k": 1}, initial={"x": 1})
    >>> found = nh.ensemble(spring, [{"k": 1}, {"k": 4}], duration=1)
    >>> [round(record["q"]["x"][-1], 6) for record in found]
    [0.540302, -0.416147]
    """
    records = stream(
        given,
        members,
        duration,
        settings=settings,
        together=together,
        executor=executor,
        file=file,
        progress=progress,
        **changes,
    )
    return sorted(records, key=lambda record: int(record["number"]))


def stream(
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
) -> Iterator[Record]:
    """As `ensemble`, one record after the other as they come, none of which is kept.

    First come those that the file holds already, then the others as they are finished: each once.
    So a million members need no more memory than a thousand, but with `together`.  Raises as
    `ensemble` does, and NonholoError where another run is writing the file.

    >>> import nonholo as nh
    >>> spring = nh.System("x", "xdot**2/2 - k*x**2/2", parameters={"k": 1}, initial={"x": 1})
    >>> [record["number"] for record in stream(spring, [{"k": 1}, {"k": 4}], duration=1)]
    [0, 1]
    """
    case = specified(own_copy(as_case(given)))
    _require_members(case, members)
    time = wished_duration(case, duration)
    settings = required(
        case.source or case.name, replace(changed(settings, changes), check=False), time
    )
    if together:
        _require_alone(case, settings, executor)
    asked = {
        "points": settings.points,
        "method": settings.method,
        "rtol": settings.rtol,
        "atol": settings.atol,
        **({"step": settings.step} if settings.method == "discrete" else {}),
        **({"start": settings.start} if settings.start else {}),
        **({"crossings": list(settings.crossings)} if settings.crossings else {}),
    }
    head = _head(case, members, {"duration": time, "together": together, **asked})
    source = str(given) if executor is not None and isinstance(given, str | File) else case
    watched = case.system.inequalities or settings.crossings or assumes(case)
    at_once = together and not watched
    return _streamed(source, case, members, time, settings, at_once, executor, head, file, progress)


def _streamed(
    source: Case | str,
    case: Case,
    members: Sequence[Numbers],
    time: float,
    settings: Settings,
    at_once: bool,
    executor: Executor | None,
    head: Record,
    file: str | File | None,
    progress: Callable[[int, int], None] | None,
) -> Iterator[Record]:
    total, done, count = len(members), bytearray(len(members)), 0
    with Sweep(file, head) as sweep:
        for record in sweep.finished():
            done[record["number"]] = 1
            count += 1
            yield record
        missing = ((i, numbers) for i, numbers in enumerate(members) if not done[i])
        if at_once:
            chunks = _at_once(case, missing, time, settings)
        else:
            chunks = _in_chunks(source, missing, total, time, settings, executor)
        for chunk in chunks:
            records = [
                {"number": i, "set": dict(numbers), **record} for (i, numbers), record in chunk
            ]
            sweep.write(records)
            for record in records:
                count += 1
                if progress is not None:
                    progress(count, total)
                yield record


Numbered = tuple[int, Numbers]
Chunk = list[tuple[Numbered, Record]]


def _at_once(
    case: Case, missing: Iterable[Numbered], time: float, settings: Settings
) -> Iterator[Chunk]:
    some = list(missing)
    if some:
        for numbered, record in zip(some, _together(case, [m for _, m in some], time, settings)):
            yield [(numbered, record)]


def _in_chunks(
    source: Case | str,
    missing: Iterable[Numbered],
    total: int,
    time: float,
    settings: Settings,
    executor: Executor | None,
) -> Iterator[Chunk]:
    """Members with their records, as they are finished; so many ahead that none waits."""
    laned = settings.method == "native" and total >= FEWEST
    most = LANED if laned else 1 if executor is None else min(APART, max(1, total // AHEAD))
    members, ahead = iter(missing), AHEAD if executor is not None else 1
    chunks = iter(lambda: list(islice(members, most)), [])
    if executor is None:
        for chunk in chunks:
            yield list(
                zip(chunk, run_members(source, [m for _, m in chunk], time, settings, laned))
            )
        return
    running: dict[Future[list[Record]], list[Numbered]] = {}
    while True:
        for chunk in islice(chunks, ahead - len(running)):
            numbers = [m for _, m in chunk]
            running[executor.submit(run_members, source, numbers, time, settings, laned)] = chunk
        if not running:
            return
        first = next(as_completed(running))
        yield list(zip(running.pop(first), first.result()))


def _head(case: Case, members: Sequence[Numbers], asked: Mapping[str, Any]) -> Record:
    """What was asked, with the parameters of the case and the seed of members that were drawn."""
    drawn = members.recipe if isinstance(members, Members) else {}
    return {
        "schema": 1,
        "case": case.name,
        "system": fingerprint(case),
        **asked,
        "parameters": {s.args: constant(x) for s, x in case.system.values.items()},
        **drawn,
        "members": [dict(m) for m in members] if len(members) <= LISTED else _digest(members),
    }


def _digest(members: Sequence[Numbers]) -> Record:
    """How many members there are, and a hash of their numbers."""
    told = hashlib.sha256()
    for numbers in members:
        told.update(json.dumps(dict(numbers)).encode())
    return {"count": len(members), "sha256": told.hexdigest()}


def _require_alone(case: Case, settings: Settings, executor: Executor | None) -> None:
    """Refuse what one vectorised integration does not use.  Raises BadCase."""
    refused = [
        (
            settings.method != BRIEF.method,
            say("together=True has a method of its own: leave out method"),
        ),
        (executor is not None, say("together=True runs in one process: leave out executor")),
    ]
    if complaints := [words for wrong, words in refused if wrong]:
        raise BadCase(case.source or case.name, complaints)


def _require_members(case: Case, members: Sequence[Numbers]) -> None:
    """Refuse names that are not known and numbers that are none.  Raises BadCase."""
    if isinstance(members, Mapping) or not all(isinstance(m, Mapping) for m in each_of(members)):
        needed = say(
            "members: needed is a list with one mapping a motion, such as {example}",
            example='[{"x": 0.1}, {"x": 0.2}]',
        )
        raise BadCase(case.source or case.name, needed)
    names = case.system.chart.names
    known = {*names, *(f"{n}dot" for n in names), *case.scope.letters} - {*case.scope.inputs}
    wrong = sorted({n for m in members for n in m if n not in known})
    if wrong:
        raise BadCase(
            case.source or case.name,
            [
                say("{value} is no coordinate, velocity or parameter", value=n)
                + say(
                    "; of an input write a parameter into its text {where}",
                    where=given_under("inputs"),
                )
                * (n in case.scope.inputs)
                for n in wrong
            ],
        )
    parameters = {*case.scope.parameters}
    for number, member_numbers in enumerate(members):
        numbers_by_name(case.source or case.name, f"member {number}", member_numbers)
        if not parameters.isdisjoint(member_numbers):
            parameter_numbers(case, {n: x for n, x in member_numbers.items() if n in parameters})


def run_members(
    given: Case | str, members: Sequence[Numbers], time: float, settings: Settings, laned: bool
) -> list[Record]:
    """The records of some members, in lanes where they fit (this is what an executor runs)."""
    records: list[Record | None] = [None] * len(members)
    if laned:
        case, law = _law(given)
        if fits_lanes(case, law, settings):
            records = lane_records(case, law, members, time, settings)
    return [
        member(given, numbers, time, settings) if record is None else record
        for numbers, record in zip(members, records)
    ]


def member(given: Case | str, numbers: Numbers, time: float, settings: Settings) -> Record:
    """The record of one member."""
    case, law = _law(given)
    try:
        law, y, remarks = _start(case, law, numbers, settings.start)
        span = settings.start, settings.start + time
        trajectory = run(case, law, y, span, "member", (), remarks, settings, reacting=False)
    except NonholoError as error:
        return {"failure": said(error)}
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


_laws: dict[str, tuple[Case, Case, Model]] = {}  # by fingerprint, with the case as it was given


def _law(given: Case | str) -> tuple[Case, Model]:
    """The case and its compiled law, derived once a process."""
    if isinstance(given, str):
        return _derived(given)
    for known, case, law in _laws.values():
        if known is given:
            return case, law
    mark = fingerprint(given)
    if mark not in _laws:  # another process reads the same case again and again
        _laws.clear()
        case = on_levels(given)
        _laws[mark] = given, case, model(case.system)
    _, case, law = _laws[mark]
    _laws[mark] = given, case, law  # known by itself from now on
    return case, law


def _start(
    case: Case, law: Model, numbers: Numbers, t: float
) -> tuple[Model, np.ndarray, list[str]]:
    graph, parameters = case.system.chart.graph, case.scope.parameters
    law = with_numbers(
        law, {graph.symbol(n): float(x) for n, x in numbers.items() if n in parameters}
    )
    y, remarks = start_of(case, law, {n: x for n, x in numbers.items() if n not in parameters}, t)
    return regular_at(law, t, y), y, remarks


def _together(
    case: Case, members: Sequence[Numbers], time: float, settings: Settings
) -> Iterator[Record]:
    from nonholo.numerics.together import integrate_together

    given, case = case, on_levels(case)
    law = model(case.system)
    if narrow_of(law):  # the line `impulse` of the receipt is of one path
        yield from run_members(given, members, time, settings, False)
        return
    started = [_start(case, law, numbers, settings.start) for numbers in members]
    times = np.linspace(settings.start, settings.start + time, settings.points)
    laws, states = [s[0] for s in started], np.array([s[1] for s in started])
    told, ends, least, evaluations = integrate_together(
        laws, states, times, settings.rtol, settings.atol
    )
    low = max(LOW, nearly(settings.rtol, settings.atol))
    alone = may_lose_rank(ends, least, low).tolist()  # one step length for all may pass by
    names, n = law.names, law.n
    for numbers, (member_law, _, remarks), y, leave in zip(members, started, told, alone):
        if leave:
            yield from run_members(given, [numbers], time, settings, False)
            continue
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


def _judged(seen: Monitors, y: np.ndarray, n: int, rtol: float) -> Record:
    """The receipt of a member in brief."""
    speed = float(np.max(np.abs(y[:, n : 2 * n]), initial=0.0))
    findings = measured(seen, rtol, False, speed)
    return {
        "residual_max": float(max(seen.residual.max(), seen.level.max())),
        "energy_drift": float(np.abs(seen.imbalance).max()),
        "ok": all(f.kept for f in findings),
        "warnings": [f.warning for f in findings if not f.kept],
    }
