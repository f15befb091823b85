"""What a nonzero value at a random point proves about a set of expressions.

The symbols x, the waves e^(f) and e^(if), logarithms and square roots get independent elements; a
nonzero value proves a nonzero function if they are independent functions.  By the theorems of
Ostrowski and Kolchin (Kolchin1968; for f linear in symbols Ax1971) an algebraic relation between
waves and logarithms over a field of functions comes from

    a sum of rational multiples of exponents and logarithms that is constant,
    a product of powers of what stands under the logarithms that is a constant times waves.

Square roots of g_1, ..., g_r generate an extension of degree 2^r, and their signs do not matter,
unless a product of some g_i is a constant times a square.  That none of this is so is proved by
numbers (see `independence`).  A sine of whole half turns has finitely many values, and is no free
element.  The values of other functions are free elements too: what vanishes
with them vanishes, what does not may vanish all the same."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from nonholo.arithmetic.modular import SMALL_PRIMES, PrimeField
from nonholo.arithmetic.numbers import Integer
from nonholo.errors import OutOfReach
from nonholo.expression.functions import angle_parts, half_turns, is_monomial
from nonholo.expression.graph import CONSTANT, OPAQUE, PI, TURN, Expr, children, ordered
from nonholo.expression.unspecified import Unspecified
from nonholo.modular.independence import free_of_squares, linearly_free, multiplicatively_free
from nonholo.words.sentence import say

MAX_ROOTS = 6
ROOT, OTHER = 1, 2  # a node that holds a root of an expression, or a function of another kind


def images(roots: Iterable[Expr], modulus: PrimeField) -> tuple[bool, int]:
    """(does a nonzero value prove a nonzero function, how many square roots must exist at the
    point).

    Raises OutOfReach for other roots, nested ones and such that may depend on each other.
    """
    nodes = ordered(roots)
    holds: dict[int, int] = {}
    for node in nodes:
        holds[node.index] = _held(node) | _union(holds[child.index] for child in children(node))
    under = _under_roots(nodes, holds, modulus)
    doubt = _union(node.doubt for node in nodes)
    sure = not any(held & OTHER for held in holds.values()) and not (
        doubt & PI and doubt & CONSTANT
    )
    waves = [node for node in nodes if node.kind == "function"]
    return sure and not any(_over_roots(node, holds) for node in waves) and _independent(
        waves, modulus
    ), under


def _union(bits: Iterable[int]) -> int:
    total = 0
    for b in bits:
        total |= b
    return total


def _held(node: Expr) -> int:
    """The bits of the node itself."""
    if node.kind == "product":
        return ROOT * any(not isinstance(e, int) and not base.is_number for base, e in node.args)
    if node.kind != "function":
        return 0
    name, (x, *_) = node.args
    if isinstance(name, Unspecified):
        return OTHER * bool(node.doubt & OPAQUE)
    if name in ("log", "atan", "atanh"):
        return OTHER * (not x.support)
    if name not in ("sin", "cos", "exp"):
        return OTHER
    parts, turns = angle_parts(node.graph, x)
    whole = all(
        (c * TURN).denominator == 1 and (atom.support or atom is node.graph.one)
        for atom, c in parts
    )
    waves = name == "exp" or not any(half_turns(atom) for atom, _ in parts)
    return OTHER * (not (whole and waves) or (turns * (TURN // 2)).denominator != 1)


def _known_root(base: Expr) -> bool:
    """Among the roots of unity there are roots of -1 and of small primes."""
    return base.is_number and (base.args == -1 or base.args in SMALL_PRIMES)


def _is_prime(number) -> bool:
    return number.q == 1 and number.p > 1 and Integer(number.p).is_prime()


def _over_roots(node: Expr, holds: dict[int, int]) -> bool:
    return any(holds[argument.index] & ROOT for argument in node.args[1])


def _under_roots(nodes: Sequence[Expr], holds: dict[int, int], modulus: PrimeField) -> int:
    """How many roots need a square at the point; those of expressions are proved to be
    independent.
    """
    bases = {
        base.index: base
        for node in nodes
        if node.kind == "product"
        for base, e in node.args
        if not isinstance(e, int) and not _known_root(base)
    }
    under = [base for base in bases.values() if not (base.is_number and _is_prime(base.args))]
    if any(holds[base.index] & ROOT for base in under):
        raise OutOfReach(say("roots within roots have no image at a random point"))
    if len(bases) > MAX_ROOTS or any(base.is_number for base in under):
        raise OutOfReach(
            say("roots of many expressions or of large numbers have no image at a random point")
        )
    if under and not free_of_squares(under, modulus):
        raise OutOfReach(say("roots that may depend on each other have no image at a random point"))
    return len(bases)


def _independent(functions: Sequence[Expr], modulus: PrimeField) -> bool:
    """The waves and logarithms have no algebraic relation."""
    logs = [node for node in functions if node.args[0] in ("log", "atan", "atanh")]
    if logs and not multiplicatively_free([_quotient(node) for node in logs], modulus):
        return False
    for names in (("sin", "cos"), ("exp",)):
        atoms = {
            atom.index: atom
            for node in functions
            if node.args[0] in names
            for atom, _ in angle_parts(node.graph, node.args[1][0])[0]
            if atom.support
        }
        known = not logs and all(map(is_monomial, atoms.values()))
        if not known and not linearly_free([*atoms.values(), *logs], modulus):
            return False
    return True


def _quotient(node: Expr) -> tuple[Expr, Expr]:
    """log a/b = log x;  2i atan x = log (1 + ix)/(1 - ix);  2 atanh x = log (1 + x)/(1 - x)."""
    name, (x, *_) = node.args
    if name == "log":
        return x, x.graph.one
    step = x if name == "atanh" else x.graph.power(x.graph.lift(-1), Fraction(1, 2)) * x
    return 1 + step, 1 - step
