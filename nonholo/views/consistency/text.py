"""The steps of the constraint algorithm, and what it ends with."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from nonholo.views.page.rows import table
from nonholo.views.page.values import SCHEMA, shown
from nonholo.views.page.words import count

if TYPE_CHECKING:
    from nonholo.dynamics.consistency import Consistency, Step

WORDS = {True: "CONSISTENT", False: "CONTRADICTORY", None: "UNDECIDED"}
OUTCOMES = {
    "new": "a new constraint",
    "contradiction": "never true: a contradiction",
    "falls apart": "a product: each factor for itself",
}


def consistency_text(consistency: Consistency, name: str = "") -> str:
    """The text of `nonholo consistency`."""
    return "\n".join([*([name] if name else []), *consistency_lines(consistency)])


def consistency_lines(consistency: Consistency) -> list[str]:
    """The verdict, the steps, and what is left."""
    return [f"{WORDS[consistency.consistent]}: {_ending(consistency)}", *_lines(consistency)]


def _ending(consistency: Consistency) -> str:
    hidden = sum(step.outcome == "new" for step in consistency.steps)
    told = f"{count(hidden, 'hidden constraint')} found" if hidden else "no hidden constraint"
    if consistency.consistent is None:
        return f"{told}; {consistency.reason}" if consistency.reason else told
    if consistency.consistent is False:
        return f"no motion obeys all equations; {told} before"
    if consistency.branches:
        return f"{told}; the states fall apart into {len(consistency.branches)} sets"
    return told


def _lines(consistency: Consistency) -> list[str]:
    rows = [(f"step {i}", step_words(step)) for i, step in enumerate(consistency.steps, start=1)]
    if consistency.consistent and not consistency.branches:
        rows += _left(consistency)
    lines = table(rows)
    for condition, branch in consistency.branches:
        lines += ["", f"  where {shown(condition)} = 0"]
        inner = consistency_lines(branch)
        lines += [f"    {line}" for line in inner]
    return lines


def step_words(step: Step) -> str:
    """One condition, what became of it, and the equations it comes from."""
    sources = "; ".join(step.sources)
    return f"{shown(step.value)} = 0, {OUTCOMES[step.outcome]}  (from {sources})"


def _left(consistency: Consistency) -> list[tuple[str, str]]:
    told = [f"{s} = {shown(e)}" for s, e in consistency.values]
    told += [f"{shown(r)} = 0" for r in consistency.relations]
    rows = [("states", f"{'; '.join(told) or 'all'}; dimension {consistency.dimension} in (q, q')")]
    if consistency.freedom:
        names = ", ".join(f"{n}''" for n in consistency.free)
        rows.append(
            ("not determined", f"{names}; {consistency.freedom} may be any functions of time")
        )
    if consistency.loose:
        rows.append(
            ("multipliers", f"{consistency.loose} not determined: reactions that oppose others")
        )
    where = [f"{shown(c)} != 0" for c in consistency.conditions]
    return rows + ([("where", "; ".join(where))] if where else [])


def consistency_record(consistency: Consistency, name: str = "") -> dict[str, Any]:
    """The record of `nonholo consistency --json`."""
    return {"schema": SCHEMA, "name": name, **found_record(consistency)}


def found_record(consistency: Consistency) -> dict[str, Any]:
    """The same below a key of another record."""
    record: dict[str, Any] = {
        "consistent": consistency.consistent,
        "steps": [
            {
                "level": step.level,
                "condition": shown(step.value),
                "outcome": step.outcome,
                "sources": list(step.sources),
            }
            for step in consistency.steps
        ],
        "states": {str(s): shown(e) for s, e in consistency.values},
        "relations": [shown(r) for r in consistency.relations],
        "dimension": consistency.dimension
        if consistency.consistent and not consistency.branches
        else None,
        "not_determined": list(consistency.free),
        "freedom": consistency.freedom,
        "multipliers_not_determined": consistency.loose,
        "not_zero": [shown(c) for c in consistency.conditions],
        "branches": [
            {"condition": shown(condition), **found_record(branch)}
            for condition, branch in consistency.branches
        ],
    }
    return record | ({"reason": consistency.reason} if consistency.reason else {})
