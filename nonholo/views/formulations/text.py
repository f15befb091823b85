"""The table of what each formulation can treat, as text and as records."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from nonholo.words.language import tell, told

if TYPE_CHECKING:
    from nonholo.formulations.capabilities import Capability


def formulations_text(
    table: Sequence[Capability], columns: Sequence[str], meanings: Mapping[str, str]
) -> str:
    """The text of `nonholo formulations`."""
    heads = ("", *columns, tell("equations"), tell("unknowns"))
    rows = [
        (
            c.name,
            *(tell("yes") if getattr(c, column) else "-" for column in columns),
            str(c.equations),
            str(c.unknowns),
        )
        for c in table
    ]
    widths = [max(len(row[j]) for row in (heads, *rows)) for j in range(len(heads))]
    lines = [
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip()
        for row in (heads, *rows)
    ]
    meaning = [f"  {column.ljust(10)} {told(meanings[column])}" for column in columns]
    return "\n".join(
        [
            *lines,
            "",
            *meaning,
            "  " + tell("n coordinates, k independent constraints, m = n - k"),
            "",
            *(f"  {c.name.ljust(15)} {told(c.remark)}" for c in table),
        ]
    )


def formulations_record(table: Sequence[Capability], columns: Sequence[str]) -> dict[str, Any]:
    """The record of `nonholo formulations`."""
    return {"schema": 1, "formulations": [_record(c, columns) for c in table]}


def _record(c: Capability, columns: Sequence[str]) -> dict[str, Any]:
    return {
        "name": c.name,
        "title": c.title,
        "remark": c.remark,
        "year": c.year,
        **{column: getattr(c, column) for column in columns},
        "equations": str(c.equations),
        "unknowns": str(c.unknowns),
    }
