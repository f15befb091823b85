"""The steps of DOP853 in C, to the last bit those in Python.

The Python code of a slope is translated operation by operation, and C may neither contract nor
reorder nor fold it; functions are those of the same libm.  Where the machine reports a division by
zero, an overflow or an invalid operation, Python may have raised, so that Python is asked again.
What a motion is thus never depends on a compiler being there, only how long it takes."""

from __future__ import annotations

import ast
import ctypes
import re
import sys
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

from nonholo.errors import NotApplicable
from nonholo.expression.functions import unspecified_in
from nonholo.numerics.c_code import in_parts, library
from nonholo.numerics.compile import source
from nonholo.numerics.dop853 import E3, E5, NODES, STAGES, A, B
from nonholo.numerics.lean import KEPT, combination, step_function
from nonholo.numerics.lines import operations
from nonholo.numerics.model import Model

EXACTLY = (("-O1", "-ffp-contract=off", "-fno-builtin", "-fno-fast-math"),)
PAYS = 5_000_000  # operations in Python after which a compiler is asked for
MOST_READY = 16
FUNCTIONS = [
    "sin",
    "cos",
    "tan",
    "asin",
    "acos",
    "atan",
    "atan2",
    "exp",
    "log",
    "sinh",
    "cosh",
    "tanh",
    "sqrt",
    "pow",
    "sign",
    "abs",
]
SIGNS = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/"}
PLAIN = """#include <math.h>
#include <fenv.h>
#define WRONG (FE_DIVBYZERO | FE_INVALID | FE_OVERFLOW)
static double sign(double x) { return (double)(x > 0) - (double)(x < 0); }
static double larger(double a, double b) { return b > a ? b : a; }
"""


_READY: dict[Callable, SameBits] = {}  # by the slope in Python: the way back takes them at once


class SameBits:
    """The slope of a model and a step of its motion, as C computes them; both fall back on Python.

    slope: (x) -> tuple; step: as that of `step_function`.
    """

    def __init__(self, model: Model, compiled: Any, resting: Sequence[float]):
        self.model, self.library, self.n = model, compiled, model.size
        self.resting = (ctypes.c_double * max(1, len(resting)))(*resting)
        # arrays of their own for each call: another thread may follow the same model
        self.taken, self.made = ctypes.c_double * (self.n + 1), ctypes.c_double * self.n
        self.stages = ctypes.c_double * ((1 + len(KEPT)) * self.n + 2)

    def slope(self, x: Sequence[float]) -> Sequence[float]:
        """As the slope of the model."""
        made = self.made()
        if self.library.slope_at(self.taken(*x), self.resting, made):
            return self.model.slope(x)
        return tuple(made)

    def step(self, slope: Callable, t: float, h: float, y: list, k: Sequence, *tolerances: float):
        """As a step in Python of the slope, which is not used but there."""
        n, number = self.n, ctypes.c_double
        row = number * n
        given = number(t), number(h), row(*y), row(*k), *map(number, tolerances)
        stages = self.stages()
        if self.library.step(*given, self.resting, stages):
            return step_function()(self.model.slope, t, h, y, k, *tolerances)
        *all_rows, five, three = stages
        return (*(all_rows[i : i + n] for i in range(0, len(all_rows), n)), five, three)


def same_bits(model: Model, evaluations: int) -> SameBits | None:
    """The steps of a model in C, where that pays after so many evaluations in Python, and can be:
    with a compiler, without functions of Python.

    >>> import nonholo as nh
    >>> from nonholo.numerics.model import model
    >>> law = model(nh.System("x", "xdot**2/2 - x**2/2").system)
    >>> same_bits(law, 100) is None
    True
    """
    if model.slope in _READY:
        return _READY[model.slope]
    whole = [*model.slopes, *(e for _, e in model.steps)]
    if not sys.platform.startswith("linux") or model.feeds or unspecified_in(whole):
        return None
    if evaluations * operations(model.slopes, model.inputs, model.steps) < PAYS:
        return None
    text = source(model.slopes, model.inputs, list(model.values), model.steps)
    code: Any = model.slope
    cells = dict(zip(code.__code__.co_freevars, code.__closure__ or ()))
    numbers = {name: cell.cell_contents for name, cell in cells.items()}
    resting = {name: float(x) for name, x in numbers.items() if isinstance(x, (int, float))}
    try:
        compiled = _library(translated(text, model.size, tuple(resting)))
    except NotApplicable:
        return None
    while len(_READY) >= MOST_READY:
        _READY.pop(next(iter(_READY)))
    _READY[model.slope] = SameBits(model, compiled, [*resting.values()])
    return _READY[model.slope]


@lru_cache(maxsize=MOST_READY)
def _library(text: str) -> Any:
    return library(text, EXACTLY)


def translated(text: str, size: int, resting: Sequence[str]) -> str:
    """The Python text of a slope as C, with one step around it.

    text: as `source` writes it; size: of the state; resting: the names that are computed once.
    Raises NotApplicable for what may not be the same in C.

    >>> from nonholo.expression.graph import Graph
    >>> g = Graph()
    >>> x, t = g.symbol("x"), g.symbol("t")
    >>> "k[0] = (sin(x0) + pow(x0, 5.0));" in translated(source([x**5 + g.sin(x)], [x, t]), 1, ())
    True
    """
    (make,) = ast.parse(text).body
    assert isinstance(make, ast.FunctionDef)
    inner = next(line for line in make.body if isinstance(line, ast.FunctionDef))
    statements = []
    for line in inner.body:
        if isinstance(line, ast.Return):
            assert isinstance(line.value, ast.Tuple)
            statements += [f"k[{i}] = {_code(e)};" for i, e in enumerate(line.value.elts)]
        elif isinstance(line, ast.Assign) and isinstance(line.targets[0], ast.Name):
            statements.append(f"double {line.targets[0].id} = {_code(line.value)};")
    parts, cells = in_parts(statements, "cell[{}]")
    names = [f"#define x{i} x[{i}]" for i in range(size + 1)]
    names += [f"#define {name} r[{i}]" for i, name in enumerate(resting)]
    given = "(const double *x, const double *r, double *k)"
    functions = [
        f"static void slope_{i}{given}\n{{\n{chr(10).join(part)}\n}}"
        for i, part in enumerate(parts)
    ]
    calls = " ".join(f"slope_{i}(x, r, k);" for i in range(len(parts)))
    return "\n".join(
        [
            PLAIN,
            f"#define N {size}",
            f"static double cell[{cells or 1}];",
            *names,
            *functions,
            f"static void slope{given} {{ {calls} }}",
            *(f"#undef {name.split()[1]}" for name in names),
            f"int slope_at{given}",
            "{ feclearexcept(WRONG); slope(x, r, k); return fetestexcept(WRONG); }",
            step_in_c(),
        ]
    )


def step_in_c() -> str:
    """One step, as `step_function` makes it: (z, k0, k5, .., k12, |e5|^2, |e3|^2) into out."""
    lines = [
        "int step(double t, double h, const double *y, const double *k0, double rtol, double atol,",
        "         const double *r, double *out)",
        "{",
        f"double k[{STAGES + 1}][N], x[N + 1], z[N], five = 0.0, three = 0.0;",
        "feclearexcept(WRONG);",
        "for (int i = 0; i < N; i++) k[0][i] = k0[i];",
    ]
    for s in range(1, STAGES):
        lines += [
            f"for (int i = 0; i < N; i++) x[i] = y[i] + h*({_combined(A[s, :s])});",
            f"x[N] = t + {float(NODES[s])!r}*h; slope(x, r, k[{s}]);",
        ]
    lines += [
        f"for (int i = 0; i < N; i++) x[i] = z[i] = y[i] + h*({_combined(B)});",
        f"x[N] = t + h; slope(x, r, k[{STAGES}]);",
        "for (int i = 0; i < N; i++) {",
        "double scale = atol + rtol*larger(fabs(y[i]), fabs(z[i])), e;",
        f"e = ({_combined(E5)})/scale; five += e*e;",
        f"e = ({_combined(E3)})/scale; three += e*e;",
        "}",
        "for (int i = 0; i < N; i++) {",
        "out[i] = z[i];",
        *(f"out[{j}*N + i] = k[{stage}][i];" for j, stage in enumerate(KEPT, start=1)),
        "}",
        f"out[{1 + len(KEPT)}*N] = five; out[{1 + len(KEPT)}*N + 1] = three;",
        "return fetestexcept(WRONG);",
        "}",
    ]
    return "\n".join(lines)


def _combined(row) -> str:
    return re.sub(r"b(\d+)", r"k[\1][i]", combination(row)[1])


def _code(node: ast.expr) -> str:
    """A Python expression of numbers as C, with all its brackets."""
    match node:
        case ast.Constant(value=int() | float() as number):
            return "HUGE_VAL" if float(number) == float("inf") else repr(float(number))
        case ast.Name(id=name):
            return "3.141592653589793" if name == "pi" else name
        case ast.UnaryOp(op=ast.USub(), operand=inner):
            return f"(-{_code(inner)})"
        case ast.BinOp(left=left, op=ast.Pow(), right=right):
            return f"pow({_code(left)}, {_code(right)})"
        case ast.BinOp(left=left, op=op, right=right) if type(op) in SIGNS:
            return f"({_code(left)} {SIGNS[type(op)]} {_code(right)})"
        case ast.Call(func=ast.Name(id=name), args=args) if name in FUNCTIONS:
            return f"{'fabs' if name == 'abs' else name}({', '.join(map(_code, args))})"
    raise NotApplicable(ast.unparse(node))
