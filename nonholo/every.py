"""The check of every case, whatever its constraints are like."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from nonholo import analysis
from nonholo.analysis import Check, Large, as_case, check_bent
from nonholo.bent import Bent
from nonholo.readers.case import Case


def check(
    given: Case | str | Path,
    at: Mapping[str, Any] | None = None,
    dependent: str | Sequence[str] = (),
    **limits: float,
) -> Check | Large | Bent:
    """Judge the constraints of a case: linear in the velocities (`Check`, `Large`) or not (`Bent`).

    at, dependent, limits: as of `analysis.check`.  Raises ContradictoryConstraints, SingularPivot,
    NotPfaffian where a growth vector at a point is asked of constraints that are not linear.

    >>> from nonholo.readers.case import case_from_constraints
    >>> check(case_from_constraints(["x'*y' = 1"])).verdict
    'nonholonomic'
    """
    case = as_case(given)
    if case.system.nonlinear and not at:
        return check_bent(case)
    return analysis.check(case, at, dependent, **limits)
