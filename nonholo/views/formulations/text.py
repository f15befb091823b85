"""The table of what each formulation can treat, as text and as records."""

from __future__ import annotations

from typing import Any

from nonholo.formulations.capabilities import CAPABILITIES, COLUMNS, MEANING, Capability


def formulations_text() -> str:
    """The text of `nonholo formulations`."""
    heads = ("", *COLUMNS, "equations", "unknowns")
    rows = [(c.name, *("yes" if getattr(c, column) else "-" for column in COLUMNS), str(c.equations), str(c.unknowns))
            for c in CAPABILITIES]
    widths = [max(len(row[j]) for row in (heads, *rows)) for j in range(len(heads))]
    lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip() for row in (heads, *rows)]
    meaning = [f"  {column.ljust(10)} {MEANING[column]}" for column in COLUMNS]
    return "\n".join([*lines, "", *meaning, "  n coordinates, k independent constraints, m = n - k", "",
                      *(f"  {c.name.ljust(15)} {c.remark}" for c in CAPABILITIES)])


def formulations_record() -> dict[str, Any]:
    """The record of `nonholo formulations`."""
    return {"schema": 1, "formulations": [_record(c) for c in CAPABILITIES]}


def _record(c: Capability) -> dict[str, Any]:
    return {"name": c.name, "title": c.title, "remark": c.remark, "year": c.year,
            **{column: getattr(c, column) for column in COLUMNS},
            "equations": str(c.equations), "unknowns": str(c.unknowns)}
