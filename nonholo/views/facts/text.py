"""Published facts and how they stood the test, as text and as records."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from nonholo.views.page.rows import table
from nonholo.words.language import tell, told
from nonholo.words.sentence import say

if TYPE_CHECKING:
    from nonholo.expectations import Fact

STATUS = {"fails": say("FAILS"), "holds": say("holds"), "unchecked": say("not checked")}


def facts_text(facts: Sequence[Fact]) -> str:
    """Failed facts first, then what holds, then what could not be checked and why."""
    counts = {s: sum(f.status == s for f in facts) for s in ("holds", "fails", "unchecked")}
    lines = [tell("published facts: {holds} hold, {fails} fail, {unchecked} not checked", **counts)]
    for status in ("fails", "holds", "unchecked"):
        rows = [(f.key, told(f.detail or STATUS[status])) for f in facts if f.status == status]
        if rows:
            lines += [
                "",
                told(STATUS[status]),
                *table(rows),
            ]
    return "\n".join(lines)


def facts_record(facts: Sequence[Fact]) -> list[dict[str, Any]]:
    """One record a fact."""
    return [{"key": f.key, "status": f.status, "detail": f.detail} for f in facts]
