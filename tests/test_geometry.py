"""Published constraints, their verdicts and growth vectors, and what the geometry says when it
refuses.
"""

from __future__ import annotations

import math
import random
from fractions import Fraction

import pytest

import nonholo as nh
from nonholo.algebra.field import Field
from nonholo.decide.zero import decide_zero
from nonholo.errors import ContradictoryConstraints, NotPfaffian, OutOfReach, SingularPivot
from nonholo.expression.graph import Graph
from nonholo.expression.ranges import range_of
from nonholo.geometry.accessibility.steps import spans_in_steps
from nonholo.geometry.constraints.pfaffian import Pfaffian, independent_rows, pfaffian
from nonholo.geometry.curvature.curvature import curvature
from nonholo.geometry.curvature.integrability import jointly_integrable, judge_form, witness
from nonholo.geometry.distribution.displacements import displacements
from nonholo.geometry.distribution.distribution import Distribution, distribution, split
from nonholo.geometry.distribution.pivots import choose_dependent, regular_choices
from nonholo.geometry.flag.flag import closure, rank_at
from nonholo.geometry.flag.local import growth_at
from nonholo.geometry.zeros import signs
from nonholo.geometry.zeros.reached import vanishes_somewhere
from nonholo.geometry.zeros.signs import never_vanishes, rank_drop, smooth_everywhere
from nonholo.linear.elimination import dot
from nonholo.readers.case import Case
from nonholo.readers.of_constraints import case_from_constraints
from nonholo.work import BUDGETS, Work

COIN = ("x' = R*sin(theta)*phi'", "y' = R*cos(theta)*phi'")
NEIMARK_FUFAEV = (
    "(3*x**2 + 2*y**2 + z**2)*dx + x*y*dy + 2*x*z*dz",
    "x*y*dx + (2*x**2 + 3*y**2 + z**2)*dy + 2*y*z*dz",
)
SLEIGH = ("y'*cos(theta) - x'*sin(theta)",)


def case(*constraints: str, also: str = "") -> Case:
    """Coordinates are the names with a velocity or a differential, theta, and those in `also`."""
    angles = ["theta"] if any("theta" in text for text in constraints) else []
    return case_from_constraints(constraints, also=[*angles, *also.split()])


def rows(*constraints: str, also: str = "") -> Pfaffian:
    return independent_rows(case(*constraints, also=also).system.pfaffian)[0]


def solved(*constraints: str, dependent: str = "", also: str = "") -> Distribution:
    return distribution(rows(*constraints, also=also), dependent.split())


def growth(*constraints: str, also: str = ""):
    return closure(solved(*constraints, also=also)).growth.vector


def alone(*constraints: str, also: str = "") -> list[bool | None]:
    """Is each form integrable on its own?"""
    own = rows(*constraints, also=also)
    return [judge_form(own, l).integrable for l in range(own.k)]


def together(*constraints: str, also: str = "") -> bool | None:
    return jointly_integrable(curvature(solved(*constraints, also=also))).answer


def relations(*constraints: str, also: str = "") -> int | None:
    return closure(solved(*constraints, also=also)).relations


def at(constraints, point: dict, limit: int, also: str = ""):
    found = case(*constraints, also=also)
    own = found.system.pfaffian
    values = {own.chart.graph.symbol(n): own.chart.graph.lift(v) for n, v in point.items()}
    return growth_at(own, values, limit).vector


# verdicts ---------------------------------------------------------------------------------------
def test_the_rolling_coin_is_nonholonomic():
    """Lemos 2003: growth (2, 3, 4), no hidden relation."""
    assert alone(*COIN) == [False, False]
    assert together(*COIN) is False
    assert growth(*COIN) == (2, 3, 4)
    assert relations(*COIN) == 0


def test_curvature_of_the_coin():
    """B_x,phi theta = R cos(theta), B_y,phi theta = -R sin(theta)."""
    d = solved(*COIN, dependent="x y")
    B, chart = curvature(d).B, d.chart
    phi, theta = (1 + d.names(d.independent).index(name) for name in ("phi", "theta"))
    R, angle, graph = chart.graph.symbol("R"), chart.q[chart.index("theta")], chart.graph
    assert B[0][phi][theta] is R * graph.cos(angle)
    assert B[1][phi][theta] is -R * graph.sin(angle)
    assert B[0][theta][phi] is -R * graph.cos(angle)


def test_independent_components_of_the_curvature_are_each_told_once():
    """One of each pair {J, I} of 0..m, J not I."""
    own = curvature(solved("dz = y dx + u dv", "dw = x dy", dependent="z w"))
    pairs = [(l, frozenset((J, I))) for l, J, I, _ in own.entries()]
    m = own.distribution.m
    assert m >= 3 and all(len(pair) == 2 for _, pair in pairs)
    assert len(pairs) == len(set(pairs)) == 2 * m * (m + 1) // 2


def test_the_neimark_fufaev_pair_is_holonomic_together():
    assert alone(*NEIMARK_FUFAEV) == [False, False]
    assert together(*NEIMARK_FUFAEV) is True
    assert relations(*NEIMARK_FUFAEV) == 2
    assert growth(*NEIMARK_FUFAEV) == (1,)


def test_each_form_of_the_pair_has_the_triple_6xyz():
    """w ^ dw = -+ 6 x y z dx ^ dy ^ dz."""
    own = rows(*NEIMARK_FUFAEV)
    x, y, z = (own.chart.q[own.chart.index(n)] for n in "xyz")
    found = [judge_form(own, l).nonzero for l in range(2)]
    assert [len(triples) for triples in found] == [1, 1]
    assert [triples[0].names for triples in found] == [("x", "y", "z")] * 2
    assert [triples[0].value for triples in found] == [-6 * x * y * z, 6 * x * y * z]


def test_one_coordinate_that_drives_another():
    """y' = x: every frozen instant is integrable, the constraint is not (a = dy - x dt)."""
    d = solved("dy = x dt", also="x")
    assert alone("dy = x dt", also="x") == [False]
    assert closure(d).growth.vector == (2, 3)
    assert closure(d).growth.space == "tq"
    assert closure(d).relations == 0
    (triple,) = judge_form(d.pfaffian, 0).nonzero
    assert set(triple.names) == {"t", "x", "y"}


def test_virtual_and_possible_displacements_of_the_driven_coordinate():
    d = solved("dy = x dt", also="x")
    shown = displacements(d)
    x, y = d.chart.index("x"), d.chart.index("y")
    assert not shown.agree
    assert [(v[x].is_number, v[y].is_zero) for v in shown.virtual] == [(True, True)]
    assert shown.particular[y] is d.chart.q[x]


def test_a_frozen_instant_is_not_the_constraint():
    """y' = t x': integrable for every fixed t, nonholonomic."""
    assert alone("y' = t*x'") == [False]
    assert growth("y' = t*x'") == (2, 3)
    assert relations("y' = t*x'") == 0


@pytest.mark.parametrize(("constraints", "also", "vector", "h"), [
    (("dz = y dx",), "y", (2, 3), 0),  # Heisenberg, Rosenberg
    (SLEIGH, "", (2, 3), 0),
    (("dz = y**2 dx",), "y", (2, 3), 0),  # Martinet, away from y = 0
    (("dy = z dx", "dz = w dx"), "w", (2, 3, 4), 0),  # Engel
    (("dx2 = x1 du", "dx3 = x2 du", "dx4 = x3 du"), "x1", (2, 3, 4, 5), 0),  # chained form
    (("dy = p dx", "dp = q dx", "dz = q**2 dx"), "q", (2, 3, 5), 0),  # Hilbert-Cartan
    (("dz = x dx + y dy",), "", (2,), 1),
    (("dz = y dx", "dw = x dx"), "y", (2, 3), 1),  # one relation of two
    (("x' = R*cos(phi)*psi'", "y' = R*sin(phi)*psi'"), "theta phi", (3, 4, 5), 0),  # rolling disc
    (("y' = 1 + x**2",), "x", (2, 3), 0),  # never goes back, yet nonholonomic
    (("x' = 1", "y' = t"), "", (1,), 2),
])  # fmt: skip
def test_growth_and_hidden_relations(constraints, also, vector, h):
    assert growth(*constraints, also=also) == vector
    assert relations(*constraints, also=also) == h
    assert together(*constraints, also=also) is (h == len(constraints))


def test_two_wheels_on_an_axle_turn_with_their_difference():
    """(a + b) theta' = r (p' - q') is integrable, the two others are not: h = 1 of 3."""
    wheels = (
        "x'*sin(th) - y'*cos(th)",
        "x'*cos(th) + y'*sin(th) - r*(p' + q')/2",
        "l*th' - r*(p' - q')",
    )
    assert alone(*wheels) == [False, False, True]
    assert growth(*wheels) == (2, 3, 4)
    assert relations(*wheels) == 1


@pytest.mark.parametrize(("form", "integrable", "exact"), [
    ("y*z*dx + x*z*dy + x*y*dz", True, True),
    ("y*dx - x*dy", True, False),
    ("dx + y**2*dy", True, True),
    ("(y + z)*dx + (z + x)*dy + (x + y)*dz", True, True),
    ("y*dx + z*dy + x*dz", False, False),
    ("2*y*z*dx + z*x*dy + x*y*dz", True, False),  # mu = x
    ("x*dx + y*dy + t*dt", True, True),
    ("t*dx + x*dt", True, True),
    ("dx + x*dt", True, False),
    ("dy - x*dt + 0*dx", False, False),
])  # fmt: skip
def test_single_forms(form, integrable, exact):
    own = rows(form, also="x y") if "z" not in form else rows(form)
    verdict = judge_form(own, 0)
    assert (verdict.integrable, verdict.exact) == (integrable, exact)


def test_the_shortest_witness_is_shown():
    l, J, I, b = witness(curvature(solved(*COIN, dependent="x y")))
    assert l in (0, 1)
    assert {J, I} == {1, 2}
    assert decide_zero(b).answer is False
    assert witness(curvature(solved(*NEIMARK_FUFAEV))) is None


# points -----------------------------------------------------------------------------------------
def test_growth_of_martinet_at_the_singular_plane():
    """z' = y^2 x': one bracket more on y = 0."""
    martinet = ("dz = y**2 dx",)
    assert at(martinet, {"x": 0, "y": 0, "z": 0}, 3, also="y") == (2, 2, 3)
    assert at(martinet, {"x": 5, "y": 1, "z": 2}, 3, also="y") == (2, 3)


def test_growth_of_martinet_of_order_three():
    cubic = ("dz = y**3 dx",)
    assert at(cubic, {"x": 0, "y": 0, "z": 0}, 3, also="y") == (2, 2, 2, 3)


def test_growth_where_the_rank_drops_is_refused():
    with pytest.raises(SingularPivot, match="rank of the constraints drops below 2"):
        at(NEIMARK_FUFAEV, {"x": 0, "y": 0, "z": 0}, 3)


def test_rank_at_points_of_the_pair():
    own = rows(*NEIMARK_FUFAEV)
    graph, q = own.chart.graph, dict(zip(own.chart.names, own.chart.q))

    def rank(**point):
        return rank_at(own, {q[n]: graph.lift(v) for n, v in point.items()})

    assert rank(x=0, y=0, z=1) == 2
    assert rank(x=0, y=0, z=0) == 0
    assert rank(x=1, y=Fraction(1, 3), z=0) == 2


@pytest.mark.parametrize(("constraints", "also", "count"), [
    (COIN, "", 0), (SLEIGH, "", 0), (("x*dx + y*dy",), "", 1), (("x*dy + x**2*dz",), "x", 1),
    (("x*dy - y*dx", "u*dv - v*du"), "x y u v", 2),
])  # fmt: skip
def test_where_the_rank_drops(constraints, also, count):
    assert len(rank_drop(rows(*constraints, also=also))) == count


def test_the_rank_drops_nowhere_where_a_factor_of_the_minors_is_never_zero():
    """A skate on a sphere: sin(th) > 0 there, and told was 1 = cos(th) cos(al)."""
    angles = {"th": {"between": ["0", "pi"]}, "ph": {}, "al": {}}
    case = nh.System(angles, None, ["th'*sin(al) = sin(th)*ph'*cos(al)"])
    assert rank_drop(case.system.pfaffian) == ()


@pytest.mark.parametrize(("text", "never"), [
    ("1 + x**2", True), ("2 + sin(x)**2", True), ("x", False), ("cos(x)", False), ("R", True),
    ("x**2 + x + 1", True), ("x**2 + x - 1", False), ("x**2 + y**2", False),
    ("exp(x)", True), ("sqrt(1 + x**2)", True), ("2 + sin(x)", True), ("1 + exp(x)", True), ("sqrt(x)", False),
    ("1 + sin(x)", False), ("exp(x) - 1", False), ("x + exp(y)", False), ("3 + sin(x)*cos(y) - 2*cos(x)", False),
    ("x**4 - x**2 + 1", True), ("x**4 - 2*x**2 + 1", False), ("sin(x)**4 - sin(x)**2 + 1", True),
    ("exp(4*x) - exp(2*x) + 1", True), ("x**6 - 2*x**3 + x", False), ("x**2 + exp(y)", True), ("4 + sin(x)*cos(y) - 2*cos(x)", True), ("R + sin(x)", False),
    ("cos(x)**2 + 4*cos(x) + 2", False), ("2*cos(x)**2 + sin(x)*cos(x) + 1", True), ("2 - sqrt(x**2 + 1)", False),
    ("4*cos(1/5)**2 - cos(1/5)**2*sin(x)**2 + 2*sin(x)**2 - 16*cos(1/5)**4*sin(1/5)**2", True),
    ("4*cos(1/5)**2 - 6*cos(1/5)**2*sin(x)**2 + sin(x)**2", False),
    ("x + sqrt(x**2 + 1)", True), ("y**2 + x + sqrt(x**2 + 1)", True), ("y**2 + 2 - x + log(x)", False), ("sqrt(x**2 + x + 1) + sqrt(y**2 + y + 1)", True), ("sqrt(x**2 + x) + y**2", False),
])  # fmt: skip
def test_what_never_vanishes(text, never):
    found = case("dx + dy + R*dz")
    assert never_vanishes(found.scope.expression(text), found.system.chart) is never


@pytest.mark.parametrize(("text", "somewhere"), [
    ("x**2", True), ("x**2 + y**2", True), ("1 - cos(x)", True), ("cos(x)**2 + sin(y)**2", True),
    ("x**3 + R", True), ("R + sin(x)", True), ("x**2 + R", False), ("R*x + 1", True), ("R", False), ("x**2 + R**2", False),
    ("x*sqrt(1 + y**2) + 2", True), ("1/x + 1", True), ("s*s + 1", False), ("s", False), ("s - 1", True),
    ("n", False), ("n + 1", False), ("x**2 + sin(x)**2", False), ("x**2 + exp(y)", False), ("exp(x) - 2", True),
])  # fmt: skip
def test_what_surely_vanishes_somewhere(text, somewhere):
    """A zero at quarter turns, or both signs where a path joins them: of n != 0 none does."""
    named = {"x": {}, "y": {}, "s": {"positive": True}, "n": {"nonzero": True}}
    found = nh.System(named, None, ["dx + dy + R*ds + dn"], parameters=["R"])
    field = Field([node := found.scope.expression(text)])
    variables = [*found.system.chart.q, found.system.chart.t]
    assert vanishes_somewhere(field, field.normal(node).num, variables) is somewhere


def test_a_function_of_a_number_is_no_number():
    """f(0)^2 is not negative, whatever f is; it has no value at a point."""
    given = {"functions": ["f(x)"], "parameters": ["g"]}
    case = nh.System("x y z", None, ["(f(0)^2 + x^2 + cos(1/5)) z' = y*x'", "x' = g*y'"], **given)
    assert rank_drop(case.system.pfaffian) == ()


FACTORS = {  # some jump from one sign to the other without a zero
    "1": lambda *_: 1, "x**2": lambda x, y, z: x * x, "exp(y)": lambda x, y, z: math.exp(y),
    "atan(1/y)": lambda x, y, z: math.atan(1 / y), "sign(z)": lambda x, y, z: math.copysign(1, z),
}  # fmt: skip


def test_arcs_are_smooth_but_where_they_end():
    found = case("dx + dy + R*dz")
    told = {n: found.scope.expression(f"{n}(x)") for n in ("asin", "acos", "atan", "sinh")}
    smooth = {n: smooth_everywhere([f], found.system.chart) for n, f in told.items()}
    assert smooth == {"asin": False, "acos": False, "atan": True, "sinh": True}


def test_signs_of_numbers_that_were_met_with_symbols():
    """cos(1/2)^2 was met as cos(1/2)^2 (sin(u)^2 + cos(u)^2), as of a ball in a cone that turns:
    no value of u is needed for its sign."""
    case = nh.constraints("dx = dy", also=["u"])
    g, (x, y, u) = case.system.chart.graph, case.system.chart.q
    c = g.cos(g.lift(1) / 2)
    longer = (c * g.sin(u)) ** 2 + (c * g.cos(u)) ** 2
    assert longer is c**2
    assert never_vanishes(c**2 * x**2 + x * y + y**2 + 1, case.system.chart)


@pytest.mark.parametrize("seed", range(30))
def test_what_never_vanishes_changes_its_sign_by_jumps_alone(seed):
    rng = random.Random(seed)
    chosen = rng.choices(list(FACTORS), k=3)
    found = case("dx + dy + dz")
    f = found.scope.expression(" + ".join(f"{v}**2*{g}" for v, g in zip("xyz", chosen)) + " + 1")

    def value(p):
        return 1 + sum(v * v * FACTORS[g](*p) for v, g in zip(p, chosen))

    drawn = [[rng.uniform(-3, 3) for _ in "xyz"] for _ in range(200)]
    ends = zip([p for p in drawn if value(p) > 0], [p for p in drawn if value(p) < 0])
    for above, below in ends:
        for _ in range(60):
            middle = [(a + b) / 2 for a, b in zip(above, below)]
            above, below = (middle, below) if value(middle) > 0 else (above, middle)
        if value(above) < 1e-9 and value(below) > -1e-9:
            assert not never_vanishes(f, found.system.chart)


@pytest.mark.parametrize("seed", range(30))
def test_what_never_vanishes_has_one_sign_across_gaps(seed):
    """y^2 + g(x), which is positive for large y: so is g then, on both sides of where it is not
    real."""
    rng = random.Random(seed)
    c, d, k = rng.choice([-9, -2, 2, 9, 30]), rng.choice([-1, -4, 1]), rng.choice([0, 0, 1, -1])
    found = case("dx + dy + dz")
    f = found.scope.expression(f"y**2 + x + {c} + {k} + sqrt((x + {c})**2 + {d}/16)")
    if never_vanishes(f, found.system.chart):
        squares = [(x, x * x + d / 16) for x in (rng.uniform(-5, 5) for _ in range(100))]
        assert all(x + k + math.sqrt(u) > 0 for x, u in squares if u >= 0)


@pytest.mark.parametrize(("constraints", "dropped"), [
    (("sqrt(2)*x*dx + y*dy + z*dz",), 1), (("(cos(x) - sin(x))*dy + w*dx",), 1), (("sqrt(2)*x*dx + (x + 1)*dy",), 0),
])  # fmt: skip
def test_roots_of_numbers_hide_no_common_zeros(constraints, dropped):
    """r^2 - 2 = 0 is a relation between constants, and no sign that the minors have no zero
    together.
    """
    assert len(rank_drop(rows(*constraints, also="w x y"))) == dropped


# choices ----------------------------------------------------------------------------------------
def test_pivots_that_cannot_vanish_are_preferred():
    assert solved("x*dx + y*dy + 3*dz").dependent == (2,)
    assert solved("x*dx + (1 + y**2)*dy + 0*dz", also="z").dependent == (1,)


def test_a_wish_is_granted_with_its_condition():
    d = solved(*SLEIGH, dependent="x")
    assert d.names(d.dependent) == ("x",)
    assert d.condition is -d.chart.graph.sin(d.chart.q[d.chart.index("theta")])


def test_the_nominal_configuration_decides_between_pivots():
    """y' cos(theta) = x' sin(theta): y at theta = 0, x at theta = pi/2."""
    own = rows(*SLEIGH)
    graph, theta = own.chart.graph, own.chart.q[own.chart.index("theta")]
    flat = choose_dependent(own, (), {theta: graph.zero})
    upright = choose_dependent(own, (), {theta: graph.pi / 2})
    assert [own.chart.names[c[0]] for c in (flat, upright)] == ["y", "x"]


def test_regular_choices_are_all_of_them():
    own = rows("dx + dy", "dz")
    names = {tuple(own.chart.names[j] for j in c) for c in regular_choices(own)}
    assert names == {("x", "z"), ("y", "z")}


TRAIN = [f"dx{i} = x{i + 6} dx{i + 7}" for i in range(6)]  # 6 rows, 13 coordinates: 1716 choices


def test_choices_too_many_to_compare_are_made_greedily():
    d = solved(*TRAIN, also="x6")
    assert set(d.names(d.dependent)) == {f"x{i}" for i in range(6)}
    wished = solved(*TRAIN, also="x6", dependent="x7 x9")
    assert {"x7", "x9"} < set(wished.names(wished.dependent))


def test_a_wish_among_too_many_choices_is_refused_too():
    with pytest.raises(SingularPivot, match="x6 cannot be dependent: the column of x6 is zero"):
        solved(*TRAIN, also="x6", dependent="x6")


def test_affine_and_rheonomic_sets_live_in_space_time():
    assert rows("dy = x dt", also="x").space == "tq"
    assert rows("y' = t*x'").space == "tq"
    assert rows(*COIN).space == "q"


def test_a_holonomic_constraint_enters_as_its_differential():
    found = case("dx + dy")
    own, graph = found.system.chart, found.system.chart.graph
    x, y = own.q
    f = x**2 + y**2 - own.t**2
    held = pfaffian(own, (), (), [f])
    assert held.matrix == ((2 * x, 2 * y),)
    assert held.affine == (-2 * own.t,)
    assert held.functions == (f,)
    assert judge_form(held, 0).exact
    assert dot(graph, held.matrix[0], own.v) + held.affine[0] is own.rate(f)


def test_a_row_is_read_off_as_its_derivatives():
    """a_i = dc/dq_i', a_0 = c at rest, however the constraint is written."""
    found = case("dx + dy + dz")
    own = found.system.chart
    for text in (
        "x*(y*xdot - z*(ydot + t)) + z",
        "(xdot + t*zdot)/(1 + x**2) - sin(y)",
        "(xdot + x)**2 - xdot**2",
        "-(2*xdot - 3*(ydot - xdot))/2",
        "sin(xdot - xdot + y)*zdot",
        "1 + x",
    ):
        c = found.scope.expression(text)
        (row,), (rest,) = pfaffian(own, [c]).matrix, pfaffian(own, [c]).affine
        assert tuple(row) == tuple(c.diff(v) for v in own.v)
        assert rest is c.subs(dict.fromkeys(own.v, own.graph.zero))


def test_a_wide_chart_changes_nothing():
    """Seventy idle coordinates: rows keep what is not zero, growth is larger by seventy."""
    idle = " ".join(f"q{i}" for i in range(70))
    d = solved(*COIN, also=idle)
    assert d.chart.n == 74
    assert closure(d).growth.vector == (72, 73, 74)
    assert [len(row) for row in d.pfaffian.matrix] == [74, 74]
    assert sum(not e.is_zero for row in d.pfaffian.matrix for e in row) == 4


# redundant and contradictory rows
# ---------------------------------------------------------------------
def test_a_redundant_row_is_set_aside_with_its_combination():
    full = case("x' = z'*cos(y)", "y' = z'", "2*x' + t*y' = (2*cos(y) + t)*z'").system.pfaffian
    kept, indices, (redundant,) = independent_rows(full)
    graph, t = full.chart.graph, full.chart.t
    assert (kept.k, indices, redundant.row) == (2, (0, 1), 2)
    assert redundant.coefficients == ((0, graph.lift(2)), (1, t))


def test_hidden_redundancy_is_seen():
    """sin(2q) dx = ... twice, in two spellings."""
    full = case("sin(2*z)*dx + dy", "2*sin(z)*cos(z)*dx + dy", also="z").system.pfaffian
    assert independent_rows(full)[1] == (0,)


@pytest.mark.parametrize("most", [1, 4, 30])
@pytest.mark.parametrize("factors", ["1 + y*z", "(x + y + z)**3", "sin(x + y) - 2", "exp(x*y) - z"])
def test_a_combination_too_long_to_be_told_free_of_poles_is_one_with_poles(
    monkeypatch, factors, most
):
    """Rows may stay otherwise where a limit is near, the set is the same."""
    first, second = "dx - y dz", "dy - (x + 1) dw"
    both = f"({factors})*({first}) + (x - z)^2*({second})"
    monkeypatch.setattr(Field.__init__, "__defaults__", (None, most))
    for told in ((both, first, second), (first, both, second), (first, second, both)):
        rows, _, redundant = independent_rows(case(*told).system.pfaffian)
        assert (rows.k, len(redundant)) == (2, 1)


@pytest.mark.parametrize("constraints", [
    ("x' = 1", "x' = 2"), ("x' = y'", "2*x' = 2*y' + t"), ("sin(y)*x' = 1", "2*sin(y)*x' = 3"),
    ("y*x' = 1", "y*x' = 2"),
])  # fmt: skip
def test_contradictory_constraints_are_named(constraints):
    with pytest.raises(ContradictoryConstraints) as caught:
        independent_rows(case(*constraints, also="y").system.pfaffian)
    words = str(caught.value)
    assert all(text in words for text in constraints)
    assert "leave no velocity and demand" in words
    assert ("= 0 (never true)" in words) == (constraints[1] != "2*x' = 2*y' + t")
    assert "try" in words


def test_a_contradiction_in_numbers_is_said_to_be_never_true():
    with pytest.raises(ContradictoryConstraints, match=r"1 = 0 \(never true\)"):
        independent_rows(case("x' = 1", "x' = 2").system.pfaffian)


@pytest.mark.parametrize(("rest", "what"), [("t", "time"), ("z", "the configuration")])
def test_a_contradiction_in_configurations_is_said_to_be_one(rest, what):
    with pytest.raises(ContradictoryConstraints, match=f"condition on {what}, not"):
        independent_rows(case("x' = y'", f"2*x' = 2*y' + {rest}").system.pfaffian)


# refusals -----------------------------------------------------------------------------------------
def velocity_form(*texts: str) -> Pfaffian:
    found = case("dx + dy + dz")
    return pfaffian(found.system.chart, [found.scope.expression(t) for t in texts], list(texts))


@pytest.mark.parametrize(("text", "named"), [
    ("xdot**2 + ydot", r"its derivative by x' is 2\*xdot"),
    ("xdot*ydot - z", r"its derivative by x' is ydot"),
    ("z + sin(zdot)", r"its derivative by z' is cos\(zdot\)"),
    ("xdot/ydot", r"its derivative by x' is 1/ydot"),
])  # fmt: skip
def test_nonlinear_constraints_are_refused_by_their_term(text, named):
    with pytest.raises(NotPfaffian, match=named) as caught:
        velocity_form("xdot + ydot", text)
    assert str(caught.value).startswith(text)
    assert "needed: sum of coefficient(q, t) * velocity" in str(caught.value)


def test_a_square_that_cancels_is_linear():
    assert velocity_form("(xdot + 1)**2 - xdot**2 - ydot").matrix[0][0].is_number


def test_accelerations_are_refused():
    with pytest.raises(NotPfaffian, match=r"zddot \+ xdot: contains accelerations"):
        velocity_form("zddot + xdot")


def test_a_form_with_a_term_without_differential_is_refused():
    scope = case("dx + y*dy").scope
    with pytest.raises(NotPfaffian, match=r"the term x has no differential; multiply it by dt"):
        scope.constraint("dx + y*dy + x")


def test_a_wish_that_cannot_be_met_names_those_that_can():
    with pytest.raises(SingularPivot) as caught:
        solved("dy = y dx", dependent="z", also="z")
    words = str(caught.value)
    assert words.startswith("z cannot be dependent: the column of z is zero in every row.")
    assert "Solvable choices: (y), (x)." in words


def test_a_pair_that_cannot_be_solved_for_is_refused():
    with pytest.raises(SingularPivot, match=r"det A_D = 0 identically.*Solvable choices: \(x, z\)"):
        solved("dx + dy", "dz", dependent="x y")


def test_an_unknown_wish_names_the_coordinates():
    with pytest.raises(SingularPivot, match="w is no coordinate; there are x, y"):
        solved("dx + dy", dependent="w")


@pytest.mark.parametrize("wish", ["x y", "x x"])
def test_too_many_wishes_are_counted(wish):
    with pytest.raises(
        SingularPivot, match="but there are 1 independent constraints; name at most 1"
    ):
        solved("dx + dy", dependent=wish)


def test_a_singular_split_is_refused():
    own = rows("dx + dy", "dz")
    with pytest.raises(SingularPivot, match="cannot be solved for x, y: det A_D = 0"):
        split(own, (0, 1))


def test_a_determinant_that_is_zero_in_disguise_is_not_divided_by():
    """det A_D = y (log(3 + 2 sqrt 2) - 2 log(1 + sqrt 2)), which the graph does not see: no
    solution over it.
    """
    mixed = rows("y*log(3 + 2*sqrt(2))*u' + 2*y*log(1 + sqrt(2))*v' + z'", "u' + v' + x'", also="y")
    with pytest.raises(OutOfReach, match="vanishes identically could not be decided"):
        split(mixed, [mixed.chart.index(name) for name in "uv"])


# brackets that span at every point --------------------------------------------------------------
@pytest.mark.parametrize("trailers", [0, 1, 4])
@pytest.mark.parametrize("wheels", [0, 1, 2])
def test_cars_with_trailers_reach_every_configuration(trailers, wheels):
    vx, vy, forms = "dx", "dy", []
    for i in range(trailers + 1):
        if i:
            vx, vy = f"{vx} + sin(b{i})*db{i}", f"{vy} - cos(b{i})*db{i}"
        forms.append(f"sin(b{i})*({vx}) = cos(b{i})*({vy})")
    forms += [f"dw{i} = cos(b0)*dx + sin(b0)*dy + {i + 1}*db0" for i in range(wheels)]
    budget = Work.of(BUDGETS.accessibility)
    keep_their_difference = wheels == 2
    assert spans_in_steps(rows(*forms, also="b0"), budget) is not keep_their_difference


@pytest.mark.parametrize("form", ["dz = x**2 dy", "x**2 dz = dy - z dx", "x dy + y dx = z dz"])
def test_steps_are_not_taken_where_brackets_vanish_somewhere(form):
    assert not spans_in_steps(rows(form), Work.of(BUDGETS.accessibility))


POLES = ["x z' = x w y'", "y z' = y w y'"]  # neither row follows from the other without poles
TURNING = ["x' = y", "y' = -x", "z' = w x'"]


@pytest.mark.parametrize(
    "rows, levels, at, growth",
    [
        (POLES, [], {"x": 0, "y": 1}, (3, 4)),
        ([*POLES, "w' = 0"], [], {"x": 0, "y": 1}, (2,)),
        (TURNING, ["x^2 + y^2 - 1"], {"x": 1, "y": 0}, (2, 2, 3)),
    ],
)
def test_at_a_point_the_rows_count_that_are_independent_there(rows, levels, at, growth):
    case = nh.System("x y z w", constraints=rows, holonomic_constraints=levels)
    assert nh.check(case, at=at).at_point.vector == growth


def test_the_rank_that_is_left_is_that_of_all_rows():
    """At x = 0 the first and the third are 0."""
    case = nh.System("x y z w", constraints=["x z' = 0", "y z' = 0", "x w' = 0"])
    with pytest.raises(SingularPivot, match="drops below 2, to 1"):
        nh.check(case, at={"x": 0, "y": 1})


def test_what_is_endless_has_no_bounds_and_no_powers_of_one_sign():
    """So a long norm of that kind needs neither: random polynomials in roots, sines and powers of
    e, of which many are endless.
    """
    g, rng, endless = Graph(), random.Random(3), 0
    x, y, a = variables = [g.symbol(name) for name in "xya"]
    field = Field([x, y, g.sqrt(x**2 + 1), g.sin(a), g.cos(a), g.exp(y), g.sqrt(y)])
    ranges = [signs._range(node, variables) for node in field.generators]
    for _ in range(100):
        terms = {
            tuple(rng.randint(0, 3) for _ in field.generators): rng.choice([1, 2, 5, -1])
            for _ in range(rng.randint(1, 4))
        }
        poly = field.reduce(field.context.from_dict(terms))
        if poly == 0 or not signs._endless(field, poly):
            continue
        endless += 1
        forms = [poly, *(signs.in_sines(field, poly, [pair]) for pair in field.circle_pairs)]
        assert not range_of(field.expression(poly)).nonzero
        assert not any(signs._even(field, form, variables, ranges) for form in forms)
        assert not signs._dominated(field, poly)
        assert not any(signs._on_circle(field, poly, pair) for pair in field.circle_pairs)
    assert endless > 50
