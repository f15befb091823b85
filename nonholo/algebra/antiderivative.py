"""Antiderivatives of closed forms: G with D_i G = r_i for all variables at once (NormanMoore1977,
Bronstein2007).

    G = E (N/D)                         E = 1, or given by D_i E = eta_i E (a power, an exponential)
    G = N/D + sum_k c_k log p_k + sum_k b_k atan(A_k / (g_k sqrt(kappa_k)))                 if E = 1

D and the p_k come from the factors of the denominators, A_k, g_k, kappa_k from quadratic ones, and
the unknown coefficients of N, c and b from linear equations.  What is found is checked by whoever
uses it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import combinations
from math import prod

from nonholo.algebra.ansatz import Bounds, Monomials, parameters
from nonholo.algebra.arcs import Arc, arcs
from nonholo.algebra.differential import DifferentialField, Quotient
from nonholo.algebra.kernel import Sampler, null_vectors
from nonholo.arithmetic.numbers import Rational, common_measure
from nonholo.arithmetic.polynomials import Polynomial
from nonholo.expression.graph import Expr, linear, ordered
from nonholo.expression.ranges import range_of
from nonholo.work import Work

Poly = Polynomial
MOST_AS_ONE = 4  # the largest exponent of what is put into one logarithm


@dataclass(frozen=True, slots=True)
class Antiderivative:
    """rational + sum of coefficient * log(poly) + sum of coefficient * arc; the coefficients are
    constants.
    """

    field: DifferentialField
    rational: Quotient
    logs: tuple[tuple[Quotient, Poly], ...] = ()
    arcs: tuple[tuple[Quotient, Arc], ...] = ()

    def expression(self) -> Expr:
        field = self.field
        of, graph = field.expression, field.graph
        parts = [of(*c) * graph.log(node) for c, node in self.logarithms()]
        bends = [of(*c) * arc.expression(field) for c, arc in self.arcs]
        return without_constants(graph.add(of(*self.rational), *parts, *bends), field.variables)

    def logarithms(self) -> list[tuple[Quotient, Expr]]:
        """The logarithms by their arguments, in sines and cosines: those of tau = sin/(1 + cos) as
        those of one quotient, if that is shorter.
        """
        field = self.field
        waves = [any(p.degrees()[k] for k in field.taus.values()) for _, p in self.logs]
        circular = [log for log, wave in zip(self.logs, waves) if wave]
        others = [log for log, wave in zip(self.logs, waves) if not wave]
        written = min([*self._as_one(circular), self._apart(circular)], key=_length)
        return [*self._apart(others), *((c, self._positive(node)) for c, node in written)]

    def _positive(self, node: Expr) -> Expr:
        """It or its opposite: where all angles are 0 a logarithm has a value, if it can."""
        graph, waves = node.graph, {"sin": node.graph.zero, "cos": node.graph.one}
        functions = [n for n in ordered([node]) if n.kind == "function"]
        there = node.subs({n: waves[n.args[0]] for n in functions if n.args[0] in waves})
        with suppress(ZeroDivisionError):
            there = there.subs(dict.fromkeys(self.field.variables, graph.zero))
        return -node if range_of(there).negative else node

    def _apart(self, logs: Sequence[tuple[Quotient, Poly]]) -> list[tuple[Quotient, Expr]]:
        """One of each polynomial, 1 + tau^2 = 2/(1 + cos) collected."""
        field, logarithms = self.field, []
        circles = dict.fromkeys(field.taus.values(), (field.zero, field.one))
        for (num, den), p in logs:
            node, powers = field.whole(p)
            if not node.is_constant:
                logarithms.append(((num, den), node))
            for j, e in powers.items():
                top, bottom = circles[j]
                circles[j] = field.quotient(top * den + e * num * bottom, bottom * den)
        for j, (num, den) in circles.items():
            if num != 0:
                logarithms.append(((-num, den), 1 + field.graph.cos(field.node(j))))
        return logarithms

    def _as_one(
        self, logs: Sequence[tuple[Quotient, Poly]]
    ) -> Iterator[list[tuple[Quotient, Expr]]]:
        """c log u - c log v with u/v = prod p^n, where the coefficients are c n, n whole, small."""
        field = self.field
        ratios = [field.quotient(c[0] * logs[0][0][1], c[1] * logs[0][0][0]) for c, _ in logs]
        if not logs or not all(side.is_constant() for ratio in ratios for side in ratio):
            return
        numbers = [num.leading_coefficient() / den.leading_coefficient() for num, den in ratios]
        measure = common_measure(numbers)
        exponents = [int((number / measure).p) for number in numbers]
        if max(map(abs, exponents)) > MOST_AS_ONE:
            return
        num, den = (
            prod((p ** max(0, sign * n) for (_, p), n in zip(logs, exponents)), start=field.one)
            for sign in (1, -1)
        )
        (top, bottom), quotient = logs[0][0], field.proportional(num, den)
        constant, terms = linear(quotient)
        quotient = terms[0][0] if not constant and len(terms) == 1 else quotient
        factors = quotient.powers
        yield [
            ((top * measure * sign, bottom), side)
            for sign in (1, -1)
            if not (side := quotient.graph.product(_of_sign(factors, sign))).is_constant
        ]


def without_constants(e: Expr, variables: Sequence[Expr]) -> Expr:
    """A sum without terms that hold none of the variables, as tau^2 = 2/(1 + cos) - 1 leaves some.

    >>> from nonholo.expression.graph import Graph
    >>> g = Graph()
    >>> x, k = g.symbol("x"), g.symbol("k")
    >>> without_constants(k * g.cos(x) + k + 1, [x]), without_constants(k, [x])
    (k*cos(x), k)
    """
    if e.kind != "sum":
        return e
    return e.graph.sum([(term, c) for term, c in linear(e)[1] if term.has(variables)])


def _of_sign(factors: Sequence[tuple[Expr, int]], sign: int) -> list[tuple[Expr, int]]:
    """The factors with exponents of a sign, over or below the line."""
    return [(base, e * sign) for base, e in factors if e * sign > 0]


def _length(logarithms: Sequence[tuple[Quotient, Expr]]) -> int:
    return sum(len(f"log({node}) + ") for _, node in logarithms)


def antiderivative(
    field: DifferentialField, form: Sequence[Quotient], work: Work
) -> Antiderivative | None:
    """G with D_i G = form[i]; None if there is none of the form above.

    Raises OutOfReach past the limits.
    """
    if all(den.is_constant() for _, den in form):
        polynomial = _polynomial(field, [num / den.leading_coefficient() for num, den in form])
        if polynomial is not None:
            return Antiderivative(field, (polynomial, field.one))
    return _solved(field, form, None, work)


def exponential_antiderivative(
    field: DifferentialField, form: Sequence[Quotient], eta: Sequence[Quotient], work: Work
) -> Quotient | None:
    """g with D_i g + eta_i g = form[i], so that E g is an antiderivative of E form for D_i E =
    eta_i E.
    """
    solution = _solved(field, form, eta, work)
    return None if solution is None else solution.rational


def _solved(
    field: DifferentialField, form: Sequence[Quotient], eta, work: Work
) -> Antiderivative | None:
    """With coefficients that are polynomials in the parameters; then with quotients of them, if
    there are any.
    """
    for degree in (0, 2) if field.constants else (0,):
        solution = _Problem(field, form, eta, degree).solved(work)
        if solution is not None:
            return solution
    return None


def _polynomial(field: DifferentialField, form: Sequence[Poly]) -> Poly | None:
    """Variable by variable, for polynomials in the variables and parameters alone."""
    plain = [*field.place, *field.constants]
    degrees = [p.degrees() for p in form]
    if any(d[j] for d in degrees for j in range(len(field.gens)) if j not in plain):
        return None
    total, scale = field.zero, field.scale.leading_coefficient()
    for i, (j, component) in enumerate(zip(field.place, form)):
        total += (component - field.diff(total, i) / scale).integral(j)
    slopes = (field.diff(total, i) / scale for i in range(len(form)))
    return total if all(slope == component for slope, component in zip(slopes, form)) else None


# what may stand below and inside ----------------------------------------------------------------
def _denominators(field: DifferentialField, form: Sequence[Quotient]) -> list[tuple[Poly, int]]:
    """The irreducible factors of the denominators with their highest exponents."""
    factors: dict[str, tuple[Poly, int]] = {}
    for _, den in form:
        for p, e in field.factors(den):
            known = factors.get(str(p), (p, 0))[1]
            factors[str(p)] = (p, max(known, e))
    return list(factors.values())


def _weights(field: DifferentialField, form: Sequence[Quotient]) -> Bounds:
    """Bounds of the parameters in the coefficients of logarithms."""
    caps = [0] * len(field.gens)
    for j in field.constants:
        caps[j] = max(max(int(num.degrees()[j]), int(den.degrees()[j])) for num, den in form)
    return [
        (tuple(range(len(caps))), min(3, sum(caps))),
        *(((j,), cap) for j, cap in enumerate(caps)),
    ]


def _logs(
    field: DifferentialField, form: Sequence[Quotient], below: list[tuple[Poly, int]]
) -> list[Poly]:
    """What may stand in a logarithm: factors of denominators, 1 + tau^2, and exponentials (x =
    log exp(x)).
    """
    candidates = {str(p): p for p, _ in (*below, *field.factors(field.scale))}
    over, under = (
        [q.degrees() for q in parts] for parts in ([num for num, _ in form], [p for p, _ in below])
    )
    for j, g in enumerate(field.gens):
        if j in field.taus.values() and any(d[j] > 0 for d in (*over, *under)):
            candidates.setdefault(str(g**2 + 1), g**2 + 1)
        elif any(d[j] for d in under) and field.is_special(g):
            candidates.setdefault(str(g), g)
    return [p for p in candidates.values() if not field.is_constant(p)]


# the linear equations ---------------------------------------------------------------------------
class _Problem:
    """lambda G = N/D + sum c_k log p_k + sum b_k arc_k with unknown polynomials: lambda, c_k,
    b_k in the parameters.
    """

    def __init__(self, field: DifferentialField, form: Sequence[Quotient], eta, degree: int):
        self.field, self.form, self.eta = field, form, eta
        factors = _denominators(field, form)
        self.constant = prod((p**e for p, e in factors if field.is_constant(p)), start=field.one)
        self.below = prod(
            (p ** (e if field.is_special(p) else e - 1) for p, e in factors), start=field.one
        )
        self.logs = _logs(field, form, factors) if eta is None else []
        self.arcs = arcs(field, factors) if eta is None else []
        self.multiple = parameters(field, degree)
        self.weights = Monomials(field, _weights(field, form))
        self.numerator = Monomials(field, _bounds(field, form, self.below, degree))
        self.size = (
            len(self.multiple)
            + len(self.numerator)
            + (len(self.logs) + len(self.arcs)) * len(self.weights)
        )

    def solved(self, work: Work) -> Antiderivative | None:
        first = len(self.multiple)
        for vector in null_vectors(self.field, self.size, self._system, work):
            if any(vector[:first]):
                return self._antiderivative(vector[:first], vector[first:])
        return None

    def _antiderivative(
        self, multiple: Sequence[Rational], solution: Sequence[Rational]
    ) -> Antiderivative:
        field, count, step = self.field, len(self.numerator), len(self.weights)
        under = -self.multiple.combined(multiple)[0]
        chunks = [solution[k : k + step] for k in range(count, len(solution), step)]
        parts = [field.quotient(self.weights.combined(c)[0], self.constant * under) for c in chunks]
        rational = field.quotient(self.numerator.combined(solution[:count])[0], self.below * under)
        logs = [(c, p) for c, p in zip(parts, self.logs) if c[0] != 0]
        bends = [(c, arc) for c, arc in zip(parts[len(self.logs) :], self.arcs) if c[0] != 0]
        return Antiderivative(field, rational, tuple(logs), tuple(bends))

    def _system(self, sampler: Sampler):
        field, p = self.field, sampler.p
        count = len(field.variables)
        image = sampler.image
        target = [(image(num * field.scale), image(den)) for num, den in self.form]
        eta = (
            None
            if self.eta is None
            else [(image(num * field.scale), image(den)) for num, den in self.eta]
        )
        functions = [[(image(field.diff(q, i)), image(q)) for i in range(count)] for q in self.logs]
        functions += [
            [tuple(map(image, arc.rate(field, i))) for i in range(count)] for arc in self.arcs
        ]
        below, slopes_below = (
            image(self.below),
            [image(field.diff(self.below, i)) for i in range(count)],
        )
        constant = image(self.constant)

        def quotient(pair, point):
            return int(pair[0](*point)) * pow(int(pair[1](*point)), -1, p) % p

        def rows(point):
            slopes = sampler.slopes(point)
            values, rates = self.numerator.values(sampler, point, slopes)
            multiple, _ = self.multiple.values(sampler, point, ())
            weights, _ = self.weights.values(sampler, point, ())
            try:
                inverse, divided = (pow(int(q(*point)), -1, p) for q in (below, constant))
                for i in range(count):
                    shift = -int(slopes_below[i](*point)) * inverse
                    shift += quotient(eta[i], point) if eta else 0
                    right = quotient(target[i], point)
                    row = [right * m % p for m in multiple]
                    row += [v * inverse % p * (r + shift) % p for v, r in zip(values, rates[i])]
                    for f in functions:
                        h = quotient(f[i], point) * divided % p
                        row += [h * w % p for w in weights]
                    yield row
            except ValueError:  # a denominator vanishes at this point
                return

        return rows


def _bounds(field: DifferentialField, form: Sequence[Quotient], below: Poly, more: int) -> Bounds:
    """Degrees of the numerator: in each generator, each pair, all but one, and all; `more` for
    parameters.
    """
    size = len(field.gens)
    terms = [
        (i, list(num.monoms()), list(den.monoms())) for i, (num, den) in enumerate(form) if num != 0
    ]
    rates = [
        [(j, list(rate.monoms())) for j, rate in enumerate(row) if rate != 0] for row in field.rates
    ]
    under, scale = list(below.monoms()), list(field.scale.monoms())
    every = tuple(range(size))
    sets = {
        every,
        *((j,) for j in every),
        *combinations(every, 2),
        *combinations(every, size - 1),
    } - {()}
    taus = set(field.taus.values())

    def bound(places: Sequence[int]) -> int:
        raised = max(
            (
                0,
                *(
                    _degree(top, places) - _degree(bottom, places) + _lift(rates[i], scale, places)
                    for i, top, bottom in terms
                ),
            )
        )
        return _degree(under, places) + more * bool(set(places) & set(field.constants)) + raised

    def with_waves(places: Sequence[int]) -> int:
        """Rates of what is free of tau may cancel with theirs: x + sin(x) has 2/(1 + tau^2)."""
        waves, others = (
            [j for j in places if (j in taus) == in_waves] for in_waves in (True, False)
        )
        return max(bound(places), bound(others) + _degree(under, waves) if waves and others else 0)

    return [(places, with_waves(places)) for places in sorted(sets)]


def _degree(monomials, places: Sequence[int]) -> int:
    return max(sum(int(m[j]) for j in places) for m in monomials)


def _lift(rates, scale, places: Sequence[int]) -> int:
    """By how much integration can raise a degree: 1 - deg D_i g for the generators g counted, at
    most.
    """
    below = _degree(scale, places)
    return max((0, *(1 - (_degree(rate, places) - below) for j, rate in rates if j in places)))
