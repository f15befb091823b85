"""Paths into points where fewer conditions hold, along which a constant matrix contracts.

Planted are forms that a contraction annihilates, and forms whose motions keep a function.
"""

from __future__ import annotations

import random
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import nonholo as nh
from nonholo.findings.check import check
from nonholo.geometry.accessibility.contraction import _fields, joined_inside
from nonholo.views.verdict.record import check_record
from nonholo.views.verdict.text import check_text
from nonholo.work import BUDGETS, Work
from tests.draws import draws

BY = "admissible paths lead from every point to where"


def case(*rows, also=""):
    return nh.constraints(*rows, also=also.split())


# published and plain ----------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("rows", "also"),
    [
        (["x*y' = 0"], "x"),  # Grushin's plane
        (["y dx = x dy"], ""),
        (["y dx = 2*x dy"], ""),  # parabolas
        (["(y^2 + y*z) dx + (x*z + z^2) dy + (y^2 - x*y) dz = 0"], ""),  # Sneddon1957
        (["(x^2 + y^2) dz = x dy - y dx"], ""),  # h = 0: Heisenberg's planes, but for the axis
        (["w^2*(z' - 2*y*y') = 0"], "w"),
        (["y dx = x dy", "dz = w dv"], "w"),  # Heisenberg where x = y = 0
        (["(x - 1)*y' = 0"], ""),
        (["(x - 1)*dy = (y + 2) dx"], ""),
        (["x*(y dx - x dy) = 0", "y*(y dx - x dy) = 0"], ""),
    ],
)
def test_paths_through_where_less_is_demanded_join_everything(rows, also):
    told = check(case(*rows, also=also))
    assert told.accessible is True
    assert BY in told.accessibility.by
    assert told.accessibility.leaf == told.case.system.chart.n
    assert "leaf of dimension" not in check_text(told)
    assert check_record(told)["accessible"] is True


@pytest.mark.parametrize(
    ("rows", "also"),
    [
        (["x dx + y dy"], ""),  # circles: x^2 + y^2 is kept
        (["x dx = y dy"], ""),  # x^2 - y^2 is kept, though paths cross at the origin
        (["y dx = -x dy"], ""),  # x y is kept
        (["2*y dx = -x dy"], ""),  # x^2 y is kept
        (["y dx = -2*x dy"], ""),
        (["y' = 0", "x dz = y dx"], ""),  # z grows like log(s), for ever; y is kept
        (["y dx = x dy", "dz = w dw"], "w"),  # z - w^2/2 is kept
        (["y dx = x dy", "z dz = 0"], ""),
        (["x*(z' - y') = 0", "(x - 1)*(z' - y') = 0"], ""),  # what one leaves free the other holds
        (["x*(y*x' - x*y') = 0", "(x - 1)*(x*x' + y*y') = 0"], ""),
    ],
)
def test_what_is_kept_is_not_said_to_change(rows, also):
    assert check(case(*rows, also=also)).accessible is not True
    assert joined_inside(case(*rows, also=also).system.pfaffian) is None


@pytest.mark.parametrize(
    "case",
    [
        nh.System({"x": {"positive": True}, "y": {}}, constraints=["y*x' = x*y'"]),
        nh.System({"x": {"nonzero": True}, "y": {}}, constraints=["y*x' = x*y'"]),
        nh.System({"x": {"min": -1}, "y": {}}, constraints=["y*x' = x*y'"]),
        nh.System("x y", constraints=["y*x' = x*y'"], inequalities=["x > 1"]),
        nh.System("x y z", constraints=["y*x' = x*y'"], holonomic_constraints=["z - 1"]),
        nh.System("x y", constraints=["y*x'/x = y'"]),
        nh.System("x y", constraints=["y*x' = x*y' + 1"]),
        nh.System("x y", constraints=["y*x' = x*y' + t*x"]),
        nh.System("x y", constraints=["log(x)*y*x' = log(x)*x*y'"]),
        nh.System("x y", constraints=["y*x' = abs(x)*y'"]),
    ],
)
def test_where_the_paths_leave_the_configurations_nothing_is_said(case):
    assert check(case).accessible is not True


# planted ----------------------------------------------------------------------------------------
def turned(rng: random.Random, n: int) -> list[list[int]]:
    """A product of shears: its inverse has whole entries too."""
    T = [[int(i == j) for j in range(n)] for i in range(n)]
    for _ in range(2):
        i, j = rng.sample(range(n), 2)
        sign = rng.choice((1, -1))
        T[i] = [a + sign * b for a, b in zip(T[i], T[j])]
    return T


def linear(row, names) -> str:
    return "(" + " + ".join(f"({c})*{s}" for c, s in zip(row, names)) + ")"


def annihilated(rng: random.Random, weights, names) -> str:
    """b(X) a - a(X) b for two forms a, b, X = sum_i w_i u_i d/du_i and u = T q: 0 for X."""
    n = len(names)
    T = turned(rng, n)
    u = [linear(row, names) for row in T]
    du = [linear(row, [f"{s}'" for s in names]) for row in T]
    forms = [[rng.choice(("0", "1", "-1", rng.choice(u))) for _ in range(n)] for _ in range(2)]
    values = [" + ".join(f"({e})*({w})*{x}" for e, w, x in zip(form, weights, u)) for form in forms]
    told = [" + ".join(f"({e})*{x}" for e, x in zip(form, du)) for form in forms]
    return f"({values[1]})*({told[0]}) - ({values[0]})*({told[1]})"


def mixed(rng: random.Random, rows):
    """The same with each row times what never vanishes, and another added to it."""
    factors = [rng.choice(("1", "2", "-1")) for _ in rows]
    told = [f"({f})*({row})" for f, row in zip(factors, rows)]
    if len(told) > 1:
        told[0] = f"{told[0]} + {rng.choice(('x', '1', 'y^2'))}*({told[1]})"
    return [f"{row} = 0" for row in told]


@settings(max_examples=draws(25), deadline=None)
@given(st.integers(0, 10**6))
def test_all_that_a_contraction_to_one_point_obeys_joins_everything(seed):
    rng = random.Random(seed)
    names = ["x", "y", "z"][: rng.choice((2, 3))]
    rows = [annihilated(rng, [1] * len(names), names) for _ in range(rng.choice((1, 2)))]
    pfaffian = nh.System(names, constraints=mixed(rng, rows)).system.pfaffian
    assert joined_inside(pfaffian) is not None
    free = nh.System([*names, "w"], constraints=mixed(rng, rows)).system.pfaffian
    assert joined_inside(free) is not None
    both = nh.constraints(*mixed(rng, rows), "p du = u dp").system.pfaffian
    assert joined_inside(both) is not None


@settings(max_examples=draws(25), deadline=None)
@given(st.integers(0, 10**6))
def test_the_paths_obey_the_rows_and_end_in_the_part(seed):
    """q(s) by s^M from numbers alone: A(q(s)) q'(s) = 0, and M (q(0) - p) = 0."""
    rng = random.Random(seed)
    names = ["x", "y", "z"]
    weights = [rng.choice((0, 1, 1, 2, 3)) for _ in names]
    row = annihilated(rng, weights, names)
    pfaffian = nh.System(names, constraints=[f"{row} = 0"]).system.pfaffian
    zero = pfaffian.chart.graph.zero
    if all(e.is_zero for e in pfaffian.matrix[0]):
        return
    p = dict.fromkeys(pfaffian.chart.q, zero)
    for M in _fields(pfaffian, p, Work.of(BUDGETS.orbits)):
        start = [Fraction(rng.randint(-9, 9), rng.randint(1, 5)) for _ in names]
        for s in (Fraction(1), Fraction(1, 3), Fraction(0)):
            at, speed = on_path(M, start, s)
            values = dict(zip(pfaffian.chart.q, map(pfaffian.chart.graph.lift, at)))
            entries = [e.subs(values) for e in pfaffian.matrix[0]]
            rate = sum((e * pfaffian.chart.graph.lift(v) for e, v in zip(entries, speed)), zero)
            assert rate.is_zero
        assert not any(times(M, at))


def times(M, v):
    return [sum(a * b for a, b in zip(row, v)) for row in M]


def on_path(M, start, s):
    """s^M start and its slope in s: by the components of the start in the eigenspaces."""
    at, speed = [Fraction(0)] * len(start), [Fraction(0)] * len(start)
    values = range(13)
    for value in values:
        part = start
        for other in values:
            if other != value:
                part = [(a - other * b) / (value - other) for a, b in zip(times(M, part), part)]
        at = [a + s**value * b for a, b in zip(at, part)]
        if value:
            speed = [a + value * s ** (value - 1) * b for a, b in zip(speed, part)]
    return at, speed


@settings(max_examples=draws(40), deadline=None)
@given(st.integers(0, 10**6))
def test_no_contraction_leaves_what_every_motion_keeps(seed):
    """dF in the rows as it is: F is the same along all motions, wherever the rank drops."""
    rng = random.Random(seed)
    names = ["x", "y", "z"]
    T = turned(rng, 3)
    u = [linear(row, names) for row in T]
    du = [linear(row, [f"{s}'" for s in names]) for row in T]
    kind = rng.choice(("squares", "product", "power", "line"))
    signs = [rng.choice((1, -1, 2)) for _ in names]
    kept = {
        "squares": " + ".join(f"({c})*{a}*{b}" for c, a, b in zip(signs, u, du)),
        "product": f"{u[0]}*{du[1]} + {u[1]}*{du[0]}",
        "power": f"{u[0]}^2*{du[0]} + {u[1]}*{du[1]}",
        "line": f"{du[0]} + {u[1]}*{du[1]}",
    }[kind]
    rows = [kept, annihilated(rng, [1, 1, 1], names)][: rng.choice((1, 2))]
    told = nh.System(names, constraints=mixed(rng, rows[::-1])[::-1])
    assert joined_inside(told.system.pfaffian) is None
