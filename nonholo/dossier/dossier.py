"""Everything about one case: what its page shows, in Python.  Each part is found once, when it is
asked for."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext, suppress
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from nonholo.doing import doing
from nonholo.dossier import motion, path
from nonholo.dossier.certificate import certified
from nonholo.dossier.drawing import flat_sketch
from nonholo.dossier.masses import Masses, masses
from nonholo.dossier.sketch import Sketch
from nonholo.dossier.tracks import tracks_along
from nonholo.dynamics.energy_words import EnergyWords
from nonholo.dynamics.integrals import Search
from nonholo.dynamics.measure import Measure
from nonholo.dynamics.momentum import Momentum
from nonholo.errors import (
    ContradictoryConstraints,
    NonholoError,
    NotApplicable,
    said,
)
from nonholo.expression.graph import Expr
from nonholo.findings import conservation
from nonholo.findings import released as levels
from nonholo.findings.check import check
from nonholo.findings.comparison import Comparison
from nonholo.findings.dependency import Dependency
from nonholo.findings.elimination import graph_of
from nonholo.findings.energy import energy_words
from nonholo.findings.large import require_small
from nonholo.findings.restricted import Restricted, chosen, restricted
from nonholo.findings.side_by_side import compare
from nonholo.findings.verdict import Verdict, VerdictWord
from nonholo.geometry.chained.wheels import Wheels
from nonholo.numerics.trajectory import Space, Trajectory
from nonholo.readers.case import Case
from nonholo.readers.given import as_case
from nonholo.simulation.bodies import space_at_start
from nonholo.steering.scene import Tracks
from nonholo.steering.steering import Steering
from nonholo.steering.varied import Varied
from nonholo.words.sentence import say

if TYPE_CHECKING:  # what is seldom asked for is loaded when it is
    from nonholo.findings.families import Families
    from nonholo.findings.rests import Equilibria
    from nonholo.findings.steady_map import SteadyLine, SteadyMap
    from nonholo.findings.steady_stability import SteadyStability

Answer = TypeVar("Answer")


@dataclass(frozen=True, repr=False)
class Dossier:
    """What is found about one case; a part that it does not have is None, or empty.

    case: as it was given; check, comparison: in graphs of their own, the latter None without a
    Lagrangian; conserved: the energy function, momenta and velocities that are proved constant on
    all motions; deeper: units of work for further first integrals and for the invariant measure, 0
    if they are not asked for; asked: families are wanted; chosen: coordinates of which is told what
    restricts them; steady: the stability of a steady motion, None unless asked; resting: it is
    asked where the case can rest. Each part is derived in a graph of its own: of equal expressions
    a graph keeps the form that it met first, so none is shown otherwise because another was asked.

    >>> import nonholo as nh
    >>> found = nh.analyze(nh.constraints("x'*sin(theta) = y'*cos(theta)"))
    >>> found.verdict, found.parking.exact, found.comparison
    ('nonholonomic', True, None)
    """

    case: Case
    check: Verdict
    comparison: Comparison | None = None
    conserved: tuple[tuple[str, Expr], ...] = ()
    deeper: int = 0
    asked: bool = False
    chosen: tuple[str, ...] = ()
    steady: SteadyStability | None = None
    resting: bool = False

    @property
    def rests(self) -> Equilibria | None:
        """Where the case can rest; None unless asked, and where that is no question."""
        return self._rests[0]

    @property
    def restricted(self) -> Restricted | None:
        """Which hidden relations hold among the chosen coordinates; None unless some were."""
        return self._restricted[0]

    @property
    def families(self) -> Families | None:
        """For which parameters the answers change; None unless asked, and where they are not
        judged.
        """
        return self._families[0]

    @property
    def unanswered(self) -> dict[str, str]:
        """What was asked and has no answer, with the reason: some of equilibria, restricted,
        families.

        >>> import nonholo as nh
        >>> list(nh.analyze(nh.constraints("dz = y dx"), with_rests=True).unanswered)
        ['equilibria']
        """
        asked = {
            "equilibria": self._rests,
            "restricted": self._restricted,
            "families": self._families,
        }
        return {key: reason for key, (_, reason) in asked.items() if reason}

    @cached_property
    def _rests(self) -> tuple[Equilibria | None, str]:
        if not self.resting:
            return None, ""
        from nonholo.findings.equilibrium import equilibrium

        doing(say("configurations of rest"))
        return _or_why(lambda: equilibrium(self.case))

    @cached_property
    def _restricted(self) -> tuple[Restricted | None, str]:
        if not self.chosen:
            return None, ""
        return _or_why(lambda: restricted(self.case, self.chosen))

    @cached_property
    def _families(self) -> tuple[Families | None, str]:
        if not self.asked:
            return None, ""
        from nonholo.evidence.families import families

        return _or_why(lambda: families(self.case, certify=True))

    @cached_property
    def steady_drawn(self) -> SteadyLine | SteadyMap | None:
        """What a picture of the stability needs; None for none, or for more than two letters."""
        if self.steady is None or not 0 < len(self.steady.letters) < 3:
            return None
        from nonholo.findings.steady_map import steady_map

        try:
            return steady_map(self.steady)
        except NotApplicable:  # a parameter without a number that no boundary depends on
            return None

    @property
    def verdict(self) -> VerdictWord:
        """That of `nonholo check`, of the same record."""
        return self.check.verdict

    # the motion derived -------------------------------------------------------------------------
    @cached_property
    def search(self) -> Search | None:
        """Further first integrals, and where they were looked for."""
        if self.comparison is None or not self.deeper:
            return None
        doing(say("first integrals of the motion"))
        comparison, conserved = self._apart((self.comparison.motion_alone, self.conserved))
        return conservation.further_integrals(comparison, self.deeper, conserved)

    @cached_property
    def measure(self) -> Measure | None:
        """Is there an invariant measure?"""
        if self.comparison is None or not self.deeper:
            return None
        doing(say("the invariant measure"))
        comparison = self._apart(self.comparison.motion_alone)
        return conservation.measure(comparison, self.deeper, self.case)

    @cached_property
    def released(self) -> levels.Released | None:
        """Holonomic constraints kept and eliminated; contacts."""
        if self.comparison is None:
            return None
        return levels.released(self.case, self._apart(self.comparison.motion_alone))

    @cached_property
    def momenta(self) -> tuple[Momentum, ...]:
        """The momenta along horizontal symmetries."""
        if self.comparison is None:
            return ()
        return conservation.momenta(self._apart(self.comparison.motion_alone))

    @cached_property
    def with_time(self) -> tuple[Expr, ...]:
        """First integrals that contain t."""
        if self.comparison is None:
            return ()
        return conservation.with_time(self._apart(self.comparison.motion_alone))

    @cached_property
    def energy(self) -> EnergyWords | None:
        """The energy function against T + V, and moving energies."""
        if self.comparison is None:
            return None
        return energy_words(self.case, self._apart(self.comparison.motion_alone))

    def _apart(self, record: Any) -> Any:
        assert self.comparison is not None  # the record is of it
        return self.comparison.system.chart.graph.apart(record)

    # the motion in numbers ----------------------------------------------------------------------
    @property
    def motion(self) -> Trajectory | None:
        """From the initial state of the case, next to the first rival that differs."""
        return self._motion[0]

    @property
    def no_motion(self) -> str:
        """Why the motion failed; empty where it did not, or where none was asked for."""
        return self._motion[1]

    @property
    def wanting(self) -> tuple[str, ...]:
        """What the case lacks for a motion; empty where it could move, or has no Lagrangian."""
        return () if self.comparison is None else motion.wanting(self.case)

    @cached_property
    def _motion(self) -> tuple[Trajectory | None, str]:
        if self.comparison is None:
            return None, ""
        doing(say("the motion"))
        try:
            return motion.shown_motion(self.case, self.comparison, self.conserved), ""
        except NonholoError as error:
            return None, said(error)

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
    def sketch(self) -> Sketch | None:
        """The wheels at one configuration, with their angles; None where nothing rolls."""
        return flat_sketch(self.check)

    @cached_property
    def space(self) -> Space | None:
        """The bodies in space at the initial configuration; None where none are known."""
        return space_at_start(self.case)

    @cached_property
    def masses(self) -> Masses | None:
        """The masses of the Lagrangian, where neither wheels nor bodies are drawn."""
        return None if self.sketch or self.space else masses(self.check)

    @cached_property
    def tracks(self) -> tuple[Tracks | None, Tracks | None]:
        """The wheels along the motion and along the rival's; None where nothing rolls."""
        return (None, None) if self.motion is None else tracks_along(self.motion)

    @cached_property
    def parking(self) -> Steering | None:
        """The path of what stands on wheels to the place beside."""
        doing(say("a path"))
        return None if self._on_wheels is None else path.parking(self.check, self._on_wheels)

    @cached_property
    def bend(self) -> Varied | None:
        """Its path along a bend, varied."""
        return None if self._on_wheels is None else path.along_a_bend(self.check, self._on_wheels)

    @cached_property
    def certificate(self) -> dict[str, Any] | None:
        """What a stranger needs to re-check the verdict."""
        doing(say("the certificate"))
        return certified(self.check)

    def __repr__(self) -> str:
        return f"<Dossier: {self.check!r}, {self.comparison!r}>"

    def _repr_html_(self) -> str:
        return self.check._repr_html_()

    def _repr_latex_(self) -> str | None:
        return self.check._repr_latex_()


def _or_why(answer: Callable[[], Answer]) -> tuple[Answer | None, str]:
    """The answer to a question that was asked, or why it has none."""
    try:
        return answer(), ""
    except NonholoError as error:
        return None, said(error)


def analyze(
    given: Case | str | Path,
    substitute: str | Sequence[str] = (),
    deeper: int = 0,
    known: Verdict | None = None,
    with_families: bool = False,
    among: str | Sequence[str] = (),
    steady: Mapping[str, Any] | None = None,
    over: str | Sequence[str] = (),
    with_rests: bool = False,
) -> Dossier:
    """Everything about one case: check and comparison at once, the rest when it is asked for.

    given: a case, the path of its file, or a model of sympy.physics.mechanics; substitute:
    velocities to put into the Lagrangian first of all; deeper: units of work for further first
    integrals and the invariant measure; known: the check, if it has been made; with_families: the
    answers for all parameters too; among: coordinates of which is told which hidden relations hold
    among them alone; steady, over: a steady motion whose stability is told, and parameters that
    vary, as `steady_stability` takes them; with_rests: where it can rest. Raises OutOfReach for a
    set too large for a page, BadCase for a name that is no coordinate.

    >>> import nonholo as nh
    >>> found = nh.analyze(nh.System("x y z", "(x'**2 + y'**2 + z'**2)/2", ["dz = y dx"]))
    >>> found.verdict, found.comparison.entry("maggi").agrees
    ('nonholonomic', True)
    >>> [name for name, _ in found.conserved]
    ['energy function', 'momentum of y']
    """
    case = as_case(given)
    require_small(case)
    names = chosen(case, among) if among else ()
    stability = None
    if steady is not None:
        from nonholo.evidence.stability import with_certificate
        from nonholo.findings.steady_stability import steady_stability

        stability = with_certificate(steady_stability(case, steady, over))
    verdict = known or check(case)
    if not verdict.branches:
        verdict.require("virtual", "a page or a graph")  # all but sets too large have displacements
    compared = None
    if case.system.lagrangian is not None:
        with suppress(ContradictoryConstraints) if verdict.branches else nullcontext():
            compared = compare(case, substitute=substitute)
    conserved: tuple[tuple[str, Expr], ...] = ()
    if compared is not None:
        doing(say("what is conserved"))
        conserved = conservation.conserved(compared)
    return Dossier(
        case, verdict, compared, conserved, deeper, with_families, names, stability, with_rests
    )
