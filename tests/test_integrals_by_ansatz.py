"""First integrals by ansatz: Jellett's, Routh's, Chaplygin's and others are found, each is
proved, none twice.
"""

from __future__ import annotations

import json
from functools import cache
from itertools import islice, product
from pathlib import Path

import pytest
from flint import fmpz_mod_ctx, fmpz_mod_mat
from test_dynamics import Problem

import nonholo as nh
from nonholo.cli import main
from nonholo.dynamics import integrals
from nonholo.dynamics.conserved import is_conserved
from nonholo.dynamics.families import families, generators
from nonholo.dynamics.integrals import Rates, Table, search_integrals
from nonholo.findings.conservation import conserved, further_integrals, integrals_at_numbers
from nonholo.findings.side_by_side import compare
from nonholo.linear.elimination import echelon
from nonholo.readers.case_file import parse_case, read_case

CASES = Path(__file__).parent.parent / "cases"
ROUTH = [
    "I1*phidot*sin(theta)**2*R + I3*(psidot + phidot*cos(theta))*(R*cos(theta) - a)",
    "(psidot + phidot*cos(theta))*sqrt(I1*I3 + m*I1*R**2*sin(theta)**2 + m*I3*(R*cos(theta) - "
    "a)**2)",
]


@cache
def searched(stem: str):
    """The case, its comparison without judging, and all integrals: known ones and those found."""
    case = read_case(CASES / f"{stem}.toml")
    found = compare(case, undecided=True)
    search = further_integrals(found, 60_000_000)
    known = [found.distribution.restrict(f) for _, f in conserved(found)]
    return case, found, search, known


def rank(found, functions) -> int:
    chart = found.system.chart
    return echelon(
        chart.graph, [[f.diff(s) for s in (*chart.q, *chart.v, chart.t)] for f in functions]
    ).rank


@pytest.mark.parametrize(
    "stem", ["routh_sphere", "vertical_disk", "rosenberg_particle", "large/suslov_body"]
)
def test_what_is_found_is_kept_and_new(stem):
    _, found, search, known = searched(stem)
    for f in search.integrals:
        kept = is_conserved(found.system, found.distribution, found.reference, f)
        assert kept.answer and kept.proved
    assert search.complete
    assert rank(found, [*known, *search.integrals]) == rank(found, known) + len(search.integrals)


def test_momenta_are_found_in_the_rates_in_which_the_energy_is_short():
    """Veselova's body with a rotor: its reaction is along the axis in space, so the components of
    I w + k across that are kept, of degree 3 with the body rates and 5 with those of the angles.
    """
    rates = ("p'*sin(q)*sin(r) + q'*cos(r)", "p'*sin(q)*cos(r) - q'*sin(r)", "p'*cos(q) + r'")
    w1, w2, w3 = (f"({rate})" for rate in rates)
    body = f"(A*{w1}**2 + B*{w2}**2 + C*{w3}**2)/2 + k*{w3}"
    case = nh.System("p q r", body, ["p' + r'*cos(q)"], parameters=["A", "B", "C", "k"])
    found = compare(case, undecided=True)
    search = further_integrals(found)
    across = [
        f"A*{w1}*(cos(p)*cos(r) - sin(p)*cos(q)*sin(r)) - B*{w2}*(cos(p)*sin(r) + "
        f"sin(p)*cos(q)*cos(r)) + (C*{w3} + k)*sin(p)*sin(q)",
        f"A*{w1}*(sin(p)*cos(r) + cos(p)*cos(q)*sin(r)) - B*{w2}*(sin(p)*sin(r) - "
        f"cos(p)*cos(q)*cos(r)) - (C*{w3} + k)*cos(p)*sin(q)",
    ]
    restrict = found.distribution.restrict
    published = [restrict(case.scope.expression(text)) for text in across]
    assert len(search.integrals) == 2
    assert rank(found, [*published, *map(restrict, search.integrals)]) == 2


@pytest.mark.parametrize(
    "stem", ["routh_sphere", "vertical_disk", "large/suslov_body", "gas_in_box"]
)
def test_classes_of_signs_leave_no_integral_out(stem, monkeypatch):
    """The relations within each class of signs are all relations; the classes are small."""
    _, found, _, _ = searched(stem)
    system, d, motion = found.system, found.distribution, found.reference
    rates = Rates(system, d, motion)
    some = [*islice(families(generators(system, d, motion), d, motion, ()), 3)]
    tables = [Table(rates, family, ()) for family in some]
    monkeypatch.setattr(Rates, "classes", lambda _, family: [[*range(len(family.exponents))]])
    for family, table in zip(some, tables):
        whole, parts = (
            [[s for s, _ in relation] for relation in t.relations()]
            for t in (Table(rates, family, ()), table)
        )
        assert parts == whole
        assert 3 * max(map(len, table.classes)) <= len(family.exponents)


def test_jellett_and_routh():
    """Routh 1905: two linear integrals of the rolling sphere with displaced mass centre, one
    with a square root.
    """
    case, found, search, known = searched("routh_sphere")
    published = [case.scope.expression(text) for text in ROUTH]
    assert len(search.integrals) == 2
    assert (
        rank(found, [*known, *search.integrals, *published])
        == rank(found, [*known, *search.integrals])
        == 3
    )


def test_a_ball_that_rolls_inside_a_sphere_keeps_its_spin():
    """Routh 1905: the angular velocity along the line to the contact; its rate is 0 by the forces,
    while the accelerations are too long for a normal form.
    """
    across, along = (
        "(A'*cos(p - b) + s'*sin(A)*sin(p - b))",
        "(A'*sin(p - b) - s'*sin(A)*cos(p - b))",
    )
    spin = f"(sin(a)*{across} + cos(a)*(p' + s'*cos(A)))"
    turning = f"(cos(a)*{across} - sin(a)*(p' + s'*cos(A)))"
    ball = nh.System(
        "a b p A s",
        f"(a'^2 + sin(a)^2*b'^2)/2 + k/2*({spin}^2 + {turning}^2 + {along}^2) - g*cos(a)",
        [f"a' + r*{along}", f"sin(a)*b' - r*{turning}"],
    )
    found = compare(ball, undecided=True)
    every = [f for _, f in conserved(found)] + list(further_integrals(found).integrals)
    published = ball.scope.expression(spin.replace("'", "dot"))
    kept, with_spin = (
        [*map(found.distribution.restrict, fs)] for fs in (every, [*every, published])
    )
    assert rank(found, with_spin) == rank(found, kept) == 3


@pytest.mark.slow
def test_chaplygins_sphere_keeps_its_angular_momentum():
    """Chaplygin 1903: all components of the angular momentum about the contact point along fixed
    axes.
    """
    case, found, search, known = searched("chaplygin_sphere")
    published = [
        found.distribution.restrict(case.scope.expression(text))
        for text in case.expected["conserved"]
    ]
    assert len(search.integrals) == 2
    assert (
        rank_modulo(found, [*known, *search.integrals, *published])
        == rank_modulo(found, published)
        == 4
    )


def rank_modulo(found, functions) -> int:
    """The rank of the differentials modulo the prime of the graph."""
    chart = found.system.chart
    rows = [[f.diff(s).value[0] for s in (*chart.q, *chart.v)] for f in functions]
    field = fmpz_mod_ctx(chart.graph.modulus.p)
    return fmpz_mod_mat(len(rows), len(rows[0]), [e for row in rows for e in row], field).rank()


def kept_functions(p: Problem, *texts: str) -> bool:
    """The functions are functions of what is found and of the energy."""
    found = [
        p.d.restrict(f) for f in search_integrals(p.system, p.d, p.compared.reference).integrals
    ]
    return rank(p.compared, [*found, *(p.d.restrict(p.read(t)) for t in texts)]) == len(found)


def test_integrals_with_terms_of_both_parities():
    """A charge in a magnetic field: x' - b y is kept, linear in the velocities and with a term
    without them.
    """
    p = Problem("x y", "(x'**2 + y'**2)/2 + b*(x*y' - y*x')/2", parameters="b")
    assert kept_functions(p, "x' - b*y", "y' + b*x")


@pytest.mark.parametrize(
    ("lagrangian", "integral"),
    [
        ("t**2*(xdot**2 - x**2)/2", "(x + t*xdot)**2 + t**2*x**2"),
        ("t**2*(3*xdot**2 - x**6)/6", "t**3*(3*xdot**2 + x**6) + 3*t**2*x*xdot"),
    ],
)
def test_time_and_velocities_are_turned_over_together(lagrangian, integral):
    """x t = sin t, and Emden's equation: odd powers of t x' stand beside even ones."""
    assert kept_functions(Problem("x", lagrangian), integral)


def test_integrals_on_a_turntable():
    """Homogeneous ball on a turntable, in the quasi-coordinates of its spin: y' - Om J/(J + m
    R^2) x is kept.
    """
    p = Problem(
        "x y a b c",
        "m/2*(x'**2 + y'**2) + J/2*(a'**2 + b'**2 + c'**2)",
        "x' = R*b' - Om*y",
        "y' = -R*a' + Om*x",
        parameters="m J R Om",
    )
    assert kept_functions(p, "y' - Om*J/(J + m*R**2)*x", "x' + Om*J/(J + m*R**2)*y", "c'")


def test_exponentials_half_angles_and_parameters_inside_of_angles():
    p = Problem("u v", "(u'**2 + exp(2*u)*v'**2)/2")
    assert kept_functions(p, "exp(2*u)*v'", "u' - v*v'*exp(2*u)")
    q = Problem(
        "x y theta",
        "(x'**2 + y'**2 + theta'**2)/2",
        "x'*sin(theta/2 + al) = y'*cos(theta/2 + al)",
        parameters="al",
    )
    assert kept_functions(q, "theta'", "x'*cos(theta/2 + al) + y'*sin(theta/2 + al)")


def test_what_is_solved_for_is_on_the_manifold():
    """Appell and Hamel: the energy is not found again in the guise that it has on the
    constraint.
    """
    _, found, search, _ = searched("nonlinear/appell_hamel")
    assert len(search.integrals) == 2
    for f in search.integrals:
        assert is_conserved(found.system, found.distribution, found.reference, f).proved


def test_generators_are_told_apart():
    """theta stands inside of a sine and outside of it; x and y do not drive the motion."""
    p = Problem("x y theta", "(x'**2 + y'**2 + theta'**2)/2 - theta*cos(theta)")
    groups = generators(p.system, p.d, p.compared.reference)
    told = {tuple(map(str, g.nodes)): g.idle for g in groups}
    assert told == {
        ("x",): True,
        ("y",): True,
        ("theta",): False,
        ("cos(theta)", "sin(theta)"): False,
    }


def test_no_search_where_functions_have_no_image():
    p = Problem("x", "x'**2/2 - log(1 + x**2)*atan(x)")
    assert further_integrals(p.compared) is None


OSCILLATOR = """
coordinates = ["x", "y"]
lagrangian = "(xdot**2 + ydot**2)/2 - (a*x**2 + b*y**2)/2"
parameters = { a = 1.5, b = %s }
"""


@pytest.mark.parametrize(("b", "more"), [("1.5", 1), ("1.6", 0)])
def test_equal_numbers_may_have_integrals_of_their_own(b, more):
    """The isotropic oscillator keeps its area: only if a = b, which the parameters alone do not
    say.
    """
    case = parse_case(OSCILLATOR % b)
    found = compare(case, undecided=True)
    search = further_integrals(found)
    every = [f for _, f in conserved(found)] + list(search.integrals)
    special = integrals_at_numbers(found, every)
    if not more:
        assert special is None
        return
    area = case.scope.expression("x*ydot - y*xdot")
    assert (
        rank(found, [*special.integrals, *(f.subs(case.system.values) for f in every), area]) == 3
    )
    assert len(special.integrals) == more


def central(coordinates: str, potential: str):
    names = coordinates.split()
    square = " + ".join(f"{n}'^2" for n in names)
    r = "sqrt({})".format(" + ".join(f"{n}^2" for n in names))
    case = parse_case(
        f'coordinates = {names}\nlagrangian = "m*({square})/2 - ({potential.replace("r", r)})"\n'
        "[parameters]\nm = { positive = true }\nk = { positive = true }\n"
    )
    found = compare(case)
    return case, found, further_integrals(found), [f for _, f in conserved(found)]


LENZ = "m*y*xdot*ydot - m*x*ydot**2 + k*x/sqrt(x**2 + y**2)"
LENZ_IN_SPACE = (
    "m*y*xdot*ydot - m*x*ydot**2 - m*x*zdot**2 + m*z*xdot*zdot + k*x/sqrt(x**2 + y**2 + z**2)"
)


@pytest.mark.parametrize(
    ("coordinates", "potential", "expected"),
    [
        ("x y", "-k/r", LENZ),  # Laplace, Runge, Lenz
        ("x y z", "-k/r", LENZ_IN_SPACE),
        ("x y", "k*r^2/2", "m*xdot*ydot + k*x*y"),  # Fradkin's tensor
        ("x y z", "k*r^2/2", "m*xdot*ydot + k*x*y"),
    ],
)
def test_orbits_that_close_keep_all_but_one(coordinates, potential, expected):
    """Kepler's problem and the oscillator: with energy and momenta 2n - 1 independent integrals."""
    case, found, search, known = central(coordinates, potential)
    assert search.complete
    every = [*known, *search.integrals]
    assert rank(found, every) == len(every) == 2 * case.system.chart.n - 1
    assert rank(found, [*every, case.scope.expression(expected)]) == len(every)
    assert expected in map(str, search.integrals)


TENSOR = "(k*r^2 + m*r'^2)*cos(phi)^2 - 2*m*r*r'*phi'*cos(phi)*sin(phi) + m*r^2*phi'^2*sin(phi)^2"
POLAR = "m*r**2*rdot*phidot*sin(phi) + m*r**3*phidot**2*cos(phi) - k*cos(phi)"


@pytest.mark.parametrize(
    ("coordinates", "energy", "potential", "count", "expected"),
    [
        ("r phi", "r'^2 + r^2*phi'^2", "-k/r", 3, POLAR),
        ("r phi", "r'^2 + r^2*phi'^2", "k*r^2/2", 3, TENSOR),  # Fradkin's tensor
        pytest.param(
            "r theta phi",
            "r'^2 + r^2*theta'^2 + r^2*sin(theta)^2*phi'^2",
            "-k/r",
            5,
            "",
            marks=pytest.mark.slow,
        ),
    ],
)
def test_vectors_and_tensors_of_closed_orbits_in_angles(
    coordinates, energy, potential, count, expected
):
    """An angle that stands nowhere in L stands in integrals by its sine and cosine."""
    case = parse_case(
        f'coordinates = {coordinates.split()}\nlagrangian = "m*({energy})/2 - ({potential})"\n'
        "[parameters]\nm = { positive = true }\nk = { positive = true }\n"
    )
    found = compare(case)
    every = [f for _, f in conserved(found)] + list(further_integrals(found).integrals)
    assert rank(found, every) == len(every) == count
    if expected:
        assert rank(found, [*every, case.scope.expression(expected)]) == count


def test_other_central_forces_keep_no_vector_and_the_search_stays_small():
    """With roots in L points are missing modulo a prime; too few of them let everything seem kept."""
    search = central("x y", "-k/r^3")[2]
    assert search.complete and [*map(str, search.integrals)] == ["y*xdot - x*ydot"]


def test_momenta_are_found_whatever_the_law_of_a_force_is():
    """Two bodies in a plane: three integrals linear in the velocities, and the energy is known."""
    lagrangian = "m*(x'^2 + y'^2)/2 + (u'^2 + v'^2)/2 - V((x - u)^2 + (y - v)^2)"
    found = nh.compare(nh.System("x y u v", lagrangian, functions=["V(s)"]))
    motion = found.entry("maggi").motion
    momenta = search_integrals(found.system, found.distribution, motion).integrals
    x, y, u, v = found.system.chart.v
    m = found.system.chart.graph.symbol("m")
    assert {m * x + u, m * y + v} <= set(momenta) and len(momenta) >= 3


@pytest.mark.parametrize("radicand", [2, 5, "a", "a + 2"])
def test_a_root_before_a_known_integral_makes_none_new(radicand):
    """Modulo half of all primes such a root is at no point: no gradient is to be compared there."""
    problem = Problem("x y", "(x'**2 + sqrt(1 + x**2)*y'**2)/2", parameters="a b")
    known = [problem.read(f"sqrt({radicand})*sqrt(1 + x**2)*ydot")]
    true = problem.compared.reference
    search = search_integrals(problem.system, problem.d, true, known)
    assert [str(f) for f in search.integrals] == ["xdot**2 + ydot**2*sqrt(x**2 + 1)"]


@pytest.mark.parametrize("factor", ["1", "exp(y)", "(2 + cos(y))", "(1 + x**2)"])
def test_a_factor_of_a_row_hides_no_integral(factor):
    """The knife edge turns about a centre that stays; exp(y) had taken the place of y."""
    row = f"(y'*cos(theta) - x'*sin(theta))*{factor}"
    found = compare(nh.System("x y theta", "(x'^2 + y'^2 + theta'^2)/2", [row]))
    integrals = [str(f) for f in further_integrals(found).integrals]
    assert integrals == ["x*thetadot - ydot", "xdot + y*thetadot"]


def test_the_class_told_is_the_class_searched(monkeypatch):
    """Every monomial of the class stood among the candidates; families in which something was left
    open are not told.
    """
    comparison, asked = compare(read_case(CASES / "rosenberg_particle.toml"), undecided=True), set()

    def recorded(*given):
        for family in families(*given):
            names = [str(node) for node in family.nodes]
            rows = family.exponents.tolist() if family.base is None else ()
            asked.update(
                (family.degree, *((n, e) for n, e in zip(names, row) if e)) for row in rows
            )
            yield family

    monkeypatch.setattr(integrals, "families", recorded)
    search = further_integrals(comparison, 60_000_000)
    assert search.complete and search.searched
    for bounds in search.searched:
        for powers in product(*(range(k + 1) for _, k in bounds.powers)):
            if sum(powers) <= bounds.total:
                stood = [(names[0], e) for (names, _), e in zip(bounds.powers, powers) if e]
                assert (bounds.degree, *stood, ("ydot", bounds.degree)) in asked
    monkeypatch.setattr(integrals, "SUPPORT", 1)
    left = further_integrals(comparison, 60_000_000)
    assert not left.complete and not {*left.searched} >= {*search.searched}

    def factored(*given):
        return (family for family in families(*given) if family.base is not None)

    monkeypatch.setattr(integrals, "families", factored)
    assert further_integrals(comparison, 60_000_000).searched == ()


@pytest.mark.parametrize("row", ["x'*sin(a) = y'*cos(a)", "a' = x*y' + y*cos(a)*x'/(x + 1)"])
def test_a_class_of_natural_speeds_is_told_as_none_of_velocities(monkeypatch, row):
    """These are completed by velocities: what is searched in them is no larger class in those."""
    energy = "(cos(a)*x' + sin(a)*y')**2/2 + x'**2 + (y'**2 + a'**2)/2 - x*y*a"
    told = []
    for natural in (integrals.natural_speeds, lambda system, d: []):
        monkeypatch.setattr(integrals, "natural_speeds", natural)
        problem = Problem("x y a", energy, row)
        told.append(search_integrals(problem.system, problem.d, problem.compared.reference))
    assert told[0].complete and told[0].searched == told[1].searched


def test_what_the_constraints_keep_makes_no_new_integral():
    """y' is kept, z - x is, and so is their product."""
    case = nh.System("x y z", "(x'^2 + y'^2 + z'^2)/2 - x*z/2", ["z' = x'"])
    found = compare(case)
    assert "ydot" in [str(f) for _, f in conserved(found)]
    assert further_integrals(found).integrals == ()


def test_integrals_hold_no_quotient_that_was_met_before(tmp_path, capsys):
    """Veselova's body: -I3 is (I2^2 I3 - I1 I2 I3)/(I1 I2 - I2^2), which has no value at I1 = I2,
    and stood there if that had been met in the search, as in one process and not in another."""
    text = """
coordinates = ["ph", "th", "ps"]
constraints = ["ph' + ps'*cos(th) = 0"]
parameters = ["I1", "I2", "I3"]
[[bodies]]
name = "body"
rotation = ["z ph", "x th", "z ps"]
inertia = ["I1", "I2", "I3"]
"""
    path = tmp_path / "veselova.toml"
    path.write_text(text)
    assert main(["compare", str(path), "--integrals", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)["integrals"]
    assert len(told) == 2
    assert not [F for F in told if "/" in F]
