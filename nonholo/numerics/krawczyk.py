"""Zeros of square systems in a box, each in a small box with the proof that it holds exactly one.

    K(X) = m - Y f(m) + (1 - Y f'(X)) (X - m)          Y close to f'(m)^-1, m the middle of X

K(X) inside X: exactly one zero in X, and it lies in K(X).  K(X) apart from X, or some f_i(X) apart
from 0: none.  Else X is divided.  All of it in ball arithmetic; floating point only chooses Y and
where to divide.  A box is made larger before it is tried, so that a zero on a dividing face is
proved from both sides; what two boxes prove is one zero if one of their enclosures lies in the box
of the other.  References: Moore1966.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush

from nonholo.arithmetic.balls import Ball, BallMatrix, at_precision
from nonholo.arithmetic.numbers import Rational
from nonholo.decide.ball import balls
from nonholo.expression.graph import Expr
from nonholo.work import Work

BITS = 128
LARGER = 1.15  # by how much a box is made larger before it is tried, and to LEAST at least:
# an unknown that a linear equation gives exactly, x = 0, has no width left
DIVIDED = 0.4874  # where a box is divided: not in the middle, where zeros are
LEAST = 1e-7  # the radius below which a box is left undecided
MOST_ZEROS = 200  # each is held against all others
POLISHED = 32  # steps of Newton's method on an enclosure
NARROW = 0.9  # a box that became narrower than this is made narrower again

Box = tuple[Ball, ...]


@dataclass(frozen=True, slots=True)
class Enclosure:
    """One zero, in a box in which there is no other: (low, high) of each unknown by a ball; within:
    the larger box in which it is the only one."""

    box: Box
    within: Box


@dataclass(frozen=True, slots=True)
class Zeros:
    """The zeros in a box; complete: there are no others in it; open: boxes left undecided,
    or not looked at once `MOST_ZEROS` were found."""

    zeros: tuple[Enclosure, ...]
    complete: bool
    open: tuple[Box, ...] = ()


def zeros_in(
    functions: Sequence[Expr],
    unknowns: Sequence[Expr],
    box: Sequence[tuple[Rational, Rational]],
    point: Mapping[Expr, Expr],
    work: Work,
    turning: Sequence[Expr] = (),
    near: Sequence[Rational] = (),
) -> Zeros:
    """All zeros of as many functions as unknowns in a box, with proofs.

    box: (low, high) of each unknown; point: values of all other symbols; turning: unknowns in which
    every function has the period 2 pi, so that zeros a turn apart are told once; near: boxes
    close to this point are looked at first.

    >>> from nonholo.expression.graph import Graph
    >>> g = Graph()
    >>> x = g.symbol("x")
    >>> inside = zeros_in([g.cos(x) - x], [x], [(Rational(-9), Rational(9))], {}, Work.of(10**7))
    >>> [round(float(e.box[0]), 9) for e in inside.zeros], inside.complete
    ([0.739085133], True)
    """
    with at_precision(BITS):
        return _Search(functions, unknowns, point, turning).run(
            [_ball(Ball(low), Ball(high)) for low, high in box],
            work,
            [float(Ball(x)) for x in near],
        )


def _ball(low: Ball, high: Ball) -> Ball:
    return low.union(high)


class _Search:
    """The functions with their slopes, evaluated in balls."""

    def __init__(
        self,
        functions: Sequence[Expr],
        unknowns: Sequence[Expr],
        point: Mapping[Expr, Expr],
        turning: Sequence[Expr],
    ):
        self.n, self.unknowns = len(unknowns), list(unknowns)
        self.values = list(functions)
        self.slopes = [f.diff(s) for f in functions for s in unknowns]
        symbols = list(point)
        self.known = dict(zip(symbols, balls(list(point.values()), {}, BITS))) if symbols else {}
        self.turning = [s in turning for s in unknowns]

    def run(self, start: list[Ball], work: Work, near: Sequence[float]) -> Zeros:
        zeros: list[Enclosure] = []
        left: list[Box] = []
        waiting, made = [(0.0, 0, start)], 1
        while waiting:
            if work.over or len(zeros) == MOST_ZEROS:
                left += [tuple(box) for *_, box in waiting]
                break
            *_, box = heappop(waiting)
            state, result = self._tried(box)
            if state == "one":
                self._add(zeros, result)
            elif state == "open":
                cut = self._divided(result)
                if cut is None:
                    left.append(tuple(result))
                for half in cut or ():
                    made -= 1  # of boxes as near as each other the last one first
                    heappush(waiting, (_distance(half, near), made, half))
        left = [box for box in left if not any(_inside(box, e.within) for e in zeros)]
        return Zeros(tuple(zeros), not left, tuple(left))

    def _at(self, nodes: Sequence[Expr], box: Sequence[Ball]) -> list[Ball]:
        return balls(nodes, {**self.known, **dict(zip(self.unknowns, box))}, BITS)

    def _tried(self, box: list[Ball]):
        """("none", None), ("one", enclosure) or ("open", a box in which all zeros of this one
        lie)."""
        for _ in range(POLISHED):
            if any(_apart(value) for value in self._at(self.values, box)):
                return "none", None
            wide = [Ball(b.mid(), max(b.rad() * LARGER, Ball(LEAST))) for b in box]
            image = self._image(wide)
            if image is None:
                return "open", box
            if all(a.contains_interior(b) for a, b in zip(wide, image)):
                return "one", Enclosure(tuple(self._polished(image)), tuple(wide))
            if not all(a.overlaps(b) for a, b in zip(box, image)):
                return "none", None
            narrower = [a.intersection(b) for a, b in zip(box, image)]
            if not any(float(b.rad()) < NARROW * float(a.rad()) for a, b in zip(box, narrower)):
                return "open", narrower
            box = narrower
        return "open", box

    def _image(self, box: Sequence[Ball]) -> list[Ball] | None:
        middle = [b.mid() for b in box]
        value = self._at(self.values, middle)
        slopes = self._at(self.slopes, box)
        if not all(b.is_finite() for b in (*value, *slopes)):
            return None
        n = self.n
        try:
            inverse = BallMatrix(n, n, [b.mid() for b in slopes]).inv()
        except ZeroDivisionError:
            return None
        inverse = BallMatrix(n, n, [b.mid() for b in inverse.entries()])
        one = BallMatrix(n, n, [int(i == j) for i in range(n) for j in range(n)])
        spread = BallMatrix(n, 1, [b - m for b, m in zip(box, middle)])
        moved = (one - inverse * BallMatrix(n, n, slopes)) * spread - inverse * BallMatrix(
            n, 1, value
        )
        image = [m + d for m, d in zip(middle, moved.entries())]
        return image if all(b.is_finite() for b in image) else None

    def _polished(self, box: list[Ball]) -> list[Ball]:
        """The same zero in a smaller box: K(X) holds every zero of X."""
        for _ in range(POLISHED):
            image = self._image(box)
            if image is None:
                break
            narrower = [a.intersection(b) for a, b in zip(box, image)]
            if not any(float(b.rad()) < NARROW * float(a.rad()) for a, b in zip(box, narrower)):
                break
            box = narrower
        return box

    def _divided(self, box: Sequence[Ball]) -> list[list[Ball]] | None:
        widest = max(range(self.n), key=lambda i: float(box[i].rad()))
        b = box[widest]
        if float(b.rad()) < LEAST:
            return None
        low, high = b.mid() - b.rad(), b.mid() + b.rad()
        at = (low + (high - low) * DIVIDED).mid()
        return [
            [half if i == widest else c for i, c in enumerate(box)]
            for half in (_ball(low, at), _ball(at, high))
        ]

    def _add(self, zeros: list[Enclosure], more: Enclosure) -> None:
        """One zero more, unless it is one that is known: a whole turn away at most."""
        for known in zeros:
            if self._same(known, more):
                return
        zeros.append(more)

    def _same(self, a: Enclosure, b: Enclosure) -> bool:
        moved = []
        for x, y, turns in zip(a.box, b.box, self.turning):
            away = (x.mid() - y.mid()) / (2 * Ball.pi())
            whole = round(float(away)) if turns else 0
            moved.append(y + 2 * whole * Ball.pi())
        return _inside(tuple(moved), a.within)


def _distance(box: Sequence[Ball], near: Sequence[float]) -> float:
    """How far the box is from the point, in the coordinate in which it is farthest."""
    away = (abs(float(b.mid()) - x) - float(b.rad()) for b, x in zip(box, near))
    return max((max(0.0, a) for a in away), default=0.0)


def _apart(value: Ball) -> bool:
    """Surely not 0."""
    return value.is_finite() and not value.contains(0)


def _inside(inner: Sequence[Ball], outer: Sequence[Ball]) -> bool:
    return all(b.contains(a) for a, b in zip(inner, outer))
