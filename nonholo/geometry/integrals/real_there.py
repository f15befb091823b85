"""First integrals as they are real at a configuration, or as is assumed: d log(-u) = d log(u); and
where motions keep them.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from nonholo.algebra.poles import divisors_of
from nonholo.decide.zero import combined, decide_zero
from nonholo.errors import OutOfReach
from nonholo.expression.demands import demands
from nonholo.expression.graph import Expr, calls_in
from nonholo.expression.ranges import range_of
from nonholo.geometry.constraints.pfaffian import Pfaffian
from nonholo.geometry.integrals.integrals import FirstIntegral, Integrals
from nonholo.geometry.zeros.domain import surely_negative
from nonholo.geometry.zeros.zeros import square_terms
from nonholo.work import BUDGETS


def real_there(integrals: Integrals, full: Pfaffian, point: Mapping[Expr, Expr]) -> Integrals:
    """The first integrals with log(-u) for log(u) where u < 0 at the point, or u <= 0 as assumed,
    and where they hold.

        u^n = exp(n log(u)) is taken for (-u)^n with it, which is (-1)^n times as much

    integrals: functions of the constraints `full`; point: coordinates, time and parameters by their
    values.  What is not proved again stays as it is.

    >>> import nonholo as nh
    >>> from nonholo.geometry.integrals.integrals import potential
    >>> rows = nh.constraints("dx = dy/y").system.pfaffian
    >>> integral = potential(rows, 0)
    >>> at = {q: q.graph.lift(-1) for q in rows.chart.q}
    >>> one = real_there(Integrals((integral,), (integral,), 1), rows, at).together[0]
    >>> integral.function, one.function, one.where
    (x - log(y), x - log(-y), ((y, '< 0'),))
    """
    real: dict[int, FirstIntegral] = {}
    for f in (f for f in (*integrals.rows, *integrals.together) if f is not None):
        there = _real(f, full, point)
        real[id(f)] = replace(there, where=_where(there.function, full))
    return replace(
        integrals,
        rows=tuple(real.get(id(f)) for f in integrals.rows),
        together=tuple(real[id(f)] for f in integrals.together),
    )


def held_where(
    together: Sequence[FirstIntegral], singular: Sequence[Expr], held: Collection[Expr]
) -> tuple[FirstIntegral, ...]:
    """The relations of a set with `where` they hold: z w' = 0 says nothing of w on z = 0.

    together: the relations; singular: where the rank drops, and motions can change what is
    constant elsewhere; held: functions that every motion keeps there too.

    >>> import nonholo as nh
    >>> from nonholo.geometry.integrals.integrals import potential
    >>> rows = nh.constraints("z dw = 0").system.pfaffian
    >>> w, z = rows.chart.q
    >>> [held_where([potential(rows, 0)], [z], held)[0].where for held in ([], [w])]
    [((z, '!= 0'),), ()]
    """
    return tuple(
        f
        if f.method == "given" or f.function in held
        else replace(f, where=(*f.where, *((u, "!= 0") for u in singular if _lost(f, u))))
        for f in together
    )


def _lost(f: FirstIntegral, u: Expr) -> bool:
    """Where u = 0 the function has a value, on sight, and the combination that is its slope may
    have none: elsewhere than where the rank drops a smooth slope has smooth coefficients.
    """
    bases = [u, *square_terms(u)]
    zeros = {b: b.graph.zero for b in bases if b.kind == "symbol"}
    beneath = divisors_of([f.function])
    if not beneath.isdisjoint(bases) or any(d.subs(zeros).is_zero for d in beneath):
        return False
    return any(d.support & u.support for d in divisors_of(c for _, c in f.combination))


def _real(f: FirstIntegral, full: Pfaffian, point: Mapping[Expr, Expr]) -> FirstIntegral:
    graph, nodes = full.chart.graph, [f.function, *(c for _, c in f.combination)]
    calls = calls_in(nodes, "log")
    try:
        turned = {n: graph.log(-u) for n in calls if _negative(u := n.args[1][0], point)}
        if not turned:
            return f
        function, *c = graph.substitute(nodes, turned)
        combination = [(l, a) for (l, _), a in zip(f.combination, c)]
        proved = combined(
            decide_zero(
                graph.add(function.diff(x), *(-(a * full.form(l)[j]) for l, a in combination)),
                BUDGETS.settling,
            )
            for j, x in enumerate((full.chart.t, *full.chart.q))
        )
    except (OutOfReach, ZeroDivisionError):
        return f
    if not (proved.answer and proved.proved):
        return f
    return replace(f, function=function, combination=tuple(combination), decision=proved)


def _negative(u: Expr, point: Mapping[Expr, Expr]) -> bool:
    """As is assumed, or else at the point, which may be 0 for want of another one."""
    assumed = range_of(u)
    if assumed.not_positive or assumed.not_negative:
        return assumed.not_positive
    return surely_negative(u.subs(point))


def _where(f: Expr, full: Pfaffian) -> tuple[tuple[Expr, str], ...]:
    """Where f has values, but for what holds everywhere and what the constraints demand."""
    demanded = {u for u, _ in demands([e for l in range(full.k) for e in full.form(l)])}
    conditions = []
    for u, strict in demands([f]):
        known = range_of(u)
        if u in demanded or known.positive or (known.not_negative and not strict):
            continue
        turned = len(str(-u)) < len(str(u))
        conditions.append((-u if turned else u, "><"[turned] + ("" if strict else "=") + " 0"))
    return tuple(conditions)
