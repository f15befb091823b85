"""Source code of the accelerations in further languages: NumPy over many states, Julia, CasADi; a Modelica model."""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from nonholo.errors import SingularMass
from nonholo.exact.common import common_parts
from nonholo.exact.graph import Expr
from nonholo.exact.present import display_graph, presentable
from nonholo.exact.text import ATOM, POWER, Style, bracket, plain_number, text
from nonholo.numerics import reserved
from nonholo.numerics.reserved import Words
from nonholo.numerics.source import code_names, listing, solved

if TYPE_CHECKING:
    from nonholo.findings.comparison import Entry


def _caret(base: tuple[str, int], e) -> tuple[str, int]:
    """base^e, roots as sqrt."""
    if e == 1:
        return base
    if e == Fraction(1, 2):
        return f"sqrt({base[0]})", ATOM
    return f"{bracket(base, ATOM)}^{e if isinstance(e, int) else f'({e})'}", POWER


def _starred(sqrt: str) -> Callable:
    def power(base: tuple[str, int], e) -> tuple[str, int]:
        if e == 1:
            return base
        if e == Fraction(1, 2):
            return f"{sqrt}({base[0]})", ATOM
        return f"{bracket(base, ATOM)}**{e if isinstance(e, int) else f'({e})'}", POWER

    return power


def _called(prefix: str, other: dict[str, str]) -> Callable:
    return lambda name, args: f"{prefix}{other.get(name, name)}({', '.join(args)})"


ARC = {"asin": "arcsin", "acos": "arccos", "atan": "arctan", "atan2": "arctan2", "asinh": "arcsinh", "acosh": "arccosh",
       "atanh": "arctanh"}

_MODELICA_ARCS = {"asinh": "log(({0}) + sqrt(({0})^2 + 1))", "acosh": "log(({0}) + sqrt(({0})^2 - 1))",
                  "atanh": "(log((1 + ({0}))/(1 - ({0})))/2)"}  # the language has none


def _modelica_call(name: str, args: list[str]) -> str:
    arc = _MODELICA_ARCS.get(name)
    return arc.format(*args) if arc else f"{name}({', '.join(args)})"


NUMPY = Style(plain_number, _starred("np.sqrt"), _called("np.", ARC), pi="np.pi")
CASADI = Style(plain_number, _starred("ca.sqrt"), _called("ca.", {"abs": "fabs"}), pi="ca.pi")
JULIA = Style(plain_number, _caret, _called("", {"atan2": "atan"}))
MODELICA = Style(plain_number, _caret, _modelica_call)


def numpy_source(entry: Entry) -> str:
    """A Python function of arrays: q, v, p hold one array (or number) a name; the accelerations of all coordinates.

    Arrays of one shape are many states at once; the result has a row a coordinate.
    """
    groups, names, parts, results = _written(entry, NUMPY, reserved.NUMPY)
    body = [*_unpacked(groups), *(f"    {n} = {e}" for n, e in parts)]
    return "\n".join(["import numpy as np", "", "", "def accelerations(t, q, v, p):", _head(entry, names), *body,
                      f"    return np.stack(np.broadcast_arrays({', '.join(results)}))", ""])


def casadi_source(entry: Entry) -> str:
    """A Python function that builds the CasADi function (t, q, v, p) -> accelerations of all coordinates."""
    groups, names, parts, results = _written(entry, CASADI, reserved.CASADI)
    sizes = [f'    {s} = ca.SX.sym("{s}", {len(n)})' for s, n in zip("qvp", names)]
    unpacked = [f"    {', '.join(group)}{',' if len(group) == 1 else ''} = ca.vertsplit({s})"
                for s, group in zip("qvp", groups) if group]
    return "\n".join(["import casadi as ca", "", "", "def accelerations():", _head(entry, names),
                      '    t = ca.SX.sym("t")', *sizes, *unpacked, *(f"    {n} = {e}" for n, e in parts),
                      f"    a = ca.vertcat({', '.join(results)})",
                      '    return ca.Function("accelerations", [t, q, v, p], [a], ["t", "q", "v", "p"], ["a"])', ""])


def julia_source(entry: Entry) -> str:
    """A Julia function accelerations(t, q, v, p) -> vector of the accelerations of all coordinates."""
    groups, names, parts, results = _written(entry, JULIA, reserved.JULIA)
    unpacked = [f"    {', '.join(group)} = {s}{'[1]' if len(group) == 1 else ''}"
                for s, group in zip("qvp", groups) if group]
    return "\n".join([f"# {_words(entry, names)}", "function accelerations(t, q, v, p)", *unpacked,
                      *(f"    {n} = {e}" for n, e in parts), f"    return [{', '.join(results)}]", "end", ""])


def modelica_source(entry: Entry, name: str = "") -> str:
    """A Modelica model: states q and the independent velocities, the dependent ones as equations.

    Start values are 0 and parameters have no value: give both with modifiers.
    """
    d = entry.equations.distribution
    chart = d.chart
    if entry.motion is None:
        raise SingularMass(entry.failure)
    independent = [entry.motion.accelerations[j] for j in d.independent]
    rates = list(d.lift().items())
    display = display_graph(chart.graph)
    forms = [display.copy([presentable(e)])[0] for e in (*independent, *(e for _, e in rates))]
    (q, v, p), written = code_names(entry, forms, reserved.MODELICA)
    style = replace(MODELICA, symbol=lambda n: "time" if n == chart.t.args else written.get(n, n))
    parts, results = common_parts(forms)
    dependent = [s.args for s, _ in rates]
    model = _model_name(name or entry.equations.name, {*reserved.MODELICA.taken, *written.values()})
    lines = [f"model {model}"]
    lines += [f"  parameter Real {written[n]};" for n in p]
    lines += ["  constant Real pi = 3.141592653589793;"]
    lines += [f"  Real {written[n]}(start = 0, fixed = true);" for n in (*q, *v)]
    lines += [f"  Real {n};" for n in (*(written[n] for n in dependent), *(part.args for part, _ in parts))]
    lines += ["equation", *(f"  {n} = {text(e, style)};" for n, e in ((part.args, e) for part, e in parts))]
    lines += [f"  der({written[n]}) = {written[n + 'dot']};" for n in q]
    lines += [f"  der({written[n]}) = {text(e, style)};" for n, e in zip(v, results)]
    lines += [f"  {written[n]} = {text(e, style)};" for n, e in zip(dependent, results[len(v):])]
    return "\n".join([*lines, f"end {model};", ""])


def _model_name(name: str, taken: Container[str]) -> str:
    words = re.findall(r"[A-Za-z0-9]+", name)
    joined = "".join(word[0].upper() + word[1:] for word in words)
    found = joined if joined[:1].isalpha() else f"Model{joined}"
    return f"{found}Model" if found in taken else found


def _written(entry: Entry, style: Style, words: Words):
    """Names as the code writes them, names as they are, named common parts and results as code."""
    roots: list[Expr] = solved(entry)
    names, written = code_names(entry, roots, words)
    own = replace(style, symbol=lambda name: written.get(name, name))
    parts, results = common_parts(roots)
    groups = [[written[n] for n in group] for group in names]
    return groups, names, [(part.args, text(e, own)) for part, e in parts], [text(r, own) for r in results]


def _unpacked(groups: Sequence[Sequence[str]]) -> list[str]:
    return [f"    {listing(list(group))} = {source}" for group, source in zip(groups, "qvp") if group]


def _words(entry: Entry, names: Sequence[Sequence[str]]) -> str:
    q, v, p = (listing(list(group)) for group in names)
    return f"{entry.equations.name}: q = {q}, v = {v}, p = {p}."


def _head(entry: Entry, names: Sequence[Sequence[str]]) -> str:
    return f'    """{_words(entry, names)}"""'


LANGUAGES = {"numpy": numpy_source, "julia": julia_source, "casadi": casadi_source, "modelica": modelica_source}
