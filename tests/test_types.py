"""Types hold: mypy, as pyproject.toml sets it up, has no complaint; strict where that is said
there.
"""

from __future__ import annotations

import sys
import tomllib
from importlib.metadata import version
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
api = pytest.importorskip("mypy.api", reason="mypy is not installed: pip install 'nonholo[suite]'")
slow = pytest.mark.slow  # most of a minute on a busy machine


def checked(*arguments: str) -> str:
    """What mypy says; its last line counts the complaints."""
    said, wrong, _ = api.run(
        ["--config-file", str(ROOT / "pyproject.toml"), "--no-color-output", *arguments]
    )
    return said + wrong


@pytest.fixture
def at_root(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)


@slow
@pytest.mark.skipif(
    int(version("numpy").split(".")[0]) < 2, reason="the stubs of NumPy 1 say other things"
)
def test_no_complaints(at_root: None, tmp_path: Path):
    said = checked("--cache-dir", str(tmp_path))
    assert said.startswith("Success"), said


@slow
def test_a_wrong_type_is_a_complaint(at_root: None, tmp_path: Path):
    """Strict and plain modules are really looked at: the settings hide neither."""
    wrong = tmp_path / "wrong.py"
    wrong.write_text(
        "from nonholo.work import spend\nfrom nonholo.expression.graph import Graph\n\n"
        'spend("many")\nGraph().sin([])\n'
    )
    said = checked("--cache-dir", str(tmp_path / "cache"), str(wrong))
    assert said.count("[arg-type]") == 2, said


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
