"""Certificates of the stability of steady motions, and what is so by rounded eigenvalues: the
families of `corrupted_families.py --of stability`."""

from __future__ import annotations

import json
from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise

import numpy as np

import nonholo as nh
from nonholo.decide.ball import ball
from nonholo.evidence.stability import stability_certificate

SLEIGH = "((x' - a*sin(th)*th')^2 + (y' + a*cos(th)*th')^2)/2 + th'^2/5"
BLADE = ["y'*cos(th) - x'*sin(th)"]
DISC = (  # a thin disc that rolls upright, its lean, heading and spin le, he, sp
    "(x' - R*le'*cos(le)*sin(he) - R*he'*sin(le)*cos(he))^2/2"
    " + (y' + R*le'*cos(le)*cos(he) - R*he'*sin(le)*sin(he))^2/2 + R^2*le'^2*sin(le)^2/2"
    " + R^2*(le'^2 + he'^2*cos(le)^2)/8 + R^2*(sp' + he'*sin(le))^2/4 - 10*R*cos(le)"
)
STEADY = (  # coordinates, L, rows, levels, forces, parameters, motion, letters
    ("x y th", SLEIGH, BLADE, [], {}, {"a": "1/3"}, {"x'": "v"}, ""),
    ("x y th", SLEIGH, BLADE, [], {}, {"a": "1/3"}, {"x'": "2"}, "a"),
    ("x y th", SLEIGH, BLADE, [], {"th": "-th'"}, {"a": "1/3"}, {"x'": "v"}, ""),
    ("th", "th'^2/2 + w^2*sin(th)^2/2 + 2*cos(th)", [], [], {"th": "-th'"}, {"w": None}, {}, ""),
    ("x y", "(x'^2 + y'^2)/2 - y", [], ["x^2 + y^2 - 1"], {"x": "-c*x'"}, {"c": None}, {"y": "-1"}, ""),
    ("x y", "(x'^2 + 2*y'^2 - (k - 1)*x^2 - y^2)/2", [], [], {"x": "3*y' - x'", "y": "-3*x' - y'"},
     {"k": None}, {}, ""),
    ("a b", "(a'^2 + sin(a)^2*b'^2)/2 + cos(a)", ["b' = w"], [], {"a": "-a'"}, {"w": None}, {}, ""),
    ("x y z", "(x'^2 + y'^2 + z'^2 - k*x^2)/2", ["z' = y*x' + w"], [], {"x": "-x'", "y": "-y - y'"},
     {"k": None, "w": "2"}, {}, ""),
    ("x", "x'^2/2 - (k^2 - cos(pi/5)*k)*x^2/2", [], [], {"x": "-x'"}, {"k": None}, {}, ""),
    ("x y", "(x'^2 + y'^2 - k*y^2)/2 - (1 + cos(pi/5)*k)*x^2/2 + x*y/2", [], [],
     {"x": "-x'", "y": "-2*y'"}, {"k": None}, {}, ""),
    ("th", "th'^2/2 + w^2*sin(th)^2/2 + 2*cos(th)", [], [], {}, {"w": None}, {}, ""),
    ("x y", "(x'^2 + y'^2)/2 - k*y", [], ["x^2 + y^2 - 1"], {"x": "-x'"}, {"k": None}, {"y": "-1"}, ""),
    ("x y", "(x'^2 + y'^2 - x^2 - k*y^2)/2 - x*y/2 - x^2*y*sqrt(4 + x)", [], [], {"x": "y'", "y": "-x'"},
     {"k": None}, {}, ""),
    ("x y he le sp", DISC, ["x' = R*sp'*cos(he)", "y' = R*sp'*sin(he)"], [], {}, {"R": "1/2"},
     {"sp'": "w"}, ""),
)  # fmt: skip
SMALL, BITS = 1e-7, 256
PLACES = 7  # numbers of the letter in a cell


class Steady:
    """A certificate, and whether what others state is so."""

    def __init__(self, coordinates, lagrangian, rows, levels, forces, parameters, at, over):
        given = {n: x and {"value": x} for n, x in parameters.items()}
        case = nh.System(coordinates, lagrangian, rows, levels, forces, given)
        found = nh.steady_stability(case, at, over)
        self.document = json.loads(json.dumps(stability_certificate(found)))

    def true(self, document: dict) -> bool | None:
        """What an accepted certificate says is so at some numbers of the letter in each cell."""
        problem = document["problem"]
        letters = [n for n, value in problem["parameters"].items() if value is None]
        letters = [n for n in letters if n not in document["cases"]["letters"]]
        for verdict, least, number in told(document["cells"], letters):
            if verdict not in ("undecided", "excluded"):
                at = dict.fromkeys(letters, number)
                if not so(problem, at, verdict, least):
                    return False
        return True


def told(cells: list[dict], letters: list[str]) -> Iterator[tuple[str, bool, Fraction]]:
    """Verdicts, whether they rest on the energy, with numbers in their cells."""
    ends = [None] * len(cells)
    for n, cell in enumerate(cells):
        if "end" in cell:
            low, high = Fraction(cell["at"]), Fraction(cells[n + 1]["at"])
            ends[n] = root_between(cell["end"], letters[0], low, high)
    edges = [None, *(e for e in ends if e is not None), None]
    runs: list[list[dict]] = []
    for n, cell in enumerate(cells):
        runs += [[]] if n == 0 or ends[n - 1] is not None else []
        runs[-1].append(cell)
    for (low, high), inside in zip(pairwise(edges), runs):
        verdict, least = inside[0]["verdict"], any(cell.get("least") for cell in inside)
        low = -50.0 if low is None else low
        high = 50.0 if high is None else high
        for k in range(1, PLACES + 1):
            x = low + (high - low) * (k / (PLACES + 1)) ** 2
            yield verdict, least, Fraction(x).limit_denominator(10**6)


def root_between(text: str, letter: str, low: Fraction, high: Fraction) -> float:
    """By halves."""
    scope = nh.System("q_", "q_'^2", parameters={letter: None}).scope
    e = scope.expression(text)
    s = e.graph.symbol(letter)

    def sign(x: Fraction) -> bool:
        return ball(e.subs({s: e.graph.lift(x)}), {}, BITS) > 0

    a, b = low, high
    for _ in range(40):
        middle = (a + b) / 2
        a, b = (middle, b) if sign(middle) == sign(a) else (a, middle)
    return float(a)


def so(problem: dict, at: dict, verdict: str, least: bool) -> bool:
    """By rounded eigenvalues of the motion at these numbers; where a verdict rests on the energy, by
    that of the rest at these numbers."""
    numbers = {n: at.get(n, value) for n, value in problem["parameters"].items()}
    system = nh.System(
        " ".join(problem["coordinates"]),
        problem["lagrangian"],
        problem["constraints"],
        problem["holonomic_constraints"],
        problem.get("forces", {}),
        {n: {"value": str(x)} for n, x in numbers.items()},
    )
    motion = problem["motion"]
    point = {**motion["places"], **{f"{q}'": x for q, x in motion["rates"].items()}}
    point = {n: value(system, x) for n, x in point.items()}
    try:
        small = nh.linearise(system, point)
        rates = np.asarray(small.eigenvalues({}))
    except (nh.NonholoError, ZeroDivisionError):
        return False
    if verdict == "unstable":
        return bool(max(rates.real) > SMALL**2)
    if least:
        told = nh.steady_stability(system, point).cells[0].answer.verdict
        return bool(max(rates.real) < SMALL) and told in ("stable", "asymptotically stable")
    moving = rates[abs(rates) > SMALL]
    whole = verdict != "asymptotically stable" or len(moving) == len(rates)
    return whole and bool(all(moving.real < 0))


def value(system, text: str) -> str:
    """A text with the numbers of the system."""
    return str(system.scope.expression(text).subs(system.system.values))
