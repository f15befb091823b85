"""Varied paths in words: by how much a virtually displaced path violates each constraint."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nonholo.views.page.words import shown
from nonholo.words.language import tell

if TYPE_CHECKING:
    from nonholo.geometry.curvature.varied import Violation


def varied_rows(violation: Violation) -> list[tuple[str, str]]:
    """One line for each dependent velocity whose constraint the varied path violates."""
    d = violation.curvature.distribution
    free, rows = d.names(d.independent), []
    for name, row in zip(d.names(d.dependent), violation.table):
        terms = [f"({shown(e)}) δ{j}" for j, e in zip(free, row) if not e.is_zero]
        if terms:
            rows.append((tell("for {velocity}", velocity=f"{name}'"), " + ".join(terms)))
    return rows
