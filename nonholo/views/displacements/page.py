"""Virtual and possible displacements on a page."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from nonholo.views.page.breaking import times
from nonholo.views.page.math import Math, Text, signs
from nonholo.views.page.mixed import mixed
from nonholo.views.page.page import Details, Formula, Paragraph, Section
from nonholo.words.language import tell
from nonholo.writing.latex import Writer, differential, name_latex

if TYPE_CHECKING:
    from nonholo.findings.verdict import Verdict
    from nonholo.geometry.constraints.chart import Chart

DT = r"\mathrm{d}t"
LONGEST = 300  # signs of a component beyond which it is folded away
LONG = 110  # signs of a displacement beyond which each component has a line of its own


def displacements_section(check: Verdict) -> Section:
    """A basis of the virtual displacements, and how possible ones differ; empty without
    constraints.
    """
    d, displacements = check.distribution, check.displacements
    if not d.k:
        return Section(tell("Virtual displacements"), ())
    write = d.chart.latex()
    factors = _factors(len(displacements.virtual), d.chart.names)
    blocks: list = [Paragraph(_told(factors))]
    for i, (vector, factor) in enumerate(zip(displacements.virtual, factors), start=1):
        blocks += _lines(_vector(d.chart, vector, write, factor), tell("virtual {i}", i=i))
    if displacements.agree:
        blocks.append(
            Paragraph(tell("Possible displacements are the same: the constraints are catastatic."))
        )
    else:
        blocks += _lines(
            _particular(d.chart, displacements.particular, write, bool(displacements.virtual)),
            tell("possible"),
        )
    return Section(tell("Virtual displacements"), tuple(blocks))


def _factors(count: int, names: Sequence[str]) -> list[str]:
    r"""The free factor of each, by a letter that no coordinate has.

    >>> _factors(1, ["x", "y"]), _factors(2, ["x", "s1"])
    (['\\delta s'], ['\\delta \\eta_{1}', '\\delta \\eta_{2}'])
    """
    letter = r"\eta" if any(re.fullmatch(r"s_?\d*", name) for name in names) else "s"
    if count == 1:
        return [rf"\delta {letter}"]
    return [rf"\delta {letter}_{{{i}}}" for i in range(1, count + 1)]


def _told(factors: Sequence[str]) -> Text:
    if not factors:
        return tell(
            "With time frozen nothing can be displaced: the constraints alone determine the motion."
        )
    free = Math(", ".join(factors))
    if len(factors) == 1:
        return mixed(
            "Displacements that obey the constraints with time frozen: all, with any {free}.",
            free=free,
        )
    return mixed(
        "Displacements that obey the constraints with time frozen: all are sums of these, with any "
        "{free}.",
        free=free,
    )


def _vector(chart: Chart, vector, write: Writer, factor: str) -> list[str]:
    return [
        rf"\delta {name_latex(n)} = {times(write(e), factor)}"
        for n, e in zip(chart.names, vector)
        if not e.is_zero
    ]


def _particular(chart: Chart, vector, write: Writer, more: bool) -> list[str]:
    parts = [
        f"{differential(n)} = {times(write(e), DT)}"
        for n, e in zip(chart.names, vector)
        if not e.is_zero
    ]
    plus = rf" \quad\text{{{tell('plus a virtual one')}}}" if more else ""
    return [*parts[:-1], parts[-1] + plus]


def _lines(parts: Sequence[str], label: str) -> list[Formula | Details]:
    """One line, or one for each part if it is long; what is very long is folded away."""
    if sum(map(signs, parts)) <= LONG:
        return [Formula(r",\quad ".join(parts), label)]
    return [_line(row, "" if i else label) for i, row in enumerate(parts)]


def _line(row: str, label: str) -> Formula | Details:
    if signs(row) <= LONGEST:
        return Formula(row, label)
    named = Math(row.partition(" = ")[0])
    return Details((f"{label}: " if label else "", named, tell(" (long)")), (Formula(row),))
