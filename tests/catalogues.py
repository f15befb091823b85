"""What translators have to translate: the templates that the source hands to `say`, `tell` and `mixed`,
and in a catalogue of their own what the cases that ship say of themselves.

`python tests/catalogues.py` brings the catalogues up to date: new templates come in without a
translation, those that nobody says any more go out, and translations stay.
"""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from nonholo.words.sentence import quoted

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "nonholo"
HOME = PACKAGE / "words"
CASES, OF_CASES = ROOT / "cases", HOME / "cases"
TEMPLATE, CASE_TEMPLATE = HOME / "nonholo.pot", OF_CASES / "cases.pot"  # how a language begins
WIDTH = 100
METADATA = {
    "Project-Id-Version": "nonholo",
    "Language": "",
    "MIME-Version": "1.0",
    "Content-Type": "text/plain; charset=UTF-8",
    "Content-Transfer-Encoding": "8bit",
    "Plural-Forms": "nplurals=2; plural=(n != 1);",
}
UNHEARD = ("ContextVar",)  # what they are given, nobody reads
ONE, SEVERAL = ("say", "tell", "mixed"), ("say_many", "tell_many")


@dataclass
class Entry:
    """A template, its form for several things, and the files that say it."""

    one: str
    many: str = ""
    places: list[str] = field(default_factory=list)


class NotWrittenOut(Exception):
    """A template that is no literal, so that no translator would see it."""


@cache
def templates() -> dict[str, Entry]:
    """Every template of the package by its first form, in the order of the files."""
    found: dict[str, Entry] = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        place = path.relative_to(PACKAGE).as_posix()
        if place.startswith("words/"):
            continue
        for one, many in _said(path):
            entry = found.setdefault(one, Entry(one, many))
            if entry.many != many:
                raise NotWrittenOut(f"{place}: {one!r} has two forms for several")
            if place not in entry.places:
                entry.places.append(place)
    return found


@cache
def case_texts() -> dict[str, Entry]:
    """The names, remarks and meanings of the cases that ship, each in one line."""
    found: dict[str, Entry] = {}
    for path in sorted(CASES.rglob("*.toml")):
        table = tomllib.loads(path.read_text(encoding="utf-8"))
        for text in (table["name"], table.get("notes", ""), *table.get("meaning", {}).values()):
            line = str(quoted(" ".join(text.split())).template.one)
            if line:
                found.setdefault(line, Entry(line)).places.append(f"{path.relative_to(ROOT)}")
    return found


def _said(path: Path) -> Iterator[tuple[str, str]]:
    text = path.read_text(encoding="utf-8")
    for node in ast.walk(ast.parse(text)) if "nonholo.words" in text else ():
        if not isinstance(node, ast.Call):
            continue
        name = getattr(node.func, "id", "")
        if name in ONE:
            yield _literal(path, node.args[0]), ""
        elif name in SEVERAL:
            yield _literal(path, node.args[1]), _literal(path, node.args[2])


def unsaid(path: Path) -> Iterator[tuple[int, str]]:
    """Texts of a file, with their lines, that stand in no sentence or docstring."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    passed: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr):
            passed.add(id(node.value))
        elif isinstance(node, ast.Call):
            name = getattr(node.func, "id", getattr(node.func, "attr", ""))
            if name in (*ONE, *SEVERAL, *UNHEARD):
                passed.update(map(id, ast.walk(node)))
        elif isinstance(node, ast.FunctionDef) and node.name == "__repr__":
            passed.update(map(id, ast.walk(node)))
        elif isinstance(node, ast.JoinedStr):
            passed.update(map(id, node.values))
    for node in ast.walk(tree):
        if id(node) in passed:
            continue
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.lineno, node.value
        elif isinstance(node, ast.JoinedStr):
            words = (v.value if isinstance(v, ast.Constant) else "{}" for v in node.values)
            yield node.lineno, "".join(map(str, words))


def _literal(path: Path, node: ast.expr) -> str:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    raise NotWrittenOut(f"{path}, line {node.lineno}: a template is written out where it is said")


def renew(path: Path, wanted: Mapping[str, Entry]) -> None:
    """Bring one catalogue, or the template of all, up to date with what is said."""
    from polib import POEntry, POFile, pofile

    old = pofile(str(path), wrapwidth=WIDTH) if path.exists() else POFile(wrapwidth=WIDTH)
    known = {entry.msgid: entry for entry in old}
    new = POFile(wrapwidth=WIDTH)
    new.metadata, new.header = old.metadata or METADATA, old.header
    for one, entry in wanted.items():
        before = known.get(one, POEntry(msgid=one))
        made = POEntry(
            msgid=one, tcomment=before.tcomment, occurrences=[(place, "") for place in entry.places]
        )
        if entry.many:
            made.msgid_plural = entry.many
            made.msgstr_plural = {0: "", 1: ""} | dict(before.msgstr_plural)
        else:
            made.msgstr = before.msgstr
        new.append(made)
    new.save(str(path))


if __name__ == "__main__":
    for file in (TEMPLATE, *sorted(HOME.glob("*.po"))):
        renew(file, templates())
    for file in (CASE_TEMPLATE, *sorted(OF_CASES.glob("*.po"))):
        renew(file, case_texts())
