"""Rests where coordinates lose their meaning: what is one, and what the chart alone lets balance."""

from __future__ import annotations

from itertools import product

import pytest

import nonholo as nh
from nonholo.expression.graph import Graph
from nonholo.geometry.constraints.chart import chart
from nonholo.geometry.level_sets.sheets import sheets
from nonholo.linear.elimination import vanishes
from nonholo.views.equilibrium.text import equilibrium_text

POLAR = "(r'**2 + r**2*phi'**2)/2"
PARABOLOID = "(x'**2 + y'**2 + (2*x*x' + 2*y*y')**2)/2 - (x**2 + y**2)"
ROLLING = [
    "x' = R/n*(b'*cos(a) - c'*sin(a)*cos(b) + 2*y*(b'*sin(a) + c'*cos(a)*cos(b)))",
    "y' = -R/n*(a' + c'*sin(b) + 2*x*(b'*sin(a) + c'*cos(a)*cos(b)))",
]


def places(rests) -> list[dict[str, str]]:
    return [{n: str(e) for n, e in one.items()} for one in rests]


def bowl() -> nh.readers.case.Case:
    """A ball that rolls in a paraboloid bowl; turned by Cardan's angles a, b, c."""
    return nh.System(
        "x y a b c",
        f"{PARABOLOID} + J/2*(a'**2 + b'**2 + c'**2 + 2*a'*c'*sin(b))",
        [row.replace("R/n", "R/sqrt(1 + 4*x**2 + 4*y**2)") for row in ROLLING],
    )


@pytest.mark.parametrize("power", [1, 2])
def test_factors_that_equations_share_are_parted_once(power):
    """The rests of a spheroid on a plane: cos(a) cos(b) = 0, or upright."""
    plane = chart(Graph(), ["a", "b"])
    a, b = plane.q
    sin, cos = a.graph.sin, a.graph.cos
    equations = [sin(a) * cos(a) * cos(b) ** power, cos(a) ** power * sin(b) * cos(b)]
    solved = [{str(q): str(e) for q, e in s.values.items()} for s in sheets(equations, plane)]
    lying = [{q: e} for q in "ab" for e in ("pi/2", "3*pi/2")]
    upright = [{"a": x, "b": y} for x in ("0", "pi") for y in ("0", "pi")]
    assert sorted(map(str, (sorted(s.items()) for s in solved))) == sorted(
        str(sorted(s.items())) for s in (*lying, *upright)
    )
    answer = nh.equilibrium(nh.System("a b", "(a'**2 + b'**2)/2 - cos(a)**2*cos(b)**2"))
    assert answer.complete and len(answer.found) == 8


@pytest.mark.parametrize("of", [(4, 3), (3, 4, 1), (7, 5, 6), (4, 4, 6)])
def test_factors_that_all_equations_share_are_followed_apart(of):
    """The zeros are those of a grid: Klebsch and Tisserand's potential on Suslov's body, others.

    Bits of a number: which of sin(b), cos(b) and sin(2 b) - 3 stand beside the shared factors.
    """
    plane = chart(Graph(), ["a", "b"])
    a, b = plane.q
    sin, cos, pi = a.graph.sin, a.graph.cos, a.graph.pi
    factors = [sin(b), cos(b), sin(2 * b) - 3]
    own = [[g for k, g in enumerate(factors) if bits >> k & 1] for bits in of]
    shared = [sin(a) ** n * cos(a) * sin(a + b) for n, _ in enumerate(own, start=1)]
    equations = [a.graph.product([(g, 1) for g in (c, *gs)]) for c, gs in zip(shared, own)]
    solved = sheets(equations, plane)
    for x, y in product(range(8), repeat=2):
        there = {a: pi * x / 4, b: pi * y / 4}
        on_one = any(
            all(vanishes(sin((q - e).subs(there))) for q, e in s.values.items()) for s in solved
        )
        assert on_one or not all(vanishes(e.subs(there)) for e in equations)
    assert all(vanishes(e.subs(s.values)) for s in solved for e in equations)


def test_gears_rest_on_two_lines():
    """cos(a + 2 b) is a function of one angle, whichever coordinate it is solved for."""
    answer = nh.equilibrium(nh.System("a b", "(a'**2 + b'**2)/2 + cos(a + 2*b)"))
    assert answer.complete
    told = [{n: str(e) for n, e in one.values.items()} for one in answer.found]
    assert told == [{"a": "-2*b"}, {"a": "pi - 2*b"}]


def test_rests_of_suslovs_body_in_a_potential_of_squares():
    heavy = "sin(q)^2*(sin(r)^2/2 + cos(r)^2/4) + cos(q)^2"
    body = nh.System("p q r", f"(p'^2 + q'^2 + r'^2)/2 - {heavy}", ["r' = -p'*cos(q)"])
    answer = nh.equilibrium(body)
    assert answer.complete
    assert sorted(str(one.values["q"]) for one in answer.found) == ["-pi/2", "0", "pi", "pi/2"]


def test_terms_that_cancel_are_no_equation_for_their_coordinate():
    plane = chart(Graph(), ["x", "y", "a"])
    x, y, a = plane.q
    sin, cos = a.graph.sin(a), a.graph.cos(a)
    solved = sheets([2 * x * y * sin - x * (2 * y * sin + cos)], plane)
    assert {str(next(iter(sheet.values))) for sheet in solved} == {"x", "a"}


def test_a_ball_rests_at_the_bottom_of_a_bowl_whatever_its_angles():
    """Where Cardan's angles are singular its rotation has other angles at which it is pushed."""
    answer = nh.equilibrium(bowl())
    assert answer.complete
    assert places(one.values for one in answer.found) == [{"x": "0", "y": "0"}]
    assert {one["b"] for one in places(answer.artefacts)} == {"pi/2", "-pi/2"}


@pytest.mark.parametrize("rubber", [True, False])
def test_a_ball_on_a_ball_rests_on_top_and_below(rubber):
    """Of the solutions where an angle of Euler fails too, none balances: eight for rubber."""
    out = "(q'*cos(p - a) + s'*sin(q)*sin(p - a))"
    across = "(q'*sin(p - a) - s'*sin(q)*cos(p - a))"
    up = "(p' + s'*cos(q))"
    rows = [
        f"(R + r)*b' = r*{across}",
        f"(R + r)*sin(b)*a' = -r*({out}*cos(b) - {up}*sin(b))",
        *[f"{out}*sin(b) + {up}*cos(b) = 0"] * rubber,
    ]
    turning = "J/2*(p'**2 + q'**2 + s'**2 + 2*p'*s'*cos(q))"
    moving = "m*(R + r)**2/2*(b'**2 + sin(b)**2*a'**2)"
    case = nh.System(
        "a b p q s",
        f"{moving} + {turning} - m*g*(R + r)*cos(b)",
        rows,
        parameters={name: {"positive": True} for name in ("R", "r", "m", "g", "J")},
    )
    answer = nh.equilibrium(case)
    assert places(one.values for one in answer.found) == [{"b": "0"}, {"b": "pi"}]


@pytest.mark.parametrize("force", ["cos(phi)", "sin(phi)"])
def test_the_pole_is_no_rest_of_a_particle_that_is_pushed(force):
    case = nh.System("r phi", f"{POLAR} - r*{force}")
    answer = nh.equilibrium(case)
    assert answer.complete and not answer.found
    assert {one["r"] for one in places(answer.artefacts)} == {"0"}
    (there,) = {one["phi"] for one in places(answer.artefacts)} & {"pi/2", "0"}
    with pytest.raises(nh.errors.InadmissibleState, match="the coordinates lose their meaning"):
        nh.equilibrium(case, at={"phi": there})


@pytest.mark.parametrize("angle", ["3*phi", "15*phi"])
def test_the_pole_is_no_rest_where_the_force_vanishes_at_several_angles(angle):
    """r cos(3 phi) vanishes again a third of half a turn further, r cos(15 phi) at a fifth too."""
    assert not nh.equilibrium(nh.System("r phi", f"{POLAR} - r*cos({angle})")).found


@pytest.mark.parametrize(
    ("names", "lagrangian"),
    [
        ("r phi", f"{POLAR} - r**2/2"),
        ("theta phi", "(theta'**2 + phi'**2*sin(theta)**2)/2 + cos(theta)"),
        ("x y", "x'**2/2 - (x - y)**2/2 - y**2/2"),  # y without mass everywhere
    ],
)
def test_a_true_rest_is_told_where_the_mass_matrix_is_singular(names, lagrangian):
    answer = nh.equilibrium(nh.System(names, lagrangian))
    assert answer.found and not answer.artefacts


@pytest.mark.parametrize("turned", ["(phi)", "(phi + pi/6)", "(phi + 1)"])
def test_a_ball_on_sloping_rails_rests_at_no_angles(turned):
    """At theta = 0 Euler's angles show that it can roll only where phi is one of two angles."""
    rows = [
        f"x' = r*(theta'*sin{turned} - psi'*sin(theta)*cos{turned})",
        f"theta'*cos{turned} + psi'*sin(theta)*sin{turned}",
        "phi' + psi'*cos(theta)",
    ]
    kinetic = "x'**2 + phi'**2 + theta'**2 + psi'**2 + 2*phi'*psi'*cos(theta)"
    answer = nh.equilibrium(nh.System("x phi theta psi", f"({kinetic})/2 + k*x", rows))
    assert places(answer.artefacts) == [{"theta": "0"}, {"theta": "pi"}] and not answer.found


def test_what_is_left_out_is_told():
    answer = nh.equilibrium(nh.System("r phi", f"{POLAR} - r*cos(phi)"))
    assert "left out  r = 0, phi = pi/2 or r = 0, phi = -pi/2: the coordinates" in equilibrium_text(
        answer
    )
