"""The methods of the benchmark, each a function problem -> (prepared call -> answer); one cell in
its own process.

`python methods.py METHOD FAMILY N K RUNS` prints "start" before each run (what stands before it is
preparation: imports, and SymPy expressions for the peers) and a line of JSON after it.  A method
imports its own packages only.

Every method answers one question: are these forms integrable together?  True, False, or None for
undecided."""

from __future__ import annotations

import json
import resource
import sys
import time
import warnings
from collections.abc import Callable
from importlib.metadata import PackageNotFoundError, version
from itertools import combinations

from families import FAMILIES, Problem

Answer = tuple[bool | None, str]  # and the evidence, if the method names it
Call = Callable[[], Answer]
MEMORY = 12 * 2**30  # bytes of address space for a cell
ENOUGH = 1.0  # seconds after which a cell is not run again


# --- ours
# ---------------------------------------------------------------------------------------------------------


def ours_check(problem: Problem) -> Call:
    """As a user has it: texts in, everything `check` says out."""
    import nonholo as nh

    texts, names = problem.texts, list(problem.names)
    check, constraints = nh.check, nh.constraints

    return lambda: _decided(check(constraints(*texts, also=names)).joint)


def ours_points(problem: Problem) -> Call:
    """The joint verdict alone at random points, from coefficients that have been read (as the
    peers have them).
    """
    import ours

    read = ours.case(problem.texts, problem.names)
    return lambda: _decided(ours.points_verdict(read))


def ours_symbols(problem: Problem) -> Call:
    """The joint verdict alone by symbols, from coefficients that have been read."""
    import ours

    read = ours.case(problem.texts, problem.names)
    return lambda: _decided(ours.symbols_verdict(read))


def _decided(joint) -> Answer:
    return joint.answer, joint.evidence


# --- peers
# --------------------------------------------------------------------------------------------------------


def _sympy_rows(problem: Problem, symbols: dict):
    import sympy as sp

    return [
        {n: sp.sympify(c.replace("^", "**"), locals=symbols) for n, c in row.items()}
        for row in problem.rows
    ]


def wedge(problem: Problem) -> Call:
    """w_1 ^ ... ^ w_k ^ dw_l component by component in plain SymPy, each through simplify, up to
    the first nonzero.
    """
    import sympy as sp

    symbols = {n: sp.Symbol(n) for n in problem.names}
    place = {n: i for i, n in enumerate(problem.names)}
    q = [symbols[n] for n in problem.names]
    forms = [{(place[n],): c for n, c in row.items()} for row in _sympy_rows(problem, symbols)]

    def call() -> Answer:
        volume = {(): sp.Integer(1)}
        for form in forms:
            volume = _product(volume, form)
        for form in forms:
            components = _product(volume, _derivative(form, q)).values()
            if any(sp.simplify(c) != 0 for c in components):
                return False, ""
        return True, ""

    return call


def _derivative(form: dict, q: list) -> dict:
    d: dict = {}
    for (j,), c in form.items():
        for i in range(len(q)):
            if i != j and (slope := c.diff(q[i])) != 0:
                key = (i, j) if i < j else (j, i)
                d[key] = d.get(key, 0) + (slope if i < j else -slope)
    return d


def _product(a: dict, b: dict) -> dict:
    terms: dict = {}
    for I, f in a.items():
        for J, g in b.items():
            if not set(I) & set(J):
                sign = (-1) ** sum(i > j for i in I for j in J)
                terms.setdefault(tuple(sorted(I + J)), []).append(sign * f * g)
    return {K: sum(parts) for K, parts in terms.items()}


def diffgeom(problem: Problem) -> Call:
    """WedgeProduct(w_1, ..., w_k, Differential(w_l)) of sympy.diffgeom on all sets of k + 2 base
    vectors.
    """
    import sympy as sp
    from sympy.diffgeom import CoordSystem, Differential, Manifold, Patch, WedgeProduct

    symbols = [sp.Symbol(n, real=True) for n in problem.names]
    chart = CoordSystem("C", Patch("P", Manifold("M", len(symbols))), symbols)
    scalars = dict(zip(problem.names, chart.base_scalars(), strict=True))
    basis = dict(zip(problem.names, chart.base_oneforms(), strict=True))
    forms = [
        sp.Add(*(c * basis[n] for n, c in row.items())) for row in _sympy_rows(problem, scalars)
    ]
    vectors = chart.base_vectors()

    def call() -> Answer:
        for form in forms:
            volume = WedgeProduct(*forms, Differential(form))
            for chosen in combinations(vectors, len(forms) + 2):
                if sp.simplify(volume(*chosen)) != 0:
                    return False, ""
        return True, ""

    return call


def symbtools(problem: Problem) -> Call:
    """nullspaceMatrix and involutivity_test of symbtools."""
    import symbtools as st
    import sympy as sp

    symbols = {n: sp.Symbol(n) for n in problem.names}
    rows = _sympy_rows(problem, symbols)
    matrix = sp.Matrix([[row.get(n, 0) for n in problem.names] for row in rows])
    q = sp.Matrix(list(symbols.values()))

    def call() -> Answer:
        return bool(st.involutivity_test(st.nullspaceMatrix(matrix), q)[0]), "random point"

    return call


def dgcv(problem: Problem, numeric: bool = False) -> Call:
    """The first step of dgcv's derived flag of the annihilator, with its own symbolic engine
    (the default).
    """
    import dgcv as package
    from dgcv._aux._backends import _symbolic_router as functions

    warnings.simplefilter("ignore")
    package.createVariables("dgq", len(problem.names), withVF=True, remove_guardrails=True)
    q = _dgcv_coordinates(len(problem.names))
    space = dict(zip(problem.names, q, strict=True)) | {
        f: getattr(functions, f) for f in ("sin", "cos", "exp")
    }
    basis = dict(zip(problem.names, package.get_DF(*q), strict=True))
    forms = [
        _dgcv_sum(eval(c.replace("^", "**"), {}, space) * basis[n] for n, c in row.items())
        for row in problem.rows
    ]

    def call() -> Answer:
        spread = package.distribution(spanning_df_set=forms, coordinate_space=q)
        flag = spread.derived_flag(max_iterations=1, use_numeric_methods=numeric)
        return len(flag) == 1, "random point" if numeric else ""

    return call


def dgcv_numeric(problem: Problem) -> Call:
    """The same with use_numeric_methods=True: linear independence at a random rational point."""
    return dgcv(problem, numeric=True)


def _dgcv_coordinates(n: int) -> list:
    import __main__

    return [getattr(__main__, f"dgq{i}") for i in range(1, n + 1)] if n > 1 else [__main__.dgq]


def _dgcv_sum(terms):
    terms = list(terms)
    total = terms[0]
    for term in terms[1:]:
        total = total + term
    return total


METHODS: dict[str, Callable[[Problem], Call]] = {
    "points": ours_points,
    "symbols": ours_symbols,
    "check": ours_check,
    "wedge": wedge,
    "diffgeom": diffgeom,
    "symbtools": symbtools,
    "dgcv": dgcv,
    "dgcv_numeric": dgcv_numeric,
}
OWN = ("nonholo", "python-flint")
PACKAGES = {
    "points": OWN,
    "symbols": OWN,
    "check": OWN,
    "wedge": ("sympy",),
    "diffgeom": ("sympy",),
    "symbtools": ("symbtools", "sympy"),
    "dgcv": ("dgcv",),
    "dgcv_numeric": ("dgcv",),
}


# --- one cell
# -----------------------------------------------------------------------------------------------------


def versions(method: str) -> dict[str, str]:
    """The versions of what a method stands on."""
    found = {}
    for name in PACKAGES[method]:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            found[name] = "missing"
    return found


def forget() -> None:
    """Empty SymPy's cache and ours, that a second run does not read the first one's results."""
    cache = sys.modules.get("sympy.core.cache")
    if cache is not None:
        cache.clear_cache()
    for name, module in list(sys.modules.items()):
        if name.startswith("nonholo."):
            for value in vars(module).values():
                if hasattr(value, "cache_clear"):
                    value.cache_clear()


def measure(method: str, problem: Problem, runs: int) -> None:
    """Run a method up to `runs` times, with a line of JSON after each."""
    times: list[float] = []
    while len(times) < runs and sum(times) < ENOUGH:
        forget()
        call = METHODS[method](problem)
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        print("start", flush=True)
        start = time.process_time()
        answer, evidence = call()
        times.append(time.process_time() - start)
        print(
            json.dumps(
                {
                    "times": times,
                    "answer": answer,
                    "evidence": evidence,
                    "expected": problem.integrable,
                    "before": before,
                    "versions": versions(method),
                }
            ),
            flush=True,
        )


def main() -> None:
    method, family, n, k, runs = sys.argv[1], sys.argv[2], *map(int, sys.argv[3:6])
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    measure(method, FAMILIES[family](n, k), runs)


if __name__ == "__main__":
    main()
