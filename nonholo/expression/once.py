"""Answers kept with a graph: asked again they cost as many units as before, but no time."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from dataclasses import fields, is_dataclass
from typing import Any, TypeVar

from nonholo.expression.graph import Graph
from nonholo.expression.node import Expr, ordered
from nonholo.work import spend, spent

Answer = TypeVar("Answer")


def once(
    graph: Graph,
    question: Hashable,
    answer: Callable[[], Answer],
    lasts: Callable[[Answer], bool] = lambda answered: True,
) -> Answer:
    """The answer to a question about nodes of a graph, looked for only if it is not known.

    graph: of the nodes; question: what is asked, and of which nodes; answer: how it is answered, by
    these and by what is assumed in the graph alone; lasts: whether an answer is for who asks again
    too.  What is raised is not kept.

    >>> graph = Graph()
    >>> [once(graph, ("size", 3), lambda: print("looking") or 9) for _ in range(2)]
    looking
    [9, 9]
    """
    known = graph.answers.get(question)
    if known is not None and _holds(graph, question, known):
        spend(known.price)
        return known.answered
    before, first = spent(), graph.size
    answered = answer()
    if lasts(answered):
        made = range(first, graph.size)
        graph.answers[question] = Known(answered, spent() - before, made, len(graph.worn))
    return answered


class Known:
    """An answer; price: in units; made: the nodes that were made for it, by index; worn: how many
    nodes had changed their form when it was last looked at."""

    __slots__ = ("answered", "made", "price", "worn")

    def __init__(self, answered: Any, price: int, made: range, worn: int):
        self.answered, self.price, self.made, self.worn = answered, price, made, worn


def _holds(graph: Graph, question: Hashable, known: Known) -> bool:
    """No node has changed its form since then of which the question is, or that was made for the
    answer.
    """
    changed = graph.worn[known.worn :]
    if changed:
        if any(node.index in known.made for node in changed):
            return False
        below = set(ordered(_nodes(question)))
        if any(node in below for node in changed):
            return False
        known.worn = len(graph.worn)
    return True


def _nodes(question: Any) -> Iterator[Expr]:
    """The nodes that a question names."""
    if isinstance(question, Expr):
        yield question
    elif isinstance(question, (tuple, frozenset)):
        for one in question:
            yield from _nodes(one)
    elif is_dataclass(question):
        for one in fields(question):
            yield from _nodes(getattr(question, one.name))
