"""Dataclasses that are soon made are the library's in all that is asked of them."""

from __future__ import annotations

import copy
import dataclasses
import inspect
import pickle
import re
import sys
from dataclasses import field
from functools import partial
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from nonholo import frozen

ROOT = Path(__file__).resolve().parents[1]
OPTIONS = st.fixed_dictionaries(
    {
        "frozen": st.booleans(),
        "slots": st.booleans(),
        "eq": st.booleans(),
        "repr": st.booleans(),
        "kw_only": st.booleans(),
    }
)
DEFAULTS = {
    "none": dict,
    "value": lambda: {"default": 7},
    "factory": lambda: {"default_factory": list},
    "neither compared nor told": lambda: {"default": 1, "compare": False, "repr": False},
    "told, hashed otherwise": lambda: {"default": 2, "hash": False},
    "by name": lambda: {"kw_only": True},
    "not given": lambda: {"init": False, "default": (1, 2)},
    "not given, made": lambda: {"init": False, "default_factory": dict},
}
BODIES = (
    {},
    {"__doc__": "Said."},
    {"__eq__": lambda self, other: True},
    {"__hash__": lambda self: 5},
    {"__repr__": lambda self: "itself"},
    {"__init__": lambda self: None},
    {"__post_init__": lambda self: object.__setattr__(self, "f0", 11)},
)


def both(kinds, body, options):
    """The same class by the library and by us."""
    return [
        made(
            type(
                "Record",
                (),
                {
                    "__module__": __name__,
                    "__annotations__": {f"f{i}": "int" for i in range(len(kinds))},
                    **{f"f{i}": field(**DEFAULTS[k]()) for i, k in enumerate(kinds)},
                    **body,
                },
            ),
            **options,
        )
        for made in (dataclasses.dataclass, frozen.dataclass)
    ]


def outcome(ask):
    """What comes of it: the value, or the error and its words."""
    try:
        return ask()
    except Exception as error:  # whatever the library raises
        return type(error), str(error)


@settings(deadline=None, max_examples=150)
@given(
    st.lists(st.sampled_from(sorted(DEFAULTS)), max_size=4),
    st.sampled_from(BODIES),
    OPTIONS,
    st.lists(st.integers(0, 2), max_size=4),
)
def test_they_are_the_librarys(kinds, body, options, values):
    theirs, ours = both(_ordered(kinds), body, options)
    assert str(inspect.signature(ours)) == str(inspect.signature(theirs))
    assert ours.__match_args__ == theirs.__match_args__
    assert [(f.name, f.type, f.kw_only) for f in dataclasses.fields(ours)] == [
        (f.name, f.type, f.kw_only) for f in dataclasses.fields(theirs)
    ]
    assert (ours.__hash__ is None) == (theirs.__hash__ is None)
    named = {f"f{i}": v for i, v in enumerate(values)}
    assert _used(ours, values, {}) == _used(theirs, values, {})
    assert _used(ours, [], named) == _used(theirs, [], named)


def _ordered(kinds):
    """Those without a default first, as both demand."""
    return sorted(kinds, key=lambda kind: kind not in ("none", "by name"))


def _used(cls, values, named):
    """What is seen of records that are made, compared, shown, copied, changed."""
    one, other = (outcome(lambda: cls(*values, **named)) for _ in range(2))
    if isinstance(one, tuple):
        return one
    return (
        _held(one),
        outcome(lambda: one == other),
        one == 3,
        outcome(lambda: hash(one) == hash(other)),
        outcome(lambda: hash(one)) if cls.__eq__ is not object.__eq__ else None,
        repr(one) if cls.__repr__ is not object.__repr__ else None,
        outcome(lambda: _held(copy.deepcopy(one))),
        outcome(lambda: _held(dataclasses.replace(one))),
        [outcome(partial(setattr, one, name, 3)) for name in _held(one)],
        [outcome(partial(delattr, one, name)) for name in _held(one)],
        hasattr(one, "__dict__"),
    )


def _held(record):
    return {f.name: getattr(record, f.name, "nothing") for f in dataclasses.fields(record)}


@frozen.dataclass(frozen=True, slots=True)
class Whole:
    name: str
    inner: tuple = ()


@frozen.dataclass(frozen=True, slots=True)
class Part(Whole):
    size: int = 0


def test_records_are_pickled_and_inherited():
    part = Part("a", (Whole("b"),), 3)
    assert pickle.loads(pickle.dumps(part)) == part != Whole("a", (Whole("b"),))
    assert repr(part) == "Part(name='a', inner=(Whole(name='b', inner=()),), size=3)"
    assert dataclasses.replace(part, size=4).size == 4


def test_one_that_holds_itself_is_shown():
    @frozen.dataclass
    class Ring:
        next: object = None

    ring = Ring()
    ring.next = ring
    assert repr(ring).endswith("Ring(next=...)")


def test_one_function_is_compiled(monkeypatch):
    compiled = []
    monkeypatch.setattr(
        frozen, "exec", lambda *given: compiled.append(given) or exec(*given), raising=False
    )
    if sys.version_info < (3, 13):
        monkeypatch.setattr(dataclasses, "_create_fn", None)
    frozen.dataclass(type("Record", (), {"__annotations__": {"a": "int"}}), frozen=True)
    assert len(compiled) == 1


def test_the_package_makes_its_records_so():
    asked = re.compile(r"from dataclasses import [^\n]*\bdataclass\b|dataclasses\.dataclass\(")
    by_the_library = {
        file.relative_to(ROOT).as_posix()
        for file in (ROOT / "nonholo").rglob("*.py")
        if asked.search(file.read_text(encoding="utf-8"))
        and "verifier" not in file.parts  # it imports nothing of the package
    }
    assert by_the_library == {"nonholo/frozen.py"}
