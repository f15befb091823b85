"""Sums of c(s) cos(2 pi k s) and c(s) sin(2 pi k s), with polynomials c that are affine in unknown
numbers (`series`).

They are closed under products with what is known and under integration from 0, by parts.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from nonholo.arithmetic.numbers import Rational
from nonholo.expression.graph import Expr
from nonholo.steering.series import Ring, Series, number

COS, SIN = 0, 1
Wave = tuple[int, int]  # (k, COS or SIN), k >= 0; (0, COS) is 1
HALF = Rational(1, 2)


@dataclass(frozen=True, slots=True)
class Waves:
    """sum over (k, kind) of parts[k, kind](s) times cos or sin of 2 pi k s."""

    ring: Ring
    parts: Mapping[Wave, Series]

    def __add__(self, other: Waves) -> Waves:
        return _summed(self.ring, [*self.parts.items(), *other.parts.items()])

    def __mul__(self, other: Waves) -> Waves:
        half = self.ring.rational(HALF)
        return _summed(
            self.ring,
            (
                (wave, (a * b).scaled(sign * half))
                for first, a in self.parts.items()
                for second, b in other.parts.items()
                for wave, sign in _product(first, second)
            ),
        )

    def integral(self) -> Waves:
        """The integral from 0 to s."""
        primitive = _summed(
            self.ring,
            (term for wave, c in self.parts.items() for term in _by_parts(self.ring, wave, c)),
        )
        for (_, kind), c in list(primitive.parts.items()):
            if kind == COS:
                primitive += Waves(self.ring, {(0, COS): Series(self.ring, -c.coefficients[:1])})
        return primitive

    def end(self) -> np.ndarray:
        """The value at s = 1 as (constant, coefficients of the unknowns)."""
        ends = [c.end() for (_, kind), c in self.parts.items() if kind == COS]
        total = self.ring.zeros(max(map(len, ends), default=1))
        for values in ends:
            total[: len(values)] = total[: len(values)] + values
        return total

    def put(self, values: Sequence) -> Waves:
        """With numbers for the unknowns."""
        return Waves(self.ring, {wave: c.put(values) for wave, c in self.parts.items()})

    def at(self, s: np.ndarray) -> np.ndarray:
        """The values of known waves of floats."""
        return sum(
            (
                c.at(s) * (np.sin if kind else np.cos)(2 * np.pi * k * s)
                for (k, kind), c in self.parts.items()
            ),
            np.zeros_like(s),
        )

    def expression(self, s: Expr) -> Expr:
        """Known waves of exact numbers, as an expression in s."""
        graph = s.graph
        turn = graph.scale(graph.pi * s, Rational(2))
        return graph.add(
            *(
                c * s**power * _wave(graph, wave, turn)
                for wave, factor in self.parts.items()
                for power, c in enumerate(factor.coefficients[:, 0])
            )
        )


def _wave(graph, wave: Wave, turn: Expr) -> Expr:
    k, kind = wave
    return graph.call("sin" if kind else "cos", graph.scale(turn, Rational(k))) if k else graph.one


def constant(ring: Ring, value) -> Waves:
    """A number."""
    return Waves(ring, {(0, COS): number(ring, value)})


def unknown_waves(ring: Ring, waves: Sequence[Wave]) -> Waves:
    """sum_i u_i wave_i with unknowns u_i."""
    parts = {}
    for i, wave in enumerate(waves, start=1):
        row = ring.zeros((1, len(waves) + 1))
        row[0, i] = ring.rational(Rational(1))
        parts[wave] = Series(ring, row)
    return Waves(ring, parts)


def _summed(ring: Ring, terms) -> Waves:
    totals: dict[Wave, Series] = {}
    for wave, c in terms:
        if wave != (0, SIN):
            totals[wave] = totals[wave] + c if wave in totals else c
    return Waves(ring, {wave: c for wave, c in totals.items() if not _is_zero(ring, c)})


def _is_zero(ring: Ring, c: Series) -> bool:
    return all(ring.is_zero(x) for x in c.coefficients.flat)


def _product(first: Wave, second: Wave) -> Iterator[tuple[Wave, int]]:
    """cos a cos b = (cos(a - b) + cos(a + b))/2 and the like: each wave with its sign, without
    the half.
    """
    (j, p), (k, q) = first, second
    if p == q:
        yield (abs(j - k), COS), 1
        yield (j + k, COS), -1 if p == SIN else 1
    else:
        if p == COS:
            j, k = k, j
        yield (j + k, SIN), 1
        yield (abs(j - k), SIN), 1 if j >= k else -1


def _by_parts(ring: Ring, wave: Wave, c: Series) -> Iterator[tuple[Wave, Series]]:
    """An antiderivative of c(s) times a wave."""
    k, kind = wave
    if k == 0:
        yield wave, c.integral()
        return
    graph = ring.graph
    rate = 2 * np.pi * k if graph is None else ring.number(graph.scale(graph.pi, Rational(2 * k)))
    while not _is_zero(ring, c):
        c = c.scaled(1 / rate)
        yield (k, 1 - kind), (c.scaled(-1) if kind == SIN else c)
        c, kind = (c.rate() if kind == SIN else c.rate().scaled(-1)), 1 - kind
