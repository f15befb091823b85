"""Systems of rolling bodies that are no cases: their equations keep the energy and the constraints,
by two derivations.

Contacts away from a level floor name the normal into the ground (`down`) and two directions in it
(`along`)."""

from __future__ import annotations

from dataclasses import replace

import pytest

import nonholo as nh
from nonholo.dynamics.equations import motion
from nonholo.dynamics.lagrange import energy
from nonholo.formulations.maggi import maggi
from nonholo.formulations.multipliers import multipliers
from nonholo.geometry.constraints.pfaffian import independent_rows
from nonholo.geometry.distribution.distribution import distribution

SYSTEMS = {
    "torus": {
        "q": "x y yaw lean spin",
        "gravity": ["0", "0", "-g"],
        "bodies": [
            {
                "name": "torus",
                "origin": [
                    "x + R*sin(yaw)*sin(lean)",
                    "y - R*cos(yaw)*sin(lean)",
                    "r + R*cos(lean)",
                ],
                "rotation": ["z yaw", "x lean", "y spin"],
                "mass": "m",
                "inertia": ["A", "C", "A"],
            }
        ],
        "rolling": [{"body": "torus", "at": ["x", "y", "0"]}],
    },
    "top with round tip": {
        "q": "x y phi theta psi",
        "gravity": ["0", "0", "-g"],
        "bodies": [
            {
                "name": "top",
                "origin": ["x", "y", "a"],
                "rotation": ["z phi", "x theta", "z psi"],
                "centre": ["0", "0", "c"],
                "mass": "m",
                "inertia": ["A", "A", "C"],
            }
        ],
        "rolling": [{"body": "top", "at": ["x", "y", "0"]}],
    },
    "ball in turning cylinder": {
        "q": "beta h phi theta psi",
        "gravity": ["0", "0", "-g"],
        "bodies": [
            {
                "name": "ball",
                "origin": ["(R-a)*cos(beta)", "(R-a)*sin(beta)", "h"],
                "rotation": ["z phi", "x theta", "z psi"],
                "mass": "m",
                "inertia": ["I", "I", "I"],
            }
        ],
        "rolling": [
            {
                "body": "ball",
                "at": ["R*cos(beta)", "R*sin(beta)", "h"],
                "down": ["cos(beta)", "sin(beta)", "0"],
                "along": [["-sin(beta)", "cos(beta)", "0"], ["0", "0", "1"]],
                "ground": ["-W*R*sin(beta)", "W*R*cos(beta)", "0"],
            }
        ],
    },
    "trike": {
        "q": "x y th del fw lw rw",
        "bodies": [
            {
                "name": "frame",
                "origin": ["x", "y", "a"],
                "rotation": "z th",
                "mass": "m",
                "centre": ["b", "0", "0"],
                "inertia": ["0", "0", "J"],
            },
            {
                "name": "fork",
                "parent": "frame",
                "origin": ["l", "0", "0"],
                "rotation": "z del",
                "inertia": ["0", "0", "Jf"],
            },
            {
                "name": "front",
                "parent": "fork",
                "rotation": "y fw",
                "inertia": ["Aw", "Cw", "Aw"],
                "mass": "mw",
            },
            {
                "name": "left",
                "parent": "frame",
                "origin": ["0", "w", "0"],
                "rotation": "y lw",
                "inertia": ["Aw", "Cw", "Aw"],
                "mass": "mw",
            },
            {
                "name": "right",
                "parent": "frame",
                "origin": ["0", "-w", "0"],
                "rotation": "y rw",
                "inertia": ["Aw", "Cw", "Aw"],
                "mass": "mw",
            },
        ],
        "rolling": [
            {"body": "front", "radius": "a", "axle": "y"},
            {"body": "left", "radius": "a", "axle": "y"},
            {"body": "right", "radius": "a", "axle": "y"},
        ],
    },
    "two links on a wheel": {
        "q": "x spin al be",
        "gravity": ["0", "0", "-g"],
        "bodies": [
            {
                "name": "wheel",
                "origin": ["x", "0", "a"],
                "rotation": "y spin",
                "mass": "mw",
                "inertia": ["A", "C", "A"],
            },
            {
                "name": "l1",
                "origin": ["x", "0", "a"],
                "rotation": "y al",
                "centre": ["0", "0", "c1"],
                "mass": "m1",
                "inertia": ["I1", "I1", "0"],
            },
            {
                "name": "l2",
                "parent": "l1",
                "origin": ["0", "0", "d"],
                "rotation": "y be",
                "centre": ["0", "0", "c2"],
                "mass": "m2",
                "inertia": ["I2", "I2", "0"],
            },
        ],
        "rolling": [{"body": "wheel", "at": ["x", "0", "0"]}],
    },
    "cone": {
        "q": "x y yaw spin",
        "gravity": ["g*sin(s)", "0", "-g*cos(s)"],
        "bodies": [
            {
                "name": "cone",
                "origin": ["x", "y", "0"],
                "rotation": ["z yaw", "y -al", "x spin"],
                "centre": ["h", "0", "0"],
                "mass": "m",
                "inertia": ["C", "A", "A"],
            }
        ],
        "rolling": [
            {"body": "cone", "at": ["x", "y", "0"]},
            {"body": "cone", "at": ["x + l*cos(yaw)", "y + l*sin(yaw)", "0"]},
        ],
    },
    "bicycle with toe": {
        "q": "x y yaw steer rw fw",
        "bodies": [
            {
                "name": "frame",
                "origin": ["x", "y", "a"],
                "rotation": "z yaw",
                "centre": ["b", "0", "c"],
                "mass": "m",
                "inertia": ["0", "0", "J"],
            },
            {
                "name": "rear",
                "parent": "frame",
                "rotation": "y rw",
                "mass": "mw",
                "inertia": ["Aw", "Cw", "Aw"],
            },
            {
                "name": "fork",
                "parent": "frame",
                "origin": ["l", "0", "0"],
                "rotation": ["z steer", "z toe"],
                "inertia": ["0", "0", "Jf"],
            },
            {
                "name": "front",
                "parent": "fork",
                "rotation": "y fw",
                "mass": "mw",
                "inertia": ["Aw", "Cw", "Aw"],
            },
        ],
        "rolling": [{"body": "rear", "radius": "a"}, {"body": "front", "radius": "a"}],
    },
    "disc, hub as coordinates": {
        "q": "x y z yaw lean spin",
        "gravity": ["0", "0", "-g"],
        "bodies": [
            {
                "name": "disc",
                "origin": ["x", "y", "z"],
                "rotation": ["z yaw", "x lean", "y spin"],
                "mass": "m",
                "inertia": ["A", "C", "A"],
            }
        ],
        "rolling": [{"body": "disc", "radius": "R"}],
    },
    "ball on ball": {
        "q": "u v phi theta psi",
        "gravity": ["0", "0", "-g"],
        "bodies": [
            {
                "name": "ball",
                "origin": ["(R+a)*sin(u)*cos(v)", "(R+a)*sin(u)*sin(v)", "(R+a)*cos(u)"],
                "rotation": ["z phi", "x theta", "z psi"],
                "mass": "m",
                "inertia": ["I", "I", "I"],
            }
        ],
        "rolling": [
            {
                "body": "ball",
                "at": ["R*sin(u)*cos(v)", "R*sin(u)*sin(v)", "R*cos(u)"],
                "down": ["-sin(u)*cos(v)", "-sin(u)*sin(v)", "-cos(u)"],
                "along": [
                    ["-sin(v)", "cos(v)", "0"],
                    ["cos(u)*cos(v)", "cos(u)*sin(v)", "-sin(u)"],
                ],
            }
        ],
    },
}
RANKS = {
    "torus": 2,
    "top with round tip": 2,
    "ball in turning cylinder": 2,
    "trike": 5,
    "two links on a wheel": 1,
    "cone": 3,
    "bicycle with toe": 4,
    "disc, hub as coordinates": 3,
    "ball on ball": 2,
}


@pytest.mark.parametrize("name", SYSTEMS)
def test_energy_and_constraints_are_kept_and_two_derivations_agree(name):
    """Redundant rows are told apart; h' = 0 holds for the turning wall too, whose tangential
    reaction is zero.
    """
    tables = dict(SYSTEMS[name])
    system = nh.System(tables.pop("q"), **tables).system
    rows, _, redundant = independent_rows(system.pfaffian)
    assert (rows.k, rows.k + len(redundant)) == (RANKS[name], system.pfaffian.k)
    system = replace(system, pfaffian=rows)
    d, chart = distribution(rows), system.chart
    found = motion(maggi(system, d)).accelerations
    assert found == motion(multipliers(system, d)).accelerations
    along = dict(zip(chart.a, found))
    for kept in (energy(system), *(rows.value(l) for l in range(rows.k))):
        assert d.restrict(chart.rate(kept).subs(along)).is_zero


def test_a_wrong_acceleration_does_not_keep_the_energy():
    tables = dict(SYSTEMS["torus"])
    system = nh.System(tables.pop("q"), **tables).system
    d, chart = distribution(system.pfaffian), system.chart
    wrong = [2 * a for a in motion(maggi(system, d)).accelerations]
    assert not d.restrict(chart.rate(energy(system)).subs(dict(zip(chart.a, wrong)))).is_zero


def test_a_wall_off_the_origin_is_no_condition():
    tables = dict(SYSTEMS["ball in turning cylinder"])
    assert nh.System(tables.pop("q"), **tables).system.holonomic == ()
