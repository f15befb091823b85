"""Fields, brackets and annihilators as minors of the rows, modulo equations of any degree between
the parameters.

    X_j = det A_D e_j - sum_d det(A_D, column d replaced by A_j) e_d      j not in D
    theta = det W_R w_l - sum_i det(W_R, row i replaced by W_l) w_i      l not in R, W_lb = w_l(Z_b)

Ranks are looked up at a random point modulo a prime at which the equations hold; what they suggest
is proved by the verifier's rules."""

from __future__ import annotations

import random
from collections.abc import Sequence
from fractions import Fraction
from math import lcm
from typing import Any

from nonholo.arithmetic.modular import TURN, random_prime
from nonholo.arithmetic.polynomials import roots_modulo
from nonholo.errors import OutOfReach
from nonholo.geometry.families.real_vectors import primitive
from nonholo.verifier.point import Point
from nonholo.verifier.polynomials import ONE, ZERO, plus
from nonholo.verifier.region import Region
from nonholo.verifier.substitution import Substituted
from nonholo.words.sentence import say

TRIES, BITS, SEED = 60, 60, 7
WHOLE = 120  # parts of an angle have values if they divide this
Vector = dict[Any, tuple[dict, dict]]


class NoRoot(Exception):
    """An equation has no root modulo the prime."""


class Sample:
    """Random values of the generators modulo a prime, at which solved equations hold."""

    def __init__(self, region: Region | Substituted, rng: random.Random):
        self.language, self.region = region.language, region
        order = self.language.order
        if TURN % order:
            raise OutOfReach(say("such a fraction of pi"))
        self.p = random_prime(rng, BITS)
        self.turn = self.root_of_unity(rng, order)
        self.rng = rng
        self.values: dict[int, tuple[int, int]] = {}  # g: (n, v) with g = v^n
        self.powers: dict[tuple[int, int | Fraction], int] = {}  # values met
        self.parts: dict[int, tuple[dict, dict[tuple, int]]] = {}  # with the polynomials
        self.solve(list(region.solved))

    def root_of_unity(self, rng: random.Random, order: int) -> int:
        """A number whose powers are 1 for multiples of the order alone."""
        while True:
            z = pow(rng.randrange(2, self.p), (self.p - 1) // order, self.p)
            if all(pow(z, order // q, self.p) != 1 for q in range(2, order + 1) if order % q == 0):
                return z

    def solve(self, waiting: list) -> None:
        """Each equation gives a root of it for its generator.  Raises OutOfReach."""
        solved = {g for _, g, _, _ in waiting}
        while waiting:
            ready = next(
                (
                    step
                    for step in waiting
                    if not {g for m in step[0] for g, _ in m} & solved - {step[1]}
                ),
                None,
            )
            if ready is None:
                raise OutOfReach(say("equations that are not in triangular form"))
            t, g, _, _ = ready
            waiting.remove(ready)
            if g in self.values:  # another equation gave it: they may contradict each other
                if self.at((t,)):
                    raise NoRoot
                continue
            parts = [Fraction(dict(m).get(g, 0)) for m in t]  # of an angle
            unit = lcm(*(e.denominator for e in parts))
            line: dict[int, int] = {}
            for (m, c), part in zip(t.items(), parts):
                coefficient = self.monomial(tuple(pair for pair in m if pair[0] != g), c)
                e = int(part * unit)
                line[e] = (line.get(e, 0) + coefficient) % self.p
            roots = roots_modulo([line.get(e, 0) for e in range(max(line) + 1)], self.p)
            if not roots:
                raise NoRoot
            self.values[g] = unit, self.rng.choice(sorted(roots))
            solved.discard(g)

    def monomial(self, m: tuple, c: Fraction) -> int:
        p, powers = self.p, self.powers
        value = c.numerator if c.denominator == 1 else c.numerator * pow(c.denominator, -1, p)
        for pair in m:
            if pair not in powers:
                powers[pair] = self.power(*pair)
            value = value * powers[pair] % p
        return value % p

    def power(self, g: int, e: int | Fraction) -> int:
        """The value of g^e.  Raises OutOfReach."""
        if g == 0:
            return pow(self.turn, int(e), self.p)
        if g not in self.values:
            self.values[g] = WHOLE, self.rng.randrange(1, self.p)
        unit, base = self.values[g]
        if (Fraction(e) * unit).denominator != 1:
            raise OutOfReach(say("a part of an angle"))
        return pow(base, int(e * unit), self.p)

    def at(self, x) -> int:
        p = self.region.parameters.in_frequencies(x[0], self.region.solved)
        return sum(self.monomial(m, c) for m, c in p.items()) % self.p

    def vector(self, v: Vector, keys: Sequence) -> list[int]:
        return [self.at(v[key]) if key in v else 0 for key in keys]

    def by_configuration(self, p: dict) -> dict[tuple, int]:
        """Monomials of the configuration, and what stands beside them."""
        if id(p) not in self.parts:
            parameters, parts = self.region.parameters, dict[tuple, int]()
            whole = parameters.in_frequencies(p, self.region.solved)
            moving = {g for m in whole for g, _ in m if not parameters.parametric(g)}
            for m, c in whole.items():
                moved = tuple(pair for pair in m if pair[0] in moving)
                beside = tuple(pair for pair in m if pair[0] not in moving)
                parts[moved] = parts.get(moved, 0) + self.monomial(beside, c)
            self.parts[id(p)] = p, parts
        return self.parts[id(p)][1]


class AtPlace:
    """Values at a place of the configuration, with the parameters of a sample."""

    def __init__(self, sample: Sample, place: Point):
        self.sample, self.place, self.p = sample, place, sample.p
        self.powers: dict[tuple, int] = {}  # of monomials too

    def at(self, x) -> int:
        parts = self.sample.by_configuration(x[0])
        return sum(c * self.monomial(m) for m, c in parts.items()) % self.p

    def monomial(self, m: tuple) -> int:
        if m not in self.powers:
            value = 1
            for pair in m:
                if pair not in self.powers:
                    self.powers[pair] = self.sample.at((self.place.power(*pair),))
                value = value * self.powers[pair] % self.p
            self.powers[m] = value
        return self.powers[m]


class Basis:
    """Independent vectors modulo a prime."""

    def __init__(self, p: int):
        self.p = p
        self.rows: dict[int, list[int]] = {}

    def add(self, vector: list[int]) -> int | None:
        """The new pivot; None if the vector depends on the others."""
        v = self.remainder(vector)
        pivot = next((i for i, a in enumerate(v) if a), None)
        if pivot is not None:
            scale = pow(v[pivot], -1, self.p)
            self.rows[pivot] = [a * scale % self.p for a in v]
        return pivot

    def remainder(self, vector: list[int]) -> list[int]:
        """A vector less a combination of the others, 0 at all pivots."""
        v = list(vector)
        for place, row in self.rows.items():
            if v[place]:
                v = [(a - v[place] * b) % self.p for a, b in zip(v, row)]
        return v


def evidence_of(region: Region, words) -> dict[str, Any]:
    """What `Region.guards` reads: rows, fields, levels, integrable; words: the text of a
    polynomial.  Raises OutOfReach."""
    return Maker(region, sample_of(region), words).record()


def sample_of(region: Region | Substituted) -> Sample:
    """A random point modulo a prime at which the equations hold.  Raises OutOfReach."""
    rng = random.Random(SEED)
    for _ in range(TRIES):
        try:
            return Sample(region, rng)
        except NoRoot:
            continue
    raise OutOfReach(say("no point modulo a prime obeys the equations"))


class Maker:
    def __init__(self, region: Region, sample: Sample, words):
        self.region, self.sample, self.words = region, sample, words
        self.rows = {l: self.remainders(row) for l, row in region.rows.items()}
        self.variables = region.variables

    # polynomials modulo the equations
    def remainder(self, p: dict) -> dict:
        """The remainder by equations whose leading coefficient is a number."""
        language, parameters = self.region.language, self.region.parameters
        again = True
        while again and p:
            again = False
            for t, g, degree, lead in self.region.solved:
                if any(h for m in lead for h, _ in m):
                    continue
                scale = language.inverse_number(lead)
                p = parameters.lifted(p, g) if degree and p else p
                while p and (top := max(dict(m).get(g, 0) for m in p)) >= degree:
                    head = language.mul(scale, parameters.coefficient(p, g, top))
                    shift = {((g, top - degree),) if top > degree else (): Fraction(1)}
                    p = plus(p, language.mul(language.mul(head, shift), t), -1)
                    again = True
        return p

    def remainders(self, v: Vector) -> Vector:
        """A vector modulo the equations where that is shorter, without what vanishes there."""
        return {key: self.shorter(x) for key, x in v.items() if not self.region.vanishes(x)}

    def shorter(self, x: tuple[dict, dict]) -> tuple[dict, dict]:
        """A polynomial or its remainder; none by waves, whose powers would not be shared."""
        kinds = self.region.language.kinds
        if any(kinds[g][0] != "symbol" for _, g, _, _ in self.region.solved):
            return x
        p = self.remainder(x[0])
        return (p, ONE) if len(p) < len(x[0]) else x

    def determinant(self, vectors: Sequence[Vector], keys: Sequence) -> dict:
        return self.region.parameters.determinant(
            [[v.get(key, ZERO)[0] for key in keys] for v in vectors]
        )

    # the record
    def record(self) -> dict[str, Any]:
        region, sample = self.region, self.sample
        velocities = [v for v in self.variables if v != "t"]
        size = {v: sum(len(r[v][0]) for r in self.rows.values() if v in r) for v in velocities}
        velocities.sort(key=lambda v: (size[v] or 10**6, v))
        basis, whole, independent, columns = Basis(sample.p), Basis(sample.p), [], []
        for l, row in self.rows.items():
            pivot = basis.add(sample.vector(row, velocities))
            if pivot is not None:
                independent.append(l)
                columns.append(velocities[pivot])
            whole.add(sample.vector(row, self.variables))
        alone = [
            l for l in region.rows if not any(sample.at(x) for x in region.triples(l).values())
        ]
        told: dict[str, Any] = {"space": region.space, "integrable": alone}
        if len(whole.rows) > len(independent):
            rows, combination = self.contradiction(independent, columns)
            return {**told, "rows": rows, "fields": [], "levels": [], "contradiction": combination}
        fields = self.fields(independent, columns)
        levels = self.levels(fields, independent)
        return {
            **told,
            "rows": independent,
            "fields": [{v: self.words(x[0]) for v, x in field.items()} for field in fields],
            "levels": levels,
        }

    def contradiction(
        self, independent: list[int], columns: list[str]
    ) -> tuple[list[int], dict[str, str]]:
        """Rows, one more than are independent, and a combination of them that is c dt: the minors
        of a column that is expanded by."""
        keys, modulo = [*columns, "t"], self.sample
        for l in (l for l in self.rows if l not in independent):
            rows = [*independent, l]
            basis = Basis(modulo.p)
            if None in [basis.add(modulo.vector(self.rows[r], keys)) for r in rows]:
                continue
            combination = {}
            for i, r in enumerate(rows):
                minor = self.determinant([self.rows[s] for s in rows if s != r], columns)
                sign = -1 if i % 2 else 1
                combination[r] = (plus({}, minor, sign), ONE)
            shown = self.primitive(self.remainders(combination))
            return rows, {str(r): self.words(x[0]) for r, x in shown.items()}
        raise OutOfReach(say("velocities that contradict each other"))

    def fields(self, independent: list[int], columns: list[str]) -> list[Vector]:
        rows, fields = [self.rows[l] for l in independent], []
        D = self.determinant(rows, columns)
        for j in (v for v in self.variables if v not in columns):
            field = {j: (D, ONE)}
            for i, d in enumerate(columns):
                keys = [*columns[:i], j, *columns[i + 1 :]]
                field[d] = (plus({}, self.determinant(rows, keys), -1), ONE)
            fields.append(self.primitive(self.remainders(field)))
        return fields

    def primitive(self, v: Vector) -> Vector:
        """Without a common factor."""
        shorter = primitive(self.region.language, {k: x[0] for k, x in v.items()})
        return {key: (p, ONE) for key, p in shorter.items()}

    def levels(self, first: list[Vector], independent: list[int]) -> list[dict[str, Any]]:
        n, m, sample = len(self.variables), len(first), self.sample
        fields, basis = list(first), Basis(sample.p)
        for field in fields:
            basis.add(sample.vector(field, self.variables))
        fresh, missing = range(m), []
        levels: list[dict[str, Any]] = []
        while len(fields) < n:
            pairs: list[tuple[int, int]] = [(a, b) for b in fresh for a in range(min(b, m))]
            start, chosen = len(fields), []
            for a, b in pairs:
                if len(fields) == n:
                    break
                Z = self.remainders(self.region.bracket(fields[a], fields[b]))
                if basis.add(sample.vector(Z, self.variables)) is not None:
                    fields.append(Z)
                    chosen.append([a, b])
            if not chosen:
                break
            fresh = range(start, len(fields))
            levels.append({"brackets": chosen, "annihilators": []})
            missing.append((len(chosen) < len(pairs), fields[m:]))
        for i, (level, (left, brackets)) in enumerate(zip(levels, missing)):
            if m + len(brackets) < n and (left or i == len(levels) - 1):
                level["annihilators"] = self.annihilators(independent, brackets)
        return levels

    def annihilators(self, independent: list[int], brackets: list[Vector]) -> list[dict[str, str]]:
        """Combinations of the rows that vanish on the brackets."""
        dot, columns = self.region.language.dot, range(len(brackets))
        W: dict[int, Vector] = {
            l: self.remainders({b: dot(self.rows[l], Z) for b, Z in enumerate(brackets)})
            for l in independent
        }
        basis = Basis(self.sample.p)
        chosen: list[int] = []
        for l in sorted(independent, key=lambda l: sum(len(x[0]) for x in W[l].values()) or 10**6):
            if len(chosen) == len(brackets):
                break
            if basis.add(self.sample.vector(W[l], columns)) is not None:
                chosen.append(l)
        D = self.determinant([W[l] for l in chosen], columns)
        annihilators = []
        for l in (l for l in independent if l not in chosen):
            combination = {l: (D, ONE)}
            for r in chosen:
                rows = [W[l] if s == r else W[s] for s in chosen]
                combination[r] = (plus({}, self.determinant(rows, columns), -1), ONE)
            shown = self.primitive(self.remainders(combination))
            annihilators.append({str(key): self.words(x[0]) for key, x in sorted(shown.items())})
        return annihilators
