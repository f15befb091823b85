"""Generated code of every language run here, be it by reading its lines as Python's.

A language that is not installed is spoken as far as the programs need it: assignments, powers,
functions of numbers, arrays from 1.  CasADi is a module of plain numbers, C is compiled where there
is a compiler.
"""

from __future__ import annotations

import ctypes
import math
import re
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from nonholo.findings.entry import Entry
from nonholo.languages import language
from nonholo.languages.program import Task, accelerations

Arrays = Mapping[str, Sequence[float]]  # letter -> numbers, for each argument of a program
ASSIGNED = re.compile(r"^\s*(der\(\w+\)|[\w, ]+) = (.+?);?$")


class FromOne(list):
    """Entries counted from 1, by brackets of either kind."""

    def __getitem__(self, i):
        return list.__getitem__(self, i - 1)

    __call__ = __getitem__


def _sign(x: float) -> float:
    return float((x > 0) - (x < 0))


_MATH = {n: getattr(math, n) for n in dir(math) if not n.startswith("_")}
_MATH |= {"abs": abs, "sign": _sign, "pi": math.pi}
_REAL = {"realsqrt": math.sqrt, "realpow": math.pow, "reallog": math.log, "isreal": lambda a: True}


def _python(code: str, task: Task, t: float, given: Arrays) -> list[float]:
    space: dict[str, Any] = {}
    exec(code, space)
    return [float(x) for x in space[task.function](t, *given.values())]


def _casadi(code: str, task: Task, t: float, given: Arrays) -> list[float]:
    """ca.SX.sym gives the numbers themselves, ca.Function what came out."""
    numbers = {"t": t, **given}
    ca = SimpleNamespace(
        **_MATH,
        SX=SimpleNamespace(sym=lambda name, *size: numbers[name]),
        vertsplit=list,
        vertcat=lambda *entries: [*entries],
        Function=lambda name, taken, given, *names: given[0],
    )
    space: dict[str, Any] = {"ca": ca}
    exec(code.replace("import casadi as ca\n", ""), space)
    return [float(x) for x in space[task.function]()]


def _lines(code: str, task: Task, t: float, given: Arrays) -> list[float]:
    """Julia and MATLAB: assignments one after the other, the last one is the result."""
    space = {**_MATH, **_REAL, "t": t, "atan": _arc}
    space |= {letter: FromOne(numbers) for letter, numbers in given.items()}
    result: Any = None
    for line in code.replace("^", "**").splitlines():
        if match := re.match(r"\s*return (\[.*\])$", line):
            result = eval(match[1], space)
        elif match := ASSIGNED.match(line):
            name, value = match[1], match[2].replace("; ", ", ")
            if not line.lstrip().startswith(("%", "#", "function")):
                exec(f"{name} = {value}", space)
                result = space[name] if value.startswith("[") else result
    return [float(x) for x in result]


def _arc(y: float, x: float = 1.0) -> float:
    return math.atan2(y, x) if x != 1.0 else math.atan(y)


def _modelica(code: str, task: Task, t: float, given: Arrays) -> list[float]:
    """The right sides of the equations, in the order of the results of the task."""
    space = {**_MATH, "time": t}
    for argument in task.arguments:
        space |= dict(zip(argument.names, given[argument.letter], strict=True))
    rates: dict[str, float] = {}
    for line in code.split("equation\n")[1].replace("^", "**").splitlines():
        match = ASSIGNED.match(line)
        if match and match[1].startswith("der("):
            rates[match[1][4:-1]] = eval(match[2], space) if not _is_rate(match) else 0.0
        elif match:
            exec(f"{match[1]} = {match[2]}", space)
    states = [name for name, rate in task.states if rate is None]
    return [*(rates[n] for n in states), *(space[n] for n in task.assigned)]


def _is_rate(match: re.Match) -> bool:
    """der(x) = xdot, where xdot may follow."""
    return match[2] == f"{match[1][4:-1]}dot"


def _c(code: str, task: Task, t: float, given: Arrays) -> list[float]:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder)
        (path / "law.c").write_text(code)
        command = ["cc", "-std=c99", "-shared", "-fPIC", "-o", "law.so", "law.c", "-lm"]
        subprocess.run(command, check=True, cwd=folder)
        out = (ctypes.c_double * len(task.roots))()
        taken = [(ctypes.c_double * max(1, len(x)))(*x) for x in given.values()]
        getattr(ctypes.CDLL(str(path / "law.so")), task.function)(ctypes.c_double(t), *taken, out)
        return [*out]


RUN: dict[str, Callable[[str, Task, float, Arrays], list[float]]] = {
    "python": _python,
    "numpy": _python,
    "casadi": _casadi,
    "julia": _lines,
    "matlab": _lines,
    "modelica": _modelica,
    **({"c": _c} if shutil.which("cc") else {}),
}


def values(name: str, entry: Entry, t: float, numbers: Mapping[str, float]) -> dict[str, float]:
    """What the code of a language says: acceleration of a coordinate, or a dependent velocity, by
    name -> number.

    numbers: of coordinates, velocities, parameters and inputs, by their names.  Raises KeyError for
    a language that cannot be run here, and what the code raises.

    >>> import nonholo as nh
    >>> entry = nh.compare(nh.System("x", "x'^2/2 - k*x^2", parameters=["k"])).entry("maggi")
    >>> [values(name, entry, 0.0, {"x": 3, "xdot": 0, "k": 2}) for name in ("julia", "modelica")]
    [{'xddot': -12.0}, {'xddot': -12.0}]
    """
    spoken, task = language(name), accelerations(entry)
    asked = task if spoken.task is accelerations else spoken.task(entry)
    given = {a.letter: [float(numbers[n]) for n in a.names] for a in asked.arguments}
    numbers_out = RUN[name](spoken.source(entry), asked, t, given)
    chart = entry.equations.distribution.chart
    if spoken.task is accelerations:
        return dict(zip((a.args for a in chart.a), numbers_out, strict=False))
    rates = {v.args: a.args for v, a in zip(chart.v, chart.a)}
    states = [rates.get(n, f"{n}dot") for n, rate in asked.states if rate is None]
    return dict(zip((*states, *asked.assigned), numbers_out, strict=True))
