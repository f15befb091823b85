"""Models of sympy.physics.mechanics: read as cases, their motion against SymPy's own right-hand
sides.
"""

from __future__ import annotations

import math
import warnings

import pytest

sm = pytest.importorskip("sympy")
me = pytest.importorskip("sympy.physics.mechanics")

import nonholo as nh  # noqa: E402
from nonholo.errors import BadCase, NotApplicable  # noqa: E402
from nonholo.readers.sympy_mechanics import RoundedFloat, SubstitutedLagrangian  # noqa: E402
from nonholo.readers.unused import UnusedParameter  # noqa: E402

STATE = (
    tuple(map(sm.Rational, ("2/5", "1/5", "1/10"))),
    tuple(map(sm.Rational, ("1/2", "3/10", "2"))),
)


def rolling_disc(speeds=False):
    """The rolling disc of SymPy's documentation: the contact point at rest, the centre by the
    two-point theorem.
    """
    q, u = me.dynamicsymbols("q1:4"), me.dynamicsymbols("u1:4")
    r, m, g = sm.symbols("r m g")
    N = me.ReferenceFrame("N")
    Y = N.orientnew("Y", "Axis", [q[0], N.z])
    L = Y.orientnew("L", "Axis", [q[1], Y.x])
    R = L.orientnew("R", "Axis", [q[2], L.y])
    w = R.ang_vel_in(N)
    if speeds:
        R.set_ang_vel(N, u[0] * L.x + u[1] * L.y + u[2] * L.z)
    C = me.Point("C")
    C.set_vel(N, 0)
    centre = C.locatenew("Dmc", r * L.z)
    centre.v2pt_theory(C, N, R)
    inertia = me.inertia(L, m * r**2 / 4, m * r**2 / 2, m * r**2 / 4)
    body = me.RigidBody("disc", centre, R, m, (inertia, centre))
    kinematics = [me.dot(R.ang_vel_in(N) - w, axis) for axis in L]
    return q, u, N, body, kinematics, (centre, -m * g * Y.z), m * g * r * sm.cos(q[1])


def accelerations(case, q, names="r m g"):
    """q'' at STATE with r = m = 1, g = 10, as floats."""
    found = nh.in_sympy(case, list(nh.compare(case).entry("maggi").motion.accelerations))
    return numbers(found[: len(q)], q)


def numbers(expressions, q):
    t = me.dynamicsymbols._t
    point = {c.diff(t): v for c, v in zip(q, STATE[1])}
    values = dict(zip(q, STATE[0])) | dict(zip(sm.symbols("r m g l k"), (1, 1, 10, 1, 3)))
    return [float(e.xreplace(point).subs(values)) for e in expressions]


def test_kanes_rolling_disc_moves_as_sympy_says():
    q, u, N, body, kinematics, weight, _ = rolling_disc(speeds=True)
    model = me.KanesMethod(N, q_ind=q, u_ind=u, kd_eqs=kinematics)
    model.kanes_equations([body], [weight])
    case = nh.from_sympy(model)
    assert case.system.pfaffian.k == 2 and nh.check(case).growth.vector == (3, 4, 5)
    t = me.dynamicsymbols._t
    rates = model.kindiffdict()
    forward = dict(zip(u, (sm.solve([c.diff(t) - rates[c.diff(t)] for c in q], u)[s] for s in u)))
    du = dict(zip((s.diff(t) for s in u), model.rhs()[3:, 0]))
    second = [rates[c.diff(t)].diff(t).xreplace(du).xreplace(rates).xreplace(forward) for c in q]
    assert accelerations(case, q) == pytest.approx(numbers(second, q), abs=1e-12)


def test_bodies_alone_give_the_same_and_their_lagrangian_does_not():
    """SymPy's tutorial forms L from the velocity of the centre with rolling put in; yaw and spin
    come out wrong.
    """
    q, _, N, body, _, _, height = rolling_disc()
    body.potential_energy = height
    right = accelerations(nh.from_sympy([body], q=q, frame=N), q)
    model = me.LagrangesMethod(me.Lagrangian(N, body), q, bodies=[body], frame=N)
    with pytest.warns(
        SubstitutedLagrangian, match="equations lose the reaction; pass the bodies instead"
    ):
        naive = accelerations(nh.from_sympy(model), q)
    model.form_lagranges_equations()
    assert naive == pytest.approx(numbers(model.rhs()[3:], q), abs=1e-12)
    assert naive[1] == pytest.approx(right[1])
    assert abs(naive[0] - right[0]) > 2 and abs(naive[2] - right[2]) > 0.5


def test_rounded_floats_are_read_as_written_with_a_warning():
    q, m = me.dynamicsymbols("q"), sm.symbols("m")
    model = me.LagrangesMethod(m * q.diff() ** 2 / 3.0, [q])
    with pytest.warns(RoundedFloat, match="0.333333333333333: rounded results of a calculation"):
        case = nh.from_sympy(model)
    assert str(case.system.lagrangian) == "3333333333333333*m*qdot**2/10000000000000000"
    with pytest.raises(nh.NonholoError, match="is a rounded result"):
        nh.System([q], m * q.diff() ** 2 / 3.0)


def robot():
    """A sleigh with its mass centre ahead, driven: two speeds for three coordinates."""
    q, u = me.dynamicsymbols("x y th"), me.dynamicsymbols("v w")
    m, inertia, a, F, T = sm.symbols("m I a F T")
    t = me.dynamicsymbols._t
    N, O = me.ReferenceFrame("N"), me.Point("O")
    O.set_vel(N, 0)
    B = N.orientnew("B", "Axis", (q[2], N.z))
    B.set_ang_vel(N, u[1] * N.z)
    A = O.locatenew("A", q[0] * N.x + q[1] * N.y)
    A.set_vel(N, u[0] * B.x)
    G = A.locatenew("G", a * B.x)
    G.v2pt_theory(A, N, B)
    body = me.RigidBody("robot", G, B, m, (me.inertia(B, 0, 0, inertia), G))
    kinematics = [
        q[0].diff(t) - u[0] * sm.cos(q[2]),
        q[1].diff(t) - u[0] * sm.sin(q[2]),
        q[2].diff(t) - u[1],
    ]
    return q, u, N, [body], kinematics, [(A, F * B.x), (B, T * N.z)]


def disc_on_its_trace():
    """The rolling disc with the coordinates of its contact, and its three angular rates as
    speeds.
    """
    q, u = me.dynamicsymbols("x y yaw lean spin"), me.dynamicsymbols("u1:4")
    r, m, g = sm.symbols("r m g")
    t = me.dynamicsymbols._t
    N, O = me.ReferenceFrame("N"), me.Point("O")
    O.set_vel(N, 0)
    Y = N.orientnew("Y", "Axis", (q[2], N.z))
    L = Y.orientnew("L", "Axis", (q[3], Y.x))
    R = L.orientnew("R", "Axis", (q[4], L.y))
    w = R.ang_vel_in(N).xreplace(dict(zip((c.diff(t) for c in q[2:]), u)))
    R.set_ang_vel(N, w)
    P = O.locatenew("P", q[0] * N.x + q[1] * N.y)
    G = P.locatenew("G", r * L.z)
    G.set_vel(N, me.cross(w, r * L.z))
    body = me.RigidBody(
        "disc", G, R, m, (me.inertia(L, m * r**2 / 4, m * r**2 / 2, m * r**2 / 4), G)
    )
    kinematics = [
        q[0].diff(t) - r * u[2] * sm.cos(q[2]),
        q[1].diff(t) - r * u[2] * sm.sin(q[2]),
        *(c.diff(t) - s for c, s in zip(q[2:], u)),
    ]
    return q, u, N, [body], kinematics, [(G, -m * g * N.z)]


def car():
    """A car whose heading turns by a kinematic equation that holds a constraint."""
    q, u = me.dynamicsymbols("x y th de"), me.dynamicsymbols("v w")
    m, inertia, l, F = sm.symbols("m I l F")
    t = me.dynamicsymbols._t
    N, O = me.ReferenceFrame("N"), me.Point("O")
    O.set_vel(N, 0)
    B = N.orientnew("B", "Axis", (q[2], N.z))
    turn = u[0] * sm.tan(q[3]) / l
    B.set_ang_vel(N, turn * N.z)
    A = O.locatenew("A", q[0] * N.x + q[1] * N.y)
    A.set_vel(N, u[0] * B.x)
    S = B.orientnew("S", "Axis", (q[3], B.z))
    S.set_ang_vel(B, u[1] * B.z)
    bodies = [
        me.RigidBody("car", A, B, m, (me.inertia(B, 0, 0, inertia), A)),
        me.RigidBody("steer", A, S, m, (me.inertia(S, 0, 0, inertia), A)),
    ]
    rates = [u[0] * sm.cos(q[2]), u[0] * sm.sin(q[2]), turn, u[1]]
    return q, u, N, bodies, [c.diff(t) - r for c, r in zip(q, rates)], [(A, F * N.x), (S, F * N.z)]


def moves_as_sympy_says(case, model, q, u):
    """q'' at a state on the constraints: ours, and d/dt(W u) with SymPy's u'."""
    t, rates = me.dynamicsymbols._t, dict(model.kindiffdict())
    rows = nh.in_sympy(case, list(map(case.system.pfaffian.value, range(case.system.pfaffian.k))))
    for rate in nh.in_sympy(case, list(case.system.chart.v[len(q) :])):  # one row for each
        (row,) = (e for e in rows if e.has(rate))
        rates[rate] = sm.solve(row, rate)[0].xreplace(rates)
    du = dict(zip((s.diff(t) for s in u), model.rhs()[len(q) :]))
    wanted = [rates[c.diff(t)].diff(t).xreplace(du).xreplace(rates) for c in q]
    found = nh.compare(case).entry("multipliers").motion.accelerations[: len(q)]
    ours = [a.xreplace(rates) for a in nh.in_sympy(case, list(found))]
    symbols = set().union(*(e.free_symbols for e in [*wanted, *ours])) - {t}
    state = {s: sm.Rational(k + 3, 7) for k, s in enumerate([*q, *u])}
    state |= {s: sm.Rational(2 * k + 5, 4) for k, s in enumerate(sorted(symbols, key=str))}
    assert [float(e.subs(state)) for e in ours] == pytest.approx(
        [float(e.subs(state)) for e in wanted], abs=1e-11
    )


@pytest.mark.parametrize("made", [robot, disc_on_its_trace, car])
def test_fewer_speeds_than_coordinates_are_constraints(made):
    q, u, N, bodies, kinematics, loads = made()
    model = me.KanesMethod(N, q_ind=q, u_ind=u, kd_eqs=kinematics)
    model.kanes_equations(bodies, loads)
    case = nh.from_sympy(model)
    assert case.system.pfaffian.k == len(q) - len(u)
    assert [str(c) for c in case.system.chart.names] == [c.func.__name__ for c in q]
    moves_as_sympy_says(case, model, q, u)


def wheels_that_slip_sideways():
    """A base on a wheel that slips along its axle: its spin is the rate of no function."""
    q, u = me.dynamicsymbols("x y th"), me.dynamicsymbols("v s w")
    m, inertia, b, r, J, F = sm.symbols("m I b r J F")
    t = me.dynamicsymbols._t
    N, O = me.ReferenceFrame("N"), me.Point("O")
    O.set_vel(N, 0)
    B, W = N.orientnew("B", "Axis", (q[2], N.z)), me.ReferenceFrame("W")
    B.set_ang_vel(N, u[2] * N.z)
    W.set_ang_vel(B, (u[0] - b * u[2]) / r * B.y)
    A = O.locatenew("A", q[0] * N.x + q[1] * N.y)
    A.set_vel(N, u[0] * B.x + u[1] * B.y)
    bodies = [
        me.RigidBody("base", A, B, m, (me.inertia(B, 0, 0, inertia), A)),
        me.RigidBody("wheel", A, W, m, (me.inertia(B, J, 3 * J, J), A)),
    ]
    rates = [*N.dcm(B)[:2, :2] * sm.Matrix(u[:2]), u[2]]
    return q, u, N, bodies, [c.diff(t) - e for c, e in zip(q, rates)], [(A, F * B.x)]


def robot_with_wheels():
    """Two wheels whose angles differ by what the robot turns."""
    q, u, N, bodies, kinematics, loads = robot()
    A, B, J, b, r = loads[0][0], bodies[0].frame, *sm.symbols("J b r")
    for n, side in enumerate((b, -b)):
        W, P = me.ReferenceFrame(f"W{n}"), A.locatenew(f"P{n}", side * B.y)
        W.set_ang_vel(B, (u[0] - side * u[1]) / r * B.y)
        P.v2pt_theory(A, N, B)
        inertia = (me.inertia(B, J, 3 * J, J), P)
        bodies.append(me.RigidBody(f"wheel{n}", P, W, sm.Symbol("m"), inertia))
    return q, u, N, bodies, kinematics, loads


def car_with_a_wheel():
    """The wheel of a car turns with it by the condition that is put into its turning."""
    q, u, N, bodies, kinematics, loads = car()
    l, J, r = sm.symbols("l J r")
    A, B, W = bodies[0].masscenter, bodies[0].frame, me.ReferenceFrame("W")
    W.set_ang_vel(B, (u[0] - B.ang_vel_in(N).dot(B.z) * l / 3) / r * B.y)
    wheel = me.RigidBody("wheel", A, W, sm.Symbol("m"), (me.inertia(B, J, 3 * J, J), A))
    return q, u, N, [*bodies, wheel], kinematics, loads


@pytest.mark.parametrize(
    ("made", "angles"),
    [
        (wheels_that_slip_sideways, ("angle_W",)),
        (car_with_a_wheel, ("angle_W",)),
        (robot_with_wheels, ("angle_W0",)),
    ],
)
def test_a_wheel_without_an_angle_keeps_the_condition_in_its_spin(made, angles):
    """Kane's method takes a spin for what it is."""
    q, u, N, bodies, kinematics, loads = made()
    model = me.KanesMethod(N, q_ind=q, u_ind=u, kd_eqs=kinematics)
    model.kanes_equations(bodies, loads)
    case = nh.from_sympy(model)
    moves_as_sympy_says(case, model, q, u)
    assert case.system.chart.names[len(q) :] == angles and nh.audit(model).ok


def test_two_bodies_with_one_mass_centre_share_its_coordinates():
    """The rolling disc with a hub: its contact is at rest."""
    q, u, N, body, kinematics, weight, _ = rolling_disc(speeds=True)
    hub = me.Particle("hub", body.masscenter, sm.Symbol("m"))
    model = me.KanesMethod(N, q_ind=q, u_ind=u, kd_eqs=kinematics)
    model.kanes_equations([body, hub], [weight])
    assert nh.from_sympy(model).system.chart.names == ("q1", "q2", "q3", "Dmc_x", "Dmc_y")


def test_a_lagrangian_of_a_spin_with_a_condition_in_it_is_warned_of():
    q, u, N, bodies, kinematics, _ = wheels_that_slip_sideways()
    t = me.dynamicsymbols._t
    speeds = sm.solve(kinematics, u)
    B, W = (body.frame for body in bodies)
    W.set_ang_vel(B, W.ang_vel_in(B).xreplace(speeds))
    B.set_ang_vel(N, q[2].diff(t) * N.z)
    bodies[0].masscenter.set_vel(N, q[0].diff(t) * N.x + q[1].diff(t) * N.y)
    given = {"qs": q, "bodies": bodies, "frame": N}
    model = me.LagrangesMethod(L := me.Lagrangian(N, *bodies), **given)
    with pytest.warns(SubstitutedLagrangian):
        nh.from_sympy(model)
    blade = [speeds[u[1]]]  # with it the spin loses no reaction
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        nh.from_sympy(me.LagrangesMethod(L, **given, nonhol_coneqs=blade))


def test_lagrange_with_multipliers_moves_as_sympy_says():
    """A particle on a knife edge: nonholonomic row, holonomic row, a force at a point, no
    warning.
    """
    x, y, z = q = me.dynamicsymbols("x y z")
    t, (m, g, k) = me.dynamicsymbols._t, sm.symbols("m g k")
    N = me.ReferenceFrame("N")
    O = me.Point("O")
    O.set_vel(N, 0)
    P = O.locatenew("P", x * N.x + y * N.y + z * N.z)
    P.set_vel(N, sum((c.diff(t) * e for c, e in zip(q, N)), 0 * N.x))
    particle = me.Particle("P", P, m)
    particle.potential_energy = m * g * z
    model = me.LagrangesMethod(
        me.Lagrangian(N, particle),
        q,
        forcelist=[(P, -k * P.vel(N))],
        bodies=[particle],
        frame=N,
        hol_coneqs=[z - x**2],
        nonhol_coneqs=[y.diff(t) - z * x.diff(t)],
    )
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        case = nh.from_sympy(model)
    assert case.system.pfaffian.k == 2 and len(case.system.holonomic) == 1
    model.form_lagranges_equations()
    vx, point = sm.Rational(3, 7), {x: sm.Rational(1, 2), z: sm.Rational(1, 4), y: 0}
    rates = {x.diff(t): vx, y.diff(t): vx / 4, z.diff(t): vx}
    values = {m: 2, g: 10, k: 3}
    expected = [float(e.xreplace(rates).subs(point | values)) for e in model.rhs()[3:6]]
    own = nh.in_sympy(case, list(nh.compare(case).entry("multipliers").motion.accelerations))
    assert [float(e.xreplace(rates).subs(point | values)) for e in own] == pytest.approx(
        expected, abs=1e-12
    )


@pytest.mark.skipif(
    not hasattr(me, "System"), reason="sympy.physics.mechanics.System came with SymPy 1.13"
)
def test_system_with_joints_moves_as_sympy_says():
    """Two links on pin joints with gravity and a torsion spring."""
    m, l, g, k = sm.symbols("m l g k")
    ground = me.RigidBody("ground")
    model = me.System.from_newtonian(ground)
    links = [me.RigidBody(f"link{i}", mass=m) for i in (1, 2)]
    for link in links:
        link.central_inertia = me.inertia(link.frame, m * l**2 / 12, 0, m * l**2 / 12)
    parent, spot = ground, 0 * ground.y
    for i, link in enumerate(links, start=1):
        joint = me.PinJoint(
            f"J{i}",
            parent,
            link,
            parent_point=spot,
            child_point=link.y * l / 2,
            joint_axis=parent.z,
        )
        model.add_joints(joint)
        parent, spot = link, -link.y * l / 2
    model.apply_uniform_gravity(-g * ground.y)
    model.add_actuators(me.TorqueActuator(-k * model.q[0], ground.z, links[0].frame, ground.frame))
    model.form_eoms()
    case = nh.from_sympy(model)
    q, u, t = list(model.q), list(model.u), me.dynamicsymbols._t
    right = model.eom_method.rhs()[2:, 0]
    point = dict(zip(u, STATE[1])) | dict(zip(q, STATE[0])) | {m: 1, l: 1, g: 10, k: 3}
    expected = [float(e.subs(point)) for e in right]
    own = nh.in_sympy(case, list(nh.compare(case).entry("maggi").motion.accelerations))
    rates = {c.diff(t): v for c, v in zip(q, STATE[1])}
    assert [float(e.xreplace(rates).subs(point)) for e in own] == pytest.approx(expected, abs=1e-12)


# words ------------------------------------------------------------------------------------------
def test_speeds_along_the_axes_of_a_body_have_no_poles():
    """Elimination would solve for one first and divide by sin(theta), though the determinant is 1."""
    x, y, theta = q = me.dynamicsymbols("x y theta")
    ahead, aside, turn = me.dynamicsymbols("u1:4")
    m, J = sm.symbols("m J", positive=True)
    N, P = me.ReferenceFrame("N"), me.Point("P")
    A = N.orientnew("A", "Axis", (theta, N.z))
    A.set_ang_vel(N, turn * A.z)
    P.set_vel(N, ahead * A.x + aside * A.y)
    kinematic = [
        x.diff() - ahead * sm.cos(theta) + aside * sm.sin(theta),
        y.diff() - ahead * sm.sin(theta) - aside * sm.cos(theta),
        theta.diff() - turn,
    ]
    kane = me.KanesMethod(
        N, q, [ahead, turn], kd_eqs=kinematic, u_dependent=[aside], velocity_constraints=[aside]
    )
    kane.kanes_equations([me.RigidBody("skate", P, A, m, (me.inertia(A, 0, 0, J), P))], [])
    read = nh.from_sympy(kane)
    assert read.system.pfaffian.labels == ("ydot*cos(theta) - xdot*sin(theta)",)
    start = {theta: 0, x.diff(): 1, theta.diff(): 0.5}
    motion = nh.simulate(kane, 1, parameters={m: 1, J: 1}, initial=start)
    assert motion["theta"][-1] == pytest.approx(0.5) and motion.receipt.ok
    told = nh.simulate(kane, 1, parameters={m: 1, J: 1}, initial={theta: 1, ahead: 2, "u3": 0.5})
    assert told.quasi["u1"] == pytest.approx(2) and told.v["theta"][0] == 0.5
    assert told.v["x"][0] == pytest.approx(2 * float(sm.cos(1)))
    small = nh.linearise(kane, {ahead: "w"})
    assert small.case.system.velocities.keys() == {"u1", "u2", "u3"}
    given = small.eigenvalues({m: 1, J: 2}, w=1).tolist()
    assert given == small.eigenvalues(m=1, J=2, w=1).tolist()


@pytest.mark.parametrize(("share", "refused"), [(1, False), (2, True)])
def test_a_speed_is_not_taken_for_the_velocity_whose_name_it_has(share, refused):
    x, speed = me.dynamicsymbols("x xdot")
    N, P, O = me.ReferenceFrame("N"), me.Point("P"), me.Point("O")
    O.set_vel(N, 0)
    P.set_pos(O, x * N.x)
    P.set_vel(N, speed / share * N.x)
    kane = me.KanesMethod(N, [x], [speed], kd_eqs=[share * x.diff() - speed])
    kane.kanes_equations([me.Particle("P", P, 1)], [])
    if refused:
        with pytest.raises(NotApplicable, match=r"the speed xdot is 2\*.* give it another name"):
            nh.from_sympy(kane)
    else:
        assert nh.simulate(kane, 1, initial={x: 0, speed: 3})["x"][-1] == pytest.approx(3)


def test_what_cannot_be_read_is_refused():
    q, u, N, body, kinematics, _, _ = rolling_disc(speeds=True)
    with pytest.raises(
        NotApplicable, match="bodies alone need their coordinates and the inertial frame"
    ):
        nh.from_sympy([body])
    with pytest.raises(
        NotApplicable, match="Symbol is no model that can be read; needed is a System, KanesMethod"
    ):
        nh.from_sympy(sm.Symbol("L"))
    model = me.KanesMethod(
        N, q_ind=q, u_ind=u, kd_eqs=kinematics, u_auxiliary=[me.dynamicsymbols("ua")]
    )
    with pytest.raises(NotApplicable, match="the KanesMethod has no bodies"):
        nh.from_sympy(model)


def test_an_angular_velocity_that_is_no_orientation_is_refused():
    x = me.dynamicsymbols("x")
    N, B = me.ReferenceFrame("N"), me.ReferenceFrame("B")
    B.set_ang_vel(N, x.diff() * N.z)
    centre = me.Point("G")
    centre.set_vel(N, x.diff() * N.x)
    body = me.RigidBody("b", centre, B, 1, (me.inertia(B, 1, 1, 1), centre))
    with pytest.raises(NotApplicable, match="b: its frame B has no orientation in N"):
        nh.from_sympy([body], q=[x], frame=N)


def test_a_model_may_be_given_where_a_case_is():
    x, y, theta = me.dynamicsymbols("x y theta")
    L = (x.diff() ** 2 + y.diff() ** 2 + theta.diff() ** 2) / 2
    model = me.LagrangesMethod(
        L, [x, y, theta], nonhol_coneqs=[x.diff() * sm.sin(theta) - y.diff() * sm.cos(theta)]
    )
    assert nh.check(model).growth.vector == (2, 3)
    assert nh.compare(model).entry("voronec").agrees


@pytest.mark.parametrize("ask", [nh.check, nh.case, nh.read_case])
@pytest.mark.parametrize("given", [None, 3, ["dz = y dx"], {"coordinates": ["x"]}])
def test_what_is_no_case_is_told(given, ask):
    with pytest.raises(
        nh.NonholoError, match=r"is no case; needed is a case file .* nonholo\.constraints"
    ):
        ask(given)


def test_what_is_too_long_for_a_name_is_no_file():
    with pytest.raises(nh.NonholoError, match="File name too long"):
        nh.check("coin" * 1000)


def test_a_constraint_is_no_file():
    with pytest.raises(nh.NonholoError, match=r"is given as nh\.constraints"):
        nh.check("dz = y dx")


def test_the_number_of_a_letter_that_drops_out_is_warned_of():
    """A length that only shifts the origin: it stands in the model and in no equation."""
    x, u = me.dynamicsymbols("x u")
    m, k, a = sm.symbols("m k a", positive=True)
    frame, origin = me.ReferenceFrame("N"), me.Point("O")
    origin.set_vel(frame, 0)
    place = origin.locatenew("P", (x + a) * frame.x)
    place.set_vel(frame, u * frame.x)
    model = me.KanesMethod(frame, [x], [u], kd_eqs=[x.diff() - u])
    model.kanes_equations([me.Particle("P", place, m)], [(place, -k * x * frame.x)])
    with pytest.warns(UnusedParameter, match="a occurs in no equation"):
        run = nh.simulate(model, 1, parameters={m: 1, k: 4, a: 3}, initial={x: 1}, points=2)
    assert run.q["x"][-1] == pytest.approx(math.cos(2))
    with pytest.warns(UnusedParameter):
        assert nh.linearise(model).eigenvalues({m: 1, k: 4, a: 3}).imag.max() == pytest.approx(2)
    with pytest.raises(nh.errors.BadCase, match="a: not declared; there are k, m"):
        nh.simulate(model, 1, parameters={"a": 3})


def test_a_feedback_law_reads_the_state_as_the_model_names_it():
    """Damping of a slider by its speed: by names, by SymPy's objects, by Kane's speed."""
    x, u, force = me.dynamicsymbols("x u F")
    frame, origin = me.ReferenceFrame("N"), me.Point("O")
    origin.set_vel(frame, 0)
    place = origin.locatenew("P", x * frame.x)
    place.set_vel(frame, u / 2 * frame.x)
    model = me.KanesMethod(frame, [x], [u], kd_eqs=[2 * x.diff() - u])
    model.kanes_equations([me.Particle("P", place, 1)], [(place, force * frame.x)])
    for law in (
        lambda t, q, v: -v["x"] - q["x"],
        lambda t, q, v: -v[x.diff()] - q[x],
        lambda t, q, v: -v[u] / 2 - q[x],
        lambda t, q, v: -v["u"] / 2 - q["x"],
    ):
        run = nh.simulate(model, 1, initial={x: 1}, inputs={force: law}, points=2)
        exact = math.exp(-0.5) * (math.cos(0.75**0.5) + math.sin(0.75**0.5) / 3**0.5)
        assert run.q["x"][-1] == pytest.approx(exact)
    with pytest.raises(nh.NonholoError, match=r"KeyError: 'xdot' \(q and v hold x, u\)"):
        nh.simulate(model, 1, inputs={force: lambda t, q, v: q[x.diff()]})


def test_what_stands_in_the_wrong_place_is_pointed_out():
    with pytest.raises(NotApplicable, match=r"nonholo.constraints\(A, q\) makes one"):
        nh.check(sm.eye(2))
    with pytest.raises(NotApplicable, match="needed is the case first"):
        nh.in_sympy(sm.eye(2), nh.case("rolling_coin"))


# functions that are not specified -----------------------------------------------------------------
def particle_of_kane(place, frame, q, u):
    """Kane's method of one particle at place(O), with gravity along -y."""
    O, m, g = me.Point("O"), *sm.symbols("m g")
    O.set_vel(frame, 0)
    point = place(O)
    kane = me.KanesMethod(frame, [q], [u], kd_eqs=[q.diff() - u])
    kane.kanes_equations([me.Particle("bead", point, m)], [(point, -m * g * frame.y)])
    return kane


def test_a_bead_on_any_guide_is_read():
    """(1 + h'^2) x'' = -h' (g + h'' x'^2)."""
    x, u = me.dynamicsymbols("x u")
    N, h, g = me.ReferenceFrame("N"), sm.Function("h"), sm.symbols("g")

    def place(O):
        point = O.locatenew("C", x * N.x + h(x) * N.y)
        point.set_vel(N, x.diff() * N.x + h(x).diff() * N.y)
        return point

    case = nh.from_sympy(particle_of_kane(place, N, x, u))
    (found,) = nh.in_sympy(case, nh.compare(case).entry("maggi").motion.accelerations)
    slope, bend = h(x).diff(x), h(x).diff(x, 2)
    assert sm.simplify(found + slope * (g + bend * x.diff() ** 2) / (1 + slope**2)) == 0


def test_a_support_that_moves_in_any_way_is_read():
    """l a'' = -g sm.sin(a) - d'' sm.cos(a); undeclared, d could be a coordinate that was forgotten."""
    a, u = me.dynamicsymbols("a u")
    N, d, t = me.ReferenceFrame("N"), sm.Function("d"), me.dynamicsymbols._t
    A, (l, g) = N.orientnew("A", "Axis", [a, N.z]), sm.symbols("l g")
    A.set_ang_vel(N, u * N.z)

    def place(O):
        support = O.locatenew("S", d(t) * N.x)
        support.set_vel(N, d(t).diff() * N.x)
        point = support.locatenew("B", -l * A.y)
        point.v2pt_theory(support, N, A)
        return point

    kane = particle_of_kane(place, N, a, u)
    case = nh.from_sympy(kane, functions=[d(t)])
    (found,) = nh.in_sympy(case, nh.compare(case).entry("maggi").motion.accelerations)
    assert sm.simplify(l * found + g * sm.sin(a) + sm.cos(a) * d(t).diff(t, 2)) == 0
    with pytest.raises(BadCase, match="functions="):
        nh.from_sympy(kane)


def test_a_model_without_coordinates_says_how_to_give_them():
    """ "coordinates: missing; needed are names such as "x", "y" ", as of a case file."""
    from sympy import symbols
    from sympy.physics.mechanics import LagrangesMethod, System

    with pytest.raises(NotApplicable, match=r"System without coordinates: .* add_coordinates\(q\)"):
        nh.from_sympy(System())
    with pytest.raises(NotApplicable, match="LagrangesMethod without coordinates"):
        nh.check(LagrangesMethod(symbols("m"), []))


def test_speeds_without_kinematic_equations_are_told():
    from sympy.physics.mechanics import Particle, Point, ReferenceFrame, System, dynamicsymbols

    x, y, u, v = dynamicsymbols("x y u v")
    frame, origin, place = ReferenceFrame("N"), Point("O"), Point("P")
    origin.set_vel(frame, 0)
    place.set_pos(origin, x * frame.x + y * frame.y)
    place.set_vel(frame, u * frame.x + v * frame.y)
    model = System(frame=frame, fixed_point=origin)
    model.q_ind, model.u_ind = [x, y], [u, v]
    model.add_bodies(Particle("b", place, 2))
    with pytest.raises(NotApplicable, match="kinematic differential equations; needed is one a"):
        nh.from_sympy(model)
    model.add_kdes(u - x.diff(), v - y.diff())
    assert len(nh.from_sympy(model).system.chart.q) == 2
