"""nonholo cases and nonholo formulations, as functions."""

from __future__ import annotations

from pathlib import Path

from nonholo.errors import BadCase
from nonholo.formulations.capabilities import CAPABILITIES, Capability
from nonholo.readers.case_file import find_cases
from nonholo.readers.shipped import shipped_cases
from nonholo.words.sentence import say


def cases(folder: str | Path | None = None) -> dict[str, Path]:
    """The files of the cases that ship, by their names; or those of a folder.

    folder: of case files.  Raises BadCase where there is no such folder.

    >>> import nonholo as nh
    >>> "rolling_coin" in nh.cases()
    True
    """
    if folder is None:
        return shipped_cases()
    if not Path(folder).is_dir():
        raise BadCase(
            str(folder), say("there is no such folder; give the folder that holds the case files")
        )
    return {path.stem: path for path in find_cases([folder])}


def capabilities() -> tuple[Capability, ...]:
    """What each formulation of the equations of motion can treat, a row each.

    (`nonholo.formulations` is the folder that holds them.)

    >>> import nonholo as nh
    >>> [row.name for row in nh.capabilities() if row.redundant]
    ['gauss', 'udwadia_kalaba']
    """
    return tuple(CAPABILITIES)
