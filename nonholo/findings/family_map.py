"""A family over two of its parameters, as a map: where in a window which cell lies."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from nonholo.errors import BadCase, option
from nonholo.expression.graph import Expr
from nonholo.expression.ranges import range_of
from nonholo.expression.text import text
from nonholo.findings.family import Family, FamilyCell
from nonholo.numerics.tape import Tape, approximate
from nonholo.readers.case import Case
from nonholo.words.sentence import say

GRID = 401  # points of the grid in each direction
Window = tuple[float, float]
SPAN = 3.0  # of the window from 0 where nothing is assumed of a parameter


@dataclass(frozen=True, slots=True)
class Drawn:
    """One cell on the map: all of it (None), curves where a function of the grid is 0, or points.

    number: of the cell in the family, from 1.
    """

    number: int
    cell: FamilyCell
    values: np.ndarray | None = None
    points: tuple[tuple[float, float], ...] = ()


@dataclass(frozen=True, slots=True)
class FamilyMap:
    """Two parameters x, y over a window, the others fixed.

    x, y: the coordinates of the grid, shapes (GRID,); drawn: the cells that meet this plane,
    the one that fills it first; fixed: the other parameters.
    """

    family: Family
    names: tuple[str, str]
    x: np.ndarray
    y: np.ndarray
    drawn: tuple[Drawn, ...]
    fixed: Mapping[str, Expr]


def family_map(
    case: Case, family: Family, names: Sequence[str] | Mapping[str, Window | None] = ()
) -> FamilyMap:
    """The map of a family over two of its parameters.

    names: of the two, which need be given where the family has more, or name -> what of it is
    drawn; the others have the numbers of the case, else 1.  Raises BadCase for names that are no
    parameters, or not two.
    """
    windows = names if isinstance(names, Mapping) else {}
    known = {str(p): p for p in family.parameters}
    chosen = tuple(names) or (tuple(known) if len(known) == 2 else ())
    if len(known) < 2:
        there = ", ".join(known) or say("(there are none)")
        raise BadCase(
            case.name,
            say("a map needs two parameters, and here is one at most: {there}", there=there),
        )
    if len(chosen) != 2 or not set(chosen) <= set(known):
        raise BadCase(
            case.name,
            say(
                "a map needs two of the parameters {value}; ",
                value=", ".join(known),
            )
            + (
                say("given were {names}", names=", ".join(chosen))
                if chosen
                else option(say("name two: --map a,c"), say("name two"))
            ),
        )
    first, second = (known[n] for n in chosen)
    numbers = {str(p): x for p, x in case.system.values.items()}
    graph = first.graph
    fixed = {
        p: graph.copy([numbers[n]])[0] if n in numbers else graph.one
        for n, p in known.items()
        if p not in (first, second)
    }
    x, y = (_line(p, windows.get(str(p))) for p in (first, second))
    drawn = [
        shape
        for number, cell in enumerate(family.cells, start=1)
        if (shape := _drawn(number, cell, fixed, (first, second), x, y)) is not None
    ]
    drawn.sort(key=lambda d: (d.values is not None, bool(d.points)))
    told = {str(p): value for p, value in fixed.items()}
    return FamilyMap(family, (chosen[0], chosen[1]), x, y, tuple(drawn), told)


def _line(parameter: Expr, window: Window | None) -> np.ndarray:
    """The grid in one direction: what was asked for, else within what is assumed of it."""
    if window is not None:
        return np.linspace(*window, GRID)
    assumed = range_of(parameter)
    low = -SPAN if assumed.low is None else float(assumed.low)
    high = SPAN if assumed.high is None else float(assumed.high)
    if assumed.low is not None and assumed.high is None:
        high = low + 2 * SPAN
    if assumed.high is not None and assumed.low is None:
        low = high - 2 * SPAN
    return np.linspace(low, high, GRID)


def _drawn(
    number: int,
    cell: FamilyCell,
    fixed: Mapping[Expr, Expr],
    pair: tuple[Expr, Expr],
    x: np.ndarray,
    y: np.ndarray,
) -> Drawn | None:
    """What of the cell meets the plane of the two parameters."""
    try:
        remaining = {text(e): e for e in (e.subs(fixed) for e in cell.equations) if not e.is_zero}
        beside = [[e.subs(fixed) for e in inner] for inner in cell.without]
    except ZeroDivisionError:
        return None
    if any(all(e.is_zero for e in inner) for inner in beside):
        return None  # all of the plane belongs to another cell
    equations = list(remaining.values())
    if any(e.is_constant for e in equations):
        return None
    if not equations:
        return Drawn(number, cell)
    if len(equations) == 1:
        grid = np.stack(np.meshgrid(x, y), axis=-1)
        return Drawn(number, cell, Tape(equations, pair)(grid)[..., 0])
    points = []
    for solved in (cell.solved, *cell.others):
        at = [solved[p].subs(fixed) for p in pair if p in solved]
        if len(at) == 2 and all(e.is_constant for e in at):
            points.append((approximate(at[0]), approximate(at[1])))
    return Drawn(number, cell, points=tuple(points)) if points else None
