"""Pieces of zero sets told by simpler equations, by elimination of coordinates.

What holds where all equations of a piece do is any member of their ideal.  One that holds fewer
coordinates may factor, or vanish nowhere: of

    sin(psi) cos(theta) = 2 (1 - cos(psi)) sin(theta)
    sin(psi) sin(theta) = 2 (cos(psi) - 1) cos(theta)

theta is eliminated by (1 - cos(psi)) (5 - 3 cos(psi)) = 0, so psi = 0, where both hold.
(Buchberger 1965)"""

from __future__ import annotations

from operator import itemgetter
from typing import Any

from nonholo.algebra.field import Field
from nonholo.arithmetic.numbers import common_denominator
from nonholo.arithmetic.polynomials import (
    GROEBNER_LIMITS,
    Polynomial,
    groebner_basis,
    integral_ring,
)
from nonholo.expression.graph import Expr
from nonholo.geometry.constraints.chart import Chart
from nonholo.linear.elimination import cost
from nonholo.work import spend

GROEBNER = 100  # units for a term of an ideal
STEP, FAST = 5, 30  # units for a division; terms times terms for a unit
MOST_TERMS = 10 * GROEBNER_LIMITS[1]  # of what is divided by the members of a basis


def ideal_basis(field: Field, polys: list[Polynomial], first: list[int]) -> list[Polynomial]:
    """Members of the ideal of the polynomials and of the relations between the generators: a
    Groebner basis, as far as it was found, in the lexicographic order of the generators `first`,
    then the others.

    field: of the polynomials; first: numbers of generators, those to be eliminated first.

    >>> from nonholo.expression.graph import Graph
    >>> x, y = (graph := Graph()).symbol("x"), graph.symbol("y")
    >>> field = Field([x, y])
    >>> k = field.generators.index(x)
    >>> basis = ideal_basis(field, [field.normal(f).num for f in (x - y, x + y**2)], [k])
    >>> [field.expression(p) for p in basis if not p.degrees()[k]]
    [y + y**2]
    """
    return [_in_field(field, first, p) for p in _basis(field, polys, first)]


def eliminated(field: Field, polys: list[Polynomial], gone: list[int]) -> list[Polynomial]:
    """The nonzero members of that basis without the generators `gone`.

    field: of the polynomials; gone: numbers of generators.

    >>> from nonholo.expression.graph import Graph
    >>> x, y = (graph := Graph()).symbol("x"), graph.symbol("y")
    >>> field = Field([x, y])
    >>> polys = [field.normal(f).num for f in (x - y, x + y**2)]
    >>> [field.expression(p) for p in eliminated(field, polys, [field.generators.index(x)])]
    [y + y**2]
    """
    basis = _basis(field, polys, gone)
    return [
        _in_field(field, gone, p) for p in basis if p != 0 and not any(p.degrees()[: len(gone)])
    ]


def _order(field: Field, first: list[int]) -> list[int]:
    return [*first, *(k for k in range(len(field.generators)) if k not in first)]


def _basis(field: Field, polys: list[Polynomial], first: list[int]) -> list[Any]:
    """The basis with integer coefficients, the generators `first` before the others."""
    order = _order(field, first)
    context = integral_ring([f"g{k}" for k in order])
    ideal = [_reordered(context, order, p) for p in (*polys, *field.relations)]
    spend(GROEBNER * sum(map(len, ideal)))
    return groebner_basis(ideal, context)


def _in_field(field: Field, first: list[int], poly: Any) -> Polynomial:
    order = _order(field, first)
    return _moved(
        field.context, [order.index(k) for k in range(len(order))], poly.monoms(), poly.coeffs()
    )


def _moved(context: Any, places: list[int], monomials: list[Any], numbers: list[Any]) -> Any:
    """The polynomial whose generator k is number places[k] in some monomials."""
    if len(places) > 1:
        monomials = list(map(itemgetter(*places), monomials))
    return context.from_dict(dict(zip(monomials, numbers)))


def beyond_basis(field: Field, polys: list[Polynomial]) -> bool:
    """A polynomial has more terms than any of a Groebner basis may have: none is looked for.

    field: of the polynomials.
    """
    return any(len(p) > GROEBNER_LIMITS[1] for p in (*polys, *field.relations))


def _reordered(context, order: list[int], poly: Polynomial):
    """The polynomial with integer coefficients and its generators in another order."""
    numbers = poly.coeffs()
    scale = common_denominator(numbers)
    return _moved(context, order, poly.monoms(), [(c * scale).p for c in numbers])


def implied(nodes: list[Expr], by: list[Expr]) -> list[bool]:
    """Which nodes surely vanish where the others do: their numerators lie in the ideal of these.

    nodes, by: expressions.

    >>> from nonholo.expression.graph import Graph
    >>> x, y = (graph := Graph()).symbol("x"), graph.symbol("y")
    >>> implied([x**2 - y**2, x + y], [x - y])
    [True, False]
    """
    field = Field([*nodes, *by])
    ideal = ideal_basis(field, [field.normal(e).num for e in by], [])
    members = [member for member in ideal if member != 0]
    return [_is_member(field.normal(f).num, members) for f in nodes]


def _is_member(poly: Polynomial, members: list[Polynomial]) -> bool:
    """The polynomial is a sum of multiples of the members: seen where nothing is left after
    division by one after the other.  Where degrees climb it is not seen: what is left of sixty
    terms may have a hundred thousand.
    """
    before = None
    while poly != 0 and poly != before:
        before = poly
        for member in members:
            quotient, poly = divmod(poly, member)
            spend(STEP + len(quotient) * len(member) // FAST)
            if len(poly) > MOST_TERMS:
                return False
    return poly == 0


def eliminants(nodes: list[Expr], chart: Chart) -> list[Expr]:
    """Expressions that vanish where all the nodes do, each without a coordinate that stands in
    them, the simplest first.

    nodes: expressions; chart: of their coordinates and t.  (Cox, Little, O'Shea 2015)

    >>> from nonholo.expression.graph import Graph
    >>> from nonholo.geometry.constraints.chart import chart
    >>> plane = chart(Graph(), ["x", "y"])
    >>> x, y = plane.q
    >>> eliminants([x * y - 1, x - y], plane)
    [y**2 - 1, x**2 - 1]
    """
    field, moving = Field(nodes), [s for s in (*chart.q, chart.t) if any(f.has([s]) for f in nodes)]
    polys = [field.normal(f).num for f in nodes]
    used = sorted({k for p in (*polys, *field.relations) for k, d in enumerate(p.degrees()) if d})
    gone = dict.fromkeys(tuple(k for k in used if field.generators[k].has([s])) for s in moving)
    distinct = {str(p): p for some in gone for p in eliminated(field, polys, list(some))}
    members = [field.expression(field.reduce(p)) for p in distinct.values()]
    of_coordinates = {e.index: e for e in members if e.has([*chart.q, chart.t])}
    return sorted(of_coordinates.values(), key=cost)
