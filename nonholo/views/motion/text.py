"""A motion and its receipt in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nonholo.views.page.columns import aligned
from nonholo.views.page.rows import table

if TYPE_CHECKING:
    from nonholo.numerics.receipt import Receipt
    from nonholo.numerics.trajectory import Trajectory

LEAST = 12  # of a column of numbers
GREEN, RED, PLAIN = "\033[32m", "\033[31m", "\033[0m"


def motion_text(motion: Trajectory, colour: bool = False) -> str:
    """First and last state, events, the receipt; the parting from a rival where there is one."""
    first, last = motion.t[0], motion.t[-1]
    lines = [
        motion.name,
        f"{motion.law}, from t = {first:g} to t = {last:g} in {motion.receipt.steps} steps",
        *(f"input {name}: {what}" for name, what in motion.driven.items()),
        "",
    ]
    numbers = [
        [n, *(f"{x[i]:.8g}" for x in (motion.q[n], motion.v[n]) for i in (0, -1))]
        for n in motion.names
    ]
    numbers += [[n, "", "", f"{x[0]:.8g}", f"{x[-1]:.8g}"] for n, x in motion.quasi.items()]
    lines += aligned([["", "first", "last", "velocity", "last"], *numbers], LEAST, 1)
    lines += ["", *_events(motion), *receipt_lines(motion.receipt, colour)]
    if motion.rival is not None:
        lines += ["", *_rival(motion, colour)]
    return "\n".join(lines)


def _events(motion: Trajectory) -> list[str]:
    rows = [
        (f"t = {e.t:.9g}", e.name + (": the motion ends here" if e.final else ""))
        for e in motion.events
    ]
    return [*table(rows), ""] if rows else []


def receipt_lines(receipt: Receipt, colour: bool = False) -> list[str]:
    """What was measured, one line each, ok or OUT OF BOUNDS; then the work that was done."""
    width = max(len(f.name) for f in receipt.findings)
    verdict = "every bound is kept" if receipt.ok else "NOT EVERY BOUND IS KEPT"
    lines = [f"receipt: {_marked(verdict, receipt.ok, colour)}"]
    for f in receipt.findings:
        word = _marked("ok" if f.kept else "OUT OF BOUNDS", f.kept, colour)
        lines.append(
            f"  {f.name:{width}}  {f.value:8.1e}  {word}  ({f.meaning}; bound {f.bound:.0e})"
        )
    lines += (
        [f"  {_marked('stopped', False, colour)}: {receipt.stopped}"] if receipt.stopped else []
    )
    lines += [f"  remark: {remark}" for remark in receipt.remarks]
    lines.append(
        f"  {receipt.method}, rtol {receipt.rtol:g}, atol {receipt.atol:g}: "
        f"{receipt.rhs_evaluations} "
        f"right-hand sides; moved back to the constraints by at most {receipt.correction:.1e} a "
        f"step"
    )
    return lines


def _marked(word: str, good: bool, colour: bool) -> str:
    return f"{GREEN if good else RED}{word}{PLAIN}" if colour else word


def _rival(motion: Trajectory, colour: bool) -> list[str]:
    other, apart = motion.rival, motion.parting
    assert other is not None and apart is not None  # asked of a motion with a rival
    if apart.time is None:
        head = (
            f"{other.law}: the same motion up to t = {apart.until:g} (differences below "
            f"{apart.threshold:g})"
        )
    else:
        head = (
            f"{other.law}: parts from the right motion at t = {apart.time:.6g}, where "
            f"{apart.coordinate} differs "
            f"by more than {apart.threshold:g}"
        )
    rows = [
        [n, *(f"{x:.8g}" for x in (motion.q[n][len(d) - 1], other.q[n][len(d) - 1], d[-1]))]
        for n, d in apart.difference.items()
    ]
    heads = [f"at t = {apart.until:g}", "right", other.law.split()[0], "difference"]
    lines = [
        head,
        *aligned([heads, *rows], LEAST, 1),
        f"  largest difference at the end {apart.final:.6g}, on the way {apart.largest:.6g}",
    ]
    drift = other.receipt.energy_drift
    lines.append(
        f"  its energy balance is off by {drift:.1e} (relative; the right motion: "
        f"{motion.receipt.energy_drift:.1e})"
    )
    lines += [
        f"  {_marked('ends', False, colour)} at t = {e.t:.6g}: {e.name}"
        for e in other.events
        if e.final
    ]
    lines += [f"  {_marked('warning', False, colour)}: {w}" for w in other.receipt.warnings]
    return lines
