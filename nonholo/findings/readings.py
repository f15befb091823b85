"""Would the verdict on bare constraints be another if a name that nobody declared were read the
other way?
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from nonholo.errors import NonholoError
from nonholo.findings.check import check
from nonholo.findings.verdict import VerdictWord
from nonholo.readers.bare import Bare
from nonholo.readers.case import Case
from nonholo.readers.of_constraints import case_from_constraints

COORDINATES, CONSTANTS = "coordinates", "constants"
MOST = 6  # names of a kind that are turned one by one
SIZE = 60  # n * k up to which they are


@dataclass(frozen=True, slots=True)
class Reading:
    """A verdict, and how some names were read for it: kind is "coordinates" or "constants"."""

    names: tuple[str, ...]
    kind: str
    verdict: VerdictWord


def readings(case: Case, verdict: VerdictWord) -> tuple[tuple[Reading, Reading], ...]:
    """Pairs of the reading that holds and another one with another verdict.

    None where no reading matters.  verdict: of the case as it was read.  Names that are coordinates
    by convention are read as constants, names that are constants as coordinates: each alone, then
    all of a kind together.

    >>> found = readings(case_from_constraints(["dz = y dx"]), "nonholonomic")
    >>> [(other.kind, other.verdict) for _, other in found]
    [('constants', 'holonomic')]
    """
    if case.bare is None:
        return ()
    pairs = []
    for names, meaning, kind in _kinds(case.bare):
        small = len(names) <= MOST and case.system.chart.n * case.system.pfaffian.k <= SIZE
        alone = [_read(case.bare, (name,), kind) for name in names] if small else []
        differing = [other for other in alone if other is not None and other.verdict != verdict]
        whole = _read(case.bare, names, kind) if len(names) > 1 or not small else None
        if whole is not None and whole.verdict not in (
            verdict,
            *(other.verdict for other in differing),
        ):
            differing.append(whole)
        pairs += [(Reading(other.names, meaning, verdict), other) for other in differing]
    return tuple(pairs)


def _kinds(bare: Bare) -> Iterator[tuple[tuple[str, ...], str, str]]:
    """The names that could be read the other way, how they are read, and the other way."""
    if bare.supposed:
        yield bare.supposed, COORDINATES, CONSTANTS
    if bare.held:
        yield bare.held, CONSTANTS, COORDINATES


def _read(bare: Bare, names: Sequence[str], kind: str) -> Reading | None:
    """The verdict with these names read as `kind`; None where the constraints make no sense
    then.
    """
    more = [
        *bare.also,
        *(n for n in bare.supposed if n not in names),
        *(names if kind == COORDINATES else ()),
    ]
    less = [
        *bare.constants,
        *(n for n in bare.held if n not in names),
        *(names if kind == CONSTANTS else ()),
    ]
    try:
        return Reading(
            tuple(names),
            kind,
            check(case_from_constraints(bare.texts, more, less), search=0).verdict,
        )
    except NonholoError:
        return None
