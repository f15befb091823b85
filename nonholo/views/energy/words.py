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
from nonholo.words.language import tell
from nonholo.words.sentence import say

if TYPE_CHECKING:
    from nonholo.decide.zero import Decision
    from nonholo.dynamics.energy_words import EnergyWords, MovingEnergy

APART = say(
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
        (tell("h constant"), kept(found.kept, causes(found))),
        (tell("h and T + V"), against_total(found)),
    ]
    if found.total_kept is not None and found.equal is not None and found.equal.answer is not True:
        rows.append((tell("T + V constant"), kept(found.total_kept, "")))
    rows += [(tell("moving energy"), moving(one)) for one in found.moving]
    return [tell("energy function") + " h = sum_i q_i' dL/dq_i' - L", *table(rows)]


def kept(decision: Decision, why: str) -> str:
    """ "yes (proved)", "no: L holds t", "undecided: ..."."""
    if decision.answer is None:
        return tell("undecided: {reason}", reason=decision.reason)
    if decision.answer:
        return tell("yes (proved)") if decision.proved else tell("yes (not proved)")
    return tell("no") + (f": {why}" if why else "")


def causes(found: EnergyWords) -> str:
    """What makes h change: dh/dt = -dL/dt + Q.q' - lambda.a_0."""
    reasons = [
        (found.explicit, tell("L holds t")),
        (found.powered, tell("applied forces have power")),
        (found.acatastatic and found.rheonomic, tell("rheonomic constraints do work")),
        (
            found.acatastatic and not found.rheonomic,
            tell("constraints with a part free of velocities do work"),
        ),
    ]
    return ", ".join(words for holds, words in reasons if holds)


def against_total(found: EnergyWords) -> str:
    """Is h the sum of kinetic and potential energy, and why not?"""
    if found.equal is None:
        return unknown(found)
    if found.equal.answer is None:
        return tell("undecided: {reason}", reason=found.equal.reason)
    if found.equal.answer:
        return tell("h = T + V: T is quadratic in the velocities, and V holds none")
    difference = found.difference
    assert difference is not None  # T is known
    _, first, zero = found.kinetic_parts
    parts = (("T_1", first), ("T_0", zero))
    why = [f"{n} = {told(e)}" for n, e in parts if e is not None and not e.is_zero]
    because = (
        tell(
            "T is not quadratic in the velocities ({parts}): the coordinates move with time",
            parts=", ".join(why),
        )
        if why
        else tell("V holds velocities (gyroscopic terms), which are in L and not in h")
    )
    return tell(
        "h is not T + V: T + V - h = {difference}; {because}",
        difference=told(difference),
        because=because,
    )


def unknown(found: EnergyWords) -> str:
    """What can be said without T."""
    if found.quadratic is None:
        return tell("L is no polynomial of degree 2 in the velocities: there is no T + V in it")
    if found.linear is not None and not found.linear.is_zero:
        return tell(
            "L_1 = {linear} (gyroscopic) is in L and not in h = L_2 - L_0; {more}",
            linear=told(found.linear),
            more=APART,
        )
    return tell("h = L_2 - L_0; {more}", more=APART)


def moving(one: MovingEnergy) -> str:
    """A moving energy with its field."""
    field = ", ".join(f"{n}: {shown(e)}" for n, e in one.field)
    return tell(
        "{value} = const (proved): h - p.Y, seen from a motion along Y = ({field})",
        value=told(one.value),
        field=field,
    )


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
