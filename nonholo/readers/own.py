"""A case in a graph of its own: a question copies the case and writes there, so no question sees
another.

Of equal expressions a graph keeps the form that it met first, and what is derived is written into
it.  Were two questions to share a graph, the answer of the second could depend on the first.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from nonholo.dynamics.system import System, mapped
from nonholo.expression.graph import Expr, Graph
from nonholo.geometry.constraints.chart import chart
from nonholo.readers.case import Case


def own_copy(case: Case) -> Case:
    """The case in a new graph: the same symbols, forms, order and random points, and nothing that
    is remembered.

    >>> from nonholo.readers.of_constraints import case_from_constraints
    >>> case = case_from_constraints(["dz = y dx"], also=["y"])
    >>> copy = own_copy(case)
    >>> copy.system.pfaffian.matrix, copy.system.chart.graph is case.system.chart.graph
    (((1, -y, 0),), False)
    """
    graph, nodes = case.system.chart.graph.twin()
    return carried(case, graph, lambda e: nodes[e.index])


def carried(case: Case, graph: Graph, of: Callable[[Expr], Expr]) -> Case:
    """The case in another graph; of: what becomes there of an expression.

    >>> from nonholo.readers.of_constraints import case_from_constraints
    >>> case = case_from_constraints(["dz = y dx"], also=["y"])
    >>> graph = case.system.chart.graph.fresh()
    >>> carried(case, graph, lambda e: graph.copy([e])[0]).system.chart.graph is graph
    True
    """
    copied = _system(case.system, graph, of)
    symbols = {of(s): word for s, word in case.symbols.items()}
    exhibited = {of(s): of(x) for s, x in case.exhibited.items()}
    hidden = tuple(replace(step, value=of(step.value)) for step in case.hidden)
    return replace(case.over(copied), symbols=symbols, exhibited=exhibited, hidden=hidden)


def _system(system: System, graph: Graph, of: Callable[[Expr], Expr]) -> System:
    copied_chart = chart(graph, system.chart.names, system.chart.t.args)
    return replace(
        mapped(system, copied_chart, of),
        values={of(s): of(x) for s, x in system.values.items()},
        positive=frozenset(map(of, system.positive)),
        inputs={of(u): x and of(x) for u, x in system.inputs.items()},
    )
