"""Functions that are not specified: f(y), h(x, y), a(t) as free generators, from text to motion."""

from __future__ import annotations

import math
from dataclasses import replace
from math import factorial
from pathlib import Path

import numpy as np
import pytest
import sympy
import sympy.physics.mechanics as me
from hypothesis import given
from hypothesis import strategies as st
from sympy.physics.mechanics import dynamicsymbols

import nonholo as nh
from nonholo.arithmetic.modular import Modulus
from nonholo.cli import main
from nonholo.decide.relations import decide_zero_on
from nonholo.decide.zero import all_zero, decide_zero
from nonholo.errors import BadCase, BadExpression, NonholoError, NotApplicable
from nonholo.expression.functions import unspecified_in
from nonholo.expression.graph import Graph
from nonholo.expression.text import PEOPLE, text
from nonholo.expression.unspecified import Unspecified, function_named
from nonholo.geometry.constraints.pfaffian import independent_rows
from nonholo.geometry.distribution.distribution import distribution
from nonholo.geometry.flag.flag import closure
from nonholo.linear.taylor import Expansion
from nonholo.modular.series import Series
from nonholo.modular.values import Point
from nonholo.readers.case_file import parse_case, read_case
from nonholo.readers.specified import specified
from nonholo.views.equations.control import control_text
from nonholo.views.verdict.text import check_text

CASES = Path(__file__).parents[1] / "cases"


def graph_with(*names: str):
    g = Graph(7)
    return g, *(g.symbol(n) for n in names)


def f_of(g, x, order: int = 0):
    return g.call(Unspecified("f", ("s",), (order,)), x)


def h_of(g, x, y, orders=(0, 0)):
    return g.call(Unspecified("h", ("x", "y"), orders), x, y)


# expressions ------------------------------------------------------------------------------------
@pytest.mark.parametrize(("nested", "more", "answer"), [
    (1, 0, None),  # one place, written in two ways
    (2, 0, None),
    (1, 1, False),
    (2, 1, None),  # f may have one value at both places
])  # fmt: skip
def test_a_function_has_one_value_at_one_place(nested, more, answer):
    """f(log(x y)) = f(log(x) + log(y)) wherever both are real."""
    g, x, y = graph_with("x", "y")
    first, second = g.call("log", x * y), g.call("log", x) + g.call("log", y) + more
    for _ in range(nested):
        first, second = f_of(g, first), f_of(g, second)
    assert decide_zero(first - second).answer is answer


def test_mixed_derivatives_commute_and_chains_are_followed():
    g, x, y = graph_with("x", "y")
    h = h_of(g, x, y)
    assert h.diff(x).diff(y) is h.diff(y).diff(x)
    assert f_of(g, x * y).diff(x) is y * f_of(g, x * y, 1)
    assert h_of(g, x, x).diff(x) is h_of(g, x, x, (1, 0)) + h_of(g, x, x, (0, 1))


@pytest.mark.parametrize(
    ("make", "zero"),
    [
        (lambda g, x, y: f_of(g, x + y) - f_of(g, y + x), True),
        (lambda g, x, y: f_of(g, 2 * x) - f_of(g, x + x), True),
        (lambda g, x, y: f_of(g, x) - f_of(g, y), False),
        (lambda g, x, y: f_of(g, x) - f_of(g, x, 1), False),
        (lambda g, x, y: f_of(g, -x) + f_of(g, x), False),
        (lambda g, x, y: g.sin(f_of(g, x)) ** 2 + g.cos(f_of(g, x)) ** 2 - 1, True),
        (lambda g, x, y: g.sin(2 * f_of(g, x)) - 2 * g.sin(f_of(g, x)) * g.cos(f_of(g, x)), True),
        (lambda g, x, y: g.sqrt(1 + f_of(g, x) ** 2) ** 2 - 1 - f_of(g, x) ** 2, True),
        (lambda g, x, y: g.sqrt(1 + f_of(g, x) ** 2) - 1, False),
        (lambda g, x, y: h_of(g, x, y) * h_of(g, y, x) - h_of(g, x, y) ** 2, False),
    ],
)
def test_what_is_zero_for_every_function_is_proved_zero_and_nothing_else(make, zero):
    decision = decide_zero(make(*graph_with("x", "y")))
    assert (decision.answer, decision.proved) == (zero, True)


def test_a_refutation_by_a_ball_has_values_that_a_function_can_have():
    g, x = graph_with("x")
    point = decide_zero(g.call("atan", f_of(g, x)) - f_of(g, x)).point
    assert dict(point).keys() == {"x", "f(x)"}
    same_place = g.call("atan", f_of(g, x * 0 + 1) - f_of(g, g.one))
    assert decide_zero(same_place).answer is True


def test_on_a_set_functions_agree_where_their_arguments_do():
    g, x, y = graph_with("x", "y")
    f, h = f_of(g, x), h_of(g, x, y)
    assert decide_zero_on(f - f_of(g, y), [x - y]).answer is True
    assert decide_zero_on(f - f_of(g, y), [x + y]).answer is False
    assert decide_zero_on(h * x, [h]).answer is True  # the function itself is solved for
    assert decide_zero_on(h.diff(x), [h]).answer is False


@given(st.integers(0, 2**32), st.integers(2, 7), st.lists(st.integers(-9, 9), min_size=8))
def test_series_of_a_function_along_a_curve_obey_the_chain_rule(seed, order, numbers):
    import random

    g, x, y = graph_with("x", "y")
    h, slopes = h_of(g, x * y, x), [h_of(g, x * y, x, o) for o in ((1, 0), (0, 1))]
    point = Point(Modulus(random.Random(seed)))
    own = {x.index: 0, y.index: 1}
    point.evaluate([h, *slopes], own)
    half = len(numbers) // 2
    curve = [
        [point.value[s.index], *(n % point.p for n in part)]
        for s, part in zip((x, y), (numbers[:half], numbers[half:]))
    ]
    series = Series(point, own)
    series.evaluate([h, *slopes, x * y], curve, order)
    u, v = series.value[(x * y).index], series.value[x.index]
    chain = sum(
        (series.times(series.value[s.index], w.derivative()) for s, w in zip(slopes, (u, v))),
        start=series.context([0]),
    )
    assert series.value[h.index].derivative() == chain.truncate(order - 1)


# texts ------------------------------------------------------------------------------------------
def test_words_of_derivatives():
    declared = {"f": ("y",), "h": ("x", "y"), "k": ("theta", "x")}
    words = {"f": (0,), "f'": (1,), "f''": (2,), "f_yy": (2,), "h_yx": (1, 1), "k_theta_x": (1, 1)}
    for word, orders in words.items():
        assert function_named(word, declared).orders == orders
    assert all(function_named(w, declared) is None for w in ("h'", "f_x", "f_", "g", "h_xz", "fy"))


DECLARED = """
coordinates = ["x", "y", "z"]
functions = ["f(y)", "h(x, y) = x^2/4 - y", "a(t)", "k(s)"]
constraints = ["{}"]
"""


@pytest.mark.parametrize(
    "written",
    ["z' = f(y) x'", "dz = f'(y) dy + h_xy(x, y) dx", "z' = k'(x - y)*y' + a(t)", "h*z' = h_x*x'"],
)
def test_what_is_written_is_read_back(written):
    case = parse_case(DECLARED.format(written))
    for node in case.system.pfaffian.matrix[0]:
        assert case.scope.expression(text(node)) is node
        assert case.scope.expression(text(node, PEOPLE)) is node


@pytest.mark.parametrize(
    ("functions", "constraint", "words"),
    [
        ('["f"]', "z' = y x'", 'needed is a function of names, such as "f(y)"'),
        ('["f(2*y)"]', "z' = y x'", "needed is a function of names"),
        ('["sin(y)"]', "z' = y x'", "is a function of the language already"),
        ('["f(y, y)"]', "z' = y x'", "an argument stands twice"),
        ('["f(y) ="]', "z' = y x'", "the value is missing"),
        ('["f(y)", "f(x)"]', "z' = y x'", "f is declared twice"),
        ('["x(y)"]', "z' = y x'", "x is declared twice"),
        ('["f(y)"]', "z' = f(x, y) x'", "f takes 1 argument, not 2"),
        ('["f(y)"]', "z' = g(y) x'", "g is no function (functions: f, sin"),
        ('["f(y) = y*z"]', "z' = f(y) x'", "depends on z, which is no argument"),
        ('["f(y) = y*q"]', "z' = f(y) x'", "q is not declared"),
        ('["f(y) = y\'"]', "z' = f(y) x'", "contains velocities"),
        ('["h(x, y)"]', "z' = h'(x, y) x'", "a call or a product?"),
        ("3", "z' = y x'", "needed is a list of texts"),
    ],
)
def test_mistakes_are_named(functions, constraint, words):
    given = (
        f'coordinates = ["x", "y", "z"]\nfunctions = {functions}\nconstraints = ["{constraint}"]'
    )
    with pytest.raises(BadCase) as error:
        parse_case(given)
    assert words in str(error.value)


def test_a_table_of_functions_is_read_as_a_list():
    table = (
        'coordinates = ["x", "y"]\nconstraints = ["y\' = f(x) x\'"]\n[functions]\n"f(x)" = "x^2"'
    )
    assert specified(parse_case(table)).system.pfaffian.matrix[0][0] is not None
    assert parse_case(table).scope.functions["f"].value == "x^2"


def test_bare_calls_are_unspecified_functions_of_coordinates():
    case = nh.constraints("dx = f(y) dz")
    assert case.system.chart.names == ("x", "z", "y")
    assert case.scope.signatures == {"f": ("y",)}
    assert nh.constraints("dx = f(y) dz", constants="y").scope.signatures == {"f": ("y",)}


@pytest.mark.parametrize(
    "written", ["R(x+y) dx = dz", "Rsin(x) dx = dz", "d(x*y) = dz", "x'(t) = z'", "R (x) dx = R dz"]
)
def test_bare_texts_that_may_be_products_are_still_refused(written):
    with pytest.raises(BadExpression):
        nh.constraints(written)


# verdicts ---------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("rows", "factor"),
    [
        ("c(x) dx + R*x/y dy = 0", "1/x"),  # T, V of an ideal gas
        ("f(x)*g(y) dx + sin(x) dy = 0", "1/(g(y)*sin(x))"),
        ("dz = f(x) dx + g(y) dy", "1"),
        ("f(x, y) dx + y dy = 0", None),
    ],
)
def test_a_form_is_separated_whatever_its_functions_are(rows, factor):
    verdict = nh.check(nh.constraints(rows))
    mu = verdict.integrals.factor(0)
    assert verdict.potentials[0] is None and verdict.verdict == "holonomic"
    assert (mu and str(mu)) == factor


@pytest.mark.parametrize(
    ("rows", "h", "potential"),
    [
        (["dx = f(y) dz"], 0, None),
        (["dw = f(x) dy + g(x) dz"], 0, None),
        (["dz = f(x) dx"], 1, None),  # its potential needs the integral of f
        (["dz = x f'(y) dy + f(y) dx"], 1, "z - x*f(y)"),
        (["f(x) dy + y f'(x) dx = 0"], 1, "y*f(x)"),
        (["dz = f'(y) z dy"], 1, "z*exp(-f(y))"),
        (["dz/z = f'(x)/f(x) dx"], 1, "log(z) - log(f(x))"),
        (["dy = a(t) dt"], 1, None),
        (["x' = f(y) z'", "w' = f(y) z'"], 1, None),
        (["dz = f(x) dy + f(y) dx"], 0, None),
        (["dz = f(y) dy"], 1, None),
    ],
)
def test_verdicts_for_every_function(rows, h, potential):
    found = nh.check(nh.constraints(*rows))
    assert found.relations == h
    assert found.closure.growth.evidence.proved
    if potential:
        assert text(found.potentials[0].function) == potential


def test_the_answer_says_for_which_functions_it_holds(capsys):
    from nonholo.cli import main

    main(["check", "-c", "dx = f(y) dz"])
    said = " ".join(capsys.readouterr().out.split())
    assert "f(y): not specified; what is zero is zero for every choice of it" in said


# laws -------------------------------------------------------------------------------------------
POLYNOMIALS = ("s", "s^2/2 + 1", "3 - s", "s^3 - s", "2")
PAIRS = ("x*y", "x^2 - y", "x + 2*y", "x*y^2 + x")
TERMS = ("f(x)", "f(y)", "f'(y)", "h(x, y)", "h_x(x, y)", "h_xy(x, y)", "x", "1", "y*f(x)", "a(t)")


@st.composite
def rows_with_functions(draw):
    term = st.sampled_from(TERMS)
    rows = []
    for left in draw(st.sampled_from((("z",), ("z", "w")))):
        a, b, c = draw(term), draw(term), draw(st.sampled_from(("0", *TERMS)))
        rows.append(f"d{left} = ({a})*dx + ({b})*dy + ({c})*dt")
    values = draw(st.sampled_from(POLYNOMIALS)), draw(st.sampled_from(PAIRS))
    return rows, {"f": values[0], "h": values[1], "a": draw(st.sampled_from(("t", "t^2", "5")))}


FUNCTIONS = ["f(s)", "h(x, y)", "a(t)"]


def with_functions(rows, lagrangian=None):
    names = ["x", "y", "z", *(["w"] if len(rows) == 2 else [])]
    kinetic = " + ".join(f"{n}'**2" for n in names)
    energy = f"({kinetic})/2 - x*f(y)" if lagrangian else None
    return nh.System(names, energy, rows, functions=FUNCTIONS, dependent=names[2:])


def hidden_relations(case):
    """h of the rows of a case; None if it is undecided."""
    rows, _, _ = independent_rows(case.system.pfaffian)
    return closure(distribution(rows)).relations


@given(rows_with_functions())
def test_what_holds_for_every_function_holds_for_each(drawn):
    """Special functions can only be more integrable."""
    rows, values = drawn
    case = with_functions(rows)
    every, one = hidden_relations(case), hidden_relations(specified(case, values))
    assert every is None or one is None or every <= one


@given(rows_with_functions())
def test_accelerations_for_every_function_are_those_of_each(drawn):
    rows, values = drawn
    case = with_functions(rows, lagrangian=True)
    special = specified(case, values)
    every = nh.compare(case).entry("maggi").motion.accelerations
    one = nh.compare(special).entry("maggi").motion.accelerations
    for a, b in zip(every, one, strict=True):
        stated = case.scope.expression(text(a))
        (put,) = specified(
            replace(case, system=replace(case.system, forces=(stated,))), values
        ).system.forces
        assert decide_zero(special.system.chart.graph.lift(b) - put).answer


@pytest.mark.parametrize("coordinates", ["x y z", dynamicsymbols("x y z")], ids=["texts", "sympy"])
def test_functions_may_be_declared_as_sympy_has_them(coordinates):
    f, y = sympy.Function("f"), sympy.Symbol("y")
    row, argument = "x' = f(y) z'", y
    if not isinstance(coordinates, str):
        x, argument, z = coordinates
        row = x.diff() - f(argument) * z.diff()
    for declared in (["f(y)"], f(argument), [f(argument)], f, [f], {f: None}):
        verdict = nh.check(nh.System(coordinates, None, [row], functions=declared))
        assert verdict.growth.vector == (2, 3)


def test_messages_have_derivatives_as_people_write_them():
    hidden = nh.check(nh.System("x y z", None, ["f'(y)*x' = z' ", "f'(y)*x' = z' + f''(y)"]))
    assert hidden.verdict == "undecided" and "where   f''(y) = 0" in check_text(hidden)
    with pytest.raises(BadCase, match=r'functions = \["f\(t\)"\]'):
        nh.System("x y", None, ["x' = f'(t)*y'"])


# numbers ----------------------------------------------------------------------------------------
def test_a_motion_is_that_of_the_values():
    rows, kinetic = ["x' = f(y) z'"], "(x'**2 + y'**2 + z'**2)/2"
    start = {"ydot": 1, "zdot": 1, "xdot": 0.25, "y": 0.5}
    letter = nh.System("x y z", kinetic, rows, functions=["f(y)"], initial=start)
    plain = nh.System("x y z", kinetic, ["x' = y**2 z'"], initial=start)
    one = nh.simulate(letter, 2, functions={"f": "y**2"}, points=5)
    other = nh.simulate(plain, 2, points=5)
    assert np.abs(one.q["x"] - other.q["x"]).max() < 1e-9
    assert one.receipt.ok
    two = nh.simulate(letter, 2, functions={"f(u)": "u**2"}, points=5)
    assert np.array_equal(one.q["x"], two.q["x"])


@pytest.mark.parametrize(
    "ask",
    [
        lambda case: nh.simulate(case, 1),
        lambda case: nh.linearise(case),
        lambda case: nh.steer(case, {"x": 1, "y": 1, "z": 1}),
        lambda case: nh.ensemble(case, [{}], 1),
    ],
)
def test_numbers_need_values(ask):
    case = nh.System("x y z", "(x'**2 + y'**2 + z'**2)/2", ["x' = f(y) z'"], functions=["f(y)"])
    with pytest.raises(NotApplicable, match=r"f\(y\) is not specified, and numbers are asked for"):
        ask(case)


def test_a_path_takes_values_of_functions(capsys, tmp_path):
    case, goal = (
        nh.System("x y z", None, ["z' = f(y)*x'"], functions="f(y)"),
        {"x": 1, "y": 1, "z": 1},
    )
    exact = nh.steer(case, to=goal, functions={"f": "y^2/2"})
    assert exact.proof.proved and exact.method == "polynomial inputs"
    found = nh.steer(case, to=goal, functions={"f": lambda y: y**2 / 2})
    assert found.found and found.method == "shooting" and "numbers" in found.remarks[1]
    q, v = found.motion()(np.linspace(0, 1, 9))
    assert np.abs(v[:, 2] - q[:, 1] ** 2 / 2 * v[:, 0]).max() < 1e-9
    (tmp_path / "law.toml").write_text(
        'coordinates = ["x", "y", "z"]\nfunctions = ["f(y)"]\nconstraints = ["z\' = f(y)*x\'"]'
    )
    assert main(["steer", str(tmp_path / "law.toml"), "--to", "x=1,z=1", "--function", "f=y"]) == 0
    assert "constraints  satisfied at all times (proved" in capsys.readouterr().out


def test_a_linearisation_takes_values_of_functions_as_texts(capsys):
    """A particle that slides on z = h(x, y) near its lowest point has K = m g h''."""
    surface = str(CASES / "particle_on_any_surface.toml")
    small = nh.linearise(surface, functions={"h": "x^2/4 + y^2"})
    assert [str(e) for row in small.linear.K for e in row] == ["m*g/2", "0", "0", "2*m*g"]
    other = nh.linearise(surface, functions={"h(a, b)": "a^2/4 + b^2"})
    assert other.eigenvalues().tolist() == small.eigenvalues().tolist()
    assert main(["linearise", surface, "--function", "h=x^2/4 + y^2"]) == 0
    assert "[0, 2*m*g]" in capsys.readouterr().out
    with pytest.raises(BadCase, match="h is not a text such as"):
        nh.linearise(surface, functions={"h": lambda x, y: x})


def test_rests_that_no_formula_gives_are_those_of_the_value():
    found = nh.equilibrium(CASES / "particle_on_any_surface.toml")
    (one,) = found.found
    assert {n: str(e) for n, e in one.values.items()} == {"x": "0", "y": "0", "z": "0"}
    assert found.put == ("h(x, y) = x^2/4 + x*y/5 + y^2/3",) and found.complete
    any_law = nh.equilibrium(CASES / "mechanism_of_any_law.toml")
    assert not any_law.found and "F(u, v, t) is not specified" in " ".join(any_law.reasons)


def test_values_of_other_kinds_are_refused_in_words():
    case = nh.System("x y", "x'**2 + y'**2", ["y' = f(x) x'"], functions=["f(x)"])
    with pytest.raises(NotApplicable, match="the equations hold f' too, and no differences"):
        nh.simulate(case, 1, functions={"f": lambda x: x})
    with pytest.raises(BadCase, match="depends on y, which is no argument"):
        nh.simulate(case, 1, functions={"f": "x*y"})
    with pytest.raises(BadCase, match="contains velocities"):
        nh.simulate(case, 1, functions={"f": "x'"})
    with pytest.raises(BadCase, match="g is no function of the case"):
        nh.simulate(case, 1, functions={"g": "x"})


def test_code_has_the_values_put_in(capsys):
    from nonholo.cli import main

    path = str(CASES / "particle_with_any_slope.toml")
    assert main(["equations", path, "--as", "python"]) == 0
    assert "math.sin(y)" in capsys.readouterr().out
    assert main(["equations", str(CASES / "mechanism_of_any_law.toml"), "--as", "c"]) == 2
    assert "F(u, v, t) is not specified" in capsys.readouterr().err


def test_a_control_form_has_derivatives_as_people_write_them():
    said = control_text(nh.control_form(nh.constraints("dz = f'(x) dy + h(x, y) dt")))
    assert "f'(x)" in said and "h\n" in said and "f_x" not in said


# SymPy ------------------------------------------------------------------------------------------
def test_models_of_sympy_have_functions_too():
    x, y, z = dynamicsymbols("x y z")
    t, f, h, a = dynamicsymbols._t, *map(sympy.Function, "fha")
    free = (x.diff() ** 2 + y.diff() ** 2 + z.diff() ** 2) / 2
    case = nh.System([x, y, z], free, [sympy.Eq(x.diff(), f(y) * z.diff())], functions={f(y): y**2})
    found = nh.in_sympy(case, nh.compare(case).entry("voronec").motion.accelerations)
    slope = f(y).diff(y)
    expected = -f(y) * slope * y.diff() * z.diff() / (1 + f(y) ** 2)
    assert sympy.simplify(found[2] - expected) == 0
    assert nh.simulate(case, 1, initial={"ydot": 1, "zdot": 1}).receipt.ok
    moved = [f(2 * y - x).diff(t) - z.diff()]
    assert nh.check(nh.System([x, y, z], free, moved)).verdict == "holonomic"
    rheonomic = nh.System(
        [x, y, z], free, holonomic_constraints=[z - h(x, y) - a(t)], functions=a(t)
    )
    assert nh.check(rheonomic).verdict == "holonomic"


def test_a_function_of_time_that_nobody_declared_may_be_a_forgotten_coordinate():
    x, y = dynamicsymbols("x y")
    with pytest.raises(NonholoError, match="functions="):
        nh.System([x], x.diff() ** 2, [y * x.diff()])


def test_there_and_back_again():
    x, y = dynamicsymbols("x y")
    h = sympy.Function("h")
    for there in (h(x, y), h(x, y).diff(x, y), h(2 * x, y).diff(x) / 2):
        case = nh.System([x, y], there)
        again = nh.in_sympy(case, case.system.lagrangian)
        assert (again - there).doit().simplify() == 0


def test_all_zero_of_the_hand_derivations():
    """The hand derivation of the case of any surface, once more by another road."""
    case = read_case(CASES / "particle_on_any_surface.toml")
    read = case.scope.expression
    z = read("h_xx*xdot**2 + 2*h_xy*xdot*ydot + h_yy*ydot**2 + h_x*xddot + h_y*yddot")
    motion = nh.compare(case).entry("multipliers").motion.accelerations
    chart = case.system.chart
    put = dict(zip(chart.a, map(chart.graph.lift, motion)))
    assert all_zero([z.subs(put) - put[chart.a[2]]]).answer


def test_an_expansion_at_a_point_has_the_derivatives_there():
    g, x, y = graph_with("x", "y")
    node = h_of(g, x * y, x + y) * x
    point = {x: g.lift(2), y: g.lift(-1)}
    stated = {}
    for a, b in ((a, d - a) for d in range(4) for a in range(d + 1)):
        slope = node
        for symbol in (*[x] * a, *[y] * b):
            slope = slope.diff(symbol)
        stated[a, b] = slope.subs(point) / (factorial(a) * factorial(b))
    expansion = Expansion(g, [node], point, [x, y], 3, extra=list(stated.values()))
    ring, (u, v) = expansion.ring, expansion.ring.x
    for degree, part in enumerate(expansion.series(node)):
        own = [(ab, c) for ab, c in stated.items() if sum(ab) == degree]
        assert part == sum((ring.element(c) * u**a * v**b for (a, b), c in own), ring.zero)


def test_a_name_that_looks_like_a_derivative_is_told(capsys):
    from nonholo.cli import main

    main(["check", "-c", "dz = h_x(x, y) dx + h_y(x, y) dy"])
    said = " ".join(capsys.readouterr().out.split())
    assert "h_x, h_y: read as functions of their own, not as derivatives" in said


# functions of Python -----------------------------------------------------------------------------
ROLLING = "(x'^2 + y'^2 + z'^2)/2 - z"
START = {"x": 0.2, "y": 0.1, "ydot": 0.5}


@pytest.mark.parametrize("method", ["DOP853", "Radau", "discrete"])
@pytest.mark.parametrize(
    ("more", "text", "laws"),
    [
        (
            {"constraints": ["z' = f(y)*x'"], "functions": "f(y)"},
            {"f": "sin(y)"},
            {"f": math.sin, "f'": math.cos},
        ),
        (
            {"constraints": ["z' = a(t) + x'"], "functions": "a(t)"},
            {"a": "exp(-t)"},
            {"a": lambda t: math.exp(-t), "a'": lambda t: -math.exp(-t)},
        ),
        (
            {"constraints": ["z' = h(x, y)*y'"], "functions": "h(x, y)"},
            {"h": "x^2*y"},
            {"h": lambda x, y: x * x * y, "h_x": lambda x, y: 2 * x * y, "h_y": lambda x, y: x * x},
        ),
        (
            {"holonomic_constraints": ["z - g(x)"], "functions": "g(x)"},
            {"g": "x^3"},
            {"g": lambda x: x**3, "g'": lambda x: 3 * x * x, "g''": lambda x: 6 * x},
        ),
    ],
)
def test_functions_of_python_move_as_the_texts_they_are(more, text, laws, method):
    case = nh.System("x y z", ROLLING, initial=START, **more)
    step = {"step": 0.01} if method == "discrete" else {"rtol": 1e-9}
    one, other = (nh.simulate(case, 2, functions=f, method=method, **step) for f in (text, laws))
    assert all(abs(one.q[n] - other.q[n]).max() < 1e-7 for n in "xyz")
    assert one.receipt.ok == other.receipt.ok
    assert nh.simulate(case, 2, functions=text).receipt.ok  # laws are of that call alone


@pytest.mark.parametrize(
    ("functions", "told"),
    [
        ({"f": math.sin}, "the equations hold f' too, and no differences are taken"),
        ({"f'": math.cos}, "the equations hold f too, and no differences are taken"),
        ({"g": math.sin}, "g is no function of the case, nor a derivative"),
        ({"f": math.sin, "f'": lambda y: 1 / 0}, "the function f' failed at y = 0.1: ZeroDivision"),
        ({"f": lambda y: "no", "f'": math.cos}, "the function f gave 'no' at y = 0.1"),
        ({"f": 3}, "neither a text such as"),
    ],
)
def test_what_is_missing_or_wrong_of_a_function_of_python_is_told(functions, told):
    case = nh.System("x y z", ROLLING, ["z' = f(y)*x'"], functions=["f(y)"], initial=START)
    with pytest.raises(NonholoError) as error:
        nh.simulate(case, 1, functions=functions)
    assert told in str(error.value)


def test_a_wrong_derivative_is_seen_and_compiled_methods_refuse():
    case = nh.System("x y z", ROLLING, ["z' = f(y)*x'"], functions=["f(y)"], initial=START)
    wrong = {"f": math.sin, "f'": lambda y: 2 * math.cos(y)}
    assert not nh.simulate(case, 2, functions=wrong).receipt.ok
    for method in ("native", "taylor"):
        with pytest.raises(NotApplicable, match="f is a function of Python; take DOP853"):
            nh.simulate(case, 2, functions=wrong, method=method)


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        *(("sen", "sin(...)"), ("tg", "tan(...)"), ("arctan", "atan(...)"), ("sgn", "sign(...)")),
        *(("Sin", "sin(...)"), ("Abs", "abs(...)"), ("floor", 'functions = ["floor(x)"]')),
        ("Heaviside", "heaviside(a) = (1 + sign(a))/2"),
    ],
)
def test_a_function_called_as_elsewhere_is_no_unspecified_one(written, meant):
    with pytest.raises(NonholoError, match=rf"{written} is no function.*") as caught:
        nh.constraints(f"dz = {written}(x) dy")
    assert meant in str(caught.value)


def test_slopes_are_spelt_alike_in_all_lines():
    rows = ["f'(t)*x' = h*z'", "y' = t*z'"]
    told = check_text(nh.check(nh.System("x y z", None, rows, functions=["f(t)", "h(x, t)"])))
    assert "where f'(t) != 0" in told and "f_t" not in told


@pytest.mark.parametrize(
    "free",
    [
        "y*z*sin({f})^2 + y*z*cos({f})^2",
        "t*y*z*sin({f})^2 + t*y*z*cos({f})^2",
        "y*z*{f} + y*z*(z - {f})",
        "y*z*(cosh({f})^2 - sinh({f})^2)",
    ],
)
@pytest.mark.parametrize("head", ["f(t)", "f(y)"])
def test_a_value_is_put_in_where_nothing_depends_on_it(free, head):
    """A coefficient that is the same for all functions: with its value no function is left in it."""
    row = f"x' = ({free.format(f=head)})*z'"
    case = nh.System(
        "x y z", "x'^2 + y'^2 + z'^2", [row], functions=[f"{head} = {head[2]}^2/3"],
        initial={"y": 1, "z": 1, "zdot": "0.2"},
    )  # fmt: skip
    assert not unspecified_in(specified(case).system.pfaffian.matrix[0])
    run = nh.simulate(case, 1, reversal=False)
    assert all(one.value <= one.bound for one in run.receipt.findings)


def test_bodies_that_functions_turn_are_drawn_along_a_motion_and_at_its_start():
    """A rod that f(t) turns: where it is at each time, with the value of f."""
    case = nh.System(
        "x", functions=["f(t) = t/2"], initial={"x": 1}, parameters={"m": 1},
        bodies=[
            {"name": "rod", "rotation": ["z f(t)"], "inertia": ["m", "2*m", "3*m"], "mass": "m"},
            {"name": "bead", "parent": "rod", "origin": ["x", "0", "0"], "mass": "m"},
        ],
    )  # fmt: skip
    rod = nh.simulate(case, 2).space.solids[0]
    turned = np.arctan2(rod.turn[:, 1, 0], rod.turn[:, 0, 0])
    axis = np.abs(np.cos(turned - np.linspace(0, 1, len(turned)))) % 1  # a principal one
    assert np.all(np.minimum(axis, 1 - axis) < 1e-9)
    assert "The bodies at the initial configuration" in str(nh.report(case))


def test_a_motion_of_a_pivot_is_given_to_a_model_of_sympy():
    """Kane's pendulum whose pivot is at s(t), specified: q'' = -(g - s'') sin q / l."""
    q, u, s = dynamicsymbols("q u s")
    m, l, g = sympy.symbols("m l g")
    N, O = me.ReferenceFrame("N"), me.Point("O")
    O.set_vel(N, 0)
    pivot = O.locatenew("S", s * N.x)
    pivot.set_vel(N, s.diff() * N.x)
    B = N.orientnew("B", "Axis", [q, N.z])
    B.set_ang_vel(N, u * N.z)
    bob = pivot.locatenew("P", l * B.x)
    bob.v2pt_theory(pivot, N, B)
    kane = me.KanesMethod(N, [q], [u], [q.diff() - u])
    kane.kanes_equations([me.Particle("p", bob, m)], [(bob, m * g * N.x)])
    numbers, start = {m: 1, l: 1, g: "9.8"}, {q: "0.3"}
    for functions in ({s: "sin(3*t)/2"}, {"s(t)": "sin(3*t)/2"}):
        run = nh.simulate(kane, 1, functions=functions, parameters=numbers, initial=start)
        assert abs(run.q["q"][-1] + 0.27350673208) < 1e-10  # by SciPy, apart from this package
