"""Roots, logarithms, absolute values and arcs as they are on a part of their domain.

As functions of one complex variable sqrt(x^2), log(x^2), atan(1/x) and asin(sin(x)) have several
values, and a normal form that treats them as free generators is right on one branch only.  Where
the signs of the factors below them are known, there is one value:

    |u| = s u,    (u^2 v)^r = |u|^(2 r) v^r
    log(u v) = log|u| + log|v|,    asinh(u) = log(u + sqrt(u^2 + 1))

and arcs whose differentials have a relation with rational coefficients, sum_i c_i df_i + sum_j d_j
dx_j = 0, are one less: E = sum_i c_i f_i + sum_j d_j x_j is constant where it is continuous, and
cos(E - C) = 1, proved by normal forms, leaves C one of the values C + 2 pi k, of which the bounds
of E or its value at a point choose one."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm

from nonholo.algebra.field import Field
from nonholo.arithmetic.balls import Ball
from nonholo.arithmetic.numbers import Rational
from nonholo.decide.ball import balls
from nonholo.decide.zero import decide_zero
from nonholo.errors import OutOfReach
from nonholo.expression.functions import angle_parts
from nonholo.expression.graph import Expr, Graph, ordered
from nonholo.expression.ranges import range_of
from nonholo.expression.text import text
from nonholo.linear.constants import constant_relations
from nonholo.signs.factored import Factors, factored, waves

CIRCULAR = ("asin", "acos", "atan", "atan2")
HYPERBOLIC = ("asinh", "acosh", "atanh")
MOST_ARCS = 6
MOST_TURNS = 20
PARTS_OF_PI = 12  # constants are looked for among the multiples of pi/12
COMPOUND = ("sum", "product", "function")


@dataclass(frozen=True)
class Known:
    """The signs of some factors, by their index in one graph; beside: what stands beside what is
    factored; weak: those of the factors that may be 0 too.
    """

    signs: Mapping[int, int]
    beside: tuple[Expr, ...] = ()
    weak: frozenset[int] = frozenset()

    def factored(self, node: Expr) -> tuple[Rational, Factors]:
        return factored(node, self.beside)

    def sign(self, node: Expr) -> int:
        """The sign of an expression by its bounds, else by those of its factors; 0 if one of them
        is not known.
        """
        whole = range_of(node)
        if whole.positive or whole.negative:
            return 1 if whole.positive else -1
        content, factors = self.factored(node)
        total = 1 if content > 0 else -1
        for factor, e in factors:
            total *= self.factor_sign(factor) if e % 2 else 1
        return total

    def nonzero(self, node: Expr) -> bool:
        """It is not 0, by its bounds or by those of all its factors: sign(x^2) is 0 where x is."""
        if range_of(node).nonzero:
            return True
        sure = self.signs.keys() - self.weak
        return all(range_of(f).nonzero or f.index in sure for f, _ in self.factored(node)[1])

    def factor_sign(self, factor: Expr) -> int:
        """The sign of a factor, which may be 0 where it is known by bounds."""
        bounds = range_of(factor)
        known = 1 if bounds.not_negative else -1 if bounds.not_positive else 0
        return known or self.signs.get(factor.index, 0)


def known_signs(nodes: Sequence[Expr], parts: Sequence[Expr], signs: Sequence[int]) -> Known:
    """The parts have these signs; 0 for one that is not known."""
    return Known({u.index: s for u, s in zip(parts, signs) if s}, waves(nodes))


def rewritten(nodes: Sequence[Expr], known: Known, graph: Graph) -> dict[int, Expr]:
    """Every node below, by its index, as it is where the signs are these; in a graph that may be
    another.
    """
    memo: dict[int, Expr] = {}
    for node in ordered(nodes):
        memo[node.index] = _rewritten(node, known, graph, memo) or _carried(node, graph, memo)
    return memo


def _carried(node: Expr, graph: Graph, memo: Mapping[int, Expr]) -> Expr:
    """The node over what its parts have become."""
    if node.kind in COMPOUND:
        return graph.rebuild(node, lambda n: memo[n.index])
    return node if node.graph is graph else graph.copy_node(node, memo)


def _rewritten(node: Expr, known: Known, graph: Graph, memo) -> Expr | None:
    if node.kind == "product" and any(isinstance(e, Fraction) for _, e in node.args):
        return graph.multiply(*(_power(base, e, known, graph, memo) for base, e in node.args))
    if node.kind != "function":
        return None
    name, inner = node.args[0], node.args[1][0]
    if name == "abs":
        s = known.sign(inner)
        return memo[inner.index] * s if s else None
    if name == "sign":
        return graph.lift(s) if (s := known.sign(inner)) and known.nonzero(inner) else None
    if name == "log":
        return _log(inner, known, graph, memo)
    if name in _HYPERBOLIC:
        told = _HYPERBOLIC[name](inner)
        return rewritten([told], known, graph)[told.index]
    return None


def _power(base: Expr, e, known: Known, graph: Graph, memo) -> Expr:
    if not isinstance(e, Fraction):
        return graph.power(memo[base.index], e)
    positive, unsigned = _split(base, known, graph, memo)
    return graph.product([*((f, k * e) for f, k in positive), (unsigned, e)])


def _log(u: Expr, known: Known, graph: Graph, memo) -> Expr:
    positive, unsigned = _split(u, known, graph, memo)
    return graph.sum(
        [*((graph.log(f), Rational(k)) for f, k in positive), (graph.log(unsigned), Rational(1))]
    )


def _split(u: Expr, known: Known, graph: Graph, memo) -> tuple[list[tuple[Expr, int]], Expr]:
    """u = product of positive factors |f_i|^k_i times the rest, whose signs are not known."""
    content, factors = known.factored(u)
    signed = [(f, e, known.factor_sign(f)) for f, e in factors]
    if not any(s for _, _, s in signed):
        return [], memo[u.index]
    positive = [(_copied(f, graph, memo) * s, e) for f, e, s in signed if s]
    unsigned = graph.product([(_copied(f, graph, memo), e) for f, e, s in signed if not s])
    for _, e, s in signed:
        content = -content if s < 0 and e % 2 else content
    number = graph.number(abs(content))
    return [*positive, (number, 1)], unsigned if content > 0 else -unsigned


def _copied(factor: Expr, graph: Graph, memo: dict[int, Expr]) -> Expr:
    for node in ordered([factor], stop=lambda n: n.index in memo):
        memo[node.index] = _carried(node, graph, memo)
    return memo[factor.index]


_HYPERBOLIC: dict[str, Callable[[Expr], Expr]] = {
    "asinh": lambda u: u.graph.log(u + u.graph.sqrt(u**2 + 1)),
    "acosh": lambda u: u.graph.log(u + u.graph.sqrt(u**2 - 1)),
    "atanh": lambda u: (u.graph.log(1 + u) - u.graph.log(1 - u)) / 2,
}


# arcs and logarithms with a relation between their differentials
# -----------------------------------
def arcs(nodes: Sequence[Expr], names: Sequence[str] = CIRCULAR) -> list[Expr]:
    """The inverse functions below some nodes that are not constant."""
    return [n for n in ordered(nodes) if n.calls(*names) and n.support]


def relations_of(functions: Sequence[Expr], known: Known) -> list[dict[Expr, int]]:
    """The integer relations sum_i c_i df_i + sum_j d_j dx_j = 0 of some functions, as f_i -> c_i,
    x_j -> d_j.

    The x_j are symbols, and what stands as an angle or an exponent below the functions.
    """
    if not 0 < len(functions) <= MOST_ARCS:
        return []
    graph = functions[0].graph
    symbols = graph.unmask(graph.mask(functions))
    small = [graph.symbol(f"differential of {s.args}") for s in symbols]
    every = [*functions, *_angles(functions)]
    forms = [graph.add(*(f.diff(s) * d for s, d in zip(symbols, small))) for f in every]
    try:
        memo = rewritten(forms, known, graph)
        basis = constant_relations([*(memo[e.index] for e in forms), *small], [*symbols, *small])
    except (OutOfReach, ZeroDivisionError):
        return []
    told = [_integers([*every, *symbols], c) for c in basis]
    return [r for r in told if r and any(f in r for f in functions)]


def _angles(nodes: Sequence[Expr]) -> list[Expr]:
    """The angles and exponents below some nodes that are no symbols."""
    angles = {}
    for node in waves(nodes):
        for atom, _ in angle_parts(node.graph, node.args[1][0])[0]:
            if atom.support and atom.kind != "symbol":
                angles[atom.index] = atom
    return list(angles.values())


def _integers(functions: Sequence[Expr], coefficients: Sequence[Expr]) -> dict[Expr, int] | None:
    if not all(c.is_number for c in coefficients):
        return None
    numbers = [Fraction(int(c.args.p), int(c.args.q)) for c in coefficients]
    scale = lcm(*(c.denominator for c in numbers))
    return {f: int(c * scale) for f, c in zip(functions, numbers) if c}


def constant_of(
    relation: Mapping[Expr, int], known: Known, at: Mapping[Expr, Expr] | None
) -> tuple[Expr, bool] | None:
    """The value of sum c_i f_i near the point, proved; and whether it is the same wherever it is
    defined.

    None where it is not found.  Circular functions: a multiple of pi; logarithms: the logarithm of
    a number."""
    graph = next(iter(relation)).graph
    total = graph.sum([(f, Rational(c)) for f, c in relation.items()])
    if any(f.calls("log") for f in relation):
        return _constant_of_logarithms(graph, total, known)
    for multiple in range(2 * PARTS_OF_PI):
        angle = Rational(multiple, PARTS_OF_PI)
        if _is_whole_turn(graph, total - graph.scale(graph.pi, angle), known):
            return _chosen(graph, total, angle, at)
    return None


def _constant_of_logarithms(graph: Graph, total: Expr, known: Known) -> tuple[Expr, bool] | None:
    try:
        power = graph.exp(total)
        power = rewritten([power], known, graph)[power.index]
        q = Field([power]).normal(power)
    except (OutOfReach, ZeroDivisionError):
        return None
    if q.den or not q.num.is_constant() or q.num == 0 or q.num.leading_coefficient() <= 0:
        return None
    return graph.log(graph.number(q.num.leading_coefficient())), True


def _is_whole_turn(graph: Graph, angle: Expr, known: Known) -> bool:
    try:
        less = graph.cos(angle) - 1
        decision = decide_zero(rewritten([less], known, graph)[less.index])
        return decision.answer is True and decision.proved
    except (OutOfReach, ZeroDivisionError):
        return False


def _chosen(graph: Graph, total: Expr, first: Rational, at) -> tuple[Expr, bool] | None:
    """Of first pi + 2 pi k the one within the bounds of the sum, else the one at the point."""
    bounds = range_of(total)
    if None not in (bounds.low, bounds.high):
        turns = [
            first + 2 * k
            for k in range(-MOST_TURNS, MOST_TURNS + 1)
            if _within(bounds, first + 2 * k)
        ]
        if len(turns) == 1:
            return graph.scale(graph.pi, turns[0]), True
    return None if at is None else _at(graph, total, first, at)


def _within(bounds, halves: Rational) -> bool:
    """halves * pi may be within the bounds."""
    ends = sorted((halves * Rational(333, 106), halves * Rational(355, 113)))
    return ends[1] >= bounds.low and ends[0] <= bounds.high


def _at(graph: Graph, total: Expr, first: Rational, at) -> tuple[Expr, bool] | None:
    try:
        value = balls([total.subs(at)], {})[0]
    except (ZeroDivisionError, OutOfReach, ValueError):
        return None
    turns = ((value / Ball.pi() - Ball(first)) / 2).unique_fmpz() if value.is_finite() else None
    return None if turns is None else (graph.scale(graph.pi, first + 2 * Rational(turns)), False)


def without_arcs(
    nodes: Sequence[Expr], known: Known, at: Mapping[Expr, Expr] | None = None
) -> tuple[list[Expr], tuple[str, ...]]:
    """The nodes with dependent arcs and logarithms expressed by the others, and what holds near the
    point only.

    Without a point, what holds wherever it is defined.
    """
    nodes, told = list(nodes), []
    for names in (CIRCULAR, ("log",)):
        while (dependence := _one_dependence(arcs(nodes, names), known, at)) is not None:
            gone, instead, everywhere = dependence
            told += [] if everywhere else [f"{text(gone)} = {text(instead)}"]
            nodes = replaced(nodes, gone, instead)
    return nodes, tuple(told)


def _one_dependence(functions: Sequence[Expr], known: Known, at) -> tuple[Expr, Expr, bool] | None:
    """One of the functions, what it is in terms of the others, and whether it is that
    everywhere.
    """
    for relation in relations_of(functions, known):
        value = constant_of(relation, known, at)
        if value is not None:
            gone = max((f for f in relation if f in functions), key=lambda f: f.index)
            others = [
                (f, Rational(-c, relation[gone])) for f, c in relation.items() if f is not gone
            ]
            return (
                gone,
                gone.graph.sum([*others, (value[0], Rational(1, relation[gone]))]),
                value[1],
            )
    return None


def replaced(nodes: Sequence[Expr], old: Expr, new: Expr) -> list[Expr]:
    """One node replaced by another of the same graph."""
    graph, memo = old.graph, {old.index: new}
    for node in ordered(nodes, stop=lambda n: n.index in memo):
        memo[node.index] = (
            graph.rebuild(node, lambda n: memo[n.index]) if node.kind in COMPOUND else node
        )
    return [memo[n.index] for n in nodes]
