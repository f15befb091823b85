"""Rests whose second variation is singular, and damping that acts on a part of the velocities."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import nonholo as nh
from tests.draws import draws

POSITIVE = {name: {"positive": True} for name in ("m", "g", "k", "b")}


def origin(names, lagrangian, **more):
    """The stability of the rest at the origin."""
    found = nh.equilibrium(nh.System(names, lagrangian, **more), at=dict.fromkeys(names.split(), 0))
    return found.found[0].stability.verdict


def at_the_origin(potential, **more):
    return origin("x y", f"(x'**2 + y'**2)/2 - ({potential})", **more)


@pytest.mark.parametrize(
    ("potential", "verdict"),
    [
        ("x^2 + y^4", "stable"),
        ("x^4 + x^2*y^2 + y^6", "stable"),
        ("x^2 + 2*x*y^2 + 2*y^4", "stable"),
        ("(x + y^2)^2 - y^6", "unstable"),
        ("x^2 + y^3", "unstable"),
        ("x^2 - 3*x*y^2 + 2*y^4", "unstable"),  # both axes are valleys, the curve x = 3 y^2/2 falls
        ("1 - cos(x)^3 + y^4*exp(x)", "stable"),
        ("x^2*y^2", "undecided"),
    ],
)
def test_a_potential_by_its_higher_terms(potential, verdict):
    assert at_the_origin(potential) == verdict


small = st.integers(-3, 3)


@settings(max_examples=draws(15), deadline=None)
@given(
    st.dictionaries(
        st.sampled_from([(i, j) for i in range(5) for j in range(7) if 2 <= i + j <= 6]),
        small,
        min_size=1,
        max_size=5,
    )
)
def test_no_verdict_is_against_the_values_of_the_potential(terms):
    """Stable: no value below 0 on curves into the origin.  Unstable: there is one."""
    terms = {m: c for m, c in terms.items() if c}
    assume(terms)
    potential = " + ".join(f"({c})*x^{i}*y^{j}" for (i, j), c in terms.items())
    verdict = at_the_origin(potential)
    lowest = [
        sum(c * (a * t**p) ** i * (b * t**q) ** j for (i, j), c in terms.items())
        for t in (Fraction(1, 10**6), Fraction(1, 10**9))
        for p, q in product((1, 2, 3), repeat=2)
        for a, b in product([Fraction(n, 2) for n in range(-4, 5)], repeat=2)
        if a or b
    ]
    if verdict == "stable":
        assert min(lowest) > 0
    if verdict == "unstable":
        assert min(lowest) < 0


@settings(max_examples=draws(8), deadline=None)
@given(small, small, st.sampled_from([-2, -1, 1, 3]), st.integers(2, 3))
def test_bent_coordinates_and_levels_change_nothing(a, b, c, k):
    """c y^(2 k) in coordinates that are bent, as a potential and as the height of a surface."""
    potential = f"(x + {a}*y^2 + {b}*x*y)^2 + ({c})*(y + {b}*x^2)^{2 * k}"
    verdict = "stable" if c > 0 else "unstable"
    assert at_the_origin(potential) == verdict
    bead = "m*(x'^2 + y'^2 + z'^2)/2 - m*g*z"
    surface = {"holonomic_constraints": [f"z - ({potential})"], "parameters": POSITIVE}
    assert origin("x y z", bead, **surface) == verdict


def test_letters_in_higher_terms():
    quartic = "k*(x^4 + b*x^2*y^2 + y^4)"
    assert at_the_origin(quartic, parameters=POSITIVE) == "stable"
    assert at_the_origin(quartic.replace("b*", "-b*"), parameters=POSITIVE) == "undecided"


def test_damping_in_all_directions_falls_from_what_is_no_minimum():
    all_ways, one_way = {"x": "-x'^3", "y": "-y'"}, {"x": "-x'"}
    assert at_the_origin("x^2 + y^3", forces=all_ways) == "unstable"
    assert at_the_origin("x^2 + y^3", forces=one_way) == "undecided"
    assert at_the_origin("x^2 + y^4", forces=all_ways) == "asymptotically stable"


@settings(max_examples=draws(15), deadline=None)
@given(
    st.lists(small, min_size=6, max_size=6), st.lists(st.integers(-2, 2), min_size=3, max_size=3)
)
def test_damping_of_one_velocity_stops_all_motion_it_sees(numbers, seen):
    """K positive; w = c . q' damped as w^3.  A mode with c . xi = 0 is never damped."""
    assume(any(seen))
    half = np.array([[numbers[0], 0, 0], [numbers[1], numbers[2], 0], numbers[3:]])
    K = half @ half.T + np.eye(3, dtype=int)
    names = ("x", "y", "z")
    V = " + ".join(
        f"({K[i, j]})*{p}*{q}/2" for i, p in enumerate(names) for j, q in enumerate(names)
    )
    w = " + ".join(f"({c})*{name}'" for c, name in zip(seen, names))
    forces = {name: f"-({c})*({w})^3" for c, name in zip(seen, names) if c}
    verdict = origin("x y z", f"(x'^2 + y'^2 + z'^2)/2 - ({V})", forces=forces)
    rates = np.array([np.linalg.matrix_power(K, n) @ seen for n in range(3)])
    sees = round(float(np.linalg.det(rates))) != 0
    assert verdict == ("asymptotically stable" if sees else "stable")
