"""A verdict where hidden constraints leave several sets of states: one on each of them.

    x' = y,  x' = z y      hide   y (z - 1) = 0:      y = 0   or   z - 1 = 0

A motion goes on in one of the sets.  What is said of all of them is what each of them says.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from nonholo.decide.zero import Decision
from nonholo.errors import ConditionLeft, NonholoError, said
from nonholo.findings.completed import Way
from nonholo.findings.verdict import UNDECIDED, Branch, Branched, Verdict, VerdictWord
from nonholo.readers.case import Case
from nonholo.words.sentence import say

DIFFERENT = say(
    "the states in which a motion can go on fall apart, with different answers; an initial state "
    "chooses one"
)
UNPLACED = say(
    "a hidden constraint was not solved for a coordinate, and the rows are not judged on its set"
)


def verdict_on_branches(
    case: Case, ways: Sequence[Way], judge: Callable[[Case], Verdict]
) -> Verdict:
    """The verdict on a case whose states fall apart: that of its sets where they agree.

    case: as it was given; ways: the case on each set; judge: gives the verdict there, and may raise
    what leaves that one open.
    """
    branches = tuple(judged_on(way, judge) for way in ways)
    known = [branch.verdict for branch in branches if branch.verdict is not None]
    rows, whole = case.system.pfaffian, len(known) == len(branches)
    words: set[VerdictWord] = {one.verdict for one in known}
    ranks = {one.independent for one in known}
    bounds = (
        (min(one.bounds[0] for one in known), max(one.bounds[1] for one in known))
        if whole
        else (0, rows.chart.n)
    )
    agreed = whole and bounds[0] == bounds[1] and len(words) == len(ranks) == 1
    weakest = min((one.evidence for one in known), key=lambda e: e.proved, default=None)
    reason = DIFFERENT if len(ways) > 1 else branches[0].reason
    evidence = weakest if agreed and weakest is not None else Decision(None, reason=reason)
    word = words.pop() if whole and len(words) == 1 else UNDECIDED
    return Verdict(
        case=case,
        verdict=word,
        full=rows,
        independent=ranks.pop() if whole and len(ranks) == 1 else None,
        bounds=bounds,
        proved=bounds if whole and all(one.evidence.proved for one in known) else (0, rows.chart.n),
        evidence=evidence,
        joint=Decision(None, reason=reason),
        forms=(),
        closure=None,
        accessible=None,
        detail=Branched(branches, "tq" if any(one.space == "tq" for one in known) else rows.space),
    )


def judged_on(way: Way, judge: Callable[[Case], Verdict]) -> Branch:
    """The verdict on one set of states, or why it is open.

    way: the set; judge: gives the verdict there, and may raise what leaves it open.
    """
    if way.case is None:
        return Branch(way.words, None, way.reason)
    try:
        return Branch(way.words, judge(way.case))
    except ConditionLeft:
        return Branch(way.words, None, UNPLACED)
    except NonholoError as error:
        return Branch(way.words, None, said(error))
