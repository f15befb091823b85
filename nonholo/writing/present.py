"""Expressions as a person would write them: the shortest of a few equal normal forms.

Candidates are the expression as derived, its expanded numerator over a factored denominator, and
its factored form, each with sin^2 or with cos^2 reduced, or with K - K sin^2 as K cos^2 alone.
Where sines hold a - b alone, they are polynomials in its sine and cosine; a sum a - b outside of
which a never stands may be kept, as in k*(s - s0).  All are equal by the
normal form; none is the result of a heuristic simplifier.  They live in a graph of their own in
which equal values do not merge: what comes back is for printing."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import gcd

from nonholo.algebra.angles import Winding
from nonholo.algebra.field import Field
from nonholo.arithmetic.numbers import Rational
from nonholo.arithmetic.polynomials import Polynomial, common_divisor, factors_of
from nonholo.errors import OutOfReach
from nonholo.expression.graph import Expr, Graph, children, ordered
from nonholo.expression.once import once
from nonholo.expression.text import Written, digits, text
from nonholo.words.sentence import say
from nonholo.work import BUDGETS, Work

MAX_NODES = 1500  # beyond it the derived form is shown
MAX_TERMS = 250
Factors = Sequence[tuple[Polynomial, int]]
SHORT, MOST_LONG = 12, 2  # terms of a short polynomial; how many long ones are tried
MAX_PRODUCT = 20_000  # of one multiplication on the way there


def presentable(node: Expr) -> Expr:
    """An equal expression, as short as the candidates allow.

    >>> from nonholo.expression.graph import Graph
    >>> g = Graph()
    >>> x, y = g.symbol("x"), g.symbol("y")
    >>> presentable((x**2 * y + x * y) / (x * y))
    x + 1
    """
    if not node.support or node.kind == "symbol":
        return node
    return once(node.graph, ("presentable", node), lambda: _presentable(node))


def _presentable(node: Expr) -> Expr:
    if len(ordered([node])) > MAX_NODES:
        return node
    try:
        turned, meaning = _in_relative_angles(node)
        short = _shortest(turned, _forms(turned))  # before anything else: it may be out of reach
        lettered, sums = _in_sums(turned)
        if sums:
            short = min(
                _written_out(_shortest(lettered, _forms(lettered)), sums), short, key=_length
            )
        return min(node, _written_out(short, meaning), key=_length) if meaning else short
    except (OutOfReach, ZeroDivisionError):
        return node


def _in_relative_angles(node: Expr) -> tuple[Expr, dict[Expr, Expr]]:
    """The node in fewer angles than its sines have coordinates, as in a - b alone for sin(a - b)
    and cos(a - b), and what they are; as it is where there are not fewer.
    """
    calls = [n for n in ordered([node]) if n.kind == "function"]
    waves = [n for n in calls if n.args[0] in ("sin", "cos")]
    if all(wave.args[1][0].kind == "symbol" for wave in waves):
        return node, {}
    if not _winding(node, calls)[1]:  # all that it needs: the rest is copied for the few
        return node, {}
    winding, _, (copied,) = _winding(node, [node])
    return winding(copied), dict(winding.meaning)


def _winding(node: Expr, roots: list[Expr]) -> tuple[Winding, bool, list[Expr]]:
    """The angles of some parts of a node in a graph of their own, whether they are fewer than the
    symbols in them, and these parts.
    """
    graph = node.graph.fresh()
    for symbol in node.graph.unmask(node.support):
        graph.adopted(symbol)
    copied = graph.copy(roots)
    winding = Winding(graph, copied)
    atoms = {s for angle in winding.meaning.values() for s in angle.symbols()}
    return winding, len(winding.meaning) < len(atoms), copied


def _in_sums(node: Expr) -> tuple[Expr, dict[Expr, Expr]]:
    """The node with a letter for every sum of letters and functions outside of which one letter of
    it never stands, and what they are: as good a variable as that one, so all cancels that did.
    """
    around: dict[Expr, list[Expr]] = {}
    for n in ordered([node]):
        for part in children(n):
            if part.kind == "symbol":
                around.setdefault(part, []).append(n)
    letter_of = {}
    for p, above in around.items():
        least = min(above, key=lambda n: len(children(n)))
        if _is_plain_sum(least) and least is not node and all(_holds(n, least) for n in above):
            letter_of[least] = p
    if not letter_of:
        return node, {}
    graph = node.graph.fresh()
    for symbol in node.graph.unmask(node.support):
        graph.adopted(symbol)
    copied, *sums = graph.copy([node, *letter_of])
    names = [graph.symbol(f"sum {k}") for k in range(len(sums))]
    letters = graph.copy(letter_of.values())
    values = {p: p + (u - e) / e.diff(p) for p, u, e in zip(letters, names, sums)}
    return copied.subs(values), dict(zip(names, sums))


def _is_plain_sum(node: Expr) -> bool:
    if node.kind != "sum":
        return False
    constant, terms = node.args
    return len(terms) + bool(constant) > 1 and all(
        term.kind in ("symbol", "function") for term, _ in terms
    )


def _holds(node: Expr, part: Expr) -> bool:
    """Is it a sum with all the terms of another one, or with their negatives?"""
    if node.kind != "sum":
        return False
    factors = dict(node.args[1])
    return any(all(factors.get(t) == sign * c for t, c in part.args[1]) for sign in (1, -1))


def _written_out(node: Expr, meaning: dict[Expr, Expr]) -> Expr:
    """The same with what letters stand for, in a graph for display."""
    graph = display_graph(next(iter(meaning)).graph)
    angles = graph.copied(meaning)
    return graph.copy([node])[0].subs(angles)


def brief(node: Expr) -> Expr:
    """An equal expression with few terms above and below, from fewer candidates than
    `presentable`: for long ones.
    """
    if not node.support or node.kind == "symbol":
        return node
    try:
        field, top, bottom = _fraction(node)
        tops, bottoms = (
            [in_sines(field, poly, some) for some in sine_choices(field)] for poly in (top, bottom)
        )
        top, bottom = (min(polys, key=len) for polys in (tops, bottoms))
        common = common_divisor(top, bottom)
        return _shortest(node, _written(_Page(field, node), top / common, bottom / common))
    except (OutOfReach, ZeroDivisionError):
        return node


def expanded(node: Expr) -> Expr:
    """An equal sum of monomials over a common denominator, if that is within reach."""
    try:
        return next(form.build() for form in _forms(node))
    except (OutOfReach, ZeroDivisionError):
        return node


def _shortest(node: Expr, forms: Iterable[Form]) -> Expr:
    """The node, or the first of the shortest forms, which live in one graph; only what may be
    shorter is built.
    """
    best, least, known = node, _length(node), Written()
    for form in forms:
        if form.bound < least:
            built = form.build()
            length = _length(built, known)
            best, least = (built, length) if length < least else (best, least)
    return best


def _length(node: Expr, known: Written | None = None) -> int:
    """Characters, with a price on fractions inside fractions."""
    written = text(node, known=known)
    return len(written) + 6 * max(0, written.count("/") - 1)


def display_graph(graph: Graph, support: int = -1) -> Graph:
    """A graph without merging that knows the same symbols, or those of a mask, in the same
    order.
    """
    display = Graph(seed=0, merge=False)
    for symbol in graph.unmask(support):
        display.adopted(symbol)
    return display


@dataclass(frozen=True, slots=True)
class Form:
    """A candidate: `build` makes the expression, whose text has at least `bound` characters."""

    bound: int
    build: Callable[[], Expr]


class _Page:
    """The field of a node, its generators in a graph for display once something is written,
    factored polynomials.
    """

    def __init__(self, field: Field, node: Expr):
        self.field, self.node, self.ready = field, node, False
        self.known: list[tuple[Polynomial, Factors, Rational]] = []
        self.bounds: dict[
            int, tuple[Polynomial, int]
        ] = {}  # by the identity of a polynomial that is kept
        roots = [_is_root_of_sum(g) for g in field.generators]
        plain = all(root or _is_plain(g) for root, g in zip(roots, field.generators))
        self.lengths = list(map(_characters, field.generators)) if plain else None
        self.alone = [0 if root else n for root, n in zip(roots, self.lengths or ())]

    @property
    def graph(self) -> Graph:
        """The graph for display, in which polynomials are written from now on."""
        if not self.ready:
            _to_display(self.field, self.node)
            self.ready = True
        return self.field.graph

    def factors(self, poly: Polynomial) -> tuple[Factors, Rational]:
        """The factors and the rational content, worked out once."""
        for other, factors, content in self.known:
            if other is poly or other == poly:
                return factors, content
        content, factors = (
            (poly.leading_coefficient(), ()) if poly.is_constant() else factors_of(poly)
        )
        self.known.append((poly, factors, content))
        return factors, content

    def under(self, poly: Polynomial) -> list[tuple[Expr, int]]:
        """The factors as a denominator has them."""
        return [(self.field.expression(f), -int(e)) for f, e in self.factors(poly)[0]]

    def least(self, poly: Polynomial) -> int:
        """A bound from below of the characters of a polynomial: those of its monomials, without
        their coefficients.
        """
        if self.lengths is None:
            return 0
        known = self.bounds.get(id(poly))
        if known is None:
            lengths = self.lengths if len(poly) > 1 else self.alone  # sqrt(u)*u may be u**(3/2)
            known = self.bounds[id(poly)] = poly, _least(poly, lengths)
        return known[1]

    def least_factored(self, poly: Polynomial) -> int:
        """The same of the product of its factors without a number; of one alone a number may be
        multiplied out.
        """
        factors, _ = self.factors(poly)
        if self.lengths is None or not factors:
            return 0
        if len(factors) == 1 and factors[0][1] == 1:
            return self.least(factors[0][0]) - _digits(factors[0][0])
        return (
            sum(self.least(f) + 2 * (len(f) > 1) + 3 * (e > 1) for f, e in factors)
            + len(factors)
            - 1
        )

    def least_number(self, top: Polynomial, bottom: Polynomial) -> int:
        """The characters of the number in front of a product of factors."""
        (over, lead), (under, scale) = self.factors(top), self.factors(bottom)
        if len(over) + len(under) < 2 and not all(len(f) == 1 for f, _ in over):
            return 0
        number = lead / scale
        return (
            sum(len(str(n)) + 1 for n in (abs(number.p), number.q) if n != 1)
            + (number < 0 and all(len(f) == 1 for f, _ in (*over, *under)))
        ) * bool(self.lengths)


def _is_plain(generator: Expr) -> bool:
    """It is written as it is, with its power, whatever it is multiplied by."""
    return generator.kind in ("symbol", "pi") or generator.calls("sin", "cos")


def _is_root_of_sum(generator: Expr) -> bool:
    """It is the square root of a sum, which no symbol or function is multiplied into."""
    if generator.kind != "product" or len(generator.args) != 1:
        return False
    ((base, e),) = generator.args
    return e == Fraction(1, 2) and base.kind == "sum" and len(base.args[1]) > 1


def _characters(generator: Expr) -> int:
    """At least so many, in whatever order its terms are written."""
    if generator.kind == "product":
        return len("sqrt()") + sum(len(s.args) for s in generator.symbols())
    return len(text(generator))


def _least(poly: Polynomial, lengths: Sequence[int]) -> int:
    monomials = poly.monoms()
    total = 2 * len(monomials) - 3 + 2 * (not any(monomials[-1]))  # signs; a constant has no factor
    for length, exponents in zip(lengths, zip(*monomials)):
        absent, plain = exponents.count(0), exponents.count(1)
        used = len(monomials) - absent
        total += used * (length + 1) + 3 * (used - plain)
    return total + _digits(poly)


def _digits(poly: Polynomial) -> int:
    """The characters of coefficients that are whole, as far as no common factor can take them
    away.
    """
    coefficients = poly.coeffs()
    if any(c.q != 1 for c in coefficients):
        return 0
    numbers = [abs(int(c.p)) for c in coefficients]
    top = gcd(*numbers)
    whole = numbers if top == 1 else [c // top for c in numbers]
    constant = 0 if any(poly.monoms()[-1]) else whole.pop()
    return sum(len(digits(c)) + 1 for c in whole if c != 1) + (
        len(digits(constant)) - 1 if constant else 0
    )


def _forms(node: Expr) -> Iterator[Form]:
    field, num, den = _fraction(node)
    chosen, page = sine_choices(field), _Page(field, node)
    tops = _few(_in_all_sines(field, num, chosen))
    bottoms = _few(_in_all_sines(field, den, chosen)) if len(den) > 1 else [den]
    tops, bottoms = ([*polys, *_paired(field, polys)] for polys in (tops, bottoms))
    for top, bottom in product(tops, bottoms):
        common = common_divisor(top, bottom)
        yield from _written(
            page, *((top, bottom) if common.is_one() else (top / common, bottom / common))
        )


def _few(polys: Iterable[Polynomial]) -> list[Polynomial]:
    """Each once; of long ones those of fewest terms."""
    distinct: list[Polynomial] = []
    for poly in polys:
        if poly not in distinct:
            distinct.append(poly)
    ranked = sorted(distinct, key=len)
    return distinct if len(ranked[0]) <= SHORT else ranked[:MOST_LONG]


def fraction(node: Expr) -> tuple[Field, Polynomial, Polynomial]:
    """Numerator and denominator in a field that writes into a graph for display.

    Raises OutOfReach.
    """
    field, num, den = _fraction(node)
    _to_display(field, node)
    return field, num, den


def _fraction(node: Expr) -> tuple[Field, Polynomial, Polynomial]:
    field = Field([node], Work.of(BUDGETS.presenting), MAX_PRODUCT)
    element = field.normal(node)
    if len(element.num) > MAX_TERMS:
        raise OutOfReach(say("{count} terms", count=len(element.num)))
    return field, element.num, field.expanded(element.den)


def _to_display(field: Field, node: Expr) -> None:
    """From now on the field writes into a graph for display."""
    display = display_graph(node.graph, node.support)
    field.generators = display.copy(field.generators)
    field.graph = display


def sine_choices(field: Field) -> list[list]:
    """Sets of angles whose cosines are squared away."""
    pairs = list(field.waves.values())
    choices = (
        product((False, True), repeat=len(pairs))
        if len(pairs) <= 3
        else [(False,) * len(pairs), (True,) * len(pairs)]
    )
    return [[pair for pair, other in zip(pairs, choice) if other] for choice in choices]


def in_sines(field: Field, poly: Polynomial, pairs) -> Polynomial:
    """The polynomial with c^2 replaced by 1 - s^2 in the chosen pairs."""
    degrees = poly.degrees()
    for c, s in pairs:
        k = c.degrees().index(1)
        if degrees[k] < 2:
            continue
        high: dict[tuple[int, ...], Rational] = {}
        lowered: dict[int, dict[tuple[int, ...], Rational]] = {}  # by the powers of c^2
        for exponents, coefficient in poly.terms():
            if (e := exponents[k]) >= 2:
                high[exponents] = coefficient
                cofactor = (*exponents[:k], e % 2, *exponents[k + 1 :])
                lowered.setdefault(e // 2, {})[cofactor] = coefficient
        poly -= field.context.from_dict(high)
        for half, terms in lowered.items():
            poly += field.context.from_dict(terms) * (1 - s**2) ** half
    return poly


def _in_all_sines(field: Field, poly: Polynomial, choices: Iterable[list]) -> Iterator[Polynomial]:
    """`in_sines` of each choice; what several begin with is done once."""
    made: dict[tuple[int, ...], Polynomial] = {(): poly}
    for choice in choices:
        done: tuple[int, ...] = ()
        for pair in choice:
            before, done = done, (*done, id(pair))
            if done not in made:
                made[done] = in_sines(field, made[before], [pair])
        yield made[done]


def _paired(field: Field, polys: Sequence[Polynomial]) -> list[Polynomial]:
    """K - K s^2 as K c^2, K - K c^2 as K s^2, where that makes the shortest one shorter; what
    remains keeps its form.
    """
    least = min(polys, key=len)
    terms = {tuple(map(int, e)): c for e, c in least.terms()}
    names = list(field.context.gens())
    for pair in field.waves.values():
        for one, other in (pair, pair[::-1]):
            _pair(terms, names.index(one), names.index(other))
    return [field.context.from_dict(terms)] if len(terms) < len(least) else []


def _pair(terms: dict[tuple[int, ...], Rational], k: int, other: int) -> None:
    """K - K g_k^2 as K g_other^2, in place."""
    for exponents in list(terms):
        if exponents not in terms or exponents[k] < 2:
            continue
        lower = (*exponents[:k], exponents[k] - 2, *exponents[k + 1 :])
        if lower in terms and terms[lower] == -terms[exponents]:
            coefficient = terms.pop(lower)
            del terms[exponents]
            higher = (*lower[:other], lower[other] + 2, *lower[other + 1 :])
            total = terms.pop(higher, Rational(0)) + coefficient
            if total != 0:
                terms[higher] = total


def _written(page: _Page, top: Polynomial, bottom: Polynomial) -> Iterator[Form]:
    """top/bottom expanded over a factored denominator, and factored throughout."""
    if top == 0:
        yield Form(0, lambda: page.graph.zero)
        return
    whole = bottom.is_constant()
    below = 0 if whole else 1 + page.least_factored(bottom)
    yield Form(
        0 if len(bottom) == 1 and not whole else page.least(top) + below,
        lambda: _expanded(page, top, bottom),
    )
    yield Form(
        page.least_factored(top) + below + page.least_number(top, bottom),
        lambda: _factored(page, top, bottom),
    )


def _expanded(page: _Page, top: Polynomial, bottom: Polynomial) -> Expr:
    graph, field = page.graph, page.field
    under, scale = page.under(bottom), page.factors(bottom)[1]
    if len(bottom) == 1:
        return graph.sum(
            [(graph.product([(t, 1), *under]), Rational(1) / scale) for t in _monomials(field, top)]
        )
    return graph.scale(graph.product([(field.expression(top), 1), *under]), Rational(1) / scale)


def _factored(page: _Page, top: Polynomial, bottom: Polynomial) -> Expr:
    graph, (_, scale), (_, lead) = page.graph, page.factors(bottom), page.factors(top)
    over = [(f, -e) for f, e in page.under(top)]
    return graph.scale(graph.product([*over, *page.under(bottom)]), lead / scale)


def _monomials(field: Field, poly: Polynomial) -> list[Expr]:
    return [field.expression(field.context.from_dict({e: c})) for e, c in poly.terms()]
