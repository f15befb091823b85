"""The characteristic polynomial of small motions near a steady motion, with letters in it.

    p(s) = det [[s 1 - P, -B], [K, M s + C]] = s^k G(s^2) R(s),      R(0) not identically 0

The roots of G(s^2) are those that come with their opposites for all letters, as they do where time
can be turned back; no root of R does for generic letters.  References: Routh1905, Hurwitz1895.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from nonholo.algebra.field import Field, common_powers
from nonholo.algebra.minors import determinant, minors
from nonholo.arithmetic.polynomials import Polynomial, common_divisor, divided, line_of, resultant
from nonholo.dynamics.linearise import Linearisation
from nonholo.errors import NotApplicable, OutOfReach, SingularMass
from nonholo.expression.graph import Expr, Graph
from nonholo.geometry.families.factors import factors
from nonholo.words.sentence import say
from nonholo.work import Work

EIGENVALUE = "eigenvalue of a steady motion"
MOST = 10  # rows of the determinant


@dataclass(frozen=True, slots=True)
class Characteristic:
    """s^zeros G(s^2) R(s), each by its coefficients, the constant one first.

    letters: the symbols in them, and where `undefined` can vanish; paired: those of G, without
    repeated roots; unpaired: those of R; undefined: where one of these vanishes, the matrices are
    not defined, M is singular, or the constraints are dependent.
    """

    letters: tuple[Expr, ...]
    zeros: int
    paired: tuple[Expr, ...]
    unpaired: tuple[Expr, ...]
    undefined: tuple[Expr, ...]

    @property
    def graph(self) -> Graph:
        """The graph of the coefficients, not that of the system."""
        return self.unpaired[0].graph


def characteristic(
    linear: Linearisation,
    values: Mapping[Expr, Expr],
    work: Work | None = None,
    constraints: Sequence[Sequence[Expr]] = (),
) -> Characteristic:
    """The characteristic polynomial of a linearisation, numbers put in.

    values: letter -> number; what has none stays a letter; work: a budget, or None; constraints:
    independent rows, functions of the coordinates.  Raises SingularMass where M has no inverse for
    any letters, NotApplicable for too many deviations, OutOfReach.

    >>> import nonholo as nh
    >>> small = nh.linearise(nh.System("a", "m*adot**2/2 - k*a**2/2"))
    >>> found = characteristic(small.linear, {})
    >>> found.zeros, found.paired, found.unpaired
    (0, (k, m), (1,))
    """
    rows = _matrix(linear, values)
    if len(rows) > MOST:
        raise NotApplicable(
            say(
                "{count} deviations are too many for a polynomial in letters; at most {most}",
                count=len(rows),
                most=MOST,
            )
        )
    graph = linear.system.chart.graph
    s = graph.symbol(EIGENVALUE)
    start = {**linear.base, **values, linear.system.chart.t: graph.zero}
    bound = [graph.substitute(list(row), start) for row in constraints]
    field = Field([s, *(e for row in (*rows, *bound) for e in row)], work)
    polynomials, below = _cleared(field, rows)
    cleared, under = _cleared(field, bound)
    dependent = _common(field, minors(field, cleared).values())
    place = _place(field, s)
    line = line_of(determinant(field, polynomials), place)
    if len(line) <= len(linear.coordinates) + len(linear.velocities):
        raise SingularMass(say("the mass matrix on the independent velocities is singular there"))
    zeros = next(i for i, c in enumerate(line) if not c.is_zero())
    line, content = _primitive(field, line[zeros:])
    paired, unpaired = _parted(field, line, place)
    clean = graph.fresh()  # where no form that was met before stands for an equal one with t
    for letter in sorted(str(x.args) for x in field.plain if x.kind == "symbol"):
        clean.symbol(letter)
    field.graph, field.generators = clean, clean.copy(field.generators)
    told = [tuple(field.expression(c) for c in part) for part in (paired, unpaired)]
    lost = (*below, *under, content, dependent)
    undefined = dict.fromkeys(field.expression(e) for e in lost if not e.is_constant())
    ends = [f for e in undefined for f in factors(e, work)]
    letters = dict.fromkeys(x for e in (*told[0], *told[1], *ends) for x in e.symbols())
    ordered = tuple(sorted(letters, key=lambda x: str(x.args)))
    return Characteristic(ordered, zeros, told[0], told[1], tuple(undefined))


def _matrix(linear: Linearisation, values: Mapping[Expr, Expr]) -> list[list[Expr]]:
    """The rows of [[s 1 - P, -B], [K, M s + C]], at t = 0."""
    chart = linear.system.chart
    graph, put = chart.graph, {**values, chart.t: chart.graph.zero}
    s = graph.symbol(EIGENVALUE)
    rows = [
        [*(s - e if i == j else -e for j, e in enumerate(p)), *(-e for e in b)]
        for i, (p, b) in enumerate(zip(linear.P, linear.B))
    ]
    rows += [
        [*k, *(m * s + c for m, c in zip(*pair))]
        for k, pair in zip(linear.K or [[] for _ in linear.M], zip(linear.M, linear.C))
    ]
    return [graph.substitute(row, put) for row in rows]


def _cleared(
    field: Field, rows: Sequence[Sequence[Expr]]
) -> tuple[list[list[Polynomial]], list[Polynomial]]:
    """The rows times what they are divided by, and what that is."""
    polynomials: list[list[Polynomial]] = []
    below: dict[int, Polynomial] = {}
    for row in rows:
        entries = [field.normal(e) for e in row]
        below |= {k: field.factors[k] for k in common_powers(entries)}
        polynomials.append(field.over_one(entries))
    return polynomials, list(below.values())


def _place(field: Field, s: Expr) -> int:
    return list(field.context.gens()).index(field.symbols[s.index])


def _joined(field: Field, line: Sequence[Polynomial], place: int, step: int = 1) -> Polynomial:
    """sum_e line[e] s^(step e)"""
    s = field.context.gens()[place]
    return sum((c * s ** (step * e) for e, c in enumerate(line)), field.zero)


def _primitive(field: Field, line: Sequence[Polynomial]) -> tuple[list[Polynomial], Polynomial]:
    """The coefficients without what divides them all, and that."""
    content = _common(field, line)
    return [c / content for c in line], content


def _common(field: Field, polynomials: Iterable[Polynomial]) -> Polynomial:
    """What divides them all."""
    content = field.zero
    for p in polynomials:
        field.hurry()
        content = common_divisor(content, p)
    return content


def _parted(
    field: Field, line: list[Polynomial], place: int
) -> tuple[list[Polynomial], list[Polynomial]]:
    """G, without repeated roots, and R.  Raises OutOfReach."""
    even, odd = (_joined(field, line[start::2], place) for start in (0, 1))
    if odd.is_zero():
        return line_of(_simple(even, place), place), [field.one]
    if not field.reduce(resultant(even, odd, field.context.names()[place])).is_zero():
        return [field.one], line
    if field.algebraic():
        raise OutOfReach(say("roots that come in pairs, with coefficients that are not rational"))
    common = common_divisor(even, odd)
    G = line_of(common, place)
    quotient = divided(_joined(field, line, place), _joined(field, G, place, 2))
    assert quotient is not None  # both parts are multiples of G
    return line_of(_simple(common, place), place), line_of(quotient, place)


def _simple(G: Polynomial, place: int) -> Polynomial:
    """The same roots, each once."""
    slope = G.derivative(place)
    if slope.is_zero():
        return G
    quotient = divided(G, common_divisor(G, slope))
    assert quotient is not None
    return quotient
