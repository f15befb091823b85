"""What the textbooks call the energy, in sentences and as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from nonholo.errors import option
from nonholo.expression.graph import Expr
from nonholo.expression.text import PEOPLE, text
from nonholo.views.conserved.text import shorter
from nonholo.views.page.rows import table
from nonholo.views.page.values import decision_record, sum_shown
from nonholo.views.page.values import shown as value
from nonholo.views.page.words import is_huge, shown
from nonholo.words.language import tell

if TYPE_CHECKING:
    from nonholo.decide.zero import Decision
    from nonholo.dynamics.energy_words import EnergyWords, MovingEnergy


def _apart() -> str:
    return option(
        tell(
            "L alone does not tell T from V: T_0 of a moving frame looks like a potential; it is "
            "T + V if the coordinates do not move with time (`compare --potential` or `--kinetic` "
            "says it)"
        ),
        tell(
            "L alone does not tell T from V: T_0 of a moving frame looks like a potential; it is "
            "T + V if the coordinates do not move with time (`potential=...` or `kinetic=...` "
            "says it)"
        ),
    )


def told(e: Expr) -> str:
    """An energy as a sum, or with its factors in front if that is shorter."""
    return shown(e) if is_huge(e) else text(shorter(e), PEOPLE)


def energy_lines(energy: EnergyWords) -> list[str]:
    """The lines of `nonholo compare`."""
    return [energy_heading(), *table(energy_rows(energy))]


def energy_heading() -> str:
    """Whose lines they are, with the definition."""
    return tell("energy function") + " h = sum_i q_i' ∂L/∂q_i' - L"


def energy_rows(energy: EnergyWords) -> list[tuple[str, str]]:
    """The energy function, is it constant, is it T + V, moving energies; each with its label."""
    rows = [
        ("h", told(energy.energy)),
        (tell("h constant"), constancy(energy.kept, causes(energy))),
        (tell("h and T + V"), against_total(energy)),
    ]
    if (
        energy.total_kept is not None
        and energy.equal is not None
        and energy.equal.answer is not True
    ):
        rows.append((tell("T + V constant"), constancy(energy.total_kept, "")))
    return rows + [(tell("moving energy"), moving(one)) for one in energy.moving]


def constancy(decision: Decision, why: str) -> str:
    """ "yes (proved)", "no: L holds t", "undecided: ..."."""
    if decision.answer is None:
        return tell("undecided: {reason}", reason=decision.reason)
    if decision.answer:
        return tell("yes (proved)") if decision.proved else tell("yes (not proved)")
    return tell("no") + (f": {why}" if why else "")


def causes(energy: EnergyWords) -> str:
    """What makes h change: dh/dt = -dL/dt + Q.q' - lambda.a_0."""
    reasons = [
        (energy.explicit, tell("L holds t")),
        (energy.powered, tell("applied forces have power")),
        (energy.acatastatic and energy.rheonomic, tell("rheonomic constraints do work")),
        (
            energy.acatastatic and not energy.rheonomic,
            tell("constraints with a part free of velocities do work"),
        ),
    ]
    return ", ".join(words for holds, words in reasons if holds)


def against_total(energy: EnergyWords) -> str:
    """Is h the sum of kinetic and potential energy, and why not?"""
    if energy.equal is None:
        return unknown(energy)
    if energy.equal.answer is None:
        return tell("undecided: {reason}", reason=energy.equal.reason)
    if energy.equal.answer:
        return tell("h = T + V: T is quadratic in the velocities, and V holds none")
    difference = energy.difference
    assert difference is not None  # T is known
    _, first, zero = energy.kinetic_parts
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


def unknown(energy: EnergyWords) -> str:
    """What can be said without T."""
    if energy.quadratic is None:
        return tell("L is no polynomial of degree 2 in the velocities: there is no T + V in it")
    if energy.linear is not None and not energy.linear.is_zero:
        return tell(
            "L_1 = {linear} (gyroscopic) is in L and not in h = L_2 - L_0; {more}",
            linear=told(energy.linear),
            more=_apart(),
        )
    return tell("h = L_2 - L_0; {more}", more=_apart())


def moving(one: MovingEnergy) -> str:
    """A moving energy with its field."""
    field = ", ".join(f"{n}: {shown(e)}" for n, e in one.field)
    return tell(
        "{value} = const (proved): h - p.Y, seen from a motion along Y = ({field})",
        value=told(one.value),
        field=field,
    )


def energy_record(energy: EnergyWords) -> dict[str, Any]:
    """The same as data, the value of "energy_words"."""

    def maybe(e: Expr | None) -> str | None:
        return None if e is None else sum_shown(e)

    return {
        "energy_function": sum_shown(energy.energy),
        "conserved": decision_record(energy.kept),
        "causes": causes(energy) if energy.kept.answer is False else "",
        "quadratic": maybe(energy.quadratic),
        "linear": maybe(energy.linear),
        "constant": maybe(energy.constant),
        "time_in_lagrangian": energy.explicit,
        "rheonomic": energy.rheonomic,
        "acatastatic": energy.acatastatic,
        "kinetic": maybe(energy.kinetic),
        "potential": maybe(energy.potential),
        "is_total_energy": None if energy.equal is None else energy.equal.answer,
        "total_minus_energy_function": maybe(energy.difference),
        "total_conserved": None if energy.total_kept is None else energy.total_kept.answer,
        "moving_energies": [
            {"value": sum_shown(one.value), "field": {n: value(e) for n, e in one.field}}
            for one in energy.moving
        ],
    }
