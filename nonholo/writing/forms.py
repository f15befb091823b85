"""The letter of differential forms, one that no name of a case has taken."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple


class Letter(NamedTuple):
    """How the form of a constraint is called, in texts and in LaTeX.

    >>> Letter("w", "w").numbered(2)
    ('w_2', 'w_{2}')
    """

    text: str
    latex: str

    def numbered(self, l: int | str) -> tuple[str, str]:
        """The l-th form, as text and as LaTeX."""
        return f"{self.text}_{l}", f"{self.latex}_{{{l}}}"


LETTERS = (Letter("w", "w"), Letter("omega", r"\omega"), Letter("eta", r"\eta"))


def form_letter(names: Iterable[str]) -> Letter:
    """w, or omega where w or w1 is a name already, or eta.

    names: of coordinates and parameters.

    >>> form_letter(["x", "w2"]).text, form_letter(["w", "omega_1"]).text
    ('omega', 'eta')
    """
    taken = {name.rstrip("0123456789_") for name in names}
    return next((each for each in LETTERS if each.text not in taken), LETTERS[0])
