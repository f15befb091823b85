"""Certificates of families with one value changed: is one accepted that states something else?

    python benchmarks/corrupted_families.py [--changes 10000] [--seed 2] [--of measure]
        [--holding obstruction] [--along]

One leaf of a certificate is replaced by another of its kind, or a text is added to, or a part is
left out or moved; hashes are made to fit.  What is accepted must be true of the problem that it
states then: at rational parameters, special and other ones, each cell whose equations hold
and that does not leave them out has the answer of the family there, and there is one, if what the
certificate assumes is what the family does.
"""

from __future__ import annotations

import argparse
import copy
import json
import random
import re
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import inf

from corrupted_stability import STEADY, Steady

import nonholo as nh
from nonholo.evidence import contradictions
from nonholo.evidence.problem import digest
from nonholo.findings import family_integrals

POSITIVE = {"positive": True}
FAMILIES = (
    (("dz = a y dx + c x dy", "dw = b z dx"), {}),
    (("dz = (a^2 - 2 b^2) y dx",), {}),
    (("dz = sin(al) x dy",), {}),
    (("dz = (sin(al) - b) x dy + (cos(al) - c) y^2 dx",), {}),
    (("dz = exp(a)*(exp(c) - b) y dx",), {}),
    (("dz = a/(1 + a^2)*y dx + c x dy",), {}),
    (("dz = (a b - c) x dy", "dw = b x^2 dy"), {}),
    (("dz = a y dx + b x dy + c dt",), {}),
    (("dz = (a^2 + b^2) y dx", "dw = (c^2 - a) z dx"), {}),
    (("dz = (a + b) (a - c) x dy", "dw = (b - 2 c) z dx"), {"a": POSITIVE, "b": POSITIVE}),
    (("dz = (c^3 + c - 5) y dx", "dw = (b - c) z dx"), {}),
    (("dz = (a^4 + a + 7) (b^3 - a) y dx",), {"a": POSITIVE}),
    (("a x' = b", "dz = c y dx"), {}),
    (("x' + y' = a", "x' + b y' = z", "c z' = a y"), {}),
    (("a*sin(al)*dx + (1 - cos(al))*y*dz + sin(al)*x*dy = 0",), {}),
    (("dz = a f(x) dy + b g(x, y) dx", "dw = f'(x) z dx"), {}),
)
WAVES = (
    (("dz = (cos(a*x) - cos(x)) dy",), {}),
    (("dz = (exp(a*x) - b*exp(c*x)) dy",), {}),
    (("dz = (sin(a*x + b*y) + c*x*sin(x)) dx", "dw = a*y dz"), {}),
    (("z' = sin(a*t + b*x)*y'",), {"b": POSITIVE}),
)
SUBSTITUTED = (
    (("z' = b*y*x'",), {}, "(x'^2 + y'^2 + a*z'^2 + w'^2)/2 + c*x'*z'"),
    (("z' = b*y*x'",), {"c": POSITIVE}, "(x'^2 + y'^2 + (a - c)*z'^2 + w'^2)/2 - a*z"),
    (("z' = a*y*x'", "w' = b*y*x'"), {}, "(x'^2 + y'^2 + z'^2 - w'^2)/2 - c*z"),
    (("z' = (a^3 + a - 3)*y*x' + b*t",), {}, "(x'^2 + y'^2 + z'^2 + w'^2)/2"),
    (("y*x' = a*z'", "b*w' = w*x' - c*z'"), {}, "(x'^2 + y'^2 + z'^2 + w'^2)/2 + y'*z'"),
)
ON_LEVELS = (
    (("dz = a*y du + c*x dy",), {"b": POSITIVE}, "", ("b*u - x",)),
    (("dz = a y du + c x dy", "du = dx"), {}, "", ("u - x - b",)),
    (("z' = a*y*u'",), {}, "(x'^2 + y'^2 + b*z'^2 + u'^2)/2 - c*z", ("2*u - x - b*y",)),
)
BY_ANGLES = (
    (("z' = (a*x + c*y)*u'",), {"b": POSITIVE}, "", ("x^2 + y^2 - b^2",)),
    (("z' = (a*x^2 + c*y^2)*u'",), {"b": POSITIVE}, "", ("4*x^2 + (y - c)^2 - b^2",)),
    (("z' = a*y*u'",), {}, "(x'^2 + y'^2 + z'^2 + u'^2)/2 - c*z", ("(x - b)^2 + y^2 - 1",)),
    (("u' = a*(x*y' - y*x') + c*x*y*z'",), {}, "", ("x^2 + y^2 + z^2 - 1",)),
)
MEASURED = (
    (("z' = a*y*x' + b",), {}, "(x'^2 + y'^2 + z'^2)/2", (), {}),
    (("(1 + x^2)*z' = b*x",), {}, "(x'^2 + y'^2 + z'^2)/2", (), {}),
    (("x'*sin(th) - y'*cos(th) = -a*th'",), {}, "(x'^2 + y'^2 + c*th'^2)/2", (), {}),
    (("z' = (a - b)*y*x'",), {}, "(x'^2 + y'^2 + z'^2)/2 + b*x*z", (), {"y": "-c*y'"}),
    (("z' = a*y*x' + c*x*y'",), {}, "(x'^2 + y'^2 + b^2*z'^2)/2", (), {}),
)
VAKONOMIC = (
    (("z' = a*y*x' + c*x*y'",), {}, "(x'^2 + y'^2 + b*z'^2)/2", (), {}),
    (("z' = a*y*x' - c*x*y'",), {}, "(x'^2 + y'^2 + z'^2)/2", (), {"z": "-b*z'"}),
    (("x'*sin(th) - y'*cos(th) = -a*th'",), {}, "(x'^2 + y'^2 + c*th'^2)/2", (), {}),
    (("z' = a*y*x' + c",), {"b": POSITIVE}, "(x'^2 + y'^2 + b*z'^2)/2 - a*x*z", (), {}),
)
MONGE = ("z' = y*x'", "y' = w*x'")
SYMMETRIC = tuple(
    (*MONGE, f"u' = ({f})*x'")
    for f in ("w^2 + b*y^2 + c*z^2", "a*w^2 + b*w*y + c*z*w", "(c + x)*w^2 + a*z")
)
SINGULAR = (
    "dz = (a*y^2 + b*y) dx",
    "dz = (x - a)*(y - b) dx",
    "a*x dz = y dx + b dy",
    "dz = a*(x^2 + y^2) dx",
)
CONSERVED = (
    ((), "(x'^2 + y'^2 - a*x^2 - b*y^2)/2"),
    ((), "(x'^2 + a*y'^2)/2 - b*x*y"),
    (("z' = a*y*x'",), "(x'^2 + y'^2 + z'^2)/2 - c*z"),
)
MOST = 12  # monomials of a class of integrals
STATED = ("verdict", "holonomic_relations", "independent_constraints", "growth_vector")
OF_MOTION = {
    "substitution": ("substitutions",),
    "measure": ("measure", "another_time"),
    "vakonomic": ("agrees", "free"),
    "symmetry": ("growth_vector", "flat"),
    "singular": ("growth_vector", "singular"),
    "integrals": ("independent",),
}
CHANGED = (
    "constraints",
    "lagrangian",
    "holonomic_constraints",
    "forces",
)  # another of these may have the same answers
EVERY = (
    *FAMILIES,
    *WAVES,
    *SUBSTITUTED,
    *ON_LEVELS,
    *BY_ANGLES,
    *MEASURED,
    *((*f, "vakonomic") for f in VAKONOMIC),
    *((rows, {}, "", (), None, "symmetry") for rows in SYMMETRIC),
    *(((row,), {}, "", (), None, "singular") for row in SINGULAR),
    *((rows, {}, L, (), {}, "integrals") for rows, L in CONSERVED),
)
ADDED = ("+1", "*2", "a", "-c", "'")
NUMBERS = (-2, -1, 0, 0, 1, 1, 2, Fraction(1, 2))
POINTS = 60
TRUE = {True: "accepted and true", False: "WRONG", None: "accepted, of another class"}
WHERE = (*NUMBERS[2:], -1, Fraction(-1, 2), Fraction(1, 4))  # x and y of some configurations


def system(constraints, assumed, lagrangian, levels, forces) -> nh.System:
    letters = dict.fromkeys(("a", "b", "c", "al")) | assumed
    texts = " ".join((*constraints, lagrangian, *levels, *(forces or {}).values()))
    used = {n: v for n, v in letters.items() if re.search(rf"\b{n}\b", texts)}
    names = "x y z u" if levels else "x y z w u" if "u'" in texts else "x y z w"
    if forces is not None:
        names = "x y th" if "th" in texts else "x y z" if "z" in texts else "x y"
    return nh.System(
        names,
        lagrangian or None,
        list(constraints),
        list(levels),
        parameters=used,
        forces=forces or {},
    )


def question_of(constraints, assumed, lagrangian="", levels=(), forces=None, question="") -> str:
    """What is asked of a family: of a Lagrangian alone substitution, with forces a measure."""
    of_motion = "substitution" if forces is None else "measure"
    return question or (of_motion if lagrangian else "constraints")


class Told:
    """A certificate, and the answers at some numbers by the cells of the family."""

    def __init__(self, constraints, assumed, lagrangian="", levels=(), forces=None, question=""):
        self.case = system(constraints, assumed, lagrangian, levels, forces)
        self.with_forces = forces is not None
        question = question_of(constraints, assumed, lagrangian, levels, forces, question)
        self.question = question
        self.stated = OF_MOTION.get(question, STATED)
        family_integrals.MOST = MOST
        found = nh.families(self.case, question)
        self.document = json.loads(json.dumps(nh.certificate(found)))
        names = self.document["problem"]["parameters"]
        points = [dict.fromkeys(names, 0)]
        rng = random.Random(0)
        for _ in range(POINTS):
            points.append({n: rng.choice(NUMBERS) for n in names})
        cells = found.families[question].cells
        points += [{str(p): v for p, v in c.at.items()} for c in cells if c.at]
        texts = self.document["cases"]["assumed"]
        points = [p for p in points if all(self.positive(text, p) for text in texts)]
        self.points = [(p, self.answers(self.document, p)[0]) for p in points]

    def positive(self, text: str, point: dict) -> bool:
        name, bound = text.split(" > ")
        return Fraction(str(point[name])) > Fraction(bound)

    def zero(self, text: str, point: dict) -> bool:
        e = self.case.scope.expression(text)
        graph = e.graph
        put = {graph.symbol(n): graph.lift(v) for n, v in point.items()}
        return e.subs(put).is_zero

    def answers(self, document: dict, point: dict) -> list:
        """Of the cells that a point lies in."""
        found = []
        for cell in document["cells"]:
            inside = all(self.zero(text, point) for text in cell["equations"])
            left_out = any(all(self.zero(t, point) for t in w) for w in cell["without"])
            if inside and not left_out:
                found.append([self.said(cell, key, point) for key in self.stated])
        return found

    def said(self, cell: dict, key: str, point: dict):
        """What a cell states; of singular sets where they are, among some configurations; of
        substitutions not by which rows, if a cell states several choices."""
        if key == "substitutions" and any("or" in one for one in self.document["cells"]):
            return [(one["eliminated"], one["plain"], one["chained"]) for one in cell[key]]
        if key != "singular":
            return cell[key]
        return [
            any(
                all(self.zero(text, {**point, "x": x, "y": y}) for text in one) for one in cell[key]
            )
            for x, y in product(WHERE, repeat=2)
        ]

    def true(self, document: dict) -> bool | None:
        """What an accepted certificate says is so at all points; None of another class."""
        problem, own = document["problem"], self.document["problem"]
        if ordered(problem) != ordered(own):
            given = {key: own[key] for key in CHANGED if key in own}
            plain = {key: value for key, value in problem.items() if key not in CHANGED}
            alike = ordered(plain | given) == ordered(own)
            assumed = {text.split()[0]: POSITIVE for text in document["cases"]["assumed"]}
            texts = problem.get("lagrangian", ""), problem["holonomic_constraints"]
            forces = problem.get("forces", {}) if self.with_forces else None
            given = problem["constraints"], assumed, *texts, forces, self.question
            other = Told(*given) if alike else None
            if other and other.document["problem"].get("integrals") != own.get("integrals"):
                return None
            return other is not None and other.true(
                {**document, "problem": other.document["problem"]}
            )
        for point, answer in self.points:
            try:
                assumed = all(self.positive(text, point) for text in document["cases"]["assumed"])
            except (ValueError, KeyError):
                assumed = False  # something else is assumed
            if assumed and any(one != answer for one in self.answers(document, point)):
                return False
            if assumed and not self.answers(document, point):
                return False
        return True


def ordered(problem: dict) -> dict:
    """The coordinates in their alphabetic order, which says nothing."""
    return problem | {"coordinates": sorted(problem["coordinates"])}


def leaves(value, path=()) -> Iterator[tuple[tuple, object]]:
    inner = (
        value.items()
        if isinstance(value, dict)
        else enumerate(value)
        if isinstance(value, list)
        else None
    )
    if inner is None:
        yield path, value
        return
    for key, part in inner:
        yield from leaves(part, (*path, key))


def changed(document: dict, rng: random.Random) -> dict:
    own = copy.deepcopy(document)
    if rng.random() < 0.2:
        _moved(own, rng)
        return _fitted(own, document)
    every = list(leaves(own))
    path, old = rng.choice(every)
    others = [value for _, value in every if type(value) is type(old) and value != old]
    if others and rng.random() < 0.6:
        new = rng.choice(others)
    else:
        new = old + 1 if isinstance(old, int) else (old or "") + rng.choice(ADDED)
    place = own
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = new
    return _fitted(own, document)


def _fitted(own: dict, document: dict) -> dict:
    if "problem" in own:
        asked = document["problem"].get("integrals")  # another class has other answers
        own["problem"] |= {} if asked is None else {"integrals": asked}
        own["sha256"] = digest(own["problem"])
    return own


def _moved(own: dict, rng: random.Random) -> None:
    """A member of a list is left out or put elsewhere, or a key is left out."""
    inside = [part for part in _parts(own) if part]
    part = rng.choice(inside)
    if isinstance(part, dict):
        del part[rng.choice(sorted(part))]
    elif rng.random() < 0.5:
        part.pop(rng.randrange(len(part)))
    else:
        part.insert(rng.randrange(len(part)), part.pop(rng.randrange(len(part))))


def _parts(value) -> Iterator:
    if isinstance(value, (dict, list)):
        yield value
        for inner in value.values() if isinstance(value, dict) else value:
            yield from _parts(inner)


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--changes", type=int, default=10_000)
    options.add_argument("--seed", type=int, default=2)
    questions = sorted({question_of(*family) for family in EVERY} | {"stability"})
    options.add_argument("--of", choices=questions, help="families of this question alone")
    options.add_argument("--holding", default="", help="certificates with this text alone")
    options.add_argument("--along", action="store_true", help="conditions by values at a state")
    given = options.parse_args()
    if given.along:
        contradictions.products_ahead = lambda *_: inf
    asked = [f for f in EVERY if given.of in (None, question_of(*f))]
    steady = STEADY if given.of in (None, "stability") else ()
    made = [*(Told(*f) for f in asked), *(Steady(*f) for f in steady)]
    documents = [d for d in made if given.holding in str(d.document)]
    rng, told = random.Random(given.seed), Counter()
    for _ in range(given.changes):
        one = rng.choice(documents)
        own = changed(one.document, rng)
        status = nh.verify(own).status
        if status == "accepted":
            status = TRUE[one.true(own)]
            if own == one.document:
                status = "not changed"
            if status == "WRONG":
                print(json.dumps(own))
        told[status] += 1
    print(dict(told))


if __name__ == "__main__":
    main()
