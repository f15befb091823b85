"""A ball whose attitude is a unit quaternion or a rotation matrix: coordinates with relations of
second degree between them."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
import sympy
import sympy.physics.mechanics as me
from hypothesis import given, settings
from hypothesis import strategies as st

import nonholo as nh
from tests.draws import draws
from tests.test_regular_velocities import agrees_at, regular_at

QUATERNION, MATRIX = "ball_in_quaternions", "ball_in_rotation_matrix"
UNIT = {
    QUATERNION: {"q0": 1},
    MATRIX: {"a11": 1, "a22": 1, "a33": 1},
}


@cache
def motion(name: str):
    """The motion that the case file asks for."""
    return nh.simulate(nh.case(name))


def identity(name: str) -> dict[str, int]:
    """The configuration without a turn, at the origin."""
    return {**dict.fromkeys(nh.case(name).system.chart.names, 0), **UNIT[name]}


@cache
def judged(name: str):
    return nh.check(nh.case(name))


@pytest.mark.parametrize("name", UNIT)
def test_the_verdict_is_that_of_the_ball(name):
    """Only what makes the coordinates an attitude is holonomic; positions are not restricted."""
    verdict = judged(name)
    chart = nh.case(name).system.chart
    relations = len(nh.case(name).system.holonomic)
    assert (verdict.verdict, verdict.relations) == ("partly holonomic", relations)
    assert verdict.growth.vector == (3, 5)
    assert chart.n - relations == 5


def test_formulations_agree_in_quaternions():
    compared = nh.compare(nh.case(QUATERNION))
    assert [m.agrees for m in compared.formulations].count(True) == 8
    assert compared.shortcut.answer is False


@pytest.mark.parametrize("name", UNIT)
def test_the_centre_moves_uniformly(name):
    for coordinate, speed in (("x", 0.28), ("y", -0.42)):
        assert np.abs(motion(name).q[coordinate] - speed * motion(name).t).max() < 1e-9


def test_matrix_and_quaternion_turn_alike():
    """R_12 = 2 (q1 q2 - q0 q3) and its like, at the end of the same motion."""
    matrix, quaternion = (
        [values[-1] for values in motion(name).q.values()][2:] for name in (MATRIX, QUATERNION)
    )
    w, x, y, z = quaternion
    turned = [
        [w * w + x * x - y * y - z * z, 2 * (x * y - w * z), 2 * (x * z + w * y)],
        [2 * (x * y + w * z), w * w - x * x + y * y - z * z, 2 * (y * z - w * x)],
        [2 * (x * z - w * y), 2 * (y * z + w * x), w * w - x * x - y * y + z * z],
    ]
    assert np.abs(np.reshape(matrix, (3, 3)) - turned).max() < 1e-8


@pytest.mark.parametrize("name", [QUATERNION, MATRIX])
def test_the_ball_is_steered_to_another_place_without_a_turn(name):
    """The end is on the leaf, and errors of the integration are no direction in which it moves."""
    here = identity(name)
    path = nh.steer(nh.case(name), here, {**here, "x": 1, "y": 1})
    assert path.found, path.reason
    assert path.receipt.end < 1e-9 and path.receipt.residual < 1e-9


def test_a_goal_that_is_no_attitude_is_refused():
    path = nh.steer(nh.case(QUATERNION), identity(QUATERNION), {**identity(QUATERNION), "q0": 2})
    assert path.possible is False


# velocities of the body -------------------------------------------------------------------------
WHOLE = st.integers(-3, 3)
TURN = st.tuples(WHOLE, WHOLE, WHOLE, WHOLE).filter(any)


def attitude(name: str, turn: tuple[int, ...]) -> np.ndarray:
    """A quaternion, or its rotation matrix by rows."""
    w, x, y, z = q = np.array(turn) / np.linalg.norm(turn)
    if name == QUATERNION:
        return q
    across = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return (np.eye(3) + 2 * w * across + 2 * across @ across).ravel()


@pytest.mark.parametrize("name", [QUATERNION, pytest.param(MATRIX, marks=pytest.mark.slow)])
@settings(max_examples=draws(2))
@given(turn=TURN, v=st.lists(WHOLE, min_size=11, max_size=11))
def test_the_motion_in_velocities_that_are_regular_everywhere(name, turn, v):
    """q'' = q'' of the equations with multipliers, and A N = 0, S N = 1, at any attitude."""
    case = nh.case(name)
    q = np.array([0.3, -0.2, *attitude(name, turn)])
    regular_at(case, q)
    agrees_at(case, q, np.array(v[: len(q)], float))


@pytest.mark.parametrize("name", UNIT)
def test_angular_velocity_is_constant(name):
    assert [e.is_zero for e in nh.regular_equations(nh.case(name)).rates] == [True] * 3


@pytest.mark.parametrize("name", UNIT)
def test_nothing_is_singular_on_the_set(name):
    verdict = judged(name)
    assert verdict.singular == ()
    assert (verdict.survey.strata.singular, verdict.survey.strata.complete) == ((), True)


def test_singular_points_on_the_set_are_not_overlooked():
    """On R R^T = 1 the last row vanishes where a33 = 0, which has points there."""
    given = nh.case(MATRIX).system
    case = nh.System(
        " ".join(given.chart.names),
        None,
        ["a33*x' = a33*y"],
        [str(f) for f in given.holonomic],
    )
    verdict = nh.check(case)
    assert verdict.singular != () and not verdict.survey.strata.regular


def test_small_motions_start_from_an_attitude():
    """From the initial one; from the lowest point where none is given."""
    case = nh.case(QUATERNION)
    small, there = (nh.linearise(case, at).matrices().M for at in (None, UNIT[QUATERNION]))
    assert np.array_equal(small, there)
    pendulum = nh.System(
        "x y",
        "m*(x'^2 + y'^2)/2 - m*g*y",
        holonomic_constraints=["x^2 + y^2 - l^2"],
        parameters={"m": 1, "g": 9, "l": 1},
    )
    assert nh.linearise(pendulum).eigenvalues().imag.round(9).tolist() == [-3, 3]


def model_of_body(orient, q, conditions, given=None):
    """A body with displaced mass centre whose frame is turned by `orient`, as a model of SymPy."""
    fixed, own = me.ReferenceFrame("N"), me.ReferenceFrame("B")
    orient(own, fixed)
    if given is not None:
        own.set_ang_vel(fixed, given(own))
    origin = me.Point("O")
    origin.set_vel(fixed, 0)
    centre = origin.locatenew("G", sympy.Rational(1, 2) * own.x + sympy.Rational(1, 3) * own.z)
    centre.v2pt_theory(origin, fixed, own)
    body = me.RigidBody("top", centre, own, 2, (me.inertia(own, 3, 4, 5), centre))
    body.potential_energy = 2 * centre.pos_from(origin).dot(fixed.z)
    model = me.System(fixed, origin)
    model.q_ind = q
    model.add_bodies(body)
    model.add_holonomic_constraints(*conditions)
    return model


def test_a_sympy_body_in_a_unit_quaternion_moves_as_in_angles():
    """What its angular velocity and the velocity of its mass centre are is judged where |q| = 1;
    SymPy's rotation matrix is quadratic, and a rotation there alone.
    """
    q = me.dynamicsymbols("q0:4")
    one = sum(c**2 for c in q) - 1
    quaternion = nh.from_sympy(model_of_body(lambda b, n: b.orient_quaternion(n, q), q, [one]))
    assert quaternion.system.chart.names == ("q0", "q1", "q2", "q3")
    angles = me.dynamicsymbols("a b c")
    cardan = nh.from_sympy(
        model_of_body(lambda b, n: b.orient_body_fixed(n, angles, "123"), angles, [])
    )
    start = {"adot": 0.4, "bdot": -0.3, "cdot": 0.7}
    turned = nh.simulate(cardan, 1.0, initial=start)
    halves = {f"q{i + 1}dot": rate / 2 for i, rate in enumerate(start.values())}
    there = nh.simulate(quaternion, 1.0, initial={"q0": 1, **halves})
    w, x, y, z = (there.q[f"q{i}"][-1] for i in range(4))
    a, b, c = (turned.q[name][-1] for name in "abc")
    assert 2 * (x * z + w * y) == pytest.approx(np.sin(b), abs=1e-9)
    assert 1 - 2 * (y * y + z * z) == pytest.approx(np.cos(b) * np.cos(c), abs=1e-9)
    assert 1 - 2 * (x * x + y * y) == pytest.approx(np.cos(a) * np.cos(b), abs=1e-9)


def test_a_body_of_unknown_velocity_is_refused_with_what_to_give():
    with pytest.raises(nh.errors.NotApplicable, match=r"try b_masscenter.set_vel\(N, ...\)"):
        nh.from_sympy([me.RigidBody("b")], q=[me.dynamicsymbols("x")], frame=me.ReferenceFrame("N"))


@pytest.mark.parametrize("length", [1, 2])
def test_an_angular_velocity_that_is_none_on_the_set_is_refused(length):
    q = me.dynamicsymbols("q0:4")
    t = me.dynamicsymbols._t
    relation = sum(c**2 for c in q) - length
    wrong = (lambda own: 2 * q[1].diff(t) * own.x) if length == 1 else None
    model = model_of_body(lambda b, n: b.orient_quaternion(n, q), q, [relation], wrong)
    with pytest.raises(nh.errors.NotApplicable, match="is not the rate of its orientation"):
        nh.from_sympy(model)
