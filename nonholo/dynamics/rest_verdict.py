"""What is said of the stability of rest, and what eigenvalues say of it.

    Re s > 0 for some s              unstable (Lyapunov)
    Re s < 0 for all others          stable; motions nearby tend to rest, of the family (Lyapunov,
                                     Malkin)

References: NeimarkFufaev1972.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from nonholo.arithmetic.balls import Ball, ComplexBall
from nonholo.words.sentence import say, say_many

UNSTABLE, STABLE, ATTRACTING, AS_FAMILY, UNDECIDED = (
    "unstable",
    "stable",
    "asymptotically stable",
    "stable as a family",
    "undecided",
)
SINGULAR = say(
    "the mass matrix on virtual displacements is singular there, as where angles of rotation lose "
    "their meaning; turns about x, y and z one after the other (Cardan's angles) are regular where "
    "Euler's are not, quaternions and a rotation matrix everywhere"
)
ROUGH = say("the forces have no derivative there")
LOSING_RANK = say("the constraints lose rank there")
NOTHING = say("the constraints let nothing move")
CLOSE = say("an eigenvalue may be 0, or some are multiple or too close to be told apart")
MINIMUM = say("the energy is kept and has a strict minimum there (Lagrange, Dirichlet)")
LOST = say("the energy has a strict minimum there, and only rest keeps it (LaSalle)")
LOSING = say("the energy never grows and has a strict minimum there (Lagrange, Dirichlet)")
ACROSS = say(
    "the energy never grows and has a strict minimum across the family, the same all along it: "
    "motions that begin near the family stay near it, and may drift along it (Lagrange, Dirichlet)"
)
RISING = say(
    "the energy never grows, and across the family the potential rises at least as a multiple of "
    "the square of the distance: motions that begin near the family stay near it, and may drift "
    "along it (Lagrange, Dirichlet)"
)
BOUNDED = say(
    "the equations are linear, and all eigenvalues imaginary, with as many eigenvectors as they are"
)
WITH_MOMENTUM = say(
    "the energy together with a momentum that is kept has a strict minimum there (Routh, Chetaev)"
)
LACKING = say(
    "the equations are linear, and a multiple imaginary eigenvalue lacks eigenvectors: motions "
    "grow with time"
)
GROWING = say_many(
    1, "an eigenvalue has a positive real part", "{n} eigenvalues have positive real parts"
)
ALL_LEFT = say("all eigenvalues have negative real parts")
FALLING = say(
    "the potential has no minimum there, as its terms of higher order show: motions go away"
)
NO_MINIMUM = say("the energy of one coordinate has no minimum there: motions go away to a side")


@dataclass(frozen=True, slots=True)
class Stability:
    """A verdict (unstable, stable, asymptotically stable, stable as a family, undecided) and what
    it rests on.

    zeros: how many eigenvalues are 0, those of the family included; eigenvalues: the others, in
    balls, with multiplicities; none where the polynomial holds letters."""

    verdict: str
    reason: str
    zeros: int | None = None
    eigenvalues: tuple[tuple[ComplexBall, int], ...] = ()


def verdict_of(
    roots: Sequence[tuple[ComplexBall, int]], even: bool, extra: int, family: int
) -> Stability:
    """What enclosed roots of the polynomial say.

    roots: balls with one root each and its multiplicity, not 0, of the polynomial in s, or if even
    in z = s^2; extra: zero roots of the polynomial; family: zeros that belong to a family of rest.

    >>> from nonholo.arithmetic.roots import simple_roots_enclosed
    >>> found = [(z, 1) for z in simple_roots_enclosed([Ball(1), Ball(1), Ball(1)])]
    >>> verdict_of(found, even=False, extra=0, family=0).verdict
    'asymptotically stable'
    """
    eigenvalues = _eigenvalues(roots) if even else tuple(roots)
    if any(z.real > 0 for z, _ in eigenvalues):
        return Stability(UNSTABLE, GROWING, None, eigenvalues)
    if extra or all(z.real < 0 for z, _ in eigenvalues):
        reason = say("all eigenvalues have negative real parts")
        return all_negative(reason, extra, family, eigenvalues)
    return Stability(
        UNDECIDED,
        say("the eigenvalues lie on the imaginary axis: linearisation decides nothing")
        if even
        else say(
            "no eigenvalue is known to have a positive real part, and some may lie on the "
            "imaginary axis: linearisation decides nothing"
        ),
        None,
        eigenvalues,
    )


def all_negative(
    reason: str, extra: int, family: int, eigenvalues: tuple[tuple[ComplexBall, int], ...] = ()
) -> Stability:
    """What follows where no eigenvalue but zeros has a real part that is not negative."""
    if extra:
        return Stability(
            UNDECIDED,
            say_many(
                extra,
                "{n} eigenvalue is 0 besides one for each nonholonomic constraint: "
                "linearisation decides nothing",
                "{n} eigenvalues are 0 besides one for each nonholonomic constraint: "
                "linearisation decides nothing",
            ),
            None,
            eigenvalues,
        )
    if family:
        return Stability(
            STABLE,
            say(
                "{reason} but the {family} that are 0 along the family: motions nearby tend to "
                "configurations of it (Lyapunov, Malkin)",
                reason=reason,
                family=family,
            ),
            None,
            eigenvalues,
        )
    return Stability(ATTRACTING, reason, None, eigenvalues)


def _eigenvalues(squares: Sequence[tuple[ComplexBall, int]]) -> tuple[tuple[ComplexBall, int], ...]:
    """+-sqrt(z) of each z.  A ball of a real polynomial that meets the real axis holds a real
    root: it would hold the conjugate too."""
    eigenvalues: list[tuple[ComplexBall, int]] = []
    for z, times in squares:
        real = z.imag.contains(0)
        if real and z.real < 0:
            root = ComplexBall(Ball(0), (-z.real).sqrt())
        elif real and z.real > 0:
            root = ComplexBall(z.real.sqrt())
        else:
            root = z.sqrt()
        eigenvalues += [(root, times), (-root, times)]
    return tuple(eigenvalues)
