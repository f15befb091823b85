"""The dependency graph as a section of a page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nonholo.views.graph.text import coordinates_too, graph_bytes
from nonholo.views.page.math import Math
from nonholo.views.page.mixed import mixed
from nonholo.views.page.page import Figure, Section
from nonholo.views.page.words import begun
from nonholo.views.verdict import words
from nonholo.words.language import tell

if TYPE_CHECKING:
    from nonholo.dossier.dossier import Dossier


def graph_section(dossier: Dossier) -> Section:
    """The drawn graph; empty without constraints."""
    check = dossier.check
    if not check.full.k or dossier.dependency is None:
        return Section(tell("Which velocity is eliminated by what"), ())
    svg = graph_bytes(dossier.dependency.arrows, ".svg").decode()
    d = check.distribution
    alt = tell("Dependency graph: {split}", split=words.split(check))
    write = d.chart.latex()
    names = ", ".join(write.symbol(d.chart.v[j].args) for j in d.independent)
    caption = (
        mixed(
            "Independent velocities ({names}) stand left, eliminated ones right.",
            names=Math(names),
        )
        if names
        else (tell("No velocity is independent; the eliminated ones stand right."),)
    )
    integrated = coordinates_too(check)
    caption = (
        caption
        if not integrated
        else (
            *(caption if isinstance(caption, tuple) else (caption,)),
            f" {begun(integrated, ())}.",
        )
    )
    return Section(tell("Which velocity is eliminated by what"), (Figure(svg, alt, caption),))
