"""20,000 random sets with known answer, judged without one error: `python
benchmarks/known_answers.py`.

Two processes judge the sets of `known_sets.py`: rank, number h of hidden relations and joint
integrability of every set, once by symbols and once at random points (the two ways of the package).
Every 25th (--whole) goes through the whole `check` instead of the symbols, with its words, single
forms and accessibility, and so does a large set made of several.  A set that takes longer than
--hang seconds has its process ended and counts as a hang.  Results are written as they come (JSON
lines in --out) and are not judged again when the command is repeated.  Exit status 1 for any wrong
answer, error or hang."""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from pathlib import Path

import ours
from known_sets import KnownSet, known_set, large_set

WRONG = ("wrong", "error", "hang")


def complaints(s: KnownSet, found: ours.Answer) -> list[str]:
    """Every claim that is not true; None claims nothing."""
    integrable = s.relations == s.rank
    claims = [
        ("rank", found.rank, s.rank),
        ("h", found.relations, s.relations),
        ("joint", found.joint, integrable),
    ]
    if found.verdict and found.verdict != "undecided":
        claims.append(("verdict", found.verdict, s.verdict))
    if found.bounds and not found.bounds[0] <= s.relations <= found.bounds[1]:
        claims.append(("bounds of h", found.bounds, s.relations))
    if len(s.texts) == 1:
        claims += [("alone", alone, integrable) for alone in found.alone]
    if s.relations and found.accessible:
        claims.append(("accessible", True, False))
    return [
        f"{what}: {is_!r}, must be {must!r}"
        for what, is_, must in claims
        if is_ is not None and is_ != must
    ]


def judge(seed: str, way: str, units: int) -> dict:
    """One set in one way: result, evidence, time."""
    s = given(seed, way)
    start = time.perf_counter()
    record = {
        "seed": seed,
        "way": way,
        "kind": s.verdict,
        "timed": any("t" in _words(t) for t in s.texts),
    }
    try:
        found = WAYS[way](s.texts, s.names, units)
    except Exception as error:  # whatever is raised on a sound set is an error of the package
        return record | {
            "result": "error",
            "why": [f"{type(error).__name__}: {error}"[:500]],
            "seconds": time.perf_counter() - start,
        }
    why = complaints(s, found)
    undecided = None in ((found.joint,) if way in BOUNDED else (found.joint, found.relations))
    return record | {
        "result": "wrong" if why else "undecided" if undecided else "right",
        "why": why,
        "randomised": "randomised" in found.evidence,
        "seconds": time.perf_counter() - start,
    }


def given(seed: str, way: str) -> KnownSet:
    """The set of a seed, or the large set."""
    return large_set(seed) if way == "large" else known_set(seed)


BOUNDED = (
    "points",
    "large",
)  # ways that may answer with bounds of h; the joint verdict is asked for all the same
WAYS = {
    "symbols": ours.flag_and_joint,
    "points": lambda texts, names, units: ours.at_points(texts, names),
    "whole": ours.whole,
    "large": ours.whole,
}


def _words(text: str) -> list[str]:
    return "".join(c if c.isalnum() else " " for c in text).split()


def serve(pipe: Connection) -> None:
    """A process that judges one set after the other."""
    while (job := pipe.recv()) is not None:
        pipe.send(judge(*job))


@dataclass(slots=True)
class Worker:
    """A process at work on a job until a deadline."""

    process: multiprocessing.Process
    pipe: Connection
    job: tuple | None = None
    deadline: float = 0.0

    @classmethod
    def start(cls) -> Worker:
        context = multiprocessing.get_context("spawn")
        here, there = context.Pipe()
        process = context.Process(target=serve, args=(there,), daemon=True)
        process.start()
        there.close()
        return cls(process, here)

    def give(self, job: tuple, limit: float) -> None:
        self.job, self.deadline = job, time.monotonic() + limit
        self.pipe.send(job)

    def end(self) -> None:
        self.process.kill()
        self.process.join()
        self.pipe.close()


def judged(jobs: Iterable[tuple], processes: int, hang: float) -> Iterator[dict]:
    """The records of all jobs, as they come."""
    todo = iter(jobs)
    workers = [Worker.start() for _ in range(processes)]
    try:
        busy = [w for w in workers if _next(w, todo, hang)]
        while busy:
            ready = wait([w.pipe for w in busy], timeout=1.0)
            for w in list(busy):
                record = _record(w, w.pipe in ready, hang)
                if record is None:
                    continue
                yield record
                if w.process.exitcode is not None:
                    busy.remove(w)
                    workers.remove(w)
                    w = Worker.start()
                    workers.append(w)
                    busy.append(w)
                if not _next(w, todo, hang):
                    busy.remove(w)
    finally:
        for w in workers:
            w.end()


def _next(worker: Worker, todo: Iterator[tuple], hang: float) -> bool:
    job = next(todo, None)
    if job is not None:
        worker.give(job, hang)
    return job is not None


def _record(worker: Worker, ready: bool, hang: float) -> dict | None:
    """What the worker found; a hang or a crash ends its process."""
    try:
        if ready:
            return worker.pipe.recv()
        why = f"longer than {hang:g} s"
    except (EOFError, ConnectionError):
        why = "its process died"
    if ready or time.monotonic() > worker.deadline:
        worker.end()
        return {
            "seed": worker.job[0],
            "way": worker.job[1],
            "kind": given(*worker.job[:2]).verdict,
            "result": "hang",
            "why": [why],
            "randomised": False,
            "seconds": hang,
        }
    return None


def read_records(path: Path) -> dict[tuple[str, str], dict]:
    """The records written so far, by seed and way; a torn last line is left out."""
    found = {}
    for line in path.read_text().splitlines() if path.exists() else []:
        try:
            record = json.loads(line)
        except json.JSONDecodeError:
            continue
        found[record["seed"], record["way"]] = record
    return found


def summary(records: Iterable[dict]) -> str:
    """Counts and times, a line for each way."""
    records = list(records)
    sets = {r["seed"]: r for r in records if r["way"] == "points"}.values()
    kinds = Counter(r["kind"] for r in sets)
    lines = [
        f"{len(sets)} sets: {', '.join(f'{n} {k}' for k, n in sorted(kinds.items()))}; "
        f"{sum(r.get('timed', False) for r in sets)} with t"
    ]
    for way in WAYS:
        own = [r for r in records if r["way"] == way]
        if own:
            results, times = Counter(r["result"] for r in own), sorted(r["seconds"] for r in own)
            lines.append(
                f"{way:8} {len(own)} judged: "
                + ", ".join(f"{results[r]} {r}" for r in ("right", "undecided", *WRONG))
                + f"; {sum(map(_weak, own))} randomised; "
                f"median {times[len(times) // 2]:.3f} s, longest {times[-1]:.1f} s"
            )
    return "\n".join(lines)


def _weak(record: dict) -> bool:
    return record.get("randomised", False)


def show(record: dict) -> str:
    """A record with its set, to be looked at."""
    s = given(record["seed"], record["way"])
    texts = "\n".join(f"    {t}" for t in s.texts)
    return (
        f"{record['result']}  {record['way']} {record['seed']}  {'; '.join(record['why'])}\n"
        f"  coordinates {', '.join(s.names)}; blocks {', '.join(s.blocks)}; rank {s.rank}, h = "
        f"{s.relations}\n"
        f"{texts}"
    )


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sets", type=int, default=20_000, help="how many sets (20000)")
    parser.add_argument("--seed", default="known", help="a word; the same word gives the same sets")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument(
        "--units", type=int, default=5_000_000, help="of work for brackets (5000000)"
    )
    parser.add_argument(
        "--hang", type=float, default=60.0, help="seconds after which a set counts as a hang (60)"
    )
    parser.add_argument(
        "--whole",
        type=int,
        default=25,
        metavar="N",
        help="every Nth set by the whole check, and as many large ones (25; 0: none)",
    )
    parser.add_argument(
        "--out",
        type=Path,
        default=Path(tempfile.gettempdir()) / "nonholo_known_answers.jsonl",
        help="results, and where to go on from",
    )
    parser.add_argument("--fresh", action="store_true", help="forget the results in --out")
    return parser.parse_args()


def jobs_of(args: argparse.Namespace) -> list[tuple[str, str, float]]:
    """(seed, way, units) of everything to judge."""
    jobs = []
    for i in range(args.sets):
        seed = f"{args.seed}:{i}"
        whole = bool(args.whole) and i % args.whole == 0
        jobs += [
            (seed, way, args.units)
            for way in ("points", *(("whole", "large") if whole else ("symbols",)))
        ]
    return jobs


def run(args: argparse.Namespace) -> dict[tuple[str, str], dict]:
    """Judge what is not judged yet; the records of all sets of this seed."""
    if args.fresh:
        args.out.unlink(missing_ok=True)
    wanted = {job[:2]: job for job in jobs_of(args)}
    done = {key: r for key, r in read_records(args.out).items() if key in wanted}
    jobs = [job for key, job in wanted.items() if key not in done]
    start = time.monotonic()
    try:
        with args.out.open("a") as out:
            for count, record in enumerate(judged(jobs, args.processes, args.hang), start=1):
                done[record["seed"], record["way"]] = record
                out.write(json.dumps(record) + "\n")
                out.flush()
                if record["result"] in WRONG:
                    print(f"\r{show(record)}", flush=True)
                progress(count, len(jobs), time.monotonic() - start)
    except KeyboardInterrupt:
        print("\ninterrupted; the same command goes on from here")
    return done


def progress(count: int, total: int, seconds: float) -> None:
    """A line on a terminal, now and then a line elsewhere."""
    if count % 100 == 0 or count == total:
        left = seconds / count * (total - count)
        end = "\r" if sys.stdout.isatty() and count < total else "\n"
        if end == "\r" or count % 1000 == 0 or count == total:
            print(f"{count} of {total} judged, {left:.0f} s left   ", end=end, flush=True)


def main() -> int:
    args = arguments()
    os.environ.setdefault("PYTHONHASHSEED", "0")
    done = run(args)
    print(summary(done.values()))
    return int(len(done) < len(jobs_of(args)) or any(r["result"] in WRONG for r in done.values()))


if __name__ == "__main__":
    sys.exit(main())
