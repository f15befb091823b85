"""A law as C: the right-hand side of one state and of many, with the integrator around it, and
the compiled library.
"""

from __future__ import annotations

import ctypes
import os
import re
import shutil
import subprocess
import tempfile
import threading
import weakref
from collections.abc import Mapping, Sequence
from dataclasses import replace
from importlib.resources import files
from pathlib import Path as File
from typing import Any

import numpy as np

from nonholo.errors import NotApplicable, option
from nonholo.expression.graph import Expr
from nonholo.languages.c import LANGUAGE
from nonholo.numerics import dop853
from nonholo.numerics.dop853 import ALL, STAGES
from nonholo.numerics.lines import NAME, Dialect, Lines, Steps, lines
from nonholo.words.sentence import say

ONE_STATE = ("-O2", "-march=native", "-fno-math-errno", "-fno-trapping-math")
VECTORS = (
    "-fopenmp-simd",
    "-fno-builtin-sin",
    "-fno-builtin-cos",
    "-DVECTORS",
    "-lmvec",
)
BLOCKS = (*ONE_STATE, "-O3", *VECTORS)
SIDE_BY_SIDE = (*ONE_STATE, "-ftree-vectorize", *VECTORS)  # as fast, and compiled in half the time
PLAIN = ("-O2",)
APART = "__attribute__((noinline))"
MOST_LINES = 400  # of one function: compilers take more than twice as long for twice as many


DIALECT = Dialect(LANGUAGE.style, "double {name} = {code};")
Law = tuple[
    Sequence[Expr], Sequence[Expr], Sequence[Expr], Steps
]  # roots, symbols, parameters, steps


def _lines(name: str, law: Law, written: Mapping, time: str = "t") -> Lines:
    roots, symbols, parameters, steps = law
    names = {
        **written,
        symbols[-1].args: time,
        **{s.args: f"p[{i}]" for i, s in enumerate(parameters)},
    }
    return lines(roots, symbols, names, replace(DIALECT, resting=f"{name}_c"), steps)


def _prepared(name: str, code: Lines) -> list[str]:
    return [
        *(f"static double {resting};" for resting, _ in code.outer),
        f"static void prepare_{name}(const double *p)",
        "{",
        "    (void)p;",
        *(f"    {resting} = {value};" for resting, value in code.outer),
        "}",
    ]


def c_function(name: str, law: Law) -> str:
    """A C function of (y, t) that writes the roots into out, and one of p that prepares what
    holds parameters alone.
    """
    code = _lines(name, law, {s.args: f"y[{i}]" for i, s in enumerate(law[1][:-1])})
    results = [f"out[{i}] = {r};" for i, r in enumerate(code.results)]
    parts, count = in_parts([*code.inner, *results], f"{name}_w[{{}}]")
    given = "(const double *restrict y, double t, double *restrict out)"
    whole = "    (void)y; (void)t; (void)out;"
    if len(parts) == 1:
        return "\n".join(
            [
                *_prepared(name, code),
                f"static void {name}(const double *y, double t, double *out)",
                "{",
                whole,
                *(f"    {line}" for line in parts[0]),
                "}",
                "",
            ]
        )
    return "\n".join(
        [
            *_prepared(name, code),
            f"static double {name}_w[{count or 1}];",
            *(
                "\n".join(
                    [
                        f"static {APART} void {name}_{i}{given}",
                        "{",
                        whole,
                        *(f"    {line}" for line in statements),
                        "}",
                    ]
                )
                for i, statements in enumerate(parts)
            ),
            "static void slope(const double *y, double t, double *out)",
            "{",
            *(f"    {name}_{i}(y, t, out);" for i in range(len(parts))),
            "}",
            "",
        ]
    )


def c_law(slope: Law, nearest: Law, first_velocity: int, constrained: bool) -> str:
    """The whole C text of one law; symbols of the slope behind those of the state are asked for."""
    corrected = first_velocity if constrained else 0
    size = len(slope[0])
    asked = len(slope[1]) - 1 - size
    return c_program(
        c_function("slope", slope) if not asked else _asking(slope, size, asked),
        c_function("nearest", nearest),
        len(slope[0]),
        first_velocity,
        corrected,
        "void parameters(const double *p) { prepare_slope(p); prepare_nearest(p); }",
    )


def _asking(law: Law, size: int, asked: int) -> str:
    """A C function as by `c_function` that first asks `ask` for what stands behind the state."""
    return "\n".join(
        [
            "static void (*ask)(const double *y, double t, double *u);",
            "void asks(void (*answer)(const double *, double, double *)) { ask = answer; }",
            c_function("slope_of", law),
            "static void prepare_slope(const double *p) { prepare_slope_of(p); }",
            "static void slope(const double *y, double t, double *out)",
            "{",
            f"    double x[{size + asked}];",
            f"    for (int i = 0; i < {size}; i++)",
            "        x[i] = y[i];",
            f"    ask(y, t, x + {size});",
            "    slope_of(x, t, out);",
            "}",
            "",
        ]
    )


def c_program(
    slope: str, nearest: str, size: int, first_velocity: int, corrected: int, more: str = ""
) -> str:
    """The C text of the integrator around a right-hand side and the projection of so many
    velocities.
    """
    return "\n".join(
        [
            "#include <math.h>",
            "#include <stddef.h>",
            f"#define N {size}",
            f"#define V {first_velocity}",
            f"#define NV {corrected}",
            *c_tables(),
            slope,
            nearest,
            more,
            files("nonholo.numerics").joinpath("dop853.c").read_text(encoding="utf-8"),
        ]
    )


def c_vectors() -> str:
    """The C text that declares the functions of vectors."""
    return files("nonholo.numerics").joinpath("vectors.c").read_text(encoding="utf-8")


def c_tables() -> list[str]:
    """The coefficients of the method of order 8."""
    A = np.zeros((ALL, ALL))
    A[:STAGES, :STAGES], A[STAGES + 1 :] = dop853.A[:STAGES, :STAGES], dop853.A[STAGES + 1 :]
    return [
        _table("A", A),
        _table("B", dop853.B),
        _table("C", dop853.NODES),
        _table("E3", dop853.E3),
        _table("E5", dop853.E5),
        _table("D", dop853.D),
    ]


def c_blocks(slope: Law) -> str:
    """The C text for right-hand sides of many states, in blocks that a compiler can vectorise."""
    code = _lines(
        "slope", slope, {s.args: f"y[{i}*count + c]" for i, s in enumerate(slope[1][:-1])}
    )
    body = [*code.inner, *(f"dy[{i}*count + c] = {r};" for i, r in enumerate(code.results))]
    text = files("nonholo.numerics").joinpath("many.c").read_text(encoding="utf-8")
    head = [
        "#include <math.h>",
        c_vectors(),
        *_prepared("slope", code),
        "void parameters(const double *p) { prepare_slope(p); }",
    ]
    return "\n".join([*head, text.replace("BODY", "\n            ".join(body))])


def laned(name: str, law: Law) -> str:
    """A C function of (y, t) for W states side by side, y[i][c], and one that prepares what holds
    the parameters of one of them alone.
    """
    code = _lines(name, law, {s.args: f"y[{i}][c]" for i, s in enumerate(law[1][:-1])}, "t[c]")
    parts, count = in_parts(
        [*code.inner, *(f"out[{i}][c] = {r};" for i, r in enumerate(code.results))],
        f"{name}_w[{{}}][c]",
    )
    given = "(double (*restrict y)[W], const double *restrict t, double (*restrict out)[W])"
    return "\n".join(
        [
            f"static double {name}_w[{count or 1}][W];",
            *(f"static double {resting}_of[W];" for resting, _ in code.outer),
            f"static void prepare_{name}(int c, const double *p)",
            "{",
            "    (void)p;",
            *(
                f"    double {resting} = {value}; {resting}_of[c] = {resting};"
                for resting, value in code.outer
            ),
            "}",
            *(_lane_part(f"{name}_{i}", given, statements) for i, statements in enumerate(parts)),
            f"static void {name}{given}",
            "{",
            *(f"    {name}_{i}(y, t, out);" for i in range(len(parts))),
            "}",
            "",
        ]
    )


def _lane_part(name: str, given: str, statements: Sequence[str]) -> str:
    used = re.findall(r"\b\w+_c\d+\b", "\n".join(statements))
    return "\n".join(
        [
            f"static void {name}{given}",
            "{",
            "    (void)y; (void)t; (void)out;",
            "#pragma omp simd",
            "    for (int c = 0; c < W; c++) {",
            *(f"        const double {r} = {r}_of[c];" for r in dict.fromkeys(used)),
            *(f"        {line}" for line in statements),
            "    }",
            "}",
        ]
    )


def in_parts(
    statements: Sequence[str], cell: str, most: int = MOST_LINES
) -> tuple[list[list[str]], int]:
    """Statements as parts of at most so many; what one part computes and another needs is kept in
    cells, whose number is returned too.

    >>> in_parts(["double w0 = x*x;", "double w1 = 2*w0;", "out[0] = w0 + w1;"], "k[{}]", 2)
    ([['k[0] = x*x;', 'k[1] = 2*k[0];'], ['out[0] = k[0] + k[1];']], 2)
    """
    parts = [list(statements[i : i + most]) for i in range(0, len(statements), most)] or [[]]
    if len(parts) == 1:
        return parts, 0
    home = {
        name: i
        for i, some in enumerate(parts)
        for line in some
        for name in NAME.findall(line.partition("=")[0])
    }
    crossing = dict.fromkeys(
        name
        for i, some in enumerate(parts)
        for line in some
        for name in NAME.findall(line)
        if home[name] != i
    )
    cells = {name: cell.format(i) for i, name in enumerate(crossing)}

    def celled(line: str) -> str:
        name = NAME.search(line.partition("=")[0])
        line = line.removeprefix("double ") if name and name[0] in cells else line
        return NAME.sub(lambda name: cells.get(name[0], name[0]), line)

    return [[celled(line) for line in some] for some in parts], len(cells)


def _table(name: str, values: np.ndarray) -> str:
    shape = "".join(f"[{s}]" for s in values.shape)
    return (
        f"static const double {name}{shape} = "
        f"{{{', '.join(map(repr, map(float, values.ravel())))}}};"
    )


def library(text: str, choices: tuple[tuple[str, ...], ...] = (ONE_STATE, PLAIN)) -> Any:
    """The C text as a library, by the first choice of flags that the compiler takes.

    Raises NotApplicable without a C compiler, where it fails, and where what it made cannot be
    loaded."""
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if compiler is None:
        raise NotApplicable(
            say("the native method needs a C compiler (cc) on this machine; DOP853 needs none")
        )
    try:
        with tempfile.TemporaryDirectory(prefix="nonholo") as folder:
            return _compiled(compiler, File(folder), text, choices)
    except OSError as error:
        raise NotApplicable(
            f"the compiled right-hand side cannot be written, compiled or loaded in {_folder()}: "
            f"{error.strerror or error}; set TMPDIR to a folder whose files may be executed, or "
            "use " + option("--method DOP853", 'method="DOP853"')
        ) from None


def _folder() -> str:
    try:
        return tempfile.gettempdir()
    except OSError:
        return "any folder for temporary files"


def _compiled(compiler: str, folder: File, text: str, choices: tuple[tuple[str, ...], ...]) -> Any:
    source, target = folder / "law.c", folder / "law.so"
    source.write_text(text, encoding="utf-8")
    for flags in choices:
        options = [f for f in flags if not f.startswith("-l")]
        done = subprocess.run(
            [
                compiler,
                *options,
                "-shared",
                "-fPIC",
                "-w",
                "-o",
                str(target),
                str(source),
                *(f for f in flags if f.startswith("-l")),
                "-lm",
            ],
            capture_output=True,
            text=True,
        )
        if not done.returncode:
            return _loaded(target)
    raise NotApplicable(
        f"the C compiler refused the right-hand side: {done.stderr.strip().splitlines()[:1]}; "
        "use " + option("--method DOP853", 'method="DOP853"')
    )


def _loaded(target: File) -> Any:
    """The library, unloaded when nothing refers to it any more; its lock is for what takes several
    calls.
    """
    library: Any = ctypes.PyDLL(str(target))
    library.lock = threading.RLock()
    weakref.finalize(library, _unload, library._handle)
    return library


def _unload(handle: int) -> None:
    close = getattr(ctypes.CDLL(None), "dlclose", None) if os.name == "posix" else None
    if close is not None:
        close(ctypes.c_void_p(handle))


def pointer(array: np.ndarray) -> ctypes.c_void_p:
    """To the data of an array, which lives as long as the pointer does."""
    return array.ctypes.data_as(ctypes.c_void_p)
