"""Certificates of checks of every size; those of large sets are made here, all others in `certify`."""

from __future__ import annotations

from typing import Any

from nonholo import certify
from nonholo.analysis import Check, Large
from nonholo.evidence.large import large_certificate


def certificate(check: Check | Large, seconds: float = certify.SECONDS) -> dict[str, Any]:
    """The certificate of a check, in JSON's types.

    What is out of reach is a claim with a "reason" in place of its evidence.
    """
    return large_certificate(check, seconds) if isinstance(check, Large) else certify.certificate(check, seconds)
