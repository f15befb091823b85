"""What a formulation is made of, for one system: the partial velocities of Kane, the function of
Gibbs, that of Gauss.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from nonholo.views.page.named_parts import LONGER, folded_if_long, named_rows
from nonholo.views.page.page import Details, Formula
from nonholo.words.language import tell
from nonholo.writing.latex import UNWRITTEN, Writer, dotted

if TYPE_CHECKING:
    from nonholo.expression.graph import Expr
    from nonholo.findings.comparison import Comparison
    from nonholo.findings.entry import Entry
    from nonholo.geometry.curvature.frames import Frame


def quantities(comparison: Comparison, entry: Entry, write: Writer) -> list[Formula | Details]:
    """The formulas, long ones folded; none where a formulation has nothing of its own."""
    equations, chart = entry.equations, comparison.distribution.chart
    if equations.name == "kane" and equations.along is not None:
        return partial_velocities(equations.along, write)
    if equations.function is None:
        return []
    rates = dict.fromkeys((*chart.a, *equations.unknowns), chart.graph.zero)
    seen = equations.function - equations.function.subs(rates)  # no slope sees the rest
    if equations.name == "gauss":
        return _formulas(write, "Z", seen, tell("function of Gauss"))
    forced = any(not Q.is_zero for Q in comparison.system.forces)
    letter = r"S - \sum_i Q_i \, \ddot q_i" if forced else "S"
    return _formulas(write, letter, seen, tell("function of Gibbs"))


def partial_velocities(frame: Frame, write: Writer) -> list[Formula | Details]:
    """What all velocities change by with each speed: dq_i'/du_r."""
    names = ", ".join(dotted(name) for name in frame.distribution.chart.names)
    formulas: list[Formula | Details] = []
    for c, u in zip(frame.free(), frame.symbols):
        slopes = ", ".join(map(write, frame.field(c)[1:]))
        row = rf"\frac{{\partial ({names})}}{{\partial {write(u)}}} = ({slopes})"
        formulas.append(folded_if_long(Formula(row, tell("partial velocity"))))
    return formulas


def _formulas(write: Writer, letter: str, value: Expr, label: str) -> list[Formula | Details]:
    """One formula with its common parts named; none that nobody would read."""
    rows = named_rows(write, [letter], [value], most=LONGER)
    if any(UNWRITTEN in row for row in rows.rows):
        return []
    return [*(folded_if_long(Formula(row, label)) for row in rows.rows), *rows.folded()]
