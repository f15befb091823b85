"""Statements about hidden holonomic relations: first integrals, certificates, manifolds."""

from __future__ import annotations

from collections.abc import Sequence

from nonholo.decide.relations import all_zero_on
from nonholo.decide.zero import Decision, all_zero
from nonholo.expectations.fact import HOLDS, Finding, NotAStatement, entry, fails, holds, listed
from nonholo.expectations.subject import Level, Subject, claim, new_names
from nonholo.expression.graph import Expr
from nonholo.linear.elimination import echelon
from nonholo.words.sentence import say


def first_integrals(subject: Subject, values: list, i: int) -> Finding:
    """X_J f = 0 for J = 0..m, and f is independent of those before it; h of them say all."""
    constant = claim(subject, lambda level: _along_all(level, level.read(values[i])))
    if constant.status != HOLDS:
        return constant
    rank = _rank(subject.numeric, [subject.numeric.read(f) for f in values[: i + 1]])
    if rank <= i:
        return fails(say("constant, but a function of those before it"))
    h = subject.check.relations
    if h is not None and rank > h:
        return fails(
            say(
                "{rank} independent first integrals are listed, and there are h = {h}",
                rank=rank,
                h=h,
            )
        )
    return holds(
        say(
            "{detail}; number {rank} of h = {h}{as_functions}",
            detail=constant.detail,
            rank=rank,
            h=h,
            as_functions=_as_functions(subject, values[: i + 1], h),
        )
    )


def _as_functions(subject: Subject, values: list, h: int | None) -> str:
    """Whether the first integrals that were found are functions of the published ones; asked at
    the last of these.
    """
    level = subject.numeric
    functions = [f.function.subs(level.values) for f in subject.symbolic.integrals.together]
    if len(values) != h or len(functions) != h:
        return ""
    both = _rank(level, [*(level.read(f) for f in values), *functions])
    return say("; those found are functions of them") if both == h else ""


def _along_all(level: Level, f: Expr, relations: Sequence[Expr] = ()) -> Decision:
    """f is constant along the distribution (where the relations hold)."""
    d = level.distribution
    slopes = (d.X(J, f) for J in range(d.m + 1))
    return all_zero_on(slopes, (*level.system.holonomic, *relations))


def _rank(level: Level, functions: Sequence[Expr]) -> int:
    """The generic rank of the differentials in (t, q)."""
    variables = (level.chart.t, *level.chart.q)
    return echelon(level.chart.graph, [[f.diff(x) for x in variables] for f in functions]).rank


def certificates(subject: Subject, values: list, i: int) -> Finding:
    """sum_l mu_l w_l = dG, component by component, identically in (t, q).

    Raises NotAStatement where there are not as many multipliers as constraints.
    """
    factors, potential = entry(values[i], "multipliers", list), entry(values[i], "potential", str)
    rows = _rows(subject, len(factors))

    def question(level: Level) -> Decision:
        forms = [level.system.pfaffian.form(l) for l in rows]
        mu, G = [level.read(f) for f in factors], level.read(potential)
        variables, add = (level.chart.t, *level.chart.q), level.chart.graph.add
        return all_zero(
            add(*(m * form[j] for m, form in zip(mu, forms))) - G.diff(x)
            for j, x in enumerate(variables)
        )

    return claim(subject, question)


def _rows(subject: Subject, count: int) -> range:
    """The rows that `count` multipliers are for: those of `constraints`, or all of them."""
    k = subject.case.system.pfaffian.k
    if count not in (k, k - subject.offset):
        raise NotAStatement(say("{count} multipliers for {k} constraints", count=count, k=k))
    return range(k - count, k)


def integral_manifold(subject: Subject, values: list, i: int) -> Finding:
    """g_i = 0, together with the others, is tangent to the distribution for all C1, C2, ..."""
    constants = new_names(subject, values)

    def question(level: Level) -> Decision:
        manifold = [level.read(g, constants) for g in values]
        return _along_all(level, manifold[i], manifold)

    return claim(subject, question)


RULES = {
    "first_integrals": listed(first_integrals),
    "certificates": listed(certificates),
    "integral_manifold": listed(integral_manifold),
}
