"""Random sets with assumptions and known answer, judged without one error: `python
benchmarks/known_assumptions.py`.

Coefficients hold expressions that are zero, not zero, or never zero only under what is declared of
the parameters: sqrt(p^2) - p, log(p q) - log(p) - log(q), atan(p) + atan(1/p) - pi/2 with a
positive p.  The number of a set is its seed.  Exit status 1 for any wrong answer or error."""

from __future__ import annotations

import argparse
import random
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

import nonholo as nh
from nonholo.errors import NonholoError
from nonholo.readers.case_file import parse_case

POSITIVE = (
    "{ positive = true }",
    "{ min = 0.5 }",
    "{ min = 1, max = 3 }",
    "{ positive = true, nonzero = true }",
    "{ integer = true, min = 1 }",
)
ZERO = (
    "sqrt(({p})^2) - ({p})",
    "abs({p}) - ({p})",
    "sqrt(({p})*({q})) - sqrt({p})*sqrt({q})",
    "sign({p}) - 1",
    "log(({p})*({q})) - log({p}) - log({q})",
    "(({p})^2)^(3/2) - ({p})^3",
    "abs(({p})*{u}) - ({p})*abs({u})",
    "atan({p}) + atan(1/({p})) - pi/2",
    "sqrt(({p})^2*({u})^2) - ({p})*abs({u})",
    "log(({p})^2) - 2*log({p})",
    "sqrt(({p})^2 + 2*({p})*({q}) + ({q})^2) - ({p}) - ({q})",
    "({p})^(1/3)*({p})^(2/3) - ({p})",
    "asinh({p}) - log({p} + sqrt(({p})^2 + 1))",
    "abs(-({p})) - abs({p})",
    "sqrt(({p})^4) - ({p})^2",
)
NONZERO = (
    "sqrt(({p})^2) + {p}",
    "abs({p}) + {p}",
    "sign({p}) + 1",
    "sqrt(({p})*({q})) + sqrt({p})*sqrt({q})",
    "atan({p}) + atan(1/({p}))",
    "(({p})^2)^(3/2) + ({p})^3",
    "abs(-({p})) + {p}",
    "1 - sign(-({p}))",
)
NEVER = (
    "{p} + x^2",
    "({p})*exp(x) + y^2",
    "({p})*y^2 + {q}",
    "({p})*cos(x)^2 + ({q})*sin(x)^2",
    "{p} + abs(x)",
    "{p} + x^2*y^2 + ({q})*x^4",
    "-({p}) - x^2",
    "sqrt({p} + x^2)",
)
SOMEWHERE = ("{p} - x^2", "({p})*y - {q}", "({p})*x^3 + {q}")


@dataclass(frozen=True)
class Known:
    """A case and what must be said of it: h, and whether the rank is full at every point (None:
    not asked).
    """

    text: str
    relations: int
    rows: int
    regular: bool | None


def known(seed: int) -> Known:
    """The set of that number."""
    rng = random.Random(seed)
    names = rng.sample("abcm", 2)
    declared = {n: rng.choice(POSITIVE) for n in names}

    def put(form: str) -> str:
        return (
            "("
            + form.format(p=positive(rng, names), q=positive(rng, names), u=rng.choice("xyw"))
            + ")"
        )

    rows, relations, regular = rng.choice(KINDS)(rng, put)
    listed = ", ".join(f'"{row}"' for row in rows)
    table = "\n".join(f"{n} = {what}" for n, what in declared.items())
    return Known(
        f'coordinates = ["z", "v", "x", "y", "w"]\nconstraints = '
        f"[{listed}]\n[parameters]\n{table}\n",
        relations,
        len(rows),
        regular,
    )


def positive(rng: random.Random, names: list[str]) -> str:
    a, b = rng.sample(names, 2)
    return rng.choice(
        (
            a,
            b,
            f"{a}*{b}",
            f"{a} + {b}",
            f"{a}/{b}",
            f"{a}^2",
            f"2*{a}",
            f"{a}*exp(x)",
            f"{a} + y^2",
            f"sqrt({a})",
        )
    )


def _hidden(rng, put):
    return [f"zdot - {put(rng.choice(ZERO))}*w*xdot - ydot"], 1, True


def _plain(rng, put):
    return [f"zdot - {put(rng.choice(NONZERO))}*w*xdot"], 0, True


def _pair(rng, put):
    return (
        [
            f"zdot - {put(rng.choice(ZERO))}*w*xdot - ydot",
            f"vdot - {put(rng.choice(NONZERO))}*w*xdot",
        ],
        1,
        True,
    )


def _both(rng, put):
    return (
        [
            f"zdot - ({put(rng.choice(ZERO))} + {put(rng.choice(ZERO))})*w*xdot",
            "vdot - x*ydot - y*xdot",
        ],
        2,
        True,
    )


def _everywhere(rng, put):
    f = put(rng.choice(NEVER))
    return [f"{f}*(zdot - w*xdot)"], 0, True


def _not_everywhere(rng, put):
    f = put(rng.choice(SOMEWHERE))
    return [f"{f}*(zdot - w*xdot)"], 0, False


KINDS: tuple[Callable, ...] = (_hidden, _plain, _pair, _both, _everywhere, _not_everywhere)


def judged(seed: int) -> tuple[str, str]:
    """ "right", "undecided", "wrong" or "error", and why."""
    s = known(seed)
    try:
        found = nh.check(parse_case(s.text), search=0.0)
    except NonholoError as error:
        return "error", f"{error}"
    except Exception as error:  # whatever is raised on a sound set is an error of the package
        return "error", f"{type(error).__name__}: {error}"
    if found.relations not in (None, s.relations) or found.independent != s.rows:
        return "wrong", f"h = {found.relations}, must be {s.relations}"
    if s.regular is False and found.singular == ():
        return "wrong", "the rank is said to hold everywhere"
    open_ = found.relations is None or (s.regular and found.singular != ())
    return (
        ("undecided", f"h = {found.relations}, rank {found.singular}") if open_ else ("right", "")
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sets", type=int, default=5000)
    parser.add_argument("--first", type=int, default=0, help="the number of the first set")
    asked, told, begin = parser.parse_args(), Counter(), time.perf_counter()
    for seed in range(asked.first, asked.first + asked.sets):
        result, why = judged(seed)
        told[result] += 1
        if result != "right":
            print(
                f"{seed}: {result}: {why[:200]}\n  {known(seed).text.splitlines()[1][:300]}",
                flush=True,
            )
    counts = ", ".join(f"{n} {what}" for what, n in told.most_common())
    print(f"{asked.sets} sets: {counts}; {time.perf_counter() - begin:.0f} s")
    return int(bool(told["wrong"] or told["error"]))


if __name__ == "__main__":
    raise SystemExit(main())
