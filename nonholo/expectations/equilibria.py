"""Statements about configurations of rest, and about the friction that rolling needs."""

from __future__ import annotations

from collections.abc import Mapping

from nonholo.dynamics.rest_verdict import UNDECIDED
from nonholo.errors import InadmissibleState, said
from nonholo.expectations.fact import Finding, NotAStatement, entry, fails, holds, listed, unchecked
from nonholo.expectations.subject import Subject
from nonholo.expression.graph import Expr
from nonholo.findings.equilibrium import equilibrium
from nonholo.findings.friction import friction
from nonholo.linear.elimination import vanishes
from nonholo.words.sentence import say

KEYS = ("at", "rest", "stability", "multipliers")


def equilibria(subject: Subject, values: list, i: int) -> Finding:
    """One configuration: the case can rest there, or not; with which multipliers, how stable.

    Raises NotAStatement for a key that is not known.
    """
    table = values[i]
    at = {name: str(text) for name, text in entry(table, "at", Mapping).items()}
    unknown = [key for key in table if key not in KEYS]
    if unknown:
        raise NotAStatement(
            say("unknown key {unknown}; known: {names}", unknown=unknown[0], names=", ".join(KEYS))
        )
    wanted = table.get("rest", True)
    try:
        answer = equilibrium(subject.given, at=at)
    except InadmissibleState as error:
        return fails(said(error)) if wanted else holds(said(error))
    if not wanted:
        return fails(say("the case can rest there"))
    (one,) = answer.found
    told = one.stability.verdict
    if table.get("stability", told) != told:
        detail = f"stability: {told} ({one.stability.reason})"
        return unchecked(detail) if told == UNDECIDED else fails(detail)
    numbers = dict(answer.case.system.values)
    known = [m for m in one.multipliers or () if isinstance(m, Expr)]
    for text, value in zip(table.get("multipliers", known), known, strict=True):
        stated = answer.case.scope.expression(text) if isinstance(text, str) else text
        if not vanishes((stated - value).subs(numbers)):
            return fails(say("multiplier {value}, stated was {text}", value=value, text=text))
    return holds(say("rests there, {told}", told=told))


def coefficients(subject: Subject, values: list, i: int) -> Finding:
    """The coefficient of friction that rolling needs at the contact of this number.

    Raises NotAStatement where there is no such contact.
    """
    rolling = friction(subject.given)
    if i >= len(rolling.contacts):
        raise NotAStatement(say("there are {count} contacts", count=len(rolling.contacts)))
    needed = rolling.contacts[i].needed
    if needed is None:
        return fails(say("nothing presses the body to the ground"))
    stated = rolling.case.scope.expression(str(values[i]))
    if vanishes(needed - stated**2):
        return holds(say("(R_t/N)^2 is the square of {values}", values=values[i]))
    return fails(
        say(
            "(R_t/N)^2 = {needed}, stated was the square of {values}",
            needed=needed,
            values=values[i],
        )
    )


RULES = {"equilibria": listed(equilibria), "friction": listed(coefficients)}
