"""Mutants of what others rest on, and of each feature: which does no test see?

    python benchmarks/mutants.py                                  every room, 40 mutants of each
    python benchmarks/mutants.py curvature measure --mutants 200 --seed 2

One change at a time in a copy of the package: an operator turned round, a bound moved, a
whole number one more, a condition always true or always false, a call for its effect, a raise, a
break or a continue left out.  Mutants are drawn by the seed.  Which tests reach a line is measured
first, once for each room, by the package coverage; a mutant is asked only these, the shortest first
and one of each function before the second, until one fails; those of the room first, then, with
--every-test, all others (what reaches a line is then measured once for all rooms).  Results are lines
of JSON in --out, and the same command goes on from them.  Those that are known to be equivalent stand
in mutants.toml, each with its reason.

"seen": a test fails, or does not end in LATE times what it took; "alive": none does; "unreached": no
test reaches the line; "untried": the change is in no function and no constant.  The tests of a room
are collected once; a mutant is tried in a fork, in which the code of the changed function, or the
constant wherever it was imported, is put into the package as it is.

Where a mutant is alive that changes how much is tried (a constant of the module, or the bound of a
comparison with one), it is counted apart, as "amount": a budget decides where an answer is left open,
not which."""

from __future__ import annotations

import argparse
import ast
import compileall
import contextlib
import importlib
import json
import os
import random
import re
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FunctionType, ModuleType
from typing import NamedTuple

import hypothesis  # noqa: F401  (imported once, for all forks)
import numpy  # noqa: F401
import pytest
import sympy  # noqa: F401
from _pytest.runner import runtestprotocol
from pytest import Session

ROOT = Path(__file__).resolve().parent.parent
COPIED = ("nonholo", "tests", "cases", "docs", "benchmarks", "pyproject.toml", "README.md")
PLAIN = (int, float, str, tuple, frozenset, set, list, dict)  # what a constant is
LATE, LEAST, MOST_TESTS = 10, 60.0, 250  # times, seconds; of the tests that reach a line
ROOMS = {  # name: (files of the package, tests)
    "parser": ("readers/parser.py", "test_parser test_bare test_nothing_dropped"),
    "tokens": ("readers/tokens.py", "test_parser test_bare test_nothing_dropped"),
    "decisions": (
        "decide/zero.py decide/on_set.py decide/relations.py",
        "test_decide test_on_set test_exact test_domain test_smooth",
    ),
    "levels": (
        "geometry/level_sets/level_set.py geometry/level_sets/sheets.py",
        "test_sheets test_levels test_level_certificates",
    ),
    "curvature": ("geometry/curvature/curvature.py", "test_geometry"),
    "integrability": ("geometry/curvature/integrability.py", "test_integrability test_geometry"),
    "flag": (
        "geometry/flag/flag.py geometry/flag/local.py",
        "test_brackets test_flag test_geometry test_goursat_flags test_points",
    ),
    "split": ("geometry/distribution/distribution.py", "test_geometry"),
    "strata": ("geometry/flag/strata.py", "test_flag test_known_strata"),
    "accessibility": ("geometry/accessibility/accessibility.py", "test_flag test_rough"),
    "integrals": ("geometry/integrals/integrals.py", "test_integrals"),
    "chained": ("geometry/chained/chained.py", "test_steering"),
    "guesses": ("linear/guess.py", "test_exact test_matrices"),
    "voronec": ("formulations/voronec.py", "test_formulations test_dynamics test_nonlinear"),
    "formulations": (
        "formulations/appell.py formulations/chaplygin.py formulations/gauss.py "
        "formulations/hamel.py formulations/kane.py formulations/maggi.py "
        "formulations/multipliers.py formulations/udwadia_kalaba.py",
        "test_formulations test_dynamics",
    ),
    "substituted": (
        "rivals/substituted.py",
        "test_rivals test_substitution test_certified_substitutions",
    ),
    "poles": (
        "algebra/poles.py readers/read_in_full.py",
        "test_poles test_lost_divisors test_lost_domains",
    ),
    "numbers": (
        "readers/real_number.py",
        "test_given_numbers test_lost_divisors test_lost_domains",
    ),
    "along": ("steering/along.py steering/barred.py", "test_bounds_along"),
    "regions": (
        "signs/line.py signs/plane.py signs/values.py signs/factored.py",
        "test_assumptions test_steady_stability test_values",
    ),
    "roots": (
        "signs/single_valued.py decide/separation.py decide/outside.py",
        "test_separation test_outside test_domain test_integrals_by_ansatz",
    ),
    "reach": (
        "geometry/accessibility/contraction.py geometry/accessibility/kinks.py "
        "geometry/accessibility/orbits.py geometry/accessibility/own_domain.py "
        "geometry/accessibility/spanning.py geometry/accessibility/kept.py",
        "test_contraction test_rough test_own_domain",
    ),
    "rests": (
        "dynamics/rest_charts.py dynamics/rest_sides.py dynamics/rest_tubes.py dynamics/sided.py "
        "dynamics/inhabited.py",
        "test_rest_charts test_degenerate_rests test_released",
    ),
    "reduced": ("dynamics/reduced.py", "test_formulations test_dynamics test_substitution"),
    "pivots": (
        "geometry/distribution/pivots.py",
        "test_pivots test_geometry test_dependency",
    ),
    "signs": (
        "geometry/zeros/signs.py",
        "test_pivots test_geometry test_known_strata test_assumptions test_flag",
    ),
    "pieces": (
        "geometry/families/pieces.py geometry/families/factors.py geometry/families/solutions.py "
        "geometry/families/admissible.py geometry/families/exact_points.py",
        "test_family_fields test_ranks test_families",
    ),
    "measure": ("dynamics/measure.py", "test_measure test_planted test_certified_measures"),
    "families": (
        "geometry/families/partition.py geometry/families/ranks.py geometry/families/conditions.py",
        "test_ranks test_families test_families_of_motion",
    ),
    "consistency": ("dynamics/consistency.py", "test_consistency"),
    "conserved": ("findings/conservation.py", "test_conserved test_momentum test_measure"),
    "dependency": ("findings/elimination.py", "test_dependency"),
    "equilibria": (
        "findings/equilibrium.py findings/stability.py",
        "test_equilibrium test_linearise",
    ),
    "friction": ("findings/friction.py", "test_friction"),
    "lesson": ("findings/constraint_lesson.py", "test_explain"),
    "motions": ("numerics/integrate.py", "test_numerics test_events test_motion"),
    "code": ("languages/program.py", "test_languages"),
    "views": (
        "views/verdict/text.py views/verdict/record.py views/page/html.py views/graph/layout.py",
        "test_analysis test_cli test_docs test_schemas test_scale test_page test_dossier "
        "test_dependency",
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
TURNED: dict[type, type] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Lt: ast.GtE,
    ast.LtE: ast.Gt,
    ast.Gt: ast.LtE,
    ast.GtE: ast.Lt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.And: ast.Or,
    ast.Or: ast.And,
}
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


class Mutant(NamedTuple):
    """A changed text, the line of the change, and what it is."""

    text: str
    line: int
    what: str
    within: bool  # a function
    amount: bool  # how much is tried


def mutant(text: str, place: int) -> Mutant | None:
    """The text with one change; None if it says the same."""
    tree = ast.parse(text)
    node, change = list(places(tree))[place]
    outer = next(top for top in tree.body if any(inner is node for inner in ast.walk(top)))
    before = ast.unparse(node).splitlines()[0]
    named = [word for word in re.findall(r"\b[A-Z][A-Z_]+\b", before) if word in constants(tree)]
    tries = isinstance(outer, ast.Assign) and _numbers(outer.value)
    amount = tries or (change == "moved" and bool(named))
    within = isinstance(outer, (ast.FunctionDef, ast.ClassDef))
    changed = ast.fix_missing_locations(Change(node, change).visit(tree))
    wrong = ast.unparse(changed)
    if wrong == ast.unparse(ast.parse(text)):
        return None
    return Mutant(wrong, node.lineno, f"{change}: {before}", within, amount)


def constants(tree: ast.Module) -> set[str]:
    """The names of numbers that stand at the head of a module."""
    return {
        name.id
        for line in tree.body
        if isinstance(line, ast.Assign) and _numbers(line.value)
        for target in line.targets
        for name in ast.walk(target)
        if isinstance(name, ast.Name)
    }


def _numbers(node: ast.AST) -> bool:
    """A number, or several."""
    if isinstance(node, (ast.BinOp, ast.UnaryOp, ast.Tuple)):
        return all(
            _numbers(part) for part in ast.iter_child_nodes(node) if isinstance(part, ast.expr)
        )
    return isinstance(node, ast.Constant) and type(node.value) in (int, float)


def reaching(folder: Path, files: list[str], tests: list[str], store: Path) -> dict:
    """ "lines": "file:line" -> tests that reach it, the shortest first; "seconds" of each test."""
    if store.exists():
        return json.loads(store.read_text())
    (folder / "contexts_of_tests.py").write_text(PLUGIN)
    report, own = folder / "lines.json", [sys.executable, "-m", "coverage"]
    included = ",".join(str(folder / "nonholo" / file) for file in files)
    command = [*own, "run", "--data-file=reach", f"--include={included}", "-m", "pytest"]
    command += ["-q", "-n", "0", "-p", "contexts_of_tests", "--durations=0", "-vv", *tests]
    around = {"cwd": folder, "env": surroundings(folder)}
    done = subprocess.run(command, capture_output=True, text=True, **around)
    if done.returncode > 1:
        raise SystemExit(done.stdout[-3000:] + done.stderr[-2000:])
    command = [*own, "json", "--data-file=reach", "-q", "--show-contexts", "-o", str(report)]
    subprocess.run(command, check=True, **around)
    told = json.loads(report.read_text())["files"]
    contexts = {
        f"{(folder / name).relative_to(folder / 'nonholo')}:{line}": reached
        for name, file in told.items()
        for line, reached in file["contexts"].items()
    }
    found = sorted_tests(contexts, done.stdout)
    store.write_text(json.dumps(found))
    return found


def sorted_tests(contexts: dict[str, list[str]], output: str) -> dict:
    """What `reaching` tells, from the tests that reach each line and what pytest printed."""
    calls = re.findall(r"^([\d.]+)s call +(\S.*)$", output, re.M)
    took = {name: float(seconds) for seconds, name in calls}
    bad = set(re.findall(r"^FAILED (\S+)", output, re.M))
    lines = {
        place: sorted({t for t in tests if t} - bad, key=lambda t: (took.get(t, 0), t))
        for place, tests in contexts.items()
    }
    return {"lines": lines, "seconds": took}


class Trials:
    """Asks the tests that were collected, for one mutant after another, instead of running them."""

    def __init__(self, ask: Callable[[Session], None]):
        self.ask = ask

    def pytest_runtestloop(self, session: Session) -> bool:
        self.ask(session)
        return True


def first_failure(items: list, put: Callable[[], bool], seconds: float) -> str:
    """The first of the tests that fails once the mutant is put in, "late", "untried", or "" where
    all pass; in a fork of this process.
    """
    heard, told = os.pipe()
    child = os.fork()
    if not child:
        os.setsid()
        silence = os.open(os.devnull, os.O_WRONLY)
        os.dup2(silence, 1)
        os.dup2(silence, 2)
        try:
            os.write(told, (failing(items) if put() else "untried").encode())
        except BaseException:
            os.write(told, b"the import")
        finally:
            os._exit(0)
    os.close(told)
    try:
        late = not select.select([heard], [], [], seconds)[0]
        return "late" if late else os.read(heard, 500).decode()
    finally:
        os.close(heard)
        with contextlib.suppress(ProcessLookupError):
            os.killpg(child, signal.SIGKILL)
        os.waitpid(child, 0)


def failing(items: list) -> str:
    """The first of the tests that fails."""
    for item, following in zip(items, [*items[1:], None]):
        if any(r.failed for r in runtestprotocol(item, log=False, nextitem=following)):
            return item.nodeid
    return ""


def functions(space: object, name: str, prefix: str = "") -> Iterator[tuple[str, FunctionType]]:
    """The functions of a module, or of a class of it, by their names."""
    for key, value in list(vars(space).items()):
        if isinstance(value, type) and value.__module__ == name and value is not space:
            yield from functions(value, name, f"{prefix}{key}.")
        else:
            for part in ("fget", "func", "__func__", "__wrapped__"):
                value = getattr(value, part, None) or value
            if isinstance(value, FunctionType) and value.__module__ == name:
                yield prefix + key, value


def put_in(file: str, wrong: str, within: bool) -> bool:
    """Put a changed text into the module that is imported; False if that tells nothing.

    within: the change is inside a function.
    """
    name = "nonholo." + file.removesuffix(".py").replace("/", ".")
    module = importlib.import_module(name)
    changed = ModuleType(name)
    changed.__dict__.update(__file__=module.__file__, __package__=module.__package__)
    exec(compile(wrong, file, "exec"), changed.__dict__)
    new = dict(functions(changed, name))
    for key, old in functions(module, name):
        old.__code__ = new[key].__code__
        old.__defaults__, old.__kwdefaults__ = new[key].__defaults__, new[key].__kwdefaults__
    for key, value in vars(changed).items():
        was = getattr(module, key, None)
        if not key.startswith("__") and isinstance(value, PLAIN) and value != was:
            within = True
            for other in list(sys.modules.values()):
                if vars(other).get(key) is was:
                    setattr(other, key, value)
    return within


def drawn(files: list[str], count: int, seed: int, room: str) -> list[tuple[str, int]]:
    """(file, place) of mutants, by the seed."""
    every = []
    for file in files:
        text = (ROOT / "nonholo" / file).read_text(encoding="utf-8")
        every += [(file, i) for i in range(len(list(places(ast.parse(text)))))]
    return random.Random(f"{room} {seed}").sample(every, min(count, len(every)))


def judge(session: Session, file: str, place: int, reach: dict, own: list[str]) -> dict:
    """What becomes of one mutant; the tests of the room, `own`, are asked first."""
    text = (ROOT / "nonholo" / file).read_text(encoding="utf-8")
    made = mutant(text, place)
    if made is None:
        return {"result": "same"}
    wrong, line, what, within, amount = made
    record = {"line": line, "what": what}
    took = reach["seconds"]
    reached = reach["lines"].get(f"{file}:{line}", [])
    tests = sorted(in_turn(reached), key=lambda test: test.partition("::")[0] not in own)
    if not tests and within:
        return record | {"result": "amount" if amount else "unreached"}
    items = {item.nodeid: item for item in session.items}
    chosen = [items[test] for test in tests[:MOST_TESTS]]
    seconds = LATE * sum(took.get(item.nodeid, 0.1) for item in chosen) + LEAST
    by = first_failure(chosen, lambda: put_in(file, wrong, within), seconds)
    if by == "untried":
        return record | {"result": by}
    if by:
        return record | {"result": "seen", "by": by}
    whole = len(tests) <= MOST_TESTS
    asked = {"asked": len(chosen), "all": whole}
    passed = "alive" if tests else "unreached"
    return record | {"result": "amount" if amount else passed} | asked


def in_turn(tests: list[str]) -> list[str]:
    """The first of each function, then the second: many of one function tell the same."""
    met: Counter[str] = Counter()
    turns = []
    for test in tests:
        name = test.partition("[")[0]
        turns.append((met[name], test))
        met[name] += 1
    return [test for _, test in sorted(turns, key=lambda turn: turn[0])]


def equivalent() -> dict[str, str]:
    """ "file: what" -> why nothing can tell it."""
    path = Path(__file__).with_name("mutants.toml")
    return tomllib.loads(path.read_text())["equivalent"] if path.exists() else {}


def surroundings(folder: Path) -> dict[str, str]:
    """The variables of a process that imports the copy."""
    more = os.environ.get("PYTHONPATH", "").split(os.pathsep)
    path = os.pathsep.join([str(folder), *(p for p in more if p and Path(p).resolve() != ROOT)])
    told = {**os.environ, "PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1"}
    told.pop("CI", None)
    return told


def copied(folder: Path) -> None:
    """The project in a folder, compiled, so that a fork compiles only what is changed."""
    for part in COPIED:
        if (ROOT / part).is_dir():
            leave = shutil.ignore_patterns("__pycache__")
            shutil.copytree(ROOT / part, folder / part, ignore=leave)
        else:
            shutil.copy(ROOT / part, folder / part)
    for part in ("nonholo", "tests"):
        compileall.compile_dir(folder / part, quiet=1)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("rooms", nargs="*", help=", ".join(ROOMS))
    parser.add_argument("--mutants", type=int, default=40, help="of each room (40)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--every-test", action="store_true", help="not those of the room alone")
    parser.add_argument("--out", type=Path, default=Path(tempfile.gettempdir()) / "nonholo_mutants")
    options = parser.parse_args()
    unknown = [room for room in options.rooms if room not in ROOMS]
    if unknown:
        parser.error(f"unknown: {', '.join(unknown)}")
    options.out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        copied(folder)
        os.chdir(folder)
        os.environ.update(surroundings(folder))
        sys.path.insert(0, str(folder))
        statuses = [in_a_fork(room, folder, options) for room in options.rooms or ROOMS]
    return max(statuses)


def in_a_fork(room: str, folder: Path, options: argparse.Namespace) -> int:
    """The mutants of a room, by a process that imports the package anew; 1 if one is alive."""
    sys.stdout.flush()
    child = os.fork()
    if not child:
        os._exit(of_a_room(room, folder, options))
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def of_a_room(room: str, folder: Path, options: argparse.Namespace) -> int:
    files, own = (words.split() for words in ROOMS[room])
    own = [f"tests/{test}.py" for test in own]
    if options.every_test:
        every = [file for names, _tests in ROOMS.values() for file in names.split()]
        tests, name = ["tests"], "every_test"
    else:
        every, tests, name = files, own, room
    reach = reaching(folder, every, tests, options.out / f"{name}.json")
    left: list[str] = []

    def ask(session: Session) -> None:
        store, counts = options.out / "results.jsonl", Counter()
        lines = store.read_text().splitlines() if store.exists() else []
        done = {(r["room"], r["file"], r["place"]): r for r in map(json.loads, lines)}
        for file, place in drawn(files, options.mutants, options.seed, room):
            key = room, file, place
            if key not in done:
                record = judge(session, file, place, reach, own)
                done[key] = dict(zip(("room", "file", "place"), key)) | record
                with store.open("a") as out:
                    out.write(json.dumps(done[key]) + "\n")
            counts[told(done[key], left)] += 1
        judged = counts["seen"] + len(left)
        share = 100 * counts["seen"] / judged if judged else 100.0
        print(f"{room}: {share:.1f} % of {judged} seen; {dict(counts)}", file=sys.stderr)

    quiet = ["-q", "--assert=plain", "-n", "0", "-p", "no:cacheprovider", "-s", "--no-summary"]
    pytest.main([*quiet, *tests], plugins=[Trials(ask)])
    return 1 if left else 0


def told(record: dict, left: list[str]) -> str:
    """What became of a mutant; one that nothing sees and nothing excuses is told, and kept."""
    known = equivalent()
    what, line = f"{record['file']}: {record.get('what')}", record.get("line", 1)
    text = (ROOT / "nonholo" / record["file"]).read_text(encoding="utf-8").splitlines()[line - 1]
    excused = known.get(what) or known.get(f"{what} in: {text.strip()}")
    word = "equivalent" if excused and record["result"] == "alive" else record["result"]
    if word in ("alive", "unreached", "untried"):
        left.append(f"{word} {record['file']}:{record['line']} {record['what']}")
        print(left[-1], file=sys.stderr, flush=True)
    return word


if __name__ == "__main__":
    sys.exit(main())
