"""Bare constraints: which names move by convention, what the other reading says, and words that
are no names.
"""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import nonholo as nh
from nonholo.cli import main
from nonholo.errors import BadCase, BadExpression, NonholoError
from nonholo.readers.bare import read_bare
from nonholo.readers.case_file import parse_case
from nonholo.readers.glued import meant, meant_with_differential
from nonholo.readers.names import CONVENTIONAL
from nonholo.readers.tokens import FUNCTIONS
from nonholo.views.verdict.text import check_text
from tests.draws import draws

FIRST_TYPED = [  # constraint, the names read by convention
    ("dz = y dx", ("y",)),
    ("z' = y*x'", ("y",)),
    ("zdot - y*xdot", ("y",)),
    ("xdot*sin(theta) - ydot*cos(theta) = 0", ("theta",)),
    ("x'*sin(θ) = y'*cos(θ)", ("θ",)),
    ("y' = x", ("x",)),
    ("dx/dt = y", ("y",)),
    ("dx = R*cos(theta)*dphi", ("theta",)),
    ("theta' = v/L*tan(phi)", ("phi",)),
    ("dx = r*cos(psi)*ds", ("psi",)),
]


def told(capsys, *arguments: str) -> tuple[int, str, str]:
    status = main(["check", *arguments])
    return status, *capsys.readouterr()


def record(capsys, *arguments: str) -> dict:
    status, out, err = told(capsys, *arguments, "--json")
    assert status == 0, err
    return json.loads(out)


@pytest.mark.parametrize("text, names", FIRST_TYPED)
def test_what_is_typed_first_is_nonholonomic_and_the_other_reading_is_told(capsys, text, names):
    status, out, _ = told(capsys, "-c", text)
    assert status == 0
    _, first, second = out.splitlines()[:3]
    assert first.startswith(f"NONHOLONOMIC with {' and '.join(names)} as a coordinate: ")
    assert second == f"HOLONOMIC with {names[0]} as a constant (--constants {names[0]})"
    found = record(capsys, "-c", text)
    assert found["verdict"] == "nonholonomic"
    assert found["readings"] == [
        {"names": list(names), "as": "coordinates", "verdict": "nonholonomic"},
        {"names": list(names), "as": "constants", "verdict": "holonomic"},
    ]


@pytest.mark.parametrize("text, names", FIRST_TYPED)
def test_python_reads_bare_texts_by_the_same_rule(text, names):
    assert nh.constraints(text).bare.supposed == names
    assert nh.check(nh.constraints(text)).verdict == "nonholonomic"
    assert nh.check(nh.constraints(text, constants=names)).verdict == "holonomic"


def test_what_is_declared_leaves_nothing_open(capsys):
    for option, verdict in (("--constants", "HOLONOMIC"), ("--coordinates", "NONHOLONOMIC")):
        _, out, _ = told(capsys, "-c", "dz = y dx", option, "y")
        assert out.splitlines()[1].startswith(f"{verdict}: ")
        assert record(capsys, "-c", "dz = y dx", option, "y")["readings"] == []


def test_every_other_name_is_a_constant_and_that_is_told_too(capsys):
    _, out, _ = told(capsys, "-c", "dz = u dx")
    _, first, second = out.splitlines()[:3]
    assert first.startswith("HOLONOMIC with u as a constant: ")
    assert second == "NONHOLONOMIC with u as a coordinate (--coordinates u)"


def test_names_that_matter_only_together_are_told_together(capsys):
    found = record(capsys, "-c", "dz = cos(theta + phi)*dw")
    assert found["readings"][1] == {
        "names": ["theta", "phi"],
        "as": "constants",
        "verdict": "holonomic",
    }


def test_each_of_two_names_that_matters_alone_is_told_alone(capsys):
    found = record(capsys, "-c", "dU = T dS - P dV")
    others = [r["names"] for r in found["readings"] if r["verdict"] == "nonholonomic"]
    assert (found["verdict"], others) == ("holonomic", [["T"], ["P"]])


def test_where_no_reading_matters_nothing_is_said_of_verdicts(capsys):
    _, out, _ = told(capsys, "-c", "R*x dx + R*y dy = 0")
    assert out.splitlines()[1].startswith("HOLONOMIC: ")
    assert "R held constant" in out
    assert record(capsys, "-c", "R*x dx + R*y dy = 0")["readings"] == []


def test_what_was_taken_as_constant_is_named_once_with_the_way_to_a_function_of_time(capsys):
    rows = ("x' = v*cos(theta)", "y' = v*sin(theta) + R*theta'")
    _, out, _ = told(capsys, "-c", rows[0], "-c", rows[1])
    assert out.count("held constant") == 1 and "v, R held constant" in out
    assert "what changes in time is written R(t)" in out
    system = nh.System("x y theta", "m/2*(x'**2 + y'**2) + theta'**2", list(rows))
    found = check_text(nh.check(system))
    assert system.undeclared == ("m", "v", "R")
    assert found.count("taken as constant") == 1 and "m, v, R taken as constant" in found
    assert "written R(t)" in " ".join(found.split())
    driven = nh.System("x y theta", "x'**2", ["x' = v(t)*cos(theta)", "y' = v(t)*sin(theta)"])
    assert "taken as constant" not in check_text(nh.check(driven))
    declared = nh.System("x y", "m*x'**2", ["x' = v*y'"], parameters=["m", "v"])
    assert declared.undeclared == ()


def test_a_nonlinear_constraint_has_readings_too(capsys):
    _, out, _ = told(capsys, "-c", "x'^2 + y'^2 = z'^2", "-c", "dz = psi dx")
    assert "psi read as a coordinate by convention" in out


# names that nobody declared
# ------------------------------------------------------------------------
@pytest.mark.parametrize(
    "text, suggestion",
    [
        ("x' sinθ", "sin(θ)"),
        ("x' sintheta - y' costheta", "sin(theta)"),
        ("sinx dy - dz", "sin(x)"),
        ("dz = cos2phi dx", "cos(2*phi)"),
        ("dx = Rsinθ dphi", "R*sin(θ)"),
        ("dz = expx dy", "exp(x)"),
        ("sinx' = y'", "sin(x)"),
        ("dsinx = dy", "sin(x)"),
        ("dx = sin_theta dy", "sin(theta)"),
        ("dx = sinhx dy", "sinh(x)"),
        ("dx = Rsin θ dy", "R*sin(...)"),
        ("x' = sinxcosy*z'", "sin(xcosy)"),
        ("dz = ydx", "y*dx"),
        ("dz = xy dw", "x*y"),
        ("dp = pq dq", "p*q"),
        ("x dot = y", "xdot"),
        ("dx = Rdphi + dy", "R*dphi"),
        ("x_dot = y", "xdot"),
        ("deltax = y dz", "dx"),
    ],
)
def test_words_run_together_are_refused_with_what_was_meant(capsys, text, suggestion):
    status, out, err = told(capsys, "-c", text)
    assert (status, out) == (2, "")
    assert f"did you mean {suggestion}?" in err


@pytest.mark.parametrize("name", ["signal", "cost", "Rsin", "idx", "sin2"])
def test_a_declared_name_is_a_name(capsys, name):
    text = f"x' = {name}*y'"
    assert told(capsys, "-c", text)[0] == 2
    assert record(capsys, "-c", text, "--constants", name)["parameters"] == [name]
    assert name in record(capsys, "-c", text, "--coordinates", name)["coordinates"]
    assert nh.constraints(text, constants=name).bare.constants == (name,)


@given(st.sampled_from(sorted(FUNCTIONS)), st.sampled_from([*sorted(CONVENTIONAL), "q1", "u", "β"]))
def test_no_function_glued_to_a_name_is_ever_taken_for_one(function, name):
    if function + name in FUNCTIONS:
        return
    assert meant(function + name)
    for text in (
        f"dx = {function}{name} dw",
        f"{function}{name}' = w'",
        f"w' = R{function}{name}*x'",
    ):
        with pytest.raises(BadExpression, match="did you mean"):
            nh.constraints(text)


@given(
    st.sampled_from(
        ["R", "a", "dist", "length", "mass", "radius", "omega", "lambda", "K", "k_1", "v0", "delta"]
    )
)
def test_plain_words_are_plain(word):
    assert not meant(word) and not meant_with_differential(word)
    assert nh.constraints(f"dx = {word}*dw").bare.held == (word,)


def test_a_file_that_does_not_declare_it_gets_the_same_hint(capsys, tmp_path):
    path = tmp_path / "skate.toml"
    path.write_text('coordinates = ["x", "y", "theta"]\nconstraints = ["x\' sintheta = y\'"]\n')
    status, _, err = told(capsys, str(path))
    assert status == 2 and "sintheta is not declared" in err and "sin(theta)" in err


# words of errors
# -----------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "options, said",
    [
        (
            ("--constants", "w"),
            "w is given as a constant, but it stands in no constraint; there are z, x, y",
        ),
        (("--constants", "x"), "x is given as a constant, but the constraints hold its velocity"),
        (
            ("--constants", "y", "--coordinates", "y"),
            "y is given as a coordinate and as a constant",
        ),
    ],
)
def test_contradictory_declarations_are_refused(capsys, options, said):
    status, _, err = told(capsys, "-c", "dz = y dx", *options)
    assert status == 2 and said in err


def test_declarations_do_not_go_with_a_file(capsys):
    for option in ("--coordinates", "--constants"):
        status, _, err = told(capsys, "cases/rolling_coin.toml", option, "y")
        assert status == 2 and "declares its own" in err


@pytest.mark.parametrize(
    "text, said",
    [
        ("dz/dx = y", "dz = y*dx for dz/dx = y"),
        ("x'(t) = y", "x' without (t)"),
        ("d/dt(x) = y", "x' or xdot for the velocity of x"),
        ("v_x = y*v_z", "x' for v_x"),
        ("x(t) dy = dz", "x without (t)"),
        ("f(2*y) dx = dz", "an unspecified function is declared: functions = ["),
        ("Rcos(phi) dx = dz", "R*cos(...) for the function"),
        ("dot(x) = y", "x' for dot(x)"),
        ("diff(x,t) = y", "x' for diff(x,t)"),
        ("d(x*y) = dz", "x*dy + y*dx"),
        ("x = y", "holonomic_constraints"),
        ("d x = y d z", "dx in one word"),
        ("δx = y δz", "dx for δx"),
        ("Dx = y Dt", "dx for Dx"),
        ("dz = sin x dy", "sin(...)"),
        ("dz = sin^2(x) dy", "sin(...)**2"),
        ("y˙ = x", "xdot or x'"),
        ("ẏ = x", "xdot or x'"),
        (r"\dot x = y", "xdot or x' for"),
        ("x.diff(t) = y", "x' for x.diff(t)"),
    ],
)
def test_a_notation_that_is_not_ours_is_told_ours(capsys, text, said):
    status, _, err = told(capsys, "-c", text)
    assert status == 2 and said in err


def test_a_constraint_may_begin_with_a_minus(capsys):
    assert record(capsys, "-c", "-y*dx+dz")["verdict"] == "nonholonomic"
    with pytest.raises(SystemExit):
        told(capsys, "-c", "--json")


def test_one_text_is_one_constraint_and_one_name_is_one_name():
    assert nh.constraints("dz = u dx", also="u").bare.also == ("u",)
    assert nh.constraints("dz = u*v dx", also="u, v").bare.also == ("u", "v")
    with pytest.raises(NonholoError, match="also = "):
        nh.constraints("dz = u dx", also=3)
    with pytest.raises(NonholoError, match="no constraint was given"):
        nh.constraints()


def test_what_moves_is_no_convention():
    found = read_bare(["x' = a*y'"])
    assert (found.coordinates, found.supposed, found.held) == (("x", "y"), (), ("a",))


COEFFICIENTS = ["x", "y*z", "sin(theta)", "a*x", "cos(φ) + b", "a", "exp(y)", "t", "u*psi"]


@settings(max_examples=draws(5))
@given(
    st.lists(
        st.tuples(st.sampled_from(COEFFICIENTS), st.sampled_from(["x", "z", "w", "theta"])),
        min_size=2,
        max_size=3,
        unique_by=lambda pair: pair[1],
    )
)
def test_a_bare_constraint_is_the_case_that_declares_its_names(terms):
    """The rule and nothing else: bare texts, declarations, and a file that writes them out
    agree.
    """
    text = " + ".join(f"({coefficient}) d{name}" for coefficient, name in terms)
    bare = nh.constraints(text)
    own = bare.bare
    assert set(own.supposed) <= CONVENTIONAL and not set(own.held) & CONVENTIONAL
    told = nh.constraints(text, also=own.supposed, constants=own.held)
    declared = parse_case(
        f"coordinates = {json.dumps(own.coordinates)}\n"
        f'constraints = ["{text}"]\n[parameters]\n'
        + "".join(f"{name} = {{}}\n" for name in own.held)
    )
    numbers = {
        (c.verdict, c.relations) for c in (nh.check(bare), nh.check(told), nh.check(declared))
    }
    assert len(numbers) == 1
    assert told.bare.supposed == told.bare.held == ()


# case files as people write them ----------------------------------------------------------------
SKATE = "constraints = \"x'*sin(theta) = y'*cos(theta)*a/c\"\n"
NAMES = [
    'coordinates = ["x", "y", "theta"]\n[parameters]\na = {}\nc = {}\n',
    'coordinates = "x, y, theta"\nparameters = ["a", "c"]\n',
    'coordinates = "x y theta"\nparameters = "a, c"\n',
]


@pytest.mark.parametrize("head", NAMES)
def test_names_may_come_as_a_list_or_as_one_text(head):
    case = parse_case(SKATE + head, "case")
    assert case.system.chart.names == ("x", "y", "theta")
    assert case.scope.parameters == ("a", "c") and not case.system.values


@pytest.mark.parametrize(
    ("head", "said"),
    [
        ('coordinates = ["q1..q3"]', 'needed: coordinates = ["q1", "q2", "q3"]'),
        ('coordinates = ["x(t)"]', 'needed: "x", whose change in time is understood'),
        ('coordinates = "x, y(t)"', "is no name"),
        ('coordinates = ["x, y"]', 'needed: coordinates = ["x", "y"]'),
        ('coordinates = ["x"]\nparameters = "m = 1"', 'names without values: parameters = ["m"'),
        ('coordinates = ["x"]\nparameters = ["m", 3]', "needed is a table [parameters]"),
    ],
)
def test_names_that_are_none_are_told_what_is_needed(head, said):
    with pytest.raises(BadCase) as error:
        parse_case(f'{head}\nconstraints = "x\' = 1"\n', "case")
    assert said in str(error.value)


def test_names_are_parted_by_commas_or_spaces_and_are_names(capsys):
    row = "z' = y*x'"
    for names in ("u v", "u,v", "u, v'"):
        assert record(capsys, "-c", row, "--coordinates", names)["coordinates"] == [*"zxuvy"]
    for names in ("u+v", "3"):
        status, _, err = told(capsys, "-c", row, "--coordinates", names)
        assert status == 2 and f"{names!r} is no name" in err


@pytest.mark.parametrize(
    ("text", "name", "product"),
    [("x' - yz' = 0", "yz", "y*z"), ("x' = Rθ'", "Rθ", "R*θ"), ("dx = dxy", "xy", "x*y")],
)
def test_a_coordinate_that_looks_like_a_product_is_told(text, name, product, capsys):
    """It stays a coordinate, as every name with a velocity is."""
    assert read_bare([text]).products == {name: product}
    assert f"{name} read as one name ({product} for a product)" in told(capsys, "-c", text)[1]
    assert "read as one name" not in told(capsys, "-c", text, "--coordinates", name)[1]
    record = json.loads(told(capsys, "-c", text, "--json")[1])
    assert name in record["coordinates"] and any(product in r for r in record["remarks"])


@pytest.mark.parametrize("text", ["x1' = x2'", "x' = ab'", "dtheta = dphi", "dq1 = dq2"])
def test_other_coordinates_are_not(text):
    assert read_bare([text]).products == {}


@pytest.mark.parametrize(
    ("text", "hint"),
    [("x dot = y z dot", "x' for x dot"), ("x_dot = y z_dot", "x' for x_dot")],
)
def test_a_dot_beside_a_name_is_no_name(text, hint, capsys):
    shown = told(capsys, "-c", text)[2]
    assert f"try: {hint}" in shown and "did you mean xdot?" in shown and "kept by" not in shown


@pytest.mark.parametrize("written", ["30 deg", "30*deg", "7.5deg", "30 degrees"])
def test_degrees_behind_a_number_are_no_letter(written):
    """They were a constant of any value, so that sin(30 deg) was not 1/2."""
    row = f"dz = sin({written}) dx"
    for hasty in (False, True):
        with pytest.raises(NonholoError, match="radians, for 10 degrees are 10\\*pi/180"):
            read_bare([row], hasty=hasty)
    unit = "degrees" if "degrees" in written else "deg"
    assert read_bare([row], constants=[unit]).constants == (unit,)
    assert read_bare(["dz = deg*y dx"]).held == ("deg",)
