"""Statements about naive substitution: what it gives, and whether that happens to be right.

[expected.naive] names the elimination and is read plainly (Lbar varied as a Lagrangian of its own
coordinates); the reading that chains the dependent coordinates left in Lbar is taken only where its
accelerations fit and the plain ones do not.  [[expected.variants]] name the elimination in words.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from nonholo.decide.zero import Decision, all_zero, decide_zero
from nonholo.dynamics.equations import Motion, motion
from nonholo.dynamics.lagrange import require_lagrangian
from nonholo.expectations.fact import (
    HOLDS,
    Finding,
    NotAStatement,
    Rule,
    boolean,
    each_inside,
    entry,
    fails,
    holds,
    inside,
    listed,
    named,
    unchecked,
    whole,
    words,
)
from nonholo.expectations.subject import Level, Subject, Words, claim, equal, new_names
from nonholo.geometry.distribution.distribution import Distribution
from nonholo.rivals.substituted import partial_split, rows_for, substituted
from nonholo.words.sentence import say, say_many

PLAIN, CHAINED = "plain reading", "dependent coordinates in Lbar chained"


@dataclass(frozen=True)
class Substitution:
    """The velocities a statement eliminates, and in which reading."""

    subject: Subject
    table: Mapping[str, Any]

    @property
    def names(self) -> tuple[str, ...]:
        """The velocities put into L: those stated, else all dependent ones."""
        d = self.subject.levels[0].distribution
        stated = entry(self.table, "eliminate", list) if "eliminate" in self.table else []
        return tuple(map(str, stated)) or d.names(d.dependent)

    @property
    def stated(self) -> Mapping[str, Any]:
        """The naive accelerations that are stated."""
        return entry(self.table, "accel", Mapping) if "accel" in self.table else {}

    @cached_property
    def reading(self) -> str:
        return CHAINED if not self._fits(PLAIN) and self._fits(CHAINED) else PLAIN

    def _fits(self, reading: str) -> bool:
        return all(
            _acceleration(self, reading, e, n).status == HOLDS for n, e in self.stated.items()
        )

    def motion(self, level: Level, reading: str) -> Motion:
        return motion(substituted(level.system, level.distribution, self.names, reading == CHAINED))

    def solved(self, level: Level) -> tuple[Distribution, tuple[int, ...]]:
        """The part of the constraints that is substituted, and the rows that are kept."""
        return partial_split(rows_for(level.distribution, self.names), self.names)


def _acceleration(rival: Substitution, reading: str, stated: Any, name: str) -> Finding:
    return equal(
        rival.subject,
        stated,
        lambda level: rival.motion(level, reading).accelerations[level.index(name)],
    )


def accel(rival: Substitution, table: Mapping, name: str) -> Finding:
    return _in_reading(rival, _acceleration(rival, rival.reading, table[name], name))


def _in_reading(rival: Substitution, finding: Finding) -> Finding:
    return Finding(finding.status, f"{finding.detail} ({rival.reading})")


def matches_correct(rival: Substitution, stated: Any) -> Finding:
    """Do the substituted equations give the true motion?"""

    def question(level: Level) -> Decision:
        accelerations = rival.motion(level, rival.reading).accelerations
        return level.vanish(a - b for a, b in zip(accelerations, level.motion.accelerations))

    motions = Words(say("the true motion"), say("not the true motion"))
    return _in_reading(rival, claim(rival.subject, question, boolean(stated), motions))


def eliminate(rival: Substitution, stated: Any) -> Finding:
    """The constraints can be solved for the stated velocities."""
    del stated
    partial, retained = rival.solved(rival.subject.levels[0])
    put = ", ".join(partial.names(partial.dependent))
    return holds(say("{put} put into L; constraints kept: {count}", put=put, count=len(retained)))


def keep_constraints(rival: Substitution, values: list, i: int) -> Finding:
    """The stated constraint is one of those that are not substituted."""
    level = rival.subject.levels[0]
    rows = rows_for(level.distribution, rival.names)
    stated = level.case.scope.constraint(str(values[i]))
    partial, retained = rival.solved(level)
    if len(retained) != len(values):
        return fails(
            say_many(
                len(retained),
                "{n} constraint is kept: {names}",
                "{n} constraints are kept: {names}",
                names=", ".join(rows.labels[l] for l in retained),
            )
        )
    same = [decide_zero(rows.value(l) - stated).answer for l in retained]
    if rows is not level.distribution.pfaffian:  # they are told otherwise
        follows = decide_zero(level.distribution.restrict(stated)).answer
        same = [follows and decide_zero(partial.restrict(stated)).answer is False]
    return (
        holds(say("kept"))
        if any(same)
        else fails(say("kept are {names}", names=", ".join(rows.labels[l] for l in retained)))
    )


def lagrangian(rival: Substitution, stated: Any) -> Finding:
    """Lbar = L with the eliminated velocities put in."""
    generic = rival.subject.levels[0]
    if generic.read(stated).has([generic.chart.v[generic.index(n)] for n in rival.names]):
        return fails(say("contains eliminated velocities"))
    return equal(
        rival.subject,
        stated,
        lambda level: rival.solved(level)[0].restrict(require_lagrangian(level.system)),
    )


def general_solution(rival: Substitution, stated: Any) -> Finding:
    """A function of t for the one coordinate whose naive acceleration is stated."""
    if len(rival.stated) != 1:
        return unchecked(say("needed is one stated naive acceleration"))
    (name,), constants = rival.stated, new_names(rival.subject, [stated])

    def question(level: Level) -> Decision:
        chart, x = level.chart, level.read(stated, constants)
        rate = x.diff(chart.t)
        path = {chart.q[level.index(name)]: x, chart.v[level.index(name)]: rate}
        acceleration = (
            rival.motion(level, rival.reading).accelerations[level.index(name)].subs(path)
        )
        if (acceleration + x).has([*chart.q, *chart.v]):
            raise NotAStatement(
                say("the naive equation of {name} is not one for {name} alone", name=name)
            )
        return all_zero([rate.diff(chart.t) - acceleration])

    return claim(rival.subject, question)


NAIVE = {
    "eliminate": whole(eliminate),
    "keep_constraints": listed(keep_constraints),
    "lagrangian": whole(lagrangian),
    "accel": named(accel),
    "matches_correct": whole(matches_correct),
    "general_solution": whole(general_solution),
    "note": words,
}


# variants in words ------------------------------------------------------------------------------
_WORDS = re.compile(r"(?P<names>\w+(?:(?:, | and )\w+)*)(?: only)?(?:, (?P<rest>.*))?")
_RESTS = {
    r"(\w+(?:(?:, | and )\w+)* kept with multipliers?)?": PLAIN,
    r"plain Euler-Lagrange\b.*": PLAIN,
    r"plus (the )?term\b.*": CHAINED,
}


@dataclass(frozen=True)
class Variant(Substitution):
    """A substitution described in words, such as "x only, y kept with multiplier"."""

    @cached_property
    def described(self) -> tuple[tuple[str, ...], str]:
        """The names that are substituted, and how.

        Raises NotAStatement for words that are not understood.
        """
        match = _WORDS.fullmatch(str(self.table.get("substitution", "")))
        manner = (match["rest"] or "") if match else ""
        reading = next((r for p, r in _RESTS.items() if match and re.fullmatch(p, manner)), None)
        if match is None or reading is None:
            raise NotAStatement(say("the words of the substitution are not understood"))
        return tuple(re.split(", | and ", match["names"])), reading

    @property
    def names(self) -> tuple[str, ...]:
        return self.described[0]

    @property
    def reading(self) -> str:
        return self.described[1]


def substitution(variant: Variant, stated: Any) -> Finding:
    return _in_reading(variant, eliminate(variant, stated))


def equation(name: str) -> Rule:
    """The rule for a coordinate with its equation, `name = "nameddot = ..."`."""

    def judge(variant: Variant, stated: Any) -> Finding:
        match = re.fullmatch(rf"{re.escape(name)}(?:ddot|'') = ([^=]+)", str(stated))
        if match is None:
            return unchecked(say('needed is "{name}ddot = ..."', name=name))
        return accel(variant, {name: match[1]}, name)

    return whole(judge)


VARIANT = {"substitution": whole(substitution), "correct": whole(matches_correct), "note": words}

RULES = {
    "naive": inside(NAIVE, Substitution),
    "variants": each_inside(VARIANT, Variant, other=equation),
}
