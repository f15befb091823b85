"""What several questions need is done once, and the answers are those of each question alone."""

from __future__ import annotations

from contextlib import nullcontext
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import nonholo as nh
from nonholo.algebra.field import Field
from nonholo.arithmetic import polynomials
from nonholo.decide import relations as on_relations
from nonholo.decide import zero
from nonholo.decide.relations import all_zero_on, decide_zero_on
from nonholo.decide.zero import combined
from nonholo.dynamics import states
from nonholo.dynamics.states import own_factors, unsure_factors
from nonholo.errors import OutOfReach
from nonholo.expression.graph import Graph
from nonholo.expression.once import once
from nonholo.findings import on_set
from nonholo.geometry import survey
from nonholo.geometry.accessibility import orbits
from nonholo.geometry.constraints.chart import chart
from nonholo.geometry.distribution import regular
from nonholo.geometry.distribution.distribution import distribution, split
from nonholo.geometry.distribution.regular import regular_kernel, regular_velocities
from nonholo.geometry.flag import generators, regions
from nonholo.geometry.flag.flag import closure
from nonholo.geometry.zeros import signs, zeros
from nonholo.geometry.zeros.both_signs import has_both_signs
from nonholo.geometry.zeros.gram import modulo
from nonholo.geometry.zeros.reached import vanish_together, vanishes_somewhere
from nonholo.geometry.zeros.signs import (
    MAX_PRODUCT,
    minor,
    never_vanishes,
    rank_drop,
    zero_factors,
)
from nonholo.geometry.zeros.zeros import (
    MOST_TERMS,
    Surface,
    nowhere_zero,
    on_surface,
    with_normal_form,
)
from nonholo.linear import elimination
from nonholo.readers.lower import Scope
from nonholo.testing.known import known_sets
from nonholo.work import Work, spent
from nonholo.writing import present
from nonholo.writing.present import in_sines

SMALL = st.integers(-3, 3)


def counted(monkeypatch, place, name):
    """How often a function of a module is called from now on."""
    calls, function = [], getattr(place, name)

    def counting(*given, **named):
        calls.append(given)
        return function(*given, **named)

    monkeypatch.setattr(place, name, counting)
    return calls


def test_expressions_that_vanish_on_a_set_have_one_field(monkeypatch):
    g = Graph()
    x, y, z = g.symbol("x"), g.symbol("y"), g.symbol("z")
    circle = x**2 + y**2 - 1
    nodes = [(x**2 - 1 + y**2) * z**k / (1 + z**2) for k in (1, 2, 3)]
    fields = counted(monkeypatch, on_relations, "Field")
    assert all_zero_on(nodes, [circle]).answer is True
    assert len(fields) == 1


def test_merges_over_the_same_generators_have_one_field(monkeypatch):
    """The second merge divides by what the first did; the third holds a function more."""
    g = Graph()
    x, y = g.symbol("x"), g.symbol("y")
    fields = counted(monkeypatch, zero, "Field")
    for e in (y, y**2, g.log(y)):
        assert e * (1 - g.cos(x)) / g.sin(x) ** 2 is e / (1 + g.cos(x))
        assert g.ledger and zero.settle(g)
    assert len(fields) == 2
    assert g.twin()[0].proving is None


def test_differences_under_doubt_have_one_field(monkeypatch):
    """The roots of x^2 and y^2 stand in the first, and only x in the second; z is in none."""
    g = Graph()
    x, y, z = g.symbol("x"), g.symbol("y"), g.symbol("z")
    a, b = g.call("abs", x), g.call("abs", y)
    fields = counted(monkeypatch, zero, "Field")
    for e in (
        1 / (a * b) - a * b / (x * y) ** 2,
        (1 + x) / a - a * (1 + x) / x**2,
        z / a - a * z / x**2,
    ):
        assert zero.decide_zero(e) == zero.Decision(True, "normal form")
    assert len(fields) == 2


def test_rows_of_a_module_are_compared_in_one_field(monkeypatch):
    """None of the three is another one times a function without poles."""
    plane = chart(Graph(), ["x", "y"])
    x, y = plane.q
    fields = counted(monkeypatch, generators, "Field")
    module = generators.Generators(plane)
    assert all(module.add([e]) for e in (x * y**2, x**2 * y, x * y * (x + y)))
    assert module.add([x**3 * y]) is None
    assert len(module.others) == 3 and len(fields) == 1


def test_the_class_of_a_row_on_a_set_is_looked_for_there_alone(monkeypatch):
    asked, there = (
        counted(monkeypatch, survey, "form_class"),
        counted(monkeypatch, on_set, "form_class"),
    )
    classes = nh.check(nh.constraints("x^3 + y^3 + x y z = 1", "w' = y x'")).survey.classes
    assert [form.number for form in classes] == [1, 3]
    assert [[l for _, l in rows] for rows in (asked, there)] == [[0], [1]]


def test_a_presentable_form_is_made_once():
    x = Graph().symbol("x")
    e = (x**2 + x) / (x * x - x)
    assert present.presentable(e) is present.presentable(e)


HELD = ["cos(x)", "sin(3*x/2 + x)*exp(-2*y)", "z^(-3/2)", "atan(y)/x"]
NOT_HELD = ["sin(x/4)", "sin(y)", "exp(y/2)", "z^(1/4)", "sqrt(x)", "w", "atan(x)", "abs(x)"]
NOT_HELD += ["sin(30*x)", "sin(pi/5)", "exp(pi)", "sign(x)"]


@pytest.mark.parametrize("text", HELD + NOT_HELD)
def test_a_field_holds_what_it_has_the_generators_of(text):
    scope = Scope(chart(Graph(), ["x", "y", "z", "w"]), ())
    field = Field([scope.expression("sin(x/2) + x*exp(y) + sqrt(z) + atan(y)")])
    node = scope.expression(text)
    assert field.holds([node]) is (text in HELD)
    with nullcontext() if text in HELD else pytest.raises(OutOfReach):
        field.normal(node)


@given(st.lists(st.lists(SMALL, min_size=4, max_size=4), min_size=1, max_size=4))
def test_together_they_are_decided_as_alone(rows):
    g = Graph()
    x, y, z = g.symbol("x"), g.symbol("y"), g.symbol("z")
    circle = x**2 + y**2 - 1
    nodes = [
        g.add(
            circle * (a * x + b * z), c * (x - 1) * z, d * g.sqrt(2 + x) * (x**4 - (1 - y**2) ** 2)
        )
        for a, b, c, d in rows
    ]
    alone = combined(decide_zero_on(node, [circle]) for node in nodes)
    assert all_zero_on(nodes, [circle]) == alone


def test_factors_are_found_once_and_cost_as_much_again(monkeypatch):
    plane = chart(Graph(), ["x", "y"])
    (x, y), (vx, _) = plane.q, plane.v
    f = x * (vx - y) * (y**2 + 1)
    searches = counted(monkeypatch, states, "_powers_of")
    prices = []
    for _ in range(2):
        before = spent()
        factors = unsure_factors(f, plane)
        prices.append(spent() - before)
    assert factors is not None and len(factors) == 2
    assert prices[0] == prices[1] > 0
    assert own_factors(f, plane) == [e for e in factors if e.has([vx])]
    assert len(searches) == 1


def test_a_twin_remembers_no_factors_of_the_other_graph():
    plane = chart(Graph(), ["x", "y"])
    x, y = plane.q
    f = x * y - x
    unsure_factors(f, plane)
    twin, nodes = plane.graph.twin()
    assert not twin.answers and plane.graph.answers
    own = chart(twin, ["x", "y"])
    assert all(e.graph is twin for e in unsure_factors(nodes[f.index], own) or [])


@given(st.lists(st.tuples(SMALL, *[st.integers(0, 4)] * 4), min_size=1, max_size=8))
def test_squares_of_cosines_become_sines_and_nothing_else_changes(terms):
    g = Graph()
    a, b = g.symbol("a"), g.symbol("b")
    waves = [g.sin(a), g.cos(a), g.sin(b), g.cos(b)]
    field = Field([*waves, g.add(*waves)])
    sines = {str(s): s for _, s in field.circle_pairs}
    cosines = [c for c, _ in field.circle_pairs]
    (c0, s0), (c1, s1) = field.circle_pairs
    poly = sum((n * s0**i * c0**j * s1**k * c1**l for n, i, j, k, l in terms), field.zero)
    turned = in_sines(field, poly, field.circle_pairs)
    places = [list(field.context.gens()).index(c) for c in cosines]
    assert len(sines) == 2 and all(turned.degrees()[k] < 2 for k in places if turned != 0)
    assert field.reduce(turned) == field.reduce(poly)


def test_the_constraint_algorithm_factors_each_condition_once(monkeypatch):
    searches = counted(monkeypatch, states, "_powers_of")
    nh.consistency(nh.System("x y", "(x'^2 + y'^2)/2", ["x*y' = y*x'", "x' + y' = 1"]))
    asked = [(given[0].index, given[0].graph) for given in searches]
    assert len(asked) == len(set(asked))


def test_one_groebner_basis_serves_all_that_is_asked_of_a_set(monkeypatch):
    g = Graph()
    x, y, z = g.symbol("x"), g.symbol("y"), g.symbol("z")
    sphere = x**2 + y**2 + z**2 - 7
    polynomials._graded_basis.cache_clear()
    bases = counted(monkeypatch, polynomials, "groebner_basis")
    first = [str(e) for e in modulo([x**2 + y**2 + z**2, x * sphere], [sphere]) or []]
    again = [str(e) for e in modulo([x**2 + y**2 + z**2, x * sphere], [sphere]) or []]
    assert first == again == ["7", "0"]
    assert len(bases) == 1


def test_an_answer_lasts_until_a_node_of_its_question_changes_its_form():
    """What was asked of other nodes is not asked again."""
    g = Graph()
    x, y, u = g.symbol("x"), g.symbol("y"), g.symbol("u")
    moved = (x + u) * (x - u) + u**2
    asked = []
    for change in (lambda: None, lambda: x**2, g.wear_tamer_forms):
        change()
        for node in (moved, y + 1):
            once(g, ("which", node), lambda node=node: asked.append(node))
    assert asked == [moved, y + 1, moved]
    assert g.worn == [moved]


def test_a_basis_without_poles_is_looked_for_once_where_there_is_none(monkeypatch):
    """Whichever columns are left out first; but not where that decides how far it is sought."""
    rows = nh.constraints("x dx + y dy + z dz = 0").system.pfaffian
    tries = counted(monkeypatch, regular, "_columns_of")
    assert [regular_velocities(rows, left) for left in ((), (0,), (1,))] == [None] * 3
    assert len(tries) == 1


def test_where_there_is_no_basis_of_the_kernel_none_with_forms_is_looked_for(monkeypatch):
    rows = nh.constraints("x dx + y dy + z dz = 0").system.pfaffian
    tries = counted(monkeypatch, regular, "_columns_of")
    assert regular_kernel(rows) is regular_velocities(rows, (0,)) is None
    assert len(tries) == 1


def test_brackets_end_where_the_functions_of_the_constraints_leave_nothing():
    """Of z' = y x' and a level of its own coordinates no bracket of length 3 is taken."""
    case = nh.System("x y z u v", None, ["dz = y dx"], ["u^2 + v - 1"])
    generic = closure(distribution(case.system.pfaffian), units=0)
    assert generic.growth.complete and generic.growth.vector == (3, 4)
    assert generic.relations == 1


def test_long_minors_are_seen_to_vanish_all_at_once(monkeypatch):
    waves = [f"sin({n}*a)*cos(b + {n}*c)*x + cos(a - {n}*c)*y*z" for n in range(1, 9)]
    long = ["*".join(f"({w})" for w in waves[k : k + 4]) for k in range(4)]
    row = " + ".join(f"{e} d{q}" for e, q in zip(long, "xyza"))
    rows = nh.constraints(f"{row} = 0", also=["b", "c"]).system.pfaffian
    alone = counted(monkeypatch, signs, "has_both_signs")
    together = counted(monkeypatch, signs, "minors_of_both_signs")
    assert rank_drop(rows) != () and not alone
    assert len(together[0][1]) == 4


@pytest.mark.parametrize("sign", [1, -1])
def test_a_polynomial_in_functions_of_several_sizes_turns_its_sign(sign):
    f, g, plane = unspecified()
    field = Field([f, g])
    for e in (sign * (f**2 - 25), sign * (g**2 - 20)):
        assert vanishes_somewhere(field, field.normal(e).num, plane.q)


def test_a_number_in_front_makes_no_determinant_dearer():
    """So letters choose the charts that their numbers choose: what holds for one ratio of radii
    is told for all.
    """
    found = nh.check("two_spheres_1_3").survey.strata
    assert found.complete and not found.numbers


@given(known_sets())
def test_what_vanishes_together_never_keeps_from_zero(known):
    """Minors with a common zero at quarter turns are not apart by any of the other proofs."""
    rows = nh.constraints(*known.constraints, also=known.coordinates).system.pfaffian
    minors = [minor(rows, c) for c in combinations(range(rows.chart.n), rows.k)]
    moving = [e for e in minors if e.has(rows.chart.q)]
    if moving and vanish_together(moving, rows.chart.q):
        assert not any(never_vanishes(e, rows.chart) for e in moving)


def asked_of_a_product(*questions):
    """For each surface whether (x + y) (x + z) vanishes on it, and for how many units."""
    graph = Graph(7)
    x, y, z = (graph.symbol(name) for name in "xyz")
    surfaces = {"x + y": x + y, "its square": (x + y) ** 2, "x + z": (x + z) * (1 + (x + y) ** 2)}
    product, told = (x + y) * (x + z), []
    for name in questions:
        before = spent()
        told.append((on_surface(product, Surface(surfaces[name])), spent() - before))
    return told


@pytest.mark.parametrize("question", ["x + y", "its square", "x + z"])
@pytest.mark.parametrize("before", ["x + y", "its square", "x + z"])
def test_a_surface_asked_for_after_another_costs_what_it_costs_alone(before, question):
    assert asked_of_a_product(before, question)[1] == asked_of_a_product(question)[0]


def test_a_field_that_questions_share_has_the_budget_of_each():
    graph = Graph(7)
    x, y = graph.symbol("x"), graph.symbol("y")
    short = with_normal_form(x + y, Work.of(5_000))
    with_normal_form(x + y, Work.of(10**9))
    with pytest.raises(OutOfReach):
        for _ in range(10_000):
            short.times(short.one + short.one, short.symbols[x.index] + short.symbols[y.index])


def test_roots_that_are_one_where_coordinates_are_zero_vanish_with_others():
    g = Graph()
    x, y, z, a = (g.symbol(name) for name in "xyza")
    root, length = g.sqrt(1 + x**2 + a**2 * y**2), g.sqrt(1 + a**2)
    assert vanish_together([root - 1, x * root, root * g.sin(z) + x / root], [x, y, z])
    assert not vanish_together([root - a], [x, y])
    assert not vanish_together([length - 1], [x, y])  # a is no coordinate
    assert not vanish_together([g.sqrt(1 + x) - 1, g.cos(x)], [x])  # x is 0 there, and an angle
    assert not vanish_together([g.sqrt(2 + x**2) - 1], [x])
    assert not vanish_together([g.sqrt(1 + x * g.log(y)) - 1, x, y], [x, y])  # log(0)


POWERS = st.lists(st.tuples(SMALL, *[st.integers(0, 2)] * 4), min_size=1, max_size=4)


@given(st.lists(POWERS, min_size=1, max_size=2), st.sampled_from((1, 2, -1)))
def test_what_vanishes_with_roots_is_zero_at_a_quarter_turn(sums, weight):
    g = Graph(7)
    x, y, c = g.symbol("x"), g.symbol("y"), g.symbol("c")
    root = g.sqrt(1 + x**2 + weight * x * y)
    nodes = [
        g.add(*(k * root**i * x**j * g.cos(c) ** m * g.sin(c) ** n for k, i, j, m, n in terms))
        for terms in sums
    ]
    moving = [f for f in nodes if f.has([x, y, c])]
    if moving and vanish_together(moving, [x, y, c]):
        quarters = ({x: g.zero, y: g.zero, c: g.pi * k / 2} for k in range(4))
        assert any(all(f.subs(at).is_zero for f in moving) for at in quarters)


def test_a_product_far_longer_than_what_is_factored_is_not_formed(monkeypatch):
    g = Graph()
    letters = [g.symbol(f"a{k}") for k in range(60)]
    plane = chart(g, ["x", "y"])
    sums = [g.add(*(s**n * plane.q[0] for s in letters)) + plane.q[1] for n in (1, 2, 3)]
    formed = counted(monkeypatch, Field, "reduce")
    assert zero_factors(g.multiply(*sums), plane) is None
    assert not [len(poly) for _, poly in formed if len(poly) > MAX_PRODUCT]


def test_a_locus_that_is_too_long_to_be_told_is_not_written(monkeypatch):
    case = nh.case("ball_on_any_surface")
    written = counted(monkeypatch, signs, "presentable")
    assert rank_drop(case.system.pfaffian) is None
    assert not [node for (node,) in written if len(str(node)) > signs.MAX_LENGTH]


def test_minors_too_long_to_factor_are_not_written(monkeypatch):
    case = nh.case("ball_on_any_surface")
    written = counted(monkeypatch, generators, "as_expression")
    reason = nh.check(case).survey.strata.reason
    assert "terms to factor" in str(reason)
    assert all(len(poly) <= MOST_TERMS for _, poly in written)


def test_only_the_cheapest_pivots_are_asked_whether_they_vanish(monkeypatch):
    graph = Graph(7)
    x, y = graph.symbol("x"), graph.symbol("y")
    roots = [[graph.sqrt(1 + x**2 + k * y**j) for j in (1, 2, 3)] for k in (1, 2, 3)]
    asked = counted(monkeypatch, elimination, "decide_zero")
    assert elimination.echelon(graph, roots, tracked=False).rank == 3
    assert len(asked) == 3


def unspecified():
    """Functions f and g of x that are not specified, with their chart."""
    rows = ["x' = f y'", "x' = g z'"]
    system = nh.System("x y z", constraints=rows, functions=["f(x)", "g(x)"]).system
    return -system.pfaffian.matrix[0][1], -system.pfaffian.matrix[1][2], system.chart


def test_functions_that_are_not_specified_are_asked_for_no_values_at_points(monkeypatch):
    f, _, plane = unspecified()
    asked = counted(monkeypatch, zeros, "balls")
    assert nowhere_zero(1 + f**2 * plane.q[0] ** 2, plane)
    assert not nowhere_zero(f * plane.q[0] + 1, plane)
    assert len(asked) == 2  # whether each has one
    rows = nh.System("x y z", constraints=["abs(x) x' = f y'"], functions=["f(x)"]).system.pfaffian
    points = counted(monkeypatch, regions, "exists")
    assert regions.regions(rows) == () and not points


@pytest.mark.parametrize("sign", [1, -1])
def test_values_of_functions_that_are_not_specified_have_several_sizes(sign):
    f, g, plane = unspecified()
    assert all(has_both_signs(sign * e, plane) for e in (f * g - 30, f**2 - 25, 100 * f**2 - 1))
    assert not any(has_both_signs(sign * e, plane) for e in (f**2 * g**2 + 1, 100 * f**2 + 1))


@given(st.lists(st.lists(st.tuples(SMALL, *[st.integers(0, 2)] * 4)), min_size=2, max_size=3))
def test_of_squares_as_much_is_seen_without_their_zeros_at_points(sums):
    g = Graph(7)
    x, y, c = g.symbol("x"), g.symbol("y"), g.symbol("c")
    nodes = [
        g.add(*(k * x**i * y**j * g.cos(c) ** m * g.sin(c) ** n for k, i, j, m, n in terms))
        for terms in sums
    ]
    field = Field([x, y, g.sin(c), g.cos(c)])
    squares = field.zero
    for node in nodes:
        squares += field.times(*[field.normal(node).num] * 2)
    if squares != 0:
        answers = {signs.of_one_sign(field, squares, [x, y, c], squares=s) for s in (False, True)}
        assert len(answers) == 1


def test_what_vanishes_together_is_not_squared_to_be_told_empty(monkeypatch):
    plane = chart(Graph(7), ["x", "y", "a"])
    x, y, a = plane.q
    squared = counted(monkeypatch, zeros, "of_one_sign")
    piece = (Surface(x * plane.graph.cos(a) - y), Surface(y * x**2 + plane.graph.sin(a)))
    assert not zeros.empty(piece, plane)
    assert not squared


def test_of_a_column_that_is_not_smooth_no_further_entries_are_formed(monkeypatch):
    rows = nh.constraints("x dw = y dx + z dy", also=["w", "x", "y", "z"]).system.pfaffian
    monkeypatch.setattr(orbits, "regular_kernel", lambda rows: None)
    formed = counted(monkeypatch, orbits, "in_lowest_terms")
    columns = [j for j, q in enumerate(rows.chart.q) if str(q) == "w"]
    assert len(orbits.smooth_fields(rows, [split(rows, columns)])) == 3
    ones = [e for (e,) in formed if e.is_number]
    assert len(ones) == 1  # d/dz; of d/dx + y/x d/dw only y/x is


def test_slopes_of_fields_that_are_tangent_to_a_surface_are_formed_once(monkeypatch):
    rows = nh.constraints("cos(p)*dx = x*sin(p)*dy", also=["p"]).system.pfaffian
    x = rows.chart.q[0]
    fields = [{1: rows.chart.graph.cos(x)}, {2: rows.chart.graph.one}]
    formed = counted(monkeypatch, orbits, "along")
    assert orbits.crossed(rows, fields, Surface(x), Work.of(10**7)) == [(Surface(x),)]
    assert len([place for place, *_ in formed if place is rows]) == len(fields)


def test_a_surface_with_other_symbols_is_divided_by_nowhere(monkeypatch):
    graph = Graph(7)
    x, y, z = (graph.symbol(name) for name in "xyz")
    formed = counted(monkeypatch, zeros, "with_normal_form")
    assert not on_surface(x * y, Surface(x + z)) and on_surface(graph.zero, Surface(z))
    assert not formed
    assert on_surface((x + z) * y, Surface(x + z)) and formed
