"""Derivations that are expected to differ from the formulations: known errors, and other principles."""

from nonholo.rivals.substituted import substituted

__all__ = ["substituted"]
