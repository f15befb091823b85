"""Varied paths in words, formulas and records: by how much a virtually displaced path violates each constraint."""

from __future__ import annotations

from nonholo.analysis import Check
from nonholo.exact.latex import name_latex
from nonholo.geometry.varied import Violation, violation
from nonholo.report.page import Formula, Paragraph, Section
from nonholo.report.words import shown

MOST = 40  # entries that are listed


def varied_rows(found: Violation) -> list[tuple[str, str]]:
    """One line for each dependent velocity whose constraint the varied path violates."""
    d = found.curvature.distribution
    free, rows = d.names(d.independent), []
    for name, row in zip(d.names(d.dependent), found.table):
        terms = [f"({shown(e)}) d{j}" for j, e in zip(free, row) if not e.is_zero]
        if terms:
            rows.append((f"for {name}'", " + ".join(terms)))
    return rows


def varied_text(curvature) -> list[str]:
    """The block of a comparison in text."""
    from nonholo.report.text import table

    rows = varied_rows(violation(curvature))
    head = "varied paths: displaced by virtual dq, an admissible path violates the constraint"
    return [head, *(table(rows) or ["  not at all, to first order"]), ""]


def varied_record(curvature) -> dict[str, dict[str, str]]:
    """By dependent velocity and independent displacement; only what is not zero."""
    found = violation(curvature)
    d = curvature.distribution
    free = d.names(d.independent)
    return {name: {j: shown(e) for j, e in zip(free, row) if not e.is_zero}
            for name, row in zip(d.names(d.dependent), found.table)}


def varied_section(check: Check) -> Section:
    """The section of a page; empty where varied paths stay admissible or the table is long."""
    heading = "Why substitution fails: varied paths"
    d = check.distribution
    found = violation(check.curvature)
    if not d.k or found.vanishes or d.k * d.m > MOST:
        return Section(heading, ())
    write = d.chart.latex()
    blocks: list = [
        Paragraph("Displace an admissible path by a virtual displacement. To first order the displaced path violates "
                  "each constraint by the curvature, contracted with the velocity and the displacement; so it is not "
                  "among the paths that a substituted Lagrangian compares."),
        Formula(r"\delta \Bigl( \dot q_l - \sum_j \alpha_{lj} \dot q_j - \alpha_{l0} \Bigr)"
                r" = \sum_j \Bigl( \sum_i B_{l,ji}\, \dot q_i + B_{l,j0} \Bigr) \delta q_j")]
    for name, row in zip(d.names(d.dependent), found.table):
        terms = [rf"\left({write(e)}\right) \delta {name_latex(j)}"
                 for j, e in zip(d.names(d.independent), row) if not e.is_zero]
        if terms:
            blocks.append(Formula(" + ".join(terms), f"constraint for {name}'"))
    return Section(heading, tuple(blocks))
