"""Momenta along horizontal symmetries: published momentum equations, and the law on random
motions of cases.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from test_dynamics import Problem

import nonholo as nh
from nonholo.algebra.lowest import factors_below
from nonholo.decide.zero import decide_zero
from nonholo.dynamics.conserved import rate_on_motion
from nonholo.dynamics.momentum import horizontal_momenta, rate_of_component
from nonholo.findings.conservation import momenta
from nonholo.findings.side_by_side import compare
from nonholo.geometry.constraints.pfaffian import independent_rows
from nonholo.geometry.distribution.distribution import distribution
from nonholo.geometry.zeros.signs import never_vanishes
from nonholo.linear.elimination import dot, vanishes
from nonholo.readers.case_file import read_case

CASES = Path(__file__).parent.parent / "cases"


@pytest.mark.parametrize(
    "beside", ["x*abs(y')", "x*y'*sign(z')", "x*(log(y') - log(2*y'))", "x*atan(tan(y'))", "x*y'"]
)
def test_a_component_without_accelerations_changes_as_on_the_motion(beside):
    """y'' = -x' sign(y') with x |y'| in L, of which no second slope tells."""
    found = compare(nh.System("x y z", f"(x'^2 + y'^2 + z'^2)/2 + {beside}"))
    for v in found.system.chart.v:
        rate = rate_of_component(found.system, found.distribution, v)
        there = rate_on_motion(found.system, found.distribution, found.reference, v)
        assert (rate is None) == (beside != "x*y'")
        assert rate is None or vanishes(rate - there)
    assert all(entry.agrees is not False for entry in found.entries)


def of(stem: str):
    case = read_case(CASES / f"{stem}.toml")
    found = compare(case, undecided=True)
    return case, found, momenta(found)


def test_the_snakeboard():
    """BlochKrishnaprasadMarsdenMurray1996: one momentum of three symmetries, driven by the rotor
    and the steering.
    """
    case, _, found = of("snakeboard")
    first = found[0]
    read = case.scope.expression
    assert dict(first.along).keys() == {"x", "y", "theta"}
    expected = (
        "m*l*cos(phi)*(xdot*cos(theta) + ydot*sin(theta)) + sin(phi)*(m*l**2*thetadot + Jr*psidot)"
    )
    assert decide_zero(first.value - read(expected)).proved
    assert decide_zero(first.rate - read("Jr*psidot*phidot*cos(phi)")).proved
    assert [m.kept for m in found[1:]] == [True, True]


@pytest.mark.parametrize(
    "stem",
    [
        "chaplygin_sleigh",
        "snakeboard",
        "vertical_disk",
        "rolling_disk",
        "rosenberg_particle",
        "ball_on_turntable",
        "lemos_affine_particle",
    ],
)
def test_the_momentum_equation_holds_on_the_motion(stem):
    """Its rate is that of the true motion, and the symmetry obeys the constraints."""
    _, found, every = of(stem)
    assert every
    for m in every:
        true = rate_on_motion(found.system, found.distribution, found.reference, m.value)
        assert decide_zero(true - m.rate).proved
        chart = found.system.chart
        xi = [dict(m.along).get(n, chart.graph.zero) for n in chart.names]
        assert all(
            decide_zero(dot(chart.graph, row, xi)).proved
            for row in found.distribution.pfaffian.matrix
        )


def test_forces_work_along_the_symmetry():
    p = Problem("x y", "(x'**2 + y'**2)/2", "y' = 2*x'", forces={"x": "u"}, parameters="u")
    (only,) = momenta(p.compared)
    assert not only.kept and decide_zero(only.rate / dict(only.along)["x"] - p.read("u")).proved


def test_without_cyclic_coordinates_there_is_none():
    assert momenta(Problem("x y", "(x'**2 + y'**2)/2 - x*y", "y' = x*x'").compared) == ()


@pytest.mark.parametrize(
    "stem",
    [
        "ball_in_quaternions",
        "chaplygin_sleigh",
        "lemos_integrable_pair",
        "moving_circle_any_centre",
        "sled_with_arm",
        "snakeboard",
    ],
)
def test_no_rate_has_a_pole_that_the_motion_has_not(stem):
    """By x' alone the momentum along a blade would have one where the blade looks along y."""
    system = nh.case(stem).system
    rows, _, _ = independent_rows(system.pfaffian)
    d = distribution(rows)
    found = horizontal_momenta(system, d)
    assert found
    for momentum in found:
        below = factors_below([momentum.rate], 10**7)
        assert all(never_vanishes(f, d.chart) for f in below if f.has([*d.chart.q, d.chart.t]))
