"""Code in further languages says what the graph says; equations in SymPy terms."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

import nonholo as nh
from nonholo.analysis import compare
from nonholo.cli import main
from nonholo.errors import NotApplicable
from nonholo.exact.linear import vanishes
from nonholo.numerics.languages import casadi_source, julia_source, modelica_source, numpy_source
from nonholo.numerics.source import python_source
from nonholo.readers.case_file import read_case

CASES = Path(__file__).parents[1] / "cases"
NAMES = ("rolling_coin", "chaplygin_sleigh", "double_pendulum_cartesian", "particle_in_cone")
ODD = nh.System("end der", "m*enddot**2/2 + derdot**2*abs(end)/2 + sqrt(1 + der**2)*atan2(end, der)",
                ["enddot = der*derdot"], parameters={"m": 1})


def entry(case, form="maggi"):
    return compare(case).entry(form)


def case_of(name):
    return ODD if name == "odd" else read_case(CASES / f"{name}.toml")


def numbers_for(found, count):
    """Random admissible arguments (q, v, p) of generated code, `count` states."""
    d = found.equations.distribution
    rng = np.random.default_rng(7)
    words = re.search(r"p = \(([^)]*)\)", python_source(found))[1].split(",")
    parameters = [w.strip() for w in words if w.strip()]
    return rng.uniform(0.4, 1.2, (d.chart.n, count)), rng.uniform(0.4, 1.2, (d.m, count)), rng.uniform(
        0.5, 1.5, len(parameters))


@pytest.mark.parametrize("name", [*NAMES, "odd"])
def test_numpy_does_many_states_as_python_does_one(name):
    found = entry(case_of(name))
    one, many = {}, {}
    exec(python_source(found), one)
    exec(numpy_source(found), many)
    q, v, p = numbers_for(found, 5)
    together = many["accelerations"](0.0, q, v, p)
    for i in range(5):
        alone = one["accelerations"](0.0, *(x[:, i].tolist() for x in (q, v)), p)
        np.testing.assert_allclose(together[:, i], alone, rtol=1e-12)


@pytest.mark.parametrize("name", [*NAMES, "odd"])
def test_casadi_computes_the_same(name):
    pytest.importorskip("casadi")
    found = entry(case_of(name))
    one, other = {}, {}
    exec(python_source(found), one)
    exec(casadi_source(found), other)
    q, v, p = numbers_for(found, 1)
    value = np.array(other["accelerations"]()(0.0, q[:, 0], v[:, 0], p)).ravel()
    np.testing.assert_allclose(value, one["accelerations"](0.0, *(x[:, 0].tolist() for x in (q, v)), p), rtol=1e-12)


def read_back(case, lines, results):
    """The expressions of generated text in the package's own language, named parts put in."""
    graph, parts = case.system.chart.graph, {}
    names = [n for n, _ in lines]
    for name, text in lines:
        parts[graph.symbol(name)] = case.scope.expression(text, extra=names).subs(parts)
    return [case.scope.expression(text, extra=names).subs(parts) for text in results]


@pytest.mark.parametrize("name", NAMES)
def test_julia_text_reads_back_to_the_same_expressions(name):
    case = case_of(name)
    found = entry(case)
    code = julia_source(found)
    lines = re.findall(r"^    (w\d+) = (.+)$", code, re.M)
    results = re.search(r"return \[(.*)\]", code)[1].split(", ")
    back = read_back(case, lines, results)
    assert all(vanishes(a - b) for a, b in zip(back, found.motion.accelerations, strict=True))


@pytest.mark.parametrize("name", NAMES)
def test_modelica_text_reads_back_to_the_same_expressions(name):
    case = case_of(name)
    found = entry(case)
    d, chart = found.equations.distribution, case.system.chart
    code = modelica_source(found)
    lines = re.findall(r"^  (w\d+) = (.+);$", code, re.M)
    states = [re.search(rf"^  der\({chart.v[j].args}\) = (.+);$", code, re.M)[1] for j in d.independent]
    rates = [re.search(rf"^  {chart.v[l].args} = (.+);$", code, re.M)[1] for l in d.dependent]
    back = read_back(case, lines, states + rates)
    expected = [found.motion.accelerations[j] for j in d.independent] + list(d.lift().values())
    assert all(vanishes(a - b) for a, b in zip(back, expected, strict=True))
    assert all(f"  der({n}) = {n}dot;" in code for n in chart.names)


def test_words_of_a_language_are_not_used_as_names():
    found = entry(ODD)
    assert "end_, der = q" in julia_source(found)
    assert "Real end_(start" in modelica_source(found) and "Real der_(start" in modelica_source(found)
    assert "(end, der) = q" in numpy_source(found)


@pytest.mark.parametrize("style, start", [("numpy", "import numpy as np"), ("casadi", "import casadi as ca"),
                                          ("julia", "# maggi: q = (x, y, theta, phi)"), ("modelica", "model Maggi")])
def test_command_prints_them(style, start, capsys):
    assert main(["equations", str(CASES / "rolling_coin.toml"), "--as", style]) == 0
    assert capsys.readouterr().out.startswith(start)


# SymPy terms ------------------------------------------------------------------------------------
def test_multiplier_equations_have_the_augmented_mass_matrix():
    import sympy as sm
    from sympy.physics.mechanics import dynamicsymbols

    x, y, theta = q = dynamicsymbols("x y theta")
    m, J = sm.symbols("m J")
    t = dynamicsymbols._t
    row = x.diff(t) * sm.sin(theta) - y.diff(t) * sm.cos(theta)
    case = nh.System(q, m * (x.diff(t)**2 + y.diff(t)**2) / 2 + J * theta.diff(t)**2 / 2, [row])
    found = nh.sympy_equations(case)
    A = sm.Matrix([[sm.sin(theta), -sm.cos(theta), 0]])
    assert found.mass_matrix == sm.Matrix([[sm.diag(m, m, J), -A.T], [A, sm.zeros(1, 1)]])
    on_the_row = {y.diff(t): x.diff(t) * sm.tan(theta)}
    residual = (found.mass_matrix * found.rhs - found.forcing).subs(on_the_row).subs(on_the_row)
    point = {x.diff(t): 2, theta.diff(t): 3, theta: sm.Rational(1, 3), m: 5, J: 7}
    for e in residual.xreplace({x.diff(t): sm.Integer(2), theta.diff(t): sm.Integer(3)}).subs(point):
        assert abs(float(e)) < 1e-12


def test_a_name_that_is_no_formulation_is_refused():
    with pytest.raises(NotApplicable, match="'newton' is no formulation; there are multipliers, maggi"):
        nh.sympy_equations(ODD, "newton")
