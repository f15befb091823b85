"""From a check to a certificate: what a stranger needs to re-check the verdict with exact arithmetic alone."""

from __future__ import annotations

from typing import Any

from nonholo.analysis import Check, Large
from nonholo.evidence import small
from nonholo.evidence.large import SECONDS, certificate_in_parts, large_certificate


def certificate(check: Check | Large, seconds: float = SECONDS) -> dict[str, Any]:
    """The certificate of a check of any size, in JSON's types; the same for the same check.

    What is out of reach is a claim with a "reason" in place of its evidence.
    """
    if isinstance(check, Large):
        return large_certificate(check, seconds)
    made = small.certificate(check)
    if not any("reason" in claim for claim in made["claims"]):
        return made
    return certificate_in_parts(check, seconds) or made
