"""Relations between parameters, what follows from them, intervals, drifts that are turned."""

from __future__ import annotations

from fractions import Fraction

import pytest
from flint import arb, ctx, fmpq
from hypothesis import given
from hypothesis import strategies as st

import nonholo as nh
from nonholo.arithmetic.inequalities import Inequality, ends_of
from nonholo.arithmetic.numbers import Rational
from nonholo.decide.ball import ball, obeys
from nonholo.decide.feasible import numbers_inside
from nonholo.errors import BadCase, InadmissibleState
from nonholo.expression.graph import Graph
from nonholo.expression.ranges import ANY, Range, between, range_of
from nonholo.geometry.curvature.integrability import jointly_integrable
from nonholo.readers.case_file import parse_case
from nonholo.views.verdict.record import check_record

THREE = 'coordinates = ["x", "z", "y"]\n'


def check(text: str):
    return nh.check(parse_case(text))


# intervals --------------------------------------------------------------------------------------
BY_TABLE = """
constraints = ["{row}"]
[coordinates]
x = {{}}
z = {{}}
y = {{ positive = true }}
theta = {{ between = ["0", "pi"] }}
"""


def test_an_interval_of_an_angle_decides_signs():
    """|sin(theta)| = sin(theta) between 0 and pi, and only there."""
    assert (
        check(BY_TABLE.format(row="z' = (abs(sin(theta)) - sin(theta))*y*x'")).verdict
        == "holonomic"
    )
    assert (
        check(BY_TABLE.format(row="z' = (abs(cos(theta)) - cos(theta))*y*x'")).verdict
        != "holonomic"
    )


def test_singular_points_outside_of_what_is_assumed_are_none():
    found = check(BY_TABLE.format(row="z' = y^2*x'/sin(theta) + theta'"))
    assert found.assumed == ("y > 0", "0 < theta < pi")
    assert found.survey.strata.everywhere and not found.survey.strata.strata
    assert found.accessible is True
    free = nh.check(nh.constraints("z' = y^2*x'/sin(theta) + theta'"))
    assert free.accessible is not True


@given(
    st.integers(-8, 8),
    st.integers(1, 6),
    st.integers(1, 12),
    st.integers(-6, 6),
    st.integers(0, 200),
)
def test_signs_of_sines_hold_at_every_point_of_the_interval(start, length, below, shift, place):
    a, b = Fraction(start, 4), Fraction(start, 4) + Fraction(length, 4)
    g = Graph(1)
    theta = g.symbol(
        "theta", between(fmpq(a.numerator, a.denominator), fmpq(b.numerator, b.denominator))
    )
    angle = g.scale(theta, fmpq(1, below)) + g.scale(g.pi, fmpq(shift, 4))
    ctx.prec = 128
    part = arb(place + 1) / 202
    value = arb.pi() * (
        arb(a.numerator) / a.denominator * (1 - part) + arb(b.numerator) / b.denominator * part
    )
    for node in (g.sin(angle), g.cos(angle)):
        found, at = range_of(node), ball(node, {theta: value}, 128)
        assert not (found.positive and at < 0) and not (found.negative and at > 0)
    assert obeys({theta: value})
    assert not obeys({theta: arb.pi() * (b.numerator + b.denominator) / b.denominator})


@pytest.mark.parametrize(
    ("table", "words"),
    [
        ("x = 3", "needed is what is assumed of it"),
        ("x = { value = 3 }", "a coordinate has no value"),
        ("x = { betwen = [0, 1] }", "did you mean between?"),
        ('x = { between = ["pi", "0"] }', "no number is left"),
        ('x = { between = ["1", "pi"] }', "both as numbers, or both as multiples of pi"),
        ("x = { between = 3 }", "needed are two ends"),
        ("x = { between = [0, 1, 2] }", "needed are two ends"),
    ],
)
def test_mistakes_in_the_table_of_coordinates_are_named(table, words):
    with pytest.raises(BadCase) as error:
        parse_case(f"constraints = [\"x' = y'\"]\n[coordinates]\ny = {{}}\n{table}\n")
    assert words in str(error.value) and "coordinates.x (line 4)" in str(error.value)


# relations --------------------------------------------------------------------------------------
RELATED = (
    THREE
    + """assumptions = ["{relation}"]
constraints = ["z' = ({coefficient})*y*x'"]
[parameters]
I1 = {{}}
I2 = {{}}
c = {{}}
"""
)


@pytest.mark.parametrize(
    ("relation", "coefficient"),
    [
        ("I1 > I2", "abs(I1 - I2) - I1 + I2"),
        ("I2 < I1", "sign(I1 - I2) - 1"),
        ("2*I1 >= 2*I2", "abs(I2 - I1) - I1 + I2"),
        ("I1 + I2 = c", "I1 + I2 - c"),
        ("c > 2", "abs(c - 2) - c + 2"),
        ("I1*I2 > c^2", "sqrt((I1*I2 - c^2)^2) - I1*I2 + c^2"),
    ],
)
def test_a_relation_between_parameters_settles_what_it_settles(relation, coefficient):
    text = RELATED.format(relation=relation, coefficient=coefficient)
    found = check(text)
    assert found.verdict == "holonomic"
    assert check(text.replace(f'assumptions = ["{relation}"]', "")).verdict != "holonomic"
    assert any("I1" in told or "c" in told for told in found.assumed)


@pytest.mark.parametrize(
    ("relation", "words"),
    [
        ("I1*I2 = c^2", "needed is an equation in which a parameter stands linearly"),
        ("I1 = x", "an equation is between parameters alone"),
        ("I1 > ", "the right side is missing"),
        ("x' > 0", "contains velocities or t"),
        ("q > 0", "q is not declared"),
        ("1 > 0", "holds no name"),
    ],
)
def test_relations_that_cannot_be_used_are_refused(relation, words):
    with pytest.raises(BadCase) as error:
        check(RELATED.format(relation=relation, coefficient="c"))
    assert words in str(error.value) and "assumptions[1]" in str(error.value)


def test_a_value_against_an_equation_is_refused_and_one_that_agrees_is_used():
    given = THREE + 'assumptions = ["a + b = c"]\nconstraints = ["z\' = c*y*x\'"]\n[parameters]\n'
    case = parse_case(given + "a = 1\nb = 2\nc = 3\n")
    assert {s.args for s in case.system.values} == {"a", "b"}
    assert str(case.system.pfaffian.matrix[0][0]) == "-y*(a + b)"
    with pytest.raises(BadCase, match="its value is 4, but assumed is c = a \\+ b"):
        parse_case(given + "a = 1\nb = 2\nc = 4\n")


def test_a_point_that_refutes_obeys_the_relations():
    g = Graph(1)
    a, b = g.symbol("a"), g.symbol("b")
    case = nh.System("x y z", constraints=["z' = (abs(a - b) - a + b)*y*x'"], assumptions=["a > b"])
    assert nh.check(case).verdict == "holonomic"
    other = nh.System(
        "x y z", constraints=["z' = (abs(a - b) - a + b)*y*x'"], assumptions=["a < b"]
    )
    assert nh.check(other).verdict == "nonholonomic"
    assert g.assumed == {} and range_of(a - b) == ANY


# drift ------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("rows", "answer"),
    [
        (["y' = sin(x)"], True),
        (["y' = x^2 - 1"], True),
        (["y' = x^3"], True),
        (["y' = x^2"], False),
        (["y' = 1 + sin(x)"], False),
        (["y' = sin(x)", "z' = cos(x)"], True),
        (["y' = x", "z' = x^2"], False),
        (["y' = sin(x)", "z' = x^2 - 1"], True),
        (["dz = sqrt(1 + x^2)*y dx"], True),
    ],
)
def test_free_coordinates_turn_a_drift(rows, answer):
    assert nh.check(nh.constraints(*rows)).accessible is answer


@pytest.mark.parametrize(
    "row", ["y' = x^2 + 1/x", "y' = sqrt(x) - 1", "y' = a*x^2 + x", "y' = sin(x) + t"]
)
def test_what_is_not_proved_about_a_drift_stays_open(row):
    assert nh.check(nh.constraints(row)).accessible is None


def test_what_other_symbols_bound_is_no_witness():
    """a > b >= 5: at a = 1 nothing is shown, and a > 5 > 3 settles it."""
    found = check(CHAIN.format(relations='"a > b"', b="min = 5", rest="sqrt((a - 3)**2) - a + 3"))
    assert found.verdict == "holonomic"
    assert found.survey.strata.singular == ()
    assert found.assumed == ("b >= 5", "a > b")


def test_relations_of_letters_that_the_rows_do_not_reach_are_not_told():
    names = {"a": {"positive": True}, **dict.fromkeys("bcde")}
    told = ["b > c", "a > d", "d > e"]
    case = nh.System(
        "x y z", None, ["dz = (sqrt(a^2) - a) y dx"], parameters=names, assumptions=told
    )
    assert nh.check(case).assumed == ("a > 0", "a > d", "d > e")


# what follows from several relations --------------------------------------------------------------
CHAIN = (
    THREE
    + """assumptions = [{relations}]
constraints = ["z' = ({rest})*y*x'"]
[parameters]
a = {{}}
b = {{ {b} }}
c = {{}}
"""
)


@pytest.mark.parametrize(
    ("relations", "rest"),
    [
        ('"a > b", "b > c"', "abs(a - c) - a + c"),
        ('"a >= b", "b >= c"', "abs(a - c) - a + c"),
        ('"a > b"', "abs(a - b + 1) - a + b - 1"),
        ('"a + b > c", "c > 2"', "abs(a + b - 2) - a - b + 2"),
        ('"a > b", "b > 0"', "abs(a^2 - b^2) - a^2 + b^2"),
        ('"a < b + c", "b < a + c", "c < a + b"', "abs(a) + abs(b) + abs(c) - a - b - c"),
        ('"a < b + c", "b < a + c", "c < a + b"', "abs((a + b)^2 - c^2) - (a + b)^2 + c^2"),
        ('"a*b > 1"', "abs(a*b) - a*b"),
        ('"a*b > 1", "b > 0"', "abs(a) - a"),
        ('"a^2 + b^2 < 1"', "abs(1 - a) - 1 + a"),
        ('"a^2 >= 4", "a > 0"', "abs(a - 2) - a + 2"),
        ('"abs(a) < b"', "abs(b - a) - b + a"),
        ('"c = a + b", "c > 0"', "abs(a + b) - a - b"),
    ],
)
def test_what_follows_from_relations_is_known(relations, rest):
    assert check(CHAIN.format(relations=relations, b="", rest=rest)).verdict == "holonomic"


@pytest.mark.parametrize(
    ("relations", "rest"),
    [
        ('"a > b", "c > b"', "abs(a - c) - a + c"),
        ('"a > b"', "abs(a) - a"),
        ('"a*b > 1"', "abs(a) - a"),
        ('"a^2 + b^2 < 1"', "abs(1/2 - a) - 1/2 + a"),
    ],
)
def test_what_does_not_follow_is_refuted_at_a_point_that_obeys(relations, rest):
    """The curvature is not zero there; for other numbers that obey it is, so the verdict is open."""
    found = check(CHAIN.format(relations=relations, b="", rest=rest))
    assert jointly_integrable(found.curvature).answer is False
    assert found.verdict == "undecided"
    assert found.evidence.reason.startswith(("the letters decide", "the coefficients are put"))


def test_what_follows_from_relations_refutes():
    text = CHAIN.format(relations='"a > b", "b > c"', b="", rest="abs(a - c) + a - c")
    assert check(text).verdict == "nonholonomic"


def test_what_is_declared_of_a_letter_that_an_equation_replaces_is_kept():
    text = CHAIN.format(relations='"a + b = c"', b="", rest="abs(a + b) - a - b")
    assert check(text).verdict == "undecided"
    found = check(text.replace("c = {}", "c = { positive = true }"))
    assert (found.verdict, found.assumed) == ("holonomic", ("c > 0", "a + b = c"))


def test_a_number_of_one_letter_bounds_the_others():
    """a = 3 and a > b: b < 3 < 4."""
    text = CHAIN.format(relations='"a > b"', b="", rest="abs(b - 4) + b - 4")
    assert check(text).verdict == "undecided"
    assert check(text.replace("a = {}", "a = 3")).verdict == "holonomic"
    equation = text.replace('"a > b"', '"a > b", "a = 3"')
    assert check(equation).verdict == "holonomic"


@pytest.mark.parametrize(
    ("relations", "numbers", "words"),
    [
        ('"a > b", "b > a"', "", "they contradict each other, no numbers are left"),
        ('"a > 2", "a < 1"', "", "they contradict each other"),
        ('"a*b > 1", "a > 0", "b < 0"', "", "they contradict each other"),
        ('"a > b"', "a = 1\nb = 2", "assumed is a - b > 0, but given is a = 1, b = 2"),
        ('"a*b > 20"', "a = 3\nb = 4", "assumed is a*b - 20 > 0, but given is a = 3, b = 4"),
    ],
)
def test_relations_that_leave_nothing_are_refused(relations, numbers, words):
    text = CHAIN.format(relations=relations, b="", rest="c")
    text = text.replace("a = {}\nb = {  }", numbers or "a = {}\nb = {}")
    with pytest.raises(BadCase) as error:
        parse_case(text)
    assert words in str(error.value)


@given(
    st.lists(st.tuples(*[st.integers(-3, 3)] * 4, st.booleans()), min_size=1, max_size=4),
    st.tuples(*[st.integers(-3, 3)] * 4),
)
def test_ends_of_a_linear_form_are_those_of_linear_programming(rows, form):
    """Every point that obeys lies between the ends, and the ends are SciPy's."""
    from scipy.optimize import linprog

    *c, k = form
    given_rows = [
        Inequality({j: fmpq(x) for j, x in enumerate(r[:3]) if x}, fmpq(r[3]), r[4]) for r in rows
    ]
    found = ends_of({j: fmpq(x) for j, x in enumerate(c) if x}, fmpq(k), given_rows)
    A, b = [[-x for x in r[:3]] for r in rows], [r[3] for r in rows]
    for sign, end in ((1, found.low), (-1, found.high)):
        best = linprog([sign * x for x in c], A_ub=A, b_ub=b, bounds=[(None, None)] * 3)
        if best.status == 2:
            assert found.empty
        elif best.status == 3 or not any(c):
            assert found.empty or end is None
        elif not found.empty:
            assert abs(sign * best.fun + k - int(end.p) / int(end.q)) < 1e-7


# along a motion -----------------------------------------------------------------------------------
TOP = """lagrangian = "theta'^2/2 - cos(theta)"
[coordinates]
theta = {{ {assumed} }}
[initial]
theta = {start}
thetadot = 0.5
"""


@pytest.mark.parametrize("method", ["DOP853", "native"])
def test_a_motion_that_leaves_what_is_assumed_is_told(method):
    case = parse_case(TOP.format(assumed='between = ["0", "pi"]', start=1))
    run = nh.simulate(case, 10, method=method)
    (told,) = run.receipt.remarks
    left = float(told.split("t = ")[1].split(" ")[0])
    assert "leaves 0 < theta < pi, which the case assumes" in told and not run.events
    (where,) = run.path.at([left])[:, 0]
    assert where == pytest.approx(3.14159265, abs=1e-4)
    assert nh.simulate(case, left / 2, method=method).receipt.remarks == ()


def test_a_relation_between_coordinates_is_watched_too():
    lagrangian, start = "(x'^2 + y'^2)/2", {"x": 1, "xdot": -1}
    for relation, time in (("x > y", 1), ("x > 3*y - 1", 2), ("x*x != 1/4", 0.5)):
        case = nh.System("x y", lagrangian, assumptions=[relation], initial=start)
        (told,) = nh.simulate(case, 5).receipt.remarks
        assert f"at t = {time:g} the motion leaves" in told


ANY_RELATED = nh.System(
    "x y z",
    "(a*x'^2 + b*y'^2 + c*z'^2)/2",
    ["z' = (c - a)*x*y'"],
    parameters=["a", "b", "c"],
    assumptions=["a > b", "a + b = c"],
)


@pytest.mark.parametrize(
    ("numbers", "words"),
    [
        ({"a": 1, "b": 2}, "assumed is a - b > 0, but given is a = 1, b = 2"),
        ({"a": 2, "b": 1, "c": 4}, "its value is 4.0, but assumed is c = a \\+ b"),
        ({"a": 0.3, "b": 0.1, "c": 0.4}, ""),
    ],
)
def test_numbers_of_a_motion_obey_the_relations(numbers, words):
    if not words:
        assert nh.simulate(ANY_RELATED, 0.1, parameters=numbers).receipt.ok
        return
    with pytest.raises(BadCase, match=words):
        nh.simulate(ANY_RELATED, 0.1, parameters=numbers)


def test_numbers_of_a_motion_do_not_move_one_of_the_case():
    """a = b + c with a number for each: a alone cannot be changed, c would be another one."""
    case = nh.System(
        "x",
        "a*x'^2/2 - b*x^2/2 - c*x^4",
        parameters={"a": 5, "b": 2, "c": 3},
        assumptions=["a = b + c"],
    )
    with pytest.raises(BadCase, match=r"the case says 3, but .* which is 4 now; give it too"):
        nh.simulate(case, 0.1, parameters={"a": 6})
    assert nh.simulate(case, 0.1, parameters={"a": 6, "c": 4}).receipt.ok
    assert nh.simulate(case, 0.1).receipt.ok


def test_a_record_under_an_assumed_equation_agrees_with_its_certificate():
    verdict = nh.check(ANY_RELATED)
    record = check_record(verdict, nh.certificate(verdict))
    problem = record["certificate"]["problem"]
    assert problem["constraints"] == record["constraints"]
    assert problem["parameters"] == {"a": None, "b": None, "c": "a + b"}
    assert nh.verify(record).status == "accepted"
    forged = record | {"constraints": ["z' = c*x*y'"]}
    assert nh.verify(forged).status == "refused"


def test_a_start_beside_what_is_assumed_is_refused():
    case = parse_case(TOP.format(assumed='between = ["0", "pi"]', start=-1))
    with pytest.raises(InadmissibleState, match="breaks what the case assumes: 0 < theta < pi"):
        nh.simulate(case, 1)
    edge = parse_case(TOP.format(assumed="positive = true", start=0))
    assert nh.simulate(edge, 1).receipt.remarks == ()


# assumptions that leave nothing -------------------------------------------------------------------
NOTHING_LEFT = [
    ('assumptions = ["a > b", "b > a"]', "a = {}\nb = {}"),
    ('assumptions = ["a >= b", "b >= a"]', "a = {}\nb = {}"),
    ('assumptions = ["a > b", "a = b"]', "a = {}\nb = {}"),
    ('assumptions = ["a > b", "b > c", "c > a"]', "a = {}\nb = {}\nc = {}"),
    ('assumptions = ["a >= 1", "a <= 1"]', "a = {}"),
    ('assumptions = ["a > 0", "a < 2"]', "a = { integer = true }"),
    ('assumptions = ["a >= 0"]', "a = { max = 0 }"),
    ('assumptions = ["a^2 + b^2 <= 0"]', "a = {}\nb = {}"),
    ('assumptions = ["a^2 + 1 < 0"]', "a = {}"),
    ('assumptions = ["y > 1", "y < 0"]', "a = {}"),
    ('assumptions = ["a > b"]', "a = 1\nb = 2"),
]


@pytest.mark.parametrize(("stated", "parameters"), NOTHING_LEFT)
def test_no_verdict_about_no_numbers(stated, parameters):
    """Where no numbers are left, or none with others around them, a verdict for almost all of them
    would be one about nothing: with a >= b >= a, z' = (a - b) y x' is holonomic.
    """
    row = "constraints = [\"z' - (a - 1)*y*x'\"]\n"
    with pytest.raises(BadCase, match=r"assumptions|parameters\.a"):
        parse_case(f"{THREE}{row}{stated}\n[parameters]\n{parameters}\n")


@given(st.lists(st.tuples(*[st.integers(-3, 3)] * 4), min_size=1, max_size=6), st.data())
def test_linear_relations_with_numbers_between_them_are_kept(rows, data):
    """c.s + d > 0 is turned so that a planted point obeys it: numbers are found. Its rows and the
    negative of their sum leave none.
    """
    graph = Graph()
    symbols = [graph.symbol(name) for name in "abc"]
    planted = data.draw(st.tuples(*[st.integers(-50, 50)] * 3))
    rows = [row for row in rows if any(row[:3])]

    def value(row, at):
        return sum(c * s for c, s in zip(row, at)) + row[3]

    turned = [[k if value(row, planted) > 0 else -k for k in row] for row in rows]
    turned = [row for row in turned if value(row, planted)]
    for row in turned:
        graph.stated[value(row, symbols)] = Range(low=Rational(0))
    found = numbers_inside(graph)
    assert found is not None
    assert all(value(row, [found.get(s, fmpq(0)) for s in symbols]) > 0 for row in turned)
    total = [-sum(column) for column in zip(*turned)]
    if turned and any(total[:3]):
        graph.stated[value(total, symbols)] = Range(low=Rational(0))
        assert numbers_inside(graph) is None


@pytest.mark.parametrize("rows", [
    [(1, -1, 0, -1000), (0, 1, -1, -1000), (1, 0, 1, -5)],
    [(-1, 1, 0, -1000), (0, -1, 1, -1000), (-1, 0, -1, -5)],
    [(1, -1, 0, -1000), (0, 1, -1, -1000), (-1, 0, 1, 2002)],  # 2000 < a - c < 2002
])  # fmt: skip
def test_numbers_that_no_draw_meets_are_found_by_the_bounds(rows):
    """a - b > 1000 and b - c > 1000; none are left with the negative of the sum of all."""
    graph = Graph()
    a, b, c = (graph.symbol(name) for name in "abc")
    stated = [p * a + q * b + r * c + low for p, q, r, low in rows]
    graph.stated.update((e, Range(low=Rational(0))) for e in stated)
    point = {s: graph.number(v) for s, v in numbers_inside(graph).items()}
    assert all(e.subs(point).args > 0 for e in stated)
    graph.stated[-graph.add(*stated)] = Range(low=Rational(0))
    assert numbers_inside(graph) is None


# factors ----------------------------------------------------------------------------------------
FACTORED = """
coordinates = ["x", "y"]
constraints = ["a*x' = b*y'"]
assumptions = ["{relation}"]
[parameters]
a = {{ {of_a} }}
b = {{ {of_a} }}
c = {{ positive = true }}
"""


def ranges(relation: str, *asked: str, of_a: str = "positive = true") -> list[Range]:
    scope = parse_case(FACTORED.format(relation=relation, of_a=of_a)).scope
    return [range_of(scope.expression(text)) for text in asked]


@pytest.mark.parametrize(
    "relation",
    ["a^2 > b^2", "a^4 > b^4", "a*c > b*c", "(a^2 - b^2)*c > 0", "a^3 < 2*a^3 - b^3", "a/b > b/a"],
)
def test_of_a_product_that_is_above_zero_a_factor_is(relation):
    found, other = ranges(relation, "a - b", "b - a")
    assert found.positive and other.negative


def test_without_signs_the_factors_are_not_zero_and_no_more_is_said():
    for found in ranges("a^2 > b^2", "a - b", "a + b", of_a=""):
        assert found.nonzero and not found.positive and not found.negative
    (found,) = ranges("a^2 >= b^2", "a - b")
    assert found.not_negative and not found.nonzero
    (found,) = ranges("a^2 >= b^2", "a - b", of_a="")
    assert found == ANY
    (found,) = ranges("(a - b)*(a + b) != 0", "a - b", of_a="")
    assert found.nonzero and not found.not_negative


def test_a_factor_decides_what_is_asked():
    text = (
        'assumptions = ["a^2 > b^2"]\n[parameters]\na = {positive = true}\nb = {positive = true}\n'
    )
    row = "constraints = [\"y' = (abs(a - b) - a + b)*x*z'\"]\n"
    assert check(THREE + row + text).verdict == "holonomic"
    with pytest.raises(BadCase, match="contradict"):
        parse_case(THREE + row + text.replace('b^2"', 'b^2", "b > a"'))


FACTORS = ["a - b", "a + b", "a", "b", "c", "a - 2*c", "b*c - 1", "a + c"]


@given(
    st.lists(st.tuples(st.sampled_from(FACTORS), st.integers(1, 3)), min_size=1, max_size=3),
    st.sampled_from([">", ">=", "<", "!="]),
    st.tuples(*[st.integers(-6, 6).map(lambda n: Fraction(n, 2))] * 2),
    st.integers(1, 6),
)
def test_what_factors_say_holds_wherever_the_relation_does(product, sign, ab, c):
    """The law: no numbers that obey the relation are lost."""
    relation = "*".join(f"({f})^{e}" for f, e in product) + f" {sign} 0"
    try:
        case = parse_case(FACTORED.format(relation=relation, of_a=""))
    except BadCase:  # always or never so
        return
    graph = case.system.chart.graph
    values = {graph.symbol(n): graph.lift(v) for n, v in zip("abc", (*ab, Fraction(c)))}

    def at(text: str) -> Rational:
        return case.scope.expression(text).subs(values).args

    own = at(relation.partition(f" {sign} ")[0])
    if {">": own > 0, ">=": own >= 0, "<": own < 0, "!=": own != 0}[sign]:
        for factor in FACTORS:
            assert range_of(case.scope.expression(factor)).holds(at(factor)), factor
