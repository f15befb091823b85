"""How a cell is told: by equations, and by sets of equations of what is left out of it.

A piece is told by its solution, p = e, where that is the same as the equations that were met, or
says more; a divisor in it leaves out what is told by other pieces."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

from nonholo.algebra.field import Field
from nonholo.arithmetic.polynomials import divided
from nonholo.errors import OutOfReach
from nonholo.expression.graph import Expr
from nonholo.expression.jumps import has_signs
from nonholo.expression.text import text
from nonholo.geometry.families.piece import (
    Piece,
    equations_of,
    has_divisors,
    has_roots,
    holds_on,
    numerator,
    vanishes,
)
from nonholo.geometry.families.pieces import every_angle, every_branch
from nonholo.work import Work

Sets = tuple[tuple[Expr, ...], ...]


def told_by(piece: Piece, others: Sequence[Piece], whole: bool) -> tuple[Expr, ...]:
    """The equations of a cell.

    piece: of the cell; others: with the same equations, and in it too; whole: these are all that
    the equations say.

    >>> from nonholo.expression.graph import Graph
    >>> g = Graph()
    >>> a, b = g.symbol("a"), g.symbol("b")
    >>> plus, minus = (Piece((a - b**2,), {b: e}) for e in (g.sqrt(a), -g.sqrt(a)))
    >>> told_by(plus, [minus], True), told_by(plus, [], False)
    ((a - b**2,), (b - sqrt(a),))
    """
    return piece.equations if others else equations_of(piece, whole)


def left_out(
    piece: Piece,
    others: Sequence[Piece],
    inside: Sequence[Piece],
    whole: Sequence[bool],
    work: Work | None = None,
) -> Sets:
    """For each piece inside of a cell what must hold in the cell for a point of it to lie there.

    piece, others: of the cell, as in `told_by`; inside: pieces that are left out of it; whole: of
    each, whether it is all that its equations say, so that it is told by them; work: a budget for
    the zeros of equations that several pieces share, or None.

    >>> from nonholo.expression.graph import Graph
    >>> g = Graph()
    >>> a, b = g.symbol("a"), g.symbol("b")
    >>> left_out(Piece((a,), {a: g.zero}), [], [Piece((a, b), {a: g.zero, b: g.zero})], [True])
    ((b,),)
    """
    conditions: dict[tuple[str, ...], tuple[Expr, ...]] = {}
    for inner, all_of_it in zip(inside, whole, strict=True):
        alike = [other for other in inside if other.names == inner.names]
        together = len(alike) > 1 and every_angle(alike) and every_branch(alike, work)
        equations = inner.equations if together else equations_of(inner, all_of_it)
        beyond = _beyond(equations, piece, others)
        if beyond:
            conditions[tuple(map(text, beyond))] = beyond
    return tuple(conditions.values())


def _beyond(equations: Sequence[Expr], piece: Piece, others: Sequence[Piece]) -> tuple[Expr, ...]:
    """Those of the equations that do not hold in all of the cell's piece; where its solution
    divides, they stay as they are, for the cell may hold points at which a divisor vanishes.
    """
    divides = has_divisors(piece)
    beyond = {}
    for equation in equations:
        if others:
            if text(equation) in piece.names:
                continue
        else:
            with suppress(OutOfReach, ZeroDivisionError):
                there = equation.subs(piece.solved)
                if vanishes(there):
                    continue
                equation = equation if divides else there
        as_it_is = has_roots([equation]) or has_signs([equation])
        condition = equation if as_it_is else numerator(equation)
        beyond[text(condition)] = condition
    return without_multiples(tuple(beyond.values()))


def speaks_for(equations: Sequence[Expr], without: Sets, piece: Piece) -> bool:
    """The equations by which a cell is told hold on a piece, and no set that is left out does.

    equations, without: of the cell; piece: another one.

    >>> from nonholo.expression.graph import Graph
    >>> g = Graph()
    >>> a, b = g.symbol("a"), g.symbol("b")
    >>> edge = Piece((a, b), {a: g.zero, b: g.zero})
    >>> speaks_for([a], (), edge), speaks_for([a], ((b,),), edge)
    (True, False)
    """
    held = all(holds_on(e, piece) for e in equations)
    return held and not any(all(holds_on(e, piece) for e in some) for some in without)


def without_multiples(equations: tuple[Expr, ...]) -> tuple[Expr, ...]:
    """Equations without those that are multiples of another one: a, b for a, b, a b, a^2.

    equations: polynomials; others are handed back as they are.

    >>> from nonholo.expression.graph import Graph
    >>> g = Graph()
    >>> a, b = g.symbol("a"), g.symbol("b")
    >>> without_multiples((a**2 - 1, a - 1, b * (a - 1)))
    (a - 1,)
    """
    if not equations or has_roots(equations) or any(e.is_number for e in equations):
        return equations
    field = Field(list(equations), None)
    nums = [field.normal(e).num for e in equations]
    left = [
        i
        for i, p in enumerate(nums)
        if not any(
            divided(p, q) is not None and (j < i or divided(q, p) is None)
            for j, q in enumerate(nums)
            if j != i
        )
    ]
    return tuple(equations[i] for i in left)
