"""The system as a drawing: its wheels seen from above, or its bodies in space."""

from __future__ import annotations

from nonholo.dossier.path import seen_from_above
from nonholo.dossier.sketch import Sketch, sketch
from nonholo.findings.verdict import Verdict
from nonholo.numerics.trajectory import Space
from nonholo.simulation.bodies import space_at_start


def drawn_system(check: Verdict) -> tuple[Sketch | None, Space | None]:
    """What can be drawn of a system that was judged, where wheels or bodies are known.

    >>> import nonholo as nh
    >>> [one is None for one in drawn_system(nh.check(nh.case("rolling_coin")))]
    [False, True]
    >>> drawn_system(nh.check(nh.case("heisenberg")))
    (None, None)
    """
    flat = flat_sketch(check)
    return (flat, None) if flat is not None else (None, space_at_start(check.case))


def flat_sketch(check: Verdict) -> Sketch | None:
    """Its wheels from above; None where nothing rolls."""
    seen = seen_from_above(check)
    return None if seen is None else sketch(seen, check.case)
