"""Nothing that a SymPy model holds is left out of its case without a word: each part is used, or
refused.
"""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

sm = pytest.importorskip("sympy")
me = pytest.importorskip("sympy.physics.mechanics")

import nonholo as nh  # noqa: E402
from nonholo.errors import NonholoError, NotApplicable  # noqa: E402
from tests.draws import draws  # noqa: E402

N = me.ReferenceFrame("N")
T = me.dynamicsymbols._t
X, Y = me.dynamicsymbols("x y")
U, V = me.dynamicsymbols("u v")
M, K, G = sm.symbols("m k g")
# what a model is made of -> how the door treats it; new parts in SymPy have to be looked at
KNOWN = {
    "System": {
        "actuators",
        "bodies",
        "eom_method",
        "fixed_point",
        "forcing",
        "forcing_full",
        "frame",
        "holonomic_constraints",
        "joints",
        "kdes",
        "loads",
        "mass_matrix",
        "mass_matrix_full",
        "nonholonomic_constraints",
        "q",
        "q_dep",
        "q_ind",
        "u",
        "u_aux",
        "u_dep",
        "u_ind",
        "velocity_constraints",
        "x",
        "y",
        "z",
    },
    "KanesMethod": {
        "auxiliary_eqs",
        "bodies",
        "forcelist",
        "forcing",
        "forcing_full",
        "forcing_kin",
        "kanes_equations",
        "loads",
        "mass_matrix",
        "mass_matrix_full",
        "mass_matrix_kin",
        "q",
        "u",
        "bodylist",
    },
    "LagrangesMethod": {
        "bodies",
        "forcelist",
        "forcing",
        "forcing_full",
        "loads",
        "mass_matrix",
        "mass_matrix_full",
        "q",
        "u",
        "coneqs",
    },
}


def point(name="P", place=None, speed=None):
    found = me.Point(name)
    found.set_vel(N, (speed or X.diff(T) * N.x + Y.diff(T) * N.y))
    return me.Particle(f"{name}_mass", found, M)


def kane(particle, forces=(), **more):
    kinematic = [U - X.diff(T), V - Y.diff(T)]
    given = {"q_ind": [X, Y], "u_ind": [U, V], "kd_eqs": kinematic} | more
    return me.KanesMethod(N, **given, bodies=[particle], forcelist=list(forces))


def held(**more):
    return kane(point(), u_ind=[U], u_dependent=[V], velocity_constraints=[V - X * U], **more)


@pytest.mark.parametrize("name", [n for n in KNOWN if hasattr(me, n)])
def test_the_parts_of_a_model_are_those_that_are_known(name):
    kind = getattr(me, name)
    parts = {
        n for n in dir(kind) if not n.startswith("_") and isinstance(getattr(kind, n), property)
    }
    assert parts <= KNOWN[name]


def test_acceleration_constraints_have_to_be_the_rates_of_the_others():
    right = V.diff(T) - X.diff(T) * U - X * U.diff(T)
    assert nh.from_sympy(held(acceleration_constraints=[right])).system.pfaffian.k == 1
    with pytest.raises(NotApplicable, match="acceleration_constraints are not the rates"):
        nh.from_sympy(held(acceleration_constraints=[right + K]))


def test_auxiliary_speeds_that_move_nothing_change_nothing():
    ua = me.dynamicsymbols("ua")
    plain, more = nh.from_sympy(kane(point())), nh.from_sympy(kane(point(), u_auxiliary=[ua]))
    assert str(more.system.lagrangian) == str(plain.system.lagrangian)
    assert more.system.chart.names == plain.system.chart.names
    if hasattr(me.System, "add_auxiliary_speeds"):
        system = whole_system()
        system.add_auxiliary_speeds(ua)
        assert nh.from_sympy(system).system.chart.names == ("x", "y")


def test_a_kanes_method_without_bodies_is_refused():
    with pytest.raises(NotApplicable, match="the KanesMethod has no bodies"):
        nh.from_sympy(me.KanesMethod(N, [X], [U], [U - X.diff(T)]))


def test_coordinates_and_frame_beside_a_model_are_refused():
    for more in ({"q": [X]}, {"frame": N}):
        with pytest.raises(NonholoError, match="q and frame go with bodies alone"):
            nh.from_sympy(kane(point()), **more)


def whole_system(body=None):
    origin = me.Point("O")
    origin.set_vel(N, 0)
    system = me.System(N, origin)
    system.add_bodies(body or point())
    system.add_coordinates(X, Y)
    system.add_speeds(U, V)
    system.add_kdes(U - X.diff(T), V - Y.diff(T))
    return system


needs_system = pytest.mark.skipif(not hasattr(me, "System"), reason="this SymPy has no System")


@needs_system
def test_velocity_constraints_of_a_system_replace_its_nonholonomic_ones():
    system = whole_system()
    system.add_nonholonomic_constraints(V - X * U)
    assert nh.from_sympy(system).system.pfaffian.k == 1
    plain = nh.from_sympy(system).system.pfaffian.value(0)
    system.velocity_constraints = [V - X**2 * U]
    other = nh.from_sympy(system).system.pfaffian.value(0)
    assert str(plain) != str(other) and "x**2" in str(other)


@needs_system
@pytest.mark.parametrize(
    "part", ["load", "actuator", "gravity", "body", "holonomic", "nonholonomic", "potential"]
)
def test_every_part_of_a_system_changes_its_equations(part):
    before, system = whole_system(), whole_system()
    body = system.bodies[0]
    if part == "load":
        system.add_loads((body.masscenter, K * N.x))
    elif part == "actuator":
        path = me.LinearPathway(system.fixed_point, body.masscenter)
        body.masscenter.set_pos(system.fixed_point, X * N.x)
        system.add_actuators(me.ForceActuator(K, path))
    elif part == "gravity":
        system.apply_uniform_gravity(-G * N.y)
    elif part == "body":
        system.add_bodies(point("Q", speed=X.diff(T) * N.x))
    elif part == "holonomic":
        system.add_holonomic_constraints(Y - X**2)
    elif part == "nonholonomic":
        system.add_nonholonomic_constraints(V - X * U)
    else:
        body.potential_energy = K * X**2 / 2
    assert told(nh.from_sympy(before)) != told(nh.from_sympy(system))


def told(case):
    system = case.system
    return (
        str(system.lagrangian),
        list(map(str, system.forces)),
        [str(system.pfaffian.value(l)) for l in range(system.pfaffian.k)],
    )


def test_loads_that_bodies_carry_are_used_or_asked_for():
    """Those of the class Body, deprecated in SymPy; KanesMethod itself would leave them out."""
    body = point()
    body.loads = [(body.masscenter, K * N.x)]
    case = nh.from_sympy([body], q=[X, Y], frame=N)
    assert [str(Q) for Q in case.system.forces] == ["k", "0"]
    with pytest.raises(
        NotApplicable, match="has a load of its own body that is not among the loads"
    ):
        nh.from_sympy(kane(body))
    listed = nh.from_sympy(kane(body, [(body.masscenter, K * N.x)]))
    assert [str(Q) for Q in listed.system.forces] == ["k", "0"]


def formed_system(body, loads):
    system = whole_system(body)
    system.add_loads(*loads)
    system.form_eoms()
    return system


@pytest.mark.parametrize("formed", [kane, pytest.param(formed_system, marks=needs_system)])
def test_a_potential_energy_beside_loads_is_no_second_force(formed):
    """Kane's method takes the loads alone: weight that is told twice would act twice."""
    body = point()
    body.potential_energy = K * X
    weight = [(body.masscenter, -K * N.x)]
    with pytest.raises(
        NotApplicable, match="P_mass has a potential energy, which Kane's method leaves"
    ):
        nh.from_sympy(formed(body, weight))
    body.potential_energy = 0
    assert [str(Q) for Q in nh.from_sympy(formed(body, weight)).system.forces] == ["-k", "0"]


def heavier_as_it_goes():
    P = me.Point("P")
    P.set_vel(N, U * N.x + V * N.y)
    return me.Particle("P_mass", P, M + K * X)


def longer_as_it_turns():
    B = N.orientnew("B", "Axis", [Y, N.z])
    P = me.Point("P")
    P.set_vel(N, U * N.x)
    B.set_ang_vel(N, V * N.z)
    return me.RigidBody("rod", P, B, M, (me.inertia(B, 0, 0, G + K * X**2), P))


def inertia_along_fixed_axes():
    A = N.orientnew("A", "Axis", [X, N.x])
    B = A.orientnew("B", "Axis", [Y, A.y])
    P = me.Point("P")
    P.set_vel(N, 0)
    B.set_ang_vel(N, U * N.x + V * A.y)
    return me.RigidBody("body", P, B, M, (me.inertia(N, G, M, K), P))


@pytest.mark.parametrize("made", [heavier_as_it_goes, longer_as_it_turns, inertia_along_fixed_axes])
def test_masses_that_depend_on_coordinates_move_as_kane_says(made):
    """Kane's method takes d(m v)/dt and d(I w)/dt; a Lagrangian has - m_q v^2/2 besides."""
    model = kane(made())
    model.kanes_equations()
    equations = nh.sympy_equations(model)
    state = {X: sm.Rational(2, 5), Y: sm.Rational(1, 3), M: 2, K: 3, G: 5}
    moving = {X.diff(T): sm.Rational(1, 2), Y.diff(T): sm.Rational(-7, 3)}
    speeds = {U: moving[X.diff(T)], V: moving[Y.diff(T)]}
    said = model.rhs()[2:, 0].xreplace(speeds).xreplace(state)
    ours = equations.rhs[:2, 0].xreplace(moving).xreplace(speeds).xreplace(state)
    assert [float(a) for a in ours] == pytest.approx([float(a) for a in said], abs=1e-12)


@pytest.mark.parametrize("speed", [U, X.diff(T)])
@pytest.mark.parametrize("formed", [kane, pytest.param(formed_system, marks=needs_system)])
def test_masses_that_depend_on_velocities_are_refused(formed, speed):
    """SymPy leaves u' out of m' in Kane's equations, so that they are those of no motion."""
    heavy = point(speed=U * N.x + V * N.y)
    heavy.mass = M + K * speed**2
    with pytest.raises(NotApplicable, match="P_mass has a mass or an inertia that depends on vel"):
        nh.from_sympy(formed(heavy, []))


# kinds of values --------------------------------------------------------------------------------
GIANT = sm.Integer(10) ** 5000


@pytest.mark.parametrize(
    "given",
    [
        {"forces": {sm.Function("f")(T): 1}},
        {"forces": {sm.Function("f")(X): X}},
        {"initial": {sm.Function("f")(T): 1}},
        {"parameters": {sm.Function("f")(T): 1}},
        {"parameters": {X: 1}},
        {"dependent": [{1, 2}]},
        {"dependent": [X**2]},
        {"forces": {X: GIANT}},
        {"parameters": {M: GIANT}},
        {"initial": {X: GIANT}},
        {"inequalities": [GIANT]},
        {"inequalities": [X >= GIANT]},
        {"constraints": [X.diff(T) - GIANT * Y]},
        {"lagrangian": GIANT * X},
        {"lagrangian": 1 / GIANT},
        {"holonomic_constraints": [X - GIANT]},
        {"name": sm.Eq(X, Y)},
        {"name": 5},
        {"parameters": {M: {"value": 1, "positive": "yes"}}},
        {"parameters": GIANT},
        {"forces": GIANT},
        {"initial": {X: "1/0"}},
        {"parameters": {M: float("inf")}},
        {"initial": {X: "1e999999999"}},
    ],
)
def test_strange_keys_and_values_are_refused_with_words(given):
    with pytest.raises(NonholoError):
        nh.System([X, Y], **({"lagrangian": X.diff(T) ** 2 * M} | given))


@pytest.mark.parametrize("kind", ["file", "python", "sympy"])
def test_mutations_are_read_or_refused(kind):
    """benchmarks/mutations.py runs many more of them."""
    place = Path(__file__).parents[1] / "benchmarks" / "mutations.py"
    spec = importlib.util.spec_from_file_location("mutations", place)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    outcomes, crashes = module.run(kind, draws(80), 7)
    assert crashes == [] and outcomes["refused"] > outcomes["read"] > 0
