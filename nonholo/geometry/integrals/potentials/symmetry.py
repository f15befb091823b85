"""Symmetries: a field S with L_S W ~ W that is not tangent to the leaves gives the factor mu =
1/W(S).

    (L_S W)_i = sum_j S_j D_j W_i + W_j D_i S_j,      (L_S W) ^ W = 0,  linear in S

Here S is affine in the variables: translations, scalings (homogeneous forms), rotations.  Two such
fields give a first integral without integration, W(S)/W(S').   Lie1874."""

from __future__ import annotations

from nonholo.algebra.ansatz import parameters
from nonholo.algebra.kernel import Sampler, null_vectors
from nonholo.expression.graph import Expr
from nonholo.geometry.integrals.potentials.closing import Factor, potential_of, shortened, whole
from nonholo.geometry.integrals.potentials.form import Form, Poly
from nonholo.words.sentence import say

MAX_FIELDS = 200


def symmetry(form: Form) -> tuple[str, Expr] | None:
    """The name of the method and the potential, by the symmetries affine in the variables.

        (L_S W) ^ W = 0,   W(S) not 0,   mu = 1/W(S)          References: Lie1874

    >>> from nonholo.expression.graph import Graph
    >>> from nonholo.geometry.integrals.potentials.form import form_of
    >>> from nonholo.work import Work
    >>> g = Graph()
    >>> x, y = g.symbol("x"), g.symbol("y")
    >>> symmetry(form_of([y, -x], [x, y], Work.of(10**6)))
    ('homogeneous', x/y)
    """
    symmetries = [(S, values) for S, values in _fields(form) if values != 0]
    for S, V in symmetries:
        potential = potential_of(form, Factor(((V, whole(form.K, -1)),)))
        if potential is not None:
            return _name(S), potential
    for S, V in symmetries[1:]:
        quotient = form.K.quotient(V, symmetries[0][1])
        if not all(map(form.K.is_constant, quotient)):
            return _name(S), shortened(form.K, *quotient)
    return None


Affine = dict[tuple[int, int], Poly]  # (j, k): coefficient of x_k d/dx_j; k = -1: of d/dx_j


def _fields(form: Form) -> list[tuple[Affine, Poly]]:
    """The symmetries with W(S)."""
    K, n = form.K, form.n
    weights = parameters(K, 1 if n * (n + 1) * (1 + len(K.constants)) <= MAX_FIELDS else 0)
    basis = [(j, k) for k in (-1, *range(n)) for j in range(n)]
    if len(basis) * len(weights) > MAX_FIELDS:
        basis = [(j, k) for j, k in basis if k in (-1, j)]
    step, symmetries = len(weights), []
    for vector in null_vectors(K, len(basis) * step, _system(form, basis, weights), form.work):
        chunks = [weights.combined(vector[k : k + step])[0] for k in range(0, len(vector), step)]
        S = {pair: c for pair, c in zip(basis, chunks) if c != 0}
        value = sum(
            (c * form.W[j] * (K.one if k < 0 else K.gens[K.place[k]]) for (j, k), c in S.items()),
            K.zero,
        )
        symmetries.append((S, K.reduce(value)))
    return sorted(symmetries, key=lambda entry: len(entry[1]))


def _system(form: Form, basis, weights):
    K, n, pivot = form.K, form.n, form.pivot

    def system(sampler: Sampler):
        image, p = sampler.image, sampler.p
        W, scale = [image(component) for component in form.W], image(K.scale)
        slopes = [[image(K.diff(component, j)) for component in form.W] for j in range(n)]

        def rows(point):
            values, _ = weights.values(sampler, point, ())
            w, unit = [int(component(*point)) for component in W], int(scale(*point))
            dw = [[int(component(*point)) for component in row] for row in slopes]
            x = [point[K.place[k]] for k in range(n)]
            for i in form.others:
                row = []
                for j, k in basis:
                    at = x[k] if k >= 0 else 1
                    here = at * dw[j][i] + (w[j] * unit if k == i else 0)
                    there = at * dw[j][pivot] + (w[j] * unit if k == pivot else 0)
                    entry = here * w[pivot] - there * w[i]
                    row += [entry * v % p for v in values]
                yield row

        return rows

    return system


def _name(S: Affine) -> str:
    """ "homogeneous" for a scaling with equal weights, "quasi-homogeneous" for other scalings."""
    if any(k != j for j, k in S):
        return say("translation") if all(k < 0 for _, k in S) else say("symmetry")
    return "homogeneous" if len({str(c) for c in S.values()}) == 1 else "quasi-homogeneous"
