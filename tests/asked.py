"""What several tests ask of the same case, asked once by each process, and by one process alone if
tests/conftest.py names the test in OF_CASES: a case is never written to, as test_history shows.
"""

from __future__ import annotations

from functools import cache

import nonholo as nh
from nonholo.dossier.dossier import Dossier, analyze
from nonholo.findings.verdict import Verdict

LONG = ("four_trailers", "three_trailers", "two_spheres_1_3", "ball_on_any_surface")
"""Cases of which one check takes seconds."""


@cache
def checked(name: str) -> Verdict:
    """The check of a case that ships."""
    return nh.check(nh.case(name))


@cache
def analysed(name: str) -> Dossier:
    """Everything about a case that ships."""
    return analyze(nh.case(name), known=checked(name))
