"""Results in the user's own SymPy objects: q(t), q(t).diff(t), the Symbols given."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from nonholo.expression.graph import Expr
from nonholo.readers.case import Case
from nonholo.readers.sympy_door import to_sympy
from nonholo.readers.sympy_names import motions, plain_symbol


def in_sympy(case: Case, what: Any) -> Any:
    """Expressions of a case in the user's own symbols: q(t), q(t).diff(t), the Symbols given.

    what: an expression, or a list, tuple or mapping of such; anything else comes back as it is.
    Of a case that was read from texts coordinates become dynamicsymbols, all else plain Symbols.

    >>> from nonholo import System
    >>> case = System("x", "m*xdot**2/2 - m*g*x")
    >>> in_sympy(case, [case.system.lagrangian])
    [-g*m*x(t) + m*Derivative(x(t), t)**2/2]
    """
    nodes = list(_nodes(what))
    if not nodes:
        return what
    known = _own_words(case)
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
    if isinstance(what, (list, tuple)):
        return type(what)([_replaced(value, done) for value in what])
    return what


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
