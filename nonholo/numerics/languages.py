"""Source code of the accelerations in further languages: NumPy over many states, Julia, CasADi; a Modelica model."""

from __future__ import annotations

import keyword
import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction

from nonholo.comparison import Entry
from nonholo.errors import SingularMass
from nonholo.exact.common import common_parts
from nonholo.exact.graph import Expr
from nonholo.exact.present import display_graph, presentable
from nonholo.exact.text import ATOM, POWER, Style, bracket, text
from nonholo.numerics.source import _names as names_of
from nonholo.numerics.source import _solved as solved
from nonholo.numerics.source import _tuple as listing


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


def _number(p: int, q: int) -> str:
    return str(p) if q == 1 else f"{p}/{q}"


ARC = {"asin": "arcsin", "acos": "arccos", "atan": "arctan", "atan2": "arctan2", "asinh": "arcsinh", "acosh": "arccosh",
       "atanh": "arctanh"}
NUMPY = Style(_number, _starred("np.sqrt"), _called("np.", ARC), pi="np.pi")
CASADI = Style(_number, _starred("ca.sqrt"), _called("ca.", {"abs": "fabs"}), pi="ca.pi")
JULIA = Style(_number, _caret, _called("", {"atan2": "atan"}))
MODELICA = Style(_number, _caret, _called("", {}))

_PYTHON = frozenset((*keyword.kwlist, "np", "ca", "t", "q", "v", "p", "accelerations"))
_JULIA = frozenset((
    "baremodule", "begin", "break", "catch", "const", "continue", "do", "else", "elseif", "end", "export", "false",
    "finally", "for", "function", "global", "if", "import", "let", "local", "macro", "module", "quote", "return",
    "struct", "true", "try", "using", "while", "where", "in", "isa", "pi", "im", "t", "q", "v", "p", "accelerations",
    "sin", "cos", "tan", "exp", "log", "sqrt", "abs", "sign", "atan", "asin", "acos", "sinh", "cosh", "tanh"))
_MODELICA = frozenset((
    "algorithm", "and", "annotation", "block", "break", "class", "connect", "connector", "constant", "constrainedby",
    "der", "discrete", "each", "else", "elseif", "elsewhen", "encapsulated", "end", "enumeration", "equation",
    "expandable", "extends", "external", "false", "final", "flow", "for", "function", "if", "import", "impure", "in",
    "initial", "inner", "input", "loop", "model", "not", "operator", "or", "outer", "output", "package", "parameter",
    "partial", "protected", "public", "pure", "record", "redeclare", "replaceable", "return", "stream", "then", "true",
    "type", "when", "while", "within", "time", "pi", "sin", "cos", "tan", "exp", "log", "sqrt", "abs", "sign", "Real"))


def numpy_source(entry: Entry) -> str:
    """A Python function of arrays: q, v, p hold one array (or number) a name; the accelerations of all coordinates.

    Arrays of one shape are many states at once; the result has a row a coordinate.
    """
    groups, names, parts, results = _written(entry, NUMPY, _PYTHON)
    body = [*_unpacked(groups), *(f"    {n} = {e}" for n, e in parts)]
    return "\n".join(["import numpy as np", "", "", "def accelerations(t, q, v, p):", _head(entry, names), *body,
                      f"    return np.stack(np.broadcast_arrays({', '.join(results)}))", ""])


def casadi_source(entry: Entry) -> str:
    """A Python function that builds the CasADi function (t, q, v, p) -> accelerations of all coordinates."""
    groups, names, parts, results = _written(entry, CASADI, _PYTHON)
    sizes = [f'    {s} = ca.SX.sym("{s}", {len(n)})' for s, n in zip("qvp", names)]
    unpacked = [f"    {', '.join(group)}{',' if len(group) == 1 else ''} = ca.vertsplit({s})"
                for s, group in zip("qvp", groups) if group]
    return "\n".join(["import casadi as ca", "", "", "def accelerations():", _head(entry, names),
                      '    t = ca.SX.sym("t")', *sizes, *unpacked, *(f"    {n} = {e}" for n, e in parts),
                      f"    a = ca.vertcat({', '.join(results)})",
                      '    return ca.Function("accelerations", [t, q, v, p], [a], ["t", "q", "v", "p"], ["a"])', ""])


def julia_source(entry: Entry) -> str:
    """A Julia function accelerations(t, q, v, p) -> vector of the accelerations of all coordinates."""
    groups, names, parts, results = _written(entry, JULIA, _JULIA)
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
    (q, v, p), written = names_of(entry, forms, _MODELICA)
    style = replace(MODELICA, symbol=lambda n: "time" if n == chart.t.args else written.get(n, n))
    parts, results = common_parts(forms)
    dependent = [s.args for s, _ in rates]
    lines = [f"model {_model_name(name or entry.equations.name)}"]
    lines += [f"  parameter Real {written[n]};" for n in p]
    lines += ["  constant Real pi = 3.141592653589793;"]
    lines += [f"  Real {written[n]}(start = 0, fixed = true);" for n in (*q, *v)]
    lines += [f"  Real {written.get(n, n)};" for n in (*dependent, *(part.args for part, _ in parts))]
    lines += ["equation", *(f"  {n} = {text(e, style)};" for n, e in ((part.args, e) for part, e in parts))]
    lines += [f"  der({written[n]}) = {written.get(n + 'dot', n + 'dot')};" for n in q]
    lines += [f"  der({written[n]}) = {text(e, style)};" for n, e in zip(v, results)]
    lines += [f"  {written.get(n, n)} = {text(e, style)};" for n, e in zip(dependent, results[len(v):])]
    return "\n".join([*lines, f"end {_model_name(name or entry.equations.name)};", ""])


def _model_name(name: str) -> str:
    words = re.findall(r"[A-Za-z0-9]+", name)
    joined = "".join(word[0].upper() + word[1:] for word in words)
    return joined if joined[:1].isalpha() else f"Model{joined}"


def _written(entry: Entry, style: Style, words: frozenset[str]):
    """Names as the code writes them, names as they are, named common parts and results as code."""
    roots: list[Expr] = solved(entry)
    names, written = names_of(entry, roots, words)
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
