"""Varied paths in words and records: by how much a virtually displaced path violates each constraint."""

from __future__ import annotations

from nonholo.geometry.varied import violation
from nonholo.views.verdict.words import shown


def varied_rows(curvature) -> list[tuple[str, str]]:
    """One line for each dependent velocity whose constraint the varied path violates."""
    found, d = violation(curvature), curvature.distribution
    free, rows = d.names(d.independent), []
    for name, row in zip(d.names(d.dependent), found.table):
        terms = [f"({shown(e)}) d{j}" for j, e in zip(free, row) if not e.is_zero]
        if terms:
            rows.append((f"for {name}'", " + ".join(terms)))
    return rows


def varied_record(curvature) -> dict[str, dict[str, str]]:
    """By dependent velocity and independent displacement; only what is not zero."""
    found = violation(curvature)
    d = curvature.distribution
    free = d.names(d.independent)
    return {name: {j: shown(e) for j, e in zip(free, row) if not e.is_zero}
            for name, row in zip(d.names(d.dependent), found.table)}
