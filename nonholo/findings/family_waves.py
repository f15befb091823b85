"""Waves of letters alone in the forms that say so.

    cos(x) sin(x + a) - sin(x) cos(x + a)  =  sin(a)

A graph keeps the form of a value that it met first, and then sin(a) is said to hold x.  So in the
graph of a family the waves of letters and numbers are met before all else."""

from __future__ import annotations

from collections.abc import Iterable
from math import lcm

from nonholo.arithmetic.numbers import Rational
from nonholo.expression.functions import angle_parts
from nonholo.expression.graph import Expr, ordered
from nonholo.geometry.constraints.chart import chart
from nonholo.geometry.constraints.pfaffian import entries
from nonholo.readers.case import Case
from nonholo.readers.own import carried

WAVES = ("sin", "cos", "exp")


def waves_first(case: Case) -> Case:
    """The case in a graph that knows sin(a) and cos(a) where waves of sums such as x + a stand in
    it; itself where none do.

    case: in a graph of its own.

    >>> import nonholo as nh
    >>> case = nh.constraints("z' = (cos(x)*sin(x + a) - sin(x)*cos(x + a))*y*x'")
    >>> [str(s) for e in waves_first(case).system.pfaffian.matrix[0] for s in e.symbols()]
    ['y', 'a']
    """
    system, rows = case.system, case.system.pfaffian
    before, L = system.chart, system.lagrangian
    levels = [f for f in rows.functions if f is not None]
    nodes = [*entries(rows), *levels, *system.forces]
    nodes += [] if L is None else [L]
    units = _units(nodes, [*before.q, *before.v, before.t])
    if not units:
        return case
    graph = before.graph.fresh()
    chart(graph, before.names, before.t.args)  # symbols in the order in which they were
    graph.copy(before.parameters(nodes))
    for unit in graph.copy(units):
        for wave in (graph.sin, graph.cos, graph.exp):
            wave(unit)
    return carried(case, graph, lambda e: graph.copy([e])[0])


def _units(nodes: Iterable[Expr], moving: list[Expr]) -> list[Expr]:
    """What does not move and is added to something in a wave: waves of its whole multiples are
    polynomials in those of the unit."""
    atoms: dict[int, tuple[Expr, int]] = {}
    for node in ordered(list(nodes)):
        if node.calls(*WAVES):
            parts, turns = angle_parts(node.graph, node.args[1][0])
            for atom, c in parts if len(parts) > 1 or turns else ():
                if not atom.has(moving):
                    known = atoms.get(atom.index, (atom, 1))[1]
                    atoms[atom.index] = atom, lcm(known, c.denominator)
    return [atom.graph.scale(atom, Rational(1, d)) for atom, d in atoms.values()]
