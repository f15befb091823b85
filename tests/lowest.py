"""The lowest versions that pyproject.toml allows, as constraints for pip.  A script, no test.

    python tests/lowest.py > lowest.txt
    pip install -c lowest.txt -e '.[suite]'

What is declared is thereby tried: a bound that is too low fails in the tests.  The extra `test`
can't be had so: heyoka asks for a newer NumPy than the package.
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

PROJECT = Path(__file__).resolve().parent.parent / "pyproject.toml"
BOUND = re.compile(r"^([\w.-]+)>=([\w.]+)")


def lowest() -> list[str]:
    """name==version for every requirement, those of extras too; what has no bound is left out."""
    project = tomllib.loads(PROJECT.read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"].values()
    texts = [*project["dependencies"], *(text for extra in extras for text in extra)]
    found = [BOUND.match(text) for text in texts]
    return list(dict.fromkeys(f"{m[1]}=={m[2]}" for m in found if m))


if __name__ == "__main__":
    print("\n".join(lowest()))
