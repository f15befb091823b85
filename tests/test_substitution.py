"""What may be put into the Lagrangian: of holonomic sets the coordinates, and when velocities
alone.

Lemos2003: substituting solved holonomic constraints is right; putting in only the velocities while
the coordinate stays leaves out the gradient part.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import nonholo as nh
from nonholo.cli import main
from nonholo.decide.relations import all_zero_on
from nonholo.findings.comparison import compare as compare_derivations
from nonholo.findings.released import released
from nonholo.geometry.distribution.distribution import distribution
from nonholo.readers.case_file import parse_case, read_case

CASES = Path(__file__).parent.parent / "cases"
LADDER = """
name = "Ladder that slides on wall and floor"
coordinates = ["x", "y", "theta"]
lagrangian = "m/2*(x'^2 + y'^2) + m*l^2/24*theta'^2 - m*g*y"
holonomic_constraints = ["x - l/2*cos(theta)", "y - l/2*sin(theta)"]
parameters = { m = 1, l = 2, g = 9.81 }
"""
RIGHT = "into the Lagrangian, solved from the constraints, is right: they are holonomic"
NONHOLONOMIC = ["rolling_coin", "vertical_disk", "chaplygin_sleigh", "two_wheeled_carriage"]


@pytest.fixture(scope="module")
def ladder(tmp_path_factory) -> str:
    path = tmp_path_factory.mktemp("cases") / "ladder.toml"
    path.write_text(LADDER)
    return str(path)


def told(capsys, *arguments: str) -> str:
    assert main(list(arguments)) == 0
    return capsys.readouterr().out


@pytest.mark.parametrize(
    "name, right, alone",
    [
        ("block_on_incline", "y", "y' alone, and not y, is WRONG: the gradient part is missing"),
        ("moving_circle", "x", "x' alone, and not x, is WRONG: the gradient part is missing"),
        ("circle_polar", "r", "r' alone, and not r, is safe here too"),
        (
            "neimark_fufaev_pair",
            "x, y",
            "x', y' alone, and not x, y, is WRONG: the gradient part is missing",
        ),
    ],
)
def test_of_holonomic_sets_what_is_right_is_said_first(capsys, name, right, alone):
    lines = told(capsys, "compare", str(CASES / f"{name}.toml")).splitlines()
    assert lines[2:4] == [f"substituting {right} {RIGHT}", f"substituting {alone}"]


def test_the_ladder(capsys, ladder, tmp_path):
    lines = told(capsys, "compare", ladder).splitlines()
    assert lines[2] == f"substituting x, y {RIGHT}"
    assert lines[3].startswith(
        "substituting x', y' alone, and not x, y, is WRONG: the gradient part"
    )
    found = json.loads(told(capsys, "compare", ladder, "--json"))
    own = found["coordinate_substitution"]
    assert (own["coordinates"], own["possible"], own["right"]) == (["x", "y"], True, True)
    assert found["shortcut_is_safe"] is False
    told(capsys, "report", ladder, "-o", str(tmp_path / "ladder.html"))
    page = (tmp_path / "ladder.html").read_text()
    assert page.index("is right.") < page.index("is wrong here.")
    assert "x, y can be eliminated too" in told(capsys, "graph", ladder)
    assert json.loads(told(capsys, "graph", ladder, "--json"))["verdict"] == "holonomic"


def test_the_ladder_with_its_coordinates_substituted_moves_as_it_does(ladder):
    """theta'' = -3 g cos(theta)/(2 l): textbooks."""
    case = read_case(ladder)
    found = nh.compare(case)
    smaller = released(case, found).smaller
    assert smaller.decision.answer and smaller.decision.proved
    wanted = case.scope.expression("-3*g*cos(theta)/(2*l)")
    (own,) = smaller.motion.accelerations
    assert all_zero_on([own - wanted.subs({})], ()).answer
    true = found.reference.accelerations[2]
    assert all_zero_on([true - wanted], case.system.holonomic).answer


@pytest.mark.parametrize("name", NONHOLONOMIC)
def test_of_other_sets_no_coordinates_are_spoken_of(capsys, name):
    out = told(capsys, "compare", str(CASES / f"{name}.toml"))
    assert RIGHT not in out
    found = json.loads(told(capsys, "compare", str(CASES / f"{name}.toml"), "--json"))
    assert found["coordinate_substitution"]["right"] is None
    assert found["coordinate_substitution"]["possible"] is False
    assert "can be eliminated too" not in told(capsys, "graph", str(CASES / f"{name}.toml"))


@pytest.mark.parametrize(
    "relation", ["z - x*y", "z - x^2 - sin(y)", "z - t*x", "exp(z) - x - y^2", "x*z - 1"]
)
@pytest.mark.parametrize("energy", ["z", "z^2*x", "z*x'^2", "sin(z)"])
def test_coordinates_may_be_substituted_whatever_the_lagrangian(relation, energy):
    """The law behind the sentence: the chained error vanishes wherever the curvature does."""
    text = f'coordinates = ["x", "y", "z"]\nlagrangian = "x\'^2 + y\'^2 + 2*z\'^2 - {energy}"\n'
    case = parse_case(text + f'holonomic_constraints = ["{relation}"]\n')
    found = nh.compare(case)
    assert found.holonomic.answer
    assert found.errors[0].safe_chained.answer


def test_a_case_says_no_more_than_its_curvature():
    """On a set that is not holonomic the sentence is not said, though one row is exact."""
    case = parse_case(
        'coordinates = ["x", "y", "z", "w"]\nlagrangian = "x\'^2 + y\'^2 + z\'^2 + w\'^2 - w"\n'
        'constraints = ["dz = y dx", "dw = dx"]\n'
    )
    d = distribution(case.system.pfaffian)
    assert compare_derivations(case.system, d).holonomic.answer is False
