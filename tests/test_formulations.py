"""Each formulation by itself: what it can treat, what it refuses and with which words, and
SymPy's Kane as a judge.
"""

from __future__ import annotations

import pytest
from test_dynamics import Problem, coin, driven, rosenberg, sleigh

from nonholo.decide.zero import all_zero, decide_zero
from nonholo.dynamics.equations import motion
from nonholo.dynamics.lagrange import force_balance
from nonholo.errors import NonholoError, NotApplicable
from nonholo.findings.comparison import compare
from nonholo.formulations import FORMULATIONS
from nonholo.formulations.appell import gibbs_function
from nonholo.formulations.capabilities import BY_NAME, CAPABILITIES
from nonholo.geometry.constraints.pfaffian import independent_rows
from nonholo.geometry.curvature.frames import frame
from nonholo.geometry.distribution.distribution import distribution
from nonholo.linear.elimination import dot
from nonholo.writing.present import presentable

EACH = pytest.mark.parametrize("name", FORMULATIONS)


# the table of capabilities, column by column ---------------------------------------------------
def test_the_table_names_every_formulation():
    assert [c.name for c in CAPABILITIES] == list(FORMULATIONS)


def treats(name: str, problem: Problem) -> bool:
    """The formulation applies and gives the motion of the multiplier equations."""
    system, d = problem.system, problem.d
    try:
        found = motion(FORMULATIONS[name](system, d))
    except NotApplicable:
        return False
    true = motion(FORMULATIONS["multipliers"](system, d))
    assert all_zero(a - b for a, b in zip(found.accelerations, true.accelerations)).proved
    return True


def rheonomic() -> Problem:
    return Problem("x y", "(x'**2 + y'**2)/2", "y' = sin(t)*x'", dependent="y")


def unsymmetric() -> Problem:
    return Problem("x y", "(x'**2 + y'**2)/2 - y", "y' = x*x'", dependent="y")


def quartic() -> Problem:
    return Problem("x y z", "(x'**2 + y'**2 + z'**2)/2 + x'**4", "z' = y*x'", dependent="z")


def bent() -> Problem:
    return Problem("x y", "(x'**2 + y'**2)/2 + x*abs(y')", "y' = x*x'", dependent="y")


def cancelling() -> Problem:
    return Problem("x y", "(x'**2 + y'**2)/2 + x*log(y') - x*log(2*y')", "y' = x*x'", dependent="y")


def circling() -> Problem:
    return Problem("x y", "(x'**2 + y'**2)/2 - y", "x'**2 + y'**2 - 4")


@EACH
@pytest.mark.parametrize(
    ("column", "problem"), [("affine", driven), ("rheonomic", rheonomic), ("nonlinear", circling)]
)
def test_what_a_formulation_can_treat(name, column, problem):
    assert treats(name, problem()) is getattr(BY_NAME[name], column)


@EACH
@pytest.mark.parametrize(
    ("column", "problem"),
    [
        ("symmetry", unsymmetric),
        ("quadratic", quartic),
        ("quadratic", bent),
        ("quadratic", cancelling),
    ],
)
def test_what_a_formulation_needs(name, column, problem):
    assert treats(name, problem()) is not getattr(BY_NAME[name], column)


@EACH
def test_which_formulations_see_the_rows_as_given(name):
    """Those that let redundant rows stay read the rows of the system; the others only independent
    ones, solved.

    The distribution knows y' = x' alone, the system z' = x' + y' too: who sees that row obeys it.
    """
    p = Problem(
        "x y z",
        "(x'**2 + 2*y'**2 + z'**2)/2 - z",
        "y' = x'",
        "z' = x' + y'",
        "2*z' = x' + 3*y'",
        dependent="y z",
    )
    d = distribution(p.system.pfaffian.take([0]), ("y",))
    found = motion(FORMULATIONS[name](p.system, d)).accelerations
    gap = found[2] - found[0] - found[1]
    assert bool(decide_zero(gap).answer) is BY_NAME[name].redundant


@EACH
@pytest.mark.parametrize("problem", [coin, rosenberg, sleigh, driven, circling])
def test_the_number_of_equations_and_unknowns(name, problem):
    p = problem()
    k = p.d.k + len(p.system.nonlinear)
    try:
        equations = FORMULATIONS[name](p.system, p.d)
    except NotApplicable:
        return
    found = (len(equations.rows), len(equations.unknowns))
    assert found == (
        BY_NAME[name].equations(p.d.chart.n, k),
        BY_NAME[name].unknowns(p.d.chart.n, k),
    )


@EACH
def test_which_formulations_give_reactions(name):
    assert bool(rosenberg().compared.entry(name).equations.multipliers) is BY_NAME[name].reactions


@EACH
def test_which_formulations_take_quasi_velocities(name):
    p = sleigh()
    own = frame(p.d, {"v": p.read("x'*cos(theta) + y'*sin(theta)"), "w": p.read("2*theta'")})
    if not BY_NAME[name].quasi:
        with pytest.raises(TypeError):
            FORMULATIONS[name](p.system, p.d, own)
        return
    found = motion(FORMULATIONS[name](p.system, p.d, own))
    assert all_zero(
        a - b for a, b in zip(found.accelerations, p.compared.reference.accelerations)
    ).proved


# single formulations ---------------------------------------------------------------------------
def test_hamel_gives_the_sleigh_as_published():
    """m v' = m a w^2, (I + m a^2) w' = - m a v w (Chaplygin 1911; Bloch 2003, sec 1.7)."""
    p = sleigh()
    own = frame(p.d, {"v": p.read("x'*cos(theta) + y'*sin(theta)"), "w": p.read("theta'")})
    v, w = own.symbols
    equations = FORMULATIONS["hamel"](p.system, p.d, own)
    found = motion(equations).rates
    m, a, J = (p.read(s) for s in "maJ")
    assert all_zero([found[0] - a * w**2, found[1] + m * a * v * w / (J + m * a**2)]).proved
    assert not any("theta" in str(presentable(row)) for row in equations.rows)


def test_frames_that_cannot_be_are_refused():
    p = sleigh()
    x, y, turn = p.read("x'"), p.read("y'"), p.read("theta'")
    for quasi, words in [
        ({"v": x}, "1 quasi-velocities given"),
        ({"v": x, "w": x * y}, "w = xdot\\*ydot: a quasi"),
        ({"v": x, "w": y}, "not independent of each other on the constraints"),
        ({"x": x, "w": turn}, "x cannot be a quasi-velocity"),
        ({"v": x, "w": p.read("theta''")}, "w = thetaddot: a quasi"),
    ]:
        with pytest.raises(NonholoError, match=words):
            frame(p.d, quasi)


@pytest.mark.parametrize(
    ("problem", "words"),
    [
        (coin, "chaplygin: the Lagrangian contains the dependent coordinate y"),
        (
            lambda: Problem(
                "x y", "(x'**2 + y'**2)/2", "y' = x'", forces={"x": "y"}, dependent="y"
            ),
            "chaplygin: an applied force contains the dependent coordinate y",
        ),
        (
            lambda: Problem("x y z", "(x'**2 + y'**2 + z'**2)/2", "z' = z*x'", dependent="z"),
            "chaplygin: the constraints, solved, contain the dependent coordinate z",
        ),
        (rheonomic, "chaplygin: the constraints contain t"),
        (
            lambda: Problem("x y", "(x'**2 + y'**2)/2", "y' = x' + 1", dependent="y"),
            "chaplygin: the constraints are not catastatic",
        ),
    ],
)
def test_chaplygin_says_which_hypothesis_is_broken(problem, words):
    p = problem()
    with pytest.raises(NotApplicable, match=words):
        FORMULATIONS["chaplygin"](p.system, p.d)
    refused = [r for r in p.compared.refused if r.name == "chaplygin"]
    assert refused[0].reason.startswith(words)


def test_a_dependent_coordinate_that_cancels_is_absent():
    p = Problem(
        "x y",
        "(x'**2 + y'**2)/2 + sin(y)**2 + cos(y)**2 + (x + y)**2 - x**2 - 2*x*y - y**2",
        "y' = x'",
        dependent="y",
    )
    assert treats("chaplygin", p)


def test_slopes_of_the_gibbs_function_are_the_force_balance():
    p = Problem("x y", "x'**2/2 + y*x'*y' + t*y'**3 - sin(x*y*t)", "y' = x'")
    S = gibbs_function(p.system)
    assert all_zero(S.diff(a) - e for a, e in zip(p.system.chart.a, force_balance(p.system))).proved


def test_kane_needs_a_quadratic_lagrangian():
    p = quartic()
    refused = [r for r in p.compared.refused if r.name == "kane"]
    assert "quadratic in the velocities; this one is not" in refused[0].reason
    assert p.compared.entry("maggi").agrees


def test_a_mass_matrix_that_is_singular_off_the_constraints_is_no_obstacle():
    """z has no mass, but z' = y x' holds it (Udwadia and Schutte 2010 for the explicit form)."""
    p = Problem("x y z", "(x'**2 + y'**2)/2 - x**2/2", "z' = y*x'", dependent="z")
    p.moves({"x": "-x", "y": "0", "z": "x'*y' - x*y"})
    assert p.compared.refused == ()


def test_explicit_equations_are_solved():
    p = rosenberg()
    equations = FORMULATIONS["udwadia_kalaba"](p.system, p.d)
    for i, row in enumerate(equations.rows):
        assert [row.diff(a) for a in p.system.chart.a] == [
            1 if i == j else 0 for j in range(3)
        ] or all(
            decide_zero(row.diff(a) - int(i == j)).answer for j, a in enumerate(p.system.chart.a)
        )


def test_gauss_makes_the_constraint_least():
    """Z on the true motion is below Z on another motion that obeys the constraint (Gauss 1829)."""
    p = rosenberg()
    chart, graph = p.system.chart, p.system.chart.graph
    true = p.compared.reference.accelerations
    other = [true[0] + 1, true[1] - 2, true[2] + p.read("y")]
    assert decide_zero(
        dot(graph, [p.read("-y"), graph.zero, graph.one], other) - p.read("x'*y'")
    ).answer

    def constraint(q2):
        return dot(graph, q2, q2) / 2

    excess = constraint(other) - constraint(true)
    assert decide_zero(p.d.restrict(excess) - (1 + 4 + p.read("y**2")) / 2).answer
    assert chart.n == 3


# SymPy as a judge --------------------------------------------------------------------------------
def kane_of_sympy(particles, coordinates, speeds, constraints, forces):
    """The accelerations q'' of SymPy's KanesMethod, speeds = q', on the constraints."""
    from sympy import solve
    from sympy.physics.mechanics import KanesMethod

    q, u = coordinates, speeds
    rest = [s for s in u if s not in constraints]
    method = KanesMethod(
        particles["frame"],
        q_ind=q,
        u_ind=rest,
        kd_eqs=[a.diff() - b for a, b in zip(q, u)],
        u_dependent=list(constraints),
        velocity_constraints=[s - e for s, e in constraints.items()],
    )
    fr, frstar = method.kanes_equations(particles["bodies"], forces)
    rates = [s.diff() for s in u]
    closing = [s.diff() - e.diff() for s, e in constraints.items()]
    closing = [e.subs({a.diff(): b for a, b in zip(q, u)}) for e in closing]
    rows = [e.subs({a.diff(): b for a, b in zip(q, u)}) for e in (fr + frstar)]
    return solve([*rows, *closing], rates, dict=True)[0]


@pytest.mark.parametrize("which", ["rosenberg", "knife edge"])
def test_kane_agrees_with_sympy(which):
    sympy = pytest.importorskip("sympy")
    mechanics = pytest.importorskip("sympy.physics.mechanics")
    t, dyn = sympy.Symbol("t"), mechanics.dynamicsymbols
    N, O = mechanics.ReferenceFrame("N"), mechanics.Point("O")
    O.set_vel(N, 0)
    P = mechanics.Point("P")
    m, g, al, J = sympy.symbols("m g al J", positive=True)
    if which == "rosenberg":
        q, u = dyn("x y z"), dyn("ux uy uz")
        P.set_vel(N, u[0] * N.x + u[1] * N.y + u[2] * N.z)
        bodies, loads = [mechanics.Particle("p", P, 1)], []
        held, problem = {u[2]: q[1] * u[0]}, rosenberg()
    else:
        q, u = dyn("x y theta"), dyn("ux uy ut")
        B = N.orientnew("B", "Axis", [q[2], N.z])
        B.set_ang_vel(N, u[2] * N.z)
        P.set_vel(N, u[0] * N.x + u[1] * N.y)
        inertia = (mechanics.inertia(B, 0, 0, J), P)
        bodies, loads = (
            [mechanics.RigidBody("b", P, B, m, inertia)],
            [(P, m * g * sympy.sin(al) * N.x)],
        )
        held = {u[1]: u[0] * sympy.tan(q[2])}
        problem = Problem(
            "x y theta",
            "m/2*(x'**2 + y'**2) + J/2*theta'**2 + m*g*x*sin(al)",
            "y' = x'*tan(theta)",
            parameters="m J g al",
            dependent="y",
        )
    found = kane_of_sympy({"frame": N, "bodies": bodies}, q, u, held, loads)
    ours = motion(FORMULATIONS["kane"](problem.system, problem.d)).accelerations
    names = {s: sympy.Symbol(n + "dot") for s, n in zip(u, problem.system.chart.names)}
    names |= {s: sympy.Symbol(n) for s, n in zip(q, problem.system.chart.names)}
    for rate, own in zip(u, ours):
        theirs = found[rate.diff(t) if rate.diff(t) in found else rate.diff()].subs(names)
        difference = problem.d.restrict(problem.read(str(theirs))) - own
        assert decide_zero(difference).answer, f"{rate}: {theirs} and {own}"


# many rows ---------------------------------------------------------------------------------------
def test_equations_of_all_formulations_agree_where_rows_are_redundant():
    case = Problem(
        "x y theta",
        "m/2*(x'**2 + y'**2) + J/2*theta'**2",
        "x'*sin(theta) - y'*cos(theta)",
        "2*x'*sin(theta) - 2*y'*cos(theta)",
        parameters="m J",
        dependent="y",
    )
    rows, _, redundant = independent_rows(case.system.pfaffian)
    assert len(redundant) == 1
    found = compare(case.system, distribution(rows, ("y",)))
    assert all(e.agrees and e.decision.proved for e in found.formulations)
