"""First integrals of constraints: for letters, or at the given numbers if that gives more."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from nonholo.arithmetic.matrices import rank_modulo
from nonholo.errors import OutOfReach
from nonholo.expression.graph import Expr
from nonholo.findings.sampled import numbers_in, with_numbers
from nonholo.findings.verdict import OnSet
from nonholo.geometry.constraints.chart import Chart
from nonholo.geometry.constraints.pfaffian import Pfaffian
from nonholo.geometry.curvature.integrability import FormVerdict
from nonholo.geometry.distribution.distribution import Distribution
from nonholo.geometry.flag.flag import Closure, limit_forms
from nonholo.geometry.integrals.integrals import Integrals
from nonholo.geometry.integrals.integrals import integrals as integrals_of
from nonholo.geometry.level_sets.points import Values
from nonholo.readers.case import Case


def first_integrals(
    case: Case,
    full: Pfaffian,
    retained: Sequence[int],
    d: Distribution,
    closed: Closure,
    forms: Sequence[FormVerdict],
    units: int,
    parts: Sequence[Sequence[Values]],
) -> Integrals:
    """For generic parameters; at the given numbers where that gives more, or where these are none:
    of z - exp(a x)/a nothing is left at a = 0.
    """
    limit = limit_forms(d, closed) if closed.relations is not None else None
    alone = [form.integrable is True for form in forms]
    generic = integrals_of(full, retained, limit, alone, units, d, parts)
    values = numbers_in(case)
    lacking = any(p is None and yes for p, yes in zip(generic.rows, alone)) or not generic.complete
    lost = bool(values) and not independent_there(generic, values, full.chart)
    if units <= 0 or not values or not (lacking or lost):
        return generic
    try:
        limit = limit and [tuple(e.subs(values) for e in form) for form in limit]
        numbered = with_numbers(full, values)
        at_numbers = integrals_of(numbered, retained, limit, alone, units, parts=parts)
    except (OutOfReach, ZeroDivisionError):
        return generic
    if lost:
        return at_numbers
    return max(
        generic, at_numbers, key=lambda known: (len(known.together), -known.rows.count(None))
    )


def independent_there(known: Integrals, values: Mapping[Expr, Expr], chart: Chart) -> bool:
    """At the numbers the functions have values, and none follows from the others."""
    variables = (chart.t, *chart.q)
    try:
        alone = [p.function.subs(values) for p in known.rows if p is not None]
        slopes = [[f.function.subs(values).diff(s) for s in variables] for f in known.together]
    except ZeroDivisionError:
        return False
    if not all(f.has(variables) for f in alone):
        return False
    there = [[e.value[0] for e in row] for row in slopes]
    return not there or rank_modulo(there, chart.graph.modulus.p) == len(there)


def points_of_parts(where: OnSet | None) -> list[tuple[Values, ...]]:
    """Points of each part of f = 0 for which the answer is given."""
    if where is None:
        return []
    one, zero_set = where.solved, where.level_set
    if one is None and zero_set.here is not None:
        one = zero_set.here
    return [part.points for part in ((one,) if one is not None else zero_set.parts)]
