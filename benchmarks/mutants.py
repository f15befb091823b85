"""Mutants of the rooms whose answers others rest on: which does no test see?

    python benchmarks/mutants.py                                  every room, 40 mutants of each
    python benchmarks/mutants.py curvature measure --mutants 200 --seed 2

One change at a time in a copy of the package: an operator turned round (`broken.py`), a bound moved,
a whole number one more, a condition always true or always false, a call for its effect, a raise, a
break or a continue left out.  Mutants are drawn by the seed.  Which tests reach a line is measured
first, once for each room, by the package coverage; a mutant is asked only these, the shortest first,
until one fails.  Results are lines of JSON in --out, and the same command goes on from them.  Those
that are known to be equivalent stand in mutants.toml, each with its reason.

"seen": a test fails, or does not end in LATE times what it took; "alive": none does; "unreached": no
test of the room reaches the line."""

from __future__ import annotations

import argparse
import ast
import json
import random
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from broken import COPIED, ROOT, TURNED, seen_by, surroundings

LATE, LEAST, MOST_TESTS = 10, 60.0, 60  # times, seconds; of the tests that reach a line
ROOMS = {  # name: (files of the package, tests)
    "parser": ("readers/parser.py", "test_parser test_bare test_decide"),
    "tokens": ("readers/tokens.py", "test_parser test_bare"),
    "decisions": ("decide/zero.py decide/on_set.py decide/relations.py", "test_decide test_exact"),
    "levels": ("geometry/level_sets/level_set.py geometry/level_sets/sheets.py", "test_levels"),
    "curvature": ("geometry/curvature/curvature.py", "test_geometry"),
    "integrability": ("geometry/curvature/integrability.py", "test_integrability test_geometry"),
    "flag": ("geometry/flag/flag.py geometry/flag/local.py", "test_flag test_geometry"),
    "voronec": ("formulations/voronec.py", "test_formulations test_dynamics test_substitution"),
    "reduced": ("dynamics/reduced.py", "test_formulations test_dynamics test_substitution"),
    "pivots": (
        "geometry/distribution/pivots.py",
        "test_distribution test_geometry test_dependency",
    ),
    "measure": ("dynamics/measure.py", "test_measure test_planted"),
    "families": (
        "geometry/families/partition.py geometry/families/ranks.py geometry/families/conditions.py",
        "test_families test_families_of_motion",
    ),
}
PLUGIN = """\
import coverage
import pytest

@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_protocol(item):
    now = coverage.Coverage.current()
    if now is not None:
        now.switch_context(item.nodeid)
    yield
"""
MOVED: dict[type, type] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
}


def places(tree: ast.Module) -> Iterator[tuple[ast.AST, str]]:
    """(node, change) of each mutant, but for types, docstrings and what is printed."""
    for outer in tree.body:
        for node in ast.walk(outer):
            if isinstance(node, (ast.BinOp, ast.BoolOp)) and type(node.op) in TURNED:
                yield node, "turned"
            elif isinstance(node, ast.Compare):
                yield node, "turned"
                if type(node.ops[0]) in MOVED:
                    yield node, "moved"
            elif isinstance(node, ast.UnaryOp) and isinstance(node.op, (ast.Not, ast.USub)):
                yield node, "turned"
            elif isinstance(node, ast.Constant) and type(node.value) is int:
                yield node, "one more"
            elif isinstance(node, (ast.If, ast.IfExp, ast.While)):
                yield from ((node, word) for word in ("always", "never"))
            elif isinstance(node, (ast.Raise, ast.Break, ast.Continue)) or (
                isinstance(node, ast.Expr) and isinstance(node.value, ast.Call)
            ):
                yield node, "left out"


class Change(ast.NodeTransformer):
    """The tree with one node changed."""

    def __init__(self, node: ast.AST, change: str):
        self.node, self.change = node, change

    def visit(self, node: ast.AST) -> ast.AST:
        return self._changed(node) if node is self.node else super().visit(node)

    def _changed(self, node):
        if self.change == "left out":
            return ast.copy_location(ast.Pass(), node)
        if self.change in ("always", "never"):
            node.test = ast.copy_location(ast.Constant(self.change == "always"), node.test)
        elif self.change == "one more":
            node.value += 1
        elif isinstance(node, ast.UnaryOp):
            negation = isinstance(node.op, ast.Not)
            return ast.UnaryOp(ast.Not(), node) if negation else node.operand
        elif isinstance(node, ast.Compare):
            table = TURNED if self.change == "turned" else MOVED
            node.ops = [table[type(node.ops[0])](), *node.ops[1:]]
        else:
            node.op = TURNED[type(node.op)]()
        return node


def mutant(text: str, place: int) -> tuple[str, int, str] | None:
    """The text with one change, its line, and what it is; None if it says the same."""
    tree = ast.parse(text)
    node, change = list(places(tree))[place]
    before = ast.unparse(node).splitlines()[0]
    changed = ast.fix_missing_locations(Change(node, change).visit(tree))
    wrong = ast.unparse(changed)
    return (
        None
        if wrong == ast.unparse(ast.parse(text))
        else (wrong, node.lineno, f"{change}: {before}")
    )


def reaching(folder: Path, files: list[str], tests: list[str], store: Path) -> dict[str, list[str]]:
    """ "file:line" -> tests that reach it, the shortest first."""
    if store.exists():
        return json.loads(store.read_text())
    (folder / "contexts_of_tests.py").write_text(PLUGIN)
    data, own = folder / "reach", [sys.executable, "-m", "coverage"]
    included = ",".join(str(folder / "nonholo" / file) for file in files)
    command = [*own, "run", f"--data-file={data}", f"--include={included}", "-m", "pytest"]
    command += ["-q", "-n", "0", "-p", "contexts_of_tests", "--durations=0", "-vv", *tests]
    done = subprocess.run(
        command, cwd=folder, env=surroundings(folder), capture_output=True, text=True
    )
    if done.returncode > 1:
        raise SystemExit(done.stdout[-3000:] + done.stderr[-2000:])
    took = {
        name: float(seconds)
        for seconds, name in re.findall(r"^([\d.]+)s call +(\S.*)$", done.stdout, re.M)
    }
    bad = set(re.findall(r"^FAILED (\S+)", done.stdout, re.M))
    report = folder / "reach.json"
    command = [*own, "json", f"--data-file={data}", "-q", "--show-contexts", "-o", str(report)]
    subprocess.run(command, cwd=folder, check=True, env=surroundings(folder))
    found: dict[str, list[str]] = {}
    for name, told in json.loads(report.read_text())["files"].items():
        file = str((folder / name).relative_to(folder / "nonholo"))
        for line, contexts in told["contexts"].items():
            own_tests = sorted(
                {c for c in contexts if c and c not in bad}, key=lambda c: (took.get(c, 0), c)
            )
            found[f"{file}:{line}"] = own_tests
    found["seconds"] = took  # type: ignore[assignment]
    store.write_text(json.dumps(found))
    return found


def drawn(files: list[str], count: int, seed: int, room: str) -> list[tuple[str, int]]:
    """(file, place) of mutants, by the seed."""
    every = []
    for file in files:
        text = (ROOT / "nonholo" / file).read_text(encoding="utf-8")
        every += [(file, i) for i in range(len(list(places(ast.parse(text)))))]
    return random.Random(f"{room} {seed}").sample(every, min(count, len(every)))


def judge(folder: Path, room: str, file: str, place: int, reach: dict) -> dict:
    text = (ROOT / "nonholo" / file).read_text(encoding="utf-8")
    made = mutant(text, place)
    if made is None:
        return {"result": "same"}
    wrong, line, what = made
    record = {"line": line, "what": what}
    took, tests = reach["seconds"], reach.get(f"{file}:{line}", [])
    if not tests:
        return record | {"result": "unreached"}
    target = folder / "nonholo" / file
    target.write_text(wrong, encoding="utf-8")
    try:
        chosen = tests[:MOST_TESTS]
        for some in (chosen[:5], chosen[5:]):
            seconds = LATE * sum(took.get(t, 0.1) for t in some) + LEAST
            by = seen_by(folder, some, seconds) if some else ""
            if by:
                return record | {"result": "seen", "by": by}
        whole = len(tests) <= MOST_TESTS
        return record | {"result": "alive", "asked": len(chosen), "all": whole}
    finally:
        target.write_text(text, encoding="utf-8")


def equivalent() -> dict[str, str]:
    """ "file: what" -> why nothing can tell it."""
    path = Path(__file__).with_name("mutants.toml")
    return tomllib.loads(path.read_text())["equivalent"] if path.exists() else {}


def copied(folder: Path) -> None:
    for part in COPIED:
        if (ROOT / part).is_dir():
            leave = shutil.ignore_patterns("__pycache__")
            shutil.copytree(ROOT / part, folder / part, ignore=leave)
        else:
            shutil.copy(ROOT / part, folder / part)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("rooms", nargs="*", help=", ".join(ROOMS))
    parser.add_argument("--mutants", type=int, default=40, help="of each room (40)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path(tempfile.gettempdir()) / "nonholo_mutants")
    options = parser.parse_args()
    unknown = [room for room in options.rooms if room not in ROOMS]
    if unknown:
        parser.error(f"unknown: {', '.join(unknown)}")
    options.out.mkdir(parents=True, exist_ok=True)
    store, known, alive = options.out / "results.jsonl", equivalent(), 0
    lines = store.read_text().splitlines() if store.exists() else []
    done = {(r["room"], r["file"], r["place"]): r for r in map(json.loads, lines)}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        copied(folder)
        for room in options.rooms or ROOMS:
            files, tests = (words.split() for words in ROOMS[room])
            tests = [f"tests/{test}.py" for test in tests]
            reach = reaching(folder, files, tests, options.out / f"{room}.json")
            counts: Counter[str] = Counter()
            for file, place in drawn(files, options.mutants, options.seed, room):
                key = room, file, place
                if key not in done:
                    record = judge(folder, room, file, place, reach)
                    done[key] = dict(zip(("room", "file", "place"), key)) | record
                    with store.open("a") as out:
                        out.write(json.dumps(done[key]) + "\n")
                record = done[key]
                excused = known.get(f"{file}: {record.get('what')}")
                word = "equivalent" if excused and record["result"] == "alive" else record["result"]
                counts[word] += 1
                if word in ("alive", "unreached"):
                    print(f"{word} {file}:{record['line']} {record['what']}", flush=True)
            judged = counts["seen"] + counts["alive"] + counts["unreached"]
            alive += counts["alive"] + counts["unreached"]
            share = 100 * counts["seen"] / judged if judged else 100.0
            print(f"{room}: {share:.1f} % of {judged} seen; {dict(counts)}", flush=True)
    return 1 if alive else 0


if __name__ == "__main__":
    sys.exit(main())
