"""Which divisors of an expression are poles of it: x - 1 is none of (x^2 - 1)/(x - 1)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from nonholo.algebra.field import Field, Quotient
from nonholo.algebra.minors import determinant
from nonholo.arithmetic.algebraic import real_zeros
from nonholo.arithmetic.polynomials import Polynomial, in_one_variable, line_of
from nonholo.errors import OutOfReach
from nonholo.expression.node import DIVISION, Expr, ordered
from nonholo.expression.ranges import range_of
from nonholo.expression.sums import linear
from nonholo.work import Work

LONGEST = 40  # coefficients of polynomials whose real roots are looked for
MOST = 4  # of the order of roots that are made rational: determinants of that size


def removable(nodes: Sequence[Expr], divisors: Sequence[Expr], work: Work) -> list[Expr]:
    """The divisors of which a factor, not one that is 0 nowhere, divides no denominator of the
    nodes in lowest terms, where sines and roots below are made rational.

    What functions are divided by in their arguments is no matter of these, and counts as a pole; so
    does what is too large for a normal form.

    nodes: each by itself; divisors: what they are divided by as they are written; work: for all.

    >>> from nonholo.expression.graph import Graph
    >>> from nonholo.work import Work
    >>> g = Graph()
    >>> x, y = g.symbol("x"), g.symbol("y")
    >>> nodes = [(x**2 - 1) / (x - 1), 1 / y - (1 - y) / (y + x)]
    >>> removable([x / (x * y + x), x / (y * x + 1)], [x * y + x, y * x + 1], Work.of(10**6))
    [x + x*y]
    >>> removable(nodes, [x - 1, y, x + y], Work.of(10**6))
    [x - 1]
    """
    written = [e for e in nodes if e.doubt & DIVISION]
    plain = {b for e in written for b in _plain_poles(e)}
    asked = [b for b in divisors if b not in plain]
    if asked:
        calls = [n for n in ordered(written) if n.kind == "function"]
        inner = divisors_of([a for call in calls for a in call.args[1]])
        asked = [b for b in asked if b not in inner]
    if not asked:
        return []
    try:
        field = Field([*written, *asked], work)
        below = {k for e in written for k in _free_of_roots(field, field.normal(e)).den}
        return [b for b in asked if not _factors(field, b) <= below]
    except (OutOfReach, ZeroDivisionError):
        return []


def _factors(field: Field, b: Expr) -> set[int]:
    """Those of the product of b and its conjugates that may vanish, as x^2 + 1 does not."""
    product = _free_of_roots(field, Quotient(field.one, field.invert(field.normal(b)).den))
    return {k for k in product.den if not _never_zero(field, field.factors[k])}


def _never_zero(field: Field, f: Polynomial) -> bool:
    """By bounds, or as a polynomial in one generator without real roots, such as x^2 + x + 1."""
    if range_of(field.expression(f)).nonzero:
        return True
    line = in_one_variable(f)
    return line is not None and 2 < len(line) <= LONGEST and not real_zeros(line)


def _free_of_roots(field: Field, q: Quotient) -> Quotient:
    """The same without sines and roots below: a/(A + s B) = a (A - s B)/(A^2 - s^2 B^2), and so
    with the product of the other conjugates.

    s divides c^2 - 1, though no polynomials in c and s show it.  Roots of an order above MOST stay.
    """
    num, below = q.num, field.expanded(q.den)
    circles = [(s, s**2 + c**2 - 1) for c, s in field.circle_pairs]
    for g, relation in (*field.algebraic(), *circles):
        place = list(field.context.gens()).index(g)
        order = int(relation.degrees()[place])
        if order > MOST or below.degrees()[place] < 1:
            continue
        conjugate = _conjugate(field, below, place, order)
        num, below = field.times(num, conjugate), field.times(below, conjugate)
    return field.cancel(Quotient(num, field.invert(Quotient(below)).den))


def _conjugate(field: Field, f: Polynomial, place: int, order: int) -> Polynomial:
    """u, so that u f is free of a root g: of the rows g^i f, in powers of g, the minors without the
    constant column and one row each.
    """
    g, rows = field.context.gens()[place], []
    for i in range(order):
        row = line_of(field.times(f, g**i), place)
        rows.append([*row[1:], *[field.zero] * (order - len(row))])
    conjugate = field.zero
    for i in range(order):
        minor = determinant(field, rows[:i] + rows[i + 1 :])
        conjugate += field.times((-1) ** i * minor, g**i)
    return conjugate


def divisors_of(nodes: Iterable[Expr]) -> set[Expr]:
    """What the nodes, or parts of them, are divided by."""
    products = (n for n in ordered(nodes) if n.kind == "product")
    return {b for n in products for b, k in n.args if k < 0}


def _plain_poles(e: Expr) -> set[Expr]:
    """Divisors of one term alone that share no factor with what stands above them, on sight."""
    terms = [t for t, _ in linear(e)[1]]
    below = [divisors_of([t]) for t in terms] if len(terms) > 1 else []
    return {
        b
        for i, t in enumerate(terms)
        for b, k in (t.args if t.kind == "product" else ())
        if k < 0
        and not any(b in others for j, others in enumerate(below) if j != i)
        and all(_coprime(b, n) for n, m in t.args if m > 0)
    }


def _coprime(b: Expr, n: Expr) -> bool:
    """On sight: no symbol stands in both, or both are of different kinds of generators."""
    if not b.support & n.support:
        return True
    if b.kind == "sum":
        return n.kind == "symbol" and _indivisible(b, n)
    if b.kind == n.kind == "function":
        return b.args[1] == n.args[1] and {b.args[0], n.args[0]} == {"sin", "cos"}
    return {b.kind, n.kind} == {"symbol", "function"}


def _indivisible(b: Expr, symbol: Expr) -> bool:
    """A sum of products of powers of symbols, not all of which hold this symbol."""
    constant, terms = linear(b)
    factors = [t.powers for t, _ in terms]
    plain = all(s.kind == "symbol" and k > 0 for term in factors for s, k in term)
    return plain and (bool(constant) or any(not t.support & symbol.support for t, _ in terms))
