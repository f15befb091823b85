"""The constraint algorithm: hidden constraints, contradictions, singular mass matrices."""

from __future__ import annotations

import json
import random
import re
from fractions import Fraction
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
import sympy
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import nonholo as nh
from nonholo.cli import main
from nonholo.dynamics.index import index_of
from nonholo.errors import ContradictoryConstraints, NonholoError, SingularMass, SingularPivot
from nonholo.geometry.constraints.pfaffian import independent_rows
from nonholo.geometry.distribution.distribution import distribution
from nonholo.readers.case_file import parse_case
from nonholo.verifier import verify
from nonholo.views.comparison.text import compare_text
from nonholo.views.consistency.text import consistency_text
from nonholo.views.verdict.record import check_record
from nonholo.views.verdict.text import check_text
from tests.draws import draws

CASES = Path(__file__).parents[1] / "cases"
CAWLEY = """
coordinates = ["x", "y", "z"]
lagrangian = "x'*z' + y*z^2/2"
[expected]
consistency = { consistent = true, hidden = 1, free = ["y"], dimension = 4 }
"""
FUNCTIONS = ["f(t)", "g(t)"]
PLAIN = ["rolling_coin", "rosenberg_particle", "chaplygin_sleigh", "particle_in_cone", "grushin"]


def told(found) -> list[tuple[str, str]]:
    return [(str(step.value), step.outcome) for step in found.steps]


# published results ------------------------------------------------------------------------------
def test_cawley():
    """L = x' z' + y z^2/2: z^2 = 0 once, and y may be any function of time (Cawley 1979)."""
    found = nh.consistency(parse_case(CAWLEY))
    assert told(found) == [("z", "new")] and found.free == ("y",) and found.freedom == 1
    assert found.dimension == 4  # x, x', y, y'
    assert [fact.status for fact in nh.judge(parse_case(CAWLEY))] == ["holds"]
    wrong = parse_case(CAWLEY.replace("hidden = 1", "hidden = 2"))
    assert [fact.status for fact in nh.judge(wrong)] == ["fails"]


def test_a_lagrangian_that_contradicts_itself():
    """L = q: Lagrange's equation says 1 = 0 (Dirac 1964, lecture 1); a rate adds nothing."""
    found = nh.consistency(nh.System("x", "x' + x"))
    assert found.consistent is False and told(found) == [("-1", "contradiction")]


def test_christ_and_lee():
    """r^2 (theta' - z) = 0, and z is gauge (Christ and Lee 1980): one free function."""
    found = nh.consistency(nh.System("r theta z", "r'^2/2 + r^2*(theta'-z)^2/2 - k*r^2/2"))
    assert told(found) == [("thetadot - z", "new")] and found.free == ("z",)
    assert [str(c) for c in found.conditions] == ["r"]


RACER = """
coordinates = ["x", "y", "th", "al"]
lagrangian = "m/2*(x'^2 + y'^2) + I1/2*th'^2 + I2/2*(th' + al')^2"
constraints = ["sin(th)*x' - cos(th)*y'",
    "sin(th + al)*x' - cos(th + al)*y' - (d2 + d1*cos(al))*th' - d2*al'"]
[parameters]
m = { positive = true }
I1 = { positive = true }
I2 = { positive = true }
d1 = { positive = true }
d2 = { positive = true }
"""


def test_what_cancels_in_a_minor_is_no_condition():
    """The roller racer (Krishnaprasad and Tsakiris 2001) goes on wherever it stands: at I2 d1
    cos(al) = I1 d2 a pivot vanishes, and no minor; cos(th) is below y' = x' tan(th) alone."""
    found = nh.consistency(parse_case(RACER, "racer.toml"))
    assert [str(c) for c in found.conditions] == ["cos(th)"]


def test_the_pendulum_with_its_multiplier_as_a_coordinate():
    """A differential-algebraic system of index 3: f, then lambda, then lambda' are found
    (Hairer and Wanner 1996, sec VII.1)."""
    L = "(x'^2+y'^2)/2 - g*y + l*(x^2+y^2-1)"
    found = nh.consistency(nh.System("x y l", L))
    assert found.consistent and found.dimension == 2 and not found.freedom
    assert [step.level for step in found.steps] == ["configuration", "velocity", "velocity"]


# hidden constraints -----------------------------------------------------------------------------
def test_x_and_its_rate_and_the_rate_of_that():
    known = nh.System("x y", None, ["x' = y", "y' = 1"], ["x"])
    found = nh.consistency(known)
    assert found.consistent is False
    assert told(found) == [("y", "new"), ("-1", "contradiction")]
    assert found.steps[0].sources == ("x' = y", "d/dt (x)")
    kept = nh.consistency(nh.System("x y", None, ["x' = y", "y' = 0"], ["x"]))
    assert kept.consistent and told(kept) == [("y", "new")] and kept.dimension == 0


def test_nothing_holds_a_weight_on_a_hidden_constraint():
    """y = 0 follows, dy is virtual, so no reaction acts along y: m y'' = -m g contradicts it."""
    L = "m*(x'^2 + y'^2)/2 - m*g*y"
    found = nh.consistency(nh.System("x y", L, ["x' = y"], ["x"]))
    assert found.consistent is False and told(found)[-1] == ("m*g", "contradiction")
    free = nh.consistency(nh.System("x y", "m*(x'^2 + y'^2)/2", ["x' = y"], ["x"]))
    assert free.consistent and free.loose == 2 and free.dimension == 0


@given(st.integers(2, 6), st.booleans())
@settings(deadline=None, max_examples=draws(12))
def test_a_chain_is_followed_link_by_link(n, kept):
    """x1 = 0, x_i' = x_(i+1): n - 1 hidden constraints, and x_n' = 1 contradicts the last."""
    names = [f"x{i}" for i in range(1, n + 1)]
    chain = [f"{a}' = {b}" for a, b in pairwise(names)]
    last = f"{names[-1]}' = {0 if kept else 1}"
    found = nh.consistency(nh.System(names, None, [*chain, last], ["x1"]))
    assert [s.outcome for s in found.steps].count("new") == n - 1
    assert found.consistent is kept


@pytest.mark.parametrize("name", PLAIN)
def test_a_system_that_has_a_motion_hides_nothing(name):
    case = nh.read_case(CASES / f"{name}.toml")
    found = nh.consistency(case)
    rows, _, _ = independent_rows(case.system.pfaffian)
    index = index_of(case.system, distribution(rows))
    assert found.consistent and not found.steps and not found.free and not found.loose
    assert found.dimension == index.coordinates + index.velocities


# linear systems: the determinant knows ----------------------------------------------------------
MATRIX = st.lists(st.integers(-2, 2), min_size=9, max_size=9)


@given(MATRIX, MATRIX, st.integers(0, 3))
@settings(deadline=None, max_examples=draws(40))
def test_linear_systems_keep_as_many_states_as_the_determinant_has_roots(mass, stiffness, rank):
    """M q'' + K q = 0: dimension = deg det(M s^2 + K); if that is 0 as a polynomial, n - rank of
    the pencil accelerations stay free (Gantmacher: Kronecker's form)."""
    B, C, s = sympy.Matrix(3, 3, mass)[:rank, :], sympy.Matrix(3, 3, stiffness), sympy.Symbol("s")
    M, K = B.T * B if rank else sympy.zeros(3), C + C.T
    q = sympy.Matrix(sympy.symbols("x y z"))
    v = sympy.Matrix(sympy.symbols("xdot ydot zdot"))
    L = str(((v.T * M * v - q.T * K * q)[0] / 2).expand())
    found = nh.consistency(nh.System("x y z", L))
    pencil = M * s**2 + K
    det = sympy.Poly(pencil.det(), s)
    assert found.consistent
    if det.is_zero:
        assert found.freedom == 3 - pencil.rank(simplify=True)
    else:
        assert found.freedom == 0 and found.dimension == det.degree()


@given(MATRIX)
@settings(deadline=None, max_examples=draws(15))
def test_the_ending_is_free_of_the_coordinates(entries):
    """Cawley's system in other linear coordinates."""
    T = sympy.Matrix(3, 3, entries)
    if T.det() == 0:
        return
    x, y, z = (str(e) for e in T * sympy.Matrix(sympy.symbols("x y z")))
    xd, _, zd = (str(e) for e in T * sympy.Matrix(sympy.symbols("xdot ydot zdot")))
    found = nh.consistency(nh.System("x y z", f"({xd})*({zd}) + ({y})*({z})^2/2"))
    assert found.consistent and found.freedom == 1 and found.dimension == 4
    assert len(found.steps) == 1 and x


# going on with what was hidden -------------------------------------------------------------------
@given(MATRIX, MATRIX, st.integers(0, 3))
@settings(deadline=None, max_examples=draws(6))
def test_the_motion_of_the_completed_system_obeys_the_equations_that_were_given(
    mass, stiffness, rank
):
    """M q'' + K q = 0 where the hidden constraints hold, though M is singular: no reactions."""
    B, C = sympy.Matrix(3, 3, mass)[:rank, :], sympy.Matrix(3, 3, stiffness)
    M, K = B.T * B if rank else sympy.zeros(3), C + C.T
    q, v = (sympy.Matrix(sympy.symbols(f"x{dot} y{dot} z{dot}")) for dot in ("", "dot"))
    case = nh.System("x y z", str(((v.T * M * v - q.T * K * q)[0] / 2).expand()))
    found, compared = nh.consistency(case), nh.compare(case)
    assert (compared.reference is None) == bool(found.freedom)
    if compared.reference is None:
        return
    known = {str(s): sympy.sympify(str(e)) for s, e in found.values}
    a = sympy.Matrix([sympy.sympify(str(e)) for e in compared.reference.accelerations])
    assert (M * a + K * q).subs(known).expand() == sympy.zeros(3, 1)
    assert len(compared.hidden) == len(found.steps)
    assert all(sympy.sympify(str(R)).subs(known).expand() == 0 for R in compared.reactions)


def test_check_compare_and_simulate_go_on_with_hidden_constraints():
    L = "(x'^2 + y'^2 + z'^2 + u'^2)/2"
    case = nh.System("x y z u", L, ["x' = y", "z' = u*x' + u^2*y"], ["x"], initial={"u": 1})
    verdict, compared, run = nh.check(case), nh.compare(case), nh.simulate(case, 1)
    told_of = [
        [str(step.value) for step in hidden] for hidden in (verdict.case.hidden, compared.hidden)
    ]
    assert told_of == [["y"], ["y"]] and not case.hidden
    assert (verdict.verdict, verdict.relations) == ("holonomic", 3)
    assert all(e.agrees for e in compared.formulations) and all(
        R.is_zero for R in compared.reactions
    )
    assert run.receipt.ok and "y = 0" in run.receipt.remarks[-1]
    assert verify(nh.certificate(case)).status == "accepted"


def test_paths_rests_small_motions_and_lessons_go_on_too(tmp_path, capsys):
    case = nh.System("x y z", "(x'^2 + y'^2 + z'^2 - z^2)/2", ["x' = y"], ["x"])
    path = nh.steer(case, to={"z": 1})
    assert path.proof.proved and str(path.expressions["z"]) == "t"
    assert any("algorithm: y = 0" in remark for remark in path.remarks)
    (still,) = nh.equilibrium(case).found
    assert still.stability.verdict == "stable" and not any(map(str, still.free))
    assert [str(e) for row in nh.linearise(case).linear.K for e in row] == ["1"]
    (tmp_path / "hidden.toml").write_text(
        'coordinates = ["x", "y"]\nconstraints = ["x\' = y"]\nholonomic_constraints = ["x"]\n'
    )
    assert main(["explain", str(tmp_path / "hidden.toml")]) == 0
    assert "2 independent constraints" in capsys.readouterr().out


@given(st.integers(-2, 2), st.integers(1, 3), st.integers(-2, 2))
@settings(max_examples=draws(10), deadline=None)
def test_rows_that_hide_a_relation_rest_where_those_do_that_state_it(a, b, c):
    """x' = y beside x' = f hides y = f, without any holonomic constraint to begin with."""
    L, f = "(x'^2 + y'^2 + z'^2)/2 - x^2/2", f"{a} + {b}*z + {c}*z^2"
    hiding = nh.equilibrium(nh.System("x y z", L, ["x' = y", f"x' = {f}"]))
    stating = nh.equilibrium(nh.System("x y z", L, ["x' = y"], [f"y = {f}"]))
    rests = [{str(one.values) for one in found.found} for found in (hiding, stating)]
    assert rests[0] == rests[1] and hiding.complete and stating.complete


def test_an_initial_state_chooses_where_one_rests_and_moves_little():
    rows, start = ["x' = y", "x' = z*y"], {"z": 1, "y": 2}
    case = nh.System("x y z", "(x'^2 + y'^2 + z'^2)/2", rows, initial=start)
    (rest,) = nh.equilibrium(case).found
    assert {n: str(e) for n, e in rest.values.items()} == {"y": "0", "z": "1"}
    small = nh.linearise(case, {"z": 1, "y": "w"}).linear
    assert small.velocities == ("y",) and [str(e) for row in small.M for e in row] == ["1"]
    assert (nh.restricted(case, "x, z").relations, nh.restricted(case, "x, y").relations) == (1, 0)


def test_where_one_cannot_go_on_it_is_said_what_was_found():
    contrary = nh.System("x y", "(x'^2+y'^2)/2", ["x' = y", "y' = 1"], ["x"])
    apart = nh.System("x y z", "(x'^2+y'^2+z'^2)/2", ["x' = y", "x' = z*y"])
    gauge = nh.System("x y", "(x' - y)^2/2")
    for ask in (nh.check, nh.compare, nh.simulate):
        with pytest.raises(ContradictoryConstraints, match="y = 0 follows, then -1 = 0"):
            ask(contrary)
    for ask in (nh.compare, nh.simulate):
        with pytest.raises(ContradictoryConstraints, match=r"apart: y = 0 \| z - 1 = 0"):
            ask(apart)
    with pytest.raises(SingularMass, match="1 of y'' may be any function of time"):
        nh.simulate(gauge)
    assert nh.compare(gauge).consistency.freedom == 1
    one = nh.System("x y z", "(x'^2+y'^2+z'^2)/2 - y", ["x' = y", "x' = z*y"])
    assert [str(s.value) for s in nh.compare(one).hidden] == ["z - 1"]  # a weight forbids y = 0


@pytest.mark.parametrize(
    "length",
    [
        "-m*sqrt(T'^2 - x'^2)",
        "(1 + x^2)*sqrt(x'^2 + m*T'^2)",
        "sqrt((x'^2 + T'^2)/(2 + x)) + x*T'",
        "sqrt(x'^2 + T'^2*(1 + x^2)) + sqrt(x'^2 + m*T'^2)",
        "(x'^4 + T'^4*(1 + x^2))^(1/4)",
    ],
)
def test_an_action_that_is_a_length_leaves_the_pace_open(length):
    """L(q, c q') = c L(q, q'): (d2L/dq'dq') q' = 0 (Euler), though roots hide it."""
    case = nh.System(
        "x T", length, parameters={"m": 2}, initial={"xdot": Fraction(3, 10), "Tdot": 1}
    )
    with pytest.raises(SingularMass, match="1 of x'', T'' may be any function of time"):
        nh.simulate(case, 0.01)


def test_without_accelerations_nothing_is_said_not_to_be_kept():
    told = compare_text(nh.compare(nh.System("x y", "x'^2/(2*y')")))
    assert "momenta, velocities" not in told and "reactions" not in told
    assert "no accelerations" in told


@pytest.mark.parametrize(
    "begins, hidden, h",
    [({"z": 1, "y": 2}, "z - 1", 1), ({"y": 0, "z": 0}, "y", 2), ({"z": "1/2"}, "y", 2)],
)
def test_an_initial_state_chooses_the_branch(begins, hidden, h):
    """x' = y, x' = z y hide y (z - 1) = 0: what is told is that of the branch one starts on."""
    L, rows = "(x'^2+y'^2+z'^2)/2", ["x' = y", "x' = z*y"]
    case = nh.System("x y z", L, rows, initial=begins)
    verdict, compared = nh.check(case), nh.compare(case)
    told_of = [[str(s.value) for s in steps] for steps in (verdict.case.hidden, compared.hidden)]
    assert told_of == [[hidden], [hidden]] and verdict.relations == h
    added = nh.check(nh.System("x y z", L, [*rows, f"{hidden} = 0"]))
    assert (added.verdict, added.growth.vector) == (verdict.verdict, verdict.growth.vector)
    later = nh.simulate(nh.System("x y z", L, rows), 1, initial=begins)
    assert later.receipt.ok and f"{hidden} = 0" in later.receipt.remarks[-1]
    with pytest.raises(ContradictoryConstraints, match="fall apart"):  # z = 1, y = 0 lies on both
        nh.compare(nh.System("x y z", L, rows, initial={"z": 1}))


def test_the_start_of_a_path_chooses_the_branch():
    case = nh.System("x y z", None, ["x' = y", "x' = z*y"])
    fast = nh.steer(case, {"y": 2, "z": 1}, {"x": 1, "y": 3, "z": 1})
    slow = nh.steer(case, {"y": 0, "z": "1/2"}, {"z": 3})
    assert fast.proof.proved and any("z - 1 = 0" in one for one in fast.remarks)
    assert slow.proof.proved and any("y = 0" in one for one in slow.remarks)
    with pytest.raises(ContradictoryConstraints, match="fall apart"):
        nh.steer(case, {"y": 0, "z": 1}, {"x": 1})  # it lies on both


def answer(verdict):
    return (
        verdict.verdict,
        verdict.relations,
        verdict.independent,
        verdict.growth.vector,
        verdict.accessible,
    )


@pytest.mark.parametrize(
    "rows, agree",
    [
        (["x' = y", "x' = z*y"], False),
        (["x' = y", "x' = y + t*(z - 1)*w"], True),
        (["x' = y", "x' = z*(w - z)*y"], False),
    ],
)
def test_check_judges_each_set_of_states(rows, agree):
    """As it judges the constraints with the condition of that set; the whole as they all are."""
    verdict = nh.check(nh.System("x y z w", "x'^2 + y'^2", rows))
    judged = [(branch.words.split(", "), branch.verdict) for branch in verdict.branches]
    for words, one in judged:
        assert answer(one) == answer(nh.check(nh.System("x y z w", None, [*rows, *words])))
    assert (len({answer(one)[:3] for _, one in judged}) == 1) is agree
    assert verdict.verdict == (judged[0][1].verdict if agree else "undecided")
    record = check_record(verdict)["branches"]
    assert [one["verdict"] for one in record] == [one.verdict for _, one in judged]
    assert all(f"{', '.join(words)}:" in check_text(verdict) for words, _ in judged)


def test_a_set_that_is_not_decided_leaves_the_whole_open():
    rows = ["x' = y", "x' = y + z*(sin(x*w) - x/2 + exp(w))"]
    verdict = nh.check(nh.System("x y z w", None, rows))
    plain, hard = verdict.branches
    assert (verdict.verdict, verdict.relations) == ("undecided", None)
    assert plain.verdict.relations == 1 and hard.verdict is None and hard.reason
    assert "exp(w) = 0:  undecided: " in check_text(verdict)
    assert check_record(verdict)["branches"][1]["verdict"] == "undecided"


def test_a_coordinate_that_only_a_hidden_constraint_holds_may_be_dependent():
    slow = nh.System("x y", "x'^2/2 - x^2/2 - (x - y)^2/2")
    for name in "xy":
        compared = nh.compare(slow, dependent=name)
        d = compared.distribution
        assert d.names(d.dependent) == (name,)
        assert [str(R) for R in compared.reactions] == ["0", "0"]
        assert not any(str(R) != "0" for one in compared.smooth for R in one.force)
    with pytest.raises(SingularPivot, match="0 independent"):
        nh.compare(nh.System("x y", "x'^2 + y'^2"), dependent="x")


# sets that fall apart, and what is not decided ----------------------------------------------------
def test_a_product_is_followed_factor_by_factor():
    found = nh.consistency(nh.System("x y", "x'^2/2 + y*(x^2-1)"))
    assert found.consistent and told(found) == [("1 - x**2", "falls apart")]
    assert [(str(c), branch.dimension) for c, branch in found.branches] == [
        ("x - 1", 0),
        ("x + 1", 0),
    ]
    cross = nh.consistency(nh.System("x y", "(x'^2+y'^2)/2", [], ["x*y"]))
    assert [branch.dimension for _, branch in cross.branches] == [2, 2]


FACTORS = st.sampled_from(["x", "1 + x*y", "exp(x)", "x - z", "y^2"])
FUNCTIONS_OF_PLACE = st.sampled_from(["3*x + exp(y)", "x*y - z", "sin(z) + 2*x", "y^2 + 1", "5"])


@given(FUNCTIONS_OF_PLACE, FUNCTIONS_OF_PLACE, FACTORS, st.integers(1, 3))
@settings(max_examples=20, deadline=None)
def test_what_rows_hide_is_what_is_left_without_velocities(first, second, factor, scale):
    """Rows of w = f and u = g, told as differences of rows times functions: the velocities in them
    cancel, whatever they were multiplied by.
    """
    rate = " + ".join(
        f"({sympy.diff(sympy.sympify(first.replace('^', '**')), s)})*{s}'" for s in "xyz"
    ).replace("**", "^")
    blade = "z' - y*x' + 3*x*y' + 1"
    turn = f"w' + u - ({second}) - ({rate})"
    rows = [turn, f"{scale}*(w - ({first})) + {blade}"]
    expanded = sympy.expand(
        sympy.sympify(f"({factor})*({turn}) + {blade}".replace("'", "dot").replace("^", "**"))
    )
    hiding = nh.System("x y z w u", constraints=[*rows, str(expanded).replace("**", "^")])
    stating = nh.System("x y z w u", None, [blade], [f"w - ({first})", f"u - ({second})"])
    found = nh.consistency(hiding)
    assert found.consistent and found.dimension == nh.consistency(stating).dimension
    assert answer(nh.check(hiding)) == answer(nh.check(stating))


def test_a_slope_that_vanishes_on_a_level_holds_no_velocity():
    level = "exp(x) + x + y^3 + exp(y) + z^5 + exp(z) - 3"
    found = nh.consistency(nh.System("x y z w", None, [f"({level})*x' = w"], [level]))
    assert told(found) == [("w", "new")] and found.dimension == 4


@given(st.lists(st.sampled_from(["y", "z - x", "y - t", "w"]), min_size=2, max_size=3, unique=True))
@settings(max_examples=6, deadline=None)
def test_a_sum_of_squares_that_is_hidden_demands_all_its_terms(terms):
    assume(not {"y", "y - t"} <= {*terms})
    rows = ["x' = " + " + ".join(f"{n + 2}*({e})^2" for n, e in enumerate(terms)), "x' = 0"]
    squares = nh.System("x y z w", constraints=rows)
    each = nh.System("x y z w", None, ["x' = 0"], terms)
    assert nh.consistency(squares).dimension == nh.consistency(each).dimension
    assert answer(nh.check(squares)) == answer(nh.check(each))


def test_the_terms_of_a_sum_of_squares_have_rates():
    rows = ["x' = w*(y^2 + z^2)", "x' = 0"]
    ends = {str(f): way for f, way in nh.consistency(nh.System("x y z w", None, rows)).branches}
    assert ends["y**2 + z**2"].dimension == 3  # x, w and the velocity of w
    speeds = nh.consistency(nh.System("x y z w", None, ["x' = (y' - z)^2 + y^2", "x' = 0"]))
    assert told(speeds) == [("y", "new"), ("z", "new")] and speeds.dimension == 3


@pytest.mark.parametrize(
    "rows, consistent",
    [
        (["x' = f(x)", "x' = g(x)"], False),
        (["x' = f(x)", "x' = 0"], True),
        (["x' = f(x)", "x' = g(x)", "f(x) = 0"], False),
        (["x' = f(x)*y", "y' = g(x)", "y' = f(x)"], False),
        (["x' = f(x)", "x' = g(x)", "g(x) = f(x)^2"], False),
    ],
)
def test_functions_of_one_coordinate_meet_at_single_places_for_almost_all(rows, consistent):
    """There the coordinate stays, so what its velocity is has to be zero at one of them."""
    found = nh.consistency(nh.System("x y", constraints=rows, functions=["f(x)", "g(x)"]))
    assert found.consistent is consistent
    if not consistent:
        assert "for almost all values of f, g" in consistency_text(found)


ROOTS = st.sampled_from(["x", "x - 1", "x + 2", "x^2 - 2", "x^3 - x - 1", "x^2 + x + 1", "x^4 + 1"])


@given(st.lists(ROOTS, min_size=1, max_size=2), st.lists(ROOTS, min_size=1, max_size=2))
@settings(max_examples=draws(8), deadline=None)
def test_two_rates_of_one_coordinate_have_a_motion_where_both_are_zero(first, second):
    """x' = f(x), x' = g(x): a motion stays where f = g = 0 for a real x, and there is no other."""
    f, g = ("*".join(f"({e})" for e in factors) for factors in (first, second))
    f, x = f"{f} + {g}", sympy.Symbol("x")
    shared = sympy.gcd(*(sympy.sympify(e.replace("^", "**")).expand() for e in (f, g)))
    found = nh.consistency(nh.System("x y", None, [f"x' = {f}", f"x' = {g}"]))
    assert found.consistent is bool(shared.has(x) and sympy.Poly(shared, x).count_roots())


@pytest.mark.parametrize(
    "rows, levels, consistent",
    [
        (["x'^2 + y'^2 = 1", "x'^2 + y'^2 = 2"], [], False),
        (["x'^2 + y'^2 = 1", "x'^2 + 2*y'^2 = 5"], [], False),
        (["x'^2 + y'^2 = 1", "x'*y' = 1/3"], [], True),
        (["z' = 0", "z' = x^2 + 2*y^2 - 5"], ["x^2 + y^2 - 1"], False),
        (["z' = 0", "z' = x^2 + 2*y^2 - 3/2"], ["x^2 + y^2 - 1"], True),
        (["z' = 0", "z' = x^4 - x^2 + 1"], [], False),
    ],
)
def test_states_that_are_left_are_real_ones(rows, levels, consistent):
    assert nh.consistency(nh.System("x y z", None, rows, levels)).consistent is consistent


@given(
    st.lists(st.sampled_from(["z^3", "z^5 - z^3", "(x + y)*z", "y - z"]), min_size=1, max_size=2),
    st.sampled_from([(1, 2), (2, 1), (-3, 1), (5, 4)]),
)
@settings(max_examples=draws(6), deadline=None)
def test_levels_are_what_they_say_however_they_are_joined(terms, weights):
    """Levels whose slopes depend on each other where they hold have the rates of what they say."""
    curve, product = "x^3 + y^3 - x", "*".join(f"({e})" for e in terms)
    joined = [f"{w}*({curve}) + {k}*{product}" for k, w in zip((1, 5), weights)]
    found = nh.consistency(nh.System("x y z", None, [], joined))
    plain = nh.consistency(nh.System("x y z", None, [], [curve, product]))
    assert found.consistent and dimensions(found) == dimensions(plain)


def dimensions(found):
    """Of the sets of states that are left, however often they were parted."""
    inner = [dimensions(branch) for _, branch in found.branches]
    return frozenset().union(*inner) if inner else frozenset({found.dimension})


def test_a_coordinate_that_cancels_in_lowest_terms_may_be_zero():
    """x^2/(x + x w - x w^2)^2 - 2 x + 1, solved for x: it was divided by 0."""
    rows = ["u' = 2*x*z - z - x*y", "u' = 0", "v' = w", "v' = w^2 - z - 1"]
    found = nh.consistency(nh.System("x y z w u v", None, rows, ["x*y*z - 1"]))
    assert found.consistent and len(found.steps) == 2 and not found.relations


def test_levels_that_touch_have_the_rate_of_what_is_left():
    touching = ["x^2 + y^2 + z^2 - 2", "x^2 + y^2 + 2*z^2 - 2"]
    found = nh.consistency(nh.System("x y z", None, [], touching))
    assert found.dimension == 2 and {str(s): str(e) for s, e in found.values}["zdot"] == "0"


@pytest.mark.parametrize(
    "rows", [["x' = abs(t)", "x' = t"], ["x' = f(x, y)", "x' = 0"], ["x' = cos(x) - x", "x' = 0"]]
)
def test_what_was_not_followed_to_an_end_is_open_and_not_refused(rows):
    case = nh.System("x y", constraints=rows, functions=["f(x, y)"])
    verdict = nh.check(case)
    assert verdict.verdict == "undecided" and "consistency" in check_text(verdict)
    (one,) = check_record(verdict)["branches"]
    assert one["verdict"] == "undecided" and one["reason"]


def test_a_square_has_the_rate_of_its_root():
    found = nh.consistency(nh.System("x y", None, ["x' = 0"], ["x", "x + y^2"]))
    assert told(found) == [("y", "new")] and found.dimension == 0


def test_what_is_not_decided_is_said():
    found = nh.consistency(nh.System("x y", None, ["x' = 0"], ["sin(x*y) + y^3 - exp(x)"]))
    assert found.consistent is not False
    assert found.consistent or found.reason


# commands ---------------------------------------------------------------------------------------
def test_commands_tell_the_steps(capsys, tmp_path):
    (tmp_path / "cawley.toml").write_text(CAWLEY)
    cawley = str(tmp_path / "cawley.toml")
    assert main(["consistency", cawley]) == 0
    assert (
        "step 1          z = 0, a new constraint  (from equation of y)" in capsys.readouterr().out
    )
    assert main(["consistency", cawley, "--json"]) == 0
    record = json.loads(capsys.readouterr().out)
    assert record["consistent"] and record["not_determined"] == ["y"] and record["freedom"] == 1
    assert main(["compare", cawley]) == 1
    assert "constraint algorithm" in capsys.readouterr().out
    assert main(["compare", cawley, "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["consistency"]["dimension"] == 4
    assert main(["report", cawley, "-o", str(tmp_path / "page.html")]) == 0
    assert "a new constraint" in (tmp_path / "page.html").read_text()
    assert main(["check", "-c", "x' = y", "-c", "x' = z"]) == 0
    assert "added by the constraint algorithm: z - y = 0" in " ".join(
        capsys.readouterr().out.split()
    )
    assert main(["check", "-c", "x' = y", "-c", "x' = z", "--json"]) == 0
    record = json.loads(capsys.readouterr().out)
    assert record["hidden_constraints"][0]["condition"] == "z - y"


def test_a_condition_that_the_sign_of_a_letter_decides_is_no_contradiction():
    """a (a - |a|) = 0 for every a >= 0."""
    system = nh.System("x y", "x'^2/2", ["x' = a^2 - a*abs(a)", "x' = 0"], parameters=["a"])
    assert nh.consistency(system).consistent is None
    fixed = nh.System("x y", "x'^2/2", ["x' = a + abs(a)", "x' = 0"], parameters={"a": 1})
    assert nh.consistency(fixed).consistent is False


def test_a_contradiction_for_almost_all_values_of_a_letter_is_told_as_one():
    """a^2 - a = 0 was "never true", which it is for a = 1; for a positive a, a^2 + a never is."""
    rows = ["x' = y", "y' = a^2 - a", "y' = 0"]
    found = nh.consistency(nh.System("x y", None, rows, parameters=["a"]))
    assert found.consistent is False and found.steps[-1].special == ("a",)
    assert "for almost all values of a" in consistency_text(found)
    rows = ["x' = y", "y' = a^2 + a", "y' = 0"]
    found = nh.consistency(nh.System("x y", None, rows, parameters={"a": {"positive": True}}))
    assert found.steps[-1].special == () and "never true" in consistency_text(found)


def test_a_row_that_follows_is_said_to_vanish():
    """Of x = 0, x' = y, y' = z nothing is left of the rows once x, y and z are 0."""
    case = nh.System("x y z", constraints=["x = 0", "x' = y", "y' = z"])
    shown = " ".join(check_text(nh.check(case)).split())
    assert shown.count("it vanishes where the others hold") == 2
    assert "no potential found" not in shown


# times ------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "f, unspecified",
    [("f(t)", ("f",)), ("f(t)*g'(t)", ("f", "g"))]
    + [(f, ()) for f in ("sin(t)", "exp(t)", "log(t)", "2*tanh(t)")],
)
def test_what_holds_at_single_times_lets_nothing_go_on(f, unspecified):
    """y (f - 1) = 0 is y = 0, and f - 1 = 0 alone contradicts the rest, without its rates."""
    known = nh.check(nh.System("x y", None, [f"x' = {f}*y", "x' = y"], functions=FUNCTIONS))
    assert (known.verdict, known.relations) == ("holonomic", 2)
    found = nh.consistency(nh.System("x y", None, [f"x' = {f}", "x' = 1"], functions=FUNCTIONS))
    assert found.consistent is False and found.steps[-1].at_times
    assert found.steps[-1].special == unspecified


def test_what_may_hold_for_a_while_is_left_open():
    found = nh.consistency(nh.System("x y", None, ["x' = abs(t)*y", "x' = t*y"]))
    assert found.consistent is not False and found.branches[1][1].consistent is None


NUMBERS = st.sampled_from([-1, 0, 1, 2])


@given(st.sampled_from(["a*y", "a*z'", "a*y + z", "a"]), st.lists(NUMBERS, min_size=2, max_size=2))
@settings(max_examples=draws(12))
def test_a_verdict_with_hidden_constraints_names_the_letters_it_hangs_on(side, drawn):
    """Told of letters without a word on them, it is that of all their numbers."""
    rows = [f"x' = {side}", f"x' = {side.replace('a', 'b')}"]
    numbers = dict(zip("ab", drawn, strict=True))

    def asked(parameters):
        try:
            return nh.check(nh.System("x y z", None, rows, parameters=parameters))
        except ContradictoryConstraints:
            return None

    letters, numbered = asked(None), asked(numbers)
    same = (letters and letters.verdict) == (numbered and numbered.verdict)
    assert same or letters is None or set(letters.letters.names) == {"a", "b"}


def test_hidden_constraints_for_almost_all_letters():
    letters = nh.check(nh.System("x y", None, ["x' = a*y", "x' = b*y"]))
    assert letters.verdict == "holonomic" and letters.letters.special is None
    equal = nh.System("x y", None, ["x' = a*y", "x' = b*y"], parameters={"a": 1, "b": 1})
    assert nh.check(equal).verdict == "nonholonomic"


@pytest.mark.parametrize("seed", range(4))
def test_a_servo_keeps_a_constraint_by_its_force_alone(seed):
    """The force u b of a servo that keeps a(q) . q' = 0 is the rate of a coordinate without mass,
    a(q) . q' the force on that: the motion has M q'' = F + u b, whatever form its code comes from.
    """
    draw = random.Random(seed)
    r = lambda: draw.choice([-2, -1, 1, 2])  # noqa: E731
    low = [[abs(r()) if i == j else r() * (i > j) for j in range(3)] for i in range(3)]
    M = np.array(low) @ np.array(low).T
    b, w, c = [r(), r(), 0], [r() for _ in range(3)], [r() for _ in range(3)]
    pairs = [(i, j) for i in range(3) for j in range(3)]
    kinetic = " + ".join(f"({M[i, j]})*{'xyz'[i]}'*{'xyz'[j]}'/2" for i, j in pairs)
    a = [f"({w[i]} + ({c[i]})*{other}/9)" for i, other in enumerate("zxy")]
    law = " + ".join(f"{e}*{n}'" for e, n in zip(a, "xyz", strict=True))
    forces = {"x": f"({b[0]})*s'", "y": f"({b[1]})*s'", "s": law}
    case = nh.System("x y z s", f"{kinetic} - x*y*z - x^2", forces=forces)
    q, v = np.array([0.3, -0.2, 0.5]), np.array([0.0, 0.4, -0.7])
    row = np.array([w[i] + c[i] * q[(i + 2) % 3] / 9 for i in range(3)])
    rate = np.array([c[i] / 9 for i in range(3)])
    v[0] = -(row[1:] @ v[1:]) / row[0]
    F = -np.array([q[1] * q[2] + 2 * q[0], q[0] * q[2], q[0] * q[1]])
    bent = sum(rate[i] * v[(i + 2) % 3] * v[i] for i in range(3))
    u = -(bent + row @ np.linalg.solve(M, F)) / (row @ np.linalg.solve(M, b))
    expected = np.linalg.solve(M, F + u * np.array(b))
    values = dict(zip(("xdot", "ydot", "zdot", "sdot"), [*v, u], strict=True))
    for form in ("", "multipliers", "voronec"):
        names = {}
        exec(nh.equations(case, form, "python"), names)
        doc = names["accelerations"].__doc__
        velocities = re.search(r"v = \((.*?)\)", doc)[1].split(", ")
        found = names["accelerations"](0.0, [*q, 0.0], [values[n] for n in velocities], ())
        assert found[:3] == pytest.approx(list(expected), rel=1e-9)


@pytest.mark.parametrize("form", ["", "multipliers", "voronec", "gauss", "udwadia_kalaba"])
def test_a_servo_that_keeps_a_place_has_accelerations_at_rest(form):
    """x = c theta kept by a force on the cart: theta'' = -g sin(theta)/(l + c cos(theta)), at rest
    too, where the slope of the hidden constraint for the force by theta' vanishes.
    """
    cart = "M/2*x'^2 + m/2*(x'^2 + 2*l*x'*q'*cos(q) + l^2*q'^2) + m*g*l*cos(q)"
    letters = {"M": 1, "m": 1, "l": 1, "g": 9, "c": 2}
    case = nh.System("x q s", cart, forces={"x": "s'", "s": "x - c*q"}, parameters=letters)
    names = {}
    exec(nh.equations(case, form, "python"), names)
    doc = names["accelerations"].__doc__
    velocities = re.search(r"v = \((.*?)\)", doc)[1].split(", ")
    q = 0.2
    for v in (0.0, 0.5):
        pull = 2 * v**2 * np.cos(q) + 9 * np.cos(q) + v**2 + 36
        state = {"xdot": 2 * v, "qdot": v, "sdot": -np.sin(q) * pull / (1 + 2 * np.cos(q))}
        told = [float(state[n]) for n in velocities]
        given = re.search(r"p = \((.*?)\)", doc)[1].replace(",", " ").split()
        found = names["accelerations"](0.0, [2 * q, q, 0.0], told, [letters[n] for n in given])
        assert found[1] == pytest.approx(-9 * np.sin(q) / (1 + 2 * np.cos(q)), rel=1e-9)


def test_what_is_demanded_of_time_alone_is_said_to_be():
    with pytest.raises(NonholoError, match="a condition on time, not on velocities"):
        nh.check(nh.constraints("x' = y*z'", "x' = y*z' + f(t)"))
