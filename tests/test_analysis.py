"""The findings about one case fit together: rows alone, all together, and the space they are told in."""

import pytest

import nonholo as nh
from nonholo.readers.case import Draft, build


def test_rows_alone_are_judged_at_the_given_numbers():
    """a = b makes the first row exact, whatever the verdict of both."""
    rows = ["dz = a*y dw + b*w dy", "du = v dw"]

    def judged(a, b):
        draft = Draft(["y", "z", "u", "v", "w"], constraints=rows, parameters={"a": a, "b": b}, name="two rows")
        return nh.check(build(draft))

    generic, own = judged(None, None), judged(1, 1)
    assert [f.integrable for f in generic.forms] == [False, False]
    assert [f.integrable for f in own.forms] == [True, False]
    assert own.forms[0].exact


def test_the_growth_vector_is_told_in_the_space_of_the_constraints_as_written():
    """A redundant row with t: the set contains t, so d/dt belongs to the distribution and adds 1."""
    plain = nh.check(nh.constraints("dz = y dx", also=["y"]))
    timed = nh.check(nh.constraints("dz = y dx", "t*dz = t*y dx", also=["y"]))
    assert (plain.growth.space, plain.growth.vector) == ("q", (2, 3))
    assert (timed.growth.space, timed.growth.vector) == ("tq", (3, 4))


def test_leaves_meet_where_a_coefficient_jumps():
    """dz = sign(y) dx: z - x sign(y) changes on the way through y = 0, so no leaf holds the motion."""
    found = nh.check(nh.constraints("dz = sign(y) dx", also=["y"]))
    assert found.accessible is None
    assert "jump" in found.accessibility.by


WORN = [  # sets whose expressions change their form on the way: (constraints, coordinates, h)
    (["(x*exp(p) - 3)*cos(x + a*u**3)*p' - (x*exp(p) - 3)*sin(x + a*u**3)*u' + (x*exp(p) - 3)*u*(cos(q + z**2)*u**2*p'"
      " + cos(q + z**2)*2*u*p*u' + cos(q + z**2)*y' - sin(q + z**2)*z') = 0",
      "cos(q + z**2)*u**2*p' + cos(q + z**2)*2*u*p*u' + cos(q + z**2)*y' - sin(q + z**2)*z' = 0"], "puxyzq", 0),
    (["(3 - cos(t))*p' + (3 - cos(t))*f*p*f' + (3 - cos(t))*f*p*a*2*x*x' = 0",
      "(2 + p*t)*(sin(q + t) + 1)*p' + ((2 + p*t)*a*x + (2 + p*t)*(2 - cos(x)))*f'"
      " + ((2 + p*t)*(1 + a*f) + (2 + p*t)*(2 - cos(x))*a*2*x)*x' + (2 + p*t)*t = 0",
      "((2 + f**2) + (2 + f**2)*(exp(t) - 1)*a*x)*f' + ((2 + f**2)*a*2*x + (2 + f**2)*(exp(t) - 1)*(1 + a*f))*x'"
      " + (2 + f**2)*(exp(t) - 1)*t = 0"], "pfxq", 3),
    (["(cos(r + 1 - cos(t)) - sin(r + 1 - cos(t))*p**2)*q' - sin(r + 1 - cos(t))*(1 + 2*p*q)*p'"
      " + cos(r + 1 - cos(t))*2*t = 0"], "pqr", 0),
]


@pytest.mark.parametrize(("constraints", "coordinates", "relations"), WORN)
def test_sets_whose_expressions_change_their_form(constraints, coordinates, relations):
    assert nh.check(nh.constraints(*constraints, also=coordinates)).relations == relations
