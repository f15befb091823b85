"""First integrals of the motion by ansatz: linear algebra over the exact field, nothing guessed.

    F = sum_s c_s F_s(q, r', t),      dF/dt = sum_s c_s dF_s/dt = 0   on the motion,   c_s constants

The rates dF_s/dt are brought to one denominator; each monomial in coordinates, velocities, sines and so on gives a
linear equation for the c_s, whose coefficients hold parameters alone.  All integrals within the ansatz are found.
Candidates: the momenta p_i with the factors 1, q, sin and cos of what stands in them (Noether's, Jellett's), or
products of velocities (quadratic).  References: Noether1918, Routh1905, Chaplygin1903.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from itertools import combinations_with_replacement

from nonholo.dynamics.conserved import rate_on_motion
from nonholo.dynamics.equations import Motion
from nonholo.dynamics.lagrange import require_lagrangian
from nonholo.dynamics.system import System
from nonholo.errors import OutOfReach
from nonholo.exact.field import Field
from nonholo.exact.graph import Expr, ordered
from nonholo.exact.linear import echelon
from nonholo.geometry.distribution import Distribution

SECONDS = 10.0
MOST = 60  # candidates


def factors(system: System, d: Distribution) -> list[Expr]:
    """1, the coordinates, and the sines and cosines of coordinates that stand in L or in the constraints."""
    chart = system.chart
    roots = [require_lagrangian(system), *(e for row in d.pfaffian.matrix for e in row)]
    found = [n for n in ordered(roots) if n.kind == "function" and n.args[0] in ("sin", "cos")
             and n.has(chart.q) and not n.has(chart.v)]
    angles = [n.args[1][0] for n in found]
    turning = [f(a) for a in dict.fromkeys(angles) for f in (chart.graph.sin, chart.graph.cos)]
    plain = [q for q in chart.q if not any(a.has([q]) for a in angles)]
    return list(dict.fromkeys([chart.graph.one, *plain, *turning]))


def linear_candidates(system: System, d: Distribution) -> list[Expr]:
    """b(q) p_i and b(q) r_j' on the constraints, b one of the factors."""
    L, chart = require_lagrangian(system), system.chart
    momenta = [d.restrict(L.diff(v)) for v in chart.v] + [chart.v[j] for j in d.independent]
    every = [b * p for b in factors(system, d) for p in momenta if not p.is_zero]
    return _different(every)


def quadratic_candidates(system: System, d: Distribution) -> list[Expr]:
    """Products of two independent velocities, and the factors b(q)."""
    chart = system.chart
    rates = [chart.v[j] for j in d.independent]
    products = [a * b for a, b in combinations_with_replacement(rates, 2)]
    own = factors(system, d)
    return _different([b * p for b in own for p in products] + own[1:])


def _different(every: Sequence[Expr]) -> list[Expr]:
    found = list(dict.fromkeys(every))
    if len(found) > MOST:
        raise OutOfReach(f"{len(found)} candidates for integrals; at most {MOST} are tried")
    return found


def integrals_among(system: System, d: Distribution, motion: Motion, candidates: Sequence[Expr],
                    seconds: float = SECONDS) -> list[Expr]:
    """A basis of the combinations of the candidates, with constant coefficients, that every motion keeps.

    Raises OutOfReach where the rates have no normal form within the limits.
    """
    candidates = _independent(system, candidates, seconds)
    if not candidates:
        return []
    rates = [rate_on_motion(system, d, motion, f) for f in candidates]
    graph = system.chart.graph
    return [graph.add(*(c * f for c, f in zip(row, candidates)))
            for row in constant_relations(rates, _moving(system), seconds)]


def _moving(system: System) -> list[Expr]:
    return [*system.chart.q, *system.chart.v, system.chart.t]


def _independent(system: System, candidates: Sequence[Expr], seconds: float) -> list[Expr]:
    """The candidates without constants and without those that are combinations of others."""
    moving = [f for f in candidates if f.has(_moving(system))]
    if not moving:
        return []
    relations = constant_relations(moving, _moving(system), seconds)
    spare = {max(s for s, c in enumerate(row) if not c.is_zero) for row in relations}
    return [f for s, f in enumerate(moving) if s not in spare]


def found_integrals(system: System, d: Distribution, motion: Motion, known: Sequence[Expr] = (),
                    seconds: float = SECONDS) -> list[Expr]:
    """Integrals linear, then quadratic, in the velocities that are no functions of the known ones or of each other.

    known: integrals that have been found otherwise; raises OutOfReach.
    """
    kept: list[Expr] = []
    for f in (d.restrict(f) for f in known):
        kept += [f] if _rank(system, [*kept, f]) == len(kept) + 1 else []
    new = []
    for candidates in (linear_candidates(system, d), quadratic_candidates(system, d)):
        for f in integrals_among(system, d, motion, candidates, seconds):
            if _rank(system, [*kept, f]) == len(kept) + 1:
                kept.append(f)
                new.append(f)
    return new


def _rank(system: System, functions: Sequence[Expr]) -> int:
    """The generic rank of the differentials: how many of the functions are independent."""
    return echelon(system.chart.graph, [[f.diff(s) for s in _moving(system)] for f in functions]).rank


def constant_relations(nodes: Sequence[Expr], moving: Sequence[Expr], seconds: float = SECONDS) -> list[list[Expr]]:
    """A basis of the c with sum_s c_s node_s = 0, c free of the moving symbols.

    >>> from nonholo.exact.graph import Graph
    >>> g = Graph()
    >>> x, a = g.symbol("x"), g.symbol("a")
    >>> len(constant_relations([g.sin(x) ** 2, a * g.cos(x) ** 2, g.one], [x])), constant_relations([x, x**2], [x])
    (1, [])
    """
    field = Field(nodes, time.monotonic() + seconds)
    graph = nodes[0].graph
    elements = [field.normal(node) for node in nodes]
    den: dict[int, int] = {}
    for q in elements:
        for k, e in q.den.items():
            den[k] = max(den.get(k, 0), e)
    rows: dict[tuple[int, ...], dict[int, object]] = {}
    turning = [g.has(moving) for g in field.generators]
    for s, q in enumerate(elements):
        rest = {k: e - q.den.get(k, 0) for k, e in den.items()}
        for exponents, c in field.times(q.num, field._expand(rest)).terms():
            key = tuple(int(e) if t else 0 for e, t in zip(exponents, turning))
            fixed = tuple(0 if t else int(e) for e, t in zip(exponents, turning))
            poly = rows.setdefault(key, {}).get(s, field._zero)
            rows[key][s] = poly + field.context.from_dict({fixed: c})
    table = [[field.expression(row[s]) if s in row else graph.zero for s in range(len(nodes))]
             for row in rows.values()]
    return _null_space(graph, table, len(nodes))


def _null_space(graph, table: list[list[Expr]], n: int) -> list[list[Expr]]:
    form = echelon(graph, table)
    basis = []
    for free in (j for j in range(n) if j not in form.pivots):
        vector = [graph.zero] * n
        vector[free] = graph.one
        for pivot, row in zip(form.pivots, form.rows):
            vector[pivot] = -row[free]
        basis.append(vector)
    return basis
