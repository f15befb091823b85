"""Frozen records: what `dataclass(frozen=True, slots=True)` makes, in a third of the time.

A dataclass writes six methods for each class as text and compiles them, which took a third of the
start of every command.  Here one is written, `__init__`; the others are shared and read the names
of the fields.  `field`, `fields` and `replace` are those of `dataclasses`."""

from __future__ import annotations

from dataclasses import MISSING, Field, FrozenInstanceError, dataclass, field, fields
from operator import attrgetter
from typing import Any, NoReturn, TypeVar, dataclass_transform

Class = TypeVar("Class", bound=type)


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def frozen(cls: Class) -> Class:
    """A class whose instances are frozen, have these fields in slots, and compare by their values.

    >>> from dataclasses import replace
    >>> @frozen
    ... class Place:
    ...     x: int
    ...     y: int = 0
    >>> at = Place(2)
    >>> at, replace(at, y=1) == Place(2, 1), len({at, Place(2)})
    (Place(x=2, y=0), True, 1)
    """
    made: Any = dataclass(init=False, repr=False, eq=False, slots=True)(cls)
    made.__init__ = _init(made, fields(made))
    for method in (*SHARED, *_comparing([f.name for f in fields(made) if f.compare])):
        if method.__name__ not in cls.__dict__:
            setattr(made, method.__name__, method)
    return made


def _comparing(names: list[str]) -> tuple[Any, Any]:
    """The methods by which instances are equal if these fields are."""
    values: Any = (
        attrgetter(*names)
        if len(names) > 1
        else lambda one: tuple([getattr(one, name) for name in names])
    )

    def __eq__(self: Any, other: object) -> bool:
        return values(self) == values(other) if type(other) is type(self) else NotImplemented

    def __hash__(self: Any) -> int:
        return hash(values(self))

    return __eq__, __hash__


def _init(cls: Any, known: tuple[Field[Any], ...]) -> Any:
    """The method `__init__`, which puts values where `__setattr__` lets nobody."""
    given: dict[str, Any] = {"ABSENT": MISSING}
    arguments: dict[bool, list[str]] = {False: ["self"], True: []}  # those by keyword alone
    lines = []
    for f in known:
        name = value = f.name
        usual = ""
        if f.default is not MISSING:
            given[usual := f"usual_{name}"] = f.default
        elif f.default_factory is not MISSING:
            given[f"new_{name}"], usual = f.default_factory, "ABSENT"
            value = f"new_{name}() if {name} is ABSENT else {name}"
        if f.init:
            given[f"put_{name}"] = getattr(cls, name).__set__
            arguments[bool(f.kw_only)].append(f"{name}={usual}" if usual else name)
            lines.append(f"put_{name}(self, {value})")
    if hasattr(cls, "__post_init__"):
        lines.append("self.__post_init__()")
    by_keyword = ["*", *arguments[True]] if arguments[True] else []
    head = f"def __init__({', '.join([*arguments[False], *by_keyword])}):"
    exec("\n ".join([head, *lines, "pass"]), given)
    made = given["__init__"]
    made.__qualname__ = f"{cls.__qualname__}.__init__"
    made.__annotations__ = {f.name: f.type for f in known} | {"return": None}
    return made


def __repr__(self: Any) -> str:
    values = ", ".join(f"{f.name}={getattr(self, f.name)!r}" for f in fields(self) if f.repr)
    return f"{type(self).__qualname__}({values})"


def __setattr__(self: Any, name: str, value: Any) -> NoReturn:
    raise FrozenInstanceError(f"cannot assign to field {name!r}")


def __delattr__(self: Any, name: str) -> NoReturn:
    raise FrozenInstanceError(f"cannot delete field {name!r}")


def __getstate__(self: Any) -> list[Any]:
    return [getattr(self, f.name) for f in fields(self)]


def __setstate__(self: Any, state: list[Any]) -> None:
    for f, value in zip(fields(self), state, strict=True):
        object.__setattr__(self, f.name, value)


SHARED = (__repr__, __setattr__, __delattr__, __getstate__, __setstate__)
