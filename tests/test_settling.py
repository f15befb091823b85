"""Which assumption would settle what is open: it is told, and with it the question has that answer."""

from __future__ import annotations

import pytest

import nonholo as nh
from nonholo.cli import main


def system(row: str, letters: str = "", relations=(), q: str = "x y z"):
    parameters = {name: {} for name in letters.split()}
    return nh.System(q, constraints=[row], parameters=parameters, assumptions=list(relations))


OPEN = [
    ("dz = sqrt(x^2 + a)*y*dx", "a", "accessible", [("a > 0", True)]),
    ("dz = log(x^2 + a)*y*dx", "a", "accessible", [("a > 0", True)]),
    ("(x^2 + a)*dz = exp(y)*dx", "a", "accessible", [("a > 0", True)]),
    ("dz = y*dx/(x^2 + a*x + b)", "a b", "accessible", [("4*b - a**2 > 0", True)]),
    ("dz = y*dx/(a + cos(x))", "a", "accessible", [("a - 1 > 0", True), ("a + 1 < 0", True)]),
    (
        "dz = y*dx/(a + b*cos(x))",
        "a b",
        "accessible",
        [("a - abs(b) > 0", True), ("a + abs(b) < 0", True)],
    ),
    ("y' = x^2 + a", "a", "accessible", [("a > 0", False)]),
    ("dz = sqrt(a*x^2 + b)*y*dx", "a b", "accessible", [("a > 0, b > 0", True)]),
    ("dz = y*dx/x", "", "accessible", [("x > 0", True), ("x < 0", True)]),
    ("dz = (sqrt(x^2) - x)*dy + dx/x", "", "accessible", [("x < 0", True), ("x > 0", False)]),
]


@pytest.mark.parametrize(("row", "letters", "question", "expected"), OPEN)
def test_the_assumption_is_told_and_settles_it(row, letters, question, expected):
    q = "x y" if "z" not in row else "x y z"
    found = nh.check(system(row, letters, q=q))
    assert getattr(found, question) in (None, "undecided")
    told = [(own.assumption, own.answer) for own in found.settled_by]
    assert sorted(told) == sorted(expected)
    for relations, answer in told:
        again = nh.check(system(row, letters, relations.split(", "), q=q))
        assert getattr(again, question) == answer and not again.settled_by


def test_a_verdict_that_hangs_on_a_sign_names_it():
    row = "dz = (abs(exp(a) - exp(b)) - exp(a) + exp(b))*y*dx"
    found = nh.check(system(row, "a b", ["a > b"]))
    assert found.verdict == "undecided"
    assert [(own.question, own.assumption, own.answer) for own in found.settled_by] == [
        ("verdict", "exp(a) - exp(b) > 0", "holonomic")
    ]


def test_nothing_is_told_where_nothing_is_open_or_nothing_settles_it():
    assert nh.check(system("dz = (x^2 + a)*y*dx", "a")).settled_by == ()
    assert nh.check(system("dz = y^3*dx + x*abs(y)*dy")).settled_by is not None
    assert nh.check(system("y' = sin(x) + t", q="x y")).settled_by == ()


@pytest.mark.parametrize(
    ("lagrangian", "letters", "at", "expected"),
    [
        ("a'^2/2 + k*cos(a)", "k", "0", {"k > 0": "stable", "k < 0": "unstable"}),
        ("a'^2/2 + k*cos(a)", "k", "pi", {"k > 0": "unstable", "k < 0": "stable"}),
        (
            "m*a'^2/2 - k*a^2/2",
            "m k",
            "0",
            {
                "k > 0, m > 0": "stable",
                "k > 0, m < 0": "unstable",
                "k < 0, m > 0": "unstable",
            },
        ),
    ],
)
def test_the_stability_of_rest_hangs_on_signs_that_are_told(lagrangian, letters, at, expected):
    parameters = {name: {} for name in letters.split()}
    found = nh.equilibrium(nh.System("a", lagrangian, parameters=parameters)).found
    (rest,) = [own for own in found if str(own.values["a"]) == at]
    assert rest.stability.verdict == "undecided"
    assert {own.assumption: own.answer for own in rest.settled_by} == expected


@pytest.mark.parametrize(
    ("lagrangian", "letters", "at", "expected"),
    [
        ("a'^2/2 + sin(a) - c*a", "c", "acos(c)", [("1 - c**2 > 0", "stable")]),
        ("a'^2/2 + a^3/3 - c*a", "c", "sqrt(c)", [("c > 0", "unstable")]),
        (
            "R*a'^2/2 + R*w^2*sin(a)^2/2 + g*cos(a)",
            "R w g",
            "acos(g/(R*w**2))",
            [("R**2*w**4 - g**2 > 0", "stable")],
        ),
    ],
)
def test_no_assumption_is_told_under_which_there_is_no_such_rest(lagrangian, letters, at, expected):
    """A bead at the side of a hoop that turns too slowly was called unstable there."""
    parameters = {name: {"positive": True} if name in "Rwg" else {} for name in letters.split()}
    case = nh.System("a", lagrangian, parameters=parameters)
    (rest,) = [one for one in nh.equilibrium(case).found if str(one.values["a"]) == at]
    assert [(own.assumption, own.answer) for own in rest.settled_by] == expected


def test_a_region_that_assumptions_may_part_is_not_called_accessible():
    """x != 0 has two parts, and no path joins them; half of a plane is one."""
    for relation, answer in (("x != 0", None), ("x*y > 1", None), ("x + y > 1", True)):
        assert nh.check(system("dz = y*dx", relations=[relation])).accessible is answer


def test_text_and_json_tell_it(capsys):
    assert main(["check", "-c", "dz = sqrt(x^2 + a)*y dx"]) == 0
    assert "would be settled by assuming a > 0 (yes)" in " ".join(capsys.readouterr().out.split())
    assert main(["check", "-c", "dz = sqrt(x^2 + a)*y dx", "--json"]) == 0
    assert '"settled_by"' in capsys.readouterr().out


@pytest.mark.parametrize("relation", ["4*b - a**2 != 0", "a**2 - 4*b != 0"])
def test_what_is_not_zero_may_have_both_signs(relation):
    """x^2 + a x + b has no root where 4 b > a^2, and two where 4 b < a^2."""
    row = "z' = y*x'/(x**2 + a*x + b)"
    given = nh.System("x y z", None, [row], parameters=["a", "b"], assumptions=[relation])
    assert nh.check(given).accessible is None


def test_a_coordinate_that_is_not_zero_may_have_both_signs():
    """y^2 = -x exp(x^2) for x < 0: "no configuration" was told, by x > 0 alone."""
    names = {"x": {"nonzero": True}, "y": {}, "z": {}, "w": {}}
    case = nh.System(names, None, ["z' = w*y'"], ["y**2 + x*exp(x**2)"])
    assert nh.check(case).verdict in ("partly holonomic", "undecided")
