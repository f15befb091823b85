"""The motion in C: the right-hand side written from the graph, and the same method of order 8 around it.

Needs a C compiler (cc) on the machine; compiling takes about a tenth of a second, and pays for long motions.
Velocities are put back on the constraints after each step, coordinates only where states are told.
"""

from __future__ import annotations

import ctypes
import shutil
import subprocess
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from importlib.resources import files
from pathlib import Path as File
from typing import Any

import numpy as np

from nonholo.errors import NotApplicable, SingularMass
from nonholo.exact.graph import Expr
from nonholo.numerics.integrate import Path
from nonholo.numerics.lines import Dialect, lines
from nonholo.numerics.model import Model

ROOM = 2048  # steps between two looks at the clock
NAMES = {"abs": "fabs"}


def _power(base: str, e: Fraction) -> str:
    if e == Fraction(1, 2):
        return f"sqrt({base})"
    return f"pow({base}, {e.numerator}.0/{e.denominator}.0)"


def _call(name: str, args: Sequence[str]) -> str:
    if name == "sign":
        return f"(double)(({args[0]} > 0) - ({args[0]} < 0))"
    return f"{NAMES.get(name, name)}({', '.join(args)})"


C = Dialect(_call, _power, "3.14159265358979323846", "double {name} = {code};")


def c_function(name: str, roots: Sequence[Expr], symbols: Sequence[Expr], parameters: Sequence[Expr]) -> str:
    """A C function of (y, t) that writes the roots into out, and one of p that prepares what holds parameters alone."""
    names = {s.args: f"y[{i}]" for i, s in enumerate(symbols[:-1])} | {symbols[-1].args: "t"}
    names |= {s.args: f"p[{i}]" for i, s in enumerate(parameters)}
    code = lines(roots, symbols, names, replace(C, resting=f"{name}_c"))
    return "\n".join([
        *(f"static double {rest};" for rest, _ in code.outer),
        f"static void prepare_{name}(const double *p)", "{", "    (void)p;",
        *(f"    {rest} = {value};" for rest, value in code.outer), "}",
        f"static void {name}(const double *y, double t, double *out)", "{", "    (void)y; (void)t; (void)out;",
        *(f"    {line}" for line in code.inner),
        *(f"    out[{i}] = {r};" for i, r in enumerate(code.results)), "}", ""])


def c_program(model: Model) -> str:
    """The whole C text of one law: tables, right-hand side, projection of velocities, integrator."""
    from scipy.integrate import DOP853

    parts, n = model.terms, model.n
    symbols, names = model.inputs, list(model.values)
    A = np.zeros((16, 16))
    A[:12, :12], A[13:, :] = DOP853.A[:12, :12], DOP853.A_EXTRA
    nodes = np.concatenate([DOP853.C[:12], [1.0], DOP853.C_EXTRA])
    tables = [_table("A", A), _table("B", DOP853.B), _table("C", nodes), _table("E3", DOP853.E3),
              _table("E5", DOP853.E5), _table("D", DOP853.D)]
    corrected = n if parts.k else 0
    return "\n".join(["#include <math.h>", "#include <stddef.h>", f"#define N {model.size}", f"#define V {n}",
                      f"#define NV {corrected}", *tables,
                      c_function("slope", model.slopes, symbols, names),
                      c_function("nearest", model.solved.nearest, symbols, names),
                      "void parameters(const double *p) { prepare_slope(p); prepare_nearest(p); }",
                      files("nonholo.numerics").joinpath("dop853.c").read_text()])


def _table(name: str, values: np.ndarray) -> str:
    shape = "".join(f"[{s}]" for s in values.shape)
    return f"static const double {name}{shape} = {{{', '.join(map(repr, map(float, values.ravel())))}}};"


@dataclass(frozen=True, slots=True)
class Native:
    """A compiled law: its library, the size of its state, the numbers of its parameters.

    The library holds one set of numbers, set before each call; calls keep the interpreter lock, so threads don't mix.
    """

    library: Any
    size: int
    values: tuple[float, ...]

    def prepared(self) -> Any:
        """The library with the numbers set."""
        self.library.parameters(_pointer(np.array(self.values or (0.0,))))
        return self.library

    def many(self, y: np.ndarray, t: float = 0.0) -> np.ndarray:
        """Right-hand sides of many states (count, size)."""
        y = np.ascontiguousarray(y, dtype=float)
        out = np.empty_like(y)
        self.prepared().many(ctypes.c_long(len(y)), _pointer(y), ctypes.c_double(t), _pointer(out))
        return out


@cache
def library(text: str) -> Any:
    """The C text as a library.  Raises NotApplicable without a C compiler, or where it fails."""
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if compiler is None:
        raise NotApplicable("the native method needs a C compiler (cc) on this machine; DOP853 needs none")
    with tempfile.TemporaryDirectory(prefix="nonholo") as folder:
        source, target = File(folder, "law.c"), File(folder, "law.so")
        source.write_text(text)
        done = subprocess.run([compiler, "-O2", "-shared", "-fPIC", "-w", "-o", str(target), str(source), "-lm"],
                              capture_output=True, text=True)
        if done.returncode:
            raise NotApplicable(f"the C compiler refused the right-hand side: {done.stderr.strip().splitlines()[:1]}; "
                                "use --method DOP853")
        return ctypes.PyDLL(str(target))


def native(model: Model) -> Native:
    """The law of a model in C."""
    return Native(library(c_program(model)), model.size, tuple(model.values.values()))


def integrate_native(model: Model, y: np.ndarray, start: float, end: float, rtol: float, atol: float) -> Path:
    """As `integrate` with DOP853, in C and without events.  Raises NotApplicable without a compiler."""
    from scipy.integrate._ivp.rk import Dop853DenseOutput

    law = native(model)
    began, n = time.perf_counter(), model.size
    state = np.array(y, dtype=float)
    t, h = ctypes.c_double(start), ctypes.c_double(_first_step(model, state, start, end, rtol, atol))
    evaluations, correction, status = ctypes.c_long(2), ctypes.c_double(0.0), ctypes.c_int(1)
    pieces = []
    while status.value == 1:
        times, before, dense = np.empty((ROOM, 2)), np.empty((ROOM, n)), np.empty((ROOM, 7, n))
        count = law.prepared().run(
            ctypes.byref(t), _pointer(state), ctypes.byref(h), ctypes.c_double(end), ctypes.c_double(rtol),
            ctypes.c_double(atol), ROOM, _pointer(times), _pointer(before), _pointer(dense), ctypes.byref(evaluations),
            ctypes.byref(correction), ctypes.byref(status))
        spans = times[:count].tolist()
        pieces += [(a, b, Dop853DenseOutput(a, b, before[i], dense[i])) for i, (a, b) in enumerate(spans)]
    if not pieces:
        raise SingularMass("the motion cannot begin: the accelerations are not determined in the initial state")
    stopped = f"no step is possible beyond t = {t.value:.6g}" if status.value == 2 else ""
    return Path(tuple(pieces), pieces[-1][1], (), evaluations.value, len(pieces), correction.value,
                time.perf_counter() - began, stopped)


def _first_step(model: Model, y: np.ndarray, start: float, end: float, rtol: float, atol: float) -> float:
    """Hairer's guess from the sizes of the state and of its slope."""
    slope = np.array(model.rates(start, y))
    scale = atol + rtol * np.abs(y)
    d0, d1 = (float(np.sqrt(np.mean((x / scale) ** 2))) for x in (y, slope))
    guess = 1e-6 if not (d0 > 1e-5 and d1 > 1e-5) else 0.01 * d0 / d1
    guess = min(100 * guess * rtol**0.125, abs(end - start)) or abs(end - start)
    return guess if end > start else -guess


def _pointer(array: np.ndarray):
    return array.ctypes.data_as(ctypes.POINTER(ctypes.c_double))
