"""What stands on a page is worth what was derived, however its lines and fractions are broken."""

import cmath
from math import cos, exp, isclose, sin

import pytest
from formula_values import value_of
from hypothesis import assume, given
from hypothesis import strategies as st

import nonholo as nh
from nonholo.expression.graph import Graph
from nonholo.views.page.breaking import breakable
from nonholo.views.page.mathml import mathml
from nonholo.writing.latex import Writer, name_latex

VALUES = {"a": 1.37, "b": -0.61, "k": 2.2, "x": 0.83, "y": -1.9, "theta": 0.47}
SEEN = VALUES | {"θ": VALUES["theta"]}


@st.composite
def formulas(draw, depth: int = 3) -> str:
    def factor() -> str:
        kinds = ["letter", "power", "wave"] + ["sum"] * (depth > 0)
        kind, letter = draw(st.sampled_from(kinds)), draw(st.sampled_from(sorted(VALUES)))
        if kind == "sum":
            return f"({draw(formulas(depth - 1))})"
        wave = draw(st.sampled_from(("sin", "cos", "exp")))
        return {"letter": letter, "power": f"{letter}^2", "wave": f"{wave}({letter})"}[kind]

    def product() -> str:
        return "*".join(factor() for _ in range(draw(st.integers(1, 3))))

    terms = " ".join(
        f"{draw(st.sampled_from('+-'))} {product()}" for _ in range(draw(st.integers(1, 3)))
    )
    return f"({terms})/({product()} + {draw(st.integers(2, 5))})" if draw(st.booleans()) else terms


def worth(formula: str, widest: int) -> float:
    system = nh.System("x y theta", f"x'^2/2 + {formula}", parameters=dict.fromkeys("abk"))
    rest = dict.fromkeys(system.system.chart.v, system.system.chart.graph.zero)
    latex = breakable(Writer()(system.system.lagrangian.subs(rest)), widest)
    return value_of(mathml(latex, widest), SEEN)


@pytest.mark.parametrize("widest", [4, 20, 56])
@pytest.mark.parametrize(
    "formula", ["(k*(x^2*cos(theta) + y) + a*(x^2 - b*y))/(a + b*cos(theta))", "-k*(x + y)/(a - b)"]
)
def test_a_fraction_that_breaks_keeps_its_value(formula, widest):
    """The first was (k/(a + b cos theta)) ((x^2 cos theta + y) + a (x^2 - b y)) on pages."""
    known = VALUES | {"sin": sin, "cos": cos, "exp": exp}
    assert isclose(worth(formula, widest), eval(formula.replace("^", "**"), known))


@given(formulas(), st.sampled_from([4, 20, 56]))
def test_a_formula_on_a_page_keeps_its_value(formula, widest):
    known = VALUES | {"sin": sin, "cos": cos, "exp": exp}
    value = eval(formula.replace("^", "**"), known)
    assume(abs(value) < 1e6)
    assert cmath.isclose(worth(formula, widest), value, rel_tol=1e-6, abs_tol=1e-6)


@pytest.mark.parametrize(
    ("name", "latex"),
    [("θ", r"\theta"), ("λ1", r"\lambda_{1}"), ("Δ_c", r"\Delta_{c}"), ("é", "é")],
)
def test_greek_letters_are_written_by_their_names(name, latex):
    """pdflatex knows no θ."""
    assert name_latex(name) == latex


def test_a_difference_takes_the_sign_before_it():
    graph = Graph()
    k, s, s0 = map(graph.symbol, ("k", "s", "s0"))
    assert Writer()(s - k * (s0 - s)) == r"s + k \, (s - s_{0})"


def test_powers_of_a_letter_called_e_are_no_exponentials():
    graph = Graph()
    e, x = graph.symbol("e"), graph.symbol("x")
    latex = Writer()(e**2 * graph.exp(x) / graph.exp(-2 * x))
    assert isclose(value_of(mathml(latex, 56), {"e": 3.0, "x": 0.83}), 9 * exp(3 * 0.83))
