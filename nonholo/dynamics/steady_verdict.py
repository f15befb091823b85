"""What the eigenvalues of small motions say of the stability of a steady motion.

    Re s > 0 for some s              unstable (Lyapunov)
    Re s < 0 for all but the k zeros that belong to a family of steady motions of dimension k
                                     stable: motions nearby tend to one of the family (Lyapunov,
                                     Malkin); asymptotically for k = 0
    else                             undecided by linearisation

Stability is one of the deviations: a sleigh that was pushed goes on in another direction.
References: NeimarkFufaev1972, Bloch2003.
"""

from __future__ import annotations

from dataclasses import dataclass

from nonholo.dynamics.crossings import Spectrum
from nonholo.dynamics.quotient import CERTAIN, Doubts
from nonholo.dynamics.rest_verdict import ATTRACTING, STABLE, UNDECIDED, UNSTABLE
from nonholo.words.sentence import say, say_many

ALL_BUT_THE_FAMILY = say("all eigenvalues but those of the family have negative real parts")
UNCOUNTED = say("eigenvalues are multiple or too close to be told apart")


@dataclass(frozen=True, slots=True)
class SteadyVerdict:
    """unstable, stable, asymptotically stable or undecided, why, and the eigenvalues counted.

    spectrum: None where they could not be.
    """

    verdict: str
    reason: str
    spectrum: Spectrum | None


def steady_verdict(
    spectrum: Spectrum | None, zeros: int, family: int, doubts: Doubts = CERTAIN
) -> SteadyVerdict:
    """The verdict for letters near which no eigenvalue crosses the imaginary axis.

    zeros: eigenvalues that are 0 for all letters; family: the dimension of the family of steady
    motions; doubts: why linearisation may not prove what it says.

    >>> steady_verdict(Spectrum(0, 0, 2), zeros=1, family=1).verdict
    'stable'
    >>> steady_verdict(Spectrum(0, 2, 0), zeros=0, family=0).verdict
    'undecided'
    """
    if spectrum is None:
        return SteadyVerdict(UNDECIDED, UNCOUNTED, None)
    verdict, reason = _by_counting(spectrum, zeros, family)
    doubt = {UNDECIDED: "", UNSTABLE: doubts.growth}.get(verdict, doubts.decay)
    if doubt:
        counted = ALL_BUT_THE_FAMILY if verdict == STABLE else reason
        told = say("{reason}; but {but}: linearisation decides nothing", reason=counted, but=doubt)
        return SteadyVerdict(UNDECIDED, told, spectrum)
    return SteadyVerdict(verdict, reason, spectrum)


def _by_counting(spectrum: Spectrum, zeros: int, family: int) -> tuple[str, str]:
    if spectrum.growing:
        reason = say_many(
            spectrum.growing,
            "an eigenvalue has a positive real part",
            "{n} eigenvalues have positive real parts",
            n=spectrum.growing,
        )
        return UNSTABLE, reason
    if spectrum.turning:
        reason = say_many(
            spectrum.turning,
            "no eigenvalue has a positive real part, but {n} lies on the imaginary axis: "
            "linearisation decides nothing",
            "no eigenvalue has a positive real part, but {n} lie on the imaginary axis: "
            "linearisation decides nothing",
        )
        return UNDECIDED, reason
    if zeros > family:
        reason = say_many(
            zeros - family,
            "no eigenvalue has a positive real part, but {n} is 0 beside those of the family of "
            "steady motions: linearisation decides nothing",
            "no eigenvalue has a positive real part, but {n} are 0 beside those of the family of "
            "steady motions: linearisation decides nothing",
        )
        return UNDECIDED, reason
    if family:
        reason = say(
            "{reason}: motions nearby tend to a steady one (Lyapunov, Malkin)",
            reason=ALL_BUT_THE_FAMILY,
        )
        return STABLE, reason
    return ATTRACTING, say("all eigenvalues have negative real parts")
