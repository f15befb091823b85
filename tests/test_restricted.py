"""Which part of the configuration is restricted: published drives, laws, words and refusals.

Sources: CampionBastinDAndreaNovel1996 (robots of type (3, 0) and (2, 0)), MuirNeuman1987."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import nonholo as nh
from nonholo.cli import main
from nonholo.errors import BadCase, NonholoError, NotPfaffian, OutOfReach
from nonholo.expression.graph import Graph
from nonholo.expression.text import text
from nonholo.findings.restricted import restricted_in
from nonholo.geometry.constraints.chart import chart
from nonholo.geometry.constraints.pfaffian import pfaffian
from nonholo.geometry.flag.flag import indices
from nonholo.linear.elimination import echelon
from nonholo.testing import strategies as some
from nonholo.views.page.record import dossier_record
from nonholo.views.restricted.text import restricted_record
from nonholo.views.verdict.record import check_record
from nonholo.views.verdict.text import check_text

CASES = Path(__file__).parent.parent / "cases"


def read(stem):
    return nh.read_case(CASES / f"{stem}.toml")


def case_of(rows):
    """The case of some rows, by their texts."""
    return nh.System(
        list(rows.chart.names), constraints=[f"{text(rows.value(l))} = 0" for l in range(rows.k)]
    )


# published --------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("stem", "names", "relations"),
    [
        ("mecanum_drive", "x y theta", 0),
        ("mecanum_drive", "phi1 phi2 phi3 phi4", 1),
        ("omni_drive", "x y theta", 0),
        ("omni_drive", "theta phi1 phi2 phi3", 1),
        ("two_wheels_on_axle", "x y theta", 0),  # type (2, 0)
        ("two_wheels_on_axle", "theta phi1 phi2", 1),
        ("rolling_disk", "x y", 0),
        ("unicycle", "x y theta", 0),
    ],
)
def test_drives(stem, names, relations):
    found = nh.restricted(read(stem), names)
    assert (found.relations, found.the_same, found.evidence.proved) == (relations, relations, True)
    assert len(found.functions) == relations
    assert found.dimension == len(found.names) - relations


def test_the_heading_is_a_function_of_the_wheel_angles_of_a_mecanum_drive():
    found = nh.restricted(read("mecanum_drive"), "theta, phi1, phi2, phi3, phi4")
    slopes = [nh.in_sympy(found.case, list(form)) for form in found.forms]
    assert found.relations == len(slopes) == 2
    assert all(form[1] == form[2] == 0 for form in slopes)  # neither x nor y


# what is meant ----------------------------------------------------------------------------------
def test_a_relation_may_differ_from_start_to_start():
    """x + z y = const where z = const: no function of x and y alone is constant."""
    found = nh.restricted(nh.constraints("dz = 0", "dx = z dy"), "x y")
    assert (found.relations, found.the_same, found.functions) == (1, 0, ())
    assert (found.restricted, found.dimension) == (True, 1)


def test_constrained_velocities_restrict_nothing_where_brackets_span():
    found = nh.restricted(nh.constraints("dz = y dx", "du = dx", also="u"), "z u")
    assert (found.velocities.k, found.relations) == (1, 0)


def test_a_combination_that_is_not_integrable_is_no_relation():
    """dx - y dz holds x and z alone, with y in its coefficient."""
    found = nh.restricted(nh.constraints("dx = y dz"), "x z")
    assert (found.velocities.k, found.relations, found.the_same) == (1, 0, 0)


def test_time_takes_part():
    case = nh.constraints("dx = 2 dt", "dz = y dx")
    found = nh.restricted(case, "x")
    assert (found.relations, found.the_same, found.space) == (1, 1, "tq")
    assert [text(f.function) for f in found.functions] == ["x - 2*t"]
    assert nh.restricted(case, "z").relations == 0


def test_numbers_of_parameters_count():
    rows = ["dz = c*y*dx", "du = 0"]
    letters = nh.System("x y z u", constraints=rows, parameters=["c"])
    numbers = nh.System("x y z u", constraints=rows, parameters={"c": 0})
    assert [nh.restricted(case, "z").relations for case in (letters, numbers)] == [0, 1]


@pytest.mark.parametrize(
    ("stem", "names", "relations"),
    [
        ("circle_cartesian", "x", 0),
        ("circle_cartesian", "x y", 1),
        ("double_pendulum_cartesian", "x1 y1", 1),
        ("double_pendulum_cartesian", "x1 x2", 0),
        ("double_pendulum_cartesian", "x1 x2 y2", 1),
    ],
)
def test_on_the_set_where_holonomic_constraints_hold(stem, names, relations):
    assert nh.restricted(read(stem), names).relations == relations


def test_on_the_set_a_generic_rank_is_not_enough():
    """x y = 0 with x = 0: on that part x does not move, off it each of x and y does."""
    case = nh.System("x y", holonomic_constraints=["x*(1 + y^2) = 0"])
    assert nh.restricted(case, "x").relations == 1
    assert nh.restricted(case, "y").relations == 0


def test_open_where_coefficients_have_kinks():
    found = nh.restricted(nh.constraints("dx = (y + abs(y)) dz"), "x")
    assert (found.relations, found.restricted, found.the_same) == (None, None, None)
    assert "pieces" in found.evidence.reason
    assert nh.restricted(nh.constraints("dx = sqrt(1 + y^2) dz"), "x").relations == 0


# laws -------------------------------------------------------------------------------------------
@st.composite
def chosen_columns(draw, n):
    return sorted(draw(st.sets(st.integers(0, n - 1), min_size=1, max_size=n)))


def judged(rows, columns):
    found = nh.check(case_of(rows), search=0)
    return found, restricted_in(found, [rows.chart.names[j] for j in columns], search=0)


@given(some.partly_integrable_sets(), st.data())
def test_relations_are_what_projected_directions_leave(planted, data):
    """r = number of chosen coordinates - rank of all brackets projected on them: fields, where
    the code goes by forms.
    """
    rows, _ = planted
    columns = data.draw(chosen_columns(rows.chart.n))
    found, among = judged(rows, columns)
    assume(among.relations is not None and found.closure.growth.evidence.proved)
    d = found.distribution
    zero = d.chart.graph.zero
    fields = [[d.field(J).get(q, zero) for q in d.chart.q] for J in indices(d)]
    for Y in found.closure.vertical:
        at = dict(zip(d.dependent, Y))
        fields.append([at.get(j, zero) for j in range(d.chart.n)])
    time = [d.field(J).get(d.chart.t, zero) for J in indices(d)] + [zero] * len(
        found.closure.vertical
    )
    picked = [[t, *(field[j] for j in columns)] for t, field in zip(time, fields)]
    both = len(columns) + (0 if all(t.is_zero for t in time) else 1)
    assert among.relations == both - echelon(d.chart.graph, picked).rank
    assert among.the_same is None or among.the_same <= among.relations


@st.composite
def planted_sets(draw):
    """u_i - g_i(x, y) = const, i = 1..h, beside z' = y x', mixed: chosen u_i, x, y and h."""
    h = draw(st.integers(1, 2))
    own = chart(Graph(some.SEED), some.NAMES[: 3 + h])
    x, y = own.q[:2]
    rows = [own.v[2] - y * own.v[0]]
    for u in own.q[3:]:
        rows.append(own.rate(u - draw(some.functions([x, y], terms=1, tame=True))))
    exact = pfaffian(own, rows)
    return exact, some.combined(exact, draw(some.mixings(own, 1 + h))), h


@given(planted_sets())
def test_planted_relations_are_found_whatever_the_rows_are_mixed_by(planted):
    exact, mixed, h = planted
    columns = [0, 1, *range(3, 3 + h)]
    for rows in (exact, mixed):
        _, among = judged(rows, columns)
        assume(among.relations is not None)
        assert (among.relations, among.the_same) == (h, h)
        _, pose = judged(rows, [0, 1, 2])
        assert pose.relations == 0


@given(planted_sets(), st.permutations(range(5)))
def test_names_and_order_do_not_matter(planted, order):
    exact, _, h = planted
    names = [f"q{order[j]}" for j in range(exact.chart.n)]
    shuffled = nh.System(
        sorted(names),
        constraints=[
            f"{_renamed(text(exact.value(l)), exact.chart.names, names)} = 0"
            for l in range(exact.k)
        ],
    )
    columns = [0, 1, *range(3, 3 + h)]
    found = nh.restricted(shuffled, [names[j] for j in columns])
    assert (found.relations, found.the_same) == (h, h)


def _renamed(written, old, new):
    import re

    table = {f"{a}{end}": f"{b}{end}" for a, b in zip(old, new) for end in ("", "dot")}
    return re.sub(r"[a-z]+", lambda word: table.get(word[0], word[0]), written)


# words and refusals -----------------------------------------------------------------------------
def test_what_the_command_says(capsys):
    path = str(CASES / "omni_drive.toml")
    assert main(["check", path, "--restricted", "x,y,theta"]) == 0
    told = capsys.readouterr().out
    assert "x, y, theta: NOT RESTRICTED: no hidden relation holds among them alone" in told
    assert main(["check", path, "--restricted", "theta,phi1,phi2,phi3"]) == 0
    told = capsys.readouterr().out
    assert "RESTRICTED by 1 relation along every motion" in told
    assert "= const" in told.split("RESTRICTED")[-1]


@pytest.mark.parametrize("stem", ["mecanum_drive", "omni_drive", "two_wheels_on_axle"])
def test_every_check_of_a_partly_holonomic_set_says_what_is_free(stem):
    """The pose is among the coordinates that are named as free, and no relation holds among them;
    a relation among those that are named as related holds every one of them."""
    verdict = nh.check(read(stem))
    record = check_record(verdict)["leaf"]
    assert {"x", "y", "theta"} <= set(record["unrestricted"])
    assert nh.restricted(read(stem), record["unrestricted"]).restricted is False
    related = nh.restricted(read(stem), record["related"])
    assert related.relations == verdict.relations
    told = " ".join(check_text(verdict).split())
    assert f"restricted by relations among {', '.join(record['related'])}; x, y, theta" in told
    assert "Restricted by relations among" in nh.report(read(stem))


def test_the_record_of_the_command(capsys):
    names = "theta,phi1,phi2,phi3"
    assert main(["check", str(CASES / "omni_drive.toml"), "--restricted", names, "--json"]) == 0
    record = json.loads(capsys.readouterr().out)["restricted"]
    assert record["coordinates"] == names.split(",")
    assert (record["restricted"], record["relations"], record["same_for_all_starts"]) == (
        True,
        1,
        1,
    )
    assert record["velocity_constraints"] == len(record["forms"]) == 1
    assert set(record["forms"][0]) == set(names.split(","))
    assert record["evidence"]["answer"] is True


def test_an_open_answer_has_exit_status_1(capsys):
    assert main(["check", "-c", "dx = (y + abs(y)) dz", "--restricted", "x"]) == 1
    assert "x: UNDECIDED" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("case", "names", "kind", "words"),
    [
        (nh.constraints("dz = y dx"), "x, u", BadCase, "u is no coordinate; there are z, x, y"),
        (nh.constraints("dz = y dx"), "x, x", BadCase, "x is given twice"),
        (nh.constraints("dz = y dx"), (), BadCase, "at least one coordinate"),
        (nh.constraints("dz = y dx"), 3, NonholoError, "needed are names"),
        (nh.constraints("x'*y' = 1"), "x", NotPfaffian, "not linear in the velocities"),
        (nh.System("x", inequalities=["x >= 0"]), "x", NonholoError, "only inequalities"),
    ],
)
def test_refusals(case, names, kind, words):
    with pytest.raises(kind, match=words):
        nh.restricted(case, names)


def test_too_large_a_set_is_refused():
    names = [f"q{i}" for i in range(60)]
    rows = [f"{b}' = {a}*{c}'" for a, b, c in zip(names, names[1:], names[2:])]
    with pytest.raises(OutOfReach, match="too many for relations among chosen coordinates"):
        nh.restricted(nh.System(names, constraints=rows[:40]), "q1")


def test_the_record_shows_itself():
    assert repr(nh.restricted(nh.constraints("dz = 0", "dx = z dy"), "x y")).endswith(
        "restricted by 1 of 2>"
    )


def test_the_page_and_its_record_tell_it():
    case = nh.constraints("dx = R cos(a) dp", "dy = R sin(a) dp", "dz = 0", also="a")
    found = nh.analyze(case, among="x, z")
    asked = nh.restricted(case, "x, z")
    assert found.restricted.relations == asked.relations == 1
    assert dossier_record(found)["restricted"] == restricted_record(asked)
    assert "Which part is restricted" in nh.report(found)
    plain = nh.analyze(case)
    assert plain.restricted is None and "Which part is restricted" not in nh.report(plain)
    with pytest.raises(nh.NonholoError, match="q is no coordinate"):
        nh.analyze(case, among="q")
