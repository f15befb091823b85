"""Code in further languages says what the graph says; equations in SymPy terms."""

from __future__ import annotations

import ctypes
import math
import re
import shutil
import subprocess
from dataclasses import replace
from fractions import Fraction
from functools import cache
from pathlib import Path

import mpmath
import numpy as np
import pytest

import nonholo as nh
from nonholo.cli import main
from nonholo.decide.zero import Decision
from nonholo.dynamics.equations import motion
from nonholo.errors import NotApplicable
from nonholo.findings.entry import Entry
from nonholo.findings.side_by_side import compare
from nonholo.formulations.multipliers import multipliers
from nonholo.geometry.distribution.distribution import distribution
from nonholo.languages import LANGUAGES, language
from nonholo.languages.modelica import title
from nonholo.linear.elimination import vanishes
from nonholo.readers.case_file import read_case
from nonholo.readers.tokens import FUNCTIONS

CASES = Path(__file__).parents[1] / "cases"
NAMES = ("rolling_coin", "chaplygin_sleigh", "double_pendulum_cartesian", "particle_in_cone")
ODD = nh.System(
    "end der",
    "m*enddot**2/2 + derdot**2*abs(end)/2 + sqrt(1 + der**2)*atan2(end, der)",
    ["enddot = der*derdot"],
    parameters={"m": 1},
)


def source(name, found):
    return language(name).source(found)


def entry(case, form="maggi"):
    return compare(case).entry(form)


def case_of(name):
    return ODD if name == "odd" else read_case(CASES / f"{name}.toml")


def numbers_for(found, count):
    """Random admissible arguments (q, v, p) of generated code, `count` states."""
    d = found.equations.distribution
    rng = np.random.default_rng(7)
    words = re.search(r"p = \(([^)]*)\)", source("python", found))[1].split(",")
    parameters = [w.strip() for w in words if w.strip()]
    return (
        rng.uniform(0.4, 1.2, (d.chart.n, count)),
        rng.uniform(0.4, 1.2, (d.m, count)),
        rng.uniform(0.5, 1.5, len(parameters)),
    )


@pytest.mark.parametrize("name", [*NAMES, "odd"])
def test_numpy_does_many_states_as_python_does_one(name):
    found = entry(case_of(name))
    one, many = {}, {}
    exec(source("python", found), one)
    exec(source("numpy", found), many)
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
    exec(source("python", found), one)
    exec(source("casadi", found), other)
    q, v, p = numbers_for(found, 1)
    value = np.array(other["accelerations"]()(0.0, q[:, 0], v[:, 0], p)).ravel()
    np.testing.assert_allclose(
        value, one["accelerations"](0.0, *(x[:, 0].tolist() for x in (q, v)), p), rtol=1e-12
    )


def read_back(case, lines, results):
    """The expressions of generated text in the package's own language, named parts put in."""
    graph, parts = case.system.chart.graph, {}
    names = [n for n, _ in lines]
    for name, text in lines:
        parts[graph.symbol(name)] = case.scope.expression(text, extra=names).subs(parts)
    return [case.scope.expression(text, extra=names).subs(parts) for text in results]


@pytest.mark.skipif(not shutil.which("octave"), reason="needs Octave")
@pytest.mark.parametrize("name", [*NAMES, "odd"])
def test_octave_runs_the_matlab_code(name, tmp_path):
    found, one = entry(case_of(name)), {}
    exec(source("python", found), one)
    q, v, p = numbers_for(found, 1)
    (tmp_path / "accelerations.m").write_text(source("matlab", found))
    given = ", ".join(str([float(x) for x in np.ravel(values)]) for values in (q, v, p))
    told = subprocess.run(
        [
            "octave",
            "--no-gui",
            "--quiet",
            "--eval",
            f"printf('%.17g\\n', accelerations(0, {given}))",
        ],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    expected = one["accelerations"](0.0, *(x[:, 0].tolist() for x in (q, v)), p)
    np.testing.assert_allclose([float(line) for line in told.stdout.split()], expected, rtol=1e-12)


REAL_FOR_X_ABOVE_0 = (
    "x^(1/3)", "x^(2/3)", "x^(-5/3)", "x^(5/2)", "sqrt(x)", "log(x)", "asin(x - 1)", "acos(x - 1/2)",
    "x^(1/3)*y^(1/3)",
)  # fmt: skip


@pytest.mark.parametrize("force", REAL_FOR_X_ABOVE_0)
def test_code_gives_no_number_where_the_equations_are_not_real(force, tmp_path):
    """x**(1/3) of Python, of NumPy for a float, and of MATLAB is complex where x < 0."""
    found = entry(nh.System("x y", "(x'^2 + y'^2)/2", forces={"x": force}))
    (python, numpy), q = ({}, {}), (-1.5, -0.5)
    exec(source("python", found), python)
    exec(source("numpy", found), numpy)
    with pytest.raises(ValueError, match="math domain error"):
        python["accelerations"](0.0, q, (0.0, 0.0), ())
    with np.errstate(invalid="ignore"):
        assert np.isnan(numpy["accelerations"](0.0, q, (0.0, 0.0), ())[0])
    if not shutil.which("octave"):
        return
    (tmp_path / "accelerations.m").write_text(source("matlab", found))
    asked = f"accelerations(0, {[*q]}, [0, 0], [])"
    command = ["octave", "--no-gui", "--quiet", "--eval", f"printf('%g\\n', {asked})"]
    told = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert told.returncode and not told.stdout


@pytest.mark.parametrize("name", NAMES)
def test_julia_text_reads_back_to_the_same_expressions(name):
    case = case_of(name)
    found = entry(case)
    code = source("julia", found)
    lines = re.findall(r"^    (w\d+) = (.+)$", code, re.M)
    results = re.search(r"return \[(.*)\]", code)[1].split(", ")
    back = read_back(case, lines, results)
    assert all(vanishes(a - b) for a, b in zip(back, found.motion.accelerations, strict=True))


@pytest.mark.parametrize("name", NAMES)
def test_modelica_text_reads_back_to_the_same_expressions(name):
    case = case_of(name)
    found = entry(case)
    d, chart = found.equations.distribution, case.system.chart
    code = source("modelica", found)
    lines = re.findall(r"^  (w\d+) = (.+);$", code, re.M)
    states = [
        re.search(rf"^  der\({chart.v[j].args}\) = (.+);$", code, re.M)[1] for j in d.independent
    ]
    rates = [re.search(rf"^  {chart.v[l].args} = (.+);$", code, re.M)[1] for l in d.dependent]
    back = read_back(case, lines, states + rates)
    expected = [found.motion.accelerations[j] for j in d.independent] + list(d.lift().values())
    assert all(vanishes(a - b) for a, b in zip(back, expected, strict=True))
    assert all(f"  der({n}) = {n}dot;" in code for n in chart.names)


def test_words_of_a_language_are_not_used_as_names():
    found = entry(ODD)
    assert "end_, der = q" in source("julia", found)
    assert "Real end_(start" in source("modelica", found) and "Real der_(start" in source(
        "modelica", found
    )
    assert "(end, der) = q" in source("numpy", found)


@pytest.mark.parametrize(
    "style, start",
    [
        ("numpy", "import numpy as np"),
        ("casadi", "import casadi as ca"),
        ("julia", "# maggi: q = (x, y, theta, phi)"),
        ("modelica", "model Maggi"),
    ],
)
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
    case = nh.System(
        q, m * (x.diff(t) ** 2 + y.diff(t) ** 2) / 2 + J * theta.diff(t) ** 2 / 2, [row]
    )
    found = nh.sympy_equations(case)
    A = sm.Matrix([[sm.sin(theta), -sm.cos(theta), 0]])
    assert found.mass_matrix == sm.Matrix([[sm.diag(m, m, J), -A.T], [A, sm.zeros(1, 1)]])
    on_the_row = {y.diff(t): x.diff(t) * sm.tan(theta)}
    residual = (found.mass_matrix * found.rhs - found.forcing).subs(on_the_row).subs(on_the_row)
    point = {x.diff(t): 2, theta.diff(t): 3, theta: sm.Rational(1, 3), m: 5, J: 7}
    for e in residual.xreplace({x.diff(t): sm.Integer(2), theta.diff(t): sm.Integer(3)}).subs(
        point
    ):
        assert abs(float(e)) < 1e-12


def test_what_is_no_derivation_is_refused():
    with pytest.raises(NotApplicable, match=r"System is no derivation; .*entry\('maggi'\)"):
        language("c").source(nh.System("x", "x'**2").system)


def test_a_name_that_is_no_formulation_is_refused():
    with pytest.raises(
        NotApplicable, match="'newton' is no formulation; there are multipliers, maggi"
    ):
        nh.sympy_equations(ODD, "newton")


# names that mean something in a language -------------------------------------------------------
TAKEN = [
    "NAN",
    "linux",
    "asm",
    "typeof",
    "unix",
    "INFINITY",
    "M_PI",
    "HUGE_VAL",
    "FP_NAN",
    "fortran",
    "bool",
    "inline",
    "nullptr",
    "auto",
    "restrict",
    "errno",
    "isnan",
    "hypot",
    "gamma",
    "y0",
    "signgam",
    "__x86_64__",
    "__LINE__",
    "lambda",
    "None",
    "True",
    "async",
    "np",
    "ca",
    "math",
    "abs",
    "min",
    "max",
    "Real",
    "Integer",
    "model",
    "der",
    "end",
    "time_",
    "size",
    "sum",
    "inner",
    "im",
    "NaN",
    "mutable",
    "type",
    "e",
    "E",
    "I",
    "i",
    "w_1",
    "pow",
    "fabs",
    "a",
]


@cache
def odd_names(*names):
    """The motion of a system whose coordinates and parameters have these names, all of them
    used.
    """
    q, p = names[::2], names[1::2]
    L = " + ".join(f"{n}dot**2/2" for n in q) + "".join(f" - sin({a}*{n})" for n, a in zip(q, p))
    system = nh.System(q, L, parameters=dict.fromkeys(p)).system
    equations = multipliers(system, distribution(system.pfaffian))
    return Entry(equations, motion(equations), (), Decision(True))


def all_words():
    every = set().union(*(language(name).words.taken for name in LANGUAGES))
    return sorted(w for w in every if w not in FUNCTIONS and w not in ("t", "pi"))


def chunks(words, size=48):
    return [words[i : i + size] for i in range(0, len(words), size)]


GREEK = ["θ", "theta", "φ1", "phi1", "ψ", "u3c2", "ς", "Ω"]


@pytest.mark.parametrize("names", [TAKEN, GREEK, *chunks(all_words())], ids=lambda names: names[0])
def test_no_name_breaks_the_code(names, tmp_path):
    """Every word that is taken in some language, as coordinate or parameter: Python and C run
    and say the same.
    """
    names = names if len(names) % 2 == 0 else [*names, "spare"]
    found = odd_names(*names)
    one, many = {}, {}
    exec(source("python", found), one)
    exec(source("numpy", found), many)
    n = found.equations.distribution.chart.n
    rng = np.random.default_rng(1)
    used = re.search(r"p = \(([^)]*)\)", source("python", found))[1]
    q, v, p = (
        rng.uniform(0.4, 1.2, k) for k in (n, n, len([w for w in used.split(",") if w.strip()]))
    )
    expected = one["accelerations"](0.0, q.tolist(), v.tolist(), p.tolist())
    np.testing.assert_allclose(many["accelerations"](0.0, q, v, p), expected, rtol=1e-12)
    if shutil.which("cc"):
        np.testing.assert_allclose(
            run_in_c(source("c", found), q, v, p, tmp_path), expected, rtol=1e-12
        )


@pytest.mark.parametrize("word", ["r", "q", "w", "p", "t_", "a", "rates", "k1", "w1", "u1"])
def test_no_name_breaks_the_code_in_regular_velocities(word, tmp_path):
    """The array that comes out is called r there, as many a radius is."""
    wheel = nh.System(
        "x y b",
        f"(x'**2 + y'**2 + b'**2)/2 + {word}*sin(b)",
        [f"x' sin(b) = y' cos(b) + {word} b'"],
        parameters=[word],
    )
    form = nh.regular_equations(wheel)
    names: dict = {}
    exec(form.source("python"), names)
    q, w, p = (np.array(values) for values in ([0.3, 0.2, 0.7], [1.1, -0.4], [0.6]))
    expected = names["rates"](0.0, q.tolist(), w.tolist(), p.tolist())
    if shutil.which("cc"):
        found = run_in_c(form.source("c"), q, w, p, tmp_path, "rates", len(expected))
        np.testing.assert_allclose(found, expected, rtol=1e-12)


def run_in_c(code, q, v, p, folder, name="accelerations", size=0):
    (folder / "law.c").write_text(code)
    subprocess.run(
        [
            "cc",
            "-std=c99",
            "-pedantic-errors",
            "-shared",
            "-fPIC",
            "-Wall",
            "-Werror",
            "-o",
            str(folder / "law.so"),
            str(folder / "law.c"),
            "-lm",
        ],
        check=True,
    )
    out = np.zeros(size or len(q))
    pointers = [ctypes.c_void_p(np.ascontiguousarray(x).ctypes.data) for x in (q, v, p)]
    law = getattr(ctypes.CDLL(str(folder / "law.so")), name)
    law(ctypes.c_double(0.0), *pointers, ctypes.c_void_p(out.ctypes.data))
    return out


@pytest.mark.parametrize("length", [5, 9, 25, 200])
def test_numbers_of_any_length_are_those_of_the_equations(length, tmp_path):
    """A whole number of no 64 bits is another one in C, and none of 400 digits is a double."""
    rng = np.random.default_rng(length)
    a, b, c = ("0." + "".join(map(str, rng.integers(1, 10, length))) for _ in range(3))
    found = entry(nh.System("x", f"x'**2/2 + {a}*x*{b}*(cos({c}*x) + {b}) + pi*x"))
    A, B, C = (Fraction(decimal) for decimal in (a, b, c))
    place = 1.3
    ab, abb, abc, turn = (float(f) for f in (A * B, A * B * B, A * B * C, C))
    expected = ab * np.cos(turn * place) + abb - abc * place * np.sin(turn * place) + np.pi
    for name in LANGUAGES:
        assert all(
            int(n) < 2**31 for n in re.findall(r"(?<![.\d])\d+(?![.\de])", source(name, found))
        )
    x, v, p = np.array([place]), np.array([0.2]), np.zeros(0)
    values = []
    for name in ("python", "numpy"):
        names: dict = {}
        exec(source(name, found), names)
        values.append(names["accelerations"](0.0, x, v, p)[0])
    if shutil.which("cc"):
        values.append(run_in_c(source("c", found), x, v, p, tmp_path)[0])
    np.testing.assert_allclose(values, expected, rtol=1e-13)


@pytest.mark.skipif(not shutil.which("cc"), reason="needs a C compiler")
@pytest.mark.parametrize(
    "force, value",
    [
        ("1/(sign(x) + sign(y))", 0.5),
        ("sign(x)/(sign(x) + sign(y))", 0.5),
        ("2147483647*sign(x) + 2147483647*sign(y)", 4294967294.0),
        ("sign(x)/sign(y - 2)", np.inf),
    ],
)
def test_signs_are_no_whole_numbers_in_c(force, value, tmp_path):
    """As integers, 1/(1 + 1) is 0 there, and 1/0 ends the process."""
    found = entry(nh.System("x y", "(x'^2 + y'^2)/2", forces={"x": force}))
    q, v, p = np.array([1.0, 2.0]), np.zeros(2), np.zeros(0)
    assert run_in_c(source("c", found), q, v, p, tmp_path)[0] == value


@pytest.mark.skipif(not shutil.which("cc"), reason="needs a C compiler")
def test_every_macro_of_the_compiler_is_known():
    told = subprocess.run(
        ["cc", "-dM", "-E", "-"],
        input="#define _GNU_SOURCE\n#include <math.h>\n",
        text=True,
        capture_output=True,
        check=True,
    ).stdout
    macros = re.findall(r"^#define (\w+)", told, re.M)
    unknown = [
        m
        for m in macros
        if language("c").words.spelled(m) == m and not language("c").words.refuses(m, m)
    ]
    assert len(macros) > 100 and unknown == []


@pytest.mark.parametrize(
    "names", [TAKEN, ["θ", "theta", "ς", "Ω"], *chunks(all_words())], ids=lambda names: names[0]
)
@pytest.mark.parametrize("name", ["julia", "modelica", "casadi", "matlab"])
def test_no_name_is_a_word_of_the_language(names, name):
    """What is declared there is no word of the language, and no name is declared twice."""
    names = names if len(names) % 2 == 0 else [*names, "spare"]
    found = odd_names(*names)
    words = language(name).words
    code = source(name, found)
    pattern = {"modelica": r"^  (?:parameter )?Real (\w+)[;(]", "matlab": r"^    (\w+) = "}.get(
        name, r"^    ([^#=\"]+?) = "
    )
    declared = [
        n.strip() for line in re.findall(pattern, code, re.M) for n in line.split(",") if n.strip()
    ]
    mine = [n for n in declared if n not in "qvpta"]
    assert len(set(mine)) == len(mine) >= len(names) and not words.taken & set(mine)
    assert words.spelled("θ") == ("theta" if language(name).words.ascii else "θ")


@pytest.mark.parametrize("name", LANGUAGES)
def test_names_of_a_program_are_apart_from_words_of_its_language(name):
    """Whatever its layout is: as the language writes them."""
    seen = []
    kept = replace(language(name), layout=lambda program: seen.append(program) or "")
    kept.source(odd_names(*TAKEN))
    written = list(seen[0].written.values())
    assert len(set(written)) == len(written) >= len(TAKEN)
    assert not kept.words.taken & set(written)


def test_an_ending_means_one_language():
    endings = [ending for ending in LANGUAGES.values() if ending]
    assert len(set(endings)) == len(endings) and not {".txt", ".tex", ".json"} & set(endings)


def test_a_model_is_not_called_like_a_type_or_a_variable():
    assert title("real", language("modelica").words.taken) == "RealModel"
    assert title("motion", {"Motion"}) == "MotionModel"
    assert title("3 wheels", ()) == "Model3Wheels"


@pytest.mark.skipif(not shutil.which("cc"), reason="needs a C compiler")
@pytest.mark.parametrize("step", ["load", "write"])
def test_a_folder_where_nothing_may_be_executed_is_told_of(step, monkeypatch):
    """A noexec TMPDIR: the library is refused by the loader; a full disk: it is not even
    written.
    """
    from nonholo.numerics import c_code

    def refuse(*arguments, **options):
        raise OSError(1, "failed to map segment from shared object")

    if step == "load":
        monkeypatch.setattr(c_code.ctypes, "PyDLL", refuse)
    else:
        monkeypatch.setattr(c_code.File, "write_text", refuse)
    with pytest.raises(
        NotApplicable, match="set TMPDIR to a folder whose files may be executed, or use method="
    ):
        c_code.library(f"int none_{step};")


def test_code_of_one_form_is_derived_and_not_judged(monkeypatch):
    def judged(*_):
        raise AssertionError("code is derived; whether the forms agree is a question of its own")

    monkeypatch.setattr("nonholo.decide.relations.all_zero", judged)
    monkeypatch.setattr("nonholo.decide.relations.decide_zero_on", judged)
    with pytest.raises(AssertionError, match="a question of its own"):
        nh.equations("rolling_coin", "maggi")
    assert "def accelerations" in nh.equations("rolling_coin", "maggi", "python")


@pytest.mark.parametrize("style", [None, "text", "json", "python"])
def test_equations_do_not_ask_whether_every_motion_is_vakonomic(style, monkeypatch):
    """Of a car with 8 trailers that took three quarters of the time."""

    def asked(*_):
        raise AssertionError

    told = nh.equations("rolling_coin", "voronec", style)
    monkeypatch.setattr("nonholo.findings.comparison.coincidence", asked)
    again = nh.equations("rolling_coin", "voronec", style)
    assert (again == told) if style else (again.agrees is told.agrees is True)
    with pytest.raises(AssertionError):
        nh.compare("rolling_coin")


def test_python_takes_numbers_of_numpy():
    """As solvers of SciPy give them: two comparisons cannot be subtracted there."""
    names: dict = {}
    exec(source("python", entry(nh.System("x", "x'^2/2 - abs(x)"))), names)
    found = names["accelerations"](0.0, np.array([-2.0]), np.array([0.0]), ())
    assert found == (1.0,)


HYPERBOLIC = {
    "x": (
        "-tanh(x'/h) + tanh(-2*y)^3*x - exp(y)*sinh(3*y)/cosh(3*y)^3",
        lambda x, y, v, w, h: (
            -np.tanh(v / h) - np.tanh(2 * y) ** 3 * x
            - np.exp(y) * np.tanh(3 * y) / np.cosh(3 * y) ** 2 - np.tanh(x / h)
        ),
    ),
    "y": ("cosh(x)/cosh(y)", lambda x, y, v, w, h: np.cosh(x) / np.cosh(y)),
}  # fmt: skip


EXPONENTIAL = (
    "1/(exp(u) + 1)",
    "exp(u)*x/(exp(2*u) + 1) - exp(-u)/(exp(u) + exp(-u) + x)",
    "(exp(u) + x)/(exp(u) + exp(-u))",
    "(exp(2*u) - x)/((exp(u) + exp(-u))^2 + x^2)",
    "(exp(u)/x + exp(-u)*x)^2/((exp(u) + 1)^2 + x*(exp(-u) + 1)^2)",
    "exp(u)*x/(exp(2*u)*x + exp(u)*(exp(u) + x^2)^2)",
)


@pytest.mark.parametrize("force", EXPONENTIAL)
def test_quotients_of_exponentials_do_not_overflow(force):
    """(e^u + x)/(e^u + e^-u) was e^u e^-|u| + ..., infinite times 0."""
    scope: dict = {}
    exec(
        nh.equations(nh.System("u x", "(u'^2 + x'^2)/2", forces={"u": force}), "maggi", "python"),
        scope,
    )
    with mpmath.workdps(2000):
        for u in (-3000.0, -400.0, -0.7, 0.0, 0.3, 400.0, 800.0):
            names = {"u": mpmath.mpf(u), "x": mpmath.mpf(0.6), "exp": mpmath.exp}
            true = float(eval(force.replace("^", "**"), names))
            told = scope["accelerations"](0.0, (u, 0.6), (0.0, 0.0), ())[0]
            assert told == pytest.approx(true, rel=1e-12, abs=1e-14)


def test_code_that_is_differentiated_holds_no_size_that_the_equations_do_not_hold():
    """Programs take the derivative of |u| at 0 as 0: the second one of 1/cosh(u)^2 would be 0."""
    form = "1/cosh(u)^2 + (exp(u) + x)/(exp(2*u) + 1) + tanh(u)"
    case = nh.System("u x", "(u'^2 + x'^2)/2", forces={"u": form})
    assert "abs" not in nh.equations(case, "maggi", "casadi")
    assert "abs" in nh.equations(case, "maggi", "numpy")


@pytest.mark.parametrize("name", ["python", "numpy"])
def test_quotients_of_hyperbolic_functions_do_not_overflow(name):
    forces = {q: text for q, (text, _) in HYPERBOLIC.items()}
    law = "(x'^2 + y'^2)/2 - h*log(cosh(x/h))"
    case = nh.System("x y", law, forces=forces, parameters={"h": 0.001})
    scope: dict = {}
    exec(nh.equations(case, "maggi", name), scope)
    for size in (0.001, 1, 100):
        x, y, v, w = 0.7, size * 0.8, -size * 0.3, size
        told = scope["accelerations"](0.0, (x, y), (v, w), (0.001,))
        true = [f(x, y, v, w, 0.001) for _, f in HYPERBOLIC.values()]
        assert told == pytest.approx(true, rel=1e-9, abs=1e-9)


BEYOND = {  # values at x, where e^x or cosh(x) is too large for the machine
    "1/(1 + exp(exp(x)))": 0.0,
    "exp(-exp(x))": 0.0,
    "atan(exp(x^2))": math.pi / 2,
    "tanh(cosh(x) + exp(x))": 1.0,
    "atan(sinh(-x)*abs(x + 3))": -math.pi / 2,
    "exp(x)": math.inf,
}


@pytest.mark.parametrize("name", ["python", "numpy", "c", "matlab", "casadi"])
def test_exponentials_beyond_the_numbers_of_the_machine_are_infinite(name, tmp_path):
    """math.exp of Python ends in an OverflowError, where other languages go on with infinity."""
    names = [f"x{i}" for i in range(len(BEYOND))]
    forces = {q: re.sub(r"\bx\b", q, form) for q, form in zip(names, BEYOND)}
    law = "(" + " + ".join(f"{q}'^2" for q in names) + ")/2"
    code = nh.equations(nh.System(" ".join(names), law, forces=forces), "maggi", name)
    q, rest, scope = np.full(len(names), 800.0), np.zeros(len(names)), {}
    if name == "c":
        if not shutil.which("cc"):
            pytest.skip("needs a C compiler")
        told = run_in_c(code, q, rest, [], tmp_path)
    elif name == "matlab":
        if not shutil.which("octave"):
            pytest.skip("needs Octave")
        (tmp_path / "accelerations.m").write_text(code)
        asked = f"printf('%.17g\\n', accelerations(0, {q.tolist()}, {rest.tolist()}, []))"
        command = ["octave", "--no-gui", "--quiet", "--eval", asked]
        run = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
        told = [float(line) for line in run.stdout.split()]
    else:
        if name == "casadi":
            pytest.importorskip("casadi")
        exec(code, scope)
        law = scope["accelerations"]() if name == "casadi" else scope["accelerations"]
        with np.errstate(over="ignore"):
            told = np.ravel(law(0.0, q, rest, []))
    np.testing.assert_allclose(np.array(told, dtype=float), [*BEYOND.values()], rtol=1e-12)


def test_only_exponentials_without_bounds_are_guarded():
    """The guard is a call more of a function of Python."""
    within = "exp(-x^2) + 1/(exp(x) + 1) + exp(sin(x)) + tanh(x) + exp(-abs(x))*x"
    for force, guarded in ((within, False), ("exp(x)", True), ("exp(-x)", True)):
        code = nh.equations(nh.System("x", "x'^2/2", forces={"x": force}), "maggi", "python")
        assert ("_exp(" in code) is guarded


def test_a_power_that_is_too_large_is_an_error_of_python_and_infinite_elsewhere():
    """docs/howto.md says so; a motion ends in words at both."""
    case = nh.System("x", "x'^2/2 + x^20/20", initial={"x": 1, "xdot": 1})
    scope: dict = {}
    exec(nh.equations(case, "maggi", "python"), scope)
    with pytest.raises(OverflowError):
        scope["accelerations"](0.0, [1e20], [0.0], [])
    exec(nh.equations(case, "maggi", "numpy"), scope)
    with np.errstate(over="ignore"):
        assert np.isinf(scope["accelerations"](0.0, np.array([1e20]), np.array([0.0]), [])[0])
    stopped = nh.simulate(case, 3).receipt.stopped
    assert "no step is possible beyond t = 0.22" in str(stopped)


def test_mu_of_the_vakonomic_principle_is_a_state():
    """z' = y x':  x'' = y mu' + y' mu,  y'' = -x' mu,  z'' = -mu'."""
    case = nh.System("x y z", "(x'**2 + y'**2 + z'**2)/2", ["dz = y dx"])
    derived = nh.compare(case).entry("vakonomic")
    names: dict = {}
    exec(source("python", derived), names)
    function = names["accelerations"]
    assert function.__doc__ == (
        "vakonomic: q = (x, y, z), v = (xdot, ydot), mu = (mu_1,), p = (); "
        "the rates of mu follow the accelerations."
    )
    y, (xdot, ydot), mu = 2.0, (0.5, -1.5), 0.75
    *a, rate = function(0.0, (1.0, y, 3.0), (xdot, ydot), (mu,), ())
    assert a == pytest.approx([y * rate + ydot * mu, -xdot * mu, -rate])
    model = source("modelica", derived)
    assert "der(mu_1) = " in model and "parameter Real mu_1" not in model
    assert "function accelerations(t, q, v, mu, p)" in source("julia", derived)
