"""Case files and models with something wrong in them, by seed: each is read or refused with words,
never a traceback.

    python benchmarks/mutations.py [tables|sympy] [--count N] [--seed S]

A mutation takes a right case and puts another value (a date, a list, a giant, an object, ...) into
a place of it, takes a key away, doubles it or misspells it.  Whatever raises something else than
NonholoError is told, and the status is 1."""

from __future__ import annotations

import argparse
import copy
import datetime
import random
import sys
import traceback
from collections import Counter
from fractions import Fraction

from nonholo.errors import NonholoError
from nonholo.readers.case_file import parse_case
from nonholo.readers.sympy_models import System

ROLLING = {
    "name": "Wheel",
    "coordinates": ["x", "y", "yaw", "lean", "spin"],
    "gravity": ["0", "0", "-g"],
    "dependent": ["x"],
    "parameters": {"m": 1.5, "R": {"value": 1, "positive": True}, "g": 9.81},
    "inequalities": ["x >= 0"],
    "forces": {"spin": "-spindot"},
    "initial": {"x": 0.5, "spindot": 2},
    "simulation": {"duration": 3, "plane": ["x", "y"]},
    "expected": {"growth": [{"vector": [2, 3]}]},
    "holonomic_constraints": [],
    "constraints": [],
    "lagrangian": "-x**2",
    "source": ["A", "B"],
    "notes": "n",
    "bodies": [
        {
            "name": "disc",
            "origin": ["x + R*sin(yaw)*sin(lean)", "y - R*cos(yaw)*sin(lean)", "R*cos(lean)"],
            "rotation": ["z yaw", "x lean", "y spin"],
            "mass": "m",
            "inertia": ["m*R**2/4", "m*R**2/2", "m*R**2/4"],
        },
        {
            "name": "bob",
            "parent": "disc",
            "origin": ["0", "R/2", "0"],
            "mass": 0.5,
            "centre": ["0", "0", "1"],
            "rotation": [["1", "0", "0"], ["0", "1", "0"], ["0", "0", "1"]],
            "inertia": {"xx": "m", "xz": "m/3"},
        },
    ],
    "rolling": [
        {"body": "disc", "radius": "R", "axle": "y", "down": ["0", "0", "-1"]},
        {
            "body": "bob",
            "at": ["x", "y", "0"],
            "along": [["1", "0", "0"]],
            "ground": ["0", "0", "0"],
        },
    ],
    "loads": [
        {"body": "bob", "force": ["1", "0", "0"], "moment": ["0", "0", "m"], "at": ["0", "0", "1"]}
    ],
}
DAY = datetime.date(1979, 5, 27)
VALUES = (
    0,
    1,
    -1,
    7,
    10**400,
    1.5,
    -0.0,
    float("inf"),
    float("nan"),
    1e300,
    True,
    False,
    "",
    " ",
    "x",
    "spin",
    "0",
    "1/0",
    "z",
    "z x",
    "w x",
    "x'",
    "dx",
    "1e-500",
    "sin(",
    "sin(10**400)",
    "(" * 50,
    "x y z",
    "θ",
    "a" * 200,
    "disc",
    "\n",
    "'",
    "0/0",
    "log(0)",
    "sqrt(-1)",
    "10**10**10",
    "inf",
    "nan",
    DAY,
    datetime.time(7, 32),
    datetime.datetime(1979, 5, 27, 7, 32),
    [],
    [[]],
    [[], [], []],
    [1, 2, 3],
    ["x"],
    ["0", "0", "0"],
    [["0", "0", "0"]] * 3,
    [True, None],
    [DAY] * 3,
    {},
    {"a": 1},
    {"value": "x"},
    {"value": [1]},
    {"value": 1, "positive": "yes"},
    {"xx": {}},
    {"xx": "1", "yx": "1"},
    [{}],
    [{"name": "a"}],
    [["z yaw"]],
    ["z yaw", 5],
    [[[[[[]]]]]],
)


# tables -----------------------------------------------------------------------------------------
def toml(value, top: bool = True) -> str:
    """A value as TOML text."""
    if isinstance(value, dict):
        pairs = [f"{_key(k)} = {toml(v, False)}" for k, v in value.items() if v is not None]
        return "\n".join(pairs) if top else "{ " + ", ".join(pairs) + " }"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(toml(v, False) for v in value if v is not None) + "]"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return (
            '"'
            + "".join(
                c if c.isprintable() and c not in '"\\' else f"\\u{ord(c):04x}" for c in value
            )
            + '"'
        )
    return value.isoformat() if hasattr(value, "isoformat") else str(value)


def _key(key) -> str:
    return key if str(key).isidentifier() and str(key).isascii() else toml(str(key))


def places(value, path=()):
    """Every place inside a value, as a path of keys and indices."""
    yield path
    items = (
        value.items()
        if isinstance(value, dict)
        else enumerate(value)
        if isinstance(value, list)
        else ()
    )
    for key, part in items:
        yield from places(part, (*path, key))


def mutated(tables, rng: random.Random):
    """A copy with one to three things changed."""
    found = copy.deepcopy(tables)
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        path = rng.choice([p for p in places(found) if p])
        parent = found
        for key in path[:-1]:
            parent = parent[key]
        _change(parent, path[-1], rng)
    return found


def _change(parent, key, rng: random.Random) -> None:
    kind = rng.choice(("value", "value", "value", "drop", "rename", "swap"))
    if kind == "drop":
        del parent[key]
    elif kind == "rename" and isinstance(parent, dict):
        parent[
            rng.choice((f"{key}s", str(key)[:-1] or "k", str(key).upper(), "", "body", "at"))
        ] = parent.pop(key)
    elif kind == "swap" and isinstance(parent, list):
        parent.append(copy.deepcopy(parent[key]))
    else:
        parent[key] = copy.deepcopy(rng.choice(VALUES))


def from_file(rng: random.Random) -> None:
    parse_case(toml(mutated(ROLLING, rng)))


def from_python(rng: random.Random) -> None:
    """The same tables as arguments of System, with Python's own kinds of values too."""
    given = mutated(ROLLING, rng)
    for unknown in [k for k in given if k not in PYTHON]:
        del given[unknown]
    if rng.random() < 0.3 and given.get("bodies"):
        bodies = given["bodies"]
        if isinstance(bodies, list) and isinstance(bodies[0], dict):
            bodies[0][rng.choice(("mass", "name", "parent", "origin", 5, None))] = rng.choice(
                _objects()
            )
    System(given.pop("coordinates", ["x"]), **given)


PYTHON = (
    "coordinates",
    "lagrangian",
    "constraints",
    "holonomic_constraints",
    "forces",
    "parameters",
    "dependent",
    "inequalities",
    "name",
    "initial",
    "gravity",
    "bodies",
    "rolling",
    "loads",
)


def _objects():
    import numpy as np
    import sympy

    return (
        None,
        1j,
        Fraction(1, 3),
        np.float64(0.5),
        np.array([1, 2]),
        sympy.Symbol("m"),
        sympy.pi,
        object(),
        print,
        b"m",
        {1, 2},
        range(3),
        10**5000,
        sympy.Integer(10) ** 5000,
        float("nan"),
        (),
    )


# SymPy ------------------------------------------------------------------------------------------
def from_sympy(rng: random.Random) -> None:
    """Arguments of System as SymPy expressions, some of them wrong."""
    import sympy as sm
    from sympy.physics.mechanics import dynamicsymbols

    t = dynamicsymbols._t
    x, y, theta = dynamicsymbols("x y theta")
    m, R, k = sm.Symbol("m", positive=True), sm.Symbol("R"), sm.Symbol("k")
    strange = (
        *_objects(),
        x,
        x.diff(t),
        x.diff(t, 2),
        x.diff(t, 3),
        t,
        sm.Function("f")(x),
        sm.Function("f")(t),
        sm.I,
        sm.nan,
        sm.oo,
        sm.zoo,
        sm.Float("0.1"),
        sm.Float(1) / 3,
        sm.Eq(x, y),
        x < y,
        sm.true,
        sm.Matrix([x, y]),
        sm.Integral(x, t),
        sm.Piecewise((x, x > 0), (y, True)),
        sm.Symbol("x"),
        sm.Symbol("t"),
        sm.Symbol("A", commutative=False),
        "x",
        "x'",
        "sin(",
        "",
        sm.exp(sm.Integer(10) ** 30),
        sm.Rational(1, 3) ** x,
        sm.Integer(0),
        1 / sm.Integer(10) ** 4500,
        "10" * 50,
        sm.Derivative(x * y, t),
        sm.Derivative(x, y),
        dynamicsymbols("z"),
        [x, y],
        {x: y},
        sm.Function("\\theta")(t),
        sm.Symbol("\\lambda"),
        sm.Symbol(""),
        sm.Symbol("dx"),
        sm.Symbol("xdot"),
        x.func,
        sm.sin,
        sm.gamma(x),
        sm.sign(x),
    )
    given = {
        "q": [x, y, theta],
        "lagrangian": m * (x.diff(t) ** 2 + y.diff(t) ** 2) / 2 + R * theta.diff(t) ** 2 - k * x,
        "constraints": [x.diff(t) * sm.sin(theta) - y.diff(t) * sm.cos(theta)],
        "holonomic_constraints": [],
        "forces": {theta: -k * theta.diff(t)},
        "parameters": {m: 1.5, R: sm.Rational(1, 3), k: None},
        "dependent": [x],
        "inequalities": [x >= 0],
        "name": "n",
        "initial": {x: 1, x.diff(t): sm.pi / 4},
    }
    for _ in range(rng.choice((1, 1, 2))):
        key, value = rng.choice(list(given)), rng.choice(strange)
        place = given[key]
        if isinstance(place, list) and rng.random() < 0.7:
            place.append(value)
        elif isinstance(place, dict) and rng.random() < 0.8:
            thing = rng.choice([*place, *(s for s in strange if _hashable(s))]) if place else x
            place[thing] = value
        else:
            given[key] = value
    System(given.pop("q"), **given)


def _hashable(thing) -> bool:
    try:
        hash(thing)
    except TypeError:
        return False
    return True


# the run ----------------------------------------------------------------------------------------
KINDS = {"file": from_file, "python": from_python, "sympy": from_sympy}


def run(kind: str, count: int, seed: int) -> tuple[Counter, list[str]]:
    """What became of `count` mutations: how many were read, refused, or crashed, and where those
    did.
    """
    outcomes, crashes = Counter(), []
    for i in range(count):
        rng = random.Random(f"{kind} {seed} {i}")
        try:
            KINDS[kind](rng)
            outcomes["read"] += 1
        except NonholoError:
            outcomes["refused"] += 1
        except Exception as error:  # what is looked for
            outcomes["crashed"] += 1
            last = traceback.extract_tb(error.__traceback__)[-1]
            crashes.append(
                f"{kind} {seed} {i}: {type(error).__name__}: {str(error)[:80]} ({last.name}, "
                f"{last.filename}:"
                f"{last.lineno})"
            )
    return outcomes, crashes


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("kinds", nargs="*", choices=[*KINDS, []], default=[])
    options.add_argument("--count", type=int, default=1000)
    options.add_argument("--seed", type=int, default=1)
    given, bad = options.parse_args(), []
    for kind in given.kinds or KINDS:
        outcomes, crashes = run(kind, given.count, given.seed)
        print(
            f"{kind}: {given.count} mutations: "
            + ", ".join(f"{n} {word}" for word, n in sorted(outcomes.items()))
        )
        bad += crashes
    print(*bad, sep="\n")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
