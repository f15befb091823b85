"""The real zeros of polynomials in one letter, in order.

    f_i(x) = sum_e c_ie x^e,        N(f_i) = the product of f_i with its conjugates, over Q

Algebraic coefficients: zeros are among those of the norm N, which is factored, and exact.  Others
have their coefficients in balls; then zeros have to be simple."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from nonholo.algebra.field import Field
from nonholo.arithmetic.algebraic import real_zeros
from nonholo.arithmetic.balls import Ball, at_precision
from nonholo.arithmetic.numbers import rational
from nonholo.arithmetic.polynomials import Polynomial, in_one_variable, line_of, resultant
from nonholo.arithmetic.roots import simple_roots_enclosed
from nonholo.decide.ball import balls
from nonholo.errors import OutOfReach
from nonholo.expression.graph import Expr
from nonholo.words.sentence import say

BITS = 256
MOST_DEGREE = 400  # of a norm


@dataclass(frozen=True, slots=True)
class Zero:
    """A number at which some of the functions vanish, and no other of their zeros.

    low, high: ends of an interval that holds it, equal for a rational number; of: which functions;
    polynomial: irreducible with whole coefficients, the constant one first; empty where that is not
    known.
    """

    low: Fraction
    high: Fraction
    of: tuple[int, ...]
    polynomial: tuple[int, ...] = ()

    @property
    def ball(self) -> Ball:
        """A ball that holds it."""
        with at_precision(BITS):
            low, high = Ball(rational(self.low)), Ball(rational(self.high))
            return low if self.low == self.high else low.union(high)


def zeros_on_line(functions: Sequence[Expr], letter: Expr) -> list[Zero]:
    """The real zeros of some functions of one letter, smallest first.

    functions: polynomials in the letter, none of them 0; letter: the only symbol in them.  Raises
    OutOfReach for other functions, and where zeros are multiple or too close to be told apart.

    >>> from nonholo.expression.graph import Graph
    >>> g = Graph()
    >>> x = g.symbol("x")
    >>> [(zero.polynomial, zero.of) for zero in zeros_on_line([x**2 - 2, x * (x - 3)], x)]
    [((-2, 0, 1), (0,)), ((0, 1), (1,)), ((-2, 0, 1), (0,)), ((-3, 1), (1,))]
    """
    zeros = [zero for i, f in enumerate(functions) for zero in _of_one(i, f, letter)]
    return _merged(sorted(zeros, key=lambda zero: zero.low))


def _of_one(i: int, f: Expr, letter: Expr) -> Iterator[Zero]:
    """The zeros of one function.  Raises OutOfReach."""
    field = Field([f, letter])
    quotient = field.normal(f)
    place = list(field.context.gens()).index(field.symbols[letter.index])
    line = line_of(quotient.num, place)
    told = [field.expression(c) for c in line]
    below = [field.expression(field.factors[k]) for k in quotient.den]
    if any(e.symbols() for e in (*told, *below)):
        raise OutOfReach(say("a boundary that is no polynomial in {letter}", letter=letter))
    norm = _norm(field, quotient.num, place)
    yield from _by_balls(i, told) if norm is None else _exact(i, norm, f, letter)


def _norm(field: Field, p: Polynomial, place: int) -> list[Fraction] | None:
    """The coefficients of N(p); None where a constant in p is not known to be algebraic."""
    names = field.context.names()
    for generator, relation in field.algebraic():
        k = list(field.context.gens()).index(generator)
        if p.degrees()[k]:
            if int(relation.degrees()[k] * p.degrees()[place]) > MOST_DEGREE:
                return None
            p = resultant(p, relation, names[k])
    if p == 0 or any(degree and k != place for k, degree in enumerate(p.degrees())):
        return None
    return in_one_variable(p)


def _exact(i: int, norm: Sequence[Fraction], f: Expr, letter: Expr) -> Iterator[Zero]:
    """Those of the zeros of a norm at which f may vanish too: in balls, as narrow as they are."""
    for whole, at in real_zeros(norm):
        if not balls([f], {letter: at}, BITS)[0].contains(0):
            continue
        if len(whole) == 2:
            root = Fraction(-whole[0], whole[1])
            yield Zero(root, root, (i,), whole)
        else:
            yield Zero(*_ends(at), (i,), whole)


def _by_balls(i: int, line: Sequence[Expr]) -> Iterator[Zero]:
    """Raises OutOfReach."""
    lowest = next((e for e, c in enumerate(line) if not c.is_zero), 0)
    if lowest:
        yield Zero(Fraction(0), Fraction(0), (i,), (0, 1))
    if len(line) < lowest + 2:
        return
    roots = simple_roots_enclosed(balls(line[lowest:], {}, BITS))
    if roots is None:
        raise OutOfReach(say("zeros of a boundary are multiple or too close to be told apart"))
    for z in roots:
        if z.imag.contains(0):
            yield Zero(*_ends(z.real), (i,))


def _merged(zeros: Sequence[Zero]) -> list[Zero]:
    """Those that may be one number made one; zeros: by their lower ends."""
    apart: list[Zero] = []
    for zero in zeros:
        if not apart or zero.low > apart[-1].high:
            apart.append(zero)
            continue
        last = apart.pop()
        same = last.polynomial if last.polynomial == zero.polynomial else ()
        of = tuple(dict.fromkeys((*last.of, *zero.of)))
        apart.append(Zero(last.low, max(last.high, zero.high), of, same))
    return apart


def _ends(at: Ball) -> tuple[Fraction, Fraction]:
    """The ends of a ball, exactly."""
    with at_precision(BITS):
        return _dyadic(at.lower()), _dyadic(at.upper())


def _dyadic(end: Ball) -> Fraction:
    mantissa, exponent = end.man_exp()
    return Fraction(int(mantissa)) * Fraction(2) ** int(exponent)
