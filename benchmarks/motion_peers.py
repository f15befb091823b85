"""Other ways to the same motion: SymPy with lambdify, PyDy's generated C, both with SciPy; heyoka's
Taylor method.

Each gives a `Way`: seconds to derive and compile, the right-hand side of one state, the whole
motion."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
from scipy.integrate import solve_ivp

from nonholo.numerics.compile import constant
from nonholo.readers.back_to_sympy import in_sympy
from nonholo.readers.case_file import read_case

CASES = Path(__file__).parents[1] / "cases"


@dataclass(frozen=True)
class Way:
    name: str
    prepared: float
    slope: Callable[[], object] | None
    motion: Callable[[float], np.ndarray] | None
    note: str = ""


@cache
def lagrange(stem: str):
    """SymPy's LagrangesMethod with multipliers: (method, q, seconds)."""
    from sympy.physics.mechanics import LagrangesMethod, dynamicsymbols

    case = read_case(CASES / f"{stem}.toml")
    q, rows = [dynamicsymbols(n) for n in case.system.chart.names], case.system.pfaffian
    L, *rows = in_sympy(case, [case.system.lagrangian, *(rows.value(l) for l in range(rows.k))])
    began = time.perf_counter()
    method = LagrangesMethod(L, q, nonhol_coneqs=rows)
    method.form_lagranges_equations()
    parameters = sorted(
        L.free_symbols.union(*(r.free_symbols for r in rows)) - {dynamicsymbols._t}, key=str
    )
    return method, q, parameters, time.perf_counter() - began


def numbers_of(stem: str, parameters) -> np.ndarray:
    values = {
        s.args: constant(x) for s, x in read_case(CASES / f"{stem}.toml").system.values.items()
    }
    return np.array([values[str(p)] for p in parameters])


def solved(slope, y: np.ndarray, tolerances) -> Callable[[float], np.ndarray]:
    rtol, atol = tolerances
    return lambda seconds: solve_ivp(
        slope, (0.0, seconds), y, method="DOP853", rtol=rtol, atol=atol
    ).y[:, -1]


def sympy_scipy(stem: str, y: np.ndarray, tolerances) -> Way:
    """lambdify(cse=True) of mass matrix and forcing, numpy.linalg.solve, solve_ivp with DOP853."""
    import sympy as sp
    from sympy.physics.mechanics import dynamicsymbols

    method, q, parameters, derived = lagrange(stem)
    began, n, t = time.perf_counter(), len(q), dynamicsymbols._t
    plain = [sp.Dummy() for _ in range(2 * n)]
    dummies = dict(zip([f.diff(t) for f in q], plain[n:])) | dict(zip(q, plain))
    matrices = [M.xreplace(dummies) for M in (method.mass_matrix_full, method.forcing_full)]
    evaluate = sp.lambdify([plain, parameters], matrices, modules="numpy", cse=True)
    numbers = numbers_of(stem, parameters)

    def slope(t, x):
        M, f = evaluate(x, numbers)
        return np.linalg.solve(M, f.ravel())[: 2 * n]

    state = y[: 2 * n]
    return Way(
        "SymPy lambdify, SciPy",
        derived + time.perf_counter() - began,
        lambda: slope(0.0, state),
        solved(slope, state, tolerances),
    )


def pydy_scipy(stem: str, y: np.ndarray, tolerances) -> Way | None:
    """PyDy's Cython generator for the same matrices; multipliers are rates of further states."""
    try:
        from pydy.codegen.ode_function_generators import generate_ode_function
    except ImportError:
        return None
    from sympy.physics.mechanics import dynamicsymbols

    method, q, parameters, derived = lagrange(stem)
    began, n, t = time.perf_counter(), len(q), dynamicsymbols._t
    k = method.mass_matrix_full.shape[0] - 2 * n
    u, z = dynamicsymbols(f"u:{n}"), dynamicsymbols(f"z:{k}")
    speeds = dict(zip([f.diff(t) for f in q], u))
    M, F = (matrix.xreplace(speeds) for matrix in (method.mass_matrix_full, method.forcing_full))
    function = generate_ode_function(
        F, q, [*u, *z], parameters, mass_matrix=M, generator="cython", constants_arg_type="array"
    )
    numbers = numbers_of(stem, parameters)
    prepared = derived + time.perf_counter() - began
    whole = np.concatenate([y[: 2 * n], np.zeros(k)])

    def slope(t, x):
        whole[: 2 * n] = x
        return function(whole, t, numbers)[: 2 * n]

    state = y[: 2 * n]
    return Way(
        "PyDy Cython, SciPy", prepared, lambda: slope(0.0, state), solved(slope, state, tolerances)
    )
