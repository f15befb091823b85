"""Involutive sets of forms as polynomials: leaves of codimension h, and the fields X_a along them.

A first integral f has df in the span of the forms, X_a f = 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import prod

from nonholo.algebra.differential import DifferentialField
from nonholo.arithmetic.polynomials import Polynomial, divided
from nonholo.expression.graph import Expr
from nonholo.geometry.integrals.potentials.form import Form, coprime
from nonholo.linear.elimination import echelon
from nonholo.work import Work

Poly = Polynomial
Row = tuple[Poly, ...]


@dataclass(frozen=True, slots=True)
class Foliation:
    """Independent forms sum_i W_li dx_i, each with coprime polynomials."""

    K: DifferentialField
    W: tuple[Row, ...]
    work: Work
    _fields: list[Row] = field(default_factory=list)

    @property
    def n(self) -> int:
        return len(self.K.variables)

    @property
    def X(self) -> list[Row]:
        """Fields that span the kernel, with coprime polynomials as components.

        May raise OutOfReach.
        """
        if not self._fields and len(self.W) < self.n:
            self._fields.extend(
                _one_form(self.K, self.W[0]) if len(self.W) == 1 else _kernel(self.K, self.W)
            )
        return self._fields

    def along(self, X: Row, p: Poly) -> Poly:
        """scale * X p"""
        K = self.K
        return K.reduce(sum((v * K.diff(p, i) for i, v in enumerate(X) if v != 0), K.zero))

    def is_darboux(self, p: Poly) -> bool:
        """p divides all X_a p: where p is 0 it stays 0."""
        divisor, cofactor = p, self.K.scale
        while (quotient := divided(cofactor, p)) is not None:
            divisor, cofactor = divisor * p, quotient
        return all(divided(self.along(X, p), divisor) is not None for X in self.X)

    def visible(self) -> list[Poly]:
        """Darboux polynomials among the generators and the factors of all coefficients, shortest
        first.
        """
        K, visible = self.K, {}
        moving = [g for j, g in enumerate(K.gens) if j not in K.constants]
        candidates = [*moving, *(K.gens[j] ** 2 + 1 for j in K.taus.values())]
        candidates += [
            p
            for v in (*(v for row in (*self.X, *self.W) for v in row), K.scale)
            if v != 0
            for p, _ in K.factors(v)
        ]
        for p in candidates:
            if not K.is_constant(p) and str(p) not in visible and self.is_darboux(p):
                visible[str(p)] = p
        return sorted(visible.values(), key=len)

    def degrees(self) -> list[int]:
        """The highest degree of each generator in the fields."""
        return [
            max((int(v.degrees()[j]) for X in self.X for v in X if v != 0), default=0)
            for j in range(len(self.K.gens))
        ]


def foliation_of_form(form: Form) -> Foliation:
    """The leaves of one integrable form."""
    return Foliation(form.K, (form.W,), form.work)


def foliation(
    forms: Sequence[Sequence[Expr]],
    variables: Sequence[Expr],
    work: Work,
    more: Sequence[Expr] = (),
) -> Foliation:
    """The leaves of independent forms, over a field that holds `more` functions too.

    forms: the components of each, in the order of `variables`; work: the budget of the search.
    Raises OutOfReach for functions without normal forms.

    >>> from nonholo.expression.graph import Graph
    >>> g = Graph()
    >>> x, y = g.symbol("x"), g.symbol("y")
    >>> len(foliation([[y, -x]], [x, y], Work.of(10**6)).X)
    1
    """
    graph = variables[0].graph
    K = DifferentialField([graph.one, *(e for form in forms for e in form), *more], variables, work)
    return Foliation(K, tuple(coprime(K, [K.element(e) for e in form]) for form in forms), work)


def _one_form(K: DifferentialField, W: Row) -> list[Row]:
    """W_p d/dx_i - W_i d/dx_p for the shortest W_p."""
    p = min((i for i, w in enumerate(W) if w != 0), key=lambda i: len(W[i]))
    fields = []
    for i in range(len(W)):
        if i != p:
            X = [(K.zero, K.one)] * len(W)
            X[i], X[p] = (W[p], K.one), (-W[i], K.one)
            fields.append(coprime(K, X))
    return fields


def _kernel(K: DifferentialField, W: Sequence[Row]) -> list[Row]:
    solved = echelon(K.graph, [[K.expression(w) for w in row] for row in W])
    fields = []
    for j in (j for j in range(len(W[0])) if j not in solved.pivots):
        X = [(K.zero, K.one)] * len(W[0])
        X[j] = (K.one, K.one)
        for row, pivot in zip(solved.rows, solved.pivots):
            num, den = K.element(row[j])
            X[pivot] = (-num, den)
        fields.append(coprime(K, X))
    return fields


def product_of(K: DifferentialField, polys: Sequence[Poly]) -> Poly:
    return prod(polys, start=K.one)
