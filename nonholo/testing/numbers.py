"""States of one telling as states of the other, in numbers: no inverse is asked for.

q = phi(Q),   v = phi'(Q) V / c,   a = (phi'(Q) A + phi''(Q) V V) / c^2,   t = c T + s
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from nonholo.numerics.compile import compiled
from nonholo.testing.tellings import Telling

if TYPE_CHECKING:
    import numpy as np

Named = Mapping[str, float]


@dataclass(frozen=True, slots=True)
class State:
    """Time, coordinates, velocities and accelerations, by name."""

    t: float
    q: Named
    v: Named
    a: Named


def back(told: Telling) -> Callable[[State], State]:
    """What takes a state of the other for the same of the first.

    >>> from nonholo.readers.given import constraints
    >>> from nonholo.testing.tellings import retold
    >>> case = constraints("dz = y dx")
    >>> z = case.system.chart.q[0]
    >>> there = State(0.0, {"z": 2.0, "y": 0.0, "x": 0.0}, *[dict.fromkeys("xyz", 1.0)] * 2)
    >>> here = back(retold(case, {z: z**2}))(there)
    >>> here.q["z"], here.v["z"], here.a["z"]
    (4.0, 4.0, 6.0)
    """
    chart, pace = told.first.system.chart, told.pace
    phi = [told.phi.get(q, q) for q in chart.q]
    rates = [chart.rate(f) / pace for f in phi]
    bent = [chart.rate(f) / pace for f in rates]
    f = compiled([*phi, *rates, *bent], [chart.t, *chart.q, *chart.v, *chart.a])(())
    words = [told.word(n) for n in chart.names]

    def moved(state: State) -> State:
        x = f([state.t, *(table[w] for table in (state.q, state.v, state.a) for w in words)])
        q, v, a = (x[i : i + chart.n] for i in range(0, 3 * chart.n, chart.n))
        named = (dict(zip(chart.names, values, strict=True)) for values in (q, v, a))
        return State(float(pace) * state.t + float(told.shift), *named)

    return moved


def pushed(told: Telling) -> Callable[[State, Named], Named]:
    """What takes forces of the first for those of the other, R'_j = k sum_i R_i dphi_i/dQ_j."""
    chart, k = told.first.system.chart, float(told.weight)
    phi = [told.phi.get(q, q) for q in chart.q]
    slopes = compiled([f.diff(Q) for Q in chart.q for f in phi], chart.q)(())
    words = [told.word(n) for n in chart.names]

    def moved(there: State, R: Named) -> Named:
        rows = iter(slopes([there.q[w] for w in words]))
        return {w: k * sum(R[n] * next(rows) for n in chart.names) for w in words}

    return moved


def apart(before: Named, after: Named) -> float:
    """The largest difference of two tables, relative to what stands in them."""
    return max((abs(x - after[n]) / (1 + abs(x)) for n, x in before.items()), default=0.0)


def row_of(table: Mapping[str, np.ndarray], i: int) -> Named:
    """The i-th entry of each column."""
    return {n: float(x[i]) for n, x in table.items()}


def numbered(told: Telling) -> bool:
    """All letters have numbers, and nothing comes from outside."""
    system, names = told.first.system, told.first.scope.parameters
    known: Sequence[str] = [str(s.args) for s in system.values]
    return {*names} <= {*known} and not system.inputs and not told.first.scope.functions
