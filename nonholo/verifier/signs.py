"""Rule 52: signs that are declared of symbols, and what follows for monomials."""

from fractions import Fraction
from math import prod

from .polynomials import joined


class Signs:
    """Symbols, by their generators, with their signs; and whose were used."""

    def __init__(self) -> None:
        self.declared: dict[int, int] = {}
        self.used: set[int] = set()

    def of(self, m: tuple) -> int:
        """The sign of a monomial, or 0."""
        if any(g not in self.declared for g, _ in m):
            return 0
        self.used |= {g for g, _ in m}
        return prod(self.declared[g] ** abs(e) for g, e in m)

    def squares_out(self, r: dict) -> tuple[dict, dict]:
        """|p| and q with sqrt(r) = |p| sqrt(q), p a product of such symbols."""
        least = {g: min(dict(m).get(g, 0) for m in r) // 2 for g in sorted(self.declared)}
        p = tuple((g, e) for g, e in least.items() if e)
        below = tuple((g, -2 * e) for g, e in p)
        return {p: Fraction(self.of(p))}, {joined(m, below): c for m, c in r.items()}
