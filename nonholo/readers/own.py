"""A case in a graph of its own: a question copies the case and writes there, so no question sees
another.

Of equal expressions a graph keeps the form that it met first, and what is derived is written into
it.  Were two questions to share a graph, the answer of the second could depend on the first.
"""

from __future__ import annotations

from dataclasses import replace

from nonholo.dynamics.system import System, mapped
from nonholo.expression.graph import Expr, Graph
from nonholo.geometry.constraints.chart import chart
from nonholo.readers.case import Case

Nodes = dict[int, Expr]


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
    copied = _system(case.system, graph, nodes)
    symbols = {nodes[s.index]: word for s, word in case.symbols.items()}
    exhibited = {nodes[s.index]: nodes[x.index] for s, x in case.exhibited.items()}
    hidden = tuple(replace(step, value=nodes[step.value.index]) for step in case.hidden)
    return replace(case.over(copied), symbols=symbols, exhibited=exhibited, hidden=hidden)


def _system(system: System, graph: Graph, nodes: Nodes) -> System:
    copied_chart = chart(graph, system.chart.names, system.chart.t.args)
    return replace(
        mapped(system, copied_chart, lambda e: nodes[e.index]),
        values={nodes[s.index]: nodes[x.index] for s, x in system.values.items()},
        positive=frozenset(nodes[s.index] for s in system.positive),
        inputs={nodes[u.index]: x and nodes[x.index] for u, x in system.inputs.items()},
    )
