"""The same questions for hours in one process: the same answers, and no more memory.

    python benchmarks/repeated.py --hours 24 --seed 1 --threads 2

Every shipped case of few coordinates is asked, in an order of its own in each round: the
verdict, the formulations, a motion, a linear model, rests, a certificate and a lesson, each of a
case read anew.  Answers are compared with the first, byte by byte; what is resident is looked at
after each round, once what nobody holds is let go.  Exit status 1 for another answer, or where the
last tenth of the rounds holds over MORE times what the second tenth did; of fewer than FEW rounds
this is not asked.
"""

from __future__ import annotations

import argparse
import gc
import json
import random
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import nonholo as nh
from nonholo.errors import NonholoError
from nonholo.views.comparison.record import compare_record
from nonholo.views.linear.text import linear_record
from nonholo.views.motion.record import motion_record
from nonholo.views.verdict.record import check_record

ROOT = Path(__file__).resolve().parent.parent
MORE, FEW = 1.03, 20  # times what is resident; rounds
SMALL = 5  # coordinates of the cases that are asked
PAGE = 4096
QUESTIONS: Mapping[str, Callable[[Any], Any]] = {
    "check": lambda case: check_record(nh.check(case)),
    "compare": lambda case: compare_record(nh.compare(case), (), case.name),
    "simulate": lambda case: motion_record(nh.simulate(case, 0.3, points=5)),
    "linearise": lambda case: linear_record(nh.linearise(case), None, None),
    "equilibrium": lambda case: repr(nh.equilibrium(case)),
    "certificate": nh.certificate,
    "explain": lambda case: nh.explain(case, lang="es"),
}


def answer(question: str, path: Path) -> str:
    """The answer as a text, or the words of the refusal."""
    try:
        return json.dumps(QUESTIONS[question](nh.read_case(path)), default=str)
    except NonholoError as error:
        return f"{type(error).__name__}: {error}"


def resident() -> int:
    """What this process holds in memory, in bytes."""
    gc.collect()
    return int(Path("/proc/self/statm").read_text().split()[1]) * PAGE


def grown(sizes: Sequence[int]) -> float:
    """The most of the last tenth of the rounds over the most of the second tenth."""
    tenth = len(sizes) // 10
    return max(sizes[-tenth:]) / max(sizes[tenth : 2 * tenth])


def main() -> int:
    """Ask, and say what happened."""
    ask = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    ask.add_argument("--hours", type=float, default=24)
    ask.add_argument("--seed", type=int, default=1)
    ask.add_argument("--threads", type=int, default=1)
    given = ask.parse_args()
    rng, end = random.Random(given.seed), time.monotonic() + 3600 * given.hours
    paths = sorted((ROOT / "cases").rglob("*.toml"))
    paths = [p for p in paths if nh.read_case(p).system.chart.n <= SMALL]
    asked = [(question, path) for path in paths for question in QUESTIONS]
    first: dict[tuple[str, Path], str] = {}
    others: list[tuple[str, Path]] = []
    sizes: list[int] = []
    pool = ThreadPoolExecutor(given.threads)  # FLINT keeps memory of each thread that ends
    while time.monotonic() < end or not sizes:
        rng.shuffle(asked)
        for key, told in zip(asked, pool.map(lambda one: answer(*one), asked)):
            if first.setdefault(key, told) != told:
                others.append(key)
                print(f"another answer: {key[0]} of {key[1].stem}", flush=True)
        sizes.append(resident())
        print(f"round {len(sizes)}: {sizes[-1] / 1e6:.1f} MB resident", file=sys.stderr, flush=True)
    more = grown(sizes) if len(sizes) >= FEW else None
    print(
        f"rounds: {len(sizes)} of {len(asked)} questions, other answers: {len(others)}, resident: "
        f"{sizes[0] / 1e6:.0f} MB, at the end {sizes[-1] / 1e6:.0f} MB, "
        + ("too few rounds to judge" if more is None else f"{more:.3f} times what it was early")
    )
    return 1 if others or (more or 0) > MORE else 0


if __name__ == "__main__":
    sys.exit(main())
