"""Lessons: every case gives one, what is missing is the error that `compare` finds, exercises change
one line, and LaTeX is whole."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from base64 import b64decode
from dataclasses import replace
from functools import cache
from itertools import cycle
from xml.etree import ElementTree

import pytest
from test_regular_reactions import CASTOR

import nonholo as nh
from nonholo.algebra.lowest import factors_below
from nonholo.cli import main
from nonholo.decide.zero import decide_zero
from nonholo.expression.graph import Expr
from nonholo.face.explain import written
from nonholo.face.pdf import pdf
from nonholo.findings.exercise import exercise
from nonholo.findings.explain import lesson_on
from nonholo.findings.motion_lesson import by_accelerations, by_all_velocities
from nonholo.geometry.zeros.signs import never_vanishes
from nonholo.readers.shipped import shipped_cases
from nonholo.views.lesson.lines import broken, line_text
from nonholo.views.lesson.markdown import wide
from nonholo.words.language import LANGUAGES
from nonholo.writing.lesson import Sum
from tests.asked import checked

LONG = {  # more than about a second each
    "ball_on_any_surface",
    "chaplygin_sphere",
    "double_pendulum_cartesian",
    "four_trailers",
    "homogeneous_ball",
    "moving_circle_any_centre",
    "rattleback",
    "routh_sphere",
    "suslov_body",
    "veselova",
    "whipple_bicycle",
}
FEW = ["rolling_coin", "chaplygin_sleigh", "heisenberg", "neimark_fufaev_pair", "unicycle"]


@cache
def lesson(name: str):
    return nh.explain(nh.case(name))


@cache
def told_of(name: str) -> list[str]:
    return [line_text(line) for _, _, line in lesson(name).lines()]


def shown(name: str, heading: str) -> list[str]:
    return [
        line_text(line)
        for step in lesson(name).steps
        if step.heading == heading
        for line in step.lines
    ]


def whole(latex: str) -> None:
    """Braces and environments are closed in order."""
    depth = 0
    for sign in re.sub(r"\\[\\{}]", "", latex):
        depth += (sign == "{") - (sign == "}")
        assert depth >= 0
    assert depth == 0
    opened = re.findall(r"\\begin\{(\w+)\}", latex)
    assert sorted(opened) == sorted(re.findall(r"\\end\{(\w+)\}", latex))
    assert latex.count("\\[\n") == latex.count("\n\\]")
    assert latex.count(r"\Bigl") == latex.count(r"\Bigr")


def test_a_name_can_not_steer_the_document():
    """An empty line would end the title, and so would a brace; no font has these letters."""
    made = lesson("heisenberg")
    latex = written(replace(made, name="A\n\nB } \\input{x} \x01\x85 ĸ"), "x.tex")
    title = r"A  B \} \textbackslash{}input\{x\}    ?"
    assert rf"\title{{{title}}}" in latex


@pytest.fixture
def derived_once(monkeypatch):
    """A test of what is written of a lesson derives it once, with a drawing and without one."""
    made = {}

    def derived(given, dependent=(), drawn=None):
        asked = (getattr(given, "name", given), tuple(dependent), drawn)
        if asked not in made:
            made[asked] = lesson_on(given, dependent, drawn)
        return made[asked]

    monkeypatch.setattr("nonholo.face.explain.lesson_on", derived)


@pytest.mark.usefixtures("derived_once")
@pytest.mark.parametrize("name", ["rolling_coin", "kinematic_car", "ball_on_turntable"])
def test_a_lesson_in_every_form_has_the_drawing(name, tmp_path):
    texts = {}
    for ending in ("tex", "md", "html"):
        nh.explain(name, output=tmp_path / f"x.{ending}")
        texts[ending] = (tmp_path / f"x.{ending}").read_text()
    whole(texts["tex"])
    assert r"\begin{tikzpicture}" in texts["tex"] and "<svg" in texts["html"]
    shown = re.search(r"^\[sketch\]: data:image/svg\+xml;base64,(\S+)$", texts["md"], re.MULTILINE)
    svg = ElementTree.fromstring(b64decode(shown[1]))
    lines = [e for e in svg.iter() if e.tag.rpartition("}")[2] in ("path", "polygon", "circle")]
    filled = sum(texts["tex"].count(rf"\path[{key}") for key in ("fill", "draw"))
    assert filled >= len(lines) > 3


SMALL = sorted(set(shipped_cases()) - LONG)


@pytest.mark.parametrize("name", SMALL[::5])
def test_a_case_has_its_lesson(name):
    gives_a_lesson(name)


def test_a_lesson_says_which_components_it_writes():
    told = " ".join(written(lesson("rolling_coin"), "x.md").split())
    assert "Components that are not written vanish." in told
    assert "components do not vanish; the first" not in told


@pytest.mark.parametrize("name", ["rolling_coin", "chaplygin_sleigh"])
def test_rows_of_markdown_are_as_wide_as_a_telephone(name):
    """They reached up to 214 pixels beyond it."""
    displays = re.findall(r"\$\$\n(.*?)\n\$\$", written(lesson(name), "x.md"), re.DOTALL)
    rows = re.sub(r"&( \\quad)?|\\\\$|\\(begin|end){aligned}", "", "\n".join(displays), flags=re.M)
    assert 20 < max(map(wide, rows.split("\n"))) < 42  # a fraction there is small


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(set(SMALL) - set(SMALL[::5])))
def test_every_small_case_has_its_lesson(name):
    gives_a_lesson(name)


def gives_a_lesson(name: str) -> None:
    case, made = nh.case(name), lesson(name)
    assert made.answer == checked(name).verdict and made.steps
    headings = [step.heading for step in made.steps]
    assert ("The Lagrangian" in headings) == (case.system.lagrangian is not None)
    assert all(step.reason for step in made.steps)
    if case.system.lagrangian is None and case.system.pfaffian.k:
        assert headings[-1] == "Virtual displacements"
    whole(written(made, "x.tex"))
    markdown = written(made, "x.md")
    assert markdown.count("$$") == 2 * sum(1 for _ in made.lines())
    for heading in headings:
        assert heading in markdown and heading in written(made)


@pytest.mark.parametrize("name", ["rolling_coin", "chaplygin_sleigh", "heisenberg", "grushin"])
def test_what_is_missing_is_the_error_that_compare_finds(name):
    error = nh.compare(nh.case(name)).errors[0]
    found = lesson(name).missing
    for (_, g, c), gradient, curvature in zip(found, error.gradient, error.curvature, strict=True):
        assert (g - gradient).is_zero and (c - curvature).is_zero
    wrong = error.safe.answer is False
    heading = "Where it goes wrong" if wrong else "Why it goes well here"
    (step,) = (s for s in lesson(name).steps if s.heading == heading)
    for (row, g, c), line in zip(found, step.lines[1:], strict=True):
        values = [piece for piece in line.pieces if isinstance(piece, Expr)]
        assert values == ([g + c] if g.is_zero or c.is_zero else [g, c, g + c])
        assert line_text(line).startswith(f"equation of {row}: ")


def test_the_motion_of_a_lesson_is_that_of_compare_asked_alone():
    """The verdict, asked first, is not written to what the motion is derived from: of a car with a
    castor other velocities were eliminated in the second half of its lesson."""
    castor = CASTOR
    told = nh.explain(castor)
    compared = nh.compare(castor)
    headings = [step.heading for step in told.steps]
    assert headings.count("Solve for the dependent velocities") == 1
    assert [name for name, *_ in told.missing] == [
        *compared.distribution.names(compared.distribution.independent)
    ]
    assert [str(f) for _, _, f in told.missing] == [str(f) for f in compared.errors[0].curvature]


def test_a_lesson_tells_accelerations_without_poles():
    lines = [line_text(line) for _, _, line in nh.explain(CASTOR).lines()]
    regular = nh.compare(CASTOR).regular
    assert f"u1 = {regular.definitions[0][1]}" in lines
    assert {"x' = cos(theta)*u1", "y' = sin(theta)*u1"} <= {*lines}
    assert any(line.startswith("u1' = ") and "cos(theta)" not in line for line in lines)


def test_naive_rows_differ_from_voronecs_by_the_missing_term():
    for name in ("chaplygin_sleigh", "rolling_coin", "heisenberg"):
        steps = {step.heading: step for step in lesson(name).steps}
        right = [line.derived for line in steps["Voronec's equations"].lines[1:]]
        naive = [line.derived for line in steps["The shortcut"].lines[1:]]
        for r, n, (_, g, c) in zip(right, naive, lesson(name).missing, strict=True):
            assert (n - r - g - c).is_zero


def test_the_coin_on_the_slope_lacks_its_weight():
    """Only gravity is lost where both velocities go in: the curvature parts cancel."""
    assert shown("rolling_coin", "Where it goes wrong")[2].endswith(
        "(m*R*g*sin(al)*cos(theta)) + (0)"
    )
    assert (
        "T_(x, theta, phi) of w_1 = (-R*sin(theta)) (0) + (1) (-R*cos(theta)) + (0) (0)"
        in (shown("rolling_coin", "Each form alone")[1])
    )


def test_lemos_pair_is_integrable_together_only():
    """Lemos 2003, after Neimark and Fufaev: neither form alone, both together."""
    name = "neimark_fufaev_pair"
    assert shown(name, "Each form alone")[1].endswith("= -6*x*y*z")
    assert shown(name, "The curvature of the set")[-1] == "all B_l(J, I) = 0"
    assert lesson(name).answer == "holonomic"
    assert "x/y = const" in shown(name, "The verdict")


def test_the_shortcut_that_happens_to_be_right_is_called_so():
    flat = nh.System(
        "x y theta phi",
        "m*(x'**2 + y'**2)/2 + I*theta'**2/2 + J*phi'**2/2",
        ["x' = R*phi'*sin(theta)", "y' = R*phi'*cos(theta)"],
    )
    good, fewer = nh.explain(flat).steps[-2:]
    assert good.heading == "Why it goes well here" and "happens to be right" in good.reason[0]
    told = [line_text(line) for line in fewer.lines]
    assert told[:2] == [
        "only x' put in:",
        "equation of theta: (0) + (-m*R**2*phidot**2*sin(theta)*cos(theta))",
    ]


def test_nonlinear_constraints_go_by_chetaev():
    made = lesson("appell_hamel")
    headings = [step.heading for step in made.steps]
    assert "The shortcut" not in headings and made.missing == ()
    assert ("Chetaev1932",) in [step.sources for step in made.steps]


def test_where_no_velocity_is_eliminated_none_is_said_to_be():
    square = nh.System("x y", "(x'^2 + y'^2)/2 - y", ["x'^2 + y'^2 = 1"])
    blade = nh.System("x y a", "(x'^2 + y'^2 + a'^2)/2", ["x' = y'*cosh(a)"])
    for case, eliminated in ((square, False), (blade, True)):
        (step,) = (s for s in nh.explain(case).steps if s.heading == "Solve for the multipliers")
        assert any("velocities eliminated" in str(told) for told in step.reason) is eliminated


def test_dependent_velocities_are_those_asked_for():
    made = nh.explain(nh.case("chaplygin_sleigh"), dependent="x")
    assert [row for row, *_ in made.missing] == ["y", "theta"]


# ---------------------------------------------------------------------------------- exercises


@pytest.mark.parametrize("name", FEW)
def test_multipliers_in_accelerations_are_those_of_the_motion(name):
    compared = nh.compare(nh.case(name))
    entry = compared.entry("multipliers")
    put_in = dict(zip(compared.system.chart.a, entry.motion.accelerations))
    for told, true in zip(by_accelerations(entry), entry.motion.multipliers, strict=True):
        there = compared.distribution.restrict(told.subs(put_in))
        assert decide_zero(there - true).answer


@pytest.mark.parametrize("name", FEW)
@pytest.mark.parametrize("seed", range(3))
def test_an_exercise_changes_exactly_one_line(name, seed):
    for kind in ("hide", "error"):
        made = exercise(lesson(name), kind, seed)
        pairs = list(zip(lesson(name).lines(), made.lesson.lines(), strict=True))
        changed = [(s, n, old) for (s, n, old), (_, _, new) in pairs if old != new]
        assert changed == [(made.step, made.number, made.right)]
        told = [line_text(line) for _, _, line in made.lesson.lines()]
        assert sum(a != b for a, b in zip(told, told_of(name), strict=True)) == 1
        texts = {ending: written(made, f"x{ending}") for ending in (".txt", ".md", ".tex")}
        assert all("Solution" in text for text in texts.values())
        whole(texts[".tex"])


@pytest.mark.parametrize("lang", ["en", "es", "pt"])
@pytest.mark.parametrize("kind", ["hide", "error"])
@pytest.mark.usefixtures("derived_once")
def test_a_sheet_without_its_solution_is_that_with_it_but_for_this(kind, lang, tmp_path, capsys):
    for ending in ("txt", "md", "tex", "html", "json"):
        key, sheet = tmp_path / f"key.{ending}", tmp_path / f"sheet.{ending}"
        asked = ["explain", "rolling_coin", "--exercise", kind, "--seed", "5", "--lang", lang]
        assert main([*asked, "-o", str(key)]) == 0
        assert main([*asked, "--without-solution", "-o", str(sheet)]) == 0
        both, handed = key.read_text(encoding="utf-8"), sheet.read_text(encoding="utf-8")
        word = {"en": "Solution", "es": "Solución", "pt": "Solução"}[lang]
        if ending == "json":
            full, less = json.loads(both), json.loads(handed)
            assert set(less["exercise"]) == {"kind", "seed"} and "step" in full["exercise"]
            assert less["steps"] == full["steps"]
        else:
            assert word in both and word not in handed
            rows = iter(both.splitlines())
            assert ending == "html" or all(row in rows for row in handed.splitlines())
    capsys.readouterr()


def test_an_error_is_an_error_and_a_hidden_line_is_gone():
    for seed in range(20):
        made = exercise(lesson("chaplygin_sleigh"), "error", seed)
        wrong = made.lesson.steps[made.step - 1].lines[made.number - 1].derived
        right = made.right.derived
        if isinstance(right, Sum):
            assert any(a != b for (a, _), (b, _) in zip(right.terms, wrong.terms, strict=True))
        else:
            assert not (wrong - right).is_zero
        hidden = exercise(lesson("chaplygin_sleigh"), "hide", seed)
        line = hidden.lesson.steps[hidden.step - 1].lines[hidden.number - 1]
        assert line.derived is None and "[ ? ]" in line_text(line)


def test_the_curvature_force_is_dropped_for_some_seed():
    made = [exercise(lesson("heisenberg"), "error", seed) for seed in range(40)]
    dropped = [one for one in made if "curvature force" in one.what]
    assert dropped and len({(one.step, one.number) for one in made}) > 5
    assert all(one.lesson.steps[one.step - 1].heading == "Voronec's equations" for one in dropped)
    assert made[3] == exercise(lesson("heisenberg"), "error", 3)


# -------------------------------------------------------------------------------- at the door


def test_records_print_short_and_a_large_set_is_refused():
    made = nh.explain(nh.case("heisenberg"), exercise="hide", seed=1)
    assert repr(made) == "<Exercise on 'Heisenberg / Brockett integrator': hide, seed 1>"
    assert repr(made.lesson).endswith("15 steps, nonholonomic>")
    with pytest.raises(nh.NonholoError, match="too many for a lesson"):
        nh.explain(nh.constraints(*[f"dx{i} = x{i + 1} dx{i + 2}" for i in range(25)]))


def test_files_of_all_kinds(tmp_path, capsys):
    for ending in ("md", "tex", "html", "txt", "json"):
        path = tmp_path / f"x.{ending}"
        assert main(["explain", "heisenberg", "-o", str(path)]) == 0
        assert capsys.readouterr().out == f"{path}\n" and path.stat().st_size > 1000
    assert json.loads(path.read_text(encoding="utf-8"))["missing"][0]["gradient"] == "0"


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["heisenberg", "-o", "x.doc"], "let the file end in"),
        (["heisenberg", "--seed", "2"], "--seed goes with --exercise"),
        (["heisenberg", "--without-solution"], "--without-solution goes with --exercise"),
        (["no_such_case"], "no_such_case"),
    ],
)
def test_what_cannot_be_done_is_said(words, told, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert main(["explain", *words]) == 2
    assert told in capsys.readouterr().err and not list(tmp_path.iterdir())


def test_a_free_system_is_no_exercise_in_constraints():
    with pytest.raises(nh.NonholoError, match="exercise = 'find'"):
        nh.explain(nh.case("heisenberg"), exercise="find")
    with pytest.raises(nh.NonholoError, match="solution = False"):
        nh.explain(nh.case("heisenberg"), solution=False)


def test_wide_formulas_are_broken_outside_of_braces():
    for row in broken(r"a = \frac{b + c}{d} + (e + f) + g", widest=6):
        whole(row)
        assert row.count("(") == row.count(")")


def test_without_pdflatex_a_pdf_is_refused_before_the_work(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr("nonholo.face.explain.lesson_on", None)
    assert main(["explain", "heisenberg", "-o", str(tmp_path / "x.pdf")]) == 2
    assert "apt install texlive" in capsys.readouterr().err and not list(tmp_path.iterdir())


@pytest.mark.skipif(sys.platform == "win32", reason="the compiler is a shell script")
@pytest.mark.parametrize(
    "body, told", [("exit 1", "refuses the document: status 1"), ("sleep 60", "was not done")]
)
def test_a_pdf_that_cannot_be_made_leaves_the_old_file(body, told, tmp_path, monkeypatch, capsys):
    compiler, target = tmp_path / "pdflatex", tmp_path / "x.pdf"
    compiler.write_text(f"#!/bin/sh\n{body}\n")
    compiler.chmod(0o755)
    target.write_text("old")
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    monkeypatch.setattr("nonholo.face.pdf.MOST_SECONDS", 0.5)
    assert main(["explain", "heisenberg", "-o", str(target)]) == 2
    assert told in capsys.readouterr().err and target.read_text() == "old"


with_pdflatex = pytest.mark.skipif(shutil.which("pdflatex") is None, reason="needs pdflatex")


@with_pdflatex
def test_a_lesson_as_pdf_and_twice_the_same(tmp_path):
    one, two = tmp_path / "one.pdf", tmp_path / "two.pdf"
    nh.explain(nh.case("heisenberg"), output=one, lang="es")
    nh.explain(nh.case("heisenberg"), output=two, lang="es")
    assert one.read_bytes()[:5] == b"%PDF-" and one.read_bytes() == two.read_bytes()


@pytest.mark.slow
@with_pdflatex
@pytest.mark.parametrize("kind", ["lesson", "exercise"])
@pytest.mark.parametrize(("name", "code"), list(zip(FEW, cycle(LANGUAGES))))
def test_pdflatex_compiles_it(name, code, kind):
    """Formulas are those of the lesson, words those of the language: not each in each."""
    made = lesson(name) if kind == "lesson" else exercise(lesson(name), "hide", 1)
    assert pdf(written(made.in_language(code), "x.pdf"))[:5] == b"%PDF-"


@with_pdflatex
@pytest.mark.parametrize("name", ["rolling_disk", "lemos_integrable_pair"])
def test_no_line_runs_off_the_paper(name, tmp_path):
    """The first has formulas too wide for paper, the second an address that has no blanks."""
    (tmp_path / "lesson.tex").write_text(written(nh.explain(name), "x.tex"), encoding="utf-8")
    command = ["pdflatex", "-no-shell-escape", "-interaction=nonstopmode", "lesson.tex"]
    subprocess.run(command, cwd=tmp_path, capture_output=True, check=True)
    log = (tmp_path / "lesson.log").read_text(encoding="utf-8", errors="replace")
    assert [x for x in re.findall(r"Overfull .hbox \(([\d.]+)pt", log) if float(x) > 10] == []


def test_forms_have_a_letter_that_is_no_name_of_the_case(tmp_path):
    """d(R w1 + R w2 - 2 L a) is the sum of two forms, not of two angles."""
    rows = ["R*w1' = x' + L*a'", "R*w2' = L*a' - x'"]
    case = nh.System("x a w1 w2", constraints=rows, parameters="R L")
    lesson, page = tmp_path / "lesson.md", tmp_path / "page.html"
    nh.explain(case, output=lesson)
    nh.report(case, output=page)
    assert "omega_" in lesson.read_text() and "\\omega_{1}" in page.read_text()


def test_a_hidden_line_is_a_box_on_the_page():
    hidden = exercise(nh.explain("heisenberg"), "hide", 0)
    shown = re.sub(r"<annotation.*?</annotation>", "", written(hidden, "x.html"))
    assert 'class="boxed"' in shown and r"\boxed" not in re.sub(r'data-tex="[^"]*"', "", shown)


# what the system is -------------------------------------------------------------------------------
@pytest.mark.parametrize("ending", ["txt", "md", "tex", "html", "json"])
def test_every_form_of_a_lesson_says_what_letters_mean(ending, tmp_path):
    file = tmp_path / f"lesson.{ending}"
    nh.explain("rolling_coin", output=file)
    assert "place of the coin down the slope" in file.read_text(encoding="utf-8")
    nh.explain("rolling_coin", output=file, lang="es")
    wanted = "place of the coin" if ending == "json" else "posición de la moneda pendiente abajo"
    assert wanted in file.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "name, shown",
    [
        ("rolling_coin", "Sketch"),
        ("rolling_disk", "bodies"),
        ("heisenberg", "masses"),
        ("any_path", ""),
    ],
)
def test_a_page_of_a_lesson_shows_the_system_where_it_can_be_drawn(name, shown, tmp_path):
    file = tmp_path / "lesson.html"
    nh.explain(name, output=file)
    page = file.read_text(encoding="utf-8")
    assert (shown in page and page.count("<figure>") == 1) if shown else "<figure>" not in page


@pytest.mark.parametrize(
    "name", ["unicycle", "sled_with_arm", "chaplygin_sleigh", "knife_edge_incline"]
)
def test_multipliers_by_all_velocities_are_those_of_the_motion_without_its_poles(name):
    compared = nh.compare(name)
    d, true = compared.distribution, compared.entry("multipliers").motion.multipliers
    told = by_all_velocities(compared)
    assert all(decide_zero(d.restrict(a) - b).proved for a, b in zip(told, true, strict=True))
    moving = [*d.chart.q, d.chart.t]
    below = [f for f in factors_below(told, 10**7) if f.has(moving)]
    assert all(never_vanishes(f, d.chart) for f in below)


def test_who_gets_an_exercise_is_not_told_what_to_write_into_a_case_file(tmp_path):
    lesson_file, sheet = tmp_path / "lesson.html", tmp_path / "sheet.html"
    nh.explain("ball_in_quaternions", output=lesson_file)
    assert "[[shapes]]" in lesson_file.read_text(encoding="utf-8")
    nh.explain("ball_in_quaternions", exercise="hide", solution=False, output=sheet)
    told = sheet.read_text(encoding="utf-8")
    assert "Not drawn: " in told and "case file" not in told and "[[shapes]]" not in told
