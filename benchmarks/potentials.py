"""Potentials of random forms mu dG and first integrals of random sets: `python
benchmarks/potentials.py`.

Judges the members 0, 1, 2, ... of the families in potential_forms.py: a potential counts as found
if mu w = dG is proved and G is a function of the known one; a set if all its first integrals are
found.  Prints what fails, the times and the methods.  Exit status 1 if fewer than 95 of 100 single
forms are found within the time, or anything found is wrong."""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Callable

from potential_forms import Member, is_regular, single, together

from nonholo.expression.graph import Graph
from nonholo.geometry.distribution.distribution import distribution
from nonholo.geometry.flag.flag import in_new_graph
from nonholo.geometry.integrals.integrals import FirstIntegral, integrals
from nonholo.linear.elimination import echelon

SHARE = 0.95  # of the single forms, that is to be found


def search(member: Member, units: int) -> tuple[FirstIntegral, ...]:
    """What is found for a member, in a graph that has never seen the known functions."""
    rows, _ = in_new_graph(member.rows)
    forms = [rows.form(l) for l in range(rows.k)]
    d = distribution(rows) if rows.k > 1 else None
    return integrals(rows, range(rows.k), forms, [rows.k == 1] * rows.k, units, d).together


def is_true(member: Member, found: tuple[FirstIntegral, ...]) -> bool:
    """The functions found are independent functions of the known ones."""
    graph = Graph()
    variables = graph.copy(list(member.rows.chart.q))
    theirs = graph.copy([f.function for f in found])
    known = graph.copy(list(member.functions))

    def rank(functions) -> int:
        return echelon(graph, [[f.diff(x) for x in variables] for f in functions]).rank

    return rank(theirs) == len(theirs) and rank([*known, *theirs]) == len(known)


def judge(family: Callable[[int], Member], seeds: range, units: int) -> tuple[int, int, int]:
    """Judge members and print; (how many were judged, found completely, wrong)."""
    times, methods, complete, wrong = [], Counter(), 0, 0
    for seed in seeds:
        try:
            member = family(seed)
        except ZeroDivisionError:
            continue
        if not is_regular(member):
            continue
        start = time.perf_counter()
        found = search(member, units)
        times.append(time.perf_counter() - start)
        methods.update(f.method for f in found)
        good, true = len(found) == member.rows.k, is_true(member, found)
        complete, wrong = complete + good, wrong + (not true)
        if not good or not true:
            word = "WRONG" if not true else f"{len(found)} of {member.rows.k} found"
            print(
                f"  member {seed} ({', '.join(member.kinds)}; {member.rows.chart.n} variables): "
                f"{word} "
                f"after {times[-1]:.1f} s; known: {'; '.join(map(str, member.functions))[:160]}",
                flush=True,
            )
    times.sort()
    print(
        f"{family.__name__}: {complete} of {len(times)} found, {wrong} wrong; median "
        f"{times[len(times) // 2]:.3f} s, "
        f"largest {times[-1]:.2f} s\n  methods: "
        + ", ".join(f"{name} {number}" for name, number in methods.most_common()),
        flush=True,
    )
    return len(times), complete, wrong


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--members", type=int, default=200, help="seeds 0, 1, ... of each family (default 200)"
    )
    parser.add_argument(
        "--units", type=int, default=10_000_000, help="of work for each member (default 10000000)"
    )
    options = parser.parse_args()
    seeds = range(options.members)
    judged, found, wrong = judge(single, seeds, options.units)
    wrong += judge(together, seeds, options.units)[2]
    return int(wrong > 0 or found < SHARE * judged)


if __name__ == "__main__":
    raise SystemExit(main())
