"""Varied paths as a section of a page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from nonholo.expression.graph import Expr
from nonholo.views.page.breaking import added, times
from nonholo.views.page.math import Math
from nonholo.views.page.mixed import mixed
from nonholo.views.page.named_parts import folded_if_long
from nonholo.views.page.page import Details, Figure, Formula, Paragraph, Section
from nonholo.words.language import tell
from nonholo.writing.latex import UNWRITTEN, Writer, dotted, name_latex

if TYPE_CHECKING:
    from nonholo.findings.verdict import Verdict
    from nonholo.geometry.distribution.distribution import Distribution

MOST = 40  # entries that are listed


def varied_section(check: Verdict, figures: Sequence[Figure], right: bool) -> Section:
    """The section of a page, with pictures of a varied path; empty where varied paths stay
    admissible or the table is long.

    right: substitution gives the right motion all the same.
    """
    fails = tell("Why substitution fails: varied paths")
    heading = tell("Varied paths: why substitution is not right by itself") if right else fails
    d = check.distribution
    violation = check.varied
    if not d.k or violation.vanishes or d.k * d.m > MOST:
        return Section(heading, ())
    write = d.chart.latex()
    blocks: list = [
        Paragraph(
            tell(
                "Displace an admissible path by a virtual displacement. To first order the "
                "displaced path violates each constraint by the curvature, contracted with the "
                "velocity and the displacement; so it is not among the paths that a substituted "
                "Lagrangian compares."
            )
        ),
        Formula(
            r"\delta \Bigl( \dot q_l - \sum_j \alpha_{lj} \dot q_j - \alpha_{l0} \Bigr)"
            r" = \sum_j \Bigl( \sum_i B_l(j, i)\, \dot q_i + B_l(j, t) \Bigr) \delta q_j",
            tell("change"),
        ),
        Paragraph(tell("Its right-hand side here:")),
    ]
    return Section(heading, (*blocks, *_changes(d, violation.table, write), *figures))


def _changes(
    d: Distribution, table: Sequence[Sequence[Expr]], write: Writer
) -> list[Formula | Details | Paragraph]:
    """The right-hand side for each constraint that changes; names of those that are too long."""
    blocks: list[Formula | Details | Paragraph] = []
    long: list[str] = []
    for name, row in zip(d.names(d.dependent), table):
        terms = [
            times(write(e), rf"\delta {name_latex(j)}")
            for j, e in zip(d.names(d.independent), row)
            if not e.is_zero
        ]
        if any(UNWRITTEN in term for term in terms):
            long.append(dotted(name))
        elif terms:
            blocks.append(
                folded_if_long(
                    Formula(
                        added(terms),
                        mixed("constraint for {velocity}", velocity=Math(dotted(name))),
                    )
                )
            )
    told = mixed(
        "Too long to be written out: the change of the constraints for {velocities}.",
        velocities=Math(", ".join(long)),
    )
    return [*blocks, *([Paragraph(told)] if long else [])]
