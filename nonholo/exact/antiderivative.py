"""Antiderivatives of closed forms: G with D_i G = r_i for all variables at once (parallel Risch: Norman, Moore 1977).

    G = E (N/D)                                   E = 1, or given by D_i E = eta_i E (a power, an exponential)
    G = N/D + sum_k c_k log p_k + sum_k b_k atan(A_k / (g_k sqrt(kappa_k)))                            if E = 1

D and the p_k come from the factors of the denominators, A_k, g_k, kappa_k from quadratic ones, and the unknown
coefficients of N, c and b from linear equations.  What is found is checked by whoever uses it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from math import prod

from flint import fmpq_mpoly

from nonholo.exact.ansatz import Bounds, Monomials
from nonholo.exact.arcs import Arc, arcs
from nonholo.exact.differential import DifferentialField, Quotient
from nonholo.exact.graph import Expr
from nonholo.exact.kernel import Sampler, particular

Poly = fmpq_mpoly


@dataclass(frozen=True, slots=True)
class Antiderivative:
    """rational + sum of coefficient * log(poly) + sum of coefficient * arc; the coefficients are constants."""

    field: DifferentialField
    rational: Quotient
    logs: tuple[tuple[Quotient, Poly], ...] = ()
    arcs: tuple[tuple[Quotient, Arc], ...] = ()

    def expression(self) -> Expr:
        field = self.field
        of, graph = field.expression, field.graph
        parts = [of(*c) * graph.log(node) for c, node in self.logarithms()]
        return graph.add(of(*self.rational), *parts, *(of(*c) * arc.expression(field) for c, arc in self.arcs))

    def logarithms(self) -> list[tuple[Quotient, Expr]]:
        """The logarithms by their arguments, in sines and cosines: tau = sin/(1 + cos), 1 + tau^2 = 2/(1 + cos)."""
        field, found = self.field, []
        circles = dict.fromkeys(field.taus.values(), (field.zero, field.one))
        for (num, den), p in self.logs:
            node, powers = field.whole(p)
            if not node.is_constant:
                found.append(((num, den), node))
            for j, e in powers.items():
                top, bottom = circles[j]
                circles[j] = field.quotient(top * den + e * num * bottom, bottom * den)
        for k, j in field.taus.items():
            num, den = circles[j]
            if num != 0:
                found.append(((-num, den), 1 + field.graph.cos(field.units[k])))
        return found


def antiderivative(field: DifferentialField, form: Sequence[Quotient], deadline: float) -> Antiderivative | None:
    """G with D_i G = form[i]; None if there is none of the form above.  Raises OutOfReach past the limits."""
    if all(den.is_constant() for _, den in form):
        found = _polynomial(field, [num / den.leading_coefficient() for num, den in form])
        if found is not None:
            return Antiderivative(field, (found, field.one))
    below = _denominators(field, form)
    steady, constant = _constants(field, below)
    logs, bends = _logs(field, below), arcs(field, below)
    weights = Monomials(field, _weights(field, form, steady))
    problem = _Problem(field, form, None, below, logs, bends, constant, weights)
    return problem.solved(deadline)


def exponential_antiderivative(field: DifferentialField, form: Sequence[Quotient], eta: Sequence[Quotient],
                               deadline: float) -> Quotient | None:
    """g with D_i g + eta_i g = form[i], so that E g is an antiderivative of E form for D_i E = eta_i E."""
    below = _denominators(field, form)
    problem = _Problem(field, form, eta, below, [], [], field.one, None)
    found = problem.solved(deadline)
    return None if found is None else found.rational


def _polynomial(field: DifferentialField, form: Sequence[Poly]) -> Poly | None:
    """Variable by variable, for polynomials in the variables and parameters alone."""
    plain = [*field.place, *field.constants]
    degrees = [p.degrees() for p in form]
    if any(d[j] for d in degrees for j in range(len(field.gens)) if j not in plain):
        return None
    total = field.zero
    for i, (j, component) in enumerate(zip(field.place, form)):
        total += (component - field.diff(total, i) / field.scale.leading_coefficient()).integral(j)
    return total


# what may stand below and inside ----------------------------------------------------------------
def _denominators(field: DifferentialField, form: Sequence[Quotient]) -> list[tuple[Poly, int]]:
    """The irreducible factors of the denominators with their highest exponents."""
    found: dict[str, tuple[Poly, int]] = {}
    for _, den in form:
        for p, e in field.factors(den):
            known = found.get(str(p), (p, 0))[1]
            found[str(p)] = (p, max(known, e))
    return list(found.values())


def _constants(field: DifferentialField, below: list[tuple[Poly, int]]) -> tuple[list[int], Poly]:
    """The generators that are constants, and the part of the denominators made of them."""
    steady = [p**e for p, e in below if field.is_constant(p)]
    return field.constants, prod(steady, start=field.one)


def _weights(field: DifferentialField, form: Sequence[Quotient], steady: Sequence[int]) -> Bounds:
    """Bounds of the parameters in the coefficients of logarithms."""
    caps = [0] * len(field.gens)
    for j in steady:
        caps[j] = max(max(int(num.degrees()[j]), int(den.degrees()[j])) for num, den in form)
    return [(tuple(range(len(caps))), min(3, sum(caps))), *(((j,), cap) for j, cap in enumerate(caps))]


def _logs(field: DifferentialField, below: list[tuple[Poly, int]]) -> list[Poly]:
    """What may stand in a logarithm: factors of denominators, 1 + tau^2, and exponentials (x = log exp(x))."""
    candidates = {str(p): p for p, _ in below}
    degrees = [p.degrees() for p, _ in below]
    for j, g in enumerate(field.gens):
        if any(d[j] for d in degrees) and j in field.taus.values():
            candidates.setdefault(str(g**2 + 1), g**2 + 1)
        elif any(d[j] for d in degrees) and field.is_special(g):
            candidates.setdefault(str(g), g)
    return [p for p in candidates.values() if not field.is_constant(p)]


# the linear equations ---------------------------------------------------------------------------
class _Problem:
    """Unknowns: the coefficients of N, then of each logarithm and arc times each weight (a monomial of parameters)."""

    def __init__(self, field, form, eta, below, logs, arcs, constant, weights):
        self.field, self.form, self.eta, self.constant = field, form, eta, constant
        self.logs, self.arcs, self.weights = logs, arcs, weights
        self.below = prod((p ** (e if field.is_special(p) else e - 1) for p, e in below), start=field.one)
        self.numerator = Monomials(field, _bounds(field, form, self.below))
        many = len(logs) + len(arcs)
        self.size = len(self.numerator) + many * (len(weights) if many else 0)

    def solved(self, deadline: float) -> Antiderivative | None:
        found = particular(self.field, self.size, self._system, deadline)
        if found is None:
            return None
        count, field = len(self.numerator), self.field
        parts = []
        if self.logs or self.arcs:
            step = len(self.weights)
            chunks = [found[k : k + step] for k in range(count, len(found), step)]
            parts = [field.quotient(self.weights.combined(c)[0], self.constant) for c in chunks]
        rational = field.quotient(self.numerator.combined(found[:count])[0], self.below)
        logs = [(c, p) for c, p in zip(parts, self.logs) if c[0] != 0]
        arcs = [(c, arc) for c, arc in zip(parts[len(self.logs):], self.arcs) if c[0] != 0]
        return Antiderivative(field, rational, tuple(logs), tuple(arcs))

    def _system(self, sampler: Sampler):
        field, p = self.field, sampler.p
        count = len(field.variables)
        image = sampler.image
        target = [(image(num * field.scale), image(den)) for num, den in self.form]
        eta = None if self.eta is None else [(image(num * field.scale), image(den)) for num, den in self.eta]
        functions = [[(image(field.diff(q, i)), image(q)) for i in range(count)] for q in self.logs]
        functions += [[tuple(map(image, arc.rate(field, i))) for i in range(count)] for arc in self.arcs]
        below, slopes_below = image(self.below), [image(field.diff(self.below, i)) for i in range(count)]
        constant = image(self.constant)

        def quotient(pair, point):
            return int(pair[0](*point)) * pow(int(pair[1](*point)), -1, p) % p

        def rows(point):
            slopes = sampler.slopes(point)
            values, rates = self.numerator.values(sampler, point, slopes)
            try:
                inverse = pow(int(below(*point)), -1, p)
                weights = []
                if functions:
                    divided = pow(int(constant(*point)), -1, p)
                    weights = [w * divided % p for w in self.weights.values(sampler, point, slopes)[0]]
                for i in range(count):
                    shift = -int(slopes_below[i](*point)) * inverse
                    shift += quotient(eta[i], point) if eta else 0
                    row = [v * inverse % p * (r + shift) % p for v, r in zip(values, rates[i])]
                    for f in functions:
                        h = quotient(f[i], point)
                        row += [h * w % p for w in weights]
                    yield [*row, quotient(target[i], point)]
            except ValueError:  # a denominator vanishes at this point
                return

        return rows


def _bounds(field: DifferentialField, form: Sequence[Quotient], below: Poly) -> Bounds:
    """Degrees of the numerator: in each generator, each pair, all but one, and all."""
    size = len(field.gens)
    fixed = {j for j, g in enumerate(field.gens) if j in field.constants or j in field.taus.values()
             or field.is_special(g)}
    terms = [(i, list(num.monoms()), list(den.monoms())) for i, (num, den) in enumerate(form) if num != 0]
    under = list(below.monoms())
    every = tuple(range(size))
    sets = {every, *((j,) for j in every), *combinations(every, 2), *combinations(every, size - 1)} - {()}
    return [(places, _degree(under, places) + max((0, *(
        _degree(top, places) - _degree(bottom, places) + _lift(field, places, i, fixed) for i, top, bottom in terms))))
        for places in sorted(sets)]


def _degree(monomials, places: Sequence[int]) -> int:
    return max(sum(int(m[j]) for j in places) for m in monomials)


def _lift(field: DifferentialField, places: Sequence[int], i: int, fixed: set[int]) -> int:
    """By how much integration can raise a degree: x_i and functions such as logarithms."""
    others = set(places) - fixed - set(field.place)
    return (field.place[i] in places and field.place[i] not in fixed) + bool(others)
