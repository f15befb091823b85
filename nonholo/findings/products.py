"""A velocity constraint that is a product: one question for each factor.

    (x' - y z') (x' + y z') = 0:      x' - y z' = 0  or  x' + y z' = 0

A motion obeys one factor or another, and may change where both hold.  What is constant along all
motions is so along those of each factor: h of the product is at most the least h of a factor.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from nonholo.dynamics.chetaev import bends, beside
from nonholo.dynamics.disguise import factors_with_velocities, straightened
from nonholo.dynamics.system import Nonlinear, System
from nonholo.expression.graph import Expr
from nonholo.expression.text import text
from nonholo.findings.verdict import Verdict, word_of
from nonholo.geometry.constraints.pfaffian import pfaffian
from nonholo.readers.case import Case

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
    chart, alone = case.system.chart, case.system.nonlinear
    moving, still = factors_with_velocities(chart, alone[0].value)
    if len(moving) + len(still) < 2:
        (product,) = beside(case.system.pfaffian, alone)
        moving, still = factors_with_velocities(chart, product.value)
    if not 1 < len(moving) + len(still) <= MOST_FACTORS:
        return
    for factor in (*still, *moving):
        words = f"{text(factor)} = 0"
        yield words, replace(case, system=_with_factor(case.system, factor, words))


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
