"""For which parameters is the singular set another one?

With the letters a as further coordinates that do not move, a' = 0, the rows have at (q, a) the
growth vector that they have at q for the numbers a.  So the singular set of that larger system
holds those for all numbers as its fibres.  A piece of it on whose equations q can be eliminated,

    E_1(q, a) = ... = E_r(q, a) = 0   =>   f(a) = 0,

lies over special parameters alone; the others are told by the same equations whatever a is.  Where
leading coefficients of these vanish their zeros can have another dimension.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from nonholo.algebra.field import Field
from nonholo.errors import OutOfReach, SingularPivot, said
from nonholo.expression.graph import Expr
from nonholo.expression.ranges import ANY, Range, both
from nonholo.expression.text import text
from nonholo.geometry.constraints.chart import Chart
from nonholo.geometry.constraints.pfaffian import Pfaffian, entries, independent_rows
from nonholo.geometry.distribution.distribution import distribution
from nonholo.geometry.families.conditions import coefficients
from nonholo.geometry.families.factors import factors
from nonholo.geometry.flag.at_numbers import same_pieces, same_strata
from nonholo.geometry.flag.flag import closure, in_new_graph
from nonholo.geometry.flag.strata import Strata, strata
from nonholo.geometry.zeros.eliminants import beyond_basis, ideal_basis
from nonholo.words.sentence import say

AT_REST = "' of a letter"  # names that no rate has


@dataclass(frozen=True, slots=True)
class Over:
    """Over which parameters a set of points lies.

    equations: they hold for all of these, none if it lies over almost all; leading: where one
    vanishes the dimension over a parameter can be another.
    """

    equations: tuple[Expr, ...]
    leading: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Change:
    """Where in parameter space singular sets can be others than those for almost all parameters.

    guards: sets of equations; where none holds as a whole they are told by the same equations;
    doubts: why there may be others.
    """

    guards: tuple[tuple[Expr, ...], ...] = ()
    doubts: tuple[str, ...] = ()


def over(equations: Sequence[Expr], moving: Sequence[Expr]) -> Over:
    """Over which parameters do the common zeros lie?

    equations: each = 0; moving: coordinates and time.  (Cox, Little, O'Shea 2015)

    >>> from nonholo.expression.graph import Graph
    >>> g = Graph()
    >>> a, b, x = g.symbol("a"), g.symbol("b"), g.symbol("x")
    >>> over([a + b * g.cos(x), g.sin(x)], [x]).equations
    (b**2 - a**2,)
    >>> over([a * x - b], [x])
    Over(equations=(), leading=(a,))
    """
    field = Field(equations, None)
    polys = [field.normal(e).num for e in equations]
    gone = [k for k, g in enumerate(field.generators) if g.has(moving)]
    if beyond_basis(field, polys):
        raise OutOfReach(say("equations that are too long to eliminate coordinates"))
    basis = [p for p in ideal_basis(field, polys, gone) if p != 0]
    held: dict[str, Expr] = {}
    leading: dict[str, Expr] = {}
    for groups in coefficients(field, basis, moving):
        top = max(groups, key=lambda exponents: tuple(exponents[k] for k in gone))
        e = field.expression(field.reduce(groups[top]))
        if not any(top[k] for k in gone):
            held |= {text(e): e} if not e.is_zero else {}
        elif e.symbols():
            leading[text(e)] = e
    return Over(tuple(held.values()), tuple(leading.values()))


def with_letters_at_rest(rows: Pfaffian) -> Pfaffian:
    """The rows with their letters as coordinates, and a' = 0 for each letter a.

    >>> import nonholo as nh
    >>> larger = with_letters_at_rest(nh.constraints("dz = a y dx").system.pfaffian)
    >>> larger.chart.names, larger.k
    (('z', 'x', 'y', 'a'), 2)
    """
    chart, graph = rows.chart, rows.chart.graph
    letters = chart.parameters(entries(rows))
    names = tuple(map(text, letters))
    rates, second = (tuple(graph.symbol(n + AT_REST * k) for n in names) for k in (1, 2))
    larger = Chart(
        graph,
        (*chart.names, *names),
        (*chart.q, *letters),
        (*chart.v, *rates),
        (*chart.a, *second),
        chart.t,
    )
    zeros = (graph.zero,) * len(letters)
    at_rest = [
        tuple(graph.one if j == chart.n + i else graph.zero for j in range(larger.n))
        for i in range(len(letters))
    ]
    return Pfaffian(
        larger,
        (*((*row, *zeros) for row in rows.matrix), *at_rest),
        (*rows.affine, *zeros),
        (*rows.labels, *names),
        (*rows.functions, *(None for _ in letters)),
    )


def changes(full: Pfaffian, generic: Strata, units: int) -> Change:
    """Where in parameter space the singular set of rows is not told by the equations that are found
    with letters.

    full: rows of which the independent ones are the same for all letters and at all points;
    generic: the strata found with letters; units: of work.  Where rank or growth for generic points
    is another, nothing is said.

    >>> import nonholo as nh
    >>> rows = nh.constraints("dz = (x^2 + (a - b)^2) y dx").system.pfaffian
    >>> d = distribution(rows, ["z"])
    >>> changes(rows, strata(rows, d.dependent, closure(d)), 10**6).guards
    ((b - a,),)
    """
    larger, moving = with_letters_at_rest(full), [*full.chart.q, full.chart.t]
    first = _change(larger, generic, moving, units)
    alone = [e for guard in first.guards if len(guard) == 1 for e in guard]
    if not (first.doubts and alone):
        return first
    rows, _ = in_new_graph(larger)
    graph = rows.chart.graph
    for e in (factor for equation in graph.copy(alone) for factor in factors(equation)):
        if e.kind == "symbol":
            graph.assumed[e.index] = both(graph.assumed.get(e.index, ANY), Range(apart=True))
        else:
            graph.stated[e] = both(graph.stated.get(e, ANY), Range(apart=True))
    graph.ranges.clear()
    second = _change(rows, generic, graph.copy(moving), units)
    more = (tuple(full.chart.graph.copy(guard)) for guard in second.guards)
    return Change((*first.guards, *more), second.doubts)


def _change(larger: Pfaffian, generic: Strata, moving: Sequence[Expr], units: int) -> Change:
    """The same for all parameters that are admitted."""
    try:
        rows, _, _ = independent_rows(larger)
        d = distribution(rows)
        known = strata(rows, d.dependent, closure(d, units), units)
    except (OutOfReach, SingularPivot) as limit:
        return Change(doubts=(said(limit),))
    if known.singular is None or generic.singular is None:
        return Change(doubts=(known.reason or generic.reason,))
    guards: dict[frozenset[str], tuple[Expr, ...]] = {}

    def special(piece: tuple[Expr, ...]) -> bool:
        """Does it lie over special parameters alone?"""
        try:
            lies = over(piece, moving)
        except OutOfReach:
            return False
        for one in [lies.equations] if lies.equations else [(e,) for e in lies.leading]:
            if not any(e.is_number for e in one):
                guards[frozenset(map(text, one))] = one
        return bool(lies.equations)

    pieces, possible = (
        [piece for piece in some if not special(piece)] for some in (known.singular, known.possible)
    )
    letters = rows.chart.n - (len(moving) - 1)
    inner = [replace(s, rank=s.rank - letters) for s in known.strata if not special(s.equations)]
    return Change(tuple(guards.values()), tuple(_doubts(known, generic, pieces, possible, inner)))


def _doubts(
    known: Strata, generic: Strata, pieces: Sequence, possible: Sequence, inner: Sequence
) -> Iterable[str]:
    """Why the sets over almost all parameters may be others for some of them; none where there
    are no such sets."""
    if not (known.proved and generic.proved):
        yield say("the singular set was found, and not proved")
    same = same_pieces(pieces, generic.singular or (), {})
    if not (same and same_pieces(possible, generic.possible, {})):
        yield say("the equations of the singular set can be others for some parameters")
    elif pieces or possible:
        if not (known.complete and generic.complete):
            yield known.reason or generic.reason
        elif not same_strata(inner, generic.strata, {}):
            yield say("growth vectors on the singular set can be others for some parameters")
