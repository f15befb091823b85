"""The common zeros of polynomials in parameters, in irreducible pieces solved for parameters.

    V(c_1, ..., c_r) = union over the irreducible factors f of c_1 of V(f, c_2, ..., c_r)

Each factor is solved for a parameter and put into the other equations.  Where f = A p + B is
divided by an A that can vanish, V(A, B) is a piece of its own; so no zero is lost.  What cannot be
solved is handed back as it stands.  Factors that no admissible parameters make zero are left out:
what is assumed of parameters (positive, between bounds, I1 > I2) is used."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import NamedTuple

from nonholo.errors import OutOfReach
from nonholo.expression.functions import is_unspecified
from nonholo.expression.graph import Expr, ordered
from nonholo.expression.ranges import range_of
from nonholo.expression.text import text
from nonholo.geometry.families.admissible import admissible, breaks_relations, compatible
from nonholo.geometry.families.factors import divides, factors
from nonholo.geometry.families.piece import (
    WHOLE,
    Piece,
    at_angle,
    at_angles,
    contained,
    equations_of,
    has_divisors,
    has_roots,
    holds_on,
    is_explicit,
    largest,
    vanishes,
)
from nonholo.geometry.families.shorter import shorter
from nonholo.geometry.families.solutions import Solution, solutions, special_angles
from nonholo.geometry.families.whole_numbers import no_whole_zero
from nonholo.linear.elimination import cost, surely
from nonholo.words.sentence import say
from nonholo.work import Work, spend

MOST = 200  # pieces of one set of zeros
LONGEST = 60  # terms of an irreducible equation: others are solved for nothing that can be told
MANY = 12  # equations, of which some may follow from others
AT_ONCE = 20  # equations, the shortest ones: others are looked at where these hold
MOST_LEFT = 3  # equations of a piece that are solved for no parameter
TRIED = 5_000_000  # units for another order in which parameters are solved for
SHARPENED = 2_000_000  # units for the zeros of equations by which a piece is told
NODE = 200  # units for a node of an equation, which is written, compared and brought to normal form


def pieces(equations: Iterable[Expr], inside: Piece, work: Work | None) -> list[Piece]:
    """The pieces of a piece on which further equations hold, none surely inside another.

    equations: in the parameters, = 0; inside: the piece; work: a budget, or None.  Where an
    equation is left that no parameter is solved for, others are tried.  Raises OutOfReach for more
    than `MOST`.

    >>> from nonholo.expression.graph import Graph
    >>> g = Graph()
    >>> a, b = g.symbol("a"), g.symbol("b")
    >>> [piece.solved for piece in pieces([a * b * (a - 1), a * (a**2 + b)], WHOLE, None)]
    [{a: 0}, {a: 1, b: -1}]
    """
    further = list(equations)
    if inside.left:
        return _all_pieces([*inside.equations, *further], WHOLE, frozenset(), work)
    first = _all_pieces(further, inside, frozenset(), work)
    if 0 < max((len(piece.left) for piece in first), default=0) < MOST_LEFT:
        whole = [*inside.equations, *further]
        for held in {s.args: s for e in whole for s in e.symbols()}.values():
            try:
                other = _all_pieces(whole, WHOLE, frozenset([held]), work and work.at_most(TRIED))
            except OutOfReach:
                continue
            if not any(piece.left for piece in other):
                return other
    return first


def _all_pieces(
    equations: list[Expr], inside: Piece, held: frozenset[Expr], work: Work | None
) -> list[Piece]:
    distinct: dict[frozenset[str], Piece] = {}
    sets = shorter(equations, work) if len(equations) > MANY else [equations]
    for some in sets:
        given = [Given(e, e) for e in some]
        for piece in _cut(given[:AT_ONCE], inside, held, work, given[AT_ONCE:]):
            values = {f"{p} = {text(e)}" for p, e in piece.solved.items()}
            distinct.setdefault(piece.names | values, piece)
            if len(distinct) > MOST:
                raise OutOfReach(say("more than {most} sets of special parameters", most=MOST))
    return largest(list(distinct.values()))


def sharpened(piece: Piece, met: Iterable[Expr], work: Work | None) -> Piece:
    """A piece told so that its equations hold on nothing else, as far as what was met shows it.

    met: equations by which other pieces are told; work: a budget, or None.  Where a divisor of what
    is solved for vanishes, equations such as a = c d, a = b d hold for d = 0 too; then b = c is
    told with them, if it was met.  Where the budget ends all that was met and holds on the piece is
    told with them: more than is needed, and not less sharp.

    >>> from nonholo.expression.graph import Graph
    >>> g = Graph()
    >>> a, b, c, d = map(g.symbol, "abcd")
    >>> piece = Piece((a - c * d, a - b * d), {c: a / d, b: a / d})
    >>> sharpened(piece, [a - d, b - c], None).equations
    (a - c*d, a - b*d, b - c)
    """
    if not (has_divisors(piece) and is_explicit(piece)):
        return piece
    more = [e for e in met if text(e) not in piece.names and holds_on(e, piece)]
    try:
        some = work and work.at_most(SHARPENED)
        zeros = _all_pieces([*equations_of(piece, True)], WHOLE, frozenset(), some) if more else []
    except OutOfReach:
        zeros = [WHOLE]
    needed = (e for e in more if not all(holds_on(e, zero) for zero in zeros))
    return replace(piece, equations=(*piece.equations, *needed))


class Given(NamedTuple):
    """An equation, and as it was before values were put into it."""

    now: Expr
    before: Expr


def _cut(
    equations: list[Given],
    inside: Piece,
    held: frozenset[Expr],
    work: Work | None,
    later: Sequence[Given] = (),
) -> Iterable[Piece]:
    """Solve the shortest equation, factor by factor; held: parameters that others are solved for
    first; later: equations that are looked at where all others hold.
    """
    spend(NODE * sum(cost(e.now) for e in equations))
    if work is not None:
        work.require()
    open_ones = [
        e
        for e in equations
        if not (vanishes(e.now) or any(divides(f, e.now, work) for f in inside.left))
    ]
    if any(_never(e.now) for e in open_ones):
        return
    if later and len(inside.left) >= MOST_LEFT:
        raise OutOfReach(say("equations that are solved for no parameter"))
    if later and not open_ones:
        try:
            more = [Given(e.before.subs(inside.solved), e.before) for e in later[:AT_ONCE]]
        except ZeroDivisionError:
            return  # a divisor vanishes here: its zeros are edges
        yield from _cut(more, inside, held, work, later[AT_ONCE:])
        return
    if len(inside.left) >= MOST_LEFT:  # such a piece is open anyway, and has many parts
        unsolved = tuple(e.now for e in open_ones if text(e.now) not in inside.names)
        inside = replace(
            inside, equations=(*inside.equations, *unsolved), left=(*inside.left, *unsolved)
        )
        open_ones = []
    if not open_ones:
        yield inside
        return
    first, *others = _shortest_first(open_ones)
    divided_by = has_divisors(inside)
    distinct = factors(first.now, work, LONGEST)
    for factor in (f for f in distinct if not no_whole_zero(f)):
        for solved in solutions(factor, held):
            told: tuple[Expr, ...] = (solved.equation,)
            more = [Given(e, e) for e in solved.more]
            if divided_by:
                alone = len(distinct) == 1 and not more
                told = (first.before,) if alone else (first.before, *told)
                more = [Given(e, first.before) for e in solved.more]
            yield from _with_solution(solved, told, [*more, *others], inside, held, work, later)


def _never(e: Expr) -> bool:
    """Zero for no parameters: by its bounds, or a number such as sin(1) that is not 0."""
    number = e.is_constant and not any(is_unspecified(node) for node in ordered([e]))
    return range_of(e).nonzero or (number and surely(e))


def _shortest_first(equations: list[Given]) -> list[Given]:
    """By cost; those that cost as much as the first by their texts: others are sorted again."""
    by_cost = sorted(equations, key=lambda e: cost(e.now))
    as_short = [e for e in by_cost if cost(e.now) == cost(by_cost[0].now)]
    if len(as_short) > 1:
        as_short.sort(key=lambda e: text(e.now))
    return [*as_short, *by_cost[len(as_short) :]]


def _with_solution(
    solution: Solution,
    told: tuple[Expr, ...],
    others: list[Given],
    inside: Piece,
    held: frozenset[Expr],
    work: Work | None,
    later: Sequence[Given],
) -> Iterable[Piece]:
    """The piece with one more equation, as it is told, and then the others."""
    equations = (*inside.equations, *(e for e in told if text(e) not in inside.names))
    edge = inside.edge or solution.edge
    if solution.values is None:
        if any(_apart(f, solution.equation) for f in inside.left):
            return
        left = (*inside.left, solution.equation)
        yield from _cut(others, Piece(equations, inside.solved, left, edge), held, work, later)
        return
    again = [e for e in inside.left if e.has([*solution.values])]
    left = tuple(e for e in inside.left if e not in again)
    try:
        solved = {p: e.subs(solution.values) for p, e in inside.solved.items()} | dict(
            solution.values
        )
        further = []
        for e in [*(Given(e, e) for e in again), *others]:  # short ones first
            now = e.now.subs(solution.values)
            if _never(now):
                return
            further.append(Given(now, e.before))
    except ZeroDivisionError:
        return  # a divisor vanishes here: its zeros are edges
    fits = all(admissible(p, e) for p, e in solved.items()) and compatible(solved)
    if fits and not breaks_relations(solved):
        yield from _cut(further, Piece(equations, solved, left, edge), held, work, later)


def _apart(f: Expr, g: Expr) -> bool:
    """Different irreducible polynomials in one and the same letter have no common zero."""
    same = f.symbols() == g.symbols() and len(f.symbols()) == 1
    plain = all(node.kind != "function" for node in ordered([f, g])) and not has_roots([f, g])
    return same and plain and not divides(f, g)


def every_angle(pieces: Sequence[Piece]) -> bool:
    """Of pieces with the same equations, some of them waves: sin(p) = 0 holds at two angles, and
    there is a piece for each that is admissible.

    >>> from nonholo.expression.graph import Graph
    >>> g = Graph()
    >>> a = g.symbol("a")
    >>> zero, half = (Piece((g.sin(a),), {a: e}) for e in (g.zero, g.pi))
    >>> every_angle([zero]), every_angle([zero, half])
    (False, True)
    """
    angles = [at_angles(piece) for piece in pieces]
    known = {frozenset((p, text(e)) for p, e in told.items()) for told in angles}
    for piece, told in zip(pieces, angles):
        for solution in (s for e in piece.equations for s in special_angles(e) or ()):
            ((p, value),) = (solution.values or {}).items()
            apart = at_angle(p, value)
            if p not in told or apart is None or not admissible(p, value):
                continue
            other = {**told, p: apart}
            if frozenset((q, text(e)) for q, e in other.items()) not in known:
                return False
    return True


def every_branch(met: Sequence[Piece], work: Work | None = None) -> bool:
    """Of pieces with the same equations, in which roots or functions stand: they are all zeros of
    these.  From sqrt(a) = b and a = b^2 there is the piece b = sqrt(a), but of a = b^2 alone
    another one too; |a c| + (a c)^2 = 0 and b = c, of which b + a = c was met where a = 0, hold for
    b = c = 0 too.

    met: the pieces; work: a budget, or None.  Where it ends they may not be all.

    >>> from nonholo.expression.graph import Graph
    >>> g = Graph()
    >>> a, b = g.symbol("a"), g.symbol("b")
    >>> plus, minus = (Piece((a - b**2,), {b: e}) for e in (g.sqrt(a), -g.sqrt(a)))
    >>> every_branch([plus]), every_branch([plus, minus])
    (False, True)
    """
    first = met[0]
    if is_explicit(first) and not has_roots(first.equations):
        return True
    free = frozenset(p for e in first.equations for p in e.symbols() if p not in first.solved)
    try:
        zeros = _all_pieces([*first.equations], WHOLE, free, work and work.at_most(SHARPENED))
    except OutOfReach:
        return False
    return all(any(contained(zero, piece) for piece in met) for zero in zeros)
