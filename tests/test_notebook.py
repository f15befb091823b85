"""In a notebook and in scripts: records print short, show themselves, pickle and copy; hints speak
Python; the example notebooks run.
"""

from __future__ import annotations

import ast
import copy
import html
import io
import json
import pickle
import re
import sys
import xml.etree.ElementTree as ET
from dataclasses import replace
from functools import cache
from pathlib import Path

import matplotlib
import numpy as np
import pytest
from matplotlib.figure import Figure

import nonholo as nh
from nonholo.dossier.tracks import tracks_along
from nonholo.errors import in_a_shell, option
from nonholo.findings.large import judged_at_points
from nonholo.simulation import dataset
from nonholo.views.motion.page import animation_page
from nonholo.views.motion.record import motion_bytes
from nonholo.views.sweep.text import arrays

matplotlib.use("Agg")
ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "nonholo"
COIN, LEVEL = "rolling_coin", "heisenberg"
ORIGIN = dict.fromkeys("xyz", 0)


def path():
    return nh.steer(LEVEL, ORIGIN, {**ORIGIN, "z": 1})


RECORDS = {  # what each public function gives
    "case": lambda: nh.case(COIN),
    "system": lambda: nh.case(COIN).system,
    "check": lambda: nh.check(COIN),
    "check_large": lambda: judged_at_points(nh.case(COIN)),
    "check_nonlinear": lambda: nh.check(nh.System("x y", constraints="x'^2 + y'^2 = 1")),
    "check_numerically": lambda: nh.check_numerically(lambda q: [[1.0, q[1]]], [[0.1, 0.2]]),
    "readings": lambda: nh.readings(
        nh.constraints("dz = y dx"), nh.check(nh.constraints("dz = y dx"))
    ),
    "restricted": lambda: nh.restricted(COIN, "x, y"),
    "compare": lambda: nh.compare(COIN),
    "entry": lambda: nh.compare(COIN).entries[0],
    "equations": lambda: nh.equations(COIN, "voronec"),
    "equations_of_it": lambda: nh.equations(COIN, "voronec").equations,
    "regular": lambda: nh.regular_equations("chaplygin_sleigh"),
    "multipliers": lambda: nh.multiplier_equations("rolling_cylinder"),
    "control": lambda: nh.control_form(LEVEL),
    "graph": lambda: nh.graph(COIN),
    "simulate": lambda: nh.simulate(COIN, 1, rival="substituted"),
    "steer": path,
    "vary": lambda: nh.vary(path(), {"x": "t*(1 - t)/9"}),
    "families": lambda: nh.families(LEVEL),
    "equilibrium": lambda: nh.equilibrium("bead_on_hoop"),
    "linearise": lambda: nh.linearise("bead_on_hoop"),
    "steady_stability": lambda: nh.steady_stability("chaplygin_sleigh", {"xdot": "v"}),
    "lesson": lambda: nh.explain(LEVEL, lang="es"),
    "exercise": lambda: nh.explain(LEVEL, exercise="hide"),
    "consistency": lambda: nh.consistency(COIN),
    "energy": lambda: nh.energy(COIN),
    "friction": lambda: nh.friction("cylinder_on_incline"),
    "analyze": lambda: nh.analyze(LEVEL),
    "settings": nh.Settings,
    "capability": lambda: nh.capabilities()[0],
    "ensemble": lambda: nh.ensemble(COIN, [{"theta": 0.1}, {"theta": 0.2}], 1),
    "certificate": lambda: nh.certificate(LEVEL),
    "verify": lambda: nh.verify(nh.certificate(LEVEL)),
    "judge": lambda: nh.judge(nh.case(LEVEL)),
}
DATA = ("readings", "ensemble", "certificate", "verify", "judge", "system")  # tuples, dicts, parts
LONGEST = 420  # characters of a repr: a dossier, with all rivals of a coin


@cache
def record(name: str):
    return RECORDS[name]()


@pytest.mark.parametrize("name", sorted(set(RECORDS) - set(DATA)))
def test_records_print_short(name):
    shown = repr(record(name))
    assert len(shown) <= LONGEST and "\n" not in shown and " at 0x" not in shown


@pytest.mark.parametrize("name", RECORDS)
@pytest.mark.parametrize("way", [lambda o: pickle.loads(pickle.dumps(o)), copy.copy, copy.deepcopy])
def test_records_pickle_and_copy(name, way):
    one = record(name)
    other = way(one)
    assert type(other) is type(one)
    if name not in DATA:
        assert repr(other) == repr(one)


@pytest.mark.parametrize("method", ["DOP853", "LSODA", "Radau", "discrete"])
def test_a_motion_that_was_pickled_goes_on(method):
    """States between those told, what is measured, and rates: of code that was compiled anew."""
    settings = nh.Settings(method=method, points=5)
    if method == "discrete":
        settings = replace(settings, step=0.05)
    one = nh.simulate(COIN, 1, settings=settings)
    other = pickle.loads(pickle.dumps(one))
    assert one in {one} and one != other
    for name in one.columns:
        assert np.array_equal(one[name], other[name])
    (q, v), (again, rates) = one.at(0.3), other.at(0.3)
    assert again == pytest.approx(q, abs=1e-12) and rates == pytest.approx(v, abs=1e-12)
    y = np.array([*(one.q[n][0] for n in one.names), *(one.v[n][0] for n in one.names)])
    y = np.concatenate([y, np.zeros(one.model.size - len(y))])
    assert other.model.rates(0.0, y) == one.model.rates(0.0, y)


def test_a_path_that_was_pickled_is_the_same():
    one = record("steer")
    other = pickle.loads(pickle.dumps(one))
    for mine, theirs in zip(one.sample(50), other.sample(50)):
        assert np.array_equal(mine, theirs)
    assert [str(e) for e in other.expressions.values()] == [
        str(e) for e in one.expressions.values()
    ]


WORDS = ["check_large"]
PARTS = [
    "friction",
    "consistency",
    "energy",
    "linearise",
    "check",
    "check_nonlinear",
    "compare",
    "equilibrium",
    "families",
    "restricted",
    "steady_stability",
    "simulate",
    "steer",
    "lesson",
    "exercise",
]


def tree(shown: str) -> ET.Element:
    """Is nothing unescaped? Elements without content are closed for this."""
    shown = re.sub(r'src="data:image/svg[^"]*"', "", shown)
    return ET.fromstring(re.sub(r"<(wbr|img|br)\b([^>]*?)/?>", r"<\1\2/>", f"<div>{shown}</div>"))


@pytest.mark.parametrize("name", [*WORDS, *PARTS])
def test_what_a_notebook_shows_is_whole_and_without_a_script(name):
    shown = record(name)._repr_html_()
    assert "<script" not in shown and "<?xml" not in shown
    assert not re.search(r"<h\d", shown)  # the outline is the author's
    told = (
        "".join(tree(shown).find(".//*[@class='nonholo-part']").itertext()) if name in PARTS else ""
    )
    assert ("<pre" in shown) == (name in WORDS)
    assert not re.search(r"\w\*\w|\*\*|--\w", re.sub(r"\\[^<]*", "", told))  # as people write


def test_a_lesson_in_a_notebook_is_in_its_language_and_has_no_raw_formula():
    shown = record("lesson")._repr_html_()
    assert "Desplazamientos virtuales" in shown
    read = [e.text or "" for e in tree(shown).iter() if e.tag not in ("annotation", "style")]
    assert not any("\\" in text for text in read)


def test_a_notebook_and_not_the_system_says_that_it_is_dark():
    """The style of a page has its dark colours for the system; here they are for the notebook."""
    shown = record("compare")._repr_html_()
    assert "prefers-color-scheme" not in shown and ":root" not in shown
    assert '[data-jp-theme-light="false"]' in shown


@pytest.mark.parametrize(
    "name", ["case", "entry", "equations", "equations_of_it", "regular", "multipliers", "control"]
)
def test_formulas_in_a_notebook(name):
    shown = record(name)._repr_latex_()
    assert shown.startswith(("\\begin{align}", "$\\displaystyle"))
    assert shown.count("{") == shown.count("}")
    offline = record(name)._repr_html_()
    read = [e for e in tree(offline).iter() if e.tag not in ("annotation",)]
    assert tree(offline).findall(".//math") and "<script" not in offline
    assert not any("\\" in (e.text or "") for e in read)  # nothing raw


@pytest.mark.parametrize(
    "name", ["rolling_coin", "rolling_disk", "ball_on_turntable", "rheonomic_exact"]
)
def test_formulas_of_a_case_are_set_line_by_line(name):
    case = nh.case(name)
    rows = case._repr_latex_().count(r" \\") + 1
    assert case._repr_html_().count('<div class="scroll">') == rows


PLAIN = ("settings", "capability")  # a line of text says it all


@pytest.mark.parametrize("name", sorted(set(RECORDS) - set(DATA) - set(PLAIN)))
def test_every_record_shows_itself(name):
    one = record(name)
    shows = [getattr(one, f"_repr_{kind}_", str) for kind in ("html", "latex", "svg")]
    assert any(show() for show in shows if show is not str)


@pytest.mark.parametrize("name", ["graph", "vary"])
def test_pictures_in_a_notebook(name):
    assert ET.fromstring(record(name)._repr_svg_()).tag.endswith("svg")


def test_the_graph_of_a_check_is_that_of_the_case():
    found, given = nh.check(COIN).graph(), nh.graph(COIN)
    assert found.matching == given.matching
    assert set(found.graph) == set(given.graph)
    with pytest.raises(nh.NonholoError):
        record("check_nonlinear").graph()


# pictures on axes -------------------------------------------------------------------------------
def axes():
    return Figure().add_subplot()


def test_a_motion_is_drawn_on_given_axes():
    motion, ax = record("simulate"), axes()
    assert motion.plot(ax=ax) is ax
    drawn = [line.get_xydata() for line in ax.lines]
    assert any(np.array_equal(line.T, motion.plane.points) for line in drawn)
    assert any(np.array_equal(line.T, motion.rival.plane.points) for line in drawn)


def test_columns_are_drawn_over_time_with_the_rival_dashed():
    motion, ax = record("simulate"), axes()
    motion.plot("theta, phi'", ax=ax)
    over = [line.get_ydata() for line in ax.lines]
    for one in (motion, motion.rival):
        for name in ("theta", "phidot"):
            assert any(np.array_equal(y, one[name]) for y in over)
    assert [line.get_linestyle() for line in ax.lines].count("--") == 2
    with pytest.raises(nh.NonholoError, match="'psi' is no column of the motion; there are x, y"):
        motion.plot("psi", ax=ax)


def test_without_axes_there_is_a_new_figure():
    from matplotlib import pyplot

    before = set(pyplot.get_fignums())
    first = record("simulate").plot("theta")
    second = record("steer").plot()
    assert first.figure is not second.figure
    assert len(set(pyplot.get_fignums()) - before) == 2
    pyplot.close("all")


def test_a_path_is_drawn_on_given_axes():
    found, ax = record("steer"), axes()
    assert found.plot(ax=ax) is ax
    _, q, _ = found.sample(801)
    columns = [
        found.names.index(n) for n in (ax.get_xlabel().strip("$"), ax.get_ylabel().strip("$"))
    ]
    assert any(np.array_equal(line.get_xydata(), q[:, columns]) for line in ax.lines)
    assert record("vary").plot(ax=axes()).lines
    blocked = nh.steer(nh.constraints("dx + dy = 0"), {"x": 0, "y": 0}, {"x": 1, "y": 0})
    with pytest.raises(nh.NonholoError, match="no path to draw"):
        blocked.plot(ax=axes())


def test_a_page_at_the_end_of_a_cell_shows_itself_and_prints_short(tmp_path):
    page = nh.report(nh.constraints("dz = y dx"), output=tmp_path / "x.html")
    assert page == (tmp_path / "x.html").read_text() and len(repr(page)) < 60
    frame = page._repr_html_()
    assert frame.startswith("<iframe") and html.unescape(frame).count(page) == 1
    assert pickle.loads(pickle.dumps(page)) == page


def test_answers_on_a_sympy_model_come_back_in_its_symbols():
    """The model is what was asked about, and serves where a case does."""
    mechanics, sympy = pytest.importorskip("sympy.physics.mechanics"), pytest.importorskip("sympy")
    x, y = mechanics.dynamicsymbols("x y")
    m, frame = sympy.Symbol("m", positive=True), mechanics.ReferenceFrame("N")
    energy = m * (x.diff() ** 2 + y.diff() ** 2) / 2 - m * x
    model = mechanics.LagrangesMethod(
        energy, [x, y], nonhol_coneqs=[y.diff() - x * x.diff()], frame=frame
    )
    model.form_lagranges_equations()
    found = nh.in_sympy(model, nh.compare(model).entry("voronec").motion.accelerations[:1])
    (acceleration,) = found
    assert sympy.simplify(acceleration + (1 + x * x.diff() ** 2) / (1 + x**2)) == 0
    motion = nh.simulate(model, 1, parameters={m: 1}, initial={x: 1})
    assert motion[x] is motion["x"] and motion[y.diff()] is motion["y'"]
    with pytest.raises(nh.NonholoError, match="is no column"):
        motion[m]


def test_bodies_in_space_are_drawn_on_axes():
    motion = nh.simulate("rolling_disk", 0.2)
    ax = axes()
    assert motion.plot("space", ax=ax) is ax and ax.collections and ax.lines
    with pytest.raises(nh.NonholoError, match="no bodies are known in space"):
        nh.simulate(nh.System("q", "q'^2/2 - q^2/2", initial={"q": 1}), 1).plot("space", ax=axes())


def test_the_goal_of_a_path_has_the_name_of_the_command_line_too():
    free, end = nh.constraints("dz = y dx"), {"x": 1, "y": 0, "z": 1}
    assert str(nh.steer(free, to=end).expressions) == str(nh.steer(free, goal=end).expressions)
    with pytest.raises(nh.NonholoError, match="give one of them"):
        nh.steer(free, goal=end, to=end)


def test_an_animation_shows_and_saves_itself(tmp_path):
    motion = record("simulate")
    moving = motion.animate()
    assert "<animate" in moving._repr_html_() and len(repr(moving)) < 100
    moving.save(tmp_path / "motion.svg")
    assert (tmp_path / "motion.svg").read_text() == moving.svg
    moving.save(tmp_path / "motion.html")
    page = (tmp_path / "motion.html").read_text()
    assert page == animation_page(motion, tracks_along(motion))
    with pytest.raises(nh.NonholoError, match=r"\.avi: no format of an animation"):
        moving.save(tmp_path / "motion.avi")
    spring = nh.simulate(nh.System("q", "q'^2/2 - q^2/2", initial={"q": 1}), 1)
    with pytest.raises(nh.NonholoError, match="no plane to draw a path in"):
        spring.animate()


# arrays -----------------------------------------------------------------------------------------
def test_columns_of_a_motion():
    motion = record("simulate")
    assert motion["theta"] is motion.q["theta"] and motion["theta'"] is motion.v["theta"]
    assert {len(x) for x in motion.columns.values()} == {len(motion.t)}
    assert {"reaction_x", "energy", "phidot"} <= set(motion.columns)


def test_files_name_their_columns_as_the_objects_do(tmp_path):
    """The CSV file said "reaction x", "input u" and "set m" for reaction_x, input_u and set_m."""
    cart = nh.System(
        "x y",
        "m*(xdot**2 + ydot**2)/2",
        ["y' = x'"],
        forces={"x": "u"},
        parameters={"m": 2},
        inputs={"u": 1},
        initial={"xdot": 1},
    )
    motion = nh.simulate(cart, 1, points=3)
    assert {"reaction_x", "input_u"} <= set(motion.columns)
    for suffix in (".csv", ".npz"):
        content = motion_bytes(motion, suffix)
        if suffix == ".csv":
            names = content.decode().splitlines()[0].split(",")
        else:
            names = [n for n in np.load(io.BytesIO(content)) if n != "receipt"]
        assert names == ["t", *motion.columns]
    pytest.importorskip("xarray")
    members = nh.ensemble(cart, [{"m": 1}, {"m": 3}], 1, points=3)
    columns = {*arrays(members)} - {"number"}
    assert {*dataset(members).variables} >= columns >= {"set_m", "x", "xdot"}


def test_to_xarray_and_to_pandas():
    pytest.importorskip("xarray")
    pytest.importorskip("pandas")
    motion = record("simulate")
    frame, data = motion.to_pandas(), motion.to_xarray()
    assert list(frame.columns) == list(motion.columns) == list(data)
    for name in motion.columns:
        assert np.array_equal(frame[name], motion[name])
        assert np.array_equal(data[name], motion[name])
    assert np.array_equal(frame.index, motion.t) and frame.index.name == "t"


@pytest.mark.parametrize("package", ["pandas", "xarray"])
def test_a_package_that_is_absent_is_named(monkeypatch, package):
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(
        nh.NonholoError, match=f"needs the package {package}: pip install {package}"
    ):
        getattr(record("simulate"), f"to_{package}")()


def test_matrices_of_sympy():
    from sympy import Matrix

    case = nh.case(COIN)
    rows = nh.in_sympy(case, case.system.pfaffian.matrix)
    assert isinstance(rows, Matrix) and rows.shape == (2, 4)
    displacements = nh.in_sympy(case, nh.check(case).virtual)
    assert (rows * displacements.T).expand() == Matrix.zeros(2, 2)
    one = nh.in_sympy(case, case.system.pfaffian.matrix[0])
    assert not isinstance(one, Matrix)  # a row alone stays what it was


# words ------------------------------------------------------------------------------------------
def test_one_name_may_be_a_text():
    one = nh.equations(
        "chaplygin_sleigh", "control", quasi=["u1 = x'", "u2 = theta'"], dependent="y"
    )
    assert one.inputs == ("u1", "u2")
    free = nh.constraints("dx = 0", also="y")
    assert nh.equations(free, "control", quasi="u = y'").inputs == ("u",)
    crossing = nh.Settings(crossings="theta - 1")
    found = nh.simulate(COIN, 1, settings=crossing)
    assert [e.name for e in found.events] == ["theta - 1 rises through 0"]


def test_hints_are_in_the_words_of_who_asks():
    assert option("--at x=1", "point=...") == "point=..."
    with in_a_shell():
        assert option("--at x=1", "point=...") == "--at x=1"
    assert option("--at x=1", "point=...") == "point=..."


ASKED = {
    "steer": (
        lambda: nh.steer(nh.constraints("dz = a*y dx"), {}, {"z": 1}),
        "steer -c dz=a*y*dx --to z=1",
        "--set a=",
    ),
    "friction": (lambda: nh.friction(COIN), f"friction {COIN}", "--normal"),
    "rival": (
        lambda: nh.simulate(COIN, 1, rival="substituted", settings=nh.Settings(method="discrete")),
        f"simulate {COIN} --rival substituted --method discrete",
        "--method DOP853",
    ),
    "form": (
        lambda: nh.equations("any_path", "maggi"),
        "equations any_path --form maggi",
        "--form control",
    ),
    "quasi": (
        lambda: nh.equations(COIN, "voronec", quasi="u = phi'"),
        f"equations {COIN} --form voronec --quasi u=phi'",
        "--quasi",
    ),
    "report": (lambda: nh.report(COIN, output="a.tex"), f"report {COIN} -o a.tex", "--as latex"),
}


@pytest.mark.parametrize("name", ASKED)
def test_an_error_speaks_python_in_python_and_shell_in_a_shell(name, capsys):
    from nonholo.cli import main

    call, line, typed = ASKED[name]
    with pytest.raises(nh.NonholoError) as refusal:
        call()
    assert "--" not in str(refusal.value)
    assert main(line.split()) == 2
    assert typed in capsys.readouterr().err


def typed_alone(path: Path) -> list[str]:
    """Words of the command line that are said without those of Python beside them."""
    text = path.read_text(encoding="utf-8")
    if not re.search(r"--[a-z]|`nonholo |under \[", text):
        return []
    tree = ast.parse(text)
    beside = {
        id(part)
        for call in ast.walk(tree)
        if isinstance(call, ast.Call) and getattr(call.func, "id", "") == "option"
        for part in ast.walk(call.args[0])
    }
    plain = {id(x.value) for x in ast.walk(tree) if isinstance(x, ast.Expr)}  # docstrings
    return [
        f"{path.name}:{x.lineno}: {x.value}"
        for x in ast.walk(tree)
        if isinstance(x, ast.Constant) and isinstance(x.value, str)
        if id(x) not in beside | plain and TYPED.search(x.value) and "nh." not in x.value
    ]


TYPED = re.compile(r"(?<![-\w!])(?<!var\()--[a-z]|`nonholo |(?:^|\W)under \[")
IN_A_SHELL = ("cli", "exploring", "verifier", "record.py")  # whose words only a shell shows


def test_no_hint_speaks_to_shells_alone():
    sources = [
        p for p in PACKAGE.rglob("*.py") if not set(p.relative_to(PACKAGE).parts) & set(IN_A_SHELL)
    ]
    assert not [told for path in sources for told in typed_alone(path)]


# example notebooks ------------------------------------------------------------------------------
NOTEBOOKS = sorted((ROOT / "docs" / "notebooks").glob("*.ipynb"))


def cells(notebook: Path) -> list[dict]:
    return json.loads(notebook.read_text(encoding="utf-8"))["cells"]


def test_there_are_notebooks():
    assert len(NOTEBOOKS) == 3


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda p: p.stem)
def test_notebooks_are_stripped(notebook):
    code = [c for c in cells(notebook) if c["cell_type"] == "code"]
    assert code and all(not c["outputs"] and c["execution_count"] is None for c in code)


@pytest.mark.slow
@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda p: p.stem)
def test_notebooks_run_and_show_what_they_end_in(notebook):
    """Cell by cell, as a kernel would; the last expression of a cell shows itself."""
    space: dict = {"__name__": "__main__"}
    for cell in cells(notebook):
        if cell["cell_type"] != "code":
            continue
        tree = ast.parse("".join(cell["source"]))
        last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
        exec(compile(tree, str(notebook), "exec"), space)
        if last is not None:
            value = eval(compile(ast.Expression(last.value), str(notebook), "eval"), space)
            shows = [w for w in ("html", "svg", "latex") if hasattr(value, f"_repr_{w}_")]
            if type(value).__module__.startswith("nonholo"):
                assert any(getattr(value, f"_repr_{w}_")() for w in shows), value


def test_the_repr_of_a_parting_holds_no_arrays():
    parting = nh.simulate(COIN, 1, rival="substituted x").parting
    assert "theta" in repr(parting) and "array" not in repr(parting)
