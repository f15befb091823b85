"""One set of equations in the form a user asks for."""

from __future__ import annotations

import json
from collections.abc import Sequence

from nonholo.comparison import Comparison, Entry
from nonholo.errors import NotApplicable
from nonholo.numerics.languages import LANGUAGES
from nonholo.numerics.source import c_source, python_source
from nonholo.report.record import entry_record
from nonholo.report.text import equations_text


def pick(comparison: Comparison, form: str, substitute: Sequence[str] = ()) -> Entry:
    """The entry of a name; "substituted" means the asked or the full elimination."""
    names = [e.equations.name for e in comparison.entries]
    if form == "substituted" and comparison.errors:
        form = "substituted " + ", ".join(comparison.errors[0].eliminated)
    if form not in names:
        raise NotApplicable(f"there is no form {form!r} for this case; there are: {'; '.join(names)}")
    return comparison.entry(form)


def as_text(comparison: Comparison, entry: Entry, style: str) -> str:
    """text | latex | python | c | numpy | julia | casadi | modelica | json."""
    if style == "text":
        return equations_text(comparison, entry)
    if style == "latex":
        return equations_latex(comparison, entry)
    if style == "python":
        return python_source(entry)
    if style == "c":
        return c_source(entry)
    if style in LANGUAGES:
        return LANGUAGES[style](entry)
    return json.dumps({"schema": 1, **entry_record(comparison, entry)}, indent=1, ensure_ascii=False)


def equations_latex(comparison: Comparison, entry: Entry) -> str:
    """The rows, aligned, as a LaTeX environment."""
    write = comparison.distribution.chart.latex()
    rows = [rf"  {write(row)} &= 0" for row in entry.equations.rows]
    return "\\begin{align}\n" + " \\\\\n".join(rows) + "\n\\end{align}"
