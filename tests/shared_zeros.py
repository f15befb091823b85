"""Functions that are zero together though no polynomial shares that zero, for random laws."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import strategies as st

VANISHING = (
    "{0}",
    "sin({0})",
    "1 - cos({0})",
    "exp({0}) - 1",
    "sqrt(1 + ({0})**2) - 1",
    "({0})**3",
)
DRAWN = (  # a slope, what stands beside it, the form both are of, a factor of the slope, y and z
    st.sampled_from(VANISHING),
    st.sampled_from(VANISHING),
    st.sampled_from(("x", "x - y", "x + 2*y - 1")),
    st.sampled_from(("z", "z*y", "z + y**2", "z**2 + z")),
    st.fractions(-3, 3, max_denominator=4),
    st.fractions(-3, 3, max_denominator=4),
)


def x_at_zero(form: str, y: Fraction) -> Fraction | int:
    """Where a form is zero."""
    return {"x": 0, "x - y": y}.get(form, 1 - 2 * y)
