"""Coefficients that are not Lipschitz: leaves can meet there, so no first integral confines the
motion.
"""

from __future__ import annotations

import pytest

import nonholo as nh
from nonholo.geometry.accessibility.lipschitz import rough


@pytest.mark.parametrize(
    ("constraint", "expected"),
    [
        ("dx = 3*x**(2/3)*dy", True),
        ("dx = sqrt(abs(x))*dy", True),
        ("dx = acos(x)*dy", True),
        ("x' = x**(1/3)", True),
        ("dx = sqrt(x**2)*dy", False),
        ("dx = sqrt(x**2 + 1)*dy", False),
        ("dx = x**(3/2)*dy", False),
        ("dx = dy/sqrt(x)", False),
        ("dx = sqrt(2)*x*dy", False),
        ("dx = abs(x)*dy", False),
    ],
)
def test_which_coefficients_are_rough(constraint, expected):
    assert rough(nh.constraints(constraint).system.pfaffian) is expected


@pytest.mark.parametrize(
    ("constraint", "accessible"),
    [
        ("dx = 3*x**(2/3)*dy", None),
        ("dx = acos(x)*dy", None),
        ("dx = sqrt(x**2 + 1)*dy", False),
        ("dx = x*dy", False),
    ],
)
def test_leaves_may_meet_where_the_slope_is_infinite(constraint, accessible):
    found = nh.check(nh.constraints(constraint))
    assert (found.verdict, found.accessible) == ("holonomic", accessible)
    assert ("leaves can meet where a root" in found.accessibility.by) == (accessible is None)


def test_no_path_is_refused_by_an_integral_that_paths_can_change():
    """From (1, 0) down to x = 0, along it, and up again to (1, 5): x^(1/3) - y is 1 at first, -4
    in the end.
    """
    path = nh.steer(nh.constraints("dx = 3*x**(2/3)*dy"), {"x": 1, "y": 0}, {"x": 1, "y": 5})
    assert path.possible is not False


@pytest.mark.parametrize(
    ("lines", "assumed", "accessible"),
    [
        ("y, x", {}, None),
        ("x - y, y + 1", {}, None),
        ("y, x**2 + 1", {}, False),
        ("y**2 + 1, x", {}, False),
        ("y, x", {"x": {"positive": True}}, False),
        ("y, x", {"y": {"positive": True}}, False),
    ],
)
def test_leaves_can_meet_where_atan2_jumps(lines, assumed, accessible):
    """atan2(y, x) + atan2(x, y) is pi/2, or -3 pi/2 where both are negative: around the origin a
    loop changes z.
    """
    first, second = lines.split(", ")
    row = f"zdot - (atan2({first}, {second}) + atan2({second}, {first}))*(x*ydot + y*xdot)"
    coordinates = {name: assumed.get(name, {}) for name in ("x", "y", "z")}
    found = nh.check(nh.System(coordinates, constraints=[row]))
    assert (found.verdict, found.accessible) == ("holonomic", accessible)


def test_leaves_can_meet_where_a_sign_changes():
    """z - y stays where x > 0, z + y where x < 0: a way around the origin changes z."""
    found = nh.check(nh.constraints("zdot = sign(x)*ydot"))
    assert (found.verdict, found.accessible) == ("holonomic", None)
