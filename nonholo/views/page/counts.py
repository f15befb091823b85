"""Things with their number, as sentences count them."""

from __future__ import annotations

from nonholo.words.language import tell, tell_many


def constraints(number: int) -> str:
    """ "1 constraint", "no constraint"."""
    if not number:
        return tell("no constraint")
    return tell_many(number, "{n} constraint", "{n} constraints")


def independent_constraints(number: int) -> str:
    """ "1 independent constraint", "no independent constraint"."""
    if not number:
        return tell("no independent constraint")
    return tell_many(number, "{n} independent constraint", "{n} independent constraints")


def relations(number: int) -> str:
    """ "1 relation", "no relation"."""
    if not number:
        return tell("no relation")
    return tell_many(number, "{n} relation", "{n} relations")


def coordinates(number: int) -> str:
    """ "1 coordinate", "no coordinate"."""
    if not number:
        return tell("no coordinate")
    return tell_many(number, "{n} coordinate", "{n} coordinates")


def velocities(number: int) -> str:
    """ "1 velocity", "no velocity"."""
    if not number:
        return tell("no velocity")
    return tell_many(number, "{n} velocity", "{n} velocities")


def equations(number: int) -> str:
    """ "1 equation", "no equation"."""
    if not number:
        return tell("no equation")
    return tell_many(number, "{n} equation", "{n} equations")
