"""How many random examples a law of its own number draws."""

from __future__ import annotations

from hypothesis import settings

USUAL = 10


def draws(many: int) -> int:
    """So many where the profile draws ten, more and fewer with it; never a single one."""
    return max(2, -(-many * settings.default.max_examples // USUAL))
