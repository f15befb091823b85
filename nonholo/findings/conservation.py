"""What a derived motion keeps: conserved quantities, first integrals by ansatz, momenta, an
invariant measure.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from nonholo.decide.zero import Decision
from nonholo.dynamics.conserved import proved_conserved
from nonholo.dynamics.eliminated import eliminated
from nonholo.dynamics.equations import Motion, motion
from nonholo.dynamics.measure import (
    Measure,
    invariant_measure,
    is_long,
    none_near,
    refuted_at_points,
    without_density,
)
from nonholo.dynamics.momentum import Momentum, horizontal_momenta
from nonholo.dynamics.system import System, at_numbers
from nonholo.dynamics.with_time import integrals_with_time
from nonholo.errors import NonholoError, NotApplicable, OutOfReach, SingularPivot
from nonholo.expression.graph import Expr
from nonholo.findings.comparison import Comparison
from nonholo.findings.given_numbers import choices, motion_with, words
from nonholo.findings.letter_signs import decided_by_sign, refuted_for_each_sign
from nonholo.formulations.multipliers import multipliers
from nonholo.geometry.constraints.pfaffian import independent_rows
from nonholo.geometry.distribution.distribution import Distribution, distribution
from nonholo.geometry.flag.at_numbers import distribution_at
from nonholo.readers.case import Case
from nonholo.readers.on_levels import set_of
from nonholo.words.sentence import say
from nonholo.work import BUDGETS

if TYPE_CHECKING:
    from nonholo.dynamics.integrals import Search

ALL_LEVELS = say(
    "there is none for all levels f = c of the holonomic constraints together; f = 0 alone was not "
    "judged"
)


def conserved(compared: Comparison) -> tuple[tuple[str, Expr], ...]:
    """The energy function, momenta and velocities that are proved constant on all motions."""
    if compared.reference is None:
        return ()
    return tuple(proved_conserved(compared.system, compared.distribution, compared.reference))


def integrals(compared: Comparison, units: int = BUDGETS.ansatz) -> tuple[Expr, ...]:
    """Further first integrals, linear or quadratic in the velocities, found by ansatz and proved.

    Raises NotApplicable without a motion, OutOfReach for functions that are beyond the ansatz.
    """
    if compared.reference is None:
        raise NotApplicable(say("there is no motion whose integrals could be looked for"))
    return _search(compared, compared.reference, units, conserved(compared)).integrals


def further_integrals(
    compared: Comparison,
    units: int = BUDGETS.ansatz,
    known: Sequence[tuple[str, Expr]] | None = None,
) -> Search | None:
    """What was found by ansatz, and where it was searched; None without a motion or out of reach.

    known: those that are known already, as from `conserved`.
    """
    if compared.reference is None:
        return None
    try:
        return _search(
            compared, compared.reference, units, conserved(compared) if known is None else known
        )
    except OutOfReach:
        return None


def integrals_at_numbers(
    compared: Comparison, known: Sequence[Expr], units: int = BUDGETS.ansatz
) -> Search | None:
    """First integrals that exist at the numbers of the case only; None unless two parameters have
    the same number.

    known: those for generic parameters.  A homogeneous ball is such a case: I1 = I2 = I3.
    """
    values = compared.system.values
    if compared.reference is None or len({v.index for v in values.values()}) == len(values):
        return None
    try:
        system = at_numbers(compared.system)
        rows, _, _ = independent_rows(system.pfaffian)
        d = distribution(rows, compared.distribution.names(compared.distribution.dependent))
        true = motion(multipliers(system, d))
        from nonholo.dynamics.integrals import search_integrals  # NumPy, which a check does without

        return search_integrals(system, d, true, [f.subs(values) for f in known], units)
    except NonholoError:
        return None


def _search(
    compared: Comparison, true: Motion, units: int, known: Sequence[tuple[str, Expr]]
) -> Search:
    from nonholo.dynamics.integrals import search_integrals  # NumPy, which a check does without

    return search_integrals(
        compared.system, compared.distribution, true, [f for _, f in known], units
    )


def with_time(compared: Comparison) -> tuple[Expr, ...]:
    """First integrals that contain t, such as those of Galilei; none without a motion."""
    if compared.reference is None or compared.system.nonlinear:
        return ()
    return integrals_with_time(compared.system, compared.distribution, compared.reference)


def momenta(compared: Comparison) -> tuple[Momentum, ...]:
    """The momenta along horizontal symmetries; none where they are out of reach."""
    try:
        return horizontal_momenta(compared.system, compared.distribution)
    except OutOfReach:
        return ()


def measure(
    compared: Comparison, units: int = BUDGETS.measure, case: Case | None = None
) -> Measure | None:
    """Is there an invariant measure?

    None without a motion and for constraints nonlinear in the velocities.

    case: knows points of its set f = 0, for what is not told by all levels f = c together.
    """
    true = compared.reference
    if true is None or compared.system.nonlinear:
        return None
    of_letters = _measure(compared.system, compared.distribution, true, units, case)
    if of_letters.decision.answer is not False or of_letters.levels:
        return of_letters
    for values in choices(compared.system):  # none for letters: there may be one for the numbers
        numbered = _measure_with(compared, true, values, units)
        if numbered is not None and numbered.decision.answer is not False:
            return replace(numbered, numbers=words(values))

    def refuted(values: Mapping[Expr, Expr]) -> bool:
        one = _measure_with(compared, true, values, units)
        return one is not None and one.decision.answer is False

    if compared.kinks and not refuted_for_each_sign(refuted, compared.kinks):
        return replace(of_letters, decision=decided_by_sign(compared.kinks))
    return of_letters


def _measure_with(
    compared: Comparison, true: Motion, values: Mapping[Expr, Expr], units: int
) -> Measure | None:
    """The answer where letters, or what their signs decide, have values; None where they can't.

    As there is none for all letters, points are asked before any normal form.
    """
    with suppress(NonholoError, ZeroDivisionError):
        split = distribution_at(compared.distribution, values)
        system, there = at_numbers(compared.system, values), motion_with(true, values)
        refuted = None if system.holonomic else refuted_at_points(system, split, there)
        return (
            without_density(system, split, refuted)
            if refuted
            else _measure(system, split, there, units)
        )
    return None


def _measure(
    system: System, d: Distribution, true: Motion, units: int, case: Case | None = None
) -> Measure:
    if not system.holonomic:
        return invariant_measure(system, d, true, units)
    return _measure_on_set(system, d, true, units, case)


def _measure_on_set(
    system: System, d: Distribution, true: Motion, units: int, case: Case | None
) -> Measure:
    """The same on the set f = 0: in the coordinates that are left, if all f can be solved, else for
    all levels f = c together and, where there is none for these, near a point of the set.

    What refutes a density there refutes it for all levels: of long equations that is asked first.
    """
    elimination = eliminated(system)
    if elimination is not None and not elimination.unsolved:
        with suppress(NonholoError):
            rows, _, _ = independent_rows(elimination.system.pfaffian)
            left = distribution(rows)
            measure = invariant_measure(
                elimination.system, left, motion(multipliers(elimination.system, left)), units
            )
            return replace(
                measure, solved=elimination.solved, coordinates=elimination.system.chart.names
            )
    first = is_long(d, true)
    refuted = _none_on_set(system, d, true, case) if first else None
    if refuted is not None:
        return replace(without_density(system, d, refuted), levels=True)
    near = replace(invariant_measure(system, d, true, units), levels=True)
    if near.decision.answer is not False:
        return near
    refuted = None if first else _none_on_set(system, d, true, case)
    return replace(near, decision=refuted or Decision(None, reason=ALL_LEVELS))


def _none_on_set(
    system: System, d: Distribution, true: Motion, case: Case | None
) -> Decision | None:
    """There is none near a point of f = 0, with the numbers of the parameters there; None where
    that is open, or where several parts are known and none is meant.
    """
    if case is None:
        return None
    level_set = set_of(case)
    if level_set is None or not (level_set.here or len(level_set.parts) == 1):
        return None
    part = level_set.here or level_set.parts[0]
    point, graph = part.points[0], system.chart.graph
    there = graph.copied(point)
    try:
        refuted = none_near(system, d, true, there, BUDGETS.at_point)
    except (OutOfReach, SingularPivot, ZeroDivisionError):
        return None
    at = ", ".join(words({s: point[s] for s in case.system.chart.q}))
    reason = say(
        "X_J(ln N) = kappa_J has no solution on f = 0 near {point}, with the given numbers: "
        "brackets of the X_J contradict each other",
        point=at,
    )
    return refuted and replace(refuted, reason=reason)
