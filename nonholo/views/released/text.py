"""Holonomic constraints, their elimination, and contacts in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nonholo.views.page.rows import table, wrapped
from nonholo.views.page.sentences import Pieces, Said, joined
from nonholo.views.page.words import as_text, count, shown

if TYPE_CHECKING:
    from nonholo.dynamics.contacts import Contact
    from nonholo.findings.comparison import Comparison
    from nonholo.findings.released import Released, Smaller

KINDS = {
    "wall": "a wall: free to leave and to reach; classified, not solved",
    "contact": "a closed contact, held by a holonomic constraint",
}
RATED = "holds velocities; classified, not solved"


def released_lines(comparison: Comparison, found: Released | None) -> list[str]:
    """The lines of `nonholo compare`; none for a system without holonomic constraints and
    inequalities.
    """
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
        lines += [
            line
            for c in found.contacts
            for line in [
                f"  {c.label}: {KINDS.get(c.kind, RATED)}",
                *(f"    {told}" for told in pressed(c)),
            ]
        ]
    return lines


def kept(found: Released) -> Pieces:
    """Index and initial states."""
    conditions = joined(
        (Said(f, "= 0", True) for f in (*found.index.given, *found.index.hidden)), "; "
    )
    return (
        f"a differential-algebraic system of index {found.index.index}; initial states obey ",
        *conditions,
        f"; free are {count(found.index.coordinates, 'coordinate')} and "
        f"{count(found.index.velocities, 'velocity')}"
        + ("" if found.smaller else "; they are linear in no coordinate that could be eliminated"),
    )


def same(smaller: Smaller) -> str:
    """Is the motion the same, and what was not eliminated?"""
    answer = smaller.decision.answer
    told = {
        True: "the same motion"
        + (" (proved)" if smaller.decision.proved else " (randomised identity)"),
        False: "NOT the same motion",
        None: f"not judged: {smaller.decision.reason}",
    }[answer]
    left = "; ".join(f"{shown(f)} = 0" for f in smaller.found.kept)
    where = "; ".join(f"{shown(f)} != 0" for f in smaller.found.conditions)
    equations = count(len(smaller.equations.rows), "equation")
    return (
        f"{equations}, {told}"
        + (f"; kept, for no coordinate is linear in it: {left}" if left else "")
        + (f"; where {where}" if where else "")
    )


def pressed(found: Contact) -> list[str]:
    """The pressure of a closed contact, and where it opens."""
    if found.pressure is None:
        return []
    lines = [f"presses with {shown(found.pressure)}, and opens where that turns negative"]
    if found.at_energy is not None:
        lines.append(f"at the energy {found.energy}: {shown(found.at_energy)}")
    return lines
