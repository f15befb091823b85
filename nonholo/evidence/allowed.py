"""What a certificate of a family may take: the verifier's work, done here to find evidence, in the
count of all other work.

    one unit of the verifier's = UNIT units of ours
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from nonholo.verifier.outcome import WORK, WORK_A_CHARACTER, Budget
from nonholo.work import BUDGETS, Work, spend

UNIT = 10
CERTIFYING = 3  # times the work of the cells


class Charged(Budget):
    """Units of the verifier's, counted with all work of this thread."""

    def spend(self, work: int) -> None:
        """Take from what is left, and count it.  Raises Stop when nothing is."""
        spend(UNIT * work)
        super().spend(work)


@dataclass(frozen=True, slots=True)
class Allowed:
    """What the certificate of one question may take.

    work: of all kinds; part: of the verifier's units that such a question usually may take.

    >>> Allowed.of(BUDGETS.families // 2).units(1000)
    500
    """

    work: Work
    part: Fraction = Fraction(1)

    @classmethod
    def of(cls, units: int) -> Allowed:
        """For a question whose cells may take so many units."""
        part = min(Fraction(1), Fraction(units, BUDGETS.families))
        return cls(Work.of(CERTIFYING * units), part)

    def less(self, share: int) -> Allowed:
        """One part of so many."""
        return Allowed(self.work, self.part / share)

    def units(self, usual: int) -> int:
        """The verifier's, of those that are usual."""
        return min(int(usual * self.part), self.work.left // UNIT)

    def for_check(self, length: int) -> int:
        """The verifier's, to check a document of so many characters: all that it takes by itself,
        but where little work is left."""
        return min(WORK + WORK_A_CHARACTER * length, self.work.left // UNIT)
