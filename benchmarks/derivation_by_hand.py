"""Accelerations of the systems of benchmarks/models.py as a careful person writes them.

Lines of Python from a state (q, q') to q''; what holds parameters alone comes before and is not
counted.  tests/test_regular_velocities.py compares them with the package's."""

from __future__ import annotations

import math
from collections.abc import Mapping

# system: (constants, lines)
LINES: dict[str, tuple[str, str]] = {
    "coin": (
        "k = 2*g*sin(al)/(3*R)",
        """
s = sin(theta); c = cos(theta)
phi2 = k*c
b = phidot*thetadot
x2 = R*(phi2*s + b*c); y2 = R*(phi2*c - b*s); theta2 = 0""",
    ),
    "sleigh": (
        "k = -m*a/(J + m*a**2)",
        """
s = sin(theta); c = cos(theta)
b = (xdot*c + ydot*s)*thetadot
f = a*thetadot*thetadot
theta2 = k*b
x2 = f*c - b*s; y2 = f*s + b*c""",
    ),
    "disc": (
        "k1 = 6/5; k2 = 4*g/(5*R); k3 = 5/3",
        """
sy = sin(yaw); cy = cos(yaw); s = sin(lean); c = cos(lean)
h = c*yawdot; b = leandot/c
yaw2 = -2*b*spindot
lean2 = h*(k1*spindot + yawdot*s) + k2*s
spin2 = b*(2*spindot*s - k3*h*c)
p = R*yawdot*spindot; r = R*spin2
x2 = r*cy - p*sy; y2 = r*sy + p*cy""",
    ),
    "ball": (  # the rates of the body; M = D - m R^2 n n^T is solved as a sum of rank one
        "d = m*R**2; k1 = (I2 - I3)/(I1 + d); k2 = (I3 - I1)/(I2 + d); k3 = (I1 - I2)/(I3 + d); "
        "e1 = d/(I1 + d); e2 = d/(I2 + d); e3 = d/(I3 + d)",
        """
sf = sin(phi); cf = cos(phi); s = sin(theta); n3 = cos(theta); sp = sin(psi); cp = cos(psi)
n1 = s*sp; n2 = s*cp; f = phidot*s
w1 = f*sp + thetadot*cp; w2 = f*cp - thetadot*sp; w3 = phidot*n3 + psidot
h1 = k1*w2*w3; h2 = k2*w3*w1; h3 = k3*w1*w2
g1 = e1*n1; g2 = e2*n2; g3 = e3*n3
z = (n1*h1 + n2*h2 + n3*h3)/(1 - n1*g1 - n2*g2 - n3*g3)
v1 = h1 + g1*z; v2 = h2 + g2*z; v3 = h3 + g3*z
theta2 = v1*cp - v2*sp - psidot*f
phi2 = (v1*sp + v2*cp + thetadot*(psidot - phidot*n3))/s
psi2 = v3 - n3*phi2 + f*thetadot
p = theta2 + psidot*f; r = thetadot*(phidot - psidot*n3) - psi2*s
x2 = R*(p*sf + r*cf); y2 = R*(r*sf - p*cf)""",
    ),
    "snakeboard": (  # the rate of the rotor against fixed axes is constant
        "b = m*l**2; k = b - J - 2*Jw",
        """
st = sin(theta); ct = cos(theta); s = sin(phi); c = cos(phi)
u = (xdot*ct + ydot*st)*c/l + thetadot*s
e = phidot*u; h = e*c; z = k*s
u2 = z*h/(b - z*s)
theta2 = h + s*u2; psi2 = -theta2; phi2 = 0
p = l*(c*u2 - s*e); r = l*thetadot*u*c
x2 = ct*p - st*r; y2 = st*p + ct*r""",
    ),
}


def trailers(n: int) -> tuple[str, str]:
    """Cars of length 1: the speed of axle i is a_i u and its rate of turning b_i u."""
    lines = ["s = sin(th0); c = cos(th0); u = xdot*c + ydot*s"]
    inertia, turning, force, moment, last, rates = "1", "", "", "", ("", ""), []
    for i in range(1, n + 1):
        before, change = last
        lines.append(
            f"d{i} = th{i - 1} - th{i}; s{i} = sin(d{i}); c{i} = cos(d{i}); "
            f"w{i} = th{i - 1}dot - th{i}dot"
        )
        if i == 1:
            lines.append("a1 = c1; b1 = s1; a1t = -s1*w1; b1t = c1*w1")
        else:
            lines.append(
                f"a{i} = c{i}*{before}; b{i} = s{i}*{before}; "
                f"a{i}t = c{i}*{change} - b{i}*w{i}; b{i}t = s{i}*{change} + a{i}*w{i}"
            )
        plus = " + " if turning else ""
        inertia, turning = f"{inertia} + a{i}*a{i}", f"{turning}{plus}b{i}*b{i}"
        force, moment = f"{force}{plus}a{i}*a{i}t", f"{moment}{plus}b{i}*b{i}t"
        last = f"a{i}", f"a{i}t"
        rates.append(f"th{i}2 = b{i}t*u + b{i}*u2")
    lines += [
        f"u2 = -u*(m*({force}) + J*({moment}))/(m*({inertia}) + J*({turning}))",
        *rates,
        "e = u*th0dot; th02 = 0; x2 = c*u2 - s*e; y2 = s*u2 + c*e",
    ]
    return "", "\n".join(lines)


LINES |= {f"trailers {n}": trailers(n) for n in range(1, 11)}


def size(name: str) -> int:
    """Additions, multiplications, divisions and functions of the lines."""
    text = LINES[name][1]
    return sum(map(text.count, "*/+-")) + text.count("sin(") + text.count("cos(")


def accelerations(name: str, values: Mapping[str, float]) -> dict[str, float]:
    """What the lines compute at the numbers of parameters, coordinates and velocities."""
    space = {"sin": math.sin, "cos": math.cos, **values}
    for text in LINES[name]:
        exec(text, space)
    return space
