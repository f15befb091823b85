"""The verdict on constraints nonlinear in the velocities, as text and as a record with the keys of `nonholo check`."""

from __future__ import annotations

from typing import Any

from nonholo.bent import Bent
from nonholo.report.record import SCHEMA, decision_record, form_record
from nonholo.report.record import shown as written
from nonholo.report.text import table
from nonholo.report.words import shown

REMARK = ("integrability, growth and curvature are those of Pfaffian forms; virtual displacements by Chetaev's rule; "
          "`compare` gives the equations of motion")


def bent_text(found: Bent) -> str:
    """The text of `nonholo check`."""
    names, labels = found.case.system.chart.names, ", ".join(c.label for c in found.nonlinear)
    why = (f"{labels}: not linear in the velocities; the admissible velocities bend, so they lie in no plane that a "
           "relation between coordinates would keep them in")
    rows = [("why", why if found.bent.answer else f"{labels}: not linear in the velocities; {found.bent.reason}")]
    rows += [("linear rows", f"{found.linear.verdict}, h = {found.linear.relations}")] if found.linear else []
    for vector in found.virtual:
        rows.append(("virtual", f"(d{', d'.join(names)}) ~ ({', '.join(map(shown, vector))})"))
    head = [found.case.name, f"{found.verdict.upper()}: {sentence(found)}", ""]
    return "\n".join(head + table([*rows, ("remark", REMARK)]))


def sentence(found: Bent) -> str:
    """What the verdict means, in words."""
    if found.relations is None:
        return "a constraint is nonlinear in the velocities"
    count = f"{found.independent} independent constraint{'s' * (found.independent > 1)}"
    return f"{count}, {len(found.nonlinear)} nonlinear in the velocities; h = {found.relations}"


def bent_record(found: Bent) -> dict[str, Any]:
    """The keys of a check; null for what Pfaffian forms alone have."""
    linear, chart = found.linear, found.case.system.chart
    own = [] if linear is None else [form_record(linear, l, f) for l, f in enumerate(linear.forms)]
    alone = False if linear is None and found.bent.answer else None
    own += [{"constraint": c.label, "integrable": alone, "integrating_factor": None, "potential": None, "triples": []}
            for c in found.nonlinear]
    return {
        "schema": SCHEMA,
        "name": found.case.name,
        "coordinates": list(chart.names),
        "parameters": list(found.case.scope.parameters),
        "constraints": [e["constraint"] for e in own],
        "nonlinear": [c.label for c in found.nonlinear],
        "verdict": found.verdict,
        "holonomic_relations": found.relations,
        "independent_constraints": found.independent,
        "individual": own,
        "growth_vector": None,
        "space": found.space,
        "degree_of_nonholonomy": None,
        "accessible": False if found.relations and found.case.system.holonomic else None,
        "first_integrals": [] if linear is None else [written(f.function) for f in linear.integrals.together],
        "singular_set": None,
        "virtual_displacements": [dict(zip(chart.names, map(written, v))) for v in found.virtual] or None,
        "inequalities": list(found.case.system.inequalities),
        "remarks": [REMARK],
        "evidence": decision_record(found.bent),
        "certificate": None,
    }
