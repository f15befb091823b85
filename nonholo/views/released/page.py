"""Holonomic constraints, their elimination, and contacts as a section of a page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nonholo.views.page.math import Literal, Math
from nonholo.views.page.mixed import mixed
from nonholo.views.page.page import Details, Facts, Formula, Paragraph, Section
from nonholo.views.page.set_sentences import on_page
from nonholo.views.released.text import KINDS, RATED, index_words, same
from nonholo.words.language import tell, told
from nonholo.writing.latex import Writer

if TYPE_CHECKING:
    from nonholo.findings.comparison import Comparison
    from nonholo.findings.released import Released, Smaller


def released_section(comparison: Comparison, released: Released | None) -> Section:
    """The section of a page."""
    title = tell("Holonomic and unilateral constraints")
    if released is None or not (comparison.system.holonomic or released.contacts):
        return Section(title, ())
    write = comparison.distribution.chart.latex()
    sentence = mixed(
        "Kept with multipliers: {index}.", index=tuple(on_page(index_words(released), write))
    )
    blocks: list = [Paragraph(sentence)] if comparison.system.holonomic else []
    blocks += _eliminated(released.smaller, write) if released.smaller is not None else []
    if released.contacts:
        blocks.append(
            Facts(
                tuple((Literal(c.label), told(KINDS.get(c.kind, RATED))) for c in released.contacts)
            )
        )
    for c in released.contacts:
        opens = mixed(
            "the contact {label} opens where {N} turns negative",
            label=Literal(c.label),
            N=Math("N"),
        )
        blocks += [
            Formula(rf"N = {write(f)}", note, opens)
            for f, note in (
                (c.pressure, tell("pressure")),
                (c.at_energy, tell("at the energy {energy}", energy=c.energy)),
            )
            if f is not None
        ]
    return Section(title, tuple(blocks))


def _eliminated(smaller: Smaller, write: Writer) -> list:
    solved = [
        Formula(rf"{write(q)} = {write(g)}", tell("eliminated"))
        for q, g in smaller.eliminated.solved
    ]
    rows = tuple(Formula(rf"{write(row)} = 0") for row in smaller.equations.rows)
    return [*solved, Details(tell("Eliminated: {same}", same=same(smaller)), rows)]
