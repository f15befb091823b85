"""Evidence that relations are few: X, Y of the kernel with dw(X, Y) != 0, or what a curve along
the rows reaches.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Any

from nonholo.errors import OutOfReach
from nonholo.geometry.constraints.pfaffian import Pfaffian
from nonholo.geometry.sampled.corank import Variation, variations
from nonholo.geometry.sampled.horizontal import Horizontal, Vector
from nonholo.geometry.sampled.sample import Sample
from nonholo.words.sentence import say
from nonholo.work import Work

MAX_CHARACTERS = 1_500_000
FEW = 16  # free columns near a row that are tried for a pair of vectors with few components


def not_jointly(sample: Sample, names: Sequence[str]) -> dict[str, Any] | None:
    """The claim that dw_l(X, Y) != 0, with few components if they are easily found; None if all
    vanish.

    names: of t and the coordinates, "" for t where it takes no part.
    """
    X, Y = sample.vector(), sample.vector()
    bent = [l for l in sample.independent if sample.two_form(l, X, Y)]
    if not bent:
        return None
    l, X, Y = next((choice for l in bent for choice in _pairs(sample, l)), (bent[0], X, Y))
    value = sample.two_form(l, X, Y)
    x, y = (
        {n: str(v) for n, v in zip(names, Z, strict=True) if v and n}
        for Z in (X[: len(names)], Y[: len(names)])
    )
    return {"claim": "not jointly integrable", "row": l, "X": x, "Y": y, "value": str(value)}


def _pairs(sample: Sample, l: int):
    """Pairs of vectors with one free component each, near the row."""
    near = {j for pair in sample.curl[l] for j in pair} | set(sample.forms[l])
    free = [j for j in sample.free if j in near][:FEW]
    vectors = [sample.solver.solve({j: 1}) for j in free]
    return ((l, X, Y) for X, Y in combinations(vectors, 2) if sample.two_form(l, X, Y))


def reached(
    rows: Pfaffian, sample: Sample, names: Sequence[str], inputs: int, rank: int, work: Work
) -> dict[str, Any]:
    """The claim that variations of a curve reach `rank` independent directions.  Raises
    OutOfReach if they do not.
    """
    if not inputs:
        raise OutOfReach(say("no direction is new at the point tried"))
    curve, steps = Horizontal(rows, sample, sample.independent), 1
    while True:
        if work.over or len(names) * steps * rank * 19 > 2 * MAX_CHARACTERS:
            raise OutOfReach(say("the curve that shows it is too long"))
        curve.extend(steps + 1)
        varied = [v for level in variations(curve, inputs, steps) for v in level]
        pivots = _pivots(varied, sample, rank)
        if len(pivots) == rank:
            break
        if steps > rank:
            raise OutOfReach(say("too few directions at the point tried"))
        steps = min(2 * steps, steps + rank - len(pivots))
    return _claim(curve, varied, pivots, steps, names)


def _pivots(variations: Sequence[Variation], sample: Sample, rank: int) -> list[tuple[int, int]]:
    """(variation, row) as they are independent, one after the other, at s = 0."""
    done: dict[int, dict[int, int]] = {}
    pivots: list[tuple[int, int]] = []
    for number, v in enumerate(variations):
        row = {l: q[0] for l, q in v.q.items() if q[0]}
        for l, other in done.items():
            if factor := row.get(l, 0):
                row = {
                    c: x
                    for c in {*row, *other}
                    if (x := (row.get(c, 0) - factor * other.get(c, 0)) % sample.p)
                }
        if row and len(pivots) < rank:
            l = next(iter(row))
            scale = pow(row[l], -1, sample.p)
            done[l] = {c: x * scale % sample.p for c, x in row.items()}
            pivots.append((number, l))
    return pivots


def _claim(
    curve: Horizontal, variations: Sequence[Variation], pivots, steps: int, names: Sequence[str]
) -> dict[str, Any]:
    """Only the variations that are needed, with new numbers."""
    needed: set[int] = set()
    for number, _ in pivots:
        while number >= 0 and number not in needed:
            needed.add(number)
            number = variations[number].after
    place = {number: i for i, number in enumerate(sorted(needed))} | {-1: -1}
    claim: dict[str, Any] = {
        "claim": "reached",
        "curve": _series([x[1 : steps + 1] for x in curve.x], names),
        "variations": [
            {"after": place[variations[n].after], "z": _series(variations[n].z, names)}
            for n in sorted(needed)
        ],
        "pivots": [[place[n], l] for n, l in pivots],
    }
    if sum(len(text) for v in claim["variations"] for text in v["z"].values()) > MAX_CHARACTERS:
        raise OutOfReach(say("the curve that shows it is too long"))
    return claim


def _series(vectors: Vector, names: Sequence[str]) -> dict[str, str]:
    """Name -> coefficients, one after the other, without zeros."""
    pairs = zip(names, vectors, strict=True)
    return {n: " ".join(map(str, c)) for n, c in pairs if n and any(c)}
