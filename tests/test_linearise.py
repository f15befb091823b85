"""Linearisation about steady motions: published results first, then laws, then words of
refusals.
"""

from __future__ import annotations

import csv
import json
import random
from math import cos, sin
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from discs import thin_disc
from hypothesis import given
from hypothesis import strategies as st

import nonholo as nh
from nonholo.cli import main
from nonholo.dynamics.equations import motion
from nonholo.dynamics.linearise import linearise
from nonholo.errors import BadCase, InadmissibleState, NonholoError, NotApplicable, SingularMass
from nonholo.expectations import FAILS, HOLDS
from nonholo.expectations.linear import linearised
from nonholo.formulations import FORMULATIONS
from nonholo.geometry.distribution.distribution import distribution
from nonholo.linear.elimination import vanishes
from nonholo.numerics.spectrum import numbers
from nonholo.readers.case_file import parse_case, read_case
from nonholo.testing import strategies as some
from tests.cones import ROLLING_CONE

CASES = Path(__file__).parents[1] / "cases"
BICYCLE = read_case(CASES / "large" / "whipple_bicycle.toml")
DISC = parse_case(thin_disc("m = 1.3, R = 0.7, g = 9.81"))


def test_eigenvalues_that_rounding_moves_off_an_axis_are_printed_on_it(capsys):
    """The disc beyond its critical speed was told with -4.85395e-59 and -2.22045e-16-3.89872i."""
    sweep = ["--sweep", "w=3:5:3"]
    assert main(["linearise", "rolling_disk", "--at", "theta=pi/2,phidot=w", *sweep]) == 0
    rows = capsys.readouterr().out.partition("eigenvalues along w")[2]
    assert "i" in rows and "e-" not in rows


# published results ------------------------------------------------------------------------------
@pytest.mark.parametrize("i", range(10))
def test_bicycle_has_the_benchmark_matrices_and_eigenvalues(i):
    stated = BICYCLE.expected["linearised"]
    assert linearised(SimpleNamespace(given=BICYCLE), stated, i).status == HOLDS


def test_a_wrong_digit_of_the_benchmark_fails():
    stated = dict(BICYCLE.expected["linearised"][0])
    stated["M"] = [["80.81722000001", *stated["M"][0][1:]], stated["M"][1]]
    assert linearised(SimpleNamespace(given=BICYCLE), [stated], 0).status == FAILS


def test_bicycle_stiffness_is_quadratic_and_its_damping_linear_in_the_speed():
    """K = g K0 + v^2 K2 with the matrices of MeijaardPapadopoulosRuinaSchwab2007, v left as a
    symbol.
    """
    found = nh.linearise(BICYCLE, {"xdot": "v"})
    assert found.linear.second_order and found.linear.coordinates == ("roll", "steer")
    v = BICYCLE.system.chart.graph.symbol("v")
    assert all(vanishes(e.diff(v).diff(v)) for row in found.linear.C for e in row)
    K0, K = (found.matrices(v=speed).K[:2] for speed in (0, 3))
    np.testing.assert_allclose(
        K0 / 9.81, [[-80.95, -2.59951685249872], [-2.59951685249872, -0.80329488458618]], atol=1e-13
    )
    np.testing.assert_allclose(
        (K - K0) / 9, [[0, 76.59734589573222], [0, 2.65431523794604]], atol=1e-13
    )


def test_bicycle_is_stable_between_weave_and_capsize_speed():
    found = nh.linearise(BICYCLE, {"xdot": "v"})
    weave, capsize = 4.29238253634111, 6.02426201538837
    for speed, stable in (
        (weave - 1e-6, False),
        (weave + 1e-6, True),
        (capsize - 1e-6, True),
        (capsize + 1e-6, False),
    ):
        moving = [e for e in found.eigenvalues(v=speed) if abs(e) > 1e-12]
        assert bool(max(e.real for e in moving) < 0) is stable


def test_disc_rolling_upright_is_stable_above_its_critical_speed():
    """spin'^2 = g/(3 R) for a thin homogeneous disc (NeimarkFufaev1972): there an eigenvalue
    passes through 0.
    """
    found = nh.linearise(DISC, {"spin'": "w"})
    critical = (9.81 / 3 / 0.7) ** 0.5
    assert max(found.eigenvalues(w=critical - 1e-3).real) > 1e-3
    assert max(found.eigenvalues(w=critical + 1e-3).real) < 1e-9


@pytest.mark.parametrize(
    "motion_, square",
    [
        (
            "psidot",
            "IT*m*g*r/((IA + m*r**2)*IA)",
        ),  # rolling upright: g/(3 r) of a disc, g/(4 r) of a hoop
        (
            "phidot",
            "m*g*r/(IT + m*r**2)",
        ),  # spinning upright: 4 g/(5 r) of a disc, 2 g/(3 r) of a hoop
    ],
)
def test_upright_disc_passes_from_unstable_to_stable_where_published(motion_, square):
    """O'Reilly1996: the square of an eigenvalue changes its sign exactly at the critical rate,
    for all inertias.
    """
    disc = nh.System(
        "x y phi theta psi",
        gravity=["0", "0", "-g"],
        parameters=["IT", "IA", "m", "r", "g"],
        bodies={
            "name": "b",
            "rotation": ["z phi", "x theta", "z psi"],
            "mass": "m",
            "inertia": ["IT", "IT", "IA"],
            "origin": ["x", "y", "r*sin(theta)"],
        },
        rolling={"body": "b", "radius": "r", "axle": "z"},
        dependent=["x", "y"],
    )
    linear = nh.linearise(disc, {"theta": "pi/2", motion_: f"sqrt({square})"}).linear
    A, graph = linear.state_matrix(), disc.system.chart.graph
    trace = graph.add(
        *(A[i][j] * A[j][i] for i in range(len(A)) for j in range(len(A)))
    )  # sum of squares: 2 mu^2
    assert linear.coordinates == ("theta",)
    assert vanishes(trace)


def test_sleigh_turns_back_at_the_rate_of_its_offset():
    """theta'' = -m a v/(I + m a^2) theta' on straight motion (Bloch2015): ahead or behind
    decides.
    """
    sleigh = read_case(CASES / "chaplygin_sleigh.toml")
    (_, turning) = nh.linearise(sleigh, {"xdot": "v"}).linear.state_matrix()
    m, a, I, v = (sleigh.system.chart.graph.symbol(n) for n in ("m", "a", "I", "v"))
    assert vanishes(turning[1] + m * a * v / (I + m * a**2))


def test_circles_in_a_cone_oscillate_with_their_known_frequency():
    """omega_r^2 = 3 sin^2(al) Omega^2 near a circle on a cone of half angle al (Goldstein)."""
    cone = read_case(CASES / "particle_in_cone.toml")  # g = 9.81, al = 0.5
    found = nh.linearise(cone, {"r": "2", "z": "2/tan(al)", "phidot": "sqrt(g/(2*tan(al)))"})
    rate = (9.81 / 2 / np.tan(0.5)) ** 0.5
    assert max(found.eigenvalues().imag) == pytest.approx(3**0.5 * np.sin(0.5) * rate, rel=1e-12)


# laws -------------------------------------------------------------------------------------------
def reduced_jacobian(case, point):
    """d(accelerations of the independent coordinates)/d(s, u) on the steady motion, from Maggi's
    equations.
    """
    found = nh.linearise(case, point)
    linear, chart = found.linear, case.system.chart
    dependent = [n for n in chart.names if n not in linear.velocities]
    d = distribution(case.system.pfaffian, dependent, dict(linear.base))
    own = motion(FORMULATIONS["maggi"](case.system, d)).accelerations
    symbols = [chart.q[chart.index(n)] for n in linear.coordinates]
    symbols += [chart.v[chart.index(n)] for n in linear.velocities]
    rows = [own[chart.index(n)] for n in linear.velocities]
    return linear, [[row.diff(s).subs(linear.base) for s in symbols] for row in rows]


@pytest.mark.parametrize(
    "point",
    [
        {"spin'": "w"},
        {"yaw'": "w"},
        {
            "lean": "lo",
            "yaw'": "w",
            "spin'": "-(5*R*w**2*cos(lo)*sin(lo) + 4*g*sin(lo))/(6*R*w*cos(lo))",
        },
    ],
)
def test_state_matrix_is_the_jacobian_of_the_reduced_equations(point):
    linear, jacobian = reduced_jacobian(DISC, point)
    lower = linear.state_matrix()[len(linear.coordinates) :]
    assert all(
        vanishes(a - b)
        for x, y in zip(lower, jacobian, strict=True)
        for a, b in zip(x, y, strict=True)
    )


def test_cartesian_and_angular_pendulum_have_the_same_eigenvalues():
    """Holonomic conditions eliminated to first order, with the reactions varied, against free
    coordinates.
    """
    values = {"l1": 1, "l2": 2}
    cartesian = nh.System(
        "x1 y1 x2 y2",
        "(x1dot**2 + y1dot**2)/2 + (x2dot**2 + y2dot**2) - 9*y1 - 18*y2",
        holonomic_constraints=["x1**2 + y1**2 - l1**2", "(x2-x1)**2 + (y2-y1)**2 - l2**2"],
        parameters=values,
    )
    angles = nh.System(
        "a b",
        "(1 + 2)*l1**2*adot**2/2 + l2**2*bdot**2 + 2*l1*l2*adot*bdot*cos(a-b)"
        " + 27*l1*cos(a) + 18*l2*cos(b)",
        parameters=values,
    )
    down = nh.linearise(cartesian, {"y1": "-l1", "y2": "-l1 - l2"})
    np.testing.assert_allclose(
        np.sort(down.eigenvalues().imag),
        np.sort(nh.linearise(angles).eigenvalues().imag),
        atol=1e-12,
    )
    assert abs(down.eigenvalues().real).max() < 1e-7


BENT = {  # forces at rest in x = 0: stiffness and damping, or None where they have no slopes
    "x": (-1, 0),
    "x'": (0, -1),
    "abs(x)": None,
    "sign(x')": None,
    "abs(x')": None,
    "x'*sign(x)": None,
    "sqrt(sin(x)^2)": None,
    "x*abs(x)": (0, 0),
    "x'*abs(x)": (0, 0),
    "sign(x')*x'^2": (0, 0),
    "sin(x)*abs(x')": (0, 0),
    "abs(x - 1)": (1, 0),
    "x*sign(x + 2)": (-1, 0),
    "x*abs(a)": (-3, 0),
    "exp(abs(x)*abs(x'))": (0, 0),
    "abs(x + abs(x')) - abs(x)": None,
}


@given(st.dictionaries(st.sampled_from(sorted(BENT)), st.sampled_from([1, 2, -3]), min_size=1))
def test_a_linear_model_is_that_of_both_sides_of_a_kink_or_refused(parts):
    """x'' = a sum of forces of which some bend or jump at rest."""
    force = " + ".join(f"{c}*({text})" for text, c in parts.items())
    steady = "exp(abs(x)*abs(x'))", "abs(x - 1)"
    force += " + " + " + ".join(f"({-parts.get(text, 0)})" for text in steady)  # the rest balances
    case = nh.System("x", "x'^2/2", forces={"x": force}, parameters={"a": -3})
    if None in (slopes := [BENT[text] for text in parts]):
        with pytest.raises(NotApplicable, match=r"bends or jumps where .* = 0, and there"):
            nh.linearise(case)
        return
    found = nh.linearise(case).linear
    stiffness = found.K[0][0].subs(found.system.values) if found.coordinates else 0
    told = stiffness, found.C[0][0]
    for part, expected in zip(told, zip(*slopes)):
        assert str(part) == str(sum(c * e for c, e in zip(parts.values(), expected)))


@pytest.mark.parametrize(
    ("system", "point"),
    [
        ({"constraints": ["y' = x'*sign(x)"]}, {}),
        ({"constraints": ["y' = x'*abs(x)"]}, {"xdot": "1"}),
        ({"forces": {"x": "(x' - 1)*sign(x)"}}, {"xdot": "1"}),
    ],
)
def test_constraints_that_bend_and_motions_through_a_kink_are_refused(system, point):
    case = nh.System("x y", "x'^2/2 + y'^2/2", **system)
    with pytest.raises(NotApplicable, match=r"bends or jumps|change in time|steady motion"):
        nh.linearise(case, point)


def test_an_output_that_bends_is_refused():
    case = nh.System("x", "x'^2/2 - x^2")
    with pytest.raises(NotApplicable, match=r"no linear model: abs\(x\) bends or jumps"):
        nh.linearise(case, outputs="abs(x)")


EVERYWHERE = set(range(-3, 4))
DOMAINS = {  # where in -3, ..., 3 they have values around, and which stand at an edge
    "log({})": ({1, 2, 3}, set()),
    "sqrt({})^3": ({1, 2, 3}, {0}),
    "({})^(-3/2)": ({1, 2, 3}, set()),
    "log(-{})": ({-3, -2, -1}, set()),
    "asin({}/2)": ({-1, 0, 1}, {-2, 2}),
    "acos({}/3)": ({-2, -1, 0, 1, 2}, {-3, 3}),
    "acosh({})": ({2, 3}, {1}),
    "atanh({}/3)": ({-2, -1, 0, 1, 2}, set()),
    "sqrt({}^2 + a)^3": ({-3, -2, 2, 3}, {-1, 1}),
    "1/({}^2 - 4)": (EVERYWHERE - {-2, 2}, set()),
    "log(({})^2 + 1)": (EVERYWHERE, set()),
    "sqrt(1 + cos({})^2)": (EVERYWHERE, set()),
}
HOLDING = (  # a term g that is 0 at rest whatever x is
    {"lagrangian": "{T} + {g}*y'"},
    {"forces": {"x": "{g}*y'"}},
    {"forces": {"x": "{g}*F"}, "inputs": {"F": "0"}},
    {"lagrangian": "{T} + f(x)*y'", "functions": {"f(x)": "{g}"}},
)


def _with_term(told, put):
    """Texts in a tree of mappings, with values in the places of their names."""
    if isinstance(told, str):
        return told.format(**put)
    return {key: _with_term(part, put) for key, part in told.items()}


@given(st.sampled_from(sorted(DOMAINS)), st.sampled_from([*HOLDING, None]), st.integers(-3, 3))
def test_motions_stand_inside_the_domain_of_all_that_they_hold(function, holding, place):
    """x = c at rest, beside a function of x that vanishes from the balance there."""
    (around, edge), g = DOMAINS[function], function.format("x")
    T = f"x'^2/2 + y'^2/2 - (x - ({place}))^2 - y^2"
    described = {"lagrangian": T} | _with_term(holding or {}, {"T": T, "g": g})
    case = nh.System("x y", described.pop("lagrangian"), parameters={"a": -1}, **described)
    outputs = () if holding else g
    if place in around:
        assert nh.linearise(case, {"x": place}, outputs=outputs).linear.velocities == ("x", "y")
    else:
        with pytest.raises(NonholoError, match=r"no linear model|singular"):
            nh.linearise(case, {"x": place}, outputs=outputs)
    if holding and place not in edge:
        rests = nh.equilibrium(case)
        assert rests.complete and len(rests.found) == (place in around)


def test_a_car_that_corners():
    """th' = v tan(de), de = pi/4: 2 th'' = 2 de', de'' = 0, where a form of them has a pole at 0."""
    rows = ["x'*sin(th) = y'*cos(th)", "x'*sin(th+de) - y'*cos(th+de) - th'*cos(de) = 0"]
    case = nh.System("x y th de", "(x'^2 + y'^2 + th'^2 + de'^2)/2", rows)
    found = nh.linearise(case, {"thdot": "1", "de": "pi/4"}).linear
    assert (found.velocities, found.coordinates) == (("th", "de"), ())
    assert str(found.M) == "[[2, 0], [0, 1]]" and str(found.C) == "[[0, -2], [0, 0]]"


@given(data=st.data())
def test_an_output_has_the_slopes_of_every_moment_of_a_steady_motion(data):
    """What is measured along b = s + 2 t, c = -2 b, which no force sees: later is no other model."""
    system = nh.System("a b c", "a'^2 + b'^2 + c'^2 - a^2", ["c' = -2*b'"]).system
    chart = system.chart
    (_, b, c), graph = chart.q, chart.graph
    output = data.draw(some.functions([*chart.q, *chart.v]))
    moments = []
    for start in (0, 1):
        at = {b: graph.lift(start), c: graph.lift(-2 * start), chart.v[1]: graph.lift(2)}
        try:
            found = linearise(system, system.pfaffian, at, ["c"], {"y": output})
        except NotApplicable as refused:
            assert "has a slope that changes in time" in str(refused)
            moments.append(None)
        else:
            moments.append([str(e) for e in found.Y[0]])
    assert moments[0] == moments[1]


COIN = (
    "x y phi th",
    "x'^2 + y'^2 + phi'^2 + th'^2",
    ["x' = phi'*cos(th)", "y' = phi'*sin(th)"],
)


@pytest.mark.parametrize("heading", ["0", "pi/3", "pi/2"])
def test_a_coin_on_a_circle_is_steady_whatever_its_heading(heading):
    """4 phi'' = 0, 2 th'' = 0 in phi' and th', though phi' could follow from x' where x' is not 0."""
    found = nh.linearise(nh.System(*COIN), {"phidot": "1", "thdot": "w", "th": heading}).linear
    assert found.velocities == ("phi", "th") and str(found.M) == "[[4, 0], [0, 2]]"
    assert str(found.C) == "[[0, 0], [0, 0]]" and found.coordinates == ()


def test_a_turn_is_steady_in_a_speed_that_has_a_coordinate():
    """A blade that turns: no two of x', y', th' are constant, but its speed s' is, and 1 s'' = 0."""
    blade = ["x'*sin(th) = y'*cos(th)"]
    L, speed = "(x'^2 + y'^2 + th'^2)/2", "s' = x'*cos(th) + y'*sin(th)"
    with pytest.raises(NotApplicable, match="give it a coordinate, s' = v, as a constraint"):
        nh.linearise(nh.System("x y th", L, blade), {"xdot": "1", "thdot": "1"})
    found = nh.linearise(nh.System("x y th s", L, [*blade, speed]), {"sdot": "V", "thdot": "w"})
    assert found.linear.velocities == ("th", "s") and str(found.linear.M) == "[[1, 0], [0, 1]]"


@pytest.mark.parametrize(
    ("output", "words"),
    [
        ("x", "coefficients that change in time"),
        ("x^2", "the output y has a slope that changes in time"),
        ("phi'*cos(x)", "the output y has a slope that changes in time"),
    ],
)
def test_an_output_of_a_place_that_turns_is_refused(output, words):
    """A coin that rolls on a circle: x = sin(t)."""
    point = {"phidot": "1", "thdot": "1"}
    case = nh.System(*COIN)
    assert nh.linearise(case, point, outputs={"y": "phi' - 3*th"}).linear.outputs == ("y",)
    with pytest.raises(NotApplicable, match=words):
        nh.linearise(case, point, outputs={"y": output})


def test_a_uniformly_turning_frame_is_a_steady_motion():
    """A bead on a hoop that turns with constant rate, given by a rheonomic condition."""
    hoop = nh.System("a b", "m*R**2*(adot**2 + sin(a)**2*bdot**2)/2 + m*g*R*cos(a)", ["bdot = w"])
    found = nh.linearise(hoop)
    graph = hoop.system.chart.graph
    m, R, g, w = map(graph.symbol, ("m", "R", "g", "w"))
    assert found.linear.coordinates == ("a",)
    assert vanishes(found.linear.K[0][0] - m * R * g + m * R**2 * w**2)


def test_every_ball_of_an_eigenvalue_holds_the_rounded_one():
    from nonholo.numerics.spectrum import enclosures

    found = nh.linearise(BICYCLE, {"xdot": "5"})
    rounded = found.eigenvalues()
    for ball in enclosures(found.linear):
        assert min(abs(complex(float(ball.real), float(ball.imag)) - e) for e in rounded) < 1e-12


# words ------------------------------------------------------------------------------------------
def test_a_motion_that_is_not_steady_is_refused_with_its_residual():
    with pytest.raises(
        NotApplicable,
        match=r"not a steady motion: the forces that remain unbalanced are "
        r"lean: -m\*R\*g\*sin\(1/10\); needed is 0",
    ):
        nh.linearise(DISC, {"lean": "1/10"})
    with pytest.raises(NotApplicable, match=r"unbalanced are .* on the motion with .*yaw' = 2"):
        nh.linearise(DISC, {"lean": "1/10", "yawdot": "2"})


def test_a_point_off_the_set_is_refused():
    circle = read_case(CASES / "circle_cartesian.toml")
    with pytest.raises(
        InadmissibleState, match=r"not on the holonomic set: x\*\*2 \+ y\*\*2 - R\*\*2 = -R\*\*2"
    ):
        nh.linearise(circle, {"x": "0"})
    with pytest.raises(InadmissibleState, match="the velocities given violate the constraints"):
        nh.linearise(circle, {"x": "R", "xdot": "1"})


def test_where_no_rest_is_on_the_set_a_point_of_it_is_named():
    slope = nh.System("x y", "(x'^2 + y'^2)/2 - y", holonomic_constraints=["y - x - 1"])
    named = r"no exact rest on it was found; .*; x = -1, y = 0 lies"
    with pytest.raises(InadmissibleState, match=named):
        nh.linearise(slope)
    start = nh.System(
        "x y", "(x'^2 + y'^2)/2 - y", holonomic_constraints=["y - x - 1"], initial={"x": 2}
    )
    with pytest.raises(InadmissibleState, match=named):  # the start, y = 0, lies off the set
        nh.linearise(start)


def test_names_that_do_not_exist_are_refused():
    with pytest.raises(BadCase, match="rawdot is no coordinate or velocity; there are x, y, yaw"):
        nh.linearise(DISC, {"raw'": "1"})
    found = nh.linearise(DISC, {"spin'": "w"})
    with pytest.raises(NotApplicable, match="w has no number"):
        found.eigenvalues()
    with pytest.raises(
        NotApplicable, match="u is no parameter of these equations; there are R, g, m, w"
    ):
        found.eigenvalues(u=3)


def test_a_point_where_the_rank_drops_is_refused():
    martinet = nh.System("x y z", "(xdot**2 + ydot**2 + zdot**2)/2", ["x dz = y dx"])
    with pytest.raises(
        NotApplicable, match="at this point only 0 of the 1 constraints are independent"
    ):
        nh.linearise(martinet)


# the command line -------------------------------------------------------------------------------
@pytest.mark.parametrize("place", [-1, "-1/5"])
def test_a_point_where_the_forces_are_not_real_is_refused(place):
    """sqrt(x) has no value there, though the equations of rest hold formally."""
    case = nh.System("x", "xdot**2/2 - (x + 1)**2*sqrt(x)")
    with pytest.raises((InadmissibleState, NotApplicable)):
        numbers(nh.linearise(case, at={"x": place}).linear)


def test_command_prints_the_benchmark(capsys):
    assert (
        main(
            [
                "linearise",
                str(CASES / "large/whipple_bicycle.toml"),
                "--at",
                "xdot=v",
                "--sweep",
                "v=0:10:3",
            ]
        )
        == 0
    )
    out = capsys.readouterr().out
    assert "steady motion  x' = v, rear' = -v/rR, front' = -v/rF" in out
    assert "[-25.501260323, -7.88032281779 + 2.65431523795*v**2]" in out
    assert "-14.0784   -0.775342-4.46487i   -0.775342+4.46487i   -0.322866" in out


def test_command_writes_json_tables_and_pictures(tmp_path, capsys):
    case = str(CASES / "large/whipple_bicycle.toml")
    for suffix, start in ((".png", b"\x89PNG"), (".svg", b"<?xml")):
        target = tmp_path / f"eigenvalues{suffix}"
        assert main(["linearise", case, "--sweep", "xdot=0:10:5", "-o", str(target)]) == 0
        assert target.read_bytes().startswith(start)
    table = tmp_path / "eigenvalues.csv"
    assert main(["linearise", case, "--sweep", "xdot=0:10:5", "-o", str(table)]) == 0
    rows = list(csv.reader(table.open()))
    assert rows[0][:3] == ["xdot", "re1", "im1"] and len(rows) == 6
    capsys.readouterr()
    assert main(["linearise", case, "--at", "x'=5", "--json"]) == 0
    record = json.loads(capsys.readouterr().out)
    assert record["second_order"] and record["numbers"]["M"][0][0] == 80.81722
    assert min(abs(complex(*e) + 14.0783896927982) for e in record["eigenvalues"]) < 1e-12


def test_command_refuses_what_it_cannot_write(tmp_path, capsys):
    case = str(CASES / "double_pendulum_angles.toml")
    assert main(["linearise", case, "-o", str(tmp_path / "a.png")]) == 2
    assert "add --sweep v=0:10:101" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("inequality", "told"),
    [("z <= sin(x)", "would have to pull"), ("x >= 0", "violates x >= 0"), ("z >= sin(x)", "")],
)
def test_no_motion_that_a_limit_forbids_is_linearised(inequality, told):
    """A weight at the bottom of z = sin(x), which has to be held from below."""
    L = "(x'**2 + z'**2)/2 - z"
    case = nh.System("x z", L, (), ["z - sin(x)"], inequalities=[inequality])
    if told:
        with pytest.raises(InadmissibleState, match=told):
            nh.linearise(case, {"x": "-pi/2", "z": "-1"})
    else:
        ((k,),) = nh.linearise(case, {"x": "-pi/2", "z": "-1"}).linear.K
        assert str(k) == "1"


@pytest.mark.parametrize("numbers", [{"a": 0, "b": 1}, {"a": 1, "b": 0}])
def test_no_velocity_is_eliminated_by_a_letter_that_is_0(numbers):
    """a x' + b y' = y z' at the origin leaves an oscillation of x or of y, with omega^2 = 2."""
    lagrangian = "(x'^2 + y'^2 + z'^2)/2 - x^2 - y^2"
    case = nh.System("x y z", lagrangian, ["a x' + b y' = y*z'"], parameters=numbers)
    assert sorted(nh.linearise(case).eigenvalues().imag.round(9)) == pytest.approx(
        [-(2**0.5), 0, 0, 2**0.5]
    )


def test_a_motion_that_is_not_as_declared_is_refused():
    between = {"x": {}, "theta": {"between": ["1", "2"]}}
    case = nh.System(between, "(x'^2 + theta'^2)/2 - x^2", initial={"theta": 1.5})
    with pytest.raises(InadmissibleState, match="the motion violates theta > 1 and theta < 2"):
        nh.linearise(case, {"theta": 0})
    base = nh.linearise(case).linear.base
    assert {str(q): str(value) for q, value in base.items()}["theta"] == "3/2"
    upright = nh.System({"x": {"min": 1}}, "x'^2/2 - x", initial={"x": 2})
    with pytest.raises(InadmissibleState, match="the origin violates x >= 1, and no rest was"):
        nh.linearise(upright)


@pytest.mark.parametrize(("slope", "needed"), [({"value": 0}, ["m*g*sin(al)"]), ({}, None)])
def test_what_is_steady_at_the_numbers_alone_says_so(slope, needed):
    """A skate keeps its speed across a level rink; its matrices in letters are none of a slope."""
    skate = nh.System(
        "x y a",
        "m*(x'**2 + y'**2)/2 + J*a'**2/2 + m*g*sin(al)*x",
        ["x' sin(a) = y' cos(a)"],
        parameters={"m": 1, "J": 1, "g": 10, "al": slope.get("value")},
    )
    if needed is None:
        with pytest.raises(NonholoError, match="not a steady motion"):
            nh.linearise(skate, {"xdot": 2})
        return
    linear = nh.linearise(skate, {"xdot": 2}).linear
    assert [str(e).lstrip("-") for e in linear.needed] == needed
    across = nh.linearise(skate, {"a": "pi/2", "ydot": 2}).linear
    assert across.needed == ()


@pytest.mark.parametrize("dependent", [("y", "b", "c"), ("y", "a", "b"), ("y", "b", "a")])
@pytest.mark.parametrize("speed", [2, -2])
def test_a_train_without_mass_grows_where_it_backs(speed, dependent):
    """Nothing acts back on the tractor, and each hitch turns by itself: b' = v (a - b)/l."""
    train = nh.System(
        "x y a b c",
        "m*(x'**2 + y'**2)/2 + J*a'**2/2",
        [
            "x' sin(a) = y' cos(a)",
            "l*b' = (x'*cos(a) + y'*sin(a))*sin(a - b)",
            "l*c' = (x'*cos(a) + y'*sin(a))*cos(a - b)*sin(b - c)",
        ],
        parameters={"m": 1, "J": 3, "l": 0.5},
    )
    found = nh.linearise(train, {"xdot": speed}, dependent=dependent)
    grown = [s for s in found.eigenvalues() if abs(s) > 1e-6]
    assert grown == pytest.approx([-speed / 0.5] * 2, abs=1e-6)


@pytest.mark.parametrize("seed", range(6))
def test_what_turns_by_itself_has_its_eigenvalues_or_is_refused(seed):
    """a' = v A a without mass: the eigenvalues of v A; where A changes in time none are told."""
    rng = random.Random(seed)
    A = [[rng.choice([0, 0, 1, -1, 2]) for _ in range(3)] for _ in range(3)]
    right = [" + ".join(f"({e})*sin({q})" for e, q in zip(row, "abc")) for row in A]
    for size in ("1", "(2 + sin(x))"):
        rows = [f"{q}' = {size}*x'*({e})" for q, e in zip("abc", right)]
        train = nh.System("x a b c", "x'**2/2", rows)
        if size == "1" or not np.any(np.linalg.matrix_power(np.abs(A), 3)):
            found = np.array(nh.linearise(train, {"xdot": -2}).eigenvalues())
            wanted = [s for s in np.linalg.eigvals(-2 * np.array(A)) if abs(s) > 1e-3]
            assert np.poly(found[abs(found) > 1e-3]) == pytest.approx(np.poly(wanted))
        else:
            with pytest.raises(NotApplicable, match="change in time"):
                nh.linearise(train, {"xdot": -2})


SLACK = [
    "x'^2/2 - x*y - y^2/2",
    "(x' + y')^2/2 - x^2/2 - y^2/2",
    "x'*y - x^2/2 - y^2/2",
]


@pytest.mark.parametrize("lagrangian", SLACK)
def test_where_no_state_has_masses_another_point_is_no_help(lagrangian):
    with pytest.raises(SingularMass, match="singular at every state") as refused:
        nh.linearise(nh.System("x y", lagrangian))
    assert "nh.consistency" in str(refused.value) and "point" not in str(refused.value)


def test_a_hidden_condition_that_is_added_leaves_small_motions():
    """y = x follows from (x' + y')^2/2 - x^2/2 - y^2/2, which leaves 4 x'' + 2 x = 0."""
    found = nh.linearise(nh.System("x y", SLACK[1], holonomic_constraints=["y - x"])).linear
    assert ([[str(e) for e in row] for row in (*found.M, *found.K)]) == [["4"], ["2"]]


@pytest.mark.parametrize("at", ["0", "pi", "pi/2"])
@pytest.mark.parametrize(
    ("row", "coordinates", "energy"),
    [
        ("(x' - y')", "a x y", "(a'^2 + x'^2 + y'^2)/2 - x^2/2 - sin(a)^2"),
        ("(z' - y*x' - c*a')", "a x y z", "(a'^2 + x'^2 + y'^2 + z'^2)/2 - x^2 - sin(a)^2 - z^2"),
        ("(y'*cos(x) - a'*sin(x))", "a x y", "(a'^2 + x'^2 + y'^2)/2 - x^2 - 2*y^2"),
    ],
)
def test_at_a_point_those_rows_count_that_are_independent_there(row, coordinates, energy, at):
    """sin(a) w and cos(a) w say w everywhere, though one of them vanishes at a = 0, the other at
    a = pi/2, and one of them follows from the other at most points."""
    alone, both = (
        nh.linearise(nh.System(coordinates, energy, rows, parameters={"c": 2}), {"a": at})
        for rows in ([row], [f"sin(a)*{row}", f"cos(a)*{row}"])
    )
    assert both.linear.coordinates == alone.linear.coordinates
    assert sorted(both.eigenvalues(), key=str) == pytest.approx(
        sorted(alone.eigenvalues(), key=str)
    )


def test_a_cone_on_an_incline_is_linear_at_its_rests():
    """It lies on one generator, whose points roll along the fixed axes x and y: at ph = 0 one of
    these two rows vanishes.  Its moment of inertia about that line is I."""
    case = parse_case(ROLLING_CONE)
    al, m, h, I1, I3, g, be = 0.4, 1.3, 0.7, 0.3, 0.2, 9.81, 0.2
    line = (I1 + m * (3 * h / 4) ** 2) * sin(al) ** 2 + I3 * cos(al) ** 2
    square = 3 * m * h / 4 * cos(al) * g * sin(be) / (line * (cos(al) / sin(al)) ** 2)
    for at, sign in (("0", -1), ("pi", 1)):
        fast = nh.linearise(case, {"ph": at}).eigenvalues() ** 2
        assert max(fast, key=abs) == pytest.approx(sign * square)


ASSUMED = """
coordinates = "x y z"
lagrangian = "m/2*(x'^2 + y'^2 + z'^2) - (k^2 - 1)/(k - 1)*x^2/2"
constraints = ["z' = (a^2 - b^2)/(a - b)*y*x'"]
assumptions = ["k > 0"]
parameters = { m = { value = 1, positive = true }, k = 2, a = 2, b = 1 }
"""


@pytest.mark.parametrize(
    "name, values, said",
    [
        ("m", [2, -2], "parameters.m: declared positive, but its value is -2"),
        ("k", [3, -1], "parameters.k: declared positive, but its value is -1"),
        ("a", [0, 1, 2], "assumed is a - b != 0, but given is a = 1, b = 1"),
    ],
)
def test_eigenvalues_are_told_only_of_numbers_that_are_assumed(name, values, said):
    """A sweep went on through masses below 0 and a place where the row has no value."""
    small = nh.linearise(parse_case(ASSUMED))
    with pytest.raises(BadCase, match=said):
        small.sweep(name, values)
    (wrong,) = [x for x in values if x in (-2, -1, 1)]
    with pytest.raises(BadCase, match=said):
        small.eigenvalues({name: wrong})
    right = [x for x in values if x != wrong]
    assert small.sweep(name, right).eigenvalues.shape == (len(right), 3)


def test_the_value_of_a_sweep_at_which_there_is_nothing_is_named():
    small = nh.linearise(parse_case(ASSUMED.replace("positive = true", "nonzero = false")))
    with pytest.raises(SingularMass, match=r"^m = 0: the mass matrix"):
        small.sweep("m", [1, 0])
