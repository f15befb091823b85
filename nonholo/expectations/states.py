"""Statements about the states that let a motion go on: what the constraint algorithm ends with."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from nonholo.expectations.fact import Finding, NotAStatement, fails, holds, unchecked, whole
from nonholo.expectations.subject import Subject
from nonholo.findings.consistency import consistency
from nonholo.words.sentence import say

KEYS = ("consistent", "hidden", "free", "dimension")


def ending(subject: Subject, table: Any) -> Finding:
    """consistent or not, how many hidden constraints, free accelerations, the dimension in (q,
    q').

    Raises NotAStatement for what is no such table.
    """
    if not isinstance(table, Mapping) or not set(table) <= set(KEYS):
        raise NotAStatement(say("needed is a table of {names}", names=", ".join(KEYS)))
    answer = consistency(subject.given)
    if answer.consistent is None:
        return unchecked(answer.reason)
    computed = {
        "consistent": answer.consistent,
        "hidden": sum(step.outcome == "new" for step in answer.steps),
        "free": list(answer.free),
        "dimension": answer.dimension,
    }
    wrong = [f"{key}: {computed[key]}" for key in table if table[key] != computed[key]]
    return fails("; ".join(wrong)) if wrong else holds(say("by the constraint algorithm"))


RULES = {"consistency": whole(ending)}
