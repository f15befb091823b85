"""Families on circles, spheres, ellipses and cones, where angles stand for coordinates."""

from __future__ import annotations

import copy
import json
from dataclasses import replace
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import nonholo as nh
from nonholo.dynamics.by_angles import by_angles
from nonholo.errors import ContradictoryConstraints, NotApplicable
from nonholo.evidence.problem import digest
from nonholo.findings.family_levels import on_levels
from tests.draws import draws
from tests.forgeries import put
from tests.test_families import LAWS
from tests.test_families_on_levels import words

POSITIVE = {"positive": True}


def case_on(levels, rows=(), lagrangian=None, assumed=(), **letters):
    texts = set(words(" ".join((*levels, *rows, lagrangian or ""))))
    known = {"R": POSITIVE, "m": POSITIVE, **letters}
    used = {n: known.get(n) for n in (*"abcehkmpqR", "al", *letters) if n in texts}
    names = [n for n in ("x", "y", "z", "w", "v") if texts & {n, n + "dot", "d" + n}]
    return nh.System(
        names, lagrangian, list(rows), list(levels), parameters=used, assumptions=assumed
    )


def cells(family):
    return {tuple(map(str, cell.equations)): cell.answer for cell in family.cells}


# published systems
# ---------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("name", "without"),
    [
        ("circle_cartesian", ()),
        ("double_pendulum_cartesian", ()),
        ("moving_circle", ("vakonomic", "measure")),  # of motions with time there are none
        ("moving_circle_any_centre", ("vakonomic", "measure")),
        ("particle_in_cone", ("vakonomic", "measure")),
    ],
)
def test_systems_that_ship_are_answered(name, without):
    found = nh.families(name, certify=True)
    assert not found.refused and found.complete
    for question, family in found.families.items():
        assert family.certified == (question not in without), (question, family.uncertified)
    (cell,) = found.constraints.cells
    there = nh.check(name)
    assert (cell.answer.verdict, cell.answer.rank) == (there.verdict, there.independent)
    assert cell.answer.relations == there.relations


def test_a_ball_in_quaternions_is_certified():
    found = nh.families("ball_in_quaternions", ["constraints", "substitution"], certify=True)
    for family in found.families.values():
        assert family.complete and family.certified, family.uncertified
    assert cells(found.constraints)[()].growth == (3, 5)
    assert (
        "nothing is said of where cos(angle2) = 0 or cos(angle3) = 0" in found.constraints.remarks
    )


def test_what_a_level_is_divided_by_is_not_zero():
    """z = r cot(al) has no value for sin(al) = 0, and no cell holds that."""
    for family in nh.families("particle_in_cone").families.values():
        assert "sin(al) != 0" in family.assumed
    case = case_on(["x^2/c^2 + y^2/e^2 = 1"], ["w' = a*x*z' + b*z'"])
    found = nh.families(case, certify=True).constraints
    assert set(cells(found)) == {(), ("a",)} and found.certified, found.uncertified
    assert {"c != 0", "e != 0"} <= set(found.assumed)


# the same set in other words
# ---------------------------------------------------------------------------------------
PLANE = {"x": "p + R*cos(u)", "y": "q + R*sin(u)"}
ROUND = {"x": "R*cos(u)*cos(v)", "y": "R*sin(u)*cos(v)", "z": "R*sin(v)"}
SETS = [
    (["(x - p)^2 + (y - q)^2 = R^2"], PLANE, "u"),
    (["R^2 - (y - q)^2 = (x - p)^2"], PLANE, "u"),
    (["x^2 + y^2 + z^2 = R^2"], ROUND, "u v"),
    (["9*x^2 + 4*y^2 = 36*R^2"], {"x": "2*R*cos(u)", "y": "3*R*sin(u)"}, "u"),
    (["x^2 + y^2 = k^2*v^2"], {"x": "k*v*cos(u)", "y": "k*v*sin(u)"}, "u v"),
    (["x^2 + y^2 = R^2", "(v - x)^2 + (z - y)^2 = 4*R^2"], None, ""),
]
ROWS = [
    "dw = ({p})*(x dy - y dx) + ({q})*y dx",
    "dw = (({p})*x + ({q})*y)*dh",
    "dw = (({p})*x^2 + ({q})*y^2)*dh",
    "dw = ({p})*x*y*dh + ({q})*h*dx",
]
COEFFICIENTS = st.sampled_from(["a", "b", "a - b", "a + 1", "a*b - c", "2"])


@settings(LAWS, max_examples=draws(6))
@given(st.sampled_from(SETS), st.sampled_from(ROWS), COEFFICIENTS, COEFFICIENTS)
def test_numbers_of_a_cell_have_its_answer(given_set, row, p, q):
    """A check at the numbers of a cell, which does without angles, finds the same."""
    levels, _, _ = given_set
    row = row.format(p=p, q=q)
    letters = dict.fromkeys([n for n in "abcpqRk" if n in words(" ".join([*levels, row]))])
    letters |= {n: POSITIVE for n in "Rk" if n in letters}
    names = [n for n in "xyzvwh" if {n, "d" + n} & set(words(" ".join([*levels, row])))]

    def system(values):
        return nh.System(names, None, [row], levels, parameters=values)

    found = nh.families(system(letters), "constraints", records=False).constraints
    assert found.complete
    for cell in found.cells:
        at = dict.fromkeys(letters, "1") | {str(s): str(e) for s, e in cell.at.items()}
        there = nh.check(system(at))
        if there.verdict == "undecided":  # a check may not find that f = 0 is one piece
            continue
        assert (cell.answer.verdict, cell.answer.rank) == (there.verdict, there.independent)
        assert cell.answer.relations == there.relations
        assert there.growth is None or cell.answer.growth == there.growth.vector


@pytest.mark.parametrize(("levels", "values", "angles"), SETS[:5])
@pytest.mark.parametrize("row", ["w' = (a*x + b*y)*h'", "w' = a*(x*y' - y*x') + b*y*x'"])
def test_cells_are_those_of_coordinates_by_hand(levels, values, angles, row):
    """Cells and answers are those of the set told in angles."""
    letters = dict.fromkeys("abpq") | {"R": POSITIVE, "k": POSITIVE}
    used = {n: known for n, known in letters.items() if n in words(" ".join((*levels, row)))}
    names = [n for n in "xyzvwh" if {n} & set(words(" ".join([*levels, row])))]
    on = nh.families(nh.System(names, None, [row], levels, parameters=used), "constraints")
    plain = nh.System("u v w h", None, ["w'"], parameters=letters)
    for q, text in values.items():
        rate = plain.system.chart.rate(plain.scope.expression(text))
        row = row.replace(f"{q}'", f"({rate})".replace("dot", "'"))
        row = "".join(f"({text})" if word == q else word for word in split(row))
    names = [*angles.split(), *(n for n in names if n not in (*values, *angles.split()))]
    used = {n: known for n, known in letters.items() if n in words(row)}
    off = nh.families(nh.System(names, None, [row], parameters=used), "constraints")
    told, by_hand = cells(on.constraints), cells(off.constraints)
    assert {frozenset(key) for key in told} == {frozenset(key) for key in by_hand}
    for key, answer in by_hand.items():
        (there,) = (a for k, a in told.items() if set(k) == set(key))
        assert (there.relations, there.rank) == (answer.relations + 1, answer.rank + 1)
        assert there.growth == answer.growth


def split(text: str) -> list[str]:
    """Names and what stands between them."""
    parts: list[str] = []
    for c in text:
        if (
            parts
            and (c.isalnum() or c in "'_")
            and (parts[-1][-1].isalnum() or parts[-1][-1] == "_")
        ):
            parts[-1] += c
        else:
            parts.append(c)
    return parts


@pytest.mark.parametrize(
    "level", ["4*x^2 + (y + x)^2 = R^2", "x^2/k^2 + y^2 = 1", "y^2 = 1 - x^2/4"]
)
def test_ellipses_are_certified(level):
    """No root of 5 is needed; x^2/k is no power of x that may be a root."""
    case = case_on([level], ["w' = (a*x + b*y)*v'"], k=POSITIVE)
    found = nh.families(case, "constraints", certify=True).constraints
    assert found.certified and {frozenset(key) for key in cells(found)} == {
        frozenset(),
        frozenset("ab"),
    }


def test_motion_on_a_circle():
    """th' = (a x + b y) ph' on a circle: by hand in the angle the same."""
    L = "m*(x'^2 + y'^2)/2 + c*(z'^2 + w'^2)/2"
    case = case_on(["x^2 + y^2 = R^2"], ["w' = (a*x + b*y)*z'"], L, c=POSITIVE)
    found = nh.families(case, ["substitution", "vakonomic", "measure"], certify=True)
    for question, family in found.families.items():
        assert family.complete and family.certified, family.uncertified
        told = {frozenset(key) for key in cells(family)}
        assert told == {frozenset(), *([] if question == "measure" else [frozenset("ab")])}
    assert [c.answer.right[0][1] for c in found.substitution.cells] == [(False,) * 2, (True,) * 2]
    assert [c.answer.agrees for c in found.vakonomic.cells] == [False, True]


def test_singular_sets_on_a_circle():
    """dw = y^2 dz at y = 0, and y = R sin b; with poles nothing is said."""
    found = nh.families(case_on(["x^2 + y^2 = R^2"], ["w' = y^3*z'"]), "singular", certify=True)
    (cell,) = found.singular.cells
    assert found.singular.certified and "sin(angle1)" in str(cell.answer)
    for levels in (["x^2 + y^2 + z^2 = R^2"], ["x^2 + y^2 = z^2"]):
        case = case_on(levels, ["w' = y*x'"])
        with pytest.raises(NotApplicable, match="are no coordinates where"):
            nh.families(case, "singular")
        assert set(nh.families(case).families) == {"constraints"}


def test_forged_singular_sets_at_poles_are_refused(monkeypatch):
    """dw = y dx has growth (2, 3) at the poles z = +-R too, where x and y are coordinates."""
    monkeypatch.setattr(
        "nonholo.findings.families.on_levels", lambda case: replace(on_levels(case), poles=())
    )
    for levels in (["x^2 + y^2 + z^2 = R^2"], ["x^2 + y^2 = z^2"]):
        found = nh.families(case_on(levels, ["w' = y*x'"]), "singular", certify=True).singular
        assert (found.certified, found.uncertified) == (False, "singular sets at poles of angles")


def test_a_radius_that_is_never_0_has_no_poles():
    case = case_on(["x^2 + y^2 = exp(2*z)"], ["w' = y^2*v'"])
    found = nh.families(case, "singular").singular
    assert "sin(angle1)" in str(found.cells[0].answer)
    assert found.remarks == ("on f = 0: x = exp(z)*cos(angle1), y = exp(z)*sin(angle1)",)


@pytest.mark.parametrize("level", ["x^2 + y^2 = 1", "y = x^2 + 1", "x = 1/(y - 1)"])
def test_what_has_no_value_on_the_set_is_told(level):
    """A row, a Lagrangian or a force that is divided by f."""
    left, right = level.split(" = ")
    pole = f"a/({left} - ({right}))"
    L = "x'^2 + y'^2 + w'^2 + v'^2"
    rows = ["w' = a*x*v'"]
    for case in (
        case_on([level], [f"w' = {pole}*v'"]),
        case_on([level], rows, f"{L} - {pole}"),
        nh.System("x y w v", L, rows, [level], parameters={"a": None}, forces={"v": pole}),
    ):
        with pytest.raises(ContradictoryConstraints, match="has no value: it is divided by"):
            nh.families(case)


# what is no such set, or may be empty
# ---------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "level",
    [
        "x^2 = R^2",  # two lines
        "x^2 - y^2 = 1",  # two branches
        "x^2 + y^2 = 0",
        "x^2 + y^2 + 1 = 0",
        "x^2 + y^2 = a",  # empty for a < 0
        "x^2 + y^2 = R^2 - a^2",
        "x^2 + y^2 = a^2",  # a point for a = 0
        "x^2 + y^2 = z^2*sin(al)^2",
        "a*(x^2 + y^2 - 1)",
        "x^2 + a*y^2 = 1",
        "x^2*y + y^3 = 1",
        "abs(x)^3 + y^2 = 1",
    ],
)
def test_other_sets_are_refused(level):
    case = case_on([level], ["w' = c*x*v'"], "(x'^2 + y'^2 + w'^2 + v'^2)/2")
    with pytest.raises(NotApplicable, match="solved for"):
        nh.families(case, "substitution")


def test_a_radius_that_is_0_for_some_frequency_is_named():
    case = case_on(["x^2 + y^2 = (cos(k*z) - cos(z))^2"], ["w' = c*x*v'"])
    with pytest.raises(NotApplicable, match=r"where cos\(k\*z\) - cos\(z\) is not 0"):
        nh.families(case, "constraints")


@pytest.mark.parametrize(
    ("level", "assumed"),
    [
        ("x^2 + y^2 = a", "a > 0"),
        ("x^2 + y^2 = R^2 - a^2", "R^2 > a^2"),
        ("x^2 + y^2 = z^2*sin(al)^2", "sin(al) > 0"),
        ("a*(x^2 + y^2 - 1)", "a != 0"),
        ("x^2 + y^2 = 1 + z^2", "a > 0"),
        ("x^2 + y^2 = (1 + a*z)^2", "a != 7"),
        ("x^2 + y^2 = (R + a*cos(z))^2", "a != 7"),
    ],
)
def test_what_is_assumed_of_letters_is_used(level, assumed):
    known = {"a": POSITIVE if assumed == "a > 0" else None}
    assumed = () if assumed == "a > 0" else (assumed,)
    found = nh.families(case_on([level], ["w' = c*x*v'"], assumed=assumed, **known), "constraints")
    assert set(cells(found.constraints)) == {(), ("c",)}


@pytest.mark.parametrize(
    "levels",
    [["x^2 + y^2 = 1", "2*x^2 = 2 - 2*y^2"], ["2*x^2 = 2 - 2*y^2", "z = x", "x^2 + y^2 = 1"]],
)
def test_a_level_that_follows_counts_for_nothing(levels):
    found = nh.families(case_on(levels, ["w' = a*x*v'"]), "constraints", certify=True).constraints
    told, rank = cells(found), len(levels)
    assert found.certified and set(told) == {(), ("a",)}
    assert (told[()].rank, told[()].relations) == (rank, rank - 1)
    assert told[()].integrable == (*[True] * rank, False)


def test_angles_have_names_of_their_own():
    """No text of the case holds them."""
    letters = {"angle1": None, "angle_": None}
    case = nh.System("x y w v", None, ["w' = angle1*x*v'"], ["x^2 + y^2 = 1"], parameters=letters)
    found = nh.families(case, "constraints", certify=True).constraints
    assert found.certified and set(cells(found)) == {(), ("angle1",)}


def test_what_is_declared_of_coordinates_is_known_of_angles():
    names = {"x": {"positive": True}, "y": {}, "w": {}, "v": {}}
    case = nh.System(names, None, ["w' = a*abs(x)*v'"], ["x^2 + y^2 = 1"], parameters={"a": None})
    told = cells(nh.families(case, "constraints").constraints)
    assert set(told) == {(), ("a",)}
    case = nh.System(
        {**names, "x": {"min": 2}}, None, ["w' = a*x*v'"], ["x^2 + y^2 = 1"], parameters={"a": None}
    )
    with pytest.raises(NotApplicable):
        nh.families(case, "constraints")


@settings(LAWS, max_examples=draws(10))
@given(*[st.integers(-3, 3)] * 5, st.integers(1, 4))
def test_squares_are_completed(h, p, q, c, e, radius):
    """c^2 (x + h y - p)^2 + e^2 (y - q)^2 = r^2, also as it is multiplied out."""
    plain = nh.System("x y", None, ["x'"])
    f = plain.scope.expression(f"({c or 1})^2*(x + {h}*y - {p})^2 + ({e or 1})^2*(y - {q})^2")
    levels = [f"{f} = {radius**2}"]
    (some,) = by_angles(nh.System("x y", None, [], levels).system).rounds
    total = -(some.radius**2)
    for u in some.squares:
        total = total + u**2
    (level,) = nh.System("x y", None, [], levels).system.holonomic
    (copied,) = total.graph.copy([level])
    assert (some.factor * total - copied).is_zero


# forged certificates
# ---------------------------------------------------------------------------------------
@cache
def true(level: str = "x^2 + y^2 = R^2") -> str:
    found = nh.families(case_on([level], ["w' = (a*x + b*y)*v'"]), "constraints", certify=True)
    return json.dumps(nh.certificate(found))


TURNED = ("cases", "turned_levels", 0)
FORGED = [
    ("", TURNED[:2], None),
    ("", TURNED, None),
    ("another sum", (*TURNED, "radius"), "2*R"),
    ("another sum", (*TURNED, "squares"), ["x", "2*y"]),
    ("another sum", (*TURNED, "squares"), ["x"]),
    ("another sum", (*TURNED, "squares"), ["x", "y", "R"]),
    ("another sum", (*TURNED, "factor"), "-1"),
    ("", (*TURNED, "angles"), []),
    ("", (*TURNED, "angles"), ["angle1", "angle2"]),
    ("an angle that is told", (*TURNED, "angles"), ["v"]),
    ("an angle that is told", (*TURNED, "angles"), ["x"]),
    ("an angle that is told", (*TURNED, "angles"), ["a"]),
    ("", (*TURNED, "angles"), ["angle1 + v"]),
    ("", (*TURNED, "angles"), ["t"]),
    ("", (*TURNED, "coordinates"), ["x"]),
    ("", (*TURNED, "coordinates"), ["x", "x"]),
    ("", (*TURNED, "coordinates"), ["x", "angle1"]),
    ("", (*TURNED, "coordinates"), ["y", "x"]),
    ("", (*TURNED, "coordinates"), ["x", "w"]),
    ("no such level", (*TURNED, "row"), 1),
    ("no such level", (*TURNED, "row"), -1),
    # (x, y) = (R, 0) alone
    (
        "another sum",
        (*TURNED, "squares"),
        ["x*cos(angle1) - y*sin(angle1)", "x*sin(angle1) + y*cos(angle1)"],
    ),
    ("", (*TURNED, "squares"), ["x) + (x - x", "y"]),
    ("another sum", ("problem", "holonomic_constraints", 0), "x^2 + y^2 - 2*R^2"),
    ("another sum", ("problem", "holonomic_constraints", 0), "x^2 - y^2 - R^2"),
    ("a radius that may be 0", ("cases", "assumed"), []),
    ("the lemma shows", ("cells", 0, "independent_constraints"), 3),
    ("the lemma shows", ("cells", 0, "holonomic_relations"), 2),
    ("the lemma shows", ("cells", 0, "integrable"), []),
    ("the lemma shows", ("cells", 1, "verdict"), "nonholonomic"),
]


@pytest.mark.parametrize(("why", "path", "value"), FORGED)
def test_forged_angles_are_refused(why, path, value):
    made = json.loads(true())
    assert nh.verify(copy.deepcopy(made)).status == "accepted"
    result = nh.verify(put(made, (path, ... if value is None else value)))
    assert result.status in ("refused", "not checkable") and why in result.why, result[:3]


def test_a_forged_square_alone_has_two_roots():
    """x z = 0 is (x + z)^2 = (x - z)^2, of which x + z = x - z is a half."""
    made = json.loads(true("x^2 + y^2 = R^2"))
    made["problem"]["holonomic_constraints"] = ["4*x*y"]
    made["cases"]["turned_levels"][0] |= {
        "squares": ["x + y"],
        "radius": "x - y",
        "coordinates": ["y"],
        "angles": [],
    }
    made["sha256"] = digest(made["problem"])
    assert "another sum" in nh.verify(made).why


def test_what_has_no_value_at_zero_is_no_sum_of_squares():
    """The circle has the radius sqrt(4 + log(2)), where x > 0; log(0) - log(0) is not 0."""
    case = case_on(["x^2 + y^2 + log(x) - log(2*x) - 4"], ["z' = x*w'"])
    assert not by_angles(case.system).rounds


def test_a_forged_factor_that_may_be_zero_is_none():
    case = case_on(["c*(x^2 + y^2 - 1)"], ["w' = a*x*v'"], c=POSITIVE)
    made = json.loads(json.dumps(nh.certificate(nh.families(case, "constraints"))))
    assert nh.verify(copy.deepcopy(made)).status == "accepted"
    made["cases"]["assumed"] = []
    assert nh.verify(made).why == "a level is solved where its slope may be 0"


@pytest.mark.parametrize("level", ["x^2 + y^2 = 1", "x = 1"])
@pytest.mark.parametrize(("inequality", "empty"), [("x >= 2", True), ("x >= 0", False)])
def test_inequalities_leave_something_of_the_set(inequality, empty, level):
    """Of a circle with x >= 2 nothing is left: all was told of it, complete."""
    case = nh.System(
        "x y z",
        None,
        ["z' = a*y*x'"],
        [level],
        parameters=["a"],
        inequalities=[inequality],
    )
    if empty:
        with pytest.raises(NotApplicable, match="no real point of f = 0 was found around which"):
            nh.families(case, "constraints")
    else:
        assert nh.families(case, "constraints").constraints.complete
