"""The constants of a linear relation from exact points: sum_s c_s f_s = 0 with c_s functions of the
parameters.

At a point with rational coordinates, and rational sines and cosines, each f_s is a function of the
parameters alone; as many points as unknowns give a square system for the c_s.  Whoever uses the c_s
proves the relation."""

from __future__ import annotations

import random
from collections.abc import Sequence
from fractions import Fraction

from nonholo.errors import OutOfReach
from nonholo.expression.functions import angle_parts
from nonholo.expression.graph import Expr, calls_in, ordered
from nonholo.expression.unspecified import Unspecified
from nonholo.linear.constants import constant_relations
from nonholo.linear.elimination import solve
from nonholo.linear.guess import guessed_solution
from nonholo.words.sentence import say

ATTEMPTS = 3
UNIT = 12  # where fractions of angles occur, twelfths of them are rational points


def relation_at_points(
    nodes: Sequence[Expr], moving: Sequence[Expr], units: int
) -> list[Expr] | None:
    """(c_1, ..., c_n) with c_n = 1 for nodes that have one relation up to a factor; None if it is
    not found.

    >>> from nonholo.expression.graph import Graph
    >>> g = Graph(3)
    >>> x, a = g.symbol("x"), g.symbol("a")
    >>> relation_at_points([g.sin(x) ** 2, a * g.cos(x) ** 2, a * g.one], [x], 1_000_000)
    [-a, -1, 1]
    """
    graph, mask = nodes[0].graph, nodes[0].graph.mask(moving)
    if _rooted(nodes, mask):
        relations = constant_relations(nodes, moving, units)
        return (
            None
            if len(relations) != 1 or relations[0][-1].is_zero
            else [c / relations[0][-1] for c in relations[0]]
        )
    rng = random.Random(5)
    for _ in range(ATTEMPTS):
        rows = [graph.substitute(list(nodes), _point(nodes, mask, rng)) for _ in nodes[1:]]
        A, B = [row[:-1] for row in rows], [[-row[-1]] for row in rows]
        if not any(e.support for row in rows for e in row):
            constants = solve(graph, A, [b for (b,) in B])
            if constants is not None:
                return [*constants, graph.one]
            continue
        short = guessed_solution(graph, A, B, units)
        if short is not None:
            return [*(c for (c,) in short), graph.one]
    return None


def _rooted(nodes: Sequence[Expr], mask: int) -> bool:
    """A root of something that moves takes part."""
    return any(
        isinstance(e, Fraction) and base.support & mask
        for node in ordered(nodes)
        if node.kind == "product"
        for base, e in node.args
    )


def _point(nodes: Sequence[Expr], mask: int, rng: random.Random) -> dict[Expr, Expr]:
    """What moves, and the functions of it, as rational numbers (functions of parameters for
    mixed angles).
    """
    values: dict[Expr, Expr] = {}
    known: dict = {"fractions": _fractions(nodes, mask)}
    for node in ordered(nodes):
        if not node.support & mask:
            continue
        if node.kind == "symbol":
            values[node] = node.graph.lift(_number(rng))
        elif node.kind == "function":
            values[node] = _function(node, mask, known, rng)
    return {
        s: s for node in values for s in node.symbols()
    } | values  # parameters inside of functions stay


def _fractions(nodes: Sequence[Expr], mask: int) -> bool:
    """Half angles and the like occur."""
    waves = calls_in(nodes, "sin", "cos", "exp")
    return any(
        c.denominator > 1
        for n in waves
        for atom, c in angle_parts(n.graph, n.args[1][0])[0]
        if atom.support & mask
    )


def _number(rng: random.Random) -> Fraction:
    return Fraction(rng.choice((-1, 1)) * rng.randrange(2, 12), rng.randrange(1, 5))


def _function(node: Expr, mask: int, known: dict, rng: random.Random) -> Expr:
    graph, (name, args) = node.graph, node.args
    if isinstance(name, Unspecified):
        return graph.lift(_number(rng))  # f and its derivatives are independent of all else
    if name not in ("sin", "cos", "exp"):
        raise OutOfReach(say("{name} has no rational values", name=name))
    parts, turns = angle_parts(graph, args[0])
    if name == "exp":
        return graph.multiply(
            *(_exponential(graph, atom, c, mask, known, rng) for atom, c in parts),
            graph.exp(graph.multiply(graph.pi, turns)),
        )
    half_turn = graph.multiply(graph.pi, turns)
    c, s = graph.cos(half_turn), graph.sin(half_turn)
    for atom, multiple in parts:
        a, b = _turned(graph, atom, multiple, mask, known, rng)
        c, s = c * a - s * b, s * a + c * b
    return s if name == "sin" else c


def _exponential(
    graph, atom: Expr, c: Fraction, mask: int, known: dict, rng: random.Random
) -> Expr:
    if not atom.support & mask:
        return graph.exp(graph.multiply(atom, c))
    steps = c * (UNIT if known["fractions"] else 1)
    if steps.denominator != 1:
        raise OutOfReach(say("the exponent {c}", c=str(c)))
    return graph.lift(known.setdefault(("exp", atom.index), _number(rng)) ** steps.numerator)


def _turned(graph, atom: Expr, multiple: Fraction, mask: int, known: dict, rng: random.Random):
    """(cos, sin) of a multiple of an atom."""
    if not atom.support & mask:
        angle = graph.multiply(atom, multiple)
        return graph.cos(angle), graph.sin(angle)
    steps = multiple * (UNIT if known["fractions"] else 1)
    if steps.denominator != 1:
        raise OutOfReach(say("the multiple {multiple} of an angle", multiple=str(multiple)))
    t = known.setdefault(
        ("circle", atom.index), Fraction(rng.randrange(1, 9), rng.randrange(9, 14))
    )
    c, s = Fraction(1), Fraction(0)
    a, b = (1 - t * t) / (1 + t * t), 2 * t / (1 + t * t)
    b = b if multiple > 0 else -b
    for _ in range(abs(steps.numerator)):
        c, s = c * a - s * b, s * a + c * b
    return graph.lift(c), graph.lift(s)
