"""Limits of input: the largest sets, as files, through whole processes of `nonholo check`.

    python benchmarks/limits.py [--write] [--only sparse]

Dense sets with quadratic entries and sparse ones (see families.py) are written as case files; each
is judged by a process of its own, whose CPU seconds and peak of memory are measured with its
children.  --write puts the table into docs/benchmarks.md, where rows that were not measured stay.
"""

from __future__ import annotations

import argparse
import datetime
import json
import os
import platform
import re
import subprocess
import sys
import tempfile
from importlib.metadata import version
from pathlib import Path
from textwrap import fill

from families import FAMILIES

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "benchmarks.md"
BEGIN, END = "<!-- limits -->", "<!-- end of limits -->"
SIZES = [
    ("dense", 200, 100),
    ("dense", 400, 200),
    ("dense", 600, 300),
    *(("sparse", n, n // 2) for n in (2500, 5000, 10000, 20000)),
    *(("sparse_off", n, n // 2) for n in (5000, 10000, 20000)),
]
NAMED = {"dense": "dense", "sparse": "sparse", "sparse_off": "sparse, one coefficient off by 1e-30"}
HEAD = ("set", "n", "k", "file", "CPU", "a row", "memory", "verdict")
TEXT = """## Limits of input

{words}

{table}
"""
WORDS = (
    "The largest sets as a person asks for them: a case file through `nonholo check`, one process "
    "each, with `--time-limit 600` and the memory limit that it has by itself; "
    "by `python benchmarks/limits.py --write`. Measured on {date}: {cores} cores shared "
    "with other work, {machine}, Python {python}, nonholo {nonholo}. The families are those of the "
    'tables above; "a row" is the CPU time over k, which stays the same where time is linear. A '
    "file may have 2 MB, or a 500th of the memory limit where that is more; a larger one is "
    "refused with what it has and what is allowed."
)
CHILD = (
    "import resource, subprocess, sys\n"
    "done = subprocess.run([sys.executable, '-m', 'nonholo', *sys.argv[1:]], "
    "capture_output=True, text=True)\n"
    "used = resource.getrusage(resource.RUSAGE_CHILDREN)\n"
    "print(used.ru_utime + used.ru_stime, used.ru_maxrss / 1024)\n"
    "print((done.stdout or done.stderr)[:4000])\n"
)


def written(family: str, n: int, k: int, folder: Path) -> Path:
    """The case file of a set."""
    problem = FAMILIES[family](n, k)
    file = folder / f"{family}_{n}_{k}.toml"
    rows = ",\n".join(map(json.dumps, problem.texts))
    file.write_text(f"coordinates = {json.dumps(problem.names)}\nconstraints = [\n{rows}\n]\n")
    return file


def measured(file: Path, limit: float) -> tuple[float, float, str]:
    """CPU seconds, megabytes, and the first words of the answer."""
    done = subprocess.run(
        [sys.executable, "-c", CHILD, "check", str(file), "--time-limit", f"{limit:g}"],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        check=True,
    )
    first, _, answer = done.stdout.partition("\n")
    seconds, memory = map(float, first.split())
    told = re.search(
        r"^(NONHOLONOMIC|HOLONOMIC|PARTLY HOLONOMIC|UNDECIDED|nonholo: .*)", answer, re.M
    )
    return seconds, memory, told[0].lower() if told else answer.split("\n")[0][:80]


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("--write", action="store_true")
    options.add_argument("--only", default="")
    options.add_argument("--limit", type=float, default=600.0, metavar="SECONDS")
    asked = options.parse_args()
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        for family, n, k in (s for s in SIZES if asked.only in s[0]):
            file = written(family, n, k, Path(folder))
            seconds, memory, told = measured(file, asked.limit)
            cells = [NAMED[family], f"{n:,}", f"{k:,}", f"{file.stat().st_size / 1e6:.2g} MB"]
            cells += [f"{seconds:.1f} s", f"{1e3 * seconds / k:.1f} ms", f"{memory:,.0f} MB", told]
            rows.append(cells)
            print(*cells, sep=" | ", flush=True)
    if asked.write:
        write(rows)
    return 0


def write(rows: list[list[str]]) -> None:
    words = WORDS.format(
        date=datetime.date.today().isoformat(),
        cores=os.cpu_count(),
        machine=f"{platform.system()} {platform.machine()}",
        python=platform.python_version(),
        nonholo=version("nonholo"),
    )
    lines = [HEAD, ["---", *["---:"] * 6, "---"], *_with_those_before(rows)]
    table = "\n".join(f"| {' | '.join(line)} |" for line in lines)
    text = TEXT.format(words=fill(words, 116, break_on_hyphens=False), table=table)
    page = PAGE.read_text(encoding="utf-8")
    before, after = page.split(BEGIN)[0], page.split(END)[-1] if END in page else "\n"
    PAGE.write_text(f"{before.rstrip()}\n\n{BEGIN}\n{text}{END}{after}", encoding="utf-8")


def _with_those_before(rows: list[list[str]]) -> list[list[str]]:
    page = PAGE.read_text(encoding="utf-8").partition(BEGIN)[2].partition(END)[0]
    lines = [line.strip("| ").split(" | ") for line in page.splitlines() if line.startswith("|")]
    known = {(line[0], line[1]): line for line in [*lines[2:], *rows]}
    order = [(NAMED[family], f"{n:,}") for family, n, _ in SIZES]
    return [known[key] for key in order if key in known]


if __name__ == "__main__":
    sys.exit(main())
