"""Motions in numbers: published states, closed solutions, laws that every motion obeys, words of
refusal.
"""

from __future__ import annotations

import csv
import json
import math
import random
from dataclasses import replace
from functools import cache
from pathlib import Path
from shutil import which

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import nonholo as nh
from nonholo.dynamics.equations import Equations
from nonholo.errors import BadCase, InadmissibleState, NonholoError, NotApplicable, SingularMass
from nonholo.numerics import integrate
from nonholo.numerics.initial import initial_state
from nonholo.numerics.integrate import STEPPERS
from nonholo.numerics.methods import METHODS
from nonholo.numerics.model import model, regular_at
from nonholo.numerics.parting import parting
from nonholo.numerics.rank import nearly, where_rank_is_kept
from nonholo.numerics.settings import Settings
from nonholo.readers.case import Case
from nonholo.readers.case_file import parse_case, read_case
from nonholo.readers.own import own_copy
from nonholo.readers.specified import specified
from nonholo.rivals import RIVALS
from nonholo.simulation import simulate
from nonholo.simulation.derivations import rival_equations, split
from nonholo.simulation.given import start_of
from nonholo.simulation.run import run

ROOT = Path(__file__).parents[1]
CASES = sorted((ROOT / "cases").glob("*.toml"))


@cache
def case(stem: str) -> Case:
    return read_case(ROOT / "cases" / f"{stem}.toml")


def moving(path: Path) -> bool:
    """A case with a Lagrangian and a number for every parameter."""
    read = case(path.stem)
    given = len(read.system.values) == len(read.scope.parameters)
    return read.system.lagrangian is not None and given


MOVING = pytest.mark.parametrize("stem", [p.stem for p in CASES if moving(p)])


# closed solutions -------------------------------------------------------------------------------
def stated_functions(about: Case, stated: dict) -> tuple[list, list]:
    """The functions q_i(t) of a published solution, and their rates, as Python functions of t."""
    from nonholo.numerics.compile import compiled
    from nonholo.readers.tokens import NOWHERE

    chart, extra = about.system.chart, stated.get("extra", {})
    put = {chart.graph.symbol(n): about.scope.expression(str(x)) for n, x in extra.items()}
    found = [
        about.scope.expression(stated[n], NOWHERE, extra).subs(put).subs(about.system.values)
        for n in chart.names
    ]
    roots = [*found, *(f.diff(chart.t) for f in found)]
    return compiled(roots, [chart.t])([])


@pytest.mark.parametrize(
    "stem", ["rolling_coin", "knife_edge_incline", "rosenberg_particle", "lemos_affine_particle"]
)
def test_published_solutions_are_reached(stem):
    about = case(stem)
    solution = stated_functions(about, about.expected["solutions"][0])
    names = about.system.chart.names
    start = dict(zip((*names, *(f"{n}dot" for n in names)), solution([0.0])))
    found = simulate(about, 6.0, initial=start, check=False)
    stated = np.array([solution([t]) for t in found.t])
    got = np.array([*found.q.values(), *found.v.values()]).T
    assert np.max(np.abs(got - stated) / (1 + np.abs(stated))) < 1e-10


def test_the_sleigh_turns_as_in_closed_form():
    """v' = a w^2, w' = - b v w: v = V tanh(s (t - t0)), w = W sech(s (t - t0)) with s = b V."""
    about = case("chaplygin_sleigh")
    m, I, a = (
        float(str(x)) if "/" not in str(x) else eval_fraction(str(x))
        for x in about.system.values.values()
    )
    found = simulate(about, 6.0, check=False)
    theta, w = found.q["theta"], found.v["theta"]
    v = found.v["x"] * np.cos(theta) + found.v["y"] * np.sin(theta)
    b = m * a / (I + m * a**2)
    V = math.sqrt(v[0] ** 2 + a * w[0] ** 2 / b)
    shift = math.atanh(v[0] / V)
    stated = V * np.tanh(b * V * found.t + shift)
    turning = math.sqrt(b / a) * V / np.cosh(b * V * found.t + shift)
    angle = theta[0] + 2 / math.sqrt(a * b) * (
        np.arctan(np.tanh((b * V * found.t + shift) / 2)) - math.atan(math.tanh(shift / 2))
    )
    for closed, got in ((stated, v), (turning, w), (angle, theta)):
        assert np.max(np.abs(closed - got)) < 1e-10


def eval_fraction(text: str) -> float:
    top, _, bottom = text.partition("/")
    return int(top) / int(bottom)


def test_the_ball_on_the_turntable_drifts_on_a_cycloid():
    """x'' = - k y' + c, y'' = k x' with k = Om J/(J + m R^2), c = m R^2 g sin(be)/(J + m R^2)."""
    found = simulate(case("ball_on_turntable"), 6.0, check=False)
    p = {s.args: x for s, x in found.model.values.items()}
    total = p["J"] + p["m"] * p["R"] ** 2
    k, c = p["Om"] * p["J"] / total, p["m"] * p["R"] ** 2 * p["g"] * math.sin(p["be"]) / total
    w0 = complex(found.v["x"][0], found.v["y"][0])
    turn = np.exp(1j * k * found.t)
    velocity = (w0 - 1j * c / k) * turn + 1j * c / k
    place = (
        complex(found.q["x"][0], found.q["y"][0])
        + (w0 - 1j * c / k) * (turn - 1) / (1j * k)
        + 1j * c / k * found.t
    )
    assert np.max(np.abs(velocity - (found.v["x"] + 1j * found.v["y"]))) < 1e-10
    assert np.max(np.abs(place - (found.q["x"] + 1j * found.q["y"]))) < 1e-10
    assert (
        abs(c / k - 2.5 * p["g"] * math.sin(p["be"]) / p["Om"]) < 1e-12
    )  # Weckesser 1997: (5/2) g sin(be)/Om


def test_a_particle_leaves_the_sphere_at_cos_two_thirds():
    found = simulate(case("particle_on_sphere"))
    (event,) = found.events
    assert event.name == "contact opens: r >= R"
    assert abs(math.cos(found.q["theta"][-1]) - 2 / 3) < 1e-10
    assert found.t[-1] == event.t < 2.0
    assert found.reactions["r"][0] > 0 > -1e-9 > -abs(found.reactions["r"][0])
    assert abs(found.reactions["r"][-1]) < 1e-9


def test_a_contact_that_is_open_from_the_start_is_refused():
    with pytest.raises(
        InadmissibleState, match="open from the start: the reaction would have to pull"
    ):
        simulate(case("particle_on_sphere"), initial={"thetadot": 5.0})


# laws -------------------------------------------------------------------------------------------
START = 0.5  # the time of random states: at 0 the row t*xdot + x - 2*t is none on velocities


def some_state(about: Case, seed: int):
    """A model and an admissible state near random numbers, or None where there is none."""
    about = specified(own_copy(about))
    law, rng = model(about.system), random.Random(f"{about.name} {seed}")
    names = about.system.chart.names
    wished = {n: rng.uniform(0.3, 1.2) for n in (*names, *(f"{n}dot" for n in names))}
    y = initial_state(law, {}, START, wished=wished)
    return regular_at(law, START, y), y


@MOVING
@pytest.mark.parametrize("seed", [1, 2])
def test_laws_of_every_motion(stem, seed):
    """Constraints hold, the energy is balanced, M q'' = F + A^T lambda, and the motion can be
    reversed.
    """
    law, y = some_state(case(stem), seed)
    about = specified(own_copy(case(stem)))
    open_case = replace(about, system=replace(about.system, inequalities=()))
    found = run(open_case, law, y, (START, START + 1), "test", (), (), Settings(points=51))
    seen = found.monitors
    speed = 1 + np.max(np.abs(list(found.v.values())))
    assert not found.receipt.stopped
    assert max(seen.residual.max(), seen.level.max()) < 1e-9 * speed
    assert seen.equations.max() < 1e-9
    assert np.abs(seen.imbalance).max() < 1e-8
    assert next(f.value for f in found.receipt.findings if f.name == "reversal") < 1e-7
    assert found.receipt.ok


@pytest.mark.parametrize(
    "stem",
    [
        "rolling_coin",
        "knife_edge_incline",
        "chaplygin_sleigh",
        "ball_on_turntable",
        "moving_circle",
        "two_wheels_on_axle",
        "rolling_disk",
    ],
)
@pytest.mark.parametrize("formulation", ["maggi", "voronec", "multipliers"])
def test_formulations_give_the_same_motion(stem, formulation):
    law, y = some_state(case(stem), 3)
    names = law.names
    start = dict(zip((*names, *(f"{n}dot" for n in names)), y.tolist()))
    found = simulate(
        case(stem), 0.3, rival=formulation, initial=start, start=START, check=False, threshold=1e-8
    )
    assert found.parting.time is None
    assert found.parting.final < 1e-9


def test_the_skate_does_not_notice_a_vertical_heading():
    """At phi = pi/2 the velocity x' cannot be eliminated; the motion there is as exact as
    elsewhere.
    """
    about = case("knife_edge_incline")
    assert split(about).condition.has(about.system.chart.q)  # each split has such a place
    solution = stated_functions(about, about.expected["solutions"][0])
    found = simulate(about, 2.0, points=2001, rtol=1e-13, atol=1e-14, check=False)
    w = found.v["phi"][0]
    near = np.flatnonzero(np.abs(found.t - math.pi / (2 * w)) < 0.05)
    stated = np.array([solution([t]) for t in found.t[near]])
    got = np.array([*found.q.values(), *found.v.values()]).T[near]
    assert len(near) > 50
    assert np.max(np.abs(got - stated)) < 2e-12


# right and wrong side by side -------------------------------------------------------------------
def test_the_coin_and_its_rival_part():
    found = simulate(case("rolling_coin"), rival="substituted x")
    assert found.rival.law == "substituted x"
    assert 0 < found.parting.time < 0.1
    assert found.parting.coordinate == "theta"
    assert found.parting.final > 1
    assert found.parting.final == max(
        abs(found.rival.q[n][-1] - found.q[n][-1]) for n in found.names
    )


@pytest.mark.parametrize(
    ("stem", "rival"),
    [
        ("rolling_coin", "substituted x, y (chained)"),
        ("rolling_coin", "substituted x"),
        ("rolling_coin", "substituted y"),
        ("vertical_disk", "substituted"),
        ("vertical_disk", "substituted x"),
        ("rosenberg_particle", "substituted"),
    ],
)
def test_they_part_where_the_comparison_says_that_they_differ(stem, rival):
    found = simulate(case(stem), rival=rival, check=False)
    agrees = nh.compare(case(stem)).entry(found.rival.law).agrees
    assert agrees is (found.parting.time is None)
    assert (found.parting.final < 1e-9) is agrees


def test_a_rival_ends_at_a_pole_of_its_own_equations():
    """det A_D = cos(phi) of the knife edge: it ends there, whatever the tolerance; the right
    motion goes on.
    """
    ends = []
    for rtol in (1e-12, 1e-9):
        found = simulate(
            case("knife_edge_incline"), 2.0, rival="substituted y", rtol=rtol, check=False
        )
        (event,) = found.rival.events
        assert event.final and event.name == "a pole of its own equations, cos(phi) = 0"
        assert found.t[-1] == 2.0 and found.rival.t[-1] == event.t
        assert abs(np.cos(found.rival.q["phi"][-1])) < 1e-3
        ends.append(event.t)
    assert ends[0] == pytest.approx(ends[1], rel=1e-4)


def test_a_rival_that_is_none_is_refused():
    with pytest.raises(NotApplicable, match="there is no rival 'vaconomic'; there are substituted"):
        simulate(case("rolling_coin"), rival="vaconomic")
    with pytest.raises(NotApplicable, match="no constraint to substitute"):
        simulate(case("double_pendulum_angles"), rival="substituted")
    assert (
        rival_equations(case("rolling_coin"), split(case("rolling_coin")), "substituted").name
        == "substituted x, y"
    )


def test_a_rival_that_is_singular_from_the_start_says_so():
    """The substituted law divides by x, which is 0 at the start; SciPy's step length would not
    be a number.
    """
    about = parse_case(
        'coordinates = ["x", "y", "z"]\nlagrangian = "(xdot**2 + ydot**2 + zdot**2)/2 - z"\n'
        'constraints = ["x*zdot = sin(y)*xdot + ydot"]\ndependent = ["z"]\ninitial = { xdot = 1 }\n'
    )
    assert simulate(about, 0.5).receipt.ok
    with pytest.raises(
        SingularMass,
        match="substituted z: the motion cannot begin: no step is possible beyond t = 0",
    ):
        simulate(about, 0.5, rival="substituted z")


def test_a_rival_may_have_unknown_functions_of_its_own(monkeypatch):
    """x'' = - mu, mu' = 1: x = - mu0 t^2/2 - t^3/6."""

    def strange(system, d):
        graph, (a,) = d.chart.graph, d.chart.a
        mu, rate = graph.symbol("mu"), graph.symbol("mudot")
        return Equations("strange", "rival", d, (a + mu, rate - 1), (a, rate), (rate,))

    monkeypatch.setitem(RIVALS, "strange", strange)
    about = parse_case('coordinates = ["x"]\nlagrangian = "xdot**2/2"\nforces = { x = "1" }\n')
    for method in ("DOP853", "LSODA"):
        found = simulate(about, 2.0, rival="strange", rival_initial={"mu": 0.5}, method=method)
        assert np.max(np.abs(found.q["x"] - found.t**2 / 2)) < 1e-8
        assert np.max(np.abs(found.rival.q["x"] + found.t**2 / 4 + found.t**3 / 6)) < 1e-8
    with pytest.raises(NotApplicable, match="nu is no unknown function of the rival; there are mu"):
        simulate(about, 2.0, rival="strange", rival_initial={"nu": 0.5})


def test_the_vakonomic_coin_depends_on_its_multipliers():
    """Lewis and Murray 1995: another principle, another motion, and its initial multipliers are
    further data.
    """
    first, second = (
        simulate(case("rolling_coin"), rival="vakonomic", rival_initial={"mu_1": mu})
        for mu in (0.0, 0.5)
    )
    assert first.parting.time > second.parting.time > 0
    assert first.rival.receipt.residual_max < 1e-13
    assert first.rival.receipt.energy_drift < 1e-10


# nonlinear constraints --------------------------------------------------------------------------
def test_a_constraint_on_the_speed_is_kept():
    """x'^2 + y'^2 = v0^2 (isokinetic): by Chetaev's rule, with initial velocities found by
    Newton's method.
    """
    about = read_case(ROOT / "cases/nonlinear/isokinetic_particle.toml")
    found = simulate(about, 2.0, initial={"xdot": 0.1})
    speed = found.v["x"] ** 2 + found.v["y"] ** 2
    assert np.max(np.abs(speed - speed[0])) < 1e-12
    assert found.receipt.ok
    with pytest.raises(NotApplicable, match="affine in the velocities"):
        simulate(about, 2.0, initial={"xdot": 0.1}, method="discrete")


# initial states ---------------------------------------------------------------------------------
def test_velocities_left_out_are_found():
    found = simulate(case("rolling_coin"), 0.1, initial={"phidot": 5.0})
    assert found.v["phi"][0] == 5.0 and found.v["theta"][0] == 1.7
    assert found.v["x"][0] == pytest.approx(0.7 * 5 * math.sin(0.3), abs=1e-15)
    assert "moved to the constraints: xdot = 1.03432" in found.receipt.remarks[0]


def test_exact_initial_values_stay():
    found = simulate(case("rolling_coin"), 0.1)
    assert [found.q[n][0] for n in found.names] == [0.1, -0.2, 0.3, 0.0]
    assert found.v["theta"][0] == 1.7


def test_a_state_off_the_constraints_is_refused_with_its_residual():
    with pytest.raises(
        InadmissibleState,
        match=r"breaks the constraint xdot - R\*phidot\*sin\(theta\): its value is "
        r"-1.03432 instead of 0; leave a velocity out",
    ):
        simulate(case("rolling_coin"), initial={"phidot": 5.0, "xdot": 0.0, "theta": 0.3})
    with pytest.raises(
        InadmissibleState, match=r"r - R: its value is 0.3 instead of 0; leave a coordinate out"
    ):
        simulate(case("particle_on_sphere"), initial={"r": 1.0})


CIRCLE = """
coordinates = ["x", "y"]
lagrangian = "m/2*(xdot**2 + ydot**2) - m*g*y"
holonomic_constraints = ["x**2 + y**2 - l**2"]
parameters = { m = 1, g = 9.81, l = 2 }
"""


def test_coordinates_left_out_are_found_by_newton():
    about = parse_case(CIRCLE)
    found = simulate(about, 1.0, initial={"x": 1.0})
    assert found.q["x"][0] == 1.0
    assert abs(found.q["y"][0]) == pytest.approx(math.sqrt(3), abs=1e-14)
    found = simulate(about, 5.0, initial={"x": 1.2, "y": -1.6, "xdot": 0.3})
    assert found.monitors.level.max() < 1e-14
    assert found.receipt.ok


def test_numbers_with_few_digits_are_corrected():
    found = simulate(parse_case(CIRCLE), 0.1, initial={"x": 1.0, "y": -1.7320508})
    assert found.monitors.level.max() < 1e-14
    with pytest.raises(InadmissibleState):
        simulate(parse_case(CIRCLE), 0.1, initial={"x": 1.0, "y": -1.7})


def test_an_inequality_broken_at_the_start_is_refused():
    with pytest.raises(InadmissibleState, match="breaks the inequality x >= 0"):
        simulate(case("gas_in_box"), initial={"x": -0.1})


def test_a_wall_that_is_reached_ends_the_motion():
    start = {"x": 0.5, "y": 0.5, "z": 0.5, "xdot": -0.25, "ydot": 0.1}
    found = simulate(case("gas_in_box"), 10.0, initial=start)
    assert found.events[0].name == "x >= 0 reaches its boundary"
    assert found.t[-1] == pytest.approx(2.0, abs=1e-12)
    assert abs(found.q["x"][-1]) < 1e-12


# masses, forces, time ---------------------------------------------------------------------------
def test_a_coordinate_without_mass():
    """z' = y x' with no inertia in z: M is singular, but not on the virtual displacements."""
    about = parse_case(
        'coordinates = ["x", "y", "z"]\nlagrangian = "(xdot**2 + ydot**2)/2 - x**2/2"\n'
        'constraints = ["zdot = y*xdot"]\n'
    )
    found = simulate(about, 3.0, initial={"x": 1.0, "ydot": 0.5})
    assert found.model.solved.way == "virtual displacements"
    assert np.max(np.abs(found.q["x"] - np.cos(found.t))) < 1e-10
    z = 0.5 * (found.t * np.cos(found.t) - np.sin(found.t))  # z' = (t/2)(-sin t)
    assert np.max(np.abs(found.q["z"] - z)) < 1e-10


def test_a_coordinate_without_mass_and_no_pivot_without_coordinates():
    """Nothing holds z, so the multiplier is 0 and x swings freely."""
    about = parse_case(
        'coordinates = ["x", "y", "z"]\nlagrangian = "(xdot**2 + ydot**2)/2 - x**2/2"\n'
        'constraints = ["(2 + sin(y))*zdot = (2 + cos(y))*xdot"]\n'
    )
    found = simulate(about, 3.0, initial={"x": 1.0, "ydot": 0.5})
    assert found.model.solved.way == "mass matrix and constraints"
    assert np.max(np.abs(found.q["x"] - np.cos(found.t))) < 1e-10
    assert found.receipt.ok


def test_an_indefinite_inertia():
    about = parse_case('coordinates = ["x", "y"]\nlagrangian = "xdot*ydot - x*y"\n')
    found = simulate(about, 3.0, initial={"x": 1.0, "ydot": 1.0})
    assert found.model.solved.way == "elimination"
    assert np.max(np.abs(found.q["x"] - np.cos(found.t))) < 1e-10
    assert np.max(np.abs(found.q["y"] - np.sin(found.t))) < 1e-10


@given(st.floats(-3, 3), st.floats(-2, 2).filter(bool), st.sampled_from(["bodies", "matrix"]))
def test_a_body_without_forces_may_begin_anywhere(theta, rate, way):
    """Its point on the blade does not slip, and its middle moves on: all accelerations cancel."""
    n = 1 if way == "matrix" else 12
    names = [*"xya", *(f"b{i}" for i in range(1, n))]
    lagrangian = "+".join(f"{name}'^2/2" for name in names)
    case = nh.System(" ".join(names), lagrangian, ["-x'*sin(a) + y'*cos(a) = a'/2"])
    law = model(case.system)
    y, _ = start_of(case, law, {"a": theta, "adot": rate})
    assert max(map(abs, regular_at(law, 0.0, y).rates(0.0, y)[len(names) :])) < 1e-12


@given(st.floats(0.1, 3), st.floats(0.1, 3), st.floats(0.1, 2), st.sampled_from([1, 12]))
def test_a_motion_may_begin_where_forces_balance(m, g, r, n):
    """A motor holds a ball on a beam: what is left of the moments is what rounding leaves."""
    others = [f"b{i}" for i in range(1, n)]
    beam = "m*(7/5*r'^2 + r^2*a'^2)/2 + a'^2/2 - m*g*r*sin(a)"
    lagrangian = "+".join([beam, *(f"{name}'^2/2" for name in others)])
    given = {"m": m, "g": g}
    case = nh.System(
        ["r", "a", *others], lagrangian, forces={"a": "u"}, inputs="u", parameters=given
    )
    run = nh.simulate(case, 0.1, inputs={"u": m * g * r}, initial={"r": r})
    assert run.receipt.ok and abs(run.q["r"][-1] - r) < 1e-12


def test_accelerations_that_are_not_determined():
    with pytest.raises(SingularMass, match="do not determine the accelerations"):
        simulate(parse_case('coordinates = ["x", "y"]\nlagrangian = "xdot**2/2"\n'), 1.0)
    with pytest.raises(SingularMass, match=r"not determined at r = 0, phi = 1"):
        simulate(
            parse_case('coordinates = ["r", "phi"]\nlagrangian = "(rdot**2 + r**2*phidot**2)/2"\n'),
            1.0,
            initial={"phi": 1.0},
        )


def test_friction_is_in_the_energy_balance():
    about = parse_case(
        'coordinates = ["x"]\nlagrangian = "m*xdot**2/2 - k*x**2/2"\nforces = { x = "-c*xdot" }\n'
        "parameters = { m = 1, k = 5, c = 2 }\ninitial = { x = 1 }\n"
    )
    found = simulate(about, 3.0)
    t = found.t
    assert np.max(np.abs(found.q["x"] - np.exp(-t) * (np.cos(2 * t) + np.sin(2 * t) / 2))) < 1e-10
    assert found.energy[-1] < 0.1 * found.energy[0]
    assert found.receipt.energy_drift < 1e-10


def sled(damping: float) -> Case:
    """A sled in a medium, that is turned round and pushed to and fro."""
    return nh.System(
        "x y a",
        "(x'**2 + y'**2 + a'**2)/2",
        ["x'*sin(a) = y'*cos(a)"],
        forces={"x": f"-{damping}*x'", "y": f"sin(t) - {damping}*y'", "a": "1 - a'"},
        initial={"xdot": 1, "adot": 1},
    )


def pulled(force: str) -> Case:
    return nh.System("x", "x'**2/2", forces={"x": force}, initial={"x": 1})


STIFF = {  # how long, and whether steps are held short by a decay; none is a matter of one step
    "sled": (sled(2000), 2, True),
    "relaxation": (pulled("200*(1 - x^2)*x' - x"), 300, True),
    "less damping": (sled(20), 2, False),
    "oscillator": (pulled("-10^6*x"), 0.3, False),
    "damped as fast as it is pulled": (pulled("sin(t) - x - 2*x'"), 100, False),
    "a push that is damped": (pulled("-2000*x'"), 2, False),
}


@pytest.mark.parametrize(
    "method",
    ["DOP853", pytest.param("native", marks=pytest.mark.skipif(not which("cc"), reason="no cc"))],
)
@pytest.mark.parametrize("name", STIFF)
def test_stiff_motions_and_no_others_are_told_so(name, method):
    about, time, stiff = STIFF[name]
    found = simulate(about, time, method=method, reversal=False)
    assert any("stiff" in remark for remark in found.receipt.remarks) is stiff
    if stiff:
        other = simulate(about, time, method="LSODA", reversal=False)
        assert 10 * other.receipt.rhs_evaluations < found.receipt.rhs_evaluations
        assert not any("stiff" in remark for remark in other.receipt.remarks)


@pytest.mark.parametrize("stem", [p.stem for p in CASES if moving(p) and case(p.stem).initial])
def test_no_shipped_motion_is_stiff(stem):
    """The longest has 718 steps."""
    found = simulate(case(stem), reversal=False)
    assert not any("stiff" in remark for remark in found.receipt.remarks)


def test_the_turntable_does_work_and_the_balance_holds():
    found = simulate(case("ball_on_turntable"))
    assert np.ptp(found.energy) > 1
    assert found.receipt.energy_drift < 1e-9
    assert "momentum of phi" in [f.name for f in found.receipt.findings]


def test_a_parameter_without_a_number_is_named():
    about = parse_case(
        'coordinates = ["x"]\nlagrangian = "m*xdot**2/2"\nparameters = { m = { positive = true } '
        "}\n"
    )
    with pytest.raises(NonholoError, match="no number for m; give one with parameters="):
        simulate(about, 1.0)
    assert simulate(about, 1.0, parameters={"m": 2.0}, initial={"xdot": 1.0}).energy[0] == 1.0


def test_a_case_without_lagrangian_has_no_motion():
    with pytest.raises(NotApplicable, match="need a Lagrangian"):
        simulate(nh.constraints("dz = y dx", also=["y"]))


def test_unknown_names_are_refused():
    with pytest.raises(
        BadCase,
        match=r"initial\.z: no coordinate or velocity; there are x, y, theta, phi, xdot, ydot",
    ):
        simulate(case("rolling_coin"), initial={"z": 1})
    with pytest.raises(BadCase, match=r"parameters\.mass: not declared"):
        simulate(case("rolling_coin"), parameters={"mass": 1})
    with pytest.raises(BadCase, match="needed is a time above 0"):
        simulate(case("rolling_coin"), duration=-1)


@pytest.mark.parametrize("method", ["DOP853", "LSODA", "taylor", "native"])
def test_a_linkage_stops_at_its_change_point(method):
    """All bars lie in one line there, and two motions go on; it went on slower, or without end, or
    by the other one, with a jump of the velocities."""
    if method == "taylor":
        pytest.importorskip("heyoka")
    loop = ["cos(a) + 2*cos(b) - 3/2 - 3/2*cos(c)", "sin(a) + 2*sin(b) - 3/2*sin(c)"]
    bars = nh.System("a b c", "(a'^2 + b'^2 + c'^2)/2", (), loop, initial={"a": 1, "adot": -1})
    found = simulate(bars, 2.0, method=method)
    assert "change point" in str(found.receipt.stopped) and not found.receipt.ok
    assert abs(found.q["a"][-1]) < 1e-4 and found.v["a"][-1] == pytest.approx(-0.988, abs=1e-2)
    if method == "DOP853":
        assert "change point" in str(simulate(bars, 2.0, rtol=1e-4, atol=1e-5).receipt.stopped)
        members = [{"adot": -1}, {"adot": -0.9}]
        for one in nh.ensemble(bars, members, 2.0, together=True):
            assert "change point" in one["warnings"][0] and not one["ok"]


def test_a_motion_that_ends_in_a_singular_place_says_so():
    """A fall into the centre of attraction takes the time pi/(2 sqrt(2)) from rest at distance
    1.
    """
    about = parse_case(
        'coordinates = ["x", "y"]\nlagrangian = "(xdot**2 + ydot**2)/2 + 1/sqrt(x**2 + y**2)"\n'
    )
    found = simulate(about, 4.0, initial={"x": 1.0}, check=False)
    assert found.t[-1] == pytest.approx(math.pi / math.sqrt(8), abs=1e-6)
    assert "no step is possible beyond t = 1.11072" in found.receipt.warnings[0]
    assert not found.receipt.ok


def test_a_motion_that_creeps_into_a_singular_mass_matrix_ends_soon():
    """det M = 0 where t x = cos(x): velocities grow without end, and 40000 steps more would lead
    as far as rounding does."""
    about = parse_case(
        'coordinates = ["x", "y"]\n'
        "lagrangian = \"(x*x' + cos(x)*y' + y**2)**2/2 + (t*y' + x' + x*y)**2/2 - x\"\n"
    )
    found = simulate(about, 10.0, initial={"x": 0.46, "y": -0.17, "xdot": 0.4}, check=False)
    t, x = found.t[-1], found.q["x"][-1]
    assert t * x == pytest.approx(math.cos(x), abs=1e-3)
    assert found.path.steps <= 1500
    assert "beyond t = 2.34317: 500 steps lead no further" in found.receipt.warnings[0]


def test_a_motion_that_cannot_arrive_is_not_followed_to_the_last_step():
    """A force that swings without end before t = 1: each step leads less far than the last."""
    about = parse_case(
        'coordinates = ["x"]\nlagrangian = "xdot**2/2"\n[forces]\nx = "sin(1/(t - 1))"\n'
    )
    found = simulate(about, 10.0, check=False)
    assert 0.999 < found.t[-1] < 1 and found.path.steps <= 10_000
    assert found.receipt.warnings[0].endswith(f"where it needs too many steps ({found.path.steps})")


def test_a_smooth_motion_crosses_a_drop_of_rank():
    about = parse_case(
        'coordinates = ["x", "y"]\nlagrangian = "(xdot**2 + ydot**2)/2"\n'
        'constraints = ["x dy = y dx"]\n'
    )
    found = simulate(about, 2.0, initial={"x": 1.0, "y": 1.0, "xdot": -1.0, "ydot": -1.0})
    assert found.q["x"][-1] == pytest.approx(-1.0, abs=1e-12)


@pytest.mark.parametrize("rtol", [1e-12, 1e-4])
def test_a_motion_that_passes_near_a_drop_of_rank_goes_on(rtol):
    """x = y = 0 is 1/100 of the start away; coarse tolerances were told to stop there."""
    start = {"x": 0.3, "y": 0.303, "xdot": -1, "ydot": -1, "zdot": -100 / 101}
    near = nh.System("x y z", "(x'^2 + y'^2 + z'^2)/2", ["y*z' = x*x'"], initial=start)
    found = simulate(near, 1.0, rtol=rtol, atol=rtol / 10)
    assert found.t[-1] == 1.0 and found.receipt.ok
    assert any("nearly lose rank" in one for one in found.receipt.remarks) is (rtol > 1e-9)


# integrators ------------------------------------------------------------------------------------
@pytest.mark.parametrize("method", STEPPERS)
def test_integrators_agree(method):
    right = simulate(case("rolling_coin"), check=False)
    other = simulate(case("rolling_coin"), method=method, rtol=1e-10, check=False)
    assert max(np.max(np.abs(right.q[n] - other.q[n])) for n in right.names) < 1e-7
    assert other.receipt.residual_max < 1e-13


def test_an_unknown_integrator_is_refused():
    words = "no method 'euler'; there are DOP853, LSODA, Radau, native, taylor, discrete"
    with pytest.raises(NonholoError, match=words):
        simulate(case("rolling_coin"), method="euler")


def test_any_time_on_the_way():
    found = simulate(case("rolling_coin"), points=5, check=False)
    solution = stated_functions(case("rolling_coin"), case("rolling_coin").expected["solutions"][0])
    q, v = found.at(1.2345)
    assert [*q.values(), *v.values()] == pytest.approx(list(solution([1.2345])), abs=1e-10)
    q, _ = found.at([0.5, 1.5])
    assert q["x"].shape == (2,)
    with pytest.raises(ValueError, match="known for t from 0 to 2"):
        found.at(2.5)


def test_redundant_constraints_do_no_harm():
    found = simulate(case("redundant_constraints"), 3.0, initial={"thetadot": 0.7})
    assert found.receipt.ok


def test_the_receipt_is_red_where_the_tolerance_is_missed():
    """A receipt that could not be red would be worth nothing."""
    found = simulate(case("rolling_coin"), 50.0, rtol=1e-2, atol=1e-1, check=False)
    assert found.receipt.energy_drift > 1e-6
    assert any(not f.kept for f in found.receipt.findings) and not found.receipt.ok


def test_it_shows_itself_in_a_notebook():
    found = simulate(case("rolling_coin"))
    html = found._repr_html_()
    assert "OUT OF BOUNDS" not in html and "reversal" in html and "<script" not in html
    assert repr(found) == (
        "<Trajectory of 'Coin rolling upright on an inclined plane' (the equations of motion): "
        "401 states, t = 0 to 2; ok>"
    )


# the command ------------------------------------------------------------------------------------
def command(capsys, *arguments: str) -> tuple[int, str, str]:
    from nonholo.cli import main

    status = main(["simulate", *arguments])
    out, err = capsys.readouterr()
    return status, out, err


COIN = str(ROOT / "cases/rolling_coin.toml")


def test_the_record_has_the_keys_of_the_contract(capsys):
    status, out, _ = command(capsys, COIN, "--json", "--duration", "1", "--points", "11")
    found = json.loads(out)
    assert status == 0 and found["schema"] == 1
    assert {"t", "q", "v", "residual_max", "energy_drift", "rhs_evaluations", "receipt"} <= set(
        found
    )
    assert len(found["t"]) == 11 and found["t"][-1] == 1.0
    assert list(found["q"]) == ["x", "y", "theta", "phi"] == list(found["v"])
    assert found["residual_max"] < 1e-12 and abs(found["energy_drift"]) < 1e-9
    assert found["receipt"]["ok"] and all(f["ok"] for f in found["receipt"]["findings"])


def test_the_text_says_when_they_part(capsys):
    status, out, _ = command(capsys, COIN, "--rival", "substituted x")
    assert status == 0
    assert "receipt: every bound is kept" in out
    assert "substituted x: parts from the right motion at t = 0.0429694" in out


@pytest.mark.parametrize("suffix", ["csv", "json", "npz", "png", "svg"])
def test_files(capsys, tmp_path, suffix):
    target = tmp_path / f"coin.{suffix}"
    status, out, _ = command(
        capsys, COIN, "-o", str(target), "--points", "21", "--rival", "substituted"
    )
    assert (status, out.splitlines()[-1]) == (0, str(target))
    content = target.read_bytes()
    if suffix == "csv":
        rows = list(csv.DictReader(content.decode().splitlines()))
        assert len(rows) == 21 and float(rows[0]["thetadot"]) == 1.7 and "rival_x" in rows[0]
    if suffix == "json":
        assert json.loads(content)["parting"]["time"] > 0
    if suffix == "npz":
        with np.load(target) as data:
            assert data["x"].shape == (21,) and json.loads(str(data["receipt"]))["ok"]
    if suffix in ("png", "svg"):
        assert content.startswith({"png": b"\x89PNG", "svg": b"<?xml"}[suffix])


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (
            ["-o", "motion.avi"],
            "no format of a motion; name the file *.csv, *.json, *.npz, *.png, *.svg, *.html, *.gif",
        ),
        (["--set", "speed=3"], "speed is no coordinate, velocity or parameter"),
        (["--set", "phidot=x"], "needed is a constant such as 0.5 or pi/3"),
        (["--rival", "wrong"], "there is no rival 'wrong'"),
        (["--method", "euler"], "there is no method 'euler'"),
    ],
)
def test_what_is_refused(capsys, arguments, words):
    status, _, err = command(capsys, COIN, *arguments)
    assert status == 2 and words in err


def test_a_broken_bound_has_status_one(capsys):
    status, out, _ = command(capsys, COIN, "--rtol", "0.01", "--atol", "0.5", "--duration", "200")
    assert status == 1 and "NOT EVERY BOUND IS KEPT" in out and "OUT OF BOUNDS" in out


def test_numbers_may_be_expressions(capsys):
    _, out, _ = command(
        capsys, COIN, "--set", "theta=pi/6,xdot=0,ydot=0,phidot=0", "--json", "--points", "2"
    )
    assert json.loads(out)["q"]["theta"][0] == pytest.approx(math.pi / 6)


def test_pictures_are_the_same_each_time():
    from nonholo.views.motion.picture import picture

    found = simulate(case("rolling_coin"), points=51)
    assert picture(found) == picture(found)
    with pytest.raises(NonholoError, match="a picture is svg or png, not gif"):
        picture(found, "gif")


def test_a_rival_may_begin_where_only_the_right_motion_keeps_a_work_account():
    """x' + t y' = y of a free particle: no reaction acts, and the state of the rival has no work
    in it.
    """
    free = parse_case(
        'coordinates = ["x", "y"]\nlagrangian = "(xdot**2 + ydot**2)/2"\n'
        "constraints = [\"x' + t*y' = y\"]\ninitial = { x = 0, y = 0.3, ydot = 1 }"
    )
    found = simulate(free, 1.0, rival="substituted")
    assert found.q["y"][-1] == pytest.approx(1.3)
    assert found.rival.t[-1] == 1.0 and found.parting.final > 0.01


# settings ---------------------------------------------------------------------------------------
def test_settings_are_one_record_or_keywords():
    one = simulate(
        case("rolling_coin"), 1.0, settings=Settings(method="LSODA", points=7, check=False)
    )
    other = simulate(case("rolling_coin"), 1.0, method="LSODA", points=7, check=False)
    assert (
        all(np.array_equal(one.q[n], other.q[n]) for n in one.names)
        and one.receipt == other.receipt
    )


def test_a_setting_that_there_is_not_is_named():
    with pytest.raises(
        TypeError, match=r"no setting 'rtoll'; 'rtol' is near; there are method, rtol"
    ):
        simulate(case("rolling_coin"), 1.0, rtoll=1e-6)


@pytest.mark.parametrize("method", METHODS)
def test_every_method_is_told_of_in_the_settings(method):
    assert method in Settings.__doc__


def test_a_rival_that_ends_between_two_times_is_compared_at_the_last_common_one():
    t, ended = np.linspace(0, 1, 11), np.append(np.linspace(0, 1, 11)[:4], 0.35)
    apart = parting(t, {"x": t}, {"x": 2 * ended}, t_wrong=ended)
    assert (apart.until, len(apart.difference["x"])) == (t[3], 4)
    assert apart.final == pytest.approx(t[3])


@pytest.mark.parametrize("method", ["DOP853", "Radau"])
def test_no_step_passes_over_a_place_where_rows_with_velocities_lose_rank(method):
    """Thrown up along a cone of slope 1, it rests at t = 1, and may fall on any generatrix."""
    start = {"xdot": 3, "ydot": 4, "zdot": 5}
    about = nh.System(
        "x y z", "(x'^2 + y'^2 + z'^2)/2 - 10*z", ["z'^2 = x'^2 + y'^2"], initial=start
    )
    found = simulate(about, 2.0, method=method)
    assert found.t[-1] == pytest.approx(1, abs=1e-4) and "lose rank" in found.receipt.warnings[0]
    assert simulate(about, 0.999, method=method).receipt.ok


def test_rows_with_velocities_lose_rank_anywhere_in_a_step():
    """Also in its first and last part, over which |s| has no slope where s goes through 0."""
    law = model(nh.System("x y z", "(x'^2 + y'^2 + z'^2)/2", ["z'^2 = x'^2 + y'^2"]).system)
    for place in np.linspace(0.005, 0.995, 199):

        def state(t, place=place):
            return np.array([0 * t] * 3 + [c * (1 - t / place) for c in (3, 4, 5)])

        path = integrate.Path([(0.0, 1.0, state)], 1.0, (), 0, 1, 0.0)
        ends = where_rank_is_kept(law, path, nearly(1e-12, 1e-13)).end
        assert place - 1 / 16 <= ends <= place
