"""Polynomials that vanish somewhere, seen at a few points: no bounds will show them nonzero.

At zeros of coordinates and at quarter turns of angles most of those that vanish do, as x^2 and
1 - cos(a); others are positive at one point and negative at another."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, product
from math import prod

from nonholo.algebra.cancel import cancelled
from nonholo.algebra.field import Field
from nonholo.arithmetic.balls import Ball
from nonholo.arithmetic.numbers import Rational
from nonholo.arithmetic.polynomials import Polynomial
from nonholo.decide.ball import as_assumed, balls, obeys, whole_power
from nonholo.errors import OutOfReach
from nonholo.expression.functions import is_unspecified
from nonholo.expression.graph import Expr, linear, ordered
from nonholo.expression.once import once
from nonholo.expression.ranges import ANY, convex, range_of
from nonholo.geometry.zeros.both_signs import SIXTIETHS, SIZES, drawn, jumps_nowhere, poles_of
from nonholo.work import BUDGETS, Work, spend

QUARTERS = ((1, 0), (0, 1), (-1, 0), (0, -1))  # cosine and sine
MOST_TURNED = 3  # angles that are turned one by one
SAMPLES = 10


def vanishes_somewhere(field: Field, poly: Polynomial, variables: Sequence[Expr]) -> bool:
    """Surely zero for some values of the coordinates, whatever the parameters, or for some
    parameters of a whole region.

    field, poly: a polynomial in its generators; variables: the coordinates, and t.

    >>> from nonholo.expression.graph import Graph
    >>> x, y = (graph := Graph()).symbol("x"), graph.symbol("y")
    >>> some = [x**2 + y**2, 1 - graph.cos(x), x**3 + 2, x**2 + 1]
    >>> field = Field(some)
    >>> [vanishes_somewhere(field, field.normal(f).num, [x, y]) for f in some]
    [True, True, True, False]
    """
    if field.graph.centre or field.graph.stated:
        return False
    generators, terms = _used(field, poly)
    return _zero_at_quarters(field, generators, terms, variables) or _turns_sign(
        generators, terms, variables
    )


Terms = Sequence[tuple[list[int], Rational]]  # powers of the generators, coefficient


def _turning(field: Field) -> Iterator[tuple[Expr, tuple[Expr, Expr]]]:
    """Each angle with the nodes of its cosine and sine."""
    by_generator = dict(zip(map(str, field.context.names()), field.generators))
    for (atom, _), pair in zip(field.circle.values(), field.circle_pairs):
        cosine, sine = (by_generator[str(g)] for g in pair)
        yield atom, (cosine, sine)


def _quarters(count: int) -> Iterable[tuple[tuple[int, int], ...]]:
    return product(QUARTERS, repeat=count) if count <= MOST_TURNED else zip(*[QUARTERS] * count)


# generators with a power and with an odd one, as bits; powers of the others -> coefficient
Parities = Mapping[tuple[int, int, tuple[int, ...]], Rational]


def _by_parity(terms: Terms, moving: Sequence[int]) -> Parities:
    """All that the terms are where each of the moving generators is 0, 1 or -1."""
    summed: dict[tuple[int, int, tuple[int, ...]], Rational] = {}
    for powers, c in terms:
        used = sum(1 << k for k in moving if powers[k])
        odd = sum(1 << k for k in moving if powers[k] % 2)
        key = used, odd, tuple(e for k, e in enumerate(powers) if k not in moving)
        summed[key] = summed.get(key, 0) + c
    return summed


def _is_zero(parities: Parities, values: Mapping[int, int]) -> bool:
    """The polynomial in the parameters that is left is 0."""
    gone = sum(1 << k for k, v in values.items() if v == 0)
    minus = sum(1 << k for k, v in values.items() if v == -1)
    left: dict[tuple[int, ...], Rational] = {}
    for (used, odd, key), c in parities.items():
        if not used & gone:
            left[key] = left.get(key, 0) + (-c if (odd & minus).bit_count() % 2 else c)
    return not any(left.values())


@dataclass(frozen=True, slots=True)
class _Quarterly:
    """A polynomial as it is at zeros of coordinates and quarter turns of angles.

    bare: all that it is there; values: of the generators that are 0, and of roots that are 1;
    zeros: all nodes that are 0; pairs: each angle, with the places of its cosine and sine."""

    bare: Parities
    values: Mapping[int, int]
    zeros: frozenset[Expr]
    pairs: Sequence[tuple[Expr, Sequence[int | None]]]

    def vanishes(self, turns: Mapping[Expr, tuple[int, int]]) -> bool:
        """It is 0 where the angles have these cosines and sines."""
        values = dict(self.values)
        for atom, pair in self.pairs:
            values |= {k: v for k, v in zip(pair, turns[atom]) if k is not None}
        spend(len(self.bare))
        return _is_zero(self.bare, values)


def _quarterly(
    field: Field, generators: Sequence[Expr], terms: Terms, variables: Sequence[Expr]
) -> _Quarterly | None:
    """None where something else moves, or may not be 0, or make a turn."""
    moving = {k: g for k, g in enumerate(generators) if g.has(variables)}
    plain = {k: g for k, g in moving.items() if _is_free(g, variables)}
    pairs = [
        (atom, [generators.index(g) if g in generators else None for g in pair])
        for atom, pair in _turning(field)
        if atom.has(variables) and any(g in generators for g in pair)
    ]
    turned = {k for _, pair in pairs for k in pair if k is not None}
    atoms = [atom for atom, _ in pairs]
    roots = {k: under for k, g in moving.items() if (under := _zeros_under(g, variables))}
    zeros = frozenset((*plain.values(), *chain.from_iterable(roots.values())))
    if plain.keys() | roots.keys() | turned != set(moving) or not all(
        range_of(g) == ANY for g in (*zeros, *atoms)
    ):
        return None
    if not all(atom.kind == "symbol" and atom not in zeros for atom in atoms):
        return None
    values = dict.fromkeys(plain, 0) | dict.fromkeys(roots, 1)
    return _Quarterly(_by_parity(terms, list(moving)), values, zeros, pairs)


def _zeros_under(root: Expr, variables: Sequence[Expr]) -> list[Expr]:
    """What is 0 where sqrt(1 + x^2) is 1, a node of each term; none for other nodes, and where
    something else moves, which may have no value there."""
    base, e = root.args[0] if root.kind == "product" and len(root.args) == 1 else (root, 1)
    constant, terms = linear(base)
    if isinstance(e, int) or constant != 1:
        return []
    powers = [term.powers for term, _ in terms]
    moving = [[(b, d) for b, d in some if b.has(variables)] for some in powers]
    tame = all(d > 0 and _is_free(b, variables) for some in moving for b, d in some)
    return [some[0][0] for some in moving] if tame and all(moving) else []


def _is_free(node: Expr, variables: Sequence[Expr]) -> bool:
    return (node.kind == "symbol" or is_unspecified(node)) and node.has(variables)


def _zero_at_quarters(
    field: Field, generators: Sequence[Expr], terms: Terms, variables: Sequence[Expr]
) -> bool:
    """Where all coordinates and unspecified functions are 0, and each angle some quarter turns."""
    known = _quarterly(field, generators, terms, variables)
    atoms = [atom for atom, _ in known.pairs] if known else []
    return known is not None and any(
        known.vanishes(dict(zip(atoms, quarters))) for quarters in _quarters(len(atoms))
    )


def vanish_together(nodes: Sequence[Expr], variables: Sequence[Expr]) -> bool:
    """All surely vanish at one point, whatever the parameters: where coordinates are 0, and each
    angle some quarter turns.

    nodes: expressions; variables: the coordinates, and t.

    >>> from nonholo.expression.graph import Graph
    >>> x, y = (graph := Graph()).symbol("x"), graph.symbol("y")
    >>> f, g, h = graph.sin(x) - y, graph.cos(x) + 1, graph.cos(x) - 1
    >>> vanish_together([f, g], [x, y]), vanish_together([g, h], [x, y])
    (True, False)
    """
    graph = nodes[0].graph
    if graph.centre or graph.stated:
        return False
    each = [_at_quarters(e, tuple(variables)) for e in nodes]
    if not all(each):
        return False
    sides = [side for one in each for side in one]
    atoms = list(dict.fromkeys(atom for side in sides for atom, _ in side.pairs))
    rests = {g for side in sides for g in side.zeros}
    for quarters in _quarters(len(atoms)):
        turns = dict(zip(atoms, quarters))
        if (
            all(quarter == QUARTERS[0] or atom not in rests for atom, quarter in turns.items())
            and all(top.vanishes(turns) for top, *_ in each)
            and not any(side.vanishes(turns) for _, *below in each for side in below)
        ):
            return True
    return False


def _at_quarters(node: Expr, variables: tuple[Expr, ...]) -> list[_Quarterly]:
    """Of the numerator of an expression and of what it is divided by; none where one has none."""
    return once(node.graph, ("at quarters", node, variables), lambda: _sides(node, variables))


def _sides(node: Expr, variables: Sequence[Expr]) -> list[_Quarterly]:
    try:
        field = Field([node], Work.of(BUDGETS.factors))
        element = cancelled(field, field.normal(node))
    except OutOfReach:
        return []
    if any(d > 1 for _, d in field.circle.values()):
        return []
    sides = [
        _quarterly(field, *_used(field, poly), variables)
        for poly in (element.num, *(field.factors[k] for k in element.den))
    ]
    known = [side for side in sides if side is not None]
    return known if len(known) == len(sides) else []


def _used(field: Field, poly: Polynomial) -> tuple[list[Expr], Terms]:
    """The generators that stand in a polynomial, and its terms in these."""
    used = [k for k, degree in enumerate(poly.degrees()) if degree]
    terms = [([int(e[k]) for k in used], c) for e, c in poly.terms()]
    return [field.generators[k] for k in used], terms


def _turns_sign(generators: Sequence[Expr], terms: Terms, variables: Sequence[Expr]) -> bool:
    """Positive at one point and negative at another that a path joins, for the same parameters."""
    nodes = ordered(generators)
    free = [n for n in nodes if is_unspecified(n)]
    symbols = [n for n in nodes if n.kind == "symbol"]
    moving = [n for n in (*symbols, *free) if n.has(variables)]
    if not moving or not (
        all(map(jumps_nowhere, nodes))
        and not any(map(poles_of, nodes))
        and convex([s for s in symbols if s in moving])
        and all(range_of(n) == ANY for n in free)
    ):
        return False
    rng, signs = random.Random(1), set()
    fixed = {n: drawn(rng, 1) for n in (*symbols, *free)}
    for _ in range(SAMPLES):
        at = fixed | {n: drawn(rng, -SIXTIETHS) for n in moving}
        at |= {n: rng.choice(SIZES) * at[n] for n in free}
        placed = as_assumed({s: at[s] for s in symbols})
        values = balls(generators, at | placed)
        spend(len(terms))
        total = sum((term_in_balls(c, values, powers) for powers, c in terms), Ball(0))
        if total.is_finite() and not total.contains(0) and obeys(placed):
            signs.add(bool(total > 0))
        if len(signs) == 2:
            return True
    return False


def term_in_balls(coefficient: Rational, values: Sequence[Ball], powers: Sequence[int]) -> Ball:
    """coefficient * product of values^powers.

    coefficient: a number; values: by generator; powers: of them.

    >>> float(term_in_balls(Rational(1, 2), [Ball(3), Ball(5)], [2, 0]))
    4.5
    """
    factors = (v if e == 1 else whole_power(v, e) for v, e in zip(values, powers) if e)
    return prod(factors, start=Ball(coefficient))
