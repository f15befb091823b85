"""Are the answers of all cases as they were?  A script, no test: writes them, compares two folders.

    python tests/same_answers.py write BEFORE
    ... a change of the code ...
    python tests/same_answers.py write AFTER
    python tests/same_answers.py compare BEFORE AFTER

One file a case and question: exit status, words on standard error, and what was printed, as JSON
where it is JSON.  No answer may depend on what was asked before (`--order`, `--fresh`) or on the
order of sets (`--hash-seed`), nor on the speed of the machine (`--clock 10`: to the program each
second seems to be ten), so folders written in other ways must compare as equal too.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import json
import os
import random
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

QUESTIONS = {
    "check": ["check", "--json"],
    "compare": ["compare", "--json"],
    "graph": ["graph", "--json"],
    "equations": ["equations"],
    "linearise": ["linearise", "--json"],
    "simulate": ["simulate", "--json"],
}
ROOT = Path(__file__).resolve().parent.parent
NOTHING = "(nothing)"
Difference = tuple[str, Any, Any]  # key, before, after


# asking -------------------------------------------------------------------------------------------
def asked(cases: Sequence[str], questions: Sequence[str], order: str) -> list[tuple[str, str]]:
    """Pairs (case, question), as listed, reversed, or shuffled by a seed."""
    pairs = [(case, question) for case in cases for question in questions]
    if order == "reversed":
        return pairs[::-1]
    if order != "listed":
        random.Random(int(order)).shuffle(pairs)
    return pairs


def in_this_process(arguments: Sequence[str]) -> tuple[int, str, str]:
    from nonholo.cli import main

    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            status = main(list(arguments))
        except SystemExit as end:  # the parser of options
            status = int(end.code or 0)
    return status, out.getvalue(), err.getvalue()


def in_a_fresh_process(arguments: Sequence[str]) -> tuple[int, str, str]:
    done = subprocess.run(
        [sys.executable, "-m", "nonholo", *arguments],
        capture_output=True,
        text=True,
        encoding="utf-8",
        errors="replace",
    )
    return done.returncode, done.stdout, done.stderr


def answer(status: int, out: str, err: str) -> dict[str, Any]:
    """What is kept of one answer."""
    try:
        told = json.loads(out)
    except ValueError:
        told = out.splitlines()
    return {"status": status, "told": told, "words": err.splitlines()}


def hurry(clock: float) -> None:
    """Every clock that Python can read goes so many times as fast: the machine seems as slow."""
    for name in ("time", "monotonic", "perf_counter", "process_time", "thread_time"):
        setattr(time, name, _hurried(getattr(time, name), clock))


def _hurried(read: Callable[[], float], clock: float) -> Callable[[], float]:
    start = read()
    return lambda: start + clock * (read() - start)


def write(options: argparse.Namespace) -> int:
    hurry(options.clock)
    folder = Path(options.folder).resolve()
    folder.mkdir(parents=True, exist_ok=True)
    root = Path(options.package).resolve()
    os.chdir(root)
    sys.path.insert(0, str(root))
    os.environ["PYTHONPATH"] = str(root)
    ask = in_a_fresh_process if options.fresh else in_this_process
    pairs = asked(found_cases(options.cases), options.questions.split(","), options.order)
    for number, (case, question) in enumerate(pairs, start=1):
        print(f"[{number}/{len(pairs)}] {question} {case}", file=sys.stderr, flush=True)
        command, *rest = QUESTIONS[question]
        record = answer(*ask([command, case, *rest]))
        text = json.dumps(record, indent=1, ensure_ascii=False, sort_keys=True)
        at = Path(case).with_suffix("")
        name = "-".join(at.parts[len(at.anchor) :])
        (folder / f"{name}.{question}.json").write_text(text + "\n", encoding="utf-8")
    return 0


def found_cases(named: Sequence[str]) -> list[str]:
    """Case files, and those of folders with all that is in them, as names below the package."""
    paths = [Path(name) for name in named or ("cases",)]
    files = [f for p in paths for f in (sorted(p.rglob("*.toml")) if p.is_dir() else [p])]
    return [f.as_posix() for f in files]


# comparing ----------------------------------------------------------------------------------------
def differences(before: Any, after: Any, close: float, at: str = "") -> Iterator[Difference]:
    """Where two values differ: (key, before, after); a key is written a.b[3].c."""
    if isinstance(before, dict) and isinstance(after, dict):
        for key in sorted(before.keys() | after.keys()):
            old, new = before.get(key, NOTHING), after.get(key, NOTHING)
            yield from differences(old, new, close, f"{at}.{key}" if at else key)
    elif isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
        for i, (old, new) in enumerate(zip(before, after, strict=True)):
            yield from differences(old, new, close, f"{at}[{i}]")
    elif not same(before, after, close):
        yield at, before, after


def same(before: Any, after: Any, close: float) -> bool:
    """Equal, of one kind; floats as close as asked."""
    if type(before) is type(after) is float and close:
        return abs(before - after) <= close * max(1.0, abs(before), abs(after))
    return type(before) is type(after) and before == after


def compare(options: argparse.Namespace) -> int:
    before, after = contents(options.before), contents(options.after)
    changed = 0
    for name in sorted(before.keys() | after.keys()):
        if name not in before or name not in after:
            where = options.before if name in before else options.after
            lines = [f"  only in {where}"]
        else:
            found = differences(before[name], after[name], options.close)
            lines = told(list(found), options.rows)
        if lines:
            changed += 1
            print("\n".join([name, *lines]))
    print(f"{len(before.keys() & after.keys())} answers compared, {changed} differ")
    return 1 if changed or not before else 0


def contents(folder: str) -> dict[str, Any]:
    files = sorted(Path(folder).glob("*.json"))
    return {f.name: json.loads(f.read_text(encoding="utf-8")) for f in files}


def told(found: Sequence[Difference], rows: int) -> list[str]:
    """One line a key, the first of each list and how many more; a few keys a file."""
    kinds: dict[str, list[Difference]] = {}
    for difference in found:
        kinds.setdefault(re.sub(r"\[\d+\]", "[]", difference[0]), []).append(difference)
    lines = []
    for (key, old, new), *more in list(kinds.values())[:rows]:
        again = f"  (and {len(more)} like it)" if more else ""
        lines.append(f"  {key or 'all'}: {short(old)} -> {short(new)}{again}")
    if len(kinds) > rows:
        lines.append(f"  ... and {len(kinds) - rows} more keys")
    return lines


def short(value: Any, most: int = 70) -> str:
    text = value if value is NOTHING else json.dumps(value, ensure_ascii=False)
    return text if len(text) <= most else f"{text[:most]}... ({len(text)} characters)"


# options ------------------------------------------------------------------------------------------
def parser() -> argparse.ArgumentParser:
    top = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    ways = top.add_subparsers(required=True, metavar="write | compare")
    add = ways.add_parser("write", help="write the answers into a folder")
    add.add_argument("folder")
    add.add_argument("--cases", nargs="+", default=(), help="files or folders (default: cases)")
    add.add_argument("--questions", default=",".join(QUESTIONS), help="some of %(default)s")
    add.add_argument("--package", default=str(ROOT), help="the folder of nonholo (default: this)")
    add.add_argument("--fresh", action="store_true", help="a process of its own for each answer")
    add.add_argument("--order", default="listed", help="listed, reversed, or the seed of a shuffle")
    add.add_argument("--clock", type=float, default=1, help="how fast clocks go (default 1)")
    add.add_argument("--hash-seed", help="PYTHONHASHSEED of the processes")
    add.set_defaults(run=write)
    add = ways.add_parser("compare", help="compare two folders, key by key")
    add.add_argument("before")
    add.add_argument("after")
    add.add_argument("--close", type=float, default=0, help="floats may differ so far (default 0)")
    add.add_argument("--rows", type=int, default=12, help="keys told of a file (default 12)")
    add.set_defaults(run=compare)
    return top


def main() -> int:
    options = parser().parse_args()
    seed = getattr(options, "hash_seed", None)
    if seed is not None and os.environ.get("PYTHONHASHSEED") != seed:
        os.environ["PYTHONHASHSEED"] = seed  # is read when Python starts
        os.execv(sys.executable, [sys.executable, *sys.argv])
    return options.run(options)


if __name__ == "__main__":
    sys.exit(main())
