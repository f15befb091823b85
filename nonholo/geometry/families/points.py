"""Exact real parameters at which solved equations hold: numbers, or polynomials in the root of one.

    p_1(x_1, free) = 0, p_2(x_2, x_1, free) = 0, ...      free letters: rational numbers

The first p_i without a rational root gives a root theta of an irreducible polynomial; what is
solved after it is to be linear over Q(theta)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from nonholo.arithmetic.algebraic import RealRoot, quotient, real_roots, remainder
from nonholo.arithmetic.polynomials import Polynomial
from nonholo.expression.graph import Expr
from nonholo.geometry.families.exact_points import choices_of
from nonholo.geometry.families.ring import Ring, Solved

Line = list[Fraction]


@dataclass(frozen=True, slots=True)
class ExactPoint:
    """Values of all letters: lines of coefficients, constant first, in the root of one letter.

    values: letter -> coefficients; of: the letter that is the root; root: None where all values are
    rational numbers.
    """

    values: Mapping[Expr, tuple[Fraction, ...]]
    of: Expr | None = None
    root: RealRoot | None = None


def exact_point(
    ring: Ring, solved: Solved, admissible: Callable[[ExactPoint], bool]
) -> ExactPoint | None:
    """Admissible parameters at which the equations hold, rational ones if some are near at hand.

    ring: of the letters alone; None if no simple ones are.
    """
    if any(g.kind != "symbol" for g in ring.generators):
        return None
    unknowns = {k for _, k in solved}
    free = [g for k, g in enumerate(ring.generators) if k not in unknowns]
    other = None
    for values in choices_of(free):
        numbers = {k: [_fraction(values[g])] for k, g in enumerate(ring.generators) if g in values}
        for point in _points(ring, list(solved), numbers, None, None):
            if admissible(point):
                if point.root is None:
                    return point
                other = other or point
    return other


def _fraction(e: Expr) -> Fraction:
    return Fraction(str(e))


def _points(
    ring: Ring, waiting: list, values: dict[int, Line], of: int | None, root: RealRoot | None
) -> Iterator[ExactPoint]:
    """Solve one equation in one letter after the other."""
    if not waiting:
        lines = {ring.generators[k]: tuple(line) for k, line in sorted(values.items())}
        yield ExactPoint(lines, None if of is None else ring.generators[of], root)
        return
    unknowns = {k for _, k in waiting}
    step = next((s for s in waiting if not _letters(s[0]) & unknowns - {s[1]}), None)
    if step is None:
        return
    t, k = step
    others = [s for s in waiting if s is not step]
    line = [_value(ring.coefficient(t, k, e), values, root) for e in range(int(t.degrees()[k]) + 1)]
    while line and not any(line[-1]):
        line.pop()
    if len(line) < 2:
        return
    if all(len(c) < 2 for c in line):
        for x in real_roots([c[0] if c else Fraction(0) for c in line]):
            if not isinstance(x, RealRoot):
                yield from _points(ring, others, values | {k: [x]}, of, root)
            elif root is None:
                theta = [Fraction(0), Fraction(1)]
                yield from _points(ring, others, values | {k: theta}, k, x)
    elif len(line) == 2 and root is not None:
        value = quotient([-c for c in line[0]], line[1], root.line)
        if value is not None:
            yield from _points(ring, others, values | {k: value}, of, root)


def _letters(p: Polynomial) -> set[int]:
    return {k for k, e in enumerate(p.degrees()) if e}


def _value(p: Polynomial, values: Mapping[int, Line], root: RealRoot | None) -> Line:
    """A polynomial at values, without zeros at its end."""
    total: Line = []
    for exponents, c in p.terms():
        term = [Fraction(int(c.p), int(c.q))]
        for k, e in enumerate(exponents):
            for _ in range(int(e)):
                term = _times(term, values[k], root)
        size = max(len(total), len(term))
        lines = (x + [Fraction(0)] * (size - len(x)) for x in (total, term))
        total = [a + b for a, b in zip(*lines)]
    while total and not total[-1]:
        total.pop()
    return total


def _times(a: Line, b: Line, root: RealRoot | None) -> Line:
    if not a or not b:
        return []
    line = [Fraction(0)] * (len(a) + len(b) - 1)
    for i, c in enumerate(a):
        for j, d in enumerate(b):
            line[i + j] += c * d
    return remainder(line, root.line) if root else line
