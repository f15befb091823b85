"""Linear algebra at random points: derivatives, what values prove, and h by the corank of a
random curve.
"""

from __future__ import annotations

import random
import sys
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import nonholo as nh
from nonholo.arithmetic.modular import Modulus
from nonholo.errors import BadCase, NonholoError, OutOfReach
from nonholo.expression.graph import Graph
from nonholo.expression.ranges import assumption
from nonholo.findings.large import judged_at_points
from nonholo.geometry.constraints.chart import chart
from nonholo.geometry.constraints.pfaffian import pfaffian
from nonholo.geometry.flag.solved_rows import solved_parts
from nonholo.geometry.sampled.bounds import error_bound
from nonholo.geometry.sampled.corank import reached, variations
from nonholo.geometry.sampled.elimination import eliminate, triangular
from nonholo.geometry.sampled.horizontal import Horizontal
from nonholo.geometry.sampled.judge import judge_parts
from nonholo.geometry.sampled.sample import Sample, extended
from nonholo.modular.at_random import decide_at_random
from nonholo.modular.images import images
from nonholo.modular.series import Series
from nonholo.modular.values import Point, Unlucky
from nonholo.readers.of_constraints import case_from_constraints
from nonholo.testing.strategies import charts, functions, partly_integrable_sets, rationals, sets
from nonholo.work import Work
from tests.test_scale import contact_pairs, trailers

sys.path.append(str(Path(__file__).parents[1] / "benchmarks"))
from known_sets import known_set, large_set

DEEP = [
    "log({})",
    "atan({})",
    "exp({}*y)",
    "sin({}/y)",
    "sqrt({})",
    "1/{}",
    "tanh({})",
    "atanh({})",
    "asinh({})",
    "atan2({}, y)",
    "abs({})",
    "asin({})",
    "acosh({})",
    "cos(x*exp({}))",
]


def modulus(seed: int = 3) -> Modulus:
    return Modulus(random.Random(seed))


def entries(text: str):
    """The coefficients of z' = (text) w' as they are written, and their graph."""
    case = case_from_constraints(["z' = w'"], ("x", "y", "z", "w"))
    rows = pfaffian(case.system.chart, [case.scope.constraint(f"z' = ({text})*w'")])
    return list(extended(rows, 0).values()), rows.chart


def lucky_point(nodes, own) -> Point:
    for seed in range(200):
        point = Point(modulus(seed))
        try:
            point.evaluate(nodes, own)
            return point
        except Unlucky:
            continue
    raise AssertionError("no point with values")


# derivatives ------------------------------------------------------------------------------------
def agree_with_derivatives(nodes, chart) -> None:
    """Gradients and first-order series are the values of the derivatives in symbols."""
    variables = (chart.t, *chart.q)
    own = {s.index: i for i, s in enumerate(variables)}
    slopes = [e.diff(s) for e in nodes for s in variables]
    point = lucky_point([*nodes, *slopes], own)
    for i, e in enumerate(nodes):
        expected = [
            point.value[d.index] for d in slopes[i * len(variables) : (i + 1) * len(variables)]
        ]
        assert [point.gradient[e.index].get(j, 0) for j in range(len(variables))] == expected
    curve = [[point.generator(("symbol", s.args)), 5 + j] for j, s in enumerate(variables)]
    along = Series(point, own)
    along.evaluate(nodes, curve, 2)
    for e in nodes:
        slope = sum(d * curve[j][1] for j, d in point.gradient[e.index].items()) % point.p
        assert along.coefficients(e) == [point.value[e.index], slope]


@given(
    charts(2, 3).flatmap(
        lambda own: st.tuples(
            st.just(own),
            st.lists(
                st.one_of(functions([*own.q, own.t], 2), rationals([*own.q, own.t])),
                min_size=1,
                max_size=3,
            ),
        )
    )
)
def test_gradients_and_series_are_derivatives(given_):
    agree_with_derivatives(given_[1], given_[0])


@pytest.mark.parametrize("text", [form.format("(x**2 + 3*y + 1)") for form in DEEP])
def test_derivatives_of_every_function(text):
    agree_with_derivatives(*entries(text))


@pytest.mark.parametrize(
    "text", ["sin(x)*exp(x*y)", "1/(1 + x*y)", "sqrt(1 + x**2)*cos(y)", "log(1 + x)*y**3"]
)
def test_series_solve_their_differential_equation(text):
    """Along x = a + s, y = b: the s-derivative of f is that of df/dx, order by order."""
    nodes, chart = entries(text)
    f = nodes[-1]
    own = {s.index: i for i, s in enumerate((chart.t, *chart.q))}
    fx = f.diff(chart.q[0])
    point = lucky_point([f, fx], own)
    curve = [[point.generator(("symbol", s.args))] for s in (chart.t, *chart.q)]
    curve[1].append(1)
    along = Series(point, own)
    along.evaluate([f, fx], curve, 9)
    values, slopes = along.coefficients(f), along.coefficients(fx)
    assert [a * v % point.p for a, v in enumerate(values)][1:] == slopes[:8]


# what a value proves ----------------------------------------------------------------------------
@pytest.mark.parametrize(
    "text",
    [
        "sin(x) + exp(y)",
        "log(x)",
        "log(x) + log(y)",
        "log(x**2 + 1)*atan(x)",
        "atan(x)*atan(y)",
        "sqrt(x**2 + 1)",
        "sqrt(x)*sqrt(y)",
        "sin(x/y)*sin(2*x/y)",
        "cos(w + x*(exp(z) - 1))",
        "exp(y*log(x))",
        "sqrt(11)",
        "exp(2*log(x) + y)*log(x)",
        "tanh(x)",
        "atan(x) + log(1 + x**2)",
        "sqrt(x + sqrt(2))",
    ],
)
def test_independent_functions(text):
    assert images(entries(text)[0], modulus())[0]


@pytest.mark.parametrize(
    "text",
    [
        "log(x*y) - log(x) - log(y)",
        "log(x)*log(x**2)",
        "atan(x) + atan(1/x)",
        "sin(x/(x + y)) + sin(y/(x + y))",
        "log(2)*x",
        "exp(1)*pi*x",
        "asin(x)",
        "abs(x)",
        "sin(sqrt(x))",
        "sin(x/11)",
        "sqrt(x**2)",
        "sqrt(sin(x)**2)",
    ],
)
def test_functions_whose_independence_is_not_proved(text):
    assert not images(entries(text)[0], modulus())[0]


@pytest.mark.parametrize(
    "text", ["sqrt(x*y)*sqrt(x)*sqrt(y)", "sqrt(1 + sin(x))", "sqrt(x + sqrt(y))"]
)
def test_roots_with_branches_have_no_image(text):
    with pytest.raises(OutOfReach):
        images(entries(text)[0], modulus())


@pytest.mark.parametrize(
    "factor, answer",
    [
        ("y*(log(x*y) - log(x) - log(y))", True),
        ("log(x*y) - log(x) - log(y)", True),
        ("log(x*y) - log(x)", False),
        ("sqrt(y**2) - y", None),
        ("y*(atan(x) + atan(1/x))", None),
        ("log(y)", False),
        ("sqrt(y**2 + 1)", False),
        ("sin(x + y) - sin(x)*cos(y) - cos(x)*sin(y)", True),
        ("atan(y)", False),
    ],
)
def test_hidden_zeros_are_never_called_nonzero(factor, answer):
    """z' = f(x, y) x' is integrable if f is 0; where functions may depend on each other nothing
    is claimed.
    """
    (part,) = judge_parts(
        case_from_constraints([f"z' = ({factor})*x'"], ("x", "y", "z")).system.pfaffian
    )
    assert part.joint.answer is answer


# h ----------------------------------------------------------------------------------------------
@given(sets(2, 4))
def test_a_curve_obeys_the_constraints(rows):
    sample = _sample(rows)
    assume(sample is not None and len(sample.independent) == rows.k)
    curve = Horizontal(rows, sample, sample.independent)
    curve.extend(5)
    for row in curve.forms.values():
        for order in range(5):
            products = (
                c[a] * curve.velocity[j][order - a]
                for j, c in row.items()
                for a in range(order + 1)
            )
            assert sum(products) % sample.p == 0


def _sample(rows) -> Sample | None:
    for seed in range(20):
        try:
            return Sample(rows, Point(modulus(seed)))
        except Unlucky:
            continue
    return None


@given(partly_integrable_sets())
def test_a_curve_reaches_all_but_the_relations(given_set):
    rows, h = given_set
    sample = _sample(rows)
    assume(sample is not None)
    found = reached(rows, sample, sample.independent, Work.of(10**12))
    assert (found.stopped, found.rank) == (True, rows.k - h)
    assert list(found.ranks) == sorted(found.ranks)


@given(partly_integrable_sets(), st.integers(1, 3))
def test_variations_reach_what_elimination_says(given_set, inputs):
    """Step by step from a few inputs, with all vectors written down: the same rank."""
    rows, h = given_set
    sample = _sample(rows)
    assume(sample is not None)
    curve = Horizontal(rows, sample, sample.independent)
    curve.extend(rows.k + 2)
    found = [v.q for level in variations(curve, inputs, rows.k + 1) for v in level]
    vectors = [{1 + i: q[l][0] for i, l in enumerate(sample.independent)} for q in found]
    assert eliminate(vectors, rows.k, sample.p, track=False).rank == rows.k - h


@pytest.mark.parametrize("count", [1, 2, 5, 12])
def test_trailers_reach_one_direction_a_step(count):
    rows = trailers(count).system.pfaffian
    sample = _sample(rows)
    assert reached(rows, sample, sample.independent, Work.of(10**12)).ranks == tuple(
        range(1, count + 2)
    )


@pytest.mark.parametrize("seed", range(12))
def test_large_sets_with_known_h(seed):
    """Parts mixed by functions, with logarithms, roots and nested angles."""
    known = large_set(f"points {seed}")
    found = judged_at_points(case_from_constraints(known.texts, known.names))
    assert (found.independent, found.relations) == (known.rank, known.relations)
    assert found.proved[0] <= known.relations <= found.proved[1]
    assert found.joint.answer is (known.relations == known.rank)


@pytest.mark.parametrize("seed", range(60))
def test_small_sets_with_known_h(seed):
    known = known_set(f"points {seed}")
    found = judged_at_points(case_from_constraints(known.texts, known.names))
    assert (found.independent, found.relations) == (known.rank, known.relations)


def test_ranks_at_points_prove_bounds_from_above_alone():
    (part,) = judge_parts(trailers(3).system.pfaffian)
    assert (part.evidence.evidence, part.proved) == ("modular", (0, 0))
    parts = judge_parts(contact_pairs(2, 1).system.pfaffian)
    assert [part.proved for part in parts] == [(0, 1), (0, 0)]
    assert [part.evidence.evidence for part in parts] == ["randomised", "modular"]


def test_error_bounds_grow_with_steps_and_roots():
    rows = trailers(3).system.pfaffian

    def exponent(**more):
        return int(error_bound(rows, **more).removeprefix("1e-"))

    assert exponent() > exponent(depth=400) > 20
    assert exponent() > exponent(roots=6)


# pieces -----------------------------------------------------------------------------------------
@given(
    st.lists(
        st.dictionaries(st.integers(1, 6), st.integers(1, 6), min_size=1, max_size=4),
        min_size=1,
        max_size=6,
    )
)
def test_triangular_orders_have_pivots(rows):
    """Eliminated in the order given, each row has its pivot; None only if the rows are
    dependent.
    """
    p = 10007
    order = triangular(rows, 6, p)
    assert order is None or sorted(i for i, _ in order) == list(range(len(rows)))
    done = []
    for i, column in order or ():
        row = dict(rows[i])
        for pivot, other in done:
            factor = row.get(pivot, 0)
            row = {j: (row.get(j, 0) - factor * other.get(j, 0)) % p for j in {*row, *other}}
        assert row.get(column)
        scale = pow(row[column], -1, p)
        done.append((column, {j: v * scale % p for j, v in row.items()}))
    if order is None:
        assert _rank(rows, p) < len(rows)


def _rank(rows, p) -> int:
    from flint import fmpz_mod_ctx, fmpz_mod_mat

    flat = [row.get(j, 0) for row in rows for j in range(1, 7)]
    return fmpz_mod_mat(len(rows), 6, flat, fmpz_mod_ctx(p)).rank()


def test_solved_rows_fall_apart():
    """Contact forms mixed by functions: one part as written, solved one for each form."""
    names = [f"{a}{i}" for i in range(4) for a in "xyz"]
    rows = [f"z{i}' - y{i}*x{i}'" for i in range(4)]
    mixed = [rows[0], *(f"{rows[i]} + sin(x{i})*y{i - 1}*({rows[i - 1]})" for i in range(1, 4))]
    pfaffian = case_from_constraints(mixed, names).system.pfaffian
    (part,) = judge_parts(pfaffian)
    found = solved_parts(part.forms, part.samples[0], 3)
    assert sorted((piece.k, piece.chart.n) for piece in found) == [(1, 3)] * 4
    assert solved_parts(part.forms, part.samples[0], 2) == []


# zero or not, where roots exist ------------------------------------------------------------------
@given(st.data())
def test_a_difference_of_two_ways_to_write_it_is_zero_at_random_points(data):
    """(r + f)^2 - r^2 - 2 r f - f^2 with a root r, for any f; and what is more than that is not."""
    own = data.draw(charts())
    graph, q = own.graph, own.q
    f = data.draw(functions(q))
    r = graph.sqrt(1 + q[0] ** 2 + 2 * q[1] ** 2)
    same = (r + f) ** 2 / r - r - 2 * f - f**2 / r
    assert decide_at_random([same]).answer is not False
    more = decide_at_random([same, r - q[0]])
    assert (more.answer, more.evidence) in ((False, "modular"), (None, ""))


def test_roots_that_depend_on_each_other_are_left_alone():
    """sqrt(x) sqrt(y) = sqrt(x y) where x, y > 0 only."""
    own = chart(Graph(), ["x", "y"])
    graph, (x, y) = own.graph, own.q
    two_ways = graph.sqrt(x) * graph.sqrt(y) - graph.sqrt(x * y)
    assert decide_at_random([two_ways + x]).answer is None
    assert decide_at_random([graph.sqrt(x**2) - x]).answer is not True


def test_waves_of_whole_half_turns_are_no_free_elements():
    """cos(pi n)^2 = 1 and sin(pi n (n + 1)/2) = 0 for whole n."""
    own = chart(Graph(), ["x"])
    graph, x = own.graph, own.q[0]
    n = graph.symbol("n", assumption(integer=True))
    same = [graph.cos(graph.pi * n) ** 2 - 1, graph.sin(graph.pi * n * (n + 1) / 2)]
    assert all(decide_at_random([x * e]).answer is None for e in same if not e.is_zero)
    assert decide_at_random([graph.cos(x * n) ** 2 - 1]).answer is False


@pytest.mark.slow
@pytest.mark.parametrize("name", ["rattleback", "whipple_bicycle"])
def test_long_systems_are_compared(name):
    """Their normal forms are out of reach: formulations agree at random points, rivals do not."""
    compared = nh.compare(nh.case(name))
    assert all(e.agrees for e in compared.formulations)
    assert compared.shortcut.answer is False
    assert all(e.agrees is False and e.decision.proved for e in compared.rivals)


@pytest.mark.parametrize("value", ["log(0)", "sqrt(-1)", "asin(2)", "sqrt(1 - pi)"])
def test_a_place_is_told_by_real_numbers(value):
    """Growth at x = sqrt(-1) was told, and a rest at x = log(0)."""
    case = nh.System("x y z", "(x'^2 + y'^2 + z'^2)/2", ["dz = exp(x) dy"])
    for ask in (
        lambda: nh.check(case, at={"x": value}),
        lambda: nh.equilibrium(case, at={"x": value}),
        lambda: nh.linearise(case, at={"x": value}),
        lambda: nh.steer(case, {"x": value}, {"x": 1}),
        lambda: nh.System("x", "a*x'^2/2", parameters={"a": value}),
    ):
        with pytest.raises(BadCase, match="this is no real number"):
            ask()


@pytest.mark.parametrize("value", [
    "exp(log(0))", "0*log(0)", "log(0)/log(0)", "sqrt(-1)^2", "(-1)^(1/2)*(-1)^(1/2)", "0*asin(2)",
    "log(0) - log(0)", "exp(2*log(-1))", "abs(sqrt(-1))", "0*atan2(0, 0)", "0*acosh(1/2)",
    "0/(sqrt(2) + sqrt(3) - sqrt(5 + 2*sqrt(6)))", "asin(1 + sin(pi/2))*0", "atanh(1)*0",
])  # fmt: skip
def test_a_number_has_a_value_as_it_is_written(value):
    """exp(log(0)) was read as 0, at every door."""
    L, row = "k*(x'^2 + y'^2 + z'^2)/2", ["dz = exp(x) dy"]
    case = nh.System("x y z", L, row, parameters={"k": 1}, forces={"y": "u"}, inputs={"u": 0})
    for ask in (
        lambda: nh.check(case, at={"x": value}),
        lambda: nh.equilibrium(case, at={"x": value}),
        lambda: nh.linearise(case, at={"x": value}),
        lambda: nh.steer(case, {"x": value}, {"x": 1}),
        lambda: nh.steer(case, {"x": 1}, {"x": 2}, parameters={"k": value}),
        lambda: nh.System("x", "a*x'^2/2", parameters={"a": value}),
        lambda: nh.simulate(case, initial={"x": value}),
        lambda: nh.simulate(case, parameters={"k": value}),
        lambda: nh.simulate(case, inputs={"u": value}),
        lambda: nh.System("x", "x'^2/2", initial={"x": value}),
        lambda: nh.System("x", "x'^2/2", forces={"x": "u"}, inputs={"u": value}),
    ):
        with pytest.raises(NonholoError, match=r"no real (number|value)|needed is a number"):
            ask()


@pytest.mark.parametrize("value", ["sqrt(2)^2", "exp(log(2))", "2*log(2)/log(4)*1", "0/tan(2) + 2"])
def test_what_cancels_in_a_number_and_has_a_value_is_read(value):
    case = nh.System("x y z", "(x'^2 + y'^2 + z'^2)/2", ["dz = exp(x) dy"])
    assert nh.check(case, at={"x": value}).at_point.vector == (2, 3)


def test_inputs_in_time_tell_where_they_have_values():
    case = nh.System("x", "x'^2/2", forces={"x": "u"}, inputs={"u": "t/t"})
    assert case.system.domain == ("t != 0",)
    assert not nh.System("x", "x'^2/2", forces={"x": "u"}, inputs={"u": "1/(t + 1)"}).system.domain


def test_a_root_of_a_hidden_zero_is_a_place():
    case = nh.constraints("dz = exp(x) dy")
    hidden = "sqrt(sqrt(2) + sqrt(3) - sqrt(5 + 2*sqrt(6)))"
    assert nh.check(case, at={"x": hidden}).at_point is not None
    assert nh.check(case, at={"x": "asin(1)"}).at_point.vector == (2, 3)
