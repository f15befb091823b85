"""Real points of f_1 = ... = f_p = 0, each proved to exist inside a box: Newton's method finds it,

    K(X) = x - Y f(x) + (1 - Y f'(X)) (X - x)        Y close to f'(x)^-1

inside X proves it (Krawczyk 1969).  An expression that is not zero on the box is not zero there.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

from nonholo.arithmetic.balls import Ball, BallMatrix, at_precision
from nonholo.arithmetic.numbers import Rational
from nonholo.decide.ball import as_assumed, assumed_of, balls, drawn, obeys
from nonholo.expression.functions import is_unspecified
from nonholo.expression.graph import Expr, ordered
from nonholo.expression.once import once
from nonholo.expression.text import text

BITS = 256
LEAST = 2.0**-100  # the radius of an enclosure
NEWTON = 30  # steps of Newton's method
TRIES, ENOUGH = 24, 2  # starts of Newton's method; points that are asked
SPREAD = 9  # further symbols are drawn from eighths up to it

Box = Mapping[Expr, Rational | Ball]


def point_off_zero(node: Expr, relations: Sequence[Expr]) -> tuple[tuple[str, str], ...] | None:
    """A real point of the set at which the expression is certainly not zero, as texts; or None.

    What is assumed of symbols holds there.  A coordinate that was solved for is told as
    "[middle +/- radius]".  None too where functions are unspecified.

    >>> from nonholo.expression.graph import Graph
    >>> g = Graph()
    >>> x, y = g.symbol("x"), g.symbol("y")
    >>> circle = x**2 + y**2 - 1
    >>> point_off_zero(x - y, [circle]) is None, point_off_zero(x * circle, [circle]) is None
    (False, True)
    """
    graph = node.graph
    if graph.centre:
        return None
    if not graph.all_specified and any(map(is_unspecified, ordered([node, *relations]))):
        return None
    if not all(f.symbols() for f in relations):
        return None  # a number other than zero, as it seems: the set is empty
    boxes = once(graph, ("points", *relations), lambda: tuple(_points(relations)))
    further = [s for s in node.symbols() if all(not f.has([s]) for f in relations)]
    rng = random.Random(len(further))
    for number, box in enumerate(boxes):
        others = {s: Rational(rng.randint(-8 * SPREAD, 8 * SPREAD) or 1, 8) for s in further}
        point = {**box, **as_assumed(others)}
        at = ("balls", *relations, number, *others.items())  # what is asked there shares its parts
        (value,) = balls([node], point, BITS, once(graph, at, dict[int, Ball]))
        if value.is_finite() and not value.contains(0) and obeys(point):
            return tuple(told_box(point).items())
    return None


def told_box(box: Box) -> dict[str, str]:
    """Symbol -> its number, or "[middle +/- radius]"."""
    return {text(s): v.str(20) if isinstance(v, Ball) else str(v) for s, v in box.items()}


def _points(relations: Sequence[Expr]) -> list[Box]:
    """Some points of the set, at most `ENOUGH`; each obeys what is assumed of its symbols."""
    graph = relations[0].graph
    symbols = graph.unmask(graph.mask(relations))
    slopes = [[f.diff(s) for s in symbols] for f in relations]
    idle = graph.unmask(graph.mask(e for row in slopes for e in row) & ~graph.mask(symbols))
    rng, boxes = random.Random(0), []
    for attempt in range(TRIES):
        size = (1, 1, 3, 10)[attempt % 4]
        start = as_assumed(drawn((*symbols, *idle), rng, size, attempt % 2 == 0))
        box = solved_near(relations, symbols, slopes, start)
        if box is not None and obeys(box):
            boxes.append(box)
        if len(boxes) == ENOUGH:
            break
    return boxes


def solved_near(
    relations: Sequence[Expr],
    symbols: Sequence[Expr],
    slopes: Sequence[Sequence[Expr]],
    start: Box,
) -> Box | None:
    """A box around one point of the set, with as many symbols solved as there are relations.

    symbols: those that may be solved for; slopes: of each relation by each of them; start: a number
    or a ball for every symbol.  None where Newton's method finds none, or no proof of it.

    >>> from nonholo.expression.graph import Graph
    >>> g = Graph()
    >>> x, y = g.symbol("x"), g.symbol("y")
    >>> box = solved_near([x**2 + y**2 - 2], [x, y], [[2 * x, 2 * y]], {x: Ball(2), y: Ball(1)})
    >>> box[y] == 1, box[x].contains(1)
    (True, True)
    """
    with at_precision(BITS):
        flat = balls([e for row in slopes for e in row], start, BITS)
        if not all(v.is_finite() for v in flat):
            return None
        n, whole = len(symbols), {k for k, s in enumerate(symbols) if assumed_of(s).whole}
        sizes = [0.0 if k % n in whole else float(v) for k, v in enumerate(flat)]
        columns = _pivots([sizes[i : i + n] for i in range(0, len(flat), n)])
        if columns is None:
            return None
        unknown = [symbols[j] for j in columns]
        square = [[row[j] for j in columns] for row in slopes]
        return zero_near(relations, square, unknown, start)


def zero_near(
    functions: Sequence[Expr],
    square: Sequence[Sequence[Expr]],
    unknown: Sequence[Expr],
    start: Box,
) -> Box | None:
    """A box around a zero that Newton's method finds; None where there is none, or no proof of it.

    functions, square, unknown: as for `zero_in`; start: a number or a ball for every symbol.

    >>> from nonholo.expression.graph import Graph
    >>> g = Graph()
    >>> x = g.symbol("x")
    >>> zero_near([x**2 - 2], [[2 * x]], [x], {x: Ball(1)})[x].overlaps(Ball(2).sqrt())
    True
    """
    with at_precision(BITS):
        point = dict(start)
        for _ in range(NEWTON):
            inverse = inverse_at(square, point)
            values = balls(functions, point, BITS)
            if inverse is None or not all(v.is_finite() for v in values):
                return None
            step = inverse * BallMatrix([[v] for v in values])
            point |= {s: (Ball(point[s]) - step[i, 0]).mid() for i, s in enumerate(unknown)}
            if all(abs(float(step[i, 0])) < LEAST for i in range(len(unknown))):
                break
        image = zero_in(functions, square, unknown, point, Ball(0, LEAST))
        return None if image is None else {**point, **image}


def _pivots(rows: list[list[float]]) -> list[int] | None:
    """Columns with large pivots, one for each row; None if the rank is not seen to be full."""
    chosen: list[int] = []
    left = [list(row) for row in rows]
    while left:
        size, i, j = max((abs(v), -i, -j) for i, row in enumerate(left) for j, v in enumerate(row))
        if not size > 1e-9:
            return None
        pivot = left.pop(-i)
        chosen.append(-j)
        left = [[a - b * row[-j] / pivot[-j] for a, b in zip(row, pivot)] for row in left]
    return sorted(chosen)


def zero_in(
    functions: Sequence[Expr],
    square: Sequence[Sequence[Expr]],
    unknown: Sequence[Expr],
    point: Box,
    radius: Ball,
) -> dict[Expr, Ball] | None:
    """K(X) if it lies inside X, the box of some radius around the unknowns of the point.

    functions: p expressions; square: their derivatives by the p unknowns, a row for each; point:
    a number or a ball for every symbol; those that are not unknown may be intervals: then there is
    a zero for each of their values.

    >>> from nonholo.expression.graph import Graph
    >>> g = Graph()
    >>> x = g.symbol("x")
    >>> zero_in([x**2 - 2], [[2 * x]], [x], {x: Ball("1.414")}, Ball(0, 0.01)) is None
    False
    """
    inverse = inverse_at(square, {s: Ball(v).mid() for s, v in point.items()})
    if inverse is None:
        return None
    n = len(unknown)
    inverse = BallMatrix([[inverse[i, j].mid() for j in range(n)] for i in range(n)])
    middle = {s: Ball(point[s]).mid() for s in unknown}
    box = {s: middle[s] + radius for s in unknown}
    if not all(v.is_finite() and not v.contains(0) for v in _signs(functions, {**point, **box})):
        return None
    values = BallMatrix([[v] for v in balls(functions, {**point, **middle}, BITS)])
    wide = matrix_at(square, {**point, **box})
    contraction = (
        BallMatrix(n, n, [int(i == j) for i in range(n) for j in range(n)]) - inverse * wide
    )
    moved = contraction * BallMatrix([[radius] for _ in unknown]) - inverse * values
    image = {s: middle[s] + moved[i, 0] for i, s in enumerate(unknown)}
    return (
        image
        if all(image[s].is_finite() and box[s].contains_interior(image[s]) for s in unknown)
        else None
    )


def _signs(functions: Sequence[Expr], point: Box) -> list[Ball]:
    """What stands under sign(...): where that is 0 it jumps, which no derivative tells."""
    named = [node.args for node in ordered(functions) if node.kind == "function"]
    return balls([args[0] for name, args in named if name == "sign"], point, BITS)


def inverse_at(square: Sequence[Sequence[Expr]], point: Box) -> BallMatrix | None:
    """The inverse of a square matrix of expressions at a point; None where it may be singular.

    >>> from nonholo.expression.graph import Graph
    >>> g = Graph()
    >>> x = g.symbol("x")
    >>> inverse_at([[x]], {x: Ball(0)}) is None
    True
    """
    try:
        return matrix_at(square, point).inv()
    except ZeroDivisionError:
        return None


def matrix_at(square: Sequence[Sequence[Expr]], point: Box) -> BallMatrix:
    """A square matrix of expressions at a point.

    >>> from nonholo.expression.graph import Graph
    >>> g = Graph()
    >>> x = g.symbol("x")
    >>> matrix_at([[x + 1]], {x: Ball(2)}).det() == 3
    True
    """
    flat = balls([e for row in square for e in row], point, BITS)
    return BallMatrix(len(square), len(square), flat)
