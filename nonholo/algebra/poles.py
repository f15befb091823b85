"""Which divisors of an expression are poles of it: x - 1 is none of (x^2 - 1)/(x - 1)."""

from __future__ import annotations

from collections.abc import Sequence

from nonholo.algebra.field import Field
from nonholo.errors import OutOfReach
from nonholo.expression.node import DIVISION, Expr, ordered
from nonholo.expression.sums import linear
from nonholo.work import Work


def removable(nodes: Sequence[Expr], divisors: Sequence[Expr], work: Work) -> list[Expr]:
    """The divisors of which a factor divides no denominator of the nodes in lowest terms.

    What functions are divided by in their arguments is no matter of these, and counts as a pole; so
    does what is too large for a normal form.

    nodes: each by itself; divisors: what they are divided by as they are written; work: for all.

    >>> from nonholo.expression.graph import Graph
    >>> from nonholo.work import Work
    >>> g = Graph()
    >>> x, y = g.symbol("x"), g.symbol("y")
    >>> nodes = [(x**2 - 1) / (x - 1), 1 / y - (1 - y) / (y + x)]
    >>> removable(nodes, [x - 1, y, x + y], Work.of(10**6))
    [x - 1]
    """
    written = [e for e in nodes if e.doubt & DIVISION]
    calls = [n for n in ordered(written) if n.kind == "function"]
    inner = (n for n in ordered(a for n in calls for a in n.args[1]) if n.kind == "product")
    plain = {b for e in written for b in _plain_poles(e)}
    plain |= {b for n in inner for b, k in n.args if k < 0}
    asked = [b for b in divisors if b not in plain]
    if not asked:
        return []
    try:
        field = Field([*written, *asked], work)
        below = {k for e in written for k in field.normal(e).den}
        return [b for b in asked if not set(field.invert(field.normal(b)).den) <= below]
    except (OutOfReach, ZeroDivisionError):
        return []


def _plain_poles(e: Expr) -> set[Expr]:
    """Symbols with negative exponents in a sum of different products of powers of symbols."""
    terms = [t.args if t.kind == "product" else ((t, 1),) for t, _ in linear(e)[1]]
    if any(b.kind != "symbol" for term in terms for b, _ in term):
        return set()
    return {b for term in terms for b, k in term if k < 0}
