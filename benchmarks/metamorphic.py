"""The answers about every case, and about the same system told otherwise.

    python benchmarks/metamorphic.py --rounds 3 --seed 1
    python benchmarks/metamorphic.py --some 100 --random 200 --seed 2

A case, or with --random a random system of `random_claims.py`, is told again, at random in each
round, by

    rename       other names, in another order
    shear        x = X + c y
    bend         x = X + c y^2 or x = X + c sin(y), one to one on the whole space
    mix          rows added to others with constant factors
    scale        a row multiplied by a function without zeros
    redundant    a row that is a sum of the others
    free         a particle on a line of its own beside the system
    beside       a set with growth (2, 3) of its own beside the system
    level        one more coordinate w, and w = g(q) as a holonomic constraint
    solve        one coordinate less: a holonomic constraint solved for it
    later        t + c in place of t

and what does not depend on the telling is compared: verdict, h, rank, growth, degree,
accessibility, growth on strata, what restricts some of the coordinates, the answers of the cells of
parameters to each question; constant energy, invariant measure, agreement of formulations,
vakonomic motions, smooth reactions, rests and their stability, how many first integrals there are.
For the larger sets h, rank, growth and dimensions of rests are those that follow.  Rests and first
integrals of one telling, told in the other's words, must be such there too (`told_back.py`).
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
from dataclasses import replace
from functools import partial
from itertools import count, takewhile
from pathlib import Path
from typing import Any

from known_families import Late, in_time
from random_claims import drawn
from told_back import UNITS, Told, integrals_told, told_back

import nonholo as nh
from nonholo.dynamics.rest_verdict import UNDECIDED
from nonholo.errors import NonholoError, NotApplicable, OutOfReach
from nonholo.expression.text import text
from nonholo.findings.conservation import conserved, further_integrals, measure
from nonholo.linear.elimination import dot, echelon
from nonholo.readers.build import build
from nonholo.readers.case import Case
from nonholo.readers.case_file import parse_case
from nonholo.readers.draft import Draft

ROOT = Path(__file__).resolve().parent.parent
OPEN = None
SETS, LIMIT = 2, 120.0  # of coordinates that are asked for; seconds
WORD = re.compile(r"[^\W\d]\w*")


def as_told(case: Case, kept: Iterable[Any] = ()) -> Told:
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
        kept=tuple(kept),
    )


def put(told: Told, values: dict) -> Told:
    """Expressions put in for symbols everywhere."""
    return replace(
        told,
        rows=tuple(e.subs(values) for e in told.rows),
        levels=tuple(e.subs(values) for e in told.levels),
        forces=tuple(e.subs(values) for e in told.forces),
        lagrangian=told.lagrangian.subs(values) if told.lagrangian is not None else None,
        kept=tuple(e.subs(values) for e in told.kept),
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
    i, chart = rng.randrange(case.system.chart.n), case.system.chart
    height = rng.choice((chart.q[i] ** 2, chart.graph.sin(chart.q[i])))
    return replace(told, more=("w1",), more_levels=(f"w1 - ({text(height)})",), height=height)


def solved(case: Case, told: Told, rng: random.Random) -> Told | None:
    """q_i = s(q, t) of a level that is linear in q_i:  Q_j + ds/dq_j Q_i is the new force."""
    chart = case.system.chart
    pairs = [(l, i) for l, f in enumerate(told.levels) for i in told.order if bare(f, chart.q[i])]
    if not pairs:
        return None
    l, i = rng.choice(pairs)
    f = told.levels[l]
    s = chart.q[i] - f / f.diff(chart.q[i])
    forces = [Q + s.diff(q) * told.forces[i] for q, Q in zip(chart.q, told.forces)]
    forces[i] = chart.graph.zero
    left = replace(
        told,
        order=tuple(j for j in told.order if j != i),
        levels=told.levels[:l] + told.levels[l + 1 :],
        forces=tuple(forces),
        solved=i,
    )
    return put(left, {chart.q[i]: s, chart.v[i]: chart.rate(s)})


def bare(f: Any, q: Any) -> bool:
    """The coordinate stands in f with a constant number in front."""
    slope = f.diff(q)
    return slope.is_number and not slope.is_zero


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
    "solve": solved,
    "later": later,
}
BESIDE = {"free": (1,), "beside": (2, 3)}  # growth of what is put beside the system
ROWS = {"beside": 1, "level": 1, "solve": -1}  # more than before
LEVELS = {"level": 1, "solve": -1}
UNASKED = {  # what is not compared
    "shear": {"integrals"},
    "bend": {"integrals"},
    "free": {"integrals", "stability"},
    "beside": {"integrals", "degree", "vakonomic", "cells vakonomic", "stability"},
    "level": {"integrals", "accessible"},
    "solve": {"integrals", "accessible", "vakonomic", "cells vakonomic"},
}


def written(case: Case, told: Told) -> Case:
    """The case read from the texts of what was told."""
    chart, values = case.system.chart, case.system.values
    names = told.names

    def say(e) -> str:
        return in_words(case, told, e)

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
            constraints=[*(say(row) for row in told.rows if not row.is_zero), *told.more_rows],
            holonomic=[*map(say, told.levels), *told.more_levels],
            forces={names[n]: say(Q) for n, Q in zip(chart.names, told.forces) if not Q.is_zero},
            name=case.name,
        )
    )


def in_words(case: Case, told: Told, e: Any) -> str:
    """An expression of the case as a text in the names of the telling."""
    words = {n: told.names[n] for n in case.system.chart.names}
    words |= {f"{n}dot": f"{new}dot" for n, new in words.items()}
    return WORD.sub(lambda m: words.get(m.group(), m.group()), text(e))


def without(vector: Sequence[int], change: str) -> tuple[int, ...]:
    """The growth of a system without what was put beside it."""
    more = BESIDE.get(change, (0,))
    own = [d - more[min(i, len(more) - 1)] for i, d in enumerate(vector)]
    while len(own) > 1 and own[-1] == own[-2]:
        own.pop()
    return tuple(own)


def cells(case: Case, change: str, question: str = "constraints") -> list[str] | None:
    """The answers of the cells of parameters where they are not that of most, with how many equations
    each has; None: undecided."""
    try:
        family = nh.families(case, question, UNITS, records=False).families[question]
    except (NotApplicable, OutOfReach):
        return OPEN
    if not family.complete or any(cell.answer is None for cell in family.cells):
        return OPEN
    answered = [
        (len(cell.equations), ANSWER[question](cell.answer, change)) for cell in family.cells
    ]
    if any(None in told for _, told in answered):
        return OPEN
    most = answered[0][1]
    return sorted(str(cell) for cell in answered if not cell[0] or cell[1] != most)


def _of_constraints(answer: Any, change: str) -> tuple:
    if answer.rank is None or answer.relations is None:
        return (OPEN,)
    growth = answer.growth and without(answer.growth, change)
    return answer.rank - ROWS.get(change, 0), answer.relations - LEVELS.get(change, 0), growth


ANSWER: dict[str, Callable[[Any, str], tuple]] = {
    "constraints": _of_constraints,
    "measure": lambda answer, change: (answer.exists,),
    "vakonomic": lambda answer, change: (answer.agrees,),
    "singular": lambda answer, change: (
        answer.rank - ROWS.get(change, 0) + LEVELS.get(change, 0),
        without(answer.growth, change),
        answer.pieces == frozenset(),
    ),
    "symmetry": lambda answer, change: (answer.growth, answer.flat),
}


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


def verdict(found: nh.Verdict, change: str) -> str | None:
    """In one word, for the system without what was put beside it."""
    if found.verdict == "undecided" or found.relations is None or found.independent is None:
        return found.verdict if found.verdict != "undecided" and not change else OPEN
    if found.verdict != word(found.independent, found.relations):
        return f"{found.verdict} with h = {found.relations} of {found.independent}"
    rows, levels = ROWS.get(change, 0), LEVELS.get(change, 0)
    return word(found.independent - rows, found.relations - levels)


def word(k: int, h: int) -> str:
    """What h hidden relations of k constraints are called."""
    return "holonomic" if h == k else "partly holonomic" if h else "nonholonomic"


def restrictions(case: Case, sets: Sequence[Sequence[str]]) -> list[tuple] | None:
    """How many relations hold among some coordinates, and how many of them for all starts."""
    found = [nh.restricted(case, names) for names in sets]
    told = [(r.relations, r.the_same) for r in found]
    return OPEN if any(None in pair for pair in told) else told


def closed_sets(case: Case, told: Told, rng: random.Random) -> list[tuple[str, ...]]:
    """Some sets of coordinates which are functions of the same coordinates in both tellings."""
    names = case.system.chart.names
    needs = {names[i]: {names[j]} for i, j, _ in told.moves}
    order = [n for i, n in enumerate(names) if i != told.solved]
    drawn = [set(rng.sample(order, rng.randint(1, min(3, len(order))))) for _ in range(SETS)]
    return [tuple(sorted(own.union(*(needs.get(n, ()) for n in own)))) for own in drawn]


def answers(case: Case, change: str, sets: Sequence[Sequence[str]] = ()) -> dict[str, Any]:
    """What does not depend on the telling; None: undecided."""
    found = nh.check(case)
    known: dict[str, Any] = {}
    if found.independent is not None:
        known["independent"] = found.independent - ROWS.get(change, 0)
    if found.relations is not None:
        known["relations"] = found.relations - LEVELS.get(change, 0)
    known["verdict"] = verdict(found, change)
    known["accessible"] = found.accessible
    known["restricted"] = restrictions(case, sets)
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
    moves = case.system.lagrangian is not None
    if case.scope.parameters:
        asked = ("constraints", "singular", *(("measure", "vakonomic") if moves else ()))
        known |= {
            f"cells {q}": cells(case, change, q) for q in asked if f"cells {q}" not in unasked
        }
    if change not in (*BESIDE, *LEVELS) and case.system.chart.n == 5 and not case.system.holonomic:
        known["symmetry"] = cells(case, change, "symmetry")
    if not moves:
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
    rests = nh.equilibrium(case)
    if rests.complete and not any(r.enclosure or r.held for r in rests.found):
        size = sum(BESIDE.get(change, ())[-1:])
        known["rests"] = sorted(len(r.free) - size for r in rests.found)
        verdicts = [r.stability.verdict for r in rests.found]
        if "stability" not in unasked and UNDECIDED not in verdicts:
            known["stability"] = sorted(verdicts)
    return known


def judge(case: Case, change: str, rng: random.Random) -> tuple[str, str]:
    """(right, open, wrong, refused or error; what about it)."""
    told = CHANGES[change](case, as_told(case, integrals_told(case)), rng)
    if told is None:
        return "none", ""
    return judged(case, change, told, closed_sets(case, told, rng))


def judged(case: Case, change: str, told: Told, sets: Sequence[tuple[str, ...]]) -> tuple[str, str]:
    """The same of one telling."""
    other = written(case, told)
    before = answers(case, "", sets)
    after = answers(other, change, [[told.names[n] for n in own] for own in sets])
    wrong, left = [], []
    for key in before.keys() | after.keys():
        a, b = before.get(key), after.get(key)
        if key in UNASKED.get(change, ()):
            continue
        if a is None or b is None:
            left += [key] if a is not b else []
        elif a != b:
            wrong.append(f"{key}: {a} and {b}")
    stable = "stability" not in UNASKED.get(change, ())
    more_wrong, more_left = told_back(case, told, other, in_words, stable)
    rows = "; ".join(other.system.pfaffian.labels)
    if wrong or more_wrong:
        return "wrong", f"{', '.join([*wrong, *more_wrong])}   [{rows}]"
    left += more_left
    return ("open", ", ".join(sorted({*left}))) if left else ("right", "")


def fit(path: Path) -> bool:
    """Told by coordinates, linear constraints and functions that are specified, and not long."""
    case = nh.read_case(path)
    system = case.system
    special = system.nonlinear or system.partial or system.velocities or case.scope.functions
    special = special or system.inputs or system.assumptions or system.inequalities
    return not (special or path.parent.name == "large")


def random_case(seed: str) -> Case:
    """A random system with linear constraints."""
    for attempt in count():
        case = parse_case(drawn(f"{seed} {attempt}").file())
        if not case.system.nonlinear:
            return replace(case, name=f"random {seed} {attempt}")
    raise AssertionError


def tellings(about: str) -> Iterator[tuple[str, Case, str, random.Random]]:
    """(name, case, change, random numbers) of all that the command line asks for."""
    parser = argparse.ArgumentParser(description=about.split("\n")[0])
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", help="cases whose name holds this")
    parser.add_argument("--change", choices=CHANGES, help="this change alone")
    parser.add_argument("--some", type=int, help="so many tellings of cases, drawn by the seed")
    parser.add_argument("--random", type=int, default=0, help="so many tellings of random systems")
    parser.add_argument("--seconds", type=float, default=1e9, help="of the processor, then no more")
    options = parser.parse_args()
    asked = [options.change] if options.change else list(CHANGES)
    paths = [p for p in sorted((ROOT / "cases").rglob("*.toml")) if options.only in p.stem]
    every = [(p, r, c) for p in paths if fit(p) for r in range(options.rounds) for c in asked]
    if options.some is not None:
        every = random.Random(options.seed).sample(every, min(options.some, len(every)))
    for path, round_, change in takewhile(lambda _: time.process_time() < options.seconds, every):
        seed = f"{options.seed} {round_} {change} {path.stem}"
        yield path.stem, nh.read_case(path), change, random.Random(seed)
    for number in range(options.random):
        if time.process_time() > options.seconds:
            return
        name = f"{options.seed} {number}"
        change = asked[number % len(asked)]
        yield f"random {name}", random_case(name), change, random.Random(f"{name} {change}")


def main() -> int:
    counts: Counter = Counter()
    try:
        for name, case, change, rng in tellings(__doc__):
            counts[asked(name, case, change, rng)] += 1
    finally:  # an interruption too tells what there is
        print(", ".join(f"{n} {result}" for result, n in sorted(counts.items())))
    return 1 if counts["wrong"] or counts["error"] else 0


def asked(name: str, case: Case, change: str, rng: random.Random) -> str:
    """What came of one telling; told, where that is not "right"."""
    start = time.process_time()
    try:
        result, why = in_time(LIMIT, partial(judge, case, change, rng))
    except Late:
        result, why = "late", f"{LIMIT} s"
    except NonholoError as error:
        result, why = "refused", f"{type(error).__name__}: {error}"
    except Exception as error:  # whatever else is an error of the package
        result, why = "error", f"{type(error).__name__}: {error}"
    if result not in ("right", "none"):
        spent = time.process_time() - start
        print(f"{result:8} {change:10} {name}: {why[:600]} ({spent:.0f} s)", flush=True)
    return result


if __name__ == "__main__":
    sys.exit(main())
