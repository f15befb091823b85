"""A twin of a graph, made as far as it is asked for: what stood in the graph is carried over when
the twin meets it."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Hashable, Iterable, Mapping
from io import BytesIO
from typing import TYPE_CHECKING, Any, TypeVar

from nonholo.expression.node import Expr, ordered, over

if TYPE_CHECKING:
    from nonholo.expression.graph import Graph

Key = TypeVar("Key", bound=Hashable)
GRAPH = -1  # in a packed record, in the place of the index of an expression


class Carried(dict[Key, Expr]):
    """Nodes of a twin by a key; `before` holds those of the graph that are not carried over yet.

    A question meets few of the nodes that led to what it is asked of."""

    def __init__(self, before: Mapping[Key, Expr], carry: Callable[[Expr], Expr]):
        super().__init__()
        self.before, self.carry = dict(before), carry

    def get(self, key: Key, default: Any = None) -> Any:
        """The node, carried over if need be."""
        node = super().get(key)
        if node is None and key in self.before:
            node = self[key] = self.carry(self.before.pop(key))
        return default if node is None else node

    def __contains__(self, key: object) -> bool:
        return super().__contains__(key) or key in self.before

    def complete(self) -> None:
        """Carry over all that is left."""
        for key in list(self.before):
            self.get(key)


class Carrier:
    """Carries nodes to a twin by their index; each once."""

    def __init__(self, twin: Graph):
        self.twin = twin
        self.nodes: dict[int, Expr] = {}

    def __call__(self, node: Expr) -> Expr:
        """The node of the twin."""
        nodes = self.nodes
        if node.index not in nodes:
            for n in ordered([node], stop=lambda n: n.index in nodes):
                nodes[n.index] = Expr(
                    self.twin, n.kind, over(n, nodes), n.value, n.doubt, n.support, n.index
                )
        return nodes[node.index]

    def all(self, nodes: Iterable[Expr]) -> None:
        """Carry over nodes with all that they are made of among them."""
        for n in nodes:
            self.nodes[n.index] = Expr(
                self.twin, n.kind, n.args, n.value, n.doubt, n.support, n.index
            )
        for node in self.nodes.values():
            node.args = over(node, self.nodes)


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
