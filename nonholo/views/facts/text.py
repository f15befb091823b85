"""Published facts and how they stood the test, as text and as records."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from nonholo.views.page.rows import table

if TYPE_CHECKING:
    from nonholo.expectations import Fact


def facts_text(facts: Sequence[Fact]) -> str:
    """Failed facts first, then what holds, then what could not be checked and why."""
    counts = {s: sum(f.status == s for f in facts) for s in ("holds", "fails", "unchecked")}
    lines = [
        f"published facts: {counts['holds']} hold, {counts['fails']} fail, "
        f"{counts['unchecked']} not checked"
    ]
    for status in ("fails", "holds", "unchecked"):
        rows = [(f.key, f.detail or status) for f in facts if f.status == status]
        if rows:
            lines += [
                "",
                {"fails": "FAILS", "holds": "holds", "unchecked": "not checked"}[status],
                *table(rows),
            ]
    return "\n".join(lines)


def facts_record(facts: Sequence[Fact]) -> list[dict[str, Any]]:
    """One record a fact."""
    return [{"key": f.key, "status": f.status, "detail": f.detail} for f in facts]
