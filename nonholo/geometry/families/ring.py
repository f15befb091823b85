"""The polynomials of a family: in its letters, and in sines, cosines and exponentials of them."""

from __future__ import annotations

from collections.abc import Sequence

from nonholo.algebra.field import Field
from nonholo.arithmetic.polynomials import Polynomial, coefficient_in, factors_of
from nonholo.errors import OutOfReach
from nonholo.expression.graph import Expr
from nonholo.expression.text import text
from nonholo.geometry.families.circle_points import half_angle, points_on_circle
from nonholo.words.sentence import say
from nonholo.work import spend

MOST_TERMS = 400
STEP, FAST = 10, 10  # units for one step of a division; terms times terms for a unit


class Ring:
    """Polynomials in the letters of a family, and in sines, cosines and exponentials of them."""

    def __init__(self, letters: Sequence[Expr], functions: Sequence[Expr] = ()):
        self.field = Field([*letters, *functions], None)
        if self.field.opaque or self.field.roots or self.field.switches:
            raise OutOfReach(say("functions of parameters other than sines and exponentials"))
        self.names = [str(name) for name in self.field.context.names()]
        self.generators = self.field.generators
        waves = self.field.waves.values()
        self.waves = [(self.names.index(str(c)), self.names.index(str(s))) for c, s in waves]

    def polynomial(self, e: Expr) -> Polynomial:
        """Of an expression without denominators.  Raises OutOfReach."""
        try:
            quotient = self.field.normal(e)
        except KeyError as error:
            raise OutOfReach(say("a function of parameters that was not seen before")) from error
        if quotient.den:
            raise OutOfReach(say("a denominator with parameters"))
        return quotient.num

    def over_waves(self, e: Expr) -> tuple[Polynomial, Polynomial]:
        """An expression as a quotient by powers of exponentials, which are never 0: e^(-a) b + 1 is
        (b + e^a)/e^a.  Raises OutOfReach for other denominators."""
        below = self.field.expanded(self.field.normal(e).den)
        held = [self.generators[k] for k, n in enumerate(below.degrees()) if n]
        if len(below) > 1 or any(g.kind == "symbol" or g.args[0] != "exp" for g in held):
            raise OutOfReach(say("a denominator with parameters"))
        return self.polynomial(e * self.expression(below)), below

    def plain(self, p: Polynomial) -> Polynomial:
        """The polynomial with whole coefficients without a common factor."""
        return p if p == 0 else p / (factors_of(p)[0] if len(p) < MOST_TERMS else 1)

    def expression(self, p: Polynomial) -> Expr:
        return self.field.expression(p)

    def text(self, p: Polynomial) -> str:
        return text(self._half_angle(p) if self.is_root(p) else self.expression(p))

    # one angle
    def roots(self, p: Polynomial) -> list[tuple[Polynomial, int]]:
        """What stands for the waves of half an angle whose product p is, each with the generator
        that it is solved for: both the same where there is one; none for other polynomials.

        These waves are no generators.  1 - cos(al - al_k) is a number times the square of one, and
        twice that, which is plain nowhere, stands for the wave itself.
        """
        for pair in self.waves:
            c, s = (self.field.context.gens()[k] for k in pair)
            zeros = [self.plain(1 - c * x - s * y) for x, y in points_on_circle(p, pair)]
            if zeros:
                return [(2 * q, next(k for k in pair if q.degrees()[k])) for q in zeros]
        return []

    def is_root(self, p: Polynomial) -> bool:
        """Is it what stands for a wave of half an angle?"""
        return [q for q, _ in self.roots(p)] == [p]

    def one_angle(self, p: Polynomial) -> list[tuple[Polynomial, int]]:
        """What is 0 where such a wave is, each solved for its generator; none for others."""
        gens, pairs = self.field.context.gens(), self.waves if self.is_root(p) else ()
        points = ((pair, points_on_circle(p, pair)) for pair in pairs)
        return [(gens[k] - x, k) for pair, at in points for one in at for k, x in zip(pair, one)]

    def _half_angle(self, p: Polynomial) -> Expr:
        """The wave that it stands for."""
        (c, k), (s, j) = self.one_angle(p)
        gens, angle = self.field.context.gens(), self.generators[k].args[1][0]
        return half_angle(self.expression(gens[k] - c), self.expression(gens[j] - s), angle)

    def variables(self, p: Polynomial) -> list[int]:
        """The generators that stand in a polynomial and can be solved for."""
        return [
            k
            for k, e in enumerate(p.degrees())
            if e and (self.generators[k].kind == "symbol" or self.names[k][0] in "sc")
        ]

    def mixed(self, p: Polynomial, k: int) -> bool:
        """Both the sine and the cosine of one angle stand in p: in powers of e^(i al) it has
        another leading coefficient."""
        return any(k in pair and all(p.degrees()[j] for j in pair) for pair in self.waves)

    def opposite(self, p: Polynomial, k: int) -> Polynomial:
        """p with -x for the generator x."""
        signed = {tuple(map(int, m)): -c if m[k] % 2 else c for m, c in p.terms()}
        return self.field.context.from_dict(signed)

    def without_monomials(self, p: Polynomial) -> Polynomial:
        """p without what all of its terms have in common."""
        terms = [(tuple(map(int, m)), c) for m, c in p.terms()]
        lowest = [min(powers) for powers in zip(*(m for m, _ in terms))]
        left = {tuple(e - low for e, low in zip(m, lowest)): c for m, c in terms}
        return self.field.context.from_dict(left)

    def coefficient(self, p: Polynomial, k: int, degree: int) -> Polynomial:
        return coefficient_in(p, k, degree)

    def pseudo_remainder(
        self, p: Polynomial, solved: Sequence[tuple[Polynomial, int]]
    ) -> tuple[Polynomial, Polynomial]:
        """(r, A) with A p = r modulo the solved equations, A a product of leading coefficients."""
        factor, again = self.field.one, True
        solved = [x for step in solved for x in (self.one_angle(step[0]) or [step])]
        while again and p != 0:
            again = False
            for t, k in solved:
                degree = int(t.degrees()[k])
                while p != 0 and (top := int(p.degrees()[k])) >= degree:
                    lead, head = self.coefficient(t, k, degree), self.coefficient(p, k, top)
                    if lead.is_constant():
                        head, lead = head / lead.leading_coefficient(), self.field.one
                    shift = self.field.context.gens()[k] ** (top - degree)
                    spend(STEP + (len(p) * len(lead) + len(head) * len(t)) // FAST)
                    p = self.field.reduce(lead * p - head * shift * t)
                    factor, again = self.field.reduce(factor * lead), True
                    if len(p) > MOST_TERMS:
                        raise OutOfReach(say("a polynomial in the parameters with too many terms"))
        return p, factor


Solved = tuple[tuple[Polynomial, int], ...]
