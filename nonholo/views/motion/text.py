"""A motion and its receipt in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nonholo.views.page.columns import aligned
from nonholo.views.page.rows import table
from nonholo.words.language import tell, tell_many, told

if TYPE_CHECKING:
    from nonholo.numerics.receipt import Receipt
    from nonholo.numerics.trajectory import Trajectory

LEAST = 12  # of a column of numbers
GREEN, RED, PLAIN = "\033[32m", "\033[31m", "\033[0m"


def motion_text(motion: Trajectory, colour: bool) -> str:
    """First and last state, events, the receipt; the parting from a rival where there is one."""
    first, last = motion.t[0], motion.t[-1]
    lines = [
        told(motion.name),
        tell_many(
            motion.receipt.steps,
            "{law}, from t = {first:g} to t = {last:g} in {n} steps",
            "{law}, from t = {first:g} to t = {last:g} in {n} steps",
            law=motion.law,
            first=first,
            last=last,
        ),
        *(
            tell("input {name}: {what}", name=name, what=what)
            for name, what in motion.driven.items()
        ),
        "",
    ]
    numbers = [
        [n, *(f"{x[i] + 0.0:.8g}" for x in (motion.q[n], motion.v[n]) for i in (0, -1))]
        for n in motion.names
    ]
    numbers += [
        [n, "", "", f"{x[0] + 0.0:.8g}", f"{x[-1] + 0.0:.8g}"] for n, x in motion.quasi.items()
    ]
    last_one = tell("last")
    heads = ["", tell("first"), last_one, tell("velocity"), last_one]
    lines += aligned([heads, *numbers], LEAST, 1)
    lines += ["", *_events(motion), *receipt_lines(motion.receipt, colour)]
    if motion.rival is not None:
        lines += ["", *_rival(motion, colour)]
    return "\n".join(lines)


def _events(motion: Trajectory) -> list[str]:
    rows = [
        (f"t = {e.t:.9g}", told(e.name) + (tell(": the motion ends here") if e.final else ""))
        for e in motion.events
    ]
    return [*table(rows), ""] if rows else []


def receipt_lines(receipt: Receipt, colour: bool) -> list[str]:
    """What was measured, one line each, ok or OUT OF BOUNDS; then the work that was done."""
    width = max(len(told(f.name)) for f in receipt.findings)
    verdict = tell("every bound is kept") if receipt.ok else tell("NOT EVERY BOUND IS KEPT")
    lines = [tell("receipt: {verdict}", verdict=_marked(verdict, receipt.ok, colour))]
    for f in receipt.findings:
        word = _marked(tell("ok") if f.kept else tell("OUT OF BOUNDS"), f.kept, colour)
        why = tell("({meaning}; bound {bound:.0e})", meaning=f.meaning, bound=f.bound)
        lines.append(f"  {told(f.name):{width}}  {f.value:8.1e}  {word}  {why}")
    lines += (
        [f"  {_marked(tell('stopped'), False, colour)}: {told(receipt.stopped)}"]
        if receipt.stopped
        else []
    )
    lines += ["  " + tell("remark: {remark}", remark=remark) for remark in receipt.remarks]
    lines.append(
        f"  {receipt.method}, rtol {receipt.rtol:g}, atol {receipt.atol:g}: "
        + tell(
            "{evaluations} right-hand sides; moved back to the constraints by at most "
            "{correction:.1e} a step",
            evaluations=receipt.rhs_evaluations,
            correction=receipt.correction,
        )
    )
    return lines


def _marked(word: str, good: bool, colour: bool) -> str:
    return f"{GREEN if good else RED}{word}{PLAIN}" if colour else word


def _rival(motion: Trajectory, colour: bool) -> list[str]:
    other, apart = motion.rival, motion.parting
    assert other is not None and apart is not None  # asked of a motion with a rival
    if apart.time is None:
        head = tell(
            "{law}: the same motion up to t = {until:g} (differences below {threshold:g})",
            law=other.law,
            until=apart.until,
            threshold=apart.threshold,
        )
    else:
        head = tell(
            "{law}: parts from the right motion at t = {time:.6g}, where {coordinate} differs by "
            "more than {threshold:g}",
            law=other.law,
            time=apart.time,
            coordinate=apart.coordinate,
            threshold=apart.threshold,
        )
    rows = [
        [n, *(f"{x:.8g}" for x in (motion.q[n][len(d) - 1], other.q[n][len(d) - 1], d[-1]))]
        for n, d in apart.difference.items()
    ]
    heads = [
        tell("at t = {until:g}", until=apart.until),
        tell("right"),
        other.law.split()[0],
        tell("difference"),
    ]
    lines = [
        head,
        *aligned([heads, *rows], LEAST, 1),
        "  "
        + tell(
            "largest difference at the end {final:.6g}, on the way {largest:.6g}",
            final=apart.final,
            largest=apart.largest,
        ),
    ]
    drift = other.receipt.energy_drift
    lines.append(
        "  "
        + tell(
            "its energy balance is off by {drift:.1e} (relative; the right motion: {right:.1e})",
            drift=drift,
            right=motion.receipt.energy_drift,
        )
    )
    lines += [
        "  "
        + tell(
            "{on}ends{off} at t = {time:.6g}: {event}",
            on=RED if colour else "",
            off=PLAIN if colour else "",
            time=e.t,
            event=e.name,
        )
        for e in other.events
        if e.final
    ]
    warning = _marked(tell("warning"), False, colour)
    lines += [f"  {warning}: {told(w)}" for w in other.receipt.warnings]
    return lines
