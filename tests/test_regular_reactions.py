"""Reactions by regular velocities are those by the independent ones, and have no pole where the
motion has none."""

from __future__ import annotations

import pytest
from hypothesis import assume, given

import nonholo as nh
from nonholo.decide.relations import all_zero_on
from nonholo.decide.zero import decide_zero
from nonholo.findings.comparison import Comparison, not_judged
from nonholo.findings.comparison import compare as compare_derivations
from nonholo.findings.regular_form import by_independent, has_poles
from nonholo.testing.strategies import small_settings
from nonholo.views.comparison.text import compare_text
from nonholo.writing.present import presentable

CASTOR = nh.System(
    "x y theta psi",
    "m*(x'**2 + y'**2)/2 + J*theta'**2/2 + I*psi'**2/2",
    [
        "-x'*sin(theta) + y'*cos(theta) = 0",
        "x'*sin(theta+psi) - y'*cos(theta+psi) - a*theta'*cos(psi) - b*(theta'+psi') = 0",
    ],
    parameters={"m": 1, "J": "1/2", "I": "1/10", "a": "2/5", "b": "1/10"},
)
CASES = (
    "ball_in_quaternions",
    "chaplygin_sleigh",
    "driven_knife_edge",
    "moving_circle",
    "snakeboard",
)


def differences(compared: Comparison) -> list:
    """R by regular velocities less R by the independent ones, as functions of the latter."""
    form, d = compared.regular, compared.distribution
    return [a - b for a, b in zip(by_independent(form, d, form.reactions), compared.reactions)]


def refuses(nodes, chart, turn: int) -> bool:
    """Is one of them divided by 0 where every angle is so many quarter turns?"""
    graph = nodes[0].graph
    numbers = {s: graph.lift(k + 2) for k, s in enumerate(graph.unmask(graph.mask(nodes)))}
    angles = [q for q in graph.copy(list(chart.q)) if str(q) not in ("x", "y")]
    try:
        graph.substitute(list(nodes), numbers | dict.fromkeys(angles, graph.pi * turn / 2))
    except ZeroDivisionError:
        return True
    return False


@pytest.mark.parametrize("given_case", [CASTOR, *CASES], ids=str)
def test_they_are_the_same_reactions(given_case):
    compared = nh.compare(given_case)
    assert compared.regular.reactions
    assert all_zero_on(differences(compared), compared.system.relations).answer


@given(small_settings())
def test_they_are_the_same_in_random_systems(setting):
    assume(has_poles(setting[1]))
    compared = compare_derivations(*setting, judge=not_judged)
    assume(compared.regular is not None)
    assert all(decide_zero(e).answer is not False for e in differences(compared))


def test_the_blade_pushes_across_itself():
    """R = m u theta' (-sin, cos), which is finite where the blade looks along y."""
    blade = nh.compare(nh.System("x y a", "m*(x'**2 + y'**2 + a'**2)/2", ["sin(a) dx = cos(a) dy"]))
    assert str(presentable(blade.reactions[0])) == "-m*xdot*adot*sin(a)/cos(a)"
    told = [str(presentable(e)) for e in blade.regular.reactions]
    assert told == ["-m*adot*sin(a)*u1", "m*adot*cos(a)*u1", "0"]
    assert "in the regular velocities\n  on x  -m*adot*sin(a)*u1" in compare_text(blade)


@pytest.mark.parametrize("given_case", [CASTOR, *CASES[1:3], "snakeboard"], ids=str)
def test_they_have_no_pole_at_quarter_turns(given_case):
    compared = nh.compare(given_case)
    chart = compared.distribution.chart
    assert any(refuses(compared.reactions, chart, turn) for turn in range(4))
    assert not any(refuses(compared.regular.reactions, chart, turn) for turn in range(4))


def test_a_smooth_reaction_needs_no_long_accelerations():
    """A cart on two wheels with a castor whose wheel turns."""
    cart = nh.System(
        "x y th p1 p2 be ga",
        "m/2*(x'^2 + y'^2) + J/2*th'^2 + C/2*(p1'^2 + p2'^2) + K/2*(th' + be')^2 + D/2*ga'^2",
        [
            "y'*cos(th) = x'*sin(th)",
            "x'*cos(th) + y'*sin(th) + b*th' = R*p1'",
            "x'*cos(th) + y'*sin(th) - b*th' = R*p2'",
            "x'*cos(th + be) + y'*sin(th + be) + l*th'*sin(be) = r*ga'",
            "-x'*sin(th + be) + y'*cos(th + be) + l*th'*cos(be) - c*(th' + be') = 0",
        ],
        parameters=list("mJCKDbRlrc"),
    )
    assert all(one.smooth.proved for one in nh.compare(cart).smooth)
