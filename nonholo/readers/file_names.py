"""Which file a name means, and what is said where there is none."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from difflib import get_close_matches
from pathlib import Path
from typing import BinaryIO

from nonholo.errors import BadCase, NotApplicable, option
from nonholo.readers.shipped import like
from nonholo.words.sentence import say

WRITTEN = (".html", ".htm", ".pdf", ".tex", ".md", ".svg", ".png", ".gif", ".mp4")  # never read


def named_file(path: object) -> Path:
    """The file that a name means.

    Raises NotApplicable for what is no name, BadCase without one.

    >>> named_file("coin.toml").suffix
    '.toml'
    """
    if not isinstance(path, (str, Path)):
        raise no_case(path)
    if not str(path).strip():
        raise BadCase("", say("the name of the file is empty"))
    return Path(path)


def no_case(given: object) -> NotApplicable:
    """The error for what is neither a case nor the name of one.

    >>> no_case({"coordinates": ["x"]}).args[0].split(";")[0]
    'dict is no case'
    """
    return NotApplicable(
        say(
            "{kind} is no case; needed is a case file or a case made by nonholo.System, "
            "nonholo.from_sympy or nonholo.constraints",
            kind=type(given).__name__,
        )
    )


@contextmanager
def opened(path: Path) -> Iterator[BinaryIO]:
    """A file to be read.

    Raises BadCase where it can't be, with names like its own.
    """
    try:
        with path.open("rb") as file:
            yield file
    except FileNotFoundError:
        raise BadCase(
            str(path), say("there is no such file{nearby}", nearby=_nearby(path))
        ) from None
    except (OSError, ValueError) as error:  # ValueError: a name that no file can have
        why = error.strerror if isinstance(error, OSError) else error
        raise BadCase(str(path), say("cannot be read: {strerror}", strerror=why)) from None


def _nearby(path: Path) -> str:
    if path.name.startswith("-c"):
        return option(
            say(
                "; this command takes no -c: it needs a case file; "
                "`nonholo check -c` judges constraints by themselves"
            ),
            "",
        )
    if "=" in path.name or "'" in path.name:
        return option(
            say("; a constraint by itself stands behind -c"),
            say('; a constraint by itself is given as nh.constraints("dz = y dx")'),
        )
    if path.suffix in WRITTEN:
        return option(
            say("; a file to be written is named behind -o"),
            say("; a file to be written is given by output=..."),
        )
    folder = path.parent if path.parent.is_dir() else Path(".")
    names = [p.name for p in folder.glob("*.toml") if p.name != "pyproject.toml"]
    near = get_close_matches(path.name, names, 1, 0.6)
    ships = like(path.stem if path.suffix == ".toml" else path.name)
    if near and (path.suffix or not ships):
        return say("; did you mean {value}?", value=folder / near[0])
    return (
        say("; did you mean {ships}, a case that ships with nonholo?", ships=ships) if ships else ""
    )
