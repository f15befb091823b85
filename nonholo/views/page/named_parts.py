"""Long formulas of a page: common parts have names, and many of them are folded away."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from nonholo.expression.graph import Expr, Graph
from nonholo.views.page.math import Math, Text, signs
from nonholo.views.page.mixed import mixed
from nonholo.views.page.page import Details, Formula
from nonholo.views.page.words import is_huge
from nonholo.words.language import tell
from nonholo.writing.common import few_common_parts
from nonholo.writing.latex import UNWRITTEN, Writer, unwritten

LONG = 700  # characters of LaTeX beyond which common parts are named
LONGEST = 6000  # the same for equations and differences: beyond it nobody reads on
MANY, MOST = 60, 100  # common parts beyond which a formula is not written out; the motion itself
LONGER = 4000  # signs with all parts beyond which nobody reads on; the motion has no limit
ASIDE = 2000  # the same of what stands beside the motion, to compare
BESIDE = 12  # common parts of that
FOLDED = 400  # signs of a formula beyond which it is folded away
SAVING = 3 / 2  # times as long a formula is as with names, from where on these are worth it
FEW = 3  # parts that are shown at once
LETTERS = ("sigma", "zeta", "kappa", "xi", "chi", "rho")  # of parts; w is a constraint form


@dataclass(frozen=True, slots=True)
class Rows:
    """label = expression as LaTeX, and the parts that have names in them."""

    rows: tuple[str, ...]
    parts: tuple[str, ...] = ()
    letter: str = ""

    def folded(self) -> tuple[Details, ...]:
        """The parts under one line; nothing where there are none."""
        if not self.parts:
            return ()
        return (
            Details(self.names(), tuple(map(Formula, self.parts)), opened=len(self.parts) <= FEW),
        )

    def names(self) -> Text:
        """Which names there are: "where sigma_1 is", "where sigma_1, ..., sigma_9 are"."""
        first, last = (rf"{self.letter}_{{{i}}}" for i in (1, len(self.parts)))
        if len(self.parts) == 1:
            return mixed("where {name} is", name=Math(first))
        several = rf"{first}, {last}" if len(self.parts) == 2 else rf"{first}, \ldots, {last}"
        return mixed("where {names} are", names=Math(several))


def folded_if_long(row: Formula, longest: int = FOLDED) -> Formula | Details:
    """The formula, or a line that unfolds to it."""
    if signs(row.latex) <= longest:
        return row
    label = row.label if isinstance(row.label, tuple) else (row.label,)
    return Details((*label, tell(" (long)")), (row,), long=True)


def named_rows(
    write: Writer,
    labels: Sequence[str],
    roots: Sequence[Expr],
    longest: int = LONG,
    many: int = MANY,
    most: float = LONGER,
) -> Rows:
    """label = expression; those that are too long with common parts named, where that is shorter
    (but not hundreds of parts, and not more than `most` signs in all).
    """
    rows = [
        f"{label} = {unwritten() if is_huge(r) else write(r)}" for label, r in zip(labels, roots)
    ]
    long = [i for i, row in enumerate(rows) if UNWRITTEN in row or len(row) > longest]
    if not long:
        return Rows(tuple(rows))
    named = few_common_parts([roots[i] for i in long], many)
    if named is None and many <= BESIDE:
        return _unwritten(labels)
    if named is None:
        return Rows(tuple(rf"{label} = {write(r)}" for label, r in zip(labels, roots)))
    parts, results = named
    letter = _letter(roots[0].graph)
    writer = Writer(
        {
            **write.symbols,
            **{n.args: rf"{letter}_{{{i}}}" for i, (n, _) in enumerate(parts, start=1)},
        }
    )
    short = [rf"{labels[i]} = {writer(r, presented=False)}" for i, r in zip(long, results)]
    below = tuple(rf"{writer(n)} = {writer(p, presented=False)}" for n, p in parts)
    plain = [rows[i] for i in long]
    size, plainly = sum(map(signs, (*short, *below))), sum(map(signs, plain))
    if plainly <= min(SAVING * size, most) and not any(UNWRITTEN in row for row in plain):
        return Rows(tuple(rows))
    for i, row in zip(long, short):
        rows[i] = row if size <= most else f"{labels[i]} = {unwritten()}"
    return Rows(tuple(rows), below, letter) if size <= most else Rows(tuple(rows))


def _unwritten(labels: Sequence[str]) -> Rows:
    return Rows(tuple(f"{label} = {unwritten()}" for label in labels))


def _letter(graph: Graph) -> str:
    """A Greek letter that no symbol of the case begins with."""
    taken = [s.args for s in graph.unmask(-1)]
    free = (letter for letter in LETTERS if not any(name.startswith(letter) for name in taken))
    return "\\" + next(free, "varsigma")
