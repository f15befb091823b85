"""Records carried from one graph to another: expressions by their index, all else as it is."""

from __future__ import annotations

import pickle
from collections.abc import Mapping
from io import BytesIO
from typing import TYPE_CHECKING, Any

from nonholo.expression.node import Expr

if TYPE_CHECKING:
    from nonholo.expression.graph import Graph


def packed(record: Any, graph: Graph) -> tuple[bytes, list[Expr]]:
    """A record without its graph, and the expressions of the graph that stand in it."""
    text = BytesIO()
    packer = _Packer(text, graph)
    packer.dump(record)
    return text.getvalue(), list(packer.met.values())


def unpacked(data: bytes, graph: Graph, nodes: Mapping[int, Expr]) -> Any:
    """The record over another graph, with the nodes that stand for those it was made of."""
    return _Unpacker(BytesIO(data), graph, nodes).load()


class _Packer(pickle.Pickler):
    def __init__(self, text: BytesIO, graph: Graph):
        super().__init__(text, pickle.HIGHEST_PROTOCOL)
        self.graph = graph
        self.met: dict[int, Expr] = {}

    def persistent_id(self, thing: Any) -> int | None:
        if type(thing) is Expr and thing.graph is self.graph:
            self.met[thing.index] = thing
            return thing.index
        return GRAPH if thing is self.graph else None


class _Unpacker(pickle.Unpickler):
    def __init__(self, text: BytesIO, graph: Graph, nodes: Mapping[int, Expr]):
        super().__init__(text)
        self.graph, self.nodes = graph, nodes

    def persistent_load(self, index: int) -> Graph | Expr:
        return self.graph if index == GRAPH else self.nodes[index]


GRAPH = -1  # in the place of the index of an expression
