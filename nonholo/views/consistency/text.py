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


def consistency_text(found: Consistency, name: str = "") -> str:
    """The text of `nonholo consistency`."""
    return "\n".join([*([name] if name else []), *consistency_lines(found)])


def consistency_lines(found: Consistency) -> list[str]:
    """The verdict, the steps, and what is left."""
    return [f"{WORDS[found.consistent]}: {_ending(found)}", *_lines(found)]


def _ending(found: Consistency) -> str:
    hidden = sum(step.outcome == "new" for step in found.steps)
    told = f"{count(hidden, 'hidden constraint')} found" if hidden else "no hidden constraint"
    if found.consistent is None:
        return f"{told}; {found.reason}" if found.reason else told
    if found.consistent is False:
        return f"no motion obeys all equations; {told} before"
    if found.branches:
        return f"{told}; the states fall apart into {len(found.branches)} sets"
    return told


def _lines(found: Consistency) -> list[str]:
    rows = [(f"step {i}", step_words(step)) for i, step in enumerate(found.steps, start=1)]
    if found.consistent and not found.branches:
        rows += _left(found)
    lines = table(rows)
    for condition, branch in found.branches:
        lines += ["", f"  where {shown(condition)} = 0"]
        inner = consistency_lines(branch)
        lines += [f"    {line}" for line in inner]
    return lines


def step_words(step: Step) -> str:
    """One condition, what became of it, and the equations it comes from."""
    sources = "; ".join(step.sources)
    return f"{shown(step.value)} = 0, {OUTCOMES[step.outcome]}  (from {sources})"


def _left(found: Consistency) -> list[tuple[str, str]]:
    told = [f"{s} = {shown(e)}" for s, e in found.values]
    told += [f"{shown(r)} = 0" for r in found.relations]
    rows = [("states", f"{'; '.join(told) or 'all'}; dimension {found.dimension} in (q, q')")]
    if found.freedom:
        names = ", ".join(f"{n}''" for n in found.free)
        rows.append(("not determined", f"{names}; {found.freedom} may be any functions of time"))
    if found.loose:
        rows.append(("multipliers", f"{found.loose} not determined: reactions that oppose others"))
    where = [f"{shown(c)} != 0" for c in found.conditions]
    return rows + ([("where", "; ".join(where))] if where else [])


def consistency_record(found: Consistency, name: str = "") -> dict[str, Any]:
    """The record of `nonholo consistency --json`."""
    return {"schema": SCHEMA, "name": name, **found_record(found)}


def found_record(found: Consistency) -> dict[str, Any]:
    """The same below a key of another record."""
    record: dict[str, Any] = {
        "consistent": found.consistent,
        "steps": [
            {
                "level": step.level,
                "condition": shown(step.value),
                "outcome": step.outcome,
                "sources": list(step.sources),
            }
            for step in found.steps
        ],
        "states": {str(s): shown(e) for s, e in found.values},
        "relations": [shown(r) for r in found.relations],
        "dimension": found.dimension if found.consistent and not found.branches else None,
        "not_determined": list(found.free),
        "freedom": found.freedom,
        "multipliers_not_determined": found.loose,
        "not_zero": [shown(c) for c in found.conditions],
        "branches": [
            {"condition": shown(condition), **found_record(branch)}
            for condition, branch in found.branches
        ],
    }
    return record | ({"reason": found.reason} if found.reason else {})
