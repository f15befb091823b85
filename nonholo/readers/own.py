"""A case in a graph of its own: a question copies the case and writes there, so no question sees
another.

Of equal expressions a graph keeps the form that it met first, and what is derived is written into
it.  Were two questions to share a graph, the answer of the second could depend on the first.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from nonholo.dynamics.system import System
from nonholo.expression.graph import Expr, Graph
from nonholo.geometry.constraints.chart import Chart, chart
from nonholo.geometry.constraints.pfaffian import Pfaffian, SparseRow
from nonholo.readers.case import Case

Nodes = dict[int, Expr]


def own_copy(case: Case) -> Case:
    """The case in a new graph: the same symbols, forms, order and random points, and nothing that
    is remembered.

    >>> from nonholo.readers.case import case_from_constraints
    >>> case = case_from_constraints(["dz = y dx"], also=["y"])
    >>> copy = own_copy(case)
    >>> copy.system.pfaffian.matrix, copy.system.chart.graph is case.system.chart.graph
    (((1, -y, 0),), False)
    """
    graph, nodes = case.system.chart.graph.twin()
    copied = _system(case.system, graph, nodes)
    symbols = {nodes[s.index]: word for s, word in case.symbols.items()}
    exhibited = {nodes[s.index]: nodes[x.index] for s, x in case.exhibited.items()}
    return replace(case.over(copied), symbols=symbols, exhibited=exhibited)


def _system(system: System, graph: Graph, nodes: Nodes) -> System:
    own = chart(graph, system.chart.names, system.chart.t.args)
    return replace(
        mapped(system, own, lambda e: nodes[e.index]),
        values={nodes[s.index]: nodes[x.index] for s, x in system.values.items()},
        positive=frozenset(nodes[s.index] for s in system.positive),
    )


def mapped(system: System, own: Chart, of: Callable[[Expr], Expr]) -> System:
    """The system with other expressions in the place of its own; the values of parameters stay."""
    L = system.lagrangian
    return replace(
        system,
        chart=own,
        pfaffian=_rows(system.pfaffian, own, of),
        lagrangian=None if L is None else of(L),
        forces=tuple(map(of, system.forces)),
        nonlinear=tuple(replace(c, value=of(c.value)) for c in system.nonlinear),
    )


def _rows(rows: Pfaffian, own: Chart, of: Callable[[Expr], Expr]) -> Pfaffian:
    return replace(
        rows,
        chart=own,
        matrix=tuple(_row(row, own.graph.zero, of) for row in rows.matrix),
        affine=tuple(map(of, rows.affine)),
        functions=tuple(None if f is None else of(f) for f in rows.functions),
    )


def _row(row, zero: Expr, of: Callable[[Expr], Expr]):
    if isinstance(row, SparseRow):
        entries = {j: of(e) for j, e in row.entries.items()}
        return SparseRow({j: e for j, e in entries.items() if e is not zero}, row.size, zero)
    return tuple(map(of, row))
