"""Parameter space cut into cells on each of which an answer is the same.

At generic parameters of an irreducible piece P an answer is found, with guards: sets of equations
in the parameters.  Where no guard vanishes the answer is the one found.  So

    P  =  { no guard vanishes }  union  the pieces of P on which a guard vanishes,

and each of these is judged in turn.  The dimension falls, so this ends; nothing is left out, and
pieces on which the answer turns out to be the old one are joined to it again."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from graphlib import CycleError, TopologicalSorter
from itertools import permutations
from typing import Generic, TypeVar

from nonholo.errors import OutOfReach, said
from nonholo.expression.graph import Expr, ordered
from nonholo.expression.text import text
from nonholo.geometry.families.exact_points import point_of
from nonholo.geometry.families.piece import (
    WHOLE,
    Piece,
    Values,
    contained,
    equations_hold,
    has_divisors,
    has_roots,
    holds_on,
    is_explicit,
    solved_alike,
    tells,
)
from nonholo.geometry.families.pieces import MOST_LEFT, every_angle, every_branch, pieces, sharpened
from nonholo.geometry.families.told import Sets, left_out, speaks_for, told_by
from nonholo.words.sentence import say
from nonholo.work import Work

MOST_JUDGED = 120  # pieces of one family
OF_ONE_SET = 0.5  # of the work that is left, for the zeros of one set of equations

A = TypeVar("A")


class NotDefined(Exception):
    """There is nothing to judge: something is divided by zero for these parameters."""


@dataclass(frozen=True, slots=True)
class Judged(Generic[A]):
    """An answer at generic parameters of a piece.

    guards: sets of polynomials in the parameters; where no set vanishes as a whole the answer
    holds; doubts: reasons why special parameters may be missing.
    """

    answer: A
    guards: tuple[tuple[Expr, ...], ...] = ()
    doubts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Cell(Generic[A]):
    """Parameters with one answer: a piece without others that lie in it.

    equations: by which it is told; without: sets of equations, none of which holds in it as a
    whole, of pieces inside that belong to other cells; point: exact parameters in the cell, None if
    none were found; others: pieces with the same equations that are meant too (the other sign of a
    root, other angles of a sine).
    """

    piece: Piece
    answer: A | None
    equations: tuple[Expr, ...] = ()
    without: Sets = ()
    point: Values | None = None
    reason: str = ""
    others: tuple[Piece, ...] = ()


@dataclass(frozen=True, slots=True)
class Branch(Generic[A]):
    """One node of the tree of case distinctions: a piece, its answer, the pieces judged next.

    defined: there is something to judge on the piece.
    """

    piece: Piece
    judged: Judged[A] | None
    next: tuple[int, ...] = ()
    reason: str = ""
    defined: bool = True


@dataclass(frozen=True, slots=True)
class Partition(Generic[A]):
    """The cells, the generic one first and then by codimension.

    complete: every admissible parameter lies in a cell; reasons: why not, if not; tree: the case
    distinctions.
    """

    cells: tuple[Cell[A], ...]
    complete: bool
    reasons: tuple[str, ...] = ()
    tree: tuple[Branch[A], ...] = field(default=(), repr=False)


def equal(inner: A, outer: A, values: Values) -> bool:
    """The answer on a piece is the one around it, whatever is put in.

    inner: on the piece; outer: around it; values: what the piece says of parameters.

    >>> equal((2, 3), (2, 3), {})
    True
    """
    del values
    return inner == outer


def same_for_all(answer: A) -> object:
    """What an answer is about, where that is the same for all.

    answer: any.

    >>> same_for_all((2, 3)) == same_for_all((2,))
    True
    """
    del answer
    return None


def partition(
    judge: Callable[[Piece], Judged[A]],
    parameters: Sequence[Expr],
    work: Work,
    undefined: Sequence[Expr] = (),
    real: Callable[[Values], bool] = lambda point: True,
    alike: Callable[[A, A, Values], bool] = equal,
    subject: Callable[[A], object] = same_for_all,
) -> Partition[A]:
    """Cut parameter space into cells with one answer each.

    judge: a piece -> the answer at generic parameters of it, its guards in the same symbols; it may
    raise NotDefined, and OutOfReach; parameters: the letters of the family; work: a
    budget; undefined: where one of these vanishes no point is wanted; real: all that is judged has
    a value at these parameters; alike: the answer on a piece is the one around it, with what the
    piece says of parameters put in; subject: what an answer is about: where cells with answers
    about different things meet both are right, and those parameters have the one that is found
    there.

    >>> from nonholo.expression.graph import Graph
    >>> g = Graph()
    >>> a, b = g.symbol("a"), g.symbol("b")
    >>> def rank(piece):
    ...     rows = [e for e in (a.subs(piece.solved), b.subs(piece.solved)) if not e.is_zero]
    ...     return Judged(len(rows), tuple((e,) for e in rows))
    >>> cut = partition(rank, [a, b], Work.of(10**7))
    >>> [(cell.piece.equations, cell.answer) for cell in cut.cells]
    [((), 2), ((a,), 1), ((b,), 1), ((a, b), 0)]
    """
    tree: list[Branch[A]] = []
    reasons: dict[str, None] = {}
    number: dict[frozenset[str], int] = {}

    def visit(piece: Piece) -> int:
        key = _key(piece)
        if key in number:
            return number[key]
        number[key] = here = len(tree)
        tree.append(Branch(piece, None))
        try:
            if len(tree) > MOST_JUDGED:
                raise OutOfReach(
                    say(
                        "more than {most_judged} sets of special parameters",
                        most_judged=MOST_JUDGED,
                    )
                )
            if len(piece.left) >= MOST_LEFT:
                raise OutOfReach(say("equations that are solved for no parameter"))
            judged = judge(piece)
            reasons.update(dict.fromkeys(judged.doubts))
            tree[here] = Branch(piece, judged)
            for guard in judged.guards:
                for inner in pieces(guard, piece, work.share(OF_ONE_SET)):
                    if piece.left or len(inner.equations) > len(piece.equations):
                        follows = (*tree[here].next, visit(inner))
                        tree[here] = Branch(piece, judged, follows)
        except NotDefined:
            tree[here] = Branch(piece, None, defined=False)
        except OutOfReach as limit:
            tree[here] = Branch(piece, tree[here].judged, tree[here].next, said(limit))
            reasons[said(limit)] = None
        return here

    visit(WHOLE)
    beside = [Piece((e,)) for e in undefined]
    while True:
        cells = _told_cells(tree, parameters, beside, real, alike, work)
        meeting = [] if reasons else _meeting(cells, subject, work)  # open ones get long
        if all(_key(piece) in number for piece in meeting):
            break
        for piece in meeting:
            visit(piece)
    return Partition(tuple(cells), not reasons, tuple(reasons), tuple(tree))


def _meeting(cells: Sequence[Cell[A]], subject: Callable[[A], object], work: Work) -> list[Piece]:
    """Where two cells with answers about different things are told of the same parameters."""
    met: list[Piece] = []
    for one, other in permutations(cells, 2):
        if one.answer is None or other.answer is None:
            continue
        if not one.equations or subject(one.answer) == subject(other.answer):
            continue
        for piece in (one.piece, *one.others):
            with suppress(OutOfReach, ZeroDivisionError):
                inside = pieces(other.equations, piece, work.share(OF_ONE_SET))
                both = (one.equations, one.without), (other.equations, other.without)
                met += (p for p in inside if all(speaks_for(*told, p) for told in both))
    return met


def _key(piece: Piece) -> frozenset[str]:
    return frozenset(f"{p} = {e}" for p, e in piece.solved.items()) | {text(e) for e in piece.left}


def _told_cells(
    tree: Sequence[Branch[A]],
    parameters: Sequence[Expr],
    undefined: Sequence[Piece],
    real: Callable[[Values], bool],
    alike: Callable[[A, A, Values], bool],
    work: Work,
) -> list[Cell[A]]:
    """Cells that speak for each piece: one that was joined to another whose equations, or what is
    left out of it, say something else of it is a cell of its own.
    """
    alone = _alone(tree, alike)
    above = _holders({i: tree[i].piece for i in alone})
    first = {text(b.piece.equations[0]): b.piece.equations[0] for b in tree if _single(b.piece)}

    @cache
    def sharp(i: int) -> Piece:
        return sharpened(tree[i].piece, first.values(), work)

    apart: set[int] = set()
    while True:
        home = _homes(tree, alone, above, alike, apart)
        cells = _cells(tree, parameters, undefined, real, alone, above, home, sharp, work)
        missed = {
            j
            for j, i in home.items()
            if j != i
            and not any(
                cell.answer == _answer(tree[i])
                and speaks_for(cell.equations, cell.without, tree[j].piece)
                for cell in cells
            )
        }
        if not missed:
            return cells
        apart |= missed


def _alone(tree: Sequence[Branch[A]], alike: Callable[[A, A, Values], bool]) -> list[int]:
    """Different pieces, the larger first; a branch is another one if its answer is, and where it
    lies in several that are as large: what is told of those with another answer leaves it out.
    """

    def size(i: int) -> tuple[int, int, int, int, int]:
        """Larger pieces first, of equal ones those that are solved, and without roots."""
        piece = tree[i].piece
        met = sum(has_roots([e]) for e in piece.equations)
        return piece.codimension, len(piece.left), met, piece.roots, i

    alone: list[int] = []
    for i in sorted((i for i, branch in enumerate(tree) if branch.defined), key=size):
        codimension = tree[i].piece.codimension
        as_large = [j for j in alone if tree[j].piece.codimension == codimension]
        holds = [j for j in as_large if _held(tree[i], tree[j])]
        if not holds or not all(_same(tree[i], tree[j], alike) for j in holds):
            alone.append(i)
    return alone


def _held(branch: Branch[A], other: Branch[A]) -> bool:
    """The first piece surely is the second, or the part of it where |a| = a, sqrt(a^2) = -a."""
    with suppress(ZeroDivisionError):
        return solved_alike(branch.piece, other.piece)
    return False


def _homes(
    tree: Sequence[Branch[A]],
    alone: Sequence[int],
    above: Mapping[int, Sequence[int]],
    alike: Callable[[A, A, Values], bool],
    apart: Collection[int],
) -> dict[int, int]:
    """Pieces with the answer of one that holds them, and of all between, are joined to it: what
    piece each belongs to.  apart: those that are joined to none.
    """
    home: dict[int, int] = {}
    for i in outer_first(above):
        home[i] = next(
            (
                h
                for h in sorted({home[j] for j in above[i]}, key=alone.index)
                if i not in apart and _joins(tree, i, h, above, home, alike)
            ),
            i,
        )
    return home


def _cells(
    tree: Sequence[Branch[A]],
    parameters: Sequence[Expr],
    undefined: Sequence[Piece],
    real: Callable[[Values], bool],
    alone: Sequence[int],
    above: Mapping[int, Sequence[int]],
    home: Mapping[int, int],
    sharp: Callable[[int], Piece],
    work: Work,
) -> list[Cell[A]]:
    """A cell for each piece that is its own home, told and with a point of it."""

    @cache
    def spread(i: int) -> list[int]:
        """The pieces that the equations of piece i are told of, if these are all their zeros, and
        not a larger one, as b = 0 is of sqrt(b) c = b.
        """
        branches = _branches(tree, i, alone)
        met = [tree[j].piece for j in branches]
        more = any(equations_hold(tree[i].piece, tree[j].piece) for j in above[i])
        return branches if not more and every_angle(met) and every_branch(met, work) else []

    def whole(i: int, twins: Collection[int]) -> bool:
        """To leave out all zeros of the equations of piece i leaves out nothing of these."""
        branches = [i] if is_explicit(tree[i].piece) else spread(i)
        return bool(branches) and not any(home[j] in twins for j in branches)

    def left_out_with(j: int, o: int, twins: Collection[int]) -> bool:
        """What is told of piece o speaks of piece j, which lies in it, too."""
        inner, outer = tree[j].piece, tree[o].piece
        return contained(inner, outer) and (
            not has_divisors(outer) or tells(sharp(o), inner, whole(o, twins))
        )

    cells = []
    told: set[int] = set()
    for i in (i for i in alone if home[i] == i):
        branches = _branches(tree, i, alone)
        same = all(home[j] == j and _answer(tree[j]) == _answer(tree[i]) for j in branches)
        same = same and bool(spread(i))
        twins = branches if same else [i]
        if i in told:
            continue
        told |= set(twins)
        others = tuple(tree[j].piece for j in twins if j != i)
        equations = told_by(sharp(i), others, same)
        loose = bool(others) or has_divisors(tree[i].piece) or not is_explicit(tree[i].piece)
        inside = [
            j
            for j in alone
            if home[j] not in twins
            and (
                set(twins) & set(above[j])
                or (loose and _told_of_too_much(equations, tree[i].piece, tree[j].piece))
            )
        ]
        outer = [
            j
            for j in inside
            if not any(o in above[j] and left_out_with(j, o, twins) for o in inside)
        ]
        wholes = [whole(j, twins) for j in outer]
        beside = [*(tree[j].piece for j in inside), *undefined]
        sure = (j for j in twins if not _doubted(tree[j]))
        points = (point_of(tree[j].piece, parameters, beside, real) for j in sure)
        cells.append(
            Cell(
                sharp(i),
                _answer(tree[i]),
                equations,
                left_out(sharp(i), others, [*map(sharp, outer)], wholes, work),
                next((point for point in points if point is not None), None),
                tree[i].reason,
                others,
            )
        )
    return cells


def _single(piece: Piece) -> bool:
    return len(piece.equations) == 1


def _same(branch: Branch[A], other: Branch[A], alike: Callable[[A, A, Values], bool]) -> bool:
    """Of as many equations: the first piece is the second, or a branch of it where a root does not
    make the answer another one, and no edge.
    """
    mine, theirs = _answer(branch), _answer(other)
    try:
        return solved_alike(branch.piece, other.piece) and (
            mine is None or theirs is None or alike(mine, theirs, branch.piece.solved)
        )
    except ZeroDivisionError:
        return False


def _branches(tree: Sequence[Branch[A]], i: int, alone: Sequence[int]) -> list[int]:
    """The pieces that were met by the equations of piece i, itself among them; where a root or abs
    stands in these, also those that were met by others before and on which these hold.
    """
    piece = tree[i].piece
    alike = [j for j in alone if tree[j].piece.names == piece.names]
    functions = any(node.kind == "function" for node in ordered(piece.equations))
    if not (functions or has_roots(piece.equations)):
        return alike
    as_large = [j for j in alone if tree[j].piece.codimension == piece.codimension]
    return alike + [j for j in as_large if j not in alike and equations_hold(piece, tree[j].piece)]


def _holders(pieces: Mapping[int, Piece]) -> dict[int, list[int]]:
    """Piece -> those that hold it, or whose equations hold on it: with a root several branches are
    told by one equation, which can hold elsewhere too.  Where equations hold on each other's pieces
    in turn, on which divisors vanish, those that are met first hold the others.
    """
    holders: dict[int, list[int]] = {}
    for i, piece in pieces.items():
        larger = (j for j, o in pieces.items() if j != i and o.codimension <= piece.codimension)
        holders[i] = [
            j
            for j in larger
            if i not in _all_holders(holders, j)
            and (contained(piece, pieces[j]) or _told_on(pieces[j], piece))
        ]
    return holders


def _all_holders(holders: Mapping[int, Sequence[int]], i: int) -> set[int]:
    """Those that hold a piece, and those that hold these."""
    above: set[int] = set()
    waiting = [i]
    while waiting:
        more = set(holders.get(waiting.pop(), ())) - above
        above |= more
        waiting += more
    return above


def _told_of_too_much(equations: Sequence[Expr], piece: Piece, other: Piece) -> bool:
    """The equations by which a piece is told hold on another one too, of any size: they were met
    before something was put in that is divided by b, and b (c - a) holds where b = 0.
    """
    held = all(holds_on(equation, other) for equation in equations)
    return held and not tells(other, piece)


def _told_on(larger: Piece, piece: Piece) -> bool:
    """The equations of a piece with roots hold on another one, which is no branch of it."""
    return bool(larger.roots) and larger.names != piece.names and equations_hold(larger, piece)


def outer_first(above: Mapping[int, Sequence[int]]) -> list[int]:
    """Each set of parameters after those that hold it.

    above: a set -> those that hold it: no order of the sets, for what lies where a divisor of
    another vanishes need not lie in what holds the other.  Raises OutOfReach.

    >>> outer_first({0: [], 2: [1], 1: [0]})
    [0, 1, 2]
    """
    try:
        return list(TopologicalSorter(above).static_order())
    except CycleError as error:
        raise OutOfReach(say("sets of parameters hold each other in turn")) from error


def _answer(branch: Branch[A]) -> A | None:
    return None if branch.judged is None else branch.judged.answer


def _doubted(branch: Branch[A]) -> bool:
    """Special parameters may be missing: a point could be one of them."""
    return branch.judged is not None and bool(branch.judged.doubts or branch.reason)


def _joins(tree, i: int, h: int, above, home, alike) -> bool:
    """Piece i has the answer of piece h that holds it, and so has all that lies between."""
    mine, theirs = tree[i].judged, tree[h].judged
    if mine is None or theirs is None:
        return False
    if h not in above[i] or not contained(tree[i].piece, tree[h].piece):
        return False
    if not alike(mine.answer, theirs.answer, tree[i].piece.solved):
        return False
    between = [j for j in above[i] if h in above[j]]
    return all(home[j] == h for j in between)
