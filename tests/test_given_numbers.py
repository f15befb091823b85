"""A comparison is that of the numbers that are given, whatever is true of letters."""

from functools import partial

from hypothesis import given, settings
from hypothesis import strategies as st

import nonholo as nh
from nonholo.findings.conservation import measure

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


@settings(max_examples=12)
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
