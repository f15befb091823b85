"""One set of equations in the form a user asks for."""

from __future__ import annotations

import json
from collections.abc import Sequence

from nonholo.errors import NotApplicable, Place
from nonholo.findings.comparison import Comparison, Entry, compare_one
from nonholo.formulations.hamel import hamel
from nonholo.formulations.kane import kane
from nonholo.geometry.frames import frame
from nonholo.numerics.languages import LANGUAGES
from nonholo.numerics.source import c_source, python_source
from nonholo.readers.case import Case
from nonholo.views.comparison.text import equations_text
from nonholo.views.verdict.record import entry_record


def pick(comparison: Comparison, form: str, substitute: Sequence[str] = ()) -> Entry:
    """The entry of a name; "substituted" means the asked or the full elimination."""
    names = [e.equations.name for e in comparison.entries]
    form = form.replace("-", "_").lower() if form not in names else form
    if form == "substituted" and comparison.errors:
        form = "substituted " + ", ".join(comparison.errors[0].eliminated)
    if any(r.name == form for r in comparison.refused):
        return comparison.entry(form)
    if form not in names:
        raise NotApplicable(f"there is no form {form!r} for this case; there are: {'; '.join(names)}")
    return comparison.entry(form)


def in_quasi_velocities(comparison: Comparison, case: Case, form: str, definitions: Sequence[str]) -> Entry:
    """The equations of Hamel or Kane in quasi-velocities given as "v = x'*cos(theta) + y'*sin(theta)"."""
    derive = {"hamel": hamel, "kane": kane}.get(form)
    if derive is None:
        raise NotApplicable(f"--quasi is for hamel and kane; {form} has no quasi-velocities")
    quasi, scope = {}, case.over(comparison.system).scope
    for text in definitions:
        name, sign, meaning = text.partition("=")
        if not sign or not name.strip().isidentifier():
            raise NotApplicable(f"--quasi {text!r}: needed is NAME = sum of coefficient * velocity")
        quasi[name.strip()] = scope.expression(meaning.strip(), Place("command line", f"--quasi {name.strip()}"))
    own = frame(comparison.distribution, quasi)
    return compare_one(comparison, derive(comparison.system, comparison.distribution, own))


def as_text(comparison: Comparison, entry: Entry, style: str) -> str:
    """text | latex | python | c | numpy | julia | casadi | modelica | json."""
    if style == "text":
        return equations_text(comparison, entry)
    if style == "latex":
        return equations_latex(comparison, entry)
    if style not in ("text", "latex", "json") and entry.equations.name == "vakonomic":
        raise NotApplicable("vakonomic: the mu are unknowns with rates of their own, and a function of accelerations "
                            "alone would hold them constant; --as text or json gives the rates too")
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
