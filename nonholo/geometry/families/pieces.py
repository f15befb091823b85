"""The common zeros of polynomials in parameters, in irreducible pieces solved for parameters.

    V(c_1, ..., c_r) = union over the irreducible factors f of c_1 of V(f, c_2, ..., c_r)

Each factor is solved for a parameter and put into the other equations.  Where f = A p + B is
divided by an A that can vanish, V(A, B) is a piece of its own; so no zero is lost.  What cannot be
solved is handed back as it stands.  Factors that no admissible parameters make zero are left out:
what is assumed of parameters (positive, between bounds, I1 > I2) is used."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product
from math import gcd, pi
from typing import NamedTuple

from nonholo.algebra.field import Field
from nonholo.arithmetic.numbers import Rational
from nonholo.arithmetic.polynomials import divided, factors_of
from nonholo.decide.ball import ball, obeys
from nonholo.decide.zero import decide_zero
from nonholo.errors import OutOfReach
from nonholo.expression.graph import Expr, ordered
from nonholo.expression.ranges import ANY, Range, both, range_of
from nonholo.expression.text import text
from nonholo.geometry.families.piece import (
    WHOLE,
    Piece,
    Values,
    at_angle,
    at_angles,
    contained,
    equations_of,
    has_divisors,
    has_roots,
    holds_on,
    is_explicit,
    largest,
    never_zero,
    vanishes,
)
from nonholo.geometry.families.shorter import shorter
from nonholo.geometry.zeros.signs import of_one_sign
from nonholo.geometry.zeros.zeros import signed, square_terms
from nonholo.linear.elimination import cost
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
PLAIN = (1, 2, 3, 5, 7, Fraction(1, 2), -1, Fraction(1, 3), Fraction(7, 5), -2, Fraction(11, 7), 0)
TRIES = 60
TURN, MOST_BESIDE = 24, 2  # parts of a turn that are looked at, beside other letters


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
    if any(range_of(e.now).nonzero for e in open_ones):
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
    for factor in distinct:
        for solved in solutions(factor, held):
            told: tuple[Expr, ...] = (solved.equation,)
            more = [Given(e, e) for e in solved.more]
            if divided_by:
                alone = len(distinct) == 1 and not more
                told = (first.before,) if alone else (first.before, *told)
                more = [Given(e, first.before) for e in solved.more]
            yield from _with_solution(solved, told, [*more, *others], inside, held, work, later)


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
            if range_of(now).nonzero:
                return
            further.append(Given(now, e.before))
    except ZeroDivisionError:
        return  # a divisor vanishes here: its zeros are edges
    fits = all(admissible(p, e) for p, e in solved.items()) and compatible(solved)
    if fits and not _breaks_relations(solved):
        yield from _cut(further, Piece(equations, solved, left, edge), held, work, later)


def _apart(f: Expr, g: Expr) -> bool:
    """Different irreducible polynomials in one and the same letter have no common zero."""
    same = f.symbols() == g.symbols() and len(f.symbols()) == 1
    plain = all(node.kind != "function" for node in ordered([f, g])) and not has_roots([f, g])
    return same and plain and not divides(f, g)


def divides(equation: Expr, other: Expr, work: Work | None = None) -> bool:
    """Where the first is 0 so is the second, a polynomial multiple of it.

    equation, other: polynomials in parameters, the first irreducible; work: a budget, or None.
    Raises OutOfReach.

    >>> from nonholo.expression.graph import Graph
    >>> c = Graph().symbol("c")
    >>> divides(c**3 + c - 5, c * (c**3 + c - 5)), divides(c**2 + 1, c)
    (True, False)
    """
    parts = _multiplied(other)
    if len(parts) > 1:
        return any(divides(equation, part, work) for part in parts)
    field = Field([equation, other], work)
    known, further = field.normal(equation), field.normal(other)
    return not known.den and divided(further.num, known.num) is not None


def _multiplied(e: Expr) -> list[Expr]:
    """What a product vanishes with, not multiplied out; the expression itself if it is none."""
    if e.kind == "product" and all(isinstance(k, int) and k > 0 for _, k in e.args):
        return [base for base, _ in e.args]
    return [e]


def admissible(parameter: Expr, value: Expr) -> bool:
    """The value may be real, and one of those that are assumed of the parameter."""
    if any(map(_negative, _radicands(value))) or _divided_by_zero(value):
        return False
    return _may_obey(value, range_of(parameter))


def _may_obey(value: Expr, assumed: Range) -> bool:
    """What is assumed does not surely fail."""
    bounds = range_of(value)
    if value.is_number:
        return bool(assumed.holds(value.args))
    if (assumed.positive and bounds.not_positive) or (assumed.negative and bounds.not_negative):
        return False
    if (assumed.nonzero and value.is_zero) or both(assumed, bounds).empty:
        return False
    if value.is_constant and _beyond(value, assumed):
        return False
    return not (assumed.whole and value.is_constant and not ball(value, {}).contains_integer())


def _beyond(value: Expr, assumed: Range) -> bool:
    """A constant, with roots of numbers perhaps, that surely lies on the other side of a bound."""
    ends = ((assumed.low, 1), (assumed.high, -1))
    sides = (
        value.graph.lift(side) * (value - _lift(value, end))
        for end, side in ends
        if end is not None
    )
    return any(map(_negative, sides))


def _breaks_relations(values: Values) -> bool:
    """Where parameters have these values a relation that is assumed surely fails."""
    graph = next(iter(values)).graph
    for e, assumed in graph.stated.items():
        with suppress(ZeroDivisionError):
            if e.has([*values]) and not _may_obey(e.subs(values), assumed):
                return True
    return False


def compatible(values: Values) -> bool:
    """No two values have a quotient of the sign that those of the parameters surely have not.

    a = -2 c and b = 2 c are never both positive, whatever c is.

    values: parameter -> expression in others.

    >>> from nonholo.expression.graph import Graph
    >>> from nonholo.expression.ranges import assumption
    >>> g = Graph()
    >>> a, b = (g.symbol(n, assumption(positive=True)) for n in ("a", "b"))
    >>> c = g.symbol("c")
    >>> compatible({a: -2 * c, b: 2 * c}), compatible({a: c, b: 2 * c})
    (False, True)
    """
    known = [(e, range_of(p)) for p, e in values.items() if not e.is_zero]
    signed_values = [
        e if assumed.positive else -e
        for e, assumed in known
        if assumed.positive or assumed.negative
    ]
    pairs = ((e, f) for i, e in enumerate(signed_values) for f in signed_values[:i])
    return not any(range_of(e / f).negative for e, f in pairs)


def _divided_by_zero(value: Expr) -> bool:
    """Something below vanishes, which nested roots of numbers can hide."""
    try:
        Field([value], None).normal(value)
    except ZeroDivisionError:
        return True
    except OutOfReach:
        pass
    return False


def _radicands(value: Expr) -> list[Expr]:
    return [
        base
        for node in ordered([value])
        if node.kind == "product"
        for base, k in node.args
        if not isinstance(k, int) and k.denominator % 2 == 0
    ]


def _negative(e: Expr) -> bool:
    """Surely negative, wherever the parameters are."""
    if range_of(e).negative or not e.is_constant:
        return range_of(e).negative
    enclosed = ball(e, {})  # -e may be written with letters that cancel
    return bool(enclosed.is_finite() and enclosed < 0)


def factors(equation: Expr, work: Work | None = None, longest: int | None = None) -> list[Expr]:
    """The irreducible factors that can vanish at admissible parameters.

    equation: a polynomial in parameters; work: a budget, or None; longest: the most terms of a
    factor, or None.  Raises OutOfReach.

    >>> from nonholo.expression.graph import Graph
    >>> g = Graph()
    >>> a, b = g.symbol("a"), g.symbol("b")
    >>> factors(a * (a**2 + 1) * (b - 2 * a) ** 2), factors(g.call("abs", a - b))
    ([a, 2*a - b], [a - b])
    """
    distinct: dict[int, Expr] = {}
    parts = _multiplied(equation)
    if len(parts) > 1 or parts[0] is not equation:
        for part in parts:
            distinct |= {e.index: e for e in factors(part, work, longest)}
        return list(distinct.values())
    field = Field([equation], work)
    parameters = equation.symbols()
    poly = field.normal(equation).num
    for factor, _ in factors_of(poly)[1]:
        if factor.is_constant() or of_one_sign(field, factor, parameters):
            continue
        if longest is not None and len(factor) > longest:
            raise OutOfReach(say("an equation with {n} terms", n=len(factor)))
        node = field.expression(factor)
        if range_of(node).nonzero or not node.symbols():
            continue
        shown = signed(node)
        inside = _inside(shown)
        for e in [shown] if inside is None else factors(inside, work, longest):
            distinct[e.index] = e
    return list(distinct.values())


def _inside(e: Expr) -> Expr | None:
    """What vanishes exactly where |u|, a root of u or log u does; None for others."""
    if e.kind == "function" and e.args[0] in ("abs", "log"):
        (u,) = e.args[1]
        return u if e.args[0] == "abs" else u - 1
    if e.kind == "product" and len(e.args) == 1:
        ((base, k),) = e.args
        return base if base.symbols() and k > 0 and not isinstance(k, int) else None
    return None


@dataclass(frozen=True, slots=True)
class Solution:
    """One way in which f = 0 holds: an equation, the parameter it is solved for (None: for none),
    what must hold beside it; edge: a divisor of the general solution vanishes there.
    """

    equation: Expr
    values: Values | None
    more: tuple[Expr, ...] = ()
    edge: bool = False


def solutions(f: Expr, held: frozenset[Expr] = frozenset()) -> list[Solution]:
    """f = 0 solved for a parameter: linear in it, else quadratic, else an angle.

    Where a divisor A vanishes, f = 0 and A = 0 is an edge.  held: parameters that are solved for
    only where no other can be.
    """
    bases = square_terms(f)
    if bases:
        first, *others = bases
        return [replace(s, more=(*s.more, *others)) for s in solutions(first, held)]
    ways = sorted(
        (*_linear(f), *_quadratic(f)),
        key=lambda way: (way.parameter in held, way.degree, not never_zero(way.divisor)),
    )
    if ways:
        return ways[0].solutions(f)
    answer = None
    for way in (_angles, _exponents, _square_root):
        answer = way(f) if answer is None else answer
    return [Solution(f, None)] if answer is None else answer


@dataclass(frozen=True, slots=True)
class Way:
    """f = divisor * p^degree + first * p + constant, all free of p (first = 0 for degree 1)."""

    parameter: Expr
    degree: int
    divisor: Expr
    first: Expr
    constant: Expr

    def solutions(self, f: Expr) -> list[Solution]:
        """The values of the parameter, and the edges."""
        p, graph = self.parameter, f.graph
        if self.degree == 1:
            values = [-self.constant / self.divisor]
        else:
            under = self.first**2 - 4 * self.divisor * self.constant
            if _negative(under):
                return []
            inner, outer = _without_squares(under)
            if _negative(inner) or range_of(inner).not_positive:
                return [*self._at_double_zeros(f, under), *self._edges(f)]
            root = graph.sqrt(inner) * outer
            values = [
                (sign * root - self.first) / (2 * self.divisor) for sign in (graph.one, -graph.one)
            ]
        return [*(Solution(f, {p: value}) for value in values), *self._edges(f)]

    def _at_double_zeros(self, f: Expr, under: Expr) -> list[Solution]:
        """Of a discriminant that is never positive: the zeros are real where it vanishes."""
        middle = 2 * self.divisor * self.parameter + self.first
        return [
            replace(solution, more=(*solution.more, middle, f))
            for factor in factors(under)
            for solution in solutions(factor)
        ]

    def _edges(self, f: Expr) -> list[Solution]:
        """Where the divisor vanishes."""
        line = self.first * self.parameter + self.constant
        if never_zero(self.divisor) or range_of(line).nonzero:
            return []
        return [
            replace(solution, more=(*solution.more, line), edge=True)
            for factor in factors(self.divisor)
            for solution in solutions(factor)
        ]


def _without_squares(under: Expr) -> tuple[Expr, Expr]:
    """(u, v) with u v^2 the same: sqrt(2 b^2) = sqrt(2) b, of either sign."""
    field = Field([under], None)
    quotient = field.normal(under)
    if quotient.den or field.roots or field.switches:
        return under, under.graph.one
    content, powers = factors_of(quotient.num)
    inner, outer = field.one * content, field.one
    for factor, power in powers:
        inner, outer = inner * factor ** (power % 2), outer * factor ** (power // 2)
    return field.expression(inner), field.expression(outer)


def _linear(f: Expr) -> list[Way]:
    zero = f.graph.zero
    slopes = [(p, f.diff(p)) for p in f.symbols()]
    straight = [(p, d) for p, d in slopes if not (d.is_zero or d.has([p])) and _is_plain(f, p)]
    straight.sort(key=lambda s: (cost(s[1]), text(s[0])))
    return [Way(p, 1, slope, zero, f.subs({p: zero})) for p, slope in straight]


def _is_plain(f: Expr, p: Expr) -> bool:
    """No function of the parameter has constant derivatives piece by piece, as |p| and sign(p)."""
    functions = (node for node in ordered([f]) if node.kind == "function" and node.has([p]))
    return not any(node.args[0] in ("abs", "sign") for node in functions)


def _quadratic(f: Expr) -> list[Way]:
    ways: list[Way] = []
    zero = f.graph.zero
    if has_roots([f]):
        return ways  # a root of roots is not asked for
    for p in f.symbols():
        divisor = f.diff(p).diff(p) / 2
        if not (divisor.is_zero or divisor.has([p])) and _is_plain(f, p):
            ways.append(Way(p, 2, divisor, f.diff(p).subs({p: zero}), f.subs({p: zero})))
    return ways


def _angles(f: Expr) -> list[Solution] | None:
    """The zeros p of A sin p + B cos p + C, or of a polynomial in sin p and cos p, if all are
    multiples of pi/12, more or less by other letters; of those that differ by whole turns the
    first that is admissible.  None for others.

    There are 2 d zeros on the circle for the degree d, with their multiplicities, and no more
    unless A = B = 0, which A^2 + B^2 = 1 forbids.
    """
    letters = sorted(f.symbols(), key=text)
    if not letters:
        return None
    p, *others = letters
    degree = _degree_in_waves(f, p)
    if degree is None or len(others) > MOST_BESIDE or not (_steep(f, p) if others else True):
        return None
    zeros: list[tuple[int, Expr]] = []
    count = 0
    parts = sorted(range(TURN), key=lambda k: (TURN // gcd(k, TURN), k))
    for k, signs in product(parts, product((1, -1, 0), repeat=len(others))):
        beside = f.graph.sum([(q, Rational(sign)) for q, sign in zip(others, signs)])
        at = _part_of_turn(p, k) + beside
        if count < 2 * degree and vanishes(f.subs({p: at})):
            zeros.append((k, beside))
            count += _multiplicity(f, p, at, 2 * degree)
    if count < 2 * degree:
        return None
    near = [None if beside.symbols() else _admitted(p, k) for k, beside in zeros]
    values = [_part_of_turn(p, k) + b if e is None else e for (k, b), e in zip(zeros, near)]
    return [Solution(f, {p: value}) for value in values]


def _steep(f: Expr, p: Expr) -> bool:
    """f = A sin p + B cos p + C, where A^2 + B^2 is a number that is not 0."""
    ahead, behind, right, left = (
        f.subs({p: _part_of_turn(p, k * TURN // 4)}) for k in (0, 2, 1, 3)
    )
    size = (ahead - behind) ** 2 + (right - left) ** 2
    if any(not vanishes(size.diff(q)) for q in size.symbols()):
        return False
    second = f.diff(p).diff(p)
    return vanishes(second + f - (ahead + behind) / 2) and not vanishes(size)


def _degree_in_waves(f: Expr, p: Expr) -> int | None:
    """The degree of a polynomial in sin p and cos p; None for what is none."""
    field = Field([f], None)
    held = [k for k, g in enumerate(field.generators) if g.has([p])]
    waves = (f.graph.sin(p), f.graph.cos(p))
    degree = 0
    for exponents, _ in field.normal(f).num.terms():
        powers = {k: int(exponents[k]) for k in held if exponents[k]}
        if any(field.generators[k] not in waves for k in powers):
            return None
        degree = max(degree, sum(powers.values()))
    return degree or None


def _multiplicity(f: Expr, p: Expr, at: Expr, most: int) -> int:
    """How often a zero is one, at most so often."""
    for n in range(1, most):
        f = f.diff(p)
        if not vanishes(f.subs({p: at})):
            return n
    return most


def _part_of_turn(p: Expr, k: int) -> Expr:
    return p.graph.scale(p.graph.pi, Rational(2 * k, TURN))


def _admitted(p: Expr, k: int) -> Expr | None:
    """A part of a turn up to whole turns, as near to 0 as what is assumed of p allows."""
    assumed = range_of(p)
    low, high = (0.0 if end is None else float(end) for end in (assumed.low, assumed.high))
    start = round(max(low, min(high, 0.0)) * TURN / (2 * pi))
    near = range(start - 2 * TURN, start + 2 * TURN + 1)
    parts = sorted((j for j in near if (j - k) % TURN == 0), key=lambda j: (abs(j - start), -j))
    angles = (_part_of_turn(p, j) for j in parts if not (assumed.whole and j))
    return next((angle for angle in angles if admissible(p, angle)), None)


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
        for solution in (s for e in piece.equations for s in _angles(e) or ()):
            ((p, value),) = (solution.values or {}).items()
            apart = at_angle(p, value)
            if p not in told or apart is None or not admissible(p, value):
                continue
            other = {**told, p: apart}
            if frozenset((q, text(e)) for q, e in other.items()) not in known:
                return False
    return True


def every_branch(met: Sequence[Piece], work: Work | None = None) -> bool:
    """Of pieces with the same equations, solved for with roots: they are all zeros of these.  From
    sqrt(a) = b and a = b^2 there is the piece b = sqrt(a), but of a = b^2 alone another one too.

    met: the pieces; work: a budget, or None.  Where it ends they may not be all.

    >>> from nonholo.expression.graph import Graph
    >>> g = Graph()
    >>> a, b = g.symbol("a"), g.symbol("b")
    >>> plus, minus = (Piece((a - b**2,), {b: e}) for e in (g.sqrt(a), -g.sqrt(a)))
    >>> every_branch([plus]), every_branch([plus, minus])
    (False, True)
    """
    first = met[0]
    if not first.roots:
        return True
    free = frozenset(p for e in first.equations for p in e.symbols() if p not in first.solved)
    try:
        zeros = _all_pieces([*first.equations], WHOLE, free, work and work.at_most(SHARPENED))
    except OutOfReach:
        return False
    return all(any(contained(zero, piece) for piece in met) for zero in zeros)


def _exponents(f: Expr) -> list[Solution] | None:
    """A e^u + B e^v with numbers A, B vanishes where u - v = log(-B/A), nowhere if A and B have one
    sign; None for others."""
    field = Field([f], None)
    terms = list(field.normal(f).num.terms())
    if len(terms) != 2 or any(str(n)[0] != "e" for n in _held_names(field, terms)):
        return None
    (above, a), (below, b) = terms
    if -b / a < 0:
        return []
    exponent = -f.graph.log(f.graph.lift(-b / a))
    for k, g in enumerate(field.generators):
        if above[k] != below[k]:
            exponent = exponent + (int(above[k]) - int(below[k])) * g.args[1][0]
    return [s for factor in factors(exponent) for s in solutions(factor)]


def _held_names(field: Field, terms: Sequence) -> list[str]:
    names = [str(name) for name in field.context.names()]
    return [name for k, name in enumerate(names) if any(int(e[k]) for e, _ in terms)]


def _square_root(f: Expr) -> list[Solution] | None:
    """A + B sqrt(u) vanishes on those zeros of A^2 - B^2 u where it does; None for others, and
    where that hangs on signs."""
    field = Field([f], None)
    square = _outer_square_root(field)
    if square is None or field.switches or field.opaque:
        return None
    place = [str(name) for name in field.context.names()].index(f"r{square}")
    by: dict[int, dict[tuple[int, ...], Rational]] = {0: {}, 1: {}}
    for exponents, c in field.normal(f).num.terms():
        without = tuple(0 if k == place else int(e) for k, e in enumerate(exponents))
        by[int(exponents[place])][without] = c
    A, B = (field.expression(field.context.from_dict(by[n])) for n in (0, 1))
    norm = A**2 - B**2 * field.roots[square][0]
    if B.is_zero or vanishes(norm):
        return None
    held = []
    for solution in (s for e in factors(norm) for s in solutions(e)):
        if solution.values is None or solution.more:
            return None
        try:
            there = f.subs(solution.values)
        except ZeroDivisionError:
            return None
        if vanishes(there):
            held.append(replace(solution, equation=f))
        elif not range_of(there).nonzero:
            return None  # on a part of the zeros, told by signs
    return held


def _outer_square_root(field: Field) -> int | None:
    """The number of a square root of parameters that stands in no other root: without it an
    expression holds one root less."""
    names = [str(name) for name in field.context.names()]
    inside = {node.index for base, _ in field.roots for node in ordered([base])}
    for k, (base, degree) in enumerate(field.roots):
        root = field.generators[names.index(f"r{k}")]
        if degree == 2 and base.symbols() and root.index not in inside:
            return k
    return None


# exact points
# ---------------------------------------------------------------------------------------
def point_of(
    piece: Piece,
    parameters: Sequence[Expr],
    beside: Sequence[Piece] = (),
    real: Callable[[Values], bool] = lambda point: True,
) -> Values | None:
    """Exact admissible parameters on the piece, on none of the pieces `beside`, rational ones if
    some are near at hand; None if no simple ones are.

    real: all that is judged has a value there, at some configuration.
    """
    if piece.left:
        return None
    fallback = None
    for values in choices_of([p for p in parameters if p not in piece.solved]):
        point = _completed(piece, values, parameters)
        if point is None or any(_may_hold_at(other, point) for other in beside):
            continue
        rational = all(value.is_number for value in point.values())
        if (rational or fallback is None) and real(point):
            if rational:
                return point
            fallback = point
    return fallback


def smooth_at(piece: Piece, point: Values) -> bool:
    """The point surely lies on the piece, and so do the admissible parameters near it: as many
    letters are free as are not solved for.

    piece: all of it solved; point: numbers of all parameters.

    >>> from nonholo.expression.graph import Graph
    >>> g = Graph()
    >>> a, b = g.symbol("a"), g.symbol("b")
    >>> piece = Piece((a**2 - b,), {a: g.sqrt(b)})
    >>> smooth_at(piece, {a: g.lift(2), b: g.lift(4)}), smooth_at(piece, {a: g.zero, b: g.zero})
    (True, False)
    """
    try:
        on = all(decide_zero((p - e).subs(point)).answer for p, e in piece.solved.items())
        inside = all(_positive(u.subs(point)) for e in piece.solved.values() for u in _radicands(e))
        assumed = [(p, range_of(p)) for p in point]
        assumed += [(e, r) for p in point for e, r in p.graph.stated.items()]
        return (
            on and inside and not piece.left and all(_within(e.subs(point), r) for e, r in assumed)
        )
    except (OutOfReach, ZeroDivisionError):
        return False


def _within(value: Expr, assumed: Range) -> bool:
    """A constant that surely lies between the bounds, on none of them."""
    if not value.is_constant:
        return False
    low = assumed.low is None or _positive(value - _lift(value, assumed.low))
    high = assumed.high is None or _positive(_lift(value, assumed.high) - value)
    return low and high and not assumed.whole


def choices_of(free: Sequence[Expr]) -> Iterable[dict[Expr, Expr]]:
    """Values of the free parameters, small ones that differ first."""
    n = len(PLAIN)
    for k in range(TRIES):
        values = {}
        for i, p in enumerate(free):
            number = Fraction(PLAIN[(k + i * (1 + k // n)) % n])
            if k >= n:
                number += Fraction(k % 5, 7 + i)
            taken = range_of(p).inside(Rational(number.numerator, number.denominator))
            values[p] = p.graph.lift(taken)
        yield values
        if not free:
            return


def _completed(piece: Piece, free: Values, order: Sequence[Expr]) -> dict[Expr, Expr] | None:
    """All parameters at the free ones; None where something is not defined or not admissible."""
    try:
        known = dict(free) | {p: e.subs(free) for p, e in piece.solved.items()}
        point = {p: known[p] for p in order}
    except (ZeroDivisionError, OutOfReach):
        return None
    return point if is_admissible(point) else None


def is_admissible(point: Values) -> bool:
    """Constants that are real, and of which all that is assumed of them surely holds; for what is
    assumed of them and others, there are others with which it does.

    >>> from nonholo.expression.graph import Graph
    >>> g = Graph()
    >>> a, b = g.symbol("a"), g.symbol("b")
    >>> g.stated[a - b] = Range(apart=True)
    >>> is_admissible({a: g.one, b: g.zero}), is_admissible({a: g.one, b: g.one})
    (True, False)
    """
    if not all(value.is_constant and _obeys(value, range_of(p)) for p, value in point.items()):
        return False
    graph = next(iter(point)).graph if point else None
    try:
        related = [(e.subs(point), known) for e, known in graph.stated.items()] if graph else []
    except ZeroDivisionError:
        return False
    if not all(_obeys(e, known) for e, known in related if e.is_constant):
        return False
    enclosed = {p: value.args if value.is_number else ball(value, {}) for p, value in point.items()}
    return all(e.is_constant for e, _ in related) or obeys(enclosed)


def _obeys(value: Expr, assumed) -> bool:
    """A constant surely obeys what is assumed."""
    if assumed == ANY:
        return _real(value)
    if value.is_number:
        return bool(assumed.holds(value.args))
    if not _real(value):
        return False
    above = _positive if assumed.above else _not_negative
    below = _positive if assumed.below else _not_negative
    low = assumed.low is None or above(value - _lift(value, assumed.low))
    high = assumed.high is None or below(_lift(value, assumed.high) - value)
    apart = not assumed.apart or decide_zero(value).answer is False
    return low and high and apart and not assumed.whole and _between(value, assumed.turns)


def _between(value: Expr, turns: tuple[Rational, Rational] | None) -> bool:
    """Surely between two multiples of pi."""
    if turns is None:
        return True
    low, high = (value.graph.scale(value.graph.pi, end) for end in turns)
    return _positive(value - low) and _positive(high - value)


def _lift(value: Expr, number: Rational) -> Expr:
    return value.graph.lift(number)


def _not_negative(value: Expr) -> bool:
    return range_of(value).not_negative or decide_zero(value).answer is True or _positive(value)


def _positive(value: Expr) -> bool:
    enclosed = ball(value, {})
    return bool(enclosed.is_finite() and enclosed > 0)


def _real(value: Expr) -> bool:
    """Surely a real number."""
    return value.is_number or bool(ball(value, {}).is_finite())


def _may_hold_at(piece: Piece, point: Values) -> bool:
    """All equations may hold at the point."""
    try:
        return all(decide_zero(e.subs(point)).answer is not False for e in piece.equations)
    except ZeroDivisionError:
        return True
