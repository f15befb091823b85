"""Families of functions with unknown coefficients: monomials in the generators of a differential
field.
"""

from __future__ import annotations

from collections.abc import Sequence

from nonholo.algebra.differential import DifferentialField, Quotient
from nonholo.algebra.kernel import Sampler
from nonholo.arithmetic.numbers import Rational
from nonholo.errors import OutOfReach
from nonholo.words.sentence import say

MAX_MONOMIALS = 3000

Bounds = Sequence[tuple[Sequence[int], int]]


class Monomials:
    """The monomials that obey the bounds, lowest degree first; roots appear below their degree
    only.

    bounds: (generators, limit) pairs, the sum of the exponents of these generators is at most the
    limit; every generator must be in one; one that is named twice counts twice. waves: in place of
    each tau stands the cosine, and the sine, to powers 0 and 1, is one more generator at the end.
    Raises OutOfReach if there are more than `most`.

    >>> from nonholo.expression.graph import Graph
    >>> g = Graph()
    >>> x, y = g.symbol("x"), g.symbol("y")
    >>> Monomials(DifferentialField([x * y], [x, y]), [((0, 1), 2), ((0,), 1)]).exponents
    [(0, 0), (1, 0), (0, 1), (1, 1), (0, 2)]
    """

    def __init__(
        self,
        field: DifferentialField,
        bounds: Bounds,
        most: int = MAX_MONOMIALS,
        waves: bool = False,
    ):
        self.field = field
        self.taus = list(field.taus.values()) if waves else []
        size = len(field.gens) + len(self.taus)
        bounds = [
            *bounds,
            *(((j,), degree - 1) for j, degree, _ in field.relations),
            *(((len(field.gens) + k,), 1) for k in range(len(self.taus))),
        ]
        self.limits = [
            [(places, limit) for places, limit in bounds if j in places] for j in range(size)
        ]
        self.exponents: list[tuple[int, ...]] = [(0,) * size]
        self.parents: list[tuple[int, int]] = [
            (0, 0)
        ]  # the monomial and the generator it is a product of
        level = [0]
        while level:
            level = self._next(level, most)

    def _next(self, level: Sequence[int], most: int) -> list[int]:
        fresh = []
        for k in level:
            exponents = self.exponents[k]
            first = max((j for j, e in enumerate(exponents) if e), default=0)
            for j in range(first, len(exponents)):
                if all(
                    sum(exponents[i] for i in places) + places.count(j) <= limit
                    for places, limit in self.limits[j]
                ):
                    fresh.append(len(self.exponents))
                    self.exponents.append((*exponents[:j], exponents[j] + 1, *exponents[j + 1 :]))
                    self.parents.append((k, j))
            if len(self.exponents) > most:
                raise OutOfReach(say("more than {most} monomials", most=most))
        return fresh

    def __len__(self) -> int:
        return len(self.exponents)

    def values(
        self, sampler: Sampler, point: Sequence[int], slopes
    ) -> tuple[list[int], list[list[int]]]:
        """The monomials at a point, and scale * D_i m / m for each variable; ValueError at an
        unfit point.
        """
        p, values = sampler.p, [1]
        point, slopes = self._waves(point, slopes, p) if self.taus else (point, slopes)
        rates = [[0] for _ in slopes]
        for k, j in self.parents[1:]:
            values.append(values[k] * point[j] % p)
        for rate, slope in zip(rates, slopes):
            append = rate.append
            for k, j in self.parents[1:]:
                append(rate[k] + slope[j])
        return values, rates

    def _waves(self, point: Sequence[int], slopes, p: int):
        """Cosines in place of the taus, sines at the end, with their slopes."""
        point, slopes = list(point), [list(row) for row in slopes]
        for j in self.taus:
            t = point[j]
            u = pow(1 + t * t, -1, p)
            c, s = (1 - t * t) * u % p, 2 * t * u % p
            cotangent, tangent = c * pow(s, -1, p) % p, s * pow(c, -1, p) % p
            point[j] = c
            point.append(s)
            for row in slopes:
                angle = 2 * row[j] * t * u % p  # scale * D_i of the angle
                row[j] = -angle * tangent % p
                row.append(angle * cotangent % p)
        return point, slopes

    def combined(self, coefficients: Sequence[Rational]) -> Quotient:
        """sum of coefficient * monomial."""
        field, count = self.field, len(self.field.gens)
        chosen = [(e, c) for e, c in zip(self.exponents, coefficients) if c != 0]
        top = {
            j: max((e[j] + e[count + k] for e, _ in chosen), default=0)
            for k, j in enumerate(self.taus)
        }
        total = field.zero
        for waves, terms in self._by_waves(chosen).items():
            summand = field.context.from_dict(terms)
            for (j, above), (c, s) in zip(top.items(), waves):
                t = field.gens[j]
                summand *= (1 - t**2) ** c * (2 * t) ** s * (1 + t**2) ** (above - c - s)
            total += summand
        below = field.one
        for j, above in top.items():
            below *= (1 + field.gens[j] ** 2) ** above
        return total, below

    def _by_waves(self, chosen) -> dict[tuple, dict]:
        """The terms without their waves, by the exponents of (cosine, sine) of each angle."""
        count = len(self.field.gens)
        groups: dict[tuple, dict] = {}
        for exponents, c in chosen:
            plain = list(exponents[:count])
            waves = tuple((exponents[j], exponents[count + k]) for k, j in enumerate(self.taus))
            for j in self.taus:
                plain[j] = 0
            groups.setdefault(waves, {})[tuple(plain)] = c
        return groups


def parameters(field: DifferentialField, degree: int) -> Monomials:
    """The monomials of the constant generators up to a degree: for coefficients that are unknown
    constants.
    """
    caps = (((j,), degree if j in field.constants else 0) for j in range(len(field.gens)))
    return Monomials(field, [(tuple(range(len(field.gens))), degree), *caps])
