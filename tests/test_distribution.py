"""What is distributed works by itself: the wheel in a clean environment, the tests of the source
distribution; and what is written about it is true.
"""

from __future__ import annotations

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


@pytest.fixture(scope="module")
def built(tmp_path_factory) -> tuple[Path, Path, Path]:
    """A clean environment, the source distribution, and the wheel that is made of it."""
    folder = tmp_path_factory.mktemp("distribution")
    left_out = shutil.ignore_patterns(
        ".git", ".venv", "build", "dist", "*.egg-info", "__pycache__", ".*_cache", ".hypothesis"
    )
    shutil.copytree(ROOT, folder / "sources", ignore=left_out)
    run(sys.executable, "-m", "venv", folder / "venv")
    python = folder / "venv" / ("Scripts" if os.name == "nt" else "bin") / "python"
    run(python, "-m", "pip", "install", "--quiet", "build", *NEEDED)  # once, not for each of both
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
    run(python, "-m", "pip", "install", "--quiet", "--no-deps", "--no-compile", wheel)
    run(python, "-m", "pip", "check")
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


HEAVY = ("matplotlib", "scipy", "sympy", "heyoka", "xarray", "control", "hypothesis")
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
    "linearise double_pendulum_angles": (),
    "equilibrium bead_on_hoop": (),
    "steer unicycle --from x=0,y=0,theta=0 --to x=1,y=1,theta=0": (),
    "simulate rolling_coin --duration 0.1": ("scipy",),
}


@pytest.mark.parametrize("command", LOADS)
def test_commands_load_only_what_they_need(command):
    words = [sys.executable, "-X", "importtime", "-m", "nonholo", *command.split()]
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(words, capture_output=True, text=True, env=env, check=True)
    loaded = {line.split("|")[-1].strip().split(".")[0] for line in done.stderr.splitlines()}
    assert "nonholo" in loaded
    assert loaded & set(HEAVY) <= set(LOADS[command])
