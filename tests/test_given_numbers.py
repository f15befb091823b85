"""A comparison is that of the numbers that are given, whatever is true of letters."""

from functools import partial

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import nonholo as nh
from nonholo.errors import ContradictoryConstraints
from nonholo.findings.conservation import measure
from tests.draws import draws

LAGRANGIANS = (
    "(x'^2 + y'^2)/2 + M*z'^2/2",
    "(x'^2 + y'^2)/2 + M*z'^2/2 + b*x'*z'",
    "(x'^2 + (1 + M*x^2)*y'^2 + z'^2)/2 + b*y*z'",
    "(A*x'^2 + B*y'^2 + z'^2)/2 - b*z",
)
CONSTRAINTS = ("dz = y dx", "dz = b*y dx + M*x dy", "dz = (y + M*x) dx", "dz = A*y dx - B*x dy")
NUMBERS = st.sampled_from([0, 1, 2, -1])


def put_in(text, numbers):
    for name, number in numbers.items():
        text = text.replace(name, f"({number})")
    return text


def answers(case):
    compared = nh.compare(case)
    density = measure(compared)
    return (
        [(e.safe.answer, e.safe_chained.answer) for e in compared.errors],
        {e.equations.name: e.agrees for e in compared.rivals if "chained" not in e.equations.name},
        compared.principle and compared.principle.coincidence.decision.answer,
        density and density.decision.answer,
    )


@settings(max_examples=draws(12))
@given(*map(st.sampled_from, (LAGRANGIANS, CONSTRAINTS)), NUMBERS, NUMBERS, st.integers(1, 2))
def test_numbers_of_parameters_are_as_good_as_numbers_in_the_text(L, row, M, b, A):
    numbers = {"M": M, "b": b, "A": A, "B": 2}
    system = partial(nh.System, "x y z")
    told = system(put_in(L, numbers), constraints=[put_in(row, numbers)])
    assert answers(system(L, constraints=[row], parameters=numbers)) == answers(told)


def test_what_differs_for_letters_agrees_for_the_given_numbers():
    L = "(x'^2 + y'^2)/2 + M*z'^2/2"
    letters = nh.compare(nh.System("x y z", L, ["dz = y dx"], parameters={"M": {}}))
    given = nh.compare(nh.System("x y z", L, ["dz = y dx"], parameters={"M": 0}))
    assert (letters.shortcut.answer, letters.letters, letters.numbers) == (False, ("M",), ())
    assert (given.shortcut.answer, given.letters, given.numbers) == (True, (), ("M = 0",))


def test_a_ball_with_equal_moments_needs_no_friction():
    compared = nh.compare("homogeneous_ball")
    assert compared.numbers == ("I2 = I1", "I3 = I1")
    assert all(R.is_zero for R in compared.reactions)


ENTRIES = st.sampled_from(["1", "y", "a", "(a - 1)", "a*y", "(a - 1)*x", "x"])
RESTS = st.sampled_from(["0", "a", "(a - 1)*x", "a*y", "(a - 1)"])


def _outcome(question, *arguments):
    try:
        found = question(*arguments)
    except ContradictoryConstraints:
        return "refused"
    return (
        (found.verdict, *_told(found), *(_told(b.verdict) for b in found.branches or ()))
        if question is nh.check
        else (found.consistent, found.dimension, found.freedom, found.loose)
    )


def _told(verdict):
    growth = verdict.closure and (verdict.closure.growth.vector, verdict.closure.growth.space)
    return verdict.relations, verdict.independent, growth


@given(st.lists(st.tuples(ENTRIES, ENTRIES, RESTS), min_size=1, max_size=2), st.integers(0, 2))
@settings(max_examples=draws(15))
@example([("1", "1", "a"), ("1", "1", "(a - 1)*x")], 0).via("at a = 0 no row contains t")
@example([("1", "1", "(a - 1)*x"), ("1", "y", "0")], 0).via("states fall apart")
def test_a_number_that_is_given_is_one_that_is_written(rows, a):
    """a = 0 beside the rows w = 0 and w = a was refused, for -a = 0 is never true of a letter; and
    a mass that is 0 hid nothing.
    """
    lagrangian = "(xdot**2 + ydot**2 + a*zdot**2)/2 - z**2"
    rows = ["zdot - y*xdot", *(f"({p})*(zdot - y*xdot) + ({q})*ydot + {r}" for p, q, r in rows)]
    put = [row.replace("a", str(a)) for row in rows]
    given_numbers = nh.System("x y z", lagrangian, rows, parameters={"a": a})
    written = nh.System("x y z", lagrangian.replace("a", str(a)), put)
    for question in (nh.check, nh.consistency):
        assert _outcome(question, given_numbers) == _outcome(question, written)


def test_rows_that_agree_for_the_given_numbers_move():
    rows = ["zdot - y*xdot", "zdot - y*xdot - a*x"]
    kinetic = "(xdot**2 + ydot**2 + zdot**2)/2"
    case = nh.System("x y z", kinetic, rows, parameters={"a": 0}, initial={"xdot": 1, "ydot": 1})
    assert nh.compare(case).entry("multipliers").agrees
    assert nh.simulate(case, 0.1).receipt.ok
    assert nh.equilibrium(case).found
    with pytest.raises(ContradictoryConstraints, match="a condition on parameters"):
        nh.check(nh.System("x y z", None, ["zdot - y*xdot", "zdot - y*xdot - a"], parameters=["a"]))


def test_relations_hold_at_the_numbers_that_are_given():
    """exp(a x) - a z is 1 at a = 0, and z - exp(a x)/a has no value there."""
    for row in ("w*(z' - exp(a*x)*x') = 0", "z' = exp(a*x)*x'", "z' = sin(a*x)*a*x' + x'/(1 + a)"):
        check = nh.check(nh.System("x z w", None, [row], parameters={"a": 0}))
        (relation,) = check.integrals.together
        assert relation.function.has(check.full.chart.q) and check.relations == 1
        there = relation.function.subs(check.case.system.values)
        assert not there.is_constant, row
