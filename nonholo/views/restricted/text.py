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


def restricted_text(answer: Restricted) -> str:
    """The lines of `nonholo check --restricted`."""
    rows = [(tell("coordinates"), f"{', '.join(answer.names)}: {sentence(answer)}")]
    rows += [("", f"{shown(f.function)} = const") for f in answer.functions]
    rows += [("", f"{form} = 0") for form in relations_left(answer)]
    if answer.relations is not None:
        rows.append((tell("velocities"), velocities(answer)))
        rows.append((tell("evidence"), evidence(answer.evidence)))
    return "\n".join(table(rows))


def restricted_record(answer: Restricted) -> dict[str, Any]:
    """The key `restricted` of a record of `check`."""
    names = ("t", *answer.velocities.chart.names)
    return {
        "coordinates": list(answer.names),
        "restricted": answer.restricted,
        "relations": answer.relations,
        "along_every_motion": answer.along_every_motion,
        "same_for_all_starts": answer.the_same,
        "first_integrals": [written(f.function) for f in answer.functions],
        "forms": [
            {n: written(e) for n, e in zip(names, form) if not e.is_zero} for form in answer.forms
        ],
        "velocity_constraints": answer.velocities.k,
        "space": answer.space,
        "evidence": decision_record(answer.evidence),
    } | {
        key: why
        for key, why in (("reason", answer.open_end), ("leaves_meet", answer.meeting))
        if why
    }


def sentence(answer: Restricted) -> str:
    """Restricted or not, and by how many relations."""
    if answer.relations is None:
        return tell("UNDECIDED: {reason}", reason=answer.evidence.reason)
    if not answer.relations and answer.space == "q":
        return tell("NOT RESTRICTED: no hidden relation holds among them alone")
    if not answer.relations:
        return tell("NOT RESTRICTED: no hidden relation holds among them and t alone")
    number = counts.relations(answer.relations)
    if answer.meeting:
        return _where_leaves_meet(answer, number) + _starts(answer)
    return tell("RESTRICTED by {relations} along every motion", relations=number) + _starts(answer)


def _where_leaves_meet(answer: Restricted, number: str) -> str:
    """What is known of motions that pass where leaves can meet."""
    elsewhere = {"reason": told(answer.meeting), "relations": number}
    if not answer.throughout:
        return tell(
            "UNDECIDED: {reason}; {relations} along every motion that does not pass there",
            **elsewhere,
        )
    return tell(
        "RESTRICTED by {surely} along every motion: {functions} = const; {reason}, and by "
        "{relations} along every motion that does not pass there",
        surely=counts.relations(len(answer.throughout)),
        functions=", ".join(map(shown, answer.throughout)),
        **elsewhere,
    )


def _starts(answer: Restricted) -> str:
    """Are the relations one function each, for all starts?"""
    if answer.the_same is None:
        return f"; {told(answer.open_end)}"
    if answer.the_same == answer.relations:
        missing = answer.the_same - len(answer.functions)
        return tell("; {relations} without a formula", relations=missing) if missing > 0 else ""
    alike = (
        tell("{number} of them", number=answer.the_same)
        if answer.the_same
        else tell("none of them")
    )
    return tell(
        ", with constants of its start in them; {alike} one function for all starts; on the leaf "
        "of a start",
        alike=alike,
    )


def relations_left(answer: Restricted) -> list[str]:
    """The relations as forms in differentials, where not all are functions."""
    left = answer.relations and not _all_found(answer)
    return [_form(answer, form) for form in answer.forms] if left else []


def _all_found(answer: Restricted) -> bool:
    return len(answer.functions) == answer.relations


def _form(answer: Restricted, form: tuple[Expr, ...]) -> str:
    """A form in differentials: "dx - (z) dy"."""
    names = ("t", *answer.velocities.chart.names)
    terms = [
        f"d{n}" if shown(e) == "1" else f"({shown(e)}) d{n}"
        for n, e in zip(names, form)
        if not e.is_zero
    ]
    return " + ".join(terms)


def velocities(answer: Restricted) -> str:
    """How many constraints hold among their velocities alone."""
    if not answer.velocities.k:
        return tell("no constraint holds among their velocities alone: each velocity is admissible")
    return tell_many(
        answer.velocities.k,
        "{n} constraint holds among their velocities alone",
        "{n} constraints hold among their velocities alone",
    )
