"""Derivations that are expected to differ from the formulations: known errors, and other principles."""

from nonholo.rivals.substituted import substituted

RIVALS = {"substituted": substituted}
