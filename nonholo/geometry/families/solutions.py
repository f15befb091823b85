"""An irreducible equation solved for a parameter, in all ways that lose no zero.

A p + B = 0:  p = -B/A, and A = B = 0 by itself        a p^2 + b p + c = 0: with a square root
waves of p alone, or beside few letters: angles        exponents, and roots with p under them
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product
from math import gcd, pi

from nonholo.algebra.field import Field
from nonholo.arithmetic.numbers import Rational
from nonholo.arithmetic.polynomials import coefficient_in, factors_of
from nonholo.errors import OutOfReach
from nonholo.expression.graph import Expr, ordered
from nonholo.expression.ranges import range_of
from nonholo.expression.text import text
from nonholo.geometry.families.admissible import admissible
from nonholo.geometry.families.factors import factors
from nonholo.geometry.families.piece import (
    Values,
    has_roots,
    never_zero,
    vanishes,
)
from nonholo.geometry.zeros.domain import surely_negative
from nonholo.geometry.zeros.zeros import square_terms
from nonholo.linear.elimination import cost
from nonholo.words.sentence import say

TURN, MOST_BESIDE = 24, 2  # parts of a turn that are looked at, beside other letters


@dataclass(frozen=True, slots=True)
class Solution:
    """One way in which f = 0 holds: an equation, the parameter it is solved for (None: for none),
    what must hold beside it; edge: a divisor of the general solution vanishes there.
    """

    equation: Expr
    values: Values | None
    more: tuple[Expr, ...] = ()
    edge: bool = False


def solutions(f: Expr, held: frozenset[Expr] = frozenset()) -> list[Solution]:
    """f = 0 solved for a parameter: linear in it, else quadratic, else an angle.

    Where a divisor A vanishes, f = 0 and A = 0 is an edge.  held: parameters that are solved for
    only where no other can be.

    >>> from nonholo.expression.graph import Graph
    >>> g = Graph()
    >>> a, b = g.symbol("a"), g.symbol("b")
    >>> [(way.values, way.edge) for way in solutions(a * b - 1)]
    [({a: 1/b}, False)]
    """
    bases = square_terms(f)
    if bases:
        first, *others = bases
        return [replace(s, more=(*s.more, *others)) for s in solutions(first, held)]
    ways = sorted(
        (*_linear(f), *_quadratic(f)),
        key=lambda way: (way.parameter in held, way.degree, not never_zero(way.divisor)),
    )
    if ways:
        return ways[0].solutions(f)
    answer = None
    for way in (special_angles, _exponents, _square_root):
        answer = way(f) if answer is None else answer
    return [Solution(f, None)] if answer is None else answer


@dataclass(frozen=True, slots=True)
class Way:
    """f = divisor * p^degree + first * p + constant, all free of p (first = 0 for degree 1)."""

    parameter: Expr
    degree: int
    divisor: Expr
    first: Expr
    constant: Expr

    def solutions(self, f: Expr) -> list[Solution]:
        """The values of the parameter, and the edges."""
        p, graph = self.parameter, f.graph
        if self.degree == 1:
            values = [-self.constant / self.divisor]
        else:
            under = self.first**2 - 4 * self.divisor * self.constant
            if surely_negative(under):
                return []
            inner, outer = _without_squares(under)
            if surely_negative(inner) or range_of(inner).not_positive:
                return [*self._at_double_zeros(f, under), *self._edges()]
            root = graph.sqrt(inner) * outer
            values = [
                (sign * root - self.first) / (2 * self.divisor) for sign in (graph.one, -graph.one)
            ]
        return [*(Solution(f, {p: value}) for value in values), *self._edges()]

    def _at_double_zeros(self, f: Expr, under: Expr) -> list[Solution]:
        """Of a discriminant that is never positive: the zeros are real where it vanishes."""
        middle = 2 * self.divisor * self.parameter + self.first
        return [
            replace(solution, more=(*solution.more, middle, f))
            for factor in factors(under)
            for solution in solutions(factor)
        ]

    def _edges(self) -> list[Solution]:
        """Where the divisor vanishes."""
        line = self.first * self.parameter + self.constant
        if never_zero(self.divisor) or range_of(line).nonzero:
            return []
        return [
            replace(solution, more=(*solution.more, line), edge=True)
            for factor in factors(self.divisor)
            for solution in solutions(factor)
        ]


def _without_squares(under: Expr) -> tuple[Expr, Expr]:
    """(u, v) with u v^2 the same: sqrt(2 b^2) = sqrt(2) b, of either sign."""
    field = Field([under], None)
    quotient = field.normal(under)
    if quotient.den or field.roots or field.switches:
        return under, under.graph.one
    content, powers = factors_of(quotient.num)
    inner, outer = field.one * content, field.one
    for factor, power in powers:
        inner, outer = inner * factor ** (power % 2), outer * factor ** (power // 2)
    return field.expression(inner), field.expression(outer)


def _linear(f: Expr) -> list[Way]:
    zero = f.graph.zero
    slopes = [(p, f.diff(p)) for p in f.symbols()]
    straight = [(p, d) for p, d in slopes if not (d.is_zero or d.has([p])) and _is_plain(f, p)]
    straight.sort(key=lambda s: (cost(s[1]), text(s[0])))
    return [Way(p, 1, slope, zero, f.subs({p: zero})) for p, slope in straight]


def _is_plain(f: Expr, p: Expr) -> bool:
    """No function of the parameter has constant derivatives piece by piece, as |p| and sign(p)."""
    functions = (node for node in ordered([f]) if node.kind == "function" and node.has([p]))
    return not any(node.args[0] in ("abs", "sign") for node in functions)


def _quadratic(f: Expr) -> list[Way]:
    ways: list[Way] = []
    zero = f.graph.zero
    if has_roots([f]):
        return ways  # a root of roots is not asked for
    for p in f.symbols():
        divisor = f.diff(p).diff(p) / 2
        if not (divisor.is_zero or divisor.has([p])) and _is_plain(f, p):
            ways.append(Way(p, 2, divisor, f.diff(p).subs({p: zero}), f.subs({p: zero})))
    return ways


def special_angles(f: Expr) -> list[Solution] | None:
    """The zeros p of A sin p + B cos p + C, or of a polynomial in sin p and cos p, if all are
    multiples of pi/12, more or less by other letters; of those that differ by whole turns the
    first that is admissible.  None for others.

    There are 2 d zeros on the circle for the degree d, with their multiplicities, and no more
    unless A = B = 0, which A^2 + B^2 = 1 forbids.
    """
    letters = sorted(f.symbols(), key=text)
    if not letters:
        return None
    p, *others = letters
    degree = _degree_in_waves(f, p)
    if degree is None or len(others) > MOST_BESIDE or not (_steep(f, p) if others else True):
        return None
    zeros: list[tuple[int, Expr]] = []
    count = 0
    parts = sorted(range(TURN), key=lambda k: (TURN // gcd(k, TURN), k))
    for k, signs in product(parts, product((1, -1, 0), repeat=len(others))):
        beside = f.graph.sum([(q, Rational(sign)) for q, sign in zip(others, signs)])
        at = _part_of_turn(p, k) + beside
        if count < 2 * degree and vanishes(f.subs({p: at})):
            zeros.append((k, beside))
            count += _multiplicity(f, p, at, 2 * degree)
    if count < 2 * degree:
        return None
    near = [None if beside.symbols() else _admitted(p, k) for k, beside in zeros]
    values = [_part_of_turn(p, k) + b if e is None else e for (k, b), e in zip(zeros, near)]
    return [Solution(f, {p: value}) for value in values]


def _steep(f: Expr, p: Expr) -> bool:
    """f = A sin p + B cos p + C, where A^2 + B^2 is a number that is not 0."""
    ahead, behind, right, left = (
        f.subs({p: _part_of_turn(p, k * TURN // 4)}) for k in (0, 2, 1, 3)
    )
    size = (ahead - behind) ** 2 + (right - left) ** 2
    if any(not vanishes(size.diff(q)) for q in size.symbols()):
        return False
    second = f.diff(p).diff(p)
    return vanishes(second + f - (ahead + behind) / 2) and not vanishes(size)


def _degree_in_waves(f: Expr, p: Expr) -> int | None:
    """The degree of a polynomial in sin p and cos p; None for what is none."""
    field = Field([f], None)
    held = [k for k, g in enumerate(field.generators) if g.has([p])]
    waves = (f.graph.sin(p), f.graph.cos(p))
    degree = 0
    for exponents, _ in field.normal(f).num.terms():
        powers = {k: int(exponents[k]) for k in held if exponents[k]}
        if any(field.generators[k] not in waves for k in powers):
            return None
        degree = max(degree, sum(powers.values()))
    return degree or None


def _multiplicity(f: Expr, p: Expr, at: Expr, most: int) -> int:
    """How often a zero is one, at most so often."""
    for n in range(1, most):
        f = f.diff(p)
        if not vanishes(f.subs({p: at})):
            return n
    return most


def _part_of_turn(p: Expr, k: int) -> Expr:
    return p.graph.scale(p.graph.pi, Rational(2 * k, TURN))


def _admitted(p: Expr, k: int) -> Expr | None:
    """A part of a turn up to whole turns, as near to 0 as what is assumed of p allows."""
    assumed = range_of(p)
    low, high = (0.0 if end is None else float(end) for end in (assumed.low, assumed.high))
    start = round(max(low, min(high, 0.0)) * TURN / (2 * pi))
    near = range(start - 2 * TURN, start + 2 * TURN + 1)
    parts = sorted((j for j in near if (j - k) % TURN == 0), key=lambda j: (abs(j - start), -j))
    angles = (_part_of_turn(p, j) for j in parts if not (assumed.whole and j))
    return next((angle for angle in angles if admissible(p, angle)), None)


def _exponents(f: Expr) -> list[Solution] | None:
    """A e^u + B e^v with numbers A, B vanishes where u - v = log(-B/A), nowhere if A and B have one
    sign; None for others."""
    field = Field([f], None)
    terms = list(field.normal(f).num.terms())
    if len(terms) != 2 or any(str(n)[0] != "e" for n in _held_names(field, terms)):
        return None
    (above, a), (below, b) = terms
    if -b / a < 0:
        return []
    exponent = -f.graph.log(f.graph.lift(-b / a))
    for k, g in enumerate(field.generators):
        if above[k] != below[k]:
            exponent = exponent + (int(above[k]) - int(below[k])) * g.args[1][0]
    return [s for factor in factors(exponent) for s in solutions(factor)]


def _held_names(field: Field, terms: Sequence) -> list[str]:
    names = [str(name) for name in field.context.names()]
    return [name for k, name in enumerate(names) if any(int(e[k]) for e, _ in terms)]


def _square_root(f: Expr) -> list[Solution] | None:
    """A + B sqrt(u) vanishes on those zeros of A^2 - B^2 u where it does; None for others, and
    where that hangs on signs."""
    field = Field([f], None)
    square = _outer_square_root(field)
    if square is None or field.switches or field.opaque:
        return None
    place = [str(name) for name in field.context.names()].index(f"r{square}")
    top = field.normal(f).num
    A, B = (field.expression(coefficient_in(top, place, n)) for n in (0, 1))
    norm = A**2 - B**2 * field.roots[square][0]
    if B.is_zero or vanishes(norm):
        return None
    held = []
    for solution in (s for e in factors(norm) for s in solutions(e)):
        if solution.values is None or solution.more:
            return None
        try:
            there = f.subs(solution.values)
        except ZeroDivisionError:
            return None
        if vanishes(there):
            held.append(replace(solution, equation=f))
        elif not range_of(there).nonzero:
            return None  # on a part of the zeros, told by signs
    return held


def _outer_square_root(field: Field) -> int | None:
    """The number of a square root of parameters that stands in no other root: without it an
    expression holds one root less.  Raises OutOfReach for one that is a factor in another, as in
    sqrt(c sqrt(b) + 1): squares of what is around it never lose it."""
    names = [str(name) for name in field.context.names()]
    within = [node for base, _ in field.roots for node in ordered([base])]
    inside = {node.index for node in within}
    powers = [power for node in within if node.kind == "product" for power in node.args]
    multiplied = {base.index for base, e in powers if isinstance(e, Fraction)}
    for k, (base, degree) in enumerate(field.roots):
        root = field.generators[names.index(f"r{k}")]
        if degree == 2 and base.symbols() and root.index not in inside:
            if base.index in multiplied:
                raise OutOfReach(say("equations that are solved for no parameter"))
            return k
    return None
