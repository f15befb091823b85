"""The lowest versions that pyproject.toml allows, as constraints for pip.  A script, no test.

    python tests/lowest.py > lowest.txt
    pip install -c lowest.txt -e '.[suite]'
    python tests/lowest.py suite                   what this installs, but for the package itself
    python tests/lowest.py --tests                 what pytest is asked for with it in CI

What is declared is thereby tried: a bound that is too low fails in the tests.  The extra `test`
can't be had so: heyoka asks for a newer NumPy than the package.
"""

from __future__ import annotations

import re
import sys
import tomllib
from pathlib import Path
from typing import Any

PROJECT = Path(__file__).resolve().parent.parent / "pyproject.toml"
BOUND = re.compile(r"^([\w.-]+)>=([\w.]+)")

TRIED = """
cli dependency events exact explore fast_paths forcing formulations friction initial inputs linearise
matrices motion numerically numerics paths_in_charts space sweeps sympy_bicycle
sympy_door sympy_mechanics sympy_whole unspecified urdf varied verifier_arithmetic views
"""
"""Tests of what other packages do for this one: numbers, graphs, pictures, models, tables, pages.
Motions in natural velocities ask for nothing that motions do not ask for (test_motion.py), steering
for nothing that paths in charts and motions do not; code in other languages is text."""

LEFT_OUT = """
motion.py::test_no_shipped_motion_is_stiff
numerics.py::test_the_discrete_method_has_order_two
"""
"""Long tests among them that ask other packages for nothing that the tests beside them do not ask
for: motions of all cases are simulated there too, and so is the discrete method.
"""


def project() -> dict[str, Any]:
    """The table [project] of pyproject.toml."""
    return tomllib.loads(PROJECT.read_text(encoding="utf-8"))["project"]


def of_extra(name: str) -> list[str]:
    """What the package and this extra ask for, extras that it names included."""
    found = list(project()["dependencies"])
    for text in project()["optional-dependencies"][name]:
        inner = re.match(r"nonholo\[(.*)\]", text)
        found += [t for more in inner[1].split(",") for t in of_extra(more)] if inner else [text]
    return found


def everything() -> list[str]:
    """What the package and all its extras ask for."""
    extras = project()["optional-dependencies"].values()
    return [*project()["dependencies"], *(text for extra in extras for text in extra)]


def lowest(texts: list[str]) -> list[str]:
    """name==version for every requirement; what has no bound is left out."""
    found = [BOUND.match(text) for text in texts]
    return list(dict.fromkeys(f"{m[1]}=={m[2]}" for m in found if m))


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["--tests"]:
            files = [f"tests/test_{name}.py" for name in TRIED.split()]
            print(*files, *(f"--deselect=tests/test_{name}" for name in LEFT_OUT.split()))
        case [extra]:
            print("\n".join(lowest(of_extra(extra))))
        case _:
            print("\n".join(lowest(everything())))
