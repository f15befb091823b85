"""Virtual displacements (time frozen) and possible displacements, without vanishing
denominators.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from nonholo.algebra.field import Field
from nonholo.arithmetic.polynomials import common_divisor
from nonholo.errors import OutOfReach
from nonholo.expression.graph import DIVISION, Expr, children, linear, ordered
from nonholo.expression.text import text
from nonholo.geometry.constraints.pfaffian import Pfaffian
from nonholo.geometry.distribution.distribution import Distribution
from nonholo.geometry.distribution.regular import regular_velocities
from nonholo.work import BUDGETS, Work

LONG = 200  # characters of all virtual displacements, beyond which a shorter basis is looked for
MAX_NODES = 150  # of a vector; beyond it a common denominator makes it longer, not clearer
LONGER, FEW = (
    1.5,
    120,
)  # a cleared vector may have so many times the terms and factors, and some more


@dataclass(frozen=True, slots=True)
class Displacements:
    """virtual: a basis of ker A, one vector of n components each; possible: particular + ker A.

    `particular` is a solution v of A v + a_0 = 0; it is zero iff virtual and possible displacements
    agree."""

    virtual: tuple[tuple[Expr, ...], ...]
    particular: tuple[Expr, ...]

    @property
    def agree(self) -> bool:
        return all(e.is_zero for e in self.particular)


def displacements(d: Distribution) -> Displacements:
    """The displacements, virtual ones scaled free of denominators and common factors.

        virtual  A dq = 0,      possible  A dq + a_0 dt = 0

    >>> import nonholo as nh
    >>> from nonholo.geometry.distribution.distribution import distribution
    >>> belt = nh.constraints("sin(a) dx = cos(a) dy + v dt", also=["a"], constants=["v"])
    >>> both = displacements(distribution(belt.system.pfaffian, ["x"]))
    >>> both.virtual
    ((cos(a), sin(a), 0), (0, 0, 1))
    >>> both.particular, both.agree
    ((v/sin(a), 0, 0), False)
    """
    columns = zip(*d.kernel()) if d.m else ()
    virtual = tuple(tuple(clear(list(column))) for column in columns)
    zero = d.chart.graph.zero
    particular = [zero] * d.chart.n
    for j, row in zip(d.dependent, d.alpha):
        particular[j] = row[0]
    return Displacements(virtual, tuple(particular))


def legible(d: Distribution) -> Displacements:
    """The displacements as `displacements` has them, long virtual ones by a basis that is regular
    wherever the constraints are independent, if that is shorter; then in a graph of its own.

    >>> import nonholo as nh
    >>> from nonholo.geometry.distribution.distribution import distribution
    >>> skate = nh.constraints("sin(a) dx = cos(a) dy", also=["a"])
    >>> legible(distribution(skate.system.pfaffian, ["x"])).virtual
    ((cos(a), sin(a), 0), (0, 0, 1))
    """
    derived = displacements(d)
    length = _length(derived.virtual)
    regular = regular_velocities(d.pfaffian, d.dependent) if length > LONG else None
    if regular is None or regular.on_level or regular.m != d.m:
        return derived
    zero = regular.chart.graph.zero
    columns = [[column.get(j, zero) for j in range(d.chart.n)] for column in regular.columns]
    virtual = tuple(map(tuple, columns))
    return Displacements(virtual, derived.particular) if _length(virtual) < length else derived


def _length(vectors: Sequence[Sequence[Expr]]) -> int:
    return sum(len(text(e)) for vector in vectors for e in vector)


def directions(d: Distribution) -> list[list[Expr]]:
    """A basis of ker A for equations of motion: free of denominators where a factor at hand clears
    them.

    The factors tried are det A_D and the denominators of the entries.  Shorter to find than
    `displacements`, which looks for common factors too."""
    return [
        _scaled([row[j] for row in kernel], d.condition)
        for kernel in [d.kernel()]
        for j in range(d.m)
    ]


def _scaled(vector: list[Expr], determinant: Expr | None) -> list[Expr]:
    bad = [e for e in vector if e.doubt & DIVISION]
    if not bad:
        return vector
    below = bad[0].graph.product(_below(bad[0]))
    for factor in (below, *([] if determinant is None else [determinant])):
        scaled = [factor * e for e in vector]
        if not any(e.doubt & DIVISION for e in scaled):
            return scaled
    return vector


def _below(entry: Expr) -> list[tuple[Expr, int]]:
    """The factors of the denominator of a product."""
    constant, terms = linear(entry)
    if len(terms) != 1 or constant or terms[0][0].kind != "product":
        return []
    return [(base, -e) for base, e in terms[0][0].args if e < 0]


def clear(vector: Sequence[Expr]) -> list[Expr]:
    """The vector times a common denominator, divided by a common factor; as derived if that is
    much shorter.

    >>> from nonholo.expression.graph import Graph
    >>> x = Graph().symbol("x")
    >>> clear([1 / x, x / x**2, 1 + 1 / x])
    [1, 1, x + 1]
    """
    vector = list(vector)
    if len(ordered(vector)) > MAX_NODES:
        return vector
    try:
        field = Field(vector, Work.of(BUDGETS.shortening))
        polys = field.over_one([field.normal(e) for e in vector])
    except OutOfReach:
        return vector
    common = field.zero
    for poly in polys:
        common = common_divisor(common, poly)
    polys = [poly / common for poly in polys] if not common.is_constant() else polys
    most = LONGER * _size(vector) + FEW
    if sum(len(poly) for poly in polys) > most:
        return vector
    cleared = [field.expression(poly) for poly in polys]
    return cleared if _size(cleared) <= most else vector


def _size(vector: Sequence[Expr]) -> int:
    """Terms and factors, a common part once."""
    return sum(len(children(node)) for node in ordered(vector))


def admissible(
    pfaffian: Pfaffian, displacement: Sequence[Expr], dt: Expr | None = None
) -> list[Expr]:
    """A dq + a_0 dt for a displacement, one entry a row (all zero: it obeys the constraints)."""
    graph = pfaffian.chart.graph
    dt = graph.zero if dt is None else dt
    return [
        graph.add(*(a * x for a, x in zip(row, displacement)), a0 * dt)
        for row, a0 in zip(pfaffian.matrix, pfaffian.affine)
    ]
