"""Coordinates with their velocities and accelerations, all plain symbols, and time."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field

from nonholo.expression.graph import Expr, Graph
from nonholo.expression.sweeps import Flow, along
from nonholo.expression.text import READABLE
from nonholo.words.sentence import Sentence, say
from nonholo.writing.latex import Writer, dotted


@dataclass(frozen=True, slots=True)
class Chart:
    """Local coordinates q_1..q_n with q', q'' and t as separate symbols of one graph.

    A partial derivative is then a partial derivative: q, q' and q'' are held independently.
    winding: angles, t too, for which places a whole turn apart are not alike in what is asked.
    """

    graph: Graph
    names: tuple[str, ...]
    q: tuple[Expr, ...]
    v: tuple[Expr, ...]
    a: tuple[Expr, ...]
    t: Expr
    winding: tuple[Expr, ...] = ()
    flow: Flow = field(init=False, repr=False, compare=False)

    def __post_init__(self):
        object.__setattr__(self, "flow", Flow(self.graph, self.motion | dict(zip(self.v, self.a))))

    @property
    def n(self) -> int:
        return len(self.names)

    def only(self, columns: Sequence[int]) -> Chart:
        """The chart of these coordinates alone."""
        return Chart(
            self.graph,
            tuple(self.names[j] for j in columns),
            tuple(self.q[j] for j in columns),
            tuple(self.v[j] for j in columns),
            tuple(self.a[j] for j in columns),
            self.t,
        )

    def index(self, name: str) -> int:
        return self.names.index(name)

    def rate(self, f: Expr) -> Expr:
        """df/dt = f_t + sum_i f_{q_i} q_i' + f_{q_i'} q_i''."""
        return self.rates([f])[0]

    def rates(self, functions: Sequence[Expr]) -> list[Expr]:
        """df/dt of each of some functions, in one walk over all of them."""
        return along(self.graph, functions, self.flow, gather=True)

    @property
    def motion(self) -> dict[Expr, Expr]:
        """The field with which time and coordinates move: t' = 1, q_i' = v_i."""
        return {self.t: self.graph.one} | dict(zip(self.q, self.v))

    def latex(self, quasi: Sequence[str] = (), longest: int = READABLE) -> Writer:
        """A writer that gives velocities and accelerations their dots, and rates of
        quasi-velocities; of what has more characters than the longest only that it is too long.
        """
        rates = {f"{n}dot": self.rate_latex(n) for n in quasi}
        rates |= {v.args: dotted(n) for n, v in zip(self.names, self.v)}
        rates |= {a.args: dotted(n, 2) for n, a in zip(self.names, self.a)}
        return Writer(rates, longest)

    def rate_latex(self, velocity: str) -> str:
        """The rate of a quasi-velocity or of a coordinate's velocity, by its name."""
        moved = {v.args: n for n, v in zip(self.names, self.v)}.get(velocity)
        return dotted(velocity) if moved is None else dotted(moved, 2)

    def parameters(self, nodes: Sequence[Expr]) -> tuple[Expr, ...]:
        """The symbols in the expressions that are neither coordinates, rates nor time."""
        variables = {*self.q, *self.v, *self.a, self.t}
        support = self.graph.mask(nodes)
        return tuple(s for s in self.graph.unmask(support) if s not in variables)


def coordinate_meant(name: str, names: Collection[str]) -> str:
    """The coordinate whose velocity is named, x for x' and xdot; else the name as it is.

    names: the coordinates.

    >>> [coordinate_meant(name, ["x", "ydot"]) for name in ("x", "x'", "xdot", "ydot", "zdot")]
    ['x', 'x', 'x', 'ydot', 'zdot']
    """
    stem = name.removesuffix("'") if name.endswith("'") else name.removesuffix("dot")
    return stem if name not in names and stem in names else name


def no_coordinate(name: str, names: Iterable[str], where: str = "") -> Sentence:
    """That a name is none of the coordinates.

    names: those that there are; where: what names it, "" if that is plain.

    >>> no_coordinate("u", ["x", "y"])
    'u is no coordinate; there are x, y'
    """
    known = ", ".join(names)
    if where:
        return say(
            "{where}: {name} is no coordinate; there are {names}",
            where=where,
            name=name,
            names=known,
        )
    return say("{name} is no coordinate; there are {names}", name=name, names=known)


def chart(graph: Graph, names: Sequence[str], time: str = "t") -> Chart:
    """The chart of the named coordinates; q' is called qdot and q'' qddot.

    names: of the coordinates, in order; time: the name of t.

    >>> chart(Graph(), ["x", "theta"]).v
    (xdot, thetadot)
    """
    return Chart(
        graph,
        tuple(names),
        tuple(graph.symbol(n) for n in names),
        tuple(graph.symbol(n + "dot") for n in names),
        tuple(graph.symbol(n + "ddot") for n in names),
        graph.symbol(time),
    )
