"""The cases that ship with the package, known by name: rolling_coin, whipple_bicycle, ...

In a wheel they lie inside the package; in a checkout of the sources, beside it.
"""

from __future__ import annotations

import os
from difflib import get_close_matches
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent.parent
FOLDERS = (PACKAGE / "cases", PACKAGE.parent / "cases")
DEPTHS = ("*.toml", "*/*.toml")


def shipped_cases() -> dict[str, Path]:
    """The file of every case that ships, by its name, in order of name.

    >>> shipped_cases()["rolling_coin"].name
    'rolling_coin.toml'
    """
    folder = next((f for f in FOLDERS if f.is_dir()), None)
    if folder is None:
        return {}
    files = [path for depth in DEPTHS for path in folder.glob(depth)]
    return {path.stem: path for path in sorted(files, key=lambda path: path.stem)}


def located(path: str | Path) -> Path:
    """The file that is meant: a path where there is something, else the case that ships so named.

    >>> located("rolling_coin").name, located("no_such_case").name
    ('rolling_coin.toml', 'no_such_case')
    """
    path = Path(path)
    if os.path.exists(path) or path.name != str(path) or path.suffix:
        return path
    return shipped_cases().get(path.name, path)


def like(word: str) -> str:
    """The name of the case that ships and is spelled most like `word`, else the first one that
    has it as one of its words, or nothing.

    >>> like("rollingcoin"), like("coin"), like("frobnicate")
    ('rolling_coin', 'rolling_coin', '')
    """
    near = get_close_matches(word, shipped_cases(), 1, 0.6)
    having = [name for name in shipped_cases() if word.lower() in name.split("_")]
    return next(iter([*near, *having]), "")
