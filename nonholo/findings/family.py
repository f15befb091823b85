"""A question about a whole family of systems: its parameters, its cells, each with one answer.

The case is copied for every piece of parameter space that is judged, and the parameters that are
solved for are put into all of it: rows, Lagrangian, forces.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, Literal

from nonholo.dynamics.system import mapped
from nonholo.errors import OutOfReach
from nonholo.expression.functions import is_unspecified, unspecified_in
from nonholo.expression.graph import Expr, Graph, ordered
from nonholo.expression.reading import positive_only
from nonholo.expression.text import text
from nonholo.findings.family_domain import domain_of, powers_in_letters
from nonholo.findings.family_waves import waves_first
from nonholo.geometry.families.enclosed import Between, enclosed_point
from nonholo.geometry.families.exact_points import smooth_at
from nonholo.geometry.families.factors import factors
from nonholo.geometry.families.partition import (
    Branch,
    Cell,
    Judged,
    NotDefined,
    equal,
    partition,
    same_for_all,
)
from nonholo.geometry.families.piece import (
    Piece,
    at_angles,
    has_divisors,
    is_explicit,
)
from nonholo.geometry.families.ring import Ring
from nonholo.geometry.zeros.domain import demands, somewhere, undefined
from nonholo.readers.assumptions import assumptions_of
from nonholo.readers.case import Case
from nonholo.readers.own import own_copy
from nonholo.words.sentence import say
from nonholo.work import Work

Question = Literal[
    "constraints", "singular", "substitution", "vakonomic", "measure", "symmetry", "integrals"
]
Judge = Callable[[Case, Work, Piece], Judged[Any]]
LONGEST = 80  # characters of an equation that is told in a reason


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
    equations are p - e for what is solved, and nothing is divided by a letter; others: further
    solutions of the equations; root: exact parameters of which one is a root, where `at` is None;
    between: ends between which there are parameters in the cell, where both are None;
    codimension: of the complex zeros of the equations, None where several are solved for no
    parameter; real: the real zeros have it too, for the cell is smooth at `at`, None where that is
    not known.
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
    codimension: int | None = None
    real: bool | None = None
    between: Between | None = None

    @property
    def generic(self) -> bool:
        """No equation holds: almost all parameters are in the cell."""
        return not self.equations

    @property
    def met(self) -> bool:
        """Parameters in it are known."""
        return not self.at is self.root is self.between is None


@dataclass(frozen=True, slots=True)
class Family:
    """The answers to one question for all parameters.

    parameters: the letters; cells: those that meet have the same answer; the generic one first,
    then by codimension; complete: every admissible parameter for which the
    system is defined lies in a cell; reasons: why that is not known; assumed: what is declared of
    the parameters, and where what is written of them has values; undefined: where one of these
    vanishes, the system is not defined; tree: the distinctions of cases that show it; certified:
    the verifier accepts the cells and that they are all, None where it was not asked; uncertified:
    why it does not; functions: unspecified ones, of which the answers are those for almost all;
    remarks: where powers of letters are looked at; document: the certificate that it accepts, as
    JSON, if it was asked.
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
    functions: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()
    document: str = field(default="", repr=False, compare=False)

    @property
    def generic(self) -> FamilyCell:
        """The cell of almost all parameters."""
        return self.cells[0]

    @property
    def vacant(self) -> tuple[FamilyCell, ...]:
        """Cells in which no admissible parameters were found: they may be empty.  Where cells may
        be missing none are looked for in those that could hold them."""
        return tuple(cell for cell in self.cells if self.complete and not cell.met)

    @property
    def doubted(self) -> tuple[FamilyCell, ...]:
        """Cells of which almost all parameters have the answer: others may be missing, so no
        parameters in them are told.
        """
        return tuple(cell for cell in self.cells if not (self.complete or cell.met))

    @property
    def special(self) -> tuple[FamilyCell, ...]:
        """The other cells."""
        return self.cells[1:]


def family_of(
    case: Case,
    question: Question,
    judge: Judge,
    nodes: Iterable[Expr],
    work: Work,
    alike: Callable[[Any, Any, Mapping[Expr, Expr]], bool] = equal,
    subject: Callable[[Any], object] = same_for_all,
) -> Family:
    """Cut the parameters of a case into cells by the answers of a judge.

    judge: a case, a budget, and the piece of parameters that was put into it, in the graph of that
    case -> its answer at generic parameters; nodes: expressions whose letters are the parameters;
    alike: is an answer on a piece the one around it, with what the piece says put in? subject: what
    an answer is about, if that is not the same for all.
    """
    nodes = list(nodes)
    graph, chart = case.system.chart.graph, case.system.chart
    unwritten = own_copy(case)  # so that no piece sees what others wrote
    letters = tuple(s for s in chart.parameters(nodes) if s not in case.system.inputs)

    def real(point: Mapping[Expr, Expr]) -> bool:
        try:
            return not any(undefined(e, point) for e in nodes) and somewhere(nodes, chart, point)
        except ZeroDivisionError:
            return False

    def judged(piece: Piece) -> Judged[Any]:
        if any(undefined(e, piece.solved) for e in nodes):
            raise NotDefined
        for p in at_angles(piece):
            if not _turns(nodes, p):
                raise OutOfReach(say("{letter} stands outside of sines and cosines", letter=str(p)))
        try:
            there = at_piece(unwritten, piece.solved, piece.left)
        except ZeroDivisionError as error:
            raise NotDefined from error
        try:
            answer = judge(there, work, copied_piece(piece, there.system.chart.graph))
        except ZeroDivisionError as error:
            where = _solution_words(piece.solved)
            raise OutOfReach(
                say("a denominator vanishes where {solution_words}", solution_words=where)
            ) from error
        guards = tuple(tuple(graph.copy(g)) for g in answer.guards)
        jumps = ((u,) for u in _jumps(nodes, piece.solved, letters))
        return replace(answer, guards=(*guards, *jumps))

    below = tuple(divisors(nodes, letters))
    cut = partition(judged, letters, work, below, real, alike, subject)
    plain = not any(u.has(letters) for u, _ in demands(nodes)) and somewhere(nodes, chart)
    cells = tuple(_enclosed(_cell(cell), cell.piece, letters, below, plain) for cell in cut.cells)
    told = (*assumptions_of(letters), *case.system.assumptions, *domain_of(nodes, letters))
    assumed = tuple(dict.fromkeys(told))
    reasons = (*(positive_only(*power) for power in case.system.where), *cut.reasons)
    generic = tuple(unspecified_in(nodes))
    return Family(
        question,
        letters,
        cells,
        not reasons,
        reasons,
        assumed,
        below,
        cut.tree,
        functions=generic,
        remarks=powers_in_letters(nodes),
    )


def _jumps(
    nodes: Sequence[Expr], solved: Mapping[Expr, Expr], letters: Sequence[Expr]
) -> list[Expr]:
    """What of the letters alone has a sign in the expressions: sign(u)^2 is 1 but where u = 0."""
    values = [e.subs(solved) for e in nodes]
    signs = (n.args[1][0] for n in ordered(values) if n.kind == "function" and n.args[0] == "sign")
    return [u for u in signs if u.symbols() and set(u.symbols()) <= set(letters)]


def _turns(nodes: Sequence[Expr], p: Expr) -> bool:
    """The expressions are the same after a whole turn of the parameter."""
    turned = p + 2 * p.graph.pi
    return all((e.subs({p: turned}) - e).is_zero for e in nodes if e.has([p]))


def copied_piece(piece: Piece, graph: Graph) -> Piece:
    """The piece in another graph."""
    equations, left = graph.copy(piece.equations), graph.copy(piece.left)
    return Piece(tuple(equations), graph.copied(piece.solved), tuple(left), piece.edge)


def require_solved(piece: Piece) -> None:
    """For answers that need the parameters themselves.  Raises OutOfReach."""
    if piece.left:
        words = text(piece.left[0])
        if len(words) > LONGEST:
            raise OutOfReach(say("an equation is not solved for a parameter"))
        raise OutOfReach(say("{equation} = 0 is not solved for a parameter", equation=words))


def _solution_words(solved: Mapping[Expr, Expr]) -> str:
    return ", ".join(f"{p} = {text(e)}" for p, e in solved.items()) or say("parameters are generic")


def at_piece(case: Case, solved: Mapping[Expr, Expr], left: Sequence[Expr] = ()) -> Case:
    """The case in a graph of its own, with parameters put in; no numbers of parameters are left.

    left: equations that no parameter is solved for: by one of them the degree in a parameter is
    lowered.  Raises ZeroDivisionError where the case is not defined.
    """
    copied = own_copy(case)
    graph = copied.system.chart.graph
    values = graph.copied(solved)
    equations = graph.copy(left)
    system = mapped(
        copied.system, copied.system.chart, lambda e: _remainder(e.subs(values), equations)
    )
    return waves_first(replace(copied, system=replace(system, values={})))


def _remainder(e: Expr, equations: Sequence[Expr]) -> Expr:
    """The same where the equation holds: c^3 + c - 5 = 0 takes c^3 for 5 - c; e itself if there are
    several, or if it holds roots or other functions."""
    if len(equations) != 1 or not e.has(equations[0].symbols()):
        return e
    nodes = [n for n in ordered([e, *equations]) if n.kind in ("symbol", "function")]
    try:
        ring = Ring([n for n in nodes if n.kind == "symbol"], nodes)
        equation, quotient = ring.polynomial(equations[0]), ring.field.normal(e)
        led = [
            (ring.coefficient(equation, k, int(equation.degrees()[k])), k)
            for k in ring.variables(equation)
        ]
        for lead, k in led:
            if lead.is_constant():
                top, _ = ring.pseudo_remainder(quotient.num, [(equation, k)])
                below = ring.expression(ring.field.expanded(quotient.den))
                return e if top == quotient.num else ring.expression(top) / below
    except OutOfReach:
        pass
    return e


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
    branches = (piece, *cell.others)
    return FamilyCell(
        cell.equations,
        cell.without,
        piece.solved,
        cell.point,
        cell.answer,
        cell.reason,
        not (cell.others or piece.left or has_divisors(piece)) and is_explicit(piece),
        tuple(other.solved for other in cell.others),
        codimension=piece.codimension if len(piece.left) < 2 else None,
        real=True if cell.point and any(smooth_at(p, cell.point) for p in branches) else None,
    )


def _enclosed(
    cell: FamilyCell, piece: Piece, letters: Sequence[Expr], below: Sequence[Expr], plain: bool
) -> FamilyCell:
    """With ends between which there are parameters, where one equation gives a letter by no
    formula; plain: all that is judged has values whatever the parameters are."""
    if cell.met or len(piece.left) != 1:
        return cell
    (f,) = piece.left
    solved = [(f, f.symbols()[0]), *((p - e, p) for p, e in piece.solved.items())]
    beside = [*cell.without, *((e,) for e in below)]
    return replace(cell, between=enclosed_point(solved, letters, beside, plain))
