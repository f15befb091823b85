"""For which parameters has a distribution with growth (2, 3, 5) the most symmetries?

It has them exactly where Cartan's quartic vanishes identically, so its coefficients are the
equations of the cells.
"""

from __future__ import annotations

from dataclasses import dataclass

from nonholo.decide.zero import all_zero
from nonholo.errors import ContradictoryConstraints, OutOfReach, SingularPivot, option
from nonholo.findings.family import Family, family_of, require_solved
from nonholo.findings.family_motion import decided, split
from nonholo.geometry.constraints.pfaffian import independent_rows
from nonholo.geometry.distribution.distribution import distribution
from nonholo.geometry.families.generic import Guards, growth_of
from nonholo.geometry.families.partition import Judged
from nonholo.geometry.families.piece import Piece
from nonholo.geometry.flag.flag import closure
from nonholo.geometry.flag.quartic import cartan_quartic
from nonholo.readers.case import Case
from nonholo.words.sentence import say, together
from nonholo.work import Work

GROWTH = (2, 3, 5)
DIRECTION = "direction in D"  # no name that a coordinate or a parameter can have


@dataclass(frozen=True, slots=True)
class Symmetry:
    """Has the distribution the most symmetries?

    growth: its growth vector; flat: Cartan's quartic vanishes identically, so that it is the
    distribution of u' = (z'')^2 in other coordinates; None for another growth vector.
    """

    growth: tuple[int, ...]
    flat: bool | None

    @property
    def dimension(self) -> tuple[int, int] | None:
        """Between which numbers the dimension of the algebra of symmetries lies; None where that
        is not told."""
        return None if self.flat is None else (14, 14) if self.flat else (0, 7)


def is_asked_of(case: Case) -> bool:
    """The growth vector is (2, 3, 5) for almost all parameters: of others it is not asked."""
    return case.system.chart.n == GROWTH[-1] and _generic_growth(case) == GROWTH


def not_asked_of(case: Case) -> str:
    """Why it is not asked of a case, with the names that bare constraints hold constant."""
    growth = _generic_growth(case)
    reason = (
        say("{case}: symmetries are told for growth (2, 3, 5) in q alone", case=case.name)
        if growth is None
        else say(
            "{case}: symmetries are told for growth (2, 3, 5); for almost all parameters it is "
            "({growth}) here",
            case=case.name,
            growth=", ".join(map(str, growth)),
        )
    )
    if case.bare is None or not case.bare.held:
        return reason
    names = ", ".join(case.bare.held)
    also = option(f"--coordinates {','.join(case.bare.held)}", f'also="{names}"')
    held = say(
        "{names} held constant; {option} makes coordinates of them", names=names, option=also
    )
    return together([reason, held], "; ")


def _generic_growth(case: Case) -> tuple[int, ...] | None:
    """The growth vector in q for almost all parameters; None where it is not known."""
    rows = case.system.pfaffian
    if rows.space != "q":
        return None
    try:
        return closure(distribution(independent_rows(rows)[0])).growth.vector
    except (ContradictoryConstraints, OutOfReach, SingularPivot):
        return None


def symmetry_family(case: Case, work: Work) -> Family:
    """Where Cartan's quartic vanishes."""
    rows = case.system.pfaffian
    return family_of(case, "symmetry", _judged, [e for row in rows.matrix for e in row], work)


def _judged(case: Case, work: Work, piece: Piece) -> Judged[Symmetry]:
    require_solved(piece)
    d, chart = split(case), case.system.chart
    direction = chart.graph.symbol(DIRECTION)
    guards = Guards([*chart.q, direction], work)
    growth = growth_of(d, guards).growth
    if growth != GROWTH:
        return guards.judged(Symmetry(growth, None))
    quartic = [cartan_quartic(d, direction)]
    return guards.judged(Symmetry(growth, decided(all_zero(quartic), quartic, guards)))
