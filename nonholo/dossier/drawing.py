"""The system as a drawing: its wheels seen from above, its bodies in space, or the masses of its
Lagrangian.
"""

from __future__ import annotations

from nonholo.dossier.masses import Masses, masses
from nonholo.dossier.path import seen_from_above
from nonholo.dossier.sketch import Sketch, sketch
from nonholo.errors import NotApplicable
from nonholo.findings.verdict import Verdict
from nonholo.numerics.trajectory import Space
from nonholo.simulation.bodies import space_at_start


def drawn_system(check: Verdict) -> tuple[Sketch | None, Space | None, Masses | None]:
    """What can be drawn of a system that was judged, where wheels, bodies or masses are known.

    >>> import nonholo as nh
    >>> [one is None for one in drawn_system(nh.check(nh.case("rolling_coin")))]
    [False, True, True]
    >>> drawn_system(nh.check(nh.case("any_path")))
    (None, None, None)
    """
    flat = flat_sketch(check)
    if flat is not None:
        return flat, None, None
    space = space_at_start(check.case)
    return None, space, masses(check) if space is None else None


def flat_sketch(check: Verdict) -> Sketch | None:
    """Its wheels from above; None where nothing rolls, or at a place that is not known."""
    seen = seen_from_above(check)
    try:
        return None if seen is None else sketch(seen, check.case)
    except NotApplicable:  # a function without a value
        return None
