"""Steering: explicit admissible paths between two configurations, by methods that are tried in
turn.
"""

from nonholo.steering.chained import chained
from nonholo.steering.contracted import contracted
from nonholo.steering.numeric import numeric
from nonholo.steering.polynomial import polynomial
from nonholo.steering.sinusoids import sinusoids

EXACT = (("polynomial inputs", polynomial), ("chained form", chained), ("sinusoids", sinusoids))
NUMERIC = (("shooting", numeric),)
LAST = (("contraction", contracted),)  # where all paths lead through a point where leaves meet
METHODS = EXACT + NUMERIC + LAST
QUICK = EXACT[:1]  # among many coordinates too
USUAL = tuple(
    pair for pair in METHODS if pair[1] is not sinusoids
)  # sinusoids where they are asked for
