"""What several tests ask of the same case, asked once by each worker: a case is never written to,
as test_history shows.
"""

from __future__ import annotations

from functools import cache

import nonholo as nh
from nonholo.findings.verdict import Verdict

LONG = ("four_trailers", "three_trailers", "two_spheres_1_3", "ball_on_any_surface")
"""Cases of which one check takes seconds."""


@cache
def checked(name: str) -> Verdict:
    """The check of a case that ships."""
    return nh.check(nh.case(name))
