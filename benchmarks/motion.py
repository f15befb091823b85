"""Motions: from the case to ten seconds at 1e-10, ours against SymPy with SciPy, and C by hand as the physical limit.

    python benchmarks/motion.py [--repeats 3] [--seconds 10] [--only rolling_coin]

For each system: time to derive and compile, one right-hand side, the whole motion at rtol = 1e-10 (atol = 1e-12), and
the difference of the last states.  SymPy's way is LagrangesMethod with multipliers, lambdify(cse=True) of its mass
matrix and forcing, numpy.linalg.solve, and the same SciPy integrator.  Ratios in one run are what counts.
"""

from __future__ import annotations

import argparse
import ctypes
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

from nonholo.numerics.compile import constant
from nonholo.numerics.initial import initial_state
from nonholo.numerics.integrate import integrate
from nonholo.numerics.model import model
from nonholo.numerics.native import integrate_native, native
from nonholo.readers.back_to_sympy import in_sympy
from nonholo.readers.case_file import read_case

CASES = Path(__file__).parents[1] / "cases"
SYSTEMS = ("rolling_coin", "chaplygin_sleigh", "rolling_disk", "ball_on_turntable", "snakeboard")
RTOL, ATOL = 1e-10, 1e-12

HAND = """
#include <math.h>
/* The coin by hand: state x y theta phi and their velocities; p = m R g al. */
static void slope(const double *y, const double *p, double *d)
{
    double s = sin(y[2]), c = cos(y[2]), R = p[1], w = 2.0 * p[2] * sin(p[3]) * c / (3.0 * R);
    d[0] = y[4]; d[1] = y[5]; d[2] = y[6]; d[3] = y[7];
    d[6] = 0.0; d[7] = w;
    d[4] = R * (w * s + y[7] * y[6] * c);
    d[5] = R * (w * c - y[7] * y[6] * s);
}
void many(long n, const double *y, const double *p, double *d)
{
    for (long i = 0; i < n; i++) slope(y + 8 * i, p, d + 8 * i);
}
"""


def best(work: Callable[[], object], repeats: int) -> float:
    """The shortest of some runs, in seconds."""
    times = []
    for _ in range(repeats):
        began = time.perf_counter()
        work()
        times.append(time.perf_counter() - began)
    return min(times)


def each(work: Callable[[], object], repeats: int, calls: int = 2000) -> float:
    """Seconds of one call among many."""
    def loop():
        for _ in range(calls):
            work()

    return best(loop, repeats) / calls


def start_of(stem: str):
    case = read_case(CASES / f"{stem}.toml")
    law = model(case.system)
    return case, law, initial_state(law, {n: float(x) for n, x in case.initial.items()})


def ours(stem: str, seconds: float, repeats: int) -> dict[str, tuple]:
    """Two rows: Python, and C."""
    derive = best(lambda: model(read_case(CASES / f"{stem}.toml").system), repeats)
    _, law, y = start_of(stem)
    rhs = each(lambda: law.rates(0.0, y), repeats)
    run = best(lambda: integrate(law, y, 0.0, seconds, rtol=RTOL, atol=ATOL), repeats)
    rows = {"ours, Python": (derive, rhs, run, integrate(law, y, 0.0, seconds, rtol=RTOL, atol=ATOL).at([seconds])[0])}
    began = time.perf_counter()
    library = native(law)
    compiled = time.perf_counter() - began
    states = np.tile(y, (100_000, 1))
    inner = best(lambda: library.many(states), repeats) / len(states)
    fast = best(lambda: integrate_native(law, y, 0.0, seconds, RTOL, ATOL), repeats)
    last = integrate_native(law, y, 0.0, seconds, RTOL, ATOL).at([seconds])[0]
    return rows | {"ours, C": (derive + compiled, inner, fast, last)}


def sympy_way(stem: str, seconds: float, repeats: int) -> tuple:
    """LagrangesMethod, lambdify, numpy.linalg.solve, DOP853."""
    import sympy as sp
    from scipy.integrate import solve_ivp
    from sympy.physics.mechanics import LagrangesMethod, dynamicsymbols

    case, _, y = start_of(stem)
    names, rows = case.system.chart.names, case.system.pfaffian
    values = {s.args: constant(x) for s, x in case.system.values.items()}
    q, t = [dynamicsymbols(n) for n in names], dynamicsymbols._t
    L, *rows = in_sympy(case, [case.system.lagrangian, *(rows.value(l) for l in range(rows.k))])
    began = time.perf_counter()
    method = LagrangesMethod(L, q, nonhol_coneqs=rows)
    method.form_lagranges_equations()
    plain = [sp.Dummy() for _ in range(2 * len(q))]
    dummies = dict(zip([f.diff(t) for f in q], plain[len(q):])) | dict(zip(q, plain))
    parameters = sorted(L.free_symbols.union(*(r.free_symbols for r in rows)) - {t}, key=str)
    numbers = [values[str(p)] for p in parameters]
    matrices = [M.xreplace(dummies) for M in (method.mass_matrix_full, method.forcing_full)]
    evaluate = sp.lambdify([plain, parameters], matrices, modules="numpy", cse=True)
    derive = time.perf_counter() - began
    n = len(q)

    def slope(t, x):
        M, f = evaluate(x, numbers)
        return np.linalg.solve(M, f.ravel())[: 2 * n]

    state = y[: 2 * n]
    rhs = each(lambda: slope(0.0, state), repeats, 500)

    def run():
        return solve_ivp(slope, (0.0, seconds), state, method="DOP853", rtol=RTOL, atol=ATOL)

    return derive, rhs, best(run, repeats), run().y[:, -1]


def by_hand(repeats: int) -> float:
    """Seconds of one right-hand side of the coin written by hand in C."""
    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder, "hand.c"), Path(folder, "hand.so")
        source.write_text(HAND)
        subprocess.run(["cc", "-O2", "-shared", "-fPIC", "-o", str(target), str(source), "-lm"], check=True)
        library = ctypes.CDLL(str(target))
        y, p = np.tile(start_of("rolling_coin")[2], (100_000, 1)), np.array([1.3, 0.7, 9.81, 0.4])
        out = np.empty_like(y)
        pointers = [a.ctypes.data_as(ctypes.POINTER(ctypes.c_double)) for a in (y, p, out)]
        return best(lambda: library.many(ctypes.c_long(len(y)), *pointers), repeats) / len(y)


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("--repeats", type=int, default=3)
    options.add_argument("--seconds", type=float, default=10.0)
    options.add_argument("--only", choices=SYSTEMS)
    asked = options.parse_args()
    print(f"{'':18} {'':14} {'derive, compile':>16} {'one rhs':>12} {'motion':>12} {'difference':>12}")
    for stem in [asked.only] if asked.only else SYSTEMS:
        rows = ours(stem, asked.seconds, asked.repeats)
        rows["SymPy, SciPy"] = sympy_way(stem, asked.seconds, asked.repeats)
        reference = rows["ours, Python"][3]
        for name, (derive, rhs, run, last) in rows.items():
            n = min(len(last), len(reference))
            apart = float(np.max(np.abs(last[:n] - reference[:n])))
            print(f"{stem:18} {name:14} {1e3 * derive:13.1f} ms {1e6 * rhs:9.3f} us {1e3 * run:9.2f} ms {apart:12.1e}")
    print(f"{'rolling_coin':18} {'C by hand':14} {'':16} {1e6 * by_hand(asked.repeats):9.3f} us")


if __name__ == "__main__":
    main()
