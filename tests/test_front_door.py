"""What people give at the door and get back: names as one text, odd file names, narrow
encodings.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import nonholo as nh
from nonholo.cli import main
from nonholo.errors import NonholoError
from nonholo.readers.case_file import parse_case

ROOT = Path(__file__).parent.parent
CART = str(ROOT / "tests" / "robots" / "cart.urdf")
COIN = str(ROOT / "cases" / "rolling_coin.toml")
PLAIN = """
name = 'slip $\\href{http://a}{b}$ \\input{x} % <b>& _^'
coordinates = ["x", "y", "θ", "a_very_long_name"]
lagrangian = "m*(x'^2 + y'^2 + θ'^2 + a_very_long_name'^2)/2"
constraints = ["x' sin(θ) = y' cos(θ)"]
parameters = { m = 2 }
initial = { x = -0.000012345678, xdot = -0.00000123456, y = -0.0000987654321, "θdot" = 0.1 }
"""
NARROW = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}


@pytest.fixture
def plain(tmp_path) -> str:
    path = tmp_path / "plain.toml"
    path.write_text(PLAIN, encoding="utf-8")
    return str(path)


# names -------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "text, several", [("x", ["x"]), ("x, y", ["x", "y"]), ("x'", ["x"]), ("xdot, y'", ["x", "y"])]
)
def test_one_text_names_what_a_list_names(text, several):
    for key in ("dependent", "substitute"):
        own = nh.compare(COIN, **{key: text})
        wanted = nh.compare(COIN, **{key: several})
        assert [e.eliminated for e in own.errors] == [e.eliminated for e in wanted.errors]
    if len(several) == 2:
        own, wanted = (nh.check(COIN, dependent=d).distribution for d in (text, several))
        assert own.dependent == wanted.dependent


@pytest.mark.parametrize("velocity", ["x'", "xdot"])
def test_a_velocity_to_eliminate_may_be_named_as_one(velocity):
    row = "x' sin(a) = y' cos(a)"
    case = nh.System("x y a", constraints=[row], dependent=[velocity])
    assert case.dependent == ("x",)
    d = nh.check(nh.System("x y a", constraints=[row]), dependent=[velocity]).distribution
    assert d.names(d.dependent) == ("x",)
    with pytest.raises(NonholoError, match="dependent: bdot is no coordinate"):
        nh.System("x y a", constraints=[row], dependent=["bdot"])


def test_a_coordinate_whose_name_ends_in_dot_is_itself():
    d = nh.check(nh.System("adot y z", constraints=["adot' = y z'"]), dependent=["adot"])
    assert d.distribution.names(d.distribution.dependent) == ("adot",)


@pytest.mark.parametrize(
    "full, short",
    [("Boltzmann-Hamel", "hamel"), ("gibbs-appell", "appell"), ("lagrange", "multipliers")],
)
def test_a_form_may_be_named_as_the_pages_name_it(full, short):
    texts = [nh.equations("heisenberg", form, "latex") for form in (full, short)]
    assert texts[0] == texts[1]


def test_a_method_of_steering_may_be_cut_short():
    row, there = "x' sin(a) = y' cos(a)", {"x": 0, "y": 1, "a": 0}
    case = nh.System("x y a", constraints=[row])
    methods = [nh.steer(case, {}, there, method=m).method for m in ("chained", "chained form")]
    assert methods[0] == methods[1]
    for method in ("s", ""):  # of two; of all
        with pytest.raises(NonholoError, match="is no method of steering"):
            nh.steer(case, {}, there, method=method)


@pytest.mark.parametrize(
    "ending, meant",
    [(".py", r"nonholo\.audit_script"), (".xacro", "xacro FILE > robot.urdf")],
)
def test_files_that_are_no_cases_name_what_reads_them(ending, meant, tmp_path):
    path = tmp_path / f"model{ending}"
    path.write_text("import sympy\n")
    with pytest.raises(NonholoError, match=meant):
        nh.check(path)


def test_a_case_that_is_to_be_verified_names_what_writes_a_certificate():
    with pytest.raises(NonholoError, match=r"nonholo\.certificate"):
        nh.verify(COIN)


def test_the_help_of_the_package_names_its_doors():
    words = set(re.findall(r"\w+", nh.__doc__))
    assert set(nh.__all__) <= words


def test_one_text_is_not_read_letter_by_letter():
    case = parse_case(
        'coordinates = ["q1", "q2", "q"]\nlagrangian = "q1\'^2 + q2\'^2 + q\'^2 - q"\n'
        "constraints = [\"q1' = q2*q'\"]\n"
    )
    assert nh.compare(case, substitute="q1").errors[0].eliminated == ("q1",)
    with pytest.raises(NonholoError, match="q9 is no coordinate"):
        nh.compare(case, substitute="q9")


def test_a_crossing_is_one_expression():
    found = nh.simulate(COIN, 1.0, crossings="x - 0.3")
    wanted = nh.simulate(COIN, 1.0, crossings=["x - 0.3"])
    assert [(e.name, e.t) for e in found.events] == [(e.name, e.t) for e in wanted.events]
    assert found.events[-1].name == "x - 0.3 rises through 0"


@pytest.mark.parametrize("wrong", [3, ["x", 4], [None], [""], ["'"]])
def test_what_is_no_name_is_refused_with_what_is_needed(wrong):
    for ask in (nh.check, nh.compare, nh.linearise):
        with pytest.raises(NonholoError, match=r"dependent = .*needed are names, such as"):
            ask(COIN, dependent=wrong)
    with pytest.raises(NonholoError, match="substitute = "):
        nh.compare(COIN, substitute=wrong)


@pytest.mark.parametrize(
    "asked, said",
    [
        (lambda: nh.check("no\0such"), "cannot be read"),
        (lambda: nh.from_urdf("no\0such"), "cannot be read"),
        (lambda: nh.linearise("rolling_coin", 3), "at = 3: needed are names with numbers"),
        (lambda: nh.equilibrium("bead_on_hoop", 3), "at = 3: needed are names with numbers"),
        (lambda: nh.equilibrium("bead_on_hoop", within=3), "within = 3: needed are names"),
        (lambda: nh.equations("rolling_coin", 3), "there is no form '3'"),
    ],
)
def test_what_is_no_path_no_table_and_no_form_is_refused_in_words(asked, said):
    with pytest.raises(nh.NonholoError, match=said):
        asked()


def test_an_option_that_names_nothing_is_refused(capsys):
    with pytest.raises(SystemExit):
        main(["check", COIN, "--dependent", ","])
    assert "needed are names such as x,y" in capsys.readouterr().err


# files -------------------------------------------------------------------------------------------
@pytest.mark.parametrize("name", ["coin.tex", "coin.pdf", "coin", "coin.html.gz"])
def test_a_report_is_html_and_nothing_else(name, tmp_path, capsys):
    target = tmp_path / name
    assert main(["report", COIN, "-o", str(target)]) == 2
    said = capsys.readouterr().err
    assert "name the file *.html" in said and not target.exists()
    assert ("--as latex" in said) is name.endswith(".tex")


def test_a_report_may_be_called_htm(tmp_path):
    for name in ("a.htm", "a.HTML"):
        assert (
            main(["report", str(ROOT / "cases" / "heisenberg.toml"), "-o", str(tmp_path / name)])
            == 0
        )


def test_the_name_of_a_case_begins_no_formula(plain, tmp_path):
    """A dollar sign and TeX in a name, in every picture and on the page."""
    assert main(["report", plain, "-o", str(tmp_path / "a.html")]) == 0
    page = (tmp_path / "a.html").read_text(encoding="utf-8")
    assert "&lt;b&gt;&amp;" in page and "<b>&" not in page
    for plot, kind in (("motion", "png"), ("phase", "svg")):
        target = str(tmp_path / f"{plot}.{kind}")
        assert main(["simulate", plain, "--duration", "1", "--plot", plot, "-o", target]) == 0
    ends = [
        f"--{end}={x},y=0,θ=0,a_very_long_name=0" for end, x in (("from", "x=0"), ("to", "x=1"))
    ]
    assert main(["steer", plain, *ends, "-o", str(tmp_path / "path.png")]) == 0
    for kind in ("svg", "dot", "mmd", "json"):
        assert main(["graph", plain, "-o", str(tmp_path / f"graph.{kind}")]) == 0


# columns -----------------------------------------------------------------------------------------
def rows_below(out: str, head: str) -> list[list[str]]:
    lines = out.splitlines()
    first = next(i for i, line in enumerate(lines) if head in line)
    return [line.split() for line in lines[first + 1 : first + 5]]


def test_columns_of_a_motion_stand_apart(plain, capsys):
    main(["simulate", plain, "--duration", "1", "--rival", "substituted y"])
    out = capsys.readouterr().out
    for head in ("velocity", " right "):
        rows = rows_below(out, head)
        assert [row[0] for row in rows] == ["x", "y", "θ", "a_very_long_name"]
        assert {len(row) for row in rows} == {5 if head == "velocity" else 4}
        assert all(float(word) is not None for row in rows for word in row[1:])


def test_columns_of_many_motions_stand_apart(plain, capsys):
    sweep = ["--sweep", "a_very_long_namedot=-0.0000123456789:0.1:3"]
    assert main(["simulate", plain, "--duration", "1", *sweep]) == 0
    rows = rows_below(capsys.readouterr().out, "a_very_long_name last")[:3]
    assert {len(row) for row in rows} == {5}


# encodings ---------------------------------------------------------------------------------------
def narrow(*arguments: str) -> subprocess.CompletedProcess:
    environment = os.environ | NARROW | {"PYTHONPATH": str(ROOT)}
    environment.pop("PYTHONIOENCODING", None)
    command = [sys.executable, "-m", "nonholo", *arguments]
    return subprocess.run(command, env=environment, capture_output=True, check=False)


@pytest.mark.parametrize(
    "command",
    [
        ["check"],
        ["compare"],
        ["simulate", "--duration", "1"],
        ["graph"],
        ["equations", "--form", "maggi"],
    ],
)
def test_a_terminal_that_lacks_letters_gets_them_as_escapes(command, plain):
    done = narrow(command[0], plain, *command[1:])
    assert done.returncode == 0, done.stderr
    assert rb"\u03b8" in done.stdout and b"internal error" not in done.stderr
    assert b"PYTHONUTF8=1" in done.stderr


def test_json_holds_every_letter_in_every_encoding(plain):
    done = narrow("check", plain, "--json")
    assert done.returncode == 0
    assert json.loads(done.stdout)["coordinates"][2] == "θ"


def test_letters_on_the_command_line_arrive_in_every_encoding():
    done = narrow("check", "-c", "x' sin(θ) = y' cos(θ)", "--json")
    assert done.returncode == 0
    assert json.loads(done.stdout)["readings"][0]["names"] == ["θ"]
    assert narrow("check", "-c", "dr = β dt", "--coordinates", "β").returncode == 0


def _springs():
    return nh.linearise(nh.System("x", "x'^2/2 - k*x^2/2", parameters=["k"]))


def _path():
    place = dict.fromkeys(("x", "y", "z"), 0)
    return nh.steer(nh.constraints("dz = y dx"), place, {**place, "x": 1})


MISTAKEN = {  # what is given where something else is needed: it is told, never a raw TypeError
    "functions": lambda: nh.simulate("any_slope", 1, functions=3),
    "functions by numbers": lambda: nh.simulate("any_slope", 1, functions={3: 3}),
    "functions of a system": lambda: nh.System("x y", "x'^2/2", functions=3),
    "outputs": lambda: nh.linearise("double_pendulum_angles", outputs=3),
    "outputs in a list": lambda: nh.linearise("double_pendulum_angles", outputs=[1]),
    "a rival": lambda: nh.simulate("rolling_coin", 1, rival=3),
    "rivals": lambda: nh.simulate("rolling_coin", 1, rival=["substituted x"]),
    "settings": lambda: nh.simulate("rolling_coin", 1, settings={}),
    "a step": lambda: nh.simulate("rolling_coin", 1, step=0.1),
    "a step in settings": lambda: nh.simulate("rolling_coin", 1, settings=nh.Settings(step=0.1)),
    "eigenvalues": lambda: _springs().eigenvalues(k="a"),
    "a path": lambda: nh.vary(3, {}),
    "a displacement": lambda: nh.vary(_path(), 3),
    "quasi-velocities": lambda: nh.equations("rolling_coin", "hamel", quasi=3),
    "members": lambda: nh.ensemble("rolling_coin", 3, 1),
    "a lesson's file": lambda: nh.explain("rolling_coin", output=3),
    "a page's file": lambda: nh.report("rolling_coin", output=3),
    "a robot": lambda: nh.from_urdf(3),
    "motors": lambda: nh.from_urdf(CART, motors=3),
    "radii": lambda: nh.from_urdf(CART, radii=3),
    "names": lambda: nh.check_numerically(lambda q: [[1, 0]], [[0, 0]], names=3),
    "a script": lambda: nh.audit_script(3),
    "an empty name": lambda: nh.check(""),
}


@pytest.mark.parametrize("mistake", MISTAKEN)
def test_what_is_not_needed_is_told(mistake):
    with pytest.raises(
        nh.NonholoError, match=r"needed|empty|is no |there is no|goes with|is a text"
    ):
        MISTAKEN[mistake]()


SKATE = """coordinates = ["x", "y", "theta"]
lagrangian = "m/2*(x'^2 + y'^2) + theta'^2/2"
constraints = ["x'*sin(theta) = y'*cos(theta)"]
[parameters]
m = 1
"""


@pytest.mark.parametrize(
    "was, made, said",
    [
        ("m = 1", "m = 1\nx = 3", r"x is declared twice; coordinates \(line 1\), parameters.x \("),
        ('"theta"]', '"theta", "x"]', r"x is declared twice; coordinates \(line 1\): leave it out"),
        ('"theta"]', '"theta", "t"]', r"t cannot be declared: it is time; coordinates \(line 1\)"),
        ("m = 1", "m = 1\npi = 3", r"pi cannot be declared.*; parameters.pi \(line 6\): leave it"),
        ('"theta"]', '"theta", "xdot"]', r"velocity or acceleration of x; coordinates \(line 1\)"),
        ("x'*sin", "x''*sin", r"constraints\[1\] \(line 3\): x''.*contains accelerations.*x' = u"),
        ("m = 1", 'm = 1\n[forces]\nphi = "1"', r"forces.phi \(line 7\): phi is no coordinate"),
        ("m = 1", "m = true", r"parameters.m \(line 5\): needed is a number, given was true"),
        ("[para", "gravity = 9.81\n[para", r"gravity \(line 4\): .*, given was 9.81$"),
        ("x'^2", "pow(x', 2)", r"(?s)pow is no function.*try: pow\(a, b\) = a\^b"),
    ],
)
def test_what_is_wrong_in_a_file_is_told_with_its_line_and_what_to_try(was, made, said, tmp_path):
    path = tmp_path / "skate.toml"
    path.write_text(SKATE.replace(was, made))
    with pytest.raises(NonholoError, match=said):
        nh.check(path)
