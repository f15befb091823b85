"""Results in the user's own SymPy objects: q(t), q(t).diff(t), the Symbols given."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from nonholo.errors import NotApplicable
from nonholo.expression.graph import Expr
from nonholo.readers.case import Case
from nonholo.readers.given import as_case
from nonholo.readers.sympy_door import to_sympy
from nonholo.readers.sympy_names import motions, plain_symbol
from nonholo.words.sentence import say


def in_sympy(given: Case | str | Path, what: Any) -> Any:
    """Expressions of a case in the user's own symbols: q(t), q(t).diff(t), the Symbols given.

    given: a case, the path of its file, or a model of sympy.physics.mechanics; what: an
    expression, or a list, tuple or mapping of such; rows of the same length become a Matrix;
    anything else comes back as it is.
    Of a case that was read from texts coordinates become dynamicsymbols, all else plain Symbols.
    Raises NotApplicable for a case in the place of the expressions.

    >>> from nonholo import System
    >>> case = System("x", "m*xdot**2/2 - m*g*x")
    >>> in_sympy(case, [case.system.lagrangian])
    [-g*m*x(t) + m*Derivative(x(t), t)**2/2]
    >>> from nonholo import constraints
    >>> rolling = constraints("dx = R*cos(theta)*dphi", also="theta", constants="R")
    >>> in_sympy(rolling, rolling.system.pfaffian.matrix)
    Matrix([[1, -R*cos(theta(t)), 0]])
    """
    if isinstance(what, Case):
        raise NotApplicable(
            say("needed is the case first, then what is written in its words: in_sympy(case, A)")
        )
    nodes = list(_nodes(what))
    if not nodes:
        return what
    known = _own_words(as_case(given))
    symbols = {s for node in nodes for s in node.symbols()}
    written = to_sympy(nodes, {s: known.get(s.args) or plain_symbol(s.args) for s in symbols})
    return _replaced(what, dict(zip(map(id, nodes), written)))


def _nodes(what: Any) -> Iterable[Expr]:
    if isinstance(what, Expr):
        yield what
    elif isinstance(what, Mapping):
        for value in what.values():
            yield from _nodes(value)
    elif isinstance(what, (list, tuple)):
        for value in what:
            yield from _nodes(value)


def _replaced(what: Any, done: Mapping[int, Any]) -> Any:
    if isinstance(what, Expr):
        return done[id(what)]
    if isinstance(what, Mapping):
        return {key: _replaced(value, done) for key, value in what.items()}
    if _is_matrix(what):
        from sympy import Matrix

        return Matrix([[done[id(e)] for e in row] for row in what])
    if isinstance(what, (list, tuple)):
        return type(what)([_replaced(value, done) for value in what])
    return what


def _is_matrix(what: Any) -> bool:
    """Rows of expressions, all of one length."""
    return (
        isinstance(what, (list, tuple))
        and bool(what)
        and all(isinstance(row, (list, tuple)) and row for row in what)
        and len({len(row) for row in what}) == 1
        and all(isinstance(e, Expr) for row in what for e in row)
    )


def _own_words(case: Case) -> dict[str, Any]:
    """The name of each symbol -> what the user calls it."""
    chart = case.system.chart
    table = case.symbols or motions(chart, *_made_up(chart.names))
    return {symbol.args: word for symbol, word in table.items()}


def _made_up(names: Iterable[str]) -> tuple[list[Any], Any]:
    """dynamicsymbols of these names, and their time."""
    from sympy import Function
    from sympy.physics.vector import dynamicsymbols

    return [Function(name)(dynamicsymbols._t) for name in names], dynamicsymbols._t
