"""L and forces times a number give the same motion: a law of grains, bodies and planets alike.

E_i(c L) = c E_i(L), so accelerations, walls and contacts are those of L.
"""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import nonholo as nh
from nonholo.numerics.determined import seems_open
from nonholo.numerics.model import model
from nonholo.numerics.monitors import monitors
from tests.draws import draws

BODIES = {
    "blade": (
        "x y a",
        "(x'^2 + y'^2)/2 + a'^2/5 - y",
        {"constraints": ["x'*sin(a) = y'*cos(a)"]},
        {"a": 0.3, "adot": 1.0, "xdot": 0.5},
    ),
    "slope": (
        "x y",
        "(x'^2 + y'^2)/2 - 2*(x^2 + y^2)",
        {"constraints": ["x' = y*y'/(1 + y^2)"]},
        {"x": 0.3, "y": 1, "ydot": 0.2},
    ),
    "circle": (
        "x y",
        "(x'^2 + y'^2)/2 - 2*y",
        {"holonomic_constraints": ["x^2 + y^2 = 1"]},
        {"y": 0.5, "ydot": 0.1},
    ),
    "sphere": (
        "r th",
        "(r'^2 + r^2*th'^2)/2 - 10*r*cos(th)",
        {"holonomic_constraints": ["r = 1/2"], "inequalities": ["r >= 1/2"]},
        {"r": 0.5, "th": 0.3},
    ),
    "quadratic": (
        "x y z",
        "(x'^2 + y'^2 + z'^2)/2 - 4*z",
        {"constraints": ["x'^2 + y'^2 = z'^2"]},
        {"xdot": 3, "ydot": 4, "zdot": 5},
    ),
    "without momentum": (
        "a b l",
        "a'^2 + (l'^2 + (l + 1)^2*(a' + b')^2)/2 - l^2",
        {"constraints": ["2*a' + (l + 1)^2*(a' + b') = 0"]},
        {"l": 0.1, "adot": 0.5},
    ),
}


def moved(name: str, scale: float, method: str = "DOP853"):
    """A motion of a body whose Lagrangian is multiplied."""
    names, lagrangian, held, start = BODIES[name]
    scaled = f"c*({lagrangian})"
    case = nh.System(names, scaled, parameters={"c": scale}, initial=start, **held)
    length = {"step": 0.01} if method == "discrete" else {}
    return nh.simulate(case, 1, method=method, points=11, **length)


@given(st.sampled_from(sorted(BODIES)), st.integers(-30, 30), st.sampled_from(("DOP853", "LSODA")))
@settings(deadline=None, max_examples=draws(15))
def test_a_lagrangian_times_a_number_moves_the_same(name, exponent, method):
    """Of 1e-12 on a circle the accelerations were called undetermined, at 1e-11 on a sphere no
    contact opened, at 1e9 a quadratic constraint took a million steps.
    """
    one, other = moved(name, 1.0, method), moved(name, 10.0**exponent, method)
    assert one.receipt.ok and other.receipt.ok
    assert [e.name for e in one.events] == [e.name for e in other.events]
    assert other.t == pytest.approx(one.t, abs=1e-7)
    for n in one.names:
        assert other.q[n] == pytest.approx(one.q[n], abs=1e-6)


@pytest.mark.parametrize("weight", [1e-27, 1e27])
def test_discrete_velocities_obey_the_constraints_at_any_weight(weight):
    """Beside a mass of 1e-27 momenta were dropped as rounding errors, beside 1e27 constraints."""
    one, other = moved("blade", 1.0, "discrete"), moved("blade", weight, "discrete")
    assert one.receipt.ok and other.receipt.ok
    for n in one.names:
        assert other.v[n] == pytest.approx(one.v[n], abs=1e-9)


def test_a_bead_at_zero_pressure_leaves_at_once_whatever_it_weighs():
    for weight in (1e-27, 1e-12, 1.0, 1e12):
        case = nh.System(
            "r th",
            "m/2*(r'^2 + r^2*th'^2) - m*g*r*cos(th)",
            holonomic_constraints=["r = 1/2"],
            inequalities=["r >= 1/2"],
            parameters={"m": weight, "g": 9.81},
            initial={"r": 0.5, "thdot": 19.62**0.5},
        )
        (event,) = nh.simulate(case, 1).events
        assert "at once" in event.name and event.t < 1e-3


@pytest.mark.parametrize("weight", [1e-27, 1.0, 1e27])
def test_a_momentum_that_drifts_is_seen_at_any_weight(weight):
    law = model(nh.System("x y", f"{weight!r}*(x'^2 + y'^2)/2").system)
    p = law.terms.system.lagrangian.diff(law.terms.chart.v[0])
    t, still = np.array([0.0, 1.0]), np.array([0.0, 0.0, 1.0, 0.0])
    rounded, wrong = still + np.array([0, 0, 1e-15, 0]), still + np.array([0, 0, 1e-3, 0])
    for end, kept in ((rounded, True), (wrong, False)):
        ((_, drift),) = monitors(law, t, np.array([still, end]), [("momentum of x", p)]).conserved
        assert bool(drift.max() < 1e-8) is kept


def test_what_is_open_stays_open_at_any_weight():
    rows = np.array([[[1.0, 1.0]]])
    for weight in (1e-27, 1.0, 1e27):
        inertia = weight * np.array([np.diag([1e-3, 1.0]), np.diag([0.0, 0.0])])
        assert seems_open(inertia, np.repeat(rows, 2, axis=0)).tolist() == [False, True]
