"""From a factor to a potential: the antiderivative of mu W for mu = prod p_k^n_k exp(R)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import gcd, prod

from nonholo.algebra.antiderivative import (
    Antiderivative,
    antiderivative,
    exponential_antiderivative,
    without_constants,
)
from nonholo.algebra.differential import DifferentialField, Quotient
from nonholo.arithmetic.numbers import Rational, common_denominator, common_measure
from nonholo.expression.graph import Expr
from nonholo.expression.ranges import range_of
from nonholo.geometry.integrals.potentials.form import Form, Poly

MAX_POWER = 12  # of a potential that is raised to a power to be rid of roots


@dataclass(frozen=True, slots=True)
class Factor:
    """mu = prod p^n * exp(R): powers are (p, n) with n a quotient of constants, R is a quotient
    or None.
    """

    powers: tuple[tuple[Poly, Quotient], ...] = ()
    exponent: Quotient | None = None

    @property
    def whole_powers(self) -> list[tuple[Poly, int]] | None:
        """The powers with whole exponents of a factor that has no others."""
        whole = [(p, e) for p, n in self.powers if (e := _integer(n)) is not None]
        return whole if self.exponent is None and len(whole) == len(self.powers) else None

    @property
    def symbolic(self) -> bool:
        """Parameters stand in an exponent of a power."""
        return any(_number(n) is None for _, n in self.powers)

    def rates(self, K: DifferentialField) -> list[Quotient]:
        """D_i mu / mu for each variable."""
        rates = []
        for i in range(len(K.variables)):
            num, den = K.zero, K.one
            for p, (top, bottom) in self.powers:
                num, den = K.quotient(num * bottom * p + top * K.diff(p, i) * den, den * bottom * p)
            if self.exponent is not None:
                top, bottom = self.exponent
                slope = K.diff(top, i) * bottom - top * K.diff(bottom, i)
                num, den = K.quotient(num * bottom**2 + slope * den, den * bottom**2)
            rates.append(K.quotient(num, den * K.scale))
        return rates


def whole(K: DifferentialField, n: int | Rational) -> Quotient:
    """A number as a quotient of the field."""
    return K.one * Rational(n), K.one


def potential_of(form: Form, factor: Factor) -> Expr | None:
    """G with dG ~ mu W, a short function of the antiderivative; None if there is none of the
    forms known.
    """
    K = form.K
    if factor.symbolic and not form.symbolic:
        return None
    powers = factor.whole_powers
    if powers is None:
        return _exponential(form, factor)
    num = den = K.one
    for p, e in powers:
        num, den = (num * p**e, den) if e > 0 else (num, den * p**-e)
    integral = antiderivative(
        K, [K.quotient(num * component, den) for component in form.W], form.work
    )
    return None if integral is None else short(integral)


def _exponential(form: Form, factor: Factor) -> Expr | None:
    K = form.K
    g = exponential_antiderivative(
        K, [(poly, K.one) for poly in form.W], factor.rates(K), form.work
    )
    if g is None:
        return None
    (num, den), fractional = g, []
    for p, n in factor.powers:  # whole powers go into g
        e = _integer(n)
        if e is not None:
            num, den = (num * p**e, den) if e > 0 else (num, den * p**-e)
        else:
            fractional.append((p, n))
    num, den = (_moving(K, poly) for poly in K.quotient(num, den))
    numbers = [c for _, n in fractional if (c := _number(n)) is not None]
    power = 1
    if factor.exponent is None and len(numbers) == len(
        fractional
    ):  # roots are raised to a power to be rid of them
        power = common_denominator(numbers)
        power = power if power <= MAX_POWER else 1
    roots = [_power(K, K.expression(p), (n[0] * power, n[1])) for p, n in fractional]
    exponent = None if factor.exponent is None else K.expression(*factor.exponent)
    exponential = (
        [] if exponent is None else [K.graph.exp(without_constants(exponent, K.variables))]
    )
    return K.graph.multiply(K.proportional(num, den) ** power, *roots, *exponential)


def _moving(K: DifferentialField, poly: Poly) -> Poly:
    """Without factors that are constant."""
    return prod((p**e for p, e in K.factors(poly) if not K.is_constant(p)), start=K.one)


def short(integral: Antiderivative) -> Expr:
    """A short function of the antiderivative: of a sum of logarithms a product, of an arctangent
    its argument.
    """
    return without_constants(_short(integral), integral.field.variables)


def _short(integral: Antiderivative) -> Expr:
    K, (num, den) = integral.field, integral.rational
    flat = all(K.is_constant(poly) for poly in (num, den))
    integral = _whole_coefficients(integral)
    if flat and len(integral.arcs) == 1 and not integral.logs:
        arc = integral.arcs[0][1]
        return shortened(K, arc.A, arc.g)
    if not integral.logs and not integral.arcs:
        return shortened(K, num, den)
    if not integral.arcs:
        product = _product(K, integral.logarithms(), None if flat else integral.rational)
        return product or integral.expression()
    return integral.expression()


def _whole_coefficients(integral: Antiderivative) -> Antiderivative:
    """A multiple of it in which no number is a fraction."""
    K, (num, den) = integral.field, integral.rational
    numbers = [
        c
        for poly in (num, *(top for (top, _), _ in (*integral.logs, *integral.arcs)))
        for c in poly.coeffs()
    ]
    scale = common_denominator(numbers)
    logs = tuple(((top * scale, bottom), p) for (top, bottom), p in integral.logs)
    arcs = tuple(((top * scale, bottom), arc) for (top, bottom), arc in integral.arcs)
    return Antiderivative(K, (num * scale, den), logs, arcs)


def shortened(K: DifferentialField, num: Poly, den: Poly) -> Expr:
    """num/den without constant factors, and without a power that all its factors have."""
    num, den = K.quotient(num, den)
    parts = [[(p, e) for p, e in K.factors(side) if not K.is_constant(p)] for side in (num, den)]
    common = gcd(*(e for side in parts for _, e in side))
    top, bottom = (prod((p ** (e // common) for p, e in side), start=K.one) for side in parts)
    top, bottom = (bottom, top) if top.is_constant() else (top, bottom)
    return K.proportional(top, bottom)


def _product(
    K: DifferentialField, logs: Sequence[tuple[Quotient, Expr]], more: Quotient | None
) -> Expr | None:
    """prod u^c with the smallest whole exponents, if the quotients of the coefficients are
    numbers; times exp(more), if these are numbers and some u may be negative, so that it has no
    logarithm.
    """
    first = logs[0][0]
    if more is not None and (_number(first) is None or all(range_of(u).positive for _, u in logs)):
        return None
    ratios = [_number(K.quotient(c[0] * first[1], c[1] * first[0])) for c, _ in logs]
    numbers = [c for c in ratios if c is not None]
    if len(numbers) < len(ratios):
        return None
    measure = common_measure(numbers)
    exponents = [int((c / measure).p) for c in numbers]
    if max(map(abs, exponents)) > MAX_POWER:
        return None
    sign = 1 if sum(exponents) >= 0 else -1
    powers = [(node, sign * e) for (_, node), e in zip(logs, exponents)]
    if more is not None:
        top, bottom = K.quotient(more[0] * first[1], more[1] * first[0] * measure)
        exponent = without_constants(K.expression(top * sign, bottom), K.variables)
        powers.append((K.graph.exp(exponent), 1))
    return K.graph.product(powers)


def _number(value: Quotient) -> Rational | None:
    """The number that a quotient is, if it is one."""
    num, den = value
    if not num.is_constant() or not den.is_constant():
        return None
    return num.leading_coefficient() / den.leading_coefficient() if num != 0 else Rational(0)


def _integer(value: Quotient) -> int | None:
    """The whole number that a quotient is, if it is one."""
    number = _number(value)
    return int(number.p) if number is not None and number.q == 1 else None


def _power(K: DifferentialField, base: Expr, n: Quotient) -> Expr:
    number = _number(n)
    if number is None:
        return K.graph.power(base, K.expression(*n))
    return K.graph.power(base, K.graph.number(number))
