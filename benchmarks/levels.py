"""Systems with levels, and with the levels eliminated: `python benchmarks/levels.py --sets 5000`.

Each pair of `known_levels.py` is judged twice: rank, h, growth vector, verdict and each row alone
must be the same up to the number of levels; every --motion-th pair also has its equations of motion
derived both ways, and its accelerations compared at an exact point.  Exit status 1 for any
difference or error; undecided answers are counted.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from contextlib import suppress
from fractions import Fraction

from known_levels import LETTERS, Pair, known_pair, rate

import nonholo as nh
from nonholo.decide.zero import decide_zero
from nonholo.errors import NotApplicable


def complaints(pair: Pair) -> tuple[list[str], bool]:
    """What differs, and whether the system with levels was left undecided."""
    whole = nh.check(
        nh.System(
            list(pair.names),
            constraints=list(pair.rows),
            holonomic_constraints=list(pair.levels),
            parameters=LETTERS,
        )
    )
    own = nh.check(nh.System(list(pair.base), constraints=list(pair.base_rows), parameters=LETTERS))
    p, found = len(pair.levels), []
    if whole.relations is None:
        return (
            ([], True)
            if own.relations is None or whole.verdict == "undecided"
            else (["verdict"], False)
        )
    claims = [
        ("rank", whole.independent - p, own.independent),
        ("h", whole.relations - p, own.relations),
        ("growth", _in_q(whole), _in_q(own)),
        ("joint", whole.joint.answer, own.joint.answer),
    ]
    alone = [form.integrable for form in whole.forms if form.label in pair.rows]
    claims += [("alone", a, b.integrable) for a, b in zip(alone, own.forms)]
    found += [f"{what}: {a!r}, must be {b!r}" for what, a, b in claims if a is not None and a != b]
    if len(whole.integrals.together) > whole.relations:
        found.append("more first integrals than h")
    return found, None in alone


def _in_q(check) -> tuple[int, ...]:
    """The growth vector without d/dt, which levels that move add."""
    return tuple(d - (check.full.space == "tq") for d in check.growth.vector)


def motion_differs(pair: Pair) -> list[str]:
    """Accelerations of the coordinates that both systems have, at a point of Z."""
    squares = " + ".join(f"{n}dot**2" for n in pair.names)
    whole = nh.System(
        list(pair.names),
        f"({squares})/2 - {pair.base[0]}",
        constraints=list(pair.rows),
        holonomic_constraints=list(pair.levels),
        parameters=LETTERS,
    )
    values = dict(pair.values)
    rates = {u: rate(g, pair.base) for u, g in values.items()}
    kinetic = " + ".join(f"({rates.get(n, n + 'dot')})**2" for n in pair.names)
    own = nh.System(
        list(pair.base),
        f"({kinetic})/2 - {pair.base[0]}",
        constraints=list(pair.base_rows),
        parameters=LETTERS,
    )
    first, second = nh.compare(whole), nh.compare(own)
    if any(entry.agrees is False for entry in first.formulations):
        return ["formulations differ"]
    a, b = _accelerations(first, pair, whole), _accelerations(second, pair, own)
    if a is None or b is None:
        return []
    moved = dict(zip(b, next(iter(a.values())).graph.copy(list(b.values()))))
    return [
        f"{n}'': {a[n]}, must be {moved[n]}"
        for n in b
        if decide_zero(a[n] - moved[n]).answer is not True
    ]


def _accelerations(compared, pair: Pair, case):
    """Accelerations as exact numbers at a point of Z with admissible velocities; None at a pole."""
    d, graph = compared.distribution, compared.distribution.chart.graph
    free = {n: Fraction(2 * i + 3, 5) for i, n in enumerate(pair.base)}
    point = {graph.symbol(n): graph.lift(x) for n, x in free.items()} | {
        graph.symbol("t"): graph.lift(Fraction(1, 7))
    }
    speeds = _speeds(pair, free, graph)
    for u, g in pair.values:
        if u in d.chart.names:
            point[graph.symbol(u)] = case.scope.expression(g).subs(point)
            speeds[graph.symbol(u + "dot")] = case.scope.constraint(rate(g, pair.base)).subs(
                point | speeds
            )
    try:
        return {
            n: a.subs(point | speeds)
            for n, a in zip(d.chart.names, compared.reference.accelerations)
            if n in pair.base
        }
    except ZeroDivisionError:
        return None


def _speeds(pair: Pair, free, graph):
    """Velocities of the base system that obey its rows at the point."""
    d = nh.check(
        nh.System(list(pair.base), constraints=list(pair.base_rows), parameters=LETTERS)
    ).distribution
    own = d.chart.graph
    there = {own.symbol(n): own.lift(x) for n, x in free.items()} | {
        d.chart.t: own.lift(Fraction(1, 7))
    }
    chosen = {d.chart.v[j]: own.lift(i + 2) for i, j in enumerate(d.independent)}
    known = {v: f.subs({**there, **chosen}) for v, f in d.lift().items()} | chosen
    return dict(zip(graph.copy(list(known)), graph.copy(list(known.values()))))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sets", type=int, default=200)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--motion", type=int, default=10)
    options = parser.parse_args()
    counts, start = Counter(), time.perf_counter()
    for seed in range(options.first, options.first + options.sets):
        pair = known_pair(seed)
        try:
            wrong, undecided = complaints(pair)
            if options.motion and seed % options.motion == 0:
                counts["motions"] += 1
                with suppress(
                    NotApplicable
                ):  # parts of the set with different rows, and no initial configuration
                    wrong += motion_differs(pair)
        except (
            Exception
        ) as error:  # whatever is raised on a sound system is an error of the package
            wrong, undecided = [f"{type(error).__name__}: {error}"], False
        counts["wrong" if wrong else "undecided" if undecided else "right"] += 1
        if wrong:
            print(seed, pair.kind, pair.rows, pair.levels, wrong, flush=True)
    print(dict(counts), f"{time.perf_counter() - start:.0f} s")
    return 1 if counts["wrong"] else 0


if __name__ == "__main__":
    sys.exit(main())
