"""What differs for letters can agree for the numbers that a case gives: then they are put in, as
few of them as are enough.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from nonholo.decide.on_set import point_off_zero
from nonholo.decide.relations import all_zero_on
from nonholo.doing import doing
from nonholo.dynamics.equations import Motion
from nonholo.dynamics.system import System, at_numbers
from nonholo.errors import NonholoError
from nonholo.expression.graph import Expr
from nonholo.expression.text import text
from nonholo.geometry.flag.at_numbers import distribution_at
from nonholo.linear.elimination import determinant
from nonholo.rivals.coincidence import coincidence
from nonholo.words.sentence import say

if TYPE_CHECKING:
    from nonholo.findings.comparison import Comparison

Values = Mapping[Expr, Expr]


def choices(system: System) -> Iterator[Values]:
    """What to put in: zeros; these, and one letter for equal numbers of one kind (I2 = I1); all
    numbers.

    >>> import nonholo as nh
    >>> parts = "I1*x'**2/2 + I2*y'**2/2 + b*x"
    >>> case = nh.System("x y", parts, parameters={"I1": 2, "I2": 2, "b": 0})
    >>> list(choices(case.system))
    [{b: 0}, {b: 0, I2: I1}, {I1: 2, I2: 2, b: 0}]
    """
    zeros = {p: e for p, e in system.values.items() if e.is_zero}
    first: dict[tuple[str, Expr], Expr] = {}
    equal = dict(zeros)
    for p, e in system.values.items():
        met = first.setdefault((text(p)[0], e), p)
        if met is not p and not e.is_zero:
            equal[p] = met
    told: list[Values] = []
    for values in (zeros, equal, system.values):
        if values and values not in told:
            told.append(values)
            yield values


def motion_with(motion: Motion, values: Values) -> Motion:
    """The motion with numbers in the place of parameters.

    Raises ZeroDivisionError.
    """
    every = motion.accelerations, motion.multipliers, motion.rates
    put = next(e for of in every for e in of).graph.putting(values)
    return Motion(*(tuple(map(put, of)) for of in every))


def words(values: Values) -> tuple[str, ...]:
    """ "m = 2", one for each number."""
    return tuple(f"{text(p)} = {text(e)}" for p, e in values.items())


def numbers_that_matter(compared: Comparison) -> Values:
    """The numbers for which something that differs for letters agrees; empty if it does for none.

    compared: a comparison for letters.
    """
    for values in choices(compared.system):
        doing(say("what differs for letters, at the given numbers"))
        with suppress(NonholoError, ZeroDivisionError):
            if _agrees_further(compared, values):
                return values
    return {}


def _agrees_further(compared: Comparison, values: Values) -> bool:
    """Something that was refuted is not refuted with the numbers."""
    refuted: list[Sequence[Expr]] = []
    for error in compared.errors:
        if error.safe.answer is False:
            refuted.append([g + c for g, c in zip(error.gradient, error.curvature)])
        if error.safe_chained.answer is False:
            refuted.append(error.curvature)
    refuted += [entry.difference for entry in compared.rivals if entry.agrees is False]
    if any(_vanish(nodes, compared.system, values) for nodes in refuted):
        return True
    return _vakonomic(compared, values)


def _vanish(nodes: Sequence[Expr], system: System, values: Values) -> bool:
    """With the numbers they vanish, or that is open."""
    if any(_surely_nonzero(e, system, values) for e in nodes):
        return False
    relations = [f.subs(values) for f in system.relations]
    return all_zero_on([e.subs(values) for e in nodes], relations).answer is not False


def _surely_nonzero(e: Expr, system: System, values: Values) -> bool:
    """Not zero at a point with these numbers: quicker than to put them in."""
    at_these = [*system.relations, *(p - value for p, value in values.items())]
    return point_off_zero(e, at_these) is not None


def _vakonomic(compared: Comparison, values: Values) -> bool:
    """Motions that are not vakonomic for letters are so with the numbers, or that is open."""
    principle, true = compared.principle, compared.entries[0].motion
    if principle is None or true is None:
        return False
    generic = principle.coincidence
    if generic.decision.answer is not False:
        return False
    if generic.obstruction is not None:
        graph = compared.distribution.chart.graph
        held = [generic.obstruction, *(determinant(graph, block) for block in generic.blocks)]
        if all(_surely_nonzero(e, compared.system, values) for e in held):
            return False
    system, d = at_numbers(compared.system, values), distribution_at(compared.distribution, values)
    asked_again = coincidence(system, d, motion_with(true, values))
    return asked_again.decision.answer is not False
