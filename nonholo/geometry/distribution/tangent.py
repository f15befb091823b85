"""Frames of fields that are tangent to f = 0, linear in the coordinates.

    X = sum_i (c_i + sum_j c_ij q_j) d/dq_i,     X f = 0 identically

The c obey linear equations.  Where as many X are left as f = 0 has dimensions, and their scalar
products are constant on it, they are a frame everywhere: R R^T = 1 has the fields R W with W
antisymmetric, the rates of a body along its own axes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from nonholo.errors import OutOfReach
from nonholo.expression.graph import Expr
from nonholo.expression.sweeps import gradient
from nonholo.geometry.constraints.parts import parts
from nonholo.geometry.constraints.pfaffian import Pfaffian
from nonholo.geometry.zeros.gram import gram
from nonholo.linear.constants import constant_relations
from nonholo.linear.elimination import determinant, solve

MOST = 12  # coordinates of a set for whose frame linear fields are tried


@dataclass(frozen=True, slots=True)
class Tangent:
    """Fields by coordinate, with S N = 1 on f = 0; rows: those that they obey; coordinates: all
    that these hold.
    """

    rows: tuple[int, ...]
    coordinates: tuple[int, ...]
    columns: tuple[Mapping[int, Expr], ...]
    duals: tuple[Mapping[int, Expr], ...]


def tangent_frames(rows: Pfaffian) -> list[Tangent]:
    """Frames for the parts of the holonomic constraints of independent rows that have one.

    >>> import nonholo as nh
    >>> circle = nh.System("x y", None, [], ["x**2 + y**2 - 1"]).system.pfaffian
    >>> [frame.columns for frame in tangent_frames(circle)]
    [({0: -y, 1: x},)]
    """
    levels = [l for l, f in enumerate(rows.functions) if f is not None and rows.affine[l].is_zero]
    made = []
    for places, part in parts(rows.take(levels)):
        coordinates = tuple(rows.chart.index(name) for name in part.chart.names)
        frame = _frame(part) if part.chart.n <= MOST else None
        if frame is not None:
            columns, duals = (
                tuple({coordinates[i]: e for i, e in enumerate(v) if not e.is_zero} for v in side)
                for side in frame
            )
            made.append(Tangent(tuple(levels[p] for p in places), coordinates, columns, duals))
    return made


def _frame(part: Pfaffian) -> tuple[list[list[Expr]], list[list[Expr]]] | None:
    """Fields and their duals in the chart of a part of f = 0; None if there is no such frame."""
    graph, q = part.chart.graph, part.chart.q
    functions = [f for f in part.functions if f is not None]
    try:
        fields = _linear_fields(functions, q)
        products = gram(fields, functions) if len(fields) == part.chart.n - part.k > 0 else None
        if products is None or any(e.has([*q, part.chart.t]) for row in products for e in row):
            return None
        if not determinant(graph, products).is_number:
            return None
        duals = [solve(graph, products, list(column)) for column in zip(*fields)]
    except (OutOfReach, ZeroDivisionError):
        return None
    return fields, [list(row) for row in zip(*duals)]


def _linear_fields(functions: Sequence[Expr], q: Sequence[Expr]) -> list[list[Expr]]:
    """A basis of all X that are linear in q with X f = 0 for each f."""
    graph = functions[0].graph
    slopes = [gradient(graph, f, q) for f in functions]
    marks = [graph.symbol(f"row {a}") for a in range(len(functions))]
    places = [(i, factor) for i in range(len(q)) for factor in (graph.one, *q)]
    nodes = [
        graph.add(*(mark * slope[i] * factor for mark, slope in zip(marks, slopes)))
        for i, factor in places
    ]
    fields = []
    for c in constant_relations(nodes, [*q, *marks]):
        field = [graph.zero] * len(q)
        for (i, factor), value in zip(places, c):
            field[i] = field[i] + value * factor
        fields.append(field)
    return fields
