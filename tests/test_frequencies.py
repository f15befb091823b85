"""Families with letters and coordinates in one wave, cos(k x): certified, and no forgery is."""

from __future__ import annotations

import copy
import json
from fractions import Fraction

import pytest

import nonholo as nh
from nonholo.evidence.problem import digest
from nonholo.verifier.frequencies import by_waves, value_of_wave
from nonholo.verifier.functions import Functions
from nonholo.verifier.outcome import BEYOND, Budget, Stop
from nonholo.verifier.parameters import Parameters
from nonholo.verifier.problem import Reader, names_of

EMPTY: dict[str, dict] = {"symbols": {}, "angles": {}, "exponents": {}}


def family(*rows, **letters):
    """Of k, l, a, as far as they stand in the rows."""
    names = [n for n in "klab" if any(n in row.replace("exp", "") for row in rows)]
    places = [n for n in "xyzu" if any(n in row.replace("exp", "") for row in rows)]
    parameters = {n: letters.get(n) for n in names}
    case = nh.System(places, constraints=list(rows), parameters=parameters)
    return nh.families(case, "constraints", records=False, certify=True)


def told(found):
    cells = found.constraints.cells
    return {tuple(map(str, cell.equations)): cell.answer.growth for cell in cells}


@pytest.mark.parametrize(
    ("rows", "cells"),
    [
        (["dz = (cos(k*x) - cos(x)) dy"], {(): (2, 3), ("k - 1",): (2,), ("k + 1",): (2,)}),
        (["dz = (cos(k*x) - cos(l*x)) dy"], {(): (2, 3), ("l - k",): (2,), ("k + l",): (2,)}),
        (
            ["dz = (exp(k*x) - a*exp(x)) dy"],
            {(): (2, 3), ("a", "k"): (2,), ("k - 1", "a - 1"): (2,)},
        ),
        (
            ["dz = a*sin(k*x) dy", "du = cos(x) dy"],
            {(): (2, 3, 4), ("k",): (2, 3), ("a",): (2, 3)},
        ),
        (["dz = (sin(k*x) + a*x*cos(k*x)) dy"], {(): (2, 3), ("k", "a"): (2,)}),
        (
            ["dz = cos(k*x + l*y) dx + b*cos(x + y) dy"],
            {
                (): (2, 3),
                ("b", "l"): (2,),
                ("k - 1", "l - 1", "b - 1"): (2,),
                ("k + 1", "l + 1", "b - 1"): (2,),
            },
        ),
    ],
)
def test_waves_with_letters_are_certified(rows, cells):
    found = family(*rows)
    assert found.constraints.complete and found.constraints.certified
    assert told(found) == cells
    assert nh.verify(nh.certificate(found)).status == "accepted"


def test_only_some_frequencies_are_admissible():
    found = family("dz = (cos(k*x) - cos(x)) dy", k={"positive": True})
    assert found.constraints.certified and set(told(found)) == {(), ("k - 1",)}


def parameters(problem):
    language = Functions(4, Budget(10**6))
    made = Parameters(language, Reader(language, *names_of(problem)), problem["parameters"], [], [])
    made.frequencies = True
    return made


PROBLEM = {
    "coordinates": ["x", "y"],
    "constraints": [],
    "holonomic_constraints": [],
    "inequalities": [],
    "parameters": {"k": None, "l": None},
}


def test_a_wave_tells_its_frequency_from_those_of_the_others():
    """cos(k x) - cos(l x) is 0 for k = l, k = -l alone."""
    known = parameters(PROBLEM)
    p = known.reader.expression("y*cos(k*x) - y*cos(l*x)")[0]
    place = known.place(EMPTY | {"symbols": {"y": "3"}})
    waves = by_waves(known, p)
    values = [value_of_wave(known, place, waves, n) for n in range(2 * len(waves))]
    some = [value for value in values if value]
    assert len(values) == 8 and len(some) == 4
    for value in some:
        for equal in ("k - l", "k + l"):
            step = known.leading(known.polynomial(equal), known.unknown(["symbol", "k"]))
            assert not known.reduced(value, [step])
        step = known.leading(known.polynomial("k - 2*l - 1"), known.unknown(["symbol", "k"]))
        assert known.reduced(value, [step])
    with pytest.raises(Stop):
        value_of_wave(known, place, waves, 8)


def test_frequencies_are_put_in():
    known = parameters(PROBLEM)
    p = known.reader.expression("cos(k*x) - cos(x/2)*cos(l*x) + sin(x/2)*sin(l*x)")[0]
    step = known.leading(known.polynomial("2*k - 2*l - 1"), known.unknown(["symbol", "k"]))
    assert p and not known.reduced(p, [step])
    other = known.leading(known.polynomial("2*k - 2*l - 3"), known.unknown(["symbol", "k"]))
    assert known.reduced(p, [other])


@pytest.mark.parametrize("angles", [{}, {"k*x": ["3/5", "4/5"]}])
def test_a_wave_of_letters_and_coordinates_has_no_value_at_a_place(angles):
    """A value of its own would be that of no k x where k is special."""
    known = parameters(PROBLEM)
    p = known.reader.expression("cos(k*x)")[0]
    place = known.place(EMPTY | {"symbols": {"x": "1"}, "angles": angles})
    with pytest.raises(Stop) as stop:
        known.value(place, p)
    assert stop.value.args[0] == BEYOND


@pytest.mark.parametrize("text", ["cos(x/k) - cos(x)", "f(y)*cos(k*x) - cos(x)"])
def test_what_is_told_from_no_other_wave(text):
    """A frequency that grows without bound as k vanishes, and functions that could be waves."""
    known = parameters(PROBLEM | {"functions": {"f": ["y"]}})
    p = known.reader.expression(text)[0]
    place = known.place(EMPTY | {"functions": {"f(y)": "2"}})
    for number in range(8):
        with pytest.raises(Stop) as stop:
            value_of_wave(known, place, by_waves(known, p), number)
        assert stop.value.args[0] == BEYOND


def test_a_divisor_with_frequencies_is_defined_at_no_point():
    """1/(cos(k x) - cos(x)) has no value for k = 1, wherever x is."""
    found = family("dz = y/(cos(k*x) - cos(x)) dx")
    (cell,) = found.constraints.cells
    ((_, k),) = cell.at.items()
    assert abs(Fraction(str(k))) != 1
    assert not found.constraints.certified
    made = nh.certificate(found)
    assert type(made["open"]) is str and nh.verify(made).status == "accepted"
    made = json.loads(json.dumps(nh.certificate(family("(cos(k*x) - cos(x))*dz = y*dx"))))
    assert nh.verify(made).status == "accepted" and made["cells"][0]["point"]
    made["problem"]["constraints"] = ["dz = y/(cos(k*x) - cos(x))*dx"]
    made["cells"][0]["point"]["values"]["k"] = "1"
    made["sha256"] = digest(made["problem"])
    assert nh.verify(made).status != "accepted"


def forgeries():
    """Certificates of cos(k x) - cos(x) that say too much: (where, another value)."""
    yield ("cells", 1, "equations", 0), "k - 2"  # a cell where the answer is the generic one
    yield ("cells", 0, "without"), [["k - 1"]]
    yield ("cells", 0, "growth_vector"), [2]
    yield ("cells", 1, "growth_vector"), [2, 3]


@pytest.mark.parametrize(("path", "value"), [*forgeries()])
def test_forged_cells_are_refused(path, value):
    made = json.loads(json.dumps(nh.certificate(family("dz = (cos(k*x) - cos(x)) dy"))))
    assert nh.verify(made).status == "accepted"
    *outer, last = path
    record = made
    for key in outer:
        record = record[key]
    record[last] = value
    assert nh.verify(made).status == "refused"


def test_a_forged_guard_of_waves_may_not_leave_out_where_frequencies_coincide():
    """Without the lemma for k = 1, or with another wave, place or constraint."""
    made = json.loads(json.dumps(nh.certificate(family("dz = (cos(k*x) - cos(x)) dy"))))
    tried = 0
    for i, lemma in enumerate(made["cases"]["lemmas"]):
        for j, guard in enumerate(lemma.get("answer", {}).get("guards", [])):
            if "then" in guard:
                forged = copy.deepcopy(made)
                del forged["cases"]["lemmas"][i]["answer"]["guards"][j]["then"]
                assert nh.verify(forged).status == "refused"
                tried += 1
            for number in (-1, 10**6):
                forged = copy.deepcopy(made)
                forged["cases"]["lemmas"][i]["answer"]["guards"][j]["values"][0]["wave"] = number
                assert nh.verify(forged).status == "refused"
    assert tried
    forged = copy.deepcopy(made)
    forged["problem"]["constraints"] = ["dz = (cos(2*k*x) - cos(x)) dy"]
    forged["sha256"] = digest(forged["problem"])
    assert nh.verify(forged).status == "refused"


@pytest.mark.parametrize("question", ["symmetry", "measure", "singular"])
def test_other_questions_have_no_certificates_of_waves(question):
    rows = ["z' = y*x'", "y' = w*x'", "u' = (w^2 + cos(k*x)*y^2)*x'"]
    names, lagrangian = "x y z w u", None
    if question != "symmetry":
        rows, names = ["z' = cos(k*x)*y'"], "x y z"
    if question == "measure":
        lagrangian = "(x'^2 + y'^2 + z'^2)/2"
    case = nh.System(names, lagrangian, rows, parameters={"k": None})
    asked = nh.families(case, question, records=False, certify=True)
    assert not getattr(asked, question).certified


def test_a_point_of_rational_numbers():
    found = family("dz = (cos(k*x) - cos(x)) dy")
    points = [cell.at for cell in found.constraints.cells]
    assert all(value.is_number for at in points for value in at.values())
    assert Fraction(1) in [Fraction(str(v)) for at in points for v in at.values()]
