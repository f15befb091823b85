"""Solutions of the equations of rest that are none: where coordinates lose their meaning.

    M n = 0,  A n = 0,  F . n = 0   along   q0 + s n,   n constant, M n != 0 elsewhere

Along such a line no mass moves, no constraint is felt and no work is done: all its points are one
configuration, as all angles at the pole of polar coordinates are.  It rests only if the equations
of rest hold for every s.  At one s they can hold by the chart alone, which there shows too few
virtual displacements; at almost every s, if A loses rank at the others: Euler's angles at theta = 0
show no turn of a ball about y but at phi = pi/2.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product

from nonholo.arithmetic.numbers import Rational
from nonholo.dynamics.lagrange import mass_matrix
from nonholo.dynamics.statics import Statics
from nonholo.expression.graph import Expr
from nonholo.linear.elimination import Matrix, dot, echelon, kernel, vanishes

Values = Mapping[Expr, Expr]
ELSEWHERE = Rational(1, 3)  # of pi, along the line: for angles and others alike


def rests_elsewhere(statics: Statics, values: Values) -> tuple[Expr, ...] | None:
    """None for a true solution, as far as can be seen; else what has to vanish at other coordinates
    of the same configuration, which it does not everywhere on the piece.

    values: coordinate -> expression in the free ones.

    >>> import nonholo as nh
    >>> from nonholo.dynamics.statics import statics
    >>> from nonholo.geometry.distribution.distribution import distribution
    >>> system = nh.System("r phi", "(r'**2 + r**2*phi'**2)/2 - r*cos(phi)").system
    >>> r, phi = system.chart.q
    >>> pole = {r: r.graph.zero, phi: r.graph.pi / 2}
    >>> rests_elsewhere(statics(system, distribution(system.pfaffian)), pole)
    (sqrt(3)/2,)
    """
    graph, needed = statics.chart.graph, statics.equations
    for n in _idle(statics, values) if needed else ():
        moved = _line(statics, values, n, graph.scale(graph.pi, ELSEWHERE))
        there = graph.substitute(list(needed or ()), moved)
        unmet = tuple(e for e in there if not vanishes(e))
        if unmet := unmet or _pushed_where_rank_is_lost(statics, values, n):
            return unmet
    return None


def _pushed_where_rank_is_lost(
    statics: Statics, values: Values, n: Sequence[Expr]
) -> tuple[Expr, ...]:
    """The work of the forces where the line meets quarters of a turn, as far as it is not 0."""
    if statics.full_rank:
        return ()
    graph, chart = statics.chart.graph, statics.chart
    moving = [(q, e) for q, e in zip(chart.q, n) if e.is_number and not e.is_zero]
    turning = [(q, step) for q, step in moving if q not in values]
    for (q, step), quarters in product(turning, range(-1, 3)):
        end = graph.scale(graph.pi, Rational(quarters, 2))
        met = _line(statics, values, n, (end - q) / step)
        rows = [graph.substitute(list(row), met) for row in statics.rows.matrix]
        forces = graph.substitute(list(statics.forces), met)
        works = (dot(graph, forces, dq) for dq in kernel(graph, echelon(graph, rows), chart.n))
        if unmet := tuple(e for e in works if not vanishes(e)):
            return unmet
    return ()


def _line(statics: Statics, values: Values, n: Sequence[Expr], s: Expr) -> Values:
    return {q: values.get(q, q) + s * e for q, e in zip(statics.chart.q, n)}


def _idle(statics: Statics, values: Values) -> Iterator[list[Expr]]:
    """Constant directions along which nothing moves, though it does elsewhere."""
    graph, q, v = statics.chart.graph, statics.chart.q, statics.system.chart.v
    M: Matrix = [
        graph.substitute(list(row), dict.fromkeys(v, graph.zero))
        for row in mass_matrix(statics.system)
    ]
    A = [list(row) for row in statics.rows.matrix]
    there = [graph.substitute(row, values) for row in (*M, *A)]
    s = graph.symbol("along what moves nothing")
    for n in kernel(graph, echelon(graph, there), len(q)):
        if any(e.has(q) for e in n) or all(vanishes(dot(graph, row, n)) for row in M):
            continue
        felt = [dot(graph, row, n) for row in (*M, *A, list(statics.forces))]
        moved = graph.substitute(felt, _line(statics, values, n, s))
        if all(map(vanishes, moved)):
            yield n
