"""Expressions as functions of arrays whose last axis holds the symbols: many points at once."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from nonholo.decide.ball import ball
from nonholo.expression.graph import Expr
from nonholo.numerics.compile import compiled


class Tape:
    """tape(values) with values of shape (..., number of symbols) gives an array (..., number of
    roots).

    >>> from nonholo.expression.graph import Graph
    >>> g = Graph()
    >>> x, y = g.symbol("x"), g.symbol("y")
    >>> Tape([x * y, g.sin(x)], [x, y])([[0.0, 2.0], [3.0, 0.5]])[:, 0].tolist()
    [0.0, 1.5]
    """

    def __init__(self, roots: Sequence[Expr], symbols: Sequence[Expr]):
        self.size, self.written = len(roots), (tuple(roots), tuple(symbols))
        with np.errstate(all="ignore"):
            self.function = compiled(list(roots), list(symbols), (), arrays=True)([])

    def __reduce__(self) -> tuple:
        """Pickled as expressions; the code is compiled anew where it is read."""
        return Tape, self.written

    def __call__(self, values) -> np.ndarray:
        values = np.asarray(values, dtype=float)
        columns = [values[..., j] for j in range(values.shape[-1])]
        result = np.empty((*values.shape[:-1], self.size))
        with np.errstate(all="ignore"):
            for i, column in enumerate(self.function(columns)):
                result[..., i] = column
        return result


def approximate(node: Expr) -> float:
    """The value of an expression without symbols as a float; nan outside the domain of its
    functions.

    node: a constant expression.

    >>> from nonholo.expression.graph import Graph
    >>> approximate(Graph().sqrt(4))
    2.0
    """
    value = ball(node, {})
    return float(value.mid()) if value.is_finite() else float("nan")
