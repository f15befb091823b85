"""Tables of inputs for methods that compute outside of Python.

    u(t) = a + b t      from one time of the table to the next

So a and b are parameters of the compiled law, with other numbers on every part of the motion, and
no value is asked of Python on the way.  The parts end where `pace` ends them, at every corner.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from nonholo.numerics.feeds import TableOfInput
from nonholo.numerics.model import Model


@dataclass(frozen=True, slots=True)
class Ramped:
    """A law without tables, and the numbers of its parameters on a part of the motion."""

    model: Model
    tables: tuple[TableOfInput, ...]

    def numbers(self, start: float, end: float) -> tuple[float, ...]:
        """The values of all parameters from start to end, between which no table has a corner."""
        lines = (table.line(start, end) for table in self.tables)
        fixed = len(self.model.values) - 2 * len(self.tables)
        return (*[*self.model.values.values()][:fixed], *(x for line in lines for x in line))

    def parts(self, start: float, halts: Sequence[float]) -> Iterator[tuple[float, ...]]:
        """These numbers for each part of a motion from start to the last halt."""
        before = start
        for halt in halts:
            yield self.numbers(before, halt)
            before = halt


def ramped(model: Model) -> Ramped:
    """The law of a model without the tables among its inputs, with two parameters for each."""
    graph, t = model.slopes[0].graph, model.inputs[-1].args
    time = graph.symbol(t)
    tables = {u: feed for u, feed in model.feeds.items() if isinstance(feed, TableOfInput)}
    ends = {
        u: (graph.symbol(f"{u.args} before"), graph.symbol(f"{u.args} by time")) for u in tables
    }
    lines = tuple((graph.symbol(u.args), a + b * time) for u, (a, b) in ends.items())
    more = {x: 0.0 for pair in ends.values() for x in pair}
    return Ramped(
        replace(
            model,
            steps=(*lines, *model.steps),
            values={**model.values, **more},
            feeds={u: feed for u, feed in model.feeds.items() if u not in tables},
        ),
        tuple(tables.values()),
    )
