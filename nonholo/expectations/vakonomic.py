"""Statements about vakonomic motion: the general solution of one coordinate,
[expected.vakonomic] general_x.
"""

from __future__ import annotations

from typing import Any

from nonholo.decide.zero import Decision, all_zero
from nonholo.dynamics.equations import motion
from nonholo.expectations.fact import Finding, Rule, no_rule, unchecked, whole, words
from nonholo.expectations.subject import Level, Subject, claim, new_names
from nonholo.expression.graph import Expr
from nonholo.rivals.vakonomic import vakonomic
from nonholo.words.sentence import say


def general(name: str) -> Rule:
    """A function of t for one coordinate: its mu(t), found from the acceleration, obeys the
    equation of mu.
    """

    def judge(subject: Subject, stated: Any) -> Finding:
        level = subject.levels[0]
        equations = vakonomic(level.system, level.distribution)
        if len(equations.multipliers) != 1:
            return unchecked(say("judged for one constraint only"))
        constants = new_names(subject, [stated])
        return claim(subject, lambda level: _along(level, name, level.read(stated, constants)))

    return whole(judge)


def _along(level: Level, name: str, x: Expr) -> Decision:
    chart, graph = level.chart, level.chart.graph
    vakonomic_motion = motion(vakonomic(level.system, level.distribution))
    acceleration, rate = (
        vakonomic_motion.accelerations[level.index(name)],
        vakonomic_motion.multipliers[0],
    )
    (mu,) = (
        s
        for s in acceleration.symbols()
        if s.args.startswith("mu_") and s not in (*chart.q, *chart.v)
    )
    i = level.index(name)
    path = {chart.q[i]: x, chart.v[i]: x.diff(chart.t)}
    slope = acceleration.diff(mu)
    value = ((x.diff(chart.t).diff(chart.t) - acceleration.subs({mu: graph.zero})) / slope).subs(
        path
    )
    gap = value.diff(chart.t) - rate.subs(path | {mu: value})
    if gap.has([*chart.q, *chart.v, mu]):
        return Decision(None, reason=say("the equations are not those of {name} alone", name=name))
    return all_zero([gap])


def _vakonomic(subject: Subject, key: str, table: Any):
    for name, value in table.items() if isinstance(table, dict) else [("", table)]:
        rule = (
            general(name[8:])
            if name.startswith("general_")
            else words
            if name == "note"
            else no_rule
        )
        yield from rule(subject, f"{key}.{name}" if name else key, value)


RULES = {"vakonomic": _vakonomic}
