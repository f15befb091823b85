"""Source code of the accelerations, printed straight from the graph with common parts named."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from nonholo.errors import SingularMass
from nonholo.exact.common import common_parts
from nonholo.exact.graph import Expr
from nonholo.exact.present import display_graph, presentable
from nonholo.exact.text import ATOM, PRODUCT, Style, bracket, digits, plain_number, text
from nonholo.numerics import reserved
from nonholo.numerics.reserved import Words

if TYPE_CHECKING:
    from nonholo.findings.comparison import Entry


def _c_number(p: int, q: int) -> str:
    return f"{digits(p)}.0" if q == 1 else f"{digits(p)}.0/{digits(q)}.0"


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


PYTHON = Style(number=plain_number, power=_python_power,
               function=_python_function, pi="math.pi")
C = Style(number=_c_number, power=_c_power, function=_c_function, pi="M_PI")


def code_names(entry: Entry, roots: list[Expr], words: Words) -> tuple[list[list[str]], dict[str, str]]:
    """Names of coordinates, independent velocities and parameters that occur, and how the code writes them.

    A name that the language or the function's own arguments have taken gets an underscore; dependent velocities are
    written by the same rule.
    """
    d = entry.equations.distribution
    chart = d.chart
    velocities = [chart.v[j].args for j in d.independent]
    own = {s.args for s in (*chart.q, *chart.v, *chart.a, chart.t)}
    graph = roots[0].graph
    parameters = [s.args for s in graph.unmask(graph.mask(roots)) if s.args not in own]
    dependent = [chart.v[l].args for l in d.dependent]
    known, written = {*own, *parameters}, {}
    for name in (*chart.names, *velocities, *parameters, *dependent):
        safe = words.spelled(name)
        while words.refuses(safe, name) or safe in written.values() or (safe != name and safe in known):
            safe += "_"
        written[name] = safe
    return [list(chart.names), velocities, parameters], written


def solved(entry: Entry) -> list[Expr]:
    if entry.motion is None:
        raise SingularMass(entry.failure)
    forms = [presentable(a) for a in entry.motion.accelerations]
    display = display_graph(entry.motion.accelerations[0].graph)
    return [display.copy([form])[0] for form in forms]


def listing(names: list[str]) -> str:
    return "(" + ", ".join(names) + ("," if len(names) == 1 else "") + ")"


def python_source(entry: Entry) -> str:
    """A Python function (t, q, v, p) -> accelerations of all coordinates.

    v holds the independent velocities, p the parameters, in the order of the docstring.
    """
    roots = solved(entry)
    groups, written = code_names(entry, roots, reserved.PYTHON)
    style = replace(PYTHON, symbol=lambda name: written.get(name, name))
    parts, results = common_parts(roots)
    q, v, p = groups
    lines = ["import math", "", "", "def accelerations(t, q, v, p):",
             f'    """{entry.equations.name}: q = {listing(q)}, v = {listing(v)}, p = {listing(p)}."""']
    lines += [f"    {listing([written[n] for n in names])} = {source}" for names, source in zip(groups, "qvp") if names]
    lines += [f"    {name} = {text(part, style)}" for name, part in parts]
    lines += [f"    return ({''.join(text(r, style) + ', ' for r in results).rstrip()})", ""]
    return "\n".join(lines)


def c_source(entry: Entry) -> str:
    """A C99 function that writes the accelerations of all coordinates into a."""
    roots = solved(entry)
    groups, written = code_names(entry, roots, reserved.C)
    style = replace(C, symbol=lambda name: written.get(name, name))
    parts, results = common_parts(roots)
    q, v, p = groups
    lines = ["#include <math.h>", "",
             f"/* {entry.equations.name}: q = {listing(q)}, v = {listing(v)}, p = {listing(p)} */",
             "void accelerations(double t, const double *q, const double *v, const double *p, double *a)", "{"]
    for names, source in zip(groups, "qvp"):
        lines += [f"    const double {written[n]} = {source}[{i}];" for i, n in enumerate(names)]
    lines += [f"    const double {name} = {text(part, style)};" for name, part in parts]
    lines += [f"    a[{i}] = {text(r, style)};" for i, r in enumerate(results)]
    unused = ["t", "q", "v", "p", *(written[n] for names in groups for n in names)]
    lines += ["    " + " ".join(f"(void){n};" for n in unused), "}", ""]
    return "\n".join(lines)
