"""Derivations that are expected to differ from the formulations: known errors, and other principles."""

from nonholo.rivals.coincidence import coincidence
from nonholo.rivals.substituted import substituted
from nonholo.rivals.vakonomic import vakonomic

__all__ = ["coincidence", "substituted", "vakonomic"]
