"""Numbers modulo a large random prime: the coordinates of a random point, and exact constants
there.

The prime p has p = 1 mod 5040, so that e^(i pi k/2520), i and the square roots of 2, 3, 5, 7 have
exact images.  A map of this kind sends 0 to 0; so a nonzero image proves a nonzero number.  An
identity of degree d between free generators that fails holds by accident at one random point with
probability below d/p (Schwartz 1980, Zippel 1979).
"""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Protocol

from flint import fmpq, fmpz

TURN = 5040  # denominators of multiples of an angle, and of pi/2520, that have exact images
SMALL_PRIMES = (2, 3, 5, 7)


BITS = 89  # as cheap as 61 in Python's integers
WORD = 64  # bits of numbers whose primality is decided at once


def random_prime(rng: random.Random, bits: int) -> int:
    """A random prime p of `bits` bits, up to 118, with p = 1 mod 5040.

    Beyond 64 bits p - 1 has a random prime factor q > sqrt(p), so that 2^(p-1) = 1 mod p and
    gcd(2^((p-1)/q) - 1, p) = 1 prove p prime (Pocklington 1914); a proof without a factor would
    take a millisecond."""
    q = 1 if bits <= WORD else _word_prime(rng, bits // 2 + 5)
    step = q * TURN
    low, high = (1 << (bits - 1)) // step + 1, (1 << bits) // step
    while True:
        p = rng.randrange(low, high) * step + 1
        if fmpz(p).is_probable_prime() and (bits <= WORD or _proved_prime(p, q)):
            return p


def _word_prime(rng: random.Random, bits: int) -> int:
    while True:
        q = rng.getrandbits(bits) | 1 << (bits - 1) | 1
        if fmpz(q).is_prime():
            return q


def _proved_prime(p: int, q: int) -> bool:
    """Pocklington's condition with base 2."""
    power = pow(fmpz(2), (p - 1) // q, p)
    return pow(power, q, p) == 1 and (power - 1).gcd(p) == 1


class PrimeField(Protocol):
    """Numbers modulo a prime p with i, and images of rational numbers and of exact constants."""

    p: int
    i: int
    rng: random.Random

    def random(self) -> int: ...

    def rational(self, number: fmpq) -> int: ...

    def turn(self, half_turns: Fraction) -> int | None: ...

    def root_of_prime(self, q: int) -> int | None: ...


class Modulus:
    """A random prime with its roots of unity, and images of rational numbers and of exact
    constants.
    """

    __slots__ = ("_inverses", "i", "p", "rng", "zeta")

    def __init__(self, rng: random.Random, bits: int = BITS):
        self.rng = rng
        self.p = random_prime(rng, bits)
        self.zeta = self._root_of_unity()
        self.i = pow(self.zeta, TURN // 4, self.p)
        self._inverses: dict[int, int] = {}

    def _root_of_unity(self) -> int:
        """An element of exact order 5040, the image of e^(2 pi i/5040)."""
        p = self.p
        while True:
            start = fmpz(self.rng.randrange(2, p))
            if start.jacobi(p) == 1:
                continue  # a square has an even index; others need no look at z^(TURN/2)
            z = pow(start, (p - 1) // TURN, p)
            if all(pow(z, TURN // q, p) != 1 for q in SMALL_PRIMES[1:]):
                return int(z)

    def random(self) -> int:
        """A random element, neither 0 nor 1."""
        return self.rng.randrange(2, self.p)

    def rational(self, number: fmpq) -> int:
        """The image of a rational number."""
        over, under = int(number.p), int(number.q)
        return over % self.p if under == 1 else over * self.inverse(under) % self.p

    def inverse(self, number: int) -> int:
        """1/number."""
        image = self._inverses.get(number)
        if image is None:
            image = self._inverses[number] = pow(number, -1, self.p)
        return image

    def turn(self, half_turns: Fraction) -> int | None:
        """The image of e^(i pi r), or None if r is no multiple of 1/2520."""
        if not half_turns:
            return 1
        k = half_turns * (TURN // 2)
        return pow(self.zeta, int(k), self.p) if k.denominator == 1 else None

    def root_of_prime(self, q: int) -> int | None:
        """The image of sqrt(q), consistent with the roots of unity (Gauss sums); None if there
        is none.
        """
        p = self.p
        if q not in SMALL_PRIMES:
            return (
                None  # some primes have one, others not: results must not depend on the prime drawn
            )
        if q == 2:
            return (pow(self.zeta, TURN // 8, p) + pow(self.zeta, -(TURN // 8), p)) % p
        z = pow(self.zeta, TURN // q, p)
        total = sum((1 if pow(a, (q - 1) // 2, q) == 1 else -1) * pow(z, a, p) for a in range(1, q))
        return total % p if q % 4 == 1 else total * pow(self.i, -1, p) % p
