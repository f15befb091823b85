"""Powers: of numbers, and with rational exponents, which may come together to whole ones."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from nonholo.arithmetic.numbers import Integer, Rational, rational
from nonholo.errors import OutOfReach
from nonholo.expression.node import MINUS, OPAQUE, UNIT, ZERO, Expr
from nonholo.expression.ranges import range_of
from nonholo.words.sentence import say

if TYPE_CHECKING:
    from nonholo.expression.graph import Graph

Factor = tuple[Expr, int | Fraction]  # a base and its exponent
MAX_BITS = 200_000  # of a power of numbers
MAX_ROOT_BITS = 80  # numbers up to here are factored under a root


def number_power(number: Rational, exponent: int) -> Rational:
    """A rational number to a whole power.

    Raises ZeroDivisionError, OutOfReach.
    """
    if exponent == 1:
        return number
    if number == 0 and exponent < 0:
        raise ZeroDivisionError(say("division by an expression that is zero"))
    if abs(exponent) * number.height_bits() > MAX_BITS:
        raise OutOfReach(say("a number to the power {exponent} is too large", exponent=exponent))
    return number**exponent


def rooted_monomial(graph: Graph, factors: Iterable[Factor]) -> tuple[Expr, Rational]:
    """A product with roots, which may come together to whole powers.

    Raises ZeroDivisionError for a negative power of 0.
    """
    coefficient, rooted = UNIT, False
    collected: dict[int, Factor] = {}
    pending = list(factors)
    while pending:
        node, exponent = pending.pop()
        rooted = rooted or not isinstance(exponent, int)
        if node.kind == "number":
            if isinstance(exponent, int):
                coefficient *= number_power(node.args, exponent)
            else:
                factor, roots = _number_root(graph, node.args, exponent)
                coefficient *= factor
                for prime, e in roots:
                    _collect(collected, prime, e)
        elif node.kind == "sum" and node.args[0] == 0 and len(node.args[1]) == 1:
            ((term, c),) = node.args[1]
            if isinstance(exponent, int):
                coefficient *= number_power(c, exponent)
                pending.append((term, exponent))
            else:
                positive = graph.number(abs(c))
                pending.append((positive, exponent))
                _collect(collected, term if c > 0 else graph.scale(term, MINUS), exponent)
        elif node.kind == "product" and isinstance(exponent, int):
            pending.extend((base, e * exponent) for base, e in node.args)
        elif node.kind == "product":
            for base, e in root_parts(graph, node):
                _collect(collected, base, e * exponent)
        elif not isinstance(exponent, int) and node.calls("exp"):
            _collect(collected, graph.exp(graph.scale(node.args[1][0], rational(exponent))), 1)
        else:
            _collect(collected, node, exponent)
        if rooted and not pending:
            pending = _completed_roots(collected)
    if coefficient == 0:
        return graph.zero, UNIT
    bases = [collected[i] for i in sorted(collected) if collected[i][1] != 0]
    return sized_monomial(graph, bases, coefficient)


def sized_monomial(
    graph: Graph, bases: Sequence[Factor], coefficient: Rational
) -> tuple[Expr, Rational]:
    """A product of distinct bases, |a|^2 in it as a^2."""
    for b, e in bases:  # no generator, no call: most are asked about in vain
        if b.calls("abs") and _is_square_of_size(b, e):
            break
    else:
        return graph.product_node(tuple(bases)), coefficient
    node, more = graph.monomial(
        (b.args[1][0] if _is_square_of_size(b, e) else b, e) for b, e in bases
    )
    return node, coefficient * more


def _is_square_of_size(base: Expr, e: int | Fraction) -> bool:
    return base.kind == "function" and e % 2 == 0 and base.args[0] == "abs"


def root_parts(graph: Graph, node: Expr) -> list[Factor]:
    """Bases b_i and exponents e_i with node^r = product of b_i^(e_i r) for real r, wherever node^r
    is real.

    Even powers are those of an absolute value, (x^2)^r = |x|^(2 r); what is not negative stands
    alone; an odd power that is left alone is not negative either, or the power were not real."""
    alone, mixed = [], []
    for base, e in node.args:
        if not isinstance(e, int) or range_of(base).not_negative:
            alone.append((base, e))
        elif e % 2 == 0:
            alone.append((graph.call("abs", base), e))
        else:
            mixed.append((base, e))
    if len(mixed) == 1:
        return [*alone, *mixed]
    alone += [(graph.call("abs", base), e - 1) for base, e in mixed if e != 1]
    product = graph.product([(base, 1) for base, _ in mixed])
    return alone if product is graph.one else [*alone, (product, 1)]


def _number_root(
    graph: Graph, number: Rational, exponent: Fraction
) -> tuple[Rational, list[Factor]]:
    """number**exponent as a rational times powers of primes: sqrt(12) = 2 * 3**(1/2)."""
    if number == 0:
        if exponent < 0:
            raise ZeroDivisionError(say("division by an expression that is zero"))
        return ZERO, []
    if number.height_bits() > MAX_ROOT_BITS:
        return UNIT, [(graph.number(number), exponent)]
    rational = UNIT
    factors: list[Factor] = []
    if number < 0:
        factors.append((graph.number(MINUS), exponent))
    parts: dict[int, int] = {}
    for value, sign in ((abs(number.p), 1), (number.q, -1)):
        for p, power in Integer(value).factor():
            parts[int(p)] = parts.get(int(p), 0) + sign * power
    for prime, power in parts.items():
        total = power * exponent
        whole = total.numerator // total.denominator
        rational *= Rational(prime) ** whole
        if total != whole:
            factors.append((graph.number(Rational(prime)), total - whole))
    return rational, factors


def root_value(graph: Graph, base: Expr, exponent: Fraction) -> tuple[int, int, int]:
    """Value of base**exponent: exact for roots of small primes, else a free generator under
    doubt.
    """
    asked = base.index, exponent.numerator, exponent.denominator
    value = graph.known_roots.get(asked)
    if value is None:
        value = graph.known_roots[asked] = _root_value(graph, base, exponent)
    return value


def _root_value(graph: Graph, base: Expr, exponent: Fraction) -> tuple[int, int, int]:
    whole = exponent.numerator // exponent.denominator
    fractional = exponent - whole
    powers = graph.powers(base, whole) if whole else (1, 1)
    roots: Sequence[int | None] = ()
    doubt = 0
    if fractional == Fraction(1, 2) and base.is_number and base.args.height_bits() <= MAX_ROOT_BITS:
        roots = [
            m.i if base.args == -1 else m.root_of_prime(int(base.args.p)) for m in graph.moduli
        ]
    known: Sequence[int] = [root for root in roots if root is not None]
    if len(known) < len(graph.moduli):
        known, doubt = graph.generator(("root", base.index, fractional)), OPAQUE
    u, v = (a * r % m.p for a, r, m in zip(powers, known, graph.moduli, strict=True))
    return u, v, doubt


def _collect(collected: dict[int, Factor], base: Expr, exponent: int | Fraction) -> int | Fraction:
    known = collected.get(base.index)
    total = tidy(exponent + known[1] if known else exponent)
    collected[base.index] = (base, total)
    return total


def _completed_roots(collected: dict[int, Factor]) -> list[Factor]:
    """Take out the bases whose roots have come together to whole powers: sqrt(2) * sqrt(2)."""
    done = [
        i
        for i, (b, e) in collected.items()
        if isinstance(e, int) and (b.kind in ("number", "product") or e == 0)
    ]
    return [pair for pair in (collected.pop(i) for i in done) if pair[1]]


def tidy(exponent: int | Fraction) -> int | Fraction:
    """A whole exponent as an integer."""
    if isinstance(exponent, Fraction) and exponent.denominator == 1:
        return int(exponent)
    return exponent
