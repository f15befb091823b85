"""A letter in an exponent: with a whole number for it the power has a value everywhere."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import nonholo as nh
from nonholo.errors import BadCase


def case(power: str, p: int | None, **kind):
    value = {"p": {"value": p, **kind}} if p is not None else {"p": kind}
    return nh.System(
        "x y z", f"(x'**2 + y'**2 + z'**2)/2 - x**({power})", ["z' = y*x'"], parameters=value
    )


@given(st.integers(2, 5), st.sampled_from(["p", "2*p", "p + 1"]), st.booleans())
def test_a_parameter_is_as_good_as_its_number(p, power, whole):
    lettered = case(power, p, **({"integer": True} if whole else {}))
    plain = case(power.replace("p", str(p)), 2)
    rests = [[str(r.values) for r in nh.equilibrium(c).found] for c in (lettered, plain)]
    assert rests[0] == rests[1] != []
    start = {"x": -0.3, "y": 0.2, "ydot": 0.5}
    runs = [nh.simulate(c, 1.0, initial=start).q["x"][-1] for c in (lettered, plain)]
    np.testing.assert_allclose(*runs, rtol=1e-9)


def test_what_is_put_in_is_not_changed_by_a_run():
    with pytest.raises(BadCase, match="p = 4 is put in already"):
        nh.simulate(case("p", 4), 1.0, parameters={"p": 6})
    assert nh.simulate(case("p", 4), 0.1, parameters={"p": 4}).q["x"][-1] == 0


def test_whole_letters_leave_open_what_lies_beyond_positive_bases():
    """y = 0 is singular for n > 1, which exp(n log(y)) does not show; at x = 0 is a rest."""
    verdict = nh.check(
        nh.System("x y z", None, ["z' = y**n*x'"], parameters={"n": {"integer": True}})
    )
    assert verdict.verdict == "nonholonomic" and verdict.survey.strata.singular is None
    assert "give n a value" in verdict.survey.strata.reason
    assert not nh.equilibrium(case("p", None, integer=True, min=2)).complete
