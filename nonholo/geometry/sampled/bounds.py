"""How improbable an accident at random points is: degrees, bits of coefficients, error bounds."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import log2, log10

from nonholo.arithmetic.modular import BITS
from nonholo.decide.zero import ERROR_BOUND, Decision
from nonholo.expression.functions import angle_parts
from nonholo.expression.graph import DIVISION, TURN, Expr, ordered
from nonholo.geometry.constraints.pfaffian import Pfaffian
from nonholo.geometry.sampled.sample import extended

# no prime is drawn with a greater probability than 1 in so many: 8.4e12 factors q, 7e6 primes for
# each
PRIMES = 6e19


@dataclass(frozen=True, slots=True)
class Randomised(Decision):
    """A decision from random points with its own error bound (for evidence "randomised")."""

    bound: str = ""

    @property
    def error_bound(self) -> str:
        """Its own, where there is one."""
        return self.bound or ERROR_BOUND


def error_bound(forms: Pfaffian, depth: int = 1, roots: int = 0) -> str:
    """Bound of the probability that the statement of two points is wrong, as a power of ten.

    If d bounds the degrees of numerators and denominators of the entries in the free elements, b
    their coefficients in bits, then dw_l(X, Y) det(A_D)^2 has degree at most 4 (k + 2) d.  The
    vectors of V_i (see `corank`) have degree at most 6 (i + 1) (k + 2) d, and a minor of them D <=
    6 (k + 2) d depth, depth = rank V times the number of steps; their bits likewise, B <= 6 (k + 2)
    (b + 2 log2(n + 2)) depth.  A point accepts a nonzero one with probability below e = N D / p +
    (B / 89) / (number of primes), 2^roots times as much if that many squares are asked for; at most
    k + 1 such steps are taken, two points are independent: ((k + 1) e)^2."""
    rows = [list(extended(forms, l).values()) for l in range(forms.k)]
    size = _Size([e for row in rows for e in row])
    d, b = 1, 1.0
    for row in rows:
        degrees = [size.memo[e.index][0] for e in row] or [0]
        d = max(d, sum(degrees) if any(e.doubt & DIVISION for e in row) else max(degrees))
        b = max(b, sum(size.memo[e.index][1] for e in row))
    k, n = forms.k, forms.chart.n
    degree = 6 * (k + 2) * d * depth * (n + 1 + size.atoms)
    bits = 6 * (k + 2) * (b + 2 * log2(n + 2)) * depth
    e = 2.0**roots * (k + 1) * (degree / 2.0 ** (BITS - 1) + bits / BITS / PRIMES)
    return _power_of_ten(2 * log10(e))


def _power_of_ten(exponent: float) -> str:
    return f"1e-{int(-exponent)}" if exponent <= -1 else "1"


def union_bound(decisions: Iterable[Decision]) -> str:
    """The sum of the error bounds of several randomised decisions, as a power of ten.

    >>> union_bound([Randomised(True, "randomised", bound="1e-38")] * 20)
    '1e-36'
    """
    return _power_of_ten(
        log10(sum(float(d.bound) for d in decisions if isinstance(d, Randomised)) or 1.0)
    )


class _Size:
    """Degree and bits of coefficients of an expression, bounded from above."""

    def __init__(self, roots: Sequence[Expr]):
        self.memo: dict[int, tuple[int, float]] = {}
        self.atoms = 0
        for node in ordered(roots):
            self.memo[node.index] = self._node(node)

    def _node(self, node: Expr) -> tuple[int, float]:
        if node.kind == "number":
            return 0, float(node.args.height_bits() + 1)
        if node.kind == "sum":
            constant, terms = node.args
            sizes = [self.memo[t.index] for t, _ in terms]
            degree = (sum if node.doubt & DIVISION else max)(d for d, _ in sizes)
            bits = sum(b for _, b in sizes) + sum(2.0 * c.height_bits() for _, c in terms)
            return degree, bits + 2.0 * constant.height_bits() + log2(len(terms) + 1)
        if node.kind == "product":
            powers = [(*self.memo[base.index], abs(float(e)) + 1) for base, e in node.args]
            return int(sum(d * e for d, _, e in powers)), sum(b * e for _, b, e in powers)
        if node.kind == "function":
            self.atoms += 1
            parts, _ = angle_parts(node.graph, node.args[1][0])
            return max(1, int(sum(abs(c) for _, c in parts) * 2 * TURN)), 2.0
        self.atoms += node.kind == "symbol"
        return 1, 1.0
