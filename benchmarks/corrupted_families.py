"""Certificates of families with one value changed: is one accepted that states something else?

    python benchmarks/corrupted_families.py [--changes 10000] [--seed 2]

One leaf of a certificate is replaced by another of its kind, or a text is added to; hashes are made
to fit.  What is accepted must state the same problem, and for each cell the same parameters put in,
verdict, rank, h and growth; its equations may be other ones that hold there.
"""

from __future__ import annotations

import argparse
import copy
import json
import random
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress

import nonholo as nh
from nonholo.evidence.problem import digest

FAMILIES = (
    ("dz = a y dx + c x dy", "dw = b z dx"),
    ("dz = (a^2 - 2 b^2) y dx",),
    ("dz = sin(al) x dy",),
    ("dz = a/(1 + a^2)*y dx + c x dy",),
)
STATED = ("problem", "verdict", "holonomic_relations", "independent_constraints", "growth_vector")
ADDED = ("+1", "*2", "a", "-c", "'")


def made(constraints) -> dict:
    found = nh.families(nh.constraints(*constraints), "constraints")
    return json.loads(json.dumps(nh.certificate(found)))


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
    own["sha256"] = digest(own["problem"])
    for cell in own["cells"]:
        with suppress(TypeError):
            cell["certificate"]["sha256"] = digest(cell["certificate"]["problem"])
    return own


def stated(document: dict) -> list:
    cells = [
        [cell["solved"], *(cell["certificate"][k] for k in STATED)] for cell in document["cells"]
    ]
    return [document["problem"], cells]


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--changes", type=int, default=10_000)
    options.add_argument("--seed", type=int, default=2)
    given = options.parse_args()
    documents = [made(constraints) for constraints in FAMILIES]
    rng, told = random.Random(given.seed), Counter()
    for _ in range(given.changes):
        document = rng.choice(documents)
        own = changed(document, rng)
        status = nh.verify(own).status
        if status == "accepted" and stated(own) != stated(document):
            status = "WRONG"
            print(json.dumps(own))
        told[status] += 1
    print(dict(told))


if __name__ == "__main__":
    main()
