"""Conserved quantities and the invariant measure in words."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from typing import TYPE_CHECKING

from nonholo.errors import option
from nonholo.expression.graph import Expr
from nonholo.expression.text import PEOPLE, text
from nonholo.views.page.rows import table, wrapped
from nonholo.views.page.words import shown
from nonholo.words.language import tell, told
from nonholo.words.sentence import say
from nonholo.writing.present import expanded, presentable

if TYPE_CHECKING:
    from nonholo.dynamics.families import Bounds
    from nonholo.dynamics.integrals import Search
    from nonholo.dynamics.measure import Measure
    from nonholo.dynamics.momentum import Momentum

NO_SEARCH = say(
    "not searched: there is no motion, or it holds functions that are beyond the ansatz"
)
FUNCTIONS = {1: say("functions linear"), 2: say("functions quadratic")}


def shorter(f: Expr) -> Expr:
    """An integral as a sum of terms, or with its factors in front if that is shorter."""
    return min((expanded(f), presentable(f)), key=lambda e: len(text(e)))


def with_time_lines(integrals: Sequence[Expr]) -> list[str]:
    """The lines about first integrals that contain t."""
    return [
        tell("first integrals that contain t (proved)"),
        *(f"  {text(shorter(f), PEOPLE)}" for f in integrals),
    ]


def search_lines(search: Search | None) -> list[str]:
    """The lines about further first integrals."""
    head = tell("further first integrals by ansatz (proved)")
    if search is None:
        return [head, f"  {told(NO_SEARCH)}"]
    lines = [f"  {text(shorter(f), PEOPLE)}" for f in search.integrals] or ["  " + tell("none")]
    return [head, *lines, *wrapped(tell("searched: {families}", families=searched(search)))]


def unasked_lines() -> list[str]:
    """The lines about integrals that nobody asked for."""
    return [
        tell("further first integrals, linear or quadratic in the velocities"),
        *wrapped(
            option(
                tell("not asked for: `compare --integrals` looks for them"),
                tell("not asked for: `nh.analyze(case, deeper=...)` looks for them"),
            )
        ),
    ]


def special_lines(special: Search | None) -> list[str]:
    """The lines about integrals that exist at the numbers of the case only."""
    if special is None or not special.integrals:
        return []
    return [
        "",
        tell("at the given numbers only (proved)"),
        *(f"  {text(shorter(f), PEOPLE)}" for f in special.integrals),
    ]


def searched(search: Search) -> str:
    """In which families, and whether that was all."""
    families = []
    for degree, name in FUNCTIONS.items():
        bounds = [bounds_text(one) for one in search.searched if one.degree == degree]
        if bounds:
            families.append(
                tell(
                    "{functions} in the velocities, with coefficients that are polynomials of "
                    "degree {bounds}",
                    functions=told(name),
                    bounds=reduce(lambda a, b: tell("{one}, or {other}", one=a, other=b), bounds),
                )
            )
    if not search.complete:
        families.append(tell("more was begun, and not all of it is decided"))
    return "; ".join(families) or tell("nothing, for as many are known as there can be")


def bounds_text(bounds: Bounds) -> str:
    """The degree of coefficients: 6 in (cos(x), sin(x)), 1 in y, z, and 6 in all."""
    if not bounds.powers:
        return "0"
    of: dict[int, list[str]] = {}
    for functions, most in bounds.powers:
        names = ", ".join(functions)
        of.setdefault(most, []).append(f"({names})" if len(functions) > 1 else names)
    powers = ", ".join(
        tell("{degree} in {functions}", degree=str(most), functions=", ".join(of[most]))
        for most in sorted(of, reverse=True)
    )
    return tell("{powers}, and {total} in all", powers=powers, total=bounds.total)


def momenta_lines(momenta: Sequence[Momentum]) -> list[str]:
    """The lines about momenta along horizontal symmetries."""
    rows = [
        (tell("along {field}", field=direction(m)), f"{shown(m.value)}  {changed(m)}")
        for m in momenta
    ]
    return [tell("momenta along horizontal symmetries"), *table(rows)] if momenta else []


def direction(momentum: Momentum) -> str:
    """The symmetry as a vector field: cos(theta) d/dx + sin(theta) d/dy."""
    return " + ".join(
        f"d/d{n}" if e is e.graph.one else f"{_factor(e)} d/d{n}" for n, e in momentum.along
    ).replace("+ -", "- ")


def _factor(e: Expr) -> str:
    written = shown(e)
    return f"({written})" if " + " in written or " - " in written else written


def changed(momentum: Momentum) -> str:
    """What becomes of the momentum."""
    if momentum.kept:
        return tell("is kept")
    return tell("its rate: {terms}", terms=shown(momentum.rate))


def measure_lines(measure: Measure) -> list[str]:
    """The lines about the invariant measure."""
    return [tell("invariant measure"), *wrapped(measure_text(measure))]


def measure_text(measure: Measure) -> str:
    """The invariant measure in a sentence."""
    element, on = measure_element(measure), _on_set(measure)
    answer = measure.decision.answer
    if answer is None:
        reason = measure.decision.reason or tell("no proof within the limits")
        return tell("undecided: {reason}", reason=reason)
    proved = measure.decision.proved
    how = tell("proved") if proved else tell("randomised identity, not a proof")
    if not answer:
        none = tell(
            "no density N(q) makes N {element} invariant ({how}: {reason})",
            element=element,
            how=how,
            reason=measure.decision.reason,
        )
        more = tell(", nor any smooth positive one that depends on velocities")
        return none + (more if measure.kinetic else "") + on
    formula = measure.formula
    if formula is None:
        unknown = tell(
            "near each place N {element} is invariant for some N > 0 ({how}); no formula for N was "
            "found",
            element=element,
            how=how,
        )
        return unknown + on + with_numbers(measure)
    near = tell(
        ", near each place only: it is not periodic in {angles}", angles=", ".join(measure.turning)
    )
    numbers = with_numbers(measure)
    invariance = tell("N {element} is invariant ({how})", element=element, how=how)
    return f"{invariance}, N = {shown(formula)}{near if measure.turning else ''}{on}{numbers}"


def measure_element(measure: Measure) -> str:
    """dq dr' by names; on f = 0 the coordinates that are left are named too."""
    volume = [f"d{q}" for q in measure.coordinates] or ["dq/df" if measure.levels else "dq"]
    return " ".join([*volume, *(f"d{v}" for v in measure.velocities)])


def with_numbers(measure: Measure) -> str:
    """With which numbers of parameters there is a measure, where there is none for letters."""
    if not measure.numbers:
        return ""
    return tell(
        "; with the given numbers {numbers}, and none for almost all others",
        numbers=", ".join(measure.numbers),
    )


def _on_set(measure: Measure) -> str:
    """On which set a density is one."""
    if measure.solved:
        put = ", ".join(f"{q} = {shown(e)}" for q, e in measure.solved)
        return tell(
            ", on the set where the holonomic constraints hold, with {solved} put in", solved=put
        )
    if not measure.levels:
        return ""
    if measure.decision.answer is False:
        return tell(", on f = 0 of the holonomic constraints f, where dq = df dq/df")
    return tell(", on each level of the holonomic constraints f, where dq = df dq/df")
