"""One form as polynomials: multiplied and divided until its coefficients are coprime polynomials of
a field.

w ~ W = sum_i W_i dx_i        a factor that all coefficients share is gone, whatever it was
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations

from nonholo.algebra.differential import MAX_TERMS, DifferentialField, Quotient
from nonholo.algebra.kernel import Sampler
from nonholo.algebra.lowest import divisor_in_reach
from nonholo.arithmetic.polynomials import Polynomial, divided
from nonholo.errors import OutOfReach
from nonholo.expression.graph import Expr
from nonholo.words.sentence import say
from nonholo.work import Work

Poly = Polynomial


@dataclass(frozen=True, slots=True)
class Form:
    """Coprime polynomials W_i over a differential field K, one for each of its variables.

    K.diff(p, i) is K.scale * D_i p; work: the budget of the search; symbolic: are factors
    with parameters in exponents wanted?
    """

    K: DifferentialField
    W: tuple[Poly, ...]
    work: Work
    symbolic: bool = False
    _curl: dict[tuple[int, int], Poly] = field(default_factory=dict)

    @property
    def n(self) -> int:
        return len(self.W)

    @property
    def pivot(self) -> int:
        """The shortest coefficient that is not zero."""
        return min((i for i in range(self.n) if self.W[i] != 0), key=lambda i: len(self.W[i]))

    def curl(self, i: int, j: int) -> Poly:
        """scale * (D_i W_j - D_j W_i)"""
        if (i, j) not in self._curl:
            self._curl[i, j] = self.K.diff(self.W[j], i) - self.K.diff(self.W[i], j)
        return self._curl[i, j]

    def wedge(self, p: Poly, i: int, j: int) -> Poly:
        """scale * (dp ^ W)_ij = scale * (D_i p W_j - D_j p W_i)"""
        K = self.K
        return K.reduce(K.diff(p, i) * self.W[j] - K.diff(p, j) * self.W[i])

    @property
    def others(self) -> list[int]:
        """All variables but the pivot: with it they give all equations dp ^ W = ... of an
        integrable form.
        """
        return [i for i in range(self.n) if i != self.pivot]

    @property
    def closed(self) -> bool:
        return all(self.curl(i, j) == 0 for i in range(self.n) for j in range(i))

    @property
    def integrable_here(self) -> bool:
        """W ^ dW = 0 at a random point modulo a prime; if not, there is no potential."""
        sampler = Sampler(self.K)
        point = sampler.point()
        p, w = sampler.p, [int(sampler.image(component)(*point)) for component in self.W]
        d = {
            (i, j): int(sampler.image(self.curl(i, j))(*point))
            for i, j in combinations(range(self.n), 2)
        }
        return not any(
            (w[k] * d[i, j] + w[i] * d[j, k] - w[j] * d[i, k]) % p
            for i, j, k in combinations(range(self.n), 3)
        )

    def depends_on(self, symbols: Sequence[Expr]) -> bool:
        """Do the coefficients contain one of the symbols?"""
        return any(d and self.K.node(j).has(symbols) for j, d in enumerate(self.degrees()))

    def degrees(self) -> list[int]:
        """The highest degree of each generator in the coefficients."""
        return [
            max(int(component.degrees()[j]) for component in self.W if component != 0)
            for j in range(len(self.K.gens))
        ]


def form_of(components: Sequence[Expr], variables: Sequence[Expr], work: Work) -> Form:
    """The form of these components (not all zero), in the variables and functions that are left in
    it.

    Raises OutOfReach for functions without normal forms, ZeroDivisionError for a form that is 0.
    """
    form = _normalised(components, variables, work)
    live = [i for i in range(form.n) if form.W[i] != 0]
    degrees = [max(int(form.W[i].degrees()[j]) for i in live) for j in range(len(form.K.gens))]
    if len(live) < form.n or not all(d or j in form.K.place for j, d in enumerate(degrees)):
        return _normalised(
            [form.K.expression(form.W[i]) for i in live], [variables[i] for i in live], work
        )
    return form


def _normalised(components: Sequence[Expr], variables: Sequence[Expr], work: Work) -> Form:
    K = DifferentialField(components, variables, work)
    quotients = [K.element(e) for e in components]
    if K.relations:
        over, under = next((q for q in quotients if q[0] != 0), (K.zero, K.one))
        if over == 0:  # roots can hide that a form is 0, until a normal form shows it
            raise ZeroDivisionError(components)
        quotients = [K.quotient(num * under, den * over) for num, den in quotients]
    return Form(K, coprime(K, quotients), work)


def coprime(K: DifferentialField, quotients: Sequence[Quotient]) -> tuple[Poly, ...]:
    """Polynomials without a common factor that are proportional to the quotients.

    Raises OutOfReach for a common denominator of too many terms.
    """
    common = K.one
    for _, den in quotients:
        common *= den / divisor_in_reach(common, den)
        if len(common) > max(MAX_TERMS, 4 * len(den)):  # parts would be as long
            raise OutOfReach(say("a common denominator of {count} terms", count=len(common)))
    parts = [K.reduce(num * (common / den)) for num, den in quotients]
    shared = K.zero
    for poly in sorted(parts, key=len):
        if (
            shared == 0 or divided(poly, shared) is None
        ):  # a division is quicker than a common factor
            shared = divisor_in_reach(shared, poly)
        if shared.is_constant() and shared != 0:
            break
    return tuple(K.reduce(poly / shared) for poly in parts)
