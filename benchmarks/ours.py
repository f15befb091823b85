"""The package's answers: at random points, by symbols, and in the way of a user."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import nonholo as nh
from nonholo.decide.zero import combined
from nonholo.geometry.constraints.pfaffian import independent_rows
from nonholo.geometry.curvature.curvature import curvature
from nonholo.geometry.curvature.integrability import jointly_integrable, judge_sparse
from nonholo.geometry.distribution.distribution import distribution
from nonholo.geometry.flag.flag import closure
from nonholo.geometry.sampled.judge import judge_parts


@dataclass(frozen=True, slots=True)
class Answer:
    """What is claimed about a set: rank, h or bounds of it, joint integrability, words, single
    forms, accessibility.
    """

    rank: int
    relations: int | None
    joint: bool | None
    evidence: tuple[str, ...]
    verdict: str = ""
    alone: tuple[bool | None, ...] = ()
    accessible: bool | None = None
    bounds: tuple[int, int] | None = None


def case(texts: Sequence[str], names: Sequence[str]):
    """The case of constraints in text."""
    return nh.constraints(*texts, also=list(names))


def whole(texts: Sequence[str], names: Sequence[str], units: int = 10_000_000) -> Answer:
    """Everything `check` says."""
    found = nh.check(case(texts, names), units=units)
    evidence = (
        found.closure.growth.evidence.evidence,
        found.joint.evidence,
        *(f.decision.evidence for f in found.forms),
    )
    return Answer(
        found.independent,
        found.relations,
        found.joint.answer,
        evidence,
        found.verdict,
        tuple(f.integrable for f in found.forms),
        found.accessible,
        getattr(found, "bounds", None),
    )


def flag_and_joint(texts: Sequence[str], names: Sequence[str], units: int = 10_000_000) -> Answer:
    """Only the rank, the closure (h) and the joint verdict."""
    read = case(texts, names)
    rows, _, _ = independent_rows(read.system.pfaffian)
    d = distribution(rows, (), read.nominal)
    found, joint = closure(d, units), jointly_integrable(curvature(d))
    return Answer(
        d.k, found.relations, joint.answer, (found.growth.evidence.evidence, joint.evidence)
    )


def at_points(texts: Sequence[str], names: Sequence[str]) -> Answer:
    """The way of large sets for a set of any size: linear algebra at random points, and every
    row alone.
    """
    parts = judge_parts(case(texts, names).system.pfaffian)
    lower, upper = (sum(part.relations[i] for part in parts) for i in (0, 1))
    joint = combined(part.joint for part in parts)
    alone = {
        row: f.integrable
        for part in parts
        for row, f in zip(part.rows, judge_sparse(part), strict=True)
    }
    return Answer(
        sum(len(part.independent) for part in parts),
        lower if lower == upper else None,
        joint.answer,
        (joint.evidence,),
        alone=tuple(alone[l] for l in range(len(texts))),
        bounds=(lower, upper),
    )


def points_verdict(read):
    """The joint verdict alone, at random points: "no" is a proof, "yes" has an error bound."""
    return combined(part.joint for part in judge_parts(read.system.pfaffian))


def symbols_verdict(read):
    """The joint verdict alone, by symbols: the curvature of the solved form, its normal forms if
    in reach.
    """
    rows, _, _ = independent_rows(read.system.pfaffian)
    return jointly_integrable(curvature(distribution(rows, (), read.nominal)))
