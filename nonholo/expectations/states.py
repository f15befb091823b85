"""Statements about the states that let a motion go on: what the constraint algorithm ends with."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from nonholo.expectations.fact import Finding, NotAStatement, fails, holds, unchecked, whole
from nonholo.expectations.subject import Subject
from nonholo.findings.consistency import consistency

KEYS = ("consistent", "hidden", "free", "dimension")


def ending(subject: Subject, table: Any) -> Finding:
    """consistent or not, how many hidden constraints, free accelerations, the dimension in (q,
    q').
    """
    if not isinstance(table, Mapping) or not set(table) <= set(KEYS):
        raise NotAStatement(f"needed is a table of {', '.join(KEYS)}")
    found = consistency(subject.given)
    if found.consistent is None:
        return unchecked(found.reason)
    own = {
        "consistent": found.consistent,
        "hidden": sum(step.outcome == "new" for step in found.steps),
        "free": list(found.free),
        "dimension": found.dimension,
    }
    wrong = [f"{key}: {own[key]}" for key in table if table[key] != own[key]]
    return fails("; ".join(wrong)) if wrong else holds("by the constraint algorithm")


RULES = {"consistency": whole(ending)}
