"""Is this expression identically zero?  Proved, refuted with a witness, or undecided with a reason.

Stages, cheapest first: the value at two random points modulo random primes refutes (no doubt left
in the node); where functions leave the exact field ball arithmetic at exact rational points
refutes; the normal form proves, and of numbers with roots in roots a ball that is too small
(`separation`).  Nothing rests on floating point.  That the general question is
undecidable is Richardson's theorem (Richardson 1968)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from nonholo.algebra.field import MAX_PRODUCT, Field
from nonholo.arithmetic.numbers import Rational
from nonholo.arithmetic.polynomials import Polynomial
from nonholo.decide.ball import Point, as_text, is_nonzero_at, points
from nonholo.decide.expanded import Difference
from nonholo.decide.separation import is_zero_number
from nonholo.errors import OutOfReach
from nonholo.expression.graph import MINUS, UNIT, Expr, Graph, Structure
from nonholo.words.sentence import say
from nonholo.work import BUDGETS, Work

# One point modulo a random prime p > 2^88 misses a nonzero polynomial of degree d with probability
# below 5040 d/p, and
# p divides all its coefficients with probability about (their bits/88) / 6e19, one prime of so
# many: together below
# 2e-16 up to d = 10^7 and 10^5 bits.  The second point has a prime of its own: the square of that.
ERROR_BOUND = "1e-30"
SHORT = 100_000  # terms times terms of the products of a normal form that is soon there
FEW, MANY = 20, 5_000  # terms of a difference written out: for each that it has, and in all
NEITHER = say(
    "its functions leave the field with normal forms, and no ball around its value at the exact "
    "points tried "
    "excludes 0"
)


@dataclass(frozen=True, slots=True)
class Decision:
    """The answer to "is it zero?": True, False or None (undecided), and what it rests on.

    evidence: "normal form" (a proof), "modular" (a nonzero image at a random point: a proof),
    "ball" (a ball around the value at `point` excludes 0: a proof), "randomised" (zero at two
    random points modulo random primes, wrong with probability below `ERROR_BOUND`; never
    called a proof), or "" with the `reason` why it is undecided.
    """

    answer: bool | None
    evidence: str = ""
    reason: str = ""
    point: tuple[tuple[str, str], ...] = ()

    @property
    def proved(self) -> bool:
        """The answer, yes or no, rests on a proof."""
        return self.answer is not None and self.evidence != "randomised"

    @property
    def error_bound(self) -> str:
        """Of the probability that a randomised answer is wrong."""
        return ERROR_BOUND


def settle(graph: Graph, units: int = BUDGETS.decision) -> bool:
    """Prove the merges in the ledger by normal forms; True if none is left open.

    Every expression of the graph then means exactly what was written.  Merges that want more time
    stay in the ledger, so that a later call can go on; one whose normal form is too long to be
    computed settles that there is no proof."""
    if not graph.ledger:
        return True
    if graph.too_long:
        return False
    before = len(graph.ledger)
    if graph.stuck[0] == before and units <= graph.stuck[1]:
        return False  # tried with as much time, and nothing came of it
    work = Work.of(units)
    open_entries = []
    batch = 64
    while graph.ledger:
        entries, graph.ledger[:] = graph.ledger[:batch], graph.ledger[batch:]
        field = _field_of([side for entry in entries for side in entry], graph, work)
        for entry in entries:  # one that is too long settles that there is no proof
            if graph.too_long or not _equal(field, work, *entry):
                open_entries.append(entry)
        if graph.too_long or work.over:
            break
    graph.ledger[:] = open_entries + graph.ledger
    if len(graph.ledger) == before:
        graph.stuck = before, units
    return not graph.ledger


def _field_of(nodes: Sequence[Structure | Expr], graph: Graph, work: Work) -> Field:
    """The field of what was proved before, which knows the normal forms of what that shares with
    these, or one of their own where it lacks a generator or something in it was too long.
    """
    if graph.proving is None or graph.too_long or not graph.proving.holds(nodes):
        graph.proving = Field(nodes)
    graph.proving.work = work
    return graph.proving


def _equal(field: Field, work: Work, structure: Structure, node: Expr) -> bool:
    """They share all terms but a few that cancel, or have the same normal form, or cancel later.

    A normal form that is long is asked last: what two forms share needs none."""
    difference = None
    if structure.kind != "function" and not work.over:
        difference = Difference(structure, node)
        if difference.cancels(FEW * len(difference.terms)):
            return True
    same = _same_normal_form(field, SHORT, structure, node)
    if same is None and difference is not None and not work.over and difference.cancels(MANY):
        return True
    if same is None:
        same = _same_normal_form(field, MAX_PRODUCT, structure, node)
    if same is None:
        node.graph.too_long = node.graph.too_long or not work.over
    return bool(same)


def _same_normal_form(field: Field, most: int, structure: Structure, node: Expr) -> bool | None:
    """Have they? None where a product has more terms times terms, or the work is over."""
    field.most = most
    try:
        a, b = field.normal(structure), field.normal(node)
        if a.den == b.den:
            return a.num == b.num
        return field.add([(a, UNIT), (b, MINUS)]).num == 0
    except OutOfReach:
        return None
    finally:
        field.most = MAX_PRODUCT


def decide_zero(node: Expr, units: int = BUDGETS.decision, believed: bool = False) -> Decision:
    """Decide whether the expression is identically zero.

    believed: values at random points say that it is, so that no point is looked for where it is
    not.

    >>> g = Graph()
    >>> x = g.symbol("x")
    >>> decide_zero(g.sin(2 * x) - 2 * g.sin(x) * g.cos(x)).evidence
    'normal form'
    >>> decide_zero(x - 1).answer
    False
    """
    if node.is_zero:
        if settle(node.graph, units):
            return Decision(True, "normal form")
        return Decision(
            True, "randomised", say("the normal form is out of reach within the limits")
        )
    if node.surely_nonzero:
        return Decision(False, "modular")
    known, key = node.graph.refuted, (node.index, node.doubt, node.support)
    decision = known.get(key) or _doubtful_zero(node, units, believed, known, key)
    if decision.answer and not settle(node.graph, units):
        return Decision(True, "randomised", say("a normal form on which it rests is out of reach"))
    return decision


def surely_zero(node: Expr) -> bool:
    """Identically zero, on sight or by a proof.

    >>> from nonholo.expression.graph import Graph
    >>> g = Graph()
    >>> x = g.symbol("x")
    >>> surely_zero((x + 1) ** 2 - x**2 - 2 * x - 1), surely_zero(x)
    (True, False)
    """
    return node.is_zero or decide_zero(node).answer is True


def _doubtful_zero(node: Expr, units: int, believed: bool, known: dict, key: tuple) -> Decision:
    """Decide by balls and by the normal form; what will be the same when asked again is remembered.

    The normal form is asked once a ball of any precision holds 0 at a point where the node has a
    value, and the other points where it is not zero.
    """
    work = Work.of(units)
    left = iter(() if believed else points(node))
    decision = _refuted(node, left, patient=False)
    if decision is None and _zero_in_field(node, work):
        decision = Decision(True, "normal form")
    decision = decision or _refuted(node, left) or Decision(None, reason=NEITHER)
    if decision.answer is not None or not work.over:
        known[key] = decision
    return decision


def _refuted(node: Expr, left: Iterator[Point], patient: bool = True) -> Decision | None:
    """A ball excludes 0 at one of the points that are left; the first at which it has a value is
    the last for who is not patient.
    """
    for point in left:
        nonzero = is_nonzero_at(node, point)
        if nonzero:
            return Decision(False, "ball", point=as_text(point))
        if nonzero is False and not patient:
            break
    return None


def _zero_in_field(node: Expr, work: Work) -> bool:
    """Zero by its normal form, as far as there is one; or all numbers in it are 0."""
    try:
        field = _field_of([node], node.graph, work)
        num = field.normal(node).num
        return num == 0 or (_numbers_are_zero(field, num) and _has_a_value(node))
    except OutOfReach:
        return False


def _has_a_value(node: Expr) -> bool:
    """Nothing in it is divided by a number that is 0 too: a ball around it is finite somewhere."""
    return any(is_nonzero_at(node, point) is not None for point in points(node))


def _numbers_are_zero(field: Field, num: Polynomial) -> bool:
    """What stands in front of each product of what moves is a number too small not to be 0."""
    numbers = {k for k, g in enumerate(field.generators) if g.is_constant and g.kind != "pi"}
    used = [k for k, degree in enumerate(num.degrees()) if degree]
    if not numbers.intersection(used):
        return False
    moving: dict[tuple[int, ...], list[tuple[list[tuple[Expr, int]], Rational]]] = {}
    for exponents, c in num.terms():
        powers = [(k, int(exponents[k])) for k in used if exponents[k]]
        key = tuple(int(exponents[k]) for k in used if k not in numbers)
        still = [(field.generators[k], e) for k, e in powers if k in numbers]
        moving.setdefault(key, []).append((still, c))
    graph = field.graph
    return all(
        is_zero_number(graph.sum([(graph.product(still), c) for still, c in terms]))
        for terms in moving.values()
    )


def all_zero(nodes: Iterable[Expr], units: int = BUDGETS.decision) -> Decision:
    """Decide whether all expressions vanish identically; one that does not is the answer, the
    others are not asked.
    """
    nodes = list(nodes)
    if any(node.surely_nonzero for node in nodes):
        return Decision(False, "modular")
    work = Work.of(units)
    return combined(decide_zero(node, work.left) for node in nodes)


def proved_zero(nodes: Iterable[Expr], units: int = BUDGETS.decision) -> Decision:
    """Prove that all expressions vanish, as their values at random points say; the first that is
    open is the answer.

    nodes: the expressions; units: of work for all of them.

    >>> g = Graph()
    >>> x = g.symbol("x")
    >>> proved_zero([g.log(x**2) - g.log(x**2), g.exp(x) * g.exp(-x) - 1]).evidence
    'normal form'
    """
    work = Work.of(units)
    verdict = Decision(True, "normal form")
    for node in nodes:
        verdict = combined([verdict, decide_zero(node, work.left, believed=True)])
        if verdict.answer is None:
            break
    return verdict


def combined(decisions: Iterable[Decision]) -> Decision:
    """ "All of them": False if one is, else undecided if one is, else as weak as the weakest
    proof.
    """
    verdict = Decision(True, "normal form")
    for decision in decisions:
        if decision.answer is False:
            return decision
        if decision.answer is None or (verdict.proved and not decision.proved):
            verdict = decision if verdict.answer is not None else verdict
    return verdict
