"""The steps of the constraint algorithm, and what it ends with."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from nonholo.views.page.rows import table
from nonholo.views.page.values import SCHEMA, shown
from nonholo.words.language import tell, tell_many, told
from nonholo.words.sentence import say

if TYPE_CHECKING:
    from nonholo.dynamics.consistency import Consistency, Step

WORDS = {True: say("CONSISTENT"), False: say("CONTRADICTORY"), None: say("UNDECIDED")}
OUTCOMES = {
    "new": say("a new constraint"),
    "contradiction": say("never true: a contradiction"),
    "at single times": say("true at single times only: a contradiction"),
    "falls apart": say("a product: each factor for itself"),
}


def consistency_text(consistency: Consistency, name: str = "") -> str:
    """The text of `nonholo consistency`."""
    return "\n".join([*([told(name)] if name else []), *consistency_lines(consistency)])


def consistency_lines(consistency: Consistency) -> list[str]:
    """The verdict, the steps, and what is left."""
    return [consistency_verdict(consistency), *_lines(consistency)]


def consistency_verdict(consistency: Consistency) -> str:
    """Consistent or not, and how many constraints were hidden."""
    return f"{told(WORDS[consistency.consistent])}: {_ending(consistency)}"


def _ending(consistency: Consistency) -> str:
    hidden = sum(step.outcome == "new" for step in consistency.steps)
    met = (
        tell_many(hidden, "{n} hidden constraint found", "{n} hidden constraints found")
        if hidden
        else tell("no hidden constraint")
    )
    if consistency.consistent is None:
        return f"{met}; {told(consistency.reason)}" if consistency.reason else met
    if consistency.consistent is False and (letters := _special(consistency)):
        return tell(
            "no motion obeys all equations for almost all values of {letters}; {met} before",
            letters=", ".join(letters),
            met=met,
        )
    if consistency.consistent is False:
        return tell("no motion obeys all equations; {met} before", met=met)
    if consistency.branches:
        sets = len(consistency.branches)
        return tell("{met}; the states fall apart into {sets} sets", met=met, sets=sets)
    return met


def _special(consistency: Consistency) -> list[str]:
    """The parameters with special values for which a motion may be there after all."""
    ends = [consistency.steps[-1].special] if not consistency.branches else []
    inner = [_special(branch) for _, branch in consistency.branches]
    return sorted({name for end in (*ends, *inner) for name in end})


def _lines(consistency: Consistency) -> list[str]:
    lines = table(consistency_rows(consistency))
    for condition, branch in consistency.branches:
        lines += ["", tell("  where {condition} = 0", condition=shown(condition))]
        inner = consistency_lines(branch)
        lines += [f"    {line}" for line in inner]
    return lines


def consistency_rows(consistency: Consistency) -> list[tuple[str, str]]:
    """The steps and what is left, each with its label."""
    numbered = enumerate(consistency.steps, start=1)
    rows = [(tell("step {i}", i=i), step_words(step)) for i, step in numbered]
    if consistency.consistent and not consistency.branches:
        rows += _left(consistency)
    return rows


def step_words(step: Step) -> str:
    """One condition, what became of it, and the equations it comes from."""
    outcome = (
        tell(
            "true for special values of {letters} only: a contradiction for all others",
            letters=", ".join(step.special),
        )
        if step.special
        else told(OUTCOMES["at single times" if step.at_times else step.outcome])
    )
    return tell(
        "{value} = 0, {outcome}  (from {sources})",
        value=shown(step.value),
        outcome=outcome,
        sources="; ".join(map(told, step.sources)),
    )


def _left(consistency: Consistency) -> list[tuple[str, str]]:
    known = [f"{s} = {shown(e)}" for s, e in consistency.values]
    known += [f"{shown(r)} = 0" for r in consistency.relations]
    states = tell(
        "{states}; dimension {dimension} in (q, q')",
        states="; ".join(known) or tell("all"),
        dimension=consistency.dimension,
    )
    rows = [(tell("states"), states)]
    if consistency.freedom:
        names = ", ".join(f"{n}''" for n in consistency.free)
        rows.append(
            (
                tell("not determined"),
                tell(
                    "{names}; {freedom} may be any functions of time",
                    names=names,
                    freedom=consistency.freedom,
                ),
            )
        )
    if consistency.loose:
        rows.append(
            (
                tell("multipliers"),
                tell(
                    "{loose} not determined: reactions that oppose others",
                    loose=consistency.loose,
                ),
            )
        )
    where = [f"{shown(c)} != 0" for c in consistency.conditions]
    return rows + ([(tell("where"), "; ".join(where))] if where else [])


def consistency_record(consistency: Consistency, name: str) -> dict[str, Any]:
    """The record of `nonholo consistency --json`."""
    return {"schema": SCHEMA, "name": name, **outcome_record(consistency)}


def outcome_record(consistency: Consistency) -> dict[str, Any]:
    """The same below a key of another record."""
    record: dict[str, Any] = {
        "consistent": consistency.consistent,
        "steps": [
            {
                "level": step.level,
                "condition": shown(step.value),
                "outcome": step.outcome,
                "sources": list(step.sources),
                **({"special": list(step.special)} if step.special else {}),
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
            {"condition": shown(condition), **outcome_record(branch)}
            for condition, branch in consistency.branches
        ],
    }
    return record | ({"reason": consistency.reason} if consistency.reason else {})


def hidden_record(hidden: Sequence[Step]) -> dict[str, Any]:
    """The constraints that the algorithm added to those given; no key where there are none."""
    told_of = [{"condition": shown(s.value), "sources": list(s.sources)} for s in hidden]
    return {"hidden_constraints": told_of} if told_of else {}
