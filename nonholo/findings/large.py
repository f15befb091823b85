"""Sets too large for symbols: which they are, and what is said of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from nonholo.dynamics.chetaev import require_linear
from nonholo.errors import OutOfReach, option, said
from nonholo.expression.graph import Expr
from nonholo.findings.joint import at_random_points
from nonholo.findings.sampled import SMALL, large_check, parts_of, undecided
from nonholo.findings.verdict import Verdict
from nonholo.geometry.constraints.pfaffian import independent_at
from nonholo.geometry.flag.local import growth_at
from nonholo.geometry.zeros.signs import solved_as_written
from nonholo.readers.case import Case
from nonholo.readers.given import as_case
from nonholo.readers.on_levels import solved_case
from nonholo.readers.own import own_copy
from nonholo.words.sentence import say
from nonholo.work import BUDGETS

MIDDLE = 400  # n * k up to which a set is judged by symbols if it is shallow


def is_large(case: Case) -> bool:
    """More entries than equations of motion are compared for."""
    return case.system.chart.n * case.system.pfaffian.k > MIDDLE


def require_small(case: Case) -> None:
    """Demand a set that symbols can compare.

    Raises OutOfReach for a large one.
    """
    n, k = case.system.chart.n, case.system.pfaffian.k
    if is_large(case):
        raise OutOfReach(
            say(
                "{name}: {k} constraints on {n} coordinates are too many to compare "
                "equations of motion or to fill a page; `check` gives the verdict with its "
                "evidence, {regular} the motion",
                regular=option("`equations --form regular`", '`nh.equations(case, "regular")`'),
                name=case.title,
                k=k,
                n=n,
            )
        )


def large_verdict(
    case: Case, dependent: Sequence[str], units: int, reached: bool
) -> Verdict | None:
    """The record of a large set; None for one that symbols can do: small, or middling and
    shallow; reached: it is asked whether every configuration can be.
    """
    full = case.system.pfaffian
    size = full.k * full.chart.n
    if size <= SMALL or (size <= MIDDLE and (dependent or solved_as_written(full))):
        return None
    try:
        solved = solved_case(case)
    except OutOfReach as limit:
        return (
            None
            if size <= MIDDLE
            else undecided(large_check(case, parts_of(case, 0), 0), said(limit))
        )
    parts = parts_of(solved, units)
    if size <= MIDDLE and all(
        part.shallow or part.forms.k * part.forms.chart.n <= SMALL for part in parts
    ):
        return None
    told = large_check(solved, parts, units, solved is not case, reached)
    return replace(told, case=case)


def large_at(large: Verdict, point: Mapping[Expr, Expr], units: int) -> Verdict:
    """The record of a large set with its growth vector at a point.  Raises SingularPivot where A
    loses rank there.
    """
    gone = {l for l, _ in large.redundant}
    full = large.full.subs(large.case.system.values)
    chosen = full.take([l for l in range(full.k) if l not in gone])
    rows = independent_at(full, chosen, point)
    limit = rows.chart.n + (rows.space == "tq") - large.bounds[0]
    return replace(
        large, point=point, at_point=growth_at(rows, point, limit, units, generic=large.growth)
    )


def judged_at_points(given: Case | str | Path, units: int = BUDGETS.brackets) -> Verdict:
    """What random points alone say of a set of any size: quick, with bounds of h where it is not
    known.

    Raises ContradictoryConstraints, OutOfReach.
    """
    return _at_points(own_copy(as_case(given)), units)


def _at_points(case: Case, units: int) -> Verdict:
    require_linear(case.system)
    return at_random_points(solved_case(case), units)
