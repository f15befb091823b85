"""What unspecified functions must obey for a set to be holonomic, and what short equations say."""

import pytest

import nonholo as nh
from nonholo.views.families.text import families_text

# rows; the words; functions that obey them; functions that do not
SOLVED = [
    (["x' = f(y) z'"], "f is constant", [{"f(y)": "3"}], [{"f(y)": "y"}]),
    (
        ["z' = f(y) x'", "w' = a*f(y) y x'"],
        "f is constant; a = 0 or f is 0",
        [{"f(y)": "0"}, {"f(y)": "2", "a": "0"}],
        [{"f(y)": "2"}, {"f(y)": "y", "a": "0"}],
    ),
    (
        ["z' = f(y) x'", "w' = f(y) y x'"],
        "f is 0",
        [{"f(y)": "0"}],
        [{"f(y)": "1"}, {"f(y)": "y"}],
    ),
    (
        ["x' = f(y) z' + g(z) y'"],
        "f'(y) and g'(z) are the same constant",
        [{"f(y)": "2*y + 1", "g(z)": "2*z"}],
        [{"f(y)": "2*y", "g(z)": "z"}, {"f(y)": "y^2", "g(z)": "z"}],
    ),
    (
        ["z' = x*f(x) y x' + x^2*f(x) y'"],
        "x*f(x) is constant",
        [{"f(x)": "5/x"}],
        [{"f(x)": "5"}, {"f(x)": "x"}],
    ),
    (
        ["z' = f(x)^2 y' + 2 y x x'"],
        "x**2 - f(x)**2 is constant",
        [{"f(x)": "sqrt(x^2 + 3)"}, {"f(x)": "x"}],
        [{"f(x)": "2*x"}],
    ),
    (
        ["z' = f(x) y' + k*y*f(x) x'"],
        "f(x)*exp(-k*x) is constant",
        [{"f(x)": "3*exp(k*x)"}, {"f(x)": "2", "k": "0"}],
        [{"f(x)": "exp(x)"}, {"f(x)": "x", "k": "0"}],
    ),
    (
        ["z' = f(x, y) x' + x y'"],
        "f - y does not depend on y",
        [{"f(x, y)": "y + x^2"}],
        [{"f(x, y)": "2*y"}],
    ),
    (
        ["z' = x*f(x, y) x' + y*f(x, y) y'"],
        "f is a function of x**2 + y**2",
        [{"f(x, y)": "(x^2 + y^2)^2"}],
        [{"f(x, y)": "x"}],
    ),
    (["z' = f(x) g(y) x'"], "f is 0 or g is constant", [{"f(x)": "0"}], [{"f(x)": "1"}]),
]


def conditions(rows):
    return nh.families(nh.constraints(*rows), "constraints").functions


def with_values(rows, values):
    for call, value in values.items():
        rows = [row.replace(call, f"({value})") for row in rows]
    return rows


@pytest.mark.parametrize(("rows", "words", "yes", "no"), SOLVED)
def test_short_equations_are_told_in_words_that_say_the_same(rows, words, yes, no):
    assert conditions(rows).solved == words
    for values in yes:
        assert nh.check(nh.constraints(*with_values(rows, values))).verdict == "holonomic"
    for values in no:
        assert nh.check(nh.constraints(*with_values(rows, values))).verdict != "holonomic"


@pytest.mark.parametrize(
    "rows",
    [
        ["z' = a x f(x, y) x' + b y f(x, y) y'"],  # for a = b = 0 any f will do
        ["z' = exp(k*x) f(x) y' + y exp(k*x) x'"],  # G = exp(k x) (k f - 1) is constant for k = 0
    ],
)
def test_a_solution_that_fails_for_some_letters_is_not_told(rows):
    assert conditions(rows).solved == ""
    assert "that is" not in families_text(nh.families(nh.constraints(*rows), "constraints"))
