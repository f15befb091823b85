"""Where the answer of a check holds if holonomic constraints fix the level: in words and as
JSON.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from nonholo.views.page.words import shown
from nonholo.views.verdict.words import verdict_word
from nonholo.words.language import tell, told

if TYPE_CHECKING:
    from nonholo.findings.verdict import Verdict


def lines(check: Verdict) -> list[tuple[str, str]]:
    """The rows of a check that say which set is meant; nothing where only differentials were
    judged.
    """
    where = check.on_set
    if where is None or (all(f is not None for f in check.full.functions) and not where.words):
        return []
    sentences = [
        tell("what is said holds where the holonomic constraints do, {how}", how=_how(check))
    ]
    sentences += [told(where.words)] if where.words else []
    sentences += [
        tell(
            "where {conditions}: {verdict}, h = {h}",
            conditions=words,
            verdict=verdict_word(verdict),
            h=tell("undecided") if h is None else h,
        )
        for words, verdict, h in where.parts
    ]
    if where.parts and (check.relations is None or where.several):
        first = where.parts[0][0]
        sentences.append(
            tell(
                "rows, displacements and relations shown are those where {conditions}",
                conditions=first,
            )
        )
    return [(tell("on f = 0"), line) for line in sentences]


def _how(check: Verdict) -> str:
    where = check.on_set
    if where.solved is not None:
        solved = ", ".join(f"{s} = {shown(e)}" for s, e in where.solved.sheet.values.items())
        return tell("with {solved} put in", solved=solved)
    names = check.full.chart.names if check.full.space == "q" else (*check.full.chart.names, "t")
    if where.enclosed:
        near = {s: v.strip("[]").split()[0] for s, v in where.enclosed.items() if s in names}
        point = ", ".join(f"{s} = {float(Fraction(v)):.8g}" for s, v in near.items())
        return tell("by ranks and brackets at a point near {point}, which is enclosed", point=point)
    if not where.points:
        return tell("of which no point was found")
    letters = check.full.chart.parameters([f for f in check.full.functions if f is not None])
    names = (*names, *(s.args for s in letters))
    point = ", ".join(f"{s} = {shown(v)}" for s, v in where.points[0].items() if s.args in names)
    return tell("by ranks and brackets at its point {point}", point=point)


def record(check: Verdict) -> dict[str, Any] | None:
    """The key "holonomic_set": exact real points, the solution that was put in, parts that
    differ.
    """
    where = check.on_set
    if where is None:
        return None
    sheet = where.solved and where.solved.sheet
    return {
        "points": [{str(s): shown(v) for s, v in point.items()} for point in where.points],
        "enclosed": dict(where.enclosed),
        "put_in": None if sheet is None else {str(s): shown(e) for s, e in sheet.values.items()},
        "parts": [
            {"where": words, "verdict": verdict, "holonomic_relations": h}
            for words, verdict, h in where.parts
        ],
        "every_part_known": where.level_set.complete,
        "words": where.words,
    }
