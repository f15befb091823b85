"""The energy function against T + V, and moving energies: published results first."""

from __future__ import annotations

import json

import pytest
from hypothesis import given

import nonholo as nh
from nonholo.cli import main
from nonholo.dynamics.conserved import is_conserved
from nonholo.dynamics.energy_words import moving_energies
from nonholo.dynamics.equations import motion
from nonholo.dynamics.with_time import integrals_with_time
from nonholo.errors import BadExpression, SingularMass
from nonholo.findings.conservation import with_time
from nonholo.formulations.multipliers import multipliers
from nonholo.geometry.distribution.distribution import distribution
from nonholo.linear.constants import constant_relations
from nonholo.linear.elimination import vanishes
from nonholo.readers.case_file import parse_case
from nonholo.testing import strategies

HOOP = "cases/bead_on_hoop.toml"
TURNTABLE = """
m/2*(x'**2 + y'**2) + J/2*((psi'*sin(phi)*sin(theta) + theta'*cos(phi))**2
+ (theta'*sin(phi) - psi'*sin(theta)*cos(phi))**2 + (phi' + psi'*cos(theta))**2)
""".replace("\n", " ")


# published results ------------------------------------------------------------------------------
def test_on_a_driven_hoop_the_energy_function_is_kept_and_the_energy_is_not():
    """Goldstein2002, exercise on the hoop that is turned: h is constant and not T + V."""
    found = nh.energy(HOOP, potential="-m*g*R*cos(theta)")
    assert found.kept.answer and found.kept.proved
    assert found.equal.answer is False and found.total_kept.answer is False
    assert str(found.difference) == "m*R**2*w**2*sin(theta)**2"


def test_kinetic_and_potential_energy_say_the_same():
    both = [
        nh.energy(HOOP, potential="-m*g*R*cos(theta)"),
        nh.energy(HOOP, kinetic="m*R**2/2*(theta'**2 + w**2*sin(theta)**2)"),
    ]
    first, second = (str(found.difference) for found in both)
    assert first == second


def test_on_a_free_pendulum_the_energy_function_is_the_energy():
    case = nh.System("a", "m*l**2*a'**2/2 + m*g*l*cos(a)")
    found = nh.energy(case, potential="-m*g*l*cos(a)")
    assert found.equal.answer and found.kept.answer and found.total_kept.answer


def test_a_spring_on_a_cart_that_is_pulled_in_two_frames():
    """Goldstein2002, section 2.7: in the rest frame h = T + V and neither is constant; in the frame
    of the cart h is constant and is not the energy."""
    still = nh.System("x", "m*x'**2/2 - k*(x - v*t)**2/2", parameters="m k v")
    rest = nh.energy(still, potential="k*(x - v*t)**2/2")
    assert rest.equal.answer and rest.kept.answer is False and rest.explicit
    moving = nh.System("q", "m*(q' + v)**2/2 - k*q**2/2", parameters="m k v")
    cart = nh.energy(moving, potential="k*q**2/2")
    assert cart.equal.answer is False and cart.kept.answer
    # and what the cart sees is the moving energy of the rest frame
    (seen,) = rest.moving
    assert [(n, str(e)) for n, e in seen.field] == [("x", "v")]


def test_a_magnetic_term_is_in_the_lagrangian_and_not_in_the_energy_function():
    case = nh.System("x y", "m*(x'**2 + y'**2)/2 + B*(x*y' - y*x')/2 - k*(x**2 + y**2)/2")
    found = nh.energy(case)
    assert not found.linear.is_zero and vanishes(found.energy.diff(found.energy.graph.symbol("B")))
    assert found.kept.answer


def test_a_ball_on_a_turntable_keeps_a_moving_energy():
    """FassoSansonetto2016: the energy is not kept, that seen from the turning table is."""
    case = nh.System(
        "x y phi theta psi",
        TURNTABLE,
        [
            "Om*y - R*(theta'*sin(phi) - psi'*sin(theta)*cos(phi)) + x'",
            "-Om*x + R*(psi'*sin(phi)*sin(theta) + theta'*cos(phi)) + y'",
        ],
        parameters="m J R Om",
    )
    found = nh.energy(case)
    assert found.kept.answer is False and found.acatastatic and not found.rheonomic
    (one,) = found.moving
    assert {n: str(e) for n, e in one.field} == {"x": "-Om*y", "y": "Om*x"}


def test_the_jacobi_integral_of_a_turning_potential():
    """Restricted three bodies and the like: h - w p_phi is kept (Jacobi)."""
    L = "(x'**2 + y'**2)/2 - k*(x*cos(w*t) + y*sin(w*t))**2/2"
    found = nh.energy(nh.System("x y", L))
    (one,) = found.moving
    graph = one.value.graph
    x, y, xd, yd, w = (graph.symbol(n) for n in ("x", "y", "xdot", "ydot", "w"))
    assert vanishes(one.value - (found.energy - w * (x * yd - y * xd)))


def test_energies_of_bodies_are_known_apart():
    found = nh.energy("cases/cylinder_on_incline.toml")
    assert found.equal.answer and found.kinetic is not None and found.potential is not None


def test_the_centre_of_mass_of_two_bodies_moves_uniformly():
    """The three integrals of Galilei that contain t, beside energy, momenta and angular momenta."""
    L = "(a*(x'**2+y'**2+z'**2) + b*(u'**2+v'**2+w'**2))/2 + k/sqrt((x-u)**2+(y-v)**2+(z-w)**2)"
    compared = nh.compare(nh.System("x y z u v w", L), undecided=True)
    found = with_time(compared)
    assert len(found) == 3
    graph, chart = found[0].graph, compared.system.chart
    a, b, t = graph.symbol("a"), graph.symbol("b"), chart.t
    for f, i in zip(found, range(3)):
        q, v = (chart.q[i], chart.q[i + 3]), (chart.v[i], chart.v[i + 3])
        galilei = a * q[0] + b * q[1] - t * (a * v[0] + b * v[1])
        ratio = f / galilei
        assert not ratio.has([*chart.q, *chart.v, t])


def test_falling_and_rolling_keep_what_contains_t():
    """x'' = (2/3) g sin(al): x' - x'' t is kept."""
    compared = nh.compare("cases/rolling_cylinder.toml")
    assert "xdot - 2*g*t*sin(al)/3" in [str(f) for f in with_time(compared)]


def test_what_contains_t_is_told_once():
    """p_psi and psi' + theta' are both kept, a constant apart: one integral with t follows."""
    blades = [
        "x'*sin(theta) = y'*cos(theta)",
        "x'*sin(theta+psi) - y'*cos(theta+psi) = l*theta'*cos(psi)",
    ]
    L = "m/2*(x'^2 + y'^2) + I/2*theta'^2 + J/2*(theta' + psi')^2"
    (found,) = with_time(nh.compare(nh.System("x y theta psi", L, blades)))
    assert str(found) == "theta + psi - t*(thetadot + psidot)"


# laws -------------------------------------------------------------------------------------------
@given(strategies.small_settings())
def test_what_contains_t_is_constant(setting):
    system, d = setting
    try:
        true = motion(multipliers(system, d))
    except SingularMass:
        return
    found = integrals_with_time(system, d, true)
    for f in found:
        assert is_conserved(system, d, true, f).answer and not f.diff(d.chart.t).is_zero
    moving = [*d.chart.q, *d.chart.v, d.chart.t]  # none of them follows from the others
    assert not found or constant_relations([d.restrict(f) for f in found], moving) == []


@given(strategies.small_settings())
def test_a_moving_energy_is_constant_and_its_field_admissible(setting):
    system, d = setting
    try:
        true = motion(multipliers(system, d))
    except SingularMass:
        return
    graph, chart = d.chart.graph, d.chart
    for one in moving_energies(system, d):
        assert is_conserved(system, d, true, one.value).answer
        field = dict(one.field)
        for row, affine in zip(d.pfaffian.matrix, d.pfaffian.affine):
            terms = [a * field.get(n, graph.zero) for a, n in zip(row, chart.names)]
            assert vanishes(graph.add(*terms, affine))


CONE = """
coordinates = ["al", "s", "phi", "th", "ps"]
gravity = ["0", "0", "-g"]
parameters = ["m", "a", "J", "g", "w", "be"]
[[bodies]]
name = "ball"
origin = ["(s*sin(be) - a*cos(be))*cos(al)", "(s*sin(be) - a*cos(be))*sin(al)", "s*cos(be) + a*sin(be)"]
rotation = ["z phi", "x th", "z ps"]
mass = "m"
inertia = ["J", "J", "J"]
[[rolling]]
body = "ball"
at = ["s*sin(be)*cos(al)", "s*sin(be)*sin(al)", "s*cos(be)"]
down = ["cos(be)*cos(al)", "cos(be)*sin(al)", "-sin(be)"]
ground = ["-w*s*sin(be)*sin(al)", "w*s*sin(be)*cos(al)", "0"]
"""


def test_a_ball_in_a_turning_cone_keeps_its_moving_energy():
    """Seen from the cone, h - w p_z: long accelerations, met before in the same graph or not, are
    not asked [FassoSansonetto2016].
    """
    system = parse_case(CONE).system
    d = distribution(system.pfaffian)
    motion(multipliers(system, d))
    (one,) = moving_energies(system, d)
    assert [(n, str(e)) for n, e in one.field] == [("al", "w"), ("phi", "w")]


# words ------------------------------------------------------------------------------------------
def test_a_comparison_tells_the_words(capsys):
    assert main(["compare", HOOP, "--potential", "-m*g*R*cos(theta)"]) == 0
    told = " ".join(capsys.readouterr().out.split())
    assert "h is not T + V: T + V - h = m*R**2*w**2*sin(theta)**2" in told
    assert "T_0 = m*R**2*w**2*sin(theta)**2/2" in told
    assert "T + V constant" in told


def test_without_a_potential_it_is_said_what_is_missing(capsys):
    assert main(["compare", HOOP]) == 0
    assert "L alone does not tell T from V" in " ".join(capsys.readouterr().out.split())


def test_the_record_has_its_key(capsys):
    assert main(["compare", HOOP, "--json", "--potential", "-m*g*R*cos(theta)"]) == 0
    words = json.loads(capsys.readouterr().out)["energy_words"]
    assert words["is_total_energy"] is False and words["conserved"]["answer"] is True


def test_two_ways_to_say_it_are_refused(capsys):
    assert main(["compare", HOOP, "--potential", "0", "--kinetic", "0"]) == 2
    assert "give one" in capsys.readouterr().err


def test_a_potential_in_names_that_are_not_there():
    with pytest.raises(BadExpression, match="potential"):
        nh.energy(HOOP, potential="q*2")
