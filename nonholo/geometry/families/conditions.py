"""When does an expression vanish identically?  Equations in the parameters alone.

    N(q, t; a) = sum_j c_j(a) m_j(q, t) = 0 for all q, t   <=>   c_1(a) = ... = c_r(a) = 0

The m_j are products of powers of independent functions of the configuration: coordinates, sines and
cosines (with s^2 = 1 - c^2), exponentials, unspecified functions.  A function that holds parameters
beside coordinates, such as cos(k x), can depend on the others at special parameters: it is named,
since there the equivalence may fail."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod

from nonholo.algebra.cancel import cancelled
from nonholo.algebra.field import Field
from nonholo.arithmetic.numbers import Rational
from nonholo.arithmetic.polynomials import Polynomial
from nonholo.expression.graph import Expr, calls_in, ordered
from nonholo.expression.text import text
from nonholo.work import Work

MOST_RELATIONS = 400  # relations between frequencies that are looked at


@dataclass(frozen=True, slots=True)
class Conditions:
    """All of `equations` vanish iff the expressions vanish identically.

    equations: polynomials in the parameters (and in roots of them); special: for functions of
    parameters and coordinates together, such as cos(k x), further sets of equations: only where
    one of these holds can the functions depend on each other, and the expressions vanish in
    another way; mixed: such functions for which these sets are not known.
    """

    equations: tuple[Expr, ...]
    special: tuple[tuple[Expr, ...], ...] = ()
    mixed: tuple[Expr, ...] = ()


def conditions(
    nodes: Iterable[Expr],
    moving: Sequence[Expr],
    work: Work | None,
    never: Callable[[Expr], bool] = lambda equation: False,
) -> Conditions:
    """The equations in the parameters under which all the expressions vanish identically.

    nodes: the expressions; moving: coordinates, velocities and time; work: a budget, or None;
    never: an equation surely never holds: it is told alone, and other expressions, which cannot all
    vanish beside it, are not looked at.  Factors of denominators are taken as not zero.  Raises
    OutOfReach.

    >>> from nonholo.expression.graph import Graph
    >>> g = Graph()
    >>> a, c, x, y = (g.symbol(n) for n in ("a", "c", "x", "y"))
    >>> conditions([(a - c) * x + a * c * y], [x, y], None).equations
    (a*c, a - c)
    """
    nodes = [node for node in nodes if not node.is_zero]
    constant = [node for node in nodes if node.is_number][:1]
    if constant or not nodes:
        return Conditions(tuple(constant))
    field = Field(nodes, work)
    equations: dict[int, Expr] = {}
    polys = []
    for node in nodes:
        polys.append(cancelled(field, field.normal(node)).num)
        (groups,) = coefficients(field, polys[-1:], moving)
        for coefficient in sorted(groups.values(), key=len):
            equation = field.expression(coefficient)
            if never(equation):
                return Conditions((equation,), *coincidences(field, polys[-1:], moving))
            equations[equation.index] = equation
    return Conditions(tuple(equations.values()), *coincidences(field, polys, moving))


def coefficients(
    field: Field, polys: Iterable[Polynomial], moving: Sequence[Expr]
) -> list[dict[tuple[int, ...], Polynomial]]:
    """Of each polynomial its coefficients, polynomials in the parameters, by the exponents of what
    moves.

    field, polys: a ring and polynomials of it; moving: coordinates, velocities and time.

    >>> from nonholo.expression.graph import Graph
    >>> g = Graph()
    >>> a, x = g.symbol("a"), g.symbol("x")
    >>> field = Field([a, x])
    >>> (groups,) = coefficients(field, [field.normal((a + 1) * x**2).num], [x])
    >>> [field.expression(c) for c in groups.values()]
    [a + 1]
    """
    turns = [_moves(str(n), g, moving) for n, g in zip(field.context.names(), field.generators)]
    every = []
    for poly in polys:
        groups: dict[tuple[int, ...], dict[tuple[int, ...], Rational]] = {}
        for exponents, c in poly.terms():
            outer = tuple(int(e) if turn else 0 for e, turn in zip(exponents, turns))
            inner = tuple(0 if turn else int(e) for e, turn in zip(exponents, turns))
            groups.setdefault(outer, {})[inner] = c
        every.append({outer: field.context.from_dict(terms) for outer, terms in groups.items()})
    return every


def coincidences(
    field: Field, polys: Iterable[Polynomial], moving: Sequence[Expr]
) -> tuple[tuple[tuple[Expr, ...], ...], tuple[Expr, ...]]:
    """When do functions that hold parameters and coordinates depend on the others?

    cos(k x) and cos(x) are independent unless i k + j = 0 for small integers i, j: waves with
    different frequencies are, and so are exponentials, x^k = exp(k log(x)) and x among them.

    field, polys: with such functions; moving: coordinates, velocities and time.  Returns the sets
    of equations, and the functions for which they are not known: as in `Conditions`.

    >>> from nonholo.expression.graph import Graph
    >>> g = Graph()
    >>> k, x = g.symbol("k"), g.symbol("x")
    >>> field = Field([g.exp(k * x), g.exp(x)])
    >>> coincidences(field, [field.normal(g.exp(k * x) + g.exp(x)).num], [x])
    (((k,), (1 - k,), (k + 1,)), ())
    """
    degrees = [0] * len(field.generators)
    for poly in polys:
        degrees = [max(old, int(new)) for old, new in zip(degrees, poly.degrees())]
    names = [str(name) for name in field.context.names()]
    used = dict(zip(names, degrees))
    mixed = {
        name: g
        for name, g in zip(names, field.generators)
        if used[name] and _moves(name, g, moving) and _holds_parameters(g, moving)
    }
    special: dict[tuple[str, ...], tuple[Expr, ...]] = {}
    for letters, table in (("cs", field.circle), ("e", field.exponential)):
        atoms = [
            (atom, sum(used.get(f"{letter}{k}", 0) for letter in letters))
            for k, (atom, _) in enumerate(table.values())
        ]
        moved = [(atom, top) for atom, top in atoms if top and atom.has(moving)]
        if letters == "e":
            moved += _powers([atom for atom, _ in moved], used, field, moving)
        of_kind = [name for name in mixed if name[0] in letters]
        if not of_kind:
            continue
        sets = _coincidences(moved, moving, len(letters))
        if sets is None:
            continue
        special |= {tuple(map(text, equations)): equations for equations in sets}
        mixed = {name: g for name, g in mixed.items() if name not in of_kind}
    return tuple(special.values()), tuple(mixed.values())


def _coincidences(
    atoms: Sequence[tuple[Expr, int]], moving: Sequence[Expr], width: int
) -> list[tuple[Expr, ...]] | None:
    """The sets of equations under which sum_i e_i atom_i holds no coordinate, for integers e_i up
    to the largest difference of frequencies; None if there are too many.
    """
    spans = [range(-width * top, width * top + 1) for _, top in atoms]
    if prod(map(len, spans)) > MOST_RELATIONS:
        return None
    sets = []
    for weights in product(*spans):
        lead = next((e for e in weights if e), 0)
        if lead <= 0:
            continue
        total = atoms[0][0].graph.sum([(a, Rational(e)) for (a, _), e in zip(atoms, weights)])
        slopes = [total.diff(s) for s in moving if total.has([s])]
        equations = conditions(slopes, moving, None).equations
        if slopes and not any(e.is_number for e in equations):
            sets.append(equations)
    return sets


def _powers(
    atoms: Sequence[Expr], used: Mapping[str, int], field: Field, moving: Sequence[Expr]
) -> list[tuple[Expr, int]]:
    """log(u) of what moves, with the degree of what stands in u: u^n = exp(n log(u)) is one of the
    polynomials for a whole n."""
    logs = {node.index: node for node in ordered(atoms) if node.calls("log") and node.has(moving)}
    degrees = [(g, used[str(name)]) for name, g in zip(field.context.names(), field.generators)]
    return [
        (node, sum(top for g, top in degrees if top and _in_common(g, node, moving)))
        for node in logs.values()
    ]


def _in_common(generator: Expr, base: Expr, moving: Sequence[Expr]) -> bool:
    """Something that moves stands in both, the one no logarithm or power of it."""
    inner = bool(calls_in([generator], "log"))
    return not inner and any(s in moving for s in set(generator.symbols()) & set(base.symbols()))


def _moves(name: str, generator: Expr, moving: Sequence[Expr]) -> bool:
    """A function of the configuration; cos(pi/d) is a number, whatever its node is merged with."""
    return name != "u" and generator.has(moving)


def _holds_parameters(generator: Expr, moving: Sequence[Expr]) -> bool:
    return any(s not in moving for s in generator.symbols())
