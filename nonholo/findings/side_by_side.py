"""All formulations and rivals of a case side by side, or one of them."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from nonholo.decide.relations import all_zero_on
from nonholo.dynamics.lagrange import require_lagrangian
from nonholo.dynamics.system import at_numbers
from nonholo.errors import (
    ContradictoryConstraints,
    NonholoError,
    SingularMass,
    SingularPivot,
)
from nonholo.findings.comparison import Comparison, not_judged, one_formulation, with_hidden
from nonholo.findings.comparison import compare as compare_derivations
from nonholo.findings.completed import completed_after
from nonholo.findings.entry import Entry
from nonholo.findings.given_numbers import numbers_that_matter, words
from nonholo.findings.large import require_small
from nonholo.geometry.constraints.pfaffian import independent_rows
from nonholo.geometry.distribution.distribution import Distribution, distribution
from nonholo.geometry.flag.at_numbers import distribution_at
from nonholo.readers.case import Case
from nonholo.readers.given import as_case
from nonholo.readers.name_list import name_list
from nonholo.readers.on_levels import declared_there, on_levels
from nonholo.readers.own import own_copy


def compare(
    given: Case | str | Path,
    dependent: str | Sequence[str] = (),
    substitute: str | Sequence[str] = (),
    undecided: bool = False,
    letters: bool = False,
) -> Comparison:
    """All formulations and rivals of a case side by side.

    given: a case, the path of its file, or a model of sympy.physics.mechanics; dependent:
    coordinates whose velocities shall be eliminated; substitute: velocities to put into the
    Lagrangian first of all; undecided: only derive, and judge nothing; letters: put in no numbers,
    else the given ones for which something agrees that differs for letters.  Raises NotApplicable
    for a case without a Lagrangian, OutOfReach for a set too large for equations of motion.

    >>> import nonholo as nh
    >>> found = nh.compare(nh.System("x y z", "(x'**2 + y'**2 + z'**2)/2", ["dz = y dx"]))
    >>> found.entry("voronec").agrees, found.entry("substituted z").agrees
    (True, False)
    >>> found.errors[0].curvature
    (y*xdot*ydot, -y*xdot**2)
    """
    return _side_by_side(given, dependent, substitute, undecided, letters)


def derivations(
    given: Case | str | Path,
    dependent: str | Sequence[str] = (),
    substitute: str | Sequence[str] = (),
    undecided: bool = False,
) -> Comparison:
    """The same for letters, for one who asks for the equations alone.

    Whether every motion is vakonomic, which is not asked, can take longer than all the rest.
    """
    return _side_by_side(given, dependent, substitute, undecided, letters=True, equations=True)


def _side_by_side(
    given: Case | str | Path,
    dependent: str | Sequence[str],
    substitute: str | Sequence[str],
    undecided: bool,
    letters: bool,
    equations: bool = False,
) -> Comparison:
    dependent, substitute = name_list(dependent, "dependent"), name_list(substitute, "substitute")
    case, d = _split_for_motion(given, dependent)
    judge = not_judged if undecided else all_zero_on
    compared = compare_derivations(case.system, d, substitute, judge, bool(dependent), equations)
    compared = with_hidden(compared, case.hidden)
    if compared.reference is None and not case.hidden:
        with suppress(NonholoError):  # what the constraint algorithm says stands in the record
            whole = completed_after(SingularMass(""), as_case(given), moving=True)
            completed = _side_by_side(whole, dependent, substitute, undecided, letters, equations)
            return compared if completed.reference is None else completed
    values = {} if letters or undecided else numbers_that_matter(compared)
    if not values:
        return compared
    numbered, split = at_numbers(case.system, values), distribution_at(d, values)
    compared = compare_derivations(numbered, split, substitute, wished=bool(dependent))
    return with_hidden(replace(compared, numbers=words(values)), case.hidden)


def formulation(
    given: Case | str | Path, name: str, dependent: str | Sequence[str] = ()
) -> Entry | None:
    """One formulation of a case, not judged; None for a name that is none, and for what it can't
    treat.

    given, dependent: as for `compare`; name: one of `capabilities()`.  Raises what `compare` does.

    >>> import nonholo as nh
    >>> formulation(nh.case("rolling_coin"), "voronec").motion.accelerations[2]
    0
    """
    case, d = _split_for_motion(given, name_list(dependent, "dependent"))
    return one_formulation(case.system, d, name)


def _split_for_motion(
    given: Case | str | Path, dependent: Sequence[str]
) -> tuple[Case, Distribution]:
    """A copy of the case on f = 0 and the split of its independent rows.  Raises NotApplicable,
    OutOfReach.
    """
    given = as_case(given)
    case = own_copy(given)
    require_lagrangian(case.system, case.title)
    require_small(case)
    try:
        return _split_on_levels(case, dependent)
    except (ContradictoryConstraints, SingularPivot) as error:
        return _split_on_levels(completed_after(error, given, moving=True), dependent)


def _split_on_levels(case: Case, dependent: Sequence[str]) -> tuple[Case, Distribution]:
    case = on_levels(declared_there(case, dependent), dependent)
    rows, _, _ = independent_rows(case.system.pfaffian)
    return case, distribution(rows, tuple(dependent) or case.dependent, case.place)
