"""The documentation is true: every snippet runs, what is shown as output is the output, every link
leads somewhere.

How a snippet is marked, by the first line of its fence:

    ```console
            lines with "$ " are run, the lines below them are their output; "..." stands for any lines
    ```python
            run in order, in one namespace a page; with ">>>" the answers are compared (doctest), and
                            `expression  # value` is compared too where the comment begins like a Python value
    ```toml
            a case if it holds coordinates (or an excerpt of the case file linked in the line above)
    ```toml bad.toml refused    a case that must be refused
    ```toml coin.toml
            written to that file in the folder where the page is run, so that later commands can use it;
    ```python script.py, ```xml robot.urdf     are read by such a command only
    ```python no-run        not run; few, and only where running cannot be right
    ```text                 below "`nonholo ...` says": how the output of that command begins
    ```sh                   installation, only in README: run by CI, not here

A page is run in a folder of its own that holds a copy of cases/.  Mathematics stands in indented
blocks."""

from __future__ import annotations

import ast
import builtins
import contextlib
import difflib
import doctest
import importlib
import inspect
import io
import linecache
import os
import pkgutil
import re
import shlex
import shutil
import subprocess
import sys
import textwrap
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import nonholo
from nonholo.cli import main
from nonholo.errors import BadCase
from nonholo.expectations import PROSE, RULES
from nonholo.formulations import FORMULATIONS
from nonholo.languages import LANGUAGES
from nonholo.readers.case_file import parse_case

ROOT = Path(__file__).resolve().parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
KINDS = {"console", "python", "toml", "text", "sh", "xml"}
MOST_UNRUN = 2
WIDTH = 120


@dataclass(frozen=True, slots=True)
class Snippet:
    """A fenced block: the words of its fence, its text, where it stands, and the paragraph above
    it.
    """

    words: tuple[str, ...]
    text: str
    line: int
    above: str

    @property
    def kind(self) -> str:
        return self.words[0] if self.words else ""

    @property
    def file(self) -> str:
        return next((w for w in self.words[1:] if "." in w), "")

    @property
    def unrun(self) -> bool:
        return "no-run" in self.words

    @property
    def refused(self) -> bool:
        return "refused" in self.words


def snippets(page: Path) -> list[Snippet]:
    """The fenced blocks of a page, in order."""
    found, words, start, above = [], None, 0, ""
    body: list[str] = []
    for number, line in enumerate(page.read_text(encoding="utf-8").split("\n"), start=1):
        fence = re.match(r"^```(.*)$", line)
        if fence and words is None:
            words, start, body = tuple(fence[1].split()), number, []
        elif fence:
            found.append(Snippet(words, "\n".join(body) + "\n", start, above))
            words, above = None, ""
        elif words is not None:
            body.append(line)
        elif line.strip():
            above = f"{above}\n{line}"
    assert words is None, f"{page.name}:{start}: a fence that is never closed"
    return found


# running a page ---------------------------------------------------------------------------------


class Session:
    """The terminal and the interpreter in which one page is run; `faults` gathers what went
    wrong.
    """

    def __init__(self, page: Path):
        self.page, self.names, self.status = page, {"__name__": "__docs__"}, 0
        self.faults: list[str] = []

    def fault(self, line: int, what: str) -> None:
        self.faults.append(f"{self.page.name}:{line}: {what}")

    def run(self, snippet: Snippet) -> None:
        if snippet.unrun or snippet.kind == "sh":
            return
        if snippet.file:
            target = Path(snippet.file)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(snippet.text, encoding="utf-8")
            if snippet.kind in ("python", "xml"):
                return
        {"console": self.console, "python": self.python, "toml": self.toml, "text": self.said}[
            snippet.kind
        ](snippet)

    # shell ------------------------------------------------------------------------------------
    def console(self, snippet: Snippet) -> None:
        for line, command, shown in commands(snippet):
            got = f"{self.status}\n" if command == "echo $?" else self.command(command)
            self.compare(line, command, shown, got)

    def command(self, command: str) -> str:
        """What a command prints, errors included; its exit status is kept.  A call of nonholo at its
        beginning needs no process of its own.
        """
        called = re.fullmatch(r"nonholo ((?:[^'\"|<>;&`$]|(['\"]).*?\2)*)(?:\|(.*))?", command)
        if called is None:
            return self.shell(command)
        self.status, got = in_process(shlex.split(called[1]))
        return self.shell(called[3], got) if called[3] else got

    def shell(self, command: str, given: str | None = None) -> str:
        path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', '')}"
        done = subprocess.run(
            ["bash", "-c", command],
            input=given,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env=os.environ | {"PATH": path, "COLUMNS": "80"},
            timeout=60,
        )
        self.status = done.returncode
        return done.stdout

    def compare(self, line: int, command: str, shown: str, got: str) -> None:
        if not alike(lines_of(shown), lines_of(got)):
            changes = difflib.unified_diff(
                lines_of(shown), lines_of(got), "the page", "the program", lineterm="", n=1
            )
            self.fault(line, f"$ {command}\n    " + "\n    ".join(changes))

    def said(self, snippet: Snippet) -> None:
        """A block of text below the sentence "`nonholo ...` says"."""
        command = re.search(r"`(nonholo [^`]+)` says$", snippet.above.rstrip(": \n"))
        if command is None:
            self.fault(
                snippet.line,
                'a text block stands below "`nonholo ...` says"; else use console, or indent',
            )
        else:
            self.compare(snippet.line, command[1], f"{snippet.text}...\n", self.command(command[1]))

    # python -----------------------------------------------------------------------------------
    def python(self, snippet: Snippet) -> None:
        try:
            if ">>>" in snippet.text:
                self.doctest(snippet)
            else:
                self.script(snippet)
        except Exception as error:
            self.fault(snippet.line, f"{type(error).__name__}: {error}")

    def doctest(self, snippet: Snippet) -> None:
        read = doctest.DocTestParser().get_doctest
        test = read(snippet.text, self.names, self.page.name, str(self.page), snippet.line)
        told = io.StringIO()
        runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS, verbose=False)
        if runner.run(test, out=told.write, clear_globs=False).failed:
            self.fault(snippet.line, told.getvalue())
        self.names.update(test.globs)

    def script(self, snippet: Snippet) -> None:
        """Run the statements; where `expression  # value` stands on a line, compare the value."""
        lines = snippet.text.split("\n")
        for node in ast.parse(snippet.text).body:
            if not isinstance(node, ast.Expr):
                exec(compile(ast.Module([node], []), str(self.page), "exec"), self.names)
                continue
            value = eval(compile(ast.Expression(node.value), str(self.page), "eval"), self.names)
            _, _, comment = lines[node.end_lineno - 1][node.end_col_offset :].partition("#")
            if claims_a_value(comment.strip()) and not comment.strip().startswith(repr(value)):
                self.fault(
                    snippet.line + node.end_lineno, f"shown {comment.strip()}, got {value!r}"
                )

    # cases ------------------------------------------------------------------------------------
    def toml(self, snippet: Snippet) -> None:
        table = tomllib.loads(snippet.text)
        linked = re.search(r"\]\(([^)]+\.toml)\)[^\n]*\n?$", snippet.above)
        if linked:
            whole = tomllib.loads((self.page.parent / linked[1]).read_text(encoding="utf-8"))
            for key in table:
                if table[key] != whole.get(key):
                    self.fault(snippet.line, f"{key} is not that of {linked[1]}")
        elif "coordinates" in table:
            try:
                parse_case(snippet.text, f"{self.page.name}:{snippet.line}")
            except nonholo.NonholoError as error:
                if not snippet.refused:
                    self.fault(snippet.line, str(error))
            else:
                if snippet.refused:
                    self.fault(snippet.line, "this case is not refused")


def commands(snippet: Snippet) -> list[tuple[int, str, str]]:
    """(line, command, output shown) of a console snippet."""
    found: list[tuple[int, str, str]] = []
    for number, line in enumerate(snippet.text.split("\n")[:-1], start=snippet.line + 1):
        if line.startswith("$ "):
            found.append((number, line[2:], ""))
        elif found:
            where, command, shown = found[-1]
            found[-1] = (where, command, f"{shown}{line}\n")
        else:
            found.append((number, "false  # a console snippet begins with a command", line))
    return found


def in_process(arguments: list[str]) -> tuple[int, str]:
    """Exit status and everything printed by one call of the command line."""
    told = io.StringIO()
    with contextlib.redirect_stdout(told), contextlib.redirect_stderr(told):
        try:
            status = main(arguments)
        except SystemExit as stop:
            status = int(stop.code or 0)
    return status, told.getvalue()


def lines_of(text: str) -> list[str]:
    return [line.rstrip() for line in text.strip("\n").split("\n")]


def alike(shown: list[str], got: list[str]) -> bool:
    """Line by line; a line "..." matches any number of lines, "..." inside of one any text."""
    pattern = "".join(
        r"(?:.*\n)*"
        if line.strip() == "..."
        else ".*".join(re.escape(part) for part in line.split("...")) + r"\n"
        for line in shown
    )
    return re.fullmatch(pattern, "".join(f"{line}\n" for line in got)) is not None


def claims_a_value(comment: str) -> bool:
    return bool(re.match(r"['\"(\[{\-0-9]|True|False|None", comment))


# tests ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_snippets_run_and_say_what_is_shown(page, tmp_path, monkeypatch):
    shutil.copytree(ROOT / "cases", tmp_path / "cases")
    monkeypatch.chdir(tmp_path)
    session = Session(page)
    for snippet in snippets(page):
        session.run(snippet)
    assert not session.faults, "\n\n".join(["", *session.faults])


def test_no_snippet_escapes():
    found = [(page.name, s) for page in PAGES for s in snippets(page)]
    assert [(name, s.line, s.kind) for name, s in found if s.kind not in KINDS] == []
    assert [(name, s.line) for name, s in found if s.kind == "sh" and name != "README.md"] == []
    assert len([s for _, s in found if s.unrun]) <= MOST_UNRUN


def headings(page: Path) -> set[str]:
    """The anchors of a page, as GitHub makes them."""
    text = re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.M | re.S)
    titles = re.findall(r"^#+ (.*)$", text, flags=re.M)
    return {re.sub(r"[^\w\- ]", "", t.lower()).replace(" ", "-") for t in titles}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page):
    text = re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.M | re.S)
    dead = []
    for link in re.findall(r"\]\(([^)\s]+)\)", text):
        target, _, anchor = link.partition("#")
        if re.match(r"[a-z]+:", link):
            continue
        there = (page.parent / target).resolve() if target else page
        if not there.exists() or (anchor and anchor not in headings(there)):
            dead.append(link)
    assert dead == []


def test_citations_are_in_the_references():
    known = set(
        re.findall(
            r"^@\w+\{(\w+),", (ROOT / "docs/references.bib").read_text(encoding="utf-8"), flags=re.M
        )
    )
    cited = {
        key
        for page in PAGES
        for key in re.findall(
            r"\[([A-Z][A-Za-z]+(?:1[789]|20)\d\d)\](?!\()", page.read_text(encoding="utf-8")
        )
    }
    assert cited - known == set()
    assert cited


def prose(page: Path) -> list[tuple[int, str]]:
    """The numbered lines outside fences and tables."""
    text = re.sub(
        r"^```.*?^```",
        lambda block: "\n" * block[0].count("\n"),
        page.read_text(encoding="utf-8"),
        flags=re.M | re.S,
    )
    return [(n, line) for n, line in enumerate(text.split("\n"), 1) if not line.startswith("|")]


def test_lines_are_short():
    long = [(page.name, n) for page in PAGES[1:] for n, line in prose(page) if len(line) > WIDTH]
    assert long == []


def test_every_room_is_in_the_architecture():
    text = (ROOT / "docs/architecture.md").read_text(encoding="utf-8")
    package = ROOT / "nonholo"
    rooms = {f"{p.name}/" for p in package.iterdir() if p.is_dir() and any(p.glob("*.py"))}
    rooms |= {p.name for p in package.glob("[!_]*.py")}
    assert {room for room in rooms if f"`{room}`" not in text} == set()
    named = set(re.findall(r"`(\w+\.py)`", text))
    assert named - {file.name for file in package.rglob("*.py")} == set()


def test_the_list_of_recipes_has_them_all():
    text = (ROOT / "docs/howto.md").read_text(encoding="utf-8")
    listed = re.findall(r"^- \[([^\]]+)\]\(#", text.partition("\n## ")[0], flags=re.M)
    assert listed == re.findall(r"^## (.*)$", text, flags=re.M)


def test_every_language_of_code_is_explained():
    text = (ROOT / "docs/howto.md").read_text(encoding="utf-8")
    table = text.partition("| `--as` | gives |")[2].partition("\n\n")[0]
    assert [name for name in LANGUAGES if f"`{name}`" not in table] == []


def test_every_published_fact_is_explained():
    text = (ROOT / "docs/howto.md").read_text(encoding="utf-8")
    assert {key for key in RULES if key not in PROSE and f"`{key}`" not in text} == set()


@cache
def modules() -> list[str]:
    """Every module of the package."""
    found = pkgutil.walk_packages(nonholo.__path__, "nonholo.")
    return ["nonholo", *sorted(m.name for m in found if not m.name.endswith("__main__"))]


LIVE_PAGE = ("starlette", "uvicorn", "tomlkit")  # what the room of the live page needs


@pytest.mark.parametrize("name", modules())
def test_docstring_examples(name):
    for package in LIVE_PAGE if name.startswith("nonholo.exploring") else ():
        pytest.importorskip(package, reason="pip install 'nonholo[suite]'")
    told = io.StringIO()
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS, verbose=False)
    for test in doctest.DocTestFinder(exclude_empty=True).find(importlib.import_module(name)):
        linecache.clearcache()  # whose every file each run would look at
        runner.run(test, out=told.write)
    assert runner.failures == 0, told.getvalue()


# docstrings -------------------------------------------------------------------------------------
#
# What is public, by rule: the names of the package and the records that its functions return; every
# derivation;
# of geometry/ and numerics/ the functions that rooms to the right ask for by name, and those named
# as their file.
# Each, and each method of these records, has an example, names its parameters (but those whose
# class says it all) and says what it raises.

KEY = r"\b(?:[A-Z][a-z]+)+(?:1[789]|20)\d\d\b"
PACKAGE = ROOT / "nonholo"


@cache
def imports(file: Path) -> list[ast.ImportFrom]:
    tree = ast.parse(file.read_text(encoding="utf-8"))
    return [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]


def asked(room: str, *doors: str) -> set[Any]:
    """The public functions that the files `doors` (patterns in the package) import from a room."""
    found = set()
    for door in (file for pattern in doors for file in PACKAGE.glob(pattern)):
        for node in imports(door):
            if (node.module or "").startswith(f"nonholo.{room}."):
                module = importlib.import_module(node.module)
                given = (
                    getattr(module, name.name)
                    for name in node.names
                    if not name.name.startswith("_")
                )
                found |= {one for one in given if inspect.isfunction(one)}
    return found


def named_as_their_file(room: str) -> set[Any]:
    """The functions of a room that bear the name of their file: what the file is about."""
    modules = (importlib.import_module(name) for name in modules_of(room))
    found = {getattr(module, module.__name__.rpartition(".")[2], None) for module in modules}
    return {one for one in found if inspect.isfunction(one)}


def modules_of(room: str) -> list[str]:
    return [name for name in modules() if name.startswith(f"nonholo.{room}.")]


def answers(function: Any) -> list[type]:
    """The class of the package that a function returns, by its annotation; none for containers."""
    kind = function.__globals__.get(function.__annotations__.get("return"))
    return [kind] if inspect.isclass(kind) and kind.__module__.startswith("nonholo.") else []


FACE = [getattr(nonholo, name) for name in nonholo.__all__]
RECORDS = [
    *(one for one in FACE if inspect.isclass(one)),
    *(kind for one in FACE if inspect.isfunction(one) for kind in answers(one)),
]
DERIVATIONS = [*FORMULATIONS.values(), *named_as_their_file("rivals")]
GEOMETRY = asked(
    "geometry", "findings/*.py", "steering/*.py", "geometry/survey.py"
) | named_as_their_file("geometry")
NUMERICS = asked("numerics", "findings/*.py", "simulation/*.py", "numerics/methods.py")


def by_name(things: Iterable[Any]) -> dict[str, Any]:
    return {
        f"{one.__module__}.{one.__qualname__}": one
        for one in sorted(set(things), key=lambda one: (one.__module__, one.__qualname__))
    }


STOCK = by_name([*FACE, *RECORDS, *DERIVATIONS, *GEOMETRY, *NUMERICS])
METHODS = by_name(
    method
    for kind in set(RECORDS)
    for name, method in vars(kind).items()
    if inspect.isfunction(method) and not name.startswith("_")
)
FUNCTIONS = {name: one for name, one in (STOCK | METHODS).items() if inspect.isfunction(one)}


def prose_of(thing: Any) -> str:
    """A docstring up to its first example."""
    return (inspect.getdoc(thing) or "").partition(">>>")[0]


def unnamed(function: Any) -> list[str]:
    """Parameters that a docstring does not name, but for those whose type, a class of the
    package, says it all.
    """
    words = set(re.findall(r"\w+", prose_of(function)))
    return [
        p.name
        for p in inspect.signature(function).parameters.values()
        if p.name != "self" and p.name not in words and not says_it_all(function, str(p.annotation))
    ]


def says_it_all(function: Any, annotation: str) -> bool:
    kind = function.__globals__.get(annotation)
    return inspect.isclass(kind) and kind.__module__.startswith("nonholo.")


def raised(function: Any, seen: frozenset = frozenset()) -> set[type]:
    """The kinds of NonholoError raised in a function, in what it calls of its own module, and by
    `require_...`.
    """
    if function in seen:
        return set()
    tree = ast.parse(textwrap.dedent(inspect.getsource(function)))
    return _raised(tree.body[0], function.__globals__, function.__module__, (), seen | {function})


def _raised(node: ast.AST, names: dict, home: str, caught: tuple, seen: frozenset) -> set[type]:
    if isinstance(node, ast.Try):
        here = tuple(
            names.get(n.id, getattr(builtins, n.id, None))
            for handler in node.handlers
            if handler.type
            for n in ast.walk(handler.type)
            if isinstance(n, ast.Name)
        )
        guarded = {
            kind
            for part in node.body
            for kind in _raised(part, names, home, (*caught, *here), seen)
        }
        rest = [*node.handlers, *node.orelse, *node.finalbody]
        return guarded.union(*(_raised(part, names, home, caught, seen) for part in rest))
    found = set().union(
        *(_raised(child, names, home, caught, seen) for child in ast.iter_child_nodes(node))
    )
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        target = names.get(node.func.id)
        if inspect.isfunction(target) and (
            target.__module__ == home or target.__name__.startswith("require_")
        ):
            found |= raised(target, seen)
    if (
        isinstance(node, ast.Raise)
        and isinstance(node.exc, ast.Call)
        and isinstance(node.exc.func, ast.Name)
    ):
        kind = names.get(node.exc.func.id)
        found |= (
            {kind} if inspect.isclass(kind) and issubclass(kind, nonholo.NonholoError) else set()
        )
    return {
        kind
        for kind in found
        if not any(inspect.isclass(c) and issubclass(kind, c) for c in caught)
    }


def unsaid(function: Any) -> list[str]:
    """The kinds of NonholoError that a function raises and its docstring does not name, nor a
    wider kind.
    """
    words = set(
        re.findall(r"\w+", re.sub(r"^.*?\b[Rr]aises?\b", "", prose_of(function), flags=re.S))
    )
    if not re.search(r"\b[Rr]aises?\b", prose_of(function)):
        words = set()
    return sorted(
        kind.__name__
        for kind in raised(function)
        if not words & {own.__name__ for own in kind.__mro__}
    )


def docstrings() -> list[tuple[str, str]]:
    """(file, docstring) of everything in the files of the package that cite, by their text."""
    found = []
    for file in sorted(PACKAGE.rglob("*.py")):
        text = file.read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(text)) if re.search(KEY, text) else ():
            if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)):
                found.append((str(file.relative_to(ROOT)), ast.get_docstring(node) or ""))
    return found


def test_docstrings_cite_what_is_in_the_references():
    known = set(
        re.findall(
            r"^@\w+\{(\w+),", (ROOT / "docs/references.bib").read_text(encoding="utf-8"), flags=re.M
        )
    )
    cited = {(key, file) for file, text in docstrings() for key in re.findall(KEY, text)}
    assert {(key, file) for key, file in cited if key not in known} == set()
    assert len({key for key, _ in cited}) > 30


@pytest.mark.parametrize("name", by_name(DERIVATIONS))
def test_derivations_name_their_source(name):
    assert re.search(KEY, prose_of(STOCK[name]))


@pytest.mark.parametrize("name", STOCK)
def test_what_is_public_has_an_example(name):
    examples = re.findall(r"^(?:>>>|\.\.\.) (.*)", inspect.getdoc(STOCK[name]) or "", flags=re.M)
    assert examples
    assert inspect.isclass(STOCK[name]) or any(
        re.search(rf"\b{STOCK[name].__name__}\b", line) for line in examples
    )


@pytest.mark.parametrize("name", METHODS)
def test_what_a_user_calls_of_an_answer_has_an_example(name):
    """Methods of the records that the names of the package give; their classes are above."""
    examples = re.findall(r"^(?:>>>|\.\.\.) (.*)", inspect.getdoc(METHODS[name]) or "", flags=re.M)
    assert any(re.search(rf"\.{METHODS[name].__name__}\(", line) for line in examples)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_parameters_are_explained(name):
    assert unnamed(FUNCTIONS[name]) == []


@pytest.mark.parametrize("name", FUNCTIONS)
def test_what_is_raised_is_said(name):
    assert unsaid(FUNCTIONS[name]) == []


@pytest.mark.parametrize("kind", by_name(RECORDS))
def test_members_of_records_have_a_sentence(kind):
    own = {
        name: getattr(one, "fget", None) or getattr(one, "func", one)
        for name, one in vars(STOCK[kind]).items()
    }
    written = {
        name: one for name, one in own.items() if inspect.isfunction(one) and one.__name__ == name
    }
    assert [name for name, one in written.items() if name[0] != "_" and not one.__doc__] == []


def test_the_rules_find_what_they_are_about():
    assert {
        "nonholo.findings.check.check",
        "nonholo.findings.verdict.Verdict",
        "nonholo.formulations.voronec.voronec",
        "nonholo.rivals.substituted.substituted",
        "nonholo.geometry.curvature.curvature.curvature",
        "nonholo.geometry.flag.local.growth_at",
        "nonholo.geometry.sampled.judge.judge_parts",
        "nonholo.geometry.chained.chained.chained_forms",
        "nonholo.numerics.integrate.integrate",
        "nonholo.numerics.discrete.integrate_discrete",
    } <= set(STOCK)


def silent(number: int, system: object) -> None:
    """Nothing about what it takes."""
    if number:
        _refuse()


def spoken(number: int) -> None:
    """number: what is refused.  Raises BadCase."""
    _refuse()


def careful(number: int) -> None:
    """number: what is refused, and caught."""
    try:
        _refuse()
    except BadCase:
        return


def _refuse() -> None:
    raise BadCase("no")


def test_what_is_missing_in_a_docstring_is_seen():
    assert (unnamed(silent), unsaid(silent)) == (["number", "system"], ["BadCase"])
    assert (unnamed(spoken), unsaid(spoken), unsaid(careful)) == ([], [], [])


# words ------------------------------------------------------------------------------------------


def glossary() -> dict[str, str]:
    """Word -> where it lives, by the table of docs/notation.md."""
    page = (ROOT / "docs/notation.md").read_text(encoding="utf-8")
    section = page.partition("## Words of the code\n")[2].partition("\n## ")[0]
    rows = [line.strip("|").split(" | ") for line in section.split("\n") if line.startswith("| ")]
    return {row[0].strip(): row[-1] for row in rows[2:]}


@pytest.mark.parametrize("word", glossary())
def test_words_of_the_code_are_where_the_glossary_says(word):
    assert missing_homes(glossary()[word]) == []


def missing_homes(where: str) -> list[str]:
    """What a cell of the glossary names and the package does not have; names live in the files
    of their cell.
    """
    files = re.findall(r"`([\w/]+(?:\.py|/))`", where)
    there = [
        importlib.import_module("nonholo." + f.removesuffix(".py").strip("/").replace("/", "."))
        for f in files
        if (PACKAGE / f).exists()
    ]
    names = [name for name in re.findall(r"`(\w+(?:\.\w+)?)`", where) if name not in files]
    gone = [f for f in files if not (PACKAGE / f).exists()]
    return (
        gone
        + [name for name in names if not any(has(module, name) for module in there)]
        + ([] if files else ["no file"])
    )


def has(module: Any, name: str) -> bool:
    thing = module
    for part in name.split("."):
        if part in getattr(thing, "__dataclass_fields__", ()):
            return True
        if not hasattr(thing, part):
            return False
        thing = getattr(thing, part)
    return True


def test_the_glossary_is_read():
    assert len(glossary()) > 30
    assert missing_homes("`Growth.vektor` in `geometry/flag/flag.py`, `geometry/flags.py`") == [
        "geometry/flags.py",
        "Growth.vektor",
    ]
    assert missing_homes("somewhere") == ["no file"]
