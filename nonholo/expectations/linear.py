"""Statements about small motions near a steady motion: published matrices and eigenvalues.

Each number is compared with a ball around the exact value; a statement holds if the whole ball is
within the tolerance."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import product
from typing import Any

from nonholo.arithmetic.balls import Ball, ComplexBall
from nonholo.arithmetic.numbers import rational
from nonholo.dynamics.linearise import Linearisation
from nonholo.expectations.fact import Finding, NotAStatement, entry, fails, holds, listed
from nonholo.expectations.subject import Subject
from nonholo.findings.stability import linearise
from nonholo.numerics.spectrum import ball_matrix, enclosures
from nonholo.words.sentence import say

TOLERANCE = Fraction(1, 10**12)


KEYS = ("at", "velocities", "tolerance", "M", "C", "K", "eigenvalues")


def linearised(subject: Subject, values: list, i: int) -> Finding:
    """Matrices (rows and columns of the velocities named) and eigenvalues at one steady motion.

    Raises NotAStatement for keys, names or numbers of entries that do not fit.
    """
    table = values[i]
    linear = linearise(subject.given, entry(table, "at", Mapping)).linear
    unknown = [key for key in table if key not in KEYS]
    if unknown:
        raise NotAStatement(
            say("unknown key {unknown}; known: {names}", unknown=unknown[0], names=", ".join(KEYS))
        )
    gaps = [gap for name in "MCK" if name in table for gap in _matrix_gaps(linear, name, table)]
    gaps += _eigenvalue_gaps(linear, table.get("eigenvalues", []))
    tolerance = number(table.get("tolerance", TOLERANCE))
    largest = max(map(float, gaps), default=0.0)
    told = say("{n} numbers, largest difference {gap:.1e}", n=len(gaps), gap=largest)
    return holds(told) if all(gap < tolerance for gap in gaps) else fails(told)


def _matrix_gaps(linear: Linearisation, name: str, table: Mapping[str, Any]) -> list[Ball]:
    names = table.get("velocities", linear.velocities)
    if not set(names) <= set(linear.velocities):
        raise NotAStatement(
            say("velocities: there are {names}", names=", ".join(linear.velocities))
        )
    rows = [linear.velocities.index(n) for n in names]
    columns = (
        [linear.coordinates.index(n) for n in names if n in linear.coordinates]
        if name == "K"
        else rows
    )
    computed = ball_matrix(linear, name)
    given = [number(e) for row in table[name] for e in row]
    if len(given) != len(rows) * len(columns):
        raise NotAStatement(
            say(
                "{name}: needed are {count} rows of {count2} numbers",
                name=name,
                count=len(rows),
                count2=len(columns),
            )
        )
    return [abs(computed[i][j] - g) for (i, j), g in zip(product(rows, columns), given)]


def _eigenvalue_gaps(linear: Linearisation, stated: Any) -> list[Ball]:
    """The distance of each number, or pair of real and imaginary part, to the nearest
    eigenvalue.
    """
    computed = enclosures(linear) if stated else []
    given = [
        ComplexBall(*map(number, v)) if isinstance(v, list) else ComplexBall(number(v))
        for v in stated
    ]
    return [min((abs(g - e) for e in computed), key=float) for g in given]


def number(value: Any) -> Ball:
    """A number as stated, as a ball.

    Raises NotAStatement for what is none.
    """
    try:
        exact = Fraction(value)
    except (ValueError, TypeError):
        raise NotAStatement(say("{value!r} is no number", value=value)) from None
    return Ball(rational(exact))


RULES = {"linearised": listed(linearised)}
