"""Source code of the accelerations, printed straight from the graph with common parts named."""

from __future__ import annotations

from fractions import Fraction

from nonholo.comparison import Entry
from nonholo.errors import SingularMass
from nonholo.exact.common import common_parts
from nonholo.exact.graph import Expr
from nonholo.exact.present import display_graph, presentable
from nonholo.exact.text import ATOM, PRODUCT, Style, bracket, text


def _c_number(p: int, q: int) -> str:
    return f"{p}.0" if q == 1 else f"{p}.0/{q}.0"


def _c_power(base: tuple[str, int], e) -> tuple[str, int]:
    if e == 1:
        return base
    if e == Fraction(1, 2):
        return f"sqrt({base[0]})", ATOM
    if isinstance(e, int) and e <= 4:
        return "*".join([bracket(base, ATOM)] * e), PRODUCT
    exponent = f"{e}.0" if isinstance(e, int) else f"{e.numerator}.0/{e.denominator}.0"
    return f"pow({base[0]}, {exponent})", ATOM


def _python_function(name: str, args: list[str]) -> str:
    if name == "sign":
        return f"(({args[0]} > 0) - ({args[0]} < 0))"
    return f"{'abs' if name == 'abs' else 'math.' + name}({', '.join(args)})"


def _python_power(base: tuple[str, int], e) -> tuple[str, int]:
    if e == Fraction(1, 2):
        return f"math.sqrt({base[0]})", ATOM
    return f"{bracket(base, ATOM)}**{e if isinstance(e, int) else f'({e})'}" if e != 1 else base[0], (
        base[1] if e == 1 else 2)


def _c_function(name: str, args: list[str]) -> str:
    if name == "sign":
        return f"(({args[0]} > 0) - ({args[0]} < 0))"
    return f"{ {'abs': 'fabs'}.get(name, name) }({', '.join(args)})"


PYTHON = Style(number=lambda p, q: str(p) if q == 1 else f"{p}/{q}", power=_python_power,
               function=_python_function, pi="math.pi")
C = Style(number=_c_number, power=_c_power, function=_c_function, pi="M_PI")


def _arguments(entry: Entry, roots: list[Expr]) -> tuple[list[str], list[str], list[str]]:
    """Names of coordinates, independent velocities, and parameters that occur."""
    d = entry.equations.distribution
    chart = d.chart
    velocities = [chart.v[j].args for j in d.independent]
    own = {s.args for s in (*chart.q, *chart.v, *chart.a, chart.t)}
    symbols = roots[0].graph.unmask(roots[0].graph.mask(roots))
    return list(chart.names), velocities, [s.args for s in symbols if s.args not in own]


def _solved(entry: Entry) -> list[Expr]:
    if entry.motion is None:
        raise SingularMass(entry.failure)
    forms = [presentable(a) for a in entry.motion.accelerations]
    display = display_graph(entry.motion.accelerations[0].graph)
    return [display.copy([form])[0] for form in forms]


def python_source(entry: Entry) -> str:
    """A Python function (t, q, v, p) -> accelerations of all coordinates.

    v holds the independent velocities, p the parameters, in the order of the docstring.
    """
    roots = _solved(entry)
    q, v, p = _arguments(entry, roots)
    parts, results = common_parts(roots)
    lines = ["import math", "", "", "def accelerations(t, q, v, p):",
             f'    """{entry.equations.name}: q = {_tuple(q)}, v = {_tuple(v)}, p = {_tuple(p)}."""']
    lines += [f"    {_tuple(names)} = {source}" for names, source in ((q, "q"), (v, "v"), (p, "p")) if names]
    lines += [f"    {name} = {text(part, PYTHON)}" for name, part in parts]
    lines += [f"    return ({''.join(text(r, PYTHON) + ', ' for r in results).rstrip()})", ""]
    return "\n".join(lines)


def _tuple(names: list[str]) -> str:
    return "(" + ", ".join(names) + ("," if len(names) == 1 else "") + ")"


def c_source(entry: Entry) -> str:
    """A C99 function that writes the accelerations of all coordinates into a."""
    roots = _solved(entry)
    q, v, p = _arguments(entry, roots)
    parts, results = common_parts(roots)
    lines = ["#include <math.h>", "",
             f"/* {entry.equations.name}: q = {_tuple(q)}, v = {_tuple(v)}, p = {_tuple(p)} */",
             "void accelerations(double t, const double *q, const double *v, const double *p, double *a)", "{"]
    for names, source in ((q, "q"), (v, "v"), (p, "p")):
        lines += [f"    const double {n} = {source}[{i}];" for i, n in enumerate(names)]
    lines += [f"    const double {name} = {text(part, C)};" for name, part in parts]
    lines += [f"    a[{i}] = {text(r, C)};" for i, r in enumerate(results)]
    lines += ["    " + " ".join(f"(void){n};" for n in ("t", *q, *v, *p)), "}", ""]
    return "\n".join(lines)
