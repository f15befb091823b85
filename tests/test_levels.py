"""Constraints are judged on the set where the holonomic ones hold: f = 0 fixes the level (theory: a
coordinate is gone).
"""

from __future__ import annotations

import math
import random
import sys
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import nonholo as nh
from nonholo.arithmetic.balls import Ball
from nonholo.decide.ball import ball
from nonholo.dossier.certificate import certificate
from nonholo.errors import ContradictoryConstraints, InadmissibleState, NotApplicable
from nonholo.findings.conservation import measure
from nonholo.geometry.distribution.distribution import distribution
from nonholo.geometry.flag.enclosed_points import shown_near
from nonholo.geometry.flag.flag import closure
from nonholo.geometry.level_sets.sheets import parted
from nonholo.linear.elimination import echelon, vanishes
from nonholo.readers.case_file import parse_case
from nonholo.readers.on_levels import set_of
from nonholo.verifier import verify
from nonholo.views.verdict.on_set import lines
from nonholo.views.verdict.record import check_record
from nonholo.views.verdict.text import check_text
from tests.shared_zeros import DRAWN, x_at_zero

sys.path.append(str(Path(__file__).parent.parent / "benchmarks"))
from known_levels import known_pair
from levels import complaints, motion_differs

from tests.draws import draws

ROW = ["xdot - z*y*wdot"]


def judged(levels, rows=ROW, names="x y z w", **more):
    return nh.check(nh.System(names, constraints=rows, holonomic_constraints=levels, **more))


@pytest.mark.parametrize(
    "level, verdict, h",
    [
        ("z", "holonomic", 2),
        ("z - 1", "partly holonomic", 1),
        ("z - sin(x)", "partly holonomic", 1),
        ("z**2 - 1", "partly holonomic", 1),
        ("(z - 1)**2", "partly holonomic", 1),
        ("z*(w**2 + 1)", "holonomic", 2),
        ("x**2 + z**2 - 1", "partly holonomic", 1),
        ("exp(z) - 1", "holonomic", 2),
        ("sin(z) - 1/3", "partly holonomic", 1),
        ("z**3 - 8", "partly holonomic", 1),
        ("abs(z) - 1", "partly holonomic", 1),
        ("z**5 + z*x + x + 1", "partly holonomic", 1),
        ("x**5 - z**3*x - 1", "partly holonomic", 1),
    ],
)
def test_the_verdict_is_that_on_the_level(level, verdict, h):
    found = judged([level])
    assert (found.verdict, found.relations) == (verdict, h)
    assert found.forms[1].integrable in (h == 2, None)


def test_a_row_that_is_integrable_on_a_curved_level():
    found = judged(["x**2 + z**2 - 1"], ["xdot - (x**2 + z**2 - 1)*y*wdot"])
    assert (found.verdict, found.relations) == ("holonomic", 2)


def test_parts_with_different_answers_are_told_apart():
    open_ = judged(["z*(z - 1)"])
    assert open_.verdict == "undecided" and open_.forms[1].integrable is None
    assert [(words, h) for words, _, h in open_.on_set.parts] == [("z = 0", 2), ("z = 1", 1)]
    assert "z = 0: holonomic, h = 2" in check_text(open_)
    assert [judged(["z*(z - 1)"], initial={"z": z}).relations for z in (0, 1)] == [2, 1]


@pytest.mark.parametrize(
    "level, parts",
    [("cos(x) - cos(y)", ("x = y", "x = -y")), ("sin(x) - sin(y)", ("x = y", "x = pi - y"))],
)
def test_two_angles_with_one_cosine_or_sine_are_two_parts(level, parts):
    """On one of them sin(x - y) is 0, or sin(x + y) is."""
    for row, which in (("wdot - sin(x - y)*zdot", 0), ("wdot - sin(x + y)*zdot", 1)):
        found = judged([level], [row])
        told = {words: h for words, _, h in found.on_set.parts}
        assert told == {part: 1 + (n == which) for n, part in enumerate(parts)}
    whole = judged([level], ["wdot - x*(x - y)*(x + y)*zdot"])  # x = y, but x = y + 2 pi, ...
    assert whole.verdict == "undecided"


def test_parts_that_fall_together_at_a_number_are_told_with_the_number():
    found = judged(["(z - c)*(z - 1)"], parameters={"c": 0})
    assert [(words, h) for words, _, h in found.on_set.parts] == [("z = 0", 2), ("z = 1", 1)]
    assert judged(["z**2 - c"], parameters={"c": 0}).relations == 2


@pytest.mark.parametrize("assumed", [{"negative": True}, {"max": -1}, None])
def test_a_level_that_some_numbers_allow_is_not_refused(assumed):
    """x^2 + c = 0 has points where c is negative."""
    found = judged(["x**2 + c"], parameters={"c": assumed})
    assert found.relations == (2 if assumed else None)


SQUARE = st.tuples(
    st.sampled_from(["1", "2", "a", "c", "x", "a*x"]),
    st.sampled_from(["x", "z", "z - a*x", "x**2", "c*x*z", "x - z**2"]),
)


@settings(max_examples=draws(5))
@given(st.lists(SQUARE, min_size=1, max_size=3))
def test_sums_of_squares_that_vanish_at_the_origin_are_not_refused(squares):
    """Nor are points lost where a square is taken out of a root: x^2 + c^2 x^4 + z^2."""
    level = " + ".join(f"({a})**2*({b})**2" for a, b in squares)
    found = judged([level], parameters={"a": None, "c": None})
    if found.singular == ():
        chart = found.full.chart
        zero = dict.fromkeys(chart.q, chart.graph.zero)
        rows = [[e.subs(zero) for e in row] for row in found.full.matrix]
        assert any(not e.is_zero for e in rows[0])


def test_where_a_level_touches_a_plane_the_rank_drops():
    """z = (x^2 + y^2)/a and dz = c x dy are one row at the origin."""
    found = judged(
        ["x**2 + y**2 - a*z"], ["zdot = c*x*ydot"], "x y z", parameters={"a": None, "c": None}
    )
    assert found.singular != ()
    assert "rank 1, at the origin" in check_text(found)


@pytest.mark.parametrize(
    "levels, rows, words",
    [
        (["z"], ["z*xdot - 1"], "leave no velocity"),
        (["x**2 + y**2 - 1", "x - 3"], [], "satisfies all holonomic constraints: "),
        (["z**2 + 1"], ROW, "satisfies the holonomic constraint "),
        (["sin(z) - 2"], ROW, "satisfies the holonomic constraint "),
        (["sqrt(z) + 1"], ROW, "satisfies the holonomic constraint "),
        (["sqrt(x/(1 + z)) + 1"], ROW, "satisfies the holonomic constraint "),
        (["exp(x)*abs(z) + exp(z)"], ROW, "satisfies the holonomic constraint "),
        (["sin(z)**2 + cos(z)**2 - 2"], ROW, "satisfies the holonomic constraint "),
    ],
)
def test_what_has_no_motion_or_no_configuration_is_refused(levels, rows, words):
    with pytest.raises(ContradictoryConstraints, match=words):
        judged(levels, rows)


@pytest.mark.parametrize(
    "level, side",
    [
        ("x**2 + y**2 - 1", "x >= 0"),
        ("x**2 + y**2 - 1", "y >= 0"),
        ("x**2 + y**2 - 1", "x + y >= 0"),
        ("x**2 + y**2 - 1", "x <= 1/2"),
        ("x**2 + z**2 - 2*x", "x >= 1"),
        ("x**2 - y**2 - 1", "x >= 0"),
        ("x**2 + y**2 - 5**2", "3*x >= 4*y"),
        ("x**2 + 2*y**2 - w**2", "w >= 0"),
    ],
)
def test_a_side_of_a_level_is_judged_as_the_level(level, side):
    """Half a circle is no part of its own: all of x = -sqrt(1 - y^2) is beyond x >= 0, but for its
    ends, which y = sqrt(1 - x^2) and y = -sqrt(1 - x^2) hold too."""
    whole, half = judged([level]), judged([level], inequalities=[side])
    assert whole.verdict != "undecided"
    assert (half.verdict, half.relations, half.growth.vector) == (
        (whole.verdict, whole.relations, whole.growth.vector)
    )
    declared = judged([level], assumptions=[side])
    assert (declared.verdict, declared.relations) == (whole.verdict, whole.relations)


@pytest.mark.parametrize("beyond", ["x >= 1", "x >= 2", "x - y >= 2"])
def test_less_than_a_part_of_a_level_is_not_judged_as_the_level(beyond):
    """Of x^2 + y^2 = 1 one point is left, or none."""
    assert judged(["x**2 + y**2 - 1"], inequalities=[beyond]).verdict == "undecided"


def test_an_inequality_leaves_one_part():
    found = judged(["z*(z - 1)"], inequalities=["z >= 1/2"])
    assert (found.verdict, found.relations) == ("partly holonomic", 1)


def test_a_condition_on_the_configuration_may_be_one_that_is_stated():
    """x' = z and x' = 0 demand z = 0, which the holonomic constraint says."""
    found = judged(["z"], ["xdot - z", "xdot"])
    assert (found.independent, found.relations) == (2, 2)


def test_two_gases_with_a_common_temperature():
    """dU_i + p_i dV_i with U_i = c_i T_i, p_i = T_i/V_i: the sum of both is integrable where T1 =
    T2.
    """
    heat = "c1*T1dot + T1*V1dot/V1 + c2*T2dot + T2*V2dot/V2"
    names, letters = "T1 V1 T2 V2", {"c1": None, "c2": None}
    free = nh.check(nh.System(names, constraints=[heat], parameters=letters))
    held = nh.check(
        nh.System(names, constraints=[heat], parameters=letters, holonomic_constraints=["T1 - T2"])
    )
    assert (free.verdict, held.verdict, held.relations) == ("nonholonomic", "holonomic", 2)


def test_rows_that_coincide_on_the_level_have_a_motion():
    """x' = z w' and x' = w' with z = 1: w moves, in every formulation."""
    rows = ["xdot - z*wdot", "xdot - wdot"]
    case = nh.System(
        "x z w",
        "(xdot**2 + zdot**2 + wdot**2)/2 + w",
        constraints=rows,
        holonomic_constraints=["z - 1"],
    )
    assert nh.check(case).relations == 2
    compared = nh.compare(case)
    assert [str(a) for a in compared.reference.accelerations] == ["1/2", "0", "1/2"]
    assert all(entry.agrees for entry in compared.formulations)
    moved = nh.simulate(
        nh.System(
            "x z w",
            "(xdot**2 + zdot**2 + wdot**2)/2 + w",
            constraints=rows,
            holonomic_constraints=["z - 1"],
            initial={"z": 1},
        ),
        2.0,
    )
    assert abs(moved.q["w"][-1] - 1.0) < 1e-9


def test_parts_with_different_rows_have_no_common_motion():
    case = nh.System(
        "x z w",
        "(xdot**2 + zdot**2 + wdot**2)/2",
        constraints=["xdot - z*wdot", "xdot - z**3*wdot"],
        holonomic_constraints=["z**2 - 1"],
    )
    with pytest.raises(NotApplicable, match="initial configuration"):
        nh.compare(case)


def test_singular_points_off_the_level_are_not_listed():
    """dz = y^2 dx is singular where y = 0, which y = 1 never meets, and y = x does."""
    rows, names = ["zdot - y**2*xdot"], "x y z u"
    off = nh.check(
        nh.System(names, constraints=rows, holonomic_constraints=["y**2 + u**2 - 1", "y - 1/2"])
    )
    assert off.survey.strata.singular in ((), None) and off.singular in ((), None)
    circle = nh.check(nh.System("x y", holonomic_constraints=["x**2 + y**2 - 1"]))
    assert circle.survey.strata.singular == () and circle.singular == ()
    cross = nh.check(nh.System("x y", holonomic_constraints=["x*y"]))
    assert cross.survey.strata.singular and cross.survey.strata.strata[0].rank == 0


@pytest.mark.parametrize(
    ("row", "level"),
    [
        ("y*xdot + z*ydot + x*zdot", "w - sin(z)"),
        ("y*xdot + z*ydot + x*zdot", "w - x**2"),
        ("zdot - x**2*y**2*xdot", "w - y - 1"),
        ("x*xdot + y*ydot + z*udot", "w - exp(x)"),
    ],
)
def test_a_further_coordinate_on_a_level_leaves_the_strata(row, level):
    """Where a stratum was met in a point of an inner one, it was told to be like that one."""

    def kinds(names, *levels):
        strata = nh.check(nh.System(names, constraints=[row], holonomic_constraints=levels))
        known = strata.survey.strata
        assert known.complete
        return sorted((s.rank - len(levels), s.growth and s.growth.vector) for s in known.strata)

    names = "x y z u" if "u" in row else "x y z"
    assert kinds(f"{names} w", level) == kinds(names)


def test_a_trailer_in_cosines_and_sines_is_alike_everywhere():
    """As in angles: of the rows 1 - (c a + s b)^2 is left, which is sin(difference)^2."""
    trailer = nh.System(
        "x y c s a b",
        constraints=["s*xdot - c*ydot", "b*xdot - a*ydot + 2*(a*bdot - b*adot)"],
        holonomic_constraints=["c**2 + s**2 - 1", "a**2 + b**2 - 1"],
    )
    known = nh.check(trailer).survey.strata
    assert (known.singular, known.complete, known.regular) == ((), True, True)


def test_the_check_says_which_set_is_meant():
    found = judged(["z"])
    assert "z = 0 put in" in dict(lines(found))["on f = 0"]
    assert check_record(found)["holonomic_set"]["put_in"] == {"z": "0"}
    point = check_record(judged(["z - 1"]))["holonomic_set"]["points"][0]
    assert point["z"] == "1"


def test_what_was_put_in_has_a_certificate():
    assert verify(certificate(judged(["z"]))).status == "accepted"


def test_degrees_of_freedom_follow_h_though_an_integral_is_not_found():
    found = nh.check(nh.constraints("y' = x*y*x' + x'", "dz = w dw"))
    assert (found.relations, found.leaf.freedom, found.leaf.missing) == (2, 2, 1)
    assert "2 degrees of freedom" in check_text(found)


BALL = """coordinates = ["x", "y", "r11", "r12", "r13", "r21", "r22", "r23", "r31", "r32", "r33"]
holonomic_constraints = ["r11*r11+r12*r12+r13*r13 - 1", "r11*r21+r12*r22+r13*r23",
  "r11*r31+r12*r32+r13*r33", "r21*r21+r22*r22+r23*r23 - 1", "r21*r31+r22*r32+r23*r33",
  "r31*r31+r32*r32+r33*r33 - 1"]
constraints = ["xdot - (r11dot*r31+r12dot*r32+r13dot*r33)",
  "ydot + (r31dot*r21+r32dot*r22+r33dot*r23)"]
[initial]
r11 = 1
r22 = 1
r33 = 1
"""


def test_a_ball_in_rotation_matrices_is_judged_at_its_initial_configuration():
    from nonholo.readers.case_file import parse_case

    found = nh.check(parse_case(BALL))
    assert (found.verdict, found.relations, found.growth.vector) == ("partly holonomic", 6, (3, 5))
    nowhere = nh.check(parse_case(BALL.split("[initial]")[0]))
    assert (nowhere.verdict, nowhere.relations) == ("partly holonomic", 6)
    told = check_text(nowhere)
    assert "whether f = 0 has other parts is open" in " ".join(told.split())


def test_the_density_of_dancing_pairs_names_its_volume():
    """q, p in R^3 with p.q = 1 and p' = q x q' (BorLamonedaNurowski2018): in the coordinates
    without q1.
    """
    q, p = ("q1", "q2", "q3"), ("p1", "p2", "p3")
    rows = [
        "p1dot - (q2*q3dot - q3*q2dot)",
        "p2dot - (q3*q1dot - q1*q3dot)",
        "p3dot - (q1*q2dot - q2*q1dot)",
    ]
    case = nh.System(
        [*q, *p],
        " + ".join(f"{n}dot**2/2" for n in (*q, *p)),
        constraints=rows,
        holonomic_constraints=["p1*q1 + p2*q2 + p3*q3 - 1"],
    )
    assert nh.check(case).growth.vector == (2, 3, 5)
    found = measure(nh.compare(case))
    assert (str(found.density), found.coordinates) == ("1/p1**2", ("q2", "q3", "p1", "p2", "p3"))
    from nonholo.views.conserved.text import measure_text

    assert "N dq2 dq3 dp1 dp2 dp3 dq2' dq3' is invariant" in measure_text(found)


def test_a_rolling_spheroid_has_chaplygins_measure():
    """Chaplygin1897: a body of revolution on a plane; roots hide that the divergence vanishes at
    rest.
    """
    h = "sqrt(a**2*sin(theta)**2 + c**2*cos(theta)**2)"
    r = f"((c**2 - a**2)*cos(theta)*sin(theta)/{h})"
    across = f"(-phidot*sin(theta)*{h} + (psidot + phidot*cos(theta))*{r})"
    L = (
        f"m/2*(xdot**2 + ydot**2 + {r}**2*thetadot**2) + A/2*(thetadot**2 + "
        f"psidot**2*sin(theta)**2) "
        f"+ C/2*(phidot + psidot*cos(theta))**2 - m*g*{h}"
    )
    rows = [
        f"xdot - ({across}*cos(psi) + thetadot*{h}*sin(psi))",
        f"ydot - ({across}*sin(psi) - thetadot*{h}*cos(psi))",
    ]
    letters = dict.fromkeys("acmACg")
    compared = nh.compare(nh.System("x y psi theta phi", L, constraints=rows, parameters=letters))
    found = measure(compared)
    assert found.decision.answer and found.decision.proved
    from flint import fmpq

    from nonholo.dynamics.measure import divergence

    d, N = compared.distribution, found.density
    change = d.chart.graph.add(*(d.X(J, N) * rate for J, rate in enumerate(d.rates)))
    div = N * divergence(d, compared.reference) + change
    at = {s: fmpq(2 * i + 3, 7) for i, s in enumerate(div.symbols())}
    assert abs(ball(div, at, 256)) < 1e-50 and abs(ball(N, at, 256)) > 1e-6


@settings(deadline=None, max_examples=draws(8))
@given(st.integers(0, 10**6))
def test_levels_and_levels_eliminated_are_the_same_system(seed):
    assert complaints(known_pair(seed))[0] == []


@pytest.mark.parametrize("seed", (0, 3, 6, 50, 30))
def test_their_motions_are_the_same(seed):
    assert motion_differs(known_pair(seed)) == []


def test_a_point_beside_the_set_is_refused():
    text = """
    coordinates = ["x", "y", "z"]
    constraints = ["z' - y*x' = 0"]
    holonomic_constraints = ["x^2 + y^2 - a^2"]
    """
    text += "[parameters]\na = 2\n"
    assert nh.check(parse_case(text), at={"x": "2"}).growth.vector == (1,)
    with pytest.raises(
        InadmissibleState, match=r"x\*\*2 \+ y\*\*2 - a\*\*2 is -3 there, needed is 0"
    ):
        nh.check(parse_case(text), at={"x": "1"})


# pieces that only the coefficients tell apart -----------------------------------------------------
PIECES = [
    ("x**2 - 2*y**2", "x - sqrt(2)*y", ""),
    ("x**2 - a*y**2", "x - sqrt(a)*y", "[parameters]\na = { positive = true }"),
    ("y**2 - x**2*(1 + x**2)", "y - x*sqrt(1 + x**2)", ""),
    ("x**2 - 2*y**2 + 2*y - 1/2", "x - sqrt(2)*(y - 1/2)", ""),
]


@pytest.mark.parametrize(("level", "vanishing", "parameters"), PIECES)
def test_a_level_that_a_root_makes_a_product_has_two_parts(level, vanishing, parameters):
    """z' = g w' is holonomic on the part g = 0 and not on the other: told apart as x y = 0 is."""
    text = (
        'coordinates = ["x","y","z","w"]\nholonomic_constraints = ["{}"]\nconstraints = ["{}"]\n{}'
    )
    found = nh.check(parse_case(text.format(level, f"z' - ({vanishing})*w'", parameters)))
    assert found.verdict == "undecided"
    assert {(verdict, h) for _, verdict, h in found.on_set.parts} == {
        ("holonomic", 2),
        ("partly holonomic", 1),
    }
    plain = nh.check(parse_case(text.format(level, "z' - x*w'", parameters)))
    assert plain.verdict == "partly holonomic"


BRANCHES = [  # on f = 0 the second is 0 on one side, as for x > 0, and not on the other
    ("y = x^2", "sqrt(y) - x"),
    ("y = x^2*u", "sqrt(y*u) - x*u"),
    ("y = x^2*u^2", "sqrt(y) - x*u"),
    ("x*y = 1", "atan(x) + atan(y) - pi/2"),
    ("x*y = 1", "acos(x/sqrt(1 + x^2)) - asin(y/sqrt(1 + y^2))"),
    ("x^2*y^2 = u^2 + 1", "atan(x*u) + atan(1/(x*u)) - pi/2"),
    ("y = tan(x)", "atan(y) - x"),
    ("y = cos(x)", "acos(y) - x"),
    ("y = (x + 1/x)/2", "acosh(y) - log(x)"),
]


@pytest.mark.parametrize(("level", "vanishing"), BRANCHES)
def test_a_level_that_roots_or_arcs_part_is_not_judged_at_one_point(level, vanishing):
    """dz = g w dx is holonomic where g = 0 and not elsewhere, on a level that no equation parts."""
    found = judged([level], [f"dz = ({vanishing})*w dx"], "z w x y u")
    assert found.verdict == "undecided"


@pytest.mark.parametrize(("level", "coefficient"), [
    ("y = x^2", "sqrt(1 + y)"),
    ("y = x^2", "sqrt(u)"),
    ("x*y = 1", "atan(x)"),
])  # fmt: skip
def test_a_level_that_no_root_or_arc_parts_is_judged(level, coefficient):
    found = judged([level], [f"dz = {coefficient}*w dx"], "z w x y u")
    assert found.verdict == "partly holonomic"


@pytest.mark.parametrize(
    "level, vanishing",
    [
        ("y*sin(x) + 1 - cos(x)", "x"),
        ("y*(exp(x) - 1) + x", "x"),
        ("y*(sqrt(1 + x**2) - 1) + x", "x"),
        ("y*(x - sqrt(2)) + w*(x**2 - 2)", "x - sqrt(2)"),
        ("x*cos(y) + sin(x)*sin(y) + w*x", "x"),
        ("x**2 - 2 + 2*cos(y)", "x - 2*sin(y/2)"),
        ("x**2 - 2*y**2 + (x - sqrt(2)*y)*w", "x - sqrt(2)*y"),
        ("x**4 - (2 + y)**2", "x - sqrt(2 + y)"),
        ("y*(sin(x) - sin(w)) + x - w", "x - w"),
    ],
)
def test_a_level_that_functions_make_a_product_is_not_judged_by_one_part(level, vanishing):
    """y sin(x) + 1 - cos(x) is no product of polynomials, and vanishes where x = 0 for any y."""
    row = f"zdot - ({vanishing})*udot"
    case = nh.System("x y z w u", constraints=[row], holonomic_constraints=[level])
    found = set_of(case, ())
    (factor,) = (-e for e in case.system.pfaffian.matrix[1] if not e.is_number)
    zeros = [vanishes(factor.subs(part.sheet.values)) for part in found.parts if part.sheet]
    assert not found.complete or {True, False} <= set(zeros)


def test_an_angle_that_is_known_up_to_turns_contradicts_nothing_that_counts_them():
    """Put into the other equation x = 0 leaves none of its solutions, x = 2 pi some."""
    levels = ["sin(x)", "x**2 + y*sin(x) - 4*pi**2"]
    found = judged(levels, ["zdot - y*wdot"], "x y z w")
    assert found.verdict == "undecided" and "whole turns" in found.closure.growth.evidence.reason


def test_the_parts_of_a_level_that_functions_make_a_product_are_told():
    found = judged(["y*(exp(x) - 1) + x"], ["zdot - x*udot"], "x y z u")
    assert found.verdict == "undecided"
    assert {(verdict, h) for _, verdict, h in found.on_set.parts} == {
        ("holonomic", 2),
        ("partly holonomic", 1),
    }


@given(*DRAWN)
def test_every_point_of_the_set_is_on_a_sheet(slope, rest, form, factor, y, z):
    """Where slope and rest vanish both the set has a part, whatever the rest of it is."""
    texts = [text.format(form) for text in (slope, rest)]
    case = nh.System("x y z", None, (), [f"({texts[0]})*({factor}) + {texts[1]}"])
    chart, (f,) = case.system.chart, case.system.holonomic
    there = x_at_zero(form, y), y, z
    point = {q: f.graph.lift(v) for q, v in zip(chart.q, there)}
    assert vanishes(f.subs(point))
    solved, unsolved = parted([f], chart)
    on_some = any(
        all(vanishes(e.subs(point)) for e in part)
        for part in (
            *(
                [s - e for s, e in sheet.values.items()]
                for sheet in solved
                if _defined(sheet, point)
            ),
            *(one.functions for one in unsolved),
        )
    )
    assert on_some, (solved, unsolved)


def _defined(sheet, point):
    return not any(vanishes(e.subs(point)) for e in sheet.slopes)


def test_relations_of_one_of_several_parts_are_not_told_as_those_of_all():
    text = (
        'coordinates = ["x","y","z","w"]\nholonomic_constraints = ["x**4 - y**4"]\n'
        "constraints = [\"z' - (x**2 - y**2)*w'\"]\n"
    )
    found = nh.check(parse_case(text))
    assert found.verdict == "holonomic"
    assert [words for words, _, _ in found.on_set.parts] == ["x = y", "x = -y"]


def test_a_pair_of_imaginary_lines_has_a_real_point():
    """x^2 + x y + y^2 = 0 is the line x = y = 0, not nothing."""
    text = (
        'coordinates = ["x","y","z","w"]\nholonomic_constraints = ["{}"]\n'
        "constraints = [\"z' - x*w'\"]\n"
    )
    assert nh.check(parse_case(text.format("x**2 + x*y + y**2"))).verdict == "undecided"
    assert nh.check(parse_case(text.format("x**3 - y**3"))).verdict != "undecided"


SLOPES = st.sampled_from(["x", "y", "x*y", "x + z", "1 + y**2", "z", "x**2", "2"])
BRANCHES = st.sampled_from([("x", "y"), ("x - y", "x + y"), ("x", "x - y"), ("y", "z"), ("x", "z")])


@given(SLOPES, SLOPES, BRANCHES)
@settings(max_examples=draws(3))
def test_first_integrals_of_a_product_are_defined_on_its_parts(p, q, branches):
    """Level x y = 0 and dz = x dy have log(y) - z/(x y), which says nothing where x y = 0."""
    a, b = branches
    found = judged([f"({a})*({b})"], [f"zdot - ({p})*xdot - ({q})*ydot"], "x y z w")
    for part in found.on_set.level_set.parts:
        if found.on_set.solved in (None, part):
            assert all(
                _keeps(found, integral, part.points) for integral in found.integrals.together
            )


def _keeps(found, integral, points):
    """Defined at one of the points, and its differential there a combination of the rows."""
    graph, q = found.full.chart.graph, found.full.chart.q
    slopes = [integral.function.diff(s) for s in q]
    for point in points:
        try:
            value, *slope = graph.substitute([integral.function, *slopes], point)
            rows = [graph.substitute(list(row), point) for row in found.full.matrix]
        except ZeroDivisionError:
            continue
        if ball(value, {}).is_finite():
            return echelon(graph, [*rows, slope]).rank == echelon(graph, rows).rank
    return False


WHERE_A_FUNCTION_IS = {  # F: (text of F(u) = F(c), u = c)
    "sqrt": ("sqrt({u}) - sqrt({c})", "{u} - {c}"),
    "cube root": ("2*({u})**(1/3) - 2*({c})**(1/3)", "{u} - {c}"),
    "below": ("1/sqrt({u}) - 1/sqrt({c})", "{u} - {c}"),
    "log": ("3*log({u}) - 3*log({c})", "{u} - {c}"),
    "exp": ("exp({u}) - exp({c})", "{u} - {c}"),
}


@given(
    st.sampled_from(sorted(WHERE_A_FUNCTION_IS)),
    st.sampled_from(["x**2 + w**2", "x**2 + 2*w**2 + 1", "x*w + 3", "x + w**2", "x**2 - w"]),
    st.sampled_from(["2", "4", "9"]),
    SLOPES,
)
@settings(max_examples=draws(3))
def test_a_level_of_a_root_or_a_logarithm_is_one_of_what_stands_below(name, u, c, slope):
    """The length of a rope, sqrt(x^2 + w^2) = L, was not solved for a coordinate."""
    outer, plain = (text.format(u=u, c=c) for text in WHERE_A_FUNCTION_IS[name])
    one, other = (judged([level], [f"zdot - w*({slope})*ydot"]) for level in (outer, plain))
    assert (one.verdict, one.relations, one.independent) == (
        other.verdict,
        other.relations,
        other.independent,
    )
    assert one.growth.vector == other.growth.vector


def test_a_root_is_of_no_length_below_zero():
    for L, words in ((-2, "no configuration"), (2, "")):
        case = nh.System(
            "x y z w", None, ["zdot - w*ydot"], ["sqrt(x**2 + w**2) - L"], parameters={"L": L}
        )
        if words:
            with pytest.raises(ContradictoryConstraints, match=words):
                nh.check(case)
        else:
            assert nh.check(case).verdict == "partly holonomic"


@pytest.mark.parametrize(
    ("coefficient", "level", "left"),
    [
        ("w/(x - 1)", "x**2 - 1", "x = -1"),
        ("sqrt(x - 1)*w", "x**2 - 1", "x = 1"),
        ("log(x)*w", "x**2 - 1", "x = 1"),
        ("w/(x - 1)", "x - 1", ""),
        ("w*log(-x - 1)", "x**2 - 1", ""),
    ],
)
def test_where_a_constraint_has_no_value_there_is_no_part_of_the_set(coefficient, level, left):
    """It was divided by zero."""
    if not left:
        with pytest.raises(ContradictoryConstraints, match="has no real value anywhere"):
            judged([level], [f"zdot - {coefficient}*ydot"])
        return
    found = judged([level], [f"zdot - {coefficient}*ydot"])
    assert [part.words for part in found.on_set.level_set.parts] == [left]
    assert found.verdict != "undecided"


@pytest.mark.parametrize(
    ("level", "row", "point", "vector"),
    [
        ("x*w", "zdot - w*ydot", {"x": "1", "w": "0"}, (2,)),
        ("x*w", "zdot - w*ydot", {"x": "0", "w": "1"}, (2, 3)),
        ("x*(x - 1)", "zdot - x*w*ydot", {"x": "0", "w": "1"}, (2,)),
        ("x*(x - 1)", "zdot - x*w*ydot", {"x": "1", "w": "1"}, (2, 3)),
        ("x**2 - w**2", "zdot - (x - w)*ydot", {"x": "1", "w": "1"}, (2,)),
        ("x**2 - w**2", "zdot - (x - w)*ydot", {"x": "1", "w": "-1"}, (2, 3)),
    ],
)
def test_growth_at_a_point_is_that_of_its_own_part(level, row, point, vector):
    """Of a set whose parts differ it was that of the first part, wherever the point lay."""
    case = nh.System("x y z w", constraints=[row], holonomic_constraints=[level])
    assert nh.check(case, at=point).at_point.vector == vector


def test_where_parts_meet_growth_is_open():
    case = nh.System("x y z w", constraints=["zdot - w*ydot"], holonomic_constraints=["x*w"])
    assert not nh.check(case, at={"x": "0", "w": "0"}).at_point.complete


@pytest.mark.parametrize(
    "level, real",
    [
        ("sqrt(x**2 + y**2) = 1 + t", True),
        ("sqrt(x**2 + y**2) + x = 2", True),
        ("sqrt(x**2 + y**2) = -1 - t**2", False),
    ],
)
def test_a_root_beside_what_moves_is_solved_by_its_square(level, real):
    """A point of x^2 + y^2 = (1 + t)^2 counts where the root itself has this value."""
    case = nh.System("x y", None, [], [level])
    if not real:
        with pytest.raises(ContradictoryConstraints):
            nh.check(case)
        return
    told = nh.check(case)
    assert told.verdict == "holonomic"
    assert "of which no point was found" not in " ".join(check_text(told).split())


@pytest.mark.parametrize(
    "written, called", [("x - y = 0", "x - y"), ("x = R*y", "x = R*y"), ("x - y", "x - y")]
)
def test_a_level_is_called_as_it_was_written(written, called):
    case = nh.System("x y", holonomic_constraints=[written], parameters={"R": 2})
    assert case.system.pfaffian.labels == (called,)


LOOP = ["cos(a) + 2*cos(b) - 8/5 - 3/2*cos(c)", "sin(a) + 2*sin(b) - 3/2*sin(c)"]
RATES = [
    "2*cos(b)*bdot + cos(a)*adot - 3/2*cos(c)*cdot",
    "sin(a)*adot + 2*sin(b)*bdot - 3/2*sin(c)*cdot",
]


@pytest.mark.parametrize("rows", [RATES, RATES[:1], ["(x**2 + 1)*(" + RATES[1] + ")"]])
def test_a_loop_may_be_given_by_positions_and_by_velocities(rows):
    """The rows say what the levels say: h was open where both were given."""
    found = judged(LOOP, rows, "x a b c")
    assert (found.verdict, found.bounds, found.closure.growth.vector) == ("holonomic", (2, 2), (2,))


def ball_of(told):
    return Ball(told).mid()


def test_a_loop_beside_a_blade_is_judged_at_an_enclosed_point():
    """Near the initial configuration, whose numbers are rounded; nothing is said without one."""
    blade, names = ["xdot*sin(a) - ydot*cos(a)"], "x y a b c"
    assert judged(LOOP, blade, names).verdict == "undecided"
    found = judged(LOOP, blade, names, initial={"a": 0.5, "c": 0.6})
    assert (found.verdict, found.bounds, found.proved) == ("partly holonomic", (2, 2), (2, 2))
    assert found.closure.growth.vector == (2, 3) and found.forms[2].integrable is False
    assert not found.on_set.level_set.complete
    assert 0 < float(ball_of(found.on_set.enclosed["b"])) < 0.3


@pytest.mark.parametrize("row", ["zdot - sqrt(x - 3)*xdot", "zdot - log(x)*xdot"])
@pytest.mark.parametrize("x, verdict", [(-1, "undecided"), (4, "holonomic")])
def test_rows_have_a_value_at_an_enclosed_point(row, x, verdict):
    """At x = -1 they have none: no point of the set was shown there."""
    start = {"a": 0.5, "c": 0.6, "x": x, "z": 1}
    assert judged(LOOP, [row], "x z a b c", initial=start).verdict == verdict


def test_parts_of_a_level_that_is_not_solved_may_disagree():
    """The second level holds where z = 0, h = 2, and where z = 1, h = 1."""
    level = ["z*(z - 1 + sin(z - 1)/2)"]
    assert judged(level).verdict == "undecided"
    assert [judged(level, initial={"z": z}).relations for z in (0, 0.99)] == [None, 1]


@given(
    st.sampled_from(["x**2", "sin(x)", "w*x", "x + w"]),
    st.sampled_from(["{0} + sin({0})/2", "{0}*exp({0}**2) + {0}", "atan({0}) + {0}"]),
    st.sampled_from(["ydot - z*xdot", "ydot - (z - x**2)*wdot", "ydot - z*xdot - x*zdot"]),
)
def test_a_level_may_be_written_so_that_it_is_not_solved(value, form, row):
    """Where it is written as F(z - phi) = 0, with 0 for the only zero of F, nothing changes."""
    start = {"x": 1, "y": 0.3, "z": 1.2, "w": 1}
    plain = judged([f"z - ({value})"], [row], initial=start)
    found = judged([form.format(f"(z - ({value}))")], [row], initial=start)
    assert (found.verdict, found.relations) == (plain.verdict, plain.relations)
    assert found.closure.growth.vector == plain.closure.growth.vector


LIMITED = [
    # what holds only where a logarithm or a root has a value, beside rows in pieces
    ("log(y) = x", "zdot - (abs(y) - y)*w*ydot"),
    ("sqrt(x**2 + y**2) = x", "zdot - (abs(x) - x)*w*xdot"),
    ("log(x + y) = w", "zdot - (abs(x + y) - x - y)*w*xdot"),
    ("log(x) - log(y)", "zdot - (abs(x) - x)*w*ydot"),
    # levels in pieces
    ("x = abs(y)", "zdot - (x - y)*w*ydot"),
    ("x = abs(y)", "zdot - (y - sign(y)*x)*(1 + w)*wdot"),
    ("abs(x) + 2*x - 3", "zdot - (x - 1)*w*ydot"),
    ("x + abs(x)", "zdot - y*xdot"),
    ("y*abs(x)", "zdot - w*xdot"),
    ("(sqrt(x*y + (x + y)**2) + log(x - 1))*sin(w)", "zdot - x*sqrt(y + (x + y)**2)*xdot"),
    ("x - 2*sign(x)", "zdot - (x**2 - 4)*w*ydot"),
    ("atan(tan(x))", "zdot - x*y*wdot"),  # x = 0, x = pi, ...
    ("w**2 = x**2 + y**2", "zdot - (abs(w) - w)*x*ydot"),
    # a square has more zeros than its root
    ("sqrt(x) + y**2", "zdot - w*ydot"),
    # the velocity constraint has no value on the set
    ("x**2 + y**2 = 4", "zdot - sqrt(x - 3)*w*ydot"),
    ("x**2 + y", "zdot - log(y)*w*xdot"),
    ("x**2 + y", "zdot - sqrt(y)*w*xdot"),
]


@pytest.mark.parametrize("level, row", LIMITED)
def test_where_functions_have_no_value_or_bend_nothing_is_claimed(level, row):
    """Each had an answer that was proved of points that are not on f = 0."""
    found = judged([level], [row])
    assert found.verdict == "undecided" and found.relations is None
    assert not found.survey.regions  # those of the whole space need not lie on f = 0
    told = certificate(found)
    assert verify(told).status == "not checkable"


@pytest.mark.parametrize(
    "level, row",
    [
        ("2/(x - 1) - y**2*(x**2 + y**2)", "zdot + x**2*wdot"),  # its points have x != 1
        ("2*log(w) - sqrt(w) - x*y", "zdot + x*(x + w)*wdot"),  # w^(3/2) beside w, for strata
    ],
)
def test_levels_that_no_formula_solves_are_left_open(level, row):
    assert judged([level], [row]).verdict == "undecided"


@pytest.mark.parametrize(
    "level, relations",
    [("x*sqrt(x - 1)", 2), ("x*log(x)", 2), ("x*log(x - 1)", 1), ("x*sqrt(-x - 1)", 1)],
)
def test_a_factor_counts_only_where_the_others_have_values(level, relations):
    """No x = 0 is a part of f = 0; dz = (x - 1) w dy can be integrated where x = 1."""
    assert judged([level], ["zdot - (x - 1)*w*ydot"]).relations == relations


@given(
    st.sampled_from(["log(y) = x", "sqrt(y) = x", "asin(y) = x", "exp(x) = y", "x = y**2"]),
    st.sampled_from(["zdot - (abs({0}) - {0})*w*{1}dot", "zdot - (abs({0}) + {0})*w*{1}dot"]),
    st.sampled_from(["x", "y", "w"]),
)
def test_pieces_beside_limited_levels_are_never_misjudged(level, row, base):
    """Against the sign of the base at random points that are on the level."""
    kept = {"log(y) = x": "y", "sqrt(y) = x": "xy", "exp(x) = y": "y", "x = y**2": "x"}
    sign = base in kept.get(level, "")  # surely positive on all of f = 0
    found = judged([level], [row.format(base, "x" if base != "x" else "y")])
    if sign and found.verdict != "undecided":
        assert found.relations == (2 if " - " in row.split("abs")[1] else 1)
    elif found.verdict != "undecided":
        assert found.relations == 1


@pytest.mark.parametrize("factor", ["abs(x)/x", "sign(y + 3)", "x*abs(x - 5)"])
@pytest.mark.parametrize("row", ["xdot*x + ydot*y", "zdot - y*xdot"])
def test_a_factor_of_a_row_that_jumps_changes_no_verdict(factor, row):
    """x/abs(x) times d(x^2 + y^2), as SymPy's pendulum of two coordinates has it."""
    plain, found = (judged(["sqrt(x**2 + y**2) - 2"], [r]) for r in (row, f"({factor})*({row})"))
    assert (found.verdict, found.relations) == (plain.verdict, plain.relations)
    assert found.verdict != "undecided"


@pytest.mark.parametrize(
    "factor", ["sign(y) + 1", "abs(x) + x", "sign(x*y) - 1", "abs(x - 1) - x + 1"]
)
@pytest.mark.parametrize(
    "level", ["x**2 + y**2 + z**2 - 4", "z - x*y", "x**5 + x*y + y**5 + z**3*x"]
)
def test_a_factor_of_a_row_that_is_zero_on_one_side_leaves_it_no_row_there(factor, level):
    """Where it is zero nothing is demanded, and f = 0 alone holds the motion."""
    assert judged([level], [f"({factor})*ydot"]).verdict == "undecided"


@pytest.mark.parametrize("level", ["x**2 + y**2 + z**2 - 4", "z - x*y"])
def test_a_factor_of_a_row_that_jumps_and_is_zero_nowhere_leaves_it_everywhere(level):
    assert judged([level], ["(sign(y) + 2)*ydot"]).relations == 2


WAVES = {"w": 1, "1 - w": 1, "w**3": 3, "w**2 - 1": 2, "2*w - 3": 1, "-w**3": 3}
DECLARED = {
    "positive = true": lambda x: x > 0,
    "max = 0": lambda x: x < 0,
    "min = 2": lambda x: x > 2,
    "max = 1": lambda x: x < 1,
}
PIECES = ["abs(w) - w", "abs(w - 2) - 2 + w", "sqrt((w + 1)**2) - w - 1"]
PLACES = [Fraction(2 * k + 1, 16) for k in range(-56, 56)]


@pytest.mark.parametrize("seed", range(8))
def test_what_is_declared_of_a_coordinate_holds_where_f_puts_another_in_its_place(seed):
    """On x = phi(w) dz = c(w) y dw is integrable where c is 0 for all w that leave x in its bounds:
    against its values at them.
    """
    rng = random.Random(seed)
    wave, told, piece = (rng.choice(list(some)) for some in (WAVES, DECLARED, PIECES))
    level = rng.choice(["x - ({0})", "2*({0}) - 2*x", "x**3 - ({0})**3", "(x - ({0}))*(1 + w**2)"])
    at = {"abs": abs, "sqrt": lambda square: Fraction(math.isqrt(int(256 * square)), 16)}
    left = [w for w in PLACES if DECLARED[told](eval(wave, {"w": w}))]
    zero = all(eval(piece, {**at, "w": w}) == 0 for w in left)
    found = nh.check(declared_case(level.format(wave), told, f"({piece})*y*w'"))
    assert found.verdict == "undecided" or found.relations == (2 if zero else 1)


def declared_case(level, told, rate):
    row, declared = f'constraints = ["z\' = {rate}"]', f"x = {{ {told} }}"
    return parse_case(
        f'{row}\nholonomic_constraints = ["{level}"]\n[coordinates]\n{declared}\n'
        "y = {}\nz = {}\nw = {}\n"
    )


@pytest.mark.parametrize(
    "level, told, rate",
    [
        ("x - w**2", "max = 0", "y*x'"),  # x = w = 0
        ("x - cos(w)", "min = 1", "y*w'"),  # whole turns
        ("x - w**2 - w**4", "max = 0", "y*w'"),
        ("x**2 + w**2 - 1", "min = 1", "y*w'"),  # one point of a circle
        ("x + sin(x) - w**2*(1 + x**2)", "max = 0", "y*w'"),
    ],
)
def test_a_bound_that_leaves_less_than_a_part_leaves_the_verdict_open(level, told, rate):
    found = nh.check(declared_case(level, told, rate))
    assert found.verdict == "undecided" and "was found around which x" in found.reason


@pytest.mark.parametrize("level, told", [("x - 2", "max = 2"), ("x**2 - w**2", "min = 0")])
def test_a_bound_that_leaves_a_part_changes_nothing(level, told):
    """x = 2 is all of x - 2 = 0, although it is the end of the bound."""
    assert nh.check(declared_case(level, told, "y*w'")).relations == 1


def test_parts_of_f_0_differ_by_what_is_declared():
    """With x > 0 w is positive on x = w, and negative on x = -w."""
    found = nh.check(declared_case("x**2 - w**2", "positive = true", "(abs(w) - w)*y*w'"))
    assert [h for _, _, h in found.on_set.parts] == [2, 1]


@pytest.mark.parametrize(
    "level, ends, left",
    [
        ("sin(x)", ("0", "2*pi"), "pi"),
        ("cos(x)", ("0", "pi"), "pi/2"),
        ("2*cos(x) - 1", ("0", "pi"), "pi/3"),
        ("sin(x)", ("3*pi/2", "5*pi/2"), "0"),
        ("2*cos(x) - 1", ("4*pi", "5*pi"), "pi/3"),
    ],
)
def test_parts_at_angles_beside_what_is_declared_are_none(level, ends, left):
    """At no whole turn: on the part that is left the row vanishes, and is integrable."""
    text = f"""
holonomic_constraints = ["{level}"]
constraints = ["z' = (cos(x - {left}) - 1)*y*w'"]
[coordinates]
x = {{ between = ["{ends[0]}", "{ends[1]}"] }}
y = {{}}
z = {{}}
w = {{}}
"""
    assert nh.check(parse_case(text)).relations == 2


def test_a_path_keeps_what_is_assumed_of_coordinates():
    """x > 0 was left, and nothing said so; where a level has no value everywhere there is no path."""
    lines = ["constraints = [\"z' = w*x'\"]", "[coordinates]", "x = { positive = true }"]
    case = parse_case("\n".join([*lines, "z = {}", "w = {}"]))
    path = nh.steer(case, {"x": "1/10", "z": 0, "w": 0}, {"x": "1/10", "z": 1, "w": 3})
    _, q, _ = path.sample(50)
    assert q[:, 0].min() > 0 and any("x > 0 holds" in remark for remark in path.remarks)
    for level in ("sqrt(x**2 + y**2) = x", "sqrt(x) + y**2"):
        limited = nh.System("x y z w", None, ["z' = w*x'"], [level])
        with pytest.raises(NotApplicable, match="no value everywhere"):
            nh.steer(limited, {"x": 0}, {"z": 1})


@pytest.mark.parametrize(
    "row, level, more, shown",
    [
        ("dz = a*x**2 dy", "x**2 + y**2 - 1", {"parameters": {"a": {}}}, True),
        ("dz = x**2 dy", "a*(x**2 + y**2 - 1)", {"parameters": {"a": {}}}, True),
        ("dz = f(x)*x**2 dy", "x**2 + y**2 - 1", {"functions": ["f(x)"]}, False),
    ],
)
def test_letters_have_numbers_near_a_point_of_a_level(row, level, more, shown):
    case = nh.System("x y z", None, [row], [level], **more)
    d = distribution(case.system.pfaffian.take([1]), ["z"])
    at = {q: v for q, v in case.point({"y": 1}).items() if q in d.chart.q}
    assert shown_near(d, closure(d).growth, case.system.holonomic, at, units=10**6) == shown


def test_a_singular_piece_that_f_forbids_is_not_possible():
    """q = 0 is off |q| = 1, also where no point of the piece was judged."""
    size = "(q0^2 + q1^2 + q2^2 + q3^2)"
    row = f"x' = 2*(q0*q1' - q1*q0' + q3*q2' - q2*q3')/{size}"
    found = nh.check(nh.System("q0 q1 q2 q3 x", None, [row], [f"{size} - 1"]))
    strata = found.survey.strata
    assert (strata.singular, strata.possible, strata.strata) == ((), (), ())
    assert strata.complete and strata.regular and found.singular == ()


@given(
    st.sampled_from(["{x}^2 + {y}^2 + {z}^2 - {r}^2", "4*{x}^2 + {y}^2 + {z}^2 - {r}^2"]),
    st.tuples(*[st.sampled_from(["0", "1/3", "-7", "100", "2500"])] * 3),
    st.sampled_from(["1/200", "1/2", "1", "30", "1000"]),
    st.sampled_from(["", "*{z}", "*({x} + {y})"]),
)
@settings(max_examples=draws(6), deadline=None)
def test_a_level_is_judged_wherever_it_lies_and_however_large_it_is(level, centre, r, factor):
    """Another origin and another unit of length are another way to say the same."""
    moved = {s: f"({s} - ({c}))" for s, c in zip("xyz", centre)}
    here, there = (
        nh.check(nh.System("x y z w", None, ["w' = y*x'"], [(f"({level})" + factor).format(**at)]))
        for at in ({s: s for s in "xyz"} | {"r": 1}, moved | {"r": f"({r})"})
    )
    assert (there.verdict, there.relations) == (here.verdict, here.relations)
    assert here.relations == 1 or factor  # w' = y x' is integrable on x = -y


@pytest.mark.parametrize("level", ["(x - 100)^2 + (y - 50)^2 - 1", "x^2 - (y - 100)*(101 - y)"])
def test_a_small_circle_far_away_is_met(level):
    found = nh.check(nh.System("x y z", None, ["z' = y*x'"], [level]))
    assert (found.verdict, found.relations, found.independent) == ("holonomic", 2, 2)


BENT = {  # levels: what stands in their absolute values and signs
    "|x| + |y| - 2": ("x", "y"), "|x| - y": ("x",), "2*|x - 1| - y + z": ("x - 1",),
    "|x| - |y|": ("x", "y"), "|x + y| + |x - y| - 2": ("x + y", "x - y"), "|x| + y^2 - 1": ("x",),
    "|x|*z - 1": ("x",), "|x - y| + w - sin(z)": ("x - y",), "x*|x| - y": ("x",),
    "|x| + |y|": ("x", "y"), "|x| + x - y": ("x",),
}  # fmt: skip
BESIDE = (
    "z' = x*y'", "z' = x*w'", "w' = y*x'", "y*w' + z' + x' = 0", "w' = (x - y)*x'",
    "w' = (y - x)*z'", "w' = (x + y - 2)*x*z'", "(y - x - 2)*w' = z'",
)  # fmt: skip


def on_side(level: str, row: str, signs: dict[str, int]) -> str | None:
    """The verdict where the level is that of one side; None where it has no point there."""
    for u, sign in signs.items():
        level = level.replace(f"|{u}|", f"({sign})*({u})")
    assumed = [f"({sign})*({u}) > 0" for u, sign in signs.items()]
    try:
        return nh.check(nh.System("x y z w", None, [row], [level], assumptions=assumed)).verdict
    except ContradictoryConstraints:
        return None


def as_calls(level: str) -> str:
    for u in BENT[level]:
        level = level.replace(f"|{u}|", f"abs({u})")
    return level


@given(st.sampled_from([*BENT]), st.sampled_from(BESIDE))
@settings(max_examples=draws(3), deadline=None)
def test_a_level_with_absolute_values_is_judged_as_its_sides_are(level, row):
    verdict = nh.check(nh.System("x y z w", None, [row], [as_calls(level)])).verdict
    signs = (dict(zip(BENT[level], s)) for s in product((1, -1), repeat=len(BENT[level])))
    sides = {on_side(level, row, each) for each in signs} - {None}
    assert verdict == "undecided" or sides == {verdict}


@pytest.mark.parametrize(("level", "row", "verdict"), [
    ("|x| + |y| - 2", "z' = x*y'", "holonomic"),
    ("|x| + |y| - 2", "z' = x*w'", "partly holonomic"),
    ("|x| - |y|", "z' = x*w'", "partly holonomic"),
    ("|x + y| + |x - y| - 2", "z' = x*w'", "undecided"),  # x = 1 and y = 1 have other answers
])  # fmt: skip
def test_levels_with_absolute_values(level, row, verdict):
    assert nh.check(nh.System("x y z w", None, [row], [as_calls(level)])).verdict == verdict


def test_what_has_no_value_at_zero_is_no_line_through_it():
    """x = log(2), with z' = 0 beside it; log(0) - log(0) is not 0, and x not 0."""
    case = nh.System("x y z", None, ["z' = y*x'"], ["x + log(x) - log(2*x)"])
    assert nh.check(case).verdict in ("holonomic", "undecided")


def rotations(size: int, constraints=(), **more):
    """A rigid body by the entries of its rotation matrix, R^T R = 1, J_j |r_j'|^2/2 a column."""
    k = range(1, size + 1)
    names = [f"r{i}{j}" for i in k for j in k]
    kinetic = " + ".join(f"{j}*r{i}{j}'^2/2" for i in k for j in k)
    right = [
        " + ".join(f"r{i}{a}*r{i}{b}" for i in k) + f" = {int(a == b)}"
        for a in k
        for b in k
        if a <= b
    ]
    return nh.System(names, kinetic, constraints, right, **more)


def body_spin(size: int, a: int, b: int) -> str:
    return " + ".join(f"r{i}{a}*r{i}{b}'" for i in range(1, size + 1)) + " = 0"


@pytest.mark.parametrize(
    ("size", "held", "growth"),
    [
        (3, [], (3,)),  # [e23, e13] = e12 in so(3), and in so(4) [e13, e14] = e34 beside it
        (3, [(1, 2)], (2, 3)),
        (4, [(1, 2)], (5, 6)),
        (4, [(1, 2), (3, 4)], (4, 6)),
    ],
)
def test_rotation_matrices_need_no_initial_point(size, held, growth):
    """No point was found of R^T R = 1, which is not solved for coordinates: the unit matrix is."""
    case = rotations(size, [body_spin(size, a, b) for a, b in held])
    found = nh.check(case)
    assert (found.relations, found.growth.vector) == (size * (size + 1) // 2, growth)
    (part,) = set_of(case).parts
    chart = case.system.chart
    assert [part.points[0][q] for q in chart.q] == [
        chart.graph.lift(int(i == j)) for i in range(size) for j in range(size)
    ]


def test_a_motion_of_a_rotation_matrix_starts_where_there_is_one():
    """ "the initial state breaks r11^2 + ... = 1: its value is -0.97", where nothing was given."""
    case = rotations(3, [body_spin(3, 1, 2)])
    still = nh.simulate(case, 1, points=3)
    assert still.receipt.ok and "from rest at r11 = 1, r12 = 0" in "".join(still.receipt.remarks)
    turning = nh.simulate(case, 1, points=3, initial={"r23dot": 1, "r13dot": 0.5})
    # Omega_3 = 0 leaves Omega = (-1, 1/2, 0) constant: a turn about one axis, r33 = cos(angle)
    angle = math.sqrt(1.25)
    assert turning["r33"][-1] == pytest.approx(math.cos(angle), abs=1e-9)
    assert turning["r11"][-1] == pytest.approx(1 - 0.25 / 1.25 * (1 - math.cos(angle)), abs=1e-9)


def test_two_bodies_on_spherical_joints_by_rotation_matrices():
    """ "the constraints lose rank on f = 0": the velocities that were called dependent did."""
    k = range(1, 4)
    names = [f"{r}{i}{j}" for r in "rs" for i in k for j in k]
    right = [
        " + ".join(f"{r}{i}{a}*{r}{i}{b}" for i in k) + f" = {int(a == b)}"
        for r in "rs"
        for a in k
        for b in k
        if a <= b
    ]
    hung = [f"{x} = 2*r{i}3 + s{i}1" for i, x in zip(k, "xyz")]
    turning = " + ".join(f"{n[-1]}*{n}'^2/2" for n in names)
    kinetic = f"{turning} + x'^2 + y'^2 + z'^2 - 2*g*z"
    case = nh.System([*names, *"xyz"], kinetic, (), [*right, *hung], parameters={"g": 9.81})
    motion = nh.simulate(case, 1, points=5)
    # in the plane y = 0: x = 2 sin(a) + cos(b), z = 2 cos(a) - sin(b)
    plane = nh.System(
        "a b",
        "2*a'^2 + 2*b'^2 + (2*cos(a)*a' - sin(b)*b')^2 + (2*sin(a)*a' + cos(b)*b')^2"
        " - 2*g*(2*cos(a) - sin(b))",
        parameters={"g": 9.81},
    )
    angles = nh.simulate(plane, 1, points=5)
    assert motion.receipt.ok
    for i, (a, b) in enumerate(zip(angles["a"], angles["b"])):
        assert motion["z"][i] == pytest.approx(2 * math.cos(a) - math.sin(b), abs=1e-9)
