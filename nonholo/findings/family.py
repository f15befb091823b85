"""A question about a whole family of systems: its parameters, its cells, each with one answer.

The case is copied for every piece of parameter space that is judged, and the parameters that are
solved for are put into all of it: rows, Lagrangian, forces.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Literal

from nonholo.algebra.field import Field
from nonholo.arithmetic.polynomials import factors_of
from nonholo.dynamics.system import mapped
from nonholo.errors import OutOfReach
from nonholo.expression.functions import is_unspecified
from nonholo.expression.graph import Expr, ordered
from nonholo.expression.text import text
from nonholo.geometry.families.partition import Branch, Cell, Judged, NotDefined, partition
from nonholo.geometry.families.pieces import Piece, factors, has_roots, vanishes
from nonholo.readers.assumptions import assumptions_of
from nonholo.readers.case import Case
from nonholo.readers.own import own_copy
from nonholo.words.sentence import say
from nonholo.work import Work

Question = Literal["constraints", "substitution", "measure"]
Judge = Callable[[Case, Work], Judged[Any]]


@dataclass(frozen=True, slots=True)
class RootPoint:
    """Exact real parameters: one of them is a root, the others are polynomials in it.

    of: the root; polynomial: in it, irreducible; between: two numbers with no other root between
    them; values: another parameter -> polynomial in the root.
    """

    of: Expr
    polynomial: Expr
    between: tuple[Fraction, Fraction]
    values: Mapping[Expr, Expr]


@dataclass(frozen=True, slots=True)
class FamilyCell:
    """Parameters for which one answer holds.

    equations: each = 0 in the cell; without: sets of equations, none of which holds there as a
    whole; solved: parameter -> expression in the others, the same as the equations but where a
    divisor vanishes; at: exact parameters in the cell, None
    if no simple ones are; answer: None where it is open, for the `reason`; explicit: the
    equations are p - e for what is solved; others: further solutions of the equations; root: exact
    parameters of which one is a root, where `at` is None.
    """

    equations: tuple[Expr, ...]
    without: tuple[tuple[Expr, ...], ...]
    solved: Mapping[Expr, Expr]
    at: Mapping[Expr, Expr] | None
    answer: Any
    reason: str = ""
    explicit: bool = False
    others: tuple[Mapping[Expr, Expr], ...] = ()
    root: RootPoint | None = None

    @property
    def codimension(self) -> int:
        """How many parameters the equations take away."""
        return len(self.solved) or len(self.equations)

    @property
    def generic(self) -> bool:
        """No equation holds: almost all parameters are in the cell."""
        return not self.equations


@dataclass(frozen=True, slots=True)
class Family:
    """The answers to one question for all parameters.

    parameters: the letters; cells: disjoint but where two signs of a root mean the same, the
    generic one first, then by codimension; complete: every admissible parameter for which the
    system is defined lies in a cell; reasons: why that is not known; assumed: what is declared of
    the parameters; undefined: where one of these vanishes, the system is not defined; tree: the
    distinctions of cases that show it; certified: the verifier accepts the cells and that they are
    all, None where it was not asked; uncertified: why it does not.
    """

    question: Question
    parameters: tuple[Expr, ...]
    cells: tuple[FamilyCell, ...]
    complete: bool
    reasons: tuple[str, ...]
    assumed: tuple[str, ...]
    undefined: tuple[Expr, ...]
    tree: tuple[Branch[Any], ...]
    certified: bool | None = None
    uncertified: str = ""

    @property
    def generic(self) -> FamilyCell:
        """The cell of almost all parameters."""
        return self.cells[0]

    @property
    def special(self) -> tuple[FamilyCell, ...]:
        """The other cells."""
        return self.cells[1:]


def family_of(
    case: Case, question: Question, judge: Judge, nodes: Iterable[Expr], work: Work
) -> Family:
    """Cut the parameters of a case into cells by the answers of a judge.

    judge: a case -> its answer at generic parameters, in the graph of that case; nodes: the
    expressions whose letters are the parameters.
    """
    nodes = list(nodes)
    graph, chart = case.system.chart.graph, case.system.chart
    letters = tuple(s for s in chart.parameters(nodes) if s not in case.system.inputs)

    def judged(solved: Mapping[Expr, Expr]) -> Judged[Any]:
        try:
            there = at_piece(case, solved)
        except ZeroDivisionError as error:
            raise NotDefined from error
        try:
            answer = judge(there, work)
        except ZeroDivisionError as error:
            raise OutOfReach(
                say(
                    "a denominator vanishes where {solution_words}",
                    solution_words=_solution_words(solved),
                )
            ) from error
        guards = tuple(tuple(graph.copy(list(g))) for g in answer.guards)
        return replace(answer, guards=guards)

    below = tuple(divisors(nodes, letters))
    cut = partition(judged, letters, work, below)
    cells = tuple(_cell(cell) for cell in cut.cells)
    assumed = (*assumptions_of(letters), *case.system.assumptions)
    return Family(question, letters, cells, cut.complete, cut.reasons, assumed, below, cut.tree)


def _solution_words(solved: Mapping[Expr, Expr]) -> str:
    return ", ".join(f"{p} = {text(e)}" for p, e in solved.items()) or say("parameters are generic")


def at_piece(case: Case, solved: Mapping[Expr, Expr]) -> Case:
    """The case in a graph of its own, with parameters put in; no numbers of parameters are left.

    Raises ZeroDivisionError where the case is not defined.
    """
    copied = own_copy(case)
    graph = copied.system.chart.graph
    values = dict(zip(graph.copy(list(solved)), graph.copy(list(solved.values()))))
    system = mapped(copied.system, copied.system.chart, lambda e: e.subs(values))
    return replace(copied, system=replace(system, values={}))


def divisors(nodes: Sequence[Expr], letters: Sequence[Expr]) -> list[Expr]:
    """What is divided by and holds parameters alone, factor by factor, as it was written."""
    below = {
        base.index: base
        for node in ordered(nodes)
        if node.kind == "product"
        for base, e in node.args
        if e < 0 and base.symbols() and set(base.symbols()) <= set(letters)
    }
    by_text: dict[str, Expr] = {}
    for base in below.values():
        if not _free_functions(base):
            by_text |= {text(factor): factor for factor in factors(base)}
    return list(by_text.values())


def _free_functions(e: Expr) -> bool:
    return any(is_unspecified(node) for node in ordered([e]))


def _cell(cell: Cell[Any]) -> FamilyCell:
    piece = cell.piece
    return FamilyCell(
        piece.equations if cell.others else equations_of(piece, cell.whole),
        _without(cell),
        piece.solved,
        cell.point,
        cell.answer,
        cell.reason,
        not cell.others and not piece.left and _explicit(piece),
        tuple(other.solved for other in cell.others),
    )


def equations_of(piece: Piece, whole: bool) -> tuple[Expr, ...]:
    """Equations of a piece: solved ones, as few as there are parameters less, where all are
    polynomials; else those that were met, if the piece is all of their zeros.
    """
    if not _explicit(piece):
        roots = (p - e for p, e in piece.solved.items())
        return piece.equations if whole else (*roots, *piece.left)
    return (*(numerator(p - e) for p, e in piece.solved.items()), *piece.left)


def _explicit(piece: Piece) -> bool:
    functions = any(node.kind == "function" for node in ordered(piece.equations))
    return not functions and not piece.roots


def _without(cell: Cell[Any]) -> tuple[tuple[Expr, ...], ...]:
    """What must hold in the cell's piece for a point of it to lie in a piece that is left out."""
    conditions: dict[tuple[str, ...], tuple[Expr, ...]] = {}
    for inner in cell.without:
        alike = sum(other.names == inner.names for other in cell.without)
        equations = inner.equations if alike > 1 else equations_of(inner, False)
        beyond = _beyond(equations, cell)
        if beyond:
            conditions[tuple(map(text, beyond))] = beyond
    return tuple(conditions.values())


def _beyond(equations: Sequence[Expr], cell: Cell[Any]) -> tuple[Expr, ...]:
    """Those of the equations that do not hold in all of the cell's piece."""
    beyond = {}
    for equation in equations:
        if cell.others:
            if text(equation) in cell.piece.names:
                continue
        else:
            with suppress(OutOfReach, ZeroDivisionError):
                equation = equation.subs(cell.piece.solved)
                if vanishes(equation):
                    continue
        condition = equation if has_roots([equation]) else numerator(equation)
        beyond[text(condition)] = condition
    return tuple(beyond.values())


def numerator(e: Expr) -> Expr:
    """The numerator of the normal form, with whole coefficients and few minus signs."""
    field = Field([e], None)
    num = field.normal(e).num
    written = field.expression(num / factors_of(num)[0])
    return -written if text(written).startswith("-") else written
