"""The arithmetic of the verifier against SymPy, where certificates do not reach all that it can."""

from __future__ import annotations

from fractions import Fraction
from importlib import import_module
from math import prod
from random import Random

from sympy import I, Poly, Rational, cyclotomic_poly, exp, expand, factorial, rem, sqrt, symbols

from nonholo.verifier.functions import MAX_ORDER

z = symbols("z")
ORDERS = range(1, MAX_ORDER + 1)


def minimal_polynomials(package: str) -> list:
    """Of e^(2 pi i/n), the lowest coefficient first, without the highest."""
    cyclotomic = import_module(f"{package}.polynomials").cyclotomic
    return [cyclotomic(n) for n in ORDERS]


def powers(package: str) -> list:
    """Of e^(2 pi i/n), in those below the degree of its minimal polynomial."""
    turned = import_module(f"{package}.polynomials").turned
    return [turned(n, e) for n in ORDERS for e in (0, 1, n // 2, n - 1, n + 1)]


def rational_numbers(package: str) -> list:
    """What quotients are as rational numbers: 0, 3/2, x, 2x/3x, (x + 1)/x."""
    polynomials = import_module(f"{package}.polynomials")
    budget = import_module(f"{package}.outcome").Budget(1000)
    rational = polynomials.Polynomials(4, budget).rational
    one, x = {(): Fraction(1)}, {((1, 1),): Fraction(1)}
    twice, thrice = ({m: n * c for m, c in x.items()} for n in (2, 3))
    quotients = [({}, one), ({(): Fraction(3)}, {(): Fraction(2)}), (x, one), (twice, thrice)]
    return [rational(quotient) for quotient in [*quotients, ({**x, **one}, x), ({}, x)]]


def products(package: str, seed: int = 5) -> list:
    """Of polynomials with exponents of any sign, halves and thirds too, and very large ones, in
    generators far behind, and 1/a for numbers a: as SymPy has them, and with the exponents that
    were met first again."""
    polynomials = import_module(f"{package}.polynomials")
    rng, told = Random(seed), []
    for order in (4, 12):
        language = polynomials.Polynomials(order, import_module(f"{package}.outcome").Budget(10**7))
        for below, times, last in KINDS:
            a, b = (drawn(rng, below, times, last) for _ in range(2))
            told.append((order, a, b, language.mul(a, b)))
        number = {((0, k),) if k else (): Fraction(rng.choice((1, -2, 3)), 5) for k in range(2)}
        for a in (number, {(): Fraction(1, 2), ((0, order // 4),): Fraction(1, 2)}):
            told.append((order, a, language.inverse_number(a), {(): Fraction(1)}))
    return told


def squares(package: str) -> list:
    """(s + 1/2)^2 for a root s of 2 x + 1/3, and s^3."""
    polynomials = import_module(f"{package}.polynomials")
    language = polynomials.Polynomials(4, import_module(f"{package}.outcome").Budget(10**5))
    language.squares[2] = {((1, 1),): Fraction(2), (): Fraction(1, 3)}
    s, half = {((2, 1),): Fraction(1)}, {(): Fraction(1, 2)}
    return [language.power({**s, **half}, 2), language.power(s, 3)]


def values(package: str) -> list:
    """x^3 y - 2 x^3 z + 3 y z - 5 at x = z - 1/3, as a whole and with y left as it is."""
    polynomials = import_module(f"{package}.polynomials")
    language = polynomials.Polynomials(4, import_module(f"{package}.outcome").Budget(10**5))
    a = {((1, 3), (2, 1)): 1, ((1, 3), (3, 1)): -2, ((2, 1), (3, 1)): 3, (): -5}
    at = {1: {((3, 1),): Fraction(1), (): Fraction(-1, 3)}, 2: {(): 7}, 3: {((3, 1),): 1}}
    known: dict = {}

    def power(g, e):
        return language.power({m: Fraction(c) for m, c in at[g].items()}, e)

    p = {m: Fraction(c) for m, c in a.items()}
    return [language.put(p, power, known, lambda g: g == 2), language.put(p, power, known)]


def drawn(rng: Random, below: int, times: int, last: int) -> dict:
    """A polynomial in four generators, the turn among them; exponents are divided by a number, and
    those of the last multiplied by one."""
    exponents = [
        [(g, Fraction(rng.randint(-3, 40) * n, below)) for g, n in ((1, 1), (2, 1), (last, times))]
        for _ in range(4)
    ]
    monomials = [tuple((g, e) for g, e in m if e) for m in exponents]
    turns = [((0, 1),) if rng.random() < 0.5 else () for _ in monomials]
    return {t + m: Fraction(rng.randint(1, 9), 2) for t, m in zip(turns, monomials)}


def paid(package: str) -> bool:
    """Does a long value at a point, which stays in memory, take work?"""
    polynomials = import_module(f"{package}.polynomials")
    budget = import_module(f"{package}.outcome").Budget(10**6)
    language, value = polynomials.Polynomials(4, budget), {(): Fraction(7**100_000)}
    language.put({((1, 1),): Fraction(1)}, lambda g, e: value, {})
    return 10**6 - budget.left > (7**100_000).bit_length() // 1000


def names_held(package: str) -> set:
    """What f(x) and h_y(y, x) are of, and t is not."""
    functions = import_module(f"{package}.functions")
    language = functions.Functions(4, import_module(f"{package}.outcome").Budget(1000))
    x, y, _ = ((language.generator("symbol", name), functions.ONE) for name in "xyt")
    language.unspecified("f", (0,), [x])
    language.unspecified("h", (1, 0), [y, x])
    return language.held


LETTERS = {
    "coordinates": ["x", "y"],
    "parameters": dict.fromkeys(["a", "b", "k"]),
    "functions": {"f": ["x"]},
}
GONE = (  # an equation, what it is solved for, what is 0 then, and what is not
    ("a - b", "symbol a", "b/a - 1; a^2/b - b; (a - b)^3/a^5", "b/a - 2; a/b; a^2 - b"),
    ("2*b^2*a - 1", "symbol a", "1/a - 2*b^2; a^3 - 1/(8*b^6)", "a - 1/2; 1/a + 2*b^2"),
    ("a^3 - a*b - 1", "symbol a", "a^2 - b - 1/a; a^4 - a^2*b - a", "a^3 - b - 1; a^2 - b"),
    ("3*a^2*b", "symbol a", "a^2; a^3*b - a^2*cos(b)/b; a^5*x", "a; a*b; a^2 + b; a^3 - a"),
    ("cos(b)", "angle b", "tan(b) - sec(b)^2/tan(b); sin(2*b); cos(3*b)", "sin(b); cos(2*b)"),
    ("sin(a + b)", "angle b", "sin(b)*cos(a) + cos(b)*sin(a)", "sin(b)*cos(a)"),
    ("pi*exp(a)*sin(a + b)", "angle b", "sin(a + b)*y; sin(2*a + 2*b)", "sin(a - b)"),
    ("k - 2", "symbol k", "cos(k*x) - cos(2*x); exp(-k*x)*exp(2*x) - 1", "cos(k*x) - cos(x)"),
    ("2*k - a + 1", "symbol k", "sin(2*k*x*y) - sin(a*x*y - x*y)", "sin(2*k*x) - sin(a*x)"),
    ("k^2 - 4", "symbol k", "k^2*cos(k*x) - 4*cos(k*x)", "cos(k*x) - cos(4*x)"),
    ("k - pi", "symbol k", "k^2*cos(k*x) - pi^2*cos(k*x)", "cos(k*x) - cos(x)"),
    ("k - sin(a)", "symbol k", "k*cos(k*x) - sin(a)*cos(k*x)", "cos(k*x) - cos(x)"),
    ("a*k - 2", "symbol k", "a*k*cos(k*x) - 2*cos(k*x)", "cos(k*x) - cos(2*x)"),
)
STAYS = "cos(b*x)*a; exp(b*x*y) + x"  # waves of no letter that an equation is solved for
SIGNS = (  # where a > 0: what is never 0, and what may be
    "7; i; i*a; i*a + i*b^2; pi*i*exp(b)*w; exp(b) + 1; exp(b)*a + exp(k)*b^2",
    "b; i*b; i*a + i*b; a - 2 + i*b; a^2 - 2*a + 1 + i*(a^2 - a); a^2 - a + i*(a - 1)^2; "
    "a - 1; exp(b) - 1; 0; a*w + b",
)
DIVIDED = (  # a row; what is whole of it; the row without divisors; what is not 0 where it is defined
    ("b/a; x; 1/(a^2*x)", "010", "a*b; x*a^2; 1/x", "a; a"),
    ("1/(a*b); 1/a + b; b^2", "001", "1; b + a*b^2; a*b^3", "a; b; a"),
    ("1/(a + b); 1/(x + a)", "00", "x + a; a + b", "a + b"),
    ("b^3; y/a", "10", "b^3*a; y", "a"),
    ("f(x)/(a*f_x(x)); 1/k^2", "00", "f(x)*k^2/f_x(x); a", "a; k"),
)


def of_parameters(package: str) -> list:
    """Is all as the tables say?  With exponents below 0, which texts of certificates seldom have."""
    outcome, functions = import_module(f"{package}.outcome"), import_module(f"{package}.functions")
    problem, kind = (import_module(f"{package}.{name}") for name in ("problem", "parameters"))
    language = functions.Functions(4, outcome.Budget(10**6))
    reader = problem.Reader(language, *problem.names_of(LETTERS))
    letters = kind.Parameters(language, reader, LETTERS["parameters"], ["a > 0"], [])
    letters.frequencies, reader.values["i"] = True, (language.i, functions.ONE)
    reader.values["w"] = language.generator("angle", min(reader.values["b"][0])), functions.ONE

    def quotients(texts: str) -> list:
        return list(map(reader.expression, texts.split("; ")))

    def whole(x: tuple) -> bool:
        try:
            return bool(letters.whole(x))
        except outcome.Stop:
            return False

    told = []
    for equation, by, gone, left in GONE:
        ((p, _),) = quotients(equation)
        solved = [letters.leading(p, letters.unknown(by.split()))]
        some = (
            (p, zero) for texts, zero in ((gone, True), (left, False)) for p in quotients(texts)
        )
        told += [(not letters.reduced(p[0], solved)) == zero for p, zero in some]
        told += [letters.in_frequencies(p, solved) == p for p, _ in quotients(STAYS)]
    for texts, never in zip(SIGNS, (True, False)):
        told += [letters.never_zero(p) == never for p, _ in quotients(texts)]
    for texts, flags, cleared, nonzero in DIVIDED:
        row = dict(enumerate(quotients(texts)))
        told += [whole(x) == (flag == "1") for x, flag in zip(row.values(), flags)]
        told.append(letters.cleared(row) == dict(enumerate(quotients(cleared))))
        letters.nonzero = []
        letters.defined([row])
        told.append(letters.nonzero == [p for p, _ in quotients(nonzero)])
    return told


KINDS = (  # what exponents are divided by, what the last is multiplied by, and its generator
    *((below, 1, 7) for below in (1, 1, 2, 3, 1)),
    *((1, n, 7) for n in (2**55, 2**60 - 1, 2**60, 2**61 - 1, 2**61, 2**63, 2**64)),
    *((1, 1, last) for last in (47, 48, 900)),
    *((below, 1, 7) for below in (2**31, 3**30, 5, 1)),
)
FOLLOWED = ("x", "b*x*y^2", "cos(x)", "sin(x)*exp(y) - a", "b^2*x + cos(2*x)*exp(-y)")
ORDER = 4


def along_a_motion(package: str) -> tuple[list, list]:
    """Series along x' = b y, y' = x cos(x) + exp(2 y) with b = 2 a - 1, and what is told of values
    that hold a letter for the first one."""
    outcome, functions = import_module(f"{package}.outcome"), import_module(f"{package}.functions")
    problem, kind = (import_module(f"{package}.{name}") for name in ("problem", "parameters"))
    language = functions.Functions(4, outcome.Budget(10**6))
    reader = problem.Reader(language, ["x", "y"], {"a": None, "b": None}, {})
    letters = kind.Parameters(language, reader, ["a", "b"], [], [])
    rates = {"x": reader.expression("b*y"), "y": reader.expression("x*cos(x) + exp(2*y)")}
    asked = [reader.expression(text) for text in FOLLOWED]
    solved = [letters.leading(letters.polynomial("b - 2*a + 1"), letters.unknown(["symbol", "b"]))]
    place = letters.place(
        {
            "symbols": {"x": "1/2", "y": "-2"},
            "angles": {"x": ["3/5", "4/5"]},
            "exponents": {"y": "3"},
        }
    )
    along = import_module(f"{package}.jets").Along(letters, place, solved)
    along.follow(["x", "y"], lambda own: {q: own.of(rate) for q, rate in rates.items()}, ORDER)
    series = [along.of(x) for x in asked]
    first = letters.polynomial("a + 2")
    letter, *others = along.named([first, *series[0][1:]])
    powers = [language.power(letter, n) for n in range(4)]
    some = [
        language.add((powers[n], functions.ONE), (powers[n - 1], functions.ONE))[0]
        for n in (1, 2, 3)
    ]
    series.append([series[0][0], *others])
    return [[told(p) for p in x] for x in series], [told(along.told(p)) for p in [*powers, *some]]


def near_a_motion(package: str) -> tuple[list, list, list]:
    """Quotients, waves and roots near a place, up to second order in what is small; kinds of
    generators; what was divided by."""
    budget = import_module(f"{package}.outcome").Budget(10**6)
    language = import_module(f"{package}.taylor").Taylor(8, budget)
    one, constant = (
        getattr(import_module(f"{package}.polynomials"), n) for n in ("ONE", "constant")
    )
    a, x, y = (language.generator("symbol", "a"), one), language.small("x"), language.small("y~")
    add, times = language.sum, language.times
    far, flat = add([a, x, times(constant(3), y)]), add([times(a, a), constant(1), y, times(x, y)])
    made = [language.inverse(p) for p in (far, flat, add([constant(Fraction(2, 3)), x]))]
    below = add([times(a, a), constant(2)])[0]
    made += [language.inverse(times(far, (flat[0], below)))]
    made += [language.wave(kind, far) for kind in ("angle", "exponential")]
    made += [language.wave("exponential", times(far, x)), language.wave("angle", y)]
    roots = Fraction(1, 4), Fraction(1), Fraction(2)
    made += [language.root(add([constant(c), x, times(a, y), times(x, y)])) for c in roots]
    made += [times(times(far, x), y), language.there(far), language.there(far, "~")]
    made += [language.there(p, "~") for p in made[3:6]]
    poles = [told(p) for p in language.poles.values()]
    return [(told(p), told(q)) for p, q in made], language.kinds, poles


def told(p: dict) -> list:
    return sorted((list(m), c) for m, c in p.items())


ARITHMETIC = (
    along_a_motion,
    near_a_motion,
    minimal_polynomials,
    powers,
    rational_numbers,
    products,
    squares,
    values,
    paid,
    names_held,
    of_parameters,
)


def low(polynomial: Poly, degree: int) -> tuple:
    """The coefficients below a degree, the lowest first."""
    coefficients = polynomial.all_coeffs()[::-1]
    return tuple((coefficients + [0] * degree)[:degree])


def test_minimal_polynomials_are_cyclotomic():
    polynomials = [Poly(cyclotomic_poly(n, z), z) for n in ORDERS]
    assert minimal_polynomials("nonholo.verifier") == [low(p, p.degree()) for p in polynomials]


def test_powers_are_remainders():
    found = []
    for n in ORDERS:
        p = Poly(cyclotomic_poly(n, z), z)
        powers_of_z = (Poly(z**e, z) for e in (0, 1, n // 2, n - 1, n + 1))
        found += [low(power.rem(p), p.degree()) for power in powers_of_z]
    assert powers("nonholo.verifier") == found


def test_quotients_that_are_rational_numbers():
    right = [Fraction(0), Fraction(3, 2), None, Fraction(2, 3), None, Fraction(0)]
    assert rational_numbers("nonholo.verifier") == right


def as_polynomial(expression, *generators) -> dict:
    """What SymPy says, in generators 1, 2, ..."""
    terms = Poly(expression, *generators).terms()
    exponents = [[(g, e) for g, e in enumerate(m, start=1) if e] for m, _ in terms]
    return {tuple(m): Fraction(int(c.p), int(c.q)) for m, (_, c) in zip(exponents, terms)}


def test_squares_of_roots_are_what_they_are_roots_of():
    x, s = symbols("x s")
    r, half = 2 * x + Rational(1, 3), Rational(1, 2)
    right = [as_polynomial(p, x, s) for p in (r + s + half**2, r * s)]
    assert squares("nonholo.verifier") == right


def test_values_are_those_of_sympy():
    x, y, z = symbols("x y z")
    p = (x**3 * y - 2 * x**3 * z + 3 * y * z - 5).subs(x, z - Rational(1, 3))
    right = [as_polynomial(value, x, y, z) for value in (expand(p), expand(p.subs(y, 7)))]
    assert values("nonholo.verifier") == right


def test_products_are_those_of_sympy():
    assert_products_are_those_of_sympy(products("nonholo.verifier"))


def assert_products_are_those_of_sympy(told: list) -> None:
    w = symbols("w1 w2 w7", positive=True)

    def shown(p: dict, order: int):
        values = dict(zip((1, 2), w)) | dict.fromkeys((7, 47, 48, 900), w[2]) | {0: z}
        return sum(
            Rational(c.numerator, c.denominator)
            * prod(values[g] ** Rational(e.numerator, e.denominator) for g, e in m)
            for m, c in p.items()
        )

    for order, a, b, product in told:
        left = shown(a, order) * shown(b, order) - shown(product, order)
        assert rem(expand(left), cyclotomic_poly(order, z), z) == 0


def test_long_values_at_a_point_are_paid_for():
    assert paid("nonholo.verifier")


def test_unspecified_functions_hold_their_arguments():
    assert names_held("nonholo.verifier") == {"x", "y"}


def test_parameters_with_exponents_below_zero():
    assert all(of_parameters("nonholo.verifier"))


def test_series_along_a_motion_are_those_of_sympy():
    """T(P)_n = L^n(P)/n! at the place, L the derivation by the rates."""
    x, y, a, u, v, w = symbols("x y a u v w")  # u, v, w: cos(x), sin(x), exp(y)
    b = 2 * a - 1
    rates = {x: b * y, y: x * u + w**2}
    rates |= {u: -v * rates[x], v: u * rates[x], w: w * rates[y]}
    place = {x: Rational(1, 2), y: -2, u: Rational(3, 5), v: Rational(4, 5), w: 3}
    asked = (x, b * x * y**2, u, v * w - a, b**2 * x + (u**2 - v**2) / w, x)
    series, named = along_a_motion("nonholo.verifier")
    for p, made in zip(asked, series, strict=True):
        for n, terms in enumerate(made):
            assert expand(p.subs(place) / factorial(n) - in_letter(terms, a)) == 0
            p = sum(p.diff(s) * rate for s, rate in rates.items())
    first = a + 2
    right = [1, first, first, first, first + 1, first**2 + first, first**2 + first]
    assert [expand(in_letter(terms, a) - p) for terms, p in zip(named, right, strict=True)] == [
        0
    ] * 7


def test_values_near_a_motion_are_series_of_sympy():
    """The terms up to second order in x and y, which are small."""
    a, x, y, s = symbols("a x y s")
    made, kinds, poles = near_a_motion("nonholo.verifier")
    place = {g: {"a": a, "x": x, "y~": y}[name] for g, (_, name) in enumerate(kinds[:4]) if name}
    waves = {"angle": exp(I * a), "exponential": exp(a)}
    place |= {g: waves[kind] for g, (kind, _) in enumerate(kinds[4:], start=4)}
    place[0] = (1 + I) / sqrt(2)  # e^(2 pi i/8)

    def shown(terms: list):
        number = ((Rational(c.numerator, c.denominator), m) for m, c in terms)
        return sum(c * prod(place[g] ** e for g, e in m) for c, m in number)

    def beside(e):
        """What is left without y."""
        return e.subs(y, 0)

    far, flat = a + x + 3 * y, a**2 + 1 + y + x * y
    right = [1 / far, 1 / flat, 1 / (Rational(2, 3) + x), (a**2 + 2) / (far * flat)]
    right += [exp(I * far), exp(far), exp(far * x), exp(I * y)]
    right += [sqrt(Rational(c) + x + a * y + x * y) for c in ("1/4", 1, 2)]
    right += [far * x * y, a, beside(far), *map(beside, right[3:6])]
    for (top, below), e in zip(made, right, strict=True):
        small = e.subs({x: s * x, y: s * y}, simultaneous=True)
        terms = sum(small.diff(s, n).subs(s, 0) / factorial(n) for n in range(3))
        assert expand((shown(top) / shown(below) - terms).subs(a, Rational(2, 7))) == 0
    assert {expand(shown(p)) for p in poles} == {a, a**2 + 1, expand(a * (a**2 + 1))}


def in_letter(terms: list, a):
    """A polynomial in the letter a and i."""
    letters = {g for m, _ in terms for g, _ in m if g}
    assert len(letters) <= 1
    return sum(
        Rational(c.numerator, c.denominator) * prod((a if g else I) ** e for g, e in m)
        for m, c in terms
    )
