"""A verdict on each of the sets into which states fall apart, in words and as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from nonholo.errors import asking, given_under
from nonholo.views.consistency.text import hidden_record
from nonholo.views.page import counts
from nonholo.views.verdict import words
from nonholo.words.language import tell, told
from nonholo.words.sentence import say

if TYPE_CHECKING:
    from nonholo.findings.verdict import Branch, Verdict

WHERE = say("where")


def sentence(check: Verdict) -> str:
    """What the verdict on all sets means."""
    if len(check.branches) == 1:
        return tell("the verdict is open where the condition holds that these constraints hide")
    if check.verdict == "undecided":
        return tell("the states in which a motion can go on fall apart: each set has its answer")
    return tell("so on each set into which the states where a motion can go on fall apart")


def lines(check: Verdict) -> list[str]:
    """One line for each set: where it is, and the verdict there."""
    return [line(branch) for branch in check.branches]


def line(branch: Branch) -> str:
    """Where one set is, and the verdict there."""
    one = branch.verdict
    if one is None:
        return tell("{where}:  undecided: {reason}", where=branch.words, reason=told(branch.reason))
    said = f"{branch.words}:  {words.headline(one)}"
    if one.independent is not None:
        said += f", {counts.independent_constraints(one.independent)}"
    said += "" if one.relations is None else f", h = {one.relations}"
    if one.growth is not None and one.growth.complete:
        steps = f"({', '.join(map(str, one.growth.vector))})"
        said = tell("{said}, growth {growth}", said=said, growth=steps)
    return said


def remarks(check: Verdict) -> list[str]:
    """How one of the sets is chosen, and where each comes from."""
    looked_at = words.read_so(check)
    if len(check.branches) == 1:
        return [*looked_at, tell("{ask} tells the steps", ask=told(asking("consistency")))]
    first = check.branches[0].words.split(", ")[0]
    chosen = tell(
        "one of them is chosen by its condition as a further constraint, such as "
        '"{first}", or by an initial state on it alone, {where}: then everything is told of it',
        first=first,
        where=told(given_under("initial")),
    )
    return [*looked_at, chosen]


def record(branch: Branch) -> dict[str, Any]:
    """What is found on one set; null means undecided."""
    one = branch.verdict
    keys: dict[str, Any] = {"condition": branch.words}
    if one is None:
        return keys | {"verdict": "undecided", "reason": told(branch.reason)}
    growth = one.growth
    return keys | {
        "verdict": one.verdict,
        "holonomic_relations": one.relations,
        "independent_constraints": one.independent,
        "growth_vector": None if growth is None or not growth.complete else list(growth.vector),
        "accessible": one.accessible,
        **hidden_record(one.case.hidden),
    }
