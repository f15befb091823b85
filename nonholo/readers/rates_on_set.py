"""Do forms in velocities vanish on f_1 = ... = f_p = 0, for all velocities that keep to that set?

    a = sum_i a_i q_i' + a_0        df_k/dt = sum_i f_ki q_i' + f_kt

They do at a point of f = 0 where the gradients are independent if and only if a is a combination of
the df_k/dt there; so what is left of a beside their span vanishes on f = 0, and no velocity is
eliminated."""

from __future__ import annotations

from collections.abc import Sequence

from nonholo.decide.relations import all_zero_on, decide_zero_on
from nonholo.expression.graph import Expr
from nonholo.linear.elimination import dot

Row = list[Expr]  # a_0, a_1, ..., a_n


def vanish_on(
    forms: Sequence[Expr], functions: Sequence[Expr], t: Expr, q: Sequence[Expr], v: Sequence[Expr]
) -> bool:
    """Are all forms proved to vanish for all velocities that keep to f = 0?

    forms: affine in the velocities v of q; functions: the f of q and t.

    >>> from nonholo.expression.graph import Graph
    >>> g = Graph()
    >>> t, x, y, u, v = map(g.symbol, "txyuv")
    >>> vanish_on([x * u + y * v], [x**2 + y**2 - 1], t, [x, y], [u, v])
    True
    >>> vanish_on([x * u], [x**2 + y**2 - 1], t, [x, y], [u, v])
    False
    """
    rows = []
    for form in forms:
        rows.append([form.subs(dict.fromkeys(v, form.graph.zero)), *map(form.diff, v)])
    for gradient in _orthogonal([[f.diff(t), *map(f.diff, q)] for f in functions], functions):
        rows = [_beside(row, gradient) for row in rows]
    return all_zero_on((e for row in rows for e in row), functions).answer is True


def _orthogonal(gradients: Sequence[Row], functions: Sequence[Expr]) -> list[Row]:
    """Each without its part along those before it, times a factor; of dependent ones the first."""
    result: list[Row] = []
    for row in gradients:
        for before in result:
            row = _beside(row, before)
        square = dot(row[0].graph, row[1:], row[1:])
        if decide_zero_on(square, functions).answer is False:
            result.append(row)
    return result


def _beside(row: Row, gradient: Row) -> Row:
    """row |gradient|^2 - gradient (gradient . row), with products of what belongs to velocities."""
    graph = row[0].graph
    along = dot(graph, row[1:], gradient[1:])
    if along.is_zero:
        return row
    square = dot(graph, gradient[1:], gradient[1:])
    return [square * a - along * g for a, g in zip(row, gradient)]
