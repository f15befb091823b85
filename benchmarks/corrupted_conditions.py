"""Certificates of conditions on unspecified functions with one value changed: is one accepted that
states something else?

    python benchmarks/corrupted_conditions.py [--changes 10000] [--seed 11]

One value of what shows "holonomic exactly if f' = 0" is replaced by another of its kind, added to,
left out or moved.  What is accepted must be true of the set: with functions put in, such as
f = 1 + x, and a number for the letter, it is holonomic exactly if they obey the equations that are
stated, or all of those that leave it open.
"""

from __future__ import annotations

import argparse
import json
import random
import re
from collections import Counter
from contextlib import suppress
from fractions import Fraction

from corrupted_families import changed
from sympy import diff, simplify, sympify

import nonholo as nh
from nonholo.errors import NonholoError
from nonholo.evidence.cases import problem_about
from nonholo.evidence.exactly import exactly
from nonholo.evidence.problem import digest
from nonholo.findings.families import families

SETS = (
    ("z' = f(y)*x'", "w' = a*f(y)*y*x'"),
    ("x' = f(y)*z' + g(z)*y'",),
    ("z' = x*f(x)*y*x' + x^2*f(x)*y'",),
    ("z' = f(x)^2*y' + 2*y*x*x'",),
    ("z' = f(x)*y' + a*y*f(x)*x'",),
    ("z' = f(x)*g(y)*x'",),
    ("f(x)*x' + g(y)*z' = a*y'",),
    ("z' = (f(x) + a*g(y))*w'", "x' = a*w*y'"),
    ("z' = f(y)/(1 + f(y)^2)*x'",),
    ("x'*cos(w) + y'*sin(w) = f(x)*w'",),
    ("z' = (1 + f(x)^2)*a*y'",),
    ("z' = f(x)*y' + g(y)*x' + f(x)*w*w'",),
    ("z' = y*x'/f(x)",),
    ("z' = f(t)*y*x' + a",),
)
VALUES = {
    "f": ("0", "1", "2", "{0}", "{0}^2", "1/{0}", "exp({0})", "1+{0}", "sqrt(1+{0}^2)"),
    "g": ("0", "1", "{0}", "2*{0}", "{0}^2"),
}
NUMBERS = ("0", "1", "-1", "2")
CALL = re.compile(r"\b([fg])(_[a-z]+)?('*)\((\w)\)")
CHOICES = 14


class Told:
    """A certificate of conditions, and whether the set is holonomic for some functions."""

    def __init__(self, rows: tuple[str, ...]):
        self.rows, whole = rows, " ".join(rows)
        self.held = {m[1]: m[4] for m in CALL.finditer(whole)}
        letters = {"a": None} if re.search(r"\ba\b", whole) else {}
        calls = [f"{f}({x})" for f, x in self.held.items()]
        case = nh.System("x y z w", None, list(rows), functions=calls, parameters=letters)
        shown = exactly(families(case, "constraints", records=False))
        self.record = json.loads(json.dumps(shown))
        self.problem = problem_about(case)
        rng = random.Random(1)
        self.choices = []
        for _ in range(CHOICES):
            values = {f: rng.choice(VALUES[f]).format(x) for f, x in self.held.items()}
            number = rng.choice(NUMBERS)
            with suppress(NonholoError):
                verdict = nh.check(nh.System("x y z w", None, self.put(values, number))).verdict
                self.choices.append((values, number, verdict == "holonomic"))

    def put(self, values: dict, number: str) -> list[str]:
        """The rows with values."""
        rows = [CALL.sub(lambda m: f"({values[m[1]]})", row) for row in self.rows]
        return [re.sub(r"\ba\b", f"({number})", row) for row in rows]

    def document(self, record: dict) -> dict:
        head = {"family": 1, "problem": self.problem, "sha256": digest(self.problem), "cells": []}
        return {**head, "exactly": record}

    def zero(self, text: str, values: dict, number: str) -> bool:
        """Do functions obey an equation?"""

        def derived(m: re.Match) -> str:
            value = sympify(values[m[1]].replace("^", "**"))
            for name in [*(m[2] or "_")[1:], *[m[4]] * len(m[3])]:
                value = diff(value, name)
            return f"({value})"

        written = sympify(CALL.sub(derived, text.replace("^", "**")))
        return simplify(written.subs("a", Fraction(number))) == 0

    def true(self, shown: dict) -> bool:
        """What is shown is so for the functions that were chosen."""
        for values, number, holonomic in self.choices:
            obeyed, left_open = (
                all(self.zero(text, values, number) for text in shown[key])
                for key in ("equations", "unless")
            )
            if obeyed != holonomic and not left_open:
                return False
        return True


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--changes", type=int, default=10_000)
    options.add_argument("--seed", type=int, default=11)
    given = options.parse_args()
    documents = [Told(rows) for rows in SETS]
    rng, told = random.Random(given.seed), Counter()
    for _ in range(given.changes):
        one = rng.choice(documents)
        own = changed(one.record, rng)
        answer = nh.verify(one.document(own))
        status = answer.status
        if own == one.record:
            status = "not changed"
        elif status == "accepted":
            shown = answer.shown["exactly"]
            status = "accepted, something assumed" if shown["assumed"] else "accepted and true"
            if not shown["assumed"] and not one.true(shown):
                status = "WRONG"
                print(json.dumps(one.document(own)))
        told[status] += 1
    print(dict(told))


if __name__ == "__main__":
    main()
