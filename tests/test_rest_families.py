"""Families of rests: rotation matrices that hold R R^T = 1, and minima of the energy across them."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import nonholo as nh
from nonholo.geometry.level_sets.rotations import orthonormal, orthonormal_parts
from tests.draws import draws

R = [["a1", "a2", "a3"], ["b1", "b2", "b3"], ["c1", "c2", "c3"]]
COLUMNS = [[row[j] for row in R] for j in range(3)]
ORTHONORMAL = [
    " + ".join(f"{x}*{y}" for x, y in zip(COLUMNS[i], COLUMNS[j])) + f" - {int(i == j)}"
    for i in range(3)
    for j in range(i, 3)
]
QUATERNION = {
    "w1": "2*(a*b' - b*a' + d*c' - c*d')",
    "w2": "2*(a*c' - c*a' + b*d' - d*b')",
    "w3": "2*(a*d' - d*a' + c*b' - b*c')",
}
POSITIVE = st.integers(1, 5)


def body_on_a_point(moments, height="c3") -> nh.readers.case.Case:
    """A heavy body with a fixed point, by the columns of its rotation matrix."""
    kinetic = " + ".join(
        f"{J}/2*(" + " + ".join(f"{x}'**2" for x in column) + ")"
        for J, column in zip(moments, COLUMNS)
    )
    names = [name for row in R for name in row]
    return nh.System(names, f"{kinetic} - {height}", [], ORTHONORMAL)


# what follows of R^T R = 1 ----------------------------------------------------------------------
@given(st.randoms(use_true_random=False))
@settings(max_examples=draws(8))
def test_a_matrix_is_seen_in_whatever_order_it_is_written(rng: random.Random):
    rows = [row[:] for row in R]
    rng.shuffle(rows)
    functions = ORTHONORMAL[:]
    rng.shuffle(functions)
    names = [name for row in rows for name in row]
    case = nh.System(names, None, [], functions)
    chart, levels = case.system.chart, case.system.holonomic
    (matrix,) = orthonormal(levels, chart.q)
    parts = orthonormal_parts(levels, chart.q)
    # three turns about different axes obey one list, their mirror images the other
    turn = [["3/5", "-4/5", "0"], ["4/5", "3/5", "0"], ["0", "0", "1"]]
    for sign, vanishing in zip((1, -1), parts if determinant_sign(matrix) > 0 else parts[::-1]):
        at = {
            chart.graph.symbol(R[i][j]): case.scope.expression(turn[i][j]) * (sign if j == 2 else 1)
            for i in range(3)
            for j in range(3)
        }
        assert all(e.subs(at).is_zero for e in vanishing)
        assert not all(
            e.subs({**at, chart.graph.symbol("c3"): chart.graph.lift(-sign)}).is_zero
            for e in vanishing
        )


def determinant_sign(matrix) -> int:
    """Is the matrix that was seen R, or R with rows or columns exchanged oddly?"""
    rows = [[R_place(e.args) for e in row] for row in matrix]
    across = [rows[0][j][1] for j in range(3)]
    down = [rows[i][0][0] for i in range(3)]
    return parity(across) * parity(down)


def R_place(name: str) -> tuple[int, int]:
    return "abc".index(name[0]), "123".index(name[1])


def parity(order) -> int:
    return (-1) ** sum(order[i] > order[j] for j in range(3) for i in range(j))


def test_what_is_no_such_matrix_is_left_alone():
    case = nh.System("x y z w", None, [], ["x**2 + y**2 - 1", "z**2 + 2*w**2 - 1", "x*z + y*w"])
    assert orthonormal_parts(case.system.holonomic, case.system.chart.q) == [[]]


@given(st.tuples(POSITIVE, POSITIVE, POSITIVE))
@settings(max_examples=draws(3))
def test_a_heavy_body_in_a_rotation_matrix_rests_upright_and_hanging(moments):
    """The axis e_3 is vertical, the body free in yaw; also on the part of mirror images."""
    answer = nh.equilibrium(body_on_a_point(moments))
    assert answer.complete and len(answer.found) == 8
    for rest in answer.found:
        height = str(rest.values["c3"])
        assert height in ("1", "-1") and len(rest.free) == 1
        assert rest.stability.verdict == ("unstable" if height == "1" else "stable as a family")


def test_a_heavy_body_in_quaternions_is_stable_as_a_family_where_it_hangs():
    case = nh.System(
        "a b c d",
        "(2*w1**2 + 3*w2**2 + 4*w3**2)/2 - (a**2 + d**2 - b**2 - c**2)",
        [],
        ["a**2 + b**2 + c**2 + d**2 - 1"],
        velocities=QUATERNION,
    )
    verdicts = {
        (str(rest.values["a"]) == "0"): rest.stability.verdict
        for rest in nh.equilibrium(case).found
    }
    assert verdicts == {True: "stable as a family", False: "unstable"}


# a minimum across a family ----------------------------------------------------------------------
CIRCLE = ["x**2 + y**2 - 1"]
KINETIC = "(x'**2 + y'**2 + z'**2)/2"


@pytest.mark.parametrize(
    "names, lagrangian, levels, verdicts",
    [
        # nothing holds y: a shift along the family changes nothing
        ("x y", "(x'**2 + y'**2 - x**2)/2", [], {"stable as a family"}),
        ("x y", "(x'**2 + y'**2 + x**2)/2", [], {"unstable"}),
        # a circle, the same all along
        ("x y z", f"{KINETIC} - z**2", CIRCLE, {"stable as a family"}),
        ("x y z", f"{KINETIC} - z**2*(1 + x**2 + y**2)", CIRCLE, {"stable as a family"}),
        # the minimum is lost at x = -1; it is not proved here where it is not the same all along
        ("x y z", f"{KINETIC} - z**2*(1 + x)", CIRCLE, {"undecided"}),
        # not bounded: far away the hill is as low as you like
        ("x z", "(x'**2 + z'**2)/2 - z**2/(1 + x**2)", [], {"undecided"}),
        ("x z", "(x'**2 + z'**2)/2 - exp(-x)*z**2", [], {"undecided"}),
        # a valley whose sides are as steep all along, or nowhere less steep than somewhere
        ("x z", "(x'**2 + z'**2)/2 - (z - x**2)**2", [], {"stable as a family"}),
        ("x z", "(x'**2 + z'**2)/2 - z**2*(1 + x**2)", [], {"stable as a family"}),
        ("x z", "(x'**2 + z'**2)/2 - z**2*(2 + sin(x))", [], {"stable as a family"}),
        ("x y z", f"{KINETIC} - z**2*(2 + sin(x)) - y**2", [], {"stable as a family"}),
        ("x z", "(x'**2 + z'**2)/2 - z**2*(1 + sin(x))", [], {"undecided"}),
        ("x z", "(x'**2 + exp(x)*z'**2)/2 - z**2*(1 + x**2)", [], {"undecided"}),
        ("x z", "(x'**2 + z'**2)/2 - z**2*(1 + x**2) + z**4*x**4", [], {"undecided"}),
        # the inertia changes along it, and is positive everywhere, or not
        ("a b", "(2 + cos(b))*a'**2 + b'**2", [], {"stable as a family"}),
        ("a b", "a'**2 + b'**2 + a'*b'*cos(a - b)", [], {"stable as a family"}),
        ("a b", "(1 + cos(b))*a'**2 + b'**2", [], {"undecided"}),
        ("a b", "a'**2 + b'**2 + 2*a'*b'*cos(a - b)", [], {"undecided"}),
        ("x a", "exp(x)*a'**2 + x'**2", [], {"undecided"}),
        # flat across, too
        ("x z", "(x'**2 + z'**2)/2 - z**4", [], {"undecided", "stable"}),
    ],
)
def test_families_of_rests(names, lagrangian, levels, verdicts):
    answer = nh.equilibrium(nh.System(names, lagrangian, [], levels))
    assert {rest.stability.verdict for rest in answer.found} <= verdicts


def test_a_circle_of_minima_without_a_level():
    answer = nh.equilibrium(nh.System("x y", "(x'**2 + y'**2)/2 - (x**2 + y**2 - 1)**2"))
    verdicts = {bool(r.free): r.stability.verdict for r in answer.found}
    assert verdicts == {True: "stable as a family", False: "unstable"}


@pytest.mark.parametrize("sign, verdict", [("-", "stable as a family"), ("+", "unstable")])
def test_a_blade_may_turn_along_the_family(sign, verdict):
    """Energy bounds the motion whatever the rows that are not holonomic."""
    blade = nh.System("x y a", f"(x'**2 + y'**2 + a'**2 {sign} x**2)/2", ["x'*sin(a) = y'*cos(a)"])
    middle = [r for r in nh.equilibrium(blade).found if "x" in r.values]
    assert {r.stability.verdict for r in middle} <= {verdict, "undecided"}
    assert sign == "+" or {r.stability.verdict for r in middle} == {verdict}


@pytest.mark.parametrize("field", ["x*y' - y*x'", "sin(x)*z'", "x^2*y*z' - exp(z)*x'"])
@pytest.mark.parametrize("rows", [[], ["z' = y x'"]])
def test_gyroscopic_forces_leave_a_family_of_rests_stable(field, rows):
    """A charge in a magnetic field that is not the same all along keeps its energy."""
    charge = nh.System("x y z", f"(x'^2 + y'^2 + z'^2)/2 + {field}", rows)
    answer = nh.equilibrium(charge)
    assert {r.stability.verdict for r in answer.found} == {"stable as a family"}


@given(POSITIVE, st.integers(-3, 3).filter(bool), POSITIVE)
@settings(max_examples=draws(6))
def test_a_circle_of_rests_is_stable_as_the_potential_across_it_bends(mass, bend, size):
    level = [f"x**2 + y**2 - {size}**2"]
    lagrangian = f"{mass}*(x'**2 + y'**2)/2 + z'**2/2 - {bend}*z**2/2 - z**3"
    verdicts = {
        r.stability.verdict
        for r in nh.equilibrium(nh.System("x y z", lagrangian, [], level)).found
        if str(r.values["z"]) == "0"
    }
    assert verdicts == {"stable as a family" if bend > 0 else "unstable"}


def test_damping_along_a_family_of_rests():
    """The bob of a pendulum with a wheel that turns freely, damped in the swing."""
    case = nh.System("a s", "(a'**2 + s'**2)/2 + cos(a)", forces={"a": "-a'"}, parameters={})
    down = next(r for r in nh.equilibrium(case).found if str(r.values["a"]) == "0")
    assert down.stability.verdict == "stable as a family"


# eigenvalues on the imaginary axis --------------------------------------------------------------
@given(st.integers(1, 4), st.integers(1, 6), st.sampled_from([0, 1, -2]))
@settings(max_examples=draws(10))
def test_a_field_holds_a_charge_on_a_hill_if_it_is_strong(hill, field, bend):
    """x'' = B y' + k x: s^4 + (B^2 - 2 k) s^2 + k^2 has imaginary roots where B^2 > 4 k; where
    B^2 = 4 k the double ones lack eigenvectors, and motions of the linear equations grow.  By
    h + c I the quartic hill changes nothing."""
    lagrangian = (
        f"(x'**2 + y'**2)/2 + {field}*(x*y' - y*x')/2 + {hill}*(x**2 + y**2)/2"
        f" + {bend}*(x**2 + y**2)**2"
    )
    rests = nh.equilibrium(nh.System("x y", lagrangian)).found
    top = next(r for r in rests if {str(e) for e in r.values.values()} == {"0"})
    strong = field**2 - 4 * hill
    if strong > 0:
        assert top.stability.verdict == "stable"
    elif strong < 0:
        assert top.stability.verdict == "unstable"
    else:
        assert top.stability.verdict == ("undecided" if bend else "unstable")


def test_equal_eigenvalues_of_two_charges_do_no_harm():
    one = "(x'**2 + y'**2)/2 + 3*(x*y' - y*x')/2 + (x**2 + y**2)/2"
    two = "(u'**2 + w'**2)/2 + 3*(u*w' - w*u')/2 + (u**2 + w**2)/2"
    (top,) = nh.equilibrium(nh.System("x y u w", f"{one} + {two}")).found
    assert top.stability.verdict == "stable"
    assert {n for _, n in top.stability.eigenvalues} == {2}


def test_no_momentum_is_kept_on_a_hill_that_is_not_round():
    """The eigenvalues stay imaginary, and nothing is proved."""
    hill = "(x'**2 + y'**2)/2 + 3*(x*y' - y*x')/2 + (x**2 + 2*y**2)/2 + x**4"
    (top,) = (
        r
        for r in nh.equilibrium(nh.System("x y", hill)).found
        if {str(e) for e in r.values.values()} == {"0"}
    )
    assert top.stability.verdict == "undecided"
