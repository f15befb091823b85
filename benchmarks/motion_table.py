"""The page docs/benchmarks_motion.md from the rows of benchmarks/motion.py."""

from __future__ import annotations

import os
import platform
import sys
from collections.abc import Sequence
from datetime import date
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

PAGE = Path(__file__).parents[1] / "docs" / "benchmarks_motion.md"
PACKAGES = ("numpy", "scipy", "sympy", "python-flint", "pydy", "heyoka")

WORDS = """# Benchmarks: motion

Written by `python benchmarks/motion.py --write` on {today};
{machine}.
{versions}.

Times are CPU time of the process, the best of {repeats} runs; "derive, compile" is wall time with the C compiler, and
includes no imports (but, for heyoka, loading its compiler the first time). Ratios in one run are what counts, as times
on other machines differ.

## Ten seconds of motion

At rtol = {rtol:g}, atol = {atol:g}, from the initial state of the case. "difference" is that of the last state from a
run of DOP853 at 1e-13, the largest of any coordinate or velocity. SymPy's way is `LagrangesMethod` with multipliers,
`lambdify(cse=True)`, `numpy.linalg.solve` and `solve_ivp` with DOP853; PyDy gets the same matrices and makes C of them.
The last column counts the motion alone, in units of SymPy's way.

{motions}

Every run of ours keeps the velocities on the constraints and can be asked for any time on the way; the others give
what `solve_ivp` gives. "C by hand" is a right-hand side written by a person, with the integrator of the package.

## One right-hand side

A call for one state in a loop. The loop of C and that of compiled Python run where the state is at hand; the others
are called from Python. In the last column the time in units of what a person wrote in that language.

{slopes}

## A million right-hand sides

Different states in one call, nanoseconds a state. "vectors": states side by side (size x count), functions of libmvec
for 8 states at once, compiled here with `-march=native`.

{many}

## Ensembles

{members} motions of 2 s at rtol = {rtol:g} from different initial states, milliseconds a motion, with the measurements
of the receipt in ours. The NumPy loop is SymPy's way for one member after the other ({looped} of them were timed).

{ensembles}

## What was to be reached

{goals}
"""


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    line = [
        "---" if i == 0 or not any(c.isdigit() for c in rows[0][i]) else "---:"
        for i in range(len(head))
    ]
    return "\n".join("| " + " | ".join(row) + " |" for row in (head, line, *rows))


def versions() -> str:
    found = [f"Python {platform.python_version()}"]
    for name in PACKAGES:
        try:
            found.append(f"{name} {version(name)}")
        except PackageNotFoundError:
            found.append(f"{name} not installed")
    return ", ".join(found)


def machine() -> str:
    model = ""
    if sys.platform == "linux":
        lines = Path("/proc/cpuinfo").read_text().splitlines()
        model = next(
            (line.split(":")[1].strip() for line in lines if line.startswith("model name")), ""
        )
    load = f"shared with other work (load {os.getloadavg()[1]:.0f})"
    return f"{os.cpu_count()} cores, {model or platform.processor()}, {load}"


def write(**parts: str) -> None:
    PAGE.write_text(
        WORDS.format(
            today=date.today().isoformat(), machine=machine(), versions=versions(), **parts
        )
    )
