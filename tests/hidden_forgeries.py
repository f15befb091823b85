"""True and forged certificates of sets with hidden constraints."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import nonholo as nh
from nonholo.evidence.hidden import hidden_certificate
from tests.forgeries import put


@cache
def _made(names: str, rows: tuple, levels: tuple, more: str) -> str:
    case = nh.System(json.loads(names), None, rows, levels, **json.loads(more))
    return json.dumps(hidden_certificate(nh.check(case)))


def made(names: str | dict, *rows: str, levels: tuple = (), **more) -> dict[str, Any]:
    return json.loads(_made(json.dumps(names), rows, levels, json.dumps(more)))


def line():
    """x = 0 and x' = y hide y = 0."""
    return made("x y z", "x' = y", levels=("x",))


def chain():
    """x = 0, x' = y, y' = z: the rates of what is hidden, too."""
    return made("x y z w", "x' = y", "y' = z + x*w", levels=("x",))


def fork():
    """y (z - 1) = 0: holonomic on one set, with one relation on the other."""
    return made("x y z", "x' = y", "x' = z*y")


def blind():
    """z = 1 is left where z' = 1."""
    return made("x y z", "x' = y", "x' = z*y", "z' = 1")


def one_of_two():
    """The second set is left out."""
    return put(fork(), (("hidden", "sets", 0, "then"), ...))


def squares():
    return made("x y z w", "x' = (z^2 + w^2 + 1)*y^2", "x' = 2*(1 + w^2 + z^2)*y^2", "w' = z*y'")


def letters():
    return made("x y z", "x' = y", "x' = a*y", parameters={"a": None})


def circle():
    """w (x^2 + y^2 - 2) = 0 is w = 0 on a circle, by cofactors of its level."""
    rows = "x' = y*u'", "z' = w*(x^2 + y^2)", "z' = 2*w", "v' = z*u'"
    return made("x y z w u v", *rows, levels=("x^2 + y^2 - 1",))


def angle():
    return made("x y th", "x' = y*exp(th)", "x' = 2*y*exp(th)")


def timed():
    return made("x y z", "x' = y - t", levels=("x",))


def wavy():
    """y = x is put in: below a cosine no cofactor would do."""
    return made("x y w", "x' = w + cos(x)", "y' = 2*w", levels=("y - x",))


def declared():
    """y > 0 is declared, so y (z - 1) = 0 leaves z = 1."""
    names = {"x": {}, "y": {"positive": True}, "z": {}}
    return made(names, "x' = y", "x' = z*y")


def unspecified():
    return made("x y z", "x' = y*(f(z)^2 + 1)", levels=("x",), functions=["f(z)"])


MAX = 3_000_000  # characters


def longest():
    """As long as one may be."""
    tree = first(line(), level="y")
    return first(tree, level="y" + " " * (MAX - len(str(tree))))


def step(tree, **values):
    """A copy with other values in the first step."""
    return put(tree, *((("hidden", key), value) for key, value in values.items()))


def first(tree, **values):
    """The same in the first set of the first step."""
    return put(tree, *((("hidden", "sets", 0, key), value) for key, value in values.items()))


def plain_line():
    """The same as the line, with nothing put in."""
    return step(line(), solved=[], combination={"0": "-1", "1": "1"})


def by_a_cofactor():
    """y x dt is left out beside the level x."""
    more = {"combination": {"0": "-1", "1": "1 + x"}, "cofactors": {"0": {"x": "-1", "t": "y"}}}
    return step(plain_line(), **more)


TRUE = (
    *(line, chain, fork, blind, one_of_two, squares, letters, circle, angle, timed, wavy, declared),
    *(plain_line, by_a_cofactor, unspecified),
)


# forged ones --------------------------------------------------------------------------------------
def conditions():
    """Steps that say something else."""
    other = "what follows is another condition"
    yield other, step(line(), combination={"1": "-1"})
    yield other, step(line(), combination={"1": "1 + z"})
    yield other, step(line(), combination={"0": "1"})
    yield other, step(line(), solved=[])
    yield other, step(plain_line(), combination={"0": "1", "1": "1"})
    yield other, step(plain_line(), combination={"0": "-1", "1": "1 + z"})
    yield other, step(plain_line(), combination={"0": "-z", "1": "z"})
    yield other, step(wavy(), solved=[])
    yield other, step(plain_line(), cofactors={"0": {"y": "1"}})
    yield other, step(plain_line(), cofactors={"0": {"t": "1"}})
    yield other, step(by_a_cofactor(), cofactors={"0": {"x": "-1"}})
    yield other, step(by_a_cofactor(), cofactors={"0": {"t": "y"}})
    yield other, step(by_a_cofactor(), cofactors={"0": {"x": "1", "t": "-y"}})
    yield other, step(line(), times="1")
    yield other, step(line(), times="z")
    yield other, first(line(), power=2)
    yield other, first(line(), level="y + z")
    yield other, first(line(), level="z")
    yield other, step(line(), sets=[])
    yield other, step(line(), sets=[*line()["hidden"]["sets"], {"level": "z", "power": 1}])
    yield other, step(fork(), sets=fork()["hidden"]["sets"][:1])
    yield other, step(chain(), combination={"0": "-1"})
    yield other, put(chain(), (("hidden", "sets", 0, "then", "combination"), {"1": "1"}))
    yield other, put(blind(), (("hidden", "sets", 1, "then", "times"), "2"))
    yield other, put(blind(), (("hidden", "sets", 1, "then", "combination"), {"0": "1"}))
    yield other, first(squares(), power=1)
    yield other, step(squares(), times="-z**2 - w**2")
    yield other, step(letters(), times="a - 1")
    yield other, step(timed(), sets=[{**timed()["hidden"]["sets"][0], "level": "t + y"}])
    yield other, step(unspecified(), times="-f(z)**2")


def zeros():
    """A factor that may be 0 is left out, or is no factor."""
    may = "what is left out may be 0"
    yield may, step(fork(), times="1 - z", sets=fork()["hidden"]["sets"][:1])
    yield may, step(fork(), times="-y", sets=fork()["hidden"]["sets"][1:])
    yield may, step(fork(), times="-y*(z - 1)", sets=[])
    yield may, step(line(), combination={}, times="0")
    yield may, step(line(), combination={}, times="0", sets=[])
    yield may, step(letters(), times="y*(1 - a)", sets=[])
    yield may, step(timed(), times="t - y", sets=[])
    yield may, step(angle(), times="-y*exp(th)", sets=[])
    slow = made("x y z", "x' = y", "x' = y + (z^2 + 1)*y^2")
    yield may, step(slow, times="-y**2*(z**2 + 1)", sets=[])
    yield may, put(declared(), (("problem", "declared"), ["y >= 0"]))
    yield may, put(declared(), (("problem", "declared"), ["x > 0"]))
    yield may, put(declared(), (("problem", "declared"), ...))
    positive = "no power"
    yield positive, first(line(), power=0)
    yield positive, first(line(), power=-1)
    yield positive, step(line(), sets=[{**line()["hidden"]["sets"][0], "power": 0}])


def values():
    """What has no value everywhere."""
    yield "a denominator", step(line(), combination={"1": "1/z"}, times="-1/z")
    yield "a denominator", step(line(), combination={"1": "1/(z + 1)"})
    yield "a denominator", step(fork(), times="-1/y", sets=[])
    yield "a denominator", step(line(), times="1/z", sets=[{"level": "y*z", "power": 1}])
    yield "a denominator", step(line(), times="-z", sets=[{"level": "y/z", "power": 1}])
    yield "a denominator", step(circle(), cofactors={"0": {"t": "1/w"}})
    yield "a denominator", step(unspecified(), times="1/f(z)")
    root = "a root or logarithm beside hidden constraints"
    rows = (("problem", "constraints"), ["x' - y - 0*sqrt(z + 2)"])
    yield root, put(line(), rows)
    yield root, put(line(), (("problem", "constraints"), ["x' - y - 0*log(z + 2)"]))
    yield root, step(line(), times="-1 + 0*sqrt(z)")
    yield "where no sign is declared", put(line(), (("problem", "constraints"), ["x' - abs(y)"]))
    yield "a velocity", step(line(), times="-1 + 0*z'")
    yield "a velocity", first(line(), level="y + 0*z'")
    yield "pi beside e", step(line(), times="-1 + 0*pi + 0*exp(1)")


def shapes():
    """Documents."""
    tree, keys = line(), "has not the keys that it should"
    yield "another version of the schema", put(tree, (("certificate",), 1))
    yield "another version of the schema", put(tree, (("certificate",), 2))
    yield "the hash", {**tree, "sha256": ""}
    yield keys, {**tree, "verdict": "holonomic"}
    yield keys, put(tree, (("problem", "levels"), []))
    yield keys, put(tree, (("hidden", "then"), None))
    yield keys, put(tree, (("hidden", "times"), ...))
    yield "is no object", {**tree, "hidden": None}
    yield keys, {**tree, "hidden": tree["hidden"]["sets"][0]["then"]}
    yield keys, first(tree, claims=[])
    yield "wrong type", first(tree, power="1")
    yield "wrong type", first(tree, level=1)
    yield "is no object", first(tree, then=1)
    yield "is no object", first(tree, then=[])
    yield keys, first(tree, then={})
    yield "no set is shown", first(tree, then=None)
    yield "no set is shown", first(tree, then=...)
    yield "no set is shown", step(line(), sets=[{"level": "y", "power": 1}])
    yield keys, put(tree, (("hidden", "solved"), ...))
    yield "there is no such level", step(tree, solved=[{"row": 1, "coordinate": "x"}])
    yield "there is no such level", step(tree, solved=[{"row": -1, "coordinate": "x"}])
    yield "solved for a coordinate", step(tree, solved=tree["hidden"]["solved"] * 2)
    yield "slope is no number", step(tree, solved=[{"row": 0, "coordinate": "y"}])
    yield "a component that is none", step(tree, combination={"2": "1"})
    yield "a component that is none", step(tree, combination={"-1": "1"})
    yield "a component that is none", step(plain_line(), cofactors={"0": {"u": "1"}})
    yield "a component that is none", step(tree, cofactors={"0": {"x'": "1"}})
    yield "a cofactor of what is no level", step(tree, cofactors={"1": {}})
    yield "a cofactor of what is no level", step(tree, cofactors={"x": {}})
    yield "not declared", first(tree, level="u")
    yield "a very long certificate", first(tree, level="y" + " " * MAX)
    yield "a text that is too long", longest()
    yield "no set is shown", first(tree, level="y" + " " * 300, then=None)


def sets():
    """Certificates of the sets that are false, or of others."""
    tree, on = line(), ("hidden", "sets", 0, "then")
    yield "the claims show", put(tree, ((*on, "verdict"), "nonholonomic"))
    yield "the claims show", put(tree, ((*on, "holonomic_relations"), 1))
    yield "the claims show", put(tree, ((*on, "growth_vector"), [2]))
    yield "has not the keys", put(tree, ((*on, "problem"), tree["problem"]))
    yield "has not the keys", put(tree, ((*on, "certificate"), 2))
    yield "neither claims nor parts", put(tree, ((*on, "point"), ...))
    yield "parts", put(tree, ((*on, "parts"), []))
    yield "there is no", put(tree, ((*on, "claims", 1, "row"), 2))
    one, two = (s["then"] for s in fork()["hidden"]["sets"])
    slope, other = "a level whose slope is no number", "what follows is another condition"
    yield (
        slope,
        put(fork(), (("hidden", "sets", 0, "then"), two), (("hidden", "sets", 1, "then"), one)),
    )
    slope, other = "a level whose slope is no number", "what follows is another condition"
    yield slope, put(fork(), (("hidden", "sets", 0, "then"), two))
    yield other, put(tree, (("problem", "constraints"), ["x' - y - 1"]))
    yield other, put(tree, (("problem", "constraints"), ["x' - y*z"]))
    yield other, put(tree, (("problem", "holonomic_constraints"), ["x + z"]))
    yield "there is no such level", put(tree, (("problem", "holonomic_constraints"), []))


def hidden_forgeries():
    """(what the verifier says, a forged certificate)"""
    for family in (conditions, zeros, values, shapes, sets):
        yield from family()
