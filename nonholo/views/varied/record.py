"""By how much a virtually displaced path violates each constraint, as a JSON record."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nonholo.views.page.values import shown

if TYPE_CHECKING:
    from nonholo.geometry.curvature.varied import Violation


def varied_record(violation: Violation) -> dict[str, dict[str, str | None]]:
    """By dependent velocity and independent displacement; only what is not zero."""
    d = violation.curvature.distribution
    free = d.names(d.independent)
    return {
        name: {j: shown(e) for j, e in zip(free, row) if not e.is_zero}
        for name, row in zip(d.names(d.dependent), violation.table)
    }
