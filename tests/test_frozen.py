"""`frozen` makes what `dataclass(frozen=True, slots=True)` makes."""

import copy
import inspect
import pickle
from dataclasses import FrozenInstanceError, dataclass, field, fields, is_dataclass, replace

import pytest

from nonholo.frozen import frozen

BOTH = (frozen, dataclass(frozen=True, slots=True))


def point(decorator):
    @decorator
    class Point:
        """A point."""

        x: int
        y: int = 0
        tags: list = field(default_factory=list)
        seen: str = field(default="", compare=False, repr=False, kw_only=True)
        total: tuple = field(init=False, compare=False)

        def __post_init__(self):
            object.__setattr__(self, "total", (self.x, self.y))

    return Point


def one(decorator):
    @decorator
    class One:
        """A single field."""

        x: tuple

    return One


def child(decorator):
    parent = one(decorator)

    @decorator
    class Child(parent):
        """A field more."""

        y: int = 1

        def __repr__(self):
            return f"<{self.y}>"

    return Child


CASES = [
    (point, (1,), {}),
    (point, (1, 2), {"seen": "a"}),
    (point, (1,), {"tags": [1]}),
    (one, ((1, 2),), {}),
    (child, ((1,),), {"y": 5}),
]


@pytest.mark.parametrize(("make", "given", "named"), CASES)
def test_instances_are_those_of_a_dataclass(make, given, named):
    ours, theirs = (make(d) for d in BOTH)
    a, b = ours(*given, **named), theirs(*given, **named)
    assert repr(a) == repr(b)
    assert [f.name for f in fields(a)] == [f.name for f in fields(b)] and is_dataclass(a)
    assert [getattr(a, f.name) for f in fields(a)] == [getattr(b, f.name) for f in fields(b)]
    assert a == ours(*given, **named) and a != b and a != 1
    assert ours.__match_args__ == theirs.__match_args__ and ours.__slots__ == theirs.__slots__
    assert inspect.signature(ours).replace(return_annotation=None).parameters.keys() == (
        inspect.signature(theirs).parameters.keys()
    )
    for change in ({"x": (7,)}, {}):
        assert repr(replace(a, **change)) == repr(replace(b, **change))


@pytest.mark.parametrize("decorator", BOTH)
def test_what_compares_and_what_does_not(decorator):
    Point, One = point(decorator), one(decorator)
    assert Point(1, seen="a") == Point(1, seen="b") != Point(2)
    assert hash(One((1,))) == hash(One((1,))) and len({One((1,)), One((1,)), One((2,))}) == 2
    assert Point(1).tags is not Point(1).tags
    with pytest.raises(TypeError):
        hash(Point(1))  # a list in it
    with pytest.raises(TypeError):
        Point()
    with pytest.raises(TypeError):
        Point(1, 2, [], "positional")


@pytest.mark.parametrize("decorator", BOTH)
def test_frozen(decorator):
    known = one(decorator)((1,))
    with pytest.raises(FrozenInstanceError, match="cannot assign to field 'x'"):
        known.x = 2
    with pytest.raises(FrozenInstanceError, match="cannot delete field 'x'"):
        del known.x
    with pytest.raises((FrozenInstanceError, TypeError)):
        known.other = 2


@frozen
class Told:
    """One that can be pickled."""

    x: int
    y: tuple = ()


def test_copies_and_pickles():
    told = Told(1, (2,))
    for made in (copy.copy(told), copy.deepcopy(told), pickle.loads(pickle.dumps(told))):
        assert made == told and made is not told
