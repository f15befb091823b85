"""Frozen data that is soon made: what `dataclasses.dataclass` makes, with one function compiled.

The library compiles six functions for a class (__init__, __repr__, __eq__, __hash__, __setattr__,
__delattr__), which takes 0.7 ms; a page loads three hundred classes, and that was a quarter of the
time of a short one.  Here __init__ alone is compiled; the others are the same functions for all
classes, over the fields.  For a type checker it is the library's own."""

from __future__ import annotations

import dataclasses
import sys
from collections.abc import Callable, Sequence
from dataclasses import MISSING, Field, FrozenInstanceError
from operator import attrgetter
from reprlib import recursive_repr
from typing import TYPE_CHECKING, Any

__all__ = ["dataclass"]

if TYPE_CHECKING:
    from dataclasses import dataclass
else:

    def dataclass(cls=None, /, *, frozen=False, slots=False, eq=True, repr=True, kw_only=False):
        """The class as a dataclass: the options and what they mean are those of the library.

        cls: a class with annotated fields (none of them an InitVar).

        >>> @dataclass(frozen=True, slots=True)
        ... class Point:
        ...     x: int
        ...     y: int = 0
        >>> Point(1), Point(1) == Point(1, 0), len({Point(1), Point(1, 0)})
        (Point(x=1, y=0), True, 1)
        """

        def made(cls):
            return _made(cls, frozen, slots, eq, repr, kw_only)

        return made if cls is None else made(cls)


class _Factory:
    """Stands in a signature for what is made anew for each record."""

    def __repr__(self) -> str:
        return "<factory>"


def _made(bare: Any, frozen: bool, slots: bool, eq: bool, represented: bool, kw_only: bool) -> Any:
    documented = bare.__doc__
    bare.__doc__ = documented or bare.__name__  # else the library looks for a signature, 0.3 ms
    make = dataclasses.dataclass(init=False, repr=False, eq=False, slots=slots, kw_only=kw_only)
    cls: Any = make(bare)
    there, fields = cls.__dict__, dataclasses.fields(cls)
    if not documented:
        cls.__doc__ = f"{cls.__name__}({', '.join(f.name for f in fields if f.init)})"
    methods: dict[str, Any] = {}
    if "__init__" not in there:
        methods["__init__"] = _init(cls, fields, frozen)
    if represented and "__repr__" not in there:
        methods["__repr__"] = _repr([f.name for f in fields if f.repr])
    if eq:
        given = "__eq__" in there
        if not given:
            methods["__eq__"] = _eq(_values([f.name for f in fields if f.compare]))
        if "__hash__" not in there or (given and there["__hash__"] is None):
            hashed = [f.name for f in fields if (f.compare if f.hash is None else f.hash)]
            methods["__hash__"] = _hash(_values(hashed)) if frozen else None
    if frozen:
        methods |= _kept(cls, [f.name for f in fields])
        if slots:
            methods |= _pickled(fields, there)
    for name, method in methods.items():
        if method is not None:
            method.__qualname__ = f"{cls.__qualname__}.{name}"
        setattr(cls, name, method)
    return cls


def _init(cls: Any, fields: Sequence[Field[Any]], frozen: bool) -> Callable[..., None]:
    outer: dict[str, Any] = {"_set": object.__setattr__, "_factory": _Factory()}
    plain: list[str] = []
    named: list[str] = []
    body: list[str] = []
    for f in fields:
        name, value = f.name, f.name
        if f.default_factory is not MISSING:
            outer[f"_make_{name}"] = f.default_factory
            value = f"_make_{name}()"
            default = "=_factory"
            if f.init:
                value += f" if {name} is _factory else {name}"
        elif f.default is not MISSING:
            outer[f"_default_{name}"] = f.default
            default = f"=_default_{name}"
            if not f.init:
                value = f"_default_{name}"
        elif f.init:
            default = ""
        else:
            continue  # left to __post_init__
        if f.init:
            (named if f.kw_only else plain).append(name + default)
        body.append(f"_set(self, {name!r}, {value})" if frozen else f"self.{name} = {value}")
    if hasattr(cls, "__post_init__"):
        body.append("self.__post_init__()")
    parameters = ", ".join(["self", *plain, *(["*"] if named else []), *named])
    lines = [
        f"def _outer({', '.join(outer)}):",
        f"  def __init__({parameters}):",
        *(f"    {line}" for line in body or ["pass"]),
        "  return __init__",
    ]
    there: dict[str, Any] = {}
    exec("\n".join(lines), getattr(sys.modules.get(cls.__module__), "__dict__", {}), there)
    init: Callable[..., None] = there["_outer"](**outer)
    init.__annotations__ = {f.name: f.type for f in fields if f.init} | {"return": None}
    return init


def _values(names: Sequence[str]) -> Callable[[object], tuple[Any, ...]]:
    """Reads the fields as a tuple."""
    if len(names) > 1:
        return attrgetter(*names)
    return lambda self: tuple(getattr(self, name) for name in names)


def _repr(names: Sequence[str]) -> Callable[[object], str]:
    @recursive_repr()
    def __repr__(self: object) -> str:
        told = ", ".join(f"{name}={getattr(self, name)!r}" for name in names)
        return f"{self.__class__.__qualname__}({told})"

    return __repr__


def _eq(values: Callable[[object], tuple[Any, ...]]) -> Callable[[object, object], bool]:
    def __eq__(self: object, other: object) -> bool:
        if other.__class__ is not self.__class__:
            return NotImplemented
        return values(self) == values(other)

    return __eq__


def _hash(values: Callable[[object], tuple[Any, ...]]) -> Callable[[object], int]:
    def __hash__(self: object) -> int:
        return hash(values(self))

    return __hash__


def _kept(cls: Any, names: Sequence[str]) -> dict[str, Callable[..., None]]:
    """No field can be set or deleted."""
    known = frozenset(names)

    def __setattr__(self: object, name: str, value: object) -> None:
        if type(self) is cls or name in known:
            raise FrozenInstanceError(f"cannot assign to field {name!r}")
        super(cls, self).__setattr__(name, value)

    def __delattr__(self: object, name: str) -> None:
        if type(self) is cls or name in known:
            raise FrozenInstanceError(f"cannot delete field {name!r}")
        super(cls, self).__delattr__(name)

    return {"__setattr__": __setattr__, "__delattr__": __delattr__}


def _pickled(fields: Sequence[Field[Any]], there: Any) -> dict[str, Callable[..., Any]]:
    """State to pickle and copy, as frozen slots cannot be set by name."""
    names = [f.name for f in fields]

    def __getstate__(self: object) -> list[Any]:
        return [getattr(self, name) for name in names]

    def __setstate__(self: object, state: Sequence[Any]) -> None:
        for name, value in zip(names, state, strict=True):
            object.__setattr__(self, name, value)

    ways: dict[str, Any] = {"__getstate__": __getstate__, "__setstate__": __setstate__}
    return {name: way for name, way in ways.items() if name not in there}
