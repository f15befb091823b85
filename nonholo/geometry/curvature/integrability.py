"""Is one form integrable, and is a set integrable together?

One form w = sum_i w_i dx_i on (t, q):  mu w = dG locally  <=>  for all i < j < k

    T_ijk = w_k (d_i w_j - d_j w_i) + w_i (d_j w_k - d_k w_j) + w_j (d_k w_i - d_i w_k) = 0

(Frobenius1877, Lemos2003).  A set: dw_l(X, Y) = 0 for all X, Y in its kernel, that is curvature B =
0. Sets can be integrable together though no member is alone, so a set is never judged by its
members."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

from nonholo.decide.zero import Decision, all_zero, decide_zero
from nonholo.expression.graph import UNIT, Expr
from nonholo.geometry.constraints.pfaffian import Pfaffian, Places
from nonholo.geometry.curvature.curvature import Curvature
from nonholo.geometry.sampled.bounds import Randomised
from nonholo.geometry.sampled.sample import extended
from nonholo.linear.elimination import cost
from nonholo.words.sentence import say

if TYPE_CHECKING:
    from nonholo.geometry.sampled.judge import Part

FEW = 5  # variables up to which a form of a large set is decided by its triples


@dataclass(frozen=True, slots=True)
class Triple:
    """T_ijk of one form for three of the variables (t, q_1..q_n); `names` are i, j, k."""

    names: tuple[str, str, str]
    value: Expr


@dataclass(frozen=True, slots=True)
class FormVerdict:
    """One form alone: its triples, and the decisions "dw = 0" and "all triples vanish"."""

    label: str
    triples: tuple[Triple, ...]
    closed: Decision
    decision: Decision

    @property
    def exact(self) -> bool | None:
        """dw = 0 (locally w = dG), if that is proved."""
        return self.closed.answer if self.closed.proved else None

    @property
    def integrable(self) -> bool | None:
        return self.decision.answer

    @property
    def nonzero(self) -> tuple[Triple, ...]:
        return tuple(t for t in self.triples if not t.value.is_zero)


@dataclass(frozen=True, slots=True)
class SparseVerdict(FormVerdict):
    """A form of a large set: `triples` are the one that refutes, or those of the few variables it
    has.

    involved: how many variables have an entry or stand in one; other triples vanish by structure.
    """

    involved: int


def judge_form(pfaffian: Pfaffian, l: int) -> FormVerdict:
    """Row l alone: every triple, and whether all vanish identically.

        T_ijk = w_k (d_i w_j - d_j w_i) + w_i (d_j w_k - d_k w_j) + w_j (d_k w_i - d_i w_k)

    for i < j < k in (t, q_1, ..., q_n), with w = a_l0 dt + sum_i a_li dq_i; l counts from 0.  All T
    = 0 iff locally mu w = dG with mu not 0 (Frobenius1877, Lemos2003); mu and G are found by
    `nonholo.geometry.integrals.integrals.potential`.

    >>> import nonholo as nh
    >>> form = judge_form(nh.constraints("dz = y dx").system.pfaffian, 0)
    >>> form.integrable, form.nonzero
    (False, (Triple(names=('z', 'x', 'y'), value=1),))
    """
    names, form = ("t", *pfaffian.chart.names), pfaffian.form(l)
    d = exterior_derivative(form, (pfaffian.chart.t, *pfaffian.chart.q))
    triples = tuple(
        Triple((names[i], names[j], names[k]), value)
        for (i, j, k), value in _triples(form, d).items()
    )
    return FormVerdict(
        pfaffian.labels[l], triples, all_zero(d.values()), all_zero(t.value for t in triples)
    )


def exterior_derivative(
    form: Sequence[Expr], variables: Sequence[Expr]
) -> dict[tuple[int, int], Expr]:
    """(dw)_ij = d_i w_j - d_j w_i for i < j, of the form with these components in these variables.

    >>> from nonholo.expression.graph import Graph
    >>> g = Graph()
    >>> x, y = g.symbol("x"), g.symbol("y")
    >>> exterior_derivative(form=[-y, g.zero], variables=[x, y])
    {(0, 1): 1}
    """
    return {
        (i, j): form[j].diff(variables[i]) - form[i].diff(variables[j])
        if form[j].has([variables[i]]) or form[i].has([variables[j]])
        else form[i].graph.zero
        for i, j in combinations(range(len(form)), 2)
    }


def frobenius_triples(
    form: Sequence[Expr], variables: Sequence[Expr]
) -> dict[tuple[int, int, int], Expr]:
    """T_ijk for i < j < k; structural zeros (two of the three components and derivatives absent)
    included.
    """
    return _triples(form, exterior_derivative(form, variables))


def _triples(
    form: Sequence[Expr], d: Mapping[tuple[int, int], Expr]
) -> dict[tuple[int, int, int], Expr]:
    triples = {}
    for i, j, k in combinations(range(len(form)), 3):
        pairs = (form[k], d[i, j], UNIT), (form[i], d[j, k], UNIT), (form[j], d[i, k], -UNIT)
        triples[i, j, k] = form[i].graph.sum(
            [(a * b, c) for a, b, c in pairs if not (a.is_zero or b.is_zero)]
        )
    return triples


def jointly_integrable(curvature: Curvature) -> Decision:
    """Is the set integrable together: are all B_l,JI = 0 identically?

    Sets can be integrable together though no member is alone (NeimarkFufaev1972).

    >>> import nonholo as nh
    >>> from nonholo.geometry.curvature.curvature import curvature
    >>> from nonholo.geometry.distribution.distribution import distribution
    >>> pair = nh.constraints("dz = y dx", "dx + dy = 0").system.pfaffian
    >>> jointly_integrable(curvature(distribution(pair))).answer
    True
    >>> jointly_integrable(curvature(distribution(pair.take([0])))).answer
    False
    """
    return all_zero(b for _, _, _, b in curvature.entries())


def frozen_integrable(curvature: Curvature) -> Decision:
    """Is the distribution of virtual displacements, time frozen, integrable: are all B_l,JI = 0
    with I != 0?

    >>> import nonholo as nh
    >>> from nonholo.geometry.curvature.curvature import curvature
    >>> from nonholo.geometry.distribution.distribution import distribution
    >>> d = distribution(nh.constraints("dz = x dt").system.pfaffian)
    >>> frozen_integrable(curvature(d)).answer, jointly_integrable(curvature(d)).answer
    (True, False)
    """
    return all_zero(b for _, _, I, b in curvature.entries() if I != 0)


def witness(curvature: Curvature) -> tuple[int, int, int, Expr] | None:
    """The shortest curvature component (l, J, I, B_l,JI) that surely does not vanish, or None.

    >>> import nonholo as nh
    >>> from nonholo.geometry.curvature.curvature import curvature
    >>> from nonholo.geometry.distribution.distribution import distribution
    >>> witness(curvature(distribution(nh.constraints("dz = y dx").system.pfaffian, ["z"])))
    (0, 1, 2, 1)
    """
    others = (e for e in curvature.entries() if not e[3].is_zero)
    shortest = sorted(others, key=lambda e: cost(e[3]))
    return next((e for e in shortest if decide_zero(e[3]).answer is False), None)


def judge_sparse(part: Part) -> list[SparseVerdict]:
    """Every row of a part alone: refuted by a triple at a random point, or decided by its few.

    >>> import nonholo as nh
    >>> from nonholo.geometry.sampled.judge import judge_parts
    >>> (part,) = judge_parts(nh.constraints("dz = y dx").system.pfaffian)
    >>> [(form.label, form.integrable) for form in judge_sparse(part)]
    [('dz = y dx', False)]
    """
    variables = (part.forms.chart.t, *part.forms.chart.q)
    places = Places(variables)
    return [_judge_sparse(part, l, variables, places) for l in range(part.forms.k)]


def _judge_sparse(part: Part, l: int, variables: Sequence[Expr], places: Places) -> SparseVerdict:
    """Refuted by one triple at the part's points, else proved if it has few variables."""
    rows = part.forms
    names, form, samples = ("t", *rows.chart.names), extended(rows, l), part.samples
    involved = _involved(form, places)
    refuted = next((s for s in samples if not s.alone(l)), None)
    triple = refuted.triple(l) if refuted is not None and part.exact else None
    if triple is not None:
        i, j, k = triple
        values = frobenius_triples(*_restricted_form(form, variables, triple, rows)).values()
        triples = tuple(Triple((names[i], names[j], names[k]), value) for value in values)
        return SparseVerdict(
            rows.labels[l],
            triples,
            Decision(False, "modular"),
            Decision(False, "modular"),
            len(involved),
        )
    if len(involved) <= FEW:
        picked, moving = _restricted_form(form, variables, involved, rows)
        return _by_triples(rows.labels[l], picked, moving, [names[i] for i in involved])
    if refuted is not None or not part.bound:
        unknown = Decision(None, reason=part.joint.reason or say("not decided at this size"))
        return SparseVerdict(rows.labels[l], (), unknown, unknown, len(involved))
    sampled = Randomised(True, "randomised", bound=part.bound)
    return SparseVerdict(rows.labels[l], (), _closed(part, l, sampled), sampled, len(involved))


def _closed(part: Part, l: int, sampled: Decision) -> Decision:
    if not any(s.curl[l] for s in part.samples):
        return sampled
    return Decision(False, "modular") if part.exact else Decision(None, reason=part.joint.reason)


def _involved(form: dict[int, Expr], places: Places) -> list[int]:
    """The variables with an entry or in an entry, by number."""
    support = 0
    for e in form.values():
        support |= e.support
    return sorted({*form, *places.of(support)})


def _restricted_form(
    form: dict[int, Expr], variables: Sequence[Expr], numbers: Sequence[int], rows: Pfaffian
) -> tuple[list[Expr], list[Expr]]:
    return [form.get(i, rows.chart.graph.zero) for i in numbers], [variables[i] for i in numbers]


def _by_triples(label: str, form, variables, names) -> SparseVerdict:
    triples = tuple(
        Triple((names[i], names[j], names[k]), value)
        for (i, j, k), value in frobenius_triples(form, variables).items()
    )
    closed = all_zero(exterior_derivative(form, variables).values())
    return SparseVerdict(label, triples, closed, all_zero(t.value for t in triples), len(names))
