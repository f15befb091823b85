"""Do the closed contacts of a case press where it rests or moves steadily?

    g >= 0, held at 0 by f = 0, df = c dg there:       N = lambda c >= 0

A contact cannot pull: with N < 0 it opens, and the configuration is none of rest."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from nonholo.arithmetic.balls import Ball
from nonholo.decide.ball import balls
from nonholo.dynamics.contacts import CONTACT, kind_of, pressure_by, pressure_of
from nonholo.dynamics.equations import motion
from nonholo.dynamics.rest_verdict import UNDECIDED, Stability
from nonholo.errors import InadmissibleState
from nonholo.expression.graph import Expr
from nonholo.expression.ranges import range_of
from nonholo.findings.rests import Equilibria, Rest, negative
from nonholo.formulations.multipliers import multipliers
from nonholo.geometry.constraints.pfaffian import Pfaffian
from nonholo.geometry.distribution.distribution import distribution
from nonholo.geometry.level_sets.declared import left_out
from nonholo.geometry.level_sets.points import sign_of
from nonholo.readers.case import Case
from nonholo.words.sentence import Sentence, say


def pressing(equilibria: Equilibria) -> Equilibria:
    """The rests, each with what its contacts say: N >= 0 is a condition of one with letters, and
    one with N < 0 is violated.
    """
    case, system = equilibria.case, equilibria.rest.system
    slacks = [(text, case.slack(text)) for text in case.system.inequalities]
    rests = equilibria.found
    for text, g in slacks if rests else ():
        if kind_of(system, g) == CONTACT:
            rests = tuple(_pressed(equilibria, one, text, g) for one in rests)
    return replace(equilibria, found=rests)


def _pressed(equilibria: Equilibria, one: Rest, label: str, g: Expr) -> Rest:
    """One rest at one closed contact."""
    N = _pressure(equilibria, one, g)
    if isinstance(N, Expr) and N.support:
        return one if range_of(N).positive else replace(one, under=(*one.under, N))
    sign = N is not None and (sign_of(N) if isinstance(N, Expr) else (N > 0) - (N < 0))
    if sign > 0:
        return one
    if sign < 0:
        told = _pulls(label)
        one = replace(one, violated=(*one.violated, label))
    else:
        told = say("whether the contact {inequality} presses is open", inequality=label)
    return replace(one, stability=Stability(UNDECIDED, told), judged_at={})


def _pulls(label: str) -> Sentence:
    return say("the contact {inequality} would have to pull: it opens", inequality=label)


def _pressure(equilibria: Equilibria, one: Rest, g: Expr) -> Expr | Ball | None:
    """N there, at the numbers of the case; None where it is not known."""
    statics, graph = equilibria.rest, equilibria.rest.chart.graph
    if one.multipliers is None:
        return None
    letters = [graph.symbol(f"reaction {l}") for l in range(statics.rows.k)]
    values = {graph.symbol(n): e for n, e in {**one.held, **one.values}.items()}
    there = {graph.symbol(n): b for n, b in one.enclosure.items()}
    lambdas = list(zip(letters, one.multipliers))
    values |= {s: m for s, m in lambdas if isinstance(m, Expr)}
    there |= {s: m for s, m in lambdas if not isinstance(m, Expr)}
    try:
        N = pressure_by(statics.system, statics.rows, letters, g).subs(values)
        N = N.subs(dict(statics.system.values))
        return balls([N], there)[0] if there else N
    except (ValueError, ZeroDivisionError):
        return None


def require_pressing(case: Case, rows: Pfaffian, base: Mapping[Expr, Expr]) -> None:
    """Raises InadmissibleState where an inequality, or what is declared of coordinates, surely does
    not hold at a steady motion, or a closed contact would surely have to pull.

    rows: independent ones; base: coordinates and velocities of the motion.
    """
    system = case.system
    here = {**base, system.chart.t: system.chart.graph.zero}
    if broken := violated(case, here):
        raise InadmissibleState(say("the motion violates {inequality}", inequality=broken))
    slacks = [(text, case.slack(text)) for text in system.inequalities]
    closed = [(label, g) for label, g in slacks if kind_of(system, g) == CONTACT]
    if not closed or system.lagrangian is None:
        return
    d = distribution(rows)
    true = motion(multipliers(system, d))
    for label, g in closed:
        if _negative(pressure_of(system, d, true, g), here, system.values):
            raise InadmissibleState(_pulls(label))


def violated(case: Case, here: Mapping[Expr, Expr]) -> str:
    """What is declared of coordinates, or an inequality, that surely does not hold; "" if none is.

    here: coordinates, velocities and time.

    >>> import nonholo as nh
    >>> case = nh.System({"x": {"min": 1}}, "x'**2")
    >>> violated(case, {case.system.chart.q[0]: case.system.chart.graph.zero})
    'x >= 1'
    """
    system = case.system
    told = (i for i in system.inequalities if _negative(case.slack(i), here, system.values))
    return left_out(system.chart, here, system.values) or next(told, "")


def _negative(e: Expr, here: Mapping[Expr, Expr], values: Mapping[Expr, Expr]) -> bool:
    try:
        return negative(e.subs(here).subs(values))
    except (ValueError, ZeroDivisionError):
        return False
