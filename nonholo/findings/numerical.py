"""Constraints that are known by numbers alone: rank, curvature and growth at points, with errors.

A(q) of a simulator, a robot model or data.  The rows are solved for dependent velocities, fitted by
polynomials on boxes of several sizes, and brackets are taken of these; where neighbouring boxes
agree is the value, how well they agree its error.  All of it is numerical and nothing is proved:
this record is no `Verdict` and has none of its words.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nonholo.errors import BadCase
from nonholo.numerics.at_point import FEWEST_STEPS, MOST_STEPS, AtPoint, growth_by_numbers
from nonholo.numerics.row_values import Rows
from nonholo.readers.name_list import name_list
from nonholo.shows import ShownAsPart, shown
from nonholo.words.sentence import say

Array = NDArray[np.float64]
RADIUS = 0.4  # of the widest box


@dataclass(frozen=True, slots=True, repr=False)
class Numerical(ShownAsPart):
    """What numbers say of constraints A(q) q' + a0(q) = 0: never proved.

    names: of the coordinates; k: the number of rows; space: "tq" with an a0, else "q"; depends: the
    coordinates on which A was seen to depend; points: what was found at each; evaluations: how
    often A was called.

    >>> import nonholo as nh
    >>> found = nh.check_numerically(lambda q: [[-q[1], 0, 1]], [0.3, 0.2, 0.0])
    >>> found
    <Numerical, nothing proved: 1 constraint on 3 coordinates, not integrable, growth (2, 3)>
    >>> found.points[0].residual > 1e6 * found.points[0].residual_error
    True
    """

    names: tuple[str, ...]
    k: int
    space: str
    depends: tuple[str, ...]
    points: tuple[AtPoint, ...]
    evaluations: int

    @property
    def integrable(self) -> bool | None:
        """By numbers: False if some point says so, True if all points say so; None else."""
        said = [point.integrable for point in self.points]
        return False if False in said else True if all(said) else None

    @property
    def growth(self) -> tuple[tuple[int, ...] | None, ...]:
        """The growth vector at each point, as far as brackets were taken."""
        return tuple(point.growth for point in self.points)

    def record(self) -> dict[str, Any]:
        """The same as JSON values.

        >>> import nonholo as nh
        >>> nh.check_numerically(lambda q: [[-q[1], 0, 1]], [0.3, 0.2, 0.0]).record()["proved"]
        False
        """
        return {
            "schema": 1,
            "kind": "numerical",
            "proved": False,
            "coordinates": list(self.names),
            "constraints": self.k,
            "space": self.space,
            "depends_on": list(self.depends),
            "integrable": self.integrable,
            "points": [_point_record(self.names, point) for point in self.points],
            "evaluations": self.evaluations,
        }

    def __repr__(self) -> str:
        word = _WORDS[self.integrable]
        vectors = list(dict.fromkeys(g for g in self.growth if g))
        growth = f", growth {' or '.join(map(str, vectors))}" if vectors else ""
        return (
            f"<Numerical, nothing proved: {_count(self.k, 'constraint')} on "
            f"{_count(len(self.names), 'coordinate')}, {word}{growth}>"
        )

    def __str__(self) -> str:
        return str(shown("notebook.in_words", self))


_WORDS = {True: "integrable", False: "not integrable", None: "unclear whether integrable"}


def check_numerically(
    A: Callable[[Array], Any],
    points: Any,
    a0: Callable[[Array], Any] | None = None,
    names: Sequence[str] = (),
    radius: float | Sequence[float] = RADIUS,
    steps: int | None = None,
) -> Numerical:
    """Rank, joint integrability and growth vector at points, by numbers: never a proof.

        W_s: the values of all brackets of length s of the fields X_I of the solved rows
        residual = |W_2|,       dim D_s = dim D_1 + rank (W_2, ..., W_s)

    by singular values against an estimated error, of polynomials fitted to the rows on boxes of
    several sizes.  `check` decides the same for constraints that are given as expressions.

    Parameters
    ----------
    A : function of one array of n numbers that gives k x n numbers (of SymPy expressions:
        lambdify([q], A)); smooth near the points.
    points : one point or several, n numbers each, or mappings of names to numbers.
    a0 : function of the same array, for A(q) q' + a0(q) = 0: k numbers; brackets in (t, q) then.
    names : of the coordinates; those of the mappings, or q1, q2, ...
    radius : half the width of the widest box, one number or one for each coordinate.
    steps : the length of the longest brackets; absent it is k + 1, at least 3 and at most 5.

    Raises
    ------
    BadCase : for what is no matrix of finite numbers, with the point where; for wrong points.

    Examples
    --------
    >>> import nonholo as nh
    >>> from math import cos, sin
    >>> blade = lambda q: [[sin(q[2]), -cos(q[2]), 0]]
    >>> found = nh.check_numerically(blade, [0, 0, 1], names="x y a")
    >>> found.integrable, found.growth, found.depends
    (False, ((2, 3),), ('a',))
    >>> found.record()["proved"]
    False
    """
    where, words = _points(points, names)
    rows = Rows(A, a0, len(words))
    box = _radius(radius, len(words))
    for name, function in (("A", A), ("a0", a0)):
        if not callable(function) and not (name == "a0" and function is None):
            raise BadCase(
                "A",
                say(
                    "{name} is no function; a matrix of exact numbers and expressions is "
                    "judged exactly: nh.check(nh.constraints(A, q))",
                    name=name,
                ),
            )
    if steps is not None and (
        isinstance(steps, bool) or steps not in range(FEWEST_STEPS, MOST_STEPS + 1)
    ):
        raise BadCase(
            "A",
            say(
                "steps = {steps!r}: needed is a whole number from {least} to {most}",
                steps=steps,
                least=FEWEST_STEPS,
                most=MOST_STEPS,
            ),
        )
    active = sorted({i for q in where for i in rows.active(q, box / 2)})
    judged = tuple(growth_by_numbers(rows, q, box, active, steps) for q in where)
    depends = tuple(words[i] for i in active)
    return Numerical(tuple(words), rows.k, "tq" if rows.timed else "q", depends, judged, rows.count)


# what was given -----------------------------------------------------------------------------------
def _points(given: Any, names: Any) -> tuple[list[Array], list[str]]:
    """The points as arrays, and the names of the coordinates.  Raises BadCase."""
    words = list(name_list(names, "names"))
    listed = [given] if isinstance(given, Mapping) else given
    if not isinstance(given, Mapping) and _is_flat(given):
        listed = [given]
    try:
        listed = list(listed)
    except TypeError:
        listed = []
    if listed and all(isinstance(p, Mapping) for p in listed):
        words = words or [str(n) for n in listed[0]]
        odd = next((p for p in listed if sorted(map(str, p)) != sorted(words)), None)
        if odd is not None:
            raise BadCase(
                "A",
                say(
                    "points: needed are values of {names}, given was {odd}",
                    names=", ".join(words),
                    odd=odd,
                ),
            )
        listed = [[p[n] for n in words] for p in listed]
    try:
        array = np.array(listed, dtype=float)
    except (TypeError, ValueError):
        array = np.zeros(0)
    if array.ndim != 2 or not array.size or not np.isfinite(array).all():
        raise BadCase(
            "A",
            say(
                "points: needed is a point (n finite numbers) or a list of points, given was "
                "{given}",
                given=str(given)[:60],
            ),
        )
    words = words or [f"q{i}" for i in range(1, array.shape[1] + 1)]
    if len(words) != array.shape[1] or len(set(words)) != len(words):
        raise BadCase(
            "A",
            say(
                "names: needed are {n} different ones, given were {names}",
                n=array.shape[1],
                names=", ".join(words),
            ),
        )
    return list(array), words


def _is_flat(given: Any) -> bool:
    try:
        return np.ndim(given) == 1 and not any(isinstance(p, Mapping) for p in given)
    except (TypeError, ValueError):  # ragged
        return False


def _radius(given: Any, n: int) -> Array:
    """Half the width of the widest box along each coordinate.  Raises BadCase."""
    try:
        radii = np.array(np.broadcast_to(np.array(given, dtype=float), (n,)))
    except (TypeError, ValueError):
        radii = np.zeros(n)
    if not (np.isfinite(radii) & (radii > 0)).all():
        raise BadCase(
            "A",
            say(
                "radius = {given!r}: needed is a positive number, or {n} of them",
                given=given,
                n=n,
            ),
        )
    return radii


# words --------------------------------------------------------------------------------------------
def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'s' * (number != 1)}"


def _point_record(names: Sequence[str], point: AtPoint) -> dict[str, Any]:
    return {
        "at": dict(zip(names, point.q)),
        "rank": point.rank.rank,
        "rank_clear": point.rank.clear,
        "singular_values": list(point.rank.singular_values),
        "singular_value_error": point.rank.error,
        "residual": point.residual,
        "residual_error": point.residual_error,
        "integrable": point.integrable,
        "growth_vector": None if point.growth is None else list(point.growth),
        "clear": point.clear,
        "brackets": [
            {
                "length": s.length,
                "new": s.new,
                "size": s.size,
                "error": s.error,
                "scale": s.scale,
                "clear": s.clear,
                "radius": s.radius,
            }
            for s in point.steps
        ],
        "remark": point.remark,
    }
