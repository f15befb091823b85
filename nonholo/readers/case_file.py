"""Case files: TOML -> Case, every complaint at once, nothing in a file ever executed."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Sequence
from pathlib import Path
from shlex import quote
from typing import BinaryIO

from nonholo.errors import BadCase, NonholoError, Place, TimeUp, option, said
from nonholo.memory import megabytes_allowed
from nonholo.readers.build import build
from nonholo.readers.case import Case
from nonholo.readers.case_table import AsWritten, CaseTable
from nonholo.readers.draft import Draft
from nonholo.readers.file_names import named_file, no_case, opened
from nonholo.readers.shipped import like, located, shipped_cases
from nonholo.readers.toml_hints import hint
from nonholo.words.sentence import say

ALWAYS = 2_000_000  # bytes of a file that are read whatever the memory limit is
TIMES = 500  # a set with a dense matrix takes so many bytes of memory for each of its text


def read_case(path: str | Path) -> Case:
    """Read a case file.

    path: of a TOML file, or the name of a case that ships, such as "rolling_coin", where there is
    no such file.  Raises BadCase with everything that is wrong: syntax, unknown keys (with the
    nearest known one), undeclared names, expressions outside the language.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = Path(folder, "skate.toml")
    ...     _ = file.write_text('''
    ... coordinates = ["x", "y", "theta"]
    ... constraints = ["x'*sin(theta) = y'*cos(theta)"]
    ... ''')
    ...     read_case(file).system.chart.names
    ('x', 'y', 'theta')
    """
    path = located(named_file(path))
    if path.suffix == ".urdf":
        raise BadCase(str(path), say("a robot's description is read by nonholo.from_urdf"))
    if path.suffix == ".py" and path.is_file():
        raise BadCase(
            str(path),
            say(
                "a Python script is no case; its SymPy models are judged by {command}, which "
                "runs it",
                command=option(
                    f"`nonholo audit {quote(str(path))}`", f'nonholo.audit_script("{path}")'
                ),
            ),
        )
    if path.suffix == ".xacro" and path.is_file():
        raise BadCase(str(path), say("xacro is made into URDF first: xacro FILE > robot.urdf"))
    with opened(path) as file:
        return parse_case(read_text(file, str(path)), str(path))


def case(name: str) -> Case:
    """A case that ships with the package, by its name; `nonholo cases` lists them.

    name: without a folder and without ".toml".  Raises BadCase, with the nearest name.

    >>> import nonholo as nh
    >>> nh.check(nh.case("heisenberg")).growth.vector
    (2, 3)
    """
    if not isinstance(name, str):
        raise no_case(name)
    file = shipped_cases().get(name)
    if file is None:
        near = like(name)
        hint = (
            say("; did you mean {near}?", near=near)
            if near
            else say(
                "; {question} lists those that do",
                question=option("`nonholo cases`", "`nh.cases()`"),
            )
        )
        raise BadCase(name, say("no case of this name ships{hint}", hint=hint))
    return read_case(file)


def find_cases(paths: Sequence[str | Path]) -> list[Path]:
    """The case files meant: files as they are, directories with their *.toml in order of name,
    cases that ship by their names.  Raises BadCase for an empty name, and NonholoError for a
    directory without case files.
    """
    files: list[Path] = []
    for path in map(located, map(named_file, paths)):
        inside = sorted(path.glob("*.toml")) if path.is_dir() else [path]
        if not inside:
            raise NonholoError(say("{folder}: no case files (*.toml) there", folder=path))
        files += inside
    return files


def read_text(stream: BinaryIO, source: str) -> str:
    """The text of an open case file, with line ends of one kind; `source` is its name in messages.

    Raises BadCase where it is larger than any case file, or no UTF-8.

    >>> from io import BytesIO
    >>> read_text(BytesIO(b'name = "coin"'), "coin.toml")
    'name = "coin"'
    """
    most = max(ALWAYS, megabytes_allowed() * 2**20 // TIMES)
    content = stream.read(most + 1)  # a device or a pipe may have no end
    if len(content) > most:
        told = say(
            "larger than {most} bytes, which is what the memory limit allows for: no case file, or "
            "one that needs {more}",
            most=most,
            more=option(say("a greater --memory-limit"), say("a greater limit of memory")),
        )
        raise BadCase(source, told)
    try:
        return content.decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")
    except UnicodeDecodeError as error:
        raise BadCase(
            source, say("is not UTF-8 text (byte {start}); save it as UTF-8", start=error.start)
        ) from None


def parse_case(
    text: str, source: str = "", place: Callable[[str, str], Place] | None = None
) -> Case:
    """Read the text of a case file; `source` is its name in messages.

    place(key, text): where a text stands, if it is not to be looked for in the file.  Raises
    BadCase with all that is wrong, each with its line.
    """
    try:
        table = tomllib.loads(text, parse_float=AsWritten)
    except tomllib.TOMLDecodeError as error:
        told = hint(text, str(error))
        raise BadCase(source, say("not TOML: {error}{hint}", error=error, hint=told)) from None
    except RecursionError:
        raise BadCase(source, say("not a case: nested too deeply")) from None
    except ValueError:  # of int(), past its limit
        raise BadCase(source, say("not a case: an integer with thousands of digits")) from None
    reader = CaseTable(table, text, source, place)
    draft = reader.draft()
    if reader.complaints:
        complaints = reader.complaints + _expression_complaints(draft)
        raise BadCase(source, list(dict.fromkeys(complaints)))
    return build(draft)


def _expression_complaints(draft: Draft) -> list[str]:
    """What is wrong with the expressions too, so that all complaints come at once."""
    try:
        build(draft)
    except BadCase as error:
        return error.complaints
    except TimeUp:
        raise
    except NonholoError as error:
        return [said(error)]
    return []
