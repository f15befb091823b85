"""Types hold: mypy, as pyproject.toml sets it up, has no complaint; strict where that is said
there.
"""

from __future__ import annotations

import ast
import subprocess
import sys
import tomllib
from collections.abc import Callable
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
if find_spec("mypy") is None:
    pytest.skip("mypy is not installed: pip install 'nonholo[suite]'", allow_module_level=True)
slow = pytest.mark.slow  # most of a minute on a busy machine


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What mypy found of the package, for all tests of this file."""
    return tmp_path_factory.mktemp("mypy")


@pytest.fixture
def checked(monkeypatch: pytest.MonkeyPatch, cache: Path) -> Callable[..., str]:
    """What mypy says of files, or of the package; its last line counts the complaints.  A process
    of its own takes with it what mypy leaves behind: half a gigabyte, and five seconds to clear.
    """
    monkeypatch.chdir(ROOT)
    options = ["--config-file", str(ROOT / "pyproject.toml"), "--cache-dir", str(cache)]
    # the stubs of what is installed are written for the Python that it is installed for
    options += ["--python-version", "{}.{}".format(*sys.version_info)]

    def ask(*files: Path) -> str:
        words = [sys.executable, "-m", "mypy", *options, "--no-color-output", *map(str, files)]
        done = subprocess.run(words, capture_output=True, text=True)
        return done.stdout + done.stderr

    return ask


@slow
@pytest.mark.skipif(
    int(version("numpy").split(".")[0]) < 2, reason="the stubs of NumPy 1 say other things"
)
def test_no_complaints(checked: Callable[..., str]):
    said = checked()
    assert said.startswith("Success"), said


@slow
def test_a_wrong_type_is_a_complaint(checked: Callable[..., str], tmp_path: Path):
    """Strict and plain modules are really looked at: the settings hide neither."""
    wrong = tmp_path / "wrong.py"
    wrong.write_text(
        "from nonholo.work import spend\nfrom nonholo.expression.graph import Graph\n\n"
        'spend("many")\nGraph().sin([])\n'
    )
    said = checked(wrong)
    assert said.count("[arg-type]") == 2, said


USER = """
# mypy: check-untyped-defs, disallow-any-generics, disallow-incomplete-defs, disallow-subclassing-any
# mypy: disallow-untyped-calls, disallow-untyped-decorators, disallow-untyped-defs, extra-checks
# mypy: no-implicit-reexport, strict-equality, warn-return-any, warn-unused-ignores
import nonholo as nh

check = nh.check(nh.constraints("dz = y dx"))
word: str = check.verdict
motion = nh.simulate("rolling_coin", 1, rival="substituted")
motion.plot(ax=motion.plot("theta"))
energy: float = motion["energy"].max()
page: str = nh.report("heisenberg")
text: str = nh.equations("rolling_coin", "maggi", "latex")
steps = check.graph().order
"""


@slow
def test_scripts_of_users_are_strict(checked: Callable[..., str], tmp_path: Path):
    """What the front door gives has types: with the rules of --strict, here for the script alone so
    that what is known of the package serves, a right script passes and a wrong one does not.
    """
    script = tmp_path / "script.py"
    script.write_text(USER)
    said = checked(script)
    assert said.startswith("Success"), said
    script.write_text(USER + "wrong: int = check.verdict\nwords: list = []\nnh.chekc(1)\n")
    said = checked(script)
    assert (said.count("[assignment]"), said.count("[type-arg]")) == (1, 1), said
    assert 'no attribute "chekc"' in said


def test_the_front_door_has_the_types_of_its_names():
    """Each name is imported for type checkers from where it is taken when it is asked for."""
    tree = ast.parse((ROOT / "nonholo" / "__init__.py").read_text())
    known = next(node for node in tree.body if isinstance(node, ast.If))
    typed = {
        alias.asname: node.module
        for node in known.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    (homes,) = (
        ast.literal_eval(node.value)
        for node in tree.body
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "_HOMES"
    )
    assert typed == homes


def test_what_is_named_exists():
    """The tables of modules name no module that is gone, or a complaint could hide behind an old
    name.
    """
    tables = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["mypy"]["overrides"]
    named = {m for table in tables for m in table["module"] if m.startswith("nonholo.")}
    paths = {m: ROOT / m.removesuffix(".*").replace(".", "/") for m in named}
    gone = [
        m
        for m, p in paths.items()
        if not (p.is_dir() if m.endswith("*") else p.with_suffix(".py").exists())
    ]
    assert not gone


def test_the_oldest_python_is_the_one_that_is_checked_for():
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text())
    oldest = settings["project"]["requires-python"].removeprefix(">=")
    assert settings["tool"]["mypy"]["python_version"] == oldest
    assert sys.version_info >= tuple(map(int, oldest.split(".")))
