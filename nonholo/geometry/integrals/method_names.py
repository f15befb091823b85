"""What the methods are called that look for potentials and first integrals, in the order in which
they are tried."""

from __future__ import annotations

from nonholo.words.sentence import say

EXACT = say("exact")
COMMON_FACTOR = say("common factor")
DARBOUX = say("Darboux polynomials")
INVERSE_FACTOR = say("inverse integrating factor")
PENCIL = say("pencil of leaves")
ANSATZ = say("ansatz")

NAMES = (
    EXACT,
    COMMON_FACTOR,
    say("factor of one or two variables"),
    say("symmetry"),
    DARBOUX,
    INVERSE_FACTOR,
    PENCIL,
    ANSATZ,
)  # for people: what was tried
