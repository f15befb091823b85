"""Holonomic constraints, their elimination, and contacts in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nonholo.views.page import counts
from nonholo.views.page.rows import table, wrapped
from nonholo.views.page.sentences import Pieces, Said, joined
from nonholo.views.page.words import as_text, shown
from nonholo.words.language import tell, told
from nonholo.words.sentence import say

if TYPE_CHECKING:
    from nonholo.dynamics.contacts import Contact
    from nonholo.findings.comparison import Comparison
    from nonholo.findings.released import Released, Smaller

KINDS = {
    "wall": say("a wall: free to leave and to reach; classified, not solved"),
    "contact": say("a closed contact, held by a holonomic constraint"),
    "undecided": say("a wall, or a closed contact: which of them was not decided"),
}
RATED = say("holds velocities; classified, not solved")


def released_lines(comparison: Comparison, released: Released | None) -> list[str]:
    """The lines of `nonholo compare`; none for a system without holonomic constraints and
    inequalities.
    """
    if released is None or not (comparison.system.holonomic or released.contacts):
        return []
    lines = []
    if comparison.system.holonomic:
        kept_lines = [
            tell("holonomic constraints kept with multipliers"),
            *wrapped(as_text(index_words(released))),
        ]
        lines += ["", *kept_lines]
    if released.smaller is not None:
        rows = [(str(q), f"= {shown(g)}") for q, g in released.smaller.eliminated.solved]
        smaller = released.smaller
        accelerations = zip(smaller.eliminated.system.chart.names, smaller.motion.accelerations)
        rows += [(f"{n}''", f"= {shown(a)}") for n, a in accelerations]
        head = tell("holonomic constraints eliminated")
        lines += ["", head, *table(rows), *wrapped(same(smaller))]
    if released.contacts:
        lines += ["", tell("unilateral constraints")]
        lines += [
            line
            for c in released.contacts
            for line in [
                f"  {c.label}: {told(KINDS.get(c.kind, RATED))}",
                *(f"    {line}" for line in pressed(c)),
            ]
        ]
    return lines


def index_words(released: Released) -> Pieces:
    """Index and initial states."""
    conditions = joined(
        (Said(f, "= 0", True) for f in (*released.index.given, *released.index.hidden)), "; "
    )
    return (
        tell(
            "a differential-algebraic system of index {index}; initial states obey ",
            index=released.index.index,
        ),
        *conditions,
        tell(
            "; free are {coordinates} and {velocities}",
            coordinates=counts.coordinates(released.index.coordinates),
            velocities=counts.velocities(released.index.velocities),
        ),
        ""
        if released.smaller
        else tell("; they are linear in no coordinate that could be eliminated"),
    )


def same(smaller: Smaller) -> str:
    """Is the motion the same, and what was not eliminated?"""
    answer = smaller.decision.answer
    judged = {
        True: tell("the same motion (proved)")
        if smaller.decision.proved
        else tell("the same motion (randomised identity)"),
        False: tell("NOT the same motion"),
        None: tell("not judged: {reason}", reason=smaller.decision.reason),
    }[answer]
    left = "; ".join(f"{shown(f)} = 0" for f in smaller.eliminated.unsolved)
    where = "; ".join(f"{shown(f)} != 0" for f in smaller.eliminated.conditions)
    equations = counts.equations(len(smaller.equations.rows))
    retained = tell("; kept, for no coordinate is linear in it: {equations}", equations=left)
    place = tell("; where {conditions}", conditions=where)
    return f"{equations}, {judged}" + (retained if left else "") + (place if where else "")


def pressed(contact: Contact) -> list[str]:
    """The pressure of a closed contact, and where it opens."""
    if contact.pressure is None:
        return []
    lines = [
        tell(
            "presses with {pressure}, and opens where that turns negative",
            pressure=shown(contact.pressure),
        )
    ]
    if contact.at_energy is not None:
        lines.append(
            tell(
                "at the energy {energy}: {pressure}",
                energy=contact.energy,
                pressure=shown(contact.at_energy),
            )
        )
    return lines
