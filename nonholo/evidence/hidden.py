"""The certificate of a verdict with hidden constraints: each from those before it, and one
certificate on each set that is left.

    sum_l c_l w_l + sum_j f_j theta_j = u p_1^e_1 ... p_r^e_r dt

The constraint algorithm says which p are met; c spans the combinations without velocities where the
levels have been put in, theta is what is divided by them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

from nonholo import verifier
from nonholo.dynamics.consistency import Consistency, Step, followed
from nonholo.dynamics.states import unsure_factors
from nonholo.dynamics.system import System
from nonholo.errors import OutOfReach
from nonholo.evidence import small
from nonholo.evidence.problem import digest, problem_of
from nonholo.expression.graph import Expr
from nonholo.expression.text import text
from nonholo.findings.verdict import Verdict
from nonholo.geometry.distribution.displacements import clear
from nonholo.linear.elimination import dot, echelon, vanishes
from nonholo.readers.case import Case
from nonholo.readers.own import own_copy
from nonholo.signs.factored import factored
from nonholo.verifier.document import STATED
from nonholo.words.sentence import say

SCHEMA = 3
ROUNDS = 4  # of divisions by all levels
EVIDENCE = ("point", "claims")


def hidden_certificate(check: Verdict) -> dict[str, Any]:
    """The certificate of a verdict on a set with hidden constraints, or on each of the sets into
    which states fall apart.  Raises OutOfReach."""
    case = own_copy(_as_written(check))
    problem = problem_of(case)
    ending, system = followed(replace(case.system, lagrangian=None))
    shown = [one.verdict for one in check.branches] if check.branches else [check]
    known = {_path(one.case.hidden): one for one in shown if one is not None}
    made = {
        "certificate": SCHEMA,
        "problem": problem,
        "sha256": digest(problem),
        "hidden": _Writer(system, problem, known).after(ending.steps, ending, ()),
    }
    result = verifier.verify(made)
    if result.status != "accepted":
        raise OutOfReach(say("{where}: {why}", where=result.where, why=result.why))
    return made


def _as_written(check: Verdict) -> Case:
    """The case without its hidden constraints."""
    case, hidden = check.case, {step.value for step in check.case.hidden}
    rows = case.system.pfaffian
    written = rows.take([l for l, f in enumerate(rows.functions) if f is None or f not in hidden])
    return replace(case, system=replace(case.system, pfaffian=written), hidden=())


def _path(steps: Sequence[Step]) -> tuple[str, ...]:
    return tuple(text(step.value) for step in steps)


class _Writer:
    """Steps and sets of one case.

    known: verdicts, by the texts of their hidden constraints.
    """

    def __init__(
        self, system: System, problem: dict[str, Any], known: dict[tuple[str, ...], Verdict]
    ):
        rows, self.chart = system.pfaffian, system.chart
        self.problem, self.known = problem, known
        self.functions = [f for f in rows.functions if f is not None]
        moving = [l for l, f in enumerate(rows.functions) if f is None]
        self.forms = [rows.form(l) for l in moving]

    def after(
        self, steps: Sequence[Step], ending: Consistency, levels: tuple[Expr, ...]
    ) -> dict[str, Any] | None:
        """What follows where these levels have been added, or a certificate."""
        if not steps:
            return self.certificate(levels)
        step, *more = steps
        branches = [(step.value, ending)] if step.outcome == "new" else ending.branches
        made, powers = self.step(levels, [p for p, _ in branches])
        sets = []
        for (p, branch), power in zip(branches, powers):
            then = self.after(more or branch.steps * (branch is not ending), branch, (*levels, p))
            sets.append({"level": text(p), "power": power} | ({"then": then} if then else {}))
        return made | {"sets": sets}

    def certificate(self, levels: tuple[Expr, ...]) -> dict[str, Any] | None:
        """What is shown on a set, or that nothing moves there; None if neither is."""
        texts = tuple(map(text, levels))
        if texts not in self.known:
            with suppress(OutOfReach):
                return self.step(levels, [])[0] | {"sets": []}
            return None
        holonomic = [*self.problem["holonomic_constraints"], *texts]
        made = small.certificate(
            self.known[texts], {**self.problem, "holonomic_constraints": holonomic}
        )
        if any("reason" in claim for claim in made["claims"]):
            return None
        return {key: made[key] for key in (*STATED, *EVIDENCE)}

    def step(
        self, levels: tuple[Expr, ...], factors: Sequence[Expr]
    ) -> tuple[dict[str, Any], list[int]]:
        """The combination of which these are the factors, and their powers.  Raises OutOfReach."""
        put, solved = self.solved([*self.functions, *levels])
        functions = [f.subs(put) for f in (*self.functions, *levels)]
        rows, reduced = self.rows(functions, put), [p.subs(put) for p in factors]
        for combination, theta, condition in self.conditions(rows, functions):
            powers, unit = self.powers(condition, reduced)
            if all(powers) and not unit.is_zero and unsure_factors(unit, self.chart) == []:
                cofactors = self.cofactors(rows, functions, combination, theta, condition)
                if cofactors is not None:
                    told = {str(l): text(c) for l, c in enumerate(combination) if not c.is_zero}
                    identity = {"combination": told, "cofactors": cofactors, "times": text(unit)}
                    return {"solved": solved, **identity}, powers
        product = " * ".join(f"({text(p)})" for p in factors) or "1"
        raise OutOfReach(say("how {condition} = 0 follows was not found", condition=product))

    def solved(
        self, functions: Sequence[Expr]
    ) -> tuple[dict[Expr, Expr], list[dict[str, int | str]]]:
        """The coordinates for which levels are solved, one after the other."""
        put: dict[Expr, Expr] = {}
        solved: list[dict[str, int | str]] = []
        for l, f in enumerate(functions):
            f = f.subs(put)
            for name, q in zip(self.chart.names, self.chart.q):
                slope = f.diff(q)
                if slope.is_number and not slope.is_zero:
                    phi = -f.subs({q: self.chart.graph.zero}) / slope
                    put = {z: e.subs({q: phi}) for z, e in put.items()} | {q: phi}
                    solved.append({"row": l, "coordinate": name})
                    break
        return put, solved

    def rows(self, functions: Sequence[Expr], put: dict[Expr, Expr]) -> list[list[Expr]]:
        """Forms of the levels, and of the other rows where some have been put in."""
        graph, variables = self.chart.graph, (self.chart.t, *self.chart.q)
        rows = [[f.diff(v) for v in variables] for f in functions]
        for form in self.forms:
            entries = [e.subs(put) for e in form]
            lost = [(entries[i], put[v]) for i, v in enumerate(variables) if v in put]
            rows.append(
                [
                    graph.zero if v in put else graph.add(e, *(a * phi.diff(v) for a, phi in lost))
                    for e, v in zip(entries, variables)
                ]
            )
        return rows

    def conditions(
        self, rows: Sequence[Sequence[Expr]], functions: Sequence[Expr]
    ) -> Iterator[tuple[list[Expr], list[Expr], Expr]]:
        """Combinations of the rows that are a function times dt on the levels, and levels times dt
        that are another one on the others."""
        graph = self.chart.graph
        none = [graph.zero] * len(functions)
        still = [form[0] for form in rows]
        for idle in echelon(graph, [form[1:] for form in rows]).idle:
            condition = dot(graph, idle, still)
            if not vanishes(condition):
                *combination, condition = clear([*idle, condition])
                yield combination, none, condition
                yield combination, none, self.divided(condition, functions)[1]
        for l, f in enumerate(functions):
            others = [*functions[:l], *functions[l + 1 :]]
            alone = [graph.one if i == l else graph.zero for i in range(len(functions))]
            yield none + [graph.zero] * len(self.forms), alone, self.divided(f, others)[1]

    def powers(self, condition: Expr, factors: Sequence[Expr]) -> tuple[list[int], Expr]:
        """The powers of the factors in a condition, and what else it holds."""
        content, inner = factored(condition)
        unit, powers = self.chart.graph.number(content), [0] * len(factors)
        for f, e in inner:
            ratios = [factored(f / p) for p in factors]
            i = next((i for i, (_, left) in enumerate(ratios) if not left), None)
            if i is None:
                unit *= f**e
            else:
                powers[i] += e
                unit *= ratios[i][0] ** e
        return powers, unit

    def cofactors(
        self,
        rows: Sequence[Sequence[Expr]],
        functions: Sequence[Expr],
        combination: Sequence[Expr],
        theta: Sequence[Expr],
        condition: Expr,
    ) -> dict[str, dict[str, str]] | None:
        """What is left of a combination, divided by the levels; None where more is left."""
        graph, names = self.chart.graph, ("t", *self.chart.names)
        made: dict[str, dict[str, str]] = {}
        for v, name in enumerate(names):
            left = -dot(graph, combination, [form[v] for form in rows])
            if name == "t":
                left += condition - dot(graph, theta, functions)
            quotients, left = self.divided(left, functions)
            if not vanishes(left):
                return None
            for l, quotient in enumerate(quotients):
                quotient += theta[l] if name == "t" else graph.zero
                if not quotient.is_zero:
                    made.setdefault(str(l), {})[name] = text(quotient)
        return made

    def divided(self, e: Expr, functions: Sequence[Expr]) -> tuple[list[Expr], Expr]:
        """Quotients of a division by the levels in turn, and what is left."""
        quotients = [self.chart.graph.zero] * len(functions)
        for l, f in list(enumerate(functions)) * ROUNDS:
            quotient, e = small.divided(e, f, self.chart.q)
            quotients[l] += quotient
        return quotients, e
