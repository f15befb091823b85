"""The command line as users' scripts rely on it: exit statuses, JSON keys, words of errors."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from nonholo.cli import main
from nonholo.formulations.capabilities import CAPABILITIES
from nonholo.rivals import RIVALS

CASES = Path(__file__).parent.parent / "cases"
COIN = str(CASES / "rolling_coin.toml")
ALL = sorted(CASES.glob("*.toml"))


def run(capsys, *arguments: str) -> tuple[int, str, str]:
    status = main(list(arguments))
    out, err = capsys.readouterr()
    return status, out, err


def record(capsys, *arguments: str):
    status, out, err = run(capsys, *arguments, "--json")
    assert status == 0, err
    return json.loads(out)


# check -------------------------------------------------------------------------------------------
CHECK_KEYS = {
    "schema",
    "name",
    "coordinates",
    "constraints",
    "verdict",
    "holonomic_relations",
    "independent_constraints",
    "individual",
    "growth_vector",
    "space",
    "degree_of_nonholonomy",
    "accessible",
    "first_integrals",
    "singular_set",
    "virtual_displacements",
    "certificate",
}


def test_the_record_of_the_coin(capsys):
    found = record(capsys, "check", COIN)
    assert set(found) >= CHECK_KEYS
    assert (found["verdict"], found["holonomic_relations"], found["independent_constraints"]) == (
        "nonholonomic",
        0,
        2,
    )
    assert found["growth_vector"] == [2, 3, 4]
    assert found["space"] == "q"
    assert found["accessible"] is True
    assert [f["integrable"] for f in found["individual"]] == [False, False]
    assert found["individual"][0]["triples"] == [
        {"indices": ["x", "theta", "phi"], "value": "-R*cos(theta)"}
    ]


@pytest.mark.parametrize(
    "name, verdict, h",
    [
        ("neimark_fufaev_pair", "holonomic", 2),
        ("lemos_affine_particle", "nonholonomic", 0),
        ("one_sided_drift", "nonholonomic", 0),
        ("two_wheels_on_axle", "partly holonomic", 1),
        ("gas_in_box", "nonholonomic", 0),
    ],
)
def test_verdicts(capsys, name, verdict, h):
    found = record(capsys, "check", str(CASES / f"{name}.toml"))
    assert (found["verdict"], found["holonomic_relations"]) == (verdict, h)


@pytest.mark.parametrize(
    "arguments",
    [
        ["-c", "dz = y dx", "dy = w dx", "-y' + w*x'"],
        ["-c", "dz = y dx", "dy = w dx", "-c", "-y' + w*x'"],
        ["-c", "dz = y dx", "-c", "dy = w dx", "-c", "-y' + w*x'"],
        ["-c", "dz = y dx", "dy = w dx", "--json", "-c", "-y' + w*x'"],
    ],
)
def test_constraints_follow_one_option_or_one_each(capsys, arguments):
    read = record(capsys, "check", *arguments, "--coordinates", "w")
    assert read["constraints"] == ["dz = y dx", "dy = w dx", "-y' + w*x'"]


def test_a_cosine_after_a_constraint_is_not_the_option(capsys):
    read = record(capsys, "check", "-c", "dz = y dx", "-cos(x)*x' + y' = 0", "-cdy = w dx")
    assert read["constraints"] == ["dz = y dx", "-cos(x)*x' + y' = 0", "dy = w dx"]


def test_a_case_file_after_constraints_is_no_constraint(capsys):
    status, _, err = run(capsys, "check", "-c", "dz = y dx", COIN)
    assert status == 2 and "not both" in err


def test_several_cases_make_a_list(capsys):
    found = record(capsys, "check", *map(str, ALL[:3]))
    assert [f["name"] for f in found] and len(found) == 3


def test_growth_at_a_point(capsys):
    found = record(capsys, "check", str(CASES / "martinet.toml"), "--at", "y=0")
    assert found["growth_vector"] == [2, 2, 3]


def test_an_undecided_verdict_has_status_one(capsys):
    status, out, _ = run(
        capsys, "check", "-c", "dz = (asin(x) - atan(x/sqrt(1 - x**2)))*w dx", "--coordinates", "w"
    )
    assert status == 1
    assert "UNDECIDED" in out


def test_a_failed_expectation_has_status_one(capsys, tmp_path):
    text = Path(COIN).read_text().replace('theta = "0"\nphi = "2*g', 'theta = "1"\nphi = "2*g')
    target = tmp_path / "coin.toml"
    target.write_text(text)
    assert run(capsys, "check", COIN, "--expected")[0] == 0
    status, out, _ = run(capsys, "check", str(target), "--expected")
    assert status == 1
    assert "accel.theta" in out


# compare, equations, graph
# -------------------------------------------------------------------------
def test_the_comparison_of_the_coin(capsys):
    found = record(capsys, "compare", COIN, "--substitute", "x")
    by_name = {f["name"]: f for f in found["formulations"]}
    for name in ("multipliers", "maggi", "voronec"):
        assert by_name[name]["agrees"] is True
        assert by_name[name]["accelerations"]["theta"] == "0"
        assert by_name[name]["accelerations"]["phi"] == "2*g*sin(al)*cos(theta)/(3*R)"
    assert by_name["substituted x"]["agrees"] is False
    assert by_name["substituted x"]["accelerations"]["theta"] == "4*phidot**2*sin(theta)*cos(theta)"
    assert by_name["substituted x, y"]["agrees"] is False
    assert by_name["substituted x, y (chained)"]["agrees"] is True
    assert found["shortcut_is_safe"] is False
    assert found["curvature"]["x"]["phi,theta"] == "R*cos(theta)"
    assert {"eliminated", "independent", "curvature_force", "reactions", "conserved"} <= set(found)


def test_a_shortcut_that_happens_to_be_right(capsys):
    assert record(capsys, "compare", str(CASES / "vertical_disk.toml"))["shortcut_is_safe"] is True


@pytest.mark.parametrize(
    "form",
    [
        *(row.name for row in CAPABILITIES if not row.symmetry),  # the coin has none
        "Udwadia-Kalaba",
        *RIVALS,
        "substituted",
    ],
)
def test_equations_of_every_form(capsys, form):
    status, out, _ = run(capsys, "equations", COIN, "--form", form)
    assert status == 0
    assert out.startswith(form.lower().replace("-", "_"))


def test_code_of_the_vakonomic_accelerations_alone_is_refused(capsys):
    """It would take mu for constants."""
    status, _, err = run(capsys, "equations", COIN, "--form", "vakonomic", "--as", "c")
    assert (status, "would hold them constant" in err) == (2, True)


def test_equations_in_quasi_velocities(capsys):
    sleigh = str(CASES / "chaplygin_sleigh.toml")
    quasi = ["--quasi", "v = x'*cos(theta) + y'*sin(theta)", "--quasi", "w = theta'"]
    for form in ("hamel", "Kane", "maggi", "appell"):
        assert run(capsys, "equations", sleigh, "--form", form, *quasi)[0] == 0
    _, out, _ = run(capsys, "equations", sleigh, "--form", "hamel", *quasi, "--as", "json")
    assert json.loads(out)["quasi_velocities"] == {
        "v": "xdot*cos(theta) + ydot*sin(theta)",
        "w": "thetadot",
    }
    assert json.loads(out)["agrees"] is True
    for wrong, words in [
        (["--form", "voronec", *quasi], "--quasi is for hamel and kane"),
        (["--form", "hamel", "--quasi", "v"], "needed is NAME = sum"),
        (["--form", "hamel", *quasi[:2]], "as many as there are independent velocities: 2"),
    ]:
        status, _, err = run(capsys, "equations", sleigh, *wrong)
        assert (status, words in err) == (2, True)


def test_the_table_of_formulations(capsys):
    from nonholo.formulations import FORMULATIONS

    found = record(capsys, "formulations")
    assert [f["name"] for f in found["formulations"]] == list(FORMULATIONS)
    assert run(capsys, "formulations")[1].splitlines()[1].split() == [
        "multipliers",
        "yes",
        "yes",
        "-",
        "yes",
        "-",
        "-",
        "yes",
        "-",
        "n",
        "+",
        "k",
        "n",
        "+",
        "k",
    ]


def test_what_does_not_apply_is_told_and_is_no_doubt(capsys):
    found = record(capsys, "compare", COIN)
    assert [r["name"] for r in found["not_applicable"]] == ["chaplygin"]
    assert "contains the dependent coordinate y" in found["not_applicable"][0]["reason"]
    assert found["vakonomic"]["every_motion"] is False
    assert found["vakonomic"]["force"]["theta"] == "R*phidot*(mu_2*sin(theta) - mu_1*cos(theta))"


@pytest.mark.parametrize("style", ["text", "latex", "python", "c", "json"])
def test_equations_in_every_style(capsys, style):
    status, out, _ = run(capsys, "equations", COIN, "--form", "voronec", "--as", style)
    assert status == 0
    assert out.strip()


def test_the_generated_python_gives_the_published_acceleration(capsys):
    _, out, _ = run(capsys, "equations", COIN, "--form", "maggi", "--as", "python")
    space: dict = {}
    exec(out, space)  # our own generated code
    R, g, al = 0.7, 9.81, 0.4
    found = space["accelerations"](0.0, (0, 0, 0.3, 0), (1.7, 0.9), (R, g, al))
    import math

    assert found[3] == pytest.approx(2 * g * math.sin(al) * math.cos(0.3) / (3 * R), rel=1e-14)


@pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler on this machine")
def test_the_generated_c_compiles(capsys, tmp_path):
    _, out, _ = run(capsys, "equations", str(CASES / "chaplygin_sleigh.toml"), "--as", "c")
    (tmp_path / "a.c").write_text(out)
    subprocess.run(
        ["cc", "-std=c99", "-Wall", "-Werror", "-D_DEFAULT_SOURCE", "-c", "a.c"],
        cwd=tmp_path,
        check=True,
    )


@pytest.mark.parametrize("suffix", ["svg", "png", "dot", "mmd", "json"])
def test_the_graph_in_every_format(capsys, tmp_path, suffix):
    target = tmp_path / f"g.{suffix}"
    assert run(capsys, "graph", COIN, "-o", str(target))[0] == 0
    assert target.stat().st_size > 200


def test_the_graph_as_node_link_data(capsys):
    found = record(capsys, "graph", COIN)
    kinds = {node["kind"] for node in found["nodes"]}
    assert {"velocity", "constraint"} <= kinds
    assert all("role" in node for node in found["nodes"] if node["kind"] == "velocity")


# report, cases
# -------------------------------------------------------------------------------------
def test_the_page_of_the_coin(capsys, tmp_path):
    target = tmp_path / "coin.html"
    assert run(capsys, "report", COIN, "-o", str(target))[0] == 0
    page = target.read_text()
    assert "nonholonomic" in page
    assert r"4 \, \dot{\phi}^{2}" in page or r"4 \, {\dot{\phi}}^{2}" in page


def test_a_report_keeps_what_stood_there_when_it_fails(capsys, tmp_path):
    target = tmp_path / "coin.html"
    target.write_text("old")
    status, _, err = run(capsys, "report", str(tmp_path / "none.toml"), "-o", str(target))
    assert status == 2
    assert "there is no such file" in err
    assert target.read_text() == "old"


def test_cases_are_listed(capsys):
    found = record(capsys, "cases", str(CASES))
    assert len(found) == len(ALL)


@pytest.mark.parametrize(
    "command",
    [
        "equations --form maggi",
        "linearise",
        "equilibrium",
        "simulate",
        "compare",
        "friction",
        "families --of measure",
    ],
)
def test_without_a_lagrangian_all_say_the_same(command, capsys):
    status, _, err = run(capsys, *command.split(), "cases/kinematic_car.toml")
    begun = ": equations of motion need a Lagrangian, and the case has none; add lagrangian = "
    assert status == 2 and begun in err and "equations --form control gives q' = G w" in err


def test_constraints_by_themselves_have_kinematics_and_a_graph(capsys):
    row = ["-c", "x' sin(a) = y' cos(a)", "--coordinates", "a"]
    status, control, _ = run(capsys, "equations", *row)
    assert status == 0 and "x'  = cos(a)*w1" in control and "a'  = w2" in control
    assert run(capsys, "equations", *row, "--as", "python")[0] == 0
    assert "independent: " in run(capsys, "graph", *row)[1]
    assert "need a Lagrangian" in run(capsys, "equations", *row, "--form", "maggi")[2]
    assert "one of them" in run(capsys, "equations")[2]


# bad input
# -----------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "arguments, words",
    [
        (["check", "no/such.toml"], "there is no such file"),
        (["check"], "nothing to check"),
        (["check", ""], "the name of the file is empty"),
        (["report", " "], "the name of the file is empty"),
        (["verify", ""], "the name of the file is empty"),
        (["check", "-c", "x' = 1", "-c", "x' = 2"], "leave no velocity"),
        (["check", "-c", "x'*y' = 1", "--at", "x=0"], "not linear in the velocities"),
        (["check", "-c", "dy = x"], "differential"),
        (["check", str(CASES / "unicycle.toml"), "--dependent", "theta"], "Solvable choices"),
        (["check", str(CASES / "unicycle.toml"), "--at", "w=1"], "w is no coordinate"),
        (
            ["check", str(CASES / "lemos_integrable_pair.toml"), "--at", "z=1"],
            "rank of the constraints drops",
        ),
        (["compare", str(CASES / "unicycle.toml"), "--substitute", "q"], "q is no coordinate"),
        (["equations", COIN, "--form", "nobody"], "there is no form"),
        (["graph", COIN, "-o", "graph.docx"], "no format of a graph"),
        (["graph", COIN, "-o", "/no/such/folder/g.svg"], "there is no folder"),
        (["cases", "/no/such/folder"], "no such folder"),
        (["compare", "-c", "dz = y dx"], "this command takes no -c"),
        (["families", "rolling_coin", "--map", "a,b", "-o", "map.svg"], "here is one at most: R"),
    ],
)
def test_bad_input_is_told_with_status_two(capsys, arguments, words):
    status, _, err = run(capsys, *arguments)
    assert status == 2
    assert words in err
    assert "Traceback" not in err


CHEAP = """
import sys
from nonholo.cli import main
try:
    main({arguments!r})
except SystemExit:
    pass
heavy = {heavy!r} & set(sys.modules)
assert not heavy, heavy
"""


@pytest.mark.parametrize(
    "arguments, heavy",
    [
        (["--help"], {"sympy", "numpy", "networkx", "matplotlib", "flint", "scipy"}),
        (["check", COIN], {"sympy", "numpy", "networkx", "matplotlib", "scipy"}),
        (["check", COIN], {"nonholo.geometry.families.on_regions"}),  # its letters have values
    ],
)
def test_heavy_imports_are_lazy(arguments, heavy, tmp_path):
    subprocess.run(
        [sys.executable, "-c", CHEAP.format(arguments=arguments, heavy=heavy)],
        check=True,
        capture_output=True,
        cwd=tmp_path,
    )


@pytest.mark.parametrize(
    ("constraint", "words"),
    [
        ("(- -0 + dphi) == 1e-500**10", "has no differential"),
        ("dx = 1e-4500*dy", "power of ten too large"),
        ("dy = x^(10**400) dx", "exponent too large"),
        ("dx = x^-(10**5000) dy", "exponent too large"),
    ],
)
def test_numbers_of_thousands_of_digits_are_complained_of_in_words(constraint, words, capsys):
    """And in lines that can be read."""
    assert main(["check", "-c", constraint]) == 2
    told = capsys.readouterr().err
    assert words in told
    assert max(map(len, told.splitlines())) < 700


@pytest.mark.parametrize("constraint", ["sin(10**400)*dx = dy", "dx = 1e-500*dy"])
def test_numbers_of_hundreds_of_digits_are_taken(constraint, capsys):
    assert main(["check", "-c", constraint]) == 0
