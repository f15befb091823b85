"""The irreducible factors of an equation that admissible parameters can make zero."""

from __future__ import annotations

from nonholo.algebra.field import Field
from nonholo.arithmetic.polynomials import Polynomial, divided, factors_of
from nonholo.errors import OutOfReach
from nonholo.expression.graph import Expr
from nonholo.expression.ranges import range_of
from nonholo.geometry.zeros.signs import of_one_sign
from nonholo.geometry.zeros.zeros import signed
from nonholo.words.sentence import say
from nonholo.work import Work


def factors(equation: Expr, work: Work | None = None, longest: int | None = None) -> list[Expr]:
    """The irreducible factors that can vanish at admissible parameters.

    equation: a polynomial in parameters; work: a budget, or None; longest: the most terms of a
    factor, or None.  Raises OutOfReach.

    >>> from nonholo.expression.graph import Graph
    >>> g = Graph()
    >>> a, b = g.symbol("a"), g.symbol("b")
    >>> factors(a * (a**2 + 1) * (b - 2 * a) ** 2), factors(g.call("abs", a - b))
    ([a, 2*a - b], [a - b])
    """
    distinct: dict[int, Expr] = {}
    parts = multiplied(equation)
    if len(parts) > 1 or parts[0] is not equation:
        for part in parts:
            distinct |= {e.index: e for e in factors(part, work, longest)}
        return list(distinct.values())
    field = Field([equation], work)
    parameters = equation.symbols()
    poly = field.normal(equation).num
    for factor, _ in factors_of(poly)[1]:
        if _is_number(field, factor) or of_one_sign(field, factor, parameters):
            continue
        if longest is not None and len(factor) > longest:
            raise OutOfReach(say("an equation with {n} terms", n=len(factor)))
        node = field.expression(factor)
        if range_of(node).nonzero:
            continue
        shown = signed(node)
        inside = _inside(shown)
        for e in [shown] if inside is None else factors(inside, work, longest):
            distinct[e.index] = e
    return list(distinct.values())


def _is_number(field: Field, p: Polynomial) -> bool:
    """No letter stands in it, whatever its node is merged with; u is cos(pi/d)."""
    named = zip(map(str, field.context.names()), field.generators, p.degrees())
    return not any(degree and name != "u" and g.symbols() for name, g, degree in named)


def _inside(e: Expr) -> Expr | None:
    """What vanishes exactly where |u|, sign u, a root of u or log u does; None for others."""
    if e.calls("abs", "sign", "log"):
        (u,) = e.args[1]
        return u - 1 if e.args[0] == "log" else u
    if e.kind == "product" and len(e.args) == 1:
        ((base, k),) = e.args
        return base if base.symbols() and k > 0 and not isinstance(k, int) else None
    return None


def divides(equation: Expr, other: Expr, work: Work | None = None) -> bool:
    """Where the first is 0 so is the second, a polynomial multiple of it.

    equation, other: polynomials in parameters, the first irreducible; work: a budget, or None.
    Raises OutOfReach.

    >>> from nonholo.expression.graph import Graph
    >>> c = Graph().symbol("c")
    >>> divides(c**3 + c - 5, c * (c**3 + c - 5)), divides(c**2 + 1, c)
    (True, False)
    """
    parts = multiplied(other)
    if len(parts) > 1:
        return any(divides(equation, part, work) for part in parts)
    field = Field([equation, other], work)
    known, further = field.normal(equation), field.normal(other)
    return not known.den and divided(further.num, known.num) is not None


def multiplied(e: Expr) -> list[Expr]:
    """What a product vanishes with, not multiplied out; the expression itself if it is none."""
    if e.kind == "product" and all(isinstance(k, int) and k > 0 for _, k in e.args):
        return [base for base, _ in e.args]
    return [e]
