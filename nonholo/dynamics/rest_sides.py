"""Rest beside abs and sign: where each u_i in |u_i| and sign(u_i) has a sign, forces are smooth.

|u_i| = s_i u_i,  sign(u_i) = s_i      where s_i u_i > 0,  s_i = 1, -1
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product

from nonholo.dynamics.statics import Statics
from nonholo.expression.graph import Expr
from nonholo.geometry.constraints.pfaffian import entries
from nonholo.geometry.zeros.domain import switches

MOST_SWITCHES = 4  # all of whose signs are tried


def sides(statics: Statics) -> Iterator[tuple[tuple[Expr, ...], Statics]]:
    """What is positive on each side, and the forces there; none where forces at rest hold neither
    abs nor sign, many of them, or one in another, and where constraints hold some.

    >>> import nonholo as nh
    >>> from nonholo.dynamics.statics import statics
    >>> from nonholo.geometry.distribution.distribution import distribution
    >>> system = nh.System("x", "x'**2/2 - (abs(x) - 1)**2/2").system
    >>> at_rest = statics(system, distribution(system.pfaffian))
    >>> [(positive, there.work) for positive, there in sides(at_rest)]
    [((x,), (1 - x,)), ((-x,), (-x - 1,))]
    """
    graph, calls = statics.chart.graph, switches((*statics.work, *statics.forces))
    inside = list(dict.fromkeys(call.args[1][0] for call in calls))
    rows = statics.rows
    held = (*statics.conditions, *entries(rows))
    if len(inside) > MOST_SWITCHES or switches((*inside, *held)) or not calls:
        return
    for signs in product((1, -1), repeat=len(inside)):
        factor = dict(zip(inside, signs))
        put = {}
        for call in calls:
            name, (u,) = call.args
            put[call] = graph.scale(u, factor[u]) if name == "abs" else graph.lift(factor[u])
        positive = tuple(graph.scale(u, s) for u, s in factor.items())
        forces, work = (
            tuple(graph.substitute(list(es), put)) for es in (statics.forces, statics.work)
        )
        yield positive, replace(statics, forces=forces, work=work)
