"""Accelerations found body by body: the same as in numbers, in proportion to the number of bodies.

The law: along any tree of links, with blades and without, of any inertia that is positive on the
admissible velocities, q' and q'' are those of M q'' - A^T lambda = F, A q'' = -c.
"""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from test_natural_velocities import ANGLE, BODIES, rolling_body
from test_regular_velocities import agrees_at, told

import nonholo as nh
from nonholo.expression.graph import Graph
from nonholo.findings import regular_form
from nonholo.linear.elimination import determinant
from nonholo.numerics import by_speeds
from tests.draws import draws

CASES = Path(__file__).parents[1] / "cases"


@pytest.fixture
def always(monkeypatch):
    """All systems body by body."""
    monkeypatch.setattr(regular_form, "MANY", 0)
    monkeypatch.setattr(regular_form, "FEW", 0)
    monkeypatch.setattr(by_speeds, "MANY", 0)


def tree(parents, blades=(), more="", base=True):
    """A free or fixed first point; links of length 1 with angles th0, th1, ... against the x axis,
    each at the end of another or at the first point (-1), a mass at the end of each, some blades.
    """
    names = [f"th{i}" for i in range(len(parents))]
    start = ("x'", "y'") if base else ("0", "0")
    ends, energy, rows = [], ["m*(x'^2 + y'^2)/2"] if base else [], []
    for i, parent in enumerate(parents):
        vx, vy = start if parent < 0 else ends[parent]
        vx, vy = f"{vx} - sin(th{i})*th{i}'", f"{vy} + cos(th{i})*th{i}'"
        ends.append((vx, vy))
        energy.append(f"m*({i + 1})/2*(({vx})^2 + ({vy})^2) + J*th{i}'^2/2")
        if i in blades:
            rows.append(f"({vx})*sin(th{i}) = ({vy})*cos(th{i})")
    names = [*(["x", "y"] if base else []), *names]
    pull = " - ".join(["", *(f"m*sin(th{i})" for i in range(len(parents)))])
    return nh.System(names, " + ".join(energy) + pull + more, rows, parameters={"m": 2, "J": "1/5"})


TREES = st.integers(2, 5).flatmap(lambda n: st.tuples(*(st.integers(-1, i - 1) for i in range(n))))


@settings(max_examples=draws(10), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(TREES, st.sets(st.integers(0, 4), max_size=2), st.booleans(), st.data())
def test_trees_move_as_they_do_in_numbers(always, parents, blades, base, data):
    case = tree(parents, blades if base else (), " - th0'*cos(th0)*x" if base else "", base)
    n = case.system.chart.n
    q = np.array([data.draw(ANGLE) for _ in range(n)])
    agrees_at(case, q, np.linspace(-0.7, 0.9, n))


def hinged(parents, wheels=(), axis="z"):
    """Links with hinges, each turned against the one it hangs on, the first free in the plane;
    a wheel on some.
    """
    names, bodies, rolling = ["x", "y"], [], []
    for i, parent in enumerate(parents):
        names.append(f"a{i}")
        place = {"origin": ["x", "y", "R"]}
        if parent >= 0:
            place = {"parent": f"link {parent}", "origin": ["1", "0", "0"]}
        turn = f"{axis if parent >= 0 else 'z'} a{i}"
        mass = {"mass": f"m*{i + 1}", "centre": ["1/2", "0", "0"], "inertia": ["J", "2*J", "J"]}
        bodies.append({"name": f"link {i}", "rotation": [turn], **place, **mass})
        if i in wheels:
            names.append(f"s{i}")
            hub = {"parent": f"link {i}", "origin": ["1/3", "0", "0"], "rotation": [f"y s{i}"]}
            bodies.append({"name": f"wheel {i}", "mass": "m", "inertia": ["J", "J", "J"], **hub})
            rolling.append({"body": f"wheel {i}", "radius": "R"})
    numbers = {"m": 2, "J": "1/5", "R": "1/4"}
    return nh.System(names, parameters=numbers, bodies=bodies, rolling=rolling)


@settings(max_examples=draws(8), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(TREES, st.sets(st.integers(0, 1), max_size=2), st.sampled_from("zy"), st.data())
def test_hinged_bodies_move_as_they_do_in_numbers(always, parents, wheels, axis, data):
    case = hinged(parents, wheels if axis == "z" else (), axis)
    n = case.system.chart.n
    q = np.array([data.draw(ANGLE) for _ in range(n)])
    agrees_at(case, q, np.linspace(-0.7, 0.9, n))


@settings(max_examples=draws(8), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(TREES, st.sampled_from(["y", "zy", "yx"]), st.booleans(), st.data())
def test_hanging_bodies_move_as_they_do_in_numbers(always, parents, axes, thick, data):
    """From a fixed point, each hinge about the next of some axes, pulled by gravity."""
    bodies = [
        {
            "name": f"link {i}",
            "rotation": [f"{axes[i % len(axes)]} a{i}"],
            **({"parent": f"link {parent}"} if parent >= 0 else {}),
            "origin": ["1" if parent >= 0 else "0", "0", "0"],
            "mass": "m",
            "centre": ["1/2", "0", "0"],
            "inertia": ["J", "2*J", "2*J" if thick else "3*J"],
        }
        for i, parent in enumerate(parents)
    ]
    names = [f"a{i}" for i in range(len(parents))]
    numbers = {"m": 2, "J": "1/5", "g": "9.81"}
    case = nh.System(names, parameters=numbers, bodies=bodies, gravity=["0", "0", "-g"])
    q = np.array([data.draw(ANGLE) for _ in names])
    agrees_at(case, q, np.linspace(-0.7, 0.9, len(names)))


@settings(max_examples=draws(10), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(BODIES, ANGLE, st.sampled_from([0.4, 1.3]), ANGLE)
def test_bodies_in_space_move_as_they_do_in_numbers(always, given, a, b, c):
    case = rolling_body(*given)
    n = case.system.chart.n
    q = np.array([*[0.2, -0.1][: n - 3], a, b, c])
    try:
        agrees_at(case, q, np.linspace(-0.4, 0.8, n))
    except np.linalg.LinAlgError:  # angles where the coordinates do not move the body
        return


@pytest.mark.parametrize(
    "name", ["rolling_disk", "snakeboard", "ball_on_turntable", "rolling_coin", "sled_with_arm"]
)
def test_published_systems_move_as_they_do_in_numbers(always, name):
    case = nh.read_case(CASES / f"{name}.toml")
    n = case.system.chart.n
    agrees_at(case, np.linspace(0.3, 1.1, n), np.linspace(-0.4, 0.9, n))


def test_inputs_and_time_are_kept(always):
    case = nh.System(
        "x a b",
        "x'**2/2 + (x' - sin(a)*a')**2/2 + t*cos(a)*a'**2/2 + a'**2 + b'**2/2*(1 + x**2) - b*t",
        forces={"b": "-x*b'"},
    )
    agrees_at(case, np.array([0.2, 0.5, 0.1]), np.array([0.3, -0.4, 0.8]))


def test_what_does_not_determine_the_accelerations_is_refused(always):
    with pytest.raises(nh.NonholoError, match="determine"):
        nh.regular_equations(nh.System("x y z", "(x' + y')**2/2 + z'**2/2"))


# size -------------------------------------------------------------------------------------------
def test_a_chain_costs_so_much_a_link():
    sizes = [nh.regular_equations(tree(range(-1, n - 1), [0])).size for n in (12, 16, 20)]
    assert sizes[1] - sizes[0] == sizes[2] - sizes[1]
    assert sizes[2] <= 115 * 22


def test_a_chain_of_hinged_bodies_costs_so_much_a_link():
    sizes = [nh.regular_equations(hinged(range(-1, n - 1), [0])).size for n in (11, 15, 19)]
    assert sizes[2] - sizes[1] <= 1.1 * (sizes[1] - sizes[0])
    assert sizes[2] <= 240 * 19


def trailers(n):
    """Coordinates, Lagrangian and constraints of a pulled car and n trailers, hitched at their
    axles.
    """
    energy, rows, vx, vy = [], [], "x'", "y'"
    for i in range(n + 1):
        if i:
            vx, vy = f"{vx} + sin(th{i})*th{i}'", f"{vy} - cos(th{i})*th{i}'"
        energy.append(f"(({vx})^2 + ({vy})^2 + th{i}'^2)/2")
        rows.append(f"({vx})*sin(th{i}) = ({vy})*cos(th{i})")
    return ["x", "y", *(f"th{i}" for i in range(n + 1))], " + ".join(energy), rows


def test_twenty_trailers_have_their_motion():
    case = nh.System(*trailers(20))
    form, n = nh.regular_equations(case), case.system.chart.n
    assert len(form.rates) == 2
    assert form.size <= 60 * 20
    agrees_at(case, np.linspace(0.3, 1.1, n), np.linspace(-0.4, 0.9, n), form)


def test_code_of_what_is_too_large_to_compare(tmp_path, capsys):
    names, lagrangian, rows = trailers(20)
    file = tmp_path / "trailers.toml"
    file.write_text(
        f'coordinates = {json.dumps(names)}\nlagrangian = "{lagrangian}"\n'
        f"constraints = {json.dumps(rows)}\n"
    )
    status, out, _ = told(capsys, "equations", file, "--as", "c")
    assert status == 0
    assert "void rates(" in out
    status, _, err = told(capsys, "equations", file)
    assert status == 3
    assert "`equations --form regular` the motion" in err


def test_minors_of_a_band_are_not_expanded_again():
    """Expanded without memory this takes 10^9 products."""
    graph = Graph()
    size = 30
    band = [
        [graph.symbol(f"a{i}{j}") if abs(i - j) < 3 else graph.zero for j in range(size)]
        for i in range(size)
    ]
    value = determinant(graph, band)
    p = graph.modulus.p
    assert value.value[0] == _determinant_modulo([[e.value[0] for e in row] for row in band], p)


def _determinant_modulo(rows, p):
    rows, total = [list(row) for row in rows], 1
    for i in range(len(rows)):
        k = next(k for k in range(i, len(rows)) if rows[k][i] % p)
        if k != i:
            rows[i], rows[k], total = rows[k], rows[i], -total
        total = total * rows[i][i] % p
        inverse = pow(rows[i][i], -1, p)
        for k in range(i + 1, len(rows)):
            f = rows[k][i] * inverse % p
            rows[k] = [(x - f * y) % p for x, y in zip(rows[k], rows[i])]
    return total % p
