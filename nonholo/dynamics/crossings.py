"""Where eigenvalues of small motions can cross the imaginary axis: equations for the letters.

    p(s) = s^k G(s^2) R(s)
    R(0) = 0                      an eigenvalue is 0
    Res_z(E, O) = 0               two are opposite, R(s) = E(s^2) + s O(s^2): Hurwitz's last
                                  determinant but one
    G(0) = 0, disc G = 0          eigenvalues on the axis meet
    the leading coefficients      an eigenvalue is infinite

Where none of these holds the number of eigenvalues on each side stays the same.  References:
Routh1905, Hurwitz1895.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from nonholo.algebra.field import Field
from nonholo.arithmetic.balls import Ball, ComplexBall
from nonholo.arithmetic.numbers import Rational
from nonholo.arithmetic.polynomials import resultant
from nonholo.arithmetic.roots import rational_roots_enclosed, simple_roots_enclosed
from nonholo.decide.ball import PRECISION, balls
from nonholo.dynamics.characteristic import EIGENVALUE, Characteristic
from nonholo.dynamics.hurwitz import hurwitz_determinants
from nonholo.errors import OutOfReach
from nonholo.expression.graph import Expr
from nonholo.words.sentence import say
from nonholo.work import Work

ZERO = say("an eigenvalue passes through 0")
OPPOSITE = say("two eigenvalues are opposite, as a pair on the imaginary axis")
MEETING = say("eigenvalues on the imaginary axis meet, and can leave it")
INFINITE = say("an eigenvalue becomes infinite")
DETERMINANT = say("a determinant of Hurwitz vanishes")
UNDEFINED = say("the equations of small motions are not defined, or the mass matrix is singular")


@dataclass(frozen=True, slots=True)
class Spectrum:
    """How many eigenvalues there are beside the k that are 0 for all letters.

    growing: with a positive real part; turning: not 0, on the imaginary axis; decaying: with a
    negative real part.  Those that are repeated for all letters, and come with their opposites, are
    counted once.
    """

    growing: int
    turning: int
    decaying: int


def crossings(p: Characteristic, work: Work | None = None) -> list[tuple[Expr, str]]:
    """(f, what happens where f = 0) for all that eigenvalues need to pass to the other side.

    work: a budget, or None.  Raises OutOfReach, also where f vanishes for all letters.

    >>> import nonholo as nh
    >>> from nonholo.dynamics.characteristic import characteristic
    >>> small = nh.linearise(nh.System("a", "adot**2/2 - k*a**2/2", forces={"a": "-c*adot"}))
    >>> [f for f, _ in crossings(characteristic(small.linear, {}))]
    [1, k, c]
    """
    told: list[tuple[Expr, str]] = [(e, UNDEFINED) for e in p.undefined]
    told.append((p.unpaired[-1], INFINITE))
    if len(p.unpaired) > 1:
        told.append((p.unpaired[0], ZERO))
    if len(p.unpaired) > 2:
        told.append((_resultant(p.unpaired[::2], p.unpaired[1::2], work), OPPOSITE))
    if len(p.paired) > 1:
        told += [(p.paired[-1], INFINITE), (p.paired[0], MEETING)]
    if len(p.paired) > 2:
        slope = [c * e for e, c in enumerate(p.paired)][1:]
        told.append((_resultant(p.paired, slope, work), MEETING))
    return told


def deciding(p: Characteristic, work: Work | None = None) -> list[tuple[Expr, str]]:
    """The `crossings`, and further functions whose signs decide whether an eigenvalue grows.

        R Hurwitz,      G(s^2) + s G'(s^2) Hurwitz <=> the roots of G are real, negative and simple

    work: a budget, or None.  Raises OutOfReach.  References: Hurwitz1895, Routh1905.

    >>> import nonholo as nh
    >>> from nonholo.dynamics.characteristic import characteristic
    >>> small = nh.linearise(nh.System("a", "m*adot**2/2 - k*a**2/2"))
    >>> [f for f, _ in deciding(characteristic(small.linear, {}))]
    [1, m, k, m, k*m]
    """
    pair = [c for e, g in enumerate(p.paired) for c in ([g * e] if e else []) + [g]]
    determinants = [*hurwitz_determinants(pair), *hurwitz_determinants(p.unpaired)]
    return [*crossings(p, work), *((f, DETERMINANT) for f in determinants)]


def _resultant(a: Sequence[Expr], b: Sequence[Expr], work: Work | None) -> Expr:
    """Of two polynomials, by their coefficients, the constant one first."""
    graph = a[0].graph
    s = graph.symbol(EIGENVALUE)
    joined = [graph.add(*(c * s**e for e, c in enumerate(line))) for line in (a, b)]
    field = Field([s, *joined], work)
    place = list(field.context.gens()).index(field.symbols[s.index])
    first, second = (field.normal(e).num for e in joined)
    eliminant = field.reduce(resultant(first, second, field.context.names()[place]))
    if eliminant.is_zero():
        raise OutOfReach(say("eigenvalues that are opposite for all letters"))
    return field.expression(eliminant)


def spectrum_at(p: Characteristic, point: Mapping[Expr, Rational | Ball]) -> Spectrum | None:
    """The eigenvalues counted at a point at which none of the `crossings` vanishes.

    point: letter -> number; None where roots are repeated or too close to be told apart.

    >>> import nonholo as nh
    >>> from nonholo.dynamics.characteristic import characteristic
    >>> small = nh.linearise(nh.System("a", "adot**2/2 - k*a**2/2"))
    >>> k = small.case.system.chart.graph.symbol("k")
    >>> spectrum_at(characteristic(small.linear, {}), {k: Rational(2)})
    Spectrum(growing=0, turning=2, decaying=0)
    """
    paired, unpaired = _roots(p.paired, point), _roots(p.unpaired, point)
    if paired is None or unpaired is None:
        return None
    growing = sum(z.real > 0 for z in unpaired)
    decaying = sum(z.real < 0 for z in unpaired)
    if growing + decaying < len(unpaired) or any(z.contains(0) for z in paired):
        return None
    turning = sum(bool(z.imag.contains(0)) and bool(z.real < 0) for z in paired)
    both = len(paired) - turning
    return Spectrum(growing + both, 2 * turning, decaying + both)


def grows_at(p: Characteristic, point: Mapping[Expr, Rational | Ball]) -> bool:
    """An eigenvalue surely has a positive real part, also where others are on the axis."""
    unpaired, paired = _roots(p.unpaired, point), _roots(p.paired, point)
    return any(z.real > 0 for z in unpaired or ()) or any(
        z.real > 0 or not z.imag.contains(0) for z in paired or ()
    )


def _roots(
    coefficients: Sequence[Expr], point: Mapping[Expr, Rational | Ball]
) -> list[ComplexBall] | None:
    """All roots, in balls.  A ball of a real polynomial that meets the real axis holds a real
    root: it would hold the conjugate too."""
    if len(coefficients) == 1:
        return []
    graph = coefficients[0].graph
    exact = {s: graph.lift(v) for s, v in point.items() if not isinstance(v, Ball)}
    if len(exact) == len(point):
        put = graph.substitute(list(coefficients), exact)
        if all(c.is_number for c in put):
            if put[-1].is_zero:
                return None
            enclosed = rational_roots_enclosed([c.args for c in put])
            return [z for z, times in enclosed for _ in range(times)]
    return simple_roots_enclosed(balls(coefficients, point, PRECISION))
