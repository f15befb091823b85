"""Exact real parameters in a cell, as a certificate states them; the verifier's rule says whether
they are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from nonholo.evidence.answers import Answers
from nonholo.expression.graph import Expr, Graph
from nonholo.expression.text import text
from nonholo.findings.family import FamilyCell, RootPoint
from nonholo.geometry.families.enclosed import Between, enclosed_point
from nonholo.geometry.families.exact_points import point_of
from nonholo.geometry.families.lemmas import solved_values
from nonholo.geometry.families.piece import Piece
from nonholo.geometry.families.points import ExactPoint, exact_point
from nonholo.geometry.families.ring import Solved
from nonholo.verifier.outcome import Stop
from nonholo.verifier.real import Parametric

Equations = Sequence[Expr]
Values = Mapping[Expr, Expr]


def point_in(
    answers: Answers, solved: Solved, equations: Equations, without: Sequence[Equations]
) -> Values | RootPoint | None:
    """Parameters where solved equations hold, in a cell: numbers, or polynomials in a root.

    equations, without: of the cell; None if no simple ones are.
    """

    def admissible(point: ExactPoint) -> bool:
        shown = _shown(graph, point)
        inside = is_in(answers, _stated(shown), equations, without)
        if isinstance(shown, RootPoint):
            return inside and answers.all_read and answers.defined
        return inside and answers.admits(shown)

    graph = answers.graph
    point = exact_point(answers.ring, solved, admissible)
    return _given(answers, solved, without) if point is None else _shown(graph, point)


def _given(answers: Answers, solved: Solved, without: Sequence[Equations]) -> Values | None:
    """The same where letters are given by formulas, with functions of letters too."""
    values = solved_values(answers.ring, solved)
    if values is None:
        return None
    graph = answers.on.given.system.chart.graph  # which knows what is assumed
    piece = Piece((), dict(zip(graph.copy([*values]), graph.copy([*values.values()]))))
    beside = [Piece(tuple(graph.copy(equations))) for equations in without]
    point = point_of(piece, _letters(answers), beside, answers.admits)
    if point is None:
        return None
    return dict(zip(answers.graph.copy([*point]), answers.graph.copy([*point.values()])))


def ends_in(answers: Answers, solved: Solved, without: Sequence[Equations]) -> Between | None:
    """Ends between which there are parameters in a cell; None if none are found."""
    graph, ring = answers.on.given.system.chart.graph, answers.ring
    equations = graph.copy([ring.expression(t) for t, _ in solved])
    waves = [ring.generators[k].symbols() for _, k in solved]  # of a letter; or it alone
    unknowns = graph.copy([letters[0] for letters in waves if len(letters) == 1])
    if len({x.index for x in unknowns}) < len(solved):
        return None
    beside = [graph.copy(equations) for equations in without]
    steps = list(zip(equations, unknowns))
    ends = enclosed_point(steps, _letters(answers), beside, answers.defined)
    return ends and dict(zip(answers.graph.copy([*ends]), ends.values()))


def _letters(answers: Answers) -> list[Expr]:
    return [answers.on.given.system.chart.graph.symbol(n) for n in answers.problem["parameters"]]


def point_of_cell(answers: Answers, cell: FamilyCell) -> dict[str, Any] | None:
    """The point of a cell as a certificate states it, if the verifier accepts it."""
    point = cell.root or cell.at
    if point is None or (cell.root is None and not _rational(cell.at or {})):
        return None
    record = _stated(point)
    letters = set(answers.problem["parameters"])
    record["values"] = {n: v for n, v in record["values"].items() if n in letters}
    return record if is_in(answers, record, cell.equations, cell.without) else None


def is_in(
    answers: Answers, record: dict[str, Any], equations: Equations, without: Sequence[Equations]
) -> bool:
    """The verifier accepts the point."""
    read = answers.parameters.polynomial
    try:
        Parametric(answers.parameters, record).demand_in(
            [read(text(e)) for e in equations],
            [[read(text(e)) for e in inner] for inner in without],
            answers.rows,
        )
    except Stop:
        return False
    return True


def _rational(at: Values) -> bool:
    return all(value.is_number for value in at.values())


def _stated(point: Values | RootPoint) -> dict[str, Any]:
    if not isinstance(point, RootPoint):
        return {"values": {str(p): text(e) for p, e in point.items()}}
    low, high = map(str, point.between)
    root = {"of": str(point.of), "polynomial": text(point.polynomial), "between": [low, high]}
    return {"values": {str(p): text(e) for p, e in point.values.items()}, "root": root}


def _shown(graph: Graph, point: ExactPoint) -> Values | RootPoint:
    """Lines of coefficients as expressions."""
    if point.root is None or point.of is None:
        return {p: graph.lift(line[0] if line else 0) for p, line in point.values.items()}
    root, theta = point.root, point.of

    def written(line: Sequence[Fraction | int]) -> Expr:
        total = graph.zero
        for i, c in enumerate(line):
            total = total + c * theta**i
        return total

    values = {p: written(line) for p, line in point.values.items() if p != theta}
    return RootPoint(theta, written(root.line), (root.low, root.high), values)
