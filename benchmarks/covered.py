"""Lines and branches that tests reach, by room.

    python benchmarks/covered.py tests
    python benchmarks/covered.py tests/test_decide.py tests/test_exact.py --rooms decide

Needs the package coverage.  What runs in child processes is not counted.  With --least 95 the exit
status is 1 where a room has less.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from collections import defaultdict
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent


def measured(tests: list[str], folder: Path) -> dict[str, Any]:
    """What coverage found for each file."""
    data, report = f"--data-file={folder / 'data'}", folder / "report.json"
    own = [sys.executable, "-m", "coverage"]
    command = [*own, "run", data, "--branch", "--source=nonholo", "-m", "pytest", "-q", "-n", "0"]
    done = subprocess.run([*command, *tests], cwd=ROOT, stdout=subprocess.DEVNULL)
    if done.returncode > 1:  # 1: a test fails, and lines were reached
        raise SystemExit(f"the tests did not run: exit status {done.returncode}")
    command = [*own, "json", data, "-q", "-o", str(report)]
    subprocess.run(command, cwd=ROOT, check=True)
    return json.loads(report.read_text())["files"]


def by_room(files: dict[str, Any]) -> dict[str, tuple[int, int, int, int]]:
    """room -> lines reached, lines, branches reached, branches.

    >>> own = {"covered_lines": 3, "num_statements": 4, "covered_branches": 1, "num_branches": 2}
    >>> by_room({"nonholo/decide/zero.py": {"summary": own}})
    {'decide': (3, 4, 1, 2)}
    """
    found: dict[str, list[int]] = defaultdict(lambda: [0] * 4)
    keys = ("covered_lines", "num_statements", "covered_branches", "num_branches")
    for name, own in files.items():
        parts = Path(name).parts[1:]
        room = "/".join(parts[:2] if parts[0] == "geometry" else parts[:1])
        for i, key in enumerate(keys):
            found[room][i] += own["summary"][key]
    return {room: (a, b, c, d) for room, (a, b, c, d) in sorted(found.items())}


def main() -> int:
    ask = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    ask.add_argument("tests", nargs="+")
    ask.add_argument("--rooms", nargs="*", default=[], help="these alone")
    ask.add_argument("--least", type=float, default=0.0)
    asked = ask.parse_args()
    try:
        import coverage  # noqa: F401
    except ImportError:
        ask.error("needs the package coverage: pip install coverage")
    with tempfile.TemporaryDirectory() as folder:
        rooms = by_room(measured(asked.tests, Path(folder)))
    less = False
    for room, (lines, all_lines, branches, all_branches) in rooms.items():
        if asked.rooms and room not in asked.rooms:
            continue
        share = 100 * (lines + branches) / max(all_lines + all_branches, 1)
        less |= share < asked.least
        print(
            f"{room:28} {share:5.1f} %  lines {lines}/{all_lines}, branches {branches}/{all_branches}"
        )
    return 1 if less else 0


if __name__ == "__main__":
    sys.exit(main())
