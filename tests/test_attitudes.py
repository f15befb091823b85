"""A ball whose attitude is a unit quaternion or a rotation matrix: coordinates with relations of
second degree between them."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

import nonholo as nh

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


@pytest.mark.parametrize("name", UNIT)
def test_the_verdict_is_that_of_the_ball(name):
    """Only what makes the coordinates an attitude is holonomic; positions are not restricted."""
    verdict = nh.check(nh.case(name))
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
