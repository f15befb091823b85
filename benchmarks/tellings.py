"""Random systems, shipped cases and bodies told otherwise: is an answer another one?

    python benchmarks/tellings.py [--systems 100] [--kind levels] [--cases 20] [--worlds 20]
                                  [--larger 20] [--change units] [--question verdicts] [--seed 1] [--limit 15]

What `nonholo.testing` draws and asserts (`changes`, `systems`, `worlds`, `laws.tellings`,
`laws.worlds`; `larger`, `laws.products`, `laws.lifts`), counted: how many answers are the same, how many one of two tellings leaves open, and
of which kind these are.  A wrong answer is printed with both systems; so is what takes more than the
limit, in seconds of the processor.  Exit status 1 for anything wrong and any error.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from collections.abc import Iterator
from functools import partial
from typing import Any

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from known_families import Late, in_time

import nonholo as nh
from nonholo.errors import NonholoError
from nonholo.readers.case import Case
from nonholo.readers.case_file import find_cases
from nonholo.testing import changes, larger, systems, worlds
from nonholo.testing.laws import lifts, products, tellings, without_proof
from nonholo.testing.laws import worlds as of_worlds
from nonholo.testing.laws.answers import tallied

HEAVY = ("three_trailers", "four_trailers", "ball_on_any_surface", "disc_on_any_surface")
FRESH = 8  # examples of one drawing, of which the last is taken: the first ones are alike


def one_of(strategy: st.SearchStrategy[Any], rng: random.Random) -> Any:
    """One example, the same for the same random numbers."""
    examples: list[Any] = []

    @seed(rng.randrange(2**32))
    @settings(
        max_examples=FRESH,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(strategy)
    def collect(example: Any) -> None:
        examples.append(example)

    collect()
    return examples[-1]


def some(options: argparse.Namespace, rng: random.Random) -> Iterator[Case]:
    """Random systems, then cases."""
    kinds = [options.kind] if options.kind else list(systems.KINDS)
    for _ in range(options.systems):
        yield one_of(systems.KINDS[rng.choice(kinds)](), rng)
    paths = [p for p in find_cases(["cases"]) if p.stem not in HEAVY and p.parent.name != "large"]
    for path in rng.sample(paths, min(options.cases, len(paths))):
        yield nh.read_case(path)


def asked(case: Case, options: argparse.Namespace, rng: random.Random, counts: Counter) -> None:
    """One telling of a case, each question about it."""
    change = options.change or rng.choice(changes.fitting(case))
    try:
        told = one_of(changes.tellings(case, change), rng)
    except NonholoError as error:
        counts["refused"] += 1
        print(f"refused  {change} {case.title}: {str(error)[:200]!r}", flush=True)
        return
    counts["tellings"] += 1
    for question in options.question or tellings.QUESTIONS:
        try:
            answers = in_time(options.limit, partial(tellings.compared, told, question))
        except Late:
            counts["late"] += 1
            print(f"late     {question} {change} {tellings.described(case)}", flush=True)
            continue
        except Exception as error:  # whatever else is an error of the package
            counts["error"] += 1
            about = f"{tellings.described(told.first)} {tellings.described(told.other)}"
            print(f"error    {question} {change} {type(error).__name__}: {error} {about}")
            continue
        wrong, left, same = answers
        counts["same"] += same
        counts["wrong"] += len(wrong)
        for what in left:
            counts["open"] += 1
            counts[f"open: {what.split(' at ')[0]}"] += 1
        if wrong:
            about = f"{tellings.described(told.first)} {tellings.described(told.other)}"
            print(f"wrong    {question} {change} {wrong} {about}", flush=True)


def grown(options: argparse.Namespace, rng: random.Random, counts: Counter) -> None:
    """Two systems beside each other, and one with a level more."""
    two, lift = one_of(larger.products(), rng), one_of(larger.lifts(), rng)
    asks = [("two", q, partial(ask, two), two.whole) for q, ask in products.PRODUCTS.items()]
    asks += [("level", q, partial(ask, lift), lift.other) for q, ask in lifts.LIFTS.items()]
    for kind, question, ask, whole in asks:
        try:
            wrong, left, same = in_time(options.limit, lambda ask=ask: tallied(ask()))
        except Late:
            counts[f"{kind}: late"] += 1
            print(f"late     {kind} {question} {tellings.described(whole)}", flush=True)
            continue
        except Exception as error:  # whatever else is an error of the package
            counts["error"] += 1
            about = tellings.described(whole)
            print(f"error    {kind} {question} {type(error).__name__}: {error} {about}")
            continue
        counts[f"{kind}: same"] += same
        counts[f"{kind}: open"] += len(left)
        counts["wrong"] += len(wrong)
        if wrong:
            print(f"wrong    {kind} {question} {wrong} {tellings.described(whole)}", flush=True)


def moved(rng: random.Random, counts: Counter) -> None:
    """One world told from elsewhere."""
    world = one_of(worlds.worlds(), rng)
    told = worlds.seen(world, one_of(worlds.moves(world), rng))
    counts["worlds"] += 1
    with without_proof():
        try:
            of_worlds.lagrangian_is_that_of_any_axes(told)
            of_worlds.rows_span_those_of_any_axes(told)
            counts["contacts asked"] += of_worlds.contacts_press_alike(told)
        except AssertionError as error:
            counts["wrong"] += 1
            print(f"wrong    {error} {world}", flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--systems", type=int, default=0)
    parser.add_argument("--cases", type=int, default=0)
    parser.add_argument("--worlds", type=int, default=0)
    parser.add_argument("--larger", type=int, default=0, help="products, and levels more")
    parser.add_argument("--kind", choices=systems.KINDS)
    parser.add_argument("--change", choices=changes.CHANGES)
    parser.add_argument("--question", choices=tellings.QUESTIONS, action="append")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--limit", type=float, default=15.0, help="seconds of one question (15)")
    options = parser.parse_args()
    rng, counts = random.Random(options.seed), Counter[str]()
    try:
        for case in some(options, rng):
            asked(case, options, rng, counts)
        for _ in range(options.worlds):
            moved(rng, counts)
        for _ in range(options.larger):
            grown(options, rng, counts)
    finally:  # an interruption too tells what there is
        print(", ".join(f"{count} {what}" for what, count in sorted(counts.items())))
    return 1 if counts["wrong"] or counts["error"] else 0


if __name__ == "__main__":
    sys.exit(main())
