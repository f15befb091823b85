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

from nonholo.arithmetic.numbers import Rational
from nonholo.dynamics.lagrange import mass_matrix
from nonholo.dynamics.statics import Statics, minors_of_size
from nonholo.errors import OutOfReach
from nonholo.expression.graph import Expr
from nonholo.geometry.level_sets.points import sign_of
from nonholo.geometry.level_sets.sheets import sheets
from nonholo.linear.elimination import Matrix, dot, echelon, kernel, vanishes
from nonholo.words.sentence import say

Values = Mapping[Expr, Expr]
LINE = (Rational(1, 3), Rational(1, 5))  # of pi, along the line: for angles and others alike
BY_CHART = say(
    "the coordinates lose their meaning there, and at other values of them that mean the same "
    "configuration the forces do not balance"
)
CHART = say(
    "where the coordinates lose their meaning it was not found whether the forces balance at all "
    "coordinates of one configuration"
)


def rests_elsewhere(statics: Statics, values: Values) -> tuple[Expr, ...] | None:
    """None for a true solution; else what has to vanish at other coordinates of the same
    configuration, which it does not everywhere on the piece.

    values: coordinate -> expression in the free ones.  Raises OutOfReach where neither is found.

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
        along = _line(statics, values, n, graph.symbol("along what moves nothing"))
        for moved in (*(_line(statics, values, n, graph.scale(graph.pi, s)) for s in LINE), along):
            there = graph.substitute(list(needed or ()), moved)
            if unmet := tuple(e for e in there if not vanishes(e)):
                if moved is along:
                    raise OutOfReach(CHART)
                return unmet
        if unmet := _pushed_where_rank_is_lost(statics, values, n):
            return unmet
    return None


def _pushed_where_rank_is_lost(
    statics: Statics, values: Values, n: Sequence[Expr]
) -> tuple[Expr, ...]:
    """What does not vanish where A has rank r < k on the line, of the minors of (A; F) of size
    r + 1.
    """
    graph, chart, k = statics.chart.graph, statics.chart, statics.rows.k
    if statics.full_rank:
        return ()
    moving = [(q, e) for q, e in zip(chart.q, n) if not e.is_zero]
    q, step = min(moving, key=lambda pair: pair[0] not in values)  # all are free along the piece
    line = _line(statics, values, n, (q - values.get(q, q)) / step)
    rows = [graph.substitute(list(row), line) for row in statics.rows.matrix]
    forces = graph.substitute(list(statics.forces), line)
    for rank in reversed(range(k)):
        lost = minors_of_size(chart, rows, rank + 1)
        pushed = minors_of_size(chart, [*rows, forces], rank + 1)
        if lost is None or pushed is None:
            raise OutOfReach(CHART)
        for sheet in sheets([e for e in lost if not e.is_zero], chart):
            unmet = [e for e in graph.substitute(list(pushed), sheet.values) if not vanishes(e)]
            if unmet and any(e.support or sign_of(e) <= 0 for e in sheet.under):
                raise OutOfReach(CHART)
            if unmet:
                return tuple(unmet)
    return ()


def _line(statics: Statics, values: Values, n: Sequence[Expr], s: Expr) -> Values:
    return {q: values.get(q, q) + s * e for q, e in zip(statics.chart.q, n)}


def _idle(statics: Statics, values: Values) -> Iterator[list[Expr]]:
    """Constant directions along which nothing moves, though it does elsewhere.

    Raises OutOfReach for directions that change.
    """
    graph, q, v = statics.chart.graph, statics.chart.q, statics.system.chart.v
    M: Matrix = [
        graph.substitute(list(row), dict.fromkeys(v, graph.zero))
        for row in mass_matrix(statics.system)
    ]
    A = [list(row) for row in statics.rows.matrix]
    everywhere = kernel(graph, echelon(graph, [*M, *A]), len(q))
    there = echelon(graph, [graph.substitute(row, values) for row in (*M, *A)])
    s = graph.symbol("along what moves nothing")
    idle = kernel(graph, there, len(q))
    for n in idle if len(idle) > len(everywhere) else ():
        if any(e.has(q) for e in n):
            raise OutOfReach(CHART)
        if all(vanishes(dot(graph, row, n)) for row in M):
            continue
        felt = [dot(graph, row, n) for row in (*M, *A, list(statics.forces))]
        moved = graph.substitute(felt, _line(statics, values, n, s))
        if all(map(vanishes, moved)):
            yield n
