"""The import law holds: .importlinter is kept, and every formulation that does not say so is a
blind witness.
"""

from __future__ import annotations

import ast
import importlib.util
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
CURVATURE = "nonholo.geometry.curvature.curvature"
SEEING = {"nonholo.formulations.voronec", "nonholo.formulations.chaplygin"}

pytest.importorskip(
    "importlinter", reason="import-linter is not installed (pip install nonholo[test])"
)


@pytest.fixture(scope="module")
def graph():
    """Who imports whom in the package, lazy imports included."""
    import grimp

    return grimp.build_graph("nonholo", cache_dir=None)


def test_the_import_law_is_kept(monkeypatch, capsys):
    from importlinter.cli import lint_imports

    monkeypatch.chdir(ROOT)
    status = lint_imports(config_filename=str(ROOT / ".importlinter"), no_cache=True)
    assert status == 0, capsys.readouterr().out


def test_every_other_formulation_is_a_blind_witness(graph):
    """Their agreement with Voronec is an experiment only if the curvature is out of their reach."""
    witnesses = graph.find_children("nonholo.formulations") - SEEING
    assert {"nonholo.formulations.maggi", "nonholo.formulations.multipliers"} <= witnesses
    for witness in witnesses:
        assert graph.find_shortest_chain(witness, CURVATURE) is None, witness


def test_voronec_is_no_blind_witness(graph):
    """Else the test above could not fail."""
    assert graph.find_shortest_chain("nonholo.formulations.voronec", CURVATURE)


def test_geometry_reaches_no_mechanics(graph):
    for upper in ("dynamics", "formulations", "rivals", "findings"):
        assert not graph.find_shortest_chains("nonholo.geometry", f"nonholo.{upper}")


ROOMS = (
    "dynamics",
    "evidence",
    "expectations",
    "formulations",
    "geometry",
    "numerics",
    "readers",
    "rivals",
    "simulation",
    "steering",
)
LOADED = """
import importlib, pkgutil, sys
import {room} as room
for found in pkgutil.walk_packages(room.__path__, room.__name__ + "."):
    if "vendor" not in found.name:
        importlib.import_module(found.name)
print(*sorted(name for name in sys.modules if name.startswith("nonholo.")))
"""


def loaded(room: str) -> set[str]:
    """What a fresh process holds when it has imported all of a room."""
    code = LOADED.format(room=room)
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return set(done.stdout.split())


def test_views_load_nothing_that_computes():
    found = loaded("nonholo.views")
    assert {"nonholo.views.page.html", "nonholo.findings.verdict"} <= found
    assert {name for name in found if name.split(".")[1] in ROOMS} == set()
    assert {name for name in found if name.startswith("nonholo.findings.")} == {
        "nonholo.findings.verdict"
    }


def test_a_dossier_loads_all_of_it():
    """Else the test above could not fail."""
    found = {name.split(".")[1] for name in loaded("nonholo.dossier")}
    assert set(ROOMS) - {"expectations"} <= found


CHECKED = """
import sys
from nonholo.cli import main
main(["check", "heisenberg"])
print(*sorted(name for name in sys.modules if name.startswith("nonholo.")))
"""


def test_a_small_check_loads_no_more_than_it_may_use():
    """Half of its time is the start of the process, and most of that is what is imported."""
    done = subprocess.run(
        [sys.executable, "-c", CHECKED], cwd=ROOT, capture_output=True, text=True, check=True
    )
    found = set(done.stdout.splitlines()[-1].split())
    commands = {f"nonholo.cli.{name}" for name in ("compare", "families", "report", "simulate")}
    late = {
        "nonholo.dynamics.bodies",
        "nonholo.dynamics.consistency",
        "nonholo.findings.completed",
        "nonholo.findings.products",
        "nonholo.geometry.accessibility.steered",
        "nonholo.geometry.flag.singular_on_set",
        "nonholo.geometry.integrals.potentials",
        "nonholo.geometry.level_sets.level_set",
        "nonholo.geometry.sampled.judge",
        "nonholo.linear.guess",
        "nonholo.readers.bodies",
        "nonholo.readers.of_constraints",
        "nonholo.readers.repaired",
    }
    assert {"nonholo.findings.check", "nonholo.cli.check"} <= found
    assert found & (commands | late) == set()
    assert all(importlib.util.find_spec(name) for name in commands | late)


def test_one_room_knows_flint():
    """The exact numbers, polynomials, matrices and balls of all others are those of arithmetic/."""
    knowing = {
        path.relative_to(ROOT / "nonholo").parts[0]
        for path in (ROOT / "nonholo").rglob("*.py")
        if re.search(r"^\s*(from|import) flint", path.read_text(encoding="utf-8"), flags=re.M)
    }
    assert knowing == {"arithmetic"}


@pytest.mark.parametrize("types", [True, False], ids=["for types too", "when it runs"])
def test_no_circle_of_files(types):
    """But that a node of an expression knows its graph, for types."""
    import grimp
    import networkx as nx

    whole = grimp.build_graph("nonholo", cache_dir=None, exclude_type_checking_imports=not types)
    arrows = nx.DiGraph(
        (one, other)
        for one in whole.modules
        for other in whole.find_modules_directly_imported_by(one)
        if not (types and other == "nonholo")  # whose version is told
    )
    circles = [circle for circle in nx.strongly_connected_components(arrows) if len(circle) > 1]
    beside = [c for c in circles if not all(m.startswith("nonholo.expression.") for m in c)]
    assert (beside if types else circles) == []


DOORS = ("cli", "__init__.py", "__main__.py")
LATE = {  # and what else loads a room when it is asked for, and why
    "readers/given.py": "SymPy",
    "readers/draft_reader.py": "bodies, shapes, what is wrong: no part of most cases",
    "readers/on_levels.py": "sets f = 0, for cases with such constraints",
    "findings/check.py": "nonlinear constraints, those that contradict, what settles an answer",
    "findings/on_set.py": "singular points on f = 0",
    "findings/sampled.py": "sets too large for symbols",
    "geometry/accessibility/accessibility.py": "methods that are tried after Chow's theorem",
    "geometry/distribution/distribution.py": "splits that are guessed modulo a prime",
    "geometry/integrals/integrals.py": "the methods, where there is something to integrate",
    "findings/conservation.py": "NumPy, which a comparison does without",
    "dossier/dossier.py": "families, rests and steady motions, which few pages show",
    "findings/letters.py": "families, for letters that have no values",
    "findings/families.py": "NumPy, which all questions but one do without",
    "exploring/explore.py": "the server, of packages that are optional",
    "numerics/integrate.py": "SciPy, on which lean.py builds",
    "simulation/ensemble.py": "SciPy, on which together.py builds",
    "expectations/motion.py": "integrators, for cases that state numbers of a motion",
}


def late(path: Path) -> set[str]:
    """Modules of the package that a file imports inside functions."""
    text = path.read_text(encoding="utf-8")
    if not re.search(r"^ +from nonholo", text, flags=re.M):
        return set()  # most files: no tree is made
    functions = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.FunctionDef)]
    inside = (
        node
        for function in functions
        for node in ast.walk(function)
        if isinstance(node, ast.ImportFrom)
    )
    return {node.module for node in inside if node.module and node.module.startswith("nonholo")}


def test_no_import_is_hidden_in_a_function():
    places = {
        path.relative_to(ROOT / "nonholo").as_posix(): path
        for path in (ROOT / "nonholo").rglob("*.py")
    }
    assert {
        place for place, path in places.items() if late(path) and not place.startswith(DOORS)
    } == set(LATE)


FOREIGN = {
    "_t",
    "_mpf_",
    "_prec",
    "_exit",
    "_handle",
    "_asdict",
    "_assumptions_orig",
}  # of other packages
SYMPY_READERS = (
    "nonholo/readers/sympy_whole.py",
    "nonholo/readers/sympy_mechanics.py",
    "nonholo/readers/fewer_speeds.py",
)


def private_of_others(path: Path) -> set[str]:
    """Names with an underscore that a file asks of objects, and that it does not define itself."""
    text = path.read_text(encoding="utf-8")
    nodes = list(ast.walk(ast.parse(text))) if re.search(r"\._[a-z]", text) else ()
    own = {
        node.name
        for node in nodes
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
    }
    own |= {
        node.attr
        for node in nodes
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store)
    }
    own |= {
        node.value
        for node in nodes
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    own |= {
        node.target.id
        for node in nodes
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name)
    }
    asked = {
        node.attr for node in nodes if isinstance(node, ast.Attribute) and node.attr.startswith("_")
    }
    return {name for name in asked - own - FOREIGN if not name.startswith("__")}


def test_no_private_name_is_used_across_files():
    """SymPy's own models have no other way to be read."""
    files = [
        path
        for path in (ROOT / "nonholo").rglob("*.py")
        if not path.as_posix().endswith(SYMPY_READERS)
    ]
    assert {path.name: found for path in files if (found := private_of_others(path))} == {}


def test_lines_are_short():
    long = [
        (path.name, n)
        for path in (ROOT / "nonholo").rglob("*.py")
        for n, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if len(line) > 100
    ]
    assert long == []


VAGUE = {"found", "own", "rest", "kept"}
KNOWN_BY_USERS = {  # fields of records that users and JSON know by these words
    "EnergyWords.kept",
    "Momentum.kept",
    "Finding.kept",
    "Symbolic.kept",
    "Verdict.kept",
    "Equilibria.found",
    "Equilibria.rest",
    "Steering.found",
}


def test_names_say_what_they_hold():
    """No variable, parameter, function or attribute is called by a word that fits everything."""
    fields: set[str] = set()
    others: list[str] = []
    for path in (ROOT / "nonholo").rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        spelt = re.search(rf"\b({'|'.join(VAGUE)})\b", text)
        nodes = list(ast.walk(ast.parse(text))) if spelt else ()
        inside = {
            id(piece): node.name
            for node in nodes
            if isinstance(node, ast.ClassDef)
            for member in node.body
            for piece in (member, getattr(member, "target", None), *getattr(member, "targets", ()))
        }
        for node in nodes:
            name = _named(node)
            if name in VAGUE and id(node) in inside:
                fields.add(f"{inside[id(node)]}.{name}")
            elif name in VAGUE:
                others.append(f"{path.name}:{node.lineno} {name}")
    assert (fields, others) == (KNOWN_BY_USERS, [])


def _named(node: ast.AST) -> str | None:
    """The name that a piece of source gives to something, or uses."""
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.arg):
        return node.arg
    return node.name if isinstance(node, ast.FunctionDef | ast.ClassDef) else None
