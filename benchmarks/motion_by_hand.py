"""Right-hand sides of the coin and the disc as a careful person writes them: in Python, and in C as
the physical limit.

States are (q, q') as in the cases; numbers of the parameters are arguments, what holds them alone
is worked out before."""

from __future__ import annotations

from collections.abc import Callable
from math import cos, sin

from nonholo.numerics.c_code import BLOCKS, ONE_STATE, PLAIN, c_program, library
from nonholo.numerics.native import Native

PARAMETERS = {"rolling_coin": ("R", "g", "al"), "rolling_disk": ("m", "r", "g", "IT", "IA")}

C_BODY = {
    "rolling_coin": (
        "k = 2.0*p[1]*sin(p[2])/(3.0*p[0]), R = p[0]",
        """
    double s = sin(Y(2)), c = cos(Y(2)), w = k*c, u = Y(7)*Y(6);
    D(0) = Y(4); D(1) = Y(5); D(2) = Y(6); D(3) = Y(7); D(6) = 0.0; D(7) = w;
    D(4) = R*(w*s + u*c); D(5) = R*(w*c - u*s);""",
    ),
    "rolling_disk": (
        "r = p[1], k = p[4]/p[3], a = p[4] + p[0]*p[1]*p[1], b = p[3] + p[0]*p[1]*p[1], "
        "mrr = p[0]*p[1]*p[1], G = p[0]*p[1]*p[2], IT = p[3]",
        """
    double sf = sin(Y(2)), cf = cos(Y(2)), s = sin(Y(3)), c = cos(Y(3)), f = Y(7), h = Y(8), w = f*c + Y(9);
    double f2 = h*(k*w - 2.0*f*c)/s, h2 = ((IT*f*c - a*w)*f*s - G*c)/b, w2 = mrr/a*h*f*s;
    double u = w2, v = h2*s + h*h*c, z = h*s;
    D(0) = Y(5); D(1) = Y(6); D(2) = f; D(3) = h; D(4) = Y(9); D(7) = f2; D(8) = h2; D(9) = w2 - f2*c + f*h*s;
    D(5) = r*(v*sf + z*f*cf - u*cf + w*f*sf); D(6) = -r*(v*cf - z*f*sf + u*sf + w*f*cf);""",
    ),
}
SIZE = {"rolling_coin": 8, "rolling_disk": 10}


def constants(stem: str) -> str:
    names = [part.split("=")[0].strip() for part in C_BODY[stem][0].split(", ")]
    return (
        f"static double {', '.join(names)};\n"
        "void parameters(const double *p)\n{\n    " + C_BODY[stem][0].replace(", ", "; ") + ";\n}\n"
    )


def in_c(stem: str, values: dict[str, float]) -> Native:
    """One state after another, with the integrator of the package around it."""
    slope = (
        constants(stem) + "#define Y(i) y[i]\n#define D(i) dy[i]\n"
        "static void slope(const double *y, double t, double *dy)\n{\n    (void)t;"
        + C_BODY[stem][1]
        + "\n}\n"
    )
    nearest = (
        "static void nearest(const double *y, double t, double *v) { (void)y; (void)t; (void)v; }\n"
    )
    made = library(c_program(slope, nearest, SIZE[stem], SIZE[stem] // 2, 0), (ONE_STATE, PLAIN))
    return Native(made, SIZE[stem], tuple(values[n] for n in PARAMETERS[stem]))


def in_vectors(stem: str, values: dict[str, float]) -> Native:
    """Many states side by side (size, count), with the vector functions of libmvec where there
    are.
    """
    head = (
        '#include <math.h>\n#ifdef VECTORS\n#define MANY __attribute__((simd("notinbranch"), '
        "const))\n"
        "MANY double sin(double); MANY double cos(double);\n#endif\n"
    )
    text = (
        head + constants(stem) + "#define Y(i) y[i*n + j]\n#define D(i) dy[i*n + j]\n"
        "void many(long n, const double *restrict y, double t, double *restrict dy)\n{\n    "
        "(void)t;\n"
        "#pragma omp simd\n    for (long j = 0; j < n; j++) {" + C_BODY[stem][1] + "\n    }\n}\n"
    )
    made = library(text, (BLOCKS, ONE_STATE, PLAIN))
    return Native(made, SIZE[stem], tuple(values[n] for n in PARAMETERS[stem]))


def in_python(stem: str, values: dict[str, float]) -> Callable[[list[float]], tuple]:
    """slope([*y, t]) with functions of math."""
    return {"rolling_coin": coin, "rolling_disk": disk}[stem](
        *(values[n] for n in PARAMETERS[stem])
    )


def coin(R: float, g: float, al: float) -> Callable:
    k = 2.0 * g * sin(al) / (3.0 * R)

    def slope(x):
        _, _, theta, _, xd, yd, thetad, phid, _ = x
        s, c = sin(theta), cos(theta)
        w, u = k * c, phid * thetad
        return xd, yd, thetad, phid, R * (w * s + u * c), R * (w * c - u * s), 0.0, w

    return slope


def disk(m: float, r: float, g: float, IT: float, IA: float) -> Callable:
    mrr, G = m * r * r, m * r * g
    k, a, b, e = IA / IT, IA + mrr, IT + mrr, mrr / (IA + mrr)

    def slope(x):
        _, _, phi, theta, _, xd, yd, f, h, q, _ = x
        sf, cf, s, c = sin(phi), cos(phi), sin(theta), cos(theta)
        w = f * c + q
        z, fw = h * s, f * w
        f2, h2, u = (
            h * (k * w - 2.0 * f * c) / s,
            ((IT * f * c - a * w) * f * s - G * c) / b,
            e * z * f,
        )
        v = h2 * s + h * h * c + fw
        y = u - z * f
        return (
            xd,
            yd,
            f,
            h,
            q,
            r * (v * sf - y * cf),
            -r * (v * cf + y * sf),
            f2,
            h2,
            u - f2 * c + z * f,
        )

    return slope
