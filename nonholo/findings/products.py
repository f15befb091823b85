"""A velocity constraint that is a product: one question for each factor.

    (x' - y z') (x' + y z') = 0:      x' - y z' = 0  or  x' + y z' = 0

A motion obeys one factor or another, and may change where both hold.  What is constant along all
motions is so along those of each factor: h of the product is at most the least h of a factor.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import cast

from nonholo.decide.zero import Decision
from nonholo.dynamics.chetaev import bends, beside
from nonholo.dynamics.disguise import factors_with_velocities, straightened
from nonholo.dynamics.sided import sides
from nonholo.dynamics.system import Nonlinear, System
from nonholo.expression.graph import Expr
from nonholo.expression.text import text
from nonholo.findings.verdict import Chetaev, Verdict, word_of
from nonholo.geometry.constraints.pfaffian import independent_rows, pfaffian
from nonholo.geometry.distribution.distribution import distribution
from nonholo.readers.case import Case
from nonholo.words.sentence import say

MOST_FACTORS = 6


def factor_cases(case: Case) -> Iterator[tuple[str, Case]]:
    """The case with each factor of its one nonlinear constraint in the place of the product, beside
    the words of that factor; nothing where it is none, by itself or beside the other rows.

    >>> import nonholo as nh
    >>> case = nh.constraints("x'^2 = y^2 z'^2", also="y")
    >>> [(words, one.system.pfaffian.k) for words, one in factor_cases(case)]
    [('y*zdot - xdot = 0', 1), ('xdot + y*zdot = 0', 1)]
    """
    if len(case.system.nonlinear) != 1:
        return
    product = _product(case)
    if len(product) < 2:
        yield from _sided_cases(case)
    elif len(product) <= MOST_FACTORS:
        for factor in product:
            words = f"{text(factor)} = 0"
            yield words, replace(case, system=_with_factor(case.system, factor, words))


def _product(case: Case) -> list[Expr]:
    """The factors of the one nonlinear constraint, by itself or beside the other rows."""
    chart, alone = case.system.chart, case.system.nonlinear
    moving, still = factors_with_velocities(chart, alone[0].value)
    if len(moving) + len(still) < 2:
        (product,) = beside(case.system.pfaffian, alone)
        moving, still = factors_with_velocities(chart, product.value)
    return [*still, *moving]


def on_sides(verdict: Verdict, factors: Sequence[tuple[str, Verdict]]) -> Verdict:
    """The verdict on a constraint that says an equation on each of its sides (`sided`), where it is
    none of a product: with one side that on the equation, whose velocities are spanned by those of
    the constraint; with several as `with_factors`.
    """
    if not factors or len(_product(verdict.case)) > 1:
        return with_factors(verdict, factors)
    words = "; ".join(words for words, _ in factors)
    told = Decision(None, reason=say("it says the same as {words}", words=words))
    detail = cast("Chetaev", verdict.detail)  # a constraint is nonlinear
    verdict = replace(verdict, detail=replace(detail, bent=told, sided=True))
    if len(factors) > 1:
        return with_factors(verdict, factors)
    ((_, one),) = factors
    return replace(
        verdict,
        verdict=one.verdict,
        independent=one.independent,
        bounds=one.bounds,
        proved=one.proved,
        evidence=one.evidence,
        joint=one.joint,
        accessible=False if one.accessible is False else None,
    )


def _sided_cases(case: Case) -> Iterator[tuple[str, Case]]:
    """The case with each equation that its constraint says where something is positive."""
    chart, rows = case.system.chart, case.system.pfaffian
    (alone,) = case.system.nonlinear
    for side in sides(chart, distribution(independent_rows(rows)[0]).restrict(alone.value)):
        words = side.words
        yield words, replace(case, system=_with_factor(case.system, side.equation, words))


def _with_factor(system: System, factor: Expr, words: str) -> System:
    plain, rows = replace(system, nonlinear=()), system.pfaffian
    straight = straightened(rows.chart, factor) if bends(rows.chart, factor) else [factor]
    if not straight:
        return replace(plain, nonlinear=(Nonlinear(factor, words),))
    levels = [l for l, f in enumerate(rows.functions) if f is not None]
    linear = [l for l, f in enumerate(rows.functions) if f is None]
    values, labels = [rows.value(l) for l in linear], [rows.labels[l] for l in linear]
    functions, names = [*system.holonomic], [rows.labels[l] for l in levels]
    if factor.has(system.chart.v):
        values, labels = [*values, *straight], [*labels, *(words for _ in straight)]
    else:
        functions, names = [*functions, factor], [*names, words]
    return replace(plain, pfaffian=pfaffian(rows.chart, values, labels, functions, names))


def with_factors(verdict: Verdict, factors: Sequence[tuple[str, Verdict]]) -> Verdict:
    """The verdict on a product beside those on its factors: nonholonomic where each of them is and
    hides nothing, so that no relation holds along all motions; else it is left open.
    """
    independent = {one.independent for _, one in factors}
    hides_nothing = all(one.relations == 0 for _, one in factors)
    if not factors or not hides_nothing or len(independent) != 1 or None in independent:
        return verdict
    (k,) = independent
    word = word_of(verdict.case, k, (0, 0))
    proved = all(one.evidence.proved for _, one in factors)
    evidence = next((one.evidence for _, one in factors if not one.evidence.proved), None)
    return replace(
        verdict,
        verdict=word,
        independent=k,
        bounds=(0, 0),
        proved=(0, 0) if proved else verdict.proved,
        evidence=evidence or factors[0][1].evidence,
        joint=replace(evidence or factors[0][1].evidence, answer=False),
    )
