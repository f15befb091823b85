"""What explicit time does fast is not jumped over, and what would be missed shows in the
receipt."""

from __future__ import annotations

from importlib.util import find_spec
from math import atan, pi, sqrt
from shutil import which

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import nonholo as nh
from nonholo.numerics import integrate as integrators
from nonholo.numerics.forcing import pace
from nonholo.numerics.model import model
from nonholo.simulation import ensemble, grid
from nonholo.simulation.in_lanes import fits_lanes

METHODS = [
    "DOP853",
    "Radau",
    pytest.param("native", marks=pytest.mark.skipif(not which("cc"), reason="no C compiler")),
    pytest.param("taylor", marks=pytest.mark.skipif(not find_spec("heyoka"), reason="no heyoka")),
]


def pushed(force: str, **parameters):
    """x'' = force, as part of a constrained system of mass 1 + 0."""
    return nh.System(
        "x, y", f"x'**2/2 + y'**2/2 + x*({force})", constraints=["y'"], parameters=parameters
    )


def test_a_pulse_of_width_a_hundredth_is_not_missed():
    case = nh.System(
        "x, y",
        "(x'**2+y'**2)/2 + 1000*x*exp(-((t-5)/h)**2)",
        constraints=["y'-x*x'"],
        parameters={"h": "0.01"},
    )
    found = nh.simulate(case, 10)
    assert found.receipt.ok and found.q["x"][-1] > 10  # it passes x'(5+) = 10 sqrt(pi) on x = 0
    assert {f.name for f in found.receipt.findings} >= {"energy", "impulse"}


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize(
    ("force", "gain"),
    [
        ("1000*exp(-((t-5)/0.01)**2)", 10 * sqrt(pi)),
        ("exp(-((t-5.3)/1e-4)**2)", 1e-4 * sqrt(pi)),
        ("1/(1+((t-5)/0.001)**2)", 0.001 * 2 * atan(5000)),
        ("exp(-(t**2-10*t+25)/0.01)", 0.1 * sqrt(pi)),
        ("exp(-((t-2)/0.001)**2) + exp(-((t-7)/0.01)**2)/1000000", 0.001 * sqrt(pi) * (1 + 1e-5)),
    ],
)
def test_pulses_give_their_impulse(method, force, gain):
    loose = {"rtol": 1e-9, "atol": 1e-12} if method == "Radau" else {}
    found = nh.simulate(pushed(force), 10, method=method, check=False, **loose)
    assert found.v["x"][-1] == pytest.approx(gain, rel=1e-4 if method == "taylor" else 1e-6)


@pytest.mark.parametrize(
    ("force", "gain"),
    [
        ("tanh((t-5.1)/0.001)", -0.2),
        ("sign(t-5.3)", -0.6),
        ("abs(t-5)", 25.0),
        ("tanh((t-5.1)/0.001)**2", 9.998),
    ],
)
def test_steps_and_switches(force, gain):
    assert nh.simulate(pushed(force), 10, check=False).v["x"][-1] == pytest.approx(gain, abs=1e-8)


@given(st.floats(0.1, 9.9), st.floats(-4.5, -0.5))
def test_pulses_anywhere_of_any_width(place, size):
    h = 10**size
    found = nh.simulate(
        pushed(f"exp(-((t-{place!r})/h)**2)/h", h=h), 10 + place, check=False, points=2
    )
    assert found.v["x"][-1] == pytest.approx(sqrt(pi) * _part(place, h), rel=1e-7)


def _part(place: float, h: float) -> float:
    from math import erf

    return (1 + erf(place / h)) / 2


def test_pulses_of_many_together():
    found = ensemble(pushed("exp(-((t-5)/h)**2)", h=0.01), grid(h=[0.01, 0.001]), 10, together=True)
    assert [r["v"]["x"][-1] for r in found] == pytest.approx(
        [0.01 * sqrt(pi), 0.001 * sqrt(pi)], rel=1e-6
    )


def test_far_tails_do_not_overflow():
    for force in ("10*exp(-((t-5)/0.01)**2)", "10/exp(((t-5)/0.01)**2)"):
        case = nh.System("x", f"x'**2/2 + x*{force}")
        assert nh.simulate(case, 10).v["x"][-1] == pytest.approx(0.1 * sqrt(pi), rel=1e-9)


def test_the_receipt_shows_a_pulse_that_was_jumped_over(monkeypatch):
    monkeypatch.setattr(integrators, "pace", lambda law, start, end: np.array([start, end]))
    found = nh.simulate(pushed("1000*exp(-((t-5)/0.01)**2)"), 10)
    assert found.v["x"][-1] == 0 and not found.receipt.ok and "impulse" in found.receipt.warnings[0]


def test_a_pulse_that_travels_shows_in_the_receipt_if_it_was_missed():
    found = nh.simulate(pushed("1000*exp(-((t-5+x)/0.01)**2)"), 10)
    assert found.v["x"][-1] > 1 or not found.receipt.ok


@pytest.mark.parametrize(
    ("force", "most"), [("t**2", 2), ("cos(2*t)", 60), ("exp(-t)", 12), ("3", 2)]
)
def test_slow_forcing_costs_nothing(force, most):
    assert len(pace(model(pushed(force).system), 0.0, 10.0)) <= most


@pytest.mark.parametrize("place", ["3", "3.0051", "313/100"])
def test_a_pulse_in_a_coordinate_shows_in_the_receipt_if_it_was_missed(place):
    pulse = f"exp(-((x-{place})/0.0001)**2)"
    found = nh.simulate(
        nh.System("x", "x'**2/2", forces={"x": f"1000*{pulse}"}), 4, initial={"xdot": 1}
    )
    gain = 0.1 * sqrt(pi)  # of energy
    assert found.v["x"][-1] == pytest.approx(sqrt(1 + 2 * gain)) or not found.receipt.ok
    bounced = nh.simulate(nh.System("x", f"x'**2/2 - 10*{pulse}"), 4, initial={"xdot": 1})
    assert bounced.v["x"][-1] == pytest.approx(-1) or not bounced.receipt.ok
    tied = nh.System(
        "x, y", f"(x'**2 + y'**2)/2 - x*tanh((y-{place})/0.001)", constraints=["y'-x'"]
    )
    assert nh.simulate(tied, 4, initial={"xdot": 1}).receipt.ok


@pytest.mark.parametrize(("place", "kept"), [(1.0, True), (1.003, False), (1.005, False)])
def test_what_fixed_steps_make_of_a_pulse_is_told(place, kept):
    width = 0.3 if kept else 0.0005
    push = nh.System("x", "x'^2/2", forces={"x": f"exp(-((t - {place})/{width})^2)"})
    found = nh.simulate(push, 2, method="discrete", step=0.01, reversal=False)
    assert found.receipt.ok is kept
    assert kept or "impulse" in " ".join(map(str, found.receipt.warnings))


def test_members_together_have_the_receipt_of_each_alone():
    case = nh.System(
        "x", "x'^2/2", parameters={"k": 1}, forces={"x": "-300*k*exp(-((x - 1)/0.001)^2)"}
    )
    begin = {"xdot": 1.0, "k": 1.0}
    alone = nh.simulate(case, 2, initial={"xdot": 1}).receipt
    (record,) = ensemble(case, [begin], 2, together=True)
    assert not alone.ok and tuple(record["warnings"]) == alone.warnings
    assert not fits_lanes(case, model(case.system), nh.Settings(method="native"))
