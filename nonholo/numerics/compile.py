"""Expressions made into functions of numbers: plain Python for one state, NumPy for many at once.

`compiled(roots, inputs, parameters)` gives make(p) -> f(x); p and x are numbers in the order of
`parameters` and `inputs`, the answer is a tuple.  What holds only parameters is computed by make,
once.  The code is written from the graph, never from texts of users."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

from nonholo.errors import NonholoError, option, too_large
from nonholo.expression.graph import Expr
from nonholo.expression.text import Style, calls, plain_number, powers, text
from nonholo.expression.unspecified import Unspecified
from nonholo.languages.numpy import ARCS
from nonholo.numerics.laws import code_name, laws_of
from nonholo.numerics.lines import Dialect, Lines, Steps, lines
from nonholo.words.sentence import say

_PLAIN = (
    "sin",
    "cos",
    "asin",
    "acos",
    "atan",
    "atan2",
    "asinh",
    "acosh",
    "atanh",
    "exp",
    "log",
    "sinh",
    "cosh",
    "tanh",
    "abs",
)


def _unspecified(name: Unspecified, args: Sequence[str]) -> str:
    return f"{code_name(name)}({', '.join(args)})"


PYTHON = Dialect(Style(plain_number, powers("**", root="pow"), calls(), _unspecified))


def _sign(x: float) -> float:
    return float(x > 0) - float(
        x < 0
    )  # of NumPy numbers too, whose truth values have no difference


def _scalar_names() -> dict:
    known = {n: getattr(math, n) for n in (*_PLAIN, "sqrt", "pow") if hasattr(math, n)}
    return known | {"abs": abs, "sign": _sign, "pi": math.pi}


def _array_names() -> dict:
    import numpy as np

    known = {n: getattr(np, ARCS.get(n, n)) for n in (*_PLAIN, "sqrt", "sign", "abs")}
    return known | {"pow": np.power, "pi": np.pi}


Function = Callable[[Sequence[float]], tuple]


def compiled(
    roots: Sequence[Expr],
    inputs: Sequence[Expr],
    parameters: Sequence[Expr] = (),
    arrays: bool = False,
    steps: Steps = (),
) -> Callable[[Sequence[Any]], Function]:
    """make(p) -> f(x) for the roots as functions of `inputs`, with `parameters` put in once.

    arrays: with NumPy functions, so that the entries of x (and p) may be arrays; steps: see
    `lines`.  Raises NonholoError for a symbol that is neither an input nor a parameter.

    >>> from nonholo.expression.graph import Graph
    >>> g = Graph()
    >>> x, k = g.symbol("x"), g.symbol("k")
    >>> compiled([k**2 * x + 1, g.sin(x)], [x], [k])([3.0])([2.0])
    (19.0, 0.9092974268256817)
    """
    text = source(roots, inputs, parameters, steps)
    space = _array_names() if arrays else _scalar_names()
    space |= laws_of([*roots, *(root for _, root in steps)], arrays)
    exec(compile(text, "<nonholo>", "exec"), space)
    return space["make"]


def source(
    roots: Sequence[Expr],
    inputs: Sequence[Expr],
    parameters: Sequence[Expr] = (),
    steps: Steps = (),
) -> str:
    """The Python text that `compiled` runs.

    Raises NonholoError for a symbol without a number.
    """
    names = {s.args: f"x{i}" for i, s in enumerate(inputs)} | {
        s.args: f"p{i}" for i, s in enumerate(parameters)
    }
    known = {**names, **{symbol.args: "" for symbol, _ in steps}}
    _require_known([*roots, *(root for _, root in steps)], known)
    code = lines(roots, inputs, names, PYTHON, steps)
    return _wrapped(
        code, [f"x{i}" for i in range(len(inputs))], [f"p{i}" for i in range(len(parameters))]
    )


def _require_known(roots: Sequence[Expr], names) -> None:
    graph = roots[0].graph if roots else None
    unknown = (
        [s.args for s in graph.unmask(graph.mask(roots)) if s.args not in names] if graph else []
    )
    if unknown:
        raise NonholoError(
            say(
                "no number for {names}; give one {where}",
                names=", ".join(unknown),
                where=option(
                    say("under [parameters], or with --set {name}=...", name=unknown[0]),
                    say('with parameters={{"{name}": ...}}', name=unknown[0]),
                ),
            )
        )


def _wrapped(code: Lines, inputs: Sequence[str], parameters: Sequence[str]) -> str:
    unpack = [f"    {', '.join(parameters)}, = p"] if parameters else []
    start = [f"        {', '.join(inputs)}, = x"] if inputs else []
    answer = "".join(f"{r}, " for r in code.results).rstrip()
    return "\n".join(
        [
            "def make(p):",
            *unpack,
            *(f"    {name} = {value}" for name, value in code.outer),
            "    def f(x):",
            *start,
            *(f"        {line}" for line in code.inner),
            f"        return ({answer})",
            "    return f",
            "",
        ]
    )


def constant(node: Expr) -> float:
    """The number of an expression without symbols, as a float.

    Raises NonholoError for one with symbols, and for one beyond the numbers of the machine.

    >>> from nonholo.expression.graph import Graph
    >>> g = Graph()
    >>> constant(g.pi / 4)
    0.7853981633974483
    """
    try:
        return float(compiled([node], [])([])([])[0])
    except OverflowError:
        raise NonholoError(too_large(text(node))) from None
