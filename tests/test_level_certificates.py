"""Certificates of sets with levels: what is accepted is what the set says when the levels are
eliminated.
"""

from __future__ import annotations

import json
import random

import pytest

from nonholo.arithmetic.numbers import Rational
from nonholo.dossier.certificate import certificate
from nonholo.errors import NonholoError
from nonholo.expression.ranges import assumption
from nonholo.face.certificate import verified
from nonholo.findings.check import check
from nonholo.readers.build import build
from nonholo.readers.draft import Draft
from nonholo.verifier import verify
from nonholo.verifier.document import digest

PIECES = [
    "x",
    "y",
    "w",
    "1",
    "x*y",
    "w**2",
    "w*x",
    "w - 1",
    "sin(x)",
    "w - y",
    "x - y",
    "(w - x*y)",
]
LEVELS = {
    "w - x*y": "x*y",
    "w - 1": "1",
    "2*w - sin(x) - y": "(sin(x) + y)/2",
    "w - y": "y",
    "w": "0",
}


def made(coordinates, rows, levels=()):
    return json.loads(
        json.dumps(
            certificate(check(build(Draft(coordinates, constraints=rows, holonomic=levels))))
        )
    )


def random_rows(rng: random.Random) -> list[str]:
    rows = []
    for moved in rng.sample(["zdot", "udot", "vdot"], rng.randint(1, 2)):
        terms = [
            f"({rng.choice(PIECES)})*({rng.choice(PIECES)})*{rng.choice(['xdot', 'ydot', 'wdot'])}"
            for _ in range(rng.randint(1, 2))
        ]
        rows.append(f"{moved} - " + " - ".join(terms))
    return rows


def eliminated(rows: list[str], value: str) -> list[str]:
    """The level put in by hand: w and w' in the texts."""
    from nonholo.expression.text import text

    case = build(Draft(["x", "y", "w", "z", "u", "v"], constraints=rows))
    full, scope = case.system.pfaffian, case.scope
    chart = full.chart
    w, phi = chart.q[2], scope.expression(value)
    rate = sum((phi.diff(q) * v for q, v in zip(chart.q, chart.v)), chart.graph.zero)
    return [text(full.value(l).subs({w: phi, chart.v[2]: rate})) for l in range(full.k)]


def agree(seed: int) -> str:
    rng = random.Random(seed)
    rows, level = random_rows(rng), rng.choice(list(LEVELS))
    tree = made(["x", "y", "w", "z", "u", "v"], rows, [level])
    if verify(tree).status != "accepted":
        return "not checkable"
    bare = made(["x", "y", "z", "u", "v"], eliminated(rows, LEVELS[level]))
    assert verify(bare).status == "accepted", rows
    if None in (tree["holonomic_relations"], bare["holonomic_relations"]):
        return "bounds"
    assert tree["holonomic_relations"] == bare["holonomic_relations"] + 1, (rows, level)
    assert tree["independent_constraints"] == bare["independent_constraints"] + 1
    if tree["growth_vector"] and bare["growth_vector"]:
        assert tree["growth_vector"] == bare["growth_vector"], (rows, level)
    return "accepted"


@pytest.mark.parametrize("seed", range(20))
def test_levels_put_in_and_eliminated_agree(seed):
    agree(seed)


@pytest.mark.slow
def test_many_levels_put_in_and_eliminated_agree():
    found = [agree(seed) for seed in range(100, 109)]
    assert found.count("accepted") > 4


@pytest.mark.parametrize(
    "levels",
    [
        ["x - 1", "x - 2"],
        ["x**2 + y**2 + 1"],
        ["x**2 + y**2 - 1", "x - 3"],
        ["x**2 + 1"],
        ["x - y", "x - y - 1"],
        ["x**2 + (y - 1)**2 + w**2"],
        ["exp(x)"],
        ["sin(x) - 2"],
        ["sqrt(-1 - x**2) - w"],
    ],
)
def test_no_certificate_without_a_real_regular_point(levels):
    """Sets that are empty, or have no tangent space: refused by the package, or not checkable."""
    try:
        tree = made(["x", "y", "w", "z"], ["zdot - y*xdot"], levels)
    except NonholoError:
        return
    assert verify(tree).status == "not checkable"


@pytest.mark.parametrize(
    "levels, status",
    [
        (["x**2 + y**2 - 1"], "accepted"),
        (["x**2 + y**2 + w**2 - 9/25"], "accepted"),
        (["x*y - 1"], "accepted"),
        (["sin(x) + y - 1"], "accepted"),
        (["x**2 + y**2 - R**2"], "accepted"),
        (["exp(x) + y"], "accepted"),
        (["x**2 + y**2 - 1", "x**2 + w**2 - 1"], "accepted"),
        (["w - x - t"], "accepted"),
        (["log(x) + y"], "accepted"),
        (["sqrt(x) - y"], "accepted"),
        (["x**2 + y**2 - 3"], "not checkable"),
    ],
)
def test_level_sets_that_are_curved(levels, status):
    """The last one has no rational point."""
    draft = Draft(
        ["x", "y", "w", "z"], {"R": None}, constraints=["zdot - (x + 2*y)*wdot"], holonomic=levels
    )
    tree = json.loads(json.dumps(certificate(check(build(draft)))))
    assert verify(tree).status == status, verify(tree)


@pytest.mark.parametrize(
    "honest, forged, x", [("x - 3", "abs(x) + 2*x - 3", -1), ("2*x", "x + abs(x)", 1)]
)
def test_a_solution_where_abs_has_another_sign_is_refused(honest, forged, x):
    """At the point abs(x) is what makes the level linear; at its solution abs has another sign."""

    names, rows = ["x", "y", "z", "w"], ["zdot - (x - 1)*w*ydot"]
    case = build(Draft(names, constraints=rows, holonomic=[honest]))
    made = json.loads(json.dumps(certificate(check(case))))
    assert verify(made).status == "accepted"
    made["problem"]["holonomic_constraints"] = [forged]
    made["sha256"] = digest(made["problem"])
    made["point"]["symbols"]["x"] = str(x)
    assert verify(made).status == "refused"


def bounded(level, row, told=(), **assumed):
    """A case of x, y, z, w with what is declared of x."""
    known = {"x": assumption(**assumed)} if assumed else {}
    draft = Draft(
        [*"xyzw"], constraints=[row], holonomic=[level], assumed=known, assumptions=list(told)
    )
    return build(draft)


def test_a_certificate_says_what_is_declared_of_coordinates():
    """On x = w^3 with x > 0 abs(w) is w; without that nothing of the kind is shown."""
    case = bounded("x - w**3", "z' = (abs(w) - w)*y*w'", positive=True)
    made = certificate(check(case))
    assert made["problem"]["declared"] == ["x > 0"] and made["verdict"] == "holonomic"
    assert verified(made, case)[0].status == "accepted"
    silent = json.loads(json.dumps(made))
    del silent["problem"]["declared"]
    silent["sha256"] = digest(silent["problem"])
    assert "declared" in verified(silent, case)[0].why


@pytest.mark.parametrize(
    "level, told",
    [
        ("x - w**2", "x <= 0"),
        ("x - w**2", "x > w**2 + 1"),
        ("x - w**2", "(x - w**2)**2 > 0"),
        ("x - 2", "x < 2"),
        ("x**2 + w**2 - 1", "x >= 1"),
    ],
)
def test_a_point_beside_what_is_declared_shows_nothing(level, told):
    """It showed y (w + 2) w' to be nonholonomic there, where no configuration is."""
    made = json.loads(json.dumps(certificate(check(bounded(level, "z' = y*(w + 2)*w'")))))
    assert verify(made).status == "accepted"
    made["problem"]["declared"] = [told]
    made["sha256"] = digest(made["problem"])
    assert verify(made).status == "refused"
    assert verify(made).why == "the point is not where the problem is stated"


def test_all_kinds_of_bounds_are_told_and_shown():
    told = ("x*w > 0", "x != y", "x < w + 3")
    made = certificate(check(bounded("z - x*y", "z' = y*w'", told, nonzero=True, high=Rational(5))))
    declared = ["x <= 5", "(x)**2 > 0", "x*w > 0", "(x - (y))**2 > 0", "x < w + 3"]
    assert made["problem"]["declared"] == declared and verify(made).status == "accepted"
