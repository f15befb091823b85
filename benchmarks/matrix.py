"""The tests in other surroundings: versions, what is not installed, locales, odd paths.

    python benchmarks/matrix.py                          all of them, one after the other
    python benchmarks/matrix.py --only lowest tr_TR      some
    python benchmarks/matrix.py --python /usr/bin/python3.13 --only newest
    python benchmarks/matrix.py --tests tests/test_cli.py --slow

One environment with packages for each set of requirements, kept in --folder; a row of the table
for each surrounding: what differs, the tests that passed, failed and were skipped.  The fast tests
are run; --slow takes all.  Exit status 1 if a test failed anywhere.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
COUNTS = re.compile(r"(\d+) (passed|failed|skipped|errors?)\b")


@dataclass(frozen=True)
class Surrounding:
    """What differs from an ordinary installation.

    packages: what is installed beside the package, as extras and names; without: what is taken
    away again; lowest: by the lowest versions that are declared; variables: of the process; path:
    the folder in which the checkout lies; locale: must be known to the system.
    """

    words: str
    packages: tuple[str, ...] = ("test",)
    without: tuple[str, ...] = ()
    lowest: bool = False
    variables: tuple[tuple[str, str], ...] = ()
    path: str = ""
    locale: str = ""


SURROUNDINGS = {
    "newest": Surrounding("the newest versions of all packages"),
    "lowest": Surrounding("the lowest versions declared", ("suite",), lowest=True),
    "no heyoka": Surrounding("without heyoka", ("suite",)),
    "no arrays": Surrounding("without xarray and pandas", without=("xarray", "pandas")),
    "no explore": Surrounding(
        "without what the live page needs", without=("starlette", "uvicorn", "tomlkit")
    ),
    "python integers": Surrounding(
        "SymPy's ground types: Python", variables=(("SYMPY_GROUND_TYPES", "python"),)
    ),
    "gmpy": Surrounding(
        "SymPy's ground types: gmpy2",
        ("test", "gmpy2"),
        variables=(("SYMPY_GROUND_TYPES", "gmpy"),),
    ),
    "flint": Surrounding(
        "SymPy's ground types: FLINT", variables=(("SYMPY_GROUND_TYPES", "flint"),)
    ),
    "C": Surrounding("locale C", locale="C"),
    "tr_TR": Surrounding("locale tr_TR.UTF-8", locale="tr_TR.UTF-8"),
    "path": Surrounding(
        "a path with spaces and letters of other alphabets", path="ein Weg mit ü, ж"
    ),
    "hash seed": Surrounding("PYTHONHASHSEED 1", variables=(("PYTHONHASHSEED", "1"),)),
}


def python_of(own: Surrounding, base: str, version: str, folder: Path) -> Path:
    """The Python of an environment with these packages, made if it is not there."""
    label = "-".join([version, *own.packages, *(f"no_{name}" for name in own.without)])
    home = folder / f"{label}{'-lowest' if own.lowest else ''}"
    python = home / "bin" / "python"
    if python.exists():
        return python
    run([base, "-m", "venv", str(home)])
    bounds = []
    if own.lowest:
        lowest = run([base, str(ROOT / "tests" / "lowest.py")])
        (home / "lowest.txt").write_text(lowest, encoding="utf-8")
        bounds = ["-c", str(home / "lowest.txt")]
    extras = [name for name in own.packages if name in ("test", "suite")]
    others = [name for name in own.packages if name not in extras]
    install = [str(python), "-m", "pip", "install", "--quiet", *bounds]
    run([*install, "-e", f"{ROOT}[{','.join(extras)}]", *others])
    if own.without:
        run([str(python), "-m", "pip", "uninstall", "--quiet", "--yes", *own.without])
    return python


def counted(
    own: Surrounding, base: str, version: str, options: argparse.Namespace
) -> dict[str, int]:
    """How many tests passed, failed and were skipped."""
    folder = Path(options.folder).resolve()
    python, root = python_of(own, base, version, folder), ROOT
    if own.path:
        root = folder / own.path / "nonholo"
        shutil.rmtree(root, ignore_errors=True)
        run(["git", "clone", "--quiet", str(ROOT), str(root)])
    variables = {**os.environ, "PYTHONPATH": str(root), **dict(own.variables)}
    if own.locale:
        variables |= {"LC_ALL": own.locale, "LANG": own.locale}
    words = [str(python), "-m", "pytest", "-n", str(options.workers), "--disable-warnings"]
    words += ["--slow"] if options.slow else []
    log = folder / f"{re.sub(r'[^A-Za-z]+', '_', own.words)}.log"
    with log.open("w", encoding="utf-8") as out:
        subprocess.run([*words, *options.tests], cwd=root, env=variables, stdout=out, stderr=out)
    said = log.read_text(encoding="utf-8").rstrip().rpartition("\n")[2]
    found = {word.rstrip("s"): int(number) for number, word in COUNTS.findall(said)}
    return found or {"error": 1}


def known(locale: str) -> bool:
    """Does the system have this locale, perhaps where LOCPATH says?"""
    asked = "import locale, sys; locale.setlocale(locale.LC_ALL, sys.argv[1])"
    words = [sys.executable, "-c", asked, locale]
    return not subprocess.run(words, capture_output=True, check=False).returncode


def run(words: Sequence[str]) -> str:
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"{' '.join(words)}\n{done.stdout}{done.stderr}")
    return done.stdout


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--only", nargs="+", choices=SURROUNDINGS, default=list(SURROUNDINGS))
    parser.add_argument("--python", nargs="+", default=[sys.executable], help="one or several")
    parser.add_argument("--folder", default=Path(tempfile.gettempdir(), "nonholo-matrix"))
    parser.add_argument("--tests", nargs="+", default=[], help="files (default: all)")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--slow", action="store_true", help="the slow tests too")
    options = parser.parse_args()
    Path(options.folder).mkdir(parents=True, exist_ok=True)
    print("| Python | surroundings | passed | failed | skipped |\n| --- | --- | --- | --- | --- |")
    broken = 0
    for base in options.python:
        version = run([base, "-c", "import platform; print(platform.python_version())"]).strip()
        for own in map(SURROUNDINGS.get, options.only):
            if not known(own.locale):
                print(f"| {version} | {own.words} | (this system does not have it) | | |")
                continue
            found = counted(own, base, version, options)
            failed = found.get("failed", 0) + found.get("error", 0)
            row = (own.words, found.get("passed", 0), failed, found.get("skipped", 0))
            print(f"| {version} | {' | '.join(map(str, row))} |", flush=True)
            broken += failed
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
