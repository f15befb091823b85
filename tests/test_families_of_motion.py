"""Questions about motion for all parameters: published cells, and laws over random systems."""

from __future__ import annotations

from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from test_families import POSITIVE, _put, holds

import nonholo as nh
from nonholo.expression.text import text

CASES = Path(__file__).parents[1] / "cases"
LAWS = settings(deadline=None, max_examples=12, suppress_health_check=list(HealthCheck))
W1 = "(psi'*sin(theta)*sin(phi) + theta'*cos(phi))"
W2 = "(psi'*sin(theta)*cos(phi) - theta'*sin(phi))"
W3 = "(phi' + psi'*cos(theta))"
SPIN = f"(I1*{W1}^2 + I2*{W2}^2 + I3*{W3}^2)/2"
INERTIA = dict.fromkeys(("I1", "I2", "I3"), POSITIVE)


def equations(cell):
    return sorted(map(text, cell.equations))


# vakonomic motions
# ---------------------------------------------------------------------------------------
def vakonomic(case):
    """{the equations of a cell: how many of mu are free, None where the motions do not agree}"""
    family = nh.families(case, "vakonomic").vakonomic
    assert family.complete
    return {tuple(equations(c)): c.answer.free for c in family.cells}


def test_the_coin_moves_vakonomically_on_the_level_plane_alone():
    assert vakonomic(CASES / "rolling_coin.toml") == {(): None, ("sin(al)",): 0}


def test_a_ball_moves_vakonomically_if_it_is_homogeneous():
    homogeneous = ("I3 - I1", "I3 - I2")
    assert vakonomic(CASES / "chaplygin_sphere.toml") == {(): None, homogeneous: 0}


def test_both_principles_agree_for_every_mu_where_the_form_is_closed():
    letters = {"m": POSITIVE, "M": POSITIVE, "a": None, "c": None}
    L = "(m*(x'^2 + y'^2) + M*z'^2)/2"
    case = nh.System("x y z", L, ["dz = a*y dx + c*x dy"], parameters=letters)
    assert vakonomic(case) == {(): None, ("c - a",): 1, ("a + c",): 0}


KINETIC = st.sampled_from(["m", "1 + a*x^2", "1 + b*y", "2"])
FORCES = st.sampled_from(["0", "a*x", "b*y^2", "(a - b)*z", "c*x*y"])
SLOPES = st.sampled_from(["a*y", "(a + b)*x", "c*z", "(b - c)*y^2", "0", "a*b*x*y"])
NUMBERS = st.fixed_dictionaries({n: st.integers(-1, 2) for n in "abc"})


def at_numbers(lagrangian, row, values):
    put = {f"({n})": f"({v})" for n, v in (values | {"m": 2}).items()}
    return nh.System("x y z", _put(lagrangian, put), [_put(row, put)])


@LAWS
@given(KINETIC, KINETIC, FORCES, SLOPES, SLOPES, st.lists(NUMBERS, min_size=3, max_size=3))
def test_numbers_have_the_vakonomic_answer_of_their_cell(first, second, force, p, q, numbers):
    lagrangian = f"({first})*x'^2/2 + ({second})*y'^2/2 + z'^2/2 + {force}"
    row = f"dz = ({p}) dx + ({q}) dy"
    letters = dict.fromkeys("abc") | {"m": POSITIVE}
    case = nh.System("x y z", lagrangian, [row], parameters=letters)
    family = nh.families(case, "vakonomic").vakonomic
    for values in numbers:
        inside = [c for c in family.cells if holds(c, values | {"m": 2})]
        assert inside or not family.complete
        system = nh.compare(at_numbers(lagrangian, row, values))
        for cell in inside:
            if cell.answer is not None and cell.answer.agrees is not None:
                own = system.principle.coincidence
                assert own.decision.answer is None or (own.decision.answer, own.free) == (
                    cell.answer.agrees,
                    cell.answer.free,
                )
