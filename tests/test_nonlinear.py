"""Velocity constraints that are not affine in the velocities, by Chetaev's rule: who treats them
and who refuses.
"""

from __future__ import annotations

import contextlib
import json
from dataclasses import replace
from itertools import combinations, product
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy import QQ, Rational, sympify
from sympy.polys.matrices import DomainMatrix
from test_dynamics import Problem

import nonholo as nh
from nonholo.cli import main
from nonholo.decide.zero import decide_zero
from nonholo.dossier.dossier import analyze
from nonholo.dynamics.chetaev import bends, slopes
from nonholo.dynamics.disguise import factors_with_velocities
from nonholo.dynamics.system import Nonlinear, at_numbers
from nonholo.errors import (
    BadCase,
    ContradictoryConstraints,
    NonholoError,
    NotApplicable,
    NotPfaffian,
)
from nonholo.findings.check import check
from nonholo.findings.conservation import conserved
from nonholo.findings.side_by_side import compare
from nonholo.formulations import FORMULATIONS
from nonholo.formulations.capabilities import BY_NAME
from nonholo.geometry.distribution.distribution import distribution
from nonholo.linear.elimination import vanishes
from nonholo.numerics.tape import Tape
from nonholo.readers.case_file import parse_case, read_case
from nonholo.rivals import RIVALS
from nonholo.views.verdict.text import check_text
from tests.draws import draws

FOLDER = Path(__file__).parent.parent / "cases" / "nonlinear"
APPELL = FOLDER / "appell_hamel.toml"
EVERY = sorted(FOLDER.glob("*.toml"))
TREATED = [name for name in FORMULATIONS if BY_NAME[name].nonlinear]


def isokinetic() -> Problem:
    return Problem(
        "x y", "m/2*(x'**2 + y'**2) - m*g*y", "x'**2 + y'**2 - v0**2", parameters="m g v0"
    )


@pytest.mark.parametrize("path", EVERY, ids=lambda p: p.stem)
def test_some_formulations_agree_and_the_others_say_why_not(path):
    found = compare(path)
    assert [e.equations.name for e in found.formulations] == TREATED
    assert {"multipliers", "voronec", "gauss", "udwadia_kalaba"} <= {*TREATED}
    assert all(e.agrees and e.decision.proved for e in found.formulations)
    assert {r.name for r in found.refused} == {*FORMULATIONS, *RIVALS} - set(TREATED)
    label = found.system.nonlinear[0].label
    assert all(f"{r.name}: the constraint {label} is not linear" in r.reason for r in found.refused)
    assert found.shortcut.answer is None and found.errors == ()


@pytest.mark.parametrize("name", TREATED)
def test_the_isokinetic_particle(name):
    """x'' = g x' y'/v0^2, y'' = -g + g y'^2/v0^2 (Gauss; Evans and Morriss) where x'^2 + y'^2 =
    v0^2.
    """
    p = isokinetic()
    found = p.accelerations(name)
    speed = p.read("x'**2 + y'**2")
    assert decide_zero(found["x"] - p.read("g*x'*y'") / speed).answer
    assert decide_zero(found["y"] + p.read("g*x'**2") / speed).answer


def test_the_reaction_is_along_the_slopes():
    """R = lambda df/dq' with df/dq' = 2 (x', y'): lambda = m g y'/(2 v^2)."""
    p = isokinetic()
    R, (row,) = p.compared.reactions, slopes(p.system)
    assert decide_zero(R[0] * row[1] - R[1] * row[0]).answer
    assert decide_zero(R[1] - p.read("m*g*y'**2/(x'**2 + y'**2)")).answer


def test_mixed_constraints():
    """A linear row beside a nonlinear one: the speed is kept, and so is the ratio of the
    velocities.
    """
    p = Problem("x y z", "(x'**2 + y'**2 + z'**2)/2 - z", "x' = 2*y'", "x'**2 + y'**2 + z'**2 - 4")
    assert (p.system.pfaffian.k, len(p.system.nonlinear), p.d.k) == (1, 1, 1)
    for name in TREATED:
        found = p.accelerations(name)
        assert decide_zero(found["x"] - 2 * found["y"]).answer
        power = sum((found[q] * p.read(f"{q}'") for q in "xyz"), p.read("0"))
        assert decide_zero(p.d.restrict(power)).answer


BENT = [  # with coordinates, time, a force, linear rows beside; solved and not solved
    ("z' = x*x'*y' + t*y'**2", ()),
    ("z'**2 = x*x'**2 + y'**2 + z**2", ()),
    ("x'*y'*z' = t + 2", ()),
    ("z'**2 = x'**2 + y'**2", ("w' = y*x' + z*z'",)),
    ("z' = w*x'**2 + t", ("w' = x*z' + t",)),
]


@pytest.mark.parametrize(("bent", "linear"), BENT)
def test_voronec_and_multipliers_agree(bent, linear):
    """Hamel's form of Voronec's equations, without a root taken, against Chetaev's multipliers."""
    L = "(x'**2 + (1 + x**2)*y'**2 + z'**2 + w'**2)/2 + y'*z' - x*w"
    p = Problem("x y z w", L, *linear, bent, forces={"y": "-x*y'"})
    entry = p.compared.entry("voronec")
    assert entry.agrees and entry.decision.proved
    assert len(entry.equations.rows) == 4 - 1 - len(linear) == len(entry.equations.unknowns)


def test_a_linear_constraint_read_as_a_nonlinear_one_gives_the_linear_equations():
    """W is the contraction of the curvature where psi is linear."""
    p = Problem("x y z", "(x'**2 + y'**2 + z'**2)/2 - z*x", "z' = y*x'", dependent="z")
    rows = FORMULATIONS["voronec"](p.system, p.d).rows
    none = p.system.pfaffian.take([])
    bent = (Nonlinear(p.system.pfaffian.value(0), "z' = y*x'"),)
    system = replace(p.system, pfaffian=none, nonlinear=bent)
    found = FORMULATIONS["voronec"](system, distribution(none))
    own = [p.d.restrict(row) for row in found.rows]
    assert [str(u) for u in found.unknowns] == ["xddot", "yddot"]
    assert all(decide_zero(a - b).answer for a, b in zip(own, rows, strict=True))


def test_which_constraints_bend():
    p = isokinetic()
    for text, answer in [
        ("x'*y'", True),
        ("(x' + 1)**2 - x'**2 - y'", False),
        ("x*x' + t", False),
        ("y'/x'", True),
    ]:
        assert bends(p.system.chart, p.read(text)) is answer


def test_a_square_is_what_is_squared():
    """The slopes of a square vanish where it holds: as it stands there is no direction to react in."""
    p, plain = (Problem("x y", "(x'**2 + y'**2)/2", row) for row in ("(x' - y)**2", "x' - y"))
    found, known = compare(p.case), compare(plain.case)
    own, other = (c.entry("maggi").motion.accelerations for c in (found, known))
    assert [str(a) for a in own] == [str(a) for a in other]
    circle = Problem("x y", "(x'**2 + y'**2)/2", "(x'**2 + y'**2 - 1)**2").system
    assert [str(c.value) for c in circle.nonlinear] == ["xdot**2 + ydot**2 - 1"]
    square = replace(circle, nonlinear=(replace(circle.nonlinear[0], value=p.read("(x' - y)**2")),))
    with pytest.raises(NotApplicable, match="names no reaction; try writing it without squares"):
        slopes(square)


def test_accelerations_are_refused_still():
    with pytest.raises(BadCase, match="contains accelerations"):
        parse_case('coordinates = ["x"]\nconstraints = ["xddot**2 - 1"]')


def test_the_geometry_refuses_with_the_constraint_and_the_reason():
    with pytest.raises(
        NotPfaffian, match=r"zdot - k\*sqrt\(.*not linear in the velocities"
    ) as caught:
        check(APPELL, at={"x": 0})
    assert "by Chetaev's rule" in str(caught.value) and "Pfaffian forms" in str(caught.value)


def test_an_analysis_has_the_verdict_of_check_and_a_comparison():
    found = analyze(APPELL)
    assert (found.check.relations, found.check.verdict, found.verdict) == (
        0,
        "nonholonomic",
        check(APPELL).verdict,
    )
    assert [label for label, _ in found.conserved] == ["energy function"]


def test_the_command_line(capsys, tmp_path):
    assert main(["check", str(APPELL), "--expected"]) == 0
    shown = capsys.readouterr().out
    assert (
        "1 nonlinear in the velocities; h = 0" in shown
        and "classification  verdict: nonholonomic" in shown
    )
    assert main(["check", str(APPELL), "--certificate", str(tmp_path / "a.json")]) == 2
    assert "not linear in the velocities" in capsys.readouterr().err
    assert main(["compare", str(APPELL)]) == 0
    assert "by Chetaev's rule for what is nonlinear: zdot - k*sqrt" in capsys.readouterr().out
    assert main(["compare", str(APPELL), "--json"]) == 0
    record = json.loads(capsys.readouterr().out)
    assert record["shortcut_is_safe"] is None
    assert record["formulations"][0]["accelerations"]["z"] == "-g*k**2/(k**2 + 1)"
    assert {r["name"] for r in record["not_applicable"]} >= {"maggi", "hamel", "vakonomic"}
    target = tmp_path / "a.html"
    assert main(["report", str(APPELL), "-o", str(target)]) == 0
    page = target.read_text()
    assert "1 nonlinear in the velocities; " in page and "By Chetaev" in page
    capsys.readouterr()
    assert main(["equations", str(APPELL)]) == 0
    assert "lambda_1" in capsys.readouterr().out


def test_sympy_models_may_be_nonlinear():
    from sympy.physics.mechanics import dynamicsymbols

    x, y = dynamicsymbols("x y")
    speed = x.diff() ** 2 + y.diff() ** 2
    case = nh.System([x, y], lagrangian=speed / 2 - y, constraints=[speed - 4])
    assert len(case.system.nonlinear) == 1
    assert nh.compare(case).entry("gauss").agrees
    assert nh.check(case).verdict == "nonholonomic"


def test_conserved_quantities_use_the_constraint():
    """The energy of Appell and Hamel's mechanism is kept on the constraint only (it is
    homogeneous).
    """
    case = read_case(APPELL)
    found = compare(case)
    assert not found.distribution.k
    assert [label for label, _ in analyze(case).conserved] == ["energy function"]


VERDICTS = [  # constraints, verdict, h
    (["x'*y' = 1"], "nonholonomic", 0),
    (["x1'*x2' + y1'*y2' = 0"], "nonholonomic", 0),
    (["x'^2 + y'^2 + z'^2 = exp(w)*w'^2"], "nonholonomic", 0),
    (["x'^2 + y'^2 = 1", "z' = x*y'"], "nonholonomic", 0),
    (["x'^2 + y'^2 = 1", "x dz + z dx = 0"], "partly holonomic", 1),
    (["x'^2 = 1"], "undecided", None),  # x = t + c or x = c - t
    (["x'^2 = y'^2"], "undecided", None),  # two lines
    (["(x' - y*z')^2 = 0"], "nonholonomic", 0),  # a linear one in disguise
    (["x'^2 + y'^2 = 1", "x' = y'"], "undecided", None),  # two points
    (["x'^2 + y'^2 = 1", "y'*z' = 1"], "nonholonomic", 0),
]


@pytest.mark.parametrize(("constraints", "verdict", "h"), VERDICTS)
def test_velocities_that_bend_keep_no_relation_between_coordinates(constraints, verdict, h):
    found = nh.check(nh.constraints(*constraints))
    assert (found.verdict, found.relations) == (verdict, h)


def test_a_parameter_may_make_it_linear():
    text = (
        'coordinates = ["x", "y"]\nconstraints = ["y\' = k*x\'^2 + x*x\'"]\nparameters = { k = %s }'
    )
    bent, straight = (nh.check(parse_case(text % k)) for k in (1, 0))
    assert (bent.verdict, straight.verdict) == ("nonholonomic", "undecided")
    assert "at the given numbers the constraint is linear" in straight.reason


def test_the_record_has_the_keys_of_a_check(capsys):
    assert main(["check", "-c", "x'*y' = a", "-c", "z*z' = x'", "--json"]) == 0
    bent = json.loads(capsys.readouterr().out)
    assert main(["check", "-c", "z*z' = x'", "--json"]) == 0
    plain = json.loads(capsys.readouterr().out)
    assert (bent["verdict"], bent["holonomic_relations"], bent["independent_constraints"]) == (
        "partly holonomic",
        1,
        2,
    )
    assert (bent["first_integrals"], bent["space"]) == (plain["first_integrals"], "tq")
    assert "a held constant" in bent["remarks"][-1]
    contract = (
        "schema name coordinates constraints verdict holonomic_relations independent_constraints "
        "individual "
        "growth_vector space degree_of_nonholonomy accessible first_integrals singular_set "
        "virtual_displacements certificate"
    )
    assert set(contract.split()) <= set(bent)


# linear ones in disguise -----------------------------------------------------------------------
@pytest.mark.parametrize(
    ("row", "plain"),
    [
        ("(x' - y*z')^2 = 0", ["x' - y*z'"]),
        ("x'^2 - 2*y*x'*z' + y^2*z'^2 = 0", ["x' - y*z'"]),
        ("(1 + y^2)*(x' - y*z')^3 = 0", ["x' - y*z'"]),
        ("x'^2 + (1 + y^2)*z'^2 = 0", ["x'", "z'"]),
        ("x'^2 + x'*z' + z'^2 = 0", ["x'", "z'"]),
        ("x'^2 + y'^2 + z'^2 = 2*x'*y'", ["x' - y'", "z'"]),
        ("x'^2 + y^2*z'^2 = 0", ["x'", "y*z'"]),
        ("x'^2 + 2*y*x'*z' + (y^2 + 1)*z'^2 + 2*z' + 1 = 0", ["x' - y", "z' + 1"]),
        ("(z' - x' - 1)^2 = 0", ["z' - x' - 1"]),
        ("x'^3 = y^3*z'^3", ["x' - y*z'"]),
        ("x'^3 = z'^3", ["x' - z'"]),
        ("(x'^2 + z'^2 + y^2 + 1)*(x' - y*z') = 0", ["x' - y*z'"]),
    ],
)
def test_a_linear_constraint_in_disguise_is_judged_as_what_it_is(row, plain):
    hidden, known = (nh.check(nh.constraints(*rows, also="y")) for rows in ([row], plain))
    assert (hidden.verdict, hidden.relations, hidden.independent) == (
        known.verdict,
        known.relations,
        known.independent,
    )
    assert all("that is" in label for label in hidden.full.labels)


SQUARED = (
    "x' - y*z'", "y' - x*z'", "x*x' + y*y'", "y*z' - x*y'", "x*y' - z", "z'", "y' + x", "x*z'",
    "x'*sin(theta) - y'*cos(theta)", "theta'*sin(theta) - x'", "y'*cos(theta)",
)  # fmt: skip


def rows_at(rows, chart, point):
    """Pfaffian rows at a point where they are rational, for SymPy: coefficients of the velocities,
    and what is left.
    """
    names = dict(zip(chart.q, point, strict=True))
    entries = [[*coefficients, rest] for coefficients, rest in zip(rows.matrix, rows.affine)]
    return [[QQ.from_sympy(Rational(str(e.subs(names)))) for e in row] for row in entries]


def rank_of(rows) -> int:
    return DomainMatrix(rows, (len(rows), len(rows[0])), QQ).rank()


@pytest.mark.parametrize("terms", [*combinations(SQUARED, 1), *combinations(SQUARED, 2)])
def test_a_sum_of_squares_demands_at_each_point_what_its_terms_demand(terms):
    """Also where a coefficient vanishes: x' = y z' and y' = x z' are two rows on x = 0 too."""
    squares = " + ".join(f"({row})^2" for row in terms)
    hidden, plain = (
        nh.System("x y z theta", constraints=rows).system for rows in ([squares], list(terms))
    )
    velocities = {name for name in ("x'", "y'", "z'", "theta'") for row in terms if name in row}
    if hidden.nonlinear:  # x^2 z'^2 = 0 says x = 0 or z' = 0; other signs are not seen
        assert len(velocities) <= len(terms)
        return
    quarter = plain.chart.graph.pi / 2
    for x, y, z, angle in product([0, 1], [0, 1, -2], [0, 3], [0, 1, 2]):
        found, known = (
            rows_at(s.pfaffian, s.chart, (x, y, z, angle * quarter)) for s in (hidden, plain)
        )
        ranks = {rank_of(rows) for rows in (found, known, [*found, *known])}
        assert len(ranks) == 1, (x, y, z, angle)


@pytest.mark.parametrize(
    "row", ["y^2*sqrt(x') = 0", "-2*y^2*sqrt(x') = 0", "1/sqrt(x') = 0", "sqrt(x')*abs(z') = 0"]
)
def test_a_root_that_is_one_factor_of_several_is_asked_once(row):
    """It is no sum of roots; it was taken for one, again and again."""
    with contextlib.suppress(NonholoError):
        assert nh.constraints(row, also="y z").system


FACTORS = ["x' - y*z'", "y' - z*x'", "x' - 2*y'", "z' - x*y'", "x + z'", "x'^2 + y'^2 - 2*z'^2"]


def test_a_factor_is_judged_as_what_it_is_alone():
    """A sum of squares is two constraints, and does not vanish with x' = y z' alone."""
    found = nh.check(nh.constraints("(x'^2 + y'^2)*(x' - y*z') = 0"))
    assert [(verdict.verdict, verdict.independent) for _, verdict in found.factors] == [
        ("holonomic", 2),
        ("nonholonomic", 1),
    ]
    assert "a product: each factor has its answer" in check_text(found)


@pytest.mark.parametrize(
    "row", ["x'^2 + y'^2 = -1", "x'^2 - 2*x'*y' + 3*y'^2 + 4 = 0", "x'^4 + y^2 + 1 = 0"]
)
def test_what_no_velocity_obeys_is_refused(row):
    with pytest.raises(BadCase, match="no velocity obeys"):
        nh.constraints(row, also="y")


def test_a_rate_with_two_signs_is_two_rates():
    found = nh.check(nh.constraints("x'^2 = y^2 + 1"))
    assert found.verdict == "nonholonomic" and len(found.factors) == 2


@pytest.mark.parametrize(
    ("row", "factors"),
    [
        ("(x' - 2*z')*(x'^2 + y'^2 - z'^2) = 0", ("2*zdot - xdot", "zdot**2")),
        ("y*(x'^2 + y'^2 - 1) = 0", ("y = 0",)),
    ],
)
def test_of_a_product_each_factor_is_a_question_of_its_own(row, factors):
    """One factor of the first is holonomic, the other is not: no verdict holds for both."""
    found = nh.check(nh.constraints(row, also="y"))
    assert found.verdict == "undecided"
    assert all(factor in found.bent.reason for factor in factors)
    assert len({alone.verdict for _, alone in found.factors}) == 2


@settings(max_examples=draws(10), deadline=None)
@given(st.lists(st.sampled_from(FACTORS), min_size=2, max_size=3, unique=True))
def test_a_product_is_judged_by_its_factors(factors):
    """Nonholonomic where each factor alone is and hides nothing; what each says is told."""
    alone = [nh.check(nh.constraints(f"{f} = 0", also="x y z")) for f in factors]
    found = nh.check(nh.constraints("*".join(f"({f})" for f in factors) + " = 0", also="x y z"))
    assert sorted(a.verdict for _, a in found.factors) == sorted(a.verdict for a in alone)
    every = all(a.relations == 0 for a in alone)
    assert found.verdict == ("nonholonomic" if every else "undecided")
    assert (found.relations == 0) == every
    assert all(f"{a.verdict}" in check_text(found) for a in alone)


def test_the_page_of_a_product_tells_its_factors(tmp_path, capsys):
    (tmp_path / "product.toml").write_text(
        """coordinates = ["x", "y", "z"]
constraints = ["x'^2 = y^2*z'^2"]
"""
    )
    assert main(["report", str(tmp_path / "product.toml"), "-o", str(tmp_path / "a.html")]) == 0
    capsys.readouterr()
    page = (tmp_path / "a.html").read_text()
    assert page.count('growth <span class="whole">(2, 3)</span>') == 2
    assert main(["explain", str(tmp_path / "product.toml")]) == 0
    assert "bend" not in capsys.readouterr().out


def test_a_product_with_letters_says_where_a_factor_is_another_one():
    found = nh.check(nh.constraints("x'^2 = a^2*y^2*z'^2", also="y", constants="a"))
    assert [list(map(str, one)) for one in found.letters.special] == [["a"]]
    assert "only where a = 0" in " ".join(check_text(found).split())


@pytest.mark.parametrize(
    ("row", "factors"),
    [
        ("x'^2 = sin(y)^2*z'^2", 2),
        ("x'^2 - 2*x'*z'*cos(y) + cos(y)^2*z'^2 = sin(y)^2*z'^2", 2),
        ("x'^2 = sin(y)*z'^2", 1),
        ("x'^2 = (2 - 2*cos(y))*z'^2", 2),
        ("x'^2 = 2*y^2*z'^2", 2),
        ("x'^2 = (1 + y^2)*z'^2", 2),
        ("x'^2 + 2*y*x'*z' = z'^2", 2),
        ("x'^2 = (1 - y^2)*z'^2", 1),
        ("x'^2 = y^3*z'^2", 1),
        ("x'^2 + y'^2 = z'^2", 1),
    ],
)
def test_squares_of_sines_are_squares(row, factors):
    """Their normal form, 1 - cos^2, is none; 2 - 2 cos(y) is that of sin(y/2), 1 + y^2 of a root."""
    system = nh.System("x y z", None, [row]).system
    chart, value = system.chart, system.nonlinear[0].value
    moving, _ = factors_with_velocities(chart, value)
    assert len(moving) == factors
    assert (
        factors == 1
        or vanishes(moving[0] * moving[1] - value)
        or vanishes(moving[0] * moving[1] + value)
    )


ENTRIES = st.sampled_from(["0", "1", "y", "x*z", "sin(x)", "t", "-2"])


@st.composite
def beside_rows(draw):
    """A linear row, an affine h, and h + c (row) with c affine in the velocities."""
    rest, offset = draw(ENTRIES), draw(ENTRIES)
    row = f"x' - ({rest})*z' - ({offset})"
    h = f"y' - ({draw(ENTRIES)})*z' - ({draw(ENTRIES)})"
    factor = f"x' + ({draw(ENTRIES)})*y' + 2*z' + ({draw(ENTRIES)})"
    return row, h, f"{h} + ({factor})*({row})"


@given(beside_rows())
@settings(max_examples=draws(8))
def test_what_other_rows_make_linear_is_judged_as_what_is_left(texts):
    row, h, bent = texts
    kinetic = "(x'^2 + 2*y'^2 + 3*z'^2)/2 - x"
    told = nh.System("x y z", kinetic, [row, bent])
    plain = nh.System("x y z", kinetic, [row, h])
    first, second = check(told), check(plain)
    assert (first.verdict, first.relations) == (second.verdict, second.relations)
    assert first.growth.vector == second.growth.vector
    motions = [compare(c).entry("maggi").motion.accelerations for c in (told, plain)]
    pairs = zip(*([sympify(str(a)) for a in motion] for motion in motions), strict=True)
    assert all((a - b).together().expand() == 0 for a, b in pairs)


@pytest.mark.parametrize("bent", ["x'^2 + y'^2 = 2", "x'*z' = z'", "(x' + y' - 2)^2*(1 + z^2) = 0"])
def test_what_follows_from_the_other_rows_says_nothing(bent):
    found = check(nh.System("x y z", constraints=[bent, "x' = 1", "y' = 1"]))
    assert (found.verdict, found.relations, found.independent) == ("holonomic", 2, 2)
    assert len(found.redundant) == 1


@pytest.mark.parametrize(
    "rows",
    [["x'^2 + y'^2 = 1", "x' = 1", "y' = 1"], ["x'^2 + y'^2 + z'^2 = 1", "x' + y' + z' = 2"]],
)
def test_what_the_other_rows_contradict_is_refused(rows):
    with pytest.raises((BadCase, ContradictoryConstraints)):
        check(nh.System("x y z", constraints=rows))


def test_what_the_other_rows_leave_of_a_bent_one_is_a_relation():
    found = check(nh.System("x y", constraints=["x'^2 + y'^2 = 1", "x' = y", "y' = -x"]))
    assert found.verdict == "holonomic"
    assert [str(f) for f in found.case.system.holonomic] == ["x**2 + y**2 - 1"]


def test_a_pivot_that_can_vanish_puts_nothing_in():
    bent = nh.System("x y z", constraints=["x'*y' = z'", "y*x' = z'"]).system.nonlinear
    assert [c.label for c in bent] == ["x'*y' = z'"]


WAVES = st.sampled_from(["sin(z)", "cos(z)", "1", "2", "sin(z)*x", "sin(2*z)", "-cos(z)"])


@st.composite
def two_forms(draw):
    """Two forms in x', y', z' with sines and cosines, no multiples of each other."""
    first, second = f"x'*({draw(WAVES)})", f"y'*({draw(WAVES)}) + z'"
    more = f" + x'*({draw(WAVES)})" if draw(st.booleans()) else ""
    return f"{first} - y'*({draw(WAVES)})", second + more


@given(two_forms())
@settings(max_examples=draws(8))
def test_a_product_is_seen_whatever_sines_and_cosines_stand_in_it(forms):
    told = check(nh.System("x y z", constraints=["({})*({}) = 0".format(*forms)]))
    alone = [check(nh.System("x y z", constraints=[f"{form} = 0"])) for form in forms]
    seen = [(one.verdict, one.relations) for _, one in told.factors if one.relations is not None]
    assert all((one.verdict, one.relations) in seen for one in alone)
    assert len(seen) >= 2


@pytest.mark.parametrize(
    "row",
    [
        "x'^2*sin(z)^2 = y'^2*cos(z)^2",
        "(x'^2 + y'^2)*sin(z)^2 = y'^2",
        "x'^2*(1 - cos(2*z)) = y'^2*(1 + cos(2*z))",
        "x'^2*(1 - cos(z)) = y'^2*(1 + cos(z))",
        "(x'*sin(z) - y'*cos(z))*(x'*cos(z) - y'*sin(z)) = 0",
    ],
)
def test_blades_of_two_directions_hide_nothing(row):
    found = check(nh.System("x y z", constraints=[row]))
    assert (found.verdict, found.relations, len(found.factors)) == ("nonholonomic", 0, 2)


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        (["x'*y' = 1", "x' = y'"], ["ydot - 1 = 0", "ydot + 1 = 0"]),
        (["x'*y' = z'", "z' = 0"], ["xdot = 0", "ydot = 0"]),
    ],
)
def test_a_product_that_other_rows_make_is_told_by_its_factors(rows, words):
    found = check(nh.System("x y z", constraints=rows))
    assert sorted(factor for factor, _ in found.factors) == sorted(words)
    assert [one.verdict for _, one in found.factors] == ["holonomic", "holonomic"]


def test_without_holonomic_constraints_none_is_blamed():
    found = check(
        nh.System("x y z", constraints=["sqrt(x'^2 + y'^2) + sqrt(z'^2 + y'^2) = x' + z'"])
    )
    assert found.bent.reason.startswith("it could not be solved for a velocity")
    assert "holonomic constraints" not in " ".join(check_text(found).split())


# roots, sizes, exponentials and quotients -------------------------------------------------------
SQUARES = ["x' - y*z'", "z'", "y' - z", "x' + z' - 1"]


@given(st.lists(st.sampled_from(SQUARES), min_size=1, max_size=3, unique=True), st.data())
@settings(max_examples=draws(10))
def test_sums_of_sizes_and_roots_demand_what_their_terms_demand(terms, data):
    forms = ["abs({})", "sqrt(({})^2)", "2*sqrt(abs({}))", "abs({})^3"]
    told = " + ".join(data.draw(st.sampled_from(forms)).format(f"({u})") for u in terms)
    sign = data.draw(st.sampled_from(["", "-"]))
    plain = nh.System("x y z", None, [f"{u} = 0" for u in terms])
    bent = nh.System("x y z", None, [f"{sign}({told}) = 0"])

    def asked(case):
        try:
            found = nh.check(case)
        except ContradictoryConstraints:
            return None
        return found.verdict, found.independent, found.relations

    assert asked(bent) == asked(plain)


@pytest.mark.parametrize(
    "row, plain",
    [
        ("exp(x') = exp(y*z')", "x' = y*z'"),
        ("3*exp(x' - y*z') = 3", "x' = y*z'"),
        ("sqrt(x'^2 + y'^2) = 0", "x'^2 + y'^2 = 0"),
    ],
)
def test_exponentials_and_roots_are_read_as_what_they_say(row, plain):
    told = [nh.check(nh.System("x y z", None, [text])) for text in (row, plain)]
    assert len({(c.verdict, c.independent, c.relations) for c in told}) == 1
    assert told[0].verdict != "undecided"


def test_what_bends_is_no_sum_of_one_sign():
    for row in ("exp(x') + exp(y') = 2", "abs(x') = abs(y')", "abs(x') = y'"):
        assert nh.constraints(row).system.nonlinear


def test_what_a_constraint_is_divided_by_is_told():
    divided = nh.System("x y z", None, ["(x' - y*z')/(z' - x) = 0"]).system
    assert divided.through == ("zdot - x = 0",)
    assert divided.pfaffian.labels[0].endswith("that is y*zdot - xdot = 0")
    assert not nh.System("x y z", None, ["(x' - y*z')/(z'^2 + 1) = 0"]).system.through


@pytest.mark.parametrize("angle", ["x'", "x' - y*z'", "2*x'", "x' + theta"])
@pytest.mark.parametrize("wave", ["sin({})", "cos({})", "sin({})*cos({})", "1 - cos({})"])
def test_a_wave_of_velocities_is_not_halved_without_end(angle, wave):
    row = f"{wave.replace('{}', angle)} = 0"
    assert nh.check(nh.System("x y z theta", None, [row])).verdict == "undecided"


def test_what_is_positive_below_is_not_asked_about():
    (bent,) = nh.System("x y", None, ["tanh(x') = y*y'"]).system.nonlinear
    assert "asked" not in bent.label


# several, and sides -----------------------------------------------------------------------------
BENT_TOGETHER = [
    (["x'^2 + y'^2 = z'^2", "x'*y' = z"], 2),
    (["x'^2 + y'^2 = 1", "z' = x'*y'"], 2),
    (["x'^2 + y'^2 = 1", "z' = x'^2", "w' = x"], 3),
    (["x'^2 + y'^2 = 1 + w^2", "z' = x'*w'", "w' = x'^3"], 3),
    (["x'^2 + y'^2 = 1", "z' = x'^2 + y'^2"], None),  # z' = 1
    (["x'*y' = 1", "z'*x' = w'", "w'*y' = z' + x'^2*y' - x'"], None),  # each velocity twice
    (["x'^2 + y'^2 = z'^2", "x'^2 + y'^2 + z'*y = 2"], None),  # z'^2 + z' y = 2
]


@pytest.mark.parametrize(("rows", "k"), BENT_TOGETHER)
def test_several_that_bend_hide_nothing_where_their_velocities_span(rows, k):
    """Velocities by Newton's method at one place: their differences have the rank that is told."""
    names = "xyzw"
    case = nh.System(" ".join(names), None, rows)
    verdict = nh.check(case)
    assert verdict.independent == k and (verdict.relations is None) == (k is None)
    if k is None:
        return
    chart, rng = case.system.chart, np.random.default_rng(3)
    pfaffian = case.system.pfaffian
    linear = [pfaffian.value(l) for l in range(pfaffian.k)]
    values = [*linear, *(c.value for c in case.system.nonlinear)]
    tape = Tape([*values, *(g.diff(v) for g in values for v in chart.v)], [*chart.q, *chart.v])
    place, met = rng.uniform(0.5, 1, 4), []
    for _ in range(200):
        v = rng.uniform(-2, 2, 4)
        for _ in range(60):
            told = tape(np.concatenate([place, v]))
            step = np.linalg.pinv(told[len(values) :].reshape(-1, 4)) @ told[: len(values)]
            v = v - np.clip(step, -1, 1)
        if np.abs(tape(np.concatenate([place, v]))[: len(values)]).max() < 1e-10:
            met.append(v)
    spanned = np.linalg.matrix_rank(np.array(met[1:]) - met[0], 1e-6)
    assert spanned == 4 - len(linear) and verdict.relations == 0


@pytest.mark.parametrize(
    ("rows", "plain", "verdict"),
    [
        (["log(x') = log(z*y')"], ["x' = z*y'"], "nonholonomic"),
        (["log(x') = log(y')"], ["x' = y'"], "holonomic"),
        (["sqrt(x'^2 + y'^2) = x'"], ["y' = 0"], "holonomic"),
        (["sqrt(x'^2 + y'^2) = x' + z*y'"], [], "undecided"),  # a product
        (["atan2(y', x') = z"], ["y'*cos(z) = x'*sin(z)"], "nonholonomic"),
        (["atan2(y', x') = z", "z' = x"], ["y'*cos(z) = x'*sin(z)", "z' = x"], "nonholonomic"),
    ],
)
def test_what_says_an_equation_on_one_side_is_judged_as_that(rows, plain, verdict):
    one = nh.check(nh.System("x y z", None, rows))
    assert one.verdict == verdict
    if plain:
        other = nh.check(nh.System("x y z", None, plain))
        assert (one.relations, one.independent) == (other.relations, other.independent)
        assert one.accessible is not True and "the same as" in check_text(one)


@pytest.mark.parametrize(("row", "h"), [("x' = z*abs(y')", 0), ("x' = abs(y')", 1)])
def test_what_bends_has_an_answer_on_each_side(row, h):
    """A motion may change sides, so what is constant on one of them need not be so on all."""
    one = nh.check(nh.System("x y z", None, [row]))
    assert [side.relations for _, side in one.factors] == [h, h]
    assert one.relations == (None if h else 0) and "it bends" in check_text(one)


def test_velocities_that_contradict_each_other_are_refused():
    with pytest.raises(ContradictoryConstraints, match="no velocity obeys"):
        nh.check(nh.System("x y z", None, ["x'^2 + y'^2 = 1", "x'^2 + 2*y'^2 = 5"]))


def test_a_homogeneous_constraint_keeps_the_energy():
    """sum_i q_i' dc/dq_i' is a multiple of c: two particles on a rod with parallel velocities."""
    ends = "m/2*(x'^2 + y'^2) + M/2*((x' - l*a'*sin(a))^2 + (y' + l*a'*cos(a))^2)"
    parallel = "x'*(y' + l*a'*cos(a)) = y'*(x' - l*a'*sin(a))"
    rod = nh.System("x y a", ends, [parallel], parameters={"m": 1, "M": 2, "l": 1})
    found = compare(rod)
    assert [name for name, _ in conserved(found)] == ["energy function"]
    assert found.balance is not None and found.balance.rate.is_zero


def test_numbers_that_take_a_letter_out_of_a_constraint_leave_it_in_no_point():
    """Its slopes may still be written with a letter on which they do not depend."""
    ends = "m/2*(x'^2 + y'^2) + M/2*((x' - l*a'*sin(a))^2 + (y' + l*a'*cos(a))^2)"
    parallel = "x'*(y' + l*a'*cos(a)) = y'*(x' - l*a'*sin(a))"
    rod = nh.System("x y a", ends, [parallel], parameters={"m": 1, "M": 1, "l": 1})
    found = compare(rod)
    numbered = at_numbers(found.system)
    assert all(slopes(numbered)[0])
