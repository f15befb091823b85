"""The stability of a steady motion over its letters, as text."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from nonholo.errors import option
from nonholo.views.equilibrium.text import brief
from nonholo.views.evidence.reasons import reason_told
from nonholo.views.linear.text import steady_motion
from nonholo.views.page.rows import table
from nonholo.views.page.words import shown
from nonholo.words.language import tell, tell_many, told
from nonholo.words.sentence import say

if TYPE_CHECKING:
    from nonholo.dynamics.steady_regions import SteadyCell
    from nonholo.expression.graph import Expr
    from nonholo.findings.steady_stability import SteadyStability
    from nonholo.signs.line import Zero

ASKED = say("for which parameters is the steady motion stable?")
VERDICTS = {
    "unstable": say("UNSTABLE"),
    "stable": say("STABLE"),
    "asymptotically stable": say("ASYMPTOTICALLY STABLE"),
    "undecided": say("UNDECIDED"),
}
LONG = 44  # characters of a boundary that is written out where it is used
DIGITS = 12
MOST = 12  # cells that are told


def steady_text(steady: SteadyStability, awaited: bool = False) -> str:
    """The text of `nonholo families --of stability`; `awaited`: columns are as wide as what the
    verifier will say needs them."""
    least = len(tell("certified")) if awaited else 0
    return "\n".join([told(steady.case.name), "", told(ASKED), *table(_rows(steady), least=least)])


def _rows(steady: SteadyStability) -> list[tuple[str, str]]:
    letters = ", ".join(str(x.args) for x in steady.letters)
    rows = [
        (tell("steady motion"), steady_motion(steady.small)),
        (tell("letters"), letters or tell("none")),
    ]
    if ignored := steady.small.linear.ignored:  # they may end anywhere
        rows.append((tell("not judged"), ", ".join(ignored)))
    if steady.assumed:
        rows.append((tell("assumed"), "; ".join(steady.assumed)))
    if steady.zeros:
        rows.append((tell("family"), told_family(steady)))
    rows += boundary_rows(steady)
    cells = in_order(steady)
    for number, cell in enumerate(cells[:MOST], start=1):
        rows += [
            (tell("cell {number}", number=number), place(steady, cell)),
            ("  " + tell("verdict"), verdict(cell)),
        ]
        if cell.at:
            rows.append(("  " + tell("such as"), such_as(cell)))
    if len(cells) > MOST:
        more = tell_many(
            len(cells) - MOST,
            "{n} more cell; {place} has it",
            "{n} more cells; {place} has them",
            place=option("--json", tell("the record")),
        )
        rows.append((tell("further"), more))
    rows.append((tell("complete"), complete(steady)))
    return [*rows, (tell("certified"), certified(steady))] if steady.certified is not None else rows


def certified(steady: SteadyStability) -> str:
    """Does the verifier accept the cells?"""
    if not steady.certified:
        return tell("no: {reason}", reason=reason_told(steady.uncertified))
    if not steady.letters:
        return tell("yes: the verifier accepts this verdict")
    if any(cell.answer.verdict == "undecided" for cell in steady.cells):
        return tell(
            "yes: the verifier accepts these cells, and that there are no others; of undecided "
            "ones nothing is claimed"
        )
    return tell("yes: the verifier accepts these cells, and that there are no others")


def told_family(steady: SteadyStability) -> str:
    """How many eigenvalues are 0 for all letters, and what of that the steady motions explain."""
    return tell_many(
        steady.zeros,
        "1 eigenvalue is 0 everywhere; steady motions nearby: a family of dimension {family}",
        "{n} eigenvalues are 0 everywhere; steady motions nearby: a family of dimension {family} "
        "or more",
        n=steady.zeros,
        family=steady.family,
    )


def boundary_rows(
    steady: SteadyStability, short: Callable[[Expr], str] = brief
) -> list[tuple[str, str]]:
    """What happens where: places of one letter, or equations between several; short: how one that
    may be long is written.
    """
    if len(steady.letters) == 1 and steady.cells and steady.cells[0].between is not None:
        return [(f"{steady.letters[0]} = {number(z)}", events(steady, z)) for z in ends(steady)]
    return [
        (
            _name(steady, k) if _named(steady) else tell("boundary"),
            f"{short(b.f)} = 0: {'; '.join(map(told, b.events))}",
        )
        for k, b in enumerate(steady.boundaries)
    ]


def ends(steady: SteadyStability) -> list[Zero]:
    """The numbers at which cells of one letter end, in order, and something can happen."""
    zeros = {z.low: z for cell in steady.cells for z in cell.between or () if z is not None}
    last = len(steady.boundaries)
    return [z for _, z in sorted(zeros.items()) if any(k < last for k in z.of)]


def events(steady: SteadyStability, zero: Zero) -> str:
    """What happens to eigenvalues there, and the equation of the number if it is short."""
    at = [steady.boundaries[k] for k in zero.of if k < len(steady.boundaries)]
    words = "; ".join(dict.fromkeys(told(event) for b in at for event in b.events))
    equation = shown(at[0].f)
    return words if len(equation) > LONG else f"{words} ({equation} = 0)"


def in_order(steady: SteadyStability) -> list[SteadyCell]:
    """The cells as they lie on the line; else those first that are rarest: stable ones."""
    if len(steady.letters) == 1 and all(c.between for c in steady.cells):
        return list(steady.cells)
    first = {"stable": 0, "asymptotically stable": 0, "undecided": 1, "unstable": 2}
    return sorted(steady.cells, key=lambda cell: first[cell.answer.verdict])


def place(steady: SteadyStability, cell: SteadyCell) -> str:
    """Where a cell lies."""
    if cell.between is not None:
        low, high = cell.between
        letter = str(steady.letters[0])
        if low is None or high is None:
            end = low or high
            sign = "<" if low is None else ">"
            return f"{letter} {sign} {number(end)}" if end else tell("all {letter}", letter=letter)
        return f"{number(low)} < {letter} < {number(high)}"
    conditions = [
        f"{_name(steady, k) if _named(steady) else shown(b.f)} {'>' if sign > 0 else '<'} 0"
        for k, (b, sign) in enumerate(zip(steady.boundaries, cell.signs))
        if sign
    ]
    where = ", ".join(conditions) or tell("everywhere")
    return tell("in a part of {where}", where=where) if cell.shared else where


def _named(steady: SteadyStability) -> bool:
    """The boundaries are too long to be written out where they are used."""
    return any(len(shown(b.f)) > LONG for b in steady.boundaries)


def _name(steady: SteadyStability, k: int) -> str:
    """f1, f2, ... , or the boundary itself if it is short."""
    equation = shown(steady.boundaries[k].f)
    return equation if len(equation) <= LONG // 4 else f"f{k + 1}"


def such_as(cell: SteadyCell) -> str:
    """An exact point of a cell."""
    return ", ".join(f"{x} = {value}" for x, value in cell.at.items())


def verdict(cell: SteadyCell) -> str:
    """The verdict and why."""
    return f"{told(VERDICTS[cell.answer.verdict])}: {told(cell.answer.reason)}"


def complete(steady: SteadyStability) -> str:
    """Are these all?"""
    if steady.complete and not steady.letters:
        return tell("yes")
    if steady.complete:
        return tell("yes, but for the boundaries themselves")
    return tell(
        "not shown: these, and perhaps others; {reasons}",
        reasons="; ".join(map(told, steady.reasons)),
    )


def number(zero: Zero) -> str:
    """A rational number if it is short, else its first digits."""
    exact = str(zero.low)
    if zero.low == zero.high and len(exact) <= DIGITS:
        return exact
    return f"{float(zero.ball):.{DIGITS}g}"
