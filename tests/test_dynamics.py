"""Published motions, reactions and substitution errors, derived by hand, and what dynamics says
when it refuses.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

import pytest

import nonholo as nh
from nonholo.decide.zero import decide_zero
from nonholo.dynamics.conserved import is_conserved, proved_conserved
from nonholo.dynamics.equations import multiplier_symbols
from nonholo.dynamics.lagrange import energy, force_balance, mass_matrix
from nonholo.dynamics.reduced import reduced_lagrangian
from nonholo.errors import NonholoError, NotApplicable, SingularMass, SingularPivot
from nonholo.expression.graph import Expr
from nonholo.findings.comparison import Comparison, compare, substitution_error
from nonholo.formulations import FORMULATIONS
from nonholo.formulations.maggi import maggi
from nonholo.geometry.constraints.pfaffian import independent_rows
from nonholo.geometry.distribution.distribution import Distribution, distribution
from nonholo.readers.build import build
from nonholo.readers.case import Case
from nonholo.readers.draft import Draft
from nonholo.rivals.substituted import partial_split, substituted


class Problem:
    """A system in words, and what is asked of it most."""

    def __init__(
        self,
        coordinates: str,
        lagrangian: str,
        *constraints: str,
        parameters: str = "",
        holonomic: tuple[str, ...] = (),
        forces: Mapping[str, str] | None = None,
        dependent: str = "",
    ):
        self.case: Case = build(
            Draft(
                coordinates.split(),
                dict.fromkeys(parameters.split()),
                lagrangian=lagrangian,
                constraints=constraints,
                holonomic=holonomic,
                forces=forces or {},
            )
        )
        self.system = self.case.system
        rows, _, _ = independent_rows(self.system.pfaffian)
        self.d: Distribution = distribution(rows, dependent.split())

    def read(self, text: str) -> Expr:
        return self.case.scope.expression(text)

    @property
    def compared(self) -> Comparison:
        return compare(self.system, self.d)

    def accelerations(self, name: str) -> dict[str, Expr]:
        motion = self.compared.entry(name).motion
        return dict(zip(self.system.chart.names, motion.accelerations))

    def moves(self, expected: Mapping[str, str], name: str | None = None) -> None:
        """The accelerations are those expected (on admissible velocities), by every formulation
        or the named one.
        """
        every = [e.equations.name for e in self.compared.formulations]
        for derivation in [name] if name else every:
            found = self.accelerations(derivation)
            for coordinate, text in expected.items():
                difference = found[coordinate] - self.d.restrict(self.read(text))
                assert decide_zero(difference).answer, (
                    f"{derivation}: {coordinate}'' = {found[coordinate]}"
                )


def coin(dependent: str = "x y") -> Problem:
    """Lemos 2003, eqs (19)-(30): a coin rolling upright on an incline, y down the slope."""
    return Problem(
        "x y theta phi",
        "m/2*(x'**2 + y'**2) + m*R**2/8*theta'**2 + m*R**2/4*phi'**2 + m*g*y*sin(al)",
        "x' - R*phi'*sin(theta)",
        "y' - R*phi'*cos(theta)",
        parameters="m R g al",
        dependent=dependent,
    )


def driven() -> Problem:
    """y' = x with L = (x'^2 + y'^2)/2 (theory.md section 5)."""
    return Problem("x y", "(x'**2 + y'**2)/2", "y' = x", dependent="y")


def rosenberg() -> Problem:
    """z' = y x', a free particle (Rosenberg 1977)."""
    return Problem("x y z", "(x'**2 + y'**2 + z'**2)/2", "z' = y*x'", dependent="z")


def sleigh() -> Problem:
    """Chaplygin 1911: a knife edge at (x, y), the centre of mass a ahead of it."""
    return Problem(
        "x y theta",
        "m/2*((x' - a*sin(theta)*theta')**2 + (y' + a*cos(theta)*theta')**2) + J/2*theta'**2",
        "y'*cos(theta) - x'*sin(theta)",
        parameters="m a J",
    )


# motions ------------------------------------------------------------------------------------------
def test_the_coin_moves_as_published():
    coin().moves({"phi": "2*g*sin(al)*cos(theta)/(3*R)", "theta": "0"})
    coin("x phi").moves({"phi": "2*g*sin(al)*cos(theta)/(3*R)", "theta": "0"})


def test_the_coin_with_x_alone_substituted_is_wrong_as_published():
    """Lemos: theta'' = 4 phi'^2 sin(theta) cos(theta)."""
    coin().moves({"theta": "4*phi'**2*sin(theta)*cos(theta)"}, "substituted x")


def test_the_coin_with_both_substituted_is_right_only_when_chained():
    compared = coin().compared
    assert compared.entry("substituted x, y").agrees is False
    assert compared.entry("substituted x, y (chained)").agrees is True
    assert compared.shortcut.answer is False


def test_the_error_of_the_coin_is_its_gradient():
    """m g sin(alpha) y stays in Lbar: gradient m g R sin(alpha) cos(theta) along phi; the
    curvature force cancels.
    """
    p = coin()
    error = substitution_error(p.system, p.d, ("x", "y"))
    columns = dict(zip(p.d.names(p.d.independent), zip(error.gradient, error.curvature)))
    assert columns["phi"] == (p.read("m*g*R*sin(al)*cos(theta)"), p.read("0"))
    assert columns["theta"] == (p.read("0"), p.read("0"))


def test_reactions_of_the_coin():
    """Lemos: the multipliers of the two rolling constraints."""
    expected = (
        "m*(R*phi'*theta'*cos(theta) + 2*g*sin(al)*sin(theta)*cos(theta)/3)",
        "m*(-R*phi'*theta'*sin(theta) + 2*g*sin(al)*cos(theta)**2/3) - m*g*sin(al)",
    )
    p = coin()
    found = p.compared.entry("multipliers").motion.multipliers
    assert all(
        decide_zero(l - p.read(text)).answer for l, text in zip(found, expected, strict=True)
    )


def test_an_upright_disc_on_a_level_floor_is_an_accident():
    """Nonholonomic, and yet its shortcut is right: two verdicts."""
    level = Problem(
        "x y theta phi",
        "m/2*(x'**2 + y'**2) + A/2*theta'**2 + C/2*phi'**2",
        "x' - R*phi'*sin(theta)",
        "y' - R*phi'*cos(theta)",
        parameters="m R A C",
        dependent="x y",
    )
    assert level.compared.shortcut.answer is True
    level.moves({"theta": "0", "phi": "0"})
    level.moves({"theta": "0", "phi": "0"}, "substituted x, y")


def test_the_driven_coordinate():
    """Multipliers give x'' = 0, naive substitution x'' = x."""
    driven().moves({"x": "0", "y": "x'"})
    driven().moves({"x": "x"}, "substituted y")


def test_the_error_of_the_driven_coordinate_is_its_curvature():
    """p_y (D_0 alpha_yx - D_x alpha_y0) = x (0 - 1)."""
    p = driven()
    error = substitution_error(p.system, p.d, ("y",))
    assert (error.gradient, error.curvature) == ((p.read("0"),), (p.read("-x"),))


def test_the_drift_does_work():
    """lambda = y'' = x', and the reaction has the power lambda y' = x x'."""
    p = driven()
    (multiplier,) = p.compared.entry("multipliers").motion.multipliers
    assert multiplier is p.read("x'")
    assert is_conserved(p.system, p.d, p.compared.reference, energy(p.system)).answer is False
    assert p.compared.reactions == (p.read("0"), p.read("x'"))


def test_rosenberg_particle():
    p = rosenberg()
    p.moves({"x": "-y*x'*y'/(1 + y**2)", "y": "0", "z": "x'*y'/(1 + y**2)"})
    p.moves({"x": "-2*y*x'*y'/(1 + y**2)", "y": "y*x'**2"}, "substituted z")
    assert p.compared.curvature_force == (p.read("y*x'*y'"), p.read("-y*x'**2"))


def test_the_sleigh_turns_its_centre_of_mass_ahead():
    """v' = a w^2, w' = - m a v w/(J + m a^2) for v = x' cos(theta) + y' sin(theta), w = theta'."""
    p = sleigh()
    p.moves({"theta": "-m*a/(J + m*a**2)*(x'*cos(theta) + y'*sin(theta))*theta'"})
    motion, v = p.compared.reference, p.read("x'*cos(theta) + y'*sin(theta)")
    chart = p.system.chart
    rate = chart.rate(v).subs(dict(zip(chart.a, motion.accelerations)))
    assert decide_zero(p.d.restrict(rate - p.read("a*theta'**2"))).answer


def test_the_sleigh_keeps_its_energy_only():
    p = sleigh()
    kept = [name for name, _ in proved_conserved(p.system, p.d, p.compared.reference)]
    assert kept == ["energy function"]


def test_a_knife_edge_down_the_slope():
    """Neimark & Fufaev: theta'' = 0 and v' = g sin(alpha) cos(theta), x down the slope."""
    edge = Problem(
        "x y theta",
        "m/2*(x'**2 + y'**2) + J/2*theta'**2 + m*g*sin(al)*x",
        "y'*cos(theta) - x'*sin(theta)",
        parameters="m J g al",
        dependent="y",
    )
    edge.moves(
        {
            "theta": "0",
            "x": "g*sin(al)*cos(theta)**2 - theta'*y'",
            "y": "g*sin(al)*sin(theta)*cos(theta) + theta'*x'",
        }
    )


def test_a_bead_on_a_turning_rod():
    """theta' = w: r'' = w^2 r, and the rod works with the power 2 m r r' w^2."""
    rod = Problem("r theta", "m/2*(r'**2 + r**2*theta'**2)", "theta' = w", parameters="m w")
    rod.moves({"r": "w**2*r", "theta": "0"})
    assert rod.compared.reactions == (rod.read("0"), rod.read("2*m*r*r'*w"))


def test_a_particle_held_on_a_circle():
    """lambda (x, y) points inwards: lambda = -m v^2/r^2."""
    ring = Problem(
        "x y",
        "m/2*(x'**2 + y'**2)",
        holonomic=("x**2/2 + y**2/2 - l**2/2",),
        parameters="m l",
        dependent="x",
    )
    (multiplier,) = ring.compared.entry("multipliers").motion.multipliers
    pull = ring.d.restrict(ring.read("-m*(x'**2 + y'**2)/(x**2 + y**2)"))
    assert decide_zero(multiplier - pull).answer
    assert ring.compared.entry("substituted x").agrees is False
    assert ring.compared.entry("substituted x (chained)").agrees is True


def test_the_pendulum_in_its_angle_needs_no_chain():
    """r = l: leaf coordinates make the shortcut safe; theta'' = -(g/l) sin(theta) on the circle."""
    pendulum = Problem(
        "r theta",
        "m/2*(r'**2 + r**2*theta'**2) + m*g*l*cos(theta)",
        holonomic=("r - l",),
        parameters="m g l",
        dependent="r",
    )
    assert pendulum.compared.shortcut.answer is True
    theta = pendulum.accelerations("maggi")["theta"]
    on_circle = theta.subs({pendulum.read("r"): pendulum.read("l")})
    assert on_circle is pendulum.read("-g*sin(theta)/l")


def test_friction_is_an_applied_force():
    block = Problem(
        "x y",
        "m/2*(x'**2 + y'**2)",
        "y' = k*x'",
        parameters="m k c",
        forces={"x": "-c*x'", "y": "-c*y'"},
        dependent="y",
    )
    block.moves({"x": "-c*x'/m"})


def test_an_unconstrained_system_is_lagranges():
    free = Problem("x", "m*x'**2/2 - k*x**2/2", parameters="m k")
    free.moves({"x": "-k*x/m"})
    assert free.compared.shortcut.answer is True


# pieces -------------------------------------------------------------------------------------------
def test_mass_matrix_and_balance():
    p = Problem("x y", "x'**2/2 + x'*y' + y*y'**2 - x", forces={"y": "x"})
    y, graph = p.read("y"), p.system.chart.graph
    assert mass_matrix(p.system) == [[graph.one, graph.one], [graph.one, 2 * y]]
    assert force_balance(p.system) == [p.read("x'' + y'' + 1"), p.read("x'' + 2*y*y'' + y'**2 - x")]


ROTATION = """A*(x'*sin(z)*sin(y) + z'*cos(y))**2 + B*(x'*sin(z)*cos(y) - z'*sin(y))**2 + C*(y' + x'*cos(z))**2
 + m*(x' + y*z' + t*y')**2*(y' - x*x') + sin(x*y' + z')"""


LAGRANGIANS = [
    ROTATION.replace("\n", ""),
    "x'**2/2 + cos(x)*(x' + A)",
    "(x' + sin(y)*(y' + A))**2",
]


@pytest.mark.parametrize("lagrangian", LAGRANGIANS)
def test_the_balance_is_that_of_lagrange(lagrangian):
    """d/dt(dL/dq_i') - dL/dq_i, term by term, where L is made of angular velocities, of rates
    and of others, some of them products with a rest that holds no velocity.
    """
    p = Problem("x y z", lagrangian, parameters="A B C m")
    chart, L = p.system.chart, p.system.lagrangian
    for e, q, v in zip(force_balance(p.system), chart.q, chart.v, strict=True):
        slope = L.diff(v)
        rate = slope.diff(chart.t)
        for of, by in ((chart.q, chart.v), (chart.v, chart.a)):
            for s, r in zip(of, by, strict=True):
                rate = rate + slope.diff(s) * r
        assert decide_zero(e - (rate - L.diff(q))).answer is True


def test_energy_of_a_rheonomic_lagrangian():
    """h = sum q' dL/dq' - L is T_2 - T_0 + V."""
    p = Problem("x", "x'**2/2 + t*x' + x**2/2 - sin(t)")
    assert energy(p.system) is p.read("x'**2/2 - x**2/2 + sin(t)")


def test_reduced_lagrangian():
    p = rosenberg()
    assert reduced_lagrangian(p.system, p.d) is p.read("((1 + y**2)*x'**2 + y'**2)/2")


def test_multiplier_names_give_way():
    p = Problem("x y", "x'**2 + y'**2 + lambda_1*x", "x' = y'", parameters="lambda_1")
    names = [str(s) for s in multiplier_symbols(p.system, 1)]
    assert names == ["kappa_1"]
    p.moves({"x": "lambda_1/4"})


def test_a_partial_substitution_keeps_the_other_constraint():
    p = coin()
    part, kept = partial_split(p.d.pfaffian, ("x",))
    equations = substituted(p.system, p.d, ("x",))
    assert (part.names(part.dependent), kept) == (("x",), (1,))
    assert len(equations.multipliers) == 1
    assert "x' put into the Lagrangian, 1 constraint kept with multipliers" in equations.note


# refusals
# -------------------------------------------------------------------------------------------
def test_no_lagrangian_no_equations():
    bare = build(Draft(["x", "y"], constraints=["x' = y'"])).system
    with pytest.raises(NotApplicable, match="the case has none"):
        compare(bare, distribution(bare.pfaffian))
    with pytest.raises(NotApplicable, match='add lagrangian = "T - V"'):
        force_balance(bare)


@pytest.mark.parametrize("name", FORMULATIONS)
def test_a_massless_coordinate_is_refused(name):
    light = Problem("x y z", "x'**2/2", "z' = x'", dependent="z")
    entry = light.compared.entry(name)
    assert entry.motion is None
    assert entry.agrees is None
    assert entry.failure.startswith(f"{name}: the equations do not determine the accelerations")


def test_singular_mass_is_an_error_of_its_own():
    from nonholo.dynamics.equations import motion
    from nonholo.formulations.maggi import maggi

    light = Problem("x y z", "x'**2/2", "z' = x'", dependent="z")
    with pytest.raises(SingularMass, match="singular mass matrix on the constraint distribution"):
        motion(maggi(light.system, light.d))


def test_a_substitution_that_cannot_be_made_names_those_that_can():
    p = coin()
    with pytest.raises(SingularPivot) as caught:
        substituted(p.system, p.d, ("theta",))
    words = str(caught.value)
    assert words.startswith(
        "no constraints can be solved for theta; velocities that can be eliminated together:"
    )
    assert "(x, y)" in words


def test_an_unknown_substitution_names_the_coordinates():
    p = coin()
    with pytest.raises(SingularPivot, match="psi is no coordinate; there are x, y, theta, phi"):
        substituted(p.system, p.d, ("psi",))


def test_an_asked_substitution_that_cannot_be_made_is_refused():
    p = coin()
    with pytest.raises(SingularPivot, match="no constraints can be solved for theta"):
        compare(p.system, p.d, ("theta",))


@pytest.mark.parametrize(
    ("name", "derive", "words"),
    [
        ("mine", lambda system, d: maggi(system, d), "Equations('maggi', ...)"),
        ("maggi", lambda system, d: replace(maggi(system, d), name="mine"), "Equations('mine', "),
        ("mine", lambda system, d: None, "returned None"),
    ],
)
def test_what_is_no_formulation_of_its_name_is_refused(name, derive, words, monkeypatch):
    monkeypatch.setitem(FORMULATIONS, name, derive)
    system = nh.case("rolling_coin").system
    with pytest.raises(NonholoError, match=re.escape(words)):
        compare(system, distribution(system.pfaffian))
