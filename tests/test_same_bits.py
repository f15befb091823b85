"""Steps in C are those in Python, to the last bit: a compiler changes no motion."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import nonholo as nh
from nonholo.errors import NotApplicable
from nonholo.numerics import same_bits as module
from nonholo.numerics.integrate import integrate
from nonholo.numerics.lean import step_function
from nonholo.numerics.model import model
from nonholo.numerics.same_bits import same_bits
from tests.draws import draws

NUMBERS = st.floats(-3, 3).filter(lambda x: abs(x) > 1e-3)
LAGRANGIANS = [
    "(x'^2 + y'^2*(1 + sin(x)^2))/2 - a*cos(x)*cos(y) - b*x^4",
    "exp(a*x/3)*x'^2/2 + y'^2/2 - b*x*y - (x^2 + y^2)^2/4",
    "x'^2*(2 + cos(y))/2 + y'^2/2 - sqrt(1 + (x - a)^2 + y^2) - abs(b)*x^2*y^2",
    "x'^2/2 + y'^2/2 - log(2 + x^2) - atan(a*y) - tanh(b*x)",
    "x'^2/2 + y'^2/2 - (1 + x^2)^(1/3)*a - cosh(y/5)*b - cos(x)*t",
]


@pytest.fixture
def at_once(monkeypatch):
    """A compiler is asked for whatever is integrated."""
    monkeypatch.setattr(module, "PAYS", 0)


def the_law(lagrangian, a, b):
    system = nh.System("x y", lagrangian, parameters={"a": a, "b": b}).system
    return model(system)


@pytest.mark.parametrize("lagrangian", LAGRANGIANS)
def test_a_step_in_c_is_the_step_in_python(lagrangian, at_once):
    @settings(max_examples=draws(40))
    @given(st.lists(NUMBERS, min_size=5, max_size=5), NUMBERS, NUMBERS, st.floats(1e-4, 1))
    def same(y, t, back, h):
        y, h = y[: law.size], math.copysign(h, back)  # time makes the work a part of the state
        k = law.slope([*y, t])
        asked = law.slope, t, h, y, k, 1e-9, 1e-10
        assert same_numbers(compiled.step(*asked), step_function()(*asked))
        assert tuple(compiled.slope([*y, t])) == tuple(k)

    law = the_law(lagrangian, 0.7, 1.3)
    compiled = same_bits(law, 1)
    assert compiled is not None
    same()


def same_numbers(one, other):
    flat = [np.hstack([np.ravel(part) for part in step]) for step in (one, other)]
    return flat[0].tobytes() == flat[1].tobytes()


@pytest.mark.parametrize("name", ["rolling_disk", "snakeboard", "chaplygin_sphere"])
def test_a_motion_is_the_same_with_a_compiler_and_without(name, monkeypatch):
    without = nh.simulate(name, 1.0)
    monkeypatch.setattr(module, "PAYS", 0)
    monkeypatch.setattr(module, "_READY", {})
    compiled = nh.simulate(name, 1.0)
    assert module._READY  # it was taken
    assert repr(compiled.receipt) == repr(without.receipt)
    for coordinate, values in without.q.items():
        assert compiled.q[coordinate].tobytes() == values.tobytes()


def test_what_python_refuses_is_refused_in_c(at_once):
    """sqrt of a negative number and division by zero are errors in Python and numbers in C: the step
    is tried again in Python, and made shorter.
    """
    system = nh.System("x", "x'^2/2 - sqrt(x)").system
    law, y = model(system), np.array([1e-3, 0.0])
    path = integrate(law, y, 0.0, 1.0)
    plain = integrate(replace(law, slope=lambda x: law.slope(x)), y, 0.0, 1.0)
    assert path.stopped and path.stopped == plain.stopped
    assert path.at([path.end]).tobytes() == plain.at([plain.end]).tobytes()


def test_a_short_motion_asks_for_no_compiler(monkeypatch):
    def refused(*given):
        raise AssertionError("a compiler was asked for")

    monkeypatch.setattr(module, "library", refused)
    assert nh.simulate("rolling_coin", 1.0).receipt.ok


def test_without_a_compiler_it_goes_on_in_python(at_once, monkeypatch):
    def refused(*given):
        raise NotApplicable("no compiler")

    monkeypatch.setattr(module, "library", refused)
    module._library.cache_clear()
    assert nh.simulate("rolling_coin", 1.0).receipt.ok


def test_where_steps_are_not_the_same_python_goes_on(at_once, monkeypatch):
    """As where the mathematical library of the compiler is another one."""
    text = module.PLAIN + "#define sin(x) (sin(x) + 1e-12)\n"
    without = nh.simulate("rolling_coin", 1.0)
    monkeypatch.setattr(module, "PLAIN", text)
    monkeypatch.setattr(module, "_READY", {})
    compiled = nh.simulate("rolling_coin", 1.0)
    assert module._READY
    assert compiled.q["x"].tobytes() == without.q["x"].tobytes()


@pytest.mark.parametrize("code", ["asinh(x0)", "x0 if x0 else 1", "len(x0)", "x0 % 2", "x0 and 1"])
def test_what_may_not_be_the_same_in_c_is_not_translated(code):
    with pytest.raises(NotApplicable):
        module.translated(
            f"def make(p):\n    def f(x):\n        x0, x1, = x\n        return ({code},)", 1, ()
        )
