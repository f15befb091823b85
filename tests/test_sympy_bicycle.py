"""A KanesMethod bicycle as SymPy's users build it, whose linearisation gave NaN there (sympy/sympy
issue 9641).

The model has what made it hard: speeds without coordinates (the wheels), centres by the two-point
theorem from a contact at rest, a normalised vector to the front contact, a configuration constraint
and three of velocities, one of which follows from it."""

from __future__ import annotations

from math import acos, cos, pi, sin, sqrt

import numpy as np
import pytest

import nonholo as nh

EIGENVALUES = {  # MeijaardPapadopoulosRuinaSchwab2007, table 2
    0: (-5.53094371765393, -3.13164324790656, 3.13164324790656, 5.53094371765393),
    5: (
        -14.07838969279822,
        -0.77534188219585 - 4.46486771378823j,
        -0.77534188219585 + 4.46486771378823j,
        -0.32286642900409,
    ),
}


def numbers() -> dict[str, float]:
    """Lengths along and across the steering axis from those of the benchmark, and masses and
    inertias.
    """
    head, rear, front, base, trail = pi / 2 - pi / 10, 0.3, 0.35, 1.02, 0.08
    rake = front * cos(head) - trail * sin(head)
    up, ahead = 0.7 - front, base - 0.9
    reach, slant = sqrt(up**2 + ahead**2), acos(up / sqrt(up**2 + ahead**2))
    length = base * cos(head) - (front - rear) * sin(head)
    return {
        "rR": rear,
        "rF": front,
        "head": head,
        "rake": rake,
        "fork": length,
        "frame": base * sin(head) - (rake - (front - rear) * cos(head)),
        "b1": (0.6 - 0.3 / sin(head) * cos(head)) * sin(head),
        "b3": 0.3 / sin(head) + (0.6 - 0.3 / sin(head) * cos(head)) * cos(head),
        "h1": reach * cos(pi / 2 - head - slant) - length,
        "h3": rake + reach * sin(pi / 2 - head - slant),
        "mB": 85,
        "mH": 4,
        "mR": 2,
        "mF": 3,
        "g": 9.81,
    }


def bicycle():
    """The KanesMethod, with its equations formed."""
    from sympy import Rational, symbols
    from sympy.physics import mechanics as me

    q1, q2, q4, q5 = q = me.dynamicsymbols("q1 q2 q4 q5")
    u1, u2, u3, u4, u5, u6 = me.dynamicsymbols("u1:7")
    s = {name: symbols(name) for name in numbers()}
    N = me.ReferenceFrame("N")
    Y = N.orientnew("Y", "Axis", [q1, N.z])
    R = Y.orientnew("R", "Axis", [q2, Y.x])
    B = R.orientnew("B", "Axis", [q4 + s["head"], R.y])
    H = B.orientnew("H", "Axis", [q5, B.x])
    levelB, levelH = (f.orientnew(f"L{f.name}", "Axis", [-s["head"], f.y]) for f in (B, H))
    rear, front = me.ReferenceFrame("W"), me.ReferenceFrame("V")
    for frame, parent, w in (
        (Y, N, u1 * Y.z),
        (R, Y, u2 * R.x),
        (B, R, u4 * B.y),
        (rear, B, u3 * B.y),
        (H, B, u5 * B.x),
        (front, H, u6 * H.y),
    ):
        frame.set_ang_vel(parent, w)
    contact = me.Point("P")
    hub = contact.locatenew("rear", s["rR"] * R.z)
    steer = hub.locatenew("S", s["frame"] * B.z)
    centre = hub.locatenew("B", -s["b1"] * B.x + s["b3"] * B.z)
    fork = steer.locatenew("H", -s["h1"] * H.x + s["h3"] * H.z)
    axle = steer.locatenew("front", s["fork"] * H.x + s["rake"] * H.z)
    ground = axle.locatenew("Q", s["rF"] * (H.y.dot(Y.z) * H.y - Y.z).normalize())
    contact.set_vel(N, 0)
    for point, start, frame in (
        (hub, contact, rear),
        (steer, hub, B),
        (centre, hub, B),
        (fork, steer, H),
        (axle, steer, H),
        (ground, axle, front),
    ):
        point.v2pt_theory(start, N, frame)
    inertias = (
        (levelB, "9.2 11 2.8 0 0 -2.4"),
        (levelH, "0.05892 0.06 0.00708 0 0 0.00756"),
        (B, "0.0603 0.12 0.0603"),
        (H, "0.1405 0.28 0.1405"),
    )
    bodies = [
        me.RigidBody(
            f"body{i}", point, frame, mass, (me.inertia(axes, *map(Rational, given.split())), point)
        )
        for i, (point, frame, mass, (axes, given)) in enumerate(
            zip(
                (centre, fork, hub, axle),
                (B, H, rear, front),
                (s["mB"], s["mH"], s["mR"], s["mF"]),
                inertias,
            )
        )
    ]
    slip = ground.vel(N)
    model = me.KanesMethod(
        N,
        q_ind=[q1, q2, q5],
        q_dependent=[q4],
        u_ind=[u2, u3, u5],
        u_dependent=[u1, u4, u6],
        configuration_constraints=[ground.pos_from(contact).dot(Y.z)],
        velocity_constraints=[slip.dot(e) for e in (Y.x, Y.y, Y.z)],
        kd_eqs=[c.diff() - u for c, u in zip(q, (u1, u2, u4, u5))],
        constraint_solver="CRAMER",
    )
    model.kanes_equations(bodies, [(b.masscenter, -b.mass * s["g"] * Y.z) for b in bodies])
    return model


@pytest.mark.slow
def test_the_bicycle_that_gave_nan_is_linearised():
    case = nh.from_sympy(bicycle(), parameters=numbers())
    names = case.system.chart.names
    for speed, expected in EIGENVALUES.items():
        at = {"angle_u3dot": f"{speed}/rR", "angle_u6dot": f"{speed}/rF"}
        at |= {f"{n}dot": str(speed) for n in names if n.endswith("_x")}
        found = nh.linearise(case, at).eigenvalues()
        moving = sorted(
            (z for z in np.array(found) if abs(z) > 1e-6), key=lambda z: (z.real, z.imag)
        )
        np.testing.assert_allclose(
            moving,
            sorted(expected, key=lambda z: (z.real, z.imag) if isinstance(z, complex) else (z, 0)),
            atol=1e-9,
        )
