"""Nodes and arrows between them, each with data: what a dependency graph is drawn from.

They are asked as a DiGraph of networkx is asked, which takes five times as long to import as a
graph takes to be made; `frozen_graph` makes one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from networkx import DiGraph


class Arrows:
    """nodes: name -> data, in the order in which they were met; graph: what is said of it all.

    >>> made = Arrows(rank=1)
    >>> made.add_edge("x'", "constraint 1", relation="used in")
    >>> list(made), made.edges(data=True)
    (["x'", 'constraint 1'], [("x'", 'constraint 1', {'relation': 'used in'})])
    """

    def __init__(self, **facts: Any):
        self.graph = facts
        self.nodes: dict[str, dict[str, Any]] = {}
        self._ahead: dict[str, dict[str, dict[str, Any]]] = {}

    def __iter__(self) -> Iterator[str]:
        return iter(self.nodes)

    def add_node(self, node: str, **data: Any) -> None:
        """A node, or more data of one."""
        self.nodes.setdefault(node, {}).update(data)
        self._ahead.setdefault(node, {})

    def add_edge(self, source: str, target: str, **data: Any) -> None:
        """An arrow, or more data of one; its ends become nodes.

        What has a method `drawn` is made when somebody reads it: by `str`, for a picture by that.
        """
        self.add_node(source)
        self.add_node(target)
        self._ahead[source].setdefault(target, {}).update(data)

    def edges(self, data: bool = False) -> list[tuple]:
        """(source, target), or with its data, source by source."""
        if not data:
            return [(u, v) for u, some in self._ahead.items() for v in some]
        return self._read(str)

    def drawn_edges(self) -> list[tuple[str, str, dict[str, Any]]]:
        """(source, target, data), with what a picture shows of what is made when it is read."""
        return self._read(lambda later: later.drawn())

    def _read(self, read: Callable[[Any], str]) -> list[tuple[str, str, dict[str, Any]]]:
        return [
            (u, v, {k: read(x) if hasattr(x, "drawn") else x for k, x in told.items()})
            for u, some in self._ahead.items()
            for v, told in some.items()
        ]

    def is_directed(self) -> bool:
        """As every set of arrows."""
        return True

    def is_multigraph(self) -> bool:
        """No two arrows have the same ends."""
        return False


def frozen_graph(arrows: Arrows) -> DiGraph:
    """As a graph of networkx, frozen."""
    import networkx as nx

    graph = nx.DiGraph(**arrows.graph)
    for node, data in arrows.nodes.items():
        graph.add_node(node, **data)
    for source, target, data in arrows.edges(data=True):
        graph.add_edge(source, target, **data)
    return nx.freeze(graph)
