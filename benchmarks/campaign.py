"""All figures of docs/trust.md, made anew by one command.

    python benchmarks/campaign.py --profile short              about half an hour, one process
    python benchmarks/campaign.py --profile long --write       overnight; writes the table of the page

One part after the other, each in a process of its own at low priority; what is done stands in the
file --out, and the same command goes on from there.  Exit status 1 if a part says that something is
wrong, or does not end in its time.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "trust.md"
BEGIN, END = "<!-- campaign: begin -->", "<!-- campaign: end -->"
HEAD = ["what", "command", "figures", "seed", "date", "s"]
LIMIT = {"short": 1200.0, "long": 6 * 3600.0}  # seconds of one part
SHOWN = 420  # letters of figures in the table


@dataclass(frozen=True, slots=True)
class Part:
    """A question of the campaign: its command for each profile, with {seed} and {tmp} in it;
    figures: which lines of what it says are kept.
    """

    what: str
    short: str
    long: str
    figures: str = ""


PARTS = {
    "laws": Part(
        "laws over random systems",
        "-m pytest tests/test_laws.py -n 0 -q --hypothesis-seed={seed}",
        "-m pytest tests/test_laws.py -n 0 -q --hypothesis-profile=deep --hypothesis-seed={seed}",
        r"passed|failed",
    ),
    "all tests": Part(
        "every test, those that CI leaves out too (tests/deep.toml)",
        "-m pytest tests/test_attitudes.py -n 0 -q --slow --hypothesis-seed={seed}",
        "-m pytest -n 0 -q --slow --hypothesis-seed={seed}",
        r"passed|failed",
    ),
    "known answers": Part(
        "random sets, verdict known",
        "benchmarks/known_answers.py --sets 300 --seed {seed} --processes 1 --fresh --out {tmp}/a",
        "benchmarks/known_answers.py --sets 20000 --seed {seed} --processes 1 --fresh "
        "--out {tmp}/a",
        r"judged: ",
    ),
    "strata": Part(
        "random systems, singular set, strata, rank and accessibility known",
        "benchmarks/strata_judge.py --systems 60 --first {seed}000 --processes 1",
        "benchmarks/strata_judge.py --systems 2000 --first {seed}000 --processes 1",
        r"^\s*(\w+ )?(right|open|wrong|accessible|rank)",
    ),
    "levels": Part(
        "holonomic constraints against their elimination",
        "benchmarks/levels.py --sets 100 --first {seed}000",
        "benchmarks/levels.py --sets 5000 --first {seed}000",
        r"^\{",
    ),
    "assumptions": Part(
        "random sets, verdict known by what is declared of parameters",
        "benchmarks/known_assumptions.py --sets 200 --first {seed}000",
        "benchmarks/known_assumptions.py --sets 5000 --first {seed}000",
        r"sets: ",
    ),
    "families": Part(
        "random families with planted cells",
        "benchmarks/known_families.py --sets 40 --seed {seed}",
        "benchmarks/known_families.py --sets 2000 --seed {seed}",
        r"^\{|open",
    ),
    "substitutions": Part(
        "random Lagrangians with planted parameters for which substitution is right",
        "benchmarks/known_substitutions.py --sets 40 --seed {seed}",
        "benchmarks/known_substitutions.py --sets 2000 --seed {seed}",
        r"^\{|open",
    ),
    "measures": Part(
        "random motions, invariant measure and its density known; families of them",
        "benchmarks/known_measures.py --sets 200 --seed {seed}",
        "benchmarks/known_measures.py --sets 2000 --seed {seed}",
        r"^\{|open",
    ),
    "integrals": Part(
        "families of potentials, quadratic integrals known by Killing tensors",
        "benchmarks/known_integrals.py --sets 100 --seed {seed}",
        "benchmarks/known_integrals.py --sets 2000 --seed {seed}",
        r"^\{|open",
    ),
    "rests": Part(
        "random systems, configurations of rest and their stability known",
        "benchmarks/known_equilibria.py --sets 100 --seed {seed}",
        "benchmarks/known_equilibria.py --sets 2000 --seed {seed}",
        r"^\{|open",
    ),
    "models": Part(
        "random models of sympy.physics.mechanics, accelerations against SymPy's Kane",
        "benchmarks/random_models.py --models 40 --seed {seed}",
        "benchmarks/random_models.py --models 1000 --seed {seed}",
        r"models: ",
    ),
    "claims": Part(
        "random systems as texts, what compare says of them against numbers",
        "benchmarks/random_claims.py --systems 20 --seed {seed}",
        "benchmarks/random_claims.py --systems 1000 --seed {seed}",
        r"^\{",
    ),
    "growth": Part(
        "random sets, growth vectors against brackets of power series modulo a prime",
        "benchmarks/random_growth.py --alone --sets 100 --seed {seed}",
        "benchmarks/random_growth.py --alone --sets 5000 --seed {seed}",
        r"^\{",
    ),
    "told otherwise": Part(
        "random systems, shipped cases and bodies told otherwise, and within larger systems",
        "benchmarks/tellings.py --systems 1 --cases 2 --worlds 2 --larger 1 --seed {seed} --limit 3",
        "benchmarks/tellings.py --systems 300 --cases 90 --worlds 50 --larger 100 --seed {seed}",
        r"^\d+ ",
    ),
    "corrupted families": Part(
        "certificates of families with one value changed",
        "benchmarks/corrupted_families.py --changes 500 --seed {seed}",
        "benchmarks/corrupted_families.py --changes 10000 --seed {seed}",
        r"^\{",
    ),
    "second checker": Part(
        "certificates by the verifier and by PARI/GP",
        "benchmarks/second_checker.py --sets 20 --changes 200 --seed {seed}",
        "benchmarks/second_checker.py --sets 5000 --changes 20000 --seed {seed}",
        r"^\| \w[^|]*\| \d",
    ),
    "readers": Part(
        "two readers on random texts",
        "-m tests.test_verifier_reader 3000 {seed}",
        "-m tests.test_verifier_reader 1000000 {seed}",
        r"^\d+ (both|package)",
    ),
    "mutations of files": Part(
        "mutated case files, tables and SymPy models",
        "benchmarks/mutations.py --count 300 --seed {seed}",
        "benchmarks/mutations.py --count 20000 --seed {seed}",
        r"mutations: ",
    ),
    "fuzzing": Part(
        "inputs that nobody would write",
        "benchmarks/fuzz.py --scale 4000 --seed {seed}",
        "benchmarks/fuzz.py --scale 2500000 --seed {seed}",
        r"inputs, ",
    ),
    "faults": Part(
        "killed, full, read-only, unheard, twice at a time",
        'benchmarks/faults.py "graph dot" certificate --moments 4 --seed {seed}',
        "benchmarks/faults.py --moments 100 --seed {seed}",
        r"trials$|^drafts",
    ),
    "repeated": Part(
        "the same questions for hours in one process: answers and memory",
        "benchmarks/repeated.py --hours 0.05 --seed {seed}",
        "benchmarks/repeated.py --hours 5 --threads 2 --seed {seed}",
        r"^rounds: |^another",
    ),
    "mutants": Part(
        "mutants of the verifier",
        "-m tests.mutate_verifier outcome.py document.py",
        "-m tests.mutate_verifier",
        r"mutants|alive",
    ),
    "conditions": Part(
        "mutants of conditions of the verifier",
        "-m tests.mutate_verifier --conditions point.py",
        "-m tests.mutate_verifier --conditions",
        r"mutants|alive",
    ),
    "mutants by room": Part(
        "mutants of parser, decisions, curvature, flag, measure and others",
        "benchmarks/mutants.py curvature --mutants 6 --seed {seed} --out {tmp}/m",
        "benchmarks/mutants.py --mutants 200 --seed {seed} --out {tmp}/m",
        r"% of",
    ),
    "coverage": Part(
        "lines and branches by room",
        "benchmarks/covered.py tests/test_decide.py tests/test_domain.py",
        "benchmarks/covered.py tests",
        r"%",
    ),
}


def words(command: str, seed: int, folder: str) -> list[str]:
    """The command as a process is given it."""
    import shlex

    return [word.format(seed=seed, tmp=folder) for word in shlex.split(command)]


def run(name: str, profile: str, seed: int, limit: float) -> dict[str, Any]:
    """One part: what it says, how it ends, how long it takes."""
    part, start = PARTS[name], time.monotonic()
    command = getattr(part, profile)
    path = os.pathsep.join([str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])])
    with tempfile.TemporaryDirectory() as folder:
        try:
            done = subprocess.run(
                [sys.executable, *words(command, seed, folder)],
                cwd=ROOT,
                env={**os.environ, "PYTHONPATH": path},
                capture_output=True,
                text=True,
                timeout=limit,
                preexec_fn=lambda: os.nice(10),
            )
            status, said, error = done.returncode, done.stdout, done.stderr[-400:]
        except subprocess.TimeoutExpired:
            status, said, error = None, "", f"not ended in {limit:g} s"
    return {
        "part": name,
        "profile": profile,
        "command": command.format(seed=seed, tmp="DIR"),
        "status": status,
        "figures": figures(said, part.figures) if said else error,
        "error": error if status else "",
        "seed": seed,
        "date": time.strftime("%Y-%m-%d"),
        "seconds": round(time.monotonic() - start),
    }


def figures(said: str, pattern: str) -> str:
    """The lines that hold the figures, else the last one.

    >>> figures("begun\\n20 sets: 20 right\\n", "sets: ")
    '20 sets: 20 right'
    """
    lines = [" ".join(line.split()) for line in said.replace("\r", "\n").splitlines()]
    lines = [line for line in lines if line]
    found = [line for line in lines if pattern and re.search(pattern, line)]
    return "; ".join(found or lines[-1:])


def table(records: list[dict[str, Any]]) -> str:
    """The records in Markdown."""
    lines = [HEAD, ["---"] * len(HEAD)]
    for own in records:
        told = own["figures"] if own["status"] == 0 else f"FAILED: {own['figures']}"
        told = told if len(told) <= SHOWN else f"{told[: SHOWN - 3]}..."
        cells = [PARTS[own["part"]].what, f"`python {own['command']}`", told.replace("|", "/")]
        lines.append([*cells, *(str(own[key]) for key in ("seed", "date", "seconds"))])
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def write(records: list[dict[str, Any]], page: Path = PAGE) -> None:
    """The table between its marks in the page."""
    before, _, rest = page.read_text().partition(BEGIN)
    _, found, after = rest.partition(END)
    if not found:
        raise SystemExit(f"{page}: there are no marks {BEGIN} and {END}")
    page.write_text(f"{before}{BEGIN}\n{table(records)}\n{END}{after}")


def main() -> int:
    ask = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    ask.add_argument("parts", nargs="*", help=", ".join(PARTS))
    ask.add_argument("--profile", choices=sorted(LIMIT), default="short")
    ask.add_argument("--seed", type=int, default=1)
    ask.add_argument("--out", type=Path, help="results, one a line; those that are there stay")
    ask.add_argument("--write", action="store_true", help="write the table of docs/trust.md")
    asked = ask.parse_args()
    unknown = [name for name in asked.parts if name not in PARTS]
    if unknown:
        ask.error(f"unknown: {', '.join(unknown)}; known are {', '.join(PARTS)}")
    out = asked.out or Path(tempfile.gettempdir()) / f"campaign_{asked.profile}_{asked.seed}.jsonl"
    known = [json.loads(line) for line in out.read_text().splitlines()] if out.exists() else []
    done = {own["part"]: own for own in known}
    for name in asked.parts or PARTS:
        if name not in done:
            done[name] = run(name, asked.profile, asked.seed, LIMIT[asked.profile])
            with out.open("a") as file:
                file.write(json.dumps(done[name]) + "\n")
        own = done[name]
        print(
            f"{name} ({own['seconds']} s): status {own['status']}\n    {own['figures']}", flush=True
        )
        if own["status"]:
            print(f"    {own['error']}")
    records = [done[name] for name in PARTS if name in done]
    if asked.write:
        write(records)
    return 1 if any(own["status"] != 0 for own in records) else 0


if __name__ == "__main__":
    sys.exit(main())
