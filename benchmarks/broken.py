"""Each feature broken on purpose, one place at a time, and which test sees it.

    python benchmarks/broken.py                            all features, one place of each
    python benchmarks/broken.py --only voronec measure --places 5 --seed 2
    python benchmarks/broken.py --all-tests                where the named tests see nothing: all of them

A place is a sum or difference, a comparison, a connective or a negation in the file of a feature,
turned round in a copy of the package.  The tests that stand beside the feature are run until one
fails; its name is told.  Exit status 1 if nothing fails: then the change means nothing, or a test
is missing, and somebody has to look."""

from __future__ import annotations

import argparse
import ast
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
COPIED = ("nonholo", "tests", "cases", "docs", "benchmarks", "pyproject.toml", "README.md")
LONGEST = 900.0  # seconds of the tests beside a feature
FORMULATION = "test_formulations test_dynamics"
FEATURES = {  # name: (file of the package, tests that stand beside it)
    "curvature": ("geometry/curvature/curvature.py", "test_geometry"),
    "integrability": ("geometry/curvature/integrability.py", "test_integrability test_geometry"),
    "solved rows": ("geometry/distribution/distribution.py", "test_geometry"),
    "growth at a point": ("geometry/flag/local.py", "test_flag"),
    "strata": ("geometry/flag/strata.py", "test_flag test_known_strata"),
    "appell": ("formulations/appell.py", FORMULATION),
    "chaplygin": ("formulations/chaplygin.py", FORMULATION),
    "gauss": ("formulations/gauss.py", FORMULATION),
    "hamel": ("formulations/hamel.py", FORMULATION),
    "kane": ("formulations/kane.py", FORMULATION),
    "maggi": ("formulations/maggi.py", FORMULATION),
    "multipliers": ("formulations/multipliers.py", FORMULATION),
    "udwadia_kalaba": ("formulations/udwadia_kalaba.py", FORMULATION),
    "voronec": ("formulations/voronec.py", f"{FORMULATION} test_nonlinear"),
    "substituted": ("rivals/substituted.py", "test_rivals test_substitution"),
    "equilibria": ("findings/equilibrium.py", "test_equilibrium"),
    "friction": ("findings/friction.py", "test_friction"),
    "stability": ("findings/stability.py", "test_equilibrium test_linearise"),
    "dependency": ("findings/elimination.py", "test_dependency"),
    "consistency": ("dynamics/consistency.py", "test_consistency"),
    "conserved": ("findings/conservation.py", "test_conserved test_momentum test_measure"),
    "motions": ("numerics/integrate.py", "test_numerics test_events test_motion"),
    "chained forms": ("geometry/chained/chained.py", "test_steering"),
    "rank": ("geometry/distribution/pivots.py", "test_pivots test_ranks"),
    "flag": ("geometry/flag/flag.py", "test_flag"),
    "accessibility": ("geometry/accessibility/accessibility.py", "test_flag test_rough"),
    "integrals": ("geometry/integrals/integrals.py", "test_integrals"),
    "level sets": ("geometry/level_sets/level_set.py", "test_levels"),
    "families": ("geometry/families/conditions.py", "test_families"),
    "measures": ("dynamics/measure.py", "test_measure test_certified_measures"),
    "code": ("languages/program.py", "test_languages"),
    "text of a verdict": ("views/verdict/text.py", "test_analysis test_cli test_docs"),
    "record of a verdict": ("views/verdict/record.py", "test_schemas test_scale"),
    "page": ("views/page/html.py", "test_page test_dossier"),
    "graph": ("views/graph/layout.py", "test_dependency"),
    "lesson": ("findings/constraint_lesson.py", "test_explain"),
    "guesses": ("linear/guess.py", "test_exact test_matrices"),
}
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


def operators(tree: ast.Module) -> list[tuple[ast.AST, str]]:
    """(node, field) of each operator that can be turned round, but for those of types."""
    found: list[tuple[ast.AST, str]] = []
    for node in (inner for outer in tree.body for inner in ast.walk(outer)):
        if isinstance(node, (ast.BinOp, ast.BoolOp)) and type(node.op) in TURNED:
            found.append((node, "op"))
        elif isinstance(node, ast.Compare) and type(node.ops[0]) in TURNED:
            found.append((node, "ops"))
        elif isinstance(node, ast.UnaryOp) and isinstance(node.op, (ast.Not, ast.USub)):
            found.append((node, "unary"))
    return found


def broken(text: str, place: int) -> tuple[str, int, str]:
    """The text with one operator turned round, its line, and what stands there then."""
    tree = ast.parse(text)
    places = operators(tree)
    node, field = places[place % len(places)]
    if field == "unary":
        node.op = ast.UAdd() if isinstance(node.op, ast.USub) else ast.Not()
        if isinstance(node.op, ast.Not):
            node.operand = ast.UnaryOp(ast.Not(), node.operand)
    elif field == "op":
        node.op = TURNED[type(node.op)]()
    else:
        node.ops = [TURNED[type(node.ops[0])](), *node.ops[1:]]
    return ast.unparse(ast.fix_missing_locations(tree)), node.lineno, ast.unparse(node)


def surroundings(folder: Path) -> dict[str, str]:
    more = os.environ.get("PYTHONPATH", "").split(os.pathsep)
    path = os.pathsep.join([str(folder), *(p for p in more if p and Path(p).resolve() != ROOT)])
    told = {**os.environ, "PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1"}
    told.pop("CI", None)
    return told


def seen_by(folder: Path, tests: list[str], seconds: float) -> str:
    """The first test that fails, "late", or "" where all pass."""
    command = [sys.executable, "-m", "pytest", "-x", "-q", "--tb=no", "-n", "0"]
    command += ["-p", "no:cacheprovider", "-p", "no:randomly", *tests]
    try:
        done = subprocess.run(
            command,
            cwd=folder,
            env=surroundings(folder),
            capture_output=True,
            text=True,
            timeout=seconds,
        )
    except subprocess.TimeoutExpired:
        return "late"
    if done.returncode == 0:
        return ""
    failed = re.search(r"^(?:FAILED|ERROR) (\S+)", done.stdout, flags=re.M)
    return failed[1] if failed else "the import"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", nargs="*", choices=FEATURES, default=list(FEATURES))
    parser.add_argument("--places", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--all-tests", action="store_true")
    options = parser.parse_args()
    unseen = 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for part in COPIED:
            if (ROOT / part).is_dir():
                leave = shutil.ignore_patterns("__pycache__")
                shutil.copytree(ROOT / part, folder / part, ignore=leave)
            else:
                shutil.copy(ROOT / part, folder / part)
        for feature in options.only:
            file, tests = FEATURES[feature]
            target = folder / "nonholo" / file
            right = target.read_text(encoding="utf-8")
            size = len(operators(ast.parse(right)))
            places = random.Random(f"{feature} {options.seed}").sample(range(size), size)
            for place in places[: options.places]:
                wrong, line, what = broken(right, place)
                target.write_text(wrong, encoding="utf-8")
                test = seen_by(folder, [f"tests/{word}.py" for word in tests.split()], LONGEST)
                if not test and options.all_tests:
                    test = seen_by(folder, [], LONGEST)
                target.write_text(right, encoding="utf-8")
                unseen += not test
                shown = " ".join(what.split())[:60]
                by = f"none ended: {LONGEST:g} s" if test == "late" else test or "UNSEEN"
                print(f"{feature} | {file}:{line} {shown} | {by}", flush=True)
    print(f"{unseen} unseen")
    return 1 if unseen else 0


if __name__ == "__main__":
    sys.exit(main())
