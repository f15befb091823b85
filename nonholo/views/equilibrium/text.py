"""Configurations of rest as text: the forces, the virtual work, each configuration with its
reactions.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from nonholo.errors import option
from nonholo.expression.graph import Expr
from nonholo.expression.reading import looked_at
from nonholo.views.page.rows import table
from nonholo.views.page.words import not_written, shown
from nonholo.words.language import tell, tell_many, told
from nonholo.words.sentence import say

if TYPE_CHECKING:
    from nonholo.arithmetic.balls import Ball, ComplexBall
    from nonholo.findings.rests import Equilibria, Rest

LONG = 240  # characters of an expression beyond which it is not told
DIGITS = 15  # of a number that is known by a ball
VERDICTS = {
    "unstable": say("unstable"),
    "stable": say("stable"),
    "asymptotically stable": say("asymptotically stable"),
    "stable as a family": say("stable as a family"),
    "undecided": say("undecided"),
}
MINORS = say(
    "where these displacements are dependent, rest is decided by the minors of A with the forces "
    "as a row more"
)


def equilibrium_text(equilibria: Equilibria) -> str:
    """The text of `nonholo equilibrium`."""
    at_rest, names = equilibria.rest, equilibria.case.system.chart.names
    forces = [(n, F) for n, F in zip(names, at_rest.forces) if not F.is_zero]
    rows = [
        (tell("forces at rest"), _joined(f"{n}: {brief(F)}" for n, F in forces) or tell("none"))
    ]
    rows += [(tell("has to vanish"), brief(e)) for e in at_rest.conditions]
    rows += [
        (tell("virtual work"), f"{displacement(names, v)}:  {virtual_work(w)}")
        for v, w in zip(at_rest.displacements, at_rest.work)
    ]
    if at_rest.rows.k and not at_rest.work:
        rows.append((tell("virtual work"), tell("there are no virtual displacements")))
    if at_rest.displacements and not at_rest.spanning:
        rows.append((tell("remark"), told(MINORS)))
    if put := [*equilibria.put, *equilibria.inputs]:
        rows.append((tell("remark"), tell("this holds for {put}", put="; ".join(put))))
    rows += [(tell("remark"), told(one)) for one in looked_at((), equilibria.case.system.through)]
    if equilibria.case.system.inequalities:
        rows.append((tell("inequality"), tell("rest against a limit is not looked for")))
    lines = [told(equilibria.case.name), headline(equilibria), "", *table(rows)]
    for number, one in enumerate(equilibria.found, start=1):
        lines += [
            "",
            *table(
                [(tell("rest {number}", number=number), place(one)), *_details(equilibria, one)]
            ),
        ]
    for values in equilibria.moving:
        moves = tell("{values}  (moves, so it is no rest)", values=_values(values))
        lines += table([(tell("at an instant"), moves)])
    lines += table([(tell("left out"), text) for text in artefacts(equilibria)])
    for piece in () if equilibria.complete else equilibria.implicit:
        equations = ", ".join(f"{shown(e)} = 0" for e in piece)
        lines += table([(tell("not solved"), equations)])
    return "\n".join([*lines, "", *table([(tell("complete"), complete(equilibria))])])


def artefacts(equilibria: Equilibria) -> list[str]:
    """Solutions that are no rests, and why: one text, or none."""
    if not equilibria.artefacts:
        return []
    places = tell(" or ").join(map(_values, equilibria.artefacts))
    return [
        tell(
            "{places}: the coordinates lose their meaning there (the mass matrix is singular), and "
            "at other values of them that mean the same configuration the forces do not balance",
            places=places,
        )
    ]


def virtual_work(work: Expr) -> str:
    """What has to hold at rest."""
    return tell("0, whatever the configuration") if work.is_zero else f"{brief(work)} = 0"


def brief(e: Expr) -> str:
    """An expression, or how long it is."""
    written = shown(e)
    if len(written) <= LONG:
        return written
    return option(
        tell("({n} {not_written}; --json has it)", n=len(written), not_written=not_written()),
        tell("({n} {not_written}; the record has it)", n=len(written), not_written=not_written()),
    )


def _joined(pieces: Iterable[str]) -> str:
    return "; ".join(pieces)


def displacement(names: Sequence[str], vector: Sequence[Expr], sign: str = "d") -> str:
    """ "dx = cos(a), dy = sin(a)"; sign: before the names."""
    return ", ".join(f"{sign}{n} = {brief(e)}" for n, e in zip(names, vector) if not e.is_zero)


def headline(equilibria: Equilibria) -> str:
    """How many configurations of rest there are."""
    if not equilibria.found:
        if equilibria.complete and equilibria.implicit:
            return tell("REST: every configuration that the constraints allow, for no force acts")
        if not equilibria.complete:
            return tell("UNDECIDED: no configuration of rest was found")
        return (
            tell("NO REST: there is no configuration of rest but perhaps against a limit")
            if equilibria.case.system.inequalities
            else tell("NO REST: there is no configuration of rest")
        )
    if equilibria.asked:
        return tell("REST: at the configuration that was asked for")
    alone = sum(one.isolated for one in equilibria.found)
    families = len(equilibria.found) - alone
    parts = []
    if alone:
        parts.append(tell_many(alone, "{n} isolated configuration", "{n} isolated configurations"))
    if families:
        parts.append(
            tell_many(families, "{n} family of configurations", "{n} families of configurations")
        )
    return tell("REST: {parts}", parts=tell(" and ").join(parts))


def complete(equilibria: Equilibria) -> str:
    """Are these all, and on what does it rest?"""
    if equilibria.asked:
        return tell("not asked")
    if equilibria.complete:
        enclosed = any(one.enclosure for one in equilibria.found)
        way = tell("by enclosures") if enclosed else tell("by formulas")
        whose = (
            tell("for almost all values of the parameters")
            if equilibria.letters and equilibria.case.scope.parameters
            else tell("for the numbers of the case")
            if equilibria.case.scope.parameters
            else ""
        )
        these = (
            tell("yes: these are all that rest against no limit ({way})", way=way)
            if equilibria.case.system.inequalities
            else tell("yes: these are all ({way})", way=way)
        )
        return ", ".join(filter(None, (these, whose)))
    reasons = "; ".join(map(told, equilibria.reasons))
    return tell("not shown: these, and perhaps others; {reasons}", reasons=reasons)


def place(one: Rest) -> str:
    """Where it is."""
    parts = [_values(one.values)] if one.values else []
    parts += [f"{n} = {number(b)}" for n, b in one.enclosure.items()]
    parts += [tell("{n} = {e} (held)", n=n, e=shown(e)) for n, e in one.held.items()]
    places = [", ".join(parts)] if parts else []
    if one.free:
        places.append(tell("{names} free", names=", ".join(one.free)))
    return "; ".join(places) or tell("the one configuration there is")


def _values(values: Mapping[str, Expr]) -> str:
    return ", ".join(f"{n} = {shown(e)}" for n, e in values.items())


def conditions(one: Rest) -> list[str]:
    """What has to hold where it is."""
    under = ", ".join(f"{shown(e)} >= 0" for e in one.under)
    slopes = ", ".join(tell("{e} is not 0", e=shown(e)) for e in one.slopes)
    return [text for text in (under, slopes) if text]


def number(value: Expr | Ball) -> str:
    """An expression, or the digits of a ball that are known."""
    if isinstance(value, Expr):
        return brief(value)
    nothing = abs(value) < 10.0**-DIGITS  # its digits would be told as 0e-341
    return "0" if nothing else value.str(DIGITS, radius=False)


def _details(equilibria: Equilibria, one: Rest) -> list[tuple[str, str]]:
    at_rest, names = equilibria.rest, equilibria.case.system.chart.names
    rows = []
    rows += [(_under(tell("where")), text) for text in conditions(one)]
    if one.mirrored:
        told_mirrored = tell(
            "a mirror image (det = -1 of a matrix of orthonormal columns), which no motion "
            "of a rotation reaches"
        )
        rows.append((_under(tell("remark")), told_mirrored))
    if one.multipliers is None:
        lost = tell("not determined: the constraints lose rank there")
        rows.append((_under(tell("multipliers")), lost))
    labels = one.rows or at_rest.rows.labels
    for l, value in enumerate(one.multipliers or (), start=1):
        rows.append((f"  lambda_{l}", f"{number(value)}   [{labels[l - 1]}]"))
    if at_rest.rows.k:
        reactions = [(n, number(R)) for n, R in zip(names, one.reactions)]
        forces = "; ".join(f"{n}: {R}" for n, R in reactions if R != "0")
        rows.append((_under(tell("reactions")), forces or tell("none")))
    rows.append((_under(tell("stability")), stability(one)))
    if one.settled_by:
        answers = tell(" or ").join(
            f"{s.assumption} ({told(VERDICTS.get(str(s.answer), str(s.answer)))})"
            for s in one.settled_by
        )
        rows.append(("", tell("would be settled by assuming {answers}", answers=answers)))
    if one.stability.eigenvalues:
        rows.append((_under(tell("eigenvalues")), eigenvalues(one)))
    rows += [(_under(tell("violates")), text) for text in one.violated]
    return rows


def stability(one: Rest) -> str:
    """The verdict and its reason; where it was judged."""
    verdict = f"{told(VERDICTS[one.stability.verdict])}: {told(one.stability.reason)}"
    if one.judged_at:
        verdict += tell(" (judged at {place})", place=_values(one.judged_at))
    return verdict


def _under(label: str) -> str:
    """A label of one configuration, below its head."""
    return f"  {label}"


def eigenvalues(one: Rest) -> str:
    """The eigenvalues that are not 0, and how many are."""
    values = [_times(_complex(z), m) for z, m in one.stability.eigenvalues]
    zeros = one.stability.zeros
    some = [tell("0 ({zeros} times)", zeros=zeros)] if zeros else []
    return "; ".join([", ".join(values), *some])


def _times(value: str, multiplicity: int) -> str:
    if multiplicity == 1:
        return value
    return tell("{value} ({multiplicity} times)", value=value, multiplicity=multiplicity)


def _complex(z: ComplexBall) -> str:
    real, imaginary = float(z.real), float(z.imag)
    if z.imag.contains(0):
        return f"{real:.6g}"
    if z.real.contains(0):
        return f"{imaginary:.6g}i"
    return f"{real:.6g}{imaginary:+.6g}i"
