"""Configurations of rest: published results first, then laws over random systems, then words."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, combinations_with_replacement, product
from math import acos, cos, isclose, sin, sqrt

import numpy as np
import pytest
from flint import fmpq_mat
from hypothesis import Phase, assume, given, settings
from hypothesis import strategies as st
from sympy import Integer, Matrix, Symbol, lambdify, symbols, sympify

import nonholo as nh
from nonholo.arithmetic.balls import Ball
from nonholo.arithmetic.numbers import Rational
from nonholo.cli import main
from nonholo.decide.ball import ball, balls
from nonholo.dynamics.equations import motion
from nonholo.dynamics.hurwitz import all_left
from nonholo.dynamics.statics import statics
from nonholo.errors import BadCase, InadmissibleState, NotApplicable
from nonholo.expression.graph import Graph
from nonholo.formulations.multipliers import multipliers
from nonholo.geometry.constraints.pfaffian import independent_at, independent_rows
from nonholo.geometry.distribution.distribution import distribution
from nonholo.linear.elimination import vanishes
from nonholo.numerics.krawczyk import MOST_ZEROS, zeros_in
from nonholo.readers.case_file import parse_case
from nonholo.views.equilibrium.record import equilibrium_record
from nonholo.views.equilibrium.text import equilibrium_text
from nonholo.work import Work
from tests.cones import ROLLING_CONE
from tests.draws import draws
from tests.shared_zeros import DRAWN, x_at_zero

HOOP = "m*R**2/2*(a'**2 + w**2*sin(a)**2) + m*g*R*cos(a)"


def hoop(w: float):
    numbers = {"m": 1, "R": "2/5", "g": 10, "w": w}
    case = nh.System("a", HOOP, parameters=numbers)
    return [at_numbers(case, one) for one in nh.equilibrium(case).found]


def at_numbers(case, one):
    """A rest with numbers for its letters."""
    values = {s.args: e for s, e in case.system.values.items()}

    def put(e):
        return e.subs({s: e.graph.lift(number(values[s.args])) for s in e.symbols()})

    return replace(one, values={name: put(e) for name, e in one.values.items()})


def number(e) -> Fraction:
    return Fraction(int(e.args.p), int(e.args.q))


def angle(one) -> float:
    (value,) = [*one.values.values(), *one.enclosure.values()]
    return float(value.str(20, radius=False)) if isinstance(value, Ball) else _float(value)


def _float(value) -> float:
    from nonholo.decide.ball import ball

    return float(ball(value, {}))


# published results ------------------------------------------------------------------------------
def test_beyond_its_critical_rate_a_hoop_holds_a_bead_at_its_side():
    """Goldstein2002: beyond w0 = sqrt(g/R) = 5 the bead rests at cos(a) = g/(R w^2)."""
    found = {round(angle(one), 9): one.stability.verdict for one in hoop(10)}
    side = round(acos(10 / (0.4 * 100)), 9)
    assert found == {0: "unstable", side: "stable", -side: "stable", 3.141592654: "unstable"}


def test_below_its_critical_rate_a_hoop_holds_a_bead_at_the_bottom_alone():
    found = {round(angle(one), 9): one.stability.verdict for one in hoop(4)}
    assert found == {0: "stable", 3.141592654: "unstable"}


def test_at_its_critical_rate_the_bottom_is_a_minimum_of_fourth_order():
    """V = m g R (a^4/8 + ...): linearisation says nothing."""
    verdicts = {round(angle(one), 9): one.stability.verdict for one in hoop(5)}
    assert verdicts == {0: "stable", 3.141592654: "unstable"}


@given(st.lists(st.integers(-3, 3), min_size=1, max_size=5), st.integers(1, 5))
def test_one_coordinate_is_stable_where_its_potential_has_a_strict_minimum(coefficients, lowest):
    """V = c_0 x^(lowest + 1) + ... has one at 0 if c_0 > 0 and lowest is odd."""
    assume(coefficients[0])
    terms = " + ".join(f"({c})*x**{lowest + i + 1}" for i, c in enumerate(coefficients))
    found = nh.equilibrium(nh.System("x", f"x'**2/2 - ({terms})"), at={"x": 0}).found
    least = coefficients[0] > 0 and lowest % 2 == 1
    assert found[0].stability.verdict == ("stable" if least else "unstable")


@pytest.mark.parametrize("name", ["angles", "cartesian"])
def test_a_double_pendulum_rests_in_four_ways_and_is_stable_in_one(name):
    found = nh.equilibrium(f"cases/double_pendulum_{name}.toml")
    verdicts = sorted(one.stability.verdict for one in found.found)
    assert found.complete and found.letters
    assert verdicts == ["stable", "unstable", "unstable", "unstable"]


def test_the_upright_bicycle_at_rest_has_the_published_eigenvalues():
    """MeijaardPapadopoulosRuinaSchwab2007, equation 5.1: v = 0."""
    (one,) = nh.equilibrium("cases/large/whipple_bicycle.toml", at={}).found
    assert one.stability.verdict == "unstable"
    own = sorted(float(z.real) for z, _ in one.stability.eigenvalues)
    stated = [-5.53094371765393, -3.13164324790656, 3.13164324790656, 5.53094371765393]
    assert all(isclose(a, b, abs_tol=1e-9) for a, b in zip(own, stated, strict=True))


def test_a_rod_in_a_smooth_bowl():
    """A rod of length 2a that leans over the rim of a bowl: 4 R cos(x)^2 - a cos(x) - 2 R = 0."""
    V = "m*g*(a*sin(x) - 2*R*sin(x)*cos(x))"
    case = nh.System("x", f"m*a**2*x'**2/2 - {V}", parameters={"m": 1, "g": 10, "a": 2, "R": 3})
    found = nh.equilibrium(case)
    assert found.complete and len(found.found) == 4
    cosine = (2 + sqrt(2**2 + 32 * 3**2)) / (8 * 3)
    (rod,) = [one for one in found.found if 0 < angle(one) < 1]
    assert isclose(cos(angle(rod)), cosine, abs_tol=1e-12)
    assert rod.stability.verdict == "stable"


def test_a_lever_balances_by_its_moments():
    """Archimedes; Lagrange1788 begins with it: weights at distances a and b from the pivot."""
    case = nh.System("y1 y2 s", "-P*y1 - Q*y2", [], ["y1 - a*s", "y2 + b*s"], parameters="P Q a b")
    found = nh.equilibrium(case)
    (work,) = found.rest.work
    expected = case.scope.expression("Q*b - P*a")
    assert not found.found and found.complete
    ratio = work / work.graph.copy([expected])[0]
    assert not ratio.has(found.rest.system.chart.q) and ratio.is_number


def test_a_skate_on_an_incline_rests_across_the_slope():
    """NeimarkFufaev1972: the edge lies level; the reaction is the whole pull of gravity."""
    found = nh.equilibrium("cases/knife_edge_incline.toml")
    assert found.complete and [str(one.values["phi"]) for one in found.found] == ["pi/2", "-pi/2"]
    assert all(one.free == ("x", "y") for one in found.found)


def test_nonholonomic_rest_comes_in_families_with_zero_eigenvalues():
    """Bloch2003, NeimarkFufaev1972: k constraints leave k zero eigenvalues along a family of rest,
    and what is damped tends to some rest of it, not to a given one."""
    case = nh.System(
        "x y a",
        "(x'**2 + y'**2 + a'**2)/2 - x**2/2 - a**2/2",
        ["y' = a*x'"],
        forces={"x": "-x'", "a": "-a'"},
    )
    (one,) = nh.equilibrium(case).found
    assert one.free == ("y",) and one.stability.zeros == 1
    assert one.stability.verdict == "stable" and "tend to" in one.stability.reason


def test_damping_makes_a_pendulum_asymptotically_stable():
    case = nh.System("a", "a'**2/2 + cos(a)", forces={"a": "-a'"})
    down, up = nh.equilibrium(case).found
    assert (down.stability.verdict, up.stability.verdict) == ("asymptotically stable", "unstable")


def test_a_saddle_of_a_potential_is_told_by_letters_alone():
    case = nh.System("x", "m*x'**2/2 + k*x**2/2", parameters={"m": None, "k": None})
    assert nh.equilibrium(case).found[0].stability.verdict == "undecided"
    case = nh.System(
        "x",
        "m*x'**2/2 + k*x**2/2",
        parameters={"m": {"positive": True}, "k": {"positive": True}},
    )
    assert nh.equilibrium(case).found[0].stability.verdict == "unstable"


# time, domains, limits --------------------------------------------------------------------------
def test_what_moves_is_no_rest():
    """cases/moving_circle.toml: forces balance on the circle, but the circle moves."""
    found = nh.equilibrium("cases/moving_circle.toml")
    assert found.complete and not found.found


def test_rest_on_a_moving_guide_that_passes_through_one_point():
    found = nh.equilibrium(nh.System("x y", "(x'**2 + y'**2)/2", [], ["y - t*x"]))
    (one,) = found.found
    assert str(one.values) == "{'x': 0, 'y': 0}" and found.complete


def test_limits_that_forbid_a_configuration_are_told():
    case = nh.System("x", "x'**2/2 + cos(x)", inequalities=["x <= 1"])
    assert [one.violated for one in nh.equilibrium(case).found] == [(), ("x <= 1",)]


@pytest.mark.parametrize(
    ("potential", "told"),
    [
        ("x", "NO REST: there is no configuration of rest but perhaps against a limit"),
        ("x^2/2", "yes: these are all that rest against no limit (by formulas)"),
    ],
)
def test_where_there_are_limits_all_rests_are_not_claimed(potential, told):
    """Both rest at x = 1, held by the limit."""
    lagrangian = f"x'^2/2 - ({potential})"
    limited = equilibrium_text(nh.equilibrium(nh.System("x", lagrangian, inequalities=["x >= 1"])))
    free = equilibrium_text(nh.equilibrium(nh.System("x", lagrangian)))
    words = " ".join(limited.split())
    assert told in words and "limit" not in free
    record = equilibrium_record(nh.equilibrium(nh.System("x", lagrangian, inequalities=["x >= 1"])))
    assert record["complete"] and record["against_limits"] is None


def test_a_contact_cannot_pull():
    """A particle outside of a sphere rests on top of it, not below; N = m g cos(theta)."""
    top, bottom = nh.equilibrium("particle_on_sphere").found
    assert (top.stability.verdict, top.violated) == ("unstable", ())
    assert (bottom.stability.verdict, bottom.violated) == ("undecided", ("r >= R",))


@pytest.mark.parametrize(
    ("potential", "side", "verdicts"),
    [
        ("z", "z >= sin(x)", ["unstable", "stable"]),
        ("z", "z <= sin(x)", ["undecided", "undecided"]),
        ("z + x**2/7", "z >= sin(x)", ["stable", "unstable", "stable"]),
        ("z + x**2/7", "z <= sin(x)", ["undecided"] * 3),
    ],
)
def test_rests_on_one_side_of_a_curve_are_those_where_it_presses(potential, side, verdicts):
    """On z = sin(x) the normal force on a weight is upwards everywhere; the last two are enclosed."""
    L = f"(x'**2 + z'**2)/2 - ({potential})"
    case = nh.System("x z", L, (), ["z - sin(x)"], inequalities=[side])
    rests = nh.equilibrium(case).found
    assert [one.stability.verdict for one in rests] == verdicts
    assert {one.violated for one in rests} == {() if side[2] == ">" else (side,)}


def test_where_a_contact_presses_is_a_condition_on_letters():
    L = "(x'**2 + z'**2)/2 - k*z"
    case = nh.System("x z", L, (), ["z - sin(x)"], inequalities=["z >= sin(x)"], parameters=["k"])
    assert [[str(e) for e in one.under] for one in nh.equilibrium(case).found] == [["k"], ["k"]]


def test_configurations_that_lose_rank_are_looked_at():
    """No force acts on a snakeboard: it rests wherever it is, at cos(phi) = 0 too."""
    found = nh.equilibrium("cases/snakeboard.toml")
    assert found.complete and [piece.values for piece in found.found] == [{}]


@pytest.mark.parametrize(
    ("offset", "energy", "rests"),
    [
        ("0", "(x^2 + y^2)/2", [{"x": "0", "y": "0"}]),  # whatever the angle
        ("1", "y", [{"x": "0", "y": "1", "a": "pi/2"}, {"x": "0", "y": "-1", "a": "-pi/2"}]),
        (
            "0",
            "(x - 1)^2/2 + y^2/2",
            [
                {"x": "0", "y": "0", "a": "0"},
                {"x": "0", "y": "0", "a": "pi"},
                {"x": "1", "y": "0", "a": "pi/2"},
                {"x": "1", "y": "0", "a": "-pi/2"},
            ],
        ),
    ],
)
def test_a_bead_on_a_line_that_turns_is_divided_by_nothing(offset, energy, rests):
    """Coordinates that the equations give together everywhere are not solved for one by one."""
    case = nh.System(
        "x y a",
        f"(x'^2 + y'^2 + a'^2)/2 - ({energy})",
        holonomic_constraints=[f"x*cos(a) + y*sin(a) = {offset}"],
    )
    found = nh.equilibrium(case)
    told = [{n: str(e) for n, e in one.values.items()} for one in found.found]
    assert found.complete and sorted(map(str, told)) == sorted(map(str, rests))


def test_a_pair_of_equations_that_jumps_is_not_solved_by_its_slopes():
    """y (1 + z^2) = sign(x), x = 2 and z = 0."""
    forces = {"x": "sign(x) - y*(1 + z^2)", "y": "2 - x", "z": "-z"}
    (one,) = nh.equilibrium(nh.System("x y z", "(x'^2 + y'^2 + z'^2)/2", forces=forces)).found
    assert [str(one.values[q]) for q in "xyz"] == ["2", "1", "0"]


@pytest.mark.parametrize(
    ("potential", "parameters", "rests"),
    [
        ("(abs(x) - a)^2/2", {"a": 2}, ["2", "-2"]),  # x = a for positive ones alone
        ("(abs(x) - a)^2/2", {"a": {"value": 2, "positive": True}}, ["a", "-a"]),
        ("x^2/2 - abs(x - 1)*x", {}, ["1/3"]),  # the force is x - 1 where x > 1
        ("x*sign(x) + x^2/2", {}, []),  # none but x = 0, where the slope jumps
    ],
)
def test_rests_beside_kinks_are_found_side_by_side(potential, parameters, rests):
    """What is found on a side where it does not lie, or on its end, is none."""
    case = nh.System("x", f"x'^2/2 - ({potential})", parameters=parameters)
    found = nh.equilibrium(case)
    assert [str(one.values["x"]) for one in found.found] == rests
    assert not found.complete


def test_forces_that_nothing_balances_where_constraints_lose_rank_are_no_rest():
    """x x' = y y' under V = -x - y + (x^2 + y^2)/2: at the origin both velocities are free."""
    potential = "(x**2 + y**2)/2 - x - y"
    found = nh.equilibrium(nh.System("x y", f"(x'**2 + y'**2)/2 - ({potential})", ["x*x' = y*y'"]))
    (family,) = found.found
    assert found.complete and [str(e) for e in family.slopes] == ["2*y - 1", "y"]


@given(st.integers(-3, 3), st.integers(-3, 3), st.sampled_from([1, -1]))
@settings(max_examples=8, deadline=None)
def test_rests_are_those_of_other_coordinates(shift, turn, side):
    """A cubic potential in coordinates of which formulas solve it, and in others of which a part
    cannot be solved, and another is empty.
    """
    plain = "x'^2 + y'^2/2 - x^3 - 2*x^2 + 2*x*y"
    x, y = f"({side}*X + ({turn})*Y)", f"(Y + ({shift}))"
    other = f"{side}*X' + ({turn})*Y'"
    changed = f"({other})^2 + Y'^2/2 - {x}^3 - 2*{x}^2 + 2*{x}*{y}"
    (rest,) = nh.equilibrium(nh.System("x y", plain)).found
    found = nh.equilibrium(nh.System("X Y", changed))
    (again,) = found.found
    at = {k: float(str(v)) for k, v in again.values.items()}
    assert isclose(side * at["X"] + turn * at["Y"], 0, abs_tol=1e-9)
    assert isclose(at["Y"] + shift, 0, abs_tol=1e-9)
    assert again.stability.verdict == rest.stability.verdict


def test_rest_where_constraints_have_any_rank_is_found():
    """z' = y x', x z' = z y' in a quadratic potential: a family, and the origin, where A has
    rank 1."""
    energy = "(x'**2 + y'**2 + z'**2)/2 - (x**2 + y**2 + z**2)/2"
    found = nh.equilibrium(nh.System("x y z", energy, ["z' = y*x'", "x*z' = z*y'"]))
    family, origin = found.found
    assert found.complete and "z" in [str(e) for e in family.slopes]
    assert all(e.is_zero for e in origin.values.values()) and origin.multipliers is None


def test_displacements_that_are_dependent_somewhere_give_no_false_rest():
    """The kernel of the double pendulum, cleared of denominators, vanishes where the first rod is
    at right angles: no rest."""
    found = nh.equilibrium("cases/double_pendulum_cartesian.toml")
    assert all(one.isolated and one.values["x1"].is_zero for one in found.found)


# enclosures -------------------------------------------------------------------------------------
def test_what_no_formula_gives_is_enclosed():
    """a = 2 sin(a): 0 exactly, and one pair; no other within 10."""
    found = nh.equilibrium(nh.System("a", "a'**2/2 - a**2/2 - 2*cos(a)"))
    assert sorted(round(angle(one), 12) for one in found.found) == [
        -1.895494267034,
        0,
        1.895494267034,
    ]
    assert [str(one.values) for one in found.found if one.values] == ["{'a': 0}"]
    assert found.reasons == ("looked at only for -10 <= a <= 10",)


def test_polynomial_equations_say_where_all_rests_are():
    """x^3 = 3000 has one root, beside 10; roots of squares and of resultants are bounded too."""
    found = nh.equilibrium(nh.System("x", "x'**2/2 - x**4/4 + 3000*x"))
    assert found.complete and round(float(found.found[0].enclosure["x"]), 6) == 14.422496
    found = nh.equilibrium(nh.System("x", "x'**2/2 - (x**3 + x + 1)**3"))
    assert found.complete and len(found.found) == 1
    # r^3/3 - 12 r + (s - 15)^2/2, turned: r = +- sqrt(12), s = 15
    turned = "(3*x/5 - 4*y/5)**3/3 - 12*(3*x/5 - 4*y/5) + (4*x/5 + 3*y/5 - 15)**2/2"
    L = f"x'**2/2 + y'**2/2 + z'**2/2 - ({turned}) - z**2/2 - 2*cos(z)"
    found = nh.equilibrium(nh.System("x y z", L))
    assert found.reasons == ("looked at only for -10 <= z <= 10",)
    assert len(found.found) == 6
    found = nh.equilibrium(nh.System("x", "x'**2/2 - x**4/4 + 3000*x"), within={"x": (0, 9)})
    assert not found.found and found.reasons == ("looked at only for 0 <= x <= 9",)
    force = {"x": "(x**3 + x**4)/(x + x**2)*(x**3 - 3)"}  # which is 0/0 at 0
    found = nh.equilibrium(nh.System("x", "x'**2/2", forces=force))
    assert [round(float(one.enclosure["x"]), 6) for one in found.found] == [1.44225]


def test_a_pole_at_the_coordinates_that_are_held_is_told():
    """All x != 0 with y = 0 are rests: atan(x) + atan(1/x) is pi/2 or -pi/2."""
    words = ("x y", "(x'^2 + y'^2)/2 - y^2*(atan(x) + atan(1/x))")
    told = nh.equilibrium(nh.System(*words))
    assert not told.complete and "a pole at the initial configuration" in told.reasons[-1]


def test_where_to_look_can_be_said():
    case = nh.System("a", "a'**2/2 - a**2/2 - 2*cos(a)")
    found = nh.equilibrium(case, within={"a": (1, 2)})
    assert [round(angle(one), 12) for one in found.found] == [1.895494267034]


def test_reactions_are_enclosed_too():
    """A spring on a ring: the reaction at each rest balances the forces."""
    case = nh.System("x y", "(x'**2 + y'**2)/2 - y - (x - y)**2", [], ["x**2 + y**2 - 1"])
    found = nh.equilibrium(case)
    assert len(found.found) == 4
    for one in found.found:
        x, y = one.enclosure["x"], one.enclosure["y"]
        (c,) = one.multipliers
        assert (2 * x * c - one.reactions[0]).contains(0)
        assert (2 * y * c - one.reactions[1]).contains(0)
        assert c.rad() < 1e-20


polynomials = st.lists(
    st.fractions(min_value=-3, max_value=3, max_denominator=7), min_size=1, max_size=4, unique=True
)


@given(polynomials)
def test_every_root_of_a_polynomial_is_enclosed_once(roots):
    """Roots that are known: each in one enclosure, none beside them."""
    g = Graph()
    x = g.symbol("x")
    f = g.one
    for root in roots:
        f = f * (x - g.lift(root))
    f = f + g.zero
    found = zeros_in([f], [x], [(Rational(-4), Rational(4))], {}, Work.of(3 * 10**6))
    assert found.complete and len(found.zeros) == len(roots)
    for root in roots:
        p, q = root.numerator, root.denominator
        assert sum((one.box[0] * q - p).contains(0) for one in found.zeros) == 1


def test_an_unknown_that_is_known_exactly_leaves_no_box_open():
    g = Graph()
    x, y = g.symbol("x"), g.symbol("y")
    sides = (Rational(-10), Rational(10))
    found = zeros_in([x, 1 - 4 * y**3], [x, y], [sides, sides], {}, Work.of(10**7))
    assert found.complete and len(found.zeros) == 1
    assert (
        found.zeros[0].box[0].contains(0) and abs(float(found.zeros[0].box[1]) ** 3 - 1 / 4) < 1e-15
    )


def test_a_double_zero_is_never_called_one():
    g = Graph()
    x = g.symbol("x")
    found = zeros_in([(x - 1) ** 2], [x], [(Rational(-4), Rational(4))], {}, Work.of(10**6))
    assert not found.complete and not found.zeros and found.open


# laws -------------------------------------------------------------------------------------------
small = st.integers(-3, 3).map(Fraction)
LETTERS = ("u", "v", "w")


@st.composite
def planted(draw):
    """A system with one constraint that rests at a given place by construction.

    V = lambda w.(q - q0) + a quadratic form in q - q0, w the row at q0: dV = lambda w there."""
    place = {n: draw(small) for n in LETTERS}
    row = [f"{draw(small)} + ({draw(small)})*{draw(st.sampled_from(LETTERS))}" for _ in LETTERS]
    case = nh.System("u v w", "0", [" + ".join(f"({a})*d{n}" for a, n in zip(row, LETTERS))])
    entries = case.system.pfaffian.matrix[0] if case.system.pfaffian.k else ()
    at = {q: case.system.chart.graph.lift(place[q.args]) for q in case.system.chart.q}
    there = [e.subs(at) for e in entries]
    assume(any(not e.is_zero for e in there))
    force = draw(small)
    moved = [f"({n} - ({place[n]}))" for n in LETTERS]
    V = " + ".join(f"({force})*({e})*{m}" for e, m in zip(there, moved))
    square = " + ".join(f"({draw(small)})*{a}*{b}" for i, a in enumerate(moved) for b in moved[i:])
    L = f"(u'**2 + v'**2 + w'**2)/2 - ({V}) - ({square})"
    row_text = " + ".join(f"({a})*d{n}" for a, n in zip(row, LETTERS))
    return nh.System("u v w", L, [row_text]), place, force


def exact_place(chart, one):
    """Coordinate -> value of a rest that is known exactly."""
    return {chart.graph.symbol(n): e for n, e in {**one.values, **one.held}.items()}


@given(planted())
def test_a_planted_rest_is_one(drawn):
    case, place, force = drawn
    (one,) = nh.equilibrium(case, at=place).found
    assert one.multipliers is not None and vanishes(one.multipliers[0] - force)


@settings(max_examples=draws(5))
@given(planted())
def test_a_planted_rest_is_among_those_found(drawn):
    case, place, _ = drawn
    found = nh.equilibrium(case)
    assume(found.complete)
    chart = found.rest.system.chart
    at = {q: chart.graph.lift(place[q.args]) for q in chart.q}

    def holds(one) -> bool:
        try:
            return all(
                vanishes((chart.graph.symbol(n) - e).subs(at)) for n, e in one.values.items()
            )
        except ZeroDivisionError:
            return False

    assert any(holds(one) for one in found.found)


@given(planted())
def test_at_rest_the_equations_of_motion_have_no_acceleration(drawn):
    """The witness is Lagrange's equations of the first kind, which know nothing of virtual work."""
    case, _, _ = drawn
    found = nh.equilibrium(case)
    system = found.rest.system
    rows, _, _ = independent_rows(system.pfaffian)
    moves = motion(multipliers(system, distribution(rows)))
    chart = system.chart
    still = dict.fromkeys(chart.v, chart.graph.zero)
    for one in (one for one in found.found if not one.enclosure):
        values = exact_place(chart, one)
        try:
            assert all(vanishes(a.subs(still).subs(values)) for a in moves.accelerations)
        except ZeroDivisionError:
            assume(False)


@given(planted())
def test_the_found_satisfy_virtual_work(drawn):
    case, _, _ = drawn
    found = nh.equilibrium(case)
    chart = found.rest.system.chart
    for one in (one for one in found.found if not one.enclosure):
        values = exact_place(chart, one)
        for vector in found.rest.displacements:
            work = chart.graph.add(
                *(F * d for F, d in zip(found.rest.forces, vector)), chart.graph.zero
            )
            assert vanishes(work.subs(values))


entries = st.lists(st.integers(-1, 1), min_size=9, max_size=9)
GRID = range(-2, 2)


@given(st.integers(1, 2), st.lists(entries, min_size=2, max_size=2), entries, entries)
@settings(max_examples=draws(10), phases=[Phase.explicit, Phase.reuse, Phase.generate])
def test_where_constraints_can_lose_rank_the_found_are_all_and_rest(k, rows, force, curved):
    """On a grid, by exact ranks: rank(A; F) = rank A there, and only there.

    The entries of A are linear, so that A loses rank somewhere; the potential is quadratic.
    """
    x = Matrix(symbols("x y z"))
    A = [
        [row[3 * i] * x[0] + row[3 * i + 1] * x[1] + row[3 * i + 2] for i in range(3)]
        for row in rows[:k]
    ]
    potential = sum(f * e for f, e in zip(force, x)) + sum(
        c * a * b for c, (a, b) in zip(curved, combinations_with_replacement(x, 2))
    )
    F = [-potential.diff(e) for e in x]
    equations = [
        " + ".join(f"({e})*{v}'" for e, v in zip(row, "xyz")) + " = 0" for row in A if any(row)
    ]
    assume(len(equations) == k and Matrix(A).rank() == k)
    found = nh.equilibrium(
        nh.System("x y z", f"(x'**2 + y'**2 + z'**2)/2 - ({potential})", equations)
    )
    assume(not any(one.enclosure for one in found.found))
    balance, rows = lambdify(x, Matrix([*A, F])), lambdify(x, Matrix(A))
    records = [_read(one) for one in found.found]
    for place in product(GRID, repeat=3):
        rests = _rank(balance(*place)) == _rank(rows(*place))
        told = any(_holds(*record, place) for record in records)
        assert rests or not told
        assert told or not rests or not found.complete


def _rank(table) -> int:
    return fmpq_mat([[int(e) for e in row] for row in table.tolist()]).rank()


def _read(one) -> tuple:
    """What vanishes, and what does not, where the record holds: by SymPy."""
    solved = {**one.values, **one.held}
    gaps = [Symbol(name) - sympify(str(e)) for name, e in solved.items()]
    return gaps, [sympify(str(e)) for e in one.slopes]


def _holds(gaps, slopes, place) -> bool:
    at = dict(zip(symbols("x y z"), map(Integer, place)))
    there = [e.subs(at) for e in slopes]
    if any(e.is_zero or not e.is_finite for e in there):
        return False
    return all(e.subs(at).is_zero for e in gaps)


linear_factors = st.lists(st.integers(-3, 3), max_size=2)
quadratic_factors = st.lists(st.tuples(st.integers(-3, 3), st.integers(1, 4)), max_size=2)


@given(linear_factors, quadratic_factors)
def test_hurwitz_tells_where_planted_roots_lie(lines, squares):
    """(s - a) has the root a; s^2 - 2 b s + b^2 + c^2 the roots b +- i c."""
    factors = [[-a, 1] for a in lines] + [[b * b + c * c, -2 * b, 1] for b, c in squares]
    assume(factors)
    whole = [1]
    for factor in factors:
        product_ = [0] * (len(whole) + len(factor) - 1)
        for i, a in enumerate(whole):
            for j, b in enumerate(factor):
                product_[i + j] += a * b
        whole = product_
    graph, parts = Graph(), [*lines, *(b for b, _ in squares)]
    answer = all_left([graph.lift(c) for c in whole])
    assert (answer is True) == (max(parts) < 0)
    assert answer is not False or max(parts) > 0


def test_letters_have_the_stability_of_textbooks():
    """m x'' + c x' + k x = 0, and the same upright: an inverted pendulum with damping."""
    assumed = {n: {"positive": True} for n in "mck"}
    for sign, verdict in (("-", "asymptotically stable"), ("+", "unstable")):
        energy = f"m*x'**2/2 {sign} k*x**2/2"
        case = nh.System("x", energy, forces={"x": "-c*x'"}, parameters=assumed)
        (one,) = nh.equilibrium(case).found
        assert one.stability.verdict == verdict


@given(st.integers(-4, 4), st.integers(-4, 4), st.integers(0, 3), st.integers(0, 3))
def test_stability_of_two_coordinates_is_that_of_their_stiffness(a, b, c, d):
    """L = (x'^2 + y'^2 - a x^2 - b y^2)/2, damped by c and d: known in closed form."""
    assume(a and b)
    L = f"(x'**2 + y'**2 - ({a})*x**2 - ({b})*y**2)/2"
    case = nh.System("x y", L, forces={"x": f"-{c}*x'", "y": f"-{d}*y'"})
    (one,) = nh.equilibrium(case).found
    verdict = one.stability.verdict
    if a < 0 or b < 0:
        assert verdict == "unstable"
    elif c and d:
        assert verdict == "asymptotically stable"
    else:
        assert verdict == "stable"  # by its energy, which never grows


# words ------------------------------------------------------------------------------------------
def test_the_command_tells_the_virtual_work(capsys):
    assert main(["equilibrium", "cases/rolling_coin.toml"]) == 0
    told = capsys.readouterr().out
    assert "m*R*g*sin(al)*cos(theta) = 0" in told and "theta = pi/2; x, y, phi free" in told


def test_the_record_has_its_keys(capsys):
    assert main(["equilibrium", "cases/bead_on_hoop.toml", "--json"]) == 0
    record = json.loads(capsys.readouterr().out)
    assert record["complete"] is True and len(record["equilibria"]) == 4
    first = record["equilibria"][0]
    assert first["configuration"] == {"theta": "0"} and first["kind"] == "point"
    assert first["stability"]["verdict"] == "unstable"


def test_a_search_that_is_not_complete_has_status_1(capsys, tmp_path):
    case = tmp_path / "case.toml"
    case.write_text(
        'coordinates = ["x", "y"]\nlagrangian = "(x\'^2 + y\'^2)/2 - sin(x*y) - exp(x)*y - x^2"\n'
    )
    assert main(["equilibrium", str(case)]) == 1
    assert "perhaps others" in capsys.readouterr().out


@pytest.mark.parametrize(
    "arguments, words",
    [
        (
            ["--at", "theta=1"],
            "cannot rest at theta = 1: the virtual displacement (1) has the work",
        ),
        (["--at", "phi=1"], "phi is no coordinate"),
        (["--within", "phi=0:1"], "phi is no coordinate"),
        (["--within", "theta=1:0"], "needed is a range of two numbers"),
        (["--at", "theta=0", "--within", "theta=0:1"], "give one"),
    ],
)
def test_refusals_in_words(arguments, words, capsys):
    assert main(["equilibrium", "cases/bead_on_hoop.toml", *arguments]) == 2
    assert words in capsys.readouterr().err


def test_a_case_without_forces_is_refused():
    with pytest.raises(NotApplicable, match="need a Lagrangian"):
        nh.equilibrium(nh.constraints("dz = y dx"))
    with pytest.raises(NotApplicable, match="not linear in the velocities"):
        nh.equilibrium("cases/nonlinear/appell_hamel.toml")
    with pytest.raises(InadmissibleState, match="the constraints need"):
        nh.equilibrium("cases/circle_cartesian.toml", at={"x": 5})
    with pytest.raises(BadCase, match="no coordinate"):
        nh.equilibrium("cases/circle_cartesian.toml", within={"q": (0, 1)})


def test_forces_without_a_value_at_rest_are_refused():
    case = nh.System("x", "x'**2/2", forces={"x": "-x'/abs(x')"})
    with pytest.raises(NotApplicable, match="no value at rest"):
        nh.equilibrium(case)


def test_dry_friction_holds_more_than_is_told():
    case = nh.System("x", "x'**2/2 - x**2/2", forces={"x": "-mu*sign(x')"}, parameters={"mu": 1})
    found = nh.equilibrium(case)
    assert not found.complete and "dry friction" in found.reasons[0]
    assert found.found[0].stability.verdict == "stable"  # of those told; friction loses energy


@pytest.mark.parametrize(
    ("lagrangian", "rows", "more", "told"),
    [
        ("x'^2 + y'^2 - x^2/2 + sin(x) - m*y", ["y' = 0"], {"parameters": ["m"]}, "m has no num"),
        ("x'^2 + y'^2 - x^2/2 + sin(x)", ["y' = 0"], {"forces": {"y": "cos(t)"}}, "hold the time"),
        ("m*x'^2 + y'^2 - x^2/2 + sin(x)", ["y' = 0"], {"parameters": ["m"]}, "m has no value"),
    ],
)
def test_what_is_enclosed_beside_letters_is_told_to_need_numbers(lagrangian, rows, more, told):
    """The equation cos x = x holds none; the reaction does, or the eigenvalues."""
    found = nh.equilibrium(nh.System("x y", lagrangian, rows, **more))
    reasons = [*found.reasons, *(rest.stability.reason for rest in found.found)]
    assert any(told in reason for reason in reasons), reasons


def test_a_force_that_jumps_is_not_enclosed():
    """x + sign(x - 1/2) has no slope where it jumps, and no zero there: nothing is claimed."""
    case = nh.System("x", "x'**2/2 - x**2/2 - abs(x - 1/2) - cosh(x)")
    found = nh.equilibrium(case)
    assert not found.found and not found.complete


def test_what_depends_on_time_is_not_called_stable():
    case = nh.System("x", "x'**2/2 - x**2/2 - t*x**4", forces={"x": "-x'"})
    (one,) = nh.equilibrium(case).found
    assert one.stability.verdict == "undecided" and "hold t" in one.stability.reason


def test_constraints_that_drift_away_are_not_called_stable():
    """y' = x^2 admits rest at x = 0 alone: no family, though the eigenvalues look like one."""
    case = nh.System("x y", "(x'**2 + y'**2)/2 - x**2/2", ["y' = x**2"], forces={"x": "-x'"})
    (one,) = nh.equilibrium(case).found
    assert one.stability.verdict == "undecided"


def test_statics_are_data():
    system = nh.System("x", "x'**2/2 - x**2/2").system
    assert str(statics(system, distribution(system.pfaffian)).forces) == "(-x,)"


# where a system is at all ------------------------------------------------------------------------
@settings(max_examples=draws(25), deadline=None, phases=[Phase.generate])
@given(
    st.lists(st.integers(-4, 4), min_size=1, max_size=3, unique=True),
    st.integers(-9, 9).map(lambda c: Fraction(2 * c + 1, 2)),
    st.sampled_from(["assumed", "root"]),
)
def test_rests_are_configurations_of_the_system(roots, end, how):
    """The force prod (x - r) where x > c, assumed or because of 1/sqrt(x - c): rests are the r > c,
    though the equations vanish at the others too.
    """
    forces = {"x": "*".join(f"(x - ({r}))" for r in roots), "y": "-y"}
    forces["x"] += "" if how == "assumed" else f"/sqrt(x - ({end}))"
    assumed = [f"x > {end}"] if how == "assumed" else []
    case = nh.System("x y", "(x'**2 + y'**2)/2", forces=forces, assumptions=assumed)
    found = nh.equilibrium(case)
    assert found.complete
    xs = {str(one.values["x"]) for one in found.found}
    assert xs == {str(r) for r in roots if r > end}
    for r in roots:
        if r < end:
            with pytest.raises(InadmissibleState):
                nh.equilibrium(case, at={"x": r})


@pytest.mark.parametrize(
    ("L", "assumptions", "places"),
    [
        ("(x'**2 + y'**2)/2 - x**2 - y**2", ["x > y + 1"], []),
        ("(x'**2 + y'**2)/2 - (x**2 - 4)**2 - y**2", ["x > y"], [{"x": "2", "y": "0"}]),
        ("(x'**2 + y'**2)/2 - (x - a)**2 - y**2", ["x > a"], []),
        ("(x'**2 + y'**2)/2 + cos(x) - y**2", ["x > 4", "x < 7"], [{"x": "0", "y": "0"}]),
        ("(x'**2 + y'**2)/2 - (x + 1)**2*sqrt(x) - y**2", [], []),
    ],
)
def test_rests_that_are_not_as_assumed_are_none(L, assumptions, places):
    """x = 0 stands for 2 pi: angles are told up to whole turns."""
    found = nh.equilibrium(nh.System("x y", L, parameters={"a": 1}, assumptions=assumptions))
    assert found.complete
    assert [{n: str(e) for n, e in one.values.items()} for one in found.found] == places


def test_enclosed_rests_are_as_assumed():
    """Of the rests in enclosures those with x > 0 alone, and x = 0 is none."""
    L = "x'**2/2 - x**2/2 + x*sin(x)"
    every = nh.equilibrium(nh.System("x", L)).found
    some = nh.equilibrium(nh.System("x", L, assumptions=["x > 0"])).found
    above = [float(one.enclosure["x"]) for one in every if one.enclosure]
    assert sorted(float(one.enclosure["x"]) for one in some) == sorted(x for x in above if x > 0)


def test_a_place_without_forces_is_refused():
    case = nh.System("x", "x'**2/2 - (x + 1)**2*sqrt(x)")
    with pytest.raises(InadmissibleState, match="division by zero"):
        nh.equilibrium(case, at={"x": 0})


POSITIVE = {name: {"positive": True} for name in ("k", "q", "c", "d")}
TWO = "(x'**2 + y'**2)/2 - k*x**2/2 - q*y**2/2 + w*(x*y' - y*x')/2"


@pytest.mark.parametrize(
    "lagrangian, forces, verdict",
    [
        (TWO, {"x": "-c*x'", "y": "-d*y'"}, "asymptotically stable"),
        (TWO, {"x": "-c*x'"}, "stable"),
        (TWO, {"x": "-c*(x' - y')", "y": "-c*(y' - x')"}, "stable"),
        (TWO, {"x": "c*x'"}, "unstable"),
        (TWO, {"x": "-c*y'", "y": "-c*x'"}, "undecided"),
        (TWO.replace("- k", "+ k"), {"x": "-c*x'", "y": "-d*y'"}, "unstable"),
        (TWO.replace("- k", "+ k").replace("- q", "+ q"), {}, "undecided"),
    ],
)
def test_damping_and_gyroscopic_forces_with_letters(lagrangian, forces, verdict):
    """Merkin1997, theorems of Kelvin and Chetaev: damping destroys gyroscopic stability, and does
    not disturb that of a minimum; w is any number.
    """
    case = nh.System("x y", lagrangian, forces=forces, parameters=POSITIVE | {"w": {}})
    (rest,) = nh.equilibrium(case).found
    assert rest.stability.verdict == verdict


@pytest.mark.parametrize(
    "power, verdict",
    [("x**4", "asymptotically stable"), ("-x**4", "unstable"), ("x**3", "unstable")],
)
def test_damping_changes_no_rest_of_one_coordinate(power, verdict):
    case = nh.System(
        "x", f"x'**2/2 - {power}", forces={"x": "-c*x'"}, parameters={"c": {"positive": True}}
    )
    (rest,) = nh.equilibrium(case).found
    assert rest.stability.verdict == verdict


@pytest.mark.parametrize(
    "potential, forces, verdict",
    [
        ("-cos(x)", "-x'*abs(x')", "asymptotically stable"),
        ("cos(x)", "-x'*abs(x')", "unstable"),
        ("x^4", "-c*x'^3", "asymptotically stable"),
        ("x^2", "-x^2*x'", "asymptotically stable"),
        ("x^2", "-(1 - cos(x))*x'^5", "asymptotically stable"),
        ("x^2", "-abs(x')", "undecided"),
        ("x^2", "x'^3", "undecided"),
        ("cos(x)", "-c*sign(x')", "undecided"),
        ("-cos(x)", "-c*sign(x')", "stable"),
        ("0*x", "-2*x - x'^3", "asymptotically stable"),
    ],
)
def test_damping_that_is_not_linear(potential, forces, verdict):
    """LaSalle1960: energy that only rest keeps; friction that jumps may hold a bead on the top."""
    parameters = {"c": {"positive": True}}
    case = nh.System("x", f"x'^2/2 - ({potential})", forces={"x": forces}, parameters=parameters)
    rest = next(one for one in nh.equilibrium(case).found if str(one.values["x"]) == "0")
    assert rest.stability.verdict == verdict


ROOTS = st.tuples(*[st.sampled_from([-1, 0, 1])] * 2)


@given(st.integers(1, 3), ROOTS, st.integers(0, 2), st.booleans())
@settings(max_examples=draws(15), deadline=None)
def test_what_damping_makes_of_a_rest_is_where_its_motion_goes(power, signs, size, drag):
    """The sign of the power tells: an energy that shrinks at a minimum, in numbers too."""
    stiff, lost = signs
    force = f"{-lost}*x'^{2 * size + 1}" + (f" - {int(drag)}*x'*abs(x')")
    L = f"x'^2/2 - {stiff}*x^{2 * power}/{2 * power}"
    case = nh.System("x", L, forces={"x": force})
    found = nh.equilibrium(case).found
    rest = next((one for one in found if str(one.values.get("x")) == "0"), None)
    if rest is None or rest.stability.verdict == "undecided":
        return
    begin = {"x": 0.05, "xdot": 0.0}
    run = nh.simulate(case, 30, initial=begin, check=False, rtol=1e-9)
    energy = run.v["x"] ** 2 / 2 + stiff * run.q["x"] ** (2 * power) / (2 * power)
    if rest.stability.verdict == "unstable":
        assert np.abs(run.q["x"]).max() > 0.05 * (1 + 1e-9)
    else:
        assert stiff > 0 and lost >= 0 and (np.diff(energy) < 1e-9).all()
        assert (rest.stability.verdict == "asymptotically stable") == bool(lost or drag)


def test_enclosed_rests_are_judged_by_their_energy_too():
    """Forces that depend on the place have a potential; dampers between coordinates lose energy."""
    one = nh.System("x", "x'^2/2", forces={"x": "cos(x) - x - x'*abs(x')"})
    (rest,) = nh.equilibrium(one).found
    assert rest.enclosure and rest.stability.verdict == "asymptotically stable"
    pair = {"x": "cos(x) - x + y/3 - (x' - y')^3", "y": "x/3 - y + (x' - y')^3"}
    (rest,) = nh.equilibrium(nh.System("x y", "(x'^2 + y'^2)/2", forces=pair)).found
    assert rest.enclosure and rest.stability.verdict == "stable"
    turning = {"x": "cos(x) - x + y/3", "y": "-x/3 - y"}
    (rest,) = nh.equilibrium(nh.System("x y", "(x'^2 + y'^2)/2", forces=turning)).found
    assert rest.stability.verdict != "stable"


@given(st.integers(1, 6), st.integers(1, 9), st.integers(1, 4))
@settings(max_examples=draws(4))
def test_rolling_that_is_a_relation_is_judged_as_the_relation(mass, offset, slope):
    """A hoop with a mass on its rim, on an incline, in the velocities and by x - R phi = 0."""
    arm, push = f"{offset}/10", f"{slope}/40"
    kinetic = f"2*x'**2 + {mass}*(x'**2 + 2*{arm}*x'*phi'*cos(phi) + ({arm})**2*phi'**2)"
    L = f"({kinetic})/2 + {push}*x*({mass} + 2) - {mass}*{arm}*cos(phi - 1/10)"
    ways = (
        nh.equilibrium(nh.System("x phi", L, ["x' = phi'/2"])),
        nh.equilibrium(nh.System("x phi", L, [], ["x - phi/2"])),
        nh.equilibrium(nh.System("phi", L.replace("x'", "(phi'/2)").replace("*x*", "*phi/2*"))),
    )
    told = [{rest.stability.verdict for rest in way.found} for way in ways]
    assert told[0] == told[1] == told[2] and "undecided" not in told[0]


def test_an_enclosed_family_is_stable_where_the_energy_is_least_across_it():
    """A rider on a board (Hubbard) with a spring that is too weak: leaning over is stable."""
    L = (
        "(x'*cos(ps) + y'*sin(ps))**2 + (y'*cos(ps) - x'*sin(ps) - ga'*cos(ga))**2"
        " + ga'**2 + ps'**2 - 4*cos(ga)"
    )
    rows = ["x'*sin(ps) = y'*cos(ps)", "ps' = sin(ga)*(x'*cos(ps) + y'*sin(ps))"]
    board = nh.equilibrium(nh.System("x y ps ga", f"({L} - ga**2)/2", rows))
    leaning = [rest for rest in board.found if rest.enclosure]
    assert {rest.stability.verdict for rest in leaning} == {"stable as a family"}
    assert {rest.free for rest in leaning} == {("x", "y", "ps")} and len(leaning) == 2
    falling = nh.equilibrium(nh.System("x y ps ga", f"({L} - sin(3*ga) - 3*ga)/2", rows))
    for rest in (one for one in falling.found if one.enclosure):
        lean = float(rest.enclosure["ga"])
        bend = -4 * cos(lean) - 9 * sin(3 * lean)
        assert (rest.stability.verdict == "stable as a family") == (bend > 0)


def test_where_no_force_acts_every_configuration_is_one_of_rest(capsys):
    """Rotation matrices, for which no formula and no box was found in half a minute."""
    found = nh.equilibrium("cases/large/ball_in_rotation_matrix.toml")
    assert found.complete and not found.found and found.implicit == (found.rest.conditions,)
    driven = nh.System(
        "x y", "(x'^2 + y'^2)/2", holonomic_constraints=["x^5 + x + y^3 + y - sin(t)"]
    )
    assert not nh.equilibrium(driven).implicit or not nh.equilibrium(driven).complete
    assert main(["equilibrium", "cases/large/ball_in_rotation_matrix.toml"]) == 0
    assert "REST: every configuration" in capsys.readouterr().out


# sines that have a value -------------------------------------------------------------------------
def test_where_a_moment_holds_a_pendulum_is_told_with_its_condition():
    """sin(a) = M/k has two angles where |M| <= k, and none beyond."""
    found = nh.equilibrium(
        nh.System("a", "a'**2/2 + k*cos(a)", forces={"a": "M"}, parameters=["k", "M"])
    )
    assert [str(one.values["a"]) for one in found.found] == ["asin(M/k)", "pi - asin(M/k)"]
    assert [tuple(map(str, one.under)) for one in found.found] == [("k**2 - M**2",)] * 2
    assert found.complete
    for moment, count in (("1/2", 2), ("3/2", 0)):
        pushed = nh.System("a", "a'**2/2 + cos(a)", forces={"a": f"{moment} - a'/10"})
        told = nh.equilibrium(pushed)
        assert (len(told.found), told.complete) == (count, True)
        verdicts = ["asymptotically stable", "unstable"][:count]
        assert [one.stability.verdict for one in told.found] == verdicts


@pytest.mark.parametrize(
    ("rate", "damping", "verdict"),
    [
        ("2", "0", "stable"),
        ("1", "0", "unstable"),
        ("1/2", "0", "unstable"),
        ("2", "1/10", "unstable"),
    ],
)
def test_gyroscopic_forces_hold_a_top_and_damping_takes_it_down(rate, damping, verdict):
    """Linear equations: s^4 + (4 r^2 - 2) s^2 + 1 has simple imaginary roots for r > 1 (Kelvin),
    for r = 1 double ones with one eigenvector each: (t cos t, -t sin t) is a motion."""
    top = nh.System(
        "x y",
        f"(x'^2 + y'^2)/2 + {rate}*(x*y' - y*x') + (x^2 + y^2)/2",
        forces={"x": f"-{damping}*x'", "y": f"-{damping}*y'"} if damping != "0" else {},
    )
    (one,) = nh.equilibrium(top).found
    assert one.stability.verdict == verdict
    bent = nh.System("x y", f"(x'^2 + y'^2)/2 + {rate}*(x*y' - y*x') + (x^2 + y^2)/2 + x^4")
    (one,) = nh.equilibrium(bent, at={"x": 0, "y": 0}).found
    assert one.stability.verdict != "stable"


@given(st.integers(2, 6), st.integers(20, 90), st.integers(0, 12))
@settings(max_examples=draws(6))
def test_zeros_that_lie_close_to_a_plain_angle_are_not_taken_for_it(waves, small, turned):
    """sin(a - u) (sin(w (a - u)) - exp(cos(a))/s): one zero at u, another close to it."""
    force = f"sin(a - {turned}*pi/6)*(sin({waves}*a - {turned * waves}*pi/6) - exp(cos(a))/{small})"
    told = nh.equilibrium(nh.System("a", "a'**2/2", forces={"a": force}))
    value = lambdify(Symbol("a"), sympify(force))
    signs = np.sign(value(np.linspace(-3.1415, 3.1416853, 200_001)))  # zeros 1e-3 apart, and less
    changes = int(np.sum(signs[1:] * signs[:-1] < 0))
    places = [angle(one) if one.values else float(one.enclosure["a"]) for one in told.found]
    assert told.complete and len(places) == changes
    assert all(abs(value(a)) < 1e-9 for a in places)
    assert all(abs(a - b) > 1e-9 for a, b in combinations(places, 2))


@given(st.fractions(-2, 2, max_denominator=4), st.integers(-3, 3))
@settings(max_examples=draws(8))
def test_an_enclosure_at_which_constraints_lose_rank_is_rest_if_the_forces_are_balanced(at, push):
    """(y - c) x' = 0 leaves x free at y = c, which no formula finds."""
    told = nh.equilibrium(
        nh.System(
            "x y",
            f"(x'**2 + y'**2)/2 + {push}*x - (y - {at})**2/2 + cos(y - {at})",
            [f"(y - {at})*x'"],
        )
    )
    assert bool(told.found) == (push == 0)


def test_parts_that_no_formula_gives_are_enclosed_beside_those_that_it_does():
    """sin(p) (2 u + 3 cos(u) - 1) = 0 and x^3 = 0: p = 0, p = pi, and one u for any p."""
    told = nh.equilibrium(
        nh.System(
            "x u p",
            "(x'**2 + u'**2 + p'**2)/2 - x**4/4 - 3*sin(u) - u**2 - cos(p)",
            ["u' = sin(p) p'"],
        )
    )
    shown = [({n: str(e) for n, e in one.values.items()}, one.free) for one in told.found]
    assert shown[:2] == [({"x": "0", "p": "0"}, ("u",)), ({"x": "0", "p": "pi"}, ("u",))]
    (third,) = told.found[2:]
    u = float(third.enclosure["u"])
    assert isclose(2 * u + 3 * cos(u), 1) and third.free == ("p",)


def test_parts_with_unspecified_functions_are_enclosed_where_these_have_values():
    """sin(p) (h'(u) - 1) = 0: without a value of h the second factor stays an equation."""
    L, rows = "(u'**2 + p'**2)/2 - h(u) - cos(p)", ["u' = sin(p) p'"]
    open_ = nh.equilibrium(nh.System("u p", L, rows, functions=["h(u)"]))
    assert [str(one.values["p"]) for one in open_.found] == ["0", "pi"]
    assert [[str(e) for e in piece] for piece in open_.implicit] == [["h_u(u) - 1"]]
    assert all(not one.stability.eigenvalues for one in open_.found)
    valued = nh.equilibrium(nh.System("u p", L, rows, functions={"h(u)": "u**2 + 3*sin(u)"}))
    (third,) = (one for one in valued.found if one.enclosure)
    assert isclose(2 * float(third.enclosure["u"]) + 3 * cos(float(third.enclosure["u"])), 1)


def test_what_no_formula_solves_is_said_of_the_equations_of_rest():
    """There are no holonomic constraints here that could not be solved."""
    L, rows = "(x'^2 + y'^2)/2 + a'^2 - g(x, y)", ["dx = f(y) dy + g(x, y) da"]
    found = nh.equilibrium(nh.System("x y a", L, rows, functions=["f(y)", "g(x, y)"]))
    assert not found.complete
    assert not any("holonomic" in reason for reason in found.reasons)
    assert any("equations of rest" in reason for reason in found.reasons)


# on a page --------------------------------------------------------------------------------------
def test_a_page_tells_where_a_case_can_rest(tmp_path, capsys):
    hoop, page = "cases/bead_on_hoop.toml", tmp_path / "hoop.html"
    assert main(["report", hoop, "--equilibrium", "--json", "-o", str(page)]) == 0
    (record,) = json.loads(capsys.readouterr().out)["dossiers"]
    assert main(["equilibrium", hoop, "--json"]) == 0
    assert record["equilibria"] == json.loads(capsys.readouterr().out)
    written = page.read_text(encoding="utf-8")
    heading, hint = "Where it can rest</h2>", "<code>nonholo report --equilibrium</code>"
    assert heading in written and "strict minimum there" in written and hint not in written
    assert main(["report", hoop, "-o", str(page)]) == 0
    written = page.read_text(encoding="utf-8")
    assert heading not in written and hint in written


def test_what_is_no_question_of_rest_is_said_on_the_page(tmp_path):
    page = tmp_path / "car.html"
    car = "cases/kinematic_car.toml"
    assert main(["report", car, "--equilibrium", "-o", str(page)]) == 0
    written = page.read_text(encoding="utf-8")
    assert "Where it can rest</h2>" in written and "need a Lagrangian" in written
    assert main(["report", car, "-o", str(page)]) == 0
    assert "Where it can rest</h2>" not in page.read_text(encoding="utf-8")


@settings(max_examples=draws(10))
@given(*DRAWN)
def test_where_a_slope_and_what_stands_beside_it_vanish_there_is_rest(
    slope, beside, form, factor, y, z
):
    """Whatever else solves the equation: a complete list has these configurations too."""
    force = f"({slope})*({factor}) + {beside}".format(form)
    case = nh.System("x y z", "(x'**2 + y'**2 + z'**2)/2", forces={"y": force})
    found = nh.equilibrium(case)
    there = x_at_zero(form, y), y, z
    point = {q: q.graph.lift(v) for q, v in zip(case.system.chart.q, there)}
    held = {q.args: q for q in point}
    assert not found.complete or any(
        not any(vanishes(e.subs(point)) for e in rest.slopes)
        and all(vanishes((held[name] - e).subs(point)) for name, e in rest.values.items())
        for rest in found.found
    )


def test_no_rest_is_told_where_a_divisor_vanishes():
    """x = 0 was told with s = nan: s = -x/(exp(x) - 1) was divided by zero there."""
    forces = {"s": "s*(exp(x) - 1) + x", "y": "y*(x - sqrt(2)) + s*(x**2 - 2)"}
    found = nh.equilibrium(nh.System("s x y", "(s'**2 + x'**2 + y'**2)/2", forces=forces))
    assert found.complete
    at_zero, at_root = found.found[1:]
    assert {name: str(e) for name, e in at_zero.values.items()} == {"s": "-y*sqrt(2)/2", "x": "0"}
    assert str(at_root.values["x"]) == "sqrt(2)"
    assert at_root.free == ("y",)
    assert at_root.slopes == ()


TOP = {  # a symmetric top, w = m g l, in Euler's angles and as turns about x, y and z
    "euler": (
        "psi theta phi",
        "theta'^2 + psi'^2*sin(theta)^2",
        "phi' + psi'*cos(theta)",
        "cos(theta)",
    ),
    "cardan": ("a b c", "a'^2*cos(b)^2 + b'^2", "c' + a'*sin(b)", "cos(a)*cos(b)"),
}


def top(angles: str):
    names, across, spin, height = TOP[angles]
    L = f"A/2*({across}) + C/2*({spin})^2 - w*{height}"
    return nh.System(names, L, parameters=["A", "C", "w"], assumptions=["A > 0", "C > 0", "w > 0"])


def test_where_eulers_angles_fail_turns_about_three_axes_tell_the_stability_of_a_top():
    """It stands (unstable) and hangs (stable) upright, where Euler's angles have no meaning."""
    told = [still.stability for still in nh.equilibrium(top("euler")).found]
    assert {one.verdict for one in told} == {"undecided"}
    assert all("Cardan's angles" in one.reason for one in told)
    massless = nh.equilibrium(nh.System("x y", "x'^2/2 + y*(x^2 - 1)"))
    assert [one.stability.verdict for one in massless.found] == ["undecided"] * 2
    assert all("at every configuration" in one.stability.reason for one in massless.found)
    rests = {str(r.values): r.stability.verdict for r in nh.equilibrium(top("cardan")).found}
    assert "unstable" in rests.values() and "stable as a family" in rests.values()
    assert nh.linearise(top("euler"), {"phidot": "n"}).linear.singular
    sleeping = nh.linearise(top("cardan"), {"cdot": "n"}).linear
    assert not sleeping.singular and "n" in str(sleeping.C)


@pytest.mark.parametrize("force", ["exp(x)", "exp(-x)", "2**x", "exp(x) + x", "x*exp(x) - exp(x)"])
def test_an_exponential_is_never_balanced_by_nothing(force):
    """x = log(0) and x = log(-1) were told as rests; x exp(x) - exp(x) rests where its slope does."""
    found = nh.equilibrium(nh.System("x", f"x'**2/2 - ({force})"))
    rests = [str(rest.values["x"]) for rest in found.found]
    assert rests == (["0"] if force.startswith("x*") else []) and found.complete


@pytest.mark.parametrize("level, rest", [("sqrt(x**2 + y**2) = x", -2), ("sqrt(x) + y**2", 0)])
def test_rests_where_a_level_has_no_value_are_not_told(level, rest):
    found = nh.equilibrium(nh.System("x y", f"x'**2 + y'**2 - (x - {rest})**2", (), [level]))
    assert not found.found and not found.complete


@pytest.mark.parametrize(
    ("x", "y", "potential", "found", "complete"),
    [
        ("negative = true", "", "(x - y)**2 + (y - b)**2", [], True),
        ("positive = true", "", "x**3/3 - b*x + y**2", [{"x": "sqrt(b)", "y": "0"}], True),
        ("negative = true", "", "(exp(y) - x)**2 + (y - b)**2", [], True),
        ("min = 0", "", "(x - b)**2 + y**2", [{"x": "b", "y": "0"}], True),
        ("max = 1", "", "(x - b)**2 + y**2", [{"x": "b", "y": "0"}], False),  # where b <= 1
        ('between = ["0", "pi"]', "", "sin(x) + b*x + y**2", None, False),
        ('between = ["-pi", "0"]', "", "(x - b)**2 + y**2", [], True),
        ('between = ["-pi", "2*pi"]', "", "(x - atan(b))**2 + y**2", 1, True),
    ],
)
def test_rests_with_letters_are_as_assumed_of_coordinates(x, y, potential, found, complete):
    """Those that surely are not are none; where letters decide it, the list is not complete."""
    told = nh.equilibrium(
        parse_case(
            f"lagrangian = \"x'**2/2 + y'**2/2 - ({potential})\"\n[coordinates]\nx = {{ {x} }}\n"
            f"y = {{ {y} }}\n[parameters]\nb = {{ positive = true }}\n"
        )
    )
    if isinstance(found, list):
        rests = [{s: str(e) for s, e in r.values.items()} for r in told.found]
        assert rests == found
    elif found is not None:
        assert len(told.found) == found
    assert told.complete is complete


@pytest.mark.parametrize(
    ("potential", "where"),
    [
        ("sqrt(x**2 + a)", "a"),
        ("sqrt(x - a)*(x - 1)", "1 - a"),
        ("log(x**2 + b - 1)", "b - 1"),
        ("(x - sqrt(a))**2", None),  # a condition on the letters of the case, not of the rest
        ("sqrt(x**2 + b)", None),
        ("sqrt(x**2 + a*x + 1)", "4 - a**2"),
    ],
)
@pytest.mark.parametrize("number", [-3, 5])
def test_a_rest_is_told_with_the_condition_under_which_its_forces_are_real(
    potential, where, number
):
    """Against the rests at a number of the letter."""
    words, given = ("x", f"x'**2/2 - ({potential})"), {"a": None, "b": {"positive": True}}
    found = nh.equilibrium(nh.System(*words, parameters=given)).found
    assert [str(e) for r in found for e in r.under] == ([where] if where else [])
    if where and "b" not in where:
        one = nh.equilibrium(nh.System(*words, parameters={**given, "a": number})).found
        assert len(one) == (eval(where, {"a": number}) >= 0)


def test_a_bound_that_leaves_a_point_of_f_0_leaves_rests_open():
    """x = w^2 <= 0 is x = w = 0, where nothing can move and all rests."""
    told = nh.equilibrium(nh.System({"x": {"max": 0}, "w": {}}, "x'**2 - w", (), ["x - w**2"]))
    assert not told.found and not told.complete and "x <= 0" in told.reasons[-1]


@given(st.integers(-2, 2), st.sampled_from([{"x": "F"}, {"th": "F*cos(th)"}]))
def test_an_input_with_a_value_is_as_good_as_a_parameter(number, forces):
    """Inputs stayed letters: with F = 0 no rest was told; at a configuration F is 0, or as named."""
    words = ("x th", "x'**2/2 + th'**2/2 - cos(th) - x**2")
    pushed = nh.System(*words, forces=forces, inputs={"F": number})
    lettered = nh.System(*words, forces=forces, parameters={"F": number})
    rests = [[str(r.values) for r in nh.equilibrium(c).found] for c in (pushed, lettered)]
    assert rests[0] == rests[1] != []
    if "x" in forces:
        at = {"x": str(Fraction(number + 1, 2)), "F": number + 1}
        assert nh.equilibrium(pushed, at=at).found
        with pytest.raises(InadmissibleState):
            nh.equilibrium(pushed, at={**at, "F": number})


@pytest.mark.parametrize("number", [None, 2, 3])
def test_a_wave_of_whole_letters_is_none_for_almost_all(number):
    """-(1 + cos(n pi)) x vanishes for every odd n; with its number the list is complete."""
    n = {"integer": True} | ({} if number is None else {"value": number})
    case = nh.System("x", "x'**2/2 - (1 + cos(n*pi))*x**2/2", parameters={"n": n})
    found = nh.equilibrium(case)
    assert found.complete == (number is not None) and not found.letters
    assert (found.found[0].free == ("x",)) == (number == 3)
    assert (nh.compare(case).wave is None) == found.complete


@pytest.mark.parametrize("singular", ["y**2 - x**3", "x**2*(x - 1)**2 + y**2"])
def test_singular_points_of_the_set_leave_the_list_open(singular):
    """A body stays at an isolated point whatever the forces are; y = x^3 has no such point."""
    L = "(x'**2 + y'**2)/2 - y"
    assert not nh.equilibrium(nh.System("x y", L, holonomic_constraints=[singular])).complete
    assert nh.equilibrium(nh.System("x y", L, holonomic_constraints=["y - x**3"])).complete


@pytest.mark.parametrize("potential", ["atan(tan(x))^2", "atan(tan(x))^4 + atan(tan(x))^2"])
def test_an_arc_of_what_turns_is_no_straight_line(potential):
    """Its slope is 1, but it jumps: there is a rest at pi too."""
    found = nh.equilibrium(nh.System("x", f"x'^2/2 - ({potential})"))
    rests = {str(rest.values[x]) for rest in found.found for x in rest.values}
    assert "0" in rests and ("pi" in rests or not found.complete)


@pytest.mark.parametrize("force", ["(abs(a) - a)*x", "sign(a)*x + x", "(sqrt(a^2) - a)*sin(x)"])
def test_letters_of_either_sign_leave_a_list_of_rests_open(force):
    assert not nh.equilibrium(nh.System("x", f"x'^2/2 - {force}", parameters=["a"])).complete


@pytest.mark.parametrize("potential", ["cos(exp(x))", "sin(1/x)"])
def test_a_search_among_thousands_of_rests_ends_and_says_so(potential):
    found = nh.equilibrium(nh.System("x", f"x'^2/2 - {potential}"))
    assert len(found.found) >= MOST_ZEROS and not found.complete


@pytest.mark.parametrize(
    ("V", "count"),
    [
        ("x**4 + asin(x)", 2),
        ("(x**4 - 2*x**2)/2 + asin(x)/2", 2),
        ("x**2 + sqrt(x**2 + x + 1)", 1),
        ("x**3/3 - x - log(x + 2)", 1),
        ("x**2/2 - 2*acos(x/2)", 1),
    ],
)
def test_each_rest_has_no_force_though_equations_were_squared(V, count):
    """At x = 0.95898 the square of 4 x^3 + 1/sqrt(1 - x^2) without its root vanishes, not it."""
    rests = nh.equilibrium(nh.System("x", f"x'**2/2 - ({V})"))
    (F,) = rests.rest.forces
    (x,) = rests.rest.chart.q
    for one in rests.found:
        place = one.enclosure.get("x") or ball(one.values["x"], {}, 128)
        (force,) = balls([F], {x: place}, 128)
        assert force.contains(0) and float(force.rad()) < 1e-9
    assert len(rests.found) == count


def test_an_input_without_a_value_does_not_keep_a_case_from_resting():
    """It was told that nothing rests, for u = 0 is no equation of coordinates."""
    pushed = nh.System("x", "x'^2/2", inputs=["u"], forces={"x": "u"})
    found = nh.equilibrium(pushed)
    assert [one.free for one in found.found] == [("x",)] and not found.complete
    assert found.inputs == ("u = 0",) and "special values of u" in found.reasons[-1]
    never = nh.System("x", "x'^2/2 - x", inputs=["u"], forces={"x": "u*0"})
    assert nh.equilibrium(never).complete
    held = nh.equilibrium(nh.System("x", "x'^2/2 - x", inputs=["u"], forces={"x": "u"}))
    assert not held.found and not held.complete


def test_an_enclosed_zero_is_told_as_zero():
    """a'' = -a - (3 b - 2) sin(a), b'' = 3 cos(a) - exp(b) rests at a = 0, b = log(3) too."""
    potential = "a^2/2 + 2*cos(a) + exp(b) - 3*b*cos(a)"
    told = equilibrium_text(nh.equilibrium(nh.System("a b", f"(a'^2 + b'^2)/2 - ({potential})")))
    assert "a = 0, b = 1.0986122886681" in told
    assert "0e-" not in told


@pytest.mark.parametrize("signs", [("sin(a)", "cos(a)"), ("a", "a - 1"), ("sin(a)", "x*a - 1")])
def test_rests_are_those_of_the_rows_that_are_independent_there(signs):
    """f w and g w say w wherever f and g do not vanish together, also where f does."""
    energy = "(a'^2 + x'^2 + y'^2)/2 - (x - 2)^2/2 - y^2 - cos(2*a)"
    row = "(x' - 2*y')"
    cases = [nh.System("a x y", energy, rows) for rows in ([row], [f"({f})*{row}" for f in signs])]
    at = [nh.equilibrium(case, at={"a": 0, "x": 2}).found[0].stability for case in cases]
    assert [one.verdict for one in at] == ["unstable"] * 2
    assert at[0].zeros == at[1].zeros
    alone, both = (
        {str(one.values["a"]): one.stability.verdict for one in nh.equilibrium(case).found}
        for case in cases
    )
    assert alone == {"0": "unstable", "pi": "unstable", "pi/2": "stable", "-pi/2": "stable"}
    assert both["0"] == both["pi"] == "unstable"
    assert {both[place] for place in ("pi/2", "-pi/2")} <= {"stable", "undecided"}


def test_where_no_choice_of_rows_is_independent_those_of_the_points_around_stay():
    """At x = 0 one of three rows is left; twice the same one says nothing of the others."""
    energy = "(x'^2 + y'^2 + z'^2 + w'^2)/2 - (x^2 + y^2 + 2*z^2 + 2*w^2)/2"
    rows = ["x' = y'", "2*x' = 2*y'", "x*(z' - w') = 0"]
    cases = [nh.System("x y z w", energy, told) for told in (rows, [rows[0], rows[2]])]
    at = dict.fromkeys("xyzw", 0)
    redundant, plain = ([rest.values for rest in nh.equilibrium(c, at).found] for c in cases)
    assert len(redundant) == len(plain) == 1
    full = cases[0].system.pfaffian
    point = dict.fromkeys(full.chart.q, full.chart.graph.zero)
    assert independent_at(full, full.take([0, 2]), point).labels == (rows[0], rows[2])


def test_where_chosen_rows_vanish_others_hold_more():
    """x = -2 y, z = 0 rests by the second row where x is not 2, and the first says nothing there."""
    energy = "(x'^2 + y'^2 + z'^2)/2 - (x^2 + 2*y^2 + 3*z^2)/2"
    told = nh.equilibrium(nh.System("x y z", energy, ["z*(x' - y') = 0", "(x - 2)*(x' - y') = 0"]))
    there = {"x": "-2*y", "z": "0"}
    at = [{name: str(e) for name, e in rest.values.items()} for rest in told.found]
    assert there in at or not told.complete
    assert nh.equilibrium(told.case, {"x": 4, "y": -2, "z": 0}).found


def test_a_cone_that_rolls_rests_on_its_generators(tmp_path, capsys):
    """Downhill stable, uphill unstable; of its two rows along fixed axes one vanishes there."""
    path = tmp_path / "cone.toml"
    path.write_text(ROLLING_CONE)
    assert main(["equilibrium", str(path), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)["equilibria"]
    assert [(one["configuration"], one["stability"]["verdict"]) for one in told] == [
        ({"ph": "0"}, "stable as a family"),
        ({"ph": "pi"}, "unstable"),
    ]
    assert all(one["multipliers_of"] == ["cone: no slip 2"] for one in told)
    main(["equilibrium", str(path)])
    assert "[cone: no slip 2]" in capsys.readouterr().out


def test_a_rest_with_hidden_constraints_can_be_asked_for():
    """x = 0 hides y = 0 and z = 0: what is found there is asked in the same words."""
    energy = "(x'^2 + y'^2 + z'^2 + w'^2)/2 - w^2/2"
    case = nh.System("x y z w", energy, ["x' = y", "y' = z"], ["x"])
    (found,) = nh.equilibrium(case).found
    at = {n: str(e) for n, e in found.values.items()}
    (again,) = nh.equilibrium(case, at).found
    assert {n: str(e) for n, e in again.values.items()} == at
    assert again.stability.verdict == found.stability.verdict
    with pytest.raises(InadmissibleState):
        nh.equilibrium(case, {"w": 1})


SPIRAL = """
lagrangian = "(r'^2 + r^2*th'^2 + z'^2)/2 - z^2/r"
constraints = ["z' = r*th'/2"]
[coordinates]
r = { positive = true }
th = {}
z = {}
"""
BLADE_ON_A_BALL = """
coordinates = ["th", "ph", "al"]
lagrangian = "(th'^2 + sin(th)^2*ph'^2)/2 + (al' + cos(th)*ph')^2/2 - 10*cos(th)"
constraints = ["cos(al)*th' = sin(al)*sin(th)*ph'"]
"""


@pytest.mark.parametrize(
    ("text", "place", "square"),
    [(SPIRAL, {"r": "1/2"}, -0.8), (BLADE_ON_A_BALL, {"th": "1/2"}, -10 * cos(0.5))],
)
def test_a_family_is_judged_where_there_are_small_motions(text, place, square):
    """Not at r = 0, where r > 0 is assumed, nor at the pole of the angles: (1 + 4) z'' = -2 z/r of a
    particle with r th' = 2 z', and al'' = -10 cos(th) al of a blade across the slope.
    """
    still = nh.equilibrium(parse_case(text, "family.toml")).found[0]
    assert {name: str(e) for name, e in still.judged_at.items()} == place
    roots = [complex(root) for root, _ in still.stability.eigenvalues]
    assert len(roots) == 2 and all(root**2 == pytest.approx(square) for root in roots)


def test_where_a_formula_divides_by_zero_is_solved_apart():
    """A skate tied by a spring rests across the spring: th = atan(-x/y), and pi/2 where y = 0."""
    skate = nh.System(
        "x y th",
        "m*(x'^2 + y'^2)/2 + J*th'^2/2 - k*(x^2 + y^2)/2",
        constraints=["sin(th)*x' = cos(th)*y'"],
        parameters={"m": 1, "J": {"value": 1}, "k": {"value": 4, "positive": True}},
    )
    found = nh.equilibrium(skate)
    assert found.complete and found.letters
    told = [{name: str(e) for name, e in still.values.items()} for still in found.found]
    assert told == [
        {"th": "atan(-x/y)"},
        {"th": "pi + atan(-x/y)"},
        {"y": "0", "th": "pi/2"},
        {"y": "0", "th": "-pi/2"},
        {"x": "0", "y": "0"},
    ]
    assert found.found[-1].stability.verdict == "stable as a family"


@pytest.mark.parametrize("mass", ["m", "2"])
def test_zeros_are_the_reason_with_letters_too(mass):
    """A blade that turns freely, across the slope: no sign is open, linearisation decides nothing."""
    L = f"{mass}*(x'**2 + y'**2)/2 + p'**2/2 + {mass}*x"
    blade = nh.System("x y p", L, ["x'*sin(p) = y'*cos(p)"], parameters={"m": {"positive": True}})
    (one, other) = nh.equilibrium(blade).found
    assert "4 eigenvalues are 0 besides" in one.stability.reason == other.stability.reason
