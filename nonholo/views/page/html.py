"""Dossiers as one self-contained HTML document: one page a case."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from nonholo import __version__
from nonholo.findings.verdict import Branched, Chetaev, Symbolic
from nonholo.views.comparison.page import equations_section, reactions_section
from nonholo.views.conserved.page import conserved_section
from nonholo.views.displacements.page import displacements_section
from nonholo.views.equilibrium.page import HEADING as RESTS
from nonholo.views.equilibrium.page import equilibrium_section
from nonholo.views.evidence.page import evidence_section
from nonholo.views.families.page import HEADING as FAMILIES
from nonholo.views.families.page import families_section
from nonholo.views.graph.page import graph_section
from nonholo.views.lesson.words import source
from nonholo.views.motion.page import motion_section
from nonholo.views.page.math import Math
from nonholo.views.page.page import Details, Facts, Note, Page, Paragraph, Section, Table
from nonholo.views.page.prose import prose, with_mathematics
from nonholo.views.page.render import render, render_site
from nonholo.views.page.system import system_figure
from nonholo.views.page.words import decimal
from nonholo.views.path.page import path_section, varied_figures
from nonholo.views.released.page import released_section
from nonholo.views.restricted.page import HEADING as RESTRICTED
from nonholo.views.restricted.page import restricted_section
from nonholo.views.rivals.page import rivals_section, vakonomic_section
from nonholo.views.steady.page import steady_section
from nonholo.views.strata.page import strata_section
from nonholo.views.varied.page import varied_section
from nonholo.views.verdict import words
from nonholo.views.verdict.page import (
    branched_section,
    constraint_rows,
    nonlinear_section,
    verdict_section,
)
from nonholo.words.language import tell, told
from nonholo.writing.latex import name_latex

if TYPE_CHECKING:
    from nonholo.dossier.dossier import Dossier
    from nonholo.readers.case import Case

Moving = Mapping[str, Section]
LATER: Moving = {"motion": Section("", ()), "conserved": Section("", ())}  # their places


def document(pages: Sequence[Page]) -> str:
    """One HTML document of all pages."""
    title = pages[0].title if len(pages) == 1 else tell("{n} systems", n=len(pages))
    return render(pages, title=title, footer=f"nonholo {__version__}")


def page(dossier: Dossier, moving: Callable[[], Moving] | None = None) -> Page:
    """The page of one case, with the formulas in its sentences as mathematics.

    moving: gives `moving_sections(dossier)`, if somebody else makes them.
    """
    case = dossier.case
    names = case.letters
    shown = sections(dossier, moving).values()
    return Page(
        told(case.name),
        with_mathematics(tuple(s for s in shown if s.blocks), names),
        sources=tuple(map(source, case.sources)),
        listed=_listed(dossier),
        heading=prose(told(case.name), names),
    )


def _listed(dossier: Dossier) -> tuple[tuple[str, str], ...]:
    """What a list of systems says of one."""
    check, compared = dossier.check, dossier.comparison
    rows, grown = check.full, check.growth
    facts = {
        tell("verdict"): words.headline(check),
        tell("coordinates"): str(rows.chart.n),
        tell("constraints"): str(rows.k + len(check.nonlinear or ())),
        tell("growth vector"): ", ".join(map(str, grown.vector))
        if grown and grown.complete
        else "",
        tell("substitution"): "",
    }
    if compared is not None and compared.errors:
        right = {True: tell("right"), False: tell("wrong"), None: tell("undecided")}
        facts[tell("substitution")] = right[compared.shortcut.answer]
    return tuple(facts.items())


def site(pages: Sequence[Page]) -> dict[str, bytes]:
    """Documents by the names of their files: one for each page, and index.html with their list."""
    made = render_site(pages, tell("{n} systems", n=len(pages)), f"nonholo {__version__}")
    return {name: text.encode() for name, text in made.items()}


def moving_sections(dossier: Dossier) -> Moving:
    """The sections that take longest, which rest on nothing that is looked for in others."""
    return {**in_numbers(dossier), **along_all(dossier)}


def in_numbers(dossier: Dossier) -> Moving:
    """A motion in numbers."""
    if dossier.comparison is None:
        return {}
    _, motion = SECTIONS[type(dossier.check.detail)]
    return {"motion": motion(dossier)}


def along_all(dossier: Dossier) -> Moving:
    """What is conserved along all motions."""
    return {} if dossier.comparison is None else {"conserved": conserved_section(dossier)}


def sections(dossier: Dossier, moving: Callable[[], Moving] | None = None) -> dict[str, Section]:
    """The sections of a page, empty ones too, by the key below which the record of the dossier
    holds the same.
    """
    middle = SECTIONS[type(dossier.check.detail)][0](dossier)
    middle |= moving_sections(dossier) if moving is None else moving()
    shown = {key: s for key, s in middle.items() if not s.aside}
    aside = {key: s for key, s in middle.items() if s.aside}
    numbers = {"about.parameters": _numbers(dossier.case)}
    return {"about": _system(dossier)} | shown | numbers | aside


def _of_symbolic(dossier: Dossier) -> dict[str, Section]:
    """Question, answer, why, equations, where substitution fails, motion; the rest is aside."""
    check, compared = dossier.check, dossier.comparison
    answer = {
        "verdict.verdict": verdict_section(check),
        "verdict.individual": evidence_section(check),
        "verdict.possible_displacement": displacements_section(check),
    }
    moving = (
        {}
        if compared is None
        else {
            "comparison.formulations": equations_section(compared),
            "comparison.reactions": reactions_section(compared),
            "comparison.substitutions": rivals_section(compared),
            "comparison.varied_paths": varied_section(
                check, varied_figures(dossier.bend), compared.shortcut.answer is True
            ),
            **LATER,
            "constraints_as_algebra": released_section(compared, dossier.released),
        }
    )
    places = {"path.parking": path_section(dossier.parking), **_asked(dossier)}
    aside = {"verdict.big_growth_vector": strata_section(check)}
    if compared is not None:
        aside |= {"comparison.vakonomic": vakonomic_section(compared)}
    aside |= {"graph": graph_section(dossier)}
    return answer | moving | places | {key: replace(s, aside=True) for key, s in aside.items()}


def _asked(dossier: Dossier) -> dict[str, Section]:
    """What is told only where somebody asked; in the place of an answer why there is none."""
    shown = {"families": families_section(dossier.families)}
    if dossier.steady is not None:
        shown["steady"] = steady_section(dossier.steady, dossier.steady_drawn)
    if dossier.rests is not None:
        shown["equilibria"] = equilibrium_section(dossier.rests)
    if dossier.restricted is not None:
        shown["restricted"] = restricted_section(dossier.restricted)
    headings = {"families": FAMILIES, "equilibria": RESTS, "restricted": RESTRICTED}
    return shown | {
        key: Section(told(headings[key]), (Note("caution", told(reason)),))
        for key, reason in dossier.unanswered.items()
    }


def _motion(dossier: Dossier) -> Section:
    """The motion, with how to ask where the case can rest, if nobody did."""
    section = motion_section(dossier)
    if dossier.resting:
        return section
    asked = Note(
        "remark",
        tell(
            "Where it can rest is told here by `nonholo report --equilibrium`, in Python by "
            "`nh.report(nh.analyze(case, with_rests=True))`."
        ),
    )
    return replace(section, blocks=(*section.blocks, asked))


def _of_nonlinear(dossier: Dossier) -> dict[str, Section]:
    return {"verdict.verdict": nonlinear_section(dossier.check)} | _moving(dossier)


def _of_branched(dossier: Dossier) -> dict[str, Section]:
    return {"verdict.verdict": branched_section(dossier.check)} | _moving(dossier)


def _moving(dossier: Dossier) -> dict[str, Section]:
    """The equations where tables of symbols about the constraints are missing."""
    compared = dossier.comparison
    if compared is None:
        return _asked(dossier)
    return {
        "comparison.formulations": equations_section(compared),
        "comparison.reactions": reactions_section(compared),
        **LATER,
        **_asked(dossier),
    }


SECTIONS = {
    Symbolic: (_of_symbolic, _motion),
    Chetaev: (_of_nonlinear, motion_section),
    Branched: (_of_branched, motion_section),
}  # of a set too large for a page there is none


def _system(dossier: Dossier) -> Section:
    """What is given: a sketch, the words of the case, its letters, the constraints."""
    case = dossier.case
    blocks = system_figure(dossier.sketch, dossier.space, dossier.masses, case.name)
    together: dict[str, list[str]] = {}
    for name, meaning in case.meaning.items():
        together.setdefault(told(meaning), []).append(name_latex(name))
    meant = [(Math(", ".join(n)), meaning) for meaning, n in together.items()]
    blocks += [Facts(tuple(meant))] if meant else []
    blocks += constraint_rows(dossier.check)
    blocks += _inputs(case)
    if case.notes.strip():
        notes = Paragraph(" ".join(told(case.notes).split()))
        blocks.append(Details(tell("Remarks"), (notes,), opened=not meant))
    return Section(tell("The system"), tuple(blocks))


def _inputs(case: Case) -> list[Table]:
    """What stands for each input in the motion that is shown."""
    write = case.system.chart.latex()
    rows = tuple(
        (Math(name_latex(str(u))), tell("any function of time") if x is None else Math(write(x)))
        for u, x in case.system.inputs.items()
    )
    return (
        [Table((tell("input"), tell("in the motion shown")), rows, row_headers=True)]
        if rows
        else []
    )


def _numbers(case: Case) -> Section:
    """The numbers of the motions that are shown."""
    values = tuple(
        (Math(name_latex(str(s))), re.sub(r"^-(?=[\d.]+$)", "\N{MINUS SIGN}", decimal(v)))
        for s, v in case.system.values.items()
    )
    table = Table((tell("parameter"), tell("number")), values, align="lr", row_headers=True)
    return Section(tell("Numbers"), (table,) if values else ())
