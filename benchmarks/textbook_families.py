"""How long do all questions about the parameters of a textbook system take?

    python benchmarks/textbook_families.py [NAME ...] [--bare] [--of QUESTION]

Each case of benchmarks/textbook, in a process of its own: for each question seconds of the
processor (user) for its cells, for the whole checks of these ("records"), and for its certificate;
how many cells there are, and whether they are complete and certified.  With --bare nothing is
assumed of the letters: masses and lengths may be 0 or negative.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tomllib
from pathlib import Path

import nonholo as nh
from nonholo.errors import NotApplicable
from nonholo.evidence.families import judged
from nonholo.findings.families import families, with_records
from nonholo.work import BUDGETS, Work

FOLDER = Path(__file__).parent / "textbook"
QUESTIONS = ("constraints", "substitution", "vakonomic", "measure", "symmetry")


def user() -> float:
    return os.times().user


def case_of(name: str, bare: bool):
    path = FOLDER / f"{name}.toml"
    if not bare:
        return nh.read_case(path)
    told = tomllib.loads(path.read_text())
    letters = dict.fromkeys(told["parameters"])
    return nh.System(
        told["coordinates"], told["lagrangian"], told["constraints"], parameters=letters
    )


def measured(name: str, bare: bool, questions: list[str]) -> None:
    """Lines of one case: question by question, and the sum."""
    case = case_of(name, bare)
    for question in questions:
        start = user()
        try:
            answered = families(case, question, records=False)
        except NotApplicable:
            continue  # symmetry, of another growth vector
        cells = user()
        if question == "constraints":
            checked = with_records(case, answered.constraints, Work.of(BUDGETS.families))
            answered = type(answered)(case, {question: checked}, {}, answered.functions)
        records = user()
        family = judged(answered, True, True).families[question]
        end = user()
        seconds = f"{cells - start:.1f} | {records - cells:.1f} | {end - records:.1f}"
        told = f"{len(family.cells)}, {'complete' if family.complete else 'open'}"
        why = "certified" if family.certified else family.uncertified
        print(f"| {name} | {question} | {seconds} | {told}, {why} |", flush=True)
    print(f"| {name} | all, with start-up | | | {user():.1f} | |", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", default=sorted(p.stem for p in FOLDER.glob("*.toml")))
    parser.add_argument("--bare", action="store_true")
    parser.add_argument("--of", action="append", choices=QUESTIONS)
    parser.add_argument("--here", action="store_true", help="in this process, for profilers")
    asked = parser.parse_args()
    load = "/".join(f"{x:.1f}" for x in os.getloadavg())
    if asked.here:
        for name in asked.names:
            measured(name, asked.bare, asked.of or list(QUESTIONS))
        return
    print(f"| case | question | cells | records | certificate | of load {load} |")
    print("| --- | --- | --- | --- | --- | --- |", flush=True)
    more = [*(["--bare"] if asked.bare else []), *(x for q in asked.of or () for x in ("--of", q))]
    for name in asked.names:
        subprocess.run([sys.executable, __file__, name, "--here", *more], check=True)


if __name__ == "__main__":
    main()
