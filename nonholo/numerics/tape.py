"""Expressions evaluated on arrays of numbers, node by node: nothing is printed, compiled or executed as text."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

import numpy as np

from nonholo.exact.graph import Expr, ordered

_FUNCTIONS: dict[str, Callable] = {
    "sin": np.sin, "cos": np.cos, "asin": np.arcsin, "acos": np.arccos, "atan": np.arctan, "atan2": np.arctan2,
    "asinh": np.arcsinh, "acosh": np.arccosh, "atanh": np.arctanh, "exp": np.exp, "log": np.log, "abs": np.abs,
    "sign": np.sign, "tan": np.tan, "sinh": np.sinh, "cosh": np.cosh, "tanh": np.tanh, "sqrt": np.sqrt}


class Tape:
    """Some expressions as functions of some symbols.

    tape(values) with values of shape (..., number of symbols) gives an array (..., number of expressions).

    >>> from nonholo.exact.graph import Graph
    >>> g = Graph()
    >>> x, y = g.symbol("x"), g.symbol("y")
    >>> Tape([x * y, g.sin(x)], [x, y])([0.0, 2.0]).tolist()
    [0.0, 0.0]
    """

    def __init__(self, roots: Sequence[Expr], symbols: Sequence[Expr]):
        self.roots, self.symbols = list(roots), list(symbols)
        self.nodes = ordered(self.roots, stop=lambda n: False)

    def __call__(self, values) -> np.ndarray:
        values = np.asarray(values, dtype=float)
        memo: dict[int, np.ndarray | float] = {s.index: values[..., i] for i, s in enumerate(self.symbols)}
        with np.errstate(all="ignore"):
            for node in self.nodes:
                if node.index not in memo:
                    memo[node.index] = _value(node, memo)
        result = np.empty((*values.shape[:-1], len(self.roots)))
        for i, root in enumerate(self.roots):
            result[..., i] = memo[root.index]
        return result


def _value(node: Expr, memo):
    if node.kind == "number":
        return ratio(node.args)
    if node.kind == "pi":
        return np.pi
    if node.kind == "sum":
        constant, terms = node.args
        total = ratio(constant)
        for term, c in terms:
            total = total + ratio(c) * memo[term.index]
        return total
    if node.kind == "product":
        result = 1.0
        for base, e in node.args:
            result = result * _power(memo[base.index], e)
        return result
    if node.kind == "function":
        name, args = node.args
        return _FUNCTIONS[name](*(memo[a.index] for a in args))
    raise KeyError(f"{node} has no value")


def _power(base, e: int | Fraction):
    if e == Fraction(1, 2):
        return np.sqrt(base)
    if e == -1:
        return np.divide(1.0, base)
    return np.power(base, float(e) if isinstance(e, Fraction) or e < 0 else e)


def ratio(number) -> float:
    """A rational number as the nearest float."""
    return int(number.p) / int(number.q)


def constant(node: Expr) -> float:
    """The value of an expression without symbols."""
    return float(Tape([node], [])(np.empty(0))[0])
