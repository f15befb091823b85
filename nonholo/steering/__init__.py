"""Steering: explicit admissible paths between two configurations, by methods that are tried in turn."""

from nonholo.steering.chained import chained
from nonholo.steering.polynomial import polynomial
from nonholo.steering.shooting import shooting

EXACT = (("polynomial inputs", polynomial), ("chained form", chained))
NUMERIC = (("shooting", shooting),)
METHODS = EXACT + NUMERIC
