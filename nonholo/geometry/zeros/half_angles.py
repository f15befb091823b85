"""Factors that s^2 + c^2 = 1 hides, found with the tangents of half angles.

Polynomials in sines and cosines do not factor in one way: (1 - c)(1 + c) = s s.  With u = tan(l/2),

    c = (1 - u^2) / (1 + u^2),    s = 2 u / (1 + u^2),

they are polynomials in u, which do.  A factor F of even degree d in u is a polynomial in c and s
again, F cos(l/2)^d; one of odd degree is squared first, which has the same zeros: cos(x) = cos(y)
falls apart, as 1 - cos(x - y) and 1 - cos(x + y).  A square may be hidden as well: 2 - 2 c =
(2 sin(l/2))^2."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from nonholo.algebra.field import Field
from nonholo.arithmetic.numbers import Rational, common_measure
from nonholo.arithmetic.polynomials import Polynomial, by_powers, factors_of
from nonholo.errors import OutOfReach
from nonholo.expression.graph import Expr
from nonholo.words.sentence import say

MOST_TERMS = 800


def refined(field: Field, poly: Polynomial, moving: Collection[Expr] = ()) -> list[Polynomial]:
    """Polynomials in the sines and cosines with together the zeros of the given one; itself if
    nothing is gained.

    moving: angles for which factors that hold half of several are told apart.  Raises OutOfReach
    for a polynomial that is too long.

    >>> from nonholo.expression.graph import Graph
    >>> g = Graph()
    >>> x, y = g.symbol("x"), g.symbol("y")
    >>> hidden = (x - g.sin(y)) * (2 + x * g.sin(y))
    >>> f = Field([hidden])
    >>> poly = f.normal(hidden).num
    >>> len(poly.factor()[1]), [str(f.expression(p)) for p in refined(f, poly)]
    (1, ['x*sin(y) + 2', 'x - sin(y)'])
    """
    used, halves, powers = in_tangents(field, poly)
    pairs = zip(field.circle.values(), field.circle_pairs)
    names = {str(cosine) for (atom, _), (cosine, _) in pairs if atom in moving}
    apart = [str(field.context.gens()[c]) in names for c, _ in used]
    if not used:
        return [poly]
    gens, degrees = field.context.gens(), halves.degrees()
    lost = [gens[c] + 1 for c, _ in used if int(degrees[c]) < powers[c]]  # zero at half a turn
    factors = [f for f, _ in factors_of(halves)[1]]
    polys = [
        _primitive(_in_circle(field, f, used))
        for f in _together([f for f in factors if not _unit(field, f, used)], used, apart)
    ]
    return [poly] if len(polys) + len(lost) < 2 else [*polys, *lost]


def halved(field: Field, poly: Polynomial) -> list[Expr]:
    """Expressions in the sines and cosines of half angles with together the zeros of a polynomial:
    its factors in the tangents, none of them squared.

    Raises OutOfReach for one that is too long.

    >>> from nonholo.expression.graph import Graph
    >>> g = Graph()
    >>> x, y = g.symbol("x"), g.symbol("y")
    >>> chords = x**2 * (1 - g.cos(y)) - (1 + g.cos(y))
    >>> f = Field([chords])
    >>> [str(e) for e in halved(f, f.normal(chords).num)]
    ['x*sin(y/2) - cos(y/2)', 'cos(y/2) + x*sin(y/2)']
    """
    used, halves, powers = in_tangents(field, poly)
    degrees = halves.degrees()
    lost = [_half(field, c)[0] for c, _ in used if int(degrees[c]) < powers[c]]
    factors = [f for f, _ in factors_of(halves)[1] if not _unit(field, f, used)]
    return [*(_homogeneous(field, f, used) for f in factors), *lost]


def odd_factors(field: Field, poly: Polynomial) -> frozenset[str]:
    """The factors of odd power, as texts, in the symbols and the tangents of half angles, but for
    1 + u^2, which is a square too: of none of them is the root smooth where it vanishes.

    Raises OutOfReach for a polynomial that is too long.

    >>> from nonholo.expression.graph import Graph
    >>> g = Graph()
    >>> x, y = g.symbol("x"), g.symbol("y")
    >>> chord = (2 - 2 * g.cos(y)) * x**3
    >>> f = Field([chord])
    >>> len(odd_factors(f, f.normal(chord).num))
    1
    """
    used, halves, _ = in_tangents(field, poly)
    return frozenset(
        str(f / f.leading_coefficient())
        for f, n in factors_of(halves)[1]
        if n % 2 and not _unit(field, f, used)
    )


def square_part(field: Field, poly: Polynomial) -> Expr:
    """g with poly = g^2 c, as large as can be found; in sines and cosines of half angles.

    Raises OutOfReach for a polynomial that is too long.

    >>> from nonholo.expression.graph import Graph
    >>> g = Graph()
    >>> x, y = g.symbol("x"), g.symbol("y")
    >>> chord = (2 - 2 * g.cos(y)) * x**3
    >>> f = Field([chord])
    >>> square_part(f, f.normal(chord).num)
    x*sin(y/2)
    """
    used, halves, powers = in_tangents(field, poly)
    graph, parts = field.graph, list[tuple[Expr, int]]()
    for factor, n in factors_of(halves)[1]:
        degrees = factor.degrees()
        for c, _ in used:  # F = (F cos(l/2)^d) / cos(l/2)^d
            powers[c] -= n * int(degrees[c])
        parts += [(_homogeneous(field, factor, used), n // 2)] if n > 1 else []
    parts += [(_half(field, c)[0], power // 2) for c, power in powers.items() if power > 1]
    return graph.product([(base, n) for base, n in parts if not base.is_number])


def _half(field: Field, c: int) -> tuple[Expr, Expr]:
    """cos(l/2) and sin(l/2) of the angle whose cosine is generator c."""
    wave = field.generators[c]
    half = wave.graph.scale(wave.args[1][0], Rational(1, 2))
    return wave.graph.cos(half), wave.graph.sin(half)


def _homogeneous(field: Field, factor: Polynomial, used) -> Expr:
    """F cos(l/2)^d for each of the angles, in cosines and sines of the halves."""
    graph, degrees = field.graph, factor.degrees()
    places = [c for c, _ in used]
    terms = []
    for exponents, coefficient in factor.terms():
        e = [int(p) for p in exponents]
        powers = [
            (g, n) for k, (g, n) in enumerate(zip(field.generators, e)) if n and k not in places
        ]
        for c in places:
            cosine, sine = _half(field, c)
            powers += [(sine, e[c]), (cosine, int(degrees[c]) - e[c])]
        terms.append((graph.product([(g, n) for g, n in powers if n]), coefficient))
    return graph.sum(terms)


def in_tangents(
    field: Field, poly: Polynomial
) -> tuple[list[tuple[int, int]], Polynomial, dict[int, int]]:
    """The places (c, s) of the cosines and sines in a polynomial; it with u in the place of each c,
    times (1 + u^2)^N; and c -> 2 N.

    Raises OutOfReach for one that is too long.

    >>> from nonholo.expression.graph import Graph
    >>> g = Graph()
    >>> wave = g.cos(g.symbol("x"))
    >>> field = Field([wave])
    >>> used, poly, powers = in_tangents(field, field.normal(wave).num)
    >>> len(used), len(poly), list(powers.values())
    (1, 2, [2])
    """
    gens, degrees = list(field.context.gens()), poly.degrees()
    places = [(gens.index(c), gens.index(s)) for c, s in field.circle_pairs]
    used = [(c, s) for c, s in places if degrees[c] or degrees[s]]
    powers: dict[int, int] = {}
    for c, s in used:
        high = max(int(e[c]) + int(e[s]) for e in poly.monoms())
        powers[c], poly = 2 * high, _in_tangent(field, poly, c, s, high)
    if used and len(poly) > MOST_TERMS:
        raise OutOfReach(
            say("a polynomial of {count} terms in half angles to factor", count=len(poly))
        )
    return used, poly, powers


def _in_tangent(field: Field, poly: Polynomial, c: int, s: int, high: int) -> Polynomial:
    """With u in the place of c, times (1 + u^2)^high."""
    u, total = field.context.gens()[c], field.context.constant(0)
    for i, part in by_powers(poly, c).items():
        for j, cofactor in by_powers(part, s).items():
            total += cofactor * ((1 - u**2) ** i * (2 * u) ** j * (1 + u**2) ** (high - i - j))
    return total


def _unit(field: Field, factor, used) -> bool:
    """1 + u^2 for one of the tangents."""
    gens = field.context.gens()
    return any(factor == factor.leading_coefficient() * (gens[c] ** 2 + 1) for c, _ in used)


def _together(
    factors: Sequence[Polynomial], used: Sequence[tuple[int, int]], apart: Sequence[bool]
) -> list[Polynomial]:
    """Factors of odd degree in the same tangents multiplied: sin(l/2) and cos(l/2) by themselves
    say no more; but those of several of the angles told: cos(x) = cos(y) is x = y or x = -y.
    """
    groups: dict[tuple, Polynomial] = {}
    single = []
    for f in factors:
        odd = tuple(int(f.degrees()[c]) % 2 for c, _ in used)
        told = [moves for moves, n in zip(apart, odd) if n]
        if not told or (len(told) > 1 and all(told)):
            single.append(f)
        else:
            groups[odd] = groups[odd] * f if odd in groups else f
    return [*single, *groups.values()]


def _primitive(poly: Polynomial) -> Polynomial:
    """Divided by what its coefficients share."""
    return poly / common_measure(poly.coeffs())


def _in_circle(field: Field, factor, used):
    """F times the powers of the cosines of half angles, in the sines and cosines."""
    if any(int(factor.degrees()[c]) % 2 for c, _ in used):
        factor = factor * factor
    for c, s in used:
        cosine, sine = field.context.gens()[c], field.context.gens()[s]
        d, total = int(factor.degrees()[c]), field.context.constant(0)
        for i, cofactor in by_powers(factor, c).items():
            halves = (1 - cosine) ** (i // 2) * (1 + cosine) ** ((d - i) // 2)
            total += cofactor * (halves * sine ** (i % 2))
        factor = field.reduce(total)
    return factor
