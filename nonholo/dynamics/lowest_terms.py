"""Has a power series a strict minimum at 0, by the terms that count near 0?

    phi(z) = sum_a c_a z^a

One variable: the first term.  Two: the polygon of Newton, whose vertices and edges give terms that
outweigh all others; phi has a strict minimum if each of them is positive off the axes, and none if
one is negative somewhere.  More: the pure powers c_i z_i^(a_i), where terms with
sum_i a_i'/a_i <= 1 are squares.  A lowest form that is negative somewhere refutes it in any number.
References: Vassiliev1977.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise, product

from nonholo.arithmetic.algebraic import RealRoot, real_roots
from nonholo.dynamics.hurwitz import assumed_sign
from nonholo.expression.graph import Expr, Graph

Powers = tuple[int, ...]
Terms = dict[Powers, Expr]
PLACES = [Fraction(n, d) for n in (1, 2, 3, 4, 6, 8) for d in (1, 2, 3, 4, 8)]


@dataclass(frozen=True, slots=True)
class Least:
    """strict: a strict minimum, none, or open; form: the lowest homogeneous form is negative
    somewhere."""

    strict: bool | None
    form: bool = False


def least_by_lowest(graph: Graph, phi: Terms) -> Least | None:
    """Has phi a strict minimum at 0?

    None: terms of higher degree could decide it.

    phi: its terms up to some degree, exponents -> coefficient, none of which vanishes identically.

    >>> g = Graph()
    >>> def least(**terms):
    ...     phi = {tuple(map(int, name[1:])): g.one * c for name, c in terms.items()}
    ...     return least_by_lowest(g, phi)
    >>> least(_4=1).strict, least(_3=1).strict, least(_4=-1).strict, least(_40=1, _04=1).strict
    (True, False, False, True)
    >>> least(_40=1, _22=-1, _04=1).strict, least(_40=1, _22=-3, _04=1).strict
    (True, False)
    >>> least(_40=1, _23=-1, _06=1).strict, least(_40=1, _22=1), least(_40=1, _22=-2, _04=1).strict
    (True, None, None)
    """
    if not phi:
        return None
    lowest = min(map(sum, phi))
    form = {m: c for m, c in phi.items() if sum(m) == lowest}
    if _negative_somewhere(graph, form, lowest):
        return Least(False, form=True)
    r = len(next(iter(phi)))
    axes = [min((m[i] for m in phi if sum(m) == m[i]), default=None) for i in range(r)]
    pure = [a for a in axes if a is not None]
    if len(pure) < r:
        return None
    # terms of higher degree lie beyond what the pure powers, of lower degree, span
    if r == 1:
        return Least(_even(phi, (lowest,)) or None)
    return _by_polygon(graph, phi, pure) if r == 2 else Least(_even_within(phi, pure) or None)


def _even(phi: Terms, powers: Powers) -> bool:
    return not any(e % 2 for e in powers) and assumed_sign(phi[powers]) == 1


def _even_within(phi: Terms, axes: Sequence[int]) -> bool:
    """All terms that no sum of the pure powers outweighs are positive squares."""
    count = [m for m in phi if sum(Fraction(e, a) for e, a in zip(m, axes)) <= 1]
    return all(_even(phi, m) for m in count)


def _negative_somewhere(graph: Graph, form: Terms, degree: int) -> bool:
    """Surely, and so also where letters have other values."""
    if degree % 2:
        return any(assumed_sign(c) for c in form.values())
    r = len(next(iter(form)))
    steps = range(-2, 3) if r < 3 else range(-1, 2)
    return any(
        assumed_sign(graph.add(*(c * _monomial(m, z) for m, c in form.items()))) == -1
        for z in product(steps, repeat=r)
        if any(z)
    )


def _monomial(powers: Powers, z: Sequence[int]) -> int:
    value = 1
    for e, x in zip(powers, z):
        value *= x**e
    return value


# two variables ----------------------------------------------------------------------------------
def _by_polygon(graph: Graph, phi: Terms, axes: Sequence[int]) -> Least:
    corners = _corners(phi, axes)
    if not all(_even(phi, m) for m in corners):
        wrong = any(assumed_sign(phi[m]) == -1 for m in corners)
        odd = any(any(e % 2 for e in m) and assumed_sign(phi[m]) for m in corners)
        return Least(False if wrong or odd else None)
    answers = [
        _on_edge(graph, phi, a, b, signs)
        for a, b in pairwise(corners)
        for signs in product((1, -1), repeat=2)
    ]
    return Least(False if False in answers else True if all(answers) else None)


def _corners(phi: Terms, axes: Sequence[int]) -> list[Powers]:
    """The lower left corners of the convex hull, from the first axis to the second."""
    corners: list[Powers] = [(axes[0], 0)]
    end = (0, axes[1])
    while corners[-1] != end:
        x, y = corners[-1]
        further = [m for m in phi if m[0] < x and m[1] > y]
        least = min(Fraction(m[1] - y, x - m[0]) for m in further)
        corners.append(min(m for m in further if Fraction(m[1] - y, x - m[0]) == least))
    return corners


def _on_edge(graph: Graph, phi: Terms, a: Powers, b: Powers, signs: Sequence[int]) -> bool | None:
    """Are the terms between two corners positive where the variables have these signs?"""
    line: dict[int, Expr] = {}
    for m, c in phi.items():
        if b[0] <= m[0] <= a[0] and (m[0] - a[0]) * (b[1] - a[1]) == (m[1] - a[1]) * (b[0] - a[0]):
            line[m[1] - a[1]] = c * _monomial(m, signs)
    if all(assumed_sign(c) == 1 for c in line.values()):
        return True
    degrees = sorted(line)
    if len(degrees) == 3 and degrees[2] == 2 * degrees[1]:
        c, b_, a_ = (line[k] for k in degrees)
        if assumed_sign(4 * a_ * c - b_**2) == 1:
            return True
    values = (graph.add(*(c * t**k for k, c in line.items())) for t in PLACES)
    if any(assumed_sign(v) == -1 for v in values):
        return False
    if all(c.is_number for c in line.values()):
        dense = [_fraction(line[k]) if k in line else Fraction(0) for k in range(degrees[-1] + 1)]
        return None if any(_may_be_positive(root) for root in real_roots(dense)) else True
    return None


def _fraction(c: Expr) -> Fraction:
    return Fraction(int(c.args.p), int(c.args.q))


def _may_be_positive(root: Fraction | RealRoot) -> bool:
    return (root if isinstance(root, Fraction) else root.high) > 0
