"""Division of polynomials that may not go."""

from __future__ import annotations

from flint import fmpq_mpoly
from flint.utils.flint_exceptions import DomainError


def divided(a: fmpq_mpoly, b: fmpq_mpoly) -> fmpq_mpoly | None:
    """a / b, or None where b does not divide a: found at the first term that does not go, with no remainder made."""
    try:
        return a / b
    except DomainError:
        return None
