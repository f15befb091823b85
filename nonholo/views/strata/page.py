"""Flag and strata as a section of the page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from nonholo.views.page.math import Literal, Math, Text
from nonholo.views.page.mixed import mixed
from nonholo.views.page.page import Bullets, Facts, Note, Paragraph, Section, Table
from nonholo.views.page.set_sentences import on_page
from nonholo.views.page.words import begun
from nonholo.views.strata.text import big_flag, classes, place, points_with, singular, vector
from nonholo.views.verdict.words import growth
from nonholo.words.language import tell, told
from nonholo.writing.latex import Writer

if TYPE_CHECKING:
    from nonholo.findings.verdict import Verdict
    from nonholo.geometry.flag.strata import Stratum


def strata_section(check: Verdict) -> Section:
    """Small and big flag, classes of the forms, singular set, and a table of the strata."""
    if not check.distribution.k or check.unilateral:
        return Section(tell("Flag and strata"), ())
    write = check.distribution.chart.latex()
    pairs: list[tuple[Text, Any]] = [
        (tell("small flag"), growth(check)),
        (tell("big flag"), big_flag(check)),
        (tell("singular set"), on_page(singular(check), write)),
    ]
    blocks: list = [Facts(tuple(p for p in pairs if p[1]))]
    blocks += _normal_forms(check)
    strata = check.survey.strata
    rows = tuple(_row(s, write) for s in (*check.survey.regions, *strata.strata))
    if rows:
        blocks.append(
            Table(
                (tell("stratum"), tell("growth vector"), tell("rank"), tell("point")),
                rows,
                row_headers=True,
                caption=tell(
                    "Where the growth vector is not the generic one, or the rank drops: the vector "
                    "is that at the point, found with exact arithmetic."
                ),
            )
        )
    if points := points_with(check):
        blocks.append(Note("remark", f"{begun(points, ())}."))
    if strata.strata and not strata.complete:
        blocks.append(
            Note(
                "remark",
                tell(
                    "Inside these strata there may be more: {reason}.", reason=told(strata.reason)
                ),
            )
        )
    return Section(tell("Flag and strata"), tuple(blocks))


def _normal_forms(check: Verdict) -> list:
    """Class and normal form of the constraints, in coordinates that are not those of the case."""
    lines = classes(check)
    if not lines:
        return []
    sentence = (
        tell(
            "Normal form of the constraint (Darboux; its letters are new coordinates near most "
            "points, not those of the case):"
        )
        if check.full.k == 1
        else tell(
            "Normal form of the constraints by themselves (Darboux; its letters are new "
            "coordinates near most points, not those of the case):"
        )
    )
    return [Paragraph(sentence), Bullets(tuple(lines))]


def _row(stratum: Stratum, write: Writer) -> tuple:
    equations = r",\ ".join(rf"{write(e, presented=False)} = 0" for e in stratum.equations)
    where = (Math(equations),) if equations else ()
    region = tuple(Literal(text) for text in stratum.region)
    known = stratum.growth
    shown = (
        tell("none: the rank drops")
        if known is None
        else vector(known)
        if known.complete
        else tell("undecided")
    )
    return (*where, *region), shown, str(stratum.rank), _point(stratum, write)


def _point(stratum: Stratum, write: Writer) -> Text:
    """The point of a stratum: its coordinates that are not 0."""
    nonzero = [rf"{write(s)} = {write(v)}" for s, v in stratum.at.items() if not v.is_zero]
    if not nonzero:
        return place(stratum.at)
    return mixed("at {point}", point=Math(r",\ ".join(nonzero)))
