"""Involutive sets of forms by the fields that span their kernel, as polynomials: first integrals f have X_a f = 0."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod

from flint import fmpq_mpoly

from nonholo.exact.differential import DifferentialField
from nonholo.exact.graph import Expr
from nonholo.exact.linear import echelon
from nonholo.geometry.potentials.form import Form

Poly = fmpq_mpoly


@dataclass(frozen=True, slots=True)
class Foliation:
    """Fields X_a = sum_i X_a^i d/dx_i with coprime polynomials as components, tangent to the leaves.

    codimension: how many independent first integrals there are.
    """

    K: DifferentialField
    X: tuple[tuple[Poly, ...], ...]
    codimension: int
    deadline: float

    @property
    def n(self) -> int:
        return len(self.K.variables)

    def along(self, a: int, p: Poly) -> Poly:
        """scale * X_a p"""
        K = self.K
        return K.reduce(sum((v * K.diff(p, i) for i, v in enumerate(self.X[a]) if v != 0), K.zero))

    def is_darboux(self, p: Poly) -> bool:
        """p divides all X_a p: where p is 0 it stays 0."""
        divisor, rest = p, self.K.scale
        while divmod(rest, p)[1] == 0:
            divisor, rest = divisor * p, rest / p
        return all(divmod(self.along(a, p), divisor)[1] == 0 for a in range(len(self.X)))

    def degrees(self) -> list[int]:
        """The highest degree of each generator in the components."""
        return [max(int(v.degrees()[j]) for X in self.X for v in X if v != 0) for j in range(len(self.K.gens))]

    def visible(self, more: Sequence[Poly] = ()) -> list[Poly]:
        """Darboux polynomials among the generators and the factors of the components and of `more`, shortest first."""
        K, found = self.K, {}
        moving = [g for j, g in enumerate(K.gens) if j not in K.constants]
        candidates = [*moving, *(K.gens[j] ** 2 + 1 for j in K.taus.values())]
        candidates += [p for v in (*(v for X in self.X for v in X), *more, K.scale) if v != 0 for p, _ in K.factors(v)]
        for p in candidates:
            if not K.is_constant(p) and str(p) not in found and self.is_darboux(p):
                found[str(p)] = p
        return sorted(found.values(), key=len)


def foliation_of_form(form: Form) -> Foliation:
    """The fields W_p d/dx_i - W_i d/dx_p for the pivot p."""
    p, zero = form.pivot, form.K.zero
    fields = []
    for i in form.others:
        X = [zero] * form.n
        X[i], X[p] = form.W[p], -form.W[i]
        fields.append(tuple(X))
    return Foliation(form.K, tuple(_coprime(form.K, X) for X in fields), 1, form.deadline)


def foliation(forms: Sequence[Sequence[Expr]], variables: Sequence[Expr], deadline: float,
              more: Sequence[Expr] = ()) -> Foliation:
    """The kernel of independent forms, over a field that holds `more` functions too.

    Raises OutOfReach for functions without normal forms.
    """
    graph = variables[0].graph
    solved = echelon(graph, forms)
    free = [j for j in range(len(variables)) if j not in solved.pivots]
    entries = [row[j] for row in solved.rows for j in free]
    K = DifferentialField([graph.one, *entries, *more], variables, deadline)
    fields = []
    for j in free:
        quotients = [(K.zero, K.one)] * len(variables)
        quotients[j] = (K.one, K.one)
        for row, pivot in zip(solved.rows, solved.pivots):
            num, den = K.element(row[j])
            quotients[pivot] = (-num, den)
        common = K.one
        for _, den in quotients:
            common *= den / common.gcd(den)
        fields.append(_coprime(K, [num * (common / den) for num, den in quotients]))
    return Foliation(K, tuple(fields), solved.rank, deadline)


def _coprime(K: DifferentialField, X: Sequence[Poly]) -> tuple[Poly, ...]:
    shared = K.zero
    for v in X:
        shared = shared.gcd(v)
    return tuple(K.reduce(v / shared) for v in X)


def product_of(K: DifferentialField, polys: Sequence[Poly]) -> Poly:
    return prod(polys, start=K.one)
