"""Results on the way out: told, written whole or not at all, kept for the case that a limit is
reached.

Exit status: 0 done; 1 a verdict is undecided or an expectation failed; 2 bad input; 3 limit
reached."""

from __future__ import annotations

import contextlib
import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from nonholo.errors import NonholoError, OutOfReach, said
from nonholo.files import names_folder, require_folder, require_replaceable
from nonholo.views.page.columns import columns, folded
from nonholo.words.language import ENGLISH, spoken, tell, told
from nonholo.words.sentence import say

DONE, UNDECIDED, BAD_INPUT, LIMIT = range(4)
DATA = (".csv", ".json", ".jsonl", ".npz")
LONGEST, ENDS = 600, 200  # characters of a line of a complaint; of its two ends if it is longer
PROSE = (
    "check",
    "compare",
    "simulate",
    "linearise",
    "equilibrium",
    "families",
    "friction",
    "consistency",
    "steer",
)  # what `equations` gives is to be copied as it stands


class Results:
    """What a command has found so far, [text, record, finished] each; posted, so that it
    outlives the process.
    """

    def __init__(self, post: Callable | None = None):
        self.posted: list[list] = []
        self._post = post

    def add(self, shown: str, record: dict, finished: bool = True) -> None:
        """A result, or with finished=False what can be said before it is there."""
        self.posted.append([shown, record, finished])
        if self._post is not None:
            self._post(self.posted[-1])


def each(paths: Sequence[Path], work: Callable, options) -> int:
    """Do the work for every path; what fails is told, what succeeded is printed.

    Raises NonholoError where there are none.
    """
    results, worst = [], DONE
    for number, path in enumerate(paths, start=1):
        progress(number, len(paths), path)
        try:
            shown, record, status = work(path)
        except NonholoError as error:
            if len(paths) == 1:
                raise
            status = complain(said(error), LIMIT if isinstance(error, OutOfReach) else BAD_INPUT)
        else:
            results.append((shown, record))
            options.results.add(shown, record)
        worst = max(worst, status)
    if not paths:
        raise NonholoError(say("there are no case files (*.toml) there"))
    if not results:
        return worst
    emit(results, options, many=len(paths) > 1)
    return worst


def stopped(posted: Sequence[Sequence], reason: str, options) -> int:
    """Tell what was found before the limit: finished results, and the preview of the one at
    work.
    """
    results = [(shown, record) for shown, record, finished in posted if finished]
    if posted and not posted[-1][2]:
        shown, record, _ = posted[-1]
        shown += "\n  " + tell(
            "limit          {reason}; what is not told is undecided", reason=reason
        )
        results.append((shown, record | {"limit": reason}))
    if results:
        named = getattr(options, "cases", ())
        emit(results, options, many=len(named) > 1 or any(Path(name).is_dir() for name in named))
    more = say("; told is what was found until then") if results else ""
    return complain(say("limit reached: {reason}", reason=reason) + more, LIMIT)


def emit(results: Sequence[tuple[str, dict]], options, many: bool = False) -> None:
    if options.json:
        records = [record for _, record in results]
        print(json.dumps(records if many else records[0], indent=1, ensure_ascii=False))
        return
    separator = "\n" if options.command == "cases" else "\n\n" + "-" * 78 + "\n\n"
    text = separator.join(shown for shown, _ in results)
    print(folded(text, columns()) if options.command in PROSE and sys.stdout.isatty() else text)


def of_file(suffix: str) -> str:
    """The language of a file: pictures speak that which was asked for; data are the same in all."""
    return ENGLISH if suffix in DATA else spoken()


def require_output(options) -> None:
    """Complains of a file that can't be written before the work is done, not after it."""
    for path in (getattr(options, "output", None), getattr(options, "certificate", None)):
        if path is not None and options.command == "report" and names_folder(path):
            require_folder(path)
        elif path is not None:
            require_replaceable(path, _read(options))


def _read(options) -> list[Path]:
    """The files that a command reads."""
    from nonholo.readers.case_file import find_cases

    named = [*getattr(options, "cases", ()), getattr(options, "case", None)]
    return find_cases([name for name in named if name])


def progress(number: int, total: int, path: Path) -> None:
    if total > 1 and sys.stderr.isatty():
        print(f"[{number}/{total}] {path}", file=sys.stderr)


def complain(message: str, status: int) -> int:
    with contextlib.suppress(OSError):  # nobody hears it
        print("\n".join(map(_cut, f"nonholo: {told(message)}".split("\n"))), file=sys.stderr)
    return status


def _cut(line: str) -> str:
    """A line that a person can read: the middle of one with thousands of digits is left out."""
    if len(line) <= LONGEST:
        return line
    left_out = len(line) - 2 * ENDS
    return f"{line[:ENDS]} ... ({left_out} characters) ... {line[-ENDS:]}"
