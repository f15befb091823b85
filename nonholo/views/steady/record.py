"""The stability of a steady motion over its letters, as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from nonholo.views.linear.text import steady_motion
from nonholo.views.page.values import SCHEMA, shown

if TYPE_CHECKING:
    from nonholo.dynamics.steady_regions import SteadyCell
    from nonholo.findings.steady_stability import SteadyStability
    from nonholo.signs.line import Zero


def steady_record(steady: SteadyStability) -> dict[str, Any]:
    """The record of `nonholo families --of stability`."""
    system = steady.case.system
    return {
        "schema": SCHEMA,
        "name": steady.case.name,
        "coordinates": list(system.chart.names),
        "constraints": list(system.pfaffian.labels),
        "families": {"stability": stability_record(steady)},
        "refused": {},
    }


def stability_record(steady: SteadyStability) -> dict[str, Any]:
    """Boundaries and cells; numbers of one letter as intervals that hold them."""
    return {
        "steady_motion": steady_motion(steady.small),
        "parameters": [str(x) for x in steady.letters],
        "numbers": {str(x): shown(value) for x, value in steady.numbers.items()},
        "assumptions": list(steady.assumed),
        "zero_eigenvalues": steady.zeros,
        "family_dimension": steady.family,
        "boundaries": [
            {"equation": shown(b.f), "events": list(b.events)} for b in steady.boundaries
        ],
        "cells": [_cell(steady, cell) for cell in steady.cells],
        "complete": steady.complete,
        "reasons": list(steady.reasons),
        **({} if steady.certified is None else {"certified": steady.certified}),
        **({"not_certified": steady.uncertified} if steady.certified is False else {}),
    }


def _cell(steady: SteadyStability, cell: SteadyCell) -> dict[str, Any]:
    answer = cell.answer
    counted = answer.spectrum and {
        "positive": answer.spectrum.growing,
        "imaginary": answer.spectrum.turning,
        "negative": answer.spectrum.decaying,
    }
    record: dict[str, Any] = {
        "signs": list(cell.signs),
        "all_of_these_signs": not cell.shared,
        "at": {str(x): shown(value) for x, value in cell.at.items()},
        "verdict": answer.verdict,
        "reason": answer.reason,
        "eigenvalues": counted,
    }
    if cell.between is not None:
        record["between"] = [zero and _zero(steady, zero) for zero in cell.between]
    return record


def _zero(steady: SteadyStability, zero: Zero) -> dict[str, Any]:
    last = len(steady.boundaries)
    return {
        "value": float(zero.ball),
        "low": str(zero.low),
        "high": str(zero.high),
        "polynomial": [str(c) for c in zero.polynomial],
        "boundaries": [k for k in zero.of if k < last],
    }
