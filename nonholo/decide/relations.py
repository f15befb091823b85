"""Zero on a set f_1 = ... = f_p = 0: expressions modulo the holonomic constraints."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from nonholo.algebra.field import Field
from nonholo.arithmetic.polynomials import factors_of
from nonholo.decide.ball import nonzero_point
from nonholo.decide.on_set import point_off_zero
from nonholo.decide.zero import Decision, all_zero, combined, decide_zero
from nonholo.errors import OutOfReach, said
from nonholo.expression.breaks import is_smooth_in
from nonholo.expression.demands import demands
from nonholo.expression.functions import is_unspecified
from nonholo.expression.graph import Expr, ordered
from nonholo.expression.sweeps import gradient
from nonholo.words.sentence import say
from nonholo.work import BUDGETS, Work

UNSOLVED = say("the holonomic constraints could not be solved for a coordinate")

MOST = 400_000  # terms times terms of one multiplication: beyond it no division ends within budget

Judge = Callable[[Sequence[Expr], Sequence[Expr]], Decision]  # expressions, and what is zero


def decide_zero_on(
    node: Expr,
    relations: Sequence[Expr],
    units: int = BUDGETS.decision,
    field_of: Callable[[Expr], Field] | None = None,
) -> Decision:
    """Does the expression vanish wherever all relations are zero?

    Refuted at a real point of the set.  Proved by division (the numerator leaves no remainder
    modulo the relations), or after the relations have been solved for symbols in a way that reaches
    every real point of the set: linear with a number in front, quadratic with both roots, a product
    factor by factor.  field_of: the field in which a node and the relations have their normal
    forms, by default one of its own.

    >>> from nonholo.expression.graph import Graph
    >>> g = Graph()
    >>> x, y = g.symbol("x"), g.symbol("y")
    >>> decide_zero_on(x**4 - (1 - y**2) ** 2, [x**2 + y**2 - 1]).answer
    True
    >>> decide_zero_on(x - 1, [x**2 - 1]).answer
    False
    """
    plain = decide_zero(node, units)
    if plain.answer or not relations:
        return plain
    try:
        point = point_off_zero(node, [f for f in relations if not f.is_zero])
        if point is not None:
            return Decision(False, "ball", point=point)
        field = field_of(node) if field_of else Field([node, *relations])
        if _divisible(field, node, relations, units):
            return Decision(True, "normal form")
        return _on_branches(node, [f for f in relations if not f.is_zero], units)
    except (OutOfReach, ZeroDivisionError) as error:
        return Decision(None, reason=say("where the constraints hold: {error}", error=said(error)))


def all_zero_on(nodes: Iterable[Expr], relations: Sequence[Expr]) -> Decision:
    """Do all expressions vanish wherever the relations do?"""
    if not relations:
        return all_zero(nodes)
    fields = _Together(list(nodes), relations)
    return combined(decide_zero_on(node, relations, field_of=fields.of) for node in fields.nodes)


class _Together:
    """One field for several nodes, which share their parts; one each where there are roots, whose
    relations one node should not wait for if they are those of another.
    """

    def __init__(self, nodes: list[Expr], relations: Sequence[Expr]):
        self.nodes, self.relations = nodes, relations
        self.field: Field | None = None

    def of(self, node: Expr) -> Field:
        """The field of a node and of the relations."""
        if self.field is None:
            self.field = Field([*self.nodes, *self.relations])
        return Field([node, *self.relations]) if self.field.roots else self.field


def _divisible(field: Field, node: Expr, relations: Sequence[Expr], units: int) -> bool:
    field.work, field.most = Work.of(min(units, BUDGETS.division)), MOST
    normal = field.normal(node)
    divisors = [d for d in (field.normal(f).num for f in relations) if d != 0]
    if any(_remainder(field, field.factors[k], divisors) == 0 for k in normal.den):
        raise OutOfReach(say("a denominator vanishes where they hold"))
    return _remainder(field, normal.num, divisors) == 0


def remainder_on(node: Expr, relations: Sequence[Expr]) -> Expr:
    """The node, or what division by the relations, or one of them times a number, leaves of its
    numerator where that is shorter: zero on the set where the node is.

    >>> from nonholo.expression.graph import Graph
    >>> g = Graph()
    >>> x, y = g.symbol("x"), g.symbol("y")
    >>> remainder_on(x**2 + 2 * y**2 - 1, [x**2 + y**2 - 1])
    y**2
    """
    try:
        field = Field([node, *relations], Work.of(BUDGETS.decision))
        above = field.normal(node).num
        divisors = [d for d in (field.normal(f).num for f in relations) if d != 0]
        ways = [_remainder(field, above, divisors)]
        ways += (less for divisor in divisors for less in _less(above, divisor))
        left = min(ways, key=len)
        return field.expression(left) if len(left) < len(above) else node
    except (OutOfReach, ZeroDivisionError):
        return node


def _less(poly, divisor):
    """The polynomial less that multiple of another by which each common term cancels."""
    terms = dict(poly.terms())
    ratios = {terms[m] / c for m, c in divisor.terms() if m in terms}
    return [poly - divisor * ratio for ratio in sorted(ratios)]


def _remainder(field: Field, poly, divisors):
    for _ in range(3):
        for divisor in divisors:
            poly = field.reduce(divmod(poly, divisor)[1])
    return poly


def _on_branches(
    node: Expr, relations: list[Expr], units: int, roots: tuple[Expr, ...] = ()
) -> Decision:
    """Decide on every branch of the set: one relation is solved for a symbol, the rest follow;
    where a number that is not 0 is left of one, the branch is empty.

    `roots` are those taken on the way: a refutation needs a point at which they are real.
    """
    if any(f.is_number for f in relations):
        return Decision(True, "normal form")
    if node.is_zero or not relations:
        return _at_end(node, roots, units)
    for f in relations:
        others = [g for g in relations if g is not f]
        parts = _factors(f)
        if len(parts) > 1:
            return combined(_on_branches(node, [factor, *others], units, roots) for factor in parts)
        solutions, taken, whole = _solutions(f)
        if solutions:
            decision = combined(
                _substituted(node, others, s, units, (*roots, *taken)) for s in solutions
            )
            if decision.answer is False or whole:
                return decision
            return Decision(
                None, reason=say("a holonomic constraint could be solved on a part of its set only")
            )
    return Decision(None, reason=UNSOLVED)


def _at_end(node: Expr, roots: tuple[Expr, ...], units: int) -> Decision:
    decision = decide_zero(node, units)
    if decision.answer is not False or not roots:
        return decision
    point = nonzero_point(node, finite=roots)
    if point is None:
        return Decision(
            None, reason=say("no real point of the set was found at which it is not zero")
        )
    return Decision(False, "ball", point=point)


def _substituted(node: Expr, relations: list[Expr], solution, units: int, roots) -> Decision:
    others = [g for g in (f.subs(solution) for f in relations) if not g.is_zero]
    return _on_branches(node.subs(solution), others, units, tuple(r.subs(solution) for r in roots))


def _factors(f: Expr) -> list[Expr]:
    """The irreducible factors of a relation that hold symbols."""
    field = Field([f])
    factors = [field.expression(poly) for poly, _ in factors_of(field.normal(f).num)[1]]
    return [e for e in factors if not e.is_constant] or [f]


def _solutions(f: Expr) -> tuple[list[dict[Expr, Expr]], list[Expr], bool]:
    """One symbol of f = 0 in terms of the others, on each branch; what has to be real there: the
    roots taken, and a solution that has no value everywhere; do they reach every point?
    """
    zero = f.graph.zero
    slopes = [(s, f.diff(s)) for s in reversed(f.symbols()) if is_smooth_in(f, s)]
    linear = [(s, slope) for s, slope in slopes if not slope.has([s]) and not slope.is_zero]
    for s, slope in linear:
        if slope.is_constant:
            return *_solved(s, s - f / slope), True
    for s, slope in slopes:
        second = slope.diff(s)
        if second.is_constant and not second.is_zero:
            b, c = slope.subs({s: zero}), f.subs({s: zero})
            root = f.graph.sqrt(b**2 - 2 * second * c)
            return [{s: (root - b) / second}, {s: (-root - b) / second}], [root], True
    for call in filter(is_unspecified, ordered([f])):  # its value is as free as that of a symbol
        slope = gradient(f.graph, f, [call])[0]
        if slope.is_number:
            return *_solved(call, call - f / slope), True
    if not linear:
        return [], [], False
    s, slope = linear[0]
    return *_solved(s, s - f / slope), False


def _solved(unknown: Expr, value: Expr) -> tuple[list[dict[Expr, Expr]], list[Expr]]:
    return [{unknown: value}], [value] if demands([value]) else []
