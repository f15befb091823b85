"""Quotients of exponentials are computed without overflow."""

from __future__ import annotations

import shutil

import mpmath
import numpy as np
import pytest

import nonholo as nh
from nonholo.expression.graph import Graph
from nonholo.numerics.compile import compiled
from nonholo.numerics.model import model
from nonholo.numerics.native import native, native_blocks

FORMS = [
    "(E**2 - 1)/(E**2 + 1)",
    "(E - 1)*(E + 1)/(E**2 + 1)",
    "(3 - x*E**2 - 3*E**2 - x)/(2*(E**2 + 1))",
    "E**2/(E**2 + 1)**2",
    "x*E*((E - 1/E)/(E + 1/E) - 1)/(E + 1/E)",
    "1/(E + 1)",
    "E/(E + 1/E + x)",
    "E*F/((E**2 + 1)*(F + 1/F))",
    "sqrt(E**2 + 1)/(E + 2)",
    "(x*(E**2 + 1) + 2*(E**2 - 1))/(x*(E**2 + 1) - (E**2 - 1)/3 + E)",
]


@pytest.mark.parametrize("form", FORMS)
def test_quotients_of_exponentials_do_not_overflow(form):
    graph = Graph()
    u, x = graph.symbol("u"), graph.symbol("x")
    names = {"E": graph.exp(u), "F": graph.exp(x * u), "x": x, "sqrt": graph.sqrt}
    value = compiled([eval(form, {}, names)], [u, x])([])
    with mpmath.workdps(4000):
        for place in (-1500.0, -30.5, -0.25, 0.0, 0.125, 0.75, 40.0, 900.0):
            for other in (0.5, 1.25):
                E, F = mpmath.exp(place), mpmath.exp(mpmath.mpf(place) * other)
                true = eval(form, {}, {"E": E, "F": F, "x": other, "sqrt": mpmath.sqrt})
                assert value([place, other])[0] == pytest.approx(float(true), rel=1e-12, abs=1e-14)


@pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler")
@pytest.mark.parametrize(
    "form",
    [
        "(exp(u)/x + x)/(exp(u) + exp(-u)*x^2)",
        "(exp(u)/(u^2 + 1)^2 + exp(-u)*x^(-1/3))/(exp(u) + exp(-u) + 1)",
        "(1/x + exp(u)*x^2)/(exp(u) + 1)",
    ],
)
def test_quotients_of_exponentials_with_fractions_in_c(form):
    """1/x among what is divided by e^u: C has no sign for powers, and none of it was written."""
    law = model(nh.System("u x", "(u'^2 + x'^2)/2", forces={"u": form}).system)
    for place in (-900.0, -0.3, 0.7, 900.0):
        y = np.zeros((1, law.size))
        y[0, :2] = place, 0.6
        with mpmath.workdps(1000):
            names = {"u": mpmath.mpf(place), "x": mpmath.mpf(0.6), "exp": mpmath.exp}
            true = float(eval(form.replace("^", "**"), names))
        for found in (
            native(law).many(y)[0],
            native_blocks(law).many(y.T)[:, 0],
            law.rates(0.0, y[0]),
        ):
            assert found[law.n] == pytest.approx(true, rel=1e-12, abs=1e-14)


def test_dry_friction_that_is_made_smooth():
    """x'' = -x - c tanh(x'/eps): the amplitude falls by about 2 c in each half swing."""
    numbers = {"c": 0.1, "eps": 0.0001}
    swing = nh.System("x", "(x'^2 - x^2)/2", forces={"x": "-c*tanh(x'/eps)"}, parameters=numbers)
    found = nh.simulate(swing, 3.0, initial={"x": 1, "xdot": -0.5})
    assert found.receipt.ok


def test_a_step_in_a_coordinate():
    step = nh.System("x, y", "(x'^2 + y'^2)/2 - x*tanh((y - 3)/0.001)", constraints=["y' = x'"])
    assert nh.simulate(step, 4, initial={"xdot": 1}).receipt.ok
