"""From a check to a certificate: what a stranger needs to re-check the verdict with exact arithmetic alone."""

from __future__ import annotations

from typing import Any

from nonholo.analysis import Check, Large
from nonholo.evidence import claims
from nonholo.evidence.large import large_certificate


def certificate(check: Check | Large, seconds: float = claims.SECONDS) -> dict[str, Any]:
    """The certificate of a check of any size, in JSON's types; the same for the same check.

    What is out of reach is a claim with a "reason" in place of its evidence.
    """
    return large_certificate(check, seconds) if isinstance(check, Large) else claims.certificate(check, seconds)
