"""The verifier's reader against the package's: what both read is the same, what one refuses the
other does not accept.

python -m tests.test_verifier_reader 100000 7        so many random texts, and a seed
"""

from __future__ import annotations

import random
import sys
from collections import Counter

import pytest

from nonholo.errors import NonholoError
from nonholo.expression.text import text
from nonholo.readers.build import build
from nonholo.readers.draft import Draft
from nonholo.readers.functions import Function
from nonholo.verifier.functions import Functions, MoreTurns
from nonholo.verifier.outcome import Budget, Stop
from nonholo.verifier.polynomials import ZERO
from nonholo.verifier.problem import Reader
from tests.draws import draws

NONE: dict = {}
COORDINATES, PARAMETERS = ["x", "y", "phi", "θ"], ["R", "e0", "a_1"]
NAMES = [*COORDINATES, *PARAMETERS, "t", "pi", "e1", "dot", "π", "x·", "θ̇", "lambda"]
MOVING = [form.format(q) for q in COORDINATES for form in ("{}dot", "d{}", "{}'")] + [
    "dt",
    "xddot",
    "y''",
    "dd",
]
NUMBERS = [
    "2",
    "0",
    "1.5",
    ".5",
    "3.",
    "1e0",
    "2e1",
    "1E-1",
    "1e+2",
    "0x",
    "1_0",
    "00",
    "12e",
    "1e0e",
    "5e600",
    "1/2",
]
CALLS = ["sin", "cos", "tan", "exp", "sqrt", "log", "abs", "atan2", "f", "x", "sinh", "ln"]
GLUE = [
    "*",
    " * ",
    " ",
    "",
    "/",
    " / ",
    "**2",
    "**2 ",
    "^",
    "**-1*",
    "  ",
    "\t",
    "*-",
    "/-",
    ")(",
    ") (",
    "' ",
    "·",
    "−",
]
SEAMS = [" + ", " - ", "+", "-", " = ", "==", " - -", "=", " + + ", ",", " <= "]


ADVERSARIAL = [
    "xdot - R*sin(θ)*1e0phidot",
    "xdot - 1e0 phidot",
    "y*dx - 2e1x*dy",
    "dz",
    "dy*dt**7 - y*dx",
    "dy/dt**2 - y*dx",
    "ydot - y*xdot*dt**3",
    "dx*dy",
    "xdot**2",
    "dx*dt",
    "ydot/xdot",
    "sin(xdot)",
    "xdot - dy",
    "y + dx",
    "x· dx",
    "1/2 x dx",
    "x/y dx",
    "x/y θ",
    "x**2y dx",
    "2 3 dx",
    "sin x dx",
    "sinθ dx",
    "x(y) dx",
    "dx (y",
    "dx) + (dy",
    "1.5.2 dx",
    "0x dx",
    "1_0 dx",
    "dx dx",
    "x''",
    "ydot = x = 2",
    "(dx)/dt - y",
    "(-dx)/dt",
    "(dx+dy)/dt",
    "dt/dt",
    "(y*dx)/dt - 1",
    "(y*dx)*2/dt",
    "dx/dt/dt",
    "x'y dx",
    "x'' dx",
    "R dx/dt = θ'",
    "y^2/2 dx + dy",
    "x/(2 y) dx",
]


FUNCTIONS = {"f": ["s"], "h": ["x", "y"], "k": ["phi", "x"], "f_": ["x"], "a_": ["t"]}
WORDS = [
    *("f", "f'", "f''", "f_s", "f_ss", "f_y", "f_", "f__x", "f'_s", "f_s'", "fs"),
    *("h", "h_x", "h_xy", "h_yx", "h_yyx", "h_x_y", "h'", "h_xt", "h_"),
    *("k", "k_phi", "k_phi_x", "k_x_phi_phi", "k_phix", "k_xx", "k_x_x"),
    *("a_", "a__t", "a_'", "a__tt", "a_1", "a__1"),
]


def any_call(rng: random.Random) -> str:
    """A function that is not specified, or a derivative, at any arguments or none."""
    word = rng.choice(WORDS)
    if rng.random() < 0.15:
        return word
    count = rng.choice(
        (len(FUNCTIONS.get(word.partition("_")[0].rstrip("'"), "x")),) * 4 + (1, 2, 3)
    )
    odd = rng.random() < 0.1
    names = [*COORDINATES, *PARAMETERS, "t", *(("2*x", "", "1", "xdot", "s", "pi") if odd else ())]
    comma = rng.choice((",", ", ", " ,", ", ", " , ", ",", ";", " ", ",,")[: 9 if odd else 6])
    return f"{word}({comma.join(rng.choice(names) for _ in range(count))})"


def any_text(rng: random.Random, calls: bool = False) -> str:
    """A text of the language, spelled at random; every second one against its rules.

    calls: with functions that are not specified.
    """
    kind = rng.choice(("{}dot", "d{}", "{}'"))
    found = _term(rng, kind, calls)
    for _ in range(rng.randint(0, 2)):
        found += rng.choice(SEAMS[:6]) + _term(rng, kind, calls)
    for _ in range(rng.choice((0, 0, 1, 2))):
        place = rng.randint(0, len(found))
        inserted = rng.choice(
            (*GLUE, *SEAMS, *NUMBERS, *MOVING, *NAMES, "e", "dot", "d", "(", ")", "'", ".")
        )
        found = found[:place] + inserted + found[place + rng.randint(0, 2) :]
    return found


def _term(rng: random.Random, kind: str, calls: bool = False) -> str:
    parts = [rng.choice((_factor(rng), rng.choice(NUMBERS[:9]))) for _ in range(rng.randint(0, 2))]
    parts = [any_call(rng) if calls and rng.random() < 0.7 else part for part in parts]
    parts.insert(rng.randint(0, len(parts)), kind.format(rng.choice(COORDINATES)))
    found = parts[0]
    for part in parts[1:]:
        found += rng.choice(GLUE[:8]) + part
    return found + rng.choice(
        ("", "", "", "", "/2", "/dt" if kind == "d{}" and rng.random() < 0.3 else "")
    )


def _factor(rng: random.Random) -> str:
    name = rng.choice(NAMES if rng.random() < 0.3 else [*COORDINATES, *PARAMETERS])
    if rng.random() < 0.3:
        return f"{rng.choice(CALLS)}{rng.choice(('', '', ' '))}({name}{rng.choice(('', '/2', '*2', ' y', '**2'))})"
    return rng.choice((name, name, f"({name} + 1)", f"({name})", f"-{name}", f"{name}**2"))


def package_row(constraint: str, functions: dict = NONE) -> dict[str, str] | None:
    """The row as texts, as the package reads it; None if it does not, or reads it for a part of
    the configurations only (beside log(x), sqrt(x^2) is x).
    """
    try:
        declared = {name: Function(tuple(slots)) for name, slots in functions.items()}
        names = COORDINATES, dict.fromkeys(PARAMETERS)
        case = build(Draft(*names, constraints=[constraint], functions=declared))
        rows = case.system.pfaffian
        if case.system.nonlinear or case.system.partial:
            return None
        form, [level] = rows.form(0), rows.functions
        if level is not None:  # without velocities: the verifier has it beside dt
            form = level, *(level.graph.zero for _ in rows.chart.names)
        return {n: text(e) for n, e in zip(("t", *rows.chart.names), form, strict=True)}
    except (NonholoError, ZeroDivisionError):
        return None


def _on_a_part(constraint: str, functions: dict) -> bool:
    declared = {name: Function(tuple(slots)) for name, slots in functions.items()}
    try:
        names = COORDINATES, dict.fromkeys(PARAMETERS)
        return build(Draft(*names, constraints=[constraint], functions=declared)).system.partial
    except NonholoError:
        return False


def verifier_row(constraint: str, functions: dict = NONE):
    """(the reader, the row), or (None, status)."""
    order = 4
    while True:
        language = Functions(order, Budget(10**6))
        reader = Reader(language, COORDINATES, dict.fromkeys(PARAMETERS), functions)
        try:
            return reader, reader.row(constraint)
        except MoreTurns as more:
            (order,) = more.args
        except Stop as stop:
            return None, stop.args[0]
        except (ArithmeticError, ValueError):
            return None, "refused"


def judged(constraint: str, functions: dict = NONE) -> str:
    """What the two readers say together.  Raises AssertionError where they disagree."""
    reader, row = verifier_row(constraint, functions)
    theirs = package_row(constraint, functions)
    if reader is None:
        return f"package reads, verifier: {row}" if theirs else "both refuse"
    if theirs is None and _on_a_part(constraint, functions):
        return "both read, the package on a part"
    assert theirs is not None, f"only the verifier reads {constraint!a}"
    try:
        for name, written in theirs.items():
            assert reader.language.same(row.get(name, ZERO), reader.expression(written)), constraint
    except MoreTurns:
        return "both read, a fraction of pi"
    except Stop as stop:
        assert stop.args[0] == "not checkable", constraint
        return "both read, and the verifier not what the package writes"
    return "both read"


def survey(count: int, seed: int, functions: dict = NONE) -> Counter:
    rng = random.Random(seed)
    return Counter(judged(any_text(rng, bool(functions)), functions) for _ in range(count))


def test_random_texts_are_read_alike():
    many = draws(600)
    found = survey(many, 5)
    assert found["both read"] > 0.1 * many and found["both refuse"] > 0.2 * many


def test_random_calls_of_functions_are_read_alike():
    many = draws(600)
    found = survey(many, 3, FUNCTIONS)
    assert found["both read"] > 0.1 * many and found["both refuse"] > 0.2 * many


@pytest.mark.parametrize("word", WORDS)
@pytest.mark.parametrize("arguments", ["", "(y)", "(x, y)", "(t,phi)", "(x,y,t)", "()", "(x,)"])
def test_words_of_derivatives_are_read_alike(word, arguments):
    for text_ in (f"{word}{arguments}*xdot", f"xdot = y {word}{arguments} ydot"):
        judged(text_, FUNCTIONS)


@pytest.mark.parametrize(
    "text_", ["xdot = y/2 f'(y) ydot", "xdot = x/2 f_s(y)ydot", "x' = y/2 f' + f_s(y)*y'"]
)
def test_a_call_behind_a_quotient_is_refused_by_both(text_):
    assert judged(text_, FUNCTIONS) == "both refuse"


@pytest.mark.slow
def test_many_random_texts_are_read_alike():
    survey(5_000, 11)


@pytest.mark.parametrize("constraint", ADVERSARIAL)
def test_adversarial_spelling(constraint):
    judged(constraint)


@pytest.mark.parametrize(
    "constraint, read",
    [
        ("y*dx/dt - ydot", True),
        ("dx/dt**2", False),
        ("dz*dt", False),
        ("2y dx", True),
        ("y 2 dx", False),
        ("2e dx", False),
        ("y dx - (x + 1)(x - 1) dy", True),
        ("y^2/2 dx + dy", True),
        ("y^2/2 R dx", False),
        ("1e0phidot", False),
    ],
)
def test_what_the_verifier_reads(constraint, read):
    assert (verifier_row(constraint)[0] is not None) == read


@pytest.mark.parametrize(
    "coordinates, why",
    [
        (["x", "xdot"], "xdot"),
        (["x", "dx"], "dx"),
        (["x", "xd"], "xddot"),
        (["x", "xddot"], "xddot"),
        (["t"], "t"),
        (["dt"], "dt"),
        (["x", "x"], "twice"),
        (["pi"], "pi"),
        (["sin"], "sin"),
        (["x'"], "name"),
        (["ẋ"], "name"),
        (["x·"], "name"),
        (["π"], "name"),
        (["2x"], "name"),
        ([""], "name"),
        (["µ"], "name"),
        (["xdot", "dx"], "dxdot"),
    ],
)
def test_colliding_names_are_refused_by_name(coordinates, why):
    with pytest.raises(Stop) as caught:
        Reader(Functions(4, Budget(1000)), coordinates, {})
    assert why in caught.value.args[1]


if __name__ == "__main__":
    for functions in (NONE, FUNCTIONS):
        for what, count in survey(int(sys.argv[1]), int(sys.argv[2]), functions).most_common():
            print(f"{count:8} {what}{', with functions' if functions else ''}")
