"""For which parameters is the singular set another one?  Planted sets, and single numbers asked."""

from collections.abc import Mapping
from fractions import Fraction
from random import Random

import pytest

import nonholo as nh
from nonholo.findings.family import at_piece
from nonholo.geometry.flag.at_numbers import same_pieces

POSITIVE = {"positive": True}
LOADER = nh.System(
    "x y th ga",
    None,
    [
        "sin(th)*x' = cos(th)*y'",
        "(l1*cos(ga) + l2)*th' = (cos(th)*x' + sin(th)*y')*sin(ga) + l2*ga'",
    ],
    parameters={"l1": POSITIVE, "l2": POSITIVE},
)
FORMS = [
    "dz = (x^2 + (a - b)^2) y dx",  # empty but for a = b
    "dz = a x^2 dy + b x dy",  # a plane, which is missing for a = 0
    "dz = (a y^2 + b y) dx",  # a plane, none for a = 0
    "dz = (a x - b)^2 dy",  # x = b/a, none for a = 0
    "(a cos(x) + b) dx + sin(x) dy = 0",  # rank is lost for a = b, a = -b
]


def singular(case):
    return nh.families(case, "singular", records=False).singular


def all_vanish(equations, numbers: Mapping[str, Fraction]) -> bool:
    values = {p: p.graph.lift(numbers[str(p)]) for e in equations for p in e.symbols()}
    return all(e.subs(values).is_zero for e in equations)


def cells_at(family, numbers):
    """The cells that hold the numbers of the parameters."""
    return [
        cell
        for cell in family.cells
        if all_vanish(cell.equations, numbers)
        and not any(all_vanish(inner, numbers) for inner in cell.without)
    ]


@pytest.mark.parametrize("seed", range(3))
def test_points_where_rank_is_lost_for_planted_parameters_alone(seed):
    """p dx + (a x - b) dy = 0 loses rank at a root x_i of p where b = a x_i."""
    rng = Random(seed)
    roots = rng.sample([-3, -2, -1, 1, 2, 3], 2)
    p = "*".join(f"(x - ({root}))" for root in roots)
    letters = dict.fromkeys("ab")
    family = singular(nh.System("x y z", None, [f"{p}*x' + (a*x - b)*y' = 0"], parameters=letters))
    assert family.complete, family.reasons
    for root in roots:
        a = Fraction(rng.randint(1, 9), 7)
        for b, missing in ((a * root, False), (a * root + Fraction(1, 11), True)):
            (cell,) = cells_at(family, {"a": a, "b": b})
            assert cell.answer.nowhere == missing


@pytest.mark.parametrize("given", [LOADER, *FORMS], ids=["loader", *FORMS])
def test_each_cell_is_what_a_check_with_numbers_says(given):
    case = nh.constraints(given) if isinstance(given, str) else given
    family, rng = singular(case), Random(1)
    assert family.complete, family.reasons
    names = [str(p) for p in family.parameters]
    points = [{str(p): Fraction(str(e)) for p, e in cell.at.items()} for cell in family.cells]
    points += [{name: Fraction(rng.randint(1, 9), 7) for name in names} for _ in range(3)]
    for numbers in points:
        (cell,) = cells_at(family, numbers)
        letters = {p: p.graph.lift(numbers[str(p)]) for p in family.parameters}
        there = nh.check(at_piece(case, letters)).survey.strata.singular
        if cell.answer.check is None:
            assert not there
            continue
        known = cell.answer.check.survey.strata.singular
        assert same_pieces(known, there, letters), (numbers, known, there)


def test_where_cells_may_be_missing_the_list_says_so():
    """x^2 + a has real zeros for some a: their growth is told for no a."""
    family = singular(nh.constraints("dz = (x^2 + a) y dx"))
    assert not family.complete and family.reasons
    assert [tuple(map(str, cell.equations)) for cell in family.cells] == [(), ("a",)]
