"""What is true of a system does not depend on how it is told: units, axes, clock, names, rows.

Few examples in CI; `pytest --slow` and the profile deep ask every question of every change.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from types import SimpleNamespace

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import nonholo as nh
from nonholo.decide.relations import all_zero_on
from nonholo.dynamics.smooth import smooth_reactions
from nonholo.errors import NonholoError
from nonholo.expression.graph import Expr
from nonholo.findings import comparison
from nonholo.formulations import FORMULATIONS
from nonholo.formulations.kane import kane
from nonholo.testing import changes, spoken_code, systems, tellings, worlds
from nonholo.testing.laws import tellings as laws
from nonholo.testing.laws import (
    told_certificates,
    told_code,
    told_exercises,
    told_graphs,
    without_proof,
)
from nonholo.testing.laws import worlds as of_worlds
from nonholo.testing.laws.cells import cells_tell_what_numbers_tell
from nonholo.testing.tellings import Telling
from nonholo.writing.lesson import Exercise
from tests.draws import draws

LONG = ("cells", "integrals", "runs", "paths", "matrices", "regions", "exercises")
CHEAP = [q for q in laws.QUESTIONS if q not in LONG]


def drawn(data, change: str, of=systems.systems) -> Telling:
    case = data.draw(of())
    try:
        return data.draw(changes.tellings(case, change))
    except NonholoError:  # a root or a bound of another coordinate
        assume(False)
        raise


@pytest.mark.parametrize("change", changes.CHANGES)
@settings(max_examples=draws(1))
@given(data=st.data())
def test_answers_do_not_depend_on_the_telling(change, data):
    told = drawn(data, change, systems.small)
    laws.told_alike(told, data.draw(st.sampled_from(CHEAP)))


@pytest.mark.parametrize("question", laws.QUESTIONS)
@pytest.mark.parametrize("change", changes.CHANGES)
@settings(max_examples=draws(5))
@given(data=st.data())
def test_each_answer_is_that_of_any_telling(change, question, data):
    laws.told_alike(drawn(data, change), question)


@settings(max_examples=draws(2))
@given(data=st.data())
def test_bodies_may_be_told_from_anywhere(data):
    world = data.draw(worlds.worlds())
    told = worlds.seen(world, data.draw(worlds.moves(world)))
    with without_proof():
        of_worlds.lagrangian_is_that_of_any_axes(told)
        of_worlds.rows_span_those_of_any_axes(told)


@settings(max_examples=draws(10))
@given(data=st.data())
def test_contacts_of_bodies_may_be_told_from_anywhere(data):
    world = data.draw(st.one_of(worlds.balls(), worlds.discs()))
    told = worlds.seen(world, data.draw(worlds.moves(world)))
    with without_proof():
        of_worlds.contacts_press_alike(told)


@settings(max_examples=draws(2))
@given(data=st.data())
def test_cells_tell_what_numbers_tell(data):
    case = data.draw(systems.small())
    small = st.sampled_from([0, 1, -1, 2, Fraction(1, 2)])
    numbers = {n: Fraction(data.draw(small)) for n in case.scope.parameters}
    cells_tell_what_numbers_tell(case, numbers)


# the laws see what is wrong -----------------------------------------------------------------------
FREE = "x'^2/2 + y'^2/2 + z'^2/2"
SPRINGS = f"{FREE} - x^2/2 - y^2 - 2*z^2"


def case(rows: str = "", lagrangian: str | None = None, **more) -> nh.Case:
    return nh.System("x y z", lagrangian, rows.split("; ") if rows else [], **more)


def _five(bent: str) -> nh.Case:
    rows = ["dy = p dx", "dp = q dx", f"dz = {bent} dx"]
    return nh.System("x y p q z", None, rows, parameters="a")


OTHER = {  # what is asked: two systems, the second told as the first
    ("verdicts", "verdict"): (case("dz = y dx"), case("dz = y dy")),
    ("verdicts", "relations"): (case("dz = 0"), case("dz = y dx")),
    ("verdicts", "independent"): (case("dz = y dx"), case("dz = y dx; dx = 0")),
    ("verdicts", "growth"): (case("dz = y dx"), case("dz = dx")),
    ("verdicts", "strata"): (case("dz = x^2 dy"), case("dz = x^3 dy")),
    ("verdicts", "accessible"): (case("dz = y dx"), case("dz = dx")),
    ("points", "growth at"): (case("dz = x^2 dy"), case("dz = x^3 dy")),
    ("restrictions", "relations among"): (case("dx = 0; dz = y dx"), case("dz = 0; dy = x dz")),
    ("motions", "accelerations"): (case("dz = y dx", FREE), case("dz = y dx", SPRINGS)),
    ("motions", "reactions"): (case("dz = dx", FREE), case("dz = dx", f"{FREE} - z")),
    ("motions", "energy"): (case("", FREE), case("", FREE, forces={"x": "-x'"})),
    ("integrals", "is kept"): (case("", FREE), case("", f"{FREE} - x")),
    ("integrals", "integrals"): (case("dz = y dx", FREE), case("dz = y dx", f"{FREE} - x^2 - y^2")),
    ("motions", "measure"): (case("", FREE), case("", FREE, forces={"x": "-y*x'"})),
    ("motions", "density"): (
        case("dz = y dx", FREE),
        case("dz = 3*y dx", FREE),
    ),
    ("motions", "substitution"): (case("dz = y dx", FREE), case("dz = y dy", FREE)),
    ("motions", "vakonomic"): (case("dz = dx", FREE), case("dz = y dx", FREE)),
    ("rests", "rests"): (case("", SPRINGS), case("", FREE)),
    ("rests", "rest at"): (case("", SPRINGS), case("", f"{SPRINGS} + x")),
    ("rests", "stability"): (case("", SPRINGS), case("", f"{FREE} - x^2 - y^2 + z^2")),
    ("rests", "eigenvalues"): (case("", SPRINGS), case("", f"{FREE} - x^2 - y^2 - z^2")),
    ("consistencies", "dimension"): (case("", FREE), case("dz = dx", FREE)),
    ("cells", "cells of constraints"): (
        case("dz = a*y dx", parameters="a"),
        case("dz = a*(a - 1)*y dx", parameters="a"),
    ),
    ("cells", "cells of singular"): (
        case("dz = a*x^2 dy", parameters="a"),
        case("dz = a*x dy", parameters="a"),
    ),
    ("cells", "cells of vakonomic"): (
        case("dz = a*y dx", FREE, parameters="a"),
        case("dz = a*(a - 1)*y dx", FREE, parameters="a"),
    ),
    ("cells", "cells of measure"): (
        case("dz = y dx", FREE, parameters="a"),
        case("dz = y dx", FREE, parameters="a", forces={"x": "-a*x'"}),
    ),
    ("cells", "cells of symmetry"): (_five("q^2"), _five("q^3")),
    ("cells", "cells of integrals"): (
        case("", f"{FREE} - a*x*y", parameters="a"),
        case("", f"{FREE} - a*(a - 1)*x*y", parameters="a"),
    ),
    ("cells", "cells of substitution"): (
        case("dz = a*y dx", FREE, parameters="a"),
        case("dz = a*(a - 1)*y dx", FREE, parameters="a"),
    ),
    ("graphs", "rank"): (case("dx = 0; dz = y dx"), case("dx = 0; dx = 0")),
    ("graphs", "steps"): (case("dz = y dx"), case("dz = 2*y dx")),
    ("certificates", "verdict"): (case("dz = y dx"), case("dz = dx")),
    ("certificates", "growth"): (case("dz = y dx"), case("dz = dx")),
    ("lessons", "verdict"): (case("dz = y dx"), case("dz = dx")),
    ("lessons", "gradient"): (case("dz = y dx", f"{FREE} - z"), case("dz = y dx", f"{FREE} - z^2")),
    ("lessons", "curvature"): (case("dz = y dx", FREE), case("dz = 2*y dx", FREE)),
    ("frictions", "needed"): (case("dz = y dx", FREE), case("dz = y dx", SPRINGS)),
    ("codes", "accelerations"): (case("dz = y dx", FREE), case("dz = y dx", SPRINGS)),
    ("runs", "place"): (case("dz = y dx", FREE), case("dz = y dx", SPRINGS)),
    ("runs", "reactions"): (case("dz = 0", FREE), case("dz = 0", f"{FREE} - z")),
    ("runs", "energy"): (case("", FREE), case("", f"{FREE} - 1")),
    ("paths", "possible"): (case("dz = y dx"), case("dz = dx")),
    ("paths", "rows"): (case("dz = y dx"), case("dz = 2*y dx")),
    ("matrices", "K at"): (case("", SPRINGS), case("", f"{SPRINGS} - x^2")),
    ("matrices", "M at"): (case("", SPRINGS), case("", f"{SPRINGS} + x'^2")),
    ("matrices", "C at"): (case("", SPRINGS), case("", SPRINGS, forces={"x": "-x'"})),
    ("regions", "verdicts"): (
        case("", f"{SPRINGS} - a*x^2/2", parameters="a"),
        case("", f"{SPRINGS} - (a^2 - 2)*x^2/2", parameters="a"),
    ),
}


@pytest.mark.parametrize(("question", "what"), OTHER)
def test_another_answer_is_seen(question, what):
    first, second = OTHER[question, what]
    assert not laws.compared(tellings.retold(first), question)[0]
    wrong, _, _ = laws.compared(Telling(first, second), question)
    assert any(what in told for told in wrong), wrong


def _doubled(name, entry, t, numbers):
    """Code of Julia that says another thing than that of Python."""
    told = spoken_code.values(name, entry, t, numbers)
    return {n: 2 * x for n, x in told.items()} if name == "julia" else told


def _without_error(lesson, kind, seed):
    """An exercise in which all lines are right."""
    place = next((s, i, line) for s, i, line in lesson.lines() if isinstance(line.derived, Expr))
    return Exercise(kind, seed, lesson, *place, "")


def _sprung(system, d):
    """Kane's equations, with a spring more under other names."""
    spring = 0 if "x" in system.chart.names else system.chart.q[0] ** 2
    return kane(replace(system, lagrangian=system.lagrangian - spring), d)


def _reactions(system, d, true, judge=all_zero_on):
    """Reactions, which under other names are smooth only where they vanish."""
    told = smooth_reactions(system, d, true, judge)
    if "x" in d.chart.names:
        return told
    return tuple(replace(one, smooth=judge(one.force, system.relations)) for one in told)


PLANTED = {  # what is asked: in which module, what, and a false one of it
    ("graphs", "which velocities"): (told_graphs, "_steps", lambda case, one, word: {word("x")}),
    ("certificates", "that of the other"): (
        told_certificates,
        "verify",
        lambda made: SimpleNamespace(status="refused" if "q1" in str(made) else "accepted"),
    ),
    ("exercises", "one line of"): (told_exercises, "exercise", _without_error),
    ("exercises", "an error in"): (told_exercises, "exercise", _without_error),
    ("codes", "code of julia"): (told_code, "values", _doubled),
    ("motions", "formulations"): (comparison, "FORMULATIONS", {**FORMULATIONS, "kane": _sprung}),
    ("motions", "smooth"): (comparison, "smooth_reactions", _reactions),
}


@pytest.mark.parametrize(("question", "what"), PLANTED)
def test_a_false_answer_is_seen(question, what, monkeypatch):
    """What no other system answers otherwise: the rows have to be the same."""
    first = case("dz = y dx", SPRINGS)
    told = tellings.retold(first, words={"x": "q1", "y": "q2", "z": "q3"})
    assert not laws.compared(told, question)[0]
    monkeypatch.setattr(*PLANTED[question, what])
    wrong, _, _ = laws.compared(told, question)
    assert any(what in told for told in wrong), wrong


def test_another_jacobian_is_seen():
    """y = Y + Y^3 and the density of y: without |dphi/dQ| it is none."""
    skate = case("dz = y dx", FREE)
    _, y, _ = skate.system.chart.q
    told = tellings.retold(skate, {y: y + y**3}, None)
    assert not laws.compared(told, "motions")[0]
    wrong, _, _ = laws.compared(Telling(skate, told.other), "motions")
    assert any("density" in what for what in wrong), wrong


def test_another_cell_is_seen(monkeypatch):
    from nonholo.testing.laws import cells

    family = case("dz = a*y dx", parameters="a")
    assert cells_tell_what_numbers_tell(family, {"a": Fraction(0)})
    monkeypatch.setattr(cells, "holds", lambda cell, numbers: True)
    with pytest.raises(AssertionError, match="growth"):
        cells_tell_what_numbers_tell(family, {"a": Fraction(0)})


def test_another_world_is_seen():
    ball = {"name": "ball", "origin": ["x", "y", "R"], "rotation": ["z a", "x b", "z c"]}
    tables = {
        "bodies": [{**ball, "mass": "m", "inertia": ["A", "A", "B"]}],
        "rolling": [{"body": "ball", "at": ["x", "y", "0"]}],
        "gravity": ["0", "0", "-g"],
    }
    letters = dict.fromkeys(("R", "m", "A", "B", "g"))
    world = worlds.World(("x", "y", "a", "b", "c"), letters, tables)
    there = worlds.moved(world, ("1", "0", "2"))
    for table, key, value in (
        ("bodies", "inertia", ["A", "A", "A"]),
        ("rolling", "at", ["x", "y", "0"]),
    ):
        other = {**there.tables, table: [{**there.tables[table][0], key: value}]}
        try:
            told = worlds.seen(world, worlds.World(world.coordinates, letters, other))
        except NonholoError:
            continue
        with pytest.raises(AssertionError):
            of_worlds.lagrangian_is_that_of_any_axes(told)
            of_worlds.rows_span_those_of_any_axes(told)
