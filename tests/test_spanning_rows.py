"""Components of one vector, of which one follows from the others, are judged as the vector is."""

import pytest

import nonholo as nh
from nonholo.findings.verdict import Verdict

MOVING = "th ph w1 w2 w3"
SPACE = [  # n' = w x n for the unit vector n at the angles th, ph, by its components in space
    "th'*cos(th)*cos(ph) - ph'*sin(th)*sin(ph) = w2'*cos(th) - w3'*sin(th)*sin(ph)",
    "th'*cos(th)*sin(ph) + ph'*sin(th)*cos(ph) = w3'*sin(th)*cos(ph) - w1'*cos(th)",
    "-th'*sin(th) = w1'*sin(th)*sin(ph) - w2'*sin(th)*cos(ph)",
]
FRAME = [  # and by those along the meridian and the parallel
    "th' = w2'*cos(ph) - w1'*sin(ph)",
    "sin(th)*ph' = sin(th)*w3' - cos(th)*(w1'*cos(ph) + w2'*sin(ph))",
]


def answers(check: Verdict) -> tuple:
    strata = check.survey.strata
    told = {(str(s.equations), s.rank, s.growth and s.growth.vector) for s in strata.strata}
    return check.verdict, str(check.growth), check.accessible, str(strata.singular), told


def test_components_in_space_are_judged_as_those_in_a_frame():
    space, frame = (nh.check(nh.System(MOVING, None, rows)) for rows in (SPACE, FRAME))
    assert space.singular == frame.singular == ()
    assert space.survey.strata.singular
    assert answers(space) == answers(frame)


def test_the_rank_is_told_to_be_the_same_everywhere():
    told = " ".join(str(nh.check(nh.System(MOVING, None, SPACE))).split())
    assert "2 everywhere, though which of the constraints follow from the others" in told
    assert "redundant" in told
    assert "not found" not in told


@pytest.mark.parametrize("factors", [("cos(s)", "sin(s)"), ("s", "s - 1")])
def test_what_all_rows_hold_is_not_crossed_where_one_is_0(factors):
    rows = [f"({factor})*(x' - x*p*y') = 0" for factor in factors]
    told = nh.check(nh.System("x y p s", None, rows))
    alone = nh.check(nh.System("x y p s", None, ["x' = x*p*y'"]))
    assert told.accessible is alone.accessible is False
    assert answers(told) == answers(alone)


@pytest.mark.parametrize("factors", [("s", "u"), ("s*u", "s*(u - 1)")])
def test_where_all_rows_vanish_the_rank_drops(factors):
    rows = [f"{factor}*(x' - p*y') = 0" for factor in factors]
    assert nh.check(nh.System("x y p s u", None, rows)).singular != ()


def test_components_along_space_have_one_rank_on_a_sphere():
    cross = ["x' = b'*z - c'*y", "y' = c'*x - a'*z", "z' = a'*y - b'*x"]
    rolled = nh.check(nh.System("x y z a b c", None, cross, ["x^2 + y^2 + z^2 = 1"]))
    held = [row.split(" = ")[1] + " = 0" for row in cross]
    turned = nh.check(nh.System("x y z a b c", None, held, ["x^2 + y^2 + z^2 = 1"]))
    assert rolled.singular == turned.singular == ()
    assert rolled.survey.strata.singular == ()
    free = nh.check(nh.System("x y z a b c", None, held))
    assert free.singular != ()  # nothing is said where x = y = z = 0
