"""Explicit accelerations have no pole where the motion is regular and the dependent velocities
follow.

M q'' - A^T lambda = F, A q'' = -c is solved in numbers at states in special position (angles 0 and
multiples of pi/2), and each formulation, alone and among the others, has to give the same there.
"""

from __future__ import annotations

import contextlib

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from test_history import SLED

import nonholo as nh
from nonholo.dynamics.equations import motion
from nonholo.errors import NotApplicable
from nonholo.expression.graph import Graph
from nonholo.formulations import FORMULATIONS
from nonholo.geometry.constraints.pfaffian import independent_rows
from nonholo.geometry.distribution.distribution import distribution
from nonholo.numerics.compile import compiled, constant
from nonholo.numerics.terms import terms
from nonholo.readers.case_file import parse_case
from nonholo.readers.own import own_copy
from tests.draws import draws

QUARTER = np.pi / 2


def values(case, roots, q, v, t=0.3):
    chart = case.system.chart
    names = list(case.system.values)
    make = compiled(list(roots), [*chart.q, *chart.v, chart.t], names)
    return np.array(make([constant(x) for x in case.system.values.values()])([*q, *v, t]))


def expected(case, q, v):
    """q'' by numbers alone, and v made admissible; None where rows depend on each other."""
    parts, n = terms(own_copy(case).system), case.system.chart.n
    flat = [
        *(e for row in parts.mass for e in row),
        *parts.force,
        *(e for row in parts.rows for e in row),
        *parts.drift,
    ]

    def at(v):
        found = values(case, flat, q, v)
        return np.split(found, np.cumsum([n * n, n, n * parts.k]))

    A = at(v)[2].reshape(parts.k, n)
    if np.linalg.svd(A, compute_uv=False).min(initial=1.0) < 1e-3:
        return None
    v = v - np.linalg.pinv(A) @ (A @ v)
    M, F, A, c = at(v)
    M, A = M.reshape(n, n), A.reshape(parts.k, n)
    whole = np.block([[M, -A.T], [A, np.zeros((parts.k, parts.k))]])
    return np.linalg.solve(whole, np.concatenate([F, -c]))[:n], v


def derived(case):
    """The condition of the split, and (name, accelerations): of each formulation alone, and of
    all as they are compared.
    """
    own = own_copy(case)
    rows, _, _ = independent_rows(own.system.pfaffian)
    d = distribution(rows, own.dependent, own.nominal)
    alone = []
    for name, derive in FORMULATIONS.items():
        other = own_copy(case)
        rows, _, _ = independent_rows(other.system.pfaffian)
        with contextlib.suppress(NotApplicable):
            split = distribution(rows, other.dependent, other.nominal)
            alone.append((name, motion(derive(other.system, split)).accelerations))
    compared = [(e.equations.name, e.motion.accelerations) for e in nh.compare(case).formulations]
    return d.condition, [*alone, *compared]


def agree_at(case, q, v, known=None, least=1e-3):
    found = expected(case, np.array(q, dtype=float), np.array(v, dtype=float))
    if found is None:
        return  # the constraints depend on each other here
    wanted, v = found
    condition, every = known or derived(case)
    if abs(values(case, [condition], q, v)[0]) < least:
        return  # the dependent velocities do not follow from the others here
    for name, accelerations in every:
        assert values(case, accelerations, q, v) == pytest.approx(wanted, abs=1e-8), name


@pytest.fixture(scope="module")
def sled():
    case = parse_case(SLED)
    return case, derived(case)


@pytest.mark.parametrize("theta", [0.0, 0.4, np.pi])
@pytest.mark.parametrize("psi", [0.0, QUARTER, -0.4, np.pi])
def test_the_sled_has_no_pole_of_its_own(theta, psi, sled):
    case, known = sled
    agree_at(case, [0, 0, theta, psi], [1, 0, 0.3, 0.2], known)


ANGLE = st.sampled_from([0.0, QUARTER, np.pi, -QUARTER, 0.7])
ROD = st.sampled_from(
    [
        "(x' - l*a'*sin(a))^2 + (y' + l*a'*cos(a))^2",
        "(x' + l*(a'+b')*cos(a+b))^2 + (y' + l*(a'+b')*sin(a+b))^2",
        "(a' + b'*cos(a))^2 + sin(a)^2*b'^2",
    ]
)
ROW = st.sampled_from(
    [
        "x'*sin(a) - y'*cos(a)",
        "x'*sin(a) - y'*cos(a) + l*b'",
        "y'*cos(b) - x'*sin(b) - 2*a'",
        "x' - l*a'*cos(b)",
        "x'*cos(a) + y'*sin(a) - b'",
    ]
)


@settings(max_examples=draws(8))
@given(
    st.lists(ROD, min_size=1, max_size=2),
    st.lists(ROW, min_size=1, max_size=2, unique=True),
    ANGLE,
    ANGLE,
)
def test_random_systems_have_no_poles_of_their_own(rods, rows, a, b):
    lagrangian = "(3*x'^2 + 3*y'^2 + 2*a'^2 + b'^2)/2 - cos(a)" + "".join(
        f" + m*({rod})/2" for rod in rods
    )
    case = nh.System(
        "x, y, a, b",
        lagrangian,
        constraints=rows,
        parameters={"m": 2, "l": "1/3"},
        forces={"b": "cos(t)"},
    )
    agree_at(case, [0, 0, a, b], [0.5, -0.3, 0.7, 0.2])


def test_sums_of_squared_sines_and_cosines_are_taken_together():
    from flint import fmpq

    graph, one = Graph(), fmpq(1)
    u, m, J = (graph.symbol(n) for n in ("u", "m", "J"))
    s, c = graph.sin(u), graph.cos(u)
    assert graph.gathered([(J, one), (m * s**2, one), (m * c**2, one)]) is J + m
    assert (
        graph.gathered([(m * s**4, one), (m * c**2 * s**2, one), (m * c**2, one), (u, one)])
        is m + u
    )
    assert graph.gathered([(s**2, one), (c**2, one), (graph.lift(-1), one)]) is graph.zero
    kept = graph.sum([(u * m * s**2, one), (u * m * c**2, one)])  # met first in this form
    assert graph.gathered([(kept, one), (J, one)]) is kept + J
