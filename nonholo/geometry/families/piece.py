"""One piece of parameter space: equations, solved for parameters, and what lies in it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field

from nonholo.algebra.field import Field
from nonholo.arithmetic.polynomials import Polynomial, factors_of
from nonholo.errors import OutOfReach
from nonholo.expression.graph import Expr, linear, ordered
from nonholo.expression.once import once
from nonholo.expression.ranges import range_of
from nonholo.expression.text import text
from nonholo.linear.elimination import vanishes as decided_zero

Values = Mapping[Expr, Expr]


@dataclass(frozen=True, slots=True)
class Piece:
    """Parameters on which some equations hold.

    equations: polynomials, irreducible one by one, but those into which values with a divisor were
    put stand as they were before: where the divisor vanishes they say more; solved: parameter ->
    expression in the others, all of the piece but where a divisor vanishes; left: equations that no
    parameter was solved for; edge: the part of a larger piece on which such a divisor vanishes.
    """

    equations: tuple[Expr, ...] = ()
    solved: Values = field(default_factory=dict)
    left: tuple[Expr, ...] = ()
    edge: bool = False

    @property
    def codimension(self) -> int:
        return len(self.solved) + len(self.left)

    @property
    def roots(self) -> int:
        """How many parameters are solved for with a root."""
        return sum(has_roots([e]) for e in self.solved.values())

    @property
    def names(self) -> frozenset[str]:
        return frozenset(map(name_of, self.equations))

    @property
    def parts(self) -> tuple[object, ...]:
        """All that it is made of, for what is asked of it again."""
        return self.equations, (*self.solved.items(),), self.left


WHOLE = Piece()


def name_of(e: Expr) -> str:
    """The text of an equation, written once."""
    return once(e.graph, ("text", e), lambda: text(e))


def has_roots(nodes: Iterable[Expr]) -> bool:
    """A root of something that holds a parameter stands in one of them.

    nodes: expressions.

    >>> from nonholo.expression.graph import Graph
    >>> g = Graph()
    >>> has_roots([g.sqrt(g.symbol("a"))]), has_roots([g.sqrt(g.lift(2))])
    (True, False)
    """
    return any(
        node.kind == "product"
        and any(not isinstance(k, int) and base.symbols() for base, k in node.args)
        for node in ordered(nodes)
    )


def vanishes(e: Expr) -> bool:
    """Zero as a function of the parameters, asked once.  Raises OutOfReach.

    With one root r = sqrt(u), u no square, A + B r is zero for A = B = 0 alone: also where the
    points at which u > 0 are hard to find.

    e: an expression in parameters.

    >>> from nonholo.expression.graph import Graph
    >>> a = Graph().symbol("a")
    >>> vanishes((a + 1) ** 2 - a**2 - 2 * a - 1), vanishes(a)
    (True, False)
    """
    return once(e.graph, ("vanishes", e), lambda: _vanishes(e))


def _vanishes(e: Expr) -> bool:
    try:
        return decided_zero(e)
    except OutOfReach:
        field = Field([e], None)
        poly = field.normal(e).num
        if poly == 0 or len(field.roots) != 1 or field.switches or field.opaque:
            raise
        ((base, degree),) = field.roots
        inner = Field([base], None)
        under = inner.normal(base)
        if degree != 2 or under.den or inner.roots or _is_square(under.num):
            raise
        return False


def _is_square(poly: Polynomial) -> bool:
    """Up to a constant."""
    return all(power % 2 == 0 for _, power in factors_of(poly)[1])


def largest(candidates: Sequence[Piece]) -> list[Piece]:
    """The pieces that are surely inside no other, and the edges, which no other speaks for."""
    return [
        piece
        for i, piece in enumerate(candidates)
        if piece.edge
        or not any(
            contained(piece, other) and (j < i or not contained(other, piece))
            for j, other in enumerate(candidates)
            if j != i
        )
    ]


def contained(piece: Piece, other: Piece) -> bool:
    """The first piece surely lies in the second, on the same branch of its roots, or in its edge,
    where a divisor of the second vanishes and all equations by which it is told hold: those that
    were met have other zeros there."""
    try:
        return solved_alike(piece, other)
    except ZeroDivisionError:
        return tells(other, piece)


def tells(piece: Piece, other: Piece, whole: bool = True) -> bool:
    """The equations by which the first piece is told surely hold on the second."""
    return all(holds_on(equation, other) for equation in equations_of(piece, whole))


def equations_hold(other: Piece, piece: Piece) -> bool:
    """The equations of the first surely hold on the second."""
    return all(holds_on(equation, piece) for equation in other.equations)


def solved_alike(piece: Piece, other: Piece) -> bool:
    """The first piece surely lies in the second, on the same branch of its roots.  Raises
    ZeroDivisionError where a divisor of the second vanishes on the first."""
    try:
        solved = [_equal_on(p, e, piece) for p, e in other.solved.items()]
    except OutOfReach:
        return False
    return all(solved) and all(holds_on(equation, piece) for equation in other.left)


def _equal_on(p: Expr, e: Expr, piece: Piece) -> bool:
    """p = e on the piece.  Raises OutOfReach, ZeroDivisionError."""
    there = piece.solved.get(p)
    if there is e or (there is None and e.is_number):
        return there is e  # nothing is put in
    return vanishes((p - e).subs(piece.solved))


def holds_on(equation: Expr, piece: Piece) -> bool:
    """The equation surely holds on the piece."""
    asked = ("holds on", equation, piece.parts)
    return once(equation.graph, asked, lambda: _holds_on(equation, piece))


def _holds_on(equation: Expr, piece: Piece) -> bool:
    try:
        return name_of(equation) in piece.names or vanishes(equation.subs(piece.solved))
    except (OutOfReach, ZeroDivisionError):
        return False


def equations_of(piece: Piece, whole: bool) -> tuple[Expr, ...]:
    """Equations of a piece: solved ones, as few as there are parameters less, where all are
    polynomials; else those that were met, if the piece is all of their zeros.  Where a divisor
    vanishes those that were met say more than the numerators of solved ones.

    piece: any; whole: it is all zeros of the equations that were met.

    >>> from nonholo.expression.graph import Graph
    >>> g = Graph()
    >>> a, b = g.symbol("a"), g.symbol("b")
    >>> equations_of(Piece((2 * a - b,), {a: b / 2}), True)
    (b - 2*a,)
    """
    first = next(iter((*piece.equations, *piece.solved, *piece.left)), None)
    if first is None:
        return ()
    asked = ("equations of", piece.parts, whole)
    return once(first.graph, asked, lambda: _equations_of(piece, whole))


def _equations_of(piece: Piece, whole: bool) -> tuple[Expr, ...]:
    if not is_explicit(piece):
        turned = at_angles(piece)
        roots = (turned[p] if p in turned else p - e for p, e in piece.solved.items())
        return piece.equations if whole else (*roots, *piece.left)
    solved = (*(numerator(p - e) for p, e in piece.solved.items()), *piece.left)
    if not has_divisors(piece):
        return solved
    met = {text(e): e for e in map(numerator, piece.equations)}
    return _needed((met if _linear(piece) else met | {text(e): e for e in solved}).values())


def _needed(equations: Iterable[Expr]) -> tuple[Expr, ...]:
    """Without those that surely hold wherever the letters vanish that are equations themselves."""
    letters = {e: e.graph.zero for e in equations if e.kind == "symbol"}

    def follows(e: Expr) -> bool:
        with suppress(OutOfReach):
            return e not in letters and vanishes(e.subs(letters))
        return False

    return tuple(e for e in equations if not follows(e))


def _linear(piece: Piece) -> bool:
    """Each equation that was met is linear in one of the solved parameters, another one each: their
    zeros are one piece."""
    free = set(piece.solved)
    for equation in piece.equations:
        straight = [
            p for p in free if not (slope := equation.diff(p)).is_zero and not slope.has([p])
        ]
        if not straight:
            return False
        free.discard(min(straight, key=text))
    return not free


def is_explicit(piece: Piece) -> bool:
    """The equations are polynomials, and so are the solved ones times what they are divided by.

    >>> from nonholo.expression.graph import Graph
    >>> g = Graph()
    >>> a, b = g.symbol("a"), g.symbol("b")
    >>> is_explicit(Piece((a * b - 1,), {a: 1 / b})), is_explicit(Piece((g.sin(a),), {a: g.pi}))
    (True, False)
    """
    functions = any(node.kind == "function" for node in ordered(piece.equations))
    return not functions and not piece.roots


def has_divisors(piece: Piece) -> bool:
    """What is solved for is divided by something that can vanish.

    >>> from nonholo.expression.graph import Graph
    >>> g = Graph()
    >>> a, b = g.symbol("a"), g.symbol("b")
    >>> has_divisors(Piece((a * b - 1,), {a: 1 / b})), has_divisors(Piece((a - b,), {a: b}))
    (True, False)
    """
    return any(map(divisors_in, piece.solved.values()))


def divisors_in(value: Expr) -> list[Expr]:
    """What a value is divided by, if it can vanish."""
    return [
        base
        for node in ordered([value])
        if node.kind == "product"
        for base, k in node.args
        if k < 0 and not never_zero(base)
    ]


def never_zero(f: Expr) -> bool:
    return range_of(f).nonzero or not f.symbols()


def numerator(e: Expr) -> Expr:
    """The numerator of the normal form, with whole coefficients and few minus signs.

    >>> from nonholo.expression.graph import Graph
    >>> a = Graph().symbol("a")
    >>> numerator((1 - a) / (2 * a))
    a - 1
    """
    field = Field([e], None)
    num = field.normal(e).num
    written = field.expression(num / factors_of(num)[0])
    return -written if text(written).startswith("-") else written


def at_angle(p: Expr, value: Expr) -> Expr | None:
    """What vanishes exactly where p is an angle up to whole turns; None for other numbers.

    p: a parameter; value: a rational multiple of pi, and more or less than that by other letters.

    >>> from nonholo.expression.graph import Graph
    >>> g = Graph()
    >>> p, q = g.symbol("p"), g.symbol("q")
    >>> at_angle(p, g.pi), at_angle(p, g.pi - q), at_angle(p, g.lift(1))
    (cos(p) + 1, cos(p + q) + 1, None)
    """
    graph = p.graph
    constant, terms = linear(value)
    if constant or not all(node is graph.pi or node.kind == "symbol" for node, _ in terms):
        return None
    angle = graph.sum([(node, c) for node, c in terms if node is graph.pi])
    beyond = p - value + angle
    for wave, number in ((graph.cos, graph.sin), (graph.sin, graph.cos)):
        if number(angle).is_zero:
            return wave(beyond) - wave(angle)
    return graph.cos(angle) * graph.cos(beyond) + graph.sin(angle) * graph.sin(beyond) - 1


def at_angles(piece: Piece) -> dict[Expr, Expr]:
    """The parameters that a wave was solved for, with what vanishes at their angles alone.

    >>> from nonholo.expression.graph import Graph
    >>> g = Graph()
    >>> a = g.symbol("a")
    >>> at_angles(Piece((g.sin(a),), {a: g.pi}))
    {a: cos(a) + 1}
    """
    told = {}
    for p, value in piece.solved.items():
        apart = at_angle(p, value)
        if apart is not None and any(_waved(e, p) for e in piece.equations):
            told[p] = apart
    return told


def _waved(equation: Expr, p: Expr) -> bool:
    return any(node.calls("sin", "cos") and node.has([p]) for node in ordered([equation]))
