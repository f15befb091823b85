"""What is distributed works by itself: the wheel in a clean environment, the tests of the source
distribution; and what is written about it is true.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from importlib.metadata import distribution
from pathlib import Path

import pytest
from packaging.requirements import Requirement

import nonholo

ROOT = Path(__file__).resolve().parent.parent
TOLD = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
PROJECT, NEEDED = TOLD["project"], TOLD["build-system"]["requires"]
CASES = sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "cases").rglob("*.toml"))


def run(*words: str | Path, **how) -> str:
    """Standard output of a command that must succeed."""
    done = subprocess.run([*map(str, words)], capture_output=True, text=True, check=False, **how)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    return done.stdout


def pip(python: Path, *words: str | Path) -> None:
    """Our own pip at work in another environment, which needs none then."""
    run(sys.executable, "-m", "pip", "--python", python, "--quiet", *words)


@pytest.fixture(scope="module")
def built(tmp_path_factory) -> tuple[Path, Path, Path]:
    """A clean environment, the source distribution, and the wheel that is made of it."""
    folder = tmp_path_factory.mktemp("distribution")
    left_out = shutil.ignore_patterns(
        ".git", ".venv", "build", "dist", "*.egg-info", "__pycache__", ".*_cache", ".hypothesis"
    )
    shutil.copytree(ROOT, folder / "sources", ignore=left_out)
    run(sys.executable, "-m", "venv", "--without-pip", folder / "venv")
    python = folder / "venv" / ("Scripts" if os.name == "nt" else "bin") / "python"
    pip(python, "install", "--no-compile", "build", *NEEDED)  # once, not for each of both
    run(python, "-m", "build", "--no-isolation", "--outdir", folder / "dist", folder / "sources")
    (archive,) = (folder / "dist").glob("*.tar.gz")
    (wheel,) = (folder / "dist").glob("*.whl")
    return python, archive, wheel


def lend(folder: Path) -> None:
    """Links to what the package asks for, and what that asks for: quicker than unpacked again."""
    left, seen = [*PROJECT["dependencies"]], set()
    while left:
        asked = Requirement(left.pop())
        if asked.name in seen or (asked.marker and not asked.marker.evaluate({"extra": ""})):
            continue
        seen.add(asked.name)
        there = distribution(asked.name)
        left += there.requires or ()
        for top in {file.parts[0] for file in there.files or ()} - {"..", "__pycache__"}:
            if not (folder / top).exists():
                (folder / top).symlink_to(there.locate_file(top))


@pytest.mark.slow
def test_the_wheel_works_in_a_clean_environment(built, tmp_path):
    python, _, wheel = built
    inside = set(zipfile.ZipFile(wheel).namelist())
    assert {f"nonholo/{case}" for case in CASES} <= inside
    assert {"nonholo/py.typed", "nonholo/schemas/check.json"} <= inside
    assert not any(name.split("/")[0] in ("tests", "cases", "docs") for name in inside)
    site = run(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))").strip()
    lend(Path(site))
    pip(python, "install", "--no-deps", "--no-compile", wheel)
    pip(python, "check")
    env = {name: text for name, text in os.environ.items() if name != "PYTHONPATH"}
    here = {"cwd": tmp_path, "env": env}
    assert len(run(python, "-m", "nonholo", "cases", **here).splitlines()) == len(CASES)
    assert "NONHOLONOMIC" in run(python, "-m", "nonholo", "check", "rolling_coin", **here)
    code = "import nonholo as nh; print(nh.check(nh.case('rolling_coin')).verdict, nh.__file__)"
    verdict, place = run(python, "-c", code, **here).split()
    assert verdict == "nonholonomic" and Path(place).is_relative_to(python.parent.parent)


@pytest.mark.slow
def test_the_source_distribution_tests_itself(built, tmp_path):
    _, archive, _ = built
    with tarfile.open(archive) as packed:
        packed.extractall(tmp_path, filter="data")
    (sources,) = tmp_path.iterdir()
    for folder in ("tests", "docs", "cases", "benchmarks"):
        there = {p.relative_to(ROOT) for p in (ROOT / folder).rglob("*.*") if p.suffix in KINDS}
        assert {p for p in there if not (sources / p).is_file()} == set()
    env = {**os.environ, "PYTHONPATH": str(sources), "CI": ""}
    words = ["-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/test_options.py"]
    run(sys.executable, *words, cwd=sources, env=env)


KINDS = (".py", ".toml", ".md", ".json", ".bib", ".png")


def test_versions_agree():
    citation = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    recipe = (ROOT / "packaging" / "recipe.yaml").read_text(encoding="utf-8")
    assert PROJECT["version"] == nonholo.__version__
    assert f"version: {nonholo.__version__}" in citation
    assert f'version: "{nonholo.__version__}"' in recipe


def test_the_recipe_asks_for_what_the_package_asks_for():
    recipe = (ROOT / "packaging" / "recipe.yaml").read_text(encoding="utf-8")
    for needed in PROJECT["dependencies"]:
        name, _, least = needed.partition(">=")
        conda = {"matplotlib": "matplotlib-base"}.get(name, name)
        assert f"- {conda} >={least}\n" in recipe, needed


HEAVY = ("matplotlib", "scipy", "sympy", "heyoka", "xarray", "control", "hypothesis", "unittest")
LOADS = {  # what commands may load; whatever they do not name they do without
    "--help": (),
    "cases": (),
    "completion bash": (),
    "check rolling_coin": (),
    "compare rolling_coin": (),
    "equations rolling_coin": (),
    "graph rolling_coin": (),
    "friction rolling_coin --normal m*g*cos(al)": (),
    "formulations": (),
    "report rolling_coin --json": (),
    "linearise double_pendulum_angles": (),
    "equilibrium bead_on_hoop": (),
    "steer unicycle --from x=0,y=0,theta=0 --to x=1,y=1,theta=0": (),
    "simulate rolling_coin --duration 0.1": ("scipy",),
}


LOADING = """
import json, sys
from nonholo.cli import main
loaded = []
for command in json.loads(sys.argv[1]):
    try:
        status = main(command.split())
    except SystemExit as stop:
        status = stop.code
    loaded.append([status, sorted({name.split(".")[0] for name in sys.modules})])
sys.stderr.write(json.dumps(loaded))
"""


def test_commands_load_only_what_they_need(tmp_path):
    """One after the other in one process: what one loads is there for all that follow."""
    commands, allowed = sorted(LOADS, key=lambda command: len(LOADS[command])), set()
    words = [sys.executable, "-c", LOADING, json.dumps(commands)]
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    how = {"cwd": tmp_path, "env": env, "check": True}
    done = subprocess.run(words, capture_output=True, text=True, **how)
    for command, (status, loaded) in zip(
        commands, json.loads(done.stderr.splitlines()[-1]), strict=True
    ):
        allowed |= set(LOADS[command])
        assert not status, command
        assert set(loaded) & set(HEAVY) <= allowed, command
