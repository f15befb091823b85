"""Flags at points and their strata: published growth vectors first, then laws."""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import accumulate
from math import cos, factorial, pi

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import nonholo as nh
from nonholo.algebra.field import Field
from nonholo.decide.zero import decide_zero
from nonholo.errors import OutOfReach, SingularPivot
from nonholo.expression.graph import Expr, Graph
from nonholo.expression.text import text
from nonholo.findings.check import check
from nonholo.geometry.constraints.chart import chart
from nonholo.geometry.constraints.pfaffian import Pfaffian, independent_rows
from nonholo.geometry.curvature.darboux import form_class
from nonholo.geometry.distribution.distribution import Distribution, distribution
from nonholo.geometry.flag.confined import confined
from nonholo.geometry.flag.flag import big_growth, closure, vertical_bracket
from nonholo.geometry.flag.local import growth_at
from nonholo.geometry.flag.regions import regions
from nonholo.geometry.flag.strata import Strata, strata
from nonholo.geometry.zeros.branches import solutions
from nonholo.geometry.zeros.sines import Probe, without_sine
from nonholo.geometry.zeros.zeros import common_zeros
from nonholo.linear.taylor import Expansion
from nonholo.readers.case import Case
from nonholo.readers.case_file import parse_case
from nonholo.readers.of_constraints import case_from_constraints
from nonholo.testing import laws
from nonholo.testing import strategies as some
from tests.draws import draws

RIGHT, A2, A3 = "pi/2", "pi/4", "atan(1/sqrt(2))"  # a_(k+1) = atan(sin(a_k)), Jean 1996


def case(*constraints: str, also: str = "") -> Case:
    return case_from_constraints(constraints, also=also.split())


def test_the_bracket_of_two_vertical_fields():
    """[Y, Z]^l = sum_r (Y^r dZ^l/dq_r - Z^r dY^l/dq_r) along the dependent coordinates."""
    d = distribution(case("du = y dx", "dv = x dy").system.pfaffian)
    a, b = (d.chart.q[l] for l in d.dependent)
    zero = a.graph.zero
    found = vertical_bracket(d, (a * b, zero), (a**2, b))
    assert all(decide_zero(e - wanted).answer for e, wanted in zip(found, (a**2 * b - a * b, zero)))


def at_point(found: Case, point: dict[str, str], big: bool = False):
    """Growth at a point, without any knowledge of the generic vector."""
    rows = independent_rows(found.system.pfaffian)[0]
    return growth_at(
        rows, found.point(point), rows.chart.n + (rows.space == "tq"), 60_000_000, big=big
    )


def stratified(*constraints: str, also: str = "", units: int = 60_000_000) -> Strata:
    found = case(*constraints, also=also)
    rows = independent_rows(found.system.pfaffian)[0]
    d = distribution(rows)
    return strata(rows, d.dependent, closure(d), units)


def vectors(found: Strata) -> dict[frozenset[str], tuple[int, ...] | None]:
    """Equations -> growth vector, None where the rank drops."""
    return {frozenset(map(text, s.equations)): s.growth and s.growth.vector for s in found.strata}


# cars with trailers -----------------------------------------------------------------------------
def car(trailers: int) -> Case:
    """Unicycle with trailers at unit distances, each hooked to the axle before it."""
    rows = []
    for i in range(trailers + 1):
        x = "".join(["x'", *(f" + sin(th{j})*th{j}'" for j in range(1, i + 1))])
        y = "".join(["y'", *(f" - cos(th{j})*th{j}'" for j in range(1, i + 1))])
        rows.append(f"sin(th{i})*({x}) - cos(th{i})*({y})")
    names = ["x", "y", *(f"th{i}" for i in range(trailers + 1))]
    return parse_case(f"coordinates = {json.dumps(names)}\nconstraints = {json.dumps(rows)}")


def bent(trailers: int, angles: dict[int, str]) -> dict[str, str]:
    """The configuration with b_i = th_(i-1) - th_i as given, else 0."""
    headings = accumulate(
        (f" - ({angles.get(i, '0')})" for i in range(1, trailers + 1)), initial="0"
    )
    return {f"th{i}": heading for i, heading in enumerate(headings)}


@pytest.mark.parametrize(("trailers", "angles", "vector"), [
    (2, {}, (2, 3, 4, 5)),
    (2, {1: RIGHT}, (2, 3, 4, 4, 5)),
    (3, {}, (2, 3, 4, 5, 6)),
    (3, {2: RIGHT}, (2, 3, 4, 5, 5, 6)),
    (3, {1: RIGHT}, (2, 3, 4, 4, 5, 5, 6)),
    (3, {1: RIGHT, 2: RIGHT}, (2, 3, 4, 4, 5, 5, 5, 6)),
    (3, {1: A2, 2: RIGHT}, (2, 3, 4, 5, 5, 5, 6)),
    (3, {1: f"-{A2}", 2: RIGHT}, (2, 3, 4, 5, 5, 6)),
    (4, {}, (2, 3, 4, 5, 6, 7)),
    (4, {1: RIGHT}, (2, 3, 4, 4, 5, 5, 6, 6, 7)),
    (4, {1: RIGHT, 3: RIGHT}, (2, 3, 4, 4, 5, 5, 6, 6, 6, 6, 7)),
    (4, {2: A2, 3: RIGHT}, (2, 3, 4, 5, 6, 6, 6, 7)),
    (4, {1: A2, 2: RIGHT}, (2, 3, 4, 5, 5, 5, 6, 6, 6, 7)),
    (4, {1: RIGHT, 2: RIGHT, 3: RIGHT}, (2, 3, 4, 4, 5, 5, 5, 6, 6, 6, 6, 6, 7)),
])  # fmt: skip
def test_cars_with_trailers(trailers, angles, vector):
    found = at_point(car(trailers), bent(trailers, angles))
    assert (found.vector, found.evidence.evidence) == (vector, "normal form")


@pytest.mark.slow
def test_a_special_angle_of_four_trailers():
    found = at_point(car(4), bent(4, {1: A3, 2: A2, 3: RIGHT}))
    assert found.vector == (2, 3, 4, 5, 6, 6, 6, 6, 7)


@pytest.mark.parametrize(("trailers", "degree"), [(0, 2), (1, 3), (2, 5), (3, 8), (4, 13)])
def test_the_worst_degrees_are_fibonacci_numbers(trailers, degree):
    signs = {i: RIGHT if i % 2 else f"-{RIGHT}" for i in range(1, trailers)}
    assert at_point(car(trailers), bent(trailers, signs)).degree == degree


def test_the_big_flag_of_a_car_grows_by_one_everywhere():
    """Goursat: dim D^s = s + 1 at every point."""
    found = at_point(car(4), bent(4, {1: RIGHT, 2: RIGHT, 3: RIGHT}), big=True)
    assert (found.vector, found.evidence.proved) == ((2, 3, 4, 5, 6, 7), True)


def test_eight_trailers_in_a_row():
    found = check(car(8), at=bent(8, {}))
    assert (found.at_point.vector, found.at_point.evidence.proved) == (tuple(range(2, 12)), True)


def test_strata_of_two_trailers():
    found = check(car(2)).survey.strata
    assert vectors(found) == {frozenset({"cos(th0 - th1)"}): (2, 3, 4, 4, 5)}
    assert (found.complete, found.regular, found.everywhere) == (True, True, True)


@pytest.mark.slow
def test_strata_of_three_trailers():
    """Jean 1996: five, two of them at b_1 = +-pi/4, which one equation tells: cos(b_1) =
    sin(b_2) sin(b_1) where sin(b_2) = +-1.
    """
    rows = car(3).system.pfaffian
    d = distribution(rows, ["y", "th1", "th2", "th3"])
    found = strata(rows, d.dependent, closure(d), 120_000_000)
    assert found.complete, found.reason
    assert {frozenset(map(text, piece)) for piece in found.singular} == {
        frozenset({"cos(th0 - th1)"}),
        frozenset({"cos(th1 - th2)"}),
    }
    assert sorted(s.growth.vector for s in found.strata) == [
        (2, 3, 4, 4, 5, 5, 5, 6),
        (2, 3, 4, 4, 5, 5, 6),
        (2, 3, 4, 5, 5, 5, 6),
        (2, 3, 4, 5, 5, 6),
    ]
    assert laws_of_strata(rows, found)


# other published vectors --------------------------------------------------------------------------
@pytest.mark.parametrize("order", range(1, 9))
def test_martinet_of_any_order(order):
    """z' = y^k x': k brackets along y before the vertical direction appears."""
    found = case(f"dz = y**{order} dx", also="y")
    assert at_point(found, {}).vector == (*[2] * order, 3)
    assert at_point(found, {"y": "1/3"}).vector == (2, 3)
    singular = stratified(f"dz = y**{order} dx", also="y")
    assert vectors(singular) == ({} if order == 1 else {frozenset({"y"}): (*[2] * order, 3)})


@pytest.mark.parametrize("n", range(3, 10))
def test_chained_forms(n):
    """Murray and Sastry 1993: (2, 3, ..., n) at every point, and the big flag too."""
    rows = [f"dx{i} = x{i - 1} dx1" for i in range(3, n + 1)]
    found = case(*rows, also="x2")
    assert at_point(found, {"x2": "2", "x3": "-1"}).vector == tuple(range(2, n + 1))
    d = distribution(found.system.pfaffian)
    generic = closure(d)
    assert generic.growth.vector == big_growth(d, generic).vector == tuple(range(2, n + 1))
    assert stratified(*rows, also="x2").singular == ()


@pytest.mark.parametrize(("constraints", "also", "point", "small", "big"), [
    (("dy = p dx", "dp = q dx", "dz = q**2 dx"), "q", {}, (2, 3, 5), (2, 3, 5)),  # Cartan 1910
    (("dz = p1 dq1 + p2 dq2",), "p1 p2", {}, (4, 5), (4, 5)),
    (("udot = cos(psi)*xdot - sin(psi)*ydot", "cos(u)*vdot = -sin(psi)*xdot - cos(psi)*ydot", "psidot = -sin(u)*vdot"),
     "", {"u": "pi/6", "psi": "pi/3"}, (2, 3, 5), (2, 3, 5)),  # a ball on a plane
    (("-sin(th + phi)*x' + cos(th + phi)*y' + cos(phi)*th'", "-sin(th - phi)*x' + cos(th - phi)*y' - cos(phi)*th'"),
     "phi psi", {"phi": "pi/6"}, (3, 4, 5), (3, 4, 5)),  # a snakeboard
    (("y' = 1 + x**2",), "x", {}, (2, 2, 3), (2, 2, 3)),
    (("dz = y**2 dx", "dw = y**3 dx"), "y", {}, (2, 2, 3, 4), (2, 2, 3, 4)),
])  # fmt: skip
def test_growth_at_points(constraints, also, point, small, big):
    found = case(*constraints, also=also)
    assert at_point(found, point).vector == small
    assert at_point(found, point, big=True).vector == big


FREE = ["x1", "x1**2/2", "x1*x2", "x1**3/6", "x1**2*x2/2", "x1*x2**2/2", "x1**4/24", "x1**3*x2/6", "x1**2*x2**2/4",
        "x1*x2**3/6", "x1**2*x3/2", "x1*x2*x3"]  # fmt: skip


def test_the_big_flag_can_be_faster():
    """The free nilpotent algebra of step 5 on two fields (Grayson and Grossman 1990): 2, 3, 5,
    8, 14.
    """
    rows = [
        f"dx{i} = {f} dx2" if f.isalnum() else f"dx{i} = ({f})*dx2"
        for i, f in enumerate(FREE, start=3)
    ]
    d = distribution(case(*rows, also="x1").system.pfaffian)
    generic = closure(d)
    assert generic.growth.vector == (2, 3, 5, 8, 14)
    assert big_growth(d, generic).vector == (2, 3, 5, 10, 14)


def test_the_big_flag_can_end_before_a_small_one_of_four_steps():
    """X1, X2, X3 with [[X1, X2], [X1, X3]] = d/dx8 in no bracket of three, and [X2, X3] = 0."""
    rows = ["dx4 = x1 dx2", "dx5 = x1 dx3", "dx6 = x1**2/2*dx3", "dx7 = x1**2/2*dx2"]
    rows.append("dx8 = x1**2*x3/2*dx2 + (x1*x4 - x1**2*x2/2)*dx3")
    d = distribution(case(*rows, also="x1").system.pfaffian)
    generic = closure(d)
    assert generic.growth.vector == (3, 5, 7, 8)
    assert big_growth(d, generic).vector == (3, 5, 8)


def test_no_growth_where_the_rank_drops():
    with pytest.raises(SingularPivot, match="rank of the constraints drops below 1"):
        at_point(case("x*dy", also="x"), {})


def test_a_pole_at_the_point_is_told():
    with pytest.raises(SingularPivot, match="a coefficient has a pole"):
        at_point(case("z' = x'/y", also="y"), {})


# ends below the generic dimension, regions, classes
# -------------------------------------------------------
def test_growth_can_end_below_the_generic_dimension():
    """dz = z y dx: nothing new comes on z = 0, and that is proved."""
    found = at_point(case("dz = z*y dx", also="y"), {})
    assert (found.vector, found.complete, found.evidence.proved) == ((2,), True, True)


def test_regions_of_a_flat_switch():
    rows = case("z' = (1 + sign(y))/2*exp(-1/y)*x'", also="y").system.pfaffian
    assert {s.region: s.growth.vector for s in regions(rows)} == {
        ("y > 0",): (2, 3),
        ("y < 0",): (2,),
    }
    found = case("z' = (1 + sign(y))/2*exp(-1/y)*x'", also="y")
    assert [at_point(found, {"y": y}).vector for y in ("2", "-2")] == [(2, 3), (2,)]


@pytest.mark.parametrize("rows", [
    "dz = abs(x)*y**2 dx",  # (2, 2, 3) where y = 0
    "dz = y*(x**2 + abs(x) - 2)**2 dx",  # and where x = 1
    "(x**2 + abs(x) - 2) dz = (x**2 - 1)*y dx",  # rank 0 there
    "x dz = abs(y) dx",
])  # fmt: skip
def test_a_region_is_told_at_a_point_where_growth_is_as_told(rows):
    found = case(rows, also="x y")
    told = regions(found.system.pfaffian)
    assert len(told) == 2
    for where in told:
        at = {str(s): str(v) for s, v in where.at.items()}
        assert at_point(found, at).vector == where.growth.vector == (2, 3)


@pytest.mark.parametrize(("form", "also", "number", "normal_form"), [
    ("x dx + y dy", "", 1, "dz"),
    ("y dx - x dy", "", 2, "y dx"),
    ("dz = y dx", "y", 3, "dz - y dx"),
    ("y dx + z dy + x dz", "", 3, "dz - y dx"),
    ("p1 dq1 + p2 dq2", "p1 p2", 4, "y1 dx1 + y2 dx2"),
    ("dz = p1 dq1 + p2 dq2", "p1 p2", 5, "dz - y1 dx1 - y2 dx2"),
    ("dy = x dt", "x", 3, "dz - y dx"),
    ("x1 dy1 + x2 dy2 + x3 dy3", "x1 x2 x3", 6, "y1 dx1 + y2 dx2 + y3 dx3"),
])  # fmt: skip
def test_classes_of_forms(form, also, number, normal_form):
    found = form_class(case(form, also=also).system.pfaffian, 0)
    assert (found.number, found.normal_form, found.evidence.proved) == (number, normal_form, True)
    assert found.rank == (number - 1) // 2


def test_a_quadratic_that_bends_is_not_solved():
    """x^2 + |x| = 2 for x = 1 and -1, and its slope 2 x + sign(x) has a constant slope."""
    plane = chart(Graph(), ["x", "y"])
    x, size = plane.q[0], plane.graph.call("abs", plane.q[0])
    assert [solutions(f, plane)[0] for f in (x**2 + size - 2, x**2 - size / x - 3)] == [[], []]
    assert solutions(x**2 - 2, plane) == (
        [{x: plane.graph.sqrt(2)}, {x: -plane.graph.sqrt(2)}],
        True,
    )


def test_a_power_of_e_has_one_root_or_none():
    plane = chart(Graph(), ["x", "y"])
    (x, y), exp = plane.q, plane.graph.exp
    log = plane.graph.call("log", plane.graph.lift(3))
    asked = exp(2 * x) - 3, exp(x) + 3, y * exp(x) - 3 * y, exp(x) - exp(-x)
    assert [solutions(f, plane)[0] for f in asked[:2]] == [[{x: log / 2}], []]
    assert all(x not in values for f in asked[2:] for values in solutions(f, plane)[0])


# strata
# ---------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("constraints", "also", "expected"), [
    (("dz = y**2 dx",), "y", {("y",): (2, 2, 3)}),
    (("y dx + z dy + x dz",), "", {("x + y + z",): (2, 2, 3), ("x", "y", "z"): None}),
    (("y' = 1 + x**2",), "x", {("x",): (2, 2, 3)}),
    (("x dy",), "x", {("x",): None}),
    (("(x**2 + y**2)*dx + x*z*dz", "(x**2 + y**2)*dy + y*z*dz"), "", {("x", "y"): None}),
    (("dz = x**2*y dy",), "x", {("x",): (2, 2, 3), ("y",): (2, 2, 3), ("x", "y"): (2, 2, 2, 3)}),
    (("dz = cos(y) dx",), "y", {("sin(y)",): (2, 2, 3)}),
    (("dz = exp(x)*y dx",), "y", {}),
    (("dz = (x**2 + y**2 - 1) dx",), "y", {("y",): (2, 2, 3)}),
    (("dz = (y**3/3 - y) dx",), "y", {("y - 1",): (2, 2, 3), ("y + 1",): (2, 2, 3)}),
    (("-sin(th + phi)*x' + cos(th + phi)*y' + cos(phi)*th'", "-sin(th - phi)*x' + cos(th - phi)*y' - cos(phi)*th'"),
     "phi psi", {("cos(phi)",): None}),
    (("dz = z*y dx",), "y", {("z",): (2,)}),
    (("dz = y*cos(2*t) dx",), "y", {("cos(2*t)", "y"): (3, 3, 4)}),
    (("dz = x*y*z dx + dy",), "", {("x",): (2, 2, 3), ("z + y",): (2, 2, 3), ("x", "z + y"): (2, 2, 2, 3)}),
    (("dz = (x**3/3 + x*y**2 - x) dy",), "x", {("y**2 + x**2 - 1",): (2, 2, 3)}),
    (("dz = 3*x*y dx + 2*z**2 dy",), "",
     {("x",): (2, 2, 3), ("4*z*y - 1",): (2, 2, 3), ("4*z*y - 1", "x"): (2, 2, 2, 3)}),
    (("dz = (exp(2*x) - 6*x) dy",), "x", {("exp(2*x) - 3",): (2, 2, 3)}),
])  # fmt: skip
def test_strata(constraints, also, expected):
    found = stratified(*constraints, also=also)
    assert found.complete or found.reason == "a stratum could not be solved for a coordinate"
    assert vectors(found) == {frozenset(names): vector for names, vector in expected.items()}
    assert laws_of_strata(independent_rows(case(*constraints, also=also).system.pfaffian)[0], found)


@pytest.mark.parametrize("unit", ["1 + x**2", "2 + sin(z)", "exp(y)", "sqrt(1 + z**2)"])
def test_strata_are_free_of_factors_that_never_vanish(unit):
    """pi/2 is an exact zero of cos(x), but 1 + x^2 is no short number there."""
    rows = ["dz - sin(x) dy", "dw - z**2 dy"]
    plain = vectors(stratified(*rows))
    longer = vectors(stratified(*(f"({unit})*({row})" for row in rows)))
    mixed = vectors(stratified(rows[0], f"{rows[1]} + ({unit})*({rows[0]})"))
    assert len(plain) == 4
    assert plain == longer == mixed


UNLEFT = [  # constraints, what vanishes on the piece, and the other coordinates of one of its points
    (["dx = x*z dy"], "x", {"y": "1", "z": "2"}),
    (["dx = x*z dy", "dw = w*y dz"], "x w", {"y": "1", "z": "2"}),
    (["dx = x du", "dz = y du + x dv"], "x", {"u": "1", "v": "1", "y": "0", "z": "3"}),
    (["dx = x du", "dz = y^2 du"], "x", {"u": "1", "y": "0", "z": "3"}),
    (["dx = sin(x) du", "dw = sin(x) dz + w du"], "x w", {"u": "1", "z": "1"}),
]


@pytest.mark.parametrize(("constraints", "zeros", "others"), UNLEFT)
def test_growth_on_a_piece_that_no_path_leaves(constraints, zeros, others):
    """The rows on the piece tell what all brackets at a point tell."""
    found = case(*constraints)
    rows = independent_rows(found.system.pfaffian)[0]
    nothing = {rows.chart.q[rows.chart.index(n)]: rows.chart.graph.zero for n in zeros.split()}
    there = confined(rows, nothing, 10**7)
    point = others | dict.fromkeys(zeros.split(), "0")
    growth, known = there.growth(found.point(point), 10**7), at_point(found, point)
    assert known.complete
    assert (growth.vector, growth.complete) == (known.vector, True)
    free = next(iter(others))
    line = {rows.chart.q[rows.chart.index(free)]: rows.chart.graph.one}
    assert confined(rows, line, 10**7) is None  # a coordinate that moves freely


def test_a_limit_leaves_strata_open():
    found = stratified("dz = y**2 dx", also="y", units=0)
    assert (found.singular, found.complete) == (None, False)
    assert found.reason


def laws_of_strata(rows: Pfaffian, found: Strata) -> bool:
    """At the point of a stratum its equations hold, and growth is as said."""
    own = rows.chart
    for stratum in found.strata:
        at = dict(zip(own.graph.copy(list(stratum.at)), own.graph.copy(list(stratum.at.values()))))
        point = dict.fromkeys((*own.q, own.t), own.graph.zero) | at
        assert all(
            decide_zero(e.subs(point)).answer for e in own.graph.copy(list(stratum.equations))
        )
        if stratum.growth is not None:
            assert (
                growth_at(rows, point, own.n + (rows.space == "tq")).vector == stratum.growth.vector
            )
    return True


@pytest.mark.parametrize(("nodes", "pieces"), [
    (["x*y"], [{"x"}, {"y"}]), (["x**2 + y**2"], [{"x", "y"}]), (["x**2 + 1"], []), (["R*x"], [{"x"}]),
    (["cos(2*a)", "x*sin(2*a)"], [{"sin(a + pi/4)", "x"}, {"cos(a + pi/4)", "x"}]),
    (["x*y", "x*z"], [{"x"}, {"y", "z"}]), (["exp(x)*y"], [{"y"}]), (["2 + sin(a)"], []), (["cos(a)", "sin(a)"], []),
    (["cos(a) - cos(b)"], [{"1 - cos(a - b)"}, {"1 - cos(a + b)"}]),
    (["cos(a) + sin(b)"], [{"1 + sin(a + b)"}, {"1 - sin(a - b)"}]),
    (["cos(a - b)*cos(b - c)**2"], [{"cos(a - b)"}, {"cos(b - c)"}]), (["sin(2*a)"], [{"sin(a)"}, {"cos(a)"}]),
    (["cos(a) - sin(a)"], [{"cos(a + pi/4)"}]), (["sin(a + b)*(x + sin(b))"], [{"sin(a + b)"}, {"x + sin(b)"}]),
])  # fmt: skip
def test_zeros_fall_into_pieces(nodes, pieces):
    own = case("R*da + db + dc + dx + dy + dz")
    found = common_zeros([own.scope.expression(node) for node in nodes], own.system.chart)
    graph = own.system.chart.graph
    expected = [{own.scope.expression(f) for f in piece} for piece in pieces]
    assert len(found) == len(expected)
    for piece in expected:
        assert any({s.f for s in other} <= {*piece, *(-f for f in piece)} for other in found), graph


# accessibility
# ------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("constraints", "also", "answer", "by"), [
    (("dz = y**2 dx",), "y", True, "Chow-Rashevskii"),
    (("dz = z*y dx",), "y", False, "z = 0 can be neither entered nor left"),
    (("y' = 1 + x**2",), "x", False, "y can only move one way"),
    (("x*y' = x*z**2", *(f"a{i}' = b{i}*z'" for i in range(5))), "x z b0 b1 b2 b3 b4", None, "not prove"),  # x = 0
    (("x dx + y dy + dz",), "", False, "leaf"),
    (("x dx + y dy + z dz",), "", False, "is the same along every motion"),
    (("x^3*(4*y dx + 4/3*x dy)",), "", False, "is the same along every motion"),
    (("x dy - y dx",), "", True, "and there to each other"),
    (("x dy - 2*x*y dx",), "", None, "leaves can meet"),  # x leads to x = 0, but by no ray
    (("y dx + z dy + x dz",), "", True, "some across points where the rank drops"),
    (("x**2 dy + y**2 dz + z**2 dx",), "", True, "some across points where the rank drops"),
    (("dz = (x - pi)**2*sin(x)**2 dy",), "", True, "lead from every point to where the brackets span"),
    (("x' = x*sin(x)*y*z'",), "", None, "not proved"),  # only whole turns of sin(x) = 0 are left
    (("z' = x*y' + sin(t)",), "", True, "the fields without drift span"),
    (("z' = (x - pi)**2*sin(x)**2*y' + z*t",), "", True, "without drift lead from every point"),
    (("z' = x*y' + t*x*x' + x**2",), "", True, "at each time the fields without drift span"),
    (("z' = x*y' + t*y*x' + x**2",), "", None, "depend on time"),  # not where t = 1
    (("z' = t*x'",), "", True, "Kalman"), (("z' = t^2*x + sin(t)*z + t",), "", True, "Kalman"),
    (("y' = x - u", "z' = 2*u - x"), "u", True, "Kalman"), (("t*z' = x",), "", None, "depend on time"),
    (("z' = x**2 + z",), "", False, "z = 0 can be passed one way only"),
    (("z' = x**2 + z**2 - 4",), "", False, "z = 2 can be passed one way only"),
    (("z' = z*y' + x**2 + z",), "", False, "z = 0 can be passed one way only"),
    (("z' = tanh(x) + 2*z",), "", False, "z = 1/2 can be passed one way only"),
    (("z' = 3*sin(x) - 2*z",), "", False, "z = -3/2 can be passed one way only"),
    (("z' = 3*tanh(x) - 2*z**3",), "", False, "z = 2 can be passed one way only"),
    (("z' = 3*tanh(z) + sin(x)",), "", False, "z = 1 can be passed one way only"),
    (("x'*cos(t) + y'*sin(t) = 1",), "", True, "Kalman"),
    (("x'*cos(t) + y'*sin(t) = z", "z' = t*y"), "", True, "Kalman"),
    (("z' = x**2 + sin(z)",), "", True, "until z has come round"),  # with x = 2; z = 0 parts nothing
    (("z' = x**2/(1 + x**2) + sin(z)",), "", None, "return"),
    (("th' = 2 + cos(th) + x**2",), "", True, "until th has come round"),
    (("th' = 2 + cos(th/2) + x**2",), "", True, "until th has come round"),
    (("th' = 2 + cos(th) + x**2", "z' = y"), "y", True, "until th has come round"),
    (("th' = 1 + cos(th) + y", "y' = u*v'"), "u v", True, "until th has come round"),
    (("th' = 2 + cos(th) + x**2", "z' = y", "y' = u*v'"), "u v", None, "comes back after whole"),
    (("th' = 2 + cos(th) + x**2 + sin(t)",), "", None, "comes back after whole turns"),
    (("th' = 2 + cos(th) + x**2", "ph' = 3 + x**2 + cos(ph)"), "", None, "comes back after whole"),
    (("th' = 2 + cos(th) + x**2*y", "y' = y**3 + th'*x"), "", None, "return"),
    (("th' = 2 + th*cos(th) + th**2 + x**2",), "", False, "th can only move one way"),  # no angle
    (("th' = 2 + cos(th) + x**2", "z' = x**2 + 1"), "", False, "z can only move one way"),
    (("y' = (abs(t) - t)*x",), "x", None, "abs and sign"),  # y rests for ever once t > 0
    (("y' = (abs(t) + 1)*x",), "x", True, "as fast as one likes"),
    (("y' = x", "z' = y**3"), "", True, "as fast as one likes"),
    (("y' = x", "z' = y**2"), "", False, "z can only move one way"),
    (("y' = x + z**2", "z' = y + u**2", "u' = sin(z)"), "", True, "as fast as one likes"),
    (("z' = x*y'", "u' = z"), "", True, "as fast as one likes"),
    (("z' = x*y'", "u' = z**2"), "", False, "u can only move one way"),
    (("z' = x*y'", "u' = z**2 - 1"), "", True, "as fast as one likes"),
    (("z' = u*x'", "v' = y*x'", "u' = w"), "y w", None, "return"),  # u is slow, and stands in a row
    (("z' = w*x'", "v' = y*x'", "u' = w**3"), "y w", True, "as fast as one likes"),
    (("z' = x**2*y'", "u' = z + x"), "", True, "as fast as one likes"),
    (("y' = t*x + z**2", "z' = y"), "", True, "as fast as one likes"),
    (("y' = t*x", "z' = sin(y)"), "", None, "time"),  # t can be 0
    (("y' = exp(-t)*sin(x)",), "", None, "time"),  # it comes no further than exp(-t)
    (("dz = abs(x) dy",), "", True, "paths cross"),
    (("dz = x*sign(x - y) dy",), "", True, "paths cross"),
    (("(u + abs(u))*z' = x*y'*(u + abs(u))",), "u", True, "paths cross"),  # no row where u < 0
    (("z' = abs(z)*x*y'",), "", None, "abs and sign"),
    (("dz = log(x**2) dy",), "", None, "poles"),
])  # fmt: skip
def test_accessibility(constraints, also, answer, by):
    found = check(case(*constraints, also=also))
    assert found.accessible is answer
    assert by in found.accessibility.by


@pytest.mark.parametrize(
    ("factor", "answer"),
    [("1/(w - 3)", None), ("sqrt(w^2 - 1)", None), ("log(w^2 - 1)", None), ("tan(w)", None),
     ("sqrt(w)", True), ("log(4 - w^2)", True), ("abs(w)", True), ("1/(w^2 + 1)", True)],
)  # fmt: skip
def test_where_a_redundant_row_has_no_value_there_is_no_configuration(factor, answer):
    """Beside the same row without the factor, which parts what is left, or leaves one piece."""
    found = check(case("z' = y*x'", f"(z' - y*x')*{factor} = 0", also="w"))
    assert (found.verdict, found.accessible) == ("nonholonomic", answer)


@pytest.mark.parametrize("end", [0.3, 2.0, 6.0])
def test_an_angle_that_comes_round_is_met_where_it_is_wanted(end):
    """th' = 2 + cos(th) + x^2: wait at x = 0 for a time, then to x = 3 in 1/100, by Runge-Kutta."""

    def flow(th, x, speed, seconds, steps=400):
        h = seconds / steps
        for i in range(steps):
            rates, at = [], th
            for part in (0, 0.5, 0.5, 1):
                at = th + part * h * (rates[-1] if rates else 0)
                rates.append(2 + cos(at) + (x + speed * (i + part) * h) ** 2)
            th += h * (rates[0] + 2 * rates[1] + 2 * rates[2] + rates[3]) / 6
        return th

    def after(wait):
        return flow(flow(1.0, 0.0, 0.0, wait), 0.0, 300.0, 0.01)

    wanted, low, high = end + 2 * pi, 0.0, 8.0
    assert after(low) < wanted < after(high)
    for _ in range(30):
        middle = (low + high) / 2
        low, high = (middle, high) if after(middle) < wanted else (low, middle)
    assert abs(after(low) - wanted) < 1e-6


CAT = (  # in a plane; theta turns, a and b are its shape
    "theta'*(I + 2*k*(3 + cos(a) + cos(b)) + 2*p*(1 + cos(a - b)))"
    " + a'*(J + k*cos(a) + p*cos(a - b)) + b'*(I + k*cos(b) + p*cos(a - b))"
)


@pytest.mark.parametrize(("row", "answer"), [
    (CAT, True), ("theta' = theta*(I*sin(a)*b' + J*cos(b)*a')", False),
    ("theta' = k*(abs(a) - a)*b'", None),  # nothing turns where a > 0
])  # fmt: skip
def test_a_body_turns_by_its_shape_whatever_its_inertias(row, answer):
    letters = {name: {"positive": True} for name in "IJkp"}
    found = check(nh.System("a b theta", None, [row], parameters=letters))
    assert found.accessible is answer


def test_two_trailers_can_be_brought_everywhere():
    found = check(car(2))
    assert (found.accessible, found.accessibility.leaf) == (True, 5)


@pytest.mark.parametrize(("assumed", "answer"), [({"positive": True}, None), ({"min": -1}, True)])
def test_bounds_can_take_the_way_back_of_a_linear_set(assumed, answer):
    """(y + z)' = u, though neither y' nor z' has a sign."""
    names = {"y": {}, "z": {}, "x": assumed, "u": assumed}
    found = check(nh.System(names, constraints=["y' = x - u", "z' = 2*u - x"]))
    assert found.accessible is answer


def test_strong_accessibility_is_no_way_back():
    found = check(case("y' = 1 + x**2", also="x")).accessibility
    assert (found.answer, found.strong, found.leaf) == (False, True, 3)


@pytest.mark.parametrize(("constraints", "also", "leaf", "within"), [
    (("dz = x dx + y dy",), "", 2, True), (("dz = y dx", "dw = x dx"), "y", 3, True), (("x dx + y dy",), "", 1, False),
    (("x' = 1", "y' = t"), "", 1, False),
])  # fmt: skip
def test_leaves(constraints, also, leaf, within):
    found = check(case(*constraints, also=also)).accessibility
    assert (found.leaf, found.within) == (leaf, within)


# series
# -------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("written", "x", "y"), [
    ("sin(x)*exp(x*y)/(1 + x**2)", "0", "1"), ("tan(x)", "pi/4", "0"), ("sqrt(1 + R*x)", "1", "0"),
    ("log(x)", "2", "0"), ("atan(x*y)", "1/2", "1"), ("atan2(y, x)", "1", "1"), ("sin(x)", "pi/5", "0"),
    ("1/(R*cos(x) + y)", "pi/3", "0"),
    ("(1 + x)**3*cosh(y)", "0", "0"), ("sin(x + 2*atan(y))", "0", "1/3"),
])  # fmt: skip
def test_expansions_have_the_derivatives_as_coefficients(written, x, y):
    own = case("dx + R*dy")
    f, graph = own.scope.expression(written), own.system.chart.graph
    point = {s: v for s, v in own.point({"x": x, "y": y}).items() if s is not own.system.chart.t}
    (u, v), order = own.system.chart.q, 3
    expansion = Expansion(graph, [f], point, (u, v), order)
    for degree, part in enumerate(expansion.series(f)):
        for i in range(degree + 1):
            own_terms = {
                (0, 0, *e[2:]): c for e, c in part.terms() if tuple(e[:2]) == (i, degree - i)
            }
            coefficient = expansion.ring.expression(expansion.ring.context.from_dict(own_terms))
            slope = f
            for s in [u] * i + [v] * (degree - i):
                slope = slope.diff(s)
            difference = coefficient * factorial(i) * factorial(degree - i) - slope.subs(point)
            assert decide_zero(difference).answer is True


@pytest.mark.parametrize("written", ["abs(x)", "sqrt(x)", "log(x)", "1/x"])
def test_what_is_not_analytic_has_no_expansion(written):
    own = case("dx + dy")
    u, v = own.system.chart.q
    f = own.scope.expression(written)
    with pytest.raises((OutOfReach, ZeroDivisionError)):
        Expansion(u.graph, [f], {u: u.graph.zero, v: u.graph.zero}, (u, v), 2)


def test_sines_of_sums_with_inverse_functions():
    """sin(y + atan(3/4)) = (4 sin(y) + 3 cos(y))/5"""
    g = Graph()
    y, u = g.symbol("y"), g.lift(Fraction(3, 4))
    assert g.sin(y + g.call("atan", u)) is (4 * g.sin(y) + 3 * g.cos(y)) / 5
    assert g.cos(2 * g.call("atan", u)) is g.lift(Fraction(7, 25))
    assert decide_zero(g.sin(g.pi / 2 - g.call("asin", y)) - g.sqrt(1 - y**2)).answer is True


# laws
# -----------------------------------------------------------------------------------------------
small_sets = some.solved_sets(2, 4, tame=True)


@settings(max_examples=draws(15))
@given(data=st.data(), rows=small_sets)
def test_growth_at_a_point_is_free_of_the_rows(data, rows):
    """M A with M invertible everywhere has the same flags at every point."""
    point = data.draw(some.points(rows.chart))
    mixed = some.combined(rows, data.draw(some.mixings(rows.chart, rows.k)))
    laws.same_growth_at(rows, mixed, point)


@settings(max_examples=draws(15))
@given(data=st.data(), rows=small_sets)
def test_growth_at_a_point_is_free_of_the_order_of_coordinates(data, rows):
    order = data.draw(st.permutations(range(rows.chart.n)))
    laws.same_growth_at(rows, laws.reordered(rows, order), data.draw(some.points(rows.chart)))


@given(data=st.data(), d=some.distributions(of=some.solved_sets(2, 5)))
def test_the_big_flag_is_at_least_as_fast(data, d):
    laws.big_flag_is_faster(d)
    laws.big_flag_is_faster_at(d.pfaffian, data.draw(some.points(d.chart)))


@given(d=some.distributions())
def test_the_closure_has_the_dimension_that_h_leaves(d):
    laws.closure_is_what_h_leaves(d)


@settings(max_examples=draws(6))
@given(data=st.data(), rows=small_sets)
def test_strata_are_free_of_the_rows(data, rows):
    mixed = some.combined(rows, data.draw(some.mixings(rows.chart, rows.k)))
    d = distribution(rows)
    first, second = (
        strata(given, d.dependent, closure(distribution(given, d.names(d.dependent))), 10_000_000)
        for given in (rows, mixed)
    )
    if first.complete and second.complete:
        assert vectors(first) == vectors(second)


SWINGING = (
    "0", "sin(Z)", "cos(Z)", "w*sin(X)", "cos(2*Z)", "sin(X + Z)", "cos(X - Z)", "1 + cos(Z)",
    "sin(Z)*cos(X)", "sin(Z)^2", "w + sin(Z)",
)  # fmt: skip
LINES = {  # of a coordinate: its slope
    "{}": "1", "{} - 2": "1", "1/2 - {}": "(-1)", "2*{} + 5": "2", "{}/3": "1/3",
    "3*{} - pi/4": "3", "{} - sqrt(2)": "1", "{} + c": "1",
}  # fmt: skip


def told_of_strata(row: str) -> tuple:
    found = check(case(row, also="x y z w")).survey.strata
    kinds = sorted((s.rank, s.growth and s.growth.vector) for s in found.strata)
    return found.complete, found.proved, found.singular and len(found.singular), kinds


@settings(max_examples=draws(12))
@given(st.sampled_from(SWINGING[1:]), st.sampled_from(SWINGING), *[st.sampled_from([*LINES])] * 2)
def test_strata_are_free_of_where_and_in_what_unit_angles_are_counted(first, second, x, z):
    def row(X: str, Z: str, slope: str) -> str:
        a, b = (e.replace("X", f"({X})").replace("Z", f"({Z})") for e in (first, second))
        return f"dy = ({a})*{slope}*dx + ({b})*dw"

    moved = row(x.format("x"), z.format("z"), LINES[x])
    assert told_of_strata(moved) == told_of_strata(row("x", "z", "1"))


@pytest.mark.parametrize(("row", "name", "value"), [
    ("dy = sin(2 - z) dx", "z", "pi/2 + 2"),
    ("dy = sin(2*z - 1) dx", "z", "pi/4 + 1/2"),
    ("dy = cos(w*t)*z dx", "t", "pi/(2*w)"),
    ("dy = cos(3*t)*z dx", "t", "pi/6"),
    ("dy = cos(pi*t)*z dx", "t", "1/2"),
    ("dy = sin(z - c) dx", "z", "pi/2 + c"),
])  # fmt: skip
def test_a_point_where_a_sine_of_a_shifted_angle_vanishes(row, name, value):
    (stratum,) = check(case(row, also="x y z")).survey.strata.strata
    assert {text(s): text(v) for s, v in stratum.at.items()}[name] == value


@settings(max_examples=draws(12))
@given(data=st.data(), rows=some.solved_sets(2, 3, tame=True))
def test_outside_the_singular_set_growth_is_generic(data, rows):
    d = distribution(rows)
    generic = closure(d)
    found = strata(rows, d.dependent, generic, 10_000_000)
    point = data.draw(some.points(rows.chart))
    if found.singular is not None and not any(_on(piece, rows, point) for piece in found.singular):
        limit = rows.chart.n + (rows.space == "tq")
        assert growth_at(rows, point, limit).vector == generic.growth.vector
    laws_of_strata(rows, found)


def _on(piece: tuple[Expr, ...], rows: Pfaffian, point: dict[Expr, Expr]) -> bool:
    return all(e.subs(point).is_zero for e in rows.chart.graph.copy(list(piece)))


@given(d=some.distributions(of=some.partly_integrable_sets().map(lambda pair: pair[0])))
@settings(max_examples=draws(5))
def test_classes_agree_with_the_triples(d: Distribution):
    """Class 1 or 2: integrable alone."""
    for l in range(d.k):
        found = form_class(d.pfaffian, l)
        laws.class_is_the_wedge(d.pfaffian, l, found)


def test_unknown_generic_growth_leaves_strata_unknown():
    own = chart(Graph(), ["x", "y"])
    rows = Pfaffian(own, ((own.graph.one, own.graph.zero),), (own.graph.zero,), ("dx",), (None,))
    found = closure(distribution(rows))
    unknown = type(found)(found.growth, None)
    assert strata(rows, (0,), unknown).reason == "the generic growth vector is undecided"


@pytest.mark.parametrize(
    "row, singular", [("dz = (a + b**2) da", {("b",)}), ("exp(b) dz = sin(a) db", {("cos(a)",)})]
)
@pytest.mark.parametrize("units", [10, 1_000, 3_000, 10_000, 100_000])
def test_columns_that_say_nothing_at_the_heading_are_changed(row, singular, units):
    """th = 0 is held where x has no coefficient; what the limit of work leaves is right."""
    rows = case("sin(th) dx = cos(th) dy", row, also="th a b").system.pfaffian
    d = distribution(rows, ["x"])
    found = strata(rows, d.dependent, closure(d), units)
    told = {tuple(map(str, equations)) for equations in found.singular or ()}
    assert told <= singular and (told == singular or not found.complete)


# sines that divide
# ----------------------------------------------------------------------------------
SINES = {
    (0, 4): lambda g, l: g.sin(l),
    (1, 5): lambda g, l: g.sin(l) - g.cos(l),
    (2, 6): lambda g, l: g.cos(l),
    (3, 7): lambda g, l: g.sin(l) + g.cos(l),
    (0,): lambda g, l: 1 - g.cos(l),
    (2,): lambda g, l: 1 - g.sin(l),
    (4,): lambda g, l: 1 + g.cos(l),
    (6,): lambda g, l: 1 + g.sin(l),
}


@pytest.mark.parametrize("eighths", SINES, ids=str)
@pytest.mark.parametrize("angle", [(1, 0), (1, 1), (1, -1)], ids=str)
def test_a_sine_is_divided_out_as_often_as_it_stands(angle, eighths):
    g = Graph()
    x, a, b = (g.symbol(name) for name in "xab")
    l = a * angle[0] + b * angle[1]
    sine, other = SINES[eighths](g, l), x + 2 * g.sin(a) * g.cos(b)
    node = sine**2 * other
    field = Field([node])
    poly = field.normal(node).num
    assert eighths[0] in Probe(field).zeros(poly, l)
    left = field.expression(without_sine(field, poly, l, eighths))
    assert not left.is_zero and (left / other).is_number
    assert without_sine(field, field.normal(other).num, l, eighths) is None


IN_TIME = ["x**2", "x*t", "t**2", "x + t", "t*x**2", "x**2 + t**3"]


@given(st.sampled_from(IN_TIME), st.sampled_from(["y + 3", "t + 2", "x - 4"]), st.integers(0, 1))
def test_a_size_grows_near_a_point_as_what_it_is_there_in_time_too(f, inside, x):
    """|y + 3| is y + 3 about y = 0, and |x - 4| is 4 - x about x = 0."""
    there = "4 - x" if inside == "x - 4" else inside
    told = []
    for size in (f"abs({inside})", there):
        case = nh.constraints(f"z' = ({f})*({size})*y' + ({f})**2*({size})", also=["x"])
        point = case.point({"x": x, "y": 0, "t": 0})
        told.append(growth_at(case.system.pfaffian, point, limit=4).vector)
    assert told[0] == told[1]
