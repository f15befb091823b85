"""The published facts of a case, below [expected] in its file, against what the package finds.

    judge(case) -> Facts, each "holds" (proved), "fails" (refuted) or "unchecked" (with the reason)

Nothing is sampled and nothing rests on floating point, except statements about numerical motions
(`motion.py`), which say so.  To add a statement, write its judge into the file of its family, and
name it in the RULES there."""

from __future__ import annotations

from difflib import get_close_matches
from pathlib import Path

from nonholo.dossier.dossier import Dossier, analyze
from nonholo.expectations import (
    dynamics,
    equilibria,
    geometry,
    integrals,
    linear,
    motion,
    naive,
    paths,
    singular,
    states,
    vakonomic,
)
from nonholo.expectations.fact import FAILS, HOLDS, UNCHECKED, Fact, Rule, never, no_rule, words
from nonholo.expectations.subject import subject
from nonholo.readers.case import Case
from nonholo.words.sentence import say

PROSE = (
    "path",
    "general",
    "critical_rolling",
    "critical_spinning",
    "note",
    "results",
    "integrals",
    "measure",
    "release",
    "no_slip",
    "reachable",
    "circular_orbit",
    "reduced",
    "see",
    "criterion",
)

RULES: dict[str, Rule] = {
    **geometry.RULES,
    **singular.RULES,
    **integrals.RULES,
    **dynamics.RULES,
    **naive.RULES,
    **paths.RULES,
    **vakonomic.RULES,
    **motion.RULES,
    **linear.RULES,
    **equilibria.RULES,
    **states.RULES,
    **dict.fromkeys(PROSE, words),
}
SETTINGS = ("sample",)  # where to look, for those who sample; no statement


def judge(given: Dossier | Case | str | Path) -> tuple[Fact, ...]:
    """Every published fact of a case, in the order of its file, and whether it holds.

    given: a case, the path of its file, or a dossier.

    >>> from nonholo.readers.case_file import parse_case
    >>> judge(parse_case('''
    ... coordinates = ["x", "y", "z"]
    ... constraints = ["dz = y dx"]
    ... expected.holonomic = true
    ... '''))
    (Fact(key='holonomic', status='fails', detail='verdict: nonholonomic'),)
    """
    analysis = given if isinstance(given, Dossier) else analyze(given)
    about = subject(analysis)
    return tuple(
        fact
        for key, value in analysis.case.expected.items()
        if key not in SETTINGS
        for fact in _rule(key)(about, key, value)
    )


def _rule(key: str) -> Rule:
    """The rule of a key; of a key without one it is said which was perhaps meant."""
    near = get_close_matches(key, RULES, 1, 0.8)
    return RULES.get(key) or (
        never(say("no rule for this key; did you mean {near}?", near=near[0])) if near else no_rule
    )


__all__ = ["FAILS", "HOLDS", "RULES", "UNCHECKED", "Fact", "judge"]
