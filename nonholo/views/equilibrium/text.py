"""Configurations of rest as text: the forces, the virtual work, each configuration with its
reactions.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from nonholo.expression.graph import Expr
from nonholo.views.page.rows import table
from nonholo.views.page.words import count, not_written, shown

if TYPE_CHECKING:
    from nonholo.arithmetic.balls import Ball, ComplexBall
    from nonholo.findings.rests import Equilibria, Rest

LONG = 240  # characters of an expression beyond which it is not told
DIGITS = 15  # of a number that is known by a ball
MINORS = (
    "where these displacements are dependent, rest is decided by the minors of A with the forces "
    "as a row more"
)


def equilibrium_text(equilibria: Equilibria) -> str:
    """The text of `nonholo equilibrium`."""
    at_rest, names = equilibria.rest, equilibria.case.system.chart.names
    forces = [(n, F) for n, F in zip(names, at_rest.forces) if not F.is_zero]
    rows = [("forces at rest", _joined(f"{n}: {brief(F)}" for n, F in forces) or "none")]
    rows += [("has to vanish", brief(e)) for e in at_rest.conditions]
    rows += [
        ("virtual work", f"{displacement(names, v)}:  {_zero(w)}")
        for v, w in zip(at_rest.displacements, at_rest.work)
    ]
    if at_rest.rows.k and not at_rest.work:
        rows.append(("virtual work", "there are no virtual displacements"))
    if at_rest.displacements and not at_rest.spanning:
        rows.append(("remark", MINORS))
    if equilibria.put:
        rows.append(("remark", f"this holds for {'; '.join(equilibria.put)}"))
    if equilibria.case.system.inequalities:
        rows.append(("inequality", "rest against a limit is not looked for"))
    lines = [equilibria.case.name, headline(equilibria), "", *table(rows)]
    for number, one in enumerate(equilibria.found, start=1):
        lines += ["", *table([(f"rest {number}", place(one)), *_details(equilibria, one)])]
    for values in equilibria.moving:
        lines += table([("at an instant", f"{_values(values)}  (moves, so it is no rest)")])
    for piece in equilibria.implicit:
        told = ", ".join(f"{shown(e)} = 0" for e in piece)
        lines += table([("not solved", told)])
    return "\n".join([*lines, "", *table([("complete", complete(equilibria))])])


def _zero(work: Expr) -> str:
    return "0, whatever the configuration" if work.is_zero else f"{brief(work)} = 0"


def brief(e: Expr) -> str:
    """An expression, or how long it is."""
    told = shown(e)
    return told if len(told) <= LONG else f"({len(told)} {not_written()}; --json has it)"


def _joined(pieces: Iterable[str]) -> str:
    return "; ".join(pieces)


def displacement(names: Sequence[str], vector: Sequence[Expr]) -> str:
    """ "dx = cos(a), dy = sin(a)"."""
    return ", ".join(f"d{n} = {brief(e)}" for n, e in zip(names, vector) if not e.is_zero)


def headline(equilibria: Equilibria) -> str:
    """How many configurations of rest there are."""
    if not equilibria.found:
        return (
            "NO REST: there is no configuration of rest"
            if equilibria.complete
            else "UNDECIDED: no configuration of rest was found"
        )
    if equilibria.asked:
        return "REST: at the configuration that was asked for"
    alone = sum(one.isolated for one in equilibria.found)
    families = len(equilibria.found) - alone
    told = [count(alone, "isolated configuration")] if alone else []
    told += [f"{families} families" if families > 1 else "1 family"] if families else []
    return f"REST: {' and '.join(told)}{' of configurations' if families else ''}"


def complete(equilibria: Equilibria) -> str:
    """Are these all, and on what does it rest?"""
    if equilibria.asked:
        return "not asked"
    if equilibria.complete:
        enclosed = any(one.enclosure for one in equilibria.found)
        way = "by enclosures" if enclosed else "by formulas"
        whose = (
            "for almost all values of the parameters"
            if equilibria.letters and equilibria.case.scope.parameters
            else "for the numbers of the case"
            if equilibria.case.scope.parameters
            else ""
        )
        return ", ".join(filter(None, (f"yes: these are all ({way})", whose)))
    return "not shown: these, and perhaps others; " + "; ".join(equilibria.reasons)


def place(one: Rest) -> str:
    """Where it is."""
    parts = [_values(one.values)] if one.values else []
    parts += [f"{n} = {number(b)}" for n, b in one.enclosure.items()]
    parts += [f"{n} = {shown(e)} (held)" for n, e in one.held.items()]
    told = ", ".join(parts)
    if one.free:
        told += ("; " if told else "") + f"{', '.join(one.free)} free"
    return told or "the one configuration there is"


def _values(values: Mapping[str, Expr]) -> str:
    return ", ".join(f"{n} = {shown(e)}" for n, e in values.items())


def number(value: Expr | Ball) -> str:
    """An expression, or the digits of a ball that are known."""
    return brief(value) if isinstance(value, Expr) else value.str(DIGITS, radius=False)


def _details(equilibria: Equilibria, one: Rest) -> list[tuple[str, str]]:
    at_rest, names = equilibria.rest, equilibria.case.system.chart.names
    rows = []
    if one.under:
        rows.append(("  where", ", ".join(f"{shown(e)} >= 0" for e in one.under)))
    if one.slopes:
        rows.append(("  where", ", ".join(f"{shown(e)} is not 0" for e in one.slopes)))
    if one.multipliers is None:
        rows.append(("  multipliers", "not determined: the constraints lose rank there"))
    for l, value in enumerate(one.multipliers or (), start=1):
        rows.append((f"  lambda_{l}", f"{number(value)}   [{at_rest.rows.labels[l - 1]}]"))
    if at_rest.rows.k:
        reactions = [(n, number(R)) for n, R in zip(names, one.reactions)]
        told = "; ".join(f"{n}: {R}" for n, R in reactions if R != "0")
        rows.append(("  reactions", told or "none"))
    rows.append(("  stability", stability(one)))
    if one.settled_by:
        known = " or ".join(f"{s.assumption} ({s.answer})" for s in one.settled_by)
        rows.append(("", f"would be settled by assuming {known}"))
    if one.stability.eigenvalues:
        rows.append(("  eigenvalues", eigenvalues(one)))
    rows += [("  violates", text) for text in one.violated]
    return rows


def stability(one: Rest) -> str:
    """The verdict and its reason; where it was judged."""
    told = f"{one.stability.verdict}: {one.stability.reason}"
    if one.judged_at:
        told += f" (judged at {_values(one.judged_at)})"
    return told


def eigenvalues(one: Rest) -> str:
    """The eigenvalues that are not 0, and how many are."""
    told = [_complex(z) + (f" ({m} times)" if m > 1 else "") for z, m in one.stability.eigenvalues]
    zeros = one.stability.zeros
    return ", ".join(told) + (f"; 0 ({zeros} times)" if zeros else "")


def _complex(z: ComplexBall) -> str:
    real, imaginary = float(z.real), float(z.imag)
    if z.imag.contains(0):
        return f"{real:.6g}"
    if z.real.contains(0):
        return f"{imaginary:.6g}i"
    return f"{real:.6g}{imaginary:+.6g}i"
