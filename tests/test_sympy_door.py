"""SymPy in and out: nothing is lost at the door, and what cannot pass is told why."""

from __future__ import annotations

import doctest
import os
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
import sympy
from flint import arb, fmpq
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from sympy import Eq, Function, Integral, Matrix, MatrixSymbol, Piecewise, Rational, Symbol
from sympy.physics.mechanics import ReferenceFrame, dynamicsymbols

import nonholo as nh
from nonholo.decide.ball import ball
from nonholo.decide.zero import decide_zero
from nonholo.errors import BadCase, NonholoError
from nonholo.expression.graph import FUNCTIONS, Graph
from nonholo.findings.side_by_side import compare
from nonholo.readers import back_to_sympy, numbers, sympy_door, sympy_models, sympy_names
from nonholo.readers.back_to_sympy import in_sympy
from nonholo.readers.case_file import read_case
from nonholo.readers.sympy_door import decimal, from_sympy, leaves, to_sympy
from nonholo.readers.sympy_models import System
from nonholo.writing.present import presentable
from tests.draws import draws

CASES = Path(__file__).parent.parent / "cases"
t = dynamicsymbols._t
x, y, theta, phi = dynamicsymbols("x y theta phi")
m, R, g = sympy.symbols("m R g", positive=True)
al = Symbol("al")

LAGRANGIAN = (
    m * (x.diff() ** 2 + y.diff() ** 2) / 2
    + m * R**2 * theta.diff() ** 2 / 8
    + m * R**2 * phi.diff() ** 2 / 4
    + m * g * y * sympy.sin(al)
)
ROLLING = [
    x.diff() - R * phi.diff() * sympy.sin(theta),
    y.diff() - R * phi.diff() * sympy.cos(theta),
]


def coin(**changes):
    given = {
        "q": [x, y, theta, phi],
        "lagrangian": LAGRANGIAN,
        "constraints": ROLLING,
        "dependent": [x, y],
    }
    return System(**(given | changes))


def accelerations(case) -> dict:
    motion = compare(case).reference
    return dict(zip(case.system.chart.names, motion.accelerations, strict=True))


def back(case, expressions) -> list:
    """SymPy expressions in the graph of the case."""
    return from_sympy(
        expressions, case.system.chart.graph, {word: s for s, word in case.symbols.items()}
    )


def complaint(*given, **keys) -> str:
    with pytest.raises(BadCase) as caught:
        System(*given, **keys)
    return str(caught.value)


# the coin ---------------------------------------------------------------------------------------
PHI = 2 * g * sympy.sin(al) * sympy.cos(theta) / (3 * R)


def test_the_coin_rolls_as_in_its_case_file():
    case, file = coin(), read_case(CASES / "rolling_coin.toml")
    own = accelerations(case)
    expected = file.system.chart.graph.copy(list(own.values()))
    for name, of_file, of_sympy in zip(own, accelerations(file).values(), expected, strict=True):
        assert decide_zero(of_file - of_sympy).answer is True, name


def test_results_come_back_in_the_users_words():
    case = coin()
    found = in_sympy(case, accelerations(case))
    assert found["theta"] == 0
    assert (back(case, [PHI])[0] - accelerations(case)["phi"]).is_zero
    numbers = {theta: Rational(3, 10), g: 10, al: Rational(1, 5), R: 2}
    assert abs((found["phi"] - PHI).subs(numbers).evalf()) < 1e-14
    assert found["phi"].free_symbols == {t, g, al, R}  # the very Symbols, positive ones too


def test_equations_mention_velocities_accelerations_and_multipliers():
    case = coin()
    rows = compare(case).entries[0].equations.rows
    written = in_sympy(case, rows)
    assert isinstance(written, tuple)
    assert written[0].has(x.diff(t, 2)) and written[0].free_symbols - {t, m} == {Symbol("lambda_1")}


def test_what_is_presentable_comes_back_too():
    case = coin()
    assert sympy.expand(in_sympy(case, presentable(accelerations(case)["phi"])) - PHI) == 0


def test_in_sympy_leaves_the_rest_alone():
    assert in_sympy(coin(), [None, "text", 3]) == [None, "text", 3]


def test_a_case_from_a_file_speaks_in_dynamicsymbols():
    case = read_case(CASES / "rolling_coin.toml")
    plain = {s: Symbol(s.name) for s in (g, R)}
    found = in_sympy(case, accelerations(case)["phi"])
    assert sympy.expand(found - PHI.subs(plain)) == 0


# what can be asked ------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "constraints",
    [
        [Eq(x.diff(), R * phi.diff() * sympy.sin(theta)), ROLLING[1]],
        ["x' = R*sin(theta)*phi'", "dy = R*cos(theta) dphi"],
        ["x' = R*sin(theta)*phi'", ROLLING[1]],
        Matrix(ROLLING),
    ],
    ids=["equations", "texts", "mixed", "matrix"],
)
def test_constraints_in_every_shape(constraints):
    case = coin(constraints=constraints)
    assert (back(case, [PHI])[0] - accelerations(case)["phi"]).is_zero


def test_labels_are_in_the_language():
    case = coin(constraints=["dx = R*sin(theta) dphi", Eq(y.diff(), R * phi.diff())])
    assert case.system.pfaffian.labels == ("dx = R*sin(theta) dphi", "ydot = R*phidot")
    assert case.scope.constraint("ydot = R*phidot") is case.system.pfaffian.value(1)


def test_plain_names_are_read_as_a_file_is():
    case = System(
        "x y theta phi",
        "m/2*(xdot**2+ydot**2)+m*R**2/8*thetadot**2+m*R**2/4*phidot**2+m*g*y*sin(al)",
        ["x' = R*sin(theta)*phi'", "y' = R*cos(theta)*phi'"],
        parameters={"m": 1.3, "R": 1, "g": {"value": 9.81, "positive": True}, "al": "pi/10"},
        dependent=["x", "y"],
    )
    assert case.scope.parameters == ("m", "R", "g", "al")
    assert [str(v) for v in case.system.values.values()] == ["13/10", "1", "981/100", "pi/10"]
    assert {s.args for s in case.system.positive} == {"g"}
    found = accelerations(case)["phi"]
    assert (found - case.scope.expression("2*g*sin(al)*cos(theta)/(3*R)")).is_zero
    assert not case.symbols


def test_names_in_texts_are_parameters_unless_these_are_given():
    assert System("x y", constraints=["x' = w*dw*y'"]).scope.parameters == ("w", "dw")
    assert System([x, y], constraints=["x' = w*y'"]).scope.parameters == ("w",)
    assert "w is not declared" in complaint("x y", constraints=["x' = w*y'"], parameters=["v"])
    for word in ("v_y", "vy", "y_dot", "y_t"):
        assert "y' for the velocity of y" in complaint("x y", constraints=[f"x' = {word}"])
        held = complaint("x y", constraints=[f"x' = {word}"], parameters=["v"])
        assert "y' for the velocity of y" in held
        nh.System("x y", None, [f"x' = {word}"], parameters={word: None})
    assert "w is not declared" in complaint([x, y], constraints=["x' = w*y'"], parameters=["v"])


def test_numbers_positivity_and_initial_values():
    case = coin(
        parameters={
            m: 1.3,
            "R": Rational(7, 10),
            g: np.float32(9.81),
            al: sympy.pi / 10,
            "k": None,
        },
        initial={x: 0.1, theta.diff(): 1, "phi'": np.int64(2), "phidot": 3, theta: sympy.pi / 4},
        forces={"theta": -al * theta.diff(), phi: "R*thetadot"},
    )
    texts = {str(s): str(v) for s, v in case.system.values.items()}
    assert texts == {"m": "13/10", "R": "7/10", "g": "981/100", "al": "pi/10"}
    assert {s.args for s in case.system.positive} == {"m", "R", "g"}
    assert "k" in case.scope.parameters
    assert case.initial == {
        "x": Fraction(1, 10),
        "thetadot": 1,
        "phidot": 3,
        "theta": Fraction(str(float(sympy.pi / 4))),
    }
    assert [str(f) for f in case.system.forces] == ["0", "0", "-al*thetadot", "R*thetadot"]


def test_holonomic_constraints_and_inequalities():
    length = Symbol("l")
    case = System(
        [x, y],
        holonomic_constraints=[Eq(x**2 + y**2, length**2), "y - t"],
        inequalities=[x >= 0, "y <= l"],
    )
    assert case.system.holonomic == tuple(back(case, [x**2 + y**2 - length**2, y - t]))
    assert case.system.inequalities == ("x >= 0", "y <= l")


def test_only_the_geometry_of_a_cylinder_of_time():
    case = System([x, y], constraints=[y.diff() - t * x.diff()])
    assert case.system.lagrangian is None and case.system.pfaffian.space == "tq"


# names ------------------------------------------------------------------------------------------
def test_names_the_language_cannot_write_get_an_alias():
    a, b, c = dynamicsymbols(r"\theta"), Function("x'")(t), dynamicsymbols("q_1")
    mu = Symbol(r"\mu_{1}", positive=True)
    case = System([x, a, b, c], mu * (a.diff() ** 2 + b**2 + x * c), parameters={r"\mu_{1}": 2})
    assert case.system.chart.names == ("x", "theta", "x_2", "q_1")
    assert case.scope.parameters == ("mu_1",)
    assert {str(s): str(v) for s, v in case.system.values.items()} == {"mu_1": "2"}
    assert in_sympy(case, case.system.lagrangian) == mu * (a.diff() ** 2 + b**2 + x * c)


def test_names_that_are_python_words_are_names():
    odd = sympy.symbols("lambda beta gamma E I N S Q")
    case = System([x], sum(odd) * x)
    assert in_sympy(case, case.system.lagrangian) == sum(odd) * x


def test_time_may_have_another_name():
    tau = Symbol("tau", real=True)
    s = Function("s")(tau)
    case = System([s], s.diff(tau) ** 2 / 2 + tau * s)
    assert str(case.system.lagrangian) == "sdot**2/2 + s*t"
    assert in_sympy(case, case.system.lagrangian) == s.diff(tau) ** 2 / 2 + tau * s


@pytest.mark.parametrize(
    ("q", "lagrangian", "words"),
    [
        ([x, Function("x", real=True)(t)], x, "x: two coordinates have this name"),
        ([x], Symbol("x") * x, "the Symbol x stands beside the coordinate x(t); try the"),
        ([x], m * Symbol("m") * x, "m: two different Symbols have this name (positive=True; "),
        ([x], Symbol("t", real=True) * x, "the Symbol t (real=True) is not the time of x(t)"),
        ([x], Symbol("xdot") * x, "xdot cannot be declared: it is the velocity"),
        ([x], Symbol("pi") * x, "pi cannot be declared: it is the constant"),
        ([x, Function("y")(Symbol("s"))], x, "y(s) is a function of another time than x(t)"),
        ([Symbol("x")], 1, 'q: x is no q(t); try dynamicsymbols("x")'),
        ([x, "y"], 1, 'q: y is no q(t); try dynamicsymbols("y")'),
        ("x y-z", "1", "'y-z' is no name: letters, digits and _ only"),
        ("x", x, "lagrangian: x(t) is no text, but the coordinates are plain names"),
        ([x], None, "there is neither a constraint nor a Lagrangian"),
    ],
)
def test_names_that_clash(q, lagrangian, words):
    assert words in complaint(q, lagrangian)


# what is refused --------------------------------------------------------------------------------
SPEED = dynamicsymbols("speed")
REFUSED = {
    "imaginary": (sympy.I * x, "I is not real"),
    "root": (sympy.sqrt(-2) * x, "I is not real"),
    "cube root": (sympy.cbrt(-2) * x, "(-2)**(1/3) is not real"),
    "function": (SPEED * x, "speed(t) is an undefined function that is no coordinate; try lis"),
    "third": (x.diff(t, 3), "Derivative(x(t), (t, 3)) is no velocity or acceleration"),
    "lazy": (sympy.Derivative(sympy.sin(x), t), "Derivative(sin(x(t)), t) is no velocity"),
    "partial": (sympy.Derivative(x**2, x), "or .doit() if it can be worked out"),
    "integral": (Integral(x, t), "Integral(x(t), t) is not worked out; try .doit()"),
    "branches": (Piecewise((x, x > 0), (0, True)), "has several branches; try one branch"),
    "element": (MatrixSymbol("M", 2, 2)[0, 1], "M[0, 1] is no scalar"),
    "matrix": (Matrix([x, y]), "is no scalar; try its entries"),
    "vector": (x * ReferenceFrame("N").x, "is a vector; try components: v.dot(frame.x)"),
    "relation": (x > 0, "x(t) > 0 is no equation"),
    "answer": (x.diff() == y, "False is no expression but an answer; try Eq(left, right)"),
    "truth": (Eq(x, x), "True is no expression but an answer"),
    "other": (sympy.gamma(x), "is a function the language has not; try an expression in abs"),
    "constant": (sympy.EulerGamma * x, "EulerGamma is a constant the language has not"),
    "infinite": (sympy.oo * x, "oo is no finite number"),
    "rounded": (x / 3.0, "0.333333333333333: a float of 16 digits is a rounded result"),
    "sum": ((0.1 + 0.2) * x, "a float of 17 digits is a rounded result; needed is an exact"),
    "zero": (1 / (sympy.sin(x) ** 2 + sympy.cos(x) ** 2 - 1), "division by an expression that is"),
    "order": (Symbol("A", commutative=False) * x, "A does not commute"),
    "object": (object(), "has no meaning here"),
}


def test_steps_and_extremes_are_read_by_absolute_values_and_signs():
    g, s = Graph(), Symbol("s")
    names = {s: g.symbol("s")}
    pieces = [sympy.Heaviside(s), sympy.Max(s, 2, -s), sympy.Min(s, 1)]
    found = from_sympy(pieces, g, names)
    for value in (-3, 0, sympy.Rational(1, 2), 2, 5):
        exact = sympy.Rational(value)
        at = {names[s]: g.number(fmpq(int(exact.p), int(exact.q)))}
        assert [e.subs(at).args for e in found] == [
            fmpq(int(p.p), int(p.q)) for p in (piece.subs(s, value) for piece in pieces)
        ]
    with pytest.raises(NonholoError, match="knows the value 1/2"):
        from_sympy([sympy.Heaviside(s, 0)], g, names)


@pytest.mark.parametrize(("piece", "words"), REFUSED.values(), ids=REFUSED)
def test_what_has_no_meaning_is_named(piece, words):
    assert words in complaint([x, y], constraints=[piece, x.diff() - y.diff()])
    with pytest.raises(NonholoError):
        from_sympy([piece], Graph(), {})


def test_a_text_is_never_given_to_sympy():
    with pytest.raises(NonholoError, match="is a text"):
        from_sympy(["__import__('os').abort()"], Graph(), {})
    assert "not in the language" in complaint([x], "__import__('os').abort()")


def test_all_complaints_come_at_once():
    words = complaint(
        [x, y],
        x.diff(t, 2),
        [Integral(x, t), "x' = ("],
        holonomic_constraints=[x.diff()],
        forces={x: sympy.I},
    )
    assert "5 problems" in words
    for start in (
        "lagrangian: contains accelerations",
        "constraints[1]: Integral",
        "constraints[2], line 1, column 7",
        "forces.x: I is not real",
        "holonomic_constraints: xdot: contains velocities",
    ):
        assert start in words


def test_numbers_and_keys_that_are_none():
    words = complaint(
        [x],
        x,
        parameters={"a": float("nan"), "b": [1], "c": True, "d": m, "e": {"valu": 1}},
        dependent=[SPEED],
        initial={y: 1, x: "a", x.diff(): sympy.I},
        forces={y: 1},
    )
    for piece in (
        "parameters.a: nan is no finite number",
        "parameters.b: [1] is no number; try 1.3",
        "parameters.c: True is no number",
        "parameters.d: m is not declared here",
        "parameters.e: unknown key valu; known are value",
        "dependent: speed is no coordinate",
        "initial.y: no coordinate or velocity; there are x, xdot",
        "initial.x: 'a': needed is a number",
        "initial.xdot: I: needed is a number",
        "forces: y is no coordinate",
    ):
        assert piece in words


def test_tables_are_tables():
    assert "forces: needed is a mapping {name: value}, given was [x(t)]" in complaint(
        [x], x, forces=[x]
    )


def test_time_has_no_value():
    assert "t is time: it has no value" in complaint([x], x, parameters={t: 1})
    tau = Symbol("tau")
    s = Function("s")(tau)
    assert "tau is time: it has no value" in complaint([s], s, parameters={"tau": 1})
    assert "tau is not declared" in complaint([s], constraints=["s' = tau"])


def test_a_nonlinear_constraint_has_a_verdict_and_no_growth_at_a_point():
    case = nh.System([x, y], constraints=[x.diff() ** 2 - y.diff()])
    assert nh.check(case).verdict == "nonholonomic"
    with pytest.raises(NonholoError, match="not linear in the velocities") as caught:
        nh.check(case, at={x: 0, y: 0})
    assert "xdot**2 - ydot" in str(caught.value)


def test_a_node_without_a_name():
    with pytest.raises(NonholoError, match="the symbol a has no SymPy name; known are none at all"):
        to_sympy([Graph().symbol("a")], {})


# exactness --------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("value", "exact"),
    [
        (0.1, Fraction(1, 10)),
        (9.80665, Fraction(980665, 100000)),
        (-2.5e-7, Fraction(-25, 10**8)),
        (1e22, Fraction(10**22)),
        (2.0, Fraction(2)),
        (sympy.Float("0.1", 40), Fraction(1, 10)),
        (sympy.Float("0.12345678901234567890123", 30), Fraction(12345678901234567890123, 10**23)),
        (np.float64(0.7), Fraction(7, 10)),
    ],
)
def test_a_float_is_the_decimal_that_was_written(value, exact):
    graph = Graph()
    assert from_sympy([value], graph, {}) == [graph.lift(exact)]


@given(st.integers(-(10**15) + 1, 10**15 - 1), st.integers(-30, 30))
def test_decimals_of_fifteen_digits_survive(digits, tens):
    meant = Fraction(digits) * Fraction(10) ** tens
    assert decimal(sympy.Float(float(f"{digits}e{tens}")))[0] == meant


VARIABLES = ("a", "b", "c")
WORDS = {name: Symbol(name) for name in VARIABLES}
SMALL = st.sampled_from([1, -1, 2, -3, Fraction(1, 2), Fraction(-5, 3)])


def world() -> tuple[Graph, dict, dict]:
    """A graph, its symbols -> SymPy, and back."""
    graph = Graph(seed=7)
    there = {graph.symbol(n): s for n, s in WORDS.items()}
    return graph, there, {s: n for n, s in there.items()}


def expressions(functions):
    """Recipes: a function of a graph that builds a node, or fails with ZeroDivisionError."""
    leaf = st.one_of(
        st.sampled_from(VARIABLES).map(lambda n: lambda g: g.symbol(n)),
        SMALL.map(lambda c: lambda g: g.lift(c)),
        st.just(lambda g: g.pi),
    )

    def bigger(inner):
        pair = st.tuples(inner, inner)
        power = st.tuples(inner, st.sampled_from([2, 3, -1, -2]))
        call = st.tuples(inner, st.sampled_from(functions))
        return st.one_of(
            pair.map(lambda p: lambda g: p[0](g) + p[1](g)),
            pair.map(lambda p: lambda g: p[0](g) * p[1](g)),
            pair.map(lambda p: lambda g: p[0](g) / p[1](g)),
            power.map(lambda p: lambda g: p[0](g) ** p[1]),
            call.map(lambda p: lambda g: g.call(p[1], p[0](g))),
        )

    return st.recursive(leaf, bigger, max_leaves=8)


def made(recipe, graph):
    try:
        return recipe(graph)
    except ZeroDivisionError:
        return assume(False)


@settings(deadline=None, max_examples=draws(40))
@given(expressions(["sin", "cos", "exp", "tan", "sinh"]))
def test_there_and_back_is_the_same_node(recipe):
    graph, there, here = world()
    node = made(recipe, graph)
    assert from_sympy(to_sympy([node], there), graph, here) == [node]


@settings(deadline=None, max_examples=draws(40))
@given(expressions(["sqrt", "log", "abs", "sign", "asin", "acos", "atan", "acosh", "atanh"]))
def test_what_sympy_rearranges_keeps_its_value(recipe):
    graph, there, here = world()
    node = made(recipe, graph)
    point = {s: fmpq(k, 7) for k, s in enumerate(there, start=2)}
    value = ball(node, point, 256)
    assume(value.is_finite() and value.rad() < 1e-30 and abs(value) < 1e6)
    (written,) = to_sympy([node], there)
    (again,) = from_sympy([written], graph, here)
    assert ball(again, point, 256).overlaps(value)
    agrees(written.subs({there[s]: Rational(int(v.p), int(v.q)) for s, v in point.items()}), value)


def agrees(number, value) -> None:
    """A SymPy number lies within 1e-12 of the ball."""
    found = arb(str(sympy.re(number.evalf(30))))
    assert abs(found - value) < arb("1e-12") * (1 + abs(value)), (number, value)


@pytest.mark.parametrize("name", sorted(FUNCTIONS | set(sympy_door._DERIVED)))
def test_every_function_of_the_language(name):
    graph, there, here = world()
    a, b, _ = WORDS.values()
    function = getattr(sympy, {"abs": "Abs"}.get(name, name))
    inner = a + 2 if name in ("acosh", "asec", "acsc") else a - Rational(1, 10)
    written = function(inner, b) if name == "atan2" else function(inner)
    (node,) = from_sympy([written], graph, here)
    (again,) = to_sympy([node], there)
    point = {s: fmpq(k, 7) for k, s in enumerate(there, start=2)}
    numbers = {a: Rational(2, 7), b: Rational(3, 7)}
    agrees(written.subs(numbers), ball(node, point, 128))
    agrees(again.subs(numbers), ball(node, point, 128))


def test_known_numbers():
    graph, there, here = world()
    a = WORDS["a"]
    node = graph.symbol("a")
    known = {
        sympy.E: graph.exp(1),
        sympy.sqrt(12): 2 * graph.sqrt(3),
        sympy.pi**2: graph.pi**2,
        a ** Rational(3, 2): node ** Fraction(3, 2),
        2**a: graph.exp(node * graph.log(2)),
        sympy.log(a, 10): graph.log(node) / graph.log(10),
        a**2.0: node**2,
    }
    assert from_sympy(known, graph, here) == list(known.values())
    assert to_sympy(list(known.values())[:4], there) == list(known)[:4]
    assert to_sympy([graph.sin(graph.pi / 5)], there)[0].func is sympy.sin  # as it stands


# depth, sharing, imports, ground types ----------------------------------------------------------
DEEP = {
    "sine": lambda g, e, a: g.sin(e),
    "horner": lambda g, e, a: e * a + 1,
    "fraction": lambda g, e, a: a + 1 / (e + a),
    "absolute": lambda g, e, a: g.call("abs", e - a),
    "doubling": lambda g, e, a: g.sin(e - g.cos(e)),  # 2**2000 terms written out
}


@pytest.mark.parametrize("step", DEEP.values(), ids=DEEP)
def test_two_thousand_levels(step):
    graph, there, here = world()
    node = a = graph.symbol("a")
    for _ in range(2000):
        node = step(graph, node, a)
    written = to_sympy([node, node], there)
    assert written[0] is written[1]
    assert from_sympy(written, graph, here) == [node, node]
    assert len(leaves(written)) < 20


def test_deep_input_of_a_user():
    deep = x
    for _ in range(2000):
        deep = sympy.cos(deep + y, evaluate=False)
    case = System([x, y], deep)
    assert case.system.lagrangian.symbols() == case.system.chart.q


def run(code: str, **environment) -> str:
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=False,
        env=os.environ | environment,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_sympy_is_not_imported_before_it_is_needed():
    code = """
import sys
from nonholo.readers.sympy_models import System
System("x y", "xdot*y")
print("sympy" in sys.modules)
"""
    assert run(code) == "False"


@pytest.mark.parametrize("ground", ["python", "flint"])
def test_every_ground_type_of_sympy(ground):
    code = f"""
from sympy import Rational, sqrt, symbols, Symbol
from sympy.external.gmpy import GROUND_TYPES
from sympy.physics.mechanics import dynamicsymbols
from nonholo import System, in_sympy
assert GROUND_TYPES == {ground!r}
x, k = dynamicsymbols("x"), Symbol("k")
L = Rational(2, 3) * x.diff()**2 - 0.1 * k * x**2 / sqrt(2) + x**Rational(5, 2) / 10**30
case = System([x], L, parameters={{k: 0.7}}, initial={{x: Rational(1, 3)}})
assert (in_sympy(case, case.system.lagrangian) - L.subs(0.1, Rational(1, 10))).expand() == 0
print(*case.system.values.values(), case.initial["x"])
"""
    assert run(code, SYMPY_GROUND_TYPES=ground) == "7/10 1/3"


def test_the_examples_run():
    for module in (sympy_door, sympy_models, back_to_sympy, numbers, sympy_names):
        assert doctest.testmod(module).failed == 0


def test_numbers_are_given_by_the_objects_of_a_model():
    x, y, a = dynamicsymbols("x y a")
    m = sympy.Symbol("m", positive=True)
    kinetic = m * (x.diff() ** 2 + y.diff() ** 2 + a.diff() ** 2) / 2
    skate = System([x, y, a], kinetic, [x.diff() * sympy.sin(a) - y.diff() * sympy.cos(a)])
    by_name = {"xdot": 1, "adot": 1}
    runs = [
        nh.simulate(skate, 1, initial=initial, parameters=parameters, points=3)
        for initial, parameters in (
            ({x.diff(): 1, a.diff(): 1}, {m: 2}),
            (by_name, {"m": 2}),
            ({"x'": 1, "a'": 1}, {"m": 2}),
        )
    ]
    assert all(np.array_equal(run.q["x"], runs[0].q["x"]) for run in runs)
    with pytest.raises(BadCase, match="twice"):
        nh.simulate(skate, 1, initial={x.diff(): 1, "xdot": 2}, parameters={m: 2})


def test_a_model_has_a_certificate_and_its_lesson_shows_itself():
    x, y, z = dynamicsymbols("x y z")
    model = sympy.physics.mechanics.LagrangesMethod(
        x.diff() ** 2 + y.diff() ** 2 + z.diff() ** 2,
        [x, y, z],
        nonhol_coneqs=[z.diff() - y * x.diff()],
    )
    assert nh.verify(nh.certificate(model)).status == "accepted"
    assert "## 1. The constraints" in nh.explain(model)._repr_markdown_()


def test_coordinates_velocities_and_functions_are_named_by_objects_of_sympy():
    """What a user calls x(t), x(t).diff(t) and f(y) is taken wherever a name is."""
    f = Function("f")
    blade = System(
        [x, y, theta],
        m * (x.diff() ** 2 + y.diff() ** 2) / 2 + theta.diff() ** 2 / 2,
        [x.diff() * sympy.sin(theta) - y.diff() * sympy.cos(theta)],
    )
    assert nh.check(blade, at={theta: sympy.pi / 2}).at_point.vector == (2, 3)
    assert (
        nh.linearise(blade, {x.diff(): 2}).linear.velocities
        == nh.linearise(blade, {"xdot": 2}).linear.velocities
    )
    assert nh.restricted(blade, [x, y]).restricted is False
    assert nh.compare(blade, dependent=[y]).distribution.dependent
    assert nh.steer(blade, {x: 0, y: 0, theta: 0}, {x: 1}).possible
    assert nh.equilibrium(blade, at={x: 0}).found
    with pytest.raises(BadCase, match="a name is given twice"):
        nh.check(blade, at={x: 0, "x": 1})
    slope = System(
        [x, y, phi], x.diff() ** 2 + y.diff() ** 2 + phi.diff() ** 2, [x.diff() - f(y) * phi.diff()]
    )
    ends = [
        nh.simulate(slope, 1, functions=given, initial={y: 1, phi.diff(): 1}).q["x"][-1]
        for given in ({"f": "sin(y)"}, {f: sympy.sin(y)}, {f(y): sympy.sin(y)})
    ]
    assert ends[0] == ends[1] == ends[2] != 0
    push = dynamicsymbols("push")
    cart = System([x], x.diff() ** 2 / 2, forces={x: push}, inputs=[push])
    assert nh.simulate(cart, 1, inputs={push: 2 * t}).q["x"][-1] == pytest.approx(1 / 3)
    bounded = {x: {}, theta: {"between": (0, sympy.pi)}, y: {}}
    signed = System(bounded, constraints=[y.diff() - abs(sympy.sin(theta)) * x.diff()])
    assert nh.check(signed).verdict == "nonholonomic"
    u = dynamicsymbols("u")
    own = System([x, y], m * u**2 / 2 + y.diff() ** 2, velocities={u: x.diff() + y.diff()})
    assert nh.sympy_equations(own, "hamel").unknowns[0] == u.diff()
