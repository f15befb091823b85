"""From a check to a certificate: what a stranger needs to re-check the verdict with exact arithmetic alone."""

from __future__ import annotations

from typing import Any

from nonholo.analysis import Check, Large
from nonholo.evidence import small
from nonholo.evidence.large import certificate_in_parts, large_certificate
from nonholo.work import BUDGETS


def certificate(check: Check | Large, units: int = BUDGETS.certificate) -> dict[str, Any]:
    """The certificate of a check of any size, in JSON's types; the same for the same check.

    What is out of reach is a claim with a "reason" in place of its evidence.
    """
    if isinstance(check, Large):
        return large_certificate(check, units)
    made = small.certificate(check)
    if not any("reason" in claim for claim in made["claims"]):
        return made
    return certificate_in_parts(check, units) or made
