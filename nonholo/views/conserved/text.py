"""Conserved quantities and the invariant measure in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from nonholo.expression.graph import Expr
from nonholo.expression.text import text
from nonholo.views.page.rows import table, wrapped
from nonholo.views.page.words import shown
from nonholo.writing.present import expanded, presentable

if TYPE_CHECKING:
    from nonholo.dynamics.integrals import Search
    from nonholo.dynamics.measure import Measure
    from nonholo.dynamics.momentum import Momentum

NO_SEARCH = "not searched: there is no motion, or it holds functions that are beyond the ansatz"
DEGREE = {1: "linear", 2: "quadratic"}


def shorter(f: Expr) -> Expr:
    """An integral as a sum of terms, or with its factors in front if that is shorter."""
    return min((expanded(f), presentable(f)), key=lambda e: len(text(e)))


def with_time_lines(found: Sequence[Expr]) -> list[str]:
    """The lines about first integrals that contain t."""
    return ["first integrals that contain t (proved)", *(f"  {text(shorter(f))}" for f in found)]


def search_lines(search: Search | None) -> list[str]:
    """The lines about further first integrals."""
    head = "further first integrals by ansatz (proved)"
    if search is None:
        return [head, f"  {NO_SEARCH}"]
    found = [f"  {text(shorter(f))}" for f in search.found] or ["  none"]
    return [head, *found, *wrapped(f"searched: {searched(search)}")]


def special_lines(special: Search | None) -> list[str]:
    """The lines about integrals that exist at the numbers of the case only."""
    if special is None or not special.found:
        return []
    return [
        "",
        "at the given numbers only (proved)",
        *(f"  {text(shorter(f))}" for f in special.found),
    ]


def searched(search: Search) -> str:
    """In which families, and whether that was all."""
    told = []
    for degree, name in DEGREE.items():
        bounds = [(k, total) for d, k, total in search.searched if d == degree]
        if bounds:
            k = max(k for k, _ in bounds)
            total = max(total for other, total in bounds if other == k)
            told.append(
                f"{name} in the velocities, coefficients of degree {k} in each coordinate or wave "
                f"and {total} "
                "in all"
            )
    more = "" if search.complete else "; then the time was over"
    return ("; ".join(told) or "nothing, for as many are known as there can be") + more


def momenta_lines(momenta: Sequence[Momentum]) -> list[str]:
    """The lines about momenta along horizontal symmetries."""
    rows = [(f"along {direction(m)}", f"{shown(m.value)}  {changed(m)}") for m in momenta]
    return ["momenta along horizontal symmetries", *table(rows)] if momenta else []


def direction(momentum: Momentum) -> str:
    """The symmetry as a vector field: cos(theta) d/dx + sin(theta) d/dy."""
    return " + ".join(
        f"d/d{n}" if e is e.graph.one else f"{_factor(e)} d/d{n}" for n, e in momentum.along
    ).replace("+ -", "- ")


def _factor(e: Expr) -> str:
    told = shown(e)
    return f"({told})" if " + " in told or " - " in told else told


def changed(momentum: Momentum) -> str:
    """What becomes of the momentum."""
    return "is kept" if momentum.kept else f"changes by {shown(momentum.rate)}"


def measure_lines(measure: Measure) -> list[str]:
    """The lines about the invariant measure."""
    return ["invariant measure", *wrapped(measure_text(measure))]


def measure_text(measure: Measure) -> str:
    """The invariant measure in a sentence."""
    element, on = measure_element(measure), _on_set(measure)
    answer = measure.decision.answer
    if answer is None:
        return f"undecided: {measure.decision.reason or 'no proof within the limits'}"
    how = "proved" if measure.decision.proved else "randomised identity, not a proof"
    if not answer:
        more = ", nor any smooth positive one that depends on velocities" if measure.kinetic else ""
        return (
            f"no density N(q) makes N {element} invariant ({how}: "
            f"{measure.decision.reason}){more}{on}"
        )
    formula = measure.formula
    if formula is None:
        return f"N {element} is invariant for some N > 0 ({how}); no formula for N was found{on}"
    near = (
        f", near each place only: it is not periodic in {', '.join(measure.turning)}"
        if measure.turning
        else ""
    )
    return f"N {element} is invariant ({how}), N = {shown(formula)}{near}{on}"


def measure_element(measure: Measure) -> str:
    """dq dr' by names; on f = 0 the coordinates that are left are named too."""
    volume = [f"d{q}" for q in measure.coordinates] or ["dq/df" if measure.levels else "dq"]
    return " ".join([*volume, *(f"d{v}" for v in measure.velocities)])


def _on_set(measure: Measure) -> str:
    """On which set a density is one."""
    if measure.solved:
        put = ", ".join(f"{q} = {shown(e)}" for q, e in measure.solved)
        return f", on the set where the holonomic constraints hold, with {put} put in"
    return (
        ", on each level of the holonomic constraints f, where dq = df dq/df"
        if measure.levels
        else ""
    )
