"""Velocities that are regular wherever the constraints are independent, and the motion in them.

The law: A N = 0, S N = 1 and rank N = m at every state where A has full rank, angles 0 and pi/2
among them; and q' and u' give there what M q'' - A^T lambda = F, A q'' = -c gives in numbers.
"""

from __future__ import annotations

import json
import sys
from itertools import pairwise, product
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import nonholo as nh
from nonholo.algebra.addition import turned
from nonholo.arithmetic.numbers import Rational
from nonholo.cli import main
from nonholo.dynamics.speeds import WAYS, speeds
from nonholo.errors import NotApplicable
from nonholo.expression.graph import Graph
from nonholo.findings.regular_form import has_poles
from nonholo.geometry.constraints.pfaffian import independent_rows
from nonholo.geometry.distribution.distribution import distribution
from nonholo.geometry.distribution.regular import regular_velocities
from nonholo.numerics.compile import compiled, constant
from nonholo.numerics.lines import COUNTING, lines
from nonholo.numerics.model import model
from nonholo.numerics.terms import terms
from nonholo.readers.case_file import parse_case
from nonholo.readers.own import own_copy
from tests.draws import draws

CASES = Path(__file__).parents[1] / "cases"
SLED = CASES / "sled_with_arm.toml"
QUARTER = np.pi / 2
ANGLE = st.sampled_from([0.0, QUARTER, np.pi, -QUARTER, 0.7, -2.1])


def evaluate(case, roots, q, v=None, more=()):
    """Numbers of expressions in any graph with the names of the case."""
    if not roots:
        return np.zeros(0)
    chart = case.system.chart
    names, graph = [s.args for s in case.system.values], roots[0].graph
    inputs = [*chart.names, *(s.args for s in chart.v), "t", *(n for n, _ in more)]
    make = compiled(
        list(roots), [graph.symbol(n) for n in inputs], [graph.symbol(n) for n in names]
    )
    values = [constant(x) for x in case.system.values.values()]
    state = [*q, *(np.zeros(chart.n) if v is None else v), 0.3, *(x for _, x in more)]
    return np.array(make(values)(state))


def matrices(case, q):
    """A, N and S in numbers, and what is 0 if the drift is admissible."""
    own = own_copy(case)
    rows, _, _ = independent_rows(own.system.pfaffian)
    found, n = regular_velocities(rows), own.system.chart.n
    assert found is not None
    zero = found.chart.graph.zero
    A = evaluate(own, [e for row in rows.matrix for e in row], q).reshape(rows.k, n)
    N, S = (
        evaluate(own, [v.get(i, zero) for v in vectors for i in range(n)], q).reshape(-1, n)
        for vectors in (found.columns, found.forms)
    )
    b = evaluate(own, [found.drift.get(i, zero) for i in range(n)], q)
    return A, N.T, S, A @ b + evaluate(own, list(rows.affine), q)


def regular_at(case, q):
    """The law of the basis; nothing is asked where A loses rank."""
    own = own_copy(case)
    rows, _, _ = independent_rows(own.system.pfaffian)
    A = evaluate(own, [e for row in rows.matrix for e in row], q).reshape(rows.k, -1)
    if np.linalg.svd(A, compute_uv=False).min() < 1e-3:
        return
    A, N, S, rest = matrices(case, q)
    assert np.abs(A @ N).max() < 1e-12
    assert pytest.approx(np.eye(N.shape[1]), abs=1e-9) == S @ N
    assert np.linalg.svd(N, compute_uv=False).min() > 1e-6
    assert np.abs(rest).max() < 1e-9


def agrees_at(case, q, v, form=None):
    """q', u' and q'' of the form, that of the case if None, against a solution in numbers."""
    own = own_copy(case)
    parts, n = terms(own.system), own.system.chart.n
    form = form or nh.regular_equations(case)
    flat = [
        *(e for row in parts.mass for e in row),
        *parts.force,
        *(e for row in parts.rows for e in row),
        *parts.drift,
    ]

    def at(v):
        M, F, A, c = np.split(evaluate(own, flat, q, v), np.cumsum([n * n, n, n * parts.k]))
        return M.reshape(n, n), F, A.reshape(parts.k, n), c

    A = at(v)[2]
    if np.linalg.svd(A, compute_uv=False).min(initial=1) < 1e-3:
        return
    v = v - np.linalg.pinv(A) @ (A @ v + evaluate(own, parts.affine, q, v))
    M, F, A, c = at(v)
    whole = np.block([[M, -A.T], [A, np.zeros((parts.k, parts.k))]])
    wanted = np.linalg.solve(whole, np.concatenate([F, -c]))[:n]
    u = [(s.args, evaluate(own, [e], q, v)[0]) for s, e in form.definitions]
    for symbol, e in form.steps:
        u.append((symbol.args, evaluate(own, [e], q, v, u)[0]))
    assert evaluate(own, form.velocities, q, v, u) == pytest.approx(v, abs=1e-9)
    assert evaluate(own, form.accelerations, q, v, u) == pytest.approx(wanted, abs=1e-7)
    law = model(own.system)
    y = [*q, *v, *[0.0] * (law.size - 2 * n)]
    assert law.rates(0.3, np.array(y))[n : 2 * n] == pytest.approx(wanted, abs=1e-7)


# what is known ----------------------------------------------------------------------------------
def named(case, vectors):
    names = case.system.chart.names
    return [{names[i]: str(e) for i, e in vector.items()} for vector in vectors]


def velocities(case):
    rows, _, _ = independent_rows(case.system.pfaffian)
    return regular_velocities(rows)


def test_a_skate_goes_along_its_blade_and_turns():
    case = nh.constraints("sin(a) dx = cos(a) dy", also=["a"])
    found = velocities(case)
    assert named(case, found.columns) == [{"x": "cos(a)", "y": "sin(a)"}, {"a": "1"}]
    assert named(case, found.forms) == named(case, found.columns)


def test_the_snakeboard_has_the_columns_of_its_literature():
    case = nh.read_case(CASES / "snakeboard.toml")  # BlochKrishnaprasadMarsdenMurray1996
    column, *others = named(case, velocities(case).columns)
    assert column == {
        "x": "l*cos(phi)*cos(theta)",
        "y": "l*cos(phi)*sin(theta)",
        "theta": "sin(phi)",
    }
    assert others == [{"psi": "1"}, {"phi": "1"}]


def test_trailers_go_where_the_one_before_pulls_them():
    case = nh.read_case(CASES / "four_trailers.toml")  # MurraySastry1993
    q = np.array([0.2, -0.3, 0.1, 0.5, -0.4, 0.9, 1.3])
    _, N, _, _ = matrices(case, q)
    theta, speed = q[2:], 1.0
    wanted = [np.cos(theta[0]), np.sin(theta[0]), 0.0]
    for before, own in pairwise(theta):
        wanted.append(speed * np.sin(before - own))
        speed *= np.cos(before - own)
    moving = next(column for column in N.T if abs(column[0]) > 0)
    assert moving == pytest.approx(np.array(wanted) * moving[0] / wanted[0])


def test_rods_that_hang_on_each_other_turn_about_their_ends():
    """In Cartesian coordinates, where rods stand upright too; only rods without length are out."""
    pairs = [("x", "y"), ("(u-x)", "(v-y)"), ("(p-u)", "(q-v)")]
    lengths = [f"{a}**2 + {b}**2 - 1" for a, b in pairs]
    L = "(x'**2 + y'**2 + u'**2 + v'**2 + p'**2 + q'**2)/2 - 9*(y + v + q)"
    case = nh.System("x y u v p q", L, [], lengths)
    columns = named(case, velocities(case).columns)
    assert columns[0] == {"x": "y", "y": "-x", "u": "y", "v": "-x", "p": "y", "q": "-x"}
    form = nh.regular_equations(case)
    assert form.fails == form.singular == ()
    for turns in ([0.0, 0.0, 0.0], [0.3, QUARTER, 0.0], [1.0, 2.0, -3.0]):
        ends = np.cumsum([[np.sin(a), -np.cos(a)] for a in turns], axis=0).ravel()
        regular_at(case, ends)
        agrees_at(case, ends, np.linspace(-1.0, 1.5, 6), form)


def test_where_the_tangents_of_a_sphere_are_asked_for_there_are_none():
    case = nh.System("x y z", "(x'**2 + y'**2 + z'**2)/2", ["x dx + y dy + z dz = 0"])
    assert velocities(case) is None
    with pytest.raises(NotApplicable, match="no velocities were found"):
        nh.regular_equations(case)
    assert nh.compare(case).regular is None


def test_a_common_factor_is_no_pole():
    case = nh.constraints("x*y dx = x*(y^2 + 1) dy")
    assert named(case, velocities(case).columns) == [{"x": "y**2 + 1", "y": "y"}]


def test_the_sled_with_an_arm_by_hand():
    form = nh.regular_equations(SLED)
    assert str(form.definitions[0][1]) == "xdot*cos(theta) + ydot*sin(theta)"
    case = nh.read_case(SLED)
    q, v = [0.3, 0.2, 0.4, -0.7], [0.0, 0.0, 0.5, 0.8]
    m, _, mu, l = (constant(x) for x in case.system.values.values())
    u, c, s = 1.3, np.cos(1.1), np.sin(1.1)
    rate = mu * c * (l * 0.8**2 + u * 0.5 * s) / (m + mu * c * c)
    wanted = [rate, 0.0, -(rate * s + u * 0.5 * c) / l]
    found = evaluate(case, form.rates, q, v, [("u1", u)])
    assert found == pytest.approx(wanted, abs=1e-12)


# laws -------------------------------------------------------------------------------------------
ROW = st.sampled_from(
    [
        "x'*sin(a) - y'*cos(a)",
        "x'*sin(a) - y'*cos(a) + l*b'",
        "y'*cos(b) - x'*sin(b) - 2*a'",
        "x' - l*a'*cos(b)",
        "x'*cos(a) + y'*sin(a) - b'",
        "l*a'*sin(b) - x'*cos(b)",
        "x'*sin(a+b) - y'*cos(a+b) - l*cos(b)*a'",
        "x'*sin(a) - y'*cos(a) - l*cos(t)",
    ]
)
ROD = st.sampled_from(
    [
        "(x' - l*a'*sin(a))^2 + (y' + l*a'*cos(a))^2",
        "(x' + l*(a'+b')*cos(a+b))^2 + (y' + l*(a'+b')*sin(a+b))^2",
        "(a' + b'*cos(a))^2 + sin(a)^2*b'^2",
        "(x'*cos(a) + y'*sin(a))^2",
    ]
)


def random_case(rods, rows):
    lagrangian = "(3*x'^2 + 3*y'^2 + 2*a'^2 + b'^2)/2 - cos(a)" + "".join(
        f" + m*({rod})/2" for rod in rods
    )
    return nh.System(
        "x, y, a, b",
        lagrangian,
        constraints=rows,
        parameters={"m": 2, "l": "1/3"},
        forces={"b": "cos(t)"},
    )


@settings(max_examples=draws(8))
@given(st.lists(ROD, min_size=1, max_size=2), ROW, ANGLE, ANGLE)
def test_one_constraint_leaves_no_pole(rods, row, a, b):
    case, q = random_case(rods, [row]), [0.1, -0.2, a, b]
    if velocities(case) is not None:
        regular_at(case, q)
        agrees_at(case, q, np.array([0.5, -0.3, 0.7, 0.2]))


@settings(max_examples=draws(8))
@given(st.lists(ROW, min_size=2, max_size=2, unique=True), ANGLE, ANGLE)
def test_two_constraints_leave_no_pole(rows, a, b):
    case, q = random_case([], rows), [0.1, -0.2, a, b]
    if velocities(case) is not None:
        regular_at(case, q)
        agrees_at(case, q, np.array([0.5, -0.3, 0.7, 0.2]))


def trailers(n, mass="m"):
    """The benchmark's chain of bodies with trailers of length 1."""
    sys.path.insert(0, str(Path(__file__).parents[1] / "benchmarks"))
    try:
        from models import trailers as tables
    finally:
        sys.path.pop(0)
    found = tables(n)
    return nh.System(
        list(found.coordinates),
        bodies=[{**body, "mass": mass} for body in found.bodies],
        gravity=found.gravity,
        constraints=list(found.constraints),
        parameters={mass: 2, "J": "1/3"},
    )


def linkage(lengths, blade):
    """Closed loops of three bars and the floor, each on the last bar of the one before; on a cart
    with a blade, or not.
    """
    rows = ["x'*sin(p) - y'*cos(p)"] if blade else []
    for i, bars in enumerate(lengths):
        moving = [(f"p{2 * i + k}", bar) for k, bar in enumerate(bars)]
        rows += ["+".join(f"({bar})*{f}({p})*{p}'" for p, bar in moving) for f in ("sin", "cos")]
    names = ["x", "y", "p", *(f"p{i}" for i in range(2 * len(lengths) + 1))]
    lagrangian = "+".join(f"{n}'^2" for n in names) + "+ p0'*p'*cos(p - p1) - 3*cos(p0)"
    return nh.System(" ".join(names), lagrangian, rows, parameters={"l": "3/2"})


BAR = st.sampled_from(["1", "2", "-1", "l", "-3/2"])


@settings(max_examples=draws(8))
@given(
    st.lists(st.tuples(BAR, BAR, BAR), min_size=1, max_size=2),
    st.booleans(),
    st.lists(ANGLE, min_size=6, max_size=6),
)
def test_closed_loops_have_no_pole(lengths, blade, angles):
    case = linkage(lengths, blade)
    q = np.array([0.3, -0.1, *angles[: case.system.chart.n - 2]])
    regular_at(case, q)
    agrees_at(case, q, np.linspace(-0.4, 0.9, len(q)))


def test_a_loop_of_four_bars_moves_by_its_minors():
    """Each bar turns as the sine of the angle between the two others."""
    (column,) = named(case := linkage([("1", "2", "-3/2")], True), velocities(case).columns[-1:])
    assert column == {"p0": "3*sin(p1 - p2)", "p1": "-3*sin(p0 - p2)/2", "p2": "-2*sin(p0 - p1)"}


@settings(max_examples=draws(8))
@given(st.integers(1, 4), st.lists(ANGLE, min_size=5, max_size=5))
def test_trailers_have_no_pole(n, angles):
    case = trailers(n)
    q = np.array([0.3, -0.1, *angles[: n + 1]])
    regular_at(case, q)
    agrees_at(case, q, np.linspace(-0.4, 0.9, len(q)))


@settings(max_examples=draws(40))
@given(
    st.lists(
        st.tuples(
            st.integers(-3, 3),
            st.lists(
                st.tuples(st.sampled_from(["sin", "cos"]), st.integers(-2, 2), st.integers(-2, 2)),
                max_size=3,
            ),
        ),
        min_size=1,
        max_size=4,
    ),
    st.booleans(),
)
def test_turned_sums_have_the_value_of_the_sum(terms, met):
    """Also where the graph met the sum first and knows sin(a + b) as that sum."""
    graph = Graph(merge=met)
    a, b = graph.symbol("a"), graph.symbol("b")
    parts = [
        (graph.multiply(*(graph.call(f, i * a + j * b) for f, i, j in waves)), Rational(c))
        for c, waves in terms
    ]
    if met:
        graph.add(*(e * int(c.p) for e, c in parts))
    value = sum(int(c.p) * e.value[0] for e, c in parts) % graph.modulus.p
    assert turned(graph, parts).value[0] == value


@pytest.mark.parametrize("parts", [3, 4, 5, 6, 12])
@pytest.mark.parametrize("names", [("cos", "cos"), ("sin", "sin"), ("sin", "cos")])
def test_angles_apart_by_part_of_a_turn_are_turned_to_a_root(parts, names):
    """cos(a + pi/4) cos a + sin(a + pi/4) sin a is sqrt(2)/2, and was taken for nothing."""
    graph = Graph(merge=False)
    a, x = graph.symbol("a"), graph.symbol("x")
    b = a + graph.pi / parts
    other = {"sin": "cos", "cos": "sin"}
    terms = [
        graph.multiply(x, *(graph.call(f, u) for f, u in zip(waves, (a, b))))
        for waves in (names, tuple(other[f] for f in names))
    ]
    for sign in (1, -1):
        value = (terms[0].value[0] + sign * terms[1].value[0]) % graph.modulus.p
        both = [(terms[0], Rational(1)), (terms[1], Rational(sign))]
        assert turned(graph, both).value[0] == value


def test_what_rolls_across_a_roller_at_45_degrees_has_no_pole():
    """By a coefficient that is sqrt(2)/2 where the addition theorem is used: refused, as 0/0."""
    case = parse_case(
        """
coordinates = "x y z a"
lagrangian = "(x'^2 + 2*y'^2 + z'^2 + a'^2)/2"
constraints = [
    "x'*cos(a) + y'*sin(a) + z'*(sin(a + pi/4)*cos(a) - cos(a + pi/4)*sin(a)) = 0",
]
"""
    )
    for a in (0.0, QUARTER, 0.7):
        q = np.array([0.3, -0.1, 0.2, a])
        regular_at(case, q)
        agrees_at(case, q, np.array([0.4, 0.3, -0.8, 0.9]))


def test_a_sum_that_was_met_before_its_angle_is_turned_once():
    graph = Graph()
    a, b = graph.symbol("a"), graph.symbol("b")
    terms = [graph.cos(a) * graph.cos(b), graph.sin(a) * graph.sin(b)]
    first = graph.add(*terms)
    assert turned(graph, [(e, Rational(1)) for e in terms]) is first


# size -------------------------------------------------------------------------------------------
def counted(law):
    """Operations of what is integrated, a function as one."""
    names = {s.args: "x" for s in law.slopes[0].graph.unmask(-1)}
    code = lines(law.slopes, law.inputs, names, COUNTING, law.steps)
    text = "".join([*code.inner, *code.results])
    return sum(map(text.count, "*/+-@"))


def test_what_is_integrated_of_trailers_is_about_what_a_person_writes():
    """By hand in (v0, omega0): 296 for ten trailers; and it grows in proportion."""
    five, ten = (counted(model(trailers(n).system)) for n in (5, 10))
    assert ten <= 400
    assert ten <= 2.2 * five


def test_every_way_gives_the_same():
    case = trailers(3)
    rows, _, _ = independent_rows(case.system.pfaffian)
    q = [0.1, 0.2, 0.3, -0.5, 0.8, 1.0]
    found = []
    for way in WAYS:
        own = speeds(case.system, regular_velocities(rows), ["u", "w"], way)
        known = [("u", 0.4)]
        for symbol, e in own.steps:
            known.append((symbol.args, evaluate(case, [e], q, np.arange(6.0), known)[0]))
        flat = [*(e for row in own.mass for e in row), *own.force, *own.bend]
        found.append(evaluate(case, flat, q, np.arange(6.0), known))
    assert found[1] == pytest.approx(found[0])
    assert found[2] == pytest.approx(found[0])


# what people see --------------------------------------------------------------------------------
def told(capsys, *words):
    status = main([str(w) for w in words])
    out = capsys.readouterr()
    return status, out.out, out.err


def test_printed_accelerations_have_no_pole(capsys):
    _, out, _ = told(capsys, "compare", SLED)
    accelerations = out.split("accelerations, by each of them")[1].split("\n\n")[0]
    assert "u1       = xdot*cos(theta) + ydot*sin(theta)" in accelerations
    assert "/cos" not in accelerations
    assert "/(cos" not in accelerations


def test_a_wish_for_dependent_velocities_is_met(capsys):
    _, out, _ = told(capsys, "compare", SLED, "--dependent", "y")
    assert "x''  " in out.split("accelerations, by each of them")[1].split("\n\n")[0]


def test_code_runs_where_the_blade_looks_along_an_axis(capsys):
    _, source, _ = told(capsys, "equations", SLED, "--as", "python")
    space: dict = {}
    exec(source, space)
    assert "u1 = xdot*cos(theta) + ydot*sin(theta)" in source
    for theta in (0.0, QUARTER, np.pi):
        found = space["rates"](0.0, (0, 0, theta, 0.0), (1.0, 0.5, 1.0), (2.0, 0.5, 0.8))
        assert np.all(np.isfinite(found))
        assert found[:4] == pytest.approx((np.cos(theta), np.sin(theta), 0.5, 1.0), abs=1e-12)


def test_code_of_a_named_form_is_as_it_was(capsys):
    _, source, _ = told(capsys, "equations", SLED, "--form", "maggi", "--as", "python")
    assert "def accelerations(t, q, v, p):" in source


def test_code_with_steps_computes_them_first():
    form = nh.regular_equations(trailers(6))
    assert form.steps
    space: dict = {}
    exec(form.source("python"), space)
    q = np.linspace(-1, 1, 9)
    u = [("u1", 0.7), ("th0dot", 0.3)]
    own, v = trailers(6), np.zeros(9)
    v[2] = 0.3
    for symbol, e in form.steps:
        u.append((symbol.args, evaluate(own, [e], q, v, u)[0]))
    wanted = evaluate(own, [*form.velocities, *form.rates], q, v, u[:1] + u[2:])
    found = space["rates"](0.0, q, (0.7, 0.3), (2.0, 1 / 3))
    assert found == pytest.approx(wanted, abs=1e-12)


def test_steps_are_called_as_nothing_else_is():
    form = nh.regular_equations(trailers(5, mass="k2"))
    assert [symbol.args for symbol, _ in form.steps][:2] == ["k_1", "k_1dot"]


def test_the_form_as_data(capsys):
    _, out, _ = told(capsys, "equations", SLED, "--form", "regular", "--json")
    record = json.loads(out)
    assert record["velocities"] == ["u1", "thetadot", "psidot"]
    assert record["definitions"] == {"u1": "xdot*cos(theta) + ydot*sin(theta)"}
    assert set(record["rates"]) == {"x", "y", "theta", "psi", "u1", "thetadot", "psidot"}
    _, out, _ = told(capsys, "compare", SLED, "--json")
    found = json.loads(out)
    assert found["regular"]["agrees"] is True
    assert found["formulations"][0]["accelerations"].keys() == {"x", "y", "theta", "psi"}


def test_options_that_the_form_cannot_use_are_refused(capsys):
    status, _, err = told(capsys, "equations", SLED, "--form", "regular", "--dependent", "y")
    assert status == 2
    assert "looks for its own velocities" in err


def test_a_split_with_a_constant_determinant_has_no_poles():
    case = nh.read_case(CASES / "rolling_coin.toml")
    rows, _, _ = independent_rows(case.system.pfaffian)
    assert not has_poles(distribution(rows, case.dependent, case.nominal))
    assert nh.compare(case).regular is None


# letters ----------------------------------------------------------------------------------------
BODY = """
name = "A body whose rates obey one relation"
coordinates = ["a", "b", "c", "d"]
lagrangian = "(2*w1^2 + 3*w2^2 + 4*w3^2)/2"
holonomic_constraints = ["a^2 + b^2 + c^2 + d^2 = 1"]
constraints = ["{relation} = 0"]
[velocities]
w1 = "2*(a*b' - b*a' + d*c' - c*d')"
w2 = "2*(a*c' - c*a' + b*d' - d*b')"
w3 = "2*(a*d' - d*a' + c*b' - b*c')"
[parameters]
e = 0
f = 0
"""


@given(
    st.permutations(["w1", "w2", "w3"]), st.integers(1, 3), st.sampled_from(["e", "e*f", "-2*e"])
)
@settings(max_examples=draws(6))
def test_nothing_is_divided_by_a_letter_where_a_number_would_do(rates, number, letter):
    """w3 = e w1 is one constraint at e = 0 too, where the form has to hold."""
    relation = f"{number}*{rates[0]} + {letter}*{rates[1]} + f*{rates[2]}"
    case = parse_case(BODY.format(relation=relation))
    form = nh.regular_equations(case)
    assert form.letters == () and form.fails == ()
    assert np.isfinite(
        evaluate(
            case,
            [*form.velocities, *form.rates],
            [1, 0, 0, 0],
            None,
            [(u, 0.3) for u in form.names],
        )
    ).all()


def test_letters_that_were_divided_by_are_told(capsys, tmp_path):
    path = tmp_path / "line.toml"
    path.write_text(
        'coordinates = ["x", "y"]\nlagrangian = "x\'^2 + y\'^2"\n'
        "constraints = [\"a x' + b y' = 0\"]\n[parameters]\na = 1\nb = 1\n"
    )
    assert main(["equations", str(path), "--form", "regular"]) == 0
    assert "wherever the constraints are independent, for a != 0:" in capsys.readouterr().out
    assert main(["equations", str(path), "--form", "regular", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["not_where"] == ["a"]


def test_new_names_do_not_look_like_those_of_the_user():
    """An input u1 and a velocity u_1 are set alike; the velocity gets another letter."""
    form = nh.regular_equations(CASES / "driven_knife_edge.toml")
    inputs = {name.replace("_", "") for name in ("u1", "u2")}
    assert not inputs & {name.replace("_", "") for name in form.names}
    assert form.names[0] == "v1"


MASS = st.sampled_from(["1", "x**2", "y**2", "x**2 + y**2", "m", "m*(1 + x)**2", "0"])


@settings(max_examples=draws(10))
@given(
    st.lists(MASS, min_size=2, max_size=2), st.sampled_from([("y", "x"), ("1", "x"), ("y", "1")])
)
def test_where_the_inertia_is_singular_is_told(masses, row):
    """T of (b, -a), the velocity that a x' + b y' = 0 admits, vanishes at the places that are told
    and at no others.
    """
    (p, r), (a, b) = masses, row
    case = nh.System(
        "x y", f"(({p})*x'**2 + ({r})*y'**2)/2", [f"({a})*x' + ({b})*y' = 0"], parameters=["m"]
    )
    try:
        form = nh.regular_equations(case)
    except NotApplicable:
        return  # no inertia at all
    T = case.scope.expression(f"({p})*({b})**2 + ({r})*({a})**2")
    rank = case.scope.expression(f"({a})**2 + ({b})**2")
    for at in product((-1, 0, 1), repeat=2):

        def zero(e, at=at):
            return e.subs({e.graph.symbol(n): e.graph.lift(i) for n, i in zip("xy", at)}).is_zero

        if not zero(rank):
            assert zero(T) == any(map(zero, form.singular)), (form.singular, at)
