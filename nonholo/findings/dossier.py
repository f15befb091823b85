"""Everything about one case: what its page shows, in Python.  Each part is found once, when it is
asked for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property, wraps
from pathlib import Path
from typing import Any

from nonholo.dynamics.integrals import Search
from nonholo.dynamics.measure import Measure
from nonholo.dynamics.momentum import Momentum
from nonholo.errors import NonholoError
from nonholo.exact.graph import Expr
from nonholo.findings import conservation, motion, path
from nonholo.findings import released as levels
from nonholo.findings.certificate import certified
from nonholo.findings.check import check, compare, require_small
from nonholo.findings.comparison import Comparison
from nonholo.findings.dependency import Dependency, graph_of
from nonholo.findings.verdict import Verdict
from nonholo.geometry.wheels import Wheels
from nonholo.numerics.trajectory import Trajectory
from nonholo.readers.case import Case
from nonholo.readers.given import as_case
from nonholo.steering.search import Steering
from nonholo.steering.varied import Varied

ORDER = ("conserved", "search", "measure", "released", "momenta")


def _in_order(find: Callable[[Dossier], Any]) -> Any:
    """A part in the graph of the comparison, after those before it in ORDER, whoever asks first: of
    equal expressions a graph keeps the form that it met first."""
    earlier = ORDER[: ORDER.index(find.__name__)]

    @wraps(find)
    def found(dossier: Dossier) -> Any:
        for name in earlier:
            getattr(dossier, name)
        return find(dossier)

    return cached_property(found)


@dataclass(frozen=True, repr=False)
class Dossier:
    """What is found about one case; a part that it does not have is None, or empty.

    case: as it was given; check, comparison: in graphs of their own, the latter None without a
    Lagrangian; deeper: units of work for further first integrals and for the invariant measure, 0
    if they are not asked for.

    >>> import nonholo as nh
    >>> found = nh.analyze(nh.constraints("x'*sin(theta) = y'*cos(theta)"))
    >>> found.verdict, found.parking.exact, found.comparison
    ('nonholonomic', True, None)
    """

    case: Case
    check: Verdict
    comparison: Comparison | None = None
    deeper: int = 0

    @property
    def verdict(self) -> str:
        """That of `nonholo check`, of the same record."""
        return self.check.verdict

    # the motion derived -------------------------------------------------------------------------
    @_in_order
    def conserved(self) -> tuple[tuple[str, Expr], ...]:
        """The energy function, momenta and velocities that are proved constant on all motions."""
        return () if self.comparison is None else conservation.conserved(self.comparison)

    @_in_order
    def search(self) -> Search | None:
        """Further first integrals, and where they were looked for."""
        if self.comparison is None or not self.deeper:
            return None
        return conservation.further_integrals(self.comparison, self.deeper, self.conserved)

    @_in_order
    def measure(self) -> Measure | None:
        """Is there an invariant measure?"""
        if self.comparison is None or not self.deeper:
            return None
        return conservation.measure(self.comparison, self.deeper)

    @_in_order
    def released(self) -> levels.Released | None:
        """Holonomic constraints kept and eliminated; contacts."""
        return None if self.comparison is None else levels.released(self.case, self.comparison)

    @_in_order
    def momenta(self) -> tuple[Momentum, ...]:
        """The momenta along horizontal symmetries."""
        return () if self.comparison is None else conservation.momenta(self.comparison)

    # the motion in numbers ----------------------------------------------------------------------
    @property
    def motion(self) -> Trajectory | None:
        """From the initial state of the case, next to the first rival that differs."""
        return self._motion[0]

    @property
    def no_motion(self) -> str:
        """Why the motion failed; empty where it did not, or where none was asked for."""
        return self._motion[1]

    @cached_property
    def _motion(self) -> tuple[Trajectory | None, str]:
        if self.comparison is None:
            return None, ""
        try:
            return motion.shown_motion(self.case, self.comparison, self.conserved), ""
        except NonholoError as error:
            return None, str(error)

    # what the constraints allow -----------------------------------------------------------------
    @cached_property
    def dependency(self) -> Dependency | None:
        """Which velocity is eliminated by what; None where no split was found."""
        return None if self.check.distribution is None else graph_of(self.check)

    @property
    def wheels(self) -> Wheels | None:
        """Which constraints are wheels, and where they stand, at the numbers of the case."""
        return None if self._on_wheels is None else self._on_wheels[1]

    @cached_property
    def _on_wheels(self) -> path.OnWheels | None:
        return path.on_wheels(self.check)

    @cached_property
    def parking(self) -> Steering | None:
        """The path of what stands on wheels to the place beside."""
        return None if self._on_wheels is None else path.parking(self.check, self._on_wheels)

    @cached_property
    def bend(self) -> Varied | None:
        """Its path along a bend, varied."""
        return None if self._on_wheels is None else path.along_a_bend(self.check, self._on_wheels)

    @cached_property
    def certificate(self) -> dict[str, Any] | None:
        """What a stranger needs to re-check the verdict."""
        return certified(self.check)

    def __repr__(self) -> str:
        return f"<Dossier: {self.check!r}, {self.comparison!r}>"

    def _repr_latex_(self) -> str | None:
        return self.check._repr_latex_()


def analyze(given: Case | str | Path, substitute: str | Sequence[str] = (), deeper: int = 0,
            known: Verdict | None = None) -> Dossier:
    """Everything about one case: check and comparison at once, the rest when it is asked for.

    substitute: velocities to put into the Lagrangian first of all; deeper: units of work for
    further first integrals and the invariant measure; known: the check, if it has been made.
    Raises OutOfReach for a set too large for a page.
    """
    case = as_case(given)
    require_small(case)
    found = known or check(case)
    found.require("virtual", "a page or a graph")  # displacements: all but sets too large have them
    mechanical = case.system.lagrangian is not None
    compared = compare(case, substitute=substitute) if mechanical else None
    return Dossier(case, found, compared, deeper)
