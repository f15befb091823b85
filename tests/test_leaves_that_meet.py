"""Where the rank drops leaves can meet: what is said to be kept is kept by paths through there.

Planted are rows g dF and paths that go to g = 0, change F there, and come back.
"""

from __future__ import annotations

from dataclasses import dataclass

from hypothesis import given, settings
from hypothesis import strategies as st

import nonholo as nh
from nonholo.expression.text import text
from nonholo.findings.restricted import restricted_in
from nonholo.geometry.accessibility.kept import always_constant
from nonholo.views.restricted.text import restricted_record, restricted_text
from nonholo.views.verdict.record import check_record
from nonholo.views.verdict.text import check_text
from tests.draws import draws

RANK = "leaves can meet where the rank drops"


@dataclass(frozen=True)
class Planted:
    """Rows, a level, and two configurations that an admissible path joins."""

    row: str
    level: str
    start: dict[str, str]
    end: dict[str, str]


@st.composite
def planted(draw):
    """w^p (dz - df(y)) where w can be brought to 0, or a ray through the origin, under a level."""
    power, slope = draw(st.integers(1, 2)), draw(st.sampled_from(["0", "1", "2*y", "cos(y)"]))
    row = draw(st.sampled_from([f"w**{power}*(z' - ({slope})*y') = 0", "y*z' - z*y' = 0"]))
    if row.startswith("w"):
        level = draw(st.sampled_from(["u", "u - y", "u - w**2", "u**2 + w**2 - 25"]))
        last = {"u": "0", "u - y": "0", "u - w**2": "9", "u**2 + w**2 - 25": "4"}[level]
        start = {"y": "0", "z": "0", "w": "3", "u": last}
        return Planted(row, level, start, start | {"z": "1"})
    level = draw(st.sampled_from(["u", "u - y - z", "u - w", "u**2 + y**2 + z**2 - 25"]))
    last = {"u": "0", "u - y - z": "3", "u - w": "2", "u**2 + y**2 + z**2 - 25": "4"}[level]
    start = {"y": "3", "z": "0", "w": "2", "u": last}
    return Planted(row, level, start, start | {"y": "0", "z": "3"})


def same_at_the_ends(planted, case, functions):
    scope = case.scope
    graph = case.system.chart.graph
    at = [
        {scope.expression(s): scope.expression(v) for s, v in end.items()}
        for end in (planted.start, planted.end)
    ]
    return all((f.subs(at[0]) - f.subs(at[1])).is_zero for f in graph.copy(list(functions)))


def excluded(where):
    return [u for u, sign in where if sign == "!= 0"]


def keeps(planted, case, relation):
    """The same at the ends, or without a value at one of them: z/y on y = 0."""
    try:
        return same_at_the_ends(planted, case, [relation.function])
    except ZeroDivisionError:
        return True


@settings(max_examples=draws(8), deadline=None)
@given(planted())
def test_no_claimed_leaf_is_left_by_a_path(planted):
    """With the level, with the level as a row, and without it, where paths join everything."""
    names = ["y", "z", "w", "u"]
    level = nh.System(names, holonomic_constraints=[planted.level])
    told = [
        nh.System(names, None, [planted.row], [planted.level]),
        nh.System(names, constraints=[planted.row, f"{text(level.system.pfaffian.value(0))} = 0"]),
        nh.System(names, constraints=[planted.row]),
    ]
    for case, answer, levels in zip(told, (False, False, True), (1, 0, 0)):
        verdict = nh.check(case)
        assert (verdict.accessible, verdict.accessibility.meeting) == (answer, RANK)
        relations = verdict.integrals.together
        assert all(keeps(planted, case, f) for f in relations if not excluded(f.where))
        if levels:
            assert verdict.accessibility.leaf == len(names) - levels
        for chosen in (["z"], ["y", "z"], names):
            among = restricted_in(verdict, chosen)
            kept = among.throughout if among.meeting else [f.function for f in among.functions]
            assert same_at_the_ends(planted, among.case, kept)
            assert among.along_every_motion == len(kept)


def test_what_is_said_of_rays_in_a_plane():
    verdict = nh.check(nh.System("x y z", None, ["x*y' - y*x' = 0"], ["z"]))
    told = " ".join(check_text(verdict).split())
    assert (
        f"no (f = 0 holds the motion, but in it {RANK}); f = 0 has dimension 2 of 3, z = 0" in told
    )
    record = check_record(verdict)
    assert (record["accessible"], record["leaf_dimension"]) == (False, 2)
    plane, height, both = (restricted_in(verdict, names) for names in ("xy", "z", "xyz"))
    assert f"UNDECIDED: {RANK}; 1 relation along every" in " ".join(restricted_text(plane).split())
    assert "RESTRICTED by 1 relation along every motion\n" in restricted_text(height)
    assert "1 relation along every motion: z = const; leaves" in restricted_text(both)
    records = [restricted_record(one) for one in (plane, height, both)]
    assert [(r["restricted"], r["along_every_motion"]) for r in records] == [
        (None, 0),
        (True, 1),
        (True, 1),
    ]
    assert [r.get("leaves_meet") for r in records] == [RANK, None, RANK]


def test_a_relation_says_where_motions_keep_it():
    """On z = 0 the row says nothing of w; of the rays' x/y it need not be said, nor of x."""
    verdict = nh.check(nh.System("w x y z", None, ["z*w' = 0", "x*y' - y*x' = 0"]))
    assert "w = const where z != 0\n" in check_text(verdict)
    assert "x/y = const\n" in check_text(verdict)
    verdict = nh.check(nh.System("x z w", None, ["z*w' = x'", "x' = 0"]))
    assert [excluded(f.where) for f in verdict.integrals.together] == [
        [],
        [verdict.case.scope.expression("z")],
    ]


def test_the_level_alone_is_a_leaf():
    """Where w = 0 the row demands nothing, but f = 0 is all that confines the motion anyway."""
    found = nh.check(nh.System("x y z w u", None, ["w*(z' - y*x') = 0"], ["u"])).accessibility
    assert (found.answer, found.leaf, found.meeting) == (False, 4, "")


def test_what_holds_more_than_a_leaf_is_not_called_one():
    """h = 2 in three dimensions: leaves are curves; of both relations one is known."""
    rows = ["x*x' + y*y' = 0", "x*exp(x*z)*z' = (1 + x^2 + z)*y'"]
    verdict = nh.check(nh.System("x y z", None, rows))
    told = " ".join(check_text(verdict).split())
    assert "a set of dimension 2 of 3 holds it, x**2/2 + y**2/2 = const" in told
    assert "leaf of dimension" not in told and "1 degree of freedom" in told


@settings(max_examples=draws(12), deadline=None)
@given(
    st.lists(st.integers(-2, 2), min_size=5, max_size=5),
    st.sampled_from(["0", "z", "x*z", "z**2*(x + y)", "x*y*z"]),
    st.integers(0, 1),
)
def test_what_is_constant_where_rows_are_lost_is_kept(numbers, last, shift):
    """Rows p dF - r dG, r dF + p dG vanish on the line p = r = 0, along which motions are free."""
    scope = nh.System("x y z", constraints=["x' = 0"]).scope
    x, y, z = (scope.expression(name) for name in "xyz")
    a, b, c, d, e = numbers
    F = a * x + b * y**2 + c * x * y + d * x**3 + e * x**2 * y + scope.expression(last)
    G = z + x * y
    p, r = x - shift, y + x**2 - shift
    rows = (
        [f"({text(p * F.diff(q) - r * G.diff(q))})*{text(q)}'" for q in (x, y, z)],
        [f"({text(r * F.diff(q) + p * G.diff(q))})*{text(q)}'" for q in (x, y, z)],
    )
    case = nh.System("x y z", constraints=[" + ".join(row) + " = 0" for row in rows])
    own = case.system.pfaffian
    there = {x: x.graph.lift(shift), y: x.graph.zero}
    free = F.subs(there).has([z])
    judged = always_constant(own, own.chart.graph.copy([F])[0])
    assert not (judged and free)


def test_a_single_point_where_all_rows_vanish_joins_no_leaves():
    """Neimark and Fufaev's pair: all motions keep y (x^2 + y^2 + z^2), which one could change by
    the origin alone.
    """
    verdict = nh.check(nh.case("neimark_fufaev_pair"))
    assert verdict.accessible is False
    assert [text(f) for f in verdict.accessibility.held] == ["x**2*y + y**3 + y*z**2"]
