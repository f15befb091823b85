"""Holonomic constraints, their elimination, and contacts: in words, as JSON, and as sections of the page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from nonholo.exact.graph import Expr
from nonholo.exact.latex import Writer
from nonholo.views.page.math import Literal
from nonholo.views.page.page import Details, Facts, Formula, Paragraph, Section
from nonholo.views.page.sentences import Pieces, Said, joined, on_page
from nonholo.views.verdict.record import decision_record
from nonholo.views.verdict.text import table, wrapped
from nonholo.views.verdict.words import as_text, count, shown

if TYPE_CHECKING:
    from nonholo.dynamics.contacts import Contact
    from nonholo.findings.comparison import Comparison
    from nonholo.findings.released import Released, Smaller

KINDS = {"wall": "a wall: free to leave and to reach; classified, not solved",
         "contact": "a closed contact, held by a holonomic constraint"}
RATED = "holds velocities; classified, not solved"


def released_lines(comparison: Comparison, found: Released | None) -> list[str]:
    """The lines of `nonholo compare`; none for a system without holonomic constraints and inequalities."""
    if found is None or not (comparison.system.holonomic or found.contacts):
        return []
    lines = []
    if comparison.system.holonomic:
        lines += ["", "holonomic constraints kept with multipliers", *wrapped(as_text(kept(found)))]
    if found.smaller is not None:
        rows = [(str(q), f"= {shown(g)}") for q, g in found.smaller.found.solved]
        own = found.smaller
        accelerations = zip(own.found.system.chart.names, own.motion.accelerations)
        rows += [(f"{n}''", f"= {shown(a)}") for n, a in accelerations]
        lines += ["", "holonomic constraints eliminated", *table(rows), *wrapped(same(own))]
    if found.contacts:
        lines += ["", "unilateral constraints"]
        lines += [line for c in found.contacts for line in [f"  {c.label}: {KINDS.get(c.kind, RATED)}",
                                                           *(f"    {told}" for told in pressed(c))]]
    return lines


def kept(found: Released) -> Pieces:
    """Index and initial states."""
    conditions = joined((Said(f, "= 0", True) for f in (*found.index.given, *found.index.hidden)), "; ")
    return (f"a differential-algebraic system of index {found.index.index}; initial states obey ", *conditions,
            f"; free are {count(found.index.coordinates, 'coordinate')} and {count(found.index.velocities, 'velocity')}"
            + ("" if found.smaller else "; they are linear in no coordinate that "
                                                   "could be eliminated"))


def same(smaller: Smaller) -> str:
    """Is the motion the same, and what was not eliminated?"""
    answer = smaller.decision.answer
    told = {True: "the same motion" + (" (proved)" if smaller.decision.proved else " (randomised identity)"),
            False: "NOT the same motion", None: f"not judged: {smaller.decision.reason}"}[answer]
    left = "; ".join(f"{shown(f)} = 0" for f in smaller.found.kept)
    where = "; ".join(f"{shown(f)} != 0" for f in smaller.found.conditions)
    equations = count(len(smaller.equations.rows), "equation")
    return (f"{equations}, {told}" + (f"; kept, for no coordinate is linear in it: {left}" if left else "")
            + (f"; where {where}" if where else ""))


def pressed(found: Contact) -> list[str]:
    """The pressure of a closed contact, and where it opens."""
    if found.pressure is None:
        return []
    lines = [f"presses with {shown(found.pressure)}, and opens where that turns negative"]
    if found.at_energy is not None:
        lines.append(f"at the energy {found.energy}: {shown(found.at_energy)}")
    return lines


def released_record(found: Released | None) -> dict[str, Any] | None:
    """The keys about holonomic and unilateral constraints."""
    if found is None:
        return None
    index = found.index
    return {"index": index.index, "initial_conditions": [shown(f) for f in (*index.given, *index.hidden)],
            "free_coordinates": index.coordinates, "free_velocities": index.velocities,
            "eliminated": None if found.smaller is None else _smaller_record(found.smaller),
            "unilateral": [{"inequality": c.label, "kind": c.kind, "pressure": _maybe(c.pressure),
                            "pressure_at_energy": _maybe(c.at_energy)} for c in found.contacts]}


def _smaller_record(smaller: Smaller) -> dict[str, Any]:
    names = smaller.found.system.chart.names
    return {"solved": {str(q): shown(g) for q, g in smaller.found.solved},
            "kept": [shown(f) for f in smaller.found.kept],
            "lagrangian": shown(smaller.found.system.lagrangian),
            "equations": [shown(row) for row in smaller.equations.rows],
            "accelerations": {n: shown(a) for n, a in zip(names, smaller.motion.accelerations)},
            "agrees": smaller.decision.answer, "evidence": decision_record(smaller.decision)}


def _maybe(f: Expr | None) -> str | None:
    return None if f is None else shown(f)


def released_section(comparison: Comparison, found: Released | None) -> Section:
    """The section of a page."""
    title = "Holonomic and unilateral constraints"
    if found is None or not (comparison.system.holonomic or found.contacts):
        return Section(title, ())
    write = comparison.distribution.chart.latex()
    told = ("Kept with multipliers: ", *on_page(kept(found), write), ".")
    blocks: list = [Paragraph(told)] if comparison.system.holonomic else []
    blocks += _eliminated(found.smaller, write) if found.smaller is not None else []
    if found.contacts:
        blocks.append(Facts(tuple((Literal(c.label), KINDS.get(c.kind, RATED)) for c in found.contacts)))
    for c in found.contacts:
        opens = ("the contact ", Literal(c.label), " opens where N turns negative")
        blocks += [Formula(rf"N = {write(f)}", note, opens)
                   for f, note in ((c.pressure, "pressure"), (c.at_energy, f"at the energy {c.energy}"))
                   if f is not None]
    return Section(title, tuple(blocks))


def _eliminated(smaller: Smaller, write: Writer) -> list:
    solved = [Formula(rf"{write(q)} = {write(g)}", "eliminated") for q, g in smaller.found.solved]
    rows = tuple(Formula(rf"{write(row)} = 0") for row in smaller.equations.rows)
    return [*solved, Details(f"Eliminated: {same(smaller)}", rows)]
