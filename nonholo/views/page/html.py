"""Dossiers as one self-contained HTML document: one page a case."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from nonholo import __version__
from nonholo.findings.verdict import Chetaev, Symbolic
from nonholo.views.comparison.page import equations_section, reactions_section
from nonholo.views.conserved.page import conserved_section
from nonholo.views.displacements.page import displacements_section
from nonholo.views.evidence.page import evidence_section
from nonholo.views.families.page import families_section
from nonholo.views.graph.page import graph_section
from nonholo.views.motion.page import motion_section
from nonholo.views.page.math import Literal, Math
from nonholo.views.page.page import Bullets, Page, Paragraph, Section, Table
from nonholo.views.page.render import render
from nonholo.views.page.words import decimal
from nonholo.views.path.page import path_section, varied_figures
from nonholo.views.released.page import released_section
from nonholo.views.rivals.page import rivals_section, vakonomic_section
from nonholo.views.strata.page import strata_section
from nonholo.views.varied.page import varied_section
from nonholo.views.verdict.page import nonlinear_section, verdict_section
from nonholo.writing.latex import name_latex

if TYPE_CHECKING:
    from nonholo.dossier.dossier import Dossier
    from nonholo.readers.case import Case


def document(pages: Sequence[Page]) -> str:
    """One HTML document of all pages."""
    title = pages[0].title if len(pages) == 1 else f"{len(pages)} systems"
    return render(pages, title=title, footer=f"nonholo {__version__}")


def page(dossier: Dossier) -> Page:
    """The page of one case."""
    return Page(
        dossier.case.name,
        tuple(s for s in sections(dossier).values() if s.blocks),
        sources=dossier.case.sources,
    )


def sections(dossier: Dossier) -> dict[str, Section]:
    """The sections of a page, empty ones too, by the key below which the record of the dossier
    holds the same.
    """
    return SECTIONS[type(dossier.check.detail)](dossier) | {"about": _about(dossier.case)}


def _of_symbolic(dossier: Dossier) -> dict[str, Section]:
    check, compared = dossier.check, dossier.comparison
    first = {
        "verdict.verdict": verdict_section(check),
        "verdict.individual": evidence_section(check),
        "verdict.big_growth_vector": strata_section(check),
        "path.parking": path_section(dossier.parking),
        "verdict.possible_displacement": displacements_section(check),
    }
    moving = (
        {}
        if compared is None
        else {
            "comparison.formulations": equations_section(compared),
            "comparison.substitutions": rivals_section(compared),
            "comparison.vakonomic": vakonomic_section(compared),
            "comparison.varied_paths": varied_section(check, varied_figures(dossier.bend)),
            "comparison.reactions": reactions_section(compared),
            "constraints_as_algebra": released_section(compared, dossier.released),
            "conserved": conserved_section(dossier),
            "motion": motion_section(dossier),
        }
    )
    around = {"families": families_section(dossier.families)}
    return first | moving | around | {"graph": graph_section(dossier)}


def _of_nonlinear(dossier: Dossier) -> dict[str, Section]:
    compared = dossier.comparison
    moving = (
        {}
        if compared is None
        else {
            "comparison.formulations": equations_section(compared),
            "comparison.reactions": reactions_section(compared),
            "conserved": conserved_section(dossier),
        }
    )
    return {"verdict.verdict": nonlinear_section(dossier.check)} | moving


SECTIONS = {
    Symbolic: _of_symbolic,
    Chetaev: _of_nonlinear,
}  # of a set too large for a page there is none


def _about(case: Case) -> Section:
    blocks: list = [Paragraph(case.notes.strip())] if case.notes.strip() else []
    values = tuple((Math(name_latex(str(s))), decimal(v)) for s, v in case.system.values.items())
    if values:
        blocks.append(Table(("parameter", "number"), values, align="lr", row_headers=True))
    write = case.system.chart.latex()
    inputs = tuple(
        (Math(name_latex(str(u))), "any function of time" if x is None else Math(write(x)))
        for u, x in case.system.inputs.items()
    )
    if inputs:
        blocks.append(Table(("input", "in the motion shown"), inputs, row_headers=True))
    if case.source:
        command = Literal(f"nonholo check {case.source}")
        blocks.append(Bullets((("Ask again: ", command),)))
    return Section("About this system", tuple(blocks))
