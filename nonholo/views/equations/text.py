"""One set of equations in the form a user asks for."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from nonholo.views.comparison.record import entry_record
from nonholo.views.comparison.text import equations_text

if TYPE_CHECKING:
    from nonholo.findings.comparison import Comparison, Entry


def as_text(comparison: Comparison, entry: Entry, style: str) -> str:
    """text, latex or json."""
    if style == "text":
        return equations_text(comparison, entry)
    if style == "latex":
        return equations_latex(comparison, entry)
    return json.dumps(
        {"schema": 1, **entry_record(comparison, entry)}, indent=1, ensure_ascii=False
    )


def equations_latex(comparison: Comparison, entry: Entry) -> str:
    """The rows, aligned, as a LaTeX environment."""
    write = comparison.distribution.chart.latex()
    rows = [rf"  {write(row)} &= 0" for row in entry.equations.rows]
    return "\\begin{align}\n" + " \\\\\n".join(rows) + "\n\\end{align}"
