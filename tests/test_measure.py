"""Invariant measures: published ones are found, those that do not exist are refuted, none is
claimed without proof.
"""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from test_dynamics import Problem, coin, sleigh

import nonholo as nh
from nonholo.arithmetic.numbers import Rational
from nonholo.cli import main
from nonholo.decide.ball import ball
from nonholo.decide.zero import Decision, all_zero, decide_zero
from nonholo.dynamics import measure as module
from nonholo.dynamics.equations import motion
from nonholo.dynamics.measure import divergence, invariant_measure
from nonholo.errors import NotApplicable, OutOfReach
from nonholo.findings.conservation import measure
from nonholo.findings.side_by_side import compare
from nonholo.formulations import FORMULATIONS
from nonholo.geometry.constraints.pfaffian import independent_rows
from nonholo.geometry.distribution.distribution import distribution, split
from nonholo.geometry.flag.flag import closure
from nonholo.readers.case_file import parse_case, read_case
from nonholo.work import BUDGETS, Work, spent
from nonholo.writing.present import presentable
from tests.draws import draws

CASES = Path(__file__).parent.parent / "cases"


def asked(p: Problem):
    return invariant_measure(p.system, p.d, p.compared.reference)


def same_up_to_a_constant(chart, f, g) -> bool:
    return all_zero((f / g).diff(s) for s in (*chart.q, chart.t)).answer


def test_a_free_system_keeps_the_volume_of_its_momenta():
    """N = det M (Liouville)."""
    p = Problem("r phi", "m/2*(r'**2 + r**2*phi'**2) - V*r", parameters="m V")
    assert same_up_to_a_constant(p.system.chart, asked(p).density, p.read("r**2"))


@pytest.mark.parametrize(
    ("stem", "published"),
    [
        ("knife_edge_incline", "1/cos(phi)"),
        ("vertical_disk", "1"),
        ("rolling_coin", "1"),
        ("rosenberg_particle", "sqrt(1 + y**2)"),
        ("rolling_disk", "sin(theta)**2"),
    ],
)
def test_densities_that_exist(stem, published):
    case = read_case(CASES / f"{stem}.toml")
    found = measure(compare(case, undecided=True))
    assert found.decision.answer and found.decision.proved
    assert same_up_to_a_constant(case.system.chart, found.density, case.scope.expression(published))


@pytest.mark.parametrize(
    "stem",
    [
        *("knife_edge_incline", "rolling_coin", "rosenberg_particle", "rolling_disk"),
        *("chaplygin_sleigh", "large/suslov_body", "sled_with_arm", "snakeboard"),
    ],
)
def test_ranks_at_points_refute_what_normal_forms_refute(stem, monkeypatch):
    """Where theirs is the answer it is no, proved, and the same; a density that exists stays."""
    compared = compare(read_case(CASES / f"{stem}.toml"), undecided=True)
    question = compared.system, compared.distribution, compared.reference
    derived = invariant_measure(*question)
    monkeypatch.setattr(module, "LONG", 0)
    by_points = invariant_measure(*question)
    assert by_points.decision.answer is derived.decision.answer is not None
    assert by_points.decision.proved
    if derived.decision.reason == module.BRACKETS:
        assert by_points.decision.evidence == "modular"
    monkeypatch.setattr(module, "LONG", 10**6)
    monkeypatch.setattr(module, "slopes_of_density", _too_long)
    at_last = invariant_measure(*question)
    assert at_last.decision.answer is (None if derived.density else False)
    assert at_last.decision.proved is not bool(derived.density)


def test_numbers_are_refuted_at_points_before_any_normal_form():
    """A trailer hitched off the axle of a car: a thirtieth of the work, for letters it is refuted
    at points too.
    """
    text = """coordinates = ["x", "y", "th", "de", "ta"]
lagrangian = "m/2*(x'^2+y'^2) + J/2*th'^2 + (th'+de')^2/2 + K/2*ta'^2 + M/2*(X'^2 + Y'^2)"
constraints = ["x' sin(th) = y' cos(th)", "X' sin(ta) = Y' cos(ta)",
    "(x'-L*sin(th)*th')*sin(th+de) = (y'+L*cos(th)*th')*cos(th+de)"]
[parameters]
m = 100
J = 20
M = 50
K = 10
L = 1
c = 0.3
d = 1.2"""
    trailer = {"X'": "(x'+c*sin(th)*th'+d*sin(ta)*ta')", "Y'": "(y'-c*cos(th)*th'-d*cos(ta)*ta')"}
    for velocity, meant in trailer.items():
        text = text.replace(velocity, meant)
    compared, before = compare(parse_case(text, "car")), spent()
    refuted = measure(compared)
    assert refuted.decision.answer is False and refuted.decision.proved and not refuted.numbers
    assert spent() - before < 500_000


def test_points_out_of_reach_take_no_answer_away(monkeypatch):
    """For numbers (A = B) there is a density, which points don't deny; a refutation stays one."""
    body = parse_case(
        """coordinates = ["x", "y", "th"]
lagrangian = "(x'^2 + y'^2)/2 + A/2*th'^2 + (B - A)*x'*th'"
constraints = ["x' sin(th) = y' cos(th)"]
[parameters]
A = 2
B = 2""",
        "body",
    )
    monkeypatch.setattr(module, "none_at_points", _too_long)
    density = measure(compare(body))
    assert density.decision.answer and density.decision.proved
    assert density.numbers == ("A = 2", "B = 2")


def _too_long(*_) -> None:
    raise OutOfReach("a product of 1640 by 1555 terms")


@pytest.mark.slow
def test_a_rattleback_keeps_no_volume():
    """The divergence has 1,030 nodes: no normal form of it was within reach."""
    case = read_case(CASES / "large" / "rattleback.toml")
    found = measure(compare(case, undecided=True))
    assert found.decision.answer is False and found.decision.proved and found.density is None


@pytest.mark.slow
def test_chaplygins_density():
    """Chaplygin 1903: 1/sqrt(1 - m R^2 (gamma, A gamma)) for (K, gamma), A = (I + m R^2)^-1.

    dK = det(I + m R^2 - m R^2 gamma gamma^T) dw = det(A)^-1 (1 - m R^2 (gamma, A gamma)) dw, and
    with the volume of the rotations sin(theta) dq and dw = sin(theta) dq' that is N = sin(theta)^2
    sqrt(1 - m R^2 (gamma, A gamma))."""
    case = read_case(CASES / "chaplygin_sphere.toml")
    found = measure(compare(case, undecided=True), 60.0)
    inner = case.scope.expression(
        "1 - m*R**2*(sin(theta)**2*sin(psi)**2/(I1 + m*R**2)"
        " + sin(theta)**2*cos(psi)**2/(I2 + m*R**2) + cos(theta)**2/(I3 + m*R**2))"
    )
    published = case.scope.expression("sin(theta)**4") * inner
    assert found.decision.proved and same_up_to_a_constant(
        case.system.chart, found.density**2, published
    )


def test_the_sleigh_keeps_no_volume():
    """It ends up going straight, so no smooth measure is kept; with the mass centre over the
    blade there is one.
    """
    found = asked(sleigh())
    assert (found.decision.answer, found.decision.proved, found.kinetic, found.density) == (
        False,
        True,
        True,
        None,
    )
    balanced = Problem(
        "x y theta",
        "m/2*(x'**2 + y'**2) + I/2*theta'**2",
        "y'*cos(theta) - x'*sin(theta)",
        parameters="m I",
    )
    assert asked(balanced).decision.answer


def suslov(inertia: str) -> Problem:
    """w3 = 0 for a body with a coupled inertia (Suslov's problem), in Euler angles."""
    w1, w2 = (
        "(phi'*sin(theta)*sin(psi) + theta'*cos(psi))",
        "(phi'*sin(theta)*cos(psi) - theta'*sin(psi))",
    )
    w3 = "(psi' + phi'*cos(theta))"
    return Problem(
        "phi theta psi",
        f"(A*{w1}**2 + B*{w2}**2 + C*{w3}**2)/2 + {inertia}".replace("w1", w1).replace("w3", w3),
        f"{w3} = 0",
        parameters="A B C D",
    )


def test_suslovs_problem():
    """A smooth invariant measure exists only if the fixed axis is an axis of inertia
    (GarciaNaranjoOrtegaUrena2024).
    """
    assert asked(suslov("0")).decision.answer
    found = asked(suslov("D*w1*w3"))
    assert found.decision.answer is False and found.decision.proved


@pytest.mark.parametrize(
    ("forces", "answer"),
    [({}, True), ({"x": "-c*x'"}, False), ({"x": "-c*x'**3"}, False), ({"y": "c*x'"}, True)],
)
def test_forces_that_depend_on_velocities(forces, answer):
    """Friction shrinks volume; a force that does not change the divergence is harmless."""
    p = Problem("x y", "(x'**2 + y'**2)/2", forces=forces, parameters="c")
    assert asked(p).decision.answer is answer


def test_friction_with_an_absolute_value_has_two_halves():
    """- c |x'| x' has the divergence - 2 c |x'|, which is affine on each side and not on both."""
    p = Problem("x y", "(x'**2 + y'**2)/2", forces={"x": "-c*abs(x')*x'"}, parameters="c")
    assert asked(p).decision.answer is not True


def test_on_a_holonomic_set_the_coordinates_that_are_left_are_asked():
    """A skate on a helicoid keeps no volume; a particle on a cone does (Liouville)."""
    skate = Problem(
        "x y z a",
        "(x'**2 + y'**2 + z'**2 + a'**2)/2",
        "y'*cos(a) = x'*sin(a)",
        holonomic=("z - x*y",),
    )
    found = measure(skate.compared)
    assert (found.decision.answer, found.decision.proved) == (False, True)
    cone = Problem("r phi z", "(r'**2 + r**2*phi'**2 + z'**2)/2 - z", holonomic=("z - 2*r",))
    found = measure(cone.compared)
    assert found.decision.answer and found.velocities == ("r'", "phi'")


def test_what_cannot_be_eliminated_is_not_refuted():
    """x^2 + y^2 = 1 is solved by roots only: a "no" off the set says nothing about the set."""
    p = Problem(
        "x y z a",
        "(x'**2 + y'**2 + z'**2 + (1 + z**2)*a'**2)/2",
        "z'*cos(a) = a'*sin(a)*x*(1 + y*z)",
        holonomic=("x**2 + y**2 - 1",),
        dependent="y z",
    )
    assert measure(p.compared).decision.answer is not False


@pytest.mark.parametrize(("a", "answer"), [("1", False), ("0", True)])
def test_on_such_a_set_a_point_of_it_is_asked(a, answer):
    """A sleigh beside a particle on a circle: with its mass centre over the blade it keeps a
    volume, which no point refutes.
    """
    case = nh.System(
        "x y theta u w",
        f"((x' - {a}*sin(theta)*theta')**2 + (y' + {a}*cos(theta)*theta')**2)/2"
        " + (theta'**2 + u'**2 + w'**2)/2",
        ["y'*cos(theta) = x'*sin(theta)"],
        holonomic_constraints=["u**2 + w**2 - 1"],
        initial={"u": 1, "w": 0},
    )
    found = nh.compare(case, undecided=True)
    point = {q: q.graph.lift(int(q.args == "u")) for q in found.system.chart.q}
    true = found.reference
    near = module.none_near(found.system, found.distribution, true, point, BUDGETS.at_point)
    assert (near is None) == answer
    told = measure(found, case=case)
    assert (told.decision.answer, told.decision.proved, told.levels) == (answer, True, True)
    assert answer or "on f = 0 near x = 0, y = 0, theta = 0, u = 1, w = 0" in told.decision.reason


def test_a_density_may_be_one_near_each_place_only():
    """N = exp(c th) where th is an angle: two wheels and an offset mass."""
    p = Problem("th p", "(th'**2 + p'**2)/2 + sin(th)", forces={"th": "-c*th'*p'"}, parameters="c")
    found = asked(p)
    assert found.decision.answer and found.turning == () and found.density.has([p.read("p")])
    q = Problem("th p", "(th'**2 + p'**2)/2 + sin(th)", forces={"p": "-c*th'*p'"}, parameters="c")
    assert asked(q).turning == ("th",)


def test_a_density_is_written_without_sums_of_squares():
    """1/|cos(p)|, not sqrt(sin(p)^2/cos(p)^2 + 1)."""
    text = (
        'coordinates = ["x","y","p","z"]\nconstraints = ["x\'*sin(p) = y\'*cos(p)"]\n'
        "lagrangian = \"m*(x'^2 + y'^2)/2 + J*p'^2/2 + z'^2 - k*x^2\"\n"
        "[parameters]\nm = 1\nJ = 2\nk = 3\n"
    )
    found = measure(compare(parse_case(text)))
    assert str(presentable(found.formula)) == "1/abs(cos(p))"
    board = measure(compare(read_case(CASES / "snakeboard.toml")))
    assert "cos(phi)**2/" not in str(presentable(board.formula))


def test_letters_of_a_density_stand_in_the_order_of_the_case():
    text = (
        'coordinates = ["x","p1","y","p2","z"]\nconstraints = ["z\' = p1*x\' + p2*y\'"]\n'
        "lagrangian = \"(x'^2 + y'^2 + z'^2 + p1'^2 + p2'^2)/2\"\n"
    )
    assert str(measure(compare(parse_case(text))).formula) == "sqrt(p1**2 + p2**2 + 1)"


def test_time_may_stand_in_the_density():
    """A mass that grows: N = m(t)."""
    p = Problem("x", "(1 + t)**2*x'**2/2")
    assert same_up_to_a_constant(p.system.chart, asked(p).density, p.read("(1 + t)**2"))


@pytest.mark.parametrize("p", [coin("x y"), sleigh()])
def test_another_choice_of_velocities_divides_by_the_determinant(p):
    """N dq dr' does not depend on the choice: N_1 / N_2 = d(r_2')/d(r_1'), and "none" stays
    "none".
    """
    first = asked(p)
    rows, _, _ = independent_rows(p.system.pfaffian)
    other = split(rows, (0, p.d.chart.n - 1) if p.d.k == 2 else (0,))
    second = invariant_measure(p.system, other, motion(FORMULATIONS["maggi"](p.system, other)))
    assert first.decision.answer is second.decision.answer
    if first.density is not None:
        ratio = first.density / second.density
        bridge = other.condition / p.d.condition
        assert same_up_to_a_constant(p.system.chart, ratio, bridge) or same_up_to_a_constant(
            p.system.chart, ratio, 1 / bridge
        )


def test_the_divergence_is_that_of_the_flow():
    """y' = y x' for a free particle: x'' (1 + y^2) + y^2 x'^2 = 0, and div X = dx''/dx' +
    dy'/dy.
    """
    p = Problem("x y", "(x'**2 + y'**2)/2", "y' = y*x'", dependent="y")
    assert decide_zero(
        divergence(p.d, p.compared.reference) - p.read("-2*y**2/(1 + y**2)*x' + x'")
    ).answer


def test_on_the_command_line(capsys):
    assert main(["compare", str(CASES / "chaplygin_sleigh.toml")]) == 0
    out = capsys.readouterr().out
    assert "invariant measure\n  no density N(q) makes N dq dx' dtheta' invariant (proved" in out
    assert main(["compare", str(CASES / "rosenberg_particle.toml"), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)["invariant_measure"]
    assert (found["exists"], found["density"]) == (True, "sqrt(y**2 + 1)")


@pytest.mark.parametrize(
    ("constraint", "damping", "density"),
    [
        ("x' - y*z' = 1", "w'", None),  # brackets move along x alone: no density of q changes
        ("x' = 1", "w'", "exp(x)"),
        ("x' = y", "w'", None),  # at rest on y = 0, where w is damped
        ("z' - y*x' = 1", "0", "sqrt(y**2 + 1)"),
        ("x' = 2", "x*w'", "exp(x**2/4)"),
    ],
)
def test_an_autonomous_system_has_no_time_in_its_density(constraint, damping, density):
    """w'' = -c w' beside an affine constraint: e^(c t) is no density of the configuration."""
    L = "(x'**2 + y'**2 + z'**2 + w'**2)/2"
    case = nh.System("x y z w", L, [constraint], forces={"w": f"-({damping})"})
    found = measure(compare(case))
    assert found.decision.answer is (density is not None) and found.decision.proved
    if density is not None:
        read = case.scope.expression(density)
        assert same_up_to_a_constant(case.system.chart, found.density, read)
    (cell,) = nh.families(case, "measure").measure.cells
    assert cell.answer.exists is found.decision.answer


@settings(max_examples=draws(20), deadline=None, phases=[Phase.generate])
@given(st.lists(st.integers(-2, 2), min_size=6, max_size=6))
def test_densities_of_affine_constraints_keep_the_volume(c):
    """div(N X) = 0 on (q, r'), and N free of t, for L, forces and drift of random coefficients."""
    case = nh.System(
        "x y z",
        "(x'**2 + y'**2 + z'**2)/2",
        [f"x' - ({c[0]}*y + {c[1]}*z)*y' = {c[2]} + {c[3]}*y"],
        forces={"y": f"-({c[4]})*y'", "z": f"-({c[5]})*z'"},
    )
    compared = compare(case)
    found = measure(compared)
    if not found.decision.answer or found.density is None:
        return
    d, true, N = compared.distribution, compared.reference, found.density
    assert not N.has([case.system.chart.t])
    along = [d.X(J, N) * rate for J, rate in enumerate(d.rates)]
    assert decide_zero(d.chart.graph.add(*along, N * divergence(d, true))).answer


@settings(max_examples=draws(10), deadline=None, phases=[Phase.generate])
@given(st.lists(st.integers(-2, 2), min_size=5, max_size=5))
def test_a_density_is_positive_wherever_it_has_a_value(c):
    """One that turns its sign, such as 1/y for x' y + y' x = 0, is one on each side alone."""
    case = nh.System(
        "x y",
        "(x'**2 + y'**2)/2",
        [f"({c[0]}*x + {c[1]}*y + {c[2]})*x' + ({c[3]}*x + {c[4]}*y + 1)*y' = 0"],
    )
    N = measure(compare(case)).formula
    for at in product((-7, 5), repeat=2):
        value = N and ball(N, {N.graph.symbol(n): Rational(i) for n, i in zip("xy", at)})
        assert value is None or value.is_finite() <= bool(value > 0), (N, at)


def test_a_density_of_either_sign_is_told_without_bars():
    p = Problem("x y", FREE)
    x = p.d.chart.q[0]
    wave = 2 + x.graph.cos(x)
    signs = [module._of_one_sign(p.system, N) for N in (wave, -wave, x)]
    assert signs == [True, True, False]


def test_a_density_with_logarithms_is_real_on_both_sides():
    """exp(c log(1 - x^2)) is real between -1 and 1 only, and so is every case with a letter c."""
    force = {"x": "c*x*x'^2/(x^2 - 1)"}
    case = nh.System("x", "x'**2/2", (), forces=force, parameters={"c": None})
    N = measure(compare(case)).formula
    x, c = (N.graph.symbol(n) for n in "xc")
    for at in (Rational(1, 2), Rational(3)):
        assert ball(N, {x: at, c: Rational(1)}) > 0


# its parts ---------------------------------------------------------------------------------------
FREE = "(x'**2 + y'**2)/2"


@pytest.mark.parametrize(
    ("made", "kinetic", "autonomous"),
    [
        (Problem("x y", FREE), True, True),
        (Problem("x y", f"{FREE} - x"), False, True),
        (Problem("x y", f"{FREE} + x'"), False, True),
        (Problem("x y", f"t*{FREE}"), False, False),
        (Problem("x y", FREE, forces={"x": "y'"}), False, True),
        (Problem("x y", FREE, forces={"x": "t"}), False, False),
        (Problem("x y", FREE, "x' = y*y'"), True, True),
        (Problem("x y", FREE, "x' = y*y' + 1"), False, True),
        (Problem("x y", FREE, "x' = t*y'"), False, False),
        (Problem("x y", FREE, "x' = y*y' + t"), False, False),
        (Problem("x y", FREE, "x'**2 = y'**2 + 1"), False, True),
        (Problem("x y z", f"{FREE} + z'**2/2", holonomic=("z - x - t",)), False, False),
    ],
)
def test_kinetic_and_autonomous_systems(made, kinetic, autonomous):
    assert module.is_kinetic(made.system) is kinetic
    assert module.is_autonomous(made.system) is autonomous


def test_nonlinear_constraints_have_no_answer():
    p = Problem("x y", FREE, "x'**2 = y'**2 + 1")
    with pytest.raises(NotApplicable):
        invariant_measure(p.system, p.d, None)


@pytest.mark.parametrize(
    ("f", "N"),
    [
        ("2*log(x) + y", "x**2*exp(y)"),
        ("log(1 + x**2)/2 - 3*log(y)", "sqrt(1 + x**2)/y**3"),
        ("a*log(x)", "exp(a*log(x))"),
        ("log(x)/65537", "exp(log(x)/65537)"),
        ("log(x)*y + sin(x)", "exp(log(x)*y + sin(x))"),
    ],
)
def test_a_logarithm_in_the_exponent_is_a_power(f, N):
    p = Problem("x y", FREE, parameters="a")
    assert p.read(f"exp({f})") is p.read(N)


@pytest.mark.parametrize(
    ("N", "first"),
    [("3*x", "x"), ("3*x + 1", "3*x + 1"), ("2*x + 2*y", "x + y"), ("x*y", "x*y"), ("x/2", "x")],
)
def test_a_rational_factor_of_a_density_is_left_out(N, first):
    p = Problem("x y", FREE)
    assert module._primitive(p.read(N)) is p.read(first)


def test_exponents_are_written_in_lowest_terms():
    p = Problem("x y", FREE)
    x, y, exp = p.read("x"), p.read("y"), p.system.chart.graph.exp
    assert module._written(x * y) is x * y
    assert str(module._written(exp((x**2 - y**2) / (x - y)) * y)) == "y*exp(x + y)"
    both = exp((x**2 - y**2) / (x - y)) + exp((x**2 + x) / x)
    assert str(module._written(both)) in ("exp(x + 1) + exp(x + y)", "exp(x + y) + exp(x + 1)")


def test_what_stands_below_roots_is_written_in_lowest_terms():
    """With its exponent: 3/2, -1/2."""
    p = Problem("x y", FREE)
    graph, y = p.system.chart.graph, p.read("y")
    long = p.read("x**2/(x - y) - y**2/(x - y)")
    assert str(module._written(y * graph.power(long, Fraction(3, 2)))) == "y*(x + y)**(3/2)"
    size = graph.call("abs", long)
    assert str(module._written(y * graph.power(size, Fraction(-1, 2)))) == "y/sqrt(abs(x + y))"


def test_the_density_of_a_torus_that_does_not_pivot_is_written():
    """det M on lean', spin' and the root of a moment of inertia about the level axis."""
    text = """
coordinates = ["x", "y", "yaw", "lean", "spin"]
gravity = ["0", "0", "-g"]
constraints = ["yaw' + spin'*sin(lean) = 0"]
parameters = { A = 0.5, C = 0.8, m = 1.1, a = 0.6, b = 0.2, g = 9.81 }
[[bodies]]
name = "torus"
origin = ["x + a*sin(yaw)*sin(lean)", "y - a*cos(yaw)*sin(lean)", "b + a*cos(lean)"]
rotation = ["z yaw", "x lean", "y spin"]
mass = "m"
inertia = ["A", "C", "A"]
[[rolling]]
body = "torus"
at = ["x", "y", "0"]
"""
    found = measure(compare(parse_case(text)))
    size = found.density.graph.fresh()
    lean, A, C, m, a, b = (size.symbol(n) for n in ("lean", "A", "C", "m", "a", "b"))
    inside = A * size.sin(lean) ** 2 + C * size.cos(lean) ** 2 + m * (b + a * size.cos(lean)) ** 2
    known = size.cos(lean) ** 2 * (A + m * a**2 + 2 * m * a * b * size.cos(lean) + m * b**2)
    N = size.copy([found.formula])[0]
    ratio = N * N / (known * known * inside)
    assert all_zero(ratio.diff(s) for s in (lean, A, C, m, a, b)).answer


@pytest.mark.parametrize(
    ("given", "N", "turning"),
    [
        ("sin(th)", "exp(th)", ("th",)),
        ("sin(th)", "exp(sin(th))", ()),
        ("th", "exp(th)", ()),
        ("sin(p)", "exp(th)", ()),
        ("sin(th) + cos(p)", "p*exp(th)", ("th", "p")),
    ],
)
def test_angles_in_which_a_density_does_not_turn(given, N, turning):
    p = Problem("th p", f"(th'**2 + p'**2)/2 - {given}")
    assert module._turning(p.system, p.read(N)) == turning


def test_the_divergence_is_asked_where_it_is_defined():
    p = Problem("x y", FREE)
    v = p.system.chart.v
    nodes = [1 / (v[0] - 3), v[1]]
    values = module._free_of(v[:1], nodes)
    assert [str(e) for e in values] == [
        str(-nodes[0].subs({v[0]: v[0].graph.lift(11)}) - 11 * v[1]),
        "ydot",
    ]
    with pytest.raises(OutOfReach):
        module._free_of(v[:1], [1 / (v[0] - 3) / (v[0] - 11) / (v[0] - 23), v[1]])


@pytest.mark.parametrize("name", ["smaller", "larger"])
@pytest.mark.parametrize("changed", ["open", "likely"])
def test_brackets_prove_no_more_than_their_closures(monkeypatch, name, changed):
    """Of the constraints, and of these with the slopes."""
    p = sleigh()
    theta, _ = module.slopes_of_density(p.d, p.compared.reference)
    real = module.closure
    likely = Decision(True, "randomised")

    def weaker(d, units):
        found = real(d, units)
        if (d.k == p.d.k) is not (name == "smaller"):
            return found
        if changed == "open":
            cut = replace(found.growth, complete=False, evidence=Decision(None, reason=name))
            return replace(found, growth=cut, relations=None)
        return replace(found, growth=replace(found.growth, evidence=likely))

    assert module._by_brackets(p.d, theta, Work.of(10**6))[0].proved
    monkeypatch.setattr(module, "closure", weaker)
    decision, density = module._by_brackets(p.d, theta, Work.of(10**6))
    assert density is None and not decision.proved
    assert decision.answer is (None if changed == "open" else False)
    assert decision.reason == (name if changed == "open" else module.BRACKETS)


def test_a_density_beside_a_relation_of_the_constraints(monkeypatch):
    """Of two integrals the one without s tells none; nor does a closure that is open."""
    p = Problem("x y z", f"{FREE} + z'**2/2", "z' = y*y'")
    theta = [p.read(e) for e in ["0", "y", "x"]]
    found, density = module._by_brackets(p.d, theta, Work.of(10**6))
    assert found.answer and same_up_to_a_constant(p.system.chart, density, p.read("exp(x*y)"))
    open_ = replace(module.closure(p.d, 0), relations=None)
    monkeypatch.setattr(module, "closure", lambda d, _: closure(d) if d.k > p.d.k else open_)
    told = module._by_brackets(p.d, theta, Work.of(10**6))
    assert (told[0].answer, told[1]) == (None, None)


def test_a_density_by_logarithms_may_grow_with_time():
    p = Problem("x y", FREE)
    theta = [p.read(e) for e in ["2", "0", "3"]]
    found, decision = module.by_logarithms(p.system, p.d, theta, Work.of(10**6))
    assert decision.answer
    assert same_up_to_a_constant(p.system.chart, found, p.read("exp(2*t + 3*y)"))


def test_whether_it_vanishes_at_rest_may_be_open(monkeypatch):
    p = Problem("x y", FREE)
    theta = [p.read("x"), p.read("y"), p.read("0")]
    decided = module._decided(p.system, p.d, theta, Work.of(10**6))
    assert decided == (Decision(False, "modular", reason=module.DRIFT), None)
    monkeypatch.setattr(module, "decide_zero", lambda e: Decision(None, reason="too long"))
    open_, _ = module._decided(p.system, p.d, theta, Work.of(10**6))
    assert open_.answer is None and open_.reason.endswith("is open: too long")


def test_the_slope_has_a_name_of_its_own():
    p = Problem("s y", "(s'**2 + y'**2)/2", "s' = y*y'")
    graph = p.d.chart.graph
    assert module.with_slopes(p.d, [graph.zero, graph.symbol("s_")]).chart.names == (
        "s",
        "y",
        "s__",
    )
    assert module.with_slopes(p.d, [graph.zero, graph.one]).chart.names == ("s", "y", "s_")


def test_what_is_asked_at_points_only_where_nothing_moves_by_itself(monkeypatch):
    steady, timed = Problem("x y", FREE), Problem("x y", FREE, "x' = 1 + y*y'")
    driven = nh.System("x y", FREE, ["x' = y*y'"], forces={"x": "u"}, inputs="u")
    assert module._is_steady(steady.system, steady.d)
    assert not module._is_steady(timed.system, timed.d)
    d = distribution(independent_rows(driven.system.pfaffian)[0])
    assert not module._is_steady(driven.system, d)
    graph = d.chart.graph
    monkeypatch.setattr(module, "with_slopes", lambda *_: 1 / 0)
    assert module.none_near(timed.system, timed.d, timed.compared.reference, {}, 1) is None
    monkeypatch.setattr(module, "divergence", lambda *_: 1 / 0)
    assert module.none_at_points(timed.system, timed.d, timed.compared.reference) is None
    assert graph is driven.system.chart.graph


def test_no_row_drifts():
    p = Problem("x y", FREE, "x' = y*y'")
    with pytest.raises(OutOfReach, match="affine part"):
        module.drifting(p.d)
    q = Problem("x y z", f"{FREE} + z'**2/2", "x' = y*z'", "y' = 1 + z")
    assert q.d.names([q.d.dependent[module.drifting(q.d)]]) == ("y",)


def test_the_rows_without_time_hold_along_its_fields():
    q = Problem("x y z w", f"{FREE} + z'**2/2 + w'**2/2", "x' = y*z' + 1", "w' = z*z' + 2*y")
    free, _ = module.without_time(q.d, [q.d.chart.graph.zero] * len(q.d.rates))
    assert free.k == 1 and free.pfaffian.space == "q"
    row = free.pfaffian.matrix[0]
    for j, i in enumerate(free.independent, start=1):
        a = [alpha[j] * row[c] for c, alpha in zip(free.dependent, free.alpha)]
        assert q.d.chart.graph.add(row[i], *a).is_zero
    y, z = q.d.chart.q[1], q.d.chart.q[2]  # dt = dx - y dz put into dw = z dz + 2 y dt
    assert [row[c] for c in (0, 1, 3)] == [-2 * y, 0 * y, 1 + 0 * y]
    assert (row[2] - (2 * y**2 - z)).is_zero


def test_the_row_of_a_density_says_what_its_slopes_say():
    """The set with s' = theta_0 + sum theta_j r_j' is solved for the same slopes as are given."""
    q = Problem("x y z", f"{FREE} + z'**2/2", "x' = y*z' + t")
    x, y, z = q.d.chart.q
    more = module.with_slopes(q.d, [x + z, y, x * y])
    assert more.names([more.dependent[-1]]) == ("s",)
    again = distribution(more.pfaffian, more.names(more.dependent)).alpha
    assert all((a - b).is_zero for r, s in zip(again, more.alpha) for a, b in zip(r, s))


@pytest.mark.parametrize(
    ("force", "answer"), [("-u*x'", None), ("-u*x' - x'", None), ("-u*y", True)]
)
def test_a_divergence_that_holds_an_input_is_left_open(force, answer):
    """u = 0 keeps a density and u = 1 none; a force of the place alone changes nothing."""
    free = f"{FREE} + z'**2/2"
    driven = nh.System("x y z", free, ["y' = x*z'"], forces={"x": force}, inputs="u")
    assert measure(compare(driven)).decision.answer is answer


@pytest.mark.parametrize("name", ["neimark_fufaev_pair", "neimark_fufaev_pair_alternative"])
def test_a_density_is_had_from_an_integral_in_powers_of_e(name):
    """It is e^(c s) g(q) where the logarithms of the density's factors may have no value."""
    told = measure(compare(read_case(CASES / f"{name}.toml")))
    assert str(told.density) == "(9*x**2 + 9*y**2 + z**2)/(y**2*(3*x**2 + 3*y**2 + z**2))"


@pytest.mark.parametrize(
    "slope",
    ["1/(6*x)", "1/(2*x) + x", "1/(4*x) + x", "1/(4*(x**2 - 1)) + x", "tan(x)/4 + x", "a/x + x"],
)
def test_a_density_is_real_on_both_sides_of_its_poles(slope):
    """Of x'' = f(x) x'^2 it is exp(-2 int f) > 0, whether a linear form or brackets tell it."""
    case = nh.System("x", "x'**2/2", forces={"x": f"({slope})*x'**2"}, parameters="a")
    N = measure(compare(case)).formula
    x, a = (N.graph.symbol(name) for name in "xa")
    (f,) = N.graph.copy([case.scope.expression(slope)])
    for place in (Rational(-5, 2), Rational(-2, 3), Rational(1, 3), Rational(7, 3)):
        there = {x: place, a: Rational(1, 4)}
        assert ball(N, there) > 0
        assert ball(N.diff(x) / N + 2 * f, there).contains(0)
