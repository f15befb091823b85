"""What CI leaves out is there, and is what the register says (tests/deep.toml)."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tests.conftest import OF_CASES
from tests.deep import entries, meant, name_and_label

HERE = Path(__file__).parent
ENTRIES = entries()


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry["test"])
def test_a_deep_test_is_there_with_its_reason(entry):
    file, _, name = entry["test"].partition("::")
    tree = ast.parse((HERE / file).read_text(encoding="utf-8"))
    assert name in {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
    assert entry.keys() <= {"test", "cases", "turn", "but", "why"} and len(entry["why"].split()) > 5


def test_every_parameter_of_the_register_is_one_of_a_test(request):
    """Of a run of all files; a case that has another name now would come back in silence."""
    labels: dict[str, list[str]] = {}
    for item in request.session.items:
        name, label = name_and_label(item)
        labels.setdefault(name, []).append(label)
    if {name.partition("::")[0] for name in labels} < {p.name for p in HERE.glob("test_*.py")}:
        pytest.skip("a run of some files")
    stale = []
    for entry in ENTRIES:
        words = {word for label in labels[entry["test"]] for word in (label, *label.split("-"))}
        stale += sorted({*entry.get("cases", ()), *entry.get("but", ())} - words)
    assert stale == []


@pytest.mark.parametrize("name", OF_CASES)
def test_what_goes_to_one_process_asks_of_cases(name):
    """A file or test that is called otherwise now would find its cases twice, in silence."""
    file, _, test = name.partition("::")
    text = (HERE / file).read_text(encoding="utf-8")
    assert "from tests.asked import" in text and f"def {test}" in text


def test_an_entry_means_its_cases_but_those_that_stay():
    entry = {"test": "x", "cases": ["snakeboard"], "but": ["maggi"], "why": "..."}
    assert meant(entry, "kane-snakeboard") and meant(entry, "snakeboard")
    assert not meant(entry, "maggi-snakeboard") and not meant(entry, "kane-snakeboard_kinematics")
    assert meant({"test": "x", "why": "..."}, "") and meant({"test": "x", "why": "..."}, "coin")


def test_an_entry_of_turns_leaves_about_one_of_so_many():
    entry = {"test": "x", "turn": 3, "but": ["always"], "why": "..."}
    left = [label for label in map(str, range(300)) if not meant(entry, label)]
    assert 80 < len(left) < 120 and not meant(entry, "kane-always")
    other = {**entry, "test": "y"}
    assert any(meant(entry, label) != meant(other, label) for label in left)
