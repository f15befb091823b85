"""The expression language: what it reads, what it refuses and in which words."""

import doctest
import re
import subprocess
import sys
from fractions import Fraction

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import nonholo as nh
from nonholo.errors import BadCase, BadExpression, Place
from nonholo.expression.graph import Graph
from nonholo.geometry.constraints.chart import chart
from nonholo.readers import names, parser, tokens, tree
from nonholo.readers.lower import Scope
from nonholo.readers.names import infer, resolve
from nonholo.readers.parser import parse_constraint, parse_expression, parse_inequality
from nonholo.readers.repaired import all_wrong
from nonholo.readers.tokens import (
    MAX_CHARACTERS,
    MAX_TENS,
    MAX_WORDS,
    Source,
    check_neighbours,
    read_words,
)
from nonholo.readers.tree import (
    Add,
    Call,
    Differential,
    Divide,
    Equation,
    Inequality,
    Multiply,
    Name,
    Negate,
    Number,
    Power,
    Rate,
    check_size,
    walk,
)
from tests.draws import draws

x, y, z = Name("x"), Name("y"), Name("z")


def n(value):
    return Number(Fraction(value))


def refused(text, read=parse_expression):
    with pytest.raises(BadExpression) as caught:
        read(text)
    return caught.value


# --- what is read -------------------------------------------------------------------------------

READ = {
    "x": x,
    "x - y + z": Add((x, Negate(y), z)),
    "x - (y - z)": Add((x, Negate(Add((y, Negate(z)))))),
    "-x**2": Negate(Power(x, n(2))),
    "-x*y": Negate(Multiply((x, y))),
    "x*-y": Multiply((x, Negate(y))),
    "--x": Negate(Negate(x)),
    "+x": x,
    "x - -y": Add((x, Negate(Negate(y)))),
    "2**-3": Power(n(2), Negate(n(3))),
    "x**y**z": Power(x, Power(y, z)),
    "x^2": Power(x, n(2)),
    "x**-y**2": Power(x, Negate(Power(y, n(2)))),
    "x/y/z*x": Divide(Multiply((x, x)), Multiply((y, z))),
    "x/(y/z)": Divide(x, Divide(y, z)),
    "0.1": n("1/10"),
    "1.5e-3": n("3/2000"),
    "2E3": n(2000),
    ".5": n("1/2"),
    "007": n(7),
    "x'": Rate("x", 1),
    "x''": Rate("x", 2),
    "θ' φ": Multiply((Rate("θ", 1), Name("φ"))),
    "ln(x)": Call("log", (x,)),
    "atan2(x, -y)": Call("atan2", (x, Negate(y))),
    "sin (x)": Call("sin", (x,)),
    "lambda + None*import": Add((Name("lambda"), Multiply((Name("None"), Name("import"))))),
    "__class__": Name("__class__"),
    "x +\n y": Add((x, y)),
}

SIDE_BY_SIDE = {
    "2 x": "2*x",
    "2x": "2*x",
    "2.5x": "2.5*x",
    "2sin(x)": "2*sin(x)",
    "2(x+1)": "2*(x+1)",
    "y dx": "y*dx",
    "(x+1) dy": "(x+1)*dy",
    "(x+1)(y+1)": "(x+1)*(y+1)",
    "2 x**2 y": "2*x**2*y",
    "x^2 (y+1)": "x**2*(y+1)",
    "R sin(theta) dphi": "R*sin(theta)*dphi",
    "sin(x)cos(x)": "sin(x)*cos(x)",
    "x' y'": "x'*y'",
    "x/y*2 z": "x/y*2*z",
    "x -y": "x - y",
    "2 x/3": "2*x/3",
}


@pytest.mark.parametrize(("text", "expected"), READ.items())
def test_texts_and_their_trees(text, expected):
    assert parse_expression(text) == expected


@pytest.mark.parametrize(("text", "explicit"), SIDE_BY_SIDE.items())
def test_side_by_side_is_a_product(text, explicit):
    assert parse_expression(text) == parse_expression(explicit)


def test_constraints_and_inequalities():
    assert parse_constraint("x' = y") == Equation(Rate("x", 1), y)
    assert parse_constraint("x' == y") == parse_constraint("x' = y")
    assert parse_constraint("x'") == Equation(Rate("x", 1), None)
    for relation in (">=", "<=", ">", "<"):
        assert parse_inequality(f"x {relation} y") == Inequality(x, relation, y)


@pytest.mark.parametrize(
    ("text", "explicit"),
    {
        "dz = y^2/2 dx": "dz = y^2/2*dx",
        "z' = x/y y' - a/b**2 x'": "z' = x/y*y' - a/b**2*x'",
        "zdot = x/(y+1) ydot": "zdot = x/(y+1)*ydot",
    }.items(),
)
def test_behind_a_quotient_a_differential_is_no_denominator(text, explicit):
    assert parse_constraint(text) == parse_constraint(explicit)


@pytest.mark.parametrize(
    "text", ["z' = a/b dm x'", "dz = 2/b damping dx", "x' = 1/2y'", "dz = x/2 y dx"]
)
def test_behind_a_quotient_a_parameter_is_ambiguous_though_it_looks_like_a_differential(text):
    with pytest.raises(BadExpression, match="belong to the denominator"):
        Scope(chart(Graph(), ["x", "y", "z"]), ("a", "b", "dm", "damping")).constraint(text)


@pytest.mark.parametrize(
    ("text", "explicit"),
    {
        "1/2 m v^2": "1/2*m*v^2",
        "x - 3/4 sin(y)": "x - 3/4*sin(y)",
        "-1/2 (x + y) z": "-1/2*(x + y)*z",
    }.items(),
)
def test_a_quotient_of_two_numbers_before_a_blank_is_a_number(text, explicit):
    assert parse_expression(text) == parse_expression(explicit)


@pytest.mark.parametrize(
    ("text", "columns", "whole"),
    [
        ("½ m x'² − sin x cos y", [1, 7, 9, 11, 17], "(1/2) m x'^2 - sin(x) cos(y)"),
        ("m (x + 1) [2 sen(x)]", [1, 11, 14, 20], "m*(x + 1) (2 sin(x))"),
        ("x/m y + sin x", [5, 9], ""),
        ("2 − 3 x y) · x", [3, 10, 12], ""),
        ("q̇1 + ẋ2 + ẍ", [2, 7, 12], "q1' + x2' + x''"),
        ("$x' + y'$", [1, 9], "x' + y'"),
        ("Derivative(x, t) + y diff(z(t),t)", [1, 22], "x' + y z'"),
        ("dot(x) + y dot(z)", [1, 12], "x' + y z'"),
    ],
)
def test_all_complaints_of_a_text_are_told_and_the_text_as_it_would_be_right(text, columns, whole):
    told = list(all_wrong(text, parse_expression))
    assert [each.place.column for each in told] == columns
    assert told[-1].hint.partition("all of it: ")[2] == whole
    assert not whole or parse_expression(whole)


@pytest.mark.parametrize(
    ("text", "whole"),
    [
        ("[x' = y z']", "x' = y z'"),
        ("{x' - y z' = 0} ", "x' - y z' = 0 "),
        ("2 [x' + y'] = 0", "2 (x' + y') = 0"),
    ],
)
def test_brackets_around_a_constraint_group_nothing(text, whole):
    told = list(all_wrong(text, parse_constraint))
    assert len(told) == 2 and told[-1].hint.partition("all of it: ")[2] == whole
    assert parse_constraint(whole)


@pytest.mark.parametrize(
    ("text", "whole"),
    [
        (r"\dot{x} = R \sin\theta \dot{\phi}", "x' = R sin(theta) phi'"),
        (r"\dot x\sin\theta - \dot y \cos 2\theta = 0", "x' sin(theta) - y' cos(2 theta) = 0"),
        (r"\frac{dx}{dt} = y \frac{\mathrm{d}z}{dt}", "x' = y z'"),
        (r"\dot{x}=R\,\dot\varphi\cos\left(\theta\right)", "x' = R varphi' cos(theta)"),
        (r"\tfrac12 \dot{x}_1 = \sqrt{2} \cdot x^{2} \dot xy", "(1/2) x_1' = sqrt(2) * x^2 x' y"),
        (r"\int x = 0", ""),
        (r"\frac{x", ""),
    ],
)
def test_latex_is_refused_with_what_it_may_have_meant(text, whole):
    *_, first = all_wrong(text, parse_constraint)
    assert "plain names" in first.hint and first.hint.partition("all of it: ")[2] == whole
    assert not whole or parse_constraint(whole)


def test_outside_constraints_a_velocity_may_stand_in_a_denominator():
    with pytest.raises(BadExpression, match="belong to the denominator"):
        parse_expression("m/2 xdot**2")


def test_every_function_is_known_with_its_number_of_arguments():
    for name, count in tokens.FUNCTIONS.items():
        call = parse_expression(f"{name}({', '.join('x' * count)})")
        assert (len(call.args), call.function) == (count, "log" if name == "ln" else name)


# --- what is refused, and in which words --------------------------------------------------------

REFUSED = {
    # ambiguous
    "x (y+1)": "call or a product",
    "x(y+1)": "try: x*",
    "x'(y)": "call or a product",
    "sine(x)": "sin(...) for the function",
    "sin x": "sin needs parentheses",
    "sin 2": "sin needs parentheses",
    "1/2 pi": "denominator",
    "1 / 2 x": "denominator",
    "x/1/2 y": "denominator",
    "x^-1/2 y": "denominator",
    "3/x y": "denominator",
    "a/b c": "a/b*c or a/(b*c)",
    "m/2 (x'^2 + y)": "m/2*(x'^2 + y) or m/(2*(x'^2 + y))",
    "k x/l (y)": "call or a product",
    "a/b**2 c": "denominator",
    "1/2x": "denominator",
    "1/2(x+1)": "denominator",
    "x**2y": "exponent",
    "x^2(y+1)": "exponent",
    "x 2": "number directly behind",
    "2 3": "number directly behind",
    "x'y": "run together",
    "2e": "2e3 is 2000",
    "2e3x": "runs into",
    "0x10": "runs into",
    "1_000": "runs into",
    "2.x": "runs into",
    "1.2.3": "runs into",
    # unfinished
    "": "missing",
    " \n ": "missing",
    "x +": "the text ends",
    "* x": "'*' stands where",
    "x // y": "one / for a quotient",
    "x *** y": "** for a power",
    "(x": "never closed",
    "sin(x": "never closed",
    "x)": "closes nothing",
    "()": "nothing stands between",
    "sin()": "nothing stands between",
    "atan2(x)": "atan2 takes 2",
    "log(x, 10)": "log(x)/log(10)",
    "x, y": "comma",
    "0,5": "decimal point",
    "dx/dt y": "x' for dx/dt",
    "x = y": "not an equation",
    # not in the alphabet
    "x'''": "accelerations are the highest",
    "x '": "directly behind the name",
    "|x|": "abs(x)",
    "[1]": "round parentheses",
    "x; y": "one text for each constraint",
    "x # y": "without a comment",
    "x`y": "not in the language",
    "x²": "^2",
    "x × y": "* for a product",
    "x − y": "the minus sign -",
    "\\sin(x)": "plain names",
    "x != y": "not in the language",
    "x.__class__": "not in the language",
    "ẋ": "xdot",
    "π": "try: pi",
    "ϕ": "φ in its plain form",
    "µ": "μ in its plain form",
    "ｘ": "U+FF58",
    "（x）": "( in its plain form",
    "x\u200b": "can't be seen",
    "x\u202ey": "U+202E",
    "x\u00a0y": "ordinary space",
    "x\x00": "U+0000",
    "x\x0c": "U+000C",
    "\ud800": "U+D800",
    "x\u0302": "U+0302",
    "א": "U+05D0",
    # in size
    "1/0": "division by zero",
    "x/(2 - 2)": "division by zero",
    "0**-1": "division by zero",
    "x**1001": "at most 1000",
    "x**-1001": "at most 1000",
    "x**(2**10)": "at most 1000",
    "9**9**9": "at most 1000",
    "x**(1e300)": "at most 1000",
    "(9**999)**999": "too large",
    "123456789**999": "too large",
    "(x**1000)**1000": "too large",
    "1e1000000000": "at most 1e500",
    "1e501": "at most 1e500",
}


@pytest.mark.parametrize(("text", "words"), REFUSED.items())
def test_refusals_say_why(text, words):
    assert words in str(refused(text))


def test_refusals_of_constraints_and_inequalities():
    chained = str(refused("x = y = 2", parse_constraint))
    assert "one '=' at most" in chained and "a = b and b = c" in chained
    assert "`inequalities`" in str(refused("x >= 0", parse_constraint))
    assert "right side is missing" in str(refused("x =", parse_constraint))
    assert "a constraint is missing" in str(refused("= x", parse_constraint))
    assert "one of >= <= > <" in str(refused("x = 0", parse_inequality))
    assert "two inequalities" in str(refused("0 <= x <= 1", parse_inequality))
    assert "type int" in str(refused(5))
    assert "type NoneType" in str(refused(None, parse_constraint))


HOSTILE = [
    "__import__('os').system('x')",
    "(lambda: 0)()",
    "f'{x}'",
    "(" * 10_000 + "x" + ")" * 10_000,
    "[" * 10_000,
    "-x*" * 5 + "-" * 10_000 + "x",
    "2**" * 10_000 + "2",
    "x^" * 10_000 + "x",
    "sin(" * 10_000,
    "x*(1+-" * 150 + "x" + ")" * 150,
    "9" * 501,
    "0." + "9" * 501,
    "1e" + "9" * 90_000,
    "x" * 101,
    "x" + "'" * 90_000,
    "x" * 1_000_000,
    "1+" * 49_999 + "1",
    "*".join(["9**999"] * 10_000),
    "x**(" + "+".join(f"1/{k}" for k in range(3, 9999, 2)) + ")",
    "\n" * 90_000 + "?",
    "א" * 90_000,
]


@pytest.mark.parametrize("text", HOSTILE, ids=[text[:12].strip() for text in HOSTILE])
def test_hostile_texts_end_at_once(text):
    message = str(refused(text))
    assert len(message) < 2000
    assert message.encode()


def test_limits_are_the_last_accepted():
    assert parse_expression("(" * 200 + "x" + ")" * 200) == x
    assert "deeper than 200" in str(refused("(" * 201 + "x" + ")" * 201))
    assert parse_expression("9" * 500) == n("9" * 500)
    assert parse_expression("x**1000*2**1000")
    assert parse_expression("1e-500")


def test_a_sum_of_5000_terms_is_read_walked_and_resolved():
    terms = " + ".join(f"sin(a{i}) dx{i}" for i in range(4000)) + " - dt" * 1000
    equation = parse_constraint(terms)
    coordinates, parameters = infer([equation])
    kinds = [type(node) for node in walk(resolve(equation, coordinates, parameters))]
    assert len(equation.left.terms) == 5000
    assert kinds.count(Differential) == 5000


# --- places -------------------------------------------------------------------------------------


def test_errors_point_to_file_key_line_and_column():
    error = parse_error_at("x + ?", Place("coin.toml", "constraints[0]", 7, 12))
    assert error.place == Place("coin.toml", "constraints[0]", 7, 16)
    assert str(error).startswith("coin.toml, constraints[0], line 7, column 16: ")


def test_errors_count_the_lines_of_the_text():
    assert parse_error_at("x +\n  y ?", Place("", "", 7, 12)).place == Place("", "", 8, 5)


@pytest.mark.parametrize("column", [1, 12, 70])
@pytest.mark.parametrize(
    "text", ["x + ?", "x\t+ ?", "ｘ?", "x" * 90 + "*" + "y" * 90 + "?", "\nx ?"]
)
def test_the_caret_stands_under_the_culprit(text, column):
    _, line, caret, *_ = str(parse_error_at(text, Place("", "", 1, column))).splitlines()
    assert line[caret.index("^")] in "?\ufffd"


def test_nodes_and_later_errors_know_their_places():
    text = "x + 2*theta"
    node = parse_expression(text, Place("f", "k", 3, 5)).terms[1].factors[1]
    assert (node.place.line, node.place.column) == (3, 11)
    with pytest.raises(BadExpression) as caught:
        resolve(parse_expression(text, Place("f", "k", 3, 5)), ["x"], ["beta"])
    assert caught.value.place == Place("f", "k", 3, 11)
    _, line, caret, *_ = str(caught.value).splitlines()
    assert line[caret.index("^") :] == "theta"


@pytest.mark.parametrize("head", ["", "x*", "-x + ", "2*sqrt(y)*", "atan2(y, "])
@pytest.mark.parametrize("function", ["", "sin", "sqrt"])
@pytest.mark.parametrize("tail", ["x", "x + (y)", "cos(y)*(x - 1)"])
def test_the_parenthesis_that_is_never_closed_is_pointed_to(head, function, tail):
    error = parse_error_at(f"{head}{function}({tail}", Place())
    assert "never closed" in str(error) and error.place.column == len(head + function) + 1


def parse_error_at(text, place):
    with pytest.raises(BadExpression) as caught:
        parse_expression(text, place)
    return caught.value


# --- names --------------------------------------------------------------------------------------

RESOLVED = {
    "xdot": Rate("x", 1),
    "xddot": Rate("x", 2),
    "x'": Rate("x", 1),
    "dx": Differential("x"),
    "dt": Differential("t"),
    "thetadot": Rate("theta", 1),
    "ydot": Name("ydot"),  # declared as a parameter
    "dy": Name("dy"),
    "S*pi*t": Multiply((Name("S"), Name("pi"), Name("t"))),
    "dx/dt": Rate("x", 1),
    "2*dx/(3*dt)": Divide(Multiply((n(2), Rate("x", 1))), n(3)),
    "-S dx/dt": Negate(Multiply((Name("S"), Rate("x", 1)))),
}

UNRESOLVED = {
    "thta": "theta (declared: x, y, theta",
    "thtadot": "try: thetadot",
    "θ + x": "try: theta (declared",
    "θ' + x": "try: theta (declared",
    "x*sinθ": "try: sin(theta) (declared",
    "e**theta": "try: exp(...) for a power of e, else declaring it",
    "xdddot": "accelerations are the highest",
    "Sdot": "S is a parameter, not a coordinate",
    "S'": "S is a parameter, not a coordinate",
    "dS": "S is a parameter, not a coordinate",
    "tdot": "t is time",
    "t'": "t is time",
    "pi'": "pi is the constant",
    "q'": "q is not declared",
    "sin + x": "try: sin(...)",
    "sec(x)": "can't be called",
    "ln(x)": "log is declared",
    "S/dt": "one differential above",
    "x**(y + nothing)": "nothing is not declared",
}


@pytest.mark.parametrize(("text", "expected"), RESOLVED.items())
def test_names_by_declaration(text, expected):
    tree = parse_expression(text)
    assert resolve(tree, ["x", "y", "theta"], ["S", "ydot", "dy"]) == expected


@pytest.mark.parametrize(("text", "words"), UNRESOLVED.items())
def test_names_that_are_not_declared(text, words):
    with pytest.raises(BadExpression) as caught:
        resolve(parse_expression(text), ["x", "y", "theta"], ["S", "sec", "log"])
    assert words in str(caught.value)


def test_a_name_with_two_readings_is_refused():
    with pytest.raises(BadExpression, match="two ways") as caught:
        resolve(parse_expression("xddot"), ["x", "xd"], [])
    assert caught.value.hint == "xd' or x''"
    assert resolve(parse_expression("xddot"), ["xd"], []) == Rate("xd", 1)


def test_resolving_twice_changes_nothing():
    once = resolve(parse_constraint("dx - S sin(theta)*thetadot = t"), ["x", "theta"], ["S"])
    assert resolve(once, ["x", "theta"], ["S"]) == once


def test_time_may_have_another_name():
    assert resolve(parse_expression("dtau"), [], [], time="tau") == Differential("tau")


INFERRED = {
    "dz = y dx": ("z x", "y"),
    "dx - R*sin(theta)*dphi = 0": ("x phi", "R theta"),
    "dy = x dt": ("y", "x"),
    "x' = R*sin(theta)*phi'": ("x phi", "R theta"),
    "xdot - R*phidot*sin(theta)": ("x phi", "R theta"),
    "xdot = x + pi*t": ("x", ""),
    "y' = delta*x'": ("y x", "delta"),
    "dx = delta dy": ("x y", "delta"),
    "dx = dy delta": ("x y", "delta"),
    "dy = d dx": ("y x", "d"),
    "y*z dx + x*z dy + x*y dz": ("x y z", ""),
    "dist dx - depth dy": ("x y", "dist depth"),
    "dx = damping*dt": ("x", "damping"),
    "dtheta = delta dphi": ("theta phi", "delta"),
    "dth0 = damping*sin(th0) dx_1": ("th0 x_1", "damping"),
    "droll = dsteer*2": ("roll steer", ""),
    "dsteer = damping droll + droll/2": ("steer roll", "damping"),
    "dx + sin(dist)*dy/depth": ("x y", "dist depth"),
    "(x + dist)*(dx + 2 dy)": ("x y", "dist"),
    "x' = drag + dist*y'": ("x y", "drag dist"),
    "x' = dr*y'": ("x y", "dr"),
    "dx/dt = R dphi/dt": ("x phi", "R"),
    "dx/dt = x + delta": ("x", "delta"),
    "zdot - k*sqrt(xdot**2 + ydot**2)": ("z x y", "k"),
    "dθ = δ dφ": ("θ φ", "δ"),
    "ddot = 1": ("d", ""),
    "x'/a*y' + z'": ("x y z", "a"),
}

UNCLEAR = {
    "x + y": "nothing here has a velocity",
    "dx dy": "dx or dy",
    "dsteer = damping droll": "damping or droll",
    "x' = dy": "beside velocities",
    "z' = y x' dt": "dt beside velocities",
    "dz = y dx dt": "dt or dx",
    "dz dt = y dx dt": "dt or d",
    "dx^2 + dy": "linear in differentials",
    "dx + dist dy + dist": "not in another",
    "sin*x' = 1": "try: sin(...)",
    "t' = x'": "t is no coordinate",
    "tdot = xdot": "t is no coordinate",
}


@pytest.mark.parametrize(("text", "expected"), INFERRED.items())
def test_coordinates_and_parameters_of_the_command_line(text, expected):
    equation = parse_constraint(text)
    coordinates, parameters = infer([equation])
    assert (" ".join(coordinates), " ".join(parameters)) == expected
    assert resolve(equation, coordinates, parameters)


@pytest.mark.parametrize(("text", "words"), UNCLEAR.items())
def test_unclear_names_are_asked_about(text, words):
    with pytest.raises(BadExpression) as caught:
        infer([parse_constraint(text)])
    assert words in str(caught.value)


def test_several_equations_are_read_together():
    equations = [parse_constraint(text) for text in ("dz = y dx", "dy = a*z dx")]
    assert infer(equations) == (("z", "x", "y"), ("a",))
    with pytest.raises(BadExpression, match="not in another"):
        infer([parse_constraint(text) for text in ("x' = dy*z'", "dy = x dw")])
    assert infer([]) == ((), ())


def test_products_of_many_sums_are_refused_soon():
    sums = ["(" + "+".join(f"d{c}{i}" for i in range(3000)) + ")" for c in "xy"]
    equation = parse_constraint("*".join(sums))
    with pytest.raises(BadExpression, match="too many d-names"):
        infer([equation])


# --- laws ---------------------------------------------------------------------------------------

LEAVES = st.one_of(
    st.sampled_from([x, y, Name("lambda"), Name("S"), Name("φ"), Rate("x", 1), Rate("y", 2)]),
    st.integers(0, 99).map(n),
    st.decimals(0, 9, places=3).map(n),
)


def larger(trees):
    several = st.lists(trees, min_size=2, max_size=4).map(tuple)
    one = st.sampled_from([name for name, count in tokens.FUNCTIONS.items() if count == 1])
    one = one.filter(lambda name: name != "ln")
    return st.one_of(
        several.map(Add),
        several.map(Multiply),
        st.builds(Negate, trees),
        st.builds(Divide, trees, trees),
        st.builds(Power, trees, trees),
        st.builds(Call, one, trees.map(lambda arg: (arg,))),
        st.builds(Call, st.just("atan2"), st.tuples(trees, trees)),
    )


TREES = st.recursive(LEAVES, larger, max_leaves=12)

SUM, TERM, FACTOR, ATOM = range(4)


def printed(node, level=SUM):
    """The text of a tree with as few parentheses as its place needs."""
    text, own = _printed(node)
    return text if own >= level else f"({text})"


def _printed(node):
    match node:
        case Number(value):
            digits = str(value.numerator * 1000 // value.denominator).rjust(4, "0")
            return f"{digits[:-3]}.{digits[-3:]}", ATOM
        case Name(text):
            return text, ATOM
        case Rate(name, order):
            return name + "'" * order, ATOM
        case Call(function, args):
            return f"{function}({', '.join(map(printed, args))})", ATOM
        case Negate(arg):
            return "-" + printed(arg, TERM), SUM
        case Add(terms):
            first, *rest = (f"-{printed(t.arg, TERM)}" if isinstance(t, Negate) else
                            f"+{printed(t, TERM)}" for t in terms)  # fmt: skip
            return first.removeprefix("+") + "".join(rest), SUM
        case Multiply(factors):
            return "*".join(printed(factor, FACTOR) for factor in factors), TERM
        case Divide(top, bottom):
            above = printed(top, FACTOR if isinstance(top, Divide) else TERM)
            return f"{above}/{printed(bottom, FACTOR)}", TERM
        case Power(base, Negate(arg)):
            return f"{printed(base, ATOM)}**-{printed(arg, FACTOR)}", FACTOR
        case Power(base, exponent):
            return f"{printed(base, ATOM)}^{printed(exponent, FACTOR)}", FACTOR


@settings(max_examples=draws(100), deadline=None)
@given(TREES)
def test_printed_trees_are_read_back(node):
    try:
        check_size(node)
    except BadExpression:
        assume(False)
    assert parse_expression(printed(node)) == node


WORDS = st.sampled_from(
    [
        *("x", "dx", "xdot", "x'", "dt", "sin", "(", ")", "+", "-", "*", "/", "**", "^", "=", "2"),
        *("0.5", "1e3", " ", " ", ",", ">=", "\n", "φ", "delta", "'", "?", "atan2(", ".", "e"),
    ]
)
TEXTS = st.one_of(st.text(max_size=40), st.lists(WORDS, max_size=15).map("".join))


@settings(max_examples=draws(200), deadline=None)
@given(TEXTS, st.sampled_from([parse_expression, parse_constraint, parse_inequality]))
def test_any_text_is_read_or_refused_properly(text, read):
    try:
        tree = read(text)
        coordinates, parameters = infer([tree])
        resolve(tree, coordinates, parameters)
    except BadExpression as error:
        assert str(error).encode()


# --- the modules --------------------------------------------------------------------------------


@pytest.mark.parametrize("module", [tree, tokens, parser, names])
def test_examples_in_the_docstrings_run(module):
    results = doctest.testmod(module)
    assert results.attempted > 0
    assert results.failed == 0


def test_reading_needs_no_heavy_import():
    code = (
        "import sys, nonholo.readers.names, nonholo.readers.parser as p; p.parse_expression('x');"
    )
    code += "sys.exit(bool({'sympy', 'numpy', 'networkx', 'flint'} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", code], timeout=60).returncode == 0


# words and their limits
# ------------------------------------------------------------------------------
def test_a_hasty_reading_says_what_and_not_where():
    place = Place("file", "key", 3, 5)
    hasty, careful = Source("x # y", place, hasty=True), Source("x # y", place)
    assert hasty.error("wrong", 2).place == hasty.complaint("wrong", 0).place == Place()
    assert (careful.error("wrong", 2).place.line, careful.error("wrong", 2).place.column) == (3, 7)
    assert not careful.hasty
    assert read_words("x").hasty is False


def test_the_number_of_words_has_a_limit():
    text = "x" + "+x" * ((MAX_WORDS - 1) // 2)
    assert len(read_words(text + "+").words) == MAX_WORDS + 1
    with pytest.raises(BadExpression, match=f"more than {MAX_WORDS} words and signs"):
        read_words(text + "+x")


def test_a_power_of_ten_is_shown_where_it_stands():
    assert read_words(f"x + 1e{MAX_TENS}").words[2] == f"1e{MAX_TENS}"
    with pytest.raises(BadExpression, match="power of ten too large") as error:
        read_words(f"x + 12.5e-{MAX_TENS + 1}")
    assert error.value.place.column == len("x + 12.5e") + 1


def test_a_plain_form_is_named_only_if_the_language_has_it():
    for letter, told in (("½", False), ("ｘ", True)):
        with pytest.raises(BadExpression) as error:
            read_words(letter)
        assert ("in its plain form" in str(error.value)) is told


@pytest.mark.parametrize(
    ("text", "index", "behind", "linear", "message"),
    [
        ("a/2 dx", 3, "/", False, "denominator"),
        ("a/2 dx", 3, "/", True, ""),
        ("a/2 y", 3, "/", True, "denominator"),
        ("a/2dx", 3, "/", True, "denominator"),
        ("2**3x", 3, "**", False, "exponent"),
        ("2**3 x", 3, "**", False, ""),
        ("x 2", 1, "", False, "number directly behind"),
        ("sin x", 1, "", False, "parentheses"),
    ],
)
def test_what_stands_side_by_side(text, index, behind, linear, message):
    source = read_words(text)
    if not message:
        check_neighbours(source, index, behind, linear)
        assert (index in source.small) is (behind == "/")
        return
    with pytest.raises(BadExpression, match=message):
        check_neighbours(source, index, behind, linear)


def test_what_stands_side_by_side_is_not_linear_unless_said():
    with pytest.raises(BadExpression, match="denominator"):
        check_neighbours(read_words("a/2 dx"), 3, "/")


@pytest.mark.parametrize(("word", "length"), [("x", 100), ("1", 500)])
def test_the_longest_words(word, length):
    assert read_words(word * length).words[0] == word * length
    with pytest.raises(BadExpression, match="at most"):
        read_words(word * (length + 1))


def test_three_primes_are_one_too_many():
    assert read_words("x''").words[0] == "x''"
    with pytest.raises(BadExpression, match="3 primes: accelerations are the highest") as error:
        read_words("ab + x'''")
    assert error.value.place.column == 7


@pytest.mark.parametrize(
    "written, meant", [("phidt", "phidot"), ("thetadt", "thetadot"), ("xdt", "x*dt")]
)
def test_a_slip_in_a_velocity_is_no_product(written, meant):
    with pytest.raises(BadCase, match=f"try: {re.escape(meant)} "):
        nh.System("x theta phi", constraints=[f"x' = R*{written}"], parameters={"R": 1})


# what is told, and where -------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ("x + °", 3, 12),
        ("x +\n y + °", 4, 6),
        ("x\n\n°", 5, 1),
        ("sin x", 3, 8),
        ("x +\nsin x", 4, 1),
    ],
)
def test_the_place_of_a_complaint(text, line, column):
    place = Place("a.toml", "row", 3, 8)
    with pytest.raises(BadExpression) as caught:
        parse_expression(text, place)
    assert f"line {line}, column {column}" in str(caught.value)


def test_characters_are_counted():
    assert read_words(" " * MAX_CHARACTERS).words == [""]
    with pytest.raises(BadExpression, match="characters are too many"):
        read_words(" " * (MAX_CHARACTERS + 1))


def test_words_are_counted():
    assert len(read_words("-" * MAX_WORDS).words) == MAX_WORDS + 1
    with pytest.raises(BadExpression, match="words and signs"):
        read_words("-" * (MAX_WORDS + 1))


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("sin**2x", "sin(...)**2"),
        ("y**2x", "a * or a space between"),
        ("x*y**2x", "a * or a space between"),
    ],
)
def test_a_power_of_a_function_is_written_behind_its_argument(text, hint):
    source = read_words(text)
    with pytest.raises(BadExpression) as caught:
        check_neighbours(source, len(source.words) - 2, "**")
    assert hint in str(caught.value)


@pytest.mark.parametrize(("open", "close"), [("(", ")"), ("sin(", ")"), ("x**", ""), ("-", "")])
def test_what_is_closed_leaves_no_depth(open, close):
    """As many side by side as are too many inside each other."""
    deep = parser.MAX_DEPTH + 2
    parse_expression("*".join([f"{open}x{close}"] * deep))
    with pytest.raises(BadExpression, match="nested deeper"):
        parse_expression(open + "x*" + open * deep + "x" + close * deep + close)
