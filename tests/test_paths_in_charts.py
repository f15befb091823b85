"""Sinusoids, the proof by the chart, bounds over intervals, and the paths on a page."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from flint import arb, fmpq
from hypothesis import given
from hypothesis import strategies as st
from scipy.integrate import trapezoid

from nonholo.decide.ball import ball
from nonholo.decide.enclosure import enclosed
from nonholo.dossier.dossier import analyze
from nonholo.errors import NotApplicable
from nonholo.expression.graph import Graph
from nonholo.geometry.chained.chained import chained_forms
from nonholo.geometry.distribution.distribution import distribution
from nonholo.readers.case_file import read_case
from nonholo.steering.by_chart import by_chart
from nonholo.steering.search import steer
from nonholo.steering.series import Ring
from nonholo.steering.sinusoids import sinusoids
from nonholo.steering.waves import COS, SIN, Waves, constant, unknown_waves
from nonholo.views.path.page import path_section, varied_figures
from nonholo.views.steering.text import steer_text

CASES = Path(__file__).parents[1] / "cases"
SIDEWAYS = [
    ("unicycle", {"x": 0, "y": 1, "theta": 0}),
    ("kinematic_car", {"x": 0, "y": 1, "theta": 0, "phi": 0}),
    ("engel", {"x": 1, "y": 0, "z": 1, "w": 2}),
    ("one_trailer", {"x": 1, "y": 1, "th0": "1/2", "th1": "1/3"}),
    pytest.param(
        "two_trailers", {"x": 0, "y": 1, "th0": 0, "th1": 0, "th2": 0}, marks=pytest.mark.slow
    ),
    pytest.param(
        "three_trailers",
        {"x": 0, "y": 1, "th0": 0, "th1": 0, "th2": 0, "th3": 0},
        marks=pytest.mark.slow,
    ),
]


def case(name: str):
    return read_case(CASES / f"{name}.toml")


def proved(path) -> bool:
    return path.exact and all(d.answer and d.proved for d in (path.proof, path.ends))


# sinusoids --------------------------------------------------------------------------------------
@pytest.mark.parametrize(("name", "goal"), SIDEWAYS)
def test_sinusoids_meet_both_ends_and_the_constraints_exactly(name, goal):
    path = steer(case(name), dict.fromkeys(goal, 0), goal, "3/2", method="sinusoids")
    assert proved(path), path.attempts
    assert path.receipt.residual < 1e-8
    assert max(path.receipt.start, path.receipt.end) < 1e-9


def test_the_inputs_are_sinusoids_of_one_period():
    path = steer(
        case("chained_form_5"),
        dict.fromkeys(("x1", "x2", "x3", "x4", "x5"), 0),
        {"x1": 0, "x2": 0, "x3": 0, "x4": 0, "x5": 1},
        method="sinusoids",
    )
    _, _, v = path.sample(97)
    amount = np.abs(np.fft.rfft(v[:-1, :2], axis=0)).max(axis=0)
    waves = np.abs(np.fft.rfft(v[:-1, :2], axis=0)) > 1e-9 * amount
    assert set(np.flatnonzero(waves[:, 0])) == {1}
    assert set(np.flatnonzero(waves[:, 1])) <= {1, 2, 3}


def test_sinusoids_are_for_chained_forms():
    path = steer(
        case("ball_on_plane_pivoting"),
        dict.fromkeys(("x", "y", "u", "v", "psi"), 0),
        {"x": 1, "y": 0, "u": 0, "v": 0, "psi": 0},
        method="sinusoids",
    )
    assert not path.found
    assert path.reason == "chained forms are for catastatic sets with two independent velocities"
    with pytest.raises(NotApplicable):
        sinusoids(path_problem("ball_on_plane_pivoting"))


def path_problem(name: str):
    from nonholo.steering.question import question

    own = case(name)
    zeros = dict.fromkeys(own.system.chart.names, 0)
    return question(own, zeros, zeros, 1)[0]


def test_the_text_names_the_inputs():
    told = steer_text(
        steer(
            case("unicycle"),
            {"x": 0, "y": 0, "theta": 0},
            {"x": 0, "y": 1, "theta": 0},
            method="sinusoids",
        )
    )
    assert "chained form z_j' = z_(j-1) z1', sinusoids as inputs" in told
    assert "z2  = 4*sin(2*pi*t)/7" in told


wave = st.tuples(st.integers(0, 3), st.sampled_from([COS, SIN]))


@given(first=wave, second=wave, s=st.floats(0, 1))
def test_waves_multiply_and_integrate_as_functions_do(first, second, s):
    ring = Ring()
    one, other = (unknown_waves(ring, [w]).put([1.0]) for w in (first, second))
    line = constant(ring, 1.0).integral()
    at, grid = np.array([s]), np.linspace(0, s, 4001)
    product = one * other * line
    assert product.at(at) == pytest.approx(one.at(at) * other.at(at) * s, abs=1e-12)
    assert product.integral().at(at) == pytest.approx(trapezoid(product.at(grid), grid), abs=1e-6)


def test_exact_waves_are_the_same_as_those_of_floats():
    graph = Graph()
    exact = constant(Ring(graph), graph.lift(2)) + unknown_waves(Ring(graph), [(1, SIN)]).put(
        [graph.one]
    )
    there = exact.integral().expression(graph.symbol("s"))
    floats = (constant(Ring(), 2.0) + unknown_waves(Ring(), [(1, SIN)]).put([1.0])).integral()
    value = float(ball(there, {graph.symbol("s"): fmpq(1, 3)}).mid())
    assert isinstance(exact, Waves)
    assert floats.at(np.array([1 / 3]))[0] == pytest.approx(value, abs=1e-14)


# the proof by the chart ---------------------------------------------------------------------------
@pytest.mark.parametrize("name", ["unicycle", "kinematic_car", "one_trailer", "rolling_coin"])
def test_the_chart_proves_all_its_paths(name):
    own = case(name)
    rows = own.system.pfaffian.subs(own.system.values)
    form = next(chained_forms(distribution(rows)))
    assert by_chart(rows, form, (0,) * rows.chart.n, 20).proved
    assert by_chart(rows, form, (0,) * rows.chart.n, 20).answer


def test_the_chart_of_another_set_proves_nothing():
    unicycle, sleigh = case("unicycle").system.pfaffian, case("unicycle").system.pfaffian
    form = next(chained_forms(distribution(unicycle)))
    wrong = sleigh.subs({sleigh.chart.q[2]: 2 * sleigh.chart.q[2]})
    assert by_chart(wrong, form, (0, 0, 0), 20).answer is False


def test_half_turns_in_the_wrong_coordinates_are_refuted():
    rows = case("unicycle").system.pfaffian
    form = next(chained_forms(distribution(rows)))
    assert by_chart(rows, form, (1, 1, 1), 20).answer is False


# bounds over intervals ----------------------------------------------------------------------------
@given(middle=st.fractions(-3, 3, max_denominator=20), part=st.fractions(-1, 1, max_denominator=9))
def test_the_bounds_hold_at_every_point(middle, part):
    graph = Graph()
    t, z = graph.symbol("t"), graph.symbol("z")
    nodes = [
        z**3 - z,
        graph.sin(z) / (z**2 + 1),
        graph.sqrt(z**2 + t**2 + 1),
        graph.call("atan", z * t),
    ]
    inner = {z: t**2 - graph.cos(t)}
    half = Fraction(1, 16)
    found = enclosed(
        nodes, inner, t, arb(fmpq(middle.numerator, middle.denominator)), arb(fmpq(1, 16))
    )
    point = middle + half * part
    for node, value in zip(nodes, found):
        assert value.overlaps(ball(node.subs(inner), {t: fmpq(point.numerator, point.denominator)}))


def test_what_cancels_stays_narrow():
    graph = Graph()
    t, z = graph.symbol("t"), graph.symbol("z")
    (value,) = enclosed([1 / (z - graph.cos(t) + 1)], {z: graph.cos(t)}, t, arb(1), arb("0.1"))
    assert float(value.rad()) < 1e-3


def test_there_is_no_bound_over_a_pole():
    graph = Graph()
    t = graph.symbol("t")
    assert enclosed([1 / (t - 1)], {}, t, arb(1), arb("0.01")) is None


def test_powers_of_balls_around_zero_are_balls():
    graph = Graph()
    t = graph.symbol("t")
    assert ball(t**3 + 1, {t: arb(0, 0.1)}).is_finite()


# on the page ------------------------------------------------------------------------------------
def test_a_page_shows_how_a_trailer_parks():
    section = path_section(analyze(CASES / "one_trailer.toml").parking)
    told = str(section.blocks)
    assert "to x = 0, y = 1, th0 = 0, th1 = 0" in told
    assert "satisfied at all times, proved" in told
    assert "<svg" in told


def test_a_page_without_wheels_shows_no_parking():
    assert path_section(analyze(CASES / "heisenberg.toml").parking).blocks == ()
    assert varied_figures(analyze(CASES / "heisenberg.toml").bend) == ()


def test_the_page_of_the_coin_draws_a_varied_path():
    (figure,) = varied_figures(analyze(CASES / "rolling_coin.toml").bend)
    assert "displaced by δtheta = sin(pi*t)/3" in str(figure)
    assert "<svg" in str(figure)
