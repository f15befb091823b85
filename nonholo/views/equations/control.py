"""The control form of the kinematics as text, LaTeX and JSON."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from nonholo.errors import option
from nonholo.views.page.rows import table
from nonholo.views.page.values import shown
from nonholo.views.page.words import shown as words
from nonholo.words.language import tell, tell_many

if TYPE_CHECKING:
    from nonholo.findings.control_form import ControlForm


def control_text(form: ControlForm, style: str = "text") -> str:
    """text, latex or json."""
    if style == "latex":
        return "\\begin{equation}\n  " + form.latex() + "\n\\end{equation}"
    if style == "json":
        return json.dumps(control_record(form), indent=1, ensure_ascii=False)
    m, n = len(form.inputs), len(form.coordinates)
    inputs = tell_many(m, "{n} input", "{n} inputs") + f" ({', '.join(form.inputs)})" * bool(m)
    head = tell("control form  q' = G w + g, {inputs} for {n} coordinates", inputs=inputs, n=n)
    lines = [head, ""]
    lines += table([(f"{c}'", f"= {words(e)}") for c, e in zip(form.coordinates, form.rates)])
    drift = [f"{c}: {words(g)}" for c, g in zip(form.coordinates, form.drift) if not g.is_zero]
    facts = [(f"{u}", words(f)) for u, f in form.definitions]
    facts.append((tell("drift"), "; ".join(drift) or tell("none: rest is allowed")))
    facts.append((tell("spans"), _span(form)))
    if form.passed_over:
        facts.append((tell("remark"), _passed_over(form)))
    return "\n".join([*lines, "", *table(facts)])


def _passed_over(form: ControlForm) -> str:
    """Names of [velocities] that are no inputs."""
    return tell_many(
        len(form.passed_over),
        "{names} of [velocities] is no input: with it the columns were not found free of poles; "
        "{way} takes what you name",
        "{names} of [velocities] are no inputs: with them the columns were not found free of "
        "poles; {way} takes what you name",
        names=", ".join(form.passed_over),
        way=option("--quasi", "control_form(velocities=...)"),
    )


def _span(form: ControlForm) -> str:
    """Where the columns give all admissible velocities."""
    if form.exceptions is None:
        return tell("all admissible velocities in general; where not was not found")
    where = tell(" and ").join(f"{words(f)} != 0" for f in form.exceptions)
    if where:
        return tell("all admissible velocities where {where}", where=where)
    return tell("all admissible velocities, wherever the constraints are independent")


def control_record(form: ControlForm) -> dict[str, Any]:
    """The same as data: G by rows."""
    return {
        "schema": 1,
        "name": form.case.name,
        "form": "control",
        "coordinates": list(form.coordinates),
        "inputs": list(form.inputs),
        "rates": {c: shown(e) for c, e in zip(form.coordinates, form.rates)},
        "matrix": [[shown(e) for e in row] for row in form.matrix],
        "drift": [shown(e) for e in form.drift],
        "definitions": {str(u): shown(f) for u, f in form.definitions},
        "passed_over": list(form.passed_over),
        "not_where": None if form.exceptions is None else [shown(f) for f in form.exceptions],
    }
