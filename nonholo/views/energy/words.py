"""What the textbooks call the energy, in sentences and as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from nonholo.expression.graph import Expr
from nonholo.expression.text import text
from nonholo.views.conserved.text import shorter
from nonholo.views.page.rows import table
from nonholo.views.page.values import decision_record, sum_shown
from nonholo.views.page.values import shown as value
from nonholo.views.page.words import is_huge, shown

if TYPE_CHECKING:
    from nonholo.decide.zero import Decision
    from nonholo.dynamics.energy_words import EnergyWords, MovingEnergy

APART = (
    "L alone does not tell T from V: T_0 of a moving frame looks like a potential; it is T + V if "
    "the coordinates do not move with time (`compare --potential` or `--kinetic` says it)"
)


def told(e: Expr) -> str:
    """An energy as a sum, or with its factors in front if that is shorter."""
    return shown(e) if is_huge(e) else text(shorter(e))


def energy_lines(found: EnergyWords) -> list[str]:
    """The lines of `nonholo compare`."""
    rows = [
        ("h", told(found.energy)),
        ("h constant", kept(found.kept, causes(found))),
        ("h and T + V", against_total(found)),
    ]
    if found.total_kept is not None and found.equal is not None and found.equal.answer is not True:
        rows.append(("T + V constant", kept(found.total_kept, "")))
    rows += [("moving energy", moving(one)) for one in found.moving]
    return ["energy function h = sum_i q_i' dL/dq_i' - L", *table(rows)]


def kept(decision: Decision, why: str) -> str:
    """ "yes (proved)", "no: L holds t", "undecided: ..."."""
    if decision.answer is None:
        return f"undecided: {decision.reason}"
    if decision.answer:
        return "yes (proved)" if decision.proved else "yes (not proved)"
    return f"no{': ' if why else ''}{why}"


def causes(found: EnergyWords) -> str:
    """What makes h change: dh/dt = -dL/dt + Q.q' - lambda.a_0."""
    reasons = [
        (found.explicit, "L holds t"),
        (found.powered, "applied forces have power"),
        (found.acatastatic and found.rheonomic, "rheonomic constraints do work"),
        (
            found.acatastatic and not found.rheonomic,
            "constraints with a part free of velocities do work",
        ),
    ]
    return ", ".join(words for holds, words in reasons if holds)


def against_total(found: EnergyWords) -> str:
    """Is h the sum of kinetic and potential energy, and why not?"""
    if found.equal is None:
        return unknown(found)
    if found.equal.answer is None:
        return f"undecided: {found.equal.reason}"
    if found.equal.answer:
        return "h = T + V: T is quadratic in the velocities, and V holds none"
    difference = found.difference
    assert difference is not None  # T is known
    _, first, zero = found.kinetic_parts
    parts = (("T_1", first), ("T_0", zero))
    why = [f"{n} = {told(e)}" for n, e in parts if e is not None and not e.is_zero]
    because = (
        f"T is not quadratic in the velocities ({', '.join(why)}): the coordinates move with time"
        if why
        else "V holds velocities (gyroscopic terms), which are in L and not in h"
    )
    return f"h is not T + V: T + V - h = {told(difference)}; {because}"


def unknown(found: EnergyWords) -> str:
    """What can be said without T."""
    if found.quadratic is None:
        return "L is no polynomial of degree 2 in the velocities: there is no T + V in it"
    if found.linear is not None and not found.linear.is_zero:
        return f"L_1 = {told(found.linear)} (gyroscopic) is in L and not in h = L_2 - L_0; {APART}"
    return f"h = L_2 - L_0; {APART}"


def moving(one: MovingEnergy) -> str:
    """A moving energy with its field."""
    field = ", ".join(f"{n}: {shown(e)}" for n, e in one.field)
    return f"{told(one.value)} = const (proved): h - p.Y, seen from a motion along Y = ({field})"


def energy_record(found: EnergyWords) -> dict[str, Any]:
    """The same as data, the value of "energy_words"."""

    def part(e: Expr | None) -> str | None:
        return None if e is None else sum_shown(e)

    return {
        "energy_function": sum_shown(found.energy),
        "conserved": decision_record(found.kept),
        "causes": causes(found) if found.kept.answer is False else "",
        "quadratic": part(found.quadratic),
        "linear": part(found.linear),
        "constant": part(found.constant),
        "time_in_lagrangian": found.explicit,
        "rheonomic": found.rheonomic,
        "acatastatic": found.acatastatic,
        "kinetic": part(found.kinetic),
        "potential": part(found.potential),
        "is_total_energy": None if found.equal is None else found.equal.answer,
        "total_minus_energy_function": part(found.difference),
        "total_conserved": None if found.total_kept is None else found.total_kept.answer,
        "moving_energies": [
            {"value": sum_shown(one.value), "field": {n: value(e) for n, e in one.field}}
            for one in found.moving
        ],
    }
