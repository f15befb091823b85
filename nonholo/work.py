"""Budgets that count work, never seconds: the same question has the same answer on every machine.

What is counted is what makes a question long: terms that are multiplied, pivots, entries of
matrices, nodes of graphs, points.  One unit is about what takes a microsecond on a machine of 2020;
how long a unit really takes changes no answer.  A budget ends at a count of its own thread, so that
whatever is done below a caller, at any depth, is charged to that caller too."""

from __future__ import annotations

import threading
from dataclasses import dataclass

from nonholo.errors import OutOfReach
from nonholo.words.sentence import say

LEAST = 100_000  # units that even a spent budget lets a single step have


class _Count(threading.local):
    done = 0  # units of this thread since it began


_count = _Count()


def spend(units: int) -> None:
    """Count work that is done."""
    _count.done += units


def spent() -> int:
    """The units of this thread since it began."""
    return _count.done


def spend_matrix(rows: int, columns: int, words: int = 1) -> None:
    """Count the elimination of a matrix of numbers of so many words."""
    pivots = min(rows, columns)
    _count.done += 20 + rows * columns // 5 + rows * columns * pivots * words // 4000


@dataclass(frozen=True, slots=True)
class Work:
    """A budget for one question: over when the count of its thread has come to `end`.

    >>> work = Work.of(1_000_000)
    >>> spend(600_000)
    >>> work.over, work.left
    (False, 400000)
    >>> spend(500_000)
    >>> work.over, work.left
    (True, 100000)
    """

    end: int

    @classmethod
    def of(cls, units: int) -> Work:
        """A budget of so many units from now on."""
        return cls(_count.done + int(units))

    @property
    def over(self) -> bool:
        """The work that was allowed is done."""
        return _count.done >= self.end

    @property
    def left(self) -> int:
        """Units for one more step: at least `LEAST`."""
        return max(LEAST, self.end - _count.done)

    def require(self, units: int = 0) -> None:
        """Go on if so many units are left.

        Raises OutOfReach past the limit.
        """
        if _count.done + units >= self.end:
            raise OutOfReach(say("the limit of work"))

    def affords(self, units: int) -> bool:
        """So many units are left."""
        return _count.done + units < self.end

    def at_most(self, units: int) -> Work:
        """This budget, or so many units from now on if that is less."""
        return Work(min(self.end, _count.done + units))

    def longer(self, units: int) -> Work:
        """This budget and so many units."""
        return Work(self.end + units)

    def share(self, fraction: float) -> Work:
        """A budget of a part of what is left."""
        return Work.of(int(fraction * max(0, self.end - _count.done)))


@dataclass(frozen=True, slots=True)
class Budgets:
    """Units that each kind of question may take unless its caller says otherwise."""

    # exact decisions
    decision: int = 5_000_000  # is an expression zero?
    settling: int = 1_000_000  # the merges on which an answer rests, after it is found
    division: int = 200_000  # is it a combination of relations? most that are take 3,000
    least: int = 200_000  # for a decision at the end of a budget
    relations: int = 10_000_000  # constant linear relations between expressions
    lowest: int = 500_000  # a set of expressions over one denominator
    factors: int = 1_000_000  # the factors of an expression
    divisors: int = 300_000  # which divisors of what was read are no poles
    presenting: int = 60_000  # the form in which an expression is shown
    # geometry
    split: int = 2_000_000  # a guess of the velocities solved for
    shortening: int = 2_000_000  # one basis vector of the virtual displacements
    brackets: int = 10_000_000  # the growth vector
    at_point: int = 3_000_000  # the growth vector at a point
    belief: int = 3_000_000  # an attempt to prove what is believed already
    soon: int = 30_000  # the same at each of many points, before one may take more
    ends: int = 300_000  # that growth ends below the generic one: what is proved takes 70,000
    sampling: int = 4_000_000  # large sets at random points
    parts: int = 3_000_000  # symbolic proofs of the parts of a large set
    zeros: int = 2_000_000  # the real zeros of an expression
    signs: int = 200_000  # whether an expression keeps its sign
    strata: int = 4_000_000
    regions: int = 2_000_000
    form_class: int = 1_000_000  # the merges behind the class of one form (Darboux)
    accessibility: int = 5_000_000
    orbits: int = 2_000_000  # whether admissible fields leave where brackets do not span
    invariants: int = 3_000_000
    potentials: int = 1_500_000  # first integrals of the constraints, in one check
    potentials_long: int = 30_000_000  # the same if more is asked for
    letters: int = 500_000  # for which numbers of its letters a verdict holds
    families: int = 100_000_000  # one question about all parameters
    cases: int = 100_000_000  # lemmas that tell them apart
    # dynamics
    term: int = 1_000_000  # one term of a balance or a momentum
    ansatz: int = 10_000_000  # first integrals linear and quadratic in the velocities
    measure: int = 10_000_000
    deeper: int = 5_000_000  # the measure, and the integrals of a page
    coincidence: int = 2_000_000  # with a rival
    equilibria: int = 10_000_000  # enclosures of configurations of rest
    natural: int = 5_000_000  # velocities among the parts of a Lagrangian
    code: int = 1_000_000  # all normal forms in generated code
    path: int = 6_000_000  # the proof that a path obeys the constraints
    certificate: int = 5_000_000
    trials: int = 1_500_000  # of assumptions that would settle what is open


BUDGETS = Budgets()
