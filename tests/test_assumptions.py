"""What is assumed of parameters, and functions with several values: what is zero, what never is,
and where.
"""

from __future__ import annotations

import random
from fractions import Fraction

import pytest
from flint import arb, ctx, fmpq
from hypothesis import given, settings
from hypothesis import strategies as st

import nonholo as nh
from nonholo.algebra.field import Field
from nonholo.decide.ball import as_assumed, ball
from nonholo.decide.zero import decide_zero
from nonholo.errors import BadCase
from nonholo.expression.graph import Graph
from nonholo.expression.ranges import ANY, Range, assumption, range_of, words
from nonholo.expression.text import text
from nonholo.geometry.constraints.chart import chart
from nonholo.geometry.constraints.pfaffian import pfaffian
from nonholo.geometry.flag.piecewise import kinks, on_domain
from nonholo.geometry.zeros.signs import never_vanishes
from nonholo.readers.case_file import parse_case
from nonholo.signs.factored import factored
from tests.draws import draws

POINTS = 12
CASE = """
coordinates = ["z", "x", "y", "w"]
constraints = ["{row}"]
[parameters]
{parameters}
"""


def checked(row: str, **declared: str):
    """The check of one constraint whose parameters are declared so."""
    told = "\n".join(f"{name} = {what}" for name, what in declared.items())
    return nh.check(parse_case(CASE.format(row=row, parameters=told)))


def verdict(coefficient: str, **declared: str) -> str:
    """Of z' = coefficient * w * x': holonomic if the coefficient is zero."""
    return checked(f"zdot - ({coefficient})*w*xdot", **declared).verdict


def bare(coefficient: str):
    """The check of dz = coefficient * w dx, names that don't move being coordinates too."""
    return nh.check(nh.constraints(f"dz = ({coefficient})*w dx", also=["w", "x", "y"]))


# what is assumed serves every decision
# ---------------------------------------------------------------
@pytest.mark.parametrize(
    ("coefficient", "declared"),
    [
        ("sqrt(a^2) - a", "{ positive = true }"),
        ("abs(a) - a", "{ positive = true }"),
        ("abs(a) - a", "{ min = 0 }"),
        ("abs(a) + a", "{ negative = true }"),
        ("sqrt(a^2) + a", "{ max = -0.5 }"),
        ("sign(a) - 1", "{ min = 2 }"),
        ("sqrt(a*b) - sqrt(a)*sqrt(b)", "{ positive = true }"),
        ("sqrt(a^2*x^2) - a*abs(x)", "{ positive = true }"),
        ("sqrt(a^2 + 2*a + 1) - a - 1", "{ positive = true }"),
        ("log(a^2) - 2*log(a)", "{ positive = true }"),
        ("log(a*b) - log(a) - log(b)", "{ positive = true }"),
        ("(a^2)^(3/2) - a^3", "{ positive = true }"),
        ("atan(a) + atan(1/a) - pi/2", "{ positive = true }"),
        ("sin(pi*a)", "{ integer = true }"),
        ("cos(2*pi*a) - 1", "{ integer = true }"),
        ("sin(y + 2*pi*a) - sin(y)", "{ integer = true }"),
        ("abs(a)/a - sign(a)", "{ nonzero = true }"),
    ],
)
def test_zero_under_an_assumption(coefficient, declared):
    names = {name: declared for name in "ab" if name in coefficient}
    assert verdict(coefficient, **names) == "holonomic"


@pytest.mark.parametrize(
    ("coefficient", "declared"),
    [
        ("abs(a) - a", "{ negative = true }"),
        ("abs(a) - a", "{ max = -1 }"),
        ("sqrt(a^2) + a", "{ positive = true }"),
        ("cos(pi*a)", "{ integer = true }"),
        ("sin(pi*a/2 + 1)", "{ integer = true, min = 0 }"),
    ],
)
def test_not_zero_under_an_assumption(coefficient, declared):
    assert verdict(coefficient, a=declared) == "nonholonomic"


def test_finitely_many_values_need_one():
    """a (a - 1) is zero at both of 0 and 1: almost all values say nothing about them."""
    with pytest.raises(BadCase, match="only finitely many values are left"):
        verdict("a*(a - 1)", a="{ integer = true, min = 0, max = 1 }")
    assert verdict("a*(a - 1)", a="{ integer = true, min = 0, max = 1, value = 1 }") == "holonomic"


@pytest.mark.parametrize(
    ("f", "declared", "never"),
    [
        ("x^2 + a", "{ positive = true }", True),
        ("x^2 + a", "{ min = 0.01 }", True),
        ("x^2 + a", "{ min = 0 }", True),
        ("x^2 + a", "{ nonzero = true }", False),
        ("x^2 - a", "{ negative = true }", True),
        ("x^2 - a", "{ positive = true }", False),
        ("x^2 + a - 1", "{ min = 1.5 }", True),
        ("a + cos(x)", "{ min = 1.5 }", True),
        ("a + cos(x)", "{ positive = true }", False),
        ("a*exp(x) + y^2", "{ positive = true }", True),
        ("a + abs(x)", "{ positive = true }", True),
        ("a + sqrt(x)", "{ positive = true }", True),
        ("sin(x)^2 + a*cos(x)^2", "{ positive = true }", True),
        ("sin(x)^2 + a*cos(x)^2", "{ nonzero = true }", False),
        ("x^2 + a*y^2 + 1", "{ negative = true }", False),
    ],
)
def test_the_rank_holds_everywhere_under_an_assumption(f, declared, never):
    found = checked(f"({f})*zdot - ({f})*w*xdot", a=declared)
    assert (found.singular == ()) is never


def test_accessibility_and_strata_use_it():
    with_sign = checked("zdot - (x^2 + a)*y*xdot", a="{ positive = true }")
    assert with_sign.accessible
    assert with_sign.survey.strata.singular == ()
    assert checked("zdot - (x^2 + a)*y*xdot", a="{ nonzero = true }").survey.strata.singular != ()


@pytest.mark.parametrize(
    ("rate", "declared", "accessible"),
    [
        ("a*(x^2 - x^4)", "{ positive = true }", True),
        ("(x^2 - x^4)/a^2", "{ nonzero = true }", True),
        ("a*(x^2 - x^4)", "{}", None),
        ("a*(x^2 - x^4) + a^2*x^4", "{ positive = true }", None),  # x^2 for a = 1
        ("abs(a)*(x^2 - x^4) + a*x^4", "{ nonzero = true }", None),
    ],
)
def test_a_letter_that_stretches_a_drift_is_no_matter(rate, declared, accessible):
    """The blade of given speed v reaches what it reaches with v = 1."""
    assert checked(f"zdot - ({rate})", a=declared).accessible is accessible


def test_symbols_of_sympy_bring_their_assumptions():
    import sympy
    from sympy.physics.mechanics import dynamicsymbols

    x, z, w = dynamicsymbols("x z w")
    for assumed, expected in (
        ({"positive": True}, "holonomic"),
        ({"negative": True}, "nonholonomic"),
        ({}, "undecided"),
    ):
        a = sympy.Symbol("a", **assumed)
        size = sympy.Abs(a, evaluate=False) - a
        found = nh.check(nh.System([x, z, w], constraints=[z.diff() - size * w * x.diff()]))
        assert found.verdict == expected


@pytest.mark.parametrize(
    ("declared", "message"),
    [
        (
            "{ positiv = true }",
            "unknown key positiv; known are value, positive, negative, nonzero, integer, min, "
            "max and between; "
            "did you mean positive?",
        ),
        (
            "{ positive = true, negative = true }",
            "positive = true, negative = true: no number is left",
        ),
        ("{ positive = 1 }", "positive is true or false, given was 1"),
        ("{ min = 2, max = 1 }", "no number is left"),
        ("{ min = 2, max = 2 }", "only 2 is left: give it as the value"),
        ("{ integer = true, min = 0.2, max = 0.8 }", "no number is left"),
        ('{ min = "a" }', "min: needed is a number such as 0.5, given was 'a'"),
        ("{ min = 2, value = 1 }", "declared a >= 2, but its value is 1"),
        ("{ integer = true, value = 0.5 }", "declared an integer, but its value is 1/2"),
        ('{ negative = true, value = "pi" }', "declared negative, but its value is pi"),
        ("{ nonzero = true, value = 0 }", "declared nonzero, but its value is 0"),
    ],
)
def test_what_cannot_be_assumed_is_refused(declared, message):
    with pytest.raises(BadCase) as error:
        checked("zdot - a*xdot", a=declared)
    assert message in str(error.value)
    assert "parameters.a" in str(error.value)


def test_numbers_of_a_call_obey_what_is_declared():
    text = 'coordinates = ["x"]\nlagrangian = "m*xdot^2/2"\n[parameters]\nm = { value = 1, positive = true }'
    case = parse_case(text)
    for call in (
        lambda: nh.simulate(case, parameters={"m": -1.0}),
        lambda: case.point({"m": "-1"}),
        lambda: nh.steer(case, {"x": 0}, {"x": 1}, parameters={"m": -2}),
    ):
        with pytest.raises(BadCase, match="declared positive"):
            call()


# functions with several values
# -----------------------------------------------------------------------
@pytest.mark.parametrize(
    "coefficient",
    [
        "log(x^2) - 2*log(x)",
        "log(x*y) - log(x) - log(y)",
        "sqrt(x*y) - sqrt(x)*sqrt(y)",
        "asinh(sinh(x)) - x",
        "tanh(atanh(x)) - x",
        "atanh(tanh(x)) - x",
        "asin(x) + acos(x) - pi/2",
        "acos(-x) + acos(x) - pi",
        "sqrt(x^2 - 1) - sqrt(x - 1)*sqrt(x + 1)",
        "log(1 + 2*x + x^2) - 2*log(1 + x)",
        "(x^3)^(1/3) - x",
        "atan(x) - asin(x/sqrt(1 + x^2))",
        "log(2*x) - log(x) - log(2)",
        "asinh(x) - log(x + sqrt(x^2 + 1))",
        "log(cosh(x)^2)/2 - log(cosh(x))",
        "(x^2)^y - x^(2*y)",
        "sqrt(exp(x)) - exp(x/2)",
        "sqrt(x)^2 - x",
    ],
)
def test_zero_where_it_is_defined(coefficient):
    assert bare(coefficient).verdict == "holonomic"


@pytest.mark.parametrize(
    ("coefficient", "where"),
    [
        ("sqrt(x^2) - x", "x > 0"),
        ("abs(x) - x", "x > 0"),
        ("(x^2)^(3/2) - x^3", "x > 0"),
        ("x/sqrt(x^2) - 1", "x > 0"),
        ("sqrt((x - y)^2) - x + y", "x - y > 0"),
        ("sqrt(1 + x^2 + 2*x) - 1 - x", "x + 1 > 0"),
        ("sqrt(1 - cos(x)^2) - sin(x)", "sin(x) > 0"),
        ("sqrt(2 - 2*cos(x)) - 2*sin(x/2)", "sin(x/2) > 0"),
        ("atan(x) + atan(1/x) - pi/2", "x > 0"),
        ("asin(sin(x)) - x", "asin(sin(x)) = x"),
        ("acos(cos(x)) - x", "acos(cos(x)) = x"),
        ("atan(tan(x)) - x", "atan(sin(x)/cos(x)) = x"),
        ("acosh(cosh(x)) - x", "exp(x) - 1 > 0"),
        ("2*atan(x) - asin(2*x/(1 + x^2))", "x + 1 > 0"),
        ("sqrt(x^4 - 2*x^2 + 1) - 1 + x^2", "x - 1 < 0"),
    ],
)
def test_told_by_region(coefficient, where):
    """Zero on some regions and not on others: each has its growth vector and a point; the
    verdict is no yes.
    """
    found = bare(coefficient)
    told = {s.region: s.growth.vector for s in found.survey.regions}
    assert found.verdict == "nonholonomic"
    assert set(told.values()) == {(3,), (3, 4)}
    assert any(where in region for region, vector in told.items() if vector == (3,))


def test_an_unsure_sign_of_a_parameter_is_told_by_region():
    found = bare("sqrt(a^2) - a")
    assert {s.region: s.growth.vector for s in found.survey.regions} == {
        ("a > 0",): (3,),
        ("a < 0",): (3, 4),
    }


def test_regions_decide_where_all_together_do_not():
    assert bare("atan(x) + atan(1/x) - pi/2*sign(x)").verdict == "holonomic"
    assert bare("sign(x)^2 - 1").verdict == "holonomic"


def test_no_growth_vector_that_no_region_has():
    """abs(x) - x and abs(x) + x: neither is zero, and one of them is zero at every point."""
    found = nh.check(
        nh.constraints("dz = (abs(x) - x)*v dx", "dy = (abs(x) + x)*w dx", also=["v", "w"])
    )
    assert (found.verdict, found.relations, found.growth.vector) == ("partly holonomic", 1, (3, 4))
    assert found.accessible is None


def test_a_domain_in_parts_is_not_crossed():
    """asin(1/x) + acos(1/x) is pi/2 for |x| >= 1 only."""
    found = nh.check(nh.constraints("dz = (asin(1/x) + acos(1/x))*y dx", also=["y"]))
    assert found.verdict == "nonholonomic"
    assert found.accessible is None


# points that are shown
# -------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "texts",
    [
        ["z*(1 + log(x*y)) dx/y + z*x/y dy + dz"],
        ["dz - a*y dx - b*x dy", "dw - c*z dx - a*w dy"],
        ["dz = log(x)*y*w dx"],
        ["dz = sqrt(x - 3)*(y^2 - w)*w dx"],
    ],
)
def test_shown_points_exist(texts):
    assert_points_exist(nh.check(nh.constraints(*texts, also=["x", "y", "z", "w"])))


def test_pieces_outside_the_domain_are_no_singular_points():
    found = nh.check(nh.constraints("dz = (x + 1)*sqrt(x)*w^2 dx", also=["w"]))
    assert not any("x + 1" in str(e) for piece in found.survey.strata.singular or () for e in piece)


def assert_points_exist(found) -> None:
    """Every point has numbers, satisfies the equations of its stratum, and the coefficients have
    values there.
    """
    rows, own = found.distribution.pfaffian, found.distribution.chart
    moving = {s.args for s in (*own.q, own.t)}
    for stratum in (*found.survey.strata.strata, *found.survey.regions):
        letters = {s for v in stratum.at.values() for s in v.symbols()}
        assert not moving & {s.args for s in letters}
        numbers = {s.args: fmpq(k + 2, 3) for k, s in enumerate(sorted(letters, key=str))}
        at = {
            q.args: ball(v, {s: numbers[s.args] for s in v.symbols()}, 200)
            for q, v in stratum.at.items()
        }
        assert all(value.is_finite() for value in at.values())
        for e in (*stratum.equations, *(e for row in rows.matrix for e in row)):
            values = {s: at.get(s.args, numbers.get(s.args, fmpq(5, 7))) for s in e.symbols()}
            value = _value(e, values)
            assert value.is_finite()
            assert e not in stratum.equations or value.contains(0)


def _value(e, values) -> arb:
    from nonholo.decide.ball import balls

    return balls([e], values, 200)[0]


ATOMS = ("x", "y", "z", "w", "a", "1", "2", "3")
FORMS = (
    "({}+{})",
    "({}-{})",
    "({})*({})",
    "log({}*{})",
    "sqrt({}+{})",
    "sin({})*({})",
    "({})/({})",
)


@settings(max_examples=draws(6), deadline=None)
@given(st.randoms(use_true_random=False))
def test_shown_points_of_random_sets_exist(rng):
    def grown(depth: int) -> str:
        return (
            rng.choice(ATOMS)
            if not depth
            else rng.choice(FORMS).format(grown(depth - 1), grown(depth - 1))
        )

    try:
        case = nh.constraints(f"dz = ({grown(2)})*dx + ({grown(1)})*dy", also=["x", "y", "z", "w"])
        found = nh.check(case, units=500_000, search=0)
    except nh.errors.NonholoError:
        return
    assert_points_exist(found)


# laws
# ------------------------------------------------------------------------------------------------
ASSUMED = (
    ANY,
    assumption(positive=True),
    assumption(negative=True),
    assumption(nonzero=True),
    assumption(low=fmpq(1, 2)),
    assumption(high=fmpq(-2)),
    assumption(low=fmpq(0)),
    assumption(low=fmpq(-1), high=fmpq(3)),
    assumption(integer=True, low=fmpq(1)),
)
ONE = (
    "sqrt",
    "abs",
    "sign",
    "log",
    "exp",
    "atan",
    "asin",
    "cos",
    "sin",
    "asinh",
    "square",
    "cube",
    "inverse",
)


def grown(graph: Graph, rng, atoms, depth: int):
    """A random expression."""
    if not depth:
        return rng.choice([*atoms, graph.lift(rng.randint(1, 3))])
    u = grown(graph, rng, atoms, depth - 1)
    kind = rng.choice((*ONE, "+", "-", "*", "*"))
    if kind in "+-*":
        v = grown(graph, rng, atoms, depth - 1)
        return u + v if kind == "+" else u - v if kind == "-" else u * v
    if kind == "inverse":
        return u if u.is_zero else 1 / u
    return u**2 if kind == "square" else u**3 if kind == "cube" else graph.call(kind, u)


@settings(max_examples=150, deadline=None)
@given(st.randoms(use_true_random=False))
def test_ranges_and_zeros_hold_at_numbers(rng):
    """What is said of a random expression holds in 40 digits at points that obey what is
    assumed.
    """
    graph = Graph()
    atoms = [graph.symbol(name, rng.choice(ASSUMED)) for name in "xyab"]
    try:
        node = grown(graph, rng, atoms, 3)
    except ZeroDivisionError:
        return
    bounds, zero = range_of(node), decide_zero(node, 0.5)
    graph.wear_tamer_forms()
    range_of(-node)  # the parts of a form that is new have none yet
    for value in values_at_points(node, rng):
        assert bounds.low is None or not value < arb(bounds.low)
        assert bounds.high is None or not value > arb(bounds.high)
        assert not bounds.nonzero or not value.is_zero()
        assert zero.answer is not True or value.contains(0)


def test_ranges_of_what_got_another_form():
    """The parts of the tamer form have no ranges when the whole has one already."""
    graph = Graph()
    x, y = graph.symbol("x"), graph.symbol("y")
    node = (x**6 - y**6) / (x**4 + x**2 * y**2 + y**4)
    assert range_of(node) == ANY
    assert x**2 - y**2 is node
    graph.wear_tamer_forms()
    assert node.kind == "sum" and range_of(-node) == ANY
    assert range_of(graph.sin(node)).high == 1


@settings(max_examples=100, deadline=None)
@given(st.randoms(use_true_random=False))
def test_never_vanishing_holds_at_numbers(rng):
    """A coefficient that never vanishes has one sign at all points of one connected domain: no
    change is met.
    """
    graph = Graph()
    own = chart(graph, ["x", "y"])
    a, b = (graph.symbol(name, rng.choice(ASSUMED[1:])) for name in "ab")
    x, y = own.q
    squares = [x**2, y**4, graph.exp(x), graph.cos(y) ** 2, graph.call("abs", y), graph.one]
    node = graph.add(
        *(rng.choice((a, b, a * b, a**2)) * rng.choice(squares) for _ in range(rng.randint(1, 4)))
    )
    if never_vanishes(node, own):
        signs = {bool(value > 0) for value in values_at_points(node, rng) if not value.contains(0)}
        fixed = [
            s
            for s in (a, b)
            if graph.assumed[s.index] == assumption(nonzero=True) or _both(graph, s)
        ]
        assert len(signs) <= 1 or fixed, (node, graph.assumed)


@settings(max_examples=60, deadline=None)
@given(st.randoms(use_true_random=False))
def test_sums_of_products_of_distances_vanish_only_at_ends_that_belong_to_them(rng):
    """x above a number and y above b, each with or without its end: a sum of products of
    (x - number), (y - b) and positive letters vanishes somewhere if and only if each of its
    products holds a distance that may be 0.
    """
    end, parted = rng.randint(-3, 3), [rng.random() < 0.7 for _ in "xy"]
    powers = [[rng.randint(0, 2) for _ in range(4)] for _ in range(rng.randint(1, 4))]
    plain = Graph()
    x, y, a, b = map(plain.symbol, "xyab")
    factors = (x - end, y - b, a, b)
    product = plain.add(*(plain.multiply(*map(pow, factors, p)) for p in powers))
    graph = Graph()
    own = chart(graph, ["x", "y"])
    letters = {n: graph.symbol(n, assumption(positive=n in "ab")) for n in "xyab"}
    for left, open_ in zip((letters["x"] - end, letters["y"] - letters["b"]), parted):
        graph.stated[left] = Range(low=fmpq(0), apart=open_)
    node = multiplied_out(product, letters, graph)
    moving = any(px or py for px, py, *_ in powers)
    free = all(any(e and not open_ for e, open_ in zip(p, parted)) for p in powers)
    assert never_vanishes(node, own) is not (moving and free), (text(node), parted)


def multiplied_out(node, letters, graph: Graph):
    """A polynomial in another graph, which has not met its factors."""
    field = Field([node])
    symbols = [letters[g.args] for g in field.generators]
    terms = field.normal(node).num.terms()
    return graph.add(
        *(graph.multiply(graph.lift(c), *map(pow, symbols, map(int, e))) for e, c in terms)
    )


def _both(graph: Graph, symbol) -> bool:
    found: Range = graph.assumed[symbol.index]
    return not (found.not_negative or found.not_positive)


def values_at_points(node, rng):
    """The values at some points that obey what is assumed, where there are values."""
    old, ctx.dps = ctx.dps, 40
    try:
        for _ in range(POINTS):
            point = as_assumed({s: fmpq(rng.randint(-90, 90), 30) for s in node.symbols()})
            assert all(s.graph.assumed.get(s.index, ANY).holds(v) for s, v in point.items())
            value = ball(node, point, 140)
            if value.is_finite():
                yield value
    finally:
        ctx.dps = old


SUBSTITUTED = [
    ("{ positive = true }", "(b^2 + 1/7)"),
    ("{ positive = true }", "exp(b)"),
    ("{ negative = true }", "(-b^2 - 1/7)"),
    ("{ min = 2 }", "(2 + b^2)"),
    ("{ max = -1 }", "(-1 - b^2)"),
]
PIECES = [
    "sqrt({a}^2) - {a}",
    "abs({a}*x^2) - {a}*x^2",
    "{a} + x^2",
    "abs({a}) + {a}",
    "x^2 - {a}",
    "sqrt({a}^2*y^2)",
    "{a}*exp(x) - y^2",
    "sign({a}) + 1",
    "sqrt({a}^4) - {a}^2",
    "abs({a}^3) + {a}^3",
]


@settings(max_examples=settings.default.max_examples, deadline=None)
@given(st.sampled_from(SUBSTITUTED), st.sampled_from(PIECES), st.sampled_from(PIECES))
def test_an_assumption_is_as_good_as_a_substitution(pair, first, second):
    """a > 0 gives the verdict that a = b^2 + 1/7 gives, and says where the rank is full as that
    does.
    """
    declared, put = pair
    row = "zdot - ({0})*w*xdot - ({1})*ydot"
    with_letter = checked(row.format(first.format(a="a"), second.format(a="a")), a=declared)
    plain = checked(row.format(first.format(a=put), second.format(a=put)), b="{}")
    assert (with_letter.verdict, with_letter.relations) == (plain.verdict, plain.relations)
    assert with_letter.growth.vector == plain.growth.vector


@settings(max_examples=draws(60), deadline=None)
@given(st.randoms(use_true_random=False))
def test_rows_on_their_domain_have_the_same_values(rng):
    """What the domain has chosen is no other function: values agree wherever what was written
    has one.
    """
    graph = Graph()
    own = chart(graph, ["x", "y"])
    try:
        node = grown(graph, rng, [*own.q, graph.symbol("a")], 3) * grown(graph, rng, own.q, 2)
        rows = pfaffian(own, [own.v[0] + node * own.v[1]])
    except (ZeroDivisionError, nh.errors.NonholoError):
        return
    before, after = rows.matrix[0], on_domain(rows).matrix[0]
    for _ in range(POINTS):
        point = {s: fmpq(rng.randint(-90, 90), 30) for s in (*own.q, graph.symbol("a"))}
        for old, new in zip(before, after):
            value = ball(old, point, 140)
            if value.is_finite():
                assert value.overlaps(ball(new, point, 140))


def test_a_zero_that_is_not_seen_has_no_factors():
    graph = Graph()
    own = chart(graph, ["x", "y"])
    root = graph.sqrt(own.q[0] ** 2 + 1)
    hidden = (root + 1) * (root - 1) - own.q[0] ** 2
    assert not hidden.is_zero and factored(hidden) == (0, [])
    rows = pfaffian(own, [own.v[0] + graph.sqrt(hidden + own.q[1]) * graph.sqrt(hidden) * own.v[1]])
    assert on_domain(rows).k == 1


INNER = (
    "x",
    "x - y",
    "x*y",
    "x^2 - 1",
    "1 + x^2",
    "x/y",
    "x/(1 + x^2)",
    "sin(x)",
    "cos(x)",
    "exp(x)",
    "x + 2",
    "y - 1",
)
OUTER = (
    "sqrt(({u})^2)",
    "abs({u})",
    "({u})",
    "-({u})",
    "asin(sin({u}))",
    "acos(cos({u}))",
    "atan(1/({u}))",
    "atan({u})",
    "sqrt(({u})^4)",
    "log(({u})^2)",
    "2*log({u})",
    "log({u})",
    "sign({u})*({u})",
    "asinh(sinh({u}))",
    "pi/2",
    "1",
    "sqrt({u})*sqrt({v})",
    "sqrt(({u})*({v}))",
    "abs({u})*abs({v})",
    "abs(({u})*({v}))",
    "atan2({u}, {v})",
    "2*atan({u})",
    "asin(2*({u})/(1 + ({u})^2))",
    "acosh(cosh({u}))",
    "(({u})^2)^(3/2)",
    "tan(atan({u}))",
)


@settings(max_examples=draws(5), deadline=None)
@given(
    st.sampled_from(INNER),
    st.sampled_from(INNER),
    st.sampled_from(OUTER),
    st.sampled_from(OUTER),
    st.sampled_from(OUTER),
    st.sampled_from(("-", "+")),
)
def test_what_is_told_of_a_region_holds_near_its_point(u, v, first, second, third, sign):
    """z' = f w x': integrable near a point if and only if f is zero there; holonomic only if it
    is zero everywhere.
    """
    f = f"{first} {sign} {second} - {third}".format(u=u, v=v)
    try:
        case = nh.constraints(f"dz = ({f})*w dx", also=["w", "x", "y"])
        found = nh.check(case, units=1_000_000, search=0)
        written = case.scope.expression(f)
    except nh.errors.NonholoError:
        return
    for stratum in found.survey.regions:
        if stratum.rank == 1 and stratum.growth.evidence.proved:
            assert near_zero(written, stratum.at) is (stratum.growth.vector == (3,)), (f, stratum)
    if found.verdict == "holonomic":
        assert all(value.contains(0) for value in random_values(written)), f
    if found.verdict == "nonholonomic" and not found.survey.regions:
        assert any(not value.contains(0) for value in random_values(written)), f


def near_zero(node, at) -> bool:
    """A ball around the value holds 0 at points near one."""
    steps = (fmpq(1, 10**6), fmpq(-3, 10**7), fmpq(7, 10**8))
    names = {s.args: v for s, v in at.items()}
    values = [
        ball(
            node,
            {
                s: fmpq(names[s.args].args) + k * step if s.args in names else fmpq(1)
                for k, s in enumerate(node.symbols(), 1)
            },
            300,
        )
        for step in steps
    ]
    assert all(value.is_finite() for value in values)
    return all(value.contains(0) for value in values)


def random_values(node):
    rng = random.Random(5)
    points = ({s: fmpq(rng.randint(-60, 60), 17) for s in node.symbols()} for _ in range(40))
    return [value for point in points if (value := ball(node, point, 300)).is_finite()]


def test_a_range_tells_itself():
    assert words("a", assumption(positive=True)) == "a > 0"
    assert (
        words("a", assumption(low=fmpq(-1), high=fmpq(2), integer=True))
        == "a >= -1 and a <= 2 and a an integer"
    )
    assert words("a", assumption(nonzero=True)) == "a != 0"
    assert words("a", assumption(nonzero=True, low=fmpq(-1))) == "a >= -1 and a != 0"


@settings(max_examples=100, deadline=None)
@given(st.sampled_from(ASSUMED), st.fractions(-50, 50, max_denominator=40))
def test_points_are_moved_to_where_the_assumption_holds(assumed, value: Fraction):
    moved = assumed.inside(fmpq(value.numerator, value.denominator))
    assert assumed.holds(moved)


def test_kinks_are_the_factors_that_change_a_sign():
    rows = nh.constraints("dz = sqrt(x^2*y^2*(1 + y^2)) dx", also=["y"]).system.pfaffian
    assert {str(u) for u in kinks(rows)} <= {"x", "y"}


def test_a_mapping_of_coordinates_says_what_is_assumed_of_each():
    """It was read as a list of names, and the assumptions were dropped without a word."""
    row = ["zdot - ydot/x"]
    as_names = nh.System("x y z", constraints=row, assumptions=["x > 0"])
    as_table = nh.System({"x": {"positive": True}, "y": {}, "z": {}}, constraints=row)
    assert nh.check(as_table).accessible is nh.check(as_names).accessible is True
    assert nh.check(nh.System("x y z", constraints=row)).accessible is None
    with pytest.raises(BadCase, match=r"coordinates\.x: needed is what is assumed of it"):
        nh.System({"x": 1, "y": {}}, constraints=["xdot - ydot"])
    with pytest.raises(BadCase, match=r"coordinates\.x: unknown key positiv"):
        nh.System({"x": {"positiv": True}, "y": {}}, constraints=["xdot - ydot"])


@pytest.mark.parametrize(
    "ends, singular",
    [(("0", "pi"), 0), (("-pi/3", "pi/3"), 1), (("pi/4", "2*pi/3"), 0), (("-1", "4"), 1)],
)
def test_an_angle_that_is_kept_from_a_zero_has_no_stratum_there(ends, singular):
    names = {"x": {}, "y": {}, "z": {}, "phi": {"between": list(ends)}}
    found = nh.check(nh.System(names, constraints=["x' = sin(phi)^2*y*z'"]))
    assert len(found.survey.strata.singular) == singular and not found.survey.strata.possible


@pytest.mark.parametrize("zeros", [(-1, 0, 2), (0, 1, 3), (-3, -1, 0), (1, 2, 5)])
@pytest.mark.parametrize("unit", ["", "*pi"])
def test_the_ends_between_which_a_coordinate_lies_are_left_out(zeros, unit):
    """Of three zeros with the outer ones as ends rests, parts of f = 0 and strata are at the middle
    one alone; `max` and `min` keep theirs.
    """
    low, middle, high = (f"{zero}{unit}" for zero in zeros)
    vanishing = "*".join(f"(x - ({zero}))" for zero in (low, middle, high))
    within, names = {"between": [low, high]}, {"y": {}, "z": {}, "w": {}}
    pushed = {"lagrangian": "x'**2/2", "forces": {"x": vanishing}}
    rests = nh.equilibrium(nh.System({"x": within}, **pushed))
    middle_zero = nh.System("x", "x'**2/2", forces={"x": f"x - ({middle})"})
    assert str(rests.found[0].values) == str(nh.equilibrium(middle_zero).found[0].values)
    assert rests.complete and len(rests.found) == 1
    plain, weighed = (["zdot - y*wdot"], [vanishing]), ([f"zdot - ({vanishing})*y*wdot"],)
    found = [nh.check(nh.System({"x": within, **names}, None, *rows)) for rows in (plain, weighed)]
    assert len(found[0].on_set.level_set.parts) == len(found[1].survey.strata.singular) == 1
    if not unit:
        kept = {"min": zeros[0], "max": zeros[2]}
        assert len(nh.equilibrium(nh.System({"x": kept}, **pushed)).found) == 3


@pytest.mark.parametrize("first, last", [(0, 2), (3, 5), (-1, 2), (0, 1), (1, 2)])
def test_a_pendulum_between_multiples_of_pi_rests_inside_of_them(first, last):
    """0 and 2 pi are one place; between them it is none."""
    ends = [f"{first}*pi", f"{last}*pi"]
    rests = nh.equilibrium(nh.System({"theta": {"between": ends}}, "theta'**2/2 + cos(theta)"))
    inside = {k % 2 for k in range(first + 1, last)}
    assert {str(r.values["theta"]) for r in rests.found} == {["0", "pi"][k] for k in inside}
    assert rests.complete


def test_a_root_of_letters_alone_parts_no_configurations():
    row, far = "x' = sqrt(b^2 - 2*b*c + c^2)*phi'*sin(theta)", ["b > c"]
    case = nh.System("x phi theta", None, [row], parameters=["b", "c"], assumptions=far)
    assert nh.check(case).accessible
