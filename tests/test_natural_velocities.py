"""Natural velocities (parts of the Lagrangian, such as the rates of a body), shared code, and how
much of it there is.

The laws: natural velocities give the accelerations that Maggi's equations give, at random exact
points; what is integrated solves M q'' - A^T lambda = F, A q'' = -c at states in special position
too; shared code has the values of the code it is made from, wherever that has any.
"""

from __future__ import annotations

import json
import sys
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from test_regular_velocities import ANGLE, counted, told

import nonholo as nh
from nonholo.dynamics.equations import motion
from nonholo.dynamics.natural import natural_exchanges, natural_velocities
from nonholo.errors import NonholoError
from nonholo.expression.graph import Graph
from nonholo.findings.regular_form import difference, regular_form
from nonholo.formulations import FORMULATIONS
from nonholo.geometry.constraints.pfaffian import independent_rows
from nonholo.geometry.distribution.distribution import distribution
from nonholo.geometry.distribution.regular import regular_velocities
from nonholo.numerics.accelerations import ways
from nonholo.numerics.by_speeds import BY_SPEEDS, by_speeds
from nonholo.numerics.compile import compiled
from nonholo.numerics.model import defect, inputs, model
from nonholo.numerics.shared import WAYS, shared
from nonholo.readers.own import own_copy

ROOT = Path(__file__).parents[1]
CASES = ROOT / "cases"
ALL = sorted(str(path.relative_to(CASES)) for path in CASES.glob("**/*.toml"))
NATURAL = [
    "ball_on_turntable.toml",
    "chaplygin_sphere.toml",
    "homogeneous_ball.toml",
    "large/suslov_body.toml",
    "large/suslov_in_body_rates.toml",
    "rolling_disk.toml",
]
sys.path.insert(0, str(ROOT / "benchmarks"))
from derivation import assembled, read_texts  # noqa: E402
from derivation_by_hand import LINES, accelerations, size  # noqa: E402
from models import MODELS  # noqa: E402

from tests.draws import draws  # noqa: E402

sys.path.pop(0)


@cache
def law_of(name):
    """The model of a benchmark's tables, all parameters about 1."""
    tables = MODELS[name]()
    case = nh.System(
        list(tables.coordinates),
        bodies=list(tables.bodies),
        rolling=list(tables.rolling),
        gravity=list(tables.gravity),
        constraints=list(tables.constraints),
    )
    chart = case.system.chart
    known = {*chart.q, *chart.v, *chart.a, chart.t}
    names = [s.args for s in chart.graph.unmask(-1) if s not in known]
    return model(case.system, {n: 1 + 0.13 * i for i, n in enumerate(names)})


def state(law, q, v):
    """A state with velocities on the constraints."""
    return np.array(law.settled(0.3, [*q, *v, *[0.0] * (law.size - 2 * law.n)]))


# size -------------------------------------------------------------------------------------------
@pytest.mark.parametrize("name", LINES)
def test_what_is_integrated_is_at_most_a_fifth_longer_than_what_a_person_writes(name):
    assert counted(law_of(name)) <= 1.2 * size(name)


@pytest.mark.parametrize("name", LINES)
def test_what_a_person_writes_is_right(name):
    law = law_of(name)
    y = state(law, np.linspace(0.3, 1.4, law.n), np.linspace(-0.7, 0.9, law.n))
    chart, n = law.terms.chart, law.n
    values = {s.args: x for s, x in law.values.items()}
    values |= dict(zip([*chart.names, *(v.args for v in chart.v)], y))
    by_hand = accelerations(name, values)
    wanted = [by_hand[f"{q}2"] for q in chart.names]
    assert law.rates(0.3, y)[n : 2 * n] == pytest.approx(wanted, abs=1e-12)


def test_the_bicycle_is_no_longer_than_kanes_matrices_after_cse():
    """2,812 for the model of test_sympy_bicycle in its own speeds, not yet solved."""
    assert (
        counted(model(own_copy(nh.read_case(CASES / "large/whipple_bicycle.toml")).system)) < 2812
    )


@pytest.mark.parametrize(
    ("case", "most"),
    [
        ("ball_on_turntable", 41),
        ("rolling_disk", 43),
        ("routh_sphere", 69),
        ("two_wheels_on_axle", 7),
        ("large/rattleback", 870),
        ("large/veselova", 70),
    ],
)
def test_cases_stay_short(case, most):
    assert counted(model(own_copy(nh.read_case(CASES / f"{case}.toml")).system)) <= most


# the same motion --------------------------------------------------------------------------------
def forms(case):
    """The regular form and what it differs by from Maggi's accelerations."""
    own = own_copy(case)
    rows, _, _ = independent_rows(own.system.pfaffian)
    d = distribution(rows, own.dependent, own.nominal)
    wanted = motion(FORMULATIONS["maggi"](own.system, d)).accelerations
    form = regular_form(own.system, d.pfaffian, d.dependent)
    return form, difference(form, d, wanted)


@pytest.mark.parametrize("name", NATURAL)
def test_natural_velocities_give_the_accelerations_of_maggi(name):
    """At the random points modulo primes at which every node has its value."""
    form, missing = forms(nh.read_case(CASES / name))
    assert form.definitions
    assert all(e.is_zero for e in missing)


def placed(system, values, q, t=0.3):
    """Near q, on the holonomic constraints: by Newton's method, the shortest steps."""
    f = list(system.holonomic)
    nodes = [e.subs(values) for e in (*f, *(e.diff(x) for e in f for x in system.chart.q))]
    at = compiled(nodes, [*system.chart.q, system.chart.t])([])
    for _ in range(60 if f else 0):
        told = np.array(at([*q, t]))
        q = q - np.linalg.pinv(told[len(f) :].reshape(len(f), -1)) @ told[: len(f)]
    return q


@pytest.mark.parametrize("name", ALL)
def test_what_is_integrated_solves_the_equations_of_every_case(name):
    system = own_copy(nh.read_case(CASES / name)).system
    try:
        law = model(system)
    except NonholoError:
        pytest.skip("no motion of its own")
    rng = np.random.default_rng(5)
    worst = []
    for _ in range(4):
        q = placed(system, dict(system.values), rng.uniform(0.2, 1.2, law.n))
        y = np.concatenate([q, rng.normal(size=law.n)])
        y = np.concatenate([y, np.zeros(law.size - 2 * law.n)])
        y[law.n : 2 * law.n] = law.settled(0.3, y.tolist())[law.n : 2 * law.n]
        worst.append(defect(law, 0.3, y))
    assert min(worst) < 1e-12
    assert sum(w < 1e-9 for w in worst) >= 3 or law.way != BY_SPEEDS


@pytest.mark.parametrize(
    ("coordinates", "L", "row"),
    [
        ("u z", "(u' + z')^2/2 + (u*u' + z^2 + z')^2/2", "z' = -z^2"),
        ("x y a", "((x' - y)^2 + (y' + x)^2 + a'^2)/2", "cos(a)*y' = sin(a)*x' + x"),
        ("x y a", "((x' + 1)^2 + (y' + 2)^2 + a'^2)/2", "sin(a)*(x' + 1) = cos(a)*(y' + 2)"),
        ("x y a", "((x' + y)^2 + (y' + t*x)^2 + a'^2)/2", "sin(a)*(x' + y) = cos(a)*(y' + t*x)"),
        ("a b c", "(a'*b + 1)^2 + (b' + a*c')^2 + (c' - sin(a)*b' + t)^2", "a' = b*c' + 1"),
    ],
)
def test_by_regular_velocities_the_energy_has_the_power_of_its_multipliers(coordinates, L, row):
    """dH/dt = -dL/dt + sum_i Q_i q_i' - sum_l lambda_l a_l0, where parts of the Lagrangian and
    the constraint both hold terms without velocities."""
    law = model(nh.System(coordinates, L, [row]).system)
    y = state(law, np.linspace(0.3, 1.4, law.n), np.linspace(-0.7, 0.9, law.n))
    parts, symbols = law.terms, inputs(law.terms, works=True)
    solved = next(ways(parts))
    wanted = compiled([parts.power(solved.stepped[1])], symbols, steps=solved.steps)([])([*y, 0.3])
    for slope, steps in by_speeds(parts, works=True).ways:
        power = compiled(slope[-1:], symbols, steps=steps)([])([*y, 0.3])
        assert power == pytest.approx(wanted, abs=1e-12)


AXES = st.permutations("xyz")
INERTIA = st.lists(st.sampled_from(["1", "2", "7/3", "k"]), min_size=3, max_size=3)


def rolling_body(axes, inertia, rolls, offset):
    """A body turned about three axes that rolls on a plane or has a fixed point."""
    body = {
        "name": "body",
        "origin": ["x", "y", "1"] if rolls else ["0", "0", "0"],
        "rotation": [f"{a} {n}" for a, n in zip(axes, "abc")],
        "mass": "m",
        "inertia": inertia,
        "centre": ["0", "0", offset],
    }
    return nh.System(
        [*(["x", "y"] if rolls else []), "a", "b", "c"],
        bodies=[body],
        rolling=[{"body": "body", "at": ["x", "y", "0"]}] if rolls else [],
        gravity=["0", "0", "-1"],
        parameters={"m": 2, "k": 3},
    )


def vehicle(a, b, ahead, sign):
    """Two bodies hinged at (x, y) whose axles, at a distance, do not slip: their turning follows
    from the motion of the hinge.
    """
    second = f"(theta {sign} psi)"
    return nh.System(
        "x y theta psi",
        f"((x' - {ahead}*sin(theta)*theta')^2 + (y' + {ahead}*cos(theta)*theta')^2)*m/2"
        f" + theta'^2/3 + (theta' {sign} psi')^2/5 - x",
        [
            f"cos(theta)*y' - sin(theta)*x' = {a}*theta'",
            f"cos{second}*y' - sin{second}*x' = {b}*(theta' {sign} psi') + cos(psi)*theta'",
        ],
        parameters={"m": 2},
    )


VEHICLES = st.tuples(
    st.integers(1, 3), st.integers(-3, -1), st.sampled_from([0, "1/2"]), st.sampled_from("+-")
)


@settings(max_examples=draws(10))
@given(VEHICLES)
def test_velocities_turned_as_a_vehicle_give_the_accelerations_of_maggi(given):
    """Nothing but the weight depends on where it heads."""
    form, missing = forms(vehicle(*given))
    assert len(form.definitions) == 2 and all(e.is_zero for e in missing)
    (theta,) = (q for q, name in zip(form.chart.q, form.chart.names) if name == "theta")
    for rate in form.rates:  # c + a cos(theta) + b sin(theta): the weight alone turns
        turn = rate.diff(theta)
        assert (turn.diff(theta).diff(theta) + turn).is_zero


BODIES = st.tuples(AXES, INERTIA, st.booleans(), st.sampled_from(["0", "1/3"]))


@settings(max_examples=draws(15))
@given(st.one_of(BODIES, VEHICLES))
def test_an_exchange_keeps_a_basis_of_the_admissible_velocities(given):
    """A N = 0 and S N = 1 by values modulo a prime, and no parameter below a line."""
    system = vehicle(*given).system if isinstance(given[0], int) else rolling_body(*given).system
    for exchange, _ in natural_exchanges(system, regular_velocities(system.pfaffian)):
        own = natural_velocities(system, regular_velocities(system.pfaffian), exchange)
        p = own.chart.graph.modulus.p

        def dot(row, column, p=p):
            return sum(e.value[0] * column[i].value[0] for i, e in row.items() if i in column) % p

        assert [[dot(S, N) for N in own.columns] for S in own.forms] == np.eye(own.m).tolist()
        rows = own.chart.graph.copy([e for row in system.pfaffian.matrix for e in row])
        for l in range(system.pfaffian.k):
            row = dict(enumerate(rows[l * system.chart.n : (l + 1) * system.chart.n]))
            assert all(dot(row, N) == 0 for N in own.columns)


@settings(max_examples=draws(15))
@given(BODIES, ANGLE, ANGLE, ANGLE)
def test_bodies_in_special_position(given, a, b, c):
    """Wherever the inertia is positive on the admissible velocities."""
    case = rolling_body(*given)
    law = model(own_copy(case).system)
    y = state(law, [*[0.2, -0.1][: law.n - 3], a, b, c], np.linspace(-0.7, 0.9, law.n))
    parts, n = law.terms, law.n
    flat = [e for row in parts.mass for e in row] + [e for row in parts.rows for e in row]
    numbers = law.measure(flat, np.array([0.3]), y[None, :])[:, 0]
    M, A = numbers[: n * n].reshape(n, n), numbers[n * n :].reshape(-1, n)
    free = np.linalg.svd(A)[2][len(A) :].T if len(A) else np.eye(n)
    if np.linalg.eigvalsh(free.T @ M @ free).min() > 1e-6:
        assert defect(law, 0.3, y) < 1e-9


# shared code ------------------------------------------------------------------------------------
TERM = st.lists(st.sampled_from("abxyz"), min_size=1, max_size=4)
SUM = st.lists(st.tuples(st.sampled_from([-2, -1, 1, 3]), TERM), min_size=1, max_size=4)


@settings(max_examples=draws(60))
@given(
    st.lists(
        st.tuples(SUM, st.sampled_from(["", "x", "y z", "sum", "sin"])), min_size=2, max_size=4
    ),
    st.lists(st.sampled_from([0.0, 0.5, -1.5]), min_size=3, max_size=3),
)
def test_shared_code_has_the_values_of_the_code_it_is_made_from(sums, at):
    """Also where what is multiplied is 0, by which nothing may be divided."""
    g = Graph(merge=False)
    s = {n: g.symbol(n) for n in "abxyz"}
    roots = []
    for terms, below in sums:
        e = g.add(*(c * g.multiply(*(s[n] for n in names)) for c, names in terms))
        if below == "sum":
            e = e / (1 + s["x"] ** 2 + e**2)
        elif below == "sin":
            e = g.sin(e) ** 2 * s["a"] + g.cos(e) ** 2 * s["b"] + e
        else:
            for name in below.split():
                e = e / (2 + s[name])
        roots.append(e)
    steps = [(g.symbol("step"), roots[0])]
    roots.append(g.symbol("step") * s["x"])
    moving = [s[n] for n in "xyz"]
    wanted = compiled(roots, moving, [s["a"], s["b"]], steps=steps)([2.0, 2.0])(at)
    for way in WAYS:
        own, more = shared(roots, steps, moving, moving, [way])
        found = compiled(own, moving, [s["a"], s["b"]], steps=more)([2.0, 2.0])(at)
        assert found == pytest.approx(wanted, abs=1e-9)


def test_a_sum_that_holds_a_sum_and_its_terms():
    """x y - z + 2 (z - x y), where the first two are what the last is made of."""
    g = Graph(merge=False)
    x, y, z = (g.symbol(n) for n in "xyz")
    step = g.symbol("step")
    for c in (-2, -1, 1, 2):
        roots, steps = [g.add(x * y, -z, c * step), step**2], [(step, g.add(z, -x * y))]
        for way in WAYS:
            own, more = shared(roots, steps, [x, y, z], [x, y, z], [way])
            found = compiled(own, [x, y, z], steps=more)([])([2.0, 3.0, 5.0])
            assert found == pytest.approx((1 - c, 1))


def test_exponentials_are_left_alone():
    g = Graph()
    x = g.symbol("x")
    root = (g.exp(x) - g.exp(-x)) / (g.exp(x) + g.exp(-x))
    assert shared([root], [], [x], [x]) == ([root], [])


# what people see --------------------------------------------------------------------------------
def test_suslovs_body_turns_as_he_wrote(capsys):
    case = CASES / "large/suslov_body.toml"
    _, out, _ = told(capsys, "equations", case, "--form", "regular")
    assert "wherever the coordinates determine the motion (not where sin(theta) = 0)" in out
    assert "u1'     = I23*u1*u2/I2" in out
    assert "u2'     = -I23*u1**2/I1" in out
    _, out, _ = told(capsys, "equations", case, "--form", "regular", "--json")
    assert json.loads(out)["not_where"] == ["sin(theta)"]


def test_a_ball_on_a_turntable_has_linear_equations():
    form = nh.regular_equations(CASES / "ball_on_turntable.toml")
    assert str(form.rates[0]) == "0"
    assert form.size <= 70


def test_regular_velocities_fail_nowhere():
    assert nh.regular_equations(CASES / "sled_with_arm.toml").fails == ()


def test_the_benchmark_of_derivations_reads_its_models():
    """Its worker reads texts as the door for bodies does, table by table."""
    scope, rows = read_texts(MODELS["coin"]())
    system, _ = assembled(MODELS["coin"](), scope, rows)
    assert len(system.chart.q) > system.pfaffian.k > 0
