"""Levels that are sums of squares, by angles: a circle, a sphere, an ellipse, a cone.

    f = A (u_1^2 + ... + u_n^2 - r^2) = 0   <=>   u_1 = r cos b_1 cos b_2 ... cos b_(n-1),
        u_i = r sin b_(i-1) cos b_i ... cos b_(n-1)   for some angles b_1, ..., b_(n-1)

A is not 0 and u_i is linear in a coordinate, so one level becomes n that are solved for
coordinates; r may have any sign.  The angles are coordinates of the set where r and the cosines of
all of them but the first are not 0, which is almost all of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from nonholo.algebra.field import Field
from nonholo.arithmetic.numbers import Rational
from nonholo.arithmetic.polynomials import factors_of
from nonholo.dynamics.eliminated import eliminated
from nonholo.dynamics.system import System
from nonholo.expression.breaks import is_smooth_in
from nonholo.expression.graph import Expr, ordered
from nonholo.expression.ranges import range_of
from nonholo.expression.sums import linear
from nonholo.geometry.constraints.chart import Chart, chart
from nonholo.geometry.constraints.pfaffian import pfaffian
from nonholo.linear.elimination import surely

ANGLE = "angle"


@dataclass(frozen=True, slots=True)
class Round:
    """A level as a sum of squares, f = factor (sum_i squares_i^2 - radius^2), and its angles.

    row: the number of the level; coordinates: squares_i is linear in the i-th.
    """

    row: int
    coordinates: tuple[Expr, ...]
    squares: tuple[Expr, ...]
    radius: Expr
    factor: Expr
    angles: tuple[Expr, ...] = ()

    @property
    def levels(self) -> tuple[Expr, ...]:
        """The functions that vanish instead, one for each square."""
        graph = self.radius.graph
        values = [self.radius]
        for b in self.angles:
            values = [*(u * graph.cos(b) for u in values), self.radius * graph.sin(b)]
        return tuple(u - value for u, value in zip(self.squares, values, strict=True))

    @property
    def poles(self) -> tuple[Expr, ...]:
        """Where one of these vanishes the angles are no coordinates."""
        return (self.radius, *map(self.radius.graph.cos, self.angles[1:]))


@dataclass(frozen=True, slots=True)
class ByAngles:
    """A system with angles as further coordinates.

    rows: of each of its rows the number in the system that was given; rounds: sums of squares in
    the order in which they are solved, after levels that are solved without and before the others.
    """

    system: System
    rows: tuple[int, ...]
    rounds: tuple[Round, ...]


def by_angles(system: System, taken: Sequence[str] = ()) -> ByAngles:
    """The system with levels in angles in the place of sums of squares; the same where there are
    none.

    system: with levels f = 0; taken: texts in which no angle may be named.

    >>> import nonholo as nh
    >>> case = nh.System("x y", None, [], ["(x - 1)^2 + 4*y^2 = 9"])
    >>> by_angles(case.system).system.holonomic
    (x - 3*cos(angle1) - 1, 2*y - 3*sin(angle1))
    """
    made = ByAngles(system, tuple(range(system.pfaffian.k)), ())
    name = ANGLE
    while any(name in text for text in taken):
        name += "_"
    while True:
        further, solved = _next(made)
        if further is None:
            return made
        before = sum(len(some.angles) for some in made.rounds)
        count = len(further.squares) - 1
        names = [f"{name}{before + i + 1}" for i in range(count)]
        made = _with(made, further, solved, names)


def _next(made: ByAngles) -> tuple[Round | None, tuple[int, ...]]:
    """A level that is solved for no coordinate and is a sum of squares; the levels that are
    solved."""
    smaller = eliminated(made.system)
    values, q = (dict(smaller.solved), smaller.system.chart) if smaller else ({}, made.system.chart)
    solved = smaller.levels if smaller else ()
    for l, f in zip(made.rows, made.system.pfaffian.functions):
        if f is None or (f := f.subs(values)).is_zero:
            continue
        if (some := _round(q, l, f)) is not None:
            return some, solved
    return None, solved


def _with(made: ByAngles, further: Round, solved: Sequence[int], names: Sequence[str]) -> ByAngles:
    system, before = made.system, made.system.chart
    larger = chart(before.graph, (*before.names, *names), before.t.args)
    further = replace(further, angles=larger.q[before.n :])
    full = system.pfaffian
    given = {
        l: (row, f, told)
        for l, (row, f, told) in enumerate(zip(made.rows, full.functions, full.labels))
        if f is not None
    }
    levels = [given.pop(l) for l in solved] + [(further.row, f, str(f)) for f in further.levels]
    levels += [level for level in given.values() if level[0] != further.row]
    others = [l for l, f in enumerate(full.functions) if f is None]
    rows = pfaffian(
        larger,
        [full.value(l) for l in others],
        [full.labels[l] for l in others],
        [f for _, f, _ in levels],
        [told for _, _, told in levels],
    )
    forces = (*system.forces, *(before.graph.zero for _ in names))
    system = replace(system, chart=larger, pfaffian=rows, forces=forces)
    numbers = (*(l for l, _, _ in levels), *(made.rows[l] for l in others))
    return ByAngles(system, numbers, (*made.rounds, further))


def _round(chart: Chart, row: int, f: Expr) -> Round | None:
    """f as a sum of squares of two and more coordinates, by as few roots as can be."""
    return min(_rounds(chart, row, f), key=_roots, default=None)


def _roots(some: Round) -> int:
    nodes = ordered([some.radius, *some.squares])
    powers = [n for node in nodes if node.kind == "product" for _, n in node.args]
    return sum(not isinstance(n, int) for n in powers)


def _rounds(chart: Chart, row: int, f: Expr) -> Iterator[Round]:
    """Squares completed one after the other, from each coordinate on."""
    for x in chart.q:
        A = _square(chart, f, x)
        if A is None:
            continue
        coordinates, squares, left = [], [], f
        for y in (x, *(q for q in chart.q if q is not x)):
            B = _square(chart, left, y)
            k = None if B is None else root(B / A)
            if B is None or k is None:
                continue
            middle = -left.diff(y).subs({y: f.graph.zero}) / (2 * B)
            coordinates.append(y)
            squares.append(k * (y - middle))
            left = left.subs({y: middle})
        if len(squares) > 1 and (r := root(-left / A)) is not None:
            yield Round(row, tuple(coordinates), tuple(squares), r, A)


def _square(chart: Chart, f: Expr, q: Expr) -> Expr | None:
    """A in f = A q^2 + B q + C with A free of coordinates."""
    if not f.has([q]) or not is_smooth_in(f, q):
        return None
    A = f.diff(q).diff(q) / 2
    return A if not A.has([*chart.q, chart.t]) and not A.is_zero and surely(A) else None


def root(e: Expr) -> Expr | None:
    """An expression whose square this is, of either sign; None where that is not seen.

    >>> from nonholo.expression.graph import Graph
    >>> z, l = (g := Graph()).symbol("z"), g.symbol("l")
    >>> root(4 * z**2 / 9), root(z**2 + 2 * l * z + l**2), root(z**2 + 1), root(1 - z**2)
    (2*z/3, z + l, sqrt(z**2 + 1), None)
    """
    graph = e.graph
    content, factors = _factored(e)
    if content <= 0:
        return None
    halves = [graph.sqrt(graph.lift(content))]
    for base, n in factors:
        if n % 2 and not range_of(base).positive:
            return None
        halves.append(graph.sqrt(base) ** n if n % 2 else base ** (n // 2))
    product = graph.one
    for half in halves:
        product = product * half
    return product


def _factored(e: Expr) -> tuple[Rational, list[tuple[Expr, int]]]:
    """A number and the factors with their powers."""
    constant, terms = linear(e)
    if not terms:
        return constant, []
    if len(terms) == 1 and not constant:
        ((term, content),) = terms
        if all(isinstance(n, int) for _, n in term.powers):
            return content, [*term.powers]
        return Rational(1), [(e, 1)]
    field = Field([e])
    normal = field.normal(e)
    content, factors = factors_of(normal.num)
    below, under = factors_of(field.expanded(normal.den))
    split = [(field.expression(p), n) for p, n in factors]
    split += [(field.expression(p), -n) for p, n in under]
    return content / below, split
