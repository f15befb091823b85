"""The common zeros of expressions, as a union of pieces with equations of their own.

A product of sines and cosines is no product of polynomials once s^2 has become 1 - c^2.  So the
linear angles l = a, a - b, a + b at whose multiples of pi/4 an expression vanishes are found by
putting them in; their sines are divided out in the ring of the numerator (`sines`), and what is
left is factored as a polynomial."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from nonholo.algebra.cancel import cancelled
from nonholo.algebra.field import Field
from nonholo.arithmetic.balls import Ball
from nonholo.arithmetic.numbers import Rational
from nonholo.arithmetic.polynomials import Polynomial, divided, factors_of
from nonholo.decide.ball import as_assumed, balls, obeys
from nonholo.decide.zero import decide_zero
from nonholo.errors import OutOfReach
from nonholo.expression.functions import is_unspecified
from nonholo.expression.graph import Expr, Graph, linear, ordered
from nonholo.expression.once import once
from nonholo.expression.ranges import convex, range_of
from nonholo.expression.text import text
from nonholo.geometry.constraints.chart import Chart
from nonholo.geometry.zeros.both_signs import SHORT, has_both_signs
from nonholo.geometry.zeros.eliminants import eliminants, implied
from nonholo.geometry.zeros.half_angles import refined
from nonholo.geometry.zeros.reached import vanish_together
from nonholo.geometry.zeros.signs import jumps, moves, no_common_zero, of_one_sign
from nonholo.geometry.zeros.sines import Probe, without_sine
from nonholo.linear.elimination import cost, vanishes
from nonholo.words.sentence import say
from nonholo.work import BUDGETS, Work

MOST_OF_ANGLE = 3  # terms of 1 - cos(a - b)
EIGHTH = Rational(1, 4)  # the angles looked at are multiples of pi/4
MOST_TERMS = 400
MOST_PIECES = 64
MOST_ELIMINANTS = 6
SAMPLES, MOST_SAMPLES = 6, 40
ENTIRE = ("sin", "cos", "exp")


@dataclass(frozen=True, slots=True)
class Surface:
    """One equation f = 0 whose zeros are real; angle: (l, the eighths of a turn at which it
    vanishes), if f is the sine or cosine of a linear angle, or 1 - cos(l - k pi/4), which vanishes
    at one eighth only."""

    f: Expr
    angle: tuple[Expr, tuple[int, ...]] | None = None

    def __str__(self) -> str:
        return once(self.f.graph, ("text", self.f), lambda: text(self.f))


Piece = tuple[Surface, ...]  # all of them vanish
Points = list[tuple[dict[Expr, Rational], dict[int, Ball]]]


def surfaces(node: Expr, chart: Chart, work: Work | None = None) -> list[Surface]:
    """The irreducible pieces of {node = 0}; none if it vanishes nowhere.

    Raises OutOfReach, and ValueError for 0.

    Factors of parameters alone, poles, and factors of one sign are left out.
    """
    work = Work.of(BUDGETS.zeros) if work is None else work
    asked = ("surfaces", node, chart.q, chart.t)
    return list(once(node.graph, asked, lambda: _surfaces(node, chart, work)))


def _surfaces(node: Expr, chart: Chart, work: Work) -> list[Surface]:
    field = with_normal_form(node, work)
    num = cancelled(field, field.normal(node)).num
    if num == 0:
        raise ValueError("an expression that is zero has no zero set of its own")
    if num.is_constant() or not node.has([*chart.q, chart.t]):
        return []
    angles = _angles(field, chart)
    return _with_angles(field, num, angles, chart, work) if angles else _factors(field, num, chart)


def with_normal_form(node: Expr, work: Work | None = None) -> Field:
    """The field of a node, which has its normal form, for one question of several.

    Raises OutOfReach past the work.
    """
    asked = ("normal form", node)
    return once(node.graph, asked, lambda: _with_normal_form(node, work)).within(work)


def _with_normal_form(node: Expr, work: Work | None) -> Field:
    field = Field([node], work)
    field.normal(node)
    return field


def as_expression(field: Field, num: Polynomial) -> Expr:
    """A reduced polynomial of a field as an expression, of which its normal form is known."""
    node = field.expression(num)
    field.take(node, num)
    once(node.graph, ("normal form", node), lambda: field.within(None))
    return node


def _angles(field: Field, chart: Chart) -> list[Expr]:
    return [a for a, _ in field.circle.values() if a in (*chart.q, chart.t)]


def nowhere_zero(node: Expr, chart: Chart) -> bool:
    """Surely nonzero for all q, t (parameters generic): every factor is of one sign on sight."""
    if node.is_zero or not node.has([*chart.q, chart.t]):
        return not node.is_zero
    if jumps(node, chart) and not range_of(node).nonzero:
        return False
    asked = ("nowhere zero", node, chart.q, chart.t)
    return once(node.graph, asked, lambda: _nowhere_zero(node, chart))


def _nowhere_zero(node: Expr, chart: Chart) -> bool:
    if _changes_sign(node) or (len(ordered([node])) > SHORT and has_both_signs(node, chart)):
        return False
    try:
        field = with_normal_form(node, Work.of(BUDGETS.zeros))
        return not _factors(field, cancelled(field, field.normal(node)).num, chart)
    except OutOfReach:
        return False


def changes_sign(f: Expr) -> bool:
    """Surely zero somewhere between two of some points: f is positive at one of them and negative
    at the other.

    Only for functions that are continuous everywhere on sight; symbols whose values may be parted
    by what is assumed have the same values at both.
    """
    entire = all(node.kind != "function" or node.args[0] in ENTIRE for node in ordered([f]))
    whole = all(
        isinstance(e, int) and e > 0
        for node in ordered([f])
        if node.kind == "product"
        for _, e in node.args
    )
    if not (entire and whole):
        return False
    apart = [s for s in f.symbols() if not convex([s])]
    for sign in (1, -1) if apart else (1,):
        at = as_assumed({s: Rational(sign * (2 * i + 3), 2) for i, s in enumerate(apart)})
        line = f.subs({s: f.graph.number(v) for s, v in at.items()})
        if obeys(at) and _changes_sign(line, MOST_SAMPLES, low=-60):
            return True
    return False


def _changes_sign(node: Expr, samples: int = SAMPLES, low: int = 1) -> bool:
    """Surely positive at one point of a few and negative at another."""
    signs = set()
    for at, known in _points(node.graph, node.symbols(), samples, low):
        (value,) = balls([node], at, known=known)
        if not value.is_finite() and any(map(is_unspecified, ordered([node]))):
            return False  # it has no value anywhere
        if obeys(at) and value.is_finite() and not value.contains(0):
            signs.add(bool(value > 0))
        if len(signs) == 2:
            return True
    return False


def _points(graph: Graph, symbols: tuple[Expr, ...], samples: int, low: int) -> Points:
    """The same points for all expressions of these symbols, with the balls that are known there."""
    rng = random.Random(1)
    drawn = ({s: Rational(rng.randint(low, 60), 20) for s in symbols} for _ in range(samples))
    asked = ("points", symbols, samples, low)
    return once(graph, asked, lambda: [(as_assumed(point), {}) for point in drawn])


def _factors(field: Field, num, chart: Chart) -> list[Surface]:
    _require_few(num)
    variables, distinct = [*chart.q, chart.t], {}
    wholes = (whole for whole, _ in factors_of(num)[1])
    for factor in (f for whole in wholes for f in refined(field, whole, variables)):
        if moves(field, factor, variables) and not of_one_sign(field, factor, variables):
            f = signed(field.expression(factor))
            distinct[f.index] = Surface(f)
    return list(distinct.values())


def _require_few(num: Polynomial) -> None:
    if len(num) > MOST_TERMS:
        raise OutOfReach(say("a polynomial of {count} terms to factor", count=len(num)))


def require_factors(field: Field, num: Polynomial, chart: Chart, work: Work | None) -> None:
    """The factors of a reduced polynomial are within reach; for one that is not yet an expression.

    Raises OutOfReach.
    """
    if len(num) > MOST_TERMS:
        work = Work.of(BUDGETS.zeros) if work is None else work
        _require_few(_without_sines(field, num, _angles(field, chart), work)[1])


def signed(f: Expr) -> Expr:
    """f or -f: the one with fewer minus signs in front of its terms.

    f: an expression.

    >>> from nonholo.expression.graph import Graph
    >>> a, b = (Graph().symbol("a"), 1)
    >>> signed(-a - b)
    a + 1
    """
    constant, terms = linear(f)
    signs = [c < 0 for _, c in terms] + ([constant < 0] if constant else [])
    return -f if 2 * sum(signs) > len(signs) or (2 * sum(signs) == len(signs) and signs[0]) else f


# sines and cosines of linear angles
# -----------------------------------------------------------------
def _without_sines(
    field: Field, num: Polynomial, angles: Sequence[Expr], work: Work
) -> tuple[list[Surface], Polynomial]:
    """The sines of linear angles in a polynomial, and what is left without them."""
    angular, cofactor, probe = [], num, Probe(field)
    for l in linear_angles(angles):
        if work.over:
            raise OutOfReach(say("the limit of work while factoring"))
        if cofactor.is_constant():
            break
        known: set[int] = set()
        while (divided := _divided(field, cofactor, l, probe)) is not None:
            eighths, cofactor = divided
            sine = sine_at(l, eighths[0]) if len(eighths) == 2 else 1 - sine_at(l, eighths[0] - 2)
            if not known.issuperset(eighths) and not range_of(sine).nonzero:  # kept from these
                angular.append(Surface(signed(sine), (l, eighths)))
            known.update(eighths)
    return angular, cofactor


def _with_angles(
    field: Field, num: Polynomial, angles: Sequence[Expr], chart: Chart, work: Work
) -> list[Surface]:
    angular, cofactor = _without_sines(field, num, angles, work)
    left = field.expression(cofactor)
    if not left.has([*chart.q, chart.t]):
        return angular
    field = with_normal_form(left, work)
    others = _factors(field, field.normal(left).num, chart)
    return angular + [_recognised(s, chart, work) for s in others]


def _recognised(surface: Surface, chart: Chart, work: Work) -> Surface:
    """A factor by half angles that is 1 - cos(l) for an angle l: sin(a) (1 + cos(b)) - sin(b) (1 +
    cos(a)) = 4 cos(a/2) cos(b/2) sin((a - b)/2) holds three.
    """
    field = with_normal_form(surface.f, work)
    num, probe = field.normal(surface.f).num, Probe(field)
    if len(num) > MOST_OF_ANGLE:
        return surface
    parts = ((l, _divided(field, num, l, probe)) for l in linear_angles(_angles(field, chart)))
    whole = (
        Surface(surface.f, (l, part[0])) for l, part in parts if part and part[1].is_constant()
    )
    return next(whole, surface)


def _divided(
    field: Field, num: Polynomial, l: Expr, probe: Probe
) -> tuple[tuple[int, ...], Polynomial] | None:
    """The eighths of a turn of l at which a sine in num vanishes, and num without it; what is left
    can hold another one, as sin(l) (1 - cos(l)) does.
    """
    if num.is_constant():
        return None
    zeros = probe.zeros(num, l)
    quotients = ((e, without_sine(field, num, l, e)) for e in (*_pairs(zeros), *_alone(zeros)))
    return next(((e, q) for e, q in quotients if q is not None), None)


def linear_angles(angles: Sequence[Expr]) -> Iterator[Expr]:
    """Differences and sums first, then single angles."""
    for a, b in combinations(angles, 2):
        yield from (a - b, a + b)
    yield from angles


def angle_put(l: Expr, eighth: int) -> dict[Expr, Expr]:
    """The substitution, for the first angle in l, that makes l = eighth * pi/4."""
    turned, c = turned_by(l)
    return {turned: turned - (l - l.graph.scale(l.graph.pi, EIGHTH * eighth)) * c}


def turned_by(l: Expr) -> tuple[Expr, int]:
    """The first angle in l with coefficient 1 or -1, and the coefficient."""
    return next((t, int(c)) for t, c in linear(l)[1] if t.kind == "symbol" and abs(c) == 1)


def _pairs(eighths: Sequence[int]) -> list[tuple[int, int]]:
    """Opposite angles, at which a sine vanishes."""
    return [(k, k + 4) for k in range(4) if k in eighths and k + 4 in eighths]


def _alone(eighths: Sequence[int]) -> list[tuple[int]]:
    """Angles whose opposites are none."""
    return [(k,) for k in eighths if (k + 4) % 8 not in eighths]


def sine_at(l: Expr, eighth: int) -> Expr:
    """sin(l - eighth * pi/4): vanishes there and half a turn further."""
    graph = l.graph
    return graph.sin(l - graph.scale(graph.pi, EIGHTH * eighth))


# common zeros
# ---------------------------------------------------------------------------------------
def common_zeros(nodes: Sequence[Expr], chart: Chart, work: Work | None = None) -> list[Piece]:
    """The pieces of {all nodes = 0}, none inside another: first those that all share.

    Raises OutOfReach.
    """
    asked = ("common zeros", *nodes, chart.q, chart.t)
    return list(once(nodes[0].graph, asked, lambda: _common_zeros(nodes, chart, work)))


def _common_zeros(nodes: Sequence[Expr], chart: Chart, work: Work | None) -> list[Piece]:
    unlike = {min(e.index, (-e).index): e for e in sorted(nodes, key=cost, reverse=True)}
    first, *others = sorted(unlike.values(), key=cost)  # e and -e have the same zeros
    sets = [surfaces(first, chart, work)]
    shared = [s for s in sets[0] if all(on_surface(node, s) for node in others)]
    if len(shared) < len(sets[0]):
        names = {str(s) for s in shared}
        for node in others:
            sets.append(surfaces(node, chart, work))
            if all(_among(s, shared) for s in sets[-1]):  # elsewhere this one does not vanish
                return [split_squares((s,)) for s in shared]
        shared += [
            s
            for s in sets[0]
            if str(s) not in names and all(_among(s, group) for group in sets[1:])
        ]
    remaining = [[s for s in group if not _among(s, shared)] for group in sets]
    pieces: list[Piece] = [(s,) for s in shared]
    if all(remaining):
        pieces += _crossings(remaining, chart)
    return [split_squares(piece) for piece in pieces]


def _among(surface: Surface, others: Sequence[Surface]) -> bool:
    return any(str(surface) == str(other) for other in others)


def on_surface(node: Expr, surface: Surface) -> bool:
    """Surely zero wherever the surface is (if it is solved for an angle or divides the
    numerator).
    """
    asked = ("on surface", node, surface)
    return once(node.graph, asked, lambda: _on_surface(node, surface))


def _on_surface(node: Expr, surface: Surface) -> bool:
    if surface.f.support & ~node.support:  # it holds what the node does not
        return node.is_zero
    if surface.angle is not None:
        l, eighths = surface.angle
        return all(vanishes(node.subs(angle_put(l, k))) for k in eighths) and periodic(
            node, turned_by(l)[0]
        )
    field = with_normal_form(node)
    if not field.holds([surface.f]):
        field = Field([node, surface.f])
    return divided(field.normal(node).num, field.normal(surface.f).num) is not None


def periodic(node: Expr, angle: Expr) -> bool:
    """Surely a full turn of the angle changes nothing."""
    if not node.has([angle]):
        return True
    change = node.subs({angle: angle + 2 * node.graph.pi}) - node
    return change.is_zero or bool(decide_zero(change).answer)


def _crossings(groups: Sequence[Sequence[Surface]], chart: Chart) -> list[Piece]:
    """One factor of each: their intersections, without the empty and the contained ones."""
    named = [{str(s): s for s in group} for group in groups]
    sets = sorted(_transversals(named), key=lambda names: _places(named, names))
    surface_of = {name: s for group in named for name, s in group.items()}
    pieces = [
        tuple(surface_of[name] for name in dict.fromkeys(_last(group, names) for group in named))
        for names in sets
    ]
    there = [piece for piece in pieces if not empty(piece, chart)]
    return [simpler for piece in there for simpler in resolved(piece, chart)]


def _transversals(groups: Sequence[dict[str, Surface]]) -> set[frozenset[str]]:
    """The least sets that meet every group, one group after the other, none inside another."""
    least = {frozenset[str]()}
    for group in groups:
        met = {names for names in least if not names.isdisjoint(group)}
        met |= {names | {name} for names in least - met for name in group}
        least = {names for names in met if not any(other < names for other in met)}
        if len(least) > MOST_PIECES:
            raise OutOfReach(say("more than {most} intersections of factors", most=MOST_PIECES))
    return least


def _places(groups: Sequence[dict[str, Surface]], names: frozenset[str]) -> list[int]:
    """Where each group meets them first."""
    return [next(i for i, name in enumerate(group) if name in names) for group in groups]


def _last(group: dict[str, Surface], names: frozenset[str]) -> str:
    return next(name for name in reversed(group) if name in names)


def resolved(piece: Piece, chart: Chart) -> list[Piece]:
    """The same points as pieces of simpler equations, where eliminating a coordinate shows some;
    none if that shows that there are no points.
    """
    if len(piece) < 2:
        return [piece]
    try:
        parts = _eliminated(piece, chart)
    except (OutOfReach, ZeroDivisionError):  # an ideal too large, a form that is singular here
        return [piece]
    if parts is None:
        return [piece]
    return [simpler for part in parts for simpler in resolved(part, chart)]


def _eliminated(piece: Piece, chart: Chart) -> list[Piece] | None:
    """Simpler pieces, by the first eliminants that give some; None where none do."""
    known = eliminants([s.f for s in piece], chart)[:MOST_ELIMINANTS]
    factored = [_factored(e, chart) for e in known]
    if [] in factored:
        return []
    sure = [factors[0] for factors in factored if factors and len(factors) == 1]
    splits = [[(f, *sure) for f in factors] for factors in factored if factors and len(factors) > 1]
    for split in [[tuple(sure)], *splits] if sure else splits:
        parts = [part for more in split if (part := _simpler(piece, more, chart))]
        if len(parts) == len(split):
            return parts
    return None


def _factored(node: Expr, chart: Chart) -> list[Surface] | None:
    try:
        return surfaces(node, chart)
    except OutOfReach:
        return None


def _simpler(piece: Piece, more: Piece, chart: Chart) -> Piece | None:
    """The piece with more equations, without those that follow from these; None if that is not
    simpler.
    """
    bound = _coordinates(piece, chart)
    for s in more:
        others = tuple(other for other in more if other is not s)
        more = others if any(on_surface(s.f, other) for other in others) else more
    if not more or _coordinates(more, chart) >= bound:
        return None
    gone = implied([s.f for s in piece], [s.f for s in more])
    left = [s for s, out in zip(piece, gone) if not out]
    part = (*more, *(s for s in left if not any(on_surface(s.f, m) for m in more)))
    return part if _coordinates(part, chart) < bound else None


def _coordinates(piece: Piece, chart: Chart) -> int:
    """How many stand in the equations, counted once in each."""
    return sum(s.f.has([x]) for s in piece for x in (*chart.q, chart.t))


def empty(piece: Piece, chart: Chart) -> bool:
    """Surely without a common real zero."""
    if len(piece) < 2:
        return False
    asked = ("empty", piece, chart.q, chart.t)
    return once(piece[0].f.graph, asked, lambda: _empty(piece, [*chart.q, chart.t]))


def _empty(piece: Piece, variables: list[Expr]) -> bool:
    nodes = [s.f for s in piece]
    if vanish_together(nodes, variables):
        return False
    field = Field(nodes)
    polys = [field.normal(f).num for f in nodes]
    squares = sum((field.times(p, p) for p in polys), field.zero)
    apart = of_one_sign(field, squares, variables, squares=True)
    return apart or no_common_zero(field, polys, variables)


def split_squares(piece: Piece) -> Piece:
    """x^2 + y^2 = 0 means x = 0 and y = 0."""
    distinct = {}
    for s in piece:
        for f in square_terms(s.f) or [s.f]:
            distinct[f.index] = s if f is s.f else Surface(f)
    return tuple(distinct.values())


def square_terms(f: Expr) -> list[Expr]:
    """The bases of a sum of even powers with coefficients of one sign, products of which may be
    beside them; nothing for other expressions.

    f: an expression; it vanishes where all of the bases do, and nowhere else.

    >>> from nonholo.expression.graph import Graph
    >>> g = Graph()
    >>> a, b = g.symbol("a"), g.symbol("b")
    >>> square_terms(a**2 + 3 * b**4), square_terms(a**2 - b**2), square_terms(a**4 + a**2 * b**2)
    ([a, b], [], [a])
    """
    constant, terms = linear(f)
    if constant != 0 or len(terms) < 2 or len({c > 0 for _, c in terms}) > 1:
        return []
    powers = [t.powers for t, _ in terms]
    if not all(
        isinstance(e, int) and e % 2 == 0 and e > 0 for factors in powers for _, e in factors
    ):
        return []
    bases = list(dict.fromkeys(factors[0][0] for factors in powers if len(factors) == 1))
    return bases if all(any(b in bases for b, _ in factors) for factors in powers) else []
