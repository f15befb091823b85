"""Coefficients put together from pieces with abs and sign: the flag on each region where they are analytic.

Where no argument u of an abs or a sign vanishes, sign(u) is 1 or -1 and abs(u) is u or -u.  On each combination of
signs that some simple point has, the set is one with analytic coefficients.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice, product

from nonholo.errors import NonholoError
from nonholo.exact.graph import Expr
from nonholo.exact.text import text
from nonholo.geometry.branches import PLAIN
from nonholo.geometry.distribution import distribution
from nonholo.geometry.flag import closure
from nonholo.geometry.kinks import kinks, signs_at, smooth
from nonholo.geometry.pfaffian import Pfaffian, independent_rows
from nonholo.geometry.strata import Stratum

SECONDS = 2.0
MOST_KINKS = 3
MOST_POINTS = 60


def regions(rows: Pfaffian, seconds: float = SECONDS) -> tuple[Stratum, ...]:
    """The growth vector generic on each region; nothing for sets without abs and sign, or with too many of them."""
    parts = kinks(rows)
    if not parts or len(parts) > MOST_KINKS:
        return ()
    deadline, found = time.process_time() + seconds, []
    points = list(islice(_points(rows, parts), MOST_POINTS))
    for signs in product((1, -1), repeat=len(parts)):
        at = next((p for p in points if signs_at(parts, p) == list(signs)), None)
        if at is not None and time.process_time() < deadline:
            found.append(_region(rows, parts, signs, at, deadline))
    return tuple(stratum for stratum in found if stratum is not None)


def _region(rows: Pfaffian, parts: Sequence[Expr], signs: Sequence[int], at: Mapping[Expr, Expr],
            deadline: float) -> Stratum | None:
    where = tuple(f"{text(u)} {'>' if sign > 0 else '<'} 0" for u, sign in zip(parts, signs))
    try:
        own, _, _ = independent_rows(smooth(rows, parts, signs))
        growth = closure(distribution(own), max(0.1, deadline - time.process_time())).growth
    except NonholoError:
        return None
    return Stratum((), own.k, growth, at, where) if growth.complete else None


def _points(rows: Pfaffian, parts: Sequence[Expr]) -> Iterator[dict[Expr, Expr]]:
    """Simple points, the coordinates under abs and sign varied."""
    chart = rows.chart
    rest = dict.fromkeys((*chart.q, *([chart.t] if rows.space == "tq" else [])), chart.graph.zero)
    moving = [s for s in rest if any(u.has([s]) for u in parts)]
    for values in product(PLAIN[1:], repeat=len(moving)):
        yield rest | {s: chart.graph.lift(v) for s, v in zip(moving, values)}
