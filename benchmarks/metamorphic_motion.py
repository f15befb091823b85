"""Motions and paths of every case, and of the same system told otherwise.

    python benchmarks/metamorphic_motion.py --rounds 3 --seed 1

A case is told again as by `metamorphic.py`.  Then

    motions    from the same state, at the same later times, come to the same states; where both
               receipts say that they can be trusted, to FAR times what they were asked for
    paths      from the same start to the same goal are possible in both tellings or in neither; the
               path of the other telling, told back, keeps the rows of the first and meets both ends

"open": a receipt with a warning, or a path that was found in one telling only.  Exit status 1 for
anything wrong and any error."""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Mapping
from fractions import Fraction

from known_strata import number
from metamorphic import CHANGES, as_told, tellings, written
from mpmath import mpf
from told_back import Told

import nonholo as nh
from nonholo.errors import NonholoError
from nonholo.expression.text import text
from nonholo.readers.case import Case

TIMES, FAR, OFF = 9, 1e-6, 1e-6  # points on the way; of states, relative; of rows and ends
MANY = 6  # coordinates up to which a path is asked for


def forth(case: Case, told: Told, q: Mapping[str, float], v: Mapping[str, float]):
    """Configuration and velocities in the words of the other telling: Q_i = q_i - s(q_j)."""
    names = case.system.chart.names
    q, v = dict(q), dict(v)
    for i, j, s in told.moves:
        height, slope = _numbers(case, s, names[j], q[names[j]])
        q[names[i]] -= height
        v[names[i]] -= slope * v[names[j]]
    more = dict.fromkeys(told.more, 0.0)
    left = [n for i, n in enumerate(names) if i in told.order]
    return (
        {told.names[n]: q[n] for n in left} | more,
        {told.names[n]: v[n] for n in left} | more,
    )


def back(case: Case, told: Told, names, q, v) -> tuple[dict[str, float], dict[str, float]]:
    """The configuration and velocities of the first telling: q_i = Q_i + s(q_j)."""
    own = case.system.chart.names
    q, v = dict(zip(names, map(float, q))), dict(zip(names, map(float, v)))
    q, v = ({n: table[told.names[n]] for n in own} for table in (q, v))
    for i, j, s in reversed(told.moves):
        height, slope = _numbers(case, s, own[j], q[own[j]])
        q[own[i]] += height
        v[own[i]] += slope * v[own[j]]
    return q, v


def _numbers(case: Case, s, name: str, at: float) -> tuple[float, float]:
    """s and its slope."""
    symbol = case.system.chart.graph.symbol(name)
    return tuple(float(number(text(e), {name: mpf(at)})) for e in (s, s.diff(symbol)))


def motions(case: Case, told: Told, other: Case) -> tuple[str, str]:
    first = nh.simulate(case, 1.0, points=TIMES)
    names = case.system.chart.names
    q, v = forth(
        case,
        told,
        {n: float(first.q[n][0]) for n in names},
        {n: float(first.v[n][0]) for n in names},
    )
    state = q | {f"{n}dot": value for n, value in v.items()}
    second = nh.simulate(other, 1.0, initial=state, points=TIMES, start=float(told.start))
    if not (first.receipt.ok and second.receipt.ok):
        return "open", f"receipts: {first.receipt.warnings}, {second.receipt.warnings}"
    for k in range(TIMES):
        here = {n: float(first.q[n][k]) for n in names}
        rates = {n: float(first.v[n][k]) for n in names}
        for wanted, got in zip(forth(case, told, here, rates), (second.q, second.v)):
            for n, value in wanted.items():
                if abs(value - got[n][k]) > FAR * (1 + abs(value)):
                    return "wrong", f"{n} at {first.t[k]}: {value} and {got[n][k]}"
    return "right", ""


def paths(case: Case, told: Told, other: Case, rng: random.Random) -> tuple[str, str]:
    names = case.system.chart.names
    start = {n: Fraction(rng.randint(-4, 4), 5) for n in names}
    goal = {n: Fraction(rng.randint(-4, 4), 5) for n in names}
    still = dict.fromkeys(names, 0.0)
    ends = [
        forth(case, told, {n: float(x) for n, x in end.items()}, still)[0] for end in (start, goal)
    ]
    exact = [{n: Fraction(x).limit_denominator(10**12) for n, x in end.items()} for end in ends]
    first = nh.steer(case, start, goal)
    second = nh.steer(other, *exact)
    if {first.possible, second.possible} == {True, False}:
        return "wrong", f"possible: {first.possible} and {second.possible}"
    if first.possible is not second.possible:
        return "open", f"possible: {first.possible} and {second.possible}"
    return judged(case, told, second, (start, goal)) if second.found else ("right", "")


def judged(case: Case, told: Told, path, ends) -> tuple[str, str]:
    """The path of the other telling, told back, against rows and ends of the first."""
    t, q, v = path.sample(TIMES)
    names = case.system.chart.names
    rows = [text(row) for row in as_told(case).rows]
    given = {str(p): number(text(e), {}) for p, e in case.system.values.items()}
    for k in range(TIMES):
        there, rates = back(case, told, path.names, q[k], v[k])
        if k in (0, TIMES - 1):
            off = max(abs(there[n] - float(ends[k > 0][n])) for n in names)
            if off > OFF:
                return "wrong", f"an end is missed by {off}"
        at = {**given, **there, **{f"{n}dot": x for n, x in rates.items()}}
        at = {name: mpf(x) for name, x in at.items()} | {"t": mpf(float(t[k]))}
        slip = max((abs(float(number(row, at))) for row in rows), default=0.0)
        if slip > OFF * (1 + max(map(abs, rates.values()))):
            return "wrong", f"a row is broken by {slip} at {t[k]}"
    return "right", ""


def asked(case: Case, change: str, rng: random.Random):
    """(question, answer, what about it)"""
    told = CHANGES[change](case, as_told(case), rng)
    if told is None or told.more_levels:
        return
    other = written(case, told)
    questions = {}
    if case.system.lagrangian is not None and case.initial:
        questions["motion"] = lambda: motions(case, told, other)
    if case.system.chart.n <= MANY and not case.system.holonomic and change != "later":
        questions["path"] = lambda: paths(case, told, other, rng)
    for question, ask in questions.items():
        try:
            yield question, *ask()
        except NonholoError as error:
            yield question, "refused", f"{type(error).__name__}: {error}"
        except Exception as error:  # whatever else is an error of the package
            yield question, "error", f"{type(error).__name__}: {error}"


def main() -> int:
    counts: Counter = Counter()
    for name, case, change, rng in tellings(__doc__):
        for question, result, why in asked(case, change, rng):
            counts[f"{question} {result}"] += 1
            if result != "right":
                print(f"{result:8} {question} {change:10} {name}: {why[:300]}", flush=True)
    print(", ".join(f"{n} {result}" for result, n in sorted(counts.items())))
    return 1 if any(word.endswith(("wrong", "error")) for word in counts) else 0


if __name__ == "__main__":
    sys.exit(main())
