"""The findings about one case fit together: rows alone, all together, and the space they are told in."""

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
