"""Coefficients put together from pieces, made analytic where signs are known.

abs and sign change where their argument does; a root or a logarithm of a square, or of what has a
factor in common with another one, changes where that factor does; and arcs of arcs, atan(1/x)
beside atan(x), jump at poles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import product

from nonholo.decide.ball import ball
from nonholo.errors import OutOfReach
from nonholo.expression.graph import OPAQUE, Expr, ordered
from nonholo.expression.ranges import range_of
from nonholo.geometry.constraints.chart import chart as chart_of
from nonholo.geometry.constraints.pfaffian import Pfaffian, entries, nonzero, row_of
from nonholo.linear.taylor import KINKS
from nonholo.signs.single_valued import (
    CIRCULAR,
    HYPERBOLIC,
    Known,
    arcs,
    known_signs,
    relations_of,
    rewritten,
    without_arcs,
)

BRANCHING = (*KINKS, "log", *CIRCULAR, *HYPERBOLIC)
WHOLE = (*KINKS, "atan", "asinh")  # have values everywhere
ANY = ~0  # of all letters
MOST_NODES = 1000  # of coefficients whose roots and arcs are looked at
MOST_FORCED = 6  # kinks of which all combinations of signs are looked through


def branching(nodes: Sequence[Expr]) -> bool:
    """Something below has more than one value as a complex function."""
    return any(e.doubt & OPAQUE for e in nodes) and any(
        _many_valued(node) for node in ordered(nodes)
    )


def _many_valued(node: Expr, letters: int = ANY) -> bool:
    if node.kind == "product":
        return any(isinstance(e, Fraction) and b.support & letters for b, e in node.args)
    return node.calls(*BRANCHING) and bool(node.support & letters)


def kinks(rows: Pfaffian) -> list[Expr]:
    """The expressions whose signs part the configurations: where they have one sign the
    coefficients are analytic.

    >>> import nonholo as nh
    >>> [kinks(nh.constraints(row).system.pfaffian) for row in ("dx = abs(y) dz", "dx = y dz")]
    [[y], []]
    """
    nodes = ordered(entries(rows)) if branching(entries(rows)) else []
    if len(nodes) > MOST_NODES:
        nodes = [n for n in nodes if n.calls(*KINKS)]
    known = known_signs(nodes, (), ())
    parting: dict[int, Expr] = {}
    for node in nodes:
        if node.calls(*KINKS):
            parting |= {f.index: f for f in _sign_factors(node.args[1][0], known)}
    parting |= _shared([u for u, _ in radicands(nodes)], parting, known)
    used = {f for relation in relations_of(arcs(nodes), known) for f in relation}
    for arc in (f for f in arcs(nodes) if f in used):
        parting |= {f.index: f for f in _jump_loci(arc, known)}
    return list(parting.values())


def _sign_factors(u: Expr, known: Known) -> list[Expr]:
    """The factors that change the sign of u."""
    return [f for f, e in known.factored(u)[1] if e % 2 and _of_any_sign(f)]


def _of_any_sign(f: Expr) -> bool:
    bounds = range_of(f)
    return not (bounds.not_negative or bounds.not_positive)


def radicands(nodes: Sequence[Expr]) -> list[tuple[Expr, str]]:
    """What stands under roots, logarithms and arcs and must not be negative there: (u, kind)."""
    under: dict[int, tuple[Expr, str]] = {}
    for node in nodes:
        if node.kind == "product":
            under |= {
                b.index: (b, "root") for b, e in node.args if isinstance(e, Fraction) and b.support
            }
        elif node.calls(*_RADICANDS) and node.support:
            u = _RADICANDS[node.args[0]](node.args[1][0])
            under[u.index] = u, node.args[0]
    return list(under.values())


_RADICANDS = {
    "log": lambda u: u,
    "asin": lambda u: 1 - u**2,
    "acos": lambda u: 1 - u**2,
    "acosh": lambda u: u**2 - 1,
    "asinh": lambda u: u**2 + 1,
    "atanh": lambda u: 1 - u**2,
}


def _shared(args: Sequence[Expr], parting: Mapping[int, Expr], known: Known) -> dict[int, Expr]:
    """The factors that stand squared, or in several of the arguments, or change a sign
    elsewhere.
    """
    every = [known.factored(u)[1] for u in args if u.support]
    times = Counter(f.index for factors in every for f, _ in factors)
    return {
        f.index: f
        for factors in every
        for f, e in factors
        if _of_any_sign(f) and (e % 2 == 0 or times[f.index] > 1 or f.index in parting)
    }


def _jump_loci(arc: Expr, known: Known) -> list[Expr]:
    """Where an arc jumps that is expressed by others: at poles of its argument, at the cut of
    atan2.
    """
    name, args = arc.args
    if name == "atan2":
        return _sign_factors(args[0], known)
    below = [f for f, e in known.factored(args[0])[1] if e < 0 and e % 2 and _of_any_sign(f)]
    return below if name == "atan" else []


def admissible(rows: Pfaffian, parts: Sequence[Expr]) -> list[tuple[int, ...]]:
    """The combinations of signs at which nothing under a root or a logarithm is surely negative."""
    nodes = entries(rows)
    needed = [u for u, kind in radicands(ordered(nodes)) if kind != "asinh"]
    return [
        signs
        for signs in product((1, -1), repeat=len(parts))
        if not any(known_signs(nodes, parts, signs).sign(u) < 0 for u in needed)
    ]


def on_domain(rows: Pfaffian) -> Pfaffian:
    """The same rows, written without choices that the domain of their functions has made already.

    log(x^2) is 2*log(x) beside log(x), asin(x) + acos(x) is pi/2.  Rows without such choices come
    back themselves.

    >>> import nonholo as nh
    >>> rows = nh.constraints("dz = y dx").system.pfaffian
    >>> on_domain(rows) is rows
    True
    """
    nodes = entries(rows)
    if not branching(nodes) or len(ordered(nodes)) > MOST_NODES:
        return rows
    parts = kinks(rows)
    left = admissible(rows, parts) if len(parts) <= MOST_FORCED else []
    forced = [{s[i] for s in left} for i in range(len(parts))]
    known = known_signs(nodes, parts, [min(s) if len(s) == 1 else 0 for s in forced])
    known = replace(known, weak=_weak(nodes, parts, known))
    try:
        memo = rewritten(nodes, known, rows.chart.graph)
        forms, _ = without_arcs([memo[e.index] for e in nodes], known)
    except (OutOfReach, ZeroDivisionError):
        return rows
    if all(e is f for e, f in zip(nodes, forms)):
        return rows
    return _rows_with(rows, rows.chart, {e.index: f for e, f in zip(nodes, forms)})


def _weak(nodes: Sequence[Expr], parts: Sequence[Expr], known: Known) -> frozenset[int]:
    """The parts that may be 0 as far as the domain goes: under roots, not in logarithms."""
    logarithms = (u for u, kind in radicands(ordered(nodes)) if kind == "log")
    strict = {f.index for u in logarithms for f, _ in known.factored(u)[1]}
    return frozenset(u.index for u in parts if u.index not in strict)


def parted(rows: Pfaffian, chosen: Pfaffian) -> bool:
    """Choices that were made hang on the configuration, not on parameters alone: the rows as they
    were given may have no value somewhere.

    chosen: what `on_domain` made of the rows.

    >>> import nonholo as nh
    >>> rows = nh.constraints("dz = y*sqrt(a) dx").system.pfaffian
    >>> parted(rows, on_domain(rows))
    False
    """
    moving = rows.chart.graph.mask([*rows.chart.q, rows.chart.t])
    every = (n for n in ordered(entries(rows)) if n.kind != "function" or n.args[0] not in WHOLE)
    return chosen is not rows and any(_many_valued(n, moving) for n in every)


def smooth(
    rows: Pfaffian,
    parts: Sequence[Expr],
    signs: Sequence[int],
    at: Mapping[Expr, Expr] | None = None,
) -> Pfaffian:
    """The rows as they are where the parts have these signs, near a point, in a graph of their
    own.
    """
    return near(rows, parts, signs, at)[0]


def near(
    rows: Pfaffian, parts: Sequence[Expr], signs: Sequence[int], at: Mapping[Expr, Expr] | None
) -> tuple[Pfaffian, tuple[str, ...]]:
    """The same, and the equations that hold on the part of the region that holds the point, not
    on all of it.
    """
    graph, nodes = rows.chart.graph.fresh(), entries(rows)
    for symbol, value in (at or {}).items():
        if value.is_number:
            graph.centre[graph.adopted(symbol).index] = value.args
    memo = rewritten(nodes, known_signs(nodes, parts, signs), graph)
    place = None if at is None else graph.copied(at)
    nodes_there = [memo[e.index] for e in nodes]
    known = known_signs(nodes_there, graph.copy(parts), signs)
    forms, told = without_arcs(nodes_there, known, place)
    new_chart = chart_of(graph, rows.chart.names, rows.chart.t.args)
    return _rows_with(rows, new_chart, {e.index: f for e, f in zip(nodes, forms)}), told


def _rows_with(rows: Pfaffian, chart, memo: Mapping[int, Expr]) -> Pfaffian:
    zero = chart.graph.zero
    matrix = tuple(
        row_of({j: memo[e.index] for j, e in nonzero(row).items()}, len(row), zero)
        for row in rows.matrix
    )
    affine = tuple(zero if e.is_zero else memo[e.index] for e in rows.affine)
    functions = rows.functions if chart is rows.chart else (None,) * rows.k
    return replace(rows, chart=chart, matrix=matrix, affine=affine, functions=functions)


def signs_at(parts: Sequence[Expr], at: Mapping[Expr, Expr]) -> list[int]:
    """The signs of the u at the point, 0 where one is not certain."""
    return [_sign(u, at) for u in parts]


def _sign(u: Expr, at: Mapping[Expr, Expr]) -> int:
    try:
        value = ball(u.subs(at), {})
    except (ZeroDivisionError, OutOfReach, ValueError):
        return 0
    return 0 if not value.is_finite() or value.contains(0) else 1 if value > 0 else -1
