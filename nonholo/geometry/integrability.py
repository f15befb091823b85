"""Is one form integrable, and is a set integrable together?

One form w = sum_i w_i dx_i on (t, q):  mu w = dG locally  <=>  for all i < j < k

    T_ijk = w_k (d_i w_j - d_j w_i) + w_i (d_j w_k - d_k w_j) + w_j (d_k w_i - d_i w_k) = 0

(Frobenius1877, Lemos2003).  A set: dw_l(X, Y) = 0 for all X, Y in its kernel, that is curvature B = 0.
Sets can be integrable together though no member is alone, so a set is never judged by its members.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from nonholo.exact.decide import Decision, all_zero, decide_zero
from nonholo.exact.graph import Expr
from nonholo.geometry.curvature import Curvature
from nonholo.geometry.pfaffian import Pfaffian


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


def judge_form(pfaffian: Pfaffian, l: int) -> FormVerdict:
    """Row l alone: every triple, and whether all vanish identically."""
    names = ("t", *pfaffian.chart.names)
    variables = (pfaffian.chart.t, *pfaffian.chart.q)
    triples = tuple(
        Triple((names[i], names[j], names[k]), value)
        for (i, j, k), value in frobenius_triples(pfaffian.form(l), variables).items())
    closed = exterior_derivative(pfaffian.form(l), variables).values()
    return FormVerdict(pfaffian.labels[l], triples, all_zero(closed),
                       all_zero(t.value for t in triples))


def exterior_derivative(form: Sequence[Expr], variables: Sequence[Expr]) -> dict[tuple[int, int], Expr]:
    """(dw)_ij = d_i w_j - d_j w_i for i < j."""
    return {(i, j): form[j].diff(variables[i]) - form[i].diff(variables[j])
            for i, j in combinations(range(len(form)), 2)}


def frobenius_triples(form: Sequence[Expr], variables: Sequence[Expr]) -> dict[tuple[int, int, int], Expr]:
    """T_ijk for i < j < k; structural zeros (two of the three components and derivatives absent) included."""
    d = exterior_derivative(form, variables)
    return {(i, j, k): form[k] * d[i, j] + form[i] * d[j, k] - form[j] * d[i, k]
            for i, j, k in combinations(range(len(form)), 3)}


def jointly_integrable(curvature: Curvature) -> Decision:
    """All B_l,JI = 0 identically?"""
    return all_zero(b for _, _, _, b in curvature.entries())


def witness(curvature: Curvature) -> tuple[int, int, int, Expr] | None:
    """A curvature component (l, J, I, B) that surely does not vanish, the shortest of them."""
    from nonholo.exact.linear import cost

    sure = [e for e in curvature.entries() if decide_zero(e[3]).answer is False]
    return min(sure, key=lambda e: cost(e[3])) if sure else None
