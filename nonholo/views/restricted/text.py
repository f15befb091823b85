"""What restricts some chosen coordinates: as text and as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from nonholo.expression.graph import Expr
from nonholo.views.page.rows import table
from nonholo.views.page.values import decision_record
from nonholo.views.page.values import shown as written
from nonholo.views.page.words import count, evidence, shown

if TYPE_CHECKING:
    from nonholo.findings.restricted import Restricted


def restricted_text(found: Restricted) -> str:
    """The lines of `nonholo check --restricted`."""
    rows = [("restricted", f"{', '.join(found.names)}: {_sentence(found)}")]
    rows += [("", f"{shown(f.function)} = const") for f in found.functions]
    if found.restricted and not _all_found(found):
        rows += [("", f"{_form(found, form)} = 0") for form in found.forms]
    if found.restricted is not None:
        rows += [("velocities", _velocities(found)), ("evidence", evidence(found.evidence))]
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


def _sentence(found: Restricted) -> str:
    if found.restricted is None:
        return f"UNDECIDED: {found.evidence.reason}"
    if not found.restricted:
        among = "them" if found.space == "q" else "them and t"
        return f"NOT RESTRICTED: no hidden relation holds among {among} alone"
    number = count(found.relations or 0, "relation")
    return f"RESTRICTED by {number} along every motion{_starts(found)}"


def _starts(found: Restricted) -> str:
    """Are the relations one function each, for all starts?"""
    if found.the_same is None:
        return f"; {found.open_end}"
    if found.the_same == found.relations:
        missing = found.the_same - len(found.functions)
        return f"; {missing} without a formula" if missing > 0 else ""
    alike = f"{found.the_same} of them" if found.the_same else "none of them"
    return (
        f", with constants of its start in them; {alike} one function for all starts; "
        "on the leaf of a start"
    )


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


def _velocities(found: Restricted) -> str:
    """How many constraints hold among their velocities alone."""
    if not found.velocities.k:
        return "no constraint holds among their velocities alone: each velocity is admissible"
    verb = "holds" if found.velocities.k == 1 else "hold"
    return f"{count(found.velocities.k, 'constraint')} {verb} among their velocities alone"
