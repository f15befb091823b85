"""What of a published pair belongs to its authors and what to a misprint, settled by calculation.

Neimark and Fufaev give two forms that are integrable together and not alone.  Lemos2003, equations
(8) and (9), quotes the pair; its relations in print are y = C1 x and x (x^2 + y^2 + z^2) = C2.
"""

from __future__ import annotations

from pathlib import Path

import pytest

import nonholo as nh
from nonholo.readers.case_file import read_case
from nonholo.readers.of_constraints import case_from_constraints

CASES = Path(__file__).parent.parent / "cases"
PAIR = ["(x^2 + y^2) dx + x*z dz", "(x^2 + y^2) dy + y*z dz"]
PRINTED, MEANT = "x*(x^2 + y^2 + z^2)", "x^2 + y^2 + z^2"


def kept(case, text: str) -> bool:
    """Is d(text) a combination of the rows?  Along ker A its derivative vanishes."""
    d = nh.check(case).distribution
    f = case.scope.expression(text)
    return d.restrict(d.chart.rate(f)).is_zero


@pytest.mark.parametrize(
    "case", [case_from_constraints(PAIR), read_case(CASES / "lemos_integrable_pair.toml")]
)
def test_the_pair_keeps_the_sphere_and_not_what_is_in_print(case):
    found = nh.check(case)
    assert (found.verdict, found.relations) == ("holonomic", 2)
    assert [form.integrable for form in found.forms] == [False, False]
    assert kept(case, "y/x") and kept(case, MEANT)
    assert not kept(case, PRINTED)


def test_by_hand_the_first_form_is_half_x_times_the_differential_of_the_sphere():
    """With y = C1 x:  (x^2 + y^2) x' + x z z'  =  x/2 d/dt(x^2 + y^2 + z^2)."""
    scope = case_from_constraints(["x' + y' + z' = C*x"]).scope
    chart = scope.chart
    x, y, z, xdot, ydot, zdot, C = map(
        chart.graph.symbol, ["x", "y", "z", "xdot", "ydot", "zdot", "C"]
    )
    on_line = {y: C * x, ydot: C * xdot}
    first = (x * x + y * y) * xdot + x * z * zdot
    sphere = chart.rate(x * x + y * y + z * z)
    half = chart.graph.one / chart.graph.lift(2)
    assert (first - half * x * sphere).subs(on_line).is_zero
    assert not (first - half * x * chart.rate(x * (x * x + y * y + z * z))).subs(on_line).is_zero


def test_by_hand_the_pair_gives_lines_through_the_axis():
    """y w1 - x w2 = (x^2 + y^2)(y dx - x dy)."""
    scope = case_from_constraints(PAIR).scope
    first, second = (scope.constraint(text) for text in PAIR)
    x, y, xdot, ydot = map(scope.chart.graph.symbol, ("x", "y", "xdot", "ydot"))
    combined = y * first - x * second
    assert (combined - (x * x + y * y) * (y * xdot - x * ydot)).is_zero


@pytest.mark.parametrize("name", ["neimark_fufaev_pair", "neimark_fufaev_pair_alternative"])
def test_the_reconstructed_family_keeps_what_is_in_print(name):
    """Sound forms, but made from the misprint."""
    case = read_case(CASES / f"{name}.toml")
    assert kept(case, "y/x") and kept(case, PRINTED)
    assert not kept(case, MEANT)
    assert "misprint" in case.name and "misprint" in case.notes
