"""Do the closed contacts of a case press where it rests?

    g >= 0, held at 0 by f = 0, df = c dg there:       N = lambda c >= 0

A contact cannot pull: with N < 0 it opens, and the configuration is none of rest."""

from __future__ import annotations

from dataclasses import replace

from nonholo.arithmetic.balls import Ball
from nonholo.decide.ball import balls
from nonholo.dynamics.contacts import CONTACT, kind_of, pressure_by
from nonholo.dynamics.rest_stability import UNDECIDED, Stability
from nonholo.expression.graph import Expr
from nonholo.expression.ranges import range_of
from nonholo.findings.rests import Equilibria, Rest
from nonholo.geometry.level_sets.points import sign_of
from nonholo.words.sentence import say


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
        told = say("the contact {inequality} would have to pull: it opens", inequality=label)
        one = replace(one, violated=(*one.violated, label))
    else:
        told = say("whether the contact {inequality} presses is open", inequality=label)
    return replace(one, stability=Stability(UNDECIDED, told), judged_at={})


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
