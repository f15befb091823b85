"""Events hold from the first instant and inside steps, on every path: python, C, heyoka, fixed
steps, many together."""

from __future__ import annotations

from dataclasses import replace
from importlib.util import find_spec
from math import pi
from shutil import which

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import nonholo as nh
from nonholo.arithmetic.numbers import Rational
from nonholo.errors import BadCase
from nonholo.expression.graph import Graph
from nonholo.numerics import integrate as stepwise
from nonholo.numerics import intervals
from nonholo.numerics.compile import compiled
from nonholo.numerics.intervals import bounds
from nonholo.numerics.lean import Lean
from nonholo.numerics.model import Model, model
from nonholo.numerics.watching import watch
from nonholo.simulation import ensemble, grid

METHODS = [
    "DOP853",
    "LSODA",
    "Radau",
    "discrete",
    pytest.param("native", marks=pytest.mark.skipif(not which("cc"), reason="no C compiler")),
    pytest.param("taylor", marks=pytest.mark.skipif(not find_spec("heyoka"), reason="no heyoka")),
]
WALL = "(x - 5)**2 >= 0.01"


def free(*inequalities, force="0"):
    """A particle on a line of its own, beside a row so that it is a constrained system."""
    return nh.System(
        "x, y",
        f"(x'**2 + y'**2)/2 - x*({force})",
        constraints=["y' - 2*x'"],
        inequalities=list(inequalities),
    )


def ends(case, duration=10.0, **asked):
    return nh.simulate(case, duration, **asked)


@pytest.mark.parametrize("method", METHODS)
def test_a_thin_wall_is_not_tunnelled(method):
    loose = {"rtol": 1e-6, "atol": 1e-8} if method in ("Radau", "LSODA") else {}
    loose |= {"step": 0.5} if method == "discrete" else {}
    found = ends(free(WALL), initial={"xdot": 1.0}, method=method, **loose)
    assert [e.final for e in found.events] == [True] and "(x - 5)**2" in found.events[0].name
    assert found.t[-1] == pytest.approx(4.9, abs=1e-6) and found.q["x"][-1] == pytest.approx(
        4.9, abs=1e-6
    )


@given(st.floats(0.5, 9.0), st.floats(1e-4, 0.4), st.sampled_from(["square", "sine", "narrow"]))
def test_walls_of_any_width_at_any_place_are_met(place, half, kind):
    """g falls through 0 at place - half on x' = 1, whatever the steps are."""
    text = {
        "square": f"(x - {place!r})**2 >= {half!r}**2",
        "sine": f"({place!r} - {half!r} - x)*(2 + sin(7*x)) >= 0",
        "narrow": f"exp(-1) >= exp(-((x - {place!r})/{half!r})**2)",
    }[kind]
    found = ends(free(text), 10.0, initial={"xdot": 1.0}, check=False, rtol=1e-9)
    assert found.events and found.events[0].t == pytest.approx(place - half, abs=1e-7)


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize(("xdot", "force"), [(-1.0, "0"), (0.0, "9.81")])
def test_a_motion_that_leaves_at_once_stops_at_once(method, xdot, force):
    found = ends(free("x >= 0", force=force), initial={"xdot": xdot}, method=method)
    assert found.t[-1] < 1e-4 and found.q["x"][-1] > -1e-8
    assert "at once" in found.events[0].name and found.receipt.ok


@pytest.mark.parametrize(("xdot", "force"), [(0.0, "0"), (1.0, "0"), (0.0, "-2")])
def test_a_motion_that_begins_on_the_boundary_and_stays_is_not_stopped(xdot, force):
    found = ends(free("x >= 0", force=force), initial={"xdot": xdot})
    assert not found.events and found.t[-1] == 10.0


def test_a_ball_thrown_up_from_the_ground_comes_back_to_it():
    found = ends(free("x >= 0", force="2*5"), initial={"xdot": 1.0})  # (1 + 4) x'' = -10
    assert found.t[-1] == pytest.approx(1.0, abs=1e-8) and "at once" not in found.events[0].name


def test_a_bead_at_zero_pressure_does_not_slide_under_the_sphere():
    case = nh.read_case("cases/particle_on_sphere.toml")
    side = nh.simulate(case, 2.0, initial={"theta": pi / 2, "thetadot": 0.0, "r": 0.7, "rdot": 0.0})
    assert (
        side.t[-1] < 1e-4
        and "contact opens" in side.events[0].name
        and "at once" in side.events[0].name
    )


@pytest.mark.parametrize("mass", [1e-12, 1, 1e12])
@pytest.mark.parametrize("length", [1e-9, 1e-6, 1, 1e9])
def test_a_change_of_units_changes_no_event(length, mass):
    """A drop onto a wall, and the way down a sphere of that radius to where it leaves it."""
    numbers, time = {"m": mass, "g": 1.0, "R": length}, length**0.5
    drop = nh.System("y", "m*y'**2/2 - m*g*y", inequalities=["y >= 0"], parameters=numbers)
    fall = nh.simulate(drop, 3 * time, initial={"y": length})
    assert fall.t[-1] == pytest.approx(2**0.5 * time, rel=1e-9)
    assert [e.name for e in fall.events] == ["y >= 0 reaches its boundary"]
    sphere = nh.System(
        "r a",
        "m*(r'**2 + r**2*a'**2)/2 - m*g*r*cos(a)",
        holonomic_constraints=["r = R"],
        inequalities=["r >= R"],
        parameters=numbers,
    )
    down = nh.simulate(sphere, 20 * time, initial={"a": 0.1})
    assert np.cos(down.q["a"][-1]) == pytest.approx(2 / 3 * np.cos(0.1), abs=1e-9)


@pytest.mark.parametrize("place", [1e-9, 1e-11, 1e-12, 1e-14, 0.0])
@pytest.mark.parametrize("atol", [1e-13, 1e-20])
def test_what_the_absolute_tolerance_hides_is_told(place, atol):
    """A drop from 1e-12 begins at 0 for tolerances of 1e-13, and does not end at the floor."""
    drop = nh.System("y", "y'^2/2 - y", inequalities=["y >= 0"], initial={"y": place})
    found = nh.simulate(drop, 3 * max(place, 1e-3) ** 0.5, atol=atol)
    told = any("taken for 0" in remark for remark in found.receipt.remarks)
    met = found.t[-1] == pytest.approx((2 * place) ** 0.5, rel=1e-6)
    assert told is (0 < place < 1e-10 and atol == 1e-13)
    assert met is not told or place == 0.0


@pytest.mark.parametrize(("size", "told"), [(1e-15, True), (1e-9, False), (0.0, False)])
def test_coordinates_below_the_absolute_tolerance_are_told(size, told):
    found = nh.simulate(nh.System("x", "x'^2/2 - x^2/2", initial={"x": size}), 1.0)
    assert any("no coordinate exceeds" in remark for remark in found.receipt.remarks) is told


@pytest.mark.parametrize("together", [False, True])
def test_ensembles_watch_inequalities(together):
    records = ensemble(free(WALL), grid(xdot=[0.1, 1.0, 7.0]), 10.0, together=together)
    assert [r["t"][-1] for r in records] == pytest.approx([10.0, 4.9, 0.7])
    assert [len(r["events"]) for r in records] == [0, 1, 1]


def test_crossings_inside_one_step_are_all_told():
    found = ends(free(), initial={"xdot": 1.0}, crossings=["(x - 5.001)*(x - 5.002)*(x - 5.003)"])
    assert [e.t for e in found.events] == pytest.approx([5.001, 5.003], abs=1e-9)


# bounds -----------------------------------------------------------------------------------------
FUNCTIONS = (
    "sin",
    "cos",
    "exp",
    "atan",
    "tanh",
    "abs",
    "sign",
    "cosh",
    "sinh",
    "tan",
    "log",
    "sqrt",
    "acos",
    "asin",
)


def expressions(symbols):
    leaf = st.one_of(st.sampled_from(symbols), st.integers(-3, 3).map(symbols[0].graph.lift))

    def grown(inner):
        pair = st.tuples(inner, inner)
        return st.one_of(
            pair.map(lambda p: p[0] + p[1]),
            pair.map(lambda p: p[0] * p[1]),
            st.tuples(inner, st.sampled_from([2, 3, -1, -2])).map(_powered),
            st.tuples(st.sampled_from(FUNCTIONS), inner).map(_called),
        )

    return st.recursive(leaf, grown, max_leaves=6)


def _powered(pair):
    base, e = pair
    return base if base.is_zero else base**e


def _called(pair):
    name, inner = pair
    try:
        return inner.graph.call(name, inner)
    except ZeroDivisionError:
        return inner


GRAPH = Graph()
SYMBOLS = [GRAPH.symbol(n) for n in "xyz"]


@given(
    expressions(SYMBOLS),
    st.lists(st.floats(-3, 3), min_size=3, max_size=3),
    st.lists(st.floats(1e-4, 3), min_size=3, max_size=3),
    st.integers(0, 10**6),
)
def test_bounds_hold_all_values_in_the_box(node, centre, half, seed):
    box = {s: (np.array([c - w]), np.array([c + w])) for s, c, w in zip(SYMBOLS, centre, half)}
    ((low, high),) = bounds([node], box)
    place = np.random.default_rng(seed).uniform(-1, 1, (3, 50))
    with np.errstate(all="ignore"):
        (value,) = compiled([node], SYMBOLS, [], arrays=True)([])(
            [c + w * p for c, w, p in zip(centre, half, place)]
        )
    value = np.broadcast_to(value, 50)[np.isfinite(np.broadcast_to(value, 50))]
    slack = 1e-9 * (1 + np.abs(value))
    assert np.all(value >= low - slack) and np.all(value <= high + slack)


# settings ---------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "asked",
    [
        {"rtol": -1},
        {"rtol": float("nan")},
        {"atol": 0},
        {"points": 0},
        {"points": 1},
        {"points": True},
        {"points": 2.5},
        {"initial": "a"},
        {"initial": {"x": "a"}},
        {"initial": {"x": float("inf")}},
        {"parameters": [1]},
        {"start": 1e17},
        {"start": "0"},
        {"step": 0},
        {"threshold": -1},
        {"method": "euler"},
        {"method": None},
        {"crossings": 3},
        {"rival_initial": 5},
        {"method": "discrete", "step": 1e-9},
    ],
    ids=str,
)
def test_settings_out_of_range_are_refused_with_words(asked):
    (key,) = set(asked) - {"method"} or {"method"}
    with pytest.raises(BadCase, match=key) as refusal:
        nh.simulate(free(), 1.0, **asked)
    assert (
        "needed is" in str(refusal.value)
        or "needed are" in str(refusal.value)
        or "there " in str(refusal.value)
        or "take a longer" in str(refusal.value)
    )


# many steps looked at together ---------------------------------------------------------------------
def on_a_circle():
    """The law of a particle on a circle, put back on it after each step."""
    case = nh.System(
        "x, y", "(x'**2 + y'**2)/2 - y", constraints=[], holonomic_constraints=["x**2 + y**2 - 1"]
    )
    return model(case.system)


@given(
    st.lists(
        st.tuples(st.integers(-12, 12), st.sampled_from("xy"), st.booleans()),
        min_size=1,
        max_size=3,
    ),
    st.floats(-2, 2),
    st.sampled_from([7.0, -7.0]),
    st.sampled_from(["DOP853", "Radau"]),
    st.sampled_from([10, 10_000]),
)
def test_steps_looked_at_together_tell_what_each_tells(walls, speed, end, method, most):
    law = on_a_circle()
    x, y = law.terms.chart.q
    watches = [
        watch(
            law,
            f"{q} = {at}/10",
            {"x": x, "y": y}[q] - law.terms.chart.graph.number(Rational(at, 10)),
            final,
        )
        for at, q, final in walls
    ]
    paths = []
    for together in (1, stepwise.TOGETHER):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(stepwise, "TOGETHER", together)
            given_ = np.array([0.0, -1.0, speed, 0.0]), 0.0, end, method, 1e-7, 1e-9, watches, most
            paths.append(stepwise.integrate(law, *given_))
    one, many = paths
    assert one.stopped == many.stopped
    assert (one.end, one.steps, one.evaluations, one.correction) == (
        many.end,
        many.steps,
        many.evaluations,
        many.correction,
    )
    assert [p[:2] for p in one.pieces] == [p[:2] for p in many.pieces]
    assert [(e.name, e.t, e.state.tolist(), e.final) for e in one.events] == [
        (e.name, e.t, e.state.tolist(), e.final) for e in many.events
    ]


def test_steps_are_looked_at_together(monkeypatch):
    law, looks = on_a_circle(), []
    monkeypatch.setattr(stepwise, "falls", lambda *given: looks.append(given) or [])
    low = watch(law, "low", law.terms.chart.q[1] + 2)
    path = stepwise.integrate(law, np.array([0.0, -1.0, 1.0, 0.0]), 0.0, 60.0, watches=[low])
    assert path.steps > 100 and len(looks) <= path.steps / stepwise.TOGETHER + 6
    assert sum(len(pieces) for _, _, pieces in looks) == path.steps


@pytest.mark.parametrize("where", [(Lean, "step"), (Model, "settled")], ids=["step", "settled"])
@pytest.mark.parametrize("error", [ValueError, np.linalg.LinAlgError])
def test_what_goes_wrong_beyond_a_final_event_ends_no_motion(where, error):
    """A step, or the way back onto the constraints, fails in one of the steps beyond: the motion
    was over.  Before the event, or without one, the failure is told.
    """
    law, (kind, name) = on_a_circle(), where
    (x, _), graph = law.terms.chart.q, law.terms.chart.graph
    plain, failed = getattr(kind, name), []

    def path(beyond, watches):
        def failing(self, *given_):
            if (given_[0] if given_ else self.t) > beyond:
                failed.append(beyond)
                raise error("no finite matrix")
            return plain(self, *given_)

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(kind, name, failing)
            start = np.array([0.0, -1.0, 1.5, 0.0])
            return stepwise.integrate(law, start, 0.0, 7.0, watches=watches)

    for tenths in range(1, 10):
        walls = [watch(law, "wall", x - graph.number(Rational(tenths, 10)), True)]
        whole = path(np.inf, walls)
        found = path(whole.end, walls)
        assert (found.end, found.steps, found.stopped) == (whole.end, whole.steps, "")
    assert failed  # some of these motions go steps beyond their walls
    for beyond, watches in ((whole.end / 2, walls), (whole.end, [])):
        with pytest.raises(error):
            path(beyond, watches)


def test_what_an_expression_of_numbers_is_is_worked_out_once(monkeypatch):
    graph, asked = Graph(), []
    monkeypatch.setattr(intervals, "constant", lambda node: asked.append(node) or 2.0)
    x = graph.symbol("x")
    for _ in range(3):
        bounds(
            [x + graph.sqrt(graph.number(Rational(3, 1))) * x**2], {x: (np.zeros(1), np.ones(1))}
        )
    assert len(asked) == len(set(asked)) > 0


def test_a_path_is_walked_once_for_all_times():
    class Counted(tuple):
        walks = 0

        def __iter__(self):
            Counted.walks += 1
            return super().__iter__()

    law = model(nh.System("x", "xdot**2/2 - x**2/2").system)
    path = stepwise.integrate(law, np.array([1.0, 0.0]), 0.0, 3.0)
    path = replace(path, pieces=Counted(path.pieces))
    Counted.walks = 0
    for t in np.linspace(0.0, 3.0, 9):
        assert path.at([t])[0][0] == pytest.approx(np.cos(t))
    assert Counted.walks == 1
