"""The answers about every case, and about the same system told otherwise.

    python benchmarks/metamorphic.py --rounds 3 --seed 1

A case is told again, at random in each round, by

    rename       other names, in another order
    shear        x = X + c y
    bend         x = X + c y^2 or x = X + c sin(y), one to one on the whole space
    mix          rows added to others with constant factors
    scale        a row multiplied by a function without zeros
    redundant    a row that is a sum of the others
    free         a particle on a line of its own beside the system
    beside       a set with growth (2, 3) of its own beside the system
    level        one more coordinate w, and w = g(q) as a holonomic constraint
    later        t + c in place of t

and what does not depend on the telling is compared: verdict, h, rank, growth, degree,
accessibility, growth on strata, the answers of the cells of parameters; constant energy, invariant
measure, agreement of formulations, vakonomic motions, smooth reactions, rests and their stability,
how many first integrals there are.  For the larger sets h, rank and growth are those that follow.
"wrong": two different answers, both given; "open": one of them is undecided.  Exit status 1 for
anything wrong and any error.
"""

from __future__ import annotations

import argparse
import random
import re
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import nonholo as nh
from nonholo.errors import NonholoError, NotApplicable, OutOfReach
from nonholo.expression.text import text
from nonholo.findings.conservation import conserved, further_integrals, measure
from nonholo.linear.elimination import dot, echelon
from nonholo.readers.case import Case, Draft, build

ROOT = Path(__file__).resolve().parent.parent
OPEN = None
UNITS = 5_000_000  # of work for integrals, and for the cells of parameters
WORD = re.compile(r"[^\W\d]\w*")


@dataclass(frozen=True, slots=True)
class Told:
    """Coordinates, rows, levels, forces and Lagrangian as expressions.

    more: names of coordinates beside these, with texts of their rows and levels; moves: (i, j, s)
    for q_i = Q_i + s(q_j), in the order in which they were made; start: what t = 0 was."""

    order: tuple[int, ...]
    names: dict[str, str]
    rows: tuple[Any, ...]
    levels: tuple[Any, ...]
    forces: tuple[Any, ...]
    lagrangian: Any
    more: tuple[str, ...] = ()
    more_rows: tuple[str, ...] = ()
    more_levels: tuple[str, ...] = ()
    moves: tuple[tuple[int, int, Any], ...] = ()
    start: int = 0


def as_told(case: Case) -> Told:
    """The case as it is."""
    system, chart = case.system, case.system.chart
    parts = zip(system.pfaffian.matrix, system.pfaffian.affine, system.pfaffian.functions)
    rows = [dot(chart.graph, row, chart.v) + a for row, a, f in parts if f is None]
    return Told(
        tuple(range(chart.n)),
        {n: n for n in chart.names},
        tuple(rows),
        system.holonomic,
        system.forces or (chart.graph.zero,) * chart.n,
        system.lagrangian,
    )


def put(told: Told, values: dict) -> Told:
    """Expressions put in for symbols everywhere."""
    return replace(
        told,
        rows=tuple(e.subs(values) for e in told.rows),
        levels=tuple(e.subs(values) for e in told.levels),
        forces=tuple(e.subs(values) for e in told.forces),
        lagrangian=told.lagrangian.subs(values) if told.lagrangian is not None else None,
    )


def renamed(case: Case, told: Told, rng: random.Random) -> Told:
    order = list(told.order)
    rng.shuffle(order)
    fresh = [f"q{i}" for i in rng.sample(range(10, 99), len(order))]
    return replace(told, order=tuple(order), names=dict(zip(case.system.chart.names, fresh)))


def _moved(case: Case, told: Told, i: int, j: int, shift: Callable) -> Told:
    """q_i = Q_i + s(q_j):  q_i' = Q_i' + s' q_j',  Q_j + s' Q_i is the new force along q_j."""
    chart = case.system.chart
    s = shift(chart.q[j])
    slope = s.diff(chart.q[j])
    forces = list(told.forces)
    forces[j] = forces[j] + slope * forces[i]
    values = {chart.q[i]: chart.q[i] + s, chart.v[i]: chart.v[i] + slope * chart.v[j]}
    moves = (*told.moves, (i, j, s))
    return put(replace(told, forces=tuple(forces), moves=moves), values)


def sheared(case: Case, told: Told, rng: random.Random) -> Told | None:
    if case.system.chart.n < 2:
        return None
    i, j = rng.sample(range(case.system.chart.n), 2)
    c = rng.choice((1, -1, 2))
    return _moved(case, told, i, j, lambda q: c * q)


def bent(case: Case, told: Told, rng: random.Random) -> Told | None:
    chart = case.system.chart
    if chart.n < 2:
        return None
    i, j = rng.sample(range(chart.n), 2)
    c, wave = rng.choice((1, -1, 2)), rng.random() < 0.5
    return _moved(case, told, i, j, lambda q: c * (chart.graph.sin(q) if wave else q**2))


def mixed(case: Case, told: Told, rng: random.Random) -> Told | None:
    if len(told.rows) < 2:
        return None
    rows = list(told.rows)
    for _ in range(2):
        i, j = rng.sample(range(len(rows)), 2)
        rows[i] = rows[i] + rng.choice((1, -1, 2)) * rows[j]
    rng.shuffle(rows)
    return replace(told, rows=tuple(rows))


def scaled(case: Case, told: Told, rng: random.Random) -> Told | None:
    if not told.rows:
        return None
    graph, q = case.system.chart.graph, rng.choice(case.system.chart.q)
    rows, l = list(told.rows), rng.randrange(len(told.rows))
    rows[l] = rows[l] * rng.choice((2 + graph.cos(q), 1 + q**2, graph.exp(q)))
    return replace(told, rows=tuple(rows))


def redundant(case: Case, told: Told, rng: random.Random) -> Told | None:
    if not told.rows:
        return None
    more = sum((rng.choice((1, 2, -1)) * row for row in told.rows[1:]), told.rows[0])
    return replace(told, rows=(*told.rows, more))


def freed(case: Case, told: Told, rng: random.Random) -> Told:
    return replace(told, more=("w1",))


def beside(case: Case, told: Told, rng: random.Random) -> Told:
    return replace(told, more=("w1", "w2", "w3"), more_rows=("w3dot - w2*w1dot",))


def levelled(case: Case, told: Told, rng: random.Random) -> Told:
    q = rng.choice(case.system.chart.names)
    return replace(
        told, more=("w1",), more_levels=(f"w1 - {rng.choice(('{}**2', 'sin({})')).format(q)}",)
    )


def later(case: Case, told: Told, rng: random.Random) -> Told:
    shift = rng.choice((1, -2))
    moved = put(told, {case.system.chart.t: case.system.chart.t + shift})
    return replace(moved, start=told.start - shift)


CHANGES = {
    "rename": renamed,
    "shear": sheared,
    "bend": bent,
    "mix": mixed,
    "scale": scaled,
    "redundant": redundant,
    "free": freed,
    "beside": beside,
    "level": levelled,
    "later": later,
}
BESIDE = {"free": (1,), "beside": (2, 3)}  # growth of what is put beside the system
ROWS = {"beside": 1, "level": 1}  # more than before
UNASKED = {  # what is not compared
    "shear": {"rests", "integrals"},
    "bend": {"rests", "integrals"},
    "free": {"rests", "integrals"},
    "beside": {"rests", "integrals", "verdict", "degree", "vakonomic"},
    "level": {"rests", "integrals", "verdict", "accessible", "cells"},
}


def written(case: Case, told: Told) -> Case:
    """The case read from the texts of what was told."""
    chart, values = case.system.chart, case.system.values
    names = told.names
    rates = {f"{n}dot": f"{names[n]}dot" for n in chart.names}

    def say(e) -> str:
        return WORD.sub(lambda m: {**names, **rates}.get(m.group(), m.group()), text(e))

    graph = chart.graph
    given = {str(s): text(v) for s, v in values.items()}
    lagrangian = None if told.lagrangian is None else say(told.lagrangian)
    if lagrangian is not None and not told.more_levels:
        lagrangian = " + ".join([lagrangian, *(f"{w}dot**2/2" for w in told.more)])
    return build(
        Draft(
            [*(names[chart.names[i]] for i in told.order), *told.more],
            {n: given.get(n) for n in case.scope.parameters},
            assumed={
                n: graph.assumed[graph.symbol(n).index]
                for n in case.scope.parameters
                if graph.symbol(n).index in graph.assumed
            },
            lagrangian=lagrangian,
            constraints=[*map(say, told.rows), *told.more_rows],
            holonomic=[*map(say, told.levels), *told.more_levels],
            forces={names[n]: say(Q) for n, Q in zip(chart.names, told.forces) if not Q.is_zero},
            name=case.name,
        )
    )


def without(vector: Sequence[int], change: str) -> tuple[int, ...]:
    """The growth of a system without what was put beside it."""
    more = BESIDE.get(change, (0,))
    own = [d - more[min(i, len(more) - 1)] for i, d in enumerate(vector)]
    return tuple(d for i, d in enumerate(own) if i == 0 or d != own[i - 1])


def cells(case: Case, change: str) -> list[str] | None:
    """The answers of all cells of parameters, with how many equations each has; None: undecided."""
    try:
        family = nh.families(case, "constraints", UNITS, records=False).constraints
    except (NotApplicable, OutOfReach):
        return OPEN
    if not family.complete or any(c.answer is None or c.answer.rank is None for c in family.cells):
        return OPEN
    told = [(len(cell.equations), cell.answer) for cell in family.cells]
    growth = [(n, a, a.growth and without(a.growth, change)) for n, a in told]
    return sorted(f"{n} {a.rank - ROWS.get(change, 0)} {a.relations} {g}" for n, a, g in growth)


def integrals(compared: nh.Comparison) -> int | None:
    """How many independent first integrals are told, if these are all of their kind."""
    simple = conserved(compared)
    search = further_integrals(compared, UNITS, simple)
    if search is None or not search.complete:
        return OPEN
    d, chart = compared.distribution, compared.system.chart
    every = [d.restrict(f) for f in (*(f for _, f in simple), *search.integrals)]
    moving = (*chart.q, *chart.v, chart.t)
    return echelon(chart.graph, [[f.diff(s) for s in moving] for f in every]).rank


def all_true(answers: Iterable[bool | None]) -> bool | None:
    """Are they all yes?"""
    told = {*answers}
    return False if False in told else OPEN if None in told else True


def answers(case: Case, change: str) -> dict[str, Any]:
    """What does not depend on the telling; None: undecided."""
    found = nh.check(case)
    known: dict[str, Any] = {}
    if found.independent is not None:
        known["independent"] = found.independent - ROWS.get(change, 0)
    if found.relations is not None:
        known["relations"] = found.relations - (change == "level")
    known["verdict"] = found.verdict if found.verdict != "undecided" else OPEN
    known["accessible"] = found.accessible
    growth = found.growth
    if growth is not None and growth.complete:
        known["growth"] = without(growth.vector, change)
        known["degree"] = growth.degree
    if found.survey is not None and found.survey.strata.complete:
        known["strata"] = tuple(
            sorted(
                {
                    without(s.growth.vector, change)
                    for s in found.survey.strata.strata
                    if s.growth is not None and s.growth.complete
                }
            )
        )
    unasked = UNASKED.get(change, set())
    if case.scope.parameters and "cells" not in unasked:
        known["cells"] = cells(case, change)
    if case.system.lagrangian is None:
        return known
    compared = nh.compare(case)
    known["formulations"] = all_true(e.agrees for e in compared.formulations)
    known["vakonomic"] = next((e.agrees for e in compared.rivals if e.title == "vakonomic"), OPEN)
    known["smooth"] = all_true(r.smooth.answer for r in compared.smooth)
    known["energy"] = nh.energy(case).kept.answer
    found_measure = measure(compared)
    known["measure"] = None if found_measure is None else found_measure.decision.answer
    if "integrals" not in unasked:
        known["integrals"] = integrals(compared)
    if "rests" not in unasked:
        rests = nh.equilibrium(case)
        if rests.complete and all(not r.free for r in rests.found):
            known["rests"] = tuple(sorted(str(r.stability.verdict) for r in rests.found))
    return known


def judge(case: Case, change: str, rng: random.Random) -> tuple[str, str]:
    """(right, open, wrong, refused or error; what about it)."""
    told = CHANGES[change](case, as_told(case), rng)
    if told is None:
        return "none", ""
    other = written(case, told)
    before = answers(case, "")
    after = answers(other, change)
    wrong, left = [], []
    for key in before.keys() | after.keys():
        a, b = before.get(key), after.get(key)
        if key in UNASKED.get(change, ()):
            continue
        if a is None or b is None:
            left += [key] if a is not b else []
        elif a != b:
            wrong.append(f"{key}: {a} and {b}")
    rows = "; ".join(other.system.pfaffian.labels)
    if wrong:
        return "wrong", f"{', '.join(wrong)}   [{rows}]"
    return ("open", ", ".join(sorted(left))) if left else ("right", "")


def fit(path: Path) -> bool:
    """Told by coordinates, linear constraints and functions that are specified, and not long."""
    case = nh.read_case(path)
    system = case.system
    special = system.nonlinear or system.partial or system.velocities or case.scope.functions
    special = special or system.inputs or system.assumptions or system.inequalities
    return not (special or path.parent.name == "large")


def tellings(about: str) -> Iterator[tuple[Path, str, random.Random]]:
    """(case, change, random numbers) of all that the command line asks for."""
    parser = argparse.ArgumentParser(description=about.split("\n")[0])
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", help="cases whose name holds this")
    options = parser.parse_args()
    for path in sorted((ROOT / "cases").rglob("*.toml")):
        if options.only not in path.stem or not fit(path):
            continue
        for round_ in range(options.rounds):
            for change in CHANGES:
                seed = f"{options.seed} {round_} {change} {path.stem}"
                yield path, change, random.Random(seed)


def main() -> int:
    counts: Counter = Counter()
    for path, change, rng in tellings(__doc__):
        start = time.process_time()
        try:
            result, why = judge(nh.read_case(path), change, rng)
        except NonholoError as error:
            result, why = "refused", f"{type(error).__name__}: {error}"
        except Exception as error:  # whatever else is an error of the package
            result, why = "error", f"{type(error).__name__}: {error}"
        counts[result] += 1
        if result not in ("right", "none"):
            spent = time.process_time() - start
            print(f"{result:8} {change:10} {path.stem}: {why[:400]} ({spent:.0f} s)", flush=True)
    print(", ".join(f"{n} {result}" for result, n in sorted(counts.items())))
    return 1 if counts["wrong"] or counts["error"] else 0


if __name__ == "__main__":
    sys.exit(main())
