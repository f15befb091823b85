"""The stability of a steady motion over one or two of its letters, for a picture.

One letter: the eigenvalues along it.  Two letters: a grid, with the verdict of each region on it,
judged at an exact point of the region.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from nonholo.arithmetic.numbers import rational
from nonholo.errors import BadCase, NotApplicable, option
from nonholo.expression.graph import Expr
from nonholo.expression.ranges import range_of
from nonholo.findings.steady_stability import SteadyStability
from nonholo.numerics.spectrum import Sweep, sweep
from nonholo.numerics.tape import Tape, approximate
from nonholo.words.sentence import say

GRID = 401  # points of the grid in each direction
POINTS = 241  # of a letter along which eigenvalues are drawn
SPAN = 3.0  # of the window from 0 where nothing is known of a letter
ROOM = 0.4  # of the distance between the first and the last boundary, on either side
MOST = 200  # regions on a grid that are judged
VERDICTS = ("unstable", "undecided", "stable", "asymptotically stable")
Window = tuple[float, float]
Windows = Mapping[str, Window | None]


@dataclass(frozen=True, slots=True)
class SteadyLine:
    """Eigenvalues over one letter: window, and the values in it."""

    steady: SteadyStability
    window: Window
    swept: Sweep


@dataclass(frozen=True, slots=True)
class SteadyMap:
    """Verdicts over two letters.

    x, y: the grid (GRID,); verdicts: places in VERDICTS, -1 where it was not judged (GRID, GRID),
    y first; curves: the values of each boundary on the grid.
    """

    steady: SteadyStability
    names: tuple[str, str]
    x: np.ndarray
    y: np.ndarray
    verdicts: np.ndarray
    curves: tuple[np.ndarray, ...]


def steady_map(steady: SteadyStability, windows: Windows | None = None) -> SteadyLine | SteadyMap:
    """What a picture of the stability needs.

    windows: letter -> the range that is drawn, None for one that is chosen; the first of two
    letters is drawn to the right.  Raises NotApplicable for none or more than two letters, BadCase
    for a name that is no letter.
    """
    given = dict(windows or {})
    known = {str(x.args): x for x in steady.letters}
    wrong = [name for name in given if name not in known]
    if wrong:
        told = ", ".join(known) or "none"
        raise BadCase(
            steady.case.name,
            say(
                "{wrong} is no letter of this motion; there are {told}",
                wrong=wrong[0],
                told=told,
            ),
        )
    names = [*given, *(name for name in known if name not in given)]
    if len(names) == 1:
        return _line(steady, known[names[0]], given.get(names[0]))
    if len(names) != 2:
        raise NotApplicable(
            say(
                "a picture is one of one or two letters; here are {count} ({names}). Others need "
                "a number in the case, or in the steady motion{hint}",
                count=len(names),
                names=", ".join(names) or "-",
                hint=option(" (--at)", ""),
            )
        )
    first, second = (known[name] for name in names)
    x, y = (_centres(given.get(name) or _window(steady, known[name])) for name in names)
    return _grid(steady, (first, second), x, y)


def _centres(window: Window) -> np.ndarray:
    """The middles of the steps: boundaries such as v = 0 lie beside them."""
    low, high = window
    return low + (high - low) * (np.arange(GRID) + 0.5) / GRID


def _line(steady: SteadyStability, letter: Expr, given: Window | None) -> SteadyLine:
    low, high = given or _window(steady, letter)
    values = np.linspace(low, high, POINTS).tolist()
    linear = steady.small.linear  # the ends of what is assumed are drawn too
    swept = sweep(linear, linear.system.chart.graph.symbol(letter.args), values)
    return SteadyLine(steady, (low, high), swept)


def _window(steady: SteadyStability, letter: Expr) -> Window:
    """Around the boundaries of one letter; else twice its number in the case, and as far on the
    other side of 0; within what is assumed of it.
    """
    ends = [z for cell in steady.cells for z in cell.between or () if z is not None]
    numbers = {s.args: value for s, value in steady.given.items()}
    assumed = range_of(letter)
    if ends:
        low, high = min(float(z.low) for z in ends), max(float(z.high) for z in ends)
        room = ROOM * (high - low) or 1.0
        low, high = low - room, high + room
    elif letter.args in numbers and (value := approximate(numbers[letter.args])):
        low, high = (0.0 if assumed.not_negative else -2 * abs(value)), 2 * abs(value)
    else:
        low, high = (0.0, SPAN) if assumed.not_negative else (-SPAN, SPAN)
    low = low if assumed.low is None else max(low, float(assumed.low))
    high = high if assumed.high is None else min(high, float(assumed.high))
    return (low, high) if low < high else (low, low + SPAN)


def _grid(
    steady: SteadyStability, pair: tuple[Expr, Expr], x: np.ndarray, y: np.ndarray
) -> SteadyMap:
    from scipy.ndimage import label

    functions = [b.f for b in steady.boundaries]
    plane = np.stack(np.meshgrid(x, y), axis=-1)
    values = Tape(functions, pair)(plane) if functions else np.zeros((*plane.shape[:2], 0))
    codes = (values > 0) @ (2 ** np.arange(len(functions)))
    verdicts = np.full(codes.shape, -1)
    judged = 0
    for code in np.unique(codes):
        regions, count = label(codes == code)
        sizes = np.bincount(regions.ravel())
        for region in sorted(range(1, count + 1), key=lambda k: -sizes[k])[: MOST - judged]:
            judged += 1
            verdicts[regions == region] = _verdict(steady, pair, plane[_inside(regions == region)])
    names = (str(pair[0].args), str(pair[1].args))
    curves = tuple(values[..., k] for k in range(len(functions)))
    return SteadyMap(steady, names, x, y, verdicts, curves)


def _inside(region: np.ndarray) -> tuple[int, int]:
    """A point of a region that is far from its edge."""
    from scipy.ndimage import distance_transform_edt

    depth = distance_transform_edt(np.pad(region, 1))[1:-1, 1:-1]
    row, column = np.unravel_index(int(depth.argmax()), depth.shape)
    return int(row), int(column)


def _verdict(steady: SteadyStability, pair: tuple[Expr, Expr], at: np.ndarray) -> int:
    point = {s: rational(Fraction(float(v))) for s, v in zip(pair, at)}
    if not steady.judge.admits(point):
        return -1
    return VERDICTS.index(steady.judge.at([point]).verdict)
