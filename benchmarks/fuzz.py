"""Inputs that nobody would write, and what comes of them.

    python benchmarks/fuzz.py --count 20000 --seed 1
    python benchmarks/fuzz.py parser tokens reader --count 3000000 --seed 7

A finding is: an error that is not meant for people, more time than the target may take, more memory
than the limit, anything executed, opened for writing or started, another result the second time.
Findings are added to tests/fuzz_corpus.jsonl with --keep, and told with the seed.  Exit status 1
if there is any.
"""

from __future__ import annotations

import argparse
import json
import random
import resource
import signal
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import fuzz_inputs
from fuzz_targets import TARGETS, Target, at_hand

from nonholo.errors import NonholoError

CORPUS = fuzz_inputs.ROOT / "tests" / "fuzz_corpus.jsonl"
AGAIN = 8  # one input in so many is taken twice
DAILY = {  # inputs a second differ: so much of the count for each
    "tokens": 1.0,
    "parser": 1.0,
    "reader": 1.0,
    "sweeps": 1.0,
    "verifier": 0.1,
    "constraints": 0.1,
    "case files": 0.03,
    "bodies": 0.01,
    "robots": 0.03,
    "sympy": 0.02,
    "check": 0.005,
    "options": 0.005,
    "commands": 0.005,
}
FORBIDDEN = ("os.system", "os.exec", "os.posix_spawn", "subprocess.Popen", "socket.connect")
MEMORY = 4 << 30


class Hang(Exception):
    """More time than an input may take."""


@dataclass(slots=True)
class Survey:
    """What came of the inputs of one target: how many of each kind, the findings, what was ended."""

    kinds: Counter = field(default_factory=Counter)
    findings: list[tuple[Any, str]] = field(default_factory=list)
    late: list[Any] = field(default_factory=list)
    seconds: float = 0.0
    longest: float = 0.0


class Watch:
    """Notes what is executed, started or opened for writing while an input is taken."""

    def __init__(self) -> None:
        self.on, self.seen = False, ""
        sys.addaudithook(self._hook)

    def _hook(self, event: str, args: tuple) -> None:
        if not self.on:
            return
        writes = event == "open" and isinstance(args[1], str) and set(args[1]) & set("wax+")
        canary = event in ("compile", "exec") and fuzz_inputs.CANARY in str(args[0])
        if event in FORBIDDEN or canary or (writes and "__pycache__" not in str(args[0])):
            self.seen = f"{event} {args!r}"[:200]


def outcome(
    target: Target, given: Any, watch: Watch | None = None, patience: float = 1.0
) -> tuple[str, str]:
    """(what came of it, the finding or nothing); patience: a factor of the seconds it may take."""

    def late(*_: Any) -> None:
        raise Hang

    old = signal.signal(signal.SIGALRM, late)
    signal.setitimer(signal.ITIMER_REAL, patience * target.seconds)
    if watch is not None:
        watch.on, watch.seen = True, ""
    try:
        told = target.take(given)
    except (NonholoError, *target.allowed) as error:
        told = f"{type(error).__name__}: {error}"
    except Hang:
        return "", f"more than {target.seconds:g} s"
    except BaseException as error:
        if isinstance(error, KeyboardInterrupt):
            raise
        return "", f"{type(error).__name__}: {error}"[:300]
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, old)
        if watch is not None:
            watch.on = False
    return told, watch.seen if watch is not None else ""


def survey(
    name: str, count: int, seed: int, watch: Watch | None = None, patience: float = 1.0
) -> Survey:
    """So many inputs of one target."""
    target, rng, found = TARGETS[name], random.Random(f"{name} {seed}"), Survey()
    start = time.perf_counter()
    for i in range(count):
        given = target.make(rng)
        began = time.perf_counter()
        told, wrong = outcome(target, given, watch, patience)
        found.longest = max(found.longest, time.perf_counter() - began)
        if (
            not wrong
            and i % AGAIN == 0
            and _differs(told, outcome(target, given, None, patience)[0])
        ):
            wrong = "another result the second time"
        found.kinds["finding" if wrong else _kind(told)] += 1
        found.late += [given] if _kind(told) == "late" else []
        if wrong:
            found.findings.append((given, wrong))
    found.seconds = time.perf_counter() - start
    return found


def _differs(one: str, other: str) -> bool:
    """Two results that were both waited for."""
    return one != other and "out of time" not in (one, other)


def _kind(told: str) -> str:
    if told == "out of time":
        return "late"
    refused = told.startswith(("Bad", "Nonholo", "Stop", "not JSON", "2 ")) or "Error" in told[:30]
    return "refused" if refused else "taken"


def main() -> int:
    ask = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    ask.add_argument("targets", nargs="*", help=", ".join(TARGETS))
    ask.add_argument("--count", type=int, help="of inputs; by default in shares, see DAILY")
    ask.add_argument("--scale", type=int, default=20_000, help="the count whose shares are taken")
    ask.add_argument("--seed", type=int, default=1)
    ask.add_argument("--keep", action="store_true", help="add findings to the corpus")
    asked = ask.parse_args()
    unknown = [name for name in asked.targets if name not in TARGETS]
    if unknown:
        ask.error(f"unknown: {', '.join(unknown)}; known are {', '.join(TARGETS)}")
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    watch, wrong = Watch(), 0
    for name in asked.targets or TARGETS:
        if name in ("options", "commands"):
            at_hand()
        survey(name, 20, 0)  # what is imported late is at hand
        count = asked.count or max(1, int(asked.scale * DAILY[name]))
        found = survey(name, count, asked.seed, watch)
        wrong += len(found.findings)
        kinds = ", ".join(f"{kind} {n:,}" for kind, n in sorted(found.kinds.items()))
        rate = count / found.seconds
        print(
            f"{name:12} {count:10,} inputs, {rate:9,.0f}/s, longest {found.longest:.2f} s: {kinds}"
        )
        for given, why in [*found.findings[:10], *((given, "late") for given in found.late)]:
            print(f"    {why}\n        {json.dumps(given)[:400]}")
        if asked.keep and found.findings:
            _keep(name, found.findings)
        sys.stdout.flush()
    if Path(fuzz_inputs.CANARY).exists():
        print("an input was executed")
        wrong += 1
    return 1 if wrong else 0


def _keep(name: str, findings: list[tuple[Any, str]]) -> None:
    with CORPUS.open("a") as out:
        for given, why in findings[:3]:
            out.write(json.dumps({"target": name, "input": given, "was": why}) + "\n")


if __name__ == "__main__":
    sys.exit(main())
