"""How long whole jobs take: `check`, `compare` and the page of every case, each a process.

    python benchmarks/jobs.py                       every case, printed
    python benchmarks/jobs.py --write               and into docs/benchmarks.md
    python benchmarks/jobs.py --against FOLDER      by turns with another checkout
    python benchmarks/jobs.py --only trailers --jobs check,report

Times are CPU seconds of the process and its children, from the start of Python to its end, so that
a busy machine changes them little; beside them seconds of the clock, which two processes share.
Every run is one of a fresh process.
"""

from __future__ import annotations

import argparse
import compileall
import datetime
import os
import platform
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path
from textwrap import fill

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "benchmarks.md"
BEGIN, END = "<!-- jobs -->", "<!-- end of jobs -->"
JOBS = {
    "check": ["check"],
    "compare": ["compare"],
    "report": ["report"],
    "start": ["--version"],
    "help": ["--help"],
}
PER_CASE = ("check", "compare", "report")
LIMITS = {"check": 1.0, "compare": 4.0, "report": 5.0}  # seconds: what is longer is listed
WORDS = (
    "Every case as a person asks for it: one process from its start to its end, in CPU seconds of "
    "the process and its children, by `python benchmarks/jobs.py --write`. Measured on {date}: "
    "{cores} cores shared with other work, {machine}, Python {python}, nonholo {nonholo}; {cases} "
    "cases, the least of so many runs each: {rounds}. `nonholo --version` takes {start:.2f} s, "
    "`nonholo --help` {help:.2f} s."
)
TEXT = """## Whole jobs

{words}

{summary}

{table}
"""
Times = dict[tuple[str, str], tuple[float, float]]  # (job, case): CPU seconds, by the clock


def main() -> int:
    options = _options()
    roots = [ROOT, *([Path(options.against).resolve()] if options.against else [])]
    for root in roots:  # what an installation does once is not measured
        compileall.compile_dir(root / "nonholo", quiet=1)
    cases = [c for c in _cases() if options.only in c]
    jobs = [j for j in options.jobs.split(",") if j in PER_CASE]
    tasks = [("start", ""), ("help", ""), *((job, case) for job in jobs for case in cases)]
    times: list[Times] = [{} for _ in roots]
    for number, (job, case) in enumerate(tasks, start=1):
        for _ in range(options.rounds):
            for root, found in zip(roots, times, strict=True):
                seconds = _measured(root, job, case, options.limit)
                found[job, case] = min(seconds, found.get((job, case), seconds))
        told = ", ".join(f"{found[job, case][0]:.2f}" for found in times)
        print(f"[{number}/{len(tasks)}] {job} {case}: {told} s", file=sys.stderr, flush=True)
    table, summary = _table(times, jobs, cases), _summary(times[0], jobs, cases)
    print(f"{table}\n\n{summary}")
    if options.write:
        _write(times[0], jobs, cases, options.rounds)
    return 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--write", action="store_true", help=f"into {PAGE.name}")
    parser.add_argument("--against", metavar="FOLDER", help="another checkout, measured by turns")
    parser.add_argument("--only", default="", metavar="WORDS", help="cases with this in their path")
    parser.add_argument("--jobs", default=",".join(PER_CASE), metavar="NAMES")
    parser.add_argument("--rounds", type=int, default=1, metavar="N")
    parser.add_argument("--limit", type=float, default=300.0, metavar="SECONDS")
    return parser.parse_args()


def _cases() -> list[str]:
    return [path.relative_to(ROOT).as_posix() for path in sorted(ROOT.glob("cases/**/*.toml"))]


def _measured(root: Path, job: str, case: str, limit: float) -> tuple[float, float]:
    """CPU seconds of one process with its children, and seconds of the clock."""
    with tempfile.TemporaryDirectory() as folder:
        command = [
            sys.executable,
            "-m",
            "nonholo",
            *JOBS[job],
            *([str(root / case)] if case else []),
        ]
        command += ["-o", f"{folder}/page.html"] if job == "report" else []
        surroundings = {**os.environ, "PYTHONPATH": str(root)}
        start = os.times()
        subprocess.run(
            command,
            cwd=folder,
            env=surroundings,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            timeout=limit,
            check=False,
        )
        stop = os.times()
    used = (t.children_user + t.children_system for t in (stop, start))
    return next(used) - next(used), stop.elapsed - start.elapsed


def _table(times: Sequence[Times], jobs: Sequence[str], cases: Sequence[str]) -> str:
    """A row a case, a column a job; with two checkouts this one after the other."""
    lines = ["| case | " + " | ".join(jobs) + " |", "| --- |" + " ---: |" * len(jobs)]
    for case in cases:
        cells = (" from ".join(f"{t[job, case][0]:.2f}" for t in times) for job in jobs)
        name = case.removeprefix("cases/").removesuffix(".toml")
        lines.append(f"| {name} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def _summary(times: Times, jobs: Sequence[str], cases: Sequence[str]) -> str:
    lines = [
        "| job | median | longest | longest by the clock | over its limit, by the clock |",
        "| --- | ---: | ---: | ---: | --- |",
    ]
    for job in jobs:
        found, clock = zip(*(times[job, case] for case in cases))
        over, late = (sum(seconds > LIMITS[job] for seconds in some) for some in (found, clock))
        lines.append(
            f"| {job} | {statistics.median(found):.2f} s | {max(found):.2f} s "
            f"| {max(clock):.2f} s | {over} over {LIMITS[job]:g} s, {late} |"
        )
    return "\n".join(lines)


def _write(times: Times, jobs: Sequence[str], cases: Sequence[str], rounds: int) -> None:
    words = WORDS.format(
        date=datetime.date.today().isoformat(),
        cores=os.cpu_count(),
        machine=f"{platform.system()} {platform.machine()}",
        python=platform.python_version(),
        nonholo=version("nonholo"),
        cases=len(cases),
        rounds=rounds,
        start=times["start", ""][0],
        help=times["help", ""][0],
    )
    text = TEXT.format(
        words=fill(words, 116, break_on_hyphens=False),
        summary=_summary(times, jobs, cases),
        table=_table([times], jobs, cases),
    )
    page = PAGE.read_text(encoding="utf-8")
    before, after = page.split(BEGIN)[0], page.split(END)[-1]
    PAGE.write_text(f"{before}{BEGIN}\n{text}{END}{after}", encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
