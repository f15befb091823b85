"""Wheels and blades: constraints that let a point of the plane move in one direction only.

    sin(chi) P_x' - cos(chi) P_y' = 0,    P = (x, y) + (f, g)(angles)

is a wheel at P with the heading chi.  A row is read so where its columns of x and y are in the
ratio of a sine and a cosine and the rest is what the arm from (x, y) to P contributes.  Rolling
rows (x' = R phi' cos(theta), ...) leave one direction too: it is found from the virtual
displacements."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from nonholo.errors import OutOfReach
from nonholo.expression.graph import Expr, linear, ordered
from nonholo.geometry.chained.goursat import contact_point
from nonholo.geometry.chained.invariants import generators
from nonholo.geometry.constraints.pfaffian import Pfaffian
from nonholo.geometry.distribution.distribution import Distribution

MAX_COORDINATES = 14


@dataclass(frozen=True, slots=True)
class Wheel:
    """A point (x, y) that can move along `heading` (an angle) only, as functions of the
    coordinates.
    """

    x: Expr
    y: Expr
    heading: Expr


@dataclass(frozen=True, slots=True)
class Wheels:
    """The two columns that are a plane, and the wheels in it; the first stands at (x, y) itself if
    there is one.

    turning: the columns that rows hold beside the plane and the headings.
    """

    plane: tuple[int, int]
    wheels: tuple[Wheel, ...]
    turning: tuple[int, ...] = ()

    @property
    def is_axle(self) -> bool:
        """Is the only wheel the middle of an axle whose two wheels turn each by itself?"""
        return len(self.wheels) == 1 and len(self.turning) == 2


def wheels(d: Distribution) -> Wheels | None:
    """The wheels of a set; None if no plane with a wheel is seen in it.

    >>> from nonholo.readers.of_constraints import case_from_constraints
    >>> from nonholo.geometry.distribution.distribution import distribution
    >>> skate = case_from_constraints(["sin(a) dx = cos(a) dy"], also=["a"])
    >>> wheels(distribution(skate.system.pfaffian)).wheels
    (Wheel(x=x, y=y, heading=a),)
    """
    if d.chart.n > MAX_COORDINATES:
        return None
    for plane in _planes(d.chart.names):
        at_origin = _at_origin(d, plane)
        seen = [at_origin] if at_origin else []
        for l in range(d.k):
            wheel = _of_row(d.pfaffian, l, plane)
            if wheel is not None and not any(_same(wheel, other) for other in seen):
                seen.append(wheel)
        if seen:
            return Wheels(plane, tuple(seen), _turning(d.pfaffian, plane, seen))
    return None


def _turning(rows: Pfaffian, plane: tuple[int, int], seen: Sequence[Wheel]) -> tuple[int, ...]:
    """Columns with an entry, of no coordinate of the plane or of a heading."""
    headings = {s for wheel in seen for s in wheel.heading.symbols()}
    return tuple(
        j
        for j, q in enumerate(rows.chart.q)
        if j not in plane and q not in headings and any(not row[j].is_zero for row in rows.matrix)
    )


def _planes(names: Sequence[str]) -> Iterator[tuple[int, int]]:
    """x and y first, then any two coordinates."""
    pairs = list(combinations(range(len(names)), 2))
    yield from sorted(pairs, key=lambda pair: [names[j] for j in pair] != ["x", "y"])


def _at_origin(d: Distribution, plane: tuple[int, int]) -> Wheel | None:
    """The point (x, y) itself, if its virtual displacements have one direction."""
    x, y = (d.kernel()[j] for j in plane)
    pairs = [(a, b) for a, b in zip(x, y) if not (a.is_zero and b.is_zero)]
    for chi in _angles([e for pair in pairs for e in pair]):
        graph = chi.graph
        if pairs and all((a * graph.sin(chi) - b * graph.cos(chi)).is_zero for a, b in pairs):
            return Wheel(d.chart.q[plane[0]], d.chart.q[plane[1]], chi)
    return None


def _of_row(rows: Pfaffian, l: int, plane: tuple[int, int]) -> Wheel | None:
    """The wheel that a row describes."""
    i, j = plane
    row, q = rows.matrix[l], rows.chart.q
    if row[i].is_zero or row[j].is_zero or not rows.affine[l].is_zero:
        return None
    graph = rows.chart.graph
    chi = next(
        (
            chi
            for chi in _angles([row[i], row[j]])
            if (row[i] * graph.cos(chi) + row[j] * graph.sin(chi)).is_zero
        ),
        None,
    )
    if chi is None:
        return None
    try:
        point = contact_point(q, row, i, j, [*generators(q, row), *_directions(rows)])
    except OutOfReach:
        return None
    return None if point is None else Wheel(*point, chi)


def _directions(rows: Pfaffian) -> list[Expr]:
    """Sines and cosines of sums of angles, along which arms may point."""
    angles = _arguments([e for row in rows.matrix for e in row])
    sums = [a for a in angles if a.kind != "symbol"]
    return [f(a) for a in sums for f in (rows.chart.graph.sin, rows.chart.graph.cos)]


def _arguments(nodes: Sequence[Expr]) -> list[Expr]:
    """The arguments of sines and cosines, without their constants."""
    seen = []
    for node in ordered(nodes):
        if node.calls("sin", "cos"):
            argument = node.args[1][0]
            heading = argument - linear(argument)[0]
            seen += [heading] if heading not in seen else []
    return seen


def _angles(nodes: Sequence[Expr]) -> Iterator[Expr]:
    """Headings to try: the arguments of sines and cosines, with quarter turns and reflections."""
    for angle in _arguments(nodes):
        quarter = angle.graph.pi / 2
        yield from (angle, angle + quarter, quarter - angle, -angle)


def _same(a: Wheel, b: Wheel) -> bool:
    turned = a.heading.graph.sin(a.heading - b.heading)
    return a.x is b.x and a.y is b.y and turned.is_zero
