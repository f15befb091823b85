"""Displacements, curvature, integrability: what every set of constraints obeys."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations, pairwise, product
from typing import Any

from nonholo.decide.zero import decide_zero
from nonholo.expression.graph import Expr
from nonholo.geometry.constraints.chart import Chart
from nonholo.geometry.constraints.pfaffian import Pfaffian
from nonholo.geometry.curvature.curvature import curvature
from nonholo.geometry.curvature.integrability import (
    exterior_derivative,
    frobenius_triples,
    jointly_integrable,
    judge_form,
)
from nonholo.geometry.distribution.displacements import admissible, displacements
from nonholo.geometry.distribution.distribution import Distribution
from nonholo.geometry.flag.flag import bracket, closure
from nonholo.linear.elimination import dot, echelon, kernel
from nonholo.testing.laws.growth import signature
from nonholo.testing.laws.proof import equal, proved, vanish

Form = Mapping[Any, Expr]  # of indices, ascending: the coefficient


def kernel_is_annihilated(d: Distribution) -> None:
    """A N = 0."""
    for row, column in product(d.pfaffian.matrix, zip(*d.kernel())):
        vanish([dot(d.chart.graph, row, column)])


def virtual_displacements_are_admissible(d: Distribution) -> None:
    """A dq = 0 for each of the m = n - k vectors shown, and they are independent."""
    shown = displacements(d)
    for vector in shown.virtual:
        vanish(admissible(d.pfaffian, vector))
    assert len(shown.virtual) == d.chart.n - d.k
    assert echelon(d.chart.graph, shown.virtual).rank == len(shown.virtual)


def possible_displacements_are_admissible(d: Distribution) -> None:
    """A v + a_0 = 0 for the particular solution; virtual and possible displacements agree iff
    a_0 = 0.
    """
    shown = displacements(d)
    vanish(admissible(d.pfaffian, shown.particular, d.chart.graph.one))
    assert shown.agree == all(decide_zero(a).answer for a in d.pfaffian.affine)


def lift_satisfies_the_constraints(d: Distribution) -> None:
    """A q' + a_0 = 0 with q_l' = alpha_lJ r^J'."""
    vanish(d.restrict(d.pfaffian.value(l)) for l in range(d.k))


def closure_satisfies_the_rates(d: Distribution) -> None:
    """d/dt (A q' + a_0) = 0 with the dependent accelerations of `close`."""
    rates = [d.chart.rate(d.pfaffian.value(l)).subs(d.close()) for l in range(d.k)]
    vanish(d.restrict(rate) for rate in rates)


def forms_vanish_on_the_fields(d: Distribution) -> None:
    """w_l(X_J) = 0, with X_J t = delta_J0 and X_J q_i its components."""
    for l, field in product(range(d.k), fields(d)):
        vanish([dot(d.chart.graph, d.pfaffian.form(l), field)])


def fields(d: Distribution) -> list[list[Expr]]:
    """The components (t, q_1..q_n) of X_0..X_m, by X_J x_i."""
    return [[d.X(J, x) for x in (d.chart.t, *d.chart.q)] for J in range(d.m + 1)]


def curvature_is_antisymmetric(d: Distribution) -> None:
    """B_l,JI + B_l,IJ = 0."""
    size = range(d.m + 1)
    vanish(table[J][I] + table[I][J] for table in curvature(d).B for J, I in product(size, size))


def curvature_is_the_commutator(d: Distribution) -> None:
    """X_I X_J f - X_J X_I f = sum_l B_l,JI df/dq_l for a function f of all coordinates and t."""
    B, f = curvature(d).B, _test_function(d.chart)
    slopes = [f.diff(d.chart.q[l]) for l in d.dependent]
    for I, J in combinations(range(d.m + 1), 2):
        commutator = d.X(I, d.X(J, f)) - d.X(J, d.X(I, f))
        vertical = dot(d.chart.graph, [table[J][I] for table in B], slopes)
        equal([commutator], [vertical])


def _test_function(chart: Chart) -> Expr:
    variables = (*chart.q, chart.t)
    products = (s * r for s, r in pairwise(variables))
    return chart.graph.add(*(s**3 for s in variables), *products, chart.graph.sin(chart.q[0]))


def bianchi(d: Distribution) -> None:
    """Jacobi: [X_I,[X_J,X_K]] + [X_J,[X_K,X_I]] + [X_K,[X_I,X_J]] = 0, where [X_J,X_K]^l = B_l,KJ
    and

    [X_I, Y]^l = X_I(Y^l) - sum_r Y^r d alpha_lI/dq_r: the cyclic sum of X_I B_l,KJ - sum_r B_r,KJ d
    alpha_lI/dq_r."""
    B = curvature(d).B
    for I, J, K in combinations(range(d.m + 1), 3):
        cycles = [
            bracket(d, a, tuple(table[c][b] for table in B))
            for a, b, c in ((I, J, K), (J, K, I), (K, I, J))
        ]
        vanish(d.chart.graph.add(*parts) for parts in zip(*cycles))


def structure_equation(d: Distribution) -> None:
    """dw_l(X_I, X_J) = - sum_r a_lr B_r,JI   (= -w_l([X_I, X_J]), for w_l(X_J) = 0)."""
    B, X = curvature(d).B, fields(d)
    for l, (I, J) in product(range(d.k), combinations(range(d.m + 1), 2)):
        row = [d.pfaffian.matrix[l][r] for r in d.dependent]
        bend = dot(d.chart.graph, row, [table[J][I] for table in B])
        equal([_on_pair(_derivative(d.pfaffian, l), X[I], X[J])], [-bend])


def _derivative(pfaffian: Pfaffian, l: int) -> dict[tuple[int, int], Expr]:
    return exterior_derivative(pfaffian.form(l), (pfaffian.chart.t, *pfaffian.chart.q))


def _on_pair(two_form: dict[tuple[int, int], Expr], X, Y) -> Expr:
    """sum_{i<j} b_ij (X_i Y_j - X_j Y_i)."""
    graph = X[0].graph
    return graph.add(*(b * (X[i] * Y[j] - X[j] * Y[i]) for (i, j), b in two_form.items()))


def varied_paths_miss_by_the_curvature(d: Distribution) -> None:
    """The variation N_j of an admissible path changes constraint l by sum_r a_lr sum_I B_r,jI r^I'.

    delta c = sum_i dc/dq_i N_ij + dc/dq_i' d/dt N_ij, with d(delta q) = delta(q'); theory.md
    section 6."""
    B, chart = curvature(d), d.chart
    for J, column in enumerate(zip(*d.kernel()), start=1):
        contracted = [B.contract(r, J) for r in range(d.k)]
        for l in range(d.k):
            row = [d.pfaffian.matrix[l][r] for r in d.dependent]
            change = d.restrict(_variation(chart, d.pfaffian.value(l), column))
            equal([change], [dot(chart.graph, row, contracted)])


def _variation(chart: Chart, f: Expr, column: Sequence[Expr]) -> Expr:
    parts = [f.diff(q) * N + f.diff(v) * chart.rate(N) for q, v, N in zip(chart.q, chart.v, column)]
    return chart.graph.add(*parts)


def triples_are_the_wedge(d: Distribution) -> None:
    """T_ijk = (w ^ dw)_ijk for every form, the product taken by signs of permutations."""
    variables = (d.chart.t, *d.chart.q)
    for l in range(d.k):
        form = d.pfaffian.form(l)
        wedged = wedge({(i,): w for i, w in enumerate(form)}, exterior_derivative(form, variables))
        triples: Form = frobenius_triples(form, variables)
        assert wedged.keys() == triples.keys()
        equal(list(wedged.values()), [triples[key] for key in wedged])


def wedge(left: Form, right: Form) -> dict[tuple[int, ...], Expr]:
    """The wedge product of two forms given by their components on increasing indices."""
    parts: dict[tuple[int, ...], list[Expr]] = {}
    for (i, a), (j, b) in product(left.items(), right.items()):
        if not set(i) & set(j):
            key = tuple(sorted(i + j))
            parts.setdefault(key, []).append(a * b * sign(i + j))
    return {key: terms[0].graph.add(*terms) for key, terms in parts.items()}


def sign(indices: Sequence[int]) -> int:
    """(-1)^(number of inversions)."""
    return (-1) ** sum(a > b for a, b in combinations(indices, 2))


def joint_verdict_is_the_wedge(d: Distribution) -> None:
    """B = 0  <=>  dw_l ^ w_1 ^ ... ^ w_k = 0 for every l."""
    volume: Form = {(): d.chart.graph.one}
    for l in range(d.k):
        volume = wedge(volume, {(i,): w for i, w in enumerate(d.pfaffian.form(l))})
    components = [c for l in range(d.k) for c in wedge(_derivative(d.pfaffian, l), volume).values()]
    verdict = jointly_integrable(curvature(d))
    assert verdict.proved
    assert verdict.answer == all(decide_zero(c).answer for c in components)


def joint_verdict_is_h_equals_k(d: Distribution) -> None:
    """B = 0  <=>  the derived flag ends at all k forms."""
    assert jointly_integrable(curvature(d)).answer == (closure(d).relations == d.k)


def relations_are_those_of_the_derived_flag(d: Distribution) -> None:
    """h by brackets = h by forms: the rank of the limit of I_{s+1} = {w in I_s : dw = 0 mod
    I_s}.
    """
    assert signature(d)[1] == hidden_relations(d.pfaffian)


def hidden_relations(pfaffian: Pfaffian) -> int:
    """The rank of the limit of the derived flag, by linear algebra on forms alone."""
    graph, variables = pfaffian.chart.graph, (pfaffian.chart.t, *pfaffian.chart.q)
    forms = [pfaffian.form(l) for l in range(pfaffian.k)]
    while forms:
        pairs = list(combinations(kernel(graph, echelon(graph, forms), len(variables)), 2))
        table = [
            [_on_pair(exterior_derivative(w, variables), X, Y) for X, Y in pairs] for w in forms
        ]
        closed = echelon(graph, table).idle
        if len(closed) == len(forms):
            break
        forms = [tuple(dot(graph, c, column) for column in zip(*forms)) for c in closed]
    return len(forms)


def forms_in_two_variables_are_integrable(pfaffian: Pfaffian) -> None:
    """w = a(x, y) dx + b(x, y) dy: no triple is left."""
    verdict = judge_form(pfaffian, 0)
    assert verdict.integrable is True
    assert not verdict.nonzero


def is_integrable_alone(pfaffian: Pfaffian) -> None:
    """w = mu dG: every triple vanishes, proved."""
    verdict = judge_form(pfaffian, 0)
    assert proved(verdict.decision), verdict


def is_integrable_together(d: Distribution) -> None:
    """w = M dG: B = 0, proved, and h = k."""
    verdict = jointly_integrable(curvature(d))
    assert proved(verdict), verdict
    assert signature(d)[1] == d.k


def hides(d: Distribution, h: int) -> None:
    """Exactly h independent holonomic relations, and B = 0 only if that is all of them."""
    assert signature(d)[1] == h
    assert jointly_integrable(curvature(d)).answer is (h == d.k)
