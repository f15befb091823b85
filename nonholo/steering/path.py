"""An admissible path as data: expressions in t where it is known exactly, else Chebyshev series,
piece by piece.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import ClassVar

import numpy as np

from nonholo.arithmetic.numbers import Rational
from nonholo.decide.ball import ball
from nonholo.expression.graph import Expr
from nonholo.geometry.chained.chained import ChainedForm
from nonholo.geometry.constraints.pfaffian import Pfaffian
from nonholo.numerics.tape import Tape

MAX_DEGREE, PRECISION, NOISE = (
    60,
    300,
    1e-14,
)  # of the polynomials; bits of their values; rounding of a series

PIECES, NODES = 128, 13  # of series through the values of a motion

Motion = Callable[[np.ndarray], tuple[np.ndarray, np.ndarray]]


@dataclass(frozen=True, slots=True)
class Formula:
    """q_i(t) = back_i(z(t), t): expressions in t for all times of the path.

    rows: the constraints in the coordinates z (those of the case, or a chained form of them); z:
    polynomials in t, or sums of such with sines; back: the coordinates of the case as functions of
    z and t; lack: constants that vanish iff both ends are met. All in the graph of the rows.
    chart: the chained form and the half turns of its angles, if it comes from one."""

    exact: ClassVar[bool] = True

    rows: Pfaffian
    z: tuple[Expr, ...]
    back: tuple[Expr, ...]
    lack: tuple[Expr, ...]
    chart: tuple[ChainedForm, tuple[int, ...]] | None = None

    @property
    def t(self) -> Expr:
        return self.rows.chart.t

    @property
    def q(self) -> tuple[Expr, ...]:
        """The coordinates of the case as expressions in t."""
        return tuple(self.t.graph.substitute(list(self.back), dict(zip(self.rows.chart.q, self.z))))

    def motion(self, duration: float) -> Motion:
        """times -> (q, q'), each of shape (times, n); z(t) is evaluated by Chebyshev series."""
        chart, n = self.rows.chart, len(self.back)
        tape = Tape([*self.back, *map(chart.rate, self.back)], [*chart.q, *chart.v, self.t])
        inner = Chebyshev.through(self.z, self.t, duration).motion()
        return partial(_by_formula, tape, inner, n)


@dataclass(frozen=True, slots=True)
class Chebyshev:
    """q_i(t) by Chebyshev series: coefficients[piece, power, i] from breaks[piece] to
    breaks[piece + 1].
    """

    exact: ClassVar[bool] = False

    breaks: np.ndarray
    coefficients: np.ndarray

    @classmethod
    def through(
        cls, functions: Sequence[Expr], t: Expr, duration: float, degree: int = MAX_DEGREE
    ) -> Chebyshev:
        """The series of functions of t, exact for polynomials up to a degree, from their exact
        values: no digits are lost to large coefficients that cancel."""
        angles = (np.arange(degree + 1) + 0.5) * np.pi / (degree + 1)
        times = [
            Rational(*((1 + float(u)) / 2 * duration).as_integer_ratio()) for u in np.cos(angles)
        ]
        values = [[float(ball(f, {t: s}, PRECISION).mid()) for f in functions] for s in times]
        weights = np.cos(np.outer(np.arange(degree + 1), angles)) * (2 / (degree + 1))
        weights[0] /= 2
        coefficients = weights @ np.array(values)
        noise = np.abs(coefficients) < NOISE * np.abs(coefficients).max(axis=0)
        coefficients[np.logical_and.accumulate(noise[::-1], axis=0)[::-1]] = 0.0
        last = np.flatnonzero(coefficients.any(axis=1))
        count = (last[-1] if len(last) else 0) + 2
        return cls(np.array([0.0, duration]), coefficients[None, :count])

    @classmethod
    def along(cls, motion: Motion, duration: float) -> Chebyshev:
        """The series, piece by piece, through values of a motion at their nodes."""
        breaks, _, values = _at_nodes(lambda times: motion(times)[0], duration)
        return cls(breaks, values)

    @classmethod
    def integral(
        cls, speed: Callable[[np.ndarray], np.ndarray], start: np.ndarray, duration: float
    ) -> Chebyshev:
        """The series, piece by piece, of what begins at start (n) and has the speed times -> (...,
        n).
        """
        breaks, half, rates = _at_nodes(speed, duration)
        pieces = np.polynomial.chebyshev.chebint(rates, lbnd=-1, axis=1) * half[..., None]
        ends = np.cumsum(pieces.sum(axis=1), axis=0)  # all polynomials are 1 there
        pieces[:, 0] += start + np.vstack([np.zeros_like(start)[None], ends[:-1]])
        return cls(breaks, pieces)

    def motion(self) -> Motion:
        """times -> (q, q'), the velocity being the derivative of the series."""
        return partial(_by_series, self.breaks, self.coefficients)


Curve = Formula | Chebyshev


def _at_nodes(
    function: Callable[[np.ndarray], np.ndarray], duration: float
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The breaks of pieces, half of their lengths (pieces, 1), and coefficients (pieces, power, n)
    of a function of times.
    """
    x = np.polynomial.chebyshev.chebpts1(NODES)
    fit = np.linalg.inv(np.polynomial.chebyshev.chebvander(x, NODES - 1))
    breaks = np.linspace(0, duration, PIECES + 1)
    half = np.diff(breaks)[:, None] / 2
    return breaks, half, fit @ function(breaks[:-1, None] + half * (x + 1))


# functions of times that can be pickled, as closures can't be -----------------------------------
def _by_formula(tape: Tape, inner: Motion, n: int, times: np.ndarray):
    times = np.asarray(times, dtype=float)
    values = tape(np.concatenate([*inner(times), times[..., None]], axis=-1))
    return values[..., :n], values[..., n:]


def _by_series(breaks: np.ndarray, coefficients: np.ndarray, times: np.ndarray):
    polyval, polyder = np.polynomial.chebyshev.chebval, np.polynomial.chebyshev.chebder
    times = np.asarray(times, dtype=float)
    piece = np.clip(np.searchsorted(breaks, times, side="right") - 1, 0, len(breaks) - 2)
    half = (breaks[piece + 1] - breaks[piece]) / 2
    x = (times - breaks[piece]) / half - 1
    shape = (*times.shape, coefficients.shape[2])
    q, v = np.empty(shape), np.empty(shape)
    for p in np.unique(piece):
        here = piece == p
        q[here] = polyval(x[here], coefficients[p]).T
        v[here] = polyval(x[here], polyder(coefficients[p], axis=0)).T / half[here][:, None]
    return q, v


def length(motion: Motion, duration: float, samples: int = 4000) -> float:
    """The length of the path in the space of all its coordinates, by its chords: a path by formulas
    can be so steep at its ends that samples of its speed say nothing."""
    q, _ = motion(np.linspace(0, duration, samples + 1))
    return float(np.sqrt((np.diff(q, axis=0) ** 2).sum(axis=-1)).sum())
