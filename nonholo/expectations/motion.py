"""Statements in numbers about the motion: states reached from given ones, where a contact opens.

These rest on numerical integration to given bounds, and what is found says so; everything else
below [expected] is proved.  NumPy and SciPy are imported only for them."""

from __future__ import annotations

from typing import Any

from nonholo.expectations.fact import Finding, NotAStatement, entry, fails, holds, unchecked, whole
from nonholo.expectations.subject import Subject
from nonholo.readers.own import own_copy
from nonholo.readers.specified import specified
from nonholo.words.sentence import say

RTOL, ATOL = 1e-13, 1e-14
BOUND = 1e-10  # or ten times the stated agreement of the source
NUDGE = 1e-6  # off an unstable equilibrium


def reference(subject: Subject, table: Any) -> Finding:
    """From q0, v0 at t = 0 the motion reaches q, v at time t, to ten times `tolerance_agreement`
    (at least 1e-10).

    Raises NotAStatement for what are no numbers, or not as many as there are coordinates.
    """
    from nonholo.numerics.initial import initial_state
    from nonholo.numerics.integrate import integrate
    from nonholo.numerics.model import model, regular_at

    names = subject.case.system.chart.names
    q0, v0, q, v = (_numbers(table, key, len(names)) for key in ("q0", "v0", "q", "v"))
    time, agreement = _number(table.get("t")), _number(table.get("tolerance_agreement", 0))
    if not 0 < time < 1e6:
        raise NotAStatement(say("needed is a time t above 0"))
    law = model(specified(own_copy(subject.given)).system)
    start = initial_state(law, dict(zip((*names, *(f"{n}dot" for n in names)), (*q0, *v0))))
    path = integrate(regular_at(law, 0.0, start), start, 0.0, time, rtol=RTOL, atol=ATOL)
    if path.stopped:
        return fails(path.stopped)
    there = law.admissible(time, path.at([time])[0])
    worst, where = max(
        (abs(reached - stated) / max(1.0, abs(stated)), name)
        for reached, stated, name in zip(there, (*q, *v), (*names, *(f"{n}dot" for n in names)))
    )
    bound = max(BOUND, 10 * agreement)
    told = say("{worst:.1e} (numerical integration, bound {bound:.0e})", worst=worst, bound=bound)
    return (
        holds(say("reached to {told}", told=told))
        if worst <= bound
        else fails(say("missed by {told}, most in {where}", told=told, where=where))
    )


def release_angle(subject: Subject, stated: Any) -> Finding:
    """From rest at the top (the unstable equilibrium at 0) a contact opens at this value of the
    free coordinate.

    For one holonomic constraint on two coordinates; its reaction changes sign there.

    Raises NotAStatement for what is no number.
    """
    from nonholo.numerics.initial import initial_state
    from nonholo.numerics.integrate import integrate
    from nonholo.numerics.model import model
    from nonholo.numerics.watching import Watch

    wanted, system = _number(stated), specified(own_copy(subject.given)).system
    rows = system.pfaffian
    if rows.k != 1 or rows.functions[0] is None or system.chart.n != 2:
        return unchecked(say("needs one holonomic constraint on two coordinates"))
    free = [i for i in range(2) if rows.matrix[0][i].is_zero]
    if len(free) != 1:
        return unchecked(say("needs a coordinate that the constraint does not contain"))
    law, name = model(system), system.chart.names[free[0]]
    start = initial_state(law, {name: NUDGE, f"{name}dot": 0.0})
    pressure = _multiplier(law)
    sign = 1.0 if pressure(0.0, start) > 0 else -1.0
    path = integrate(
        law,
        start,
        0.0,
        1e3,
        rtol=RTOL,
        atol=ATOL,
        watches=[Watch("contact opens", lambda t, y: sign * pressure(t, y))],
    )
    if not path.events:
        return fails(say("the contact does not open"))
    error = abs(abs(path.events[0].state[free[0]]) - abs(wanted))
    place = path.events[0].state[free[0]]
    told = say("{name} = {place:.12g} (numerical integration)", name=name, place=place)
    return (
        holds(say("opens at {told}", told=told))
        if error <= 1e-9
        else fails(say("opens at {told}, stated {wanted:.12g}", told=told, wanted=wanted))
    )


def _multiplier(law):
    from nonholo.numerics.model import value_of

    return value_of(law, law.multipliers[0])


def _numbers(table: Any, key: str, count: int) -> list[float]:
    values = entry(table, key, list)
    if len(values) != count:
        raise NotAStatement(say("{key}: needed are {count} numbers", key=key, count=count))
    return [_number(x) for x in values]


def _number(value: Any) -> float:
    try:
        return float(value)
    except (TypeError, ValueError, OverflowError):
        raise NotAStatement(say("{value!r}: needed is a number", value=value)) from None


RULES = {"reference": whole(reference), "release_angle_rad": whole(release_angle)}
