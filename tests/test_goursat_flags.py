"""Strata of Goursat flags by their letters: against published ones, and against brackets at points."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import nonholo as nh
from nonholo.geometry.flag.goursat_strata import growth_by_letters, growth_of, lettered
from nonholo.geometry.flag.local import growth_at
from nonholo.readers.of_constraints import case_from_constraints
from tests.draws import draws

NAMES = ("x", "y", "z", "u", "v", "w", "p", "r")


def stated(case) -> set[tuple[int, ...]]:
    """The growth vectors that the case file states."""
    return {tuple(entry["vector"]) for entry in case.expected["growth"]}


@pytest.mark.parametrize("name,words", [("two", 2), ("three", 5), ("four", 13)])
def test_every_published_stratum_of_a_car_is_found(name, words):
    """Jean1996; and there are as many words as the Fibonacci number F_{2s-3}."""
    case = nh.case(f"{name}_trailers")
    found = nh.check(case)
    strata = found.survey.strata
    assert strata.complete and strata.proved and strata.regular and strata.everywhere
    vectors = {s.growth.vector for s in strata.strata} | {found.closure.growth.vector}
    assert vectors >= stated(case) and len(vectors) == len(strata.strata) + 1 == words


def test_special_angles_of_a_car():
    """a_1 = pi/2, tan a_2 = sin a_1, tan a_3 = sin a_2: Jean1996."""
    found, proved = lettered(nh.case("four_trailers").system.pfaffian)
    (one,) = [one for one in found if one.word == "RRVTT"]
    x, y, *th = (str(e) for e in one.at.values())
    assert proved and (x, y) == ("0", "0")
    assert th == ["3*pi/4 + atan(sqrt(2)/2)", "3*pi/4", "pi/2", "0", "0"]


@pytest.mark.parametrize(
    "rows",
    [
        ("dz = x**2 dy",),  # Martinet: no Goursat flag at x = 0
        ("dy = p dx", "dp = q dx", "dz = q**2 dx"),  # (2, 3, 5)
        ("dy = p dx + q du",),  # three fields
        ("x dy = y dx", "dz = y dx"),  # no rank at x = y = 0
    ],
)
def test_what_is_no_goursat_flag_everywhere_is_none(rows):
    assert lettered(nh.constraints(*rows).system.pfaffian) is None


def test_growth_at_a_point_where_brackets_take_too_long():
    """All trailers at right angles: degree F_7 = 13 (Jean1996)."""
    case = nh.case("four_trailers")
    at = case.point({"th1": "-pi/2", "th2": "-pi", "th3": "-3*pi/2", "th4": "-3*pi/2"})
    grown = growth_by_letters(case.system.pfaffian, at)
    assert grown.vector == (2, 3, 4, 4, 5, 5, 5, 6, 6, 6, 6, 6, 7) and grown.evidence.proved


def test_virtual_displacements_of_a_car_are_short():
    """The driving field of Jean1996, in the angles between the bodies."""
    drive, turn = nh.check(nh.case("three_trailers")).virtual
    assert [str(e) for e in drive[:5]] == [
        "cos(th0)",
        "sin(th0)",
        "0",
        "sin(th0 - th1)",
        "cos(th0 - th1)*sin(th1 - th2)",
    ]
    assert [str(e) for e in turn] == ["0", "0", "1", "0", "0", "0"]


# random flags -------------------------------------------------------------------------------
@st.composite
def goursat_rows(draw):
    """A flag in Kumpera and Ruiz' normal form, some rows mixed, one coordinate changed."""
    s = draw(st.integers(3, 5))
    names, rows = NAMES[: s + 2], []
    base, old = "x", "y"
    for number, new in enumerate(names[2:]):
        if number < 2 or draw(st.booleans()):
            constant = draw(st.sampled_from([0, 0, 1, -1])) if number > 1 else 0
            rows.append((f"d{old}", f"({new} + {constant})*d{base}"))
            old = new
        else:
            rows.append((f"d{base}", f"{new}*d{old}"))
            base, old = old, new
    texts = [f"{left} - {right}" for left, right in rows]
    if draw(st.booleans()):
        i, j = draw(st.permutations(range(len(texts))))[:2]
        texts[i] += f" + {draw(st.sampled_from([*names, '2']))}*({texts[j]})"
    return names, [f"{text} = 0" for text in texts], draw(st.permutations(names))[:2]


def changed(text: str, a: str, b: str) -> str:
    """With a + b^2 in the place of a."""
    return (
        text.replace(f"d{a}", "DA")
        .replace(a, f"({a} + {b}**2)")
        .replace("DA", f"(d{a} + 2*{b}*d{b})")
    )


@given(goursat_rows())
@settings(max_examples=draws(8), deadline=None)
def test_words_say_how_brackets_grow(flag):
    """growth_of(word) is what brackets reach at an exact point of the word."""
    names, rows, (a, b) = flag
    for texts in (rows, [changed(row, a, b) for row in rows]):
        pfaffian = case_from_constraints(texts, names).system.pfaffian
        known = lettered(pfaffian)
        assert known is not None and known[1]
        copy = pfaffian.chart.graph.copy
        for one in known[0][:4]:
            at = dict(zip(copy(list(one.at)), copy(list(one.at.values()))))
            at[pfaffian.chart.t] = pfaffian.chart.graph.zero
            there = growth_at(pfaffian, at, pfaffian.chart.n)
            told = growth_of(one.word)
            assert growth_by_letters(pfaffian, at).vector == told
            assert there.vector == (told if there.complete else told[: len(there.vector)])


@pytest.mark.parametrize("root", ["sqrt(x)", "x**(1/3)", "asin(1 - x)", "abs(x)", "x**(5/2)"])
@pytest.mark.parametrize("rows", [["dz = {f} dy"], ["dz = {f} dy", "dw = z dy"]])
def test_letters_say_nothing_where_a_coefficient_has_no_slope(root, rows):
    """At x = 0 growth (2, 3, 4) was told of dz = sqrt(x) dy, in a space of three dimensions."""
    case = nh.constraints(*(row.format(f=root) for row in rows))
    found = nh.check(case, at={"x": "0"}).at_point
    assert not found.complete
    assert found.vector[-1] <= case.system.chart.n


@given(st.sampled_from(["1 + x", "x + y**2", "sin(x)", "exp(x)", "x**3 - 3*x"]), st.integers(-1, 2))
def test_growth_at_a_point_is_never_more_than_the_dimension(f, x):
    case = nh.constraints(f"dz = ({f}) dy")
    found = nh.check(case, at={"x": x}).at_point
    assert found.complete and found.vector[-1] == 3
    assert growth_by_letters(case.system.pfaffian, case.point({"x": x})) is None
