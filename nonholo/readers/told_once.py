"""What is wrong in several texts alike, such as a name that nobody declared, is told once, with all
places."""

from __future__ import annotations

from nonholo.errors import BadExpression, said


class ToldOnce:
    """Puts complaints about texts into a list of complaints; the same one twice becomes one.

    >>> from nonholo.errors import Place
    >>> complaints = []
    >>> once = ToldOnce(complaints)
    >>> for key in ("lagrangian", "forces.x"):
    ...     once.complain(BadExpression("m is not declared", Place("", key, 1, 4)))
    >>> print(*complaints, sep="\\n")
    lagrangian, line 1, column 4: m is not declared
        also: forces.x, line 1, column 4
    """

    def __init__(self, complaints: list[str]):
        self._complaints = complaints
        self._known: dict[tuple[str, str], tuple[int, BadExpression]] = {}

    def complain(self, error: BadExpression) -> None:
        """A complaint at the end of the list, or a place beside those of the same one."""
        what = error.message, error.hint
        at, first = self._known.get(what, (len(self._complaints), None))
        told = error if first is None else first.there_too(error)
        self._known[what] = at, told
        self._complaints[at : at + 1] = [said(told)]
