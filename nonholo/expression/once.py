"""Answers kept with a graph: asked again they cost as many units as before, but no time."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TypeVar

from nonholo.expression.graph import Graph
from nonholo.work import spend, spent

Answer = TypeVar("Answer")


def once(graph: Graph, question: Hashable, answer: Callable[[], Answer]) -> Answer:
    """The answer to a question about nodes of a graph, looked for only if it is not known.

    graph: of the nodes; question: what is asked, and of which nodes; answer: how it is answered, by
    these and by what is assumed in the graph alone.  What is raised is not kept.

    >>> graph = Graph()
    >>> [once(graph, ("size", 3), lambda: print("looking") or 9) for _ in range(2)]
    looking
    [9, 9]
    """
    known = graph.answers
    if question in known:
        answered, price = known[question]
        spend(price)
        return answered
    before = spent()
    answered = answer()
    known[question] = answered, spent() - before
    return answered
