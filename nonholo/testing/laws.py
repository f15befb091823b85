"""The laws that the package must obey, as plain functions that assert.

`test_laws` multiplies them by every case and by random systems.  Nothing is sampled: a law compares
expressions, and what must vanish must vanish by a proof (`evidence == "normal form"`) unless a law
says otherwise.  The objects:

    d       a Distribution, A q' + a_0 = 0 solved as r^l' = alpha_lJ r^J'   (r^0 = t, rate 1)
    system  a System (Lagrangian, constraints, applied forces)
    B       its Curvature, B[l][J][I] = B_l,JI = X_I(alpha_lJ) - X_J(alpha_lI)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import replace
from itertools import combinations, pairwise, product
from typing import Any

from nonholo.decide.zero import Decision, decide_zero
from nonholo.dynamics.equations import Motion, motion
from nonholo.dynamics.lagrange import energy, force_balance, require_lagrangian
from nonholo.dynamics.reduced import curvature_force, reduced_balance
from nonholo.dynamics.system import System
from nonholo.errors import NotApplicable, SingularPivot
from nonholo.expression.graph import Expr
from nonholo.findings.comparison import compare, substitution_error
from nonholo.findings.entry import Entry
from nonholo.formulations.multipliers import multipliers
from nonholo.geometry.constraints.chart import Chart
from nonholo.geometry.constraints.pfaffian import Pfaffian, independent_rows
from nonholo.geometry.curvature.curvature import curvature
from nonholo.geometry.curvature.darboux import FormClass
from nonholo.geometry.curvature.frames import Frame, frame
from nonholo.geometry.curvature.integrability import (
    exterior_derivative,
    frobenius_triples,
    jointly_integrable,
    judge_form,
)
from nonholo.geometry.distribution.displacements import admissible, displacements
from nonholo.geometry.distribution.distribution import Distribution, distribution, split
from nonholo.geometry.distribution.pivots import regular_choices
from nonholo.geometry.flag.flag import big_growth, bracket, closure
from nonholo.geometry.flag.local import growth_at
from nonholo.linear.elimination import dot, echelon, transpose
from nonholo.rivals.substituted import partial_split, substituted
from nonholo.rivals.vakonomic import vakonomic, vakonomic_force
from nonholo.testing.strategies import Change, carried, combined, new_values

__all__ = [  # noqa: RUF022 (in the order of the chapters: docs/testers.md tells each)
    "kernel_is_annihilated",
    "virtual_displacements_are_admissible",
    "possible_displacements_are_admissible",
    "lift_satisfies_the_constraints",
    "closure_satisfies_the_rates",
    "forms_vanish_on_the_fields",
    "curvature_is_antisymmetric",
    "curvature_is_the_commutator",
    "bianchi",
    "structure_equation",
    "varied_paths_miss_by_the_curvature",
    "triples_are_the_wedge",
    "joint_verdict_is_the_wedge",
    "joint_verdict_is_h_equals_k",
    "relations_are_those_of_the_derived_flag",
    "forms_in_two_variables_are_integrable",
    "is_integrable_alone",
    "is_integrable_together",
    "hides",
    "growth_is_sound",
    "choice_of_dependents_is_free",
    "mixing_rows_is_free",
    "coordinates_are_free",
    "order_of_coordinates_is_free",
    "growth_at_a_generic_point_is_generic",
    "growth_at_a_point_is_slower",
    "same_growth_at",
    "big_flag_is_faster",
    "big_flag_is_faster_at",
    "closure_is_what_h_leaves",
    "class_is_the_wedge",
    "agreement",
    "motion_obeys_the_constraints",
    "central_equation",
    "reactions_are_what_the_forces_lack",
    "reactions_do_no_virtual_work",
    "reactions_have_the_power_of_the_drift",
    "energy_balance",
    "comparison_reports_the_reactions",
    "motion_is_free_of_the_split",
    "formulation_is_free_of_the_split",
    "quasi_velocities_are_free",
    "structure_functions_are_the_brackets",
    "motion_is_free_of_mixing",
    "scaling_divides_the_multipliers",
    "total_derivatives_are_nothing",
    "potential_or_force",
    "redundant_rows_are_set_aside",
    "redundant_rows_may_stay",
    "motion_is_free_of_coordinates",
    "naive_error_is_gradient_plus_curvature",
    "chained_error_is_the_curvature",
    "safe_means_right",
    "curvature_free_sets_are_safe_when_chained",
    "leaf_coordinates_are_safe",
    "vakonomic_force_is_the_difference",
    "vakonomic_motion_obeys_the_constraints",
    "without_proof",
    "equal",
    "vanish",
    "applies",
    "signature",
    "true_motion",
    "reactions",
    "framed",
    "reordered",
    "eliminations",
]

Form = Mapping[Any, Expr]  # of indices, ascending: the coefficient

# what a proof is ------------------------------------------------------------------------------
_proof = ContextVar("proof", default=True)


@contextmanager
def without_proof():
    """Inside, a zero seen at two random points modulo a random prime is enough (for what is too
    big to prove).
    """
    token = _proof.set(False)
    try:
        yield
    finally:
        _proof.reset(token)


def proved(decision: Decision) -> bool:
    """Yes, by normal form; or yes at all where no proof is demanded."""
    return decision.answer is True and (decision.evidence == "normal form" or not _proof.get())


def vanish(expressions: Iterable[Expr]) -> None:
    """Every expression is identically zero, by normal form."""
    for expression in expressions:
        if expression.is_zero and not _proof.get():
            continue
        decision = decide_zero(expression)
        assert proved(decision), f"not proved zero: {expression} ({decision})"


def equal(left: Sequence[Expr], right: Sequence[Expr]) -> None:
    """left = right, entry by entry, by normal form."""
    vanish(a - b for a, b in zip(left, right, strict=True))


def on_motion(d: Distribution, true: Motion, expression: Expr) -> Expr:
    """The expression with the accelerations of a motion and admissible velocities put in."""
    return d.restrict(expression.subs(dict(zip(d.chart.a, true.accelerations))))


# displacements and velocities -----------------------------------------------------------------
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


# curvature --------------------------------------------------------------------------------------
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


# integrability ----------------------------------------------------------------------------------
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
        kernel = null_space(graph, forms)
        pairs = list(combinations(kernel, 2))
        table = [
            [_on_pair(exterior_derivative(w, variables), X, Y) for X, Y in pairs] for w in forms
        ]
        closed = echelon(graph, table).idle
        if len(closed) == len(forms):
            break
        forms = [tuple(dot(graph, c, column) for column in zip(*forms)) for c in closed]
    return len(forms)


def null_space(graph, rows) -> list[list[Expr]]:
    """A basis of the vectors that all rows annihilate."""
    form = echelon(graph, rows)
    basis = []
    for free in sorted(set(range(len(rows[0]))) - set(form.pivots)):
        vector = [graph.zero] * len(rows[0])
        vector[free] = graph.one
        for pivot, row in zip(form.pivots, form.rows):
            vector[pivot] = -row[free]
        basis.append(vector)
    return basis


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


# growth and h: what must not change them ----------------------------------------------------------
def signature(d: Distribution) -> tuple[tuple[int, ...], int]:
    """Growth vector in (t, q) (d/dt adds 1 to each entry of one in q) and h, both proved."""
    closed = closure(d, units=30_000_000)
    assert closed.growth.complete
    assert proved(closed.growth.evidence), closed
    assert closed.relations is not None
    return _in_space_time(closed.growth), closed.relations


def _in_space_time(growth) -> tuple[int, ...]:
    return tuple(dim + (growth.space == "q") for dim in growth.vector)


def growth_is_sound(d: Distribution) -> None:
    """dim D_1 = dim E, strictly growing, ends at n + 1 - h."""
    vector, h = signature(d)
    assert vector[0] == d.chart.n + 1 - d.k
    assert all(a < b for a, b in pairwise(vector))
    assert vector[-1] == d.chart.n + 1 - h


def choice_of_dependents_is_free(d: Distribution) -> None:
    """Growth and h for every regular choice of dependent velocities."""
    expected = signature(d)
    for columns in regular_choices(d.pfaffian):
        assert signature(split(d.pfaffian, columns)) == expected


def mixing_rows_is_free(d: Distribution, matrix: list[list[Expr]]) -> None:
    """Growth and h of M A, M a_0 for an invertible M(q, t)."""
    assert signature(distribution(combined(d.pfaffian, matrix))) == signature(d)


def coordinates_are_free(d: Distribution, change: Change) -> None:
    """Growth and h of the constraints in coordinates Q, q = phi(Q, t)."""
    assert signature(distribution(carried(d.pfaffian, change))) == signature(d)


def order_of_coordinates_is_free(d: Distribution, order: Sequence[int]) -> None:
    """Growth and h with the coordinates in another order."""
    assert signature(distribution(reordered(d.pfaffian, order))) == signature(d)


def reordered(pfaffian: Pfaffian, order: Sequence[int]) -> Pfaffian:
    """The same constraints in the chart q_order[0], q_order[1], ..."""
    chart = pfaffian.chart
    pieces: dict[str, Any] = {
        name: tuple(getattr(chart, name)[i] for i in order) for name in ("names", "q", "v", "a")
    }
    matrix = tuple(tuple(row[i] for i in order) for row in pfaffian.matrix)
    return replace(pfaffian, chart=replace(chart, **pieces), matrix=matrix)


def growth_at_a_generic_point_is_generic(d: Distribution, point: dict[Expr, Expr]) -> None:
    """At a point of large rational coordinates the growth vector is the generic one."""
    closed = closure(d)
    at = growth_at(d.pfaffian, point, closed.growth.vector[-1])
    assert (at.vector, at.space) == (closed.growth.vector, closed.growth.space)


def growth_at_a_point_is_slower(d: Distribution, point: dict[Expr, Expr]) -> None:
    """dim D_s(p) <= dim D_s for every s, and the same first entry where A keeps its rank."""
    generic = closure(d).growth.vector
    at = growth_at(d.pfaffian, point, generic[-1]).vector
    assert at[0] == generic[0]
    padded = (*generic, *[generic[-1]] * len(at))
    assert all(a <= b for a, b in zip(at, padded))


def same_growth_at(first: Pfaffian, second: Pfaffian, point: dict[Expr, Expr]) -> None:
    """Two sets that are one distribution have the same small and big growth vector at a point."""
    relations = closure(distribution(first)).relations
    assert relations is not None
    limit = first.chart.n + (first.space == "tq") - relations
    for big in (False, True):
        one, two = (growth_at(rows, point, limit, big=big) for rows in (first, second))
        if one.complete and two.complete:
            assert one.vector == two.vector


def big_flag_is_faster(d: Distribution) -> None:
    """dim D^s >= dim D_s for every s, with the same first two steps and the same end."""
    closed = closure(d)
    small, big = closed.growth.vector, big_growth(d, closed).vector
    assert (small[:2], small[-1]) == (big[:2], big[-1])
    assert all(a <= b for a, b in zip(small, (*big, *[big[-1]] * len(small))))


def big_flag_is_faster_at(rows: Pfaffian, point: dict[Expr, Expr]) -> None:
    """The same at a point."""
    limit = closure(distribution(rows)).growth.vector[-1]
    small, big = (growth_at(rows, point, limit, big=big) for big in (False, True))
    if small.complete and big.complete:
        assert (small.vector[:2], small.vector[-1]) == (big.vector[:2], big.vector[-1])
        assert big.degree <= small.degree


def closure_is_what_h_leaves(d: Distribution) -> None:
    """Growth ends at n - h in q, at n + 1 - h in (t, q)."""
    closed = closure(d)
    assert closed.relations is not None
    assert closed.growth.vector[-1] == d.chart.n + (d.pfaffian.space == "tq") - closed.relations


def class_is_the_wedge(rows: Pfaffian, l: int, form_class: FormClass) -> None:
    """Class 1: dw = 0; class 2: w ^ dw = 0 and dw != 0; else the form is not integrable alone."""
    alone = judge_form(rows, l)
    assert (form_class.number <= 2) is alone.integrable
    assert (form_class.number == 1) is bool(alone.exact)


# equations of motion ------------------------------------------------------------------------------
def agreement(first, second, system: System, d: Distribution) -> None:
    """Two d'Alembert formulations give the same accelerations at every admissible state (q, r',
    t).
    """
    one, two = motion(first(system, d)), motion(second(system, d))
    equal(one.accelerations, two.accelerations)


def applies(formulation, system: System, d: Distribution) -> bool:
    """The system is within the hypotheses of the formulation."""
    try:
        formulation(system, d)
    except NotApplicable:
        return False
    return True


def motion_obeys_the_constraints(formulation, system: System, d: Distribution) -> None:
    """A q'' + A' q' + a_0' = 0."""
    true = motion(formulation(system, d))
    vanish(on_motion(d, true, d.chart.rate(d.pfaffian.value(l))) for l in range(d.k))


def central_equation(system: System, d: Distribution) -> None:
    """Reduced balance - curvature force = N^T (E - Q), for all admissible states and all
    accelerations in I.
    """
    bend = curvature_force(system, curvature(d))
    voronec = [b - f for b, f in zip(reduced_balance(system, d), bend, strict=True)]
    maggi = [d.restrict(row.subs(d.close())) for row in d.project(force_balance(system))]
    equal([d.restrict(row.subs(d.close())) for row in voronec], maggi)


def true_motion(system: System, d: Distribution) -> Motion:
    """Accelerations and multipliers by the equations of the first kind."""
    return motion(multipliers(system, d))


def reactions(d: Distribution, true: Motion) -> list[Expr]:
    """R_i = sum_l lambda_l a_li."""
    return [dot(d.chart.graph, true.multipliers, column) for column in columns_of(d)]


def columns_of(d: Distribution) -> list[list[Expr]]:
    """The columns of A (n of them, also without constraints)."""
    return [[row[i] for row in d.pfaffian.matrix] for i in range(d.chart.n)]


def reactions_are_what_the_forces_lack(system: System, d: Distribution) -> None:
    """E_i(L) - Q_i = R_i on the motion."""
    true = true_motion(system, d)
    equal([on_motion(d, true, e) for e in force_balance(system)], reactions(d, true))


def reactions_do_no_virtual_work(system: System, d: Distribution) -> None:
    """R . dq = 0 for every virtual displacement."""
    R = reactions(d, true_motion(system, d))
    vanish(dot(d.chart.graph, R, vector) for vector in displacements(d).virtual)


def reactions_have_the_power_of_the_drift(system: System, d: Distribution) -> None:
    """R . q' = - sum_l lambda_l a_l0: zero for catastatic sets only."""
    true, graph = true_motion(system, d), d.chart.graph
    power = d.restrict(dot(graph, reactions(d, true), d.chart.v))
    equal([power], [-dot(graph, true.multipliers, d.pfaffian.affine)])


def energy_balance(system: System, d: Distribution) -> None:
    """dh/dt = -dL/dt|explicit + sum_i Q_i q_i' - sum_l lambda_l a_l0 on the motion, h = sum q_i'
    dL/dq_i' - L.
    """
    true, chart = true_motion(system, d), d.chart
    change = on_motion(d, true, chart.rate(energy(system)))
    forces = dot(chart.graph, system.forces, chart.v) - require_lagrangian(system).diff(chart.t)
    drift = dot(chart.graph, true.multipliers, d.pfaffian.affine)
    equal([change], [d.restrict(forces) - drift])


def comparison_reports_the_reactions(system: System, d: Distribution) -> None:
    """The reactions of a Comparison are A^T lambda of the multiplier equations."""
    equal(compare(system, d).reactions, reactions(d, true_motion(system, d)))


# motion: what must not change it ------------------------------------------------------------------
def same_motion(system: System, d: Distribution, other: System, e: Distribution) -> None:
    """Equal accelerations and equal reactions A^T lambda, compared in the velocities of d."""
    one, two = true_motion(system, d), true_motion(other, e)
    equal(one.accelerations, [d.restrict(a) for a in two.accelerations])
    equal(reactions(d, one), [d.restrict(R) for R in reactions(e, two)])


def motion_is_free_of_the_split(system: System, d: Distribution) -> None:
    """Accelerations and reactions for every choice of dependent velocities."""
    for columns in regular_choices(d.pfaffian):
        same_motion(system, d, system, split(d.pfaffian, columns))


def formulation_is_free_of_the_split(formulation, system: System, d: Distribution) -> None:
    """The accelerations of one formulation for every choice of dependent velocities."""
    expected = motion(formulation(system, d)).accelerations
    for columns in regular_choices(d.pfaffian):
        accelerations = motion(formulation(system, split(d.pfaffian, columns))).accelerations
        equal([d.restrict(a) for a in accelerations], expected)


def framed(d: Distribution, matrix: list[list[Expr]], shifts: Sequence[Expr]) -> Frame:
    """The frame with the free quasi-velocities u = M r' + s."""
    rates = [d.chart.v[j] for j in d.independent]
    quasi = {
        f"qv{a}": dot(d.chart.graph, row, rates) + s
        for a, (row, s) in enumerate(zip(matrix, shifts))
    }
    return frame(d, quasi)


def quasi_velocities_are_free(formulation, system: System, d: Distribution, matrix, shifts) -> None:
    """The accelerations are the same in any quasi-velocities u = M(q, t) r' + s(q, t)."""
    framed_motion = motion(formulation(system, d, framed(d, matrix, shifts)))
    equal(framed_motion.accelerations, motion(formulation(system, d)).accelerations)


def structure_functions_are_the_brackets(frame: Frame) -> None:
    """w_c(e_a) = delta_ca, and [e_a, e_b] = - sum_c gamma^c_ab e_c with e_0 = d/dt + tau."""
    chart = frame.distribution.chart
    graph, variables = chart.graph, (chart.t, *chart.q)
    numbers = range(-1, chart.n)
    for c, a in product(range(chart.n), numbers):
        vanish([dot(graph, frame.forms[c], frame.field(a)) - (1 if c == a else 0)])
    for a, b in combinations(numbers, 2):
        X, Y = frame.field(a), frame.field(b)
        commutator = [
            dot(graph, X, [y.diff(x) for x in variables])
            - dot(graph, Y, [e.diff(x) for x in variables])
            for e, y in zip(X, Y)
        ]
        gamma = [frame.structure(c, a, b) for c in range(chart.n)]
        expected = [
            graph.add(*(-g * frame.field(c)[i] for c, g in enumerate(gamma)))
            for i in range(chart.n + 1)
        ]
        equal(commutator, expected)


def motion_is_free_of_mixing(system: System, d: Distribution, matrix: list[list[Expr]]) -> None:
    """M A, M a_0 give the same accelerations and reactions (the multipliers change)."""
    mixed = combined(d.pfaffian, matrix)
    same_motion(system, d, replace(system, pfaffian=mixed), split(mixed, d.dependent))


def scaling_divides_the_multipliers(system: System, d: Distribution, mu: Expr) -> None:
    """All rows times mu: lambda / mu, the same reactions."""
    zero = d.chart.graph.zero
    matrix = [[mu if i == j else zero for j in range(d.k)] for i in range(d.k)]
    scaled = combined(d.pfaffian, matrix)
    one = true_motion(system, d)
    two = true_motion(replace(system, pfaffian=scaled), split(scaled, d.dependent))
    equal([mu * l for l in two.multipliers], one.multipliers)


def total_derivatives_are_nothing(system: System, d: Distribution, F: Expr) -> None:
    """L and L + dF(q, t)/dt have the same accelerations and reactions."""
    gauged = replace(system, lagrangian=require_lagrangian(system) + d.chart.rate(F))
    same_motion(system, d, gauged, d)


def potential_or_force(system: System, d: Distribution, V: Expr) -> None:
    """-V in the Lagrangian and the forces -dV/dq_i are the same."""
    in_L = replace(system, lagrangian=require_lagrangian(system) - V)
    forces = tuple(Q - V.diff(q) for Q, q in zip(system.forces, d.chart.q, strict=True))
    same_motion(in_L, d, replace(system, forces=forces), d)


def redundant_rows_are_set_aside(system: System, d: Distribution, matrix: list[list[Expr]]) -> None:
    """A row M A appended is found, its combination is exact, and the motion is the same."""
    extra = combined(d.pfaffian, matrix)
    full = replace(
        d.pfaffian,
        matrix=d.pfaffian.matrix + extra.matrix,
        affine=d.pfaffian.affine + extra.affine,
        labels=d.pfaffian.labels + extra.labels,
        functions=d.pfaffian.functions + extra.functions,
    )
    independent, indices, redundant = independent_rows(full)
    assert indices == tuple(range(d.k))
    assert [r.row for r in redundant] == list(range(d.k, full.k))
    for r in redundant:
        _follows(full, r)
    same_motion(system, d, replace(system, pfaffian=independent), split(independent, d.dependent))


def redundant_rows_may_stay(
    formulation, system: System, d: Distribution, matrix: list[list[Expr]]
) -> None:
    """With rows M A beside A in the system the formulation gives the same accelerations."""
    extra = combined(d.pfaffian, matrix)
    full = replace(
        d.pfaffian,
        matrix=extra.matrix + d.pfaffian.matrix,
        affine=extra.affine + d.pfaffian.affine,
        labels=extra.labels + d.pfaffian.labels,
        functions=extra.functions + d.pfaffian.functions,
    )
    solved = motion(formulation(replace(system, pfaffian=full), d))
    equal(solved.accelerations, true_motion(system, d).accelerations)


def _follows(full: Pfaffian, redundant) -> None:
    graph = full.chart.graph
    row = full.form(redundant.row)
    parts = [[c * w for w in full.form(l)] for l, c in redundant.coefficients]
    equal(row, [graph.add(*column) for column in zip([graph.zero] * len(row), *parts)])


def motion_is_free_of_coordinates(
    formulation, system: System, d: Distribution, change: Change
) -> None:
    """q'' = d^2 phi(Q, t)/dt^2 with the Q'' of the system in coordinates Q (Lagrange's
    covariance).
    """
    values = new_values(d.chart, change)
    new, e = moved(system, d, change)
    acceleration = dict(zip(change.new.a, motion(formulation(new, e)).accelerations))
    carried = [values[a].subs(acceleration) for a in d.chart.a]
    expected = [a.subs(values) for a in motion(formulation(system, d)).accelerations]
    equal([e.restrict(a) for a in carried], [e.restrict(a) for a in expected])


def moved(system: System, d: Distribution, change: Change) -> tuple[System, Distribution]:
    """The system in coordinates Q: L(phi, phi'), forces J^T Q, constraints carried along."""
    graph, values = d.chart.graph, new_values(d.chart, change)
    forces = [Q.subs(values) for Q in system.forces]
    jacobian = [[f.diff(Q) for Q in change.new.q] for f in change.phi]
    rows = carried(d.pfaffian, change)
    new = System(
        change.new,
        rows,
        require_lagrangian(system).subs(values),
        tuple(dot(graph, column, forces) for column in transpose(jacobian)),
    )
    return new, distribution(rows)


# substitution: how wrong it is
# ----------------------------------------------------------------------
def naive_error_is_gradient_plus_curvature(
    system: System, d: Distribution, names: Sequence[str]
) -> None:
    """The naive rows on the true motion, along the virtual displacements: gradient part +
    curvature part.
    """
    error = substitution_error(system, d, names)
    total = [g + c for g, c in zip(error.gradient, error.curvature)]
    equal(naive_rows_on_the_motion(system, d, names, chained=False), total)


def chained_error_is_the_curvature(system: System, d: Distribution, names: Sequence[str]) -> None:
    """With the dependent coordinates chained only the curvature part is missing."""
    error = substitution_error(system, d, names)
    equal(naive_rows_on_the_motion(system, d, names, chained=True), error.curvature)


def naive_rows_on_the_motion(system: System, d: Distribution, names, chained: bool) -> list[Expr]:
    """N^T (rows of the substituted system) with the true accelerations; kept multipliers drop
    out.
    """
    partial, _ = partial_split(d.pfaffian, names)
    naive = substituted(system, d, names, chained=chained)
    covector = [d.chart.graph.zero] * d.chart.n
    for j, row in zip(partial.independent, naive.rows):
        covector[j] = row
    true = true_motion(system, d)
    return [on_motion(d, true, row) for row in d.project(covector)]


def eliminations(d: Distribution) -> list[tuple[str, ...]]:
    """Every set of velocities that some of the constraints can be solved for, in parts and all."""
    choices = []
    for size in range(1, d.k + 1):
        for names in combinations(d.chart.names, size):
            try:
                partial_split(d.pfaffian, names)
            except SingularPivot:
                continue
            choices.append(names)
    return choices


def safe_means_right(system: System, d: Distribution) -> None:
    """A substitution is called safe iff its motion is the true one (where it determines a
    motion).
    """
    comparison = compare(system, d)
    entries = {entry.equations.name: entry for entry in comparison.entries}
    for error in comparison.errors:
        name = f"substituted {', '.join(error.eliminated)}"
        _judged_rightly(entries[name], error.safe)
        chained = entries.get(f"{name} (chained)")
        if chained is None:
            vanish(error.gradient)
        else:
            _judged_rightly(chained, error.safe_chained)


def _judged_rightly(entry: Entry, safe: Decision) -> None:
    if entry.motion is not None:
        assert entry.agrees == safe.answer, entry.equations.name


def curvature_free_sets_are_safe_when_chained(system: System, d: Distribution) -> None:
    """B = 0: the chained substitution of all dependent velocities is right."""
    if jointly_integrable(curvature(d)).answer:
        names = d.names(d.dependent)
        vanish(substitution_error(system, d, names).curvature)


def leaf_coordinates_are_safe(system: System, d: Distribution, g: Sequence[Expr]) -> None:
    """q_l = g_l(r, t): L with g_l put in is a Lagrangian of its own, and gives the true motion
    on the leaf.
    """
    chart, leaf = d.chart, dict(zip((d.chart.q[l] for l in d.dependent), g, strict=True))
    rates = {chart.v[l]: chart.rate(f) for l, f in zip(d.dependent, g)}
    pieces: dict[str, Any] = {
        name: tuple(getattr(chart, name)[j] for j in d.independent)
        for name in ("names", "q", "v", "a")
    }
    leaf_chart = replace(chart, **pieces)
    empty = Pfaffian(leaf_chart, (), (), (), ())
    on_leaf = leaf | rates
    total = [Q.subs(on_leaf) for Q in d.project(system.forces)]
    free = System(leaf_chart, empty, require_lagrangian(system).subs(on_leaf), tuple(total))
    alone = motion(multipliers(free, split(empty, ())))
    true = true_motion(system, d)
    expected = [true.accelerations[j].subs(on_leaf) for j in d.independent]
    equal(alone.accelerations, expected)


# another principle
# ----------------------------------------------------------------------------------
def vakonomic_force_is_the_difference(system: System, d: Distribution) -> None:
    """N^T (E - Q) on the vakonomic motion is sum_l mu_l dw_l(dq, velocity); without it the
    motion is the true one.
    """
    force = vakonomic_force(system, d)
    solved = motion(vakonomic(system, d))
    equal([on_motion(d, solved, row) for row in d.project(force_balance(system))], force)
    if all(f.is_zero for f in force):
        equal(solved.accelerations, true_motion(system, d).accelerations)


def vakonomic_motion_obeys_the_constraints(system: System, d: Distribution) -> None:
    """A q'' + A' q' + a_0' = 0 on the vakonomic motion too."""
    motion_obeys_the_constraints(vakonomic, system, d)
