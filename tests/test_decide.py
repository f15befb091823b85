"""What a decision rests on, when merges are settled, and forms of large sets judged alone: each
guard has its test.
"""

from __future__ import annotations

from dataclasses import FrozenInstanceError, replace

import pytest

import nonholo as nh
from nonholo.algebra.field import Field
from nonholo.decide import zero as decide
from nonholo.decide.relations import decide_zero_on
from nonholo.decide.zero import Decision, all_zero, combined, decide_zero, proved_zero, settle
from nonholo.errors import OutOfReach
from nonholo.expression.graph import UNIT, Graph, Structure
from nonholo.expression.node import ZERO
from nonholo.expression.ranges import assumption
from nonholo.geometry.constraints.chart import chart
from nonholo.geometry.curvature.integrability import (
    FormVerdict,
    Triple,
    exterior_derivative,
    frobenius_triples,
    judge_sparse,
)
from nonholo.geometry.sampled.judge import judge_parts
from nonholo.readers.of_constraints import case_from_constraints

YES, MAYBE = Decision(True, "normal form"), Decision(True, "randomised")
BALL, LATER = Decision(True, "ball"), Decision(True, "randomised", reason="another")
NO, OPEN = Decision(False, "modular"), Decision(None, reason="open")


@pytest.fixture
def g() -> Graph:
    return Graph(seed=1)


# decisions
# -------------------------------------------------------------------------------------------
def test_records_are_frozen(g):
    form = FormVerdict("w", (), YES, YES)
    for record in (YES, form, Triple(("x", "y", "z"), g.one)):
        with pytest.raises((FrozenInstanceError, AttributeError, TypeError)):
            record.answer = record.names = record.label = None


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        ([], YES),
        ([YES, MAYBE], MAYBE),
        ([MAYBE, YES], MAYBE),
        ([MAYBE, LATER], MAYBE),  # of two that are as weak the first
        ([LATER, YES, MAYBE], LATER),
        ([YES, BALL], YES),
        ([YES, OPEN, NO], NO),
        ([MAYBE, OPEN], OPEN),
        ([OPEN, MAYBE], OPEN),
        ([YES, OPEN], OPEN),
        ([OPEN, YES], OPEN),
        ([OPEN, Decision(None, reason="another"), MAYBE], OPEN),
        ([NO, OPEN], NO),
    ],
)
def test_all_of_them(found, expected):
    assert combined(found) == expected


def test_what_is_proved():
    assert (YES.proved, MAYBE.proved, NO.proved, OPEN.proved) == (True, False, True, False)


def test_an_undecided_neighbour_hides_no_refutation(g):
    x, open_ = g.symbol("x"), g.log(3 + 2 * g.sqrt(2)) - 2 * g.log(1 + g.sqrt(2))
    assert decide_zero(open_).answer is None
    assert all_zero([open_, x]) == NO
    assert all_zero([open_, g.zero]).answer is None
    assert all_zero([g.zero, g.zero]) == YES


def test_of_what_is_believed_every_one_is_asked(g):
    x = g.symbol("x")
    assert decide_zero(x) == proved_zero([g.zero, x]) == proved_zero([x, g.zero]) == NO
    open_ = g.log(3 + 2 * g.sqrt(2)) - 2 * g.log(1 + g.sqrt(2))
    assert proved_zero([g.zero, open_, g.zero]).answer is None
    waiting = iter([open_, x])
    assert proved_zero(waiting).answer is None and next(waiting) is x  # what is open is the answer


def test_all_of_them_share_the_budget(g, monkeypatch):
    given = []
    monkeypatch.setattr(decide, "decide_zero", lambda node, units: given.append(units) or YES)
    all_zero([g.zero, g.zero], 7_000_000)
    assert given == [7_000_000] * 2


def test_zero_by_a_normal_form_under_doubt(g):
    size = g.call("abs", x := g.symbol("x"))
    assert decide_zero(1 / size - size / x**2) == YES


def test_zero_that_rests_on_an_open_merge_is_no_proof(g):
    x, y = g.symbol("x"), g.symbol("y")
    e = 1 / g.call("abs", x) - g.call("abs", x) / x**2
    g.ledger.append((Structure("sum", (g.zero.args, ((x, g.one.args), (y, g.one.args)))), x))
    assert decide_zero(e).evidence == decide_zero(g.zero).evidence == "randomised"


def test_no_time_is_no_answer_and_is_not_remembered(g):
    size, x = g.call("abs", g.symbol("x")), g.symbol("x")
    e = 1 / size - size / x**2
    assert decide_zero(e, -1.0).answer is None
    assert decide_zero(e).answer is True


def test_a_refutation_is_remembered_however_late(g):
    e = g.call("abs", g.symbol("x")) + 1
    first = decide_zero(e, -1.0)
    assert first.evidence == "ball"
    assert decide_zero(e) is first


def test_what_will_be_the_same_is_remembered(g, monkeypatch):
    e = g.log(3 + 2 * g.sqrt(2)) - 2 * g.log(1 + g.sqrt(2))
    first = decide_zero(e)
    monkeypatch.setattr(decide, "points", lambda node: pytest.fail("asked twice"))
    assert decide_zero(e) is first


def test_a_zero_is_asked_at_one_point_and_once(g, monkeypatch):
    """Of 18 points, where all balls hold 0, the first tells enough to ask the normal form."""
    asked, told = [], decide.is_nonzero_at
    monkeypatch.setattr(decide, "is_nonzero_at", lambda *at: asked.append(at) or told(*at))
    size, x = g.call("abs", g.symbol("x")), g.symbol("x")
    e = 1 / size - size / x**2
    assert [decide_zero(e).evidence for _ in range(2)] == ["normal form"] * 2
    assert len(asked) == 1


def test_what_vanishes_at_the_first_point_is_refuted_at_another(g):
    """|x| = x where x > 0, and the first point has positive values."""
    x = g.symbol("x")
    decision = decide_zero(g.call("abs", x) - x)
    assert decision.evidence == "ball"
    assert decision.point[0][1].startswith("-")


# the ledger of merges
# --------------------------------------------------------------------------------
def false_merge(g: Graph) -> None:
    """x + y was taken for x."""
    x, y = g.symbol("x"), g.symbol("y")
    g.ledger.append((Structure("sum", (g.zero.args, ((x, g.one.args), (y, g.one.args)))), x))


def test_true_merges_are_settled_whatever_their_denominators(g):
    x = g.symbol("x")
    a, b = (1 - g.cos(x)) / g.sin(x) ** 2, 1 / (1 + g.cos(x))
    assert a is b
    assert g.ledger
    assert settle(g)
    assert not g.ledger


def test_a_false_merge_stays(g):
    false_merge(g)
    assert not settle(g)
    assert len(g.ledger) == 1


def test_a_false_merge_of_quotients_stays(g):
    x = g.symbol("x")
    less, more = 1 / (1 - g.cos(x)), 1 / (1 + g.cos(x))
    g.ledger.append((Structure(less.kind, less.args), more))
    assert not settle(g)


def test_nothing_to_settle(g):
    assert settle(g)
    g.too_long = True
    assert settle(g)


def test_too_long_settles_that_there_is_no_proof(g, monkeypatch):
    false_merge(g)
    g.too_long = True
    monkeypatch.setattr(decide, "Field", lambda *a: pytest.fail("tried again"))
    assert not settle(g)


def test_what_two_forms_share_needs_no_normal_form(g):
    """A (y + z) = A y + A z, where A is too long to be multiplied out; so it is below a root."""
    y, z, *letters = (g.symbol(name) for name in ("y", "z", *(f"x{k}" for k in range(8))))
    long = g.add(1, *letters) ** 30 + g.add(1, *(x**2 for x in letters)) ** 29
    for shared in (long, 1 / long, g.sqrt(long), 1 / (y + long)):
        assert shared * (y + z) is shared * y + shared * z
    assert shared - z / (y * z + z * long) is g.zero  # 1/(y + A)
    assert g.ledger and settle(g)


def test_sharing_terms_proves_nothing_false(g):
    """x = y, said to be one node, is proved by no terms that are beside it."""
    x, y, u, v = (g.symbol(name) for name in "xyuv")
    terms = ((x * u, UNIT), (y * v, UNIT), (u, UNIT))
    node = x * u + y * v + v
    g.ledger.append((Structure("sum", (ZERO, terms)), node))
    g.ledger.append((Structure("product", ((x, 1), (u, -1))), x / v))
    assert not settle(g)
    assert len(g.ledger) == 2


def test_the_same_work_again_is_not_done(g, monkeypatch):
    false_merge(g)
    assert not settle(g, 1_000_000)
    tried, equal = [], decide._equal
    monkeypatch.setattr(decide, "_equal", lambda *a: tried.append(1) or equal(*a))
    assert not settle(g, 1_000_000)
    assert not tried
    assert not settle(g, 2_000_000)
    assert tried


def test_more_work_settles_what_less_did_not(g):
    x = g.symbol("x")
    assert (1 - g.cos(x)) / g.sin(x) ** 2 is 1 / (1 + g.cos(x))
    assert not settle(g, -1)
    assert settle(g, 5_000_000)


@pytest.mark.parametrize(("left", "too_long"), [(5_000_000, True), (-1, False)])
def test_a_limit_that_is_not_the_budget_is_final(g, monkeypatch, left, too_long):
    false_merge(g)

    def refuse(self, node):
        raise OutOfReach("too long")

    monkeypatch.setattr(Field, "normal", refuse)
    assert not settle(g, left)
    assert g.too_long is too_long
    assert len(g.ledger) == 1


# forms alone
# -----------------------------------------------------------------------------------------
def part_of(text: str, also: str = ""):
    (part,) = judge_parts(case_from_constraints([text], also.split()).system.pfaffian, seed=3)
    return part


def alone(text: str, also: str = "", **changed):
    (found,) = judge_sparse(replace(part_of(text, also), **changed))
    return found


SIX = "dz = {} da + {} db + {} dc + {} de + {} df"


def test_exterior_derivative_has_its_sign():
    own = chart(Graph(), ["x", "y", "z"])
    x, y, z = own.q
    d = exterior_derivative([y, z, x], own.q)
    assert [str(d[p]) for p in ((0, 1), (0, 2), (1, 2))] == ["-1", "1", "-1"]
    assert str(frobenius_triples([y, z, x], own.q)[0, 1, 2]) == str(-(x + y + z))


def test_a_form_is_exact_only_by_a_proof():
    assert FormVerdict("w", (), MAYBE, YES).exact is None
    assert FormVerdict("w", (), YES, YES).exact is True
    assert FormVerdict("w", (), NO, YES).exact is False


def test_refuted_by_one_triple():
    found = alone(SIX.format("b", "a^2", "1", "1", "1"))
    assert (found.integrable, found.exact, found.involved) == (False, False, 6)
    assert found.closed.evidence == found.decision.evidence == "modular"
    (triple,) = found.triples
    assert set(triple.names) <= {"t", "z", *"abcef"}
    assert not triple.value.is_zero


def test_few_variables_are_proved():
    found = alone("dz = b*c*e da + a*c*e db + a*b*e dc + a*b*c de")
    assert found.involved == 5
    assert found.decision == found.closed == YES
    assert len(found.triples) == 10


def test_more_variables_are_randomised():
    found = alone(SIX.format("b*c*e*f", "a*c*e*f", "a*b*e*f", "a*b*c*f", "a*b*c*e"))
    assert (found.involved, found.triples) == (6, ())
    assert (found.integrable, found.decision.evidence, found.closed.evidence) == (
        True,
        "randomised",
        "randomised",
    )
    assert found.decision.bound
    assert found.exact is None


def test_integrable_and_surely_not_closed():
    rows = "a*dz = a*b*c*e*f da + a^2*c*e*f db + a^2*b*e*f dc + a^2*b*c*f de + a^2*b*c*e df"
    found = alone(rows)
    assert (found.integrable, found.decision.evidence) == (True, "randomised")
    assert found.closed == Decision(False, "modular")
    unsure = alone(rows, exact=False, joint=Decision(None, reason="doubt"))
    assert unsure.closed == Decision(None, reason="doubt")


def test_what_a_point_cannot_refute_is_open():
    """Where a nonzero value proves nothing: triples decide a few variables, nothing decides
    more.
    """
    joint = Decision(None, reason="doubt")
    many = alone(SIX.format("b", "a^2", "1", "1", "1"), exact=False, joint=joint)
    assert (many.decision, many.closed, many.triples) == (joint, joint, ())
    assert many.involved == 6
    few = alone("dz = b da", "b", exact=False, joint=joint)
    assert few.integrable is False
    assert few.triples


def test_without_a_bound_nothing_is_said():
    open_ = alone(
        SIX.format("b*c*e*f", "a*c*e*f", "a*b*e*f", "a*b*c*f", "a*b*c*e"),
        bound="",
        joint=Decision(None),
    )
    assert open_.decision == open_.closed == Decision(None, reason="not decided at this size")


def test_every_row_is_judged():
    full = case_from_constraints(["dz = y dx", "dw = x dx"], ["y"]).system.pfaffian
    (part,) = (p for p in judge_parts(full, seed=3) if p.forms.k == 2)
    assert [found.integrable for found in judge_sparse(part)] == [False, True]


@pytest.mark.parametrize(
    "node, relations, answer",
    [
        ("x + 1", ["x**2 + y**2 + 1"], None),  # no real point: nothing is refuted there
        ("x", ["x**2"], True),
        ("x*(y - 1)", ["x**2*(y - 1)**3"], True),
        ("1/x", ["x*y"], False),  # where y = 0
        ("y/x", ["x*y"], None),  # not defined where x = 0
        ("(x - 1)*(x - 2)", ["x**2 - 3*x + 2"], True),
        ("x - 1", ["x**2 - 3*x + 2"], False),
        ("x*y**2 - y", ["x*y - 1"], True),
        ("sin(x) - sin(y)", ["x - y"], True),
        ("sin(x) - sin(y)", ["x**2 - y**2"], False),
        ("sin(x)**2 - sin(y)**2", ["x**2 - y**2"], True),
        ("exp(x) - exp(y*z)", ["x - y*w", "w - z"], True),
        (
            "(exp(x + y) - exp(sqrt(y**2 + 1)))*(exp(x + y)*exp(sqrt(y**2 + 1)) - 1)",
            ["x**2 + 2*x*y - 1"],
            True,
        ),  # one factor at each root x
        ("sqrt(x**2*sin(y)**2 + 1) - sqrt(y**2 + 1)", ["x*sin(y) + y"], None),  # where sin(y) = 0
        ("y", ["x*y", "x - 1"], True),  # x = 0 is no branch
    ],
)
def test_zero_where_relations_hold(node, relations, answer):
    scope = nh.System("x y z w", constraints=["dx = dy"]).scope
    told = decide_zero_on(scope.expression(node), [scope.expression(f) for f in relations])
    assert told.answer is answer


def test_roots_of_squares_that_are_not_written_as_squares_have_one_sign():
    g = Graph()
    a, n = g.symbol("a", assumption(positive=True)), g.symbol("n", assumption(negative=True))
    first, second = (3 * a + 1) ** 2 - 4 * a - 8 * a**2, (2 * n - 3) ** 2 - 3 * n**2 + 10 * n - 8
    for under, root in [
        (first, a + 1),
        (second, 1 - n),
        (first / second, (a + 1) / (1 - n)),
        ((a + 2 * n) ** 2 - 8 * a * n, a - 2 * n),
    ]:
        assert decide_zero(g.sqrt(under) - root).evidence == "normal form"
        assert decide_zero(a * g.sqrt(under) - a * root).evidence == "normal form"
        assert decide_zero(g.sqrt(under) + root).answer is False


def test_where_a_solution_makes_a_root_plain_its_cell_is_told():
    under = "20*b^2 - 4*a + 12*a*b^2 - 4*b^4 - 8*a^2 + (3*a - 2*b^2 + 1)^2"
    row = f"z' = (2*a + 8*b^2 + a^2 + 1 - (1 + a)*sqrt({under}))*y*x'"
    case = nh.System("x y z", constraints=[row], parameters={"a": {"positive": True}, "b": {}})
    family = nh.families(case, "constraints", records=False).constraints
    assert family.complete
    assert [cell.answer.verdict for cell in family.cells] == ["nonholonomic", "holonomic"]
