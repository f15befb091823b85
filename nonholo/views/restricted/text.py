"""What restricts some chosen coordinates: as text and as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from nonholo.expression.graph import Expr
from nonholo.views.page import counts
from nonholo.views.page.rows import table
from nonholo.views.page.values import decision_record
from nonholo.views.page.values import shown as written
from nonholo.views.page.words import evidence, shown
from nonholo.words.language import tell, tell_many, told

if TYPE_CHECKING:
    from nonholo.findings.restricted import Restricted


def restricted_text(found: Restricted) -> str:
    """The lines of `nonholo check --restricted`."""
    rows = [(tell("restricted"), f"{', '.join(found.names)}: {sentence(found)}")]
    rows += [("", f"{shown(f.function)} = const") for f in found.functions]
    rows += [("", f"{form} = 0") for form in relations_left(found)]
    if found.restricted is not None:
        rows.append((tell("velocities"), velocities(found)))
        rows.append((tell("evidence"), evidence(found.evidence)))
    return "\n".join(table(rows))


def restricted_record(found: Restricted) -> dict[str, Any]:
    """The key `restricted` of a record of `check`."""
    names = ("t", *found.velocities.chart.names)
    return {
        "coordinates": list(found.names),
        "restricted": found.restricted,
        "relations": found.relations,
        "same_for_all_starts": found.the_same,
        "first_integrals": [written(f.function) for f in found.functions],
        "forms": [
            {n: written(e) for n, e in zip(names, form) if not e.is_zero} for form in found.forms
        ],
        "velocity_constraints": found.velocities.k,
        "space": found.space,
        "evidence": decision_record(found.evidence),
    } | ({"reason": found.open_end} if found.open_end else {})


def sentence(found: Restricted) -> str:
    """Restricted or not, and by how many relations."""
    if found.restricted is None:
        return tell("UNDECIDED: {reason}", reason=found.evidence.reason)
    if not found.restricted and found.space == "q":
        return tell("NOT RESTRICTED: no hidden relation holds among them alone")
    if not found.restricted:
        return tell("NOT RESTRICTED: no hidden relation holds among them and t alone")
    number = counts.relations(found.relations or 0)
    return tell("RESTRICTED by {relations} along every motion", relations=number) + _starts(found)


def _starts(found: Restricted) -> str:
    """Are the relations one function each, for all starts?"""
    if found.the_same is None:
        return f"; {told(found.open_end)}"
    if found.the_same == found.relations:
        missing = found.the_same - len(found.functions)
        return tell("; {relations} without a formula", relations=missing) if missing > 0 else ""
    alike = (
        tell("{number} of them", number=found.the_same) if found.the_same else tell("none of them")
    )
    return tell(
        ", with constants of its start in them; {alike} one function for all starts; on the leaf "
        "of a start",
        alike=alike,
    )


def relations_left(found: Restricted) -> list[str]:
    """The relations as forms in differentials, where not all are functions."""
    left = found.restricted and not _all_found(found)
    return [_form(found, form) for form in found.forms] if left else []


def _all_found(found: Restricted) -> bool:
    return len(found.functions) == found.relations


def _form(found: Restricted, form: tuple[Expr, ...]) -> str:
    """A form in differentials: "dx - (z) dy"."""
    names = ("t", *found.velocities.chart.names)
    terms = [
        f"d{n}" if shown(e) == "1" else f"({shown(e)}) d{n}"
        for n, e in zip(names, form)
        if not e.is_zero
    ]
    return " + ".join(terms)


def velocities(found: Restricted) -> str:
    """How many constraints hold among their velocities alone."""
    if not found.velocities.k:
        return tell("no constraint holds among their velocities alone: each velocity is admissible")
    return tell_many(
        found.velocities.k,
        "{n} constraint holds among their velocities alone",
        "{n} constraints hold among their velocities alone",
    )
