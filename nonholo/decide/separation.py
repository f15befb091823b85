"""Numbers that are too small not to be 0.

    E = U/L  from whole numbers by +, -, *, /, roots, sines and cosines of rational parts of pi
    U, L algebraic integers in a field of degree D; they and their conjugates at most u and l
    E != 0   =>   |E| >= 1/(l u^(D - 1))

for the norm of U is a whole number and not 0.  So sqrt(2) + sqrt(3) - sqrt(5 + 2 sqrt(6)) is 0 once
a ball around it is small enough.  References: Burnikel2001."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import lcm, prod

from nonholo.arithmetic.balls import Ball
from nonholo.arithmetic.numbers import Integer, fraction
from nonholo.decide.ball import ball
from nonholo.expression.functions import angle_parts
from nonholo.expression.graph import Expr, ordered
from nonholo.work import spend

MOST_BITS = 10_000  # of the precision that is needed
MOST_TURN = 2 * (MOST_BITS + 2) ** 2  # beyond it the degree, at least sqrt(turn/2), needs more
BESIDE = 128  # bits for what evaluation loses
UNITS = 4  # for a node and 64 bits


@dataclass(frozen=True, slots=True)
class Size:
    """U and L, and their conjugates, are at most 2^above and 2^below."""

    above: int
    below: int


def is_zero_number(number: Expr) -> bool:
    """Surely 0, for it is smaller than any such number but 0.

    number: without symbols; False too where other functions stand in it, or where more bits are
    needed than are looked at.

    >>> from nonholo.expression.graph import Graph
    >>> g = Graph()
    >>> root = g.sqrt(5 + 2 * g.sqrt(6))
    >>> is_zero_number(root - g.sqrt(2) - g.sqrt(3)), is_zero_number(root - g.sqrt(2) - 1)
    (True, False)
    """
    bits = least_bits(number)
    if bits is None or bits > MOST_BITS:
        return False
    precision = bits + BESIDE
    spend(UNITS * len(ordered([number])) * (1 + precision // 64))
    value = ball(number, {}, precision)
    return bool(value.is_finite() and abs(value) * Ball(2) ** bits < Ball(1))


def least_bits(number: Expr) -> int | None:
    """n with |E| >= 2^-n unless E = 0; None where other functions stand in it, or it is surely
    beyond what is looked at.

    >>> from nonholo.expression.graph import Graph
    >>> g = Graph()
    >>> [least_bits(e) for e in (g.sqrt(2) - 1, g.sqrt(2) - g.pi)]
    [2, None]
    """
    sizes: dict[Expr, Size] = {}
    roots: dict[tuple[Expr, int], int] = {}
    turn = 1
    for node in ordered([number]):
        if node.calls("sin", "cos"):
            others, halves = angle_parts(node.graph, node.args[1][0])
            if not others:  # twice it is a sum of two roots of unity
                turn = lcm(turn, 4, 2 * halves.denominator)
                sizes[node] = Size(1, 1)
        elif node.kind == "number":
            c = fraction(node.args)
            sizes[node] = Size(_bits(c.numerator), _bits(c.denominator))
        elif node.kind == "sum" and all(term in sizes for term, _ in node.args[1]):
            sizes[node] = _of_sum(node, sizes)
        elif node.kind == "product" and all(base in sizes for base, _ in node.args):
            sizes[node] = _of_product(node, sizes)
            for base, e in node.args:
                k = Fraction(e).denominator
                roots[base, k] = k
    if number not in sizes or turn > MOST_TURN:
        return None
    degree = prod(roots.values()) * int(Integer(turn).euler_phi())
    return sizes[number].below + (degree - 1) * sizes[number].above


def _bits(n: int) -> int:
    """|n| <= 2^bits."""
    return (abs(n) - 1).bit_length() if n else 0


def _of_sum(node: Expr, sizes: Mapping[Expr, Size]) -> Size:
    """sum_i n_i U_i prod_(j != i) L_j over m prod_j L_j, with whole n_i and m."""
    constant, terms = node.args
    whole = lcm(fraction(constant).denominator, *(fraction(c).denominator for _, c in terms))
    below = sum(sizes[term].below for term, _ in terms)
    parts = [
        _bits(int(fraction(c) * whole)) + sizes[term].above + below - sizes[term].below
        for term, c in terms
    ]
    parts += [_bits(int(fraction(constant) * whole)) + below] if constant != 0 else []
    return Size(max(parts) + _bits(len(parts)), below + _bits(whole))


def _of_product(node: Expr, sizes: Mapping[Expr, Size]) -> Size:
    powers = [_power(sizes[base], Fraction(e)) for base, e in node.args]
    return Size(sum(p.above for p in powers), sum(p.below for p in powers))


def _power(size: Size, exponent: Fraction) -> Size:
    """(U/L)^(1/k) = (U L^(k - 1))^(1/k)/L, and whole powers of it."""
    k, times = exponent.denominator, abs(exponent.numerator)
    above = -(-(size.above + (k - 1) * size.below) // k)
    above, below = times * above, times * size.below
    return Size(above, below) if exponent > 0 else Size(below, above)
