"""What `nonholo check` says of random systems with known singular sets: `python
benchmarks/strata_judge.py`.

Held against the construction (`known_strata.py`): h, growth vector, singular set, strata, the rank
and where it drops, accessibility.  Points of the known places must lie on a listed piece, points of
the listed pieces in a known place, and growth and rank there must be those that are said; a list
called complete must hold every place.  Every 20th system goes through `nonholo check --json` in a
process of its own too, which must say the same.  Exit status 1 for any wrong answer or error."""

from __future__ import annotations

import argparse
import json
import multiprocessing
import random
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Sequence

from known_strata import ZERO, KnownStrata, Point, known_strata, number
from mpmath import mp, mpf

import nonholo as nh
from nonholo.views.verdict.record import check_record

STARTS, WANTED, STEPS = 12, 3, 60
COMMAND = 20  # every 20th by the command


def complaints(s: KnownStrata, found, seed: str = "") -> list[str]:
    """Every claim of a check that is not true; what is null, or said to be open, claims nothing."""
    rng = random.Random(f"points {seed}")
    with mp.workdps(80):
        return [*_verdict(s, found), *_pieces(s, found, rng), *_strata(s, found, rng)]


def open_reason(found) -> str:
    """Why the list of strata is open; empty for a complete one."""
    strata = found.survey.strata
    if strata.complete and strata.singular is not None and not strata.possible:
        return ""
    what = "singular set" if strata.singular is None or strata.possible else "strata inside"
    return f"{what}: {re.sub('[0-9]+', 'N', strata.reason)}"


def _verdict(s: KnownStrata, found) -> Iterator[str]:
    growth = found.growth.vector if found.growth.complete else None
    on_a_circle = "whole turns" in found.accessibility.by  # here coordinates are lines
    claims = [
        ("h", found.relations, s.relations),
        ("growth", growth, s.growth),
        ("accessible", None if on_a_circle else found.accessible, s.accessible),
    ]
    for what, said, true in claims:
        if said is not None and said != true and (what != "growth" or s.growth != said):
            yield f"{what}: {said}, must be {true}"


def _pieces(s: KnownStrata, found, rng: random.Random) -> Iterator[str]:
    pieces = None if found.survey.strata.possible else found.survey.strata.singular
    drops = found.singular
    for name, at in s.samples(rng):
        kind = s.kind(at)
        if kind == "unclear" or kind == s.generic:
            continue
        if pieces is not None and not any(_on(piece, at) for piece in pieces):
            yield f"missing: {name} with {kind}"
        if kind[1] is None and drops is not None and not any(_on([f], at) for f in drops):
            yield f"rank: {name} with rank {kind[0]} is not among {_words(drops)}"
    for piece in pieces or ():
        points = [*points_on(piece, s, rng), *(at for _, at in s.samples(rng) if _on(piece, at))]
        if not points:
            yield f"empty: no real point of {_words(piece)} was found"
        for at in points:
            if s.kind(at) == s.generic:
                yield f"extra: {_words(piece)} holds a point where all is generic"
                break
    for drop in drops or ():
        for at in points_on([drop], s, rng):
            if s.kind(at) != "unclear" and s.kind(at)[1] is not None:
                yield f"rank: it does not drop on all of {_words([drop])}"
                break


def _strata(s: KnownStrata, found, rng: random.Random) -> Iterator[str]:
    listed = [
        (stratum, (stratum.rank, stratum.growth and stratum.growth.vector))
        for stratum in found.survey.strata.strata
    ]
    for stratum, kind in listed:
        try:
            at = {str(q): number(str(v), {}) for q, v in stratum.at.items()}
        except (NameError, TypeError, ZeroDivisionError) as error:
            yield f"witness: the point of {_words(stratum.equations)} is none: {error}"
            continue
        at.setdefault("t", mpf(0))
        true = s.kind(at)
        if not _on(stratum.equations, at):
            yield f"witness: {_words(stratum.equations)} does not hold at the point shown"
        elif true == "unclear":
            yield f"witness: the point of {_words(stratum.equations)} is too near to another place"
        elif (stratum.growth is None or stratum.growth.complete) and true != kind:
            yield f"witness: {_words(stratum.equations)} has {true} at its point, said is {kind}"
        elif true == s.generic:
            yield f"witness: all is generic at the point of {_words(stratum.equations)}"
        for at in points_on(stratum.equations, s, rng):
            true = s.kind(at)
            if (
                (stratum.growth is None or stratum.growth.complete)
                and true != "unclear"
                and true != kind
            ):
                yield f"stratum: {_words(stratum.equations)} has {true}, said is {kind}"
                break
    if found.survey.strata.complete and found.survey.strata.singular is not None:
        for name, at in s.samples(rng):
            kind = s.kind(at)
            if (
                kind != "unclear"
                and kind != s.generic
                and not any(kind == said and _on(stratum.equations, at) for stratum, said in listed)
            ):
                yield f"stratum missing: {name} with {kind}"


# points of pieces
# --------------------------------------------------------------------------------------------------
def _on(equations: Sequence, at: Point) -> bool:
    return all(abs(number(str(e), at)) < ZERO for e in equations)


def points_on(equations: Sequence, s: KnownStrata, rng: random.Random) -> Iterator[Point]:
    """Real points of a piece, by Gauss-Newton from random starts."""
    texts, names = [str(e) for e in equations], [*s.names, *(["t"] if s.timed else [])]
    found = 0
    for _ in range(STARTS):
        at = s.anywhere(rng)
        try:
            if _newton(texts, names, at):
                found += 1
                yield at
        except (ZeroDivisionError, OverflowError, ValueError, TypeError):
            continue
        if found == WANTED:
            return


def _newton(texts: Sequence[str], names: Sequence[str], at: Point) -> bool:
    h = mpf(10) ** -30
    for _ in range(STEPS):
        values = [number(t, at) for t in texts]
        rows = [
            [(number(t, {**at, n: at[n] + h}) - v) / h for n in names]
            for t, v in zip(texts, values)
        ]
        # exp(12 x) is small far from any zero of it, and its slopes are
        near = all(abs(v) <= ZERO * max(map(abs, row)) for v, row in zip(values, rows))
        if near and max(map(abs, values)) < ZERO**3:
            return True
        slopes = mp.matrix(rows)
        gram = slopes * slopes.T
        step = slopes.T * mp.lu_solve(gram + mp.eye(len(texts)) * mpf(10) ** -40, mp.matrix(values))
        for n, d in zip(names, step):
            at[n] -= max(min(d, mpf(1)), mpf(-1))
    return near and max(map(abs, values)) < ZERO**2  # a double zero is come near to by halves


def _words(equations: Sequence) -> str:
    return ", ".join(f"{e} = 0" for e in equations)


# a run
# -------------------------------------------------------------------------------------------------------------
def judge(seed: str, command: bool = False) -> dict:
    """One system: complaints, and what is open and why."""
    s = known_strata(seed)
    try:
        found = nh.check(nh.constraints(*s.texts, also=list(s.names)))
        why = complaints(s, found, seed)
        if command and _by_command(s) != json.loads(
            json.dumps(check_record(found)["singular_set"])
        ):
            why.append("command: the singular set is another one")
    except Exception as error:  # whatever is raised on a sound system is an error of the package
        return {
            "seed": seed,
            "why": [f"error: {type(error).__name__}: {error}"[:500]],
            "open": "",
            "accessible": "",
        }
    return {
        "seed": seed,
        "why": why,
        "open": open_reason(found),
        "accessible": f"said {found.accessible}, true {s.accessible}",
        "rank": "open" if found.singular is None else "drops" if found.singular else "everywhere",
    }


def _by_command(s: KnownStrata):
    given = [part for t in s.texts for part in ("-c", t)]
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "nonholo",
            "check",
            "--json",
            *given,
            "--coordinates",
            ",".join(s.names),
        ],
        capture_output=True,
        text=True,
        check=False,
    )
    return json.loads(done.stdout)["singular_set"]


def summary(records: Sequence[dict]) -> str:
    """Counts of what was right, open (by cause) and wrong."""
    wrong = sum(bool(r["why"]) for r in records)
    lines = [
        f"{len(records)} systems, {wrong} with a wrong answer; lists complete and right: "
        f"{sum(not r['why'] and not r['open'] for r in records)}"
    ]
    for key in ("open", "accessible", "rank"):
        lines += [
            f"  {key:11} {count:5}  {what}"
            for what, count in Counter(r.get(key, "") for r in records).most_common()
            if what
        ]
    return "\n".join(lines)


def _show(record: dict) -> str:
    s = known_strata(record["seed"])
    given = " ".join(f'-c "{t}"' for t in s.texts)
    return "\n    ".join(
        [
            f"{record['seed']} ({', '.join(b.name for b in s.blocks)})",
            f"nonholo check {given} --coordinates {','.join(s.names)}",
            *record["why"],
        ]
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--systems", type=int, default=2000, help="how many systems (2000)")
    parser.add_argument("--first", type=int, default=0, help="the number of the first (0)")
    parser.add_argument(
        "--seed", default="strata", help="a word; the same word gives the same systems"
    )
    parser.add_argument("--processes", type=int, default=2)
    args = parser.parse_args()
    numbers = range(args.first, args.first + args.systems)
    jobs = [(f"{args.seed}:{i}", i % COMMAND == 0) for i in numbers]
    records = []
    with multiprocessing.Pool(args.processes) as pool:
        for record in pool.imap_unordered(_judge, jobs):
            records.append(record)
            if record["why"]:
                print(_show(record), flush=True)
    print(summary(records))
    return int(any(r["why"] for r in records))


def _judge(job: tuple[str, bool]) -> dict:
    return judge(*job)


if __name__ == "__main__":
    sys.exit(main())
