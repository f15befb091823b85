"""Mutants of the verifier, one change at a time.

Each demand and each other statement that is a call, raise, break or continue deleted; each
comparison, connective and sign (+, -) turned round; each whole number one more and one less, but
for those of which others would do as well.

    python -m tests.mutate_verifier [--conditions] [--sample 40 --seed 1] [FILE ...]

With --sample some of the mutants of each file, drawn by the seed, and not all.

Certificates of families are asked too if one of their files is named (`FAMILIES`), and the forged
ones that tests of families ask of the verifier.

With --conditions other changes: an operand of a connective or a filter of a comprehension left out,
a condition always true or always false; what is known to be equivalent stands in `CONDITIONS`.

A mutant is killed if some certificate (true, forged, or spelled strangely) gets another answer, or
none in time; or if the arithmetic that SymPy confirms (tests/test_verifier_arithmetic.py) has
another result. What is left alive is printed; `EQUIVALENT` names those that cannot be told apart,
with the reason; of these too it is said if some are alive no more. And of each deleted demand it is
said if no forged certificate is accepted for want of it: then something else refuses them too, in
other words."""

from __future__ import annotations

import argparse
import ast
import compileall
import contextlib
import copy
import importlib
import io
import json
import random
import shutil
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from nonholo import verifier
from nonholo.verifier.check import Budget, Check
from nonholo.verifier.document import MAX_LENGTH
from nonholo.verifier.outcome import ACCEPTED
from tests.family_forgeries import family_certificates
from tests.forgeries import (
    AT_THE_START,
    DECLARED,
    NEEDED,
    TRUE,
    ZEROS,
    along_a_root,
    along_far,
    contact,
    forgeries,
    large,
    long_numbers,
    put,
    roots,
    row,
    staircase,
    turns,
    with_declared,
    with_zero,
    with_zero_at_the_start,
)
from tests.hidden_forgeries import TRUE as HIDDEN
from tests.hidden_forgeries import hidden_forgeries
from tests.lone_forgeries import lone
from tests.test_verifier_arithmetic import ARITHMETIC
from tests.test_verifier_reader import ADVERSARIAL

TESTS = Path(__file__).parent
FOLDER = TESTS.parent / "nonholo" / "verifier"
FAMILIES = {
    *("cases.py", "conditions.py", "family.py", "frequencies.py", "guards.py", "integrals.py"),
    *("jets.py", "measure.py", "motion.py", "parameters.py", "real.py", "region.py", "singular.py"),
    *("steady.py", "substitution.py", "symmetry.py", "vakonomic.py"),
}
WITH_FORGED = (
    *("certified_integrals", "certified_measures", "certified_singular", "certified_substitutions"),
    *(
        "certified_along",
        "certified_stability",
        "certified_symmetry",
        "certified_vakonomic",
        "families",
        "families_by_angles",
        "families_on_levels",
    ),
    *("frequencies", "function_conditions", "real_parameters"),
)
ALONE = {
    "jets.py": ("along", "certified_along"),
    "steady.py": ("stability", "certified_stability"),
    "taylor.py": ("stability", "certified_stability"),
}  # what alone reaches a file: families, and tests
NOT_TRUE = "forged or obeys"  # what such tests are called
SECONDS, TIMES = 5, 10  # an answer is late after so many, and so many times what it took
TURNED = {
    ast.Eq: [ast.NotEq],
    ast.NotEq: [ast.Eq],
    ast.Lt: [ast.GtE, ast.LtE],
    ast.LtE: [ast.Gt, ast.Lt],
    ast.Gt: [ast.LtE, ast.GtE],
    ast.GtE: [ast.Lt, ast.Gt],
    ast.In: [ast.NotIn],
    ast.NotIn: [ast.In],
    ast.Is: [ast.IsNot],
    ast.IsNot: [ast.Is],
    ast.And: [ast.Or],
    ast.Or: [ast.And],
    ast.Add: [ast.Sub],
    ast.Sub: [ast.Add],
}
AMOUNTS = {"spend"}  # told apart by certificates with just enough work, and by nothing else
FREE = {
    "SPREAD",
    "WITNESSES",
    "WORK",
    "WORK_A_CHARACTER",
    "lru_cache",
}  # numbers of which others would do as well
EXACT = (contact, along_a_root, along_far, large, roots, turns, staircase, long_numbers)
MUCH = 10**9
LIMITS = [
    "zdot - y*xdot" + " " * (20_000 - 13),
    "zdot - y*xdot + 0*" + "n" * 100,
    f"zdot - {'1' * 500}*y*xdot",
    "zdot - 1e500*y*xdot",
    "zdot - 1e0000500*y*xdot",
    "zdot - 1e+0000500*y*xdot",
    "zdot - " + "(" * 100 + "y" + ")" * 100 + "*xdot",
    "dz - y/(2*x)/x*(x**2 - 1)*dx",
    "zdot - -(-y)*-xdot*(2 + x)/(x*y)",
    "zdot - y**200*xdot",
    "zdot - y/x*xdot - ((x + y) - z)*ydot",
    "dz - y*dx + 0*dt",
    "dz/dt - dx*y/dt",
]
INEQUALITIES = ["x > x", "x >= x", "x < x + 1", "x <= x - 1"]
DOCUMENTS = [
    '{"a": 1, "b": 2}',
    f'{{"{"n" * 50}": 1, "{"n" * 50}": 1}}',
    '{"a": 1, "b": 3, "b": 2}',
    '{"a": NaN}',
    '{"a": [{"c": 1, "c": 1}]}',
    "[",
]
AT_NINE = [
    f"zdot - y*xdot - 0*({text})*xdot"
    for text in ("sin(pi/60)", "*".join(f"sqrt(x + {i})" for i in range(4)))
]
CONDITIONS = {  # the same for --conditions
    "problem.py: if m and not more and x[1] == ONE and (sign := self.language.signs.of(m)):  [without m]": "the sign of a number, which is not said to be declared",
    "parameters.py: if text not in self.read:  [text not in self.read -> True]": "a text that is read again says the same",
    **dict.fromkeys(
        (
            "parameters.py: if not a or not b:  [without not b]",
            "parameters.py: return bool(bottom) and language.mul(a, bottom) == language.mul(b, top)  [without bool(bottom)]",
            "parameters.py: if set(p) != set(other) or not p:  [without not p]",
        ),
        "the rest of the condition refuses it",
    ),
    "parameters.py: if len(letters) == 1 and set(p) <= {((min(letters), 1),), ()} and constant <= 0:  [without len(letters) == 1]": "of more than one letter there are more monomials",
    "parameters.py: both = self.frequencies and kind != \"function\"  [without kind != 'function']": "the next demand refuses it",
    "parameters.py: for t, g, degree, lead in solved if self.frequencies else ():  [self.frequencies -> True]": "elsewhere no wave holds letters and coordinates (Parameters.parametric)",
    "parameters.py: p = language.put(p, power, {}, lambda h, held=held: h not in held) if held else p  [held -> True]": "nothing is put in",
    "parameters.py: below = [b for i, b in enumerate(below) if b not in below[:i]]  [without b not in below[:i]]": "all are multiplied by a divisor once more",
    **dict.fromkeys(
        (
            "parameters.py: if entry and not used >> j & 1:  [entry and (not used >> j & 1) -> True]",
            "parameters.py: if entry and not used >> j & 1:  [without entry]",
            "parameters.py: if entry and not used >> j & 1:  [without not used >> j & 1]",
        ),
        "a column that is taken twice leaves another one out; what is 0 adds nothing",
    ),
    "parameters.py: shift = ((g, top - degree),) if top > degree else ()  [top > degree -> True]": "g^0 is left out of a product (polynomials.joined)",
    "parameters.py: {tuple(x for x in m if not x[0]): c for m, c in p.items() if _without_turn(m) == monomial}  [without not x[0]]": "both sides are multiplied by one monomial",
    "level.py: if not number:  [not number -> True]": "a number is never 0",
    "level.py: domain += [x for x in point.logarithms if x not in known]  [without x not in known]": "what is positive is asked twice",
    "level.py: functions = [f for l, f in levels if l in rows and l not in self.solved]  [without l not in self.solved]": "what is put in is 0 then",
    'point.py: call = language.single("function", self.read(text)) or 0  [without 0]': "the next demand refuses None as it does 0",
    **dict.fromkeys(
        (
            f"point.py: if more or e != 1 or symbol in self.given:  [without {what}]"
            for what in ("more", "e != 1")
        ),
        "a symbol without a value needs that of its own angle (Point._only_inside), another wave",
    ),
    "point.py: if g is None:  [g is None -> True]": "asked again, a generator is looked up",
    **dict.fromkeys(
        (
            "point.py: bound = {g for g in language.generators_in(*levels) if language.kinds[g][0] == "
            "\"symbol\"}  [without language.kinds[g][0] == 'symbol']",
            'point.py: bound |= {h for h in self.inside(g) if language.kinds[h][0] == "symbol"}  '
            "[without language.kinds[h][0] == 'symbol']",
        ),
        "what stands inside of something brings its symbols along, so the same are touched; what has "
        "none, a root of a number, would only be asked for too",
    ),
}
EQUIVALENT = {  # "file: line of code  [what]" -> why no certificate can tell
    "jets.py: self.place, self.one, self.i, self.order = place, ONE, self.language.i, 1  [1 -> 2]": "the order is set anew before a series is formed",
    "jets.py: self.place, self.one, self.i, self.order = place, ONE, self.language.i, 1  [1 -> 0]": "the order is set anew before a series is formed",
    'jets.py: demand(e > 0 and e % 1 == 0, "a letter that is divided by", BEYOND)  [Gt -> GtE]': "no exponent is 0",
    "jets.py: low = min((dict(m).get(g, 0) for m in p), default=0)  [0 -> 1]": "only what is above 1 is looked at, and there all monomials hold the letter",
    "jets.py: low = min((dict(m).get(g, 0) for m in p), default=0)  [0 -> -1]": "only what is above 1 is looked at, and there all monomials hold the letter",
    "jets.py: plain = what in self.curve and e > 0 and e % 1 == 0  [Gt -> GtE]": "no exponent is 0",
    "jets.py: depths = [0] * len(self.parts(record)[4])  [0 -> 1]": "the series are longer than they need to be",
    "jets.py: rows, rates = self.follow(record, along, 1 + max(depths))  [1 -> 2]": "the series are longer than they need to be",
    'jets.py: demand(e > 0 and e % 1 == 0, "a letter that is divided by", BEYOND)  [0 -> -1]': "no exponent is 0",
    "jets.py: low = min((dict(m).get(g, 0) for m in p), default=0)  [0 -> 1, number 2]": "only what is above 1 is looked at, and there all monomials hold the letter",
    "jets.py: low = min((dict(m).get(g, 0) for m in p), default=0)  [0 -> -1, number 2]": "only what is above 1 is looked at, and there all monomials hold the letter",
    "jets.py: p = self.language.mul(p, {((g, min(low, 1) - low),) if low > 1 else (): Fraction(1)})  [Gt -> GtE]": "the letter to the power 0, or 1 to 1, is put in as it is",
    "jets.py: return [self.scaled([x], n)[0] for n, x in enumerate(a)][1:]  [0 -> -1]": "of one entry the first is the last",
    "jets.py: plain = what in self.curve and e > 0 and e % 1 == 0  [0 -> -1]": "no exponent is 0",
    "jets.py: depths.append(depths[number] + 1)  [1 -> 2]": "the series are longer than they need to be",
    "jets.py: p = self.language.mul(p, {((g, min(low, 1) - low),) if low > 1 else (): Fraction(1)})  [1 -> 0, number 2]": "the letter to the power 0, or 1 to 1, is put in as it is",
    "jets.py: for m, c in self.language.mul(x, y).items() if x and y else ():  [-> Or]": "products with nothing are nothing",
    **dict.fromkeys(
        (
            "parameters.py: return self.positive(p) or self.positive(plus({}, p, -1))  [1 -> 2]",
            "parameters.py: return p if low >= 0 else self.language.mul(p, {((g, -low),): Fraction(1)})  [1 -> 2]",
        ),
        "a multiple of it is 0, or positive, where it is",
    ),
    "parameters.py: return len(ratios) == 1 and ratios.pop() > 0  [Gt -> GtE]": "terms with the coefficient 0 are not kept (polynomials.plus)",
    **dict.fromkeys(
        (
            "parameters.py: return p if low >= 0 else self.language.mul(p, {((g, -low),): Fraction(1)})  [GtE -> Gt]",
            "parameters.py: return p if low >= 0 else self.language.mul(p, {((g, -low),): Fraction(1)})  [0 -> 1]",
            "parameters.py: shift = ((g, top - degree),) if top > degree else ()  [Gt -> GtE]",
        ),
        "g^0 is left out of a product (polynomials.joined)",
    ),
    "parameters.py: self.signs[min(letters)] = 1 if slope > 0 else -1  [Gt -> GtE]": "the letter stands in the polynomial, so its slope is not 0",
    **dict.fromkeys(
        (
            f"parameters.py: self.signs[min(letters)] = 1 if slope > 0 else -1  [1 -> 2{more}]"
            for more in ("", ", number 2")
        ),
        "only the sign of it counts",
    ),
    **dict.fromkeys(
        (
            "parameters.py: below = {g for m in top for g, e in m if e < 0 and self.free(g)}  [Lt -> LtE]",
            "parameters.py: below = {g for p in (top, bottom) for m in p for g, e in m if e < 0 and self.free(g)}  [Lt -> LtE]",
            "parameters.py: if self.parametric(g) and e < lowest.get(g, 0) and self.free(g):  [Lt -> LtE]",
        ),
        "no monomial has the exponent 0 (polynomials.joined), and what is as low is the lowest",
    ),
    **dict.fromkeys(
        (
            f"parameters.py: if entry and not used >> j & 1:  [{what}]"
            for what in ("-> Or", "1 -> 0")
        ),
        "a column that is taken twice leaves another one out, and with it the product",
    ),
    **dict.fromkeys(
        (
            "parameters.py: below = {g for m in top for g, e in m if e < 0 and self.free(g)}  [0 -> 1]",
            "parameters.py: below = {g for p in (top, bottom) for m in p for g, e in m if e < 0 and self.free(g)}  [0 -> 1]",
            "parameters.py: if self.parametric(g) and e < lowest.get(g, 0) and self.free(g):  [0 -> 1]",
            "parameters.py: low = min((dict(m).get(g, 0) for m in p), default=0)  [0 -> 1, number 2]",
        ),
        "exponents of symbols are whole and not 0, and what is above 0 is not lifted",
    ),
    "parameters.py: while p and (top := max(dict(m).get(g, 0) for m in p)) >= degree:  [0 -> -1]": "degrees are above 0",
    **dict.fromkeys(
        (
            f"parameters.py: low = min((dict(m).get(g, 0) for m in p), default=0)  [0 -> {n}]"
            for n in (1, -1)
        ),
        "this is of the polynomial 0, which is 0 times what it is multiplied by",
    ),
    **dict.fromkeys(
        (
            "parameters.py: return [powers.get(e, Fraction(0)) for e in range(max(powers, default=-1) + 1)]  [minus deleted]",
            "parameters.py: return [powers.get(e, Fraction(0)) for e in range(max(powers, default=-1) + 1)]  [1 -> 2, number 2]",
        ),
        "this is of the polynomial 0, and zeros at the end count for nothing where it is taken",
    ),
    "parameters.py: return not signs_at_roots(f, [Fraction(1)], low, high, self.language.spend)  [1 -> 2]": "only the sign of it counts",
    **dict.fromkeys(
        (f"parameters.py: if max(dict(m).get(g, 0) for m in p) != 2:  [0 -> {n}]" for n in (1, -1)),
        "the letter stands in the polynomial",
    ),
    **dict.fromkeys(
        (
            f"parameters.py: degree = max((dict(m).get(g, 0) for m in p), default=0)  [0 -> -1{more}]"
            for more in ("", ", number 2")
        ),
        "the next demand refuses a degree that is not positive",
    ),
    **dict.fromkeys(
        (
            "parameters.py: return m[0][0]  [0 -> -1, number 2]",
            *(
                "parameters.py: demand(len(m) == 1 and m[0][0] in self.letters and m[0][1] == 1, "
                f'"no letter")  [0 -> -1, number {n}]'
                for n in (2, 3)
            ),
            'parameters.py: return self.language.generator("angle", m).popitem()[0][0][0]  [0 -> -1, number 2]',
            'parameters.py: self.letters = {language.generator("symbol", n).popitem()[0][0][0] for n in names}  [0 -> -1, number 2]',
        ),
        "of one the first is the last",
    ),
    **dict.fromkeys(
        (
            f"outcome.py: def __init__(self, work: int | None, length: int = 0):  [0 -> {n}]"
            for n in (1, -1)
        ),
        "a length counts where no work is given, and every budget without a length is given its work",
    ),
    "measure.py: left, g = self.sum(times(x, says[k]) for k, x in c.items())[0], min(over[0])[0][0]  [0 -> -1, number 3]": "of one the first is the last",
    **dict.fromkeys(
        (
            f"measure.py: top = max((dict(m).get(g, 0) for m in left), default=1)  [0 -> {n}]"
            for n in (1, -1)
        ),
        "each term has 1/below",
    ),
    "vakonomic.py: if len(self.letters) < len(self.solved) and (new := [*map(self.modulo, given)]) != given:  [NotEq -> Eq]": "rows and L are only longer, or what is known is made again",
    **dict.fromkeys(
        (
            'frequencies.py: demand(all(n > 0 for _, n in of), "a frequency with a denominator", BEYOND)  '
            f"[{what}]"
            for what in ("Gt -> GtE", "0 -> -1")
        ),
        "no monomial has the exponent 0 (polynomials.joined)",
    ),
    "motion.py: return minus(cofactor) if (i + j) % 2 else cofactor  [Add -> Sub]": "i - j is odd where i + j is",
    "functions.py: c, d = (c if n > 0 else -c, ONE) if n else (c, x[1])  [Gt -> GtE]": "n is not 0 there",
    'functions.py: demand(c > 0, "the square root of a negative number")  [Gt -> GtE]': "its only caller, root, has returned 0 for the root of 0",
    "problem.py: sign = sign if c > 0 else -sign  [Gt -> GtE]": "a term with the coefficient 0 is not kept (polynomials.plus)",
    "problem.py: return self.specified(function, args[0])  [0 -> -1]": "there is one argument",
    "syntax.py: return self.parenthesis()[0]  [0 -> -1]": "without commas there is one part",
    "series.py: while n < order and any(power):  [Lt -> LtE]": "a power of that order is 0 already",
    'point.py: demand(unit > 0, "an angle or exponent with a sign")  [Gt -> GtE]': "unit is the coefficient of a term, and terms with the coefficient 0 are not kept (polynomials.plus)",
    'point.py: demand(turning or value[()] > 0, "a power of e that is not positive")  [Gt -> GtE]': "a power of e that is 0 was refused where it was given (Point._wave)",
    **dict.fromkeys(
        (
            f"series.py: base = self.reciprocal(base) if n < 0 else base  [{what}]"
            for what in ("Lt -> LtE", "0 -> 1")
        ),
        "n = 0 would need a monomial with the exponent 0, and none is kept (polynomials.joined)",
    ),
    "series.py: return next(z for z in candidates if all(pow(z, d, p) != 1 for d in range(1, "
    "order)))  [1 -> 2, number 2]": "what is 1 is its square too, and no order is below 4",
    **dict.fromkeys(
        (
            "polynomials.py: return whole, bottom, (bottom * max(map(abs, whole.values()), "
            f"default=0)).bit_length()  [0 -> {n}]"
            for n in (1, -1)
        ),
        "this is multiplied by the number of terms, which is 0",
    ),
    "polynomials.py: for k in range(2, self.order if set(a) != {()} else 0):  [2 -> 3]": "orders are even",
    **dict.fromkeys(
        (
            f"polynomials.py: for k in range(2, self.order if set(a) != {{()}} else 0):  [0 -> {n}]"
            for n in (1, -1)
        ),
        "no range from 2 on ends there",
    ),
    "polynomials.py: total[key] = total.get(key, 0) + (c if factor == 1 else c * factor)  [1 -> 0]": "1 c is c",
    **dict.fromkeys(
        (
            f"series.py: while odd % 2 == 0:  [{what}]"
            for what in ("Eq -> NotEq", "0 -> 1", "0 -> -1")
        ),
        "this leaves Fermat's test, which finds the same primes for the 30 orders that exist, the "
        "multiples of 4 up to "
        "120 (tests/test_forgeries.py)",
    ),
    **dict.fromkeys(
        (
            "series.py: odd, twos = n - 1, 0  [0 -> 1]",
            "series.py: for _ in range(twos - 1):  [Sub -> Add]",
            "series.py: odd, twos = odd // 2, twos + 1  [1 -> 2]",
            "series.py: for _ in range(twos - 1):  [1 -> 0]",
        ),
        "only more squares: if one behind a^(n-1) were -1, every prime factor of n, and so n, "
        "would be 1 modulo "
        "2^(twos+1)",
    ),
    **dict.fromkeys(
        (
            f"series.py: candidates = (pow(a, p // order, p) for a in range(7, 1000))  [1000 -> "
            f"{n}]"
            for n in (1001, 999)
        ),
        "of the 30 orders none needs so many candidates (tests/test_forgeries.py)",
    ),
    "series.py: self.along({}, 1)  [1 -> 2]": "at the point every series is a constant, whatever the order",
    "series.py: return self.image(x)[0]  [0 -> -1]": "at is called at the point alone, where every series is a constant and has one coefficient",
    **dict.fromkeys(
        (
            f"series.py: {line}  [1 -> {n}]"
            for n in ("2", "0", "0, number 2")
            for line in (
                "order = 1 if len(a) == 1 else self.order",
                "terms, order = [first], 1 if len(r) == 1 else self.order",
                "terms, order = [first], self.order if slope else 1",
            )
            if n in ("2", "0") or "==" in line
        ),
        "of a constant the first coefficient is there before, and further ones would be 0",
    ),
    "series.py: for _ in range(1, order):  [1 -> 0]": "one coefficient more, which every product cuts off",
    "series.py: for _ in range(1, order):  [1 -> 2]": "one coefficient less, the last one, which nothing depends on: velocities have one less themselves",
    **dict.fromkeys(
        (
            f"large.py: series.along({{}}, 1)  [{what}]"
            for what in ("along deleted", "1 -> 2", "1 -> 0")
        ),
        "what follows takes first coefficients only, which are the values at the point; it is less "
        "work",
    ),
    **dict.fromkeys(
        (
            f"large.py: velocity = {{v: series.slope([0, *some]) for v, some in x.items()}}  [0 -> "
            f"{n}]"
            for n in (1, -1)
        ),
        "a derivative does not depend on the constant term",
    ),
    "large.py: length = max(map(len, grown), default=0) if all(grown) else 0  [0 -> -1]": "no range has a negative length",
    "large.py: length = max(map(len, grown), default=0) if all(grown) else 0  "
    "[0 -> -1, number 2]": "no range has a negative length",
    "functions.py: MAX_ORDER, MAX_ROOTS, MAX_LOGARITHMS = 120, 4, 40  [120 -> 121]": "orders are multiples of 4",
    "functions.py: parts = [self.differential(({m: Fraction(1)}, ONE)) for m in sorted(waves)]  [1 -> 2]": "the rank is that of a multiple",
    'syntax.py: return terms[0] if len(terms) == 1 else ("sum", tuple(terms))  [0 -> -1]': "of one the first is the last",
    'syntax.py: return over[0] if alone else ("product", tuple(over), tuple(under))  [0 -> -1]': "of one the first is the last",
    **dict.fromkeys(
        (
            'words.py: demand(abs(int(tens or 0)) <= MAX_TENS, "a power of ten that is too large", '
            "BEYOND)  "
            f"[0 -> {n}]"
            for n in (1, -1)
        ),
        "1 is within the limit as 0 is",
    ),
    "functions.py: n, root = top * bottom, 1  [1 -> 2]": "half of each root is taken for the root, and r/4 for r",
    "functions.py: return Fraction(root * (isqrt(n) if isqrt(n) ** 2 == n else 1), bottom)  [1 -> 2]": "half of such roots is taken for the root, and r/4 for r, the same for all multiples",
    "point.py: at_zero = not self.polynomial({m: Fraction(1)}) and value == ONE  [1 -> 2]": "2 m is 0 where m is",
    "signs.py: least = {g: min(dict(m).get(g, 0) for m in r) // 2 for g in sorted(self.declared)}  [0 -> 1]": "half of the exponent 1 is rounded down to 0",
    "point.py: one, zero = self.value(thawed(what)), self.power(g, 1)  [1 -> 2]": "a square is 0 where the number is",
}


def corpus() -> list[tuple]:
    """(certificate, further arguments), in the order in which they kill most."""
    found = [tree for _, tree in (*forgeries(), *lone(), *hidden_forgeries())] + [
        family() for family in (*TRUE, *NEEDED, *HIDDEN)
    ]
    found += [row(contact(), text) for text in (*ADVERSARIAL, *LIMITS)]
    found += [put(row(contact(), text), (("point", "symbols", "x"), "9")) for text in AT_NINE]
    found += [*map(with_zero, ZEROS), *map(with_zero_at_the_start, AT_THE_START)]
    found += map(with_declared, DECLARED)
    found += [put(contact(), (("problem", "inequalities"), [text])) for text in INEQUALITIES]
    short = {**contact(), "verdict": ""}
    found.append({**short, "verdict": " " * (MAX_LENGTH - len(json.dumps(short)))})
    plain = [(tree, {}) for tree in found]
    other = {**contact()["problem"], "inequalities": ["x > 0"]}
    return [
        *plain,
        *(
            (contact(), more)
            for more in ({"problem": other}, {"problem": contact()["problem"]}, {"work": 0})
        ),
    ]


def forged_families(tests: Iterable[str] = WITH_FORGED) -> list[tuple]:
    """What the tests of forged certificates of families ask of the verifier."""
    noted, right = [], verifier.verify
    face = importlib.import_module("nonholo.face.certificate")

    def verify(certificate, problem=None, work=None):
        if problem is None:
            noted.append((copy.deepcopy(certificate), {}))
        return right(certificate, problem, work)

    files = [str(TESTS / f"test_{name}.py") for name in tests]
    verifier.verify = face.verified_alone = verify
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            pytest.main(["-q", "-n", "0", "-p", "no:cacheprovider", "-k", NOT_TRUE, *files])
    finally:
        verifier.verify = face.verified_alone = right
    return noted


def just_enough(*trees) -> list[tuple]:
    """Certificates with the least work that they need, and one unit less."""
    found = []
    for tree in trees:
        check = Check()
        check.budget = Budget(MUCH)
        check.whole(tree)
        found += [(tree, {"work": MUCH - check.budget.left - less}) for less in (0, 1)]
    return found


def mutants(source: str, conditions: bool = False) -> Iterator[tuple[int, str, str]]:
    """(line, what was changed, the changed source)"""
    changes = _conditions if conditions else _changes
    count, met = len(list(changes(ast.parse(source)))), Counter()
    for n in range(count):
        tree = ast.parse(source)
        line, what, change = list(changes(tree))[n]
        change()
        met[line, what] += 1
        what += f", number {met[line, what]}" if met[line, what] > 1 else ""
        yield line, f"{source.splitlines()[line - 1].strip()}  [{what}]", ast.unparse(tree)


def _changes(tree):
    amounts, free = _within(tree, AMOUNTS), _within(tree, FREE)
    for node in ast.walk(tree):
        amount = "amount " * (id(node) in amounts)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
            yield (
                node.lineno,
                f"{_name(node.value)} deleted",
                _put(node, "value", ast.Constant(None)),
            )
        for field, statements in ast.iter_fields(node):
            for i, inner in enumerate(statements if isinstance(statements, list) else ()):
                if isinstance(inner, (ast.Raise, ast.Break, ast.Continue)):
                    yield (
                        inner.lineno,
                        f"{type(inner).__name__.lower()} deleted",
                        _put(getattr(node, field), i, ast.Pass()),
                    )
        if isinstance(node, ast.Constant) and type(node.value) is int and id(node) not in free:
            for other in (node.value + 1, node.value - 1):
                yield node.lineno, f"{amount}{node.value} -> {other}", _put(node, "value", other)
        if isinstance(node, (ast.BinOp, ast.AugAssign)):
            for other in TURNED.get(type(node.op), ()):
                yield (
                    node.lineno,
                    f"{amount}{type(node.op).__name__} -> {other.__name__}",
                    _put(node, "op", other()),
                )
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
            yield node.lineno, "minus deleted", _put(node, "op", ast.UAdd())
        if isinstance(node, ast.Compare):
            for i, op in enumerate(node.ops):
                for other in TURNED.get(type(op), ()):
                    yield (
                        node.lineno,
                        f"{type(op).__name__} -> {other.__name__}",
                        _put(node.ops, i, other()),
                    )
        if isinstance(node, ast.BoolOp):
            for other in TURNED[type(node.op)]:
                yield node.lineno, f"-> {other.__name__}", _put(node, "op", other())
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            yield node.lineno, "not deleted", _put(node, "op", ast.UAdd())


def _conditions(tree):
    for node in ast.walk(tree):
        for field, kind in (("values", ast.BoolOp), ("ifs", ast.comprehension)):
            inner = getattr(node, field, []) if isinstance(node, kind) else []
            for i, one in enumerate(inner):
                left = inner[:i] + inner[i + 1 :]
                yield one.lineno, f"without {ast.unparse(one)[:60]}", _put(node, field, left)
        if isinstance(node, (ast.If, ast.IfExp)):
            for value in (True, False):
                what = f"{ast.unparse(node.test)[:60]} -> {value}"
                yield node.test.lineno, what, _put(node, "test", ast.Constant(value))


def _within(tree, names: set) -> set[int]:
    """The nodes inside of calls of functions, and of assignments to variables, of these names."""
    return {
        id(node) for outer in ast.walk(tree) if _name(outer) in names for node in ast.walk(outer)
    }


def _name(node) -> str:
    """The name of the function that is called, or of the variable that is assigned to."""
    function = getattr(node, "func", None) or (getattr(node, "targets", None) or [None])[0]
    return getattr(function, "id", getattr(function, "attr", ""))


def _put(place, key, value):
    return lambda: (
        place.__setitem__(key, value) if isinstance(place, list) else setattr(place, key, value)
    )


class Late(BaseException):
    """A mutant that does not come to an end."""


def _ring(*_):
    raise Late


def answer(package: str, question: tuple):
    """What a verifier says of a document (a text) or of a certificate with further arguments, or
    what comes out of its arithmetic."""
    module = importlib.import_module(package)
    what, options = question
    try:
        if callable(what):
            return what(package)
        return module.loads(what) if isinstance(what, str) else module.verify(what, **options)
    except Exception as error:
        return type(error).__name__, str(error)


class Question(NamedTuple):
    """A document or certificate, with what the verifier itself says of it, in what time, and by
    which of its lines."""

    asked: tuple
    right: object
    seconds: float
    lines: frozenset

    def answered(self, package: str):
        """What a mutant says; None if nothing in time."""
        signal.setitimer(signal.ITIMER_VIRTUAL, SECONDS + TIMES * self.seconds)
        try:
            return answer(package, self.asked)
        except (Late, Exception):
            return None
        finally:
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)

    def killed(self, package: str) -> bool:
        """Another answer, or none in time."""
        found = self.answered(package)
        return found is None or found != self.right

    def passed(self, package: str) -> bool:
        """What is refused is accepted."""
        refused = getattr(self.right, "status", ACCEPTED) != ACCEPTED
        return refused and getattr(self.answered(package), "status", "") == ACCEPTED


def asked(asked: tuple) -> Question:
    start = time.process_time()
    right = answer("nonholo.verifier", asked)
    seconds = time.process_time() - start
    return Question(asked, right, seconds, frozenset(_lines(asked)))


def _lines(asked: tuple) -> set:
    """(file, line) of all that is executed, nothing being known from before."""
    for name, module in list(sys.modules.items()):
        if name.startswith("nonholo.verifier."):
            for value in vars(module).values():
                getattr(value, "cache_clear", lambda: None)()
    met: set = set()
    folder = str(FOLDER)

    def trace(frame, event, _):
        if not frame.f_code.co_filename.startswith(folder):
            return None
        met.add((frame.f_code.co_filename, frame.f_lineno))
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        answer("nonholo.verifier", asked)
    finally:
        sys.settrace(before)
    return {(Path(name).name, line) for name, line in met}


def statement(tree, line: int) -> range | None:
    """The lines of the smallest statement around a line; None if an import executes it."""
    inside = [
        node
        for outer in ast.walk(tree)
        if isinstance(outer, ast.FunctionDef)
        for node in ast.walk(outer)
        if isinstance(node, ast.stmt) and node.lineno <= line <= node.end_lineno
    ]
    if not inside:
        return None
    node = min(inside, key=lambda node: node.end_lineno - node.lineno)
    plain = not isinstance(node, (ast.FunctionDef, ast.ClassDef))
    return range(node.lineno, node.end_lineno + 1) if plain else None


def killed(package: str, questions: list[Question], met: list[Question]) -> bool:
    """Does one of those that are met kill it?  That one comes first from now on."""
    try:
        importlib.import_module(package)
    except Exception:
        return True
    first = next((question for question in met if question.killed(package)), None)
    if first is not None:
        questions.sort(key=lambda question: question is not first)
    return first is not None


def drawn(mutants: Iterable[tuple], name: str, sample: int | None, seed: int) -> list[tuple]:
    """All of them, or some, drawn by the seed."""
    every = list(mutants)
    if sample is None or sample >= len(every):
        return every
    return random.Random(f"{name} {seed}").sample(every, sample)


def survey(
    names: list[str], conditions: bool = False, sample: int | None = None, seed: int = 1
) -> tuple[int, list[str], list[bool]]:
    """The number of mutants, and those that are alive; of each deleted demand whether some
    certificate passes for want of it.

    A mutant is asked what reaches the statement that is changed: the rest cannot tell.

    sample: how many of each file, drawn by the seed."""
    signal.signal(signal.SIGVTALRM, _ring)
    if len(names) == 1 and names[0] in ALONE:
        question, tests = ALONE[names[0]]
        of_families = [(tree, {}) for tree in family_certificates(question)]
        others = [(what, {}) for what in ARITHMETIC]
        questions = [asked(one) for one in [*others, *forged_families([tests]), *of_families]]
        return _survey(names, conditions, questions, [], sample, seed)
    enough = just_enough(*(family() for family in EXACT))
    others = [(what, {}) for what in (*DOCUMENTS, *ARITHMETIC)]
    of_families = []
    if set(names) & FAMILIES:
        of_families = [*((tree, {}) for tree in family_certificates()), *forged_families()]
    questions = [asked(one) for one in [*of_families, *others, *corpus(), *enough]]
    return _survey(names, conditions, questions, questions[-len(enough) :], sample, seed)


def _survey(
    names: list[str],
    conditions: bool,
    questions: list[Question],
    exact: list[Question],
    sample: int | None,
    seed: int,
) -> tuple[int, list[str], list[bool]]:
    """exact: those with just enough work, of which mutants of amounts alone are asked."""
    count, alive, passed = 0, [], []
    with tempfile.TemporaryDirectory() as folder:
        sys.path.insert(0, folder)
        compiled = shutil.copytree(FOLDER, Path(folder, "compiled"))
        compileall.compile_dir(compiled, quiet=1)
        for path in sorted(FOLDER.glob("*.py")):
            if path.name.startswith("__") or (names and path.name not in names):
                continue
            text = path.read_text()
            for line, what, source in drawn(mutants(text, conditions), path.name, sample, seed):
                package = f"mutant{count}"
                shutil.copytree(compiled, Path(folder, package))
                Path(folder, package, path.name).write_text(source)
                importlib.invalidate_caches()
                counted = (
                    "amount " in what
                    or "spend deleted" in what
                    or path.name in ("check.py", "outcome.py")
                )
                changed = statement(ast.parse(text), line)
                lines = changed and {(path.name, n) for n in changed}
                met = [
                    question
                    for question in list(questions)
                    if (lines is None or lines & question.lines)
                    and (counted or all(question is not other for other in exact))
                ]
                if not killed(package, questions, met):
                    alive.append(f"{path.name}: {what}")
                    print(
                        f"{alive[-1]}  line {line}"
                        + "  (equivalent)" * (alive[-1] in EQUIVALENT | CONDITIONS),
                        flush=True,
                    )
                if "[demand" in what and "deleted" in what:
                    passed.append(any(question.passed(package) for question in met))
                    if not passed[-1]:
                        print(f"refused otherwise too: {path.name}: {what}  line {line}")
                for name in [n for n in sys.modules if n.split(".")[0] == package]:
                    del sys.modules[name]
                shutil.rmtree(Path(folder, package))
                count += 1
    return count, alive, passed


if __name__ == "__main__":
    with contextlib.suppress(KeyboardInterrupt):
        parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
        parser.add_argument("names", nargs="*", metavar="FILE")
        parser.add_argument("--conditions", action="store_true")
        parser.add_argument("--sample", type=int, help="how many mutants of each file (all)")
        parser.add_argument("--seed", type=int, default=1)
        options = parser.parse_args()
        names, conditions = options.names, options.conditions
        number, left, passed = survey(names, conditions, options.sample, options.seed)
        equivalent = CONDITIONS if conditions else EQUIVALENT
        unknown = [what for what in left if what not in equivalent]
        print(
            f"{number} mutants, {len(left)} alive, {len(unknown)} of them not known to be "
            f"equivalent"
        )
        if passed:
            print(
                f"without one demand, of {len(passed)}: in {sum(passed)} cases a forged certificate is "
                "accepted"
            )
        files = names or [path.name for path in FOLDER.glob("*.py")]
        for what in equivalent:
            if options.sample is None and what.partition(":")[0] in files and what not in left:
                print(f"alive no more: {what}")
