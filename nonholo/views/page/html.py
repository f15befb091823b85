"""Analyses as one self-contained HTML document: one page a case."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from nonholo import __version__
from nonholo.exact.latex import UNWRITTEN, Writer, name_latex
from nonholo.findings.verdict import HOLONOMIC, NONHOLONOMIC, PARTLY, Chetaev, Symbolic, Verdict
from nonholo.views.comparison.page import equations_section
from nonholo.views.conserved.page import conserved_section
from nonholo.views.displacements.page import displacements_section
from nonholo.views.evidence.page import evidence_section
from nonholo.views.graph.text import coordinates_too, graph_bytes
from nonholo.views.motion.page import motion_section
from nonholo.views.page.math import Literal, Math
from nonholo.views.page.named_parts import named_rows
from nonholo.views.page.page import (
    Bullets,
    Facts,
    Figure,
    Formula,
    Headline,
    Note,
    Page,
    Paragraph,
    Section,
    Table,
)
from nonholo.views.page.render import render
from nonholo.views.page.sentences import Said, joined, on_page
from nonholo.views.path.page import path_section, varied_figures
from nonholo.views.released.text import released_section
from nonholo.views.rivals.page import rivals_section, vakonomic_section
from nonholo.views.strata.page import strata_section
from nonholo.views.varied.page import varied_section
from nonholo.views.verdict import words
from nonholo.views.verdict.nonlinear_words import REMARK, sentence

if TYPE_CHECKING:
    from nonholo.findings.comparison import Comparison
    from nonholo.findings.dossier import Dossier
    from nonholo.readers.case import Case

SIGNS = {">=": r"\ge", "<=": r"\le", ">": ">", "<": "<"}
TONES = {HOLONOMIC: "holonomic", PARTLY: "partly", NONHOLONOMIC: "nonholonomic"}


def document(pages: Sequence[Page]) -> str:
    """One HTML document of all pages."""
    title = pages[0].title if len(pages) == 1 else f"{len(pages)} systems"
    return render(pages, title=title, footer=f"nonholo {__version__}")


def page(dossier: Dossier) -> Page:
    """The page of one case."""
    return Page(dossier.case.name, tuple(s for s in sections(dossier).values() if s.blocks),
                sources=dossier.case.sources)


def sections(dossier: Dossier) -> dict[str, Section]:
    """The sections of a page, empty ones too, by the key below which the record of the dossier holds the same."""
    return SECTIONS[type(dossier.check.detail)](dossier) | {"about": _about(dossier.case)}


def _of_symbolic(dossier: Dossier) -> dict[str, Section]:
    check, compared = dossier.check, dossier.comparison
    first = {
        "verdict.verdict": _verdict(check), "verdict.individual": evidence_section(check),
        "verdict.big_growth_vector": strata_section(check), "path.parking": path_section(dossier.parking),
        "verdict.possible_displacement": displacements_section(check)}
    moving = {} if compared is None else {
        "comparison.formulations": equations_section(compared), "comparison.substitutions": rivals_section(compared),
        "comparison.vakonomic": vakonomic_section(compared),
        "comparison.varied_paths": varied_section(check, varied_figures(dossier.bend)),
        "comparison.reactions": _reactions(compared),
        "constraints_as_algebra": released_section(compared, dossier.released),
        "conserved": conserved_section(dossier), "motion": motion_section(dossier)}
    return first | moving | {"graph": _graph(dossier)}


def _of_nonlinear(dossier: Dossier) -> dict[str, Section]:
    compared = dossier.comparison
    moving = {} if compared is None else {
        "comparison.formulations": equations_section(compared), "comparison.reactions": _reactions(compared),
        "conserved": conserved_section(dossier)}
    return {"verdict.verdict": _nonlinear(dossier.check)} | moving


SECTIONS = {Symbolic: _of_symbolic, Chetaev: _of_nonlinear}  # of a set too large for a page there is none


def _verdict(check: Verdict) -> Section:
    write = check.distribution.chart.latex()
    blocks = [Headline(words.headline(check), words.sentence(check), TONES.get(check.verdict, "undecided"))]
    blocks += [Formula(rf"{write(check.full.value(l), presented=False)} = 0" if f is None
                       else rf"{write(f, presented=False)} = 0", f"constraint {l + 1}")
               for l, f in enumerate(check.full.functions)]
    blocks += _inequalities(check.case.system.inequalities)
    pairs = [("holonomic relations", Math(rf"h = {'?' if check.relations is None else check.relations}")),
             ("growth vector", words.growth(check)),
             ("all configurations accessible", on_page(words.accessible(check), write)),
             ("rank", on_page(words.rank(check), write)), ("eliminated", _split(check, write))]
    if not check.unilateral:
        blocks.append(Facts(tuple(p for p in pairs if p[1])))
    blocks += [Note("remark", note) for note in (
        words.special(check), words.piecewise(check), words.assumed(check)) if note]
    return Section("Is it holonomic?", tuple(blocks))


def _nonlinear(check: Verdict) -> Section:
    """The verdict where a constraint is nonlinear in the velocities."""
    rows, write = check.full, check.full.chart.latex()
    return Section("Is it holonomic?", (
        Headline(check.verdict, sentence(check), TONES.get(check.verdict, "undecided")),
        *(Formula(rf"{write(rows.value(l), presented=False)} = 0", "constraint") for l in range(rows.k)),
        *(Formula(rf"{write(c.value, presented=False)} = 0", "constraint", "nonlinear") for c in check.nonlinear),
        Note("remark", REMARK)))


def _split(check: Verdict, write: Writer):
    d = check.distribution
    dotted = [", ".join(write.symbol(d.chart.v[j].args) for j in columns)
              for columns in (d.dependent, d.independent)]
    if not d.k:
        return ""
    factors = joined((Said(f, "!= 0", True) for f in check.vanishing), ", ")
    where = (" where ", *on_page(factors, write)) if factors else ()
    by = (" by ", Math(dotted[1])) if dotted[1] else ("; no velocity is independent",)
    return (Math(dotted[0]), *by, *where)


def _inequalities(texts: Sequence[str]) -> list[Formula]:
    """The inequalities in one block, as written but for their signs."""
    if not texts:
        return []
    lines = r",\quad ".join(map(_inequality, texts))
    return [Formula(lines, words.count(len(texts), "inequality"), "unilateral; classified, not solved")]


def _inequality(text: str) -> str:
    pieces = re.split(r"\s*(>=|<=|<|>)\s*", text)
    return " ".join(SIGNS.get(p) or rf"\texttt{{{p}}}".replace("_", r"\_").replace("^", r"\textasciicircum{}")
                    for p in pieces if p)


def _reactions(comparison: Comparison) -> Section:
    chart = comparison.distribution.chart
    if not comparison.reactions or not (comparison.distribution.k or comparison.system.nonlinear):
        return Section("Reactions", ())
    labels = [f"R_{{{name_latex(n)}}}" for n in chart.names]
    found = named_rows(chart.latex(), labels, comparison.reactions)
    slope = r"\partial c_l / \partial \dot q_i" if comparison.system.nonlinear else "a_{li}"
    told = ("Forces and torques of the constraints on the motion, ", Math(rf"R_i = \sum_l \lambda_l {slope}"), ".")
    if any(UNWRITTEN in row for row in found.rows):
        return Section("Reactions", (Paragraph(told), Note("remark", f"Too long; {words.HOW_TO_WRITE}.")))
    return Section("Reactions", (Paragraph(told), *(Formula(row, "reaction") for row in found.rows), *found.folded()))


def _graph(dossier: Dossier) -> Section:
    check = dossier.check
    if not check.full.k:
        return Section("Which velocity is eliminated by what", ())
    svg = graph_bytes(dossier.dependency.graph, ".svg").decode()
    d = check.distribution
    alt = "Dependency graph: " + words.split(check)
    write = d.chart.latex()
    names = ", ".join(write.symbol(d.chart.v[j].args) for j in d.independent)
    caption = (("Independent velocities (", Math(names), ") stand left, eliminated ones right.") if names else
               ("No velocity is independent; the eliminated ones stand right.",))
    integrated = coordinates_too(check)
    caption = caption if not integrated else (*caption, f" {integrated[:1].upper()}{integrated[1:]}.")
    return Section("Which velocity is eliminated by what", (Figure(svg, alt, caption),))


def _about(case: Case) -> Section:
    blocks: list = [Paragraph(case.notes.strip())] if case.notes.strip() else []
    values = tuple((Math(name_latex(str(s))), words.decimal(v)) for s, v in case.system.values.items())
    if values:
        blocks.append(Table(("parameter", "number"), values, align="lr", row_headers=True))
    if case.source:
        command = Literal(f"nonholo check {case.source}")
        blocks.append(Bullets((("Ask again: ", command),)))
    return Section("About this system", tuple(blocks))
