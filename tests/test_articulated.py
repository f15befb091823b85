"""Trees of bodies move body by body as they do in numbers: M q'' = F + A^T lambda, A q'' = -c by
dense linear algebra, and Lagrange's balance; along random trees, with loops closed, with wheels,
with joints that move along curves; in proportion to the number of bodies.
"""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from test_natural_velocities import ANGLE
from test_recursive import TREES
from test_regular_velocities import evaluate

import nonholo as nh
from nonholo.dynamics.articulated import articulated
from nonholo.dynamics.least import Conditions
from nonholo.expression.graph import Graph
from nonholo.numerics import by_bodies
from nonholo.numerics.lines import operations
from nonholo.numerics.model import balance, model
from nonholo.numerics.monitors import reactions
from nonholo.numerics.native import native
from nonholo.numerics.terms import terms
from nonholo.readers.own import own_copy
from tests.draws import draws

NUMBERS = {"m": 2, "J": "1/5", "g": "9.81", "R": "1/4"}
LIGHT = settings(
    max_examples=draws(12), suppress_health_check=[HealthCheck.function_scoped_fixture]
)


@pytest.fixture
def always(monkeypatch):
    """All trees body by body."""
    monkeypatch.setattr(by_bodies, "MANY", 0)
    monkeypatch.setattr(by_bodies, "LONG", 0)


def link(name, turn, parent=None, origin=("1", "0", "0"), **more):
    """A link of length 1, its hinge at the end of its parent."""
    place = {"parent": parent} if parent else {}
    body = {"mass": "m", "centre": ["1/2", "0", "0"], "inertia": ["J", "2*J", "3*J"]}
    return {"name": name, "rotation": [turn], "origin": list(origin), **place, **body, **more}


def system(names, bodies, **more):
    told = str([bodies, more])
    numbers = {name: value for name, value in NUMBERS.items() if name in told}
    return nh.System(names, parameters=numbers, bodies=bodies, **more)


def hanging(parents, axes="y", **more):
    names = [f"a{i}" for i in range(len(parents))]
    bodies = [
        link(f"L{i}", f"{axes[i % len(axes)]} a{i}", f"L{p}" if p >= 0 else None, origin)
        for i, p in enumerate(parents)
        for origin in [("1", "0", "0") if p >= 0 else ("0", "0", "0")]
    ]
    return system(names, bodies, gravity=["0", "0", "-g"], **more)


def snake(parents, wheels, round_wheels=True):
    """Links on a floor, a wheel that turns on the middle of some."""
    names, bodies, rolling = ["x", "y"], list[dict](), list[dict]()
    for i, p in enumerate(parents):
        names.append(f"a{i}")
        origin = ("1", "0", "0") if p >= 0 else ("x", "y", "R")
        bodies.append(link(f"L{i}", f"z a{i}", f"L{p}" if p >= 0 else None, origin))
        if i in wheels:
            names.append(f"s{i}")
            hub = {"origin": ["1/2", "0", "0"], "rotation": [f"y s{i}"], "parent": f"L{i}"}
            moments = ["J", "2*J", "J" if round_wheels else "3*J"]
            bodies.append({"name": f"W{i}", "mass": "m/3", "inertia": moments, **hub})
            rolling.append({"body": f"W{i}", "radius": "R"})
    return system(names, bodies, rolling=rolling)


def ladder(count):
    """Four-bars, each hung on the middle bar of the one before."""
    names, bodies, rows, parent = [], [], [], None
    for i in range(count):
        a, b, c = f"p{i}", f"q{i}", f"r{i}"
        names += [a, b, c]
        ends = ("1", "2") if parent else ("0", "1")
        bodies += [
            link(f"A{i}", f"y {a}", parent, (ends[0], "0", "0")),
            link(f"B{i}", f"y {b}", f"A{i}"),
            link(f"C{i}", f"y {c}", parent, (ends[1], "0", "0")),
        ]
        rows += [
            f"cos({a}) + cos({a} + {b}) = 1 + cos({c})",
            f"sin({a}) + sin({a} + {b}) = sin({c})",
        ]
        parent = f"B{i}"
    return system(names, bodies, gravity=["0", "0", "-g"], holonomic_constraints=rows)


def ring(count):
    """A chain with both ends held."""
    sums = ["+".join(f"a{j}" for j in range(i + 1)) for i in range(count)]
    rows = [
        f"{'+'.join(f'cos({s})' for s in sums)} = {count}/2",
        f"{'+'.join(f'sin({s})' for s in sums)} = 0",
    ]
    return hanging(range(-1, count - 1), holonomic_constraints=rows)


def sliding():
    """Joints along curves, a turn by a matrix, time, products of inertia, a spring, loads."""
    odd = {"xx": "J", "yy": "2*J", "zz": "2*J", "xy": "J/5", "xz": "-J/7", "yz": "J/9"}
    slide = ("x", "sin(t)", "u**2/3")
    first = link("A", "z a", None, slide, rotation=["z a", "x t*b", "y a + b"], inertia=odd)
    matrix = [["cos(u)", "-sin(u)", "0"], ["sin(u)", "cos(u)", "0"], ["0", "0", "1"]]
    bodies = [
        first,
        link("B", "", "A", ("1 + u/4", "cos(b)", "x*u/9"), rotation=matrix),
        link("C", "", "B", rotation=["y 2*b", "z a*u"], centre=["0", "0", "1/5"]),
        link("D", "x b", "C", inertia=["J", "J", "J"]),
    ]
    load = {"body": "C", "force": ["1", "x", "0"], "at": ["1", "2", "3"]}
    return system(
        ["x", "u", "a", "b"],
        bodies,
        lagrangian="-x**2*a/2",
        constraints=["x' + u*a' = cos(b)*b' + t"],
        gravity=["g/3", "g/5", "-g"],
        loads=[load],
        forces={"x": "-x'*u"},
    )


def agrees(case, q, v):
    """q'', lambda and the nearest velocities against a solution in numbers."""
    own = own_copy(case)
    parts, n = terms(own.system), own.system.chart.n
    k = parts.k

    def at(v):
        flat = [e for row in (*parts.mass, parts.force, *parts.rows) for e in row]
        values = evaluate(own, [*flat, *parts.drift, *parts.violations], q, v)
        M, F, A, c, r = np.split(values, np.cumsum([n * n, n, n * k, k]))
        return M.reshape(n, n), F, A.reshape(k, n), c, r

    M, _, A, _, r = at(v)
    assume(np.linalg.svd(A, compute_uv=False).min(initial=1) > 1e-2)
    back = np.linalg.solve(M, A.T)
    near = v - back @ np.linalg.solve(A @ back, r) if k else v
    law = model(own.system)
    assert law.way == by_bodies.BY_BODIES
    y = np.array([*q, *v, *[0.0] * (law.size - 2 * n)])
    settled = np.array(law.nearest([*y, 0.3]))
    assert settled == pytest.approx(near, abs=1e-8)
    M, F, A, c, _ = at(near)
    whole = np.block([[M, -A.T], [A, np.zeros((k, k))]])
    wanted = np.linalg.solve(whole, np.concatenate([F, -c]))
    y[n : 2 * n] = near
    size = np.abs(wanted).max(initial=1)
    assert law.rates(0.3, y)[n : 2 * n] == pytest.approx(wanted[:n], abs=1e-9 * size)
    t, states = np.array([0.3]), y[None]
    exerted = reactions(law, t, states)[:, 0] if k else np.zeros(n)
    assert exerted == pytest.approx(A.T @ wanted[n:], abs=1e-7 * size)
    wrong, scale = balance(law, t, states)
    assert np.max(wrong / scale) < 1e-9


def angles(data, case):
    n = case.system.chart.n
    return np.array([data.draw(ANGLE) for _ in range(n)]), np.linspace(-0.7, 0.9, n)


# laws ---------------------------------------------------------------------------------------------
@LIGHT
@given(TREES, st.sampled_from(["y", "zy", "yx", "xyz"]), st.data())
def test_trees_move_as_they_do_in_numbers(always, parents, axes, data):
    case = hanging(parents, axes)
    agrees(case, *angles(data, case))


@LIGHT
@given(TREES, st.sets(st.integers(0, 4), max_size=4), st.booleans(), st.data())
def test_wheels_on_trees_roll_as_they_do_in_numbers(always, parents, wheels, round_wheels, data):
    """More wheels than velocities leave none; two on one line are dependent, and are left out."""
    case = snake(parents, wheels, round_wheels)
    agrees(case, *angles(data, case))


@LIGHT
@given(st.integers(1, 2), st.data())
def test_loops_move_as_they_do_in_numbers(always, count, data):
    case = ladder(count)
    agrees(case, *angles(data, case))


@LIGHT
@given(st.integers(3, 6), st.data())
def test_a_chain_held_at_both_ends_moves_as_it_does_in_numbers(always, count, data):
    case = ring(count)
    agrees(case, *angles(data, case))


@settings(LIGHT, max_examples=draws(2))
@given(st.data())
def test_any_joints_move_as_they_do_in_numbers(always, data):
    case = sliding()
    agrees(case, *angles(data, case))


@LIGHT
@given(TREES, st.integers(0, 4), st.integers(0, 4), st.data())
def test_rows_over_several_branches_are_met(always, parents, i, j, data):
    """Conditions between any two links, of which none is above the other perhaps."""
    i, j = (k % len(parents) for k in (i, j))
    case = hanging(parents, "zy", constraints=[f"cos(a{i})*a{j}' + a0' = sin(a{j})*a{i}' + 1"])
    agrees(case, *angles(data, case))


def test_what_is_no_tree_of_bodies_goes_another_way(always):
    """Kinetic energy beside that of the bodies, and a mass that is not there."""
    case = hanging([-1, 0], lagrangian="a0'**2/2")
    assert model(own_copy(case).system).way != by_bodies.BY_BODIES
    with pytest.raises(nh.NonholoError, match="tree"):
        articulated(own_copy(case).system, ())
    light = system(["a", "b"], [link("A", "y a"), link("B", "y b - b", "A")], gravity=[0, 0, "-g"])
    with pytest.raises(nh.NonholoError, match="determine"):
        articulated(own_copy(light).system, ())


def test_a_multiplier_goes_only_where_its_row_is_independent():
    """(1, 5 | 1) with (1, 0 | 0): independent, but not on the rates before the last one."""

    gone = []
    recorder = SimpleNamespace(
        m=3, lines=(), eliminate=gone.append, form=SimpleNamespace(square={})
    )
    graph = Graph()
    one, moving = graph.one, graph.sin(graph.symbol("a"))
    rows = {-1: {0: moving, 1: moving, 2: one}, -2: {0: one}}
    conditions = Conditions(recorder, rows, lambda e: e.is_number)
    conditions.eliminate(0)
    assert gone == [0, -2]  # its entry vanishes nowhere
    conditions.eliminate(1)
    assert gone == [0, -2, 1]  # sin(a) does
    conditions.eliminate(2)
    assert gone == [0, -2, 1, 2, -1]


# size ---------------------------------------------------------------------------------------------
def size_of(case):
    own = own_copy(case).system
    found = articulated(own, tuple(range(own.pfaffian.k)))
    moving = found.accelerations[0].graph.copy([*own.chart.q, *own.chart.v])
    return operations(found.accelerations, moving, found.steps)


@pytest.mark.parametrize(
    ("made", "counts", "most"),
    [
        (lambda n: hanging(range(-1, n - 1)), (12, 18, 24), 125),
        (lambda n: hanging(range(-1, n - 1), "zy"), (12, 18, 24), 360),
        (lambda n: hanging([(i - 1) // 2 for i in range(n)]), (15, 31, 47), 125),
        (lambda n: snake(range(-1, n - 1), range(n)), (10, 15, 20), 180),
        (ladder, (6, 9, 12), 660),
        (ring, (8, 12, 16), 210),
    ],
    ids=["plane", "space", "tree", "wheels", "loops", "ring"],
)
def test_operations_grow_as_the_number_of_bodies(made, counts, most):
    sizes = [size_of(made(n)) for n in counts]
    first, second = ((b - a) / (n - m) for a, b, m, n in zip(sizes, sizes[1:], counts, counts[1:]))
    assert second <= 1.03 * first
    assert sizes[-1] <= most * counts[-1]


def test_a_snake_on_wheels_is_the_same_in_c():
    """Two velocities are free, in which 14 bodies take more operations than body by body."""
    case = snake(range(-1, 6), range(7))
    law = model(own_copy(case).system)
    y = law.admissible(0.0, np.linspace(-0.6, 0.8, law.size))
    assert law.way == by_bodies.BY_BODIES
    try:
        compiled = native(law)
    except nh.NonholoError as refusal:
        assert "compiler" in str(refusal)
        return
    assert compiled.many(y[None])[0] == pytest.approx(np.array(law.rates(0.0, y)), abs=1e-8)
