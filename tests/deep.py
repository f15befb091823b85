"""Which tests are deep: they take long, and other tests show the same (tests/deep.toml)."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any
from zlib import crc32

REGISTER = Path(__file__).with_name("deep.toml")


def entries() -> list[dict[str, Any]]:
    """The register: test, cases or turn, but, why."""
    return tomllib.loads(REGISTER.read_text(encoding="utf-8"))["deep"]


def _by_test() -> dict[str, list[dict[str, Any]]]:
    found: dict[str, list[dict[str, Any]]] = {}
    for entry in entries():
        found.setdefault(entry["test"], []).append(entry)
    return found


_DEEP = _by_test()


def meant(entry: dict[str, Any], label: str) -> bool:
    """Is a test with these parameters (its id, `maggi-snakeboard`) one of the entry?"""
    words = {label, *label.split("-")}
    return (
        words.isdisjoint(entry.get("but", ()))
        and ("cases" not in entry or not words.isdisjoint(entry["cases"]))
        and ("turn" not in entry or not has_its_turn(entry, label))
    )


def has_its_turn(entry: dict[str, Any], label: str) -> bool:
    """By names, so that a new case changes the turns of no other one, and what one test leaves out
    another one asks.
    """
    return crc32(f"{entry['test']} {label}".encode()) % entry["turn"] == 0


def name_and_label(item: Any) -> tuple[str, str]:
    """`test_laws.py::test_motion_of_cases` and the id of its parameters."""
    name, _, label = item.name.partition("[")
    return f"{item.path.name}::{name}", label.removesuffix("]")


def why_deep(item: Any) -> str:
    """Why the test may be left out, empty if it may not."""
    name, label = name_and_label(item)
    return next((e["why"] for e in _DEEP.get(name, ()) if meant(e, label)), "")
