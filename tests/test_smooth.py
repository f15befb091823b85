"""Smooth constraints: virtual work of the reactions, and the equations of the multipliers alone."""

from __future__ import annotations

import json

import pytest
from hypothesis import given

import nonholo as nh
from nonholo.cli import main
from nonholo.dynamics.equations import motion
from nonholo.dynamics.smooth import multiplier_system, smooth_reactions
from nonholo.errors import NotApplicable, SingularMass
from nonholo.formulations.multipliers import multipliers
from nonholo.linear.elimination import dot, vanishes
from nonholo.testing import strategies


# published results ------------------------------------------------------------------------------
def test_the_cylinder_on_an_incline_has_one_equation_for_its_friction():
    """MuellerURI, exercise mex32: (1/m + R^2/I) lambda = -g sin(al), I = m R^2/2."""
    found = nh.multiplier_equations("cases/rolling_cylinder.toml")
    assert str(found.matrix) == "[[3/m]]" and str(found.right) == "(-g*sin(al),)"


def test_a_wedge_that_is_driven_does_work_but_no_virtual_work():
    """A bead on a moving guide: the reaction is smooth, and has power (Pars1965, acatastatic)."""
    case = nh.System("x y", "m*(x'**2 + y'**2)/2", [], ["y - c*x - b*t**2"], parameters="m c b")
    (one,) = nh.compare(case).smooth
    assert one.smooth.answer and one.smooth.proved and not one.power.is_zero


# laws -------------------------------------------------------------------------------------------
@given(strategies.small_settings())
def test_the_multipliers_of_the_motion_solve_their_own_equations(setting):
    system, d = setting
    try:
        true = motion(multipliers(system, d))
        own = multiplier_system(system, d)
    except SingularMass:
        return
    graph = d.chart.graph
    for row, b in zip(own.matrix, own.right, strict=True):
        assert vanishes(dot(graph, row, true.multipliers) - b)


@given(strategies.small_settings())
def test_the_matrix_is_symmetric(setting):
    system, d = setting
    try:
        matrix = multiplier_system(system, d).matrix
    except SingularMass:
        return
    assert all(vanishes(matrix[i][j] - matrix[j][i]) for i in range(d.k) for j in range(i))


@given(strategies.small_settings())
def test_every_reaction_is_smooth(setting):
    system, d = setting
    try:
        true = motion(multipliers(system, d))
    except SingularMass:
        return
    found = smooth_reactions(system, d, true)
    assert len(found) == d.k and all(one.smooth.answer for one in found)
    graph = d.chart.graph
    velocities = [d.restrict(v) for v in d.chart.v]
    for one in found:
        assert vanishes(dot(graph, one.force, velocities) - one.power)


# words ------------------------------------------------------------------------------------------
def test_the_command_gives_the_system_in_three_styles(capsys):
    coin = "cases/rolling_coin.toml"
    assert main(["equations", coin, "--system"]) == 0
    assert "(2*sin(theta)**2 + 1)/m" in capsys.readouterr().out
    assert main(["equations", coin, "--form", "multipliers", "--system", "--as", "latex"]) == 0
    assert r"\begin{pmatrix}" in capsys.readouterr().out
    assert main(["equations", coin, "--system", "--json"]) == 0
    record = json.loads(capsys.readouterr().out)
    assert record["multipliers"] == ["lambda_1", "lambda_2"] and len(record["matrix"]) == 2


@pytest.mark.parametrize(
    "arguments, words",
    [
        (["--system", "--form", "maggi"], "--system goes with --form multipliers"),
        (["--system", "--as", "python"], "--system is written as text, latex or json"),
    ],
)
def test_what_does_not_go_together_is_refused(arguments, words, capsys):
    assert main(["equations", "cases/rolling_coin.toml", *arguments]) == 2
    assert words in capsys.readouterr().err


def test_without_a_lagrangian_there_are_no_multipliers():
    with pytest.raises(NotApplicable, match="need a Lagrangian"):
        nh.multiplier_equations(nh.constraints("dz = y dx"))


def test_a_comparison_tells_the_virtual_work(capsys):
    assert main(["compare", "cases/rolling_cylinder.toml"]) == 0
    assert "sum R_i δq_i = 0 for all virtual displacements: smooth" in capsys.readouterr().out
