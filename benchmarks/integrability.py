"""How fast is the joint verdict, and how far does it go?  `python benchmarks/integrability.py
[--quick] [--write]`

Every cell (method, family, size) is run in a process of its own, with a time limit and its peak
memory; fast cells are run several times and the median counts.  Once a method has passed the limit,
larger sizes of the family are not tried. Results are written as they come (JSON lines in --out),
and the same command goes on from there; Ctrl-C loses nothing but the cell at work.  The peers live
in a virtual environment of their own (--peer-python, or one is made)."""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import platform
import select
import signal
import subprocess
import sys
import tempfile
import time
import venv
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from datetime import date
from pathlib import Path

HERE = Path(__file__).resolve().parent
OURS, PEERS = (
    ("points", "symbols", "check"),
    ("dgcv", "dgcv_numeric", "symbtools", "wedge", "diffgeom"),
)
PREPARATION = 600.0  # seconds a cell may take before its first run
RUNS = 5


@dataclass(frozen=True, slots=True)
class Cell:
    """One method on one problem."""

    method: str
    family: str
    n: int
    k: int

    @property
    def key(self) -> str:
        return f"{self.method} {self.family} {self.n} {self.k}"


def sizes(quick: bool) -> dict[str, list[tuple[int, int]]]:
    """(n, k) of each family that all methods are tried on, small first; the n of trailers is
    their number.
    """
    count = (lambda some, more: some) if quick else (lambda some, more: some + more)
    return {
        "trailers": [(n, n + 1) for n in count([1, 2, 3], [4, 5, 6, 7, 8, 9, 10])],
        "set": [(2 * k, k) for k in count([2, 3], [4, 5, 6, 7, 8, 9, 10, 11, 12])],
        "set_mixed": [(2 * k, k) for k in count([2, 3], [4, 5, 6, 7, 8, 9, 10, 11, 12])],
        "form": [(n, 1) for n in count([4, 8], [16, 32, 64, 128, 256])],
        "contact": [(n, 1) for n in count([3, 7], [15, 31, 63, 127, 255])],
    }


def large_sizes(quick: bool) -> dict[str, list[tuple[int, int]]]:
    """(n, k) of the families for our methods alone."""
    if quick:
        return {
            "trailers": [(20, 21)],
            "sparse": [(40, 20)],
            "sparse_off": [(40, 20)],
            "dense": [(8, 4)],
            "dense_off": [(8, 4)],
        }
    return {
        "trailers": [(n, n + 1) for n in (25, 50, 100, 200)],
        "sparse": [
            (500, 125),
            (500, 250),
            (1000, 250),
            (1000, 500),
            (2000, 250),
            (2000, 500),
            (2000, 1000),
        ],
        "sparse_off": [(500, 250), (1000, 500), (2000, 1000)],
        "dense": [(75, 37), (150, 37), (150, 75), (300, 37), (300, 75), (300, 150)],
        "dense_off": [(75, 37), (150, 75), (300, 150)],
    }


def cells(quick: bool) -> Iterator[Cell]:
    """All cells, size by size, so that the ratios of a row come from the same minutes."""
    for family, pairs in sizes(quick).items():
        for n, k in pairs:
            yield from (Cell(method, family, n, k) for method in (*OURS, *PEERS))
    for family, pairs in large_sizes(quick).items():
        for n, k in pairs:
            yield from (Cell(method, family, n, k) for method in OURS)


# --- running
# ------------------------------------------------------------------------------------------------------


def peer_python(given: str | None) -> str:
    """The interpreter of the peers; without one, an environment with requirements.txt is made
    once.
    """
    if given:
        return given
    place = Path(tempfile.gettempdir()) / "nonholo_benchmark_peers"
    python = place / "bin" / "python"
    if not python.exists():
        print(f"making an environment for the peers in {place}", flush=True)
        venv.create(place, with_pip=True)
        subprocess.run(
            [python, "-m", "pip", "install", "-q", "-r", HERE / "requirements.txt"], check=False
        )
    return str(python)


def run_cell(cell: Cell, python: str, seconds: float) -> dict:
    """The record of a cell: times, answer, peak memory in MB, or why there is none."""
    command = [
        python,
        str(HERE / "methods.py"),
        cell.method,
        cell.family,
        str(cell.n),
        str(cell.k),
        str(RUNS),
    ]
    with tempfile.TemporaryFile() as errors:
        process = subprocess.Popen(
            command,
            stdout=subprocess.PIPE,
            stderr=errors,
            start_new_session=True,
            env=os.environ | {"PYTHONHASHSEED": "0"},
        )
        try:
            found, over, started = _listen(process, seconds)
        finally:
            _end(process)
        _, _, usage = os.wait4(process.pid, 0)
        process.returncode = 0  # waited for already
        errors.seek(0, os.SEEK_END)
        errors.seek(max(0, errors.tell() - 2000))
        said = errors.read().decode(errors="replace").strip().splitlines()
    record = asdict(cell) | {"limit": seconds, "memory": usage.ru_maxrss / 1024}
    if found:
        return (
            record
            | found
            | {
                "status": "right"
                if found["answer"] == found["expected"]
                else "undecided"
                if found["answer"] is None
                else "wrong"
            }
        )
    status = "over" if over and started else "unprepared" if over else "failed"
    return record | {"status": status, "why": "" if over else (said or ["no message"])[-1][:300]}


def _listen(process: subprocess.Popen, seconds: float) -> tuple[dict | None, bool, bool]:
    """The last result line, whether the limit was passed, and whether a run began."""
    found, started, deadline, rest = None, False, time.monotonic() + PREPARATION, b""
    while True:
        ready, _, _ = select.select([process.stdout], [], [], max(0.0, deadline - time.monotonic()))
        if not ready:
            return found, True, started
        data = os.read(process.stdout.fileno(), 65536)
        if not data:
            return found, False, started
        *lines, rest = (rest + data).split(b"\n")
        for line in lines:
            if line == b"start":
                started, deadline = True, time.monotonic() + seconds
            elif line.startswith(b"{"):
                found, deadline = json.loads(line), time.monotonic() + PREPARATION


def _end(process: subprocess.Popen) -> None:
    """End the cell's process group, if it is still there."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.stdout.close()


def read_records(path: Path) -> dict[str, dict]:
    """The records so far, by cell; a torn last line is left out."""
    found = {}
    for line in path.read_text().splitlines() if path.exists() else []:
        try:
            record = json.loads(line)
        except json.JSONDecodeError:
            continue
        found[Cell(record["method"], record["family"], record["n"], record["k"]).key] = record
    return found


def settled(record: dict | None, seconds: float) -> bool:
    """Is there nothing to run again?  Failures are run again, and time-outs under a smaller
    limit.
    """
    if record is None or record["status"] in ("failed", "unprepared"):
        return False
    return record["status"] not in ("over", "skipped") or record["limit"] >= seconds


def run(args: argparse.Namespace) -> dict[str, dict]:
    """Run every cell that is not settled; the records of all."""
    if args.fresh:
        args.out.unlink(missing_ok=True)
    records = read_records(args.out)
    todo = [
        c
        for c in cells(args.quick)
        if args.only in c.key and not settled(records.get(c.key), args.seconds)
    ]
    peers = peer_python(args.peer_python) if any(c.method in PEERS for c in todo) else ""
    beaten = {
        (r["method"], r["family"])
        for r in records.values()
        if r["status"] == "over" and r["limit"] >= args.seconds
    }
    try:
        with args.out.open("a") as out:
            for count, cell in enumerate(todo, start=1):
                if (cell.method, cell.family) in beaten:
                    record = asdict(cell) | {"limit": args.seconds, "status": "skipped"}
                else:
                    record = run_cell(
                        cell, peers if cell.method in PEERS else sys.executable, args.seconds
                    )
                if record["status"] == "over":
                    beaten.add((cell.method, cell.family))
                records[cell.key] = record
                out.write(json.dumps(record) + "\n")
                out.flush()
                print(f"{count:3} of {len(todo)}  {cell.key:28} {said(record)}", flush=True)
    except KeyboardInterrupt:
        print("\ninterrupted; the same command goes on from here")
    return records


def said(record: dict) -> str:
    """A record in a few words."""
    times = record.get("times")
    if times:
        return (
            f"{record['status']:9} {sorted(times)[len(times) // 2]:9.4f} s {record['memory']:7.0f} "
            f"MB"
        )
    return f"{record['status']:9} {record.get('why', '')}"


def machine() -> str:
    """Cores, memory, system and Python; no names."""
    with open("/proc/meminfo") as info:
        memory = int(info.readline().split()[1]) / 2**20
    return (
        f"{os.cpu_count()} cores, {memory:.0f} GB of memory, {platform.system()} "
        f"{platform.machine()}, "
        f"Python {platform.python_version()}"
    )


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--quick", action="store_true", help="a few small sizes, to see that everything works"
    )
    parser.add_argument("--seconds", type=float, help="time limit of a run (60; with --quick 20)")
    parser.add_argument(
        "--peer-python", help="interpreter that has the packages of requirements.txt"
    )
    parser.add_argument(
        "--only",
        default="",
        metavar="TEXT",
        help='only cells such as "dgcv set" (part of the name)',
    )
    parser.add_argument(
        "--out",
        type=Path,
        default=Path(tempfile.gettempdir()) / "nonholo_integrability.jsonl",
        help="results, and where to go on from",
    )
    parser.add_argument("--fresh", action="store_true", help="forget the results in --out")
    parser.add_argument(
        "--write", action="store_true", help="write docs/benchmarks.md and its picture"
    )
    args = parser.parse_args()
    args.seconds = args.seconds or (20.0 if args.quick else 60.0)
    return args


def main() -> int:
    from jobs import BEGIN
    from presentation import document, picture

    args = arguments()
    records = run(args)
    text = document(list(records.values()), date.today().isoformat(), machine())
    if args.write:
        docs = HERE.parent / "docs"
        (docs / "pictures").mkdir(exist_ok=True)
        picture(list(records.values()), docs / "pictures" / "integrability.svg")
        page = docs / "benchmarks.md"
        jobs = page.read_text(encoding="utf-8").partition(BEGIN)
        page.write_text(text.rstrip() + "\n\n" + jobs[1] + jobs[2])  # the part of jobs.py stays
    else:
        print(text)
    return int(
        any(r["method"] in OURS and r["status"] in ("wrong", "failed") for r in records.values())
    )


if __name__ == "__main__":
    sys.exit(main())
