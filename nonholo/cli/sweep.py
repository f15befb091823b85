"""nonholo simulate --sweep and --draw: many motions, progress told, results in a file."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from nonholo.cli.asked import asked_case
from nonholo.cli.output import DONE, UNDECIDED, emit
from nonholo.cli.terminal import STANDARD_INPUT
from nonholo.doing import listening
from nonholo.ends import start_worker
from nonholo.errors import NotApplicable
from nonholo.files import write
from nonholo.simulation.ensemble import BRIEF, stream
from nonholo.simulation.given import sorted_numbers
from nonholo.simulation.members import Members, drawn, walked
from nonholo.views.sweep.text import Summary, require_sweep_format, sweep_bytes, sweep_record
from nonholo.words.language import ENGLISH, speaking, tell
from nonholo.words.sentence import say

MOST, STREAMED = 200_000, 10_000_000  # motions of a grid: kept, or written as they come
CONNECT = 10  # seconds to wait for a cluster
MEMBERS, SEED = 100, 1  # of --draw


def run(options: Any) -> int:
    """The exit status: 0 if every receipt keeps its bounds, else 1.

    Raises NotApplicable for options that do not go together.
    """
    suffix = Path(options.output).suffix if options.output else ""
    if options.output:
        require_sweep_format(suffix)
    if options.rival:
        raise NotApplicable(
            say("a rival runs next to one motion; leave out --rival, or --sweep and --draw")
        )
    workers = options.workers or 1
    if workers != 1 and options.case == STANDARD_INPUT:
        raise NotApplicable(
            say("--workers needs the case as a file: other processes read it again")
        )
    case = asked_case(options.case)
    members = _members(options, streamed=suffix == ".jsonl")
    fixed = {n: x for given in sorted_numbers(case, options.numbers) for n, x in given.items()}
    chosen = members.beside(fixed)
    whole = options.json or suffix not in ("", ".jsonl")  # else no record is kept
    summary, records = Summary(case.name, len(chosen)), []
    with listening(_nobody), _pool(workers) as executor:
        for record in stream(
            case if options.case == STANDARD_INPUT else options.case,
            chosen,
            options.duration,
            points=options.points or 2,
            method=options.method,
            rtol=options.rtol,
            atol=options.atol,
            start=options.start,
            step=options.step or BRIEF.step,
            together=options.together,
            executor=executor,
            file=options.output if suffix == ".jsonl" else None,
            progress=_progress,
        ):
            summary.add(record)
            if whole:
                records.append(record)
    records.sort(key=lambda record: int(record["number"]))
    if options.output and suffix != ".jsonl":
        with speaking(ENGLISH):
            write(options.output, sweep_bytes(case.name, chosen, records, suffix))
    shown = summary.text() + (f"\n{options.output}" if options.output else "")
    emit([(shown, sweep_record(case.name, chosen, records) if options.json else {})], options)
    return DONE if summary.good == summary.count else UNDECIDED


@contextmanager
def _pool(workers: int | str) -> Iterator[Executor | None]:
    """Processes that end with this one; what has not begun is dropped when it is broken off.

    workers: how many, or the address of a cluster of dask.
    """
    if isinstance(workers, str):
        with _cluster(workers) as client:
            yield client.get_executor()
        return
    if workers < 2:
        yield None
        return
    # Linux: no server of forks, which a signal would leave behind with words of its own
    way = get_context("fork") if sys.platform == "linux" else None
    pool = ProcessPoolExecutor(workers, mp_context=way, initializer=start_worker)
    try:
        yield pool
    finally:
        pool.shutdown(cancel_futures=True)


def _cluster(address: str) -> Any:
    """A client of a cluster.  Raises NotApplicable without the package, or where none answers."""
    from asyncio import CancelledError

    try:
        from distributed import Client
    except ImportError:
        raise NotApplicable(
            say("a cluster needs the package distributed: pip install distributed")
        ) from None
    try:
        return Client(address, timeout=CONNECT)
    except (OSError, ValueError, CancelledError) as error:  # cancelled: out of time, too
        raise NotApplicable(
            say("no cluster of dask answers at {address}: {error}", address=address, error=error)
        ) from None


def _members(options: Any, streamed: bool) -> Members:
    if options.sweep and options.draw:
        raise NotApplicable(
            say("--sweep and --draw don't go together: a range is walked or drawn from")
        )
    if options.draw:
        return drawn(
            options.members or MEMBERS,
            SEED if options.seed is None else options.seed,
            **dict(options.draw),
        )
    count = 1
    for _, values in options.sweep:
        count *= len(values)
    most = STREAMED if streamed else MOST
    if count > most:
        raise NotApplicable(
            say(
                "the ranges make {count} motions, more than {most}; take fewer steps, or --draw",
                count=count,
                most=most,
            )
        )
    return walked(**dict(options.sweep))


def _nobody(step: str) -> None:
    """Steps of one motion are not told: the motions are counted."""
    del step


def _progress(done: int, total: int) -> None:
    """A line on a terminal, rewritten; else a line for each tenth."""
    if sys.stderr.isatty():
        if done % max(1, total // 1000) and done < total:
            return
        print(
            "\r" + tell("{done} of {total} motions", done=done, total=total),
            end="\n" if done == total else "",
            file=sys.stderr,
            flush=True,
        )
    elif done * 10 // total != (done - 1) * 10 // total:
        print(
            tell("{done} of {total} motions", done=done, total=total), file=sys.stderr, flush=True
        )
