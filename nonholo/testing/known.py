"""Constraints whose verdict is known beforehand, as texts, for whatever reads constraints.

Each is made from its answer: exact forms are mixed and carried into other coordinates, contact
pairs are never integrable, and carts hide the relations that their wheels do.
"""

from __future__ import annotations

from dataclasses import dataclass

from hypothesis import strategies as st

from nonholo.geometry.constraints.pfaffian import Pfaffian
from nonholo.readers.case import Case
from nonholo.readers.given import constraints
from nonholo.readers.sympy_models import System
from nonholo.testing.strategies import integrable_sets, partly_integrable_sets


@dataclass(frozen=True, slots=True)
class Known:
    """Constraints by texts and what is true of them.

    coordinates: names; constraints: texts; relations: h, how many hidden holonomic relations there
    are; independent: k, how many constraints are independent.

    >>> Known(("x", "y", "z"), ("zdot - y*xdot",), 0, 1).verdict
    'nonholonomic'
    """

    coordinates: tuple[str, ...]
    constraints: tuple[str, ...]
    relations: int
    independent: int

    @property
    def verdict(self) -> str:
        """In one word."""
        if self.relations == self.independent:
            return "holonomic"
        return "partly holonomic" if self.relations else "nonholonomic"

    def case(self) -> Case:
        """For `nonholo.check`."""
        return constraints(*self.constraints, also=self.coordinates)


def _of(rows: Pfaffian, relations: int) -> Known:
    texts = tuple(f"{rows.value(l)} = 0" for l in range(rows.k))
    return Known(rows.chart.names, texts, relations, rows.k)


def holonomic_sets() -> st.SearchStrategy[Known]:
    """One to three differentials, mixed by an invertible matrix of functions."""
    return integrable_sets().map(lambda rows: _of(rows, rows.k))


def partly_holonomic_sets() -> st.SearchStrategy[Known]:
    """A contact pair beside one or two differentials, mixed, in other coordinates."""
    return partly_integrable_sets().map(lambda drawn: _of(*drawn))


@st.composite
def nonholonomic_sets(draw: st.DrawFn) -> Known:
    """A chain x_2' = x_1 u', x_3' = x_2 u', ...: no function of the coordinates is held."""
    length = draw(st.integers(1, 3))
    scale = draw(st.sampled_from(["", "2*", "(2 + sin(u))*", "(1 + u**2)*"]))
    names = ["u", *(f"x{i}" for i in range(1, length + 2))]
    rows = [f"x{i + 1}dot - {scale}x{i}*udot = 0" for i in range(1, length + 1)]
    return Known(tuple(names), tuple(draw(st.permutations(rows))), 0, length)


def known_sets() -> st.SearchStrategy[Known]:
    """Holonomic, partly holonomic and nonholonomic sets."""
    return st.one_of(holonomic_sets(), partly_holonomic_sets(), nonholonomic_sets())


@st.composite
def rolling_systems(draw: st.DrawFn) -> tuple[Case, Known]:
    """A cart with two driven wheels and up to two trailers, as a case with its Lagrangian.

        x' sin(a) = y' cos(a),    x' cos(a) + y' sin(a) +- b a' = r p'     and one row a trailer

    The two wheels hide one relation, 2 b a = r (p - s) + const; the others hide none.
    """
    trailers = draw(st.integers(0, 2))
    r, b, length = (draw(st.sampled_from(["1", "2", "1/2"])) for _ in range(3))
    names = ["x", "y", "a", "p", "s", *(f"c{i}" for i in range(trailers))]
    ahead = "(xdot*cos(a) + ydot*sin(a)"
    rows = [
        "xdot*sin(a) - ydot*cos(a) = 0",
        f"{ahead} + {b}*adot) = {r}*pdot",
        f"{ahead} - {b}*adot) = {r}*sdot",
    ]
    if trailers:  # hitched at the middle of the axle
        rows.append(f"-xdot*sin(c0) + ydot*cos(c0) = {length}*c0dot")
    if trailers > 1:
        rows.append(f"-xdot*sin(c1) + ydot*cos(c1) - {length}*cos(c0 - c1)*c0dot = {length}*c1dot")
    masses = {name: draw(st.integers(1, 4)) for name in names}
    kinetic = " + ".join(f"{m}*{name}dot**2/2" for name, m in masses.items())
    known = Known(tuple(names), tuple(rows), 1, len(rows))
    return System(names, lagrangian=kinetic, constraints=rows), known
