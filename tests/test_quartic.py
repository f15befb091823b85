"""Cartan's quartic: which distributions with growth (2, 3, 5) have the most symmetries.

Against what is published: two rolling spheres (Bor and Montgomery 2009), u' = (z'')^m (Cartan
1910), u' = (z'')^2 + b z'^2 + c z^2 (Doubrov and Kruglikov 2014); and laws: neither coordinates nor
the frame matter.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from io import BytesIO
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from matplotlib.image import imread

import nonholo as nh
from nonholo.cli import main
from nonholo.decide.zero import decide_zero
from nonholo.errors import NotApplicable
from nonholo.findings.family_map import family_map
from nonholo.geometry.distribution.distribution import distribution
from nonholo.geometry.flag.quartic import cartan_quartic
from nonholo.views.families.picture import family_picture
from tests.draws import draws
from tests.test_families import LAWS, holds

MONGE = ["z' = y*x'", "y' = w*x'"]


def monge(f: str, **letters) -> nh.Case:
    """u' = f(z'') in the coordinates x, z, y = z', w = z'', u."""
    return nh.System("x z y w u", constraints=[*MONGE, f"u' = ({f})*x'"], parameters=letters)


def quartic(rows, dependent=()):
    """(Q, s)"""
    d = distribution(rows, dependent)
    s = d.chart.graph.symbol("slope")
    return cartan_quartic(d, s), s


def is_flat(case, dependent=()) -> bool:
    decision = decide_zero(quartic(case.system.pfaffian, dependent)[0])
    assert decision.proved
    return decision.answer


@pytest.mark.parametrize(
    ("f", "flat"),
    [
        ("w^2", True),
        ("1/w", True),
        ("w^(1/3)", True),
        ("w^(2/3)", True),
        ("w^3", False),
        ("w^(3/2)", False),
        ("w^(4/3)", False),
        ("1/w^2", False),
        ("exp(w)", False),
    ],
)
def test_powers_of_the_second_derivative(f, flat):
    """Flat for the powers 2, -1, 1/3 and 2/3 alone."""
    assert is_flat(monge(f), ["z", "y", "u"]) is flat
    assert is_flat(monge(f), ["x", "y", "u"]) is flat


@pytest.mark.parametrize(
    ("r1", "r2", "growth", "flat"),
    [
        (1, 1, (2,), None),
        (1, 3, (2, 3, 5), True),
        (3, 1, (2, 3, 5), True),
        (1, 2, (2, 3, 5), False),
        (9, 1, (2, 3, 5), False),
    ],
)
def test_two_spheres_are_flat_for_one_ratio_of_radii(spheres, r1, r2, growth, flat):
    """And no others are special: four cells."""
    assert spheres.complete and len(spheres.cells) == 4
    (cell,) = [cell for cell in spheres.cells if holds(cell, {"r1": r1, "r2": r2})]
    assert (cell.answer.growth, cell.answer.flat) == (growth, flat)


@pytest.fixture(scope="module")
def spheres():
    return nh.families("two_spheres_1_3", "symmetry").symmetry


def test_every_number_lies_in_a_cell_with_its_answer():
    """At b = c = 0 the solution a = 9 b^2/(100 c) divides by 0, and the cell holds it all the same."""
    case = monge("a*w^2 + b*y^2 + c*z^2", a=None, b=None, c=None)
    family = nh.families(case, "symmetry").symmetry
    assert family.complete
    for a, b, c in product((-1, 0, 1, 9, 10, 100), repeat=3):
        values = {"a": Fraction(a), "b": Fraction(b), "c": Fraction(c)}
        (cell,) = [cell for cell in family.cells if holds(cell, values)]
        flat = None if a == 0 else 9 * b**2 == 100 * a * c
        assert cell.answer.flat is flat


def test_the_legend_of_a_map_ends_inside_of_it(spheres):
    """Long answers are in several lines: at the right edge there is nothing but the ground."""
    drawn = family_map(nh.case("two_spheres_1_3"), spheres, {"r1": (0, 4), "r2": (0, 4)})
    pixels = imread(BytesIO(family_picture("Two spheres", drawn, "png")), format="png")
    assert (pixels[:, -4:] == pixels[0, -1]).all()


CHANGES = {"2 q": lambda q: 2 * q, "q^2": lambda q: q**2, "cos q": lambda q: q.graph.cos(q)}
SHEARS = st.tuples(st.permutations(range(5)), st.sampled_from(sorted(CHANGES)))


def sheared(rows, moved: int, by: int, g):
    """The rows in coordinates in which q_moved stands for q_moved + g(q_by)."""
    q = rows.chart.q
    slope, put = g(q[by]).diff(q[by]), {q[moved]: q[moved] + g(q[by])}
    matrix = [[e.subs(put) for e in row] for row in rows.matrix]
    for row in matrix:
        row[by] = row[by] + row[moved] * slope
    return replace(rows, matrix=tuple(map(tuple, matrix)))


@settings(LAWS, max_examples=draws(12))
@given(st.sampled_from(["w^2", "w^2 + y^2", "w^2 + z*y", "w^3"]), SHEARS)
def test_other_coordinates_do_not_matter(f, shear):
    """z z' is a derivative, so that it does not matter either."""
    (moved, by, *_), change = shear
    Q, s = quartic(sheared(monge(f).system.pfaffian, moved, by, CHANGES[change]))
    assert decide_zero(Q).answer is (f in ("w^2", "w^2 + z*y"))
    for _ in range(5):
        Q = Q.diff(s)
    assert decide_zero(Q).answer is True  # of degree four


def test_of_other_growth_it_is_not_asked():
    car = nh.constraints("sin(a) dx = cos(a) dy")
    with pytest.raises(NotApplicable):
        quartic(car.system.pfaffian)
    with pytest.raises(NotApplicable, match=r"\(2, 3, 5\)"):
        nh.families("rolling_coin", "symmetry")
    assert "symmetry" not in nh.families("rolling_coin", records=False).families


def test_where_it_is_not_asked_the_growth_and_names_held_constant_are_told(capsys):
    rows = ["dy = p dx", "dp = q dx", "dz = q^2 dx"]
    with pytest.raises(NotApplicable, match=r"it is \(1\) here; q held constant; also=\"q\""):
        nh.families(nh.constraints(*rows), "symmetry")
    with pytest.raises(NotApplicable, match="in q alone"):
        nh.families(nh.constraints("dz = x dy + dt"), "symmetry")
    typed = ["families", *(part for row in rows for part in ("-c", row)), "--of", "symmetry"]
    assert main([*typed, "--coordinates", "q"]) == 0
    assert "FLAT, growth (2, 3, 5)" in capsys.readouterr().out
