"""Holonomic constraints, their elimination, and contacts as a section of a page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nonholo.views.page.math import Literal
from nonholo.views.page.page import Details, Facts, Formula, Paragraph, Section
from nonholo.views.page.sentences import on_page
from nonholo.views.released.text import KINDS, RATED, kept, same
from nonholo.writing.latex import Writer

if TYPE_CHECKING:
    from nonholo.findings.comparison import Comparison
    from nonholo.findings.released import Released, Smaller


def released_section(comparison: Comparison, released: Released | None) -> Section:
    """The section of a page."""
    title = "Holonomic and unilateral constraints"
    if released is None or not (comparison.system.holonomic or released.contacts):
        return Section(title, ())
    write = comparison.distribution.chart.latex()
    told = ("Kept with multipliers: ", *on_page(kept(released), write), ".")
    blocks: list = [Paragraph(told)] if comparison.system.holonomic else []
    blocks += _eliminated(released.smaller, write) if released.smaller is not None else []
    if released.contacts:
        blocks.append(
            Facts(tuple((Literal(c.label), KINDS.get(c.kind, RATED)) for c in released.contacts))
        )
    for c in released.contacts:
        opens = ("the contact ", Literal(c.label), " opens where N turns negative")
        blocks += [
            Formula(rf"N = {write(f)}", note, opens)
            for f, note in ((c.pressure, "pressure"), (c.at_energy, f"at the energy {c.energy}"))
            if f is not None
        ]
    return Section(title, tuple(blocks))


def _eliminated(smaller: Smaller, write: Writer) -> list:
    solved = [Formula(rf"{write(q)} = {write(g)}", "eliminated") for q, g in smaller.found.solved]
    rows = tuple(Formula(rf"{write(row)} = 0") for row in smaller.equations.rows)
    return [*solved, Details(f"Eliminated: {same(smaller)}", rows)]
