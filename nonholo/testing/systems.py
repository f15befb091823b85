"""Random systems as cases, read from texts: every kind of constraint, force and letter.

    KINDS   linear, affine, with time, on levels, nonlinear, with functions that are not specified,
            with roots and divisors, with zeros of coefficients where ranks drop

Small, so that most questions about them are decided in a moment.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from hypothesis import assume
from hypothesis import strategies as st

from nonholo.errors import NonholoError
from nonholo.readers.case import Case
from nonholo.readers.sympy_models import System

NAMES = ("x", "y", "z", "w")
NUMBERS = st.sampled_from(["1", "-1", "2", "-2", "3", "1/2"])


def shapes(names: Sequence[str]) -> st.SearchStrategy[str]:
    """A function of one coordinate, often with zeros."""
    form = st.sampled_from(["{}", "{}", "{}^2", "sin({})", "cos({})", "exp({})", "(1 + {}^2)", "1"])
    return st.builds(lambda f, q: f.format(q), form, st.sampled_from(names))


@st.composite
def linear(draw: st.DrawFn, names: Sequence[str], i: int, letters: Sequence[str] = ()) -> str:
    """One row; the velocity of its own coordinate has a factor that may vanish."""
    front = draw(st.sampled_from(["1", "1", "1", draw(shapes(names)), "(2 + cos(x))"]))
    terms = [f"{front}*{names[i]}'"]
    others = [q for q in names if q != names[i]]
    for q in draw(st.lists(st.sampled_from(others), min_size=1, max_size=2, unique=True)):
        letter = draw(st.sampled_from([*letters, "1", "1"]))
        terms.append(f"({draw(NUMBERS)})*{letter}*{draw(shapes(names))}*{q}'")
    return " + ".join(terms)


@st.composite
def lagrangians(draw: st.DrawFn, names: Sequence[str], letters: Sequence[str]) -> str:
    """Masses that may hang on the coordinates, gyroscopic terms, potentials with rests."""
    mass = st.sampled_from(["1/2", "1", "3/2", "(1 + x^2)/2", "(3 + cos(y))/2", "m/2"])
    terms = [f"{draw(mass)}*{q}'^2" for q in names]
    if draw(st.booleans()):
        terms.append(f"{draw(shapes(names))}*{draw(st.sampled_from(names))}'/3")
    for _ in range(draw(st.integers(0, 2))):
        q, p = draw(st.sampled_from(names)), draw(st.sampled_from(names))
        forms = [
            f"-{q}^2/2",
            f"-{q}",
            f"cos({q})",
            f"-{q}*{p}",
            f"{q}^2 - {q}^4",
            f"-({q} - {p})^2",
        ]
        letter = draw(st.sampled_from(["1", *letters]))
        terms.append(f"{letter}*({draw(st.sampled_from(forms))})")
    return " + ".join(terms)


@st.composite
def forces(draw: st.DrawFn, names: Sequence[str], letters: Sequence[str]) -> dict[str, str]:
    """None, or one: drag, constant, circulatory."""
    q, p = draw(st.sampled_from(names)), draw(st.sampled_from(names))
    letter = draw(st.sampled_from(["1", *letters]))
    law = draw(st.sampled_from(["", "", f"-{letter}*{q}'", letter, f"{letter}*{p}", f"-{p}*{q}'"]))
    return {q: law} if law else {}


@st.composite
def _rows(draw: st.DrawFn, names: Sequence[str], letters: Sequence[str]) -> list[str]:
    count = draw(st.integers(1, max(1, len(names) - 2)))
    return [draw(linear(names, i, letters)) for i in range(count)]


def _affine(draw: st.DrawFn, names: Sequence[str], rows: list[str]) -> dict:
    return {"constraints": [f"{rows[0]} + {draw(NUMBERS)}*{draw(shapes(names))}", *rows[1:]]}


def _timed(draw: st.DrawFn, names: Sequence[str], rows: list[str]) -> dict:
    more = draw(st.sampled_from(["sin(t)", "t", "t*z'", f"t*{draw(shapes(names))}", "x*cos(t)"]))
    return {"constraints": [f"{rows[0]} + {more}", *rows[1:]]}


def _levelled(draw: st.DrawFn, names: Sequence[str], rows: list[str]) -> dict:
    q = draw(st.permutations(names))
    forms = [
        f"{q[0]} = {draw(shapes(q[1:]))}",
        f"{q[0]}^2 + {q[1]}^2 = 1",
        f"{q[0]}*{q[1]} = 1",
        f"{q[0]}^2 = {q[1]}^2",
        f"{q[0]} - {q[1]}^3 = 2*{q[2]}",
        f"{q[0]}^2 + {q[1]}^2 = 1 + {q[2]}^2",
        f"{q[0]} = sin(t) + {q[1]}",
    ]
    return {"constraints": rows[:1], "holonomic_constraints": [draw(st.sampled_from(forms))]}


def _bent(draw: st.DrawFn, names: Sequence[str], rows: list[str]) -> dict:
    a, b = draw(st.permutations(names))[:2]
    forms = [f"{a}'*{b}'", f"{a}'^2", f"{b}*{a}'^2", f"{a}'^2 + {b}'^2 - 1", f"sqrt(1 + {a}'^2)"]
    return {"constraints": [f"{rows[0]} + {draw(st.sampled_from(forms))}"]}


def _unspecified(draw: st.DrawFn, names: Sequence[str], rows: list[str]) -> dict:
    q = draw(st.sampled_from(names[1:]))
    more = draw(st.sampled_from([f"f(y)*{q}'", f"f({q})*z'", "f(x + y)*z'"]))
    slots = "y"
    return {"constraints": [f"{rows[0]} + {more}", *rows[1:]], "functions": [f"f({slots})"]}


def _rooted(draw: st.DrawFn, names: Sequence[str], rows: list[str]) -> dict:
    q, p = draw(st.permutations(names))[:2]
    forms = [
        "sqrt(1 + {}^2)",
        "1/(2 + {}^2)",
        "atan({})",
        "tan({})/3",
        "1/{}",
        "sqrt({})",
        "log({})",
    ]
    more = draw(st.sampled_from(forms)).format(q)
    return {"constraints": [f"{rows[0]} + {more}*{p}'", *rows[1:]]}


KIND = Callable[[st.DrawFn, Sequence[str], list[str]], dict]
_MORE: dict[str, KIND] = {
    "linear": lambda draw, names, rows: {"constraints": rows},
    "affine": _affine,
    "time": _timed,
    "levels": _levelled,
    "nonlinear": _bent,
    "functions": _unspecified,
    "roots": _rooted,
}


@st.composite
def _of_kind(draw: st.DrawFn, kind: str, most: int = 4) -> Case:
    names = NAMES[: draw(st.sampled_from([3, 3, most]))]
    letters = draw(st.sampled_from([(), ("a",), ("a", "b")]))
    told = _MORE[kind](draw, names, draw(_rows(names, letters)))
    moves = draw(st.integers(0, 3)) > 0
    lagrangian = draw(lagrangians(names, letters)) if moves else None
    applied = draw(forces(names, letters)) if moves else {}
    valued = draw(st.booleans())
    numbers = {n: draw(st.integers(1, 3)) if valued else None for n in letters}
    if lagrangian and "m/2" in lagrangian:
        numbers["m"] = 2 if valued else None
    try:
        return System(names, lagrangian, parameters=numbers, forces=applied, **told)
    except NonholoError:
        assume(False)
        raise


KINDS: dict[str, Callable[[], st.SearchStrategy[Case]]] = {
    kind: partial(_of_kind, kind) for kind in _MORE
}


def systems() -> st.SearchStrategy[Case]:
    """A system of any kind."""
    return st.sampled_from(list(KINDS)).flatmap(lambda kind: KINDS[kind]())


def small() -> st.SearchStrategy[Case]:
    """One of three coordinates with linear or affine rows: decided in no time."""
    return st.sampled_from(["linear", "affine"]).flatmap(lambda kind: _of_kind(kind, 3))
